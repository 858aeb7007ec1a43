//! `duelfish why`.

use anyhow::{Result, anyhow, bail};
use duelfish_engine::{Duel, Explanation, Game, NotationError, Script};
use serde::Serialize;

use crate::args::{Format, WhyArgs};
use crate::{ExitVerdict, input, output};

/// The answer as programs read it.
#[derive(Debug, Serialize)]
struct PrintedWhy<'a> {
    action: &'a str,
    /// The player who is asked in the position; none if its duel is over.
    asked: Option<String>,
    allowed: bool,
    sentence: &'a str,
    /// The row of the rulebook that allows or forbids it.
    rule: Option<&'static str>,
}

pub(crate) fn run(args: &WhyArgs) -> Result<ExitVerdict> {
    let cards = &*args.own.catalogue()?;
    let position = input::position(cards, &args.position)?;
    let game = position.game(cards);
    let mut chance = position.script();
    let mut duel = position.start(&game, &mut chance, &mut ());
    take(&mut duel, &game, &args.after, &mut chance)?;
    let asked = duel.decision().map(|decision| decision.player);
    let why = duel.why(&game, &args.action).map_err(|error| unread(&args.action, &error))?;
    let why = match (args.player, asked) {
        (Some(player), Some(asked)) if player != asked => Explanation {
            allowed: false,
            sentence: format!("Not legal: it is {asked} who is asked now, not {player}."),
            rule: None,
        },
        _ => why,
    };
    if args.format == Format::Json {
        output::json(&PrintedWhy {
            action: &args.action,
            asked: asked.map(|player| player.to_string()),
            allowed: why.allowed,
            sentence: &why.sentence,
            rule: why.rule,
        })?;
    } else {
        output::text(&format!("{}\n", why.sentence))?;
    }
    Ok(ExitVerdict::Good)
}

/// Takes the actions that come before the one that is asked about.
fn take(duel: &mut Duel, game: &Game<'_>, actions: &[String], chance: &mut Script) -> Result<()> {
    let open = chance.misses();
    for text in actions {
        let action = duel.parse(game, text).map_err(|error| unread(text, &error))?;
        duel.apply(game, action, chance, &mut ());
        // Any answer of chance in its place would be about another duel.
        if chance.misses() > open {
            bail!(
                "`{}`: the position leaves open what chance brings then; say it, with a line like \
                 `P1 top: NAME`, `P1 draws: NAME`, `coins heads` or `dice 6`",
                text.escape_debug()
            );
        }
    }
    Ok(())
}

/// A text that is no action here, named unless the error does so.
fn unread(text: &str, error: &NotationError) -> anyhow::Error {
    match error {
        NotationError::Verb { .. } | NotationError::NotOffered { .. } => anyhow!("{error}"),
        error => anyhow!("`{}`: {error}", text.escape_debug()),
    }
}
