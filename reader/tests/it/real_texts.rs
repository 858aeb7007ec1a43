//! The printed texts of all cards. They are no part of this project: where `../shared/data/texts.tsv` is missing these
//! tests say so and do nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use duelfish_reader::{CardBatch, PrintedCard, ReadVerdict, Reader, file_name, table};
use duelfish_script::{Catalogue, Scripts, explain, kind, language};

fn texts() -> Option<Vec<PrintedCard>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/texts.tsv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: there is no table of printed texts at {}", path.display());
        return None;
    };
    Some(table(&path, &text).unwrap())
}

fn read_all() -> Option<(CardBatch, Vec<PrintedCard>)> {
    let printed = texts()?;
    let cards = duelfish_cards::catalogue();
    Some((Reader::new(cards).unwrap().read_all(cards, &printed), printed))
}

/// A compiled text with the tests of each filter in one order, since their order means nothing.
fn in_order(line: &str) -> String {
    let mut open = vec![String::new()];
    for c in line.chars() {
        match c {
            '(' => open.push(String::new()),
            ')' if open.len() > 1 => {
                let inner = open.pop().unwrap();
                let mut parts: Vec<&str> = inner.split(", ").collect();
                parts.sort_unstable();
                parts.dedup();
                open.last_mut().unwrap().push_str(&format!("({})", parts.join(", ")));
            }
            c => open.last_mut().unwrap().push(c),
        }
    }
    open.join("(")
}

fn meaning(cards: &Catalogue, code: duelfish_script::CardCode) -> Vec<String> {
    let mut lines: Vec<String> = explain(cards, code).iter().map(|line| in_order(line)).collect();
    lines.sort();
    lines
}

/// Each reading of a card that a person has written says the same, or `differences.tsv` says why not.
#[test]
fn readings_agree_with_the_hand_written_cards() {
    let Some((batch, _)) = read_all() else { return };
    let cards = duelfish_cards::catalogue();
    let bare = cards.clone().with_scripts(Scripts::default());
    let read = language::load(&batch.files(cards), &bare).unwrap();
    let read = bare.with_scripts(read);
    let listed = differences();
    let (mut compared, mut unlisted, mut stale) =
        (0, Vec::new(), listed.keys().copied().collect::<BTreeSet<_>>());
    for card in batch.read.iter().filter(|card| cards.scripts().card(card.code).is_some()) {
        compared += 1;
        let passcode = cards.facts(card.code).passcode;
        let is_same = meaning(cards, card.code) == meaning(&read, card.code);
        if !is_same && !stale.remove(&passcode) {
            unlisted.push(format!("{passcode}\t{}", cards.name(card.code)));
        }
    }
    assert!(compared > 100, "only {compared} hand-written cards were read");
    assert!(
        unlisted.is_empty(),
        "these are read otherwise than they were written by hand:\n{}",
        unlisted.join("\n")
    );
    assert!(stale.is_empty(), "differences.tsv lists cards that don't differ: {stale:?}");
}

/// The table of all cards that are read, with checksums of their texts, is the one of these rules. With
/// `UPDATE_READINGS=1` it is written anew.
#[test]
fn the_table_of_readings_is_the_one_of_these_rules() {
    let Some((batch, _)) = read_all() else { return };
    let cards = duelfish_cards::catalogue();
    let version = Reader::new(cards).unwrap().version();
    let files = duelfish_cards::pool_files();
    let in_folder = |folder: &str| -> BTreeSet<&str> {
        let of_folder = files.iter().filter(|(name, _)| name.starts_with(folder));
        of_folder.filter_map(|(_, text)| text.split(' ').nth(1)).collect()
    };
    let (by_hand, proved) = (in_folder("cards/pool/"), in_folder("cards/read/"));
    let mut table = format!("# rules {version:08x}\npasscode\tname\ttext\ttier\n");
    for card in &batch.read {
        let passcode = cards.facts(card.code).passcode.to_string();
        if by_hand.contains(&*passcode) {
            continue;
        }
        let tier = if proved.contains(&*passcode) { "proved" } else { "read" };
        let sum = card.reading.checksum();
        table += &format!("{passcode}\t{}\t{sum:08x}\t{tier}\n", cards.name(card.code));
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("readings.tsv");
    if std::env::var_os("UPDATE_READINGS").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    let is_same = std::fs::read_to_string(&path).unwrap() == table;
    assert!(
        is_same,
        "readings.tsv is old; UPDATE_READINGS=1 cargo test -p duelfish-reader writes it"
    );
}

/// A card that was read into the pool is still what the rules read.
#[test]
fn cards_of_the_pool_that_were_read_are_what_the_rules_read() {
    let Some((batch, _)) = read_all() else { return };
    let cards = duelfish_cards::catalogue();
    let now: BTreeMap<String, String> = batch.files(cards).into_iter().collect();
    let mut other = Vec::new();
    for (path, text) in duelfish_cards::pool_files() {
        let Some(file) = path.strip_prefix("cards/read/") else { continue };
        if now.get(file) != Some(&text) {
            other.push(file.to_owned());
        }
    }
    assert!(
        other.is_empty(),
        "these are read otherwise by now, or not at all:\n{}",
        other.join("\n")
    );
}

/// The passcodes of cards that are read otherwise than they were written, each with the reason.
fn differences() -> BTreeMap<u32, String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/differences.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let mut cells = line.split('\t');
        let passcode = cells.next().unwrap().parse().unwrap();
        let reason = cells.nth(1).unwrap_or_default().to_owned();
        assert!(!reason.is_empty(), "a difference has a reason: {line}");
        (passcode, reason)
    };
    lines.map(row).collect()
}

/// A word that no rule knows is never passed over, wherever it stands.
#[test]
fn no_word_of_a_text_is_passed_over() {
    let Some((batch, _)) = read_all() else { return };
    let cards = duelfish_cards::catalogue();
    let reader = Reader::new(cards).unwrap();
    let mut passed_over = Vec::new();
    // The normalised text of a Pendulum Monster is two texts.
    let is_one = |card: &&duelfish_reader::ReadCard| !cards.facts(card.code).is(kind::PENDULUM);
    for card in batch.read.iter().filter(is_one).step_by(25) {
        let words: Vec<&str> = card.reading.normalised.split(' ').collect();
        let passcode = cards.facts(card.code).passcode;
        for at in 0..=words.len() {
            let text = [&words[..at], &["quietly"], &words[at..]].concat().join(" ");
            // Inside of quotes it is another name, of which some say nothing.
            let in_name =
                words[..at].iter().flat_map(|word| word.chars()).filter(|c| *c == '"').count() % 2
                    == 1;
            let printed = PrintedCard { passcode, text, ..PrintedCard::default() };
            if !in_name && matches!(reader.read(cards, &printed), ReadVerdict::Read(_)) {
                passed_over.push(format!("{} at {at}", file_name(cards, card.code)));
            }
        }
    }
    assert!(passed_over.is_empty(), "{}", passed_over.join("\n"));
}
