//! The duel flags of the ecosystem's engine, of which some are rules of ours.
//!
//! Puzzles and recorded duels say with them by which rules they are played.

use duelfish_engine::{Rules, Texts};

/// A flag: its name in scripts, its bit, and what it means here.
type FlagRow = (&'static str, u64, Meaning);

/// The meaning of a flag here.
#[derive(Clone, Copy)]
enum Meaning {
    /// A rule of ours.
    Rule(fn(&mut Rules)),
    /// It changes nothing that cards of the pool or players could notice.
    Nothing,
    /// Rules that there are not here.
    Foreign,
}
use Meaning::{Foreign, Nothing, Rule};

const PSEUDO_SHUFFLE: u64 = 0x10;
const OBSOLETE_IGNITION: u64 = 0x100;
const FIRST_TURN_DRAW: u64 = 0x200;
const ONE_FIELD: u64 = 0x400;
const PENDULUM: u64 = 0x800;
const EXTRA_ZONES: u64 = 0x2000;
const EXTRA_DECK_ANYWHERE: u64 = 0x4000;
const TRAPS_LEAVE_ZONES: u64 = 0x8000;
const ONLY_IN_LOCATION: u64 = 0x2_0000;
/// The flags of all rules before Master Rule 5: old triggers, old counting of Summons.
const OLD: u64 = 0x1_0000 | 0x4_0000 | 0x8_0000;
const FAST_IGNITION: u64 = 0x4_0000_0000;

/// Every flag. A Deck that keeps its order is a matter of chance ([`keeps_deck_order`]).
const FLAGS: [FlagRow; 39] = [
    ("DUEL_TEST_MODE", 0x1, Nothing),
    ("DUEL_ATTACK_FIRST_TURN", 0x2, Rule(|r| r.first_turn_battle = true)),
    ("DUEL_USE_TRAPS_IN_NEW_CHAIN", 0x4, Rule(|r| r.trap_effects_wait = true)),
    ("DUEL_6_STEP_BATLLE_STEP", 0x8, Rule(|r| r.old_damage_step = true)),
    ("DUEL_PSEUDO_SHUFFLE", PSEUDO_SHUFFLE, Nothing),
    ("DUEL_TRIGGER_WHEN_PRIVATE_KNOWLEDGE", 0x20, Nothing),
    ("DUEL_SIMPLE_AI", 0x40, Nothing),
    ("DUEL_RELAY", 0x80, Foreign),
    ("DUEL_OCG_OBSOLETE_IGNITION", OBSOLETE_IGNITION, Nothing),
    ("DUEL_OBSOLETE_IGNITION", OBSOLETE_IGNITION, Nothing),
    ("DUEL_1ST_TURN_DRAW", FIRST_TURN_DRAW, Rule(|r| r.first_turn_draw = true)),
    ("DUEL_1_FACEUP_FIELD", ONE_FIELD, Rule(|r| r.one_field_spell = true)),
    ("DUEL_1_FIELD", ONE_FIELD, Rule(|r| r.one_field_spell = true)),
    ("DUEL_PZONE", PENDULUM, Rule(|r| r.pendulum_zones = true)),
    ("DUEL_SEPARATE_PZONE", 0x1000, Nothing),
    ("DUEL_EMZONE", EXTRA_ZONES, Rule(|r| r.extra_monster_zones = true)),
    ("DUEL_FSX_MMZONE", EXTRA_DECK_ANYWHERE, Nothing),
    (
        "DUEL_TRAP_MONSTERS_NOT_USE_ZONE",
        TRAPS_LEAVE_ZONES,
        Rule(|r| r.trap_monsters_hold_zones = false),
    ),
    ("DUEL_RETURN_TO_DECK_TRIGGERS", 0x1_0000, Nothing),
    ("DUEL_TRIGGER_ONLY_IN_LOCATION", ONLY_IN_LOCATION, Rule(|r| r.triggers_follow_cards = false)),
    ("DUEL_SPSUMMON_ONCE_OLD_NEGATE", 0x4_0000, Nothing),
    ("DUEL_CANNOT_SUMMON_OATH_OLD", 0x8_0000, Rule(|r| r.summon_attempts_count = true)),
    ("DUEL_NO_STANDBY_PHASE", 0x10_0000, Foreign),
    ("DUEL_NO_MAIN_PHASE_2", 0x20_0000, Rule(|r| r.main_phase_2 = false)),
    ("DUEL_3_COLUMNS_FIELD", 0x40_0000, Rule(|r| r.three_columns = true)),
    ("DUEL_DRAW_UNTIL_5", 0x80_0000, Foreign),
    ("DUEL_NO_HAND_LIMIT", 0x100_0000, Foreign),
    ("DUEL_UNLIMITED_SUMMONS", 0x200_0000, Foreign),
    ("DUEL_INVERTED_QUICK_PRIORITY", 0x400_0000, Foreign),
    ("DUEL_EQUIP_NOT_SENT_IF_MISSING_TARGET", 0x800_0000, Rule(|r| r.lone_equips_stay = true)),
    ("DUEL_0_ATK_DESTROYED", 0x1000_0000, Rule(|r| r.zero_atk_tie_destroys = true)),
    ("DUEL_STORE_ATTACK_REPLAYS", 0x2000_0000, Rule(|r| r.attacks_are_taken_back = true)),
    (
        "DUEL_SINGLE_CHAIN_IN_DAMAGE_SUBSTEP",
        0x4000_0000,
        Rule(|r| r.one_chain_in_damage_step = true),
    ),
    ("DUEL_CAN_REPOS_IF_NON_SUMPLAYER", 0x8000_0000, Rule(|r| r.others_may_turn_summoned = true)),
    ("DUEL_TCG_SEGOC_NONPUBLIC", 0x1_0000_0000, Nothing),
    ("DUEL_TCG_SEGOC_FIRSTTRIGGER", 0x2_0000_0000, Rule(|r| r.earliest_triggers_first = true)),
    ("DUEL_TCG_FAST_EFFECT_IGNITION", FAST_IGNITION, Rule(|r| r.ignition_priority = true)),
    ("DUEL_EXTRA_DECK_RITUAL", 0x8_0000_0000, Foreign),
    ("DUEL_NORMAL_SUMMON_FACEUP_DEF", 0x10_0000_0000, Foreign),
];

/// The flags of Master Rules 1 to 5.
const MASTER_RULES: [u64; 5] = [
    OBSOLETE_IGNITION | FIRST_TURN_DRAW | ONE_FIELD | OLD,
    FIRST_TURN_DRAW | ONE_FIELD | OLD,
    PENDULUM | 0x1000 | OLD,
    PENDULUM | EXTRA_ZONES | OLD,
    PENDULUM | EXTRA_ZONES | EXTRA_DECK_ANYWHERE | TRAPS_LEAVE_ZONES | ONLY_IN_LOCATION,
];

/// The flags of Speed Duels, of Rush Duels and of the Goat format.
const MODES: [(&str, u64); 3] = [
    ("DUEL_MODE_SPEED", 0x60_0000 | TRAPS_LEAVE_ZONES | ONLY_IN_LOCATION),
    ("DUEL_MODE_RUSH", RUSH),
    ("DUEL_MODE_GOAT", MASTER_RULES[0] | 0x7_f800_002c),
];
const RUSH: u64 = 0x8_07f0_0000 | FIRST_TURN_DRAW | ONLY_IN_LOCATION;

/// The rules that flags mean; foreign ones among them are left out.
#[must_use]
pub fn rules(flags: u64) -> Rules {
    // Each flag makes one thing so; without flags none of them is.
    let mut rules = Rules {
        extra_monster_zones: false,
        pendulum_zones: false,
        triggers_follow_cards: true,
        trap_monsters_hold_zones: true,
        // Scripts say what cards say today, whatever the format.
        texts: Texts::Modern,
        ..Rules::MR5
    };
    for (_, bit, meaning) in FLAGS {
        if let (true, Rule(set)) = (flags & bit != 0, meaning) {
            set(&mut rules);
        }
    }
    rules
}

/// The bits of flags that are foreign: there are no such rules here.
#[must_use]
pub fn foreign(flags: u64) -> u64 {
    let known = FLAGS.iter().fold(0, |bits, (_, bit, _)| bits | bit);
    let of = |(_, bit, meaning): &FlagRow| if matches!(meaning, Foreign) { *bit } else { 0 };
    let foreign = FLAGS.iter().fold(!known, |bits, flag| bits | of(flag)) & flags;
    // Priority as the OCG had it is another rule than that of the TCG.
    let other_priority = flags & (OBSOLETE_IGNITION | FAST_IGNITION) == OBSOLETE_IGNITION;
    foreign | if other_priority { OBSOLETE_IGNITION } else { 0 }
}

/// The names of flags, as scripts write them; bits without a name as a number.
#[must_use]
pub fn names(flags: u64) -> String {
    let mut left = flags;
    let mut names = Vec::new();
    for (name, bit, _) in FLAGS {
        if left & bit != 0 {
            names.push(name.to_owned());
            left &= !bit;
        }
    }
    if left != 0 {
        names.push(format!("{left:#x}"));
    }
    names.join(", ")
}

/// The flags that a name means in scripts: those of one rule, or of a mode.
#[must_use]
pub fn named(name: &str) -> Option<u64> {
    let single = FLAGS.iter().find(|(flag, ..)| *flag == name).map(|(_, bit, _)| *bit);
    let mode = || MODES.iter().find(|(mode, _)| *mode == name).map(|(_, bits)| *bits);
    let rule = || name.strip_prefix("DUEL_MODE_MR")?.parse().ok().and_then(master_rule);
    single.or_else(mode).or_else(rule)
}

/// The flags of a Master Rule, from 1 to 5.
#[must_use]
pub fn master_rule(number: u64) -> Option<u64> {
    MASTER_RULES.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

/// Whether the flags are those of Rush Duels, another game.
#[must_use]
pub const fn is_rush(flags: u64) -> bool {
    flags & RUSH == RUSH
}

/// Whether a Deck keeps its order when it is shuffled.
#[must_use]
pub const fn keeps_deck_order(flags: u64) -> bool {
    flags & PSEUDO_SHUFFLE != 0
}

/// Whether monsters of the Extra Deck are restricted to zones that there are not here: Extra
/// Monster Zones and those that Link Monsters point to (Master Rule 4).
#[must_use]
pub const fn binds_extra_deck(flags: u64) -> bool {
    flags & (EXTRA_ZONES | EXTRA_DECK_ANYWHERE) == EXTRA_ZONES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_the_rules_of_their_time() {
        let second = rules(named("DUEL_MODE_MR2").unwrap());
        assert!(second.first_turn_draw && second.one_field_spell && !second.extra_monster_zones);
        let fifth = rules(master_rule(5).unwrap());
        assert_eq!(fifth, Rules::MR5);
        let goat = Rules { texts: Texts::Modern, ..Rules::GOAT };
        // Names and what a Fusion Deck holds are no matter of flags.
        let named_alike =
            |rules| Rules { name: "", extra_deck_limit: 0, only_fusions: false, ..rules };
        assert_eq!(named_alike(rules(named("DUEL_MODE_GOAT").unwrap())), named_alike(goat));
        assert_eq!(named_alike(second), named_alike(Rules::HAT));
        // Priority as the TCG had it, with the rulings of the Goat mode that still held.
        let rulings = [
            "DUEL_TCG_FAST_EFFECT_IGNITION",
            "DUEL_6_STEP_BATLLE_STEP",
            "DUEL_SINGLE_CHAIN_IN_DAMAGE_SUBSTEP",
            "DUEL_0_ATK_DESTROYED",
            "DUEL_TCG_SEGOC_FIRSTTRIGGER",
            "DUEL_TCG_SEGOC_NONPUBLIC",
            "DUEL_TRIGGER_WHEN_PRIVATE_KNOWLEDGE",
        ];
        let edison = rulings
            .iter()
            .fold(master_rule(1).unwrap(), |flags, flag| flags | named(flag).unwrap());
        assert_eq!(foreign(edison), 0);
        let preset = Rules { texts: Texts::Modern, ..Rules::EDISON };
        assert_eq!(named_alike(rules(edison)), named_alike(preset));
    }

    #[test]
    fn foreign_flags_are_named() {
        assert_eq!(foreign(named("DUEL_MODE_GOAT").unwrap()), 0);
        let speed = named("DUEL_MODE_SPEED").unwrap();
        assert!(foreign(speed) == 0 && rules(speed).three_columns && !rules(speed).main_phase_2);
        let draws = named("DUEL_DRAW_UNTIL_5").unwrap() | named("DUEL_NO_STANDBY_PHASE").unwrap();
        assert_eq!(names(foreign(speed | draws)), "DUEL_NO_STANDBY_PHASE, DUEL_DRAW_UNTIL_5");
        assert!(is_rush(named("DUEL_MODE_RUSH").unwrap()) && !is_rush(speed));
        assert_eq!(names(foreign(1 << 60 | 0x40)), "0x1000000000000000");
        assert_eq!(names(foreign(master_rule(1).unwrap())), "DUEL_OCG_OBSOLETE_IGNITION");
        assert_eq!((master_rule(0), master_rule(6), named("DUEL_MODE_MR0")), (None, None, None));
    }
}
