//! Mutants of card texts, by which the tests of cards are judged: a card whose text says something
//! else must fail one of its tests.

mod cuts;
mod text;

use duelfish_engine::{CardCode, Catalogue};
use duelfish_script::Scripts;
use duelfish_script::language::{CardFile, load};

use cuts::Edit;

/// The text of one card, cut out of its file.
#[derive(Clone, Debug)]
pub struct CardText {
    /// The card.
    pub code: CardCode,
    /// The stem of its files' names: the card's name in lower case with hyphens.
    pub stem: String,
    /// The file, as it was named.
    pub file: String,
    /// Line of the file in which the text begins, from 1.
    pub line: usize,
    /// The text, from its `card` line to the line before the next one.
    pub text: String,
}

/// A card's text that says something else in one place.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Line of the file in which it differs, from 1.
    pub line: usize,
    /// The changed line as it was.
    pub was: String,
    /// The changed line as it is now; empty if it is gone.
    pub now: String,
    /// The card's whole text as it is now.
    pub text: String,
}

/// The texts of all cards of some files, in their order. Cards that a catalogue does not have are
/// left out.
#[must_use]
pub fn card_texts(files: &[CardFile], cards: &Catalogue) -> Vec<CardText> {
    let mut all = Vec::new();
    for (file, text) in files {
        let mut begins: Vec<usize> = Vec::new();
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            if line.trim_start_matches('\u{feff}').split_whitespace().next() == Some("card") {
                begins.push(at);
            }
        }
        for (n, from) in begins.iter().enumerate() {
            let to = begins.get(n + 1).copied().unwrap_or(lines.len());
            let passcode = lines[*from].split_whitespace().nth(1);
            let code = passcode.and_then(|word| cards.by_passcode(word.parse().ok()?));
            let Some(code) = code else { continue };
            all.push(CardText {
                code,
                stem: stem(cards.name(code)),
                file: file.clone(),
                line: from + 1,
                text: lines[*from..to].join("\n") + "\n",
            });
        }
    }
    all
}

/// The stem of the names of a card's files: its name in lower case without apostrophes and full
/// stops, with hyphens between words.
#[must_use]
pub fn stem(name: &str) -> String {
    let name = name.replace(['\'', '.'], "");
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.join("-")
}

/// The mutants of a card's text that still compile, to something else than the text itself and each
/// other. In each a clause, a part of a filter, a modifier, a condition of a step, one side of an
/// `and` or `or`, or a duration is gone, a number is one step off, sides are swapped, or a part
/// about both sides is about one.
#[must_use]
pub fn mutants(card: &CardText, cards: &Catalogue) -> Vec<Mutant> {
    // The card alone, so that equal texts become equal tables.
    let alone = |text: &str| load(&[(card.file.clone(), text.to_owned())], cards).ok();
    let Some(original) = alone(&card.text) else { return Vec::new() };
    let mut seen: Vec<Scripts> = vec![original];
    let mut found = Vec::new();
    for edits in cuts::edits(&card.text) {
        // Several ways to do the same cut: the first one that leaves a card counts.
        let compiled = edits.into_iter().find_map(|edit| {
            let text = edit.applied(&card.text);
            Some((alone(&text)?, edit, text))
        });
        let Some((scripts, edit, text)) = compiled else { continue };
        if !seen.contains(&scripts) {
            seen.push(scripts);
            found.push(mutant(card, &edit, text));
        }
    }
    found
}

fn mutant(card: &CardText, edit: &Edit, text: String) -> Mutant {
    let line = card.text[..edit.at()].matches('\n').count();
    let nth = |text: &str, n: usize| text.lines().nth(n).unwrap_or("").trim().to_owned();
    let was = nth(&card.text, line);
    let gone = edit.removes_lines(&card.text);
    let now = if gone { String::new() } else { nth(&text, line) };
    Mutant { line: card.line + line, was, now, text }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The changed lines of a card's mutants.
    fn changes(name: &str) -> Vec<String> {
        let cards = crate::catalogue();
        let texts = card_texts(&crate::pool_files(), cards);
        let text = texts.iter().find(|text| cards.name(text.code) == name).unwrap();
        mutants(text, cards).iter().map(|m| format!("{} -> {}", m.was, m.now)).collect()
    }

    #[test]
    fn a_text_is_changed_in_every_place() {
        let on = "on monster(theirs, atk >= 1000) summoned or flip_summoned";
        let others = [
            "on monster(atk >= 1000) summoned or flip_summoned",
            "on monster(theirs) summoned or flip_summoned",
            "on monster(mine, atk >= 1000) summoned or flip_summoned",
            "on monster(theirs, atk >= 1100) summoned or flip_summoned",
            "on monster(theirs, atk >= 900) summoned or flip_summoned",
            "on monster(theirs, atk >= 1000) flip_summoned",
            "on monster(theirs, atk >= 1000) summoned",
        ];
        let mut expected: Vec<String> =
            others.iter().map(|other| format!("{on} -> {other}")).collect();
        // Without a target the event's card is meant.
        expected.push("target that -> ".to_owned());
        assert_eq!(changes("Trap Hole"), expected);
    }

    #[test]
    fn modifiers_and_durations_go_one_by_one() {
        let jar = "always monster(dragon) forced_to_defense, cannot_reposition";
        let others = [
            "always monster() forced_to_defense, cannot_reposition",
            "always monster(mine, dragon) forced_to_defense, cannot_reposition",
            "always monster(theirs, dragon) forced_to_defense, cannot_reposition",
            "always monster(dragon) cannot_reposition",
            "always monster(dragon) forced_to_defense",
        ];
        let changed = changes("Dragon Capture Jar");
        assert_eq!(changed, others.map(|other| format!("{jar} -> {other}")));
        let give = "do give m must_be_tributed until end_of_turn";
        let forever = format!("{give} -> do give m must_be_tributed");
        assert!(changes("Soul Exchange").contains(&forever));
    }

    #[test]
    fn conditions_lose_one_side_at_a_time() {
        let need = "need my_turn and phase(main_phase) or opponent_turn and phase(battle_phase)";
        let changed = changes("Ultimate Offering");
        for other in [
            "need phase(main_phase) or opponent_turn and phase(battle_phase)",
            "need my_turn or opponent_turn and phase(battle_phase)",
            "need my_turn and phase(main_phase) or phase(battle_phase)",
            "need my_turn and phase(main_phase) or opponent_turn",
            "need opponent_turn and phase(main_phase) or opponent_turn and phase(battle_phase)",
            "",
        ] {
            assert!(changed.contains(&format!("{need} -> {other}")), "{other}");
        }
    }

    #[test]
    fn another_step_becomes_the_first_one() {
        let changed = changes("Two-Pronged Attack");
        assert!(changed.iter().any(|change| change.ends_with("-> do destroy a and b")));
        let waboku = changes("Waboku");
        assert!(
            waboku.iter().any(|change| change.ends_with("until end_of_turn -> ")),
            "{waboku:?}"
        );
    }

    #[test]
    fn cards_of_one_file_are_told_apart() {
        let text = "# two\ncard 53129443 \"Dark Hole\"\n  x\ncard 19523799 \"Ookazi\"\n";
        let texts = card_texts(&[("two.card".to_owned(), text.to_owned())], crate::catalogue());
        let told: Vec<_> = texts.iter().map(|t| (t.stem.as_str(), t.line)).collect();
        assert_eq!(told, [("dark-hole", 2), ("ookazi", 4)]);
    }
}
