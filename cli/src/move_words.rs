//! Moves in words.

use duelfish_engine::{Action, Actions, View};
use duelfish_search::duels::key_of;
use duelfish_session::{Menu, MenuChoice, Voice};

/// A move of the player whose view this is, with the names of its cards. The players are called by their numbers.
pub(crate) fn move_in_words(view: &View<'_>, action: Action) -> String {
    let mut legal = Actions::new();
    view.legal_actions(&mut legal);
    let menu = view.decision().map(|decision| Menu::new(view, Voice::WATCHER, decision, &legal));
    let choices = menu.map_or_else(Vec::new, |menu| menu.choices);
    let key = key_of(view, action);
    let choice = choices.iter().find(|choice| choice.key == key);
    choice.map_or_else(|| view.describe(action), MenuChoice::in_words)
}
