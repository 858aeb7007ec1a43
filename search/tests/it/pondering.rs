//! Bots that think on while their opponent is asked.

use duelfish_cards::{Deck, catalogue, parse};
use duelfish_engine::{Actions, DecisionKind, DeckList, Duel, Game, Player, Rules, Streams, Verb};
use duelfish_search::{Bot, Budget, Choice, Findings, Setup, Spec, Why};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A pondering is so many decisions here, so that it can be repeated.
const WORK: Budget<'static> = Budget::of(1500);

fn deck(name: &str) -> Deck {
    let path = format!("{}/../decks/goat/{name}.ydk", env!("CARGO_MANIFEST_DIR"));
    parse(&std::fs::read(path).unwrap(), name).unwrap().deck
}

/// The searched choices of a bot in some duels against `heuristic`, with the duel at each. Before each answer of the opponent in
/// an open state, and before each choice, `met` may put another duel in the place of the true one.
fn choices(
    spec: &str,
    ponders: bool,
    mut met: impl FnMut(&Game<'_>, &Duel, Player) -> Duel,
) -> Vec<(Choice, u32)> {
    let decks = ["ygobench_goat_control_v1", "ygobench_warrior_v1"].map(deck);
    let lists = decks.each_ref().map(|deck| DeckList { main: &deck.main, extra: &deck.extra });
    let game = Game::new(Rules::GOAT, catalogue());
    let spec = Spec::parse(spec).unwrap();
    let mut found = Vec::new();
    for seed in 0..3 {
        let me = Player::of_bit((seed & 1) as u8);
        let mut chance = Streams::new(seed, [0, 1]);
        let mut duel = Duel::start(&game, lists, &mut chance, &mut ()).unwrap();
        let (mut bot, mut legal) = (spec.build(), Actions::new());
        bot.begin(&Setup { me, decks: lists.map(Some) }, seed);
        let mut pondered = 0;
        while let Some(decision) = duel.decision().filter(|_| duel.turn() < 9) {
            duel.legal_actions(&game, &mut legal);
            let view = duel.view(&game, decision.player);
            let action = if decision.player == me {
                let other = met(&game, &duel, me);
                let (seen, mut offered) = (other.view(&game, me), Actions::new());
                seen.legal_actions(&mut offered);
                let choice = bot.choose(&seen, &offered, spec.budget());
                let key = seen.choice_key(choice.action);
                let real = matches!(&choice.why, Why::Search(found) if found.iterations > 0);
                if real {
                    found.push((choice, pondered));
                }
                *legal.iter().find(|action| view.choice_key(**action) == key).unwrap()
            } else {
                if ponders && matches!(decision.kind, DecisionKind::Idle | DecisionKind::Battle) {
                    pondered = bot.ponder(&met(&game, &duel, me).view(&game, me), WORK);
                    assert!(pondered > 0);
                }
                Spec::Heuristic.build().choose(&view, &legal, Budget::NONE).action
            };
            duel.apply(&game, action, &mut chance, &mut ());
        }
    }
    found
}

fn findings(choice: &Choice) -> &Findings {
    match &choice.why {
        Why::Search(found) => found,
        why => panic!("{why:?}"),
    }
}

/// The visits that a choice had before its own search began.
fn kept(choice: &Choice) -> u32 {
    let found = findings(choice);
    found.choices.iter().map(|one| one.visits).sum::<u32>().saturating_sub(found.iterations)
}

#[test]
fn the_tree_is_found_again_after_the_opponents_answer() {
    for spec in ["mcts:iters=20", "mcts:iters=20,batch=8,threads=2"] {
        let pondered = choices(spec, true, |_, duel, _| *duel);
        let found_again = pondered.iter().filter(|(choice, _)| kept(choice) > 0).count();
        let lost = pondered.len() - found_again;
        assert!(found_again > 10, "{found_again} of {}", pondered.len());
        assert!(lost > 0, "nobody foresees all that is drawn");
        // Without pondering nothing is kept from one choice to the next.
        let plain = choices(spec, false, |_, duel, _| *duel);
        assert!(plain.len() > 20 && plain.iter().all(|(choice, _)| kept(choice) == 0));
    }
}

/// Two histories that differ in what the bot can't see: each time it thinks, all hidden cards are others.
#[test]
fn nothing_hidden_changes_what_is_pondered() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let truth = choices("mcts:iters=20", true, |_, duel, _| *duel);
    let dealt = choices("mcts:iters=20", true, |game, duel, me| {
        let mut other = *duel;
        duel.view(game, me).dealer(None).expect("a deal").deal(game, &mut rng, &mut other);
        other
    });
    assert!(truth.iter().any(|(choice, _)| kept(choice) > 0));
    assert_eq!(truth.len(), dealt.len());
    for ((truth, before), (dealt, again)) in truth.iter().zip(&dealt) {
        assert_eq!(before, again, "iterations of the pondering");
        let values = |choice: &Choice| -> Vec<_> {
            findings(choice).choices.iter().map(|one| (one.visits, one.value)).collect()
        };
        assert_eq!(values(truth), values(dealt));
        assert_eq!(findings(truth).nodes, findings(dealt).nodes);
    }
}

/// A bot that begins a duel knows nothing of what it pondered before, and one that can't ponder says so.
#[test]
fn a_new_duel_begins_without_the_old_thoughts() {
    let decks = ["ygobench_goat_control_v1", "ygobench_warrior_v1"].map(deck);
    let lists = decks.each_ref().map(|deck| DeckList { main: &deck.main, extra: &deck.extra });
    let game = Game::new(Rules::GOAT, catalogue());
    let duel = Duel::start(&game, lists, &mut Streams::new(1, [0, 1]), &mut ()).unwrap();
    assert_eq!(duel.decision().map(|decision| decision.player), Some(Player::FIRST));
    let mut legal = Actions::new();
    duel.legal_actions(&game, &mut legal);
    assert!(legal.iter().any(|action| action.verb() == Verb::EndTurn));
    for word in Spec::WORDS {
        let spec = Spec::parse(word).unwrap();
        let mut bot = spec.build();
        bot.begin(&Setup { me: Player::SECOND, decks: lists.map(Some) }, 1);
        let made = bot.ponder(&duel.view(&game, Player::SECOND), WORK);
        assert_eq!(made > 0, spec.can_ponder(), "{word}");
        let mut first = || {
            bot.begin(&Setup { me: Player::FIRST, decks: lists.map(Some) }, 1);
            bot.choose(&duel.view(&game, Player::FIRST), &legal, spec.budget())
        };
        let mut fresh = spec.build();
        fresh.begin(&Setup { me: Player::FIRST, decks: lists.map(Some) }, 1);
        let expected = fresh.choose(&duel.view(&game, Player::FIRST), &legal, spec.budget());
        assert_eq!(first(), expected, "{word}");
    }
}
