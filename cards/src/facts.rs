//! The embedded table of printed facts.

use std::io::Read as _;
use std::sync::OnceLock;

use duelfish_engine::Catalogue;
use duelfish_script::Scripts;
use flate2::read::ZlibDecoder;

use crate::unpack::unpack;

/// Written by the build script, which also describes its layout.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/facts.bin"));

/// The rows of the compiled pool, as the build script wrote them.
static SCRIPTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/scripts.bin"));

/// The facts of every card, artwork and token that is known, sorted by passcode, and what the
/// cards of the pool do.
///
/// The table and the compiled pool are unpacked on first use, which takes some milliseconds; afterwards every call
/// returns the same reference.
///
/// ```
/// let cards = duelfish_cards::catalogue();
/// assert_eq!(cards.name(cards.by_passcode(46_986_414).unwrap()), "Dark Magician");
/// ```
#[must_use]
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| table().with_scripts(scripts()))
}

/// The effects of the cards of the pool, as the build script compiled them.
fn scripts() -> Scripts {
    postcard::from_bytes(SCRIPTS).expect("the build script wrote these rows for the same types")
}

/// The table alone.
pub(crate) fn table() -> Catalogue {
    Catalogue::new(unpack(&decompressed(PACKED))).expect("a test checks the embedded table")
}

/// The bytes that the build script has compressed.
pub(crate) fn decompressed(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let read = ZlibDecoder::new(packed).read_to_end(&mut bytes);
    read.expect("the build script compressed what is embedded");
    bytes
}
