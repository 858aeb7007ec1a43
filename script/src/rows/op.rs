//! The steps of a program.

use super::bits::Locations;
use super::expressions::Stat;
use super::model::{Away, DeckEnd, Goal, How, PendulumSummonKind, Who, WhoseTurn};
use super::modifier::{ModKind, Scope, Until};
use super::operands::row_table;
use super::plan::{PlanAbout, PlanTime};
use crate::catalogue::CardCode;
use crate::rows::ids::{CondId, Counter, EffectId, NumId, SelectId, SetRef, TestId};
use serde::{Deserialize, Serialize};

row_table! {
    /// One step of a program.
    ///
    /// Sets are given by [`SetRef`]; cards of a set that moved since they were put there are left out
    /// of what is done.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
            /// The purpose.
            how: How,
            /// The player who chooses.
            by: Who,
        },
        /// The effect's player chooses, one at a time, the cards with which the monster of a set is
        /// Summoned.
        ChooseTogether {
            /// For which monster.
            of: SetRef,
            /// From which cards.
            from: SelectId,
            /// The demand on them together.
            goal: Goal,
            /// The purpose.
            how: How,
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
        /// All these cards are what is paid: [`SetRef::Cost`].
        GatherPaid(SelectId),
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
        /// Destroys by no effect: a card whose time is over, or for which nothing was paid.
        DestroyByRule(SetRef),
        /// Returns to the owners' hands.
        ToHand(SetRef),
        /// The same, and what comes from a Deck is not shown.
        ToHandUnshown(SetRef),
        /// Sends to the owners' Graveyards.
        ToGrave(SetRef),
        /// Sends from the hand to the Graveyard as a discard.
        Discard(SetRef),
        /// Banishes face-up.
        Banish(SetRef),
        /// Banishes face-down.
        BanishDown(SetRef),
        /// Banishes cards that will return: they keep how they lie. They are the ones that are meant from
        /// now on.
        BanishForNow(SetRef),
        /// Monsters that were banished for now return to the field, to the side and in the position in which
        /// they were there.
        ToField(SetRef),
        /// Tributes.
        Tribute(SetRef),
        /// Stops the attack that is being made.
        NegateAttack,
        /// The attacking monster can make another attack in a row.
        AttackAgain,
        /// The effect becomes the one that the card of the set has when it is activated.
        Become(SetRef),
        /// The source, whose activation resolves, is Set again where it lies.
        SetAgain,
        /// The link of this effect has its effect negated.
        NegateItself,
        /// The same, but only on a monster of the set.
        AttackAgainOn(SetRef),
        /// The monster of the set becomes the target of the attack that is being made.
        RedirectAttack(SetRef),
        /// The same, and damage is calculated at once, while the effect still resolves.
        Fight(SetRef),
        /// The attack that is being made goes on as a direct attack.
        AttackPlayer,
        /// The link that the effect answers inflicts no damage.
        Harmless,
        /// The cards of the set become the targets of the link that the effect answers.
        ChangeTarget(SetRef),
        /// Cards that the link which the effect answers would destroy stay, and the source goes instead.
        Protect(SetRef),
        /// Of the cards that would be destroyed only these are not.
        Spare(SetRef),
        /// Shows cards to the opponent.
        Show {
            /// These.
            cards: SetRef,
            /// Whether they are what was paid: where all cards of a kind are shown as a cost, the body means
            /// these, not those that come later.
            as_paid: bool,
            /// Also those that lie face-up on the field, which everybody sees.
            even_open: bool,
        },
        /// Counts one turn more on each card.
        CountTurn(SetRef),
        /// Set cards can be activated in the turn in which they were Set.
        MakeUsable(SetRef),
        /// Turns monsters.
        Turn(SetRef, WhoseTurn),
        /// Sends the materials of a Summon to their owners' Graveyards.
        UseMaterials(SetRef),
        /// Attaches the materials of a Summon to its monster; cards that were attached to them go to
        /// the Graveyard first, or go along, below them.
        Attach {
            /// The cards that are attached.
            cards: SetRef,
            /// To which monster.
            host: SetRef,
            /// Whether what is attached to it goes along.
            with_materials: bool,
        },
        /// Special Summons to a player's field, who chooses the zone and the position.
        SpecialSummon {
            /// Which monsters.
            cards: SetRef,
            /// In which positions: bits of [`super::position_bit`].
            positions: u8,
            /// To whose field.
            by: Who,
            /// Whether other monsters come at the same moment: [`Op::FinishSummons`] says when all
            /// are there.
            hold: bool,
        },
        /// Pendulum Summons the monsters of the set.
        PendulumSummon(SetRef, PendulumSummonKind),
        /// Immediately after this effect has resolved, the effect's player Pendulum Summons.
        PendulumSummonsAfter,
        /// Makes Tokens of this kind, into a local set, from which they are Special Summoned. Those with
        /// several pictures come in the order of their rows.
        MakeTokens {
            /// Which: the first row of that name.
            code: CardCode,
            /// How many.
            count: NumId,
            /// Whose they are.
            by: Who,
            /// The local set.
            into: u8,
        },
        /// The cards of the set that an effect has just put into one of these places (bits of
        /// [`super::location_bit`]) are the ones that are meant from now on.
        Follow(SetRef, Locations),
        /// Keeps the cards of the event that an effect has just put into one of these places.
        FollowEvent(u8, Locations),
        /// All monsters that were held back have come now: one player Summons them, or each player the own ones.
        FinishSummons(Option<Who>),
        /// The monster of the first set was Fusion Summoned with the cards of the second one.
        NoteMaterials(SetRef, SetRef),
        /// The monster of the set is Fusion Summoned with the materials that are noted for the source.
        PassMaterials(SetRef),
        /// Takes one from the register; if any is left, the program goes on that many steps before.
        Repeat(u8, u16),
        /// Destroys cards and banishes them instead of sending them to the Graveyard.
        DestroyAndBanish(SetRef),
        /// Both players exchange control of these two monsters for good, the second one coming to the
        /// effect's player.
        SwapControl(SetRef, SetRef),
        /// The effect's player will do this when its phase comes (a [`super::Form::Later`]), with these cards
        /// as far as they stay where they are.
        Plan {
            /// The effect that will be done.
            effect: EffectId,
            /// With which cards, and what it has to do with them.
            with: Option<(PlanAbout, SetRef)>,
            /// From when on.
            begins: PlanTime,
        },
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
        /// Names the top cards of a player's Deck, which nobody sees.
        TopCards {
            /// Whose Deck.
            who: Who,
            /// So many, or as many as there are.
            amount: NumId,
            /// The local set that receives them.
            into: u8,
        },
        /// Sends the top cards of a player's Deck away.
        Mill(Who, NumId, Away),
        /// The effect's player puts Spells and Traps face-up into Spell & Trap Zones, one after the other.
        PlaceFaceUp(SetRef),
        /// Monsters are placed face-up in Spell & Trap Zones of their owners, one after the other; the effect's
        /// player chooses the zones.
        LayWithOwner(SetRef),
        /// The effect's player puts Pendulum Cards into free Pendulum Zones, one after the other.
        PlaceInPendulumZone(SetRef),
        /// Puts Pendulum Cards face-up into their owners' Extra Decks.
        ToExtra(SetRef),
        /// Monsters have no effects and no names of other cards any more.
        LoseTaken(SetRef),
        /// The effect's player Sets Spells and Traps of the hand, one after the other.
        SetCards(SetRef),
        /// The effect's player takes control.
        TakeControl(SetRef, Until),
        /// The opponent of the effect's player gets control of one monster for good.
        GiveControl(SetRef),
        /// Control that the source gives goes to the other player from now on, or to its own player again.
        YieldControl(bool),
        /// The source becomes an Equip Card of the one card of the set.
        EquipTo(SetRef),
        /// The one card of the first set becomes an Equip Card of the monster of the second one, or several that
        /// are Equip Cards already do.
        EquipWith(SetRef, SetRef),
        /// Damage to Life Points.
        Damage(Who, NumId),
        /// Gains Life Points.
        Gain(Who, NumId),
        /// Loses Life Points, which is no damage and pays for nothing.
        Lose(Who, NumId),
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
            /// The value or permission that changes.
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
            /// The value or permission that changes.
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
        /// The effect's player declares any Type, into a register as its bit.
        DeclareAnyType(u8),
        /// The effect's player declares the name of a card that fits, into a register as the number of its
        /// row in the card table.
        DeclareName(u8, TestId),
        /// The source keeps a number in mind as long as it stays.
        Keep(NumId),
        /// Rolls so many dice; the register gets what they come to.
        Roll(u8, NumId),
        /// A player who may have dice rolled again is asked whether these are.
        OfferReroll(u8, NumId),
        /// Each player rolls a die, the effect's player first; the registers get what that one and the other one rolled.
        RollEach(u8, u8),
        /// A player who may have dice rolled again is asked whether these two are.
        OfferRerollEach(u8, u8),
        /// A player says whether to go on here: the effect's player, or the other one; after a no the program goes on at that
        /// many steps further.
        Offer(Who, u16),
        /// Unless the condition is true, the program goes on that many steps further.
        Unless(CondId, u16),
        /// The program goes on that many steps further.
        Skip(u16),
        /// The next steps happen after the ones before, not at the same time: "then", "also after
        /// that". Optional effects of the "when" kind miss their timing here.
        Then,
        /// Immediately after this effect has resolved, the one card of the set is Normal Summoned or
        /// Set, without counting.
        SummonAfter(SetRef),
        /// Tribute Summons one of the cards of a hand face-up immediately after the link.
        TributeSummonAfter(SetRef),
        /// The same as [`Op::SummonAfter`], but only face-up.
        SummonUpAfter(SetRef),
        /// The same as [`Op::SummonUpAfter`], without Tributes.
        SummonFreelyAfter(SetRef),
        /// Immediately after this effect has resolved, the one card of the set is Special Summoned in its
        /// own way, with the source among its materials.
        SummonUsingSource(SetRef),
        /// For the rest of the turn the effect's player may use the effect once (a [`super::Form::Offer`]).
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
}
