//! From where effects look at a duel, which cards fit their tests, and which ones they may target.

use crate::ids::{CardId, Location, MonsterZone, NO_CARD, Player};
use crate::marks::{rule, rule_if};
use crate::state::Ctx;
use crate::state::NO_LINK;
use crate::state::{Derived, Duel, Modifier, location_bit_of, status_bits, traits, turn_bits};
use duelfish_script::{
    Catalogue, Filter, ModKind, Range, Rest, SetRef, Stat, Test, TestId, Who, kind, position_bit,
    term,
};

/// With which values a card is looked at.
#[derive(Clone, Copy)]
pub(super) enum CardValues<'a> {
    /// Its current ones.
    Now,
    /// These.
    These(&'a Derived),
    /// These, and the name that it had on the field if it has left that.
    Then(&'a Derived),
}

impl Duel {
    /// Whether a monster was Normal or Special Summoned this turn and has been face-up since.
    pub(crate) fn was_summoned_this_turn(&self, card: CardId) -> bool {
        let bits = self.turn_bits(card);
        let summoned = turn_bits::SUMMONED | turn_bits::SUMMONED_BY_OTHER;
        // One that was turned up since was turned down after its Summon.
        self.position(card).is_face_up() && bits & summoned != 0 && bits & turn_bits::FLIPPED == 0
    }

    /// Whether a Spell & Trap Zone of the effect's player is free, besides one that the card which has the
    /// effect needs itself when it is activated from the hand.
    fn has_spell_zone_besides(&self, cards: &Catalogue, ctx: Ctx) -> bool {
        let comes =
            ctx.source != NO_CARD && self.location(CardId(ctx.source)) == Location::Hand && {
                let facts = cards.facts(self.code(CardId(ctx.source)));
                facts.is_any(kind::SPELL | kind::TRAP) && !facts.is(kind::FIELD)
            };
        self.free_spell_zones(ctx.player).count_ones() > u32::from(comes)
    }

    /// Whether a card fits.
    pub(crate) fn fits(&self, cards: &Catalogue, ctx: Ctx, test: TestId, card: CardId) -> bool {
        self.passes(cards, ctx, cards.scripts().filter(test), card, CardValues::Now)
    }

    /// Whether a card with these current values fits.
    #[inline(always)]
    pub(crate) fn fits_with(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        test: TestId,
        card: CardId,
        values: &Derived,
    ) -> bool {
        self.passes(cards, ctx, cards.scripts().filter(test), card, CardValues::These(values))
    }

    /// Whether a card of an event fits, as it was when the event happened: a monster that has left
    /// the field counts with the values that it had there.
    pub(crate) fn fits_as_it_was(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        test: TestId,
        card: CardId,
    ) -> bool {
        test.0 == 0 || {
            let values = self.values_as_it_was(cards, card);
            let filter = cards.scripts().filter(test);
            self.passes(cards, ctx, filter, card, CardValues::Then(&values))
        }
    }

    /// Current values of a card; of a monster that has left the field those that it had there.
    pub(super) fn values_as_it_was(&self, cards: &Catalogue, card: CardId) -> Derived {
        let values = self.values_of(cards, card);
        match self.as_it_was(card) {
            Some((atk, def, level)) if self.location(card) != Location::Monster => {
                Derived { atk, def, level, ..values }
            }
            _ => values,
        }
    }

    /// Whether a card passes a filter.
    #[inline(always)]
    pub(super) fn passes(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        filter: &Filter,
        card: CardId,
        values: CardValues<'_>,
    ) -> bool {
        rule_if!(!self.position(card).is_face_up(), "BP-16", "BP-18", "BP-20", "BP-21");
        if self.is_banished_down(card) {
            std::hint::cold_path();
            // Nobody could check what a card is that lies so.
            rule!("DF-82");
            if filter.kinds != 0 || filter.asks_values {
                return false;
            }
        }
        filter.positions >> self.position(card) as u8 & 1 == 1
            && (filter.kinds | filter.not_kinds == 0 || self.is_of_kinds(cards, filter, card))
            && (!filter.asks_values || self.has_values(cards, filter, card, values))
            && (filter.rest.1 == 0 || self.fits_rest(cards, ctx, filter, card, values))
    }

    /// Whether a card is now of any of the kinds of a filter, and of none that it excludes.
    #[inline]
    fn is_of_kinds(&self, cards: &Catalogue, filter: &Filter, card: CardId) -> bool {
        rule_if!(
            (filter.kinds | filter.not_kinds) & kind::EFFECT != 0,
            "CT-02.6a",
            "CT-02.6b",
            "CT-02.9b",
            "CT-03.4"
        );
        let kinds = self.kinds_now(cards, card);
        // Which of them fails nobody could predict: they are looked at together.
        ((filter.kinds == 0) | (kinds & filter.kinds != 0)) & (kinds & filter.not_kinds == 0)
    }

    /// Whether a card is of the Types and Attributes of a filter, and its number in the range.
    #[inline(always)]
    fn has_values(
        &self,
        cards: &Catalogue,
        filter: &Filter,
        card: CardId,
        values: CardValues<'_>,
    ) -> bool {
        rule_if!(filter.races | filter.not_races != 0, "CT-01.1b");
        let these = self.values_in(cards, card, values);
        let stat = these.stat(filter.range.stat);
        // As with kinds.
        ((filter.races == 0) | (these.race & filter.races != 0))
            & (these.race & filter.not_races == 0)
            & ((filter.attributes == 0) | (these.attribute & filter.attributes != 0))
            & (filter.range.least <= stat)
            & (stat <= filter.range.most)
            && (filter.range == Range::ALL || self.has_stat(cards, card, filter.range.stat, values))
    }

    /// Whether a card has such a number at all: a Link Monster has no DEF that compares with any, and a printed
    /// "?" is a number only on the field.
    #[inline(always)]
    fn has_stat(
        &self,
        cards: &Catalogue,
        card: CardId,
        stat: Stat,
        values: CardValues<'_>,
    ) -> bool {
        let facts = cards.facts(self.code(card));
        let printed = match stat {
            Stat::Scale => return facts.is(kind::PENDULUM),
            Stat::Rank => return facts.is(kind::XYZ),
            Stat::Level => return true,
            Stat::Atk => facts.atk,
            Stat::Def => facts.def,
        };
        if stat == Stat::Def && self.is_link_monster(cards, card) {
            rule!("CT-01.3");
            return false;
        }
        printed >= 0
            || !matches!(values, CardValues::Now)
            || self.location(card) == Location::Monster
    }

    #[inline(always)]
    fn values_in(&self, cards: &Catalogue, card: CardId, values: CardValues<'_>) -> Derived {
        match values {
            CardValues::Now => self.values_of(cards, card),
            CardValues::These(values) | CardValues::Then(values) => *values,
        }
    }

    /// The filter with the number in it with which it compares one of each card, as that is now: it
    /// is the same for all of them. None if there is no such number.
    #[inline(always)]
    pub(super) fn with_numbers(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        filter: &Filter,
    ) -> Option<Filter> {
        if filter.compares { self.with_number(cards, ctx, filter) } else { None }
    }

    #[inline(never)]
    fn with_number(&self, cards: &Catalogue, ctx: Ctx, filter: &Filter) -> Option<Filter> {
        match cards.scripts().rest(filter).first() {
            Some(Rest { test, wanted: true })
                if let Test::Stat(stat, compare, num) = cards.scripts().test(*test) =>
            {
                filter.comparing(stat, compare, self.number(cards, ctx, num))
            }
            _ => None,
        }
    }

    /// Whether a card fits the tests that a filter does not decide.
    #[inline(always)]
    fn fits_rest(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        filter: &Filter,
        card: CardId,
        values: CardValues<'_>,
    ) -> bool {
        for rest in cards.scripts().rest(filter) {
            // The tests that are asked most often and answered at once need no call.
            let fits = match cards.scripts().test(rest.test) {
                Test::Archetype(number) => self.is_of_archetype(cards, card, number),
                Test::Named(code) => {
                    let then = match values {
                        CardValues::Then(_) => self.name_on_field(cards, card),
                        _ => None,
                    };
                    then.unwrap_or_else(|| self.name_of(cards, card)) == code
                }
                Test::IsMine => self.controller(card) == ctx.player,
                // For an effect outside the Chain its source is always the card itself (see `all_members`).
                Test::In(SetRef::Source) if ctx.link == NO_LINK => card.0 == ctx.source,
                Test::LiesIn(locations) => {
                    rule!("DF-32", "DF-36");
                    locations & location_bit_of(self.location(card)) != 0
                }
                _ => self.fits_one(cards, ctx, rest.test, card, values),
            };
            if fits != rest.wanted {
                return false;
            }
        }
        true
    }

    /// Whether a card is of an archetype: with another name of the archetypes of that.
    #[inline]
    fn is_of_archetype(&self, cards: &Catalogue, card: CardId, number: u16) -> bool {
        let code = self.renamed(cards, card).unwrap_or_else(|| self.code(card));
        cards.facts(code).is_of_archetype(number)
    }

    /// Whether a card fits a test that no filter decides.
    #[inline(never)]
    fn fits_one(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        test: TestId,
        card: CardId,
        values: CardValues<'_>,
    ) -> bool {
        let filter = |test| cards.scripts().filter(test);
        let again = |test| self.passes(cards, ctx, filter(test), card, values);
        let asked = cards.scripts().test(test);
        match asked {
            Test::Not(a) => !again(a),
            Test::All(a, b) => again(a) && again(b),
            Test::Any(a, b) => again(a) || again(b),
            Test::Stat(stat, compare, num) => {
                let value = match stat {
                    Stat::Scale => i32::from(self.scale_of(cards, card)),
                    Stat::Rank => cards.facts(self.code(card)).rank(),
                    _ => self.values_in(cards, card, values).stat(stat),
                };
                // A card without a Level has none that compares with any (CT-03.6b, CT-03.8b).
                (stat != Stat::Level || value > 0)
                    && self.has_stat(cards, card, stat, values)
                    && compare.holds(value, self.number(cards, ctx, num))
            }
            Test::TypeOf(num) => {
                let race = self.number(cards, ctx, num).cast_unsigned();
                self.values_in(cards, card, values).race & race != 0
            }
            Test::NameIs(num) => {
                i32::from(self.name_of(cards, card).row()) == self.number(cards, ctx, num)
            }
            #[rustfmt::skip]
            Test::WasFaceUp | Test::WasEquipped | Test::LeftDuly | Test::LeftSpecially | Test::IsDestroyedByBattle | Test::WasMine
            | Test::SummonedThisTurn | Test::Modified(..) | Test::MaterialOf(..)
            | Test::NormalSummonedOrFlipped | Test::Attacked | Test::AttackedDirectly | Test::Battled | Test::SummonedAgain
            | Test::CameSpecially | Test::SummonedFrom(..) | Test::CameDuly => self.fits_past(cards, ctx, asked, card),
            #[rustfmt::skip]
            Test::Equipped | Test::ListedBy(..) | Test::Lists(..) | Test::NamedLike(..) | Test::AttributeLike(..)
            | Test::In(..) | Test::AttachedToSource | Test::RanksOver(..) | Test::HighestRank | Test::CanHold(..)
            | Test::CoLinked | Test::HeldBySource | Test::InExtraZone | Test::EquippedWith(..) | Test::AttachedTo(..) | Test::InColumnOf(..)
            | Test::TakesUnion { .. } | Test::EquippedTo(..) | Test::FitsHost(..) | Test::PointedToBySource
            | Test::PointedBy(..)
            => self.fits_others(cards, ctx, asked, card),
            #[rustfmt::skip]
            Test::AllowsNormalSummon | Test::Summonable { .. } | Test::ProperlySummonable
            | Test::Makeable(..) | Test::Switchable | Test::Exchangeable | Test::Takeable
            | Test::HasOwnersSpellZone | Test::Turnable(..) | Test::Banishable
            | Test::BanishableDown | Test::ReachesGrave | Test::Sendable | Test::ReachesHand | Test::LeavesFreely | Test::Staying | Test::Addable
            | Test::Settable | Test::Tributable | Test::NotKeptFromTribute | Test::NormalSummonable | Test::TributeSummonable | Test::Becomable
            | Test::SummonableUp | Test::SummonableFreely | Test::MadeWithSource | Test::Attackable | Test::FitsAnswered | Test::Destructible
            | Test::CanRankUp(..) | Test::InDanger | Test::Targeting | Test::Targetable | Test::FusionMaterial => self.fits_action(cards, ctx, asked, card),
            Test::Paying(cond) => self.holds(cards, Ctx { paying: card.0, ..ctx }, cond),
            Test::Such(cond) => self.holds(cards, Ctx { each: card.0, ..ctx }, cond),
            Test::IsNegated => self.has_status(card, status_bits::NEGATED),
            Test::Printed(kinds) => self.is_printed(cards, card, kinds),
            // These stand here where a filter would have to ask two things of one kind, or if they
            // ask for nothing at all.
            Test::Kind(kinds) => kinds != 0 && again(test),
            Test::Type(races) => races != 0 && again(test),
            Test::Attribute(attributes) => attributes != 0 && again(test),
            // These were told already.
            Test::Archetype(_) | Test::Named(_) | Test::IsMine | Test::LiesIn(_) => again(test),
            // These are always in the filter.
            Test::Always | Test::FaceUp | Test::FaceDown | Test::InAttack | Test::InDefense => true,
        }
    }

    /// Whether a card is printed as one of these kinds.
    #[inline]
    fn is_printed(&self, cards: &Catalogue, card: CardId, kinds: u32) -> bool {
        if kinds & kind::MONSTER != 0 && self.location(card) == Location::Pendulum {
            // It is a Spell there, but still a Monster Card.
            rule!("DF-35.ii");
        }
        cards.facts(self.code(card)).is_any(kinds)
    }

    /// Whether a card fits a test of what has happened to it.
    #[inline]
    fn fits_past(&self, cards: &Catalogue, ctx: Ctx, test: Test, card: CardId) -> bool {
        match test {
            Test::WasFaceUp => self.was_face_up(card),
            Test::WasEquipped => self.was_equipped(card),
            Test::LeftDuly => self.left_zone(card) && self.came_duly(card),
            Test::LeftSpecially => self.left_zone(card) && self.came_specially(card),
            Test::IsDestroyedByBattle => self.has_status(card, status_bits::DESTROYED_BY_BATTLE),
            Test::WasMine => self.came_from_player(card) == ctx.player,
            Test::SummonedThisTurn => {
                rule!("CT-02.12d");
                self.was_summoned_this_turn(card)
            }
            Test::Modified(kind)
                if kind == ModKind::HasEffectsOf || self.location(card) != Location::Monster =>
            {
                self.has_been_given(kind, card)
            }
            Test::Modified(kind) => self.monster_has(kind, card),
            Test::MaterialOf(set) => {
                let of = self.members(ctx, set);
                self.material_notes().any(|m| m.target == card.0 && of.has(m.source))
            }
            Test::NormalSummonedOrFlipped => self.rose_this_turn(cards, card),
            Test::Battled => self.turn_bits(card) & turn_bits::BATTLED != 0,
            Test::AttackedDirectly => self.attacked_directly(card),
            Test::Attacked => {
                self.turn_bits(card) & (turn_bits::ATTACKED | turn_bits::ATTACKED_BEFORE) != 0
            }
            Test::SummonedAgain => {
                let again = self.is_summoned_again(cards, card);
                rule_if!(!again, "CT-02.8b");
                again
            }
            Test::CameSpecially => {
                self.location(card) == Location::Monster && self.came_specially(card)
            }
            Test::SummonedFrom(from) => {
                self.location(card) == Location::Monster
                    && self.came_specially(card)
                    && from & location_bit_of(self.came_from(card)) != 0
            }
            Test::CameDuly => self.location(card) == Location::Monster && self.came_duly(card),
            other => {
                debug_assert!(false, "{other:?} is asked elsewhere");
                false
            }
        }
    }

    /// Whether a card fits a test of how it stands to other cards.
    #[inline]
    fn fits_others(&self, cards: &Catalogue, ctx: Ctx, test: Test, card: CardId) -> bool {
        match test {
            Test::Equipped => self.equips_on(card) > 0,
            Test::ListedBy(set) => {
                let mut of = self.meant(ctx, set).iter().map(CardId);
                of.any(|other| self.is_listed_by(cards, card, other))
            }
            Test::Lists(select) => {
                self.lists_any(cards, card) && {
                    let mut all = self.gather(cards, ctx, select).iter().map(CardId);
                    all.any(|other| self.is_listed_by(cards, other, card))
                }
            }
            Test::AttributeLike(set) => {
                let of = |card| self.values_of(cards, card).attribute;
                self.meant(ctx, set).iter().any(|other| of(CardId(other)) & of(card) != 0)
            }
            Test::NamedLike(set) => self.is_named_like(cards, ctx, set, card),
            Test::In(set) => self.has_member(ctx, set, card),
            Test::AttachedToSource => {
                self.location(card) == Location::Material
                    && self.host(card).is_some_and(|host| host.0 == ctx.source)
            }
            Test::RanksOver(set, how) => {
                let kinds = cards.facts(self.code(CardId(ctx.source))).kind;
                self.members(ctx, set).iter().any(|below| {
                    self.controller(CardId(below)) == ctx.player
                        && !self.is_unaffected(CardId(below), ctx.source, kinds, ctx.player)
                        && self.ranks_over(cards, ctx, card, CardId(below), how)
                })
            }
            Test::HighestRank => self.has_highest_rank(cards, card),
            Test::CanHold(kind) => {
                self.counters(card, kind) < self.most_counters(cards, card, kind)
            }
            Test::CoLinked => self.is_co_linked(cards, card),
            Test::HeldBySource => {
                let holds =
                    |m: &Modifier| m.is(ModKind::Held) && m.source == ctx.source && m.value == 0;
                self.mods().iter().any(|m| holds(m) && m.target == card.0)
            }
            Test::InExtraZone => {
                self.location(card) == Location::Monster && self.zone(card) >= MonsterZone::MAIN
            }
            Test::AttachedTo(from) => {
                let host = self.host(card).filter(|_| self.location(card) == Location::Material);
                host.is_some_and(|host| self.gather(cards, ctx, from).has(host.0))
            }
            Test::EquippedWith(from) => self.is_equipped_with(cards, ctx, card, from),
            Test::InColumnOf(from) => self.is_in_column_of(cards, ctx, card, from),
            Test::TakesUnion { alone } => self.takes_union(card, alone),
            Test::FitsHost(set) => self.fits_any_host(cards, ctx, card, set),
            Test::EquippedTo(set) => {
                let hosts = self.members(ctx, set);
                self.host(card).is_some_and(|host| {
                    self.location(card) != Location::Material && hosts.has(host.0)
                })
            }
            Test::PointedBy(from) => self.is_pointed_by(cards, ctx, card, from),
            Test::PointedToBySource => {
                ctx.source != NO_CARD && self.does_point_to(cards, CardId(ctx.source), card)
            }
            other => {
                debug_assert!(false, "{other:?} is asked elsewhere");
                false
            }
        }
    }

    /// Whether a card fits a test of what can be done with it.
    #[inline]
    fn fits_action(&self, cards: &Catalogue, ctx: Ctx, test: Test, card: CardId) -> bool {
        match test {
            Test::AllowsNormalSummon => cards.facts(self.code(card)).can_be_normal_summoned(),
            Test::Summonable { by, positions } => {
                self.is_summonable_now(cards, ctx, card, by, positions)
            }
            Test::ProperlySummonable => self.is_properly_summonable(cards, ctx, card),
            Test::Makeable(from, goal) => self.can_be_made(cards, ctx, card, from, goal),
            Test::Switchable | Test::Exchangeable | Test::Takeable => {
                self.can_change_sides(ctx, test, card)
            }
            Test::HasOwnersSpellZone => self.has_owners_spell_zone(cards, ctx, card),
            Test::Turnable(turn) => self.can_be_turned(cards, card, turn),
            Test::FusionMaterial => !self.is_no_fusion_material(cards, card),
            Test::Targetable => self.can_be_targeted(cards, ctx, card),
            Test::Banishable => self.can_banish(cards, ctx.player, card),
            Test::BanishableDown => self.can_banish_down(cards, ctx.player, card),
            Test::ReachesGrave => self.would_reach_grave(cards, card),
            Test::ReachesHand => self.would_reach_hand(cards, card),
            Test::Sendable => self.may_be_sent(cards, card),
            Test::Becomable => {
                self.would_reach_grave(cards, card)
                    && self.effect_to_become(cards, ctx, card, false).is_some()
            }
            Test::LeavesFreely => !self.is_banished_when_leaving(cards, card),
            Test::Staying => !self.has_status(card, status_bits::LEAVES),
            Test::Addable => {
                !self.has_status(card, status_bits::LEAVES) && self.may_leave_deck(cards, card)
            }
            Test::Settable => self.is_settable(cards, ctx, card),
            Test::Tributable => self.can_be_tributed(cards, ctx.player, card),
            Test::NotKeptFromTribute => self.may_be_tributed(cards, ctx.player, card),
            Test::NormalSummonable => self.could_be_summoned_now(cards, ctx.player, card),
            Test::TributeSummonable => self.could_be_tribute_summoned(cards, ctx.player, card),
            Test::SummonableUp => {
                self.could_be_summoned_now(cards, ctx.player, card)
                    && self.positions_to_summon(cards, ctx.player, card) & 1 == 1
            }
            Test::SummonableFreely => self.could_come_without_tributes(cards, ctx.player, card),
            Test::MadeWithSource => {
                self.way_with_material(cards, ctx.player, card, ctx.source).is_some()
            }
            Test::Attackable => self.is_in_reach_of_attack(cards, card),
            Test::FitsAnswered => {
                self.answered_link(ctx).is_some_and(|at| self.could_be_target_of(cards, at, card))
            }
            Test::Destructible => {
                self.mod_on_monster(cards, ModKind::SurvivesEffects, card).is_none()
            }
            Test::CanRankUp(how) => self.can_rank_up(cards, ctx, card, how),
            Test::Targeting => self.is_targeting(cards, card),
            Test::InDanger => self
                .answered_link(ctx)
                .is_some_and(|at| self.would_be_destroyed_by(cards, at, card)),
            other => {
                debug_assert!(false, "{other:?} is asked elsewhere");
                false
            }
        }
    }

    /// Whether a card has the name of one of these; the name that a card had is known also after it has moved.
    fn is_named_like(&self, cards: &Catalogue, ctx: Ctx, set: SetRef, card: CardId) -> bool {
        let name = self.name_of(cards, card);
        self.meant(ctx, set).iter().any(|other| self.name_of(cards, CardId(other)) == name)
    }

    /// Whether a card can change sides: to the other player for nothing, for another monster, or as no monster.
    fn can_change_sides(&self, ctx: Ctx, test: Test, card: CardId) -> bool {
        let is_monster = self.location(card) == Location::Monster;
        if is_monster && self.monster_has(ModKind::KeepsControl, card) {
            return false;
        }
        match test {
            Test::Switchable => {
                rule!("DF-23.i");
                let to = self.controller(card).other();
                is_monster
                    && self.zones_to_hold(ctx, to) != 0
                    && !self.has_no_zone_to_hold(to, card)
            }
            Test::Exchangeable => {
                is_monster
                    && (self.zone(card) < MonsterZone::MAIN
                        || self.free_main_zones(self.controller(card)) != 0)
            }
            // A card that is no monster on the field has no control to keep.
            Test::Takeable => true,
            other => {
                debug_assert!(false, "{other:?} is asked elsewhere");
                false
            }
        }
    }

    /// Whether a card can be Special Summoned by an effect, in one of these positions.
    #[inline]
    fn is_summonable_now(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        card: CardId,
        by: Option<Who>,
        positions: u8,
    ) -> bool {
        let player = by.map_or(self.controller(card), |by| ctx.chooser(by));
        let across = positions & position_bit::ACROSS != 0;
        let side = if across { player.other() } else { player };
        self.can_be_special_summoned(cards, card)
            && self.meets_summon_costs(cards, player, card)
            && (positions & position_bit::ALL == position_bit::SET
                || !self.may_not_come_face_up(cards, side, card))
            && (positions & position_bit::ATTACK != 0 || !self.is_link_monster(cards, card))
            && self.can_pay_hand_fee(cards, player, card)
            && !self.may_not_special_summon(cards, player, ctx.source)
            && !self.may_not_special_summon_it(cards, player, card, ctx.source)
            && !self.is_kept_from_spells(cards, ctx, player, card)
            && (positions & position_bit::HOUSED == 0 || self.zones_for(cards, player, card) != 0)
    }

    /// Whether a monster can be Special Summoned as its own text demands.
    #[inline]
    fn is_properly_summonable(&self, cards: &Catalogue, ctx: Ctx, card: CardId) -> bool {
        let facts = cards.facts(self.code(card));
        facts.is(kind::MONSTER)
            && !facts.is(kind::TOKEN)
            && (!self.has_term(cards, card, term::ONLY_WRITTEN_MATERIALS)
                || self.has_prepared(ctx.source))
            && !self.is_forbidden(cards, card)
            && !self.may_not_come_face_up(cards, ctx.player, card)
            && self.meets_summon_costs(cards, ctx.player, card)
            && self.can_pay_hand_fee(cards, ctx.player, card)
            && !self.may_not_special_summon(cards, ctx.player, ctx.source)
            && !self.may_not_special_summon_it(cards, ctx.player, card, ctx.source)
            && !self.is_kept_from_spells(cards, ctx, ctx.player, card)
    }

    /// Whether a card is a monster that can be Set as a Spell.
    pub(crate) fn can_lie_as_spell(&self, cards: &Catalogue, card: CardId) -> bool {
        self.has_trait(traits::TERMS) && self.has_term(cards, card, term::SET_AS_SPELL)
    }

    /// Whether the effect's player can Set a Spell or Trap by an effect.
    #[inline]
    fn is_settable(&self, cards: &Catalogue, ctx: Ctx, card: CardId) -> bool {
        let player = self.setter(ctx, card);
        let facts = cards.facts(self.code(card));
        (facts.is_any(kind::SPELL | kind::TRAP) || self.can_lie_as_spell(cards, card))
            && !self.is_on_field(card)
            && !self.is_forbidden(cards, card)
            && !self.is_only_placed(cards, card)
            && !self.player_has(cards, ModKind::NoSpellSet, player)
            && (facts.is(kind::FIELD)
                || if player == ctx.player {
                    self.has_spell_zone_besides(cards, ctx)
                } else {
                    self.free_spell_zones(player) != 0
                })
            && self.can_pay_hand_fee(cards, player, card)
    }

    /// The player who Sets a card by an effect: the effect's player, but each player Sets cards of the own hand.
    pub(crate) fn setter(&self, ctx: Ctx, card: CardId) -> Player {
        if self.location(card) == Location::Hand { self.controller(card) } else { ctx.player }
    }

    /// Whether there is a Spell & Trap Zone of its owner for a card.
    #[inline]
    fn has_owners_spell_zone(&self, cards: &Catalogue, ctx: Ctx, card: CardId) -> bool {
        // A card that must not be played is not placed on the field either.
        let owner = self.owner(card);
        if !self.is_on_field(card) && self.is_forbidden(cards, card) {
            false
        } else if owner == ctx.player {
            self.has_spell_zone_besides(cards, ctx)
        } else {
            self.free_spell_zones(owner) != 0
        }
    }

    /// Whether a monster was Normal Summoned or flipped in this turn.
    #[inline]
    fn rose_this_turn(&self, cards: &Catalogue, card: CardId) -> bool {
        rule!("CT-02.12a", "CT-02.12c");
        let summoned = turn_bits::SUMMONED | turn_bits::SUMMONED_BY_OTHER;
        // A Special Summon is no such thing; a monster that came so may be flipped later.
        let bits = match self.location(card) == Location::Monster && self.came_specially(card) {
            true => turn_bits::FLIPPED,
            false => summoned | turn_bits::FLIPPED,
        };
        // A monster that has taken over the effect that asks this did not have it yet when it rose.
        let had_it = cards.facts(self.code(card)).is(kind::SPIRIT)
            || !self.has_been_given(ModKind::HasEffectsOf, card);
        self.position(card).is_face_up() && self.turn_bits(card) & bits != 0 && had_it
    }

    /// Whether an effect of a player may target a card, as far as the card is concerned (FACT-T1).
    #[inline(always)]
    pub(crate) fn can_be_targeted(&self, cards: &Catalogue, ctx: Ctx, card: CardId) -> bool {
        if self.has_mod(ModKind::NoTargets) && self.is_target_nowhere(cards, card) {
            return false;
        }
        match self.location(card) {
            Location::Monster => {
                rule_if!(self.has_status(card, status_bits::DESTROYED_BY_BATTLE), "BA-9", "BA-55");
                rule_if!(self.has_status(card, status_bits::SUMMONING), "SU-00.4c");
                !self.has_status(card, status_bits::DESTROYED_BY_BATTLE | status_bits::SUMMONING)
                    && !self.is_no_target_for(cards, ctx.player, card)
                    && !self.is_no_target_of_such(cards, ctx.source, card)
            }
            Location::Spell
            | Location::Field
            | Location::Pendulum
            | Location::Grave
            | Location::Banished => true,
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Extra
            | Location::Material => false,
        }
    }

    /// Whether a modifier keeps a card from being targeted wherever it is.
    #[inline(never)]
    fn is_target_nowhere(&self, cards: &Catalogue, card: CardId) -> bool {
        let mut keepers = self.mods_on_player(cards, ModKind::NoTargets, self.controller(card));
        keepers.any(|m| self.is_about(cards, m, card))
    }

    /// Whether a modifier keeps effects of such a card from targeting a monster.
    #[inline(always)]
    fn is_no_target_of_such(&self, cards: &Catalogue, source: u8, card: CardId) -> bool {
        let kind = ModKind::NoTargetOf;
        self.has_mod(kind)
            && source != NO_CARD
            && self.values_on_monster(cards, kind, card).any(|(m, test)| {
                let ctx = Ctx::of_card(self.player_of(m), CardId(m.source));
                self.fits(cards, ctx, TestId(test as u16), CardId(source))
            })
    }

    /// Whether a modifier keeps effects of a player from targeting a monster: those of both players,
    /// or those of the opponent of the modifier's player.
    #[inline(always)]
    fn is_no_target_for(&self, cards: &Catalogue, by: Player, card: CardId) -> bool {
        let kind = ModKind::CannotBeTargeted;
        self.monster_has(kind, card)
            && self
                .values_on_monster(cards, kind, card)
                .any(|(m, whose)| whose == ModKind::FOR_ANYBODY || self.player_of(m) != by)
    }
}
