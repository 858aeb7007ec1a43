//! The lines of a recording, with the fields that are compared or answered. Other fields are
//! ignored, so that recordings may grow.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::error::Fault;
use crate::trace_event::{At, TraceEvent, counter};

/// One line.
#[derive(Debug)]
pub(crate) enum TraceLine {
    Header(TraceHeader),
    Ask(TraceAsk),
    State(Box<TraceState>),
    Event(Happening),
    End(TraceEnd),
}

/// Something that happened, according to the record.
#[derive(Debug)]
pub(crate) enum Happening {
    /// Of a kind that is compared.
    TraceEvent(TraceEvent),
    /// A hand has another order now, which only counts for later lines of the record.
    Shuffled { player: u8, hand: Vec<u32> },
    /// Cards were chosen, without a question of its own.
    Selected(Vec<At>),
    /// Of a kind that has no rules meaning.
    Noise,
    /// Of a kind that our engine doesn't produce yet: its name.
    Foreign(String),
}

/// Event kinds that say how something was shown to players or how the reference engine keeps its books: no
/// rule of the game stands behind them. A `random` card is answered by chance as foreseen, and so
/// are Set monsters that are shuffled. A disabled attack shows in the events that follow, and zones
/// that can't be used show in the options. A trigger that `missed` its timing is not asked
/// (REC-S23).
const NOISE: [&str; 11] = [
    "hint",
    "confirm_decktop",
    "shuffle_deck",
    "deck_top",
    "missed",
    "relate",
    "unrelate",
    "random",
    "shuffle_set",
    "attack_disabled",
    "field_disabled",
];

/// The answers that chance must give for events that come after a question.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Foreseen {
    /// Cards that were taken by chance.
    Random { cards: Vec<At> },
    /// Set monsters changed places: the cards in each zone now.
    ShuffleSet {
        #[serde(default)]
        now: Vec<TraceLying>,
    },
    /// A hand was shuffled.
    ShuffleHand { p: u8 },
    /// How coins fell: 1 is heads.
    Coin { res: Vec<u8> },
    /// How dice fell.
    Dice { res: Vec<u8> },
    /// A card that moved.
    Move { id: u32, from: At, to: At },
    #[serde(other)]
    Other,
}

/// A card in a Monster Zone.
#[derive(Debug, Deserialize)]
pub(crate) struct TraceLying {
    pub(crate) con: u8,
    pub(crate) seq: u8,
    pub(crate) id: u32,
}

/// The fields that every line has first.
#[derive(Deserialize)]
pub(crate) struct Head<'a> {
    #[serde(borrow)]
    pub(crate) t: Cow<'a, str>,
    #[serde(borrow)]
    kind: Option<Cow<'a, str>>,
}

impl TraceLine {
    /// The answers of chance that a line of an event foretells.
    pub(crate) fn foreseen(bytes: &[u8]) -> Foreseen {
        serde_json::from_slice(bytes).unwrap_or(Foreseen::Other)
    }

    /// Reads only what kind of line it is.
    pub(crate) fn head(bytes: &[u8]) -> Result<Head<'_>, Fault> {
        Ok(serde_json::from_slice(bytes)?)
    }

    /// Reads a line whose head has been read.
    pub(crate) fn parse(head: &Head<'_>, bytes: &[u8]) -> Result<Self, Fault> {
        Ok(match &*head.t {
            "header" => Self::Header(serde_json::from_slice(bytes)?),
            "ask" => Self::Ask(serde_json::from_slice(bytes)?),
            "state" => Self::State(serde_json::from_slice(bytes)?),
            "end" => Self::End(serde_json::from_slice(bytes)?),
            "event" => match head.kind.as_deref() {
                None => return Err(Fault::Malformed("missing field `kind`".to_owned())),
                Some(kind) if TraceEvent::KINDS.contains(&kind) => {
                    Self::Event(Happening::TraceEvent(serde_json::from_slice(bytes)?))
                }
                Some("shuffle_hand") => {
                    let ShuffledHand { p, ids } = serde_json::from_slice(bytes)?;
                    Self::Event(Happening::Shuffled { player: p, hand: ids })
                }
                Some("selected") => {
                    let Selected { cards } = serde_json::from_slice(bytes)?;
                    Self::Event(Happening::Selected(cards))
                }
                Some(kind) if NOISE.contains(&kind) => Self::Event(Happening::Noise),
                Some(kind) => Self::Event(Happening::Foreign(kind.to_owned())),
            },
            other => return Err(Fault::UnknownLine(other.to_owned())),
        })
    }
}

/// Cards that were chosen.
#[derive(Debug, Deserialize)]
struct Selected {
    cards: Vec<At>,
}

/// Counters by the number of their kind, see [`counter`].
fn known_counters<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, i64>, D::Error> {
    let counters = BTreeMap::<u32, i64>::deserialize(deserializer)?;
    Ok(counters.into_iter().map(|(kind, count)| (counter(kind).to_string(), count)).collect())
}

/// The new order of a hand.
#[derive(Debug, Deserialize)]
struct ShuffledHand {
    p: u8,
    ids: Vec<u32>,
}

/// How a duel is set up.
#[derive(Debug, Deserialize)]
pub(crate) struct TraceHeader {
    #[serde(default)]
    pub(crate) rules: String,
    pub(crate) flags: Option<u64>,
    pub(crate) lp: i32,
    pub(crate) hand: u8,
    pub(crate) draw: u8,
    pub(crate) seed: Option<u64>,
    pub(crate) decks: [DeckLine; 2],
}

/// One player's cards.
#[derive(Debug, Deserialize)]
pub(crate) struct DeckLine {
    /// In the order in which they will be drawn.
    pub(crate) main: Vec<u32>,
    #[serde(default)]
    pub(crate) extra: Vec<u32>,
    /// Cards that lie on the table before the duel starts.
    pub(crate) field: Option<Field>,
}

/// Cards that lie on the table before the duel starts.
#[derive(Debug, Deserialize)]
pub(crate) struct Field {
    #[serde(default)]
    pub(crate) mzone: Vec<(u32, u8, String)>,
    #[serde(default)]
    pub(crate) szone: Vec<(u32, u8)>,
    #[serde(default)]
    pub(crate) gy: Vec<u32>,
}

/// A question with its answer. Options stay raw until the kind of question is known to us.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TraceAsk {
    pub(crate) player: u8,
    pub(crate) kind: String,
    pub(crate) hint: Option<u64>,
    /// The subject of a yes or no: a system string, or a string of a card.
    pub(crate) desc: Option<u64>,
    /// The card that an `effectyn` is about, and where it is.
    pub(crate) id: Option<u32>,
    pub(crate) at: Option<At>,
    #[serde(default)]
    pub(crate) options: Vec<Value>,
    /// Whether something must be chosen.
    #[serde(default)]
    pub(crate) forced: bool,
    /// Whether nothing may be chosen, which takes back what asks.
    #[serde(default)]
    pub(crate) cancelable: bool,
    pub(crate) min: Option<u32>,
    pub(crate) max: Option<u32>,
    pub(crate) answer: Value,
}

/// The whole table before a question, or at the end.
#[derive(Debug, PartialEq, Deserialize)]
pub(crate) struct TraceState {
    pub(crate) turn: u32,
    pub(crate) turn_player: u8,
    pub(crate) phase: String,
    pub(crate) lp: [i64; 2],
    pub(crate) players: [TraceSide; 2],
    /// It is the last one of its duel.
    #[serde(default, rename = "final")]
    pub(crate) last: bool,
}

impl TraceState {
    /// The cards that lie face-up on the field, by passcode: monsters first.
    pub(crate) fn face_up(&self) -> impl Iterator<Item = u32> + '_ {
        let sides = || self.players.iter();
        let monsters = sides().flat_map(|side| side.mzone.iter().flatten());
        let monsters = monsters.filter(|monster| is_face_up(&monster.pos)).map(|card| card.id);
        let spells = sides().flat_map(|side| side.szone.iter().flatten());
        monsters.chain(spells.filter(|spell| spell.faceup).map(|card| card.id))
    }

    /// Cards are negated where they are in the other table.
    pub(crate) fn take_negation_from(&mut self, other: &Self) {
        for (own, other) in self.players.iter_mut().zip(&other.players) {
            let spells = own.szone.iter_mut().zip(&other.szone);
            for (own, other) in spells.filter_map(|(own, other)| own.as_mut().zip(other.as_ref())) {
                own.negated = other.negated;
            }
            let monsters = own.mzone.iter_mut().zip(&other.mzone);
            for (own, other) in monsters.filter_map(|(own, other)| own.as_mut().zip(other.as_ref()))
            {
                own.negated = other.negated;
            }
        }
    }
}

/// Whether a recorded battle position is one of a face-up card.
pub(crate) fn is_face_up(pos: &str) -> bool {
    !matches!(pos, "set" | "facedown")
}

/// One player's half of the table.
#[derive(Debug, PartialEq, Deserialize)]
pub(crate) struct TraceSide {
    pub(crate) hand: Vec<u32>,
    pub(crate) deck_count: u32,
    pub(crate) extra_count: u32,
    pub(crate) extra_faceup: Vec<u32>,
    pub(crate) gy: Vec<u32>,
    pub(crate) banished: Vec<(u32, bool)>,
    pub(crate) mzone: [Option<TraceMonster>; 7],
    pub(crate) szone: [Option<Spell>; 6],
}

/// A monster on the field.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TraceMonster {
    pub(crate) id: u32,
    pub(crate) pos: String,
    pub(crate) atk: i64,
    pub(crate) def: i64,
    pub(crate) level: i64,
    #[serde(default)]
    pub(crate) overlays: Vec<u32>,
    #[serde(default, deserialize_with = "known_counters")]
    pub(crate) counters: BTreeMap<String, i64>,
    #[serde(default)]
    pub(crate) equips: Vec<u32>,
    pub(crate) name: Option<u32>,
    pub(crate) owner: Option<u8>,
    #[serde(default)]
    pub(crate) negated: bool,
    #[serde(default)]
    pub(crate) pos_changed: bool,
}

/// A card in a Spell & Trap Zone or the Field Zone.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Spell {
    pub(crate) id: u32,
    pub(crate) faceup: bool,
    pub(crate) equip_to: Option<(u8, u8)>,
    #[serde(default, deserialize_with = "known_counters")]
    pub(crate) counters: BTreeMap<String, i64>,
    #[serde(default)]
    pub(crate) overlays: Vec<u32>,
    pub(crate) scale: Option<i64>,
    pub(crate) owner: Option<u8>,
    #[serde(default)]
    pub(crate) negated: bool,
}

/// How a duel ended.
#[derive(Debug, Deserialize)]
pub(crate) struct TraceEnd {
    pub(crate) winner: Value,
    pub(crate) reason: String,
    pub(crate) turns: u32,
}
