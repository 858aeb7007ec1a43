//! How well an evaluation foretells who won.

use std::collections::BTreeMap;

use std::sync::Arc;

use duelfish_engine::{CardCode, Catalogue};
use duelfish_search::duels::Evaluation;
use duelfish_search::net::{Net, NetInputs, NetReader, NetZone};

use super::samples::NetSamples;

/// Steps of Newton's method for a scale and offsets.
const STEPS: usize = 12;
/// The pull of each offset towards zero: as strong as so many positions would be.
const RIDGE: f64 = 4.0;

/// Mean log losses of an evaluation; a coin has 0.693.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foretold {
    /// As it is.
    pub plain: f64,
    /// With the best offset for each pair of decks and the best scale: what is left of the difference when
    /// it is known which deck is the stronger one.
    pub fitted: f64,
}

/// The losses of a network for the positions with these numbers.
#[must_use]
pub fn foretell_by_net(
    cards: &Catalogue,
    samples: &NetSamples,
    positions: &[u32],
    net: &Arc<Net>,
) -> Foretold {
    let mut reader = NetReader::new(Arc::clone(net));
    let code = |number: u32| -> Option<(CardCode, NetZone)> {
        let (card, zone) = (number as usize / NetZone::COUNT, number as usize % NetZone::COUNT);
        Some((cards.by_passcode(samples.passcodes[card])?, NetZone::ALL[zone]))
    };
    foretell(samples, positions, |at| {
        let sample = &samples.positions[at as usize];
        let [from, middle, to] = sample.cards;
        let placed = (from..to).filter_map(|at| {
            let (card, zone) = code(samples.cards[at as usize])?;
            Some((usize::from(at >= middle), card, zone))
        });
        let inputs = NetInputs { numbers: sample.numbers, lead: sample.lead };
        reader.log_odds_of(cards, placed, &inputs)
    })
}

/// The same of the linear evaluation.
#[must_use]
pub fn foretell_by_lead(
    samples: &NetSamples,
    positions: &[u32],
    evaluation: &Evaluation,
) -> Foretold {
    let weights = evaluation.weights();
    foretell(samples, positions, |at| {
        let lead = &samples.positions[at as usize].lead;
        lead.iter().zip(&weights).map(|(have, weight)| have * weight).sum()
    })
}

/// The losses of log-odds for the positions with these numbers.
fn foretell(samples: &NetSamples, positions: &[u32], mut odds: impl FnMut(u32) -> f32) -> Foretold {
    let mut pairs = BTreeMap::new();
    let rows: Vec<(f64, f64, usize)> = positions
        .iter()
        .map(|at| {
            let sample = &samples.positions[*at as usize];
            let next = pairs.len();
            let pair = *pairs.entry(sample.pair).or_insert(next);
            (f64::from(odds(*at)), f64::from(sample.result), pair)
        })
        .collect();
    let mut offsets = vec![0.0; pairs.len()];
    let mut scale = 1.0;
    let plain = loss(&rows, scale, &offsets);
    for _ in 0..STEPS {
        // One step for the offsets, each by itself, and one for the scale.
        let mut slopes: Vec<[f64; 2]> = offsets.iter().map(|at| [-RIDGE * at, RIDGE]).collect();
        for (odds, result, pair) in &rows {
            let p = chance(scale * odds + offsets[*pair]);
            slopes[*pair][0] += result - p;
            slopes[*pair][1] += p * (1.0 - p);
        }
        for (offset, [slope, bend]) in offsets.iter_mut().zip(&slopes) {
            *offset += slope / bend;
        }
        let (mut slope, mut bend) = (0.0, RIDGE);
        for (odds, result, pair) in &rows {
            let p = chance(scale * odds + offsets[*pair]);
            slope += (result - p) * odds;
            bend += p * (1.0 - p) * odds * odds;
        }
        scale += slope / bend;
    }
    Foretold { plain, fitted: loss(&rows, scale, &offsets) }
}

fn loss(rows: &[(f64, f64, usize)], scale: f64, offsets: &[f64]) -> f64 {
    let of = |(odds, result, pair): &(f64, f64, usize)| {
        let p = chance(scale * odds + offsets[*pair]).clamp(1e-12, 1.0 - 1e-12);
        -(result * p.ln() + (1.0 - result) * (1.0 - p).ln())
    };
    rows.iter().map(of).sum::<f64>() / rows.len().max(1) as f64
}

fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}
