//! Lasting changes: the values and permissions that an effect changes, for whom, and until when.

use super::model::{Sides, Who};
use crate::rows::ids::{CondId, NumId, TestId};

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
    PendulumSummonChosen,
}

/// Declares the kinds of modifiers, each with its subject and the meaning of its value.
macro_rules! mod_kinds {
    ($($(#[$doc:meta])+ $kind:ident: $subject:ident $operand:ident,)+) => {
        /// A kind of modifier: the value or permission that it changes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ModKind {
            $($(#[$doc])+ $kind,)+
        }

        impl ModKind {
            const fn row(self) -> (Subject, Operand) {
                match self {
                    $(Self::$kind => (Subject::$subject, Operand::$operand),)+
                }
            }

            /// How many kinds there are.
            const COUNT: usize = [$(Self::$kind),+].len();
        }
    };
}

mod_kinds! {
    /// No modifier: an empty slot.
    None: Note Nothing,
    /// ATK goes up or down by the value.
    Atk: Monster Number,
    /// DEF goes up or down by the value.
    Def: Monster Number,
    /// If battle would destroy it, a monster that is equipped to it is destroyed instead.
    EquipFallsInstead: Monster Nothing,
    /// It cannot be the target of card effects: of both players', or, with
    /// `ModKind::FOR_OPPONENT` as value, of the opponent's.
    CannotBeTargeted: Monster Nothing,
    /// It is turned to face-up Defense Position when it is in another face-up one.
    ForceDefense: Monster Nothing,
    /// Its position cannot be changed by its player.
    CannotReposition: Monster Nothing,
    /// It is not destroyed by battle.
    SurvivesBattle: Monster Nothing,
    /// It cannot attack.
    CannotAttack: Monster Nothing,
    /// If the player would Tribute a monster, this one must be Tributed, as if the player
    /// controlled it.
    MustBeTributed: Monster Nothing,
    /// The player has control of it.
    Control: Monster Nothing,
    /// It inflicts battle damage also to a monster in Defense Position.
    Piercing: Monster Nothing,
    /// It can attack directly.
    DirectAttack: Monster Nothing,
    /// It cannot attack directly.
    NoDirectAttack: Monster Nothing,
    /// It can make so many further attacks in each Battle Phase; of several the largest number
    /// counts.
    ExtraAttacks: Monster Number,
    /// It can attack each monster of the opponent once.
    AttacksAll: Monster Nothing,
    /// It must attack if it can.
    MustAttack: Monster Nothing,
    /// It cannot be attacked.
    CannotBeAttacked: Monster Nothing,
    /// Only it can be attacked.
    MustBeAttacked: Monster Nothing,
    /// No attack can be declared with it; one that is being made goes on.
    CannotDeclareAttack: Monster Nothing,
    /// It destroys itself.
    DestroysItself: Monster Nothing,
    /// Its control cannot change.
    KeepsControl: Monster Nothing,
    /// Battle does not destroy it so often each turn.
    SurvivesBattleTimes: Monster Number,
    /// Its effects are negated.
    Negated: Monster Nothing,
    /// Neither it nor its effects can be activated.
    CannotBeActivated: Monster Nothing,
    /// It changes sides as soon as that can be done: to the player who controls it by an effect, or
    /// to the player in the value.
    ControlDue: Note Nothing,
    /// It is destroyed when the source leaves the field.
    FallsWithSource: Monster Nothing,
    /// It is destroyed when the source is destroyed.
    FallsIfSourceDestroyed: Monster Nothing,
    /// The source is destroyed when it is destroyed.
    TakesSourceAlong: Monster Nothing,
    /// The card cannot be activated; its effects can.
    CardCannotBeActivated: Monster Nothing,
    /// Remembers something for an effect of the same card.
    Marked: Monster Nothing,
    /// It is destroyed when an effect that targets it has resolved.
    DiesWhenTargeted: Monster Nothing,
    /// The player takes no battle damage.
    NoBattleDamage: Player Nothing,
    /// The player cannot conduct a Battle Phase.
    NoBattlePhase: Player Nothing,
    /// The player cannot declare an attack.
    NoAttacks: Player Nothing,
    /// The player cannot activate cards with the name in the value, nor their effects.
    CannotActivateNamed: Note Nothing,
    /// The player skips the Draw Phase.
    SkipsDraw: Player Nothing,
    /// The player cannot banish cards from Graveyards.
    NoGraveBanishing: Player Nothing,
    /// Effects that would move a card of the player's Graveyard to another place are negated.
    GraveStays: Player Nothing,
    /// The player cannot Normal Summon.
    NoSummon: Player Nothing,
    /// The player cannot Set monsters.
    NoMonsterSet: Player Nothing,
    /// The player cannot Flip Summon.
    NoFlipSummon: Player Nothing,
    /// The player cannot Special Summon, but by the effect that says so.
    NoSpecialSummon: Player Nothing,
    /// Monster Zones that the player cannot use: how many at most, until they are chosen; then the
    /// zones themselves (see `state::zones`).
    ZonesUnusable: Player Number,
    /// Effects that make the cards of the player's Graveyard stay there do not touch this
    /// Graveyard.
    GraveIsFree: Player Nothing,
    /// For each card of the hand that the player Normal Summons, Special Summons, Sets or activates
    /// so many Life Points must be paid.
    HandFee: Player Number,
    /// Its monsters come face-up only: a Normal Summon may be in Defense Position, what would be
    /// Special Summoned face-down is face-up, and none is turned face-down.
    FaceUpOnly: Player Nothing,
    /// The player's hand lies open.
    OpenHand: Player Nothing,
    /// It has attacked the monster with this card id (low byte) and stamp this turn: for
    /// [`ModKind::AttacksAll`].
    HasAttacked: Monster Nothing,
    /// How many turns were counted on it.
    Turns: Monster Nothing,
    /// ATK becomes the value.
    SetAtk: Monster Number,
    /// DEF becomes the value.
    SetDef: Monster Number,
    /// Original ATK and DEF are exchanged.
    SwapBase: Monster Nothing,
    /// It is of this Type and no other.
    BecomesType: Monster Number,
    /// It is the target of the link with this number, or, with -1 (`ModKind::DIES_LATER`), was and dies
    /// once damage was calculated.
    IsTargeted: Monster Nothing,
    /// Its original ATK is the value.
    BaseAtk: Monster Number,
    /// Its original DEF is the value.
    BaseDef: Monster Number,
    /// All that goes up goes down and the other way round (Reverse Trap).
    ReverseChanges: Monster Nothing,
    /// It cannot be Tributed for a Tribute Summon or Set.
    NoTributeSummon: Monster Nothing,
    /// It cannot be Tributed at all.
    NoTribute: Monster Nothing,
    /// It can attack once more as long as no other monster attacks before.
    AttacksAgain: Monster Nothing,
    /// It is banished when it leaves the field, also while it is negated.
    BanishedWhenLeaving: Monster Nothing,
    /// The source is destroyed when it leaves the field, however that is.
    TakesSourceAlongAlways: Monster Nothing,
    /// Its controller can control only one face-up monster of its name.
    OnlyOne: Monster Nothing,
    /// The battle damage that it inflicts to its controller's opponent is the value.
    Inflicts: Monster Number,
    /// It can be Tributed as two monsters for the Summon of a monster that fits the test with the
    /// number in the value.
    DoubleTribute: Monster Test,
    /// It can attack only monsters that fit the test with the number in the value.
    AttacksOnly: Monster Test,
    /// Its player must pay so many Life Points to declare an attack with it.
    AttackFee: Monster Number,
    /// Effects of cards whose kind is among the bits in the value do nothing to it.
    Unaffected: Monster Nothing,
    /// If the link with the number in the value would destroy it, the source is destroyed instead.
    SavedBySource: Monster Nothing,
    /// Effects may move their own card out of the player's Graveyard though others have to stay there.
    LeavesGraveItself: Player Nothing,
    /// It is banished when it leaves the field, but not while it is negated.
    BanishedUnlessNegated: Monster Nothing,
    /// A monster that it destroys by battle is banished instead of going to the Graveyard.
    BanishesByBattle: Monster Nothing,
    /// It does not die of being targeted by what would equip a card that has left its zone.
    SparedByGoneEquips: Monster Nothing,
    /// The player has so many Normal Summons and Sets in a turn.
    NormalSummons: Player Number,
    /// Effects of cards do not destroy it.
    SurvivesEffects: Monster Nothing,
    /// It cannot be used as material of a Link Summon.
    NoLinkMaterial: Monster Nothing,
    /// If it is destroyed, its controller takes so much damage.
    HurtsWhenDestroyed: Monster Number,
    /// The player may Normal Summon one monster more.
    OneMoreSummon: Player Nothing,
    /// The same, to a zone that the source points to; the source is not Tributed for it.
    OneMoreSummonThere: Player Nothing,
    /// Battle damage that its controller would take from its battles is inflicted to the opponent.
    ReflectsBattleDamage: Monster Nothing,
    /// The value is remembered for an effect of the same card.
    Noted: Monster Number,
    /// It lies in the Graveyard as material of the Fusion Summon of the source, one of as many as the
    /// value says.
    MaterialOf: Note Nothing,
    /// Its name is that of the card code in the value.
    Renamed: Monster Number,
    /// Effects can't add cards of the player's Deck to the hand; drawing is no such thing.
    NoSearch: Player Nothing,
    /// Cards that would go to the player's Graveyard and fit the test with the number in the value are
    /// banished instead.
    BanishedInstead: Player Test,
    /// Its Level goes up or down by the value.
    Level: Monster Number,
    /// The player can control face-up monsters of one Type only.
    OneType: Player Nothing,
    /// Neither the player's cards of the name in the value nor their effects can be used; those that are
    /// on the field already can.
    NameForbidden: Player Number,
    /// The player may have all dice of one roll rolled again.
    MayReroll: Player Nothing,
    /// The player wins at the end of the turn in which the value, which counts the turns that are left,
    /// comes to 0.
    VictoryIn: Player Number,
    /// Its Pendulum Scale is the value.
    Scale: Monster Number,
    /// The player can Pendulum Summon only monsters that fit the test with the number in the value, also
    /// while the source is negated.
    PendulumsOnly: Player Test,
    /// The player may Pendulum Summon once more, monsters that fit the test with the number in the value.
    OneMorePendulum: Player Test,
    /// Its controller takes no battle damage from battles in which it fights.
    SparesBattleDamage: Monster Nothing,
    /// The battle damage that it inflicts to its controller's opponent is doubled.
    DoublesBattleDamage: Monster Nothing,
    /// Effects of the opponent do not destroy it so often each turn.
    SurvivesEffectsTimes: Monster Number,
    /// The player can't Set Spells or Traps.
    NoSpellSet: Player Nothing,
    /// If it is destroyed in a Monster Zone, its controller may place it in a Spell & Trap Zone instead of
    /// it going to the Graveyard.
    StaysAsSpell: Monster Nothing,
    /// It has the effects of the card code in the value too.
    HasEffectsOf: Monster Number,
    /// It is destroyed with the cards that are leaving, because the source leaves, or for its sake: a note
    /// of a moment in which a player is asked; the value is 1 if the source itself leaves.
    GoesAlong: Note Nothing,
    /// The player takes so much damage when the cards that are leaving have left: a note as well.
    HurtThen: Note Nothing,
    /// The number that the card keeps in mind as long as it stays: a note.
    Kept: Note Nothing,
    /// If it would be destroyed, the source is destroyed instead; the value has bits of
    /// `ModKind::IN_BATTLE_ONLY` and `ModKind::NO_OTHER_UNION`.
    FallsForHost: Monster Nothing,
    /// The player skips the Battle Phase.
    SkipsBattle: Player Nothing,
    /// A Gemini monster was Normal Summoned again on the field, or counts as if it was: it is an Effect
    /// Monster with its effects.
    SummonedAgain: Monster Nothing,
    /// The Type to which [`ModKind::OneType`] holds a player, as its bit: a note of that card.
    TypeKept: Note Nothing,
    /// The player does not conduct the normal draw of the Draw Phase.
    NoNormalDraw: Player Nothing,
    /// The player conducts the next Battle Phase twice.
    SecondBattle: Player Nothing,
    /// The player has no second Battle Phase this turn.
    NoSecondBattle: Player Nothing,
    /// A second Battle Phase of the player is to come, or goes on: a note.
    BattleNote: Monster Nothing,
    /// Effects can't make the player draw.
    NoDraw: Player Nothing,
    /// The player can't Special Summon cards that fit the test with the number in the value.
    NoSpecialSummonOf: Player Test,
    /// The player may Tribute Summon one monster more this turn.
    OneMoreTributeSummon: Player Nothing,
    /// Its Pendulum Scale goes up or down by the value.
    ScaleChange: Monster Number,
    /// Effects of the cards of the player whose effect says so do not destroy it.
    SurvivesOwnEffects: Monster Nothing,
    /// The player can control face-up monsters of one Attribute only.
    OneAttribute: Player Nothing,
    /// The Attribute to which [`ModKind::OneAttribute`] holds a player, as its bit: a note of that card.
    AttributeKept: Note Nothing,
    /// Battle damage from its battles is inflicted to both players.
    HurtsBoth: Monster Nothing,
    /// A Trap that is a monster holds the Spell & Trap Zone with the number in the value, or will hold one: a
    /// note of the rules.
    HoldsZone: Note Nothing,
    /// The player can activate no Spells and Traps and no effects of them, wherever they are.
    NoSpells: Player Nothing,
    /// It is destroyed when the source leaves the field, if it fits the test with the number in the value then.
    FallsWithSourceIf: Monster Test,
}

/// Kinds of modifiers, one bit each.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct KindSet([u64; KindSet::WORDS]);

impl KindSet {
    /// No kind.
    pub const NONE: Self = Self([0; Self::WORDS]);
    /// There is room for so many times 64 kinds.
    const WORDS: usize = 3;

    /// The kind with this number alone.
    pub const fn of(kind: u8) -> Self {
        let mut words = [0; Self::WORDS];
        words[kind as usize / 64] = 1 << (kind % 64);
        Self(words)
    }

    /// All of these kinds.
    pub const fn all(kinds: &[ModKind]) -> Self {
        let (mut set, mut at) = (Self::NONE, 0);
        while at < kinds.len() {
            set = set.with(Self::of(kinds[at] as u8));
            at += 1;
        }
        set
    }

    /// These kinds and others.
    pub const fn with(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a | d, b | e, c | f])
    }

    /// Whether one of these kinds is among others.
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        (a & d) | (b & e) | (c & f) != 0
    }

    /// Whether the kind with this number is among these.
    #[inline(always)]
    pub const fn has(self, kind: u8) -> bool {
        self.0[kind as usize / 64] >> (kind % 64) & 1 == 1
    }
}

const _: () = assert!(ModKind::COUNT <= 64 * KindSet::WORDS);

impl ModKind {
    /// This kind alone.
    pub const fn bit(self) -> KindSet {
        KindSet::of(self as u8)
    }

    /// The value of a [`ModKind::CannotBeTargeted`] that holds for effects of both players.
    pub const FOR_ANYBODY: i32 = 0;
    /// The same for effects of the opponent only.
    pub(crate) const FOR_OPPONENT: i32 = 1;

    /// The bit in the value of a [`ModKind::Unaffected`] that counts only effects of the opponent.
    pub const OPPONENTS_ONLY: u32 = 1 << 31;

    /// A [`ModKind::FallsForHost`] that counts only in battle.
    pub const IN_BATTLE_ONLY: i32 = 1;
    /// A [`ModKind::FallsForHost`] of a Union that is the only one on its monster.
    pub const NO_OTHER_UNION: i32 = 2;
    /// The value of a [`ModKind::NoSpecialSummon`] that leaves all cards of its card's name.
    pub const BUT_BY_NAME: i32 = 1;

    /// The value of [`ModKind::IsTargeted`] after the link has resolved.
    pub const DIES_LATER: i32 = -1;

    /// The subject of modifiers of this kind.
    pub const fn subject(self) -> Subject {
        self.row().0
    }

    /// The meaning of its value.
    pub(crate) const fn operand(self) -> Operand {
        self.row().1
    }
}

/// The subject of a kind of modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A monster or another card.
    Monster,
    /// A player.
    Player,
    /// Nothing that a text can say: the rules keep it in mind.
    Note,
}

/// The meaning of the value of a kind of modifier, as a text gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A text gives none.
    Nothing,
    /// A number.
    Number,
    /// The number of a test.
    Test,
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
