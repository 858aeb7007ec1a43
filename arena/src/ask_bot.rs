//! Asking a bot in a position.

use std::sync::atomic::AtomicBool;

use duelfish_engine::{Action, Actions, DeckList, Duel, Game, Player, View};
use duelfish_search::{Bot, Budget, Choice, ExpectedMove, Finding, Findings, Setup, Spec, Why};

/// A bot at the open decision of a duel. It sees what the player who is asked may know.
pub struct AskedBot<'d> {
    game: &'d Game<'d>,
    duel: &'d Duel,
    player: Player,
    bot: Box<dyn Bot>,
    budget: Budget<'d>,
    choice: Choice,
}

impl<'d> AskedBot<'d> {
    /// Asks a new bot, with chance from this seed; none if nobody is asked because the duel is over. The deck lists are
    /// told by what lies on the table. If one of the flags becomes true, the answer may be anything, and nobody may
    /// use it.
    #[must_use]
    pub fn ask(
        game: &'d Game<'d>,
        duel: &'d Duel,
        spec: &Spec,
        seed: u64,
        stop: &'d [&'d AtomicBool],
    ) -> Option<Self> {
        let player = duel.decision()?.player;
        let mut bot = spec.build();
        let list = DeckList { main: &[], extra: &[] };
        bot.begin(&Setup { me: player, decks: [Some(list); 2] }, seed);
        let view = duel.view(game, player);
        let mut legal = Actions::new();
        view.legal_actions(&mut legal);
        let budget = Budget { stop, ..spec.budget() };
        let choice = bot.choose(&view, &legal, budget);
        Some(Self { game, duel, player, bot, budget, choice })
    }

    /// The player who is asked.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.player
    }

    /// The duel as that player sees it.
    #[must_use]
    pub const fn view(&self) -> View<'d> {
        self.duel.view(self.game, self.player)
    }

    /// The answer.
    #[must_use]
    pub const fn choice(&self) -> &Choice {
        &self.choice
    }

    /// The findings of its search; none if a rule or chance gave the answer.
    #[must_use]
    pub const fn findings(&self) -> Option<&Findings> {
        match &self.choice.why {
            Why::Search(found) => Some(found),
            _ => None,
        }
    }

    /// The line that the bot expects after its answer; see [`Bot::expects`].
    pub fn expects(&mut self) -> Vec<ExpectedMove> {
        self.bot.expects(&self.duel.view(self.game, self.player), self.choice.action)
    }

    /// The worth of one move, searched alone; see [`Bot::judge`].
    pub fn judge(&mut self, action: Action) -> Option<Finding> {
        self.bot.judge(&self.duel.view(self.game, self.player), action, self.budget)
    }
}
