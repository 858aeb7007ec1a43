//! The rows of compiled scripts.

use crate::catalogue::Print;

/// Which effect, of all effects that were loaded. 0 means none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EffectId(pub u16);

macro_rules! row_ids {
    ($($(#[$meta:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u16);
    )+};
}
row_ids! {
    /// A [`Test`] of [`super::Scripts`]; 0 is [`Test::Always`].
    TestId,
    /// A [`Num`].
    NumId,
    /// A [`Cond`]; 0 is [`Cond::Always`].
    CondId,
    /// A [`Select`].
    SelectId,
    /// A [`Static`].
    StaticId,
    /// A [`Watch`].
    WatchId,
    /// The first [`Op`] of a program, which ends at [`Op::End`]; 0 is the program that does
    /// nothing.
    Program,
}

/// Bits for the places where cards are looked for or effects are used from.
pub mod place_bit {
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
    /// All zones of the field.
    pub const ON_FIELD: u16 = MONSTER | SPELL | FIELD;
}

/// Places as bits of [`place_bit`].
pub type Place = u16;

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
    /// A phase begins: the one whose number is in [`super::Effect::phase`].
    pub const PHASE_BEGAN: u64 = 1 << 55;
    /// A monster was equipped with a card.
    pub const EQUIPPED: u64 = 1 << 54;
    /// Events of cards that may have left the field: of these a monster counts as it was there.
    pub const LEAVING: u64 = SENT_TO_GRAVE
        | TO_HAND
        | TO_DECK
        | LEFT_FIELD
        | DESTROYED
        | DISCARDED
        | TRIBUTED
        | BANISHED
        | BATTLE_DESTROYED;
    /// Cards were put into a Deck.
    pub const TO_DECK: u64 = 1 << 29;
    /// The phase whose number is in [`super::Effect::phase`]; never raised, but looked up when
    /// that phase is checked.
    pub const PHASE: u64 = 1 << 28;
    /// A link of the Chain is about to resolve; only what happens at once answers that.
    pub const RESOLVING: u64 = 1 << 40;
    /// A link of the Chain has resolved; only what happens at once answers that.
    pub const RESOLVED: u64 = 1 << 41;
    /// Events of a link of the Chain: the batch's number is that of the link.
    pub const OF_LINKS: u64 = ACTIVATED | RESOLVING | RESOLVED;
    /// Events of a Summon that can still be negated.
    pub const OF_SUMMONING: u64 = SUMMONING | FLIP_SUMMONING | SPECIAL_SUMMONING;
}

/// Events as bits of [`event_bit`].
pub type Events = u64;

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

/// A kind of counters, by the number that the reference engine and its recordings give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counter(pub u8);

impl Counter {
    /// Spell Counters.
    pub const SPELL: Self = Self(1);

    /// What they are called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SPELL => "Spell Counter",
            _ => "counter",
        }
    }
}

/// How a number is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// At most.
    AtMost,
    /// At least.
    AtLeast,
    /// Exactly.
    Equal,
    /// Anything else.
    Differs,
}

/// A player as an effect names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Whose effect it is: who activated it, or who controls the card that has it.
    Me,
    /// The other one.
    Opponent,
    /// Both; where one after the other matters, the turn player first.
    Both,
}

/// Whose cards are looked at, seen from the effect's player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// That player's.
    Mine,
    /// The opponent's.
    Theirs,
    /// Both players'.
    Both,
}

/// A number printed on a monster, at its current value on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stat {
    /// ATK.
    Atk,
    /// DEF.
    Def,
    /// Level.
    Level,
}

/// How an effect turns a monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
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

/// A question about one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// True for every card.
    Always,
    /// The other way round.
    Not(TestId),
    /// Both.
    All(TestId, TestId),
    /// At least one of both.
    Any(TestId, TestId),
    /// Any of these bits of [`crate::kind`] is printed on it. A face-down card has its kinds too:
    /// who asks about hidden cards must say what happens to those that don't fit.
    Kind(u32),
    /// It is of one of these Types (bits as in the card table), at its current value.
    Type(u32),
    /// It is of one of these Attributes, at its current value.
    Attribute(u8),
    /// It is of one of the Types that a number holds as bits, at its current value.
    TypeOf(NumId),
    /// A number of it compares so.
    Stat(Stat, Compare, NumId),
    /// Any card is equipped to it.
    Equipped,
    /// It was face-up before its last move.
    WasFaceUp,
    /// A monster that can be Normal Summoned or Set, as far as its text goes (CT-02.4).
    Ordinary,
    /// The effect's player controlled it, or it was that player's, before its last move.
    WasMine,
    /// It was Normal or Special Summoned this turn and has lain face-up since.
    SummonedThisTurn,
    /// It was marked as destroyed by the battle that is being fought.
    Doomed,
    /// A modifier of this kind stands on it.
    Modified(ModKind),
    /// It has this name.
    Named(Print),
    /// It has the name of one of these cards.
    NamedLike(SetRef),
    /// It belongs to this archetype: the reference engine's number, as printed facts have it.
    Archetype(u16),
    /// It is face-up.
    FaceUp,
    /// It is face-down.
    FaceDown,
    /// It is in Attack Position.
    InAttack,
    /// It is in Defense Position, face-up or face-down.
    InDefense,
    /// It is one of these cards.
    In(SetRef),
    /// A player may Special Summon it with this effect, as far as the card itself is concerned (free
    /// zones are [`Cond::HasZone`]).
    Summonable {
        /// Who; without one the player whose card it is.
        by: Option<Who>,
        /// Only face-down, where a second one of its name does not matter.
        face_down: bool,
    },
    /// The same for a Summon that is as the monster's own text demands.
    ProperlySummonable,
    /// The effect's player could Special Summon it properly by giving up cards of the selection that
    /// come to this.
    Makeable(SelectId, Goal),
    /// The effect's player may banish it.
    Banishable,
    /// An effect could make it an Equip Card of another player's monster.
    Takeable,
    /// Its control may change (a free zone on the new side is needed too).
    Switchable,
    /// It can change places with a monster of the other player: one that comes for it needs a Main
    /// Monster Zone.
    Exchangeable,
    /// An effect can turn it so: it does not lie so already, and no Token is turned face-down.
    Turnable(Turn),
    /// It does not leave the field anyway when the Chain ends, so it can go to a hand or a Deck.
    Staying,
    /// The effect's player could Set it from the hand: a Spell or Trap for which there is a zone.
    Settable,
    /// It declared an attack this turn.
    Attacked,
    /// It was Normal Summoned or turned face-up this turn.
    Risen,
    /// The effect's player may Tribute it: an own monster, or one that must be Tributed as if that
    /// player controlled it.
    Tributable,
    /// If it were paid as the cost, this would be true.
    Paying(CondId),
    /// It could be Normal Summoned or Set at once, with Tributes where its Level needs them,
    /// whatever was Summoned before.
    NormalSummonable,
    /// The attacking monster could attack it.
    Attackable,
    /// The link that the effect answers could target it.
    FitsAnswered,
    /// The link that the effect answers would destroy it, and that is certain.
    InDanger,
}

/// Cards that an effect has at hand without looking for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetRef {
    /// The card that has the effect.
    Source,
    /// The cards of the event that the effect answers.
    Event,
    /// What this effect targeted, in the clause with this number (0 or 1).
    Targets(u8),
    /// What was paid as cost.
    Cost,
    /// A set of the running program (0 to 3).
    Local(u8),
    /// The attacking monster.
    Attacker,
    /// The attacked monster.
    AttackTarget,
    /// The monster that the source fights, or fought, in the present battle.
    Battled,
    /// The monster that the source is equipped to.
    Host,
    /// The monsters that are Equip Cards of the source.
    Equipped,
    /// What the link that the effect answers targets.
    EventTargets,
    /// The monster to which the source was equipped until battle destroyed that.
    FallenHost,
}

/// Cards to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Select {
    /// Whose.
    pub sides: Sides,
    /// Where.
    pub places: Place,
    /// Which.
    pub test: TestId,
    /// Whether the source itself counts.
    pub with_source: bool,
}

/// A number that is computed when it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Num {
    /// This very number.
    Value(i32),
    /// How many cards there are.
    Count(SelectId),
    /// How many cards the set has.
    Size(SetRef),
    /// A number of the one card of a set, or of the first one.
    Stat(SetRef, Stat),
    /// A number that is printed on the card of a set, wherever it is by now; "?" is 0.
    Printed(SetRef, Stat),
    /// The ATK of all cards of a set together.
    TotalAtk(SetRef),
    /// The ATK together that those cards of a set had on the field that have left it and were
    /// face-up there.
    AtkLost(SetRef),
    /// The original number of a monster: what is printed, or what effects made of that.
    Base(SetRef, Stat),
    /// The first number if the condition holds, else the second.
    Either(CondId, NumId, NumId),
    /// The turn counters of the cards of a set.
    Turns(SetRef),
    /// How many cards are equipped to the monsters of a set.
    Equips(SetRef),
    /// The battle damage that a player would take as things are now.
    BattleDamage(Who),
    /// A player's Life Points.
    Life(Who),
    /// A number register of the running program (0 to 3).
    Local(u8),
    /// The sum of two.
    Plus(NumId, NumId),
    /// The product of two.
    Times(NumId, NumId),
    /// The smaller of two.
    Least(NumId, NumId),
    /// Half of it, rounded down.
    Half(NumId),
    /// How many counters of a kind are on the cards of a set.
    Counters(SetRef, Counter),
    /// How many Main Monster Zones of a player are free.
    FreeZones(Who),
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cond {
    /// Always true.
    Always,
    /// The other way round.
    Not(CondId),
    /// Both.
    All(CondId, CondId),
    /// At least one of both.
    Any(CondId, CondId),
    /// Two numbers compare so.
    Compare(NumId, Compare, NumId),
    /// It is one of these phases, as bits by [`crate::Phase`] number.
    Phase(u16),
    /// It is the effect's player's turn, or not.
    MyTurn(bool),
    /// All cards of the set fit, and there is at least one.
    Every(SetRef, TestId),
    /// At least one card of the set fits.
    Some(SetRef, TestId),
    /// Something happened this turn to the effect's player.
    ThisTurn(WatchId),
    /// A player has a free Main Monster Zone.
    HasZone(Who),
    /// A player drew as many cards as were to be drawn.
    Drew(Who),
    /// The effect's player has a free Spell & Trap Zone.
    HasSpellZone,
    /// Nothing that is there forbids a player to Special Summon.
    MaySpecialSummon(Who),
    /// The effect's player has a free zone for a monster from the Extra Deck.
    HasExtraZone,
    /// The effect's player may Special Summon so many Tokens and has the zones for them.
    CanMakeTokens(NumId),
    /// A player can pay so many Life Points.
    CanPay(Who, NumId),
    /// The cards in the set are the ones that were meant: they have not left their place since.
    Still(SetRef),
    /// The monster was marked as destroyed by the battle that is being fought.
    DoomedByBattle(SetRef),
    /// An attack is being made and was not stopped.
    AttackGoesOn,
    /// The attack that is being made is a direct one.
    DirectAttack,
    /// The source makes this attack and could make a second one in a row.
    CanAttackAgain,
    /// No link is on the Chain.
    NoChain,
    /// Damage of a battle is being calculated.
    Calculating,
    /// If the card of the set were paid as the cost, this would be true.
    Paying(SetRef, CondId),
    /// So many cards can be targeted by this effect.
    Targets(SelectId, NumId),
    /// The activation, effect or Summon that this effect answers was negated.
    Negated,
}

/// Where in a Deck a card is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckEnd {
    /// Anywhere: the Deck is shuffled.
    Shuffled,
    /// On top.
    Top,
    /// At the bottom.
    Bottom,
}

/// Positions in which a monster may be Special Summoned.
pub mod pose_bit {
    /// Face-up Attack Position.
    pub const ATTACK: u8 = 1;
    /// Face-up Defense Position.
    pub const DEFENSE: u8 = 2;
    /// Face-down Defense Position.
    pub const SET: u8 = 4;
    /// No position: as the monster's own text demands, so that it is properly Summoned.
    pub const PROPERLY: u8 = 8;
    /// Face-up, whichever the player likes.
    pub const FACE_UP: u8 = ATTACK | DEFENSE;
}

/// What the chosen cards are chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
pub(crate) const PLANNED_SET: u8 = 3;

impl How {
    /// The set that receives the chosen cards.
    pub(crate) const fn set(self) -> SetRef {
        match self {
            Self::Target(at) => SetRef::Targets(at),
            Self::Cost | Self::Tribute => SetRef::Cost,
            Self::Pick(at) => SetRef::Local(at),
        }
    }
}

/// What cards that are chosen together must come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The materials of a Fusion Monster.
    Materials,
    /// Levels of so many or more together, without a card that is not needed for that.
    LevelsFrom(NumId),
    /// Levels of exactly so many together.
    Levels(NumId),
}

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
    /// Until the End Phase, as an action of that phase (control of monsters, E12 of the facts).
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
}

/// What a modifier changes.
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
    /// It changes sides as soon as that can be done: to whoever controls it by an effect, or to the
    /// player in the value.
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
    /// What makes the cards of the player's Graveyard stay there does not touch it.
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
}

/// The number of the first kind of modifier that has no bit of its own.
const FIRST_WITHOUT_BIT: u8 = 63;

/// The bit of a kind of modifier among those that a duel has; the last kinds share one.
pub(crate) const fn kind_bit(kind: u8) -> u64 {
    1 << if kind < FIRST_WITHOUT_BIT { kind } else { FIRST_WITHOUT_BIT }
}

impl ModKind {
    /// See [`kind_bit`].
    pub(crate) const fn bit(self) -> u64 {
        kind_bit(self as u8)
    }

    /// Whether its bit may stand for another kind.
    pub(crate) const fn shares_bit(self) -> bool {
        self as u8 >= FIRST_WITHOUT_BIT
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
        )
    }

    /// Whether its value is the number of a test.
    pub(crate) const fn has_test(self) -> bool {
        matches!(self, Self::DoubleTribute | Self::AttacksOnly)
    }

    /// Whether it is for players and not for monsters.
    pub(crate) const fn is_of_players(self) -> bool {
        (self as isize >= Self::FIRST_OF_PLAYERS && (self as isize) < Self::FIRST_NOTE)
            || matches!(self, Self::LeavesGraveItself)
    }
}

/// What a modifier applies to.
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
}

/// A modifier that stands as long as its source is face-up on the field and not negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Static {
    /// What it changes.
    pub kind: ModKind,
    /// What it applies to.
    pub scope: Scope,
    /// By how much, where that means something.
    pub value: NumId,
    /// See [`reads_bit`].
    pub reads: u16,
    /// It holds only while this is true.
    pub when: CondId,
}

/// How often an effect may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
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
    /// Counted anew in each battle, for each piece of cardboard.
    pub per_battle: bool,
}

/// What kind of effect it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// What every Special Summon of the monster demands of the player who does it: its condition must
    /// hold, and its body is done as the monster comes.
    SummonCost,
    /// Something that may be done once without a Chain, because an effect said so.
    Offer,
    /// Happens by itself without a Chain: right after its event, or as an action of its phase.
    AtOnce,
    /// Something that will be done in a phase without a Chain, because an effect said so.
    Later,
    /// Whoever holds it wins the duel when its condition is true.
    Win,
}

/// The event that an effect answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct On {
    /// Bits of [`event_bit`]; 0 for effects that need no event.
    pub events: Events,
    /// Of the event's cards at least one must fit; the effect is about those that do.
    pub cards: TestId,
    /// Whose cards (or whose damage, whose Summon) it must be.
    pub sides: Sides,
    /// Only if the source is among the cards, or only if it isn't.
    pub itself: Option<bool>,
    /// Where the cards were before, as bits of [`place_bit`]; 0 for anywhere. For a link where its
    /// card was when it was activated.
    pub from: Place,
    /// Of activations only those of cards, or only those of effects.
    pub of_card: Option<bool>,
    /// Of Normal Summons only those with Tributes.
    pub tributed: bool,
    /// What did it, as bits of [`by_bit`], all of which must be met; 0 for anything.
    pub by: u8,
}

/// Bits for what did something to cards.
pub mod by_bit {
    /// An effect of a card.
    pub const EFFECT: u8 = 1;
    /// A card of the opponent of the player who controlled the cards before.
    pub const OPPONENT: u8 = 2;
}

/// One effect of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Whose text it is.
    pub print: Print,
    /// Its number among the effects of that card, from 0.
    pub ordinal: u8,
    /// What kind.
    pub form: Form,
    /// Spell Speed.
    pub speed: u8,
    /// For triggers: mandatory.
    pub must: bool,
    /// For optional triggers: "when ... you can", which misses its timing.
    pub misses: bool,
    /// Places from which it is used.
    pub from: Place,
    /// Whether a trigger about the card itself is used only while the card is in one of these
    /// places, and not wherever the event left it.
    pub fixed_place: bool,
    /// For [`Form::Procedure`]: whether the monster comes to the opponent's field.
    pub to_opponent: bool,
    /// Usable in the Damage Step before damage calculation.
    pub in_damage_step: bool,
    /// Usable while damage is calculated.
    pub in_calculation: bool,
    /// What it answers.
    pub on: On,
    /// For [`event_bit::PHASE`]: the phase, as the number of [`crate::Phase`].
    pub phase: u8,
    /// What must be true when it is activated, beyond what cost and targets need.
    pub condition: CondId,
    /// What the activation needs, derived from cost, targets and body.
    pub possible: CondId,
    /// Paid at activation, before targets are chosen.
    pub cost: Program,
    /// Chooses targets at activation.
    pub target: Program,
    /// What happens when it resolves.
    pub body: Program,
    /// How often it may be used.
    pub limit: Limit,
    /// What resolving would do, as bits of [`event_bit`], for cards that react to that.
    pub intends: Events,
}

/// Something that may happen in a turn and that a card asks about later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    /// Bits of [`event_bit`].
    pub events: Events,
    /// Where the cards were before, as bits of [`place_bit`]; 0 for anywhere.
    pub from: Place,
    /// The cards that count.
    pub test: TestId,
}

/// One step of a program.
///
/// Sets are given by [`SetRef`]; cards of a set that moved since they were put there are left out
/// of what is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// The program is over.
    End,
    /// A player chooses cards, one at a time.
    Choose {
        /// From which cards.
        from: SelectId,
        /// At least so many; fewer only if there are not enough.
        min: NumId,
        /// At most so many.
        max: NumId,
        /// What for.
        how: How,
        /// Who chooses.
        by: Who,
    },
    /// The effect's player chooses, one at a time, the cards with which the monster of a set is
    /// Summoned.
    ChooseTogether {
        /// For which monster.
        of: SetRef,
        /// From which cards.
        from: SelectId,
        /// What they must come to.
        goal: Goal,
        /// The local set that receives them.
        into: u8,
    },
    /// Chance takes so many of these cards, into a local set.
    Random {
        /// From which cards.
        from: SelectId,
        /// So many; fewer only if there are not enough.
        count: NumId,
        /// The local set.
        into: u8,
    },
    /// All these cards, into a local set.
    Gather {
        /// Which.
        from: SelectId,
        /// The local set.
        into: u8,
    },
    /// Keeps only the cards of a local set that have the lowest value.
    KeepLowest(u8, Stat),
    /// Keeps only the cards of a local set that have the highest value.
    KeepHighest(u8, Stat),
    /// The effect's player keeps one card of a local set, if it has several.
    KeepOne(u8),
    /// The event's cards become the targets.
    TargetEvent(u8),
    /// Keeps only the cards of a target set that fit now.
    KeepTargets(u8, TestId),
    /// Destroys.
    Destroy(SetRef),
    /// Returns to the owners' hands.
    ToHand(SetRef),
    /// Sends to the owners' Graveyards.
    ToGrave(SetRef),
    /// Sends from the hand to the Graveyard as a discard.
    Discard(SetRef),
    /// Banishes face-up.
    Banish(SetRef),
    /// Tributes.
    Tribute(SetRef),
    /// Stops the attack that is being made.
    NegateAttack,
    /// The attacking monster can make another attack in a row.
    AttackAgain,
    /// The monster of the set becomes the target of the attack that is being made.
    RedirectAttack(SetRef),
    /// The cards of the set become the targets of the link that the effect answers.
    ChangeTarget(SetRef),
    /// Cards that the link which the effect answers would destroy stay, and the source goes instead.
    Protect(SetRef),
    /// Shows cards to the opponent.
    Show(SetRef),
    /// Counts one turn more on each card.
    CountTurn(SetRef),
    /// Turns monsters.
    Turn(SetRef, Turn),
    /// Special Summons to a player's field, who chooses the zone and the position.
    SpecialSummon {
        /// Which monsters.
        cards: SetRef,
        /// In which positions: bits of [`pose_bit`].
        poses: u8,
        /// To whose field.
        by: Who,
        /// Whether other monsters come at the same moment: [`Op::FinishSummons`] says when all
        /// are there.
        hold: bool,
    },
    /// Makes Tokens of this kind, into a local set, from which they are Special Summoned. Those with
    /// several pictures come in the order of their rows.
    MakeTokens {
        /// Which: the first row of that name.
        print: Print,
        /// How many.
        count: NumId,
        /// The local set.
        into: u8,
    },
    /// The cards of the set that an effect has just put on the field are the ones that are meant
    /// from now on.
    Follow(SetRef),
    /// All monsters that were held back have come now.
    FinishSummons,
    /// Destroys cards and banishes them instead of sending them to the Graveyard.
    DestroyAndBanish(SetRef),
    /// Both players exchange control of these two monsters for good, the second one coming to the
    /// effect's player.
    SwapControl(SetRef, SetRef),
    /// The effect's player will do this when its phase comes (a [`Form::Later`]), with these cards
    /// as far as they stay where they are.
    Plan(EffectId, Option<SetRef>),
    /// Puts cards into their owners' Decks.
    ToDeck(SetRef, DeckEnd),
    /// Each player looks through the other one's Deck; both are shuffled.
    ShowDecks,
    /// The effect's player can't activate cards with the name of one of these, nor their effects,
    /// for the rest of the turn.
    ForbidNamed(SetRef),
    /// Shows cards of a player's Deck from the top, into a local set, until one fits that goes into
    /// another set; if none does, the whole Deck is shown.
    Excavate {
        /// Whose Deck.
        who: Who,
        /// Which card ends it.
        until: TestId,
        /// The set of all that were shown.
        all: u8,
        /// The set of the one that ended it.
        found: u8,
    },
    /// Shows so many cards of the top of Decks, or all that there are, into a local set.
    ExcavateTop {
        /// Whose Decks.
        who: Who,
        /// So many of each.
        amount: NumId,
        /// The set of all that were shown.
        into: u8,
    },
    /// Shows cards of a player's Deck from the top, into a local set, until so many fit; none if
    /// that many are none.
    ExcavateMany {
        /// Whose Deck.
        who: Who,
        /// So many.
        amount: NumId,
        /// Which cards count.
        until: TestId,
        /// The set of all that were shown.
        into: u8,
    },
    /// The cards of the set that an effect has just put into Decks are the ones that are meant
    /// from now on.
    FollowToDeck(SetRef),
    /// Face-down monsters change places with each other, as chance says; those of each player
    /// among themselves.
    ShuffleSet(SetRef),
    /// Shuffles a player's Deck.
    ShuffleDeck(Who),
    /// Sends the top cards of a player's Deck to the Graveyard.
    Mill(Who, NumId),
    /// The effect's player Sets Spells and Traps of the hand, one after the other.
    SetCards(SetRef),
    /// The effect's player takes control.
    TakeControl(SetRef, Until),
    /// The source becomes an Equip Card of the one card of the set.
    EquipTo(SetRef),
    /// The one monster of the set becomes an Equip Card of the source.
    EquipWith(SetRef),
    /// Damage to Life Points.
    Damage(Who, NumId),
    /// Gains Life Points.
    Gain(Who, NumId),
    /// Pays Life Points.
    Pay(NumId),
    /// Draws.
    Draw(Who, NumId),
    /// Draws, and keeps the drawn cards in a local set.
    DrawCards(Who, NumId, u8),
    /// The effect's player sees so many cards on top of the own Deck, into a local set; their order
    /// is known to nobody else any more.
    SeeTop(NumId, u8),
    /// The effect's player orders the cards of a local set on top of the own Deck, the one that will
    /// be drawn first at the beginning.
    Arrange(u8),
    /// Shows cards to the effect's player.
    Reveal(SetRef),
    /// Shows the top cards of a player's Deck to the effect's player.
    RevealTop(Who, NumId),
    /// A modifier for each card of the set.
    Change {
        /// Which cards.
        cards: SetRef,
        /// What changes.
        kind: ModKind,
        /// By how much.
        value: NumId,
        /// For how long.
        until: Until,
    },
    /// A modifier for many monsters, also for those that come later, or for players.
    Impose {
        /// For whom.
        scope: Scope,
        /// What changes.
        kind: ModKind,
        /// By how much.
        value: NumId,
        /// For how long.
        until: Until,
    },
    /// A number into a local register.
    Set(u8, NumId),
    /// A player declares a number from the first to the second, into a register.
    Declare(u8, NumId, NumId, Who),
    /// The effect's player declares the Type of one of these cards, into a register as its bit.
    DeclareType(u8, SelectId),
    /// The effect's player says whether to go on here; after a no the program goes on at that
    /// many steps further.
    Offer(u16),
    /// Unless the condition is true, the program goes on that many steps further.
    Unless(CondId, u16),
    /// The program goes on that many steps further.
    Skip(u16),
    /// What follows happens after what came before, not at the same time: "then", "also after
    /// that". Optional effects of the "when" kind miss their timing here.
    Then,
    /// Immediately after this effect has resolved, the one card of the set is Normal Summoned or
    /// Set, without counting.
    SummonAfter(SetRef),
    /// For the rest of the turn the effect's player may use the effect once (a [`Form::Offer`]).
    Allow(EffectId),
    /// Places so many counters on each card, as far as the card may hold them.
    PlaceCounters(SetRef, Counter, NumId),
    /// Removes so many counters from each card.
    RemoveCounters(SetRef, Counter, NumId),
    /// Tosses so many coins; the register gets how many were heads.
    Toss(u8, NumId),
    /// Negates the activation or the Summon that the effect answers.
    Negate,
    /// Negates the effect of the link that the effect answers.
    NegateEffect,
}
