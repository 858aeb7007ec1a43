//! Recorded questions as decisions of ours: which options they must show, and what their answers
//! mean to us.
//!
//! The two engines cut some choices differently. An attack is one action of ours and two questions
//! of the record; Tributes and discards are one question of the record, answered in any order, and
//! several decisions of ours in ascending order. Answers are kept until ours can be given.

use duelfish_engine::{Action, DecisionKind, Seat};
use serde_json::Value;

use crate::accepted::{self, Window};
use crate::compare::{Difference, same};
use crate::error::Fault;
use crate::line::Ask;
use crate::options::{self, Choice, Offer};
use crate::replay::{Pending, Replay, Stop};
use crate::report::Report;
use crate::table;

/// Messages that tell apart questions of the kind `card`.
mod hint {
    pub(super) const DISCARD: u64 = 501;
    pub(super) const ATTACK_TARGET: u64 = 549;
}

impl Ask {
    /// The answer as indices into the options; none for "cancel".
    fn picks(&self) -> Result<Option<Vec<usize>>, Fault> {
        let bad = || Fault::Answer(self.answer.to_string());
        let picks = match &self.answer {
            Value::Null => return Ok(None),
            Value::Array(picks) => picks,
            _ => return Err(bad()),
        };
        let mut indices = Vec::new();
        for pick in picks {
            let index = pick.as_u64().map(|index| index as usize).ok_or_else(bad)?;
            if index >= self.options.len() || indices.contains(&index) {
                return Err(bad());
            }
            indices.push(index);
        }
        Ok(Some(indices))
    }

    /// The one index of an answer that must have exactly one.
    fn pick(&self) -> Result<usize, Fault> {
        match self.picks()?.as_deref() {
            Some([only]) => Ok(*only),
            _ => Err(Fault::Answer(self.answer.to_string())),
        }
    }

    /// The indices of an answer that must have this many.
    fn exactly(&self, count: usize) -> Result<Vec<usize>, Fault> {
        let picks = self.picks()?.filter(|picks| picks.len() == count);
        picks.ok_or_else(|| Fault::Answer(self.answer.to_string()))
    }
}

fn seat_of(choice: &Choice) -> Result<Seat, Fault> {
    let seat = choice.seq.filter(|seat| *seat < Seat::ALL);
    seat.map(Seat).ok_or_else(|| Fault::Answer("to an option without a zone".to_owned()))
}

/// The command of ours that a recorded option of a Main or Battle Phase is.
fn command(choice: &Choice, is_set: impl Fn(Seat) -> bool) -> Result<Action, Fault> {
    let unknown = || Fault::Answer(format!("{:?}", choice.a));
    let ordinal = || choice.seq.ok_or_else(unknown);
    Ok(match choice.a.as_deref().unwrap_or_default() {
        "summon" => Action::summon(ordinal()?),
        "mset" => Action::set(ordinal()?),
        "reposition" if is_set(seat_of(choice)?) => Action::flip(seat_of(choice)?),
        "reposition" => Action::reposition(seat_of(choice)?),
        "to_battle" => Action::TO_BATTLE,
        "to_main2" => Action::TO_MAIN2,
        "to_end" => Action::END_TURN,
        _ => return Err(unknown()),
    })
}

/// What takes a question of one kind.
type Answer = fn(&mut Replay, &Ask) -> Result<(), Stop>;

impl Replay {
    /// Compares a question with our decision and gives its answer.
    pub(crate) fn ask(&mut self, ask: &Ask, report: &mut Report) -> Result<(), Stop> {
        if ask.kind == "chain" {
            return self.window(ask, report);
        }
        let ours = self.duel.decision().map_or(DecisionKind::None, |decision| decision.kind);
        let aiming = matches!(self.pending, Pending::Attack(_));
        let (expected, answer): (_, Answer) = match (ask.kind.as_str(), ask.hint) {
            ("idle", _) => (DecisionKind::Idle, Self::idle),
            ("battle", _) if !aiming => (DecisionKind::Battle, Self::battle),
            ("card", Some(hint::ATTACK_TARGET)) if aiming => {
                (DecisionKind::Battle, Self::attack_target)
            }
            ("card", Some(hint::DISCARD)) => (DecisionKind::Discard, Self::discard),
            ("tribute", _) => (DecisionKind::Tribute, Self::tribute),
            ("unselect", _) => (DecisionKind::Tribute, Self::unselect),
            ("place", _) => (DecisionKind::Zone, Self::place),
            (kind, hint) => {
                let expected = match hint {
                    Some(hint) => format!("a question of kind {kind} with hint {hint}"),
                    None => format!("a question of kind {kind}"),
                };
                let got = format!("unsupported while we wait for {}", self.waiting_for());
                return Err(Difference::new("question kind", expected, got).into());
            }
        };
        if ours != expected {
            let expected = format!("{} ({expected:?})", ask.kind);
            return Err(Difference::new("question kind", expected, self.waiting_for()).into());
        }
        self.same_player(ask.player)?;
        report.option_sets_compared += 1;
        answer(self, ask)
    }

    /// A window to respond. We open none yet, so one with options differs.
    fn window(&self, ask: &Ask, report: &mut Report) -> Result<(), Stop> {
        if ask.options.is_empty() {
            return Ok(());
        }
        report.windows_differing += 1;
        let state = table::state(&self.duel, &self.game);
        let passed = ask.answer.is_null();
        let window = Window { player: ask.player, phase: &state.phase, passed };
        if accepted::is_accepted(&window) {
            return Ok(());
        }
        let expected = format!("player {} may respond with {}", ask.player, list(&ask.options));
        Err(Difference::new("window", expected, self.waiting_for()).into())
    }

    fn idle(&mut self, ask: &Ask) -> Result<(), Stop> {
        let recorded = options::recorded(ask)?;
        options::compare("idle", &recorded, &Offer::of(&self.duel, &self.game).idle())?;
        counts(ask, 1)?;
        let choice = &recorded[ask.pick()?];
        let offer = Offer::of(&self.duel, &self.game);
        let action = command(choice, |seat| offer.actions.contains(&Action::flip(seat)))?;
        self.forget_the_past();
        self.answer(action)
    }

    fn battle(&mut self, ask: &Ask) -> Result<(), Stop> {
        let recorded = options::recorded(ask)?;
        let offer = Offer::of(&self.duel, &self.game);
        options::compare("battle", &recorded, &offer.battle())?;
        counts(ask, 1)?;
        let choice = &recorded[ask.pick()?];
        if choice.a.as_deref() != Some("attack") {
            return self.answer(command(choice, |_| false)?);
        }
        let seat = seat_of(choice)?;
        if offer.can_attack_directly(seat) {
            self.answer(Action::attack(seat, None))
        } else {
            self.pending = Pending::Attack(seat);
            Ok(())
        }
    }

    /// The second half of an attack. Without a target the attack is not declared at all, and our
    /// duel, which has heard nothing of it, still waits for a command.
    fn attack_target(&mut self, ask: &Ask) -> Result<(), Stop> {
        let Pending::Attack(from) = std::mem::take(&mut self.pending) else { return Ok(()) };
        let recorded = options::recorded(ask)?;
        let offer = Offer::of(&self.duel, &self.game);
        options::compare("attack target", &recorded, &offer.targets(from))?;
        counts(ask, 1)?;
        if ask.picks()?.is_none() {
            return Ok(());
        }
        let target = seat_of(&recorded[ask.pick()?])?;
        self.answer(Action::attack(from, Some(target)))
    }

    /// The hand limit. The record picks all cards at once, we one after the other by their order
    /// in the hand.
    fn discard(&mut self, ask: &Ask) -> Result<(), Stop> {
        let recorded = options::recorded(ask)?;
        let offer = Offer::of(&self.duel, &self.game);
        let ordinals = options::discardable(&self.duel, &self.game);
        let ours: Vec<Choice> = ordinals.iter().map(|at| offer.of_hand(None, *at)).collect();
        options::compare("discard", &recorded, &ours)?;
        let count = self.remaining();
        counts(ask, count)?;
        let picks = ask.exactly(count as usize)?;
        let mut chosen: Vec<u8> = picks.iter().filter_map(|pick| recorded[*pick].seq).collect();
        chosen.sort_unstable();
        chosen.into_iter().try_for_each(|ordinal| self.answer(Action::discard(ordinal)))
    }

    /// All Tributes in one question.
    fn tribute(&mut self, ask: &Ask) -> Result<(), Stop> {
        let recorded = options::recorded(ask)?;
        let offer = Offer::of(&self.duel, &self.game);
        let sets = options::tribute_sets(&self.duel, &self.game);
        let tributable = sets.iter().fold(0, |all, set| all | set);
        let worth = |choice: Choice| Choice { pos: None, worth: Some(1), ..choice };
        let ours: Vec<Choice> =
            seats(tributable).map(|seat| worth(offer.of_zone(offer.player, seat))).collect();
        options::compare("tribute", &recorded, &ours)?;
        let count = self.remaining();
        counts(ask, count)?;
        if ask.picks()?.is_none() {
            self.take_back();
            return Ok(());
        }
        let picks = ask.exactly(count as usize)?;
        let chosen: Result<Vec<Seat>, Fault> =
            picks.iter().map(|pick| seat_of(&recorded[*pick])).collect();
        self.give_tributes(chosen?)
    }

    /// Tributes picked one at a time; a pick may be taken back by picking it again.
    fn unselect(&mut self, ask: &Ask) -> Result<(), Stop> {
        let mut picked = match std::mem::take(&mut self.pending) {
            Pending::Tributes(picked) => picked,
            _ => Vec::new(),
        };
        let recorded = options::recorded(ask)?;
        options::compare("unselect", &recorded, &self.unselect_options(&picked))?;
        let count = self.remaining();
        counts(ask, count)?;
        if ask.picks()?.is_none() {
            if !picked.is_empty() {
                return Err(Fault::Answer("null in the middle of picks".to_owned()).into());
            }
            self.take_back();
            return Ok(());
        }
        let seat = seat_of(&recorded[ask.pick()?])?;
        match picked.iter().position(|other| *other == seat) {
            Some(at) => _ = picked.remove(at),
            None => picked.push(seat),
        }
        if picked.len() == count as usize {
            return self.give_tributes(picked);
        }
        self.pending = Pending::Tributes(picked);
        Ok(())
    }

    /// The monsters that may be picked next, so that the picks can still be completed, and those
    /// that are picked.
    fn unselect_options(&self, picked: &[Seat]) -> Vec<Choice> {
        let offer = Offer::of(&self.duel, &self.game);
        let chosen = picked.iter().fold(0, |all, seat| all | 1 << seat.0);
        let sets = options::tribute_sets(&self.duel, &self.game);
        let fitting = sets.iter().filter(|set| *set & chosen == chosen);
        let open = fitting.fold(0, |all, set| all | set) & !chosen;
        let choice = |seat: Seat, selected: bool| Choice {
            selected: Some(selected),
            ..offer.of_zone(offer.player, seat)
        };
        let open = seats(open).map(|seat| choice(seat, false));
        open.chain(seats(chosen).map(|seat| choice(seat, true))).collect()
    }

    /// Our Tribute decisions are answered in ascending zone order.
    fn give_tributes(&mut self, mut chosen: Vec<Seat>) -> Result<(), Stop> {
        chosen.sort_unstable();
        chosen.into_iter().try_for_each(|seat| self.answer(Action::tribute(seat)))
    }

    fn place(&mut self, ask: &Ask) -> Result<(), Stop> {
        let recorded = options::recorded(ask)?;
        options::compare("place", &recorded, &Offer::of(&self.duel, &self.game).zones())?;
        counts(ask, 1)?;
        let seat = seat_of(&recorded[ask.pick()?])?;
        self.answer(Action::zone(seat))
    }

    /// How many cards our open decision still wants.
    fn remaining(&self) -> u32 {
        self.duel.decision().map_or(1, |decision| u32::from(decision.remaining))
    }
}

fn seats(bits: u8) -> impl Iterator<Item = Seat> {
    (0..Seat::ALL).filter(move |seat| bits >> seat & 1 == 1).map(Seat)
}

/// The record must ask for as many as we do.
fn counts(ask: &Ask, ours: u32) -> Result<(), Difference> {
    same(|| "min".to_owned(), &ask.min, &Some(ours))?;
    same(|| "max".to_owned(), &ask.max, &Some(ours))
}

fn list(options: &[Value]) -> String {
    serde_json::to_string(options).unwrap_or_default()
}
