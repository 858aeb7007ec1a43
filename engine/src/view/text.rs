//! A view as text.

use std::fmt::{Display, Formatter, Result};

use super::{SpellView, View};
use crate::decision::Decision;
use crate::ids::{MonsterZone, Player};
use crate::marks::rule;
use duelfish_script::CardCode;

/// The whole view as text: equal views have equal texts.
impl Display for View<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "turn {} {} {}", self.turn(), self.turn_player(), self.phase().word())?;
        if let Some(player) = self.asked() {
            write!(f, "{player} is asked")?;
        }
        if let Some(Decision { kind, remaining, .. }) = self.decision() {
            write!(f, ": {kind:?} ({remaining})")?;
        }
        writeln!(f)?;
        for (link, number) in self.chain().zip(1..) {
            let (player, name) = (link.player, self.name(Some(link.code)));
            writeln!(f, "chain {number} {player} {name} #{} {}", link.effect + 1, link.spot)?;
        }
        Player::BOTH.into_iter().try_for_each(|player| self.write_side(f, player))
    }
}

impl View<'_> {
    fn write_side(&self, f: &mut Formatter<'_>, player: Player) -> Result {
        write!(
            f,
            "{player} LP {} hand {} deck {} extra {} summons used {}",
            self.lp(player),
            self.hand_count(player),
            self.deck_count(player),
            self.extra_count(player),
            self.normal_summons_used(player),
        )?;
        if self.used_pendulum_summon(player) {
            write!(f, " pendulum summoned")?;
        }
        writeln!(f)?;
        let names = |codes: &mut dyn Iterator<Item = Option<CardCode>>| {
            codes.map(|code| self.name(code)).collect::<Vec<_>>().join("; ")
        };
        if !self.sees_all_of(player) {
            // Of the other player's Extra Deck only the number is told.
            rule!("DF-59", "MO-11", "DF-62", "DF-63");
        } else {
            rule!("DF-60", "DF-63");
        }
        if self.sees_all_of(player) {
            writeln!(f, "  hand: {}", names(&mut self.hand(player).map(Some)))?;
            if self.extra_count(player) > 0 {
                writeln!(f, "  extra: {}", names(&mut self.extra(player)))?;
            }
        } else {
            rule!("DF-67");
        }
        let known = self.known_in_hand(player);
        if !known.is_empty() {
            writeln!(f, "  known in hand: {}", names(&mut known.into_iter().map(Some)))?;
        }
        let top = self.known_top(player);
        if !top.is_empty() {
            writeln!(f, "  known top: {}", names(&mut top.into_iter()))?;
        }
        for (zone, monster) in self.monsters(player) {
            write!(f, "  {zone} {} {}", monster.position.word(), self.name(monster.code))?;
            if let Some(values) = monster.values {
                write!(f, " {}/{} level {}", values.atk, values.def, values.level)?;
            }
            write_owner(f, monster.owner, player)?;
            write_flags(f, &monster.flags())?;
        }
        let mut unusable = self.unusable_zones(player).peekable();
        if unusable.peek().is_some() {
            writeln!(f, "  unusable: {}", zones(unusable))?;
        }
        for (zone, card) in self.spells(player) {
            self.write_spell(f, format_args!("S{}", zone + 1), &card, player)?;
        }
        if let Some(card) = self.field(player) {
            self.write_spell(f, format_args!("field"), &card, player)?;
        }
        let open: Vec<Option<CardCode>> = self.open_extra(player).map(Some).collect();
        if !open.is_empty() {
            writeln!(f, "  extra up: {}", names(&mut open.into_iter()))?;
        }
        let allowed: Vec<Option<CardCode>> =
            self.allowances(player).filter(Option::is_some).collect();
        if !allowed.is_empty() {
            writeln!(f, "  may use: {}", names(&mut allowed.into_iter()))?;
        }
        writeln!(f, "  grave: {}", names(&mut self.grave(player).map(Some)))?;
        writeln!(f, "  banished: {}", names(&mut self.banished(player)))
    }

    fn write_spell(
        &self,
        f: &mut Formatter<'_>,
        zone: std::fmt::Arguments<'_>,
        card: &SpellView,
        player: Player,
    ) -> Result {
        let position = match card.scale {
            Some(_) => "pendulum",
            None if card.face_up => "up",
            None => "down",
        };
        write!(f, "  {zone} {position} {}", self.name(card.code))?;
        if let Some(scale) = card.scale {
            write!(f, " scale {scale}")?;
        }
        if let Some((player, zone)) = card.host {
            write!(f, " -> {player} {zone}")?;
        }
        write_owner(f, card.owner, player)?;
        write_flags(f, &card.flags())
    }
}

/// Zones as a list.
pub(crate) fn zones(zones: impl Iterator<Item = MonsterZone>) -> String {
    zones.map(|zone| zone.to_string()).collect::<Vec<_>>().join("; ")
}

fn write_owner(f: &mut Formatter<'_>, owner: Player, player: Player) -> Result {
    if owner == player { Ok(()) } else { write!(f, " owner={owner}") }
}

fn write_flags(f: &mut Formatter<'_>, flags: &[(bool, &str)]) -> Result {
    for (_, name) in flags.iter().filter(|(flag, _)| *flag) {
        write!(f, " {name}")?;
    }
    writeln!(f)
}
