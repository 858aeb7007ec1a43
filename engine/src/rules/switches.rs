//! The switches of the rules: each is one row of one table, and all that there is of it comes from its row.

use duelfish_script::Texts;

use super::Placement;
use crate::limits::DEFAULT_STEP_CAP;

/// A switch of [`Rules`] and its meaning. Values are those of [`Rules::options`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name in position files and in [`Rules::with_option`].
    pub name: &'static str,
    /// The thing that its number counts, or the rule that holds when it is on.
    pub meaning: &'static str,
    /// The rows of the rulebook, or what else says so.
    pub source: &'static str,
    /// Whether it is on or off; else it is a number.
    pub is_flag: bool,
}

/// The value of a switch, as a number in position files.
trait SwitchValue: Sized {
    /// Whether it is on or off; else it is a number.
    const IS_FLAG: bool = false;

    fn number(self) -> i64;

    /// The value with this number; `None` if there is none.
    fn of_number(number: i64) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl SwitchValue for $number {
            fn number(self) -> i64 {
                self.into()
            }

            fn of_number(number: i64) -> Option<Self> {
                number.try_into().ok()
            }
        })+
    };
}

numbers!(u8, u16, u32, i32);

impl SwitchValue for bool {
    const IS_FLAG: bool = true;

    fn number(self) -> i64 {
        self.into()
    }

    fn of_number(number: i64) -> Option<Self> {
        u8::try_from(number).ok().filter(|flag| *flag < 2).map(|flag| flag == 1)
    }
}

impl SwitchValue for Texts {
    fn number(self) -> i64 {
        match self {
            Self::Modern => 0,
            Self::Goat => 1,
            Self::Edison => 2,
        }
    }

    fn of_number(number: i64) -> Option<Self> {
        [Self::Modern, Self::Goat, Self::Edison].into_iter().find(|texts| texts.number() == number)
    }
}

/// Declares [`Rules`]: a row is a field, its value in the newest rules, its name in position files, its meaning
/// and the source of that.
macro_rules! rules {
    ($($(#[$about:meta])* $field:ident: $value:ty = $newest:expr, $name:literal, $meaning:literal, $source:expr;)+) => {
        /// The rules of a duel. Fixed at set-up and known to both players.
        ///
        /// ```
        /// use duelfish_engine::Rules;
        ///
        /// let rules = Rules::preset("mr5").unwrap();
        /// assert_eq!((rules.starting_lp, rules.opening_hand), (8000, 5));
        /// assert!(Rules::preset("mr9").is_none());
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Rules {
            /// Name of the preset, as tools print it.
            pub name: &'static str,
            /// Whether the zone of a card is asked.
            pub placement: Placement,
            /// Whether a choice with one legal answer is put to the player all the same. Off for play;
            /// on where every question of another engine must be met.
            pub ask_forced: bool,
            $($(#[$about])* pub $field: $value,)+
        }

        impl Rules {
            /// The Master Rule since April 2020, with the changes of 2021.
            pub const MR5: Self = Self {
                name: "mr5",
                placement: Placement::Auto,
                ask_forced: false,
                $($field: $newest,)+
            };

            /// The meanings of [`Rules::options`], in the same order.
            pub const SWITCHES: &'static [Switch] = &[$(Switch {
                name: $name,
                meaning: $meaning,
                source: $source,
                is_flag: <$value as SwitchValue>::IS_FLAG,
            },)+];

            /// The numbers of the rules with their names in position files; yes and no are 1 and 0.
            #[must_use]
            pub fn options(&self) -> [(&'static str, i64); Self::SWITCHES.len()] {
                [$(($name, self.$field.number()),)+]
            }

            /// Sets one of [`Rules::options`]; `None` if there is no such option or it can't be so large.
            #[must_use]
            pub fn with_option(mut self, name: &str, value: i64) -> Option<Self> {
                match name {
                    $($name => self.$field = SwitchValue::of_number(value)?,)+
                    // Records and positions of before there were texts of 2010 name it so.
                    "goat-texts" => {
                        self.texts = if bool::of_number(value)? { Texts::Goat } else { Texts::Modern };
                    }
                    _ => return None,
                }
                Some(self)
            }
        }
    };
}

/// How the reference engine plays with its flags for the Goat format, as recorded duels show it.
const GOAT: &str = "the reference engine's Goat mode";
/// Limits that no rule states but every program needs.
const PROGRAM: &str = "a limit of the program";

rules! {
    /// Life Points at the start.
    starting_lp: i32 = 8000, "lp", "Life Points of both players at the start", "the official rulebook";
    /// Cards drawn before the first turn.
    opening_hand: u8 = 5, "hand", "cards that both players draw before the first turn", "the official rulebook";
    /// Cards drawn in a Draw Phase.
    draw: u8 = 1, "draw", "cards drawn in a Draw Phase", "TU-01";
    /// Whether the first player draws in turn 1 (TU-01.2).
    first_turn_draw: bool = false, "first-draw", "the player who goes first draws in the first turn", "TU-01.2";
    /// Whether the first player has a Battle Phase in turn 1 (BA-3).
    first_turn_battle: bool = false, "first-battle", "there is a Battle Phase in the first turn", "BA-3";
    /// Cards that a hand may hold when a turn ends (DF-70.i).
    hand_limit: u8 = 6, "hand-limit", "cards that a hand may hold at the end of its player's turn", "DF-70.i";
    /// Normal Summons and Sets that a player has each turn (SU-01.8).
    normal_summons: u8 = 1, "summons", "Normal Summons and Sets of a turn", "SU-01.8";
    /// Whether two monsters with 0 ATK that battle destroy each other (BA-35). The ruling since
    /// 2012 says no; before, equal ATK destroyed both whatever it was.
    zero_atk_tie_destroys: bool = false, "zero-ties", "two monsters in Attack Position with 0 ATK destroy each other", "BA-35";
    /// Whether the turn player may use Ignition Effects before the opponent may respond, whenever
    /// nothing is on the Chain in a Main Phase: "priority" until 2012 (TIME-1.2.5, TIME-6.1).
    ignition_priority: bool = false, "priority", "the turn player may use an Ignition Effect before the opponent can respond to what happened last", GOAT;
    /// Whether there is one face-up Field Spell in all: a new one destroys the other player's when
    /// it has resolved, and its own player's at once (DF-41, DF-42).
    one_field_spell: bool = false, "one-field", "one Field Spell is face-up in all: a new one destroys the other player's", "DF-41, DF-42";
    /// Whether the Damage Step has its old sub-steps: no response at its start, unless something
    /// triggered there, and one more after damage calculation, before "after damage calculation"
    /// (TIME-5.5).
    old_damage_step: bool = false, "old-damage-step", "nobody may respond at the start of the Damage Step, and there is a window more after damage calculation", GOAT;
    /// Whether after the first Chain of a moment of the Damage Step only the events of that Chain
    /// may be answered (TIME-5.5).
    one_chain_in_damage_step: bool = false, "damage-chain", "after the first Chain of a moment of the Damage Step only what it brought may be answered", GOAT;
    /// Whether only Spells and Traps that change ATK or DEF may be activated freely in the Damage
    /// Step, and only before damage calculation (BA-29, BA-30). Else Counter Traps, negations and
    /// cards whose text allows it may be activated too.
    strict_damage_step: bool = false, "strict-damage-step", "only Spells and Traps that change ATK or DEF may be activated freely in the Damage Step, before damage calculation", "BA-29, BA-30";
    /// Whether an attack that could not go on as declared, because the opponent's monsters changed,
    /// counts as not made; else its player decides whether to go on (BA-22, TIME-5.4, TIME-6.3).
    attacks_are_taken_back: bool = false, "attack-back", "an attack that can't go on as declared counts as not made; else its player decides in a replay", "BA-22";
    /// Whether it needs a replay only if the number of the opponent's monsters changed; else also if others
    /// are there, as many as before (BA-22 by its letter, TU-05.5d).
    replays_count_monsters: bool = false, "replay-counts", "only another number of the opponent's monsters keeps an attack from going on as declared", "BA-22 by its letter; TU-05.5d says other monsters do too";
    /// Whether it needs a replay only if a Trap or Quick-Play Spell changed the opponent's monsters; else
    /// whatever did (BA-24 by its letter, TU-05.5c).
    replays_need_a_trap: bool = false, "replay-by-trap", "only what a Trap or Quick-Play Spell does to the opponent's monsters does so", "BA-24 by its letter; TU-05.5c says whatever does it";
    /// Whether the effect of a Continuous Trap needs a later Chain than the activation of the card
    /// (TIME-2.2, TIME-6.4).
    trap_effects_wait: bool = false, "trap-waits", "the effect of a Continuous Trap needs a later Chain than its activation", GOAT;
    /// Whether an effect that its own card's event triggered can be used wherever that card went
    /// meanwhile; else it must have stayed where it was triggered (TIME-1.3, TIME-6.5).
    triggers_follow_cards: bool = false, "triggers-follow", "what its own card's event triggered can be used wherever that card went meanwhile", GOAT;
    /// Whether a monster Summoned this turn may be turned by hand by a player who did not Summon it
    /// (TIME-6.7).
    others_may_turn_summoned: bool = false, "others-turn", "a player may change the position of a monster that the other player Summoned this turn", GOAT;
    /// Whether effects triggered by the earliest event are asked first, those of each event apart;
    /// else all that triggered since the last moment are asked together (TIME-6.6).
    earliest_triggers_first: bool = false, "earliest-first", "triggers of the earliest event are asked first, not all together", GOAT;
    /// Whether cards that ask what was Summoned this turn count a negated Summon, and an effect
    /// that would Special Summon as soon as it is activated. Else they count only Summons that
    /// succeeded (TIME-6.8).
    summon_attempts_count: bool = false, "attempts-count", "Summons that were negated count for cards that ask what was Summoned this turn", GOAT;
    /// Whether a player whose cards go to the Graveyard together says in which order they lie there (DF-50);
    /// else it is always the same one, as in the reference engine.
    graves_are_ordered: bool = false, "grave-order", "a player whose cards go to the Graveyard together says in which order they lie there", "DF-50";
    /// Whether a player who can't draw in the Draw Phase loses only after both players had the
    /// chance to respond, as the reference engine has it; the rulebook says at once (BA-69).
    late_deck_out: bool = false, "late-deckout", "a player who can't draw loses only after both players could respond", "BA-69 says at once";
    /// Whether a monster stays where it is that would become an Equip Card of a monster that is not
    /// there, or is face-down; else the rules send it to the Graveyard (FACT-E2).
    lone_equips_stay: bool = false, "lone-equips", "a monster that can't be equipped to its target stays where it is", GOAT;
    /// Whether a Trap that is a monster still holds a Spell & Trap Zone: the one from which it
    /// came. A player who takes control of it needs and chooses one. So it was before 2020.
    trap_monsters_hold_zones: bool = false, "trap-zones", "a Trap that is a monster holds a Spell & Trap Zone as well", "the reference engine's rules before 2020";
    /// Whether there are Extra Monster Zones (DF-2). No card of the pool can use one yet (DF-18).
    extra_monster_zones: bool = true, "extra-zones", "there are Extra Monster Zones", "DF-2";
    /// Whether there are Pendulum Zones (DF-30.i): else no Pendulum Card is activated or placed as a Spell,
    /// and nothing is Pendulum Summoned.
    pendulum_zones: bool = true, "pendulum-zones", "there are Pendulum Zones", "DF-30.i";
    /// Whether there are only the middle three Main Monster Zones and Spell & Trap Zones of each player,
    /// as in Speed Duels.
    three_columns: bool = false, "three-columns", "each player has three Monster Zones and three Spell & Trap Zones", "Speed Duels";
    /// Whether a Main Phase 2 follows the Battle Phase (BA-61); not so in Speed Duels.
    main_phase_2: bool = true, "main2", "a Main Phase 2 follows the Battle Phase", "BA-61";
    /// Cards that an Extra Deck may hold.
    extra_deck_limit: u8 = 15, "extra-limit", "cards that an Extra Deck may hold", "the official rulebook";
    /// Whether it may hold Fusion Monsters only: there are no others (MO-10, MO-11).
    only_fusions: bool = false, "only-fusions", "an Extra Deck may hold Fusion Monsters only", "MO-10, MO-11";
    /// Which texts the cards have.
    texts: Texts = Texts::Modern, "texts", "texts of the cards: 0 is those of today, 1 those of April 2005 and 2 those of March 2010", "the cards";
    /// Turns after which a duel ends as a limit.
    turn_cap: u16 = 500, "turn-cap", "turns after which a duel ends without a winner", PROGRAM;
    /// Answers after which a duel ends as a limit; the last one is counted and not carried out.
    decision_cap: u32 = 50_000, "decision-cap", "answers after which a duel ends without a winner", PROGRAM;
    /// Steps that one answer may lead to.
    step_cap: u32 = DEFAULT_STEP_CAP, "step-cap", "steps that one answer may lead to", PROGRAM;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_a_number_and_their_old_name_is_read() {
        let texts = |name, value| Some(Rules::EDISON.with_option(name, value)?.texts);
        let expected = [Some(Texts::Modern), Some(Texts::Goat), Some(Texts::Edison), None];
        assert_eq!([0, 1, 2, 3].map(|value| texts("texts", value)), expected);
        let old = [Some(Texts::Modern), Some(Texts::Goat), None];
        assert_eq!([0, 1, 2].map(|value| texts("goat-texts", value)), old);
    }

    #[test]
    fn every_option_is_a_switch_that_says_what_it_means() {
        for rules in Rules::PRESETS {
            for ((name, value), switch) in rules.options().into_iter().zip(Rules::SWITCHES) {
                assert_eq!(name, switch.name);
                assert!(!switch.is_flag || (0..=1).contains(&value), "{name}");
                assert!(rules.clone().with_option(name, value).is_some_and(|same| same == rules));
                // A flag takes no other number.
                assert_eq!(rules.clone().with_option(name, 2).is_none(), switch.is_flag, "{name}");
            }
        }
    }
}
