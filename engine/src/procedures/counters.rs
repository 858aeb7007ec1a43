//! Counters on cards, and coins.

use crate::chance::{Candidate, Chance, Purpose, Question};
use crate::event::Event;
use crate::ids::{CardId, Location, Player};
use crate::run::Run;
use crate::state::{Ctx, Duel, Modifier, NO_LINK, status_bits};
use crate::witness::Witness;
use duelfish_script::{Catalogue, Counter, ModKind, kind};

impl Duel {
    /// How many counters of a kind a card can hold as it lies (FACT-E15).
    pub(crate) fn most_counters(&self, cards: &Catalogue, card: CardId, kind: Counter) -> i32 {
        let mut holds = None;
        // Also what has taken the effects of another card over.
        _ = self.all_scripts(cards, card, |script| {
            holds = script.holds.filter(|(held, _)| *held == kind);
            holds.is_none()
        });
        let lies_open = self.is_on_field(card) && self.position(card).is_face_up();
        // Only a card at work can hold them, and a monster only as one, not as a Spell (FACT-E15).
        let as_spell = matches!(self.location(card), Location::Spell | Location::Field)
            && cards.facts(self.code(card)).is(kind::MONSTER);
        match holds {
            _ if !lies_open => 0,
            Some(_) if as_spell || self.has_status(card, status_bits::NEGATED) => 0,
            Some((_, most)) => i32::from(most),
            None if kind.is_for_any_card() => i32::from(u8::MAX),
            None => 0,
        }
    }
}

impl Duel {
    /// The player who takes damage that an effect of a player would inflict: damage from the opponent may be handed
    /// back, once (FACT-M25).
    #[inline]
    pub(super) fn hurt_by_effect(&self, cards: &Catalogue, player: Player, by: Player) -> Player {
        let back = by != player && self.player_has(cards, ModKind::ReflectsEffectDamage, player);
        if back { by } else { player }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Places counters on a face-up card, as many as it may hold, or removes as many as there are
    /// (FACT-E15).
    pub(crate) fn change_counters(&mut self, card: CardId, kind: Counter, by: i32) {
        let duel = &*self.duel;
        let most = duel.most_counters(self.game.cards, card, kind);
        let before = duel.counters(card, kind);
        let after = (before + by).clamp(0, most);
        if after == before {
            return;
        }
        self.duel.write_counters(self.witness, card, kind, after as u8);
        let change = (after - before) as i8;
        self.witness.event(self.duel, Event::Counters { card, kind, change });
        self.duel.refresh(self.witness, self.game.cards);
    }

    /// Places counters, unless the effect does nothing to the card. Of a link it was noted when it began to resolve
    /// to which cards that is so.
    pub(super) fn place_counters(&mut self, ctx: Ctx, card: CardId, kind: Counter, by: i32) {
        if ctx.link != NO_LINK || !self.duel.is_unaffected_by(self.game.cards, card, ctx.source) {
            self.change_counters(card, kind, by);
        }
    }

    /// Instead of damage from an effect one counter is placed on a card that says so, the first of several, unless
    /// something older keeps the player from damage; says whether that is so (FACT-M25).
    pub(super) fn counts_damage(&mut self, player: Player) -> bool {
        let (cards, duel) = (self.game.cards, &*self.duel);
        let kind = ModKind::EffectDamageCounts;
        if !duel.has_mod(kind) {
            return false;
        }
        let of_kind = |kind| duel.mod_on_player(cards, kind, player);
        let Some(m) = of_kind(kind) else { return false };
        let age = |m: &Modifier| duel.last_stamp().wrapping_sub(m.stamp);
        if of_kind(ModKind::NoDamage).is_some_and(|other| age(other) > age(m)) {
            return false;
        }
        let card = CardId(m.source);
        let mut holds = None;
        _ = self.duel.all_scripts(cards, card, |script| {
            holds = script.holds;
            holds.is_none()
        });
        if let Some((counter, _)) = holds {
            self.change_counters(card, counter, 1);
        }
        true
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
