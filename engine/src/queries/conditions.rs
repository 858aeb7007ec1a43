//! Whether conditions of compiled effects are true in a duel.

use crate::ids::{CardId, NO_CARD, Phase, Player};
use crate::marks::{rule, rule_if};
use crate::state::{CardSet, Ctx, Duel, Procedure, TurnFrame, flags, link_bits, status_bits};
use duelfish_script::{
    CardCode, Catalogue, Cond, CondId, EffectId, Events, Gate, GatePart, ModKind, NumId, Op,
    SetRef, TestId, Who, event_bit,
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
            Cond::Every(set, test) => self.fit_all(cards, ctx, set, test),
            Cond::Some(set, test) => self.fits_any(cards, ctx, set, test),
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
            Cond::HasExtraZone => self.extra_zones_after_cost(cards, ctx) != 0,
            Cond::Drew(who) => ctx.all_of(who, |player| self.has_drawn(cards, player)),
            Cond::CanDraw(who, amount) => self.can_draw(cards, ctx, who, amount),
            Cond::CanBattle => self.can_enter_battle(cards),
            Cond::HasPointedZone => self.has_pointed_zone(cards, ctx),
            Cond::CanMakeTokens(num, who, by, token) => {
                self.can_make_tokens(cards, ctx, num, [who, by], token)
            }
            zone @ (Cond::HasZoneOnceEmpty | Cond::HasZoneWithout(_)) => self.may(cards, ctx, zone),
            Cond::CanPay(who, num) => self.can_pay_lp(cards, ctx, who, num),
            Cond::Still(set) => self.all_still(ctx, set),
            Cond::Moved(set) => self.has_moved(ctx, set),
            Cond::IsDestroyedByBattle(set) => self.is_any_destroyed_by_battle(ctx, set),
            Cond::Negated => self.is_answered_negated(ctx),
            of_player @ (Cond::MayTribute | Cond::CanGainSummon) => self.may(cards, ctx, of_player),
            #[rustfmt::skip]
            of_battle @ (Cond::AttackGoesOn | Cond::CanAttackAgain | Cond::HadBattle | Cond::DirectAttack
            | Cond::NoBattleDamage(_)) => self.holds_of_battle(cards, ctx, of_battle),
            #[rustfmt::skip]
            of_chain @ (Cond::NoChain | Cond::WouldDestroy | Cond::WouldHurt(_) | Cond::Intends(_)
            | Cond::IntendsFromDeck(_)
            | Cond::Answers(_) | Cond::AnswersLinkBefore | Cond::AnswersCard | Cond::AnswersUnmoved
            | Cond::ChainNamesDiffer) => self.holds_of_chain(cards, ctx, of_chain),
            Cond::MillsToGrave(who) => self.mills_to_grave(cards, ctx, who),
            Cond::MayMill(who) => self.may_mill(cards, ctx, who),
            draw @ (Cond::NormalDraw | Cond::DrawNotReplaced) => self.may(cards, ctx, draw),
            Cond::Calculating => self.has_flag(flags::CALCULATION),
            Cond::Paying(set, cond) => self.holds_while_paying(cards, ctx, set, cond),
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

    /// Whether nothing keeps the effect's player from Tributing, from one more Normal Summon, or from the draw
    /// or what happens in place of it; or whether a zone will be free once others have left.
    fn may(&self, cards: &Catalogue, ctx: Ctx, cond: Cond) -> bool {
        match cond {
            Cond::MayTribute => !self.player_has(cards, ModKind::NoTributing, ctx.player),
            Cond::NormalDraw => self.draws_normally(cards, ctx.player),
            Cond::DrawNotReplaced => self.has_open_draw(cards, ctx.player),
            Cond::HasZoneOnceEmpty => self.zones_once_empty(cards, ctx) != 0,
            Cond::HasZoneWithout(from) => self.has_zone_without(cards, ctx, from),
            _ => self.can_gain_summon(cards, ctx),
        }
    }

    /// A condition of the links on the Chain, and of the one that an effect answers.
    fn holds_of_chain(&self, cards: &Catalogue, ctx: Ctx, cond: Cond) -> bool {
        match cond {
            Cond::NoChain => self.links().is_empty(),
            Cond::ChainNamesDiffer => self.chain_names_differ(cards),
            _ => self.answered_link(ctx).is_some_and(|at| match cond {
                Cond::WouldDestroy => self.would_destroy_on_field(cards, at),
                Cond::WouldHurt(who) => {
                    ctx.all_of(who, |player| self.would_be_hurt_by(cards, at, player))
                }
                Cond::Intends(events) => self.intends(cards, at, events),
                Cond::IntendsFromDeck(events) => self.intends_from_deck(cards, at) & events != 0,
                Cond::Answers(events) => self.link_answers(at, events),
                Cond::AnswersLinkBefore => ctx.link == at + 1,
                Cond::AnswersUnmoved => {
                    let link = self.link(at);
                    self.stamp(CardId(link.source)) == link.source_stamp
                }
                Cond::AnswersCard => self.link(at).flags & link_bits::CARD != 0,
                // Every other condition is asked elsewhere.
                _ => false,
            }),
        }
    }

    /// Whether nothing keeps cards of Decks from being sent to Graveyards.
    fn may_mill(&self, cards: &Catalogue, ctx: Ctx, who: Who) -> bool {
        ctx.all_of(who, |player| !self.player_has(cards, ModKind::NoMilling, player))
    }

    /// Whether nothing banishes cards that would go from Decks to Graveyards.
    fn mills_to_grave(&self, cards: &Catalogue, ctx: Ctx, who: Who) -> bool {
        ctx.all_of(who, |player| {
            !self.player_has(cards, ModKind::BanishedInstead, player)
                || self.player_has(cards, ModKind::NoBanishing, player)
        })
    }

    /// Whether players have so many Life Points.
    #[inline]
    fn can_pay_lp(&self, cards: &Catalogue, ctx: Ctx, who: Who, num: NumId) -> bool {
        let amount = self.number(cards, ctx, num);
        ctx.all_of(who, |player| self.lp(player) >= amount)
    }

    /// Whether there are cards in a set, and all of them fit.
    #[inline]
    fn fit_all(&self, cards: &Catalogue, ctx: Ctx, set: SetRef, test: TestId) -> bool {
        let members = self.all_members(ctx, set);
        !members.is_empty() && members.iter().all(|card| self.fits(cards, ctx, test, CardId(card)))
    }

    /// Whether a card of a set fits.
    #[inline]
    fn fits_any(&self, cards: &Catalogue, ctx: Ctx, set: SetRef, test: TestId) -> bool {
        self.all_members(ctx, set).iter().any(|card| self.fits(cards, ctx, test, CardId(card)))
    }

    /// Whether a player has drawn as many cards as a step said.
    #[inline]
    fn has_drawn(&self, cards: &Catalogue, player: Player) -> bool {
        !self.has_flag(flags::SHORT << player.number())
            && !self.player_has(cards, ModKind::NoDraw, player)
    }

    /// Whether a monster of a set is destroyed by battle and still on the field.
    #[inline]
    fn is_any_destroyed_by_battle(&self, ctx: Ctx, set: SetRef) -> bool {
        let mut members = self.members(ctx, set).iter();
        members.any(|card| self.has_status(CardId(card), status_bits::DESTROYED_BY_BATTLE))
    }

    /// Whether players could draw so many cards.
    #[inline]
    fn can_draw(&self, cards: &Catalogue, ctx: Ctx, who: Who, amount: NumId) -> bool {
        let amount = self.number(cards, ctx, amount);
        ctx.all_of(who, |player| {
            self.deck_count(player) as i32 >= amount
                && !self.player_has(cards, ModKind::NoDraw, player)
        })
    }

    /// Whether a zone to which the source points is free.
    #[inline]
    fn has_pointed_zone(&self, cards: &Catalogue, ctx: Ctx) -> bool {
        let pointed = self.zones_pointed_by(cards, CardId(ctx.source), ctx.player);
        ctx.source != NO_CARD && self.zones_after_cost(ctx, ctx.player) & pointed != 0
    }

    /// Whether so many Tokens could be Special Summoned to a player's field, and by whom.
    #[inline]
    fn can_make_tokens(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        num: NumId,
        [who, by]: [Who; 2],
        token: CardCode,
    ) -> bool {
        let (side, player) = (ctx.chooser(who), ctx.chooser(by));
        self.number(cards, ctx, num) <= self.places_after_cost(ctx, side)
            && !self.keeps_off_facts(cards, side, cards.facts(token))
            && !self.may_not_special_summon(cards, player, ctx.source)
            && !self.may_not_special_summon_token(cards, player, token)
    }

    /// Whether a card of a set has moved since it was put there.
    #[inline]
    fn has_moved(&self, ctx: Ctx, set: SetRef) -> bool {
        let moved = self.any_moved(ctx, set);
        rule_if!(!moved, "SU-04.5");
        moved
    }

    /// Whether no two links of the Chain are of cards with one name.
    #[inline]
    fn chain_names_differ(&self, cards: &Catalogue) -> bool {
        let name = |link: &crate::state::Link| self.name_of(cards, CardId(link.source));
        let mut rest = self.links().iter();
        !std::iter::from_fn(|| rest.next().map(|link| (name(link), rest.clone())))
            .any(|(first, others)| others.map(name).any(|other| other == first))
    }

    /// Whether it is a player's Draw Phase, in which that player draws.
    #[inline]
    fn draws_normally(&self, cards: &Catalogue, player: Player) -> bool {
        self.phase() == Phase::Draw
            && self.turn_player() == player
            && self.deck_count(player) != 0
            // Of several effects in place of the draw all that wait can join the Chain; only the first
            // one that resolves happens.
            && (!self.links().is_empty() || !self.player_has(cards, ModKind::NoNormalDraw, player))
    }

    /// Whether no effect has happened in place of a player's draw.
    #[inline]
    fn has_open_draw(&self, cards: &Catalogue, player: Player) -> bool {
        self.mods_on_player(cards, ModKind::NoNormalDraw, player).all(|m| m.value == 0)
    }

    /// Whether a monster attacks directly.
    #[inline]
    fn is_direct_attack(&self) -> bool {
        let attack = self.attack();
        attack.attacker != NO_CARD && attack.target == NO_CARD
    }

    /// Whether a condition holds while the first card of a set is paid.
    #[inline]
    fn holds_while_paying(&self, cards: &Catalogue, ctx: Ctx, set: SetRef, cond: CondId) -> bool {
        let card = self.members(ctx, set).iter().next().unwrap_or(NO_CARD);
        self.holds(cards, Ctx { paying: card, ..ctx }, cond)
    }

    fn holds_of_battle(&self, cards: &Catalogue, ctx: Ctx, cond: Cond) -> bool {
        let spared = |player| self.player_has(cards, ModKind::NoBattleDamage, player);
        match cond {
            Cond::HadBattle => self.had_battle_phase(),
            Cond::AttackGoesOn => self.attack_goes_on(ctx),
            Cond::CanAttackAgain => self.could_attack_again(cards, ctx.source),
            Cond::NoBattleDamage(who) => ctx.all_of(who, spared),
            _ => self.is_direct_attack(),
        }
    }

    /// Whether the turn has had a Battle Phase. A position that begins behind one has had it.
    fn had_battle_phase(&self) -> bool {
        let turn = self.frames().first().filter(|frame| frame.is(Procedure::Turn));
        turn.is_some_and(|frame| frame.data::<TurnFrame>().had_battle.is_on())
            || matches!(
                self.phase(),
                Phase::BattleStart
                    | Phase::Battle
                    | Phase::Damage
                    | Phase::BattleEnd
                    | Phase::Main2
            )
    }

    /// Whether an attack is being made that was not stopped, with a monster to which the effect can do
    /// something.
    #[inline(never)]
    fn attack_goes_on(&self, ctx: Ctx) -> bool {
        let attack = self.attack();
        attack.attacker != NO_CARD
            && !attack.is_off()
            && (!self.has_any_mod(ModKind::SHIELDS)
                || self.affected(ctx, CardSet::EMPTY.with(attack.attacker)) != CardSet::EMPTY)
    }

    /// Whether a link was activated because of one of these events.
    fn link_answers(&self, at: u8, events: Events) -> bool {
        let batch = self.batch(self.link(at).batch);
        batch.is_some_and(|batch| events >> (batch.kind - 1) & 1 == 1)
    }

    /// Whether resolving a link would bring any of these events. A Special Summon of targets that were not
    /// chosen, because another option was, is none; one of a mandatory effect that has found no target is.
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
        sets.peek().is_none() || effect.must || sets.any(was_chosen)
    }
}
