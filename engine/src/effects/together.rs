//! Cards that are chosen together because of what they come to: Fusion Materials, and Tributes for
//! a Ritual Summon. They are chosen one at a time in canonical order, so what is asked here is
//! whether later cards can still complete those that are chosen.

use arrayvec::ArrayVec;

use super::eval::Ctx;
use super::model::{Goal, SelectId, Test, TestId};
use super::scripts::{MAX_MATERIALS, term};
use crate::catalogue::{Catalogue, kind};
use crate::decision::Pointer;
use crate::ids::{Handle, Place, Player, Seat};
use crate::limits::MAX_CARDS;
use crate::marks::rule;
use crate::state::{CardSet, Duel, status_bits};

/// The highest Level.
const HIGHEST: u32 = 12;
/// The highest total that is counted: one of two cards less than this is enough for any monster.
const MOST: u32 = 48;

/// A card that could be chosen.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) at: Pointer,
    pub(crate) card: Handle,
    /// Whether its zone would be free for the monster that is Summoned.
    frees: bool,
    /// An opponent's monster that must be Tributed as if the player controlled it.
    forced: bool,
    /// The materials that it could be, one bit each; or its Level.
    worth: u8,
    /// The materials that it could be instead of what is written by name, one bit each.
    instead: u8,
}

/// All that could be chosen, in canonical order.
pub(crate) type Candidates = ArrayVec<Candidate, MAX_CARDS>;

/// What the chosen cards must come to.
#[derive(Clone, Copy)]
enum Total {
    /// So many materials, each another card.
    Materials(u8),
    /// Levels of at least so many.
    From(u32),
    /// Levels of exactly so many.
    Exactly(u32),
}

/// A choice of cards for one monster.
pub(crate) struct Together {
    pub(crate) candidates: Candidates,
    total: Total,
    /// Whether a chosen card must leave a zone for the monster.
    needs_zone: bool,
}

impl Duel {
    /// The choice of cards of a selection with which a monster is Summoned.
    pub(crate) fn together(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        monster: Handle,
        from: SelectId,
        goal: Goal,
    ) -> Together {
        let player = ctx.player;
        let script = cards.scripts().card(self.print(monster));
        let materials = script.map_or([TestId(0); MAX_MATERIALS], |script| script.materials);
        let total = match goal {
            Goal::Materials | Goal::WrittenMaterials => {
                let needed = materials.iter().filter(|test| **test != TestId(0)).count();
                Total::Materials(needed as u8)
            }
            Goal::LevelsFrom(least) => {
                Total::From(self.number(cards, ctx, least).clamp(1, 36) as u32)
            }
            Goal::Levels(sum) => Total::Exactly(self.number(cards, ctx, sum).clamp(1, 36) as u32),
            // These are other choices: see `Gathering` and `pendulum`.
            Goal::Recipe(_) | Goal::Pendulum(_) => Total::Materials(0),
        };
        let from_extra = self.place(monster) == Place::Extra;
        let zones = self.zones_for(cards, player, monster);
        let mut candidates = Candidates::new();
        let select = cards.scripts().select(from);
        self.look(cards, ctx, select, &mut |at, card| {
            let (worth, instead) = match total {
                Total::Materials(_) => {
                    let (worth, instead) = self.worth_as_material(cards, player, monster, card);
                    (worth, if goal == Goal::WrittenMaterials { 0 } else { instead })
                }
                _ => (self.values_of(cards, card).level, 0),
            };
            let own = self.controller(card) == player;
            // What must be Tributed of the opponent's is no Tribute here as long as it lies face-down.
            let hidden = !own && !self.pose(card).is_face_up();
            if worth | instead != 0 && card != monster && !hidden {
                let there = self.place(card) == Place::Monster && own;
                let frees = there && (from_extra || Seat(self.seat(card)).is_main());
                let one = Candidate { at, card, frees, forced: !own, worth, instead };
                // There are never more cards than fit.
                _ = candidates.try_push(one);
            }
            true
        });
        Together { candidates, total, needs_zone: zones == 0 }
    }

    /// The materials of a monster that a card could be, and those that it could be instead of what is
    /// written by name, one bit each.
    fn worth_as_material(
        &self,
        cards: &Catalogue,
        player: Player,
        monster: Handle,
        card: Handle,
    ) -> (u8, u8) {
        let script = cards.scripts().card(self.print(monster));
        let materials = script.map_or([TestId(0); MAX_MATERIALS], |script| script.materials);
        let of_monster = Ctx::of_card(player, monster);
        let substitute = self.is_substitute(cards, card);
        let (mut worth, mut instead) = (0, 0);
        for (slot, test) in materials.iter().enumerate().filter(|(_, test)| **test != TestId(0)) {
            if self.fits(cards, of_monster, *test, card) {
                // What kind of monster it is besides does not matter.
                rule!("SU-04.13");
                worth |= 1 << slot;
            } else if substitute && matches!(cards.scripts().test(*test), Test::Named(_)) {
                instead |= 1 << slot;
            }
        }
        (worth, instead)
    }

    /// Whether these cards, as they are now, are all materials of a monster.
    pub(super) fn would_make_up(
        &self,
        cards: &Catalogue,
        player: Player,
        monster: Handle,
        given: CardSet,
    ) -> bool {
        let candidates = given.iter().map(|card| {
            let card = Handle(card);
            let (worth, instead) = self.worth_as_material(cards, player, monster, card);
            let at = self.pointer_to(card);
            Candidate { at, card, frees: false, forced: false, worth, instead }
        });
        let candidates: Candidates = candidates.collect();
        let total = Total::Materials(given.len() as u8);
        Together { candidates, total, needs_zone: false }.can_be_chosen()
    }

    /// Whether a card can be a Fusion Material in place of one that is written by name.
    fn is_substitute(&self, cards: &Catalogue, card: Handle) -> bool {
        self.has_term(cards, card, term::SUBSTITUTE)
            && !self.has_status(card, status_bits::NEGATED)
            && (self.is_on_field(card) || matches!(self.place(card), Place::Hand | Place::Grave))
    }

    /// Whether a player could Special Summon a monster with cards of a selection: a Fusion Monster
    /// with its materials, a Ritual Monster with Tributes.
    pub(super) fn can_be_made(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        monster: Handle,
        from: SelectId,
        goal: Goal,
    ) -> bool {
        let fusion = matches!(goal, Goal::Materials | Goal::WrittenMaterials);
        let of = if fusion { kind::FUSION } else { kind::RITUAL };
        let facts = cards.facts(self.print(monster));
        if facts.is(kind::PENDULUM) && self.lies_open_in_extra(monster) {
            rule!("SU-04.9", "CT-03.5d");
            return false;
        }
        let script = cards.scripts().card(self.print(monster));
        if goal == Goal::Materials
            && (self.is_contact_only(cards, monster)
                || script.is_some_and(|script| script.never_special_summoned))
        {
            return false;
        }
        if !facts.is(kind::MONSTER)
            || !facts.is(of)
            || self.is_forbidden(cards, monster)
            || !self.meets_summon_costs(cards, ctx.player, monster)
            || !self.can_pay_hand_fee(cards, ctx.player, monster)
            || self.may_not_special_summon(cards, ctx.player, ctx.source)
        {
            return false;
        }
        if self.may_not_come_face_up(cards, ctx.player, monster) {
            // What keeps it away is not lifted by cards that would leave for it.
            rule!("SU-04.8");
            return false;
        }
        let made = self.together(cards, ctx, monster, from, goal).can_be_chosen();
        if !made {
            rule!("SU-04.11");
        }
        made
    }
}

impl Together {
    fn can_be_chosen(&self) -> bool {
        self.total != Total::Materials(0) && self.is_completable(CardSet::EMPTY, 0)
    }

    /// Whether these cards are all that is needed.
    pub(crate) fn is_complete(&self, taken: CardSet) -> bool {
        let chosen = self.candidates.iter().filter(|candidate| taken.has(candidate.card.0));
        match self.total {
            Total::Materials(needed) => taken.len() >= i32::from(needed),
            Total::From(least) | Total::Exactly(least) => {
                chosen.map(|candidate| u32::from(candidate.worth)).sum::<u32>() >= least
            }
        }
    }

    /// Whether the chosen cards can be completed with candidates from this number on (SU-04.4, MO-26).
    pub(crate) fn is_completable(&self, taken: CardSet, from: usize) -> bool {
        let (before, later) = self.candidates.split_at(from.min(self.candidates.len()));
        // What must be Tributed can't be passed over.
        if before.iter().any(|candidate| candidate.forced && !taken.has(candidate.card.0)) {
            return false;
        }
        let chosen: ArrayVec<Candidate, MAX_CARDS> =
            before.iter().filter(|candidate| taken.has(candidate.card.0)).copied().collect();
        match self.total {
            Total::Materials(needed) => {
                if chosen.len() > usize::from(needed) {
                    return false;
                }
                let open = (1_u8 << needed) - 1;
                let frees = !self.needs_zone || chosen.iter().any(|candidate| candidate.frees);
                rule!("MO-9", "MO-12", "MO-14", "SU-04.3", "SU-04.4-ex", "SU-04.14");
                places(&chosen, open, &|open| cover(later, open, frees))
                    || self.covers_with_substitute(&chosen, later, open, frees)
            }
            Total::From(least) => {
                rule!("MO-21", "MO-22", "MO-24", "MO-26");
                // Without the card of the lowest Level it would not be enough, whichever that is.
                (1..=HIGHEST).any(|lowest| {
                    chosen.iter().all(|candidate| u32::from(candidate.worth) >= lowest)
                        && self.reaches(&chosen, later, lowest, least..least + lowest)
                })
            }
            Total::Exactly(sum) => self.reaches(&chosen, later, 1, sum..sum + 1),
        }
    }

    /// Whether the materials can be met with one card in place of what is written by name.
    fn covers_with_substitute(
        &self,
        chosen: &[Candidate],
        later: &[Candidate],
        open: u8,
        frees: bool,
    ) -> bool {
        let could = self.candidates.iter().filter(|candidate| candidate.instead != 0);
        could.into_iter().any(|substitute| {
            let stand_in = |candidates: &[Candidate]| -> Candidates {
                let all = candidates.iter().map(|candidate| {
                    let is = candidate.card == substitute.card;
                    let worth =
                        if is { candidate.worth | candidate.instead } else { candidate.worth };
                    Candidate { worth, ..*candidate }
                });
                all.collect()
            };
            let (chosen, later) = (stand_in(chosen), stand_in(later));
            places(&chosen, open, &|open| cover(&later, open, frees))
        })
    }

    /// Whether the Levels of the chosen cards and some of the later ones, of which none is lower than
    /// the lowest, come to one of these totals.
    fn reaches(
        &self,
        chosen: &[Candidate],
        later: &[Candidate],
        lowest: u32,
        totals: std::ops::Range<u32>,
    ) -> bool {
        let sum: u32 = chosen.iter().map(|candidate| u32::from(candidate.worth)).sum();
        if sum >= MOST {
            return false;
        }
        // One bit for each total that can be reached: with no free zone yet, and with one.
        let free = !self.needs_zone || chosen.iter().any(|candidate| candidate.frees);
        let (mut without, mut with) = if free { (0, 1_u64 << sum) } else { (1_u64 << sum, 0) };
        for candidate in later {
            let level = u32::from(candidate.worth);
            if level < lowest {
                if candidate.forced {
                    return false;
                }
                continue;
            }
            let (more_without, more_with) = if candidate.frees {
                (0, (without | with) << level)
            } else {
                (without << level, with << level)
            };
            if candidate.forced {
                (without, with) = (more_without, more_with);
            } else {
                (without, with) = (without | more_without, with | more_with);
            }
        }
        totals.into_iter().any(|total| total < 64 && with >> total & 1 == 1)
    }
}

impl PartialEq for Total {
    fn eq(&self, other: &Self) -> bool {
        matches!((self, other), (Self::Materials(a), Self::Materials(b)) if a == b)
    }
}

/// Whether each of these cards can be another one of the open materials, so that the rest can be
/// met too.
fn places(chosen: &[Candidate], open: u8, rest: &dyn Fn(u8) -> bool) -> bool {
    let Some((first, others)) = chosen.split_first() else { return rest(open) };
    let mut left = first.worth & open;
    while left != 0 {
        let slot = left & left.wrapping_neg();
        left &= left - 1;
        if places(others, open & !slot, rest) {
            return true;
        }
    }
    false
}

/// Whether later cards can be all open materials, one of them leaving a zone if none is free.
fn cover(later: &[Candidate], open: u8, free: bool) -> bool {
    // How many cards could be exactly these materials.
    let (mut all, mut freeing) = ([0_i32; 1 << MAX_MATERIALS], [0_i32; 1 << MAX_MATERIALS]);
    for candidate in later {
        let could = usize::from(candidate.worth & open);
        all[could] += 1;
        freeing[could] += i32::from(candidate.frees);
    }
    if free {
        return is_met(&all, open);
    }
    rule!("SU-04.7", "SU-04.7-ex");
    (1..all.len()).any(|could| {
        freeing[could] > 0 && {
            let mut others = all;
            others[could] -= 1;
            let slots = (0..MAX_MATERIALS as u8).map(|slot| 1 << slot);
            slots.filter(|slot| could as u8 & slot != 0).any(|slot| is_met(&others, open & !slot))
        }
    })
}

/// Whether each of the open materials can be another card: for any of them together there are as
/// many cards (Hall's theorem).
fn is_met(counts: &[i32; 1 << MAX_MATERIALS], open: u8) -> bool {
    let mut some = open;
    while some != 0 {
        let fit = counts.iter().enumerate().filter(|(could, _)| *could as u8 & some != 0);
        if fit.map(|(_, count)| count).sum::<i32>() < some.count_ones().cast_signed() {
            return false;
        }
        some = (some - 1) & open;
    }
    true
}
