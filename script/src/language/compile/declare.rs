//! Declarations of players: numbers, Types, and which of several things an effect does.

use super::super::ast::{ActionText, CondText, Name};
use super::super::error::LanguageFault;
use super::exprs::{BoundName, Names};
use super::rows::Compiled;
use crate::rows::{Compare, Cond, CondId, Num, NumId, Op, Who};

/// The step of a declaration and what it needs; its name is bound to a register.
pub(super) fn declared(names: &mut Names<'_, '_>, action: &ActionText) -> Compiled<(Op, CondId)> {
    match action {
        ActionText::Declare(name, low, high, by) => {
            let (low, high) = (names.num(low)?, names.num(high)?);
            let possible = can_declare(names, low, high);
            let register = names.new_number(name.span)?;
            names.bind(name, BoundName::Number(register, Some(low)))?;
            Ok((Op::Declare(register, low, high, *by), possible))
        }
        ActionText::DeclareType(name, filter) => {
            let from = names.select(filter, &[])?;
            let possible = names.at_least(from, 1);
            let register = names.new_number(name.span)?;
            names.bind(name, BoundName::Number(register, None))?;
            Ok((Op::DeclareType(register, from), possible))
        }
        ActionText::DeclareAnyType(name) => {
            let register = names.new_number(name.span)?;
            names.bind(name, BoundName::Number(register, None))?;
            Ok((Op::DeclareAnyType(register), CondId(0)))
        }
        ActionText::DeclareName(name, filter) => {
            let test = names.printed(filter)?;
            let register = names.new_number(name.span)?;
            names.bind(name, BoundName::Number(register, None))?;
            Ok((Op::DeclareName(register, test), CondId(0)))
        }
        _ => Ok((Op::End, CondId(0))),
    }
}

/// The options of an effect: a number register that says which one was chosen, from 1.
pub(super) struct Options {
    register: u8,
    /// The conditions that each of them needs, besides those of its costs and targets.
    needs: Vec<CondId>,
}

/// Gives the options their register and binds their names.
pub(super) fn options(
    names: &mut Names<'_, '_>,
    options: &[(Name, Option<CondText>)],
) -> Compiled<Option<Options>> {
    let Some((first, _)) = options.first() else { return Ok(None) };
    let mut needs = Vec::new();
    for (_, when) in options {
        needs.push(when.as_ref().map_or(Ok(CondId(0)), |when| names.cond(when))?);
    }
    let register = names.new_number(first.span)?;
    let now = names.to.num(Num::Local(register));
    for ((name, _), number) in options.iter().zip(1..) {
        let number = names.value(number);
        let chosen = names.to.cond(Cond::Compare(now, Compare::Equal, number));
        names.bind(name, BoundName::Option(chosen))?;
    }
    Ok(Some(Options { register, needs }))
}

impl Options {
    /// An option needs this too.
    pub(super) fn need(&mut self, names: &mut Names<'_, '_>, option: usize, cond: CondId) {
        if let Some(need) = self.needs.get_mut(option) {
            *need = names.to.every(&[*need, cond]);
        }
    }

    /// The steps in which the player chooses: only those are offered whose needs are met. Says what one of
    /// them needs.
    pub(super) fn steps(self, names: &mut Names<'_, '_>) -> (Vec<Op>, Option<CondId>) {
        let (mut low, mut high) = (names.value(1), names.value(self.needs.len() as i32));
        if self.needs.iter().all(|need| *need == CondId(0)) {
            return (vec![Op::Declare(self.register, low, high, Who::Me)], None);
        }
        let [one, two] = *self.needs else { return self.steps_of_many(names) };
        low = names.to.num(Num::Either(one, low, high));
        let first = names.value(1);
        high = names.to.num(Num::Either(two, high, first));
        let needed = names.to.cond(Cond::Any(one, two));
        (vec![Op::Declare(self.register, low, high, Who::Me)], Some(needed))
    }

    /// The same for more than two: the player says which of those that are offered it is, and the steps behind count
    /// to that one. Until then the register holds how many are still to be counted, and the one that was found as
    /// a number below 0.
    fn steps_of_many(self, names: &mut Names<'_, '_>) -> (Vec<Op>, Option<CondId>) {
        let (none, one, less) = (names.value(0), names.value(1), names.value(-1));
        let now = names.to.num(Num::Local(self.register));
        let (mut offered, mut ops, mut needed) = (none, Vec::new(), CondId(0));
        let searching = names.to.cond(Cond::Compare(now, Compare::AtLeast, one));
        let last = names.to.cond(Cond::Compare(now, Compare::Equal, one));
        let rest = names.joined(Num::Plus(now, less));
        for (number, need) in (1..).zip(self.needs.iter().copied()) {
            let counts = names.to.num(Num::Either(need, one, none));
            offered = names.joined(Num::Plus(offered, counts));
            let found = names.value(-number);
            let then = names.to.num(Num::Either(last, found, rest));
            let counted = names.to.every(&[need, searching]);
            ops.extend([Op::Unless(counted, 1), Op::Set(self.register, then)]);
            needed = if number == 1 { need } else { names.to.cond(Cond::Any(needed, need)) };
        }
        let chosen = names.joined(Num::Times(now, less));
        ops.push(Op::Set(self.register, chosen));
        ops.insert(0, Op::Declare(self.register, one, offered, Who::Me));
        (ops, Some(needed))
    }
}

/// Which option a name belongs to, and the condition that it was chosen.
pub(super) fn option_named(
    names: &mut Names<'_, '_>,
    options: &[(Name, Option<CondText>)],
    name: &Name,
) -> Compiled<(usize, CondId)> {
    let Some(at) = options.iter().position(|(option, _)| option.text == name.text) else {
        let text = super::super::error::short(&name.text);
        let fault =
            LanguageFault::new(name.span, format!("no option of this effect is named `{text}`"));
        return Err(fault.help("write the name of an `option` line"));
    };
    Ok((at, names.cond(&CondText::Flag(name.clone()))?))
}

/// That the highest number is at least the lowest.
fn can_declare(names: &mut Names<'_, '_>, low: NumId, high: NumId) -> CondId {
    let value = |names: &Names<'_, '_>, id| match names.to.scripts.num(id) {
        Num::Value(value) => Some(value),
        _ => None,
    };
    // Of the smaller of two numbers, one that is high enough anyway needs no question.
    let high = match (names.to.scripts.num(high), value(names, low)) {
        (Num::Least(a, b), Some(least)) => {
            let enough = |names: &Names<'_, '_>, id| value(names, id).is_some_and(|n| n >= least);
            match (enough(names, a), enough(names, b)) {
                (true, _) => b,
                (_, true) => a,
                _ => high,
            }
        }
        _ => high,
    };
    names.to.cond(Cond::Compare(high, Compare::AtLeast, low))
}
