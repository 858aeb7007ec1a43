//! Xyz Monsters that are Summoned on top of others by an effect which says how many Ranks higher they
//! are.

use crate::ids::{CardId, Location};
use crate::state::{Ctx, Duel};
use duelfish_script::{Catalogue, RankUp, kind};

impl Duel {
    /// Whether a monster of the Extra Deck could be Summoned on top of a face-up Xyz Monster, with a zone
    /// that is free then.
    #[inline(always)]
    pub(super) fn ranks_over(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        monster: CardId,
        below: CardId,
        how: RankUp,
    ) -> bool {
        let facts = cards.facts(self.code(monster));
        let under = cards.facts(self.code(below));
        if !facts.is(kind::XYZ) || facts.level != under.level + how.ranks() {
            return false;
        }
        // One in the Graveyard is asked about before the same effect brings it back.
        let there = match self.location(below) {
            Location::Monster => self.position(below).is_face_up(),
            Location::Grave => true,
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Spell
            | Location::Field
            | Location::Banished
            | Location::Extra
            | Location::Material
            | Location::Pendulum => false,
        };
        let values = self.values_of(cards, below);
        there
            && under.is(kind::XYZ)
            && (how.by & RankUp::SAME_TYPE == 0 || facts.race & values.race != 0)
            && (how.by & RankUp::SAME_ATTRIBUTE == 0 || facts.attribute & values.attribute != 0)
            && self.extra_zones_after_cost(cards, Ctx { paying: below.0, ..ctx }) != 0
            && self.fits(cards, ctx, how.test, monster)
    }

    /// Whether any monster of the Extra Deck could be Summoned on top of a monster.
    #[inline(always)]
    pub(super) fn can_rank_up(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        below: CardId,
        how: RankUp,
    ) -> bool {
        let mut extra = self.extra(ctx.player).iter();
        cards.facts(self.code(below)).is(kind::XYZ)
            && extra.any(|monster| self.ranks_over(cards, ctx, CardId(*monster), below, how))
    }

    /// Whether no other face-up Xyz Monster of its player has a higher Rank.
    #[inline(always)]
    pub(super) fn has_highest_rank(&self, cards: &Catalogue, card: CardId) -> bool {
        let rank = |card: CardId| cards.facts(self.code(card)).rank();
        let others = self.monsters(self.controller(card)).map(|(_, other)| other);
        let mut others = others.filter(|other| self.position(*other).is_face_up());
        rank(card) > 0 && others.all(|other| rank(other) <= rank(card))
    }
}
