//! Any bytes, read as lists of forbidden and limited cards: nothing panics, every message is one
//! line, and no list allows more copies than there may be.
#![no_main]

use duelfish_cards::{LimitList, catalogue};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    match LimitList::parse(catalogue(), data, "fuzz.lflist.conf") {
        Err(error) => assert_eq!(error.to_string().lines().count(), 1),
        Ok(lists) => {
            assert!(!lists.is_empty());
            for list in lists {
                assert_eq!(list.name.lines().count(), 1);
                assert!(list.cards().all(|(_, copies)| copies <= 3));
                for (code, copies) in list.cards() {
                    assert_eq!(list.copies(catalogue(), code), Some(usize::from(copies)));
                }
            }
        }
    }
});
