//! How cards were when they left the field.

use bytemuck::Zeroable;

use super::Duel;
use super::gateway::put;
use super::rooms::{CardSet, LastKnown, Modifier};
use crate::ids::{CardId, Location, MonsterZone, NO_CARD, Player};
use crate::outcome::{Limit, Outcome};
use crate::witness::Witness;
use duelfish_script::{CardCode, Catalogue, ModKind};

/// In `LastKnown::used`: how a card was that has left the field.
const LEFT: u8 = 1;
/// Marks the note of an Equip Card whose monster battle has destroyed.
const FELL: u8 = 2;
/// Marks the note of the name that an effect had given to a Spell or Trap that has left the field.
const NAMED: u8 = 3;

impl Duel {
    /// Notes how a monster is that is about to leave the field; of too many notes an old one goes that nothing waits for.
    #[inline(never)]
    pub(super) fn remember_as_it_was<W: Witness>(&mut self, w: &mut W, card: CardId) {
        let values = *self.derived(self.controller(card), MonsterZone(self.zone(card)));
        let note = LastKnown {
            atk: values.atk,
            def: values.def,
            name: self.code(card).row(),
            // The stamp that the move is about to give it.
            stamp: self.stamp.wrapping_add(1),
            card: card.0,
            controller: self.controller(card).number(),
            zone: self.zone(card),
            position: self.position(card) as u8,
            level: values.level,
            materials: self.count_materials(card) as u8,
            host: NO_CARD,
            used: LEFT,
        };
        self.write_note(w, note);
    }

    #[inline(always)]
    fn write_note<W: Witness>(&mut self, w: &mut W, note: LastKnown) {
        let same = |old: &LastKnown| (old.used != 0) & (old.card == note.card);
        let notes = &self.last_known;
        let at = notes.iter().position(same).or_else(|| notes.iter().position(|n| n.used == 0));
        match at.or_else(|| self.note_to_forget()) {
            Some(at) => put!(self, w, self.last_known[at] = note),
            None => self.end(w, Outcome::Limit(Limit::Size)),
        }
    }

    /// The oldest note of a card that nothing waits for which might ask how it was.
    #[cold]
    fn note_to_forget(&self) -> Option<usize> {
        let asked = |card: u8| {
            self.batches().iter().any(|batch| batch.cards.has(card))
                || self.links().iter().any(|link| {
                    link.cost.has(card) || link.targets.iter().any(|targets| targets.has(card))
                })
                || self.sets.iter().any(|set| set.cards.has(card))
        };
        let age = |at: &usize| self.stamp.wrapping_sub(self.last_known[*at].stamp);
        let free = |at: &usize| !asked(self.last_known[*at].card);
        (0..self.last_known.len()).filter(free).max_by_key(age)
    }

    /// Notes to which monster a card is equipped that is about to leave the field.
    #[inline(never)]
    pub(super) fn remember_host<W: Witness>(&mut self, w: &mut W, card: CardId, host: CardId) {
        if self.location(host) != Location::Monster || !self.position(host).is_face_up() {
            let fell = |n: &LastKnown| n.used == FELL && n.card == card.0 && n.host == host.0;
            if let Some(at) = self.last_known.iter().position(fell) {
                put!(self, w, self.last_known[at].stamp = self.stamp.wrapping_add(1));
            }
            return;
        }
        let note = LastKnown {
            stamp: self.stamp.wrapping_add(1),
            card: card.0,
            host: host.0,
            controller: self.controller(card).number(),
            used: LEFT,
            ..LastKnown::zeroed()
        };
        self.write_note(w, note);
    }

    /// Notes the name that a Spell or Trap has by its own text, as it is about to leave the field.
    #[inline(never)]
    pub(super) fn remember_name<W: Witness>(&mut self, w: &mut W, card: CardId) {
        let own = |m: &&Modifier| m.is(ModKind::Renamed) && m.target == card.0 && self.stands(m);
        let Some(name) = self.mods().iter().rev().find(own).map(|m| m.value as u16) else { return };
        let note = LastKnown {
            name,
            stamp: self.stamp.wrapping_add(1),
            card: card.0,
            used: NAMED,
            ..LastKnown::zeroed()
        };
        self.write_note(w, note);
    }

    /// The name that a Spell or Trap had on the field by its own text, if leaving it was its last move.
    pub(crate) fn name_on_field(&self, cards: &Catalogue, card: CardId) -> Option<CardCode> {
        let note = self.note_of(card, NAMED)?;
        Some(cards.name_as(self.table().code(note.name)))
    }

    /// Notes of the cards that are equipped to monsters which battle is about to take that it does.
    #[inline(never)]
    pub(crate) fn note_fallen_hosts<W: Witness>(&mut self, w: &mut W, fallen: CardSet) {
        for player in Player::BOTH {
            let cards: arrayvec::ArrayVec<CardId, 6> = self.spell_cards(player).collect();
            for card in cards {
                if let Some(host) = self.host(card).filter(|host| fallen.has(host.0)) {
                    let (card, host) = (card.0, host.0);
                    let stamp = self.stamp;
                    let note = LastKnown { card, host, stamp, used: FELL, ..LastKnown::zeroed() };
                    self.write_note(w, note);
                }
            }
        }
    }

    /// The monster with which a card left the field because battle destroyed that, if this was the
    /// card's last move.
    pub(crate) fn fallen_host(&self, card: CardId) -> Option<CardId> {
        self.note_of(card, FELL).map(|note| CardId(note.host))
    }

    /// The note of a card that was written for its last move.
    #[inline]
    fn note_of(&self, card: CardId, used: u8) -> Option<&LastKnown> {
        let stamp = self.stamp(card);
        self.last_known.iter().find(|n| n.used == used && n.card == card.0 && n.stamp == stamp)
    }

    /// Whether a card was equipped to a monster when it left the field, if that was its last move.
    pub(crate) fn was_equipped(&self, card: CardId) -> bool {
        self.note_of(card, LEFT).is_some_and(|note| note.host != NO_CARD)
    }

    /// The monster to which a card was equipped when it left the field, if that was its last move
    /// and the monster is still there.
    pub(crate) fn last_host(&self, card: CardId) -> Option<CardId> {
        let note = self.note_of(card, LEFT)?;
        let host =
            (note.host != NO_CARD && !self.is_on_field(card)).then_some(CardId(note.host))?;
        let there =
            self.location(host) == Location::Monster && self.unmoved_since(host, note.stamp);
        there.then_some(host)
    }

    /// How many materials were attached to a card when it left the field, if that was its last move.
    pub(crate) fn materials_as_it_left(&self, card: CardId) -> i32 {
        self.note_of(card, LEFT).map_or(0, |note| i32::from(note.materials))
    }

    /// How a card was when it left the field, if that was its last move.
    pub(crate) fn as_it_was(&self, card: CardId) -> Option<(i32, i32, u8)> {
        let note = self.note_of(card, LEFT)?;
        Some((note.atk, note.def, note.level))
    }
}
