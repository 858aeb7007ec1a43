//! Any bytes after `ydke://`: nothing panics, a deck survives being written in both formats, and
//! a URL that this program wrote is written the same way again.
#![no_main]

use duelfish_cards::{parse, to_ydk, to_ydke};
use libfuzzer_sys::fuzz_target;

const FILE: &str = "fuzz.ydk";

fuzz_target!(|data: &[u8]| {
    let text = [b"ydke://", data.strip_prefix(b"ydke://").unwrap_or(data)].concat();
    let parsed = match parse(&text, FILE) {
        Ok(parsed) => parsed,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let _ = parsed.check();
    let url = to_ydke(&parsed.deck);
    let again = parse(url.as_bytes(), FILE).expect("a written URL can be read");
    assert_eq!(again.deck, parsed.deck);
    assert_eq!(to_ydke(&again.deck), url);
    let file = parse(to_ydk(&parsed.deck).as_bytes(), FILE).expect("a written deck can be read");
    assert_eq!(file.deck, parsed.deck);
});
