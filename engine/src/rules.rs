//! Rule presets as data: what differs between formats is a value here, never a cargo feature.

use crate::limits::DEFAULT_STEP_CAP;

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
    /// Whether a player who can't draw in the Draw Phase loses only after both players had the
    /// chance to respond, as the reference engine has it; the rulebook says at once (BA-69).
    pub late_deck_out: bool,
    /// Whether there are Extra Monster Zones (DF-2). No card of the pool can use one yet (DF-18).
    pub extra_monster_zones: bool,
    /// Cards that an Extra Deck may hold.
    pub extra_deck_limit: u8,
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
        late_deck_out: false,
        extra_monster_zones: true,
        extra_deck_limit: 15,
        placement: Placement::Auto,
        ask_forced: false,
        turn_cap: 500,
        decision_cap: 50_000,
        step_cap: DEFAULT_STEP_CAP,
    };

    /// Rules of the old documents, as far as monsters without effects show them: the first player
    /// draws, equal ATK always destroys both, and there are no Extra Monster Zones.
    pub const CLASSIC: Self = Self {
        name: "classic",
        first_turn_draw: true,
        zero_atk_tie_destroys: true,
        extra_monster_zones: false,
        ..Self::MR5
    };

    /// The Goat format (April 2005), as far as monsters without effects show it.
    pub const GOAT: Self = Self { name: "goat", ..Self::CLASSIC };

    /// All presets.
    pub const PRESETS: [Self; 3] = [Self::MR5, Self::GOAT, Self::CLASSIC];

    /// The preset with this name.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        Self::PRESETS.into_iter().find(|rules| rules.name == name)
    }

    /// The numbers of the rules with their names in position files; yes and no are 1 and 0.
    #[must_use]
    pub fn options(&self) -> [(&'static str, i64); 14] {
        [
            ("lp", self.starting_lp.into()),
            ("hand", self.opening_hand.into()),
            ("draw", self.draw.into()),
            ("first-draw", self.first_turn_draw.into()),
            ("first-battle", self.first_turn_battle.into()),
            ("hand-limit", self.hand_limit.into()),
            ("summons", self.normal_summons.into()),
            ("zero-ties", self.zero_atk_tie_destroys.into()),
            ("late-deckout", self.late_deck_out.into()),
            ("extra-zones", self.extra_monster_zones.into()),
            ("extra-limit", self.extra_deck_limit.into()),
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
            "late-deckout" => self.late_deck_out = flag()?,
            "extra-zones" => self.extra_monster_zones = flag()?,
            "extra-limit" => self.extra_deck_limit = value.try_into().ok()?,
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
