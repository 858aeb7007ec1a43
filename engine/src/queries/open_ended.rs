//! Fusion Materials of which the last can be several cards.

use super::together::{Candidates, GroupMember, Together, cover};
use crate::marks::rule;

impl Together {
    /// Whether the chosen cards can all be materials of a monster of whose last one there can be several, and
    /// later cards those that are missing.
    pub(super) fn covers_open_ended(
        &self,
        chosen: &[GroupMember],
        later: &[GroupMember],
        needed: u8,
    ) -> bool {
        if !self.needs_vital || chosen.iter().any(|candidate| candidate.vital) {
            return self.covers_so_many(chosen, later, needed);
        }
        // Whichever of the cards that the effect demands it will be, the others must be met without it.
        rule!("SU-04.10");
        later.iter().enumerate().filter(|(_, candidate)| candidate.vital).any(|(at, vital)| {
            let chosen: Candidates = chosen.iter().chain([vital]).copied().collect();
            self.covers_so_many(&chosen, &without(later, at), needed)
        })
    }

    fn covers_so_many(&self, chosen: &[GroupMember], later: &[GroupMember], needed: u8) -> bool {
        let open = (1_u8 << needed) - 1;
        let last = 1_u8 << (needed - 1);
        let frees = !self.needs_zone || chosen.iter().any(|candidate| candidate.frees);
        rule!("MO-9", "SU-04.4.ii");
        let met = |chosen: &[GroupMember], later: &[GroupMember]| {
            assign(chosen, open, last, &|open| rest(later, open, last, frees))
        };
        met(chosen, later) || self.with_substitute(chosen, later, 0, &met)
    }
}

/// Whether each of these cards can be another one of the open materials, or one more of the last kind, so
/// that the rest can be met too.
fn assign(chosen: &[GroupMember], open: u8, last: u8, rest: &dyn Fn(u8) -> bool) -> bool {
    let Some((first, others)) = chosen.split_first() else { return rest(open) };
    let worth = first.worth[0];
    if worth & last != 0 && assign(others, open & !last, last, rest) {
        return true;
    }
    let mut left = worth & open & !last;
    while left != 0 {
        let slot = left & left.wrapping_neg();
        left &= left - 1;
        if assign(others, open & !slot, last, rest) {
            return true;
        }
    }
    false
}

/// Whether later cards can be all open materials, one of them or one more of the last kind leaving a zone if
/// none is free.
fn rest(later: &[GroupMember], open: u8, last: u8, free: bool) -> bool {
    cover(later, 0, open, free)
        || !free
            && later
                .iter()
                .enumerate()
                .filter(|(_, candidate)| candidate.frees && candidate.worth[0] & last != 0)
                .any(|(at, _)| cover(&without(later, at), 0, open, true))
}

fn without(all: &[GroupMember], at: usize) -> Candidates {
    let (before, after) = all.split_at(at);
    before.iter().chain(&after[1..]).copied().collect()
}
