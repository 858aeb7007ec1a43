//! Searches in batches: results depend on the batch, and never on the number of threads.

use duelfish_cards::{Deck, catalogue, parse};
use duelfish_engine::{Actions, DeckList, Duel, Game, Player, Rules, Streams};
use duelfish_search::{Bot, Budget, Choice, Findings, Setup, Spec, Why};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Two decks and the rules that they are played by.
const TABLES: [(&str, &str, Rules); 3] = [
    ("goat/ygobench_goat_control_v1", "goat/recon_flip_control", Rules::GOAT),
    ("edison/stp_09_blackwings", "edison/stp_06_gladiator_beasts", Rules::EDISON),
    ("starter/yugi", "starter/kaiba", Rules::MR5),
];

fn deck(name: &str) -> Deck {
    let path = format!("{}/../decks/{name}.ydk", env!("CARGO_MANIFEST_DIR"));
    parse(&std::fs::read(path).unwrap(), name).unwrap().deck
}

/// Plays duels between both decks of each table by rules of thumb, and shows every fifth real decision, `most` of each
/// duel. A duel begins with `true`.
fn decisions(most: usize, mut show: impl FnMut(bool, &Game<'_>, &Duel, [DeckList<'_>; 2])) {
    for (seed, (a, b, rules)) in (1..).zip(TABLES) {
        let decks = [a, b].map(deck);
        let lists = decks.each_ref().map(|deck| DeckList { main: &deck.main, extra: &deck.extra });
        let game = Game::new(rules, catalogue());
        let mut chance = Streams::new(seed, [0, 1]);
        let mut duel = Duel::start(&game, lists, &mut chance, &mut ()).unwrap();
        let (mut legal, mut seen, mut shown) = (Actions::new(), 0, 0);
        while let Some(decision) = duel.decision().filter(|_| shown < most) {
            duel.legal_actions(&game, &mut legal);
            let view = duel.view(&game, decision.player);
            let first = view.choice_key(legal[0]);
            if legal.iter().any(|action| view.choice_key(*action) != first) {
                if seen % 5 == 0 {
                    show(shown == 0, &game, &duel, lists);
                    shown += 1;
                }
                seen += 1;
            }
            let choice = Spec::Heuristic.build().choose(&view, &legal, Budget::NONE);
            duel.apply(&game, choice.action, &mut chance, &mut ());
        }
        assert!(shown == most, "{a} has {shown} decisions");
    }
}

/// Bots that sit at one side of a duel each, and are asked about the same decisions.
struct Bots {
    specs: Vec<Spec>,
    bots: Vec<[Box<dyn Bot>; 2]>,
}

impl Bots {
    fn new(specs: &[&str]) -> Self {
        let specs: Vec<Spec> = specs.iter().map(|text| Spec::parse(text).unwrap()).collect();
        let bots = specs.iter().map(|spec| [spec.build(), spec.build()]).collect();
        Self { specs, bots }
    }

    fn begin(&mut self, lists: [DeckList<'_>; 2]) {
        for bot in &mut self.bots {
            for me in Player::BOTH {
                bot[me.index()].begin(&Setup { me, decks: lists.map(Some) }, 7);
            }
        }
    }

    fn choices(&mut self, game: &Game<'_>, duel: &Duel) -> Vec<Choice> {
        let me = duel.decision().unwrap().player;
        let mut legal = Actions::new();
        duel.legal_actions(game, &mut legal);
        let bots = self.bots.iter_mut().zip(&self.specs);
        bots.map(|(bot, spec)| bot[me.index()].choose(&duel.view(game, me), &legal, spec.budget()))
            .collect()
    }
}

/// What the bots find at decisions of duels.
fn all_choices(specs: &[&str], most: usize) -> Vec<Vec<Choice>> {
    let (mut bots, mut all) = (Bots::new(specs), Vec::new());
    decisions(most, |begins, game, duel, lists| {
        if begins {
            bots.begin(lists);
        }
        all.push(bots.choices(game, duel));
    });
    all
}

fn found(choice: &Choice) -> &Findings {
    match &choice.why {
        Why::Search(found) => found,
        why => panic!("{why:?}"),
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for with in ["batch=8", "batch=3,keep=yes", "batch=16,halving=yes", "batch=5,nodes=300"] {
        let specs = [1, 2, 3, 7].map(|threads| format!("mcts:iters=70,{with},threads={threads}"));
        for choices in all_choices(&specs.each_ref().map(String::as_str), 8) {
            assert!(found(&choices[0]).iterations > 0);
            for other in &choices[1..] {
                assert_eq!(*other, choices[0], "{with}");
            }
        }
    }
}

#[test]
fn a_batch_changes_what_is_found_and_one_descent_at_a_time_does_not() {
    let specs = [
        "mcts:iters=70",
        "mcts:iters=70,batch=1",
        "mcts:iters=70,batch=1,threads=2",
        "mcts:iters=70,batch=8",
        "mcts:iters=70,threads=1",
        "mcts:iters=70,threads=2",
    ];
    let all = all_choices(&specs, 8);
    for choices in &all {
        assert_eq!(choices[0], choices[1]);
        assert_eq!(choices[0], choices[2]);
        assert_eq!(choices[3], choices[4], "a search on threads has the usual batch");
        assert_eq!(choices[3], choices[5]);
        assert_eq!(found(&choices[3]).iterations, 70);
    }
    assert!(all.iter().any(|choices| choices[0] != choices[3]));
}

/// The last batch is that after which the budget is spent: eight iterations before it was not.
#[test]
fn a_budget_of_nodes_ends_a_search_after_a_batch() {
    let specs = ["mcts:iters=1000,batch=8,nodes=500"];
    let (mut bots, mut compared) = (Bots::new(&specs), 0);
    decisions(6, |_, game, duel, lists| {
        bots.begin(lists);
        let limited = bots.choices(game, duel).remove(0);
        let Findings { iterations, nodes, .. } = *found(&limited);
        assert!(nodes >= 500, "{nodes} nodes, {iterations} iterations");
        let counted = [iterations, iterations - 8].map(|most| format!("mcts:iters={most},batch=8"));
        let mut others = Bots::new(&counted.each_ref().map(String::as_str));
        others.begin(lists);
        let others = others.choices(game, duel);
        assert_eq!(others[0], limited);
        assert!(found(&others[1]).nodes < 500);
        compared += 1;
    });
    assert_eq!(compared, 18);
}

/// All that a search in batches finds is found in any duel that its player can't tell from the true one.
#[test]
fn a_batch_sees_nothing_hidden() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut bots = Bots::new(&["mcts:iters=40,batch=8,threads=2"]);
    decisions(8, |_, game, duel, lists| {
        let me = duel.decision().unwrap().player;
        let mut other = *duel;
        duel.view(game, me).dealer(None).expect("a deal").deal(game, &mut rng, &mut other);
        let [truth, dealt] = [duel, &other].map(|duel| {
            bots.begin(lists);
            found(&bots.choices(game, duel)[0]).clone()
        });
        let values = |found: &Findings| -> Vec<_> {
            found.choices.iter().map(|one| (one.visits, one.value, one.interval)).collect()
        };
        assert_eq!(values(&truth), values(&dealt));
        assert_eq!((truth.iterations, truth.nodes), (dealt.iterations, dealt.nodes));
    });
}

/// A search for one move alone is one in batches too.
#[test]
fn a_move_is_judged_in_batches() {
    let (mut judged, mut legal) = (0, Actions::new());
    decisions(3, |_, game, duel, lists| {
        let me = duel.decision().unwrap().player;
        duel.legal_actions(game, &mut legal);
        let [one, two] = [1, 2].map(|threads| {
            let spec = Spec::parse(&format!("mcts:iters=30,batch=8,threads={threads}")).unwrap();
            let mut bot = spec.build();
            bot.begin(&Setup { me, decks: lists.map(Some) }, 3);
            bot.judge(&duel.view(game, me), legal[0], spec.budget()).expect("it can say that")
        });
        assert_eq!((one, one.visits), (two, 30));
        judged += 1;
    });
    assert_eq!(judged, 9);
}
