//! `duelfish solve`.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Error, Result, anyhow};
use duelfish_arena::record::RecordReader;
use duelfish_cards::{Need, PuzzleError};
use duelfish_engine::{Catalogue, Duel, Game, Player, Script};
use duelfish_session::{ProofResult, Proven, prove};
use serde::Serialize;

use super::replay::{at_decision, find, ready, record_cards, warn};
use crate::args::{Format, SolveArgs};
use crate::{ExitVerdict, input, output};

/// Decisions for a file, if no limit is given.
const USUAL_NODES: u64 = 20_000_000;
/// The clock is read once in so many decisions.
const LOOK: u64 = 1024;

/// The findings about one file.
#[derive(Debug, Default, Serialize)]
struct SolveAnswer {
    file: String,
    outcome: SolveOutcome,
    /// Whether there is a win this turn: none if that is not known.
    win: Option<bool>,
    /// Whose.
    player: String,
    /// A line of it: the actions with their players.
    line: Vec<(String, String)>,
    /// In how many ends the proof was checked.
    ends: u64,
    /// How many decisions were tried out.
    nodes: u64,
    /// Why the file has no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The need of the puzzle that is not met here.
    #[serde(skip_serializing_if = "Option::is_none")]
    unsupported: Option<Unsupported>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum SolveOutcome {
    Win,
    NoWin,
    NotKnown,
    /// There is no win if a shuffled Deck may come in any order; it keeps its order, though.
    NotKnownForOrder,
    Unsupported,
    #[default]
    Error,
}

impl SolveOutcome {
    /// Whether there is a win, if that is known.
    const fn win(self) -> Option<bool> {
        match self {
            Self::Win => Some(true),
            Self::NoWin => Some(false),
            Self::NotKnown | Self::NotKnownForOrder | Self::Unsupported | Self::Error => None,
        }
    }
}

/// A need of a puzzle that is not met here.
#[derive(Debug, Serialize)]
struct Unsupported {
    /// game, call, rules, state or cards.
    kind: &'static str,
    what: Vec<String>,
}

/// How long a search may go on.
struct SolveLimit<'s> {
    nodes: u64,
    until: Option<Instant>,
    stop: &'s AtomicBool,
}

pub(crate) fn run(args: &SolveArgs) -> Result<ExitVerdict> {
    let cards = args.own.catalogue()?;
    let stop = crate::interrupt::flag()?;
    let many = args.files.len() > 1;
    let bar = if many {
        output::progress(args.files.len() as u64, "files")
    } else {
        output::spinner("searching")
    };
    let mut answers = Vec::new();
    for file in &args.files {
        let answer = answer(args, &cards, file, &stop);
        let stopped = stop.load(Ordering::Relaxed);
        if stopped && answer.outcome == SolveOutcome::NotKnown {
            break;
        }
        bar.inc(1);
        bar.suspend(|| print(args.format, &answer))?;
        answers.push(answer);
        if stopped {
            break;
        }
    }
    bar.finish_and_clear();
    let interrupted = answers.len() < args.files.len();
    match args.format {
        Format::Json => output::json(&answers)?,
        Format::Table if many => output::text(&summary(&answers))?,
        Format::Table => {}
    }
    if interrupted {
        let (done, all) = (answers.len(), args.files.len());
        output::warning(&format!("interrupted: {done} of {all} files are answered"));
    }
    Ok(verdict(&answers, interrupted))
}

fn verdict(answers: &[SolveAnswer], interrupted: bool) -> ExitVerdict {
    let any = |outcomes: &[SolveOutcome]| answers.iter().any(|a| outcomes.contains(&a.outcome));
    if any(&[SolveOutcome::Error, SolveOutcome::Unsupported]) {
        ExitVerdict::Unusable
    } else if interrupted {
        ExitVerdict::Interrupted
    } else if any(&[SolveOutcome::NotKnown, SolveOutcome::NotKnownForOrder]) {
        ExitVerdict::Undecided
    } else if any(&[SolveOutcome::NoWin]) {
        ExitVerdict::Bad
    } else {
        ExitVerdict::Good
    }
}

/// Prints the findings, unless they are printed as a whole at the end. An error of a file goes to
/// standard error.
fn print(format: Format, answer: &SolveAnswer) -> Result<()> {
    match (&answer.error, format) {
        (Some(error), _) => output::error(error),
        (None, Format::Table) => output::text(&in_words(answer))?,
        (None, Format::Json) => {}
    }
    Ok(())
}

/// The answer for a file, be it an error.
fn answer(args: &SolveArgs, cards: &Catalogue, file: &Path, stop: &AtomicBool) -> SolveAnswer {
    let seconds = args.seconds.map(Duration::from_secs);
    let usual = if seconds.is_some() { u64::MAX } else { USUAL_NODES };
    let until = seconds.map(|seconds| Instant::now() + seconds);
    let limit = SolveLimit { nodes: args.nodes.unwrap_or(usual), until, stop };
    let found = match args.duel {
        Some(number) => of_record(args, file, number, &limit),
        None => of_position(cards, file, &limit),
    };
    let answer = found.unwrap_or_else(|error| failed(&error));
    SolveAnswer { file: input::shown(file), win: answer.outcome.win(), ..answer }
}

fn failed(error: &Error) -> SolveAnswer {
    let unsupported = error.downcast_ref().and_then(needs);
    let outcome =
        if unsupported.is_some() { SolveOutcome::Unsupported } else { SolveOutcome::Error };
    SolveAnswer {
        outcome,
        error: Some(crate::in_words(error)),
        unsupported,
        ..SolveAnswer::default()
    }
}

fn needs(error: &PuzzleError) -> Option<Unsupported> {
    let (kind, what) = match error {
        PuzzleError::Cards { cards, .. } => ("cards", cards.clone()),
        PuzzleError::Unsupported { need, .. } => match need {
            Need::RushDuel => ("game", vec!["Rush Duel".to_owned()]),
            Need::Call(call) => ("call", vec![call.clone()]),
            Need::Rules(rules) => ("rules", vec![rules.clone()]),
            Need::State(state) => ("state", vec![state.clone()]),
        },
        PuzzleError::TooLarge { .. } | PuzzleError::Wrong { .. } => return None,
    };
    Some(Unsupported { kind, what })
}

fn of_position(cards: &Catalogue, file: &Path, limit: &SolveLimit<'_>) -> Result<SolveAnswer> {
    let (position, keeps_order) = if input::is_puzzle(file) {
        let puzzle = input::puzzle(cards, file)?;
        (puzzle.position, puzzle.keeps_deck_order)
    } else {
        (input::position(cards, file)?, false)
    };
    let game = position.game(cards);
    let duel = position.start(&game, &mut position.script(), &mut ());
    if duel.turn() > position.turn() {
        // There was nothing to do but to end the turn, which is not asked.
        let player = position.turn_player().to_string();
        return Ok(SolveAnswer { outcome: SolveOutcome::NoWin, player, ..SolveAnswer::default() });
    }
    let answer = proven(&game, duel, position.script(), file, limit)?;
    // To win in every order is to win in this one; not so the other way round.
    if keeps_order && answer.outcome == SolveOutcome::NoWin {
        return Ok(SolveAnswer { outcome: SolveOutcome::NotKnownForOrder, ..answer });
    }
    Ok(answer)
}

fn of_record(
    args: &SolveArgs,
    file: &Path,
    number: u64,
    limit: &SolveLimit<'_>,
) -> Result<SolveAnswer> {
    let reader = RecordReader::open(file)?;
    let header = reader.header().clone();
    warn(&header);
    let cards = record_cards(&args.own, &header)?;
    let replay = ready(file, &header, &cards)?;
    let duel = find(reader, number)?;
    let stepper = at_decision(&replay, &duel, args.decision)?;
    proven(replay.game(), *stepper.duel(), Script::default(), file, limit)
}

/// Searches for a win, and plays it again.
fn proven(
    game: &Game<'_>,
    duel: Duel,
    script: Script,
    file: &Path,
    limit: &SolveLimit<'_>,
) -> Result<SolveAnswer> {
    let proven = prove(game, duel, script, &mut |played| limit.allows(played));
    let Proven { player, nodes, found } =
        proven.map_err(|error| anyhow!("{}: {error}", input::shown(file)))?;
    let answer = SolveAnswer { player: player.to_string(), nodes, ..SolveAnswer::default() };
    Ok(match found {
        ProofResult::Win { line, ends } => {
            let said = |(player, text): (Player, String)| (player.to_string(), text);
            let line = line.into_iter().map(said).collect();
            SolveAnswer { outcome: SolveOutcome::Win, line, ends, ..answer }
        }
        ProofResult::NoWin => SolveAnswer { outcome: SolveOutcome::NoWin, ..answer },
        ProofResult::NotKnown => SolveAnswer { outcome: SolveOutcome::NotKnown, ..answer },
    })
}

impl SolveLimit<'_> {
    /// Whether the search may go on after so many decisions.
    fn allows(&self, played: u64) -> bool {
        if played > self.nodes {
            return false;
        }
        let late = || self.until.is_some_and(|until| Instant::now() >= until);
        !played.is_multiple_of(LOOK) || !(self.stop.load(Ordering::Relaxed) || late())
    }
}

fn in_words(answer: &SolveAnswer) -> String {
    let SolveAnswer { file, player, nodes, ends, .. } = answer;
    match answer.outcome {
        SolveOutcome::Win => {}
        SolveOutcome::NoWin => {
            return format!("{file}: {player} has no win this turn ({nodes} decisions)\n");
        }
        SolveOutcome::NotKnownForOrder => {
            return format!(
                "{file}: not known: {player} has no win this turn if shuffled Decks may come in \
                 any order ({nodes} decisions), but here they keep theirs (DUEL_PSEUDO_SHUFFLE)\n"
            );
        }
        _ => {
            return format!(
                "{file}: not known after {nodes} decisions; allow more with --nodes or --seconds\n"
            );
        }
    }
    let mut text = format!(
        "{file}: {player} wins this turn ({nodes} decisions; played again against every reply: \
         {ends} ends, all won)\n"
    );
    for (number, (player, action)) in (1..).zip(&answer.line) {
        text += &format!("  {number}. {player} {action}\n");
    }
    text
}

/// How many files have which answer.
fn summary(answers: &[SolveAnswer]) -> String {
    let of = |outcomes: &[SolveOutcome]| {
        answers.iter().filter(|a| outcomes.contains(&a.outcome)).count()
    };
    format!(
        "{}: {} won, {} not to be won, {} not known, {} unsupported, {} wrong\n",
        output::count(answers.len(), "file"),
        of(&[SolveOutcome::Win]),
        of(&[SolveOutcome::NoWin]),
        of(&[SolveOutcome::NotKnown, SolveOutcome::NotKnownForOrder]),
        of(&[SolveOutcome::Unsupported]),
        of(&[SolveOutcome::Error]),
    )
}
