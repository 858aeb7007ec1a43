//! Phases and ends of duels, as players call them.

use duelfish_engine::{Limit, Outcome, Phase, Player, Reason};

use crate::voice::Voice;

/// A phase as players call it.
#[must_use]
pub const fn of_phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "Before the duel",
        Phase::Draw => "Draw Phase",
        Phase::Standby => "Standby Phase",
        Phase::Main1 => "Main Phase 1",
        Phase::BattleStart | Phase::Battle | Phase::BattleEnd => "Battle Phase",
        Phase::Damage => "Damage Step",
        Phase::Main2 => "Main Phase 2",
        Phase::End => "End Phase",
    }
}

/// How a duel ended, in words.
#[must_use]
pub fn outcome(outcome: Outcome, voice: Voice) -> String {
    match outcome {
        Outcome::Win(winner, reason) => {
            let (head, loser) = (voice.does(winner, "win"), winner.other());
            let has = if voice.is_you(loser) { "have" } else { "has" };
            let loser = voice.who(loser);
            match reason {
                Reason::LifePoints => format!("{head}: {loser} {has} no Life Points left."),
                Reason::DeckOut => format!("{head}: {loser} {has} no card left to draw."),
                Reason::Card => format!("{head} by the effect of a card."),
            }
        }
        Outcome::Draw(_) => "The duel is a draw.".to_owned(),
        Outcome::Limit(Limit::Turns) => "The duel has too many turns: nobody wins.".to_owned(),
        Outcome::Limit(limit) => format!("The duel is stopped by the limit of {}.", limit.word()),
    }
}

/// The end of a duel that a player gave up, in words.
#[must_use]
pub fn conceded(by: Player, voice: Voice) -> String {
    let wins = voice.does(by.other(), "win");
    let who = voice.who(by.other());
    let wins = wins.get(who.len()..).unwrap_or("");
    format!("{} up: {who}{wins}.", voice.does(by, "give"))
}
