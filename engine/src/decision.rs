//! Decisions and the actions that answer them.

use arrayvec::ArrayVec;

use crate::ids::{BattlePosition, Location, MonsterZone, NO_ZONE, Player, byte_enum};
use crate::limits::MAX_ACTIONS;
use duelfish_script::{CardCode, Catalogue};

byte_enum! {
    /// The kinds of questions that a player is asked.
    pub enum DecisionKind {
        /// Nothing: the duel is over or at work.
        None,
        /// The turn player may do anything that a Main Phase allows.
        Idle,
        /// The turn player may declare an attack or leave the Battle Step.
        Battle,
        /// Which monster to Tribute next.
        Tribute,
        /// Which zone to use.
        Zone,
        /// Which card of the hand to discard for the hand limit next.
        Discard,
        /// Whether to activate something here, and what: a response, a trigger, or what a phase
        /// brings. Where nothing may be passed over, passing is not among the answers.
        Respond,
        /// Which card to choose next, for an effect or its cost.
        Card,
        /// In which position a monster comes to the field.
        BattlePosition,
        /// Whether to do what an effect offers.
        Confirm,
        /// Which number to declare.
        Number,
        /// Whether to go on with an attack after the opponent's monsters changed, and at what
        /// (BA-21).
        Replay,
        /// Which Spell & Trap Zone to use.
        SpellZone,
        /// Which Type to declare.
        Type,
        /// Which card name to declare. The names that are listed are those of this duel's cards; any
        /// other that fits is legal too.
        Name,
        /// Which Attribute to declare.
        Attribute,
    }
}

/// The open question of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The player who is asked.
    pub player: Player,
    /// The question.
    pub kind: DecisionKind,
    /// How many more cards are to be chosen, this one included; 1 where no cards are counted.
    pub remaining: u8,
    /// Where several cards are chosen one at a time, zones or ordinals below this number are no
    /// longer offered: each further choice comes later in the canonical order. 0 elsewhere.
    pub from: u8,
}

byte_enum! {
    /// The kinds of [`Action`]s.
    pub enum Verb {
        /// Normal or Tribute Summon a card of the hand.
        Summon,
        /// Set a monster of the hand.
        Set,
        /// Flip Summon the monster in a zone.
        Flip,
        /// Change the position of the face-up monster in a zone.
        Reposition,
        /// Go to the Battle Phase.
        ToBattle,
        /// End the Battle Phase and go to Main Phase 2.
        ToMain2,
        /// End the turn.
        EndTurn,
        /// Attack from a zone, a monster or directly.
        Attack,
        /// Tribute the monster in a zone.
        Tribute,
        /// Use a zone.
        Zone,
        /// Discard a card of the hand.
        Discard,
        /// Activate a card or effect.
        Activate,
        /// Activate nothing.
        Pass,
        /// Choose a card.
        Choose,
        /// Choose no further card.
        Done,
        /// Yes.
        Yes,
        /// No.
        No,
        /// Declare a number.
        Number,
        /// Put the monster into this position.
        BattlePosition,
        /// Use a Spell & Trap Zone.
        SpellZone,
        /// Don't go on with the attack.
        Stop,
        /// Give the monster in a zone back, whose control ends now.
        GiveBack,
        /// Use what an effect allowed for this turn, without a Chain.
        Use,
        /// Special Summon a card of the hand or the Extra Deck in its own way.
        SpecialSummon,
        /// Declare a Type.
        Type,
        /// Declare a card name.
        Name,
        /// Normal Summon the Gemini monster in a zone again.
        GeminiSummon,
        /// Declare an Attribute.
        Attribute,
    }
}

/// A card where a player can point at it: no card id, and no more than the player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer {
    /// Whose place it is.
    pub player: Player,
    /// Which kind of place; the three parts of a Deck are all [`Location::DeckRest`] here.
    pub location: Location,
    /// The zone; in the hand, the Graveyard and the like the number of the card from 0 (oldest
    /// first); in a Deck its number among all its cards sorted by card code.
    pub index: u8,
}

impl Pointer {
    /// The Monster Zone, if the card is in one.
    #[must_use]
    pub const fn monster_zone(self) -> Option<MonsterZone> {
        match self.location {
            Location::Monster => MonsterZone::new(self.index),
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Spell
            | Location::Field
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material
            | Location::Pendulum => None,
        }
    }
}

/// One answer to a decision, packed into 32 bits: two zone or hand numbers, a verb, and one small
/// number more.
///
/// An action holds no card id. A card of the hand is named by its ordinal in the hand as its owner
/// sees it, everything else by its zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u32);

impl Action {
    pub(crate) const fn new(verb: Verb, first: u8, second: u8) -> Self {
        Self((verb as u32) << 16 | (second as u32) << 8 | first as u32)
    }

    pub(crate) const fn plain(verb: Verb) -> Self {
        Self::new(verb, 0, 0)
    }

    /// Summon the card with this ordinal in the hand.
    #[must_use]
    pub const fn summon(ordinal: u8) -> Self {
        Self::new(Verb::Summon, ordinal, 0)
    }

    /// Set the monster with this ordinal in the hand.
    #[must_use]
    pub const fn set(ordinal: u8) -> Self {
        Self::new(Verb::Set, ordinal, 0)
    }

    /// Set the monster with this ordinal in the hand in a Spell & Trap Zone, as a Spell.
    pub(crate) const fn set_as_spell(ordinal: u8) -> Self {
        Self(Self::set(ordinal).0 | 1 << 24)
    }

    /// Whether it Sets a monster as a Spell: its effect has the number 1.
    pub(crate) const fn is_set_as_spell(self) -> bool {
        matches!(self.verb(), Verb::Set) && self.effect() == 1
    }

    /// Special Summon the card with this ordinal in the hand in its own way.
    #[must_use]
    pub const fn special_summon(ordinal: u8) -> Self {
        Self::new(Verb::SpecialSummon, ordinal, 0)
    }

    /// Special Summon a card of another place than the hand in its own way, the one with this number
    /// among its effects.
    #[must_use]
    pub const fn special_summon_from(at: Pointer, effect: u8) -> Self {
        Self::pointing(Verb::SpecialSummon, at, effect & 15)
    }

    /// Flip Summon the monster in a zone.
    #[must_use]
    pub const fn flip(zone: MonsterZone) -> Self {
        Self::new(Verb::Flip, zone.0, 0)
    }

    /// Change the position of the monster in a zone.
    #[must_use]
    pub const fn reposition(zone: MonsterZone) -> Self {
        Self::new(Verb::Reposition, zone.0, 0)
    }

    /// Normal Summon the Gemini monster in a zone again.
    #[must_use]
    pub const fn gemini_summon(zone: MonsterZone) -> Self {
        Self::new(Verb::GeminiSummon, zone.0, 0)
    }

    /// Go to the Battle Phase.
    pub const TO_BATTLE: Self = Self::plain(Verb::ToBattle);
    /// End the Battle Phase and go to Main Phase 2.
    pub const TO_MAIN2: Self = Self::plain(Verb::ToMain2);
    /// End the turn.
    pub const END_TURN: Self = Self::plain(Verb::EndTurn);

    /// Attack with the monster in a zone, at a zone of the opponent or directly.
    #[must_use]
    pub const fn attack(from: MonsterZone, target: Option<MonsterZone>) -> Self {
        let at = match target {
            Some(zone) => zone.0,
            None => NO_ZONE,
        };
        Self::new(Verb::Attack, from.0, at)
    }

    /// Tribute the monster in a zone.
    #[must_use]
    pub const fn tribute(zone: MonsterZone) -> Self {
        Self::new(Verb::Tribute, zone.0, 0)
    }

    /// Tribute the opponent's monster in a zone, as an effect demands.
    #[must_use]
    pub const fn tribute_theirs(zone: MonsterZone) -> Self {
        Self::new(Verb::Tribute, zone.0, 1)
    }

    /// Whether it is about the opponent's zone and not the own one.
    #[must_use]
    pub const fn is_theirs(self) -> bool {
        matches!(self.verb(), Verb::Tribute | Verb::Zone | Verb::SpellZone)
            && self.0 >> 8 & 0xff == 1
    }

    /// Use a Monster Zone.
    #[must_use]
    pub const fn zone(zone: MonsterZone) -> Self {
        Self::new(Verb::Zone, zone.0, 0)
    }

    /// Use a Monster Zone of the opponent.
    #[must_use]
    pub const fn zone_theirs(zone: MonsterZone) -> Self {
        Self::new(Verb::Zone, zone.0, 1)
    }

    /// Discard the card with this ordinal in the hand.
    #[must_use]
    pub const fn discard(ordinal: u8) -> Self {
        Self::new(Verb::Discard, ordinal, 0)
    }

    /// Activate the effect with this number of a card. Several triggers of one effect that wait
    /// at the same time are told apart by `copy`.
    #[must_use]
    pub const fn activate(at: Pointer, effect: u8, copy: u8) -> Self {
        Self::pointing(Verb::Activate, at, effect & 15 | copy << 4)
    }

    /// Choose a card.
    #[must_use]
    pub const fn choose(at: Pointer) -> Self {
        Self::pointing(Verb::Choose, at, 0)
    }

    const fn pointing(verb: Verb, at: Pointer, third: u8) -> Self {
        let location = at.location as u8 | at.player.number() << 7;
        Self::new(verb, at.index, location).with_third(third)
    }

    const fn with_third(self, third: u8) -> Self {
        Self(self.0 | (third as u32) << 24)
    }

    /// Activate nothing.
    pub const PASS: Self = Self::plain(Verb::Pass);
    /// Choose no further card.
    pub const DONE: Self = Self::plain(Verb::Done);
    /// Yes.
    pub const YES: Self = Self::plain(Verb::Yes);
    /// No.
    pub const NO: Self = Self::plain(Verb::No);
    /// Don't go on with the attack.
    pub const STOP: Self = Self::plain(Verb::Stop);

    /// Declare a number.
    #[must_use]
    pub const fn number(number: u8) -> Self {
        Self::new(Verb::Number, number, 0)
    }

    /// Declare the Type with this bit in the card table.
    #[must_use]
    pub const fn declare_type(bit: u32) -> Self {
        Self::new(Verb::Type, bit.trailing_zeros() as u8, 0)
    }

    /// Declare the Attribute with this bit in the card table.
    #[must_use]
    pub const fn declare_attribute(bit: u32) -> Self {
        Self::new(Verb::Attribute, bit.trailing_zeros() as u8, 0)
    }

    /// The bit of the Type or Attribute that [`Verb::Type`] or [`Verb::Attribute`] declares.
    #[must_use]
    pub const fn declared_type(self) -> u32 {
        1 << (self.0 & 31)
    }

    /// Declare the name of this row of the card table.
    #[must_use]
    pub const fn declare_name(code: CardCode) -> Self {
        let [low, high] = code.row().to_le_bytes();
        Self::new(Verb::Name, low, high)
    }

    /// The card whose name [`Verb::Name`] declares; none for other actions, or for a row that the table does
    /// not have.
    #[must_use]
    pub fn declared_name(self, cards: &Catalogue) -> Option<CardCode> {
        if self.verb() == Verb::Name { cards.at(self.declared_row()) } else { None }
    }

    /// The row of the card table whose name [`Verb::Name`] declares.
    pub(crate) const fn declared_row(self) -> u16 {
        self.0 as u16
    }

    /// Put the monster into a position.
    #[must_use]
    pub const fn position(position: BattlePosition) -> Self {
        Self::new(Verb::BattlePosition, position as u8, 0)
    }

    /// Use a Spell & Trap Zone, numbered from 0.
    #[must_use]
    pub const fn spell_zone(zone: u8) -> Self {
        Self::new(Verb::SpellZone, zone, 0)
    }

    /// Use a Spell & Trap Zone of the opponent, numbered from 0.
    #[must_use]
    pub const fn spell_zone_theirs(zone: u8) -> Self {
        Self::new(Verb::SpellZone, zone, 1)
    }

    /// Give back the monster in a zone.
    #[must_use]
    pub const fn give_back(zone: MonsterZone) -> Self {
        Self::new(Verb::GiveBack, zone.0, 0)
    }

    /// Use the allowance with this number.
    #[must_use]
    pub const fn use_allowed(number: u8) -> Self {
        Self::new(Verb::Use, number, 0)
    }

    /// The kind of the action.
    #[must_use]
    pub const fn verb(self) -> Verb {
        Verb::from_byte((self.0 >> 16) as u8)
    }

    /// The ordinal of the card of the own hand that it is about.
    #[must_use]
    pub const fn ordinal(self) -> Option<u8> {
        match self.verb() {
            Verb::Summon | Verb::Set | Verb::Discard => Some(self.0 as u8),
            Verb::SpecialSummon if self.0 >> 8 & 0xff == 0 => Some(self.0 as u8),
            _ => None,
        }
    }

    /// The card that it activates, chooses or Special Summons from elsewhere than the hand.
    #[must_use]
    pub const fn pointer(self) -> Option<Pointer> {
        match self.verb() {
            Verb::SpecialSummon if self.0 >> 8 & 0xff == 0 => None,
            Verb::Activate | Verb::Choose | Verb::SpecialSummon => Some(Pointer {
                player: Player::of_bit((self.0 >> 15 & 1) as u8),
                location: Location::from_byte((self.0 >> 8 & 0x7f) as u8),
                index: self.0 as u8,
            }),
            _ => None,
        }
    }

    /// The number of the activated effect among those of its card.
    #[must_use]
    pub const fn effect(self) -> u8 {
        (self.0 >> 24 & 15) as u8
    }

    /// Which of several triggers of the same effect it is.
    #[must_use]
    pub const fn copy(self) -> u8 {
        (self.0 >> 28) as u8
    }

    /// The declared number, the Spell & Trap Zone, or the number of the allowance.
    #[must_use]
    pub const fn small_number(self) -> u8 {
        self.0 as u8
    }

    /// The position of [`Verb::BattlePosition`].
    #[must_use]
    pub const fn chosen_position(self) -> BattlePosition {
        BattlePosition::from_byte(self.0 as u8)
    }

    /// The player's own zone that it is about.
    #[must_use]
    pub const fn monster_zone(self) -> Option<MonsterZone> {
        match self.verb() {
            Verb::Flip
            | Verb::Reposition
            | Verb::Attack
            | Verb::Tribute
            | Verb::Zone
            | Verb::GiveBack
            | Verb::GeminiSummon => Some(MonsterZone(self.0 as u8)),
            _ => None,
        }
    }

    /// The zone that it attacks; none for a direct attack and for everything else.
    #[must_use]
    pub const fn target(self) -> Option<MonsterZone> {
        match (self.verb(), (self.0 >> 8) as u8) {
            (Verb::Attack, NO_ZONE) => None,
            (Verb::Attack, zone) => Some(MonsterZone(zone)),
            _ => None,
        }
    }

    /// Whether both are the same command, perhaps with another target: the same action, or attacks
    /// of the same monster.
    #[must_use]
    #[inline]
    pub const fn is_same_command(self, other: Self) -> bool {
        const TARGET: u32 = 0xff00;
        self.0 == other.0
            || ((self.0 ^ other.0) & !TARGET == 0 && self.0 >> 16 & 0xff == Verb::Attack as u32)
    }

    /// The packed form, for records.
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The action with this packed form, if there is one. Whether it is legal is another question.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        let verb = (bits >> 16 & 0xff) as usize;
        if verb < Verb::TABLE.len() { Some(Self(bits)) } else { None }
    }
}

/// The answers to a decision, in a fixed order: summons, Sets, flips and position changes by zone,
/// attacks by zone and target, then what ends the phase.
pub type Actions = ArrayVec<Action, MAX_ACTIONS>;

/// The meaning of an action, without the copy of the card that does it: equal for equal choices,
/// and the same in every duel that looks the same to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChoiceKey(pub u32);
