//! `duelfish calibrate`.

use std::sync::atomic::Ordering;

use anyhow::{Result, bail};
use duelfish_arena::{Calibration, Collecting, Drift, SelfPlaySpec, calibrate};
use serde::Serialize;

use crate::args::{CalibrateArgs, Format};
use crate::output::Align::{Left, Right};
use crate::{ExitVerdict, input, interrupt, output};

/// A calibration with what was played.
#[derive(Debug, Serialize)]
struct PrintedCalibration<'a> {
    bot: String,
    rules: &'a str,
    seed: u64,
    #[serde(flatten)]
    found: Calibration,
}

pub(crate) fn run(args: &CalibrateArgs) -> Result<ExitVerdict> {
    let cards = args.own.catalogue()?;
    let paths = input::decks_at(&args.decks)?;
    let decks = paths.iter().map(|path| input::playable_deck(&cards, &args.rules, path));
    let spec = SelfPlaySpec {
        decks: decks.collect::<Result<Vec<_>>>()?,
        bot: args.bot.clone(),
        rules: args.rules.clone(),
        games: args.games,
        seed: args.seed,
    };
    let stop = interrupt::flag()?;
    let bar = output::progress(spec.games, "duels");
    let found = calibrate(&cards, &spec, Collecting { stop: &stop, finished: &|| bar.inc(1) });
    bar.finish_and_clear();
    let found = found?;
    let interrupted = stop.load(Ordering::Relaxed);
    if !interrupted && found.tenths.iter().all(|tenth| tenth.count == 0) {
        bail!(
            "{} gave no chance to win in a duel that was won; take a bot that searches, or play more duels with --games",
            args.bot
        );
    }
    let (bot, rules) = (args.bot.to_string(), args.rules.name);
    let printed = PrintedCalibration { bot, rules, seed: args.seed, found };
    match args.format {
        Format::Json => output::json(&printed)?,
        Format::Table => output::text(&table(&printed))?,
    }
    if interrupted {
        output::warning(interrupt::NOTE);
        return Ok(ExitVerdict::Interrupted);
    }
    Ok(ExitVerdict::Good)
}

fn table(printed: &PrintedCalibration<'_>) -> String {
    let PrintedCalibration { bot, rules, seed, found } = printed;
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let seen = found.tenths.iter().filter(|tenth| tenth.count > 0);
    let rows =
        seen.map(|tenth| [percent(tenth.says), percent(tenth.wins), tenth.count.to_string()]);
    let columns = ["says", "wins", "decisions"];
    let drift = |what: &str, Drift { count, mean, error }: &Drift| {
        let [mean, most] = [100.0 * mean, 196.0 * error];
        format!("{what}: {mean:+.2} +- {most:.2} points a decision ({count})\n")
    };
    format!(
        "{}\nlog loss {:.4}\n{}{}{} duels that were won, {bot} on both sides; rules {rules}, seed {seed}\n",
        output::table(Some(columns), [Left, Right, Right], rows),
        found.log_loss,
        drift("the player's value within a turn", &found.within),
        drift("and when the turn passes", &found.passing),
        found.duels,
    )
}
