//! Any bytes, read as a deck in any form and as a list of names: nothing panics, and a deck survives
//! being written as a list.
#![no_main]

use duelfish_cards::{catalogue, parse_any, parse_names, to_names};
use libfuzzer_sys::fuzz_target;

const FILE: &str = "fuzz.txt";

fuzz_target!(|data: &[u8]| {
    for read in [parse_any, parse_names] {
        let parsed = match read(catalogue(), data, FILE) {
            Ok(parsed) => parsed,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        let list = to_names(catalogue(), &parsed.deck);
        let again = parse_names(catalogue(), list.as_bytes(), FILE).expect("a list can be read");
        assert_eq!(again.deck, parsed.deck);
    }
});
