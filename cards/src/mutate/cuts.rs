//! The places where a card's text can say something else.

use std::ops::Range;

use super::text::{Clause, Sort, TextToken, clauses};

/// Replacements in a text, in its order.
#[derive(Clone, Debug)]
pub(super) struct Edit(Vec<(Range<usize>, String)>);

impl Edit {
    fn one(range: Range<usize>, by: &str) -> Self {
        Self(vec![(range, by.to_owned())])
    }

    /// Where the first change is.
    pub(super) fn at(&self) -> usize {
        self.0.first().map_or(0, |(range, _)| range.start)
    }

    /// Whether whole lines of the text are gone.
    pub(super) fn removes_lines(&self, text: &str) -> bool {
        self.0
            .first()
            .is_some_and(|(range, by)| by.is_empty() && text[range.clone()].ends_with('\n'))
    }

    /// The text with the changes.
    pub(super) fn applied(&self, text: &str) -> String {
        let mut new = String::with_capacity(text.len());
        let mut from = 0;
        for (range, by) in &self.0 {
            new += &text[from..range.start];
            new += by;
            from = range.end;
        }
        new + &text[from..]
    }
}

/// Ways to make one change, the one to prefer first.
type Ways = Vec<Edit>;

/// Words that mean the other side when they are exchanged.
const SWAPPED: [(&str, &str); 4] =
    [("mine", "theirs"), ("me", "opponent"), ("my_turn", "opponent_turn"), ("my", "opponent")];

/// The words that begin a step.
const LINKS: [&str; 5] = ["do", "then", "if_done", "also", "otherwise"];

/// All changes of a text, whether or not it means anything afterwards.
pub(super) fn edits(text: &str) -> Vec<Ways> {
    let clauses = clauses(text);
    let mut all = Vec::new();
    for (at, clause) in clauses.iter().enumerate() {
        if matches!(clause.head(), "card" | "facts" | "text") {
            continue;
        }
        all.extend(without_clause(&clauses, at).map(|edit| vec![edit]));
        within(clause, &mut all);
    }
    all
}

/// The text without a clause; an effect goes with all its clauses.
fn without_clause(clauses: &[Clause<'_>], at: usize) -> Option<Edit> {
    let clause = &clauses[at];
    let next = clauses.get(at + 1);
    if clause.head() == "effect" {
        let starts =
            |clause: &&Clause<'_>| matches!(clause.head(), "effect" | "always" | "equip" | "text");
        let rest = &clauses[at + 1..];
        let own = rest.iter().take_while(|clause| !starts(clause));
        let end = own.last().map_or(clause.lines.end, |last| last.lines.end);
        return Some(Edit::one(clause.lines.start..end, ""));
    }
    let mut edit = Edit::one(clause.lines.clone(), "");
    if clause.head() == "do" {
        // The next step becomes the first one.
        let link = next.filter(|next| LINKS.contains(&next.head()) && next.head() != "do");
        if let Some(link) = link {
            edit.0.push((link.tokens[0].at.clone(), "do".to_owned()));
        }
    }
    Some(edit)
}

/// Changes inside a clause.
fn within(clause: &Clause<'_>, all: &mut Vec<Ways>) {
    let tokens = &clause.tokens;
    for (at, token) in tokens.iter().enumerate() {
        match token.sort {
            Sort::Number => all.extend(other_numbers(token)),
            Sort::Word => all.extend(other_words(tokens, at)),
            Sort::Mark => match token.text {
                "(" => {
                    all.extend(shorter_lists(tokens, at));
                    all.extend(one_sided(tokens, at));
                }
                "," if depth(tokens, at) == 0 => all.extend(halves(tokens, at)),
                "|" | "&" => all.extend(halves(tokens, at)),
                _ => {}
            },
            Sort::Quoted => {}
        }
    }
}

/// A number one step up and one step down: points go in hundreds.
fn other_numbers(token: &TextToken<'_>) -> Vec<Ways> {
    let Ok(number) = token.text.parse::<i64>() else { return Vec::new() };
    let step = if number >= 100 { 100 } else { 1 };
    let others = [number + step, number - step].into_iter().filter(|other| *other >= 0);
    others.map(|other| vec![Edit::one(token.at.clone(), &other.to_string())]).collect()
}

fn other_words(tokens: &[TextToken<'_>], at: usize) -> Vec<Ways> {
    let token = &tokens[at];
    let mut ways: Vec<Ways> = Vec::new();
    let swapped = SWAPPED.iter().filter_map(|(a, b)| match token.text {
        word if word == *a => Some(*b),
        word if word == *b => Some(*a),
        _ => None,
    });
    let swaps: Ways = swapped.map(|other| Edit::one(token.at.clone(), other)).collect();
    if !swaps.is_empty() {
        ways.push(swaps);
    }
    match token.text {
        "and" | "or" => ways.extend(halves(tokens, at)),
        "not" | "unchecked" | "may" if at > 0 => ways.push(vec![without(tokens, at..at + 1)]),
        // The duration, or everything up to the colon after a step's condition.
        "until" => ways.push(vec![without(tokens, at..(at + 2).min(tokens.len()))]),
        "if" | "unless" if at > 0 => {
            let colon = tokens[at..].iter().position(|token| token.is(":"));
            ways.extend(colon.map(|end| vec![without(tokens, at..at + end + 1)]));
        }
        _ => {}
    }
    ways
}

/// A clause without one side of an `and`, an `or` or a comma: the shortest part before it with
/// which the rest is still a clause, or the longest part after it.
fn halves(tokens: &[TextToken<'_>], at: usize) -> [Ways; 2] {
    let level = depth(tokens, at);
    let ends = |token: &TextToken<'_>| {
        ["and", "or", "|", "&", ",", ":", "until"].iter().any(|mark| token.is(mark))
    };
    let last = (at + 1..tokens.len())
        .find(|n| depth(tokens, *n) < level || (depth(tokens, *n) == level && ends(&tokens[*n])))
        .unwrap_or(tokens.len());
    let after = (at + 2..=last).rev().map(|end| without(tokens, at..end)).collect();
    let first = (0..at)
        .rev()
        .find(|n| depth(tokens, *n) < level || (depth(tokens, *n) == level && ends(&tokens[*n])))
        .map_or(1, |n| n + 1);
    let before = (first..at)
        .rev()
        .filter(|n| depth(tokens, *n) == level)
        .map(|from| without(tokens, from..at + 1))
        .collect();
    [before, after]
}

/// A list in brackets without one of its items.
fn shorter_lists(tokens: &[TextToken<'_>], open: usize) -> Vec<Ways> {
    let level = depth(tokens, open);
    let is_end = |n: &usize| depth(tokens, *n) == level + 1 && tokens[*n].is(")");
    let Some(close) = (open + 1..tokens.len()).find(is_end) else { return Vec::new() };
    let comma = |n: &usize| depth(tokens, *n) == level + 1 && tokens[*n].is(",");
    let commas: Vec<usize> = (open + 1..close).filter(comma).collect();
    if commas.is_empty() {
        let inside = without(tokens, open + 1..close);
        return vec![vec![inside, without(tokens, open..close + 1)]];
    }
    let first = without(tokens, open + 1..commas[0] + 1);
    let ends = commas.iter().skip(1).copied().chain([close]);
    let others = commas.iter().zip(ends).map(|(from, to)| vec![without(tokens, *from..to)]);
    std::iter::once(vec![first]).chain(others).collect()
}

/// A filter for both sides, for one of them alone.
fn one_sided(tokens: &[TextToken<'_>], open: usize) -> Vec<Ways> {
    const NOUNS: [&str; 4] = ["card", "monster", "spell", "trap"];
    let level = depth(tokens, open);
    let inside = tokens[open + 1..].iter().enumerate();
    let inside = inside.take_while(|(n, _)| depth(tokens, open + 1 + n) > level);
    let has_side = |(_, token): (usize, &TextToken<'_>)| token.is("mine") || token.is("theirs");
    let is_filter = open > 0 && NOUNS.iter().any(|noun| tokens[open - 1].is(noun));
    if !is_filter || inside.clone().any(has_side) {
        return Vec::new();
    }
    let comma = if tokens.get(open + 1).is_some_and(|next| next.is(")")) { "" } else { ", " };
    let at = tokens[open].at.end;
    let sides = ["mine", "theirs"].into_iter();
    sides.map(|side| vec![Edit::one(at..at, &format!("{side}{comma}"))]).collect()
}

/// How many brackets are open before a token; a closing one counts as inside.
fn depth(tokens: &[TextToken<'_>], at: usize) -> usize {
    let count = |mark: &str| tokens[..at].iter().filter(|token| token.is(mark)).count();
    count("(") - count(")").min(count("("))
}

/// The text without some tokens of a clause, and without a blank that would be left over.
fn without(tokens: &[TextToken<'_>], gone: Range<usize>) -> Edit {
    let (first, last) = (&tokens[gone.start], &tokens[gone.end - 1]);
    match (gone.start.checked_sub(1), tokens.get(gone.end)) {
        (_, Some(next)) if !next.is(")") && !next.is(",") => {
            Edit::one(first.at.start..next.at.start, "")
        }
        (Some(before), _) if !tokens[before].is("(") => {
            Edit::one(tokens[before].at.end..last.at.end, "")
        }
        _ => Edit::one(first.at.start..last.at.end, ""),
    }
}
