//! The things that a policy reads: measures, cards in the parts that they play, and facts.

use arrayvec::ArrayVec;
use duelfish_engine::CardCode;

/// Measures of a decision, and of each move.
pub const POLICY_NUMBERS: usize = 32;
/// Cards that a decision names.
const STATE_CARDS: usize = 48;
/// Cards that a move names.
const MOVE_CARDS: usize = 2;
/// Facts that are true of a decision or a move, at most.
const FACTS: usize = 16;

/// The part that a card plays in a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Role {
    /// It is Normal Summoned.
    Summoned,
    /// It is a monster that is Set.
    SetMonster,
    /// It is Set among Spells and Traps.
    SetSpell,
    /// It is activated from the hand.
    FromHand,
    /// It is activated on the field.
    OnField,
    /// It is activated elsewhere.
    Elsewhere,
    /// It is Special Summoned in its own way.
    SpecialSummoned,
    /// It attacks.
    Attacker,
    /// It is attacked.
    Attacked,
    /// It is flipped, turned or Summoned again.
    Turned,
    /// The player's own card on the field is chosen.
    ChosenOnField,
    /// The player's own card of the hand is chosen or discarded.
    ChosenInHand,
    /// The player's own card elsewhere is chosen.
    ChosenElsewhere,
    /// A card of the opponent is chosen.
    ChosenTheirs,
    /// It is Tributed or given back.
    Tributed,
    /// Its name is declared.
    Named,
    /// Its effect or Summon asks.
    Asks,
    /// Its effect is the last Chain Link, and the player's own.
    OwnLink,
    /// The same of the opponent.
    TheirLink,
    /// It is in the player's hand.
    InHand,
    /// It is the player's own, face-up on the field.
    Own,
    /// It is the player's own, Set.
    OwnSet,
    /// It is the opponent's, face-up on the field.
    Theirs,
}

impl Role {
    /// Number of roles.
    pub const COUNT: usize = Self::Theirs as usize + 1;
}

/// Where the facts of each kind begin in the list of all.
pub(super) const FROM_HOW: usize = 24;
pub(super) const FROM_VERBS: usize = FROM_HOW + 4;
pub(super) const FROM_EFFECTS: usize = FROM_VERBS + 40;
pub(super) const FROM_FORMS: usize = FROM_EFFECTS + 4;
pub(super) const FROM_EVENTS: usize = FROM_FORMS + 16;
/// Number of facts that may be true: the kind of the question, its purpose, the verb, and of an effect that is
/// activated its number, its form and the events that it brings.
pub const POLICY_FACTS: usize = FROM_EVENTS + u64::BITS as usize;

/// The measures, cards and facts of a decision, or of one of its moves.
#[derive(Clone, Debug)]
pub struct PolicyPart<const CARDS: usize> {
    /// Measures, in [`NUMBER_UNIT`](crate::net::NUMBER_UNIT)s.
    pub numbers: [i16; POLICY_NUMBERS],
    /// The numbers of the parts that cards play, and these cards.
    pub cards: ArrayVec<(u8, CardCode), CARDS>,
    /// Numbers of facts that are true.
    pub facts: ArrayVec<u8, FACTS>,
}

impl<const CARDS: usize> Default for PolicyPart<CARDS> {
    fn default() -> Self {
        Self { numbers: [0; POLICY_NUMBERS], cards: ArrayVec::new(), facts: ArrayVec::new() }
    }
}

impl<const CARDS: usize> PolicyPart<CARDS> {
    /// Names a card. Of a field with more cards than there is room for, the last ones are left out.
    pub(super) fn card(&mut self, role: Role, code: CardCode) {
        let _ = self.cards.try_push((role as u8, code));
    }

    /// States a fact. No effect brings more kinds of events than there is room for.
    pub(super) fn fact(&mut self, number: usize) {
        let _ = self.facts.try_push(number as u8);
    }

    pub(super) fn measure(&mut self, values: &[f32; POLICY_NUMBERS]) {
        for (number, value) in self.numbers.iter_mut().zip(values) {
            *number = (value * crate::net::NUMBER_UNIT) as i16;
        }
    }
}

/// A decision without its moves.
pub type PolicyState = PolicyPart<STATE_CARDS>;
/// A move.
pub type PolicyMove = PolicyPart<MOVE_CARDS>;
