//! Which monsters may be Tributed for a Normal Summon or Set, and whether enough of them may.

use crate::decision::Action;
use crate::effects::ModKind;
use crate::ids::{Player, Seat};
use crate::marks::rule;
use crate::state::{Ask, Duel};

const MAIN_ZONES: u8 = (1 << Seat::MAIN) - 1;

/// What a player could Tribute, counted once for all cards of the hand.
pub(crate) struct Tributes {
    /// The player's own monsters, one bit for each zone.
    own: u8,
    /// The opponent's monsters that must be Tributed as if the player controlled them.
    theirs: u8,
    /// The free Main Monster Zones.
    free: u8,
}

impl Tributes {
    /// How many monsters the player could Tribute.
    pub(crate) const fn count(&self) -> u8 {
        (self.own.count_ones() + self.theirs.count_ones()) as u8
    }

    /// Whether a Normal Summon or Set with so many Tributes can be finished (SU-01.9).
    pub(crate) fn allow(&self, needed: u8) -> bool {
        let zone_now = self.free != 0;
        if needed == 0 {
            if !zone_now {
                rule!("DF-7", "SU-01.14", "SU-01.12");
            }
            return zone_now;
        }
        let (own, theirs) = (self.own.count_ones() as u8, self.theirs.count_ones() as u8);
        if own + theirs < needed {
            rule!("SU-01.9");
            return false;
        }
        // Monsters that must be Tributed come first; only what they leave open frees a zone.
        let zone_by_tribute = theirs < needed && self.own & MAIN_ZONES != 0;
        if !zone_now && zone_by_tribute {
            rule!("SU-01.15");
        }
        zone_now || zone_by_tribute
    }
}

/// The Tributes chosen so far, by zone.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chosen {
    pub(crate) own: u8,
    pub(crate) theirs: u8,
}

impl Duel {
    /// What a player could Tribute now.
    #[inline]
    pub(crate) fn tributes_for(&self, player: Player) -> Tributes {
        if !self.banished(player).is_empty() {
            rule!("DF-74");
        }
        Tributes {
            own: self.occupied(player) & !self.barred_from_tribute(player),
            theirs: self.must_be_tributed(player.other()),
            free: self.free_main_zones(player),
        }
    }

    /// The monsters of a player that can't be Tributed for a Tribute Summon, one bit for each zone.
    #[inline]
    fn barred_from_tribute(&self, player: Player) -> u8 {
        const KINDS: [ModKind; 2] = [ModKind::NoTributeSummon, ModKind::NoTribute];
        if !KINDS.iter().any(|kind| self.has_mod(*kind)) {
            return 0;
        }
        let barred = self
            .monsters(player)
            .filter(|(_, card)| KINDS.iter().any(|kind| self.has_been_given(*kind, *card)));
        barred.fold(0, |bits, (seat, _)| bits | 1 << seat.0)
    }

    /// The monsters of a player that the other one must Tribute first, one bit for each zone.
    #[inline]
    fn must_be_tributed(&self, player: Player) -> u8 {
        if !self.has_mod(ModKind::MustBeTributed) {
            return 0;
        }
        let marked = self
            .monsters(player)
            .filter(|(_, card)| self.monster_has(ModKind::MustBeTributed, *card));
        let marked = marked.fold(0, |bits, (seat, _)| bits | 1 << seat.0);
        marked & !self.barred_from_tribute(player)
    }

    /// The monsters that may be Tributed next, in the order of the zones, the own ones first:
    /// those with which the rest can still be chosen from later ones.
    #[inline(never)]
    pub(super) fn tribute_actions(
        &self,
        player: Player,
        ask: Ask,
        chosen: Chosen,
        mut each: impl FnMut(Action),
    ) {
        let tributes = self.tributes_for(player);
        let all = (tributes.own & !chosen.own, tributes.theirs & !chosen.theirs);
        let mut left = u32::from(all.0) | u32::from(all.1) << 8;
        left &= u32::MAX << ask.from;
        while left != 0 {
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            let (theirs, seat) = (at >= 8, at & 7);
            let later = |bits: u8, side: bool| match (theirs, side) {
                (true, false) => 0,
                (false, true) => bits,
                _ => bits & (0xfe_u8 << seat),
            };
            let next = Chosen {
                own: chosen.own | if theirs { 0 } else { 1 << seat },
                theirs: chosen.theirs | if theirs { 1 << seat } else { 0 },
            };
            let rest = (later(all.0, false), later(all.1, true));
            if tributes.is_feasible(next, rest, ask.remaining - 1) {
                let seat = Seat(seat);
                each(if theirs { Action::tribute_theirs(seat) } else { Action::tribute(seat) });
            }
        }
    }
}

impl Tributes {
    /// Whether so many more Tributes can follow from the rest, with all that must be Tributed
    /// among them and a Main Monster Zone free in the end.
    #[inline]
    fn is_feasible(&self, chosen: Chosen, rest: (u8, u8), still: u8) -> bool {
        let needed = (chosen.own.count_ones() + chosen.theirs.count_ones()) as u8 + still;
        let (own_rest, theirs_rest) = (rest.0.count_ones() as u8, rest.1.count_ones() as u8);
        if own_rest + theirs_rest < still {
            return false;
        }
        if self.theirs.count_ones() as u8 >= needed {
            // They alone are enough, so nothing else may be Tributed.
            return chosen.own == 0 && theirs_rest >= still && self.free != 0;
        }
        let missing = self.theirs & !chosen.theirs;
        if missing & !rest.1 != 0 || theirs_rest > still {
            return false;
        }
        let open = still - theirs_rest;
        self.free != 0 || chosen.own & MAIN_ZONES != 0 || (open > 0 && rest.0 & MAIN_ZONES != 0)
    }
}
