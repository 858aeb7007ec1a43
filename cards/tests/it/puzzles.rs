//! Puzzles: what is read, and what is refused with which message.

use duelfish_cards::{Need, Puzzle, PuzzleError, catalogue};
use duelfish_engine::{Position, Rules};

fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    Puzzle::parse(catalogue(), text.as_bytes(), "p.lua")
}

/// A puzzle with these lines between its frame; the first of them is line 2.
fn framed(lines: &str) -> String {
    format!(
        "Debug.ReloadFieldBegin(DUEL_ATTACK_FIRST_TURN, 5) \
         Debug.SetPlayerInfo(0,8000,0,0) Debug.SetPlayerInfo(1,4000,0,0)\n\
         {lines}\nDebug.ReloadFieldEnd() aux.BeginPuzzle()"
    )
}

fn puzzle(lines: &str) -> Puzzle {
    read(&framed(lines)).unwrap_or_else(|error| panic!("{error}"))
}

/// The message about a puzzle with these lines.
fn refused(lines: &str) -> String {
    let error = read(&framed(lines)).expect_err(lines).to_string();
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

/// The lines of the position that are about cards.
fn cards(puzzle: &Puzzle) -> Vec<&str> {
    puzzle.text.lines().skip(4).collect()
}

#[test]
fn the_table_is_written_as_a_position() {
    let read = puzzle(
        "--[==[ a ]] comment\n]==] c1=Debug.AddCard(91152256,1,0,LOCATION_MZONE,0,POS_FACEUP_ATTACK)\n\
         local c2 = Debug.AddCard(40619825, 0, 0, 0x8, 4, 5); Debug.PreEquip(c2, c1)\n\
         Debug.AddCard(91152256,0,0,LOCATION_DECK,0,POS_FACEDOWN) -- the last but one\n\
         Debug.AddCard(5053103,0,0,LOCATION_DECK,0,POS_FACEDOWN)\n\
         Debug.AddCard(15025844,0,0,LOCATION_DECK,1,POS_FACEDOWN)\n\
         Debug.AddCard(5405694,1,1,LOCATION_GRAVE,0,POS_FACEUP,true)\n\
         Debug.AddCard(5053103,1,1,LOCATION_REMOVED,0,POS_FACEUP,false)\n\
         Debug.AddCard(15025844,1,1,LOCATION_MZONE,4,POS_FACEDOWN)\n\
         Debug.AddCard(15025844,1,1,LOCATION_MMZONE,(1+2),POS_FACEUP_DEFENSE)\n\
         Debug.AddCard(59197169,1,1,LOCATION_SZONE,5,POS_FACEUP)\n\
         Debug.AddCard(45231177,1,1,LOCATION_EXTRA,0,POS_FACEDOWN)\n\
         Debug.AddCard(56120475,1,1,LOCATION_SZONE,0,POS_FACEDOWN) Debug.ShowHint([[a\n\"hint\"]])",
    );
    let rules = Rules { first_turn_battle: true, ..Rules::MR5 };
    assert_eq!(read.position.rules, rules);
    assert_eq!(read.text.lines().nth(1), Some("turn 1 P1 main1"));
    assert_eq!(
        (read.text.lines().nth(2), read.text.lines().nth(3)),
        (Some("P1 lp 8000"), Some("P2 lp 4000"))
    );
    let expected = [
        // Below the others, though it was added last.
        "P1 top: Mystical Elf",
        "P1 M1 attack: Celtic Guardian [owner=P2]",
        "P1 S5 up: Axe of Despair -> P1 M1",
        "P1 top: Celtic Guardian",
        "P1 top: Battle Ox",
        "P2 grave: Black Luster Soldier [proper]",
        "P2 banished: Battle Ox",
        "P2 M5 set: Mystical Elf",
        "P2 M4 defense: Mystical Elf",
        "P2 field up: Yami",
        "P2 extra: Flame Swordsman",
        "P2 S1 down: Sakuretsu Armor",
    ];
    assert_eq!(cards(&read), expected);
}

#[test]
fn a_position_that_was_a_puzzle_is_one_still_when_it_is_written_down() {
    let read = puzzle(
        "e=Debug.AddCard(40619825,0,0,LOCATION_SZONE,1,POS_FACEUP)\n\
         m=Debug.AddCard(5405694,0,0,LOCATION_MZONE,1,POS_FACEUP_DEFENSE,true) Debug.PreEquip(e,m)\n\
         Debug.AddCard(91152256,0,0,LOCATION_DECK,0,POS_FACEDOWN)\n\
         Debug.AddCard(5053103,0,0,LOCATION_DECK,0,POS_FACEDOWN)",
    );
    let game = read.position.game(catalogue());
    let start = |position: &Position| position.start(&game, &mut position.script(), &mut ());
    let duel = start(&read.position);
    let text = duel.to_position(&game).expect("the first player is asked");
    assert!(text.contains("P1 top: Battle Ox; Celtic Guardian"), "{text}");
    let again = Position::parse(&text, catalogue()).unwrap();
    assert_eq!(again.rules, read.position.rules);
    assert_eq!(start(&again).position_key(), duel.position_key());
    assert!(duel.position_key().is_some());
}

#[test]
fn flags_are_rules() {
    let rules = |flags: &str| {
        let text = framed("").replace("DUEL_ATTACK_FIRST_TURN, 5", flags);
        read(&text).unwrap_or_else(|error| panic!("{error}")).position.rules
    };
    // Without a number the third Master Rule is meant; before the fifth, triggers follow their cards.
    assert_eq!(rules("0"), rules("DUEL_MODE_MR3,0"));
    let third = rules("0");
    assert!(third.triggers_follow_cards && !third.extra_monster_zones && !third.one_field_spell);
    assert!(!third.first_turn_battle && rules("0x2|DUEL_SIMPLE_AI,4").first_turn_battle);
    assert!(rules("DUEL_1_FIELD").one_field_spell && rules("0,2").one_field_spell);
    let speed = rules("DUEL_MODE_SPEED");
    assert!(speed.three_columns && !speed.main_phase_2);
    let kept = framed("").replace("DUEL_ATTACK_FIRST_TURN", "DUEL_PSEUDO_SHUFFLE");
    assert!(read(&kept).unwrap().keeps_deck_order && !puzzle("").keeps_deck_order);
}

#[test]
fn speed_duels_have_zones_in_three_columns() {
    let speed =
        |lines: &str| read(&framed(lines).replace("DUEL_ATTACK_FIRST_TURN", "DUEL_MODE_SPEED"));
    // All zones are numbered, the usable ones from the first that can be used.
    let lines = "Debug.AddCard(91152256,0,0,LOCATION_MZONE,1,POS_FACEUP_ATTACK)
                 Debug.AddCard(91152256,0,0,LOCATION_MMZONE,1,POS_FACEUP_ATTACK)";
    let read = speed(lines).unwrap();
    assert_eq!(cards(&read), ["P1 M2 attack: Celtic Guardian", "P1 M3 attack: Celtic Guardian"]);
    let error =
        speed("Debug.AddCard(91152256,0,0,LOCATION_MZONE,0,POS_FACEUP_ATTACK)").unwrap_err();
    assert!(error.to_string().starts_with("p.lua:2: unsupported state: "), "{error}");
}

#[test]
fn what_can_not_be_equipped_is_not() {
    let lines = "e=Debug.AddCard(40619825,0,0,LOCATION_SZONE,1,POS_FACEDOWN)
                 m=Debug.AddCard(91152256,0,0,LOCATION_MZONE,1,POS_FACEDOWN) Debug.PreEquip(e,m)
                 Debug.PreEquip(m,e)";
    assert_eq!(cards(&puzzle(lines)), ["P1 S2 down: Axe of Despair", "P1 M2 set: Celtic Guardian"]);
}

#[test]
fn a_second_begin_clears_the_table() {
    let begin =
        "Debug.ReloadFieldBegin(0) Debug.SetPlayerInfo(0,1,0,0) Debug.SetPlayerInfo(1,2,0,0)";
    let lines = format!("Debug.AddCard(91152256,0,0,LOCATION_HAND,0,10) {begin}");
    let read = puzzle(&lines);
    assert!(cards(&read).is_empty() && read.text.contains("P2 lp 2\n"), "{}", read.text);
}

#[test]
fn what_there_is_not_is_named() {
    for (lines, need) in [
        ("local e1=Effect.CreateEffect(c)", "call: Effect.CreateEffect"),
        ("e1:SetType(EFFECT_TYPE_FIELD)", "call: e1:SetType"),
        ("\nfunction f() end", "call: function"),
        ("if x then y() end", "call: if"),
        ("Duel.SetLP(0,100)", "call: Duel.SetLP"),
        ("Debug.PreSummon(c,SUMMON_TYPE_NORMAL)", "call: Debug.PreSummon"),
        ("Debug.SetPlayerInfo(0,1,5,1)", "state: a hand that is drawn from the Deck"),
        ("Debug.AddCard(91152256,0,0,LOCATION_PZONE,0,5)", "state: a Pendulum Zone"),
        ("Debug.AddCard(91152256,0,0,LOCATION_OVERLAY,0,5)", "state: Xyz Materials"),
        (
            "Debug.AddCard(91152256,0,0,4,2,1) Debug.AddCard(91152256,0,0,4,2,1)",
            "state: two cards in one zone (Xyz Materials)",
        ),
        (
            "Debug.AddCard(91152256,0,0,4,2,POS_FACEDOWN_ATTACK)",
            "state: a face-down monster in Attack Position",
        ),
        (
            "Debug.AddCard(91152256,0,1,LOCATION_HAND,0,0)",
            "state: a card of the other player's outside the field",
        ),
        (
            "Debug.AddCard(91152256,0,0,LOCATION_REMOVED,0,POS_FACEDOWN)",
            "state: a card that is banished face-down",
        ),
        // What a position says of itself: an Equip Card without a monster.
        (
            "Debug.AddCard(40619825,0,0,LOCATION_SZONE,0,POS_FACEUP)",
            "state: a face-up Equip Card names its monster, and no other card does: write `-> P1 M2`",
        ),
    ] {
        let line = 2 + u32::from(lines.starts_with('\n'));
        assert_eq!(refused(lines), format!("p.lua:{line}: unsupported {need}"));
    }
    let with = |flags: &str, lines| framed(lines).replace("DUEL_ATTACK_FIRST_TURN, 5", flags);
    let rush = read(&with("DUEL_MODE_RUSH,0", "Duel.SetLP(0,100)")).unwrap_err();
    assert!(matches!(rush, PuzzleError::Unsupported { need: Need::RushDuel, line: 1, .. }));
    let fusion = "Debug.AddCard(45231177,0,0,LOCATION_EXTRA,0,POS_FACEDOWN)";
    for (flags, rules) in [
        ("DUEL_RELAY+DUEL_UNLIMITED_SUMMONS", "DUEL_RELAY, DUEL_UNLIMITED_SUMMONS"),
        ("0,1", "DUEL_OCG_OBSOLETE_IGNITION"),
        ("1|0x8000000000000000", "0x8000000000000000"),
        ("0,4", "an Extra Deck under Master Rule 4"),
    ] {
        let error = read(&with(flags, fusion)).unwrap_err().to_string();
        assert_eq!(error, format!("p.lua:1: unsupported rules: {rules}"));
    }
}

#[test]
fn all_unsupported_cards_are_named_once() {
    let lines = "Debug.AddCard(4,0,0,LOCATION_HAND,0,0)\nDebug.AddCard(91152256,0,0,2,0,0)
                 Debug.AddCard(86066372,0,0,LOCATION_EXTRA,0,0)\nDebug.AddCard(4,0,0,2,0,0)";
    let message = "p.lua: unsupported cards: passcode 4, Accesscode Talker (86066372)";
    assert_eq!(refused(lines), message);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    for (lines, what) in [
        ("Debug.AddCard(91152256,0,0)", "Debug.AddCard takes 6 to 7 values, not 3; correct it"),
        ("Debug.AddCard(91152256,0,2,2,0,0)", "there is no player 2; write 0 or 1"),
        ("Debug.AddCard(91152256,0,0,3,0,0)", "location 0x3 has no zone 0; correct it"),
        ("Debug.AddCard(91152256,0,0,4,7,1)", "location 0x4 has no zone 7; correct it"),
        ("Debug.AddCard(91152256,0,0,4,2,0)", "0x0 is no position of a card; correct it"),
        ("Debug.AddCard(91152256,0,0,4,2,3)", "0x3 is no position of a card; correct it"),
        (
            "Debug.AddCard(91152256,0,0,4,2,POS_FACEUP)",
            "this monster is in both battle positions; write one",
        ),
        ("Debug.AddCard(x,0,0,4,2,1)", "nothing is called \"x\"; write a number in its place"),
        ("Debug.AddCard(true,0,0,4,2,1)", "value 1 of Debug.AddCard is no number; correct it"),
        ("Debug.AddCard(9115225600,0,0,4,2,1)", "9115225600 is no passcode; correct it"),
        ("Debug.AddCard(1e5,0,0,4,2,1)", "\"1e5\" is no whole number"),
        ("Debug.AddCard(1,0,0,4,2,1,2)", "value 7 of Debug.AddCard is true or false"),
        ("Debug.PreEquip(1,2)", "Debug.PreEquip takes two cards; correct it"),
        ("x = 1 + true", "only numbers can be joined; correct it"),
        ("x = {1}", "'{' stands here; write a number, a name or a call"),
        ("local x", "\"Debug\" stands here; write `=` and a value"),
        ("Debug.AddCard(1", "\"Debug\" stands here; write `,`"),
        ("5", "5 stands here; write a call like Debug.AddCard(...)"),
        ("Debug.ShowHint(\"a", "this text does not end on its line; write \""),
        ("--[[ a", "this comment does not end; write `]]`"),
        ("x = [=[ a ]]", "this text does not end; write `]=]`"),
        (
            &"(".repeat(50_000).replacen('(', "x=(", 1),
            "more than 16 brackets within brackets; write it simpler",
        ),
    ] {
        let message = refused(lines);
        let at = if what.starts_with("\"Debug\" stands") { 3 } else { 2 };
        assert_eq!(message, format!("p.lua:{at}: {what}"), "{}", &lines[..lines.len().min(60)]);
    }
}

#[test]
fn parts_that_every_puzzle_has_must_be_there() {
    let whole = framed("");
    for (part, message) in [
        (
            "Debug.ReloadFieldEnd()",
            "p.lua:3: no Debug.ReloadFieldEnd(): write it after the last card",
        ),
        (
            "aux.BeginPuzzle()",
            "p.lua:3: no aux.BeginPuzzle(): only puzzles that are won in their first turn",
        ),
        (
            "Debug.SetPlayerInfo(1,4000,0,0)",
            "p.lua:3: no Debug.SetPlayerInfo(): player 1 has no Life Points",
        ),
        (
            "Debug.ReloadFieldBegin(DUEL_ATTACK_FIRST_TURN, 5)",
            "p.lua:1: Debug.SetPlayerInfo stands before Debug.ReloadFieldBegin, which clears the table",
        ),
    ] {
        assert_eq!(read(&whole.replace(part, "")).unwrap_err().to_string(), message);
    }
    let message = "p.lua:1: no Debug.ReloadFieldBegin(): this is no puzzle; choose another file";
    for nothing in ["", "-- nothing", "x=1"] {
        assert_eq!(read(nothing).unwrap_err().to_string(), message);
    }
    let long = vec![b'\n'; (1 << 20) + 1];
    let error = Puzzle::parse(catalogue(), &long, "a\nb.lua").unwrap_err().to_string();
    assert!(error.starts_with("a?b.lua: 1048577 bytes are too many"), "{error}");
    // Hints may be in any encoding.
    let latin = framed("--\u{e4}").replace('\u{e4}', "?").into_bytes();
    let latin: Vec<u8> = latin.iter().map(|b| if *b == b'?' { 0xe4 } else { *b }).collect();
    assert!(Puzzle::parse(catalogue(), &latin, "p.lua").is_ok());
}

/// Cut short anywhere, or with a piece left out, a puzzle is one still or is refused on one line.
#[test]
fn damaged_puzzles_are_refused_in_one_line() {
    let whole = framed(
        "--[[ a ]] local e=Debug.AddCard(40619825,0,0,LOCATION_SZONE,1,POS_FACEUP)\n\
         m=Debug.AddCard(91152256,1,0,0x4,(1+1),POS_FACEUP_ATTACK,true) Debug.PreEquip(e,m)\n\
         Debug.ShowHint(\"a 'hint'\") Debug.AddCard(45231177,1,1,LOCATION_EXTRA,0,8)",
    );
    assert!(read(&whole).is_ok());
    let mut refusals = 0;
    for at in 0..whole.len() {
        let mut damaged = vec![whole[..at].to_owned()];
        for length in [1, 2, 5, 30] {
            let end = (at + length).min(whole.len());
            damaged.push(format!("{}{}", &whole[..at], &whole[end..]));
        }
        for piece in ["(", "[[", "\"", "0", "-"] {
            damaged.push(format!("{}{piece}{}", &whole[..at], &whole[at..]));
        }
        for text in damaged {
            if let Err(error) = read(&text) {
                let error = error.to_string();
                assert!(error.starts_with("p.lua") && error.lines().count() == 1, "{error:?}");
                refusals += 1;
            }
        }
    }
    assert!(refusals > whole.len(), "{refusals}");
}
