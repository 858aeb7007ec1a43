//! How a card lies to others: in one column with them, or equipped with them.

use super::eval::Ctx;
use super::model::SelectId;
use crate::catalogue::Catalogue;
use crate::ids::{Handle, Place, Player, Seat};
use crate::state::Duel;

impl Duel {
    /// Whether another card that a selection finds is in the same column.
    pub(super) fn is_in_column_of(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        card: Handle,
        from: SelectId,
    ) -> bool {
        let Some(column) = self.column_of(card) else { return false };
        self.finds_one(cards, ctx, from, |other| {
            other != card && self.column_of(other) == Some(column)
        })
    }

    /// Whether a card that a selection finds is equipped to a monster.
    pub(super) fn is_equipped_with(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        monster: Handle,
        from: SelectId,
    ) -> bool {
        self.has_equips()
            && self.finds_one(cards, ctx, from, |card| {
                self.place(card) == Place::Spell && self.host(card) == Some(monster)
            })
    }

    fn finds_one(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        from: SelectId,
        is: impl Fn(Handle) -> bool,
    ) -> bool {
        let mut found = false;
        self.look(cards, ctx, cards.scripts().select(from), &mut |_, card| {
            found = is(card);
            !found
        });
        found
    }

    /// The column in which a card lies, counted from the left of the first player; Field Zones are in
    /// none (DF-1).
    fn column_of(&self, card: Handle) -> Option<u8> {
        let seat = self.seat(card);
        let own = match self.place(card) {
            Place::Monster if seat == Seat::MAIN => 1,
            Place::Monster if seat > Seat::MAIN => 3,
            Place::Monster | Place::Spell | Place::Pendulum => seat,
            _ => return None,
        };
        let first = self.controller(card) == Player::FIRST;
        Some(if first { own } else { Seat::MAIN - 1 - own })
    }
}
