//! The events of a duel, as rules, logs and bots hear of them.

use crate::ids::{BattlePosition, CardId, Location, MonsterZone, Phase, Player};
use crate::marks::rule;
use crate::outcome::Outcome;
use duelfish_script::{CardCode, Counter, EffectId};

/// Where a card is or was, as rules see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Whose place it is.
    pub player: Player,
    /// Which kind of place.
    pub location: Location,
    /// Zone number within that kind; 0 for piles.
    pub zone: u8,
    /// How the card lies there.
    pub position: BattlePosition,
}

/// Why a card moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// By the rules of the turn: a draw, for example.
    Rule,
    /// To be Normal Summoned.
    Summon,
    /// To be Set (SU-00.1: a Set is no Summon).
    Set,
    /// As a Tribute.
    Tribute,
    /// Destroyed by battle.
    Battle,
    /// Discarded for the hand limit (DF-70.ii: not an effect).
    HandLimit,
    /// To be activated: from the hand to the field.
    Activate,
    /// A Spell or Trap of a Chain that is over and does not stay on the field.
    ChainEnd,
    /// Destroyed by an effect.
    Destroyed,
    /// Destroyed by the rules: an Equip Card whose monster is gone, for example.
    RuleDestroyed,
    /// Moved by an effect, in no other way that has a name of its own.
    Effect,
    /// Discarded by an effect.
    Discarded,
    /// Sent, discarded or banished as a cost.
    Cost,
    /// As a material of a Summon.
    Material,
    /// To be Special Summoned by an effect.
    SpecialSummon,
    /// Control of it changed.
    Control,
    /// An old Field Spell makes room for a new one.
    Replaced,
    /// To be an Equip Card.
    Equip,
    /// To return to the field.
    Return,
}

/// A change of a duel that others may react to or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn began.
    Turn {
        /// Number of the turn, from 1.
        number: u16,
        /// Whose turn it is.
        player: Player,
    },
    /// A phase or step of the Battle Phase began.
    Phase(Phase),
    /// A card was drawn.
    Drew {
        /// The player who drew.
        player: Player,
        /// The card that was drawn.
        card: CardId,
    },
    /// A card changed its place.
    Moved {
        /// Which card.
        card: CardId,
        /// Where it was.
        from: Spot,
        /// Where it is.
        to: Spot,
        /// Why it moved.
        cause: Cause,
        /// The players who knew the card before or know it now, one bit for each.
        seen: u8,
    },
    /// A monster is being Normal Summoned: the moment in which the Summon could be negated.
    Summoning {
        /// Which monster.
        card: CardId,
        /// Number of Tributes paid.
        tributes: u8,
    },
    /// A monster was Normal Summoned.
    Summoned {
        /// Which monster.
        card: CardId,
    },
    /// A monster was Set.
    SetMonster {
        /// Which monster.
        card: CardId,
    },
    /// A Spell or Trap was Set.
    SetSpell {
        /// Which card.
        card: CardId,
    },
    /// A monster comes to the field by a Special Summon.
    SpecialSummoning {
        /// Which monster.
        card: CardId,
    },
    /// The monsters of one Special Summon are all on the field.
    SpecialSummoned,
    /// A player knows a card from now on without being shown it: one of a hand that lies open, or
    /// one that the player looks at to put it in another order.
    Noticed {
        /// Which card.
        card: CardId,
        /// By which player.
        by: Player,
    },
    /// A card of a Deck was shown to both players, from the top.
    Excavated {
        /// Which card.
        card: CardId,
    },
    /// A card or effect is being activated: a new Chain Link, before its cost is paid.
    Activating {
        /// Whose card.
        card: CardId,
        /// The player who activates it.
        player: Player,
        /// Which effect.
        effect: EffectId,
        /// Number of the Chain Link, from 1.
        link: u8,
    },
    /// A card became a target of the newest Chain Link.
    Targeted {
        /// Which card.
        card: CardId,
    },
    /// The activation of a Chain Link is complete.
    Activated {
        /// Number of the Chain Link.
        link: u8,
    },
    /// A Chain Link begins to resolve.
    Resolving {
        /// Number of the Chain Link.
        link: u8,
    },
    /// A Chain Link has resolved.
    Resolved {
        /// Number of the Chain Link.
        link: u8,
    },
    /// The activation of a Chain Link was negated.
    ActivationNegated {
        /// Number of the Chain Link.
        link: u8,
    },
    /// The effect of a Chain Link was negated.
    EffectNegated {
        /// Number of the Chain Link.
        link: u8,
    },
    /// Counters were placed on a card or removed from it.
    Counters {
        /// The card.
        card: CardId,
        /// Which counters.
        kind: Counter,
        /// How many were placed, or, below 0, removed.
        change: i8,
    },
    /// A player tossed coins.
    Tossed {
        /// That player.
        player: Player,
        /// How many.
        coins: u8,
        /// The results, the first coin in the lowest bit: 1 is heads.
        heads: u8,
    },
    /// A player rolled dice.
    Rolled {
        /// That player.
        player: Player,
        /// How many.
        dice: u8,
        /// The results from 1 to 6, the first die in the lowest three bits.
        results: u16,
    },
    /// The whole Chain has resolved.
    ChainEnded,
    /// A player took damage from an effect.
    Damaged {
        /// The player who lost Life Points.
        player: Player,
        /// How many.
        amount: i32,
    },
    /// A player gained Life Points.
    Gained {
        /// That player.
        player: Player,
        /// How many.
        amount: i32,
    },
    /// A player paid Life Points.
    Paid {
        /// That player.
        player: Player,
        /// How many.
        amount: i32,
    },
    /// A player lost Life Points by an effect that is no damage.
    LifeLost {
        /// That player.
        player: Player,
        /// How many are left.
        left: i32,
    },
    /// A card was equipped to a monster.
    Equipped {
        /// The Equip Card.
        card: CardId,
        /// The monster.
        host: CardId,
    },
    /// A player was shown a card.
    Revealed {
        /// Which card.
        card: CardId,
        /// The player who saw it.
        to: Player,
    },
    /// A number was declared.
    Declared {
        /// By whom.
        player: Player,
        /// Which.
        number: u8,
    },
    /// A card name was declared.
    DeclaredName {
        /// By whom.
        player: Player,
        /// Which: a row of the card table that has it.
        name: CardCode,
    },
    /// An Attribute was declared.
    DeclaredAttribute {
        /// By whom.
        player: Player,
        /// Which: its bit in the card table.
        attribute: u32,
    },
    /// A Type was declared.
    DeclaredType {
        /// By whom.
        player: Player,
        /// Which: its bit in the card table.
        race: u32,
    },
    /// A player uses what an effect allowed for this turn.
    UsedAllowed {
        /// That player.
        player: Player,
        /// Which effect.
        effect: EffectId,
    },
    /// A Deck was shuffled.
    Shuffled {
        /// Whose.
        player: Player,
    },
    /// A monster is being Flip Summoned.
    FlipSummoning {
        /// Which monster.
        card: CardId,
    },
    /// A monster was Flip Summoned.
    FlipSummoned {
        /// Which monster.
        card: CardId,
    },
    /// A monster on the field lies differently now.
    PositionChanged {
        /// Which monster.
        card: CardId,
        /// How it lay.
        from: BattlePosition,
        /// How it lies.
        to: BattlePosition,
    },
    /// An attack was declared.
    AttackDeclared {
        /// The attacking monster.
        attacker: CardId,
        /// The attacked monster; none for a direct attack.
        target: Option<CardId>,
    },
    /// The Damage Step began.
    DamageStepBegan,
    /// Damage was calculated.
    Battled {
        /// The attacking monster.
        attacker: CardId,
        /// The attacked monster; none for a direct attack.
        target: Option<CardId>,
        /// Whether battle destroyed the attacker.
        attacker_destroyed: bool,
        /// Whether battle destroyed the target.
        target_destroyed: bool,
    },
    /// A player lost Life Points in battle.
    BattleDamage {
        /// The player who lost them.
        player: Player,
        /// How many.
        amount: i32,
    },
    /// The Damage Step ended.
    DamageStepEnded,
    /// The duel ended.
    Over(Outcome),
}

/// A card as one player hears of it: its card code if that player may know it, and never which copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard(pub Option<CardCode>);

/// A place as both players see it: no number for cards of a hand, which has no order (DF-68).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicSpot {
    /// The Deck, whichever part of it.
    Deck(Player),
    /// The hand.
    Hand(Player),
    /// A Monster Zone.
    Monster(Player, MonsterZone),
    /// A Spell & Trap Zone, numbered from 0.
    Spell(Player, u8),
    /// The Field Zone.
    Field(Player),
    /// The Graveyard.
    Grave(Player),
    /// Banished.
    Banished(Player),
    /// The Extra Deck.
    Extra(Player),
    /// Attached to an Xyz Monster, or no place at all.
    Elsewhere,
}

impl From<Spot> for PublicSpot {
    fn from(spot: Spot) -> Self {
        let player = spot.player;
        match spot.location {
            Location::DeckRest | Location::DeckTop | Location::DeckBottom => Self::Deck(player),
            Location::Hand => {
                rule!("DF-68");
                Self::Hand(player)
            }
            Location::Monster => Self::Monster(player, MonsterZone(spot.zone)),
            Location::Spell | Location::Pendulum => Self::Spell(player, spot.zone),
            Location::Field => Self::Field(player),
            Location::Grave => Self::Grave(player),
            Location::Banished => Self::Banished(player),
            Location::Extra => Self::Extra(player),
            Location::Material | Location::Nowhere => Self::Elsewhere,
        }
    }
}

/// An [`Event`] as one player hears of it: without card ids, and without what that player may not
/// know. Monsters on the field are named by their zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicEvent {
    /// A turn began.
    Turn {
        /// Number of the turn, from 1.
        number: u16,
        /// Whose turn it is.
        player: Player,
    },
    /// A phase or step of the Battle Phase began.
    Phase(Phase),
    /// A card changed its place; draws are moves from the Deck to the hand.
    Moved {
        /// Which card, if the hearer may know.
        card: Heard,
        /// Where it was.
        from: PublicSpot,
        /// Where it is.
        to: PublicSpot,
        /// How it lies there.
        position: BattlePosition,
        /// Why it moved.
        cause: Cause,
    },
    /// A monster in this zone is being Normal Summoned, with so many Tributes.
    Summoning(PublicSpot, u8),
    /// The monster in this zone was Normal Summoned.
    Summoned(PublicSpot),
    /// The monster in this zone was Set.
    SetMonster(PublicSpot),
    /// The Spell or Trap in this zone was Set.
    SetSpell(PublicSpot),
    /// A monster comes to this zone by a Special Summon.
    SpecialSummoning(PublicSpot),
    /// The monsters of one Special Summon are all on the field.
    SpecialSummoned,
    /// A player activates a card that is here; number of the Chain Link.
    Activating(PublicSpot, Heard, Player, EffectId, u8),
    /// The card here became a target of the newest Chain Link; its card code, if the hearer may know
    /// it.
    Targeted(PublicSpot, Heard),
    /// The activation of this Chain Link is complete.
    Activated(u8),
    /// This Chain Link begins to resolve.
    Resolving(u8),
    /// This Chain Link has resolved.
    Resolved(u8),
    /// The activation of this Chain Link was negated.
    ActivationNegated(u8),
    /// Counters were placed on the card here, or, below 0, removed from it.
    Counters(PublicSpot, Counter, i8),
    /// A player tossed so many coins; the results, the first coin in the lowest bit.
    Tossed(Player, u8, u8),
    /// A player rolled so many dice; the results, the first die in the lowest three bits.
    Rolled(Player, u8, u16),
    /// The effect of this Chain Link was negated.
    EffectNegated(u8),
    /// The whole Chain has resolved.
    ChainEnded,
    /// A player took so much damage from an effect.
    Damaged(Player, i32),
    /// A player gained so many Life Points.
    Gained(Player, i32),
    /// A player paid so many Life Points.
    Paid(Player, i32),
    /// A player lost Life Points by an effect that is no damage, and has so many left.
    LifeLost(Player, i32),
    /// The card at the first place was equipped to the monster at the second.
    Equipped(PublicSpot, PublicSpot),
    /// A player was shown the card here; its card code, for that player.
    Revealed(PublicSpot, Heard, Player),
    /// A player knows the card here from now on; its card code, for that player.
    Noticed(PublicSpot, Heard, Player),
    /// A card of a player's Deck was shown to both, from the top.
    Excavated(Player, CardCode),
    /// A player declared a number.
    Declared(Player, u8),
    /// A player declared the name of this row of the card table.
    DeclaredName(Player, CardCode),
    /// A player declared the Attribute with this bit in the card table.
    DeclaredAttribute(Player, u32),
    /// A player declared the Type with this bit in the card table.
    DeclaredType(Player, u32),
    /// A player uses what an effect allowed for this turn.
    UsedAllowed(Player, EffectId),
    /// A player's Deck was shuffled.
    Shuffled(Player),
    /// The monster in this zone is being Flip Summoned.
    FlipSummoning(PublicSpot),
    /// The monster in this zone was Flip Summoned.
    FlipSummoned(PublicSpot),
    /// The monster in this zone lies differently now, and this is what it is.
    PositionChanged(PublicSpot, Heard, BattlePosition),
    /// An attack was declared, from a zone at a zone or directly.
    AttackDeclared(PublicSpot, Option<PublicSpot>),
    /// The Damage Step began.
    DamageStepBegan,
    /// Damage was calculated; whether the attacker and the target are destroyed.
    Battled(PublicSpot, Option<PublicSpot>, [bool; 2]),
    /// A player lost so many Life Points in battle.
    BattleDamage(Player, i32),
    /// The Damage Step ended.
    DamageStepEnded,
    /// The duel ended.
    Over(Outcome),
}
