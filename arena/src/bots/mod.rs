//! Bots by name: the ones of this project, yours, and programs that speak a protocol.
//!
//! A run takes [`Entrant`]s. A `Spec` of duelfish-search is one, a closure that makes a
//! [`Bot`] is one ([`Entrant::of_bot`]), and so is anything that implements [`BotFactory`]. A
//! [`Registry`] finds them by the words that users type. [`program`] plays programs.
//!
//! # A bot of yours
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use duelfish_arena::{MatchSpec, Registry, RunWatch, run_match};
//! use duelfish_engine::{Actions, Rules, View};
//! use duelfish_search::{Bot, Budget, Choice, Setup, Why};
//!
//! /// Always does the first thing that it may do.
//! struct First;
//!
//! impl Bot for First {
//!     fn begin(&mut self, _: &Setup<'_>, _: u64) {}
//!
//!     fn choose(&mut self, _: &View<'_>, legal: &Actions, _: Budget<'_>) -> Choice {
//!         Choice { action: legal[0], why: Why::Rule("the first one") }
//!     }
//! }
//!
//! let mut bots = Registry::standard();
//! bots.add_bot("first", || First).unwrap();
//! let bots = ["first", "greedy"].map(|word| bots.entrant(word).unwrap());
//!
//! let deck = duelfish_cards::parse("69140098\n".repeat(40).as_bytes(), "elves.ydk").unwrap().deck;
//! let spec = MatchSpec::new([deck.clone(), deck], bots, Rules::MR5, 20, 1);
//! let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
//! let report = run_match(duelfish_cards::catalogue(), &spec, watch).unwrap();
//! assert_eq!((report.games, report.bots[0].as_str()), (20, "first"));
//! ```

mod forfeit;
pub mod program;
mod registry;

use std::fmt;
use std::sync::Arc;

use duelfish_engine::{Action, Actions, PublicEvent, View};
use duelfish_search::{Bot, Budget, Setup, Spec, Weights};

pub use forfeit::{Failure, Forfeit, ForfeitReport, ProgramEnd};
pub(crate) use forfeit::{Forfeits, reports_of};
pub use registry::{Registry, RegistryError};

use crate::repeats::Repeats;

/// Makes the bots of one side of a run.
pub trait BotFactory: Send + Sync {
    /// The name by which records and reports know the bot. Bots of one name must play alike:
    /// a run goes on with a record only if the names are the same.
    fn name(&self) -> String;

    /// Makes one. Each thread makes its own for each side, and it plays many duels one after the other.
    fn build(&self) -> Box<dyn Contestant>;

    /// The most that each choice may cost.
    fn budget(&self) -> Budget<'static> {
        Budget::NONE
    }

    /// A number that tells the weights of this bot from others, if it has read any from a file.
    fn weights(&self) -> Option<u64> {
        None
    }

    /// Whether set-up, seed and views decide every choice, so that a run with the same seed has the same
    /// duels again. Reports say so if it is not.
    fn is_repeatable(&self) -> bool {
        true
    }

    /// Whether its choices last a given time by the clock. Then a run with the same seed has other duels, and
    /// reports say why.
    fn is_timed(&self) -> bool {
        false
    }

    /// Asked before the first duel, and before any file is made.
    ///
    /// # Errors
    /// Says why the bot can't play at all.
    fn ready(&self) -> Result<(), NotReady> {
        Ok(())
    }
}

/// A bot can't play at all. The Display is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bot `{bot}`: {why}")]
pub struct NotReady {
    /// Its name.
    pub bot: String,
    /// The reason, and what to do.
    pub why: String,
}

/// Sits at a table and plays one side of its duels. Every [`Bot`] is one, and never fails to answer; a
/// program may.
pub trait Contestant: Send {
    /// A duel begins: see [`Bot::begin`].
    fn sit_down(&mut self, setup: &Setup<'_>, seed: u64);

    /// Whether it wants to hear events, the same throughout a duel.
    fn is_listening(&self) -> bool {
        false
    }

    /// Something happened that the player noticed.
    fn hear(&mut self, event: &PublicEvent) {
        let _ = event;
    }

    /// Answers a decision: see [`Bot::choose`].
    ///
    /// # Errors
    /// There is no answer, and the duel is lost by that.
    fn answer(
        &mut self,
        view: &View<'_>,
        legal: &Actions,
        budget: Budget<'_>,
    ) -> Result<Action, Forfeit>;

    /// The duel is over. It is not called for a duel that was stopped.
    fn stand_up(&mut self, end: ProgramEnd) {
        let _ = end;
    }
}

impl<B: Bot> Contestant for B {
    fn sit_down(&mut self, setup: &Setup<'_>, seed: u64) {
        self.begin(setup, seed);
    }

    fn is_listening(&self) -> bool {
        self.listens()
    }

    fn hear(&mut self, event: &PublicEvent) {
        self.observe(event);
    }

    #[inline]
    fn answer(
        &mut self,
        view: &View<'_>,
        legal: &Actions,
        budget: Budget<'_>,
    ) -> Result<Action, Forfeit> {
        Ok(self.choose(view, legal, budget).action)
    }
}

/// A bot that takes part in runs. Copies share the factory.
#[derive(Clone)]
pub struct Entrant(Arc<dyn BotFactory>);

impl Entrant {
    /// A bot that this factory makes.
    #[must_use]
    pub fn new(factory: impl BotFactory + 'static) -> Self {
        Self(Arc::new(factory))
    }

    /// A bot of this name, with no budget, that a closure makes.
    #[must_use]
    pub fn of_bot<B: Bot + 'static>(
        name: &str,
        make: impl Fn() -> B + Send + Sync + 'static,
    ) -> Self {
        Self::new(Made { name: name.to_owned(), make })
    }

    /// [`BotFactory::name`].
    #[must_use]
    pub fn name(&self) -> String {
        self.0.name()
    }

    /// [`BotFactory::build`].
    #[must_use]
    pub fn build(&self) -> Box<dyn Contestant> {
        self.0.build()
    }

    /// [`BotFactory::budget`].
    #[must_use]
    pub fn budget(&self) -> Budget<'static> {
        self.0.budget()
    }

    /// [`BotFactory::weights`].
    #[must_use]
    pub fn weights(&self) -> Option<u64> {
        self.0.weights()
    }

    /// [`BotFactory::is_repeatable`].
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.0.is_repeatable()
    }

    /// Whether set-up, seed and views decide every choice, and if not, why.
    #[must_use]
    pub fn repeats(&self) -> Repeats {
        if self.0.is_timed() {
            Repeats::Timed
        } else if self.0.is_repeatable() {
            Repeats::Seeded
        } else {
            Repeats::Unknown
        }
    }

    /// [`BotFactory::ready`].
    ///
    /// # Errors
    /// Says why the bot can't play at all.
    pub fn ready(&self) -> Result<(), NotReady> {
        self.0.ready()
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entrant").field(&self.name()).finish()
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl From<Spec> for Entrant {
    fn from(spec: Spec) -> Self {
        Self::new(spec)
    }
}

impl BotFactory for Spec {
    fn name(&self) -> String {
        self.to_string()
    }

    fn build(&self) -> Box<dyn Contestant> {
        Box::new(Self::build(self))
    }

    fn budget(&self) -> Budget<'static> {
        Self::budget(self)
    }

    fn weights(&self) -> Option<u64> {
        Self::weights(self).map(Weights::hash)
    }

    fn is_repeatable(&self) -> bool {
        !Self::is_timed(self)
    }

    fn is_timed(&self) -> bool {
        Self::is_timed(self)
    }
}

/// Bots that a closure makes.
struct Made<F> {
    name: String,
    make: F,
}

impl<B: Bot + 'static, F: Fn() -> B + Send + Sync> BotFactory for Made<F> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn build(&self) -> Box<dyn Contestant> {
        Box::new((self.make)())
    }
}
