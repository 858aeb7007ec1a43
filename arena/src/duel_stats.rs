//! The questions of deck builders about a duel besides the winner: which cards were seen and
//! played, and how Life Points went.

use duelfish_engine::{Action, CardCode, Duel, Event, Game, Location, Opening, Player, Witness};

use crate::list::{Openings, SortedDeck};
use crate::record::DuelRecord;
use crate::replay::Answers;
use crate::scores::Scores;

/// The fate of a card's copies in a duel, as bits.
pub(crate) mod mark {
    /// At least one was in the opening hand.
    pub(crate) const OPENED: u8 = 1;
    /// At least one was in its owner's hand at some time, or was played.
    pub(crate) const SEEN: u8 = 2;
    /// At least one came to the field, or was activated.
    pub(crate) const PLAYED: u8 = 4;
}

/// Notes of one duel, by seat. It listens while the duel is played or played again.
#[derive(Clone, Debug, Default)]
pub(crate) struct DuelStats {
    /// The different cards of each deck, sorted, with their marks.
    cards: [Vec<(CardCode, u8)>; 2],
    /// Life Points of both at the end of each turn.
    lp: Vec<[i32; 2]>,
    /// Answers that each seat gave.
    decisions: [u64; 2],
}

impl DuelStats {
    /// Nothing noted yet of a duel between these decks.
    fn new(decks: [&SortedDeck; 2]) -> Self {
        let different = |deck: &SortedDeck| {
            let mut codes: Vec<CardCode> =
                deck.main().iter().chain(deck.extra()).copied().collect();
            codes.sort_unstable();
            codes.dedup();
            codes.into_iter().map(|code| (code, 0)).collect()
        };
        Self { cards: decks.map(different), ..Self::default() }
    }

    /// Plays a duel again that was played with these decks and notes it.
    pub(crate) fn of_log(
        game: &Game<'_>,
        opening: &Opening,
        decks: [&SortedDeck; 2],
        answers: &[u32],
        actions: &[u32],
    ) -> Self {
        let mut noted = Self::new(decks);
        let mut chance = Answers::new(answers);
        let mut duel = opening.start(game, &mut chance, &mut noted);
        for action in actions.iter().filter_map(|bits| Action::from_bits(*bits)) {
            if let Some(decision) = duel.decision() {
                noted.decisions[decision.player.index()] += 1;
            }
            duel.apply(game, action, &mut chance, &mut noted);
        }
        noted.lp.push(Player::BOTH.map(|player| duel.lp(player)));
        noted
    }

    /// Notes the opening hands.
    fn open(&mut self, duel: &Duel) {
        for player in Player::BOTH {
            for card in duel.cards_in_hand(player) {
                self.note(duel.owner(card), duel.code(card), mark::OPENED | mark::SEEN);
            }
        }
    }

    /// The cards of a seat with their marks, sorted.
    pub(crate) fn cards(&self, seat: Player) -> &[(CardCode, u8)] {
        &self.cards[seat.index()]
    }

    /// Life Points of both seats at the end of each turn, the last one included.
    pub(crate) fn lp(&self) -> &[[i32; 2]] {
        &self.lp
    }

    /// Answers that a seat gave.
    pub(crate) fn decisions(&self, seat: Player) -> u64 {
        self.decisions[seat.index()]
    }

    fn note(&mut self, owner: Player, code: CardCode, marks: u8) {
        let cards = &mut self.cards[owner.index()];
        // A Token is in no deck.
        if let Ok(at) = cards.binary_search_by_key(&code, |(code, _)| *code) {
            cards[at].1 |= marks;
        }
    }
}

/// Recorded duels of two decks, to be played again and noted.
pub(crate) struct Retold<'a> {
    pub(crate) game: &'a Game<'a>,
    /// The decks of A and B.
    pub(crate) decks: &'a [SortedDeck],
    /// The tables of A and B, and of B and A.
    pub(crate) openings: &'a Openings,
}

impl Retold<'_> {
    /// Notes the next duel, if such notes are taken. It must be one that these decks can have played.
    pub(crate) fn add(&self, duel: &DuelRecord, scores: &mut Scores) {
        let (Some(details), Some(result)) = (&mut scores.details, duel.result()) else { return };
        let opening = self.openings.with_first(result.first);
        let seats = Player::BOTH.map(|seat| &self.decks[result.first.of(seat).index()]);
        let (answers, actions) = (&duel.answers, &duel.actions);
        let noted = DuelStats::of_log(self.game, opening, seats, answers, actions);
        details.add(&result, &noted, None);
    }
}

impl Witness for DuelStats {
    const JOURNALS: bool = false;

    fn save(&mut self, _: u16, _: u64) {}

    fn event(&mut self, duel: &Duel, event: Event) {
        let (card, marks) = match event {
            // Before the first turn there are only the opening hands.
            Event::Turn { number: 1, .. } => return self.open(duel),
            Event::Turn { .. } => {
                return self.lp.push(Player::BOTH.map(|player| duel.lp(player)));
            }
            Event::Drew { card, .. } => (card, mark::SEEN),
            Event::Moved { card, to, .. } if to.location == Location::Hand => (card, mark::SEEN),
            Event::Moved { card, to, .. } if to.location.is_on_field() => {
                (card, mark::SEEN | mark::PLAYED)
            }
            Event::Activating { card, .. } => (card, mark::SEEN | mark::PLAYED),
            _ => return,
        };
        self.note(duel.owner(card), duel.code(card), marks);
    }
}
