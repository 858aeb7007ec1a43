//! Rule presets as data: what differs between formats is a value here, never a cargo feature.

mod switches;

use duelfish_script::Texts;

use crate::limits::MAX_EXTRA_DECK;

pub use switches::{Rules, Switch};

/// Whether players choose the zone of a card that they put on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// The player chooses among the free zones.
    Ask,
    /// The free zone with the lowest number is taken.
    Auto,
}

impl Rules {
    /// Rules of the old documents. The first player draws, equal ATK always destroys both, and
    /// there is one face-up Field Spell in all. There are no Extra Monster Zones or Pendulum Zones,
    /// and only Fusion Monsters in an Extra Deck. Attacks that can't go on as declared are taken
    /// back. The turn player has priority with Ignition Effects. In the Damage Step only ATK and
    /// DEF may be changed. Traps that are monsters hold a Spell & Trap Zone too. Where the
    /// documents are silent it is what the reference engine has for old formats.
    pub const CLASSIC: Self = Self {
        name: "classic",
        first_turn_draw: true,
        zero_atk_tie_destroys: true,
        one_field_spell: true,
        extra_monster_zones: false,
        pendulum_zones: false,
        ignition_priority: true,
        old_damage_step: true,
        one_chain_in_damage_step: true,
        strict_damage_step: true,
        attacks_are_taken_back: true,
        triggers_follow_cards: true,
        others_may_turn_summoned: true,
        earliest_triggers_first: true,
        lone_equips_stay: true,
        trap_monsters_hold_zones: true,
        only_fusions: true,
        summon_attempts_count: true,
        ..Self::MR5
    };

    /// The Goat format (April 2005), as the reference's mode of that name has it (TIME-6). Then a
    /// Fusion Deck held as many cards as its player liked; a duel holds 25. Cards whose files have a
    /// text of that time do what it says.
    pub const GOAT: Self = Self {
        name: "goat",
        strict_damage_step: false,
        trap_effects_wait: true,
        extra_deck_limit: MAX_EXTRA_DECK as u8,
        texts: Texts::Goat,
        ..Self::CLASSIC
    };

    /// The HAT format, as it was played at the North American championship of 11 July 2014: the
    /// rules of the time between the end of priority (April 2012) and the rules of 14 July 2014,
    /// which took the first draw away and brought Pendulum Cards. It is what the reference has as
    /// Master Rule 2. Cards have their texts of today.
    pub const HAT: Self = Self {
        name: "hat",
        // hatformat.com, rule 1.
        first_turn_draw: true,
        // hatformat.com, rule 2.
        one_field_spell: true,
        // Extra Monster Zones came in 2017, Pendulum Zones with the rules of 14 July 2014.
        extra_monster_zones: false,
        pendulum_zones: false,
        // The reference's Master Rules 1 to 4: until April 2020.
        triggers_follow_cards: true,
        trap_monsters_hold_zones: true,
        summon_attempts_count: true,
        ..Self::MR5
    };

    /// The Edison format, as it was played at the championship of 24 April 2010 in Edison: the rules
    /// of 2008, which brought Synchro Monsters and the Extra Deck of 15 cards. It is what the
    /// reference has as Master Rule 1, with the rulings of the TCG in place of those of the OCG.
    /// Cards whose files have a text of March 2010 do what it says.
    pub const EDISON: Self = Self {
        name: "edison",
        // The reference has it in Master Rule 1 as the OCG played it; the TCG had it so until April
        // 2012 (edisonformat.net, "Ignition Priority").
        ignition_priority: true,
        // The Damage Step of seven parts, with one Chain that players begin in each
        // (edisonformat.com, "Battle Phase").
        old_damage_step: true,
        one_chain_in_damage_step: true,
        // The judges of the TCG still ruled so in October 2010 (BA-35).
        zero_atk_tie_destroys: true,
        // edisonformat.net, "SEGOC and Early Trigger".
        earliest_triggers_first: true,
        texts: Texts::Edison,
        // The first draw, one Field Spell (edisonformat.com, rules 1 and 2) and a Trap that is a
        // monster holding two zones (rule 5) were the same in 2014.
        ..Self::HAT
    };

    /// All presets.
    pub const PRESETS: [Self; 5] = [Self::MR5, Self::HAT, Self::EDISON, Self::GOAT, Self::CLASSIC];

    /// The preset with this name.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        Self::PRESETS.into_iter().find(|rules| rules.name == name)
    }

    /// The same rules with every zone asked or none.
    #[must_use]
    pub fn with_placement(self, placement: Placement) -> Self {
        Self { placement, ..self }
    }
}
