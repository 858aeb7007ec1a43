//! Modifiers: the change that each of them makes, and for whom.

use super::phrases::Phrases;
use super::words;
use crate::catalogue::{ATTRIBUTES, kind};
use crate::rows::expressions::Num;
use crate::rows::ids::{NumId, TestId};
use crate::rows::modifier::{ModKind, Operand, Scope};

impl Phrases<'_> {
    /// The cards or players that a modifier is for.
    pub(super) fn scope(&self, scope: Scope) -> String {
        match scope {
            Scope::Card => "this card".to_owned(),
            Scope::Host => "the equipped monster".to_owned(),
            Scope::Player(who) => words::player(who).to_owned(),
            Scope::Field(sides, test) | Scope::EvenFaceDown(sides, test) => {
                let qualities = if test == TestId(0) {
                    String::new()
                } else {
                    format!(" ({})", self.test(test))
                };
                let all = if matches!(scope, Scope::Field(..)) { "face-up " } else { "" };
                format!("every {all}monster{}{qualities}", words::controller(sides))
            }
            Scope::InHand(sides, test) => {
                let qualities = self.test(test);
                format!("every card in the hand{} ({qualities})", words::owner(sides))
            }
            Scope::Spells(sides, test) => {
                let qualities = self.test(test);
                format!("every card{} ({qualities})", words::owner(sides))
            }
        }
    }

    fn becomes_type(&self, kind: ModKind, value: NumId) -> String {
        match self.cards.scripts().num(value) {
            Num::Value(bits) => format!("is of the Type {}", words::types(bits.cast_unsigned())),
            _ => kind.phrase().to_owned(),
        }
    }

    /// The Level as material of the monster that is Summoned.
    fn synchro_level(&self, value: NumId) -> String {
        let level = self.num(value).replace("each of them", "the Synchro Monster");
        format!("has as Synchro Material {level}")
    }

    /// The change that a modifier makes, as a verb with its object.
    pub(super) fn change(&self, kind: ModKind, value: NumId) -> String {
        let by = |what: &str| match self.cards.scripts().num(value) {
            Num::Value(value) => format!("has {value:+} {what}"),
            _ => format!("has +({}) {what}", self.num(value)),
        };
        match kind {
            ModKind::Atk => by("ATK"),
            ModKind::Def => by("DEF"),
            ModKind::Level => by("Level"),
            ModKind::SetAtk => format!("has {} ATK", self.num(value)),
            ModKind::CoversAtk => {
                format!("has {} ATK, over all that it was given,", self.num(value))
            }
            ModKind::SetDef => format!("has {} DEF", self.num(value)),
            ModKind::SetLevel => format!("has Level {}", self.num(value)),
            ModKind::AttacksWith | ModKind::NoBattleDamageWith => {
                format!("{} {}", kind.phrase(), self.num(value))
            }
            ModKind::SynchroLevel => self.synchro_level(value),
            ModKind::BecomesAttribute | ModKind::AddsAttribute => self.attribute(kind, value),
            ModKind::BecomesType => self.becomes_type(kind, value),
            ModKind::ExtraAttacks | ModKind::ExtraMonsterAttacks => by(attacks(kind)),
            ModKind::FirstSurviveBattle => {
                let times = self.num(value);
                format!(
                    "is not destroyed by battle if it is one of the first {times} of all each turn"
                )
            }
            ModKind::SurvivesBattleTimes => {
                format!("is not destroyed by battle {} times a turn", self.num(value))
            }
            ModKind::BaseAtk => format!("has an original ATK of {}", self.num(value)),
            ModKind::AttackFee => {
                format!("costs its player {} Life Points for each attack", self.num(value))
            }
            ModKind::BaseDef => format!("has an original DEF of {}", self.num(value)),
            ModKind::CannotBeTargeted
                if self.cards.scripts().num(value) == Num::Value(ModKind::FOR_OPPONENT) =>
            {
                "can't be targeted by your opponent's card effects".to_owned()
            }
            ModKind::ZonesUnusable => {
                format!("can't use up to {} free Monster Zones of your choice", self.num(value))
            }
            ModKind::Unaffected => self.unaffected(value),
            ModKind::Renamed
            | ModKind::HasEffectsOf
            | ModKind::NameForbidden
            | ModKind::NamesNegated => {
                format!("{} {}", kind.phrase(), self.name(value))
            }
            other if other.operand() == Operand::Test => self.of_those(other, value),
            other => other.phrase().to_owned(),
        }
    }

    /// By effects of which cards it is unaffected.
    fn unaffected(&self, value: NumId) -> String {
        let kind = self.kind_of_cards(value);
        let bits = match self.cards.scripts().num(value) {
            Num::Value(bits) => bits.cast_unsigned(),
            _ => 0,
        };
        let whose = if bits & ModKind::OPPONENTS_ONLY != 0 { " of your opponent" } else { "" };
        let other = if bits & ModKind::OTHERS_ONLY != 0 {
            "other "
        } else if bits & ModKind::NOT_ITSELF != 0 {
            "other than its own of "
        } else {
            ""
        };
        format!("{} {other}{kind}{whose}", ModKind::Unaffected.phrase())
    }

    fn kind_of_cards(&self, value: NumId) -> &'static str {
        match self.cards.scripts().num(value) {
            Num::Value(bits) if bits.cast_unsigned() & kind::TRAP != 0 => "Traps",
            Num::Value(bits) if bits.cast_unsigned() & kind::SPELL != 0 => "Spells",
            _ => "monsters",
        }
    }

    /// A change of the Attribute.
    fn attribute(&self, kind: ModKind, value: NumId) -> String {
        let too = if kind == ModKind::AddsAttribute { "also " } else { "" };
        match self.cards.scripts().num(value) {
            Num::Value(bits) => {
                let named = words::named(&ATTRIBUTES, bits.cast_unsigned());
                format!("is {too}of the Attribute {named}")
            }
            _ => kind.phrase().to_owned(),
        }
    }

    /// A modifier that is about cards which fit a test.
    fn of_those(&self, kind: ModKind, value: NumId) -> String {
        let Num::Value(test) = self.cards.scripts().num(value) else {
            return kind.phrase().to_owned();
        };
        let those = self.test(TestId(test as u16));
        match kind {
            ModKind::OneMoreSummon | ModKind::OneMoreTributeSummon if those.is_empty() => {
                kind.phrase().to_owned()
            }
            ModKind::OneMoreSummon | ModKind::OneMoreTributeSummon => {
                format!("{} ({those})", kind.phrase())
            }
            _ => format!("{} {those}", kind.phrase()),
        }
    }

    /// The name that a number stands for: a card's, or that of cards which the number tells.
    fn name(&self, value: NumId) -> String {
        match self.cards.scripts().num(value) {
            Num::Value(row) => {
                let code = u16::try_from(row).ok().and_then(|row| self.cards.at(row));
                code.map_or("no card".to_owned(), |code| format!("\"{}\"", self.cards.name(code)))
            }
            _ => self.num(value),
        }
    }
}

/// The attacks of which a monster has more.
const fn attacks(kind: ModKind) -> &'static str {
    match kind {
        ModKind::ExtraMonsterAttacks => "attacks on monsters in each Battle Phase",
        _ => "attacks in each Battle Phase",
    }
}
