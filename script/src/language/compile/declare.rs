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
    /// An option needs this too. Of more than two none can need anything.
    pub(super) fn need(&mut self, names: &mut Names<'_, '_>, option: usize, cond: CondId) {
        if let Some(need) = self.needs.get_mut(option) {
            *need = names.to.every(&[*need, cond]);
        }
    }

    /// The step in which the player chooses; of two only those are offered whose needs are met.
    /// Says what one of them needs.
    pub(super) fn step(self, names: &mut Names<'_, '_>) -> (Op, Option<CondId>) {
        let (mut low, mut high) = (names.value(1), names.value(self.needs.len() as i32));
        let mut needed = None;
        if let [one, two] = *self.needs
            && (one, two) != (CondId(0), CondId(0))
        {
            low = names.to.num(Num::Either(one, low, high));
            let first = names.value(1);
            high = names.to.num(Num::Either(two, high, first));
            needed = Some(names.to.cond(Cond::Any(one, two)));
        }
        (Op::Declare(self.register, low, high, Who::Me), needed)
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
