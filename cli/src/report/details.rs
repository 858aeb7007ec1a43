//! Tables for people about the cards, Life Points and bots of a match.

use duelfish_arena::{BotReport, CardShare, DetailsReport, LpReport};

use super::percent;
use crate::output::{self, Align};

/// Turns at the end of which Life Points are shown; JSON has all of them.
const TURNS: usize = 16;

/// A table for each deck, one for Life Points, and a line for each bot.
pub(super) fn in_tables(details: &DetailsReport, decks: &[String]) -> String {
    let mut text = String::new();
    for (side, deck) in decks.iter().take(2).enumerate() {
        text += &format!("{}  {deck}: share of its wins when a card was ...\n", ["A", "B"][side]);
        text += &cards(details, side);
        text.push('\n');
    }
    text +=
        "a card that wins when it is seen need not win the duel: longer duels see more cards\n\n";
    text += &life_points(&details.lp_by_turn);
    for (bot, BotReport { decisions, microseconds_per_decision }) in
        ["A", "B"].iter().zip(&details.bots)
    {
        text += &format!("bot {bot}: {decisions} decisions");
        if let Some(micros) = microseconds_per_decision {
            text += &format!(", {micros:.1} microseconds each");
        }
        text.push('\n');
    }
    text
}

fn cards(details: &DetailsReport, side: usize) -> String {
    use Align::{Left, Right};
    let rows = details.cards[side].iter().map(|card| {
        let all = (card.seen.games + card.not_seen.games).max(1) as f64;
        let share = |of: CardShare| percent(of.games as f64 / all);
        [
            format!("{} {}", card.copies, card.name),
            share(card.opened),
            wins(card.opened),
            share(card.seen),
            wins(card.seen),
            wins(card.not_seen),
            share(card.played),
            wins(card.played),
        ]
    });
    let columns = ["", "opened", "wins", "seen", "wins", "wins if not", "played", "wins"];
    let alignment = [Left, Right, Right, Right, Right, Right, Right, Right];
    output::table(Some(columns), alignment, rows)
}

/// A share of wins with half of its interval's width; nothing for no duels.
fn wins(share: CardShare) -> String {
    let [low, high] = share.ci95;
    if share.games == 0 {
        return "-".to_owned();
    }
    format!("{:.1}±{:.1}", 100.0 * share.win_rate, 50.0 * (high - low))
}

fn life_points(turns: &[LpReport]) -> String {
    use Align::Right;
    let rows = turns.iter().take(TURNS).map(|turn| {
        let [a, b] = turn.lp.map(|lp| format!("{lp:.0}"));
        [turn.turn.to_string(), turn.games.to_string(), a, b]
    });
    let columns = ["after turn", "duels", "LP of A", "LP of B"];
    output::table(Some(columns), [Right; 4], rows)
}
