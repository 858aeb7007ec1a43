//! `duelfish why`.

mod common;

use common::{Files, Said, run};

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
