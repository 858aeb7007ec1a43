//! Targets that are not asked again when their effect resolves.
//!
//! Texts of today say "destroy it" of a target that has only to be there still: what was asked of it when it was chosen
//! isn't asked again, unless the text says it once more ("that face-up monster"). Texts that say "that target" are older
//! and mean a target that still fits. So this puts the word `unchecked` behind a target of the field that is moved as
//! "it", and takes it out again on the way back.

use crate::card::is_of_the_card;
use crate::lex::LINE;

/// The word that stands behind such a target.
const UNCHECKED: &str = "unchecked";

/// Verbs that move a card, whatever it is by then.
const MOVES: [&str; 8] = [
    "banish",
    "banish_for_now",
    "destroy",
    "put_on_deck",
    "put_under_deck",
    "return_to_hand",
    "send_to_grave",
    "shuffle_into_deck",
];

/// Words of a filter that ask nothing which could change.
const LASTING: [&str; 17] = [
    "(",
    ")",
    ",",
    "and",
    "field",
    "field_zone",
    "mine",
    "monster",
    "monster_zone",
    "not",
    "or",
    "other",
    "pendulum_zone",
    "spell",
    "spell_zone",
    "theirs",
    "trap",
];

/// Writes `unchecked` behind the targets that are moved as "it".
pub(crate) fn not_asked_again(tokens: &mut Vec<String>) {
    for end in ends(tokens, false).into_iter().rev() {
        tokens.insert(end, UNCHECKED.to_owned());
    }
}

/// Takes out what [`not_asked_again`] has put in.
pub(crate) fn asked_again(tokens: &mut Vec<String>) {
    for end in ends(tokens, true).into_iter().rev() {
        tokens.remove(end - 1);
    }
}

/// Where the lines of such targets end.
fn ends(tokens: &[String], written: bool) -> Vec<usize> {
    let mut lines: Vec<(usize, &[String])> = Vec::new();
    let mut from = 0;
    for line in tokens.split(|token| token == LINE) {
        lines.push((from, line));
        from += line.len() + 1;
    }
    let mut found = Vec::new();
    for (at, _) in lines.iter().enumerate().filter(|(_, (_, line))| starts(line, "effect")) {
        let rest = &lines[at + 1..];
        let count = rest.iter().position(|(_, line)| is_of_the_card(line)).unwrap_or(rest.len());
        let effect = &rest[..count];
        let mut targets = effect.iter().filter(|(_, line)| starts(line, "target"));
        let (Some((from, target)), None) = (targets.next(), targets.next()) else { continue };
        let Some((_, first)) = effect.iter().find(|(_, line)| starts(line, "do")) else { continue };
        let moves = matches!(first, [_, verb, cards, ..]
            if MOVES.contains(&verb.as_str()) && (cards == "it" || cards == "them"));
        if moves && is_asked(target, written) {
            found.push(from + target.len());
        }
    }
    found
}

fn starts(line: &[String], word: &str) -> bool {
    line.first().is_some_and(|first| first == word)
}

/// Whether a target is one set of cards of the field of which something is asked that can change.
fn is_asked(target: &[String], written: bool) -> bool {
    let Some(open) = target.iter().position(|token| token == "(") else { return false };
    let Some(close) = target.iter().rposition(|token| token == ")") else { return false };
    let behind: &[&str] = if written { &[UNCHECKED] } else { &[] };
    let words = &target[open..=close];
    let mut depth = 0_usize;
    let joined = words.iter().any(|token| {
        match token.as_str() {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        depth == 0 && token == "and"
    });
    !joined
        && target[close + 1..].iter().eq(behind.iter())
        && !words.iter().any(|token| token == "grave" || token == "banished")
        && words.iter().any(|token| !LASTING.contains(&token.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn written(text: &str) -> String {
        let mut all = tokens(text);
        not_asked_again(&mut all);
        let there = all.join(" ");
        asked_again(&mut all);
        assert_eq!(all.join(" "), text, "it comes back");
        there
    }

    #[test]
    fn what_is_moved_as_it_is_not_asked_again() {
        assert_eq!(
            written(
                "card 1 \"A\" / effect ignition / target t = 1 card ( field , face_up ) / do destroy it / effect quick / do draw 1"
            ),
            "card 1 \"A\" / effect ignition / target t = 1 card ( field , face_up ) unchecked / do destroy it / effect quick / do draw 1"
        );
        assert_eq!(
            written(
                "effect activate / target t = 2 monster ( theirs , archetype \"B\" ) / do banish them / then draw 1"
            ),
            "effect activate / target t = 2 monster ( theirs , archetype \"B\" ) unchecked / do banish them / then draw 1"
        );
    }

    #[test]
    fn others_are_asked_again() {
        for text in [
            "effect activate / target t = 1 monster ( theirs , face_up ) / do destroy t",
            "effect activate / target t = 1 monster ( theirs , face_up ) / do give it negated",
            "effect activate / target t = 1 card ( theirs , spell or trap , other ) / do destroy it",
            "effect activate / target t = 1 monster ( grave , mine , dragon ) / do banish it",
            "effect activate / target t = 1 monster ( mine ) and 1 card ( theirs , face_up ) unchecked / do destroy them",
            "effect activate / target t = 1 monster ( field , among attacker ) unchecked / do if attack_goes_on : destroy t",
            "effect trigger may / do destroy it / always self atk + 1",
        ] {
            assert_eq!(written(text), text);
        }
    }
}
