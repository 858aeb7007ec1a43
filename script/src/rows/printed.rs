//! Whether a card of the table fits a test, as far as its printed facts tell: for names that are declared, and for
//! Tokens before they are there.

use super::expressions::{Num, Stat, Test};
use super::scripts::Scripts;
use crate::catalogue::Facts;
use crate::rows::ids::TestId;

impl Scripts {
    /// Whether printed facts fit; none if that depends on more than what is printed.
    pub fn fits_code(&self, test: TestId, facts: &Facts) -> Option<bool> {
        let again = |test| self.fits_code(test, facts);
        Some(match self.test(test) {
            Test::Always => true,
            Test::Not(a) => !again(a)?,
            Test::All(a, b) => match (again(a), again(b)) {
                (Some(false), _) | (_, Some(false)) => false,
                (a, b) => a? && b?,
            },
            Test::Any(a, b) => match (again(a), again(b)) {
                (Some(true), _) | (_, Some(true)) => true,
                (a, b) => a? || b?,
            },
            Test::Kind(bits) => facts.is_any(bits),
            Test::Type(bits) => facts.race & bits != 0,
            Test::Attribute(bits) => facts.attribute & bits != 0,
            Test::Archetype(number) => facts.is_of_archetype(number),
            Test::Stat(stat, compare, num) => {
                let value = match stat {
                    Stat::Atk => facts.atk,
                    Stat::Def => facts.def,
                    Stat::Level => i32::from(facts.level),
                    Stat::Scale => i32::from(facts.scales[0]),
                    Stat::Rank => facts.rank(),
                };
                let Num::Value(with) = self.num(num) else { return None };
                // A printed "?" compares with no number.
                value >= 0 && compare.holds(value, with)
            }
            _ => return None,
        })
    }
}
