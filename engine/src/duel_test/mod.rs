//! Duel tests as text: a position, what players do, what must be true then.
//!
//! A file holds many tests. Each begins with a line `test`, may name the rows of the rulebook that
//! it shows, gives a [position](crate::position), and then its steps. Everything up to the first
//! step belongs to the position.
//!
//! ```text
//! test higher ATK destroys the target and costs the difference
//! rule BA-33 BA-34
//! turn 3 P1 battle
//! P1 M1 attack: Battle Ox
//! P2 M2 attack: Celtic Guardian
//! P1> attack M1 -> M2
//! expect P2 lp 7700
//! expect P2 grave: Celtic Guardian
//! event battle destroys target; P2 loses 300; move Celtic Guardian P2 M2 -> P2 grave by battle
//! ```
//!
//! | step | what it does |
//! | --- | --- |
//! | `P1> ACTION` | it must be P1 who is asked; does the action (notation: see [`Duel::parse`](crate::Duel::parse)) |
//! | `offered A; B` | these actions are legal now |
//! | `only A; B` | exactly these actions are legal now, each counted once |
//! | `not offered A; B` | these well-written actions are not legal now; it is a fault of the test if they could not be, because something else is asked or the player has no such card there |
//! | `asked P1 KIND` | P1 is asked `idle`, `battle`, `tribute`, `zone`, `spell zone`, `discard`, `respond`, `card`, `pose`, `confirm`, `number`, `type`, `attribute` or `replay` |
//! | `expect P1 lp N`, `hand N`, `deck N`, `summons N` | counts |
//! | `expect P1 hand: A; B` | these cards in any order (`hand:` alone: none) |
//! | `expect P1 grave: A; B` | these cards, oldest first; also `banished:` |
//! | `expect P1 known: A; B` | what the opponent knows of this hand |
//! | `expect P1 M1 POSE: NAME [STATUS]` | the monster there; with brackets, exactly these statuses |
//! | `expect P1 M1 named: NAME` | the name that the monster there has, printed or by an effect |
//! | `expect P1 M1 ATK/DEF` | its current values |
//! | `expect P1 M1 empty` | no monster there; also `S1` and `field` |
//! | `expect P1 S1 down: NAME [STATUS]` | the Spell or Trap there, `up` or `down`; with brackets, exactly these statuses; also `field` |
//! | `expect P1 S1 pendulum: NAME` | the card in the Pendulum Zone there |
//! | `expect P1 S1 scale N` | its Pendulum Scale |
//! | `expect P1 extra up: A; B` | the face-up cards of the Extra Deck, oldest first |
//! | `expect P1 S1 up: NAME -> P1 M2` | the Equip Card there and the monster that it is equipped to |
//! | `expect P1 M1 equips: A; B` | the cards that are equipped to the monster there, in any order |
//! | `expect P1 M1 materials: A; B` | the cards that are attached to the monster there, in any order |
//! | `expect P1 unusable: M3; M5` | the Monster Zones that P1 can't use (`unusable:` alone: none) |
//! | `expect P1 top: A; B` | the fixed cards on top of the Deck, the next one first |
//! | `expect P1 bottom: A; B` | the fixed cards at its bottom, the next one first |
//! | `expect chain: A; B` | the links of the Chain, the first one first (`chain:` alone: none) |
//! | `expect turn N P1 PHASE` | the clock |
//! | `expect over TEXT` | the duel is over, in these words |
//! | `event A; B` | since the last action these events happened in this order, perhaps with others between |
//! | `events A; B` | since the last action exactly these events happened, in this order |
//! | `no event A; B` | no event since the last action begins with these words |
//! | `P2 sees TEXT`, `P2 never sees TEXT` | the text of P2's view has it now, or has not had it since the start |
//! | `P2 same if P1 M1 is NAME` | with another card there from the start, everything P2 saw and heard would have been the same; also `P1 hand is A; B`, and other lists of the position |
//! | `undo` | takes back the last action: the duel must be as before, byte for byte |

mod expect;
mod run;

use crate::position::without_comment;
use duelfish_script::Catalogue;

/// A duel test that failed, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {name}: {what}")]
pub struct TestFailure {
    /// The file, as the caller named it.
    pub file: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// Name of the test.
    pub name: String,
    /// The fault, in words.
    pub what: String,
}

/// The results of a file of duel tests.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Number of tests that ran.
    pub tests: usize,
    /// Rows of the rulebook that the passed tests name.
    pub rules: Vec<String>,
    /// The failed checks.
    pub failures: Vec<TestFailure>,
}

/// One test of a file.
struct DuelTest<'t> {
    name: &'t str,
    line: usize,
    rules: Vec<&'t str>,
    /// Position lines and steps with their line numbers.
    position: Vec<(usize, &'t str)>,
    steps: Vec<(usize, &'t str)>,
}

/// Runs all duel tests of a file's text; `file` is only how failures call it.
///
/// With the feature `marks`, a test that names a row of the rulebook fails unless a branch marked
/// with that row ran.
#[must_use]
pub fn check(text: &str, file: &str, cards: &Catalogue) -> Checked {
    check_some(text, file, cards, |_| true)
}

/// Runs one duel test of a file's text, the one with this number among [`names`], as [`check`]
/// does. An error in the file before its first test fails the first one.
#[must_use]
pub fn check_one(text: &str, file: &str, nth: usize, cards: &Catalogue) -> Checked {
    check_some(text, file, cards, |number| number == nth)
}

/// The names of the duel tests of a file's text, in their order.
#[must_use]
pub fn names(text: &str) -> Vec<&str> {
    split(text).0.into_iter().map(|test| test.name).collect()
}

fn check_some(
    text: &str,
    file: &str,
    cards: &Catalogue,
    wanted: impl Fn(usize) -> bool,
) -> Checked {
    let mut checked = Checked::default();
    let (tests, stray) = split(text);
    if let Some(line) = stray.filter(|_| wanted(0)) {
        let what = "a line before the first `test`".to_owned();
        let name = "(no test)".to_owned();
        checked.failures.push(TestFailure { file: file.to_owned(), line, name, what });
    }
    for (number, test) in tests.into_iter().enumerate() {
        if !wanted(number) {
            continue;
        }
        checked.tests += 1;
        match run_with_marks(&test, cards) {
            Ok(()) => checked.rules.extend(test.rules.iter().map(|id| (*id).to_owned())),
            Err((line, what)) => checked.failures.push(TestFailure {
                file: file.to_owned(),
                line,
                name: test.name.to_owned(),
                what,
            }),
        }
    }
    checked
}

type FailedLine = (usize, String);

#[cfg(feature = "marks")]
fn run_with_marks(test: &DuelTest<'_>, cards: &Catalogue) -> Result<(), FailedLine> {
    let (result, hit) = crate::marks::record(|| run::test(test, cards));
    result?;
    let missed: Vec<&str> = test.rules.iter().copied().filter(|id| !hit.contains(id)).collect();
    if missed.is_empty() {
        return Ok(());
    }
    Err((test.line, format!("no branch marked {} ran", missed.join(", "))))
}

#[cfg(not(feature = "marks"))]
fn run_with_marks(test: &DuelTest<'_>, cards: &Catalogue) -> Result<(), FailedLine> {
    run::test(test, cards)
}

/// Cuts a file into tests; also the first line with content that belongs to none.
fn split(text: &str) -> (Vec<DuelTest<'_>>, Option<usize>) {
    let mut tests: Vec<DuelTest<'_>> = Vec::new();
    let mut stray = None;
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, without_comment(line));
        if line.is_empty() {
            continue;
        }
        if let Some(name) = line.strip_prefix("test ") {
            tests.push(DuelTest {
                name: name.trim(),
                line: number,
                rules: Vec::new(),
                position: Vec::new(),
                steps: Vec::new(),
            });
            continue;
        }
        let Some(test) = tests.last_mut() else {
            stray = stray.or(Some(number));
            continue;
        };
        if let Some(ids) = line.strip_prefix("rule ") {
            test.rules.extend(ids.split_whitespace());
        } else if test.steps.is_empty() && !is_step(line) {
            test.position.push((number, line));
        } else {
            test.steps.push((number, line));
        }
    }
    (tests, stray)
}

fn is_step(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("");
    let second = line.split_whitespace().nth(1).unwrap_or("");
    matches!(
        first,
        "P1>"
            | "P2>"
            | "offered"
            | "only"
            | "not"
            | "asked"
            | "expect"
            | "event"
            | "events"
            | "no"
            | "undo"
    ) || (matches!(first, "P1" | "P2") && matches!(second, "sees" | "never" | "same"))
}
