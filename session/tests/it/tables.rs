//! A duel at a table: its answers, and the way to take them back and to go on.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use duelfish_arena::record::RecordHeader;
use duelfish_arena::{MatchSpec, Replay};
use duelfish_engine::{Player, Rules};
use duelfish_search::Spec;
use duelfish_session::saved::{self, PERSON, seats_of};
use duelfish_session::{Beginning, DuelTable, Menu, Seat, WaitsFor};

pub(crate) static NEVER: AtomicBool = AtomicBool::new(false);

/// The header of a duel of these sides with two starter decks.
fn header(sides: &[Seat; 2], seed: u64) -> RecordHeader {
    let deck = |name: &str| {
        let file = format!("{}/../decks/starter/{name}.ydk", env!("CARGO_MANIFEST_DIR"));
        duelfish_cards::parse(&std::fs::read(file).unwrap(), name).unwrap().deck
    };
    let bots = sides.each_ref().map(|seat| match seat {
        Seat::Person => Spec::Random,
        Seat::Bot(spec) => spec.clone(),
    });
    let decks = [deck("yugi"), deck("kaiba")];
    let spec = MatchSpec::new(decks, bots, Rules::MR5, 1, seed);
    let mut header = spec.header(duelfish_cards::catalogue(), "");
    for (bot, _) in header.bots.iter_mut().zip(sides).filter(|(_, side)| **side == Seat::Person) {
        PERSON.clone_into(bot);
    }
    header
}

pub(crate) fn table(sides: &[Seat; 2], seed: u64, b_first: bool) -> DuelTable<'static> {
    let replay = Replay::new(&header(sides, seed), duelfish_cards::catalogue()).unwrap();
    DuelTable::begin(
        Beginning::decks(Arc::new(replay), b_first),
        seats_of(sides.clone(), b_first),
        seed,
        b_first,
    )
    .unwrap()
}

pub(crate) fn against(bot: &str) -> [Seat; 2] {
    [Seat::Person, Seat::Bot(Spec::parse(bot).unwrap())]
}

/// Plays until a person is asked or nobody is.
fn play_on(table: &mut DuelTable<'_>) -> WaitsFor {
    loop {
        let waits = table.settle();
        let WaitsFor::Bot(_) = waits else { return waits };
        let choice = table.bot_thought().unwrap().choose(&NEVER).unwrap();
        table.bot_answers(choice.action);
    }
}

/// The person's last choice of a menu, which mostly ends the turn.
fn last(table: &DuelTable<'_>) -> Option<duelfish_engine::Action> {
    let (decision, legal) = table.question()?;
    let view = table.view(decision.player);
    let menu = Menu::new(&view, table.voice_of(decision.player), decision, &legal);
    Some(menu.choices.last()?.action)
}

#[test]
fn what_is_taken_back_comes_again_the_same_way() {
    let mut table = table(&against("heuristic"), 5, false);
    play_on(&mut table);
    let begun = (*table.duel(), table.record());
    let mut after = Vec::new();
    for _ in 0..2 {
        for _ in 0..6 {
            table.answer(last(&table).unwrap());
            play_on(&mut table);
        }
        after.push((*table.duel(), table.record(), table.logs()[0].lines().len()));
        for _ in 0..6 {
            assert!(table.undo());
        }
        assert!((*table.duel(), table.record()) == begun);
        assert!(!table.undo());
    }
    assert!(after[0] == after[1]);
}

#[test]
fn a_saved_duel_goes_on_as_it_would_have() {
    let sides = against("mcts:iters=20");
    for b_first in [false, true] {
        let mut table = table(&sides, 8, b_first);
        for _ in 0..2 {
            play_on(&mut table);
            table.answer(last(&table).unwrap());
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("my.duel");
        saved::write(&file, &header(&sides, 8), &table.record()).unwrap();
        let saved = saved::read(&file).unwrap();
        assert_eq!(saved.sides, sides);
        let replay = Replay::new(&saved.header, duelfish_cards::catalogue()).unwrap();
        let seats = saved.seats();
        let again = DuelTable::restore(
            Beginning::of_record(Arc::new(replay), &saved.duel),
            seats,
            saved.header.seed,
            &saved.duel,
        );
        let mut again = again.unwrap();
        assert!(again.duel() == table.duel());
        let texts = |table: &DuelTable<'_>| -> Vec<String> {
            table.logs()[0].lines().iter().map(|line| line.text.clone()).collect()
        };
        assert_eq!(texts(&again), texts(&table));
        play_on(&mut table);
        play_on(&mut again);
        assert!(again.duel() == table.duel());
        assert_eq!(again.news(saved_seat(&table)), table.news(saved_seat(&table)));
    }
}

fn saved_seat(table: &DuelTable<'_>) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| table.is_person(*player))
}

#[test]
fn each_person_has_a_log_of_what_was_noticed() {
    let table = table(&[Seat::Person, Seat::Person], 1, false);
    let line =
        |player: Player, at: usize| table.log(Some(player)).unwrap().lines()[at].text.clone();
    assert!(table.log(None).is_none());
    assert!(line(Player::FIRST, 0).starts_with("You draw "), "{}", line(Player::FIRST, 0));
    assert_eq!(line(Player::SECOND, 0), "The opponent draws 5 cards.");
    assert_eq!(line(Player::FIRST, 1), "The opponent draws 5 cards.");
}

#[test]
fn a_watcher_is_told_all() {
    let bot = Seat::Bot(Spec::Random);
    let mut table = table(&[bot.clone(), bot], 1, false);
    assert_eq!(play_on(&mut table), WaitsFor::Nobody);
    let log = table.log(None).unwrap();
    let texts: Vec<&str> = log.lines().iter().map(|line| line.text.as_str()).collect();
    assert!(
        texts[0].starts_with("Player 1 draws ") && !texts[0].contains("5 cards"),
        "{}",
        texts[0]
    );
    assert_eq!(texts[2], "Turn 1, Player 1's turn");
    assert!(texts.last().unwrap().starts_with("Player "), "{texts:?}");
    // The newest lines know the duel as it was then.
    assert!(log.scene(texts.len() - 1).unwrap() == table.duel());
    assert!(log.scene(0).is_none());
}

#[test]
fn who_gives_up_is_asked_no_more() {
    let mut table = table(&against("random"), 2, false);
    play_on(&mut table);
    table.concede(Player::FIRST);
    assert_eq!(table.settle(), WaitsFor::Nobody);
    assert!(table.question().is_none() && table.bot_thought().is_none() && table.is_over());
}

/// A duel that goes on from the middle of another one has what was drawn there, and what its own seed brings behind it;
/// saved and gone on with, it is the same.
#[test]
fn a_branch_keeps_the_chance_of_its_trunk() {
    let bots = [Seat::Bot(Spec::Random), Seat::Bot(Spec::Heuristic)];
    let mut trunk = table(&bots, 3, false);
    play_on(&mut trunk);
    let whole = trunk.record();
    let mut part = whole.clone();
    part.actions.truncate(whole.actions.len() / 2);
    let begin = |seed: u64| {
        let replay = Replay::new(&header(&bots, seed), duelfish_cards::catalogue());
        Beginning::decks(Arc::new(replay.unwrap()), false)
    };
    let mut branch = DuelTable::branch(begin(77), bots.clone(), 77, &part).unwrap();
    let half = branch.record();
    assert!(whole.answers.starts_with(&half.answers) && half.answers.len() < whole.answers.len());
    play_on(&mut branch);
    let end = branch.record();
    assert!(end.answers.starts_with(&half.answers));
    assert!(end.answers != whole.answers);
    let again = DuelTable::restore(begin(77), bots, 77, &end).unwrap();
    assert!(again.duel() == branch.duel());
    assert!(again.record() == end);
}

#[test]
fn a_position_is_played_from() {
    let text = "turn 5 P1 main1\nP1 lp 8000\nP2 lp 1000\nP1 hand: Battle Ox\nP1 deck: 5* Kuriboh\n\
                P2 deck: 5* Kuriboh\nP2 draws: Kuriboh\n";
    let cards = duelfish_cards::catalogue();
    let position = duelfish_engine::Position::parse(text, cards).unwrap();
    let start = Beginning::position(position, cards);
    let seats = [Seat::Person, Seat::Bot(Spec::Random)];
    let mut table = DuelTable::begin(start.clone(), seats.clone(), 4, false).unwrap();
    assert_eq!(table.settle(), WaitsFor::Person(Player::FIRST));
    let summon = table.duel().parse(table.game(), "summon Battle Ox").unwrap();
    table.answer(summon);
    table.settle();
    let attack = table.duel().parse(table.game(), "battle").unwrap();
    table.answer(attack);
    let record = table.record();
    let again = DuelTable::restore(start, seats, 4, &record).unwrap();
    assert!(again.duel() == table.duel());
}
