//! Which effect of a card a recorded description means.
//!
//! The recordings name an effect by the number of its text. The activation of the card has 0 (1068
//! for an Equip Spell, 1160 for a Pendulum Monster), and another effect a number with the card's
//! own. An effect whose text has no number, like The Stern Mystic's, has 0 again, and an activation
//! that has a text, like Mystical Space Typhoon's, has a number. So a number alone doesn't say it;
//! the card's effects and its place do. Both sides are compared in two classes, which tell apart
//! what one card of the pool can do in one place.

use std::collections::BTreeMap;

use duelfish_engine::{CardCode, Game, kind};
use duelfish_script::{EffectId, Form};

use crate::trace_event::{At, TraceEvent};

/// The activation of the card, and everything that is no effect of it, like giving it back.
pub(crate) const CARD: u64 = 0;
/// Another effect of the card.
pub(crate) const EFFECT: u64 = 1;

/// The description of an Equip Spell's activation.
const EQUIP: u64 = 1068;
/// Below this number descriptions are texts of no card, like the one for a Fusion Summon.
const COMMON: u64 = 1 << 20;
/// The description of the activation of a Pendulum Monster.
const PENDULUM: u64 = 1160;

/// The recordings' word for a Spell & Trap Zone.
const ZONE: &str = "szone";
/// The recordings' word for a card that lies face-down there.
const DOWN: &str = "facedown";

/// The class of an effect of ours.
pub(crate) fn of_ours(game: &Game<'_>, effect: EffectId) -> u64 {
    let effect = game.cards.scripts().effect(effect);
    // An effect without a Chain is of the class of all effects of its card, if they have only one, and never of that of
    // the activation of a Pendulum Monster, which has a number of its own.
    let only_effects = || {
        if game.cards.facts(effect.code).is(kind::PENDULUM) {
            return true;
        }
        let mut forms = forms(game, effect.code).peekable();
        forms.peek().is_some() && forms.all(|form| form != Form::Activate)
    };
    match effect.form {
        Form::Activate => CARD,
        Form::AtOnce if !only_effects() => CARD,
        _ => EFFECT,
    }
}

/// How a card lies whose effect is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EffectPlace {
    /// It is, or just was, in the hand or face-down: only the card itself can be activated there.
    Laid,
    /// Face-up in a Monster Zone, or elsewhere.
    Open,
    /// In a Graveyard, banished, or face-up in a Spell & Trap Zone: the card itself can't be activated there.
    Away,
}

impl EffectPlace {
    /// That of a card in this place of a recording.
    pub(crate) fn of(loc: Option<&str>, laid: bool) -> Self {
        match loc {
            Some("gy" | "banished") => Self::Away,
            Some(ZONE) if !laid => Self::Away,
            _ if laid => Self::Laid,
            _ => Self::Open,
        }
    }
}

/// The meanings of a record's descriptions as far as they were seen: the activation of a card has
/// one number in all of it.
#[derive(Debug, Default)]
pub(crate) struct EffectNumbers(BTreeMap<u32, u64>);

impl EffectNumbers {
    /// The class of a recorded description, of a card that lies so.
    pub(crate) fn class(
        &mut self,
        game: &Game<'_>,
        passcode: u32,
        desc: u64,
        lying: EffectPlace,
    ) -> u64 {
        let Some(code) = game.cards.by_passcode(passcode) else { return CARD };
        let (cards, effects): (Vec<Form>, Vec<Form>) =
            forms(game, code).partition(|form| *form == Form::Activate);
        // Some activations of cards have a text, and some other effects have none. Where a card has both, the
        // activation of a Pendulum Monster always has the same number, and that of another card its first one, one
        // that many cards have, or none.
        let laid = lying == EffectPlace::Laid;
        let is_card = match (cards.is_empty(), effects.is_empty()) {
            (false, true) => true,
            (true, false) => false,
            _ if lying == EffectPlace::Away => false,
            _ if game.cards.facts(code).is(kind::PENDULUM) => desc == PENDULUM,
            // Several activations may have several texts.
            _ if laid && cards.len() > 1 => true,
            _ if laid && (desc == u64::from(passcode) << 20 || desc < COMMON) => {
                *self.0.entry(passcode).or_insert(desc) == desc
            }
            _ if [CARD, EQUIP].contains(&desc) => *self.0.entry(passcode).or_insert(desc) == desc,
            _ => false,
        };
        if is_card { CARD } else { EFFECT }
    }
}

/// The card that was placed or turned face-up last in a Spell & Trap Zone. The next Chain Link, if it is
/// there, is its activation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Laid(Option<(u8, Option<u32>)>);

impl Laid {
    /// Follows a recorded event.
    pub(crate) fn follow(&mut self, event: &TraceEvent) {
        self.0 = match event {
            TraceEvent::Move { from, to, .. } if from.loc == "hand" && to.loc == ZONE => {
                Some((to.con, to.seq))
            }
            TraceEvent::Poschange { con, loc, seq, from, .. } if loc == ZONE && from == DOWN => {
                Some((*con, Some(*seq)))
            }
            // Costs come between.
            TraceEvent::Chain { .. } | TraceEvent::ChainEnd => None,
            _ => self.0,
        };
    }

    /// Whether the card there is the one.
    fn is_at(self, at: &At) -> bool {
        at.loc == ZONE && self.0 == Some((at.con, at.seq))
    }

    /// How the card there lies.
    pub(crate) fn lying(self, at: &At) -> EffectPlace {
        EffectPlace::of(Some(&at.loc), self.is_at(at))
    }
}

/// Whether a card can be activated at all, or an effect of it.
pub(crate) fn has_effect(game: &Game<'_>, code: CardCode) -> bool {
    forms(game, code).next().is_some()
}

/// The kinds of a card's effects; an effect that they allow for later is none of its own, and one
/// that happens without a Chain is written like the card.
fn forms<'g>(game: &'g Game<'_>, code: CardCode) -> impl Iterator<Item = Form> + 'g {
    let effects = game.cards.scripts().effects_of(code);
    effects
        .map(|(_, effect)| effect.form)
        .filter(|form| !matches!(form, Form::Offer | Form::Later | Form::AtOnce))
}

#[cfg(test)]
mod tests {
    use duelfish_cards::catalogue;
    use duelfish_engine::{Game, Rules};

    use super::{At, CARD, EFFECT, EffectNumbers, EffectPlace, Laid, TraceEvent};

    #[test]
    fn the_place_says_what_the_first_number_of_a_card_means() {
        let game = Game::new(Rules::MR5, catalogue());
        let temple = catalogue().by_name("Divine Temple of the Snake-Eye").unwrap();
        let id = catalogue().facts(temple).passcode;
        let first = u64::from(id) << 20;
        let mut numbers = EffectNumbers::default();
        assert_eq!(numbers.class(&game, id, first, EffectPlace::Laid), CARD);
        assert_eq!(numbers.class(&game, id, first + 1, EffectPlace::Open), EFFECT);
        assert_eq!(numbers.class(&game, id, first, EffectPlace::Away), EFFECT);
        // In one record its activation has one number.
        assert_eq!(numbers.class(&game, id, 0, EffectPlace::Laid), EFFECT);
    }

    #[test]
    fn what_was_just_placed_or_turned_up_is_activated_next() {
        let at = |loc: &str, seq| At { con: 1, loc: loc.to_owned(), seq: Some(seq), pos: None };
        let mut laid = Laid::default();
        let (from, to) = (at("hand", 3), at("szone", 2));
        laid.follow(&TraceEvent::Move { id: 1, from, to, destroy: false });
        assert!(laid.is_at(&at("szone", 2)) && !laid.is_at(&at("szone", 3)));
        laid.follow(&TraceEvent::ChainEnd);
        assert!(!laid.is_at(&at("szone", 2)));
    }
}
