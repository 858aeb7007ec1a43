//! The duel: one plain value that is copied by assignment and undone byte for byte.
//!
//! All fields are private to this folder. Rules read through the accessors below and write
//! through the few mutators in `gateway`, which keep the journal, the position key and the dirty
//! bits. That is why the key can't go stale and why undo misses nothing.

mod check;
mod gateway;
mod key;
mod knowledge;
mod rooms;

use bytemuck::{Pod, Zeroable};

use crate::catalogue::Print;
use crate::chance::Purpose;
use crate::ids::{Handle, NO_CARD, Phase, Place, Player, Pose, Seat};
use crate::limits::{
    MAX_CARDS, MAX_CHAIN, MAX_DELAYED, MAX_EVENTS, MAX_FRAMES, MAX_LAST_KNOWN, MAX_MODS, MAX_PILE,
    MAX_REGISTERS, MAX_SETS, MAX_USES,
};
use crate::outcome::Outcome;

pub use check::Broken;
pub(crate) use gateway::Arrival;
pub(crate) use rooms::CardSet;
use rooms::{Batch, Delayed, Group, LastKnown, Link, Modifier, SetRegister, Use};

/// What happened to a card this turn; the turn's begin clears it (the reference
/// engine calls a Set or a change by hand "position changed").
pub(crate) mod turn_bits {
    /// It came to the field face-up by a Summon.
    pub(crate) const SUMMONED: u8 = 1;
    /// It was Set.
    pub(crate) const SET: u8 = 2;
    /// Its player changed its position or Flip Summoned it by hand.
    pub(crate) const REPOSITIONED: u8 = 4;
    /// It declared an attack.
    pub(crate) const ATTACKED: u8 = 8;
}

/// One card in play.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Card {
    /// What is printed on it.
    print: u16,
    /// Grows with every move, so that a frame or an effect notices that the card left meanwhile.
    stamp: u16,
    owner: u8,
    controller: u8,
    place: u8,
    /// Zone number, or index in an ordered part of the Deck; 0 in other piles.
    seat: u8,
    pose: u8,
    /// The card that it is equipped or attached to.
    host: u8,
    /// Properly Summoned and the like: what stays until it leaves the field.
    status: u8,
    /// See [`turn_bits`].
    turn: u8,
    /// Counters on it: kinds are numbered by the catalogue, two at a time fit.
    counters: [u8; 2],
    /// Which players know what it is and where, one bit each.
    known: u8,
    /// 1 if a knowledge group may hold it, so that most moves need not look there.
    grouped: u8,
}
const _: () = assert!(size_of::<Card>() == 16);

/// Cards in order; the last one is the newest, or the one on top.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Pile {
    len: u8,
    cards: [u8; MAX_PILE],
}
const _: () = assert!(size_of::<Pile>() == 88);

impl Pile {
    pub(crate) fn cards(&self) -> &[u8] {
        &self.cards[..usize::from(self.len)]
    }
}

/// What one player has.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Side {
    lp: i32,
    /// Normal Summons and Sets used this turn.
    normal_summons: u8,
    /// 5 Main Monster Zones and 2 Extra Monster Zones.
    monsters: [u8; 7],
    /// 5 Spell & Trap Zones; 0 and 4 are the Pendulum Zones.
    spells: [u8; 5],
    field: u8,
    unused: [u8; 6],
    hand: Pile,
    grave: Pile,
    banished: Pile,
    extra: Pile,
    deck_top: Pile,
    /// The unordered part of the Deck.
    deck_rest: Pile,
    deck_bottom: Pile,
}
const _: () = assert!(size_of::<Side>() == 640);

/// Current values of the monster in one zone; cached, re-derived when dirty.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Derived {
    pub(crate) atk: i32,
    pub(crate) def: i32,
    pub(crate) race: u32,
    pub(crate) level: u8,
    pub(crate) attribute: u8,
    /// Negated, cannot attack and the like.
    pub(crate) flags: u16,
}
const _: () = assert!(size_of::<Derived>() == 16);

/// A suspended procedure. It names its card by handle and stamp.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Frame {
    pub(crate) procedure: u8,
    pub(crate) step: u8,
    pub(crate) by: u8,
    pub(crate) card: u8,
    pub(crate) stamp: u16,
    pub(crate) program: u16,
    pub(crate) counter: u16,
    /// A small number of the procedure's own.
    pub(crate) a: u8,
    /// Another.
    pub(crate) b: u8,
}
const _: () = assert!(size_of::<Frame>() == 12);

/// The open question, or none while `kind` is 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Ask {
    pub(crate) kind: u8,
    pub(crate) player: u8,
    /// How many more cards are to be chosen.
    pub(crate) remaining: u8,
    /// Seats or cards below this number are no longer offered (canonical order).
    pub(crate) from: u8,
    /// Seats that were chosen so far, one bit each.
    pub(crate) chosen: u8,
    pub(crate) unused: [u8; 3],
}
const _: () = assert!(size_of::<Ask>() == 8);

/// The attack that is being made; `attacker` is `NO_CARD` while there is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Attack {
    pub(crate) attacker: u8,
    /// The attacked monster, or `NO_CARD` for a direct attack.
    pub(crate) target: u8,
    pub(crate) attacker_stamp: u16,
    pub(crate) target_stamp: u16,
    /// Bit 0: the attacker is marked as destroyed by battle; bit 1: the target is.
    pub(crate) doomed: u8,
    pub(crate) unused: u8,
}
const _: () = assert!(size_of::<Attack>() == 8);

/// A duel: over, or waiting at exactly one decision of one player.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub struct Duel {
    /// Incremental part of the position key.
    key: u64,
    turn: u16,
    /// Last stamp given.
    stamp: u16,
    decisions: u32,
    turn_player: u8,
    phase: u8,
    /// See `Outcome::to_byte`; 0 while the duel goes on.
    over: u8,
    depth: u8,
    links: u8,
    cards_used: u8,
    unused: [u8; 2],
    /// Monster Zones whose derived values are out of date: bits 0 to 6 and 8 to 14.
    dirty: u16,
    /// How often chance was asked, by purpose.
    asked: [u16; Purpose::COUNT],
    unused_words: [u16; 1],
    ask: Ask,
    attack: Attack,
    answer: u32,
    unused_number: u32,
    sides: [Side; 2],
    derived: [[Derived; 7]; 2],
    frames: [Frame; MAX_FRAMES],
    cards: [Card; MAX_CARDS],
    registers: [u16; MAX_REGISTERS],
    sets: [SetRegister; MAX_SETS],
    chain: [Link; MAX_CHAIN],
    mods: [Modifier; MAX_MODS],
    events: [Batch; MAX_EVENTS],
    delayed: [Delayed; MAX_DELAYED],
    last_known: [LastKnown; MAX_LAST_KNOWN],
    uses: [Use; MAX_USES],
    /// What each side's opponent knows of its hand, the rest of its Deck, its shuffled Set cards.
    groups: [[Group; 3]; 2],
}

/// A duel in 8-byte words, the unit of the journal.
const WORDS: usize = size_of::<Duel>() / 8;
const _: () = assert!(size_of::<Duel>() == 10_976);
const _: () = assert!(size_of::<Duel>() <= 12 * 1024, "the budget of a copy is 12 KiB");
const _: () = assert!(align_of::<Duel>() == 8 && size_of::<Duel>().is_multiple_of(8));

impl PartialEq for Duel {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}
impl Eq for Duel {}

impl std::fmt::Debug for Duel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lp = [self.sides[0].lp, self.sides[1].lp];
        write!(f, "Duel {{ turn {}, {:?}, LP {lp:?} }}", self.turn, self.phase())
    }
}

/// What rules may read.
impl Duel {
    /// All bytes of the duel: equal bytes are equal duels with equal futures.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        bytemuck::bytes_of(self)
    }

    /// Number of the turn, from 1; 0 before the first.
    #[must_use]
    pub const fn turn(&self) -> u16 {
        self.turn
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn_player(&self) -> Player {
        Player(self.turn_player)
    }

    /// The phase, or the step of the Battle Phase.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        Phase::from_byte(self.phase)
    }

    /// How the duel ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        Outcome::from_byte(self.over)
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.over != 0
    }

    /// Answers given so far.
    #[must_use]
    pub const fn decisions(&self) -> u32 {
        self.decisions
    }

    /// A player's Life Points; below 0 only when the duel is over.
    #[must_use]
    pub const fn lp(&self, player: Player) -> i32 {
        self.sides[player.index()].lp
    }

    /// Cards in a player's Deck.
    #[must_use]
    pub const fn deck_count(&self, player: Player) -> u8 {
        let side = &self.sides[player.index()];
        side.deck_top.len + side.deck_rest.len + side.deck_bottom.len
    }

    pub(crate) const fn ask(&self) -> Ask {
        self.ask
    }

    pub(crate) const fn answer(&self) -> u32 {
        self.answer
    }

    pub(crate) const fn attack(&self) -> Attack {
        self.attack
    }

    pub(crate) const fn depth(&self) -> u8 {
        self.depth
    }

    pub(crate) const fn frame(&self) -> Frame {
        self.frames[(self.depth as usize).saturating_sub(1)]
    }

    pub(crate) const fn normal_summons_used(&self, player: Player) -> u8 {
        self.sides[player.index()].normal_summons
    }

    /// The handles of a player's hand, oldest first.
    pub(crate) fn hand(&self, player: Player) -> &[u8] {
        self.sides[player.index()].hand.cards()
    }

    pub(crate) fn grave(&self, player: Player) -> &[u8] {
        self.sides[player.index()].grave.cards()
    }

    pub(crate) fn banished(&self, player: Player) -> &[u8] {
        self.sides[player.index()].banished.cards()
    }

    pub(crate) fn extra(&self, player: Player) -> &[u8] {
        self.sides[player.index()].extra.cards()
    }

    pub(crate) fn deck_top(&self, player: Player) -> &[u8] {
        self.sides[player.index()].deck_top.cards()
    }

    pub(crate) fn deck_rest(&self, player: Player) -> &[u8] {
        self.sides[player.index()].deck_rest.cards()
    }

    pub(crate) fn deck_bottom(&self, player: Player) -> &[u8] {
        self.sides[player.index()].deck_bottom.cards()
    }

    /// The monster in a zone.
    #[inline]
    pub(crate) const fn monster(&self, player: Player, seat: Seat) -> Option<Handle> {
        match self.sides[player.index()].monsters[seat.index()] {
            NO_CARD => None,
            card => Some(Handle(card)),
        }
    }

    /// The occupied Monster Zones of a player, ascending.
    #[inline]
    pub(crate) fn monsters(&self, player: Player) -> impl Iterator<Item = (Seat, Handle)> + '_ {
        let zones = &self.sides[player.index()].monsters;
        let mut left = self.occupied(player);
        std::iter::from_fn(move || {
            let seat = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            let card = zones.get(usize::from(seat))?;
            Some((Seat(seat), Handle(*card)))
        })
    }

    /// The occupied Monster Zones of a player, one bit each.
    #[inline(always)]
    pub(crate) const fn occupied(&self, player: Player) -> u8 {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let [a, b, c, d, e, f, g] = self.sides[player.index()].monsters;
        // A byte of `x` is zero exactly for a free zone; the sum carries into its top bit if not.
        let x = !u64::from_le_bytes([a, b, c, d, e, f, g, NO_CARD]);
        let tops = (((x & LOW) + LOW) | x) & !LOW;
        // Gathers the eight top bits into the highest byte, in order.
        ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }

    /// The free Main Monster Zones of a player, one bit each (DF-6, DF-7).
    #[inline]
    pub(crate) const fn free_main_zones(&self, player: Player) -> u8 {
        !self.occupied(player) & ((1 << Seat::MAIN) - 1)
    }

    pub(crate) const fn derived(&self, player: Player, seat: Seat) -> &Derived {
        &self.derived[player.index()][seat.index()]
    }

    pub(crate) const fn print(&self, card: Handle) -> Print {
        Print(self.cards[card.index()].print)
    }

    pub(crate) const fn pose(&self, card: Handle) -> Pose {
        Pose::from_byte(self.cards[card.index()].pose)
    }

    pub(crate) const fn place(&self, card: Handle) -> Place {
        Place::from_byte(self.cards[card.index()].place)
    }

    pub(crate) const fn seat(&self, card: Handle) -> u8 {
        self.cards[card.index()].seat
    }

    pub(crate) const fn stamp(&self, card: Handle) -> u16 {
        self.cards[card.index()].stamp
    }

    pub(crate) const fn owner(&self, card: Handle) -> Player {
        Player(self.cards[card.index()].owner)
    }

    pub(crate) const fn controller(&self, card: Handle) -> Player {
        Player(self.cards[card.index()].controller)
    }

    /// See [`turn_bits`].
    pub(crate) const fn turn_bits(&self, card: Handle) -> u8 {
        self.cards[card.index()].turn
    }

    /// Whether a player knows what this card is, at the place where it is.
    pub(crate) const fn knows(&self, player: Player, card: Handle) -> bool {
        self.cards[card.index()].known >> player.0 & 1 == 1
    }
}
