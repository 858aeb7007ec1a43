//! Which monsters can be Special Summoned in their own way: from the hand, the Deck and the Extra Deck, and by
//! a Pendulum Summon.

use arrayvec::ArrayVec;

use crate::decision::{Action, Actions, Pointer, Verb};
use crate::game::Game;
use crate::ids::{CardId, Location, NO_CARD, Player};
use crate::limits::MAX_PILE;
use crate::marks::{rule, rule_if};
use crate::queries::Stock;
use crate::state::{CardSet, Ctx, Duel};
use duelfish_script::{
    Catalogue, Cond, Effect, EffectId, Form, Locations, RecipeId, SelectId, location_bit,
};

impl Duel {
    /// The monsters of the hand that can be Special Summoned in their own way.
    #[inline(never)]
    pub(super) fn own_summons(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        for (ordinal, card) in self.hand(player).iter().enumerate() {
            if self.way_to_summon(game, player, CardId(*card)).is_some() {
                actions.push(Action::special_summon(ordinal as u8));
            }
        }
    }

    /// The monsters of the Deck that can be Special Summoned in ways of their own, one action for each
    /// way; one copy stands for all.
    #[inline(never)]
    pub(super) fn deck_summons(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        let mut last = None;
        for (index, card) in self.deck_by_code(player).iter().enumerate() {
            let card = CardId(*card);
            if last.replace(self.code(card)) == Some(self.code(card)) {
                continue;
            }
            let at = Pointer { player, location: Location::DeckRest, index: index as u8 };
            let ctx = Ctx::of_card(player, card);
            self.each_way_to_summon(
                game.cards,
                ctx,
                location_bit::DECK,
                &mut None,
                false,
                &mut |_, effect| {
                    actions.push(Action::special_summon_from(at, effect.ordinal));
                    true
                },
            );
        }
    }

    /// The monsters of the Graveyard that can be Special Summoned in ways of their own.
    #[inline(never)]
    pub(super) fn grave_summons(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        if self.stays_in_grave_of(game.cards, player) {
            return;
        }
        for (index, card) in self.grave(player).iter().enumerate() {
            let at = Pointer { player, location: Location::Grave, index: index as u8 };
            let ctx = Ctx::of_card(player, CardId(*card));
            let grave = location_bit::GRAVE;
            self.each_way_to_summon(game.cards, ctx, grave, &mut None, false, &mut |_, effect| {
                actions.push(Action::special_summon_from(at, effect.ordinal));
                true
            });
        }
    }

    /// The monsters of the Extra Deck that can be Special Summoned in ways of their own, one action for
    /// each way.
    #[inline(never)]
    pub(super) fn extra_summons(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        let extra = self.extra(player);
        rule_if!(!extra.is_empty(), "DF-61", "CT-03.2");
        // Card code and battle position of each, so that copies are soon found.
        let (mut looks, mut seen) = (ArrayVec::<u32, MAX_PILE>::new(), 0);
        // The numbers of those that gave an action.
        let mut given = CardSet::EMPTY;
        let mut stock = None;
        for (index, card) in extra.iter().map(|card| CardId(*card)).enumerate() {
            let at = Pointer { player, location: Location::Extra, index: index as u8 };
            // A copy that lies as the first one does can be Summoned as that can.
            let look = u32::from(self.code(card).row()) << 8 | self.position(card) as u32;
            // A bit that no earlier one has tells that it is none.
            let bit = 1_u64 << (look >> 8 & 63);
            let first =
                (seen & bit != 0).then(|| looks.iter().position(|other| *other == look)).flatten();
            seen |= bit;
            looks.push(look);
            if let Some(first) = first {
                if !given.has(first as u8) {
                    continue;
                }
                for known in 0..actions.len() {
                    let same = actions[known].pointer()
                        == Some(Pointer { index: first as u8, ..at })
                        && actions[known].verb() == Verb::SpecialSummon;
                    if same {
                        let effect = actions[known].effect();
                        actions.push(Action::special_summon_from(at, effect));
                    }
                }
                continue;
            }
            let ctx = Ctx::of_card(player, card);
            let script = game.cards.scripts().card(self.code(card));
            let recipe = script.and_then(|script| script.only_recipe);
            // Most have no materials on the field: that is told first.
            let there = recipe.map(|(from, recipe)| {
                self.can_be_made_from(game.cards, ctx, from, recipe, &mut stock)
            });
            if there == Some(false) {
                continue;
            }
            self.each_way_to_summon(
                game.cards,
                ctx,
                location_bit::EXTRA,
                &mut stock,
                there.is_some(),
                &mut |_, effect| {
                    given = given.with(index as u8);
                    actions.push(Action::special_summon_from(at, effect.ordinal));
                    true
                },
            );
        }
    }

    /// The Pendulum Summon, as an action of the card in the left Pendulum Zone.
    #[inline(never)]
    pub(super) fn pendulum_summon(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        let Some(card) = self.spell(player, 0) else { return };
        let ctx = Ctx::of_card(player, card);
        let at = self.pointer_to(card);
        for (_, effect) in game.cards.scripts().effects_of(self.code(card)) {
            let can = effect.form == Form::Procedure
                && effect.from & location_bit::PENDULUM != 0
                && self.location(card) == Location::Pendulum
                && self.holds(game.cards, ctx, effect.condition)
                && self.holds(game.cards, ctx, effect.possible);
            if can {
                actions.push(Action::special_summon_from(at, effect.ordinal));
            }
        }
    }

    /// The effect by which a card of a hand can be Special Summoned in its own way now.
    pub(crate) fn way_to_summon(
        &self,
        game: &Game<'_>,
        player: Player,
        card: CardId,
    ) -> Option<EffectId> {
        let mut found = None;
        let ctx = Ctx::of_card(player, card);
        self.each_way_to_summon(
            game.cards,
            ctx,
            location_bit::HAND,
            &mut None,
            false,
            &mut |id, _| {
                found = Some(id);
                false
            },
        );
        found
    }

    /// The effect by which a card of the Extra Deck can be Special Summoned in its own way now with another
    /// one among its materials.
    pub(crate) fn way_with_material(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        material: u8,
    ) -> Option<EffectId> {
        let mut found = None;
        let ctx = Ctx { material, ..Ctx::of_card(player, card) };
        self.each_way_to_summon(cards, ctx, location_bit::EXTRA, &mut None, false, &mut |id, _| {
            found = Some(id);
            false
        });
        found
    }

    /// Shows the effects by which a card can be Special Summoned in its own way now from where it is,
    /// until `each` says no more. The materials that were looked at are left in `stock`, for the next card;
    /// it may be known that there are some.
    pub(super) fn each_way_to_summon<'a>(
        &'a self,
        cards: &'a Catalogue,
        ctx: Ctx,
        from: Locations,
        stock: &mut Option<Stock<'a>>,
        are_there: bool,
        each: &mut dyn FnMut(EffectId, &Effect) -> bool,
    ) {
        let (player, card) = (ctx.player, CardId(ctx.source));
        let scripts = cards.scripts();
        let Some(script) = scripts.card(self.code(card)) else { return };
        if !script.has_form(Form::Procedure) {
            return;
        }
        // Asked once, if a way is not told to be impossible before.
        let mut is_allowed = None;
        for (id, effect) in scripts.effects_in(script) {
            rule!("MO-32", "MO-33");
            if effect.form != Form::Procedure || effect.from & from == 0 {
                continue;
            }
            if effect.limit.group != 0 && !self.is_within_limit(card, effect, player) {
                continue;
            }
            let gathers = match scripts.cond(effect.possible) {
                Cond::Gathers(from, recipe) => Some((from, recipe)),
                _ => None,
            };
            if let Some((from, recipe)) = gathers
                && !are_there
                && !self.can_be_made_from(cards, ctx, from, recipe, stock)
            {
                continue;
            }
            if !*is_allowed.get_or_insert_with(|| self.allows_own_way(cards, player, card)) {
                return;
            }
            // The rule that keeps it off the field is not lifted by materials or Tributes that would leave for it.
            if self.may_not_come_face_up(cards, effect.side_of_own_way(player), card) {
                rule!("SU-05.10", "SU-07.9", "SU-08.8");
                continue;
            }
            let can = self.holds(cards, ctx, effect.condition)
                && (gathers.is_some() || self.holds(cards, ctx, effect.possible));
            if can && !each(id, effect) {
                return;
            }
        }
    }

    /// Whether there are materials for the source of `ctx`. Those that were looked at are left in `stock`.
    #[inline(always)]
    fn can_be_made_from<'a>(
        &'a self,
        cards: &'a Catalogue,
        ctx: Ctx,
        from: SelectId,
        recipe: RecipeId,
        stock: &mut Option<Stock<'a>>,
    ) -> bool {
        let stock = match stock {
            Some(stock) if stock.is_from(from) => stock,
            _ => stock.insert(self.stock(cards, ctx, from)),
        };
        stock.can_make(ctx, recipe)
    }

    /// Whether nothing keeps a player from Special Summoning a card in a way of its own, whatever lies on the
    /// field to which it comes.
    pub(super) fn allows_own_way(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        self.meets_summon_costs(cards, player, card)
            && !self.is_forbidden(cards, card)
            && !self.may_not_special_summon(cards, player, card.0)
            && !self.may_not_special_summon_it(cards, player, card, NO_CARD)
            && !self.is_out_of_its_way(cards, card)
    }
}
