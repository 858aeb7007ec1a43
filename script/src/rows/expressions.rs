//! The expressions of compiled scripts: questions about cards, numbers and conditions, and the words that
//! they are made of.

use super::bits::{Events, Locations};
use super::ids::SetRef;
use super::model::{Goal, PendulumSummonKind, Sides, Who, WhoseTurn};
use super::modifier::ModKind;
use super::operands::row_table;
use crate::catalogue::CardCode;
use crate::rows::ids::{CondId, Counter, NumId, RecipeId, SelectId, TestId, WatchId};
use serde::{Deserialize, Serialize};

row_table! {
    /// A question about one card.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Test {
        /// True for every card.
        Always,
        /// The other way round.
        Not(TestId),
        /// Both.
        All(TestId, TestId),
        /// At least one of both.
        Any(TestId, TestId),
        /// Any of these bits of [`crate::catalogue::kind`] is printed on it. A face-down card has its kinds too: a
        /// question about hidden cards must say what happens to those that don't fit.
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
        /// It was Summoned in the way of its kind to the field that it left with its last move.
        LeftDuly,
        /// It was Special Summoned to the field that it left with its last move.
        LeftSpecially,
        /// It was equipped to a monster when it left the field.
        WasEquipped,
        /// A monster that can be Normal Summoned or Set, as far as its text goes (CT-02.4).
        AllowsNormalSummon,
        /// The effect's player controls it, or it is in that player's hand or pile.
        IsMine,
        /// The effect's player controlled it, or it was that player's, before its last move.
        WasMine,
        /// It was Normal or Special Summoned this turn and has lain face-up since.
        SummonedThisTurn,
        /// It was marked as destroyed by the battle that is being fought.
        IsDestroyedByBattle,
        /// A modifier of this kind stands on it.
        Modified(ModKind),
        /// It has this name.
        Named(CardCode),
        /// It has the name of the row of the card table with this number.
        NameIs(NumId),
        /// It has the name of one of these cards.
        NamedLike(SetRef),
        /// It is of an Attribute of one of these cards.
        AttributeLike(SetRef),
        /// It was used as material of the Summon of one of these monsters, other than an Xyz Summon, and lies where
        /// it went then.
        MaterialOf(SetRef),
        /// One of these cards has it among its Fusion Materials by name.
        ListedBy(SetRef),
        /// One of these cards is among its Fusion Materials by name.
        Lists(SelectId),
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
            /// The player who Summons; without one the player whose card it is.
            by: Option<Who>,
            /// In which positions, as bits of [`super::position_bit`]: where it is only face-down a second one of its
            /// name does not matter, and a Link Monster is only Summoned in Attack Position.
            positions: u8,
        },
        /// The same for a Summon that is as the monster's own text demands.
        ProperlySummonable,
        /// The effect's player could Special Summon it properly by giving up cards of the selection that
        /// come to this.
        Makeable(SelectId, Goal),
        /// The effect's player may banish it.
        Banishable,
        /// The same face-down.
        BanishableDown,
        /// It would come to its owner's Graveyard if it were sent there.
        ReachesGrave,
        /// It does not lie in a Deck of which nothing can be sent to the Graveyard.
        Sendable,
        /// It would come to its owner's hand if it were returned there: it is no Token, and no monster that goes
        /// to the Extra Deck.
        ReachesHand,
        /// Nothing on it says that it is banished when it leaves the field.
        LeavesFreely,
        /// An effect could make it an Equip Card of another player's monster.
        Takeable,
        /// There is a Spell & Trap Zone for it on its owner's side, besides the one that the source needs for
        /// its activation.
        HasOwnersSpellZone,
        /// Its control may change (a free zone on the new side is needed too).
        Switchable,
        /// It can change places with a monster of the other player: one that comes for it needs a Main
        /// Monster Zone.
        Exchangeable,
        /// An effect can turn it so: it does not lie so already, and no Token is turned face-down.
        Turnable(WhoseTurn),
        /// It does not leave the field anyway when the Chain ends, so it can go to a hand or a Deck.
        Staying,
        /// An effect could put it in its owner's hand: it stays so long, and nothing keeps it in the Deck.
        Addable,
        /// The effect's player could Set it from the hand: a Spell or Trap for which there is a zone.
        Settable,
        /// A Spell or Trap that would come to the Graveyard, and that could be activated now, its cost aside, as the effect
        /// of the source.
        Becomable,
        /// It is in one of these places, as bits of [`super::location_bit`].
        LiesIn(Locations),
        /// It declared an attack this turn.
        Attacked,
        /// It declared a direct attack this turn.
        AttackedDirectly,
        /// It attacked or was attacked this turn, and damage was calculated.
        Battled,
        /// It was Normal Summoned or turned face-up this turn.
        NormalSummonedOrFlipped,
        /// The effect's player may Tribute it: an own monster, or one that must be Tributed as if that
        /// player controlled it.
        Tributable,
        /// Nothing keeps the effect's player from Tributing it, whoever controls it.
        NotKeptFromTribute,
        /// If it were paid as the cost, this would be true.
        Paying(CondId),
        /// This is true, where [`SetRef::Each`] is the card that is tested.
        Such(CondId),
        /// It could be Normal Summoned or Set at once, with Tributes where its Level needs them,
        /// whatever was Summoned before.
        NormalSummonable,
        /// The effect's player could Tribute Summon it face-up from the hand now.
        TributeSummonable,
        /// The same as [`Test::NormalSummonable`], but only face-up.
        SummonableUp,
        /// It could be Normal Summoned face-up from the hand without Tributes.
        SummonableFreely,
        /// It has a way of its own to be Special Summoned from the Extra Deck now with the source as a
        /// material.
        MadeWithSource,
        /// The attacking monster could attack it.
        Attackable,
        /// Nothing keeps it from being a Fusion Material.
        FusionMaterial,
        /// One more counter of the kind can be placed on it.
        CanHold(Counter),
        /// An effect of the effect's player could target it.
        Targetable,
        /// The link that the effect answers could target it.
        FitsAnswered,
        /// The link that the effect answers would destroy it, and that is certain.
        InDanger,
        /// The link that resolves is of this card, and its effect is one that targets.
        Targeting,
        /// Effects of cards can destroy it.
        Destructible,
        /// It is attached to the source as Xyz Material.
        AttachedToSource,
        /// A Link Monster that is the source points to it.
        PointedToBySource,
        /// One of these Link Monsters points to it, or to the zone where it was.
        PointedBy(SelectId),
        /// It is a Link Monster, and it and another one point to each other.
        CoLinked,
        /// The source holds it ([`super::modifier::ModKind::Held`]).
        HeldBySource,
        /// It is in an Extra Monster Zone.
        InExtraZone,
        /// Its effects are negated.
        IsNegated,
        /// It came to the field by a Special Summon.
        CameSpecially,
        /// It came to the field by a Special Summon from one of these places.
        SummonedFrom(Locations),
        /// It came to the field by the Summon of its kind: Fusion, Ritual, Synchro, Xyz or Link Summoned; of others
        /// Tribute Summoned.
        CameDuly,
        /// Any of these bits of [`crate::catalogue::kind`] is printed on it, whatever it counts as now.
        Printed(u32),
        /// One of these cards is in the same column of the field.
        InColumnOf(SelectId),
        /// It is an Equip Card of one of these monsters.
        EquippedTo(SetRef),
        /// An Equip Spell that can be equipped to one of these monsters.
        FitsHost(SetRef),
        /// One of these cards is equipped to it.
        EquippedWith(SelectId),
        /// It is attached to such a monster as material.
        AttachedTo(SelectId),
        /// Another Union may be equipped to it, as far as those that are there go.
        TakesUnion {
            /// Whether that one would be the only one.
            alone: bool,
        },
        /// A Gemini monster that was Normal Summoned again on the field, or counts as if it was.
        SummonedAgain,
        /// An Xyz Monster of the Extra Deck that could be Summoned on top of one of these.
        RanksOver(SetRef, RankUp),
        /// An Xyz Monster on top of which one of the Extra Deck could be Summoned.
        CanRankUp(RankUp),
        /// An Xyz Monster than which its player has no other face-up one of a higher Rank.
        HighestRank,
    }
}

row_table! {
    /// A number that is computed when it is needed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Num {
        /// This very number.
        Value(i32),
        /// How many cards there are.
        Count(SelectId),
        /// How many different names cards have.
        Names(SelectId),
        /// The printed Type of all these cards, as its bit; 0 if there is none or more than one.
        OnlyType(SelectId),
        /// How many different Types cards have; one with several counts by all of them together.
        Types(SelectId),
        /// How many cards the set has.
        Size(SetRef),
        /// A number of the one card of a set, or of the first one.
        Stat(SetRef, Stat),
        /// A number that is printed on the card of a set, wherever it is by now; "?" is 0.
        Printed(SetRef, Stat),
        /// The ATK or DEF of all cards of a set together.
        Total(SetRef, Stat),
        /// The same of all cards of a select.
        TotalOf(SelectId, Stat),
        /// How many materials those cards of a set had together that have left the field.
        MaterialsLost(SetRef),
        /// How many attacks the monsters of a set have declared this turn.
        AttacksMade(SetRef),
        /// The ATK together that those cards of a set had in Monster Zones that have left them and were
        /// face-up there.
        AtkLost(SetRef),
        /// How many cards of a set, wherever they have gone, are such cards now.
        Reached(SetRef, SelectId),
        /// The ATK that is printed on those cards of a set together that have left the Monster Zones.
        OriginalAtkLost(SetRef),
        /// The original number of a monster: the printed one, or the one that effects made of it.
        Base(SetRef, Stat),
        /// The first number if the condition holds, else the second.
        Either(CondId, NumId, NumId),
        /// The turn counters of the cards of a set.
        Turns(SetRef),
        /// The number that the card of a set keeps in mind; below 0 if there is none.
        Kept(SetRef),
        /// How many links there are on the Chain, without the one that is being activated.
        Links,
        /// How many cards are equipped to the monsters of a set.
        Equips(SetRef),
        /// The battle damage that a player would take as things are now.
        BattleDamage(Who),
        /// The number of the event that the effect answers: the damage, or the Life Points gained.
        OfEvent,
        /// The number that was noted on the card of a set, or 0.
        Noted(SetRef),
        /// With how many materials the card of a set was Fusion Summoned; 0 if it was not, or if not all of
        /// them lie where they went then and would be its materials still.
        FusionMaterials(SetRef),
        /// With how many materials the card of a set was Fusion or Synchro Summoned, or how many it has sent away for a
        /// Fusion Summon that is to come.
        MaterialsUsed(SetRef),
        /// The name of the card of a set, as the number of a card code.
        NameOf(SetRef),
        /// How many of these cards the link that the effect answers is sure to destroy.
        WouldDestroy(SelectId),
        /// The card of a set as it is now: its id in the low byte, its stamp above it; 0 if there is none.
        Instance(SetRef),
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
        /// The same, on all cards of a select.
        CountersAmong(SelectId, Counter),
        /// How many Main Monster Zones of a player are free.
        FreeZones(Who),
        /// How many cards are attached to the monsters of a set as Xyz Material.
        Materials(SetRef),
        /// How many Normal Summons and Sets a player has in a turn.
        NormalSummons(Who),
    }
}

row_table! {
    /// A condition.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
        /// It is one of these phases, as bits by [`crate::ids::Phase`] number.
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
        /// The effect's player has cards in both Pendulum Zones, of which the source is the left one, and may
        /// Pendulum Summon so.
        MayPendulumSummon(PendulumSummonKind),
        /// The effect's player can gain one more Pendulum Summon this turn.
        CanGainPendulum,
        /// The effect's player could Pendulum Summon something so that fits.
        CanPendulumSummon(PendulumSummonKind, TestId),
        /// In this phase nobody has Summoned or Set anything, changed a position or activated anything yet.
        Untouched,
        /// The effect's player has a free Spell & Trap Zone.
        HasSpellZone,
        /// The hand of the effect's player does not lie open to the opponent.
        HandIsHidden,
        /// A zone in which the effect's player could put a card as a Pendulum Zone is free.
        HasPendulumZone,
        /// Nothing that is there forbids a player to Special Summon.
        MaySpecialSummon(Who),
        /// The effect's player has a free zone for a monster from the Extra Deck.
        HasExtraZone,
        /// So many Tokens of this kind may be Special Summoned face-up to the field of the first player, who has
        /// the zones for them, by the second one.
        CanMakeTokens(NumId, Who, Who, CardCode),
        /// A Main Monster Zone of the effect's player is free once these cards have left.
        HasZoneWithout(SelectId),
        /// A zone of the effect's player to which the source points is free.
        HasPointedZone,
        /// The source would have a zone if the effect's player controlled no monsters.
        HasZoneOnceEmpty,
        /// The turn player can still conduct a Battle Phase in this turn.
        CanBattle,
        /// A player can pay so many Life Points.
        CanPay(Who, NumId),
        /// The cards in the set are the ones that were meant: they have not left their place since.
        Still(SetRef),
        /// At least one card of the set has moved since it was meant, wherever it went.
        Moved(SetRef),
        /// The monster was marked as destroyed by the battle that is being fought.
        IsDestroyedByBattle(SetRef),
        /// An attack is being made and was not stopped.
        AttackGoesOn,
        /// The attack that is being made is a direct one.
        DirectAttack,
        /// The turn has had a Battle Phase, the present one included.
        HadBattle,
        /// An effect says that these players take no battle damage.
        NoBattleDamage(Who),
        /// The effect that is answered would inflict damage to that player, as far as its text goes.
        WouldHurt(Who),
        /// The source makes this attack and could make a second one in a row.
        CanAttackAgain,
        /// No link is on the Chain.
        NoChain,
        /// No two links on the Chain are of cards with the same name.
        ChainNamesDiffer,
        /// The effect answers the activation of a card, not that of an effect of one.
        AnswersCard,
        /// The card of the link that the effect answers is where it was when that was activated.
        AnswersUnmoved,
        /// The link that the effect answers is the one directly before its own.
        AnswersLinkBefore,
        /// Cards of the top of a player's Deck would come to the Graveyard: nothing banishes them instead.
        MillsToGrave(Who),
        /// Nothing keeps cards of a player's Deck from being sent to the Graveyard.
        MayMill(Who),
        /// The effect's player is about to conduct the normal draw of the Draw Phase, and can.
        NormalDraw,
        /// No effect has yet happened in place of that draw.
        DrawNotReplaced,
        /// Damage of a battle is being calculated.
        Calculating,
        /// If the card of the set were paid as the cost, this would be true.
        Paying(SetRef, CondId),
        /// So many cards can be targeted by this effect.
        Targets(SelectId, NumId),
        /// The event that this effect answers would destroy cards on the field.
        WouldDestroy,
        /// The player has not used one more Normal Summon this turn, and no card of this name has given
        /// one.
        CanGainSummon,
        /// Nothing keeps the effect's player from Tributing.
        MayTribute,
        /// The activation, effect or Summon that this effect answers was negated.
        Negated,
        /// The effect's player could Summon the source with materials from a selection, and has a zone for it
        /// then.
        Gathers(SelectId, RecipeId),
        /// The link that this effect answers would do something of this kind when it resolves.
        Intends(Events),
        /// The same, of cards of a Deck.
        IntendsFromDeck(Events),
        /// The link that this effect answers was activated because of such an event.
        Answers(Events),
        /// Effects can make the players draw so many cards.
        CanDraw(Who, NumId),
    }
}

/// Cards to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Select {
    /// Whose.
    pub sides: Sides,
    /// Where.
    pub locations: Locations,
    /// Which.
    pub test: TestId,
    /// Whether the source itself counts.
    pub with_source: bool,
}

/// How a number is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

impl Compare {
    /// Whether one number compares so with another.
    pub const fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Self::AtMost => a <= b,
            Self::AtLeast => a >= b,
            Self::Equal => a == b,
            Self::Differs => a != b,
        }
    }

    /// The least and the most of the numbers that compare so with this one, if they are all between.
    pub const fn range(self, with: i32) -> Option<(i32, i32)> {
        match self {
            Self::AtMost => Some((i32::MIN, with)),
            Self::AtLeast => Some((with, i32::MAX)),
            Self::Equal => Some((with, with)),
            Self::Differs => None,
        }
    }
}

/// A number printed on a monster, at its current value on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stat {
    /// ATK.
    Atk,
    /// DEF.
    Def,
    /// Level.
    Level,
    /// Pendulum Scale.
    Scale,
    /// Rank.
    Rank,
}

impl Stat {
    /// The least and the most of the values that compare so with a number, if they are all between.
    /// A card without a Level has none that is low enough (CT-03.6b, CT-03.8b).
    pub const fn range(self, compare: Compare, with: i32) -> Option<(i32, i32)> {
        match (self, compare.range(with)) {
            // A Scale and a Rank are none of the values that are kept of a monster.
            (Self::Scale | Self::Rank, _) => None,
            (Self::Level, Some((i32::MIN, most))) => Some((1, most)),
            (_, range) => range,
        }
    }
}

/// How an Xyz Monster must compare with the one on top of which it is Summoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankUp {
    /// The test that it must pass besides.
    pub test: TestId,
    /// The bits below [`Self::SAME_TYPE`] hold how many Ranks higher it is.
    pub by: u8,
}

impl RankUp {
    /// It is of a Type of the other one.
    pub const SAME_TYPE: u8 = 0x10;
    /// It is of an Attribute of the other one.
    pub const SAME_ATTRIBUTE: u8 = 0x20;

    /// How many Ranks higher it is.
    #[must_use]
    pub const fn ranks(self) -> u8 {
        self.by & 0xf
    }
}
