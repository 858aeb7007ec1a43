//! The cards that did something, as the numbers of an event batch name them.

use super::rooms::Batch;
use crate::ids::{CardId, Location, Player};
use duelfish_script::Way;

impl Batch {
    /// The number of a Special Summon: its way, and the card whose effect made it.
    pub(crate) const fn number_of_summon(way: i32, by: Option<u8>) -> i32 {
        match by {
            Some(card) => way | (card as i32 + 1) << Way::BITS,
            None => way,
        }
    }

    /// In which way a Special Summon was made.
    pub(crate) const fn way_of_summon(&self) -> i32 {
        self.number as i32 & ((1 << Way::BITS) - 1)
    }

    /// The card whose effect made a Special Summon.
    pub(crate) fn maker_of_summon(&self) -> Option<CardId> {
        let card = u8::try_from(self.number >> Way::BITS).ok()?.checked_sub(1)?;
        Some(CardId(card))
    }

    /// The number of cards that moved because of this card, whose effect was activated there.
    pub(crate) const fn number_of_doer(card: u8, location: Location) -> i32 {
        ((location as i32) << 8 | card as i32) + 1
    }

    /// The card whose effect did damage, its player, and where it was activated.
    pub(crate) fn doer_of_damage(&self) -> Option<(CardId, Player, Location)> {
        let card = CardId(self.cards.iter().next()?);
        let hurt = Player::of_bit(self.player & 1);
        let by = if self.player & Self::OWN_DOING != 0 { hurt } else { hurt.other() };
        Some((card, by, Location::from_byte(self.player >> Self::PLACE_SHIFT & 0xf)))
    }

    /// That card, and where its effect was activated.
    pub(crate) fn doer(&self) -> Option<(CardId, Location)> {
        let number = u16::try_from(self.number).ok()?.checked_sub(1)?;
        Some((CardId(number as u8), Location::from_byte((number >> 8) as u8)))
    }
}
