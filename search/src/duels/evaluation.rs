//! The worth of a position: a weighted sum over the cards and Life Points of both players, as a
//! chance to win.
//!
//! The sum is in log-odds: `p = 1 / (1 + exp(-sum))` is the first player's chance to win. All
//! features are differences, first player less second, so that a position and its mirror image are
//! worth opposite sums. The weights are data (`search/data/weights.txt`), fitted from duels.

use std::sync::LazyLock;

use duelfish_engine::{Player, View};

use super::side::SideValue;

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
    let mut battled = SideValue::both(view);
    let next = SideValue::battle(&mut battled, view, until);
    let [first, second] = &battled;
    lead(&[first.features(second), second.features(first)], next)
}

/// The lead of the first side over the second, if the next turn is this player's.
pub(crate) fn lead([first, second]: &[[f32; FEATURES.len()]; 2], next: Player) -> Features {
    let mut lead = [0.0; COUNT];
    for ((lead, mine), theirs) in lead.iter_mut().zip(first).zip(second) {
        *lead = mine - theirs;
    }
    lead[COUNT - 1] = if next == Player::FIRST { 1.0 } else { -1.0 };
    lead
}
