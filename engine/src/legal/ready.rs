//! Whether an effect may be activated now: place and battle position, time, limits, cost and targets, the event
//! that it answers.

use crate::game::Game;
use crate::ids::{BattlePosition, CardId, Location, Player};
use crate::marks::{rule, rule_if};
use crate::rules::Rules;
use crate::state::{
    Batch, CardSet, Ctx, Duel, Link, PER_BATTLE, PER_CHAIN, PER_DUEL, flags,
    limit_across_banishment, limit_across_zones, limit_of_card, link_bits, location_bit_of,
    status_bits, turn_bits,
};
use duelfish_script::{
    Across, Catalogue, Doer, Effect, EffectId, Events, Form, LimitSpan, On, Op, TestId, Way,
    by_bit, event_bit, kind,
};

/// An effect that a player might activate, seen from the rules.
#[derive(Clone, Copy)]
pub(crate) struct UsableEffect<'g> {
    pub(crate) player: Player,
    pub(crate) card: CardId,
    pub(crate) id: EffectId,
    pub(crate) effect: &'g Effect,
}

/// Events of the Damage Step itself, which effects may always answer.
const BATTLE_EVENTS: Events = event_bit::BATTLED
    | event_bit::BATTLE_DESTROYED
    | event_bit::BATTLE_BEGAN
    | event_bit::CONFIRMED
    | event_bit::CALCULATING
    | event_bit::BATTLE_DESTROYING
    | event_bit::BATTLE_ENDED;

/// Events of which a batch names the one player whom they concern.
const PLAYER_EVENTS: Events = event_bit::SUMMONED
    | event_bit::FLIP_SUMMONED
    | event_bit::SPECIAL_SUMMONED
    | event_bit::SUMMONING
    | event_bit::FLIP_SUMMONING
    | event_bit::SPECIAL_SUMMONING
    | event_bit::DAMAGED
    | event_bit::BATTLE_DAMAGED
    | event_bit::EFFECT_DAMAGED
    | event_bit::GAINED
    | event_bit::DREW
    | event_bit::ATTACK
    | event_bit::ATTACKED
    | event_bit::MONSTER_SET
    | event_bit::SPELL_SET
    | event_bit::PHASE_BEGAN
    | event_bit::ACTIVATED;

impl Duel {
    /// Whether there is a Chain whose last link is no trigger: an effect that was activated in answer
    /// to something may itself be answered freely.
    pub(crate) fn has_responses(&self, cards: &Catalogue) -> bool {
        let form = |link: &Link| cards.scripts().effect(EffectId(link.effect)).form;
        self.links().last().is_some_and(|link| form(link) != Form::Trigger)
    }

    /// Whether an effect may join the Chain as it is: its Spell Speed is not below that of the
    /// last link, and a Spell that is no Quick-Play Spell begins a Chain or is not used.
    pub(crate) fn fits_the_chain(&self, game: &Game<'_>, effect: &Effect) -> bool {
        self.links().last().is_none_or(|link| {
            let last = game.cards.scripts().effect(EffectId(link.effect));
            effect.speed >= last.speed && !(effect.form == Form::Activate && effect.speed == 1)
        })
    }

    /// Whether everything allows the activation: [`Duel::is_usable`] and the condition.
    #[inline(always)]
    pub(super) fn is_ready(&self, game: &Game<'_>, candidate: UsableEffect<'_>, batch: u8) -> bool {
        let UsableEffect { player, card, effect, .. } = candidate;
        let ctx = Ctx::of_card(player, card).answering(batch);
        rule!("MO-38");
        self.may_be_used(game, candidate)
            && self.holds(game.cards, ctx, effect.condition)
            && self.is_affordable(game, candidate, ctx)
    }

    /// Whether place, time, limits, cost and targets allow the activation (TIME-2.1).
    pub(super) fn is_usable(
        &self,
        game: &Game<'_>,
        candidate: UsableEffect<'_>,
        batch: u8,
    ) -> bool {
        let ctx = Ctx::of_card(candidate.player, candidate.card).answering(batch);
        self.may_be_used(game, candidate) && self.is_affordable(game, candidate, ctx)
    }

    /// Whether place and time allow the activation, and nothing forbids it: the checks that are quick.
    #[inline(always)]
    fn may_be_used(&self, game: &Game<'_>, candidate: UsableEffect<'_>) -> bool {
        self.damage_step_allows(&game.rules, candidate.effect)
            && self.lies_right(game, candidate)
            && self.is_free(game, candidate)
            && self.can_pay_hand_fee(game.cards, candidate.player, candidate.card)
    }

    /// Whether nothing forbids the activation; an effect that needs none can't be forbidden.
    #[inline(always)]
    fn is_free(&self, game: &Game<'_>, candidate: UsableEffect<'_>) -> bool {
        let UsableEffect { player, card, effect, .. } = candidate;
        if effect.form == Form::AtOnce {
            // An effect by which a phase keeps a card, or counts its turns, goes on while the card is
            // negated; one that changes positions is an effect like any other.
            effect.intends & event_bit::REPOSITIONED == 0
                || !self.has_status(card, status_bits::NEGATED)
        } else {
            !self.is_locked(game.cards, player, card, effect.form == Form::Activate)
        }
    }

    /// The same wherever the card is and however it lies.
    pub(super) fn is_usable_anywhere(
        &self,
        game: &Game<'_>,
        candidate: UsableEffect<'_>,
        batch: u8,
    ) -> bool {
        let UsableEffect { player, card, .. } = candidate;
        let ctx = Ctx::of_card(player, card).answering(batch);
        self.damage_step_allows(&game.rules, candidate.effect)
            && self.is_free(game, candidate)
            && self.can_pay_hand_fee(game.cards, player, card)
            && self.is_affordable(game, candidate, ctx)
    }

    /// Whether limits, cost and targets allow the activation.
    #[inline(always)]
    fn is_affordable(&self, game: &Game<'_>, candidate: UsableEffect<'_>, ctx: Ctx) -> bool {
        self.is_within_limit(candidate.card, candidate.effect, candidate.player)
            && match self.repeats_summon(candidate) {
                Some(again) => again && self.can_pay_again(game, ctx, candidate.effect),
                None => self.holds(game.cards, ctx, candidate.effect.possible),
            }
    }

    /// Whether the Life Points of a cost can be paid once more.
    pub(crate) fn can_pay_again(&self, game: &Game<'_>, ctx: Ctx, effect: &Effect) -> bool {
        let scripts = game.cards.scripts();
        let paid = scripts.steps(effect.cost).filter_map(|op| match op {
            Op::Pay(amount) => Some(self.number(game.cards, ctx, amount)),
            _ => None,
        });
        paid.sum::<i32>() <= self.lp(ctx.player)
    }

    /// Whether a limit of uses lets a player use an effect of a card once more.
    #[inline]
    pub(crate) fn is_within_limit(&self, card: CardId, effect: &Effect, player: Player) -> bool {
        limit_key(card, effect)
            .is_none_or(|(group, times)| self.uses(group, limit_player(group, player)) < times)
    }

    /// Whether the effect may be used in the Damage Step, if this is one (TIME-2.1).
    #[inline(always)]
    pub(crate) fn damage_step_allows(&self, rules: &Rules, effect: &Effect) -> bool {
        self.phase() != crate::ids::Phase::Damage || self.this_damage_step_allows(rules, effect)
    }

    #[inline(never)]
    fn this_damage_step_allows(&self, rules: &Rules, effect: &Effect) -> bool {
        if rules.strict_damage_step
            && matches!(effect.form, Form::Activate | Form::Quick)
            && effect.on.events & BATTLE_EVENTS == 0
        {
            rule!("BA-29", "BA-30");
            let over = self.has_flag(flags::CALCULATION) || self.has_flag(flags::CALCULATED);
            return effect.form == Form::Activate && effect.changes_values && !over;
        }
        let trigger = effect.form == Form::Trigger;
        let always = effect.speed == 3
            || (trigger && (effect.must || effect.on.itself == Some(true)))
            || effect.on.events & BATTLE_EVENTS != 0;
        rule!("BA-29", "BA-52");
        rule_if!(self.has_flag(flags::CALCULATED), "BA-30");
        let now = if self.has_flag(flags::CALCULATION) {
            effect.in_calculation
        } else {
            // An effect that answers an event or a link may come after damage was calculated too;
            // BA-30 is about effects that change ATK and DEF.
            let answers = trigger || effect.on.events != 0;
            effect.in_damage_step && (answers || !self.has_flag(flags::CALCULATED))
        };
        always || now
    }

    /// Whether the card lies where and how the effect is used from.
    #[inline(always)]
    pub(crate) fn lies_right(&self, game: &Game<'_>, candidate: UsableEffect<'_>) -> bool {
        let UsableEffect { player, card, effect, .. } = candidate;
        if self.controller(card) != player && !effect.by_either {
            return false;
        }
        let location = self.location(card);
        if effect.form == Form::Activate {
            return effect.from & location_bit_of(location) != 0
                && self.card_can_be_activated(game, player, card, location);
        }
        let itself = effect.form == Form::Trigger
            && effect.on.itself == Some(true)
            && !effect.fixed_location;
        if !itself && effect.from & location_bit_of(location) == 0 {
            return false;
        }
        if effect.face_down {
            return !self.position(card).is_face_up();
        }
        self.is_at_work(card)
    }

    /// Whether the effects of a card work as far as its battle position goes: on the field it must be
    /// face-up and turned on.
    pub(super) fn is_at_work(&self, card: CardId) -> bool {
        match self.location(card) {
            Location::Banished => {
                rule!("DF-83");
                !self.is_banished_down(card)
            }
            Location::Monster | Location::Spell | Location::Field | Location::Pendulum => {
                self.position(card).is_face_up() && self.has_status(card, status_bits::ENABLED)
            }
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Grave
            | Location::Extra
            | Location::Material => true,
        }
    }

    /// Whether a Spell or Trap Card lies so that it can be activated.
    #[inline(always)]
    fn card_can_be_activated(
        &self,
        game: &Game<'_>,
        player: Player,
        card: CardId,
        location: Location,
    ) -> bool {
        let facts = self.facts(game, card);
        match location {
            Location::Hand => {
                let room = if facts.is(kind::PENDULUM) {
                    rule!("CT-02.10a");
                    self.free_pendulum_zones(player)
                } else {
                    self.free_spell_zones(player)
                };
                // A Trap is used from there only by an effect that says so, then in any turn.
                (facts.is(kind::TRAP) || self.turn_player() == player)
                    && (facts.is(kind::FIELD) || room != 0)
            }
            Location::Spell | Location::Field => {
                // A card that can be used in any turn waits one turn after it was Set.
                let usable = if facts.is_any(kind::TRAP | kind::QUICK_PLAY) {
                    self.turn_bits(card) & turn_bits::SET == 0
                } else {
                    self.turn_player() == player
                };
                self.position(card) == BattlePosition::Down && usable
            }
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Monster
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material
            | Location::Pendulum => false,
        }
    }

    /// For an effect on the Chain that Summons after it has resolved: whether it had more cards to
    /// Summon, when it was first used, than it has been used since. None for other effects.
    #[inline(always)]
    pub(crate) fn repeats_summon(&self, candidate: UsableEffect<'_>) -> Option<bool> {
        if self.links().is_empty() || !summons_after(candidate.effect) {
            return None;
        }
        self.repeats_its_summon(candidate)
    }

    #[inline(never)]
    fn repeats_its_summon(&self, candidate: UsableEffect<'_>) -> Option<bool> {
        let same = |link: &&Link| link.source == candidate.card.0 && link.effect == candidate.id.0;
        let first = self.links().iter().find(same)?;
        let uses = self.links().iter().filter(same).count() as i32;
        Some(first.numbers[3] > uses)
    }

    /// Whether an effect answers a batch of events.
    pub(crate) fn answers(
        &self,
        cards: &Catalogue,
        candidate: UsableEffect<'_>,
        batch: &Batch,
        number: u8,
    ) -> bool {
        let UsableEffect { player, card, effect, .. } = candidate;
        let on = effect.on;
        let bit: Events = 1 << (batch.kind - 1);
        if on.events & bit == 0 {
            return false;
        }
        if bit & event_bit::OF_SUMMONING != 0 && !self.links().is_empty() {
            // Only the first link of a Chain can negate a Summon.
            return false;
        }
        if let Some(itself) = on.itself
            && batch.cards.has(card.0) != itself
        {
            return false;
        }
        let ctx = Ctx::of_card(player, card).answering(number);
        let link = self.answered_link(ctx).map(|at| self.link(at));
        if !is_such_a_link(&on, link) {
            return false;
        }
        if !self.is_such_a_summon(cards, &on, batch, player) {
            return false;
        }
        if bit == event_bit::FLIPPED
            && i32::from(batch.number) == Batch::NO_RESPONSE
            && on.itself == Some(true)
            && cards.facts(self.code(card)).is(kind::FLIP)
        {
            return false;
        }
        // The monster was equipped, not the card that lies there for it.
        if bit == event_bit::EQUIPPED
            && on.itself == Some(true)
            && self.location(card) == Location::Spell
        {
            return false;
        }
        let is_side = |of: Player| ctx.is_among(on.sides, of);
        let by_player = bit & PLAYER_EVENTS != 0;
        if by_player && !is_side(Player::of_bit(batch.player & 1)) {
            return false;
        }
        let own_damage = bit & Batch::OF_DAMAGE != 0 && batch.player & Batch::OWN_DOING != 0;
        if own_damage && on.by & by_bit::OPPONENT != 0 {
            return false;
        }
        if bit == event_bit::PHASE_BEGAN && effect.phase != self.phase() as u8 {
            return false;
        }
        let causes =
            if bit & Batch::OF_DAMAGE == 0 { by_bit::EFFECT | by_bit::COST } else { by_bit::COST };
        if on.by & causes & !batch.by() != 0 {
            return false;
        }
        if on.doer.is_some_and(|doer| !self.was_done_by(cards, ctx, doer, batch)) {
            return false;
        }
        // Of damage the card did it.
        if batch.cards.is_empty() || bit & Batch::OF_DAMAGE != 0 {
            return true;
        }
        self.is_about_one_of(cards, candidate, batch, ctx, link)
    }

    /// Whether a Summon that a batch is about was made in the way that is asked for, and not by an effect of a
    /// card that is left out.
    fn is_such_a_summon(&self, cards: &Catalogue, on: &On, batch: &Batch, player: Player) -> bool {
        let bit: Events = 1 << (batch.kind - 1);
        let as_asked = match bit {
            event_bit::SUMMONED => on.way.is_that_of(i32::from(batch.number)),
            event_bit::SPECIAL_SUMMONED => {
                let by = on.but_by.and(batch.maker_of_summon());
                let left_out = by.is_some_and(|by| on.but_by == Some(cards.name_as(self.code(by))));
                !left_out && on.way.is_that_of(batch.way_of_summon())
            }
            _ => true,
        };
        as_asked && is_summon_by(on, batch, bit, player)
    }

    /// Whether it was such a card that did what a batch is about.
    fn was_done_by(&self, cards: &Catalogue, ctx: Ctx, doer: Doer, batch: &Batch) -> bool {
        if 1 << (batch.kind - 1) == event_bit::EFFECT_DAMAGED {
            return batch.doer_of_damage().is_some_and(|(card, player, from)| {
                self.is_such_a_doer(cards, ctx, doer, player, card, from)
            });
        }
        batch.doer().is_some_and(|(card, from)| {
            // For a Summon it is its player, for an effect the one who activated it.
            let player = match batch.by() >> 4 {
                1 => Player::FIRST,
                2 => Player::FIRST.other(),
                _ => self.controller(card),
            };
            self.is_such_a_doer(cards, ctx, doer, player, card, from)
        })
    }

    /// Whether a card that did something is one of those that are asked for: by the player who used it, and from
    /// where.
    pub(crate) fn is_such_a_doer(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        doer: Doer,
        player: Player,
        card: CardId,
        from: Location,
    ) -> bool {
        ctx.is_among(doer.sides, player)
            && (doer.from == 0 || doer.from & location_bit_of(from) != 0)
            && self.fits(cards, ctx, doer.test, card)
    }

    /// Whether one of the cards of a batch is such that an effect answers what happened to it.
    #[inline]
    fn is_about_one_of(
        &self,
        cards: &Catalogue,
        candidate: UsableEffect<'_>,
        batch: &Batch,
        ctx: Ctx,
        link: Option<&Link>,
    ) -> bool {
        let UsableEffect { player, card, effect, .. } = candidate;
        let on = effect.on;
        let bit: Events = 1 << (batch.kind - 1);
        let by_player = bit & PLAYER_EVENTS != 0;
        let is_side = |of: Player| ctx.is_among(on.sides, of);
        let came_from =
            |one| link.map_or(self.came_from(one), |link| Location::from_byte(link.location));
        // A card that answers what the opponent does to it was its player's then.
        let by_opponent = |card| {
            let before = self.came_from_player(card);
            on.by & by_bit::OPPONENT == 0
                || (batch.by() & 0x10 << before.other().number() != 0
                    && (on.itself != Some(true) || before == player))
        };
        // A card that is still where it was counts for its present controller, one that moved for the
        // player who controlled it before.
        let moved = bit & (event_bit::LEAVING | event_bit::DREW) != 0;
        let side = |card| if moved { self.came_from_player(card) } else { self.controller(card) };
        // An effect about the card itself asks about that card alone, although others shared the event.
        let asked = if on.itself == Some(true) { CardSet::EMPTY.with(card.0) } else { batch.cards };
        asked.iter().any(|one| {
            let one = CardId(one);
            (by_player || is_side(side(one)))
                && (on.from == 0 || on.from & location_bit_of(came_from(one)) != 0)
                && by_opponent(one)
                && (self.fits_as_it_was(cards, ctx, on.cards, one)
                    || link.is_some_and(|link| self.was_pendulum_spell(cards, link, one, on.cards)))
        })
    }

    /// Whether a card that has left its Pendulum Zone since it was activated as a Spell was all that is
    /// asked: a Spell.
    fn was_pendulum_spell(
        &self,
        cards: &Catalogue,
        link: &Link,
        card: CardId,
        test: TestId,
    ) -> bool {
        link.flags & link_bits::SPELL != 0
            && self.stamp(card) != link.source_stamp
            && cards.facts(self.code(card)).is(kind::PENDULUM)
            && cards.scripts().filter(test).asks_only_for(kind::SPELL)
    }

    /// Whether an effect of a Continuous Trap could be used in the activation of the card, which
    /// is on the Chain already; with the number of the batch that it answers, or 0.
    pub(crate) fn could_use_at_once(
        &self,
        game: &Game<'_>,
        player: Player,
        card: CardId,
        id: EffectId,
        batch: u8,
    ) -> bool {
        let effect = game.cards.scripts().effect(id);
        let candidate = UsableEffect { player, card, id, effect };
        let ctx = Ctx::of_card(player, card).answering(batch);
        self.is_within_limit(candidate.card, candidate.effect, candidate.player)
            && self.damage_step_allows(&game.rules, effect)
            && self.holds(game.cards, ctx, effect.condition)
            && self.holds(game.cards, ctx, effect.possible)
    }
}

/// Whether a link is the activation of a card or of an effect as an effect asks it of what it answers.
fn is_such_a_link(on: &On, link: Option<&Link>) -> bool {
    let has = |bit| link.is_some_and(|link| link.flags & bit != 0);
    let of_card =
        on.of_card.is_none_or(|of_card| link.is_none() || has(link_bits::CARD) == of_card);
    of_card && (on.way != Way::Newcomer || has(link_bits::NEWCOMER))
}

/// The counter of an effect's limit and how far it may count; none for effects without one. An
/// effect that a phase brings happens once each phase.
pub(crate) fn limit_key(card: CardId, effect: &Effect) -> Option<(u16, u8)> {
    let of_card = match effect.limit.across {
        Across::Nothing => limit_of_card(card, effect.ordinal, effect.limit.outlasts_turning),
        Across::Zones => {
            rule!("CT-02.15g");
            limit_across_zones(card)
        }
        Across::Banishment => limit_across_banishment(card),
    };
    match effect.limit.group {
        0 if effect.on.events & event_bit::PHASE != 0 => Some((of_card, 1)),
        0 => None,
        _ if effect.limit.span == LimitSpan::Battle => {
            Some((of_card | PER_BATTLE, effect.limit.times))
        }
        _ if effect.limit.span == LimitSpan::Chain => {
            Some((of_card | PER_CHAIN, effect.limit.times))
        }
        group if effect.limit.span == LimitSpan::Duel => {
            Some((group | PER_DUEL, effect.limit.times))
        }
        _ if effect.limit.per_card => Some((of_card, effect.limit.times)),
        group => Some((group, effect.limit.times)),
    }
}

/// The player for whom a counter counts; a piece of cardboard counts for itself.
pub(crate) const fn limit_player(group: u16, player: Player) -> Player {
    if group & 0x8000 == 0 { player } else { Player::FIRST }
}

/// Whether an effect Normal Summons after it has resolved.
pub(crate) const fn summons_after(effect: &Effect) -> bool {
    effect.intends & event_bit::SUMMONED != 0 && matches!(effect.form, Form::Quick)
}

/// Whether the player did a Summon who must have, if that is asked.
fn is_summon_by(on: &On, batch: &Batch, bit: Events, player: Player) -> bool {
    const SUMMONS: Events =
        event_bit::SUMMONED | event_bit::FLIP_SUMMONED | event_bit::SPECIAL_SUMMONED;
    bit & SUMMONS == 0 || {
        let by =
            if Player::of_bit(batch.player & 1) == player { by_bit::ME } else { by_bit::OTHER };
        on.by & (by_bit::ME | by_bit::OTHER) & !by == 0
    }
}
