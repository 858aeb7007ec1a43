//! Cards and Chain Links as a player sees them.

use crate::event::PublicSpot;
use crate::ids::{BattlePosition, MonsterZone, Player};
use crate::state::Counters;
use duelfish_script::CardCode;

/// A monster on the field as a player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonsterView {
    /// Its card code; none for a face-down monster that the player may not look at.
    pub code: Option<CardCode>,
    /// How it lies.
    pub position: BattlePosition,
    /// Its current values; none when its card code is not known.
    pub values: Option<Values>,
    /// The owner of the card.
    pub owner: Player,
    /// It was Summoned this turn.
    pub summoned_this_turn: bool,
    /// The same, where the other player Summoned it and the rules ask who did
    /// (`Rules::others_may_turn_summoned`).
    pub summoned_by_other: bool,
    /// It was Set this turn.
    pub set_this_turn: bool,
    /// Its player changed its position or Flip Summoned it by hand this turn.
    pub repositioned: bool,
    /// It was turned face-up this turn, by whatever.
    pub flipped_this_turn: bool,
    /// Whether it was Summoned in its own way once, so that effects may revive it.
    pub proper: bool,
    /// It declared an attack this turn.
    pub attacked: bool,
    /// It attacked or was attacked this turn, and damage was calculated; only noted in duels in which a card
    /// asks for it.
    pub battled: bool,
    /// Its effects are negated.
    pub negated: bool,
    /// It is a Tuner by an effect, besides what is printed on it.
    pub made_tuner: bool,
    /// The counters on it.
    pub counters: Counters,
    /// How many turns have begun since it came to its zone, at most 4. A card of a position that was set up came at its
    /// beginning.
    pub turns_in_place: u8,
}

/// Current values of a monster on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    /// ATK in points.
    pub atk: i32,
    /// DEF in points.
    pub def: i32,
    /// Level.
    pub level: u8,
}

/// A card in a Spell & Trap Zone or the Field Zone as a player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpellView {
    /// Its card code; none for a face-down card that the player may not look at.
    pub code: Option<CardCode>,
    /// Whether it is face-up.
    pub face_up: bool,
    /// Its Pendulum Scale, if its zone is a Pendulum Zone because of it.
    pub scale: Option<u8>,
    /// The zone of the monster that it is equipped to.
    pub host: Option<(Player, MonsterZone)>,
    /// The owner of the card.
    pub owner: Player,
    /// It was Set this turn.
    pub set_this_turn: bool,
    /// Its effects are negated.
    pub negated: bool,
    /// The counters on it.
    pub counters: Counters,
    /// How many turns have begun since it came to its zone, at most 4. A card of a position that was set up came at its
    /// beginning.
    pub turns_in_place: u8,
}

/// A Chain Link as both players see it: an activation shows its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkView {
    /// The player who activated it.
    pub player: Player,
    /// The card whose effect it is.
    pub code: CardCode,
    /// The number of the effect among those of its card, from 0.
    pub effect: u8,
    /// Where the card was when it was activated.
    pub spot: PublicSpot,
}

impl MonsterView {
    /// Its flags, mostly of this turn, with the words that position files use.
    #[must_use]
    pub const fn flags(&self) -> [(bool, &'static str); 8] {
        [
            (self.summoned_this_turn, "summoned"),
            (self.summoned_by_other, "summoned-by-other"),
            (self.set_this_turn, "set"),
            (self.repositioned, "repositioned"),
            (self.attacked, "attacked"),
            (self.battled, "battled"),
            (self.flipped_this_turn, "flipped"),
            (self.proper, "proper"),
        ]
    }
}

impl SpellView {
    /// Its other flags, with the words that position files use.
    #[must_use]
    pub const fn flags(&self) -> [(bool, &'static str); 1] {
        [(self.set_this_turn, "set")]
    }
}
