//! Rules in a record: a preset, and what is otherwise in a duel that another program played.

use duelfish_engine::{Placement, Rules};

/// The switch that the rules themselves do not list by name.
const PLACEMENT: &str = "zones-asked";

/// Rules as a record names them: `mr5`, or `mr5 hand=4 zones-asked=1` where they differ from the preset whose
/// name they have.
///
/// ```
/// use duelfish_arena::record::{rules_from_words, rules_in_words};
/// use duelfish_engine::Rules;
///
/// let rules = Rules { opening_hand: 4, ..Rules::MR5 };
/// assert_eq!(rules_in_words(&rules), "mr5 hand=4");
/// assert_eq!(rules_from_words("mr5 hand=4"), Some(rules));
/// assert_eq!(rules_from_words("mr5 hand=many"), None);
/// ```
#[must_use]
pub fn rules_in_words(rules: &Rules) -> String {
    let preset = Rules::preset(rules.name).unwrap_or(Rules::MR5);
    let mut words = rules.name.to_owned();
    for ((name, usual), (_, value)) in preset.options().into_iter().zip(rules.options()) {
        if usual != value {
            words += &format!(" {name}={value}");
        }
    }
    if rules.placement != preset.placement {
        words += &format!(" {PLACEMENT}={}", u8::from(rules.placement == Placement::Ask));
    }
    words
}

/// The rules that a record names; none if there are no such rules here.
#[must_use]
pub fn rules_from_words(words: &str) -> Option<Rules> {
    let mut words = words.split(' ');
    let preset = Rules::preset(words.next()?)?;
    words.try_fold(preset, |rules, word| {
        let (name, value) = word.split_once('=')?;
        match (name, value) {
            (PLACEMENT, "0") => Some(rules.with_placement(Placement::Auto)),
            (PLACEMENT, "1") => Some(rules.with_placement(Placement::Ask)),
            _ => rules.with_option(name, value.parse().ok()?),
        }
    })
}
