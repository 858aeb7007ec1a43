//! The parts of a duel that only card effects use: Chain, modifiers, event batches, effects that
//! will happen, last-known records, once-per-turn counters.
//!
//! Plain monsters leave them empty. They are laid out all the same, so that copying, undo and the
//! position key have covered them from the first day.

use super::link_bits;
use bytemuck::{Pod, Zeroable};

use crate::limits::MAX_CARDS;
use duelfish_script::{event_bit, kind};

/// A set of cards in play, one bit for each card id.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct CardSet(pub(crate) [u64; 4]);

const _: () = assert!(MAX_CARDS <= 4 * 64);
const _: () = assert!(size_of::<CardSet>() == 32);

impl CardSet {
    /// The set without cards.
    pub(crate) const EMPTY: Self = Self([0; 4]);

    /// Whether the card is in the set.
    pub(crate) const fn has(&self, card: u8) -> bool {
        self.0[(card >> 6) as usize] >> (card & 63) & 1 == 1
    }

    /// The set with this card. All words are written alike, so that they stay in registers: one that is
    /// picked by its number would go through memory, and whoever reads the set next would wait for it.
    #[inline(always)]
    pub(crate) const fn with(self, card: u8) -> Self {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = Self::bits_of(card);
        Self([a | e, b | f, c | g, d | h])
    }

    /// The set without this card.
    #[inline(always)]
    pub(crate) const fn without(self, card: u8) -> Self {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = Self::bits_of(card);
        Self([a & !e, b & !f, c & !g, d & !h])
    }

    /// The bit of a card in each of the words.
    #[inline(always)]
    const fn bits_of(card: u8) -> [u64; 4] {
        let (bit, word) = (1 << (card & 63), card >> 6);
        [
            if word == 0 { bit } else { 0 },
            if word == 1 { bit } else { 0 },
            if word == 2 { bit } else { 0 },
            if word == 3 { bit } else { 0 },
        ]
    }

    /// How many cards are in the set.
    pub(crate) const fn len(&self) -> i32 {
        let [a, b, c, d] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()).cast_signed()
    }

    /// Whether no card is in the set.
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// The cards in the order of their card ids.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        let (mut left, mut word) = (self.0[0], 0);
        std::iter::from_fn(move || {
            while left == 0 {
                word += 1;
                left = *self.0.get(word)?;
            }
            let bit = left.trailing_zeros();
            left &= left - 1;
            Some((word as u32 * 64 + bit) as u8)
        })
    }
}

impl FromIterator<u8> for CardSet {
    fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// A link of the Chain: effect, player, source as it was at activation, targets, cost.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Link {
    pub(crate) effect: u16,
    pub(crate) source_stamp: u16,
    /// Targets that moved after this stamp are no longer the ones that were meant.
    pub(crate) watermark: u16,
    pub(crate) source: u8,
    pub(crate) player: u8,
    pub(crate) location: u8,
    pub(crate) zone: u8,
    /// See [`link_bits`].
    pub(crate) flags: u8,
    /// The batch that it answers, from 1; 0 if it answers none.
    pub(crate) batch: u8,
    /// The last stamp before it was on the Chain: what its cost gave has later ones.
    pub(crate) made: u16,
    /// See [`Link::is_harmless`] and [`Link::became`].
    pub(crate) turned: u16,
    pub(crate) numbers: [i32; 4],
    pub(crate) targets: [CardSet; 2],
    pub(crate) cost: CardSet,
}
const _: () = assert!(size_of::<Link>() == 128);

impl Link {
    /// In [`Link::turned`]: it inflicts no damage, because another link says so.
    const HARMLESS: u16 = 1 << 15;

    /// Whether it inflicts no damage, because another link says so.
    pub(crate) const fn is_harmless(&self) -> bool {
        self.turned & Self::HARMLESS != 0
    }

    /// The same link, which inflicts no damage any more.
    pub(crate) const fn made_harmless(self) -> Self {
        Self { turned: self.turned | Self::HARMLESS, ..self }
    }

    /// The effect of another card that its effect has become: that one resolves in its place.
    pub(crate) const fn became(&self) -> Option<u16> {
        (self.turned & !Self::HARMLESS).checked_sub(1)
    }

    /// The same link, whose effect becomes that of another card.
    pub(crate) fn becoming(self, effect: u16) -> Self {
        debug_assert!(effect + 1 < Self::HARMLESS, "so many effects have no room");
        Self { turned: (self.turned & Self::HARMLESS) | (effect + 1), ..self }
    }

    /// Whether its source is a Spell, a Trap or a monster, as bits of `kind`.
    pub(crate) const fn kind_of_source(&self) -> u32 {
        if self.flags & link_bits::TRAP != 0 {
            kind::TRAP
        } else if self.flags & link_bits::SPELL != 0 {
            kind::SPELL
        } else {
            kind::MONSTER
        }
    }
}

/// A continuous or lingering modifier. ATK changes stay separate signed entries, never folded.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Modifier {
    pub(crate) value: i32,
    pub(crate) stamp: u16,
    /// Which facts its value depends on.
    pub(crate) reads: u16,
    /// Its kind and its reach: see `modifiers`; 0 is an empty slot.
    pub(crate) kind: u16,
    /// The test of the cards that it applies to.
    pub(crate) filter: u16,
    pub(crate) source: u8,
    pub(crate) target: u8,
    pub(crate) until: u8,
    pub(crate) player: u8,
}
const _: () = assert!(size_of::<Modifier>() == 16);

/// A batch of one event: all the cards that it happened to at the same moment.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Batch {
    /// The event: one more than the number of its bit in `event_bit`; 0 is an empty slot.
    pub(crate) kind: u8,
    /// See [`batch_state`].
    pub(crate) state: u8,
    /// The player who did it or to whom it happened, where that is one player; for cards that moved
    /// [`Batch::MOVED`] with what [`Batch::by`] says.
    pub(crate) player: u8,
    /// Events between which nothing was enforced have the same number, and later ones a higher one;
    /// [`Batch::CLOSED`] is set once something was. Only kept where the rules ask it.
    pub(crate) group: u8,
    /// Cards that moved after this stamp are no longer the ones that it happened to.
    pub(crate) stamp: u16,
    pub(crate) number: i16,
    pub(crate) cards: CardSet,
}
const _: () = assert!(size_of::<Batch>() == 40);

impl Batch {
    /// Bit of [`Batch::group`]: the next event begins another group.
    pub(crate) const CLOSED: u8 = 0x80;
    /// The number of a flip that Flip effects do not answer.
    pub(crate) const NO_RESPONSE: i32 = 1;
    /// Bit of [`Batch::player`]: it says what moved the cards.
    pub(crate) const MOVED: u8 = 0x40;

    /// Events of damage to a player.
    pub(crate) const OF_DAMAGE: duelfish_script::Events =
        event_bit::DAMAGED | event_bit::BATTLE_DAMAGED | event_bit::EFFECT_DAMAGED;
    /// Bit of [`Batch::player`] for damage: a card of the damaged player did it.
    pub(crate) const OWN_DOING: u8 = 2;
    /// Above so many bits of [`Batch::player`] for damage by an effect is the place where that was activated; the
    /// card is the one of the batch.
    pub(crate) const PLACE_SHIFT: u8 = 2;

    /// The cause that moved the cards: the bit of an effect (see `by_bit`), and above it whose card it
    /// was, 0x10 for player 1's and 0x20 for player 2's.
    pub(crate) const fn by(&self) -> u8 {
        const NO_PLAYER: u8 = 0x80;
        if self.player & (Self::MOVED | NO_PLAYER) == Self::MOVED { self.player & 0x3f } else { 0 }
    }
}

/// The age of a batch, which says whether effects can still answer it.
pub(crate) mod batch_state {
    /// It happened since the last window.
    pub(crate) const INSTANT: u8 = 1;
    /// The present window is about it.
    pub(crate) const POINT: u8 = 2;
    /// History: only effects that wait or resolve refer to it.
    pub(crate) const PAST: u8 = 3;
}

/// A trigger that waits for its window.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Pending {
    /// Which effect; 0 is an empty slot.
    pub(crate) effect: u16,
    /// Of its card, when it was triggered.
    pub(crate) stamp: u16,
    pub(crate) card: u8,
    pub(crate) player: u8,
    /// The batch that it answers, from 1.
    pub(crate) batch: u8,
    /// See [`held`].
    pub(crate) held: u8,
}
const _: () = assert!(size_of::<Pending>() == 8);

/// The values of [`Pending::held`]: flip effects in the Damage Step wait for damage calculation.
pub(crate) mod held {
    /// It never waited for that.
    pub(crate) const NEVER: u8 = 0;
    /// It waits.
    pub(crate) const STILL: u8 = 1;
    /// It has waited.
    pub(crate) const UNTIL_NOW: u8 = 2;
    /// For an optional trigger of the hand: it was there when the present window opened, and can be used in it. One
    /// that something on the Chain sets off waits for the window after the Chain.
    pub(crate) const IN_WINDOW: u8 = 3;
}

/// An effect that will happen: which one, when, for whom, with the cards that it captured.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Delayed {
    /// The number of the effect whose body runs; 0 is an empty slot.
    pub(crate) program: u16,
    pub(crate) when: u8,
    pub(crate) player: u8,
    /// The stamp of the moment when it was planned; above it the turn in which it does not happen yet.
    pub(crate) number: i32,
    pub(crate) captured: CardSet,
}
const _: () = assert!(size_of::<Delayed>() == 40);

impl Delayed {
    /// Whether it will happen when a phase comes.
    pub(crate) const fn is_for_phase(&self) -> bool {
        !matches!(self.when, when::ALLOWED | when::LASTING | when::DUE)
    }

    /// Whether it happens only as long as some cards stay where they are.
    pub(crate) const fn needs_cards(&self) -> bool {
        matches!(self.when, when::PLANNED_WITH_CARDS | when::PLANNED_ON_CARDS)
    }

    /// Whether it does something with cards that have stayed where they are.
    pub(crate) const fn is_about_cards(&self) -> bool {
        self.needs_cards() || self.when == when::PLANNED_FOR_CARDS
    }

    /// Whether it waits for a later turn than this one.
    pub(crate) const fn waits_in(&self, turn: u16) -> bool {
        turn != 0 && (self.number.cast_unsigned() >> u16::BITS) as u16 == turn
    }
}

/// The values of [`Delayed::when`].
pub(crate) mod when {
    /// Its player may use it once this turn.
    pub(crate) const ALLOWED: u8 = 0;
    /// It will happen when the phase of its effect comes.
    pub(crate) const PLANNED: u8 = 1;
    /// The same, as long as any of the captured cards has not moved since the stamp in `number`.
    pub(crate) const PLANNED_WITH_CARDS: u8 = 2;
    /// The same, as something of these cards themselves.
    pub(crate) const PLANNED_ON_CARDS: u8 = 3;
    /// It will happen whether the captured cards have moved or not; those that have are left out.
    pub(crate) const PLANNED_FOR_CARDS: u8 = 4;
    /// It happens each time its event does, until the turn in `number` is over. The card whose effect it is
    /// has been captured.
    pub(crate) const LASTING: u8 = 5;
    /// Such an event has happened to the captured cards while a link resolved: it happens after the link.
    pub(crate) const DUE: u8 = 6;
}

/// How a card was when it last left the field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct LastKnown {
    pub(crate) atk: i32,
    pub(crate) def: i32,
    /// The name it had, as a card code.
    pub(crate) name: u16,
    pub(crate) stamp: u16,
    pub(crate) card: u8,
    pub(crate) controller: u8,
    pub(crate) zone: u8,
    pub(crate) position: u8,
    pub(crate) level: u8,
    pub(crate) materials: u8,
    pub(crate) host: u8,
    /// The kind of note; 0 for none.
    pub(crate) used: u8,
}
const _: () = assert!(size_of::<LastKnown>() == 20);

/// A once-per-turn counter, keyed by limit group and player.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Use {
    /// Limit group; 0 is an empty slot.
    pub(crate) group: u16,
    pub(crate) player: u8,
    pub(crate) count: u8,
}
const _: () = assert!(size_of::<Use>() == 4);

/// A set register of a suspended procedure: cards, and the stamp after which a card that moved
/// no longer counts as the one that was meant.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct SetRegister {
    pub(crate) cards: CardSet,
    pub(crate) watermark: u16,
    pub(crate) unused: [u16; 3],
}
const _: () = assert!(size_of::<SetRegister>() == 40);

/// The opponent's knowledge of a hidden group of one player's cards: all of `known` are among `members`,
/// but not which of them is which.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct KnowledgeGroup {
    /// Cards that are physically in the group besides those of its pile.
    pub(crate) members: CardSet,
    /// Cards whose card codes are known to be among the group.
    pub(crate) known: CardSet,
}
const _: () = assert!(size_of::<KnowledgeGroup>() == 64);
