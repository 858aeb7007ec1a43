//! What players declare: numbers, Types, and which of several things an effect does.

use super::super::ast::{Action, CondText, Name};
use super::Compiled;
use super::exprs::{Bound, Names};
use crate::effects::{Compare, Cond, CondId, Num, NumId, Op, Who};

/// The step of a declaration and what it needs; its name is bound to a register.
pub(super) fn declared(names: &mut Names<'_, '_>, action: &Action) -> Compiled<(Op, CondId)> {
    match action {
        Action::Declare(name, low, high, by) => {
            let (low, high) = (names.num(low)?, names.num(high)?);
            let possible = can_declare(names, low, high);
            let register = names.new_number(name.span)?;
            names.bind(name, Bound::Number(register, Some(low)))?;
            Ok((Op::Declare(register, low, high, *by), possible))
        }
        Action::DeclareType(name, filter) => {
            let from = names.select(filter, &[])?;
            let possible = names.at_least(from, 1);
            let register = names.new_number(name.span)?;
            names.bind(name, Bound::Number(register, None))?;
            Ok((Op::DeclareType(register, from), possible))
        }
        _ => Ok((Op::End, CondId(0))),
    }
}

/// A number register that says which of several options was chosen, from 1; of two only those are
/// offered whose condition is true. Returns what one of them needs.
pub(super) fn options(
    names: &mut Names<'_, '_>,
    options: &[(Name, Option<CondText>)],
    ops: &mut Vec<Op>,
) -> Compiled<Option<CondId>> {
    let Some((first, _)) = options.first() else { return Ok(None) };
    let mut conds = Vec::new();
    for (_, when) in options {
        conds.push(when.as_ref().map_or(Ok(CondId(0)), |when| names.cond(when))?);
    }
    let register = names.new_number(first.span)?;
    let (mut low, mut high) = (names.value(1), names.value(options.len() as i32));
    let mut needed = None;
    if let [one, two] = *conds
        && (one, two) != (CondId(0), CondId(0))
    {
        low = names.to.num(Num::Either(one, low, high));
        let first = names.value(1);
        high = names.to.num(Num::Either(two, high, first));
        needed = Some(names.to.cond(Cond::Any(one, two)));
    }
    ops.push(Op::Declare(register, low, high, Who::Me));
    let now = names.to.num(Num::Local(register));
    for ((name, _), number) in options.iter().zip(1..) {
        let number = names.value(number);
        let chosen = names.to.cond(Cond::Compare(now, Compare::Equal, number));
        names.bind(name, Bound::Option(chosen))?;
    }
    Ok(needed)
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
