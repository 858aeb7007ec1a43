//! Rule presets as data: what differs between formats is a value here, never a cargo feature.

mod switches;

use duelfish_script::Texts;

use crate::limits::{DEFAULT_STEP_CAP, MAX_EXTRA_DECK};

pub use switches::Switch;

/// Whether players choose the zone of a card that they put on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// The player chooses among the free zones.
    Ask,
    /// The free zone with the lowest number is taken.
    Auto,
}

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
    /// Life Points at the start.
    pub starting_lp: i32,
    /// Cards drawn before the first turn.
    pub opening_hand: u8,
    /// Cards drawn in a Draw Phase.
    pub draw: u8,
    /// Whether the first player draws in turn 1 (TU-01.2).
    pub first_turn_draw: bool,
    /// Whether the first player has a Battle Phase in turn 1 (BA-3).
    pub first_turn_battle: bool,
    /// Cards that a hand may hold when a turn ends (DF-70.i).
    pub hand_limit: u8,
    /// Normal Summons and Sets that a player has each turn (SU-01.8).
    pub normal_summons: u8,
    /// Whether two monsters with 0 ATK that battle destroy each other (BA-35). The ruling since
    /// 2012 says no; before, equal ATK destroyed both whatever it was.
    pub zero_atk_tie_destroys: bool,
    /// Whether the turn player may use Ignition Effects before the opponent may respond, whenever
    /// nothing is on the Chain in a Main Phase: "priority" until 2012 (TIME-1.2.5, TIME-6.1).
    pub ignition_priority: bool,
    /// Whether there is one face-up Field Spell in all: a new one destroys the other player's when
    /// it has resolved, and its own player's at once (DF-41, DF-42).
    pub one_field_spell: bool,
    /// Whether the Damage Step has its old sub-steps: no response at its start, unless something
    /// triggered there, and one more after damage calculation, before "after damage calculation"
    /// (TIME-5.5).
    pub old_damage_step: bool,
    /// Whether after the first Chain of a moment of the Damage Step only the events of that Chain
    /// may be answered (TIME-5.5).
    pub one_chain_in_damage_step: bool,
    /// Whether only Spells and Traps that change ATK or DEF may be activated freely in the Damage
    /// Step, and only before damage calculation (BA-29, BA-30). Else Counter Traps, negations and
    /// cards whose text allows it may be activated too.
    pub strict_damage_step: bool,
    /// Whether an attack that could not go on as declared, because the opponent's monsters changed,
    /// counts as not made; else its player decides whether to go on (BA-22, TIME-5.4, TIME-6.3).
    pub attacks_are_taken_back: bool,
    /// Whether it needs a replay only if the number of the opponent's monsters changed; else also if others
    /// are there, as many as before (BA-22 by its letter, TU-05.5d).
    pub replays_count_monsters: bool,
    /// Whether it needs a replay only if a Trap or Quick-Play Spell changed the opponent's monsters; else
    /// whatever did (BA-24 by its letter, TU-05.5c).
    pub replays_need_a_trap: bool,
    /// Whether the effect of a Continuous Trap needs a later Chain than the activation of the card
    /// (TIME-2.2, TIME-6.4).
    pub trap_effects_wait: bool,
    /// Whether an effect that its own card's event triggered can be used wherever that card went
    /// meanwhile; else it must have stayed where it was triggered (TIME-1.3, TIME-6.5).
    pub triggers_follow_cards: bool,
    /// Whether a monster Summoned this turn may be turned by hand by a player who did not Summon it
    /// (TIME-6.7).
    pub others_may_turn_summoned: bool,
    /// Whether effects triggered by the earliest event are asked first, those of each event apart;
    /// else all that triggered since the last moment are asked together (TIME-6.6).
    pub earliest_triggers_first: bool,
    /// Whether cards that ask what was Summoned this turn count a negated Summon, and an effect
    /// that would Special Summon as soon as it is activated. Else they count only Summons that
    /// succeeded (TIME-6.8).
    pub summon_attempts_count: bool,
    /// Whether a player whose cards go to the Graveyard together says in which order they lie there (DF-50);
    /// else it is always the same one, as in the reference engine.
    pub graves_are_ordered: bool,
    /// Whether a player who can't draw in the Draw Phase loses only after both players had the
    /// chance to respond, as the reference engine has it; the rulebook says at once (BA-69).
    pub late_deck_out: bool,
    /// Whether a monster stays where it is that would become an Equip Card of a monster that is not
    /// there, or is face-down; else the rules send it to the Graveyard (FACT-E2).
    pub lone_equips_stay: bool,
    /// Whether a Trap that is a monster still holds a Spell & Trap Zone: the one from which it
    /// came. A player who takes control of it needs and chooses one. So it was before 2020.
    pub trap_monsters_hold_zones: bool,
    /// Whether there are Extra Monster Zones (DF-2). No card of the pool can use one yet (DF-18).
    pub extra_monster_zones: bool,
    /// Whether there are Pendulum Zones (DF-30.i): else no Pendulum Card is activated or placed as a Spell,
    /// and nothing is Pendulum Summoned.
    pub pendulum_zones: bool,
    /// Whether there are only the middle three Main Monster Zones and Spell & Trap Zones of each player,
    /// as in Speed Duels.
    pub three_columns: bool,
    /// Whether a Main Phase 2 follows the Battle Phase (BA-61); not so in Speed Duels.
    pub main_phase_2: bool,
    /// Cards that an Extra Deck may hold.
    pub extra_deck_limit: u8,
    /// Whether it may hold Fusion Monsters only: there are no others (MO-10, MO-11).
    pub only_fusions: bool,
    /// Which texts the cards have.
    pub texts: Texts,
    /// Whether the zone of a card is asked.
    pub placement: Placement,
    /// Whether a choice with one legal answer is put to the player all the same. Off for play;
    /// on where every question of another engine must be met.
    pub ask_forced: bool,
    /// Turns after which a duel ends as a limit.
    pub turn_cap: u16,
    /// Answers after which a duel ends as a limit; the last one is counted and not carried out.
    pub decision_cap: u32,
    /// Steps that one answer may lead to.
    pub step_cap: u32,
}

impl Rules {
    /// The Master Rule since April 2020, with the changes of 2021.
    pub const MR5: Self = Self {
        name: "mr5",
        starting_lp: 8000,
        opening_hand: 5,
        draw: 1,
        first_turn_draw: false,
        first_turn_battle: false,
        hand_limit: 6,
        normal_summons: 1,
        zero_atk_tie_destroys: false,
        ignition_priority: false,
        one_field_spell: false,
        old_damage_step: false,
        one_chain_in_damage_step: false,
        strict_damage_step: false,
        attacks_are_taken_back: false,
        replays_count_monsters: false,
        replays_need_a_trap: false,
        trap_effects_wait: false,
        triggers_follow_cards: false,
        others_may_turn_summoned: false,
        earliest_triggers_first: false,
        summon_attempts_count: false,
        graves_are_ordered: false,
        late_deck_out: false,
        lone_equips_stay: false,
        trap_monsters_hold_zones: false,
        extra_monster_zones: true,
        pendulum_zones: true,
        three_columns: false,
        main_phase_2: true,
        extra_deck_limit: 15,
        only_fusions: false,
        texts: Texts::Modern,
        placement: Placement::Auto,
        ask_forced: false,
        turn_cap: 500,
        decision_cap: 50_000,
        step_cap: DEFAULT_STEP_CAP,
    };

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

    /// The numbers of the rules with their names in position files; yes and no are 1 and 0.
    #[must_use]
    pub fn options(&self) -> [(&'static str, i64); 35] {
        [
            ("lp", self.starting_lp.into()),
            ("hand", self.opening_hand.into()),
            ("draw", self.draw.into()),
            ("first-draw", self.first_turn_draw.into()),
            ("first-battle", self.first_turn_battle.into()),
            ("hand-limit", self.hand_limit.into()),
            ("summons", self.normal_summons.into()),
            ("zero-ties", self.zero_atk_tie_destroys.into()),
            ("priority", self.ignition_priority.into()),
            ("one-field", self.one_field_spell.into()),
            ("old-damage-step", self.old_damage_step.into()),
            ("damage-chain", self.one_chain_in_damage_step.into()),
            ("strict-damage-step", self.strict_damage_step.into()),
            ("attack-back", self.attacks_are_taken_back.into()),
            ("replay-counts", self.replays_count_monsters.into()),
            ("replay-by-trap", self.replays_need_a_trap.into()),
            ("trap-waits", self.trap_effects_wait.into()),
            ("triggers-follow", self.triggers_follow_cards.into()),
            ("others-turn", self.others_may_turn_summoned.into()),
            ("earliest-first", self.earliest_triggers_first.into()),
            ("attempts-count", self.summon_attempts_count.into()),
            ("grave-order", self.graves_are_ordered.into()),
            ("late-deckout", self.late_deck_out.into()),
            ("lone-equips", self.lone_equips_stay.into()),
            ("trap-zones", self.trap_monsters_hold_zones.into()),
            ("extra-zones", self.extra_monster_zones.into()),
            ("pendulum-zones", self.pendulum_zones.into()),
            ("three-columns", self.three_columns.into()),
            ("main2", self.main_phase_2.into()),
            ("extra-limit", self.extra_deck_limit.into()),
            ("only-fusions", self.only_fusions.into()),
            ("goat-texts", (self.texts == Texts::Goat).into()),
            ("turn-cap", self.turn_cap.into()),
            ("decision-cap", self.decision_cap.into()),
            ("step-cap", self.step_cap.into()),
        ]
    }

    /// Sets one of [`Rules::options`]; `None` if there is no such option or it can't be so large.
    #[must_use]
    pub fn with_option(mut self, name: &str, value: i64) -> Option<Self> {
        let flag = || u8::try_from(value).ok().filter(|flag| *flag < 2).map(|flag| flag == 1);
        match name {
            "lp" => self.starting_lp = value.try_into().ok()?,
            "hand" => self.opening_hand = value.try_into().ok()?,
            "draw" => self.draw = value.try_into().ok()?,
            "first-draw" => self.first_turn_draw = flag()?,
            "first-battle" => self.first_turn_battle = flag()?,
            "hand-limit" => self.hand_limit = value.try_into().ok()?,
            "summons" => self.normal_summons = value.try_into().ok()?,
            "zero-ties" => self.zero_atk_tie_destroys = flag()?,
            "priority" => self.ignition_priority = flag()?,
            "one-field" => self.one_field_spell = flag()?,
            "old-damage-step" => self.old_damage_step = flag()?,
            "damage-chain" => self.one_chain_in_damage_step = flag()?,
            "strict-damage-step" => self.strict_damage_step = flag()?,
            "attack-back" => self.attacks_are_taken_back = flag()?,
            "replay-counts" => self.replays_count_monsters = flag()?,
            "replay-by-trap" => self.replays_need_a_trap = flag()?,
            "trap-waits" => self.trap_effects_wait = flag()?,
            "triggers-follow" => self.triggers_follow_cards = flag()?,
            "others-turn" => self.others_may_turn_summoned = flag()?,
            "earliest-first" => self.earliest_triggers_first = flag()?,
            "attempts-count" => self.summon_attempts_count = flag()?,
            "grave-order" => self.graves_are_ordered = flag()?,
            "late-deckout" => self.late_deck_out = flag()?,
            "lone-equips" => self.lone_equips_stay = flag()?,
            "trap-zones" => self.trap_monsters_hold_zones = flag()?,
            "extra-zones" => self.extra_monster_zones = flag()?,
            "pendulum-zones" => self.pendulum_zones = flag()?,
            "three-columns" => self.three_columns = flag()?,
            "main2" => self.main_phase_2 = flag()?,
            "extra-limit" => self.extra_deck_limit = value.try_into().ok()?,
            "only-fusions" => self.only_fusions = flag()?,
            "goat-texts" => self.texts = if flag()? { Texts::Goat } else { Texts::Modern },
            "turn-cap" => self.turn_cap = value.try_into().ok()?,
            "decision-cap" => self.decision_cap = value.try_into().ok()?,
            "step-cap" => self.step_cap = value.try_into().ok()?,
            _ => return None,
        }
        Some(self)
    }

    /// The same rules with every zone asked or none.
    #[must_use]
    pub fn with_placement(self, placement: Placement) -> Self {
        Self { placement, ..self }
    }
}
