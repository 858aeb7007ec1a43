//! Positions and duel tests as files.

use std::ffi::OsStr;

use crate::common::{Files, Said, run};

fn perft(files: &Files, text: &str, depth: &str) -> Said {
    let file = files.write("here.txt", text);
    run([
        OsStr::new("perft"),
        "--position".as_ref(),
        file.as_ref(),
        "--depth".as_ref(),
        depth.as_ref(),
    ])
}

#[test]
fn lines_are_counted_from_a_position() {
    let files = Files::new();
    // Two attackers and two targets: four attacks, Main Phase 2, or the end of the turn.
    let battle = "turn 3 P1 battle\nP1 M1 attack: Battle Ox\nP1 M2 attack: Battle Ox\n\
                  P2 M1 attack: Celtic Guardian\nP2 M2 set: Mystical Elf\n\
                  P1 deck: 5* Battle Ox\nP2 deck: 5* Battle Ox\n";
    let said = perft(&files, battle, "1");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let mut lines = said.out.lines();
    assert_eq!(lines.next(), Some("perft 1 = 6 (by make/undo and by copy)"));
    let time = lines.next().unwrap();
    assert!(time.contains(" s for both, ") && time.ends_with(" a second"), "{time}");
    assert_eq!(lines.next(), None);
}

#[test]
fn impossible_positions_are_refused_with_their_line() {
    let files = Files::new();
    let sixth = "M6 attack: Battle Ox";
    let six: String = (1..=5).map(|n| format!("P1 M{n} attack: Battle Ox\n")).collect();
    for (text, parts) in [
        (format!("{six}P1 {sixth}\n"), ["here.txt:6: ", "M1 to M5"]),
        (format!("{six}P1 M5 set: Battle Ox\n"), ["here.txt:6: ", "holds a card already"]),
        ("P1 E1 attack: Battle Ox\n".to_owned(), ["here.txt:1: ", "Extra Monster Zone"]),
        ("P1 hand: Pot of Prosperity\n".to_owned(), ["here.txt:1: ", "card pool"]),
        ("P1 hand: Nobody at all\n".to_owned(), ["here.txt:1: ", "there is no card"]),
        ("\nP1 lp -5\n".to_owned(), ["here.txt:2: ", "Life Points"]),
        ("P1 hand: 99* Battle Ox\n".to_owned(), ["here.txt:1: ", "number of copies"]),
        ("P1 hand: 60* Battle Ox\nP1 deck: 60* Battle Ox\n".to_owned(), ["here.txt:2: ", "87"]),
        ("turn 3 P1 dinner\n".to_owned(), ["here.txt:1: ", "PHASE"]),
        ("turn 0 P2 setup\n".to_owned(), ["here.txt:1: ", "P1 takes the first turn"]),
        ("\nturn 1 P1 battle\n".to_owned(), ["here.txt:2: ", "BA-3"]),
        ("P1 lp 1\nP1 lp 2\n".to_owned(), ["here.txt:2: ", "a second line says `P1 lp`"]),
        ("rules mr5 hand-limit=900\n".to_owned(), ["here.txt:1: ", "no option of rules"]),
        ("P1 draws: Battle Ox\n".to_owned(), ["here.txt", "--seed"]),
        ("rules mr9\n".to_owned(), ["here.txt:1: ", "mr5"]),
        ("P1 known: Battle Ox\n".to_owned(), ["here.txt:1: ", "Battle Ox in the hand"]),
        ("nonsense\n".to_owned(), ["here.txt:1: ", "begins no line"]),
    ] {
        let said = perft(&files, &text, "1");
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{text}");
        for part in parts {
            assert!(said.error().contains(part), "no {part} in {}", said.error());
        }
    }
    for empty in ["", "\n# nothing\n"] {
        let said = perft(&files, empty, "1");
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{empty:?}");
        assert!(said.error().contains("here.txt: there is no position in it"), "{}", said.err);
    }
    let binary = files.write("binary.txt", [0xff, 0xfe, 0, 1]);
    let said = run([OsStr::new("perft"), "--position".as_ref(), binary.as_ref()]);
    assert_eq!(said.code, 2);
    assert!(said.error().contains("binary.txt: this is no text"), "{}", said.error());
}

#[test]
fn duel_tests_are_run_from_files() {
    let files = Files::new();
    let position = "turn 3 P1 battle\nP1 M1 attack: Battle Ox\nP1 deck: 5* Battle Ox\n";
    let good = format!("test a direct attack\n{position}P1> attack M1 direct\nexpect P2 lp 6300\n");
    let file = files.write("good.duel", &good);
    let said = run([OsStr::new("test"), file.as_ref()]);
    assert_eq!((said.code, said.out.as_str()), (0, "1 tests, 0 failed\n"));
    let file = files.write("bad.duel", good.replace("6300", "6301"));
    let said = run([OsStr::new("test"), file.as_ref()]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("bad.duel:6: a direct attack: it is `6300`"), "{}", said.out);
    for step in ["", "offered", "not offered", "only", "event", "no event", "no event mvoe"] {
        let vacuous = good.replace("expect P2 lp 6300", step);
        let said = run([OsStr::new("test"), files.write("vacuous.duel", &vacuous).as_ref()]);
        let expected = i32::from(!step.is_empty());
        assert_eq!(said.code, expected, "{step}: {}", said.out);
    }
    // Cards that only tests have lie beside them, or one folder above.
    let feast = "test a feast\nP1 hand: Little Feast; Battle Ox\nP1> activate Little Feast\nexpect P1 lp 8500\n";
    let card = "card 7 \"Little Feast\"\nfacts spell\neffect activate\n  do gain 500\n";
    for folder in ["beside/cards", "above/cards", "above/rules", "none/cards"] {
        std::fs::create_dir_all(files.path().join(folder)).unwrap();
    }
    for (test, cards, code) in [
        ("beside/feast.duel", "beside/cards/feast.card", 0),
        ("above/rules/feast.duel", "above/cards/feast.card", 0),
        ("none/feast.duel", "none/cards/feast.txt", 1),
    ] {
        files.write(cards, card);
        let said = run([OsStr::new("test"), files.write(test, feast).as_ref()]);
        assert_eq!(said.code, code, "{test}: {}{}", said.out, said.err);
    }
    let empty = files.write("empty.duel", "");
    assert_eq!(run([OsStr::new("test"), empty.as_ref()]).code, 2);
}
