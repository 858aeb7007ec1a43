//! Cards that are chosen together because of what they come to: Fusion Materials, and Tributes for
//! a Ritual Summon. They are chosen one at a time in canonical order, so the question here is
//! whether later cards can still complete those that are chosen.

use arrayvec::ArrayVec;

use crate::decision::Pointer;
use crate::ids::{CardId, Location, MonsterZone, NO_CARD, Player};
use crate::limits::MAX_CARDS;
use crate::marks::{rule, rule_if};
use crate::state::{CardSet, Ctx, Duel, status_bits};
use duelfish_script::{
    Catalogue, Goal, MAX_LINES, MAX_MATERIALS, MaterialLine, SelectId, Test, TestId, kind, term,
};

/// The highest Level.
const HIGHEST: u32 = 12;
/// The highest total that is counted: one of two cards less than this is enough for any monster.
const MOST: u32 = 48;

/// A card that could be chosen.
#[derive(Clone, Copy)]
pub(crate) struct GroupMember {
    pub(crate) at: Pointer,
    pub(crate) card: CardId,
    /// Whether its zone would be free for the monster that is Summoned.
    pub(super) frees: bool,
    /// An opponent's monster that must be Tributed as if the player controlled it.
    forced: bool,
    /// It is one of the cards among which the effect demands at least one.
    pub(super) vital: bool,
    /// The materials that it could be, one bit each, in each line of the monster; or its Level.
    pub(super) worth: [u8; MAX_LINES],
    /// The materials that it could be instead of a card that is written by name, one bit each.
    instead: [u8; MAX_LINES],
    /// The facts that are compared, where two materials are.
    nature: Nature,
}

/// The facts that two materials of a monster may have to have in common, or not.
#[derive(Clone, Copy, Default)]
struct Nature {
    name: u16,
    race: u32,
    attribute: u8,
}

impl Nature {
    /// Whether two materials may be used together, by bits of [`term::ALIKE`].
    const fn goes_with(self, other: Self, alike: u32) -> bool {
        (alike & term::SAME_TYPE == 0 || self.race & other.race != 0)
            && (alike & term::SAME_ATTRIBUTE == 0 || self.attribute & other.attribute != 0)
            && (alike & term::DIFFERENT_ATTRIBUTES == 0 || self.attribute & other.attribute == 0)
            && (alike & term::DIFFERENT_NAMES == 0 || self.name != other.name)
    }
}

/// All that could be chosen, in canonical order.
pub(crate) type Candidates = ArrayVec<GroupMember, MAX_CARDS>;

/// The total that the chosen cards must come to.
#[derive(Clone, Copy)]
enum Total {
    /// So many materials, each another card, by one of the lines of the monster.
    Materials([u8; MAX_LINES]),
    /// So many materials of the first line at least; the last of them can be several cards.
    OpenEnded(u8),
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
    pub(super) needs_zone: bool,
    /// Whether one of the cards that the effect demands must be chosen.
    pub(super) needs_vital: bool,
    /// The facts that two materials must have in common, or not: bits of [`term::ALIKE`].
    alike: u32,
}

impl Duel {
    /// Whether a card can't be used as a Fusion Material at all.
    pub(super) fn is_no_fusion_material(&self, cards: &Catalogue, card: CardId) -> bool {
        self.is_forbidden(cards, card) || self.has_term(cards, card, term::NO_FUSION_MATERIAL)
    }

    /// The choice of cards of a selection with which a monster is Summoned.
    pub(crate) fn together(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        monster: CardId,
        from: SelectId,
        goal: Goal,
    ) -> Together {
        let player = ctx.player;
        let alike = self.alike(cards, monster, goal.is_of_fusion());
        let total = self.total_of(cards, ctx, monster, goal);
        let by_effect = goal.is_of_fusion() && goal != Goal::WrittenMaterials;
        let demanded = match goal {
            Goal::MaterialsWith(test) => Some(test),
            _ => None,
        };
        let from_extra = self.location(monster) == Location::Extra;
        let zones = self.zones_for(cards, player, monster);
        let mut candidates = Candidates::new();
        let select = cards.scripts().select(from);
        self.look(cards, ctx, select, &mut |at, card| {
            // A card that may not be used is no material either.
            if goal.is_of_fusion() && self.is_no_fusion_material(cards, card) {
                return true;
            }
            let (worth, instead) = match total {
                // A material to which the effect does nothing would stay where it is.
                Total::Materials(_) | Total::OpenEnded(_)
                    if by_effect && self.would_stay(cards, ctx, card) =>
                {
                    return true;
                }
                Total::Materials(_) | Total::OpenEnded(_) => {
                    let (worth, instead) = self.worth_as_material(cards, player, monster, card);
                    let written = goal == Goal::WrittenMaterials;
                    (worth, if written { [0; MAX_LINES] } else { instead })
                }
                // Nor is it a Tribute of a Ritual Summon then.
                _ if self.would_stay(cards, ctx, card) => return true,
                _ => ([self.values_of(cards, card).level, 0], [0; MAX_LINES]),
            };
            let own = self.controller(card) == player;
            // An opponent's monster that must be Tributed is no Tribute here as long as it lies face-down. As Fusion
            // Material it is one among others.
            let forced = !own && self.location(card) == Location::Monster && !goal.is_of_fusion();
            let hidden = forced && !self.position(card).is_face_up();
            let useful = worth.iter().chain(&instead).any(|bits| *bits != 0);
            let usable = card != monster || self.pays_itself(cards, card, goal);
            if useful && usable && !hidden {
                let there = self.location(card) == Location::Monster && own;
                let frees = there && (from_extra || MonsterZone(self.zone(card)).is_main());
                // Being able to stand for the name is not enough: it must be that very card.
                let vital = demanded.is_some_and(|test| {
                    self.fits(cards, ctx, test, card) && self.is_listed_by(cards, card, monster)
                });
                let nature = self.nature(cards, card, alike);
                let one = GroupMember { at, card, frees, forced, vital, worth, instead, nature };
                // Each card is looked at once, and the list holds all cards of a duel.
                let kept = candidates.try_push(one).is_ok();
                debug_assert!(kept, "a card that could be chosen is left out");
            }
            true
        });
        let needs_vital = demanded.is_some();
        let needs_zone = zones == 0 && goal != Goal::MaterialsBefore;
        Together { candidates, total, needs_zone, needs_vital, alike }
    }

    /// The materials, or the sum of Levels, to which the chosen cards must come.
    #[inline]
    fn total_of(&self, cards: &Catalogue, ctx: Ctx, monster: CardId, goal: Goal) -> Total {
        match goal {
            goal if goal.is_of_fusion() => {
                let needed = |line: MaterialLine| line.iter().filter(|t| **t != TestId(0)).count();
                let lines = self.lines_of(cards, monster).map(|line| needed(line) as u8);
                if self.has_term(cards, monster, term::OPEN_ENDED) {
                    return Total::OpenEnded(lines[0]);
                }
                Total::Materials(lines)
            }
            Goal::LevelsFrom(least) | Goal::PaidLevelsFrom(least) => {
                Total::From(self.number(cards, ctx, least).clamp(1, 36) as u32)
            }
            Goal::Levels(sum) => Total::Exactly(self.number(cards, ctx, sum).clamp(1, 36) as u32),
            // These are other choices: see `Gathering` and `pendulum`.
            _ => Total::Materials([0; MAX_LINES]),
        }
    }

    /// Whether a monster can be among the cards that are paid for it: it is in the hand, and comes to a
    /// Graveyard that it may leave.
    fn pays_itself(&self, cards: &Catalogue, card: CardId, goal: Goal) -> bool {
        matches!(goal, Goal::PaidLevelsFrom(_))
            && self.location(card) == Location::Hand
            && self.would_reach_grave(cards, card)
            && !self.stays_in_grave_of(cards, self.controller(card))
    }

    /// The facts that two materials of a monster must have in common, or not: bits of [`term::ALIKE`].
    fn alike(&self, cards: &Catalogue, monster: CardId, of_fusion: bool) -> u32 {
        let script = cards.scripts().card(self.code(monster)).filter(|_| of_fusion);
        script.map_or(0, |script| script.terms & term::ALIKE)
    }

    /// The facts of a material that are compared, if any are.
    fn nature(&self, cards: &Catalogue, card: CardId, alike: u32) -> Nature {
        if alike == 0 {
            return Nature::default();
        }
        let values = self.values_of(cards, card);
        let name = self.name_of(cards, card).row();
        Nature { name, race: values.race, attribute: values.attribute }
    }

    /// Whether an effect could do nothing with a card as a material: it does nothing to that card at all,
    /// or the card has to stay in its Graveyard.
    fn would_stay(&self, cards: &Catalogue, ctx: Ctx, card: CardId) -> bool {
        let unaffected = ctx.source != NO_CARD
            && self.is_unaffected(
                card,
                ctx.source,
                cards.facts(self.code(CardId(ctx.source))).kind,
                ctx.player,
            );
        unaffected || self.is_undisturbed(cards, card)
    }

    /// The tests that the materials of a Fusion Monster must pass, by each of its lines.
    fn lines_of(&self, cards: &Catalogue, monster: CardId) -> [MaterialLine; MAX_LINES] {
        let script = cards.scripts().card(self.code(monster));
        script.map_or([[TestId(0); MAX_MATERIALS]; MAX_LINES], |script| script.materials)
    }

    /// The materials of a monster that a card could be, and those that it could be instead of a card
    /// that is written by name, one bit each.
    fn worth_as_material(
        &self,
        cards: &Catalogue,
        player: Player,
        monster: CardId,
        card: CardId,
    ) -> ([u8; MAX_LINES], [u8; MAX_LINES]) {
        let of_monster = Ctx::of_card(player, monster);
        let substitute = self.is_substitute(cards, card)
            && !self.has_term(cards, monster, term::ONLY_WRITTEN_MATERIALS);
        let (mut worth, mut instead) = ([0; MAX_LINES], [0; MAX_LINES]);
        for (nth, line) in self.lines_of(cards, monster).iter().enumerate() {
            for (slot, test) in line.iter().enumerate().take_while(|(_, t)| **t != TestId(0)) {
                if self.fits(cards, of_monster, *test, card) {
                    // Other kinds of the monster do not matter.
                    rule!("SU-04.13");
                    worth[nth] |= 1 << slot;
                } else if substitute && matches!(cards.scripts().test(*test), Test::Named(_)) {
                    instead[nth] |= 1 << slot;
                }
            }
        }
        (worth, instead)
    }

    /// Whether these cards, as they are now, are all materials of a monster.
    pub(super) fn would_make_up(
        &self,
        cards: &Catalogue,
        player: Player,
        monster: CardId,
        given: CardSet,
    ) -> bool {
        let alike = self.alike(cards, monster, true);
        let candidates = given.iter().map(|card| {
            let card = CardId(card);
            let (worth, instead) = self.worth_as_material(cards, player, monster, card);
            let at = self.pointer_to(card);
            let nature = self.nature(cards, card, alike);
            let (frees, forced, vital) = (false, false, false);
            GroupMember { at, card, frees, forced, vital, worth, instead, nature }
        });
        let candidates: Candidates = candidates.collect();
        // By each line of so many materials.
        let all = given.len() as u8;
        let counted = |line: MaterialLine| line.iter().filter(|t| **t != TestId(0)).count() as u8;
        let lines = self.lines_of(cards, monster).map(counted);
        let (needs_zone, needs_vital) = (false, false);
        if self.has_term(cards, monster, term::OPEN_ENDED) {
            let total = Total::OpenEnded(lines[0]);
            let together = Together { candidates, total, needs_zone, needs_vital, alike };
            return together.is_complete(given);
        }
        let total = Total::Materials(lines.map(|line| if line == all { line } else { 0 }));
        Together { candidates, total, needs_zone, needs_vital, alike }.can_be_chosen()
    }

    /// Whether a card can be a Fusion Material in place of one that is written by name.
    fn is_substitute(&self, cards: &Catalogue, card: CardId) -> bool {
        self.has_term(cards, card, term::SUBSTITUTE)
            && !self.has_status(card, status_bits::NEGATED)
            && (self.is_on_field(card)
                || matches!(self.location(card), Location::Hand | Location::Grave))
    }

    /// Whether a player could Special Summon a monster with cards of a selection: a Fusion Monster
    /// with its materials, a Ritual Monster with Tributes.
    pub(super) fn can_be_made(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        monster: CardId,
        from: SelectId,
        goal: Goal,
    ) -> bool {
        let facts = cards.facts(self.code(monster));
        let of = match goal {
            _ if goal.is_of_fusion() => kind::FUSION,
            Goal::PaidLevelsFrom(_) => kind::MONSTER,
            _ => kind::RITUAL,
        };
        if facts.is(kind::PENDULUM) && self.lies_open_in_extra(monster) {
            rule!("SU-04.9", "CT-03.5d");
            return false;
        }
        let script = cards.scripts().card(self.code(monster));
        if matches!(goal, Goal::Materials | Goal::MaterialsWith(_) | Goal::MaterialsBefore)
            && (self.is_contact_only(cards, monster)
                || script.is_some_and(|script| script.never_special_summoned))
        {
            return false;
        }
        if goal == Goal::MaterialsBefore && facts.is(of) {
            // Whether the monster can be Summoned is asked when its time has come.
            rule!("SU-04.4.ii");
            return self.together(cards, ctx, monster, from, goal).can_be_chosen();
        }
        if !facts.is(kind::MONSTER)
            || !facts.is(of)
            || self.is_forbidden(cards, monster)
            || !self.meets_summon_costs(cards, ctx.player, monster)
            || !self.can_pay_hand_fee(cards, ctx.player, monster)
            || self.may_not_special_summon(cards, ctx.player, ctx.source)
            || self.may_not_special_summon_it(cards, ctx.player, monster, ctx.source)
        {
            return false;
        }
        if self.may_not_come_face_up(cards, ctx.player, monster) {
            // The rule that keeps it away is not lifted by cards that would leave for it.
            rule!("SU-04.8");
            return false;
        }
        let made = self.together(cards, ctx, monster, from, goal).can_be_chosen();
        rule_if!(!made, "SU-04.11");
        made
    }
}

impl Together {
    fn can_be_chosen(&self) -> bool {
        self.is_completable(CardSet::EMPTY, 0)
    }

    /// Whether these cards are all that is needed.
    pub(crate) fn is_complete(&self, taken: CardSet) -> bool {
        let chosen = self.candidates.iter().filter(|candidate| taken.has(candidate.card.0));
        match self.total {
            Total::OpenEnded(needed) => {
                let chosen: Candidates = chosen.copied().collect();
                chosen.len() >= usize::from(needed) && self.covers_open_ended(&chosen, &[], needed)
            }
            Total::Materials([needed, 0]) => taken.len() >= i32::from(needed),
            // By one line they may be all that is needed where the other one needs more.
            Total::Materials(lines) => {
                let chosen: ArrayVec<GroupMember, MAX_CARDS> = chosen.copied().collect();
                lines.iter().enumerate().any(|(line, needed)| {
                    chosen.len() == usize::from(*needed)
                        && self.covers_with_vital(&chosen, &[], line, *needed)
                })
            }
            Total::From(least) | Total::Exactly(least) => {
                chosen.map(|candidate| u32::from(candidate.level())).sum::<u32>() >= least
            }
        }
    }

    /// Whether more cards can follow from this number on: those that are chosen may be all that one line
    /// needs, and the beginning of another one.
    pub(crate) fn goes_on(&self, taken: CardSet, from: usize) -> bool {
        if !self.is_complete(taken) {
            return self.is_completable(taken, from);
        }
        let several = match self.total {
            Total::Materials([_, other]) => other != 0,
            Total::OpenEnded(_) => true,
            Total::From(_) | Total::Exactly(_) => false,
        };
        several
            && self
                .candidates
                .iter()
                .enumerate()
                .skip(from)
                .any(|(at, candidate)| self.is_completable(taken.with(candidate.card.0), at + 1))
    }

    /// Whether the chosen cards can be completed with candidates from this number on (SU-04.4, MO-26).
    pub(crate) fn is_completable(&self, taken: CardSet, from: usize) -> bool {
        let (before, later) = self.candidates.split_at(from.min(self.candidates.len()));
        // A monster that must be Tributed can't be passed over.
        if before.iter().any(|candidate| candidate.forced && !taken.has(candidate.card.0)) {
            return false;
        }
        let chosen: ArrayVec<GroupMember, MAX_CARDS> =
            before.iter().filter(|candidate| taken.has(candidate.card.0)).copied().collect();
        match self.total {
            Total::Materials(lines) => lines.iter().enumerate().any(|(line, needed)| {
                let fits = *needed > 0 && chosen.len() <= usize::from(*needed);
                fits && self.covers_with_vital(&chosen, later, line, *needed)
            }),
            Total::OpenEnded(needed) => self.covers_open_ended(&chosen, later, needed),
            Total::From(least) => {
                rule!("MO-21", "MO-22", "MO-24", "MO-26");
                // Without the card of the lowest Level it would not be enough, whichever that is.
                (1..=HIGHEST).any(|lowest| {
                    chosen.iter().all(|candidate| u32::from(candidate.level()) >= lowest)
                        && self.reaches(&chosen, later, lowest, least..least + lowest)
                })
            }
            Total::Exactly(sum) => self.reaches(&chosen, later, 1, sum..sum + 1),
        }
    }

    /// Whether the chosen cards and later ones can be all materials of a line, with one that the effect
    /// demands among them.
    fn covers_with_vital(
        &self,
        chosen: &[GroupMember],
        later: &[GroupMember],
        line: usize,
        needed: u8,
    ) -> bool {
        if !self.needs_vital || chosen.iter().any(|candidate| candidate.vital) {
            return self.covers(chosen, later, line, needed);
        }
        // Whichever of those cards it will be, the others must be met without it.
        rule!("SU-04.10", "SU-04.10-ex");
        chosen.len() < usize::from(needed)
            && later.iter().enumerate().filter(|(_, candidate)| candidate.vital).any(
                |(at, vital)| {
                    let chosen: ArrayVec<GroupMember, MAX_CARDS> =
                        chosen.iter().chain([vital]).copied().collect();
                    let (before, after) = later.split_at(at);
                    let others: Candidates = before.iter().chain(&after[1..]).copied().collect();
                    self.covers(&chosen, &others, line, needed)
                },
            )
    }

    /// Whether the chosen cards can each be another one of so many materials of a line, and later cards
    /// the rest.
    fn covers(
        &self,
        chosen: &[GroupMember],
        later: &[GroupMember],
        line: usize,
        needed: u8,
    ) -> bool {
        if self.alike == 0 {
            return self.covers_any(chosen, later, line, needed);
        }
        // The first of two materials decides what the other one must be.
        match chosen {
            [] => later
                .iter()
                .enumerate()
                .any(|(at, first)| self.covers(&[*first], &later[at + 1..], line, needed)),
            [first] => {
                let fits = |other: &&GroupMember| first.nature.goes_with(other.nature, self.alike);
                let others: Candidates = later.iter().filter(fits).copied().collect();
                self.covers_any(chosen, &others, line, needed)
            }
            [first, second, ..] => {
                first.nature.goes_with(second.nature, self.alike)
                    && self.covers_any(chosen, later, line, needed)
            }
        }
    }

    /// The same for materials that are not compared.
    fn covers_any(
        &self,
        chosen: &[GroupMember],
        later: &[GroupMember],
        line: usize,
        needed: u8,
    ) -> bool {
        let open = (1_u8 << needed) - 1;
        let frees = !self.needs_zone || chosen.iter().any(|candidate| candidate.frees);
        rule!("MO-9", "MO-12", "MO-14", "SU-04.3", "SU-04.4-ex", "SU-04.14");
        locations(chosen, line, open, &|open| cover(later, line, open, frees))
            || self.with_substitute(chosen, later, line, &|chosen, later| {
                locations(chosen, line, open, &|open| cover(later, line, open, frees))
            })
    }

    /// Whether the materials can be met with one card in place of another that is written by name.
    pub(super) fn with_substitute(
        &self,
        chosen: &[GroupMember],
        later: &[GroupMember],
        line: usize,
        met: &dyn Fn(&[GroupMember], &[GroupMember]) -> bool,
    ) -> bool {
        let could = self.candidates.iter().filter(|candidate| candidate.instead[line] != 0);
        could.into_iter().any(|substitute| {
            let stand_in = |candidates: &[GroupMember]| -> Candidates {
                let all = candidates.iter().map(|candidate| {
                    let mut candidate = *candidate;
                    if candidate.card == substitute.card {
                        candidate.worth[line] |= candidate.instead[line];
                    }
                    candidate
                });
                all.collect()
            };
            met(&stand_in(chosen), &stand_in(later))
        })
    }

    /// Whether the Levels of the chosen cards and some of the later ones, of which none is lower than
    /// the lowest, come to one of these totals.
    fn reaches(
        &self,
        chosen: &[GroupMember],
        later: &[GroupMember],
        lowest: u32,
        totals: std::ops::Range<u32>,
    ) -> bool {
        let sum: u32 = chosen.iter().map(|candidate| u32::from(candidate.level())).sum();
        if sum >= MOST {
            return false;
        }
        // One bit for each total that can be reached: with no free zone yet, and with one.
        let free = !self.needs_zone || chosen.iter().any(|candidate| candidate.frees);
        let (mut without, mut with) = if free { (0, 1_u64 << sum) } else { (1_u64 << sum, 0) };
        for candidate in later {
            let level = u32::from(candidate.level());
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

impl GroupMember {
    /// Its Level, where Levels are what counts.
    const fn level(&self) -> u8 {
        self.worth[0]
    }
}

/// Whether each of these cards can be another one of the open materials of a line, so that the rest
/// can be met too.
fn locations(chosen: &[GroupMember], line: usize, open: u8, rest: &dyn Fn(u8) -> bool) -> bool {
    let Some((first, others)) = chosen.split_first() else { return rest(open) };
    let mut left = first.worth[line] & open;
    while left != 0 {
        let slot = left & left.wrapping_neg();
        left &= left - 1;
        if locations(others, line, open & !slot, rest) {
            return true;
        }
    }
    false
}

/// Whether later cards can be all open materials of a line, one of them leaving a zone if none is free.
pub(super) fn cover(later: &[GroupMember], line: usize, open: u8, free: bool) -> bool {
    // How many cards could be exactly these materials.
    let (mut all, mut freeing) = ([0_i32; 1 << MAX_MATERIALS], [0_i32; 1 << MAX_MATERIALS]);
    for candidate in later {
        let could = usize::from(candidate.worth[line] & open);
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
