//! A program at the table.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use duelfish_engine::{Action, Actions, CardCode, Player, PublicEvent, View};
use duelfish_search::{Budget, Setup};
use serde::de::DeserializeOwned;

use super::messages::{self, Greeting, ProgramAnswer};
use super::process::{Process, Silence};
use super::{PROTOCOL, ProgramSpec};
use crate::bots::{Contestant, Failure, Forfeit, ProgramEnd};

/// The time that a program may take to start and to say which protocol it speaks, if its answers have less.
const TIME_TO_START: Duration = Duration::from_secs(30);

/// How many characters are shown of an answer that can't be read.
const MOST_SHOWN: usize = 80;

/// Plays with a program. It is started for the first decision, and again after it has failed.
pub(super) struct Program {
    spec: ProgramSpec,
    process: Option<Process>,
    duel: ProgramTold,
}

/// The duel that is played, as the program is told of it.
struct ProgramTold {
    me: Player,
    main: Vec<CardCode>,
    extra: Vec<CardCode>,
    seed: u64,
    /// The events that its player noticed since it was asked last.
    heard: Vec<PublicEvent>,
    /// Whether it was told.
    is_told: bool,
    /// The number of the last decision that it was asked: an answer says which one it is to, so that a line
    /// too many is never taken for the next answer.
    asked: u64,
}

impl Program {
    pub(super) fn new(spec: ProgramSpec) -> Self {
        let (main, extra) = (Vec::new(), Vec::new());
        let heard = Vec::new();
        let duel = ProgramTold {
            me: Player::FIRST,
            main,
            extra,
            seed: 0,
            heard,
            is_told: false,
            asked: 0,
        };
        Self { spec, process: None, duel }
    }

    /// Starts the program and greets it, so that what keeps it from playing is known before a run begins.
    pub(super) fn try_out(mut self) -> Result<(), String> {
        self.start(&[]).map_err(|Forfeit { failure, what }| match failure {
            Failure::NotStarted => what,
            _ => format!("{what}; it must answer `hello` as docs/bots.md says"),
        })
    }

    fn start(&mut self, stop: &[&AtomicBool]) -> Result<(), Forfeit> {
        let not_started = |what: String| Forfeit { failure: Failure::NotStarted, what };
        let begun = Process::start(self.spec.command(), self.spec.memory());
        let process =
            begun.map_err(|e| not_started(format!("can't be started ({e}); check the command")))?;
        process.say(messages::hello());
        self.process = Some(process);
        let Greeting { protocol } = self.listen(TIME_TO_START.max(self.spec.time()), stop)?;
        if protocol != PROTOCOL {
            return Err(not_started(format!(
                "speaks protocol {protocol} and this program speaks {PROTOCOL}; use a version of either that fits"
            )));
        }
        Ok(())
    }

    /// The next line of the program.
    fn listen<T: DeserializeOwned>(
        &mut self,
        time: Duration,
        stop: &[&AtomicBool],
    ) -> Result<T, Forfeit> {
        let failed = |failure, what: String| Err(Forfeit { failure, what });
        let Some(process) = &mut self.process else {
            return failed(Failure::NotStarted, "is not running".to_owned());
        };
        match process.hear(time, stop) {
            Ok(line) => serde_json::from_str(&line).or_else(|error| {
                let printable = line.chars().filter(|at| !at.is_control());
                let shown: String = printable.take(MOST_SHOWN).collect();
                failed(
                    Failure::Unreadable,
                    format!("answered `{shown}`, which can't be read ({error})"),
                )
            }),
            Err(Silence::Ended) => failed(Failure::Crashed, process.last_words()),
            Err(Silence::TooLong) => {
                failed(Failure::Unreadable, "answered with a line that is too long".to_owned())
            }
            // Of a run that is stopped nobody reads the reason.
            Err(Silence::TooSlow | Silence::Stopped) => {
                failed(Failure::TooSlow, format!("did not answer in {time:?}"))
            }
        }
    }

    fn ask(
        &mut self,
        view: &View<'_>,
        legal: &Actions,
        budget: Budget<'_>,
    ) -> Result<Action, Forfeit> {
        let stop = budget.stop;
        if self.process.is_none() {
            self.start(stop)?;
        }
        let Some(process) = &self.process else {
            let what = "is not running".to_owned();
            return Err(Forfeit { failure: Failure::NotStarted, what });
        };
        if !self.duel.is_told {
            let ProgramTold { me, main, extra, seed, .. } = &self.duel;
            process.say(messages::duel(view.game(), *me, [main, extra], *seed));
            self.duel.is_told = true;
        }
        self.duel.asked += 1;
        let asked = self.duel.asked;
        process.say(messages::decision(view, legal, asked, &self.duel.heard, budget.time));
        self.duel.heard.clear();
        let left = budget.time.map(|time| time.left).filter(|left| *left < self.spec.time());
        let answer = self.listen(left.unwrap_or(self.spec.time()), stop);
        let ProgramAnswer { number, action } = answer.map_err(|forfeit| match left {
            // No more than that was left of its time for the duel.
            Some(_) if forfeit.failure == Failure::TooSlow => {
                Forfeit { failure: Failure::OutOfTime, ..forfeit }
            }
            _ => forfeit,
        })?;
        if number != asked {
            let what = format!("answered decision {number} when it was asked decision {asked}");
            return Err(Forfeit { failure: Failure::Unreadable, what });
        }
        let chosen = usize::try_from(action).ok().and_then(|at| legal.get(at));
        chosen.copied().ok_or_else(|| {
            let last = legal.len() - 1;
            let what = format!("chose action {action}, and the last one is {last}");
            Forfeit { failure: Failure::Illegal, what }
        })
    }
}

impl Contestant for Program {
    fn sit_down(&mut self, setup: &Setup<'_>, seed: u64) {
        let own = setup.decks[setup.me.index()];
        let [main, extra] =
            own.map_or_else(Default::default, |own| [own.main.to_vec(), own.extra.to_vec()]);
        let mut heard = std::mem::take(&mut self.duel.heard);
        heard.clear();
        let me = setup.me;
        self.duel = ProgramTold { me, main, extra, seed, heard, is_told: false, asked: 0 };
    }

    fn is_listening(&self) -> bool {
        true
    }

    fn hear(&mut self, event: &PublicEvent) {
        self.duel.heard.push(*event);
    }

    fn answer(
        &mut self,
        view: &View<'_>,
        legal: &Actions,
        budget: Budget<'_>,
    ) -> Result<Action, Forfeit> {
        let answer = self.ask(view, legal, budget);
        if answer.is_err()
            && let Some(mut process) = self.process.take()
        {
            process.kill();
        }
        answer
    }

    fn stand_up(&mut self, end: ProgramEnd) {
        if let Some(process) = self.process.as_ref().filter(|_| self.duel.is_told) {
            process.say(messages::end(end, self.duel.me));
        }
    }
}
