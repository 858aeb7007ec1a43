//! The judgement of moves and positions of duels before a search tries them.

use duelfish_engine::{Action, Actions, Chance, DecisionKind, Witness};

use super::{Evaluator, World};
use crate::heuristic;
use crate::judge::Judge;
use crate::planner::Horizon;
use crate::playable::{Keyed, Playable, Turn};
use crate::policy::PolicyReader;

/// The share of priors that the move of the rules of thumb gets before the others share the rest.
const TRUST: f32 = 0.5;
/// Most decisions that are played to come to the end of a turn.
const FAR: u32 = 60;

/// Where a new position is evaluated, after both players have gone on by rules of thumb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// In the next open state.
    Quiet,
    /// At the end of the turn.
    Turn,
}

impl Leaf {
    const ALL: [Self; 2] = [Self::Quiet, Self::Turn];

    /// The word for it in specifications of bots.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Quiet => "quiet",
            Self::Turn => "turn",
        }
    }

    /// Reads that word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|leaf| leaf.word() == word)
    }
}

/// Judges by rules of thumb and an evaluation: moves by what the rules would do, positions by what
/// both players have when the rules have brought them to a quiet state.
#[derive(Debug)]
pub struct DuelJudge<'e> {
    evaluator: &'e mut Evaluator,
    leaf: Leaf,
    anchor: Anchor,
    legal: Actions,
    /// A policy, and its share of the priors.
    policy: Option<(&'e mut PolicyReader, f32)>,
}

/// Where a search began. The values of two searches mean the same if they have the same anchor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// The turn in which it began.
    turn: u16,
    /// The log-odds of the position where it began: values are chances to win relative to it, so that they
    /// tell moves apart in lopsided duels too.
    base: f32,
}

impl Anchor {
    /// The turn in which the search began.
    #[must_use]
    pub const fn turn(self) -> u16 {
        self.turn
    }

    /// The chance to win, from 0 to 1, that a value of such a search means for player 0.
    #[must_use]
    pub fn chance_to_win(self, value: f32) -> f32 {
        let value = value.clamp(1e-6, 1.0 - 1e-6);
        chance((value / (1.0 - value)).ln() + self.base)
    }
}

impl<'e> DuelJudge<'e> {
    /// A judge for a search that begins in this world, or in another one that looks the same.
    #[must_use]
    pub fn new<C, W>(evaluator: &'e mut Evaluator, leaf: Leaf, root: &World<'_, C, W>) -> Self {
        let mut judge = Self::at(Anchor { turn: root.duel.turn(), base: 0.0 }, evaluator, leaf);
        judge.anchor.base = judge.log_odds(root);
        judge
    }

    /// A judge for a search that goes on with one which began there.
    #[must_use]
    pub fn at(anchor: Anchor, evaluator: &'e mut Evaluator, leaf: Leaf) -> Self {
        Self { evaluator, leaf, anchor, legal: Actions::new(), policy: None }
    }

    /// The same with priors of which this policy gives such a share, and not the rules of thumb; all moves share the
    /// rest alike, since the policy may be wrong.
    #[must_use]
    pub fn with_policy(self, policy: Option<(&'e mut PolicyReader, f32)>) -> Self {
        Self { policy, ..self }
    }

    /// Where the search began.
    #[must_use]
    pub const fn anchor(&self) -> Anchor {
        self.anchor
    }

    /// See [`Anchor::chance_to_win`].
    #[must_use]
    pub fn chance_to_win(&self, value: f32) -> f32 {
        self.anchor.chance_to_win(value)
    }

    /// The evaluation of a position at the end of the turn after that of the root.
    fn log_odds<C, W>(&mut self, world: &World<'_, C, W>) -> f32 {
        let until = (self.anchor.turn + 1).max(world.duel.turn());
        self.evaluator.log_odds(&world.duel.judge_view(world.game), until)
    }

    /// Finishes the turn of a world by the rules of thumb.
    fn finish_turn<C: Chance, W: Witness>(&mut self, world: &mut World<'_, C, W>) {
        let turn = world.duel.turn();
        for _ in 0..FAR {
            let Some(decision) = world.duel.decision() else { return };
            if world.duel.turn() != turn {
                return;
            }
            if self.leaf == Leaf::Quiet
                && matches!(decision.kind, DecisionKind::Idle | DecisionKind::Battle)
            {
                return;
            }
            world.duel.legal_actions(world.game, &mut self.legal);
            let view = world.duel.view(world.game, decision.player);
            let action = heuristic::choice(&view, &self.legal).action;
            world.play(action);
        }
    }
}

impl<C: Chance, W: Witness> Judge<World<'_, C, W>> for DuelJudge<'_> {
    fn priors(&mut self, world: &World<'_, C, W>, moves: &[Keyed<Action>], priors: &mut Vec<f32>) {
        let even = 1.0 / moves.len() as f32;
        priors.resize(moves.len(), (1.0 - TRUST) * even);
        let Some(decision) = world.duel.decision() else { return };
        self.legal.clear();
        self.legal.extend(moves.iter().map(|choice| choice.action));
        let view = world.duel.view(world.game, decision.player);
        if let Some((policy, share)) = &mut self.policy {
            policy.shares(&view, &self.legal, priors);
            for prior in priors {
                *prior = *share * *prior + (1.0 - *share) * even;
            }
            return;
        }
        let advice = heuristic::choice(&view, &self.legal).action;
        if let Some(at) = moves.iter().position(|choice| choice.action == advice) {
            priors[at] += TRUST;
        }
    }

    fn value(&mut self, world: &mut World<'_, C, W>) -> f32 {
        self.finish_turn(world);
        if let Turn::Over(value) = world.turn() {
            return value;
        }
        chance(self.log_odds(world) - self.anchor.base)
    }
}

impl<C: Chance, W: Witness> Horizon<World<'_, C, W>> for DuelJudge<'_> {
    fn is_beyond(&self, world: &World<'_, C, W>) -> bool {
        world.duel.turn() != self.anchor.turn
    }
}

/// The chance that log-odds mean.
fn chance(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}
