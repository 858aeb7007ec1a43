//! Suspended procedures, and what each of them remembers from one step to the next.
//!
//! A [`Frame`] is twelve bytes of a duel. It names the procedure, the step with which it goes on, a player and a
//! card. The other eight bytes belong to the procedure: they are a value of its own type, which [`Frame::data`]
//! reads and `Duel::update_frame` changes. No other file knows where in a frame a number lies.

use bytemuck::{Pod, Zeroable};

use super::ctx::{Ctx, NO_LINK};
use super::level::Level;
use crate::ids::{BattlePosition, CardId, NO_CARD, Player, byte_enum};
use duelfish_script::Program;
#[cfg(doc)]
use duelfish_script::{Until, position_bit};

byte_enum! {
    /// The step function that a frame belongs to.
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
        /// The effects and actions that a phase brings.
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

/// A suspended procedure.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Frame {
    procedure: u8,
    pub(super) step: u8,
    player: u8,
    pub(super) card: u8,
    pub(super) data: [u16; 4],
}
const _: () = assert!(size_of::<Frame>() == 12);

/// The eight bytes of a frame that belong to its procedure.
pub(crate) trait FrameData: Pod {
    /// The procedure.
    const PROCEDURE: Procedure;
}

impl Frame {
    /// A frame that begins a procedure with its first step, for the first player and about no card.
    pub(crate) fn new<T: FrameData>(data: T) -> Self {
        let data = bytemuck::cast(data);
        Self { procedure: T::PROCEDURE as u8, step: 0, player: 0, card: NO_CARD, data }
    }

    /// The same for a player.
    pub(crate) const fn of(self, player: Player) -> Self {
        Self { player: player.number(), ..self }
    }

    /// The same about a card.
    pub(crate) const fn about(self, card: CardId) -> Self {
        Self { card: card.0, ..self }
    }

    /// The same frame, which goes on with this step of its procedure.
    pub(crate) const fn at_step(self, step: u8) -> Self {
        Self { step, ..self }
    }

    /// The same frame with other data.
    #[inline(always)]
    pub(crate) fn with<T: FrameData>(self, change: impl FnOnce(&mut T)) -> Self {
        let mut data = self.data::<T>();
        change(&mut data);
        Self { data: bytemuck::cast(data), ..self }
    }

    pub(crate) const fn procedure(&self) -> Procedure {
        Procedure::from_byte(self.procedure)
    }

    pub(crate) const fn is(&self, procedure: Procedure) -> bool {
        self.procedure == procedure as u8
    }

    /// The number of the step with which the procedure goes on.
    pub(crate) const fn step(&self) -> u8 {
        self.step
    }

    /// The player whose action it is, or who is asked.
    pub(crate) const fn player(&self) -> Player {
        Player::of_bit(self.player)
    }

    /// The card that it is about; no card of the duel if there is none.
    pub(crate) const fn card(&self) -> CardId {
        CardId(self.card)
    }

    /// Whether it is about this card.
    pub(crate) const fn is_about(&self, card: CardId) -> bool {
        self.card == card.0
    }

    /// The data of the procedure, which must be the frame's.
    #[inline(always)]
    pub(crate) fn data<T: FrameData>(&self) -> T {
        debug_assert!(self.is(T::PROCEDURE), "{:?} is not {:?}", self.procedure(), T::PROCEDURE);
        bytemuck::cast(self.data)
    }
}

impl super::Duel {
    /// The data of the present frame, which must be one of this procedure.
    #[inline(always)]
    pub(crate) fn frame_data<T: FrameData>(&self) -> T {
        self.frame().data()
    }
}

/// The types of [`FrameData`]: fields, and how many of the eight bytes are left.
macro_rules! frame_data {
    ($(
        $(#[$meta:meta])*
        $procedure:ident = $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* } free $free:literal
    )+) => {$(
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
        pub(crate) struct $name {
            $($(#[$field_meta])* pub(crate) $field: $type,)*
            pub(crate) unused: [u8; $free],
        }
        const _: () = assert!(size_of::<$name>() == 8);

        impl FrameData for $name {
            const PROCEDURE: Procedure = Procedure::$procedure;
        }
    )+};
}

frame_data! {
    /// A turn.
    Turn = TurnFrame {
        /// Where the turn player wants to go from a Main Phase or Battle Step: see `turn`.
        leads_to: u8,
        /// Whether the turn has had a Battle Phase, the present one included.
        had_battle: Flag,
    } free 6

    /// A Normal Summon or Set. Tributes that were chosen are in `SetSlot::TRIBUTES`.
    NormalSummon = NormalSummonFrame {
        /// The stamp of the card as it lay in the hand.
        stamp: u16,
        /// Bits of [`summon_bits`].
        flags: u16,
        /// One more than the number in canonical order of the last Tribute; 0 before the first one.
        next_tribute: u8,
        /// The [`BattlePosition`] in which the monster will lie.
        position: u8,
        /// The own zones that Tributes leave, one bit each.
        vacated: u8,
        /// The zone that was chosen.
        zone: u8,
    } free 0

    /// An attack; the frame's card is the attacker.
    Attack = AttackFrame {
        /// How many effects that spare a player damage were offered.
        sparers_offered: u16,
        /// The attacked monster, or `NO_CARD`.
        target: u8,
        /// Whether the attack is made again after the opponent's monsters changed.
        again: Flag,
        /// Whether anything triggered as the Damage Step began.
        triggered: Flag,
        /// The players who are spared damage, one bit each.
        spared: u8,
    } free 2

    /// Discarding down to the hand limit. The chosen cards are in `SetSlot::HAND_LIMIT`.
    HandLimit = HandLimitFrame {
        /// How many cards are still to be chosen.
        left: u8,
        /// The first ordinal of the hand that may still be chosen.
        next: u8,
    } free 6

    /// A window for triggers and responses. A window that begins with an activation has the frame's card and
    /// player for that.
    Window = WindowFrame {
        /// The effect that is activated first.
        effect: u16,
        /// Bits of [`skip`].
        skip: u8,
        /// The player who is asked, and the players who have passed since the last link: see `window`.
        asked: u8,
        /// The batch of events that the first effect answers.
        batch: u8,
    } free 3

    /// The making of a Chain Link by the frame's player with the frame's card.
    Link = LinkFrame {
        /// The effect.
        effect: u16,
        /// The batch of events that it answers.
        batch: u8,
        /// Once the link is on the Chain, its index.
        link: u8,
    } free 4

    /// The resolution of a Chain.
    Solve = SolveFrame {
        /// The last stamp that was given before the link that resolves.
        link_began: u16,
        /// How many effects that ask their players have acted on the link that resolves.
        reacted: u8,
    } free 5

    /// A program of the frame's card.
    Program = ProgramFrame {
        /// The number of the step among all steps.
        op: u16,
        /// The first number in canonical order that may still be chosen; while dice may be rolled again, how
        /// often that was asked (see `dice`).
        next: u16,
        /// The index of its link in the Chain, or `NO_LINK`.
        link: u8,
        /// Its [`Level`].
        level: u8,
    } free 2

    /// A phase.
    PhaseCheck = PhaseCheckFrame {
        /// The player who is asked, and whether the other one has passed: see `phase_check`.
        asked: u8,
    } free 7

    /// A Special Summon by an effect. `SetSlot::TRIBUTES` holds the monsters that are still to come; the frame's
    /// card is the one that comes now.
    SpecialSummon = SpecialSummonFrame {
        /// Allowed positions, and to which field and zones: bits of [`position_bit`].
        positions: u8,
        /// The zone to which it comes.
        zone: u8,
        /// The card that points to the zones to which they may come.
        pointer: u8,
        /// Whether others come at the same moment, so that a later step says when all are there.
        holds: Flag,
        /// Whether it is a Pendulum Summon, which could be negated and is on no Chain
        /// (TIME-3.4).
        pendulum: Flag,
    } free 3

    /// The frame's player gets control of the frame's card.
    Control = ControlFrame {
        /// The stamp of the card as it lay then.
        stamp: u16,
        /// How long control lasts: the number of an [`Until`], or [`ControlFrame::FOR_GOOD`].
        until: u8,
        /// The card that gives control.
        source: u8,
        /// The player who chooses the zone.
        chooser: u8,
    } free 3

    /// Setting a Spell or Trap, or placing a card face-up.
    SpellSet = SpellSetFrame {
        /// The way in which the card is placed: see `spell_set`.
        how: u8,
    } free 7

    /// A Flip Summon.
    FlipSummon = FlipSummonFrame {} free 8

    /// An exchange of the frame's card, which the frame's player controls, for another one.
    Swap = SwapFrame {
        /// The other player's monster.
        theirs: u8,
        /// The zone to which that one comes.
        zone: u8,
    } free 6

    /// A Special Summon in the monster's own way.
    OwnSummon = OwnSummonFrame {
        /// The stamp of the card where it lay.
        stamp: u16,
        /// The effect that says how it is Summoned.
        effect: u16,
        /// The zone to which it comes.
        zone: u8,
        /// Whether a Chain is resolving, so that nobody can respond.
        in_chain: Flag,
    } free 2

    /// The frame's card becomes an Equip Card.
    EquipMonster = EquipMonsterFrame {
        /// The monster to which it is equipped.
        host: u8,
        /// 1 if that is another one than the card whose effect equips it.
        by_another: u8,
    } free 6

    /// A choice of zones that can't be used.
    UnusableZones = UnusableZonesFrame {
        /// The zones that are chosen already, one bit each.
        chosen: u8,
    } free 7

    /// A destruction; `SetSlot::TO_DESTROY` holds the cards that are left to be destroyed. The frame's card has the
    /// effect that is offered.
    Replace = ReplaceFrame {
        /// The effect that is offered.
        effect: u16,
        /// How many effects were offered.
        offered: u16,
        /// The cause of their destruction: bits of `by_bit`, and above them whose card it is, as in `Batch::by`.
        by: u8,
        /// Whether they are banished.
        banishes: Flag,
        /// If they are not destroyed but go to a Deck, the number of a [`DeckEnd`] plus 1.
        to_deck: u8,
    } free 1

    /// The frame's card returns to the field of the frame's player.
    ReturnToField = ReturnToFieldFrame {} free 8

    /// The frame's player declares a Type or an Attribute.
    OneType = OneTypeFrame {
        /// The number of a `Common`.
        common: u8,
    } free 7

    /// A destruction of the cards in `SetSlot::TO_DESTROY`, one after the other; the player of the frame's card is
    /// asked.
    Stay = StayFrame {
        /// Whether battle destroys them.
        by_battle: Flag,
    } free 7

    /// A Normal Summon of a monster that is on the field already.
    GeminiSummon = GeminiSummonFrame {
        /// Bits of [`summon_bits`].
        flags: u16,
    } free 6

    /// The frame's card, a Trap that was a monster, is laid back on the side of the frame's player.
    LayBack = LayBackFrame {
        /// Whether an effect resolves and goes on afterwards.
        in_effect: Flag,
        /// Whether the card stays a monster and holds the zone from now on.
        holds: Flag,
    } free 6

    /// The frame's player orders cards that came to a Graveyard together.
    GraveOrder = GraveOrderFrame {} free 8

    /// The frame's player chooses Traps that find no zone.
    HomelessTraps = HomelessTrapsFrame {
        /// The zones of those that were chosen, one bit each.
        chosen: u8,
        /// How many are still to be chosen.
        left: u8,
    } free 6
}

impl NormalSummonFrame {
    /// Whether one of the [`summon_bits`] is set.
    pub(crate) const fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Whether the monster is Set.
    pub(crate) const fn sets(&self) -> bool {
        self.position == BattlePosition::Set as u8
    }
}

impl GeminiSummonFrame {
    /// Whether one of the [`summon_bits`] is set.
    pub(crate) const fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

impl ControlFrame {
    /// Control lasts until something else ends it: no modifier says so.
    pub(crate) const FOR_GOOD: u8 = u8::MAX;
}

impl ProgramFrame {
    /// A frame that runs a program of a card, for a link of the Chain or outside any.
    pub(crate) fn begin(
        duel: &super::Duel,
        program: Program,
        player: Player,
        card: CardId,
        link: u8,
    ) -> Frame {
        let level = duel.next_level().to_byte();
        let data = Self { op: program.0, link, level, ..Self::zeroed() };
        Frame::new(data).of(player).about(card)
    }

    /// From where the program of a frame looks at the duel.
    pub(crate) fn context(duel: &super::Duel, frame: Frame) -> Ctx {
        let Self { link, level, .. } = frame.data();
        Ctx {
            link,
            batch: if link == NO_LINK { 0 } else { duel.link(link).batch },
            level: Level::inside(level),
            ..Ctx::of_card(frame.player(), frame.card())
        }
    }
}

/// Yes or no, as a byte of a frame.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Flag(u8);

impl Flag {
    pub(crate) const ON: Self = Self(1);

    pub(crate) const fn is_on(self) -> bool {
        self.0 != 0
    }
}

impl From<bool> for Flag {
    fn from(on: bool) -> Self {
        Self(on.into())
    }
}

/// Bits of [`NormalSummonFrame::flags`].
pub(crate) mod summon_bits {
    /// The Summon does not count as the one of the turn.
    pub(crate) const FREE: u16 = 1;
    /// A Chain is resolving: nobody can respond.
    pub(crate) const IN_CHAIN: u16 = 2;
    /// It comes without the Tributes that its Level needs.
    pub(crate) const WITHOUT_TRIBUTES: u16 = 4;
    /// It is the one more that an effect allows in a turn.
    pub(crate) const ONE_MORE: u16 = 8;
    /// It must be a Tribute Summon.
    pub(crate) const WITH_TRIBUTES: u16 = 16;
    /// It comes with another number of Tributes, as its text allows.
    pub(crate) const WITH_OTHER_TRIBUTES: u16 = 32;
    /// It comes with one Tribute less than its Level says.
    pub(crate) const ONE_LESS: u16 = 64;
}

/// Bits of [`WindowFrame::skip`].
pub(crate) mod skip {
    /// Triggers that wait are not taken: the moment in which a Summon can be negated.
    pub(crate) const TRIGGERS: u8 = 1;
    /// Only what answers the event itself may be used.
    pub(crate) const FREE: u8 = 2;
    /// After a Chain only what answers events may be used.
    pub(crate) const NEW: u8 = 4;
}
