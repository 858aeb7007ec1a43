//! Why a text is no deck.

use crate::deck::Parsed;
use crate::place::{DeckPart, Spots};

/// Why a text is no deck. Every message is one line that names the file, the line where there is
/// one, and what to do; only [`DeckError::Unknown`] has one such line for each unknown passcode.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckError {
    /// The text is far longer than any deck.
    #[error("{file}: {bytes} bytes are too many for a deck; choose a .ydk file or a ydke:// URL")]
    TooLarge {
        /// The file as it was named to the parser.
        file: String,
        /// Length of the text.
        bytes: usize,
    },
    /// The bytes are no UTF-8 text, or hold a NUL.
    #[error("{file}:{line}: byte 0x{byte:02x} is no text; choose a .ydk file, saved as UTF-8")]
    NotText {
        /// The file as it was named to the parser.
        file: String,
        /// The line of the first wrong byte, counted from 1.
        line: u32,
        /// The first wrong byte.
        byte: u8,
    },
    /// There is no card in the text, or only tokens.
    #[error("{file}: no cards; write one passcode a line")]
    Empty {
        /// The file as it was named to the parser.
        file: String,
    },
    /// A line is neither a comment nor a mark nor a number.
    #[error("{file}:{line}: {text} is no passcode; correct it or put # before it")]
    NotANumber {
        /// The file as it was named to the parser.
        file: String,
        /// The line, counted from 1.
        line: u32,
        /// The text there, quoted and shortened.
        text: String,
    },
    /// A line is a number below 0.
    #[error("{file}:{line}: {text} is negative, no passcode is; remove the minus sign or the line")]
    Negative {
        /// The file as it was named to the parser.
        file: String,
        /// The line, counted from 1.
        line: u32,
        /// The text there, quoted and shortened.
        text: String,
    },
    /// A line is a number above `u32::MAX`.
    #[error("{file}:{line}: {text} is too big for a passcode; write one number a line")]
    TooBig {
        /// The file as it was named to the parser.
        file: String,
        /// The line, counted from 1.
        line: u32,
        /// The text there, quoted and shortened.
        text: String,
    },
    /// No known card has these passcodes.
    #[error("{}", .cards.iter().map(UnknownCard::to_string).collect::<Vec<_>>().join("\n"))]
    Unknown {
        /// Every unknown passcode once, in the order of the file.
        cards: Vec<UnknownCard>,
        /// The deck without them, for what else there is to say about it.
        rest: Box<Parsed>,
    },
    /// In a list of names, no card has these. There is one line for each, up to
    /// [`UnknownName::MOST`] and one more.
    #[error("{}", .0.iter().map(UnknownName::to_string).collect::<Vec<_>>().join("\n"))]
    UnknownNames(
        /// The lines with such names, in the order of the file.
        Vec<UnknownName>,
    ),
    /// In a list of names, a line has a number of copies that is none.
    #[error("{file}:{line}: {text} begins with no number of copies; write one from 1 to 99")]
    Copies {
        /// The file as it was named to the parser.
        file: String,
        /// The line, counted from 1.
        line: u32,
        /// The text there, quoted and shortened.
        text: String,
    },
    /// A ydke URL is damaged.
    #[error("{file}:{line}: {fault}")]
    Url {
        /// The file as it was named to the parser.
        file: String,
        /// The line on which the URL begins, counted from 1.
        line: u32,
        /// The fault of the URL.
        fault: UrlFault,
    },
}

/// A passcode that no known card has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: no known card has passcode {passcode}{}; correct it or remove it", .at.others())]
pub struct UnknownCard {
    /// The number.
    pub passcode: u32,
    /// Every place where it stands.
    pub at: Spots,
}

/// A name that no card has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: no card is called {name}; {}", meant(.nearest.as_deref()))]
pub struct UnknownName {
    /// The file as it was named to the parser.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The text there, quoted and shortened.
    pub name: String,
    /// The name that looks most like it.
    pub nearest: Option<String>,
}

impl UnknownName {
    /// After so many the rest of a list is not looked at: it is none.
    pub const MOST: usize = 100;
}

fn meant(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => "correct the name or write the passcode".to_owned(),
    }
}

/// A fault of a ydke URL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UrlFault {
    /// A part holds something that base64 does not.
    #[error("the {0} of the ydke URL is not base64; copy the whole URL again")]
    Base64(
        /// Which part.
        DeckPart,
    ),
    /// A part is cut in the middle of a card.
    #[error(
        "the {part} of the ydke URL has {bytes} bytes, which is no multiple of 4; copy the whole URL again"
    )]
    Length {
        /// Which part.
        part: DeckPart,
        /// Its length after decoding.
        bytes: usize,
    },
    /// The URL ends before the mark that closes a part.
    #[error("the ydke URL has no `!` after its {0}; copy the whole URL again")]
    NoMark(
        /// Which part.
        DeckPart,
    ),
    /// Something follows the three parts.
    #[error("{0} follows the last `!` of the ydke URL; remove it")]
    Rest(
        /// The text there, quoted and shortened.
        String,
    ),
}
