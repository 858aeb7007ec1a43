//! Writing positions.

use std::fmt::Write;

use crate::catalogue::Print;
use crate::decision::DecisionKind;
use crate::duel::Game;
use crate::ids::{Player, Pose};
use crate::rules::{Placement, Rules};
use crate::state::Duel;

impl Duel {
    /// The duel as a position that can be read again, with nothing hidden: at open states only
    /// (Main Phases and Battle Steps that wait for the turn player).
    #[must_use]
    pub fn to_position(&self, game: &Game<'_>) -> Option<String> {
        let kind = self.decision()?.kind;
        if !matches!(kind, DecisionKind::Idle | DecisionKind::Battle) {
            return None;
        }
        let mut text = String::new();
        self.write_position(game, &mut text).ok()?;
        Some(text)
    }

    fn write_position(&self, game: &Game<'_>, out: &mut String) -> std::fmt::Result {
        let rules = &game.rules;
        let placement = if rules.placement == Placement::Ask { "ask" } else { "auto" };
        let forced = if rules.ask_forced { "ask" } else { "take" };
        let base = Rules::preset(rules.name).unwrap_or(Rules::MR5);
        write!(out, "rules {} placement={placement} forced={forced}", base.name)?;
        for ((name, value), (_, usual)) in rules.options().into_iter().zip(base.options()) {
            if value != usual {
                write!(out, " {name}={value}")?;
            }
        }
        writeln!(out)?;
        let phase = self.phase().word();
        writeln!(out, "turn {} {} {phase}", self.turn(), self.turn_player())?;
        for player in Player::BOTH {
            self.write_side(game, player, out)?;
        }
        Ok(())
    }

    fn write_side(&self, game: &Game<'_>, player: Player, out: &mut String) -> std::fmt::Result {
        let view = self.judge_view(game);
        writeln!(out, "{player} lp {}", self.lp(player))?;
        let used = self.normal_summons_used(player);
        if used > 0 {
            writeln!(out, "{player} summons {used}")?;
        }
        let hand: Vec<String> =
            view.hand(player).map(|print| game.cards.label(print).into_owned()).collect();
        list(out, player, "hand", &hand)?;
        let known = view.known_in_hand(player);
        let known: Vec<String> =
            known.iter().map(|print| game.cards.label(*print).into_owned()).collect();
        list(out, player, "known", &known)?;
        for (seat, monster) in view.monsters(player) {
            let Some(print) = monster.print else { continue };
            let mut statuses: Vec<&str> =
                monster.flags().iter().filter(|(flag, _)| *flag).map(|(_, word)| *word).collect();
            if monster.pose == Pose::Set && self.is_known_to_opponent(player, seat) {
                statuses.push("known");
            }
            let card = self.monster(player, seat);
            if monster.pose == Pose::Set && card.is_some_and(|c| self.may_be_known_from_hand(c)) {
                statuses.push("from-hand");
            }
            if monster.owner != player {
                statuses.push(if monster.owner == Player::FIRST { "owner=P1" } else { "owner=P2" });
            }
            write!(out, "{player} {seat} {}: {}", monster.pose.word(), game.cards.label(print))?;
            if !statuses.is_empty() {
                write!(out, " [{}]", statuses.join(", "))?;
            }
            writeln!(out)?;
        }
        let items = |prints: &[Print]| {
            prints.iter().map(|p| game.cards.label(*p).into_owned()).collect::<Vec<_>>()
        };
        list(out, player, "grave", &items(&view.grave(player).collect::<Vec<_>>()))?;
        list(
            out,
            player,
            "banished",
            &items(&view.banished(player).flatten().collect::<Vec<_>>()),
        )?;
        let [top, rest, bottom] = view.deck(player);
        list(out, player, "top", &items(&top))?;
        list(out, player, "deck", &items(&rest))?;
        list(out, player, "bottom", &items(&bottom))
    }

    fn is_known_to_opponent(&self, player: Player, seat: crate::Seat) -> bool {
        self.monster(player, seat).is_some_and(|card| self.knows(player.other(), card))
    }
}

fn list(out: &mut String, player: Player, head: &str, items: &[String]) -> std::fmt::Result {
    if items.is_empty() { Ok(()) } else { writeln!(out, "{player} {head}: {}", items.join("; ")) }
}
