//! Exact chances: hypergeometric numbers, and sums over all ways in which groups of cards can be drawn.

use duelfish_engine::{CardCode, Catalogue};
use statrs::function::factorial::ln_binomial;

use super::condition::{Condition, HandCards, Quantity};

/// Sums of more terms than this are refused; so many take a few seconds.
const MOST_CASES: u64 = 20_000_000;

/// Groups are told apart by a bit for each part of a condition that counts.
const MOST_COUNTS: usize = 64;

/// Why a chance can't be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    /// A deck has fewer cards than are drawn.
    #[error("{drawn} cards can't be drawn from {deck}; take a larger deck or an earlier turn")]
    TooFew {
        /// Cards that are drawn.
        drawn: usize,
        /// Cards of the deck.
        deck: usize,
    },
    /// The condition tells too many groups of cards apart.
    #[error(
        "the condition tells {groups} groups of cards apart, and {drawn} of them can be drawn in more \
         than {most} ways; ask for fewer different cards at once, or for fewer cards",
        most = MOST_CASES
    )]
    TooManyCases {
        /// Groups of cards that the condition tells apart.
        groups: usize,
        /// Cards that are drawn.
        drawn: usize,
    },
    /// The condition counts too often.
    #[error(
        "{0} numbers of cards are too many for one condition, which may have {MOST_COUNTS}; ask several"
    )]
    TooManyCounts(
        /// Parts of the condition that count.
        usize,
    ),
}

/// Ways to choose `k` of `n`, if they fit; they always do for up to 131 cards.
fn ways(n: usize, k: usize) -> Option<u128> {
    let k = k.min(n.checked_sub(k)?);
    let mut ways: u128 = 1;
    for taken in 1..=k {
        // After each step it is a number of ways itself, so the division leaves nothing.
        let (more, step) = ((n - k + taken) as u128, taken as u128);
        let common = gcd(ways, step);
        ways = (ways / common).checked_mul(more / (step / common))?;
    }
    Some(ways)
}

const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The chance of exactly `hits` cards of a kind among `drawn` of a deck of `deck` cards, `copies` of
/// which are of that kind; from 0 to 1.
///
/// It is C(copies, hits) · C(deck − copies, drawn − hits) / C(deck, drawn), the hypergeometric
/// distribution: W. Feller, "An Introduction to Probability Theory and Its Applications", volume 1,
/// 3rd edition (1968), chapter II.6. Impossible numbers have chance 0.
///
/// ```
/// use duelfish_arena::hands::hypergeometric;
///
/// // No ace in 13 cards of 52, and all four.
/// assert!((hypergeometric(52, 4, 13, 0) - 0.303_818).abs() < 1e-6);
/// assert!((hypergeometric(52, 4, 13, 4) - 0.002_641).abs() < 1e-6);
/// ```
#[must_use]
pub fn hypergeometric(deck: usize, copies: usize, drawn: usize, hits: usize) -> f64 {
    let possible = copies <= deck && drawn <= deck && hits <= copies && hits <= drawn;
    if !possible || drawn - hits > deck - copies {
        return 0.0;
    }
    let rest = (deck - copies, drawn - hits);
    match (ways(copies, hits), ways(rest.0, rest.1), ways(deck, drawn)) {
        (Some(hit), Some(miss), Some(all)) => (hit * miss) as f64 / all as f64,
        _ => (ln_ways(copies, hits) + ln_ways(rest.0, rest.1) - ln_ways(deck, drawn)).exp(),
    }
}

/// The chance of at least one card of a kind, as in [`hypergeometric`].
///
/// ```
/// use duelfish_arena::hands::at_least_one;
///
/// // One of three copies in the first five cards of forty.
/// assert!((at_least_one(40, 3, 5) - 0.337_6).abs() < 1e-4);
/// ```
#[must_use]
pub fn at_least_one(deck: usize, copies: usize, drawn: usize) -> f64 {
    1.0 - hypergeometric(deck, copies, drawn, 0)
}

fn ln_ways(n: usize, k: usize) -> f64 {
    ln_binomial(n as u64, k as u64)
}

/// The exact chance that a condition holds for the first `drawn` cards of a shuffled deck.
///
/// The deck is parted into groups of cards that the condition does not tell apart, of sizes n₁ to
/// n_g. The chance that k₁ to k_g cards of them are drawn is C(n₁, k₁) · … · C(n_g, k_g) / C(n, k), the
/// multivariate hypergeometric distribution (Feller, as for [`hypergeometric`]), and the answer is the
/// sum of those for which the condition holds. Numerator and denominator are whole numbers where they
/// fit in 128 bits, as for every deck that can be played; beyond that they are computed by ln Γ.
///
/// # Errors
/// Fails when more cards are drawn than there are, or when there are too many sums.
///
/// ```
/// use duelfish_arena::hands::{chance, parse};
///
/// let cards = duelfish_cards::catalogue();
/// let elf = cards.by_name("Mystical Elf").unwrap();
/// let raigeki = cards.by_name("Raigeki").unwrap();
/// let deck = [vec![elf; 37], vec![raigeki; 3]].concat();
/// let condition = parse(cards, &deck, "Raigeki and at least 1 monster").unwrap();
/// let chance = chance(&condition, cards, &deck, 5).unwrap();
/// assert!((chance - 0.337_6).abs() < 1e-4);
/// ```
pub fn chance(
    condition: &Condition,
    cards: &Catalogue,
    deck: &[CardCode],
    drawn: usize,
) -> Result<f64, ExactError> {
    Groups::new(condition, cards, deck)?.chance(drawn)
}

/// A condition whose counts are numbered.
#[derive(Debug)]
enum Rule {
    Count(usize, Quantity),
    Not(Box<Rule>),
    All(Vec<Rule>),
    Any(Vec<Rule>),
}

impl Rule {
    fn new<'c>(condition: &'c Condition, counts: &mut Vec<&'c [HandCards]>) -> Self {
        let mut each = |parts: &'c [Condition]| -> Vec<Self> {
            parts.iter().map(|part| Self::new(part, counts)).collect()
        };
        match condition {
            Condition::All(parts) => Self::All(each(parts)),
            Condition::Any(parts) => Self::Any(each(parts)),
            Condition::Not(inner) => Self::Not(Box::new(Self::new(inner, counts))),
            Condition::Count(quantity, sets) => {
                let number = counts.iter().position(|other| *other == sets.as_slice());
                let number = number.unwrap_or_else(|| {
                    counts.push(sets);
                    counts.len() - 1
                });
                Self::Count(number, *quantity)
            }
        }
    }

    fn holds(&self, counts: &[u32]) -> bool {
        match self {
            Self::Count(number, quantity) => quantity.holds(counts[*number]),
            Self::Not(inner) => !inner.holds(counts),
            Self::All(parts) => parts.iter().all(|part| part.holds(counts)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(counts)),
        }
    }
}

/// Cards of a deck that a condition does not tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CardGroup {
    /// A bit for each count that counts these cards.
    counts: u64,
    size: usize,
}

/// A deck parted by a condition.
#[derive(Debug)]
struct Groups {
    rule: Rule,
    /// How many numbers of cards the rule looks at.
    counts: usize,
    groups: Vec<CardGroup>,
    deck: usize,
}

impl Groups {
    fn new(
        condition: &Condition,
        cards: &Catalogue,
        deck: &[CardCode],
    ) -> Result<Self, ExactError> {
        let mut counts = Vec::new();
        let rule = Rule::new(condition, &mut counts);
        if counts.len() > MOST_COUNTS {
            return Err(ExactError::TooManyCounts(counts.len()));
        }
        let mut groups: Vec<CardGroup> = Vec::new();
        for card in deck {
            let is_in = |sets: &[HandCards]| sets.iter().any(|set| set.holds(cards, *card));
            let bits =
                (0..).zip(&counts).map(|(bit, sets): (u32, _)| u64::from(is_in(sets)) << bit);
            let counts = bits.sum();
            match groups.iter_mut().find(|group| group.counts == counts) {
                Some(group) => group.size += 1,
                None => groups.push(CardGroup { counts, size: 1 }),
            }
        }
        Ok(Self { rule, counts: counts.len(), groups, deck: deck.len() })
    }

    fn chance(&self, drawn: usize) -> Result<f64, ExactError> {
        if drawn > self.deck {
            return Err(ExactError::TooFew { drawn, deck: self.deck });
        }
        if self.cases(drawn) > MOST_CASES {
            return Err(ExactError::TooManyCases { groups: self.groups.len(), drawn });
        }
        if let Some(all) = ways(self.deck, drawn) {
            // All ways together fit, so every part of them does.
            let table: Vec<Vec<u128>> = self.table(drawn, |n, k| ways(n, k).unwrap_or(0));
            let held = self.sum(drawn, &table, 1, |a, b| a * b, |sum, term| sum + term);
            return Ok(held as f64 / all as f64);
        }
        let table: Vec<Vec<f64>> = self.table(drawn, ln_ways);
        let all = ln_ways(self.deck, drawn);
        let held = self.sum(drawn, &table, 0.0, |a, b| a + b, |sum, ln| sum + (ln - all).exp());
        Ok(held.clamp(0.0, 1.0))
    }

    /// Ways to draw each number of cards from each group.
    fn table<T>(&self, drawn: usize, ways: impl Fn(usize, usize) -> T) -> Vec<Vec<T>> {
        let of =
            |group: &CardGroup| (0..=group.size.min(drawn)).map(|k| ways(group.size, k)).collect();
        self.groups.iter().map(of).collect()
    }

    /// How many terms the sum has; more than are computed count as the largest number.
    fn cases(&self, drawn: usize) -> u64 {
        let mut cases = vec![0_u64; drawn + 1];
        cases[0] = 1;
        for group in &self.groups {
            for total in (0..=drawn).rev() {
                let from = total.saturating_sub(group.size);
                cases[total] = cases[from..=total].iter().fold(0, |a, b| a.saturating_add(*b));
            }
        }
        cases[drawn]
    }

    /// Goes through all numbers of cards that can be drawn of each group, and adds those for which
    /// the rule holds. A term is the product of its groups' ways, beginning with `one`.
    fn sum<T: Copy + Default>(
        &self,
        drawn: usize,
        table: &[Vec<T>],
        one: T,
        times: impl Fn(T, T) -> T,
        plus: impl Fn(T, T) -> T,
    ) -> T {
        // Cards in this group and in those behind it.
        let mut behind: Vec<usize> = vec![0; self.groups.len() + 1];
        for (at, group) in self.groups.iter().enumerate().rev() {
            behind[at] = behind[at + 1] + group.size;
        }
        let mut walk = HandWalk {
            groups: self,
            table,
            behind,
            times,
            plus,
            counts: vec![0; self.counts],
            sum: T::default(),
        };
        walk.go(0, drawn, one);
        walk.sum
    }
}

/// The state of the way through the groups.
struct HandWalk<'a, T, Times, Plus> {
    groups: &'a Groups,
    table: &'a [Vec<T>],
    behind: Vec<usize>,
    times: Times,
    plus: Plus,
    counts: Vec<u32>,
    sum: T,
}

impl<T: Copy, Times: Fn(T, T) -> T, Plus: Fn(T, T) -> T> HandWalk<'_, T, Times, Plus> {
    /// Draws from the group `at` and those behind it.
    fn go(&mut self, at: usize, left: usize, product: T) {
        let Some(group) = self.groups.groups.get(at) else {
            if self.groups.rule.holds(&self.counts) {
                self.sum = (self.plus)(self.sum, product);
            }
            return;
        };
        // Cards that the groups behind can't give must come from here.
        let least = left.saturating_sub(self.behind[at + 1]);
        for drawn in least..=group.size.min(left) {
            self.count(group.counts, drawn as u32, u32::wrapping_add);
            let product = (self.times)(product, self.table[at][drawn]);
            self.go(at + 1, left - drawn, product);
            self.count(group.counts, drawn as u32, u32::wrapping_sub);
        }
    }

    fn count(&mut self, bits: u64, drawn: u32, change: impl Fn(u32, u32) -> u32) {
        for (bit, count) in self.counts.iter_mut().enumerate() {
            if bits >> bit & 1 == 1 {
                *count = change(*count, drawn);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use duelfish_cards::catalogue;

    use super::*;
    use crate::hands::parse;

    #[track_caller]
    fn assert_near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} instead of {expected}");
    }

    fn deck(cards: &[(&str, usize)]) -> Vec<CardCode> {
        let copies = |(name, copies): &(&str, usize)| {
            vec![catalogue().by_name(name).unwrap_or_else(|| panic!("{name}")); *copies]
        };
        cards.iter().flat_map(copies).collect()
    }

    #[track_caller]
    fn chance_of(text: &str, deck: &[CardCode], drawn: usize) -> f64 {
        let condition = parse(catalogue(), deck, text).unwrap_or_else(|error| panic!("{error}"));
        chance(&condition, catalogue(), deck, drawn).unwrap()
    }

    /// Four suits of 13 cards.
    const SUITS: [(&str, usize); 4] =
        [("Mystical Elf", 13), ("Summoned Skull", 13), ("Raigeki", 13), ("Trap Hole", 13)];

    #[test]
    fn chances_are_those_of_the_literature() {
        // Aces in a hand of bridge, and hands of poker: Feller, chapter II, tables and exercises.
        for (hits, published) in [0.304, 0.439, 0.213, 0.041, 0.003].into_iter().enumerate() {
            assert_near(hypergeometric(52, 4, 13, hits), published, 0.000_51);
        }
        assert_near(hypergeometric(52, 4, 5, 4) * 13.0, 624.0 / 2_598_960.0, 1e-15);
        assert_near(hypergeometric(52, 13, 5, 5) * 4.0, 5_148.0 / 2_598_960.0, 1e-15);
        // Hands of bridge with suits of 4-4-3-2 and 4-3-3-3 cards: 21.5512% and 10.5361% (The
        // Official Encyclopedia of Bridge, "Mathematical Tables"), of which there are 12 and 4 orders.
        let suits = deck(&SUITS);
        let text = "exactly 4 Mystical Elf and exactly 4 Summoned Skull and exactly 3 Raigeki";
        assert_near(12.0 * chance_of(text, &suits, 13), 0.215_512, 5e-7);
        let text = "exactly 4 Mystical Elf and exactly 3 Raigeki and exactly 3 traps";
        assert_near(4.0 * chance_of(text, &suits, 13), 0.105_361, 5e-7);
    }

    #[test]
    fn all_hands_together_are_one() {
        let suits = deck(&SUITS);
        let sums = (0..=13).map(|a| {
            let text =
                format!("exactly {a} Mystical Elf and (Raigeki or no Raigeki or 0 to 2 traps)");
            chance_of(&text, &suits, 13)
        });
        assert_near(sums.sum(), 1.0, 1e-14);
        for (deck, copies, drawn) in [(40, 3, 5), (60, 60, 6), (41, 0, 41), (400, 30, 77)] {
            let sum: f64 = (0..=drawn).map(|hits| hypergeometric(deck, copies, drawn, hits)).sum();
            assert_near(sum, 1.0, 1e-11);
        }
    }

    #[test]
    fn conditions_are_what_they_say() {
        let suits = deck(&SUITS);
        let one = |text: &str| chance_of(text, &suits, 5);
        assert_near(one("Raigeki"), at_least_one(52, 13, 5), 1e-15);
        assert_near(one("not Raigeki"), hypergeometric(52, 13, 5, 0), 1e-15);
        assert_near(one("no Raigeki"), one("not Raigeki"), 1e-15);
        assert_near(one("at least 2 monsters"), 1.0 - one("at most 1 monster"), 1e-15);
        let both = one("Raigeki and Trap Hole");
        assert_near(both, 2.0 * one("Raigeki") - one("Raigeki or Trap Hole"), 1e-15);
        // A card that is in two of the sets counts once.
        assert_near(one("exactly 2 of monsters or Mystical Elf"), one("exactly 2 monsters"), 1e-15);
        assert_near(one("5 or more of Raigeki or traps or monsters"), 1.0, 0.0);
        assert_near(one("at least 6 of Raigeki or traps or monsters"), 0.0, 0.0);
        assert_near(one("Kuriboh"), 0.0, 0.0);
    }

    #[test]
    fn large_decks_are_computed_by_logarithms() {
        let large: Vec<CardCode> =
            SUITS.iter().flat_map(|suit| deck(&[*suit]).repeat(10)).collect();
        assert_eq!(ways(large.len(), 200), None);
        let chance = chance_of("at least 40 Raigeki and at most 60 traps", &large, 200);
        assert!(chance > 0.9 && chance < 1.0, "{chance}");
        assert_near(chance_of("Raigeki or no Raigeki", &large, 200), 1.0, 1e-9);
        // Both ways of computing agree where both can be used.
        let (ln, exact) = (ln_ways(120, 60).exp(), ways(120, 60).unwrap() as f64);
        assert_near(ln / exact, 1.0, 1e-11);
    }

    #[test]
    fn ways_are_exact_as_far_as_they_fit() {
        assert_eq!(ways(60, 30), Some(118_264_581_564_861_424));
        assert_eq!((ways(5, 6), ways(0, 0), ways(131, 0)), (None, Some(1), Some(1)));
        assert!((0..=131).all(|k| ways(131, k).is_some()) && ways(132, 66).is_none());
    }

    #[test]
    fn what_takes_too_long_is_refused() {
        let names: Vec<&str> = catalogue().iter().step_by(97).map(|(_, _, name)| name).collect();
        let code = |name: &&str| catalogue().by_name(name).unwrap();
        let deck: Vec<CardCode> = names.iter().take(50).map(code).collect();
        let parts: Vec<String> = deck.iter().map(|p| catalogue().name(*p).to_owned()).collect();
        let any = |count: usize| {
            let parts = parts.iter().take(count).map(|name| format!("at most 1 \"{name}\""));
            parse(catalogue(), &deck, &parts.collect::<Vec<_>>().join(" or ")).unwrap()
        };
        let error = chance(&any(45), catalogue(), &deck, 20).unwrap_err();
        assert!(matches!(error, ExactError::TooManyCases { drawn: 20, .. }), "{error}");
        let error = chance(&any(2), catalogue(), &deck, 51).unwrap_err();
        assert_eq!(error, ExactError::TooFew { drawn: 51, deck: 50 });
    }
}
