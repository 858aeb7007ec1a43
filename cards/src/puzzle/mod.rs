//! Puzzles of the ecosystem: Lua files that set up a table and ask for a win this turn.
//!
//! They are read as data and never run. Only the part of Lua that describes a table is understood:
//!
//! ```text
//! --[[ a comment ]]  -- another
//! Debug.ReloadFieldBegin(DUEL_ATTACK_FIRST_TURN+DUEL_SIMPLE_AI, 5)   -- duel flags, Master Rule
//! Debug.SetPlayerInfo(0, 8000, 0, 0)                 -- player, Life Points, hand and draw from the Deck
//! local m = Debug.AddCard(91152256, 0, 0, LOCATION_MZONE, 2, POS_FACEUP_ATTACK, true)
//! local e = Debug.AddCard(40619825, 0, 0, LOCATION_SZONE, 2, POS_FACEUP)
//! Debug.ReloadFieldEnd()
//! Debug.PreEquip(e, m)
//! Debug.SetAIName("a name") Debug.ShowHint("a hint") -- mean nothing here
//! aux.BeginPuzzle()       -- no Draw and Standby Phase; player 0 loses when the turn ends
//! ```
//!
//! Numbers are decimal or hexadecimal and joined with `+` and `|`; constants have their names
//! (`LOCATION_`, `POS_`, `DUEL_`), and variables may hold numbers and cards. Anything else, an effect
//! of the puzzle's own above all, is an error that names it.
//!
//! A puzzle is turned into a position as text, with the Main Phase 1 of turn 1, and read as such.
//! Nothing in it is hidden, and a Deck has the order in which its cards were added.

mod lex;
mod place;
mod read;
mod write;

use duelfish_engine::{Catalogue, Position};

use crate::deck::quoted;

/// No puzzle is nearly as long.
const MAX_BYTES: usize = 1 << 20;

/// A puzzle that can be played.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The table, with player 0 as the first player, who begins.
    pub position: Position,
    /// It as text.
    pub text: String,
    /// Whether Decks keep their order when they are shuffled. A position can't say that: after a
    /// shuffle its Decks have any order.
    pub keeps_deck_order: bool,
}

/// Why a file is no puzzle that can be played. The Display is one line that names the file, the line
/// where there is one, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// The file is far longer than any puzzle.
    #[error("{file}: {bytes} bytes are too many for a puzzle; choose a .lua file of one")]
    TooLarge {
        /// The file as it was named to the reader.
        file: String,
        /// Its length.
        bytes: usize,
    },
    /// A line says nothing that a puzzle can say, or the whole is none.
    #[error("{file}:{line}: {what}")]
    Wrong {
        /// The file as it was named to the reader.
        file: String,
        /// The line, counted from 1.
        line: u32,
        /// The fault and its remedy, in words.
        what: String,
    },
    /// The puzzle needs something that there is not here.
    #[error("{file}:{line}: unsupported {need}")]
    Unsupported {
        /// The file as it was named to the reader.
        file: String,
        /// The line, counted from 1.
        line: u32,
        /// The thing that it needs.
        need: Need,
    },
    /// The puzzle has cards that can't be played.
    #[error("{file}: unsupported cards: {}", .cards.join(", "))]
    Cards {
        /// The file as it was named to the reader.
        file: String,
        /// Each card once, with its name and passcode as far as they are known.
        cards: Vec<String>,
    },
}

/// A need of a puzzle that is not met here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Need {
    /// Rush Duels are another game.
    #[error("game: Rush Duel")]
    RushDuel,
    /// A function that is called, or a word of Lua that describes no table.
    #[error("call: {0}")]
    Call(String),
    /// Rules, by the names of their duel flags.
    #[error("rules: {0}")]
    Rules(String),
    /// Something of the table that positions can't hold.
    #[error("state: {0}")]
    State(String),
}

impl Puzzle {
    /// Reads a puzzle.
    ///
    /// ```
    /// use duelfish_cards::{Puzzle, catalogue};
    ///
    /// let text = b"Debug.ReloadFieldBegin(DUEL_ATTACK_FIRST_TURN, 5)
    ///     Debug.SetPlayerInfo(0, 8000, 0, 0)
    ///     Debug.SetPlayerInfo(1, 1400, 0, 0)
    ///     Debug.AddCard(91152256, 0, 0, LOCATION_MZONE, 2, POS_FACEUP_ATTACK)
    ///     Debug.ReloadFieldEnd()
    ///     aux.BeginPuzzle()";
    /// let puzzle = Puzzle::parse(catalogue(), text, "mine.lua").unwrap();
    /// assert!(puzzle.text.contains("P1 M3 attack: Celtic Guardian"));
    ///
    /// let error = Puzzle::parse(catalogue(), b"\n local e = Effect.CreateEffect(c)", "mine.lua");
    /// let message = "mine.lua:2: unsupported call: Effect.CreateEffect";
    /// assert_eq!(error.unwrap_err().to_string(), message);
    /// ```
    ///
    /// # Errors
    /// Fails at the first line that is wrong or needs something unsupported; unsupported cards are
    /// named all.
    pub fn parse(cards: &Catalogue, bytes: &[u8], file: &str) -> Result<Self, PuzzleError> {
        let file = file.replace(char::is_control, "?");
        if bytes.len() > MAX_BYTES {
            return Err(PuzzleError::TooLarge { file, bytes: bytes.len() });
        }
        // Hints and comments are in any encoding; nothing else needs more than ASCII.
        let text = String::from_utf8_lossy(bytes);
        let table = lex::words(&text).and_then(|words| read::table(&words));
        let table = table.map_err(|fault| fault.of_file(&file))?;
        write::puzzle(cards, &table, &file)
    }
}

/// A fault, before the file's name is known.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PuzzleFault {
    Wrong(u32, String),
    Unsupported(u32, Need),
}

impl PuzzleFault {
    fn wrong(line: u32, what: impl Into<String>) -> Self {
        Self::Wrong(line, what.into())
    }

    fn call(line: u32, name: impl Into<String>) -> Self {
        Self::Unsupported(line, Need::Call(name.into()))
    }

    fn state(line: u32, what: impl Into<String>) -> Self {
        Self::Unsupported(line, Need::State(what.into()))
    }

    fn of_file(self, file: &str) -> PuzzleError {
        let file = file.to_owned();
        match self {
            Self::Wrong(line, what) => PuzzleError::Wrong { file, line, what },
            Self::Unsupported(line, need) => PuzzleError::Unsupported { file, line, need },
        }
    }
}
