//! A decision on the screen: its question, and its choices with their numbers.

use duelfish_engine::{Action, DecisionKind};
use duelfish_session::Menu;

use super::paint::{HEAD, NUMBER, PLAIN, flow, paint};

/// Letters of a group's name.
const GROUP: usize = 16;

/// The choices by groups, with their numbers.
pub(super) fn shown(menu: &Menu) -> String {
    let mut text = format!("{}{}\n", paint(HEAD, &menu.question), remark(menu));
    let mut at = 0;
    while at < menu.choices.len() {
        let group = &menu.choices[at].group;
        let rest = &menu.choices[at..];
        let count = rest.iter().take_while(|choice| choice.group == *group).count();
        let pieces: Vec<_> = rest[..count]
            .iter()
            .zip(at + 1..)
            .map(|(choice, number)| {
                let number = paint(NUMBER, &number.to_string());
                let enter = match choice.action {
                    action if menu.enter != Some(action) => "",
                    Action::PASS => " (or Enter; `skip`: until something happens)",
                    _ => " (or Enter)",
                };
                (PLAIN, format!("{number} {}{enter}", choice.text))
            })
            .collect();
        // A long heading has a line of its own.
        let mut head = format!("  {group:GROUP$}");
        if group.len() >= GROUP {
            text += &format!("  {group}:\n");
            head = " ".repeat(GROUP + 2);
        }
        text += &flow(&head, &pieces, "   ");
        at += count;
    }
    text
}

/// A remark on words that can be typed besides numbers.
fn remark(menu: &Menu) -> &'static str {
    match menu.kind {
        DecisionKind::Confirm if menu.choices.iter().any(|choice| choice.code.is_some()) => {
            " (? 1 shows the card that asks.)"
        }
        DecisionKind::Name => " (`name NAME` for others)",
        _ => "",
    }
}
