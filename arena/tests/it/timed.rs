//! Duels in which the time of players is limited, by a clock of these tests.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::deck;
use duelfish_arena::record::{DuelRecord, RecordReader};
use duelfish_arena::{
    BestOf, ComparisonSpec, Entrant, Failure, MatchError, MatchSpec, ProgramEnd, Recording,
    Registry, Repeats, Replay, Report, RunWatch, Shard, TournamentSpec, compare, merge,
    run_recorded, run_tournament,
};
use duelfish_cards::catalogue;
use duelfish_engine::{Actions, Player, Rules, View};
use duelfish_search::{Bot, Budget, Choice, Clock, Setup, TimeLeft, Why};
use tempfile::TempDir;

/// A clock that is a second later at each look, so that each choice takes a second.
#[derive(Debug, Default)]
struct Seconds(u64);

impl Clock for Seconds {
    fn now(&mut self) -> Duration {
        self.0 += 1;
        Duration::from_secs(self.0)
    }
}

fn bot(text: &str) -> Entrant {
    Registry::standard().entrant(text).unwrap()
}

fn spec(control: Option<&str>, games: u64) -> MatchSpec {
    let bots = [bot("greedy"), bot("heuristic")];
    let decks = [deck("yugi"), deck("kaiba")];
    MatchSpec {
        threads: 2,
        time_control: control.map(|control| control.parse().unwrap()),
        clock: || Box::new(Seconds::default()),
        ..MatchSpec::new(decks, bots, Rules::MR5, games, 4)
    }
}

fn try_run(spec: &MatchSpec, path: &Path, resume: bool) -> Result<Report, MatchError> {
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    let recording = Recording { path, resume, drop_damaged: false, note: "" };
    run_recorded(catalogue(), spec, watch, Some(recording))
}

/// Plays and records a run; all of it must play again.
fn run(spec: &MatchSpec, path: &Path) -> (Report, Vec<DuelRecord>) {
    let report = try_run(spec, path, false).unwrap();
    let reader = RecordReader::open(path).unwrap();
    let replay = Replay::new(reader.header(), catalogue()).unwrap();
    let duels: Vec<_> = reader.collect::<Result<_, _>>().unwrap();
    duels.iter().for_each(|duel| replay.check(duel).unwrap());
    (report.without_times(), duels)
}

/// How many choices each player made in a recorded duel.
fn choices(path: &Path, duel: &DuelRecord) -> [usize; 2] {
    let reader = RecordReader::open(path).unwrap();
    let replay = Replay::new(reader.header(), catalogue()).unwrap();
    let mut stepper = replay.begin(duel).unwrap();
    let mut counts = [0; 2];
    while let Some((player, _)) = stepper.next_action() {
        counts[player.index()] += 1;
        stepper.forward().unwrap();
    }
    counts
}

#[test]
fn who_has_no_time_left_loses() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("run");
    let (report, duels) = run(&spec(Some("5"), 20), &path);
    let mut lost = [0; 2];
    for duel in &duels {
        let Some(ProgramEnd::Forfeit(loser, failure)) = duel.ending.end() else {
            panic!("no duel of these decks is over after five choices: {duel:?}")
        };
        assert_eq!(failure, Failure::OutOfTime);
        assert_eq!(duel.ending.to_string(), format!("{loser} forfeits: out of time"));
        // Five choices take five seconds, and the sixth one comes too late.
        let made = choices(&path, duel);
        assert_eq!(made[loser.index()], 5, "{made:?}");
        assert!(made[loser.other().index()] <= 5, "{made:?}");
        let first = Player::FIRST == loser;
        lost[usize::from(first == duel.b_first)] += 1;
    }
    assert_eq!((report.ended_by.forfeit, report.wins_b, report.wins_a), (20, lost[0], lost[1]));
    assert_eq!(report.forfeits.iter().map(|of| of.out_of_time).sum::<u64>(), 20);
    for forfeit in &report.forfeits {
        let said =
            format!("because its time was over (out of time {}); first duel ", forfeit.duels);
        assert!(forfeit.said.contains(&said), "{}", forfeit.said);
        assert!(forfeit.said.ends_with("it had 0.000 s left and took 1.000 s"), "{}", forfeit.said);
    }

    // A record knows all of this but what was said of the first one.
    let mut merged = merge(std::slice::from_ref(&path), None, None).unwrap().report.without_times();
    for (kept, told) in merged.forfeits.iter_mut().zip(&report.forfeits) {
        assert!(told.said.starts_with(&kept.said), "{kept:?}");
        kept.said.clone_from(&told.said);
    }
    assert_eq!(merged, report);
}

#[test]
fn the_increment_pays_for_a_choice() {
    let directory = TempDir::new().unwrap();
    let path = |name: &str| directory.path().join(name);
    let (timed, duels) = run(&spec(Some("1+1"), 20), &path("timed"));
    let (free, same) = run(&spec(None, 20), &path("free"));
    assert_eq!(duels, same);
    assert_eq!(timed.time_control.as_deref(), Some("1+1"));
    let because = "another run with this seed may go otherwise: players have 1 s for a duel and 1 s more for each choice";
    assert_eq!(timed.unrepeatable_because.as_deref(), Some(because));
    assert_eq!(timed.unrepeatable, ["A", "B"]);
    // That is all that differs.
    let (time_control, unrepeatable_because) = (None, None);
    assert_eq!(
        Report { unrepeatable: Vec::new(), time_control, unrepeatable_because, ..timed },
        free
    );
}

/// Each duel of a bout has a time of its own.
#[test]
fn a_further_duel_begins_with_all_of_the_time() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("run");
    let spec = spec(Some("5"), 4);
    let sided = [deck("yugi"), deck("kaiba")];
    let (_, duels) = run(&MatchSpec { best_of: Some(BestOf { duels: 3, sided }), ..spec }, &path);
    assert!(duels.len() >= 8);
    for duel in &duels {
        assert_eq!(choices(&path, duel).into_iter().max(), Some(5));
    }
}

#[test]
fn a_record_goes_on_with_its_own_time_alone() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("run");
    let (first, _) = run(&spec(Some("9+0.5"), 4), &path);
    let longer = try_run(&spec(Some("9+0.5"), 8), &path, true).unwrap();
    assert_eq!((first.games, longer.games), (4, 8));
    for (control, said) in
        [(Some("9+0.25"), "time 9+0.5, not 9+0.25"), (None, "time 9+0.5, not without limit")]
    {
        let error = try_run(&spec(control, 8), &path, true).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

/// Plays its first action, and notes the time that it is told.
#[derive(Clone, Default)]
struct Watcher(Arc<Mutex<Vec<Option<TimeLeft>>>>);

impl Bot for Watcher {
    fn begin(&mut self, _: &Setup<'_>, _: u64) {}

    fn choose(&mut self, _: &View<'_>, legal: &Actions, budget: Budget<'_>) -> Choice {
        self.0.lock().unwrap().push(budget.time);
        Choice { action: legal[0], why: Why::Rule("the first one") }
    }
}

#[test]
fn a_bot_is_told_what_is_left() {
    let directory = TempDir::new().unwrap();
    let watcher = Watcher::default();
    let told = || std::mem::take(&mut *watcher.0.lock().unwrap());
    let made = watcher.clone();
    let bots = [Entrant::of_bot("watcher", move || made.clone()), bot("heuristic")];
    let play = |control, name: &str| {
        let spec = MatchSpec { bots: bots.clone(), threads: 1, ..spec(control, 1) };
        run(&spec, &directory.path().join(name))
    };
    let (report, _) = play(Some("3+0.75"), "timed");
    assert_eq!(report.forfeits[0].bot, "watcher");
    let millis = Duration::from_millis;
    let expected = |at: u64| TimeLeft { left: millis(3000 - 250 * at), increment: millis(750) };
    // With 750 ms left a choice that takes a second comes too late.
    assert_eq!(told(), (0..=9).map(|at| Some(expected(at))).collect::<Vec<_>>());
    play(None, "free");
    let told = told();
    assert!(told.len() > 9 && told.iter().all(Option::is_none));
}

#[test]
fn reports_of_timed_bots_say_so() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("run");
    // Five iterations are always fewer than the time allows.
    let timed = bot("mcts:iters=5,ms=600000");
    assert_eq!((timed.repeats(), bot("mcts:iters=5").repeats()), (Repeats::Timed, Repeats::Seeded));
    let bots = [timed.clone(), bot("random")];
    let (report, _) = run(&MatchSpec { bots: bots.clone(), ..spec(None, 2) }, &path);
    let because = "another run with this seed may go otherwise: bot A thinks for a given time";
    assert_eq!(report.unrepeatable_because.as_deref(), Some(because));
    assert_eq!(report.unrepeatable, ["A"]);
    let merged = merge(std::slice::from_ref(&path), None, None).unwrap().report;
    assert_eq!(merged.unrepeatable_because, report.unrepeatable_because);

    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    let decks = ["yugi", "kaiba", "joey"].map(deck);
    let field = TournamentSpec {
        decks: decks.to_vec(),
        bot: timed,
        rules: Rules::MR5,
        games: 2,
        seed: 1,
        threads: 2,
        shard: Shard::WHOLE,
        field: None,
        time_control: "3600".parse().ok(),
    };
    let report = run_tournament(catalogue(), &field, watch, None, &|_| ()).unwrap();
    let because = "another run with this seed may go otherwise: the bot thinks for a given time, \
                   players have 3600 s for a duel and 0 s more for each choice";
    assert_eq!(report.unrepeatable_because.as_deref(), Some(because));
    assert_eq!(report.time_control.as_deref(), Some("3600+0"));

    let [old, new, other] = decks;
    let change = ComparisonSpec {
        decks: [old, new],
        field: vec![(other, 1.0)],
        bots: [bot("random"), bots[0].clone()],
        rules: Rules::MR5,
        games: 2,
        seed: 1,
        threads: 2,
        shard: Shard::WHOLE,
        detect: 0.02,
        time_control: None,
    };
    let report = compare(catalogue(), &change, watch, None, &|_| ()).unwrap();
    let because = "another run with this seed may go otherwise: bot B thinks for a given time";
    assert_eq!(report.unrepeatable_because.as_deref(), Some(because));
    assert_eq!(report.time_control, None);
}
