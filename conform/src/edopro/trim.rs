//! Takes away the answers that nobody is asked for in a usual duel, because there is only one.
//!
//! The search is asked for these too, so that it meets every question that the replay shows.

use duelfish_engine::{Action, Actions, Candidate, Chance, Duel, Game, Opening, Question};

/// A duel in which only real questions are asked.
pub(super) struct Trimmed {
    pub(super) actions: Vec<Action>,
    pub(super) answers: Vec<u32>,
    pub(super) duel: Duel,
}

/// Answers of chance in their order; behind their end the first choice is taken.
struct Known<'a> {
    answers: &'a mut Vec<u32>,
    used: usize,
}

impl Chance for Known<'_> {
    fn answer(&mut self, question: Question, _: impl Fn(u32) -> Candidate) -> u32 {
        let answer = self.answers.get(self.used).copied();
        if answer.is_none() {
            self.answers.push(0);
        }
        self.used += 1;
        answer.unwrap_or(0).min(question.choices.saturating_sub(1))
    }
}

/// Plays a duel of `asking`, which asks for everything, as one of `usual`, which doesn't; `None` if that is
/// another duel.
pub(super) fn trim(
    [asking, usual]: [(&Game<'_>, &Opening); 2],
    actions: &[Action],
    mut answers: Vec<u32>,
) -> Option<Trimmed> {
    let mut chance = Known { answers: &mut answers, used: 0 };
    let ((game, opening), mut kept) = (asking, Vec::new());
    let mut duel = opening.start(game, &mut chance, &mut ());
    let mut legal = Actions::new();
    let mut given = actions.iter();
    // A usual duel goes on until it has a real question, so what is forced after the last answer happens too.
    while duel.decision().is_some() {
        duel.legal_actions(game, &mut legal);
        let forced = legal.len() == 1;
        let Some(action) = given.next().copied().or(legal.first().copied().filter(|_| forced))
        else {
            break;
        };
        if !forced {
            kept.push(action);
        }
        duel.try_apply(game, action, &mut chance, &mut ()).ok()?;
    }
    let ends = (duel.outcome(), duel.turn());
    let (game, opening) = usual;
    let mut chance = Known { used: 0, ..chance };
    let mut duel = opening.start(game, &mut chance, &mut ());
    for action in &kept {
        duel.try_apply(game, *action, &mut chance, &mut ()).ok()?;
    }
    let used = chance.used;
    let same = (duel.outcome(), duel.turn()) == ends && used == answers.len();
    same.then_some(Trimmed { actions: kept, answers, duel })
}
