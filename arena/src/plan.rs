//! Which duel of a run is played by whom, with which deck, from which seeds.

use duelfish_engine::Player;

use crate::play::Side;
use crate::seeds::{SeedPurpose, derive};

/// The conditions that the duels of a run share with each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// Nothing: every duel has shuffles of its own.
    #[default]
    None,
    /// Two duels in a row have the same shuffles of both decks; A goes first in one of them and B
    /// in the other. For comparing decks.
    Seats,
    /// Two duels in a row have the same decks in the same seats with the same shuffles; only the
    /// bots change places. For comparing bots: decks and luck favour both alike.
    Bots,
    /// The same with decks that are played two by two: the first one against the second, the third one
    /// against the fourth, and so on.
    BotsByTwos,
}

impl Pairing {
    /// Duels that belong together: statistics take them as one.
    #[must_use]
    pub const fn unit(self) -> u64 {
        match self {
            Self::None => 1,
            Self::Seats | Self::Bots | Self::BotsByTwos => 2,
        }
    }

    /// Whether bots are compared, over any number of decks.
    #[must_use]
    pub const fn is_of_bots(self) -> bool {
        matches!(self, Self::Bots | Self::BotsByTwos)
    }
}

/// A part of a run: every so-many-th unit of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 0.
    pub index: u64,
    /// Number of parts.
    pub of: u64,
}

impl Shard {
    /// All of the run.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// How many of so many duels it has when they come in pairs.
    pub(crate) const fn of_pairs(self, games: u64) -> u64 {
        let (pairing, seed, best_of, decks, mirror) = (Pairing::Seats, 0, 1, 2, false);
        Plan { pairing, seed, games, best_of, shard: self, decks, mirror }.count()
    }
}

/// The duels of a run, before any of them is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The conditions that duels share.
    pub pairing: Pairing,
    /// Everything random comes from this.
    pub seed: u64,
    /// Number of duels in the whole run, or of bouts.
    pub games: u64,
    /// The most duels of a bout; 1 for single duels. From the second duel of a bout on the decks are
    /// those behind the first two in the run's list.
    pub best_of: u8,
    /// Which of them are played.
    pub shard: Shard,
    /// Number of decks: two, or any number where bots are compared.
    pub decks: usize,
    /// Whether both decks have the same cards. Then shuffles belong to the seat, so that a pair of
    /// duels between equal bots is one duel twice.
    pub mirror: bool,
}

/// The seats of both sides in one duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seating {
    /// Number of the duel in the whole run, from 0; bouts have as many numbers as they may have duels.
    pub number: u64,
    /// The side that goes first.
    pub first: Side,
    /// The deck of each seat, as its number in the run's list.
    pub decks: [usize; 2],
    /// The number of that arrangement of decks in [`Plan::arrangements`].
    pub arrangement: usize,
    /// Which of the two streams of cards each seat has: see [`duelfish_engine::Streams`].
    pub stream_of: [u8; 2],
    /// The seed of shuffles, coins and dice.
    pub chance: u64,
    /// The seed of each side's bot.
    pub bots: [u64; 2],
}

impl Plan {
    /// The arrangements of decks (first seat, second seat) that duels take turns with.
    #[must_use]
    pub fn arrangements(&self) -> Vec<[usize; 2]> {
        match (self.pairing, self.decks) {
            (Pairing::None | Pairing::Seats, _) if self.best_of > 1 => {
                vec![[0, 1], [1, 0], [2, 3], [3, 2]]
            }
            (Pairing::None | Pairing::Seats, _) => vec![[0, 1], [1, 0]],
            (Pairing::BotsByTwos, decks) => (0..decks / 2)
                .flat_map(|two| [[2 * two, 2 * two + 1], [2 * two + 1, 2 * two]])
                .collect(),
            (Pairing::Bots, 0 | 1) => vec![[0, 0]],
            (Pairing::Bots, decks) => {
                let pairs = (0..decks).flat_map(|a| (0..decks).map(move |b| [a, b]));
                pairs.filter(|[a, b]| a != b).collect()
            }
        }
    }

    /// The number of the duel, or bout, that this shard plays at a place in its own order, from 0; none
    /// behind the last one.
    #[must_use]
    pub fn number_at(&self, place: u64) -> Option<u64> {
        let unit = self.pairing.unit();
        let number = (place / unit)
            .checked_mul(self.shard.of)?
            .checked_add(self.shard.index)?
            .checked_mul(unit)?
            .checked_add(place % unit)?;
        (number < self.games).then_some(number)
    }

    /// How many duels, or bouts, this shard plays.
    #[must_use]
    pub const fn count(&self) -> u64 {
        let unit = self.pairing.unit();
        let units = self.games.div_ceil(unit);
        let before = self.shard.index;
        if before >= units {
            return 0;
        }
        let mine = (units - before).div_ceil(self.shard.of);
        let last = before + (mine - 1) * self.shard.of;
        // The very last unit may be cut short.
        let cut = if last + 1 == units { units * unit - self.games } else { 0 };
        mine * unit - cut
    }

    /// The seats in a duel, or in the first duel of a bout. `arrangements` are those of this plan.
    #[must_use]
    pub fn seating(&self, place: u64, arrangements: &[[usize; 2]]) -> Seating {
        let first = Side::first_in(place);
        let number = place * u64::from(self.best_of);
        match self.pairing {
            Pairing::None => Seating {
                number,
                first,
                decks: arrangements[first.index()],
                arrangement: first.index(),
                stream_of: self.streams(first),
                chance: derive(self.seed, place, SeedPurpose::Duel),
                bots: [SeedPurpose::BotA, SeedPurpose::BotB]
                    .map(|bot| derive(self.seed, place, bot)),
            },
            Pairing::Seats | Pairing::Bots | Pairing::BotsByTwos => {
                let pair = place / 2;
                let arrangement = if self.pairing.is_of_bots() {
                    (pair % arrangements.len() as u64) as usize
                } else {
                    first.index()
                };
                let decks = arrangements[arrangement];
                let stream_of = self.streams(first);
                // A bot's own chance goes with the cards that it holds.
                let seed_of = |side: Side| {
                    let seat = usize::from(side != first);
                    let purpose = [SeedPurpose::HolderOfFirst, SeedPurpose::HolderOfSecond];
                    derive(self.seed, pair, purpose[usize::from(stream_of[seat])])
                };
                Seating {
                    number,
                    first,
                    decks,
                    arrangement,
                    stream_of,
                    chance: derive(self.seed, pair, SeedPurpose::Pair),
                    bots: Side::BOTH.map(seed_of),
                }
            }
        }
    }

    /// The seats in a further duel of the bout that began like this: `before` duels were played,
    /// and this side goes first. Bots go on with chance of their own.
    #[must_use]
    pub fn again(&self, begun: &Seating, before: u8, first: Side) -> Seating {
        let arrangement = 2 + first.index();
        let duel = u64::from(before);
        Seating {
            number: begun.number + duel,
            first,
            decks: [2, 3].map(|deck| deck ^ first.index()),
            arrangement,
            stream_of: self.streams(first),
            chance: derive(begun.chance, duel, SeedPurpose::Duel),
            bots: begun.bots.map(|seed| derive(seed, duel, SeedPurpose::BotA)),
        }
    }

    /// The stream of cards of each seat: it goes with the deck, but in a mirror and between bots with the
    /// seat.
    fn streams(&self, first: Side) -> [u8; 2] {
        if self.pairing.is_of_bots() || (self.mirror && self.pairing == Pairing::Seats) {
            return [0, 1];
        }
        Player::BOTH.map(|player| first.of(player).index() as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(pairing: Pairing, games: u64, index: u64, of: u64) -> Plan {
        let shard = Shard { index, of };
        Plan { pairing, seed: 3, games, best_of: 1, shard, decks: 2, mirror: false }
    }

    #[test]
    fn shards_share_all_duels_among_them() {
        for pairing in [Pairing::None, Pairing::Seats, Pairing::Bots, Pairing::BotsByTwos] {
            for games in [0, 1, 2, 7, 20, 21] {
                for of in 1..9 {
                    let mut all = Vec::new();
                    for index in 0..of {
                        let plan = plan(pairing, games, index, of);
                        let numbers: Vec<u64> =
                            (0..).map_while(|place| plan.number_at(place)).collect();
                        assert_eq!(numbers.len() as u64, plan.count(), "{plan:?}");
                        assert!(numbers.is_sorted());
                        all.extend(numbers);
                    }
                    all.sort_unstable();
                    assert_eq!(all, (0..games).collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn a_pair_shares_its_seeds_and_swaps_its_sides() {
        for pairing in [Pairing::Seats, Pairing::Bots, Pairing::BotsByTwos] {
            let plan = plan(pairing, 100, 0, 1);
            let all = plan.arrangements();
            for pair in 0..10 {
                let [a, b] = [2 * pair, 2 * pair + 1].map(|number| plan.seating(number, &all));
                assert_eq!((a.first, b.first), (Side::A, Side::B));
                assert_eq!(a.chance, b.chance);
                if pairing == Pairing::Seats {
                    assert_eq!(a.decks, [b.decks[1], b.decks[0]]);
                    assert_eq!(a.bots, b.bots);
                    assert_eq!(a.stream_of, [b.stream_of[1], b.stream_of[0]]);
                } else {
                    assert_eq!(a.decks, b.decks);
                    assert_eq!(a.bots, [b.bots[1], b.bots[0]]);
                    assert_eq!(a.stream_of, b.stream_of);
                }
                assert_ne!(a.chance, plan.seating(2 * pair + 2, &all).chance);
            }
        }
    }

    #[test]
    fn bots_meet_with_every_two_decks_in_both_seats() {
        let plan = Plan { decks: 3, ..plan(Pairing::Bots, 100, 0, 1) };
        let all = plan.arrangements();
        assert_eq!(all.len(), 6);
        let met: std::collections::BTreeSet<[usize; 2]> =
            (0..12).map(|number| plan.seating(number, &all).decks).collect();
        assert_eq!(met.len(), 6);
        assert_eq!(Plan { decks: 1, ..plan }.arrangements(), [[0, 0]]);
        let twos = Plan { pairing: Pairing::BotsByTwos, decks: 4, ..plan };
        assert_eq!(twos.arrangements(), [[0, 1], [1, 0], [2, 3], [3, 2]]);
    }
}
