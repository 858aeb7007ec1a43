//! Piles in positions: hands, Decks, Graveyards, banished cards and Extra Decks.

use super::error::Said;
use super::items::{Item, short};
use super::parse::PositionReader;
use crate::ids::{BattlePosition, Location, Player};
use crate::state::{Arrival, status_bits};
use duelfish_script::CardCode;

impl PositionReader<'_> {
    /// The pile with this name.
    pub(super) fn pile_named(name: &str) -> Option<NamedPile> {
        NamedPile::named(name)
    }

    /// Puts the cards of a line into a pile.
    pub(super) fn pile_line(
        &mut self,
        player: Player,
        pile: NamedPile,
        items: &[Item<'_>],
    ) -> Said {
        let mut cards = Vec::new();
        for item in items {
            if pile.position == BattlePosition::Up && pile.location == Location::Extra {
                self.fits_open_extra(item.code)?;
            } else {
                self.fits(item.code, pile.location)?;
            }
            cards.extend(std::iter::repeat_n(read_laid(item, player, pile)?, item.count));
        }
        // The top of the Deck is written as it is drawn, but piled from below.
        if pile.location == Location::DeckTop {
            cards.reverse();
        }
        for card in cards {
            self.lay(player, pile.location, card)?;
        }
        Ok(())
    }

    fn lay(&mut self, player: Player, location: Location, laid: LaidCard) -> Said {
        let to = Arrival { player, location, zone: 0, position: laid.position };
        let card = self.add(player, laid.code, to)?;
        if laid.proper {
            self.duel.set_status(&mut (), card, status_bits::PROPER, true);
        }
        if matches!(location, Location::DeckTop | Location::Banished) {
            self.duel.make_known(card, laid.knowers);
        } else if laid.knowers != 0 {
            self.known.push((self.number, player, laid.code));
        }
        Ok(())
    }
}

/// Where the cards of a line lie, and how, if their statuses don't say otherwise.
#[derive(Clone, Copy)]
pub(super) struct NamedPile {
    location: Location,
    position: BattlePosition,
}

impl NamedPile {
    /// The pile with this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let (location, position) = match name {
            "hand" => (Location::Hand, BattlePosition::Down),
            "deck" => (Location::DeckRest, BattlePosition::Down),
            "top" => (Location::DeckTop, BattlePosition::Down),
            "bottom" => (Location::DeckBottom, BattlePosition::Down),
            "grave" => (Location::Grave, BattlePosition::Up),
            "banished" => (Location::Banished, BattlePosition::Up),
            "extra" => (Location::Extra, BattlePosition::Down),
            "extra up" => (Location::Extra, BattlePosition::Up),
            _ => return None,
        };
        Some(Self { location, position })
    }
}

/// A card of a pile, with its statuses.
#[derive(Clone, Copy)]
struct LaidCard {
    code: CardCode,
    /// The players who know it, as bits.
    knowers: u8,
    /// Whether it was Summoned in its own way once.
    proper: bool,
    position: BattlePosition,
}

fn read_laid(item: &Item<'_>, player: Player, pile: NamedPile) -> Said<LaidCard> {
    let mut laid = LaidCard { code: item.code, knowers: 0, proper: false, position: pile.position };
    for status in &item.statuses {
        match (*status, pile.location) {
            ("proper", Location::Grave | Location::Banished) => laid.proper = true,
            ("proper", Location::Extra) if pile.position == BattlePosition::Up => {
                laid.proper = true;
            }
            ("down", Location::Banished) => laid.position = BattlePosition::Down,
            ("known", Location::Hand | Location::DeckTop | Location::Banished) => {
                laid.knowers |= 1 << player.other().number();
            }
            ("seen", Location::DeckTop) => laid.knowers |= 1 << player.number(),
            _ => {
                let status = short(status);
                return Err(format!("`{status}` is no status of a card in that place"));
            }
        }
    }
    Ok(laid)
}
