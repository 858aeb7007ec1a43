//! A window: after each game action triggers join a Chain first, then both players may respond, and
//! when both let it pass the Chain resolves (TIME-1.2).
//!
//! One frame sees a whole exchange through: it builds a Chain, lets it resolve, and goes on with
//! what that raised, until nobody does anything.

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::decision::Verb;
use crate::ids::{CardId, Phase, Player, byte_enum};
use crate::legal::{Moment, OpenChoice};
use crate::marks::{rule, rule_if};
use crate::run::{Flow, Run};
use crate::state::{
    Ask, Frame, LinkFrame, SolveFrame, WindowFrame, batch_state, flags, held, skip, traits,
};
use crate::witness::Witness;
use duelfish_script::{EffectId, ModKind};

byte_enum! {
    /// Where a window is.
    pub(crate) enum WindowStep {
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
        MustRespondAnswer,
        FirstLink,
        AfterLink,
        AfterReturn,
        AfterChain,
        Adjusted,
    }
}

/// Bit of [`WindowFrame::asked`]: the number of the player who is asked.
const ASKED: u8 = 1;
/// The first player has passed since the last link; the bit above it stands for the second player.
const PASSED: u8 = 2;
/// The player who is asked is known to have a response.
const KNOWN: u8 = 8;

/// One of the four rounds in which triggers join a Chain (SEGOC).
struct Round {
    /// Whether it is the turn player's.
    turn_player: bool,
    moment: Moment,
    ask: WindowStep,
    answer: WindowStep,
    then: WindowStep,
}

const MUST_TURN_PLAYER: Round = Round {
    turn_player: true,
    moment: Moment::Must,
    ask: WindowStep::MustTurnPlayer,
    answer: WindowStep::MustTurnPlayerAnswer,
    then: WindowStep::MustOther,
};
const MUST_OTHER: Round = Round {
    turn_player: false,
    moment: Moment::Must,
    ask: WindowStep::MustOther,
    answer: WindowStep::MustOtherAnswer,
    then: WindowStep::MayTurnPlayer,
};
const MAY_TURN_PLAYER: Round = Round {
    turn_player: true,
    moment: Moment::May,
    ask: WindowStep::MayTurnPlayer,
    answer: WindowStep::MayTurnPlayerAnswer,
    then: WindowStep::MayOther,
};
const MAY_OTHER: Round = Round {
    turn_player: false,
    moment: Moment::May,
    ask: WindowStep::MayOther,
    answer: WindowStep::MayOtherAnswer,
    then: WindowStep::Respond,
};

const fn next(step: WindowStep) -> Flow {
    Flow::Next(step as u8)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let window = frame.data::<WindowFrame>();
    match WindowStep::from_byte(frame.step()) {
        WindowStep::Begin => run.begin_window(frame),
        // Monsters that changed sides are turned as lasting effects say.
        WindowStep::Adjusted if run.adjust() => Flow::Over,
        WindowStep::Adjusted => run.begin_window(frame),
        WindowStep::MustTurnPlayer => run.triggers(&MUST_TURN_PLAYER),
        WindowStep::MustTurnPlayerAnswer => run.trigger_answer(&MUST_TURN_PLAYER),
        WindowStep::MustOther => run.triggers(&MUST_OTHER),
        WindowStep::MustOtherAnswer => run.trigger_answer(&MUST_OTHER),
        WindowStep::MayTurnPlayer => run.triggers(&MAY_TURN_PLAYER),
        WindowStep::MayTurnPlayerAnswer => run.trigger_answer(&MAY_TURN_PLAYER),
        WindowStep::MayOther => run.triggers(&MAY_OTHER),
        WindowStep::MayOtherAnswer => run.trigger_answer(&MAY_OTHER),
        WindowStep::Respond => run.begin_responses(),
        WindowStep::RespondAsk => run.ask_to_respond(frame),
        WindowStep::RespondAnswer => run.response_answer(frame),
        WindowStep::MustRespondAnswer => run.mandatory_answer(frame),
        WindowStep::FirstLink => {
            let choice = OpenChoice::Effect {
                card: frame.card(),
                effect: EffectId(window.effect),
                batch: window.batch,
                pending: 0,
            };
            run.add_link(frame.player(), choice, WindowStep::AfterLink)
        }
        WindowStep::AfterLink => run.after_link(),
        WindowStep::AfterReturn => {
            // A monster that changed sides may have lost what was equipped to it.
            if run.adjust() {
                return Flow::Over;
            }
            run.after_link()
        }
        WindowStep::AfterChain => {
            // Nothing new is asked while a Summon is about to be negated (TIME-3.1).
            if window.skip & skip::TRIGGERS != 0 {
                rule!("SU-00.4j");
                return Flow::Return;
            }
            let new = if window.skip & skip::NEW != 0 { skip::FREE } else { 0 };
            run.duel.update_frame(run.witness, |window: &mut WindowFrame| {
                (window.skip, window.asked) = (window.skip | new, 0);
            });
            run.begin_window(run.duel.frame())
        }
    }
}

/// A full window: triggers, then responses.
pub(crate) fn frame(skip: u8) -> Frame {
    Frame::new(WindowFrame { skip, ..Zeroable::zeroed() })
}

/// A window that opens with the activation of an effect in an open state.
pub(crate) fn opening_with(player: Player, card: CardId, effect: EffectId, batch: u8) -> Frame {
    let window = WindowFrame { effect: effect.0, batch, ..Zeroable::zeroed() };
    Frame::new(window).of(player).about(card).at_step(WindowStep::FirstLink as u8)
}

/// A window in which only the turn player's opponent is asked, before a phase ends (TIME-4.3).
pub(crate) fn for_opponent(turn_player: Player) -> Frame {
    let passed = PASSED << turn_player.number();
    asking(frame(0), turn_player.other().number() | passed)
}

/// The same window, in which a player is asked for a response.
fn asking(frame: Frame, asked: u8) -> Frame {
    frame
        .with(|window: &mut WindowFrame| window.asked = asked)
        .at_step(WindowStep::RespondAsk as u8)
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
        if self.adjust() {
            return Flow::Over;
        }
        let skips = frame.data::<WindowFrame>().skip;
        let waits = skips & skip::TRIGGERS == 0 && !self.duel.pending().is_empty();
        let free = skips & skip::FREE == 0;
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
                    return Flow::Call(asking(frame, player.number() | passed | KNOWN), then);
                }
                if moment == Moment::Respond {
                    self.duel.note_no_response(self.witness, player);
                }
                passed |= PASSED << player.number();
            }
        }
        self.duel.age_batches(self.witness, batch_state::INSTANT, batch_state::PAST);
        self.duel.drop_past_batches(self.witness);
        if self.duel.links().is_empty() {
            self.end_responses();
        }
        Flow::Next(then)
    }

    /// Nobody responds any more, or the Chain is over: what bound players until then binds them no more.
    #[inline(always)]
    pub(super) fn end_responses(&mut self) {
        if self.duel.has_any_mod(ModKind::RESPONSE_BARS) {
            self.duel.end_responses(self.witness);
        }
    }

    /// Lets the opponent respond before the turn player goes on; whether that led to a Chain is
    /// the flag `CHAINED`.
    #[inline(never)]
    pub(crate) fn opponent_may_respond(&mut self, then: u8) -> Flow {
        let opponent = self.duel.turn_player().other();
        self.duel.clear_flags(self.witness, flags::CHAINED);
        if !self.can_respond(opponent, Moment::Respond) {
            self.duel.note_no_response(self.witness, opponent);
            return Flow::Next(then);
        }
        Flow::Call(for_opponent(self.duel.turn_player()), then)
    }

    fn begin_window(&mut self, frame: Frame) -> Flow {
        if let Some(first) = self.adjust_asking() {
            return Flow::Call(first, WindowStep::Adjusted as u8);
        }
        self.duel.age_batches(self.witness, batch_state::INSTANT, batch_state::POINT);
        if frame.data::<WindowFrame>().skip & skip::TRIGGERS != 0 || self.duel.pending().is_empty()
        {
            return self.begin_responses();
        }
        let game = self.game;
        self.duel.open_for(self.witness, |duel, waiting| duel.is_hidden_trigger(game, waiting));
        next(WindowStep::MustTurnPlayer)
    }

    /// The triggers of one round: a single mandatory one is taken, others are asked, one after the
    /// other, because each may end what another needs.
    fn triggers(&mut self, round: &Round) -> Flow {
        if self.duel.pending().is_empty() {
            return next(if round.moment == Moment::Must {
                round.then
            } else {
                WindowStep::Respond
            });
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
            _ => Flow::Ask(Ask::respond(player, round.moment as u8), round.answer as u8),
        }
    }

    fn player_of_round(&self, round: &Round) -> Player {
        let turn_player = self.duel.turn_player();
        if round.turn_player { turn_player } else { turn_player.other() }
    }

    /// A trigger of this moment that fails the test anew is dropped for good (TIME-1.2.4). One that the cost of a link
    /// set off is tested at its own moment, once the Chain is over.
    fn drop_dead_triggers(&mut self) {
        let game = self.game;
        self.duel.remove_pending(self.witness, |duel, _, waiting| {
            if duel.is_hidden_trigger(game, waiting) {
                // It waits for the responses.
                return false;
            }
            !duel.is_younger_than_chain(waiting)
                && waiting.held != held::STILL
                && !duel.trigger_is_legal(game, waiting)
        });
    }

    fn trigger_answer(&mut self, round: &Round) -> Flow {
        let player = self.player_of_round(round);
        let Some(action) = self.answer() else { return next(round.ask) };
        if action.verb() == Verb::Pass {
            // All remaining optional triggers of that player are given up (TIME-1.2.3). Where the
            // triggers of each event are asked apart, only those of this event are given up.
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
    fn begin_responses(&mut self) -> Flow {
        let first = match self.duel.links().last() {
            Some(_) => return self.answers_to_last_link(),
            // After the hand limit nobody responds freely any more (TIME-4.4).
            None if self.duel.has_flag(flags::HAND_ADJUSTED) => return self.close(),
            None => self.duel.turn_player(),
        };
        self.ask_next(first.number())
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
        let skips = frame.data::<WindowFrame>().skip;
        let free = skips & skip::FREE == 0 || self.duel.has_responses(self.game.cards);
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

    /// Asks a player for a response, and notes who has passed.
    #[inline(always)]
    fn ask_next(&mut self, asked: u8) -> Flow {
        self.duel.update_frame(self.witness, |window: &mut WindowFrame| window.asked = asked);
        self.ask_to_respond(self.duel.frame())
    }

    fn ask_to_respond(&mut self, frame: Frame) -> Flow {
        let asked = frame.data::<WindowFrame>().asked;
        let player = Player::of_bit(asked & ASKED);
        let moment = self.moment_of(frame, player);
        if asked & KNOWN != 0 || self.can_respond(player, moment) {
            return Flow::Ask(Ask::respond(player, moment as u8), WindowStep::RespondAnswer as u8);
        }
        if moment != Moment::RespondToEvent {
            self.duel.note_no_response(self.witness, player);
        }
        self.pass(frame, player)
    }

    /// Both must pass one after the other to close the exchange.
    #[inline(always)]
    fn pass(&mut self, frame: Frame, player: Player) -> Flow {
        let passed = frame.data::<WindowFrame>().asked & !KNOWN | PASSED << player.number();
        if passed & (PASSED << player.other().number()) != 0 {
            return self.close();
        }
        // The other one is the last to be asked, so that this ends.
        self.ask_next(passed & !ASKED | player.other().number())
    }

    fn response_answer(&mut self, frame: Frame) -> Flow {
        let window = frame.data::<WindowFrame>();
        let player = Player::of_bit(window.asked & ASKED);
        let moment = self.moment_of(frame, player);
        rule_if!(window.skip & skip::FREE != 0 && moment == Moment::Respond, "SU-00.4g");
        let Some(action) = self.answer().filter(|action| action.verb() != Verb::Pass) else {
            return self.pass(frame, player);
        };
        match self.duel.choice_of(self.game, player, moment, action) {
            Some(choice) => self.add_link(player, choice, WindowStep::AfterLink),
            None => self.pass(frame, player),
        }
    }

    /// After a link its player's opponent is asked first.
    #[inline(always)]
    fn after_link(&mut self) -> Flow {
        // A card that was paid may have held control of a monster.
        if let Some(going_back) = self.adjust_control() {
            return Flow::Call(going_back, WindowStep::AfterReturn as u8);
        }
        self.answers_to_last_link()
    }

    /// Asks for answers to the last link: its player's opponent first, but before that mandatory ones come.
    #[inline(always)]
    fn answers_to_last_link(&mut self) -> Flow {
        let Some(link) = self.duel.links().last() else { return self.close() };
        let opponent = Player::of_bit(link.player).other();
        if self.duel.has_trait(traits::MUST_ANSWER)
            && let Some(flow) = self.mandatory_link()
        {
            return flow;
        }
        self.ask_next(opponent.number())
    }

    /// A mandatory Quick Effect joins the Chain before anybody may respond, the turn player's first.
    #[inline(never)]
    fn mandatory_link(&mut self) -> Option<Flow> {
        let first = self.duel.turn_player();
        for player in [first, first.other()] {
            let (mut found, mut one) = (0, None);
            self.duel.each_choice(self.game, player, Moment::MustAnswer, &mut |_, choice| {
                found += 1;
                one.get_or_insert(choice);
                found < 2
            });
            if found == 1 && !self.game.rules.ask_forced {
                return one.map(|choice| self.add_link(player, choice, WindowStep::AfterLink));
            }
            if found > 0 {
                let asked = player.number();
                self.duel.update_frame(self.witness, |window: &mut WindowFrame| {
                    window.asked = asked;
                });
                let ask = Ask::respond(player, Moment::MustAnswer as u8);
                return Some(Flow::Ask(ask, WindowStep::MustRespondAnswer as u8));
            }
        }
        None
    }

    /// Its player has said which of several mandatory Quick Effects comes first.
    fn mandatory_answer(&mut self, frame: Frame) -> Flow {
        let player = Player::of_bit(frame.data::<WindowFrame>().asked & ASKED);
        let chosen = self.answer();
        let choice = chosen
            .and_then(|action| self.duel.choice_of(self.game, player, Moment::MustAnswer, action));
        match choice {
            Some(choice) => self.add_link(player, choice, WindowStep::AfterLink),
            None => next(WindowStep::AfterLink),
        }
    }

    #[inline(always)]
    fn close(&mut self) -> Flow {
        // Triggers of the hand that nobody used are given up.
        if self.duel.frame_data::<WindowFrame>().skip & skip::TRIGGERS == 0
            && !self.duel.pending().is_empty()
        {
            let game = self.game;
            self.duel.remove_pending(self.witness, |duel, _, waiting| {
                duel.is_open_hidden_trigger(game, waiting)
            });
        }
        if !self.duel.links().is_empty() {
            self.duel.set_flags(self.witness, flags::CHAINED);
            self.forget_intended_summons();
            let solve = Frame::new(SolveFrame::zeroed());
            return Flow::Call(solve, WindowStep::AfterChain as u8);
        }
        self.duel.age_batches(self.witness, batch_state::INSTANT, batch_state::PAST);
        self.duel.age_batches(self.witness, batch_state::POINT, batch_state::PAST);
        self.duel.drop_past_batches(self.witness);
        self.end_responses();
        Flow::Return
    }

    /// Makes an effect the next link of the Chain.
    #[inline(always)]
    pub(crate) fn add_link(
        &mut self,
        player: Player,
        choice: OpenChoice,
        then: WindowStep,
    ) -> Flow {
        let OpenChoice::Effect { card, effect, batch, pending } = choice else { return next(then) };
        if let Some(at) = usize::from(pending).checked_sub(1) {
            self.duel.remove_pending(self.witness, |_, other, _| other == at);
        }
        let link = LinkFrame { effect: effect.0, batch, ..Zeroable::zeroed() };
        Flow::Call(Frame::new(link).of(player).about(card), then as u8)
    }
}
