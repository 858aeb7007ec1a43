//! Which cards and effects a player may activate at a moment, and what each answer means.

use arrayvec::ArrayVec;

use super::ready::UsableEffect;
use crate::decision::{Action, Pointer};
use crate::game::Game;
use crate::ids::{CardId, Location, Player, byte_enum};
use crate::limits::MAX_CARDS;
use crate::marks::{rule, rule_if};
use crate::state::{
    Batch, CardSet, Ctx, Delayed, Duel, Link, Pending, flags, held, location_bit_of, status_bits,
    traits, when,
};
use duelfish_script::{CardScript, Catalogue, EffectId, Form, ModKind, Who, able, event_bit};

byte_enum! {
    /// The kind of moment in which a player is asked.
    pub(crate) enum Moment {
        /// One of the player's mandatory triggers is next.
        Must,
        /// One of the player's optional triggers may be next.
        May,
        /// Responses of Spell Speed 2 and above.
        Respond,
        /// Only responses to what just happened.
        RespondToEvent,
        /// Effects that a phase brings.
        Phase,
        /// Uses that an effect allowed for this turn.
        Allowed,
        /// The open state of a Main Phase.
        Main,
        /// The open state of the Battle Step.
        Battle,
        /// As [`Moment::Respond`], with Ignition Effects: the turn player's first chance in a Main
        /// Phase, where the rules know priority.
        Priority,
        /// One of the player's mandatory Quick Effects is next, in answer to the last link.
        MustAnswer,
    }
}

/// The meaning of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenChoice {
    /// An effect of a card, answering a batch (from 1; 0 for none); for a trigger one more than
    /// its place among those that wait.
    Effect { card: CardId, effect: EffectId, batch: u8, pending: u8 },
    /// An effect of a card that the present phase brings, without a Chain.
    Act { card: CardId, effect: EffectId },
    /// A monster whose control ends.
    GiveBack(CardId),
    /// An allowance, by its place.
    Use(u8),
    /// A plan for this phase, by its place.
    Planned(u8),
}

/// The receiver of all that a player may activate, one after the other, until it says no more. It is
/// one type for all, so that the search through effects is in the program once.
pub(crate) type Each<'a> = &'a mut dyn FnMut(Action, OpenChoice) -> bool;

/// Cards with effects of the present phase.
type OfPhase = ArrayVec<CardId, MAX_CARDS>;

/// Whether a search shows anything at all.
fn any(search: impl FnOnce(Each<'_>)) -> bool {
    let mut found = false;
    search(&mut |_, _| {
        found = true;
        false
    });
    found
}

impl Duel {
    /// Shows all that a player may activate at a moment, until `each` says no more. Answers that
    /// mean the same thing to the rules but not to the player get different copy numbers.
    pub(crate) fn each_choice(
        &self,
        game: &Game<'_>,
        player: Player,
        moment: Moment,
        each: Each<'_>,
    ) {
        match moment {
            Moment::Must | Moment::May => {
                _ = self.each_trigger(game, player, moment == Moment::Must, each);
            }
            Moment::MustAnswer => self.each_mandatory_answer(game, player, each),
            Moment::Respond
            | Moment::RespondToEvent
            | Moment::Priority
            | Moment::Main
            | Moment::Battle => {
                let on = self.each_hidden_trigger(game, player, each)
                    && self.each_response(game, player, moment, each);
                if on && matches!(moment, Moment::Main | Moment::Battle) {
                    _ = self.each_allowance(game, player, each);
                }
            }
            Moment::Allowed => _ = self.each_allowance(game, player, each),
            Moment::Phase => {
                let mut of_phase = ArrayVec::new();
                self.cards_of_phase(game, player, &mut of_phase);
                let on = self.each_phase_effect(game, player, &of_phase, true, each)
                    && self.each_return_of_control(player, each)
                    && self.each_planned(game, player, each);
                // After the hand limit only mandatory things still happen (FACT-E9).
                if on && !self.has_flag(flags::HAND_ADJUSTED) {
                    _ = self.each_phase_effect(game, player, &of_phase, false, each)
                        && (!self.may_respond(game, player)
                            || self.each_response(game, player, Moment::Respond, each))
                        && self.each_allowance(game, player, each);
                }
            }
        }
    }

    /// Shows the mandatory Quick Effects of a player that join the Chain next. All that were triggered by one
    /// link come one after the other; only then what the first of them triggered (FACT-C7).
    fn each_mandatory_answer(&self, game: &Game<'_>, player: Player, each: Each<'_>) {
        if self.is_silenced(game, player) {
            return;
        }
        let root = self.batch_of_mandatory_link(game.cards);
        let of_root = |choice: OpenChoice| matches!(choice, OpenChoice::Effect { batch, .. } if batch == root);
        let moment = Moment::MustAnswer;
        let more = root != 0
            && Player::BOTH.into_iter().any(|player| {
                let mut found = false;
                self.each_response(game, player, moment, &mut |_, choice| {
                    found |= of_root(choice);
                    !found
                });
                found
            });
        self.each_response(game, player, moment, &mut |action, choice| {
            of_root(choice) != more || each(action, choice)
        });
    }

    /// The batch that the last link answers, if that is a mandatory Quick Effect; else 0.
    pub(super) fn batch_of_mandatory_link(&self, cards: &Catalogue) -> u8 {
        self.links().last().map_or(0, |link| {
            let effect = cards.scripts().effect(EffectId(link.effect));
            if effect.form == Form::Quick && effect.must { link.batch } else { 0 }
        })
    }

    /// Whether an effect of a card is on the Chain in answer to this batch. A mandatory one answers each event
    /// once, however often it could.
    pub(super) fn has_answered(&self, card: CardId, effect: EffectId, batch: u8) -> bool {
        let is =
            |link: &Link| link.source == card.0 && link.effect == effect.0 && link.batch == batch;
        self.links().iter().any(is)
    }

    /// Whether the player must take one of the choices of a phase.
    pub(crate) fn phase_insists(&self, game: &Game<'_>, player: Player) -> bool {
        let mut of_phase = ArrayVec::new();
        self.cards_of_phase(game, player, &mut of_phase);
        any(|each| {
            _ = self.each_phase_effect(game, player, &of_phase, true, each)
                && self.each_return_of_control(player, each)
                && self.each_planned(game, player, each);
        })
    }

    /// Whether there is anything that a player could do at a moment.
    pub(crate) fn has_choice(&self, game: &Game<'_>, player: Player, moment: Moment) -> bool {
        any(|each| self.each_choice(game, player, moment, each))
    }

    /// The meaning of an action at a moment.
    pub(crate) fn choice_of(
        &self,
        game: &Game<'_>,
        player: Player,
        moment: Moment,
        action: Action,
    ) -> Option<OpenChoice> {
        let mut found = None;
        let mut look = |offered: Action, choice: OpenChoice| {
            if offered == action {
                found = Some(choice);
            }
            found.is_none()
        };
        let response = matches!(
            moment,
            Moment::Respond
                | Moment::RespondToEvent
                | Moment::Priority
                | Moment::Main
                | Moment::Battle
        );
        match self.pointed(action) {
            _ if moment == Moment::MustAnswer => self.each_choice(game, player, moment, &mut look),
            // Only the card that the action names can be meant.
            Some((_, card)) if response => {
                // An effect that answers no event is used on one occasion: there is nothing to find out.
                let mut effects = self.effects_on(game.cards, card);
                let named = effects.find(|(_, effect)| effect.ordinal == action.effect());
                if let Some((effect, row)) = named
                    && row.on.events == 0
                    && matches!(row.form, Form::Activate | Form::Quick | Form::Ignition)
                {
                    return Some(OpenChoice::Effect { card, effect, batch: 0, pending: 0 });
                }
                _ = self.each_hidden_trigger(game, player, &mut look)
                    && self.each_effect(game, player, card, moment, &mut look);
            }
            _ => self.each_choice(game, player, moment, &mut look),
        }
        found
    }

    /// Whether a player might have a response: quickly told, and never wrongly no.
    #[inline(always)]
    pub(crate) fn may_respond(&self, game: &Game<'_>, player: Player) -> bool {
        if self.is_silenced(game, player) {
            return false;
        }
        if self.has_no_response(player) {
            let again = || any(|each| _ = self.each_response(game, player, Moment::Respond, each));
            debug_assert!(!again(), "{player} has a response after all");
            return false;
        }
        ((self.has_trait(traits::QUICK | traits::BY_EITHER) || self.has_quick_spell(player))
            && self.may_be_quick(game, player))
            || self.pending().iter().any(|waiting| self.is_open_hidden_trigger(game, waiting))
    }

    /// Whether the last link is one that this player can't answer (FACT-C9).
    #[inline(always)]
    fn is_silenced(&self, game: &Game<'_>, player: Player) -> bool {
        self.links().last().is_some_and(|link| {
            match game.cards.scripts().effect(EffectId(link.effect)).unanswered {
                None => false,
                Some(Who::Opponent) => Player::of_bit(link.player) != player,
                Some(_) => true,
            }
        })
    }

    fn each_trigger(&self, game: &Game<'_>, player: Player, must: bool, each: Each<'_>) -> bool {
        let earliest = self.earliest_trigger(game, player, must);
        for (at, waiting) in self.pending().iter().enumerate() {
            let effect = game.cards.scripts().effect(EffectId(waiting.effect));
            if !self.is_trigger_of(game, player, must, waiting)
                || self.is_hidden_trigger(game, waiting)
                || earliest.is_some_and(|group| self.group_of(waiting) != group)
            {
                continue;
            }
            if !self.show_trigger(at, effect.ordinal, each) {
                return false;
            }
        }
        true
    }

    /// Shows the use of a waiting trigger.
    pub(super) fn show_trigger(&self, at: usize, ordinal: u8, each: Each<'_>) -> bool {
        let waiting = &self.pending()[at];
        let card = CardId(waiting.card);
        let same = |other: &&Pending| other.card == waiting.card && other.effect == waiting.effect;
        let copy = self.pending()[..at].iter().filter(same).count() as u8;
        let action = Action::activate(self.pointer_to(card), ordinal, copy);
        let id = EffectId(waiting.effect);
        let (batch, pending) = (waiting.batch, at as u8 + 1);
        each(action, OpenChoice::Effect { card, effect: id, batch, pending })
    }

    pub(super) fn is_trigger_of(
        &self,
        game: &Game<'_>,
        player: Player,
        must: bool,
        waiting: &Pending,
    ) -> bool {
        let effect = game.cards.scripts().effect(EffectId(waiting.effect));
        self.player_of_trigger(waiting) == player
            && effect.must == must
            && (must || !self.is_younger_than_chain(waiting))
            && self.trigger_is_legal(game, waiting)
    }

    /// Whether what a waiting trigger answers happened while the Chain was being built, as the cost of an
    /// effect on it: an optional one then waits for another Chain.
    pub(crate) fn is_younger_than_chain(&self, waiting: &Pending) -> bool {
        let (first, batch) = (self.links().first(), self.batch(waiting.batch));
        first
            .zip(batch)
            .is_some_and(|(first, batch)| batch.stamp.wrapping_sub(first.made).cast_signed() > 0)
    }

    /// The earliest group of events that triggered something which a player may or must use now,
    /// where the rules ask the effects of each group apart.
    pub(crate) fn earliest_trigger(
        &self,
        game: &Game<'_>,
        player: Player,
        must: bool,
    ) -> Option<u8> {
        if !game.rules.earliest_triggers_first {
            return None;
        }
        let waiting = self.pending().iter();
        let waiting = waiting.filter(|waiting| self.is_trigger_of(game, player, must, waiting));
        waiting.map(|waiting| self.group_of(waiting)).min()
    }

    /// The group of the events to which belongs what a waiting effect answers.
    pub(crate) fn group_of(&self, waiting: &Pending) -> u8 {
        self.batch(waiting.batch).map_or(0, |batch| batch.group & !Batch::CLOSED)
    }

    /// The player who may use a waiting trigger: its card's controller by now (TIME-1.1).
    pub(crate) fn player_of_trigger(&self, waiting: &Pending) -> Player {
        let card = CardId(waiting.card);
        if self.is_on_field(card) { self.controller(card) } else { Player::of_bit(waiting.player) }
    }

    /// Whether a waiting trigger may still be used: its card has not moved, and all but its
    /// condition is tested anew (TIME-1.2.4).
    pub(crate) fn trigger_is_legal(&self, game: &Game<'_>, waiting: &Pending) -> bool {
        let card = CardId(waiting.card);
        let effect = game.cards.scripts().effect(EffectId(waiting.effect));
        let candidate = UsableEffect {
            player: self.player_of_trigger(waiting),
            card,
            id: EffectId(waiting.effect),
            effect,
        };
        let fits = if self.is_hidden_trigger(game, waiting) {
            self.hidden_trigger_fits(game, waiting)
        } else {
            self.fits_the_chain(game, effect)
        };
        if waiting.held == held::STILL || !fits {
            return false;
        }
        let itself = effect.on.itself == Some(true) && !effect.fixed_location;
        if game.rules.triggers_follow_cards && itself {
            // Where the card went meanwhile doesn't matter, as long as it can be pointed at.
            return !self.location(card).is_deck()
                && self.is_usable_anywhere(game, candidate, waiting.batch);
        }
        let returns = effect.on.events & event_bit::TO_DECK != 0;
        let seen = !itself || returns || !self.is_out_of_sight(card);
        seen && self.stamp(card) == waiting.stamp && self.is_usable(game, candidate, waiting.batch)
    }

    /// Whether a card lies in a Deck, or face-down in an Extra Deck: there nothing that happened to it
    /// triggers its effects, except those that ask for its return (TIME-1.3).
    fn is_out_of_sight(&self, card: CardId) -> bool {
        let location = self.location(card);
        location.is_deck() || location == Location::Extra && !self.lies_open_in_extra(card)
    }

    /// The cards of a player that have effects of the present phase, where these may be used or elsewhere.
    #[inline]
    fn cards_of_phase(&self, game: &Game<'_>, player: Player, found: &mut OfPhase) {
        let any = self.phase_has_effects(true) || self.phase_has_effects(false);
        if any && !self.cards_of_phases().is_empty() {
            self.collect_cards_of_phase(game, player, found);
        }
    }

    /// They are few, so that only if there are several it is asked in which order they lie.
    #[inline(never)]
    fn collect_cards_of_phase(&self, game: &Game<'_>, player: Player, found: &mut OfPhase) {
        let elsewhere = self.phase_has_effects_elsewhere();
        for card in self.cards_of_phases().iter().map(CardId) {
            let there = elsewhere || self.is_on_field(card);
            if there & self.might_be_brought(card) & (self.controller(card) == player)
                && self.is_of_phase(game, card)
            {
                found.push(card);
            }
        }
        if found.len() > 1 {
            let several: CardSet = found.iter().map(|card| card.0).collect();
            found.clear();
            let mut consider = |card: CardId| {
                if several.has(card.0) {
                    found.push(card);
                }
            };
            for (_, card) in self.monsters(player) {
                consider(card);
            }
            for card in self.spell_cards(player) {
                consider(card);
            }
            for pile in [self.grave(player), self.banished(player), self.hand(player)] {
                for card in pile {
                    consider(CardId(*card));
                }
            }
        }
    }

    /// Whether the present phase brings an effect of a card.
    fn is_of_phase(&self, game: &Game<'_>, card: CardId) -> bool {
        let phase = self.phase() as u8;
        !self.all_scripts(game.cards, card, |script| {
            (script.phases[0] | script.phases[1]) >> phase & 1 == 0
        })
    }

    #[inline(always)]
    fn each_phase_effect(
        &self,
        game: &Game<'_>,
        player: Player,
        of_phase: &[CardId],
        must: bool,
        each: Each<'_>,
    ) -> bool {
        of_phase.iter().all(|card| self.each_of_phase(game, player, *card, must, each))
    }

    /// The effects of one card that the present phase brings.
    fn each_of_phase(
        &self,
        game: &Game<'_>,
        player: Player,
        card: CardId,
        must: bool,
        each: Each<'_>,
    ) -> bool {
        self.all_scripts(game.cards, card, |script| {
            script.phases[usize::from(!must)] >> self.phase() as u8 & 1 == 0
                || self.each_of_phase_in(game, script, player, card, must, each)
        })
    }

    fn each_of_phase_in(
        &self,
        game: &Game<'_>,
        script: &CardScript,
        player: Player,
        card: CardId,
        must: bool,
        each: Each<'_>,
    ) -> bool {
        for (id, effect) in game.cards.scripts().effects_in(script) {
            // An effect that is planned for a phase does not come by its card either.
            let fits = effect.form != Form::Later
                && effect.on.events & event_bit::PHASE != 0
                && effect.phase == self.phase() as u8
                && effect.must == must;
            let candidate = UsableEffect { player, card, id, effect };
            if fits && self.is_ready(game, candidate, 0) {
                let action = Action::activate(self.pointer_to(card), effect.ordinal, 0);
                let choice = if effect.form == Form::AtOnce {
                    OpenChoice::Act { card, effect: id }
                } else {
                    OpenChoice::Effect { card, effect: id, batch: 0, pending: 0 }
                };
                if !each(action, choice) {
                    return false;
                }
            }
        }
        true
    }

    /// The monsters whose control ends in this End Phase (FACT-E12).
    #[inline(always)]
    fn each_return_of_control(&self, player: Player, each: Each<'_>) -> bool {
        if !self.has_mod(ModKind::Control) || self.phase() != crate::ids::Phase::End {
            return true;
        }
        for (zone, card) in self.monsters(player) {
            let borrowed = self.mods().iter().any(|m| {
                m.is(ModKind::Control)
                    && m.target == card.0
                    && m.until == duelfish_script::Until::EndPhase as u8
                    && m.player == player.number()
            });
            if borrowed && !each(Action::give_back(zone), OpenChoice::GiveBack(card)) {
                return false;
            }
        }
        true
    }

    /// Shows the plans of effects for this phase and this player. A plan that needs cards which have
    /// all moved since does not happen any more.
    #[inline(always)]
    fn each_planned(&self, game: &Game<'_>, player: Player, each: Each<'_>) -> bool {
        for (at, delayed) in self.delayed().iter().enumerate() {
            if delayed.player != player.number() || !delayed.is_for_phase() {
                continue;
            }
            let effect = game.cards.scripts().effect(EffectId(delayed.program));
            let ctx = Ctx::of_card(player, CardId(crate::ids::NO_CARD));
            let is_due = effect.phase == self.phase() as u8
                && !delayed.waits_in(self.turn())
                && ctx.is_among(effect.on.sides, self.turn_player())
                && (!delayed.needs_cards() || !self.planned_cards(delayed).is_empty())
                && self.holds(game.cards, ctx, effect.condition);
            if is_due && !each(Action::use_allowed(at as u8), OpenChoice::Planned(at as u8)) {
                return false;
            }
        }
        true
    }

    /// The cards of a plan that have not moved since.
    pub(crate) fn planned_cards(&self, delayed: &Delayed) -> CardSet {
        let unmoved = |card: &u8| self.unmoved_since(CardId(*card), delayed.number as u16);
        delayed.captured.iter().filter(unmoved).collect()
    }

    /// These cards without those with which the same effect of any copy of its card will happen already.
    pub(crate) fn without_planned(&self, cards: CardSet, effect: EffectId) -> CardSet {
        let same = self.delayed().iter().filter(|delayed| delayed.program == effect.0);
        same.map(|delayed| self.planned_cards(delayed))
            .fold(cards, |left, planned| planned.iter().fold(left, CardSet::without))
    }

    #[inline(always)]
    fn each_allowance(&self, game: &Game<'_>, player: Player, each: Each<'_>) -> bool {
        for (at, delayed) in self.delayed().iter().enumerate() {
            if delayed.player != player.number() || delayed.when != when::ALLOWED {
                continue;
            }
            let effect = game.cards.scripts().effect(EffectId(delayed.program));
            let ctx = Ctx::of_card(player, CardId(crate::ids::NO_CARD));
            let can = self.holds(game.cards, ctx, effect.condition)
                && self.holds(game.cards, ctx, effect.possible);
            if can && !each(Action::use_allowed(at as u8), OpenChoice::Use(at as u8)) {
                return false;
            }
        }
        true
    }

    /// Shows all triggers that a new batch sets off: those of its own cards first, then those of
    /// other cards on the field.
    pub(crate) fn each_new_trigger(
        &self,
        game: &Game<'_>,
        number: u8,
        form: Form,
        mut each: impl FnMut(CardId, EffectId),
    ) {
        let Some(batch) = self.batch(number) else { return };
        let mut consider = |card: CardId, own: bool| {
            if !self.is_able(card, able::TRIGGERED) {
                return;
            }
            _ = self.all_scripts(game.cards, card, |script| {
                if script.hears >> (batch.kind - 1) & 1 == 0 {
                    return true;
                }
                for (id, effect) in game.cards.scripts().effects_in(script) {
                    let itself = effect.on.itself == Some(true);
                    if effect.form != form || itself != own {
                        continue;
                    }
                    let player = self.controller(card);
                    let candidate = UsableEffect { player, card, id, effect };
                    if self.is_set_off(game, candidate, batch, number) {
                        each(card, id);
                    }
                }
                true
            });
        };
        for card in batch.cards.iter() {
            consider(CardId(card), true);
        }
        if !self.others_trigger_on(1 << (batch.kind - 1)) {
            return;
        }
        for player in [self.turn_player(), self.turn_player().other()] {
            for (_, card) in self.monsters(player) {
                consider(card, false);
            }
            if self.has_trait(traits::SPELLS) {
                for card in self.spell_cards(player) {
                    consider(card, false);
                }
            }
            if self.any_triggered_away(player)
                && self.others_elsewhere_trigger_on(1 << (batch.kind - 1))
            {
                let away = self.grave(player).iter().chain(self.hand(player));
                for card in away.chain(self.banished(player)) {
                    if self.is_able(CardId(*card), able::TRIGGERED_AWAY) {
                        consider(CardId(*card), false);
                    }
                }
            }
        }
    }

    /// Whether a batch sets off a trigger that hears of such events, and can be seen to.
    #[inline]
    fn is_set_off(
        &self,
        game: &Game<'_>,
        candidate: UsableEffect<'_>,
        batch: &Batch,
        number: u8,
    ) -> bool {
        let UsableEffect { player, card, effect, .. } = candidate;
        let own = effect.on.itself == Some(true);
        let resolved = event_bit::RESOLVED >> (batch.kind - 1) & 1 == 1;
        if resolved && !self.has_status(card, status_bits::WITNESS) {
            return false;
        }
        // Nobody sees what a face-down card does, even where it may follow its card later.
        let open = self.is_on_field(card) || self.location(card) == Location::Banished;
        if open && !self.position(card).is_face_up() {
            rule_if!(self.location(card) == Location::Banished, "DF-83");
            return false;
        }
        let there = (own && !effect.fixed_location)
            || (effect.from & location_bit_of(self.location(card)) != 0 && self.is_at_work(card));
        let ctx = Ctx::of_card(player, card).answering(number);
        rule!("MO-39");
        there
            && self.answers(game.cards, candidate, batch, number)
            && self.holds(game.cards, ctx, effect.condition)
    }

    /// The effect with this number among those of a card.
    pub(crate) fn effect_of(
        &self,
        cards: &Catalogue,
        card: CardId,
        number: u8,
    ) -> Option<EffectId> {
        let mut effects = self.effects_on(cards, card);
        effects.find(|(_, effect)| effect.ordinal == number).map(|(id, _)| id)
    }

    /// The card that a pointer of an action means, for players' eyes the place alone.
    pub(crate) fn pointed(&self, action: Action) -> Option<(Pointer, CardId)> {
        let at = action.pointer()?;
        Some((at, self.card_at(at)?))
    }
}
