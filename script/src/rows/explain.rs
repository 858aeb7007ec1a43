//! Compiled effects in plain English, from their rows alone.
//!
//! This is how an author sees what the compiler made of a card file, derived conditions included.

mod names;
mod phrases;

use super::bits::event_bit;
use super::expressions::{Cond, Num};
use super::model::{
    Across, Away, DeckEnd, Effect, Form, How, LimitSpan, On, PendulumSummonKind, PlanAbout,
    UseLimit, Who,
};
use super::modifier::{ModKind, Operand, Scope, Static};
use super::op::Op;
use super::scripts::term;
use crate::catalogue::{CardCode, Catalogue, kind};
use crate::rows::ids::{CondId, NumId, Program, SetRef, TestId};
use phrases::Phrases;

/// One line for what a card may be equipped to, and one for each effect and each lasting rule.
#[must_use]
pub fn explain(cards: &Catalogue, code: CardCode) -> Vec<String> {
    let scripts = cards.scripts();
    let Some(script) = scripts.card(code) else { return Vec::new() };
    let phrases = Phrases { cards, code };
    let mut lines = Vec::new();
    if let Some((sides, test)) = script.equips {
        let (qualities, whose) = (phrases.test(test), phrases::controller(sides));
        lines.push(format!("Can be equipped to: {} monsters{whose}.", or_any(&qualities)));
    }
    for line in script.materials {
        let materials = line.into_iter().filter(|test| *test != TestId(0));
        let materials: Vec<String> = materials.map(|test| phrases.test(test)).collect();
        if !materials.is_empty() {
            lines.push(format!("Made of: {}.", materials.join(" + ")));
        }
    }
    if script.never_special_summoned {
        lines.push("Can't be Special Summoned.".to_owned());
    }
    for (bit, text) in TERMS {
        if script.terms & bit != 0 {
            lines.push(text.to_owned());
        }
    }
    if script.tributes > 0 {
        lines.push(format!("Needs {} Tributes to be Normal Summoned.", script.tributes));
    }
    if script.only_placed {
        lines
            .push("Can neither be Set nor activated: only effects put it on the field.".to_owned());
    }
    if script.as_monster != 0 {
        let kind = if script.as_monster & kind::NORMAL != 0 { "Normal" } else { "Effect" };
        lines.push(format!("Summoned by its own effect it is a {kind} Monster, and still a Trap."));
    }
    if script.ignores_grave_stays {
        lines.push("Its effects move cards of Graveyards that have to stay there.".to_owned());
    }
    let kind = |effect: &Effect| match scripts.cond(effect.condition) {
        Cond::MayPendulumSummon(kind) => Some(kind),
        _ => None,
    };
    for (_, effect) in scripts.effects_of(code) {
        // Of the ways to Pendulum Summon, which are the same on all cards, the usual one is enough.
        if kind(effect).is_none_or(|kind| kind == PendulumSummonKind::Usual) {
            lines.push(phrases.effect(effect));
        }
    }
    for (_, fixed) in scripts.statics_of(code) {
        lines.push(phrases.fixed(fixed));
    }
    lines
}

/// The sentences for the terms of Summons.
const TERMS: [(u16, &str); 15] = [
    (term::NEVER_SET, "Can't be Set."),
    (term::NEVER_SUMMONED, "Can't be Normal Summoned, but can be Set."),
    (term::ONLY_BY_EFFECTS, "Must be Special Summoned by an effect of a card."),
    (term::ONLY_OWN_WAY, "Must be Special Summoned in its own way, and can't be in any other."),
    (term::NO_SYNCHRO_MATERIAL, "Can't be used as a Synchro Material."),
    (
        term::NOT_LINKED_AT_ONCE,
        "Can't be used as a Link Material in the turn in which it is Link Summoned.",
    ),
    (term::NOT_NEGATED, "Its Normal Summon can't be negated."),
    (term::NOT_ANSWERED, "Nothing can be activated when it is Normal Summoned."),
    (term::SUBSTITUTE, "Can be one Fusion Material that is written by name."),
    (term::ONLY_FUSION, "Must be Fusion Summoned."),
    (term::FIRST_FUSION, "Must first be Fusion Summoned."),
    (
        term::ONLY_WRITTEN_MATERIALS,
        "Can be Fusion Summoned only with the Fusion Materials that it names.",
    ),
    (term::SAME_TYPE, "Its two materials must be of the same Type."),
    (term::SAME_ATTRIBUTE, "Its two materials must have the same Attribute."),
    (term::DIFFERENT_NAMES, "Its two materials must have different names."),
];

/// A condition of a card's effect, in words.
pub fn condition_in_words(cards: &Catalogue, code: CardCode, cond: CondId) -> String {
    Phrases { cards, code }.cond(cond)
}

/// When an effect that answers an event is used.
pub fn occasion_in_words(cards: &Catalogue, effect: &Effect) -> String {
    Phrases { cards, code: effect.code }.event(effect)
}

fn or_any(qualities: &str) -> &str {
    if qualities.is_empty() { "any" } else { qualities }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The contents of a program's local sets in words, and whether they were said already.
#[derive(Default)]
struct Held {
    sets: [Option<(String, bool)>; 4],
}

impl Phrases<'_> {
    fn effect(&self, effect: &Effect) -> String {
        let mut line = self.kind_of_effect(effect);
        if effect.on.events != 0 {
            line += &format!(", {}", self.event(effect));
        }
        line.push(':');
        if effect.condition != CondId(0) {
            line += &format!(" only if {}.", self.cond(effect.condition));
        }
        if effect.possible != CondId(0) {
            line += &format!(" Needs that {}.", self.cond(effect.possible));
        }
        for (title, program) in
            [("Cost", effect.cost), ("At activation", effect.target), ("Effect", effect.body)]
        {
            if program != Program(0) {
                line += &format!(" {title}: {}.", self.program(program));
            }
        }
        if effect.form == Form::Activate && effect.body == Program(0) {
            line += " the card stays on the field.";
        }
        if effect.limit.group != 0 {
            line += &format!(" {}", limit(effect.limit));
            let effects = self.cards.scripts().effects_of(self.code);
            if effects.filter(|(_, other)| other.limit.group == effect.limit.group).count() > 1 {
                line += " This is counted together with another effect of the card.";
            }
        }
        capital(&line)
    }

    fn kind_of_effect(&self, effect: &Effect) -> String {
        let form = match effect.form {
            Form::Activate => "activation",
            Form::Ignition => "in your Main Phase",
            Form::Trigger if effect.must => "mandatory",
            Form::Trigger if effect.misses => "optional, can miss its timing",
            Form::Trigger => "optional",
            Form::Quick if effect.face_down => "whenever you may respond, while it is face-down",
            Form::Quick => "whenever you may respond",
            Form::Procedure if effect.to_opponent && effect.in_defense => {
                "can be Special Summoned to your opponent's field in Defense Position"
            }
            Form::Procedure if effect.in_defense => "can be Special Summoned in Defense Position",
            Form::Procedure if effect.to_opponent => {
                "can be Special Summoned to your opponent's field"
            }
            Form::Tributeless if effect.on.itself == Some(false) => {
                "lets another monster be Normal Summoned without Tributes"
            }
            Form::Tributeless => "can be Normal Summoned or Set without Tributes",
            Form::Tributed => "when it is Tribute Summoned, without a Chain",
            Form::SummonCost => "whatever Special Summons it",
            Form::Procedure => "can be Special Summoned",
            Form::Offer => "once this turn, without a Chain",
            Form::Later => "when its phase comes, without a Chain",
            Form::Win => "you win the duel",
            Form::Instead => "instead, if you like",
            Form::AtOnce => "by itself, without a Chain",
        };
        let mut text = form.to_owned();
        if effect.form == Form::Tributeless && effect.on.cards != TestId(0) {
            text += &format!(" ({})", self.test(effect.on.cards));
        }
        let unchained = matches!(
            effect.form,
            Form::Offer
                | Form::AtOnce
                | Form::Later
                | Form::Win
                | Form::Instead
                | Form::Procedure
                | Form::Tributeless
                | Form::Tributed
                | Form::SummonCost
        );
        let placeless =
            matches!(effect.form, Form::Activate | Form::Offer | Form::Later | Form::SummonCost);
        if !placeless {
            text += &format!(", from {}", self.locations(effect.from, "the"));
        }
        if !unchained {
            text += &format!(", Spell Speed {}", effect.speed);
        }
        match (effect.in_damage_step, effect.in_calculation) {
            (true, true) => text += ", also in the Damage Step and during damage calculation",
            (true, false) => text += ", also in the Damage Step",
            (false, true) => text += ", also during damage calculation",
            (false, false) => {}
        }
        text
    }

    fn event(&self, effect: &Effect) -> String {
        let On { events, cards, itself, from, of_card, .. } = effect.on;
        if events & (event_bit::PHASE | event_bit::PHASE_BEGAN) != 0 {
            let whose = whose_turn(effect.on);
            return format!("in {whose} {}", phrases::phase(effect.phase));
        }
        // Of this card itself it is clear in which way it is Summoned.
        let kinds = if itself == Some(true) { self.cards.facts(self.code).kind } else { 0 };
        let names = phrases::events_by(events, effect.on.way, kinds);
        if events == event_bit::DREW && itself == Some(true) {
            return "when you draw this card".to_owned();
        }
        if events & phrases::OF_PLAYERS != 0 {
            return format!("when {} {names}", player_of(effect.on));
        }
        let qualities = self.test(cards);
        let subject = match itself {
            Some(true) => "this card".to_owned(),
            Some(false) => format!("another card{}", phrases::owner(effect.on.sides)),
            None => format!("a card{}", phrases::owner(effect.on.sides)),
        };
        let qualities =
            if qualities.is_empty() { String::new() } else { format!(" ({qualities})") };
        let from = if from == 0 {
            String::new()
        } else {
            format!(" from {}", self.locations(from, "the"))
        };
        let only = match of_card {
            Some(true) => " as a card",
            Some(false) => ", not as a card",
            None => "",
        };

        let by = match effect.on.by {
            0 => "",
            super::bits::by_bit::EFFECT => " by an effect",
            _ => " by an opponent's card",
        };
        format!("when {subject}{qualities} {names}{only}{from}{by}")
    }

    fn fixed(&self, fixed: &Static) -> String {
        let change = self.change(fixed.kind, fixed.value);
        let when = if fixed.when == CondId(0) {
            String::new()
        } else {
            format!(" and only while {}", self.cond(fixed.when))
        };
        let location =
            if fixed.in_pendulum_zone { "in a Pendulum Zone" } else { "face-up on the field" };
        format!("While {location}{when}: {} {change}.", self.scope(fixed.scope))
    }

    fn scope(&self, scope: Scope) -> String {
        match scope {
            Scope::Card => "this card".to_owned(),
            Scope::Host => "the equipped monster".to_owned(),
            Scope::Player(who) => phrases::player(who).to_owned(),
            Scope::Field(sides, test) | Scope::EvenFaceDown(sides, test) => {
                let qualities = if test == TestId(0) {
                    String::new()
                } else {
                    format!(" ({})", self.test(test))
                };
                let all = if matches!(scope, Scope::Field(..)) { "face-up " } else { "" };
                format!("every {all}monster{}{qualities}", phrases::controller(sides))
            }
            Scope::InHand(sides, test) => {
                let qualities = self.test(test);
                format!("every card in the hand{} ({qualities})", phrases::owner(sides))
            }
            Scope::Spells(sides, test) => {
                let qualities = self.test(test);
                format!("every card{} ({qualities})", phrases::owner(sides))
            }
        }
    }

    fn change(&self, kind: ModKind, value: NumId) -> String {
        let by = |what: &str| match self.cards.scripts().num(value) {
            Num::Value(value) => format!("has {value:+} {what}"),
            _ => format!("has +({}) {what}", self.num(value)),
        };
        match kind {
            ModKind::Atk => by("ATK"),
            ModKind::Def => by("DEF"),
            ModKind::Level => by("Level"),
            ModKind::SetAtk => format!("has {} ATK", self.num(value)),
            ModKind::SetDef => format!("has {} DEF", self.num(value)),
            ModKind::BecomesType => match self.cards.scripts().num(value) {
                Num::Value(bits) => {
                    format!("is of the Type {}", phrases::types(bits.cast_unsigned()))
                }
                _ => kind.phrase().to_owned(),
            },
            ModKind::ExtraAttacks => by("attacks in each Battle Phase"),
            ModKind::SurvivesBattleTimes => {
                format!("is not destroyed by battle {} times a turn", self.num(value))
            }
            ModKind::BaseAtk => format!("has an original ATK of {}", self.num(value)),
            ModKind::AttackFee => {
                format!("costs its player {} Life Points for each attack", self.num(value))
            }
            ModKind::BaseDef => format!("has an original DEF of {}", self.num(value)),
            ModKind::CannotBeTargeted
                if self.cards.scripts().num(value) == Num::Value(ModKind::FOR_OPPONENT) =>
            {
                "can't be targeted by your opponent's card effects".to_owned()
            }
            ModKind::ZonesUnusable => {
                format!("can't use up to {} free Monster Zones of your choice", self.num(value))
            }
            ModKind::Unaffected => {
                let kind = match self.cards.scripts().num(value) {
                    Num::Value(bits) if bits.cast_unsigned() & kind::TRAP != 0 => "Traps",
                    Num::Value(bits) if bits.cast_unsigned() & kind::SPELL != 0 => "Spells",
                    _ => "monsters",
                };
                let whose = match self.cards.scripts().num(value) {
                    Num::Value(bits) if bits.cast_unsigned() & ModKind::OPPONENTS_ONLY != 0 => {
                        " of your opponent"
                    }
                    _ => "",
                };
                format!("{} {kind}{whose}", ModKind::Unaffected.phrase())
            }
            ModKind::Renamed | ModKind::HasEffectsOf | ModKind::NameForbidden => {
                format!("{} {}", kind.phrase(), self.name(value))
            }
            other if other.operand() == Operand::Test => {
                let Num::Value(test) = self.cards.scripts().num(value) else {
                    return other.phrase().to_owned();
                };
                format!("{} {}", other.phrase(), self.test(TestId(test as u16)))
            }
            other => other.phrase().to_owned(),
        }
    }

    /// The name that a number stands for: a card's, or that of cards which the number tells.
    fn name(&self, value: NumId) -> String {
        match self.cards.scripts().num(value) {
            Num::Value(row) => {
                let code = u16::try_from(row).ok().and_then(|row| self.cards.at(row));
                code.map_or("no card".to_owned(), |code| format!("\"{}\"", self.cards.name(code)))
            }
            _ => self.num(value),
        }
    }

    fn program(&self, program: Program) -> String {
        let scripts = self.cards.scripts();
        let mut end = program.0;
        while scripts.op(end) != Op::End {
            end += 1;
        }
        self.steps(program.0, end, &mut Held::default())
    }

    /// The steps from one row to the one before another.
    fn steps(&self, mut at: u16, end: u16, held: &mut Held) -> String {
        let mut said: Vec<String> = Vec::new();
        let mut then = "";
        while at < end {
            let op = self.cards.scripts().op(at);
            at += 1;
            let condition = match op {
                Op::Then => {
                    then = "then ";
                    continue;
                }
                Op::Unless(cond, by) => Some((format!("if {}", self.cond(cond)), by)),
                Op::Offer(by) => Some(("you may".to_owned(), by)),
                _ => None,
            };
            if let Some((words, by)) = condition {
                let mut stop = (at + by).min(end);
                let mut otherwise = None;
                // A block that ends with a jump has a second part.
                if let Some(Op::Skip(more)) = (stop > at).then(|| self.cards.scripts().op(stop - 1))
                {
                    otherwise = Some((stop, (stop + more).min(end)));
                    stop -= 1;
                }
                let inner = self.steps(at, stop, held);
                let mut text = format!("{words}: {inner}");
                at = stop;
                if let Some((from, to)) = otherwise {
                    let second = self.steps(from, to, held);
                    at = to;
                    // It is only about which cards the next step gets.
                    if inner.is_empty() && second.is_empty() {
                        continue;
                    }
                    text += &format!("; otherwise {second}");
                }
                said.push(format!("{then}{text}"));
            } else if let Some(text) = self.step(op, held) {
                said.push(format!("{then}{text}"));
            } else {
                continue;
            }
            then = "";
        }
        said.join("; ")
    }

    /// One step; none if it only gets cards together for the next one.
    fn step(&self, op: Op, held: &mut Held) -> Option<String> {
        let number = |num| self.num(num);
        Some(match op {
            Op::Gather { from, into } => {
                let joined = self.sets_joined(self.cards.scripts().select(from).test);
                let found = joined.unwrap_or_else(|| format!("all {}", self.select(from)));
                held.sets[usize::from(into & 3)] = Some((found, false));
                return None;
            }
            Op::KeepLowest(at, stat) | Op::KeepHighest(at, stat) => {
                let most = if matches!(op, Op::KeepLowest(..)) { "lowest" } else { "highest" };
                if let Some((text, _)) = &mut held.sets[usize::from(at & 3)] {
                    let from = text.strip_prefix("all ").unwrap_or(text);
                    *text =
                        format!("the one with the {most} {} of the {from}", phrases::stat(stat));
                }
                return None;
            }
            Op::KeepOne(at) => {
                if let Some((text, _)) = &mut held.sets[usize::from(at & 3)] {
                    text.push_str(" (your choice if several)");
                }
                return None;
            }
            Op::Choose { from, min, max, how, by } => {
                let (min, max) = (number(min), number(max));
                let count = if min == max { min } else { format!("{min} to {max}") };
                let cards = self.counted(&count, from);
                match how {
                    How::Target(at) => {
                        format!("target {cards}{}", ["", " as well"][usize::from(at & 1)])
                    }
                    How::Cost | How::Tribute => format!("choose {cards}"),
                    How::Pick(at) => {
                        let chosen = match by {
                            Who::Opponent => format!("{cards}, which your opponent chooses,"),
                            _ => cards,
                        };
                        held.sets[usize::from(at & 3)] = Some((chosen, false));
                        return None;
                    }
                }
            }
            Op::ChooseTogether { from, goal, how, .. } => {
                let cards = self.together(from, goal);
                match how {
                    How::Target(_) => format!("target {cards}"),
                    How::Cost | How::Tribute => format!("choose {cards}"),
                    How::Pick(into) => {
                        held.sets[usize::from(into & 3)] = Some((cards, false));
                        return None;
                    }
                }
            }
            Op::Random { from, count, into } => {
                let cards = format!("{} at random", self.counted(&number(count), from));
                held.sets[usize::from(into & 3)] = Some((cards, false));
                return None;
            }
            Op::TargetEvent(_) => "target the cards of the event".to_owned(),
            Op::KeepTargets(at, test) => {
                let which = self.set(SetRef::Targets(at));
                format!("go on with {which} only while it is {}", self.test(test))
            }
            Op::Destroy(set) => format!("destroy {}", self.said(set, held)),
            Op::DestroyByRule(set) => format!("destroy {} by no effect", self.said(set, held)),
            Op::ToHand(set) => format!("put {} in the owner's hand", self.said(set, held)),
            Op::ToGrave(set) => format!("send {} to the Graveyard", self.said(set, held)),
            Op::Discard(set) => format!("discard {}", self.said(set, held)),
            Op::PendulumSummon(set, _) => format!("Pendulum Summon {}", self.said(set, held)),
            Op::PendulumSummonsAfter => {
                "immediately after this effect resolves, Pendulum Summon".to_owned()
            }
            Op::UseMaterials(set) => {
                format!("send {} to the Graveyard as materials", self.said(set, held))
            }
            Op::Attach { cards, with_materials, .. } => {
                let along = if with_materials { " with its materials" } else { "" };
                format!("attach {}{along} to it as materials", self.said(cards, held))
            }
            Op::Tribute(set) => format!("Tribute {}", self.said(set, held)),
            Op::LoseTaken(set) => {
                format!("{} loses effects and names of other cards", self.said(set, held))
            }
            Op::CountTurn(set) => format!("count one turn more on {}", self.said(set, held)),
            Op::Banish(set) => format!("banish {}", self.said(set, held)),
            Op::BanishDown(set) => format!("banish {} face-down", self.said(set, held)),
            Op::BanishForNow(set) => format!("banish {} for now", self.said(set, held)),
            Op::ToField(set) => format!("return {} to the field", self.said(set, held)),
            Op::NegateAttack => "negate the attack".to_owned(),
            Op::MakeTokens { code, count, .. } => {
                format!("bring {} {}s", self.num(count), self.cards.name(code))
            }
            Op::AttackAgain => "it can make a second attack in a row".to_owned(),
            Op::Turn(set, turn) => {
                format!("turn {} {}", self.said(set, held), phrases::turned(turn))
            }
            Op::SpecialSummon { cards, positions, by, .. } => {
                let field = if by == Who::Opponent { " to your opponent's field" } else { "" };
                format!(
                    "Special Summon {}{field}{}",
                    self.said(cards, held),
                    phrases::positions(positions)
                )
            }
            Op::DestroyAndBanish(set) => format!("destroy and banish {}", self.said(set, held)),
            Op::SwapControl(mine, theirs) => {
                let (mine, theirs) = (self.said(mine, held), self.said(theirs, held));
                format!("exchange control of {mine} and {theirs}")
            }
            Op::Plan { with: None, .. } => "the later effect will happen".to_owned(),
            Op::Plan { with: Some((about, set)), .. } => {
                let word = match about {
                    PlanAbout::With => "with",
                    PlanAbout::On => "as something of",
                    PlanAbout::For => "for",
                };
                format!("the later effect will happen {word} {}", self.said(set, held))
            }
            Op::ToDeck(set, end) => {
                let cards = self.said(set, held);
                match end {
                    DeckEnd::Shuffled => format!("shuffle {cards} into the Deck"),
                    DeckEnd::Top => format!("put {cards} on top of the Deck"),
                    DeckEnd::Bottom => format!("put {cards} at the bottom of the Deck"),
                }
            }
            Op::ShowDecks => "both players look through each other's Decks".to_owned(),
            Op::ForbidNamed(set) => {
                let names = self.said(set, held);
                format!("you can't activate cards named like {names} this turn")
            }
            Op::Excavate { who, until, all, found } => {
                let deck = phrases::possessive(who);
                for (at, what) in [(all, "the shown cards"), (found, "the card that ended it")] {
                    held.sets[usize::from(at & 3)] = Some((what.to_owned(), true));
                }
                format!("show cards of {deck} Deck from the top until one is {}", self.test(until))
            }
            Op::ExcavateTop { who, amount, into } => {
                let deck = phrases::possessive(who);
                held.sets[usize::from(into & 3)] = Some(("the shown cards".to_owned(), true));
                format!("show the top {} cards of {deck} Deck", number(amount))
            }
            Op::ExcavateMany { who, amount, until, into } => {
                let deck = phrases::possessive(who);
                held.sets[usize::from(into & 3)] = Some(("the shown cards".to_owned(), true));
                let (amount, test) = (number(amount), self.test(until));
                format!("show cards of {deck} Deck from the top until {amount} are {test}")
            }
            Op::ShuffleSet(set) => {
                format!("{} change places, as chance says", self.said(set, held))
            }
            Op::ShuffleDeck(who) => format!("shuffle {} Deck", phrases::possessive(who)),
            Op::Mill(who, amount, away) => {
                let top = format!(
                    "the top {} cards of {} Deck",
                    number(amount),
                    phrases::possessive(who)
                );
                match away {
                    Away::ToGrave => format!("send {top} to the Graveyard"),
                    Away::Banished => format!("banish {top}"),
                    Away::BanishedDown => format!("banish {top} face-down"),
                }
            }
            Op::SetCards(set) => format!("Set {}", self.said(set, held)),
            Op::ToExtra(set) => {
                format!("put {} face-up in the owner's Extra Deck", self.said(set, held))
            }
            Op::PlaceInPendulumZone(set) => {
                format!("place {} in your Pendulum Zone", self.said(set, held))
            }
            Op::LayWithOwner(set) => {
                format!("place {} face-up in the owner's Spell & Trap Zone", self.said(set, held))
            }
            Op::PlaceFaceUp(set) => {
                format!("put {} face-up into a Spell & Trap Zone", self.said(set, held))
            }
            Op::TakeControl(set, until) => {
                format!("take control of {}{}", self.said(set, held), phrases::until(until))
            }
            Op::EquipWith(set) => format!("equip {} to this card", self.said(set, held)),
            Op::EquipTo(set) => format!("equip this card to {}", self.said(set, held)),
            Op::Damage(who, amount) => format!("{} {} as damage", to(who, "take"), number(amount)),
            Op::Gain(who, amount) => format!("{} {} Life Points", to(who, "gain"), number(amount)),
            Op::Pay(amount) => format!("pay {} Life Points", number(amount)),
            Op::Draw(who, amount) => format!("{} {}", to(who, "draw"), number(amount)),
            Op::DrawCards(who, amount, into) => {
                let what = "the drawn cards".to_owned();
                held.sets[usize::from(into & 3)] = Some((what, false));
                format!("{} {}", to(who, "draw"), number(amount))
            }
            Op::SeeTop(amount, into) => {
                held.sets[usize::from(into & 3)] = Some(("them".to_owned(), true));
                format!("look at the top {} cards of your Deck", number(amount))
            }
            Op::Arrange(_) => "put them back in any order".to_owned(),
            Op::Fight(set) => {
                format!(
                    "the attack goes on at {}, and damage is calculated now",
                    self.said(set, held)
                )
            }
            Op::RedirectAttack(set) => format!("the attack goes on at {}", self.said(set, held)),
            Op::ChangeTarget(set) => format!("its target becomes {}", self.said(set, held)),
            Op::Protect(set) => {
                format!("if it would destroy {}, destroy this card instead", self.said(set, held))
            }
            Op::Show { cards, .. } => format!("show {} to your opponent", self.said(cards, held)),
            Op::Reveal(set) => format!("look at {}", self.said(set, held)),
            Op::RevealTop(who, amount) => {
                format!(
                    "look at the top {} cards of {} Deck",
                    number(amount),
                    phrases::possessive(who)
                )
            }
            Op::Change { cards, kind, value, until } => {
                let change = self.change(kind, value);
                format!("{} {change}{}", self.said(cards, held), phrases::until(until))
            }
            Op::Impose { scope, kind, value, until } => {
                let change = self.change(kind, value);
                format!("{} {change}{}", self.scope(scope), phrases::until(until))
            }
            Op::Set(at, value) => format!("{} is {}", phrases::register(at), number(value)),
            Op::Declare(at, low, high, by) => {
                format!(
                    "{} {} from {} to {}",
                    to(by, "declare"),
                    phrases::register(at),
                    number(low),
                    number(high)
                )
            }
            Op::DeclareType(at, from) => {
                let cards = self.select(from);
                format!("declare a Type among {cards}: {}", phrases::register(at))
            }
            Op::DeclareAnyType(at) => format!("declare a Type: {}", phrases::register(at)),
            Op::DeclareName(at, test) => {
                let (name, of) = (phrases::register(at), self.test(test));
                let of = if of.is_empty() { String::new() } else { format!(" that is {of}") };
                format!("declare the name of a card{of}: {name}")
            }
            Op::Keep(num) => format!("this card keeps {} in mind", number(num)),
            Op::Roll(at, amount) => {
                format!(
                    "roll {} dice: {} is what they come to",
                    number(amount),
                    phrases::register(at)
                )
            }
            Op::SummonAfter(set) => {
                format!("right after this effect, Normal Summon or Set {}", self.said(set, held))
            }
            Op::TributeSummonAfter(set) => {
                format!("right after this effect, Tribute Summon {}", self.said(set, held))
            }
            Op::SummonUsingSource(set) => {
                let monster = self.said(set, held);
                format!("right after this effect, Special Summon {monster} using this card")
            }
            Op::PlaceCounters(set, kind, amount) => {
                format!("place {} {}s on {}", number(amount), kind.name(), self.said(set, held))
            }
            Op::RemoveCounters(set, kind, amount) => {
                format!("remove {} {}s from {}", number(amount), kind.name(), self.said(set, held))
            }
            Op::Toss(at, amount) => {
                format!("toss {} coins: {} are heads", number(amount), phrases::register(at))
            }
            Op::Negate => "negate that activation or Summon".to_owned(),
            Op::NegateEffect => "negate that effect".to_owned(),
            Op::Allow(_) => "you may use the offered effect once this turn".to_owned(),
            Op::End
            | Op::Follow(..)
            | Op::FollowToDeck(_)
            | Op::FinishSummons(_)
            | Op::NoteMaterials(..)
            | Op::OfferReroll(..)
            | Op::Then
            | Op::Offer(_)
            | Op::Unless(..)
            | Op::Skip(_) => return None,
        })
    }

    /// The cards of a set: in full the first time.
    fn said(&self, set: SetRef, held: &mut Held) -> String {
        if let SetRef::Local(at) = set
            && let Some((text, before)) = &mut held.sets[usize::from(at & 3)]
            && !std::mem::replace(before, true)
        {
            return text.clone();
        }
        self.set(set)
    }
}

fn to(who: Who, verb: &str) -> String {
    let ending = if matches!(who, Who::Opponent) { "s" } else { "" };
    format!("{} {verb}{ending}", phrases::player(who))
}

fn limit(limit: UseLimit) -> String {
    let UseLimit { times, per_card, activation, across, span, .. } = limit;
    let (span, always) = match span {
        LimitSpan::Turn => ("turn", false),
        LimitSpan::Battle => ("battle", true),
        LimitSpan::Chain => ("Chain", true),
    };
    let what = if activation { "Can be activated" } else { "Can be used" };
    let whose = match across {
        Across::Banishment => ", also when it has been banished since",
        _ if per_card || always => "",
        _ => ", all copies together",
    };
    format!("{what} {times} time{} a {span}{whose}.", if times == 1 { "" } else { "s" })
}

const fn whose_turn(on: On) -> &'static str {
    match on.sides {
        super::model::Sides::Mine => "your",
        super::model::Sides::Theirs => "your opponent's",
        super::model::Sides::Both => "each",
    }
}

const fn player_of(on: On) -> &'static str {
    match on.sides {
        super::model::Sides::Mine => "you",
        super::model::Sides::Theirs => "your opponent",
        super::model::Sides::Both => "a player",
    }
}
