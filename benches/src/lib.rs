//! Random duels to measure, shared by the benchmarks.
#![forbid(unsafe_code)]

use duelfish_engine::{
    Action, Actions, Catalogue, DeckList, Duel, Game, Opening, Placement, Rules, Streams,
};

/// The deck of 40 Normal Monsters that speed is measured with.
const VANILLA: &str = include_str!("../../decks/starter/vanilla-40.ydk");

/// Random players over one pair of decks, with every zone asked.
pub struct Players<'c> {
    /// Rules and card table.
    pub game: Game<'c>,
    opening: Opening,
    dice: u64,
}

impl Players<'static> {
    /// Two random players with the deck `vanilla-40`.
    ///
    /// # Panics
    /// If the deck that is part of the project can't be read.
    #[must_use]
    pub fn vanilla() -> Self {
        let cards: &'static Catalogue = duelfish_cards::catalogue();
        let parsed = duelfish_cards::parse(VANILLA.as_bytes(), "vanilla-40.ydk");
        let mut deck = parsed.expect("the project's own deck is well-formed").deck.main;
        deck.sort_unstable();
        let rules = Rules::MR5.with_placement(Placement::Ask);
        let game = Game { rules, cards };
        let list = DeckList { main: &deck, extra: &[] };
        let opening =
            Opening::new(&game, [list, list]).expect("the project's own deck is playable");
        Self { game, opening, dice: 1 }
    }
}

impl Players<'_> {
    /// Starts the duel of a seed.
    #[must_use]
    pub fn start(&self, seed: u64) -> (Duel, Streams) {
        let mut chance = Streams::new(seed, [0, 1]);
        (self.opening.start(&self.game, &mut chance, &mut ()), chance)
    }

    /// Any of these actions. All attacks of one monster count as one, as in the measurements of
    /// the reference engine, whose players choose the attacker first.
    pub fn pick(&mut self, actions: &Actions) -> Action {
        let same = |pair: &[Action]| pair[0].is_same_command(pair[1]);
        let commands = 1 + actions.windows(2).filter(|pair| !same(pair)).count();
        let mut wanted = self.roll(commands);
        let mut at = 0;
        while wanted > 0 {
            at += 1;
            wanted -= usize::from(!same(&actions[at - 1..=at]));
        }
        let targets = 1 + actions[at..].windows(2).take_while(|pair| same(pair)).count();
        actions[at + self.roll(targets)]
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (((self.dice >> 32) * sides as u64) >> 32) as usize
    }
}
