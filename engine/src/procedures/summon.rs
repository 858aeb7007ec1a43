//! Normal Summon, Tribute Summon, and their face-down forms.
//!
//! Tributes are chosen, then paid together in zone order, then the monster is placed: these are
//! moments of their own and never one (SU-01.7).

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::decision::Verb;
use crate::event::{Cause, Event};
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, Player, byte_enum};
use crate::legal::TributeRoom;
use crate::marks::{rule, rule_if};
use crate::run::{Flow, Run, Zones};
use crate::state::{
    Arrival, Ask, CardSet, Ctx, Duel, Frame, NormalSummonFrame, SetSlot, batch_state, skip,
    status_bits, summon_bits, traits,
};
use crate::witness::Witness;
use duelfish_script::{EffectId, Form, ModKind, event_bit, position_bit, term};

byte_enum! {
    /// Where a Normal Summon is.
    pub(super) enum NormalSummonStep {
        Begin,
        CountAnswer,
        WayAnswer,
        NumberAnswer,
        AskTribute,
        TributeAnswer,
        AskZone,
        ZoneAnswer,
        PositionAnswer,
        Succeed,
        Done,
    }
}

const fn next(step: NormalSummonStep) -> Flow {
    Flow::Next(step as u8)
}

/// A frame that Summons or Sets a card of the hand.
pub(crate) fn frame(
    duel: &Duel,
    player: Player,
    card: CardId,
    position: BattlePosition,
    flags: u16,
) -> Frame {
    let summon = NormalSummonFrame {
        stamp: duel.stamp(card),
        flags,
        position: position as u8,
        ..Zeroable::zeroed()
    };
    Frame::new(summon).of(player).about(card)
}

pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let player = frame.player();
    let summon = frame.data::<NormalSummonFrame>();
    let needed = run.tributes_needed(frame);
    match NormalSummonStep::from_byte(frame.step()) {
        NormalSummonStep::Begin => {
            if summon.has(summon_bits::FREE) && !run.can_still_summon(frame) {
                return Flow::Return;
            }
            match run.choose_count(frame) {
                Some(ask) => Flow::Ask(ask, NormalSummonStep::CountAnswer as u8),
                None => run.begin_summon(run.duel.frame(), needed),
            }
        }
        NormalSummonStep::CountAnswer => {
            if run.answer().is_some_and(|answer| answer.verb() == Verb::Yes) {
                run.take_one_more();
            }
            run.begin_summon(run.duel.frame(), needed)
        }
        NormalSummonStep::WayAnswer => {
            if run.answer().is_some_and(|answer| answer.verb() == Verb::Yes) {
                run.go_without_tributes(frame)
            } else {
                run.choose_number(frame)
            }
        }
        NormalSummonStep::NumberAnswer => run.number_answered(frame),
        NormalSummonStep::AskTribute => {
            let more = needed - run.duel.set(SetSlot::TRIBUTES).len() as u8;
            // Canonical order: each further Tribute comes from a later zone.
            let ask = Ask::tribute(player, more, summon.next_tribute);
            Flow::Ask(ask, NormalSummonStep::TributeAnswer as u8)
        }
        NormalSummonStep::TributeAnswer => run.take_tribute(frame, needed),
        // Rules that the Tributes held back take effect before the monster comes.
        NormalSummonStep::AskZone if run.adjust() => Flow::Over,
        NormalSummonStep::AskZone => match run.adjust_asking() {
            Some(first) => Flow::Call(first, NormalSummonStep::AskZone as u8),
            None => run.ask_zone(frame, needed),
        },
        NormalSummonStep::ZoneAnswer => {
            let zone = run.answered_zone(player);
            run.place_or_ask(player, frame, needed, zone)
        }
        NormalSummonStep::PositionAnswer => {
            let position =
                run.answer().map_or(BattlePosition::Attack, crate::Action::chosen_position);
            run.duel.update_frame(run.witness, |summon: &mut NormalSummonFrame| {
                summon.position = position as u8;
            });
            run.location(player, run.duel.frame(), needed, MonsterZone(summon.zone))
        }
        NormalSummonStep::Succeed => run.succeed(player, frame),
        NormalSummonStep::Done => Flow::Return,
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Whether a Summon that was promised before can happen now.
    #[inline(never)]
    fn can_still_summon(&self, frame: Frame) -> bool {
        let (card, player) = (frame.card(), frame.player());
        let summon = frame.data::<NormalSummonFrame>();
        if summon.has(summon_bits::WITHOUT_TRIBUTES) {
            return self.duel.stamp(card) == summon.stamp
                && self.duel.could_come_without_tributes(self.game.cards, player, card);
        }
        let bit = if summon.sets() { 2 } else { 0 };
        self.duel.stamp(card) == summon.stamp
            && self.duel.location(card) == Location::Hand
            && self.duel.positions_to_summon(self.game.cards, player, card) >> bit & 1 == 1
    }

    /// Which of both it uses up is asked if it can be the Normal Summon of the turn and the one more that an
    /// effect allows.
    #[inline]
    fn choose_count(&mut self, frame: Frame) -> Option<Ask> {
        let (player, card) = (frame.player(), frame.card());
        let summon = frame.data::<NormalSummonFrame>();
        if summon.has(summon_bits::FREE) || summon.sets() {
            return None;
        }
        let room = self.duel.one_more_summon(self.game.cards, player)?;
        if !self.duel.may_normal_summon(self.game, player) {
            self.take_one_more();
            return None;
        }
        rule!("SU-01.7j", "SU-01.7k");
        let asks = self.duel.fits_one_more(self.game.cards, player, card, room);
        asks.then_some(Ask::confirm(player))
    }

    fn take_one_more(&mut self) {
        self.note_flag(summon_bits::ONE_MORE);
    }

    /// Sets one of the [`summon_bits`] of the present Summon.
    pub(super) fn note_flag(&mut self, flag: u16) {
        self.duel.update_frame(self.witness, |summon: &mut NormalSummonFrame| summon.flags |= flag);
    }

    /// Where the one more that an effect allows may come.
    #[inline(always)]
    pub(super) fn room(&self, frame: Frame) -> Option<TributeRoom> {
        let player = frame.player();
        frame
            .data::<NormalSummonFrame>()
            .has(summon_bits::ONE_MORE)
            .then(|| self.duel.one_more_summon(self.game.cards, player))
            .flatten()
    }

    #[inline(always)]
    fn begin_summon(&mut self, frame: Frame, needed: u8) -> Flow {
        if needed != 0 {
            return self.choose_way(frame);
        }
        rule!("SU-01.4.i", "SU-01.4.ii");
        if self.ends_by_hand_fee(frame.player(), frame.card()) {
            return Flow::Over;
        }
        self.ask_zone(frame, needed)
    }

    /// The card and its effect by which a monster comes without Tributes now: its own way, or one
    /// that another card opens to a face-up Summon.
    pub(super) fn way_without_tributes(&self, frame: Frame) -> Option<(CardId, EffectId)> {
        let (player, card) = (frame.player(), frame.card());
        let own = self.duel.way_without_tributes(self.game.cards, player, card);
        own.map(|way| (card, way)).or_else(|| {
            (!frame.data::<NormalSummonFrame>().sets())
                .then(|| self.duel.help_without_tributes(self.game.cards, player, card))
                .flatten()
        })
    }

    pub(super) fn go_without_tributes(&mut self, frame: Frame) -> Flow {
        self.note_flag(summon_bits::WITHOUT_TRIBUTES);
        if self.ends_by_hand_fee(frame.player(), frame.card()) {
            return Flow::Over;
        }
        match self.way_without_tributes(frame) {
            Some((helper, way)) if helper != frame.card() => {
                let body = self.game.cards.scripts().effect(way).body;
                self.run_at_once(Ctx::of_card(frame.player(), helper), body);
            }
            Some(_) => {}
            None => self.use_up_less_tributes(frame, 0),
        }
        self.ask_zone(self.duel.frame(), 0)
    }

    fn take_tribute(&mut self, frame: Frame, needed: u8) -> Flow {
        let player = frame.player();
        let Some(action) = self.answer() else { return next(NormalSummonStep::AskTribute) };
        if action.verb() == Verb::Done {
            return self.pay_tributes(needed);
        }
        let zone = action.monster_zone().unwrap_or(MonsterZone(0));
        let side = if action.is_theirs() { player.other() } else { player };
        let Some(card) = self.duel.monster(side, zone) else {
            return next(NormalSummonStep::AskTribute);
        };
        let chosen = self.duel.set(SetSlot::TRIBUTES).with(card.0);
        self.duel.write_set(self.witness, SetSlot::TRIBUTES, chosen);
        let number = zone.0 + if action.is_theirs() { 8 } else { 0 };
        self.duel.update_frame(self.witness, |summon: &mut NormalSummonFrame| {
            summon.next_tribute = number + 1;
            if !action.is_theirs() {
                summon.vacated |= 1 << zone.0;
            }
        });
        if chosen.len() < i32::from(needed) {
            next(NormalSummonStep::AskTribute)
        } else {
            self.pay_tributes(needed)
        }
    }

    #[inline(always)]
    fn ask_zone(&mut self, frame: Frame, needed: u8) -> Flow {
        let player = frame.player();
        let free = self.duel.free_main_zones(player);
        let room = self.room(frame).map_or(free, |room| room.zones & free);
        // The card that points there may have left with the Tributes.
        let zones = if room == 0 { free } else { room };
        let zones = Zones { asked: player, side: player, zones };
        self.with_zone_of(zones, NormalSummonStep::ZoneAnswer as u8, |run, zone| {
            run.place_or_ask(player, frame, needed, zone)
        })
    }

    /// All Tributes go to their owners' Graveyards as one batch, in zone order.
    fn pay_tributes(&mut self, needed: u8) -> Flow {
        let player = self.duel.frame().player();
        let summon = self.duel.frame_data::<NormalSummonFrame>();
        if !summon.has(summon_bits::WITH_OTHER_TRIBUTES) {
            self.pay_hand_fee(player, self.duel.frame().card());
        }
        rule!("SU-01.7");
        let chosen = self.duel.set(SetSlot::TRIBUTES);
        self.use_up_less_tributes(self.duel.frame(), chosen.len() as u8);
        rule_if!(chosen.len() == 1, "SU-01.5");
        rule_if!(chosen.len() == 2, "SU-01.6");
        rule_if!(
            chosen.iter().any(|card| self.duel.position(CardId(card)) == BattlePosition::Set),
            "BP-17"
        );
        // A monster that asks what was Tributed for it does so when it comes.
        let sets = summon.sets();
        let asks = self.gets_from_tributes(self.duel.frame().card())
            || (self.asks_for_tributes() && !sets);
        self.duel.write_set(
            self.witness,
            SetSlot::TRIBUTES,
            if asks { chosen } else { CardSet::EMPTY },
        );
        if self.duel.has_trait(traits::EFFECTS) {
            self.send(chosen, Location::Grave, Cause::Tribute);
            // Effects that the Tributes set off wait until the Summon is over; "when" misses (TIME-2.6).
            self.pass_moment();
            if self.adjust() {
                return Flow::Over;
            }
            return next(NormalSummonStep::AskZone);
        }
        for zone in (0..MonsterZone::ALL).map(MonsterZone) {
            if let Some(card) = self.duel.monster(player, zone)
                && chosen.has(card.0)
            {
                self.bury(card, Cause::Tribute);
            }
        }
        self.ask_zone(self.duel.frame(), needed)
    }

    /// Moves a card to its owner's Graveyard (DF-51, BA-28).
    pub(crate) fn bury(&mut self, card: CardId, cause: Cause) {
        rule!("DF-48");
        let owner = self.duel.owner(card);
        rule_if!(owner != self.duel.controller(card), "DF-51");
        let to = Arrival {
            player: owner,
            location: Location::Grave,
            zone: 0,
            position: BattlePosition::Up,
        };
        self.duel.move_card(self.witness, card, to, cause);
    }

    /// Whether a monster gets something from its Tributes by its text.
    #[inline(always)]
    fn gets_from_tributes(&self, card: CardId) -> bool {
        let script = self.game.cards.scripts().card(self.duel.code(card));
        script.is_some_and(|script| script.has_form(Form::Tributed))
    }

    /// The monster has come, and gets what its Tributes give it, as far as the conditions of that are
    /// true: they are the cost of that.
    fn get_from_tributes(&mut self, player: Player, card: CardId, face_up: bool) {
        if self.gets_from_tributes(card) {
            let paid = self.duel.set(SetSlot::TRIBUTES);
            if !face_up || !self.asks_for_tributes() {
                self.forget_tributes();
            }
            if face_up && !paid.is_empty() {
                self.duel.write_set(self.witness, SetSlot::OWN_COST, paid);
                let cards = self.game.cards;
                for (_, effect) in cards.scripts().effects_of(self.duel.code(card)) {
                    let ctx = Ctx::of_card(player, card);
                    if effect.form == Form::Tributed
                        && self.duel.holds(cards, ctx, effect.condition)
                    {
                        self.run_at_once(ctx, effect.body);
                    }
                }
                self.duel.write_set(self.witness, SetSlot::OWN_COST, CardSet::EMPTY);
            }
        }
    }

    /// Places the monster; where its player may Summon it in face-up Defense Position too, that is
    /// asked before.
    #[inline(always)]
    fn place_or_ask(
        &mut self,
        player: Player,
        frame: Frame,
        tributes: u8,
        zone: MonsterZone,
    ) -> Flow {
        let asks = !frame.data::<NormalSummonFrame>().sets()
            && self.duel.player_has(self.game.cards, ModKind::FaceUpOnly, player);
        if !asks {
            return self.location(player, frame, tributes, zone);
        }
        self.duel.update_frame(self.witness, |summon: &mut NormalSummonFrame| {
            summon.zone = zone.0;
        });
        Flow::Ask(
            Ask::position(player, position_bit::FACE_UP),
            NormalSummonStep::PositionAnswer as u8,
        )
    }

    fn location(&mut self, player: Player, frame: Frame, tributes: u8, zone: MonsterZone) -> Flow {
        let card = frame.card();
        let summon = frame.data::<NormalSummonFrame>();
        if self.duel.stamp(card) != summon.stamp {
            self.forget_tributes();
            return Flow::Return;
        }
        rule!("SU-01.7a", "SU-01.2");
        rule_if!(summon.vacated >> zone.0 & 1 == 1, "SU-01.13");
        if summon.has(summon_bits::ONE_MORE) {
            self.duel.set_one_more_summon(self.witness, player, true);
        } else if !summon.has(summon_bits::FREE) {
            let used = self.duel.normal_summons_used(player) + 1;
            self.duel.set_normal_summons(self.witness, player, used);
        }
        let in_chain = summon.has(summon_bits::IN_CHAIN);
        let position = BattlePosition::from_byte(summon.position);
        let to = Arrival { player, location: Location::Monster, zone: zone.0, position };
        let cause = if position == BattlePosition::Set { Cause::Set } else { Cause::Summon };
        self.bring(card, to, cause);
        if summon.has(summon_bits::WITHOUT_TRIBUTES) {
            let mut effects = self.game.cards.scripts().effects_of(self.duel.code(card));
            let own = effects
                .find(|(_, effect)| effect.form == Form::Tributeless && effect.on.itself.is_none());
            if let Some((_, way)) = own {
                self.run_at_once(Ctx::of_card(player, card), way.body);
            }
        }
        self.get_for_other_tributes(frame);
        let effects = self.duel.has_trait(traits::EFFECTS);
        if effects {
            self.get_from_tributes(player, card, position != BattlePosition::Set);
        }
        if position == BattlePosition::Set {
            // To Set is no Summon, though the monster comes to a Monster Zone (SU-00.1).
            rule!("BP-1", "DF-8", "CT-01.8", "SU-00.1");
            self.witness.event(self.duel, Event::SetMonster { card });
            if summon.next_tribute != 0 {
                // One that was Set with Tributes counts as Tribute Summoned for what asks that later (FACT-S18).
                self.duel.note_came_duly(self.witness, card);
            }
            if !effects {
                return Flow::Return;
            }
            self.raise(event_bit::MONSTER_SET, player.number(), 0, CardSet::EMPTY.with(card.0));
            return self.last_window(in_chain, NormalSummonStep::Done as u8);
        }
        rule!("BP-1", "DF-8", "CT-01.8");
        rule_if!(tributes > 0, "SU-01.17");
        self.witness.event(self.duel, Event::Summoning { card, tributes });
        if !effects {
            self.witness.event(self.duel, Event::Summoned { card });
            return Flow::Return;
        }
        self.duel.set_status(self.witness, card, status_bits::SUMMONING, true);
        self.note_attempt(event_bit::SUMMONED, player, card);
        let certain = self.duel.has_term(self.game.cards, card, term::NOT_NEGATED);
        if !self.duel.hears(event_bit::SUMMONING) || in_chain || certain {
            return self.succeed(player, frame);
        }
        rule!("SU-00.4", "SU-00.4f");
        self.raise(event_bit::SUMMONING, player.number(), 0, CardSet::EMPTY.with(card.0));
        let skip = skip::TRIGGERS | skip::FREE | skip::NEW;
        self.window_or(skip, NormalSummonStep::Succeed as u8, |run| run.succeed(player, frame))
    }

    /// The window behind a Summon or Set, if no Chain is resolving.
    #[inline(never)]
    pub(super) fn last_window(&mut self, in_chain: bool, done: u8) -> Flow {
        if in_chain {
            rule!("SU-01.7w");
            // No window adjusts the table before the link below resolves.
            self.destroy_at_once();
            return Flow::Return;
        }
        self.window_or(0, done, |_| Flow::Return)
    }

    /// Nobody negated the Summon: the monster's effects are on, and now it can be responded to.
    #[inline(never)]
    fn succeed(&mut self, player: Player, frame: Frame) -> Flow {
        let card = frame.card();
        let summon = frame.data::<NormalSummonFrame>();
        let in_chain = summon.has(summon_bits::IN_CHAIN);
        if self.was_undone(card) {
            self.forget_tributes();
            return self.last_window(in_chain, NormalSummonStep::Done as u8);
        }
        self.end_summoning(card);
        self.duel.refresh(self.witness, self.game.cards);
        self.witness.event(self.duel, Event::Summoned { card });
        self.tell_of_tributes(card);
        rule!("SU-00.3", "SU-00.4e");
        // Cards that ask for Tribute Summons ask for this number.
        rule!("SU-01.19");
        let tributes = i32::from(summon.next_tribute != 0);
        if tributes != 0 {
            self.duel.note_came_duly(self.witness, card);
        }
        self.raise(event_bit::SUMMONED, player.number(), tributes, CardSet::EMPTY.with(card.0));
        let silent = self.duel.has_term(self.game.cards, card, term::NOT_ANSWERED)
            && !self.duel.has_status(card, status_bits::NEGATED);
        if silent && !in_chain {
            return self.pass_unanswered();
        }
        self.last_window(in_chain, NormalSummonStep::Done as u8)
    }

    /// Nothing can be activated now: what waited for this moment is lost.
    fn pass_unanswered(&mut self) -> Flow {
        if self.adjust() {
            return Flow::Over;
        }
        self.duel.remove_pending(self.witness, |_, _, _| true);
        self.duel.age_batches(self.witness, batch_state::INSTANT, batch_state::PAST);
        self.duel.drop_past_batches(self.witness);
        Flow::Return
    }
}
