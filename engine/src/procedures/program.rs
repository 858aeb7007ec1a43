//! Programs of card effects: one step of the program at a time.

use super::Procedure;
use super::choosing::{Asked, question};
use crate::catalogue::{Print, kind};
use crate::chance::Chance;
use crate::decision::DecisionKind;
use crate::duel::{Flow, Run};
use crate::effects::{
    Ctx, Goal, How, ModKind, NO_LINK, NumId, Op, Program, Scope, SetRef, Swing, Turn, Until, Who,
    local_register, pose_bit,
};
use crate::event::{Cause, Event};
use crate::ids::{Handle, NO_CARD, Place, Player, Pose, byte_enum};
use crate::limits::MAX_PILE;
use crate::marks::rule;
use crate::state::{
    Ask, CardSet, Delayed, Duel, Frame, Link, OWN_COST, TRIBUTES, Value, place_bit_of, when,
};
use crate::witness::Witness;
use arrayvec::ArrayVec;
use bytemuck::Zeroable;

use super::moves::as_shown;
pub(crate) use super::moves::in_order;

byte_enum! {
    /// Where a step of a program is. `frame.counter` is the step of the program, `frame.program`
    /// the first number in canonical order that may still be chosen, `frame.a` the link of the
    /// Chain, `frame.b` the quarter of the set registers.
    pub(super) enum Step {
        Do,
        Answer,
    }
}

/// A frame that runs a program.
pub(crate) fn frame(duel: &Duel, program: Program, player: Player, card: u8, link: u8) -> Frame {
    Frame {
        procedure: Procedure::Program as u8,
        by: player.0,
        card,
        counter: program.0,
        a: link,
        b: duel.programs_running(),
        ..Frame::zeroed()
    }
}

/// From where the program of a frame looks at the duel.
pub(crate) fn context(duel: &Duel, frame: Frame) -> Ctx {
    Ctx {
        player: Player(frame.by),
        source: frame.card,
        link: frame.a,
        batch: if frame.a == NO_LINK { 0 } else { duel.link(frame.a).batch },
        level: frame.b,
        paying: NO_CARD,
        material: NO_CARD,
    }
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let mut frame = frame;
    loop {
        let op = run.game.cards.scripts().op(frame.counter);
        let ctx = context(run.duel, frame);
        let flow = match Step::from_byte(frame.step) {
            Step::Do => run.do_op(frame, ctx, op),
            Step::Answer => run.take_answer(frame, ctx, op),
        };
        // Steps that ask nobody follow each other at once.
        if !matches!(flow, Flow::Next(_)) || run.duel.is_over() {
            return flow;
        }
        run.duel.refresh(run.witness, run.game.cards);
        frame = Frame { step: Step::Do as u8, ..run.duel.frame() };
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    fn do_op(&mut self, frame: Frame, ctx: Ctx, op: Op) -> Flow {
        let cards = self.game.cards;
        let num = |run: &Self, id: NumId| run.duel.number(cards, ctx, id);
        match op {
            Op::End => {
                self.clear_local_sets(frame.b);
                return Flow::Return;
            }
            Op::Choose { from, min, max, how, by } => {
                let asked = Asked { from, min, max, how, by: ctx.chooser(by) };
                return self.ask_for_card(frame, ctx, asked);
            }
            Op::ChooseTogether { of, from, goal: Goal::Recipe(recipe), how } => {
                let monster = self.duel.chooses_for(ctx, of);
                let chosen = self.duel.all_members(ctx, how.set());
                let next = usize::from(frame.program);
                let open = monster.and_then(|monster| {
                    let all = self.duel.gathering(cards, ctx, monster, from, recipe);
                    all.goes_on(chosen, next).then(|| u8::from(!all.is_complete(chosen)))
                });
                if let Some(needed) = open {
                    return self.ask(DecisionKind::Card, ctx.player, needed, frame.program as u8);
                }
            }
            Op::ChooseTogether { goal: Goal::Pendulum(swing), how, .. } => {
                let chosen = self.duel.all_members(ctx, how.set());
                let mut open = 0;
                self.duel.each_to_swing(
                    cards,
                    ctx,
                    swing,
                    chosen,
                    frame.program,
                    &mut |_, _, _| {
                        open += 1;
                        true
                    },
                );
                if open > 0 {
                    let needed = u8::from(chosen.is_empty());
                    return self.ask(DecisionKind::Card, ctx.player, needed, frame.program as u8);
                }
            }
            Op::ChooseTogether { of, from, goal, how } => {
                let monster = self.duel.chooses_for(ctx, of);
                let chosen = self.duel.all_members(ctx, how.set());
                let open = monster.and_then(|monster| {
                    let all = self.duel.together(cards, ctx, monster, from, goal);
                    let next = usize::from(frame.program);
                    all.goes_on(chosen, next).then(|| u8::from(!all.is_complete(chosen)))
                });
                rule!("SU-04.4.i", "SU-04.12");
                if let Some(needed) = open {
                    return self.ask(DecisionKind::Card, ctx.player, needed, frame.program as u8);
                }
            }
            Op::KeepOne(at) | Op::Arrange(at) => {
                if self.duel.members(ctx, SetRef::Local(at)).len() > 1 {
                    return self.ask(DecisionKind::Card, ctx.player, 1, 0);
                }
            }
            Op::Declare(at, low, high, by) => {
                let (low, high) = (num(self, low).clamp(0, 255), num(self, high).clamp(0, 255));
                if low <= high {
                    let mut ask = question(DecisionKind::Number, ctx.chooser(by));
                    (ask.from, ask.remaining) = (low as u8, high as u8);
                    return Flow::Ask(ask, Step::Answer as u8);
                }
                // There is nothing to declare.
                self.set_number(ctx, at, 0);
            }
            Op::DeclareType(at, from) => {
                let types = self.duel.types_among(cards, ctx, from);
                if types != 0 {
                    let mut ask = question(DecisionKind::Type, ctx.player);
                    ask.chosen = u8::from(types.count_ones() > 1);
                    return Flow::Ask(ask, Step::Answer as u8);
                }
                self.set_number(ctx, at, 0);
            }
            Op::DeclareAnyType(_) => {
                let mut ask = question(DecisionKind::Type, ctx.player);
                ask.chosen = 1;
                return Flow::Ask(ask, Step::Answer as u8);
            }
            Op::DeclareName(..) => return self.ask(DecisionKind::Name, ctx.player, 1, 0),
            Op::OfferReroll(..) => {
                if let Some(player) = self.next_to_reroll(frame) {
                    return self.ask(DecisionKind::Confirm, player, 0, 0);
                }
            }
            Op::Offer(_) => return self.ask(DecisionKind::Confirm, ctx.player, 0, 0),
            Op::SummonAfter(set) => {
                if let Some(card) = self.duel.members(ctx, set).iter().next() {
                    rule!("SU-01.7x");
                    let mut ask = question(DecisionKind::Pose, ctx.player);
                    ask.chosen = self.duel.poses_to_summon(cards, ctx.player, Handle(card)).max(1);
                    return Flow::Ask(ask, Step::Answer as u8);
                }
            }
            Op::TributeSummonAfter(set) => {
                if let Some(card) = self.duel.members(ctx, set).iter().next() {
                    rule!("SU-01.7x", "SU-01.7z");
                    self.duel.reserve_tribute_summon(self.witness, Handle(card), ctx.player);
                }
            }
            Op::SummonUsingSource(set) => {
                if let Some(card) = self.duel.members(ctx, set).iter().next() {
                    self.duel.reserve_using(self.witness, Handle(card), ctx.source, ctx.player);
                }
            }
            Op::SpecialSummon { cards: set, poses, by, hold } => {
                let mut members = self.duel.members(ctx, set);
                if self.duel.has_common() && poses & pose_bit::SET == 0 {
                    // What would come face-up only and can't stays where it is (S4).
                    let player = ctx.chooser(by);
                    let across = poses & pose_bit::ACROSS != 0;
                    let side = if across { player.other() } else { player };
                    let fits =
                        |card: &u8| self.duel.breaks_common(cards, side, Handle(*card)).is_none();
                    members = members.iter().filter(fits).collect();
                }
                if self.duel.has_mod(ModKind::NoSpecialSummonOf) {
                    let player = ctx.chooser(by);
                    let may = |card: &u8| {
                        !self.duel.may_not_special_summon_it(cards, player, Handle(*card))
                    };
                    members = members.iter().filter(may).collect();
                }
                // Who can't Special Summon any more leaves them where they are (S4 of the facts).
                let locked = self.duel.may_not_special_summon(cards, ctx.chooser(by), ctx.source);
                if !members.is_empty() && !locked {
                    let up = self.duel.player_has(cards, ModKind::FaceUpOnly, ctx.chooser(by));
                    let poses = if up && poses & pose_bit::SET != 0 {
                        poses & !pose_bit::SET | pose_bit::DEFENSE
                    } else {
                        poses
                    };
                    self.duel.write_stamped_set(self.witness, TRIBUTES, members);
                    self.go_on(frame, 1);
                    let summoning = Frame {
                        procedure: Procedure::SpecialSummon as u8,
                        by: ctx.chooser(by).0,
                        card: NO_CARD,
                        counter: u16::from(poses),
                        program: u16::from(hold),
                        stamp: u16::from(ctx.source),
                        ..Frame::zeroed()
                    };
                    return Flow::Call(summoning, Step::Do as u8);
                }
                // What has moved since is not meant any more, wherever it is now.
                if let SetRef::Targets(at) = set
                    && ctx.link != NO_LINK
                {
                    let mut link = *self.duel.link(ctx.link);
                    link.targets[usize::from(at & 1)] = CardSet::EMPTY;
                    self.duel.write_link(self.witness, ctx.link, link);
                }
            }
            Op::SwingAfter => {
                let [left, _] = self.duel.scales(ctx.player);
                if left != NO_CARD {
                    let pose = Pose::Attack;
                    self.duel.reserve_summon(self.witness, Handle(left), pose, ctx.player);
                }
            }
            Op::PendulumSummon(set, swing) => {
                let members = self.duel.members(ctx, set);
                if swing == Swing::AfterEffect {
                    self.duel.expire(self.witness, Until::Swing);
                }
                if !members.is_empty() {
                    if swing != Swing::AfterEffect {
                        let more = swing == Swing::More;
                        self.duel.set_pendulum_used(self.witness, ctx.player, more);
                    }
                    self.duel.write_stamped_set(self.witness, TRIBUTES, members);
                    self.go_on(frame, 1);
                    let swing = super::special_summon::pendulum(ctx.player);
                    return Flow::Call(swing, Step::Do as u8);
                }
            }
            Op::FinishSummons => self.finish_special_summons(ctx.player, 0),
            Op::SwapControl(mine, theirs) => {
                let one = |set| self.duel.members(ctx, set).iter().next().map(Handle);
                if let (Some(mine), Some(theirs)) = (one(mine), one(theirs)) {
                    self.go_on(frame, 1);
                    let swap = super::swap::frame(ctx.player, mine, theirs);
                    return Flow::Call(swap, Step::Do as u8);
                }
            }
            Op::SetCards(set) => {
                // A card that is Set leaves the set, and the step is done again for the others.
                let members = self.duel.members(ctx, set);
                let next = in_order(self.duel, members).into_iter().find(|card| {
                    let facts = self.duel.facts(self.game, *card);
                    facts.is(kind::FIELD) || self.duel.free_spell_zones(ctx.player) != 0
                });
                if let Some(card) = next {
                    let setting = super::spell_set::by_effect(self.duel, ctx.player, card);
                    return Flow::Call(setting, Step::Do as u8);
                }
            }
            Op::LayUp(set) => {
                // As for cards that are Set: a card that lies there leaves the set.
                let members = self.duel.members(ctx, set);
                let next = in_order(self.duel, members).first().copied();
                if let Some(card) = next.filter(|_| self.duel.free_spell_zones(ctx.player) != 0) {
                    let laying = super::spell_set::face_up(self.duel, ctx.player, card);
                    return Flow::Call(laying, Step::Do as u8);
                }
            }
            Op::LayWithOwner(set) => {
                // A monster that was laid there is still the one that was meant.
                let (duel, members) = (&*self.duel, self.duel.members(ctx, set));
                let goes = |card: &Handle| match duel.place(*card) {
                    Place::Spell => false,
                    Place::Monster => true,
                    // From elsewhere it stays where it is if there is no zone.
                    _ => duel.free_spell_zones(duel.owner(*card)) != 0,
                };
                let next = in_order(duel, members).into_iter().find(goes);
                if let Some(card) = next {
                    let laying = super::spell_set::with_owner(self.duel, ctx.player, card);
                    return Flow::Call(laying, Step::Do as u8);
                }
            }
            Op::LayScale(set) => {
                // As for cards that are laid face-up: a card that lies there leaves the set.
                let members = self.duel.members(ctx, set);
                let next = in_order(self.duel, members).first().copied();
                if let Some(card) = next.filter(|_| self.duel.free_pendulum_zones(ctx.player) != 0)
                {
                    let laying = super::spell_set::as_scale(self.duel, ctx.player, card);
                    return Flow::Call(laying, Step::Do as u8);
                }
            }
            Op::EquipWith(set) => {
                let card = self.duel.members(ctx, set).iter().next();
                if let Some(card) = card.filter(|_| ctx.source != NO_CARD) {
                    self.go_on(frame, 1);
                    let host = Handle(ctx.source);
                    let frame =
                        super::equip_monster::frame(self.duel, ctx.player, Handle(card), host);
                    return Flow::Call(frame, Step::Do as u8);
                }
            }
            Op::EquipTo(set) if self.duel.comes_to_equip(ctx.source) => {
                // A monster first has to come to a Spell & Trap Zone, from its own or the Graveyard.
                rule!("CT-02.15a", "CT-02.15b", "CT-02.15c");
                let card = self.duel.members(ctx, SetRef::Source).iter().next();
                let host = self.duel.all_members(ctx, set).iter().next();
                if let (Some(card), Some(host)) = (card, host) {
                    self.go_on(frame, 1);
                    let (card, host) = (Handle(card), Handle(host));
                    let frame = super::equip_monster::frame(self.duel, ctx.player, card, host);
                    return Flow::Call(frame, Step::Do as u8);
                }
            }
            Op::ToField(set) => {
                // A card that returned leaves the set, and the step is done again for the others.
                let duel = &*self.duel;
                let members = duel.members(ctx, set).iter();
                let members = members.filter(|card| duel.place(Handle(*card)) != Place::Nowhere);
                if let Some(card) = in_order(duel, members.collect()).first() {
                    let returning = super::return_to_field::frame(self.duel, *card);
                    return Flow::Call(returning, Step::Do as u8);
                }
            }
            Op::TakeControl(set, until) => {
                if let Some(card) = self.duel.members(ctx, set).iter().next().map(Handle)
                    && self.duel.place(card) == Place::Monster
                    && self.duel.controller(card) != ctx.player
                {
                    if until == Until::Source {
                        self.hold_control(ctx, card);
                        self.go_on(frame, 1);
                        return Flow::Next(Step::Do as u8);
                    }
                    self.go_on(frame, 1);
                    return Flow::Call(
                        super::control::frame(self.duel, card, ctx, until),
                        Step::Do as u8,
                    );
                }
            }
            Op::Destroy(set) => {
                let doomed = self.destructible(self.duel.members(ctx, set));
                if self.may_be_replaced(doomed) {
                    self.go_on(frame, 1);
                    return Flow::Call(super::replace::frame(false), Step::Do as u8);
                }
                if self.may_any_stay(doomed) {
                    self.go_on(frame, 1);
                    return Flow::Call(super::stay::frame(false), Step::Do as u8);
                }
                self.send(doomed, Place::Grave, Cause::Destroyed);
            }
            Op::Turn(which, Turn::FaceDown) => {
                let members = self.duel.members(ctx, which);
                if let Some(flow) = self.turn_traps_down(members) {
                    return flow;
                }
            }
            Op::Unless(cond, skip) => {
                let on = self.duel.holds(cards, ctx, cond);
                self.go_on(frame, if on { 1 } else { skip + 1 });
                return Flow::Next(Step::Do as u8);
            }
            Op::Skip(skip) => {
                self.go_on(frame, skip + 1);
                return Flow::Next(Step::Do as u8);
            }
            op => self.do_at_once(ctx, op),
        }
        if self.duel.is_over() {
            return Flow::Over;
        }
        self.go_on(frame, 1);
        Flow::Next(Step::Do as u8)
    }

    /// Runs a whole program that asks nobody, as the compiler has seen to.
    pub(crate) fn run_at_once(&mut self, ctx: Ctx, program: Program) {
        let ctx = Ctx { level: self.duel.programs_running(), ..ctx };
        let mut at = program.0;
        loop {
            let op = self.game.cards.scripts().op(at);
            at += 1;
            match op {
                Op::End => break,
                Op::Unless(cond, skip) if !self.duel.holds(self.game.cards, ctx, cond) => {
                    at += skip;
                }
                Op::Unless(..) => {}
                Op::Skip(skip) => at += skip,
                op => self.do_at_once(ctx, op),
            }
            self.duel.refresh(self.witness, self.game.cards);
        }
        self.clear_local_sets(ctx.level);
    }

    /// Makes Tokens, each with the next row of their name as long as there is one.
    fn make_tokens(&mut self, ctx: Ctx, print: Print, count: i32, into: u8) {
        let cards = self.game.cards;
        let (mut made, mut row) = (CardSet::EMPTY, print);
        for nth in 0..u8::try_from(count).unwrap_or(0) {
            let token = self.duel.make_token(self.witness, ctx.player, row, nth);
            let Some(token) = token else { return };
            made = made.with(token.0);
            row = cards.next_picture(row).unwrap_or(print);
        }
        self.keep(ctx, into, made);
    }

    /// What a program kept in its sets is forgotten.
    #[inline(always)]
    fn clear_local_sets(&mut self, level: u8) {
        for set in 0..4 {
            let register = local_register(level, set);
            if !self.duel.set(register).is_empty() {
                self.duel.write_stamped_set(self.witness, register, CardSet::EMPTY);
            }
        }
    }

    /// Whether a step moves cards as a cost: while a link is made, nothing resolves.
    fn cause_of_move(&self, ctx: Ctx) -> Cause {
        let own_way = ctx.link == NO_LINK && !self.duel.set(OWN_COST).is_empty();
        let activation = ctx.link != NO_LINK && self.duel.resolving() == 0;
        if own_way || activation { Cause::Cost } else { Cause::Effect }
    }

    /// Whoever Special Summons a monster of the hand in its own way pays what that costs besides once
    /// the cards for it are chosen, before they move.
    fn pay_own_fee(&mut self, ctx: Ctx) {
        let own_way =
            ctx.link == NO_LINK && ctx.source != NO_CARD && !self.duel.set(OWN_COST).is_empty();
        if own_way {
            self.pay_hand_fee(ctx.player, Handle(ctx.source));
        }
    }

    /// A card that pays with itself is what was paid: later steps find it where that has put it.
    fn note_paid_itself(&mut self, ctx: Ctx, which: SetRef) {
        if which == SetRef::Source
            && ctx.link != NO_LINK
            && ctx.source != NO_CARD
            && self.duel.resolving() == 0
        {
            let link = *self.duel.link(ctx.link);
            let cost = link.cost.with(ctx.source);
            self.duel.write_link(self.witness, ctx.link, Link { cost, ..link });
        }
    }

    /// The steps that ask nobody.
    fn do_at_once(&mut self, ctx: Ctx, op: Op) {
        let cards = self.game.cards;
        let turn_player = self.duel.turn_player();
        let num = |run: &Self, id: NumId| run.duel.number(cards, ctx, id);
        let set = |run: &Self, set: SetRef| run.duel.members(ctx, set);
        match op {
            Op::Gather { from, into } => {
                let found = self.duel.gather(cards, ctx, from);
                self.keep(ctx, into, found);
                self.finish_choice(ctx, from, How::Pick(into));
            }
            Op::MakeTokens { print, count, into } => {
                let count = num(self, count);
                self.make_tokens(ctx, print, count, into);
            }
            Op::Random { from, count, into } => {
                let count = num(self, count);
                self.take_at_random(ctx, from, count, into);
            }
            Op::KeepLowest(at, stat) => self.keep_most(ctx, at, stat, -1),
            Op::KeepHighest(at, stat) => self.keep_most(ctx, at, stat, 1),
            Op::TargetEvent(at) => {
                let members = set(self, SetRef::Event);
                self.add_targets(ctx, at, members);
            }
            Op::Follow(which, places) => {
                let (duel, all) = (&*self.duel, self.duel.meant(ctx, which).iter());
                let there = |card: &u8| places & place_bit_of(duel.place(Handle(*card))) != 0;
                let came = all.filter(there).collect();
                self.follow(ctx, which, came);
            }
            Op::NoteMaterials(of, given) => self.note_materials(ctx, of, given),
            Op::KeepTargets(at, test) => {
                let members = self.duel.all_members(ctx, SetRef::Targets(at)).iter();
                let fit = members.filter(|card| self.duel.fits(cards, ctx, test, Handle(*card)));
                let fit = fit.collect();
                self.write_targets(ctx, at, fit);
            }
            Op::Destroy(which) => self.destroy(set(self, which)),
            Op::ToHand(which) => self.put_in_hand(set(self, which)),
            Op::ToExtra(which) => self.put_in_extra(set(self, which)),
            Op::ToGrave(which) => {
                self.note_paid_itself(ctx, which);
                let cause = self.cause_of_move(ctx);
                self.send(set(self, which), Place::Grave, cause);
            }
            Op::UseMaterials(which) => {
                rule!("SU-05.7", "SU-07.7");
                self.send(set(self, which), Place::Grave, Cause::Material);
            }
            Op::Attach { cards: which, host, with_materials } => {
                // A monster of the Extra Deck that is Summoned in its own way is the source.
                let host = match host {
                    SetRef::Source => Some(ctx.source),
                    host => set(self, host).iter().next(),
                };
                if let Some(host) = host {
                    self.attach(set(self, which), Handle(host), with_materials);
                }
            }
            Op::Discard(which) => {
                self.send(set(self, which), Place::Grave, Cause::Discarded);
            }
            Op::Banish(which) => {
                self.pay_own_fee(ctx);
                self.note_paid_itself(ctx, which);
                let cause = self.cause_of_move(ctx);
                let may = |card: &u8| self.duel.can_banish(cards, ctx.player, Handle(*card));
                let banished = set(self, which).iter().filter(may).collect();
                self.send(banished, Place::Banished, cause);
            }
            Op::BanishDown(which) => {
                self.note_paid_itself(ctx, which);
                let cause = self.cause_of_move(ctx);
                let may = |card: &u8| self.duel.can_banish_down(cards, ctx.player, Handle(*card));
                let banished = set(self, which).iter().filter(may).collect();
                self.banish_face_down(&in_order(self.duel, banished), cause);
            }
            Op::BanishForNow(which) => {
                let may = |card: &u8| self.duel.can_banish(cards, ctx.player, Handle(*card));
                let banished = set(self, which).iter().filter(may).collect();
                let gone = self.banish_for_now(banished);
                self.follow(ctx, which, gone);
            }
            Op::Tribute(which) => {
                self.pay_own_fee(ctx);
                self.note_paid_itself(ctx, which);
                let given = set(self, which);
                if given.iter().any(|card| self.duel.pose(Handle(card)) == Pose::Set) {
                    // What it is need not be shown before: it is seen when it has gone.
                    rule!("BP-19");
                }
                self.send(given, Place::Grave, Cause::Tribute);
            }
            Op::Turn(which, turn) => self.turn_by_effect(set(self, which), turn),
            Op::ToDeck(which, end) => self.put_in_deck(set(self, which), end),
            Op::ForbidNamed(which) => {
                for card in self.duel.meant(ctx, which).iter().map(Handle) {
                    let name = self.duel.name_of(cards, card).0;
                    let (scope, kind) = (Scope::Player(Who::Me), ModKind::CannotActivateNamed);
                    let value = Value::Fixed(i32::from(name));
                    self.modify(ctx, scope, NO_CARD, kind, value, Until::EndOfTurn);
                }
            }
            Op::Excavate { who, until, all, found } => {
                let player = ctx.chooser(who);
                let (mut shown, mut last, mut nth) = (CardSet::EMPTY, CardSet::EMPTY, 0);
                while let Some(card) = self.excavate(player, nth) {
                    shown = shown.with(card.0);
                    if self.duel.fits(cards, ctx, until, card) {
                        last = last.with(card.0);
                        break;
                    }
                    nth += 1;
                }
                self.keep(ctx, all, shown);
                self.keep(ctx, found, last);
            }
            Op::ExcavateTop { who, amount, into } => {
                let amount = usize::try_from(num(self, amount)).unwrap_or(0);
                let mut shown = CardSet::EMPTY;
                for player in ctx.players(who, turn_player) {
                    let top = (0..amount).map_while(|nth| self.excavate(player, nth));
                    shown = top.fold(shown, |shown, card| shown.with(card.0));
                }
                self.keep(ctx, into, shown);
            }
            Op::ExcavateMany { who, amount, until, into } => {
                let (player, amount) = (ctx.chooser(who), num(self, amount));
                let (mut shown, mut found, mut nth) = (CardSet::EMPTY, 0, 0);
                while found < amount
                    && let Some(card) = self.excavate(player, nth)
                {
                    shown = shown.with(card.0);
                    found += i32::from(self.duel.fits(cards, ctx, until, card));
                    nth += 1;
                }
                self.keep(ctx, into, shown);
            }
            Op::FollowToDeck(which) => {
                if let SetRef::Local(at) = which {
                    let (duel, all) = (&*self.duel, self.duel.meant(ctx, which).iter());
                    let back = all.filter(|card| duel.place(Handle(*card)).is_deck()).collect();
                    self.keep(ctx, at, back);
                }
            }
            Op::ShuffleSet(which) => {
                let members = set(self, which);
                for player in ctx.players(Who::Both, turn_player) {
                    self.shuffle_set(player, members);
                }
            }
            Op::ShuffleDeck(who) => {
                for player in ctx.players(who, turn_player) {
                    self.duel.shuffle_deck(self.witness, player);
                }
            }
            Op::ShowDecks => {
                for player in [ctx.player.other(), ctx.player] {
                    // What a player saw of a Deck that is shuffled then is not kept.
                    for card in self.duel.deck_by_print(player) {
                        let (card, to) = (Handle(card), player.other());
                        self.witness.event(self.duel, Event::Revealed { card, to });
                    }
                }
                for player in [ctx.player, ctx.player.other()] {
                    self.duel.shuffle_deck(self.witness, player);
                }
            }
            Op::Mill(who, amount, away) => {
                let amount = num(self, amount);
                let cause = self.cause_of_move(ctx);
                for player in ctx.players(who, turn_player) {
                    self.mill(player, amount, away, cause);
                }
            }
            Op::CountTurn(which) => {
                for card in in_order(self.duel, set(self, which)) {
                    self.count_turn(ctx, card);
                }
            }
            Op::LoseTaken(which) => {
                for card in in_order(self.duel, set(self, which)) {
                    self.duel.lose_taken_over(self.witness, card);
                }
            }
            // An attacker to which the effect does nothing attacks on.
            Op::NegateAttack if !set(self, SetRef::Attacker).is_empty() => {
                self.duel.cancel_attack(self.witness);
            }
            Op::RedirectAttack(which) => {
                if let Some(card) = set(self, which).iter().next().map(Handle)
                    && !set(self, SetRef::Attacker).is_empty()
                {
                    self.redirect_attack(card);
                }
            }
            Op::ChangeTarget(which) => {
                if let Some(at) = self.duel.answered_link(ctx) {
                    self.change_target(at, set(self, which));
                }
            }
            Op::Protect(which) => {
                let Some(at) = self.duel.answered_link(ctx) else { return };
                for card in in_order(self.duel, set(self, which)) {
                    let (kind, value) = (ModKind::SavedBySource, Value::Fixed(i32::from(at) + 1));
                    self.modify(ctx, Scope::Card, card.0, kind, value, Until::EndOfChain);
                }
            }
            Op::Show(which) => {
                for card in as_shown(self.duel, set(self, which)) {
                    self.duel.show_card(self.witness, card, ctx.player.other());
                }
            }
            Op::AttackAgain => {
                for card in set(self, SetRef::Attacker).iter() {
                    let (kind, value) = (ModKind::AttacksAgain, Value::Fixed(0));
                    self.modify(ctx, Scope::Card, card, kind, value, Until::EndOfBattle);
                }
            }
            // A card is equipped to what it can do nothing to all the same.
            Op::EquipTo(which) => self.equip(ctx, self.duel.all_members(ctx, which)),
            Op::Damage(who, amount) => {
                let amount = num(self, amount);
                for player in ctx.players(who, turn_player) {
                    self.deal(player, amount, ctx.player);
                }
            }
            Op::Gain(who, amount) => {
                let amount = num(self, amount);
                for player in ctx.players(who, turn_player) {
                    self.heal(player, amount);
                }
            }
            Op::Pay(amount) => {
                let amount = num(self, amount);
                self.pay(ctx.player, amount);
            }
            Op::Draw(who, amount) => {
                let amount = num(self, amount);
                for player in ctx.players(who, turn_player) {
                    self.draw_by_effect(player, amount);
                }
            }
            Op::DrawCards(who, amount, into) => {
                let amount = num(self, amount);
                let mut drawn = CardSet::EMPTY;
                for player in ctx.players(who, turn_player) {
                    let before = self.duel.hand(player).len();
                    self.draw_by_effect(player, amount);
                    let new = &self.duel.hand(player)[before..];
                    drawn = new.iter().copied().fold(drawn, CardSet::with);
                }
                self.keep(ctx, into, drawn);
            }
            Op::SeeTop(amount, into) => {
                let amount = usize::try_from(num(self, amount)).unwrap_or(0);
                let top = (0..amount).map_while(|nth| self.nth_of_deck(ctx.player, nth));
                let top: ArrayVec<Handle, MAX_PILE> = top.take(MAX_PILE).collect();
                let seen = top.iter().map(|card| card.0).collect();
                self.duel.see_alone(self.witness, &top, ctx.player);
                self.keep(ctx, into, seen);
            }
            Op::Reveal(which) => {
                let shown = set(self, which);
                for player in Player::BOTH {
                    let hand = self.duel.hand(player);
                    if hand.iter().all(|card| shown.has(*card)) {
                        self.duel.tell_hand_from_set(self.witness, player);
                    }
                }
                for card in as_shown(self.duel, shown) {
                    self.duel.show_card(self.witness, card, ctx.player);
                }
            }
            Op::RevealTop(who, amount) => {
                let amount = num(self, amount);
                for player in ctx.players(who, turn_player) {
                    self.look_at_top(player, amount, ctx.player);
                }
            }
            Op::Change { cards: which, kind, value, until } => {
                let value = num(self, value);
                for card in in_order(self.duel, set(self, which)) {
                    self.modify(ctx, Scope::Card, card.0, kind, Value::Fixed(value), until);
                    if kind == ModKind::Negated {
                        self.negate_links_of(card);
                    }
                }
            }
            Op::Impose { scope, kind, value, until } => {
                let value = num(self, value);
                self.modify(ctx, scope, NO_CARD, kind, Value::Fixed(value), until);
            }
            Op::Set(at, value) => {
                let value = num(self, value);
                self.set_number(ctx, at, value);
            }
            Op::Then => {
                self.pass_moment();
                // Whoever has no Life Points left has lost already.
                self.check_lost();
            }
            Op::DestroyAndBanish(which) => {
                let cards = self.without_saved(set(self, which));
                self.send(cards, Place::Banished, Cause::Destroyed);
            }
            Op::Plan { effect, with, on_cards, later } => {
                let captured = with.map(|which| self.duel.all_members(ctx, which));
                let not_in = if later { i32::from(self.duel.turn()) << u16::BITS } else { 0 };
                let planned = Delayed {
                    program: effect.0,
                    player: ctx.player.0,
                    when: match captured {
                        None => when::PLANNED,
                        Some(_) if on_cards => when::PLANNED_ON_CARDS,
                        Some(_) => when::PLANNED_WITH_CARDS,
                    },
                    number: i32::from(self.duel.last_stamp()) | not_in,
                    captured: captured.unwrap_or(CardSet::EMPTY),
                };
                self.duel.push_delayed(self.witness, planned);
            }
            Op::Allow(effect) => {
                let delayed =
                    Delayed { program: effect.0, player: ctx.player.0, ..Delayed::zeroed() };
                self.duel.push_delayed(self.witness, delayed);
            }
            Op::PlaceCounters(which, kind, amount) => {
                let amount = num(self, amount);
                for card in in_order(self.duel, set(self, which)) {
                    self.change_counters(card, kind, amount);
                }
            }
            Op::RemoveCounters(which, kind, amount) => {
                let amount = num(self, amount);
                for card in in_order(self.duel, set(self, which)) {
                    self.change_counters(card, kind, -amount);
                }
            }
            Op::Roll(at, amount) => {
                let dice = num(self, amount).clamp(0, 5) as u8;
                let sum = self.roll(ctx.player, dice);
                self.set_number(ctx, at, sum);
            }
            Op::Keep(value) => {
                let value = num(self, value);
                for card in set(self, SetRef::Source).iter().map(Handle) {
                    self.keep_in_mind(ctx, card, value);
                }
            }
            Op::Toss(at, amount) => {
                let coins = num(self, amount).clamp(0, 8) as u8;
                let heads = self.toss(ctx.player, coins);
                self.set_number(ctx, at, heads);
            }
            Op::Negate => self.negate(ctx),
            Op::NegateEffect => {
                if let Some(at) = self.duel.answered_link(ctx) {
                    self.negate_effect(at);
                }
            }
            _ => {}
        }
    }

    fn ask(&self, kind: DecisionKind, player: Player, remaining: u8, from: u8) -> Flow {
        let ask = Ask { remaining, from, ..question(kind, player) };
        Flow::Ask(ask, Step::Answer as u8)
    }

    /// The program goes on so many steps further.
    pub(super) fn go_on(&mut self, frame: Frame, by: u16) {
        self.duel.set_frame_program(self.witness, 0, frame.counter + by);
    }
}
