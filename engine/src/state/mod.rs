//! The duel: one plain value that is copied by assignment and undone byte for byte.
//!
//! All fields are private to this folder. Rules read through the accessors below and write
//! through the few mutators in `gateway`, which keep the journal, the position key and the dirty
//! bits. That is why the key can't go stale and why undo misses nothing.

mod ask;
mod attack;
mod check;
mod closed_zones;
mod coming;
mod copies;
mod copy_from;
mod counters;
mod crowd;
mod ctx;
mod derive;
mod doers;
mod effects;
mod forbidden;
mod frame;
mod gateway;
mod graves;
mod held_zones;
mod key;
mod kinds;
mod knowledge;
mod last_known;
mod level;
pub(crate) mod link_bits;
mod links;
mod locations;
mod locks;
mod materials;
mod modifier_list;
mod modifiers;
mod moving;
mod named_away;
mod negation;
mod no_response;
mod one_type;
mod only_one;
mod originals;
mod read;
mod redeal;
mod rooms;
mod setup;
mod slots;
pub(crate) mod traits;
mod uses;
mod waiting;
mod zones;

use bytemuck::{Pod, Zeroable};
use rooms::{KnowledgeGroup, LastKnown, SetRegister, Use};

use crate::chance::{Candidate, Purpose};
use crate::ids::{BattlePosition, CardId, Location, NO_CARD, Phase, Player};
use crate::limits::{
    MAX_CARDS, MAX_CHAIN, MAX_DELAYED, MAX_EVENTS, MAX_FRAMES, MAX_LAST_KNOWN, MAX_MODS,
    MAX_PENDING, MAX_PILE, MAX_REGISTERS, MAX_SETS, MAX_USES,
};
use crate::outcome::Outcome;
use duelfish_script::{CardCode, Counter, KindSet, Response, Stat, TableId, UsedFrom, brought_by};

pub(crate) use ask::Ask;
pub(crate) use attack::{Attack, fighter};
pub use check::Broken;
pub use counters::Counters;
pub(crate) use ctx::{Ctx, NO_LINK};
pub(crate) use effects::location_bit_of;
pub(crate) use frame::{
    AttackFrame, ControlFrame, EquipMonsterFrame, Flag, FlipSummonFrame, Frame, FrameData,
    GeminiSummonFrame, GraveOrderFrame, HandLimitFrame, HomelessTrapsFrame, LayBackFrame,
    LinkFrame, NormalSummonFrame, OneTypeFrame, OwnSummonFrame, PhaseCheckFrame, Procedure,
    ProgramFrame, ReplaceFrame, ReturnToFieldFrame, SolveFrame, SpecialSummonFrame, SpellSetFrame,
    StayFrame, SwapFrame, TurnFrame, UnusableZonesFrame, WindowFrame, skip, summon_bits,
};
pub(crate) use level::Level;
pub(crate) use modifiers::{ModValue, ModifierDraft};
pub(crate) use moving::Arrival;
pub(crate) use one_type::Common;
pub use redeal::{Dealer, Inconsistent};
pub(crate) use rooms::CardSet;
pub(crate) use rooms::{Batch, Delayed, Link, Modifier, Pending, batch_state, held, when};
pub(crate) use slots::SetSlot;
pub(crate) use uses::{
    PER_BATTLE, PER_CHAIN, PER_DUEL, limit_across_banishment, limit_across_zones, limit_of_card,
    limit_of_saved_monsters, limit_of_survived_battles, limit_of_survived_effects, limit_of_watch,
};

/// The events of this turn that happened to a card; the turn's begin clears them (the reference
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
    /// As [`SUMMONED`], by the player who doesn't control it now, where the rules ask who did.
    pub(crate) const SUMMONED_BY_OTHER: u8 = 16;
    /// It was turned face-up, by whatever: that alone forbids nothing.
    pub(crate) const FLIPPED: u8 = 32;
    /// It declared an attack in the first of two Battle Phases, while the second one goes on.
    pub(crate) const ATTACKED_BEFORE: u8 = 64;
    /// It attacked, or was attacked, and damage was calculated.
    pub(crate) const BATTLED: u8 = 128;
}

/// Facts that hold for a card until it leaves its place.
pub(crate) mod status_bits {
    /// It goes to the Graveyard when the Chain has ended.
    pub(crate) const LEAVES: u8 = 1;
    /// Battle has destroyed it; it leaves at the end of the Damage Step.
    pub(crate) const DESTROYED_BY_BATTLE: u8 = 2;
    /// Its effects are on: a face-up monster whose Summon is over, a Spell or Trap whose
    /// activation has resolved.
    pub(crate) const ENABLED: u8 = 4;
    /// It is being Summoned: the moment in which the Summon could be negated.
    pub(crate) const SUMMONING: u8 = 8;
    /// Its activation or its Summon was negated: when it goes it does not leave the field, because
    /// it never properly came there.
    pub(crate) const UNDONE: u8 = 16;
    /// Its effects are negated.
    pub(crate) const NEGATED: u8 = 32;
    /// It was at work when a link joined the present Chain, and may ask later what became of it.
    pub(crate) const WITNESS: u8 = 64;
    /// It was Summoned in its own way once, so that effects may revive it; kept until it goes to
    /// the hand or a Deck.
    pub(crate) const PROPER: u8 = 128;
}

/// In `Card::owner`: the card lay on the table when the duel was set up, so that it was made after
/// those of the Decks.
const LAID: u8 = 2;
/// In `Card::owner`: the number of the player.
const OWNER: u8 = 1;

/// One card in play.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Card {
    /// The number of its [`CardCode`].
    code: u16,
    /// Grows with every move, so that a frame or an effect notices that the card left meanwhile.
    stamp: u16,
    /// Its owner; [`LAID`] if it lay on the table when the duel was set up; bits of [`used_in`] and
    /// [`brought_by`].
    owner: u8,
    controller: u8,
    location: u8,
    /// Zone number, or index in an ordered part of the Deck; 0 in other piles.
    zone: u8,
    position: u8,
    /// The card that it is equipped or attached to.
    host: u8,
    /// See [`status_bits`].
    status: u8,
    /// See [`turn_bits`].
    turn: u8,
    /// The counters on it of the kind that it says it can hold: which kind, and how many. Those that any card can
    /// hold are modifiers.
    counters: [u8; 2],
    /// Which players know what it is and where, one bit each; bits of [`able`]; bit 7 if a
    /// knowledge group may hold it, so that most moves need not look there.
    known: u8,
    /// Where it was before its last move: the place, bit 4 the controller, bit 5 face-up; and
    /// [`SPECIALLY`] and [`DULY`].
    origin: u8,
}
const _: () = assert!(size_of::<Card>() == 16);

/// In `Card::origin`: the monster came to the field by a Special Summon.
const SPECIALLY: u8 = 1 << 6;

/// In `Card::origin`: the monster came to the field by the Summon of its kind, or it was Tribute Summoned.
const DULY: u8 = 1 << 7;

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

/// The bit of `SideState::normal_summons` that says that one more monster was Normal Summoned.
const ONE_MORE_USED: u8 = 0x80;
/// The bit that says that the player has Pendulum Summoned.
const PENDULUM_USED: u8 = 0x40;
/// The bit that says that the player has Pendulum Summoned in addition to that.
const MORE_PENDULUM_USED: u8 = 0x20;
/// The bits there that are no part of the number of Normal Summons.
const OTHERS_USED: u8 = ONE_MORE_USED | PENDULUM_USED | MORE_PENDULUM_USED;

/// One player's side of the duel.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct SideState {
    lp: i32,
    /// Normal Summons and Sets used this turn, and the bits of [`OTHERS_USED`].
    normal_summons: u8,
    /// 5 Main Monster Zones and 2 Extra Monster Zones.
    monsters: [u8; 7],
    /// 5 Spell & Trap Zones; 0 and 4 are the Pendulum Zones.
    spells: [u8; 5],
    field: u8,
    /// Zones with a Spell or Trap that could be used in response as it lies, by what it can do at
    /// all: one bit for each Spell & Trap Zone, and [`FIELD_BIT`].
    quick: u8,
    unused: [u8; 5],
    hand: Pile,
    grave: Pile,
    banished: Pile,
    extra: Pile,
    deck_top: Pile,
    /// The unordered part of the Deck.
    deck_rest: Pile,
    deck_bottom: Pile,
    /// The cards attached to the monsters of this player, in the order in which they were attached.
    materials: Pile,
}
const _: () = assert!(size_of::<SideState>() == 728);

/// The bit of [`SideState::quick`] that stands for the Field Zone.
const FIELD_BIT: u8 = 5;

/// Current values of the monster in one zone; cached, re-derived when dirty.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Derived {
    pub(crate) atk: i32,
    pub(crate) def: i32,
    pub(crate) race: u32,
    /// Negated, cannot attack and the like: kinds of modifiers that stand on it, one bit each.
    pub(crate) flags: u32,
    pub(crate) level: u8,
    pub(crate) attribute: u8,
    pub(crate) unused: u16,
}
const _: () = assert!(size_of::<Derived>() == 20);

impl Derived {
    /// One of its numbers.
    pub(crate) const fn stat(&self, stat: Stat) -> i32 {
        match stat {
            Stat::Atk => self.atk,
            Stat::Def => self.def,
            Stat::Level => self.level as i32,
            // The Scale of a card is asked of the duel, since only a Pendulum Zone gives it a meaning, and its
            // Rank is what is printed on it.
            Stat::Scale | Stat::Rank => 0,
        }
    }
}

/// Small facts about the moment.
pub(crate) mod flags {
    /// A player had to draw from an empty Deck and has not lost yet (one bit for each player).
    pub(crate) const SHORT: u8 = 1;
    /// The opponent's monsters changed since the attack was declared, or its target is gone.
    pub(crate) const ROLLBACK: u8 = 4;
    /// The hand limit was dealt with this turn: no free responses until it ends.
    pub(crate) const HAND_ADJUSTED: u8 = 8;
    /// Damage is being calculated.
    pub(crate) const CALCULATION: u8 = 16;
    /// Damage was calculated; flip effects of this battle may be used.
    pub(crate) const CALCULATED: u8 = 32;
    /// The last window led to a Chain.
    pub(crate) const CHAINED: u8 = 64;
    /// Something changed since continuous rules were last enforced.
    pub(crate) const UNADJUSTED: u8 = 128;
}

/// A duel: over, or waiting at exactly one decision of one player.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub struct Duel {
    /// Incremental part of the position key.
    key: u64,
    /// Which kinds of modifiers there are, one bit each; the first 64 kinds in the first word.
    mod_kinds: KindSet,
    /// Events that a card of this duel answers, as bits of `event_bit`: others need not be told.
    hears: u64,
    /// Of these, those that triggers answer.
    triggers_on: u64,
    /// Of these, those on which something happens at once.
    at_once_on: u64,
    /// Of these, those on which cards trigger, or act at once, although the event is not about them.
    triggers_of_others: u64,
    /// Of these in turn, those that cards outside hand and field answer.
    triggers_elsewhere: u64,
    /// Events of which a card of this duel asks later whether they happened.
    remembers: u64,
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
    /// How many modifiers there are; they stand in the order of their stamps.
    mods_used: u8,
    /// How many effects will happen or may be used later.
    delayed_used: u8,
    /// Monster Zones whose derived values are out of date: bits 0 to 6 and 8 to 14; bit 15 if it
    /// may have changed which cards are negated.
    dirty: u16,
    /// How often chance was asked, by purpose.
    asked: [u16; Purpose::COUNT],
    /// The facts that values of modifiers depend on, all together.
    reads: u16,
    ask: Ask,
    attack: Attack,
    answer: u32,
    /// Phases that bring effects which are used outside the field.
    phase_effects_elsewhere: u16,
    /// 1 once something was done in this phase, if a card of this duel asks for that.
    acted: u8,
    /// The players who have nothing to respond with, one bit each, and whether the attack goes on: see `no_response`.
    no_response: u8,
    /// Facts about the cards of this duel: see [`traits`].
    traits: u32,
    /// How many batches and waiting triggers there are.
    batches_used: u8,
    pending_used: u8,
    /// The Chain Link that resolves, from 1; 0 while none does.
    resolving: u8,
    /// Bits of [`flags`].
    flags: u8,
    /// A Summon that happens immediately after the Chain Link that asked for it: the card and
    /// the battle position; `NO_CARD` if there is none.
    reserved: u8,
    /// The battle position, above it the player, and the bit of a Tribute Summon.
    reserved_how: u8,
    /// A card that must be among the materials of the reserved Summon, until they are used; `NO_CARD`
    /// if there is none.
    reserved_material: u8,
    /// Decks that will be shuffled when continuous rules are next enforced, one bit each.
    to_shuffle: u8,
    /// How many counters of use there are.
    uses_used: u8,
    /// How many cards are equipped to monsters.
    equipped: u8,
    /// Phases that no card of this duel tells from the End Phase when it is used in response, as bits of
    /// `Phase::alike_bit`.
    alike: u8,
    /// How many cards of each player's hand and Graveyard, and banished ones, can be triggered there by other cards.
    away: [u8; 2],
    /// The facts of the rules that the duel remembers, in bits of [`traits::in_rules`].
    rules: u8,
    /// The last stamps that were given before each of the last turns began, the newest first.
    turn_stamps: [u16; 4],
    /// The card table that its codes are rows of.
    table: TableId,
    /// Phases that mandatory effects of this duel's cards are about, and optional ones.
    phase_effects: [u16; 2],
    /// The cards on fields, in hands and Graveyards, and banished, whose effects a phase may bring.
    of_phases: CardSet,
    /// When cards of this duel can be used in response, for [`UsedFrom::RARE`].
    responses: [Response; UsedFrom::RARE.len()],
    sides: [SideState; 2],
    derived: [[Derived; 7]; 2],
    frames: [Frame; MAX_FRAMES],
    cards: [Card; MAX_CARDS],
    registers: [i32; MAX_REGISTERS],
    sets: [SetRegister; MAX_SETS],
    chain: [Link; MAX_CHAIN],
    mods: [Modifier; MAX_MODS],
    events: [Batch; MAX_EVENTS],
    pending: [Pending; MAX_PENDING],
    delayed: [Delayed; MAX_DELAYED],
    last_known: [LastKnown; MAX_LAST_KNOWN],
    uses: [Use; MAX_USES],
    /// The opponent's knowledge of each side's hand, the rest of its Deck, its shuffled Set cards.
    groups: [[KnowledgeGroup; 3]; 2],
}

/// A duel in 8-byte words, the unit of the journal.
const WORDS: usize = size_of::<Duel>() / 8;
const _: () = assert!(size_of::<Duel>() == 12_288);
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

/// Facts that rules may read.
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
        Player::of_bit(self.turn_player)
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

    #[inline(always)]
    pub(crate) const fn host(&self, card: CardId) -> Option<CardId> {
        match self.cards[card.index()].host {
            NO_CARD => None,
            host => Some(CardId(host)),
        }
    }

    /// See [`status_bits`].
    pub(crate) const fn has_status(&self, card: CardId, bit: u8) -> bool {
        self.cards[card.index()].status & bit != 0
    }

    /// Where the card was before its last move.
    #[inline(always)]
    pub(crate) const fn came_from(&self, card: CardId) -> Location {
        Location::from_byte(self.cards[card.index()].origin & 15)
    }

    /// Whether the card was face-up before its last move.
    pub(crate) const fn was_face_up(&self, card: CardId) -> bool {
        self.cards[card.index()].origin >> 5 & 1 == 1
    }

    /// The player who controlled the card before its last move.
    pub(crate) const fn came_from_player(&self, card: CardId) -> Player {
        Player::of_bit(self.cards[card.index()].origin >> 4 & 1)
    }

    /// The monsters that are being Summoned.
    pub(crate) fn being_summoned(&self) -> CardSet {
        let all = Player::BOTH.into_iter().flat_map(|side| self.monsters(side));
        let coming = all.filter(|(_, card)| self.has_status(*card, status_bits::SUMMONING));
        coming.map(|(_, card)| card.0).collect()
    }

    /// Whether a card has to come to a Spell & Trap Zone before it can be an Equip Card; `NO_CARD` is
    /// nowhere.
    pub(crate) fn comes_to_equip(&self, card: u8) -> bool {
        card != NO_CARD
            && !matches!(
                self.location(CardId(card)),
                Location::Spell | Location::Field | Location::Pendulum | Location::Nowhere
            )
    }

    /// Whether the card lies on the field.
    pub(crate) const fn is_on_field(&self, card: CardId) -> bool {
        self.location(card).is_on_field()
    }

    pub(crate) const fn last_stamp(&self) -> u16 {
        self.stamp
    }

    pub(crate) const fn cards_used(&self) -> u8 {
        self.cards_used
    }

    pub(crate) const fn frame(&self) -> Frame {
        self.frames[(self.depth as usize).saturating_sub(1)]
    }

    /// The suspended procedures, the one that runs next last.
    pub(crate) fn frames(&self) -> &[Frame] {
        &self.frames[..usize::from(self.depth)]
    }

    pub(crate) const fn normal_summons_used(&self, player: Player) -> u8 {
        self.sides[player.index()].normal_summons & !OTHERS_USED
    }

    /// Whether the player has Pendulum Summoned this turn.
    pub(crate) const fn used_pendulum_summon(&self, player: Player) -> bool {
        self.sides[player.index()].normal_summons & PENDULUM_USED != 0
    }

    /// Whether the player has Normal Summoned one monster more this turn, because an effect said so.
    pub(crate) const fn used_one_more_summon(&self, player: Player) -> bool {
        self.sides[player.index()].normal_summons & ONE_MORE_USED != 0
    }

    /// Whether the player has Pendulum Summoned once more this turn, because an effect said so.
    pub(crate) const fn used_more_pendulum_summon(&self, player: Player) -> bool {
        self.sides[player.index()].normal_summons & MORE_PENDULUM_USED != 0
    }

    /// Whether a Damage Step goes on in which damage has not been calculated yet.
    pub(crate) fn awaits_calculation(&self) -> bool {
        self.phase() == Phase::Damage && !self.has_flag(flags::CALCULATED)
    }

    /// Whether a Damage Step goes on in which damage has not been calculated yet, or never will be.
    pub(crate) fn is_uncalculated(&self) -> bool {
        self.phase() == Phase::Damage && (!self.has_flag(flags::CALCULATED) || self.attack.is_cut())
    }

    /// The card code of a card. Code that is told of events by card ids may ask; players see views.
    #[inline]
    #[must_use]
    pub const fn code(&self, card: CardId) -> CardCode {
        self.table.code(self.cards[card.index()].code)
    }

    /// The card table that the codes of this duel are rows of.
    pub(crate) const fn table(&self) -> TableId {
        self.table
    }

    /// A card as chance is shown it.
    pub(crate) const fn candidate(&self, card: CardId) -> Candidate {
        Candidate { code: self.code(card), card }
    }

    pub(crate) const fn position(&self, card: CardId) -> BattlePosition {
        BattlePosition::from_byte(self.cards[card.index()].position)
    }

    #[inline(always)]
    pub(crate) const fn location(&self, card: CardId) -> Location {
        Location::from_byte(self.cards[card.index()].location)
    }

    pub(crate) const fn zone(&self, card: CardId) -> u8 {
        self.cards[card.index()].zone
    }

    pub(crate) const fn stamp(&self, card: CardId) -> u16 {
        self.cards[card.index()].stamp
    }

    /// A card as it is now, in one number: its id in the low byte, its stamp above it.
    pub(crate) const fn instance(&self, card: CardId) -> i32 {
        card.0 as i32 | (self.stamp(card) as i32) << 8
    }

    /// Whose card it is, as [`Duel::code`].
    #[inline]
    #[must_use]
    pub const fn owner(&self, card: CardId) -> Player {
        Player::of_bit(self.cards[card.index()].owner & OWNER)
    }

    pub(crate) const fn controller(&self, card: CardId) -> Player {
        Player::of_bit(self.cards[card.index()].controller)
    }

    /// The counters of the kind that a card itself says it can hold, if there are any on it.
    pub(crate) const fn own_counters(&self, card: CardId) -> Option<(Counter, u8)> {
        match self.cards[card.index()].counters {
            [_, 0] => None,
            [kind, count] => Some((Counter(kind), count)),
        }
    }

    /// See [`turn_bits`].
    pub(crate) const fn turn_bits(&self, card: CardId) -> u8 {
        self.cards[card.index()].turn
    }

    /// Whether the card can do any of this at all: see [`able`].
    #[inline]
    pub(crate) const fn is_able(&self, card: CardId, bits: u8) -> bool {
        self.cards[card.index()].known & bits != 0
    }

    /// Whether an effect of the card can be used by choice at one of these places: see [`used_in`].
    #[inline]
    pub(crate) const fn is_used_in(&self, card: CardId, locations: u8) -> bool {
        self.cards[card.index()].owner & locations != 0
    }

    /// Whether the present phase might bring an effect of the card.
    #[inline]
    pub(crate) const fn might_be_brought(&self, card: CardId) -> bool {
        let bit = match self.phase() {
            Phase::Standby => brought_by::STANDBY,
            Phase::End => brought_by::END,
            _ => return true,
        };
        self.cards[card.index()].owner & bit != 0
    }

    /// Whether a player knows what this card is, at the place where it is.
    pub(crate) const fn knows(&self, player: Player, card: CardId) -> bool {
        self.cards[card.index()].known >> player.number() & 1 == 1
    }
}
