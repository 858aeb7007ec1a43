//! Pages of rulings: their sections, and the rows of the rulebook that they name.

use std::collections::BTreeMap;
use std::path::Path;

/// How the ids of the rulebook's documents begin.
const DOCUMENTS: [&str; 7] = ["BP-", "DF-", "MO-", "CT-", "SU-", "TU-", "BA-"];

/// The text of a file of the project.
pub(crate) fn read(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(file).expect("a file of the project")
}

/// The headings of a page, each with everything below it.
pub(crate) fn sections(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let sections = page.split("\n## ").skip(1);
    sections.map(|section| section.split_once('\n').expect("text below a heading"))
}

/// The ids of rows in a text.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "-.#".contains(c)));
    let words = words.map(|word| word.trim_end_matches('.'));
    words.filter(|word| DOCUMENTS.iter().any(|document| word.starts_with(document)))
}

/// Every row that these texts name is one that a test shows; says how many each of them names.
pub(crate) fn rows_with_tests<'a>(
    texts: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Vec<usize> {
    let table = read("engine/tests/rules/rulebook.tsv");
    let lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let status: BTreeMap<&str, &str> =
        lines.filter(|row| row.len() > 3).map(|row| (row[0], row[3])).collect();
    let count = |(heading, text)| {
        let named = rows(text).inspect(|row| {
            // A row of this status is shown by a test.
            assert_eq!(status.get(row), Some(&"rule"), "{row} in `{heading}`");
        });
        named.count()
    };
    texts.into_iter().map(count).collect()
}
