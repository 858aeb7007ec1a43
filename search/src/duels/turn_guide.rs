//! The lines of a turn that a beam search follows in a duel.

use duelfish_engine::{Action, Actions, Chance, Player, View, Witness};

use super::{DuelJudge, World};
use crate::beam::BeamGuide;
use crate::heuristic;
use crate::judge::Judge;
use crate::playable::Playable;

/// Says how near a position is to a goal, from 0 to 1, and 1 only where it is reached. The view hides nothing.
pub type Nearness<'a> = &'a dyn Fn(&View<'_>) -> f32;

/// The worth of a line that goes towards a goal, beside the goal itself: a better board is tried first.
const BESIDE: f32 = 0.2;

/// Guides a search through the turn of a player. The opponent answers by rules of thumb. A position is worth what the
/// judge says, or what a goal says.
pub struct TurnGuide<'j, 'e> {
    player: Player,
    judge: &'j mut DuelJudge<'e>,
    goal: Option<Nearness<'j>>,
    legal: Actions,
}

impl<'j, 'e> TurnGuide<'j, 'e> {
    /// A guide through the turn in which the judge's search began.
    #[must_use]
    pub fn new(player: Player, judge: &'j mut DuelJudge<'e>) -> Self {
        Self { player, judge, goal: None, legal: Actions::new() }
    }

    /// The same for a search of a goal.
    #[must_use]
    pub fn towards(self, goal: Nearness<'j>) -> Self {
        Self { goal: Some(goal), ..self }
    }

    /// The answer of the other player, if that player is asked in this turn: by rules of thumb.
    #[must_use]
    pub fn answer<C: Chance, W: Witness>(&mut self, world: &World<'_, C, W>) -> Option<Action> {
        let decision = world.duel.decision()?;
        if decision.player == self.player || world.duel.turn() != self.turn() {
            return None;
        }
        world.duel.legal_actions(world.game, &mut self.legal);
        let view = world.duel.view(world.game, decision.player);
        Some(heuristic::choice(&view, &self.legal).action)
    }

    fn turn(&self) -> u16 {
        self.judge.anchor().turn()
    }
}

impl<C: Chance + Clone, W: Witness + Clone> BeamGuide<World<'_, C, W>> for TurnGuide<'_, '_> {
    fn go_on(&mut self, world: &mut World<'_, C, W>) {
        while let Some(action) = self.answer(world) {
            world.play(action);
        }
    }

    fn is_beyond(&self, world: &World<'_, C, W>) -> bool {
        world.duel.turn() != self.turn()
    }

    fn worth(&mut self, world: &mut World<'_, C, W>) -> f32 {
        let Some(goal) = self.goal else { return self.judge.value(world) };
        let near = goal(&world.duel.judge_view(world.game));
        let value = self.judge.value(world);
        // The search sees worths as values to player 0.
        let near = if self.player == Player::FIRST { near } else { 1.0 - near };
        (1.0 - BESIDE) * near + BESIDE * value
    }

    fn reached(&self, world: &World<'_, C, W>) -> u64 {
        let view = world.duel.judge_view(world.game);
        let shown = view.monsters(self.player).filter(|(_, monster)| monster.position.is_face_up());
        let mut rows: Vec<u64> = shown
            .filter_map(|(_, monster)| monster.code)
            .map(|code| u64::from(code.row()) + 1)
            .collect();
        rows.sort_unstable();
        let phase = view.phase() as u64;
        rows.iter().fold(phase, |all, row| {
            all.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17).wrapping_add(*row)
        })
    }

    fn is_goal(&self, world: &World<'_, C, W>) -> bool {
        let won = world.duel.outcome().map(|outcome| outcome.winner() == Some(self.player));
        won.unwrap_or_else(|| {
            self.goal.is_some_and(|goal| goal(&world.duel.judge_view(world.game)) >= 1.0)
        })
    }
}
