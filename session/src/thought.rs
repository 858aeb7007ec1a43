//! A bot's answer that is to be found, away from the table.

use std::sync::atomic::AtomicBool;

use duelfish_arena::seeds::{SeedPurpose, derive};
use duelfish_engine::{Action, Actions, Duel, Player};
use duelfish_search::{Budget, Choice, Setup, Spec};

use crate::beginning::Beginning;
use crate::table::{DuelTable, Seat};

impl<'c> DuelTable<'c> {
    /// All that a bot needs to answer the open decision in the place of the player who is asked, from that player's
    /// view; none when the duel is over.
    #[must_use]
    pub fn thought(&self, spec: &Spec) -> Option<Thought<'c>> {
        let me = self.duel().decision().filter(|_| self.conceded().is_none())?.player;
        let purpose = [SeedPurpose::BotA, SeedPurpose::BotB][self.side(me)];
        Some(Thought {
            start: self.start().clone(),
            duel: *self.duel(),
            me,
            spec: spec.clone(),
            // Its chance depends on the number of the decision alone, so that undo and resume change nothing.
            seed: derive(self.seed(), self.answered() as u64, purpose),
        })
    }

    /// The same for the bot whose turn it is to answer.
    #[must_use]
    pub fn bot_thought(&self) -> Option<Thought<'c>> {
        let me = self.duel().decision()?.player;
        match &self.seats()[me.index()] {
            Seat::Bot(spec) => self.thought(spec),
            Seat::Person => None,
        }
    }
}

/// A bot's answer that is to be found, away from the table.
pub struct Thought<'c> {
    start: Beginning<'c>,
    duel: Duel,
    me: Player,
    spec: Spec,
    seed: u64,
}

/// A bot answered what is not legal, which is a mistake in the bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bot {bot} answered {action:?}, which is not legal there")]
pub struct IllegalAnswer {
    /// The bot.
    pub bot: String,
    /// Its answer.
    pub action: Action,
}

impl Thought<'_> {
    /// The player for whom the bot thinks.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.me
    }

    /// Finds the answer. If `stop` becomes true it may be anything, and nobody may use it.
    ///
    /// # Errors
    /// Fails when the bot answers illegally.
    pub fn choose(&self, stop: &AtomicBool) -> Result<Choice, IllegalAnswer> {
        let game = self.start.game();
        let (view, mut legal) = (self.duel.view(game, self.me), Actions::new());
        view.legal_actions(&mut legal);
        let mut bot = self.spec.build();
        let setup = Setup { me: self.me, decks: self.start.lists().map(Some) };
        bot.begin(&setup, self.seed);
        let stop = [stop];
        let choice = bot.choose(&view, &legal, Budget { stop: &stop, ..self.spec.budget() });
        if legal.contains(&choice.action) {
            return Ok(choice);
        }
        Err(IllegalAnswer { bot: self.spec.to_string(), action: choice.action })
    }
}
