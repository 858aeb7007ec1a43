//! Compiled effects in plain English, from their rows alone.
//!
//! This is how an author sees what the compiler made of a card file, derived conditions included.

mod conditions;
mod modifiers;
mod names;
mod phrases;
mod program;
mod qualities;
mod verbs;
mod words;

use super::bits::event_bit;
use super::expressions::Cond;
use super::model::{Across, Effect, Form, LimitSpan, On, PendulumSummonKind, UseLimit, Who};
use super::modifier::Static;
use super::scripts::term;
use crate::catalogue::{CardCode, Catalogue, kind};
use crate::rows::ids::{CondId, Program, TestId};
use phrases::Phrases;

/// One line for what a card may be equipped to, and one for each effect and each lasting rule.
#[must_use]
pub fn explain(cards: &Catalogue, code: CardCode) -> Vec<String> {
    let scripts = cards.scripts();
    let Some(script) = scripts.card(code) else { return Vec::new() };
    let phrases = Phrases { cards, code };
    let mut lines = Vec::new();
    if let Some((sides, test)) = script.equips {
        let (qualities, whose) = (phrases.test(test), words::controller(sides));
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
    for (bit, must) in [(term::ONLY_DULY, "Must be"), (term::FIRST_DULY, "Must first be")] {
        if script.terms & term::BY_WRITTEN_EFFECT == 0 && script.terms & bit != 0 {
            lines.push(format!("{must} {} Summoned.", own_summon(cards.facts(code).kind)));
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

/// The name of the Summon of a kind of monster of the Extra Deck.
const fn own_summon(kinds: u32) -> &'static str {
    match kinds & (kind::SYNCHRO | kind::XYZ | kind::LINK) {
        kind::SYNCHRO => "Synchro",
        kind::XYZ => "Xyz",
        kind::LINK => "Link",
        _ => "Fusion",
    }
}

/// The sentences for the terms of Summons.
const TERMS: [(u32, &str); 26] = [
    (
        term::BY_WRITTEN_EFFECT,
        "Must be Special Summoned by the effect of a card that it names, and can't be in any other way.",
    ),
    (term::NAMED_IN_GRAVE, "Its other name holds in the Graveyard too."),
    (term::NO_LINK_MATERIAL, "Can't be used as a Link Material."),
    (term::NO_XYZ_MATERIAL, "Can't be used as an Xyz Material."),
    (term::XYZ_OF_THREE, "Can be used as an Xyz Material only with two others or more."),
    (
        term::LENDS_HAND,
        "If it was Synchro Summoned, a monster in the hand can be one of the other Synchro Materials.",
    ),
    (term::NEVER_ACTIVATED, "Can be Set, but can't be activated."),
    (term::SET_AS_SPELL, "Can also be Set in a Spell & Trap Zone, as a Spell."),
    (term::OPEN_ENDED, "Its last material can be one card or more."),
    (term::NEVER_SET, "Can't be Set."),
    (term::NEVER_SUMMONED, "Can't be Normal Summoned, but can be Set."),
    (term::ONLY_BY_EFFECTS, "Must be Special Summoned by an effect of a card."),
    (term::ONLY_OWN_WAY, "Must be Special Summoned in its own way, and can't be in any other."),
    (term::NO_SYNCHRO_MATERIAL, "Can't be used as a Synchro Material."),
    (
        term::NOT_LINKED_AT_ONCE,
        "Can't be used as a Link Material in the turn in which it is Link Summoned.",
    ),
    (term::NO_FUSION_MATERIAL, "Can't be used as a Fusion Material."),
    (
        term::FIRST_CONTACT,
        "Must first be Special Summoned with its materials, without another card.",
    ),
    (
        term::ONLY_CONTACT,
        "Must be Special Summoned with its materials, without another card, and not from the Graveyard.",
    ),
    (term::NOT_NEGATED, "Its Normal Summon can't be negated."),
    (term::NOT_ANSWERED, "Nothing can be activated when it is Normal Summoned."),
    (term::SUBSTITUTE, "Can be one Fusion Material that is written by name."),
    (
        term::ONLY_WRITTEN_MATERIALS,
        "Can be Fusion Summoned only with the Fusion Materials that it names.",
    ),
    (term::SAME_TYPE, "Its two materials must be of the same Type."),
    (term::SAME_ATTRIBUTE, "Its two materials must have the same Attribute."),
    (term::DIFFERENT_ATTRIBUTES, "Its two materials must have different Attributes."),
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

/// The players who can't answer an activation.
const fn silence(unanswered: Option<Who>) -> &'static str {
    match unanswered {
        Some(Who::Opponent) => ", not answered by your opponent",
        Some(_) => ", not answered by anybody",
        None => "",
    }
}

fn or_any(qualities: &str) -> &str {
    if qualities.is_empty() { "any" } else { qualities }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
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
            let said = if program == Program(0) { String::new() } else { self.program(program) };
            if !said.is_empty() {
                line += &format!(" {title}: {said}.");
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
            Form::Trigger if effect.gathers => "optional, once for all of a Chain",
            Form::Trigger => "optional",
            Form::Quick if effect.face_down => "whenever you may respond, while it is face-down",
            Form::Quick if effect.must => "whenever it can, before anybody may respond",
            Form::Quick if effect.by_either => "whenever either player may respond",
            Form::Quick => "whenever you may respond",
            Form::Procedure if effect.to_opponent => {
                "can be Special Summoned to your opponent's field"
            }
            Form::Tributeless if effect.on.itself == Some(false) => {
                "lets another monster be Normal Summoned without Tributes"
            }
            Form::Tributeless if effect.never_set => "can be Normal Summoned without Tributes",
            Form::Tributeless => "can be Normal Summoned or Set without Tributes",
            Form::Tributed => "when it is Tribute Summoned, without a Chain",
            Form::OtherTributes if effect.also_set => "can be Tribute Summoned or Set with",
            Form::OtherTributes => "can be Tribute Summoned face-up with",
            Form::SummonCost => "whatever Special Summons it",
            Form::NormalSummonCost => "for its Normal Summon",
            Form::Procedure => "can be Special Summoned",
            Form::Offer => "once this turn, without a Chain",
            Form::Later if effect.on.events & event_bit::PHASE == 0 => {
                "each time this happens while it lasts, without a Chain"
            }
            Form::Later => "when its phase comes, without a Chain",
            Form::Win => "you win the duel",
            Form::Instead => "instead, if you like",
            Form::AtOnce => "by itself, without a Chain",
        };
        let mut text = form.to_owned();
        text += &match effect.form {
            Form::OtherTributes => self.tributes_of(effect),
            Form::Procedure => words::positions(effect.positions),
            Form::Tributeless if effect.on.cards != TestId(0) => {
                format!(" ({})", self.test(effect.on.cards))
            }
            _ => String::new(),
        };
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
                | Form::OtherTributes
                | Form::SummonCost
                | Form::NormalSummonCost
        );
        let nowhere = matches!(
            effect.form,
            Form::Activate | Form::Offer | Form::Later | Form::SummonCost | Form::NormalSummonCost
        );
        if !nowhere {
            text += &format!(", from {}", self.locations(effect.from, "the"));
        }
        if !unchained {
            text += &format!(", Spell Speed {}{}", effect.speed, silence(effect.unanswered));
        }
        text + words::damage_step(effect)
    }

    /// How many Tributes another way of a Tribute Summon takes, and which.
    fn tributes_of(&self, effect: &Effect) -> String {
        let of = self.test(effect.tributes_of);
        let plural = if effect.tributes == 1 { "Tribute" } else { "Tributes" };
        let of = if of.is_empty() { of } else { format!(" ({of})") };
        format!(" {} {plural}{of}", effect.tributes)
    }

    fn event(&self, effect: &Effect) -> String {
        let On { events, cards, itself, from, of_card, .. } = effect.on;
        if events & (event_bit::PHASE | event_bit::PHASE_BEGAN) != 0 {
            let whose = whose_turn(effect.on);
            return format!("in {whose} {}", words::phase(effect.phase));
        }
        // Of this card itself it is clear in which way it is Summoned.
        let kinds = if itself == Some(true) { self.cards.facts(self.code).kind } else { 0 };
        let names = words::events_by(events, effect.on.way, kinds);
        if events == event_bit::DREW && itself == Some(true) {
            return "when you draw this card".to_owned();
        }
        if events & phrases::OF_PLAYERS != 0 {
            return format!("when {} {names}", player_of(effect.on));
        }
        let qualities = self.test(cards);
        let subject = match itself {
            Some(true) => "this card".to_owned(),
            Some(false) => format!("another card{}", words::owner(effect.on.sides)),
            None => format!("a card{}", words::owner(effect.on.sides)),
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
            0 => String::new(),
            super::bits::by_bit::EFFECT => " by an effect".to_owned(),
            super::bits::by_bit::BATTLE => " by battle".to_owned(),
            super::bits::by_bit::ME => " by you".to_owned(),
            super::bits::by_bit::OTHER => " by your opponent".to_owned(),
            super::bits::by_bit::COST => " as the cost of an effect".to_owned(),
            _ => " by an opponent's card".to_owned(),
        };
        let doer = self.doer(effect.on);
        let except = effect.on.but_by.map_or_else(String::new, |code| {
            format!(", except by the effect of \"{}\"", self.cards.name(code))
        });
        format!("when {subject}{qualities} {names}{only}{from}{by}{doer}{except}")
    }

    /// The card that must have done it.
    fn doer(&self, on: On) -> String {
        let Some(doer) = on.doer else { return String::new() };
        let (test, owner) = (self.test(doer.test), words::owner(doer.sides));
        let test = if test.is_empty() { test } else { format!(" ({test})") };
        if on.events & event_bit::USED_AS_TRIBUTE != 0 {
            return format!(" of a card{owner}{test}");
        }
        let from = if doer.from == 0 {
            String::new()
        } else {
            format!(" that was activated from {}", self.locations(doer.from, "the"))
        };
        format!(", of a card{owner}{test}{from}")
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
}

fn limit(limit: UseLimit) -> String {
    let UseLimit { times, per_card, activation, across, span, .. } = limit;
    let (span, always) = match span {
        LimitSpan::Turn => ("turn", false),
        LimitSpan::Battle => ("battle", true),
        LimitSpan::Chain => ("Chain", true),
        LimitSpan::Duel => ("duel", false),
    };
    let what = if activation { "Can be activated" } else { "Can be used" };
    let whose = match across {
        Across::Zones => {
            ", also when it has become an Equip Card or a monster since, all such effects together"
        }
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
