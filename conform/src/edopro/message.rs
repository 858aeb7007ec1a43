//! Messages of a replay, read into what they tell.

use super::bytes::Bytes;
use super::error::ReplayFileError;
use super::file::Packet;
use super::kinds;
use super::places::{at, card, place, places, some};
use super::tables::{Tables, lies};
use super::told::{Aside, Told, ToldKind, Won};
use crate::trace_event::{At, Shown, TraceEvent};

/// The bit of a reason that says that the card was destroyed.
const DESTROYED: u32 = 0x1;

/// Kinds of hints that say what a player declared.
mod hint {
    pub(super) const TYPE: u8 = 6;
    pub(super) const ATTRIBUTE: u8 = 7;
    pub(super) const NAME: u8 = 8;
    pub(super) const NUMBER: u8 = 9;
}

/// All that a replay tells of a duel.
#[derive(Debug, Default)]
pub(super) struct Story {
    pub(super) told: Vec<Told>,
    pub(super) won: Option<Won>,
}

/// Reads all messages.
pub(super) fn read(packets: &[Packet<'_>]) -> Result<Story, ReplayFileError> {
    let mut story = Story::default();
    let mut turn = 0;
    let mut tables = Tables::default();
    let mut mixed = false;
    for (at, packet) in packets.iter().enumerate() {
        let number = at + 1;
        let mut content = Bytes::new(packet.content);
        if tables.ask_freely(*packet) {
            let what = ToldKind::Aside(Aside::Free);
            story.told.push(Told { what, message: number, turn });
        }
        mixed = packet.kind == kinds::MIXED || mixed && packet.kind == kinds::LIES;
        if mixed && let Some(aside) = lies(&mut content.clone()) {
            story.told.push(Told { what: ToldKind::Aside(aside), message: number, turn });
        }
        let damaged = |kind| ReplayFileError::BadMessage { number, kind };
        let read = message(packet.kind, &mut content, turn);
        let told = match read {
            Ok(Read::Told(told)) => told,
            Ok(Read::Won(won)) => {
                story.won = Some(won);
                break;
            }
            Ok(Read::Foreign(what)) => {
                return Err(ReplayFileError::ForeignMessage { number, what });
            }
            Ok(Read::Unknown) => {
                return Err(ReplayFileError::UnknownMessage { number, kind: packet.kind });
            }
            Err(ReplayFileError::CutOff { what, .. }) => return Err(damaged(what)),
            Err(error) => return Err(error),
        };
        for what in told {
            if let ToldKind::TraceEvent(TraceEvent::Turn { n, .. }) = &what {
                turn = *n;
            }
            story.told.push(Told { what, message: number, turn });
        }
    }
    Ok(story)
}

/// The content of one message.
enum Read {
    Told(Vec<ToldKind>),
    Won(Won),
    /// Of a kind that is known and that nothing here does.
    Foreign(&'static str),
    Unknown,
}

/// Reads a message. Those that only say how something is shown, or what lies where, tell nothing.
fn message(kind: u8, content: &mut Bytes<'_>, turn: u32) -> Result<Read, ReplayFileError> {
    let event = match kind {
        kinds::HINT => return hinted(content),
        kinds::WON => return won(content),
        kinds::SHOWN_ON_TOP => return shown_on_top(content),
        kinds::SHOWN => confirmed(content)?,
        kinds::MIXED => return mixed(content),
        kinds::TURN => TraceEvent::Turn { n: turn + 1, p: content.u8("a turn")? & 1 },
        kinds::PHASE => match phase(content.u16("a phase")?) {
            Some(phase) => TraceEvent::Phase { phase: phase.to_owned() },
            None => return Ok(Read::Told(Vec::new())),
        },
        kinds::MOVED => moved(content)?,
        kinds::TURNED => turned(content)?,
        kinds::SET => {
            let (id, at) = card(content, "a Set card")?;
            TraceEvent::Set { id, at }
        }
        kinds::SWAPPED => swapped(content)?,
        kinds::SUMMONING => {
            let (id, at) = card(content, "a Normal Summon")?;
            TraceEvent::Summon { id, at }
        }
        kinds::SUMMONED => TraceEvent::Summoned,
        kinds::SPECIAL_SUMMONING => special_summoning(content)?,
        kinds::SPECIAL_SUMMONED => TraceEvent::Spsummoned,
        kinds::FLIP_SUMMONING => {
            let (id, at) = card(content, "a Flip Summon")?;
            TraceEvent::Flip { id, at }
        }
        kinds::FLIP_SUMMONED => TraceEvent::Flipped,
        kinds::ACTIVATING => chained(content)?,
        kinds::ACTIVATED..=kinds::RESOLVED | kinds::ACTIVATION_NEGATED | kinds::EFFECT_NEGATED => {
            link(kind, content.u8("a Chain Link")?.into())
        }
        kinds::CHAIN_ENDED => TraceEvent::ChainEnd,
        kinds::CHOSEN_BY_CHANCE => return chosen_by_chance(content),
        kinds::TARGETED => TraceEvent::Target { cards: places(content, "targets")? },
        kinds::DRAWN => return drawn(content),
        kinds::DAMAGE | kinds::GAINED | kinds::LIFE_POINTS | kinds::PAID => {
            life_points(kind, content)?
        }
        kinds::EQUIPPED => TraceEvent::Equip {
            from: place(content, "an Equip Card")?,
            to: place(content, "an Equip Card")?,
        },
        kinds::COUNTERS_PLACED | kinds::COUNTERS_REMOVED => counters(kind, content)?,
        kinds::ATTACK => attack(content)?,
        kinds::BATTLE => battle(content)?,
        kinds::DAMAGE_STEP => TraceEvent::DamageStart,
        kinds::DAMAGE_STEP_ENDED => TraceEvent::DamageEnd,
        kinds::COINS | kinds::DICE => results(kind, content)?,
        kinds::GRAVE_FOR_DECK => {
            return Ok(Read::Foreign("that a Deck and a Graveyard change places"));
        }
        kinds::DECKS_TURNED => return Ok(Read::Foreign("that Decks are turned over")),
        kinds::NEXT_OF_TEAM => return Ok(Read::Foreign("that another player of a team goes on")),
        kinds::PUZZLE => return Err(ReplayFileError::Puzzle),
        kinds::CARDS_GONE => return Ok(Read::Foreign("that cards leave the duel")),
        _ if kinds::SILENT.contains(&kind) => return Ok(Read::Told(Vec::new())),
        _ => return Ok(Read::Unknown),
    };
    let events = event.normalised().one_by_one().into_iter();
    // In which order cards came to a Graveyard is compared by what comes when.
    Ok(Read::Told(events.map(|event| ToldKind::TraceEvent(without_order(event))).collect()))
}

/// A move without the number that the card has in a Graveyard: of cards that leave a hand together
/// our duel may take another one first.
pub(super) fn without_order(event: TraceEvent) -> TraceEvent {
    match event {
        TraceEvent::Move { id, from, mut to, destroy } => {
            if to.loc == "gy" {
                to.seq = None;
            }
            TraceEvent::Move { id, from, to, destroy }
        }
        other => other,
    }
}

fn aside(aside: Aside) -> Result<Read, ReplayFileError> {
    Ok(Read::Told(vec![ToldKind::Aside(aside)]))
}

fn hinted(content: &mut Bytes<'_>) -> Result<Read, ReplayFileError> {
    const WHAT: &str = "a hint";
    let (kind, player, value) = (content.u8(WHAT)?, content.u8(WHAT)?, content.u64(WHAT)?);
    match kind {
        hint::TYPE => aside(Aside::Types(player, value)),
        hint::ATTRIBUTE => aside(Aside::Attributes(player, value)),
        hint::NAME => aside(Aside::Name(player, value)),
        hint::NUMBER => aside(Aside::Number(player, value)),
        _ => Ok(Read::Told(Vec::new())),
    }
}

fn won(content: &mut Bytes<'_>) -> Result<Read, ReplayFileError> {
    const WHAT: &str = "the end";
    let (player, reason) = (content.u8(WHAT)?, content.u8(WHAT)?);
    Ok(Read::Won(Won { player, reason }))
}

fn shown_on_top(content: &mut Bytes<'_>) -> Result<Read, ReplayFileError> {
    const WHAT: &str = "cards on top of a Deck";
    let player = content.u8(WHAT)?;
    let count = content.count(10, WHAT)?;
    let mut cards = Vec::new();
    for _ in 0..count {
        cards.push(content.u32(WHAT)?);
        content.take(6, WHAT)?;
    }
    aside(Aside::Top(player, cards))
}

fn mixed(content: &mut Bytes<'_>) -> Result<Read, ReplayFileError> {
    const WHAT: &str = "shuffled Set cards";
    content.u8(WHAT)?;
    let count = content.u8(WHAT)?;
    let zones = (0..count).map(|_| place(content, WHAT)).collect::<Result<_, _>>()?;
    aside(Aside::Mixed(zones))
}

fn chosen_by_chance(content: &mut Bytes<'_>) -> Result<Read, ReplayFileError> {
    const WHAT: &str = "cards chosen by chance";
    content.u8(WHAT)?;
    aside(Aside::Random(places(content, WHAT)?))
}

fn drawn(content: &mut Bytes<'_>) -> Result<Read, ReplayFileError> {
    const WHAT: &str = "drawn cards";
    let p = content.u8(WHAT)? & 1;
    let count = content.count(8, WHAT)?;
    let mut told = Vec::new();
    for _ in 0..count {
        let id = content.u32(WHAT)?;
        content.u32(WHAT)?;
        told.push(ToldKind::TraceEvent(TraceEvent::Draw { p, ids: vec![id] }));
    }
    Ok(Read::Told(told))
}

fn confirmed(content: &mut Bytes<'_>) -> Result<TraceEvent, ReplayFileError> {
    const WHAT: &str = "shown cards";
    let p = content.u8(WHAT)? & 1;
    let count = content.count(10, WHAT)?;
    let mut cards = Vec::new();
    for _ in 0..count {
        let id = content.u32(WHAT)?;
        let (con, loc) = (content.u8(WHAT)?, content.u8(WHAT)?);
        let at = at(con, loc, content.u32(WHAT)?, 0);
        cards.push(Shown { id, at });
    }
    // From the top of a Deck down, as chance is asked.
    if cards.iter().all(|card| card.at.loc == "deck") {
        cards.sort_by_key(|card| std::cmp::Reverse(card.at.seq));
    }
    Ok(TraceEvent::Confirm { p, cards })
}

fn moved(content: &mut Bytes<'_>) -> Result<TraceEvent, ReplayFileError> {
    const WHAT: &str = "a move";
    let (id, from) = card(content, WHAT)?;
    let to = place(content, WHAT)?;
    let reason = content.u32(WHAT)?;
    // A reason stays with a card that goes back to a hand, a Deck or the field.
    let away = matches!(to.loc.as_str(), "gy" | "banished");
    Ok(TraceEvent::Move { id, from, to, destroy: away && reason & DESTROYED != 0 })
}

fn turned(content: &mut Bytes<'_>) -> Result<TraceEvent, ReplayFileError> {
    const WHAT: &str = "a change of position";
    let id = content.u32(WHAT)?;
    let (con, loc, seq) = (content.u8(WHAT)?, content.u8(WHAT)?, content.u8(WHAT)?);
    let [from, to] = [content.u8(WHAT)?, content.u8(WHAT)?]
        .map(|pos| at(con, loc, seq.into(), pos.into()).pos.unwrap_or_default());
    let At { con, loc, .. } = at(con, loc, seq.into(), 0);
    Ok(TraceEvent::Poschange { id, con, loc, seq: seq.into(), from, to })
}

fn swapped(content: &mut Bytes<'_>) -> Result<TraceEvent, ReplayFileError> {
    const WHAT: &str = "a swap";
    let (id1, at1) = card(content, WHAT)?;
    let (id2, at2) = card(content, WHAT)?;
    Ok(TraceEvent::Swap { id1, at1, id2, at2 })
}

fn special_summoning(content: &mut Bytes<'_>) -> Result<TraceEvent, ReplayFileError> {
    let (id, at) = card(content, "a Special Summon")?;
    // A monster that comes face-down isn't named by our duel.
    let id = if at.pos.as_deref() == Some("set") { 0 } else { id };
    Ok(TraceEvent::Spsummon { id, at })
}

fn chained(content: &mut Bytes<'_>) -> Result<TraceEvent, ReplayFileError> {
    const WHAT: &str = "an activation";
    let (id, at) = card(content, WHAT)?;
    let p = content.u8(WHAT)? & 1;
    content.take(5, WHAT)?;
    let (desc, link) = (content.u64(WHAT)?, content.u32(WHAT)?);
    Ok(TraceEvent::Chain { id, at, p, desc, link })
}

const fn link(kind: u8, link: u32) -> TraceEvent {
    match kind {
        kinds::ACTIVATED => TraceEvent::Chained { link },
        kinds::RESOLVING => TraceEvent::Resolving { link },
        kinds::RESOLVED => TraceEvent::Resolved { link },
        kinds::ACTIVATION_NEGATED => TraceEvent::ActivationNegated { link },
        _ => TraceEvent::EffectNegated { link },
    }
}

fn life_points(kind: u8, content: &mut Bytes<'_>) -> Result<TraceEvent, ReplayFileError> {
    const WHAT: &str = "Life Points";
    let p = content.u8(WHAT)? & 1;
    let n = content.i32(WHAT)?.into();
    Ok(match kind {
        kinds::DAMAGE => TraceEvent::Damage { p, n },
        kinds::GAINED => TraceEvent::Recover { p, n },
        kinds::LIFE_POINTS => TraceEvent::Lpset { p, n },
        _ => TraceEvent::Paylp { p, n },
    })
}

fn counters(kind: u8, content: &mut Bytes<'_>) -> Result<TraceEvent, ReplayFileError> {
    const WHAT: &str = "counters";
    let counter = content.u16(WHAT)?.into();
    let (con, loc, seq) = (content.u8(WHAT)?, content.u8(WHAT)?, content.u8(WHAT)?);
    let At { con, loc, .. } = at(con, loc, seq.into(), 0);
    let (seq, n) = (seq.into(), content.u16(WHAT)?.into());
    Ok(match kind {
        kinds::COUNTERS_PLACED => TraceEvent::AddCounter { counter, con, loc, seq, n },
        _ => TraceEvent::RemoveCounter { counter, con, loc, seq, n },
    })
}

fn attack(content: &mut Bytes<'_>) -> Result<TraceEvent, ReplayFileError> {
    const WHAT: &str = "an attack";
    let from = place(content, WHAT)?;
    Ok(TraceEvent::Attack { from, to: some(place(content, WHAT)?) })
}

fn battle(content: &mut Bytes<'_>) -> Result<TraceEvent, ReplayFileError> {
    const WHAT: &str = "a battle";
    let mut side = || -> Result<(At, i64, i64, bool), ReplayFileError> {
        let at = place(content, WHAT)?;
        let (atk, def) = (content.i32(WHAT)?.into(), content.i32(WHAT)?.into());
        Ok((at, atk, def, content.u8(WHAT)? != 0))
    };
    let (from, atk, def, destroyed) = side()?;
    let (to, to_atk, to_def, to_destroyed) = side()?;
    let to = some(to);
    let of_target = |value| to.is_some().then_some(value);
    let (to_atk, to_def) = (of_target(to_atk), of_target(to_def));
    let to_destroyed = to.is_some().then_some(to_destroyed);
    Ok(TraceEvent::Battle { from, atk, def, destroyed, to, to_atk, to_def, to_destroyed })
}

fn results(kind: u8, content: &mut Bytes<'_>) -> Result<TraceEvent, ReplayFileError> {
    const WHAT: &str = "coins or dice";
    let (p, count) = (content.u8(WHAT)? & 1, content.u8(WHAT)?);
    let res = content.take(count.into(), WHAT)?.to_vec();
    Ok(if kind == kinds::COINS { TraceEvent::Coin { p, res } } else { TraceEvent::Dice { p, res } })
}

const fn phase(bits: u16) -> Option<&'static str> {
    match bits {
        0x1 => Some("draw"),
        0x2 => Some("standby"),
        0x4 => Some("main1"),
        0x8 => Some("battle_start"),
        0x100 => Some("main2"),
        0x200 => Some("end"),
        _ => None,
    }
}
