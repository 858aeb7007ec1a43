//! A bot's answer that is to be found, away from the table.

use std::sync::atomic::AtomicBool;

use duelfish_arena::seeds::{SeedPurpose, derive};
use duelfish_engine::{Action, Actions, DecisionKind, Duel, Player};
use duelfish_search::{Bot, Budget, Choice, Setup, Spec};

use crate::beginning::Beginning;
use crate::table::{DuelTable, Seat};

impl<'c> DuelTable<'c> {
    /// All that a bot needs to answer the open decision in the place of the player who is asked, from that player's
    /// view; none when the duel is over.
    #[must_use]
    pub fn thought(&self, spec: &Spec) -> Option<Thought<'c>> {
        let me = self.duel().decision().filter(|_| self.conceded().is_none())?.player;
        Some(self.thought_of(spec, me))
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

    /// All that a bot needs to think on while a person is asked; none unless the person is asked what to do in an open
    /// state. Anything else that a person is asked would tell of hidden cards: it may be a question that only some hands
    /// bring.
    #[must_use]
    pub fn idle_thought(&self) -> Option<Thought<'c>> {
        let decision = self.duel().decision().filter(|_| self.conceded().is_none())?;
        let is_open = matches!(decision.kind, DecisionKind::Idle | DecisionKind::Battle);
        let me = decision.player.other();
        match &self.seats()[me.index()] {
            Seat::Bot(spec) if is_open && self.is_person(decision.player) => {
                Some(self.thought_of(spec, me))
            }
            _ => None,
        }
    }

    fn thought_of(&self, spec: &Spec, me: Player) -> Thought<'c> {
        let purpose = [SeedPurpose::BotA, SeedPurpose::BotB][self.side(me)];
        Thought {
            start: self.start().clone(),
            duel: *self.duel(),
            me,
            spec: spec.clone(),
            // Its chance depends on the number of the decision alone, so that undo and resume change nothing.
            seed: derive(self.seed(), self.answered() as u64, purpose),
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
        let mut bot = self.spec.build();
        self.begin(&mut *bot);
        self.ask(&mut *bot, stop)
    }

    /// The bot of this answer.
    pub(crate) const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// A duel begins for this bot.
    pub(crate) fn begin(&self, bot: &mut dyn Bot) {
        let setup = Setup { me: self.me, decks: self.start.lists().map(Some) };
        bot.begin(&setup, self.seed);
    }

    /// Finds the answer with a bot that has begun.
    pub(crate) fn ask(
        &self,
        bot: &mut dyn Bot,
        stop: &AtomicBool,
    ) -> Result<Choice, IllegalAnswer> {
        let (view, mut legal) = (self.duel.view(self.start.game(), self.me), Actions::new());
        view.legal_actions(&mut legal);
        let stop = [stop];
        let choice = bot.choose(&view, &legal, Budget { stop: &stop, ..self.spec.budget() });
        if legal.contains(&choice.action) {
            return Ok(choice);
        }
        Err(IllegalAnswer { bot: self.spec.to_string(), action: choice.action })
    }

    /// Lets a bot that has begun think on, for so many decisions that it tries out.
    pub(crate) fn ponder(&self, bot: &mut dyn Bot, nodes: u64, stop: &AtomicBool) -> u32 {
        let view = self.duel.view(self.start.game(), self.me);
        bot.ponder(&view, Budget { stop: &[stop], ..Budget::of(nodes) })
    }
}
