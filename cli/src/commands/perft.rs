//! `duelfish perft`.

use std::collections::BTreeMap;

use anyhow::Result;
use duelfish_arena::perft;
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
    divide: Option<Vec<BTreeMap<&'a str, serde_json::Value>>>,
}

pub(crate) fn run(args: &PerftArgs) -> Result<Verdict> {
    let decks = [input::playable_deck(&args.a)?, input::playable_deck(&args.b)?];
    let game = Game { rules: args.rules.clone(), cards: duelfish_cards::catalogue() };
    let counted = perft(&game, &decks, args.seed, u32::from(args.depth))?;
    if args.format == Format::Json {
        let divide = args.divide.then(|| {
            let row = |root: &duelfish_arena::RootCount| {
                BTreeMap::from([("action", root.text.clone().into()), ("nodes", root.nodes.into())])
            };
            counted.divide.iter().map(row).collect()
        });
        let PerftArgs { seed, depth, .. } = *args;
        output::json(&Counted { seed, depth, nodes: counted.nodes, divide })?;
        return Ok(Verdict::Good);
    }
    let mut text = String::new();
    if args.divide {
        for root in &counted.divide {
            text += &format!("{}: {}\n", root.text, root.nodes);
        }
    }
    text += &format!("perft {} = {} (by make/undo and by copy)\n", args.depth, counted.nodes);
    output::text(&text)?;
    Ok(Verdict::Good)
}
