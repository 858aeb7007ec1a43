//! `duelfish suite`, and questions out of records.

use crate::common::{Files, duelfish, run, starter};

const QUESTIONS: &str = "question hit-the-weaker
class attack
why Kuriboh is no match for Battle Ox.
turn 3 P1 battle
P1 M1 attack: Battle Ox
P2 M1 defense: Mystical Elf
P2 M2 attack: Kuriboh
best attack M1 -> M2

# Another class.
question not-into-the-wall
class misuse-of-monster
why Battle Ox can't beat Mystical Elf.
turn 3 P1 battle
P1 M1 attack: Battle Ox
P2 M1 defense: Mystical Elf
P2 M2 attack: Kuriboh
avoid attack M1 -> M1
";

#[test]
fn a_table_for_people() {
    let files = Files::new();
    let file = files.write("a.suite", QUESTIONS);
    let path = file.display().to_string();
    let said = run(["suite", &path, "--bot", "greedy", "--bot", "planner:nodes=200", "--list"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.starts_with("engine ") && said.out.contains(", 2 questions, seed 1\n"));
    for line in ["greedy", "planner:nodes=200", "all                  2/2  100.0%"] {
        assert!(said.out.lines().any(|said| said.starts_with(line)), "{line}: {}", said.out);
    }
    let listed = "right  hit-the-weaker     attack M1 -> M2";
    assert!(said.out.lines().any(|line| line == listed), "{}", said.out);
    // A directory stands for its files.
    let folder = files.path().display().to_string();
    let of_folder = run(["suite", &folder, "--bot", "greedy"]);
    assert!(of_folder.out.contains(", 2 questions"), "{}", of_folder.err);
}

#[test]
fn the_same_numbers_on_any_number_of_threads() {
    let files = Files::new();
    let path = files.write("a.suite", QUESTIONS).display().to_string();
    let with = |threads| {
        let args = ["suite", &path, "--bot", "random", "--seeds", "50", "--format", "json"];
        run(args.into_iter().chain(["--threads", threads]))
    };
    let one = with("1");
    assert_eq!(one.out, with("4").out);
    let json = one.json();
    assert_eq!((&json["schema"], &json["questions"]), (&1.into(), &2.into()));
    let all = &json["bots"][0]["all"];
    assert_eq!(all["asked"], 100);
    assert_eq!(json["bots"][0]["answers"][99]["seed"], 50);
    // Two questions say little, however often they are asked.
    assert!(all["interval"][1].as_f64().unwrap() - all["interval"][0].as_f64().unwrap() > 0.5);
}

#[test]
fn wrong_files_are_named_with_their_lines() {
    let files = Files::new();
    let wrong = |name: &str, text: &str| {
        let path = files.write(name, text).display().to_string();
        let said = run(["suite", &path, "--bot", "greedy"]);
        assert_eq!(said.code, 2, "{name}");
        said.error().replace(&path, name)
    };
    let found = wrong("class", &QUESTIONS.replace("class attack", "class atack"));
    assert!(found.starts_with("class:2: there is no class `atack`; write one of attack, "));
    let found = wrong("move", &QUESTIONS.replace("best attack M1 -> M2", "best attack M1 -> M5"));
    assert!(found.starts_with("move:8: `attack M1 -> M5` is not legal here; legal: "), "{found}");
    let found = wrong("position", &QUESTIONS.replace("P2 M2 attack: Kuriboh", "P2 M2: Kuriboh"));
    assert!(found.starts_with("position:7: "), "{found}");
    files.write("again.suite", QUESTIONS);
    files.write("same.suite", QUESTIONS);
    let folder = files.path().display().to_string();
    let said = run(["suite", &folder, "--bot", "greedy"]);
    assert!(said.error().ends_with("give one of them another name"), "{}", said.err);
    let nothing = Files::new();
    let said = run(["suite", &nothing.path().display().to_string()]);
    assert!(said.error().ends_with("there is no file of questions (.suite) in this directory"));
}

#[test]
fn a_question_out_of_a_record() {
    let files = Files::new();
    let record = files.path().join("run.duels").display().to_string();
    let (yugi, kaiba) = (starter("yugi"), starter("kaiba"));
    let said = duelfish(&format!("match {yugi} {kaiba} --games 2 --record {record}"));
    assert_eq!(said.code, 0, "{}", said.err);
    let mut written = 0;
    for decision in 0..12 {
        let said = duelfish(&format!("replay {record} 0 --export question --decision {decision}"));
        if said.code != 0 {
            assert!(said.error().ends_with("choose another decision"), "{}", said.err);
            continue;
        }
        assert!(said.out.starts_with("question\n# attack, "), "{}", said.out);
        let head = format!("question d{decision}\nclass timing\nwhy It was played.\n");
        let body = said.out.split_once("why\n").unwrap().1;
        let path = files.write("one.suite", head + body).display().to_string();
        let said = run(["suite", &path, "--bot", "greedy", "--format", "json"]);
        assert_eq!(said.code, 0, "{}", said.err);
        assert_eq!(said.json()["questions"], 1, "{decision}");
        written += 1;
    }
    assert!(written > 6, "{written}");
    let said = duelfish(&format!("replay {record} 0 --export text --decision 3"));
    assert_eq!(said.code, 2);
    assert!(said.error().starts_with("--decision is for --export question"), "{}", said.err);
}

const BOARD: &str = "question two-monsters
class boards
why Double Summon allows two Normal Summons.
rules mr5 placement=auto
turn 3 P1 main1
P1 hand: Double Summon; Battle Ox; Celtic Guardian
P1 deck: 5* Mystical Elf
P2 deck: 5* Mystical Elf
board P1 field: Battle Ox; P1 field: Celtic Guardian
";

#[test]
fn boards_are_searched_for() {
    let files = Files::new();
    let path = files.write("b.suite", format!("{BOARD}\n{QUESTIONS}")).display().to_string();
    let said = run(["suite", &path, "--find", "2000", "--list"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains(", 1 board, 1 found, at most 2000 decisions each\n"), "{}", said.out);
    for line in ["  P1> activate Double Summon", "  P1> summon Battle Ox", "  P1> end"] {
        assert!(said.out.lines().any(|said| said == line), "{line}: {}", said.out);
    }
    let json = run(["suite", &path, "--find", "2", "--format", "json"]).json();
    assert_eq!((&json["schema"], &json["found"]), (&1.into(), &0.into()));
    assert_eq!(json["boards"][0]["actions"].as_array().unwrap().len(), 0);
    let without = files.write("q.suite", QUESTIONS).display().to_string();
    let said = run(["suite", &without, "--find", "9"]);
    assert_eq!(said.code, 2);
    assert!(said.error().contains("no question of these files asks for a board"));
    // A bot and a search for the board are two things.
    assert_eq!(run(["suite", &path, "--find", "9", "--bot", "greedy"]).code, 2);
}

#[test]
fn a_bot_plays_the_whole_turn_of_a_board() {
    let files = Files::new();
    let path = files.write("b.suite", BOARD).display().to_string();
    let said = run(["suite", &path, "--bot", "random", "--list"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains(" in the hand"), "{}", said.out);
    let wrong = BOARD.replace("P1 field: Battle Ox", "P1 field: Battle Axe");
    let path = files.write("w.suite", &wrong).display().to_string();
    let said = run(["suite", &path]);
    assert_eq!(said.code, 2);
    assert!(said.error().contains("w.suite:9: there is no card `Battle Axe`"), "{}", said.error());
}
