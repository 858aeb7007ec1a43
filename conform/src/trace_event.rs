//! The events that both engines tell, in one form, without each engine's own bookkeeping.

use duelfish_script::Counter;
use serde::{Deserialize, Deserializer, Serialize};

use crate::locations::NO_DEF;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum TraceEvent {
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
    /// A monster is being Special Summoned; a face-down one isn't named (REC-S8).
    Spsummon { id: u32, at: At },
    /// All monsters of one Special Summon are on the field.
    Spsummoned,
    /// A card was Set.
    Set { id: u32, at: At },
    /// A monster is being Flip Summoned.
    Flip { id: u32, at: At },
    /// The Flip Summon succeeded.
    Flipped,
    /// A card lies differently, other than by a Flip Summon.
    Poschange { id: u32, con: u8, loc: String, seq: u32, from: String, to: String },
    /// A Chain Link: `desc` says which effect of the card.
    Chain { id: u32, at: At, p: u8, desc: u64, link: u32 },
    /// The activation of a link is complete.
    Chained { link: u32 },
    /// The activation of a link was negated.
    ActivationNegated { link: u32 },
    /// The effect of a link was negated.
    EffectNegated { link: u32 },
    /// Counters were placed on a card.
    AddCounter {
        #[serde(deserialize_with = "known_counter")]
        counter: u32,
        con: u8,
        loc: String,
        seq: u32,
        n: u32,
    },
    /// Counters were removed from a card.
    RemoveCounter {
        #[serde(deserialize_with = "known_counter")]
        counter: u32,
        con: u8,
        loc: String,
        seq: u32,
        n: u32,
    },
    /// A player tossed coins.
    Coin { p: u8, res: Vec<u8> },
    /// A player rolled dice.
    Dice { p: u8, res: Vec<u8> },
    /// A link begins to resolve.
    Resolving { link: u32 },
    /// A link has resolved.
    Resolved { link: u32 },
    /// The Chain is over.
    ChainEnd,
    /// Cards became targets. Ours are told one at a time, the recorded ones often together.
    Target { cards: Vec<At> },
    /// A player was shown cards.
    Confirm { p: u8, cards: Vec<Shown> },
    /// A card was equipped to a monster.
    Equip { from: At, to: At },
    /// Two monsters changed places.
    Swap { id1: u32, at1: At, id2: u32, at2: At },
    /// A player gained Life Points.
    Recover { p: u8, n: i64 },
    /// A player paid Life Points.
    Paylp { p: u8, n: i64 },
    /// A player has so many Life Points from now on.
    Lpset { p: u8, n: i64 },
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
    /// The zone, or where the card lies in a pile that it was sent to.
    pub(crate) seq: Option<u32>,
    /// How it lies, in a zone.
    pub(crate) pos: Option<String>,
}

/// A card that is shown, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shown {
    pub(crate) id: u32,
    #[serde(flatten)]
    pub(crate) at: At,
}

/// The number of a kind of counters. Those that have no name of their own are all one: each card that holds such
/// counters holds its own.
pub(crate) fn counter(number: u32) -> u32 {
    let named =
        [Counter::SPELL, Counter::BUSHIDO, Counter::WEDGE, Counter::FEATHER, Counter::KAIJU];
    let kind = named.into_iter().find(|kind| kind.reference_number() == number);
    kind.unwrap_or(Counter::PLAIN).reference_number()
}

fn known_counter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Ok(counter(u32::deserialize(deserializer)?))
}

impl At {
    fn is_zone(&self) -> bool {
        matches!(self.loc.as_str(), "mzone" | "szone")
    }

    /// A material is in one place, wherever its monster is meanwhile: the record says where
    /// (`overlay:extra` before it comes, `overlay:gy` when it has left).
    fn is_material(&mut self) {
        if self.loc.starts_with("overlay") {
            self.loc = "overlay".to_owned();
            self.con = 0;
        }
    }

    /// A Trap that was a monster keeps that position in the record when it lies in a Spell & Trap
    /// Zone again, where it means face-up.
    fn is_spell(&mut self) {
        let kept = matches!(self.pos.as_deref(), Some("atk" | "def"));
        if kept && self.loc == "szone" {
            self.pos = Some("faceup".to_owned());
        }
    }

    /// A place that a card leaves or is pointed at in: a pile is one place, whatever the card's
    /// number was there.
    fn left(mut self) -> Self {
        self.is_material();
        self.is_spell();
        if !self.is_zone() {
            self.seq = None;
            self.pos = None;
        }
        self
    }

    /// A place that a card comes to. In a Graveyard its number counts, because order is kept
    /// there.
    fn reached(mut self) -> Self {
        self.is_material();
        self.is_spell();
        if !self.is_zone() {
            self.pos = None;
            if self.loc != "gy" {
                self.seq = None;
            }
        }
        self
    }
}

impl Shown {
    /// How a shown card lies says nothing that its place doesn't.
    fn plain(self) -> Self {
        let at = At { pos: None, ..self.at.left() };
        Self { at, ..self }
    }
}

impl TraceEvent {
    /// The kinds of event lines that are events.
    pub(crate) const KINDS: [&'static str; 35] = [
        "turn",
        "phase",
        "draw",
        "move",
        "summon",
        "summoned",
        "spsummon",
        "spsummoned",
        "set",
        "flip",
        "flipped",
        "poschange",
        "chain",
        "chained",
        "activation_negated",
        "swap",
        "effect_negated",
        "add_counter",
        "remove_counter",
        "coin",
        "dice",
        "resolving",
        "resolved",
        "chain_end",
        "target",
        "confirm",
        "equip",
        "recover",
        "paylp",
        "lpset",
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
            Self::Target { cards } => {
                Self::Target { cards: cards.into_iter().map(At::left).collect() }
            }
            Self::Confirm { p, cards } => {
                Self::Confirm { p, cards: cards.into_iter().map(Shown::plain).collect() }
            }
            Self::Chain { id, at, p, desc, link } => {
                Self::Chain { id, at: at.left(), p, desc, link }
            }
            other => other,
        }
    }

    /// One event for each card, where cards are told together in no order of their own.
    pub(crate) fn one_by_one(self) -> Vec<Self> {
        match self {
            Self::Target { cards } => {
                cards.into_iter().map(|card| Self::Target { cards: vec![card] }).collect()
            }
            Self::Confirm { p, cards } => {
                cards.into_iter().map(|card| Self::Confirm { p, cards: vec![card] }).collect()
            }
            // The card that comes to the player of the effect is the second one.
            Self::Swap { id1, at1, id2, at2 } => {
                let to = |there: &At, own: &At| At { pos: own.pos.clone(), ..there.clone() };
                let (to1, to2) = (to(&at2, &at1), to(&at1, &at2));
                vec![
                    Self::Move { id: id2, from: at2, to: to2, destroy: false },
                    Self::Move { id: id1, from: at1, to: to1, destroy: false },
                ]
            }
            other => vec![other],
        }
    }

    /// Whether it is this event of the record, which tells a DEF of Link Monsters too.
    pub(crate) fn is_told_as(&self, recorded: &Self) -> bool {
        let mut recorded = recorded.clone();
        if let (
            Self::Battle { def: ours, to_def: our_target, .. },
            Self::Battle { def, to_def, .. },
        ) = (self, &mut recorded)
        {
            if *ours == NO_DEF {
                *def = NO_DEF;
            }
            if *our_target == Some(NO_DEF) && to_def.is_some() {
                *to_def = Some(NO_DEF);
            }
        }
        // A card that was Set and shown is written as shown to the player who Set it.
        if let (Self::Confirm { p: ours, .. }, Self::Confirm { p, cards }) = (self, &mut recorded)
            && cards.iter().all(|card| card.at.con == *p && card.at.loc == "szone")
        {
            *p = *ours;
        }
        *self == recorded
    }

    /// Whether events of this kind that follow each other have no order among themselves. The
    /// recordings tell the targets of one choice and the shown cards of one look in the order of
    /// the reference engine's inner lists. Cards that are taken from a Deck together are told in
    /// the order in which they lay there, which ours does not know. Counters that are placed together are told in
    /// the order of the cards' cardboard.
    pub(crate) fn is_unordered(&self) -> bool {
        match self {
            Self::Target { .. } | Self::Confirm { .. } | Self::AddCounter { .. } => true,
            Self::Move { from, to, .. } => from.loc == "deck" && to.loc == "hand",
            _ => false,
        }
    }

    /// Whose hand a card leaves for a Deck here: they go one by one as the hand lies.
    pub(crate) fn goes_back(&self) -> Option<u8> {
        match self {
            Self::Move { from, to, .. } if from.loc == "hand" && to.loc == "deck" => Some(from.con),
            _ => None,
        }
    }
}

impl std::fmt::Display for TraceEvent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&serde_json::to_string(self).unwrap_or_else(|_| format!("{self:?}")))
    }
}
