//! The results of a match for single cards, Life Points and bots.

use std::time::Duration;

use duelfish_engine::{CardCode, Catalogue, Player};
use serde::Serialize;

use crate::duel_stats::{DuelStats, mark};
use crate::list::SortedDeck;
use crate::play::{DuelResult, Side};
use crate::stats::wilson95;

/// Sums over the duels of a match. All of them are whole numbers, so that their order does not matter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Details {
    /// The cards of each side.
    cards: [Vec<CardCount>; 2],
    /// For each turn: duels that lasted as long, and the sums of Life Points at its end.
    lp: Vec<(u64, [i64; 2])>,
    decisions: [u64; 2],
    /// Time that the bots took, as far as it was measured.
    thinking: [Duration; 2],
    /// Answers given in that time.
    timed: [u64; 2],
}

/// How often a card was where, and how often its side won then.
#[derive(Clone, Copy, Debug)]
struct CardCount {
    code: CardCode,
    games: u64,
    wins: u64,
    opened: [u64; 2],
    seen: [u64; 2],
    played: [u64; 2],
}

impl Details {
    /// Counts one more duel; `thinking` is what each side's bot took, if that was measured.
    pub(crate) fn add(
        &mut self,
        result: &DuelResult,
        noted: &DuelStats,
        thinking: Option<[Duration; 2]>,
    ) {
        for seat in Player::BOTH {
            let side = result.first.of(seat);
            let won = result.winner() == Some(side);
            let counts = &mut self.cards[side.index()];
            for (place, (code, marks)) in noted.cards(seat).iter().enumerate() {
                if counts.len() <= place {
                    counts.push(CardCount::new(*code));
                }
                counts[place].add(*marks, won);
            }
            self.decisions[side.index()] += noted.decisions(seat);
            if let Some(thinking) = thinking {
                self.thinking[side.index()] += thinking[side.index()];
                self.timed[side.index()] += noted.decisions(seat);
            }
        }
        for (turn, lp) in noted.lp().iter().enumerate() {
            if self.lp.len() <= turn {
                self.lp.push((0, [0; 2]));
            }
            let (games, sums) = &mut self.lp[turn];
            *games += 1;
            for seat in Player::BOTH {
                sums[result.first.of(seat).index()] += i64::from(lp[seat.index()]);
            }
        }
    }
}

impl CardCount {
    const fn new(code: CardCode) -> Self {
        Self { code, games: 0, wins: 0, opened: [0; 2], seen: [0; 2], played: [0; 2] }
    }

    fn add(&mut self, marks: u8, won: bool) {
        self.games += 1;
        self.wins += u64::from(won);
        let counts = [
            (mark::OPENED, &mut self.opened),
            (mark::SEEN, &mut self.seen),
            (mark::PLAYED, &mut self.played),
        ];
        for (bit, [games, wins]) in counts {
            if marks & bit != 0 {
                *games += 1;
                *wins += u64::from(won);
            }
        }
    }
}

/// The results of a match besides its winner.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DetailsReport {
    /// The cards of A and of B, the ones that were played most often first.
    pub cards: [Vec<CardReport>; 2],
    /// Life Points at the end of each turn.
    pub lp_by_turn: Vec<LpReport>,
    /// The numbers of the bots of A and B.
    pub bots: [BotReport; 2],
}

/// A card of a deck: in how many duels it was where, and how often its side won those.
///
/// A card that wins when it is seen need not win the duel: longer duels see more cards.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CardReport {
    /// Its name.
    pub name: String,
    /// Its passcode.
    pub passcode: u32,
    /// Copies in Main and Extra Deck.
    pub copies: usize,
    /// Duels with at least one copy in the opening hand.
    pub opened: CardShare,
    /// Duels in which one was in the hand at some time, or was played.
    pub seen: CardShare,
    /// The other duels.
    pub not_seen: CardShare,
    /// Duels in which one came to the field or was activated.
    pub played: CardShare,
}

/// Duels, and how many of them the card's side won.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CardShare {
    /// How many there were.
    pub games: u64,
    /// How many the side won.
    pub wins: u64,
    /// `wins / games`; 0 without any.
    pub win_rate: f64,
    /// Its 95% interval (see [`wilson95`]).
    pub ci95: [f64; 2],
}

/// Life Points at the end of a turn, over the duels that lasted so long.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LpReport {
    /// Number of the turn, from 1.
    pub turn: usize,
    /// Duels that had this turn.
    pub games: u64,
    /// Mean Life Points of A and of B.
    pub lp: [f64; 2],
}

/// The numbers of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BotReport {
    /// Answers that it gave.
    pub decisions: u64,
    /// Mean time for an answer, in microseconds; null if none was measured, as in a record.
    pub microseconds_per_decision: Option<f64>,
}

impl CardShare {
    fn new([games, wins]: [u64; 2]) -> Self {
        let win_rate = wins as f64 / games.max(1) as f64;
        Self { games, wins, win_rate, ci95: wilson95(wins, games) }
    }
}

impl Details {
    /// The report for these decks, of A and of B.
    pub(crate) fn report(&self, cards: &Catalogue, decks: &[SortedDeck]) -> DetailsReport {
        let of_side = |side: Side| {
            let copies =
                |code: CardCode| decks.get(side.index()).map_or(0, |deck| deck.copies(code));
            let mut counts = self.cards[side.index()].clone();
            counts.sort_by_key(|count| (std::cmp::Reverse(count.played[0]), count.code));
            let report = |count: CardCount| CardReport {
                name: cards.name(count.code).to_owned(),
                passcode: cards.facts(count.code).passcode,
                copies: copies(count.code),
                opened: CardShare::new(count.opened),
                seen: CardShare::new(count.seen),
                not_seen: CardShare::new([count.games - count.seen[0], count.wins - count.seen[1]]),
                played: CardShare::new(count.played),
            };
            counts.into_iter().map(report).collect()
        };
        let lp = self.lp.iter().enumerate().map(|(at, (games, sums))| LpReport {
            turn: at + 1,
            games: *games,
            lp: sums.map(|sum| sum as f64 / (*games).max(1) as f64),
        });
        let bot = |side: usize| {
            let micros = self.thinking[side].as_secs_f64() * 1e6;
            let timed = self.timed[side];
            BotReport {
                decisions: self.decisions[side],
                microseconds_per_decision: (timed > 0).then(|| micros / timed as f64),
            }
        };
        DetailsReport {
            cards: Side::BOTH.map(of_side),
            lp_by_turn: lp.collect(),
            bots: [0, 1].map(bot),
        }
    }
}
