//! A window: after each game action triggers join a Chain first, then both players may respond, and
//! when both let it pass the Chain resolves (TIME-1.2).
//!
//! One frame sees a whole exchange through: it builds a Chain, lets it resolve, and goes on with
//! what that raised, until nobody does anything.

use bytemuck::Zeroable;

use super::Procedure;
use crate::chance::Chance;
use crate::decision::{DecisionKind, Verb};
use crate::duel::{Flow, Run};
use crate::effects::{EffectId, ModKind};
use crate::ids::{Handle, Phase, Player, byte_enum};
use crate::legal::{Choice, Moment};
use crate::marks::rule;
use crate::state::{Ask, Frame, batch_state, flags, traits};
use crate::witness::Witness;

byte_enum! {
    /// Where a window is. `frame.a` holds [`SKIP_TRIGGERS`] and the like, `frame.b` who is asked
    /// and who has passed.
    pub(crate) enum Step {
        Begin,
        MustTurnPlayer,
        MustTurnPlayerAnswer,
        MustOther,
        MustOtherAnswer,
        MayTurnPlayer,
        MayTurnPlayerAnswer,
        MayOther,
        MayOtherAnswer,
        Respond,
        RespondAsk,
        RespondAnswer,
        FirstLink,
        AfterLink,
        AfterReturn,
        AfterChain,
        Settled,
    }
}

/// Triggers wait: a Summon that could be negated.
pub(crate) const SKIP_TRIGGERS: u8 = 1;
/// Only what just happened may be answered until there is a Chain.
pub(crate) const SKIP_FREE: u8 = 2;
/// As [`SKIP_FREE`], but only for windows after the first Chain.
pub(crate) const SKIP_NEW: u8 = 4;

/// Bits of `frame.b`: who is asked, and who has passed since the last link.
const ASKED: u8 = 1;
const PASSED: u8 = 2;
/// Bit of `frame.b`: who is asked is known to have a response.
const KNOWN: u8 = 8;

/// One of the four rounds in which triggers join a Chain (SEGOC).
struct Round {
    /// Whether it is the turn player's.
    turn_player: bool,
    moment: Moment,
    ask: Step,
    answer: Step,
    then: Step,
}

const MUST_TURN_PLAYER: Round = Round {
    turn_player: true,
    moment: Moment::Must,
    ask: Step::MustTurnPlayer,
    answer: Step::MustTurnPlayerAnswer,
    then: Step::MustOther,
};
const MUST_OTHER: Round = Round {
    turn_player: false,
    moment: Moment::Must,
    ask: Step::MustOther,
    answer: Step::MustOtherAnswer,
    then: Step::MayTurnPlayer,
};
const MAY_TURN_PLAYER: Round = Round {
    turn_player: true,
    moment: Moment::May,
    ask: Step::MayTurnPlayer,
    answer: Step::MayTurnPlayerAnswer,
    then: Step::MayOther,
};
const MAY_OTHER: Round = Round {
    turn_player: false,
    moment: Moment::May,
    ask: Step::MayOther,
    answer: Step::MayOtherAnswer,
    then: Step::Respond,
};

const fn next(step: Step) -> Flow {
    Flow::Next(step as u8)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    match Step::from_byte(frame.step) {
        Step::Begin => run.begin_window(frame),
        // What changed sides is turned as lasting effects say.
        Step::Settled if run.settle() => Flow::Over,
        Step::Settled => run.begin_window(frame),
        Step::MustTurnPlayer => run.triggers(&MUST_TURN_PLAYER),
        Step::MustTurnPlayerAnswer => run.trigger_answer(&MUST_TURN_PLAYER),
        Step::MustOther => run.triggers(&MUST_OTHER),
        Step::MustOtherAnswer => run.trigger_answer(&MUST_OTHER),
        Step::MayTurnPlayer => run.triggers(&MAY_TURN_PLAYER),
        Step::MayTurnPlayerAnswer => run.trigger_answer(&MAY_TURN_PLAYER),
        Step::MayOther => run.triggers(&MAY_OTHER),
        Step::MayOtherAnswer => run.trigger_answer(&MAY_OTHER),
        Step::Respond => run.begin_responses(frame),
        Step::RespondAsk => run.ask_to_respond(frame),
        Step::RespondAnswer => run.response_answer(frame),
        Step::FirstLink => {
            let choice = Choice::Effect {
                card: Handle(frame.card),
                effect: EffectId(frame.program),
                batch: frame.counter as u8,
                pending: 0,
            };
            run.add_link(Player(frame.by), choice, Step::AfterLink)
        }
        Step::AfterLink => run.after_link(),
        Step::AfterReturn => {
            // A monster that changed sides may have lost what was equipped to it.
            if run.settle() {
                return Flow::Over;
            }
            run.after_link()
        }
        Step::AfterChain => {
            // Nothing new is asked while a Summon is about to be negated (TIME-3.1).
            if frame.a & SKIP_TRIGGERS != 0 {
                rule!("SU-00.4j");
                return Flow::Return;
            }
            let new = if frame.a & SKIP_NEW != 0 { SKIP_FREE } else { 0 };
            run.duel.set_frame_numbers(run.witness, frame.a | new, 0);
            run.begin_window(Frame { a: frame.a | new, b: 0, ..frame })
        }
    }
}

/// A full window: triggers, then responses.
pub(crate) fn frame(skip: u8) -> Frame {
    Frame { procedure: Procedure::Window as u8, a: skip, ..Frame::zeroed() }
}

/// A window that opens with the activation of an effect in an open state.
pub(crate) fn opening_with(player: Player, card: Handle, effect: EffectId, batch: u8) -> Frame {
    Frame {
        step: Step::FirstLink as u8,
        by: player.0,
        card: card.0,
        program: effect.0,
        counter: u16::from(batch),
        ..frame(0)
    }
}

/// A window in which only the turn player's opponent is asked, before a phase ends (TIME-4.3).
pub(crate) fn for_opponent(turn_player: Player) -> Frame {
    let passed = PASSED << turn_player.0;
    Frame { step: Step::RespondAsk as u8, b: turn_player.other().0 | passed, ..frame(0) }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Opens a window if anybody could do anything in it, then goes on with `then`.
    #[inline]
    pub(crate) fn window(&mut self, skip: u8, then: u8) -> Flow {
        if !self.duel.has_trait(traits::EFFECTS) {
            return Flow::Next(then);
        }
        self.open_window(frame(skip), then)
    }

    /// As [`Run::window`], for what goes on with the same procedure at once if nobody could do
    /// anything.
    #[inline(always)]
    pub(crate) fn window_or(
        &mut self,
        skip: u8,
        then: u8,
        go_on: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        match self.window(skip, then) {
            Flow::Next(_) => {
                self.duel.refresh(self.witness, self.game.cards);
                go_on(self)
            }
            other => other,
        }
    }

    #[inline(never)]
    fn open_window(&mut self, frame: Frame, then: u8) -> Flow {
        if self.settle() {
            return Flow::Over;
        }
        let waits = frame.a & SKIP_TRIGGERS == 0 && !self.duel.pending().is_empty();
        let free = frame.a & SKIP_FREE == 0;
        let moment = if free { Moment::Respond } else { Moment::RespondToEvent };
        let asks = self.duel.has_mod(ModKind::ControlDue)
            || self.duel.needs_a_zone().is_some()
            || self.trap_to_lay_back().is_some()
            || self.duel.zones_to_choose().is_some()
            || (self.duel.has_common() && self.duel.common_to_declare(self.game.cards).is_some());
        if waits || asks {
            return Flow::Call(frame, then);
        }
        // After the hand limit nobody responds freely any more (TIME-4.4).
        if !self.duel.has_flag(flags::HAND_ADJUSTED) {
            let first = self.duel.turn_player();
            let mut passed = 0;
            for player in [first, first.other()] {
                if self.can_respond(player, self.with_priority(player, moment)) {
                    if !self.duel.links().is_empty() {
                        return Flow::Call(frame, then);
                    }
                    // Nothing happens any more before that player is asked.
                    self.duel.age_batches(self.witness, batch_state::INSTANT, batch_state::POINT);
                    let b = player.0 | passed | KNOWN;
                    return Flow::Call(Frame { step: Step::RespondAsk as u8, b, ..frame }, then);
                }
                if moment == Moment::Respond {
                    self.duel.note_quiet(self.witness, player);
                }
                passed |= PASSED << player.0;
            }
        }
        self.duel.age_batches(self.witness, batch_state::INSTANT, batch_state::PAST);
        self.duel.drop_past_batches(self.witness);
        Flow::Next(then)
    }

    /// Lets the opponent respond before the turn player goes on; whether that led to a Chain is
    /// the flag `CHAINED`.
    #[inline(never)]
    pub(crate) fn opponent_may_respond(&mut self, then: u8) -> Flow {
        let opponent = self.duel.turn_player().other();
        self.duel.clear_flags(self.witness, flags::CHAINED);
        if !self.can_respond(opponent, Moment::Respond) {
            self.duel.note_quiet(self.witness, opponent);
            return Flow::Next(then);
        }
        Flow::Call(for_opponent(self.duel.turn_player()), then)
    }

    fn begin_window(&mut self, frame: Frame) -> Flow {
        if let Some(first) = self.settle_asking() {
            return Flow::Call(first, Step::Settled as u8);
        }
        self.duel.age_batches(self.witness, batch_state::INSTANT, batch_state::POINT);
        if frame.a & SKIP_TRIGGERS != 0 || self.duel.pending().is_empty() {
            return self.begin_responses(frame);
        }
        next(Step::MustTurnPlayer)
    }

    /// The triggers of one round: a single mandatory one is taken, others are asked, one after the
    /// other, because each may end what another needs.
    fn triggers(&mut self, round: &Round) -> Flow {
        if self.duel.pending().is_empty() {
            return next(if round.moment == Moment::Must { round.then } else { Step::Respond });
        }
        self.drop_dead_triggers();
        let player = self.player_of_round(round);
        let (mut found, mut first) = (0, None);
        self.duel.each_choice(self.game, player, round.moment, &mut |_, choice| {
            found += 1;
            first.get_or_insert(choice);
            found < 2
        });
        let must = round.moment == Moment::Must;
        match (found, first) {
            (0, _) | (_, None) => next(round.then),
            (1, Some(choice)) if must && !self.game.rules.ask_forced => {
                self.add_link(player, choice, round.ask)
            }
            _ => Flow::Ask(respond(player, round.moment), round.answer as u8),
        }
    }

    fn player_of_round(&self, round: &Round) -> Player {
        let turn_player = self.duel.turn_player();
        if round.turn_player { turn_player } else { turn_player.other() }
    }

    /// A trigger that fails the test anew is dropped for good (TIME-1.2.4).
    fn drop_dead_triggers(&mut self) {
        let game = self.game;
        self.duel.remove_pending(self.witness, |duel, _, waiting| {
            if duel.is_hidden_trigger(game, waiting) {
                // It waits for the responses.
                return false;
            }
            waiting.held == 0 && !duel.trigger_is_legal(game, waiting)
        });
    }

    fn trigger_answer(&mut self, round: &Round) -> Flow {
        let player = self.player_of_round(round);
        let Some(action) = self.answer() else { return next(round.ask) };
        if action.verb() == Verb::Pass {
            // All remaining optional triggers of that player are given up (TIME-1.2.3). Where those
            // of each event are asked apart, only those of this event are.
            let game = self.game;
            let scripts = game.cards.scripts();
            let group = self.duel.earliest_trigger(self.game, player, false);
            self.duel.remove_pending(self.witness, |duel, _, waiting| {
                let effect = scripts.effect(EffectId(waiting.effect));
                !effect.must
                    && !duel.is_hidden_trigger(game, waiting)
                    && duel.player_of_trigger(waiting) == player
                    && group.is_none_or(|group| duel.group_of(waiting) == group)
            });
            return next(if group.is_some() { round.ask } else { round.then });
        }
        match self.duel.choice_of(self.game, player, round.moment, action) {
            Some(choice) => self.add_link(player, choice, round.ask),
            None => next(round.ask),
        }
    }

    #[inline(always)]
    fn begin_responses(&mut self, frame: Frame) -> Flow {
        let links = self.duel.links();
        let first = match links.last() {
            Some(link) => Player(link.player).other(),
            // After the hand limit nobody responds freely any more (TIME-4.4).
            None if self.duel.has_flag(flags::HAND_ADJUSTED) => return self.close(),
            None => self.duel.turn_player(),
        };
        self.duel.set_frame_numbers(self.witness, frame.a, first.0);
        self.ask_to_respond(Frame { b: first.0, ..frame })
    }

    /// Whether a player has any response at a moment.
    #[inline]
    fn can_respond(&self, player: Player, moment: Moment) -> bool {
        let slow = moment == Moment::Priority && self.duel.has_trait(traits::IGNITION);
        (slow || self.duel.may_respond(self.game, player))
            && self.duel.has_choice(self.game, player, moment)
    }

    /// The moment of a response: once somebody has responded, that too may be answered.
    fn moment_of(&self, frame: Frame, player: Player) -> Moment {
        let free = frame.a & SKIP_FREE == 0 || self.duel.has_responses(self.game.cards);
        let moment = if free { Moment::Respond } else { Moment::RespondToEvent };
        self.with_priority(player, moment)
    }

    /// Where the rules know priority, the turn player may begin a Chain with an Ignition Effect
    /// whenever responses are free in a Main Phase.
    fn with_priority(&self, player: Player, moment: Moment) -> Moment {
        let priority = self.game.rules.ignition_priority
            && moment == Moment::Respond
            && player == self.duel.turn_player()
            && self.duel.links().is_empty()
            && matches!(self.duel.phase(), Phase::Main1 | Phase::Main2);
        if priority { Moment::Priority } else { moment }
    }

    fn ask_to_respond(&mut self, frame: Frame) -> Flow {
        let player = Player(frame.b & ASKED);
        let moment = self.moment_of(frame, player);
        if frame.b & KNOWN != 0 || self.can_respond(player, moment) {
            return Flow::Ask(respond(player, moment), Step::RespondAnswer as u8);
        }
        if moment != Moment::RespondToEvent {
            self.duel.note_quiet(self.witness, player);
        }
        self.pass(frame, player)
    }

    /// Both must pass one after the other to close the exchange.
    #[inline(always)]
    fn pass(&mut self, frame: Frame, player: Player) -> Flow {
        let passed = frame.b & !KNOWN | PASSED << player.0;
        if passed & (PASSED << player.other().0) != 0 {
            return self.close();
        }
        let asked = passed & !ASKED | player.other().0;
        self.duel.set_frame_numbers(self.witness, frame.a, asked);
        // The other one is the last to be asked, so that this ends.
        self.ask_to_respond(Frame { b: asked, ..frame })
    }

    fn response_answer(&mut self, frame: Frame) -> Flow {
        let player = Player(frame.b & ASKED);
        let moment = self.moment_of(frame, player);
        if frame.a & SKIP_FREE != 0 && moment == Moment::Respond {
            rule!("SU-00.4g");
        }
        let Some(action) = self.answer().filter(|action| action.verb() != Verb::Pass) else {
            return self.pass(frame, player);
        };
        match self.duel.choice_of(self.game, player, moment, action) {
            Some(choice) => self.add_link(player, choice, Step::AfterLink),
            None => self.pass(frame, player),
        }
    }

    /// After a link its player's opponent is asked first.
    #[inline(always)]
    fn after_link(&mut self) -> Flow {
        // What was paid may have held control of a monster.
        if let Some(going_back) = self.settle_control() {
            return Flow::Call(going_back, Step::AfterReturn as u8);
        }
        let Some(link) = self.duel.links().last() else { return self.close() };
        let asked = Player(link.player).other();
        let frame = Frame { b: asked.0, ..self.duel.frame() };
        self.duel.set_frame_numbers(self.witness, frame.a, frame.b);
        self.ask_to_respond(frame)
    }

    #[inline(always)]
    fn close(&mut self) -> Flow {
        // Triggers of the hand that nobody used are given up.
        if self.duel.frame().a & SKIP_TRIGGERS == 0 && !self.duel.pending().is_empty() {
            let game = self.game;
            self.duel.remove_pending(self.witness, |duel, _, waiting| {
                duel.is_hidden_trigger(game, waiting)
            });
        }
        if !self.duel.links().is_empty() {
            self.duel.set_flags(self.witness, flags::CHAINED);
            self.forget_intended_summons();
            let solve = Frame { procedure: Procedure::Solve as u8, ..Frame::zeroed() };
            return Flow::Call(solve, Step::AfterChain as u8);
        }
        self.duel.age_batches(self.witness, batch_state::INSTANT, batch_state::PAST);
        self.duel.age_batches(self.witness, batch_state::POINT, batch_state::PAST);
        self.duel.drop_past_batches(self.witness);
        Flow::Return
    }

    /// Makes an effect the next link of the Chain.
    #[inline(always)]
    pub(crate) fn add_link(&mut self, player: Player, choice: Choice, then: Step) -> Flow {
        let Choice::Effect { card, effect, batch, pending } = choice else { return next(then) };
        if let Some(at) = usize::from(pending).checked_sub(1) {
            self.duel.remove_pending(self.witness, |_, other, _| other == at);
        }
        let link = Frame {
            procedure: Procedure::Link as u8,
            by: player.0,
            card: card.0,
            program: effect.0,
            a: batch,
            ..Frame::zeroed()
        };
        Flow::Call(link, then as u8)
    }
}

/// The question whether to activate something.
pub(crate) fn respond(player: Player, moment: Moment) -> Ask {
    Ask { kind: DecisionKind::Respond as u8, player: player.0, from: moment as u8, ..Ask::zeroed() }
}
