//! `duelfish tune`.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use duelfish_arena::tune::{Samples, collect, fit, loss};
use duelfish_arena::{Collecting, SelfPlaySpec};
use duelfish_search::duels::Evaluation;

use super::self_play::self_play_spec;
use super::tune_belief::BeliefLesson;
use super::tune_policy::PolicyLesson;
use super::{tune_lessons, tune_net};
use crate::args::{NetArgs, TuneArgs};
use crate::{ExitVerdict, interrupt, output};

pub(crate) fn run(args: &TuneArgs) -> Result<ExitVerdict> {
    let NetArgs { net, policy, belief, .. } = args.net;
    match (net, policy, belief) {
        (true, ..) => tune_net::run(args),
        (_, true, _) => tune_lessons::run::<PolicyLesson>(args),
        (.., true) => tune_lessons::run::<BeliefLesson>(args),
        _ => fit_linear(args),
    }
}

fn fit_linear(args: &TuneArgs) -> Result<ExitVerdict> {
    let weights = args.bot.weights().map(|weights| PathBuf::from(&weights.file));
    let read = args.decks.iter().chain(&args.held_out).chain(&weights);
    output::refuse_to_overwrite(args.out.as_deref(), read)?;
    let cards = args.own.catalogue()?;
    let spec = self_play_spec(args, &cards, &args.decks, args.seed)?;
    let held_out = self_play_spec(args, &cards, &args.held_out, args.seed.wrapping_add(1))?;
    let stop = interrupt::flag()?;
    let play = |spec: &SelfPlaySpec, what: &str| -> Result<Samples> {
        let bar = output::progress(spec.games, what);
        let watch = Collecting { stop: &stop, finished: &|| bar.inc(1) };
        let samples = collect(&cards, spec, watch);
        bar.finish_and_clear();
        Ok(samples?)
    };
    let samples = play(&spec, "duels")?;
    if samples.duels < spec.games {
        let (duels, games) = (samples.duels, spec.games);
        output::warning(&format!(
            "interrupted after {duels} of {games} duels; no weights are written"
        ));
        return Ok(ExitVerdict::Interrupted);
    }
    if samples.positions.is_empty() {
        bail!("no duel had a winner; play more duels with --games");
    }
    let weights = fit(&samples);
    let mut verdict = ExitVerdict::Good;
    let now = Evaluation::default().weights();
    let losses =
        |samples| format!("{:.4} (before: {:.4})", loss(&weights, samples), loss(&now, samples));
    let mut text = heading(args, &samples)?;
    writeln!(text, "# Log loss of a position: {}.", losses(&samples))?;
    if !held_out.decks.is_empty() {
        let games = (spec.games / 4).max(1);
        let others = SelfPlaySpec { games, ..held_out };
        let others = play(&others, "duels with other decks")?;
        if others.duels < games {
            verdict = ExitVerdict::Interrupted;
            let what =
                format!("interrupted after {} of {games} duels with other decks", others.duels);
            output::warning(&format!("{what}; the weights are fitted to all duels all the same"));
            writeln!(text, "# The next line was {what}.")?;
        }
        if !others.positions.is_empty() {
            writeln!(text, "# With decks that it was not fitted to: {}.", losses(&others))?;
        }
    }
    for (name, weight) in Evaluation::names().zip(weights) {
        writeln!(text, "{name:<14}{weight:>9.4}")?;
    }
    match &args.out {
        Some(path) => output::write(path, text.as_bytes())?,
        None => output::text(&text)?,
    }
    Ok(verdict)
}

/// The comment about the duels to which weights are fitted.
fn heading(args: &TuneArgs, samples: &Samples) -> Result<String> {
    let mut text = String::new();
    writeln!(text, "# Weights of the evaluation, in log-odds of the first player, fitted by")?;
    writeln!(text, "# `duelfish tune` to {} positions of", samples.positions.len())?;
    let TuneArgs { bot, rules, seed, .. } = args;
    writeln!(text, "# {} duels of {bot} (rules {}, seed {seed}).", samples.duels, rules.name)?;
    Ok(text)
}
