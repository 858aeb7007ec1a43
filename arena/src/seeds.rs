//! Where the chance of a match comes from: one seed for each duel and purpose, all from the one
//! seed of the match.

/// The purpose of a seed. Each purpose has its own, so that a bot that uses chance differently
/// draws the same cards all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedPurpose {
    /// Shuffles, coins and dice of the duel.
    Duel,
    /// The bot of deck A, whichever seat it has.
    BotA,
    /// The bot of deck B, whichever seat it has.
    BotB,
    /// Shuffles, coins and dice of both duels of a pair; numbered by pair.
    Pair,
    /// In a pair, the bot that holds the cards of the first stream; numbered by pair.
    HolderOfFirst,
    /// In a pair, the bot that holds the cards of the second stream; numbered by pair.
    HolderOfSecond,
    /// The choice of the side that goes first, where that is left to chance.
    First,
    /// The seed of a match that is part of something larger; numbered by match.
    Cell,
}

/// Seeds set aside for each duel, as many as there are purposes now: a further purpose must take the
/// seeds of another master.
const PURPOSES: u64 = 8;
/// The step of SplitMix64: 2^64 divided by the golden ratio, made odd.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The seed for a purpose of duel (or pair) number `duel` in the match with seed `master`.
///
/// It is the output number `8 * duel + purpose` of the generator SplitMix64 (Steele, Lea and
/// Flood, 2014) that starts at the scrambled `master`. That generator repeats no output, so no two
/// seeds of a match are equal for the first 2^61 duels.
///
/// ```
/// use duelfish_arena::seeds::{SeedPurpose, derive};
///
/// assert_eq!(derive(1, 7, SeedPurpose::BotA), derive(1, 7, SeedPurpose::BotA));
/// assert_ne!(derive(1, 7, SeedPurpose::BotA), derive(1, 7, SeedPurpose::BotB));
/// assert_ne!(derive(1, 7, SeedPurpose::Duel), derive(2, 7, SeedPurpose::Duel));
/// ```
#[must_use]
pub const fn derive(master: u64, duel: u64, purpose: SeedPurpose) -> u64 {
    let number = duel.wrapping_mul(PURPOSES).wrapping_add(purpose as u64);
    // The scramble keeps matches with neighbouring seeds from walking through the same outputs.
    let state = scramble(master ^ STEP);
    scramble(state.wrapping_add(number.wrapping_add(1).wrapping_mul(STEP)))
}

/// The output function of SplitMix64: it maps each number to another one of its own.
pub(crate) const fn scramble(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scramble_is_that_of_split_mix() {
        // The first outputs of SplitMix64 that starts at 0, as its authors' code prints them.
        assert_eq!(scramble(STEP), 0xe220_a839_7b1d_cdaf);
        assert_eq!(scramble(STEP.wrapping_mul(2)), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(scramble(STEP.wrapping_mul(3)), 0x06c4_5d18_8009_454f);
    }

    #[test]
    fn seeds_of_neighbouring_matches_do_not_collide() {
        let mut seeds = Vec::with_capacity(4_000_000);
        for duel in 0..500_000 {
            for purpose in
                [SeedPurpose::Duel, SeedPurpose::BotA, SeedPurpose::BotB, SeedPurpose::Pair]
            {
                seeds.push(derive(1, duel, purpose));
                seeds.push(derive(2, duel, purpose));
            }
        }
        let count = seeds.len();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), count);
    }
}
