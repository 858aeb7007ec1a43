//! Windows: the moments at which a player may activate something, or must.

use duelfish_engine::Action;

use crate::compare::{TraceDifference, same};
use crate::error::Fault;
use crate::line::TraceAsk;
use crate::options::{self, Offer, OptionChoice};
use crate::replay::{Stop, TraceReplay};
use crate::report::ConformReport;

impl TraceReplay {
    /// A window that both engines open.
    pub(crate) fn window(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        if ask.kind == "effectyn" {
            return self.window_of_one_effect(ask);
        }
        let offer = Offer::of(&self.duel, &self.game);
        let ours = offer.window();
        let forced = !offer.actions.contains(&Action::PASS);
        let recorded = self.recorded_activations(ask, &ours)?;
        let left_out = options::compare_offered("chain", &recorded, &ours, &self.blanks)?;
        // A forced choice may be an effect of a blank.
        if left_out.is_none() {
            same(|| "forced".to_owned(), &ask.forced, &forced)?;
        }
        let action = match ask.picks()? {
            None if ask.forced => {
                return Err(Fault::Answer("null of a forced choice".into()).into());
            }
            None => Action::PASS,
            Some(_) => self.answer_of(&ours, &recorded[ask.pick()?])?,
        };
        self.answer(action)
    }

    /// One optional trigger, or one effect of a phase, is asked as a yes or no (TIME-1.2, TIME-4.2).
    fn window_of_one_effect(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let offer = Offer::of(&self.duel, &self.game);
        let mut ours = offer.window();
        for (choice, _) in &mut ours {
            // Its description is that of the question, not of the effect.
            choice.desc = None;
        }
        let at = ask.at.as_ref();
        let recorded = OptionChoice {
            id: ask.id,
            con: at.map(|at| at.con),
            loc: at.map(|at| at.loc.clone()),
            seq: at.and_then(|at| at.seq).map(|seq| seq as u8),
            pos: at.and_then(|at| at.pos.clone()),
            ..OptionChoice::default()
        };
        options::compare_offered("effectyn", std::slice::from_ref(&recorded), &ours, &self.blanks)?;
        let action = self.answer_of(&ours, &recorded)?;
        self.answer(if ask.is_yes()? { action } else { Action::PASS })
    }

    /// Only one of the engines opens a window before the record's next question.
    pub(crate) fn window_of_one_engine(
        &mut self,
        ask: &TraceAsk,
        report: &mut ConformReport,
    ) -> Result<(), Stop> {
        report.windows_differing += 1;
        let shown = options::list(&ask.options);
        let expected = format!("a question of kind {} to player {}: {shown}", ask.kind, ask.player);
        Err(TraceDifference::new("window", expected, self.waiting_for()).into())
    }
}
