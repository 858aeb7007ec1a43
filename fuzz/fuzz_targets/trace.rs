//! Any bytes, read as a recording of duels, plain or gzipped: nothing panics, and every duel has
//! at most one verdict.
#![no_main]

use duelfish_conform::{Extent, run_bytes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for extent in [Extent::Whole, Extent::AsFarAsPossible] {
        let report = run_bytes("fuzz.jsonl", data, extent);
        let in_part = report.partial.as_ref().map_or(0, |part| part.to_the_end + part.ended_early);
        let whole = report.passed + report.failed + report.unsupported;
        assert!(whole + in_part <= report.traces);
        for error in &report.errors {
            assert_eq!(error.what.lines().count(), 1);
        }
        assert!(!report.to_string().is_empty());
    }
});
