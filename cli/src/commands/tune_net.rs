//! `duelfish tune --net`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, anyhow, bail};
use duelfish_arena::net::{
    Foretold, NetPlay, NetSamples, Training, TrainingWatch, collect, foretell_by_lead,
    foretell_by_net, train,
};
use duelfish_arena::{Collecting, SelfPlaySpec};
use duelfish_engine::Catalogue;
use duelfish_search::duels::Evaluation;
use duelfish_search::net::Net;

use crate::args::{NetArgs, TuneArgs};
use crate::{ExitVerdict, input, interrupt, output};

pub(crate) fn run(args: &TuneArgs) -> Result<ExitVerdict> {
    let NetArgs { samples, from, held_out_from, .. } = &args.net;
    let weights = args.bot.weights().map(|weights| PathBuf::from(&weights.file));
    let decks = || args.decks.iter().chain(&args.held_out).chain(&weights);
    let read = || decks().chain(from).chain(held_out_from);
    output::refuse_to_overwrite(args.out.as_deref(), read())?;
    output::refuse_to_overwrite(samples.as_deref(), read())?;
    if args.out.is_none() && samples.is_none() {
        bail!("nowhere to write: give --out FILE for the network, or --samples FILE for positions");
    }
    let cards = args.own.catalogue()?;
    let stop = interrupt::flag()?;
    let positions = if from.is_empty() {
        let Some(played) = self_play(args, &cards, &args.decks, args.seed, &stop)? else {
            return Ok(ExitVerdict::Interrupted);
        };
        played
    } else {
        read_samples(from)?
    };
    if positions.positions.is_empty() {
        bail!("no position was kept; take a bot that searches, or play more duels with --games");
    }
    if let Some(file) = samples {
        output::write(file, &positions.to_bytes())?;
    }
    let Some(out) = &args.out else { return Ok(ExitVerdict::Good) };
    train_and_write(args, &cards, &positions, out, &stop)
}

fn train_and_write(
    args: &TuneArgs,
    cards: &Catalogue,
    positions: &NetSamples,
    out: &Path,
    stop: &AtomicBool,
) -> Result<ExitVerdict> {
    let training = Training {
        epochs: args.net.epochs as u32,
        rate: args.net.rate as f32 / 1e6,
        result: args.net.result as f32 / 100.0,
        decay: args.net.decay as f32 / 1e3,
        seed: args.seed,
        ..Training::default()
    };
    let about = format!(
        "Trained by `duelfish tune --net` on {} positions of {} duels, seed {}, {} epochs.",
        positions.positions.len(),
        positions.duels.len(),
        args.seed,
        training.epochs
    );
    let bar = output::progress(1000, "thousandths of the training");
    let done = |share: f64| bar.set_position((1000.0 * share) as u64);
    let watch = TrainingWatch { stop, done: &done };
    let trained = train(cards, positions, &training, &about, watch);
    bar.finish_and_clear();
    let Some((net, tested)) = trained else {
        output::warning("interrupted; no network is written");
        return Ok(ExitVerdict::Interrupted);
    };
    output::write(out, &net.to_bytes())?;
    let net = Arc::new(net);
    output::text(&losses("new duels", cards, positions, &tested, &net))?;
    let mut others = Vec::new();
    if !args.held_out.is_empty() {
        let seed = args.seed.wrapping_add(1);
        let Some(played) = self_play(args, cards, &args.held_out, seed, stop)? else {
            return Ok(ExitVerdict::Interrupted);
        };
        others.push(played);
    }
    if !args.net.held_out_from.is_empty() {
        others.push(read_samples(&args.net.held_out_from)?);
    }
    for others in &others {
        let all = others.of_duels(|_| true);
        output::text(&losses("other decks", cards, others, &all, &net))?;
    }
    Ok(ExitVerdict::Good)
}

/// A line with the losses of the network, and of the linear evaluation before it.
fn losses(
    what: &str,
    cards: &Catalogue,
    samples: &NetSamples,
    positions: &[u32],
    net: &Arc<Net>,
) -> String {
    let now = foretell_by_net(cards, samples, positions, net);
    let before = foretell_by_lead(samples, positions, &Evaluation::default());
    let shown = |Foretold { plain, fitted }| format!("{plain:.4}, with offsets {fitted:.4}");
    let count = positions.len();
    format!("log loss of {count} positions of {what}: {} (linear: {})\n", shown(now), shown(before))
}

/// The duels of the bot against itself.
pub(super) fn self_play_spec(
    args: &TuneArgs,
    cards: &Catalogue,
    decks: &[PathBuf],
    seed: u64,
) -> Result<SelfPlaySpec> {
    let paths = input::decks_at(decks)?;
    let decks = paths.iter().map(|path| input::playable_deck(cards, &args.rules, path));
    Ok(SelfPlaySpec {
        decks: decks.collect::<Result<Vec<_>>>()?,
        bot: args.bot.clone(),
        rules: args.rules.clone(),
        games: args.games,
        seed,
    })
}

/// Plays the duels; none if they were stopped.
fn self_play(
    args: &TuneArgs,
    cards: &Catalogue,
    decks: &[PathBuf],
    seed: u64,
    stop: &AtomicBool,
) -> Result<Option<NetSamples>> {
    let play = self_play_spec(args, cards, decks, seed)?;
    let (stray, vary) = (args.net.stray as u32, args.net.vary as u32);
    let spec = NetPlay { play, stray, vary };
    let bar = output::progress(args.games, "duels");
    let watch = Collecting { stop, finished: &|| bar.inc(1) };
    let samples = collect(cards, &spec, watch);
    bar.finish_and_clear();
    let samples = samples?;
    Ok(all_played(samples.duels.len(), args.games).then_some(samples))
}

/// Whether so many duels are all that were to be played; says so if not, since some would look like all.
pub(super) fn all_played(duels: usize, games: u64) -> bool {
    let all = duels as u64 >= games;
    if !all {
        output::warning(&format!("interrupted after {duels} of {games} duels; nothing is written"));
    }
    all
}

fn read_samples(files: &[PathBuf]) -> Result<NetSamples> {
    let mut all = NetSamples::default();
    for file in files {
        let samples = input::samples(file)?;
        all.append(&samples).map_err(|error| anyhow!("{}: {error}", input::shown(file)))?;
    }
    Ok(all)
}
