//! The procedures of the game as small step machines.
//!
//! A procedure is a function from a suspended [`Frame`](crate::state::Frame) to one
//! [`Flow`](crate::duel::Flow). A step goes on for as long as nobody needs to be asked and no
//! other procedure has to run; it asks last, so that the duel is complete whenever somebody is asked.

mod at_once;
pub(crate) mod battle;
mod battle_damage;
pub(crate) mod chain;
mod choosing;
pub(crate) mod control;
mod counters;
mod dice;
pub(crate) mod equip_monster;
pub(crate) mod flip_summon;
pub(crate) mod gemini_summon;
mod giving;
pub(crate) mod grave_order;
pub(crate) mod hand_limit;
pub(crate) mod homeless_traps;
mod kept;
mod later;
pub(crate) mod lay_back;
mod moves;
mod negate;
pub(crate) mod one_type;
pub(crate) mod own_summon;
pub(crate) mod phase_check;
pub(crate) mod program;
mod raise;
pub(crate) mod replace;
pub(crate) mod return_to_field;
mod second_battle;
mod settle;
pub(crate) mod special_summon;
pub(crate) mod spell_set;
pub(crate) mod stay;
mod substitutes;
pub(crate) mod summon;
pub(crate) mod swap;
pub(crate) mod turn;
mod unseen;
pub(crate) mod unusable_zones;
pub(crate) mod window;

use bytemuck::Zeroable;

use crate::ids::{Handle, Player, byte_enum};
use crate::state::{Duel, Frame};

byte_enum! {
    /// Which step function a frame belongs to.
    pub(crate) enum Procedure {
        /// The turn and its phases; the frame at the bottom.
        Turn,
        /// Normal and Tribute Summon and Set.
        NormalSummon,
        /// An attack, from its declaration to the end of its Damage Step.
        Attack,
        /// Discarding down to the hand limit.
        HandLimit,
        /// A window for triggers and responses.
        Window,
        /// The making of a Chain Link.
        Link,
        /// The resolution of a Chain.
        Solve,
        /// A program of a card's effect.
        Program,
        /// What a phase brings.
        PhaseCheck,
        /// Special Summon by an effect.
        SpecialSummon,
        /// A change of control.
        Control,
        /// Setting a Spell or Trap.
        SpellSet,
        /// A Flip Summon that could be answered.
        FlipSummon,
        /// An exchange of control.
        Swap,
        /// A Special Summon in the monster's own way.
        OwnSummon,
        /// A monster that becomes an Equip Card.
        EquipMonster,
        /// A choice of zones that can't be used.
        UnusableZones,
        /// A destruction instead of which something else may happen.
        Replace,
        /// A monster that returns to the field.
        ReturnToField,
        /// A choice of the one Type of which a player keeps monsters.
        OneType,
        /// A destruction of monsters that may be placed in a Spell & Trap Zone.
        Stay,
        /// A Normal Summon of a Gemini monster that is on the field already.
        GeminiSummon,
        /// A Trap that was a monster and is laid back, or chooses the zone that it holds as a monster.
        LayBack,
        /// The order of cards that came to a Graveyard together.
        GraveOrder,
        /// A choice of Traps that were monsters and find no zone.
        HomelessTraps,
    }
}

impl Procedure {
    /// A frame of this procedure that a player begins with a card as it lies now.
    fn with_card(self, duel: &Duel, player: Player, card: Handle) -> Frame {
        Frame {
            procedure: self as u8,
            by: player.0,
            card: card.0,
            stamp: duel.stamp(card),
            ..Frame::zeroed()
        }
    }
}
