//! `duelfish perft`.

use std::time::Instant;

use anyhow::{Result, bail};
use duelfish_arena::{Perft, RootCount, perft, perft_from};
use duelfish_engine::{Game, Streams};
use serde::Serialize;

use crate::args::{Format, PerftArgs};
use crate::{ExitVerdict, input, output};

#[derive(Debug, Serialize)]
struct PerftCount<'a> {
    seed: u64,
    depth: u8,
    nodes: u64,
    /// Both counts together.
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Divided<'a>>>,
}

#[derive(Debug, Serialize)]
struct Divided<'a> {
    action: &'a str,
    nodes: u64,
}

impl<'a> From<&'a RootCount> for Divided<'a> {
    fn from(root: &'a RootCount) -> Self {
        Self { action: &root.text, nodes: root.nodes }
    }
}

fn count(args: &PerftArgs) -> Result<Perft> {
    let cards = &*args.own.catalogue()?;
    let depth = u32::from(args.depth);
    let counted = match (&args.a, &args.b, &args.position) {
        (Some(a), Some(b), None) => {
            let read = |path| input::playable_deck(cards, &args.rules, path);
            let decks = [read(a)?, read(b)?];
            let game = Game::new(args.rules.clone(), cards);
            output::while_spinning("counting", || perft(&game, &decks, args.seed, depth))
        }
        (_, _, Some(file)) => {
            let position = input::position(cards, file)?;
            if position.draws.iter().any(|draws| !draws.is_empty()) {
                bail!("{}: draws come from --seed here; remove `draws:`", input::shown(file));
            }
            let game = position.game(cards);
            let mut chance = Streams::new(args.seed, [0, 1]);
            let root = position.start(&game, &mut chance, &mut ());
            output::while_spinning("counting", || perft_from(&game, &root, chance, depth))
        }
        _ => bail!("give two decks or --position FILE"),
    };
    Ok(counted?)
}

pub(crate) fn run(args: &PerftArgs) -> Result<ExitVerdict> {
    let PerftArgs { seed, depth, .. } = *args;
    let began = Instant::now();
    let counted = count(args)?;
    let seconds = began.elapsed().as_secs_f64();
    let divide = args.divide.then_some(counted.divide);
    if args.format == Format::Json {
        let divide = divide.as_ref().map(|roots| roots.iter().map(Divided::from).collect());
        output::json(&PerftCount { seed, depth, nodes: counted.nodes, seconds, divide })?;
        return Ok(ExitVerdict::Good);
    }
    let mut text = String::new();
    for RootCount { text: action, nodes, .. } in divide.iter().flatten() {
        text += &format!("{action}: {nodes}\n");
    }
    text += &format!("perft {depth} = {} (by make/undo and by copy)\n", counted.nodes);
    // Each count plays all of them.
    let rate = 2.0 * counted.nodes as f64 / seconds.max(1e-9);
    text += &format!("{seconds:.2} s for both, {rate:.0} a second\n");
    output::text(&text)?;
    Ok(ExitVerdict::Good)
}
