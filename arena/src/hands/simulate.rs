//! Shuffled hands, counted: the check beside the exact chances.

use duelfish_engine::{CardCode, Catalogue};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::condition::Condition;
use crate::seeds::{SeedPurpose, derive};

/// Hands that are shuffled from one seed, on one thread.
const BATCH: u64 = 512;

/// Shuffles a deck `hands` times and counts for how many of these hands each condition holds.
///
/// The result has a row for each condition, with a number for each entry of `drawn`. The condition
/// is asked of the first so many cards of each shuffled deck, so that later hands go on from
/// earlier ones, as in a duel. More cards than there are count as the whole deck. The same seed
/// gives the same numbers on any number of threads; 0 threads are one for each core.
///
/// Nothing here is shared with [`chance`](super::chance) but the condition: cards are shuffled and
/// looked at one by one.
///
/// # Errors
/// Fails when the threads can't be started.
///
/// ```
/// use duelfish_arena::hands::{parse, simulate};
///
/// let cards = duelfish_cards::catalogue();
/// let deck = vec![cards.by_name("Raigeki").unwrap(); 40];
/// let both = ["Raigeki", "no Spells"].map(|text| parse(cards, &deck, text).unwrap());
/// let held = simulate(&both, cards, &deck, &[5, 6], 1000, 7, 1).unwrap();
/// assert_eq!(held, [[1000, 1000], [0, 0]]);
/// ```
pub fn simulate(
    conditions: &[Condition],
    cards: &Catalogue,
    deck: &[CardCode],
    drawn: &[usize],
    hands: u64,
    seed: u64,
    threads: usize,
) -> Result<Vec<Vec<u64>>, rayon::ThreadPoolBuildError> {
    let none = || vec![vec![0; drawn.len()]; conditions.len()];
    let most = drawn.iter().copied().max().unwrap_or(0).min(deck.len());
    let batch = |number: u64| {
        let mut rng = ChaCha8Rng::seed_from_u64(derive(seed, number, SeedPurpose::Duel));
        let mut order = deck.to_vec();
        let mut held = none();
        for _ in number * BATCH..hands.min((number + 1) * BATCH) {
            shuffle(&mut order, most, &mut rng);
            for (condition, row) in conditions.iter().zip(&mut held) {
                for (count, &drawn) in row.iter_mut().zip(drawn) {
                    let hand = &order[..drawn.min(most)];
                    *count += u64::from(condition.holds(cards, hand));
                }
            }
        }
        held
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let batches = hands.div_ceil(BATCH);
    Ok(pool.install(|| (0..batches).into_par_iter().map(batch).reduce(none, added)))
}

/// Puts random cards at the first places: the shuffle of Fisher and Yates, as far as it is needed.
fn shuffle(order: &mut [CardCode], most: usize, rng: &mut ChaCha8Rng) {
    for place in 0..most {
        let rest = (order.len() - place) as u64;
        // The bias of this reduction is below rest / 2^64.
        let other = (u128::from(rng.next_u64()) * u128::from(rest)) >> 64;
        order.swap(place, place + other as usize);
    }
}

fn added(mut sums: Vec<Vec<u64>>, more: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    for (sum, more) in sums.iter_mut().flatten().zip(more.into_iter().flatten()) {
        *sum += more;
    }
    sums
}
