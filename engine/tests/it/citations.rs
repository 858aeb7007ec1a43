//! Citations in comments and documents lead somewhere: facts of the reference engine to `docs/engine-facts.md`,
//! rows of the rulebook to its table.
//!
//! A fact that nothing cites is no fault, because it may be there to make a cited one understood.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::common::files::{files, from_root, root};
use crate::rulebook::rows;

/// The page where the facts stand.
const PAGE: &str = "docs/engine-facts.md";
/// Ids of facts begin so.
const KINDS: [&str; 3] = ["FACT-", "TIME-", "REC-"];
/// Ids of the rulebook's rows begin so.
const BOOKS: [&str; 7] = ["BA-", "BP-", "CT-", "DF-", "MO-", "SU-", "TU-"];

/// A text and where its lines begin in it.
struct Source {
    file: String,
    text: String,
    lines: Vec<usize>,
}

impl Source {
    fn new(file: String, text: String) -> Self {
        let lines = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        Self { file, text, lines }
    }

    /// The comments of a source or duel test with nothing but blanks between their lines, so that a
    /// citation may go on in the next line. A document is all comment.
    fn comments(&self) -> Self {
        let mark = match self.file.rsplit('.').next() {
            Some("rs") => "//",
            Some("duel" | "card") => "#",
            _ => return Self::new(self.file.clone(), self.text.clone()),
        };
        let comment = |line: &str| {
            let comment = line.split_once(mark).map_or("", |(_, comment)| comment);
            comment.trim_start_matches(['/', '!']).trim().to_owned()
        };
        let lines: Vec<_> = self.text.lines().map(comment).collect();
        Self::new(self.file.clone(), lines.join("\n"))
    }

    /// The file and the line of a place in the text.
    fn line_of(&self, at: usize) -> String {
        format!("{}:{}", self.file, self.lines.partition_point(|begin| *begin <= at) + 1)
    }

    /// The ids in the text that begin with one of these, with their places.
    fn ids<'a>(&'a self, kinds: &'a [&str]) -> impl Iterator<Item = (String, &'a str)> {
        let found = kinds.iter().flat_map(|kind| self.text.match_indices(kind));
        found.filter_map(|(at, kind)| {
            let id = id_at(&self.text, at, kind)?;
            Some((self.line_of(at), id))
        })
    }
}

/// The id at a place of a text, if it is one: a kind, then letters, digits and points, and a digit
/// among the first two of these.
fn id_at<'a>(text: &'a str, at: usize, kind: &str) -> Option<&'a str> {
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '<' | '*');
    if text[..at].ends_with(inside) {
        return None;
    }
    let rest = &text[at + kind.len()..];
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(rest.len());
    let number = rest[..end].trim_end_matches('.');
    let has_digit = number.bytes().take(2).any(|b| b.is_ascii_digit());
    has_digit.then(|| &text[at..at + kind.len() + number.len()])
}

/// All sources, tests and documents that cite.
fn sources() -> Vec<Source> {
    let mut paths: Vec<PathBuf> = files("docs", ".md");
    for page in ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"] {
        paths.push(root().join(page));
    }
    paths.push(root().join("conform/planted.txt"));
    for member in
        ["script", "engine", "cards", "search", "arena", "conform", "cli", "benches", "fuzz"]
    {
        for part in ["src", "tests", "examples", "benches", "fuzz_targets", "pool"] {
            let folder = format!("{member}/{part}");
            if root().join(&folder).is_dir() {
                for end in [".rs", ".duel", ".card"] {
                    paths.extend(files(&folder, end));
                }
            }
        }
    }
    let read = |path: PathBuf| Source::new(from_root(&path), fs::read_to_string(path).unwrap());
    paths.into_iter().map(read).collect()
}

/// The facts on the page, and the faults of its anchors.
fn facts(page: &Source) -> (BTreeSet<&str>, Vec<String>) {
    let (mut facts, mut faults) = (BTreeSet::new(), Vec::new());
    for (at, line) in page.text.lines().enumerate().filter(|(_, line)| line.contains("<a ")) {
        let location = format!("{}:{}", page.file, at + 1);
        let anchor = line.strip_prefix("- <a id=\"").and_then(|rest| rest.split_once("\"></a>**"));
        let named = anchor.and_then(|(id, rest)| Some((id, rest.split_once("** ")?.0)));
        match named {
            Some((id, name)) if id == name && KINDS.iter().any(|kind| id.starts_with(kind)) => {
                if !facts.insert(id) {
                    faults.push(format!("{location}: {id} is there twice"));
                }
            }
            _ => faults
                .push(format!("{location}: an anchor is `- <a id=\"ID\"></a>**ID** the fact`")),
        }
    }
    (facts, faults)
}

/// The forms in which facts were cited before they had ids of their own, and which nobody can look
/// up. Words of a source's comments may stand in two lines.
fn old_forms(source: &Source) -> Vec<String> {
    let text = source.text.replace('\n', " ");
    let lower = text.to_lowercase();
    let mut found = Vec::new();
    let mut fault = |at: usize, form: &str| {
        found.push(format!("{}: `{form}` is no citation", source.line_of(at)));
    };
    for form in ["of the facts", "timing facts"] {
        lower.match_indices(form).for_each(|(at, _)| fault(at, form));
    }
    for (at, _) in lower.match_indices("timing ") {
        let word = lower[at + 7..].split([' ', ')', ',']).next().unwrap_or("");
        if is_number(word) {
            fault(at, &format!("timing {word}"));
        }
    }
    for (at, _) in text.match_indices(" of the recordings") {
        let word = text[..at].rsplit([' ', '(', ',']).next().unwrap_or("");
        if is_letter_and_number(word) {
            fault(at, &format!("{word} of the recordings"));
        }
    }
    // Other crates write numbers and pairs of numbers in brackets.
    if source.file.ends_with(".rs")
        && ["engine", "conform"].iter().any(|c| source.file.starts_with(c))
    {
        for (at, _) in text.match_indices(" (") {
            let inside = text[at + 2..].split([')', '(']).next().unwrap_or("");
            let is_bare = |part: &str| is_letter_and_number(part) || is_number(part);
            if inside.split(", ").all(is_bare) {
                fault(at, &format!("({inside})"));
            }
        }
    }
    found
}

/// Like S4 or N16.
fn is_letter_and_number(word: &str) -> bool {
    let digits = word.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or("");
    matches!(digits.len(), 1 | 2) && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Like 5.4 or 2.3.8.
fn is_number(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    word.contains('.')
        && word
            .split('.')
            .all(|part| matches!(part.len(), 1 | 2) && part.bytes().all(|b| b.is_ascii_digit()))
}

#[test]
fn every_cited_fact_is_on_the_page() {
    let sources = sources();
    let page = sources.iter().find(|source| source.file == PAGE).expect("the page of the facts");
    let (facts, mut faults) = facts(page);
    let mut cited = 0;
    for source in &sources {
        for (location, id) in source.ids(&KINDS) {
            cited += usize::from(source.file != PAGE);
            if !facts.contains(id) {
                faults.push(format!("{location}: {id} is not in {PAGE}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(cited > 150, "only {cited} citations were found");
}

#[test]
fn every_cited_row_is_in_the_rulebook() {
    let rows: BTreeSet<String> = rows().into_iter().map(|row| row.id).collect();
    // A heading of the rulebook is no row, but rows begin with it.
    let stands = |id: &str| {
        rows.contains(id)
            || rows.iter().any(|row| {
                row.strip_prefix(id)
                    .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
            })
    };
    let (mut faults, mut cited) = (Vec::new(), 0);
    for row in &rows {
        assert!(BOOKS.iter().any(|book| row.starts_with(book)), "{row} begins like no other row");
    }
    for source in sources() {
        for (location, id) in source.ids(&BOOKS) {
            cited += 1;
            if !stands(id) {
                faults.push(format!("{location}: {id} is no row of the rulebook"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(cited > 1000, "only {cited} citations were found");
}

#[test]
fn old_citations_stay_away() {
    let faults: Vec<_> = sources().iter().flat_map(|one| old_forms(&one.comments())).collect();
    assert!(faults.is_empty(), "cite {PAGE} as (FACT-S4):\n{}", faults.join("\n"));
}

/// These tests read this file too, so blanks are written otherwise in texts with a fault.
#[test]
fn faults_are_found_where_they_are() {
    let of = |text: &str| Source::new("engine/src/x.rs".into(), text.replace('~', " "));
    let old = |text: &str| old_forms(&of(text).comments());
    for form in
        ["(S4~of~the~facts)", "(timing~5.4)", "V3~of~the~recordings", "(S4,~M23)", "(2.3.8)"]
    {
        let faults = old(&format!("fn f() {{}}\n    /// It does so {form}.\n"));
        assert!(faults.len() == 1 && faults[0].starts_with("engine/src/x.rs:2:"), "{faults:?}");
    }
    assert_eq!(old("/// It does so (S9~of\n/// the~facts).").len(), 1);
    assert_eq!(old("/// A word of the recordings (FACT-S4).\nlet a = f~(S4);"), [""; 0]);

    let source = of("// One\n// (FACT-S4, TIME-2.3.8). LAST-known, XFACT-S4\n");
    let ids: Vec<_> = source.ids(&KINDS).collect();
    let location = "engine/src/x.rs:2".to_owned();
    assert_eq!(ids, [(location.clone(), "FACT-S4"), (location, "TIME-2.3.8")]);

    let anchors = |ids: [&str; 2]| ids.map(|id| format!("- <a id=\"{id}\"></a>**{id}** So.\n"));
    let page = of(&anchors(["FACT-S4", "FACT-S4"]).concat());
    let (facts, faults) = facts(&page);
    assert_eq!(
        (facts.len(), faults),
        (1, vec!["engine/src/x.rs:2: FACT-S4 is there twice".into()])
    );
}
