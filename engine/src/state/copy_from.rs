//! One duel becomes another one: the rooms for cards, links, modifiers and events are mostly empty, and
//! what is empty in both need not be written.

use std::mem::offset_of;

use bytemuck::bytes_of_mut;

use super::rooms::{Batch, Delayed, Link, Modifier};
use super::{Card, Duel};

/// Rooms that are filled from their beginning, by where they lie and how large one part is. Parts that are
/// not used are the same in all duels.
#[derive(Clone, Copy)]
struct CopyRoom {
    at: usize,
    size: usize,
}

impl CopyRoom {
    const CARDS: Self = Self { at: offset_of!(Duel, cards), size: size_of::<Card>() };
    const CHAIN: Self = Self { at: offset_of!(Duel, chain), size: size_of::<Link>() };
    const MODS: Self = Self { at: offset_of!(Duel, mods), size: size_of::<Modifier>() };
    const EVENTS: Self = Self { at: offset_of!(Duel, events), size: size_of::<Batch>() };
    const DELAYED: Self = Self { at: offset_of!(Duel, delayed), size: size_of::<Delayed>() };

    /// Where the used parts end.
    const fn end(self, used: usize) -> usize {
        self.at + self.size * used
    }
}

impl Duel {
    /// Makes this duel a copy of another one. Of two duels between the same decks about half of the
    /// bytes are written, so this is faster than an assignment.
    ///
    /// ```
    /// # use duelfish_engine::{DeckList, Duel, Game, Rules, Streams};
    /// # let game = Game::new(Rules::MR5, duelfish_cards::catalogue());
    /// # let main = [game.cards.by_name("Battle Ox").unwrap(); 40];
    /// # let start = |seed| {
    /// #     let deck = DeckList { main: &main, extra: &[] };
    /// #     Duel::start(&game, [deck; 2], &mut Streams::new(seed, [0, 1]), &mut ()).unwrap()
    /// # };
    /// let (mut one, other) = (start(1), start(2));
    /// one.copy_from(&other);
    /// assert!(one == other);
    /// ```
    pub fn copy_from(&mut self, other: &Self) {
        let used = |of: fn(&Self) -> u8| usize::from(of(self).max(of(other)));
        let parts = [
            0..CopyRoom::CARDS.end(used(|duel| duel.cards_used)),
            offset_of!(Self, registers)..CopyRoom::CHAIN.end(used(|duel| duel.links)),
            CopyRoom::MODS.at..CopyRoom::MODS.end(used(|duel| duel.mods_used)),
            CopyRoom::EVENTS.at..CopyRoom::EVENTS.end(used(|duel| duel.batches_used)),
            offset_of!(Self, pending)..CopyRoom::DELAYED.end(used(|duel| duel.delayed_used)),
            offset_of!(Self, last_known)..size_of::<Self>(),
        ];
        for part in parts {
            bytes_of_mut(self)[part.clone()].copy_from_slice(&other.bytes()[part]);
        }
        debug_assert!(self == other, "what is not used is the same in all duels");
    }
}
