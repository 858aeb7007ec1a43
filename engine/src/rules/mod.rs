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

    /// All presets.
    pub const PRESETS: [Self; 3] = [Self::MR5, Self::GOAT, Self::CLASSIC];

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
