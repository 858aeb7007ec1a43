//! The ids of sessions, studies and runs: words in small letters, and a number.

use std::time::{SystemTime, UNIX_EPOCH};

use duelfish_arena::seeds::{SeedPurpose, derive};

/// Letters of an id.
const LONGEST: usize = 80;

/// Whether a text may be an id. It has no dots and no slashes, so it names no file elsewhere.
pub(crate) fn is_id(text: &str) -> bool {
    let fits =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    !text.is_empty() && text.len() <= LONGEST && text.chars().all(fits)
}

/// A text in place of an id, for messages.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(LONGEST).collect::<String>().escape_debug().to_string()
}

/// An id that is not taken: these names, and a number, which nobody has chosen.
pub(crate) fn free(names: &[&str], is_taken: impl Fn(&str) -> bool) -> String {
    let words = names.iter().map(|name| slug(name)).collect::<Vec<_>>().join("-");
    let now = nanoseconds();
    let ids = (0..).map(|nth| {
        let number = derive(now, nth, SeedPurpose::Duel) & 0xff_ffff;
        format!("{words}-{number:06x}")
    });
    let mut free = ids.filter(|id| !is_taken(id));
    // There are always more numbers.
    free.next().unwrap_or_default()
}

/// The nanoseconds of the clock: a number that nobody has chosen.
fn nanoseconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// A name in the letters of ids.
pub(crate) fn slug(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() {
            text.push(letter.to_ascii_lowercase());
        } else if !text.ends_with('-') && !text.is_empty() {
            text.push('-');
        }
        if text.len() == 24 {
            break;
        }
    }
    let text = text.trim_matches('-');
    if text.is_empty() { "deck".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_ids() {
        assert_eq!(slug("Goat Control (2005)"), "goat-control-2005");
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("デッキ"), "deck");
        assert!(is_id(&free(&["A b", "ü"], |_| false)));
        assert!(!is_id("../x") && !is_id("") && !is_id("A") && !is_id("a.duel"));
    }
}
