//! `duelfish solve`.

use std::path::Path;

use anyhow::{Result, bail};
use duelfish_engine::{Catalogue, Player};
use duelfish_search::Leaf;
use duelfish_search::duels::{DuelJudge, Evaluation, World, main_line};
use duelfish_search::solver::{self, solve, verify};
use serde::Serialize;

use crate::args::{Format, SolveArgs};
use crate::{Verdict, input, output};

/// What was found out about one position.
#[derive(Debug, Serialize)]
struct Answer {
    file: String,
    /// Whether there is a win this turn: none if that is not known.
    win: Option<bool>,
    /// Whose.
    player: String,
    /// A line of it: who does what.
    line: Vec<(String, String)>,
    /// In how many ends the proof was checked.
    ends: u64,
    /// How many decisions were tried out.
    nodes: u64,
}

pub(crate) fn run(args: &SolveArgs) -> Result<Verdict> {
    let cards = args.own.catalogue()?;
    let answers: Vec<Answer> =
        args.files.iter().map(|file| answer(&cards, file, args.nodes)).collect::<Result<_>>()?;
    match args.format {
        Format::Json => output::json(&answers)?,
        Format::Table => {
            for answer in &answers {
                output::text(&in_words(answer))?;
            }
        }
    }
    Ok(if answers.iter().any(|answer| answer.win.is_none()) {
        Verdict::Undecided
    } else if answers.iter().all(|answer| answer.win == Some(true)) {
        Verdict::Good
    } else {
        Verdict::Bad
    })
}

fn answer(cards: &Catalogue, file: &Path, nodes: u64) -> Result<Answer> {
    let position = input::position(cards, file)?;
    let game = position.game(cards);
    let duel = position.start(&game, &mut position.script(), &mut ());
    let file = input::shown(file);
    let Some(decision) = duel.decision() else {
        bail!("{file}: nobody is asked here: the duel is over")
    };
    if decision.player != duel.turn_player() {
        bail!("{file}: it is {} who is asked; begin where the turn player is", decision.player);
    }
    let mut world = World::open(&game, duel, position.script());
    let mut judge = DuelJudge::new(Evaluation::default(), Leaf::Quiet, &world);
    let (verdict, nodes) = solve(&mut world, &mut judge, nodes);
    let (win, line, ends) = match verdict {
        solver::Verdict::Win(proof) => {
            let Some(ends) = verify(&mut world, decision.player.0, &proof) else {
                bail!("{file}: the proof does not hold; please report this position")
            };
            let said = |(player, text): (Player, String)| (player.to_string(), text);
            (Some(true), main_line(&mut world, &proof).into_iter().map(said).collect(), ends)
        }
        solver::Verdict::NoWin => (Some(false), Vec::new(), 0),
        solver::Verdict::Unknown => (None, Vec::new(), 0),
    };
    let player = decision.player.to_string();
    Ok(Answer { file, win, player, line, ends, nodes })
}

fn in_words(answer: &Answer) -> String {
    let Answer { file, player, nodes, ends, .. } = answer;
    let Some(win) = answer.win else {
        return format!("{file}: not known after {nodes} decisions; allow more with --nodes\n");
    };
    if !win {
        return format!("{file}: {player} has no win this turn ({nodes} decisions)\n");
    }
    let mut text = format!(
        "{file}: {player} wins this turn ({nodes} decisions; played again against every reply: \
         {ends} ends, all won)\n"
    );
    for (number, (player, action)) in (1..).zip(&answer.line) {
        text += &format!("  {number}. {player} {action}\n");
    }
    text
}
