//! What bots are told in a duel of the arena.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use crate::common::vanilla;
use duelfish_arena::{
    Contestant, DuelResult, Log, Openings, Pairing, Plan, PlayError, ProgramEnd, Shard, SortedDeck,
    StopFlags, Table,
};
use duelfish_cards::catalogue;
use duelfish_engine::{Action, Actions, Game, Player, PublicEvent, PublicSpot, Rules, View};
use duelfish_search::{Bot, Budget, Choice, HeuristicBot, Setup, WallClock, Why};

/// Plays by rules of thumb and writes down what it hears.
#[derive(Clone, Default)]
struct Listener {
    me: Option<Player>,
    heard: Arc<Mutex<Vec<PublicEvent>>>,
}

impl Bot for Listener {
    fn begin(&mut self, setup: &Setup<'_>, _: u64) {
        self.me = Some(setup.me);
        self.heard.lock().unwrap().clear();
    }

    fn listens(&self) -> bool {
        true
    }

    fn observe(&mut self, event: &PublicEvent) {
        self.heard.lock().unwrap().push(*event);
    }

    fn choose(&mut self, view: &View<'_>, legal: &Actions, budget: Budget<'_>) -> Choice {
        assert_eq!(view.player(), self.me);
        HeuristicBot::new().choose(view, legal, budget)
    }
}

/// Always answers the same.
struct Stubborn;

impl Bot for Stubborn {
    fn begin(&mut self, _: &Setup<'_>, _: u64) {}

    fn choose(&mut self, _: &View<'_>, _: &Actions, _: Budget<'_>) -> Choice {
        Choice { action: Action::TO_MAIN2, why: Why::Random }
    }
}

fn table<'a>(
    game: &'a Game<'a>,
    deck: &'a SortedDeck,
    openings: &'a Openings,
    bots: [Box<dyn Contestant>; 2],
) -> Table<'a> {
    let decks = vec![deck.list(); 2];
    Table {
        game,
        decks,
        openings,
        bots,
        budgets: [Budget::NONE; 2],
        log: Log::default(),
        thinking: None,
        forfeit: None,
        time_control: None,
        clock: Box::new(WallClock::start()),
    }
}

/// Plays a duel of an unpaired match.
fn play(table: &mut Table<'_>, number: u64) -> Result<DuelResult, PlayError> {
    let plan = Plan {
        best_of: 1,
        pairing: Pairing::None,
        seed: 1,
        games: 100,
        shard: Shard::WHOLE,
        decks: 2,
        mirror: true,
    };
    let never = AtomicBool::new(false);
    let seating = plan.seating(number, &plan.arrangements());
    Ok(table.play(&seating, StopFlags([&never; 2]))?.unwrap())
}

#[test]
fn listeners_hear_what_their_player_notices() {
    let game = Game { rules: Rules::MR5, cards: catalogue() };
    let deck = SortedDeck::new(&vanilla());
    let listener = Listener::default();
    let bots: [Box<dyn Contestant>; 2] =
        [Box::new(listener.clone()), Box::new(HeuristicBot::new())];
    let openings = Openings::new(&game, &[deck.clone(), deck.clone()]).unwrap();
    let mut table = table(&game, &deck, &openings, bots);
    for number in 0..4 {
        let result = play(&mut table, number).unwrap();
        let ProgramEnd::Rules(outcome) = result.end else { panic!("{}", result.end) };
        let me = if number % 2 == 0 { Player::FIRST } else { Player::SECOND };
        let heard = listener.heard.lock().unwrap();
        let turns = heard.iter().filter(|event| matches!(event, PublicEvent::Turn { .. }));
        assert_eq!(turns.count(), usize::from(result.turns));
        assert_eq!(heard.last(), Some(&PublicEvent::Over(outcome)));
        // The opening hands are heard too: one's own cards and the backs of the opponent's.
        let mut draws = [0; 2];
        for event in heard.iter() {
            if let PublicEvent::Moved { card, to: PublicSpot::Hand(player), .. } = event {
                assert_eq!(card.0.is_some(), *player == me);
                draws[player.index()] += 1;
            }
        }
        assert!(draws.iter().all(|count| *count >= 5), "{draws:?}");
    }
}

#[test]
fn an_illegal_answer_ends_the_match_with_the_bot_s_side() {
    let game = Game { rules: Rules::MR5, cards: catalogue() };
    let deck = SortedDeck::new(&vanilla());
    let openings = Openings::new(&game, &[deck.clone(), deck.clone()]).unwrap();
    let bots: [Box<dyn Contestant>; 2] = [Box::new(HeuristicBot::new()), Box::new(Stubborn)];
    let mut table = table(&game, &deck, &openings, bots);
    let error = play(&mut table, 0).unwrap_err();
    let PlayError::Illegal { bot, duel, .. } = error else { panic!("{error}") };
    assert_eq!((bot, duel), ('B', 0));
}
