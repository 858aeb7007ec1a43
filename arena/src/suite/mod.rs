//! Suites: positions with one agreed move or one agreed error, each with a sentence that says why.
//!
//! A file holds many questions. Each begins with a line `question`, says its class and why its
//! answer is agreed, gives a [position](duelfish_engine::Position), may take actions from there to
//! the decision that is asked about, and ends with the answers that are right or wrong. A line that
//! begins with `#` is a comment.
//!
//! ```text
//! question breaker-is-worth-more-than-darkfire-dragon
//! class bad-fusion
//! why Darkfire Dragon has no effect, and Breaker still has its counter.
//! rules goat
//! turn 5 P1 main1
//! P1 hand: Metamorphosis
//! P1 M1 attack: Breaker the Magical Warrior [counters=1]
//! P1 extra: Darkfire Dragon
//! P2 S1 down: Sakuretsu Armor
//! avoid activate Metamorphosis
//! ```
//!
//! | line | what it says |
//! | --- | --- |
//! | `question NAME` | a new question; names are words of small letters and digits with `-` between |
//! | `class WORD` | the kind of error or move: one of [`CLASSES`] |
//! | `why SENTENCE` | the reason, in plain English |
//! | lines of a position | what lies where; everything that the player who is asked may know |
//! | `P1> ACTION` | an action before the decision, as records write it |
//! | `best A; B` | these answers are right and all others wrong |
//! | `avoid A; B` | these answers are wrong and all others right |
//! | `board PART; PART` | in place of answers: the whole turn is asked about, and all of these parts hold when it has ended ([`WantedBoard`]); a second such line is another board that is right as well |
//! | `P1> ACTION` after it | a line that makes the board |

mod ask;
mod board;
mod export;
mod find;
mod parse;
mod report;
mod turn;

use std::fmt;

use duelfish_engine::{Action, Duel, Rules};

pub use ask::{SuiteSpec, SuiteWatch, ask};
pub use board::WantedBoard;
pub use export::{ExportError, question_at};
pub use find::{BOARDS_SCHEMA, BoardsReport, SoughtBoard, find_boards};
pub use parse::SuiteError;
pub use report::{BotScore, ClassScore, GivenAnswer, RightShare, SUITE_SCHEMA, SuiteReport};
pub use turn::{BoardTask, FoundBoard};

/// The classes of questions, each with what it is about.
pub const CLASSES: [(&str, &str); 13] = [
    ("attack", "attacks that lose a monster or waste one, and attacks that must be made"),
    ("bad-fusion", "what Metamorphosis is given, and what is made of it"),
    ("boards", "the board that a whole turn makes"),
    ("discard", "cards to discard, and cards that pay a cost"),
    ("lethal", "a win in this turn"),
    ("misuse-of-monster", "monsters whose effect is thrown away or that are Set for nothing"),
    ("own-card", "effects that destroy a card of one's own"),
    ("scapegoat", "the moment for Scapegoat and what its Tokens are for"),
    ("set-spell", "Spells that are Set where they can only be lost"),
    ("survival", "the only way to see another turn"),
    ("target", "which of several cards an effect should take"),
    ("timing", "the moment for a card: now, later or in a Chain"),
    ("wasted-removal", "removal on a card that is not worth it"),
];

/// A position, and what is agreed about the decision in it.
#[derive(Clone, Debug)]
pub struct SuiteQuestion {
    /// The file, as the caller named it.
    pub file: String,
    /// Line in the file, from 1, at which it begins.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// Its class: one of [`CLASSES`].
    pub class: &'static str,
    /// The reason for the answer.
    pub why: String,
    /// Whether the answers below are the right ones; otherwise they are the wrong ones.
    pub is_best: bool,
    /// The boards that the turn should make, if the question is about a whole turn: then it has no answers.
    pub board: Option<BoardTask>,
    /// The rules of the position.
    pub rules: Rules,
    /// The duel at the decision.
    pub duel: Duel,
    /// The answers as they are written, and as actions.
    answers: Vec<(String, Action)>,
    /// The lines of the position and the actions before the decision.
    body: Vec<String>,
}

impl SuiteQuestion {
    /// The answers that stand in the file: the right ones, or the wrong ones.
    #[must_use]
    pub fn answers(&self) -> Vec<Action> {
        self.answers.iter().map(|(_, action)| *action).collect()
    }

    /// The lines of the position and the actions before the decision.
    #[must_use]
    pub fn body(&self) -> &[String] {
        &self.body
    }

    /// Whether this answer is right. Copies of one card are the same answer. Of a question about a board no single
    /// answer is right: the turn is.
    #[must_use]
    pub fn is_right(&self, action: Action) -> bool {
        if self.board.is_some() {
            return false;
        }
        let key = self.duel.choice_key(action);
        let named = self.answers.iter().any(|(_, answer)| self.duel.choice_key(*answer) == key);
        named == self.is_best
    }
}

/// The question as it is written in a file.
impl fmt::Display for SuiteQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "question {}\nclass {}\nwhy {}", self.name, self.class, self.why)?;
        self.body.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        if let Some(task) = &self.board {
            task.boards.iter().try_for_each(|board| writeln!(f, "board {board}"))?;
            return task
                .line
                .iter()
                .try_for_each(|(player, action)| writeln!(f, "{player}> {action}"));
        }
        let answers: Vec<&str> = self.answers.iter().map(|(text, _)| text.as_str()).collect();
        writeln!(f, "{} {}", if self.is_best { "best" } else { "avoid" }, answers.join("; "))
    }
}
