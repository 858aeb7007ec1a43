//! The kinds of a card where it stands: some cards are not what is printed on them as long as they lie in a
//! zone for others. This is the only place that says so; rules and filters ask it.

use super::{Duel, Modifier};
use crate::ids::{CardId, Location};
use crate::marks::rule;
use duelfish_script::{Catalogue, ModKind, kind};

impl Duel {
    /// The kinds of a card as it is now, as bits of [`kind`]: what is printed, except for a monster
    /// among Spells and Traps and for a Trap among monsters.
    #[inline(always)]
    pub(crate) fn kinds_now(&self, cards: &Catalogue, card: CardId) -> u32 {
        let printed = cards.facts(self.code(card)).kind;
        let is_monster = printed & kind::MONSTER != 0;
        let odd = match self.location(card) {
            Location::Pendulum => true,
            Location::Spell => is_monster || self.host(card).is_some(),
            Location::Monster => !is_monster || printed & kind::GEMINI != 0,
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Field
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material => printed & kind::GEMINI != 0,
        };
        let kinds = if odd { self.odd_kinds(cards, card, printed) } else { printed };
        if self.is_made_tuner(cards, card) { kinds | kind::TUNER } else { kinds }
    }

    /// Whether an effect made a face-up monster a Tuner, whatever is printed on it.
    #[inline(always)]
    pub(crate) fn is_made_tuner(&self, cards: &Catalogue, card: CardId) -> bool {
        self.has_mod(ModKind::CountsAsTuner) && self.counts_as_tuner(cards, card)
    }

    #[inline(never)]
    fn counts_as_tuner(&self, cards: &Catalogue, card: CardId) -> bool {
        let of = |m: &Modifier| {
            m.is(ModKind::CountsAsTuner)
                && m.target == card.0
                && self.stands(m)
                && self.is_in_force(cards, m)
        };
        self.location(card) == Location::Monster
            && self.position(card).is_face_up()
            && self.mods().iter().any(of)
    }

    /// The same where it is not simply what is printed.
    #[inline(never)]
    fn odd_kinds(&self, cards: &Catalogue, card: CardId, printed: u32) -> u32 {
        match self.location(card) {
            Location::Pendulum => {
                rule!("CT-00.2", "DF-35.i");
                kind::SPELL | kind::PENDULUM
            }
            Location::Spell if printed & kind::MONSTER != 0 => self.kinds_among_spells(card),
            // A Trap that equips itself is an Equip Card too while it is equipped.
            Location::Spell => printed | kind::EQUIP,
            Location::Monster if printed & kind::MONSTER == 0 => {
                // A Trap that was Summoned as a monster is still a Trap too.
                rule!("DF-10.ii", "CT-00.3", "CT-00.2b");
                let script = cards.scripts().card(self.code(card));
                kind::MONSTER | kind::TRAP | script.map_or(0, |script| script.as_monster)
            }
            _ if printed & kind::GEMINI != 0 && self.is_gemini_at_rest(cards, card) => {
                rule!("CT-02.5", "CT-02.8a");
                printed & !kind::EFFECT | kind::NORMAL
            }
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Monster
            | Location::Field
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material => printed,
        }
    }

    /// Whether a card is a monster that was placed among Spells and Traps: what it does as a monster it
    /// does not do there.
    #[inline]
    pub(super) fn is_monster_among_spells(&self, cards: &Catalogue, card: CardId) -> bool {
        self.location(card) == Location::Spell && cards.facts(self.code(card)).is(kind::MONSTER)
    }

    /// A monster in a Spell & Trap Zone is an Equip Spell if it is equipped to a monster (FACT-A12),
    /// and a Continuous Spell if it was placed there by itself.
    fn kinds_among_spells(&self, card: CardId) -> u32 {
        rule!("DF-29", "CT-02.15d", "CT-00.3", "CT-00.2a");
        match self.host(card) {
            Some(_) => kind::SPELL | kind::EQUIP,
            // A monster that was Set there is just a Spell.
            None if !self.position(card).is_face_up() => kind::SPELL,
            None => kind::SPELL | kind::CONTINUOUS,
        }
    }
}
