//! Xyz Materials: cards attached to a monster. They are not on the field (SU-08.5), and a card
//! that becomes one has not left it (SU-08.4).

use arrayvec::ArrayVec;

use super::{Arrival, Duel};
use crate::event::Cause;
use crate::ids::{BattlePosition, CardId, Location, Player};
use crate::limits::MAX_PILE;
use crate::witness::Witness;

impl Duel {
    /// The cards attached to a monster, in the order in which they were attached.
    pub(crate) fn materials_of(&self, host: CardId) -> ArrayVec<CardId, MAX_PILE> {
        self.materials_at(self.controller(host), host)
    }

    /// The same, as long as they lie with this player.
    pub(super) fn materials_at(&self, player: Player, host: CardId) -> ArrayVec<CardId, MAX_PILE> {
        let all = self.materials(player).iter().map(|card| CardId(*card));
        all.filter(|card| self.host(*card) == Some(host)).collect()
    }

    /// How many cards are attached to a monster.
    pub(crate) fn count_materials(&self, host: CardId) -> i32 {
        let all = self.materials(self.controller(host)).iter();
        all.filter(|card| self.host(CardId(**card)) == Some(host)).count() as i32
    }

    /// Whether any card is attached to any monster.
    #[inline]
    pub(crate) fn has_materials(&self) -> bool {
        Player::BOTH.into_iter().any(|player| !self.materials(player).is_empty())
    }

    /// Attaches a card to a monster.
    pub(crate) fn attach<W: Witness>(&mut self, w: &mut W, card: CardId, host: CardId) {
        let player = self.controller(host);
        let to =
            Arrival { player, location: Location::Material, zone: 0, position: BattlePosition::Up };
        self.move_card(w, card, to, Cause::Material);
        self.write_host(w, card, host);
    }
}
