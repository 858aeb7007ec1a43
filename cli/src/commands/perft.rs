//! `duelfish perft`.

use anyhow::Result;
use duelfish_arena::{RootCount, perft};
use duelfish_engine::Game;
use serde::Serialize;

use crate::args::{Format, PerftArgs};
use crate::{Verdict, input, output};

#[derive(Debug, Serialize)]
struct Counted<'a> {
    seed: u64,
    depth: u8,
    nodes: u64,
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

pub(crate) fn run(args: &PerftArgs) -> Result<Verdict> {
    let decks = [input::playable_deck(&args.a)?, input::playable_deck(&args.b)?];
    let game = Game { rules: args.rules.clone(), cards: duelfish_cards::catalogue() };
    let PerftArgs { seed, depth, .. } = *args;
    let spinner = output::spinner("counting");
    let counted = perft(&game, &decks, seed, u32::from(depth));
    spinner.finish_and_clear();
    let counted = counted?;
    let divide = args.divide.then_some(counted.divide);
    if args.format == Format::Json {
        let divide = divide.as_ref().map(|roots| roots.iter().map(Divided::from).collect());
        output::json(&Counted { seed, depth, nodes: counted.nodes, divide })?;
        return Ok(Verdict::Good);
    }
    let mut text = String::new();
    for RootCount { text: action, nodes, .. } in divide.iter().flatten() {
        text += &format!("{action}: {nodes}\n");
    }
    text += &format!("perft {depth} = {} (by make/undo and by copy)\n", counted.nodes);
    output::text(&text)?;
    Ok(Verdict::Good)
}
