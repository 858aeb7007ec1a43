//! The course of a duel as a replay tells it, message by message, in the form in which both engines
//! tell it.

use crate::trace_event::{At, TraceEvent};

/// Something that a replay tells.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) what: ToldKind,
    /// Number of the message, from 1.
    pub(super) message: usize,
    /// Number of the turn in which it was told.
    pub(super) turn: u32,
}

/// One thing that is told.
#[derive(Clone, Debug)]
pub(super) enum ToldKind {
    /// Something that must happen in our duel too.
    TraceEvent(TraceEvent),
    /// A result of chance or a player's declaration, which a duel of ours need not tell.
    Aside(Aside),
}

/// The things that are told beside the events.
#[derive(Clone, Debug)]
pub(super) enum Aside {
    /// The turn player was asked what to do in a Main Phase or Battle Step.
    Free,
    /// Cards that were chosen by chance.
    Random(Vec<At>),
    /// Set cards changed places: the zones.
    Mixed(Vec<At>),
    /// The cards in the Monster Zones of a player after Set cards changed places: zone and
    /// passcode.
    Lies(u8, Vec<(u32, u32)>),
    /// Cards from the top of a Deck that both players were shown.
    Top(u8, Vec<u32>),
    /// A player declared a number.
    Number(u8, u64),
    /// A player declared Types.
    Types(u8, u64),
    /// A player declared the Attributes with these bits.
    Attributes(u8, u64),
    /// A player declared the name of this card.
    Name(u8, u64),
}

/// How a replay says that the duel ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Won {
    /// The player who won; 2 is a draw.
    pub(super) player: u8,
    /// Why: 1 Life Points, 2 no card to draw, from 16 on cards; everything else is no rule of the game.
    pub(super) reason: u8,
}

impl Won {
    /// Whether the duel ended by the rules: not by giving up, by the clock or by a lost connection.
    pub(super) const fn by_the_rules(self) -> bool {
        matches!(self.reason, 1 | 2 | 16..)
    }
}

impl Told {
    /// The event, if it is one.
    pub(super) const fn event(&self) -> Option<&TraceEvent> {
        match &self.what {
            ToldKind::TraceEvent(event) => Some(event),
            ToldKind::Aside(_) => None,
        }
    }

    /// The cards on top of Decks that are shown beside what happens.
    pub(super) fn cards_shown(&self) -> impl Iterator<Item = (u8, u32)> + '_ {
        let (player, cards) = match self.aside() {
            Some(Aside::Top(player, cards)) => (*player, cards.as_slice()),
            _ => (0, &[][..]),
        };
        cards.iter().map(move |card| (player, *card))
    }

    pub(super) const fn aside(&self) -> Option<&Aside> {
        match &self.what {
            ToldKind::TraceEvent(_) => None,
            ToldKind::Aside(aside) => Some(aside),
        }
    }
}
