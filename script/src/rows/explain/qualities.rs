//! The qualities of cards for which tests ask.

use super::names::KINDS;
use super::phrases::Phrases;
use super::words::{compared, named, stat, turned};
use crate::catalogue::{ATTRIBUTES, TYPES, kind};
use crate::rows::expressions::{RankUp, Test};
use crate::rows::ids::TestId;
use crate::rows::model::Who;
use crate::rows::modifier::ModKind;

impl Phrases<'_> {
    /// The test for a card, as words between commas. The families list all tests, so that one which
    /// is new is put into words, or this does not compile.
    pub(super) fn test(&self, id: TestId) -> String {
        let test = self.cards.scripts().test(id);
        match test {
            Test::Always => String::new(),
            Test::Not(inner) => self.denied(inner),
            Test::All(a, b) => format!("{}, {}", self.test(a), self.test(b)),
            Test::Any(a, b) => format!("{} or {}", self.side_of_or(a), self.side_of_or(b)),
            #[rustfmt::skip]
            Test::Kind(..) | Test::Type(..) | Test::Attribute(..) | Test::Printed(..)
            | Test::Stat(..) | Test::NameIs(..) | Test::TypeOf(..) | Test::Named(..)
            | Test::NamedLike(..) | Test::AttributeLike(..) | Test::Archetype(..) | Test::Modified(..) => self.identity(test),
            #[rustfmt::skip]
            Test::MaterialOf(..) | Test::ListedBy(..) | Test::Lists(..) | Test::In(..)
            | Test::EquippedTo(..) | Test::FitsHost(..) | Test::EquippedWith(..) | Test::AttachedTo(..) | Test::InColumnOf(..)
            | Test::RanksOver(..) | Test::CanRankUp(..) | Test::AttachedToSource
            | Test::PointedToBySource | Test::PointedBy(..) | Test::MadeWithSource | Test::Makeable(..) | Test::Paying(..)
            | Test::Such(..)
            => self.relation(test),
            #[rustfmt::skip]
            Test::LiesIn(..) | Test::SummonedFrom(..) | Test::IsMine | Test::FaceUp | Test::FaceDown | Test::InAttack
            | Test::InDefense | Test::InExtraZone | Test::Staying | Test::Turnable(..)
            => self.place(test),
            #[rustfmt::skip]
            Test::Equipped | Test::TakesUnion { .. } | Test::CoLinked | Test::HeldBySource | Test::IsNegated
            | Test::HighestRank | Test::CanHold(..) | Test::InDanger | Test::Targeting | Test::Attackable | Test::Targetable | Test::FusionMaterial | Test::FitsAnswered
            => state(test).to_owned(),
            #[rustfmt::skip]
            Test::WasFaceUp | Test::WasEquipped | Test::LeftDuly | Test::LeftSpecially | Test::WasMine | Test::IsDestroyedByBattle
            | Test::SummonedThisTurn | Test::SummonedAgain | Test::NormalSummonedOrFlipped
            | Test::Attacked | Test::AttackedDirectly | Test::Battled | Test::CameSpecially | Test::CameDuly => past(test).to_owned(),
            #[rustfmt::skip]
            Test::AllowsNormalSummon | Test::Summonable { .. } | Test::ProperlySummonable
            | Test::NormalSummonable | Test::TributeSummonable | Test::SummonableUp | Test::SummonableFreely
            | Test::Settable | Test::Becomable
            => summonability(test).to_owned(),
            #[rustfmt::skip]
            Test::Addable | Test::Banishable | Test::BanishableDown | Test::ReachesGrave
            | Test::ReachesHand | Test::LeavesFreely | Test::Sendable
            | Test::Takeable | Test::HasOwnersSpellZone | Test::Switchable | Test::Exchangeable
            | Test::Tributable | Test::NotKeptFromTribute | Test::Destructible => permission(test).to_owned(),
        }
    }

    /// A test that must not fit; brackets show how far the "not" reaches.
    fn denied(&self, id: TestId) -> String {
        match self.cards.scripts().test(id) {
            Test::Any(..) | Test::All(..) => format!("not ({})", self.test(id)),
            Test::Type(bits) if bits.count_ones() > 1 => format!("not ({})", self.test(id)),
            _ => format!("not {}", self.test(id)),
        }
    }

    /// A test that is joined with "or": one with commas gets brackets.
    fn side_of_or(&self, id: TestId) -> String {
        match self.cards.scripts().test(id) {
            Test::All(..) => format!("({})", self.test(id)),
            _ => self.test(id),
        }
    }

    /// A test of the kinds, values, names and modifiers of a card.
    fn identity(&self, test: Test) -> String {
        match test {
            Test::Kind(bits) => named(&KINDS, bits),
            Test::Type(bits) => named(&TYPES, bits),
            Test::Attribute(bits) => named(&ATTRIBUTES, u32::from(bits)),
            Test::Stat(what, compare, num) => {
                format!("{} {} {}", stat(what), compared(compare), self.num(num))
            }
            Test::NameIs(num) => format!("of the name in {}", self.num(num)),
            Test::TypeOf(num) => format!("of the Type in {}", self.num(num)),
            Test::Named(code) => format!("\"{}\"", self.cards.name(code)),
            Test::AttributeLike(set) => format!("of the Attribute of {}", self.set(set)),
            Test::NamedLike(set) => format!("named like {}", self.set(set)),
            Test::Archetype(number) => format!("of archetype {number:#x}"),
            Test::Modified(ModKind::HasEffectsOf) => "with effects of another card".to_owned(),
            Test::Modified(kind) => format!("one that {}", kind.phrase()),
            Test::Printed(kind::MONSTER) => "that is a Monster Card".to_owned(),
            Test::Printed(_) => "with an effect by what is printed".to_owned(),
            // Every other test is put into words elsewhere.
            _ => String::new(),
        }
    }

    /// A test of the relation of a card to other cards.
    fn relation(&self, test: Test) -> String {
        match test {
            Test::MaterialOf(set) => format!("material of {}", self.set(set)),
            Test::ListedBy(set) => format!("a material by name of {}", self.set(set)),
            Test::Lists(_) => "one that lists such a material by name".to_owned(),
            Test::In(set) => self.set(set),
            Test::Makeable(from, goal) => {
                format!("can be Summoned with {}", self.together(from, goal))
            }
            Test::Paying(cond) => format!("without which {}", self.cond(cond)),
            Test::Such(cond) => format!("such that {}", self.cond(cond)),
            Test::MadeWithSource => "can be Summoned with this card".to_owned(),
            Test::AttachedToSource => "attached to this card".to_owned(),
            Test::PointedToBySource => "one that this card points to".to_owned(),
            Test::PointedBy(from) => format!("to which one of these points: {}", self.select(from)),
            Test::EquippedTo(set) => format!("equipped to {}", self.set(set)),
            Test::FitsHost(set) => format!("able to be equipped to {}", self.set(set)),
            Test::InColumnOf(from) => format!("in the column of {}", self.select(from)),
            Test::AttachedTo(from) => format!("attached to {}", self.select(from)),
            Test::EquippedWith(from) => format!("equipped with {}", self.select(from)),
            Test::RanksOver(set, how) => format!("{} over {}", self.ranks(how), self.set(set)),
            Test::CanRankUp(how) => format!("over which one {} can come", self.ranks(how)),
            // Every other test is put into words elsewhere.
            _ => String::new(),
        }
    }

    /// A test of the place of a card and of how it lies there.
    fn place(&self, test: Test) -> String {
        match test {
            Test::IsMine => "yours".to_owned(),
            Test::FaceUp => "face-up".to_owned(),
            Test::FaceDown => "face-down".to_owned(),
            Test::InAttack => "in Attack Position".to_owned(),
            Test::InDefense => "in Defense Position".to_owned(),
            Test::SummonedFrom(locations) => {
                format!("Special Summoned from{}", self.locations(locations, " the"))
            }
            Test::LiesIn(locations) => format!("in{}", self.locations(locations, " the")),
            Test::Staying => "does not leave anyway".to_owned(),
            Test::Turnable(turn) => format!("can be turned {}", turned(turn)),
            Test::InExtraZone => "in an Extra Monster Zone".to_owned(),
            // Every other test is put into words elsewhere.
            _ => String::new(),
        }
    }

    /// The sets of which a card must be in one, if a test asks just that.
    pub(super) fn sets_joined(&self, id: TestId) -> Option<String> {
        match self.cards.scripts().test(id) {
            Test::In(set) => Some(self.set(set)),
            Test::Any(a, b) => {
                Some(format!("{} and {}", self.sets_joined(a)?, self.sets_joined(b)?))
            }
            _ => None,
        }
    }

    /// The parts of a test all of which must fit.
    pub(super) fn flatten(&self, id: TestId, into: &mut Vec<TestId>) {
        match self.cards.scripts().test(id) {
            Test::Always => {}
            Test::All(a, b) => {
                self.flatten(a, into);
                self.flatten(b, into);
            }
            _ => into.push(id),
        }
    }

    /// How an Xyz Monster compares with the one on top of which it is Summoned.
    fn ranks(&self, how: RankUp) -> String {
        let mut said = format!("{} Ranks higher", how.ranks());
        for (bit, what) in [(RankUp::SAME_TYPE, "Type"), (RankUp::SAME_ATTRIBUTE, "Attribute")] {
            if how.by & bit != 0 {
                said += &format!(" with the same {what}");
            }
        }
        format!("{said} ({})", self.test(how.test))
    }
}

/// A test of the state in which a card is.
const fn state(test: Test) -> &'static str {
    match test {
        Test::Equipped => "equipped with a card",
        Test::Attackable => "could be attacked by the attacking monster",
        Test::FusionMaterial => "can be a Fusion Material",
        Test::Targetable => "can be targeted",
        Test::FitsAnswered => "could be the target of what it answers",
        Test::InDanger => "would be destroyed by what it answers",
        Test::Targeting => "using an effect that targets",
        Test::CoLinked => "co-linked",
        Test::HeldBySource => "held by this card",
        Test::IsNegated => "negated",
        Test::TakesUnion { alone: true } => "equipped with no Union",
        Test::TakesUnion { alone: false } => "equipped with no Union that must be the only one",
        Test::HighestRank => "of the highest Rank",
        Test::CanHold(_) => "able to hold one more counter",
        // Every other test is put into words elsewhere.
        _ => "",
    }
}

/// A test of the past of a card.
const fn past(test: Test) -> &'static str {
    match test {
        Test::WasFaceUp => "face-up before it moved",
        Test::WasEquipped => "equipped when it left the field",
        Test::LeftDuly => "Summoned in the way of its kind before it left the field",
        Test::LeftSpecially => "Special Summoned before it left the field",
        Test::IsDestroyedByBattle => "destroyed by this battle",
        Test::WasMine => "yours before it moved",
        Test::SummonedThisTurn => "Normal or Special Summoned this turn",
        Test::NormalSummonedOrFlipped => "was Normal Summoned or turned face-up this turn",
        Test::Battled => "battled this turn",
        Test::Attacked => "declared an attack this turn",
        Test::AttackedDirectly => "declared a direct attack this turn",
        Test::CameSpecially => "Special Summoned",
        Test::CameDuly => "Summoned in the way of its kind",
        Test::SummonedAgain => "Normal Summoned again",
        // Every other test is put into words elsewhere.
        _ => "",
    }
}

/// A test that asks whether a card can be Summoned or Set.
const fn summonability(test: Test) -> &'static str {
    match test {
        Test::AllowsNormalSummon => "one that can be Normal Summoned or Set",
        Test::Summonable { by: Some(Who::Opponent), .. } => {
            "can be Special Summoned by your opponent"
        }
        Test::Summonable { .. } => "can be Special Summoned",
        Test::ProperlySummonable => "can be Special Summoned in a proper way",
        Test::Settable => "can be Set",
        Test::Becomable => {
            "could be activated now, its cost aside, and would come to the Graveyard"
        }
        Test::NormalSummonable => "can be Normal Summoned or Set",
        Test::TributeSummonable => "can be Tribute Summoned",
        Test::SummonableUp => "can be Normal Summoned",
        Test::SummonableFreely => "can be Normal Summoned without Tributes",
        // Every other test is put into words elsewhere.
        _ => "",
    }
}

/// A test that asks whether an effect can do something with a card.
const fn permission(test: Test) -> &'static str {
    match test {
        Test::Addable => "can be added to the hand",
        Test::Banishable => "can be banished",
        Test::BanishableDown => "can be banished face-down",
        Test::ReachesHand => "would come to the hand",
        Test::ReachesGrave => "would come to the Graveyard",
        Test::LeavesFreely => "nothing on it banishes when it leaves the field",
        Test::Sendable => "that can be sent to the Graveyard",
        Test::Takeable => "control of which can change",
        Test::HasOwnersSpellZone => "for which its owner has a Spell & Trap Zone",
        Test::Switchable => "its control can change",
        Test::Exchangeable => "it can be exchanged",
        Test::Tributable | Test::NotKeptFromTribute => "can be Tributed",
        Test::Destructible => "that effects can destroy",
        // Every other test is put into words elsewhere.
        _ => "",
    }
}
