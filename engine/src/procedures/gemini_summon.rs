//! A Gemini monster that is on the field already is Normal Summoned again. It stays in its zone, the
//! Summon can be negated as any other, and when it has succeeded the monster has its effects.

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::event::Event;
use crate::ids::{CardId, Player, byte_enum};
use crate::marks::rule;
use crate::run::{Flow, Run};
use crate::state::{
    CardSet, Ctx, Frame, GeminiSummonFrame, ModValue, skip, status_bits, summon_bits, turn_bits,
};
use crate::witness::Witness;
use duelfish_script::{ModKind, Scope, Until, event_bit};

byte_enum! {
    /// Where it is.
    enum GeminiSummonStep {
        Begin,
        Succeed,
        Done,
    }
}

/// A frame that Normal Summons a monster of the field again; `flags` are [`summon_bits`].
pub(crate) fn frame(player: Player, card: CardId, flags: u16) -> Frame {
    let summon = GeminiSummonFrame { flags, ..Zeroable::zeroed() };
    Frame::new(summon).of(player).about(card)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    match GeminiSummonStep::from_byte(frame.step()) {
        GeminiSummonStep::Begin => run.begin_gemini_summon(frame),
        GeminiSummonStep::Succeed => run.gemini_summon_succeeds(frame),
        GeminiSummonStep::Done => Flow::Return,
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    fn begin_gemini_summon(&mut self, frame: Frame) -> Flow {
        let (card, player) = (frame.card(), frame.player());
        rule!("CT-02.8d", "CT-02.8e", "CT-02.8j");
        let summon = frame.data::<GeminiSummonFrame>();
        if !summon.has(summon_bits::FREE) {
            let used = self.duel.normal_summons_used(player) + 1;
            self.duel.set_normal_summons(self.witness, player, used);
        } else if !self.duel.could_be_summoned_now(self.game.cards, player, card) {
            // An effect promised it, and it can't be done any more.
            return Flow::Return;
        }
        // It is an Effect Monster from now on, whatever becomes of this Summon.
        let kind = ModKind::SummonedAgain;
        let ctx = Ctx::of_card(player, card);
        self.modify(ctx, Scope::Card, card.0, kind, ModValue::Fixed(0), Until::Forever);
        self.witness.event(self.duel, Event::Summoning { card, tributes: 0 });
        self.duel.set_status(self.witness, card, status_bits::SUMMONING, true);
        self.duel.mark_stale(self.witness, card);
        self.duel.refresh(self.witness, self.game.cards);
        self.note_attempt(event_bit::SUMMONED, player, card);
        if !self.duel.hears(event_bit::SUMMONING) || summon.has(summon_bits::IN_CHAIN) {
            return self.gemini_summon_succeeds(frame);
        }
        self.raise(event_bit::SUMMONING, player.number(), 0, CardSet::EMPTY.with(card.0));
        let skip = skip::TRIGGERS | skip::FREE | skip::NEW;
        self.window_or(skip, GeminiSummonStep::Succeed as u8, |run| {
            run.gemini_summon_succeeds(frame)
        })
    }

    /// Nobody negated the Summon: it was Summoned this turn, and now it can be responded to.
    fn gemini_summon_succeeds(&mut self, frame: Frame) -> Flow {
        let (card, player) = (frame.card(), frame.player());
        let in_chain = frame.data::<GeminiSummonFrame>().has(summon_bits::IN_CHAIN);
        if self.was_undone(card) {
            return self.last_window(in_chain, GeminiSummonStep::Done as u8);
        }
        rule!("CT-02.8h.i");
        self.duel.add_turn_bits(self.witness, card, turn_bits::SUMMONED);
        self.end_summoning(card);
        self.duel.refresh(self.witness, self.game.cards);
        self.witness.event(self.duel, Event::Summoned { card });
        self.raise(event_bit::SUMMONED, player.number(), 0, CardSet::EMPTY.with(card.0));
        self.last_window(in_chain, GeminiSummonStep::Done as u8)
    }
}
