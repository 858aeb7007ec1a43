//! The statuses of a card on the field, as they stand in brackets behind it.

use super::coming::read_place;
use super::error::Said;
use super::items::short;
use super::write::status_of;
use crate::ids::{Location, Player};
use crate::state::turn_bits;
use duelfish_script::Counter;

/// Statuses of a card on the field.
pub(super) struct Statuses {
    pub(super) bits: u8,
    pub(super) proper: bool,
    pub(super) special: bool,
    /// From where, if it is said.
    pub(super) came_from: Option<Location>,
    /// Whether it was by the Summon of its kind.
    pub(super) duly: bool,
    pub(super) known: bool,
    pub(super) from_hand: bool,
    pub(super) owner: Player,
    pub(super) counters: u8,
    /// Counters that any card can hold.
    pub(super) counters_for_any: Vec<(Counter, u8)>,
}

/// The number behind a word like `counters=`.
fn counted(word: &str, head: &str) -> Option<u8> {
    word.strip_prefix(head)?.parse().ok()
}

/// Counters of a kind that any card can hold, as `wedge-counters=1`.
fn counters_for_any(word: &str) -> Option<(Counter, u8)> {
    let (head, count) = word.split_once('=')?;
    let kind = Counter::ON_ANY_CARD.into_iter().find(|kind| head == status_of(*kind))?;
    Some((kind, count.parse().ok()?))
}

/// The owner that a status names.
pub(super) fn read_owner(word: &str) -> Option<Player> {
    match word {
        "owner=P1" => Some(Player::FIRST),
        "owner=P2" => Some(Player::SECOND),
        _ => None,
    }
}

pub(super) fn read_statuses(words: &[&str], player: Player, monster: bool) -> Said<Statuses> {
    let mut statuses = Statuses {
        bits: 0,
        proper: false,
        special: false,
        came_from: None,
        duly: false,
        known: false,
        from_hand: false,
        owner: player,
        counters: 0,
        counters_for_any: Vec::new(),
    };
    for word in words {
        match *word {
            "summoned" if monster => statuses.bits |= turn_bits::SUMMONED,
            "summoned-by-other" if monster => statuses.bits |= turn_bits::SUMMONED_BY_OTHER,
            "set" => statuses.bits |= turn_bits::SET,
            "repositioned" if monster => statuses.bits |= turn_bits::REPOSITIONED,
            "attacked" if monster => statuses.bits |= turn_bits::ATTACKED,
            "battled" if monster => statuses.bits |= turn_bits::BATTLED,
            "flipped" if monster => statuses.bits |= turn_bits::FLIPPED,
            // Also of a monster that an effect placed among Spells and Traps.
            "proper" => statuses.proper = true,
            "special" => statuses.special = true,
            "duly" if monster => statuses.duly = true,
            word if monster && let Some(place) = read_place(word) => {
                statuses.came_from = Some(place);
            }
            "known" => statuses.known = true,
            "from-hand" => statuses.from_hand = true,
            word if let Some(owner) = read_owner(word) => statuses.owner = owner,
            word if let Some(count) = counted(word, "counters=") => statuses.counters = count,
            word if let Some(counters) = counters_for_any(word) => {
                statuses.counters_for_any.push(counters);
            }
            _ => {
                let all = if monster {
                    "summoned, summoned-by-other, set, repositioned, attacked, battled, flipped, proper, \
                     special, came-from=PLACE, duly, known, from-hand, counters=N, wedge-counters=N or owner=P1|P2"
                } else {
                    "set, known, from-hand, counters=N, wedge-counters=N or owner=P1|P2"
                };
                return Err(format!("`{}` is no status; write {all}", short(word)));
            }
        }
    }
    Ok(statuses)
}
