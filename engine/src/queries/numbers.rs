//! The values of numbers of compiled effects in a duel.

use crate::ids::{CardId, Location, NO_CARD};
use crate::state::{CardSet, Ctx, Duel, Modifier, NO_LINK};
use duelfish_script::{Catalogue, Counter, ModKind, Num, NumId, SelectId, SetRef, Stat, kind};

impl Duel {
    /// A number.
    #[inline]
    pub(crate) fn number(&self, cards: &Catalogue, ctx: Ctx, num: NumId) -> i32 {
        match cards.scripts().num(num) {
            Num::Value(value) => value,
            num => self.computed(cards, ctx, num),
        }
    }

    /// A number that is not always the same.
    fn computed(&self, cards: &Catalogue, ctx: Ctx, num: Num) -> i32 {
        let again = |num| self.number(cards, ctx, num);
        match num {
            Num::Value(value) => value,
            Num::Count(select) => self.count(cards, ctx, select),
            Num::Types(select) => self.count_types(cards, ctx, select),
            Num::OnlyType(select) => self.only_type(cards, ctx, select),
            Num::Names(select) => self.count_names(cards, ctx, select),
            // To read a number is no effect: cards that are unaffected count too, here and below.
            Num::Size(set) => self.all_members(ctx, set).len(),
            Num::Stat(set, stat) => self.stat_of(cards, ctx, set, stat),
            Num::Printed(set, stat) => self.printed_stat(cards, ctx, set, stat),
            Num::Total(set, stat) => self.total_of_set(cards, self.all_members(ctx, set), stat),
            Num::TotalOf(from, stat) => {
                self.total_of_set(cards, self.gather(cards, ctx, from), stat)
            }
            Num::MaterialsLost(set) | Num::Reached(set, _) | Num::OriginalAtkLost(set) => {
                self.lost(cards, ctx, set, num)
            }
            Num::AttacksMade(set) => self.declared_by(ctx, set),
            Num::AtkLost(set) => self.atk_lost(ctx, set),
            Num::Base(set, stat) => {
                let first = self.all_members(ctx, set).iter().next();
                first.map_or(0, |card| self.base_of(cards, CardId(card), stat))
            }
            Num::Either(cond, a, b) => again(if self.holds(cards, ctx, cond) { a } else { b }),
            Num::Turns(set) => self.sum_of_turns(ctx, set),
            Num::Kept(set) => self.kept_number(ctx, set),
            Num::Equips(set) => {
                self.all_members(ctx, set).iter().map(|card| self.equips_on(CardId(card))).sum()
            }
            Num::OfEvent => self.batch(ctx.batch).map_or(0, |batch| i32::from(batch.number)),
            Num::FusionMaterials(set) => {
                let first = self.all_members(ctx, set).iter().next();
                first.map_or(0, |card| self.fusion_materials_of(cards, ctx.player, CardId(card)))
            }
            Num::MaterialsUsed(set) => {
                self.sum_of(self.first_of(ctx, set), |card| self.materials_used(card))
            }
            Num::NameOf(set) => self.first_name(cards, ctx, set),
            Num::Noted(set) => self.noted_number(ctx, set),
            Num::BattleDamage(who) => {
                let losses = self.battle_losses(cards);
                ctx.sum_over(who, |player| losses[player.index()])
            }
            Num::WouldDestroy(from) => self.would_destroy_of(cards, ctx, from),
            Num::Instance(set) => self.first_instance(ctx, set),
            Num::Life(who) => ctx.sum_over(who, |player| self.lp(player)),
            Num::Local(at) => self.local_register(ctx, at),
            Num::Plus(a, b) => again(a).saturating_add(again(b)),
            Num::Times(a, b) => again(a).saturating_mul(again(b)),
            Num::Least(a, b) => again(a).min(again(b)),
            Num::Counters(set, kind) => {
                let on = |card| self.counters(CardId(card), kind);
                self.all_members(ctx, set).iter().map(on).sum()
            }
            Num::CountersAmong(from, kind) => self.counters_among(cards, ctx, from, kind),
            Num::Half(a) => again(a).div_euclid(2),
            Num::Links => self.links().len() as i32,
            Num::NormalSummons(who) => {
                ctx.sum_over(who, |player| i32::from(self.most_normal_summons(cards, player, 1)))
            }
            Num::Materials(set) => {
                let on = |card| self.count_materials(CardId(card));
                self.all_members(ctx, set).iter().map(on).sum()
            }
            Num::FreeZones(who) => ctx.sum_over(who, |player| self.places_after_cost(ctx, player)),
        }
    }

    /// A number of what cards have left behind, or of where they have come to.
    fn lost(&self, cards: &Catalogue, ctx: Ctx, set: SetRef, num: Num) -> i32 {
        let meant = self.meant(ctx, set);
        match num {
            Num::MaterialsLost(_) => self.sum_of(meant, |card| self.materials_as_it_left(card)),
            Num::Reached(_, from) => {
                let there = self.gather(cards, ctx, from);
                self.sum_of(meant, |card| i32::from(there.has(card.0)))
            }
            Num::OriginalAtkLost(_) => {
                self.sum_of(meant, |card| self.printed_atk_if_gone(cards, card))
            }
            other => {
                debug_assert!(false, "{other:?} is computed elsewhere");
                0
            }
        }
    }

    /// How many attacks these cards have declared this turn.
    fn declared_by(&self, ctx: Ctx, set: SetRef) -> i32 {
        self.sum_of(self.all_members(ctx, set), |card| self.attacks_made(card) as i32)
    }

    /// The first card of a set alone.
    fn first_of(&self, ctx: Ctx, set: SetRef) -> CardSet {
        self.all_members(ctx, set).iter().take(1).collect()
    }

    /// The sum of a number of these cards.
    fn sum_of(&self, members: CardSet, number: impl Fn(CardId) -> i32) -> i32 {
        members.iter().map(|card| number(CardId(card))).sum()
    }

    /// The ATK or DEF of all these cards together.
    fn total_of_set(&self, cards: &Catalogue, members: CardSet, stat: Stat) -> i32 {
        let values = members.iter().map(|card| self.values_of(cards, CardId(card)));
        values.map(|values| if stat == Stat::Def { values.def } else { values.atk }).sum()
    }

    /// The number in a register of an effect.
    pub(crate) fn local_register(&self, ctx: Ctx, at: u8) -> i32 {
        if ctx.link == NO_LINK {
            self.local_number(ctx.level, at)
        } else {
            self.link(ctx.link).numbers[usize::from(at & 3)]
        }
    }

    /// The first card of a set as it is now.
    fn first_instance(&self, ctx: Ctx, set: SetRef) -> i32 {
        self.all_members(ctx, set).iter().next().map_or(0, |card| self.instance(CardId(card)))
    }

    /// The current value of the first card of a set.
    #[inline]
    fn stat_of(&self, cards: &Catalogue, ctx: Ctx, set: SetRef, stat: Stat) -> i32 {
        if stat == Stat::Scale {
            // The Scale of a card that was just put elsewhere is meant too.
            let first = self.meant(ctx, set).iter().next();
            return first.map_or(0, |card| i32::from(self.scale_of(cards, CardId(card))));
        }
        // A monster that was destroyed by the same battle is still meant.
        let cards_meant = match set {
            SetRef::Battled => self.meant(ctx, set),
            _ => self.all_members(ctx, set),
        };
        cards_meant.iter().next().map_or(0, |card| {
            let values = if matches!(set, SetRef::Event | SetRef::Cost | SetRef::Battled) {
                self.values_as_it_was(cards, CardId(card))
            } else {
                self.values_of(cards, CardId(card))
            };
            values.stat(stat)
        })
    }

    /// The printed value of the first card of a set.
    #[inline]
    fn printed_stat(&self, cards: &Catalogue, ctx: Ctx, set: SetRef, stat: Stat) -> i32 {
        let first = self.meant(ctx, set).iter().next();
        first.map_or(0, |card| {
            let card = CardId(card);
            let facts = cards.facts(self.code(card));
            let monster = facts.is(kind::MONSTER)
                || self.location(card) == Location::Monster
                || (self.came_from(card) == Location::Monster && !self.is_on_field(card));
            match stat {
                // A Trap has these only as long as it is a monster, and as one it is Tributed or destroyed.
                Stat::Atk | Stat::Def if !monster => 0,
                Stat::Atk => facts.atk.max(0),
                Stat::Def => facts.def.max(0),
                Stat::Level => i32::from(facts.level),
                Stat::Scale => i32::from(facts.scales[0]),
                Stat::Rank => facts.rank(),
            }
        })
    }

    /// The ATK of the monsters of a set that have left the field.
    #[inline]
    fn atk_lost(&self, ctx: Ctx, set: SetRef) -> i32 {
        let left = self.meant(ctx, set).iter().map(CardId);
        // Also one that stays in a Spell & Trap Zone instead of going to the Graveyard.
        let is_gone = |card: &CardId| self.location(*card) != Location::Monster;
        let left = left.filter(|card| is_gone(card) && self.was_face_up(*card));
        left.filter_map(|card| self.as_it_was(card)).map(|(atk, ..)| atk).sum()
    }

    /// The ATK that is printed on a monster that has left the field; a Trap that was one has none.
    fn printed_atk_if_gone(&self, cards: &Catalogue, card: CardId) -> i32 {
        let facts = cards.facts(self.code(card));
        let gone = self.location(card) != Location::Monster && facts.is(kind::MONSTER);
        if gone { facts.atk.max(0) } else { 0 }
    }

    /// The counters of a kind on all cards that fit.
    #[inline]
    fn counters_among(&self, cards: &Catalogue, ctx: Ctx, from: SelectId, kind: Counter) -> i32 {
        let those = self.gather(cards, ctx, from);
        those.iter().map(|card| self.counters(CardId(card), kind)).sum()
    }

    /// The turns that were counted for the cards of a set.
    #[inline]
    fn sum_of_turns(&self, ctx: Ctx, set: SetRef) -> i32 {
        let members = self.all_members(ctx, set);
        let counters = self
            .mods()
            .iter()
            .filter(|m| m.is(ModKind::Turns) && m.target != NO_CARD && members.has(m.target));
        counters.map(|m| m.value).sum()
    }

    /// The number that a card of a set has kept in mind.
    #[inline]
    fn kept_number(&self, ctx: Ctx, set: SetRef) -> i32 {
        let members = self.all_members(ctx, set);
        let note =
            |m: &&Modifier| m.is(ModKind::Kept) && m.target != NO_CARD && members.has(m.target);
        // Nothing is declared with a number below 0.
        self.mods().iter().find(note).map_or(-1, |m| m.value)
    }

    /// The name of the first card of a set.
    #[inline]
    fn first_name(&self, cards: &Catalogue, ctx: Ctx, set: SetRef) -> i32 {
        let first = self.meant(ctx, set).iter().next();
        // Effects that are taken over with the name are those of the card's own text, whatever it is called.
        let own = |card| cards.base(self.code(card));
        first.map(CardId).map_or(0, |card| {
            i32::from(self.renamed(cards, card).unwrap_or_else(|| own(card)).row())
        })
    }

    /// The number that was noted last for a card of a set.
    #[inline]
    fn noted_number(&self, ctx: Ctx, set: SetRef) -> i32 {
        let members = self.all_members(ctx, set);
        let of =
            |m: &&Modifier| m.is(ModKind::Noted) && m.target != NO_CARD && members.has(m.target);
        self.mods().iter().rev().find(of).map_or(0, |m| m.value)
    }
}
