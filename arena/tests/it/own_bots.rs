//! Bots that are not of this project take part in everything.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::common::deck;
use duelfish_arena::record::RecordReader;
use duelfish_arena::stats::{Model, Sprt};
use duelfish_arena::{
    BotFactory, ComparisonSpec, Contestant, Entrant, MatchError, MatchSpec, NotReady, Pairing,
    Recording, Registry, RegistryError, Replay, Report, RunWatch, Shard, StopRule, TournamentSpec,
    compare, run_match, run_recorded, run_tournament,
};
use duelfish_cards::catalogue;
use duelfish_engine::{Actions, Rules, View};
use duelfish_search::{Bot, Budget, Choice, Setup, Spec, Why};
use tempfile::TempDir;

/// Does one of the last things that it may do.
struct Late(usize);

impl Bot for Late {
    fn begin(&mut self, _: &Setup<'_>, _: u64) {}

    fn choose(&mut self, _: &View<'_>, legal: &Actions, _: Budget<'_>) -> Choice {
        let at = legal.len() - 1 - self.0.min(legal.len() - 1);
        Choice { action: legal[at], why: Why::Rule("late") }
    }
}

/// Makes them. It is written as another crate would write it.
struct Lates {
    back: usize,
    broken: bool,
}

impl BotFactory for Lates {
    fn name(&self) -> String {
        format!("late:{}", self.back)
    }

    fn build(&self) -> Box<dyn Contestant> {
        Box::new(Late(self.back))
    }

    fn ready(&self) -> Result<(), NotReady> {
        if !self.broken {
            return Ok(());
        }
        Err(NotReady { bot: self.name(), why: "its opening book is missing".to_owned() })
    }
}

/// All bots, with `late:N` among them.
fn bots() -> Registry {
    let mut bots = Registry::standard();
    bots.add("late", "late:N", |options| {
        let back = options.parse().map_err(|_| RegistryError::Own {
            word: "late".to_owned(),
            why: format!("`{options}` is no number"),
        })?;
        Ok(Entrant::new(Lates { back, broken: false }))
    })
    .unwrap();
    bots
}

fn entrants(words: [&str; 2]) -> [Entrant; 2] {
    words.map(|word| bots().entrant(word).unwrap())
}

fn spec(words: [&str; 2], games: u64) -> MatchSpec {
    let decks = [deck("yugi"), deck("kaiba")];
    MatchSpec { threads: 2, ..MatchSpec::new(decks, entrants(words), Rules::MR5, games, 5) }
}

fn watched<T>(run: impl FnOnce(RunWatch<'_>) -> T) -> T {
    run(RunWatch { stop: &AtomicBool::new(false), progress: &|_| () })
}

fn record(spec: &MatchSpec, path: &Path, resume: bool) -> Result<Report, MatchError> {
    let recording = Recording { path, resume, drop_damaged: false, note: "" };
    watched(|watch| run_recorded(catalogue(), spec, watch, Some(recording)))
}

#[test]
fn a_bot_of_another_crate_plays_matches_that_are_recorded_and_play_again() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("run");
    let spec = spec(["late:1", "random"], 20);
    let report = record(&spec, &path, false).unwrap().without_times();
    assert_eq!(report.bots, ["late:1", "random"]);
    assert!(report.forfeits.is_empty() && report.unrepeatable.is_empty());
    let one = MatchSpec { threads: 1, ..spec.clone() };
    assert_eq!(
        watched(|watch| run_match(catalogue(), &one, watch)).unwrap().without_times(),
        report
    );

    let reader = RecordReader::open(&path).unwrap();
    let replay = Replay::new(reader.header(), catalogue()).unwrap();
    let duels: Vec<_> = reader.collect::<Result<_, _>>().unwrap();
    assert_eq!(duels.len(), 20);
    duels.iter().for_each(|duel| replay.check(duel).unwrap());

    // The record is known by the bot's name.
    let longer = MatchSpec { games: 24, ..spec.clone() };
    assert_eq!(record(&longer, &path, true).unwrap().games, 24);
    let other = MatchSpec { bots: entrants(["late:2", "random"]), ..longer };
    assert!(record(&other, &path, true).unwrap_err().to_string().contains("late:2"));
}

#[test]
fn a_bot_of_another_crate_plays_tests_tournaments_and_comparisons() {
    let test = Sprt::new(0.0, 100.0, 0.05, 0.05, Model::Logistic).unwrap();
    let until = StopRule::Decided(test);
    let sprt = MatchSpec { pairing: Pairing::Bots, until, ..spec(["heuristic", "late:0"], 400) };
    let report = watched(|watch| run_match(catalogue(), &sprt, watch)).unwrap();
    assert_eq!(report.sprt.unwrap().verdict, Some("H1"));

    let [bot, random] = entrants(["late:0", "random"]);
    let decks = ["yugi", "kaiba", "joey"].map(deck);
    let field = TournamentSpec {
        decks: decks.to_vec(),
        bot: bot.clone(),
        rules: Rules::MR5,
        games: 10,
        seed: 1,
        threads: 2,
        shard: Shard::WHOLE,
        field: None,
        time_control: None,
    };
    let report =
        watched(|watch| run_tournament(catalogue(), &field, watch, None, &|_| ())).unwrap();
    assert_eq!((report.bot.as_str(), report.games), ("late:0", 30));

    let [old, new, other] = decks;
    let change = ComparisonSpec {
        decks: [old, new],
        field: vec![(other, 1.0)],
        bots: [bot, random],
        rules: Rules::MR5,
        games: 10,
        seed: 1,
        threads: 2,
        shard: Shard::WHOLE,
        detect: 0.02,
        time_control: None,
    };
    let report = watched(|watch| compare(catalogue(), &change, watch, None, &|_| ())).unwrap();
    assert_eq!(report.bots, ["late:0", "random"]);
}

#[test]
fn a_bot_of_this_project_plays_alike_by_name_and_by_specification() {
    let of_names = spec(["greedy", "mcts:iters=20"], 6);
    let bots = [Spec::Greedy, Spec::parse("mcts:iters=20").unwrap()].map(Into::into);
    let of_specs = MatchSpec { bots, ..of_names.clone() };
    let [one, other] = [of_names, of_specs]
        .map(|spec| watched(|watch| run_match(catalogue(), &spec, watch)).unwrap().without_times());
    assert_eq!(one, other);
}

#[test]
fn a_bot_that_cannot_play_says_so_before_a_file_is_made() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("run");
    let broken = Entrant::new(Lates { back: 0, broken: true });
    let spec = spec(["random", "random"], 2);
    let spec = MatchSpec { bots: [spec.bots[0].clone(), broken], ..spec };
    let error = record(&spec, &path, false).unwrap_err();
    assert_eq!(error.to_string(), "bot `late:0`: its opening book is missing");
    assert!(!path.exists());
}

#[test]
fn words_mean_one_bot_each() {
    let mut bots = bots();
    for word in ["late", "greedy", "exec", "", "a b", "a:b"] {
        let error = bots.add_bot(word, || Late(0)).unwrap_err();
        assert_eq!(error, RegistryError::Word(word.to_owned()));
    }
    assert_eq!(bots.entrant("late:x").unwrap_err().to_string(), "bot `late`: `x` is no number");
    bots.add_bot("later", || Late(0)).unwrap();
    assert!(bots.entrant("later:1").unwrap_err().to_string().contains("it has no options"));
    let unknown = bots.entrant("nobody").unwrap_err().to_string();
    assert!(unknown.contains("late:N, later"), "{unknown}");
}
