//! Which cards can be played.

use duelfish_engine::Facts;

/// Whether a duel can be played with this card: everything printed on it is implemented.
///
/// For now these are the monsters about which the rules alone say everything; every card that
/// gets an effect in this crate is added here.
///
/// ```
/// use duelfish_cards::{catalogue, is_supported};
///
/// let facts = |name| catalogue().facts(catalogue().by_name(name).unwrap());
/// assert!(is_supported(facts("Gemini Elf")));
/// assert!(!is_supported(facts("Decode Talker")));
/// ```
#[must_use]
pub const fn is_supported(facts: &Facts) -> bool {
    facts.is_plain_monster()
}
