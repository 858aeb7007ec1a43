//! The write gateway: the only place where a duel changes; how cards move stands in `moving`.
//!
//! Every mutator saves the words it will change in the journal (when there is one), keeps the
//! incremental key, and marks derived values that became stale.

use bytemuck::Zeroable;
use duelfish_script::{Catalogue, reads_bit};

use super::rooms::CardSet;
use super::{
    Ask, Attack, Card, Duel, Frame, FrameData, MORE_PENDULUM_USED, ONE_MORE_USED, OTHERS_USED,
    PENDULUM_USED, WORDS, flags, traits, turn_bits,
};
use crate::chance::Purpose;
use crate::event::{Event, Spot};
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, NO_CARD, Phase, Player};
use crate::limits::{LAST_STAMP, MAX_CARDS, MAX_FRAMES};
use crate::outcome::{Limit, Outcome};
use crate::witness::{Journal, JournalMark, Witness};

/// The bit of `Card::known` that says that a knowledge group may hold the card.
const GROUPED: u8 = 1 << 7;
/// The bits of `Card::known` that say who knows the card.
pub(super) const BOTH_KNOW: u8 = 0b11;
/// The bits of `Card::known` that stay when it changes who knows the card.
pub(super) const KEPT: u8 = !BOTH_KNOW;

/// Saves the words in which a field lies, then writes the field. A player who had nothing to respond with
/// may have something now.
macro_rules! put {
    ($duel:ident, $witness:ident, $($field:tt)+) => {{
        $duel.invalidate($witness);
        $crate::state::gateway::put_aside!($duel, $witness, $($field)+);
    }};
}
pub(super) use put;

/// The same for fields that are no part of the table: suspended procedures, questions and answers, notes of
/// what is to be derived anew, and of what is told no more. It gives nobody a response.
macro_rules! put_aside {
    ($duel:ident, $witness:ident, $($field:tt)+) => {
        $crate::state::gateway::put_aside!(@ $duel, $witness, [] $($field)+)
    };
    (@ $duel:ident, $witness:ident, [$($path:tt)+] = $value:expr) => {{
        let value = $value;
        $duel.save($witness, &$($path)+);
        $($path)+ = value;
    }};
    (@ $duel:ident, $witness:ident, [$($path:tt)*] $next:tt $($rest:tt)+) => {
        $crate::state::gateway::put_aside!(@ $duel, $witness, [$($path)* $next] $($rest)+)
    };
}
pub(super) use put_aside;

impl Duel {
    /// An empty table: no cards, no Life Points, before the first turn.
    pub(crate) fn empty(cards: &Catalogue) -> Self {
        let mut duel = Self::zeroed();
        duel.table = cards.table();
        let card = Card { host: NO_CARD, ..Card::zeroed() };
        duel.cards = [card; MAX_CARDS];
        for side in &mut duel.sides {
            side.monsters = [NO_CARD; 7];
            side.spells = [NO_CARD; 5];
            side.field = NO_CARD;
        }
        duel.attack = Attack::NONE;
        duel.alike = Phase::ALL_ALIKE;
        duel.reserved = NO_CARD;
        duel.reserved_material = NO_CARD;
        duel
    }

    /// Saves the old content of every word that `field` touches.
    #[inline(always)]
    pub(super) fn save<W: Witness, T>(&self, witness: &mut W, field: &T) {
        if W::JOURNALS {
            let start = std::ptr::from_ref(field).addr() - std::ptr::from_ref(self).addr();
            let words: &[u64; WORDS] = bytemuck::cast_ref(self);
            let touched = start / 8..(start + size_of::<T>()).div_ceil(8);
            for (word, old) in touched.clone().zip(&words[touched]) {
                witness.save(word as u16, *old);
            }
        }
    }

    /// Puts back everything that was written after `mark`.
    ///
    /// The journal must be the one that watched this duel.
    pub fn undo(&mut self, journal: &mut Journal, mark: JournalMark) {
        let words: &mut [u64; WORDS] = bytemuck::cast_mut(self);
        while let Some((word, old)) = journal.pop_after(mark) {
            words[usize::from(word)] = old;
        }
    }

    pub(crate) fn set_lp<W: Witness>(&mut self, w: &mut W, player: Player, lp: i32) {
        put!(self, w, self.sides[player.index()].lp = lp);
    }

    pub(crate) fn set_normal_summons<W: Witness>(&mut self, w: &mut W, player: Player, used: u8) {
        let others = self.sides[player.index()].normal_summons & OTHERS_USED;
        put!(self, w, self.sides[player.index()].normal_summons = used & !OTHERS_USED | others);
    }

    pub(crate) fn set_one_more_summon<W: Witness>(
        &mut self,
        w: &mut W,
        player: Player,
        used: bool,
    ) {
        let more = if used { ONE_MORE_USED } else { 0 };
        let rest = self.sides[player.index()].normal_summons & !ONE_MORE_USED;
        put!(self, w, self.sides[player.index()].normal_summons = rest | more);
    }

    /// Notes that a player has Pendulum Summoned, the usual time or once more.
    pub(crate) fn set_pendulum_used<W: Witness>(&mut self, w: &mut W, player: Player, more: bool) {
        let bit = if more { MORE_PENDULUM_USED } else { PENDULUM_USED };
        let used = self.sides[player.index()].normal_summons | bit;
        put!(self, w, self.sides[player.index()].normal_summons = used);
    }

    #[inline(always)]
    pub(crate) fn set_phase<W: Witness>(&mut self, w: &mut W, phase: Phase) {
        self.note_passing(w, phase);
        put_aside!(self, w, self.phase = phase as u8);
        if self.acted != 0 {
            put!(self, w, self.acted = 0);
        }
        self.facts_changed(w, reads_bit::CLOCK);
        w.event(self, Event::Phase(phase));
    }

    /// Notes that something is done in this phase, if a card asks for that.
    pub(crate) fn note_act<W: Witness>(&mut self, w: &mut W) {
        if self.has_trait(traits::ASKS_OF_PHASE) && self.acted == 0 {
            put!(self, w, self.acted = 1);
        }
    }

    /// Goes back to an earlier step without announcing it: after a Damage Step play returns to the
    /// Battle Step (TU-05.1).
    pub(crate) fn resume_phase<W: Witness>(&mut self, w: &mut W, phase: Phase) {
        put!(self, w, self.phase = phase as u8);
        self.facts_changed(w, reads_bit::CLOCK);
    }

    /// Begins the next turn: what a turn allows once is allowed again, for both players' cards.
    pub(crate) fn begin_turn<W: Witness>(&mut self, w: &mut W, player: Player) {
        put!(self, w, self.turn = self.turn + 1);
        put!(self, w, self.turn_player = player.number());
        let [first, second, third, _] = self.turn_stamps;
        // Nobody responds to what only bots ask for.
        put_aside!(self, w, self.turn_stamps = [self.stamp, first, second, third]);
        self.facts_changed(w, reads_bit::CLOCK);
        for player in Player::BOTH {
            if self.sides[player.index()].normal_summons != 0 {
                put!(self, w, self.sides[player.index()].normal_summons = 0);
            }
            let mut left = self.occupied(player);
            while left != 0 {
                let zone = left.trailing_zeros() as usize;
                left &= left - 1;
                self.forget_turn_of(w, self.sides[player.index()].monsters[zone]);
            }
            let mut left = self.occupied_spells(player);
            while left != 0 {
                let zone = left.trailing_zeros() as usize;
                left &= left - 1;
                self.forget_turn_of(w, self.in_spell_zone(player, zone));
            }
        }
        if self.traits != 0 {
            self.forget_uses(w);
            self.clear_flags(w, flags::HAND_ADJUSTED);
        }
        w.event(self, Event::Turn { number: self.turn, player });
    }

    /// The card in a zone forgets what happened to it this turn.
    #[inline]
    fn forget_turn_of<W: Witness>(&mut self, w: &mut W, card: u8) {
        if self.turn_bits(CardId(card)) != 0 {
            self.write_turn_bits(w, CardId(card), 0);
        }
    }

    #[inline(always)]
    pub(crate) fn add_turn_bits<W: Witness>(&mut self, w: &mut W, card: CardId, bits: u8) {
        self.write_turn_bits(w, card, self.turn_bits(card) | bits);
    }

    /// Takes an attack back that was declared and not made.
    pub(crate) fn forget_attack<W: Witness>(&mut self, w: &mut W, card: CardId) {
        self.write_turn_bits(w, card, self.turn_bits(card) & !turn_bits::ATTACKED);
    }

    /// A card that was Set this turn can be used as one that lies there for longer.
    pub(crate) fn forget_setting<W: Witness>(&mut self, w: &mut W, card: CardId) {
        self.write_turn_bits(w, card, self.turn_bits(card) & !turn_bits::SET);
    }

    /// A monster Summoned this turn has changed sides: its new controller did not Summon it if the
    /// one before did.
    pub(crate) fn swap_summoner<W: Witness>(&mut self, w: &mut W, card: CardId) {
        const EITHER: u8 = turn_bits::SUMMONED | turn_bits::SUMMONED_BY_OTHER;
        if self.turn_bits(card) & EITHER != 0 {
            self.write_turn_bits(w, card, self.turn_bits(card) ^ EITHER);
        }
    }

    #[inline(always)]
    pub(crate) fn write_turn_bits<W: Witness>(&mut self, w: &mut W, card: CardId, bits: u8) {
        let old = self.card_key(card);
        put!(self, w, self.cards[card.index()].turn = bits);
        self.rekey(w, old, self.card_key(card));
    }

    /// Writes which counters are on a card that says it can hold them, and how many.
    pub(super) fn write_own_counters<W: Witness>(&mut self, w: &mut W, card: CardId, new: [u8; 2]) {
        if self.cards[card.index()].counters != new {
            let old = self.card_key(card);
            put!(self, w, self.cards[card.index()].counters = new);
            self.rekey(w, old, self.card_key(card));
            // Values may depend on them.
            self.facts_changed(w, reads_bit::MONSTERS | reads_bit::SPELLS);
        }
    }

    /// Changes how a monster on the field lies.
    #[inline(always)]
    pub(crate) fn set_position<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        position: BattlePosition,
    ) {
        let from = self.position(card);
        let old = self.card_key(card);
        put!(self, w, self.cards[card.index()].position = position as u8);
        if position.is_face_up() {
            self.reveal(w, card);
        }
        self.rekey(w, old, self.card_key(card));
        if self.location(card) == Location::Monster {
            self.mark_dirty(w, self.controller(card), MonsterZone(self.zone(card)));
        }
        self.facts_changed(w, reads_bit::MONSTERS | reads_bit::SPELLS);
        if self.traits != 0 {
            if self.location(card) != Location::Monster {
                self.note_quick(w, card);
            }
            // A monster that was turned may have to be turned back.
            self.set_flags(w, flags::UNADJUSTED);
            self.negation_changed(w);
            if position == BattlePosition::Set {
                self.write_own_counters(w, card, [0; 2]);
                self.forget_effects_of(w, card, Location::Monster, Location::Monster);
            } else if from == BattlePosition::Set {
                self.add_turn_bits(w, card, turn_bits::FLIPPED);
            }
        }
        w.event(self, Event::PositionChanged { card, from, to: position });
    }

    /// A face-up Spell or Trap is Set again where it lies; what it did is over.
    pub(crate) fn turn_down_again<W: Witness>(&mut self, w: &mut W, card: CardId) {
        let location = self.location(card);
        self.set_position(w, card, BattlePosition::Down);
        self.add_turn_bits(w, card, turn_bits::SET);
        self.write_own_counters(w, card, [0; 2]);
        self.forget_effects_of(w, card, location, location);
    }

    /// A card that has left the field for now lies as it lay there.
    pub(crate) fn keep_position<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        position: BattlePosition,
    ) {
        let old = self.card_key(card);
        put!(self, w, self.cards[card.index()].position = position as u8);
        self.rekey(w, old, self.card_key(card));
    }

    /// Notes whether a Spell or Trap on the field could be used in response as it lies now.
    pub(super) fn note_quick<W: Witness>(&mut self, w: &mut W, card: CardId) {
        self.set_quick(w, self.spot(card), self.could_be_quick(card));
    }

    /// Counts anew the cards that something can trigger in hands and Graveyards; used while a duel is set up.
    pub(super) fn recount_away(&mut self) {
        self.away = Player::BOTH.map(|player| self.triggered_away(player));
    }

    /// Notes whether a phase might bring an effect of a card where it is now.
    pub(super) fn note_of_phases<W: Witness>(&mut self, w: &mut W, card: CardId) {
        if self.of_phases.has(card.0) != self.could_be_of_phase(card) {
            let word = usize::from(card.0 >> 6);
            let flipped = self.of_phases.0[word] ^ 1 << (card.0 & 63);
            put!(self, w, self.of_phases.0[word] = flipped);
        }
    }

    pub(super) fn set_quick<W: Witness>(&mut self, w: &mut W, at: Spot, quick: bool) {
        let bit = 1 << if at.location == Location::Field { super::FIELD_BIT } else { at.zone };
        let old = self.sides[at.player.index()].quick;
        let new = if quick { old | bit } else { old & !bit };
        if new != old {
            put!(self, w, self.sides[at.player.index()].quick = new);
        }
    }

    /// Everybody sees what a card is.
    #[inline(always)]
    fn reveal<W: Witness>(&mut self, w: &mut W, card: CardId) {
        self.leave_groups_openly(w, card, false);
        let kept = self.cards[card.index()].known & KEPT;
        put!(self, w, self.cards[card.index()].known = BOTH_KNOW | kept);
    }

    /// Says to which monster a card is attached that has just become a material.
    pub(super) fn write_host<W: Witness>(&mut self, w: &mut W, card: CardId, host: CardId) {
        put!(self, w, self.cards[card.index()].host = host.0);
    }

    pub(super) fn mark_dirty<W: Witness>(&mut self, w: &mut W, player: Player, zone: MonsterZone) {
        let bit = 1 << (8 * player.number() + zone.0);
        put_aside!(self, w, self.dirty = self.dirty | bit);
    }

    /// Notes what the effects of a card can do at all and where (see [`super::able`] and
    /// [`super::used_in`]); used while cards are added.
    pub(super) fn set_able(&mut self, card: CardId, able: u8, used_in: u8) {
        self.cards[card.index()].known |= able;
        self.cards[card.index()].owner |= used_in;
        self.note_of_phases(&mut (), card);
        self.recount_away();
        if self.location(card).is_spell_zone() {
            self.note_quick(&mut (), card);
        }
    }

    /// Sets what a position says about a card's turn; used while a duel is set up.
    pub(crate) fn set_turn_bits(&mut self, card: CardId, bits: u8) {
        self.write_turn_bits(&mut (), card, bits);
    }

    /// Sets the clock of a position; used while a duel is set up.
    pub(crate) fn set_clock(&mut self, turn: u16, player: Player, phase: Phase) {
        self.turn = turn;
        self.turn_player = player.number();
        self.phase = phase as u8;
    }

    /// A player sees a card where it lies.
    pub(crate) fn show_card<W: Witness>(&mut self, w: &mut W, card: CardId, to: Player) {
        self.learn(w, card, to);
        w.event(self, Event::Revealed { card, to });
    }

    /// Writes who knows a card; used by the knowledge rules.
    pub(super) fn write_known<W: Witness>(&mut self, w: &mut W, card: CardId, known: u8) {
        let kept = self.cards[card.index()].known & KEPT;
        put!(self, w, self.cards[card.index()].known = known & BOTH_KNOW | kept);
    }

    pub(super) const fn is_grouped(&self, card: CardId) -> bool {
        self.cards[card.index()].known & GROUPED != 0
    }

    /// Counts a question to chance and returns how many there were before.
    pub(crate) fn count_chance<W: Witness>(&mut self, w: &mut W, purpose: Purpose) -> u32 {
        let before = self.asked[purpose.index()];
        put_aside!(self, w, self.asked[purpose.index()] = before.wrapping_add(1));
        u32::from(before)
    }

    pub(crate) fn set_attack<W: Witness>(&mut self, w: &mut W, attack: Attack) {
        put!(self, w, self.attack = attack);
        self.facts_changed(w, reads_bit::ATTACK);
    }

    pub(crate) fn clear_attack<W: Witness>(&mut self, w: &mut W) {
        put!(self, w, self.attack = Attack::NONE);
        if self.traits != 0 {
            self.facts_changed(w, reads_bit::ATTACK);
            self.clear_flags(w, flags::ROLLBACK);
        }
    }

    /// The attack that is being made was stopped.
    pub(crate) fn cancel_attack<W: Witness>(&mut self, w: &mut W) {
        if !self.attack.is_off() {
            put!(self, w, self.attack = self.attack.stopped());
        }
    }

    pub(crate) fn open_ask<W: Witness>(&mut self, w: &mut W, ask: Ask) {
        put_aside!(self, w, self.ask = ask);
    }

    /// Closes the open question with an answer.
    pub(crate) fn give_answer<W: Witness>(&mut self, w: &mut W, answer: u32) {
        put_aside!(self, w, self.ask = Ask::NONE);
        put_aside!(self, w, self.answer = answer);
        put_aside!(self, w, self.decisions = self.decisions + 1);
    }

    /// Stores the answer to a question that had only one.
    pub(crate) fn force_answer<W: Witness>(&mut self, w: &mut W, answer: u32) {
        put_aside!(self, w, self.answer = answer);
    }

    pub(crate) fn set_step<W: Witness>(&mut self, w: &mut W, step: u8) {
        put_aside!(self, w, self.frames[self.depth as usize - 1].step = step);
    }

    /// Changes what the procedure of the present frame remembers.
    #[inline(always)]
    pub(crate) fn update_frame<T: FrameData, W: Witness>(
        &mut self,
        w: &mut W,
        change: impl FnOnce(&mut T),
    ) {
        let data = self.frame().with(change).data;
        put_aside!(self, w, self.frames[self.depth as usize - 1].data = data);
    }

    /// Names the card of the present frame.
    pub(crate) fn set_frame_card<W: Witness>(&mut self, w: &mut W, card: CardId) {
        put_aside!(self, w, self.frames[self.depth as usize - 1].card = card.0);
    }

    /// The values of the monster in this card's zone are to be derived anew.
    pub(crate) fn mark_stale<W: Witness>(&mut self, w: &mut W, card: CardId) {
        self.mark_dirty(w, self.controller(card), MonsterZone(self.zone(card)));
    }

    /// Suspends the present procedure and starts another; a full stack ends the duel.
    pub(crate) fn push_frame<W: Witness>(&mut self, w: &mut W, frame: Frame) {
        if usize::from(self.depth) == MAX_FRAMES {
            self.end(w, Outcome::Limit(Limit::Size));
            return;
        }
        put_aside!(self, w, self.frames[self.depth as usize] = frame);
        put_aside!(self, w, self.depth = self.depth + 1);
    }

    pub(crate) fn pop_frame<W: Witness>(&mut self, w: &mut W) {
        put_aside!(self, w, self.depth = self.depth - 1);
        // A stale frame would make equal duels differ in their bytes.
        put_aside!(self, w, self.frames[self.depth as usize] = Frame::zeroed());
    }

    pub(crate) fn end<W: Witness>(&mut self, w: &mut W, outcome: Outcome) {
        if self.over == 0 {
            put!(self, w, self.over = outcome.to_byte());
            put_aside!(self, w, self.ask = Ask::NONE);
            w.event(self, Event::Over(outcome));
        }
    }

    /// The next stamp. The nearer way round tells which of two stamps is older, so a duel ends before a
    /// card that never moved could seem to be newer than later events.
    #[inline(always)]
    pub(super) fn next_stamp<W: Witness>(&mut self, w: &mut W) -> u16 {
        let stamp = self.stamp.wrapping_add(1);
        put!(self, w, self.stamp = stamp);
        if stamp == LAST_STAMP {
            self.end(w, Outcome::Limit(Limit::Size));
        }
        stamp
    }

    /// Replaces the contribution of something to the incremental key.
    pub(super) fn rekey<W: Witness>(&mut self, w: &mut W, old: u64, new: u64) {
        put_aside!(self, w, self.key = self.key.wrapping_sub(old).wrapping_add(new));
    }

    pub(super) fn set_grouped<W: Witness>(&mut self, w: &mut W, card: CardId, grouped: u8) {
        let group = grouped * GROUPED;
        let known = (self.cards[card.index()].known & !GROUPED) | group;
        put!(self, w, self.cards[card.index()].known = known);
    }

    pub(super) fn write_group<W: Witness>(
        &mut self,
        w: &mut W,
        side: usize,
        group: usize,
        members: CardSet,
        known: CardSet,
    ) {
        put!(self, w, self.groups[side][group].members = members);
        put!(self, w, self.groups[side][group].known = known);
    }
}
