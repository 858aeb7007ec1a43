//! The lines of the protocol.

use duelfish_engine::{
    Actions, CardCode, Catalogue, DecisionKind, Game, Outcome, Player, PublicEvent, View,
};
use duelfish_search::TimeLeft;
use serde::Deserialize;
use serde_json::{Value, json};

use super::PROTOCOL;
use super::events::event_as_json;
use super::seen::view_as_json;
use crate::bots::ProgramEnd;

/// The first line, which the program answers with [`Greeting`].
pub(super) fn hello() -> String {
    let engine = duelfish_engine::VERSION;
    json!({ "type": "hello", "protocol": PROTOCOL, "engine": engine }).to_string()
}

/// The answer to `hello`.
#[derive(Debug, Deserialize)]
pub(super) struct Greeting {
    pub(super) protocol: u32,
}

/// The answer to `decision`.
#[derive(Debug, Deserialize)]
pub(super) struct ProgramAnswer {
    pub(super) number: u64,
    pub(super) action: u64,
}

/// A duel begins. The seed has 53 bits, which every language reads as a whole number.
pub(super) fn duel(game: &Game<'_>, me: Player, deck: [&[CardCode]; 2], seed: u64) -> String {
    let [main, extra] = deck.map(|cards| cards_as_json(game.cards, cards));
    json!({
        "type": "duel",
        "seat": me.to_string(),
        "seed": seed >> 11,
        "rules": game.rules.name,
        "texts": game.rules.texts.name(),
        "deck": { "main": main, "extra": extra },
    })
    .to_string()
}

/// Each card of a deck once, with its copies.
fn cards_as_json(cards: &Catalogue, codes: &[CardCode]) -> Value {
    let mut counts: Vec<(CardCode, u8)> = Vec::new();
    for code in codes {
        match counts.iter_mut().find(|(other, _)| other == code) {
            Some((_, copies)) => *copies += 1,
            None => counts.push((*code, 1)),
        }
    }
    let card = |(code, copies): (CardCode, u8)| {
        let (name, passcode) = (cards.name(code), cards.facts(code).passcode);
        json!({ "name": name, "passcode": passcode, "copies": copies })
    };
    counts.into_iter().map(card).collect()
}

/// A decision of the program's player, the `number`th of the duel, with all that it noticed since the one before, and
/// its time if that is limited.
pub(super) fn decision(
    view: &View<'_>,
    legal: &Actions,
    number: u64,
    heard: &[PublicEvent],
    time: Option<TimeLeft>,
) -> String {
    let cards = view.game().cards;
    let events: Vec<Value> = heard.iter().map(|event| event_as_json(event, cards)).collect();
    let asked = view.decision();
    let actions: Vec<String> = legal.iter().map(|action| view.describe(*action)).collect();
    let mut message = json!({
        "type": "decision",
        "number": number,
        "asked": asked.map_or("nothing", |asked| word_of(asked.kind)),
        "remaining": asked.map_or(0, |asked| asked.remaining),
        "about": view.asking().map(|asking| view.game().cards.name(asking.code)),
        "view": view_as_json(view),
        "actions": actions,
        "events": events,
    });
    if let Some(TimeLeft { left, increment }) = time {
        let [left, increment] = [left, increment].map(|time| time.as_secs_f64());
        message["clock"] = json!({ "left": left, "increment": increment });
    }
    message.to_string()
}

/// A duel is over.
pub(super) fn end(end: ProgramEnd, me: Player) -> String {
    let result = match (end, end.winner()) {
        (_, Some(winner)) if winner == me => "won",
        (_, Some(_)) => "lost",
        (ProgramEnd::Rules(Outcome::Limit(_)), None) => "stopped",
        (_, None) => "drawn",
    };
    json!({ "type": "end", "result": result, "ended": end.to_string() }).to_string()
}

/// The kind of a decision, in one word: `asked` of the protocol.
#[must_use]
pub const fn word_of(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::None => "nothing",
        DecisionKind::Idle => "main",
        DecisionKind::Battle => "battle",
        DecisionKind::Tribute => "tribute",
        DecisionKind::Zone => "zone",
        DecisionKind::Discard => "discard",
        DecisionKind::Respond => "respond",
        DecisionKind::Card => "card",
        DecisionKind::BattlePosition => "position",
        DecisionKind::Confirm => "confirm",
        DecisionKind::Number => "number",
        DecisionKind::Replay => "replay",
        DecisionKind::SpellZone => "spell-zone",
        DecisionKind::Type => "type",
        DecisionKind::Name => "name",
        DecisionKind::Attribute => "attribute",
    }
}
