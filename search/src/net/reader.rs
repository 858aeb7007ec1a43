//! The network at work: rows of the cards that a duel has, and the worth of its positions.

use std::sync::Arc;

use duelfish_engine::{CardCode, Catalogue, View};

use super::lanes::{NumberRows, RowLanes, add, lanes, open, paired, products, weighed};
use super::{HIDDEN, MOST, Net, NetInputs, NetZone, ROW_UNIT, WEIGHT_UNIT, WIDTH, factors};

/// A network that reads the positions of one duel. It makes the rows of each card when it first meets
/// it.
#[derive(Clone, Debug)]
pub struct NetReader {
    net: Arc<Net>,
    /// For each row of the catalogue where its rows begin, counted in cards from 1; 0 while the
    /// card was not met.
    places: Vec<u16>,
    rows: Vec<[RowLanes; NetZone::COUNT]>,
    layers: Box<NetLayers>,
}

/// The layers behind the cards, in the order in which they are read.
#[derive(Clone, Debug)]
struct NetLayers {
    bias: RowLanes,
    numbers: NumberRows,
    hidden: [[RowLanes; 2]; HIDDEN],
}

impl NetReader {
    /// A reader that has met no card.
    #[must_use]
    pub fn new(net: Arc<Net>) -> Self {
        let hidden = net.hidden.each_ref().map(|unit| unit.each_ref().map(lanes));
        let layers = Box::new(NetLayers {
            bias: lanes(&net.bias),
            numbers: paired(&net.number_rows),
            hidden,
        });
        Self { net, places: Vec::new(), rows: Vec::new(), layers }
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
        let mut sums = [self.layers.bias; 2];
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
        let mut sums = [self.layers.bias; 2];
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
    fn rows_of(&mut self, cards: &Catalogue, code: CardCode) -> &[RowLanes; NetZone::COUNT] {
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
        let mut sums = own.unwrap_or(&[[0; WIDTH]; NetZone::COUNT]).each_ref().map(lanes);
        for factor in factors(cards, base) {
            for (sum, row) in sums.iter_mut().zip(&self.net.factor_rows[factor]) {
                add(sum, &lanes(row));
            }
        }
        self.rows.push(sums);
        let at = self.rows.len() as u16;
        self.places[usize::from(code.row())] = at;
        at
    }

    #[inline]
    fn worth(&self, mut sums: [RowLanes; 2], inputs: &NetInputs) -> f32 {
        for (sum, numbers) in sums.iter_mut().zip(&inputs.numbers) {
            add(sum, &weighed(&self.layers.numbers, numbers));
        }
        let open = [open(&sums[0]), open(&sums[1])];
        let [first, second] = [self.side(&open[0], &open[1]), self.side(&open[1], &open[0])];
        let skip = inputs.lead.iter().zip(&self.net.skip);
        let linear: f32 = skip.map(|(have, weight)| have * weight).sum();
        linear + (first - second) as f32 / (ROW_UNIT * WEIGHT_UNIT)
    }

    /// One side's reading of both sums.
    #[inline]
    fn side(&self, own: &RowLanes, other: &RowLanes) -> i32 {
        let Net { hidden_bias, last, .. } = &*self.net;
        let mut sum = 0;
        for ((weights, bias), last) in self.layers.hidden.iter().zip(hidden_bias).zip(last) {
            let products = products(&weights[0], own) + products(&weights[1], other);
            let unit = ((bias + products.reduce_add()) >> 10).clamp(0, i32::from(MOST));
            sum += unit * i32::from(*last);
        }
        sum
    }
}
