//! The bot's choice in the person's place.

use duelfish_search::{Choice, Spec, Why};
use duelfish_session::Menu;

use crate::output::Align::{Left, Right};
use crate::output::table;

/// Choices that are shown.
const SHOWN: usize = 6;
/// Letters of a choice that fit into the table.
const LETTERS: usize = 54;

/// The bot's choice with its reasons. `key` tells which actions mean the same.
pub(super) fn shown(
    menu: &Menu,
    bot: &Spec,
    choice: &Choice,
    key: impl Fn(duelfish_engine::Action) -> u64,
) -> String {
    let named = |action| {
        let key = key(action);
        let at = menu.choices.iter().position(|choice| choice.key == key)?;
        Some(format!("{} {}", at + 1, menu.choices[at].in_words()))
    };
    let best = named(choice.action).unwrap_or_default();
    let mut text = format!("{bot} would choose: {best}\n");
    match &choice.why {
        Why::Rule(rule) => text += &format!("By a rule of thumb: {rule}.\n"),
        Why::Search(found) if !found.choices.is_empty() => {
            let rows = found.choices.iter().take(SHOWN).filter_map(|finding| {
                let chance = format!("{:.1}%", 100.0 * finding.value);
                let named: String = named(finding.action)?.chars().take(LETTERS).collect();
                Some([named, chance, finding.visits.to_string()])
            });
            let columns = ["choice", "chance to win", "visits"];
            text += &table(Some(columns), [Left, Right, Right], rows);
            let more = found.choices.len().saturating_sub(SHOWN);
            if more > 0 {
                text += &format!("and {more} more\n");
            }
            let nodes = found.nodes;
            text += &format!(
                "It tried {nodes} decisions, knowing what you know.\n\
                 The chances are its own estimate.\n"
            );
        }
        Why::Random => text += "It plays at random and has no reason.\n",
        _ => {}
    }
    text
}
