//! The network at work: rows of the cards that a duel has, and the worth of its positions.

use std::sync::Arc;

use duelfish_engine::{CardCode, Catalogue, View};

use super::{Net, NetInputs, NetRow, NetZone, WIDTH, factors};

/// A network that reads the positions of one duel. It makes the rows of each card when it first meets
/// it.
#[derive(Clone, Debug)]
pub struct NetReader {
    net: Arc<Net>,
    /// For each row of the catalogue where its rows begin, counted in cards from 1; 0 while the
    /// card was not met.
    places: Vec<u16>,
    rows: Vec<[NetRow; NetZone::COUNT]>,
}

impl NetReader {
    /// A reader that has met no card.
    #[must_use]
    pub const fn new(net: Arc<Net>) -> Self {
        Self { net, places: Vec::new(), rows: Vec::new() }
    }

    /// The network.
    #[must_use]
    pub const fn net(&self) -> &Arc<Net> {
        &self.net
    }

    /// A duel begins, maybe with other cards.
    pub fn begin(&mut self) {
        self.places.clear();
        self.rows.clear();
    }

    /// The log-odds that the first player wins, judged by the end of turn number `until`: see
    /// [`features`](crate::duels::features).
    #[must_use]
    pub fn log_odds(&mut self, view: &View<'_>, until: u16) -> f32 {
        let cards = view.game().cards;
        self.make_room(cards);
        let mut sums = [self.net.bias; 2];
        let inputs = NetInputs::read(view, until, |side, code, zone| {
            add(&mut sums[side], &self.rows_of(cards, code)[zone as usize]);
        });
        self.worth(sums, &inputs)
    }

    /// The same for a position that was read before: its cards with their sides and places, and its measures.
    #[must_use]
    pub fn log_odds_of(
        &mut self,
        cards: &Catalogue,
        placed: impl IntoIterator<Item = (usize, CardCode, NetZone)>,
        inputs: &NetInputs,
    ) -> f32 {
        self.make_room(cards);
        let mut sums = [self.net.bias; 2];
        for (side, code, zone) in placed {
            add(&mut sums[side], &self.rows_of(cards, code)[zone as usize]);
        }
        self.worth(sums, inputs)
    }

    fn make_room(&mut self, cards: &Catalogue) {
        if self.places.len() < cards.len() {
            self.places.resize(cards.len(), 0);
        }
    }

    #[inline]
    fn rows_of(&mut self, cards: &Catalogue, code: CardCode) -> &[NetRow; NetZone::COUNT] {
        let at = match self.places[usize::from(code.row())] {
            0 => self.meet(cards, code),
            at => at,
        };
        &self.rows[usize::from(at) - 1]
    }

    /// Makes the rows of a card. Returns where they are, from 1.
    #[cold]
    fn meet(&mut self, cards: &Catalogue, code: CardCode) -> u16 {
        let base = cards.base(code);
        let own = self.net.own_rows(cards.facts(base).passcode);
        let mut sums = own.copied().unwrap_or([[0; WIDTH]; NetZone::COUNT]);
        for factor in factors(cards, base) {
            for (sum, row) in sums.iter_mut().zip(&self.net.factor_rows[factor]) {
                add(sum, row);
            }
        }
        self.rows.push(sums);
        let at = self.rows.len() as u16;
        self.places[usize::from(code.row())] = at;
        at
    }

    #[inline]
    fn worth(&self, mut sums: [NetRow; 2], inputs: &NetInputs) -> f32 {
        for (sum, numbers) in sums.iter_mut().zip(&inputs.numbers) {
            add_numbers(sum, &self.net, numbers);
        }
        self.net.head(&sums, &inputs.lead)
    }
}

/// Adds a row to a sum.
#[inline]
fn add(sum: &mut NetRow, row: &NetRow) {
    for (sum, number) in sum.iter_mut().zip(row) {
        *sum = sum.saturating_add(*number);
    }
}

/// Adds the rows of a side's measures. Only rows that no training makes can come to more than 32 bits hold; their
/// sums wrap.
#[inline]
fn add_numbers(sum: &mut NetRow, net: &Net, numbers: &super::SideNumbers) {
    let mut wide = [0_i32; WIDTH];
    for (row, number) in net.number_rows.iter().zip(numbers).filter(|(_, number)| **number != 0) {
        for (wide, weight) in wide.iter_mut().zip(row) {
            *wide = wide.wrapping_add(i32::from(*weight) * i32::from(*number));
        }
    }
    for (sum, wide) in sum.iter_mut().zip(wide) {
        *sum = (i32::from(*sum) + (wide >> 6)).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    }
}
