//! Who knows which hidden card.
//!
//! A card's `known` bits say who knows what it is at the very place where it is. What is known
//! less exactly ("one of the cards in that hand") is a [`Group`](super::rooms::Group) of the
//! owner's cards, as the other player sees it: a card that was public and went to the hand is
//! known to be in the hand or among the cards that were Set from the hand since.

use super::Duel;
use super::gateway::Arrival;
use crate::ids::{Handle, Place, Player};
use crate::marks::rule;
use crate::witness::Witness;

/// The hand and the cards Set from it since a known card joined it.
pub(super) const HAND: usize = 0;
/// The unordered rest of the Deck.
pub(super) const DECK: usize = 1;
/// Set cards whose places were shuffled.
pub(super) const SHUFFLED: usize = 2;

const BOTH: u8 = 0b11;

impl Duel {
    /// Who knows a card after it has moved; moves it from one hidden group to another.
    pub(super) fn known_after_move<W: Witness>(
        &mut self,
        w: &mut W,
        card: Handle,
        from: Place,
        known_before: u8,
        to: Arrival,
    ) -> u8 {
        let holder = 1 << to.player.0;
        let other = 1 << to.player.other().0;
        let in_hand_group = self.in_group(to.player, HAND, card);
        match to.place {
            // What goes to these places face-up is seen by both (DF-46, DF-77.i); face-down it is
            // seen by its holder alone, unless it was public where it came from (BP-11, DF-82).
            Place::Monster | Place::Spell | Place::Field | Place::Grave | Place::Banished => {
                let hidden = !to.pose.is_face_up() && to.place != Place::Grave;
                if !hidden {
                    if to.place == Place::Grave {
                        rule!("DF-46", "DF-47");
                    }
                    self.leave_groups(w, card);
                    return BOTH;
                }
                rule!("BP-11", "BP-12", "CT-01.8f.ii");
                if from == Place::Hand {
                    // While the other player knows of a card in this hand, the Set card may be it.
                    if self.group_has_known(to.player, HAND) {
                        self.join_group(w, to.player, HAND, card, in_hand_group);
                    }
                    return holder;
                }
                self.leave_groups(w, card);
                holder | (known_before & other)
            }
            Place::Hand => {
                self.leave_groups(w, card);
                if known_before & other != 0 && from != Place::Nowhere {
                    self.join_group(w, to.player, HAND, card, true);
                }
                holder
            }
            Place::DeckRest => {
                self.leave_groups(w, card);
                if known_before & other != 0 {
                    self.join_group(w, to.player, DECK, card, true);
                }
                0
            }
            Place::DeckTop | Place::DeckBottom => {
                self.leave_groups(w, card);
                known_before
            }
            Place::Extra => {
                holder | if to.pose.is_face_up() { other } else { known_before & other }
            }
            Place::Material => BOTH,
            Place::Nowhere => known_before,
        }
    }

    /// The cards that `player`'s opponent knows to be among that player's hand and the cards Set
    /// from it since.
    pub(crate) fn known_in_hand(&self, player: Player) -> impl Iterator<Item = Handle> + '_ {
        self.groups[player.index()][HAND].known.iter().map(Handle)
    }

    /// The other player knows that this card is in its owner's hand; used while a position is
    /// set up.
    pub(crate) fn know_in_hand(&mut self, card: Handle) {
        self.join_group(&mut (), self.owner(card), HAND, card, true);
    }

    /// The other player knows this face-down card where it is; used while a position is set up.
    pub(crate) fn know_exactly(&mut self, card: Handle) {
        self.cards[card.index()].known = BOTH;
    }

    fn in_group(&self, player: Player, group: usize, card: Handle) -> bool {
        self.groups[player.index()][group].known.has(card.0)
    }

    fn group_has_known(&self, player: Player, group: usize) -> bool {
        self.groups[player.index()][group].known.0 != [0; 4]
    }

    fn join_group<W: Witness>(
        &mut self,
        w: &mut W,
        player: Player,
        group: usize,
        card: Handle,
        known: bool,
    ) {
        self.set_grouped(w, card, 1);
        let old = self.groups[player.index()][group];
        let names = if known { old.known.with(card.0) } else { old.known };
        self.write_group(w, player.index(), group, old.members.with(card.0), names);
    }

    /// Takes a card out of all groups: it is public now, or hidden among others.
    pub(super) fn leave_groups<W: Witness>(&mut self, w: &mut W, card: Handle) {
        if self.cards[card.index()].grouped == 0 {
            return;
        }
        self.set_grouped(w, card, 0);
        let p = self.owner(card).index();
        for group in [HAND, DECK, SHUFFLED] {
            let old = self.groups[p][group];
            if old.members.has(card.0) || old.known.has(card.0) {
                let (members, known) = (old.members.without(card.0), old.known.without(card.0));
                self.write_group(w, p, group, members, known);
            }
        }
    }
}
