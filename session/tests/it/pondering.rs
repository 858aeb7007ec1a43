//! A bot that thinks on while a person is asked.

use std::sync::atomic::AtomicBool;

use duelfish_engine::DecisionKind;
use duelfish_search::{Spec, Why};
use duelfish_session::{DuelTable, PonderingBot, Seat, WaitsFor};

use crate::tables::{NEVER, against, table};

/// The person plays by rules of thumb.
fn answer(table: &mut DuelTable<'_>) {
    let choice = table.thought(&Spec::Heuristic).unwrap().choose(&NEVER).unwrap();
    table.answer(choice.action);
}

/// The bot of a table that is played against it.
fn bot_of(sides: &[Seat; 2]) -> PonderingBot {
    let Seat::Bot(spec) = &sides[1] else { panic!("a person") };
    PonderingBot::new(spec).expect("it can")
}

#[test]
fn only_a_person_in_an_open_state_is_thought_about() {
    let sides = against("mcts:iters=5");
    let (mut offered, mut refused) = (0, 0);
    for seed in 0..4 {
        let mut table = table(&sides, seed, false);
        while table.duel().turn() < 8 {
            match table.settle() {
                WaitsFor::Nobody => break,
                WaitsFor::Bot(_) => {
                    assert!(table.idle_thought().is_none());
                    let choice = table.bot_thought().unwrap().choose(&NEVER).unwrap();
                    table.bot_answers(choice.action);
                }
                WaitsFor::Person(person) => {
                    let kind = table.duel().decision().unwrap().kind;
                    let is_open = matches!(kind, DecisionKind::Idle | DecisionKind::Battle);
                    let thought = table.idle_thought();
                    assert_eq!(
                        thought.as_ref().map(duelfish_session::Thought::player),
                        is_open.then(|| person.other())
                    );
                    if is_open {
                        offered += 1;
                    } else {
                        refused += 1;
                    }
                    answer(&mut table);
                }
            }
        }
    }
    assert!(offered > 10 && refused > 3, "{offered} {refused}");
    let mut given_up = table(&sides, 1, false);
    assert!(matches!(given_up.settle(), WaitsFor::Person(_)) && given_up.idle_thought().is_some());
    let person = given_up.duel().turn_player();
    given_up.concede(person);
    assert!(given_up.idle_thought().is_none());
    assert!(PonderingBot::new(&Spec::Greedy).is_none());
}

/// What was thought while the person was asked is part of the next choice; what is forgotten is not.
#[test]
fn the_next_choice_uses_what_was_thought() {
    let sides = against("mcts:iters=10");
    let (mut used, mut fresh) = (0, 0);
    for seed in 0..6 {
        let (mut table, mut bot) = (table(&sides, seed, false), bot_of(&sides));
        let mut forgets = false;
        while table.duel().turn() < 10 {
            match table.settle() {
                WaitsFor::Nobody => break,
                WaitsFor::Person(_) => {
                    if let Some(thought) = table.idle_thought() {
                        assert!(bot.ponder(&thought, 2000, &NEVER) > 0);
                    }
                    answer(&mut table);
                }
                WaitsFor::Bot(_) => {
                    let thought = table.bot_thought().unwrap();
                    if forgets {
                        bot.forget();
                    }
                    let choice = bot.choose(&thought, &NEVER).unwrap();
                    if forgets {
                        assert_eq!(choice, thought.choose(&NEVER).unwrap());
                        fresh += 1;
                    } else if let Why::Search(found) = &choice.why {
                        let visits: u32 = found.choices.iter().map(|one| one.visits).sum();
                        used += u32::from(visits > found.iterations);
                    }
                    forgets = !forgets;
                    table.bot_answers(choice.action);
                }
            }
        }
    }
    assert!(used > 5 && fresh > 5, "{used} {fresh}");
}

/// A pondering that is stopped ends, however much it may still do.
#[test]
fn pondering_ends_when_it_is_stopped() {
    let sides = against("mcts");
    let (mut table, mut bot) = (table(&sides, 2, false), bot_of(&sides));
    assert!(matches!(table.settle(), WaitsFor::Person(_)));
    let thought = table.idle_thought().unwrap();
    assert_eq!(bot.ponder(&thought, u64::MAX, &AtomicBool::new(true)), 0);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let pondering = scope.spawn(|| bot.ponder(&thought, u64::MAX, &stop));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        pondering.join().unwrap();
    });
}
