//! The menu of a phase: effects of the phase, control that ends, and responses, all in one for each
//! player, the turn player first, until both pass (TIME-4.2).

use bytemuck::Zeroable;

use super::{control, window};
use crate::chance::Chance;
use crate::decision::Verb;
use crate::ids::{CardId, Phase, Player, byte_enum};
use crate::legal::ready::{limit_key, limit_player};
use crate::legal::{Moment, OpenChoice};
use crate::marks::rule;
use crate::run::{Flow, Run};
use crate::state::{Ask, Frame, Modifier, NO_LINK, PhaseCheckFrame, ProgramFrame, flags, traits};
use crate::witness::Witness;
use duelfish_script::{ModKind, Until};

byte_enum! {
    /// Where it is.
    enum PhaseCheckStep {
        Ask,
        Answer,
        AfterAction,
        End,
    }
}

/// Bits of [`PhaseCheckFrame::asked`]: the other player is asked, and the one before has passed.
const OTHER: u8 = 1;
const PASSED: u8 = 2;

const fn next(step: PhaseCheckStep) -> Flow {
    Flow::Next(step as u8)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    match PhaseCheckStep::from_byte(frame.step()) {
        PhaseCheckStep::Ask => run.ask_phase(frame),
        PhaseCheckStep::Answer => run.phase_answer(frame),
        PhaseCheckStep::AfterAction => {
            // A player without Life Points after an action without a Chain loses only when the
            // phase ends, so that the other player's actions still come.
            if Player::BOTH.into_iter().any(|player| run.duel.lp(player) <= 0) {
                return next(PhaseCheckStep::Ask);
            }
            // A monster that changes sides goes over once a link is made, or the phase has brought all else.
            if run.duel.is_control_due() {
                return if run.adjust() { Flow::Over } else { next(PhaseCheckStep::Ask) };
            }
            if run.adjust() { Flow::Over } else { run.window(0, PhaseCheckStep::Ask as u8) }
        }
        PhaseCheckStep::End => {
            if run.adjust() {
                return Flow::Over;
            }
            run.end_phase_check()
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Checks what the present phase brings; if it brings anything, says what happens, after which
    /// it goes on with `then`.
    #[inline]
    pub(crate) fn check_phase(&mut self, then: u8) -> Option<Flow> {
        if !self.duel.has_trait(traits::EFFECTS) {
            return None;
        }
        if !self.phase_brings_anything() {
            if !self.duel.has_flag(flags::HAND_ADJUSTED) {
                for player in Player::BOTH {
                    self.duel.note_no_response(self.witness, player);
                }
            }
            return None;
        }
        let frame = Frame::new(PhaseCheckFrame::zeroed());
        Some(Flow::Call(frame, then))
    }

    #[inline(never)]
    fn phase_brings_anything(&self) -> bool {
        let special = self.duel.phase_has_effects(true)
            || self.duel.phase_has_effects(false)
            || self.duel.has_mod(ModKind::Control)
            || !self.duel.delayed().is_empty();
        Player::BOTH.into_iter().any(|player| {
            (special || self.duel.may_respond(self.game, player))
                && self.duel.has_choice(self.game, player, Moment::Phase)
        })
    }

    fn ask_phase(&mut self, frame: Frame) -> Flow {
        rule!("TU-00.2");
        let turn_player = self.duel.turn_player();
        if self.duel.phase() == Phase::Draw
            && self.duel.player_has(self.game.cards, ModKind::SkipsDraw, turn_player)
        {
            // A Draw Phase that is to be skipped since an effect of this phase ends at once (FACT-W6).
            return Flow::Return;
        }
        let player = self.phase_player(frame);
        let (mut found, mut first) = (0, None);
        self.duel.each_choice(self.game, player, Moment::Phase, &mut |_, choice| {
            found += 1;
            first.get_or_insert(choice);
            // More than one is all that matters.
            found < 2
        });
        match (found, first) {
            (0, _) | (_, None) => self.pass_phase(frame),
            // A single return of control or planned action happens without a question.
            (
                1,
                Some(
                    choice @ (OpenChoice::GiveBack(_)
                    | OpenChoice::Planned(_)
                    | OpenChoice::Act { .. }),
                ),
            ) => self.act_in_phase(player, choice),
            (_, Some(first)) => {
                // Only what need not be done can be let pass.
                let must = match first {
                    OpenChoice::Effect { effect, .. } => {
                        self.game.cards.scripts().effect(effect).must
                    }
                    OpenChoice::Act { .. } | OpenChoice::GiveBack(_) | OpenChoice::Planned(_) => {
                        true
                    }
                    OpenChoice::Use(_) => false,
                };
                let ask = Ask::respond(player, Moment::Phase as u8);
                Flow::Ask(ask.with_several(found > 1 || !must), PhaseCheckStep::Answer as u8)
            }
        }
    }

    fn phase_player(&self, frame: Frame) -> Player {
        let turn_player = self.duel.turn_player();
        if frame.data::<PhaseCheckFrame>().asked & OTHER == 0 {
            turn_player
        } else {
            turn_player.other()
        }
    }

    fn phase_answer(&mut self, frame: Frame) -> Flow {
        let player = self.phase_player(frame);
        let Some(action) = self.answer().filter(|action| action.verb() != Verb::Pass) else {
            return self.pass_phase(frame);
        };
        match self.duel.choice_of(self.game, player, Moment::Phase, action) {
            Some(choice) => self.act_in_phase(player, choice),
            None => self.pass_phase(frame),
        }
    }

    /// Somebody acts, so that both players have to pass again.
    fn unpass(&mut self) {
        self.duel.update_frame(self.witness, |check: &mut PhaseCheckFrame| check.asked &= OTHER);
    }

    fn act_in_phase(&mut self, player: Player, choice: OpenChoice) -> Flow {
        self.unpass();
        match choice {
            // Effects of a phase never share a Chain (TIME-4.2.3).
            OpenChoice::Effect { card, effect, batch, .. } => Flow::Call(
                window::opening_with(player, card, effect, batch),
                PhaseCheckStep::Ask as u8,
            ),
            OpenChoice::Act { card, effect } => {
                let row = self.game.cards.scripts().effect(effect);
                if let Some((group, _)) = limit_key(card, row) {
                    self.duel.count_use(self.witness, group, limit_player(group, player));
                }
                let frame = ProgramFrame::begin(self.duel, row.body, player, card, NO_LINK);
                Flow::Call(frame, PhaseCheckStep::AfterAction as u8)
            }
            OpenChoice::GiveBack(card) => {
                rule!("TU-00.3.ii");
                let before = self.end_control(card);
                Flow::Call(
                    control::give_to(self.duel, card, before),
                    PhaseCheckStep::AfterAction as u8,
                )
            }
            OpenChoice::Use(at) | OpenChoice::Planned(at) => {
                self.use_allowed(at, PhaseCheckStep::AfterAction as u8)
            }
        }
    }

    /// Ends the control over a monster that lasts until this phase; says who gets it.
    fn end_control(&mut self, card: CardId) -> Player {
        let of_card = |m: &&Modifier| m.is(ModKind::Control) && m.target == card.0;
        let first = self.duel.mods().iter().find(of_card).map(|m| Player::of_bit(m.value as u8));
        let before = first.unwrap_or_else(|| self.duel.owner(card));
        self.duel.remove_mods(self.witness, |m| of_card(&m) && m.until == Until::EndPhase as u8);
        self.duel.remember_whose(self.witness, card, before);
        self.duel.controller_by_effects(card).unwrap_or(before)
    }

    /// Monsters whose control an effect of the phase has changed go over, and nobody responds to that.
    fn end_phase_check(&mut self) -> Flow {
        match self.adjust_control() {
            Some(going_over) => Flow::Call(going_over, PhaseCheckStep::End as u8),
            None => Flow::Return,
        }
    }

    fn pass_phase(&mut self, frame: Frame) -> Flow {
        let asked = frame.data::<PhaseCheckFrame>().asked;
        if asked & PASSED != 0 {
            return self.end_phase_check();
        }
        let other = (asked & OTHER) ^ OTHER | PASSED;
        self.duel.update_frame(self.witness, |check: &mut PhaseCheckFrame| check.asked = other);
        next(PhaseCheckStep::Ask)
    }
}
