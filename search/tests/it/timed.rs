//! Searches that last a given time, by clocks of these tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use duelfish_cards::{catalogue, parse};
use duelfish_engine::{Actions, DeckList, Duel, Game, Player, Rules, Streams};
use duelfish_search::{
    Bot, Budget, Choice, Clock, MctsBot, MctsOptions, Setup, Spec, TimeLeft, Why,
};

/// A clock that is so many milliseconds later at each look.
#[derive(Clone, Debug)]
struct Steps {
    step: u64,
    looks: Arc<AtomicU64>,
}

impl Steps {
    fn of(step: u64) -> Self {
        Self { step, looks: Arc::default() }
    }

    fn looks(&self) -> u64 {
        self.looks.load(Ordering::Relaxed)
    }
}

impl Clock for Steps {
    fn now(&mut self) -> Duration {
        let looks = self.looks.fetch_add(1, Ordering::Relaxed);
        Duration::from_millis(self.step * looks)
    }
}

/// The first choices of a bot with the opening hand of a duel.
fn choices(options: MctsOptions, clock: &Steps, budget: Budget<'_>, count: usize) -> Vec<Choice> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../decks/starter/yugi.ydk");
    let deck = parse(&std::fs::read(path).unwrap(), "yugi").unwrap().deck;
    let list = DeckList { main: &deck.main, extra: &deck.extra };
    let game = Game::new(Rules::GOAT, catalogue());
    let mut chance = Streams::new(3, [0, 1]);
    let duel = Duel::start(&game, [list; 2], &mut chance, &mut ()).unwrap();
    let me = duel.decision().unwrap().player;
    let mut legal = Actions::new();
    duel.legal_actions(&game, &mut legal);
    let mut bot = MctsBot::new(options).with_clock(clock.clone());
    bot.begin(&Setup { me, decks: [Some(list); 2] }, 5);
    assert_eq!(me, Player::FIRST);
    (0..count).map(|_| bot.choose(&duel.view(&game, me), &legal, budget)).collect()
}

/// The iterations of the first choice.
fn iterations(options: MctsOptions, clock: &Steps, budget: Budget<'_>) -> u32 {
    match &choices(options, clock, budget, 1)[0].why {
        Why::Search(found) => found.iterations,
        why => panic!("{why:?}"),
    }
}

fn options(text: &str) -> MctsOptions {
    match Spec::parse(text).unwrap() {
        Spec::Mcts(options, None) => options,
        spec => panic!("{spec}"),
    }
}

const ANY: Budget<'static> = Budget::of(u64::MAX);

fn of_player(left: u64, increment: u64) -> Budget<'static> {
    let [left, increment] = [left, increment].map(Duration::from_millis);
    Budget { time: Some(TimeLeft { left, increment }), ..ANY }
}

#[test]
fn a_clock_that_stands_still_changes_nothing() {
    let still = Steps::of(0);
    let timed = choices(options("mcts:ms=100,iters=150"), &still, ANY, 3);
    assert!(still.looks() > 0);
    let counting = Steps::of(0);
    assert_eq!(timed, choices(options("mcts:iters=150"), &counting, ANY, 3));
    assert_eq!(timed, choices(options("mcts"), &counting, ANY, 3));
    assert_eq!(counting.looks(), 0, "a search that counts its work looks at no clock");
    let batches = ["mcts:ms=100,iters=150,batch=8", "mcts:batch=8,threads=2"];
    let [timed_batches, batches] = batches.map(|text| choices(options(text), &still, ANY, 3));
    assert_eq!(timed_batches, batches);
    // The player's time makes the search a timed one too.
    assert_eq!(timed, choices(options("mcts:iters=150"), &still, of_player(1000, 10), 3));
}

/// The clock is read at the beginning, and then after every eight iterations.
#[test]
fn a_search_lasts_as_long_as_it_may() {
    for (text, step, expected) in [
        ("mcts:ms=100", 10, 80),
        ("mcts:ms=100", 25, 32),
        ("mcts:ms=100", 30, 32),
        // A choice comes from a search, however slow the machine is.
        ("mcts:ms=1", 1000, 8),
        ("mcts:ms=100,iters=5", 1000, 5),
        // More than the usual 150 iterations, if there is time for them.
        ("mcts:ms=1000", 40, 200),
        ("mcts:ms=1000,iters=40", 10, 40),
        ("mcts:ms=1000,iters=90", 100, 80),
    ] {
        assert_eq!(iterations(options(text), &Steps::of(step), ANY), expected, "{text} {step}");
    }
}

/// A search in batches looks after the first batch that brings it to the next eight.
#[test]
fn a_search_in_batches_lasts_as_long_as_it_may() {
    for (text, step, expected, batch) in [
        ("mcts:ms=100,batch=8,threads=2", 10, 80, 8),
        ("mcts:ms=100,batch=3", 25, 32, 3),
        ("mcts:ms=1,batch=16", 1000, 8, 1),
        ("mcts:ms=100,iters=5,batch=8", 1000, 5, 1),
    ] {
        let made = iterations(options(text), &Steps::of(step), ANY);
        assert!((expected..expected + batch).contains(&made), "{text} {step}: {made}");
    }
}

#[test]
fn a_search_takes_a_share_of_the_players_time() {
    for (text, budget, expected) in [
        // A fortieth of 40 seconds is 100 steps of the clock.
        ("mcts", of_player(40_000, 0), 800),
        // And four fifths of the increment.
        ("mcts", of_player(4000, 100), 8 * 18),
        // Half of what is left, if the increment is more.
        ("mcts", of_player(40, 1000), 16),
        ("mcts", of_player(0, 1000), 8),
        ("mcts:iters=30", of_player(40_000, 0), 30),
        ("mcts:ms=50", of_player(40_000, 0), 40),
        ("mcts:ms=5000", of_player(4000, 0), 80),
    ] {
        assert_eq!(iterations(options(text), &Steps::of(10), budget), expected, "{text}");
    }
}

/// Sequential halving: two moves have been tried in all rounds, as often as each other, and more often than all
/// others; the better one is played. Whether time or iterations say how far a search has come is all the same.
#[test]
fn the_last_two_moves_are_tried_most() {
    let still = Steps::of(0);
    let counted = choices(options("mcts:iters=160,halving=yes"), &still, ANY, 2);
    for choice in &counted {
        let Why::Search(found) = &choice.why else { panic!("{choice:?}") };
        let mut visits: Vec<u32> = found.choices.iter().map(|choice| choice.visits).collect();
        assert_eq!(found.choices[0].action, choice.action);
        let finalists = [found.choices[0], found.choices[1]];
        visits.sort_unstable_by(|a, b| b.cmp(a));
        assert!(visits.len() > 4 && visits[0] - visits[1] <= 1, "{visits:?}");
        assert!(visits[1] > visits[2], "{visits:?}");
        assert!(finalists.iter().all(|one| one.visits >= visits[1]), "{found:?}");
        assert!(finalists[0].value >= finalists[1].value, "{found:?}");
    }
    assert_ne!(counted, choices(options("mcts:iters=160"), &still, ANY, 2));
    let [by_time] = &choices(options("mcts:ms=100,halving=yes"), &Steps::of(5), ANY, 1)[..] else {
        panic!("one choice")
    };
    let Why::Search(found) = &by_time.why else { panic!("{by_time:?}") };
    assert_eq!(found.iterations, 160);
    let visits = [0, 1, 2].map(|at| found.choices[at].visits);
    assert!(visits[0].abs_diff(visits[1]) <= 1 && visits[1] > visits[2], "{visits:?}");
    // The descents of a batch are spread over those that are left.
    let [in_batches] = &choices(options("mcts:iters=160,halving=yes,batch=8"), &still, ANY, 1)[..]
    else {
        panic!("one choice")
    };
    let Why::Search(found) = &in_batches.why else { panic!("{in_batches:?}") };
    let visits = [0, 1, 2].map(|at| found.choices[at].visits);
    assert!(visits[0].abs_diff(visits[1]) <= 1 && visits[1] > visits[2], "{visits:?}");
}
