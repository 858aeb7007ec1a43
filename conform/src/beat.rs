//! The events that both engines tell, in one form: what is left when each engine's own
//! bookkeeping is taken away.

use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Beat {
    /// A turn began.
    Turn { n: u32, p: u8 },
    /// A phase began.
    Phase { phase: String },
    /// A player drew these cards.
    Draw { p: u8, ids: Vec<u32> },
    /// A card changed its place, not by a draw.
    Move {
        id: u32,
        from: At,
        to: At,
        #[serde(default)]
        destroy: bool,
    },
    /// A monster is being Normal Summoned.
    Summon { id: u32, at: At },
    /// The Normal Summon succeeded.
    Summoned,
    /// A card was Set.
    Set { id: u32, at: At },
    /// A monster is being Flip Summoned.
    Flip { id: u32, at: At },
    /// The Flip Summon succeeded.
    Flipped,
    /// A monster lies differently, other than by a Flip Summon.
    Poschange { id: u32, con: u8, loc: String, seq: u32, from: String, to: String },
    /// An attack was declared; `to` is none for a direct one.
    Attack { from: At, to: Option<At> },
    /// The Damage Step began.
    DamageStart,
    /// Damage was calculated.
    Battle {
        from: At,
        atk: i64,
        def: i64,
        destroyed: bool,
        to: Option<At>,
        to_atk: Option<i64>,
        to_def: Option<i64>,
        to_destroyed: Option<bool>,
    },
    /// A player took damage.
    Damage { p: u8, n: i64 },
    /// The Damage Step ended.
    DamageEnd,
}

/// Where a card is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct At {
    /// Whose place it is.
    pub(crate) con: u8,
    /// Which kind of place.
    pub(crate) loc: String,
    /// The zone, or where the card lies in a Graveyard that it was sent to.
    pub(crate) seq: Option<u32>,
    /// How it lies, in a zone.
    pub(crate) pos: Option<String>,
}

impl At {
    fn is_zone(&self) -> bool {
        matches!(self.loc.as_str(), "mzone" | "szone")
    }

    /// A place that a card leaves: a pile is one place, whatever the card's number was there.
    fn left(mut self) -> Self {
        if !self.is_zone() {
            self.seq = None;
            self.pos = None;
        }
        self
    }

    /// A place that a card comes to. In a Graveyard its number counts, because order is kept
    /// there.
    fn reached(mut self) -> Self {
        if !self.is_zone() {
            self.pos = None;
            if self.loc != "gy" {
                self.seq = None;
            }
        }
        self
    }
}

impl Beat {
    /// The kinds of event lines that are beats.
    pub(crate) const KINDS: [&'static str; 15] = [
        "turn",
        "phase",
        "draw",
        "move",
        "summon",
        "summoned",
        "set",
        "flip",
        "flipped",
        "poschange",
        "attack",
        "damage_start",
        "battle",
        "damage",
        "damage_end",
    ];

    /// Without numbers that mean nothing: those of cards in piles.
    pub(crate) fn normalised(self) -> Self {
        match self {
            Self::Move { id, from, to, destroy } => {
                Self::Move { id, from: from.left(), to: to.reached(), destroy }
            }
            other => other,
        }
    }
}

impl std::fmt::Display for Beat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&serde_json::to_string(self).unwrap_or_else(|_| format!("{self:?}")))
    }
}
