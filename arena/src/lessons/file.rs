//! Files of lessons: a line of text, the rules and the count of duels, then the duels, each in a frame with
//! checksums of its own as in a record.

use bincode::{Decode, Encode};

use super::{LessonDuel, Lessons};
use crate::record::codec::{FoundFrame, TooLarge, push_frame, read_frame};

/// Why a file has no lessons that this version reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LessonsError {
    /// It is something else.
    #[error(
        "this is no file of lessons of this version: its first line is another; `duelfish tune --policy --samples FILE` writes one"
    )]
    FirstLine,
    /// It is damaged or not whole.
    #[error("this file of lessons is damaged: {0}; copy it again, or collect its lessons anew")]
    Damaged(&'static str),
}

/// The facts that are said once for all duels.
#[derive(Debug, Encode, Decode)]
struct LessonsHead {
    rules: String,
    duels: u32,
}

impl Lessons {
    /// How a file of lessons begins.
    pub const FIRST_LINE: &[u8] = b"duelfish-lessons 1\n";

    /// The file of these lessons.
    ///
    /// # Errors
    /// Fails when a duel is longer than a frame may be.
    pub fn to_bytes(&self) -> Result<Vec<u8>, TooLarge> {
        let mut file = Self::FIRST_LINE.to_vec();
        let duels = self.duels.len() as u32;
        let head = LessonsHead { rules: self.rules.clone(), duels };
        push_frame(&mut file, &head)?;
        for duel in &self.duels {
            push_frame(&mut file, duel)?;
        }
        Ok(file)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Says why it has no lessons.
    pub fn from_bytes(file: &[u8]) -> Result<Self, LessonsError> {
        let mut rest = file.strip_prefix(Self::FIRST_LINE).ok_or(LessonsError::FirstLine)?;
        let mut buffer = Vec::new();
        let head: LessonsHead = frame(&mut rest, &mut buffer)?.ok_or(CUT)?;
        let mut duels: Vec<LessonDuel> = Vec::new();
        while let Some(duel) = frame(&mut rest, &mut buffer)? {
            duels.push(duel);
        }
        let LessonsHead { rules, duels: expected } = head;
        if duels.len() != expected as usize {
            return Err(CUT);
        }
        Ok(Self { rules, duels })
    }
}

const CUT: LessonsError = LessonsError::Damaged("it has not as many duels as it says");

/// The next frame; none at the end.
fn frame<T: Decode<()>>(rest: &mut &[u8], buffer: &mut Vec<u8>) -> Result<Option<T>, LessonsError> {
    match read_frame(rest, buffer, &[]) {
        Ok(FoundFrame::Frame(value, _)) => Ok(Some(value)),
        Ok(FoundFrame::End) => Ok(None),
        Ok(FoundFrame::Damaged(why)) => Err(LessonsError::Damaged(why)),
        Ok(FoundFrame::Torn) | Err(_) => Err(CUT),
    }
}
