//! The duel on the table: its turn, its answers, and the way to take them back.

use anyhow::{Result, bail};
use duelfish_arena::record::{DuelRecord, Ending};
use duelfish_arena::seeds::{SeedPurpose, derive};
use duelfish_arena::{Logged, Replay};
use duelfish_engine::{Action, Actions, Decision, DeckList, Duel, Game, Player, Streams, View};
use duelfish_search::duels::key_of;
use duelfish_search::{Choice, Setup, Spec};

use super::log::{Bookmark, PlayLog};

/// The settings with which a duel of a person against a bot begins.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// Everything random comes from this.
    pub(super) seed: u64,
    /// The bot.
    pub(super) bot: Spec,
    /// The person's seat.
    pub(super) me: Player,
}

/// A duel of a person against a bot.
pub(super) struct PlayTable<'r> {
    pub(super) game: &'r Game<'r>,
    pub(super) setting: Setting,
    pub(super) duel: Duel,
    pub(super) log: PlayLog,
    /// Where in the log begins what the person has not been shown.
    pub(super) news: usize,
    lists: [DeckList<'r>; 2],
    /// The answers of chance and of the players.
    answers: Vec<u32>,
    actions: Vec<u32>,
    /// The person's decisions, to come back to.
    past: Vec<TableMoment>,
    skip: Option<Skip>,
    conceded: bool,
}

/// The person passes in this turn wherever nothing has happened since.
#[derive(Clone, Copy)]
struct Skip {
    turn: u16,
    happenings: usize,
}

/// A decision of the person before it was answered.
struct TableMoment {
    duel: Duel,
    log: Bookmark,
    news: usize,
    answers: usize,
    actions: usize,
}

impl<'r> PlayTable<'r> {
    /// Begins a duel: the person has the first deck.
    pub(super) fn begin(replay: &'r Replay<'r>, setting: Setting) -> Result<Self> {
        let (game, me) = (replay.game(), setting.me);
        let [mine, other] = replay.decks() else { bail!("a duel has two decks") };
        let mut lists = [mine.list(), other.list()];
        if me == Player::SECOND {
            lists.swap(0, 1);
        }
        let (mut log, mut answers) = (PlayLog::new(me), Vec::new());
        let mut chance = Logged { streams: streams(&setting), answers: &mut answers };
        let duel = Duel::start(game, lists, &mut chance, &mut log.ear(game))?;
        let (actions, past) = (Vec::new(), Vec::new());
        Ok(Self {
            game,
            setting,
            duel,
            log,
            news: 0,
            lists,
            answers,
            actions,
            past,
            skip: None,
            conceded: false,
        })
    }

    /// The view of the person.
    pub(super) const fn view(&self) -> View<'_> {
        self.duel.view(self.game, self.setting.me)
    }

    /// The person's open decision with its answers, if it is a real one: two of them mean something
    /// different.
    pub(super) fn question(&self) -> Option<(Decision, Actions)> {
        if self.conceded {
            return None;
        }
        let (view, mut legal) = (self.view(), Actions::new());
        let decision = view.decision()?;
        view.legal_actions(&mut legal);
        let first = key_of(&view, legal[0]);
        legal.iter().any(|action| key_of(&view, *action) != first).then_some((decision, legal))
    }

    /// Plays on to the person's next real decision or to the end.
    pub(super) fn go_on(&mut self) -> Result<()> {
        while let Some(decision) = self.duel.decision().filter(|_| !self.conceded) {
            let mut legal = Actions::new();
            self.duel.legal_actions(self.game, &mut legal);
            let action = if decision.player != self.setting.me {
                self.bot_answer(decision.player, &legal, SeedPurpose::BotB)?.action
            } else if self.question().is_none() {
                legal[0]
            } else if self.skips(&legal) {
                Action::PASS
            } else {
                return Ok(());
            };
            self.apply(action);
        }
        Ok(())
    }

    /// From now on to the end of the turn the person passes wherever nothing has happened.
    pub(super) fn skip(&mut self) {
        let (turn, happenings) = (self.duel.turn(), self.log.happenings());
        self.skip = Some(Skip { turn, happenings });
    }

    /// Whether the person wants to hear nothing of the open decision.
    fn skips(&mut self, legal: &Actions) -> bool {
        let happenings = self.log.happenings();
        let Some(skip) = &mut self.skip else { return false };
        let quiet = skip.happenings == happenings && self.duel.turn() == skip.turn;
        // A happening is told once.
        skip.happenings = happenings;
        quiet && legal.contains(&Action::PASS)
    }

    /// The person answers the open decision.
    pub(super) fn answer(&mut self, action: Action) {
        let log = self.log.bookmark();
        let (answers, actions) = (self.answers.len(), self.actions.len());
        self.past.push(TableMoment { duel: self.duel, log, news: self.news, answers, actions });
        self.news = self.log.len();
        self.apply(action);
    }

    /// Takes back everything since the person's last answer; `false` if there is none.
    pub(super) fn undo(&mut self) -> bool {
        let Some(TableMoment { duel, log, news, answers, actions }) = self.past.pop() else {
            return false;
        };
        (self.duel, self.news, self.skip) = (duel, news, None);
        self.log.go_back(log);
        self.answers.truncate(answers);
        self.actions.truncate(actions);
        true
    }

    /// The person gives up.
    pub(super) const fn concede(&mut self) {
        self.conceded = true;
    }

    /// The bot's choice in the person's place, from the person's view.
    pub(super) fn hint(&self, legal: &Actions) -> Result<Choice> {
        self.bot_answer(self.setting.me, legal, SeedPurpose::BotA)
    }

    /// The duel as records hold it.
    pub(super) fn record(&self) -> DuelRecord {
        let me = self.setting.me;
        let ending = match self.duel.outcome() {
            _ if self.conceded => Ending::conceded(me),
            Some(outcome) => Ending::new(outcome),
            None => Ending::OPEN,
        };
        DuelRecord {
            number: 0,
            seed: chance_seed(&self.setting),
            answers: self.answers.clone(),
            actions: self.actions.clone(),
            b_first: me == Player::SECOND,
            decks: if me == Player::FIRST { [0, 1] } else { [1, 0] },
            ending,
            turns: self.duel.turn(),
        }
    }

    /// Plays what was recorded of this duel; `false` if it goes another way.
    pub(super) fn restore(&mut self, record: &DuelRecord) -> bool {
        for bits in &record.actions {
            let legal = |action: &Action| self.duel.is_legal(self.game, *action);
            let Some(action) = Action::from_bits(*bits).filter(legal) else { return false };
            if self.question().is_some() { self.answer(action) } else { self.apply(action) }
        }
        self.answers == record.answers
    }

    fn apply(&mut self, action: Action) {
        self.actions.push(action.to_bits());
        let streams = streams(&self.setting);
        let mut chance = Logged { streams, answers: &mut self.answers };
        self.duel.apply(self.game, action, &mut chance, &mut self.log.ear(self.game));
    }

    /// A bot's answer for a player. Its chance depends on the number of the decision alone, so that
    /// undo and resume change nothing.
    fn bot_answer(&self, player: Player, legal: &Actions, purpose: SeedPurpose) -> Result<Choice> {
        let Setting { bot: spec, seed, .. } = &self.setting;
        let mut bot = spec.build();
        let setup = Setup { me: player, decks: self.lists.map(Some) };
        bot.begin(&setup, derive(*seed, self.actions.len() as u64, purpose));
        let choice = bot.choose(&self.duel.view(self.game, player), legal, spec.budget());
        if !legal.contains(&choice.action) {
            bail!("bot {spec} answered {:?}, which is not legal there", choice.action);
        }
        Ok(choice)
    }
}

const fn chance_seed(setting: &Setting) -> u64 {
    derive(setting.seed, 0, SeedPurpose::Duel)
}

/// Shuffles belong to the deck, whoever goes first.
fn streams(setting: &Setting) -> Streams {
    let me = setting.me.number();
    Streams::new(chance_seed(setting), [me, 1 - me])
}
