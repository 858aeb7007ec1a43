//! Effects that a monster has taken over from another card for a time: it has them besides its own, as
//! effects of its own.

use super::gateway::put;
use super::rooms::Modifier;
use super::{CardSet, Duel};
use crate::ids::CardId;
use crate::witness::Witness;
use duelfish_script::{
    CardCode, CardScript, Catalogue, Effect, EffectId, MAX_STATICS, ModKind, Until,
};

impl Duel {
    /// The texts by which a card acts: its own, then those that it has taken over, each once.
    #[inline]
    pub(crate) fn scripts_of<'c>(
        &self,
        cards: &'c Catalogue,
        card: CardId,
    ) -> impl Iterator<Item = &'c CardScript> {
        let own = cards.scripts().card(self.code(card));
        let mods = if self.has_mod(ModKind::HasEffectsOf) { self.mods() } else { &[] };
        let taken = mods.iter().filter(move |m| m.is(ModKind::HasEffectsOf) && m.target == card.0);
        let taken = taken.filter_map(|m| cards.scripts().card(cards.table().code(m.value as u16)));
        let new = move |script: &&CardScript| own.is_none_or(|own| !std::ptr::eq(own, *script));
        own.into_iter().chain(taken.filter(new))
    }

    /// Whether something is true of all that a card does: of its own text, and of those that it has taken
    /// over. Most have none, so that only their own is looked at.
    #[inline(always)]
    pub(crate) fn all_scripts<'c>(
        &self,
        cards: &'c Catalogue,
        card: CardId,
        mut each: impl FnMut(&'c CardScript) -> bool,
    ) -> bool {
        if let Some(own) = cards.scripts().card(self.code(card))
            && !each(own)
        {
            return false;
        }
        !self.has_mod(ModKind::HasEffectsOf) || self.all_taken(cards, card, each)
    }

    /// The same of those alone that it has taken over.
    #[cold]
    #[inline(never)]
    pub(crate) fn all_taken<'c>(
        &self,
        cards: &'c Catalogue,
        card: CardId,
        each: impl FnMut(&'c CardScript) -> bool,
    ) -> bool {
        let own = usize::from(cards.scripts().card(self.code(card)).is_some());
        self.scripts_of(cards, card).skip(own).all(each)
    }

    /// The effects of a card with their ids, its own first.
    #[inline]
    pub(crate) fn effects_on<'c>(
        &self,
        cards: &'c Catalogue,
        card: CardId,
    ) -> impl Iterator<Item = (EffectId, &'c Effect)> {
        self.scripts_of(cards, card).flat_map(|script| cards.scripts().effects_in(script))
    }

    /// A face-up monster has the effects of another card from now on: what stands while it is face-up
    /// stands now, as far as it can be taken over at all.
    pub(crate) fn take_over<W: Witness>(
        &mut self,
        w: &mut W,
        cards: &Catalogue,
        card: CardId,
        code: CardCode,
    ) {
        let scripts = cards.scripts();
        let (own, taken) = (scripts.card(self.code(card)), scripts.card(code));
        let Some(taken) = taken.filter(|taken| own.is_none_or(|own| !std::ptr::eq(own, *taken)))
        else {
            return;
        };
        let known = self.cards[card.index()].known | taken.able();
        put!(self, w, self.cards[card.index()].known = known);
        self.note_of_phases(w, card);
        let owner = self.cards[card.index()].owner | taken.used_in();
        put!(self, w, self.cards[card.index()].owner = owner);
        let drafts = self.drafts_of(cards, card, code, Until::TakenOver);
        let drafts = drafts.map(|draft| draft.pack()).filter(|m| !m.is(ModKind::StaysAsSpell));
        let statics: arrayvec::ArrayVec<Modifier, MAX_STATICS> = drafts.collect();
        for modifier in statics {
            self.add_mod(w, modifier);
        }
    }

    /// A monster has no effects of other cards any more, nor their names, nor what these effects gave its
    /// own values.
    pub(crate) fn lose_taken_over<W: Witness>(&mut self, w: &mut W, card: CardId) {
        if self.has_been_given(ModKind::HasEffectsOf, card) {
            self.forget_own_values(w, card);
            self.remove_mods(w, |m| {
                (m.is(ModKind::HasEffectsOf) || m.is(ModKind::Renamed)) && m.target == card.0
            });
        }
    }

    /// Modifiers that stood because of effects that were taken over end where these effects are lost.
    pub(super) fn drop_lost_effects<W: Witness>(&mut self, w: &mut W) {
        let taken = |m: &Modifier| m.until == Until::TakenOver as u8;
        let has = self.mods().iter().filter(|m| m.is(ModKind::HasEffectsOf));
        let has: CardSet = has.map(|m| m.target).collect();
        self.remove_mods(w, |m| taken(m) && !has.has(m.source));
    }
}
