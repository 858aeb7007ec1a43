//! Questions about a whole turn: the board that it makes.

use std::sync::atomic::AtomicBool;

use duelfish_arena::suite::{SuiteQuestion, SuiteSpec, SuiteWatch, ask, find_boards};
use duelfish_cards::catalogue;
use duelfish_engine::{Game, Verb};
use duelfish_search::Spec;

/// A question about a board, as it is written.
const BOARD: &str = "question two-knights\nclass boards\nwhy Two Normal Summons are allowed here.\n\
                     rules mr5 placement=auto\nturn 3 P1 main1\nP1 hand: Double Summon; Battle Ox; Celtic Guardian\n\
                     P1 deck: 5* Mystical Elf\nP2 deck: 5* Mystical Elf\n\
                     board P1 field: Battle Ox | Mystical Elf; P1 monsters >= 2; P2 lp <= 6500\n\
                     P1> activate Double Summon\nP1> summon Battle Ox\nP1> summon Celtic Guardian\nP1> battle\n\
                     P1> attack M2 direct\nP1> attack M1 direct\nP1> end\n";

fn boards() -> Vec<SuiteQuestion> {
    crate::suite::questions().into_iter().filter(|question| question.board.is_some()).collect()
}

fn read(text: &str) -> Result<Vec<SuiteQuestion>, String> {
    SuiteQuestion::parse_all(text, "a.suite", catalogue()).map_err(|error| error.to_string())
}

#[test]
fn every_board_can_be_made() {
    let boards = boards();
    assert!(boards.len() >= 30, "{}", boards.len());
    let mut long = 0;
    for question in &boards {
        let task = question.board.as_ref().unwrap();
        let proof = question.proves_board(catalogue());
        assert_eq!(proof, Ok(()), "{}", question.name);
        let own = task.line.iter().filter(|(player, _)| *player == question.duel.turn_player());
        let own = own.count();
        assert!(own >= 8, "{}: {own} actions are no line", question.name);
        long += usize::from(own >= 12);
    }
    assert!(2 * long > boards.len(), "most lines have a dozen actions: {long}");
}

/// A player who does nothing makes no board.
#[test]
fn no_board_stands_by_itself() {
    for mut question in boards() {
        let player = question.duel.turn_player();
        let task = question.board.as_mut().unwrap();
        task.line = vec![(player, "end".to_owned())];
        assert!(question.proves_board(catalogue()).is_err(), "{}", question.name);
    }
}

/// The search finds the cheaper boards; docs/suite.md says what all of them cost.
#[test]
fn the_search_finds_boards_and_its_lines_make_them() {
    let mut found = 0;
    let boards = boards();
    for mut question in boards.clone() {
        let sought = question.find_board(catalogue(), 2_500).unwrap();
        let Some(line) = sought.line else { continue };
        found += 1;
        let task = question.board.as_mut().unwrap();
        let split = |action: &String| {
            let (player, text) = action.split_once("> ").unwrap();
            let is_first = player == "P1";
            let player = duelfish_engine::Player::BOTH[usize::from(!is_first)];
            (player, text.to_owned())
        };
        task.line = line.iter().map(split).collect();
        assert_eq!(question.proves_board(catalogue()), Ok(()), "{}", question.name);
    }
    assert!(4 * found >= 3 * boards.len(), "{found} of {}", boards.len());
}

#[test]
fn a_board_is_read_proved_and_written() {
    let question = &read(BOARD).unwrap()[0];
    assert_eq!(question.proves_board(catalogue()), Ok(()));
    assert_eq!(question.to_string(), BOARD);
    let short = read(&BOARD.replace("P1> attack M2 direct\nP1> attack M1 direct\n", "")).unwrap();
    let wrong = short[0].proves_board(catalogue()).unwrap_err();
    assert!(wrong.starts_with("no board stands: "), "{wrong}");
    // A second board is as good.
    let second = BOARD.replace("lp <= 6500\n", "lp <= 1\nboard P1 monsters >= 2\n");
    assert_eq!(read(&second).unwrap()[0].proves_board(catalogue()), Ok(()));
    let game = Game::new(question.rules.clone(), catalogue());
    let mut legal = duelfish_engine::Actions::new();
    question.duel.legal_actions(&game, &mut legal);
    assert!(legal.iter().any(|action| action.verb() == Verb::Summon));
    assert!(!legal.iter().any(|action| question.is_right(*action)), "no move is the turn");
}

#[test]
fn each_part_of_a_board_counts() {
    let end = |board: &str| {
        let text = BOARD.split("board ").next().unwrap();
        let text = format!("{text}board {board}\nP1> summon Battle Ox\nP1> end\n");
        read(&text).unwrap()[0].proves_board(catalogue()).is_ok()
    };
    for (board, stands) in [
        ("P1 field: Battle Ox", true),
        ("P1 field: 2* Battle Ox", false),
        ("P1 field: Celtic Guardian | Battle Ox", true),
        ("P1 field: Celtic Guardian", false),
        ("P1 hand: Double Summon; P1 hand >= 2", true),
        ("P1 hand >= 3", false),
        ("P1 grave <= 0; P1 spells <= 0; P2 lp >= 8000", true),
        ("P1 grave: Battle Ox", false),
        ("P1 banished: Battle Ox", false),
        ("P1 atk >= 1700", true),
        ("P1 atk >= 1701", false),
        ("P2 monsters >= 1", false),
    ] {
        assert_eq!(end(board), stands, "{board}");
    }
}

#[test]
fn errors_name_the_line_and_say_what_to_write() {
    let unasked = BOARD.split("board ").next().unwrap();
    let said = read(unasked).unwrap_err();
    assert!(said.starts_with("a.suite:1: the question has no answer; write"), "{said}");
    for (from, to, error) in [
        ("Battle Ox | Mystical Elf", "Battle Axe", "a.suite:9: there is no card `Battle Axe`"),
        (
            "P1 monsters >= 2",
            "P1 monster >= 2",
            "a.suite:9: `P1 monster >= 2` is no part of a board; write",
        ),
        ("P1 monsters >= 2", "P3 monsters >= 2", "a.suite:9: `P3 monsters >= 2` is no part"),
        (
            "P1 field: Battle",
            "P1 field: 0* Battle",
            "a.suite:9: `P1 field: 0* Battle Ox | Mystical Elf` is no part",
        ),
        ("P1> battle\n", "board P1 lp >= 1\n", "a.suite:13: after a board only"),
        ("board P1", "best end\nboard P1", "a.suite:10: the answers end a question"),
    ] {
        assert!(BOARD.contains(from), "{from}");
        let said = read(&BOARD.replace(from, to)).unwrap_err();
        assert!(said.starts_with(error) && !said.contains('\n'), "{said}");
    }
}

/// Bots play the whole turn, and the search is asked for the board.
#[test]
fn a_turn_is_judged_by_its_end() {
    let spec = SuiteSpec {
        questions: read(BOARD).unwrap(),
        bots: ["greedy", "random"].map(|bot| Spec::parse(bot).unwrap()).to_vec(),
        seed: 1,
        seeds: 20,
        threads: 1,
    };
    let stop = AtomicBool::new(false);
    let watch = SuiteWatch { stop: &stop, progress: &|_| {} };
    let report = ask(catalogue(), &spec, watch).unwrap();
    let [greedy, random] = &report.bots[..] else { panic!("two bots") };
    // What one sees is no accident: to Summon twice and to attack is all that this hand can do.
    assert_eq!(greedy.all.right, 20, "{:?}", greedy.answers[0]);
    assert!(random.all.right < 20);
    assert!(greedy.answers[0].played.contains("Battle Ox"), "{:?}", greedy.answers[0]);
    let found = find_boards(catalogue(), &spec, 1_000, watch).unwrap();
    assert_eq!((found.found, found.boards.len(), found.interrupted), (1, 1, false));
    assert_eq!(find_boards(catalogue(), &spec, 3, watch).unwrap().found, 0);
}
