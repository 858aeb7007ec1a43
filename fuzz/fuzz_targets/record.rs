//! Any bytes, read as a record of duels: nothing panics, no error is empty, what was read can be
//! looked at, and a duel that can be begun can be played or is refused in words.
//!
//! Checksums keep mutated bytes out, so an input whose first byte is odd stands for a record with
//! the right ones: contents of frames, each behind its length in two bytes.
#![no_main]

use std::path::Path;

use duelfish_arena::Replay;
use duelfish_arena::record::{FORMAT, RecordReader};
use libfuzzer_sys::fuzz_target;

/// Duels played again for each input, so that long ones don't slow the search down.
const PLAYED: usize = 2;

fuzz_target!(|data: &[u8]| {
    let made;
    let data = match data.split_first() {
        Some((first, rest)) if first % 2 == 1 => {
            made = with_checksums(rest);
            &made
        }
        _ => data,
    };
    let mut reader = match RecordReader::new(data, Path::new("fuzz.duels")) {
        Ok(reader) => reader,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1),
    };
    let replay = Replay::new(reader.header(), duelfish_cards::catalogue());
    if let Err(error) = &replay {
        assert!(!error.to_string().is_empty());
    }
    let mut played = 0;
    for duel in &mut reader {
        let duel = match duel {
            Ok(duel) => duel,
            Err(error) => return assert_eq!(error.to_string().lines().count(), 1),
        };
        assert!(duel.result().is_some());
        if let (Ok(replay), true) = (&replay, played < PLAYED) {
            played += 1;
            if let Err(error) = replay.check(&duel) {
                assert!(!error.to_string().is_empty());
            }
        }
    }
});

/// The record with these contents of frames.
fn with_checksums(mut contents: &[u8]) -> Vec<u8> {
    let mut file = b"DUELFISH".to_vec();
    file.extend(FORMAT.to_le_bytes());
    while let [low, high, rest @ ..] = contents {
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(rest.len());
        let (content, behind) = rest.split_at(length);
        let length = (length as u32).to_le_bytes();
        file.extend(length);
        file.extend(crc32fast::hash(&length).to_le_bytes());
        file.extend(crc32fast::hash(content).to_le_bytes());
        file.extend(content);
        contents = behind;
    }
    file
}
