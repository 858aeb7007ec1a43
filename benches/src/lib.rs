//! Random duels to measure, shared by the benchmarks.
#![forbid(unsafe_code)]

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use duelfish_cards::Deck;
use duelfish_engine::{
    Action, Actions, Catalogue, DeckList, Duel, Game, Opening, Placement, Rules, Streams,
};

/// The deck of 40 Normal Monsters that speed is measured with.
const VANILLA: &str = include_str!("../../decks/starter/vanilla-40.ydk");
/// The two starter decks with effects.
const STARTER: [&str; 2] =
    [include_str!("../../decks/starter/yugi.ydk"), include_str!("../../decks/starter/kaiba.ydk")];

/// Two decks of the Goat format.
const GOAT: [&str; 2] = [
    include_str!("../../decks/goat/ygobench_goat_control_v1.ydk"),
    include_str!("../../decks/goat/ygobench_chaos_turbo_v1.ydk"),
];

/// Random players over one pair of decks, with every zone asked.
pub struct Players<'c> {
    /// Rules and card table.
    pub game: Game<'c>,
    opening: Opening,
    decks: [Deck; 2],
    dice: ChaCha8Rng,
}

impl Players<'static> {
    /// Two random players with the deck `vanilla-40`.
    ///
    /// # Panics
    /// If the deck that is part of the project can't be read.
    #[must_use]
    pub fn vanilla() -> Self {
        Self::new([VANILLA; 2], Rules::MR5.with_placement(Placement::Ask))
    }

    /// Two random players with the starter decks of Yugi and Kaiba.
    ///
    /// # Panics
    /// If a deck that is part of the project can't be read.
    #[must_use]
    pub fn starter() -> Self {
        Self::new(STARTER, Rules::MR5.with_placement(Placement::Ask))
    }

    /// Players with two decks of the Goat format, by its rules; no zone is asked.
    ///
    /// # Panics
    /// If a deck that is part of the project can't be read.
    #[must_use]
    pub fn goat() -> Self {
        Self::new(GOAT, Rules::GOAT)
    }

    fn new(decks: [&str; 2], rules: Rules) -> Self {
        let cards: &'static Catalogue = duelfish_cards::catalogue();
        let decks = decks.map(|text| {
            let parsed = duelfish_cards::parse(text.as_bytes(), "a deck of the project");
            let mut deck = parsed.expect("the project's own deck is well-formed").deck;
            deck.main.sort_unstable();
            deck.extra.sort_unstable();
            deck
        });
        let game = Game::new(rules, cards);
        let lists = decks.each_ref().map(list_of);
        let opening = Opening::new(&game, lists).expect("the project's own deck is playable");
        Self { game, opening, decks, dice: ChaCha8Rng::seed_from_u64(1) }
    }
}

/// A deck as a duel takes it.
fn list_of(deck: &Deck) -> DeckList<'_> {
    DeckList { main: &deck.main, extra: &deck.extra }
}

impl Players<'_> {
    /// What both players play.
    #[must_use]
    pub fn lists(&self) -> [DeckList<'_>; 2] {
        self.decks.each_ref().map(list_of)
    }

    /// Starts the duel of a seed.
    #[must_use]
    pub fn start(&self, seed: u64) -> (Duel, Streams) {
        let mut chance = Streams::new(seed, [0, 1]);
        (self.opening.start(&self.game, &mut chance, &mut ()), chance)
    }

    /// What a random player does: see [`duelfish_search::pick`].
    pub fn pick(&mut self, actions: &Actions) -> Action {
        duelfish_search::pick(actions, &mut self.dice)
    }
}
