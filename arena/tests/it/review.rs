//! Reviews of played duels.

use std::sync::atomic::{AtomicBool, Ordering};

use duelfish_arena::AskedBot;
use duelfish_arena::review::{
    DuelReview, MoveClass, PlayedMove, ReviewSpec, ReviewWatch, by_loss, review,
};
use duelfish_cards::catalogue;
use duelfish_engine::{Action, Actions, Game, Player, Position};
use duelfish_search::Spec;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// P1 wins by an attack, with nothing that could stop it.
const LETHAL: &str = "turn 5 P1 main1\nP1 lp 1500\nP2 lp 1400\nP1 M1 attack: Celtic Guardian\nP1 hand: Mystical Elf\n\
                      P2 hand: Battle Ox; Summoned Skull; Mystical Elf\n\
                      P1 deck: 20* Celtic Guardian\nP2 deck: 10* Battle Ox; 10* Silver Fang\n";

fn position() -> Position {
    Position::parse(LETHAL, catalogue()).unwrap()
}

/// The duel of a player who goes to the Battle Phase and does not attack; both go on by rules of thumb for some turns.
fn thrown_away(game: &Game<'_>, position: &Position) -> Vec<PlayedMove> {
    let mut chance = position.script();
    let mut duel = position.start(game, &mut chance, &mut ());
    let mut moves = Vec::new();
    let mut first = ["battle", "end"].into_iter();
    for decision in 0..40 {
        if duel.decision().is_none() || duel.turn() > 8 {
            break;
        }
        let action = match first.next() {
            Some(words) => named(game, &duel, words),
            None => AskedBot::ask(game, &duel, &Spec::Heuristic, 1, &[]).unwrap().choice().action,
        };
        let played = PlayedMove { decision, duel, action };
        if played.is_choice(game) {
            moves.push(played);
        }
        duel.try_apply(game, action, &mut chance, &mut ()).unwrap();
    }
    moves
}

fn named(game: &Game<'_>, duel: &duelfish_engine::Duel, words: &str) -> Action {
    let mut legal = Actions::new();
    duel.legal_actions(game, &mut legal);
    let mut actions = legal.iter();
    *actions.find(|action| duel.describe(game, **action) == words).unwrap()
}

fn spec(bot: &str, threads: usize) -> ReviewSpec {
    ReviewSpec { bot: Spec::parse(bot).unwrap(), seed: 1, threads }
}

fn reviewed(game: &Game<'_>, moves: &[PlayedMove], spec: &ReviewSpec) -> DuelReview {
    let watch = ReviewWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    review(game, 0, moves, spec, watch).unwrap()
}

#[test]
fn a_win_that_is_thrown_away_comes_first() {
    let position = position();
    let game = position.game(catalogue());
    let moves = thrown_away(&game, &position);
    assert!(moves.len() > 6, "{}", moves.len());
    for bot in ["mcts:iters=120", "mcts-1:iters=120", "planner:nodes=300"] {
        let found = reviewed(&game, &moves, &spec(bot, 2));
        assert_eq!(found.moves.len() + found.unjudged.len(), moves.len());
        let mut worst = found.moves.clone();
        worst.sort_by(by_loss);
        let first = &worst[0];
        assert_eq!((first.moment.decision, first.moment.turn), (1, 5), "{bot}: {first:?}");
        assert_eq!((first.played.as_str(), first.better.as_str()), ("end", "attack M1 direct"));
        assert_eq!((first.player, first.class), (Player::FIRST, MoveClass::Blunder));
        let difference = first.before - first.after;
        assert!(first.before > 0.9 && (first.loss - difference).abs() < 1e-6, "{first:?}");
        let [one, two] = Player::BOTH.map(|player| found.tally(player));
        assert!(one.blunders >= 1 && one.judged + two.judged == found.moves.len() as u64);
    }
}

/// A tree search gives a move that loses the duel a look or two. So it is searched alone, as often as all together.
#[test]
fn a_move_that_was_hardly_tried_is_searched_alone() {
    let position = position();
    let game = position.game(catalogue());
    let moves = thrown_away(&game, &position);
    let found = reviewed(&game, &moves[1..2], &spec("mcts:iters=120", 1));
    assert_eq!((found.moves[0].alone, found.moves[0].visits), (true, 120));
    // The best move needs no second search.
    let sound = reviewed(&game, &moves[..1], &spec("mcts:iters=120", 1));
    assert_eq!((sound.moves[0].alone, sound.moves[0].loss), (false, 0.0));
}

#[test]
fn a_review_is_the_same_on_any_number_of_threads() {
    let position = position();
    let game = position.game(catalogue());
    let moves = thrown_away(&game, &position);
    let on = |threads| reviewed(&game, &moves, &spec("mcts:iters=40", threads));
    assert_eq!(on(1), on(2));
    // Seeds depend on the number of the decision and not on its place in the list.
    let part = reviewed(&game, &moves[2..], &spec("mcts:iters=40", 1));
    assert_eq!(part.moves[..], on(1).moves[2..]);
}

/// With other cards where its player can't look each move is judged alike.
#[test]
fn a_reviewer_sees_the_view_alone() {
    let position = position();
    let game = position.game(catalogue());
    let moves = thrown_away(&game, &position);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut others = moves.clone();
    let mut changed = 0;
    for played in &mut others {
        let before = played.duel;
        let player = before.decision().unwrap().player;
        let dealer = before.view(&game, player).dealer(None).unwrap();
        dealer.deal(&game, &mut rng, &mut played.duel);
        let open = |duel: &duelfish_engine::Duel| duel.judge_view(&game).to_string();
        changed += usize::from(open(&before) != open(&played.duel));
    }
    assert!(2 * changed > moves.len(), "{changed} of {} differ", moves.len());
    let spec = spec("mcts:iters=60", 1);
    assert_eq!(reviewed(&game, &moves, &spec), reviewed(&game, &others, &spec));
}

#[test]
fn what_can_not_be_judged_is_said_and_not_counted() {
    let position = position();
    let game = position.game(catalogue());
    let moves = thrown_away(&game, &position);
    // It attacks by rules of thumb.
    let found = reviewed(&game, &moves, &spec("greedy", 1));
    assert!(!found.unjudged.is_empty() && !found.moves.is_empty());
    let tallies = Player::BOTH.map(|player| found.tally(player));
    assert_eq!(tallies[0].unjudged + tallies[1].unjudged, found.unjudged.len() as u64);
    assert_eq!(tallies[0].judged + tallies[1].judged, found.moves.len() as u64);

    let stop = AtomicBool::new(true);
    let watch = ReviewWatch { stop: &stop, progress: &|_| () };
    let none = review(&game, 0, &moves, &spec("greedy", 1), watch).unwrap();
    assert!(none.interrupted && none.moves.is_empty() && none.unjudged.is_empty());
    // What was judged before the stop stays.
    stop.store(false, Ordering::Relaxed);
    let enough = |done| stop.store(done >= 3, Ordering::Relaxed);
    let watch = ReviewWatch { stop: &stop, progress: &enough };
    let some = review(&game, 0, &moves, &spec("mcts:iters=5", 1), watch).unwrap();
    assert_eq!((some.interrupted, some.moves.len()), (true, 3));

    let error = review(&game, 0, &moves, &spec("heuristic", 1), watch).unwrap_err().to_string();
    assert!(error.starts_with("bot `heuristic` gives no chances to win"), "{error}");
}
