//! The Chain: how a link is made (TIME-2.2), and how links resolve from the last (TIME-2.3,
//! TIME-2.4).
//!
//! `make` takes the steps of an activation, `solve` those of a resolution: `resolve_last_link` turns to a link,
//! `program` runs the rows of its effect, and `end_chain` follows the first link. `window` calls both.

use bytemuck::Zeroable;

use super::{gemini_summon, own_summon, summon};
use crate::chance::Chance;
use crate::decision::Verb;
use crate::event::{Cause, Event};
use crate::ids::{BattlePosition, CardId, Location, NO_CARD, Player, byte_enum};
use crate::legal::ready::{UsableEffect, summons_after};
use crate::legal::{Moment, OpenChoice};
use crate::marks::rule;
use crate::run::{Flow, Run};
use crate::state::{
    Arrival, Ask, CardSet, Ctx, Frame, Link, LinkFrame, ModValue, ModifierDraft, NO_LINK,
    PER_CHAIN, ProgramFrame, SetSlot, SolveFrame, batch_state, flags, link_bits, location_bit_of,
    status_bits, summon_bits, traits, when,
};
use crate::witness::Witness;
use duelfish_script::{
    EffectId, Form, ModKind, Op, PLANNED_SET, Program, Scope, Until, event_bit, kind,
};

byte_enum! {
    /// Where the making of a link is.
    enum Making {
        PutDown,
        ZoneAnswer,
        AskUse,
        UseAnswer,
        /// Which of several effects it uses.
        WhichUse,
        Target,
        Complete,
        Adjusted,
    }
}

byte_enum! {
    /// Where the resolution of a Chain is.
    enum Solving {
        Next,
        AfterBody,
        AfterBecome,
        AfterSummon,
        AfterReturn,
        AfterLastSummon,
        Reacted,
    }
}

#[inline(never)]
pub(crate) fn make<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let effect = run.game.cards.scripts().effect(EffectId(frame.data::<LinkFrame>().effect));
    let (card, player) = (frame.card(), frame.player());
    match Making::from_byte(frame.step()) {
        Making::PutDown => {
            // A use is spent when the choice is made, before the cost (FACT-C3).
            run.count_use_of(card, effect, player);
            run.pay_hand_fee(player, card);
            if effect.form == Form::Activate { run.put_face_up(frame) } else { run.announce(frame) }
        }
        Making::ZoneAnswer => {
            let zone = run.answer().map_or(0, crate::Action::small_number);
            let pendulum = run.duel.facts(run.game, card).is(kind::PENDULUM);
            let location = if pendulum { Location::Pendulum } else { Location::Spell };
            run.activate_from_hand(frame, location, zone)
        }
        Making::AskUse => Flow::Ask(Ask::confirm(player), Making::UseAnswer as u8),
        Making::UseAnswer => {
            if run.answer().is_some_and(|answer| answer.verb() == Verb::Yes) {
                let several = run.effects_to_use_at_once(card, player).count();
                if let (2.., Ok(last)) = (several, u8::try_from(several)) {
                    return Flow::Ask(Ask::number(player, 1, last), Making::WhichUse as u8);
                }
                run.use_its_effect(frame, 0);
            }
            run.pay_cost(frame)
        }
        Making::WhichUse => {
            let number = run.answer().map_or(1, crate::Action::small_number);
            run.use_its_effect(frame, usize::from(number.saturating_sub(1)));
            run.pay_cost(frame)
        }
        Making::Target => run.choose_targets(frame),
        Making::Complete => run.complete_link(frame.data::<LinkFrame>().link),
        Making::Adjusted => run.adjust_link(),
    }
}

#[inline(never)]
pub(crate) fn solve<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    match Solving::from_byte(frame.step()) {
        Solving::Next => run.resolve_last_link(),
        Solving::Reacted => run.react_and_resolve(),
        Solving::AfterBody => run.finish_link(),
        Solving::AfterBecome => run.go_on_behind_other_effect(),
        // Between such a Summon and the next link nothing is enforced.
        Solving::AfterSummon => run.resolve_last_link(),
        // An Equip Card may not be on a monster of the other side.
        Solving::AfterReturn if run.adjust() => Flow::Over,
        Solving::AfterReturn => run.after_link_resolved(),
        Solving::AfterLastSummon => {
            if run.adjust() {
                Flow::Over
            } else {
                Flow::Return
            }
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// A Set card is turned face-up; one from the hand is put into a zone first.
    fn put_face_up(&mut self, frame: Frame) -> Flow {
        let (card, player) = (frame.card(), frame.player());
        if self.duel.location(card) != Location::Hand {
            rule!("DF-26");
            self.duel.set_position(self.witness, card, BattlePosition::Up);
            return self.announce(frame);
        }
        if self.duel.facts(self.game, card).is(kind::FIELD) {
            rule!("DF-1", "DF-28", "DF-40");
            self.make_room_for_field(player);
            return self.activate_from_hand(frame, Location::Field, 0);
        }
        let answer = Making::ZoneAnswer as u8;
        if self.duel.facts(self.game, card).is(kind::PENDULUM) {
            rule!("DF-30.i", "CT-02.10a", "CT-02.10c");
            let zones = self.duel.free_pendulum_zones(player);
            return self.with_spell_zone_of(player, player, zones, answer, |run, zone| {
                run.activate_from_hand(frame, Location::Pendulum, zone)
            });
        }
        self.with_spell_zone(player, answer, |run, zone| {
            run.activate_from_hand(frame, Location::Spell, zone)
        })
    }

    /// A player's old Field Spell goes to the Graveyard by the rules before a new one comes (FACT-E4).
    pub(crate) fn make_room_for_field(&mut self, player: Player) {
        rule!("DF-41");
        if let Some(old) = self.duel.field(player) {
            rule!("DF-42");
            let one = self.game.rules.one_field_spell;
            let cause = if one { Cause::RuleDestroyed } else { Cause::Replaced };
            self.send(CardSet::EMPTY.with(old.0), Location::Grave, cause);
            // For a moment there is no Field Spell (FACT-M23).
            self.destroy_at_once();
        }
    }

    fn activate_from_hand(&mut self, frame: Frame, location: Location, zone: u8) -> Flow {
        rule!("DF-26");
        let to = Arrival { player: frame.player(), location, zone, position: BattlePosition::Up };
        self.duel.move_card(self.witness, frame.card(), to, Cause::Activate);
        self.announce(frame)
    }

    /// The link is on the Chain from here on; cost and targets follow.
    fn announce(&mut self, frame: Frame) -> Flow {
        let (card, player) = (frame.card(), frame.player());
        let making = frame.data::<LinkFrame>();
        let id = EffectId(making.effect);
        let effect = self.game.cards.scripts().effect(id);
        let activates = effect.form == Form::Activate;
        let kinds = self.duel.kinds_now(self.game.cards, card);
        let of_kind = if kinds & kind::TRAP != 0 {
            link_bits::TRAP
        } else if kinds & kind::SPELL != 0 {
            link_bits::SPELL
        } else {
            0
        };
        let negated = self.duel.has_mod(ModKind::Negated)
            && self.duel.is_on_field(card)
            && self.duel.is_negated_for_a_time(card);
        // It stays so even if the card leaves as the cost (FACT-N4).
        let negated = if negated { link_bits::SOURCE_NEGATED } else { 0 };
        // So does when it came: a card that paid with itself is asked that too.
        let newcomer = self.duel.location(card) == Location::Monster
            && self.duel.came_specially(card)
            && self.duel.was_summoned_this_turn(card);
        let newcomer = if newcomer { link_bits::NEWCOMER } else { 0 };
        let link = Link {
            effect: id.0,
            source_stamp: self.duel.stamp(card),
            source: card.0,
            player: player.number(),
            location: self.duel.location(card) as u8,
            zone: self.duel.zone(card),
            flags: of_kind | if activates { link_bits::CARD } else { 0 } | negated | newcomer,
            batch: making.batch,
            made: self.duel.last_stamp(),
            ..Link::zeroed()
        };
        if self.duel.location(card) == Location::Hand {
            // A player who uses a card in the hand shows it.
            rule!("DF-72");
            self.duel.show_used(self.witness, card, player);
        }
        let at = self.duel.push_link(self.witness, link);
        self.duel.update_frame(self.witness, |making: &mut LinkFrame| making.link = at);
        let event = Event::Activating { card, player, effect: id, link: at + 1 };
        self.witness.event(self.duel, event);
        self.note_possible_summons(at);
        let at_once = activates && !self.game.rules.trap_effects_wait;
        if at_once && self.effects_to_use_at_once(card, player).next().is_some() {
            return Flow::Next(Making::AskUse as u8);
        }
        self.pay_cost(self.duel.frame())
    }

    /// The cost of the link, if it has one, comes before its targets.
    #[inline(always)]
    fn pay_cost(&mut self, frame: Frame) -> Flow {
        self.duel.refresh(self.witness, self.game.cards);
        let cost = self.effect_of_link(frame.data::<LinkFrame>().link).cost;
        if cost.0 == 0 {
            return self.choose_targets(frame);
        }
        self.call_program(cost, frame, Making::Target)
    }

    fn choose_targets(&mut self, frame: Frame) -> Flow {
        let at = frame.data::<LinkFrame>().link;
        let target = self.duel.resolving_effect(self.game.cards, at).target;
        if target.0 == 0 {
            return self.complete_link(at);
        }
        self.call_program(target, frame, Making::Complete)
    }

    /// How many cards an effect that Summons afterwards could Summon when it was first used on
    /// this Chain: so often it can be used on it.
    #[inline(always)]
    fn note_possible_summons(&mut self, at: u8) {
        let mut link = *self.duel.link(at);
        let effect = self.game.cards.scripts().effect(EffectId(link.effect));
        if !summons_after(effect) {
            return;
        }
        let player = Player::of_bit(link.player);
        let first = self.duel.links()[..usize::from(at)]
            .iter()
            .find(|other| other.source == link.source && other.effect == link.effect);
        link.numbers[3] = match first {
            Some(first) => first.numbers[3],
            None => self.duel.summonable_now(self.game.cards, player),
        };
        self.duel.write_link(self.witness, at, link);
    }

    /// The effects of a Continuous Trap of which one may be used in the same activation, where the activation
    /// does nothing by itself (FACT-E17). It may also be one that the present phase brings, or one that
    /// answers what has just happened: then with the number of that batch.
    fn effects_to_use_at_once(
        &self,
        card: CardId,
        player: Player,
    ) -> impl Iterator<Item = (EffectId, u8)> {
        let is_such = self.duel.facts(self.game, card).is(kind::TRAP | kind::CONTINUOUS);
        let code = is_such.then(|| self.duel.code(card));
        let effects = code.into_iter().flat_map(|code| self.game.cards.scripts().effects_of(code));
        effects.filter_map(move |(id, effect)| {
            let now = |batch| self.duel.could_use_at_once(self.game, player, card, id, batch);
            let of_phase =
                effect.on.events & event_bit::PHASE != 0 && effect.phase == self.duel.phase() as u8;
            match effect.form {
                Form::Quick if effect.on.events != 0 => {
                    self.batches_answered_by(card, player, id).find(|batch| now(*batch))
                }
                Form::Quick => now(0).then_some(0),
                Form::Trigger if of_phase => now(0).then_some(0),
                _ => None,
            }
            .map(|batch| (id, batch))
        })
    }

    /// The numbers of the events that an effect of a card could answer now.
    fn batches_answered_by(
        &self,
        card: CardId,
        player: Player,
        id: EffectId,
    ) -> impl Iterator<Item = u8> {
        let effect = self.game.cards.scripts().effect(id);
        let candidate = UsableEffect { player, card, id, effect };
        let numbered = (1..).zip(self.duel.batches());
        numbered
            .filter(move |(number, batch)| {
                batch.state != batch_state::PAST
                    && self.duel.answers(self.game.cards, candidate, batch, *number)
            })
            .map(|(number, _)| number)
    }

    /// The link that is being made is a use of one of those effects.
    fn use_its_effect(&mut self, frame: Frame, which: usize) {
        let (card, player) = (frame.card(), frame.player());
        let Some((id, batch)) = self.effects_to_use_at_once(card, player).nth(which) else {
            return;
        };
        let at = frame.data::<LinkFrame>().link;
        let mut link = *self.duel.link(at);
        link.effect = id.0;
        if batch != 0 {
            link.batch = batch;
        }
        self.duel.write_link(self.witness, at, link);
        self.note_possible_summons(at);
        let effect = self.game.cards.scripts().effect(id);
        self.count_use_of(card, effect, player);
    }

    fn effect_of_link(&self, at: u8) -> &'_ duelfish_script::Effect {
        self.game.cards.scripts().effect(EffectId(self.duel.link(at).effect))
    }

    fn call_program(&mut self, program: Program, frame: Frame, then: Making) -> Flow {
        let (player, card) = (frame.player(), frame.card());
        let link = frame.data::<LinkFrame>().link;
        Flow::Call(ProgramFrame::begin(self.duel, program, player, card, link), then as u8)
    }

    /// Cost and targets stand: "when" effects that waited for what the cost did miss their timing,
    /// and the activation can be responded to.
    fn complete_link(&mut self, at: u8) -> Flow {
        if self.check_lost() {
            return Flow::Over;
        }
        self.pass_moment();
        let mut link = *self.duel.link(at);
        let card = CardId(link.source);
        let targets: CardSet = link.targets[0].iter().chain(link.targets[1].iter()).collect();
        if !targets.is_empty() {
            self.note_targeted(at + 1, targets);
            self.raise(event_bit::TARGETED, link.player, i32::from(at) + 1, targets);
        }
        let facts = self.duel.facts(self.game, card);
        let pendulum = self.duel.location(card) == Location::Pendulum;
        let stays = facts.is_any(kind::CONTINUOUS | kind::FIELD | kind::EQUIP) || pendulum;
        let script = self.game.cards.scripts().card(self.duel.code(card));
        let remains = stays || script.is_some_and(|script| script.remains);
        let there = self.duel.stamp(card) == link.source_stamp && self.duel.is_on_field(card);
        if link.flags & link_bits::CARD != 0 && there && !remains {
            self.duel.set_status(self.witness, card, status_bits::LEAVES, true);
        }
        // A card that stays as such now: a monster that is an Equip Card too.
        let now = self.duel.kinds_now(self.game.cards, card);
        let stays_now = now & (kind::CONTINUOUS | kind::FIELD | kind::EQUIP | kind::PENDULUM) != 0;
        if stays_now && there && now & (kind::SPELL | kind::TRAP) != 0 {
            link.flags |= link_bits::STAYS;
            self.duel.write_link(self.witness, at, link);
        }
        self.duel.note_act(self.witness);
        self.witness.event(self.duel, Event::Activated { link: at + 1 });
        let one = CardSet::EMPTY.with(card.0);
        self.raise(event_bit::ACTIVATED, link.player, i32::from(at) + 1, one);
        self.note_intended_summon(&link);
        if self.duel.hears(event_bit::RESOLVED) {
            self.duel.note_witnesses(self.witness, true);
        }
        self.adjust_link()
    }

    /// The consequences of a link's cost are enforced before anybody responds or the Chain resolves, also
    /// where a player is asked.
    fn adjust_link(&mut self) -> Flow {
        if self.adjust() {
            return Flow::Over;
        }
        match self.adjust_asking() {
            Some(first) => Flow::Call(first, Making::Adjusted as u8),
            None => Flow::Return,
        }
    }

    /// Notes which monsters die once the link that targets them has resolved (FACT-T8).
    pub(super) fn note_targeted(&mut self, number: u8, targets: CardSet) {
        if !self.duel.has_mod(ModKind::DiesWhenTargeted) {
            return;
        }
        for card in targets.iter().map(CardId) {
            // It is noted also while it is negated: by the end of the link that may be over.
            if self.duel.location(card) == Location::Monster
                && self.duel.position(card).is_face_up()
                && self
                    .duel
                    .mods()
                    .iter()
                    .any(|m| m.is(ModKind::DiesWhenTargeted) && m.target == card.0)
            {
                let draft = ModifierDraft {
                    kind: ModKind::IsTargeted,
                    scope: Scope::Card,
                    target: card.0,
                    source: NO_CARD,
                    player: self.duel.controller(card),
                    until: Until::EndOfChain,
                    value: ModValue::Fixed(i32::from(number)),
                    reads: 0,
                };
                self.duel.add_mod(self.witness, draft.pack());
            }
        }
    }

    /// Whether a link was to equip a card that is in no Spell & Trap Zone.
    fn would_equip_what_is_gone(&self, number: u8) -> bool {
        let link = self.duel.link(number - 1);
        let scripts = self.game.cards.scripts();
        let body = scripts.effect(EffectId(link.effect)).body;
        let mut steps = scripts.steps(body);
        self.duel.location(CardId(link.source)) != Location::Spell
            && steps.any(|op| matches!(op, Op::EquipTo(_) | Op::EquipWith(..)))
    }

    /// The monsters that die of being targeted by this link; in a Damage Step before damage was
    /// calculated they die later.
    #[inline(never)]
    fn dying_of_target(&mut self, number: u8) -> CardSet {
        self.duel.refresh(self.witness, self.game.cards);
        let later = self.duel.awaits_calculation();
        let mut dying = CardSet::EMPTY;
        let gone =
            self.duel.has_mod(ModKind::SparedByGoneEquips) && self.would_equip_what_is_gone(number);
        for at in 0..self.duel.mods().len() {
            let m = self.duel.mods()[at];
            if !m.is(ModKind::IsTargeted) || m.value != i32::from(number) {
                continue;
            }
            if later {
                let until = Until::EndOfDamage as u8;
                self.duel.set_mod_value(self.witness, at, ModKind::DIES_LATER, until);
            } else if self.duel.monster_has(ModKind::DiesWhenTargeted, CardId(m.target))
                && !(gone
                    && self.duel.has_been_given(ModKind::SparedByGoneEquips, CardId(m.target)))
            {
                dying = dying.with(m.target);
            }
        }
        dying
    }

    fn resolve_last_link(&mut self) -> Flow {
        let number = self.duel.links().len() as u8;
        if number == 0 {
            return self.end_chain();
        }
        let at = number - 1;
        let link = *self.duel.link(at);
        let card = CardId(link.source);
        self.duel.set_resolving(self.witness, number);
        if self.duel.has_trait(traits::WINS) {
            let stamp = self.duel.last_stamp();
            self.duel.update_frame(self.witness, |solve: &mut SolveFrame| solve.link_began = stamp);
        }
        self.witness.event(self.duel, Event::Resolving { link: number });
        if link.flags & link_bits::NEGATED != 0 {
            self.give_back(&link);
            if link.flags & link_bits::CARD != 0 {
                let one = CardSet::EMPTY.with(card.0);
                self.raise(event_bit::CARD_NEGATED, link.player, 0, one);
            }
            return self.finish_link();
        }
        if self.check_lost() {
            return Flow::Over;
        }
        self.pass_moment();
        self.raise(
            event_bit::RESOLVING,
            link.player,
            i32::from(number),
            CardSet::EMPTY.with(card.0),
        );
        self.begin_reactions();
        self.react_and_resolve()
    }

    /// Effects that act on the link before it resolves ask their players, then it resolves.
    fn react_and_resolve(&mut self) -> Flow {
        if let Some(reaction) = self.next_reaction() {
            return Flow::Call(reaction, Solving::Reacted as u8);
        }
        let at = self.duel.resolving() - 1;
        let link = *self.duel.link(at);
        let card = CardId(link.source);
        let location = Location::from_byte(link.location);
        if link.flags & link_bits::SOURCE_NEGATED != 0
            || self.duel.is_negated_where_it_was(self.game.cards, card, location)
            || self.duel.is_link_column_negated(self.game.cards, &link)
            || self.duel.would_disturb_graves(self.game.cards, at)
            || (link.flags & (link_bits::SPELL | link_bits::TRAP) == 0
                && self.duel.is_name_negated(self.game.cards, card, Player::of_bit(link.player)))
        {
            self.negate_effect(at);
        }
        let there = self.duel.stamp(card) == link.source_stamp;
        if link.flags & link_bits::STAYS != 0 && !there {
            // A Continuous, Equip or Field Card that is gone does nothing (FACT-N12).
            return self.finish_link();
        }
        let was_negated = self.duel.has_status(card, status_bits::NEGATED);
        if link.flags & link_bits::CARD != 0 && there && self.duel.is_on_field(card) {
            // Lasting effects of the card begin before the rest of its link happens (TIME-2.3.5).
            self.enable(card);
            self.duel.refresh(self.witness, self.game.cards);
            // Cards that destroy themselves under the card do so now (FACT-M23).
            self.destroy_at_once();
        }
        if self.does_nothing(at, &link, there, was_negated) {
            return self.finish_link();
        }
        self.note_shielded(card);
        let body = self.duel.resolving_effect(self.game.cards, at).body;
        if body.0 == 0 {
            return self.finish_link();
        }
        let player = Player::of_bit(link.player);
        let frame = ProgramFrame::begin(self.duel, body, player, CardId(link.source), at);
        let became = link.became().is_some();
        Flow::Call(frame, if became { Solving::AfterBecome } else { Solving::AfterBody } as u8)
    }

    /// The steps of an effect that has become another one's happen when those of the other one are done (FACT-C12).
    fn go_on_behind_other_effect(&mut self) -> Flow {
        let at = self.duel.resolving() - 1;
        let link = *self.duel.link(at);
        let body = self.effect_of_link(at).body;
        if body.0 == 0 {
            return self.finish_link();
        }
        let (player, card) = (Player::of_bit(link.player), CardId(link.source));
        Flow::Call(ProgramFrame::begin(self.duel, body, player, card, at), Solving::AfterBody as u8)
    }

    /// Whether a link does nothing because its effect is negated; an Equip Spell is equipped all the same.
    #[inline]
    fn does_nothing(&mut self, at: u8, link: &Link, there: bool, was_negated: bool) -> bool {
        let card = CardId(link.source);
        let facts = self.game.cards.facts(self.duel.code(card));
        let script = self.game.cards.scripts().card(self.duel.code(card));
        let equips = facts.is_any(kind::EQUIP) && script.is_some_and(|own| own.equips.is_some());
        // An Equip Spell is equipped all the same; it only does nothing then (FACT-N11). A Trap
        // that equips itself is not.
        let body = self.duel.resolving_effect(self.game.cards, at).body;
        if !(equips && link.flags & link_bits::CARD != 0) {
            // One that only now begins to be at work has no effect on the Chain that could be negated.
            if there
                && self.duel.has_status(card, status_bits::NEGATED)
                && (was_negated || body.0 != 0)
            {
                self.negate_effect(at);
            }
            let negated = self.duel.link(at).flags & link_bits::NO_EFFECT != 0;
            if negated && !self.game.cards.scripts().only_holds(body) {
                if facts.is(kind::EQUIP) && link.flags & link_bits::CARD != 0 {
                    self.only_equip(at, body);
                }
                return true;
            }
        }
        false
    }

    /// An Equip Spell that says itself when it is equipped is so all the same where it is negated (FACT-N11).
    fn only_equip(&mut self, at: u8, body: Program) {
        let link = self.duel.link(at);
        let ctx =
            Ctx { link: at, ..Ctx::of_card(Player::of_bit(link.player), CardId(link.source)) };
        let equips = self.game.cards.scripts().steps(body).find(|op| matches!(op, Op::EquipTo(_)));
        if let Some(op @ Op::EquipTo(host)) = equips
            && self.duel.members(ctx, host).iter().any(|card| self.duel.is_on_field(CardId(card)))
        {
            self.do_at_once(ctx, op);
        }
    }

    fn finish_link(&mut self) -> Flow {
        let number = self.duel.resolving();
        if !self.duel.set(SetSlot::SHIELDED).is_empty() {
            self.duel.write_set(self.witness, SetSlot::SHIELDED, CardSet::EMPTY);
        }
        let link = *self.duel.link(number - 1);
        let card = CardId(link.source);
        if self.may_have_won_by_hand(self.duel.frame_data::<SolveFrame>().link_began) {
            if self.adjust() {
                return Flow::Over;
            }
            if let Some(first) = self.adjust_asking() {
                return Flow::Call(first, Solving::AfterBody as u8);
            }
        }
        if link.flags & link_bits::NEGATED == 0 {
            let one = CardSet::EMPTY.with(card.0);
            let targeted = self.duel.has_mod(ModKind::IsTargeted);
            if targeted && self.duel.has_mod(ModKind::Held) {
                // A monster that is held before it dies of being targeted may be negated then.
                self.duel.begin_to_hold(self.witness, number);
            }
            let dying = if targeted { self.dying_of_target(number) } else { CardSet::EMPTY };
            self.raise_resolved(link.player, number, one, dying);
        }
        self.act_on_due_plans();
        self.witness.event(self.duel, Event::Resolved { link: number });
        if self.duel.has_mod(ModKind::Held) {
            self.duel.begin_to_hold(self.witness, number);
        }
        self.note_resolved_summon(&link);
        if self.effect_of_link(number - 1).intends & event_bit::REPOSITIONED != 0 {
            self.enable_the_flipped();
        }
        let there = self.duel.stamp(card) == link.source_stamp;
        let script = self.game.cards.scripts().card(self.duel.code(card));
        let body = self.effect_of_link(number - 1).body;
        let equips_itself = |op| matches!(op, Op::EquipTo(_));
        let equips = script.is_some_and(|script| script.equips.is_some())
            || self.game.cards.facts(self.duel.code(card)).is_any(kind::EQUIP)
            || self.game.cards.scripts().steps(body).any(equips_itself);
        if equips && there && link.flags & link_bits::CARD != 0 && self.duel.host(card).is_none() {
            // An Equip Spell that equipped nothing leaves with the others (FACT-E2).
            self.duel.set_status(self.witness, card, status_bits::LEAVES, true);
        }
        let negated = self.duel.has_status(card, status_bits::NEGATED);
        let stays = link.flags & link_bits::STAYS != 0;
        if negated && there && !stays && script.is_some_and(|script| script.remains) {
            // A card that remains on the field only by its effect leaves where it is negated.
            self.duel.set_status(self.witness, card, status_bits::LEAVES, true);
        }
        if self.game.rules.one_field_spell && there && link.flags & link_bits::CARD != 0 {
            self.destroy_other_field_spell(card);
        }
        if self.adjust() {
            return Flow::Over;
        }
        self.after_link_resolved()
    }

    /// Whether a card came to a hand since then, while somebody holds one that wins by the hand. Then the
    /// table is adjusted before anything answers that the link has resolved (FACT-W4).
    fn may_have_won_by_hand(&self, since: u16) -> bool {
        let duel = &*self.duel;
        let hands = || Player::BOTH.into_iter().flat_map(|player| duel.hand(player)).copied();
        let wins = |card: u8| {
            let mut effects = self.game.cards.scripts().effects_of(duel.code(CardId(card)));
            effects.any(|(_, effect)| {
                effect.form == Form::Win && effect.from & location_bit_of(Location::Hand) != 0
            })
        };
        duel.has_trait(traits::WINS)
            && hands().any(|card| !duel.unmoved_since(CardId(card), since))
            && hands().any(wins)
    }

    /// Rules that may ask a player are enforced, like the return of monsters whose control has ended; then
    /// the next link resolves.
    #[inline(always)]
    fn after_link_resolved(&mut self) -> Flow {
        if let Some(first) = self.adjust_asking() {
            return Flow::Call(first, Solving::AfterReturn as u8);
        }
        self.duel.pop_link(self.witness);
        if !self.duel.links().is_empty()
            && let Some(frame) = self.take_reserved(summon_bits::IN_CHAIN)
        {
            return Flow::Call(frame, Solving::AfterSummon as u8);
        }
        self.resolve_last_link()
    }

    /// Once a Field Spell's activation has resolved, the other player's goes where the rules know
    /// only one (DF-41).
    fn destroy_other_field_spell(&mut self, new: CardId) {
        if self.duel.location(new) != Location::Field
            || self.duel.has_status(new, status_bits::LEAVES)
        {
            return;
        }
        let other = self.duel.field(self.duel.controller(new).other());
        if let Some(other) = other.filter(|other| self.duel.position(*other).is_face_up()) {
            rule!("DF-41");
            self.send(CardSet::EMPTY.with(other.0), Location::Grave, Cause::RuleDestroyed);
        }
    }

    /// The Summon that was to happen immediately after the link that resolved (TIME-2.3.9).
    #[inline(always)]
    fn take_reserved(&mut self, flags: u16) -> Option<Frame> {
        let (card, position, player) = self.duel.reserved()?;
        let tributes = self.duel.reserved_tributes();
        self.duel.clear_reserved(self.witness);
        if self.duel.location(card) == Location::Pendulum {
            let Some(cost) = self.duel.pendulum_summon_after_effect(self.game.cards, player, card)
            else {
                self.duel.expire(self.witness, Until::PendulumSummonChosen);
                return None;
            };
            return Some(ProgramFrame::begin(self.duel, cost, player, card, NO_LINK));
        }
        let material = self.duel.reserved_material();
        if material != NO_CARD {
            let way = self.duel.way_with_material(self.game.cards, player, card, material);
            let Some(way) = way else {
                self.duel.clear_reserved_material(self.witness);
                return None;
            };
            let in_chain = flags & summon_bits::IN_CHAIN != 0;
            return Some(own_summon::frame(self.duel, player, card, way, in_chain));
        }
        let flags = summon_bits::FREE | tributes | flags;
        if self.duel.location(card) == Location::Monster {
            return Some(gemini_summon::frame(player, card, flags));
        }
        Some(summon::frame(self.duel, player, card, position, flags))
    }

    /// Spells and Traps of all links that don't stay leave together, the turn player's first
    /// (REC-S14). Then the Chain is over.
    fn end_chain(&mut self) -> Flow {
        let duel = &*self.duel;
        let leaving = Player::BOTH.into_iter().fold(CardSet::EMPTY, |leaving, player| {
            let of_chain = |card: &CardId| duel.has_status(*card, status_bits::LEAVES);
            let more = duel.spell_cards(player).filter(of_chain);
            more.fold(leaving, |leaving, card| leaving.with(card.0))
        });
        self.send(leaving, Location::Grave, Cause::ChainEnd);
        if self.duel.hears(event_bit::RESOLVED) {
            self.duel.note_witnesses(self.witness, false);
        }
        self.duel.age_batches(self.witness, batch_state::POINT, batch_state::PAST);
        self.duel.expire(self.witness, Until::EndOfChain);
        self.end_responses();
        self.duel.forget_uses_in(self.witness, PER_CHAIN);
        self.witness.event(self.duel, Event::ChainEnded);
        if let Some(frame) = self.take_reserved(0) {
            rule!(
                "SU-00.4b.i",
                "SU-00.4b.ii",
                "SU-01.7r",
                "SU-01.7s",
                "SU-01.7t",
                "SU-01.7u",
                "SU-01.7v",
                "SU-01.7y"
            );
            return Flow::Call(frame, Solving::AfterLastSummon as u8);
        }
        if self.duel.has_trait(traits::WINS) {
            // A card on the field could not win while the last link resolved.
            self.duel.set_flags(self.witness, flags::UNADJUSTED);
        }
        if self.adjust() { Flow::Over } else { Flow::Return }
    }

    /// Notes the monsters to which the effect of a card that begins to resolve does nothing.
    #[inline(always)]
    fn note_shielded(&mut self, source: CardId) {
        if !self.duel.has_mod(ModKind::UnaffectedByThose) {
            return;
        }
        let duel = &*self.duel;
        let monsters = Player::BOTH.into_iter().flat_map(|player| duel.monsters(player));
        let shielded = monsters
            .filter(|(_, card)| duel.is_shielded_from(self.game.cards, *card, source))
            .map(|(_, card)| card.0)
            .collect();
        self.duel.write_set(self.witness, SetSlot::SHIELDED, shielded);
    }

    /// Uses what an effect allowed for this turn: without a Chain.
    pub(crate) fn use_allowed(&mut self, at: u8, then: u8) -> Flow {
        let Some(delayed) = self.duel.delayed().get(usize::from(at)).copied() else {
            return Flow::Next(then);
        };
        self.duel.remove_delayed(self.witness, |other, _| other == usize::from(at));
        let (player, id) = (Player::of_bit(delayed.player), EffectId(delayed.program));
        self.witness.event(self.duel, Event::UsedAllowed { player, effect: id });
        let body = self.game.cards.scripts().effect(id).body;
        let mut source = CardId(NO_CARD);
        if delayed.when != when::ALLOWED {
            let of = self.game.cards.facts(self.game.cards.scripts().effect(id).code).kind;
            // One that became unaffected since this was planned comes under it all the same (FACT-A13).
            let reached = |card: &u8| !self.duel.is_unaffected_by_itself(CardId(*card), of, player);
            let cards: CardSet = self.duel.planned_cards(&delayed).iter().filter(reached).collect();
            if delayed.when == when::PLANNED_ON_CARDS {
                // It is something of the card itself, wherever the card is by now.
                source = cards.iter().next().map_or(source, CardId);
            }
            let level = self.duel.next_level();
            self.duel.write_local_set(self.witness, level, PLANNED_SET, cards);
        }
        let frame = ProgramFrame::begin(self.duel, body, player, source, NO_LINK);
        Flow::Call(frame, then)
    }

    /// The activation that an answer of an open state begins.
    #[inline(never)]
    pub(crate) fn begin_activation(&mut self, moment: Moment, then: u8, after_use: u8) -> Flow {
        let player = self.duel.turn_player();
        let Some(action) = self.answer() else { return Flow::Next(then) };
        match self.duel.choice_of(self.game, player, moment, action) {
            Some(OpenChoice::Effect { card, effect, batch, .. }) => {
                Flow::Call(super::window::opening_with(player, card, effect, batch), then)
            }
            Some(OpenChoice::Use(at)) => self.use_allowed(at, after_use),
            _ => Flow::Next(then),
        }
    }
}
