//! Faults of a replay file itself, as opposed to a duel that can't be followed.

use duelfish_cards::duel_flags;

/// Why a replay can't be read or its duel can't be begun. Each text is one line that says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayFileError {
    /// It begins with other bytes.
    #[error("this is no replay of EDOPro; choose a .yrpX file")]
    Foreign,
    /// It is larger than any replay.
    #[error("it says to be {0} bytes long unpacked, more than any replay; save it again")]
    TooLarge(u64),
    /// Its header is of another version.
    #[error("its header has version {0}, which is not known here; save it with EDOPro 41")]
    HeaderVersion(u64),
    /// The packed content can't be unpacked.
    #[error("what is packed in it is damaged ({0}); copy or save it again")]
    Packed(String),
    /// It ends too early.
    #[error("it is cut off: at byte {at} of its content {what} is missing; copy or save it again")]
    CutOff {
        /// Where, in the unpacked content.
        at: usize,
        /// The part that should be there.
        what: &'static str,
    },
    /// It has answers and no events.
    #[error(
        "a .yrp file holds only the answers of both players, without questions and events; \
         choose the .yrpX of the duel"
    )]
    OnlyAnswers,
    /// The duel of more than two players.
    #[error("{0} players take part; only duels of two players can be imported")]
    Players(usize),
    /// A duel that began in the middle.
    #[error("it begins in the middle of a duel, as puzzles do; only whole duels can be imported")]
    Puzzle,
    /// There are no decks in it.
    #[error("it holds no decks: they stand in the .yrp that a complete .yrpX holds; save it again")]
    NoDecks,
    /// A message of a kind that nobody knows.
    #[error("its message {number} is of the unknown kind {kind}; it was saved by a newer EDOPro")]
    UnknownMessage {
        /// Its number, from 1.
        number: usize,
        /// Its kind.
        kind: u8,
    },
    /// A message about something that nothing here does.
    #[error("its message {number} tells {what}, which nothing here does")]
    ForeignMessage {
        /// Its number, from 1.
        number: usize,
        /// The thing that it tells.
        what: &'static str,
    },
    /// A message that says what can't be.
    #[error("its message {number} ({kind}) is damaged; copy or save it again")]
    BadMessage {
        /// Its number, from 1.
        number: usize,
        /// The subject of the message.
        kind: &'static str,
    },
    /// Rules that there are not here.
    #[error("it is played by rules that there are not here: {}", duel_flags::names(*.0))]
    Rules(u64),
    /// Cards that change the rules of the whole duel.
    #[error("cards outside the decks change its rules ({0}); such duels can't be imported")]
    RuleCards(String),
    /// Cards that can't be played yet.
    #[error("cards that can't be played yet: {}", .0.join(", "))]
    Cards(Vec<String>),
    /// The duel that was found can't be played again, which is a fault of this program.
    #[error("its duel was found and does not play again as it was found; please report it")]
    PlaysOtherwise,
    /// No duel can begin like that.
    #[error("no duel can begin with its decks ({0})")]
    Setup(String),
}
