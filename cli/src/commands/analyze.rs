//! `duelfish analyze`.

use anyhow::{Context, Result};
use duelfish_arena::AskedBot;
use duelfish_arena::record::RecordReader;
use duelfish_engine::{Duel, Game, PublicSpot, View};
use duelfish_search::Belief;
use duelfish_search::belief::Inference;
use duelfish_search::duels::{DuelWorlds, HiddenSpot, hidden_cards};
use duelfish_search::{ExpectedMove, Findings, Why};
use serde::Serialize;

use super::replay::{at_decision, find, ready, record_cards, warn};
use crate::args::{AnalyzeArgs, Format};
use crate::move_words::move_in_words;
use crate::output::Align::{Left, Right};
use crate::{ExitVerdict, input, output};

/// Worlds that are dealt to say what the opponent may hold.
const WORLDS: u32 = 200;
/// So many of the likeliest cards of a hand are printed ...
const OF_HAND: usize = 5;
/// ... and so many of a Set card.
const OF_SET: usize = 3;

/// The findings of a bot, as programs read them.
#[derive(Debug, Serialize)]
struct PrintedAnalysis {
    bot: String,
    seed: u64,
    /// The player who is asked.
    asked: String,
    /// The choice of the bot.
    action: String,
    /// The rule of thumb that found it, where no search did.
    rule: Option<&'static str>,
    /// The choices that a search found, the best one first.
    choices: Vec<AnalysisLine>,
    /// How often a tree search began anew, or how deep a plan went.
    iterations: u32,
    /// How many decisions were tried out.
    nodes: u64,
    /// The moves that the search expects, in one dealt world. Empty if the bot expects none.
    line: Vec<LineMove>,
    /// The cards that the opponent may have, in dealt worlds.
    hidden: PrintedHidden,
}

/// One choice.
#[derive(Debug, Serialize)]
struct AnalysisLine {
    action: String,
    visits: u32,
    /// The chance to win that it seems to give, from 0 to 1.
    value: f32,
    /// Its 95% interval from the spread of what was looked at, which knows no error of the evaluation.
    interval: Option<[f32; 2]>,
}

/// A move that is expected.
#[derive(Debug, Serialize)]
struct LineMove {
    turn: u16,
    phase: &'static str,
    player: String,
    /// As records write it.
    action: String,
    /// In words.
    text: String,
    visits: u32,
}

/// The hidden cards of the opponent.
#[derive(Debug, Serialize)]
struct PrintedHidden {
    worlds: u32,
    spots: Vec<PrintedSpot>,
}

/// One place of hidden cards.
#[derive(Debug, Serialize)]
struct PrintedSpot {
    /// "hand", or the zone.
    place: String,
    count: usize,
    cards: Vec<PrintedShare>,
}

/// A card, and in which share of the worlds at least one copy lies there.
#[derive(Debug, Serialize)]
struct PrintedShare {
    name: String,
    share: f32,
}

pub(crate) fn run(args: &AnalyzeArgs) -> Result<ExitVerdict> {
    let printed = match args.duel {
        None => {
            let cards = args.own.catalogue()?;
            let position = input::position(&cards, &args.file)?;
            let game = position.game(&cards);
            let duel = position.start(&game, &mut position.script(), &mut ());
            analyzed(args, &game, &duel)?
        }
        Some(number) => {
            let reader = RecordReader::open(&args.file)?;
            let header = reader.header().clone();
            warn(&header);
            let cards = record_cards(&args.own, &header)?;
            let replay = ready(&args.file, &header, &cards)?;
            let duel = find(reader, number)?;
            let stepper = at_decision(&replay, &duel, args.decision)?;
            analyzed(args, replay.game(), stepper.duel())?
        }
    };
    match args.format {
        Format::Json => output::json(&printed)?,
        Format::Table => output::text(&table(&printed))?,
    }
    if args.bot.is_timed() {
        let bot = &args.bot;
        output::note(&format!(
            "{bot} thinks for a given time: the same seed may give another answer"
        ));
    }
    Ok(ExitVerdict::Good)
}

/// The findings of the bot for the player who is asked.
fn analyzed(args: &AnalyzeArgs, game: &Game<'_>, duel: &Duel) -> Result<PrintedAnalysis> {
    let asked = AskedBot::ask(game, duel, &args.bot, args.seed, &[]);
    let mut asked = asked.context("nobody is asked here: the duel is over")?;
    let view = asked.view();
    let rule = match asked.choice().why {
        Why::Rule(rule) => Some(rule),
        _ => None,
    };
    let Findings { choices, iterations, nodes } = asked.findings().cloned().unwrap_or_default();
    let choices = choices.iter().map(|choice| AnalysisLine {
        action: view.describe(choice.action),
        visits: choice.visits,
        value: choice.value,
        interval: choice.interval,
    });
    Ok(PrintedAnalysis {
        bot: args.bot.to_string(),
        seed: args.seed,
        asked: asked.player().to_string(),
        action: view.describe(asked.choice().action),
        rule,
        choices: choices.collect(),
        iterations,
        nodes,
        line: asked.expects().iter().map(|step| line_move(game, step)).collect(),
        hidden: hidden(&view, args.seed),
    })
}

/// An expected move, as its player sees it in the world of the line.
fn line_move(game: &Game<'_>, step: &ExpectedMove) -> LineMove {
    let view = step.world.view(game, step.player);
    LineMove {
        turn: view.turn(),
        phase: view.phase().word(),
        player: step.player.to_string(),
        action: view.describe(step.action),
        text: move_in_words(&view, step.action),
        visits: step.visits,
    }
}

/// The cards that the opponent of the player who looks may have in the hand and Set.
fn hidden(view: &View<'_>, seed: u64) -> PrintedHidden {
    // This is known best, whatever the bot believes.
    let mut belief = Belief::of_known_list().with_inference(Inference::fitted(), 1.0);
    let worlds = DuelWorlds::new(belief.dealers(view));
    let spots = worlds.map_or_else(Vec::new, |worlds| {
        let spots = hidden_cards(view, &worlds, WORLDS, seed).spots;
        spots.iter().map(|spot| printed_spot(view, spot)).collect()
    });
    PrintedHidden { worlds: WORLDS, spots }
}

fn printed_spot(view: &View<'_>, found: &HiddenSpot) -> PrintedSpot {
    let cards = found.cards.iter().map(|card| PrintedShare {
        name: view.game().cards.name(card.code).to_owned(),
        share: card.share,
    });
    let place = match found.spot {
        PublicSpot::Hand(_) => "hand".to_owned(),
        PublicSpot::Monster(_, zone) => zone.to_string(),
        PublicSpot::Spell(_, zone) => format!("S{}", zone + 1),
        _ => "Field Zone".to_owned(),
    };
    PrintedSpot { place, count: found.count, cards: cards.collect() }
}

fn table(printed: &PrintedAnalysis) -> String {
    let PrintedAnalysis { asked, bot, action, nodes, .. } = printed;
    let mut text = format!("{asked} is asked; {bot} chooses: {action}\n");
    if let Some(rule) = printed.rule {
        text += &format!("by a rule of thumb: {rule}\n");
    }
    if !printed.choices.is_empty() {
        text += &format!("\n{}", choices_table(&printed.choices));
        text += &format!("{nodes} decisions tried out, seed {}\n", printed.seed);
        if printed.choices.iter().any(|choice| choice.interval.is_some()) {
            text += "intervals: the spread of the worlds and lines that were looked at, and no error of the evaluation\n";
        }
    }
    if !printed.line.is_empty() {
        text += &format!(
            "\nthe line that it expects, in one world that fits what {asked} knows (hidden cards and chance are dealt):\n"
        );
        text += &line_table(&printed.line);
    }
    if !printed.hidden.spots.is_empty() {
        text += &hidden_text(printed);
    }
    text
}

fn choices_table(choices: &[AnalysisLine]) -> String {
    let rows = choices.iter().map(|line| {
        let interval =
            line.interval.map(|[low, high]| format!("{} - {}", percent(low), percent(high)));
        let interval = interval.unwrap_or_else(|| "-".to_owned());
        [line.action.clone(), percent(line.value), interval, line.visits.to_string()]
    });
    let columns = ["choice", "chance to win", "95% interval", "visits"];
    output::table(Some(columns), [Left, Right, Right, Right], rows)
}

fn line_table(line: &[LineMove]) -> String {
    let rows = line.iter().map(|step| {
        let LineMove { turn, phase, player, text, visits, .. } = step;
        [turn.to_string(), (*phase).to_owned(), player.clone(), text.clone(), visits.to_string()]
    });
    let columns = ["turn", "phase", "player", "move", "visits"];
    output::table(Some(columns), [Right, Left, Left, Left, Right], rows)
}

fn hidden_text(printed: &PrintedAnalysis) -> String {
    let PrintedAnalysis { asked, hidden, .. } = printed;
    let worlds = hidden.worlds;
    let mut text = format!(
        "\nwhat the opponent may have, in {worlds} worlds dealt of the cards that {asked} has not seen (the deck list is known):\n"
    );
    for spot in &hidden.spots {
        let most = if spot.place == "hand" { OF_HAND } else { OF_SET };
        let cards = spot.cards.iter().take(most);
        let cards: Vec<String> =
            cards.map(|card| format!("{} {}", card.name, percent(card.share))).collect();
        let place = match spot.place.as_str() {
            "hand" => format!("hand ({})", output::count(spot.count, "card")),
            zone => format!("Set in {zone}"),
        };
        text += &format!("  {place}: {}\n", cards.join(", "));
    }
    text
}

fn percent(share: f32) -> String {
    format!("{:.1}%", 100.0 * share)
}
