//! An attack: declaration, Damage Step, battle destruction at its moment.

use bytemuck::Zeroable;

use super::raise::NOBODY;
use crate::chance::Chance;
use crate::decision::{DecisionKind, Verb};
use crate::event::{Cause, Event};
use crate::ids::{
    BattlePosition, CardId, Location, MonsterZone, NO_CARD, Phase, Player, byte_enum,
};
use crate::legal::{Moment, OpenChoice};
use crate::marks::{rule, rule_if};
use crate::run::{Flow, Run};
use crate::state::{
    Ask, Attack, AttackFrame, Batch, CardSet, Ctx, Duel, Flag, Frame, ModValue, Modifier,
    ModifierDraft, PER_BATTLE, SetSlot, fighter, flags, limit_of_saved_monsters,
    limit_of_survived_battles, skip, status_bits, traits, turn_bits,
};
use crate::witness::Witness;
use duelfish_script::{DeckEnd, Events, KindSet, ModKind, Scope, SetRef, Until, by_bit, event_bit};

byte_enum! {
    /// Where an attack is: the places at which it waits for somebody.
    pub(super) enum AttackStep {
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
        SpareAnswer,
        Mark,
        Battled,
        SendToGrave,
        Buried,
        Close,
    }
}

/// A frame in which a monster attacks another one, or the player.
pub(super) fn frame(player: Player, attacker: CardId, target: Option<CardId>) -> Frame {
    let target = target.map_or(NO_CARD, |card| card.0);
    Frame::new(AttackFrame { target, ..Zeroable::zeroed() }).of(player).about(attacker)
}

pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    match AttackStep::from_byte(frame.step()) {
        AttackStep::Declare => {
            let AttackFrame { target, again, .. } = frame.data();
            run.declare_attack(target, again.is_on())
        }
        AttackStep::AfterFirstWindow => run.after_first_window(),
        AttackStep::OfferTurnPlayer => run.offer_turn_player(),
        AttackStep::OfferTurnPlayerAnswer => {
            let player = run.duel.turn_player();
            run.allowed_answer(player, AttackStep::OfferTurnPlayer, Run::offer_other)
        }
        AttackStep::OfferOther => run.offer_other(),
        AttackStep::OfferOtherAnswer => {
            let player = run.duel.turn_player().other();
            run.allowed_answer(player, AttackStep::OfferOther, Run::second_window)
        }
        AttackStep::AfterSecondWindow => run.after_declaration(),
        AttackStep::ReplayAnswer => run.replay_answer(),
        AttackStep::FlipTarget => run.flip_target(),
        AttackStep::EnterCalculation => run.enter_calculation(),
        AttackStep::AfterCalculationWindow => run.after_calculation_window(),
        AttackStep::SpareAnswer => run.spare_answer(frame),
        AttackStep::Mark => run.mark_what_is_left(),
        AttackStep::Battled => run.battled(),
        AttackStep::SendToGrave => run.bury_the_destroyed(),
        AttackStep::Buried => {
            let destroyed = run.duel.set(SetSlot::TO_DESTROY);
            run.duel.write_stamped_set(run.witness, SetSlot::TO_DESTROY, CardSet::EMPTY);
            run.tell_of_the_destroyed(destroyed)
        }
        AttackStep::Close => run.leave_damage_step(),
    }
}

/// The outcome of a battle by its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BattleVerdict {
    /// Loss of the attacking player.
    pub(super) attacker_loses: i32,
    /// Loss of the other player.
    pub(super) defender_loses: i32,
    /// The monsters that are destroyed, as bits of [`fighter`].
    destroyed: u8,
    /// By how much the attack exceeds the DEF of a monster in Defense Position: what piercing
    /// damage is made of.
    pub(super) beyond: i32,
}

/// The damage table (BA-32 to BA-47) for an attacker with `atk` against a target that fights with
/// `against`.
fn judge(atk: i32, against: i32, target_attacks: bool, zero_tie_destroys: bool) -> BattleVerdict {
    let difference = atk - against;
    if target_attacks {
        rule!("BA-32", "BA-50", "BP-6");
        match difference {
            1.. => {
                rule!("BA-33", "BA-34");
                BattleVerdict {
                    defender_loses: difference,
                    destroyed: fighter::TARGET,
                    ..BattleVerdict::default()
                }
            }
            0 if atk == 0 && !zero_tie_destroys => {
                // Two monsters with 0 ATK have nothing to destroy each other with.
                rule!("BA-35");
                BattleVerdict::default()
            }
            0 => {
                rule!("BA-35", "BA-36");
                BattleVerdict { destroyed: fighter::BOTH, ..BattleVerdict::default() }
            }
            _ => {
                rule!("BA-37", "BA-38");
                BattleVerdict {
                    attacker_loses: -difference,
                    destroyed: fighter::ATTACKER,
                    ..BattleVerdict::default()
                }
            }
        }
    } else {
        rule!("BA-39", "BP-9");
        match difference {
            1.. => {
                rule!("BA-40", "BA-41");
                BattleVerdict {
                    destroyed: fighter::TARGET,
                    beyond: difference,
                    ..BattleVerdict::default()
                }
            }
            0 => {
                rule!("BA-42", "BA-43");
                BattleVerdict::default()
            }
            _ => {
                rule!("BA-44", "BA-45");
                BattleVerdict { attacker_loses: -difference, ..BattleVerdict::default() }
            }
        }
    }
}

/// The mark of an attack at a target, or of a direct one.
fn attack_mark_of(duel: &Duel, target: Option<CardId>) -> i32 {
    target.map_or(i32::from(NO_CARD), |card| duel.instance(card))
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Declares the attack at a target, or a direct one, for the first time or again.
    fn declare_attack(&mut self, at: u8, again: bool) -> Flow {
        let (attacker, target) = (self.duel.frame().card(), target_of(at));
        let target_stamp = target.map_or(0, |card| self.duel.stamp(card));
        let attack = Attack::new(attacker.0, self.duel.stamp(attacker), at, target_stamp);
        rule!("CT-01.6");
        self.duel.set_attack(self.witness, attack);
        if !again {
            let fee = self.duel.attack_fee(self.game.cards, attacker);
            if fee > 0 {
                self.pay(self.duel.turn_player(), fee);
            }
            self.mark_attack(attacker, target);
            self.end_row_of_attacks(Some(attacker));
        } else {
            self.mark_other_target(attacker, target);
        }
        self.duel.add_turn_bits(self.witness, attacker, turn_bits::ATTACKED);
        self.witness.event(self.duel, Event::AttackDeclared { attacker, target });
        if !self.duel.has_trait(traits::EFFECTS) {
            return self.enter_damage_step();
        }
        let turn_player = self.duel.turn_player();
        let opponent = turn_player.other();
        self.remember_attacked_field(opponent);
        if let Some(target) = target {
            let one = CardSet::EMPTY.with(target.0);
            self.raise(event_bit::ATTACKED, opponent.number(), 0, one);
        }
        if !again {
            let one = CardSet::EMPTY.with(attacker.0);
            rule!("TU-05.4");
            self.raise(event_bit::ATTACK, turn_player.number(), 0, one);
            self.negate_as_announced(opponent);
        }
        rule!("BA-6", "BA-49");
        rule_if!(again, "TU-05.5a.ii");
        self.window_or(0, AttackStep::AfterFirstWindow as u8, Self::after_first_window)
    }

    /// An effect negates the next attack that is declared against a player: it is used up by this one, even if
    /// the attacker is unaffected by it. Several such effects are all used up by the same attack.
    fn negate_as_announced(&mut self, player: Player) {
        let Some(m) = self.duel.mod_on_player(self.game.cards, ModKind::NextAttackNegated, player)
        else {
            return;
        };
        let (given, ctx) = (*m, Ctx::of_card(self.duel.player_of(m), CardId(m.source)));
        if !self.duel.members(ctx, SetRef::Attacker).is_empty() {
            self.duel.cancel_attack(self.witness);
        }
        self.duel.remove_mods(self.witness, |m| {
            m.is(ModKind::NextAttackNegated) && m.player == given.player
        });
    }

    /// A replay compares the opponent's monsters with those of this moment (TIME-5.4).
    pub(super) fn remember_attacked_field(&mut self, opponent: Player) {
        self.duel.clear_flags(self.witness, flags::ROLLBACK);
        let field: CardSet = self.duel.monsters(opponent).map(|(_, card)| card.0).collect();
        self.duel.write_stamped_set(self.witness, SetSlot::ATTACK_FIELD, field);
    }

    /// Marks the attack where more than one is possible or a card asks for it, so that they can be counted and told apart.
    fn mark_attack(&mut self, attacker: CardId, target: Option<CardId>) {
        const SEVERAL: KindSet = KindSet::all(&[
            ModKind::ExtraAttacks,
            ModKind::ExtraMonsterAttacks,
            ModKind::AttacksAll,
            ModKind::AttacksAgain,
        ]);
        if !self.duel.has_any_mod(SEVERAL) && !self.duel.has_trait(traits::ASKS_OF_ATTACKS) {
            return;
        }
        let direct = attack_mark_of(self.duel, None);
        let unmarked = self.duel.turn_bits(attacker) & turn_bits::ATTACKED != 0
            && self.duel.attacks_made(attacker) == 1
            && !self.duel.has_mod(ModKind::HasAttacked);
        let mark = attack_mark_of(self.duel, target);
        for value in unmarked.then_some(direct).into_iter().chain([mark]) {
            let draft = ModifierDraft {
                kind: ModKind::HasAttacked,
                scope: Scope::Card,
                target: attacker.0,
                source: NO_CARD,
                player: self.duel.turn_player(),
                until: Until::EndOfTurn,
                value: ModValue::Fixed(value),
                reads: 0,
            };
            self.duel.add_mod(self.witness, draft.pack());
        }
    }

    /// In a replay it is the new target that is attacked; the one before was not (BA-26).
    fn mark_other_target(&mut self, attacker: CardId, target: Option<CardId>) {
        let is = |m: &Modifier| m.is(ModKind::HasAttacked) && m.target == attacker.0;
        if let Some(at) = self.duel.mods().iter().rposition(is) {
            let (mark, until) = (attack_mark_of(self.duel, target), self.duel.mods()[at].until);
            self.duel.set_mod_value(self.witness, at, mark, until);
        }
    }

    /// No monster can attack again in a row any more, but for this one.
    #[inline(always)]
    fn end_row_of_attacks(&mut self, but: Option<CardId>) {
        if self.duel.has_mod(ModKind::AttacksAgain) {
            let goes_on = |m: &Modifier| but.is_some_and(|card| m.target == card.0);
            self.duel.remove_mods(self.witness, |m| m.is(ModKind::AttacksAgain) && !goes_on(m));
        }
    }

    #[inline(never)]
    fn after_first_window(&mut self) -> Flow {
        if self.adjust() {
            return Flow::Over;
        }
        if self.duel.attack().was_fought() {
            self.end_calculation();
            return self.after_calculation();
        }
        // The second window is left out once the attack can't go on as it was declared.
        let stopped = self.attack_is_off() || self.duel.has_flag(flags::ROLLBACK);
        if stopped { self.after_declaration() } else { self.offer_turn_player() }
    }

    /// Between the two windows of a declaration what effects allowed for this turn may be used.
    #[inline(never)]
    fn offer_turn_player(&mut self) -> Flow {
        let player = self.duel.turn_player();
        self.offer_allowed(player, AttackStep::OfferTurnPlayerAnswer)
            .unwrap_or_else(|| self.offer_other())
    }

    #[inline(never)]
    fn offer_other(&mut self) -> Flow {
        let player = self.duel.turn_player().other();
        self.offer_allowed(player, AttackStep::OfferOtherAnswer)
            .unwrap_or_else(|| self.second_window())
    }

    fn offer_allowed(&self, player: Player, answer: AttackStep) -> Option<Flow> {
        let any = !self.duel.delayed().is_empty()
            && self.duel.has_choice(self.game, player, Moment::Allowed);
        any.then(|| Flow::Ask(Ask::respond(player, Moment::Allowed as u8), answer as u8))
    }

    #[inline(never)]
    fn second_window(&mut self) -> Flow {
        self.window_or(0, AttackStep::AfterSecondWindow as u8, Self::after_declaration)
    }

    #[inline(never)]
    fn allowed_answer(
        &mut self,
        player: Player,
        again: AttackStep,
        then: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        let action = self.answer().filter(|action| action.verb() == Verb::Use);
        let choice = action
            .and_then(|action| self.duel.choice_of(self.game, player, Moment::Allowed, action));
        match choice {
            Some(OpenChoice::Use(at)) => self.use_allowed(at, again as u8),
            _ => then(self),
        }
    }

    /// Whether the attack ends, is made again, or goes on to the Damage Step.
    #[inline(never)]
    fn after_declaration(&mut self) -> Flow {
        if self.adjust() {
            return Flow::Over;
        }
        if self.attack_is_off() {
            self.end_row_of_attacks(None);
            self.close_attack();
            return Flow::Return;
        }
        // An attack in a row can't be taken back: what allowed it would be lost.
        let in_a_row = self.duel.attacks_in_a_row(CardId(self.duel.attack().attacker));
        if self.duel.has_flag(flags::ROLLBACK)
            && self.game.rules.attacks_are_taken_back
            && !in_a_row
        {
            // Nobody is asked: the attack was never made, and its player goes on as before.
            rule!("BA-23");
            self.take_attack_back();
            return Flow::Return;
        }
        if self.duel.has_flag(flags::ROLLBACK) {
            rule!("TU-05.5", "TU-05.5a.i", "BA-22", "BA-25");
            rule_if!(self.duel.frame_data::<AttackFrame>().again.is_on(), "TU-05.5b");
            rule!("BA-21");
            let ask = Ask::of(DecisionKind::Replay, self.duel.turn_player());
            return Flow::Ask(ask, AttackStep::ReplayAnswer as u8);
        }
        self.enter_damage_step()
    }

    /// Forgets the attack that is being made, but not those that its monster made before.
    fn take_attack_back(&mut self) {
        let attacker = self.duel.attack().attacker;
        let is_mark = |m: &Modifier| m.is(ModKind::HasAttacked) && m.target == attacker;
        let marks = self.duel.mods().iter().filter(|m| is_mark(m));
        let last = marks.map(|mark| mark.stamp).max();
        self.duel.remove_mods(self.witness, |m| is_mark(m) && Some(m.stamp) == last);
        if !self.duel.mods().iter().any(is_mark) {
            self.duel.forget_attack(self.witness, CardId(attacker));
        }
        self.close_attack();
    }

    #[inline(never)]
    fn replay_answer(&mut self) -> Flow {
        let opponent = self.duel.turn_player().other();
        match self.answer() {
            Some(action) if action.verb() == Verb::Attack => {
                let target = action.target().and_then(|zone| self.duel.monster(opponent, zone));
                let target = target.map_or(NO_CARD, |card| card.0);
                rule!("BA-26");
                self.duel.update_frame(self.witness, |attack: &mut AttackFrame| {
                    (attack.target, attack.again) = (target, Flag::ON);
                });
                self.declare_attack(target, true)
            }
            _ => {
                rule!("BA-23", "BA-26");
                self.end_row_of_attacks(None);
                self.close_attack();
                Flow::Return
            }
        }
    }

    /// The attack that is being made goes on against another monster, if that can be attacked; says whether it does.
    pub(crate) fn redirect_attack(&mut self, target: CardId) -> bool {
        let attack = self.duel.attack();
        let attacker = CardId(attack.attacker);
        let able = !attack.is_off()
            && self.duel.stamp(attacker) == attack.attacker_stamp
            && self.duel.is_posed_to_attack(attacker)
            && self.duel.targets_of(self.game.cards, attacker).zones >> self.duel.zone(target) & 1
                == 1
            && self.duel.controller(target) != self.duel.controller(attacker);
        if !able {
            return false;
        }
        let target_stamp = self.duel.stamp(target);
        self.duel.set_attack(self.witness, attack.aimed_at(target.0, target_stamp));
        let opponent = self.duel.controller(target);
        self.remember_attacked_field(opponent);
        let declared = Event::AttackDeclared { attacker, target: Some(target) };
        self.witness.event(self.duel, declared);
        self.raise(event_bit::ATTACKED, opponent.number(), 0, CardSet::EMPTY.with(target.0));
        true
    }

    /// Damage is calculated at once, while an effect resolves; what else there is of the Damage Step follows when
    /// the Chain is over.
    pub(crate) fn fight_now(&mut self) {
        self.begin_fight();
        self.finish_fight();
    }

    pub(super) fn begin_fight(&mut self) {
        self.end_row_of_attacks(None);
        self.duel.set_phase(self.witness, Phase::Damage);
        self.witness.event(self.duel, Event::DamageStepBegan);
    }

    pub(super) fn finish_fight(&mut self) {
        let (verdict, losses) = self.strike();
        let attack = self.duel.attack();
        self.duel.set_attack(self.witness, attack.fought());
        self.hurt(verdict, losses);
        self.duel.set_flags(self.witness, flags::CALCULATED);
        // A player without Life Points loses before the effect has resolved.
        self.check_lost();
    }

    /// The attack is over, however it ended.
    fn close_attack(&mut self) {
        self.duel.clear_attack(self.witness);
        if self.duel.has_trait(traits::EFFECTS) {
            self.duel.write_stamped_set(self.witness, SetSlot::ATTACK_FIELD, CardSet::EMPTY);
            let battle = flags::CALCULATED | flags::CALCULATION;
            self.duel.clear_flags(self.witness, battle);
            self.duel.expire(self.witness, Until::EndOfDamage);
            self.duel.forget_uses_in(self.witness, PER_BATTLE);
        }
    }

    fn enter_damage_step(&mut self) -> Flow {
        rule!("TU-03.1", "TU-03.2", "TU-05.6", "TU-06.1", "BA-16");
        self.end_row_of_attacks(None);
        self.duel.set_phase(self.witness, Phase::Damage);
        self.witness.event(self.duel, Event::DamageStepBegan);
        self.raise_battle(event_bit::BATTLE_BEGAN);
        if self.game.rules.old_damage_step && self.duel.has_trait(traits::EFFECTS) {
            let triggered = !self.duel.pending().is_empty();
            self.duel.update_frame(self.witness, |attack: &mut AttackFrame| {
                attack.triggered = triggered.into();
            });
            if !triggered {
                return self.flip_target();
            }
        }
        self.damage_window(AttackStep::FlipTarget, Self::flip_target)
    }

    /// A window of the Damage Step.
    fn damage_window(&mut self, then: AttackStep, go_on: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let once = self.game.rules.one_chain_in_damage_step;
        let skip = if once { skip::NEW } else { 0 };
        self.window_or(skip, then as u8, go_on)
    }

    /// Says something of the monsters that fight.
    #[inline]
    fn raise_battle(&mut self, event: Events) {
        if self.duel.hears(event) {
            let attack = self.duel.attack();
            let fighters = [attack.attacker, attack.target].into_iter();
            let fighters = fighters.filter(|card| *card != NO_CARD).collect();
            self.raise(event, NOBODY, 0, fighters);
        }
    }

    /// Whether the battle can't be fought to its end any more.
    #[inline(always)]
    fn is_stopped(&mut self) -> bool {
        self.duel.has_trait(traits::EFFECTS) && (self.adjust() || self.attack_is_off())
    }

    /// An attacked face-down monster is turned face-up before damage is calculated.
    fn flip_target(&mut self) -> Flow {
        if self.is_stopped() {
            return self.end_without_calculation();
        }
        if let Some(card) = target_of(self.duel.attack().target)
            && self.duel.position(card) == BattlePosition::Set
        {
            rule!("MO-49", "MO-51.i", "MO-44");
            rule!("BP-15", "MO-6", "BA-51");
            self.turn_monster(card, BattlePosition::Defense);
        }
        if !self.duel.has_trait(traits::EFFECTS) {
            self.duel.refresh(self.witness, self.game.cards);
            return self.calculate();
        }
        self.raise_battle(event_bit::CONFIRMED);
        self.adjust();
        // Under the old rules the start took the place of this moment, unless something triggers.
        if self.game.rules.old_damage_step
            && self.duel.frame_data::<AttackFrame>().triggered.is_on()
            && self.duel.pending().is_empty()
        {
            return self.enter_calculation();
        }
        self.damage_window(AttackStep::EnterCalculation, Self::enter_calculation)
    }

    #[inline(never)]
    fn enter_calculation(&mut self) -> Flow {
        let stopped = self.is_stopped();
        if self.duel.attack().was_fought() {
            self.end_calculation();
            return self.after_calculation();
        }
        if stopped {
            return self.end_without_calculation();
        }
        self.duel.set_flags(self.witness, flags::CALCULATION);
        self.raise_battle(event_bit::CALCULATING);
        self.damage_window(AttackStep::AfterCalculationWindow, Self::after_calculation_window)
    }

    #[inline(never)]
    fn after_calculation_window(&mut self) -> Flow {
        if self.is_stopped() {
            self.duel.clear_flags(self.witness, flags::CALCULATION);
            self.end_calculation();
            return self.end_without_calculation();
        }
        self.calculate()
    }

    fn calculate(&mut self) -> Flow {
        let (verdict, losses) = self.strike();
        if self.duel.hears(event_bit::WOULD_BE_HURT) {
            return self.offer_to_spare();
        }
        self.deal_battle_damage(verdict, losses)
    }

    /// Damage is calculated: what it comes to, and what each player will lose.
    fn strike(&mut self) -> (BattleVerdict, [i32; 2]) {
        let attack = self.duel.attack();
        let attacker = CardId(attack.attacker);
        let target = target_of(attack.target);
        let mut verdict = self.duel.verdict(self.game.rules.zero_atk_tie_destroys);
        let losses = self.duel.losses(self.game.cards, verdict);
        for (bit, card) in [(fighter::ATTACKER, Some(attacker)), (fighter::TARGET, target)] {
            let other = if bit == fighter::ATTACKER { target } else { Some(attacker) };
            let survives = |card| {
                self.duel.monster_has(ModKind::SurvivesBattle, card)
                    || other.is_some_and(|other| self.survives_battle_with(card, other))
            };
            if card.is_some_and(survives) {
                verdict.destroyed &= !bit;
            }
        }
        self.duel.set_attack(self.witness, attack.with_fallen(verdict.destroyed));
        let event = Event::Battled {
            attacker,
            target,
            attacker_destroyed: verdict.destroyed & fighter::ATTACKER != 0,
            target_destroyed: verdict.destroyed & fighter::TARGET != 0,
        };
        self.witness.event(self.duel, event);
        (verdict, losses)
    }

    /// Modifiers until damage was calculated are over.
    fn end_calculation(&mut self) {
        self.duel.expire(self.witness, Until::EndOfCalculation);
        self.duel.expire(self.witness, Until::EndOfCalculationOrTurn);
    }

    /// The monsters of this battle have battled this turn.
    fn note_fighters(&mut self) {
        if !self.duel.has_trait(traits::ASKS_WHO_BATTLED) {
            return;
        }
        let attack = self.duel.attack();
        for fighter in [attack.attacker, attack.target] {
            if fighter != NO_CARD && self.duel.location(CardId(fighter)) == Location::Monster {
                self.duel.add_turn_bits(self.witness, CardId(fighter), turn_bits::BATTLED);
            }
        }
    }

    pub(super) fn deal_battle_damage(&mut self, verdict: BattleVerdict, losses: [i32; 2]) -> Flow {
        self.hurt(verdict, losses);
        if !self.duel.has_trait(traits::EFFECTS) {
            if self.check_life_points() {
                return Flow::Over;
            }
            return self.bury_the_destroyed();
        }
        self.duel.clear_flags(self.witness, flags::CALCULATION);
        self.note_fighters();
        self.end_calculation();
        if self.check_life_points() {
            return Flow::Over;
        }
        self.after_calculation()
    }

    /// Life Points change before anything leaves the field, player 1's first (BA-53).
    fn hurt(&mut self, verdict: BattleVerdict, losses: [i32; 2]) {
        rule!("BA-53", "BA-27", "BA-7");
        let doer = self.duel.doer_of_damage(verdict);
        for player in Player::BOTH {
            let amount = losses[player.index()];
            if amount > 0 {
                self.change_lp(player, -amount);
                self.witness.event(self.duel, Event::BattleDamage { player, amount });
                let own = self.duel.controller(doer) == player;
                let whose = player.number() | if own { Batch::OWN_DOING } else { 0 };
                self.raise(event_bit::DAMAGED, whose, amount, CardSet::EMPTY);
                rule!("BA-56");
                self.raise(event_bit::BATTLE_DAMAGED, whose, amount, CardSet::EMPTY);
                if !own {
                    self.raise_inflicted(player, amount, doer);
                }
            }
        }
    }

    /// Says which monster inflicted battle damage to its controller's opponent.
    fn raise_inflicted(&mut self, player: Player, amount: i32, doer: CardId) {
        let by = CardSet::EMPTY.with(doer.0);
        self.raise(event_bit::INFLICTED, player.other().number(), amount, by);
    }

    /// Monsters that battle destroyed are marked and stay until the end of the Damage Step. Flip
    /// effects of this battle and their answers come now, because they have waited for the
    /// calculation (TIME-5.5).
    #[inline(never)]
    fn after_calculation(&mut self) -> Flow {
        let attack = self.duel.attack();
        let mut dying = CardSet::EMPTY;
        for (bit, card, _) in attack.fighters() {
            if attack.has_fallen(bit)
                && !self.survives_this_time(CardId(card))
                && !self.has_substitute(CardId(card))
            {
                dying = dying.with(card);
            }
        }
        if self.may_be_replaced(dying, event_bit::WOULD_BE_DESTROYED, by_bit::BATTLE) {
            return Flow::Call(super::replace::by_battle(), AttackStep::Mark as u8);
        }
        self.mark_the_dying(dying)
    }

    /// Marks the monsters that are still to be destroyed when all was offered that could happen instead.
    #[inline(never)]
    fn mark_what_is_left(&mut self) -> Flow {
        let dying = self.duel.set(SetSlot::TO_DESTROY);
        self.duel.write_stamped_set(self.witness, SetSlot::TO_DESTROY, CardSet::EMPTY);
        self.mark_the_dying(dying)
    }

    fn mark_the_dying(&mut self, dying: CardSet) -> Flow {
        let attack = self.duel.attack();
        let mut banished = 0;
        for (bit, card, victor) in attack.fighters() {
            if card != NO_CARD && dying.has(card) {
                self.duel.set_status(
                    self.witness,
                    CardId(card),
                    status_bits::DESTROYED_BY_BATTLE,
                    true,
                );
                if self.duel.has_been_given(ModKind::BanishesByBattle, CardId(victor)) {
                    banished |= bit;
                }
                if victor != NO_CARD {
                    self.silence(CardId(card), CardId(victor));
                }
            }
        }
        if banished != 0 {
            self.duel.set_attack(self.witness, attack.with_banished(banished));
        }
        self.duel.set_flags(self.witness, flags::CALCULATED);
        self.unadjust();
        // Rules that waited for the calculation are enforced before anything answers the battle.
        if self.adjust() {
            return Flow::Over;
        }
        if self.game.rules.old_damage_step {
            return self.damage_window(AttackStep::Battled, Self::battled);
        }
        self.battled()
    }

    #[inline(never)]
    fn battled(&mut self) -> Flow {
        let attack = self.duel.attack();
        rule!("BA-8", "BA-54", "MO-50", "MO-51.iii");
        self.kill_the_once_targeted();
        self.duel.release_held(self.witness);
        let fighters = [attack.attacker, attack.target].into_iter().filter(|card| *card != NO_CARD);
        rule!("BA-56");
        self.raise(event_bit::BATTLED, NOBODY, 0, fighters.collect());
        self.damage_window(AttackStep::SendToGrave, Self::bury_the_destroyed)
    }

    /// Monsters that were targeted before damage was calculated die of it now (FACT-T8).
    fn kill_the_once_targeted(&mut self) {
        if !self.duel.has_mod(ModKind::IsTargeted) {
            return;
        }
        let duel = &*self.duel;
        let dying = duel.mods().iter().filter(|m| {
            m.is(ModKind::IsTargeted)
                && m.value == ModKind::DIES_LATER
                && duel.monster_has(ModKind::DiesWhenTargeted, CardId(m.target))
        });
        let dying = dying.map(|m| m.target).collect();
        self.destroy_by_themselves(dying);
    }

    /// Rules that waited for the end of damage calculation are enforced now (FACT-M23).
    fn unadjust(&mut self) {
        let kinds = [
            ModKind::DestroysItself,
            ModKind::SendsItself,
            ModKind::DiesWhenTargeted,
            ModKind::ForceDefense,
            ModKind::OneType,
            ModKind::OneAttribute,
            ModKind::OnlyOne,
            ModKind::OnlyOneOf,
            ModKind::OnlyOneOfAll,
        ];
        if kinds.iter().any(|kind| self.duel.has_mod(*kind)) {
            self.duel.set_flags(self.witness, flags::UNADJUSTED);
        }
    }

    /// Whether something saves a monster from battle that does so only some times each turn. This
    /// one counts among these (FACT-M2, FACT-M7).
    fn survives_this_time(&mut self, card: CardId) -> bool {
        let saved = self.is_saved_by_others(card) | self.survives_once(card);
        let times = ModKind::SurvivesBattleTimes;
        if !self.duel.monster_has(times, card) {
            return saved;
        }
        let values = self.duel.values_on_monster(self.game.cards, times, card);
        let times: i32 = values.map(|(_, value)| value).sum();
        let group = limit_of_survived_battles(card);
        let own = i32::from(self.duel.uses(group, Player::FIRST)) < times;
        if own {
            self.duel.count_use(self.witness, group, Player::FIRST);
        }
        saved || own
    }

    /// Whether cards that save some monsters each turn, whichever are first, save this one: all that still can
    /// do so (FACT-M7).
    fn is_saved_by_others(&mut self, card: CardId) -> bool {
        let kind = ModKind::FirstSurviveBattle;
        if !self.duel.has_mod(kind) {
            return false;
        }
        let saviors = self.duel.values_on_monster(self.game.cards, kind, card);
        let open = saviors.filter(|(m, times)| {
            let group = limit_of_saved_monsters(CardId(m.source));
            i32::from(self.duel.uses(group, Player::FIRST)) < *times
        });
        let open: CardSet = open.map(|(m, _)| m.source).collect();
        for savior in open.iter() {
            let group = limit_of_saved_monsters(CardId(savior));
            self.duel.count_use(self.witness, group, Player::FIRST);
        }
        !open.is_empty()
    }

    /// Whether a monster equipped to this one is destroyed by battle in its place: at once, by that
    /// effect (FACT-M3, FACT-M7).
    fn has_substitute(&mut self, card: CardId) -> bool {
        let mut equipped = self.duel.substitutes_of(card, true);
        if self.duel.monster_has(ModKind::EquipFallsInstead, card) {
            equipped = self.duel.equipped_to(card).iter().fold(equipped, CardSet::with);
        }
        if equipped.is_empty() {
            return false;
        }
        rule!("CT-02.15h");
        self.destroy(equipped);
        !equipped.is_empty()
    }

    /// Monsters destroyed by battle leave at the end of the Damage Step, the turn player's first.
    fn bury_the_destroyed(&mut self) -> Flow {
        let attack = self.duel.attack();
        if !self.duel.has_trait(traits::EFFECTS) {
            for (bit, card, _) in attack.fighters() {
                if attack.has_fallen(bit) {
                    rule!("BA-57", "BA-28", "DF-46");
                    self.bury(CardId(card), Cause::Battle);
                }
            }
            return self.leave_damage_step();
        }
        let destroyed = [attack.attacker, attack.target].into_iter().filter(|card| {
            *card != NO_CARD
                && self.duel.has_status(CardId(*card), status_bits::DESTROYED_BY_BATTLE)
        });
        let destroyed = self.shuffle_into_decks(destroyed.collect());
        if destroyed.is_empty() {
            return self.end_damage_step();
        }
        rule!("BA-57", "BA-28", "DF-46");
        rule!("MO-51.ii");
        if self.duel.has_equips() && self.duel.hears(event_bit::SENT_TO_GRAVE) {
            self.duel.note_fallen_hosts(self.witness, destroyed);
        }
        if self.may_any_stay(destroyed) {
            return Flow::Call(super::stay::frame(true), AttackStep::Buried as u8);
        }
        self.send(destroyed, Location::Grave, Cause::Battle);
        self.tell_of_the_destroyed(destroyed)
    }

    /// Monsters that battle has destroyed are shuffled into Decks by an effect that says so, unless they are
    /// banished; for what answers it they were not destroyed by battle then (FACT-M26). The others are left.
    fn shuffle_into_decks(&mut self, destroyed: CardSet) -> CardSet {
        let kind = ModKind::IntoDeckByBattle;
        if !self.duel.has_mod(kind) {
            return destroyed;
        }
        let away = self.duel.attack().banished();
        let goes = |card: &u8| !away.has(*card) && self.duel.has_been_given(kind, CardId(*card));
        let shuffled: CardSet = destroyed.iter().filter(goes).collect();
        self.put_in_deck(shuffled, DeckEnd::Shuffled, Cause::Effect);
        destroyed.iter().filter(|card| !shuffled.has(*card)).collect()
    }

    /// That battle destroyed them is told after they have left.
    fn tell_of_the_destroyed(&mut self, destroyed: CardSet) -> Flow {
        let attack = self.duel.attack();
        let victors = [(attack.attacker, attack.target), (attack.target, attack.attacker)];
        let victors = victors.into_iter().filter(|(card, victim)| {
            *card != NO_CARD && *victim != NO_CARD && destroyed.has(*victim)
        });
        let victors: CardSet = victors.map(|(card, _)| card).collect();
        self.close_group();
        self.raise(event_bit::BATTLE_DESTROYING, NOBODY, 0, victors);
        self.raise(event_bit::BATTLE_DESTROYED, NOBODY, 0, destroyed);
        self.raise(event_bit::DESTROYED, NOBODY, 0, destroyed);
        self.duel.refresh(self.witness, self.game.cards);
        self.end_damage_step()
    }

    /// The last window of the Damage Step: after its first Chain only triggers and answers to
    /// what happened.
    #[inline(never)]
    fn end_damage_step(&mut self) -> Flow {
        if self.adjust() {
            return Flow::Over;
        }
        self.duel.set_flags(self.witness, flags::CALCULATED);
        self.unadjust();
        self.duel.release_held(self.witness);
        self.raise_battle(event_bit::BATTLE_ENDED);
        rule!("BA-58");
        self.window_or(skip::NEW, AttackStep::Close as u8, Self::leave_damage_step)
    }

    /// The Damage Step ends before damage is calculated: what waits for the calculation waits for that end.
    #[inline(never)]
    fn end_without_calculation(&mut self) -> Flow {
        let attack = self.duel.attack();
        self.duel.set_attack(self.witness, attack.cut());
        self.end_damage_step()
    }

    fn leave_damage_step(&mut self) -> Flow {
        rule!("BA-16", "BA-31", "BA-48", "BA-59", "TU-05.1");
        let attack = self.duel.attack();
        let cut = attack.is_cut();
        self.close_attack();
        self.duel.resume_phase(self.witness, Phase::Battle);
        self.witness.event(self.duel, Event::DamageStepEnded);
        if attack.was_fought_within() {
            self.witness.event(self.duel, Event::DamageStepEnded);
        }
        if cut {
            self.unadjust();
        }
        let effects = self.duel.has_trait(traits::EFFECTS);
        if effects && self.adjust() { Flow::Over } else { Flow::Return }
    }
}

impl Duel {
    /// The outcome of the present battle by its numbers.
    pub(super) fn verdict(&self, zero_tie_destroys: bool) -> BattleVerdict {
        let attack = self.attack();
        let atk = self.fighting_values(CardId(attack.attacker)).0;
        match target_of(attack.target) {
            None => {
                rule!("BA-46");
                BattleVerdict { defender_loses: atk, ..BattleVerdict::default() }
            }
            Some(card) => {
                let attacks = self.position(card) == BattlePosition::Attack;
                let values = self.fighting_values(card);
                let against = if attacks { values.0 } else { values.1 };
                judge(atk, against, attacks, zero_tie_destroys)
            }
        }
    }

    /// Current ATK and DEF of a monster on the field.
    fn fighting_values(&self, card: CardId) -> (i32, i32) {
        let values = self.derived(self.controller(card), MonsterZone(self.zone(card)));
        (values.atk, values.def)
    }
}

pub(super) fn target_of(card: u8) -> Option<CardId> {
    (card != NO_CARD).then_some(CardId(card))
}
