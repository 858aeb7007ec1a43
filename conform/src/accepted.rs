//! The accepted differences: where the recorded engine plays otherwise than cards and rulebook say, or the rules
//! leave open what it does, and this engine stays as it is.
//!
//! They stand in one table, `conform/accepted.tsv`, each with its reason and the source for it. A duel that
//! meets one has not passed: it is reported apart, by the name of the difference. Where only an option
//! differs that nobody chooses, the duel goes on without it; else it is left there.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::compare::TraceDifference;
use crate::error::Fault;
use crate::line::{TraceAsk, TraceSide, TraceState};
use crate::options::OptionChoice;

/// The table as it stands in the repository.
const TABLE: &str = include_str!("../accepted.tsv");

static ROWS: LazyLock<Vec<Accepted>> =
    LazyLock::new(|| TABLE.lines().skip(1).filter_map(Accepted::parse).collect());

/// How a duel goes on after an accepted difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AcceptedThen {
    /// The record has an option too many: the duel goes on without it.
    Option,
    /// The record asks something too many: the duel goes on if the answer is what happens here, the first one or,
    /// in a window, none.
    Question,
    /// The duel is left there.
    End,
}

/// A row of the table: one accepted difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Its name, in words with hyphens.
    pub name: &'static str,
    then: AcceptedThen,
    /// Patterns for what differs and for both sides of it: `*` stands for any text.
    what: &'static str,
    expected: &'static str,
    got: &'static str,
    /// The conditions on the table, in words.
    conditions: &'static str,
    /// Why this engine stays as it is.
    pub reason: &'static str,
    /// The source that says so.
    pub source: &'static str,
}

impl Accepted {
    /// All of them, in the order of the table.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &ROWS
    }

    /// One of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        ROWS.iter().find(|row| row.name == name)
    }

    fn parse(line: &'static str) -> Option<Self> {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().map(str::trim);
        let (name, then) = (cell()?, cell()?);
        let then = match then {
            "option" => AcceptedThen::Option,
            "question" => AcceptedThen::Question,
            "end" => AcceptedThen::End,
            _ => return None,
        };
        let (what, expected, got, conditions) = (cell()?, cell()?, cell()?, cell()?);
        let (reason, source) = (cell()?, cell()?);
        Some(Self { name, then, what, expected, got, conditions, reason, source })
    }

    fn holds(&self, table: &TraceState) -> bool {
        self.conditions.split_whitespace().all(|condition| is_true(condition, table))
    }
}

/// The accepted difference that explains why a duel differs here, if there is one.
pub(crate) fn explains(
    difference: &TraceDifference,
    table: &TraceState,
) -> Option<&'static Accepted> {
    ROWS.iter().filter(|row| row.then == AcceptedThen::End).find(|row| {
        matches(row.what, &difference.what)
            && matches(row.expected, &difference.expected)
            && matches(row.got, &difference.got)
            && row.holds(table)
    })
}

/// The rest of a question without the options that only the recorded engine has.
pub(crate) enum Left {
    /// Nothing was taken away.
    All,
    /// This question.
    Some(TraceAsk),
    /// No option, so no question.
    Nothing,
    /// The record chooses what should not be there.
    Chosen(&'static str),
}

/// Takes a question that only the recorded engine asks away, and notes the name of the difference.
pub(crate) fn without_question(
    ask: &TraceAsk,
    table: impl Fn() -> TraceState,
    met: &mut BTreeSet<&'static str>,
) -> Result<Left, Fault> {
    let mut rows =
        ROWS.iter().filter(|row| row.then == AcceptedThen::Question && row.what == ask.kind);
    let options = || serde_json::to_string(&ask.options).unwrap_or_default();
    let Some(row) = rows.find(|row| matches(row.expected, &options()) && row.holds(&table()))
    else {
        return Ok(Left::All);
    };
    // In a window nothing is done here, else the first thing.
    let same = match ask.picks()?.as_deref() {
        None => true,
        Some([first]) => *first == 0 && ask.kind != "chain",
        Some(_) => false,
    };
    if !same {
        return Ok(Left::Chosen(row.name));
    }
    met.insert(row.name);
    Ok(Left::Nothing)
}

/// Takes the options out of a question that only the recorded engine has, and notes their names. `offered` says
/// what this engine has too.
pub(crate) fn without_options(
    ask: &TraceAsk,
    offered: impl Fn(&OptionChoice) -> bool,
    table: impl Fn() -> TraceState,
    met: &mut BTreeSet<&'static str>,
) -> Result<Left, Fault> {
    let rows =
        || ROWS.iter().filter(|row| row.then == AcceptedThen::Option && row.what == ask.kind);
    if rows().next().is_none() {
        return Ok(Left::All);
    }
    let row_of = |option: &serde_json::Value| {
        let choice = OptionChoice::of(option).ok().filter(|choice| !offered(choice))?;
        let text = serde_json::to_string(&choice).ok()?;
        rows().find(|row| matches(row.expected, &text) && row.holds(&table()))
    };
    let gone: Vec<Option<&Accepted>> = ask.options.iter().map(row_of).collect();
    if gone.iter().all(Option::is_none) {
        return Ok(Left::All);
    }
    met.extend(gone.iter().flatten().map(|row| row.name));
    let picks = ask.picks()?;
    if let Some(row) = picks.iter().flatten().find_map(|pick| gone[*pick]) {
        return Ok(Left::Chosen(row.name));
    }
    let kept = |at: &usize| gone[*at].is_none();
    let left: Vec<usize> = (0..gone.len()).filter(kept).collect();
    if left.is_empty() && picks.is_none() {
        return Ok(Left::Nothing);
    }
    let mut ask = ask.clone();
    ask.options = left.iter().map(|at| ask.options[*at].clone()).collect();
    if let Some(picks) = picks {
        let moved = picks.iter().filter_map(|pick| left.iter().position(|at| at == pick));
        ask.answer = moved.collect();
    }
    Ok(Left::Some(ask))
}

/// Whether a condition of the table of accepted differences is true:
/// - `up:ID` for a card that lies face-up on the field,
/// - `negated:ID` for a Spell or Trap that lies so and is negated,
/// - `grave:ID` for a card that lies in a Graveyard,
/// - `seen:ID` for one that lies on the field in any way, in a Graveyard or banished,
/// - `only-links` where every face-up monster is a Link Monster.
fn is_true(condition: &str, table: &TraceState) -> bool {
    let monsters = || table.players.iter().flat_map(|side| side.mzone.iter().flatten());
    let up = || monsters().filter(|monster| monster.pos != "set");
    if condition == "only-links" {
        let cards = duelfish_cards::catalogue();
        let is_link = |id: u32| {
            let code = cards.by_passcode(id);
            code.is_some_and(|code| cards.facts(code).is(duelfish_engine::kind::LINK))
        };
        return up().all(|monster| is_link(monster.id));
    }
    let Some((what, id)) = about_card(condition) else { return false };
    let mut spells = table.players.iter().flat_map(|side| side.szone.iter().flatten());
    let in_grave = || table.players.iter().any(|side| side.gy.contains(&id));
    match what {
        "up" => {
            up().any(|monster| monster.id == id) || spells.any(|card| card.faceup && card.id == id)
        }
        "negated" => spells.any(|card| card.faceup && card.id == id && card.negated),
        "grave" => in_grave(),
        "seen" => {
            let banished =
                |side: &TraceSide| side.banished.iter().any(|(banished, _)| *banished == id);
            in_grave()
                || monsters().any(|monster| monster.id == id)
                || spells.any(|card| card.id == id)
                || table.players.iter().any(banished)
        }
        _ => false,
    }
}

/// A condition about a card, as what it says and the card's passcode.
fn about_card(condition: &str) -> Option<(&str, u32)> {
    let (what, id) = condition.split_once(':')?;
    Some((what, id.parse().ok()?))
}

/// Whether a text fits a pattern in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    let mut parts = rest.split('*').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return text.ends_with(part);
        }
        let Some(at) = text.find(part) else { return false };
        text = &text[at + part.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{Accepted, ROWS, TABLE, about_card, is_true, matches};
    use crate::line::TraceState;

    #[test]
    fn every_row_is_read_and_says_why() {
        assert_eq!(ROWS.len() + 1, TABLE.lines().count(), "a row does not parse");
        for row in Accepted::all() {
            let Accepted { name, reason, source, .. } = row;
            assert!(reason.len() > 40 && !source.is_empty(), "{name} says no reason or source");
            let same = Accepted::all().iter().filter(|other| other.name == *name);
            assert!(same.clone().all(|other| other.reason == *reason), "{name} has two reasons");
            assert!(row.what != "*" && (row.expected, row.got) != ("*", "*"), "{name} is too wide");
        }
    }

    /// A misspelt condition would never hold, so a row with one says nothing.
    #[test]
    fn every_condition_is_known() {
        for row in Accepted::all() {
            for condition in row.conditions.split_whitespace() {
                let known = about_card(condition).is_some_and(|(what, id)| {
                    ["up", "negated", "grave", "seen"].contains(&what)
                        && duelfish_cards::catalogue().by_passcode(id).is_some()
                });
                assert!(known || condition == "only-links", "{}: {condition}", row.name);
            }
        }
    }

    #[test]
    fn patterns_match_whole_texts() {
        assert!(matches("none", "none") && !matches("none", "nonesuch"));
        assert!(matches("a*c", "abc") && matches("a*c", "ac") && !matches("a*c", "abcd"));
        assert!(matches("*b*", "abc") && !matches("*d*", "abc"));
        assert!(matches("a*b*a", "abba") && !matches("a*b*b*a", "aba"));
    }

    #[test]
    fn conditions_look_at_what_lies_face_up() {
        let side = |id: u32, pos: &str| {
            serde_json::json!({"hand": [], "deck_count": 1, "extra_count": 0, "extra_faceup": [],
                "gy": [], "banished": [], "szone": [null, null, null, null, null, null],
                "mzone": [{"id": id, "pos": pos, "atk": 1, "def": 1, "level": 1, "overlays": []},
                    null, null, null, null, null, null]})
        };
        let table = |id: u32, pos: &str| -> TraceState {
            serde_json::from_value(
                serde_json::json!({"turn": 1, "turn_player": 0, "phase": "main1",
                "lp": [8000, 8000], "players": [side(id, pos), side(89_631_139, "set")]}),
            )
            .unwrap()
        };
        assert!(is_true("up:5053103", &table(5_053_103, "atk")));
        assert!(!is_true("up:5053103", &table(5_053_103, "set")));
        // Decode Talker is a Link Monster, and a face-down Dragon doesn't count.
        assert!(is_true("only-links", &table(1_861_629, "atk")));
        assert!(!is_true("only-links", &table(5_053_103, "def")));
    }
}
