//! The rules for decks, and the decks that come with the project.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use duelfish_cards::{
    Deck, DeckPart, DeckRules, Problem, catalogue, check, check_for, is_supported, parse,
};
use duelfish_engine::{DeckList, Game, Opening, Rules};

/// Normal Monsters of the Main Deck to fill decks with, three of each.
fn filler(cards: usize) -> String {
    let plain = catalogue().iter().filter(|(code, facts, _)| {
        facts.alias == 0 && facts.is_plain_monster() && is_supported(catalogue(), *code)
    });
    let passcodes = plain.flat_map(|(_, facts, _)| [facts.passcode; 3]);
    passcodes.take(cards).fold(String::new(), |mut text, passcode| {
        let _ = writeln!(text, "{passcode}");
        text
    })
}

fn problems(text: &str) -> Vec<Problem> {
    parse(text.as_bytes(), "d.ydk").unwrap_or_else(|error| panic!("{error}")).check()
}

fn messages(text: &str) -> Vec<String> {
    problems(text).iter().map(Problem::to_string).collect()
}

#[test]
fn a_main_deck_has_40_to_60_cards() {
    assert_eq!(messages(&filler(40)), [""; 0]);
    assert_eq!(messages(&filler(60)), [""; 0]);
    assert_eq!(
        messages(&filler(39)),
        ["d.ydk: the Main Deck has 39 cards; add 1 to have at least 40"]
    );
    assert_eq!(
        messages(&filler(62)),
        ["d.ydk:61: the Main Deck has 62 cards; remove 2 to have at most 60"]
    );
    assert!(problems(&filler(39)).iter().all(Problem::blocks_play));
    assert!(!problems(&filler(39)).iter().any(Problem::prevents_duel));
}

#[test]
fn a_deck_without_main_deck_prevents_a_duel() {
    let problems = problems("!side\n69140098\n");
    assert_eq!(
        problems[0].to_string(),
        "d.ydk: the Main Deck has 0 cards; add 40 to have at least 40"
    );
    assert!(problems[0].prevents_duel());
}

#[test]
fn extra_and_side_deck_have_at_most_15_cards() {
    // Sixteen different Fusion Monsters with an effect that can't be played yet either.
    let fusions = catalogue().iter().filter(|(code, facts, _)| {
        facts.kind == 0x61 && !catalogue().is_playable(*code) && !facts.is_artwork()
    });
    let fusions: String = fusions.take(16).map(|(_, f, _)| format!("{}\n", f.passcode)).collect();
    let main = filler(40);
    let found = messages(&format!("{main}{fusions}"));
    assert_eq!(found[0], "d.ydk:56: the Extra Deck has 16 cards; remove 1 to have at most 15");
    assert_eq!(found.len(), 17);
    let found = messages(&format!("{main}!side\n{fusions}"));
    assert_eq!(found[0], "d.ydk:57: the Side Deck has 16 cards; remove 1 to have at most 15");
    assert_eq!(found.len(), 17);
}

#[test]
fn at_most_three_copies_are_counted_over_all_parts_and_artworks() {
    let text = format!("{}89631139\n89631140\n89631141\n!side\n89631139\n89631142\n", filler(40));
    assert_eq!(
        messages(&text),
        [
            "d.ydk:45: Blue-Eyes White Dragon (89631139) is in the deck 5 times; remove 2 (also line \
          46)"
        ]
    );
    assert!(problems(&text)[0].blocks_play());
    assert!(!problems(&text)[0].prevents_duel());
}

#[test]
fn cards_treated_as_another_count_as_that_card() {
    let copies = |passcodes: &[u32]| {
        let lines: String = passcodes.iter().map(|passcode| format!("{passcode}\n")).collect();
        let found = problems(&lines).into_iter().find_map(|problem| match problem {
            Problem::Copies { name, passcode, copies, .. } => Some((name, passcode, copies)),
            _ => None,
        });
        found.map(|(name, passcode, copies)| format!("{copies} {name} {passcode}"))
    };
    // Harpie Lady 1, 2, 3 and Cyber Harpie Lady.
    assert_eq!(
        copies(&[91_932_350, 27_927_359, 54_415_063, 80_316_585]).as_deref(),
        Some("4 Harpie Lady 76812113")
    );
    // Fusion Substitute, Polymerization under two numbers.
    assert_eq!(
        copies(&[74_335_036, 24_094_653, 27_847_700, 24_094_653]).as_deref(),
        Some("4 Polymerization 24094653")
    );
    // Dark Magician under two numbers that are no neighbours.
    assert_eq!(
        copies(&[46_986_414, 36_996_508, 36_996_508, 46_986_414]).as_deref(),
        Some("4 Dark Magician 46986414")
    );
    // A card released under a number before its passcode was known, without an alias.
    assert_eq!(
        copies(&[2_606_417, 101_402_071, 101_402_071, 2_606_417]).as_deref(),
        Some("4 Reversal Box 2606417")
    );
    // Raimei and Rai-Mei are two cards.
    let raimei: Vec<u32> = catalogue()
        .iter()
        .filter(|(_, _, name)| matches!(*name, "Raimei" | "Rai-Mei"))
        .flat_map(|(_, facts, _)| [facts.passcode; 3])
        .collect();
    assert_eq!(raimei.len(), 6);
    assert_eq!(copies(&raimei), None);
}

#[test]
fn cards_that_cannot_be_played_yet_are_named_with_their_lines() {
    let text = format!("{}81332143\n368382\n81332143\n!side\n81332143\n27204311\n", filler(40));
    let found = problems(&text);
    let lines: Vec<String> = found.iter().map(Problem::to_string).collect();
    assert_eq!(
        lines,
        [
            "d.ydk:41: Yu-Jo Friendship (81332143), 3 copies (also line 43, line 45), cannot \
             be played yet; replace it",
            "d.ydk:42: Dinomist Brachion (368382), 1 copy, cannot be played yet; replace it",
            "d.ydk:46: Nibiru, the Primal Being (27204311), 1 copy, cannot be \
             played yet; replace it",
        ]
    );
    let blocks: Vec<bool> = found.iter().map(Problem::blocks_play).collect();
    assert_eq!(blocks, [true, true, false]);
    let prevents: Vec<bool> = found.iter().map(Problem::prevents_duel).collect();
    assert_eq!(prevents, [true, true, false]);
}

#[test]
fn places_in_a_url_are_named() {
    // Yu-Jo Friendship twice, then the same in the Side part.
    let found = messages("ydke://rwfZBK8H2QQ=!!rwfZBA==!");
    assert_eq!(
        found[1],
        "d.ydk:1 (Main Deck card 1): Yu-Jo Friendship (81332143), 3 copies (also Main Deck \
         card 2, Side Deck card 1), cannot be played yet; replace it"
    );
}

// rule: MO-10, MO-23, CT-01.5b
#[test]
fn decks_built_by_hand_may_have_cards_in_wrong_parts() {
    let code = |passcode| catalogue().by_passcode(passcode).unwrap();
    let mut deck = parse(filler(40).as_bytes(), "d.ydk").unwrap().deck;
    // Charubin the Fire Knight; Black Luster Soldier; a Sheep Token. The Side Deck takes both
    // kinds of monsters.
    deck.main.push(code(37_421_579));
    deck.extra.push(code(5_405_694));
    deck.side.extend([code(37_421_579), code(5_405_694), code(73_915_052)]);
    let found = check(&deck, None);
    let wrong: Vec<String> = found
        .iter()
        .filter(|problem| matches!(problem, Problem::Misplaced { .. }))
        .map(Problem::to_string)
        .collect();
    assert_eq!(
        wrong,
        [
            "d: Charubin the Fire Knight (37421579) cannot be in the Main Deck; remove it",
            "d: Black Luster Soldier (5405694) cannot be in the Extra Deck; remove it",
            "d: Sheep Token (73915052) cannot be in the Side Deck; remove it",
        ]
    );
}

// rule: CT-03.1, CT-01.5b
#[test]
fn monsters_of_the_extra_deck_stay_so_whatever_else_they_are() {
    let code = |passcode| catalogue().by_passcode(passcode).unwrap();
    let mut deck = parse(filler(40).as_bytes(), "d.ydk").unwrap().deck;
    // A Fusion and an Xyz Monster that are Pendulum Monsters too, and a Synchro Monster that is a Tuner.
    let both = [45_014_450, 45_627_618, 50_091_196].map(code);
    deck.extra.extend(both);
    let misplaced = |problem: &Problem| matches!(problem, Problem::Misplaced { .. });
    assert!(!check(&deck, None).iter().any(misplaced));
    deck.main.extend(both);
    let found = check(&deck, None);
    let wrong: Vec<String> =
        found.iter().filter(|p| misplaced(p)).map(Problem::to_string).collect();
    assert_eq!(
        wrong,
        [
            "d: Odd-Eyes Venom Dragon (45014450) cannot be in the Main Deck; remove it",
            "d: Odd-Eyes Rebellion Dragon (45627618) cannot be in the Main Deck; remove it",
            "d: Formula Synchron (50091196) cannot be in the Main Deck; remove it",
        ]
    );
}

// rule: MO-10, MO-11
#[test]
fn under_old_rules_an_extra_deck_holds_fusion_monsters_only() {
    // Charubin the Fire Knight is one; Stardust Dragon is a Synchro Monster, also in the Side Deck.
    let extra = "#extra\n37421579\n44508094\n!side\n44508094\n";
    let text = filler(40) + extra;
    let parsed = parse(text.as_bytes(), "d.ydk").unwrap();
    let told = |rules: &Rules| -> Vec<String> {
        let problems =
            check_for(catalogue(), &DeckRules::of_rules(rules), &parsed.deck, Some(&parsed.places));
        let wrong = problems.iter().filter(|problem| matches!(problem, Problem::NoFusion { .. }));
        wrong.inspect(|problem| assert!(problem.prevents_duel())).map(Problem::to_string).collect()
    };
    let said = "d.ydk:43: Stardust Dragon (44508094) is no Fusion Monster, and these rules know no others of the \
                Extra Deck; remove it (also line 45)";
    assert_eq!(told(&Rules::CLASSIC), [said]);
    assert_eq!(told(&Rules::GOAT), [said]);
    assert!(told(&Rules::MR5).is_empty());
    // Nor does a duel begin with it.
    let game = Game::new(Rules::CLASSIC, catalogue());
    let list = DeckList { main: &parsed.deck.main, extra: &parsed.deck.extra };
    let error = Opening::new(&game, [list, list]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "P1's Extra Deck has Stardust Dragon, which is no Fusion Monster: these rules know no others"
    );
}

#[test]
fn an_empty_deck_is_checked_too() {
    let found = check(&Deck::default(), None);
    assert!(matches!(found[..], [Problem::Size { part: DeckPart::Main, cards: 0, min: 40, .. }]));
}

/// All .ydk files under a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let deeper = folders.iter().flat_map(|folder| self::files(folder));
    files
        .iter()
        .filter(|path| path.extension() == Some("ydk".as_ref()))
        .cloned()
        .chain(deeper)
        .collect()
}

#[test]
fn every_shipped_deck_of_no_format_can_be_played() {
    let decks = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks"));
    assert!(decks.len() >= 3, "{decks:?}");
    for path in decks {
        let parsed = parse(&fs::read(&path).unwrap(), &path.to_string_lossy()).unwrap();
        assert_eq!(parsed.notes, []);
        // Decks of a format are held against it elsewhere; they may wait for cards.
        let format = path.parent().and_then(Path::file_name).and_then(std::ffi::OsStr::to_str);
        if format == Some("starter") {
            assert_eq!(parsed.check(), []);
        } else if format == Some("mechanics") {
            // They test engines, and one has four cards that are called Umi.
            let may_be = |problem: &Problem| matches!(problem, Problem::Copies { .. });
            assert!(parsed.check().iter().all(may_be), "{}", path.display());
        } else {
            // Those of one mechanic each are lists of cards, in whatever number there is room for; later ones are checked
            // by the program's tests, since their Side Decks may wait for cards.
            let known =
                |name| matches!(name, "mechanics" | "modern") || Rules::preset(name).is_some();
            assert!(format.is_some_and(known), "{format:?}");
        }
    }
}

/// There were no Pendulum Zones in April 2005: neither the pool's Pendulum Cards nor unknown ones are for
/// such rules, and each is told once.
#[test]
fn pendulum_cards_need_rules_with_pendulum_zones() {
    // Dragong, twice; Odd-Eyes Rebellion Dragon, an Xyz Monster of the Extra Deck.
    let dragong = catalogue().facts(catalogue().by_name("Dragong").unwrap()).passcode;
    let text = format!("{dragong}\n{dragong}\n45627618\n");
    let parsed = parse(text.as_bytes(), "scales.ydk").unwrap();
    for rules in Rules::PRESETS {
        let problems = parsed.check_for(catalogue(), &DeckRules::of_rules(&rules));
        let line = format!(
            "scales.ydk:1: Dragong ({dragong}) is a Pendulum Card, and these rules have no Pendulum Zones; \
             remove it (also line 2)"
        );
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(lines.contains(&line), !rules.pendulum_zones, "{}: {lines:?}", rules.name);
        let told = lines
            .iter()
            .filter(|line| line.contains("Odd-Eyes Rebellion") && line.contains("rules"));
        assert_eq!(told.count(), usize::from(!rules.pendulum_zones), "{lines:?}");
        let scale = |problem: &&Problem| matches!(problem, Problem::NoPendulum { .. });
        assert!(problems.iter().find(scale).is_none_or(|p| p.blocks_play() && p.prevents_duel()));
    }
    let have = Rules::PRESETS.into_iter().filter(|rules| rules.pendulum_zones);
    assert_eq!(have.map(|rules| rules.name).collect::<Vec<_>>(), ["mr5"]);
}
