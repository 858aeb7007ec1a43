//! Which card names may be declared.

use crate::decision::{Action, Actions};
use crate::game::Game;
use crate::ids::CardId;
use crate::state::{Duel, ProgramFrame};
use duelfish_script::{CardCode, kind};
use duelfish_script::{Op, TestId};

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
        let known = usize::from(code.0) < game.cards.len();
        known
            && game.cards.base(code) == code
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
            let action = Action::declare_name(game.cards.base(self.code(card)));
            if !actions.contains(&action) && self.may_be_named(game, action.declared_name()) {
                actions.push(action);
            }
        }
        if actions.is_empty() {
            let all = (0..game.cards.len() as u16).map(CardCode);
            let first = all.into_iter().find(|code| self.may_be_named(game, *code));
            actions.extend(first.map(Action::declare_name));
        }
        actions.sort_unstable_by_key(|action| action.declared_name().0);
    }
}
