//! `duelfish solve` with puzzles, saved duels and many files.

#[cfg(unix)]
use crate::common::interrupted;
use crate::common::{Files, duelfish, run};
use serde_json::Value;

const WON: &str = "search/tests/puzzles/axe-on-the-weaker.lua";
const SHORT: &str = "search/tests/puzzles/axe-on-the-weaker-short.lua";

/// A position that takes longer than a test may.
const LONG: &str = "turn 5 P1 main1
P1 hand: Axe of Despair; Black Pendant; Monster Reborn; Pot of Greed; Book of Moon
P1 M1 attack: Celtic Guardian
P1 M2 attack: Battle Ox
P1 M3 attack: Mystical Elf
P1 grave: Summoned Skull; Battle Ox; Celtic Guardian
P1 deck: 5* Celtic Guardian; 5* Battle Ox; 5* Mystical Elf
P2 M1 attack: Summoned Skull
P2 M2 attack: Battle Ox
P2 M3 set: Mystical Elf
P2 S1 down: Book of Moon
P2 deck: 5* Celtic Guardian
";

#[test]
fn puzzles_are_solved() {
    let said = duelfish(&format!("solve {WON}"));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].starts_with(&format!("{WON}: P1 wins this turn (")), "{}", said.out);
    // Only Celtic Guardian with the axe gets through, and only then 1700 are dealt directly.
    let line =
        ["activate Axe of Despair", "choose M2", "battle", "attack M2 -> M3", "attack M4 direct"];
    let line = (1..).zip(line).map(|(number, action)| format!("  {number}. P1 {action}"));
    assert_eq!(lines[1..], line.collect::<Vec<_>>());
    assert_eq!(duelfish(&format!("solve {SHORT}")).code, 1);
    // Other commands take puzzles for positions.
    let said = run(["why", WON, "activate Axe of Despair"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
}

#[test]
fn one_bad_file_does_not_lose_the_others() {
    let files = Files::new();
    let write = |name, text: &str| files.write(name, text).display().to_string();
    let own_code = write("own.lua", "\nlocal e=Effect.CreateEffect(c)");
    let rush = write("rush.lua", "Debug.ReloadFieldBegin(DUEL_MODE_RUSH,0)");
    let head = "Debug.ReloadFieldBegin(DUEL_ATTACK_FIRST_TURN,5) Debug.SetPlayerInfo(0,1,0,0)
                Debug.SetPlayerInfo(1,1,0,0)";
    let card =
        "Debug.AddCard(86066372,0,0,LOCATION_EXTRA,0,8) Debug.ReloadFieldEnd() aux.BeginPuzzle()";
    let synchro = write("synchro.lua", &format!("{head}\n{card}"));
    let broken = write("broken.lua", "Debug.AddCard(1");
    let all = [&own_code, "nowhere.lua", WON, &rush, &synchro, SHORT, &broken];
    let said = run(["solve"].iter().chain(&all));
    assert_eq!(said.code, 2);
    let errors: Vec<&str> = said.err.lines().collect();
    let expected = [
        format!("error: {own_code}:2: unsupported call: Effect.CreateEffect"),
        "error: nowhere.lua: there is no such file; check the path".to_owned(),
        format!("error: {rush}:1: unsupported game: Rush Duel"),
        format!("error: {synchro}: unsupported cards: Accesscode Talker (86066372)"),
        format!("error: {broken}:1: the file ends here; write `,`"),
    ];
    assert_eq!(errors, expected);
    assert!(said.out.contains(&format!("{WON}: P1 wins this turn")), "{}", said.out);
    assert!(said.out.contains(&format!("{SHORT}: P1 has no win this turn")), "{}", said.out);
    let summary = "7 files: 1 won, 1 not to be won, 0 not known, 3 unsupported, 2 wrong\n";
    assert!(said.out.ends_with(summary), "{}", said.out);

    let said = run(["solve", "--format", "json"].iter().chain(&all));
    assert_eq!((said.code, said.err.lines().count()), (2, 5));
    let json: Value = serde_json::from_str(&said.out).unwrap();
    let outcomes: Vec<&str> =
        json.as_array().unwrap().iter().map(|answer| answer["outcome"].as_str().unwrap()).collect();
    let expected = ["unsupported", "error", "win", "unsupported", "unsupported", "no-win", "error"];
    assert_eq!(outcomes, expected);
    assert_eq!(json[0]["unsupported"]["kind"], "call");
    assert_eq!(json[4]["unsupported"]["what"][0], "Accesscode Talker (86066372)");
    assert_eq!((&json[2]["win"], &json[5]["win"]), (&true.into(), &false.into()));
    assert!(json[1]["error"].as_str().unwrap().starts_with("nowhere.lua: "));
    assert!(json[2].get("error").is_none());
}

#[test]
fn a_player_who_can_only_end_the_turn_does_not_win_it() {
    let files = Files::new();
    let idle = "turn 1 P1 main1\nP2 M1 attack: Celtic Guardian\nP1 deck: Celtic Guardian";
    let idle = files.write("idle.txt", idle).display().to_string();
    let said = run(["solve", &idle]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert!(said.out.contains(": P1 has no win this turn (0 decisions)"), "{}", said.out);
}

/// A Deck that keeps its order is not the Deck of any order that positions have.
#[test]
fn no_win_in_any_order_is_none_that_is_known() {
    let files = Files::new();
    for (puzzle, code) in [(WON, 0), (SHORT, 3)] {
        let text = std::fs::read_to_string(crate::common::root().join(puzzle)).unwrap();
        let text = text.replace("DUEL_SIMPLE_AI", "DUEL_PSEUDO_SHUFFLE");
        let kept = files.write("kept.lua", &text).display().to_string();
        let said = run(["solve", &kept]);
        assert_eq!((said.code, said.err.as_str()), (code, ""), "{}", said.out);
        assert_eq!(said.out.contains("DUEL_PSEUDO_SHUFFLE"), code == 3, "{}", said.out);
    }
}

#[test]
fn a_search_ends_with_its_time() {
    let files = Files::new();
    let long = files.write("long.txt", LONG).display().to_string();
    let said = run(["solve", &long, WON, "--seconds", "1"]);
    assert_eq!((said.code, said.err.as_str()), (3, ""));
    assert!(said.out.starts_with(&format!("{long}: not known after ")), "{}", said.out);
    let summary = "2 files: 1 won, 0 not to be won, 1 not known, 0 unsupported, 0 wrong\n";
    assert!(said.out.ends_with(summary), "{}", said.out);
    let said = duelfish(&format!("solve {WON} --seconds 0"));
    assert_eq!(said.code, 2);
    assert!(said.error().contains("write a whole number from 1"), "{}", said.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_answered() {
    let files = Files::new();
    let long = files.write("long.txt", LONG).display().to_string();
    let said = interrupted(["solve", WON, &long, SHORT, "--seconds", "600"]);
    assert_eq!(
        (said.code, said.err.as_str()),
        (130, "warning: interrupted: 1 of 3 files are answered\n")
    );
    assert!(said.out.contains("P1 wins this turn"), "{}", said.out);
    assert!(
        said.out.ends_with("1 file: 1 won, 0 not to be won, 0 not known, 0 unsupported, 0 wrong\n")
    );
}

/// What the winner of a recorded duel did last is a win, and it is found where it was done.
#[test]
fn decisions_of_records_are_solved() {
    let files = Files::new();
    let record = files.path().join("run.duels");
    let record = record.to_str().unwrap();
    let deck = "decks/starter/vanilla-40.ydk";
    let said = run(["match", deck, deck, "--games", "4", "--seed", "3", "--record", record]);
    assert_eq!(said.code, 0);
    let mut solved = 0;
    for duel in ["0", "1", "2", "3"] {
        let json = run(["replay", record, duel, "--export", "json"]).json();
        let last = json["steps"].as_array().unwrap().last().unwrap();
        if !last["action"].as_str().unwrap().starts_with("attack") {
            continue;
        }
        // Exports count from 1: so many decisions are taken when this one has been.
        let decision = (last["decision"].as_u64().unwrap() - 1).to_string();
        let said = run(["solve", record, "--duel", duel, "--decision", &decision]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
        let player = last["player"].as_str().unwrap();
        assert!(said.out.contains(&format!(": {player} wins this turn (")), "{}", said.out);
        solved += 1;
        // When it began, nobody could win at once.
        let first = run(["solve", record, "--duel", duel, "--nodes", "100000"]);
        assert_eq!(first.code, 1, "{}", first.out);
    }
    assert!(solved > 0, "some duel ends with an attack");
    let said = run(["solve", record, "--duel", "0", "--decision", "99999"]);
    assert_eq!(said.code, 2);
    assert!(said.error().contains("--decision counts from 0"), "{}", said.err);
    let said = run(["solve", record, "--duel", "9"]);
    assert!(said.error().starts_with("the record has no duel 9"), "{}", said.err);
    let said = run(["solve", record, "--decision", "3"]);
    assert_eq!(said.code, 2);
    assert!(said.error().contains("--duel"), "{}", said.err);
}
