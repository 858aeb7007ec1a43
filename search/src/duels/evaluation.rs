//! The worth of a position: a weighted sum over the cards and Life Points of both players, as a
//! chance to win.
//!
//! The sum is in log-odds: `p = 1 / (1 + exp(-sum))` is the first player's chance to win. All
//! features are differences, first player less second, so that a position and its mirror image are
//! worth opposite sums. The weights are data (`search/data/weights.txt`), fitted from duels.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use duelfish_engine::{BattlePosition, Phase, Player, View};

/// The names of the features, in the order of the weights.
pub const FEATURES: [&str; 15] = [
    // Life Points, in thousands, up to 10,000.
    "life",
    // The Life Points that are missing to 3,000, in thousands.
    "low_life",
    // Cards in the hand, up to six.
    "hand",
    // Monsters in face-up Attack Position.
    "attackers",
    // Monsters in face-up Defense Position.
    "defenders",
    // Face-down monsters.
    "set_monsters",
    // ATK of the monsters in face-up Attack Position, in thousands.
    "atk",
    // DEF of the monsters in face-up Defense Position, in thousands.
    "def",
    // Set Spells and Traps.
    "set_spells",
    // Face-up Spells and Traps.
    "open_spells",
    // The best ATK, in thousands, up to 3,000.
    "best",
    // The ATK of the best monster beyond the opponent's best one: 1 for 1,000 or more.
    "ahead",
    // The share of the opponent's Life Points that the attackers could take if nobody stood there,
    // if nobody does: up to 1.
    "open_field",
    // Cards that are missing to six in the Deck.
    "deck_end",
    // Life Points that the attacks to come would take to the end.
    "dead",
];

/// Number of features with the tempo, which is not one of the position: whose turn it is.
const COUNT: usize = FEATURES.len() + 1;

/// The features of a position, as the weights count them; the last one is 1 if the next turn is the
/// first player's and -1 otherwise.
pub type Features = [f32; COUNT];

/// A linear evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    weights: Features,
}

/// Why a text is no table of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct WeightsError {
    /// Number of the line, from 1.
    pub line: usize,
    /// The error, in words.
    pub what: String,
}

impl Default for Evaluation {
    /// The fitted weights that come with this crate.
    fn default() -> Self {
        /// Read once: bots are built for every thread, and for every duel of a fit.
        static FITTED: LazyLock<Evaluation> = LazyLock::new(|| {
            Evaluation::parse(include_str!("../../data/weights.txt"))
                .expect("the weights of the crate are well-formed")
        });
        *FITTED
    }
}

impl Evaluation {
    /// An evaluation with these weights.
    #[must_use]
    pub const fn new(weights: Features) -> Self {
        Self { weights }
    }

    /// Number of weights.
    pub const COUNT: usize = COUNT;

    /// The weights, in the order of [`Evaluation::names`].
    #[must_use]
    pub const fn weights(&self) -> Features {
        self.weights
    }

    /// Reads a table of weights: a name and a number in each line, in any order; `#` begins a
    /// comment.
    ///
    /// # Errors
    /// Says in which line a name or number is wrong, doubled or missing.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let mut weights = [f32::NAN; COUNT];
        for (line, text) in (1..).zip(text.lines()) {
            let wrong = |what: String| WeightsError { line, what };
            let text = text.split('#').next().unwrap_or_default().trim();
            if text.is_empty() {
                continue;
            }
            let mut words = text.split_whitespace();
            let (Some(name), Some(number), None) = (words.next(), words.next(), words.next())
            else {
                return Err(wrong("expected a name and a number".to_owned()));
            };
            let at = Self::names().position(|known| known == name);
            let at =
                at.ok_or_else(|| wrong(format!("there is no feature `{}`", name.escape_debug())))?;
            let number: Option<f32> = number.parse().ok().filter(|number: &f32| number.is_finite());
            let number =
                number.ok_or_else(|| wrong(format!("the weight of `{name}` is no number")))?;
            if !weights[at].is_nan() {
                return Err(wrong(format!("`{name}` has a weight already")));
            }
            weights[at] = number;
        }
        match Self::names().zip(&weights).find(|(_, weight)| weight.is_nan()) {
            Some((name, _)) => {
                let line = text.lines().count();
                Err(WeightsError { line, what: format!("`{name}` has no weight") })
            }
            None => Ok(Self { weights }),
        }
    }

    /// The names of all weights in their order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FEATURES.into_iter().chain(["tempo"])
    }

    /// The log-odds that the first player wins, judged by the end of turn number `until`: see
    /// [`features`].
    #[must_use]
    pub fn log_odds(&self, view: &View<'_>, until: u16) -> f32 {
        features(view, until).iter().zip(&self.weights).map(|(have, weight)| have * weight).sum()
    }
}

/// The lead of the first player over the second at the end of turn number `until`, if nothing
/// happened but battles. In each turn up to that one, its player makes the attacks that surely
/// destroy something at no cost, and direct ones. So positions before and after a battle, or the
/// end of a turn, can be compared.
#[must_use]
pub fn features(view: &View<'_>, until: u16) -> Features {
    let mut sides = Player::BOTH.map(|player| SideValue::of(view, player));
    let to_come = matches!(
        view.phase(),
        Phase::Draw | Phase::Standby | Phase::Main1 | Phase::BattleStart | Phase::Battle
    );
    let mut player = view.turn_player();
    for turn in view.turn()..=until {
        let allowed = turn > 1 || view.game().rules.first_turn_battle;
        if allowed && (to_come || turn > view.turn()) {
            let [first, second] = &mut sides;
            if player == Player::FIRST { first.attack(second) } else { second.attack(first) }
        }
        player = player.other();
        for monster in &mut sides[player.index()].monsters {
            monster.spent = false;
        }
    }
    let [first, second] = sides;
    let [mut features, theirs] = [first.features(&second), second.features(&first)];
    for (mine, theirs) in features.iter_mut().zip(theirs) {
        *mine -= theirs;
    }
    features[COUNT - 1] = if player == Player::FIRST { 1.0 } else { -1.0 };
    features
}

/// A monster, as an evaluation sees it.
#[derive(Clone, Copy, Debug)]
struct MonsterValue {
    atk: f32,
    def: f32,
    position: BattlePosition,
    /// It has attacked this turn.
    spent: bool,
}

/// The cards and Life Points of one player.
#[derive(Clone, Debug, Default)]
struct SideValue {
    lp: f32,
    hand: f32,
    deck: f32,
    set_spells: f32,
    open_spells: f32,
    monsters: ArrayVec<MonsterValue, 7>,
}

impl SideValue {
    fn of(view: &View<'_>, player: Player) -> Self {
        let mut side = Self {
            lp: view.lp(player) as f32 / 1000.0,
            hand: view.hand_count(player) as f32,
            deck: f32::from(view.deck_count(player)),
            ..Self::default()
        };
        side.monsters.extend(view.monsters(player).map(|(_, monster)| {
            let [atk, def] = monster.values.map_or([0.0; 2], |values| {
                [values.atk, values.def].map(|value| value as f32 / 1000.0)
            });
            MonsterValue { atk, def, position: monster.position, spent: monster.attacked }
        }));
        for (_, card) in view.spells(player) {
            if card.face_up {
                side.open_spells += 1.0;
            } else {
                side.set_spells += 1.0;
            }
        }
        side.open_spells += if view.field(player).is_some() { 1.0 } else { 0.0 };
        side
    }

    /// Attacks with what has not attacked: the best monsters first, each with the weakest attacker
    /// that is enough; then directly, if nothing is left.
    fn attack(&mut self, other: &mut Self) {
        loop {
            let mut best: Option<(f32, usize, usize)> = None;
            for (at, target) in other.monsters.iter().enumerate() {
                let stands =
                    if target.position == BattlePosition::Attack { target.atk } else { target.def };
                let enough = |monster: &MonsterValue| monster.ready() && monster.atk > stands;
                let attackers = (0..).zip(&self.monsters).filter(|(_, monster)| enough(monster));
                let weakest = attackers.min_by(|a, b| a.1.atk.total_cmp(&b.1.atk));
                let worth = target.atk.max(target.def);
                if let Some((by, _)) = weakest
                    && best.is_none_or(|(most, ..)| worth > most)
                {
                    best = Some((worth, at, by));
                }
            }
            let Some((_, at, by)) = best else { break };
            let target = other.monsters.remove(at);
            self.monsters[by].spent = true;
            if target.position == BattlePosition::Attack {
                other.lp -= self.monsters[by].atk - target.atk;
            }
        }
        if other.monsters.is_empty() {
            for monster in &mut self.monsters {
                if monster.ready() {
                    monster.spent = true;
                    other.lp -= monster.atk;
                }
            }
        }
    }

    fn features(&self, other: &Self) -> Features {
        let in_position =
            |position: BattlePosition| self.monsters.iter().filter(move |m| m.position == position);
        let atk: f32 = in_position(BattlePosition::Attack).map(|monster| monster.atk).sum();
        let best = |side: &Self| {
            let open = side.monsters.iter().filter(|monster| monster.position.is_face_up());
            open.map(|monster| monster.atk).fold(0.0, f32::max)
        };
        let through =
            if other.monsters.is_empty() { (atk / other.lp.max(0.1)).min(1.0) } else { 0.0 };
        [
            self.lp.min(10.0),
            (3.0 - self.lp).max(0.0),
            self.hand.min(6.0),
            in_position(BattlePosition::Attack).count() as f32,
            in_position(BattlePosition::Defense).count() as f32,
            in_position(BattlePosition::Set).count() as f32,
            atk,
            in_position(BattlePosition::Defense).map(|monster| monster.def).sum(),
            self.set_spells,
            self.open_spells,
            best(self).min(3.0),
            (best(self) - best(other)).clamp(0.0, 1.0),
            through,
            (6.0 - self.deck).max(0.0),
            if self.lp <= 0.0 { 1.0 } else { 0.0 },
            0.0,
        ]
    }
}

impl MonsterValue {
    fn ready(&self) -> bool {
        self.position == BattlePosition::Attack && !self.spent
    }
}
