//! Where a verb finds the cards that it is about, and which clauses a kind of effect looks at: what nothing
//! would ever look at is refused.

use super::ast::{
    ActionText, CardSource, CardVerb, EffectText, FilterText, FormWord, FusionText, ModifierText,
    Name, Noun, NumText, Receiver, SetText, StepText, SubjectText, TestText,
};
use super::compile::{homes, locations};
use super::error::{LanguageFault, Span};
use crate::catalogue::{Facts, kind};
use crate::rows::{Locations, ModKind, SetRef, Sides, Way, event_bit, location_bit};

/// Places whose cards nobody has to be shown.
const OPEN: Locations = location_bit::GRAVE;
/// All places in which a card can be.
const ANYWHERE: Locations = location_bit::ON_FIELD
    | location_bit::HAND
    | location_bit::DECK
    | location_bit::GRAVE
    | location_bit::BANISHED
    | location_bit::EXTRA
    | location_bit::MATERIAL;
/// The piles and the hand.
const OFF_FIELD: Locations = ANYWHERE & !(location_bit::ON_FIELD | location_bit::MATERIAL);

/// The places in which a verb does something to a card.
const fn reach(verb: CardVerb) -> Locations {
    match verb {
        CardVerb::Destroy | CardVerb::DestroyAndBanish => {
            location_bit::ON_FIELD | location_bit::HAND | location_bit::DECK | location_bit::EXTRA
        }
        CardVerb::ReturnToHand | CardVerb::AddToHand | CardVerb::AddUnshown => {
            ANYWHERE & !location_bit::HAND
        }
        CardVerb::SendToGrave | CardVerb::Become => ANYWHERE & !location_bit::GRAVE,
        CardVerb::Discard | CardVerb::DiscardToGrave => location_bit::HAND,
        CardVerb::Banish | CardVerb::BanishDown => ANYWHERE & !location_bit::BANISHED,
        CardVerb::ToField => location_bit::BANISHED,
        CardVerb::PlaceFaceUp => OFF_FIELD,
        CardVerb::LayWithOwner => OFF_FIELD | location_bit::MONSTER,
        CardVerb::PlaceInPendulumZone => OFF_FIELD | location_bit::MONSTER,
        CardVerb::ToExtra => ANYWHERE & !(location_bit::EXTRA | location_bit::FIELD),
        CardVerb::Tribute => location_bit::MONSTER | location_bit::HAND,
        CardVerb::SpecialSummon(..) => ANYWHERE & !(location_bit::MONSTER | location_bit::FIELD),
        CardVerb::ToDeck(_) => ANYWHERE & !location_bit::DECK,
        CardVerb::Set => {
            location_bit::HAND | location_bit::DECK | location_bit::GRAVE | location_bit::BANISHED
        }
        CardVerb::MakeUsable => location_bit::SPELL,
        CardVerb::CountTurn | CardVerb::Spare | CardVerb::Protect | CardVerb::ChangeTarget => {
            location_bit::ON_FIELD
        }
        // A Gemini monster is Normal Summoned again on the field (CT-02.8c).
        CardVerb::Summon | CardVerb::NormalSummon => location_bit::HAND | location_bit::MONSTER,
        CardVerb::TributeSummon | CardVerb::SummonFreely => location_bit::HAND,
        CardVerb::SummonUsingSelf => location_bit::EXTRA,
        CardVerb::BanishForNow
        | CardVerb::ShuffleSet
        | CardVerb::LoseTaken
        | CardVerb::EquipTo
        | CardVerb::Turn(_)
        | CardVerb::RedirectAttack
        | CardVerb::GiveControl
        | CardVerb::Fight => location_bit::MONSTER,
        CardVerb::EquipWith => OFF_FIELD | location_bit::MONSTER,
        CardVerb::Attach => ANYWHERE & !location_bit::MATERIAL,
        CardVerb::Reveal | CardVerb::Show => ANYWHERE & !OPEN,
    }
}

/// Checks the cards of all steps and the clauses of all effects.
pub(super) fn card(card: &CardSource, facts: &Facts, faults: &mut Vec<LanguageFault>) {
    let monster = facts.is(kind::MONSTER);
    let (own_monster, link) = (monster || card.as_monster != 0, facts.is(kind::LINK));
    for line in &card.always {
        faults.extend(no_monster(&line.to, &line.modifiers, line.span, own_monster, link));
    }
    let stays = facts.is_any(kind::MONSTER | kind::CONTINUOUS | kind::EQUIP)
        || card.remains
        || !card.equip.is_empty();
    for text in card.effects.iter().filter(|text| !text.broken) {
        clauses(text, faults);
        for step in &text.steps {
            match &step.action {
                ActionText::Cards(verb, _) => {
                    faults.extend(out_of_place(*verb, text, step.span, monster, stays));
                }
                ActionText::NegateAttack
                | ActionText::AttackPlayer
                | ActionText::Harmless
                | ActionText::AttackAgain(_) => {
                    faults.extend(no_attack(&step.action, text, step.span, monster));
                }
                ActionText::Give { to, modifiers, .. } => {
                    faults.extend(no_monster(to, modifiers, step.span, own_monster, link));
                }
                _ => {}
            }
        }
        summons_of_itself(text, facts, faults);
        costs_of_itself(text, facts, faults);
        let steps: Vec<&StepText> =
            text.costs.iter().chain(&text.late_costs).chain(&text.steps).collect();
        for (at, step) in steps.iter().enumerate() {
            if let Some(what) = of_materials(&step.action)
                && !facts.is(kind::XYZ)
            {
                let what = format!("only an Xyz Monster {what}");
                faults.push(LanguageFault::new(step.span, what).help("leave it out"));
            }
            cards_of(step, (text, &steps[..at]), faults);
        }
    }
    let mut ways = card
        .effects
        .iter()
        .filter(|text| text.form == FormWord::Tributeless && text.others.is_none() && !text.broken);
    if let (Some(_), Some(second)) = (ways.next(), ways.next()) {
        let fault = LanguageFault::new(second.span, "a second way to come without Tributes");
        faults.push(fault.help("join the conditions with `or`"));
    }
}

/// The deed of a step with the materials of this card, if it has one.
fn of_materials(action: &ActionText) -> Option<&'static str> {
    let attached = |test: &TestText| matches!(test, TestText::Attached);
    match action {
        ActionText::Cards(CardVerb::Attach, _) => Some("can hold materials"),
        ActionText::Cards(_, SetText::Pick(_, filter, _)) if filter.tests.iter().any(attached) => {
            Some("has materials to detach")
        }
        _ => None,
    }
}

/// The fault if a step is about an attack where there is none.
fn no_attack(
    action: &ActionText,
    text: &EffectText,
    span: Span,
    monster: bool,
) -> Option<LanguageFault> {
    let of_attacks = event_bit::ATTACK | event_bit::ATTACKED;
    let answers = text.event.as_ref().is_some_and(|event| event.events & of_attacks != 0);
    let of_links = event_bit::OF_LINKS;
    let (fits, help) = match action {
        ActionText::NegateAttack | ActionText::AttackPlayer => (
            answers || !text.needs.is_empty(),
            "let it answer an attack: `on monster(theirs) attacks`",
        ),
        ActionText::Harmless => (
            text.event.as_ref().is_some_and(|event| event.events & of_links != 0),
            "let it answer what is activated: `on trap activated`",
        ),
        _ => (monster, "only a monster attacks again"),
    };
    (!fits).then(|| LanguageFault::new(span, "this does nothing in such an effect").help(help))
}

/// The fault if a Spell or Trap gives itself a modifier that only a monster has.
fn no_monster(
    to: &Receiver,
    modifiers: &[ModifierText],
    span: Span,
    own_monster: bool,
    link: bool,
) -> Option<LanguageFault> {
    let pointed = |modifier: &ModifierText| modifier.kind == ModKind::OneMoreSummonThere;
    if !link && modifiers.iter().any(pointed) {
        let fault = LanguageFault::new(span, "this card points to no zones");
        return Some(fault.help("write `one_more_summon`"));
    }
    let itself = matches!(to, Receiver::Cards(SetText::Fixed(SetRef::Source, _)));
    // The rules ask Spells and Traps too whether they destroy themselves.
    let anywhere = |kind| matches!(kind, ModKind::DestroysItself | ModKind::SendsItself);
    let of_monsters = |modifier: &ModifierText| {
        holders(modifier.kind) & !location_bit::MONSTER == 0 && !anywhere(modifier.kind)
    };
    (itself && !own_monster && modifiers.iter().any(of_monsters)).then(|| {
        let fault =
            LanguageFault::new(span, "this card is no monster to which that means anything");
        fault.help("name monsters before it")
    })
}

/// The fault if a verb does nothing for such a card, or for the event that its effect answers.
fn out_of_place(
    verb: CardVerb,
    text: &EffectText,
    span: Span,
    monster: bool,
    stays: bool,
) -> Option<LanguageFault> {
    let answers = |events| text.event.as_ref().is_some_and(|event| event.events & events != 0);
    let (fits, help) = match verb {
        CardVerb::EquipWith => (monster, "only a monster is equipped with monsters"),
        CardVerb::SummonUsingSelf => (monster, "only a monster is material of a Summon"),
        CardVerb::EquipTo => (stays, "write `remains_on_field`, or a line with `equip`"),
        CardVerb::ChangeTarget | CardVerb::Protect => (
            answers(event_bit::OF_LINKS),
            "let it answer what is activated: `on card(theirs) activated`",
        ),
        CardVerb::Spare => (
            answers(event_bit::WOULD_BE_DESTROYED) && text.form == FormWord::Instead,
            "let it happen instead: `effect instead on monster(mine) would_be_destroyed`",
        ),
        CardVerb::RedirectAttack | CardVerb::Fight => (
            answers(event_bit::ATTACK | event_bit::ATTACKED) || !text.needs.is_empty(),
            "let it answer an attack: `on monster(mine) attacked`",
        ),
        _ => return None,
    };
    (!fits).then(|| LanguageFault::new(span, "this does nothing in such an effect").help(help))
}

/// Only a monster of that kind is Summoned so.
fn summons_of_itself(text: &EffectText, facts: &Facts, faults: &mut Vec<LanguageFault>) {
    let Some(event) = &text.event else { return };
    let itself = matches!(event.subject, SubjectText::Itself);
    if itself && event.way == Way::Properly && event.kinds != 0 && !facts.is_any(event.kinds) {
        let fault = LanguageFault::new(event.span, "this card is never Summoned in this way");
        faults.push(fault.help("write `special_summoned`, or the way of its kind"));
    }
}

/// A card that pays with itself must be where that can be done while its effect is activated.
fn costs_of_itself(text: &EffectText, facts: &Facts, faults: &mut Vec<LanguageFault>) {
    let usual = match text.form {
        FormWord::Ignition | FormWord::Quick | FormWord::Flip if facts.is(kind::MONSTER) => {
            location_bit::MONSTER
        }
        FormWord::Activate | FormWord::Ignition | FormWord::Quick => location_bit::ON_FIELD,
        FormWord::Trigger => ANYWHERE,
        _ => return,
    };
    let from = text.from.unwrap_or(usual);
    for step in text.costs.iter().chain(&text.late_costs) {
        if let ActionText::Cards(verb, SetText::Fixed(SetRef::Source, _)) = step.action
            && reach(verb) & from == 0
        {
            let fault = LanguageFault::new(
                step.span,
                "this does nothing to the card where its effect is used",
            );
            faults.push(fault.help("say from where: `effect quick from hand`"));
        }
    }
}

/// Clauses that a kind of effect does not look at.
fn clauses(text: &EffectText, faults: &mut Vec<LanguageFault>) {
    // An effect that is not activated has no moment at which these would be asked.
    let chained = matches!(
        text.form,
        FormWord::Activate
            | FormWord::Ignition
            | FormWord::Trigger
            | FormWord::Quick
            | FormWord::Flip
    );
    if chained {
        return;
    }
    let mut unread = |there: bool, what: &str, help: &str| {
        if there {
            let message = format!("this is not activated, so nothing asks for {what}");
            faults.push(LanguageFault::new(text.span, message).help(help));
        }
    };
    unread(!text.remembers.is_empty(), "what it remembers", "ask it in a step: `do if ...`");
    unread(!text.numbers.is_empty(), "its `number`", "use `note` in its steps");
    unread(!text.options.is_empty(), "its options", "write effects of their own");
    unread(!text.declares.is_empty(), "what it declares", "use `declare` in its steps");
    unread(text.unanswered.is_some(), "who can't answer it", "leave out `not_answered`");
    unread(!text.keeps.is_empty(), "what it keeps", "use `keep` in its steps");
    // The others are told what they are besides (`check`).
    let limited = matches!(
        text.form,
        FormWord::Instead | FormWord::AtOnce | FormWord::Procedure | FormWord::SummonCost
    );
    unread(text.limit.is_some() && !limited, "its limit", "leave out `limit`");
    let unpaid = matches!(text.form, FormWord::Win | FormWord::Later);
    unread(!text.costs.is_empty() && unpaid, "its cost", "write it with `do`");
    let untargeted = matches!(text.form, FormWord::Win | FormWord::Instead);
    let targets = !text.targets.is_empty() && untargeted;
    unread(targets, "its targets", "choose cards with `pick` in its steps");
}

/// The effect of a step, and the steps that come before it.
type Before<'t> = (&'t EffectText, &'t [&'t StepText]);

/// Chance takes cards of a hand or a Deck, where one is told from another by nobody.
fn random(cards: &SetText) -> Option<LanguageFault> {
    let SetText::Random(_, filter) = cards else { return None };
    let taken = location_bit::HAND | location_bit::DECK | location_bit::EXTRA;
    (locations(filter) & !taken != 0).then(|| {
        let fault = LanguageFault::new(filter.span, "no card is taken by chance there");
        fault.help("say where they are: `card(hand, theirs)`, a Deck or an Extra Deck")
    })
}

/// The cards of one step must be where it can do something to them.
fn cards_of(step: &StepText, before: Before<'_>, faults: &mut Vec<LanguageFault>) {
    if let ActionText::Cards(_, cards) | ActionText::Pick(_, cards) = &step.action {
        faults.extend(random(cards));
    }
    match &step.action {
        ActionText::Cards(verb, cards) => cards_of_verb(*verb, cards, before, faults),
        ActionText::TakeControl(cards, _) => cards_to_control(cards, before, faults),
        ActionText::Join(verb, cards, to) => cards_joined(*verb, cards, to, before, faults),
        ActionText::SwapControl(a, b) => {
            for cards in [a, b] {
                cards_there(cards, location_bit::MONSTER, before, faults);
            }
        }
        ActionText::AttackAgain(Some(on)) => cards_there(on, location_bit::MONSTER, before, faults),
        ActionText::RemoveAmong { from, .. } | ActionText::PlaceAmong { from, .. } => {
            faults.extend(unreached(from, location_bit::ON_FIELD, from.span));
        }
        ActionText::Counters { cards, .. } => {
            cards_there(cards, location_bit::ON_FIELD, before, faults);
        }
        ActionText::Give { to: Receiver::Cards(cards), modifiers, .. } => {
            each_filter(cards, before, &mut |filter, span| {
                for modifier in modifiers {
                    faults.extend(unreached(filter, holders(modifier.kind), span));
                }
            });
        }
        ActionText::PrepareFusion(..) | ActionText::SummonPrepared(_) => {
            cards_prepared(step, faults);
        }
        ActionText::FusionSummon(monsters, text) => cards_to_fuse(monsters, text, faults),
        ActionText::RitualSummon(monsters, tributes, ..) => {
            faults.extend(unreached(monsters, ANYWHERE & !location_bit::MONSTER, monsters.span));
            let used = location_bit::MONSTER | location_bit::HAND | location_bit::GRAVE;
            faults.extend(unreached(tributes, used, tributes.span));
        }
        #[rustfmt::skip]
        ActionText::Damage(..) | ActionText::Gain(..) | ActionText::Lose(..) | ActionText::Pay(_)
        | ActionText::NegateAttack | ActionText::YieldControl(_) | ActionText::PendulumSummon(_)
        | ActionText::AttackAgain(None) | ActionText::Tokens(..) | ActionText::EndBattlePhase
        | ActionText::Draw(..) | ActionText::DrawNamed(..) | ActionText::ArrangeTop(_)
        | ActionText::TopOrBottom | ActionText::SetAgain | ActionText::AttackPlayer | ActionText::Harmless | ActionText::NegateItself
        | ActionText::LookAtTop(..) | ActionText::Mill(..) | ActionText::MillNamed(..)
        | ActionText::Give { .. } | ActionText::ShowDecks | ActionText::ShuffleDeck(_)
        | ActionText::ForbidNamed(_) | ActionText::Excavate { .. } | ActionText::ExcavateTop(..)
        | ActionText::ExcavateMany(..) | ActionText::Pick(..) | ActionText::Note(..)
        | ActionText::Declare(..) | ActionText::DeclareType(..) | ActionText::DeclareAnyType(_)
        | ActionText::DeclareName(..) | ActionText::Keep(_) | ActionText::Roll(..) | ActionText::RollOff(..)
        | ActionText::Allow(_) | ActionText::Toss(..) | ActionText::CallCoin(_)
        | ActionText::Negate { .. } | ActionText::Plan(..) | ActionText::RankUp(..) => {}
    }
}

/// Cards are joined to one monster on the field; one card is equipped at a time, or all that are Equip Cards already.
fn cards_joined(
    verb: CardVerb,
    cards: &SetText,
    to: &SetText,
    before: Before<'_>,
    faults: &mut Vec<LanguageFault>,
) {
    cards_there(to, location_bit::MONSTER, before, faults);
    if takes_several(to, before.0) {
        let fault = LanguageFault::new(to.span(), "cards are joined to one monster at a time");
        faults.push(fault.help("write `target m = monster(mine)` and `to m`"));
    }
    let mut equipped = true;
    each_filter(cards, before, &mut |filter, span| {
        let there = locations(filter);
        equipped &= verb == CardVerb::EquipWith && there == location_bit::SPELL;
        let reach = if equipped { location_bit::SPELL } else { reach(verb) };
        faults.extend(unreached(filter, reach, span));
        let of_spells = filter.noun == Noun::Spell;
        if verb == CardVerb::EquipWith && !of_spells {
            faults.extend(wrong_noun(filter, verb, span));
        }
    });
    if verb == CardVerb::EquipWith && !equipped {
        faults.extend(equipped_together(cards, before.0));
    }
}

/// One card is equipped at a time: which of several would come first is not told.
fn equipped_together(cards: &SetText, text: &EffectText) -> Option<LanguageFault> {
    takes_several(cards, text).then(|| {
        let fault = LanguageFault::new(cards.span(), "one card is equipped at a time");
        fault.help("write `1 ...`, or a step for each")
    })
}

/// The cards of a step must be in these places.
fn cards_there(
    cards: &SetText,
    there: Locations,
    before: Before<'_>,
    faults: &mut Vec<LanguageFault>,
) {
    each_filter(cards, before, &mut |filter, span| {
        faults.extend(unreached(filter, there, span));
    });
}

/// Fusion Monsters are in the Extra Deck, also where their materials go first, and these can go to the
/// Graveyard.
fn cards_prepared(step: &StepText, faults: &mut Vec<LanguageFault>) {
    if let ActionText::PrepareFusion(monsters, _) | ActionText::SummonPrepared(monsters) =
        &step.action
    {
        faults.extend(unreached(monsters, location_bit::EXTRA, monsters.span));
    }
    if let ActionText::PrepareFusion(_, materials) = &step.action {
        faults.extend(unreached(materials, reach(CardVerb::SendToGrave), materials.span));
    }
}

/// A Fusion Monster comes from the Extra Deck, and its materials are where their verb reaches.
fn cards_to_fuse(monsters: &FilterText, text: &FusionText, faults: &mut Vec<LanguageFault>) {
    faults.extend(unreached(monsters, location_bit::EXTRA, monsters.span));
    let used = |verb, filter: &FilterText| unreached(filter, reach(verb), filter.span);
    faults.extend(used(text.verb, &text.materials));
    if let Some((_, verb, filter)) = &text.wider {
        faults.extend(used(*verb, filter));
    }
}

/// The cards that a verb is about must be where it reaches, and of its kind.
fn cards_of_verb(
    verb: CardVerb,
    cards: &SetText,
    before: Before<'_>,
    faults: &mut Vec<LanguageFault>,
) {
    each_filter(cards, before, &mut |filter, span| {
        faults.extend(unreached(filter, reach(verb), span));
        faults.extend(wrong_noun(filter, verb, span));
        if matches!(verb, CardVerb::SpecialSummon(..))
            && locations(filter) & homes(filter.noun) & location_bit::MONSTER != 0
        {
            let fault = LanguageFault::new(span, "a monster on the field can't be Summoned there");
            faults.push(fault.help("say where they are: `monster(hand, mine)`"));
        }
    });
    if verb == CardVerb::Set {
        faults.extend(set_together(cards));
    }
    if verb == CardVerb::GiveControl {
        faults.extend(given_wrongly(cards, before));
    }
    if verb == CardVerb::EquipWith {
        faults.extend(equipped_together(cards, before.0));
    }
}

/// Control is given of one own monster at a time.
fn given_wrongly(cards: &SetText, before: Before<'_>) -> Vec<LanguageFault> {
    let mut faults = Vec::new();
    each_filter(cards, before, &mut |filter, span| {
        if filter.sides != Sides::Mine {
            let fault = LanguageFault::new(span, "only control of own monsters can be given");
            faults.push(fault.help("write `mine`"));
        }
    });
    if takes_several(cards, before.0) {
        let fault = LanguageFault::new(cards.span(), "control of one monster is given at a time");
        faults.push(fault.help("write `target m = monster(mine)` and `give_control m`"));
    }
    faults
}

/// Control is taken of one monster of the opponent at a time.
fn cards_to_control(cards: &SetText, before: Before<'_>, faults: &mut Vec<LanguageFault>) {
    each_filter(cards, before, &mut |filter, span| {
        faults.extend(unreached(filter, location_bit::MONSTER, span));
        if filter.sides != Sides::Theirs {
            let fault = LanguageFault::new(span, "of own monsters there is no control to take");
            faults.push(fault.help("write `theirs`"));
        }
    });
    if takes_several(cards, before.0) {
        let fault = LanguageFault::new(cards.span(), "control of one monster is taken at a time");
        faults.push(fault.help("write `target m = monster(theirs)` and `take_control m`"));
    }
}

/// The filters by which the cards of a step were found, also where they were targeted or picked before
/// and no step has done anything to them since.
fn each_filter(cards: &SetText, before: Before<'_>, each: &mut dyn FnMut(&FilterText, Span)) {
    match cards {
        SetText::All(filter)
        | SetText::Pick(_, filter, _)
        | SetText::Random(_, filter)
        | SetText::LevelsFrom(_, filter)
        | SetText::Lowest(_, filter)
        | SetText::Highest(_, filter) => each(filter, filter.span),
        SetText::Joined(all, _) => all.iter().for_each(|one| each_filter(one, before, each)),
        SetText::Named(name) => {
            let (text, steps) = before;
            if steps.iter().any(|step| is_about(&step.action, name)) {
                return;
            }
            for target in &text.targets {
                if let (Some(own), Some((.., filter))) = (&target.name, &target.cards)
                    && own.text == name.text
                {
                    each(filter, name.span);
                }
            }
            for step in steps {
                if let ActionText::Pick(own, found) = &step.action
                    && own.text == name.text
                    && !matches!(found, SetText::Named(_))
                {
                    each_filter(found, before, &mut |filter, _| each(filter, name.span));
                }
            }
        }
        SetText::It(_) | SetText::That(_) | SetText::Fixed(..) => {}
    }
}

/// Whether a step does something to the cards of a name, or to whatever cards were spoken of last.
fn is_about(action: &ActionText, name: &Name) -> bool {
    match action {
        ActionText::Cards(_, cards)
        | ActionText::TakeControl(cards, _)
        | ActionText::Join(_, cards, _)
        | ActionText::RankUp(cards, ..) => speaks_of(cards, name),
        ActionText::SwapControl(a, b) => speaks_of(a, name) || speaks_of(b, name),
        _ => false,
    }
}

fn speaks_of(cards: &SetText, name: &Name) -> bool {
    match cards {
        SetText::Named(other) => other.text == name.text,
        SetText::It(_) => true,
        SetText::Joined(all, _) => all.iter().any(|one| speaks_of(one, name)),
        _ => false,
    }
}

/// The fault if a filter looks in places where a verb does nothing.
fn unreached(filter: &FilterText, reach: Locations, span: Span) -> Option<LanguageFault> {
    let mut looked = locations(filter);
    let there = looked & location_bit::ON_FIELD & homes(filter.noun);
    if looked & location_bit::ON_FIELD == location_bit::ON_FIELD && reach & there != 0 {
        // The whole field is one place: cards there that can't be meant are left out.
        looked &= !location_bit::ON_FIELD;
    }
    (looked & !reach != 0).then(|| {
        let fault =
            LanguageFault::new(span, "this does nothing to cards where these are looked for");
        if filter.locations.is_none() {
            fault.help("say where they are: `monster(hand, mine)`")
        } else {
            fault.help("name other places, or another verb")
        }
    })
}

/// Whether these may be several cards.
fn takes_several(cards: &SetText, text: &EffectText) -> bool {
    let one = |number: &NumText| matches!(number, NumText::Value(1));
    match cards {
        SetText::All(_) | SetText::Joined(..) => true,
        SetText::Pick(number, ..) => !one(&number.1),
        SetText::Random(number, _) => !one(number),
        SetText::Named(name) => text.targets.iter().any(|target| {
            let called = target.name.as_ref().is_some_and(|own| own.text == name.text);
            called && matches!(&target.cards, Some((_, most, _)) if !one(most))
        }),
        _ => false,
    }
}

/// The fault if a verb is about other kinds of cards than its filter.
fn wrong_noun(filter: &FilterText, verb: CardVerb, span: Span) -> Option<LanguageFault> {
    let (no, help) = match verb {
        CardVerb::Set => (
            filter.noun == Noun::Monster,
            "a monster is Set by `special_summon ... in face_down_position`",
        ),
        CardVerb::Summon
        | CardVerb::TributeSummon
        | CardVerb::SummonFreely
        | CardVerb::NormalSummon => {
            (matches!(filter.noun, Noun::Spell | Noun::Trap), "only monsters are Summoned")
        }
        // A monster among the Spells is one of them there.
        CardVerb::SpecialSummon(..) => (
            filter.noun == Noun::Trap
                || filter.noun == Noun::Spell && locations(filter) & location_bit::ON_FIELD == 0,
            "only monsters are Summoned; a Trap that becomes one Summons itself",
        ),
        CardVerb::ToExtra => (
            filter.noun == Noun::Trap
                || filter.noun == Noun::Spell && locations(filter) & location_bit::ON_FIELD == 0,
            "only Pendulum Cards go there; in a Pendulum Zone they are Spells",
        ),
        CardVerb::EquipWith => (
            matches!(filter.noun, Noun::Spell | Noun::Trap),
            "such a card is equipped with monsters; an Equip Spell by `equip spell(...) to m`",
        ),
        CardVerb::PlaceInPendulumZone | CardVerb::LayWithOwner => {
            (matches!(filter.noun, Noun::Spell | Noun::Trap), "write `monster(...)`")
        }
        _ => return None,
    };
    no.then(|| LanguageFault::new(span, "this does nothing to such cards").help(help))
}

/// Cards of a hand are Set one after the other; how others would be Set together is not told.
fn set_together(cards: &SetText) -> Option<LanguageFault> {
    let (filter, one) = match cards {
        SetText::All(filter) => (filter, false),
        SetText::Random(number, filter) => (filter, matches!(**number, NumText::Value(1))),
        SetText::Pick(number, filter, _) => (filter, matches!(number.1, NumText::Value(1))),
        _ => return None,
    };
    (!one && locations(filter) != location_bit::HAND).then(|| {
        let fault =
            LanguageFault::new(filter.span, "only one card is Set from elsewhere than the hand");
        fault.help("write `set 1 ...`")
    })
}

/// Where a card can be to which a modifier means something.
const fn holders(kind: ModKind) -> Locations {
    match kind {
        // Notes, and what negates or protects Spells and Traps as well.
        ModKind::Marked
        | ModKind::Noted
        | ModKind::Negated
        | ModKind::CannotBeActivated
        | ModKind::CardCannotBeActivated
        | ModKind::SurvivesEffects
        | ModKind::SurvivesEffectsOf
        | ModKind::SurvivesEffectsTimes
        | ModKind::SurvivesSpellsTimes
        | ModKind::SurvivesOwnEffects
        | ModKind::BanishedWhenLeaving
        | ModKind::BanishedUnlessNegated
        | ModKind::FallsWithSource
        | ModKind::FallsWithSourceIf
        | ModKind::FallsWithSourceAlways
        | ModKind::GoesToDeckWithSource
        | ModKind::BanishedWithSource
        | ModKind::FallsIfSourceDestroyed
        | ModKind::TakesSourceAlong
        | ModKind::TakesSourceAlongAlways
        | ModKind::NotSpecialSummoned
        | ModKind::Renamed => location_bit::ON_FIELD,
        ModKind::Scale | ModKind::ScaleChange => location_bit::PENDULUM,
        ModKind::ToHandInstead => location_bit::ON_FIELD | location_bit::GRAVE,
        ModKind::Held => location_bit::MONSTER | location_bit::BANISHED,
        _ => location_bit::MONSTER,
    }
}
