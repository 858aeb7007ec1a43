//! Counting lines of play: the same number for everybody who plays by the same rules.

use duelfish_cards::Deck;
use duelfish_engine::{Action, Actions, Duel, Game, Journal, SetupError, Streams};

use crate::list::SortedDeck;

/// Words that the journal has room for before it must grow: a decision writes about twenty.
const JOURNAL_WORDS: usize = 4096;

/// The lines of play from the first decision of a duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// Number of lines of the asked length, in decisions. A line in which the duel ends earlier
    /// counts as one.
    pub nodes: u64,
    /// How many of them begin with each action, in the order of the legal actions.
    pub divide: Vec<RootCount>,
}

/// The lines that begin with one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootCount {
    /// The action.
    pub action: Action,
    /// How it is written.
    pub text: String,
    /// Number of lines.
    pub nodes: u64,
}

/// Why there is no count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// The decks can't be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The two ways of counting differ, which is a mistake in the engine.
    #[error("after {text}: {by_undo} lines by taking back, {by_copy} by copying")]
    Differ {
        /// The first action of the lines.
        text: String,
        /// Lines found by making and taking back.
        by_undo: u64,
        /// Lines found by copying.
        by_copy: u64,
    },
    /// Taking back did not restore every byte, which is a mistake in the engine.
    #[error("after {text}: taking back did not restore the duel")]
    NotRestored {
        /// The first action of the lines.
        text: String,
    },
}

/// Counts the lines of `depth` decisions from the beginning of a duel in which chance comes from
/// `seed`. Deck A goes first. Everything is counted twice: on one duel that makes and takes back,
/// and on copies.
///
/// # Errors
/// Fails when the decks can't be played or the two counts differ.
///
/// ```
/// use duelfish_engine::{Game, Rules};
///
/// let deck = duelfish_cards::parse("69140098\n".repeat(40).as_bytes(), "elves.ydk").unwrap().deck;
/// let game = Game { rules: Rules::MR5, cards: duelfish_cards::catalogue() };
/// // Each of five equal cards may be Summoned or Set, or the turn ended.
/// let perft = duelfish_arena::perft(&game, &[deck.clone(), deck], 1, 1).unwrap();
/// assert_eq!(perft.nodes, 11);
/// ```
pub fn perft(
    game: &Game<'_>,
    decks: &[Deck; 2],
    seed: u64,
    depth: u32,
) -> Result<Perft, PerftError> {
    let decks = decks.each_ref().map(SortedDeck::new);
    let mut chance = Streams::new(seed, [0, 1]);
    let lists = decks.each_ref().map(SortedDeck::list);
    let root = Duel::start(game, lists, &mut chance, &mut ())?;
    perft_from(game, &root, chance, depth)
}

/// Counts the lines of `depth` decisions from any duel, with chance from `chance`; twice, as
/// [`perft()`] does.
///
/// # Errors
/// Fails when the two counts differ.
pub fn perft_from(
    game: &Game<'_>,
    root: &Duel,
    chance: Streams,
    depth: u32,
) -> Result<Perft, PerftError> {
    let mut walker = Walker { game, chance, journal: Journal::with_capacity(JOURNAL_WORDS) };
    let Some(below) = depth.checked_sub(1) else {
        return Ok(Perft { nodes: 1, divide: Vec::new() });
    };
    let mut legal = Actions::new();
    root.legal_actions(game, &mut legal);
    let counts = legal.iter().map(|action| walker.count_twice(root, *action, below));
    let divide = counts.collect::<Result<Vec<_>, _>>()?;
    // A duel that is over at once is a line of its own.
    let nodes = if divide.is_empty() { 1 } else { divide.iter().map(|count| count.nodes).sum() };
    Ok(Perft { nodes, divide })
}

struct Walker<'a, 'c> {
    game: &'a Game<'c>,
    /// Answers by index and not in order, so that it need not be taken back.
    chance: Streams,
    journal: Journal,
}

impl Walker<'_, '_> {
    fn count_twice(
        &mut self,
        root: &Duel,
        action: Action,
        below: u32,
    ) -> Result<RootCount, PerftError> {
        let text = root.describe(self.game, action);
        let mut duel = *root;
        let mark = self.journal.mark();
        duel.apply(self.game, action, &mut self.chance, &mut self.journal);
        let by_undo = self.by_undo(&mut duel, below);
        duel.undo(&mut self.journal, mark);
        if duel != *root {
            return Err(PerftError::NotRestored { text });
        }
        duel.apply(self.game, action, &mut self.chance, &mut ());
        let by_copy = self.by_copy(&duel, below);
        if by_undo != by_copy {
            return Err(PerftError::Differ { text, by_undo, by_copy });
        }
        Ok(RootCount { action, text, nodes: by_undo })
    }

    fn by_undo(&mut self, duel: &mut Duel, depth: u32) -> u64 {
        let mut legal = Actions::new();
        duel.legal_actions(self.game, &mut legal);
        if depth == 0 || legal.is_empty() {
            return 1;
        }
        let mut nodes = 0;
        for action in legal {
            let mark = self.journal.mark();
            duel.apply(self.game, action, &mut self.chance, &mut self.journal);
            nodes += self.by_undo(duel, depth - 1);
            duel.undo(&mut self.journal, mark);
        }
        nodes
    }

    fn by_copy(&mut self, duel: &Duel, depth: u32) -> u64 {
        let mut legal = Actions::new();
        duel.legal_actions(self.game, &mut legal);
        if depth == 0 || legal.is_empty() {
            return 1;
        }
        let mut nodes = 0;
        for action in legal {
            let mut next = *duel;
            next.apply(self.game, action, &mut self.chance, &mut ());
            nodes += self.by_copy(&next, depth - 1);
        }
        nodes
    }
}
