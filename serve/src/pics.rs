//! Pictures of cards from the user's own folder, as EDOPro keeps them: `89631139.jpg`.

use std::path::PathBuf;

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// Endings of file names, and what browsers call them.
const KINDS: [(&str, &str); 3] =
    [("jpg", "image/jpeg"), ("png", "image/png"), ("jpeg", "image/jpeg")];

/// Larger files are no pictures of cards.
const MOST_BYTES: u64 = 8 << 20;

/// The picture of the card with this passcode. A number is all that is taken from the request, so no other file
/// can be meant.
pub(crate) fn picture(folder: Option<&PathBuf>, passcode: u32) -> Result<Response, ApiError> {
    let none = || ApiError::missing(format!("there is no picture of card {passcode}"));
    let folder = folder.ok_or_else(none)?;
    for (ending, kind) in KINDS {
        let file = folder.join(format!("{passcode}.{ending}"));
        let fits = |data: &std::fs::Metadata| data.is_file() && data.len() <= MOST_BYTES;
        if std::fs::metadata(&file).ok().as_ref().is_some_and(fits)
            && let Ok(bytes) = std::fs::read(&file)
        {
            return Ok(([(CONTENT_TYPE, kind)], bytes).into_response());
        }
    }
    Err(none())
}
