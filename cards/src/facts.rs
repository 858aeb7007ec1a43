//! The embedded table of printed facts.

use std::io::Read as _;
use std::sync::OnceLock;

use duelfish_engine::{Catalogue, Facts};
use flate2::read::ZlibDecoder;

/// Written by the build script, which also describes its layout.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/facts.bin"));

/// Bytes of one row's numbers.
const ROW: usize = 36;

/// The facts of every card, artwork and token that is known, sorted by passcode, and what the
/// cards of the pool do.
///
/// The table is decompressed and the pool compiled on first use, which takes about 20 ms;
/// afterwards every call returns the same reference.
///
/// ```
/// let cards = duelfish_cards::catalogue();
/// assert_eq!(cards.name(cards.by_passcode(46_986_414).unwrap()), "Dark Magician");
/// ```
#[must_use]
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        crate::pool::catalogue_with(&[]).unwrap_or_else(|errors| {
            // An author of a card of the pool sees its faults here.
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            panic!("the pool does not compile:\n\n{}", errors.join("\n\n"))
        })
    })
}

/// The table alone.
pub(crate) fn table() -> Catalogue {
    let mut packed = Vec::new();
    let read = ZlibDecoder::new(PACKED).read_to_end(&mut packed);
    read.expect("the embedded table was compressed by the build script");
    Catalogue::new(unpack(&packed)).expect("a test checks the embedded table")
}

/// Rebuilds the rows from the build script's layout.
fn unpack(packed: &[u8]) -> Vec<(Facts, Box<str>)> {
    let (count, rest) = packed.split_at(4);
    let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]) as usize;
    let (numbers, names) = rest.split_at(count * ROW);
    let names = std::str::from_utf8(names).expect("names come from a UTF-8 table");
    let rows = numbers.chunks_exact(ROW).map(unpack_row);
    rows.zip(names.lines().map(Box::from)).collect()
}

fn unpack_row(row: &[u8]) -> Facts {
    let mut reader = FactsReader(row);
    Facts {
        passcode: reader.u32(),
        alias: reader.u32(),
        kind: reader.u32(),
        race: reader.u32(),
        atk: i32::from(reader.i16()),
        def: i32::from(reader.i16()),
        attribute: reader.u8(),
        level: reader.u8(),
        scales: [reader.u8(), reader.u8()],
        arrows: reader.u16(),
        archetypes: std::array::from_fn(|_| reader.u16()),
    }
}

/// Takes little-endian numbers from the front of a row.
struct FactsReader<'a>(&'a [u8]);

impl FactsReader<'_> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (head, rest) = self.0.split_first_chunk().expect("a row has all its fields");
        self.0 = rest;
        *head
    }

    fn u8(&mut self) -> u8 {
        u8::from_le_bytes(self.bytes())
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.bytes())
    }

    fn i16(&mut self) -> i16 {
        i16::from_le_bytes(self.bytes())
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.bytes())
    }
}
