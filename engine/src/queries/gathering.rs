//! The choice of Synchro, Xyz and Link Materials.
//!
//! They are chosen one at a time in canonical order, so the question about a choice is whether later
//! cards can still complete it. A player has seven Monster Zones, so all sets can be looked through.
//! A set that can't be completed any more is cut off as soon as that is known.

use arrayvec::ArrayVec;

use super::eval::CardValues;
use crate::decision::Pointer;
use crate::ids::{CardId, Location, NO_CARD, Player};
use crate::marks::rule;
use crate::state::{CardSet, Ctx, Derived, Duel, traits};
use duelfish_script::{
    CardCode, Catalogue, MAX_PARTS, ModKind, Num, Recipe, RecipeId, SelectId, Sum, Test, TestId,
    kind, term,
};

/// How many cards can be materials at a time: all own monsters, and a few more.
const MAX_CANDIDATES: usize = 16;

/// A card that could be a material.
#[derive(Clone, Copy)]
struct PossibleMaterial {
    at: Pointer,
    card: CardId,
    name: CardCode,
    /// The parts of the recipe that it could be, one bit each.
    parts: u8,
    /// Its Level, or its Link Rating (1 for others).
    value: u8,
    /// The own zone that it leaves, as a bit.
    zone: u8,
    /// The cards that can be materials together with it, one bit for each candidate.
    partners: u16,
}

/// A choice of materials for one monster.
pub(crate) struct Gathering<'a> {
    duel: &'a Duel,
    cards: &'a Catalogue,
    ctx: Ctx,
    monster: CardId,
    recipe: &'a Recipe,
    /// How many materials there are at least and at most.
    counts: (u32, u32),
    /// The number that the sum must reach.
    target: u32,
    /// The card that must be among them, or `NO_CARD`.
    must: u8,
    candidates: ArrayVec<PossibleMaterial, MAX_CANDIDATES>,
    /// Some candidate can be used only with some of the others.
    choosy: bool,
    /// How many materials each candidate demands that there are, if any demands that.
    least: Option<[u8; MAX_CANDIDATES]>,
    /// The candidates of the hand, and those that let one of them be used, one bit each.
    lent: Lent,
}

/// Cards of the hand that can be Synchro Materials, and those on the field that allow one of them.
#[derive(Clone, Copy, Default)]
struct Lent {
    hand: u16,
    lenders: u16,
}

impl Lent {
    /// Whether these cards can be used together: at most one of the hand, and that with one that allows it
    /// (FACT-S32).
    const fn allows(self, bits: u16) -> bool {
        match (bits & self.hand).count_ones() {
            0 => true,
            1 => bits & self.lenders != 0,
            _ => false,
        }
    }
}

/// The cards of a selection from which materials are taken, each looked at once for all monsters that
/// could be Summoned with them.
pub(crate) struct Stock<'a> {
    duel: &'a Duel,
    cards: &'a Catalogue,
    from: SelectId,
    rows: ArrayVec<Row, MAX_CANDIDATES>,
    /// Those with a Level that can be Synchro Materials as far as they say themselves, one bit each.
    tunable: u16,
    /// Those that can't be Link Materials, once that was asked.
    barred: Option<u16>,
    /// The sums that Levels of possible Synchro Materials can come to, one bit for each sum, and the same for
    /// the Link Ratings of all cards.
    sums: [u32; 2],
    /// Which ones fit a test, for the tests that ask nothing about the monster to be Summoned.
    known: [Option<(TestId, u16)>; KNOWN],
    lent: Lent,
}

/// A card of a [`Stock`].
struct Row {
    at: Pointer,
    card: CardId,
    /// Its current values.
    values: Derived,
    level: u8,
    /// Its Link Rating, or 1 (a rating counts as a whole or as one).
    rating: u8,
}

/// How many tests a [`Stock`] keeps the answers of, each where the last digits of its number say.
const KNOWN: usize = 16;

impl Duel {
    /// The cards from which a player takes materials. A selection for a recipe asks nothing about the
    /// monster that is Summoned.
    pub(crate) fn stock<'a>(&'a self, cards: &'a Catalogue, ctx: Ctx, from: SelectId) -> Stock<'a> {
        // An attached card is in no zone, so it can't be used again.
        rule!("SU-08.5");
        rule!(
            "CT-02.14a",
            "SU-07.4",
            "SU-07.5",
            "CT-03.6t.i",
            "CT-03.6t.ii",
            "CT-03.8c.i",
            "CT-03.8c.ii"
        );
        let mut rows = ArrayVec::new();
        let (mut tunable, mut sums) = (0, [1_u32; 2]);
        self.look(cards, ctx, cards.scripts().select(from), &mut |at, card| {
            let facts = cards.facts(self.code(card));
            let values = self.values_of(cards, card);
            let level = values.level;
            let tunes = level > 0
                && !self.has_term(cards, card, term::NO_SYNCHRO_MATERIAL)
                && self.mod_on_monster(cards, ModKind::NoSynchroMaterial, card).is_none();
            tunable |= u16::from(tunes) << rows.len();
            let rating = if facts.is(kind::LINK) { facts.level } else { 1 };
            sums[0] |= if tunes { with(sums[0], level) } else { 0 };
            sums[1] |= with(sums[1], 1) | with(sums[1], rating);
            let kept = rows.try_push(Row { at, card, values, level, rating }).is_ok();
            debug_assert!(kept, "more cards could be materials than a recipe looks at");
            kept
        });
        if self.has_mod(ModKind::SynchroLevel) {
            // A Level depends on the monster that is Summoned.
            sums[0] = u32::MAX;
        }
        let (barred, known, lent) = (None, [None; KNOWN], Lent::default());
        let mut stock = Stock { duel: self, cards, from, rows, tunable, barred, sums, known, lent };
        if self.has_trait(traits::TERMS) {
            stock.borrow_hand(ctx.player);
        }
        stock
    }

    /// The choice of materials for a monster from a selection.
    pub(crate) fn gathering<'a>(
        &'a self,
        cards: &'a Catalogue,
        ctx: Ctx,
        monster: CardId,
        from: SelectId,
        recipe: RecipeId,
    ) -> Gathering<'a> {
        let recipe = cards.scripts().recipe(recipe);
        let mut stock = self.stock(cards, ctx, from);
        let parts = stock.parts(ctx.player, monster, recipe);
        stock.gathering(ctx, monster, recipe, parts)
    }
}

impl<'a> Stock<'a> {
    /// Adds the monsters of a player's hand, if a card on the field lets one of them be a Synchro Material.
    fn borrow_hand(&mut self, player: Player) {
        let (duel, cards) = (self.duel, self.cards);
        self.lent.lenders = bits_of(&self.rows, |row| {
            duel.has_term(cards, row.card, term::LENDS_HAND)
                && duel.location(row.card) == Location::Monster
                && duel.came_duly(row.card)
        });
        if self.lent.lenders == 0 {
            return;
        }
        for card in duel.hand(player).iter().map(|card| CardId(*card)) {
            let values = duel.values_of(cards, card);
            let (level, at) = (values.level, duel.pointer_to(card));
            let able = level > 0
                && cards.facts(duel.code(card)).is(kind::MONSTER)
                && !duel.has_term(cards, card, term::NO_SYNCHRO_MATERIAL);
            if !able || self.rows.is_full() {
                continue;
            }
            self.tunable |= 1 << self.rows.len();
            self.lent.hand |= 1 << self.rows.len();
            self.sums[0] |= with(self.sums[0], level);
            self.rows.push(Row { at, card, values, level, rating: 1 });
        }
    }

    /// Whether it has the cards of a selection.
    pub(crate) fn is_from(&self, from: SelectId) -> bool {
        self.from == from
    }

    /// Whether a player could Summon the source of `ctx` with materials from here.
    #[inline(always)]
    pub(crate) fn can_make(&mut self, ctx: Ctx, recipe: RecipeId) -> bool {
        let recipe = self.cards.scripts().recipe(recipe);
        // Mostly there are too few cards for any monster.
        if self.rows.len() < recipe.counts().0 as usize {
            return false;
        }
        let monster = CardId(ctx.source);
        let falls_short = recipe.sum != Sum::Nothing && {
            let target = u32::from(self.cards.facts(self.duel.code(monster)).level);
            let sums = self.sums[usize::from(recipe.sum == Sum::Ratings)];
            !reaches(sums, target)
        };
        if falls_short {
            return false;
        }
        let parts = self.parts(ctx.player, monster, recipe);
        self.may_come_to(monster, recipe, parts)
            && self.gathering(ctx, monster, recipe, parts).completes(0, 0)
    }

    /// The cards that could be each part of a recipe, one bit each.
    #[inline(always)]
    fn parts(&mut self, player: Player, monster: CardId, recipe: &Recipe) -> [u16; MAX_PARTS] {
        let of_monster = Ctx::of_card(player, monster);
        let mut able = match recipe.sum {
            Sum::Nothing => !self.kept_from_xyz(monster) & !self.lent.hand,
            Sum::Levels => self.tunable & !self.reserved(ModKind::SynchroMaterialOnlyFor, monster),
            Sum::Ratings => !self.barred() & !self.lent.hand,
        };
        let stand_ins = if recipe.sum == Sum::Levels { able & self.stand_ins() } else { 0 };
        able &= !stand_ins;
        let mut all = [0; MAX_PARTS];
        for (cards, part) in all.iter_mut().zip(&recipe.parts) {
            if part.most == 0 {
                continue;
            }
            *cards = able & self.fitting(of_monster, part.test);
            if stand_ins != 0 {
                *cards |= stand_ins & self.standing_for(part.test);
            }
            if cards.count_ones() < u32::from(part.least) {
                // Without this part the others don't matter.
                return [0; MAX_PARTS];
            }
        }
        all
    }

    /// Those that can't be Link Materials.
    fn barred(&mut self) -> u16 {
        let (duel, cards) = (self.duel, self.cards);
        *self.barred.get_or_insert_with(|| {
            bits_of(&self.rows, |row| {
                duel.location(row.card) == Location::Hand
                    || duel.has_term(cards, row.card, term::NO_LINK_MATERIAL)
                    || duel.mod_on_monster(cards, ModKind::NoLinkMaterial, row.card).is_some()
            })
        })
    }

    /// Those that can't be materials of this monster, if it is an Xyz Monster.
    fn kept_from_xyz(&self, monster: CardId) -> u16 {
        if !self.cards.facts(self.duel.code(monster)).is(kind::XYZ) {
            return 0;
        }
        let (duel, cards) = (self.duel, self.cards);
        // The words of a card about itself count also while it is negated (CT-02.14a).
        let never =
            bits_of(&self.rows, |row| duel.has_term(cards, row.card, term::NO_XYZ_MATERIAL));
        never | self.reserved(ModKind::XyzMaterialOnlyFor, monster)
    }

    /// Those that can be materials only of other monsters than this one.
    fn reserved(&self, kind: ModKind, monster: CardId) -> u16 {
        if !self.duel.has_mod(kind) {
            return 0;
        }
        bits_of(&self.rows, |row| !self.allows(kind, row.card, monster))
    }

    /// The Level of a card as Synchro Material of a monster.
    fn level_for(&self, row: &Row, monster: CardId) -> u8 {
        let (duel, kind) = (self.duel, ModKind::SynchroLevel);
        if !duel.has_mod(kind) || duel.location(row.card) == Location::Hand {
            return row.level;
        }
        let given = duel.values_on_monster(self.cards, kind, row.card).last();
        given.map_or(row.level, |(m, _)| {
            let ctx = Ctx::of_card(duel.player_of(m), CardId(m.source));
            let level = duel.value_in(self.cards, m, Ctx { each: monster.0, ..ctx });
            // Without a Level it comes to no sum.
            if level > 0 { level.min(i32::from(u8::MAX)) as u8 } else { u8::MAX }
        })
    }

    /// Those that can be Synchro Materials only in place of one that is written by name.
    fn stand_ins(&self) -> u16 {
        if !self.duel.has_mod(ModKind::SynchroStandIn) {
            return 0;
        }
        bits_of(&self.rows, |row| self.stands_in_for(row.card).is_some())
    }

    /// The test for the material in place of which a card can be used. One that the card sets itself counts even
    /// while it is negated (CT-02.14a).
    fn stands_in_for(&self, card: CardId) -> Option<TestId> {
        let (duel, kind, scripts) = (self.duel, ModKind::SynchroStandIn, self.cards.scripts());
        let lies = duel.location(card) != Location::Hand;
        let mut given = duel.values_on_monster(self.cards, kind, card).filter(|_| lies);
        let given = given.next().map(|(_, test)| test);
        let own = scripts.statics_of(duel.code(card)).find(|(_, row)| row.kind == kind);
        let own = own.and_then(|(_, row)| match scripts.num(row.value) {
            Num::Value(test) => Some(test),
            _ => None,
        });
        given.or(own).map(|test| TestId(test as u16))
    }

    /// Those that can be used in place of a material with this test, if it is written by name.
    fn standing_for(&self, test: TestId) -> u16 {
        let Some(name) = self.written_name(test) else { return 0 };
        let facts = self.cards.facts(name);
        bits_of(&self.rows, |row| {
            let fits = |wanted| self.cards.scripts().fits_code(wanted, facts) == Some(true);
            self.stands_in_for(row.card).is_some_and(fits)
        })
    }

    /// The name that a material must have.
    fn written_name(&self, test: TestId) -> Option<CardCode> {
        match self.cards.scripts().test(test) {
            Test::Named(name) => Some(name),
            Test::All(a, b) => self.written_name(a).or_else(|| self.written_name(b)),
            _ => None,
        }
    }

    /// Whether a limit on a card as Synchro Material allows another card: the monster that is Summoned, or a
    /// further material. A limit that the card sets itself counts even while it is negated (CT-02.14a).
    fn allows(&self, kind: ModKind, card: CardId, other: CardId) -> bool {
        let (duel, cards) = (self.duel, self.cards);
        let fits = |ctx, test: i32| duel.fits(cards, ctx, TestId(test as u16), other);
        let lies = duel.location(card) != Location::Hand;
        let given = duel
            .values_on_monster(cards, kind, card)
            .filter(|_| lies)
            .all(|(m, test)| fits(Ctx::of_card(duel.player_of(m), CardId(m.source)), test));
        given && {
            let scripts = cards.scripts();
            let mut own = scripts.statics_of(duel.code(card)).filter(|(_, row)| row.kind == kind);
            own.all(|(_, row)| match scripts.num(row.value) {
                Num::Value(test) => fits(Ctx::of_card(duel.controller(card), card), test),
                _ => true,
            })
        }
    }

    /// Those that fit a test.
    fn fitting(&mut self, of_monster: Ctx, test: TestId) -> u16 {
        let slot = usize::from(test.0) % KNOWN;
        if let Some((known, bits)) = self.known[slot]
            && known == test
        {
            return bits;
        }
        let (duel, cards) = (self.duel, self.cards);
        let filter = cards.scripts().filter(test);
        let bits = if filter.passes_all() {
            (1_u32 << self.rows.len()).wrapping_sub(1) as u16
        } else {
            bits_of(&self.rows, |row| {
                duel.passes(cards, of_monster, filter, row.card, CardValues::These(&row.values))
            })
        };
        if filter.is_about_card {
            self.known[slot] = Some((test, bits));
        }
        bits
    }

    /// Whether these cards could be materials for a monster, by their number and the sums that they can
    /// come to. The answer is quick, and never wrongly no.
    #[inline(always)]
    fn may_come_to(&self, monster: CardId, recipe: &Recipe, parts: [u16; MAX_PARTS]) -> bool {
        let any = parts.iter().fold(0, |any, part| any | part);
        let target = u32::from(self.cards.facts(self.duel.code(monster)).level);
        let chosen = || self.rows.iter().enumerate().filter(|(at, _)| any >> at & 1 == 1);
        any != 0
            && any.count_ones() >= recipe.counts().0
            && match recipe.sum {
                Sum::Nothing => true,
                Sum::Levels => {
                    let level = |row| self.level_for(row, monster);
                    let sums = chosen().fold(1, |sums, (_, row)| sums | with(sums, level(row)));
                    reaches(sums, target)
                }
                Sum::Ratings => {
                    let sums = chosen()
                        .fold(1, |sums, (_, row)| sums | with(sums, 1) | with(sums, row.rating));
                    reaches(sums, target)
                }
            }
    }

    /// The choice of materials for a monster, of cards that could be these parts of its recipe.
    fn gathering(
        &self,
        ctx: Ctx,
        monster: CardId,
        recipe: &'a Recipe,
        parts: [u16; MAX_PARTS],
    ) -> Gathering<'a> {
        let (duel, cards) = (self.duel, self.cards);
        let mut candidates = ArrayVec::new();
        for (at, row) in self.rows.iter().enumerate() {
            let could_be = |part: &usize| parts[*part] >> at & 1 == 1;
            let parts = (0..MAX_PARTS).filter(could_be).fold(0, |bits, part| bits | 1 << part);
            if parts == 0 || row.card == monster {
                continue;
            }
            let own = duel.location(row.card) == Location::Monster
                && duel.controller(row.card) == ctx.player;
            let value = match recipe.sum {
                Sum::Nothing => 1,
                Sum::Levels => self.level_for(row, monster),
                Sum::Ratings => row.rating,
            };
            candidates.push(PossibleMaterial {
                at: row.at,
                card: row.card,
                name: duel.name_of(cards, row.card),
                parts,
                value,
                zone: if own { 1 << duel.zone(row.card) } else { 0 },
                partners: u16::MAX,
            });
        }
        let choosy = recipe.sum == Sum::Levels && duel.has_mod(ModKind::SynchroPartners);
        if choosy {
            self.pair_up(&mut candidates);
        }
        if recipe.same_rank {
            self.pair_ranks(&mut candidates);
        }
        let choosy = choosy || recipe.same_rank;
        let target = u32::from(cards.facts(duel.code(monster)).level);
        let must = if ctx.material == NO_CARD { duel.reserved_material() } else { ctx.material };
        let counts = recipe.counts();
        let least = self.least_of_each(recipe, monster, &candidates);
        let lent = self.lent_among(&candidates);
        #[rustfmt::skip]
        let gathering = Gathering { duel, cards, ctx, monster, recipe, counts, target, must, candidates, choosy, least, lent };
        gathering
    }

    /// How many materials of an Xyz Monster there must be because of each candidate, if because of any.
    fn least_of_each(
        &self,
        recipe: &Recipe,
        monster: CardId,
        candidates: &[PossibleMaterial],
    ) -> Option<[u8; MAX_CANDIDATES]> {
        let (duel, cards) = (self.duel, self.cards);
        if recipe.sum != Sum::Nothing || !duel.has_trait(traits::TERMS) {
            return None;
        }
        let demands = |one: &PossibleMaterial| duel.has_term(cards, one.card, term::XYZ_OF_THREE);
        if !cards.facts(duel.code(monster)).is(kind::XYZ) || !candidates.iter().any(demands) {
            return None;
        }
        let mut least = [0; MAX_CANDIDATES];
        for (least, one) in least.iter_mut().zip(candidates) {
            *least = if demands(one) { 3 } else { 0 };
        }
        Some(least)
    }

    /// Which of the candidates lie in the hand, and which let one of them be used.
    fn lent_among(&self, candidates: &[PossibleMaterial]) -> Lent {
        if self.lent.hand == 0 {
            return Lent::default();
        }
        let among = |rows: u16| {
            let is = |one: &PossibleMaterial| {
                let mut all = self.rows.iter().enumerate();
                all.any(|(at, row)| rows >> at & 1 == 1 && row.card == one.card)
            };
            let bits = candidates.iter().enumerate();
            bits.fold(0, |bits, (at, one)| bits | u16::from(is(one)) << at)
        };
        Lent { hand: among(self.lent.hand), lenders: among(self.lent.lenders) }
    }

    /// Notes that only Xyz Monsters of the same Rank can be used together.
    fn pair_ranks(&self, candidates: &mut [PossibleMaterial]) {
        let rank = |one: &PossibleMaterial| self.cards.facts(self.duel.code(one.card)).level;
        for at in 0..candidates.len() {
            let own = rank(&candidates[at]);
            let same = candidates.iter().enumerate().filter(|(_, other)| rank(other) == own);
            let partners = same.fold(0, |bits, (nth, _)| bits | 1 << nth);
            candidates[at].partners = partners;
        }
    }

    /// Notes with which of the others each candidate can be used.
    #[inline(never)]
    fn pair_up(&self, candidates: &mut [PossibleMaterial]) {
        for at in 0..candidates.len() {
            let card = candidates[at].card;
            let others = self.rows.iter().filter(|row| row.card != card);
            let kind = ModKind::SynchroPartners;
            for other in others.filter(|row| !self.allows(kind, card, row.card)) {
                let out = candidates.iter().position(|candidate| candidate.card == other.card);
                candidates[at].partners &= !out.map_or(0, |out| 1 << out);
            }
        }
    }
}

/// The sums that are reached with one card more, one bit each; those that no monster needs are left out.
const fn with(sums: u32, card: u8) -> u32 {
    if (card as u32) < u32::BITS { sums << card } else { 0 }
}

/// Whether a sum is among those that are reached.
const fn reaches(sums: u32, target: u32) -> bool {
    target < u32::BITS && sums >> target & 1 == 1
}

/// The rows of which something is true, one bit each.
fn bits_of(rows: &[Row], is: impl Fn(&Row) -> bool) -> u16 {
    rows.iter().enumerate().fold(0, |bits, (at, row)| bits | u16::from(is(row)) << at)
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
    #[inline(always)]
    pub(crate) fn each_next(
        &self,
        taken: CardSet,
        from: usize,
        each: &mut dyn FnMut(u8, Pointer, CardId) -> bool,
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

    fn chosen(&self, bits: u16) -> impl Iterator<Item = &PossibleMaterial> + Clone {
        let mut left = bits;
        std::iter::from_fn(move || {
            let at = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            self.candidates.get(at)
        })
    }

    /// Whether these and some of those from this number on can be all materials.
    fn completes(&self, bits: u16, from: usize) -> bool {
        let (least, most) = self.counts;
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
    /// the monster once they have gone (FACT-S9).
    #[inline(always)]
    fn suffices(&self, bits: u16) -> bool {
        let chosen = self.chosen(bits);
        let (least, most) = self.counts;
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
        if !self.lent.allows(bits) {
            return false;
        }
        if let Some(least) = &self.least {
            let mut each = (0..self.candidates.len()).filter(|at| bits >> at & 1 == 1);
            if !each.all(|at| bits.count_ones() >= u32::from(least[at])) {
                return false;
            }
        }
        if self.choosy && !chosen.clone().all(|card| bits & !card.partners == 0) {
            return false;
        }
        let parts: ArrayVec<u8, MAX_CANDIDATES> = chosen.clone().map(|card| card.parts).collect();
        if !self.are_parts_of(&parts, [0; MAX_PARTS]) {
            return false;
        }
        if !self.recipe.needs_zone {
            return true;
        }
        let left = chosen.fold(0, |zones, card| zones | card.zone);
        rule!("SU-05.9", "SU-07.8", "SU-08.7");
        self.duel.has_zone_after(self.cards, self.ctx.player, self.monster, left)
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
                // All of them are used, each as one or as its rating.
                let sums =
                    self.chosen(bits).fold(1, |sums, card| with(sums, 1) | with(sums, card.value));
                reaches(sums, self.target)
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
