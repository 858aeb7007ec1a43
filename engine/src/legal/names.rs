//! Which card names may be declared.

use crate::decision::{Action, Actions};
use crate::game::Game;
use crate::ids::CardId;
use crate::state::{Duel, ProgramFrame};
use duelfish_script::{CardCode, Op, TestId, kind};

impl Duel {
    /// The test of the cards whose names may be declared for the program on top of the stack.
    fn namable(&self, game: &Game<'_>) -> Option<TestId> {
        match game.cards.scripts().op(self.frame_data::<ProgramFrame>().op) {
            Op::DeclareName(_, test) => Some(test),
            _ => None,
        }
    }

    /// Whether the name of a row of the card table may be declared: of several pictures of a card it
    /// is the first one's, and Tokens are not named.
    pub(super) fn may_be_named(&self, game: &Game<'_>, code: CardCode) -> bool {
        game.cards.base(code) == code
            && self.namable(game).is_some_and(|test| {
                let facts = game.cards.facts(code);
                // The compiler sees to it that a test asks for what is printed only.
                !facts.is(kind::TOKEN)
                    && game.cards.scripts().fits_code(test, facts).unwrap_or(true)
            })
    }

    /// The names of this duel's cards, in the order of the card table; if none of them may be
    /// declared the first one that may.
    pub(super) fn name_actions(&self, game: &Game<'_>, actions: &mut Actions) {
        for card in (0..self.cards_used()).map(CardId) {
            let name = game.cards.base(self.code(card));
            let action = Action::declare_name(name);
            if !actions.contains(&action) && self.may_be_named(game, name) {
                actions.push(action);
            }
        }
        if actions.is_empty() {
            let mut all = game.cards.iter().map(|(code, ..)| code);
            let first = all.find(|code| self.may_be_named(game, *code));
            actions.extend(first.map(Action::declare_name));
        }
        actions.sort_unstable_by_key(|action| action.declared_row());
    }
}
