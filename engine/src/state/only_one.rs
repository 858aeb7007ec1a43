//! Monsters of which there can be only one face-up: of a name, or of those that fit a test.

use super::rooms::Modifier;
use super::{Ctx, Duel, status_bits};
use crate::ids::{CardId, Player};
use duelfish_script::{Catalogue, KindSet, ModKind, Num, TestId};

impl Duel {
    /// Whether a player controls a face-up monster of which there can be only one, and the card has its
    /// name too. Either card may say so: one that says it itself can't be the second even of one that
    /// is negated on the field. The same of monsters that fit (FACT-M24).
    #[inline(always)]
    pub(crate) fn would_be_second(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        self.has_any_mod(ModKind::ONLY_ONES)
            && (self.would_be_second_of_name(cards, player, card)
                || self.would_be_second_that_fits(cards, player, card))
    }

    /// Whether a card is among the monsters of which the source of a modifier lets there be only one, if it is
    /// face-up on the field of this player.
    pub(crate) fn is_one_too_many(
        &self,
        cards: &Catalogue,
        m: &Modifier,
        player: Player,
        card: CardId,
    ) -> bool {
        let first = CardId(m.source);
        let own = self.controller(first) == player;
        if m.is(ModKind::OnlyOne) {
            return own && self.name_of(cards, first) == self.name_of(cards, card);
        }
        let ctx = Ctx::of_card(self.controller(first), first);
        (own || m.is(ModKind::OnlyOneOfAll)) && self.fits(cards, ctx, TestId(m.value as u16), card)
    }

    #[inline(never)]
    fn would_be_second_that_fits(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        let of_kinds = KindSet::all(&[ModKind::OnlyOneOf, ModKind::OnlyOneOfAll]);
        if !self.has_any_mod(of_kinds) {
            return false;
        }
        let barred = self.mods().iter().any(|m| {
            m.is_one_of(of_kinds)
                && m.source != card.0
                && self.stands(m)
                && self.position(CardId(m.source)).is_face_up()
                && self.is_one_too_many(cards, m, player, card)
        });
        if barred || self.has_status(card, status_bits::NEGATED) {
            return barred;
        }
        // Its own text counts of others as soon as it would come.
        let ctx = Ctx::of_card(player, card);
        cards.scripts().statics_of(self.code(card)).any(|(_, fixed)| {
            let all = fixed.kind == ModKind::OnlyOneOfAll;
            let Num::Value(test) = cards.scripts().num(fixed.value) else { return false };
            let fits = |one| self.fits(cards, ctx, TestId(test as u16), one);
            (all || fixed.kind == ModKind::OnlyOneOf)
                && fits(card)
                && Player::BOTH.into_iter().filter(|side| all || *side == player).any(|side| {
                    self.monsters(side).any(|(_, other)| {
                        other != card
                            && self.position(other).is_face_up()
                            && !self.has_status(other, status_bits::SUMMONING)
                            && fits(other)
                    })
                })
        })
    }

    #[inline(always)]
    fn would_be_second_of_name(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        self.has_mod(ModKind::OnlyOne) && {
            let name = self.name_of(cards, card);
            let says_so = !self.has_status(card, status_bits::NEGATED)
                && cards
                    .scripts()
                    .statics_of(self.code(card))
                    .any(|(_, fixed)| fixed.kind == ModKind::OnlyOne);
            self.mods().iter().any(|m| {
                let first = CardId(m.source);
                m.is(ModKind::OnlyOne)
                    && first != card
                    && (says_so || self.stands(m))
                    && self.controller(first) == player
                    && self.position(first).is_face_up()
                    && self.name_of(cards, first) == name
            })
        }
    }
}
