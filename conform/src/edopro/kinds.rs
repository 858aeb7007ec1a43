//! The numbers of messages.

pub(super) const HINT: u8 = 2;
pub(super) const WON: u8 = 5;
/// The cards that lie in a kind of place.
pub(super) const LIES: u8 = 6;
pub(super) const SHOWN_ON_TOP: u8 = 30;
pub(super) const SHOWN: u8 = 31;
pub(super) const GRAVE_FOR_DECK: u8 = 35;
/// Set cards changed places.
pub(super) const MIXED: u8 = 36;
pub(super) const DECKS_TURNED: u8 = 37;
pub(super) const TURN: u8 = 40;
pub(super) const PHASE: u8 = 41;
pub(super) const MOVED: u8 = 50;
pub(super) const TURNED: u8 = 53;
pub(super) const SET: u8 = 54;
pub(super) const SWAPPED: u8 = 55;
pub(super) const SUMMONING: u8 = 60;
pub(super) const SUMMONED: u8 = 61;
pub(super) const SPECIAL_SUMMONING: u8 = 62;
pub(super) const SPECIAL_SUMMONED: u8 = 63;
pub(super) const FLIP_SUMMONING: u8 = 64;
pub(super) const FLIP_SUMMONED: u8 = 65;
pub(super) const ACTIVATING: u8 = 70;
pub(super) const ACTIVATED: u8 = 71;
pub(super) const RESOLVING: u8 = 72;
pub(super) const RESOLVED: u8 = 73;
pub(super) const CHAIN_ENDED: u8 = 74;
pub(super) const ACTIVATION_NEGATED: u8 = 75;
pub(super) const EFFECT_NEGATED: u8 = 76;
pub(super) const CHOSEN_BY_CHANCE: u8 = 81;
pub(super) const TARGETED: u8 = 83;
pub(super) const DRAWN: u8 = 90;
pub(super) const DAMAGE: u8 = 91;
pub(super) const GAINED: u8 = 92;
pub(super) const EQUIPPED: u8 = 93;
pub(super) const LIFE_POINTS: u8 = 94;
pub(super) const PAID: u8 = 100;
pub(super) const COUNTERS_PLACED: u8 = 101;
pub(super) const COUNTERS_REMOVED: u8 = 102;
pub(super) const ATTACK: u8 = 110;
pub(super) const BATTLE: u8 = 111;
pub(super) const DAMAGE_STEP: u8 = 113;
pub(super) const DAMAGE_STEP_ENDED: u8 = 114;
pub(super) const COINS: u8 = 130;
pub(super) const DICE: u8 = 131;
pub(super) const NEXT_OF_TEAM: u8 = 161;
pub(super) const PUZZLE: u8 = 162;
pub(super) const CARDS_GONE: u8 = 190;

/// Messages that tell nothing that happens: the start, what a single card is, shuffles, what is selected, missed or
/// related, zones that can't be used, hints, names.
pub(super) const SILENT: [u8; 27] = [
    3, 4, LIES, 7, 32, 33, 34, 38, 39, 42, 56, 80, 95, 96, 97, 112, 120, 121, 122, 123, 133, 160,
    163, 164, 165, 170, 180,
];

/// Messages after which it is told what lies where, because of them.
pub(super) const WITH_TABLE: [u8; 9] = [
    PHASE,
    SUMMONED,
    SPECIAL_SUMMONED,
    FLIP_SUMMONED,
    ACTIVATED,
    RESOLVED,
    CHAIN_ENDED,
    DAMAGE_STEP,
    DAMAGE_STEP_ENDED,
];
