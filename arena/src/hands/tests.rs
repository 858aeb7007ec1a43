//! Conditions as people write them, and both ways to compute what they ask.

use duelfish_cards::catalogue;
use duelfish_engine::{CardCode, Catalogue, Duel, Game, Rules, Streams, kind};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::parse::MOST_CARDS;
use super::*;
use crate::SortedDeck;

fn print(name: &str) -> CardCode {
    catalogue().by_name(name).unwrap_or_else(|| panic!("there is no {name}"))
}

fn read(text: &str) -> Result<Condition, ConditionError> {
    parse(catalogue(), &[], text)
}

/// The condition as it is understood, with a deck of these cards.
#[track_caller]
fn understood(text: &str, deck: &[&str]) -> String {
    let deck: Vec<CardCode> = deck.iter().map(|name| print(name)).collect();
    let condition = parse(catalogue(), &deck, text).unwrap_or_else(|error| panic!("{error}"));
    condition.to_string()
}

/// The fault of a text, and the piece of it that is marked.
#[track_caller]
fn fault(text: &str) -> (ConditionFault, String) {
    let error = read(text).unwrap_err();
    assert_eq!(error.to_string().lines().count(), 3, "{error}");
    (error.fault, text[error.span].to_owned())
}

#[test]
fn conditions_read_as_they_are_meant() {
    for (text, meaning) in [
        ("Sangan", r#"at least 1 "Sangan""#),
        ("sangan OR raigeki", r#"at least 1 of "Sangan" or "Raigeki""#),
        (
            "Sangan and Tribute to the Doomed",
            r#"at least 1 "Sangan" and at least 1 "Tribute to The Doomed""#,
        ),
        (
            "at least 1 of Monster Reborn or Raigeki and no Kuriboh",
            r#"at least 1 of "Monster Reborn" or "Raigeki" and no "Kuriboh""#,
        ),
        ("exactly 2 monsters", "exactly 2 monsters"),
        (
            "2 or more of Level 4 monsters and at most 1 trap",
            "at least 2 Level 4 monsters and at most 1 Traps",
        ),
        ("1 or fewer spells", "at most 1 Spells"),
        (
            "1 to 3 dark fiends or at least 2 traps",
            "1 to 3 DARK Fiend monsters or at least 2 Traps",
        ),
        (
            "no Kuriboh or Sangan and Raigeki",
            r#"no "Kuriboh" or "Sangan" and at least 1 "Raigeki""#,
        ),
        (
            "Jinzo and (Sangan or Kuriboh)",
            r#"at least 1 "Jinzo" and at least 1 of "Sangan" or "Kuriboh""#,
        ),
        ("not (Jinzo and traps)", r#"not (at least 1 "Jinzo" and at least 1 Traps)"#),
        ("no Jinzo and not not traps", r#"no "Jinzo" and not not at least 1 Traps"#),
        (
            "at least 2 of Sangan, Jinzo, or Kuriboh",
            r#"at least 2 of "Sangan" or "Jinzo" or "Kuriboh""#,
        ),
        (
            "1 or more of 'Sangan', \"Jinzo\" or Level 5 or higher monsters",
            r#"at least 1 of "Sangan" or "Jinzo" or Level 5 or higher monsters"#,
        ),
        ("(Sangan) or (Jinzo)", r#"at least 1 "Sangan" or at least 1 "Jinzo""#),
        ("exactly 0 of Sangan", r#"no "Sangan""#),
    ] {
        assert_eq!(understood(text, &[]), meaning);
    }
}

#[test]
fn names_hold_words_of_the_grammar() {
    for name in [
        "Tribute to The Doomed",
        "Call of the Haunted",
        "Level Limit - Area B",
        "Thunder Dragon",
        "Spell Canceller",
        "Trap Hole",
        "Gearfried the Iron Knight",
        "No Entry!!",
        "7 Colored Fish",
        "Sasuke Samurai #4",
        "The Eye of Truth",
        "Sword of Dark Destruction",
        "Toon Table of Contents",
        "Ring of Destruction",
    ] {
        let meaning = format!("at least 1 \"{name}\" and no Traps");
        for text in [
            format!("{name} and no traps"),
            format!("at least 1 of {} and no traps", name.to_lowercase()),
            format!("1 or more '{name}' and no traps"),
            format!("at least 1 \"{name}\" and no traps"),
        ] {
            assert_eq!(understood(&text, &[]), meaning, "{text}");
        }
    }
    // The deck's cards come first: this could be one name, or two.
    let whole = catalogue().iter().find_map(|(code, facts, name)| {
        let (a, b) = name.split_once(" and ")?;
        let parts = [a, b].map(|part| catalogue().by_name(part));
        let known = parts.iter().all(Option::is_some) && !facts.is(kind::TOKEN);
        known.then_some((code, a, b))
    });
    if let Some((code, a, b)) = whole {
        let name = catalogue().name(code);
        assert_eq!(understood(name, &[]), format!("at least 1 \"{name}\""));
        let parts = understood(name, &[a, b]);
        assert!(parts.contains("and at least 1"), "{parts}");
    }
}

/// A name in quotes is read, whatever letters it has.
#[test]
fn every_name_can_be_quoted() {
    let cards = catalogue();
    for (_, facts, name) in cards.iter() {
        if facts.is(kind::TOKEN) {
            continue;
        }
        let base = cards.base(print(name));
        let name = cards.name(base).to_owned();
        let set = HandCards::Card { code: base, name: name.clone() };
        let condition = Condition::Count(Quantity::SOME, vec![set]);
        let again = read(&condition.to_string()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again, condition, "{name}");
    }
}

#[test]
fn faults_are_marked() {
    use ConditionFault as Fault;
    for text in ["", "  \t"] {
        assert_eq!(fault(text), (Fault::Empty, String::new()));
    }
    assert_eq!(fault(&"Sangan and ".repeat(300)).0, Fault::TooLong(3_300));
    assert_eq!(fault(&format!("{}Sangan", "not ".repeat(99))).0, Fault::TooDeep);
    assert_eq!(fault("no \"Jinzo"), (Fault::Quote, "\"Jinzo".to_owned()));
    assert_eq!(fault("Jinzo and (Sangan"), (Fault::Unclosed, "(".to_owned()));
    assert_eq!(fault("Jinzo) and Sangan"), (Fault::Unopened, ")".to_owned()));
    for text in ["Jinzo and", "Jinzo and and Sangan", "()", "no", "at least 2", "at least 2 of"] {
        assert!(matches!(fault(text).0, Fault::Missing(_)), "{text}");
    }
    assert!(matches!(fault("at 2 Jinzo").0, Fault::Missing(_)));
    for number in ["x", "-1", "1001", "99999999999"] {
        let found = fault(&format!("exactly {number} Jinzo"));
        assert_eq!(found, (Fault::Number, number.to_owned()), "{MOST_CARDS}");
    }
    assert_eq!(fault("2 monsters"), (Fault::BareNumber(2), "2".to_owned()));
    assert_eq!(fault("3 to 2 monsters"), (Fault::Backwards(3, 2), "3".to_owned()));
    assert_eq!(fault("'Jinzo' Sangan"), (Fault::NoJoin("'Jinzo'".to_owned()), "Sangan".to_owned()));
    assert_eq!(fault("Jinzo, Sangan"), (Fault::Comma, ",".to_owned()));
}

#[test]
fn what_has_two_meanings_is_refused() {
    for text in [
        "Jinzo and Sangan or Raigeki",
        "Jinzo or Sangan and Raigeki",
        "not Jinzo or Sangan",
        "exactly 2 monsters or Raigeki",
        "at least 1 Jinzo or Sangan",
    ] {
        assert_eq!(fault(text), (ConditionFault::Ambiguous, "or".to_owned()), "{text}");
    }
}

#[test]
fn the_nearest_name_is_suggested() {
    let meant = |text: &str, deck: &[&str]| {
        let deck: Vec<CardCode> = deck.iter().map(|name| print(name)).collect();
        let error = parse(catalogue(), &deck, text).unwrap_err();
        match error.fault {
            ConditionFault::Unknown { name, nearest } => {
                assert_eq!(text[error.span].trim_matches('\''), name);
                (name, nearest)
            }
            other => panic!("{other}"),
        }
    };
    let is = |name: &str, nearest: &str| (name.to_owned(), Some(nearest.to_owned()));
    assert_eq!(meant("no Monster Rebron", &[]), is("Monster Rebron", "Monster Reborn"));
    let text = "Sangan and Tribute to teh Doomed and no traps";
    assert_eq!(meant(text, &[]), is("Tribute to teh Doomed", "Tribute to The Doomed"));
    assert_eq!(meant("'Summond Skull'", &[]).1.as_deref(), Some("Summoned Skull"));
    // A card of the deck is meant rather than another one that looks as much like it.
    assert_eq!(meant("Dark Magiciann", &["Dark Magician"]), is("Dark Magiciann", "Dark Magician"));
    assert_eq!(meant("xyzzy plugh", &[]), ("xyzzy plugh".to_owned(), None));
}

/// A random condition on these cards.
fn random(rng: &mut ChaCha8Rng, deck: &[CardCode], depth: u32) -> Condition {
    let cards: &Catalogue = catalogue();
    let mut below = |most: u32| rng.next_u32() % most;
    let joined = if depth == 0 { 0 } else { below(5) };
    if joined >= 3 {
        let count = 2 + below(2);
        let parts = (0..count).map(|_| random(rng, deck, depth - 1)).collect();
        return if joined == 3 { Condition::All(parts) } else { Condition::Any(parts) };
    }
    if joined == 2 {
        return Condition::Not(Box::new(random(rng, deck, depth - 1)));
    }
    const CLASSES: [&str; 6] =
        ["monsters", "Spells", "Traps", "Level 4 monsters", "DARK monsters", "Normal Spells"];
    let sets = (0..=below(3)).map(|_| match below(3) {
        0 => HandCards::Class(Class::read(CLASSES[below(6) as usize]).unwrap()),
        _ => {
            let code = cards.base(deck[below(deck.len() as u32) as usize]);
            HandCards::Card { code, name: cards.name(code).to_owned() }
        }
    });
    let sets = sets.collect();
    let least = below(3);
    let most = [None, Some(least), Some(least + 1)][below(3) as usize];
    Condition::Count(Quantity { least, most }, sets)
}

fn shipped(text: &str) -> Vec<CardCode> {
    duelfish_cards::parse(text.as_bytes(), "shipped.ydk").unwrap().deck.main
}

const YUGI: &str = include_str!("../../../decks/starter/yugi.ydk");
const CHAOS: &str = include_str!("../../../decks/goat/ygobench_chaos_control_v1.ydk");

#[test]
fn random_conditions_are_read_back_as_they_are_written() {
    let deck = shipped(YUGI);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..2_000 {
        let condition = random(&mut rng, &deck, 3);
        let text = condition.to_string();
        if text.len() <= 2_000 {
            let again = parse(catalogue(), &deck, &text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again, condition, "{text}");
        }
    }
}

/// Pieces of conditions in any order: nothing panics, a fault has its place, and what can be read can
/// be written.
#[test]
fn any_text_is_read_or_refused() {
    const PIECES: [&str; 34] = [
        "and",
        "or",
        "not",
        "no",
        "of",
        "at",
        "least",
        "most",
        "exactly",
        "to",
        "more",
        "fewer",
        "2",
        "0",
        "99",
        "(",
        ")",
        "\"",
        "'",
        ",",
        "Sangan",
        "Jinzo,",
        "'Call of the Haunted'",
        "Dark",
        "Magician",
        "monsters",
        "trap",
        "Level",
        "4",
        "lower",
        "Winged",
        "beasts",
        "\u{2606}",
        "\n",
    ];
    let deck = shipped(YUGI);
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut conditions = 0;
    for _ in 0..1_500 {
        let count = 1 + rng.next_u32() % 9;
        let pieces = (0..count).map(|_| PIECES[rng.next_u32() as usize % PIECES.len()]);
        let text = pieces.collect::<Vec<_>>().join(" ");
        match parse(catalogue(), &deck, &text) {
            Ok(condition) => {
                conditions += 1;
                let again = parse(catalogue(), &deck, &condition.to_string());
                assert_eq!(again.as_ref(), Ok(&condition), "{text}");
            }
            Err(error) => {
                assert_eq!(error.to_string().lines().count(), 3, "{text}");
                assert!(text.get(error.span).is_some(), "{text}");
            }
        }
    }
    assert!(conditions > 20, "{conditions}");
}

/// Two hundred conditions, each within five standard deviations of what is computed: a sound program
/// fails once in ten thousand seeds, and the seed is fixed.
#[test]
fn simulations_agree_with_exact_chances() {
    const HANDS: u64 = 4_000;
    for (seed, deck) in [(1, shipped(YUGI)), (2, shipped(CHAOS))] {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let conditions: Vec<Condition> = (0..100).map(|_| random(&mut rng, &deck, 2)).collect();
        let drawn = [5, 6, 9];
        let held = simulate(&conditions, catalogue(), &deck, &drawn, HANDS, seed, 2).unwrap();
        for (condition, held) in conditions.iter().zip(&held) {
            for (&drawn, &held) in drawn.iter().zip(held) {
                let exact = chance(condition, catalogue(), &deck, drawn).unwrap();
                let sigma = (exact * (1.0 - exact) / HANDS as f64).sqrt();
                let share = held as f64 / HANDS as f64;
                assert!(
                    (share - exact).abs() <= 5.0 * sigma + 1e-12,
                    "{condition}: {share} {exact}"
                );
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    let deck = shipped(YUGI);
    let conditions = [read("at least 2 monsters").unwrap(), read("no traps").unwrap()];
    let held =
        |threads| simulate(&conditions, catalogue(), &deck, &[5, 6], 5_000, 9, threads).unwrap();
    let one = held(1);
    assert_eq!((held(2), held(5)), (one.clone(), one));
    let other = simulate(&conditions, catalogue(), &deck, &[5, 6], 5_000, 10, 1).unwrap();
    assert_ne!(other, held(1));
}

/// Cards that are seen are those that a duel deals.
#[test]
fn duels_deal_as_many_cards() {
    let cards = catalogue();
    let list = duelfish_cards::parse(YUGI.as_bytes(), "yugi.ydk").unwrap().deck;
    let sorted = SortedDeck::new(&list);
    for rules in Rules::PRESETS {
        let cards = cards.with_texts(rules.texts);
        let (expected, game) = (cards_seen(&rules, Going::First, 1), Game { rules, cards });
        let mut chance = Streams::new(5, [0, 1]);
        let duel = Duel::start(&game, [sorted.list(); 2], &mut chance, &mut ());
        let duel = duel.unwrap();
        let player = duel.turn_player();
        let hand = duel.view(&game, player).hand(player).len();
        assert_eq!(hand, expected, "{}", game.rules.name);
    }
}

#[test]
fn an_overview_counts_every_card() {
    let deck = shipped(YUGI);
    let spec = HandsSpec {
        cards: catalogue(),
        deck: &deck,
        rules: &Rules::MR5,
        turns: 1,
        hands: 1_000,
        seed: 1,
        threads: 1,
    };
    let Overview { cards, kinds } = overview(&spec).unwrap();
    assert_eq!(cards.iter().map(|card| card.copies).sum::<usize>(), deck.len());
    assert_eq!(kinds.iter().map(|kind| kind.copies).sum::<usize>(), deck.len());
    for (seat, seen) in [5.0, 6.0].into_iter().enumerate() {
        let expected: f64 = cards.iter().map(|card| card.chances[seat].expected).sum();
        assert!((expected - seen).abs() < 1e-12);
        for kind in &kinds {
            let counts = &kind.chances[seat].counts;
            let mean: f64 = (0..).zip(counts).map(|(count, p)| f64::from(count) * p).sum();
            assert!((mean - kind.chances[seat].expected).abs() < 1e-12);
            assert!((counts.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
    let late = HandsSpec { turns: 60, ..spec };
    assert!(matches!(overview(&late), Err(ExactError::TooFew { .. })));
    assert!(matches!(ask(&late, &[read("Sangan").unwrap()]), Err(HandsError::Exact(_))));
    let wants = ask(&HandsSpec { turns: 3, ..spec }, &[read("Summoned Skull").unwrap()]).unwrap();
    let seen: Vec<usize> = wants[0].chances.iter().map(|chance| chance.seen.cards).collect();
    assert_eq!(seen, [5, 6, 6, 7, 7, 8]);
}
