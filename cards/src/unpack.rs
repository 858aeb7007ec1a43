//! Reads the table of printed facts in the layout of the build script.

use duelfish_script::Facts;

/// Bytes of one row's numbers.
const ROW: usize = 36;

/// Rebuilds the rows from the build script's layout.
pub(crate) fn unpack(packed: &[u8]) -> Vec<(Facts, Box<str>)> {
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
