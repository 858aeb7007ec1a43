//! Counters on cards, and coins.

use crate::chance::{Candidate, Chance, Purpose, Question};
use crate::event::Event;
use crate::ids::{CardId, Player};
use crate::run::Run;
use crate::witness::Witness;
use duelfish_script::Counter;

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Places counters on a face-up card, as many as it may hold, or removes as many as there are
    /// (FACT-E15).
    pub(crate) fn change_counters(&mut self, card: CardId, kind: Counter, by: i32) {
        let duel = &*self.duel;
        let mut holds = None;
        // Also what has taken the effects of another card over.
        _ = duel.all_scripts(self.game.cards, card, |script| {
            holds = script.holds.filter(|(held, _)| *held == kind);
            holds.is_none()
        });
        let most = match holds {
            Some((_, most)) => most,
            None if kind.is_for_any_card() => u8::MAX,
            None => return,
        };
        if !duel.is_on_field(card) || !duel.position(card).is_face_up() {
            return;
        }
        let before = duel.counters(card, kind);
        let after = (before + by).clamp(0, i32::from(most));
        if after == before {
            return;
        }
        self.duel.write_counters(self.witness, card, kind, after as u8);
        let change = (after - before) as i8;
        self.witness.event(self.duel, Event::Counters { card, kind, change });
        self.duel.refresh(self.witness, self.game.cards);
    }

    /// A player tosses coins; says how many were heads.
    pub(crate) fn toss(&mut self, player: Player, coins: u8) -> i32 {
        let mut heads = 0_u8;
        for coin in 0..coins {
            let purpose = Purpose::Coin;
            let index = self.duel.count_chance(self.witness, purpose);
            let answer =
                self.chance.answer(Question { purpose, index, choices: 2 }, |_| Candidate::NONE);
            heads |= u8::from(answer != 0) << coin;
        }
        self.witness.event(self.duel, Event::Tossed { player, coins, heads });
        heads.count_ones().cast_signed()
    }
}
