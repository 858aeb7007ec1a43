//! What monsters of the Extra Deck are Summoned with: Synchro, Xyz and Link Materials.
//!
//! They are chosen one at a time in canonical order, so what is asked of a choice is whether later
//! cards can still complete it. A player has seven Monster Zones, so the sets that there are can be
//! looked through; what can't be completed any more is cut off as soon as that is known.

use arrayvec::ArrayVec;

use super::eval::Ctx;
use super::model::{RecipeId, SelectId, TestId};
use super::modifier::ModKind;
use crate::catalogue::{Catalogue, Print, kind};
use crate::decision::Pointer;
use crate::ids::{Handle, NO_CARD, Place, Seat};
use crate::marks::rule;
use crate::state::{CardSet, Duel};

/// How many kinds of materials a recipe may name.
pub const MAX_PARTS: usize = 3;
/// How many cards can be materials at a time: all own monsters, and a few more.
const MAX_CANDIDATES: usize = 16;

/// What a monster is Summoned with from the Extra Deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The kinds of materials, each with how many of them; unused places want none.
    pub parts: [Ingredient; MAX_PARTS],
    /// What they must come to together.
    pub sum: Sum,
    /// Whether no two of them may have the same name.
    pub different_names: bool,
}

/// One kind of materials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ingredient {
    /// What each of them must be.
    pub test: TestId,
    /// At least so many.
    pub least: u8,
    /// At most so many.
    pub most: u8,
}

/// What materials must come to together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// Only their number counts.
    Nothing,
    /// Their Levels are together the Level of the monster (SU-07.6).
    Levels,
    /// Each counts one, or a Link Monster its Link Rating, and together they are the Link Rating of the
    /// monster (SU-05.6).
    Ratings,
}

impl Recipe {
    /// How many materials there are at least and at most.
    fn counts(&self) -> (u32, u32) {
        let sum = |of: fn(&Ingredient) -> u8| self.parts.iter().map(|p| u32::from(of(p))).sum();
        (sum(|part| part.least), sum(|part| part.most))
    }
}

/// A card that could be a material.
#[derive(Clone, Copy)]
struct Candidate {
    at: Pointer,
    card: Handle,
    name: Print,
    /// The parts of the recipe that it could be, one bit each.
    parts: u8,
    /// Its Level, or its Link Rating (1 for others).
    value: u8,
    /// The own zone that it leaves, as a bit.
    zone: u8,
}

/// A choice of materials for one monster.
pub(crate) struct Gathering<'a> {
    duel: &'a Duel,
    cards: &'a Catalogue,
    ctx: Ctx,
    monster: Handle,
    recipe: &'a Recipe,
    /// What the sum must be.
    target: u32,
    /// The card that must be among them, or `NO_CARD`.
    must: u8,
    candidates: ArrayVec<Candidate, MAX_CANDIDATES>,
}

impl Duel {
    /// The choice of materials for a monster from a selection.
    pub(crate) fn gathering<'a>(
        &'a self,
        cards: &'a Catalogue,
        ctx: Ctx,
        monster: Handle,
        from: SelectId,
        recipe: RecipeId,
    ) -> Gathering<'a> {
        rule!(
            "CT-02.14a",
            "SU-07.4",
            "SU-07.5",
            "CT-03.6t.i",
            "CT-03.6t.ii",
            "CT-03.8c.i",
            "CT-03.8c.ii"
        );
        // What is attached is in no zone, so it can't be used again.
        rule!("SU-08.5");
        let recipe = cards.scripts().recipe(recipe);
        let target = u32::from(cards.facts(self.print(monster)).level);
        let of_monster = Ctx::of_card(ctx.player, monster);
        let mut candidates = ArrayVec::new();
        self.look(cards, ctx, cards.scripts().select(from), &mut |at, card| {
            let facts = cards.facts(self.print(card));
            let value = match recipe.sum {
                Sum::Levels => self.values_of(cards, card).level,
                // A rating counts as a whole or as one.
                Sum::Ratings if facts.is(kind::LINK) => facts.level,
                _ => 1,
            };
            let fits = |at: &usize| {
                let part = recipe.parts[*at];
                part.most > 0 && self.fits(cards, of_monster, part.test, card)
            };
            let parts = (0..MAX_PARTS).filter(fits).fold(0, |bits, at| bits | 1 << at);
            let barred = recipe.sum == Sum::Ratings
                && self.mod_on_monster(cards, ModKind::NoLinkMaterial, card).is_some();
            if value > 0 && parts != 0 && card != monster && !barred {
                let own = self.place(card) == Place::Monster && self.controller(card) == ctx.player;
                let zone = if own { 1 << self.seat(card) } else { 0 };
                let name = cards.base(self.print(card));
                _ = candidates.try_push(Candidate { at, card, name, parts, value, zone });
            }
            true
        });
        let must = if ctx.material == NO_CARD { self.reserved_material() } else { ctx.material };
        Gathering { duel: self, cards, ctx, monster, recipe, target, must, candidates }
    }

    /// Whether a player's monsters could be materials for a monster as far as their number and what they
    /// come to at most tell: quickly told, and never wrongly no.
    pub(crate) fn may_gather(&self, cards: &Catalogue, ctx: Ctx, recipe: RecipeId) -> bool {
        let recipe = cards.scripts().recipe(recipe);
        let (least, _) = recipe.counts();
        if self.occupied(ctx.player).count_ones() < least {
            return false;
        }
        if recipe.sum == Sum::Levels {
            rule!("SU-07.5", "CT-03.6t.i", "CT-03.8c.i");
        }
        let target = u32::from(cards.facts(self.print(Handle(ctx.source))).level);
        let worth = |(seat, card): (Seat, Handle)| match recipe.sum {
            Sum::Nothing => target,
            Sum::Levels => u32::from(self.derived(ctx.player, seat).level),
            Sum::Ratings => {
                let facts = cards.facts(self.print(card));
                if facts.is(kind::LINK) { u32::from(facts.level) } else { 1 }
            }
        };
        self.monsters(ctx.player).map(worth).sum::<u32>() >= target
    }

    /// Whether a player could Summon a monster with materials from a selection.
    pub(super) fn can_gather(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        from: SelectId,
        recipe: RecipeId,
    ) -> bool {
        self.may_gather(cards, ctx, recipe)
            && self.gathering(cards, ctx, Handle(ctx.source), from, recipe).completes(0, 0)
    }
}

impl Gathering<'_> {
    /// Whether these cards can be all materials.
    pub(crate) fn is_complete(&self, taken: CardSet) -> bool {
        self.suffices(self.bits(taken))
    }

    /// Whether any more can follow from this number on.
    pub(crate) fn goes_on(&self, taken: CardSet, from: usize) -> bool {
        let mut any = false;
        self.each_next(taken, from, &mut |_, _, _| {
            any = true;
            false
        });
        any
    }

    /// Shows the cards that can be taken next, from this number on, until `each` says no more: with
    /// each of them later ones can complete the materials.
    pub(crate) fn each_next(
        &self,
        taken: CardSet,
        from: usize,
        each: &mut dyn FnMut(u8, Pointer, Handle) -> bool,
    ) {
        let bits = self.bits(taken);
        for (at, candidate) in self.candidates.iter().enumerate().skip(from) {
            let open = bits >> at & 1 == 0 && self.completes(bits | 1 << at, at + 1);
            if open && !each(at as u8, candidate.at, candidate.card) {
                break;
            }
        }
    }

    fn bits(&self, taken: CardSet) -> u16 {
        let all = self.candidates.iter().enumerate();
        let taken = all.filter(|(_, candidate)| taken.has(candidate.card.0));
        taken.fold(0, |bits, (at, _)| bits | 1 << at)
    }

    fn chosen(&self, bits: u16) -> impl Iterator<Item = &Candidate> + Clone {
        self.candidates
            .iter()
            .enumerate()
            .filter(move |(at, _)| bits >> at & 1 == 1)
            .map(|(_, c)| c)
    }

    /// Whether these and some of those from this number on can be all materials.
    fn completes(&self, bits: u16, from: usize) -> bool {
        let (least, most) = self.recipe.counts();
        let (taken, left) = (bits.count_ones(), self.candidates.len().saturating_sub(from) as u32);
        if taken > most || taken + left < least || self.is_too_much(bits) {
            return false;
        }
        if taken >= least && self.suffices(bits) {
            return true;
        }
        let mut later = from..self.candidates.len();
        taken < most
            && later.any(|at| bits >> at & 1 == 0 && self.completes(bits | 1 << at, at + 1))
    }

    /// Whether the sum is above what it must be, whatever follows.
    fn is_too_much(&self, bits: u16) -> bool {
        match self.recipe.sum {
            Sum::Nothing => false,
            Sum::Levels => {
                self.chosen(bits).map(|card| u32::from(card.value)).sum::<u32>() > self.target
            }
            Sum::Ratings => bits.count_ones() > self.target,
        }
    }

    /// Whether these are all that is needed: so many of each kind, the right sum, names, and a zone for
    /// the monster once they have gone (S9 of the facts).
    fn suffices(&self, bits: u16) -> bool {
        let chosen = self.chosen(bits);
        let (least, most) = self.recipe.counts();
        if !(least..=most).contains(&bits.count_ones()) || !self.has_sum(bits) {
            return false;
        }
        if self.must != NO_CARD && !chosen.clone().any(|card| card.card.0 == self.must) {
            return false;
        }
        if self.recipe.different_names {
            let mut rest = chosen.clone();
            while let Some(card) = rest.next() {
                if rest.clone().any(|other| other.name == card.name) {
                    return false;
                }
            }
        }
        let parts: ArrayVec<u8, MAX_CANDIDATES> = chosen.clone().map(|card| card.parts).collect();
        if !self.are_parts_of(&parts, [0; MAX_PARTS]) {
            return false;
        }
        let left = chosen.fold(0, |zones, card| zones | card.zone);
        rule!("SU-05.9", "SU-07.8", "SU-08.7");
        self.duel.zones_after(self.cards, self.ctx.player, self.monster, left) != 0
    }

    fn has_sum(&self, bits: u16) -> bool {
        match self.recipe.sum {
            Sum::Nothing => true,
            Sum::Levels => {
                rule!("SU-07.6");
                self.chosen(bits).map(|card| u32::from(card.value)).sum::<u32>() == self.target
            }
            Sum::Ratings => {
                rule!("SU-05.6.i", "SU-05.6.ii");
                // One bit for each sum that can be reached.
                let sums = self.chosen(bits).fold(1_u32, |sums, card| {
                    sums << 1 | sums.checked_shl(u32::from(card.value)).unwrap_or(0)
                });
                sums >> self.target.min(31) & 1 == 1
            }
        }
    }

    /// Whether each of these cards, given as the parts that it could be, can be of one kind, so that
    /// there are as many of each kind as the recipe wants.
    fn are_parts_of(&self, cards: &[u8], mut counts: [u8; MAX_PARTS]) -> bool {
        let parts = &self.recipe.parts;
        let Some((card, rest)) = cards.split_first() else {
            return (0..MAX_PARTS).all(|at| counts[at] >= parts[at].least);
        };
        for at in (0..MAX_PARTS).filter(|at| card >> at & 1 == 1) {
            if counts[at] < parts[at].most {
                counts[at] += 1;
                if self.are_parts_of(rest, counts) {
                    return true;
                }
                counts[at] -= 1;
            }
        }
        false
    }
}
