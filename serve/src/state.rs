//! A session as one seat sees it: the view, the open decision and the log, and nothing that the seat may not know.

use duelfish_arena::program::{event_as_json, view_as_json, word_of};
use duelfish_engine::{Actions, Player, View};
use duelfish_session::{DuelTable, LogLine, Menu, MenuChoice, Seat, Voice, conceded, outcome};
use serde_json::{Map, Value, json};

use crate::places::{place_of, place_of_spot, target_of};

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

/// A moment of a duel that nobody plays: the view, and the open decision if this eye may know it.
pub(crate) fn scene(table: &DuelTable<'_>, eye: Option<Player>) -> Value {
    let (duel, game) = (table.duel(), table.game());
    let view = eye.map_or_else(|| duel.judge_view(game), |player| duel.view(game, player));
    let asked = choices(table).filter(|_| view.decision().is_some());
    let asked = asked.map(|menu| {
        let actions: Vec<Value> =
            menu.choices.iter().map(|choice| action(&view, &menu, choice)).collect();
        let player = view.asked().map(|player| player.to_string());
        json!({ "player": player, "question": menu.question, "actions": actions })
    });
    json!({ "view": view_as_json(&view), "asked": asked })
}

/// The choices of the player who is asked, for a watcher; none when the duel is over.
pub(crate) fn choices(table: &DuelTable<'_>) -> Option<Menu> {
    let view = table.duel().judge_view(table.game());
    let (decision, mut legal) = (view.decision()?, Actions::new());
    view.legal_actions(&mut legal);
    Some(Menu::new(&view, Voice::WATCHER, decision, &legal))
}

/// The choices of a seat, in the order in which they are shown; none if it is not asked.
pub(crate) fn menu(table: &DuelTable<'_>, me: Player) -> Option<Menu> {
    let (decision, legal) = table.question().filter(|(decision, _)| decision.player == me)?;
    Some(Menu::new(&table.view(me), table.voice_of(me), decision, &legal))
}

fn decision(table: &DuelTable<'_>, me: Player) -> Value {
    let Some(menu) = menu(table, me) else { return Value::Null };
    let view = table.view(me);
    let actions: Vec<Value> =
        menu.choices.iter().map(|choice| action(&view, &menu, choice)).collect();
    let pass = menu.enter.filter(|_| menu.choices.len() > 1);
    let pass = pass.and_then(|pass| menu.choices.iter().position(|own| own.action == pass));
    json!({
        "asked": word_of(menu.kind),
        "remaining": view.decision().map_or(0, |decision| decision.remaining),
        "about": view.asking().map(|asking| view.game().cards.name(asking.code)),
        "question": menu.question,
        "pass": pass,
        "actions": actions,
    })
}

/// A choice, with all places of the cards that it is about.
fn action(view: &View<'_>, menu: &Menu, choice: &MenuChoice) -> Value {
    let me = view.asked().unwrap_or(Player::FIRST);
    let words = view.describe(choice.action);
    let also = menu.all.iter().filter(|(key, other)| *key == choice.key && *other != choice.action);
    let also: Vec<Value> = also.map(|(_, other)| place_of(*other, me)).collect();
    json!({
        "verb": verb(&words),
        "words": words,
        "text": choice.text,
        "group": choice.group,
        "card": choice.code.map(|code| view.game().cards.name(code)),
        "at": place_of(choice.action, me),
        "also": also,
        "target": target_of(choice.action, me),
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
        let mut shown = self::line(number, line);
        if !lines.brief {
            let cards = table.game().cards;
            let events = log.events_of(number).iter().map(|event| event_as_json(event, cards));
            shown["events"] = events.collect();
        }
        if let Some(scene) = log.scene(number).filter(|_| !lines.brief) {
            let view: View<'_> = log.voice().view(scene, table.game());
            shown["view"] = view_as_json(&view);
        }
        shown
    };
    log.lines().iter().enumerate().skip(lines.since).map(line).collect()
}

/// A line of a log.
pub(crate) fn line(number: usize, line: &LogLine) -> Value {
    json!({
        "number": number,
        "kind": line.kind.word(),
        "text": line.text,
        "link": line.link,
        "at": line.at.map(place_of_spot),
        "target": line.target.map(place_of_spot),
    })
}

/// How the duel ended, if it has.
pub(crate) fn over(table: &DuelTable<'_>, voice: Voice) -> Value {
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
