//! Piles in positions: hands, Decks, Graveyards, banished cards and Extra Decks.

use super::error::Said;
use super::items::{Item, short};
use super::parse::Reader;
use crate::catalogue::Print;
use crate::ids::{Place, Player, Pose};
use crate::state::{Arrival, status_bits};

impl Reader<'_> {
    /// The pile with this name.
    pub(super) fn pile_named(name: &str) -> Option<Pile> {
        Pile::named(name)
    }

    /// Puts the cards of a line into a pile.
    pub(super) fn pile_line(&mut self, player: Player, pile: Pile, items: &[Item<'_>]) -> Said {
        let mut cards = Vec::new();
        for item in items {
            if pile.pose == Pose::Up && pile.place == Place::Extra {
                self.fits_open_extra(item.print)?;
            } else {
                self.fits(item.print, pile.place)?;
            }
            cards.extend(std::iter::repeat_n(read_laid(item, player, pile)?, item.count));
        }
        // The top of the Deck is written as it is drawn, but piled from below.
        if pile.place == Place::DeckTop {
            cards.reverse();
        }
        for card in cards {
            self.lay(player, pile.place, card)?;
        }
        Ok(())
    }

    fn lay(&mut self, player: Player, place: Place, laid: Laid) -> Said {
        let to = Arrival { player, place, seat: 0, pose: laid.pose };
        let card = self.add(player, laid.print, to)?;
        if laid.proper {
            self.duel.set_status(&mut (), card, status_bits::PROPER, true);
        }
        if matches!(place, Place::DeckTop | Place::Banished) {
            self.duel.make_known(card, laid.knowers);
        } else if laid.knowers != 0 {
            self.known.push((self.number, player, laid.print));
        }
        Ok(())
    }
}

/// Where the cards of a line lie, and how, if their statuses don't say otherwise.
#[derive(Clone, Copy)]
pub(super) struct Pile {
    place: Place,
    pose: Pose,
}

impl Pile {
    /// The pile with this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let (place, pose) = match name {
            "hand" => (Place::Hand, Pose::Down),
            "deck" => (Place::DeckRest, Pose::Down),
            "top" => (Place::DeckTop, Pose::Down),
            "bottom" => (Place::DeckBottom, Pose::Down),
            "grave" => (Place::Grave, Pose::Up),
            "banished" => (Place::Banished, Pose::Up),
            "extra" => (Place::Extra, Pose::Down),
            "extra up" => (Place::Extra, Pose::Up),
            _ => return None,
        };
        Some(Self { place, pose })
    }
}

/// A card of a pile, with its statuses.
#[derive(Clone, Copy)]
struct Laid {
    print: Print,
    /// The players who know it, as bits.
    knowers: u8,
    /// Whether it was Summoned in its own way once.
    proper: bool,
    pose: Pose,
}

fn read_laid(item: &Item<'_>, player: Player, pile: Pile) -> Said<Laid> {
    let mut laid = Laid { print: item.print, knowers: 0, proper: false, pose: pile.pose };
    for status in &item.statuses {
        match (*status, pile.place) {
            ("proper", Place::Grave | Place::Banished) => laid.proper = true,
            ("proper", Place::Extra) if pile.pose == Pose::Up => laid.proper = true,
            ("down", Place::Banished) => laid.pose = Pose::Down,
            ("known", Place::Hand | Place::DeckTop | Place::Banished) => {
                laid.knowers |= 1 << player.other().0;
            }
            ("seen", Place::DeckTop) => laid.knowers |= 1 << player.0,
            _ => {
                let status = short(status);
                return Err(format!("`{status}` is no status of a card in that place"));
            }
        }
    }
    Ok(laid)
}
