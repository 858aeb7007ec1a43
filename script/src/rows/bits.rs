//! Sets that compiled effects write as bits: places, events, facts that are read, positions, doers.

/// Places as bits of [`location_bit`].
pub type Locations = u16;

/// Events as bits of [`event_bit`].
pub type Events = u64;

/// Bits for the places where cards are looked for or effects are used from.
pub mod location_bit {
    /// The hand.
    pub const HAND: u16 = 1;
    /// The Deck, all of its parts.
    pub const DECK: u16 = 2;
    /// Monster Zones.
    pub const MONSTER: u16 = 4;
    /// Spell & Trap Zones.
    pub const SPELL: u16 = 8;
    /// Field Zones.
    pub const FIELD: u16 = 16;
    /// The Graveyard.
    pub const GRAVE: u16 = 32;
    /// Banished cards.
    pub const BANISHED: u16 = 64;
    /// The Extra Deck.
    pub const EXTRA: u16 = 128;
    /// Attached to monsters as Xyz Material.
    pub const MATERIAL: u16 = 256;
    /// Pendulum Zones. A card in one is in a Spell & Trap Zone too (CT-02.10f).
    pub const PENDULUM: u16 = 512;
    /// All zones of the field.
    pub const ON_FIELD: u16 = MONSTER | SPELL | FIELD | PENDULUM;
    /// All places but hands and the field.
    pub const ELSEWHERE: u16 = !(HAND | ON_FIELD);
}

/// Bits for what happened, as triggers and responses listen to it. One operation raises one batch
/// of each kind for all the cards that it concerns.
pub mod event_bit {
    /// A monster was Normal or Tribute Summoned.
    pub const SUMMONED: u64 = 1;
    /// A monster was Flip Summoned.
    pub const FLIP_SUMMONED: u64 = 1 << 1;
    /// Monsters were Special Summoned.
    pub const SPECIAL_SUMMONED: u64 = 1 << 2;
    /// A face-down monster was turned face-up.
    pub const FLIPPED: u64 = 1 << 3;
    /// A monster is about to be Normal Summoned: the moment for negating that (SU-00.2).
    pub const SUMMONING: u64 = 1 << 4;
    /// A monster is about to be Flip Summoned.
    pub const FLIP_SUMMONING: u64 = 1 << 5;
    /// A monster is about to be Special Summoned, not by an effect of a Chain.
    pub const SPECIAL_SUMMONING: u64 = 1 << 6;
    /// Cards were sent to the Graveyard.
    pub const SENT_TO_GRAVE: u64 = 1 << 7;
    /// Cards were added or returned to the hand, draws included.
    pub const TO_HAND: u64 = 1 << 8;
    /// Cards left the field.
    pub const LEFT_FIELD: u64 = 1 << 9;
    /// Cards were destroyed, by battle or by an effect.
    pub const DESTROYED: u64 = 1 << 10;
    /// Cards were discarded.
    pub const DISCARDED: u64 = 1 << 11;
    /// Monsters were Tributed.
    pub const TRIBUTED: u64 = 1 << 12;
    /// Cards were banished.
    pub const BANISHED: u64 = 1 << 13;
    /// Cards were drawn.
    pub const DREW: u64 = 1 << 14;
    /// A player took damage.
    pub const DAMAGED: u64 = 1 << 15;
    /// A player took battle damage.
    pub const BATTLE_DAMAGED: u64 = 1 << 16;
    /// A player took damage from an effect.
    pub const EFFECT_DAMAGED: u64 = 1 << 31;
    /// A player gained Life Points.
    pub const GAINED: u64 = 1 << 17;
    /// An attack was declared.
    pub const ATTACK: u64 = 1 << 18;
    /// A monster became the target of an attack.
    pub const ATTACKED: u64 = 1 << 19;
    /// Damage was calculated between two monsters, or between a monster and a player.
    pub const BATTLED: u64 = 1 << 20;
    /// A monster was destroyed by battle.
    pub const BATTLE_DESTROYED: u64 = 1 << 21;
    /// Monsters were changed from Attack Position to face-up Defense Position.
    pub const TO_DEFENSE: u64 = 1 << 30;
    /// Monsters were changed from face-up Defense Position to Attack Position.
    pub const TO_ATTACK: u64 = 1 << 43;
    /// Monsters changed their battle position.
    pub const REPOSITIONED: u64 = 1 << 22;
    /// A monster was Set.
    pub const MONSTER_SET: u64 = 1 << 23;
    /// A Spell or Trap was Set.
    pub const SPELL_SET: u64 = 1 << 24;
    /// Cards became targets of an effect.
    pub const TARGETED: u64 = 1 << 25;
    /// A card or effect was activated: the moment for negating that.
    pub const ACTIVATED: u64 = 1 << 26;
    /// Control of monsters changed.
    pub const CONTROL_CHANGED: u64 = 1 << 27;
    /// The Damage Step began, with the monsters that fight in it.
    pub const BATTLE_BEGAN: u64 = 1 << 48;
    /// The monsters of a battle are face-up and damage will be calculated next.
    pub const CONFIRMED: u64 = 1 << 49;
    /// Damage is being calculated: the last moment to change anything of it.
    pub const CALCULATING: u64 = 1 << 50;
    /// A monster inflicted battle damage to its controller's opponent.
    pub const INFLICTED: u64 = 1 << 51;
    /// A monster destroyed the one that it battled.
    pub const BATTLE_DESTROYING: u64 = 1 << 52;
    /// The Damage Step ends, with the monsters that fought in it.
    pub const BATTLE_ENDED: u64 = 1 << 53;
    /// A phase begins: the one whose number is in [`super::super::Effect::phase`].
    pub const PHASE_BEGAN: u64 = 1 << 55;
    /// Cards would be destroyed by battle or by an effect; only what happens instead answers that.
    pub const WOULD_BE_DESTROYED: u64 = 1 << 56;
    /// A monster was equipped with a card.
    pub const EQUIPPED: u64 = 1 << 54;
    /// Materials were detached from an Xyz Monster on the field: the monster.
    pub const DETACHED: u64 = 1 << 44;
    /// A player would take battle damage; only [`super::super::Form::Instead`] answers that.
    pub const WOULD_BE_HURT: u64 = 1 << 58;
    /// An effect would put cards into a Deck; only what happens instead answers that.
    pub const WOULD_GO_TO_DECK: u64 = 1 << 59;
    /// Monsters were Tributed for a Summon that has succeeded.
    pub const USED_AS_TRIBUTE: u64 = 1 << 57;
    /// Events of cards that may have left the field: of these a monster counts as it was there.
    pub const LEAVING: u64 = SENT_TO_GRAVE
        | TO_HAND
        | TO_DECK
        | LEFT_FIELD
        | DESTROYED
        | DISCARDED
        | TRIBUTED
        | USED_AS_TRIBUTE
        | BANISHED
        | BATTLE_DESTROYED;
    /// Cards were put into a Deck.
    pub const TO_DECK: u64 = 1 << 29;
    /// The phase whose number is in [`super::super::Effect::phase`]; never raised, but looked up when
    /// that phase is checked.
    pub const PHASE: u64 = 1 << 28;
    /// A link of the Chain is about to resolve; only what happens at once answers that.
    pub const RESOLVING: u64 = 1 << 40;
    /// A link of the Chain has resolved; only what happens at once answers that.
    pub const RESOLVED: u64 = 1 << 41;
    /// The activation of a Spell or Trap Card was negated, and it was its turn to resolve.
    pub const CARD_NEGATED: u64 = 1 << 42;
    /// Events of a link of the Chain: the batch's number is that of the link.
    pub const OF_LINKS: u64 = ACTIVATED | RESOLVING | RESOLVED;
    /// Events that something may prevent or replace.
    pub const OF_INSTEAD: u64 = WOULD_BE_DESTROYED | WOULD_BE_HURT | WOULD_GO_TO_DECK;
    /// Events of which it is known whether an effect did them, and whose.
    pub const OF_EFFECTS: u64 =
        LEAVING & !(BATTLE_DESTROYED | USED_AS_TRIBUTE) | WOULD_BE_DESTROYED | WOULD_GO_TO_DECK;
    /// Events of a Summon that can still be negated.
    pub const OF_SUMMONING: u64 = SUMMONING | FLIP_SUMMONING | SPECIAL_SUMMONING;
}

/// Bits for what a modifier's value depends on besides the monster itself, so that stored values
/// are derived anew when it changes.
pub mod reads_bit {
    /// Which cards are in Monster Zones, and how they lie.
    pub const MONSTERS: u16 = 1;
    /// Which cards are in Spell & Trap and Field Zones.
    pub const SPELLS: u16 = 2;
    /// Hands.
    pub const HANDS: u16 = 4;
    /// Graveyards.
    pub const GRAVES: u16 = 8;
    /// Life Points.
    pub const LIFE: u16 = 16;
    /// Banished cards.
    pub const BANISHED: u16 = 32;
    /// Turn and phase.
    pub const CLOCK: u16 = 64;
    /// The attack that is being made.
    pub const ATTACK: u16 = 128;
}

/// Positions in which a monster may be Special Summoned.
pub mod position_bit {
    /// Face-up Attack Position.
    pub const ATTACK: u8 = 1;
    /// Face-up Defense Position.
    pub const DEFENSE: u8 = 2;
    /// Face-down Defense Position.
    pub const SET: u8 = 4;
    /// No position: as the monster's own text demands, so that it is properly Summoned.
    pub const PROPERLY: u8 = 8;
    /// No position: only to zones that the source points to.
    pub const POINTED: u8 = 16;
    /// No position: to the field of the other player.
    pub const ACROSS: u8 = 32;
    /// No position: only those for which a zone is free from where they are.
    pub const HOUSED: u8 = 64;
    /// All bits that are positions.
    pub const ALL: u8 = ATTACK | DEFENSE | SET;
    /// Face-up, whichever the player likes.
    pub const FACE_UP: u8 = ATTACK | DEFENSE;
}

/// Bits for what did something to cards.
pub mod by_bit {
    /// An effect of a card.
    pub const EFFECT: u8 = 1;
    /// A card of the opponent of the player who controlled the cards before.
    pub const OPPONENT: u8 = 2;
    /// It was the cost of an effect that is being activated.
    pub const COST: u8 = 4;
    /// Battle, where cards would be destroyed.
    pub const BATTLE: u8 = 8;
    /// Of a Summon: the effect's player did it.
    pub const ME: u8 = 16;
    /// Of a Summon: the other player did it.
    pub const OTHER: u8 = 32;
}
