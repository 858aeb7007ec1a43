//! Whether conditions of compiled effects are true in a duel.

use crate::ids::{CardId, NO_CARD, Phase};
use crate::marks::{rule, rule_if};
use crate::state::{CardSet, Ctx, Duel, flags, status_bits};
use duelfish_script::Catalogue;
use duelfish_script::{
    Cond, CondId, EffectId, Events, Gate, GatePart, ModKind, Op, SetRef, event_bit,
};

impl Duel {
    /// Whether a condition is true.
    #[inline(always)]
    pub(crate) fn holds(&self, cards: &Catalogue, ctx: Ctx, cond: CondId) -> bool {
        // Most ask nothing at all.
        cond.0 == 0 || self.is_true(cards, ctx, cond)
    }

    #[inline(never)]
    fn is_true(&self, cards: &Catalogue, ctx: Ctx, cond: CondId) -> bool {
        let gate = cards.scripts().gate(cond);
        let open = gate.is_open(ctx.is_mine(self.turn_player()), self.phase());
        open && (gate.is_all() || self.holds_besides(cards, ctx, gate))
    }

    /// Whether all is true that a condition asks besides turn and phase.
    #[inline]
    fn holds_besides(&self, cards: &Catalogue, ctx: Ctx, gate: Gate) -> bool {
        cards.scripts().parts(gate).iter().all(|part| match *part {
            GatePart::Finds { select, least, targeted } => {
                self.has_at_least(cards, ctx, select, least, targeted)
            }
            GatePart::Is(cond) => self.holds_inside(cards, ctx, cond),
        })
    }

    /// Whether a condition is true that is no other's conjunction.
    #[inline(never)]
    fn holds_inside(&self, cards: &Catalogue, ctx: Ctx, cond: CondId) -> bool {
        let again = |cond| self.holds(cards, ctx, cond);
        match cards.scripts().cond(cond) {
            Cond::Always => true,
            Cond::Not(a) => !again(a),
            Cond::All(a, b) => again(a) && again(b),
            Cond::Any(a, b) => again(a) || again(b),
            Cond::Compare(a, compare, b) => {
                compare.holds(self.number(cards, ctx, a), self.number(cards, ctx, b))
            }
            Cond::Phase(bits) => bits >> self.phase() as u8 & 1 == 1,
            Cond::MyTurn(mine) => ctx.is_mine(self.turn_player()) == mine,
            Cond::Every(set, test) => {
                let members = self.all_members(ctx, set);
                !members.is_empty()
                    && members.iter().all(|card| self.fits(cards, ctx, test, CardId(card)))
            }
            Cond::Some(set, test) => self
                .all_members(ctx, set)
                .iter()
                .any(|card| self.fits(cards, ctx, test, CardId(card))),
            Cond::ThisTurn(watch) => {
                self.uses(crate::state::limit_of_watch(watch.0), ctx.player) > 0
            }
            Cond::HasZone(who) => ctx.all_of(who, |player| self.zones_after_cost(ctx, player) != 0),
            Cond::MaySpecialSummon(who) => {
                ctx.all_of(who, |player| self.may_special_summon(cards, player))
            }
            Cond::Untouched => {
                rule!("TU-02.5");
                self.is_untouched()
            }
            Cond::HandIsHidden => !self.hand_lies_open(ctx.player),
            Cond::HasSpellZone => self.free_spell_zones(ctx.player) != 0,
            Cond::HasPendulumZone => {
                rule!("DF-39.i");
                self.free_pendulum_zones(ctx.player) != 0
            }
            Cond::HasExtraZone => self.extra_zones_after_cost(ctx) != 0,
            Cond::Drew(who) => ctx.all_of(who, |player| {
                !self.has_flag(flags::SHORT << player.number())
                    && !self.player_has(cards, ModKind::NoDraw, player)
            }),
            Cond::CanDraw(who, amount) => {
                let amount = self.number(cards, ctx, amount);
                ctx.all_of(who, |player| {
                    self.deck_count(player) as i32 >= amount
                        && !self.player_has(cards, ModKind::NoDraw, player)
                })
            }
            Cond::HasZoneOnceEmpty => self.zones_once_empty(cards, ctx) != 0,
            Cond::CanBattle => self.can_enter_battle(cards),
            Cond::HasPointedZone => {
                let pointed = self.zones_pointed_by(cards, CardId(ctx.source), ctx.player);
                ctx.source != NO_CARD && self.zones_after_cost(ctx, ctx.player) & pointed != 0
            }
            Cond::CanMakeTokens(num, who, token) => {
                let side = ctx.chooser(who);
                let zones = self.zones_after_cost(ctx, side).count_ones().cast_signed();
                self.number(cards, ctx, num) <= zones
                    && !self.keeps_off_facts(cards, side, cards.facts(token))
                    && !self.may_not_special_summon(cards, ctx.player, ctx.source)
                    && !self.may_not_special_summon_token(cards, ctx.player, token)
            }
            Cond::CanPay(who, num) => {
                let amount = self.number(cards, ctx, num);
                ctx.all_of(who, |player| self.lp(player) >= amount)
            }
            Cond::Still(set) => self.all_still(ctx, set),
            Cond::Moved(set) => {
                let moved = self.any_moved(ctx, set);
                rule_if!(!moved, "SU-04.5");
                moved
            }
            Cond::IsDestroyedByBattle(set) => self
                .members(ctx, set)
                .iter()
                .any(|card| self.has_status(CardId(card), status_bits::DESTROYED_BY_BATTLE)),
            Cond::Negated => self.is_answered_negated(ctx),
            Cond::WouldDestroy => {
                self.answered_link(ctx).is_some_and(|at| self.would_destroy_on_field(cards, at))
            }
            Cond::CanGainSummon => self.can_gain_summon(cards, ctx),
            Cond::Intends(events) => {
                self.answered_link(ctx).is_some_and(|at| self.intends(cards, at, events))
            }
            Cond::AttackGoesOn => self.attack_goes_on(ctx),
            Cond::CanAttackAgain => self.could_attack_again(cards, ctx.source),
            Cond::DirectAttack => {
                let attack = self.attack();
                attack.attacker != NO_CARD && attack.target == NO_CARD
            }
            Cond::NoChain => self.links().is_empty(),
            Cond::ChainNamesDiffer => {
                let name = |link: &crate::state::Link| self.name_of(cards, CardId(link.source));
                let mut rest = self.links().iter();
                !std::iter::from_fn(|| rest.next().map(|link| (name(link), rest.clone())))
                    .any(|(first, others)| others.map(name).any(|other| other == first))
            }
            Cond::NormalDraw => {
                self.phase() == Phase::Draw
                    && self.turn_player() == ctx.player
                    && self.deck_count(ctx.player) != 0
                    && !self.player_has(cards, ModKind::NoNormalDraw, ctx.player)
            }
            Cond::Calculating => self.has_flag(flags::CALCULATION),
            Cond::Paying(set, cond) => {
                let card = self.members(ctx, set).iter().next().unwrap_or(NO_CARD);
                self.holds(cards, Ctx { paying: card, ..ctx }, cond)
            }
            Cond::MayPendulumSummon(kind) => self.may_pendulum_summon(cards, ctx, kind),
            Cond::CanGainPendulum => self.can_gain_pendulum(cards, ctx),
            Cond::CanPendulumSummon(kind, test) => self.can_pendulum_summon(cards, ctx, kind, test),
            Cond::Gathers(from, recipe) => self.stock(cards, ctx, from).can_make(ctx, recipe),
            Cond::Targets(select, num) => {
                let needed = self.number(cards, ctx, num);
                self.has_at_least(cards, ctx, select, needed, true)
            }
        }
    }

    /// Whether an attack is being made that was not stopped, with a monster to which the effect can do
    /// something.
    #[inline(never)]
    fn attack_goes_on(&self, ctx: Ctx) -> bool {
        let attack = self.attack();
        attack.attacker != NO_CARD
            && !attack.is_off()
            && (!self.has_mod(ModKind::Unaffected)
                || self.affected(ctx, CardSet::EMPTY.with(attack.attacker)) != CardSet::EMPTY)
    }

    /// Whether resolving a link would bring any of these events. A Special Summon of targets that were not
    /// chosen, because another option was, is none.
    fn intends(&self, cards: &Catalogue, at: u8, events: Events) -> bool {
        let link = self.link(at);
        let scripts = cards.scripts();
        let effect = scripts.effect(EffectId(link.effect));
        if effect.intends & events != event_bit::SPECIAL_SUMMONED {
            return effect.intends & events != 0;
        }
        let summoned = |op| match op {
            Op::SpecialSummon { cards, .. } => Some(cards),
            _ => None,
        };
        let was_chosen = |set| match set {
            SetRef::Targets(at) => !link.targets[usize::from(at & 1)].is_empty(),
            _ => true,
        };
        let mut sets = scripts.steps(effect.body).filter_map(summoned).peekable();
        sets.peek().is_none() || sets.any(was_chosen)
    }
}
