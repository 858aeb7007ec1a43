//! Every size that is fixed. A duel that would grow past a limit ends as `Outcome::Limit`.

/// card ids for cards in one duel: two Main Decks of 60, two Extra Decks of 15, Tokens, and room.
pub const MAX_CARDS: usize = 200;
/// Cards of one pile: a player's whole Main and Extra Deck (75) fits, with room for odd formats.
pub const MAX_PILE: usize = 87;
/// Main Deck cards that a duel accepts for one player.
pub const MAX_MAIN_DECK: usize = 60;
/// Extra Deck cards that a duel accepts for one player.
pub const MAX_EXTRA_DECK: usize = 25;
/// Links of one Chain.
pub const MAX_CHAIN: usize = 16;
/// Continuous and lingering modifiers at one time.
pub const MAX_MODS: usize = 96;
/// Suspended procedures at one time.
pub const MAX_FRAMES: usize = 24;
/// Programs that run inside of one another and may keep sets of cards and numbers.
pub const MAX_PROGRAMS: usize = 3;
/// Programs that happen at once in the midst of one another, whether they keep anything or not.
pub const MAX_AT_ONCE: u8 = 16;
/// Numbers that the running programs keep.
pub const MAX_REGISTERS: usize = 12;
/// Sets of cards that the running programs and the procedures keep.
pub const MAX_SETS: usize = 18;
/// Event batches waiting for triggers.
pub const MAX_EVENTS: usize = 20;
/// Triggers waiting for their window.
pub const MAX_PENDING: usize = 16;
/// Effects that will happen later.
pub const MAX_DELAYED: usize = 12;
/// Records of cards as they last left the field.
pub const MAX_LAST_KNOWN: usize = 24;
/// Once-per-turn counters in use.
pub const MAX_USES: usize = 48;
/// Moves of cards and modifiers of one duel: each has a number.
pub const LAST_STAMP: u16 = i16::MAX.cast_unsigned();
/// Answers of one decision.
pub const MAX_ACTIONS: usize = 256;
/// Steps that one answer may lead to before the duel ends as `Outcome::Limit`.
pub const DEFAULT_STEP_CAP: u32 = 100_000;
