//! The beam search on a game whose best line costs before it pays.

use duelfish_search::beam::{BeamGuide, BeamLimits, beam, widening};
use duelfish_search::{Budget, Keyed, Playable, Turn, Undo};

/// A trader makes one coin a day. A mill costs all of six coins; with it the coins double each day. After twelve
/// days the market closes.
#[derive(Clone, Copy, Debug)]
struct Market {
    day: u32,
    coins: u32,
    has_mill: bool,
    played: u64,
}

const WORK: u64 = 1;
const BUY: u64 = 2;
const LEAVE: u64 = 3;
const LAST_DAY: u32 = 12;

impl Market {
    const NEW: Self = Self { day: 0, coins: 0, has_mill: false, played: 0 };
}

impl Playable for Market {
    type Move = u64;

    fn turn(&self) -> Turn {
        Turn::Player(0)
    }

    fn moves(&self, moves: &mut Vec<Keyed<u64>>) {
        moves.clear();
        let can_buy = self.coins >= 6 && !self.has_mill;
        let all = [(WORK, true), (BUY, can_buy), (LEAVE, true)];
        moves.extend(
            all.iter().filter(|(_, can)| *can).map(|(at, _)| Keyed { action: *at, key: *at }),
        );
    }

    fn play(&mut self, action: u64) {
        self.played += 1;
        match action {
            WORK if self.has_mill => self.coins = 2 * self.coins + 1,
            WORK => self.coins += 1,
            BUY => (self.coins, self.has_mill) = (self.coins - 6, true),
            _ => self.day = LAST_DAY,
        }
        self.day = (self.day + 1).min(LAST_DAY);
    }
}

impl Undo for Market {
    type Mark = Self;

    fn mark(&mut self) -> Self {
        *self
    }

    fn undo(&mut self, mark: Self) {
        *self = mark;
    }

    fn played(&self) -> u64 {
        self.played
    }

    fn position(&self) -> Option<u64> {
        Some(u64::from(self.day) << 33 | u64::from(self.coins) << 1 | u64::from(self.has_mill))
    }
}

/// Coins are all that counts; so many are the goal.
struct Trader {
    goal: u32,
}

impl BeamGuide<Market> for Trader {
    fn go_on(&mut self, _: &mut Market) {}

    fn is_beyond(&self, world: &Market) -> bool {
        world.day >= LAST_DAY
    }

    fn worth(&mut self, world: &mut Market) -> f32 {
        world.coins as f32 / 1000.0
    }

    fn reached(&self, world: &Market) -> u64 {
        u64::from(world.has_mill)
    }

    fn is_goal(&self, world: &Market) -> bool {
        world.coins >= self.goal
    }
}

const LIMITS: BeamLimits = BeamLimits { width: 4, depth: 20 };

/// The mill leaves no coin on the day on which it is bought, so that it looks worst there. It lives on since nothing
/// else has reached it.
#[test]
fn a_line_that_costs_before_it_pays_is_found() {
    let found = beam(&Market::NEW, &mut Trader { goal: 31 }, LIMITS, Budget::of(10_000));
    let best = &found.lines[0];
    let keys: Vec<u64> = best.moves.iter().map(|choice| choice.key).collect();
    let bought = keys.iter().position(|key| *key == BUY).unwrap();
    assert!(best.is_goal && (6..=7).contains(&bought), "{keys:?}");
    // Six days of work, the mill, and five days at it make 31 coins; so do seven days and four. No line has more.
    assert_eq!(best.worth, 0.031);
    let without = beam(&Market::NEW, &mut Trader { goal: 32 }, LIMITS, Budget::of(10_000));
    assert!(without.lines.iter().all(|line| !line.is_goal));
    assert_eq!(without.lines[0].worth, 0.031);
}

#[test]
fn a_budget_ends_the_search_and_a_wide_beam_leaves_nothing_out() {
    let spent = beam(&Market::NEW, &mut Trader { goal: 32 }, LIMITS, Budget::of(20));
    assert!(spent.nodes >= 20 && spent.nodes < 30 && !spent.is_complete, "{}", spent.nodes);
    let wide = BeamLimits { width: 1000, ..LIMITS };
    let found = widening(&Market::NEW, &mut Trader { goal: 32 }, wide, Budget::of(1_000_000));
    assert!(found.is_complete && found.lines.iter().all(|line| !line.is_goal));
    // A goal ends the search before the budget does.
    let found = widening(&Market::NEW, &mut Trader { goal: 31 }, wide, Budget::of(1_000_000));
    assert!(found.lines[0].is_goal && found.nodes < 1_000);
}
