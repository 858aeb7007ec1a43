//! The judgement of one move.

use std::sync::atomic::{AtomicBool, Ordering};

use duelfish_engine::Game;
use duelfish_search::duels::key_of;
use duelfish_search::{Finding, Spec};

use super::{MoveClass, MoveMoment, PlayedMove, ReviewedMove, UnjudgedMove};
use crate::ask_bot::AskedBot;

/// A tree search has looked at a move enough if one of so many iterations went there.
const SHARE: u32 = 8;

/// The judgement of a move.
pub(super) enum Judgement {
    /// It is worth so much.
    Judged(ReviewedMove),
    /// Nobody knows.
    Unjudged(UnjudgedMove),
}

/// Asks the bot about a move that was played. None if it was stopped, or if nobody was asked.
pub(super) fn judged(
    game: &Game<'_>,
    played: &PlayedMove,
    spec: &Spec,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Judgement> {
    let flags = [stop];
    let mut asked = AskedBot::ask(game, &played.duel, spec, seed, &flags)?;
    let (view, player) = (asked.view(), asked.player());
    let (turn, phase) = (view.turn(), view.phase().word());
    let moment = MoveMoment { decision: played.decision, turn, phase };
    let words = view.describe(played.action);
    let compared = compare(&mut asked, played, counts_visits(spec));
    // A search that was stopped may have said anything.
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    Some(match compared {
        Err(why) => Judgement::Unjudged(UnjudgedMove { moment, player, played: words, why }),
        Ok(Compared { best, own, alone }) => {
            let loss = (best.value - own.value).max(0.0);
            Judgement::Judged(ReviewedMove {
                moment,
                player,
                played: words,
                better: view.describe(best.action),
                before: best.value,
                after: own.value,
                interval: own.interval,
                loss,
                class: MoveClass::of(loss),
                visits: own.visits,
                alone,
                best: best.action,
            })
        }
    })
}

/// The best move and the one that was played.
struct Compared {
    best: Finding,
    own: Finding,
    /// Whether the latter was searched alone.
    alone: bool,
}

/// Compares the move that was played with the best one, or says why that can't be done.
fn compare(
    asked: &mut AskedBot<'_>,
    played: &PlayedMove,
    counts_visits: bool,
) -> Result<Compared, &'static str> {
    let view = asked.view();
    let found = asked.findings().ok_or("the bot answers by a rule of thumb here")?;
    let best = *found.choices.first().ok_or("the search came to no result")?;
    let key = key_of(&view, played.action);
    if key_of(&view, best.action) == key {
        return Ok(Compared { best, own: best, alone: false });
    }
    let own = found.choices.iter().find(|finding| key_of(&view, finding.action) == key).copied();
    let enough =
        |own: &Finding| !counts_visits || own.visits.saturating_mul(SHARE) >= found.iterations;
    if let Some(own) = own.filter(enough) {
        return Ok(Compared { best, own, alone: false });
    }
    let alone = asked.judge(played.action);
    let own = alone.ok_or("the search did not look at it enough")?;
    Ok(Compared { best, own, alone: true })
}

/// Whether the bot tries some moves more often than others. The others try every move once, and thoroughly.
const fn counts_visits(spec: &Spec) -> bool {
    matches!(spec, Spec::Mcts(..) | Spec::Mcts1(_))
}
