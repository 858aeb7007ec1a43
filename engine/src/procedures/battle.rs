//! An attack: declaration, Damage Step, battle destruction at its moment.

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::duel::{Flow, Run};
use crate::event::{Cause, Event};
use crate::ids::{Handle, NO_CARD, Phase, Player, Pose, Seat, byte_enum};
use crate::marks::rule;
use crate::state::{Attack, Frame, turn_bits};
use crate::witness::Witness;

byte_enum! {
    /// Where an attack is. `frame.card` is the attacker, `frame.a` the target or `NO_CARD`.
    enum Step {
        Declare,
        EnterDamage,
        FlipTarget,
        Calculate,
        SendToGrave,
        Close,
    }
}

/// Bits of `Attack::doomed`.
const ATTACKER: u8 = 1;
const TARGET: u8 = 2;

const fn next(step: Step) -> Flow {
    Flow::Next(step as u8)
}

pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    match Step::from_byte(frame.step) {
        Step::Declare => run.declare_attack(frame),
        Step::EnterDamage => {
            rule!("TU-03.1", "TU-03.2", "TU-05.6", "TU-06.1", "BA-16");
            run.duel.set_phase(run.witness, Phase::Damage);
            run.witness.event(run.duel, Event::DamageStepBegan);
            next(Step::FlipTarget)
        }
        Step::FlipTarget => run.flip_target(),
        Step::Calculate => run.calculate(),
        Step::SendToGrave => run.bury_the_destroyed(),
        Step::Close => {
            rule!("BA-16", "BA-31", "BA-48", "BA-59", "TU-05.1");
            run.duel.clear_attack(run.witness);
            run.duel.resume_phase(run.witness, Phase::Battle);
            run.witness.event(run.duel, Event::DamageStepEnded);
            Flow::Return
        }
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
    fn declare_attack(&mut self, frame: Frame) -> Flow {
        let (attacker, target) = (Handle(frame.card), target_of(frame.a));
        let attack = Attack {
            attacker: frame.card,
            target: frame.a,
            attacker_stamp: self.duel.stamp(attacker),
            target_stamp: target.map_or(0, |card| self.duel.stamp(card)),
            ..Attack::zeroed()
        };
        rule!("CT-01.6");
        self.duel.set_attack(self.witness, attack);
        self.duel.add_turn_bits(self.witness, attacker, turn_bits::ATTACKED);
        self.witness.event(self.duel, Event::AttackDeclared { attacker, target });
        next(Step::EnterDamage)
    }

    /// An attacked face-down monster is turned face-up before damage is calculated.
    fn flip_target(&mut self) -> Flow {
        if let Some(card) = target_of(self.duel.attack().target)
            && self.duel.pose(card) == Pose::Set
        {
            rule!("BP-15", "MO-6", "BA-51");
            self.duel.set_pose(self.witness, card, Pose::Defense);
        }
        next(Step::Calculate)
    }

    fn calculate(&mut self) -> Flow {
        let mut attack = self.duel.attack();
        let attacker = Handle(attack.attacker);
        let target = target_of(attack.target);
        let by = self.duel.controller(attacker);
        let atk = self.fighting_values(attacker).0;
        let verdict = match target {
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
            if amount > 0 {
                self.duel.set_lp(self.witness, player, self.duel.lp(player) - amount);
                self.witness.event(self.duel, Event::BattleDamage { player, amount });
            }
        }
        if self.check_life_points() {
            return Flow::Over;
        }
        next(Step::SendToGrave)
    }

    /// Monsters destroyed by battle leave at the end of the Damage Step, the turn player's first.
    fn bury_the_destroyed(&mut self) -> Flow {
        let attack = self.duel.attack();
        for (bit, card) in [(ATTACKER, attack.attacker), (TARGET, attack.target)] {
            if attack.doomed & bit != 0 {
                rule!("BA-57", "BA-28", "DF-46");
                self.bury(Handle(card), Cause::Battle);
            }
        }
        next(Step::Close)
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
