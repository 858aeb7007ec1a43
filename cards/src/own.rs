//! Card files of one's own, from a directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use duelfish_engine::Catalogue;
use duelfish_script::language::{CardFile, CardFileError};

use crate::pool::catalogue_with;

/// How the name of a card file ends.
const ENDING: &str = "card";
/// No card file is anywhere near this long, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Why there are no cards of one's own. The Display of all but [`OwnError::Cards`] is one line.
#[derive(Debug, thiserror::Error)]
pub enum OwnError {
    /// There is no such directory.
    #[error("{0}: there is no such directory; check the path")]
    Missing(String),
    /// It is a file.
    #[error("{0}: this is no directory; name the directory that the card files are in")]
    NotDirectory(String),
    /// No file in it is a card file.
    #[error("{0}: there is no card file in this directory; their names end in .{ENDING}")]
    Empty(String),
    /// A file or the directory can't be read.
    #[error("{path}: can't be read ({error})")]
    Unreadable {
        /// Which.
        path: String,
        /// The error that the system reports.
        error: io::Error,
    },
    /// A file is longer than any card file.
    #[error("{0}: this is no card file, it is longer than {MAX_BYTES} bytes")]
    TooLarge(String),
    /// A file is not UTF-8.
    #[error("{0}: this is no text; card files are UTF-8")]
    NotText(String),
    /// The faults of the files, clause by clause; the Display of each is several lines.
    #[error("{}", in_words(.0))]
    Cards(Vec<CardFileError>),
}

fn in_words(errors: &[CardFileError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n")
}

/// The card files (`*.card`) of a directory, sorted by name; directories in it are not looked at.
///
/// # Errors
/// Fails when the directory or a file can't be read, or there is no card file.
pub fn card_files(directory: &Path) -> Result<Vec<CardFile>, OwnError> {
    let name = shown(directory);
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => OwnError::Missing(name.clone()),
        io::ErrorKind::NotADirectory => OwnError::NotDirectory(name.clone()),
        _ => OwnError::Unreadable { path: name.clone(), error },
    };
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) && path.is_file() {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(OwnError::Empty(name));
    }
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

/// The catalogue of the pool and of the card files of a directory.
///
/// # Errors
/// Those of [`card_files`], and every faulty clause of the files. A card that the pool has too is
/// one.
pub fn catalogue_with_directory(directory: &Path) -> Result<Catalogue, OwnError> {
    catalogue_with(&card_files(directory)?).map_err(OwnError::Cards)
}

fn read(path: &Path) -> Result<CardFile, OwnError> {
    let name = shown(path);
    let unreadable = |error| OwnError::Unreadable { path: name.clone(), error };
    if fs::metadata(path).map_err(unreadable)?.len() > MAX_BYTES {
        return Err(OwnError::TooLarge(name));
    }
    let text = String::from_utf8(fs::read(path).map_err(unreadable)?);
    let text = text.map_err(|_| OwnError::NotText(name.clone()))?;
    Ok((name, text))
}

/// How messages call a path: on one line.
fn shown(path: &Path) -> String {
    path.to_string_lossy().replace(char::is_control, "?")
}
