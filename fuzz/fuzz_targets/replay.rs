//! Any bytes, read as a replay of EDOPro: nothing panics, no error is longer than a line, and what could be
//! followed stands in the duel.
//!
//! Packed bytes keep mutations out, so an input whose first byte is odd stands for what is packed.
#![no_main]

use std::ops::ControlFlow;

use duelfish_conform::edopro::import;
use libfuzzer_sys::fuzz_target;

/// Answers that are tried for each input, so that long ones don't slow the search down.
const TRIED: u64 = 500;

fuzz_target!(|data: &[u8]| {
    let made;
    let data = match data.split_first() {
        Some((first, rest)) if first % 2 == 1 => {
            made = unpacked(rest);
            &made
        }
        _ => data,
    };
    let found = import(data, &mut |tried| match tried > TRIED {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    match found {
        Ok(import) => assert!(import.stuck.is_some() || import.told > 0 || import.turns <= 1),
        Err(error) => assert_eq!(error.to_string().lines().count(), 1),
    }
});

/// A replay that is not packed: a long header without the bit that says so.
fn unpacked(content: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    for word in [0x5870_7279_u32, 0, 0x330, 0, content.len() as u32, 0, 0, 0] {
        file.extend(word.to_le_bytes());
    }
    file.extend(1_u64.to_le_bytes());
    file.extend([0; 32]);
    file.extend(content);
    file
}
