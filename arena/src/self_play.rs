//! Duels of a bot against itself, from which evaluations learn.

use std::sync::atomic::{AtomicBool, Ordering};

use duelfish_cards::Deck;
use duelfish_engine::{
    Action, Actions, DecisionKind, DeckList, Duel, Game, Outcome, Player, Rules, SetupError,
    Streams,
};
use duelfish_search::{Budget, Choice, Setup, Spec};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use rayon::prelude::*;

use crate::seeds::{SeedPurpose, derive};

/// The duels of a bot against itself.
#[derive(Clone, Debug)]
pub struct SelfPlaySpec {
    /// The decks that are played, each against each.
    pub decks: Vec<Deck>,
    /// The bot that plays both sides.
    pub bot: Spec,
    /// The rules.
    pub rules: Rules,
    /// Number of duels.
    pub games: u64,
    /// Everything random comes from this.
    pub seed: u64,
}

/// The way in which the caller watches and stops a collection of duels.
#[derive(Clone, Copy)]
pub struct Collecting<'a> {
    /// When this becomes true, no more duels are begun and those under way are dropped: the samples
    /// are from those that were finished.
    pub stop: &'a AtomicBool,
    /// Called after each duel, in the thread that played it.
    pub finished: &'a (dyn Fn() + Sync),
}

impl SelfPlaySpec {
    /// Plays all duels on all cores: `play` plays the one with this number between the decks with these
    /// numbers, and says nothing if it was stopped. Returns what was said, in the order of the duels.
    pub(crate) fn each<T: Send>(
        &self,
        watch: Collecting<'_>,
        play: impl Fn(u64, [usize; 2]) -> Result<Option<T>, SetupError> + Sync,
    ) -> Result<Vec<T>, SetupError> {
        let count = self.decks.len() as u64;
        let games = if count == 0 { 0 } else { self.games };
        let one = |number: u64| {
            // Millions may be left.
            if watch.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let seats = [number % count, number / count % count].map(|deck| deck as usize);
            let played = play(number, seats)?;
            if played.is_some() {
                (watch.finished)();
            }
            Ok(played)
        };
        let played = (0..games).into_par_iter().map(one).collect::<Result<Vec<_>, SetupError>>()?;
        Ok(played.into_iter().flatten().collect())
    }

    /// The bot, ready to play such duels.
    pub(crate) const fn ready<'a>(
        &'a self,
        game: &'a Game<'a>,
        watch: Collecting<'a>,
    ) -> SelfPlay<'a> {
        SelfPlay { game, bot: &self.bot, seed: self.seed, stop: watch.stop }
    }
}

/// Whether the player who is asked may do what that player wants: in a Main Phase or a Battle Phase.
pub(crate) fn is_open(duel: &Duel) -> bool {
    duel.decision()
        .is_some_and(|decision| matches!(decision.kind, DecisionKind::Idle | DecisionKind::Battle))
}

/// The bot's choice, or now and then any answer.
pub(crate) fn played(legal: &Actions, choice: &Choice, stray: u32, rng: &mut ChaCha8Rng) -> Action {
    if rng.next_u32() % 100 < stray {
        legal[rng.next_u32() as usize % legal.len()]
    } else {
        choice.action
    }
}

/// A bot that plays both sides.
#[derive(Clone, Copy)]
pub(crate) struct SelfPlay<'a> {
    pub(crate) game: &'a Game<'a>,
    bot: &'a Spec,
    /// Everything random comes from this.
    seed: u64,
    pub(crate) stop: &'a AtomicBool,
}

impl SelfPlay<'_> {
    /// The seed of the shuffles, coins and dice of duel number `number`.
    pub(crate) const fn seed_of(&self, number: u64) -> u64 {
        derive(self.seed, number, SeedPurpose::Duel)
    }

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
        let mut chance = Streams::new(self.seed_of(number), [0, 1]);
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
