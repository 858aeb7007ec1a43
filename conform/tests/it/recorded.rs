//! All recorded duels that can be played: the ones that come with the project, and those of the
//! shared recordings where they are at hand.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use duelfish_conform::{ConformReport, Extent, run};

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
