//! Conditions that steps need before an effect can be activated.

use super::super::ast::{ActionText, CardVerb, Guard, Name, SetText, StepText};
use super::exprs::Names;
use crate::catalogue::kind;
use crate::rows::{
    Away, Compare, Cond, CondId, Locations, Num, NumId, Select, SelectId, Sides, Test, TestId, Who,
    location_bit, position_bit,
};

/// The demands of a verb on the cards that are looked for.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    test: Option<[Test; 1]>,
    /// A zone of this player for each.
    pub(super) zone: Option<Who>,
    /// One to which this card points.
    pub(super) pointed: bool,
    /// At least one card.
    pub(super) any: bool,
    /// Own monsters may be others that must be Tributed.
    pub(super) tribute: bool,
    /// The cards leave their place.
    pub(super) leaves: bool,
}

impl Wanted {
    pub(super) const fn nothing() -> Self {
        Self { test: None, zone: None, pointed: false, any: false, tribute: false, leaves: false }
    }

    /// At least one card that fits.
    pub(super) fn fitting(test: Option<Test>) -> Self {
        Self { test: test.map(|test| [test]), any: true, ..Self::nothing() }
    }

    pub(super) const fn control() -> Self {
        Self { test: Some([Test::Switchable]), any: true, ..Self::nothing() }
    }

    pub(super) const fn exchange() -> Self {
        Self { test: Some([Test::Exchangeable]), ..Self::control() }
    }

    pub(super) const fn by(verb: CardVerb) -> Self {
        let test = match verb {
            CardVerb::SpecialSummon(positions, by, _) => Some([summonable(positions, by)]),
            CardVerb::EquipWith | CardVerb::Attach => Some([Test::Takeable]),
            CardVerb::GiveControl => Some([Test::Takeable]),
            CardVerb::LayWithOwner => Some([Test::HasOwnersSpellZone]),
            CardVerb::Summon => Some([Test::NormalSummonable]),
            CardVerb::TributeSummon => Some([Test::TributeSummonable]),
            CardVerb::NormalSummon => Some([Test::SummonableUp]),
            CardVerb::SummonFreely => Some([Test::SummonableFreely]),
            CardVerb::SummonUsingSelf => Some([Test::MadeWithSource]),
            CardVerb::Turn(turn) => Some([Test::Turnable(turn)]),
            CardVerb::Set => Some([Test::Settable]),
            CardVerb::Become => Some([Test::Becomable]),
            CardVerb::SendToGrave => Some([Test::Sendable]),
            CardVerb::Banish | CardVerb::BanishForNow | CardVerb::DestroyAndBanish => {
                Some([Test::Banishable])
            }
            CardVerb::BanishDown => Some([Test::BanishableDown]),
            CardVerb::AddToHand | CardVerb::AddUnshown => Some([Test::Addable]),
            CardVerb::ToExtra | CardVerb::PlaceInPendulumZone => Some([Test::Kind(kind::PENDULUM)]),
            CardVerb::ReturnToHand | CardVerb::ToDeck(_) => Some([Test::Staying]),
            _ => None,
        };
        let tribute = matches!(verb, CardVerb::Tribute);
        let any = !matches!(
            verb,
            CardVerb::Show | CardVerb::Protect | CardVerb::Spare | CardVerb::ToField
        );
        let pointed = matches!(
            verb, CardVerb::SpecialSummon(positions, ..) if positions & position_bit::POINTED != 0
        );
        let leaves = matches!(
            verb,
            CardVerb::Tribute
                | CardVerb::SendToGrave
                | CardVerb::Discard
                | CardVerb::DiscardToGrave
                | CardVerb::Destroy
                | CardVerb::Banish
                | CardVerb::BanishDown
                | CardVerb::BanishForNow
                | CardVerb::ReturnToHand
                | CardVerb::ToDeck(_)
        );
        Self { test, zone: zone_for(verb), pointed, any, tribute, leaves }
    }

    /// The same for cards of these places: from the Extra Deck a monster may have a zone that others
    /// don't have (DF-21).
    pub(super) const fn among_locations(mut self, locations: Locations) -> Self {
        if let (Some([Test::Takeable]), 0) = (self.test, locations & location_bit::MONSTER) {
            // Only of a monster on the field it is asked whether control of it can change.
            self.test = None;
        }
        let mixed = locations & location_bit::EXTRA != 0 && locations != location_bit::EXTRA;
        if let (true, Some([Test::Summonable { by, positions }])) = (mixed, self.test) {
            self.test =
                Some([Test::Summonable { by, positions: positions | position_bit::HOUSED }]);
        }
        self
    }

    /// The same for cards of these places that are to be sent: only Decks may keep their cards.
    pub(super) const fn sent_from(mut self, locations: Locations) -> Self {
        if let (Some([Test::Sendable]), 0) = (self.test, locations & location_bit::DECK) {
            self.test = None;
        }
        self
    }

    /// Materials of these places that go to the Graveyard.
    pub(super) const fn materials(locations: Locations) -> Self {
        Self { test: Some([Test::Sendable]), ..Self::nothing() }.sent_from(locations)
    }

    /// The same for cards that must come to the Graveyard.
    pub(super) const fn arriving(self, must: bool) -> Self {
        if must { Self { test: Some([Test::ReachesGrave]), ..self } } else { self }
    }

    /// The same for cards that must come to the hand.
    pub(super) const fn returning(self, must: bool) -> Self {
        if must { Self { test: Some([Test::ReachesHand]), ..self } } else { self }
    }

    pub(super) fn tests(&self) -> &[Test] {
        self.test.as_ref().map_or(&[], |tests| tests)
    }
}

/// The test for a monster that is Special Summoned so.
pub(super) const fn summonable(positions: u8, by: Who) -> Test {
    if positions & position_bit::PROPERLY != 0 {
        return Test::ProperlySummonable;
    }
    Test::Summonable {
        by: Some(by),
        positions: positions & (position_bit::ALL | position_bit::ACROSS),
    }
}

/// The player to whose field a monster comes.
pub(super) const fn side_of(positions: u8, by: Who) -> Who {
    if positions & position_bit::ACROSS != 0 { Who::Opponent } else { by }
}

const fn zone_for(verb: CardVerb) -> Option<Who> {
    match verb {
        CardVerb::SpecialSummon(positions, by, _) => Some(side_of(positions, by)),
        _ => None,
    }
}

/// The demands of later steps on cards that are picked and named now.
pub(super) fn wanted_later(name: &Name, rest: &[StepText]) -> Wanted {
    for (at, step) in rest.iter().enumerate() {
        // A step that happens only as far as it can asks nothing of them.
        if step.guards.iter().any(|guard| matches!(guard, Guard::IfPossible)) {
            continue;
        }
        let about = |cards: &SetText| {
            is_called(cards, name) || (at == 0 && matches!(cards, SetText::It(_)))
        };
        match &step.action {
            ActionText::Cards(verb, cards) if about(cards) => return Wanted::by(*verb),
            ActionText::TakeControl(cards, _) if about(cards) => return Wanted::control(),
            ActionText::SwapControl(a, b) if about(a) || about(b) => return Wanted::exchange(),
            ActionText::Join(verb, cards, _) if about(cards) => return Wanted::by(*verb),
            _ => {}
        }
    }
    Wanted { any: true, ..Wanted::nothing() }
}

pub(super) fn is_called(cards: &SetText, name: &Name) -> bool {
    matches!(cards, SetText::Named(other) if other.text == name.text)
}

/// Whether both are the same name or word.
pub(super) fn is_same(a: &SetText, b: &SetText) -> bool {
    match (a, b) {
        (SetText::Named(a), SetText::Named(b)) => a.text == b.text,
        (SetText::Fixed(a, _), SetText::Fixed(b, _)) => a == b,
        (SetText::That(_), SetText::That(_)) => true,
        _ => false,
    }
}

/// Whether a player or chance still has to say which cards these are.
pub(super) const fn is_chosen(cards: &SetText) -> bool {
    !matches!(
        cards,
        SetText::Named(_)
            | SetText::It(_)
            | SetText::That(_)
            | SetText::Fixed(..)
            | SetText::Joined(..)
    )
}

pub(super) const fn can_be_paid(verb: CardVerb) -> bool {
    matches!(
        verb,
        CardVerb::Discard
            | CardVerb::DiscardToGrave
            | CardVerb::SendToGrave
            | CardVerb::Become
            | CardVerb::Banish
            | CardVerb::BanishDown
            | CardVerb::Tribute
            | CardVerb::ReturnToHand
            | CardVerb::Reveal
            | CardVerb::Show
            | CardVerb::ToDeck(_)
            | CardVerb::Turn(_)
    )
}

pub(super) fn sides_of(who: Who) -> impl Iterator<Item = Sides> {
    let mine = (who != Who::Opponent).then_some(Sides::Mine);
    let theirs = (who != Who::Me).then_some(Sides::Theirs);
    mine.into_iter().chain(theirs)
}

pub(super) fn deck(names: &mut Names<'_, '_>, sides: Sides) -> SelectId {
    let row = Select { sides, locations: location_bit::DECK, test: TestId(0), with_source: true };
    names.to.select(row)
}

/// That there are so many cards in the Deck which can go there.
pub(super) fn can_mill(
    names: &mut Names<'_, '_>,
    sides: Sides,
    amount: NumId,
    away: Away,
) -> CondId {
    let test = match away {
        Away::ToGrave => return has_deck(names, sides, amount),
        Away::Banished => names.to.test(Test::Banishable),
        Away::BanishedDown => names.to.test(Test::BanishableDown),
    };
    let row = Select { sides, locations: location_bit::DECK, test, with_source: true };
    let deck = names.to.select(row);
    let count = names.to.num(Num::Count(deck));
    names.to.cond(Cond::Compare(count, Compare::AtLeast, amount))
}

/// That there are so many cards in the Deck.
fn has_deck(names: &mut Names<'_, '_>, sides: Sides, amount: NumId) -> CondId {
    let deck = deck(names, sides);
    let count = names.to.num(Num::Count(deck));
    names.to.cond(Cond::Compare(count, Compare::AtLeast, amount))
}
