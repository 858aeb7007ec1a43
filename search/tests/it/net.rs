//! The network that judges positions: its file, its symmetry, and cards that it never met.

use std::sync::Arc;

use duelfish_cards::catalogue;
use duelfish_engine::Position;
use duelfish_search::WeightFileError;
use duelfish_search::net::{FACTORS, MOST_WEIGHT, Net, NetInputs, NetReader, NetRow, NetZone};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A network with weights by chance, which knows two cards.
fn random_net() -> Net {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut number = move || (rng.next_u32() % 201) as i16 - 100;
    let mut row = || -> NetRow { std::array::from_fn(|_| number()) };
    let mut zones = || -> [NetRow; NetZone::COUNT] { std::array::from_fn(|_| row()) };
    let mut cards = ["Mystical Elf", "Battle Ox"].map(passcode);
    cards.sort_unstable();
    let card_rows = vec![zones(), zones()];
    let factor_rows = (0..FACTORS).map(|_| zones()).collect();
    let number_rows = std::array::from_fn(|_| row());
    Net {
        about: "By chance.".to_owned(),
        cards: cards.to_vec(),
        card_rows,
        factor_rows,
        number_rows,
        bias: row(),
        hidden: std::array::from_fn(|_| [row(), row()]),
        hidden_bias: std::array::from_fn(|unit| 1000 * unit as i32),
        last: std::array::from_fn(|unit| 300 * unit as i16 - 2000),
        skip: std::array::from_fn(|at| at as f32 / 10.0),
    }
}

fn passcode(name: &str) -> u32 {
    let cards = catalogue();
    cards.facts(cards.by_name(name).expect("a card of the pool")).passcode
}

const POSITION: &str = "turn 5 P1 main1\nP1 lp 6200\nP1 hand: Summoned Skull; Mystical Elf\n\
                        P1 S2 down: Trap Hole [set]\nP1 M2 attack: Celtic Guardian\n\
                        P1 grave: Dark Hole; Battle Ox\nP2 lp 3100\nP2 hand: Dark Hole\n\
                        P2 M1 attack: Battle Ox\nP2 M3 set: Mystical Elf\n\
                        P2 S1 up: Dragon Capture Jar\nP1 deck: 20* Celtic Guardian\n\
                        P2 deck: 12* Celtic Guardian\n";

/// The log-odds of the first player in a position.
fn odds(net: &Arc<Net>, text: &str) -> f32 {
    let cards = catalogue();
    let position = Position::parse(text, cards).expect("a position");
    let game = position.game(cards);
    let duel = position.start(&game, &mut position.script(), &mut ());
    NetReader::new(Arc::clone(net)).log_odds(&duel.judge_view(&game), duel.turn() + 1)
}

#[test]
fn a_file_gives_the_network_back() {
    let net = random_net();
    assert_eq!(Net::from_bytes(&net.to_bytes()), Ok(net));
}

#[test]
fn the_text_of_a_file_is_any_text_without_empty_lines() {
    let with = |about: &str| Net { about: about.to_owned(), ..random_net() };
    for (about, read) in
        [("", ""), ("One.\nTwo.", "One.\nTwo."), ("\nOne.\n\n\nTwo. ", "One.\nTwo.")]
    {
        assert_eq!(Net::from_bytes(&with(about).to_bytes()), Ok(with(read)), "{about:?}");
    }
    let file = with("").to_bytes();
    let later = [&b"duelfish-net 10"[..], &file[b"duelfish-net 1".len()..]].concat();
    assert!(matches!(Net::from_bytes(&later), Err(WeightFileError::FirstLine(_))));
}

/// No training makes such a network, but a file may hold it.
#[test]
fn the_largest_numbers_judge_a_position() {
    let mut net = random_net();
    net.number_rows = [[i16::MAX; _]; _];
    net.factor_rows = vec![[[i16::MIN; _]; NetZone::COUNT]; FACTORS];
    net.hidden = [[[MOST_WEIGHT; _]; 2]; _];
    net.last = [i16::MIN; _];
    assert_eq!(Net::from_bytes(&net.to_bytes()).as_ref(), Ok(&net));
    assert!(odds(&Arc::new(net), POSITION).is_finite());
}

#[test]
fn a_file_that_is_no_network_is_refused() {
    let net = random_net();
    let file = net.to_bytes();
    assert!(matches!(Net::from_bytes(b"life 0.5\n"), Err(WeightFileError::FirstLine(_))));
    for end in [20, 60, file.len() / 2, file.len() - 1] {
        assert!(Net::from_bytes(&file[..end]).is_err(), "{end} bytes");
    }
    let longer = [&file[..], &[0]].concat();
    assert!(matches!(Net::from_bytes(&longer), Err(WeightFileError::Length { .. })));
    let mut twice = net.clone();
    twice.cards[1] = twice.cards[0];
    assert!(matches!(Net::from_bytes(&twice.to_bytes()), Err(WeightFileError::Damaged(..))));
    let mut large = net.clone();
    large.hidden[3][1][7] = MOST_WEIGHT + 1;
    assert!(matches!(Net::from_bytes(&large.to_bytes()), Err(WeightFileError::Damaged(..))));
    let mut endless = net;
    endless.skip[2] = f32::INFINITY;
    assert!(matches!(Net::from_bytes(&endless.to_bytes()), Err(WeightFileError::Damaged(..))));
}

#[test]
fn the_mirror_image_of_a_position_is_worth_the_opposite() {
    let net = Arc::new(random_net());
    let mirrored = POSITION.replace("P1", "P3").replace("P2", "P1").replace("P3", "P2");
    let (here, there) = (odds(&net, POSITION), odds(&net, &mirrored));
    assert!(here.abs() > 0.01, "{here}");
    assert_eq!(here, -there);
}

#[test]
fn cards_that_were_never_met_are_worth_what_is_printed_on_them() {
    let net = Arc::new(random_net());
    let with = |card: &str| odds(&net, &POSITION.replace("Summoned Skull", card));
    // Level 4 EARTH Normal Monsters whose ATK and DEF lie in the same bands, unlike Summoned Skull's.
    assert_eq!(with("Celtic Guardian"), with("Gazelle the King of Mythical Beasts"));
    assert_ne!(with("Celtic Guardian"), with("Summoned Skull"));
    assert_ne!(with("Celtic Guardian"), with("Dark Hole"));
    let mut nothing = random_net();
    nothing.cards.clear();
    nothing.card_rows.clear();
    let nothing = Arc::new(nothing);
    assert_ne!(odds(&nothing, POSITION), odds(&net, POSITION), "Battle Ox has rows of its own");
}

#[test]
fn a_position_that_was_kept_is_worth_the_same() {
    let (cards, net) = (catalogue(), Arc::new(random_net()));
    let position = Position::parse(POSITION, cards).expect("a position");
    let game = position.game(cards);
    let duel = position.start(&game, &mut position.script(), &mut ());
    let mut kept = Vec::new();
    let inputs = NetInputs::read(&duel.judge_view(&game), 6, |side, code, zone| {
        kept.push((side, code, zone));
    });
    // Every card of hands, fields and Graveyards, and none of the Decks.
    assert_eq!(kept.len(), 10);
    let again = NetReader::new(Arc::clone(&net)).log_odds_of(cards, kept, &inputs);
    assert_eq!(again, odds(&net, POSITION));
}
