//! The bench plays the duels that it says it plays.

use crate::common::{deck, vanilla};
use duelfish_arena::bench::{Onlooker, RandomDuels};
use duelfish_arena::seeds::{SeedPurpose, derive};
use duelfish_arena::{SortedDeck, bench};
use duelfish_cards::catalogue;
use duelfish_engine::{Action, Actions, Duel, Game, Outcome, Placement, Player, Rules, Streams};
use duelfish_search::{Bot, Budget, RandomBot, Setup};

/// Writes down what random players do.
#[derive(Default)]
struct Minutes {
    actions: Vec<Action>,
    outcomes: Vec<Outcome>,
}

impl Onlooker for Minutes {
    fn action(&mut self, action: Action) {
        self.actions.push(action);
    }

    fn outcome(&mut self, outcome: Option<Outcome>) {
        self.outcomes.extend(outcome);
    }
}

#[test]
fn the_loop_without_bots_plays_like_the_random_bot() {
    let decks = [vanilla(), deck("normal46")];
    let game = Game { rules: Rules::MR5.with_placement(Placement::Ask), cards: catalogue() };
    let mut minutes = Minutes::default();
    RandomDuels::new(&game, &decks, 4).unwrap().play(0..20, &mut minutes);
    assert_eq!(minutes.outcomes.len(), 20);

    let sorted = decks.each_ref().map(SortedDeck::new);
    let mut actions = minutes.actions.into_iter();
    for number in 0..20 {
        // The decks take turns in going first, and take their shuffles with them.
        let order: [usize; 2] = if number % 2 == 0 { [0, 1] } else { [1, 0] };
        let lists = order.map(|side| sorted[side].list());
        let deck_of = order.map(|side| side as u8);
        let mut chance = Streams::new(derive(4, number, SeedPurpose::Duel), deck_of);
        let mut bot = RandomBot::new();
        let setup = Setup { me: Player::FIRST, decks: lists.map(Some) };
        bot.begin(&setup, derive(4, number, SeedPurpose::BotA));
        let mut duel = Duel::start(&game, lists, &mut chance, &mut ()).unwrap();
        let mut legal = Actions::new();
        while let Some(decision) = duel.decision() {
            duel.legal_actions(&game, &mut legal);
            let view = duel.view(&game, decision.player);
            let action = bot.choose(&view, &legal, Budget::NONE).action;
            assert_eq!(Some(action), actions.next());
            duel.apply(&game, action, &mut chance, &mut ());
        }
    }
    assert_eq!(actions.next(), None);
}

#[test]
fn the_signature_depends_on_decks_and_rules_alone() {
    let decks = [vanilla(), vanilla()];
    let signature = |decks, rules: Rules, duels, seed| {
        bench(catalogue(), decks, &rules, duels, seed).unwrap().signature
    };
    let usual = signature(&decks, Rules::MR5, 1, 1);
    assert_eq!(signature(&decks, Rules::MR5, 20, 2), usual);
    assert_ne!(signature(&decks, Rules::CLASSIC, 1, 1), usual);
    assert_ne!(signature(&[vanilla(), deck("normal46")], Rules::MR5, 1, 1), usual);
}

/// The signature changes when rules or random players behave differently; a commit that changes it
/// says why. The engine's name has a signature of its own, over more than this.
#[test]
fn the_signature_is_pinned() {
    let report = bench(catalogue(), &[vanilla(), vanilla()], &Rules::MR5, 1, 1).unwrap();
    assert_eq!(report.signature, "1925e2eb8a8b4884");
}

/// The reference engine, played by the same kind of players, needed 359 real decisions and 65
/// turns for a duel between these decks. Figures far from these would measure other work.
#[test]
fn the_bench_is_as_much_work_as_with_the_reference_engine() {
    let report = bench(catalogue(), &[vanilla(), vanilla()], &Rules::MR5, 2000, 1).unwrap();
    assert!((report.real_decisions_per_duel / 359.0 - 1.0).abs() < 0.25, "{report:?}");
    assert!((report.turns_per_duel / 65.0 - 1.0).abs() < 0.25, "{report:?}");
}
