//! Plans of a whole turn before a bot's own search decides.

use std::hash::{DefaultHasher, Hash, Hasher};

use duelfish_engine::{DecisionKind, Player, Streams, View};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::beam::{BeamGuide, BeamLimits, BeamLine, beam};
use crate::bot::Budget;
use crate::duels::{DuelJudge, DuelWorlds, Evaluator, Leaf, TurnGuide, World};
use crate::expected::ExpectedMove;
use crate::judge::Judge;
use crate::playable::{Playable, Turn, worth_to};
use crate::search_bot::{Found, FoundMove, Strategy};

/// Most positions that a plan's beam keeps at each depth.
const WIDTH: usize = 32;
/// Most choices of a plan.
const DEPTH: usize = 60;
/// Worlds in which the best lines are tried again. The world in which a line was found flatters it.
const CHECKS: usize = 6;
/// Lines that are tried again.
const LINES: usize = 4;
/// A plan must promise so much more chance to win than the move that the other search found.
const CLEARLY: f32 = 0.03;

/// A strategy that plans the own turn and plays the plan where it is clearly better than what another strategy finds.
///
/// A beam search follows lines of the whole turn in one dealt world. The best lines are tried again in other dealt
/// worlds, and their average there counts. The plan is kept, and followed for as long as its player sees what was
/// foreseen.
#[derive(Debug)]
pub struct TurnPlanner<S> {
    inner: S,
    /// Most decisions that are tried out for a plan.
    nodes: u64,
    /// The steps that are left of a plan, the next step last.
    steps: Vec<PlanStep>,
    /// Whether one move alone is searched.
    restricted: bool,
}

/// A step of a plan.
#[derive(Clone, Copy, Debug)]
struct PlanStep {
    /// All that the player sees before it.
    seen: u64,
    /// The key of the move.
    key: u64,
    /// The first player's chance to win, by the plan.
    chance: f32,
}

impl<S> TurnPlanner<S> {
    /// The same strategy with plans of at most so many decisions that are tried out.
    pub(crate) const fn new(inner: S, nodes: u64) -> Self {
        Self { inner, nodes, steps: Vec::new(), restricted: false }
    }

    /// The next step of the plan, if its player sees what was foreseen; otherwise the plan is dropped.
    fn foreseen(&mut self, view: &View<'_>) -> Option<PlanStep> {
        let step = self.steps.pop()?;
        if step.seen != seen(view) {
            self.steps.clear();
            return None;
        }
        Some(step)
    }

    /// Plans the turn; the best plan's steps, the next one last. `tried` grows by the decisions that are tried out.
    fn plan(
        &self,
        view: &View<'_>,
        worlds: &DuelWorlds,
        luck: &mut ChaCha8Rng,
        evaluator: &mut Evaluator,
        budget: Budget<'_>,
        tried: &mut u64,
    ) -> Option<Vec<PlanStep>> {
        let (game, me) = (view.game(), view.asked()?);
        let mut deal = || {
            let mut duel = worlds.any();
            worlds.deal_duel(game, luck, &mut duel);
            World::copied(game, duel, Streams::new(luck.next_u64(), [0, 1]))
        };
        let root = deal();
        let others: Vec<PlanWorld<'_>> = (0..CHECKS).map(|_| deal()).collect();
        let mut judge = DuelJudge::new(evaluator, Leaf::Quiet, &root);
        let limits = BeamLimits { width: WIDTH, depth: DEPTH };
        let budget = Budget { nodes: self.nodes, ..budget };
        let found = beam(&root, &mut TurnGuide::new(me, &mut judge), limits, budget);
        *tried += found.nodes;
        let mut best: Option<(f32, &BeamLine<_>)> = None;
        for line in found.lines.iter().take(LINES) {
            let worths = others.iter().map(|world| worth_of(line, world.clone(), me, &mut judge));
            let mean = worths.sum::<f32>() / CHECKS as f32;
            let worth = worth_to(me.number(), mean);
            if best.is_none_or(|(least, _)| worth > worth_to(me.number(), least)) {
                best = Some((mean, line));
            }
        }
        let (mean, line) = best?;
        let chance = judge.chance_to_win(mean);
        Some(steps_of(line, root, me, &mut judge, chance))
    }
}

/// A world that a plan is made or checked in.
type PlanWorld<'g> = World<'g, Streams>;

/// The worth of the end of a line to player 0 in another world, or that of the place at which the line is not
/// offered there.
fn worth_of(
    line: &BeamLine<duelfish_engine::Action>,
    mut world: PlanWorld<'_>,
    me: Player,
    judge: &mut DuelJudge<'_>,
) -> f32 {
    follow(line, &mut world, me, judge, &mut |_, _| {});
    match world.turn() {
        Turn::Over(value) => value,
        _ => judge.value(&mut world),
    }
}

/// The steps of a line in the world in which it was found, the first one last.
fn steps_of(
    line: &BeamLine<duelfish_engine::Action>,
    mut world: PlanWorld<'_>,
    me: Player,
    judge: &mut DuelJudge<'_>,
    chance: f32,
) -> Vec<PlanStep> {
    let mut steps = Vec::new();
    follow(line, &mut world, me, judge, &mut |world, key| {
        steps.push(PlanStep { seen: seen(&world.duel.view(world.game, me)), key, chance });
    });
    steps.reverse();
    steps
}

/// Plays a line in a world until it is not offered or the turn is over; `each` gets what stands before each choice.
fn follow(
    line: &BeamLine<duelfish_engine::Action>,
    world: &mut PlanWorld<'_>,
    me: Player,
    judge: &mut DuelJudge<'_>,
    each: &mut dyn FnMut(&PlanWorld<'_>, u64),
) {
    let mut guide = TurnGuide::new(me, judge);
    let (mut keys, mut moves) = (line.moves.iter().map(|step| step.key), Vec::new());
    loop {
        guide.go_on(world);
        if matches!(world.turn(), Turn::Over(_)) || BeamGuide::is_beyond(&guide, world) {
            return;
        }
        world.moves(&mut moves);
        if moves.iter().all(|choice| choice.key == moves[0].key) {
            world.play(moves[0].action);
            continue;
        }
        let Some(key) = keys.next() else { return };
        let Some(choice) = moves.iter().find(|choice| choice.key == key) else { return };
        each(world, key);
        world.play(choice.action);
    }
}

/// A number for all that a player sees.
fn seen(view: &View<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    view.to_string().hash(&mut hasher);
    hasher.finish()
}

/// Whether the player who is asked may begin something in an own Main Phase.
fn may_plan(view: &View<'_>) -> bool {
    view.asked() == Some(view.turn_player())
        && view.decision().is_some_and(|decision| decision.kind == DecisionKind::Idle)
}

impl<S: Strategy> Strategy for TurnPlanner<S> {
    fn begin(&mut self) {
        self.steps.clear();
        self.inner.begin();
    }

    fn leaves_to_rules(&self, view: &View<'_>) -> bool {
        self.steps.is_empty() && self.inner.leaves_to_rules(view)
    }

    fn search(
        &mut self,
        view: &View<'_>,
        worlds: DuelWorlds,
        mut luck: ChaCha8Rng,
        evaluator: &mut Evaluator,
        budget: Budget<'_>,
    ) -> Found {
        if self.restricted {
            return self.inner.search(view, worlds, luck, evaluator, budget);
        }
        if let Some(PlanStep { key, chance, .. }) = self.foreseen(view) {
            let step = FoundMove { key, visits: 1, chance, interval: None };
            return Found { moves: vec![step], iterations: 0, nodes: 0 };
        }
        let mut found = self.inner.search(view, worlds.clone(), luck.clone(), evaluator, budget);
        if !may_plan(view) || budget.is_stopped() {
            return found;
        }
        let tried = &mut found.nodes;
        let Some(mut steps) = self.plan(view, &worlds, &mut luck, evaluator, budget, tried) else {
            return found;
        };
        let me = view.asked().map_or(0, Player::number);
        let Some(first) = steps.pop() else { return found };
        let best = found.moves.first().map(|best| worth_to(me, best.chance));
        if best.is_some_and(|best| worth_to(me, first.chance) < best + CLEARLY) {
            return found;
        }
        let step = FoundMove { key: first.key, visits: 1, chance: first.chance, interval: None };
        found.moves.retain(|found| found.key != first.key);
        found.moves.insert(0, step);
        self.steps = steps;
        found
    }

    fn restrict(&mut self, only: Option<u64>) -> bool {
        self.restricted = only.is_some();
        self.inner.restrict(only)
    }

    fn line(
        &self,
        view: &View<'_>,
        worlds: &mut DuelWorlds,
        luck: ChaCha8Rng,
        first: u64,
    ) -> Vec<ExpectedMove> {
        self.inner.line(view, worlds, luck, first)
    }
}
