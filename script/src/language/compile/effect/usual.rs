//! From where an effect is used if its text does not say it.

use crate::catalogue::{Facts, kind};
use crate::language::ast::{EffectText, EventText, FormWord, SubjectText};
use crate::rows::{event_bit, location_bit};

/// From where a trigger about the card itself is used: from where the event puts it.
pub(super) fn usual_locations(text: &EffectText, usual: u16, facts: &Facts) -> u16 {
    let Some(EventText { subject: SubjectText::Itself, events, .. }) = text.event else {
        return usual;
    };
    if text.form == FormWord::Activate {
        return usual;
    }
    let to_pile = location_bit::GRAVE | location_bit::BANISHED;
    let to_deck =
        if facts.is_any(kind::EXTRA_DECK) { location_bit::EXTRA } else { location_bit::HAND };
    let puts = [
        (event_bit::SENT_TO_GRAVE, location_bit::GRAVE),
        (event_bit::DISCARDED, location_bit::GRAVE),
        (event_bit::TRIBUTED | event_bit::USED_AS_TRIBUTE, location_bit::GRAVE),
        (event_bit::DESTROYED | event_bit::BATTLE_DESTROYED, to_pile),
        (event_bit::LEFT_FIELD, to_pile | to_deck),
        (event_bit::BANISHED, location_bit::BANISHED),
        (event_bit::TO_HAND | event_bit::DREW, location_bit::HAND),
    ];
    let there = puts.iter().filter(|(bits, _)| events & bits != 0);
    let there = there.fold(0, |locations, (_, location)| locations | location);
    if there == 0 { usual } else { there }
}
