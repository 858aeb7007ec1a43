//! `duelfish why`.

use anyhow::{Result, anyhow};
use duelfish_engine::{NotationError, Why};
use serde::Serialize;

use crate::args::{Format, WhyArgs};
use crate::{Verdict, input, output};

/// The answer as programs read it.
#[derive(Debug, Serialize)]
struct Printed<'a> {
    action: &'a str,
    /// Who is asked in the position; none if its duel is over.
    asked: Option<String>,
    allowed: bool,
    sentence: &'a str,
    /// The row of the rulebook that allows or forbids it.
    rule: Option<&'static str>,
}

pub(crate) fn run(args: &WhyArgs) -> Result<Verdict> {
    let cards = &*args.own.catalogue()?;
    let position = input::position(cards, &args.position)?;
    let game = position.game(cards);
    let duel = position.start(&game, &mut position.script(), &mut ());
    let asked = duel.decision().map(|decision| decision.player);
    let why = duel.why(&game, &args.action).map_err(|error| match error {
        NotationError::Verb { .. } => anyhow!("{error}"),
        error => anyhow!("`{}`: {error}", args.action.escape_debug()),
    })?;
    let why = match (args.player, asked) {
        (Some(player), Some(asked)) if player != asked => Why {
            allowed: false,
            sentence: format!("Not legal: it is {asked} who is asked now, not {player}."),
            rule: None,
        },
        _ => why,
    };
    if args.format == Format::Json {
        output::json(&Printed {
            action: &args.action,
            asked: asked.map(|player| player.to_string()),
            allowed: why.allowed,
            sentence: &why.sentence,
            rule: why.rule,
        })?;
    } else {
        output::text(&format!("{}\n", why.sentence))?;
    }
    Ok(Verdict::Good)
}
