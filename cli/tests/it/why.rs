//! `duelfish why`.

use crate::common::{Files, Said, program, run, said};

const POSITION: &str = "docs/example-position.txt";

fn why(action: &str, rest: &[&str]) -> Said {
    run(["why", POSITION, action].iter().chain(rest))
}

#[test]
fn one_sentence_for_people() {
    for (action, sentence) in [
        (
            "summon Summoned Skull",
            "Not legal: a Level 6 monster needs 1 Tribute and P1 controls no monster (SU-01.9).",
        ),
        (
            "activate S2",
            "Not legal: Trap Hole was Set this turn, and a Trap waits until the next one.",
        ),
        ("battle", "Legal: the Battle Phase follows Main Phase 1 (BA-1)."),
        ("attack M1 direct", "Not legal: P1 controls no monster in M1."),
    ] {
        let said = why(action, &[]);
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        assert_eq!(said.out, format!("{sentence}\n"));
    }
}

#[test]
fn fields_for_programs() {
    let json = why("summon Summoned Skull", &["--format", "json"]).json();
    assert_eq!((&json["allowed"], &json["asked"]), (&false.into(), &"P1".into()));
    assert_eq!(json["rule"], "SU-01.9");
    assert!(json["sentence"].as_str().unwrap().starts_with("Not legal: a Level 6"));
    assert_eq!(why("end", &["--format", "json"]).json()["allowed"], true);
}

#[test]
fn only_the_player_who_is_asked_may_act() {
    let said = why("battle", &["--player", "P2"]);
    assert_eq!(said.out, "Not legal: it is P1 who is asked now, not P2.\n");
    assert!(why("battle", &["--player", "p1"]).out.starts_with("Legal: "));
    let said = why("battle", &["--player", "P3"]);
    assert_eq!(said.code, 2);
    assert!(said.error().contains("write P1 or P2"), "{}", said.err);
}

#[test]
fn what_is_no_action_or_no_position() {
    for (action, part) in [
        ("dance", "`dance` is no action"),
        ("summon Nobody", "there is no card named `Nobody`"),
        ("attack M1", "an attack is written"),
        ("flip Q9", "is no Monster Zone"),
    ] {
        let said = why(action, &[]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{action}");
        assert!(said.error().contains(part), "{}", said.err);
    }
    let files = Files::new();
    let wrong = files.write("wrong.txt", "P1 hand: Nobody\n");
    let said = run(["why".as_ref(), wrong.as_os_str(), "end".as_ref()]);
    assert_eq!(said.code, 2);
    assert!(said.error().contains("wrong.txt:1: "), "{}", said.err);
    let said = run(["why", "missing.txt", "end"]);
    assert!(said.error().contains("missing.txt: there is no such file"), "{}", said.err);
}

/// Asks about a position from standard input.
fn piped(position: &str, args: &[&str]) -> Said {
    let output = program(["why", "-"].iter().chain(args)).write_stdin(position).output();
    said(output.expect("the program starts"))
}

const BATTLE: &str = "turn 3 P1 battle\nP1 M1 attack: Battle Ox\nP2 M1 attack: Mystical Elf\n\
                      P2 S1 down: Waboku\nP1 deck: 3* Battle Ox; Dark Hole\n";

#[test]
fn a_position_from_standard_input() {
    let said = piped(BATTLE, &["attack M1 direct"]);
    let sentence = "Not legal: P2 controls monsters, so no attack is direct (BA-17).\n";
    assert_eq!((said.code, said.err.as_str(), said.out.as_str()), (0, "", sentence));
    let said = piped("P1 hand: Nobody\n", &["end"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.error().contains("standard input:1: "), "{}", said.err);
    let said = piped("turn 3 P1 main1\n", &["end", "--format", "json"]);
    assert_eq!(said.json()["allowed"], true);
    let said = piped("", &["end"]);
    assert_eq!(said.code, 2);
    assert!(said.error().contains("there is no position"), "{}", said.err);
}

#[test]
fn what_is_legal_after_other_actions() {
    let said = piped(BATTLE, &["--after", "attack M1 -> M1", "activate S1"]);
    assert!(said.out.starts_with("Legal: "), "{}{}", said.out, said.err);
    let after = ["--after", "attack M1 -> M1", "--after", "activate S1", "attack M1 -> M1"];
    let sentence = "Not legal: Battle Ox has attacked this turn already (BA-14).\n";
    assert_eq!(piped(BATTLE, &after).out, sentence);
}

#[test]
fn what_comes_before_must_be_legal_and_not_up_to_chance() {
    for (before, part) in [
        ("attack M1 direct", "`attack M1 direct` is not legal here; legal: "),
        ("dance", "`dance` is no action"),
        ("summon Nobody", "`summon Nobody`: there is no card named `Nobody`"),
    ] {
        let said = piped(BATTLE, &["--after", before, "end"]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{before}");
        assert!(said.error().contains(part), "{}", said.err);
    }
    let draw = "P1 hand: Pot of Greed; Battle Ox\nP1 deck: 3* Battle Ox; 2* Dark Hole\n";
    let said = piped(draw, &["--after", "activate Pot of Greed", "activate Dark Hole"]);
    assert_eq!(said.code, 2);
    let part = "`activate Pot of Greed`: the position leaves open what chance brings then";
    assert!(said.error().contains(part), "{}", said.err);
    let top = format!("{draw}P1 top: 2* Dark Hole\nP2 M1 attack: Battle Ox\n");
    let said = piped(&top, &["--after", "activate Pot of Greed", "activate Dark Hole"]);
    assert!(said.out.starts_with("Legal: "), "{}{}", said.out, said.err);
}
