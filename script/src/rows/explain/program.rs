//! The programs of effects: their steps, joined by "then", "if" and "otherwise".

use super::phrases::Phrases;
use super::words;
use crate::rows::expressions::Num;
use crate::rows::ids::{Program, SetRef};
use crate::rows::model::{How, Who};
use crate::rows::op::Op;

/// The contents of a program's local sets in words, and whether they were said already.
#[derive(Default)]
pub(super) struct Held {
    pub(super) sets: [Option<(String, bool)>; 4],
    /// How many targets each clause has so far, where more are chosen after the first ones.
    targets: [i32; 2],
}

impl Phrases<'_> {
    /// A program, from its first row to its end.
    pub(super) fn program(&self, program: Program) -> String {
        let scripts = self.cards.scripts();
        let mut end = program.0;
        while scripts.op(end) != Op::End {
            end += 1;
        }
        self.steps(program.0, end, &mut Held::default())
    }

    /// The steps from one row to the one before another.
    fn steps(&self, mut at: u16, end: u16, held: &mut Held) -> String {
        let mut said: Vec<String> = Vec::new();
        let mut then = "";
        while at < end {
            let op = self.cards.scripts().op(at);
            at += 1;
            let condition = match op {
                Op::Then => {
                    then = "then ";
                    continue;
                }
                Op::Unless(cond, by) => Some((format!("if {}", self.cond(cond)), by)),
                Op::Offer(who, by) => Some((format!("{} may", words::player(who)), by)),
                _ => None,
            };
            if let Some((words, by)) = condition {
                let mut stop = (at + by).min(end);
                let mut otherwise = None;
                // A block that ends with a jump has a second part.
                if let Some(Op::Skip(more)) = (stop > at).then(|| self.cards.scripts().op(stop - 1))
                {
                    otherwise = Some((stop, (stop + more).min(end)));
                    stop -= 1;
                }
                let inner = self.steps(at, stop, held);
                let mut text = format!("{words}: {inner}");
                if inner.is_empty() {
                    // Cards were looked at, and nothing is done with them.
                    text = format!("{words} leave it there");
                }
                at = stop;
                if let Some((from, to)) = otherwise {
                    let second = self.steps(from, to, held);
                    at = to;
                    // It is only about which cards the next step gets.
                    if inner.is_empty() && second.is_empty() {
                        continue;
                    }
                    text += &format!("; otherwise {second}");
                }
                said.push(format!("{then}{text}"));
            } else if let Some(text) = self.step(op, held) {
                said.push(format!("{then}{text}"));
            } else {
                continue;
            }
            then = "";
        }
        said.join("; ")
    }

    /// One step; none if it only gets cards together for the next one. The families list all steps,
    /// so that one which is new is put into words, or this does not compile.
    fn step(&self, op: Op, held: &mut Held) -> Option<String> {
        match op {
            #[rustfmt::skip]
            Op::Gather { .. } | Op::Random { .. } | Op::KeepLowest(..) | Op::KeepHighest(..)
            | Op::KeepOne(..) => {
                self.found(op, held);
                None
            }
            #[rustfmt::skip]
            Op::Choose { .. } | Op::ChooseTogether { .. } | Op::TargetEvent(..)
            | Op::KeepTargets(..) => self.chosen(op, held),
            Op::GatherPaid(from) => Some(format!("take all {}", self.select(from))),
            #[rustfmt::skip]
            Op::Destroy(..) | Op::DestroyByRule(..) | Op::DestroyAndBanish(..) | Op::ToHand(..) | Op::ToHandUnshown(..)
            | Op::ToGrave(..) | Op::Discard(..) | Op::Tribute(..) | Op::UseMaterials(..)
            | Op::Attach { .. } | Op::Banish(..) | Op::BanishDown(..) | Op::BanishForNow(..)
            | Op::ToDeck(..) | Op::ToExtra(..) | Op::Mill(..)
            | Op::TopCards { .. } => self.moved(op, held),
            #[rustfmt::skip]
            Op::ToField(..) | Op::SetCards(..) | Op::PlaceInPendulumZone(..) | Op::LayWithOwner(..)
            | Op::PlaceFaceUp(..) | Op::TakeControl(..) | Op::GiveControl(..) | Op::YieldControl(..) | Op::SwapControl(..) | Op::EquipWith(..)
            | Op::EquipTo(..) => self.placed(op, held),
            #[rustfmt::skip]
            Op::SpecialSummon { .. } | Op::PendulumSummon(..) | Op::PendulumSummonsAfter
            | Op::MakeTokens { .. } | Op::SummonAfter(..) | Op::TributeSummonAfter(..)
            | Op::SummonUpAfter(..) | Op::SummonFreelyAfter(..) | Op::SummonUsingSource(..) => self.summoned(op, held),
            #[rustfmt::skip]
            Op::ShowDecks | Op::Excavate { .. } | Op::ExcavateTop { .. } | Op::ExcavateMany { .. }
            | Op::ShuffleSet(..) | Op::ShuffleDeck(..) | Op::SeeTop(..) | Op::Arrange(..)
            | Op::Show { .. } | Op::Reveal(..) | Op::RevealTop(..) => self.looked_at(op, held),
            #[rustfmt::skip]
            Op::Damage(..) | Op::Gain(..) | Op::Lose(..) | Op::Pay(..) | Op::Draw(..) | Op::DrawCards(..)
            => self.life_and_draws(op, held),
            #[rustfmt::skip]
            Op::Set(..) | Op::Declare(..) | Op::DeclareType(..) | Op::DeclareAnyType(..)
            | Op::DeclareName(..) | Op::Keep(..) | Op::Roll(..) | Op::RollEach(..) | Op::Toss(..) => self.numbers(op),
            #[rustfmt::skip]
            Op::LoseTaken(..) | Op::MakeUsable(..) | Op::CountTurn(..) | Op::Turn(..) | Op::ForbidNamed(..)
            | Op::Change { .. } | Op::Impose { .. } | Op::PlaceCounters(..) | Op::RemoveCounters(..)
            => self.changed(op, held),
            #[rustfmt::skip]
            Op::Become(..) | Op::Spare(..) | Op::SetAgain | Op::NegateItself | Op::NegateAttack | Op::AttackAgain | Op::AttackAgainOn(..) | Op::Fight(..) | Op::RedirectAttack(..)
            | Op::ChangeTarget(..) | Op::Protect(..) | Op::Negate | Op::NegateEffect | Op::AttackPlayer | Op::Harmless
            => self.answered(op, held),
            Op::Repeat(at, _) => {
                Some(format!("the same again, {} times in all", words::register(at)))
            }
            Op::Plan { with, begins, .. } => Some(self.planned(with, begins, held)),
            Op::Allow(_) => Some("you may use the offered effect once this turn".to_owned()),
            // These only say where the program goes on, or prepare a step that is put into words.
            #[rustfmt::skip]
            Op::End | Op::Follow(..) | Op::FollowEvent(..) | Op::FollowToDeck(..) | Op::FinishSummons(..)
            | Op::NoteMaterials(..) | Op::PassMaterials(..) | Op::OfferReroll(..) | Op::OfferRerollEach(..) | Op::Then | Op::Offer(..)
            | Op::Unless(..) | Op::Skip(..) => None,
        }
    }

    /// A step that finds cards for the next one: they are noted, and nothing is said of them yet.
    fn found(&self, op: Op, held: &mut Held) {
        match op {
            Op::Gather { from, into } => {
                let joined = self.sets_joined(self.cards.scripts().select(from).test);
                let found = joined.unwrap_or_else(|| format!("all {}", self.select(from)));
                held.sets[usize::from(into & 3)] = Some((found, false));
            }
            Op::KeepLowest(at, stat) | Op::KeepHighest(at, stat) => {
                let most = if matches!(op, Op::KeepLowest(..)) { "lowest" } else { "highest" };
                if let Some((text, _)) = &mut held.sets[usize::from(at & 3)] {
                    let from = text.strip_prefix("all ").unwrap_or(text);
                    *text = format!("the one with the {most} {} of the {from}", words::stat(stat));
                }
            }
            Op::KeepOne(at) => {
                if let Some((text, _)) = &mut held.sets[usize::from(at & 3)] {
                    text.push_str(" (your choice if several)");
                }
            }
            Op::Random { from, count, into } => {
                let cards = format!("{} at random", self.counted(&self.num(count), from));
                held.sets[usize::from(into & 3)] = Some((cards, false));
            }
            // Every other step is put into words elsewhere.
            _ => {}
        }
    }

    /// A step in which cards are chosen or become targets; none if they are only for the next step.
    fn chosen(&self, op: Op, held: &mut Held) -> Option<String> {
        Some(match op {
            Op::Choose { from, min, max, how, by } => {
                let (most, min, max) = (max, self.num(min), self.num(max));
                let count = if min == max { min } else { format!("{min} to {max}") };
                let cards = self.counted(&count, from);
                match how {
                    How::Target(at) => {
                        let before = held.targets[usize::from(at & 1)];
                        let all = match self.cards.scripts().num(most) {
                            Num::Value(all) => all,
                            _ => 0,
                        };
                        held.targets[usize::from(at & 1)] = all;
                        let more = before > 0 && all > before;
                        let cards = match more {
                            true => self.counted(&(all - before).to_string(), from),
                            false => cards,
                        };
                        let too = more || at & 1 == 1;
                        format!("target {cards}{}", if too { " as well" } else { "" })
                    }
                    How::Cost | How::Tribute => format!("choose {cards}"),
                    How::Pick(at) => {
                        let chosen = match by {
                            Who::Opponent => format!("{cards}, which your opponent chooses,"),
                            _ => cards,
                        };
                        held.sets[usize::from(at & 3)] = Some((chosen, false));
                        return None;
                    }
                }
            }
            Op::ChooseTogether { from, goal, how, .. } => {
                let cards = self.together(from, goal);
                match how {
                    How::Target(_) => format!("target {cards}"),
                    How::Cost | How::Tribute => format!("choose {cards}"),
                    How::Pick(into) => {
                        held.sets[usize::from(into & 3)] = Some((cards, false));
                        return None;
                    }
                }
            }
            Op::TargetEvent(_) => "target the cards of the event".to_owned(),
            Op::KeepTargets(at, test) => {
                let which = self.set(SetRef::Targets(at));
                format!("go on with {which} only while it is {}", self.test(test))
            }
            // Every other step is put into words elsewhere.
            _ => return None,
        })
    }

    /// The cards of a set: in full the first time.
    pub(super) fn said(&self, set: SetRef, held: &mut Held) -> String {
        if let SetRef::Local(at) = set
            && let Some((text, before)) = &mut held.sets[usize::from(at & 3)]
            && !std::mem::replace(before, true)
        {
            return text.clone();
        }
        self.set(set)
    }
}
