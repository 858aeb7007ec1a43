//! The turn: Draw, Standby, Main 1, Battle, Main 2, End (TU-00.1.i).

use bytemuck::Zeroable;

use super::{flip_summon, gemini_summon, own_summon, spell_set, summon};
use crate::chance::Chance;
use crate::decision::{Action, DecisionKind, Verb};
use crate::event::Event;
use crate::ids::{
    BattlePosition, CardId, Location, MonsterZone, NO_CARD, Phase, Player, byte_enum,
};
use crate::legal::Moment;
use crate::marks::{rule, rule_if};
use crate::outcome::{Limit, Outcome};
use crate::run::{Flow, Run};
use crate::state::{
    Ask, CardSet, Ctx, Flag, Frame, NO_LINK, ProgramFrame, TurnFrame, batch_state, flags, skip,
    traits, turn_bits, when,
};
use crate::witness::Witness;
use duelfish_script::{EffectId, ModKind, Until, event_bit, kind};

byte_enum! {
    /// Where a turn is: the places at which it waits for somebody or something. Between them it
    /// goes on without a stop.
    enum TurnStep {
        Begin,
        Draw,
        NormalDraw,
        AfterDraw,
        EndOfDraw,
        StandbyCheck,
        EndOfStandby,
        Idle,
        IdleAnswer,
        AfterUse,
        LeaveMain,
        SkipMain2,
        BattleStartCheck,
        EnterBattle,
        Battle,
        BattleAnswer,
        AfterUseInBattle,
        LeaveBattle,
        EndOfBattle,
        End,
        EndCheck,
        HandLimit,
        AfterHandLimit,
        TurnEnds,
    }
}

/// Where [`TurnFrame::leads_to`] says that the turn player goes: to the Battle Phase or Main Phase 2, or to the End Phase.
const TO_NEXT: u8 = 1;
const TO_END: u8 = 2;

const fn next(step: TurnStep) -> Flow {
    Flow::Next(step as u8)
}

/// The frame of a turn, at the bottom of all others, which begins with this step.
pub(crate) fn frame(step: u8) -> Frame {
    Frame::new(TurnFrame::zeroed()).at_step(step)
}

/// The step with which a turn goes on when a position is set up in this phase.
pub(crate) const fn step_of_phase(phase: Phase) -> u8 {
    (match phase {
        Phase::Setup => TurnStep::Begin,
        Phase::Draw => TurnStep::Draw,
        Phase::Battle => TurnStep::Battle,
        Phase::End => TurnStep::End,
        _ => TurnStep::Idle,
    }) as u8
}

pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    match TurnStep::from_byte(frame.step()) {
        TurnStep::Begin => run.begin_turn(),
        TurnStep::Draw => run.draw_phase(),
        TurnStep::NormalDraw => run.normal_draw(),
        TurnStep::AfterDraw => run.after_draw(),
        TurnStep::EndOfDraw => run.end_of_draw(),
        TurnStep::StandbyCheck => run.check_standby(),
        TurnStep::EndOfStandby => run.end_of_standby(),
        TurnStep::Idle => run.main_phase(),
        TurnStep::IdleAnswer => run.idle_answer(),
        TurnStep::AfterUse => run.after_use(TurnStep::Idle),
        TurnStep::LeaveMain => run.leave_main(frame.data::<TurnFrame>().leads_to),
        TurnStep::SkipMain2 => run.want_to_leave(TO_END, TurnStep::LeaveMain),
        TurnStep::BattleStartCheck => run.check_battle_start(),
        TurnStep::EnterBattle => run.enter_battle(),
        TurnStep::Battle => run.ask_in_battle(),
        TurnStep::BattleAnswer => run.battle_answer(),
        TurnStep::AfterUseInBattle => run.after_use(TurnStep::Battle),
        TurnStep::LeaveBattle => run.leave_battle(frame.data::<TurnFrame>().leads_to),
        TurnStep::EndOfBattle => run.end_of_battle(frame.data::<TurnFrame>().leads_to),
        TurnStep::End => run.end_phase(),
        TurnStep::EndCheck => run.check_end(),
        TurnStep::HandLimit => run.hand_limit(),
        TurnStep::AfterHandLimit => {
            run.duel.set_flags(run.witness, flags::HAND_ADJUSTED);
            run.window(0, TurnStep::EndCheck as u8)
        }
        TurnStep::TurnEnds => run.end_turn(),
    }
}

/// The way through the phases. In a duel without effects nothing can happen between two phases, so
/// that each of these goes straight on.
impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// The Draw Phase is checked once the draw was answered.
    #[inline(never)]
    fn after_draw(&mut self) -> Flow {
        self.check_phase(TurnStep::EndOfDraw as u8).unwrap_or_else(|| self.end_of_draw())
    }

    #[inline(never)]
    fn end_of_draw(&mut self) -> Flow {
        // Effects that lasted until the end of a phase are over with it.
        if self.adjust() {
            return Flow::Over;
        }
        // The Standby Phase happens although nothing can be done in it.
        rule!("TU-00.1.ii");
        self.enter_with_window(Phase::Standby, TurnStep::StandbyCheck)
            .unwrap_or_else(|| self.check_standby())
    }

    #[inline(never)]
    fn check_standby(&mut self) -> Flow {
        self.check_phase(TurnStep::EndOfStandby as u8).unwrap_or_else(|| self.end_of_standby())
    }

    #[inline(never)]
    fn end_of_standby(&mut self) -> Flow {
        let player = self.duel.turn_player();
        self.duel.expire_of(self.witness, Until::OwnStandby, player);
        if self.adjust() {
            return Flow::Over;
        }
        self.enter_main1()
    }

    #[inline(always)]
    fn enter_main1(&mut self) -> Flow {
        self.enter(Phase::Main1);
        self.ask_turn_player(DecisionKind::Idle, TurnStep::IdleAnswer)
    }

    #[inline(always)]
    fn begin_battle_phase(&mut self) -> Flow {
        rule!("BA-12");
        rule!("BA-4", "TU-03.1", "TU-04.1");
        self.plan_second_battle();
        self.duel.update_frame(self.witness, |turn: &mut TurnFrame| turn.had_battle = Flag::ON);
        let player = self.duel.turn_player();
        if self.skips_battle(player) {
            // It ends as it begins, and so does the turn: what would be conducted twice is skipped.
            self.duel.set_phase(self.witness, Phase::BattleStart);
            self.duel.expire(self.witness, Until::EndOfBattle);
            if self.adjust() {
                return Flow::Over;
            }
            self.forget_second_battle();
            return self.end_phase();
        }
        if self.is_plain() {
            self.enter(Phase::BattleStart);
            return self.enter_battle();
        }
        self.enter_with_window(Phase::BattleStart, TurnStep::BattleStartCheck)
            .unwrap_or_else(|| self.check_battle_start())
    }

    /// Whether a player skips the Battle Phase that begins. A modifier for the next one is used up by that (FACT-E22).
    fn skips_battle(&mut self, player: Player) -> bool {
        let kind = ModKind::SkipsBattle;
        if !self.duel.has_mod(kind) {
            return false;
        }
        let later = Until::NextTurn as u8;
        let skips = self
            .duel
            .mods_on_player(self.game.cards, kind, player)
            .any(|m| m.until != later || self.duel.is_of_earlier_turn(m));
        self.duel.expire_on(self.witness, Until::NextBattle, player);
        skips
    }

    #[inline(never)]
    fn check_battle_start(&mut self) -> Flow {
        rule!("TU-04.2");
        self.check_phase(TurnStep::EnterBattle as u8).unwrap_or_else(|| self.enter_battle())
    }

    #[inline(always)]
    fn enter_battle(&mut self) -> Flow {
        rule!("TU-04.3.i", "TU-04.3.ii", "TU-05.1");
        self.enter(Phase::Battle);
        self.ask_in_battle()
    }

    /// Asks the turn player in the Battle Step. If an effect has ended the Battle Phase, only its End
    /// Step follows.
    fn ask_in_battle(&mut self) -> Flow {
        let player = self.duel.turn_player();
        if self.duel.player_has(self.game.cards, ModKind::NoBattlePhase, player) {
            self.leads_to(TO_NEXT);
            return self.end_battle_phase(TO_NEXT);
        }
        self.ask_turn_player(DecisionKind::Battle, TurnStep::BattleAnswer)
    }

    #[inline(never)]
    fn leave_battle(&mut self, to: u8) -> Flow {
        if self.was_chained() {
            return next(TurnStep::Battle);
        }
        self.end_battle_phase(to)
    }

    #[inline(always)]
    fn end_battle_phase(&mut self, to: u8) -> Flow {
        rule!("BA-60", "TU-05.7");
        rule!("BA-11");
        self.duel.set_phase(self.witness, Phase::BattleEnd);
        if self.is_plain() {
            return self.enter_main2(to);
        }
        self.check_phase(TurnStep::EndOfBattle as u8).unwrap_or_else(|| self.end_of_battle(to))
    }

    #[inline(never)]
    fn end_of_battle(&mut self, to: u8) -> Flow {
        self.duel.expire(self.witness, Until::EndOfBattle);
        if self.adjust() {
            return Flow::Over;
        }
        if self.begins_second_battle() { self.begin_battle_phase() } else { self.enter_main2(to) }
    }

    /// Main Phase 2 happens whenever the Battle Phase happened, even if nothing is done, if the rules
    /// have one.
    #[inline(always)]
    fn enter_main2(&mut self, to: u8) -> Flow {
        if !self.game.rules.main_phase_2 {
            return self.end_phase();
        }
        if to == TO_END {
            rule!("TU-02.2.ii", "BA-61");
            // The opponent may still respond before it ends.
            let window = self.enter_with_window(Phase::Main2, TurnStep::SkipMain2);
            return window.unwrap_or_else(|| self.want_to_leave(TO_END, TurnStep::LeaveMain));
        }
        rule!("BA-61", "TU-02.1");
        self.enter_with_window(Phase::Main2, TurnStep::Idle)
            .unwrap_or_else(|| self.ask_turn_player(DecisionKind::Idle, TurnStep::IdleAnswer))
    }

    #[inline(always)]
    fn end_phase(&mut self) -> Flow {
        rule!("TU-00.1.i");
        if self.is_plain() {
            self.duel.set_phase(self.witness, Phase::End);
            return self.hand_limit();
        }
        self.enter_with_window(Phase::End, TurnStep::EndCheck).unwrap_or_else(|| self.check_end())
    }

    /// The End Phase is checked before the hand limit and again after it.
    #[inline(never)]
    fn check_end(&mut self) -> Flow {
        self.check_phase(TurnStep::HandLimit as u8).unwrap_or_else(|| self.hand_limit())
    }

    #[inline(always)]
    fn enter(&mut self, phase: Phase) {
        self.duel.set_phase(self.witness, phase);
        if !self.is_plain() && !self.duel.pending().is_empty() {
            // A trigger that nobody could use at the end of the last phase is never used (TIME-4.1).
            self.duel.remove_pending(self.witness, |_, _, _| true);
        }
    }

    /// Enters a phase in which triggers that came with the change may be used at once; says what
    /// happens if there are any.
    #[inline(always)]
    fn enter_with_window(&mut self, phase: Phase, then: TurnStep) -> Option<Flow> {
        self.duel.set_phase(self.witness, phase);
        if self.is_plain() {
            return None;
        }
        let player = self.duel.turn_player().number();
        self.raise(event_bit::PHASE_BEGAN, player, 0, CardSet::EMPTY);
        self.duel.refresh(self.witness, self.game.cards);
        let waits = !self.duel.pending().is_empty();
        waits.then(|| self.window(0, then as u8))
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    #[inline(never)]
    fn after_use(&mut self, then: TurnStep) -> Flow {
        if self.adjust() { Flow::Over } else { self.window(0, then as u8) }
    }

    /// Whether the window before a phase would have ended led to a Chain: then it goes on (TIME-4.3).
    fn was_chained(&mut self) -> bool {
        let chained = self.duel.has_flag(flags::CHAINED);
        self.duel.clear_flags(self.witness, flags::CHAINED);
        chained
    }

    #[inline(never)]
    fn leave_main(&mut self, to: u8) -> Flow {
        if self.was_chained() {
            return next(TurnStep::Idle);
        }
        if self.adjust() {
            return Flow::Over;
        }
        if to == TO_NEXT { self.begin_battle_phase() } else { self.end_phase() }
    }

    /// Notes where the turn player wants to go.
    fn leads_to(&mut self, to: u8) {
        self.duel.update_frame(self.witness, |turn: &mut TurnFrame| turn.leads_to = to);
    }

    /// The turn player wants to go on; the opponent may respond first.
    #[inline(always)]
    fn want_to_leave(&mut self, to: u8, then: TurnStep) -> Flow {
        if self.is_plain() {
            return match (then, to) {
                (TurnStep::LeaveMain, TO_NEXT) => self.begin_battle_phase(),
                (TurnStep::LeaveMain, _) => self.end_phase(),
                (_, to) => self.end_battle_phase(to),
            };
        }
        self.leads_to(to);
        rule!("TU-00.2");
        self.opponent_may_respond(then as u8)
    }

    /// Whether no card of this duel has an effect, so that nobody could ever respond.
    #[inline(always)]
    fn is_plain(&self) -> bool {
        !self.duel.has_trait(traits::EFFECTS)
    }

    #[inline(never)]
    fn begin_turn(&mut self) -> Flow {
        let turn = self.duel.turn();
        if turn >= self.game.rules.turn_cap {
            self.duel.end(self.witness, Outcome::Limit(Limit::Turns));
            return Flow::Over;
        }
        let player = if turn == 0 {
            // Events on a table that was laid before the duel trigger nothing in it.
            self.duel.remove_pending(self.witness, |_, _, _| true);
            Player::FIRST
        } else {
            // From the End Phase straight to the next Draw Phase: nothing happens between turns.
            rule!("TU-00.7", "BA-68", "BA-69");
            self.duel.turn_player().other()
        };
        self.duel.begin_turn(self.witness, player);
        if self.duel.frame_data::<TurnFrame>().had_battle.is_on() {
            self.duel.update_frame(self.witness, |turn: &mut TurnFrame| {
                turn.had_battle = false.into();
            });
        }
        self.draw_phase()
    }

    fn draw_phase(&mut self) -> Flow {
        let player = self.duel.turn_player();
        if self.duel.player_has(self.game.cards, ModKind::SkipsDraw, player) {
            rule!("TU-00.6");
            return self.end_of_draw();
        }
        self.duel.set_phase(self.witness, Phase::Draw);
        if self.duel.hears(event_bit::PHASE_BEGAN) {
            // Effects that may replace the draw are asked before it; nobody responds freely here.
            self.raise(event_bit::PHASE_BEGAN, player.number(), 0, CardSet::EMPTY);
            if !self.duel.pending().is_empty() {
                return self.window(skip::FREE, TurnStep::NormalDraw as u8);
            }
        }
        self.normal_draw()
    }

    #[inline(always)]
    fn normal_draw(&mut self) -> Flow {
        let player = self.duel.turn_player();
        if self.duel.player_has(self.game.cards, ModKind::NoNormalDraw, player) {
            return self.after_draw();
        }
        if self.duel.turn() == 1 && !self.game.rules.first_turn_draw {
            rule!("TU-01.2");
            return if self.is_plain() { self.pass_standby() } else { self.after_draw() };
        }
        rule!("TU-01.1.i", "BA-68");
        let before = self.duel.hand(player).len();
        if !self.draw(player, self.game.rules.draw) {
            // Not when the Deck becomes empty, but when a card should be drawn from it.
            rule!("BA-69");
            if !self.game.rules.late_deck_out || !self.duel.has_trait(traits::EFFECTS) {
                self.deck_out(Player::BOTH.map(|other| other == player));
                return Flow::Over;
            }
            self.duel.set_flags(self.witness, flags::SHORT << player.number());
        }
        if self.is_plain() {
            return self.pass_standby();
        }
        rule!("TU-01.1.ii");
        self.raise_draw(player, before);
        if self.duel.has_flag(flags::SHORT << player.number()) {
            return Flow::Call(super::window::frame(0), TurnStep::AfterDraw as u8);
        }
        self.window_or(0, TurnStep::AfterDraw as u8, Self::after_draw)
    }

    /// In a duel without effects nothing can be done between the draw and Main Phase 1.
    #[inline(always)]
    fn pass_standby(&mut self) -> Flow {
        rule!("TU-00.1.ii");
        self.duel.set_phase(self.witness, Phase::Standby);
        self.enter_main1()
    }

    fn ask_turn_player(&mut self, kind: DecisionKind, then: TurnStep) -> Flow {
        rule!("TU-00.4");
        Flow::Ask(Ask::of(kind, self.duel.turn_player()), then as u8)
    }

    /// The turn player is asked, unless the phase is skipped.
    fn main_phase(&mut self) -> Flow {
        let kind = ModKind::SkipsMain;
        if self.duel.has_mod(kind)
            && self.duel.player_has(self.game.cards, kind, self.duel.turn_player())
        {
            rule!("TU-00.1.ii");
            return self.leave_main(TO_END);
        }
        self.ask_turn_player(DecisionKind::Idle, TurnStep::IdleAnswer)
    }

    fn idle_answer(&mut self) -> Flow {
        let player = self.duel.turn_player();
        let Some(action) = self.answer() else { return next(TurnStep::Idle) };
        let acts = matches!(
            action.verb(),
            Verb::Summon
                | Verb::GeminiSummon
                | Verb::Set
                | Verb::SpecialSummon
                | Verb::Flip
                | Verb::Reposition
        );
        if acts {
            self.duel.note_act(self.witness);
        }
        match action.verb() {
            Verb::Summon => self.call_summon(player, action, BattlePosition::Attack),
            Verb::Set => self.call_set(player, action),
            Verb::SpecialSummon => {
                let (card, way) = match self.duel.pointed(action) {
                    Some((_, card)) => {
                        (card, self.duel.effect_of(self.game.cards, card, action.effect()))
                    }
                    None => {
                        let card = self.card_of_hand(player, action);
                        (card, self.duel.way_to_summon(self.game, player, card))
                    }
                };
                match way {
                    Some(way) if self.duel.location(card) == Location::Pendulum => {
                        let cost = self.game.cards.scripts().effect(way).cost;
                        let frame = ProgramFrame::begin(self.duel, cost, player, card, NO_LINK);
                        Flow::Call(frame, TurnStep::Idle as u8)
                    }
                    Some(way) => {
                        let frame = own_summon::frame(self.duel, player, card, way, false);
                        Flow::Call(frame, TurnStep::Idle as u8)
                    }
                    None => next(TurnStep::Idle),
                }
            }
            Verb::Flip => self.flip_summon(player, action),
            Verb::GeminiSummon => {
                let zone = action.monster_zone().unwrap_or(MonsterZone(0));
                match self.duel.monster(player, zone) {
                    Some(card) => {
                        Flow::Call(gemini_summon::frame(player, card, 0), TurnStep::Idle as u8)
                    }
                    None => next(TurnStep::Idle),
                }
            }
            Verb::Reposition => self.reposition(player, action),
            Verb::Activate | Verb::Use => {
                self.begin_activation(Moment::Main, TurnStep::Idle as u8, TurnStep::AfterUse as u8)
            }
            Verb::ToBattle => self.want_to_leave(TO_NEXT, TurnStep::LeaveMain),
            _ => {
                rule_if!(self.duel.phase() == Phase::Main1, "BA-2", "TU-02.2.i", "TU-00.1.ii");
                rule!("BA-66");
                self.want_to_leave(TO_END, TurnStep::LeaveMain)
            }
        }
    }

    /// Normal Summons and Sets leave from the hand and end at a zone: a procedure of their own.
    fn call_summon(&mut self, player: Player, action: Action, position: BattlePosition) -> Flow {
        rule!("SU-01.1", "SU-01.3", "SU-01.11", "TU-02.4");
        rule_if!(self.duel.phase() == Phase::Main2, "BA-62");
        let card = self.card_of_hand(player, action);
        Flow::Call(summon::frame(self.duel, player, card, position, 0), TurnStep::Idle as u8)
    }

    fn card_of_hand(&self, player: Player, action: Action) -> CardId {
        let ordinal = action.ordinal().unwrap_or(0);
        CardId(self.duel.hand(player)[usize::from(ordinal)])
    }

    /// A monster is Set as by a Normal Summon, a Spell or Trap in a zone of its own kind.
    #[inline(never)]
    fn call_set(&mut self, player: Player, action: Action) -> Flow {
        let card = self.card_of_hand(player, action);
        if self.duel.facts(self.game, card).is(kind::MONSTER) && !action.is_set_as_spell() {
            return self.call_summon(player, action, BattlePosition::Set);
        }
        rule_if!(self.duel.phase() == Phase::Main2, "BA-62");
        Flow::Call(spell_set::by_hand(player, card), TurnStep::Idle as u8)
    }

    /// A face-down monster is turned to face-up Attack Position, where it is (SU-02.1, SU-02.2).
    fn flip_summon(&mut self, player: Player, action: Action) -> Flow {
        let Some(card) = self.own_monster(player, action.monster_zone()) else {
            return next(TurnStep::Idle);
        };
        rule!("SU-02.1", "SU-02.2", "SU-02.6", "BP-25.iii", "CT-01.8b.ii", "MO-3", "MO-46");
        // Also one that was played face-up before, and turned face-down since.
        rule!("MO-48");
        if self.duel.has_trait(traits::EFFECTS) {
            // It is a manual change, also if it is negated (TIME-3.2).
            self.duel.add_turn_bits(self.witness, card, turn_bits::REPOSITIONED);
            return Flow::Call(flip_summon::frame(player, card), TurnStep::Idle as u8);
        }
        self.witness.event(self.duel, Event::FlipSummoning { card });
        self.duel.set_position(self.witness, card, BattlePosition::Attack);
        // It is a manual change, so there is no second one this turn (SU-02.3, SU-02.4).
        self.duel.add_turn_bits(self.witness, card, turn_bits::REPOSITIONED);
        self.witness.event(self.duel, Event::FlipSummoned { card });
        self.ask_turn_player(DecisionKind::Idle, TurnStep::IdleAnswer)
    }

    fn reposition(&mut self, player: Player, action: Action) -> Flow {
        let Some(card) = self.own_monster(player, action.monster_zone()) else {
            return next(TurnStep::Idle);
        };
        rule!("BP-22", "BP-23.i", "CT-01.8a.i", "MO-1");
        rule!("BP-1", "DF-8", "CT-01.8");
        let position = if self.duel.position(card) == BattlePosition::Attack {
            rule!("BP-25.i", "MO-4", "CT-01.8a.ii");
            BattlePosition::Defense
        } else {
            rule!("BP-25.ii", "MO-3", "CT-01.8b.i");
            BattlePosition::Attack
        };
        self.duel.set_position(self.witness, card, position);
        self.duel.add_turn_bits(self.witness, card, turn_bits::REPOSITIONED);
        let one = CardSet::EMPTY.with(card.0);
        let (to_defense, to_attack) = if position == BattlePosition::Defense {
            (one, CardSet::EMPTY)
        } else {
            (CardSet::EMPTY, one)
        };
        self.raise_turned(one, to_defense, to_attack);
        self.window_or(0, TurnStep::Idle as u8, |run| {
            run.ask_turn_player(DecisionKind::Idle, TurnStep::IdleAnswer)
        })
    }

    pub(crate) fn own_monster(&self, player: Player, zone: Option<MonsterZone>) -> Option<CardId> {
        self.duel.monster(player, zone?)
    }

    fn battle_answer(&mut self) -> Flow {
        let player = self.duel.turn_player();
        let Some(action) = self.answer() else { return next(TurnStep::Battle) };
        match action.verb() {
            Verb::Attack => {
                rule!("BA-5", "TU-05.2");
                let attacker = self.own_monster(player, action.monster_zone());
                let target = action.target().and_then(|at| self.duel.monster(player.other(), at));
                let attacker = attacker.unwrap_or(CardId(NO_CARD));
                let frame = super::battle::frame(player, attacker, target);
                Flow::Call(frame, TurnStep::Battle as u8)
            }
            Verb::Activate | Verb::Use => {
                let after = TurnStep::AfterUseInBattle as u8;
                self.begin_activation(Moment::Battle, TurnStep::Battle as u8, after)
            }
            Verb::ToMain2 => {
                rule!("BA-10");
                self.want_to_leave(TO_NEXT, TurnStep::LeaveBattle)
            }
            _ => {
                rule!("BA-10");
                self.want_to_leave(TO_END, TurnStep::LeaveBattle)
            }
        }
    }

    fn hand_limit(&mut self) -> Flow {
        let player = self.duel.turn_player();
        let limit = usize::from(self.game.rules.hand_limit);
        let surplus = self.duel.hand(player).len().saturating_sub(limit);
        if surplus == 0 {
            return if self.is_plain() { self.begin_turn() } else { self.end_turn() };
        }
        rule!("DF-70.i", "BA-67");
        let frame = super::hand_limit::frame(player, surplus as u8);
        let then = if self.duel.has_trait(traits::EFFECTS) {
            TurnStep::AfterHandLimit
        } else {
            TurnStep::Begin
        };
        Flow::Call(frame, then as u8)
    }

    /// The uses that effects allowed for this turn are over, and so are the plans for it.
    fn forget_plans(&mut self) {
        let (turn_player, scripts) = (self.duel.turn_player(), self.game.cards.scripts());
        let turn = self.duel.turn();
        self.duel.remove_delayed(self.witness, |_, delayed| {
            let on = scripts.effect(EffectId(delayed.program)).on;
            let ctx = Ctx::of_card(Player::of_bit(delayed.player), CardId(NO_CARD));
            let over = ctx.is_among(on.sides, turn_player) && !delayed.waits_in(turn);
            match delayed.when {
                when::ALLOWED => true,
                when::LASTING => delayed.number <= i32::from(turn),
                _ => over,
            }
        });
    }

    /// Ends the turn: all that lasted until then is over at once.
    #[inline(never)]
    fn end_turn(&mut self) -> Flow {
        if self.duel.has_trait(traits::EFFECTS) {
            rule!("TU-00.3.i");
            self.duel.expire(self.witness, Until::EndOfTurn);
            self.duel.expire(self.witness, Until::EndOfTurnAnyway);
            self.duel.expire(self.witness, Until::EndOfTurnHere);
            self.duel.expire_next_turn(self.witness, self.duel.turn_player());
            self.duel.expire(self.witness, Until::EndOfCalculationOrTurn);
            self.duel.count_end_phase(self.witness);
            self.forget_plans();
            if self.adjust() || self.count_down() {
                return Flow::Over;
            }
            self.duel.remove_pending(self.witness, |_, _, _| true);
            self.duel.age_batches(self.witness, batch_state::INSTANT, batch_state::PAST);
            self.duel.drop_past_batches(self.witness);
        }
        self.begin_turn()
    }
}
