//! `duelfish tune --net`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, anyhow, bail};
use duelfish_arena::Collecting;
use duelfish_arena::net::{
    Foretold, NetPlay, NetSamples, Training, collect, foretell_by_lead, foretell_by_net, train,
};
use duelfish_engine::Catalogue;
use duelfish_search::duels::Evaluation;
use duelfish_search::net::Net;

use super::self_play::{all_played, all_trained, self_play_spec};
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
    let trained = all_trained(stop, |watch| train(cards, positions, &training, &about, watch));
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
    let play = |watch: Collecting<'_>| collect(cards, &spec, watch);
    all_played(args.games, stop, play, |samples| samples.duels.len())
}

fn read_samples(files: &[PathBuf]) -> Result<NetSamples> {
    let mut all = NetSamples::default();
    for file in files {
        let samples = input::samples(file)?;
        all.append(&samples).map_err(|error| anyhow!("{}: {error}", input::shown(file)))?;
    }
    Ok(all)
}
