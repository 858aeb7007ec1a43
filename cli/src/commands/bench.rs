//! `duelfish bench`.

use anyhow::Result;
use duelfish_arena::bench;
use duelfish_cards::Deck;

use crate::args::{BenchArgs, Format};
use crate::output::Align;
use crate::{ExitVerdict, input, output};

/// Seed of the measured duels; the signature has one of its own.
const SEED: u64 = 1;

/// The deck that speed is measured with when none is given.
const VANILLA: &str = include_str!("../../data/vanilla-40.ydk");

pub(crate) fn run(args: &BenchArgs) -> Result<ExitVerdict> {
    let cards = &*args.own.catalogue()?;
    let read = |path| input::playable_deck(cards, &args.rules, path);
    let decks = match args.decks.as_deref() {
        Some([a, b]) => [read(a)?, read(b)?],
        _ => {
            let deck: Deck =
                duelfish_cards::parse_with(cards, VANILLA.as_bytes(), "vanilla-40.ydk")?.deck;
            [deck.clone(), deck]
        }
    };
    let report = bench(cards, &decks, &args.rules, args.games, SEED)?;
    if args.format == Format::Json {
        output::json_line(&report)?;
        return Ok(ExitVerdict::Good);
    }
    let per_decision = 1e9 / report.real_decisions_per_second;
    let rows = [
        ("duels", report.duels.to_string()),
        ("duels per second", format!("{:.0}", report.duels_per_second)),
        ("real decisions per second", format!("{:.0}", report.real_decisions_per_second)),
        ("nanoseconds per real decision", format!("{per_decision:.0}")),
        ("real decisions per duel", format!("{:.1}", report.real_decisions_per_duel)),
        ("turns per duel", format!("{:.1}", report.turns_per_duel)),
        ("signature", report.signature),
    ];
    let rows = rows.map(|(name, value)| [name.to_owned(), value]);
    output::text(&output::table(None, [Align::Left, Align::Right], rows))?;
    Ok(ExitVerdict::Good)
}
