//! The reference page of the card language, made from its table.

use std::fmt::Write as _;

use super::table::{WordGroup, entries};

/// The reference page as Markdown: `docs/card-language.md`.
#[must_use]
pub fn reference() -> String {
    let mut page = String::from(HEAD);
    for (group, title, text) in SECTIONS {
        let _ = write!(page, "\n## {title}\n\n{text}\n");
        let of_group: Vec<_> = entries().filter(|entry| entry.means.group() == *group).collect();
        for entry in of_group.iter().filter(|entry| !entry.meaning.is_empty()) {
            let _ = write!(
                page,
                "\n### `{}`\n\n{}.\n\n```text\n",
                entry.syntax,
                sentence(entry.meaning)
            );
            for line in entry.example.lines() {
                let begins = ["card ", "text ", "facts ", "effect ", "always ", "equip "];
                let clause = !begins.iter().any(|word| line.starts_with(word));
                let _ = writeln!(page, "{}{line}", if clause { "  " } else { "" });
            }
            page.push_str("```\n");
        }
        let plain: Vec<String> = of_group
            .iter()
            .filter(|entry| entry.syntax.is_empty() && entry.word != "them")
            .map(|entry| format!("`{}`", entry.word))
            .collect();
        if !plain.is_empty() {
            let _ = write!(page, "\nWords that stand for themselves: {}.\n", plain.join(", "));
        }
    }
    page
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        // A word of the language at the begin stays as it is written.
        Some(first) if first.is_alphabetic() => first.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

const HEAD: &str = "\
# The card language

What a card does is a small text file, close to the printed text, with one clause on a line. This
page lists every word. It is made from the table in `script/src/language` in which the parser looks
the words up; a test keeps it so. [Write your first card](first-card.md) is the place to begin.

`#` begins a comment, indentation and case don't matter, `face-up` and `face_up` are the same word,
and `|` may be written for `or`. A filter in parentheses may go on in the next line.

What need not be written, because it follows from the clauses:

- whether an effect can be activated at all: enough targets, a cost that can be paid, and a first
  step that can do something (cards to destroy, a zone to Summon to, cards to draw). Mandatory
  effects are activated without that; steps with `may` and what follows them, or with `otherwise`,
  need nothing;
- Spell Speed, from where an effect is used, and whether it may be used in the Damage Step;
- that targets that have left or don't fit any more are left out when the effect resolves;
- what an effect would do, for cards that answer that.

What can't do anything is refused, with its place: a verb for cards where it does nothing (`discard 1
card(deck)`), a noun for places where no such card ever is (`spell(extra_deck)`), a modifier for what can't
have it (`every monster(hand)` with anything but `level`), a clause that a kind of effect does not look at
(`limit` in `effect procedure`), events that would narrow each other (`summoned or tribute_summoned`), and
a step about an attack or a Chain where there is none. A test builds texts of all words and holds them to
that (`engine/tests/it/silent_holes.rs`).
";

const SECTIONS: &[(WordGroup, &str, &str)] = &[
    (WordGroup::Line, "Lines of a card", "A file holds one card or several."),
    (WordGroup::Term, "Terms of Summons", "After `condition`."),
    (WordGroup::Form, "Kinds of effects", "The word after `effect`."),
    (
        WordGroup::Header,
        "More on the `effect` line",
        "In any order, before the event; or on a line of their own below it.",
    ),
    (WordGroup::Clause, "Clauses", "In the order of the printed text, before the steps."),
    (WordGroup::Link, "How steps hang together", "The first word of each step."),
    (WordGroup::Guard, "Conditions of steps", "After the first word of a step."),
    (WordGroup::Verb, "Verbs", "What a step or a cost does."),
    (
        WordGroup::Set,
        "Cards",
        "What a verb is about: besides these, `N FILTER` and `N to M FILTER` let the effect's player pick, a name means what it was given to, and `and` joins.",
    ),
    (WordGroup::Noun, "Filters", "Which cards."),
    (WordGroup::Side, "Sides", "In a filter."),
    (WordGroup::Location, "Places", "In a filter, after `from`; `or` joins places."),
    (WordGroup::Test, "Tests", "In a filter, and after `is`."),
    (WordGroup::Number, "Numbers", "Where `N` stands: a number, a name, or one of these."),
    (WordGroup::Condition, "Conditions", "After `need`, `if`, `unless` and `remember NAME =`."),
    (WordGroup::Event, "Events", "After a subject: `on monster(theirs) summoned`."),
    (WordGroup::Phase, "Phases", "In `phase(...)`, and after `on my`."),
    (WordGroup::Player, "Players", ""),
    (WordGroup::Modifier, "Modifiers", "After `always` and `give`."),
    (WordGroup::Until, "Durations", "How long a modifier lasts."),
    (
        WordGroup::Fact,
        "Facts",
        "In a `facts` line, besides Attribute and Type; `effect`, `normal` and `flip` follow from the card's text.",
    ),
];
