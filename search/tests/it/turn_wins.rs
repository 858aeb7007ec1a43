//! Lines of a turn by the rules of March 2010 that win it (`turn_wins/*.txt`): Synchro Monsters and which of them, tag-outs
//! into the Extra Deck, a hand trap in the Damage Step, costs that pay. The solver proves each, and the searches play them.

use std::path::PathBuf;

use duelfish_cards::catalogue;
use duelfish_engine::{Actions, DeckList, Outcome, Player, Position};
use duelfish_search::beam::{BeamLimits, widening};
use duelfish_search::duels::{DuelJudge, Evaluator, TurnGuide, World};
use duelfish_search::solver::{Verdict, solve};
use duelfish_search::{Budget, Leaf, Setup, Spec};

/// The positions, by the names of their files.
fn positions() -> Vec<(String, Position)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/turn_wins");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    let read = |path: PathBuf| {
        let (name, text) = (path.display().to_string(), std::fs::read_to_string(&path).unwrap());
        assert!(text.starts_with("# win: "), "{name}");
        let position = Position::parse(&text, catalogue());
        (name.clone(), position.unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    files.into_iter().map(read).collect()
}

/// Whether a bot, as the turn player, wins in this turn; the opponent plays by rules of thumb.
fn wins(position: &Position, spec: &Spec) -> bool {
    let game = position.game(catalogue());
    let mut chance = position.script();
    let mut duel = position.start(&game, &mut chance, &mut ());
    let mut bots = [spec.build(), Spec::Heuristic.build()];
    // The lists are told by what lies on the table.
    let list = DeckList { main: &[], extra: &[] };
    for me in Player::BOTH {
        bots[me.index()].begin(&Setup { me, decks: [Some(list); 2] }, 1);
    }
    let turn = duel.turn();
    let mut legal = Actions::new();
    while let Some(decision) = duel.decision().filter(|_| duel.turn() == turn) {
        let me = decision.player;
        duel.legal_actions(&game, &mut legal);
        let choice = bots[me.index()].choose(&duel.view(&game, me), &legal, spec.budget());
        duel.try_apply(&game, choice.action, &mut chance, &mut ()).unwrap();
    }
    duel.outcome().and_then(Outcome::winner) == Some(Player::FIRST)
}

#[test]
fn each_position_is_a_proven_win() {
    for (name, position) in positions() {
        let game = position.game(catalogue());
        let duel = position.start(&game, &mut position.script(), &mut ());
        let mut world = World::open(&game, duel, position.script());
        let mut evaluator = Evaluator::default();
        let mut judge = DuelJudge::new(&mut evaluator, Leaf::Quiet, &world);
        let (verdict, _) = solve(&mut world, &mut judge, 2_000_000);
        assert!(matches!(verdict, Verdict::Win(_)), "{name}");
    }
}

#[test]
fn searches_find_the_line_that_wins() {
    let positions = positions();
    let found_by = |bot: &str| -> Vec<bool> {
        let spec = Spec::parse(bot).unwrap();
        positions.iter().map(|(_, position)| wins(position, &spec)).collect()
    };
    let [planner, mcts, mcts_1] = ["planner", "mcts", "mcts-1"].map(found_by);
    // A search within a budget need not find each: an alpha-beta search of the turn finds more of such lines than a tree
    // search, which does better elsewhere (docs/strength.md). Together they find all.
    let count = |found: &[bool]| found.iter().filter(|won| **won).count();
    assert!(count(&planner) >= 11 && count(&mcts_1) >= 9, "{planner:?} {mcts_1:?}");
    assert!(count(&mcts) >= 8, "{mcts:?}");
    for ((name, _), (a, b)) in positions.iter().zip(planner.iter().zip(&mcts_1)) {
        assert!(a | b, "nobody finds {name}");
    }
}

/// The beam search follows lines against the rules of thumb, in the position as it is.
#[test]
fn a_beam_follows_the_lines_that_win() {
    let positions = positions();
    let mut missed = Vec::new();
    for (name, position) in &positions {
        let game = position.game(catalogue());
        let duel = position.start(&game, &mut position.script(), &mut ());
        let world = World::copied(&game, duel, position.script());
        let mut evaluator = Evaluator::default();
        let mut judge = DuelJudge::new(&mut evaluator, Leaf::Quiet, &world);
        let mut guide = TurnGuide::new(Player::FIRST, &mut judge);
        let limits = BeamLimits { width: 512, depth: 60 };
        let found = widening(&world, &mut guide, limits, Budget::of(20_000));
        if !found.lines.first().is_some_and(|line| line.is_goal) {
            missed.push((name, found.nodes));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// A plan that is checked in other worlds is played to its end.
#[test]
fn plans_of_the_turn_win_too() {
    let positions = positions();
    let count = |bot: &str| {
        let spec = Spec::parse(bot).unwrap();
        positions.iter().filter(|(_, position)| wins(position, &spec)).count()
    };
    let [planner, mcts] = ["planner:plan=4000", "mcts:plan=4000"].map(count);
    assert!(planner >= 11 && mcts >= 10, "{planner} {mcts}");
}
