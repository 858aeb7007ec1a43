//! The rooms that only card effects use, as rules read and write them: the Chain, what a card turns on and
//! what ends when it leaves.

use bytemuck::Zeroable;

use super::gateway::{put, put_aside};
use super::level::Level;
use super::modifiers::{ModValue, ModifierDraft, Reach};
use super::rooms::{Batch, CardSet, Delayed, Link, Modifier, Pending};
use super::{Duel, flags, status_bits, summon_bits, traits};
use crate::ids::{BattlePosition, CardId, Location, NO_CARD, Player};
use crate::limits::MAX_CHAIN;
use crate::marks::rule;
use crate::outcome::{Limit, Outcome};
use crate::state::Procedure;
use crate::witness::Witness;
use duelfish_script::{
    Catalogue, Events, MAX_STATICS, ModKind, Scope, Until, UsedFrom, able, location_bit, reads_bit,
};

/// In `Duel::reserved_how`: the Summon must be a Tribute Summon.
const WITH_TRIBUTES: u8 = 1 << 7;
/// The same: it must be one without Tributes.
const WITHOUT_TRIBUTES: u8 = 1 << 6;

/// Facts that rules may read.
impl Duel {
    /// The links of the Chain, oldest first.
    pub(crate) fn links(&self) -> &[Link] {
        &self.chain[..usize::from(self.links)]
    }

    /// The link with this index, from 0.
    pub(crate) const fn link(&self, index: u8) -> &Link {
        &self.chain[index as usize]
    }

    pub(crate) fn batches(&self) -> &[Batch] {
        &self.events[..usize::from(self.batches_used)]
    }

    /// The batch with this number, from 1.
    pub(crate) fn batch(&self, number: u8) -> Option<&Batch> {
        self.batches().get(usize::from(number).checked_sub(1)?)
    }

    pub(crate) fn pending(&self) -> &[Pending] {
        &self.pending[..usize::from(self.pending_used)]
    }

    pub(crate) fn delayed(&self) -> &[Delayed] {
        &self.delayed[..usize::from(self.delayed_used)]
    }

    #[inline]
    pub(crate) const fn has_flag(&self, bit: u8) -> bool {
        self.flags & bit != 0
    }

    /// Whether nothing happened that continuous rules would have to be enforced for.
    #[inline]
    pub(crate) const fn is_adjusted(&self) -> bool {
        let [a, b] = [self.lp(Player::FIRST), self.lp(Player::SECOND)];
        self.flags & (flags::UNADJUSTED | flags::SHORT | flags::SHORT << 1) == 0
            && self.dirty == 0
            && self.over == 0
            && (self.attack.attacker == NO_CARD || self.attack_holds())
            && a > 0
            && b > 0
    }

    /// Whether a card of this duel answers any of these events.
    #[inline]
    pub(crate) const fn hears(&self, events: Events) -> bool {
        self.hears & events != 0
    }

    /// Whether a trigger of a card of this duel answers any of these events.
    #[inline]
    pub(crate) const fn triggers_on(&self, events: Events) -> bool {
        self.triggers_on & events != 0
    }

    /// Whether anything of this duel happens at once when any of these events does.
    #[inline]
    pub(crate) const fn acts_at_once_on(&self, events: Events) -> bool {
        self.at_once_on & events != 0
    }

    /// Whether a trigger answers any of these events though they are not about its own card, or
    /// anything happens at once then.
    #[inline]
    pub(crate) const fn others_trigger_on(&self, events: Events) -> bool {
        self.triggers_of_others & events != 0
    }

    /// The same for a trigger of a card outside hand and field.
    #[inline]
    pub(crate) const fn others_elsewhere_trigger_on(&self, events: Events) -> bool {
        self.triggers_elsewhere & events != 0
    }

    /// Whether a card of this duel asks later whether any of these events happened.
    #[inline]
    pub(crate) const fn remembers(&self, events: Events) -> bool {
        self.remembers & events != 0
    }

    /// Whether any mandatory (or any optional) effect of this duel's cards is about the present
    /// phase.
    #[inline]
    pub(crate) const fn phase_has_effects(&self, must: bool) -> bool {
        self.phase_effects[!must as usize] >> self.phase & 1 == 1
    }

    /// The same for effects of both kinds that are used outside the field.
    #[inline]
    pub(crate) const fn phase_has_effects_elsewhere(&self) -> bool {
        self.phase_effects_elsewhere >> self.phase & 1 == 1
    }

    /// The cards of which a phase brings effects.
    pub(crate) const fn cards_of_phases(&self) -> CardSet {
        self.of_phases
    }

    /// Whether cards of this duel that lie there might be used in response now; `happened` are the
    /// events that can be answered.
    #[inline]
    pub(crate) fn might_respond(
        &self,
        location: UsedFrom,
        player: Player,
        happened: Events,
    ) -> bool {
        let own_turn = player == self.turn_player();
        self.responses[location as usize].is_possible(own_turn, self.phase(), happened)
    }

    #[inline]
    pub(crate) const fn has_trait(&self, bit: u32) -> bool {
        self.traits & bit != 0
    }

    /// How many programs are suspended or have a frame that runs.
    pub(crate) fn programs_running(&self) -> u8 {
        let frames = &self.frames[..usize::from(self.depth)];
        frames.iter().filter(|frame| frame.is(Procedure::Program)).count() as u8
    }

    /// The level of a program that gets the next frame.
    pub(crate) fn next_level(&self) -> Level {
        Level::inside(self.programs_running())
    }

    /// Whether a Spell or Trap can't be Set: only effects put it on the field.
    #[inline]
    pub(crate) fn is_only_placed(&self, cards: &Catalogue, card: CardId) -> bool {
        self.has_trait(traits::ONLY_PLACED)
            && cards.scripts().card(self.code(card)).is_some_and(|script| script.only_placed)
    }

    pub(crate) const fn resolving(&self) -> u8 {
        self.resolving
    }

    /// The Summon that waits for the present link to have resolved: card, battle position, player.
    pub(crate) const fn reserved(&self) -> Option<(CardId, BattlePosition, Player)> {
        match self.reserved {
            NO_CARD => None,
            card => {
                let (position, by) = (self.reserved_how & 15, self.reserved_how >> 4 & 1);
                Some((CardId(card), BattlePosition::from_byte(position), Player::of_bit(by)))
            }
        }
    }

    /// Whether the reserved Summon must be one with Tributes, or without: bits of [`summon_bits`].
    pub(crate) const fn reserved_tributes(&self) -> u16 {
        match self.reserved_how & (WITH_TRIBUTES | WITHOUT_TRIBUTES) {
            WITH_TRIBUTES => summon_bits::WITH_TRIBUTES,
            WITHOUT_TRIBUTES => summon_bits::WITHOUT_TRIBUTES,
            _ => 0,
        }
    }

    /// The card that must be among the materials of the reserved Summon, which is then in the monster's
    /// own way, or `NO_CARD`.
    pub(crate) const fn reserved_material(&self) -> u8 {
        self.reserved_material
    }

    /// Whether a card has not changed its place since a stamp was given.
    pub(crate) const fn unmoved_since(&self, card: CardId, stamp: u16) -> bool {
        // Stamps count on and on, so the nearer way round tells which one is older.
        stamp.wrapping_sub(self.stamp(card)).cast_signed() >= 0
    }

    /// The last stamp before the present turn.
    pub(crate) const fn turn_began(&self) -> u16 {
        self.turn_stamps[0]
    }

    /// Whether a modifier was given before the present turn began.
    pub(crate) const fn is_of_earlier_turn(&self, m: &Modifier) -> bool {
        self.turn_began().wrapping_sub(m.stamp).cast_signed() >= 0
    }

    /// How many turns have begun since a card came to its place; it counts no further than to 4.
    pub(crate) fn turns_in_place(&self, card: CardId) -> u8 {
        let begun = self.turn_stamps.iter().take(usize::from(self.turn));
        begun.take_while(|stamp| self.unmoved_since(card, **stamp)).count() as u8
    }
}

/// The number of a place as a bit of `location_bit`.
pub(crate) const fn location_bit_of(location: Location) -> u16 {
    match location {
        Location::Nowhere => 0,
        Location::Material => location_bit::MATERIAL,
        Location::DeckRest | Location::DeckTop | Location::DeckBottom => location_bit::DECK,
        Location::Hand => location_bit::HAND,
        Location::Monster => location_bit::MONSTER,
        Location::Spell => location_bit::SPELL,
        Location::Field => location_bit::FIELD,
        Location::Grave => location_bit::GRAVE,
        Location::Banished => location_bit::BANISHED,
        Location::Extra => location_bit::EXTRA,
        // A Pendulum Zone is still a Spell & Trap Zone.
        Location::Pendulum => location_bit::SPELL | location_bit::PENDULUM,
    }
}

/// The mutators.
impl Duel {
    pub(crate) fn set_flags<W: Witness>(&mut self, w: &mut W, bits: u8) {
        if self.flags & bits != bits {
            self.invalidate_for(w, bits);
            put_aside!(self, w, self.flags = self.flags | bits);
            self.flags_changed(w, bits);
        }
    }

    pub(crate) fn clear_flags<W: Witness>(&mut self, w: &mut W, bits: u8) {
        if self.flags & bits != 0 {
            self.invalidate_for(w, bits);
            put_aside!(self, w, self.flags = self.flags & !bits);
            self.flags_changed(w, bits);
        }
    }

    /// Whether rules are to be enforced, and whether a window led to a Chain, gives nobody a response.
    #[inline]
    fn invalidate_for<W: Witness>(&mut self, w: &mut W, bits: u8) {
        if bits & !(flags::UNADJUSTED | flags::CHAINED) != 0 {
            self.invalidate(w);
        }
    }

    /// Values may depend on whether damage is being calculated.
    #[inline]
    fn flags_changed<W: Witness>(&mut self, w: &mut W, bits: u8) {
        if bits & flags::CALCULATION != 0 {
            self.facts_changed(w, reads_bit::ATTACK);
        }
    }

    #[inline(always)]
    pub(crate) fn set_status<W: Witness>(&mut self, w: &mut W, card: CardId, bit: u8, on: bool) {
        let status = self.cards[card.index()].status;
        let new = if on { status | bit } else { status & !bit };
        if new != status {
            let old = self.card_key(card);
            put!(self, w, self.cards[card.index()].status = new);
            self.rekey(w, old, self.card_key(card));
            if bit & status_bits::DESTROYED_BY_BATTLE != 0 && self.mods_used > 0 {
                // While it is marked, its effects on other cards are off.
                self.negation_changed(w);
                self.mark_dirty_by_those(w, |m| m.is_continuous() && m.source == card.0);
            }
            if bit & (status_bits::DESTROYED_BY_BATTLE | status_bits::SUMMONING) != 0
                && self.location(card) == Location::Monster
            {
                self.mark_stale(w, card);
            }
            // A monster that is being Summoned is counted only afterwards. The witnesses of a Chain
            // change no value.
            if bit != status_bits::WITNESS {
                self.facts_changed(w, reads_bit::MONSTERS);
            }
        }
    }

    /// Notes which cards that ask what becomes of links are at work now, or that the Chain is over.
    pub(crate) fn note_witnesses<W: Witness>(&mut self, w: &mut W, on: bool) {
        for card in (0..self.cards_used).map(CardId) {
            let at_work = self.is_on_field(card)
                && self.position(card).is_face_up()
                && self.has_status(card, status_bits::ENABLED);
            if !on || (at_work && self.is_able(card, able::TRIGGERED)) {
                self.set_status(w, card, status_bits::WITNESS, on);
            }
        }
    }

    pub(crate) fn set_host<W: Witness>(&mut self, w: &mut W, card: CardId, host: CardId) {
        if self.host(card).is_none() {
            put!(self, w, self.equipped = self.equipped + 1);
        }
        put!(self, w, self.cards[card.index()].host = host.0);
        self.mark_all_dirty(w);
    }

    /// How many cards are equipped to a monster.
    pub(crate) fn equips_on(&self, monster: CardId) -> i32 {
        if !self.has_equips() {
            return 0;
        }
        let mut count = 0;
        for player in Player::BOTH {
            for card in self.spell_cards(player) {
                count += i32::from(self.host(card) == Some(monster));
            }
        }
        count
    }

    /// Whether any card is equipped to a monster.
    #[inline]
    pub(crate) const fn has_equips(&self) -> bool {
        self.equipped > 0
    }

    pub(crate) fn push_link<W: Witness>(&mut self, w: &mut W, link: Link) -> u8 {
        let at = self.links;
        if usize::from(at) == MAX_CHAIN {
            self.end(w, Outcome::Limit(Limit::Size));
            return at - 1;
        }
        put!(self, w, self.chain[at as usize] = link);
        put!(self, w, self.links = at + 1);
        at
    }

    /// Changes a link.
    pub(crate) fn write_link<W: Witness>(&mut self, w: &mut W, at: u8, link: Link) {
        put!(self, w, self.chain[at as usize] = link);
    }

    /// The last link has resolved.
    pub(crate) fn pop_link<W: Witness>(&mut self, w: &mut W) {
        let at = self.links - 1;
        // A stale link would make equal duels differ in their bytes.
        put!(self, w, self.chain[at as usize] = Link::zeroed());
        put!(self, w, self.links = at);
        put!(self, w, self.resolving = 0);
    }

    /// Notes which link resolves, from 1; 0 for none.
    pub(crate) fn set_resolving<W: Witness>(&mut self, w: &mut W, number: u8) {
        put!(self, w, self.resolving = number);
    }

    pub(crate) fn reserve_summon<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        position: BattlePosition,
        by: Player,
    ) {
        put!(self, w, self.reserved = card.0);
        put!(self, w, self.reserved_how = position as u8 | by.number() << 4);
    }

    /// Reserves a Summon that must be a Tribute Summon.
    pub(crate) fn reserve_tribute_summon<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        by: Player,
    ) {
        self.reserve_summon(w, card, BattlePosition::Attack, by);
        put!(self, w, self.reserved_how = self.reserved_how | WITH_TRIBUTES);
    }

    /// Reserves a Summon without Tributes.
    pub(crate) fn reserve_free_summon<W: Witness>(&mut self, w: &mut W, card: CardId, by: Player) {
        self.reserve_summon(w, card, BattlePosition::Attack, by);
        put!(self, w, self.reserved_how = self.reserved_how | WITHOUT_TRIBUTES);
    }

    /// Reserves the Summon of a monster in its own way, with a card that must be among its materials.
    pub(crate) fn reserve_using<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        material: u8,
        by: Player,
    ) {
        self.reserve_summon(w, card, BattlePosition::Attack, by);
        put!(self, w, self.reserved_material = material);
    }

    /// The materials of the reserved Summon have been used.
    pub(crate) fn clear_reserved_material<W: Witness>(&mut self, w: &mut W) {
        if self.reserved_material != NO_CARD {
            put!(self, w, self.reserved_material = NO_CARD);
        }
    }

    pub(crate) fn clear_reserved<W: Witness>(&mut self, w: &mut W) {
        put!(self, w, self.reserved = NO_CARD);
        put!(self, w, self.reserved_how = 0);
    }

    /// A Deck will be shuffled when continuous rules are next enforced (FACT-M22).
    pub(crate) fn plan_shuffle<W: Witness>(&mut self, w: &mut W, player: Player) {
        put!(self, w, self.to_shuffle = self.to_shuffle | 1 << player.number());
        self.set_flags(w, flags::UNADJUSTED);
    }

    pub(crate) const fn planned_shuffles(&self) -> u8 {
        self.to_shuffle
    }

    pub(crate) fn clear_planned_shuffles<W: Witness>(&mut self, w: &mut W) {
        put!(self, w, self.to_shuffle = 0);
    }

    /// Turns on what a card does while it lies face-up: its statics stand from now on.
    pub(crate) fn enable_card<W: Witness>(&mut self, w: &mut W, cards: &Catalogue, card: CardId) {
        // In a duel without effects nobody asks.
        if !self.has_trait(traits::EFFECTS) || self.has_status(card, status_bits::ENABLED) {
            return;
        }
        if self.is_monster_among_spells(cards, card) {
            return;
        }
        rule!("MO-40");
        if self.may_negate() {
            // Another card that negates it does so before it does anything (FACT-N6).
            self.check_negated(w, cards, card);
        }
        self.set_status(w, card, status_bits::ENABLED, true);
        self.add_statics(w, cards, card, |_| true);
    }

    /// Adds the statics of a card that `stands` names.
    fn add_statics<W: Witness>(
        &mut self,
        w: &mut W,
        cards: &Catalogue,
        card: CardId,
        stands: impl Fn(&Modifier) -> bool,
    ) {
        let drafts = self.static_drafts(cards, card).map(|draft| draft.pack());
        let statics: arrayvec::ArrayVec<Modifier, MAX_STATICS> = drafts.filter(stands).collect();
        for modifier in statics {
            self.add_mod(w, modifier);
        }
    }

    /// A monster lies face-up as an Equip Card from now on. Its text about its leaving and about
    /// being the only one holds there too, because it is on the field (FACT-M10, FACT-E16).
    ///
    /// One that has effects as an Equip Card has them from now on, and does to its monster what it says.
    pub(crate) fn enable_equip<W: Witness>(&mut self, w: &mut W, cards: &Catalogue, card: CardId) {
        const KEPT: [ModKind; 3] =
            [ModKind::BanishedWhenLeaving, ModKind::BanishedUnlessNegated, ModKind::OnlyOne];
        let mut effects = cards.scripts().effects_of(self.code(card));
        if effects.any(|(_, effect)| effect.from & location_bit::SPELL != 0) {
            if self.may_negate() {
                self.check_negated(w, cards, card);
            }
            self.set_status(w, card, status_bits::ENABLED, true);
        }
        self.add_statics(w, cards, card, |m| {
            m.reach() == Reach::Host || KEPT.iter().any(|kind| m.is(*kind))
        });
    }

    /// A card left its place or was turned face-down: modifiers on it there are over, and so are
    /// those that it gave to others.
    #[inline(never)]
    pub(super) fn forget_effects_of<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        from: Location,
        to: Location,
    ) {
        let on_field = Location::is_on_field;
        // A trigger may have followed its card to the hand, where what it gives it means nothing.
        if from.is_used_from_away() && self.mods_used > 0 {
            self.remove_mods(w, |m| m.target == card.0);
        }
        if self.mods_used > 0 {
            let here = Until::EndOfTurnHere as u8;
            self.remove_mods(w, |m| m.source == card.0 && m.until == here);
        }
        if !on_field(from) && to != Location::Banished && self.has_mod(ModKind::Held) {
            // Outside the field a card holds something until it moves, though it may be banished.
            self.remove_mods(w, |m| m.source == card.0 && m.is(ModKind::Held));
        }
        if on_field(from) {
            self.set_status(w, card, status_bits::ENABLED, false);
            if self.has_mod(ModKind::Control) {
                self.end_control_by(w, card, to);
            }
            if from == Location::Monster && to == Location::Monster {
                self.leave_plans(w, card);
            }
            if self.mods_used > 0 {
                let stays = super::modifiers::outlives_source;
                let still_there = to == Location::Monster && from == Location::Monster;
                self.remove_mods(w, |m| {
                    (m.source == card.0 && (!stays(m) || m.is(ModKind::MaterialOf) && !still_there))
                        || (m.target == card.0
                            && !(still_there && super::modifiers::outlives_flip(m))
                            && !(to == Location::Grave && super::modifiers::follows_to_grave(m)))
                });
            }
        }
        if on_field(from) || on_field(to) {
            self.negation_changed(w);
            self.set_flags(w, flags::UNADJUSTED);
        }
        if self.reads != 0 {
            let location = location_bit_of(from) | location_bit_of(to);
            let mut read = 0;
            for (bit, reads) in [
                (location_bit::MONSTER | location_bit::MATERIAL, reads_bit::MONSTERS),
                (location_bit::SPELL | location_bit::FIELD, reads_bit::SPELLS),
                (location_bit::HAND, reads_bit::HANDS),
                (location_bit::GRAVE, reads_bit::GRAVES),
                (location_bit::BANISHED, reads_bit::BANISHED),
            ] {
                if location & bit != 0 {
                    read |= reads;
                }
            }
            self.facts_changed(w, read);
        }
        self.forget_card_uses(w, card, from, to);
    }

    /// Plans for a monster leave it out from now on, because it was turned face-down.
    fn leave_plans<W: Witness>(&mut self, w: &mut W, card: CardId) {
        for at in 0..usize::from(self.delayed_used) {
            let captured = self.delayed[at].captured;
            if captured.has(card.0) {
                put!(self, w, self.delayed[at].captured = captured.without(card.0));
            }
        }
    }

    /// A card that holds control of a monster leaves: the monster goes back as soon as that can be
    /// done. A monster that is turned face-down stays with its controller, whatever becomes of that
    /// card (FACT-E11).
    fn end_control_by<W: Witness>(&mut self, w: &mut W, card: CardId, to: Location) {
        for at in 0..usize::from(self.mods_used) {
            let m = self.mods[at];
            if !m.is(ModKind::Control) || !m.is_continuous() {
                continue;
            }
            if m.source == card.0 {
                let ended = control_due(&m);
                let oldest = !self.mods()[..at].iter().any(|older| controls(older, m.target));
                put!(self, w, self.mods[at] = Modifier { stamp: m.stamp, ..ended.pack() });
                if oldest {
                    self.remember_whose(w, CardId(m.target), Player::of_bit(m.value as u8));
                }
                self.note_mod_kinds(w, ModKind::ControlDue.bit());
                self.mark_stale(w, CardId(m.target));
            } else if m.target == card.0 && to == Location::Monster {
                put!(self, w, self.mods[at].until = Until::Forever as u8);
            }
        }
    }

    /// The oldest effect that gives control of a monster has ended: the next one remembers from now on
    /// whose it was before all of them.
    pub(crate) fn remember_whose<W: Witness>(&mut self, w: &mut W, card: CardId, before: Player) {
        if let Some(at) = self.mods().iter().position(|m| controls(m, card.0)) {
            put!(self, w, self.mods[at].value = i32::from(before.number()));
        }
    }

    /// A card that may hold control of monsters is negated from now on, or not any more. The
    /// controllers of these monsters are to be found out anew (FACT-E10).
    #[inline(never)]
    pub(crate) fn review_control_by<W: Witness>(&mut self, w: &mut W, card: CardId) {
        for at in 0..usize::from(self.mods_used) {
            let m = self.mods[at];
            if m.is(ModKind::Control) && m.is_continuous() && m.source == card.0 {
                let due = control_due(&m);
                self.add_mod(w, due.pack());
            }
        }
    }

    /// Values that depend on these facts are to be derived anew.
    #[inline]
    pub(crate) fn facts_changed<W: Witness>(&mut self, w: &mut W, facts: u16) {
        if self.reads & facts != 0 {
            self.mark_dirty_by_those(w, |m| m.reads & facts != 0);
        }
    }
}

/// Whether a modifier gives control of a monster.
const fn controls(m: &Modifier, card: u8) -> bool {
    m.is(ModKind::Control) && m.target == card
}

/// That it is to be found out anew who controls the monster of a control effect.
const fn control_due(m: &Modifier) -> ModifierDraft {
    ModifierDraft {
        kind: ModKind::ControlDue,
        scope: Scope::Card,
        target: m.target,
        source: NO_CARD,
        player: Player::of_bit(m.player),
        until: Until::Forever,
        value: ModValue::Fixed(m.value),
        reads: 0,
    }
}
