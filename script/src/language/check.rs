//! Checks of a card's clauses: some can't stand together or on such a card, whatever they say.

use super::ast::{
    ActionText, AlwaysLine, CardSource, CardVerb, CondText, EffectText, FilterText, FormWord,
    Guard, LinkText, Name, Noun, NumText, Receiver, RecipeKind, SetText, StepText, TargetText,
    TestText,
};
use super::compile::locations;
use super::error::LanguageFault;
use crate::catalogue::{Facts, kind};
use crate::rows::{ModKind, SetRef, Sides, event_bit, location_bit, position_bit, term};

/// Checks the shape of a card.
pub(super) fn card(card: &CardSource, facts: &Facts, faults: &mut Vec<LanguageFault>) {
    let monster = facts.is(kind::MONSTER);
    let stays = facts.is_any(kind::CONTINUOUS | kind::EQUIP | kind::FIELD)
        || card.remains
        || !card.equip.is_empty();
    says_something(card, facts, faults);
    if let Some(filter) = card.equip.first().map(|line| &line.filter)
        && !facts.is_any(kind::EQUIP | kind::TRAP)
    {
        faults.push(LanguageFault::new(
            filter.span,
            "only an Equip Spell or a Trap can say what it is equipped to",
        ));
    }
    counts_damage(card, faults);
    made_of_others(card, facts, faults);
    summoned_or_placed(card, facts, faults);
    equip_lines(card, faults);
    if let Some(line) = card.always.first()
        && !monster
        && !stays
    {
        let fault = LanguageFault::new(line.span, "this card does not stay on the field");
        faults.push(fault.help("use `do give ... until end_of_turn` in an effect"));
    }
    activations(card, facts, faults);
    for text in &card.effects {
        if !text.broken {
            effect(text, facts, stays, faults);
        }
    }
}

/// Only a card that can hold counters takes some instead of damage.
fn counts_damage(card: &CardSource, faults: &mut Vec<LanguageFault>) {
    let counts = |line: &&AlwaysLine| {
        line.modifiers.iter().any(|modifier| modifier.kind == ModKind::EffectDamageCounts)
    };
    if card.holds.is_none()
        && let Some(line) = card.always.iter().find(counts)
    {
        let fault = LanguageFault::new(line.span, "nothing says which counters this card can hold");
        faults.push(fault.help("add a line like `holds black_feather_counter`"));
    }
}

/// Whether a card has no effect, no lasting rule and no `equip` line.
fn is_empty(card: &CardSource) -> bool {
    card.effects.is_empty() && card.always.is_empty() && card.equip.is_empty()
}

/// Whether the text has terms of Summons.
fn has_terms(card: &CardSource) -> bool {
    card.never_special_summoned || card.terms != (0, 0)
}

/// Something is said about a card that is no plain monster.
fn says_something(card: &CardSource, facts: &Facts, faults: &mut Vec<LanguageFault>) {
    let says_more = !card.fusion.is_empty()
        || !card.recipes.is_empty()
        || has_terms(card)
        || card.only_placed
        || card.union.is_some();
    let plain_pendulum = facts.is(kind::PENDULUM) && !facts.is(kind::EFFECT);
    let plain = facts.is_plain_monster() || facts.is(kind::TOKEN) || plain_pendulum;
    if is_empty(card) && !says_more && !card.broken && !plain {
        let fault = LanguageFault::new(card.span, "nothing says what this card does");
        faults.push(fault.help(if facts.is(kind::MONSTER) {
            "add a line like `effect trigger must on self summoned`"
        } else {
            "add a line `effect activate` and one with `do`"
        }));
    }
}

/// Only a card of the right kind is made of materials or equipped as a Union.
fn made_of_others(card: &CardSource, facts: &Facts, faults: &mut Vec<LanguageFault>) {
    if !card.fusion.is_empty() && !facts.is(kind::FUSION) {
        faults.push(LanguageFault::new(card.span, "only Fusion Monsters are made of others"));
    }
    if card.terms.0 & term::BY_WRITTEN_EFFECT != 0 && !card.fusion.is_empty() {
        let fault =
            LanguageFault::new(card.span, "a card that only an effect Summons has no materials");
        faults.push(fault.help("write `condition only_fusion_summoned`"));
    }
    if let Some(line) = &card.contact
        && card.fusion.is_empty()
    {
        let fault = LanguageFault::new(line.span, "nothing says which materials these are");
        faults.push(fault.help("add a line `fusion \"A\" + \"B\"`"));
    }
    if let Some(line) = &card.union {
        if !facts.is(kind::UNION) {
            faults.push(LanguageFault::new(line.span, "only Union monsters are equipped so"));
        }
        if line.filter.noun != Noun::Monster || locations(&line.filter) != location_bit::MONSTER {
            let fault = LanguageFault::new(
                line.filter.span,
                "a Union is equipped to a monster on the field",
            );
            faults.push(fault);
        }
    }
    if let Some((span, kind)) = card.duly
        && !facts.is(kind)
    {
        let fault = LanguageFault::new(span, "a monster of this kind is not Summoned so");
        faults.push(fault.help("name the Summon of its own kind, like `first_fusion_summoned`"));
    }
    for line in &card.recipes {
        let (kind, what) = match line.kind {
            RecipeKind::Synchro => (kind::SYNCHRO, "only Synchro Monsters are Synchro Summoned"),
            RecipeKind::Xyz | RecipeKind::XyzOver => {
                (kind::XYZ, "only Xyz Monsters are Xyz Summoned")
            }
            RecipeKind::Link => (kind::LINK, "only Link Monsters are Link Summoned"),
        };
        if !facts.is(kind) {
            faults.push(LanguageFault::new(line.span, what));
        }
    }
}

/// Only monsters, and Traps that become monsters, are Summoned; others may be placed.
fn summoned_or_placed(card: &CardSource, facts: &Facts, faults: &mut Vec<LanguageFault>) {
    let monster = facts.is(kind::MONSTER);
    if card.only_placed && monster {
        faults.push(LanguageFault::new(card.span, "monsters are Summoned and not placed"));
    }
    if card.as_monster != 0 && !facts.is(kind::TRAP) {
        faults.push(LanguageFault::new(
            card.span,
            "only a Trap is Summoned as a monster by its own effect",
        ));
    }
    let others = card.terms.0 & !(term::NEVER_ACTIVATED | term::NAMED_IN_GRAVE);
    let of_summons = card.never_special_summoned || others != 0 || card.terms.1 != 0;
    if of_summons && !monster {
        faults.push(LanguageFault::new(card.span, "only monsters are Summoned"));
    }
    if card.terms.0 & term::NEVER_ACTIVATED != 0 {
        let activation = card.effects.iter().any(|effect| effect.form == FormWord::Activate);
        if monster || facts.is_any(kind::CONTINUOUS | kind::FIELD) || activation {
            let fault = LanguageFault::new(card.span, "this card has an activation");
            faults.push(fault.help("leave out `condition never_activated`"));
        }
    }
}

/// A card has one `equip` line, for monsters on the field.
fn equip_lines(card: &CardSource, faults: &mut Vec<LanguageFault>) {
    if let Some(second) = card.equip.get(1) {
        let fault = LanguageFault::new(second.filter.span, "a second `equip` line");
        faults.push(fault.help("join the filters with `or`"));
    }
    if let Some(filter) = card.equip.first().map(|line| &line.filter)
        && (filter.noun != Noun::Monster || locations(filter) != location_bit::MONSTER)
    {
        faults.push(LanguageFault::new(
            filter.span,
            "an Equip Spell is equipped to a monster on the field",
        ));
    }
}

/// A Spell or Trap can be activated, and in one way only.
fn activations(card: &CardSource, facts: &Facts, faults: &mut Vec<LanguageFault>) {
    let mut activations = card.effects.iter().filter(|effect| effect.form == FormWord::Activate);
    let needs_one = !facts.is(kind::MONSTER)
        && !facts.is_any(kind::CONTINUOUS | kind::FIELD)
        && card.terms.0 & term::NEVER_ACTIVATED == 0
        && !card.broken;
    match (activations.next(), activations.next()) {
        (None, _) if !is_empty(card) && needs_one && card.equip.is_empty() => {
            let fault = LanguageFault::new(card.span, "this card can't be activated");
            faults.push(fault.help("add a line `effect activate`"));
        }
        (Some(first), _) if !card.equip.is_empty() => {
            faults.push(LanguageFault::new(
                first.span,
                "the `equip` line is this card's activation already",
            ));
        }
        // One card can answer several things, each in its own way, or nothing; and a Trap can be used
        // from the hand besides.
        (Some(first), Some(second))
            if first.event.is_none() && second.event.is_none() && first.from == second.from =>
        {
            faults.push(LanguageFault::new(second.span, "a second activation of one card"));
        }
        _ => {}
    }
}

/// Checks the shape of one effect.
fn effect(text: &EffectText, facts: &Facts, stays: bool, faults: &mut Vec<LanguageFault>) {
    let fault = misfit(text, facts).or_else(|| {
        let lies = matches!(
            text.form,
            FormWord::Ignition | FormWord::Quick | FormWord::Trigger | FormWord::AtOnce
        );
        let nowhere = lies && !facts.is(kind::MONSTER) && !stays && text.from.is_none();
        nowhere.then_some(("this card does not stay on the field", "say from where: `from grave`"))
    });
    if let Some((message, help)) = fault {
        faults.push(LanguageFault::new(text.span, message).help(help));
    }
    words_of_other_forms(text, facts, faults);
    replacements(text, faults);
    becoming(text, faults);
    let nothing_to_do = match text.form {
        FormWord::Ignition | FormWord::Quick => text.costs.iter().any(is_becoming),
        FormWord::Activate => stays || facts.is(kind::PENDULUM),
        // Of battle damage there may be simply none.
        FormWord::Instead => {
            text.event.as_ref().is_some_and(|event| event.events == event_bit::WOULD_BE_HURT)
        }
        FormWord::SummonCost => !text.needs.is_empty() || text.limit.is_some(),
        FormWord::NormalSummonCost => !text.needs.is_empty(),
        form => matches!(
            form,
            FormWord::Win | FormWord::Procedure | FormWord::Tributeless | FormWord::OtherTributes
        ),
    };
    if text.steps.is_empty() && !nothing_to_do {
        let fault = LanguageFault::new(text.span, "this effect does nothing");
        faults.push(fault.help("add a line like `do destroy all monster(field)`"));
    }
    steps(text, faults);
    negations(text, faults);
    targets(text, faults);
}

/// Whether a cost makes the effect that of another card.
const fn is_becoming(step: &StepText) -> bool {
    matches!(step.action, ActionText::Cards(CardVerb::Become, _))
}

/// Only an effect that answers nothing and has no targets of its own becomes that of another card.
fn becoming(text: &EffectText, faults: &mut Vec<LanguageFault>) {
    let Some(step) = text.costs.iter().find(|step| is_becoming(step)) else { return };
    let free = matches!(text.form, FormWord::Ignition | FormWord::Quick) && text.event.is_none();
    if !free || !text.targets.is_empty() {
        let fault = LanguageFault::new(step.span, "this effect can't become that of another card");
        faults.push(fault.help(
            "write it as `effect ignition` or `effect quick` without an event and without targets",
        ));
    }
}

/// A fault of a clause or of its lack, and the help for it.
type Misfit = Option<(&'static str, &'static str)>;

/// The first thing in an effect that does not fit its form.
fn misfit(text: &EffectText, facts: &Facts) -> Misfit {
    match text.form {
        FormWord::Activate
        | FormWord::Flip
        | FormWord::Trigger
        | FormWord::Ignition
        | FormWord::Quick => misfit_of_activated(text, facts),
        FormWord::AtOnce | FormWord::Win | FormWord::Offer | FormWord::Later => {
            misfit_of_unchained(text)
        }
        FormWord::Procedure
        | FormWord::Tributeless
        | FormWord::Tributed
        | FormWord::OtherTributes
        | FormWord::SummonCost
        | FormWord::NormalSummonCost => misfit_of_summons(text, facts),
        FormWord::Instead => None,
    }
}

/// The misfit of an effect that starts a Chain or answers in one.
fn misfit_of_activated(text: &EffectText, facts: &Facts) -> Misfit {
    let monster = facts.is(kind::MONSTER);
    let answers = text.event.is_some();
    match text.form {
        FormWord::Activate if monster && !facts.is(kind::PENDULUM) => {
            Some(("a monster has no activation", "write `effect ignition` or `effect quick`"))
        }
        FormWord::Activate if answers && !facts.is_any(kind::TRAP | kind::QUICK_PLAY) => Some((
            "only Traps and Quick-Play Spells answer events",
            "leave the event out, or use `need`",
        )),
        FormWord::Flip if !monster => {
            Some(("only a monster has a FLIP effect", "write `effect trigger`"))
        }
        FormWord::Flip if answers => {
            Some(("a FLIP effect answers its own flipping", "leave the event out"))
        }
        FormWord::Trigger if !answers => {
            Some(("a trigger answers an event", "add it: `effect trigger must on self summoned`"))
        }
        FormWord::Trigger if text.must.is_none() => Some((
            "a trigger is mandatory or optional",
            "write `effect trigger must` or `effect trigger may`",
        )),
        FormWord::Ignition if answers => {
            Some(("this effect answers no event", "write `effect trigger` or `effect quick`"))
        }
        _ => None,
    }
}

/// The misfit of an effect that is not activated.
fn misfit_of_unchained(text: &EffectText) -> Misfit {
    let answers = text.event.is_some();
    match text.form {
        FormWord::AtOnce if !answers => {
            Some(("this answers an event", "add it: `effect at_once on spell card_resolved`"))
        }
        FormWord::AtOnce if !text.targets.is_empty() || !text.costs.is_empty() => Some((
            "what happens at once is not activated: it has no targets and no cost",
            "use `effect trigger must` for what is activated",
        )),
        FormWord::AtOnce
            if text.limit.as_ref().is_some_and(|limit| !limit.by_name || limit.activation)
                || (text.limit.is_some() && answers_links(text)) =>
        {
            Some((
                "what happens at once is limited for all copies of the card or not at all, and never around a link",
                "write `limit use 1 per_turn by_name`, or use `effect trigger must`",
            ))
        }
        FormWord::Win if answers || text.needs.is_empty() || !text.steps.is_empty() => Some((
            "a victory is a matter of conditions only",
            "write `effect win from hand` and `need` lines below",
        )),
        FormWord::Offer if text.label.is_none() => {
            Some(("what is offered needs a name", "write `effect offer as later`"))
        }
        FormWord::Offer if !text.targets.is_empty() || !text.costs.is_empty() || answers => Some((
            "what is offered is not activated: it has no targets, no cost and no event",
            "choose cards with `pick` in its steps",
        )),
        FormWord::Later if text.label.is_none() || !answers || !text.targets.is_empty() => Some((
            "what happens later has a name, a phase or an event, and no targets",
            "write `effect planned as farewell on each end_phase`",
        )),
        _ => None,
    }
}

/// Whether an effect answers that a link resolves.
fn answers_links(text: &EffectText) -> bool {
    let of_links = event_bit::RESOLVING | event_bit::RESOLVED;
    text.event.as_ref().is_some_and(|event| event.events & of_links != 0)
}

/// The misfit of a way to Summon a monster, or of what a Summon demands or gives.
fn misfit_of_summons(text: &EffectText, facts: &Facts) -> Misfit {
    let monster = facts.is(kind::MONSTER);
    let answers = text.event.is_some();
    match text.form {
        FormWord::Procedure if !monster || !text.targets.is_empty() || answers => Some((
            "this is no way to Special Summon a monster",
            "a `procedure` has conditions and a cost, no event and no targets",
        )),
        FormWord::Procedure
            if text.limit.as_ref().is_some_and(|limit| !limit.by_name || limit.activation) =>
        {
            Some((
                "a way to Special Summon a monster is limited for all copies of it or not at all",
                "write `limit use 1 per_turn by_name`",
            ))
        }
        FormWord::Tributeless | FormWord::Tributed | FormWord::OtherTributes
            if !monster
                || answers
                || !text.targets.is_empty()
                || !text.costs.is_empty()
                || !text.steps.iter().all(gives_to_itself) =>
        {
            let (what, help) = if text.form == FormWord::Tributed {
                (
                    "this is nothing that a monster gets from Tributes",
                    "`tributes` has conditions, and what it gives to `self`: no event, cost or targets",
                )
            } else if text.form == FormWord::OtherTributes {
                (
                    "this is no way to Tribute Summon a monster",
                    "`tribute_summon` has conditions, and what it gives to `self`: no event, cost or targets",
                )
            } else {
                (
                    "this is no way to Summon a monster without Tributes",
                    "`tributeless` has conditions, and what it gives to `self`: no event, cost or targets",
                )
            };
            Some((what, help))
        }
        FormWord::NormalSummonCost | FormWord::SummonCost => misfit_of_demands(text, monster),
        _ => None,
    }
}

/// The same of what a Summon of the monster demands.
fn misfit_of_demands(text: &EffectText, monster: bool) -> Misfit {
    let answers = text.event.is_some();
    match text.form {
        FormWord::NormalSummonCost
            if !monster
                || answers
                || !text.targets.is_empty()
                || !text.costs.is_empty()
                || !text.steps.is_empty() =>
        {
            Some((
                "this is nothing that a Normal Summon can demand",
                "`normal_summon_cost` has conditions and nothing else",
            ))
        }
        FormWord::SummonCost
            if text.limit.as_ref().is_some_and(|limit| !limit.by_name || limit.activation) =>
        {
            Some((
                "Special Summons of a monster are limited for all copies of it or not at all",
                "write `limit use 1 per_turn by_name`",
            ))
        }
        FormWord::SummonCost
            if !monster
                || answers
                || !text.targets.is_empty()
                || !text.costs.is_empty()
                || !text.steps.iter().all(gives_to_player) =>
        {
            Some((
                "this is nothing that a Special Summon can demand",
                "`summon_cost` has conditions, and what it gives to a player: no event, cost or targets",
            ))
        }
        _ => None,
    }
}

/// Words that belong to effects of another form.
fn words_of_other_forms(text: &EffectText, facts: &Facts, faults: &mut Vec<LanguageFault>) {
    let events = text.event.as_ref().map_or(0, |event| event.events);
    if answers_links(text) && text.form != FormWord::AtOnce {
        let fault = LanguageFault::new(text.span, "nobody can respond to a link that resolves");
        faults.push(fault.help("write `effect at_once`, or answer `activated`"));
    }
    let optional_form = matches!(text.form, FormWord::Trigger | FormWord::Flip);
    let answers_activations = text.form == FormWord::Quick && events & event_bit::ACTIVATED != 0;
    if let (false, Some((must, span))) = (optional_form, text.must)
        && !(must && answers_activations)
    {
        let fault = LanguageFault::new(
            span,
            "only `trigger`, `flip`, and `quick` in answer to `activated`, can be mandatory",
        );
        faults.push(fault.help("leave it out: its player decides"));
    }
    if text.face_down && (text.form != FormWord::Quick || !facts.is(kind::MONSTER)) {
        let fault =
            LanguageFault::new(text.span, "this effect is not used while its card is face-down");
        faults.push(fault.help("only a `quick` of a monster can say `face_down`"));
    }
    if text.by_either && (text.form != FormWord::Quick || facts.is(kind::MONSTER)) {
        let fault = LanguageFault::new(text.span, "only its player uses this effect");
        faults.push(fault.help("only a `quick` of a Spell or Trap can say `by_either`"));
    }
    let waits = text.form == FormWord::Trigger
        && !text.must.is_some_and(|(must, _)| must)
        && text.event.as_ref().is_some_and(|event| !event.when);
    if text.gathers && !waits {
        let fault =
            LanguageFault::new(text.span, "this effect waits for nothing that could be gathered");
        faults.push(fault.help("only a `trigger` that may be used, with `if`, can say `gathered`"));
    }
    let positioned = text.positions != position_bit::FACE_UP;
    if (text.to_opponent || positioned) && text.form != FormWord::Procedure {
        let fault = LanguageFault::new(text.span, "this effect Summons nothing by itself");
        faults.push(fault.help("only a `procedure` can say `to opponent` or in which position"));
    }
    if text.never_set && (text.form != FormWord::Tributeless || text.others.is_some()) {
        let fault = LanguageFault::new(text.span, "this effect neither Summons nor Sets this card");
        faults.push(fault.help("only a `tributeless` of this card can say `face_up`"));
    }
    if text.also_set && !text.steps.is_empty() {
        let fault = LanguageFault::new(text.span, "a monster that is Set gets nothing");
        faults.push(fault.help("leave out `or_set`, or what the steps give"));
    }
    if text.others.is_some() != (text.form == FormWord::Tributeless && text.from.is_some()) {
        let fault = LanguageFault::new(text.span, "only `tributeless` can be for other monsters");
        faults.push(
            fault.help("say from where: `effect tributeless for monster(dragon) from grave`"),
        );
    }
    if text.form == FormWord::Procedure && !text.steps.iter().all(gives_to_itself) {
        let fault = LanguageFault::new(
            text.span,
            "a `procedure` Summons this card, gives it something and does nothing else",
        );
        faults.push(fault.help("write what else it does as an effect of its own"));
    }
}

/// Only an `instead` answers a destruction that has not happened yet, and it is free.
fn replacements(text: &EffectText, faults: &mut Vec<LanguageFault>) {
    let instead =
        text.event.as_ref().is_some_and(|event| event.events & event_bit::OF_INSTEAD != 0);
    if instead != (text.form == FormWord::Instead) {
        let fault = LanguageFault::new(
            text.span,
            "only an `instead` answers that cards would be destroyed",
        );
        faults.push(fault.help("write `effect instead on self would_be_destroyed`"));
    }
    if text.form == FormWord::Instead && !text.costs.is_empty() {
        let fault = LanguageFault::new(text.span, "what is done instead has no cost");
        faults.push(fault.help("write it with `do`"));
    }
}

/// Only what answers an activation or a Summon can be negated.
fn negations(text: &EffectText, faults: &mut Vec<LanguageFault>) {
    let events = text.event.as_ref().map_or(0, |event| event.events);
    for step in &text.steps {
        let ActionText::Negate { effect } = step.action else { continue };
        let wanted = if effect {
            event_bit::OF_LINKS
        } else {
            event_bit::ACTIVATED | event_bit::OF_SUMMONING
        };
        if events == 0 || events & !wanted != 0 {
            let fault =
                LanguageFault::new(step.span, "the effect answers nothing that it could negate");
            faults.push(fault.help("let it answer that: `on spell(theirs) activated`"));
        }
    }
}

/// Whether a step only gives something to this card.
fn gives_to_itself(step: &StepText) -> bool {
    let itself = |to: &Receiver| matches!(to, Receiver::Cards(SetText::Fixed(SetRef::Source, _)));
    step.guards.is_empty() && matches!(&step.action, ActionText::Give { to, .. } if itself(to))
}

/// Whether a step only gives something to a player.
fn gives_to_player(step: &StepText) -> bool {
    let given = matches!(&step.action, ActionText::Give { to: Receiver::Player(_), .. });
    step.guards.is_empty() && given
}

fn steps(text: &EffectText, faults: &mut Vec<LanguageFault>) {
    for (at, step) in text.steps.iter().enumerate() {
        let first = at == 0;
        if first != (step.link == LinkText::Do) {
            let fault = LanguageFault::new(
                step.span,
                if first { "nothing comes before this step" } else { "a second `do`" },
            );
            faults.push(fault.help(if first {
                "begin the first step with `do`"
            } else {
                "say how it hangs together with the step before: `then`, `if_done` or `also`"
            }));
        }
        // The steps of the same chain that come before this one.
        let begins = |step: &StepText| matches!(step.link, LinkText::Also | LinkText::Afterwards);
        let begin = text.steps[..at].iter().rposition(begins).unwrap_or(0);
        let before = &text.steps[begin..at];
        let last = before.iter().rposition(|step| step.link == LinkText::Otherwise);
        let before = &before[last.unwrap_or(0)..];
        let refusable = before.iter().any(|step| !step.guards.is_empty());
        if step.link == LinkText::Otherwise && !refusable {
            let fault = LanguageFault::new(step.span, "no step before this one can be refused");
            faults.push(fault.help("`otherwise` belongs to a step with `if`, `unless` or `may`"));
        }
    }
    for step in &text.late_costs {
        if !matches!(step.action, ActionText::Give { .. }) || !step.guards.is_empty() {
            let fault = LanguageFault::new(step.span, "this is paid before targets are chosen");
            faults
                .push(fault.help("write it before `target`; behind it only `cost give` can stand"));
        }
    }
    for step in &text.costs {
        let payable = matches!(
            step.action,
            ActionText::Counters { location: false, .. }
                | ActionText::RemoveAmong { .. }
                | ActionText::Cards(..)
                | ActionText::Pay(_)
                | ActionText::Mill(..)
                | ActionText::Give { .. }
                | ActionText::Note(..)
                | ActionText::Pick(..)
                | ActionText::Declare(..)
                | ActionText::Plan(..)
        );
        if !payable {
            let fault = LanguageFault::new(step.span, "this can't be a cost");
            faults.push(fault.help(
                "costs are pay, tribute, discard, send_to_grave, banish, return_to_hand, reveal and give",
            ));
        } else if !step.guards.is_empty() && !is_of_option(step, text) {
            faults.push(
                LanguageFault::new(step.span, "a cost has no condition")
                    .help("write the condition as a `need` line"),
            );
        }
    }
}

fn targets(text: &EffectText, faults: &mut Vec<LanguageFault>) {
    if let Some(third) = text.targets.get(2) {
        let fault = LanguageFault::new(third.span, "a third target clause");
        faults.push(fault.help("an effect can have two; join them in one filter"));
    }
    for target in &text.targets {
        let Some((min, max, filter)) = &target.cards else {
            if text.event.is_none() {
                let fault = LanguageFault::new(
                    target.span,
                    "there is no event whose cards could be targeted",
                );
                faults.push(fault.help("add a line like `on monster(theirs) summoned`"));
            }
            continue;
        };
        let hidden = location_bit::DECK | location_bit::HAND | location_bit::EXTRA;
        if locations(filter) & location_bit::MATERIAL != 0 {
            let fault = LanguageFault::new(filter.span, "Xyz Materials can't be targeted");
            faults.push(fault.help("choose them in a step: `do pick c = 1 ...`"));
        }
        if locations(filter) & hidden != 0 {
            let fault = LanguageFault::new(
                filter.span,
                "cards in the Deck, the hand or the Extra Deck can't be targeted",
            );
            faults.push(fault.help("choose them in a step: `do pick c = 1 ...`"));
        }
        if let (NumText::Value(min), NumText::Value(max)) = (min, max)
            && (*max < 1 || !(0..=*max).contains(min))
        {
            let fault = LanguageFault::new(target.span, "so many targets can't be chosen");
            faults.push(fault.help("write `target m = 1 to 3 monster(field)`"));
        }
    }
    if let [
        first @ TargetText { cards: Some((.., a)), .. },
        second @ TargetText { cards: Some((.., b)), .. },
    ] = &*text.targets
        && (first.only.is_none() || second.only.is_none())
        && !leaves_out(b, first.name.as_ref())
        && overlap(a, b)
    {
        let fault =
            LanguageFault::new(second.span, "both target clauses could choose the same card");
        faults.push(
            fault.help("join them in one clause, or let them differ in side, place or position"),
        );
    }
}

/// Whether a cost belongs to one of the effect's options.
fn is_of_option(step: &StepText, effect: &EffectText) -> bool {
    match &*step.guards {
        [Guard::If(CondText::Flag(name))] => {
            effect.options.iter().any(|(option, _)| option.text == name.text)
        }
        _ => false,
    }
}

/// Whether a filter is `not among` the cards of that name.
fn leaves_out(filter: &FilterText, name: Option<&Name>) -> bool {
    let named = |set: &SetText| match set {
        SetText::Named(other) => name.is_some_and(|name| name.text == other.text),
        _ => false,
    };
    filter.tests.iter().any(|test| match test {
        TestText::Not(inner) => matches!(&**inner, TestText::Among(set) if named(set)),
        _ => false,
    })
}

/// Whether one card could fit both filters, as far as can be seen without knowing all of them.
fn overlap(a: &FilterText, b: &FilterText) -> bool {
    let sides = a.sides == b.sides || a.sides == Sides::Both || b.sides == Sides::Both;
    let nouns = a.noun == b.noun || a.noun == Noun::Card || b.noun == Noun::Card;
    let says = |filter: &FilterText, wanted: fn(&TestText) -> bool| filter.tests.iter().any(wanted);
    let face = |filter: &FilterText| {
        let up = |test: &TestText| matches!(test, TestText::FaceUp | TestText::InAttack);
        let down = |test: &TestText| matches!(test, TestText::FaceDown);
        (says(filter, up), says(filter, down))
    };
    let (a_face, b_face) = (face(a), face(b));
    let faces_differ = (a_face.0 && b_face.1) || (a_face.1 && b_face.0);
    let attack = |test: &TestText| matches!(test, TestText::InAttack);
    let defense = |test: &TestText| matches!(test, TestText::InDefense);
    let positions_differ =
        (says(a, attack) && says(b, defense)) || (says(a, defense) && says(b, attack));
    sides && nouns && locations(a) & locations(b) != 0 && !faces_differ && !positions_differ
}
