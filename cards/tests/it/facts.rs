//! The embedded table: what is in it, and that every row obeys the rules about printed cards.

use duelfish_cards::catalogue;
use duelfish_engine::{CardCode, Catalogue, Facts, kind};

#[path = "../../build.rs"]
#[allow(dead_code)]
mod build;

fn by_name(name: &str) -> (&'static Facts, CardCode) {
    let code = catalogue().by_name(name).unwrap_or_else(|| panic!("no card is called {name}"));
    (catalogue().facts(code), code)
}

/// Names and passcodes of the rows for which something holds.
fn rows(holds: impl Fn(&Facts) -> bool) -> Vec<(u32, &'static str)> {
    let rows = catalogue().iter().filter(|(_, facts, _)| holds(facts));
    rows.map(|(_, facts, name)| (facts.passcode, name)).collect()
}

#[test]
fn every_row_of_the_table_is_embedded() {
    let table = include_str!("../../data/facts.tsv");
    assert_eq!(catalogue().len(), 14_929);
    assert_eq!(table.lines().count(), 1 + catalogue().len());
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let code = catalogue().by_passcode(columns[0].parse().unwrap()).expect(line);
        let facts = catalogue().facts(code);
        let archetypes = facts.archetypes.iter().filter(|&&number| number != 0);
        let archetypes: Vec<String> = archetypes.map(|number| format!("{number:#x}")).collect();
        let packed = format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            facts.passcode,
            catalogue().name(code),
            facts.kind,
            facts.atk,
            facts.def,
            facts.level,
            facts.scales[0],
            facts.scales[1],
            facts.race,
            facts.attribute,
            facts.arrows,
            archetypes.join(","),
            facts.alias
        );
        assert_eq!(packed, line);
    }
}

#[test]
fn well_known_cards_have_their_numbers() {
    let (dragon, code) = by_name("Blue-Eyes White Dragon");
    assert_eq!(dragon.passcode, 89_631_139);
    assert_eq!((dragon.atk, dragon.def, dragon.level), (3000, 2500, 8));
    assert_eq!((dragon.race, dragon.attribute), (0x2000, 16));
    assert_eq!(dragon.kind, kind::MONSTER | kind::NORMAL);
    assert_eq!(catalogue().by_passcode(89_631_139), Some(code));

    let (talker, _) = by_name("Decode Talker");
    assert_eq!((talker.passcode, talker.atk, talker.def), (1_861_629, 2300, 0));
    // Top, bottom-left and bottom-right.
    assert_eq!((talker.level, talker.arrows), (3, 0x80 | 0x1 | 0x4));

    let (odd_eyes, _) = by_name("Odd-Eyes Pendulum Dragon");
    assert_eq!((odd_eyes.passcode, odd_eyes.scales), (16_178_681, [4, 4]));

    let (hole, _) = by_name("Dark Hole");
    assert_eq!((hole.passcode, hole.kind), (53_129_443, kind::SPELL));

    let (ten_thousand, _) = by_name("Ten Thousand Dragon");
    assert_eq!((ten_thousand.atk, ten_thousand.def), (-2, -2));
}

#[test]
fn artworks_and_treated_as_cards_are_told_apart() {
    let cards = catalogue();
    let artwork = cards.by_passcode(89_631_140).unwrap();
    assert!(cards.facts(artwork).is_artwork());
    assert_eq!(cards.base(artwork), by_name("Blue-Eyes White Dragon").1);

    let (ocean, code) = by_name("A Legendary Ocean");
    assert_eq!(ocean.alias, by_name("Umi").0.passcode);
    assert!(!ocean.is_artwork());
    assert_eq!(cards.base(code), code);
}

#[test]
fn every_alias_is_a_card_and_no_artwork_has_an_artwork() {
    let cards = catalogue();
    let alias = |facts: &Facts| cards.by_passcode(facts.alias).map(|code| cards.facts(code));
    assert_eq!(rows(|facts| facts.alias != 0 && alias(facts).is_none()), []);
    assert_eq!(rows(|facts| facts.is_artwork() && alias(facts).is_some_and(Facts::is_artwork)), []);
    // The one alias of an alias, on which the counting of copies relies.
    assert_eq!(
        rows(|facts| alias(facts).is_some_and(|base| base.alias != 0)),
        [(74_335_036, "Fusion Substitute")]
    );
}

// rule: CT-00.1
#[test]
fn every_row_is_a_monster_a_spell_or_a_trap() {
    let base = kind::MONSTER | kind::SPELL | kind::TRAP;
    assert_eq!(rows(|facts| (facts.kind & base).count_ones() != 1), []);
}

// rule: CT-01.1
#[test]
fn every_monster_has_exactly_one_type() {
    // These tokens get their Type from the effect that makes them.
    assert_eq!(
        rows(|facts| facts.is(kind::MONSTER) && facts.race.count_ones() != 1),
        [
            (15_629_802, "Waltz Token"),
            (25_415_053, "Espirit Bird Token"),
            (63_442_605, "Mirage Token"),
            (86_871_615, "Clone Token"),
        ]
    );
}

// rule: CT-01.1c
#[test]
fn there_are_25_types_and_one_card_of_another() {
    let monsters = catalogue().iter().filter(|(_, facts, _)| facts.is(kind::MONSTER));
    let all = monsters.fold(0, |all, (_, facts, _)| all | facts.race);
    assert_eq!(all, 0x03FF_FFFF);
    let creator_god = 0x40_0000;
    assert_eq!((all & !creator_god).count_ones(), 25);
    assert_eq!(
        rows(|facts| facts.race == creator_god),
        [(10_000_040, "Holactie the Creator of Light")]
    );
}

// rule: CT-01.2
#[test]
fn every_monster_has_one_of_seven_attributes() {
    let all = catalogue().iter().fold(0, |all, (_, facts, _)| all | facts.attribute);
    assert_eq!(all, 0b111_1111);
    assert_eq!(
        rows(|facts| facts.is(kind::MONSTER) && facts.attribute.count_ones() != 1),
        [(15_629_802, "Waltz Token"), (63_442_605, "Mirage Token"), (86_871_615, "Clone Token")]
    );
}

// rule: CT-01.3
#[test]
fn link_monsters_have_no_def() {
    assert_eq!(rows(|facts| facts.is(kind::LINK) && facts.def != 0), []);
}

// rule: CT-01.4c, CT-02.3.i, CT-03.5b, CT-03.7b
#[test]
fn all_other_monsters_have_a_level_from_1_to_12() {
    let has_level =
        |facts: &Facts| facts.is(kind::MONSTER) && !facts.is_any(kind::XYZ | kind::LINK);
    // These tokens get their Level from the effect that makes them.
    assert_eq!(
        rows(|facts| has_level(facts) && !(1..=12).contains(&facts.level)),
        [
            (8_198_621, "Dark Soul Token"),
            (15_629_802, "Waltz Token"),
            (30_650_148, "Vendread Token"),
            (63_442_605, "Mirage Token"),
            (86_871_615, "Clone Token"),
            (101_402_149, "Glimmer Token"),
        ]
    );
}

// rule: CT-01.4, CT-01.4a, CT-01.4b
#[test]
fn no_monster_has_two_of_level_rank_and_link_rating() {
    assert_eq!(rows(|facts| facts.is(kind::XYZ | kind::LINK)), []);
}

// rule: CT-01.5
#[test]
fn every_monster_has_an_ability() {
    assert_eq!(rows(|facts| facts.kind == kind::MONSTER), []);
    assert_eq!(rows(|facts| facts.is(kind::NORMAL | kind::EFFECT)), []);
}

// rule: CT-01.5c
#[test]
fn monsters_have_the_fourteen_abilities_and_nothing_else() {
    let abilities = [
        kind::EFFECT,
        kind::FLIP,
        kind::FUSION,
        kind::GEMINI,
        kind::LINK,
        kind::NORMAL,
        kind::PENDULUM,
        kind::RITUAL,
        kind::SPIRIT,
        kind::SYNCHRO,
        kind::TOON,
        kind::TUNER,
        kind::UNION,
        kind::XYZ,
    ];
    for ability in abilities {
        assert_ne!(rows(|facts| facts.is(kind::MONSTER | ability)), []);
    }
    let known = abilities.iter().fold(0, |all, ability| all | ability);
    let known = known | kind::MONSTER | kind::SPECIAL_SUMMON | kind::TOKEN;
    assert_eq!(rows(|facts| facts.is(kind::MONSTER) && facts.is_any(!known)), []);
}

// rule: CT-01.5d
#[test]
fn special_summon_monsters_are_marked() {
    assert!(by_name("Dark Necrofear").0.is(kind::SPECIAL_SUMMON));
    assert!(!by_name("Celtic Guardian").0.is(kind::SPECIAL_SUMMON));
    assert_eq!(rows(|facts| facts.is(kind::SPECIAL_SUMMON) && !facts.is(kind::MONSTER)), []);
}

// rule: CT-01.5b, CT-02.1, CT-03.1
#[test]
fn abilities_say_in_which_deck_a_monster_is() {
    let is_extra = |name| by_name(name).0.is_any(kind::EXTRA_DECK);
    for name in [
        "Charubin the Fire Knight",
        "Gaia Knight, the Force of Earth",
        "Gem-Knight Pearl",
        "Link Spider",
        // Further abilities don't make them Main Deck Monsters.
        "Starving Venemy Dragon",
        "Odd-Eyes Rebellion Dragon",
        "Formula Synchron",
    ] {
        assert!(is_extra(name), "{name}");
    }
    for name in [
        "Celtic Guardian",
        "Sangan",
        "Man-Eater Bug",
        "Blazewing Butterfly",
        "Odd-Eyes Pendulum Dragon",
        "Black Luster Soldier",
        "Asura Priest",
        "Toon Mermaid",
        "Genex Controller",
        "Y-Dragon Head",
        "Dark Necrofear",
        "Polymerization",
    ] {
        assert!(!is_extra(name), "{name}");
    }
    assert_eq!(rows(|facts| (facts.kind & kind::EXTRA_DECK).count_ones() > 1), []);
    assert_eq!(rows(|facts| facts.is_any(kind::EXTRA_DECK) && !facts.is(kind::MONSTER)), []);
}

// rule: CT-03.6b
#[test]
fn link_ratings_are_from_1_to_8() {
    assert_eq!(rows(|facts| facts.is(kind::LINK) && !(1..=8).contains(&facts.level)), []);
}

// rule: CT-03.6d
#[test]
fn a_link_monster_has_as_many_arrows_as_its_rating() {
    let arrows_match = |facts: &Facts| facts.arrows.count_ones() == u32::from(facts.level);
    // The arrows of these coming cards are not known yet.
    assert_eq!(
        rows(|facts| facts.is(kind::LINK) && !arrows_match(facts)),
        [
            (100_460_038, "Odd-Eyes Override Dragon"),
            (101_402_046, "Blue Ocean Dragon Lord - Neo Daedalus Rage"),
            (101_402_047, "Levia-Dragoon - Daedalus"),
            (101_402_048, "Medicurius the Power Patron of Illusions"),
            (101_402_049, "Adamancipator Luminous"),
            (101_402_050, "Helping Robo for Underwater Combat"),
            (101_402_051, "Destratification Dino Stratiae"),
        ]
    );
}

// rule: CT-03.6e
#[test]
fn arrows_have_eight_directions_and_only_link_monsters_have_them() {
    let all = catalogue().iter().fold(0, |all, (_, facts, _)| all | facts.arrows);
    assert_eq!(all, 0x1EF);
    assert_eq!(rows(|facts| facts.arrows != 0 && !facts.is(kind::LINK)), []);
}

// rule: CT-03.8b
#[test]
fn ranks_are_from_1_to_13() {
    // Number F0 is printed with Rank 0.
    assert_eq!(
        rows(|facts| facts.is(kind::XYZ) && !(1..=13).contains(&facts.level)),
        [
            (26_973_555, "Number F0: Utopic Draco Future"),
            (41_522_092, "Number F0: Utopic Future Zexal"),
            (43_490_025, "Number F0: Utopic Future Slash"),
        ]
    );
}

#[test]
fn only_pendulum_monsters_have_scales_and_both_are_the_same() {
    assert_eq!(rows(|facts| facts.scales != [0; 2] && !facts.is(kind::PENDULUM)), []);
    assert_eq!(rows(|facts| facts.scales[0] != facts.scales[1]), []);
}

#[test]
fn a_catalogue_of_the_same_rows_is_the_same() {
    let cards = catalogue().iter().map(|(_, facts, name)| (*facts, Box::from(name)));
    let again = Catalogue::new(cards.collect()).unwrap();
    assert!(again.iter().eq(catalogue().iter()));
}

#[test]
fn a_malformed_row_is_named_with_its_line() {
    let good = "7\tSeven\t17\t1000\t-2\t4\t0\t0\t1\t1\t0\t0x45,0x1093\t0";
    let pack = |row: &str| build::pack(&format!("{}\n{good}\n{row}\n", build::HEADER));
    assert_eq!(pack(good).unwrap().len(), 4 + 2 * 36 + 2 * "Seven\n".len());
    let fault = |from: &str, to: &str| pack(&good.replacen(from, to, 1)).unwrap_err();
    let range = "is no number of its range";
    assert_eq!(fault("7", "x"), (3, format!("id \"x\" {range}")));
    assert_eq!(fault("1000", "40000"), (3, format!("atk \"40000\" {range}")));
    assert_eq!(fault("-2", "-1"), (3, "def -1 is below 0 and not -2".to_owned()));
    assert_eq!(fault("\t4\t", "\t256\t"), (3, format!("level \"256\" {range}")));
    assert_eq!(fault("0x45", "45"), (3, "setcodes: \"45\" is no number like 0x45".to_owned()));
    assert_eq!(fault("0x45", "1,0x45").0, 3);
    assert_eq!(fault("0x45", "0x1,0x2,0x3,0x4,0x5"), (3, "setcodes: more than 5".to_owned()));
    assert_eq!(fault("\t17", ""), (3, "12 columns instead of 13".to_owned()));
    assert_eq!(
        fault("Seven", " Seven"),
        (3, "name \" Seven\" is empty or has blanks around it".to_owned())
    );
    assert_eq!(build::pack("id\tname\n").unwrap_err().0, 1);
}

#[test]
fn every_fusion_monster_of_the_pool_names_its_materials() {
    for (name, text) in duelfish_cards::pool_files() {
        let passcode = text.split_whitespace().nth(1).and_then(|id| id.parse().ok());
        let code = passcode.and_then(|id| catalogue().by_passcode(id)).expect(&name);
        let names_them = text.lines().any(|line| line.starts_with("fusion "));
        // A card that only the effect of another one Summons is made of nothing.
        let none = text.lines().any(|line| line == "condition only_by_written_effect");
        assert_eq!(names_them || none, catalogue().facts(code).is(kind::FUSION), "{name}");
    }
}
