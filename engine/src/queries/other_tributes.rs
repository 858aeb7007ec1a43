//! Tribute Summons with another number of Tributes than the Level of the monster says.

use crate::ids::{CardId, Player};
use crate::legal::TributeRoom;
use crate::marks::rule;
use crate::state::{Ctx, Duel, Modifier, traits};
use duelfish_script::{Catalogue, Effect, EffectId, Form, ModKind};

impl Duel {
    /// The effect by which a monster can be Tribute Summoned face-up with another number of Tributes now, or with
    /// other ones, if there are so many; or by which it can be Set so.
    pub(crate) fn way_with_other_tributes(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        room: Option<TributeRoom>,
        sets: bool,
    ) -> Option<EffectId> {
        if !self.has_trait(traits::TRIBUTELESS) {
            return None;
        }
        let ctx = Ctx::of_card(player, card);
        let mut ways = cards.scripts().effects_of(self.code(card));
        let found = ways.find(|(_, effect)| {
            effect.form == Form::OtherTributes
                && (effect.also_set || !sets)
                && ![0, effect.tributes].contains(&self.tributes_of(cards, card))
                && self.holds(cards, ctx, effect.condition)
                && self.tributes_by(cards, player, card, effect).within(room).allow(effect.tributes)
        });
        rule!("SU-01.18");
        found.map(|(id, _)| id)
    }

    /// The effect of a monster that says with how many other Tributes it can be Summoned, whether that can
    /// be done now or not.
    pub(crate) fn other_tributes<'a>(
        &self,
        cards: &'a Catalogue,
        card: CardId,
    ) -> Option<&'a Effect> {
        let mut effects = cards.scripts().effects_of(self.code(card));
        effects.find(|(_, effect)| effect.form == Form::OtherTributes).map(|(_, effect)| effect)
    }

    /// Whether a monster can be Summoned face-up with another number of Tributes than its Level says, but at
    /// least with so many: as its own text says, or because an effect makes up for some of them.
    pub(crate) fn comes_with_other_tributes(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        room: Option<TributeRoom>,
        least: u8,
    ) -> bool {
        self.way_with_other_tributes(cards, player, card, room, false).is_some()
            || self.comes_with_fewer(cards, player, card, room, least)
    }

    /// The same because an effect makes up for some of them.
    #[inline(always)]
    pub(crate) fn comes_with_fewer(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        room: Option<TributeRoom>,
        least: u8,
    ) -> bool {
        self.has_mod(ModKind::OneLessTribute) && {
            let needed = self.tributes_of(cards, card);
            let tributes = self.tributes_with(cards, player, card).within(room);
            let least = least.max(needed - self.spared_tributes(cards, player, card));
            (least..needed).any(|number| tributes.allow(number))
        }
    }

    /// For how many of the Tributes that the Level of a monster says effects make up, when it is Normal Summoned
    /// face-up now. Of several that go on only one counts; each of those that were given does.
    #[inline(always)]
    pub(crate) fn spared_tributes(&self, cards: &Catalogue, player: Player, card: CardId) -> u8 {
        if self.has_mod(ModKind::OneLessTribute) {
            self.count_spared(cards, player, card)
        } else {
            0
        }
    }

    #[inline(never)]
    fn count_spared(&self, cards: &Catalogue, player: Player, card: CardId) -> u8 {
        rule!("SU-01.18");
        let said = cards.scripts().card(self.code(card)).map_or(0, |script| script.tributes);
        if said > 0 {
            // Its own text takes the place of what its Level says.
            return 0;
        }
        let given = self.less_tributes(cards, player, card).filter(|m| !m.is_continuous());
        let all = u8::from(self.has_less_for_good(cards, player, card)) + given.count() as u8;
        all.min(self.tributes_of(cards, card))
    }

    /// Whether an effect that goes on makes up for a Tribute of a monster.
    fn has_less_for_good(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        self.less_tributes(cards, player, card).any(Modifier::is_continuous)
    }

    /// The effects that make up for one Tribute of a monster, the oldest first.
    fn less_tributes<'a>(
        &'a self,
        cards: &'a Catalogue,
        player: Player,
        card: CardId,
    ) -> impl Iterator<Item = &'a Modifier> {
        self.mods_on_player(cards, ModKind::OneLessTribute, player)
            .filter(move |m| self.is_about(cards, m, card))
    }

    /// The effect that is used up by a Summon with so many Tributes too few; none if one that goes on is enough.
    pub(crate) fn used_up_by(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        missing: u8,
    ) -> Option<u16> {
        if missing <= u8::from(self.has_less_for_good(cards, player, card)) {
            return None;
        }
        self.less_tributes(cards, player, card).find(|m| !m.is_continuous()).map(|m| m.stamp)
    }
}
