//! Which monsters may be Tributed for a Normal Summon or Set, and whether enough of them may.

use crate::decision::Action;
use crate::ids::{CardId, MonsterZone, Player};
use crate::marks::{rule, rule_if};
use crate::state::{Ask, Ctx, Duel, traits};
use duelfish_script::{Catalogue, Facts, ModKind, Num, Scope, TestId};

pub(super) const MAIN_ZONES: u8 = (1 << MonsterZone::MAIN) - 1;
/// The monsters that a player could Tribute, counted once for all cards of the hand.
#[derive(Clone, Copy)]
pub(crate) struct Tributes {
    /// The player's own monsters, one bit for each zone.
    pub(super) own: u8,
    /// The opponent's monsters that must be Tributed as if the player controlled them.
    pub(super) theirs: u8,
    /// The free Main Monster Zones.
    free: u8,
    /// The zones to which the monster may come.
    zones: u8,
    /// How many monsters more the player may place.
    room: i32,
    /// The monsters of both players that count as two for the monster that is to be Summoned.
    double: ChosenTributes,
    /// How many of the Tributes that are needed may be left out.
    spared: u8,
}

/// Where a monster may be Normal Summoned because an effect allows one more, and the own zone whose
/// monster is not Tributed for it; both as bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TributeRoom {
    pub(crate) zones: u8,
    pub(super) stays: u8,
    /// Without Tributes only such monsters as the effects say.
    pub(super) chosen: bool,
}

impl Tributes {
    /// The same for a monster that comes there, if that is said.
    pub(crate) const fn within(self, room: Option<TributeRoom>) -> Self {
        let Some(room) = room else { return self };
        let zones = self.zones & room.zones;
        Self { own: self.own & !room.stays, free: self.free & zones, zones, ..self }
    }

    /// The same with only these monsters, by zone.
    pub(super) const fn among(self, only: ChosenTributes) -> Self {
        let double = ChosenTributes {
            own: self.double.own & only.own,
            theirs: self.double.theirs & only.theirs,
        };
        Self { own: self.own & only.own, theirs: self.theirs & only.theirs, double, ..self }
    }

    /// The same for so many Tributes: the other player's monsters can't be Tributed if there would be too many
    /// own ones without them.
    pub(crate) const fn for_number(self, needed: u8) -> Self {
        let forced = self.theirs.count_ones().cast_signed();
        let kept = self.room < 1 + 2 * forced - needed as i32;
        Self { theirs: if kept { 0 } else { self.theirs }, ..self }
    }

    /// The same where so many of the Tributes that are needed may be left out, but not all.
    pub(super) const fn sparing(self, spared: u8) -> Self {
        Self { spared, ..self }
    }

    /// How many own monsters must be among the Tributes, because there are too many to place one more.
    const fn surplus(&self) -> u8 {
        if self.room >= 1 { 0 } else { (1 - self.room) as u8 }
    }

    /// How many monsters the player could Tribute.
    pub(crate) const fn count(&self) -> u8 {
        (self.own.count_ones() + self.theirs.count_ones()) as u8
    }

    /// Whether a Normal Summon or Set with so many Tributes can be finished (SU-01.9).
    pub(crate) fn allow(&self, needed: u8) -> bool {
        let zone_now = self.free != 0 && self.surplus() == 0;
        if needed >= 2 && self.has_double() {
            return self.is_completable(ChosenTributes::default(), (self.own, self.theirs), needed);
        }
        if needed == 0 {
            rule_if!(!zone_now, "DF-7", "SU-01.14", "SU-01.12");
            return zone_now;
        }
        let (own, theirs) = (self.own.count_ones() as u8, self.theirs.count_ones() as u8);
        if own + theirs < needed {
            rule!("SU-01.9");
            return false;
        }
        // Monsters that must be Tributed come first; only what they leave open frees a zone.
        let enough = self.surplus() <= needed.saturating_sub(theirs) && self.surplus() <= own;
        let zone_by_tribute =
            enough && theirs < needed && (self.free != 0 || self.own & self.zones != 0);
        rule_if!(!zone_now, "SU-01.15");
        zone_now || zone_by_tribute
    }
}

/// The Tributes chosen so far, by zone.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ChosenTributes {
    pub(crate) own: u8,
    pub(crate) theirs: u8,
}

impl Duel {
    /// The monsters that a player could Tribute now.
    #[inline(always)]
    pub(crate) fn tributes_for(&self, cards: &Catalogue, player: Player) -> Tributes {
        rule_if!(!self.banished(player).is_empty(), "DF-74");
        // Some card may keep a player from Tributing anything.
        let none = self.player_has(cards, ModKind::NoTributing, player);
        let (own, theirs) = if none {
            (0, 0)
        } else {
            let own = self.occupied(player) & !self.barred_from_tribute(player);
            (own, self.must_be_tributed(player.other()))
        };
        Tributes {
            own,
            theirs,
            free: self.free_main_zones(player),
            zones: MAIN_ZONES,
            room: self.room_left(player),
            double: ChosenTributes::default(),
            spared: 0,
        }
    }

    /// The same for the Summon or Set of one card.
    #[inline(always)]
    pub(crate) fn tributes_with(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> Tributes {
        let mut tributes = self.tributes_for(cards, player);
        if tributes.theirs != 0 && self.has_mod(ModKind::NoMoreMonsters) {
            tributes = tributes.for_number(self.tributes_of(cards, card));
        }
        if self.has_mod(ModKind::DoubleTribute) || self.has_trait(traits::TERMS) {
            tributes.double = self.double_tributes(cards, player, &tributes, card);
        }
        tributes
    }

    /// The monsters that a player could Tribute and that count as two for a card.
    #[inline(never)]
    fn double_tributes(
        &self,
        cards: &Catalogue,
        player: Player,
        tributes: &Tributes,
        card: CardId,
    ) -> ChosenTributes {
        let double = |side: Player, of: u8| {
            let doubles = self.monsters(side).filter(|(zone, monster)| {
                of >> zone.0 & 1 == 1 && self.counts_as_two(cards, *monster, card)
            });
            doubles.fold(0, |bits, (zone, _)| bits | 1 << zone.0)
        };
        let own = double(player, tributes.own);
        ChosenTributes { own, theirs: double(player.other(), tributes.theirs) }
    }

    /// How many Tributes a Normal Summon or Set of a card takes: as its text says, else by its Level.
    #[inline(always)]
    pub(crate) fn tributes_of(&self, cards: &Catalogue, card: CardId) -> u8 {
        let code = self.code(card);
        let said = if self.has_trait(traits::TERMS) {
            cards.scripts().card(code).map_or(0, |script| script.tributes)
        } else {
            0
        };
        if said > 0 {
            rule!("SU-01.18");
            said
        } else {
            self.tributes_needed(cards, card)
        }
    }

    /// Whether the text of a card says this of its Summons (bits of `effects::term`).
    #[inline(always)]
    pub(crate) fn has_term(&self, cards: &Catalogue, card: CardId, bit: u32) -> bool {
        self.has_trait(traits::TERMS)
            && cards.scripts().card(self.code(card)).is_some_and(|script| script.terms & bit != 0)
    }

    /// Whether a card of a hand could be Normal Summoned or Set with the Tributes that its Level
    /// needs.
    #[inline(always)]
    pub(crate) fn can_tribute_for(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        let needed = self.tributes_of(cards, card);
        self.tributes_with(cards, player, card).allow(needed)
    }

    /// How many Tributes the Normal Summon or Set of a card of a hand takes by its present Level.
    #[inline(always)]
    fn tributes_needed(&self, cards: &Catalogue, card: CardId) -> u8 {
        if self.has_mod(ModKind::Level) {
            Facts::tributes_of_level(self.values_of(cards, card).level)
        } else {
            cards.facts(self.code(card)).tributes()
        }
    }

    /// Whether a monster counts as two Tributes for a card.
    fn counts_as_two(&self, cards: &Catalogue, monster: CardId, card: CardId) -> bool {
        let kind = ModKind::DoubleTribute;
        self.values_on_monster(cards, kind, monster).any(|(m, test)| {
            let ctx = Ctx::of_card(self.player_of(m), CardId(m.source));
            self.fits(cards, ctx, TestId(test as u16), card)
        }) || self.counts_as_two_face_down(cards, monster, card)
    }

    /// A monster that says so of itself counts as two also where it lies face-down (REC-S24).
    fn counts_as_two_face_down(&self, cards: &Catalogue, monster: CardId, card: CardId) -> bool {
        let scripts = cards.scripts();
        !self.position(monster).is_face_up()
            && scripts.statics_of(self.code(monster)).any(|(_, fixed)| {
                let Num::Value(test) = scripts.num(fixed.value) else { return false };
                let ctx = Ctx::of_card(self.controller(monster), monster);
                fixed.kind == ModKind::DoubleTribute
                    && fixed.scope == Scope::Card
                    && self.fits(cards, ctx, TestId(test as u16), card)
            })
    }

    /// The monsters of a player that can't be Tributed for a Tribute Summon, one bit for each zone.
    #[inline(always)]
    fn barred_from_tribute(&self, player: Player) -> u8 {
        const KINDS: [ModKind; 2] = [ModKind::NoTributeSummon, ModKind::NoTribute];
        if !KINDS.iter().any(|kind| self.has_mod(*kind)) {
            return 0;
        }
        let barred = self
            .monsters(player)
            .filter(|(_, card)| KINDS.iter().any(|kind| self.has_been_given(*kind, *card)));
        barred.fold(0, |bits, (zone, _)| bits | 1 << zone.0)
    }

    /// The monsters of a player that the other one must Tribute first, one bit for each zone.
    #[inline(always)]
    fn must_be_tributed(&self, player: Player) -> u8 {
        if !self.has_mod(ModKind::MustBeTributed) {
            return 0;
        }
        let marked = self
            .monsters(player)
            .filter(|(_, card)| self.monster_has(ModKind::MustBeTributed, *card));
        let marked = marked.fold(0, |bits, (zone, _)| bits | 1 << zone.0);
        marked & !self.barred_from_tribute(player)
    }

    /// The monsters that may be Tributed next, in the order of the zones, the own ones first:
    /// those with which the rest can still be chosen from later ones.
    #[inline(never)]
    pub(super) fn tribute_actions(
        &self,
        tributes: &Tributes,
        ask: Ask,
        chosen: ChosenTributes,
        mut each: impl FnMut(Action),
    ) {
        let all = (tributes.own & !chosen.own, tributes.theirs & !chosen.theirs);
        let mut left = u32::from(all.0) | u32::from(all.1) << 8;
        left &= u32::MAX << ask.from();
        while left != 0 {
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            let (theirs, zone) = (at >= 8, at & 7);
            let later = |bits: u8, side: bool| match (theirs, side) {
                (true, false) => 0,
                (false, true) => bits,
                _ => bits & (0xfe_u8 << zone),
            };
            let next = ChosenTributes {
                own: chosen.own | if theirs { 0 } else { 1 << zone },
                theirs: chosen.theirs | if theirs { 1 << zone } else { 0 },
            };
            let rest = (later(all.0, false), later(all.1, true));
            if tributes.can_be_with(next, rest, chosen.count() + ask.needed()) {
                let zone = MonsterZone(zone);
                each(if theirs { Action::tribute_theirs(zone) } else { Action::tribute(zone) });
            }
        }
        let needed = chosen.count() + ask.needed();
        let enough = if tributes.spared > 0 {
            chosen.count() > 0 && tributes.can_be_with(chosen, (0, 0), needed)
        } else {
            tributes.has_double() && tributes.is_enough(chosen, needed)
        };
        if enough {
            each(Action::DONE);
        }
    }
}

impl ChosenTributes {
    const fn count(self) -> u8 {
        (self.own.count_ones() + self.theirs.count_ones()) as u8
    }
}

impl Tributes {
    /// Whether these monsters and some of the rest can be all Tributes, where so many are needed if none is spared.
    fn can_be_with(&self, chosen: ChosenTributes, rest: (u8, u8), needed: u8) -> bool {
        (0..=self.spared).any(|spared| {
            let needed = needed.saturating_sub(spared).max(1);
            if self.has_double() {
                self.is_completable(chosen, rest, needed)
            } else {
                let still = needed.checked_sub(chosen.count());
                still.is_some_and(|still| self.is_feasible(chosen, rest, still))
            }
        })
    }
}

/// Where some monsters count as two Tributes: one of them is enough, but it may be one of two.
impl Tributes {
    const fn has_double(&self) -> bool {
        self.double.own | self.double.theirs != 0
    }

    /// Whether these monsters can be all Tributes.
    fn is_enough(&self, chosen: ChosenTributes, needed: u8) -> bool {
        let double = ChosenTributes {
            own: chosen.own & self.double.own,
            theirs: chosen.theirs & self.double.theirs,
        };
        let enough = chosen.count() + double.count() >= needed && chosen.count() <= needed;
        // Monsters that must be Tributed come first.
        let all_forced = if self.theirs.count_ones() >= u32::from(needed) {
            chosen.own == 0
        } else {
            chosen.theirs == self.theirs
        };
        enough
            && all_forced
            && chosen.own.count_ones() >= u32::from(self.surplus())
            && (self.free != 0 || chosen.own & self.zones != 0)
    }

    /// Whether these monsters can be all Tributes, together with some of the rest.
    fn is_completable(&self, chosen: ChosenTributes, rest: (u8, u8), needed: u8) -> bool {
        if self.is_enough(chosen, needed) {
            return true;
        }
        let (mut own, mut theirs) = rest;
        while own | theirs != 0 && chosen.count() < needed {
            let mut next = chosen;
            if own != 0 {
                next.own |= own & own.wrapping_neg();
                own &= own - 1;
            } else {
                next.theirs |= theirs & theirs.wrapping_neg();
                theirs &= theirs - 1;
            }
            if self.is_completable(next, (own, theirs), needed) {
                return true;
            }
        }
        false
    }
}

impl Tributes {
    /// Whether so many more Tributes can follow from the rest, with all that must be Tributed
    /// among them and a Main Monster Zone free in the end.
    #[inline]
    fn is_feasible(&self, chosen: ChosenTributes, rest: (u8, u8), still: u8) -> bool {
        let needed = (chosen.own.count_ones() + chosen.theirs.count_ones()) as u8 + still;
        let (own_rest, theirs_rest) = (rest.0.count_ones() as u8, rest.1.count_ones() as u8);
        if own_rest + theirs_rest < still {
            return false;
        }
        if self.theirs.count_ones() as u8 >= needed {
            // They alone are enough, so nothing else may be Tributed.
            let room = self.free != 0 && self.surplus() == 0;
            return chosen.own == 0 && theirs_rest >= still && room;
        }
        let missing = self.theirs & !chosen.theirs;
        if missing & !rest.1 != 0 || theirs_rest > still {
            return false;
        }
        let open = still - theirs_rest;
        if chosen.own.count_ones() as u8 + open.min(own_rest) < self.surplus() {
            return false;
        }
        self.free != 0 || chosen.own & self.zones != 0 || (open > 0 && rest.0 & self.zones != 0)
    }
}
