//! `duelfish review`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use duelfish_arena::Replay;
use duelfish_arena::record::{DuelRecord, RecordHeader, RecordReader};
use duelfish_arena::review::{
    DuelReview, MoveClass, PlayedMove, REVIEW_SCHEMA, ReviewSpec, ReviewTally, ReviewWatch,
    ReviewedMove, UnjudgedMove, by_loss, moves_of, review,
};
use duelfish_engine::{Action, Player};
use serde::Serialize;

use super::replay::{find, marked, players, ready, record_cards, warn};
use crate::args::{Format, ReviewArgs};
use crate::move_words::move_in_words;
use crate::output::Align::{Left, Right};
use crate::{ExitVerdict, interrupt, output};

/// The note on a review that Ctrl-C ended.
const PARTIAL: &str = "interrupted: this is about the moves that were judged before";

/// A review, as programs read it.
#[derive(Debug, Serialize)]
struct PrintedReview {
    schema: u32,
    bot: String,
    seed: u64,
    /// Whether it is about a part of the moves, because it was interrupted.
    interrupted: bool,
    /// The note that must be shown wherever the duels are shown.
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
    /// The moves that lost most, of all duels.
    worst: Vec<WorstMove>,
    /// The sums of sides A and B over all duels.
    sides: [SideTally; 2],
    duels: Vec<PrintedDuelReview>,
}

/// One of the worst moves.
#[derive(Debug, Serialize)]
struct WorstMove {
    duel: u64,
    #[serde(flatten)]
    found: ReviewedMove,
    /// The same moves with the names of their cards.
    played_text: String,
    better_text: String,
}

/// The sums of a side.
#[derive(Debug, Serialize)]
struct SideTally {
    /// "A" or "B", the player and the deck.
    name: String,
    #[serde(flatten)]
    tally: ReviewTally,
}

/// A duel and its moves.
#[derive(Debug, Serialize)]
struct PrintedDuelReview {
    number: u64,
    players: [String; 2],
    /// The sums of the players.
    tallies: [ReviewTally; 2],
    #[serde(flatten)]
    found: DuelReview,
}

pub(crate) fn run(args: &ReviewArgs) -> Result<ExitVerdict> {
    let mut reader = RecordReader::open(&args.record)?;
    let header = reader.header().clone();
    warn(&header);
    let cards = record_cards(&args.own, &header)?;
    let replay = ready(&args.record, &header, &cards)?;
    let duels: Vec<DuelRecord> = match (args.all, args.duel) {
        (true, _) => reader.collect::<Result<_, _>>()?,
        (false, Some(number)) => vec![find(reader, number)?],
        (false, None) => vec![reader.next().context("the record has no duel")??],
    };
    let printed = Reviewing { args, header: &header, replay: &replay, stop: interrupt::flag()? }
        .all(&duels)?;
    match args.format {
        Format::Json => output::json(&printed)?,
        Format::Table => output::text(&table(&printed, &header, args.worst))?,
    }
    if printed.interrupted {
        output::warning(PARTIAL);
        return Ok(ExitVerdict::Interrupted);
    }
    Ok(ExitVerdict::Good)
}

/// The work of one call.
struct Reviewing<'r> {
    args: &'r ReviewArgs,
    header: &'r RecordHeader,
    replay: &'r Replay<'r>,
    stop: Arc<AtomicBool>,
}

impl Reviewing<'_> {
    fn moves(&self, duel: &DuelRecord) -> Result<Vec<PlayedMove>> {
        let player = self.args.player.map(|number| Player::BOTH[usize::from(number) - 1]);
        Ok(moves_of(self.replay, duel, player)?)
    }

    fn all(&self, duels: &[DuelRecord]) -> Result<PrintedReview> {
        let ReviewArgs { bot, seed, threads, worst, .. } = self.args;
        let threads = threads.map_or(0, usize::from);
        let spec = ReviewSpec { bot: bot.clone(), seed: *seed, threads };
        let mut printed = PrintedReview {
            schema: REVIEW_SCHEMA,
            bot: bot.to_string(),
            seed: *seed,
            interrupted: false,
            note: self.header.note.clone(),
            worst: Vec::new(),
            sides: [0, 1].map(|side| self.side(duels, side)),
            duels: Vec::new(),
        };
        let mut total = 0;
        for duel in duels {
            total += self.moves(duel)?.len() as u64;
        }
        let bar = output::progress(total, "moves");
        let mut before = 0;
        for duel in duels {
            if self.stop.load(Ordering::Relaxed) {
                printed.interrupted = true;
                break;
            }
            let moves = self.moves(duel)?;
            let progress = |done| bar.set_position(before + done);
            let watch = ReviewWatch { stop: &self.stop, progress: &progress };
            let found = review(self.replay.game(), duel.number, &moves, &spec, watch)?;
            before += moves.len() as u64;
            printed.interrupted |= found.interrupted;
            printed.worst.extend(self.losses(duel.number, &moves, &found));
            printed.worst.sort_by(|a, b| by_loss(&a.found, &b.found));
            printed.worst.truncate(*worst);
            printed.add(duel, players(self.header, duel), found);
        }
        bar.finish_and_clear();
        Ok(printed)
    }

    /// A side without its sums. The deck is named if it has the same in all duels.
    fn side(&self, duels: &[DuelRecord], side: usize) -> SideTally {
        let mut names = duels.iter().map(|duel| {
            let [first, second] = players(self.header, duel);
            if (side == 1) == duel.b_first { first } else { second }
        });
        let bot = || format!("{} {}", ["A", "B"][side], self.header.bots[side]);
        let first = names.next().unwrap_or_else(bot);
        let name = if names.all(|name| name == first) { first } else { bot() };
        SideTally { name, tally: ReviewTally::default() }
    }

    /// The moves of a duel that lost something, in words.
    fn losses(&self, duel: u64, moves: &[PlayedMove], found: &DuelReview) -> Vec<WorstMove> {
        let lost = found.moves.iter().filter(|found| found.loss > 0.0);
        let worst = lost.filter_map(|found| {
            let is_it = |played: &&PlayedMove| played.decision == found.moment.decision;
            let played = moves.iter().find(is_it)?;
            let view = played.duel.view(self.replay.game(), found.player);
            let words = |action: Action| move_in_words(&view, action);
            let (played_text, better_text) = (words(played.action), words(found.best));
            Some(WorstMove { duel, found: found.clone(), played_text, better_text })
        });
        worst.collect()
    }
}

impl PrintedReview {
    fn add(&mut self, duel: &DuelRecord, players: [String; 2], found: DuelReview) {
        let tallies = Player::BOTH.map(|player| found.tally(player));
        let sides = if duel.b_first { [1, 0] } else { [0, 1] };
        for (side, tally) in sides.into_iter().zip(tallies) {
            let sum = &mut self.sides[side].tally;
            *sum = sum.and(tally);
        }
        self.duels.push(PrintedDuelReview { number: duel.number, players, tallies, found });
    }
}

/// The review for people.
fn table(printed: &PrintedReview, header: &RecordHeader, most: usize) -> String {
    let PrintedReview { bot, seed, duels, worst, .. } = printed;
    let mut text = marked(header);
    text += &match duels.as_slice() {
        [PrintedDuelReview { number, players: [first, second], .. }] => {
            format!("duel {number}\nP1 {first}\nP2 {second}\n")
        }
        many => format!("{}\n", output::count(many.len(), "duel")),
    };
    text += &format!("judged by {bot}, seed {seed}\n");
    if printed.interrupted {
        text += &format!("{PARTIAL}\n");
    }
    if duels.iter().all(|duel| duel.found.moves.is_empty()) {
        text += "\nno move was judged\n";
    } else if worst.is_empty() && most > 0 {
        text += "\nno move lost anything by this judgement\n";
    } else if most > 0 {
        text += &format!("\n{}", worst_table(worst));
        if worst.iter().any(|worst| worst.found.alone) {
            text += "* searched alone, because the search among all moves hardly tried it\n";
        }
    }
    text += &unjudged_text(duels, most);
    text + &format!("\n{}", sides_table(&printed.sides))
}

fn worst_table(worst: &[WorstMove]) -> String {
    let rows = worst.iter().map(|worst| {
        let WorstMove { duel, found, played_text, better_text } = worst;
        let class = if found.class == MoveClass::Sound { "" } else { found.class.word() };
        [
            format!("{duel}/{}", found.moment.decision),
            found.moment.turn.to_string(),
            found.moment.phase.to_owned(),
            found.player.to_string(),
            played_text.clone(),
            better_text.clone(),
            percent(found.before),
            percent(found.after),
            points(f64::from(found.loss)),
            class.to_owned(),
            format!("{}{}", found.visits, if found.alone { "*" } else { "" }),
        ]
    });
    let columns = [
        "duel/decision",
        "turn",
        "phase",
        "player",
        "played",
        "better",
        "before",
        "after",
        "lost",
        "",
        "visits",
    ];
    let sides = [Left, Right, Left, Left, Left, Left, Right, Right, Right, Left, Right];
    output::table(Some(columns), sides, rows)
}

/// The moves that could not be judged; of many the first ones are listed.
fn unjudged_text(duels: &[PrintedDuelReview], most: usize) -> String {
    let unjudged: Vec<(u64, &UnjudgedMove)> = duels
        .iter()
        .flat_map(|duel| duel.found.unjudged.iter().map(|found| (duel.number, found)))
        .collect();
    if unjudged.is_empty() {
        return String::new();
    }
    let count = output::count(unjudged.len(), "move");
    let mut text = format!("\n{count} could not be judged and are not counted:\n");
    for (duel, found) in unjudged.iter().take(most) {
        let UnjudgedMove { moment, player, played, why } = found;
        let (decision, turn) = (moment.decision, moment.turn);
        text += &format!("  {duel}/{decision} turn {turn} {player} {played}: {why}\n");
    }
    if unjudged.len() > most {
        text += &format!("  and {} more; --format json has all\n", unjudged.len() - most);
    }
    text
}

fn sides_table(sides: &[SideTally]) -> String {
    let asked = sides.iter().filter(|side| side.tally.judged + side.tally.unjudged > 0);
    let rows = asked.map(|SideTally { name, tally }| {
        [
            name.clone(),
            tally.judged.to_string(),
            tally.unjudged.to_string(),
            tally.inaccuracies.to_string(),
            tally.mistakes.to_string(),
            tally.blunders.to_string(),
            points(tally.mean_loss),
        ]
    });
    let columns =
        ["side", "judged", "not judged", "inaccuracies", "mistakes", "blunders", "mean loss"];
    output::table(Some(columns), [Left, Right, Right, Right, Right, Right, Right], rows)
}

fn percent(share: f32) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// A loss in hundredths of a chance to win.
fn points(loss: f64) -> String {
    format!("{:.1}", 100.0 * loss)
}
