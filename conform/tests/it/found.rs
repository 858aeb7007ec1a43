//! Recorded duels of Edison and HAT decks, each of which once differed from ours: materials that come together in the
//! record's order, a Tuner that is only another material, triggers that a cost sets off, negation that ends as its source
//! leaves, and others.

use duelfish_conform::{Extent, run_bytes};

use crate::common::committed;

#[test]
fn duels_that_once_differed_are_reproduced() {
    let report = run_bytes("edison_hat", &committed("edison_hat"), Extent::Whole);
    assert!(report.traces >= 20 && report.passed == report.traces, "{report}");
}
