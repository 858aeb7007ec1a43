//! Zones of the field in positions.

use super::error::{PositionError, Said};
use super::items::{Item, read_items, short};
use super::parse::PositionReader;
use super::statuses::{read_owner, read_statuses};
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, Player};
use crate::notation::{read_player, read_spell_zone, read_zone};
use crate::state::{Arrival, status_bits};
use duelfish_script::{CardCode, kind, term};

/// An Equip Card of a position: its line, the card, and the zone of its monster.
pub(super) struct Equipped {
    line: usize,
    card: CardId,
    host: (Player, MonsterZone),
}

impl PositionReader<'_> {
    /// A Monster Zone and the one card in it.
    pub(super) fn zone_line(&mut self, player: Player, head: &str, items: &[Item<'_>]) -> Said {
        let usage = || {
            format!(
                "`{}` is no place; write hand, known, deck, top, bottom, grave, banished, draws, picked, or a zone and how its card lies (M1 attack, M1 defense, M1 set, S1 up, S1 down, field up)",
                short(head)
            )
        };
        let (zone, position) = head.split_once(char::is_whitespace).ok_or_else(usage)?;
        let zone = read_zone(zone).map_err(|error| error.to_string())?;
        let position = match position.trim() {
            "attack" => BattlePosition::Attack,
            "defense" => BattlePosition::Defense,
            "set" => BattlePosition::Set,
            other => {
                return Err(format!(
                    "`{}` is no position of a monster; write attack, defense or set",
                    short(other)
                ));
            }
        };
        self.is_a_column(zone.0)?;
        let item = only(&zone.to_string(), items)?;
        let across = MonsterZone(2 * MonsterZone::MAIN + 1 - zone.0.max(MonsterZone::MAIN));
        let shared = !zone.is_main() && self.duel.monster(player.other(), across).is_some();
        if shared || self.duel.monster(player, zone).is_some() {
            return Err(format!(
                "{player} {zone} holds a card already: there are 5 Main Monster Zones with one card each (DF-7)"
            ));
        }
        let extra = self.cards.facts(item.code).is_any(kind::EXTRA_DECK | kind::PENDULUM);
        if !zone.is_main() && !extra {
            return Err(format!(
                "{} can't be in an Extra Monster Zone: only monsters from the Extra Deck can (DF-18)",
                self.cards.name(item.code)
            ));
        }
        self.fits(item.code, Location::Monster)?;
        let to = Arrival { player, location: Location::Monster, zone: zone.0, position };
        self.put(player, item, to)
    }

    /// A Spell & Trap Zone or the Field Zone and the one card in it.
    pub(super) fn spell_line(
        &mut self,
        player: Player,
        zone: &str,
        head: &str,
        list: &str,
    ) -> Said {
        let to = self.spell_zone(player, zone, head)?;
        if self.in_spell_zone(to).is_some() {
            return Err(format!("{player} {zone} holds a card already (DF-27, DF-34)"));
        }
        let (plain, host) = equipped_to(list)?;
        let items = read_items(self.cards, &plain)?;
        let item = only(zone, &items)?;
        self.fits(item.code, to.location)?;
        self.fits_in_spell_zone(item.code, to, host.is_some())?;
        self.put(player, item, to)?;
        if let (Some(card), Some(host)) = (self.in_spell_zone(to), host) {
            self.equipped.push(Equipped { line: self.number, card, host });
        }
        Ok(())
    }

    /// Reads which zone a line names, and how the card lies there.
    fn spell_zone(&self, player: Player, zone: &str, head: &str) -> Said<Arrival> {
        let (location, zone) = if zone.eq_ignore_ascii_case("field") {
            (Location::Field, 0)
        } else {
            let zone = read_spell_zone(zone).map_err(|error| error.to_string())?;
            self.is_a_column(zone)?;
            (Location::Spell, zone)
        };
        let how = head.split_once(char::is_whitespace).map_or("", |(_, position)| position.trim());
        let (location, position) = match how {
            "up" => (location, BattlePosition::Up),
            "down" => (location, BattlePosition::Down),
            "pendulum" if !self.rules.pendulum_zones => {
                return Err("these rules have no Pendulum Zones (DF-30.i)".into());
            }
            "pendulum" if location == Location::Spell && matches!(zone, 0 | 4) => {
                (Location::Pendulum, BattlePosition::Up)
            }
            "pendulum" => return Err("only S1 and S5 can be Pendulum Zones (DF-33)".into()),
            other => {
                return Err(format!(
                    "`{}` is not how a Spell or Trap lies; write up, down or pendulum",
                    short(other)
                ));
            }
        };
        Ok(Arrival { player, location, zone, position })
    }

    /// The card that lies in the Spell & Trap Zone or Field Zone already.
    fn in_spell_zone(&self, at: Arrival) -> Option<CardId> {
        if at.location == Location::Field {
            self.duel.field(at.player)
        } else {
            self.duel.spell(at.player, at.zone)
        }
    }

    /// Whether a card may lie so in a Spell & Trap Zone or the Field Zone, equipped to a monster or not.
    fn fits_in_spell_zone(&self, code: CardCode, to: Arrival, equipped: bool) -> Said {
        let (facts, script) = (self.cards.facts(code), self.cards.scripts().card(code));
        let equip = facts.is(kind::EQUIP) || script.is_some_and(|script| script.equips.is_some());
        let monster = facts.is(kind::MONSTER);
        let sheathed = script.is_some_and(|script| script.terms & term::SET_AS_SPELL != 0);
        if monster && to.position != BattlePosition::Up && !sheathed && !equipped {
            return Err(format!("{} lies there face-up", self.cards.name(code)));
        }
        // A monster may be an Equip Card there, a Continuous Spell or a Pendulum Spell.
        let named = if monster {
            !equipped || to.location == Location::Spell
        } else {
            (equip && to.position == BattlePosition::Up) == equipped
        };
        if !named {
            return Err(
                "a face-up Equip Card names its monster, and no other card does: write `-> P1 M2`"
                    .into(),
            );
        }
        let stays = monster
            || facts.is_any(kind::CONTINUOUS | kind::FIELD)
            || script.is_some_and(|script| script.remains);
        if to.position == BattlePosition::Up && !stays && !equip {
            return Err(format!("{} does not stay on the field face-up", self.cards.name(code)));
        }
        Ok(())
    }

    /// Whether the rules have zones in a column.
    fn is_a_column(&self, zone: u8) -> Said {
        if self.rules.three_columns && matches!(zone, 0 | 4) {
            return Err("there are only zones 2 to 4 where the rules say three-columns=1".into());
        }
        Ok(())
    }

    /// Puts the card of a zone there, with its statuses.
    fn put(&mut self, player: Player, item: &Item<'_>, to: Arrival) -> Said {
        let statuses = read_statuses(&item.statuses, player, to.location == Location::Monster)?;
        let card = self.add(statuses.owner, item.code, to)?;
        self.duel.set_turn_bits(card, statuses.bits);
        for (kind, count) in statuses.counters_for_any {
            if !to.position.is_face_up() {
                return Err("only a face-up card can hold counters".into());
            }
            self.duel.write_counters(&mut (), card, kind, count);
        }
        if statuses.counters > 0 {
            let script = self.cards.scripts().card(item.code);
            let Some((kind, most)) = script.and_then(|script| script.holds) else {
                return Err(format!("{} can't hold counters", self.cards.name(item.code)));
            };
            if statuses.counters > most || !to.position.is_face_up() {
                return Err(format!("it can hold {most} counters, face-up"));
            }
            self.duel.write_counters(&mut (), card, kind, statuses.counters);
        }
        if statuses.special {
            self.duel.note_came_specially(&mut (), card);
        }
        if let Some(place) = statuses.came_from {
            self.duel.note_came_from(&mut (), card, place);
        }
        if statuses.duly {
            self.duel.read_came_duly(&mut (), card);
        }
        if statuses.proper {
            self.duel.set_status(&mut (), card, status_bits::PROPER, true);
        }
        if statuses.known {
            self.duel.know_exactly(card);
        }
        if statuses.from_hand {
            if to.position.is_face_up() || statuses.owner != player {
                return Err("only a player's own face-down card can be from-hand".into());
            }
            self.duel.mark_set_from_hand(card);
        }
        if to.position.is_face_up() {
            self.face_up.push(card);
        }
        Ok(())
    }

    /// Joins Equip Cards to their monsters, when all cards are there.
    pub(super) fn equip(&mut self) -> Result<(), PositionError> {
        for Equipped { line, card, host: (player, zone) } in std::mem::take(&mut self.equipped) {
            let monster = self.duel.monster(player, zone);
            let face_up = monster.filter(|card| self.duel.position(*card).is_face_up());
            let Some(host) = face_up else {
                let what = format!("{player} {zone} holds no face-up monster to be equipped");
                return Err(PositionError { line, what });
            };
            self.duel.set_host(&mut (), card, host);
        }
        Ok(())
    }
}

/// A zone, and what is attached to the monster in it.
pub(super) struct Attached {
    line: usize,
    host: (Player, MonsterZone),
    materials: Vec<Material>,
}

/// A card that is attached.
#[derive(Clone, Copy)]
struct Material {
    code: CardCode,
    owner: Player,
    /// Whether it was Summoned in its own way once.
    proper: bool,
}

impl PositionReader<'_> {
    /// Reads the materials that are attached to the monster in a zone.
    pub(super) fn materials_line(
        &mut self,
        player: Player,
        head: &str,
        items: &[Item<'_>],
    ) -> Said {
        let zone = head.strip_suffix("materials").unwrap_or(head);
        let zone = read_zone(zone).map_err(|error| error.to_string())?;
        let mut materials = Vec::new();
        for item in items {
            self.fits(item.code, Location::Material)?;
            let mut material = Material { code: item.code, owner: player, proper: false };
            for word in &item.statuses {
                if *word == "proper" {
                    material.proper = true;
                } else if let Some(owner) = read_owner(word) {
                    material.owner = owner;
                } else {
                    let word = short(word);
                    return Err(format!(
                        "`{word}` is no status of a material; write proper or owner=P1|P2"
                    ));
                }
            }
            materials.extend(std::iter::repeat_n(material, item.count));
        }
        self.attached.push(Attached { line: self.number, host: (player, zone), materials });
        Ok(())
    }

    /// Attaches materials to their monsters, when all cards are there.
    pub(super) fn attach(&mut self) -> Result<(), PositionError> {
        for Attached { line, host: (player, zone), materials } in std::mem::take(&mut self.attached)
        {
            let wrong = |what| PositionError { line, what };
            let monster = self.duel.monster(player, zone);
            let xyz = monster.filter(|card| self.cards.facts(self.duel.code(*card)).is(kind::XYZ));
            let Some(host) = xyz else {
                return Err(wrong(format!("{player} {zone} holds no Xyz Monster (CT-03.8)")));
            };
            for Material { code, owner, proper } in materials {
                let to = Arrival {
                    player: owner,
                    location: Location::Grave,
                    zone: 0,
                    position: BattlePosition::Up,
                };
                let card = self.add(owner, code, to).map_err(wrong)?;
                self.duel.set_status(&mut (), card, status_bits::PROPER, proper);
                self.duel.attach(&mut (), card, host);
            }
        }
        Ok(())
    }
}

/// The one card of a zone.
fn only<'i, 't>(zone: &str, items: &'i [Item<'t>]) -> Said<&'i Item<'t>> {
    let [item] = items else { return Err(format!("{zone} holds one card")) };
    if item.count != 1 {
        return Err(format!("{zone} holds one card, not {}", item.count));
    }
    Ok(item)
}

/// Cuts the zone of an equipped monster out of a card with its statuses.
fn equipped_to(text: &str) -> Said<(String, Option<(Player, MonsterZone)>)> {
    let (card, statuses) = match text.split_once('[') {
        Some((card, statuses)) => (card, format!("[{statuses}")),
        None => (text, String::new()),
    };
    let Some((card, zone)) = card.split_once("->") else { return Ok((text.trim().into(), None)) };
    let host = zone.trim().split_once(char::is_whitespace);
    let host = host.and_then(|(player, zone)| Some((read_player(player)?, read_zone(zone).ok()?)));
    let host =
        host.ok_or_else(|| format!("`{}` is no zone of a monster; write `-> P1 M2`", short(zone)))?;
    Ok((format!("{} {statuses}", card.trim()).trim().to_owned(), Some(host)))
}
