//! An attack: declaration, Damage Step, battle destruction at its moment.

use bytemuck::Zeroable;

use super::moves::NOBODY;
use super::window;
use crate::chance::Chance;
use crate::decision::{DecisionKind, Verb};
use crate::duel::{Flow, Run};
use crate::effects::{ModKind, Until, event_bit};
use crate::event::{Cause, Event};
use crate::ids::{Handle, NO_CARD, Phase, Place, Player, Pose, Seat, byte_enum};
use crate::legal::{Choice, Moment};
use crate::marks::rule;
use crate::state::{
    ATTACK_FIELD, Ask, Attack, CardSet, Frame, flags, status_bits, traits, turn_bits,
};
use crate::witness::Witness;

byte_enum! {
    /// Where an attack is: the places at which it waits for somebody. `frame.card` is the attacker,
    /// `frame.a` the target or `NO_CARD`; `frame.b` is 1 while the attack is made again after the
    /// opponent's monsters changed.
    enum Step {
        Declare,
        AfterFirstWindow,
        OfferTurnPlayer,
        OfferTurnPlayerAnswer,
        OfferOther,
        OfferOtherAnswer,
        AfterSecondWindow,
        ReplayAnswer,
        FlipTarget,
        EnterCalculation,
        AfterCalculationWindow,
        SendToGrave,
        Close,
    }
}

/// Bits of `Attack::doomed`.
const ATTACKER: u8 = 1;
const TARGET: u8 = 2;

pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    match Step::from_byte(frame.step) {
        Step::Declare => run.declare_attack(frame.a, frame.b != 0),
        Step::AfterFirstWindow => run.after_first_window(),
        Step::OfferTurnPlayer => run.offer_turn_player(),
        Step::OfferTurnPlayerAnswer => {
            let player = run.duel.turn_player();
            run.allowed_answer(player, Step::OfferTurnPlayer, Run::offer_other)
        }
        Step::OfferOther => run.offer_other(),
        Step::OfferOtherAnswer => {
            let player = run.duel.turn_player().other();
            run.allowed_answer(player, Step::OfferOther, Run::second_window)
        }
        Step::AfterSecondWindow => run.after_declaration(),
        Step::ReplayAnswer => run.replay_answer(),
        Step::FlipTarget => run.flip_target(),
        Step::EnterCalculation => run.enter_calculation(),
        Step::AfterCalculationWindow => run.after_calculation_window(),
        Step::SendToGrave => run.bury_the_destroyed(),
        Step::Close => run.leave_damage_step(),
    }
}

/// What the numbers of a battle come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Verdict {
    /// Loss of the attacking player.
    attacker_loses: i32,
    /// Loss of the other player.
    defender_loses: i32,
    /// See [`ATTACKER`] and [`TARGET`].
    doomed: u8,
}

/// The damage table (BA-32 to BA-47) for an attacker with `atk` against a target that fights with
/// `against`.
fn judge(atk: i32, against: i32, target_attacks: bool, zero_tie_destroys: bool) -> Verdict {
    let difference = atk - against;
    if target_attacks {
        rule!("BA-32", "BA-50", "BP-6");
        match difference {
            1.. => {
                rule!("BA-33", "BA-34");
                Verdict { defender_loses: difference, doomed: TARGET, ..Verdict::default() }
            }
            0 if atk == 0 && !zero_tie_destroys => {
                // Two monsters with 0 ATK have nothing to destroy each other with.
                rule!("BA-35");
                Verdict::default()
            }
            0 => {
                rule!("BA-35", "BA-36");
                Verdict { doomed: ATTACKER | TARGET, ..Verdict::default() }
            }
            _ => {
                rule!("BA-37", "BA-38");
                Verdict { attacker_loses: -difference, doomed: ATTACKER, ..Verdict::default() }
            }
        }
    } else {
        rule!("BA-39", "BP-9");
        match difference {
            1.. => {
                rule!("BA-40", "BA-41");
                Verdict { doomed: TARGET, ..Verdict::default() }
            }
            0 => {
                rule!("BA-42", "BA-43");
                Verdict::default()
            }
            _ => {
                rule!("BA-44", "BA-45");
                Verdict { attacker_loses: -difference, ..Verdict::default() }
            }
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Declares the attack at a target, or a direct one, for the first time or again.
    fn declare_attack(&mut self, at: u8, again: bool) -> Flow {
        let (attacker, target) = (Handle(self.duel.frame().card), target_of(at));
        let attack = Attack {
            attacker: attacker.0,
            target: at,
            attacker_stamp: self.duel.stamp(attacker),
            target_stamp: target.map_or(0, |card| self.duel.stamp(card)),
            ..Attack::zeroed()
        };
        rule!("CT-01.6");
        self.duel.set_attack(self.witness, attack);
        self.duel.add_turn_bits(self.witness, attacker, turn_bits::ATTACKED);
        self.witness.event(self.duel, Event::AttackDeclared { attacker, target });
        if !self.duel.has_trait(traits::EFFECTS) {
            return self.enter_damage_step();
        }
        // A replay compares the opponent's monsters with those of this moment (5.4).
        self.duel.clear_flags(self.witness, flags::ROLLBACK);
        let turn_player = self.duel.turn_player();
        let opponent = turn_player.other();
        let field: CardSet = self.duel.monsters(opponent).map(|(_, card)| card.0).collect();
        self.duel.write_stamped_set(self.witness, ATTACK_FIELD, field);
        if let Some(target) = target {
            let one = CardSet::EMPTY.with(target.0);
            self.raise(event_bit::ATTACKED, opponent.0, 0, one);
        }
        if !again {
            let one = CardSet::EMPTY.with(attacker.0);
            rule!("TU-05.4");
            self.raise(event_bit::ATTACK, turn_player.0, 0, one);
        }
        rule!("BA-6", "BA-49");
        if again {
            rule!("TU-05.5a.ii");
        }
        self.window_or(0, Step::AfterFirstWindow as u8, Self::after_first_window)
    }

    #[inline(never)]
    fn after_first_window(&mut self) -> Flow {
        if self.settle() {
            return Flow::Over;
        }
        // The second window is left out once the attack can't go on as it was declared.
        let stopped = self.attack_is_off() || self.duel.has_flag(flags::ROLLBACK);
        if stopped { self.after_declaration() } else { self.offer_turn_player() }
    }

    /// Between the two windows of a declaration what effects allowed for this turn may be used.
    #[inline(never)]
    fn offer_turn_player(&mut self) -> Flow {
        let player = self.duel.turn_player();
        self.offer_allowed(player, Step::OfferTurnPlayerAnswer)
            .unwrap_or_else(|| self.offer_other())
    }

    #[inline(never)]
    fn offer_other(&mut self) -> Flow {
        let player = self.duel.turn_player().other();
        self.offer_allowed(player, Step::OfferOtherAnswer).unwrap_or_else(|| self.second_window())
    }

    fn offer_allowed(&self, player: Player, answer: Step) -> Option<Flow> {
        let any = !self.duel.delayed().is_empty()
            && self.duel.has_choice(self.game, player, Moment::Allowed);
        any.then(|| Flow::Ask(window::respond(player, Moment::Allowed), answer as u8))
    }

    #[inline(never)]
    fn second_window(&mut self) -> Flow {
        self.window_or(0, Step::AfterSecondWindow as u8, Self::after_declaration)
    }

    #[inline(never)]
    fn allowed_answer(
        &mut self,
        player: Player,
        again: Step,
        then: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        let action = self.answer().filter(|action| action.verb() == Verb::Use);
        let choice = action
            .and_then(|action| self.duel.choice_of(self.game, player, Moment::Allowed, action));
        match choice {
            Some(Choice::Use(at)) => self.use_allowed(at, again as u8),
            _ => then(self),
        }
    }

    /// Whether the attack ends, is made again, or goes on to the Damage Step.
    #[inline(never)]
    fn after_declaration(&mut self) -> Flow {
        if self.settle() {
            return Flow::Over;
        }
        if self.attack_is_off() {
            self.close_attack();
            return Flow::Return;
        }
        if self.duel.has_flag(flags::ROLLBACK) {
            rule!("TU-05.5", "TU-05.5a.i", "BA-22", "BA-25");
            if self.duel.frame().b != 0 {
                rule!("TU-05.5b");
            }
            rule!("BA-21");
            let player = self.duel.turn_player().0;
            let ask = Ask { kind: DecisionKind::Replay as u8, player, ..Ask::zeroed() };
            return Flow::Ask(ask, Step::ReplayAnswer as u8);
        }
        self.enter_damage_step()
    }

    #[inline(never)]
    fn replay_answer(&mut self) -> Flow {
        let opponent = self.duel.turn_player().other();
        match self.answer() {
            Some(action) if action.verb() == Verb::Attack => {
                let target = action.target().and_then(|seat| self.duel.monster(opponent, seat));
                let target = target.map_or(NO_CARD, |card| card.0);
                rule!("BA-26");
                self.duel.set_frame_numbers(self.witness, target, 1);
                self.declare_attack(target, true)
            }
            _ => {
                rule!("BA-23", "BA-26");
                self.close_attack();
                Flow::Return
            }
        }
    }

    /// The attack is over, however it ended.
    fn close_attack(&mut self) {
        self.duel.clear_attack(self.witness);
        if self.duel.has_trait(traits::EFFECTS) {
            self.duel.write_stamped_set(self.witness, ATTACK_FIELD, CardSet::EMPTY);
            let battle = flags::CALCULATED | flags::CALCULATION;
            self.duel.clear_flags(self.witness, battle);
            self.duel.expire(self.witness, Until::EndOfDamage);
        }
    }

    fn enter_damage_step(&mut self) -> Flow {
        rule!("TU-03.1", "TU-03.2", "TU-05.6", "TU-06.1", "BA-16");
        self.duel.set_phase(self.witness, Phase::Damage);
        self.witness.event(self.duel, Event::DamageStepBegan);
        self.window_or(0, Step::FlipTarget as u8, Self::flip_target)
    }

    /// Whether the battle can't be fought to its end any more.
    fn is_stopped(&mut self) -> bool {
        self.duel.has_trait(traits::EFFECTS) && (self.settle() || self.attack_is_off())
    }

    /// An attacked face-down monster is turned face-up before damage is calculated.
    fn flip_target(&mut self) -> Flow {
        if self.is_stopped() {
            return self.end_damage_step();
        }
        if let Some(card) = target_of(self.duel.attack().target)
            && self.duel.pose(card) == Pose::Set
        {
            rule!("MO-49", "MO-51.i", "MO-44");
            rule!("BP-15", "MO-6", "BA-51");
            self.turn_monster(card, Pose::Defense);
        }
        if !self.duel.has_trait(traits::EFFECTS) {
            self.duel.refresh(self.witness, self.game.cards);
            return self.calculate();
        }
        self.settle();
        self.window_or(0, Step::EnterCalculation as u8, Self::enter_calculation)
    }

    #[inline(never)]
    fn enter_calculation(&mut self) -> Flow {
        if self.is_stopped() {
            return self.end_damage_step();
        }
        self.duel.set_flags(self.witness, flags::CALCULATION);
        self.window_or(0, Step::AfterCalculationWindow as u8, Self::after_calculation_window)
    }

    #[inline(never)]
    fn after_calculation_window(&mut self) -> Flow {
        if self.is_stopped() {
            self.duel.clear_flags(self.witness, flags::CALCULATION);
            return self.end_damage_step();
        }
        self.calculate()
    }

    fn calculate(&mut self) -> Flow {
        let mut attack = self.duel.attack();
        let attacker = Handle(attack.attacker);
        let target = target_of(attack.target);
        let by = self.duel.controller(attacker);
        let atk = self.fighting_values(attacker).0;
        let mut verdict = match target {
            None => {
                rule!("BA-46");
                Verdict { defender_loses: atk, ..Verdict::default() }
            }
            Some(card) => {
                let attacks = self.duel.pose(card) == Pose::Attack;
                let values = self.fighting_values(card);
                let against = if attacks { values.0 } else { values.1 };
                judge(atk, against, attacks, self.game.rules.zero_atk_tie_destroys)
            }
        };
        for (bit, card) in [(ATTACKER, Some(attacker)), (TARGET, target)] {
            if card.is_some_and(|card| self.duel.monster_has(ModKind::SurvivesBattle, card)) {
                verdict.doomed &= !bit;
            }
        }
        attack.doomed = verdict.doomed;
        self.duel.set_attack(self.witness, attack);
        let event = Event::Battled {
            attacker,
            target,
            attacker_destroyed: verdict.doomed & ATTACKER != 0,
            target_destroyed: verdict.doomed & TARGET != 0,
        };
        self.witness.event(self.duel, event);
        // Life Points change before anything leaves the field, player 1's first (BA-53).
        rule!("BA-53", "BA-27", "BA-7");
        for player in Player::BOTH {
            let amount = if player == by { verdict.attacker_loses } else { verdict.defender_loses };
            if amount > 0 && !self.duel.player_has(ModKind::NoBattleDamage, player) {
                self.change_lp(player, -amount);
                self.witness.event(self.duel, Event::BattleDamage { player, amount });
                self.raise(event_bit::DAMAGED, player.0, amount, CardSet::EMPTY);
                rule!("BA-56");
                self.raise(event_bit::BATTLE_DAMAGED, player.0, amount, CardSet::EMPTY);
            }
        }
        if self.check_life_points() {
            return Flow::Over;
        }
        if !self.duel.has_trait(traits::EFFECTS) {
            return self.bury_the_destroyed();
        }
        self.duel.clear_flags(self.witness, flags::CALCULATION);
        self.after_calculation()
    }

    /// What battle destroyed is marked and stays until the end of the Damage Step; flip effects of
    /// this battle and what answers it come now (5.5).
    #[inline(never)]
    fn after_calculation(&mut self) -> Flow {
        let attack = self.duel.attack();
        for (bit, card) in [(ATTACKER, attack.attacker), (TARGET, attack.target)] {
            if attack.doomed & bit != 0 {
                self.duel.set_status(self.witness, Handle(card), status_bits::DOOMED, true);
            }
        }
        rule!("BA-8", "BA-54", "MO-50", "MO-51.iii");
        self.duel.set_flags(self.witness, flags::CALCULATED);
        self.duel.release_held(self.witness);
        let fighters = [attack.attacker, attack.target].into_iter().filter(|card| *card != NO_CARD);
        rule!("BA-56");
        self.raise(event_bit::BATTLED, NOBODY, 0, fighters.collect());
        self.window_or(0, Step::SendToGrave as u8, Self::bury_the_destroyed)
    }

    /// Monsters destroyed by battle leave at the end of the Damage Step, the turn player's first.
    fn bury_the_destroyed(&mut self) -> Flow {
        let attack = self.duel.attack();
        if !self.duel.has_trait(traits::EFFECTS) {
            for (bit, card) in [(ATTACKER, attack.attacker), (TARGET, attack.target)] {
                if attack.doomed & bit != 0 {
                    rule!("BA-57", "BA-28", "DF-46");
                    self.bury(Handle(card), Cause::Battle);
                }
            }
            return self.leave_damage_step();
        }
        let doomed = [attack.attacker, attack.target].into_iter().filter(|card| {
            *card != NO_CARD && self.duel.has_status(Handle(*card), status_bits::DOOMED)
        });
        let doomed: CardSet = doomed.collect();
        if doomed != CardSet::EMPTY {
            rule!("BA-57", "BA-28", "DF-46");
            rule!("MO-51.ii");
            self.send(doomed, Place::Grave, Cause::Battle);
            self.raise(event_bit::BATTLE_DESTROYED, NOBODY, 0, doomed);
            self.raise(event_bit::DESTROYED, NOBODY, 0, doomed);
            self.duel.refresh(self.witness, self.game.cards);
        }
        self.end_damage_step()
    }

    /// The last window of the Damage Step: after its first Chain only triggers and answers to
    /// what happened.
    #[inline(never)]
    fn end_damage_step(&mut self) -> Flow {
        if self.settle() {
            return Flow::Over;
        }
        self.duel.set_flags(self.witness, flags::CALCULATED);
        self.duel.release_held(self.witness);
        rule!("BA-58");
        self.window_or(window::SKIP_NEW, Step::Close as u8, Self::leave_damage_step)
    }

    fn leave_damage_step(&mut self) -> Flow {
        rule!("BA-16", "BA-31", "BA-48", "BA-59", "TU-05.1");
        self.close_attack();
        self.duel.resume_phase(self.witness, Phase::Battle);
        self.witness.event(self.duel, Event::DamageStepEnded);
        let effects = self.duel.has_trait(traits::EFFECTS);
        if effects && self.settle() { Flow::Over } else { Flow::Return }
    }

    /// Current ATK and DEF of a monster on the field.
    fn fighting_values(&self, card: Handle) -> (i32, i32) {
        let player = self.duel.controller(card);
        let values = self.duel.derived(player, Seat(self.duel.seat(card)));
        (values.atk, values.def)
    }
}

fn target_of(card: u8) -> Option<Handle> {
    (card != NO_CARD).then_some(Handle(card))
}
