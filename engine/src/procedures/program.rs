//! Programs of card effects: one step of the program at a time. The steps that ask nobody stand in `at_once`.

use super::choosing::Asked;
use crate::chance::Chance;
use crate::decision::DecisionKind;
use crate::event::Cause;
use crate::ids::{BattlePosition, CardId, Location, NO_CARD, byte_enum};
use crate::marks::rule;
use crate::queries::SPECIAL_SUMMON_BARS;
use crate::run::{Flow, Run};
use crate::state::{Ask, CardSet, Ctx, Frame, NO_LINK, ProgramFrame, SetSlot};
use crate::witness::Witness;
use duelfish_script::{
    Goal, ModKind, NumId, Op, PendulumSummonKind, SetRef, Until, Who, WhoseTurn, event_bit, kind,
    position_bit,
};

pub(crate) use super::moves::in_order;

byte_enum! {
    /// Where a step of a program is.
    pub(super) enum ProgramStep {
        Do,
        Answer,
    }
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let mut frame = frame;
    loop {
        let op = run.game.cards.scripts().op(frame.data::<ProgramFrame>().op);
        let ctx = ProgramFrame::context(run.duel, frame);
        let flow = match ProgramStep::from_byte(frame.step()) {
            ProgramStep::Do => run.do_op(frame, ctx, op),
            ProgramStep::Answer => run.take_answer(frame, ctx, op),
        };
        // Steps that ask nobody follow each other at once.
        if !matches!(flow, Flow::Next(_)) || run.duel.is_over() {
            return flow;
        }
        run.duel.refresh(run.witness, run.game.cards);
        frame = run.duel.frame().at_step(ProgramStep::Do as u8);
    }
}

/// A Special Summon as a step of a program tells it.
#[derive(Clone, Copy)]
struct SummonByOp {
    cards: SetRef,
    positions: u8,
    by: Who,
    hold: bool,
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// One step: how the program goes on.
    fn do_op(&mut self, frame: Frame, ctx: Ctx, op: Op) -> Flow {
        if let Some(flow) = self.destroy_what_is_owed() {
            return flow;
        }
        self.can_ask = true;
        let flow = self.begin_op(frame, ctx, op);
        self.can_ask = false;
        if let Some(flow) = flow {
            return flow;
        }
        if self.duel.is_over() {
            return Flow::Over;
        }
        self.go_on(frame, 1);
        if let Some(by) = self.owes_question.take() {
            let destroying = super::replace::by_effect(Location::Grave, by);
            return Flow::Call(destroying, ProgramStep::Do as u8);
        }
        Flow::Next(ProgramStep::Do as u8)
    }

    /// Cards that effects which act at once would have destroyed are destroyed before the next step, one after the other, or
    /// its player is asked what happens instead.
    #[inline]
    fn destroy_what_is_owed(&mut self) -> Option<Flow> {
        // While a player is asked about another one, what is done instead goes on first.
        while self.duel.has_mod(ModKind::FallsSoon) && self.duel.set(SetSlot::TO_DESTROY).is_empty()
        {
            if let Some(by) = self.next_owed_is_replaced() {
                let destroying = super::replace::by_effect(Location::Grave, by);
                return Some(Flow::Call(destroying, ProgramStep::Do as u8));
            }
        }
        None
    }

    /// The same; none if the next step follows.
    fn begin_op(&mut self, frame: Frame, ctx: Ctx, op: Op) -> Option<Flow> {
        match op {
            Op::End | Op::Unless(..) | Op::Skip(..) | Op::Repeat(..) => {
                Some(self.jump(frame, ctx, op))
            }
            Op::Choose { .. } | Op::ChooseTogether { .. } | Op::KeepOne(..) | Op::Arrange(..) => {
                self.ask_for_cards(frame, ctx, op)
            }
            Op::Declare(..)
            | Op::DeclareType(..)
            | Op::DeclareAnyType(..)
            | Op::DeclareName(..) => self.ask_to_declare(ctx, op),
            Op::OfferReroll(..) | Op::OfferRerollEach(..) | Op::Offer(..) | Op::SummonAfter(..) => {
                self.offer(frame, ctx, op)
            }
            Op::SpecialSummon { cards, positions, by, hold } => {
                let called = SummonByOp { cards, positions, by, hold };
                self.special_summon_by_op(frame, ctx, called)
            }
            Op::PendulumSummon(set, kind) => self.pendulum_summon_by_op(frame, ctx, set, kind),
            Op::TributeSummonAfter(..)
            | Op::SummonUpAfter(..)
            | Op::SummonFreelyAfter(..)
            | Op::SummonUsingSource(..)
            | Op::PendulumSummonsAfter
            | Op::FinishSummons(..) => self.arrange_summons(frame, ctx, op),
            Op::SetCards(..)
            | Op::PlaceFaceUp(..)
            | Op::LayWithOwner(..)
            | Op::PlaceInPendulumZone(..) => self.lay_next(ctx, op),
            Op::EquipTo(set) if self.duel.comes_to_equip(ctx.source) => {
                self.equip_source(frame, ctx, set)
            }
            Op::EquipWith(..) | Op::ToField(..) | Op::SwapControl(..) | Op::GiveControl(..) => {
                self.move_on_field(frame, ctx, op)
            }
            Op::TakeControl(set, until) => self.take_control(frame, ctx, set, until),
            Op::Destroy(set) => self.destroy_members(frame, ctx, set, Location::Grave),
            Op::ToDeck(set, end) if self.duel.hears(event_bit::WOULD_GO_TO_DECK) => {
                self.members_to_deck(frame, ctx, set, end, ProgramStep::Do as u8)
            }
            Op::DestroyAndBanish(set) => self.destroy_members(frame, ctx, set, Location::Banished),
            Op::Turn(which, WhoseTurn::FaceDown) => {
                let members = self.duel.members(ctx, which);
                self.turn_traps_down(members)
            }
            // All that ask nobody, one by one: a step that is new is run above or there.
            #[rustfmt::skip]
            Op::Random { .. } | Op::Gather { .. } | Op::GatherPaid(..) | Op::KeepLowest(..)
            | Op::KeepHighest(..) | Op::TargetEvent(..) | Op::KeepTargets(..) | Op::ToHand(..) | Op::ToHandUnshown(..) | Op::ToGrave(..)
            | Op::Discard(..) | Op::Banish(..) | Op::BanishDown(..) | Op::BanishForNow(..)
            | Op::Tribute(..) | Op::Become(..) | Op::Spare(..) | Op::SetAgain | Op::NegateItself | Op::NegateAttack | Op::AttackAgain | Op::AttackAgainOn(..) | Op::RedirectAttack(..)
            | Op::Fight(..) | Op::ChangeTarget(..) | Op::Protect(..) | Op::Show { .. }
            | Op::CountTurn(..) | Op::MakeUsable(..) | Op::Turn(..) | Op::UseMaterials(..) | Op::Attach { .. }
            | Op::MakeTokens { .. } | Op::Follow(..) | Op::FollowEvent(..) | Op::NoteMaterials(..) | Op::PassMaterials(..)
            | Op::DestroyByRule(..) | Op::Plan { .. } | Op::ToDeck(..)
            | Op::ShowDecks | Op::ForbidNamed(..) | Op::Excavate { .. } | Op::ExcavateTop { .. }
            | Op::ExcavateMany { .. } | Op::FollowToDeck(..) | Op::ShuffleSet(..)
            | Op::ShuffleDeck(..) | Op::Mill(..) | Op::TopCards { .. } | Op::ToExtra(..) | Op::LoseTaken(..)
            | Op::EquipTo(..) | Op::Damage(..) | Op::Gain(..) | Op::Lose(..) | Op::Pay(..) | Op::Draw(..)
            | Op::DrawCards(..) | Op::SeeTop(..) | Op::Reveal(..) | Op::RevealTop(..)
            | Op::Change { .. } | Op::Impose { .. } | Op::Set(..) | Op::Keep(..) | Op::Roll(..) | Op::RollEach(..)
            | Op::Then | Op::Allow(..) | Op::PlaceCounters(..) | Op::RemoveCounters(..)
            | Op::Toss(..) | Op::Negate | Op::NegateEffect | Op::YieldControl(..) | Op::AttackPlayer | Op::Harmless => {
                self.do_at_once(ctx, op);
                None
            }
        }
    }

    /// Steps that only say where the program goes on.
    #[inline]
    fn jump(&mut self, frame: Frame, ctx: Ctx, op: Op) -> Flow {
        match op {
            Op::End => {
                self.duel.clear_local_sets(self.witness, ctx.level);
                return Flow::Return;
            }
            Op::Unless(cond, skip) => {
                let on = self.duel.holds(self.game.cards, ctx, cond);
                self.go_on(frame, if on { 1 } else { skip + 1 });
            }
            Op::Skip(skip) => self.go_on(frame, skip + 1),
            Op::Repeat(register, back) => {
                let left = self.duel.local_register(ctx, register) - 1;
                self.set_number(ctx, register, left);
                self.go_on(frame, if left > 0 { back.wrapping_neg() } else { 1 });
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
        Flow::Next(ProgramStep::Do as u8)
    }

    /// Steps for which a player chooses cards. None if there is nothing to choose.
    #[inline]
    fn ask_for_cards(&mut self, frame: Frame, ctx: Ctx, op: Op) -> Option<Flow> {
        let cards = self.game.cards;
        let next_choice = frame.data::<ProgramFrame>().next;
        let ask_for = |needed: u8| {
            let ask = Ask::card(ctx.player, needed, next_choice as u8);
            Some(Flow::Ask(ask, ProgramStep::Answer as u8))
        };
        match op {
            Op::Choose { from, min, max, how, by } => {
                let asked = Asked { from, min, max, how, by: ctx.chooser(by) };
                return Some(self.ask_for_card(frame, ctx, asked));
            }
            Op::ChooseTogether { of, from, goal: Goal::Recipe(recipe), how } => {
                let monster = self.duel.chooses_for(ctx, of);
                let chosen = self.duel.chosen_so_far(ctx, how);
                let next = usize::from(next_choice);
                let open = monster.and_then(|monster| {
                    let all = self.duel.gathering(cards, ctx, monster, from, recipe);
                    all.goes_on(chosen, next).then(|| u8::from(!all.is_complete(chosen)))
                });
                if let Some(needed) = open {
                    return ask_for(needed);
                }
            }
            Op::ChooseTogether { goal: Goal::Pendulum(kind), how, .. } => {
                let chosen = self.duel.chosen_so_far(ctx, how);
                let mut open = 0;
                self.duel.each_to_pendulum_summon(
                    cards,
                    ctx,
                    kind,
                    chosen,
                    next_choice,
                    &mut |_, _, _| {
                        open += 1;
                        true
                    },
                );
                if open > 0 {
                    return ask_for(u8::from(chosen.is_empty()));
                }
            }
            Op::ChooseTogether { of, from, goal, how } => {
                let monster = self.duel.chooses_for(ctx, of);
                let chosen = self.duel.chosen_so_far(ctx, how);
                let open = monster.and_then(|monster| {
                    let all = self.duel.together(cards, ctx, monster, from, goal);
                    let next = usize::from(next_choice);
                    all.goes_on(chosen, next).then(|| u8::from(!all.is_complete(chosen)))
                });
                rule!("SU-04.4.i", "SU-04.12");
                if let Some(needed) = open {
                    return ask_for(needed);
                }
            }
            Op::KeepOne(at) | Op::Arrange(at) => {
                // One to which the effect will do nothing may be chosen too.
                if self.duel.all_members(ctx, SetRef::Local(at)).len() > 1 {
                    return Some(Flow::Ask(Ask::card(ctx.player, 1, 0), ProgramStep::Answer as u8));
                }
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
        None
    }

    /// Steps for which a player declares something. None if there is nothing to declare.
    #[inline]
    fn ask_to_declare(&mut self, ctx: Ctx, op: Op) -> Option<Flow> {
        let cards = self.game.cards;
        let num = |run: &Self, id: NumId| run.duel.number(cards, ctx, id);
        match op {
            Op::Declare(at, low, high, by) => {
                let (low, high) = (num(self, low).clamp(0, 255), num(self, high).clamp(0, 255));
                if low <= high {
                    let ask = Ask::number(ctx.chooser(by), low as u8, high as u8);
                    return Some(Flow::Ask(ask, ProgramStep::Answer as u8));
                }
                // There is nothing to declare.
                self.set_number(ctx, at, 0);
            }
            Op::DeclareType(at, from) => {
                let types = self.duel.types_among(cards, ctx, from);
                if types != 0 {
                    let ask = Ask::of(DecisionKind::Type, ctx.player);
                    let ask = ask.with_several(types.count_ones() > 1);
                    return Some(Flow::Ask(ask, ProgramStep::Answer as u8));
                }
                self.set_number(ctx, at, 0);
            }
            Op::DeclareAnyType(_) => {
                let ask = Ask::of(DecisionKind::Type, ctx.player).with_several(true);
                return Some(Flow::Ask(ask, ProgramStep::Answer as u8));
            }
            Op::DeclareName(..) => {
                return Some(Flow::Ask(
                    Ask::of(DecisionKind::Name, ctx.player),
                    ProgramStep::Answer as u8,
                ));
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
        None
    }

    /// Steps that ask a player whether, or how, something else is done.
    #[inline]
    fn offer(&mut self, frame: Frame, ctx: Ctx, op: Op) -> Option<Flow> {
        let cards = self.game.cards;
        match op {
            Op::OfferReroll(..) | Op::OfferRerollEach(..) => {
                if let Some(player) = self.next_to_reroll(frame) {
                    return Some(Flow::Ask(Ask::confirm(player), ProgramStep::Answer as u8));
                }
            }
            Op::Offer(who, _) => {
                let asked = if who == Who::Opponent { ctx.player.other() } else { ctx.player };
                return Some(Flow::Ask(Ask::confirm(asked), ProgramStep::Answer as u8));
            }
            Op::SummonAfter(set) => {
                if let Some(card) = self.duel.members(ctx, set).iter().next() {
                    rule!("SU-01.7x");
                    let positions = self.duel.positions_to_summon(cards, ctx.player, CardId(card));
                    let ask = Ask::position(ctx.player, positions.max(1));
                    return Some(Flow::Ask(ask, ProgramStep::Answer as u8));
                }
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
        None
    }

    /// Steps that arrange Summons for later, or finish those that were made.
    #[inline]
    fn arrange_summons(&mut self, frame: Frame, ctx: Ctx, op: Op) -> Option<Flow> {
        match op {
            Op::TributeSummonAfter(set) => {
                if let Some(card) = self.duel.members(ctx, set).iter().next() {
                    rule!("SU-01.7x", "SU-01.7z");
                    self.duel.reserve_tribute_summon(self.witness, CardId(card), ctx.player);
                }
            }
            Op::SummonUpAfter(set) => {
                if let Some(card) = self.duel.members(ctx, set).iter().next() {
                    rule!("SU-01.7x");
                    let position = BattlePosition::Attack;
                    self.duel.reserve_summon(self.witness, CardId(card), position, ctx.player);
                }
            }
            Op::SummonFreelyAfter(set) => {
                if let Some(card) = self.duel.members(ctx, set).iter().next() {
                    rule!("SU-01.7x");
                    self.duel.reserve_free_summon(self.witness, CardId(card), ctx.player);
                }
            }
            Op::SummonUsingSource(set) => {
                if let Some(card) = self.duel.members(ctx, set).iter().next() {
                    self.duel.reserve_using(self.witness, CardId(card), ctx.source, ctx.player);
                }
            }
            Op::PendulumSummonsAfter => {
                let [left, _] = self.duel.scales(ctx.player);
                if left != NO_CARD {
                    let position = BattlePosition::Attack;
                    self.duel.reserve_summon(self.witness, CardId(left), position, ctx.player);
                }
            }
            Op::FinishSummons(None) => self.finish_special_summons(ctx.player, 0),
            Op::FinishSummons(Some(by)) => {
                self.go_on(frame, 1);
                let finish = super::special_summon::finish(ctx.chooser(by));
                return Some(Flow::Call(finish, ProgramStep::Do as u8));
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
        None
    }

    /// A Special Summon of cards of a set, of those that can be Summoned now.
    #[inline]
    fn special_summon_by_op(&mut self, frame: Frame, ctx: Ctx, called: SummonByOp) -> Option<Flow> {
        let SummonByOp { cards: set, positions, by, hold } = called;
        let cards = self.game.cards;
        let members = self.those_that_may_come(ctx, called);
        // A player who can't Special Summon any more leaves them where they are (FACT-S4).
        let locked = self.duel.may_not_special_summon(cards, ctx.chooser(by), ctx.source);
        if !members.is_empty() && !locked {
            let up = self.duel.player_has(cards, ModKind::FaceUpOnly, ctx.chooser(by));
            let positions = if up && positions & position_bit::SET != 0 {
                positions & !position_bit::SET | position_bit::DEFENSE
            } else {
                positions
            };
            self.duel.write_stamped_set(self.witness, SetSlot::TRIBUTES, members);
            self.go_on(frame, 1);
            let player = ctx.chooser(by);
            let summoning = super::special_summon::by_effect(player, positions, ctx.source, hold);
            return Some(Flow::Call(summoning, ProgramStep::Do as u8));
        }
        // A target that has moved since is not meant any more, wherever it is now.
        if let SetRef::Targets(at) = set
            && ctx.link != NO_LINK
        {
            let mut link = *self.duel.link(ctx.link);
            link.targets[usize::from(at & 1)] = CardSet::EMPTY;
            self.duel.write_link(self.witness, ctx.link, link);
        }
        None
    }

    /// The cards of a Special Summon that nothing keeps where they are.
    #[inline]
    fn those_that_may_come(&self, ctx: Ctx, called: SummonByOp) -> CardSet {
        let SummonByOp { cards: set, positions, by, .. } = called;
        let cards = self.game.cards;
        let mut members = self.duel.members(ctx, set);
        if self.duel.has_common() && positions & position_bit::SET == 0 {
            // A card that would come face-up only and can't stays where it is (FACT-S4).
            let player = ctx.chooser(by);
            let across = positions & position_bit::ACROSS != 0;
            let side = if across { player.other() } else { player };
            let fits = |card: &u8| self.duel.breaks_common(cards, side, CardId(*card)).is_none();
            members = members.iter().filter(fits).collect();
        }
        if self.duel.has_any_mod(SPECIAL_SUMMON_BARS) {
            let player = ctx.chooser(by);
            let may = |card: &u8| {
                !self.duel.may_not_special_summon_it(cards, player, CardId(*card), ctx.source)
            };
            members = members.iter().filter(may).collect();
        }
        if self.duel.has_mod(ModKind::NoSummonBySpells) {
            let player = ctx.chooser(by);
            let may = |card: &u8| !self.duel.is_kept_from_spells(cards, ctx, player, CardId(*card));
            members = members.iter().filter(may).collect();
        }
        if self.duel.has_mod(ModKind::HandFee) {
            // To use the card in the hand and to Special Summon it are paid for apart (FACT-K1).
            let player = ctx.chooser(by);
            let may = |card: &u8| self.duel.can_pay_hand_fee(cards, player, CardId(*card));
            members = members.iter().filter(may).collect();
        }
        members
    }

    /// A Pendulum Summon of the cards that were chosen for it.
    #[inline]
    fn pendulum_summon_by_op(
        &mut self,
        frame: Frame,
        ctx: Ctx,
        set: SetRef,
        kind: PendulumSummonKind,
    ) -> Option<Flow> {
        let members = self.duel.members(ctx, set);
        if kind == PendulumSummonKind::AfterEffect {
            self.duel.expire(self.witness, Until::PendulumSummonChosen);
        }
        if !members.is_empty() {
            if kind != PendulumSummonKind::AfterEffect {
                let more = kind == PendulumSummonKind::More;
                self.duel.set_pendulum_used(self.witness, ctx.player, more);
            }
            self.duel.write_stamped_set(self.witness, SetSlot::TRIBUTES, members);
            self.go_on(frame, 1);
            // All that come from the hand are paid for before the first one comes (FACT-K1).
            for card in self.duel.set(SetSlot::TRIBUTES).iter().map(CardId) {
                self.pay_hand_fee(ctx.player, card);
            }
            let kind = super::special_summon::pendulum(ctx.player);
            return Some(Flow::Call(kind, ProgramStep::Do as u8));
        }
        None
    }

    /// Steps that lay cards into Spell & Trap Zones, one at a time. None if none is left.
    #[inline]
    fn lay_next(&mut self, ctx: Ctx, op: Op) -> Option<Flow> {
        match op {
            Op::SetCards(set) => {
                // A card that is Set leaves the set, and the step is done again for the others.
                let members = self.duel.members(ctx, set);
                let next = in_order(self.duel, members).into_iter().find(|card| {
                    let facts = self.duel.facts(self.game, *card);
                    let room = facts.is(kind::FIELD)
                        || self.duel.free_spell_zones(self.duel.setter(ctx, *card)) != 0;
                    room && (facts.is_any(kind::SPELL | kind::TRAP)
                        || self.duel.can_lie_as_spell(self.game.cards, *card))
                        && !self.duel.is_on_field(*card)
                });
                if let Some(card) = next {
                    let setting = super::spell_set::by_effect(self.duel.setter(ctx, card), card);
                    return Some(Flow::Call(setting, ProgramStep::Do as u8));
                }
            }
            Op::PlaceFaceUp(set) => {
                // As for cards that are Set: a card that lies there leaves the set.
                let members = self.duel.members(ctx, set);
                let next = in_order(self.duel, members).first().copied();
                if let Some(card) = next.filter(|_| self.duel.free_spell_zones(ctx.player) != 0) {
                    let laying = super::spell_set::face_up(ctx.player, card);
                    return Some(Flow::Call(laying, ProgramStep::Do as u8));
                }
            }
            Op::LayWithOwner(set) => {
                // A monster that was laid there is still the one that was meant.
                let (duel, members) = (&*self.duel, self.duel.members(ctx, set));
                let goes = |card: &CardId| match duel.location(*card) {
                    Location::Spell => false,
                    Location::Monster => true,
                    // From elsewhere it stays where it is if there is no zone.
                    Location::Nowhere
                    | Location::DeckRest
                    | Location::DeckTop
                    | Location::DeckBottom
                    | Location::Hand
                    | Location::Field
                    | Location::Grave
                    | Location::Banished
                    | Location::Extra
                    | Location::Material
                    | Location::Pendulum => duel.free_spell_zones(duel.owner(*card)) != 0,
                };
                let next = in_order(duel, members).into_iter().find(goes);
                if let Some(card) = next {
                    let laying = super::spell_set::with_owner(ctx.player, card);
                    return Some(Flow::Call(laying, ProgramStep::Do as u8));
                }
            }
            Op::PlaceInPendulumZone(set) => {
                // As for cards that are laid face-up: a card that lies there leaves the set.
                let members = self.duel.members(ctx, set);
                let next = in_order(self.duel, members).first().copied();
                if let Some(card) = next.filter(|_| self.duel.free_pendulum_zones(ctx.player) != 0)
                {
                    let laying = super::spell_set::as_scale(ctx.player, card);
                    return Some(Flow::Call(laying, ProgramStep::Do as u8));
                }
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
        None
    }

    /// Steps by which cards come to a zone of the field that a player may choose.
    #[inline]
    fn move_on_field(&mut self, frame: Frame, ctx: Ctx, op: Op) -> Option<Flow> {
        match op {
            Op::SwapControl(mine, theirs) => {
                let one = |set| self.duel.members(ctx, set).iter().next().map(CardId);
                if let (Some(mine), Some(theirs)) = (one(mine), one(theirs)) {
                    self.go_on(frame, 1);
                    let swap = super::swap::frame(ctx.player, mine, theirs);
                    return Some(Flow::Call(swap, ProgramStep::Do as u8));
                }
            }
            Op::GiveControl(set) => {
                let card = self.duel.members(ctx, set).iter().next().map(CardId);
                let given = |card: &CardId| {
                    self.duel.location(*card) == Location::Monster
                        && self.duel.controller(*card) == ctx.player
                        && !self.duel.monster_has(ModKind::KeepsControl, *card)
                };
                if let Some(card) = card.filter(given) {
                    self.go_on(frame, 1);
                    let away = super::control::away(self.duel, card, ctx);
                    return Some(Flow::Call(away, ProgramStep::Do as u8));
                }
            }
            Op::EquipWith(set, host) => {
                let card = self.duel.members(ctx, set).iter().next();
                let host = match host {
                    SetRef::Source => Some(ctx.source).filter(|source| *source != NO_CARD),
                    host => self.duel.members(ctx, host).iter().next(),
                };
                if let (Some(card), Some(host)) = (card, host) {
                    let by_another = host != ctx.source;
                    if self.duel.location(CardId(card)) == Location::Spell {
                        self.equip_anew(ctx, set, CardId(host));
                        return None;
                    }
                    self.go_on(frame, 1);
                    let (card, host) = (CardId(card), CardId(host));
                    let frame = super::equip_monster::frame(ctx.player, card, host, by_another);
                    return Some(Flow::Call(frame, ProgramStep::Do as u8));
                }
            }
            Op::ToField(set) => {
                // A card that returned leaves the set, and the step is done again for the others.
                let duel = &*self.duel;
                let members = duel.members(ctx, set).iter();
                let members =
                    members.filter(|card| duel.location(CardId(*card)) != Location::Nowhere);
                if let Some(card) = in_order(duel, members.collect()).first() {
                    let returning = super::return_to_field::frame(self.duel, *card);
                    return Some(Flow::Call(returning, ProgramStep::Do as u8));
                }
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
        None
    }

    /// A monster first has to come to a Spell & Trap Zone, from its own or the Graveyard.
    #[inline]
    fn equip_source(&mut self, frame: Frame, ctx: Ctx, set: SetRef) -> Option<Flow> {
        rule!("CT-02.15a", "CT-02.15b", "CT-02.15c");
        let card = self.duel.members(ctx, SetRef::Source).iter().next();
        let host = self.duel.all_members(ctx, set).iter().next();
        if let (Some(card), Some(host)) = (card, host) {
            self.go_on(frame, 1);
            let (card, host) = (CardId(card), CardId(host));
            let frame = super::equip_monster::frame(ctx.player, card, host, false);
            return Some(Flow::Call(frame, ProgramStep::Do as u8));
        }
        None
    }

    /// The effect's player takes control of a monster.
    #[inline]
    fn take_control(&mut self, frame: Frame, ctx: Ctx, set: SetRef, until: Until) -> Option<Flow> {
        if let Some(card) = self.duel.members(ctx, set).iter().next().map(CardId)
            && self.duel.location(card) == Location::Monster
            && self.duel.controller(card) != ctx.player
            && !self.duel.monster_has(ModKind::KeepsControl, card)
        {
            if until == Until::Source {
                self.hold_control(ctx, card);
                self.go_on(frame, 1);
                return Some(Flow::Next(ProgramStep::Do as u8));
            }
            self.go_on(frame, 1);
            return Some(Flow::Call(
                super::control::frame(self.duel, card, ctx, until),
                ProgramStep::Do as u8,
            ));
        }
        None
    }

    /// The cards of a set are destroyed, unless something else happens instead.
    #[inline]
    fn destroy_members(
        &mut self,
        frame: Frame,
        ctx: Ctx,
        set: SetRef,
        to: Location,
    ) -> Option<Flow> {
        let mut all = self.to_destroy(ctx, set);
        if to == Location::Banished {
            all = self.banishable(ctx, all);
        }
        let to_destroy = self.destructible(all);
        if to == Location::Grave && self.destroys_instead(frame, ctx, to_destroy) {
            return None;
        }
        let by = super::threats::effect_of(ctx.player);
        if self.may_be_replaced(to_destroy, event_bit::WOULD_BE_DESTROYED, by) {
            self.go_on(frame, 1);
            return Some(Flow::Call(super::replace::by_effect(to, by), ProgramStep::Do as u8));
        }
        if to == Location::Grave && self.may_any_stay(to_destroy) {
            self.go_on(frame, 1);
            return Some(Flow::Call(super::stay::frame(false), ProgramStep::Do as u8));
        }
        self.send(to_destroy, to, Cause::Destroyed);
        if self.duel.resolving() != 0 {
            // The card that negated another one's effect may be gone now (FACT-M23).
            self.destroy_at_once();
        }
        None
    }

    /// The program goes on so many steps further.
    pub(super) fn go_on(&mut self, frame: Frame, by: u16) {
        // To go back is to go on by so much less than nothing.
        let op = frame.data::<ProgramFrame>().op.wrapping_add(by);
        self.duel.update_frame(self.witness, |program: &mut ProgramFrame| {
            (program.op, program.next) = (op, 0);
        });
    }
}
