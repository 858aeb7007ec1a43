//! The rows of compiled scripts: effects, how they are numbered, and the words that rows share. Questions,
//! numbers and conditions stand in `expressions`, steps in `op`.

use std::ops::Range;

use super::bits::{Events, Locations};
use super::ids::CondId;
use super::ids::NumId;
use super::ids::Program;
use super::ids::RecipeId;
use super::ids::TestId;
use super::operands::row_table;
use crate::catalogue::CardCode;
use crate::ids::Player;
use crate::rows::ids::SetRef;
use serde::{Deserialize, Serialize};

/// A player as an effect names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// Whose effect it is: the player who activated it, or who controls the card that has it.
    Me,
    /// The other one.
    Opponent,
    /// Both; where one after the other matters, the turn player first.
    Both,
}

/// Whose cards are looked at, seen from the effect's player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sides {
    /// That player's.
    Mine,
    /// The opponent's.
    Theirs,
    /// Both players'.
    Both,
}

/// How an effect turns a monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhoseTurn {
    /// To face-down Defense Position.
    FaceDown,
    /// To face-up Attack Position.
    Attack,
    /// To face-up Defense Position.
    Defense,
    /// To the other of the two face-up positions.
    Over,
    /// To face-up Defense Position, and Flip effects do not answer that.
    UpQuietly,
}

/// Where in a Deck a card is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeckEnd {
    /// Anywhere: the Deck is shuffled.
    Shuffled,
    /// On top.
    Top,
    /// At the bottom.
    Bottom,
}

/// Where the top cards of a Deck go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Away {
    /// To the Graveyard.
    ToGrave,
    /// Banished face-up.
    Banished,
    /// Banished face-down.
    BanishedDown,
}

/// The purpose for which cards are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    /// To be the targets of the effect: in the clause with this number (0 or 1).
    Target(u8),
    /// For the cost.
    Cost,
    /// For the cost, as Tributes.
    Tribute,
    /// While the effect resolves: no target. The number is the local set that receives them.
    Pick(u8),
}

/// The local set in which a [`Form::Later`] finds its planned cards.
pub const PLANNED_SET: u8 = 3;

impl How {
    /// The set that receives the chosen cards.
    pub const fn set(self) -> SetRef {
        match self {
            Self::Target(at) => SetRef::Targets(at),
            Self::Cost | Self::Tribute => SetRef::Cost,
            Self::Pick(at) => SetRef::Local(at),
        }
    }
}

/// By what a Pendulum Summon is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PendulumSummonKind {
    /// By the scales, once a turn (SU-06.2).
    Usual,
    /// By an effect, in addition to that: once a turn too, however many effects say so (SU-06.2a to 2d).
    More,
    /// By an effect that has just resolved: as often as there are such effects (SU-06.2e to 2h).
    AfterEffect,
}

row_table! {
    /// The demand on cards that are chosen together.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Goal {
        /// The materials of a Fusion Monster.
        Materials,
        /// The same, one of them a card that fits and that is written by name on the Fusion Monster.
        MaterialsWith(TestId),
        /// The same without substitutes.
        WrittenMaterials,
        /// The same as the first, but the monster is Summoned later, if at all.
        MaterialsBefore,
        /// Levels of so many or more together, without a card that is not needed for that.
        LevelsFrom(NumId),
        /// The same of cards that are paid for the monster's own way to be Special Summoned, itself among
        /// them if it comes to the Graveyard.
        PaidLevelsFrom(NumId),
        /// Levels of exactly so many together.
        Levels(NumId),
        /// The materials that the monster's own way of being Summoned from the Extra Deck asks for.
        Recipe(RecipeId),
        /// Any number of monsters that the scales of the effect's player allow, as many as there are
        /// zones.
        Pendulum(PendulumSummonKind),
    }
}

impl Goal {
    /// Whether it is about Fusion Materials.
    pub const fn is_of_fusion(self) -> bool {
        use Goal::{Materials, MaterialsBefore, MaterialsWith, WrittenMaterials};
        matches!(self, Materials | MaterialsWith(_) | WrittenMaterials | MaterialsBefore)
    }
}

/// How often an effect may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UseLimit {
    /// Which counter, together with the player; copies of a card share it for a limit by name.
    /// 0 means that there is no limit.
    pub group: u16,
    /// How often each turn.
    pub times: u8,
    /// Whether the limit belongs to the piece of cardboard and not to the name.
    pub per_card: bool,
    /// "Activate once": given back when the activation is negated. "Use once" is not.
    pub activation: bool,
    /// Whether it counts on when the card is turned face-down: for effects that turn it so.
    pub outlasts_turning: bool,
    /// Between which places the card may go without being counted anew.
    pub across: Across,
    /// When it is counted anew.
    pub span: LimitSpan,
}

/// Between which places a card may go without its uses being counted anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Across {
    /// It is counted anew wherever it goes.
    #[default]
    Nothing,
    /// Monster Zones and Spell & Trap Zones, all such effects of the card counting together: for Unions.
    Zones,
    /// Monster Zones and where it is banished.
    Banishment,
}

/// For how long uses of an effect are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LimitSpan {
    /// A turn.
    #[default]
    Turn,
    /// A battle, for each piece of cardboard.
    Battle,
    /// A Chain, for each piece of cardboard.
    Chain,
    /// The duel.
    Duel,
}

/// The kind of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// The activation of a Spell or Trap Card.
    Activate,
    /// Used in the own Main Phase in an open state (Spell Speed 1).
    Ignition,
    /// Answers an event; joins a Chain after it (Spell Speed 1).
    Trigger,
    /// Used whenever a player may respond (Spell Speed 2).
    Quick,
    /// How the monster can be Special Summoned without a Chain: its cost is paid, then it comes.
    Procedure,
    /// How the monster can be Normal Summoned or Set without Tributes: its body is done to it when
    /// it comes.
    Tributeless,
    /// How the monster can be Tribute Summoned face-up with another number of Tributes: its body is done to
    /// it when it comes.
    OtherTributes,
    /// An effect of the Tributes of the monster's Tribute Summon: its body is done to the monster
    /// when it comes, and the cards that were paid are the Tributes.
    Tributed,
    /// A demand on the player who Special Summons the monster in any way: its condition must hold,
    /// and its body is done as the monster comes.
    SummonCost,
    /// A demand on the player who Normal Summons the monster face-up: its condition must hold.
    NormalSummonCost,
    /// Something that may be done once without a Chain, because an effect said so.
    Offer,
    /// Happens by itself without a Chain: right after its event, or as an action of its phase.
    AtOnce,
    /// Something that will be done in a phase without a Chain, because an effect said so.
    Later,
    /// The player who holds it wins the duel when its condition is true.
    Win,
    /// An action that its player may take instead of the destruction that it answers.
    Instead,
}

/// The event that an effect answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct On {
    /// Bits of [`super::event_bit`]; 0 for effects that need no event.
    pub events: Events,
    /// Of the event's cards at least one must fit; the effect is about those that do.
    pub cards: TestId,
    /// Whose cards (or whose damage, whose Summon) it must be.
    pub sides: Sides,
    /// Only if the source is among the cards, or only if it isn't.
    pub itself: Option<bool>,
    /// Where the cards were before, as bits of [`super::location_bit`]; 0 for anywhere. For a link where its
    /// card was when it was activated.
    pub from: Locations,
    /// Of activations only those of cards, or only those of effects.
    pub of_card: Option<bool>,
    /// How a monster must have been Summoned.
    pub way: Way,
    /// The cause of the event, as bits of [`super::by_bit`], all of which must be met; 0 for
    /// anything.
    pub by: u8,
    /// The card that did it, if it is said which.
    pub doer: Option<Doer>,
    /// Of Special Summons not those by an effect of a card with this name.
    pub but_by: Option<CardCode>,
}

/// The card that did something: the one whose effect it was, or the monster for whose Summon others were
/// Tributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doer {
    /// It fits this.
    pub test: TestId,
    /// Whose effect it was.
    pub sides: Sides,
    /// Where the effect was activated, as bits of [`super::location_bit`]; 0 for anywhere.
    pub from: Locations,
}

/// How a monster was Summoned, as the number of the batch says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    /// Somehow.
    #[default]
    Any,
    /// Of Normal Summons only those with Tributes, of Special Summons only those that were as the
    /// monster's own text demands: a Synchro Monster Synchro Summoned, and so on.
    Properly,
    /// By a Pendulum Summon.
    ByPendulum,
    /// Of activations only those of monsters that were Special Summoned in the same turn.
    Newcomer,
}

impl Way {
    /// The number of the batch of a Pendulum Summon.
    pub const PENDULUM: i32 = 2;
    /// The bits of the number of a Special Summon that say its way; above them stands the card that made it, if
    /// an effect did, as one more than its number.
    pub const BITS: u32 = 2;

    /// Whether a Summon with this number was made so.
    pub const fn is_that_of(self, number: i32) -> bool {
        match self {
            // A link is no Summon.
            Self::Any | Self::Newcomer => true,
            Self::Properly => number != 0 && number != Self::PENDULUM,
            Self::ByPendulum => number == Self::PENDULUM,
        }
    }
}

/// One effect of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// Whose text it is.
    pub code: CardCode,
    /// Its number among the effects of that card, from 0.
    pub ordinal: u8,
    /// Its kind.
    pub form: Form,
    /// Spell Speed.
    pub speed: u8,
    /// For triggers: mandatory.
    pub must: bool,
    /// For optional triggers: "when ... you can", which misses its timing.
    pub misses: bool,
    /// Places from which it is used.
    pub from: Locations,
    /// Whether a trigger about the card itself is used only while the card is in one of these
    /// places, and not wherever the event left it.
    pub fixed_location: bool,
    /// For [`Form::Quick`]: whether it is used while the monster is face-down, and only then.
    pub face_down: bool,
    /// For a Quick Effect of a face-up card: the opponent of the card's controller may use it as well.
    pub by_either: bool,
    /// For an optional trigger that can't miss its timing: while it waits, more that sets it off is joined to what it
    /// waits for, and it is used once for all of that.
    pub gathers: bool,
    /// The players who can't respond while its activation is the last link of the Chain: its player's opponent, or both players.
    pub unanswered: Option<Who>,
    /// For [`Form::Procedure`]: whether the monster comes to the opponent's field.
    pub to_opponent: bool,
    /// For [`Form::Procedure`]: the positions in which it can come, as bits of [`super::position_bit`].
    pub positions: u8,
    /// For [`Form::Tributeless`]: whether the monster can only be Summoned so, and not Set.
    pub never_set: bool,
    /// For [`Form::AtOnce`] that acts as a link begins to resolve: whether its steps ask a player.
    pub asks: bool,
    /// For [`Form::OtherTributes`]: how many.
    pub tributes: u8,
    /// For [`Form::OtherTributes`]: which monsters these are.
    pub tributes_of: TestId,
    /// For [`Form::OtherTributes`]: whether the monster can also be Set so.
    pub also_set: bool,
    /// Usable in the Damage Step before damage calculation.
    pub in_damage_step: bool,
    /// Usable while damage is calculated.
    pub in_calculation: bool,
    /// Resolving changes the ATK or DEF of monsters.
    pub changes_values: bool,
    /// The event that it answers.
    pub on: On,
    /// For [`super::event_bit::PHASE`]: the phase, as the number of [`crate::ids::Phase`].
    pub phase: u8,
    /// The condition of its activation, beyond the needs of cost and targets.
    pub condition: CondId,
    /// The condition of its activation that was derived from cost, targets and body.
    pub possible: CondId,
    /// The same without what its cost needs: for an effect that becomes this one.
    pub possible_unpaid: CondId,
    /// Paid at activation, before targets are chosen.
    pub cost: Program,
    /// Chooses targets at activation.
    pub target: Program,
    /// Its steps when it resolves.
    pub body: Program,
    /// How often it may be used.
    pub limit: UseLimit,
    /// The events that resolving would bring, as bits of [`super::event_bit`], for cards that react
    /// to that.
    pub intends: Events,
}

impl Effect {
    /// The numbers of the effects of most cards.
    pub(crate) const OF_OTHERS: Range<u8> = 0..8;
    /// The numbers of the effects of a card that takes effects of others over.
    pub const OF_TAKER: Range<u8> = 8..12;

    /// For [`Form::Procedure`]: the player to whose field the monster comes, if this one Summons it.
    pub const fn side_of_own_way(&self, player: Player) -> Player {
        if self.to_opponent { player.other() } else { player }
    }
}

/// Something that may happen in a turn and that a card asks about later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watch {
    /// Bits of [`super::event_bit`].
    pub events: Events,
    /// Where the cards were before, as bits of [`super::location_bit`]; 0 for anywhere.
    pub from: Locations,
    /// The cards that count.
    pub test: TestId,
}
