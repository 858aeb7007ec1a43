//! The turn: Draw, Standby, Main 1, Battle, Main 2, End (TU-00.1.i).

use bytemuck::Zeroable;

use super::Procedure;
use crate::chance::Chance;
use crate::decision::{Action, DecisionKind, Verb};
use crate::duel::{Flow, Run};
use crate::event::Event;
use crate::ids::{Handle, NO_CARD, Phase, Player, Pose, Seat, byte_enum};
use crate::marks::rule;
use crate::outcome::{Limit, Outcome};
use crate::state::{Ask, Frame, turn_bits};
use crate::witness::Witness;

byte_enum! {
    /// Where a turn is.
    enum Step {
        Begin,
        Draw,
        Standby,
        Main1,
        Idle,
        IdleAnswer,
        BattleStart,
        EnterBattle,
        Battle,
        BattleAnswer,
        BattleEnd,
        BattleEndThenTurn,
        Main2,
        Main2PassedThrough,
        End,
    }
}

const fn next(step: Step) -> Flow {
    Flow::Next(step as u8)
}

/// The step with which a turn goes on when a position is set up in this phase.
pub(crate) const fn step_of_phase(phase: Phase) -> u8 {
    (match phase {
        Phase::Setup => Step::Begin,
        Phase::Draw => Step::Draw,
        Phase::Battle => Step::Battle,
        Phase::End => Step::End,
        _ => Step::Idle,
    }) as u8
}

pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    match Step::from_byte(frame.step) {
        Step::Begin => run.begin_turn(),
        Step::Draw => run.draw_phase(),
        Step::Standby => {
            // It happens although nothing can be done in it.
            rule!("TU-00.1.ii");
            run.enter(Phase::Standby, Step::Main1)
        }
        Step::Main1 => run.enter(Phase::Main1, Step::Idle),
        Step::Idle => run.ask_turn_player(DecisionKind::Idle, Step::IdleAnswer),
        Step::IdleAnswer => run.idle_answer(),
        Step::BattleStart => {
            rule!("BA-4", "TU-03.1", "TU-04.1");
            run.enter(Phase::BattleStart, Step::EnterBattle)
        }
        Step::EnterBattle => {
            rule!("TU-04.3.i", "TU-04.3.ii", "TU-05.1");
            run.enter(Phase::Battle, Step::Battle)
        }
        Step::Battle => run.ask_turn_player(DecisionKind::Battle, Step::BattleAnswer),
        Step::BattleAnswer => run.battle_answer(),
        Step::BattleEnd => {
            rule!("BA-60", "TU-05.7");
            run.enter(Phase::BattleEnd, Step::Main2)
        }
        Step::BattleEndThenTurn => {
            rule!("BA-60", "TU-05.7");
            run.enter(Phase::BattleEnd, Step::Main2PassedThrough)
        }
        Step::Main2 => {
            rule!("BA-61", "TU-02.1");
            run.enter(Phase::Main2, Step::Idle)
        }
        Step::Main2PassedThrough => {
            // Main Phase 2 happens whenever the Battle Phase happened, even if nothing is done.
            rule!("TU-02.2.ii", "BA-61");
            run.enter(Phase::Main2, Step::End)
        }
        Step::End => run.end_phase(),
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    fn enter(&mut self, phase: Phase, then: Step) -> Flow {
        self.duel.set_phase(self.witness, phase);
        next(then)
    }

    fn begin_turn(&mut self) -> Flow {
        let turn = self.duel.turn();
        if turn >= self.game.rules.turn_cap {
            self.duel.end(self.witness, Outcome::Limit(Limit::Turns));
            return Flow::Over;
        }
        let player = if turn == 0 {
            Player::FIRST
        } else {
            // From the End Phase straight to the next Draw Phase: nothing happens between turns.
            rule!("TU-00.7", "BA-68", "BA-69");
            self.duel.turn_player().other()
        };
        self.duel.begin_turn(self.witness, player);
        next(Step::Draw)
    }

    fn draw_phase(&mut self) -> Flow {
        self.duel.set_phase(self.witness, Phase::Draw);
        let player = self.duel.turn_player();
        if self.duel.turn() == 1 && !self.game.rules.first_turn_draw {
            rule!("TU-01.2");
            return next(Step::Standby);
        }
        rule!("TU-01.1.i", "BA-68");
        if !self.draw(player, self.game.rules.draw) {
            // Not when the Deck becomes empty, but when a card should be drawn from it.
            rule!("BA-69");
            self.deck_out(Player::BOTH.map(|other| other == player));
            return Flow::Over;
        }
        next(Step::Standby)
    }

    fn ask_turn_player(&mut self, kind: DecisionKind, then: Step) -> Flow {
        rule!("TU-00.4");
        let player = self.duel.turn_player().0;
        Flow::Ask(Ask { kind: kind as u8, player, ..Ask::zeroed() }, then as u8)
    }

    fn idle_answer(&mut self) -> Flow {
        let player = self.duel.turn_player();
        let Some(action) = self.answer() else { return next(Step::Idle) };
        match action.verb() {
            Verb::Summon => self.call_summon(player, action, Pose::Attack),
            Verb::Set => self.call_summon(player, action, Pose::Set),
            Verb::Flip => self.flip_summon(player, action),
            Verb::Reposition => self.reposition(player, action),
            Verb::ToBattle => next(Step::BattleStart),
            _ => {
                if self.duel.phase() == Phase::Main1 {
                    rule!("BA-2", "TU-02.2.i", "TU-00.1.ii");
                }
                rule!("BA-66");
                next(Step::End)
            }
        }
    }

    /// Normal Summons and Sets leave from the hand and end at a zone: a procedure of their own.
    fn call_summon(&mut self, player: Player, action: Action, pose: Pose) -> Flow {
        rule!("SU-01.1", "SU-01.3", "SU-01.11", "TU-02.4");
        if self.duel.phase() == Phase::Main2 {
            rule!("BA-62");
        }
        let ordinal = action.ordinal().unwrap_or(0);
        let card = self.duel.hand(player)[usize::from(ordinal)];
        let frame = Frame {
            procedure: Procedure::NormalSummon as u8,
            by: player.0,
            card,
            stamp: self.duel.stamp(Handle(card)),
            b: pose as u8,
            ..Frame::zeroed()
        };
        Flow::Call(frame, Step::Idle as u8)
    }

    /// A face-down monster is turned to face-up Attack Position, where it is (SU-02.1, SU-02.2).
    fn flip_summon(&mut self, player: Player, action: Action) -> Flow {
        let Some(card) = self.own_monster(player, action.seat()) else { return next(Step::Idle) };
        rule!("SU-02.1", "SU-02.2", "SU-02.6", "BP-25.iii", "CT-01.8b.ii", "MO-3", "MO-46");
        self.witness.event(self.duel, Event::FlipSummoning { card });
        self.duel.set_pose(self.witness, card, Pose::Attack);
        // It is a manual change, so there is no second one this turn (SU-02.3, SU-02.4).
        self.duel.add_turn_bits(self.witness, card, turn_bits::REPOSITIONED);
        self.witness.event(self.duel, Event::FlipSummoned { card });
        next(Step::Idle)
    }

    fn reposition(&mut self, player: Player, action: Action) -> Flow {
        let Some(card) = self.own_monster(player, action.seat()) else { return next(Step::Idle) };
        rule!("BP-22", "BP-23.i", "CT-01.8a.i", "MO-1");
        rule!("BP-1", "DF-8", "CT-01.8");
        let pose = if self.duel.pose(card) == Pose::Attack {
            rule!("BP-25.i", "MO-4", "CT-01.8a.ii");
            Pose::Defense
        } else {
            rule!("BP-25.ii", "MO-3", "CT-01.8b.i");
            Pose::Attack
        };
        self.duel.set_pose(self.witness, card, pose);
        self.duel.add_turn_bits(self.witness, card, turn_bits::REPOSITIONED);
        next(Step::Idle)
    }

    pub(crate) fn own_monster(&self, player: Player, seat: Option<Seat>) -> Option<Handle> {
        self.duel.monster(player, seat?)
    }

    fn battle_answer(&mut self) -> Flow {
        let player = self.duel.turn_player();
        let Some(action) = self.answer() else { return next(Step::Battle) };
        match action.verb() {
            Verb::Attack => {
                rule!("BA-5", "TU-05.2");
                let attacker = self.own_monster(player, action.seat());
                let target = action.target().and_then(|at| self.duel.monster(player.other(), at));
                let frame = Frame {
                    procedure: Procedure::Attack as u8,
                    by: player.0,
                    card: attacker.map_or(NO_CARD, |card| card.0),
                    a: target.map_or(NO_CARD, |card| card.0),
                    ..Frame::zeroed()
                };
                Flow::Call(frame, Step::Battle as u8)
            }
            Verb::ToMain2 => {
                rule!("BA-10");
                next(Step::BattleEnd)
            }
            _ => {
                rule!("BA-10");
                next(Step::BattleEndThenTurn)
            }
        }
    }

    fn end_phase(&mut self) -> Flow {
        rule!("TU-00.1.i");
        self.duel.set_phase(self.witness, Phase::End);
        let player = self.duel.turn_player();
        let limit = usize::from(self.game.rules.hand_limit);
        let surplus = self.duel.hand(player).len().saturating_sub(limit);
        if surplus == 0 {
            return next(Step::Begin);
        }
        rule!("DF-70.i", "BA-67");
        let frame = Frame {
            procedure: Procedure::HandLimit as u8,
            by: player.0,
            a: surplus as u8,
            card: NO_CARD,
            ..Frame::zeroed()
        };
        Flow::Call(frame, Step::Begin as u8)
    }
}
