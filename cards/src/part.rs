//! Names by a part of them.

/// Whether a name has this text in it, blanks and punctuation left out.
pub fn part_of_name(text: &str) -> impl Fn(&str) -> bool {
    let (exact, folded) = (text.to_lowercase(), folded(text));
    move |name| {
        // A text of nothing but punctuation means itself.
        if folded.is_empty() {
            return name.to_lowercase().contains(&exact);
        }
        self::folded(name).contains(&folded)
    }
}

fn folded(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
