//! Writing positions.

use std::borrow::{Borrow, Cow};
use std::fmt::{Display, Formatter, Write};

use crate::decision::DecisionKind;
use crate::game::Game;
use crate::ids::{CardId, Location, MonsterZone, Player};
use crate::rules::{Placement, Rules};
use crate::state::{Counters, Duel, status_bits};
use duelfish_script::{CardCode, Counter};

impl Rules {
    /// The rules as a line of a position.
    #[must_use]
    pub fn line(&self) -> String {
        let placement = if self.placement == Placement::Ask { "ask" } else { "auto" };
        let forced = if self.ask_forced { "ask" } else { "take" };
        let base = Self::preset(self.name).unwrap_or(Self::MR5);
        let mut line = format!("rules {} placement={placement} forced={forced}", base.name);
        for ((name, value), (_, usual)) in self.options().into_iter().zip(base.options()) {
            if value != usual {
                line += &format!(" {name}={value}");
            }
        }
        line
    }
}

impl Duel {
    /// The duel as a position that can be read again, with nothing hidden. There is one at open
    /// states only: Main Phases and Battle Steps that wait for the turn player. And there is none
    /// while anything holds for a time, is allowed for the turn, or was counted this turn.
    #[must_use]
    pub fn to_position(&self, game: &Game<'_>) -> Option<String> {
        let kind = self.decision()?.kind;
        if !matches!(kind, DecisionKind::Idle | DecisionKind::Battle)
            || self.has_passing_effects(game.cards)
        {
            return None;
        }
        let mut text = String::new();
        self.write_position(game, &mut text).ok()?;
        Some(text)
    }

    fn write_position(&self, game: &Game<'_>, out: &mut String) -> std::fmt::Result {
        writeln!(out, "{}", game.rules.line())?;
        let phase = self.phase().word();
        writeln!(out, "turn {} {} {phase}", self.turn(), self.turn_player())?;
        for player in Player::BOTH {
            self.write_side(game, player, out)?;
        }
        // Lasting effects come on in the order of these lines.
        let mut field: Vec<(u16, String)> = Vec::new();
        for player in Player::BOTH {
            self.field_lines(game, player, &mut field);
        }
        field.sort_by_key(|(rank, _)| *rank);
        field.iter().try_for_each(|(_, line)| writeln!(out, "{line}"))
    }

    fn write_side(&self, game: &Game<'_>, player: Player, out: &mut String) -> std::fmt::Result {
        let view = self.judge_view(game);
        writeln!(out, "{player} lp {}", self.lp(player))?;
        let used = self.normal_summons_used(player);
        if self.used_one_more_summon(player) {
            writeln!(out, "{player} summons {used} + 1")?;
        } else if used > 0 {
            writeln!(out, "{player} summons {used}")?;
        }
        if self.used_pendulum_summon(player) {
            writeln!(out, "{player} pendulum-summoned")?;
        }
        let items = |codes: &[CardCode]| -> Vec<String> {
            codes.iter().map(|code| game.cards.label(*code).into_owned()).collect()
        };
        list(out, player, "hand", &items(&view.hand(player).collect::<Vec<_>>()))?;
        list(out, player, "known", &items(&view.known_in_hand(player)))?;
        let face_down = |card: &&u8| !self.position(CardId(**card)).is_face_up();
        let (down, up): (Vec<u8>, Vec<u8>) = self.extra(player).iter().partition(face_down);
        let down: Vec<CardCode> = down.iter().map(|card| self.code(CardId(*card))).collect();
        list(out, player, "extra", &items(&down))?;
        for (head, pile) in
            [("extra up", &*up), ("grave", self.grave(player)), ("banished", self.banished(player))]
        {
            let cards = pile.iter().map(|card| {
                let card = CardId(*card);
                let label = game.cards.label(self.code(card)).into_owned();
                let proper = self.has_status(card, status_bits::PROPER).then_some("proper");
                let down = self.is_banished_down(card);
                let known = down && self.knows(player.other(), card);
                let statuses = [proper, down.then_some("down"), known.then_some("known")];
                with_statuses(label, &statuses.into_iter().flatten().collect::<Vec<_>>())
            });
            list(out, player, head, &cards.collect::<Vec<_>>())?;
        }
        let top = self.deck_top(player).iter().rev().map(|card| {
            let card = CardId(*card);
            let mut statuses = Vec::new();
            if self.knows(player.other(), card) {
                statuses.push("known");
            }
            if self.knows(player, card) {
                statuses.push("seen");
            }
            with_statuses(game.cards.label(self.code(card)).into_owned(), &statuses)
        });
        list(out, player, "top", &top.collect::<Vec<_>>())?;
        let [_, rest, bottom] = view.deck(player);
        list(out, player, "deck", &items(&rest))?;
        list(out, player, "bottom", &items(&bottom))
    }

    /// The lines of a player's zones, each with the rank that the lasting effects of its card have
    /// by age.
    fn field_lines(&self, game: &Game<'_>, player: Player, lines: &mut Vec<(u16, String)>) {
        let view = self.judge_view(game);
        let label = |card: CardId| game.cards.label(self.code(card));
        for (zone, monster) in view.monsters(player) {
            let Some(card) = self.monster(player, zone) else { continue };
            let position = monster.position.word();
            let line = format!("{player} {zone} {position}: {}", label(card));
            let mut line = with_statuses(line, &self.statuses(player, card, &monster.flags()));
            let attached = self.materials_of(card);
            if !attached.is_empty() {
                let material = |card: &CardId| {
                    let proper = self.has_status(*card, status_bits::PROPER).then_some("proper");
                    let owner = self.owner_if_other(player, *card);
                    let statuses: Vec<&str> = proper.into_iter().chain(owner).collect();
                    with_statuses(label(*card).into_owned(), &statuses)
                };
                let materials: Vec<String> = attached.iter().map(material).collect();
                line += &format!("\n{player} {zone} materials: {}", materials.join("; "));
            }
            lines.push((self.rank_of_effects(card), line));
        }
        for (name, card) in self.spell_zones(player) {
            let position = if self.location(card) == Location::Pendulum {
                "pendulum"
            } else {
                self.position(card).word()
            };
            let mut line = format!("{player} {name} {position}: {}", label(card));
            if let Some(host) = self.host(card) {
                line += &format!(" -> {} {}", self.controller(host), MonsterZone(self.zone(host)));
            }
            let set = self.turn_bits(card) & crate::state::turn_bits::SET != 0;
            // A monster that an effect placed there is still one that was properly Summoned.
            let proper = self.has_status(card, status_bits::PROPER);
            let flags = [(set, "set"), (proper, "proper")];
            let line = with_statuses(line, &self.statuses(player, card, &flags));
            lines.push((self.rank_of_effects(card), line));
        }
    }

    /// A player's Spells and Traps with the names of their zones.
    fn spell_zones(&self, player: Player) -> impl Iterator<Item = (String, CardId)> + '_ {
        let zones = (0..5)
            .filter_map(move |zone| Some((format!("S{}", zone + 1), self.spell(player, zone)?)));
        zones.chain(self.field(player).map(|card| ("field".to_owned(), card)))
    }

    fn statuses<'s>(
        &self,
        player: Player,
        card: CardId,
        flags: &[(bool, &'s str)],
    ) -> Vec<Cow<'s, str>> {
        let mut statuses: Vec<Cow<'s, str>> =
            flags.iter().filter(|(flag, _)| *flag).map(|(_, word)| (*word).into()).collect();
        let hidden = !self.position(card).is_face_up();
        if hidden && self.knows(player.other(), card) {
            statuses.push("known".into());
        }
        if hidden && self.may_be_known_from_hand(card) {
            statuses.push("from-hand".into());
        }
        if self.came_specially(card) {
            statuses.push("special".into());
            if let Some(place) = self.place_it_came_from(card) {
                statuses.push(format!("came-from={place}").into());
            }
        }
        if self.asks_of_coming() && self.came_duly(card) {
            statuses.push("duly".into());
        }
        let counters = self.counters_on(card);
        if !counters.is_empty() {
            statuses.push(counters.to_string().into());
        }
        statuses.extend(self.owner_if_other(player, card).map(Cow::from));
        statuses
    }

    /// The status of a card that lies with a player who does not own it.
    fn owner_if_other(&self, player: Player, card: CardId) -> Option<&'static str> {
        match self.owner(card) {
            owner if owner == player => None,
            Player::FIRST => Some("owner=P1"),
            _ => Some("owner=P2"),
        }
    }
}

/// As the statuses of a position: `counters=2`, and of kinds that any card can hold `wedge-counters=1`.
impl Display for Counters {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        for (at, (kind, count)) in self.iter().enumerate() {
            let word = if kind.is_for_any_card() { &status_of(kind) } else { "counters" };
            write!(f, "{}{word}={count}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// The status that says how many counters of a kind that any card can hold lie on a card.
pub(super) fn status_of(kind: Counter) -> String {
    kind.name().to_lowercase().replace(' ', "-") + "s"
}
fn with_statuses<S: Borrow<str>>(mut line: String, statuses: &[S]) -> String {
    if !statuses.is_empty() {
        line += &format!(" [{}]", statuses.join(", "));
    }
    line
}

fn list(out: &mut String, player: Player, head: &str, items: &[String]) -> std::fmt::Result {
    if items.is_empty() { Ok(()) } else { writeln!(out, "{player} {head}: {}", items.join("; ")) }
}
