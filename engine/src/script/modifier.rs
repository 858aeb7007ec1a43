//! Lasting changes: the values and permissions that an effect changes, for whom, and until when.

use super::model::{Sides, Who};
use crate::script::ids::{CondId, NumId, TestId};

/// How long a modifier lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// While its source is face-up on the field.
    Source,
    /// Until the End Phase has ended; also gone when the monster leaves the field or is turned
    /// face-down.
    EndOfTurn,
    /// The same, but turned face-down the monster keeps it.
    EndOfTurnAnyway,
    /// Until the present Damage Step ends.
    EndOfDamage,
    /// While the monster stays face-up on the field.
    Forever,
    /// Until the End Phase, which ends control of monsters as an action of its own (FACT-E12).
    EndPhase,
    /// Until damage was calculated.
    EndOfCalculation,
    /// Until the Battle Phase has ended.
    EndOfBattle,
    /// As [`Until::Forever`], but it stays when the monster goes to the Graveyard, until it leaves
    /// that too.
    LeavesGrave,
    /// Until the Chain has ended.
    EndOfChain,
    /// Until the second End Phase from now has ended.
    TwoTurns,
    /// Until the third.
    ThreeTurns,
    /// Until the fourth.
    FourTurns,
    /// Until the fifth.
    FiveTurns,
    /// Until the next Standby Phase of the effect's player is over.
    OwnStandby,
    /// As [`Until::Source`], as long as the source has effects of another card.
    TakenOver,
    /// For a player: until the next Battle Phase of that player begins.
    NextBattle,
    /// Until the monsters of a Pendulum Summon immediately after an effect were chosen.
    Swing,
}

/// The value or permission that a modifier changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModKind {
    /// No modifier: an empty slot.
    None,
    /// ATK goes up or down by the value.
    Atk,
    /// DEF goes up or down by the value.
    Def,
    /// If battle would destroy it, a monster that is equipped to it is destroyed instead.
    EquipFallsInstead,
    /// It cannot be the target of card effects: of both players', or, with
    /// `ModKind::FOR_OPPONENT` as value, of the opponent's.
    CannotBeTargeted,
    /// It is turned to face-up Defense Position when it is in another face-up one.
    ForceDefense,
    /// Its position cannot be changed by its player.
    CannotReposition,
    /// It is not destroyed by battle.
    SurvivesBattle,
    /// It cannot attack.
    CannotAttack,
    /// If the player would Tribute a monster, this one must be Tributed, as if the player
    /// controlled it.
    MustBeTributed,
    /// The player has control of it.
    Control,
    /// It inflicts battle damage also to a monster in Defense Position.
    Piercing,
    /// It can attack directly.
    DirectAttack,
    /// It cannot attack directly.
    NoDirectAttack,
    /// It can make so many further attacks in each Battle Phase; of several the largest number
    /// counts.
    ExtraAttacks,
    /// It can attack each monster of the opponent once.
    AttacksAll,
    /// It must attack if it can.
    MustAttack,
    /// It cannot be attacked.
    CannotBeAttacked,
    /// Only it can be attacked.
    MustBeAttacked,
    /// No attack can be declared with it; one that is being made goes on.
    CannotDeclareAttack,
    /// It destroys itself.
    DestroysItself,
    /// Its control cannot change.
    KeepsControl,
    /// Battle does not destroy it so often each turn.
    SurvivesBattleTimes,
    /// Its effects are negated.
    Negated,
    /// Neither it nor its effects can be activated.
    CannotBeActivated,
    /// It changes sides as soon as that can be done: to the player who controls it by an effect, or
    /// to the player in the value.
    ControlDue,
    /// It is destroyed when the source leaves the field.
    FallsWithSource,
    /// It is destroyed when the source is destroyed.
    FallsIfSourceDestroyed,
    /// The source is destroyed when it is destroyed.
    TakesSourceAlong,
    /// The card cannot be activated; its effects can.
    CardCannotBeActivated,
    /// Remembers something for an effect of the same card.
    Marked,
    /// It is destroyed when an effect that targets it has resolved.
    DiesWhenTargeted,
    /// The player takes no battle damage.
    NoBattleDamage = ModKind::FIRST_OF_PLAYERS,
    /// The player cannot conduct a Battle Phase.
    NoBattlePhase,
    /// The player cannot declare an attack.
    NoAttacks,
    /// The player cannot activate cards with the name in the value, nor their effects.
    CannotActivateNamed,
    /// The player skips the Draw Phase.
    SkipsDraw,
    /// The player cannot banish cards from Graveyards.
    NoGraveBanishing,
    /// Effects that would move a card of the player's Graveyard to another place are negated.
    GraveStays,
    /// The player cannot Normal Summon.
    NoSummon,
    /// The player cannot Set monsters.
    NoMonsterSet,
    /// The player cannot Flip Summon.
    NoFlipSummon,
    /// The player cannot Special Summon, but by the effect that says so.
    NoSpecialSummon,
    /// Monster Zones that the player cannot use: how many at most, until they are chosen; then the
    /// zones themselves (see `state::zones`).
    ZonesUnusable,
    /// Effects that make the cards of the player's Graveyard stay there do not touch this
    /// Graveyard.
    GraveIsFree,
    /// For each card of the hand that the player Normal Summons, Special Summons, Sets or activates
    /// so many Life Points must be paid.
    HandFee,
    /// Its monsters come face-up only: a Normal Summon may be in Defense Position, what would be
    /// Special Summoned face-down is face-up, and none is turned face-down.
    FaceUpOnly,
    /// The player's hand lies open.
    OpenHand,
    /// It has attacked the monster with this handle (low byte) and stamp this turn: for
    /// [`ModKind::AttacksAll`].
    HasAttacked = ModKind::FIRST_NOTE,
    /// How many turns were counted on it.
    Turns,
    /// ATK becomes the value.
    SetAtk,
    /// DEF becomes the value.
    SetDef,
    /// Original ATK and DEF are exchanged.
    SwapBase,
    /// It is of this Type and no other.
    BecomesType,
    /// It is the target of the link with this number, or, with -1 (`ModKind::DIES_LATER`), was and dies
    /// once damage was calculated.
    IsTargeted,
    /// Its original ATK is the value.
    BaseAtk,
    /// Its original DEF is the value.
    BaseDef,
    /// All that goes up goes down and the other way round (Reverse Trap).
    ReverseChanges,
    /// It cannot be Tributed for a Tribute Summon or Set.
    NoTributeSummon,
    /// It cannot be Tributed at all.
    NoTribute,
    /// It can attack once more as long as no other monster attacks before.
    AttacksAgain,
    /// It is banished when it leaves the field, also while it is negated.
    BanishedWhenLeaving,
    /// The source is destroyed when it leaves the field, however that is.
    TakesSourceAlongAlways,
    /// Its controller can control only one face-up monster of its name.
    OnlyOne,
    /// The battle damage that it inflicts to its controller's opponent is the value.
    Inflicts,
    /// It can be Tributed as two monsters for the Summon of a monster that fits the test with the
    /// number in the value.
    DoubleTribute,
    /// It can attack only monsters that fit the test with the number in the value.
    AttacksOnly,
    /// Its player must pay so many Life Points to declare an attack with it.
    AttackFee,
    /// Effects of cards whose kind is among the bits in the value do nothing to it.
    Unaffected,
    /// If the link with the number in the value would destroy it, the source is destroyed instead.
    SavedBySource,
    /// Effects may move their own card out of the player's Graveyard though others have to stay there.
    LeavesGraveItself,
    /// It is banished when it leaves the field, but not while it is negated.
    BanishedUnlessNegated,
    /// A monster that it destroys by battle is banished instead of going to the Graveyard.
    BanishesByBattle,
    /// It does not die of being targeted by what would equip a card that has left its zone.
    SparedByGoneEquips,
    /// The player has so many Normal Summons and Sets in a turn.
    NormalSummons,
    /// Effects of cards do not destroy it.
    SurvivesEffects,
    /// It cannot be used as material of a Link Summon.
    NoLinkMaterial,
    /// If it is destroyed, its controller takes so much damage.
    HurtsWhenDestroyed,
    /// The player may Normal Summon one monster more.
    OneMoreSummon,
    /// The same, to a zone that the source points to; the source is not Tributed for it.
    OneMoreSummonThere,
    /// Battle damage that its controller would take from its battles is inflicted to the opponent.
    ReflectsBattleDamage,
    /// The value is remembered for an effect of the same card.
    Noted,
    /// It lies in the Graveyard as material of the Fusion Summon of the source, one of as many as the
    /// value says.
    MaterialOf,
    /// Its name is that of the print in the value.
    Renamed,
    /// Effects can't add cards of the player's Deck to the hand; drawing is no such thing.
    NoSearch,
    /// Cards that would go to the player's Graveyard and fit the test with the number in the value are
    /// banished instead.
    BanishedInstead,
    /// Its Level goes up or down by the value.
    Level,
    /// The player can control face-up monsters of one Type only.
    OneType,
    /// Neither the player's cards of the name in the value nor their effects can be used; those that are
    /// on the field already can.
    NameForbidden,
    /// The player may have all dice of one roll rolled again.
    MayReroll,
    /// The player wins at the end of the turn in which the value, which counts the turns that are left,
    /// comes to 0.
    VictoryIn,
    /// Its Pendulum Scale is the value.
    Scale,
    /// The player can Pendulum Summon only monsters that fit the test with the number in the value, also
    /// while the source is negated.
    PendulumsOnly,
    /// The player may Pendulum Summon once more, monsters that fit the test with the number in the value.
    OneMorePendulum,
    /// Its controller takes no battle damage from battles in which it fights.
    SparesBattleDamage,
    /// The battle damage that it inflicts to its controller's opponent is doubled.
    DoublesBattleDamage,
    /// Effects of the opponent do not destroy it so often each turn.
    SurvivesEffectsTimes,
    /// The player can't Set Spells or Traps.
    NoSpellSet,
    /// If it is destroyed in a Monster Zone, its controller may place it in a Spell & Trap Zone instead of
    /// it going to the Graveyard.
    StaysAsSpell,
    /// It has the effects of the print in the value too.
    HasEffectsOf,
    /// It is destroyed with the cards that are leaving, because the source leaves, or for its sake.
    /// This is a note of a moment in which a player is asked; the value is 1 if the source itself
    /// leaves.
    GoesAlong,
    /// The player takes so much damage when the cards that are leaving have left: a note as well.
    HurtThen,
    /// The number that the card keeps in mind as long as it stays: a note.
    Kept,
    /// If it would be destroyed, the source is destroyed instead; the value has bits of
    /// `ModKind::IN_BATTLE_ONLY` and `ModKind::NO_OTHER_UNION`.
    FallsForHost,
    /// The player skips the Battle Phase.
    SkipsBattle,
    /// A Gemini monster was Normal Summoned again on the field, or counts as if it was: it is an Effect
    /// Monster with its effects.
    SummonedAgain,
    /// The Type to which [`ModKind::OneType`] holds a player, as its bit: a note of that card.
    TypeKept,
    /// The player does not conduct the normal draw of the Draw Phase.
    NoNormalDraw,
    /// The player conducts the next Battle Phase twice.
    SecondBattle,
    /// The player has no second Battle Phase this turn.
    NoSecondBattle,
    /// A second Battle Phase of the player is to come, or goes on: a note.
    BattleNote,
    /// Effects can't make the player draw.
    NoDraw,
    /// The player can't Special Summon cards that fit the test with the number in the value.
    NoSpecialSummonOf,
    /// The player may Tribute Summon one monster more this turn.
    OneMoreTributeSummon,
    /// Its Pendulum Scale goes up or down by the value.
    ScaleChange,
    /// Effects of the cards of the player whose effect says so do not destroy it.
    SurvivesOwnEffects,
    /// The player can control face-up monsters of one Attribute only.
    OneAttribute,
    /// The Attribute to which [`ModKind::OneAttribute`] holds a player, as its bit: a note of that card.
    AttributeKept,
    /// Battle damage from its battles is inflicted to both players.
    HurtsBoth,
    /// A Trap that is a monster holds the Spell & Trap Zone with the number in the value, or will hold one: a
    /// note of the rules.
    HoldsZone,
    /// The player can activate no Spells and Traps and no effects of them, wherever they are.
    NoSpells,
    /// It is destroyed when the source leaves the field, if it fits the test with the number in the value then.
    FallsWithSourceIf,
}

const _: () =
    assert!((ModKind::FallsWithSourceIf as u32) < u128::BITS, "each kind has a bit of its own");

/// The bit of a kind of modifier among those that a duel has.
pub(crate) const fn kind_bit(kind: u8) -> u128 {
    1 << kind
}

impl ModKind {
    /// See [`kind_bit`].
    pub(crate) const fn bit(self) -> u128 {
        kind_bit(self as u8)
    }
}

impl ModKind {
    /// The kinds from this number on are for players. Those below have a bit in
    /// [`crate::state::Derived`].
    const FIRST_OF_PLAYERS: isize = 32;
    /// The kinds from this number on only note something or set a value: nothing asks whether they
    /// stand on a monster.
    const FIRST_NOTE: isize = 48;

    /// The value of a [`ModKind::CannotBeTargeted`] that holds for effects of both players.
    pub(crate) const FOR_ANYBODY: i32 = 0;
    /// The same for effects of the opponent only.
    pub(crate) const FOR_OPPONENT: i32 = 1;

    /// The bit in the value of a [`ModKind::Unaffected`] that counts only effects of the opponent.
    pub(crate) const OPPONENTS_ONLY: u32 = 1 << 31;

    /// A [`ModKind::FallsForHost`] that counts only in battle.
    pub(crate) const IN_BATTLE_ONLY: i32 = 1;
    /// A [`ModKind::FallsForHost`] of a Union that is the only one on its monster.
    pub(crate) const NO_OTHER_UNION: i32 = 2;
    /// The value of a [`ModKind::NoSpecialSummon`] that leaves all cards of its card's name.
    pub(crate) const BUT_BY_NAME: i32 = 1;

    /// The value of [`ModKind::IsTargeted`] after the link has resolved.
    pub(crate) const DIES_LATER: i32 = -1;

    /// Whether it comes with a number.
    pub(crate) const fn has_value(self) -> bool {
        matches!(
            self,
            Self::Atk
                | Self::Def
                | Self::BaseAtk
                | Self::BaseDef
                | Self::SetAtk
                | Self::SetDef
                | Self::BecomesType
                | Self::ExtraAttacks
                | Self::SurvivesBattleTimes
                | Self::ZonesUnusable
                | Self::Inflicts
                | Self::HandFee
                | Self::AttackFee
                | Self::NormalSummons
                | Self::HurtsWhenDestroyed
                | Self::Noted
                | Self::Renamed
                | Self::HasEffectsOf
                | Self::Level
                | Self::NameForbidden
                | Self::VictoryIn
                | Self::Scale
                | Self::ScaleChange
                | Self::SurvivesEffectsTimes
        )
    }

    /// Whether its value is the number of a test.
    pub(crate) const fn has_test(self) -> bool {
        matches!(
            self,
            Self::DoubleTribute
                | Self::FallsWithSourceIf
                | Self::AttacksOnly
                | Self::BanishedInstead
                | Self::PendulumsOnly
                | Self::OneMorePendulum
                | Self::NoSpecialSummonOf
        )
    }

    /// Whether it is for players and not for monsters.
    pub(crate) const fn is_of_players(self) -> bool {
        (self as isize >= Self::FIRST_OF_PLAYERS && (self as isize) < Self::FIRST_NOTE)
            || matches!(
                self,
                Self::LeavesGraveItself
                    | Self::NormalSummons
                    | Self::OneMoreSummon
                    | Self::OneMoreSummonThere
                    | Self::NoSearch
                    | Self::BanishedInstead
                    | Self::OneType
                    | Self::NameForbidden
                    | Self::MayReroll
                    | Self::VictoryIn
                    | Self::PendulumsOnly
                    | Self::OneMorePendulum
                    | Self::NoSpellSet
                    | Self::NoSpells
                    | Self::SkipsBattle
                    | Self::NoNormalDraw
                    | Self::SecondBattle
                    | Self::NoSecondBattle
                    | Self::NoDraw
                    | Self::NoSpecialSummonOf
                    | Self::OneMoreTributeSummon
                    | Self::OneAttribute
            )
    }
}

/// The cards or the player that a modifier applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One monster.
    Card,
    /// The monster that the source is equipped to.
    Host,
    /// All monsters on these sides that fit; face-down ones never do.
    Field(Sides, TestId),
    /// The same, face-down ones too.
    EvenFaceDown(Sides, TestId),
    /// A player.
    Player(Who),
    /// All Spells and Traps on these sides that fit, on the field or in the hand.
    Spells(Sides, TestId),
    /// All cards in the hands of these sides that fit.
    InHand(Sides, TestId),
}

/// A modifier that stands as long as its source is face-up on the field and not negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Static {
    /// The value or permission that it changes.
    pub kind: ModKind,
    /// The cards or the player that it applies to.
    pub scope: Scope,
    /// By how much, where that means something.
    pub value: NumId,
    /// See [`super::reads_bit`].
    pub reads: u16,
    /// It holds only while this is true.
    pub when: CondId,
    /// It stands while the card is in a Pendulum Zone; other ones while it is elsewhere on the field.
    pub in_pendulum_zone: bool,
}
