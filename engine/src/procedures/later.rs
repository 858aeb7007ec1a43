//! Notes for cards that ask later in the turn whether something has happened to a player's cards.

use crate::chance::Chance;
use crate::game::Game;
use crate::ids::{CardId, NO_CARD, Player};
use crate::run::Run;
use crate::state::{CardSet, Ctx, Link, Procedure, limit_of_watch, link_bits, location_bit_of};
use crate::witness::Witness;
use duelfish_script::{EffectId, Events, Watch, event_bit, kind};

/// Events that count for the player who Summons.
pub(super) const SUMMONS: Events =
    event_bit::SUMMONED | event_bit::FLIP_SUMMONED | event_bit::SPECIAL_SUMMONED;

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Notes an event: a Summon for the player who did it, a move for the player on whose side the card was, if it
    /// went to a place of the same player, anything else for the card's controller.
    #[inline(always)]
    pub(super) fn note_for_later(&mut self, event: Events, by: u8, cards: CardSet) {
        for (id, watch) in self.game.cards.scripts().watches() {
            if watch.events & event == 0 {
                continue;
            }
            for card in cards.iter().map(CardId) {
                let player = if event & (event_bit::LEAVING | event_bit::DREW) != 0 {
                    self.duel.came_from_player(card)
                } else if event & SUMMONS == 0 {
                    self.duel.controller(card)
                } else if self.duel.frame().is(Procedure::Program) {
                    // Monsters may come at one moment for both players: each counts for its controller, and a
                    // Token for the player whose it is.
                    let token = self.duel.facts(self.game, card).is(kind::TOKEN);
                    if token { self.duel.owner(card) } else { self.duel.controller(card) }
                } else {
                    Player::of_bit(by)
                };
                let stays = event & SUMMONS != 0 || player == self.duel.controller(card);
                let from = location_bit_of(self.duel.came_from(card));
                if stays && (watch.from == 0 || watch.from & from != 0) {
                    self.note_watched(limit_of_watch(id.0), *watch, player, card);
                }
            }
        }
    }

    fn note_watched(&mut self, group: u16, watch: Watch, player: Player, card: CardId) {
        let ctx = Ctx::of_card(player, CardId(NO_CARD));
        if self.duel.uses(group, player) == 0
            && self.duel.fits(self.game.cards, ctx, watch.test, card)
        {
            self.duel.count_use(self.witness, group, player);
        }
    }

    /// A Summon is tried: under the old rules it counts although it may be negated (TIME-6.8).
    pub(super) fn note_attempt(&mut self, event: Events, player: Player, card: CardId) {
        if self.game.rules.summon_attempts_count && self.duel.remembers(event) {
            self.note_for_later(event, player.number(), CardSet::EMPTY.with(card.0));
        }
    }

    /// Whether a link would Special Summon, and that counts under the old rules as long as the Chain
    /// grows, and again when the link has resolved.
    fn counts_as_summon(&self, link: &Link) -> bool {
        let summons = event_bit::SPECIAL_SUMMONED;
        self.game.rules.summon_attempts_count
            && self.duel.remembers(summons)
            && self.game.cards.scripts().effect(EffectId(link.effect)).intends & summons != 0
    }

    /// A link that would Special Summon has joined the Chain.
    pub(super) fn note_intended_summon(&mut self, link: &Link) {
        if self.counts_as_summon(link) {
            for group in summons_watched(self.game) {
                self.duel.count_use(self.witness, group, Player::of_bit(link.player));
            }
        }
    }

    /// The Chain has stopped growing: what its links would Summon does not count any more.
    #[inline(always)]
    pub(super) fn forget_intended_summons(&mut self) {
        for at in 0..self.duel.links().len() {
            let link = *self.duel.link(at as u8);
            if self.counts_as_summon(&link) {
                for group in summons_watched(self.game) {
                    self.duel.take_back_use(self.witness, group, Player::of_bit(link.player));
                }
            }
        }
    }

    /// A link has resolved: what it would Special Summon counts, whether it came or not, unless the
    /// activation was negated.
    pub(super) fn note_resolved_summon(&mut self, link: &Link) {
        if link.flags & link_bits::NEGATED == 0 && self.counts_as_summon(link) {
            let player = Player::of_bit(link.player);
            for group in summons_watched(self.game) {
                if self.duel.uses(group, player) == 0 {
                    self.duel.count_use(self.witness, group, player);
                }
            }
        }
    }
}

/// The limits that count Special Summons.
fn summons_watched<'g>(game: &'g Game<'_>) -> impl Iterator<Item = u16> + 'g {
    let watches = game.cards.scripts().watches();
    let of_summons = watches.filter(|(_, watch)| watch.events & event_bit::SPECIAL_SUMMONED != 0);
    of_summons.map(|(id, _)| limit_of_watch(id.0))
}
