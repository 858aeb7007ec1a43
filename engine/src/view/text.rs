//! A view as text.

use std::fmt::{Display, Formatter, Result};

use super::{SpellView, View};
use crate::catalogue::Print;
use crate::decision::Decision;
use crate::ids::{Player, Seat};
use crate::marks::rule;

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
            let (player, name) = (link.player, self.name(Some(link.print)));
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
        let names = |prints: &mut dyn Iterator<Item = Option<Print>>| {
            prints.map(|print| self.name(print)).collect::<Vec<_>>().join("; ")
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
        for (seat, monster) in self.monsters(player) {
            write!(f, "  {seat} {} {}", monster.pose.word(), self.name(monster.print))?;
            if let Some(values) = monster.values {
                write!(f, " {}/{} level {}", values.atk, values.def, values.level)?;
            }
            write_owner(f, monster.owner, player)?;
            write_flags(f, &monster.flags())?;
        }
        let mut unusable = self.unusable_zones(player).peekable();
        if unusable.peek().is_some() {
            writeln!(f, "  unusable: {}", seats(unusable))?;
        }
        for (seat, card) in self.spells(player) {
            self.write_spell(f, format_args!("S{}", seat + 1), &card, player)?;
        }
        if let Some(card) = self.field(player) {
            self.write_spell(f, format_args!("field"), &card, player)?;
        }
        let open: Vec<Option<Print>> = self.open_extra(player).map(Some).collect();
        if !open.is_empty() {
            writeln!(f, "  extra up: {}", names(&mut open.into_iter()))?;
        }
        let allowed: Vec<Option<Print>> = self.allowances(player).filter(Option::is_some).collect();
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
        let pose = match card.scale {
            Some(_) => "pendulum",
            None if card.face_up => "up",
            None => "down",
        };
        write!(f, "  {zone} {pose} {}", self.name(card.print))?;
        if let Some(scale) = card.scale {
            write!(f, " scale {scale}")?;
        }
        if let Some((player, seat)) = card.host {
            write!(f, " -> {player} {seat}")?;
        }
        write_owner(f, card.owner, player)?;
        write_flags(f, &card.flags())
    }
}

/// Zones as a list.
pub(crate) fn seats(seats: impl Iterator<Item = Seat>) -> String {
    seats.map(|seat| seat.to_string()).collect::<Vec<_>>().join("; ")
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
