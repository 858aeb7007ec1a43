//! All recorded duels that can be played: the ones that come with the project, and those of the
//! shared recordings where they are at hand.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use duelfish_cards::mutate::{CardText, card_texts};
use duelfish_cards::{catalogue, pool_files};
use duelfish_conform::{ConformReport, Extent, RecordedCards, run};

fn recordings(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "gz"));
    paths.sort();
    paths
}

fn replay(directory: &Path) -> Option<ConformReport> {
    let paths = recordings(directory);
    if paths.is_empty() {
        return None;
    }
    let mut heard = 0;
    let report = run(&paths, Extent::Whole, &mut |progress| {
        assert_eq!(progress.files, paths.len());
        heard += 1;
        ControlFlow::Continue(())
    });
    assert!(heard >= report.traces, "progress is told after every duel");
    println!("{report}");
    assert!(report.succeeded() && report.passed == report.traces, "{report}");
    Some(report)
}

/// Replays a folder of the shared recordings; says so where they are not at hand.
fn replay_shared(folder: &str) -> Option<ConformReport> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/traces");
    let report = replay(&shared.join(folder));
    if report.is_none() {
        println!("skipped: {} has no recordings", shared.join(folder).display());
    }
    report
}

#[test]
fn a_run_can_be_ended_after_any_duel() {
    let paths = recordings(&Path::new(env!("CARGO_MANIFEST_DIR")).join("traces"));
    let mut left = 2;
    let report = run(&paths, Extent::Whole, &mut |_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((report.traces, report.passed), (2, 2));
}

#[test]
fn the_committed_duels_come_out_the_same() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces");
    let report = replay(&directory).expect("the recordings of the project are missing");
    // Whatever the recorded Goat duels activate is activated in the ones that come with the project.
    assert!(report.passed >= 26 && report.activations.len() >= 126);
    assert!(report.states_compared > 400 && report.option_sets_compared > 500, "{report}");
    assert_eq!(report.windows_differing, 0);
}

#[test]
fn the_shared_vanilla_duels_come_out_the_same() {
    if let Some(report) = replay_shared("vanilla") {
        assert_eq!(report.passed, 100);
        assert!(report.activations.is_empty());
    }
}

#[test]
fn the_shared_starter_duels_come_out_the_same() {
    if let Some(report) = replay_shared("starter") {
        assert_eq!(report.passed, 290);
        assert_eq!(report.windows_differing, 0);
    }
}

#[test]
fn the_shared_goat_duels_come_out_the_same() {
    if let Some(report) = replay_shared("goat") {
        assert_eq!(report.passed, 1002);
        assert_eq!(report.windows_differing, 0);
    }
}

/// The table of shown cards holds what the committed recordings show, and nothing about texts that have changed.
#[test]
fn the_table_of_shown_cards_is_up_to_date() {
    let table = RecordedCards::of_project();
    let text = include_str!("../../shown.tsv");
    assert_eq!(table.to_string(), text);
    let paths = recordings(&Path::new(env!("CARGO_MANIFEST_DIR")).join("traces"));
    let report = run(&paths, Extent::Whole, &mut |_| ControlFlow::Continue(()));
    assert!(report.shown.len() > 80, "{}", report.shown.len());
    let mut noted = table.clone();
    noted.note(&report);
    assert!(
        noted == table,
        "the texts of cards have changed, or more of them are shown: \
         duelfish conform conform/traces/*.gz --shown conform/shown.tsv"
    );
}

/// A run that is noted twice counts once, and a card counts only with the text that it has.
#[test]
fn a_run_is_noted_once_and_for_the_text_that_was_played() {
    let cards = card_texts(&pool_files(), catalogue());
    let hole = cards.iter().find(|card| card.stem == "dark-hole").unwrap();
    let mut report = ConformReport::default();
    report.shown.insert(53_129_443, 3);
    let mut table = RecordedCards::default();
    assert_eq!(table.duels(hole), 0);
    table.note(&report);
    table.note(&report);
    assert_eq!(table.duels(hole), 3);
    report.shown.insert(53_129_443, 2);
    table.note(&report);
    assert_eq!(table.duels(hole), 3);
    // Comments say nothing to a duel; other clauses do.
    let text = |text: String| CardText { text, ..hole.clone() };
    assert_eq!(table.duels(&text(format!("# a comment\n{}", hole.text))), 3);
    assert_eq!(table.duels(&text(format!("{}  do gain 500\n", hole.text))), 0);
    // Nothing is left of a row whose text was another one.
    let other = table.to_string().lines().nth(1).unwrap().split('\t').nth(3).unwrap().to_owned();
    let mut stale = RecordedCards::read(&table.to_string().replace(&other, "00000000")).unwrap();
    assert_eq!(stale.duels(hole), 0);
    stale.note(&ConformReport::default());
    assert_eq!(stale, RecordedCards::default());
}

#[test]
fn a_faulty_table_of_shown_cards_names_its_line() {
    let line = |text: &str| RecordedCards::read(text).unwrap_err().line;
    let head = "passcode\tname\tduels\ttext\n";
    assert_eq!(line(""), 1);
    assert_eq!(line("passcode\tname\n"), 1);
    for row in ["1\tA\t2", "x\tA\t2\t0", "1\tA\tmany\t0", "1\tA\t2\tzz", "1\tA\t2\t0\t"] {
        assert_eq!(line(&format!("{head}1\tA\t2\tff\n{row}\n")), 3, "{row}");
    }
}
