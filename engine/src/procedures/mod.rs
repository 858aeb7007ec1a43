//! The procedures of the game as small step machines.
//!
//! A procedure is a function from a suspended [`Frame`](crate::state::Frame) to one
//! [`Flow`](crate::run::Flow). A step goes on for as long as nobody needs to be asked and no
//! other procedure has to run; it asks last, so that the duel is complete whenever somebody is asked.

mod adjust;
mod at_once;
pub(crate) mod battle;
mod battle_damage;
mod battle_lasting;
pub(crate) mod chain;
mod choosing;
pub(crate) mod control;
mod counters;
mod dice;
mod elsewhere;
pub(crate) mod equip_monster;
pub(crate) mod flip_summon;
pub(crate) mod gemini_summon;
mod giving;
pub(crate) mod grave_order;
mod hand_levels;
pub(crate) mod hand_limit;
pub(crate) mod homeless_traps;
mod kept;
mod lasting;
mod later;
pub(crate) mod lay_back;
mod moments;
mod moves;
mod negate;
pub(crate) mod one_type;
mod owed;
pub(crate) mod own_summon;
pub(crate) mod phase_check;
pub(crate) mod program;
mod raise;
mod react_asking;
pub(crate) mod replace;
pub(crate) mod return_to_field;
mod second_battle;
pub(crate) mod special_summon;
pub(crate) mod spell_set;
pub(crate) mod stay;
mod substitutes;
pub(crate) mod summon;
mod summon_limit;
pub(crate) mod swap;
mod threats;
mod ties;
mod tribute_ways;
mod tributed;
pub(crate) mod turn;
mod unseen;
pub(crate) mod unusable_zones;
pub(crate) mod window;
