//! Programs as bots: shell scripts that play, and that fail in every way.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::deck;
use duelfish_arena::record::RecordReader;
use duelfish_arena::{
    Entrant, Failure, MatchSpec, ProgramEnd, Recording, Registry, Replay, Report, RunWatch, merge,
    run_recorded,
};
use duelfish_cards::catalogue;
use duelfish_engine::{Player, Rules};
use duelfish_search::Clock;
use tempfile::TempDir;

/// A script that answers `hello`, and each decision by the command `answer`, in which `$n` is its number. It
/// writes what it hears to the file that it is given, if it is given one.
fn script(answer: &str) -> String {
    format!(
        r#"while read -r line; do
  [ -n "$1" ] && printf '%s\n' "$line" >>"$1"
  case "$line" in
    *'"type":"hello"'*) echo '{{"protocol":1}}' ;;
    *'"type":"decision"'*)
      n=${{line#*'"number":'}}
      n=${{n%%,*}}
      {answer} ;;
  esac
done
"#
    )
}

/// Answers with the first action.
pub(crate) const FIRST: &str = r#"echo "{\"number\":$n,\"action\":0}""#;
/// Nothing takes that long, so what is played does not depend on the machine.
pub(crate) const LONG: &str = "time=3600s,";

/// A directory with scripts, records and what programs heard.
pub(crate) struct Stage(TempDir);

impl Stage {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A program that answers decisions by this command of the shell.
    pub(crate) fn program(&self, options: &str, answer: &str) -> Entrant {
        let path = self.path("bot.sh");
        std::fs::write(&path, script(answer)).unwrap();
        let command = format!("exec:{options}sh '{}'", path.display());
        Registry::standard().entrant(&command).unwrap()
    }

    /// The same program with arguments: the first one is the file of what it hears.
    pub(crate) fn with_arguments(&self, bot: &Entrant, paths: &[&Path]) -> Entrant {
        let arguments: String = paths.iter().map(|path| format!(" '{}'", path.display())).collect();
        Registry::standard().entrant(&(bot.name() + &arguments)).unwrap()
    }

    /// Plays and records duels of it as A against `greedy`, and looks whether the record plays again.
    pub(crate) fn play(
        &self,
        bot: &Entrant,
        games: u64,
        threads: usize,
    ) -> (Report, Vec<ProgramEnd>, Vec<u8>) {
        let path = self.path(&format!("run{threads}"));
        let bots = [bot.clone(), Registry::standard().entrant("greedy").unwrap()];
        let decks = [deck("yugi"), deck("kaiba")];
        let spec = MatchSpec { threads, ..MatchSpec::new(decks, bots, Rules::MR5, games, 4) };
        let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
        let recording = Recording { path: &path, resume: false, drop_damaged: false, note: "" };
        let report = run_recorded(catalogue(), &spec, watch, Some(recording)).unwrap();

        let reader = RecordReader::open(&path).unwrap();
        let replay = Replay::new(reader.header(), catalogue()).unwrap();
        let duels: Vec<_> = reader.collect::<Result<_, _>>().unwrap();
        duels.iter().for_each(|duel| replay.check(duel).unwrap());
        let ends = duels.iter().map(|duel| duel.ending.end().unwrap()).collect();
        let bytes = std::fs::read(&path).unwrap();

        // A record knows the forfeits and their kinds, and no more of them.
        let mut merged = merge(std::slice::from_ref(&path), None, None).unwrap().report;
        assert_eq!(merged.ended_by, report.ended_by);
        for (kept, told) in merged.forfeits.iter_mut().zip(&report.forfeits) {
            assert!(told.said.starts_with(&kept.said), "{kept:?}");
            kept.said.clone_from(&told.said);
        }
        assert_eq!(merged.forfeits, report.forfeits);
        std::fs::remove_file(path).unwrap();
        (report.without_times(), ends, bytes)
    }
}

#[test]
fn a_program_plays_alike_on_any_number_of_threads() {
    let stage = Stage::new();
    let bot = stage.program(LONG, FIRST);
    let one = stage.play(&bot, 6, 1);
    assert!(one.0.forfeits.is_empty() && one.0.ended_by.forfeit == 0);
    assert_eq!(one.0.unrepeatable, ["A"]);
    assert_eq!(one.0.bots[0], bot.name());
    assert!(one == stage.play(&bot, 6, 2));
    assert!(one == stage.play(&bot, 6, 1));
}

/// Each of these fails in every duel, so that every duel is lost. The limits of time are such that no
/// machine is too slow for those that answer, or fast enough for those that don't.
#[test]
fn every_failure_is_a_loss_that_is_counted_and_said() {
    let stage = Stage::new();
    let late = format!(r#"if [ "$n" -ge 3 ]; then exit 4; fi; {FIRST}"#);
    let twice = format!("{FIRST}; {FIRST}");
    for (options, answer, failure, said) in [
        (LONG, "exit 3", Failure::Crashed, "it ended (exit status: 3)"),
        (LONG, "kill -9 $$", Failure::Crashed, "it ended (signal: 9"),
        (LONG, "echo 'no idea' >&2; exit 3", Failure::Crashed, "it said last: no idea"),
        (LONG, &late, Failure::Crashed, "it ended (exit status: 4)"),
        (LONG, "exec 1>&-; sleep 3600", Failure::Crashed, "it closed its standard output"),
        ("time=50ms,", "sleep 3600", Failure::TooSlow, "it did not answer in 50ms"),
        (LONG, "echo nonsense", Failure::Unreadable, "it answered `nonsense`"),
        (LONG, r"printf '\377\000\033[1m\n'", Failure::Unreadable, "it answered `"),
        (LONG, "echo '{\"action\":0}'", Failure::Unreadable, "missing field `number`"),
        (LONG, "echo \"{\\\"number\\\":$n,\\\"action\\\":-1}\"", Failure::Unreadable, "-1"),
        (LONG, "head -c 99999 /dev/zero", Failure::Unreadable, "a line that is too long"),
        (LONG, &twice, Failure::Unreadable, "it answered decision 1 when it was asked decision 2"),
        (
            LONG,
            "echo \"{\\\"number\\\":$n,\\\"action\\\":500}\"",
            Failure::Illegal,
            "it chose action 500, and the last one is ",
        ),
    ] {
        let (report, ends, _) = stage.play(&stage.program(options, answer), 4, 2);
        let [ref forfeit] = report.forfeits[..] else { panic!("{answer}: {:?}", report.forfeits) };
        assert_eq!((report.wins_b, report.ended_by.forfeit, forfeit.duels), (4, 4, 4), "{answer}");
        assert_eq!(forfeit.side, Some("A"));
        let counts = [
            forfeit.crashed,
            forfeit.too_slow,
            forfeit.unreadable,
            forfeit.illegal,
            forfeit.not_started,
            forfeit.out_of_time,
        ];
        let expected = Failure::ALL.map(|other| if other == failure { 4 } else { 0 });
        assert_eq!(counts, expected, "{answer}");
        let words = format!("({} 4); first duel 0: ", failure.words());
        assert!(forfeit.said.contains(&words) && forfeit.said.contains(said), "{}", forfeit.said);
        assert!(!forfeit.said.contains(|at: char| at.is_control()), "{:?}", forfeit.said);
        for (number, end) in ends.into_iter().enumerate() {
            let loser = [Player::FIRST, Player::SECOND][number % 2];
            assert_eq!(end, ProgramEnd::Forfeit(loser, failure), "{answer}");
        }
    }
}

/// A program is told its time, and loses when that is over; that it may take longer for an answer is of no use then.
#[test]
fn a_program_has_the_time_of_its_player() {
    let stage = Stage::new();
    let heard = stage.path("heard");
    let bot = stage.program(LONG, &format!(r#"if [ "$n" -ge 2 ]; then sleep 3600; fi; {FIRST}"#));
    let bot = stage.with_arguments(&bot, &[&heard]);
    let bots = [bot, Registry::standard().entrant("greedy").unwrap()];
    let time_control = "2+0.25".parse().ok();
    // No time passes but that for which the program is waited for.
    let clock = || -> Box<dyn Clock> { Box::new(StandingClock) };
    let spec = MatchSpec::new([deck("yugi"), deck("kaiba")], bots, Rules::MR5, 2, 4);
    let spec = MatchSpec { time_control, clock, threads: 1, ..spec };
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    let report = run_recorded(catalogue(), &spec, watch, None).unwrap();
    let [forfeit] = &report.forfeits[..] else { panic!("{:?}", report.forfeits) };
    assert_eq!((forfeit.duels, forfeit.out_of_time, forfeit.too_slow), (2, 2, 0));
    assert!(forfeit.said.ends_with("first duel 0: it did not answer in 2.25s"), "{}", forfeit.said);
    let heard = std::fs::read_to_string(heard).unwrap();
    let clocks: Vec<serde_json::Value> = heard
        .lines()
        .filter_map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap().get("clock").cloned()
        })
        .collect();
    let [first, second] =
        [2.0, 2.25].map(|left| serde_json::json!({ "left": left, "increment": 0.25 }));
    assert_eq!(clocks, [first.clone(), second.clone(), first, second]);
}

/// A clock that stands still.
#[derive(Debug)]
struct StandingClock;

impl Clock for StandingClock {
    fn now(&mut self) -> Duration {
        Duration::ZERO
    }
}

/// Apple's systems have no such limit.
#[cfg(not(target_vendor = "apple"))]
#[test]
fn a_program_that_takes_too_much_memory_loses() {
    let stage = Stage::new();
    let greedy_for_memory = "x=0123456789abcdef; while :; do x=$x$x; done";
    let bot = stage.program("time=3600s,memory=200M,", greedy_for_memory);
    let (report, ..) = stage.play(&bot, 2, 1);
    assert_eq!((report.wins_b, report.forfeits[0].crashed), (2, 2));
    // A program that needs less plays on.
    let bot = stage.program("time=3600s,memory=200M,", FIRST);
    assert!(stage.play(&bot, 2, 1).0.forfeits.is_empty());
}

#[test]
fn a_program_that_cannot_play_says_so_before_the_first_duel() {
    let stage = Stage::new();
    let error = |command: &str| {
        let bot = Registry::standard().entrant(command).unwrap();
        bot.ready().unwrap_err().to_string()
    };
    let missing = stage.path("missing");
    let said = error(&format!("exec:'{}'", missing.display()));
    assert!(said.contains("can't be started (") && said.ends_with("; check the command"), "{said}");
    assert!(error("exec:true").contains("ended (exit status: 0); it must answer `hello`"));
    assert!(
        error("exec:echo hi").contains("it answered `hi`")
            || error("exec:echo hi").contains("answered `hi`")
    );
    let said = error("exec:echo '{\"protocol\": 99}'");
    assert!(said.contains("speaks protocol 99 and this program speaks 1"), "{said}");
}

#[test]
fn a_program_is_told_nothing_of_hidden_cards() {
    let stage = Stage::new();
    let heard = stage.path("heard");
    let bot = stage.program(LONG, FIRST);
    let bot = stage.with_arguments(&bot, &[&heard]);
    stage.play(&bot, 4, 1);
    let heard = std::fs::read_to_string(heard).unwrap();
    let decks = [deck("yugi"), deck("kaiba")];
    let [own, theirs] = decks.each_ref().map(|deck| &deck.main);
    let mut duels = 0;
    for line in heard.lines() {
        let message: serde_json::Value = serde_json::from_str(line).unwrap();
        let Some(players) = message.pointer("/view/players") else { continue };
        let me = if players["P1"].get("hand").is_some() { "P1" } else { "P2" };
        let opponent = if me == "P1" { "P2" } else { "P1" };
        assert!(players[me].get("hand").is_some());
        for hidden in ["hand", "extra"] {
            assert!(players[opponent].get(hidden).is_none(), "{line}");
        }
        // In its first turn nobody has shown anything yet.
        if message["number"] == 1 && message["view"]["turn"] == 1 && me == "P1" {
            duels += 1;
            for card in theirs.iter().filter(|card| !own.contains(card)) {
                assert!(!line.contains(catalogue().name(*card)), "{line}");
            }
        }
    }
    assert_eq!(duels, 2);
}

#[test]
fn the_example_in_python_plays() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/bots/random_bot.py");
    let python = std::process::Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|run| run.status.success()) {
        eprintln!("skipped: there is no python3 here, so docs/bots/random_bot.py was not played");
        return;
    }
    let stage = Stage::new();
    let bot = Registry::standard().entrant(&format!("exec:{LONG}python3 '{example}'")).unwrap();
    let (report, ends, bytes) = stage.play(&bot, 10, 2);
    assert!(report.forfeits.is_empty() && ends.len() == 10, "{report:?}");
    assert!(bytes == stage.play(&bot, 10, 1).2);
}
