//! The policy: its file, cards that it never met, and that it reads no more than its player sees.

use std::sync::Arc;

use duelfish_cards::catalogue;
use duelfish_engine::{Action, Actions, DeckList, Duel, Game, Player, Position, Rules, Streams};
use duelfish_search::net::{FACTORS, NetRow};
use duelfish_search::policy::{POLICY_FACTS, Policy, PolicyReader, Role};
use duelfish_search::{WeightFileError, pick};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A policy with weights by chance, which knows two cards in one part each.
fn random_policy() -> Policy {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut row = || -> NetRow { std::array::from_fn(|_| (rng.next_u32() % 201) as i16 - 100) };
    let mut cards = [("Mystical Elf", Role::SetMonster), ("Dark Hole", Role::FromHand)]
        .map(|(name, role)| (passcode(name), role as u8));
    cards.sort_unstable();
    Policy {
        about: "By chance.".to_owned(),
        cards: cards.to_vec(),
        card_rows: vec![row(), row()],
        factor_rows: (0..FACTORS).map(|_| std::array::from_fn(|_| row())).collect(),
        fact_rows: (0..POLICY_FACTS).map(|_| row()).collect(),
        number_rows: std::array::from_fn(|_| std::array::from_fn(|_| row())),
        bias: row(),
        last: std::array::from_fn(|unit| 300 * (unit as i16 - 16)),
    }
}

fn passcode(name: &str) -> u32 {
    let cards = catalogue();
    cards.facts(cards.by_name(name).expect("a card of the pool")).passcode
}

const POSITION: &str = "turn 5 P1 main1\nP1 lp 6200\nP1 hand: Dark Hole; Mystical Elf\n\
                        P1 S2 down: Trap Hole [set]\nP1 M2 attack: Celtic Guardian\n\
                        P2 lp 3100\nP2 M1 attack: Battle Ox\nP2 M3 set: Mystical Elf\n";

/// The moves of a position with the shares that a policy gives them.
fn shares_of(policy: Policy, text: &str) -> Vec<(String, f32)> {
    let cards = catalogue();
    let position = Position::parse(text, cards).expect("a position");
    let game = position.game(cards);
    let duel = position.start(&game, &mut position.script(), &mut ());
    let view = duel.view(&game, Player::FIRST);
    let mut legal = Actions::new();
    view.legal_actions(&mut legal);
    let mut shares = Vec::new();
    PolicyReader::new(Arc::new(policy)).shares(&view, &legal, &mut shares);
    legal.iter().map(|action| view.describe(*action)).zip(shares).collect()
}

#[test]
fn a_file_gives_the_policy_back() {
    let policy = random_policy();
    assert_eq!(Policy::from_bytes(&policy.to_bytes()), Ok(policy));
}

#[test]
fn a_file_that_is_no_policy_is_refused() {
    let policy = random_policy();
    let file = policy.to_bytes();
    assert!(matches!(
        Policy::from_bytes(b"duelfish-net 1\n\n"),
        Err(WeightFileError::FirstLine(_))
    ));
    for end in [20, 60, file.len() / 2, file.len() - 1] {
        assert!(Policy::from_bytes(&file[..end]).is_err(), "{end} bytes");
    }
    let longer = [&file[..], &[0]].concat();
    assert!(matches!(Policy::from_bytes(&longer), Err(WeightFileError::Length { .. })));
    let wrong: [fn(&mut Policy); 2] =
        [|policy| policy.cards[1] = policy.cards[0], |policy| policy.cards[1].1 = 250];
    for spoil in wrong {
        let mut spoiled = policy.clone();
        spoil(&mut spoiled);
        let found = Policy::from_bytes(&spoiled.to_bytes());
        assert!(matches!(found, Err(WeightFileError::Damaged(..))), "{found:?}");
    }
}

/// No training makes such a policy, but a file may hold it.
#[test]
fn the_largest_numbers_still_give_shares() {
    let mut policy = random_policy();
    policy.number_rows = [[[i16::MAX; _]; _]; 2];
    policy.last = [i16::MIN; _];
    for (_, share) in shares_of(policy, POSITION) {
        assert!((0.0..=1.0).contains(&share), "{share}");
    }
}

#[test]
fn shares_are_those_of_a_softmax() {
    let shares = shares_of(random_policy(), POSITION);
    assert!(shares.len() > 5, "{shares:?}");
    let sum: f32 = shares.iter().map(|(_, share)| share).sum();
    assert!((sum - 1.0).abs() < 1e-5, "{sum}");
    let most = shares.iter().map(|(_, share)| *share).fold(0.0, f32::max);
    let least = shares.iter().map(|(_, share)| *share).fold(1.0, f32::min);
    assert!(least > 0.0 && most > 1.2 * least, "{shares:?}");
}

#[test]
fn a_card_counts_by_its_own_row_in_the_part_that_it_plays() {
    let mut other = random_policy();
    let at = other.cards.iter().position(|(_, role)| *role == Role::SetMonster as u8);
    other.card_rows[at.expect("there is one")] = [0; _];
    let moved = |(a, b): (&(String, f32), &(String, f32))| (a.1 / b.1, a.0.clone());
    let (before, after) = (shares_of(random_policy(), POSITION), shares_of(other, POSITION));
    // All moves but one keep their shares among each other.
    let mut ratios: Vec<(f32, String)> = before.iter().zip(&after).map(moved).collect();
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (usual, set) = (ratios[ratios.len() / 2].0, "set Mystical Elf");
    for (ratio, what) in &ratios {
        assert_eq!((ratio / usual - 1.0).abs() < 1e-4, !what.contains(set), "{what}: {ratios:?}");
    }
}

/// Whatever lies hidden, the shares are those of any world that the player can't tell from the true one.
#[test]
fn nothing_hidden_changes_a_share() {
    let cards = catalogue();
    let game = Game::new(Rules::GOAT, cards);
    let deck = |name: &str| {
        let file = format!("{}/../decks/goat/{name}.ydk", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read(file).expect("a deck of the project");
        duelfish_cards::parse(&text, name).expect("a deck").deck
    };
    let decks = [deck("ygobench_goat_control_v1"), deck("ygobench_warrior_v1")];
    let lists = decks.each_ref().map(|deck| DeckList { main: &deck.main, extra: &deck.extra });
    let mut reader = PolicyReader::new(Arc::new(random_policy()));
    let (mut legal, mut compared) = (Actions::new(), 0);
    for seed in 0..4 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut chance = Streams::new(seed, [0, 1]);
        let mut duel = Duel::start(&game, lists, &mut chance, &mut ()).expect("decks");
        reader.begin();
        while let Some(decision) = duel.decision() {
            duel.legal_actions(&game, &mut legal);
            let view = duel.view(&game, decision.player);
            let mut there = |duel: &Duel, moves: &[Action]| {
                let mut shares = Vec::new();
                reader.shares(&duel.view(&game, decision.player), moves, &mut shares);
                shares
            };
            if legal.len() > 1 {
                let mut world = duel;
                view.dealer(None).expect("a deal").deal(&game, &mut rng, &mut world);
                let mut answers = Actions::new();
                world.legal_actions(&game, &mut answers);
                assert_eq!(there(&duel, &legal), there(&world, &answers), "seed {seed}\n{view}");
                compared += 1;
            }
            duel.apply(&game, pick(&legal, &mut rng), &mut chance, &mut ());
        }
    }
    assert!(compared > 300, "{compared}");
}
