//! Spell & Trap Zones that Traps hold while they are monsters, where the rules say so: a note on each such
//! monster names its zone, or none as long as its controller has not chosen one.

use super::Duel;
use super::modifiers::{ModValue, ModifierDraft};
use super::rooms::Modifier;
use crate::ids::{CardId, NO_CARD, Player};
use crate::witness::Witness;
use duelfish_script::{ModKind, Scope, Until};

/// The value of a note that names no zone.
const NO_ZONE: i32 = -1;

impl Duel {
    /// The Spell & Trap Zones that monsters of a player hold, one bit each.
    #[inline]
    pub(crate) fn held_zones(&self, player: Player) -> u8 {
        if self.has_mod(ModKind::HoldsZone) { self.find_held_zones(player) } else { 0 }
    }

    #[inline(never)]
    fn find_held_zones(&self, player: Player) -> u8 {
        let own = self.notes().filter(|m| self.controller(CardId(m.target)) == player);
        own.filter(|m| m.value != NO_ZONE).fold(0, |zones, m| zones | 1 << m.value)
    }

    /// The zone that a monster holds.
    pub(crate) fn zone_held_by(&self, card: CardId) -> Option<u8> {
        let mut own = self.notes().filter(|m| m.target == card.0 && m.value != NO_ZONE);
        own.next().map(|m| m.value as u8)
    }

    /// Whether a monster needs a Spell & Trap Zone wherever it goes, which a player has not.
    pub(crate) fn has_no_zone_to_hold(&self, player: Player, card: CardId) -> bool {
        self.has_mod(ModKind::HoldsZone)
            && self.notes().any(|m| m.target == card.0)
            && self.free_spell_zones(player) == 0
    }

    /// The next monster that has no zone and whose controller can choose one now, and that player: the turn
    /// player's monsters come first.
    #[inline(always)]
    pub(crate) fn needs_a_zone(&self) -> Option<(Player, CardId)> {
        if !self.has_mod(ModKind::HoldsZone) {
            return None;
        }
        let first = self.turn_player();
        let mut players = [first, first.other()].into_iter();
        players.find_map(|player| {
            let is_homeless =
                |m: &&Modifier| m.value == NO_ZONE && self.controller(CardId(m.target)) == player;
            let homeless = CardId(self.notes().find(is_homeless)?.target);
            (self.free_spell_zones(player) != 0).then_some((player, homeless))
        })
    }

    /// A Trap that has become a monster holds a zone from now on.
    pub(crate) fn hold_zone<W: Witness>(&mut self, w: &mut W, card: CardId, zone: u8) {
        let draft = ModifierDraft {
            kind: ModKind::HoldsZone,
            scope: Scope::Card,
            target: card.0,
            source: NO_CARD,
            player: self.controller(card),
            until: Until::Forever,
            value: ModValue::Fixed(i32::from(zone)),
            reads: 0,
        };
        self.add_mod(w, draft.pack());
    }

    /// A monster that must hold a zone holds this one from now on.
    pub(crate) fn change_held_zone<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        zone: Option<u8>,
    ) {
        let is_note = |m: &Modifier| m.is(ModKind::HoldsZone) && m.target == card.0;
        if let Some(at) = self.mods().iter().position(is_note) {
            let value = zone.map_or(NO_ZONE, i32::from);
            self.set_mod_value(w, at, value, Until::Forever as u8);
        }
    }

    fn notes(&self) -> impl Iterator<Item = &Modifier> {
        self.mods().iter().filter(|m| m.is(ModKind::HoldsZone))
    }
}
