//! A bot that thinks on while a person thinks.

use std::sync::atomic::AtomicBool;

use duelfish_search::{Bot, Choice, Spec};

use crate::thought::{IllegalAnswer, Thought};

/// A bot that stays at the table for a whole duel, so that what it has thought while a person was asked serves its next
/// choice. It sees its player's view and no more. Its choices depend on how far it came, and can't be repeated.
pub struct PonderingBot {
    spec: Spec,
    /// The bot, once it has begun.
    bot: Option<Box<dyn Bot>>,
}

impl PonderingBot {
    /// The bot of this specification; none if it can't think on.
    #[must_use]
    pub fn new(spec: &Spec) -> Option<Self> {
        spec.can_ponder().then(|| Self { spec: spec.clone(), bot: None })
    }

    /// Forgets all that it has thought, since the duel did not go on from there: an answer was taken back.
    pub fn forget(&mut self) {
        self.bot = None;
    }

    /// Finds an answer, like [`Thought::choose`].
    ///
    /// # Errors
    /// Fails when the bot answers illegally.
    ///
    /// # Panics
    /// Panics if it is the answer of another bot.
    pub fn choose(
        &mut self,
        thought: &Thought<'_>,
        stop: &AtomicBool,
    ) -> Result<Choice, IllegalAnswer> {
        thought.ask(self.begun(thought), stop)
    }

    /// Thinks on, at a [`DuelTable::idle_thought`](crate::DuelTable::idle_thought), until `stop` is true or it has tried out
    /// so many decisions. Returns how many iterations it made.
    ///
    /// # Panics
    /// Panics if it is the thought of another bot.
    pub fn ponder(&mut self, thought: &Thought<'_>, nodes: u64, stop: &AtomicBool) -> u32 {
        thought.ponder(self.begun(thought), nodes, stop)
    }

    fn begun(&mut self, thought: &Thought<'_>) -> &mut dyn Bot {
        assert_eq!(*thought.spec(), self.spec, "the thought of another bot");
        &mut **self.bot.get_or_insert_with(|| {
            let mut bot = self.spec.build();
            thought.begin(&mut *bot);
            bot
        })
    }
}
