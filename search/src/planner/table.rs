//! The transposition table: the values of positions that were searched.

/// How many positions it holds; a newer one replaces an older one in its place.
const SIZE: usize = 1 << 14;

/// The meaning of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Least,
    /// The value is at most this.
    Most,
}

#[derive(Clone, Copy, Debug)]
struct TableEntry {
    position: u64,
    value: f32,
    depth: u16,
    bound: Bound,
}

#[derive(Clone, Debug)]
pub(super) struct TranspositionTable {
    entries: Vec<TableEntry>,
    /// Worlds differ in what positions are worth: each mixes a number of its own in.
    salt: u64,
    /// Whether a line of the present depth ended before its horizon.
    cut_short: bool,
}

impl TranspositionTable {
    pub(super) fn new() -> Self {
        Self { entries: vec![EMPTY; SIZE], salt: 0, cut_short: false }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(EMPTY);
        self.cut_short = false;
    }

    pub(super) fn begin_depth(&mut self) {
        self.cut_short = false;
    }

    pub(super) const fn cut_short(&mut self) {
        self.cut_short = true;
    }

    /// Whether the present depth reached every horizon, so that a deeper search finds nothing else.
    pub(super) const fn is_complete(&self) -> bool {
        !self.cut_short
    }

    pub(super) const fn set_salt(&mut self, world: u64) {
        self.salt = world.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// The stored value of a position that was searched exactly so deep.
    pub(super) fn get(&self, position: u64, depth: u32) -> Option<(f32, Bound)> {
        let position = position ^ self.salt;
        let entry = &self.entries[position as usize % SIZE];
        let fits = entry.position == position && u32::from(entry.depth) == depth;
        fits.then_some((entry.value, entry.bound))
    }

    pub(super) fn put(&mut self, position: u64, depth: u32, value: f32, bound: Bound) {
        let position = position ^ self.salt;
        self.entries[position as usize % SIZE] =
            TableEntry { position, value, depth: depth as u16, bound };
    }
}

const EMPTY: TableEntry =
    TableEntry { position: 0, value: 0.0, depth: u16::MAX, bound: Bound::Exact };
