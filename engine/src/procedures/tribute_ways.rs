//! With how many Tributes a monster is Normal Summoned, where its text allows several numbers of them.

use crate::chance::Chance;
use crate::decision::Verb;
use crate::marks::rule;
use crate::run::{Flow, Run};
use crate::state::{Ask, Ctx, Frame, NormalSummonFrame, summon_bits};
use crate::witness::Witness;

use super::summon::NormalSummonStep;
use duelfish_script::ModKind;

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// How many Tributes the present Summon takes in the way that was chosen.
    pub(super) fn tributes_needed(&self, frame: Frame) -> u8 {
        let (cards, card) = (self.game.cards, frame.card());
        let summon = frame.data::<NormalSummonFrame>();
        if summon.has(summon_bits::WITHOUT_TRIBUTES) {
            return 0;
        }
        let usual = self.duel.tributes_of(cards, card);
        if summon.has(summon_bits::WITH_OTHER_TRIBUTES) {
            return self.duel.other_tributes(cards, card).map_or(usual, |way| way.tributes);
        }
        if summon.has(summon_bits::ONE_LESS) { usual - 1 } else { usual }
    }

    fn has_other_tributes(&self, frame: Frame) -> bool {
        let (player, card) = (frame.player(), frame.card());
        let (cards, room) = (self.game.cards, self.room(frame));
        let sets = frame.data::<NormalSummonFrame>().sets();
        self.duel.way_with_other_tributes(cards, player, card, room, sets).is_some()
    }

    /// Its player decides whether it comes with Tributes or without, and with how many, as far as that
    /// can be done.
    pub(super) fn choose_way(&mut self, frame: Frame) -> Flow {
        let (player, card) = (frame.player(), frame.card());
        let tributed = frame.data::<NormalSummonFrame>().has(summon_bits::WITH_TRIBUTES)
            || self.room(frame).is_some_and(|room| {
                self.duel.needs_tributes_in(self.game.cards, player, card, room)
            });
        if tributed || (self.way_without_tributes(frame).is_none() && !self.spares_all(frame)) {
            return self.choose_number(frame);
        }
        let comes_with_some = self.has_usual_tributes(frame)
            || self.has_other_tributes(frame)
            || self.comes_with_fewer(frame, 1);
        if !comes_with_some {
            return self.go_without_tributes(frame);
        }
        Flow::Ask(Ask::confirm(player), NormalSummonStep::WayAnswer as u8)
    }

    /// Whether it can come without Tributes because effects make up for all of them.
    fn spares_all(&self, frame: Frame) -> bool {
        let (cards, player, card) = (self.game.cards, frame.player(), frame.card());
        self.comes_with_fewer(frame, 0)
            && self.duel.spared_tributes(cards, player, card) == self.duel.tributes_of(cards, card)
            && self.duel.tributes_with(cards, player, card).within(self.room(frame)).allow(0)
    }

    /// Whether it can come with fewer Tributes than its Level says, but at least with so many.
    fn comes_with_fewer(&self, frame: Frame, least: u8) -> bool {
        let (cards, player, card) = (self.game.cards, frame.player(), frame.card());
        !frame.data::<NormalSummonFrame>().sets()
            && self.duel.comes_with_fewer(cards, player, card, self.room(frame), least)
    }

    /// Uses up the effects that make up for Tributes of this Summon, which comes with so many.
    pub(super) fn use_up_less_tributes(&mut self, frame: Frame, tributes: u8) {
        let summon = frame.data::<NormalSummonFrame>();
        if !self.duel.has_mod(ModKind::OneLessTribute)
            || summon.sets()
            || summon.has(summon_bits::WITH_OTHER_TRIBUTES)
        {
            return;
        }
        let (cards, player, card) = (self.game.cards, frame.player(), frame.card());
        rule!("SU-01.18");
        let missing = self.duel.tributes_of(cards, card).saturating_sub(tributes);
        if tributes > 0 && missing == 1 {
            self.note_flag(summon_bits::ONE_LESS);
        }
        for missing in (1..=missing).rev() {
            if let Some(stamp) = self.duel.used_up_by(cards, player, card, missing) {
                self.duel.remove_mods(self.witness, |m| m.stamp == stamp);
            }
        }
    }

    fn has_usual_tributes(&self, frame: Frame) -> bool {
        let (player, card) = (frame.player(), frame.card());
        let level = self.duel.tributes_of(self.game.cards, card);
        let tributes = self.duel.tributes_with(self.game.cards, player, card);
        tributes.within(self.room(frame)).allow(level)
    }

    /// It comes with Tributes: with as many as its Level says, or as another number that its text allows.
    pub(super) fn choose_number(&mut self, frame: Frame) -> Flow {
        if !self.has_other_tributes(frame) {
            return Flow::Next(NormalSummonStep::AskTribute as u8);
        }
        if !self.has_usual_tributes(frame) {
            return self.take_other_tributes(frame);
        }
        Flow::Ask(Ask::confirm(frame.player()), NormalSummonStep::NumberAnswer as u8)
    }

    pub(super) fn number_answered(&mut self, frame: Frame) -> Flow {
        if self.answer().is_some_and(|answer| answer.verb() == Verb::Yes) {
            return self.take_other_tributes(frame);
        }
        Flow::Next(NormalSummonStep::AskTribute as u8)
    }

    /// A way of the card's own is paid for before its Tributes are chosen (FACT-K1).
    fn take_other_tributes(&mut self, frame: Frame) -> Flow {
        self.note_flag(summon_bits::WITH_OTHER_TRIBUTES);
        if self.ends_by_hand_fee(frame.player(), frame.card()) {
            return Flow::Over;
        }
        Flow::Next(NormalSummonStep::AskTribute as u8)
    }

    /// The monster that was Summoned with another number of Tributes gets what its text gives it for that.
    pub(super) fn get_for_other_tributes(&mut self, frame: Frame) {
        if !frame.data::<NormalSummonFrame>().has(summon_bits::WITH_OTHER_TRIBUTES) {
            return;
        }
        let (player, card) = (frame.player(), frame.card());
        if let Some(way) = self.duel.other_tributes(self.game.cards, card) {
            self.run_at_once(Ctx::of_card(player, card), way.body);
        }
    }
}
