//! Dice: how they fall, and who may have them rolled again.

use arrayvec::ArrayVec;

use crate::chance::{Candidate, Chance, Purpose, Question};
use crate::decision::{Action, Verb};
use crate::event::Event;
use crate::ids::{CardId, Player};
use crate::limits::MAX_MODS;
use crate::run::Run;
use crate::state::{Ctx, Frame, ModValue, Modifier, ProgramFrame};
use crate::witness::Witness;
use duelfish_script::{ModKind, Op, Scope, Until};

/// Bit of [`ProgramFrame::next`] while it is asked whether dice are rolled again. Below it stands how many
/// were asked since the last roll. With it the other player is asked once more, because of the roll before
/// (TIME-1.1: answers to a roll within a roll come first, then the remaining answers to the outer one).
const OUTER: u16 = 1 << 8;

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// A player rolls dice; says what they come to.
    pub(super) fn roll(&mut self, player: Player, dice: u8) -> i32 {
        let (mut results, mut sum) = (0_u16, 0);
        for die in 0..u16::from(dice) {
            let purpose = Purpose::Die;
            let index = self.duel.count_chance(self.witness, purpose);
            let answer =
                self.chance.answer(Question { purpose, index, choices: 6 }, |_| Candidate::NONE);
            let face = answer.min(5) as u16 + 1;
            results |= face << (3 * die);
            sum += i32::from(face);
        }
        self.witness.event(self.duel, Event::Rolled { player, dice, results });
        sum
    }

    /// The dice of a step are rolled, or rolled again: those of the effect's player, or one of each player's.
    pub(super) fn roll_for(&mut self, ctx: Ctx, op: Op) {
        match op {
            Op::Roll(at, amount) | Op::OfferReroll(at, amount) => {
                let dice = self.duel.number(self.game.cards, ctx, amount).clamp(0, 5) as u8;
                let sum = self.roll(ctx.player, dice);
                self.set_number(ctx, at, sum);
            }
            Op::RollEach(mine, theirs) | Op::OfferRerollEach(mine, theirs) => {
                let own = self.roll(ctx.player, 1);
                self.set_number(ctx, mine, own);
                let other = self.roll(ctx.player.other(), 1);
                self.set_number(ctx, theirs, other);
            }
            other => debug_assert!(false, "{other:?} rolls no dice"),
        }
    }

    /// The players who may have dice rolled again, once for each effect that says so: the turn player first.
    fn rerollers(&self) -> ArrayVec<Player, MAX_MODS> {
        let turn_player = self.duel.turn_player();
        let may = |player: Player| {
            self.duel
                .mods_on_player(self.game.cards, ModKind::MayReroll, player)
                .map(move |_| player)
        };
        may(turn_player).chain(may(turn_player.other())).collect()
    }

    /// The player who is asked next whether the dice are rolled again.
    pub(super) fn next_to_reroll(&self, frame: Frame) -> Option<Player> {
        if !self.duel.has_mod(ModKind::MayReroll) {
            return None;
        }
        let all = self.rerollers();
        let next = frame.data::<ProgramFrame>().next;
        let rounds = if next & OUTER == 0 { 1 } else { 2 };
        let asked = usize::from(next & !OUTER);
        (asked < rounds * all.len()).then(|| all[asked % all.len()])
    }

    /// Somebody has said whether the dice are rolled again; that is done once a turn.
    pub(super) fn answer_reroll(&mut self, frame: Frame, ctx: Ctx, op: Op, action: Action) {
        let Some(player) = self.next_to_reroll(frame) else { return };
        if action.verb() != Verb::Yes {
            self.duel.update_frame(self.witness, |program: &mut ProgramFrame| program.next += 1);
            return;
        }
        let gone = |m: &Modifier| m.is(ModKind::MayReroll) && m.player == player.number();
        self.duel.remove_mods(self.witness, gone);
        self.roll_for(ctx, op);
        let outer = if player == self.duel.turn_player() { OUTER } else { 0 };
        self.duel.update_frame(self.witness, |program: &mut ProgramFrame| program.next = outer);
    }

    /// A card keeps a number in mind instead of what it kept before.
    pub(super) fn keep_in_mind(&mut self, ctx: Ctx, card: CardId, value: i32) {
        let old = |m: &Modifier| m.is(ModKind::Kept) && m.target == card.0;
        self.duel.remove_mods(self.witness, old);
        let (kind, value) = (ModKind::Kept, ModValue::Fixed(value));
        self.modify(ctx, Scope::Card, card.0, kind, value, Until::Forever);
    }
}
