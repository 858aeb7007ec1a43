//! Duels of a bot against itself, from which evaluations learn.

use std::sync::atomic::{AtomicBool, Ordering};

use duelfish_engine::{
    Action, Actions, DeckList, Duel, Game, Outcome, Player, SetupError, Streams,
};
use duelfish_search::{Budget, Choice, Setup, Spec};

use crate::seeds::{SeedPurpose, derive};

/// The way in which the caller watches and stops a collection of duels.
#[derive(Clone, Copy)]
pub struct Collecting<'a> {
    /// When this becomes true, no more duels are begun and those under way are dropped: the samples
    /// are from those that were finished.
    pub stop: &'a AtomicBool,
    /// Called after each duel, in the thread that played it.
    pub finished: &'a (dyn Fn() + Sync),
}

/// A bot that plays both sides.
#[derive(Clone, Copy)]
pub(crate) struct SelfPlay<'a> {
    pub(crate) game: &'a Game<'a>,
    pub(crate) bot: &'a Spec,
    /// Everything random comes from this.
    pub(crate) seed: u64,
    pub(crate) stop: &'a AtomicBool,
}

impl SelfPlay<'_> {
    /// Plays duel number `number`. At each decision `each` sees the duel, the legal actions and the bot's
    /// choice, and says what is played. Returns how it ended; none if it was stopped.
    pub(crate) fn duel(
        &self,
        decks: [DeckList<'_>; 2],
        number: u64,
        mut each: impl FnMut(&Duel, &Actions, &Choice) -> Action,
    ) -> Result<Option<Outcome>, SetupError> {
        let seed = |purpose| derive(self.seed, number, purpose);
        let mut bots =
            [SeedPurpose::BotA, SeedPurpose::BotB].map(|purpose| (self.bot.build(), seed(purpose)));
        for (me, (bot, seed)) in Player::BOTH.into_iter().zip(&mut bots) {
            bot.begin(&Setup { me, decks: decks.map(Some) }, *seed);
        }
        let mut chance = Streams::new(seed(SeedPurpose::Duel), [0, 1]);
        let mut duel = Duel::start(self.game, decks, &mut chance, &mut ())?;
        let mut legal = Actions::new();
        while let Some(decision) = duel.decision() {
            duel.legal_actions(self.game, &mut legal);
            let view = duel.view(self.game, decision.player);
            let bot = &mut bots[decision.player.index()].0;
            let budget = Budget { stop: &[self.stop], ..self.bot.budget() };
            let choice = bot.choose(&view, &legal, budget);
            // A bot that was stopped while thinking may answer anything.
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let action = each(&duel, &legal, &choice);
            duel.apply(self.game, action, &mut chance, &mut ());
        }
        Ok(duel.outcome())
    }
}
