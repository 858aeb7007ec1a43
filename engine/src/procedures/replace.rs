//! Destruction, where something else may be done instead: each player is asked whether to, the turn
//! player first. The cards that nothing saves are destroyed together (FACT-M4, FACT-M7).

use arrayvec::ArrayVec;
use bytemuck::Zeroable;

use super::moves::in_order;
use super::threats::{Threat, effect_of};

use crate::chance::Chance;
use crate::decision::Verb;
use crate::event::Cause;
use crate::game::Game;
use crate::ids::{CardId, Location, NO_CARD, Player, byte_enum};
use crate::lists::collect_all;
use crate::run::{Flow, Run};
use crate::state::{
    Ask, CardSet, Ctx, Duel, Frame, ModValue, ModifierDraft, NO_LINK, Procedure, ProgramFrame,
    ReplaceFrame, SetSlot, location_bit_of, status_bits,
};
use crate::witness::Witness;
use duelfish_script::{
    Effect, EffectId, Events, Form, ModKind, Op, Scope, Until, by_bit, event_bit,
};

byte_enum! {
    /// Where it is.
    enum ReplaceStep {
        Offer,
        Answer,
        Done,
        End,
    }
}

/// The mark of a place among the effects of cards for themselves in [`ReplaceFrame::offered`]; the frame's card is the
/// one whose effect was asked last.
const OWN: u16 = 1 << 15;

/// More cards than a player has zones.
const MAX_ON_FIELD: usize = 16;

/// A frame that sends the cards of the register of cards to destroy there, because an effect destroys them.
pub(super) fn by_effect(to: Location, by: u8) -> Frame {
    let banishes = (to == Location::Banished).into();
    Frame::new(ReplaceFrame { by, banishes, ..Zeroable::zeroed() })
}

/// A frame that only marks these cards, because battle destroys them.
pub(super) fn by_battle() -> Frame {
    Frame::new(ReplaceFrame { by: by_bit::BATTLE, ..Zeroable::zeroed() })
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, effect) = (frame.card(), EffectId(frame.data::<ReplaceFrame>().effect));
    match ReplaceStep::from_byte(frame.step()) {
        ReplaceStep::Offer => run.offer_replacement(frame),
        ReplaceStep::Answer => {
            if run.answer().is_none_or(|action| action.verb() != Verb::Yes) {
                return Flow::Next(ReplaceStep::Offer as u8);
            }
            let player = run.duel.controller(card);
            let row = run.game.cards.scripts().effect(effect);
            run.count_use_of(card, row, player);
            let doing = ProgramFrame::begin(run.duel, row.body, player, card, NO_LINK);
            Flow::Call(doing, ReplaceStep::Done as u8)
        }
        ReplaceStep::Done => {
            // Cards that go elsewhere instead of to a Deck still move with the others.
            let ReplaceFrame { by, to_deck, .. } = frame.data();
            if to_deck != 0 {
                return Flow::Next(ReplaceStep::Offer as u8);
            }
            let row = run.game.cards.scripts().effect(effect);
            // One that says itself which card it saves has done so (FACT-M27).
            let mut steps = run.game.cards.scripts().steps(row.body);
            if !steps.any(|op| matches!(op, Op::Spare(_))) {
                let saved = run.duel.spared_by(run.game, card, row, by);
                run.spare(saved);
            }
            Flow::Next(ReplaceStep::Offer as u8)
        }
        ReplaceStep::End => Flow::Return,
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// These cards are not destroyed.
    pub(super) fn spare(&mut self, saved: CardSet) {
        let to_destroy = self.duel.set(SetSlot::TO_DESTROY);
        let left = to_destroy.iter().filter(|card| !saved.has(*card)).collect();
        self.duel.write_stamped_set(self.witness, SetSlot::TO_DESTROY, left);
    }

    /// Offers the next effect that would save something; when there is none, what is left falls.
    fn offer_replacement(&mut self, frame: Frame) -> Flow {
        let ReplaceFrame { offered, by, banishes, to_deck, .. } = frame.data();
        let event =
            if to_deck == 0 { event_bit::WOULD_BE_DESTROYED } else { event_bit::WOULD_GO_TO_DECK };
        let next =
            self.duel.next_replacement(self.game, Threat { event, by }, offered, frame.card());
        if let Some((next, card, effect)) = next {
            self.duel.set_frame_card(self.witness, card);
            self.duel.update_frame(self.witness, |replace: &mut ReplaceFrame| {
                (replace.effect, replace.offered) = (effect.0, next);
            });
            let player = self.duel.controller(card);
            return Flow::Ask(Ask::confirm(player), ReplaceStep::Answer as u8);
        }
        if by & by_bit::BATTLE != 0 {
            self.destroy_substitutes();
        } else {
            let to_destroy = self.duel.set(SetSlot::TO_DESTROY);
            self.duel.write_stamped_set(self.witness, SetSlot::TO_DESTROY, CardSet::EMPTY);
            if to_deck != 0 {
                self.put_in_deck(to_destroy, super::elsewhere::end_of_deck(to_deck), Cause::Effect);
                return Flow::Return;
            }
            if banishes.is_on() {
                self.send(to_destroy, Location::Banished, Cause::Destroyed);
                return Flow::Return;
            }
            if self.may_any_stay(to_destroy) {
                return Flow::Call(super::stay::frame(false), ReplaceStep::End as u8);
            }
            self.send(to_destroy, Location::Grave, Cause::Destroyed);
        }
        Flow::Return
    }

    /// Destroys what an effect destroys that acts instead of a destruction, in the name of its own player. In
    /// battle that waits until all such effects were asked (FACT-M7). False if this is no such effect.
    pub(super) fn destroys_instead(&mut self, frame: Frame, ctx: Ctx, cards: CardSet) -> bool {
        if ctx.link != NO_LINK {
            return false;
        }
        let above = self.duel.frames().iter().rev().nth(1);
        let above =
            above.filter(|above| above.is(Procedure::Replace) && frame.is(Procedure::Program));
        let Some(above) = above else { return false };
        if above.data::<ReplaceFrame>().by & by_bit::BATTLE != 0 {
            for card in in_order(self.duel, cards) {
                let note = ModifierDraft {
                    kind: ModKind::GoesAlong,
                    scope: Scope::Card,
                    target: card.0,
                    source: ctx.source,
                    player: ctx.player,
                    until: Until::EndOfTurnAnyway,
                    value: ModValue::Fixed(0),
                    reads: 0,
                };
                self.duel.add_mod(self.witness, note.pack());
            }
        } else {
            self.destroy_for(cards, ctx.player);
        }
        true
    }

    /// Cards that are tied to one that has left fall; or, where something may happen instead and a player can be
    /// asked, that is asked first.
    pub(super) fn fell(&mut self, cards: CardSet, player: Player) {
        let by = effect_of(player);
        if self.can_ask
            && self.owes_question.is_none()
            && self.may_be_replaced(cards, event_bit::WOULD_BE_DESTROYED, by)
        {
            self.owes_question = Some(by);
        } else {
            self.destroy_for(cards, player);
        }
    }

    /// Destroys what waited until all effects of a battle were asked, each for itself.
    fn destroy_substitutes(&mut self) {
        let noted = self.duel.mods().iter().filter(|m| m.is(ModKind::GoesAlong));
        let noted: ArrayVec<(u8, Player), 4> =
            noted.map(|m| (m.target, self.duel.player_of(m))).take(4).collect();
        if noted.is_empty() {
            return;
        }
        self.duel.remove_mods(self.witness, |m| m.is(ModKind::GoesAlong));
        for (card, player) in noted {
            self.destroy_for(CardSet::EMPTY.with(card), player);
        }
    }

    /// Whether anything could be done instead of what would happen to these cards: their destruction, or their way
    /// to a Deck. Then they are noted for it. Their destroyer is `by`, as in
    /// [`ReplaceFrame::by`].
    pub(super) fn may_be_replaced(&mut self, cards: CardSet, event: Events, by: u8) -> bool {
        // The slot holds one happening at a time: what an effect destroys that acts instead of one cannot
        // be replaced in its turn.
        if !self.duel.hears(event)
            || cards.is_empty()
            || !self.duel.set(SetSlot::TO_DESTROY).is_empty()
        {
            return false;
        }
        self.duel.write_stamped_set(self.witness, SetSlot::TO_DESTROY, cards);
        let what = Threat { event, by };
        let any = self.duel.next_replacement(self.game, what, 0, CardId(NO_CARD)).is_some();
        if !any {
            self.duel.write_stamped_set(self.witness, SetSlot::TO_DESTROY, CardSet::EMPTY);
        }
        any
    }
}

impl Duel {
    /// The next effect that would save some of the cards to destroy, or send cards elsewhere that go to a Deck,
    /// and from where to look for one after it: effects for several cards first, the turn player's before the
    /// other's, then those of the cards for themselves, one card after the other as they were made (FACT-M4).
    pub(super) fn next_replacement(
        &self,
        game: &Game<'_>,
        what: Threat,
        from: u16,
        last: CardId,
    ) -> Option<(u16, CardId, EffectId)> {
        if from & OWN == 0
            && let Some(found) = self.next_for_several(game, what, from)
        {
            return Some(found);
        }
        self.next_for_itself(game, what, from, last)
    }

    fn next_for_several(
        &self,
        game: &Game<'_>,
        what: Threat,
        from: u16,
    ) -> Option<(u16, CardId, EffectId)> {
        let mut nth = 0;
        let turn_player = self.turn_player();
        for player in [turn_player, turn_player.other()] {
            let fallen = self.grave(player).iter().map(|card| CardId(*card));
            for card in self.by_age(player).into_iter().chain(fallen) {
                for (id, effect) in self.effects_instead(game, card, what.event) {
                    if effect.on.itself == Some(true) {
                        continue;
                    }
                    nth += 1;
                    if nth > from
                        && !self.spared_by(game, card, effect, what.by).is_empty()
                        && self.can_replace(game.cards, player, card, effect)
                    {
                        return Some((nth, card, id));
                    }
                }
            }
        }
        None
    }

    /// The cards of a player's field, those first that have been there longest (FACT-M4).
    fn by_age(&self, player: Player) -> ArrayVec<CardId, MAX_ON_FIELD> {
        let monsters = self.monsters(player).map(|(_, card)| card);
        let on_field = monsters.chain(self.spell_cards(player));
        let mut all: ArrayVec<CardId, MAX_ON_FIELD> = collect_all(on_field);
        let last = self.last_stamp();
        all.sort_by_key(|card| u16::MAX - last.wrapping_sub(self.stamp(*card)));
        all
    }

    fn next_for_itself(
        &self,
        game: &Game<'_>,
        what: Threat,
        from: u16,
        last: CardId,
    ) -> Option<(u16, CardId, EffectId)> {
        let place = |card: CardId| self.place_in_line(game.cards, card);
        let mut line = in_order(self, self.set(SetSlot::TO_DESTROY));
        line.sort_by_key(|card| place(*card));
        for card in line {
            let goes_on = from & OWN != 0;
            if goes_on && place(card) < place(last) {
                continue;
            }
            let asked = if goes_on && card == last { from & !OWN } else { 0 };
            let own = self.effects_instead(game, card, what.event);
            let own = own.filter(|(_, effect)| effect.on.itself == Some(true));
            for (number, (id, effect)) in (1..).zip(own) {
                if number > asked
                    && !self.spared_by(game, card, effect, what.by).is_empty()
                    && self.can_replace(game.cards, self.controller(card), card, effect)
                {
                    return Some((OWN | number, card, id));
                }
            }
        }
        None
    }

    /// The effects of a card that do something instead of what would happen.
    fn effects_instead<'a>(
        &self,
        game: &Game<'a>,
        card: CardId,
        event: Events,
    ) -> impl Iterator<Item = (EffectId, &'a Effect)> {
        let table = game.cards.scripts();
        let scripts = self.scripts_of(game.cards, card);
        let scripts = scripts.filter(|script| script.has_form(Form::Instead));
        scripts.flat_map(move |script| table.effects_in(script)).filter(move |(_, effect)| {
            effect.form == Form::Instead && effect.on.events & event != 0
        })
    }

    /// The next effect, from this number on, with which a player who would lose Life Points in the present
    /// battle may do without that.
    pub(super) fn next_to_spare(
        &self,
        game: &Game<'_>,
        losses: [i32; 2],
        from: u16,
    ) -> Option<(u16, CardId, EffectId)> {
        let mut nth = 0;
        for player in Player::BOTH {
            for card in self.monsters(player).map(|(_, card)| card).chain(self.spell_cards(player))
            {
                for (id, effect) in game.cards.scripts().effects_of(self.code(card)) {
                    let here = effect.form == Form::Instead
                        && effect.on.events & event_bit::WOULD_BE_HURT != 0;
                    if !here {
                        continue;
                    }
                    let can = losses[player.index()] > 0
                        && Ctx::of_card(player, card).is_among(effect.on.sides, player)
                        && self.can_replace(game.cards, player, card, effect);
                    if nth >= from && can {
                        return Some((nth, card, id));
                    }
                    nth += 1;
                }
            }
        }
        None
    }

    fn can_replace(
        &self,
        cards: &crate::Catalogue,
        player: Player,
        card: CardId,
        effect: &Effect,
    ) -> bool {
        let ctx = Ctx::of_card(player, card);
        let at_work = self.has_status(card, status_bits::ENABLED)
            && !self.has_status(card, status_bits::NEGATED)
            && self.position(card).is_face_up();
        self.is_within_limit(card, effect, player)
            && (at_work || self.location(card) == Location::Grave)
            && effect.from & location_bit_of(self.location(card)) != 0
            && self.holds(cards, ctx, effect.condition)
            && self.holds(cards, ctx, effect.possible)
    }

    /// The cards to destroy that an effect would save, or those that it could send elsewhere.
    fn spared_by(&self, game: &Game<'_>, card: CardId, effect: &Effect, by: u8) -> CardSet {
        if effect.on.events & event_bit::WOULD_GO_TO_DECK != 0 {
            return self.sent_elsewhere(game, card, effect);
        }
        let cards = game.cards;
        let to_destroy = self.set(SetSlot::TO_DESTROY).iter();
        // A card that was never properly there is not saved.
        let properly_there = |card: &u8| !self.has_status(CardId(*card), status_bits::UNDONE);
        let in_question = |one: &u8| self.is_threatened_so(game, card, effect, CardId(*one), by);
        let to_destroy: CardSet = to_destroy.filter(properly_there).filter(in_question).collect();
        if effect.on.itself == Some(true) {
            return if to_destroy.has(card.0) {
                CardSet::EMPTY.with(card.0)
            } else {
                CardSet::EMPTY
            };
        }
        let ctx = Ctx::of_card(self.controller(card), card);
        let saves = |other: &u8| {
            let other = CardId(*other);
            ctx.is_among(effect.on.sides, self.controller(other))
                && (effect.on.itself.is_none() || other != card)
                && self.is_on_field(other)
                && self.fits(cards, ctx, effect.on.cards, other)
        };
        to_destroy.iter().filter(saves).collect()
    }
}
