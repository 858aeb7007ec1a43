//! Bots play whole duels: their choices are legal and depend on nothing but what they see.

use duelfish_cards::{Deck, catalogue, parse};
use duelfish_engine::{
    Actions, DeckList, Duel, Game, Outcome, Placement, Player, Rules, Streams, Verb,
};
use duelfish_search::{Belief, Bot, Budget, Choice, MctsBot, MctsOptions, Setup, Spec, Why};

/// The decks of `decks/starter`.
fn starter_decks() -> Vec<Deck> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../decks/starter");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let decks = paths.iter().map(|path| {
        let text = std::fs::read(path).unwrap();
        parse(&text, &path.to_string_lossy()).unwrap().deck
    });
    decks.filter(can_be_played).collect()
}

fn can_be_played(deck: &Deck) -> bool {
    let is_supported = |code| duelfish_cards::is_supported(catalogue(), code);
    // The old rulebooks, by which these decks are played too, know no other Extra Deck than that of Fusion Monsters.
    let is_fusion = |code| catalogue().facts(code).is(duelfish_engine::kind::FUSION);
    deck.main.iter().chain(&deck.extra).all(|code| is_supported(*code))
        && deck.extra.iter().all(|code| is_fusion(*code))
}

fn list(deck: &Deck) -> DeckList<'_> {
    DeckList { main: &deck.main, extra: &deck.extra }
}

/// Plays a duel and shows every choice to `watch`.
fn play(
    rules: Rules,
    decks: [DeckList<'_>; 2],
    specs: [&Spec; 2],
    seed: u64,
    mut watch: impl FnMut(&Duel, &Game<'_>, Player, &Actions, &Choice),
) -> Outcome {
    let game = Game::new(rules, catalogue());
    let mut bots = specs.map(Spec::build);
    for me in Player::BOTH {
        let setup = Setup { me, decks: decks.map(Some) };
        bots[me.index()].begin(&setup, seed + u64::from(me.number()));
    }
    let mut chance = Streams::new(seed, [0, 1]);
    let mut duel = Duel::start(&game, decks, &mut chance, &mut ()).unwrap();
    let mut legal = Actions::new();
    while let Some(decision) = duel.decision() {
        let me = decision.player;
        duel.legal_actions(&game, &mut legal);
        let view = duel.view(&game, me);
        let choice = bots[me.index()].choose(&view, &legal, specs[me.index()].budget());
        watch(&duel, &game, me, &legal, &choice);
        duel.try_apply(&game, choice.action, &mut chance, &mut ()).unwrap();
    }
    duel.outcome().unwrap()
}

#[test]
fn bots_choose_legal_actions_to_the_end_of_every_duel() {
    let decks = starter_decks();
    assert!(!decks.is_empty());
    let specs = Spec::WORDS.map(|word| {
        let little = match word {
            "planner" => "planner:nodes=60,worlds=2,plan=60",
            "mcts" => "mcts:iters=8",
            "mcts-1" => "mcts-1:iters=8",
            other => other,
        };
        Spec::parse(little).unwrap()
    });
    let rules = [
        Rules::MR5,
        Rules { ask_forced: true, ..Rules::MR5 }.with_placement(Placement::Ask),
        Rules::CLASSIC,
    ];
    for (a, b) in decks.iter().zip(decks.iter().cycle().skip(1)) {
        for first in &specs {
            for second in &specs {
                let searches = [first, second].iter().any(|spec| spec.budget().nodes != 0);
                for seed in 0..if searches { 3 } else { 30 } {
                    let rules = rules[seed as usize % rules.len()].clone();
                    let outcome =
                        play(rules, [list(a), list(b)], [first, second], seed, |_, _, _, _, _| ());
                    assert!(!matches!(outcome, Outcome::Limit(_)), "{first} {second} {seed}");
                }
            }
        }
    }
}

#[test]
fn equal_views_get_equal_choices() {
    let decks = starter_decks();
    let decks = [list(&decks[0]), list(&decks[1 % decks.len()])];
    let specs = [&Spec::Heuristic, &Spec::Random];
    let record = || {
        let mut choices = Vec::new();
        play(Rules::MR5, decks, specs, 9, |_, _, _, _, choice| choices.push(choice.clone()));
        choices
    };
    assert_eq!(record(), record());
    // Searches too: to the last visit and value.
    let specs = ["planner:nodes=200,plan=200", "mcts:iters=50,keep=yes,plan=300"]
        .map(|text| Spec::parse(text).unwrap());
    let record = || {
        let mut choices = Vec::new();
        let specs = [&specs[0], &specs[1]];
        play(Rules::MR5, decks, specs, 9, |_, _, _, _, choice| choices.push(choice.clone()));
        choices
    };
    assert_eq!(record(), record());

    // Rules of thumb have no memory: one that has not seen the duel so far chooses the same.
    play(
        Rules::MR5,
        decks,
        [&Spec::Heuristic, &Spec::Heuristic],
        5,
        |duel, game, me, legal, choice| {
            let fresh = Spec::Heuristic.build().choose(&duel.view(game, me), legal, Budget::NONE);
            assert_eq!(fresh, *choice);
        },
    );
}

#[test]
fn a_bot_begins_anew() {
    let decks = starter_decks();
    let decks = [list(&decks[0]), list(&decks[0])];
    let game = Game::new(Rules::MR5, catalogue());
    let duel = Duel::start(&game, decks, &mut Streams::new(1, [0, 1]), &mut ()).unwrap();
    let mut legal = Actions::new();
    duel.legal_actions(&game, &mut legal);
    let view = duel.view(&game, Player::FIRST);
    let setup = Setup { me: Player::FIRST, decks: decks.map(Some) };
    let searches = ["planner:nodes=200", "mcts:iters=30"].map(|text| Spec::parse(text).unwrap());
    for spec in [Spec::Random, Spec::Heuristic, Spec::Greedy].into_iter().chain(searches) {
        let mut bot = spec.build();
        let mut choices = |seed| -> Vec<Choice> {
            bot.begin(&setup, seed);
            (0..20).map(|_| bot.choose(&view, &legal, spec.budget())).collect()
        };
        let once = choices(3);
        assert_eq!(choices(3), once);
        if spec == Spec::Random {
            assert_ne!(choices(4), once);
        }
    }
}

/// A bot that is not told the opponent's list searches duels that fit its belief, and plays by rules
/// of thumb if none does: it never gets to see the true list.
#[test]
fn an_unknown_list_is_guessed() {
    let decks = starter_decks();
    // Two lists of the same size, so that nothing that is seen tells them apart.
    let [theirs, other] = [1, 2].map(|at: usize| {
        let main: Vec<_> = decks[at].main.iter().copied().take(40).collect();
        Deck { main, ..Deck::default() }
    });
    let [mine, theirs, other] = [&decks[0], &theirs, &other].map(list);
    let game = Game::new(Rules::MR5, catalogue());
    let opening = |theirs| {
        let duel = Duel::start(&game, [mine, theirs], &mut Streams::new(1, [0, 1]), &mut ());
        duel.unwrap()
    };
    let setup = Setup { me: Player::FIRST, decks: [Some(mine), None] };
    let choice = |duel: &Duel, belief: Belief| {
        let mut bot = MctsBot::new(MctsOptions { iterations: Some(200), ..MctsOptions::default() });
        bot = bot.with_belief(belief);
        bot.begin(&setup, 7);
        let mut legal = Actions::new();
        duel.legal_actions(&game, &mut legal);
        bot.choose(&duel.view(&game, Player::FIRST), &legal, Budget::of(u64::MAX))
    };
    let [truth, lie] = [theirs, other].map(opening);
    assert_eq!(
        truth.view(&game, Player::FIRST).to_string(),
        lie.view(&game, Player::FIRST).to_string()
    );
    let both = || Belief::any_of(&[theirs, other]);
    assert_eq!(choice(&truth, both()), choice(&lie, both()), "the true list makes no difference");
    assert!(matches!(choice(&truth, both()).why, Why::Search(_)));
    assert!(matches!(choice(&truth, Belief::default()).why, Why::Rule(_)));
}

/// What `heuristic` never does, in all the duels it plays.
#[test]
fn heuristic_keeps_to_its_rules() {
    let decks = starter_decks();
    let mut seen: Vec<&'static str> = Vec::new();
    for (number, a) in decks.iter().enumerate() {
        let b = &decks[(number + 1) % decks.len()];
        for seed in 0..60 {
            let lists = [list(a), list(b)];
            let specs =
                [&Spec::Heuristic, if seed % 2 == 0 { &Spec::Random } else { &Spec::Heuristic }];
            play(Rules::MR5, lists, specs, seed, |duel, game, me, legal, choice| {
                let Why::Rule(rule) = choice.why else { return };
                if !seen.contains(&rule) {
                    seen.push(rule);
                }
                check_attack(duel, game, me, legal, choice);
            });
        }
    }
    seen.sort_unstable();
    let rules = [
        "attack",
        "battle",
        "cover",
        "end of turn",
        "lethal",
        "no good attack left",
        "summon",
        "turn to attack",
        "wall",
        "weakest Tribute",
        "weakest discard",
    ];
    for rule in rules {
        assert!(seen.contains(&rule), "{rule} never applied: {seen:?}");
    }
}

/// An attack of `heuristic` destroys something that it sees or ends a duel that it can end.
fn check_attack(duel: &Duel, game: &Game<'_>, me: Player, legal: &Actions, choice: &Choice) {
    let view = duel.view(game, me);
    let damage = |action: duelfish_engine::Action| {
        let atk = view.monster(me, action.monster_zone()?)?.values?.atk;
        match action.target() {
            None => Some(atk),
            Some(at) => {
                let target = view.monster(me.other(), at)?;
                let values = target.values?;
                (target.position == duelfish_engine::BattlePosition::Attack)
                    .then(|| atk - values.atk)
            }
        }
    };
    let attacks = legal.iter().filter(|action| action.verb() == Verb::Attack);
    let lp = view.lp(me.other());
    let can_end = attacks.filter_map(|action| damage(*action)).any(|damage| damage >= lp);
    if can_end {
        assert!(damage(choice.action).is_some_and(|damage| damage >= lp), "{view}");
    }
    if choice.action.verb() == Verb::Attack
        && let Some(at) = choice.action.target()
    {
        let atk =
            view.monster(me, choice.action.monster_zone().unwrap()).unwrap().values.unwrap().atk;
        let target = view.monster(me.other(), at).unwrap();
        let against = match (target.values, target.position) {
            (None, _) => duelfish_search::FACE_DOWN_DEF,
            (Some(values), duelfish_engine::BattlePosition::Attack) => values.atk,
            (Some(values), _) => values.def,
        };
        assert!(atk > against, "{view}");
    }
}

/// A search that nobody waits for any more ends before its budget is spent; while nobody stops it, it is not
/// changed by being watched.
#[test]
fn a_search_that_is_stopped_ends() {
    use std::sync::atomic::AtomicBool;
    let decks = starter_decks();
    let lists =
        [&decks[0], &decks[1]].map(|deck| DeckList { main: &deck.main, extra: &deck.extra });
    let game = Game::new(Rules::MR5, catalogue());
    let duel = Duel::start(&game, lists, &mut Streams::new(1, [0, 1]), &mut ()).unwrap();
    let me = duel.decision().unwrap().player;
    let mut legal = Actions::new();
    duel.legal_actions(&game, &mut legal);
    let (set, clear) = (AtomicBool::new(true), AtomicBool::new(false));
    for (long, short) in [
        ("mcts:iters=1000000000", "mcts:iters=20"),
        ("mcts:iters=1000000000,batch=8,threads=2", "mcts:iters=20,batch=8,threads=2"),
        ("planner:nodes=1000000000", "planner:nodes=300"),
        ("greedy", "greedy"),
    ] {
        let choose = |spec: &str, stop: &[&AtomicBool]| {
            let spec = Spec::parse(spec).unwrap();
            let mut bot = spec.build();
            bot.begin(&Setup { me, decks: lists.map(Some) }, 1);
            bot.choose(&duel.view(&game, me), &legal, Budget { stop, ..spec.budget() })
        };
        let Why::Search(found) = choose(long, &[&clear, &set]).why else { panic!("{long}") };
        assert!(found.nodes < 1000, "{long}: {}", found.nodes);
        assert_eq!(choose(short, &[&clear]), choose(short, &[]), "{short}");
    }
}

/// The yardstick plays as `mcts` did on the day it was set aside: the program of that day has played the same. This is a
/// sum over its choices in a duel. If the rules or a card of these decks change, so may the sum; a change of the search or
/// of an evaluation may not change it.
#[test]
fn the_tree_search_that_was_set_aside_plays_as_it_did() {
    let decks = ["yugi", "kaiba"].map(|name| {
        let path = format!("{}/../decks/starter/{name}.ydk", env!("CARGO_MANIFEST_DIR"));
        parse(&std::fs::read(path).unwrap(), name).unwrap().deck
    });
    let spec = Spec::parse("mcts-1:iters=25").unwrap();
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    play(Rules::GOAT, decks.each_ref().map(list), [&spec; 2], 3, |_, _, _, legal, choice| {
        let at = legal.iter().position(|action| *action == choice.action).unwrap();
        sum = (sum ^ at as u64).wrapping_mul(0x0000_0100_0000_01b3);
    });
    assert_eq!(sum, 13_256_578_798_341_161_951);
}
