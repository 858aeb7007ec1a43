//! A session as one seat sees it: the view, the open decision and the log, and nothing that the seat may not know.

use duelfish_arena::program::{view_as_json, word_of};
use duelfish_engine::{Actions, Player, View};
use duelfish_search::duels::key_of;
use duelfish_session::{DuelTable, LogLine, Menu, Seat, Voice, conceded, outcome};
use serde_json::{Map, Value, json};

use crate::places::{place_of, target_of};

/// The facts of a session besides its duel.
pub(crate) struct About<'a> {
    pub(crate) id: &'a str,
    pub(crate) revision: u64,
    pub(crate) thinking: bool,
    pub(crate) rules: &'a str,
    /// The names of the decks, the first side's first.
    pub(crate) decks: [&'a str; 2],
    /// A note that must be said wherever the duel is shown.
    pub(crate) note: &'a str,
    /// Why a bot gives no answer any more, if it does not.
    pub(crate) fault: Option<&'a str>,
}

/// Which lines of the log are told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinesTold {
    /// The first one.
    pub(crate) since: usize,
    /// Without views.
    pub(crate) brief: bool,
}

/// The state of a table for a seat, or with `None` for a watcher.
pub(crate) fn state(
    table: &DuelTable<'_>,
    about: &About<'_>,
    seat: Option<Player>,
    lines: LinesTold,
) -> Value {
    let voice = seat.map_or(Voice::WATCHER, |me| table.voice_of(me));
    let view = voice.view(table.duel(), table.game());
    let asked = table.duel().decision().filter(|_| !table.is_over()).map(|asked| asked.player);
    let players = Player::BOTH.map(|player| {
        let who = match &table.seats()[player.index()] {
            Seat::Person => "person".to_owned(),
            Seat::Bot(spec) => spec.to_string(),
        };
        let deck = about.decks[table.side(player)];
        let shown = json!({ "who": who, "name": voice.who_first(player), "deck": deck });
        (player.to_string(), shown)
    });
    json!({
        "id": about.id,
        "revision": about.revision,
        "seat": seat.map(|seat| seat.to_string()),
        "players": Map::from_iter(players),
        "rules": about.rules,
        // The seed tells what every shuffle brings.
        "seed": (seat.is_none() || table.is_over()).then(|| table.seed()),
        "answers": table.duel().decisions(),
        "waits_for": asked.map(|player| player.to_string()),
        "thinking": about.thinking,
        "view": view_as_json(&view),
        "decision": seat.map_or(Value::Null, |me| decision(table, me)),
        "log": log(table, seat, lines),
        "lines": table.log(seat).map_or(0, |log| log.lines().len()),
        "undo": table.can_undo(),
        "over": over(table, voice),
        "note": about.note,
        "fault": about.fault,
    })
}

/// The choices of a seat, in the order in which they are shown; none if it is not asked.
pub(crate) fn menu(table: &DuelTable<'_>, me: Player) -> Option<Menu> {
    let (decision, legal) = table.question().filter(|(decision, _)| decision.player == me)?;
    Some(Menu::new(&table.view(me), table.voice_of(me), decision, &legal))
}

fn decision(table: &DuelTable<'_>, me: Player) -> Value {
    let Some(menu) = menu(table, me) else { return Value::Null };
    let (view, mut legal) = (table.view(me), Actions::new());
    view.legal_actions(&mut legal);
    let name = |code| view.game().cards.name(code);
    let actions = menu.choices.iter().map(|choice| {
        let words = view.describe(choice.action);
        let equal = legal.iter().filter(|other| key_of(&view, **other) == choice.key);
        let also: Vec<Value> = equal
            .filter(|other| **other != choice.action)
            .map(|other| place_of(*other, me))
            .collect();
        json!({
            "verb": verb(&words),
            "words": words,
            "text": choice.text,
            "group": choice.group,
            "card": choice.code.map(name),
            "at": place_of(choice.action, me),
            "also": also,
            "target": target_of(choice.action, me),
        })
    });
    let pass = menu.enter.filter(|_| menu.choices.len() > 1);
    let pass = pass.and_then(|pass| menu.choices.iter().position(|own| own.action == pass));
    json!({
        "asked": word_of(menu.kind),
        "remaining": view.decision().map_or(0, |decision| decision.remaining),
        "about": view.asking().map(|asking| name(asking.code)),
        "question": menu.question,
        "pass": pass,
        "actions": actions.collect::<Vec<_>>(),
    })
}

/// The verb of an action, without the cards and zones that it is about.
fn verb(words: &str) -> &str {
    const OF_TWO_WORDS: [&str; 5] =
        ["special summon", "gemini summon", "pendulum summon", "spell zone", "give back"];
    let two = OF_TWO_WORDS.into_iter().find(|verb| words.starts_with(verb));
    two.unwrap_or_else(|| words.split(' ').next().unwrap_or(words))
}

fn log(table: &DuelTable<'_>, seat: Option<Player>, lines: LinesTold) -> Value {
    let Some(log) = table.log(seat) else { return Value::Array(Vec::new()) };
    let line = |(number, line): (usize, &LogLine)| {
        let mut shown = json!({
            "number": number,
            "kind": line.kind.word(),
            "text": line.text,
            "link": line.link,
        });
        if let Some(scene) = log.scene(number).filter(|_| !lines.brief) {
            let view: View<'_> = log.voice().view(scene, table.game());
            shown["view"] = view_as_json(&view);
        }
        shown
    };
    log.lines().iter().enumerate().skip(lines.since).map(line).collect()
}

/// How the duel ended, if it has.
fn over(table: &DuelTable<'_>, voice: Voice) -> Value {
    let (winner, text) = match (table.conceded(), table.duel().outcome()) {
        (Some(by), _) => (Some(by.other()), conceded(by, voice)),
        (None, Some(end)) => (end.winner(), outcome(end, voice)),
        (None, None) => return Value::Null,
    };
    json!({ "winner": winner.map(|winner| winner.to_string()), "text": text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_stand_alone() {
        assert_eq!(verb("special summon Stardust Dragon"), "special summon");
        assert_eq!(verb("attack M1 -> M2"), "attack");
        assert_eq!(verb("pass"), "pass");
    }
}
