//! A program is told what its player may know and nothing else.

use duelfish_engine::{Actions, CardCode, DeckList, Duel, Game, Player, Rules, Streams};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::messages;

/// The cards of a deck of the repository, Main and Extra.
fn cards_of(path: &str) -> [Vec<CardCode>; 2] {
    let path = format!("{}/../decks/{path}.ydk", env!("CARGO_MANIFEST_DIR"));
    let deck = duelfish_cards::parse(&std::fs::read(&path).unwrap(), &path).unwrap().deck;
    [deck.main, deck.extra]
}

/// Plays a random duel and shows every decision.
fn random_duel(
    decks: &[[Vec<CardCode>; 2]; 2],
    seed: u64,
    mut each: impl FnMut(&Game<'_>, &Duel, &Actions),
) {
    let game = Game::new(Rules::MR5, duelfish_cards::catalogue());
    let lists = decks.each_ref().map(|[main, extra]| DeckList { main, extra });
    let mut chance = Streams::new(seed, [0, 1]);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut duel = Duel::start(&game, lists, &mut chance, &mut ()).unwrap();
    let mut legal = Actions::new();
    while duel.decision().is_some() {
        duel.legal_actions(&game, &mut legal);
        each(&game, &duel, &legal);
        let chosen = legal[rng.next_u32() as usize % legal.len()];
        duel.apply(&game, chosen, &mut chance, &mut ());
    }
}

/// In a world that is dealt anew everything that the player does not know is another card, and the program is
/// told the same, letter by letter.
#[test]
fn hidden_cards_change_no_letter_of_what_a_program_is_told() {
    let mut told = 0;
    for (at, decks) in [
        ["mechanics/link", "mechanics/pendulum"],
        ["mechanics/xyz", "mechanics/banish_lock"],
        ["mechanics/toon_flip", "mechanics/chance_declare"],
        ["starter/yugi", "starter/kaiba"],
        ["goat/ygobench_chaos_turbo_v1", "goat/recon_empty_jar"],
    ]
    .into_iter()
    .enumerate()
    {
        let mut rng = ChaCha8Rng::seed_from_u64(at as u64);
        let mut world = None;
        let decks_of = decks.map(cards_of);
        let mut each = |game: &Game<'_>, duel: &Duel, legal: &Actions| {
            let me = duel.decision().unwrap().player;
            let (view, world) = (duel.view(game, me), world.get_or_insert(*duel));
            view.dealer(None).unwrap().deal(game, &mut rng, world);
            let seen = world.view(game, me);
            let mut same = Actions::new();
            seen.legal_actions(&mut same);
            assert_eq!(
                messages::decision(&seen, &same, 7, &[], None),
                messages::decision(&view, legal, 7, &[], None),
                "{decks:?}"
            );
            told += 1;
        };
        for seed in 0..4 {
            random_duel(&decks_of, seed, &mut each);
        }
    }
    assert!(told > 2000, "{told}");
}

#[test]
fn before_anything_is_played_no_card_of_the_opponent_is_named() {
    let decks = ["starter/yugi", "starter/vanilla-40"].map(cards_of);
    let cards = duelfish_cards::catalogue();
    for seed in 0..20 {
        let mut is_first = true;
        random_duel(&decks, seed, |game, duel, legal| {
            if !std::mem::take(&mut is_first) {
                return;
            }
            let view = duel.view(game, Player::FIRST);
            let told = messages::decision(&view, legal, 1, &[], None)
                + &messages::duel(game, Player::FIRST, [&decks[0][0], &decks[0][1]], seed);
            for code in decks[1][0].iter().filter(|code| !decks[0][0].contains(code)) {
                assert!(!told.contains(cards.name(*code)), "{}: {told}", cards.name(*code));
            }
            let own = view.hand(Player::FIRST).next().unwrap();
            assert!(told.contains(cards.name(own)));
        });
    }
}
