//! `duelfish analyze`.

use anyhow::{Result, bail};
use duelfish_arena::record::RecordReader;
use duelfish_engine::{Actions, DeckList, Duel, Game};
use duelfish_search::{Choice, Setup, Spec, Why};
use serde::Serialize;

use super::replay::{at_decision, find, ready, record_cards, warn};
use crate::args::{AnalyzeArgs, Format};
use crate::output::Align::{Left, Right};
use crate::{ExitVerdict, input, output};

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
}

/// One choice.
#[derive(Debug, Serialize)]
struct AnalysisLine {
    action: String,
    visits: u32,
    /// The chance to win that it seems to give, from 0 to 1.
    value: f32,
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
    Ok(ExitVerdict::Good)
}

/// The findings of the bot for the player who is asked.
fn analyzed(args: &AnalyzeArgs, game: &Game<'_>, duel: &Duel) -> Result<PrintedAnalysis> {
    let Some(decision) = duel.decision() else { bail!("nobody is asked here: the duel is over") };
    let spec: &Spec = &args.bot;
    let mut bot = spec.build();
    // The lists are told by what lies on the table.
    let list = DeckList { main: &[], extra: &[] };
    bot.begin(&Setup { me: decision.player, decks: [Some(list); 2] }, args.seed);
    let view = duel.view(game, decision.player);
    let mut legal = Actions::new();
    view.legal_actions(&mut legal);
    let Choice { action, why } = bot.choose(&view, &legal, spec.budget());
    let (rule, found) = match why {
        Why::Rule(rule) => (Some(rule), None),
        Why::Search(found) => (None, Some(found)),
        _ => (None, None),
    };
    let found = found.unwrap_or_default();
    let lines = found.choices.iter().map(|choice| AnalysisLine {
        action: view.describe(choice.action),
        visits: choice.visits,
        value: choice.value,
    });
    Ok(PrintedAnalysis {
        bot: spec.to_string(),
        seed: args.seed,
        asked: decision.player.to_string(),
        action: view.describe(action),
        rule,
        choices: lines.collect(),
        iterations: found.iterations,
        nodes: found.nodes,
    })
}

fn table(printed: &PrintedAnalysis) -> String {
    let PrintedAnalysis { asked, bot, action, nodes, .. } = printed;
    let mut text = format!("{asked} is asked; {bot} chooses: {action}\n");
    if let Some(rule) = printed.rule {
        text += &format!("by a rule of thumb: {rule}\n");
    }
    if !printed.choices.is_empty() {
        let rows = printed.choices.iter().map(|line| {
            [line.action.clone(), format!("{:.1}%", 100.0 * line.value), line.visits.to_string()]
        });
        let columns = ["choice", "chance to win", "visits"];
        text += &format!("\n{}", output::table(Some(columns), [Left, Right, Right], rows));
        text += &format!("{nodes} decisions tried out, seed {}\n", printed.seed);
    }
    text
}
