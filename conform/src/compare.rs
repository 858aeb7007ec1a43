//! Compares a recorded table with ours, field by field, and says which field differs first.

use std::fmt::Debug;

use crate::line::{Spell, TraceMonster, TraceSide, TraceState};

/// The recorded value and the one that our engine has instead.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TraceDifference {
    pub(crate) what: String,
    pub(crate) expected: String,
    pub(crate) got: String,
}

impl TraceDifference {
    pub(crate) fn new(
        what: impl Into<String>,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> Self {
        Self { what: what.into(), expected: expected.into(), got: got.into() }
    }
}

/// Fails with the field's name when the two values differ.
pub(crate) fn same<T: PartialEq + Debug>(
    what: impl FnOnce() -> String,
    expected: &T,
    got: &T,
) -> Result<(), TraceDifference> {
    if expected == got {
        return Ok(());
    }
    Err(TraceDifference::new(what(), format!("{expected:?}"), format!("{got:?}")))
}

/// Compares everything that a state line holds, but the order of the hands.
pub(crate) fn states(expected: &TraceState, got: &TraceState) -> Result<(), TraceDifference> {
    same(|| "turn".to_owned(), &expected.turn, &got.turn)?;
    same(|| "turn_player".to_owned(), &expected.turn_player, &got.turn_player)?;
    same(|| "phase".to_owned(), &expected.phase, &got.phase)?;
    for (player, lp) in expected.lp.iter().enumerate() {
        same(|| format!("lp[{player}]"), lp, &got.lp[player])?;
    }
    for (player, side) in expected.players.iter().enumerate() {
        sides(player, side, &got.players[player])?;
    }
    Ok(())
}

fn sides(player: usize, expected: &TraceSide, got: &TraceSide) -> Result<(), TraceDifference> {
    let at = |field: &str| format!("players[{player}].{field}");
    // Recorded hands are sorted already, but a multiset is what they mean.
    same(|| at("hand"), &sorted(&expected.hand), &sorted(&got.hand))?;
    same(|| at("deck_count"), &expected.deck_count, &got.deck_count)?;
    same(|| at("extra_count"), &expected.extra_count, &got.extra_count)?;
    same(|| at("extra_faceup"), &expected.extra_faceup, &got.extra_faceup)?;
    same(|| at("gy"), &expected.gy, &got.gy)?;
    same(|| at("banished"), &expected.banished, &got.banished)?;
    for (zone, (expected, got)) in expected.mzone.iter().zip(&got.mzone).enumerate() {
        monsters(&at(&format!("mzone[{zone}]")), expected, got)?;
    }
    for (zone, (expected, got)) in expected.szone.iter().zip(&got.szone).enumerate() {
        spells(&at(&format!("szone[{zone}]")), expected, got)?;
    }
    Ok(())
}

fn sorted(cards: &[u32]) -> Vec<u32> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}

fn monsters(
    zone: &str,
    expected: &Option<TraceMonster>,
    got: &Option<TraceMonster>,
) -> Result<(), TraceDifference> {
    let (Some(expected), Some(got)) = (expected, got) else {
        return same(|| zone.to_owned(), expected, got);
    };
    let at = |field: &str| format!("{zone}.{field}");
    same(|| at("id"), &expected.id, &got.id)?;
    same(|| at("pos"), &expected.pos, &got.pos)?;
    same(|| at("atk"), &expected.atk, &got.atk)?;
    same(|| at("def"), &expected.def, &got.def)?;
    same(|| at("level"), &expected.level, &got.level)?;
    same(|| at("overlays"), &expected.overlays, &got.overlays)?;
    same(|| at("counters"), &expected.counters, &got.counters)?;
    // The recorded order is one of the reference engine's inner lists.
    same(|| at("equips"), &sorted(&expected.equips), &sorted(&got.equips))?;
    same(|| at("name"), &expected.name, &got.name)?;
    same(|| at("owner"), &expected.owner, &got.owner)?;
    same(|| at("negated"), &expected.negated, &got.negated)?;
    same(|| at("pos_changed"), &expected.pos_changed, &got.pos_changed)
}

fn spells(
    zone: &str,
    expected: &Option<Spell>,
    got: &Option<Spell>,
) -> Result<(), TraceDifference> {
    let (Some(expected), Some(got)) = (expected, got) else {
        return same(|| zone.to_owned(), expected, got);
    };
    let at = |field: &str| format!("{zone}.{field}");
    same(|| at("id"), &expected.id, &got.id)?;
    same(|| at("faceup"), &expected.faceup, &got.faceup)?;
    same(|| at("equip_to"), &expected.equip_to, &got.equip_to)?;
    same(|| at("counters"), &expected.counters, &got.counters)?;
    same(|| at("overlays"), &expected.overlays, &got.overlays)?;
    same(|| at("scale"), &expected.scale, &got.scale)?;
    same(|| at("owner"), &expected.owner, &got.owner)?;
    same(|| at("negated"), &expected.negated, &got.negated)
}
