//! Which positions of a depth a beam keeps.

use std::collections::BTreeMap;

use crate::playable::Keyed;

/// A position that a beam may keep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BeamCandidate<M> {
    /// The number of the position before it in its layer.
    pub(super) from: usize,
    /// The move that leads to it.
    pub(super) choice: Keyed<M>,
    /// Its worth to the player who chooses.
    pub(super) worth: f32,
    /// See [`BeamGuide::reached`](super::BeamGuide::reached).
    pub(super) reached: u64,
}

/// Sorts candidates by worth and takes so many of them: the better half of the places goes to those that are worth
/// most, the others go by turns to what else was reached.
pub(super) fn survivors<M: Copy>(
    candidates: &mut [BeamCandidate<M>],
    width: usize,
) -> Vec<BeamCandidate<M>> {
    candidates.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    if candidates.len() <= width {
        return candidates.to_vec();
    }
    let (first, others) = candidates.split_at(width.div_ceil(2));
    let mut kept = first.to_vec();
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    for candidate in first {
        *counts.entry(candidate.reached).or_default() += 1;
    }
    // A candidate is the more welcome, the fewer better ones have reached the same.
    let mut ranked: Vec<(usize, &BeamCandidate<M>)> = Vec::new();
    for candidate in others {
        let count = counts.entry(candidate.reached).or_default();
        ranked.push((*count, candidate));
        *count += 1;
    }
    ranked.sort_by_key(|(count, _)| *count);
    kept.extend(ranked.iter().take(width - first.len()).map(|(_, candidate)| **candidate));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_else_was_reached_lives_on_beside_what_is_worth_most() {
        let candidate = |worth: f32, reached| {
            let choice = Keyed { action: (), key: 0 };
            BeamCandidate { from: 0, choice, worth, reached }
        };
        let mut all = [0.9, 0.8, 0.7, 0.6, 0.5].map(|worth| candidate(worth, 1)).to_vec();
        all.extend([0.2, 0.1].map(|worth| candidate(worth, 2)));
        all.push(candidate(0.05, 3));
        let kept = survivors(&mut all, 4);
        let worths: Vec<f32> = kept.iter().map(|candidate| candidate.worth).collect();
        assert_eq!(worths, [0.9, 0.8, 0.2, 0.05]);
        assert_eq!(survivors(&mut all, 8).len(), 8);
    }
}
