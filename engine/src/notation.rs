//! The readable notation of actions: a record of a duel reads like a chess score.
//!
//! `summon Vorse Raider`, `set Mystical Elf`, `flip M2`, `position M3`, `attack M3 -> M1`,
//! `attack M3 direct`, `tribute M1`, `zone M4`, `discard Kuriboh`, `battle`, `main2`, `end`.

use crate::catalogue::Print;
use crate::decision::{Action, Actions, Verb};
use crate::duel::Game;
use crate::ids::{Handle, Player, Seat};
use crate::state::Duel;

/// Why a text is no action here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The first word is no verb.
    #[error(
        "`{0}` is no action; actions begin with summon, set, flip, position, attack, tribute, zone, discard, battle, main2 or end"
    )]
    Verb(String),
    /// A zone was expected.
    #[error("`{0}` is no Monster Zone; write M1 to M5 (E1 and E2 are the Extra Monster Zones)")]
    Zone(String),
    /// What is attacked is missing.
    #[error("an attack is written `attack M3 -> M1` or `attack M3 direct`")]
    Attack,
    /// The name is in no row of the card table.
    #[error("there is no card named `{0}`")]
    Card(String),
    /// A word too many or too few.
    #[error("`{0}` has a word too many or too few")]
    Words(String),
    /// A well-written action that does not answer the open decision.
    #[error("`{text}` is not legal here; legal: {legal}")]
    NotOffered {
        /// The action.
        text: String,
        /// What is legal.
        legal: String,
    },
}

/// A well-written action, legal or not: what it says, without the copy that would do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Intent {
    verb: Verb,
    print: Option<Print>,
    seat: Option<Seat>,
    target: Option<Seat>,
}

impl Duel {
    /// The readable form of an action of the player who is asked.
    #[must_use]
    pub fn describe(&self, game: &Game<'_>, action: Action) -> String {
        let player = self.decision().map_or(Player::FIRST, |decision| decision.player);
        let word = word_of(action.verb());
        if let Some(ordinal) = action.ordinal() {
            let card = self.hand(player).get(usize::from(ordinal));
            let label = card.map(|card| game.cards.label(self.print(Handle(*card))));
            return format!("{word} {}", label.as_deref().unwrap_or("?"));
        }
        match (action.verb(), action.seat(), action.target()) {
            (Verb::Attack, Some(from), Some(at)) => format!("{word} {from} -> {at}"),
            (Verb::Attack, Some(from), None) => format!("{word} {from} direct"),
            (_, Some(seat), _) => format!("{word} {seat}"),
            _ => word.to_owned(),
        }
    }

    /// The legal action that a text means. Of several copies of a card it takes the first.
    ///
    /// # Errors
    /// Says what is wrong with the text, or what is legal instead.
    pub fn parse(&self, game: &Game<'_>, text: &str) -> Result<Action, NotationError> {
        let intent = read(game, text)?;
        let mut actions = Actions::new();
        self.legal_actions(game, &mut actions);
        let found = actions.iter().find(|action| self.intent_of(**action) == intent);
        found.copied().ok_or_else(|| {
            let mut legal: Vec<String> = actions.iter().map(|a| self.describe(game, *a)).collect();
            legal.dedup();
            NotationError::NotOffered { text: text.trim().to_owned(), legal: legal.join(", ") }
        })
    }

    fn intent_of(&self, action: Action) -> Intent {
        let player = self.decision().map_or(Player::FIRST, |decision| decision.player);
        let card = action.ordinal().and_then(|n| self.hand(player).get(usize::from(n)));
        Intent {
            verb: action.verb(),
            print: card.map(|card| self.print(Handle(*card))),
            seat: action.seat(),
            target: action.target(),
        }
    }
}

const fn word_of(verb: Verb) -> &'static str {
    match verb {
        Verb::Summon => "summon",
        Verb::Set => "set",
        Verb::Flip => "flip",
        Verb::Reposition => "position",
        Verb::ToBattle => "battle",
        Verb::ToMain2 => "main2",
        Verb::EndTurn => "end",
        Verb::Attack => "attack",
        Verb::Tribute => "tribute",
        Verb::Zone => "zone",
        Verb::Discard => "discard",
    }
}

fn read(game: &Game<'_>, text: &str) -> Result<Intent, NotationError> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let verb = Verb::TABLE.iter().find(|verb| word_of(**verb).eq_ignore_ascii_case(word));
    let verb = *verb.ok_or_else(|| NotationError::Verb(word.to_owned()))?;
    let plain = Intent { verb, print: None, seat: None, target: None };
    match verb {
        Verb::Summon | Verb::Set | Verb::Discard => {
            let print = game.cards.find(rest);
            let print = print.ok_or_else(|| NotationError::Card(rest.to_owned()))?;
            Ok(Intent { print: Some(print), ..plain })
        }
        Verb::Flip | Verb::Reposition | Verb::Tribute | Verb::Zone => {
            Ok(Intent { seat: Some(read_seat(rest)?), ..plain })
        }
        Verb::Attack => {
            read_attack(rest).map(|(seat, target)| Intent { seat: Some(seat), target, ..plain })
        }
        Verb::ToBattle | Verb::ToMain2 | Verb::EndTurn if rest.is_empty() => Ok(plain),
        _ => Err(NotationError::Words(text.to_owned())),
    }
}

fn read_attack(rest: &str) -> Result<(Seat, Option<Seat>), NotationError> {
    if let Some((from, at)) = rest.split_once("->") {
        return Ok((read_seat(from)?, Some(read_seat(at)?)));
    }
    let from = rest.strip_suffix("direct").ok_or(NotationError::Attack)?;
    Ok((read_seat(from)?, None))
}

/// A Monster Zone: M1 to M5, E1 or E2.
pub(crate) fn read_seat(text: &str) -> Result<Seat, NotationError> {
    let text = text.trim();
    let bad = || NotationError::Zone(text.to_owned());
    let (kind, number) = text.split_at_checked(1).ok_or_else(bad)?;
    match (kind, number.parse::<u8>()) {
        ("M" | "m", Ok(number @ 1..=5)) => Ok(Seat(number - 1)),
        ("E" | "e", Ok(number @ 1..=2)) => Ok(Seat(Seat::MAIN + number - 1)),
        _ => Err(bad()),
    }
}
