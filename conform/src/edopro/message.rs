//! Messages of a replay, read into what they tell.

use super::bytes::Bytes;
use super::error::ReplayError;
use super::file::Packet;
use super::places::{at, card, place, places, some};
use super::tables::{Tables, lies};
use super::told::{Aside, Told, What, Won};
use crate::beat::{At, Beat, Shown};

/// The bit of a reason that says that the card was destroyed.
const DESTROYED: u32 = 0x1;

/// The message that Set cards were shuffled.
const MIXED: u8 = 36;

/// Kinds of hints that say what a player declared.
mod hint {
    pub(super) const TYPE: u8 = 6;
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
pub(super) fn read(packets: &[Packet<'_>]) -> Result<Story, ReplayError> {
    let mut story = Story::default();
    let mut turn = 0;
    let mut tables = Tables::default();
    let mut mixed = false;
    for (at, packet) in packets.iter().enumerate() {
        let number = at + 1;
        let mut content = Bytes::new(packet.content);
        if tables.ask_freely(*packet) {
            let what = What::Aside(Aside::Free);
            story.told.push(Told { what, message: number, turn });
        }
        mixed = packet.kind == MIXED || mixed && packet.kind == Tables::MESSAGE;
        if mixed && let Some(aside) = lies(&mut content.clone()) {
            story.told.push(Told { what: What::Aside(aside), message: number, turn });
        }
        let damaged = |kind| ReplayError::BadMessage { number, kind };
        let read = message(packet.kind, &mut content, turn);
        let told = match read {
            Ok(Read::Told(told)) => told,
            Ok(Read::Won(won)) => {
                story.won = Some(won);
                break;
            }
            Ok(Read::Foreign(what)) => {
                return Err(ReplayError::ForeignMessage { number, what });
            }
            Ok(Read::Unknown) => {
                return Err(ReplayError::UnknownMessage { number, kind: packet.kind });
            }
            Err(ReplayError::CutOff { what, .. }) => return Err(damaged(what)),
            Err(error) => return Err(error),
        };
        for what in told {
            if let What::Beat(Beat::Turn { n, .. }) = &what {
                turn = *n;
            }
            story.told.push(Told { what, message: number, turn });
        }
    }
    Ok(story)
}

/// What was read from one message.
enum Read {
    Told(Vec<What>),
    Won(Won),
    /// Of a kind that is known and that nothing here does.
    Foreign(&'static str),
    Unknown,
}

/// Reads a message. Those that only say how something is shown, or what lies where, tell nothing.
fn message(kind: u8, content: &mut Bytes<'_>, turn: u32) -> Result<Read, ReplayError> {
    let beat = match kind {
        2 => return hinted(content),
        5 => {
            let (player, reason) = (content.u8("the end")?, content.u8("the end")?);
            return Ok(Read::Won(Won { player, reason }));
        }
        30 => return shown_on_top(content),
        31 => confirmed(content)?,
        MIXED => return mixed(content),
        40 => Beat::Turn { n: turn + 1, p: content.u8("a turn")? & 1 },
        41 => match phase(content.u16("a phase")?) {
            Some(phase) => Beat::Phase { phase: phase.to_owned() },
            None => return Ok(Read::Told(Vec::new())),
        },
        50 => moved(content)?,
        53 => turned(content)?,
        54 => {
            let (id, at) = card(content, "a Set card")?;
            Beat::Set { id, at }
        }
        55 => {
            let (id1, at1) = card(content, "a swap")?;
            let (id2, at2) = card(content, "a swap")?;
            Beat::Swap { id1, at1, id2, at2 }
        }
        60 => {
            let (id, at) = card(content, "a Normal Summon")?;
            Beat::Summon { id, at }
        }
        61 => Beat::Summoned,
        62 => {
            let (id, at) = card(content, "a Special Summon")?;
            // What comes face-down isn't named by our duel.
            let id = if at.pos.as_deref() == Some("set") { 0 } else { id };
            Beat::Spsummon { id, at }
        }
        63 => Beat::Spsummoned,
        64 => {
            let (id, at) = card(content, "a Flip Summon")?;
            Beat::Flip { id, at }
        }
        65 => Beat::Flipped,
        70 => chained(content)?,
        71..=73 | 75 | 76 => link(kind, content.u8("a Chain Link")?.into()),
        74 => Beat::ChainEnd,
        81 => {
            content.u8("cards chosen by chance")?;
            return aside(Aside::Random(places(content, "cards chosen by chance")?));
        }
        83 => Beat::Target { cards: places(content, "targets")? },
        90 => return drawn(content),
        91 | 92 | 100 => life_points(kind, content)?,
        93 => Beat::Equip {
            from: place(content, "an Equip Card")?,
            to: place(content, "an Equip Card")?,
        },
        101 | 102 => counters(kind, content)?,
        110 => {
            let from = place(content, "an attack")?;
            Beat::Attack { from, to: some(place(content, "an attack")?) }
        }
        111 => battle(content)?,
        113 => Beat::DamageStart,
        114 => Beat::DamageEnd,
        130 | 131 => results(kind, content)?,
        35 => return Ok(Read::Foreign("that a Deck and a Graveyard change places")),
        37 => return Ok(Read::Foreign("that Decks are turned over")),
        94 => return Ok(Read::Foreign("that Life Points become another number")),
        161 => return Ok(Read::Foreign("that another player of a team goes on")),
        162 => return Err(ReplayError::Puzzle),
        190 => return Ok(Read::Foreign("that cards leave the duel")),
        // Start, waiting, data of cards, shuffles, hints, what is selected, missed or related.
        3
        | 4
        | 6
        | 7
        | 32..=34
        | 38
        | 39
        | 42
        | 56
        | 80
        | 95..=97
        | 112
        | 120..=123
        | 133
        | 160
        | 163..=165
        | 170
        | 180 => return Ok(Read::Told(Vec::new())),
        _ => return Ok(Read::Unknown),
    };
    let beats = beat.normalised().one_by_one().into_iter();
    // In which order cards came to a Graveyard is compared by what comes when.
    Ok(Read::Told(beats.map(|beat| What::Beat(without_order(beat))).collect()))
}

/// A move without the number that the card has in a Graveyard: of cards that leave a hand together
/// our duel may take another one first.
pub(super) fn without_order(beat: Beat) -> Beat {
    match beat {
        Beat::Move { id, from, mut to, destroy } => {
            if to.loc == "gy" {
                to.seq = None;
            }
            Beat::Move { id, from, to, destroy }
        }
        other => other,
    }
}

fn aside(aside: Aside) -> Result<Read, ReplayError> {
    Ok(Read::Told(vec![What::Aside(aside)]))
}

fn hinted(content: &mut Bytes<'_>) -> Result<Read, ReplayError> {
    const WHAT: &str = "a hint";
    let (kind, player, value) = (content.u8(WHAT)?, content.u8(WHAT)?, content.u64(WHAT)?);
    match kind {
        hint::TYPE => aside(Aside::Types(player, value)),
        hint::NAME => aside(Aside::Name(player, value)),
        hint::NUMBER => aside(Aside::Number(player, value)),
        _ => Ok(Read::Told(Vec::new())),
    }
}

fn shown_on_top(content: &mut Bytes<'_>) -> Result<Read, ReplayError> {
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

fn mixed(content: &mut Bytes<'_>) -> Result<Read, ReplayError> {
    const WHAT: &str = "shuffled Set cards";
    content.u8(WHAT)?;
    let count = content.u8(WHAT)?;
    let zones = (0..count).map(|_| place(content, WHAT)).collect::<Result<_, _>>()?;
    aside(Aside::Mixed(zones))
}

fn drawn(content: &mut Bytes<'_>) -> Result<Read, ReplayError> {
    const WHAT: &str = "drawn cards";
    let p = content.u8(WHAT)? & 1;
    let count = content.count(8, WHAT)?;
    let mut told = Vec::new();
    for _ in 0..count {
        let id = content.u32(WHAT)?;
        content.u32(WHAT)?;
        told.push(What::Beat(Beat::Draw { p, ids: vec![id] }));
    }
    Ok(Read::Told(told))
}

fn confirmed(content: &mut Bytes<'_>) -> Result<Beat, ReplayError> {
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
    Ok(Beat::Confirm { p, cards })
}

fn moved(content: &mut Bytes<'_>) -> Result<Beat, ReplayError> {
    const WHAT: &str = "a move";
    let (id, from) = card(content, WHAT)?;
    let to = place(content, WHAT)?;
    let reason = content.u32(WHAT)?;
    // A reason stays with a card that goes back to a hand, a Deck or the field.
    let away = matches!(to.loc.as_str(), "gy" | "banished");
    Ok(Beat::Move { id, from, to, destroy: away && reason & DESTROYED != 0 })
}

fn turned(content: &mut Bytes<'_>) -> Result<Beat, ReplayError> {
    const WHAT: &str = "a change of position";
    let id = content.u32(WHAT)?;
    let (con, loc, seq) = (content.u8(WHAT)?, content.u8(WHAT)?, content.u8(WHAT)?);
    let [from, to] = [content.u8(WHAT)?, content.u8(WHAT)?]
        .map(|pos| at(con, loc, seq.into(), pos.into()).pos.unwrap_or_default());
    let At { con, loc, .. } = at(con, loc, seq.into(), 0);
    Ok(Beat::Poschange { id, con, loc, seq: seq.into(), from, to })
}

fn chained(content: &mut Bytes<'_>) -> Result<Beat, ReplayError> {
    const WHAT: &str = "an activation";
    let (id, at) = card(content, WHAT)?;
    let p = content.u8(WHAT)? & 1;
    content.take(5, WHAT)?;
    let (desc, link) = (content.u64(WHAT)?, content.u32(WHAT)?);
    Ok(Beat::Chain { id, at, p, desc, link })
}

const fn link(kind: u8, link: u32) -> Beat {
    match kind {
        71 => Beat::Chained { link },
        72 => Beat::Resolving { link },
        73 => Beat::Resolved { link },
        75 => Beat::ActivationNegated { link },
        _ => Beat::EffectNegated { link },
    }
}

fn life_points(kind: u8, content: &mut Bytes<'_>) -> Result<Beat, ReplayError> {
    const WHAT: &str = "Life Points";
    let p = content.u8(WHAT)? & 1;
    let n = content.i32(WHAT)?.into();
    Ok(match kind {
        91 => Beat::Damage { p, n },
        92 => Beat::Recover { p, n },
        _ => Beat::Paylp { p, n },
    })
}

fn counters(kind: u8, content: &mut Bytes<'_>) -> Result<Beat, ReplayError> {
    const WHAT: &str = "counters";
    let counter = content.u16(WHAT)?.into();
    let (con, loc, seq) = (content.u8(WHAT)?, content.u8(WHAT)?, content.u8(WHAT)?);
    let At { con, loc, .. } = at(con, loc, seq.into(), 0);
    let (seq, n) = (seq.into(), content.u16(WHAT)?.into());
    Ok(match kind {
        101 => Beat::AddCounter { counter, con, loc, seq, n },
        _ => Beat::RemoveCounter { counter, con, loc, seq, n },
    })
}

fn battle(content: &mut Bytes<'_>) -> Result<Beat, ReplayError> {
    const WHAT: &str = "a battle";
    let mut side = || -> Result<(At, i64, i64, bool), ReplayError> {
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
    Ok(Beat::Battle { from, atk, def, destroyed, to, to_atk, to_def, to_destroyed })
}

fn results(kind: u8, content: &mut Bytes<'_>) -> Result<Beat, ReplayError> {
    const WHAT: &str = "coins or dice";
    let (p, count) = (content.u8(WHAT)? & 1, content.u8(WHAT)?);
    let res = content.take(count.into(), WHAT)?.to_vec();
    Ok(if kind == 130 { Beat::Coin { p, res } } else { Beat::Dice { p, res } })
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
