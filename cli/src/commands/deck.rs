//! `duelfish deck check`.

use anyhow::Result;
use serde::Serialize;

use crate::args::{DeckCheckArgs, Format};
use crate::{Verdict, input, output};

/// What was found about one deck.
#[derive(Debug, Serialize)]
struct Found {
    deck: String,
    main: usize,
    extra: usize,
    side: usize,
    /// Whether a duel can be played with it.
    playable: bool,
    problems: Vec<String>,
    notes: Vec<String>,
}

pub(crate) fn check(args: &DeckCheckArgs) -> Result<Verdict> {
    let found: Vec<Found> = args.files.iter().map(|file| check_one(file)).collect();
    match args.format {
        Format::Json => output::json(&found)?,
        Format::Table => output::text(&in_words(&found))?,
    }
    let good = found.iter().all(|deck| deck.playable);
    Ok(if good { Verdict::Good } else { Verdict::Bad })
}

/// A deck that can't even be read is a problem of that deck; the others are still checked.
fn check_one(file: &str) -> Found {
    let parsed = match input::read_deck(file) {
        Ok(parsed) => parsed,
        Err(error) => {
            let problems = vec![format!("{error:#}")];
            let deck = file.to_owned();
            return Found {
                deck,
                main: 0,
                extra: 0,
                side: 0,
                playable: false,
                problems,
                notes: Vec::new(),
            };
        }
    };
    let problems = parsed.check();
    Found {
        deck: file.to_owned(),
        main: parsed.deck.main.len(),
        extra: parsed.deck.extra.len(),
        side: parsed.deck.side.len(),
        playable: !problems.iter().any(duelfish_cards::Problem::blocks_play),
        problems: problems.iter().map(ToString::to_string).collect(),
        notes: parsed.notes.iter().map(ToString::to_string).collect(),
    }
}

fn in_words(found: &[Found]) -> String {
    let mut text = String::new();
    for deck in found {
        let verdict = if deck.playable { "playable" } else { "not playable" };
        let Found { main, extra, side, .. } = deck;
        text += &format!("{}: {verdict} (main {main}, extra {extra}, side {side})\n", deck.deck);
        for note in &deck.notes {
            text += &format!("  note: {note}\n");
        }
        for problem in &deck.problems {
            text += &format!("  {}\n", problem.replace('\n', "\n  "));
        }
    }
    let playable = found.iter().filter(|deck| deck.playable).count();
    text + &format!("{playable} of {} decks playable\n", found.len())
}
