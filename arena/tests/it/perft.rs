//! Lines of play, counted.
//!
//! The pinned numbers come from this engine, so they say that nothing changed rather than that it
//! is right. What speaks for them: `perft` counts everything by taking back and by copying and
//! refuses to answer if these differ; the first levels can be counted by hand, as one test does;
//! and a third count here asks about every packed action there could be, so that no answer stands
//! twice in the lists that the other two walk through. That the lists are complete is a law of the
//! engine's own tests, against a second reading of the rulebook.

use crate::common::{deck, vanilla};
use duelfish_arena::{SortedDeck, perft};
use duelfish_cards::{Deck, catalogue};
use duelfish_engine::{Action, Duel, Game, Placement, Rules, Streams};

fn game(placement: Placement) -> Game<'static> {
    Game { rules: Rules::MR5.with_placement(placement), cards: catalogue() }
}

fn counts(game: &Game<'_>, decks: &[Deck; 2], depths: u32) -> Vec<u64> {
    (0..=depths).map(|depth| perft(game, decks, 1, depth).unwrap().nodes).collect()
}

#[test]
fn pinned_counts() {
    let decks = [vanilla(), deck("normal46")];
    assert_eq!(counts(&game(Placement::Auto), &decks, 6), PINNED_AUTO);
    assert_eq!(counts(&game(Placement::Ask), &decks, 6), PINNED_ASK);
}

const PINNED_AUTO: [u64; 7] = [1, 11, 132, 364, 2279, 12_601, 64_104];
const PINNED_ASK: [u64; 7] = [1, 11, 62, 664, 3339, 10_072, 58_292];

#[test]
fn the_first_turns_by_hand() {
    // Forty copies of a Level 4 monster: the first player Summons or Sets one of five, or ends the
    // turn; after a Summon or Set (no battle in turn 1) only the end is left, which is no choice.
    let elf = catalogue().by_name("Gemini Elf").unwrap();
    let elves = Deck { main: vec![elf; 40], ..Deck::default() };
    let decks = [elves.clone(), elves];
    let auto = counts(&game(Placement::Auto), &decks, 2);
    // The second player has six cards and may also go to battle: 2 * 6 + 2 answers each time.
    assert_eq!(auto, [1, 11, 11 * 14]);
    // With zones asked, a Summon or Set is followed by one of five zones.
    let ask = counts(&game(Placement::Ask), &decks, 2);
    assert_eq!(ask, [1, 11, 10 * 5 + 14]);
}

#[test]
fn the_divide_sums_up() {
    let decks = [vanilla(), vanilla()];
    let perft = perft(&game(Placement::Ask), &decks, 7, 4).unwrap();
    assert_eq!(perft.divide.iter().map(|count| count.nodes).sum::<u64>(), perft.nodes);
    assert_eq!(perft.divide.last().unwrap().text, "end");
}

/// Every packed action that names zones or hand ordinals that exist, or none.
fn encodings() -> Vec<Action> {
    let bits = (0..16_u32).flat_map(|verb| {
        let seconds = (0..=8_u32).chain([255]);
        seconds.flat_map(move |second| {
            (0..=10_u32).chain([255]).map(move |first| verb << 16 | second << 8 | first)
        })
    });
    bits.filter_map(Action::from_bits).collect()
}

fn count_by_asking(
    game: &Game<'_>,
    chance: &mut Streams,
    encodings: &[Action],
    duel: &Duel,
    depth: u32,
) -> u64 {
    let legal: Vec<Action> =
        encodings.iter().copied().filter(|action| duel.is_legal(game, *action)).collect();
    assert_eq!(legal.is_empty(), duel.outcome().is_some());
    if depth == 0 || legal.is_empty() {
        return 1;
    }
    let below = legal.into_iter().map(|action| {
        let mut next = *duel;
        next.apply(game, action, chance, &mut ());
        count_by_asking(game, chance, encodings, &next, depth - 1)
    });
    below.sum()
}

#[test]
fn asking_about_every_action_counts_the_same() {
    let encodings = encodings();
    let decks = [vanilla(), deck("normal46")];
    let sorted = decks.each_ref().map(SortedDeck::new);
    for placement in [Placement::Auto, Placement::Ask] {
        let game = game(placement);
        for seed in 1..4 {
            let mut chance = Streams::new(seed, [0, 1]);
            let lists = sorted.each_ref().map(SortedDeck::list);
            let root = Duel::start(&game, lists, &mut chance, &mut ()).unwrap();
            let depth = if seed == 1 { 4 } else { 3 };
            let by_asking = count_by_asking(&game, &mut chance, &encodings, &root, depth);
            assert_eq!(perft(&game, &decks, seed, depth).unwrap().nodes, by_asking);
        }
    }
}

#[test]
fn other_seeds_draw_other_cards() {
    let decks = [vanilla(), deck("normal46")];
    let game = game(Placement::Auto);
    let texts: Vec<Vec<String>> = [1, 2]
        .map(|seed| {
            let divide = perft(&game, &decks, seed, 1).unwrap().divide;
            divide.into_iter().map(|count| count.text).collect()
        })
        .into();
    assert_ne!(texts[0], texts[1]);
}
