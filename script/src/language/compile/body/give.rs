//! Steps whose effects last: modifiers, counters, and control of monsters.

use super::super::rows::Compiled;
use super::super::wanted::Wanted;
use super::Body;
use crate::language::ast::{
    ActionText, FilterText, ModifierText, NumText, Receiver, SetText, StepText,
};
use crate::language::error::LanguageFault;
use crate::rows::{
    Compare, Cond, Counter, ModKind, Num, NumId, Op, Scope, Select, SetRef, Sides, Stat, Test,
    Until, Who, event_bit, location_bit,
};

/// The receiver of a modifier.
#[derive(Clone, Copy)]
enum Given {
    Scope(Scope),
    Cards(SetRef),
}

impl Body<'_, '_, '_> {
    /// Gives these modifiers to cards or players.
    pub(super) fn give_all(
        &mut self,
        step: &StepText,
        to: &Receiver,
        modifiers: &[ModifierText],
        until: Until,
    ) -> Compiled {
        let to = self.receiver(to, modifiers)?;
        let skips = modifiers.iter().all(|modifier| modifier.kind == ModKind::SkipsBattle);
        if until == Until::NextTurn && !skips {
            let fault = LanguageFault::new(step.span, "this modifier can't wait for a turn");
            return Err(fault.help("only `skips_battle_phase` lasts `until end_of_next_turn`"));
        }
        let bars = |modifier: &ModifierText| ModKind::RESPONSE_BARS.has(modifier.kind as u8);
        if until == Until::Responses && !modifiers.iter().all(bars) {
            let fault = LanguageFault::new(step.span, "this modifier can't last so");
            return Err(fault.help("only `cannot_activate` and `cannot_activate_those` do"));
        }
        let of_both = matches!(to, Given::Scope(Scope::Player(Who::Both)));
        if of_both && skips && matches!(until, Until::NextTurn | Until::NextBattle) {
            let fault =
                LanguageFault::new(step.span, "each player's Battle Phase is one of its own");
            return Err(fault.help("write one step for `me` and one for `opponent`"));
        }
        for modifier in modifiers {
            if matches!(to, Given::Scope(Scope::InHand(..))) && modifier.kind != ModKind::Level {
                let fault =
                    LanguageFault::new(step.span, "this modifier is not for cards of a hand");
                return Err(fault.help("only `level` changes there"));
            }
            if modifier.kind == ModKind::EffectDamageCounts {
                let fault =
                    LanguageFault::new(step.span, "this modifier is not given by an effect");
                return Err(fault.help("write `always me effect_damage_becomes_counters`"));
            }
            let value = modifier.value.as_ref();
            let meant = self.names.it;
            if let Given::Cards(_) = to {
                // In the number of a modifier each card that gets it speaks of itself.
                self.names.it = Some(SetRef::Each);
            }
            let value = value.map_or(Ok(NumId(0)), |value| self.names.num(value));
            self.names.it = meant;
            let value = value?;
            if self.is_cost && modifier.kind == ModKind::NoNormalDraw {
                // Something happens instead of the draw, so there must be one.
                self.need(|names| Ok(names.to.cond(Cond::NormalDraw)))?;
            }
            self.give(to, modifier.kind, value, until);
        }
        if let Some(by) = self.gives_before.take() {
            self.parts.ops.push(Op::FinishSummons(Some(by)));
        }
        Ok(())
    }

    pub(super) fn gain(&mut self, amount: &NumText, who: Who) -> Compiled {
        let amount = self.names.num(amount)?;
        self.do_it(Op::Gain(who, amount), event_bit::GAINED);
        Ok(())
    }

    pub(super) fn lose(&mut self, amount: &NumText, who: Who) -> Compiled {
        let amount = self.names.num(amount)?;
        self.do_it(Op::Lose(who, amount), 0);
        Ok(())
    }

    pub(super) fn attack_again(&mut self, on: Option<&SetText>) -> Compiled {
        self.need(|names| Ok(names.to.cond(Cond::CanAttackAgain)))?;
        let op = match on {
            Some(on) => Op::AttackAgainOn(self.cards(on, Wanted::nothing())?),
            None => Op::AttackAgain,
        };
        self.parts.ops.push(op);
        Ok(())
    }

    /// Steps that say nothing but their word.
    pub(super) fn plainly(&mut self, action: &ActionText) -> Compiled {
        match action {
            ActionText::SetAgain => self.do_it(Op::SetAgain, event_bit::SPELL_SET),
            ActionText::Harmless => self.do_it(Op::Harmless, 0),
            ActionText::AttackPlayer => self.attack_player()?,
            _ => self.do_it(Op::NegateItself, 0),
        }
        Ok(())
    }

    /// The attacker must be able to attack directly.
    fn attack_player(&mut self) -> Compiled {
        self.need(|names| {
            let barred = names.to.test(Test::Modified(ModKind::NoDirectAttack));
            let free = names.to.test(Test::Not(barred));
            Ok(names.to.cond(Cond::Every(SetRef::Attacker, free)))
        })?;
        self.do_it(Op::AttackPlayer, 0);
        Ok(())
    }

    pub(super) fn end_battle_phase(&mut self) {
        let everyone = Given::Scope(Scope::Player(Who::Both));
        self.give(everyone, ModKind::NoBattlePhase, NumId(0), Until::EndOfBattle);
    }

    fn receiver(&mut self, to: &Receiver, modifiers: &[ModifierText]) -> Compiled<Given> {
        Ok(match to {
            Receiver::Player(who) => Given::Scope(Scope::Player(*who)),
            Receiver::Every(filter) => Given::Scope(self.names.field_scope(filter)?),
            Receiver::Cards(cards) => {
                let tests = self.demanded_by(modifiers);
                let wanted = match tests.first() {
                    _ if self.is_cost => Wanted::nothing(),
                    first => Wanted::fitting(first.copied()),
                };
                let set = self.cards(cards, wanted)?;
                for test in tests {
                    self.demand_of_targets(set, test);
                }
                self.names.it = Some(set);
                Given::Cards(set)
            }
        })
    }

    /// The tests of a monster that these modifiers can change (FACT-T10): a value is that of a face-up monster, and a
    /// Level is changed only of a monster that has one, to another one.
    fn demanded_by(&mut self, modifiers: &[ModifierText]) -> Vec<Test> {
        let mut demanded = Vec::new();
        for modifier in modifiers {
            match (modifier.kind, &modifier.value) {
                (ModKind::Level | ModKind::SetLevel, value) => {
                    let one = self.names.value(1);
                    demanded.push(Test::Stat(Stat::Level, Compare::AtLeast, one));
                    if let (ModKind::SetLevel, Some(NumText::Value(level))) = (modifier.kind, value)
                    {
                        let level = self.names.value(*level);
                        demanded.push(Test::Stat(Stat::Level, Compare::Differs, level));
                    }
                }
                (ModKind::Atk | ModKind::Def | ModKind::SetAtk | ModKind::SetDef, _) => {
                    demanded.push(Test::FaceUp);
                }
                _ => {}
            }
        }
        demanded
    }

    fn give(&mut self, to: Given, kind: ModKind, value: NumId, until: Until) {
        self.parts.changes_values |= !self.is_cost
            && matches!(kind, ModKind::Atk | ModKind::Def | ModKind::SetAtk | ModKind::SetDef);
        self.parts.ops.push(match to {
            Given::Scope(scope) => Op::Impose { scope, kind, value, until },
            Given::Cards(cards) => Op::Change { cards, kind, value, until },
        });
    }

    /// Removes so many counters in all, each from a card that is chosen.
    pub(super) fn remove_among(
        &mut self,
        amount: u8,
        kind: Counter,
        filter: &FilterText,
    ) -> Compiled {
        let from = self.names.select(filter, &[])?;
        self.need(|names| {
            let there = names.to.num(Num::CountersAmong(from, kind));
            let amount = names.value(i32::from(amount));
            Ok(names.to.cond(Cond::Compare(there, Compare::AtLeast, amount)))
        })?;
        let into = self.names.new_set(filter.span)?;
        let one = self.names.value(1);
        for _ in 0..amount {
            self.parts.ops.extend([
                Op::Gather { from, into },
                // Nobody is asked while only one card has such counters.
                Op::KeepOne(into),
                Op::RemoveCounters(SetRef::Local(into), kind, one),
            ]);
        }
        Ok(())
    }

    /// Places counters, or removes them; without an amount all of them.
    pub(super) fn counters(
        &mut self,
        location: bool,
        amount: Option<&NumText>,
        kind: Counter,
        cards: &SetText,
    ) -> Compiled {
        let set = match cards {
            SetText::All(filter) if self.is_cost => {
                let from = self.names.select(filter, &[])?;
                self.need(|names| {
                    let there = names.to.num(Num::CountersAmong(from, kind));
                    let one = names.value(1);
                    Ok(names.to.cond(Cond::Compare(there, Compare::AtLeast, one)))
                })?;
                self.parts.ops.push(Op::GatherPaid(from));
                SetRef::Cost
            }
            _ => self.cards(cards, Wanted::nothing())?,
        };
        self.names.it = Some(set);
        // Cards that the cost picks first are not known before.
        if self.is_cost && !matches!(set, SetRef::Local(_) | SetRef::Cost) {
            self.need(|names| {
                let amount = amount.map_or(Ok(names.value(1)), |amount| names.num(amount))?;
                let there = names.to.num(Num::Counters(set, kind));
                Ok(names.to.cond(Cond::Compare(there, Compare::AtLeast, amount)))
            })?;
        }
        let all = self.names.value(i32::from(u8::MAX));
        let amount = amount.map_or(Ok(all), |amount| self.names.num(amount))?;
        self.parts.ops.push(if location {
            Op::PlaceCounters(set, kind, amount)
        } else {
            Op::RemoveCounters(set, kind, amount)
        });
        Ok(())
    }

    pub(super) fn take_control(
        &mut self,
        cards: &SetText,
        until: Until,
        rest: &[StepText],
    ) -> Compiled {
        let set = self.cards(cards, Wanted::control())?;
        self.demand_of_targets(set, Test::Switchable);
        self.do_it(Op::TakeControl(set, until), event_bit::CONTROL_CHANGED);
        if !rest.is_empty() {
            // The rest of these steps does not happen if control did not change.
            let test = self.names.to.test(Test::In(set));
            let (sides, locations) = (Sides::Mine, location_bit::MONSTER);
            let row = Select { sides, locations, test, with_source: true };
            let taken = self.names.to.select(row);
            let taken = self.names.at_least(taken, 1);
            let jump = self.jump(Op::Unless(taken, 0));
            self.nothing.push(jump);
        }
        Ok(())
    }

    pub(super) fn swap_control(&mut self, mine: &SetText, theirs: &SetText) -> Compiled {
        let mine = self.cards(mine, Wanted::exchange())?;
        let theirs = self.cards(theirs, Wanted::exchange())?;
        self.do_it(Op::SwapControl(mine, theirs), event_bit::CONTROL_CHANGED);
        Ok(())
    }
}
