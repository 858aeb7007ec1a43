//! Bots win at once where it is proven that they can: lines of a turn with Synchro Summons, Fusion Summons and cards of
//! the hand that are used in the Damage Step among them.

use duelfish_cards::catalogue;
use duelfish_engine::{Actions, DeckList, Outcome, Player, Position};
use duelfish_search::{Setup, Spec};

/// How a duel is after the first player's turn, which this bot plays; the opponent plays by rules of thumb.
fn play_turn(position: &Position, spec: &Spec, seed: u64) -> Option<Outcome> {
    let game = position.game(catalogue());
    let mut chance = position.script();
    let mut duel = position.start(&game, &mut chance, &mut ());
    let mut bots = [spec.build(), Spec::Heuristic.build()];
    let list = DeckList { main: &[], extra: &[] };
    for me in Player::BOTH {
        bots[me.index()].begin(&Setup { me, decks: [Some(list); 2] }, seed);
    }
    let turn = duel.turn();
    let mut legal = Actions::new();
    while let Some(decision) = duel.decision().filter(|_| duel.turn() == turn) {
        let me = decision.player;
        duel.legal_actions(&game, &mut legal);
        let budget = if me == Player::FIRST { spec.budget() } else { Spec::Heuristic.budget() };
        let choice = bots[me.index()].choose(&duel.view(&game, me), &legal, budget);
        if std::env::var("SHOW").is_ok() {
            eprintln!("   {me} {}", duel.view(&game, me).describe(choice.action));
        }
        duel.try_apply(&game, choice.action, &mut chance, &mut ()).unwrap();
    }
    duel.outcome()
}

#[test]
fn explore() {
    let mut files: Vec<_> = std::fs::read_dir(std::env::var("TAC").unwrap())
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        if text.starts_with("# no win") {
            continue;
        }
        let position = Position::parse(&text, catalogue())
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for bot in ["greedy", "planner", "mcts", "mcts:lethal=2000"] {
            let spec = Spec::parse(bot).unwrap();
            let wins = (1..=3)
                .filter(|seed| {
                    play_turn(&position, &spec, *seed).and_then(Outcome::winner)
                        == Some(Player::FIRST)
                })
                .count();
            eprintln!("{} {bot} {wins}/3", path.file_name().unwrap().to_string_lossy());
        }
    }
}
