//! The slow check: re-derives everything that the duel stores twice.

use bytemuck::Pod;

use super::rooms::Pending;
use super::{Duel, Pile, status_bits};
use crate::ids::{CardId, Location, MonsterZone, NO_CARD, Player};
use crate::marks::rule;
use crate::state::{Ask, Procedure};
use duelfish_script::{Catalogue, kind};

/// A broken invariant, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("broken invariant: {0}")]
pub struct Broken(pub String);

impl Duel {
    /// Re-derives all redundant state and compares: every card is in exactly one place and knows
    /// which, the key is what it would be if computed anew, derived values are current.
    ///
    /// # Errors
    /// Says which invariant is broken.
    pub fn check(&self, cards: &Catalogue) -> Result<(), Broken> {
        let mut seen = [0_u8; 256];
        for player in Player::BOTH {
            self.check_side(player, &mut seen)?;
            for scale in self.scales(player).into_iter().filter(|card| *card != NO_CARD).map(CardId)
            {
                rule!("CT-02.10g");
                let facts = cards.facts(self.code(scale));
                if !facts.is(kind::PENDULUM) || !self.position(scale).is_face_up() {
                    return Err(Broken(format!("card {} is no scale of {player}", scale.0)));
                }
            }
        }
        for card in 0..self.cards_used {
            let location = self.location(CardId(card));
            let expected = u8::from(location != Location::Nowhere);
            if seen[usize::from(card)] != expected {
                let times = seen[usize::from(card)];
                return Err(Broken(format!("card {card} ({location:?}) stands in {times} places")));
            }
        }
        let equips = |card: &u8| {
            self.host(CardId(*card)).is_some() && self.location(CardId(*card)) != Location::Material
        };
        let hosts = (0..self.cards_used).filter(equips).count();
        if hosts != usize::from(self.equipped) {
            return Err(Broken(format!("{hosts} cards are equipped, counted {}", self.equipped)));
        }
        if self.key != self.key_from_scratch() {
            return Err(Broken("the incremental key is not the computed key".into()));
        }
        let away = Player::BOTH.map(|player| self.triggered_away(player));
        if self.away != away {
            return Err(Broken(format!(
                "{away:?} cards may trigger away, counted {:?}",
                self.away
            )));
        }
        if self.dirty != 0 {
            return Err(Broken("a zone is dirty between steps".into()));
        }
        for card in (0..self.cards_used).map(CardId) {
            if self.of_phases.has(card.0) != self.could_be_of_phase(card) {
                return Err(Broken(format!("whether a phase brings card {} is stale", card.0)));
            }
            let negated = self.has_status(card, status_bits::NEGATED);
            if negated != self.would_be_negated(cards, card) {
                return Err(Broken(format!(
                    "it is not up to date whether card {} is negated",
                    card.0
                )));
            }
        }
        self.check_lists()?;
        if (self.over != 0) == (self.ask != Ask::NONE) {
            return Err(Broken("a duel is over or waits at one decision, never both".into()));
        }
        for player in Player::BOTH {
            for zone in (0..MonsterZone::ALL).map(MonsterZone) {
                if *self.derived(player, zone) != self.derive(cards, player, zone) {
                    return Err(Broken(format!("derived values of {player} {zone} are stale")));
                }
            }
        }
        Ok(())
    }

    /// Lists are as long as their lengths say: no entry stands behind the end, none before it is empty,
    /// and what an entry names is there.
    fn check_lists(&self) -> Result<(), Broken> {
        fn ends<T: Pod + PartialEq>(name: &str, rest: &[T]) -> Result<(), Broken> {
            let empty = rest.iter().all(|entry| *entry == T::zeroed());
            empty.then_some(()).ok_or_else(|| Broken(format!("the {name} go on after their end")))
        }
        fn list<T: Pod + PartialEq>(name: &str, all: &[T], used: u8) -> Result<(), Broken> {
            let (kept, rest) = all.split_at(usize::from(used));
            if kept.contains(&T::zeroed()) {
                return Err(Broken(format!("an entry of the {name} was dropped")));
            }
            ends(name, rest)
        }
        list("links", &self.chain, self.links)?;
        list("modifiers", &self.mods, self.mods_used)?;
        list("events", &self.events, self.batches_used)?;
        list("waiting triggers", &self.pending, self.pending_used)?;
        list("effects for later", &self.delayed, self.delayed_used)?;
        ends("suspended procedures", &self.frames[usize::from(self.depth)..])?;
        let waits = |pending: &Pending| pending.batch == 0 || self.batch(pending.batch).is_some();
        if !self.pending().iter().all(waits) {
            return Err(Broken("the event of a waiting trigger was dropped".into()));
        }
        if !self.links().iter().all(|link| link.batch == 0 || self.batch(link.batch).is_some()) {
            return Err(Broken("the event that a link answers was dropped".into()));
        }
        Ok(())
    }

    fn check_side(&self, player: Player, seen: &mut [u8; 256]) -> Result<(), Broken> {
        let held = self.held_zones(player) & self.occupied_spells(player);
        if held != 0 {
            return Err(Broken(format!("{player} has cards in zones that are held: {held:b}")));
        }
        self.check_zones(player, seen)?;
        self.check_quick(player)?;
        self.check_materials(player, seen)?;
        self.check_piles(player, seen)
    }

    /// Cards in zones know where they are.
    fn check_zones(&self, player: Player, seen: &mut [u8; 256]) -> Result<(), Broken> {
        let side = &self.sides[player.index()];
        let mut holds = |card: u8, location: Location, zone: usize| {
            if card == NO_CARD {
                return Ok(());
            }
            seen[usize::from(card)] += 1;
            let id = CardId(card);
            let fits = self.location(id) == location
                && usize::from(self.zone(id)) == zone
                && self.controller(id) == player;
            fits.then_some(())
                .ok_or_else(|| Broken(format!("{player} {location:?} {zone}: card {card}")))
        };
        for (zone, card) in side.monsters.iter().enumerate() {
            holds(*card, Location::Monster, zone)?;
        }
        for (zone, card) in side.spells.iter().enumerate() {
            let in_scale = matches!(zone, 0 | 4)
                && *card != NO_CARD
                && self.location(CardId(*card)) == Location::Pendulum;
            holds(*card, if in_scale { Location::Pendulum } else { Location::Spell }, zone)?;
        }
        holds(side.field, Location::Field, 0)
    }

    /// It is noted from which zones a player could respond.
    fn check_quick(&self, player: Player) -> Result<(), Broken> {
        let side = &self.sides[player.index()];
        let quick = side
            .spells
            .iter()
            .chain([&side.field])
            .enumerate()
            .filter(|(_, card)| **card != NO_CARD && self.could_be_quick(CardId(**card)));
        let quick = quick.fold(0, |bits, (zone, _)| bits | 1 << zone);
        if quick != side.quick {
            return Err(Broken(format!("{player} could respond from {quick:b}")));
        }
        Ok(())
    }

    /// Materials are attached to monsters on the field, or on the way there.
    fn check_materials(&self, player: Player, seen: &mut [u8; 256]) -> Result<(), Broken> {
        for card in self.sides[player.index()].materials.cards() {
            seen[usize::from(*card)] += 1;
            let card = CardId(*card);
            let summons = [Procedure::OwnSummon, Procedure::SpecialSummon];
            let comes = |host: CardId| {
                let mut frames = self.frames().iter();
                frames.any(|frame| summons.contains(&frame.procedure()) && frame.is_about(host))
            };
            let host = self.host(card).filter(|host| {
                let there = self.location(*host) == Location::Monster || comes(*host);
                there && self.controller(*host) == player
            });
            if self.location(card) != Location::Material || host.is_none() {
                return Err(Broken(format!("{player}: card {} is attached to nothing", card.0)));
            }
        }
        Ok(())
    }

    /// Cards in piles know where they are.
    fn check_piles(&self, player: Player, seen: &mut [u8; 256]) -> Result<(), Broken> {
        let side = &self.sides[player.index()];
        let piles: [(&Pile, Location); 7] = [
            (&side.hand, Location::Hand),
            (&side.grave, Location::Grave),
            (&side.banished, Location::Banished),
            (&side.extra, Location::Extra),
            (&side.deck_rest, Location::DeckRest),
            (&side.deck_top, Location::DeckTop),
            (&side.deck_bottom, Location::DeckBottom),
        ];
        for (pile, location) in piles {
            for card in pile.cards() {
                seen[usize::from(*card)] += 1;
                // Piles outside the field hold only their owner's cards (DF-51).
                if self.location(CardId(*card)) != location || self.owner(CardId(*card)) != player {
                    return Err(Broken(format!("{player} {location:?}: card {card}")));
                }
            }
        }
        Ok(())
    }
}
