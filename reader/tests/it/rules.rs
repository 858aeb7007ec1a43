//! Files of rules: what they mean, and what is wrong with faulty ones.

use duelfish_reader::{DeclineReason, PrintedCard, ReadVerdict, Reader};
use duelfish_script::{Catalogue, Facts, kind};

/// One Spell, and a monster of Level 4 that texts can name.
fn cards() -> Catalogue {
    let blank = Facts {
        passcode: 7,
        alias: 0,
        kind: kind::SPELL,
        race: 0,
        atk: 0,
        def: 0,
        attribute: 0,
        level: 0,
        scales: [0; 2],
        arrows: 0,
        archetypes: [0; 5],
    };
    let monster = Facts {
        passcode: 8,
        kind: kind::MONSTER | kind::EFFECT,
        race: 1,
        atk: 1500,
        attribute: 1,
        level: 4,
        ..blank
    };
    Catalogue::new(vec![(blank, "Little Feast".into()), (monster, "Patient Guard".into())]).unwrap()
}

fn read_with(rules: &str, text: &str) -> ReadVerdict {
    let cards = cards();
    let reader = Reader::with_rules(&[("my.rules".to_owned(), rules.to_owned())], &cards).unwrap();
    reader
        .read(&cards, &PrintedCard { passcode: 7, text: text.to_owned(), ..PrintedCard::default() })
}

fn reason(verdict: &ReadVerdict) -> DeclineReason {
    match verdict {
        ReadVerdict::Read(reading) => panic!("it was read: {}", reading.file),
        ReadVerdict::Declined(clauses) => clauses[0].reason,
    }
}

const FEAST: &str = "[spell_item]\n<step> . => effect activate / do <step>\n[step]\n\
                     {draw|take} <number> cards => draw <number>\ngain <number> LP => gain <number>\n";

#[test]
fn a_rule_reads_a_text_into_a_card_file() {
    let verdict = read_with(FEAST, "Draw 2 cards.");
    assert_eq!(
        verdict.reading().unwrap().file,
        "card 7 \"Little Feast\"\neffect activate\n  do draw 2\n"
    );
    assert_eq!(verdict.reading().unwrap().normalised, "draw 2 card .");
}

/// The first of several texts is the one that is printed, and they make the same file.
#[test]
fn other_texts_of_a_rule_are_the_same_card() {
    let (one, other) = (read_with(FEAST, "Draw 2 cards."), read_with(FEAST, "Take two cards."));
    assert_eq!(one, other);
}

#[test]
fn a_word_that_no_rule_uses_declines_the_card() {
    for text in [
        "Draw 2 cards now.",
        "Draw 2 cards",
        "Draw 2 cards. Then rest.",
        "Draw cards.",
        "\"Draw\" 2 cards.",
    ] {
        assert_eq!(reason(&read_with(FEAST, text)), DeclineReason::NotUnderstood, "{text}");
    }
}

#[test]
fn a_decline_names_the_clause_and_where_reading_stopped() {
    let ReadVerdict::Declined(clauses) =
        read_with(FEAST, "Draw 1 card. Gain 500 LP twice. Draw 3 cards.")
    else {
        panic!("it was read");
    };
    assert_eq!(clauses.len(), 1);
    assert_eq!((&*clauses[0].clause, &*clauses[0].from), ("gain 500 lp twice .", "twice ."));
}

#[test]
fn two_readings_decline_the_card_and_name_both_rules() {
    let rules = format!("{FEAST}draw 2 cards => gain 2\n");
    let ReadVerdict::Declined(clauses) = read_with(&rules, "Draw 2 cards.") else {
        panic!("it was read")
    };
    assert_eq!(clauses[0].reason, DeclineReason::SeveralReadings);
    assert!(
        clauses[0].from.contains("my.rules:4") && clauses[0].from.contains("my.rules:6"),
        "{:?}",
        clauses[0]
    );
}

/// Two rules with one card side: the card could not be printed again.
#[test]
fn a_card_side_that_stands_twice_declines_the_card() {
    let rules = format!("{FEAST}take up <number> cards => draw <number>\n");
    assert_eq!(reason(&read_with(&rules, "Draw 2 cards.")), DeclineReason::NoWayBack);
}

#[test]
fn a_limit_by_name_goes_to_its_effect_and_comes_back() {
    let rules = format!(
        "{FEAST}[spell_item]\nyou can only activate 1 <own_name> per turn . => limits activation limit activate 1 \
         per_turn by_name\n"
    );
    let text = "Draw 2 cards. You can only activate 1 \"Little Feast\" per turn.";
    let file = "card 7 \"Little Feast\"\neffect activate\n  limit activate 1 per_turn by_name\n  do draw 2\n";
    assert_eq!(read_with(&rules, text).reading().unwrap().file, file);
    let other = text.replace("Little Feast", "Patient Guard");
    assert_eq!(reason(&read_with(&rules, &other)), DeclineReason::NotUnderstood);
    let alone = "You can only activate 1 \"Little Feast\" per turn.";
    assert_eq!(reason(&read_with(&rules, alone)), DeclineReason::NoSuchEffect);
    let twice = format!("{text} You can only activate 1 \"Little Feast\" per turn.");
    assert_eq!(reason(&read_with(&rules, &twice)), DeclineReason::SeveralReadings);
}

#[test]
fn faults_in_rules_are_named_with_their_line() {
    let cards = cards();
    for (rules, what) in [
        ("draw => draw\n", "my.rules:1: a rule stands before the first [category]"),
        ("[a]\ndraw 1 card\n", "my.rules:2: a rule needs a `=>`"),
        ("[a]\n<b> => <b>\n", "no rule says what <b> is"),
        ("[a]\ndraw <number> => draw\n", "my.rules:2: <number> must stand on both sides"),
        ("[a]\ndraw => draw <number>\n", "my.rules:2: <number> stands on the card's side alone"),
        ("[a]\n{draw => draw\n", "my.rules:2: `{` without `}`"),
        ("[a]\ndraw} => draw\n", "my.rules:2: `}` without `{`"),
        ("[a]\n| draw\n", "my.rules:2: no rule of this category stands above"),
        (
            "[a]\ndraw <number> => draw <number>\n| draw\n",
            "my.rules:3: `draw` has other slots than the rule",
        ),
        ("[a]\n=> draw\n", "my.rules:2: an empty side is written `-`"),
        ("[a]\n<b> x => <b> x\n[b]\n<a> y => y <a>\n", "can begin with another"),
    ] {
        let read = Reader::with_rules(&[("my.rules".to_owned(), rules.to_owned())], &cards);
        let said = read.unwrap_err().to_string();
        assert!(said.contains(what), "{rules:?}: {said}");
    }
}

#[test]
fn the_rules_of_this_crate_have_no_fault() {
    Reader::new(duelfish_cards::catalogue()).unwrap();
}

/// A text of only a line of materials belongs to the Extra Deck alone.
#[test]
fn cards_without_a_text_have_nothing_to_read() {
    let cards = cards();
    let reader = Reader::new(&cards).unwrap();
    let read = |passcode, text: &str| {
        reader.read(
            &cards,
            &PrintedCard { passcode, text: text.to_owned(), ..PrintedCard::default() },
        )
    };
    assert_eq!(reason(&read(7, "  ")), DeclineReason::NoText);
    assert_eq!(reason(&read(9, "Draw 2 cards.")), DeclineReason::UnknownCard);
}
