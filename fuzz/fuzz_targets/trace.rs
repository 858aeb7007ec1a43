//! Any bytes, read as a recording of duels, plain or gzipped: nothing panics, and every duel has
//! at most one verdict.
#![no_main]

use duelfish_conform::run_bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let report = run_bytes("fuzz.jsonl", data);
    assert!(report.passed + report.failed + report.unsupported <= report.traces);
    for error in &report.errors {
        assert_eq!(error.what.lines().count(), 1);
    }
    assert!(!report.to_string().is_empty());
});
