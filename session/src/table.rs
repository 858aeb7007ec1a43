//! The duel on the table: its seats, its answers, and the way to take them back.

use duelfish_arena::record::{DuelRecord, Ending};
use duelfish_engine::{Action, Actions, Decision, Duel, Game, Player, SetupError, View};
use duelfish_search::Spec;
use duelfish_search::duels::key_of;

use crate::beginning::{Beginning, TableChance, chance_seed, side_of};
use crate::log::{Bookmark, LogEars, SeatLog};
use crate::voice::{Called, Voice};

/// The player of a seat.
#[derive(Clone, Debug, PartialEq)]
pub enum Seat {
    /// A person, who is asked.
    Person,
    /// A bot.
    Bot(Spec),
}

/// Whom a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitsFor {
    /// A person with a real choice.
    Person(Player),
    /// A bot.
    Bot(Player),
    /// Nobody: the duel is over.
    Nobody,
}

/// A duel at a table.
pub struct DuelTable<'c> {
    start: Beginning<'c>,
    seats: [Seat; 2],
    /// Everything random comes from this.
    seed: u64,
    /// Whether the second deck of the record goes first.
    b_first: bool,
    duel: Duel,
    /// The logs of the persons; of a table without persons that of a watcher.
    logs: Vec<SeatLog>,
    /// The first answers of chance, if the duel goes on from another one: those that this one had.
    pub(crate) recorded: Vec<u32>,
    /// The number of answers of chance up to the last one that the seed would not have given.
    pub(crate) odd: usize,
    /// The answers of chance and of the players.
    pub(crate) answers: Vec<u32>,
    pub(crate) actions: Vec<u32>,
    /// The persons' decisions, to come back to.
    past: Vec<TableMoment>,
    skip: Option<Skip>,
    pub(crate) conceded: Option<Player>,
}

/// A person passes in this turn wherever nothing has happened since.
#[derive(Clone, Copy)]
struct Skip {
    player: Player,
    turn: u16,
    happenings: usize,
}

/// A decision of a person before it was answered.
struct TableMoment {
    duel: Duel,
    logs: Vec<Bookmark>,
    answers: usize,
    actions: usize,
}

impl<'c> DuelTable<'c> {
    /// Begins a duel; `b_first` says whether the second deck goes first.
    ///
    /// # Errors
    /// Fails when there are not two decks, or they can't be played.
    pub fn begin(
        start: Beginning<'c>,
        seats: [Seat; 2],
        seed: u64,
        b_first: bool,
    ) -> Result<Self, SetupError> {
        Self::begin_with(start, seats, seed, b_first, Vec::new())
    }

    /// The same with answers of chance that were recorded.
    pub(crate) fn begin_with(
        start: Beginning<'c>,
        seats: [Seat; 2],
        seed: u64,
        b_first: bool,
        recorded: Vec<u32>,
    ) -> Result<Self, SetupError> {
        let mut logs = voices(&seats).into_iter().map(SeatLog::new).collect::<Vec<_>>();
        let mut answers = Vec::new();
        let mut chance = TableChance::new(&start, seed, b_first, &recorded, &mut answers);
        let mut ears = LogEars { logs: &mut logs, game: start.game() };
        let duel = start.begin(&mut chance, &mut ears)?;
        let odd = chance.odd;
        Ok(Self {
            seats,
            seed,
            b_first,
            duel,
            logs,
            recorded,
            odd,
            answers,
            actions: Vec::new(),
            past: Vec::new(),
            skip: None,
            conceded: None,
            start,
        })
    }

    /// Rules and card table.
    #[must_use]
    pub fn game(&self) -> &Game<'c> {
        self.start.game()
    }

    /// The duel as it is now, with everything hidden in it: players get [`DuelTable::view`].
    #[must_use]
    pub const fn duel(&self) -> &Duel {
        &self.duel
    }

    /// The players by seat.
    #[must_use]
    pub const fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// The beginning of the duel.
    #[must_use]
    pub const fn start(&self) -> &Beginning<'c> {
        &self.start
    }

    /// How many answers the players have given.
    #[must_use]
    pub const fn answered(&self) -> usize {
        self.actions.len()
    }

    /// Everything random comes from this.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The side of a seat: 0 for the first deck of the record.
    #[must_use]
    pub const fn side(&self, player: Player) -> usize {
        side_of(player, self.b_first) as usize
    }

    /// Whether this seat is played by a person.
    #[must_use]
    pub fn is_person(&self, player: Player) -> bool {
        self.seats[player.index()] == Seat::Person
    }

    /// The logs: one for each person, in the order of the seats; one of a watcher where there is no person.
    #[must_use]
    pub fn logs(&self) -> &[SeatLog] {
        &self.logs
    }

    /// The log of a person, or with `None` that of a watcher.
    #[must_use]
    pub fn log(&self, of: Option<Player>) -> Option<&SeatLog> {
        self.logs.iter().find(|log| log.voice().you() == of)
    }

    /// The words for a player.
    #[must_use]
    pub fn voice_of(&self, player: Player) -> Voice {
        let called = if self.is_person(player.other()) { Called::Opponent } else { Called::Bot };
        Voice::to(player, called)
    }

    /// Where in a person's log, or a watcher's, begins what has happened since the last answer of a person.
    #[must_use]
    pub fn news(&self, of: Option<Player>) -> usize {
        let at = self.logs.iter().position(|log| log.voice().you() == of);
        let moment = self.past.last().zip(at);
        moment.map_or(0, |(moment, at)| moment.logs[at].line())
    }

    /// The duel as a player sees it.
    #[must_use]
    pub fn view(&self, player: Player) -> View<'_> {
        self.duel.view(self.game(), player)
    }

    /// The open decision of a person with its answers, if it is a real one: two of them mean something
    /// different.
    #[must_use]
    pub fn question(&self) -> Option<(Decision, Actions)> {
        let decision = self.duel.decision().filter(|decision| self.is_person(decision.player))?;
        if self.conceded.is_some() {
            return None;
        }
        let (view, mut legal) = (self.view(decision.player), Actions::new());
        view.legal_actions(&mut legal);
        let first = key_of(&view, legal[0]);
        legal.iter().any(|action| key_of(&view, *action) != first).then_some((decision, legal))
    }

    /// Answers for persons what is no real choice, or what they skip, and says who is asked then.
    pub fn settle(&mut self) -> WaitsFor {
        while let Some(decision) = self.duel.decision().filter(|_| self.conceded.is_none()) {
            if !self.is_person(decision.player) {
                return WaitsFor::Bot(decision.player);
            }
            let action = match self.question() {
                None => {
                    let mut legal = Actions::new();
                    self.duel.legal_actions(self.game(), &mut legal);
                    legal[0]
                }
                Some((_, legal)) if self.skips(decision.player, &legal) => Action::PASS,
                Some(_) => return WaitsFor::Person(decision.player),
            };
            self.apply(action);
        }
        WaitsFor::Nobody
    }

    /// From now on to the end of the turn this person passes wherever nothing has happened.
    pub fn skip(&mut self, player: Player) {
        let (turn, happenings) = (self.duel.turn(), self.happenings(player));
        self.skip = Some(Skip { player, turn, happenings });
    }

    fn happenings(&self, player: Player) -> usize {
        self.log(Some(player)).map_or(0, SeatLog::happenings)
    }

    /// Whether the person wants to hear nothing of the open decision.
    fn skips(&mut self, player: Player, legal: &Actions) -> bool {
        let (happenings, turn) = (self.happenings(player), self.duel.turn());
        let Some(skip) = self.skip.as_mut().filter(|skip| skip.player == player) else {
            return false;
        };
        let quiet = skip.happenings == happenings && turn == skip.turn;
        // A happening is told once.
        skip.happenings = happenings;
        quiet && legal.contains(&Action::PASS)
    }

    /// A person answers the open decision with a legal action.
    pub fn answer(&mut self, action: Action) {
        let logs = self.logs.iter_mut().map(SeatLog::bookmark).collect();
        let (answers, actions) = (self.answers.len(), self.actions.len());
        self.past.push(TableMoment { duel: self.duel, logs, answers, actions });
        self.apply(action);
    }

    /// A bot answers the open decision with a legal action.
    pub fn bot_answers(&mut self, action: Action) {
        self.apply(action);
    }

    /// Whether there is an answer of a person to take back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Takes back everything since the last answer of a person; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(TableMoment { duel, logs, answers, actions }) = self.past.pop() else {
            return false;
        };
        (self.duel, self.skip, self.conceded) = (duel, None, None);
        for (log, moment) in self.logs.iter_mut().zip(logs) {
            log.go_back(moment);
        }
        self.answers.truncate(answers);
        self.actions.truncate(actions);
        true
    }

    /// A person gives up.
    pub const fn concede(&mut self, player: Player) {
        self.conceded = Some(player);
    }

    /// The person who gave up, if one did.
    #[must_use]
    pub const fn conceded(&self) -> Option<Player> {
        self.conceded
    }

    /// Whether the duel is over, by the rules or because somebody gave up.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.conceded.is_some() || self.duel.outcome().is_some()
    }

    /// The duel as records hold it.
    #[must_use]
    pub fn record(&self) -> DuelRecord {
        let ending = match (self.conceded, self.duel.outcome()) {
            (Some(player), _) => Ending::conceded(player),
            (None, Some(outcome)) => Ending::new(outcome),
            (None, None) => Ending::OPEN,
        };
        DuelRecord {
            number: 0,
            seed: chance_seed(self.seed),
            answers: self.answers.clone(),
            actions: self.actions.clone(),
            b_first: self.b_first,
            decks: self.start.numbers(),
            ending,
            turns: self.duel.turn(),
        }
    }

    pub(crate) fn apply(&mut self, action: Action) {
        self.actions.push(action.to_bits());
        let Self { start, recorded, answers, .. } = self;
        let mut chance = TableChance::new(start, self.seed, self.b_first, recorded, answers);
        let game = start.game();
        let mut ears = LogEars { logs: &mut self.logs, game };
        self.duel.apply(game, action, &mut chance, &mut ears);
        self.odd = self.odd.max(chance.odd);
    }
}

/// Those who are told of a duel: the persons, or a watcher.
fn voices(seats: &[Seat; 2]) -> Vec<Voice> {
    let is_person = |player: Player| seats[player.index()] == Seat::Person;
    let persons: Vec<Player> = Player::BOTH.into_iter().filter(|p| is_person(*p)).collect();
    match persons.as_slice() {
        [] => vec![Voice::WATCHER],
        [me] => vec![Voice::to(*me, Called::Bot)],
        both => both.iter().map(|me| Voice::to(*me, Called::Opponent)).collect(),
    }
}
