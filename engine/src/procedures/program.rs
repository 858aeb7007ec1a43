//! Programs of card effects: one step of the program at a time.

use arrayvec::ArrayVec;
use bytemuck::Zeroable;

use super::Procedure;
use crate::catalogue::{Print, kind};
use crate::chance::{Chance, Purpose, Question};
use crate::decision::{Action, DecisionKind, Verb};
use crate::duel::{Flow, Run};
use crate::effects::{
    Ctx, How, ModKind, NO_LINK, NumId, Op, Program, Scope, Select, SelectId, SetRef, Stat, Until,
    Who, event_bit, local_register, place_bit, pose_bit,
};
use crate::event::{Cause, Event};
use crate::ids::{Handle, NO_CARD, Place, Player, Pose, Seat, byte_enum};
use crate::limits::MAX_PILE;
use crate::marks::rule;
use crate::state::{
    Ask, CardSet, Delayed, Draft, Duel, Frame, Modifier, OWN_COST, TRIBUTES, Value, when,
};
use crate::witness::Witness;

pub(crate) use super::moves::in_order;

byte_enum! {
    /// Where a step of a program is. `frame.counter` is the step of the program, `frame.program`
    /// the first number in canonical order that may still be chosen, `frame.a` the link of the
    /// Chain, `frame.b` the quarter of the set registers.
    enum Step {
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
            Op::ChooseTogether { of, from, goal, into } => {
                let monster = self.duel.members(ctx, of).iter().next().map(Handle);
                let chosen = self.duel.all_members(ctx, SetRef::Local(into));
                let open = monster.is_some_and(|monster| {
                    let all = self.duel.together(cards, ctx, monster, from, goal);
                    let next = usize::from(frame.program);
                    !all.is_complete(chosen) && all.is_completable(chosen, next)
                });
                rule!("SU-04.4.i", "SU-04.12");
                if open {
                    return self.ask(DecisionKind::Card, ctx.player, 1, frame.program as u8);
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
            Op::Offer(_) => return self.ask(DecisionKind::Confirm, ctx.player, 0, 0),
            Op::SummonAfter(set) => {
                if let Some(card) = self.duel.members(ctx, set).iter().next() {
                    rule!("SU-01.7x");
                    let mut ask = question(DecisionKind::Pose, ctx.player);
                    ask.chosen = self.duel.poses_to_summon(cards, ctx.player, Handle(card)).max(1);
                    return Flow::Ask(ask, Step::Answer as u8);
                }
            }
            Op::SpecialSummon { cards: set, poses, by, hold } => {
                let members = self.duel.members(ctx, set);
                // Who can't Special Summon any more leaves them where they are (S4 of the facts).
                let locked = self.duel.may_not_special_summon(cards, ctx.chooser(by), ctx.source);
                if members != CardSet::EMPTY && !locked {
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
            Op::FinishSummons => self.finish_special_summons(ctx.player),
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
    fn clear_local_sets(&mut self, level: u8) {
        for set in 0..4 {
            let register = local_register(level, set);
            if self.duel.set(register) != CardSet::EMPTY {
                self.duel.write_stamped_set(self.witness, register, CardSet::EMPTY);
            }
        }
    }

    /// Whether a step moves cards as a cost: while a link is made, nothing resolves.
    fn cause_of_move(&self, ctx: Ctx) -> Cause {
        let own_way = ctx.link == NO_LINK && self.duel.set(OWN_COST) != CardSet::EMPTY;
        let activation = ctx.link != NO_LINK && self.duel.resolving() == 0;
        if own_way || activation { Cause::Cost } else { Cause::Effect }
    }

    /// Whoever Special Summons a monster of the hand in its own way pays what that costs besides once
    /// the cards for it are chosen, before they move.
    fn pay_own_fee(&mut self, ctx: Ctx) {
        let own_way = ctx.link == NO_LINK
            && ctx.source != NO_CARD
            && self.duel.set(OWN_COST) != CardSet::EMPTY;
        if own_way {
            self.pay_hand_fee(ctx.player, Handle(ctx.source));
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
            Op::Follow(which) => {
                let (duel, all) = (&*self.duel, self.duel.meant(ctx, which).iter());
                let came = all.filter(|card| duel.is_on_field(Handle(*card))).collect();
                match which {
                    SetRef::Local(at) => self.keep(ctx, at, came),
                    SetRef::Targets(at) if ctx.link != NO_LINK => {
                        self.follow_targets(ctx, at, came);
                    }
                    _ => {}
                }
            }
            Op::KeepTargets(at, test) => {
                let members = self.duel.all_members(ctx, SetRef::Targets(at)).iter();
                let fit = members.filter(|card| self.duel.fits(cards, ctx, test, Handle(*card)));
                let fit = fit.collect();
                self.write_targets(ctx, at, fit);
            }
            Op::Destroy(which) => self.destroy(set(self, which)),
            Op::ToHand(which) => self.put_in_hand(set(self, which)),
            Op::ToGrave(which) => {
                let cause = self.cause_of_move(ctx);
                self.send(set(self, which), Place::Grave, cause);
            }
            Op::Discard(which) => {
                self.send(set(self, which), Place::Grave, Cause::Discarded);
            }
            Op::Banish(which) => {
                self.pay_own_fee(ctx);
                let cause = self.cause_of_move(ctx);
                let may = |card: &u8| self.duel.can_banish(cards, ctx.player, Handle(*card));
                let banished = set(self, which).iter().filter(may).collect();
                self.send(banished, Place::Banished, cause);
            }
            Op::Tribute(which) => {
                self.pay_own_fee(ctx);
                self.send(set(self, which), Place::Grave, Cause::Tribute);
            }
            Op::Turn(which, turn) => self.turn_by_effect(set(self, which), turn),
            Op::ToDeck(which, end) => self.put_in_deck(set(self, which), end),
            Op::ForbidNamed(which) => {
                for card in self.duel.meant(ctx, which).iter().map(Handle) {
                    let name = cards.base(self.duel.print(card)).0;
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
            Op::Mill(who, amount) => {
                let amount = num(self, amount);
                for player in ctx.players(who, turn_player) {
                    self.mill(player, amount);
                }
            }
            Op::CountTurn(which) => {
                for card in in_order(self.duel, set(self, which)) {
                    self.count_turn(ctx, card);
                }
            }
            // An attacker to which the effect does nothing attacks on.
            Op::NegateAttack if set(self, SetRef::Attacker) != CardSet::EMPTY => {
                self.duel.cancel_attack(self.witness);
            }
            Op::RedirectAttack(which) => {
                if let Some(card) = set(self, which).iter().next().map(Handle)
                    && set(self, SetRef::Attacker) != CardSet::EMPTY
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
                for card in in_order(self.duel, set(self, which)) {
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
                    self.deal(player, amount);
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
                for card in in_order(self.duel, shown) {
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
            Op::Then => self.pass_moment(),
            Op::DestroyAndBanish(which) => {
                let cards = self.without_saved(set(self, which));
                self.send(cards, Place::Banished, Cause::Destroyed);
            }
            Op::Plan(effect, which) => {
                let captured = which.map(|which| self.duel.all_members(ctx, which));
                let planned = Delayed {
                    program: effect.0,
                    player: ctx.player.0,
                    when: captured.map_or(when::PLANNED, |_| when::PLANNED_WITH_CARDS),
                    number: i32::from(self.duel.last_stamp()),
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
    fn go_on(&mut self, frame: Frame, by: u16) {
        self.duel.set_frame_program(self.witness, 0, frame.counter + by);
    }

    fn ask_for_card(&mut self, frame: Frame, ctx: Ctx, asked: Asked) -> Flow {
        let Asked { from, min, max, how, by } = asked;
        let chosen = self.duel.all_members(ctx, how.set());
        let max = self.duel.number(self.game.cards, ctx, max);
        let (mut left, mut open, mut hidden) = (0, 0, false);
        if chosen.len() < max {
            let Some(choosing) = self.duel.choosing(self.game) else { return Flow::Return };
            self.duel.each_candidate(self.game, choosing, &mut |number, at, card| {
                left += i32::from(u16::from(number) >= frame.program && !chosen.has(card.0));
                // Hidden cards are one choice.
                if self.duel.is_hidden_from(choosing, at) {
                    hidden = true;
                } else if u16::from(number) >= frame.program && !chosen.has(card.0) {
                    open += 1;
                }
                true
            });
        }
        if left == 0 {
            self.finish_choice(ctx, from, how);
            self.go_on(frame, 1);
            return Flow::Next(Step::Do as u8);
        }
        let min = self.duel.number(self.game.cards, ctx, min).min(max);
        let needed = (min - chosen.len()).clamp(0, left) as u8;
        let several = open + i32::from(needed == 0) > 1 && needed <= 1 && !hidden;
        let ask = Ask {
            remaining: needed,
            from: frame.program as u8,
            chosen: u8::from(several),
            ..question(DecisionKind::Card, by)
        };
        Flow::Ask(ask, Step::Answer as u8)
    }

    /// Whoever looked through a Deck shuffles it afterwards.
    fn finish_choice(&mut self, ctx: Ctx, from: SelectId, how: How) {
        let select: Select = self.game.cards.scripts().select(from);
        if self.game.cards.scripts().names_its_cards(select.test) {
            return;
        }
        if select.places & place_bit::DECK != 0 && matches!(how, How::Pick(_)) {
            for player in ctx.players(Who::Both, self.duel.turn_player()) {
                let looked = ctx.is_among(select.sides, player);
                if looked {
                    rule!("DF-54", "DF-57");
                    self.duel.plan_shuffle(self.witness, player);
                }
            }
        }
    }

    fn take_answer(&mut self, frame: Frame, ctx: Ctx, op: Op) -> Flow {
        let Some(action) = self.answer() else { return Flow::Next(Step::Do as u8) };
        match op {
            Op::Choose { from, how, .. } => {
                if action.verb() == Verb::Done {
                    self.finish_choice(ctx, from, how);
                    self.go_on(frame, 1);
                } else if let Some((next, card)) = self.chosen_card(action) {
                    self.take_card(ctx, how, card);
                    self.duel.set_frame_program(self.witness, next, frame.counter);
                }
            }
            Op::ChooseTogether { into, .. } => {
                if let Some((next, card)) = self.chosen_card(action) {
                    self.take_card(ctx, How::Pick(into), card);
                    self.duel.set_frame_program(self.witness, next, frame.counter);
                }
            }
            Op::KeepOne(at) => {
                if let Some((_, card)) = self.chosen_card(action) {
                    self.keep(ctx, at, CardSet::EMPTY.with(card.0));
                }
                self.go_on(frame, 1);
            }
            Op::Arrange(at) => {
                // The next one comes above those that are left.
                let left = self.duel.members(ctx, SetRef::Local(at));
                if let Some((_, card)) = self.chosen_card(action) {
                    self.duel.raise_in_deck(self.witness, card, left);
                    self.keep(ctx, at, left.without(card.0));
                }
            }
            Op::Declare(at, _, _, by) => {
                let number = action.small_number();
                self.set_number(ctx, at, i32::from(number));
                let declared = Event::Declared { player: ctx.chooser(by), number };
                self.witness.event(self.duel, declared);
                self.go_on(frame, 1);
            }
            Op::DeclareType(at, _) => {
                let race = action.declared_type();
                self.set_number(ctx, at, race.cast_signed());
                let declared = Event::DeclaredType { player: ctx.player, race };
                self.witness.event(self.duel, declared);
                self.go_on(frame, 1);
            }
            Op::Offer(skip) => {
                let by = if action.verb() == Verb::Yes { 1 } else { skip + 1 };
                self.go_on(frame, by);
            }
            Op::SummonAfter(set) => {
                if let Some(card) = self.duel.members(ctx, set).iter().next() {
                    let pose = action.chosen_pose();
                    self.duel.reserve_summon(self.witness, Handle(card), pose, ctx.player);
                }
                self.go_on(frame, 1);
            }
            _ => self.go_on(frame, 1),
        }
        Flow::Next(Step::Do as u8)
    }

    /// The card that an answer names, with its number in canonical order. Of a hand that the
    /// chooser can't see chance takes one.
    fn chosen_card(&mut self, action: Action) -> Option<(u16, Handle)> {
        let (at, named) = self.duel.pointed(action)?;
        let choosing = self.duel.choosing(self.game)?;
        if self.duel.is_hidden_from(choosing, at) {
            let hand: CardSet = self.duel.hand(at.player).iter().copied().collect();
            return Some((1, self.one_at_random(at.player, hand)?));
        }
        let mut found = None;
        self.duel.each_candidate(self.game, choosing, &mut |number, _, card| {
            if card == named {
                found = Some((u16::from(number) + 1, card));
            }
            found.is_none()
        });
        // Of equal copies in a Deck it is always the same one, so that what is drawn later does not
        // depend on which of them an action named; the named one may be chosen next then.
        if at.place == Place::DeckRest
            && let Some((next, card)) = found
            && self.duel.place(card) == Place::DeckRest
        {
            let print = self.duel.print(card);
            let mut rest = self.duel.deck_rest(at.player).iter().map(|copy| Handle(*copy));
            let copy = rest
                .find(|copy| self.duel.print(*copy) == print && !choosing.taken.has(copy.0))
                .unwrap_or(card);
            found = Some((if copy == card { next } else { next - 1 }, copy));
        }
        found
    }

    /// Chance takes one of some cards of a hand.
    fn one_at_random(&mut self, player: Player, of: CardSet) -> Option<Handle> {
        let hand = self.duel.hand(player).iter().copied().filter(|card| of.has(*card));
        let hand: ArrayVec<u8, MAX_PILE> = hand.collect();
        if hand.is_empty() {
            return None;
        }
        let at = self.one_of(player, &hand);
        Some(Handle(hand[at]))
    }

    /// Face-down monsters of a player change places with each other. The opponent does not see
    /// which is which then.
    fn shuffle_set(&mut self, player: Player, of: CardSet) {
        let duel = &*self.duel;
        let there = duel
            .monsters(player)
            .filter(|(_, card)| of.has(card.0) && duel.pose(*card) == Pose::Set);
        let (seats, mut left): (ArrayVec<Seat, MAX_ZONES>, ArrayVec<u8, MAX_ZONES>) =
            there.map(|(seat, card)| (seat, card.0)).unzip();
        if seats.len() < 2 {
            return;
        }
        let mut order: ArrayVec<(Handle, Seat), MAX_ZONES> = ArrayVec::new();
        for seat in seats {
            let at = if left.len() > 1 { self.one_of(player, &left) } else { 0 };
            order.push((Handle(left.remove(at)), seat));
        }
        self.duel.shuffle_seats(self.witness, player, &order);
    }

    /// The number of one of some cards, as chance says.
    fn one_of(&mut self, player: Player, cards: &[u8]) -> usize {
        let purpose = Purpose::Pick(player);
        let choices = cards.len() as u32;
        let index = self.duel.count_chance(self.witness, purpose);
        let duel = &*self.duel;
        let lot = |i: u32| duel.lot(Handle(cards[i as usize]));
        let answer = self.chance.answer(Question { purpose, index, choices }, lot);
        answer.min(choices - 1) as usize
    }

    fn take_at_random(&mut self, ctx: Ctx, from: SelectId, count: i32, into: u8) {
        let mut left = self.duel.gather(self.game.cards, ctx, from);
        let mut taken = CardSet::EMPTY;
        while taken.len() < count {
            let Some(holder) = left.iter().next().map(|card| self.duel.controller(Handle(card)))
            else {
                break;
            };
            let Some(card) = self.one_at_random(holder, left) else { break };
            (taken, left) = (taken.with(card.0), left.without(card.0));
        }
        self.keep(ctx, into, taken);
    }

    fn take_card(&mut self, ctx: Ctx, how: How, card: Handle) {
        let one = CardSet::EMPTY.with(card.0);
        match how {
            How::Target(at) => self.add_targets(ctx, at, one),
            How::Cost | How::Tribute => {
                if ctx.link == NO_LINK {
                    let paid = self.duel.set(OWN_COST).with(card.0);
                    self.duel.write_stamped_set(self.witness, OWN_COST, paid);
                } else {
                    let mut link = *self.duel.link(ctx.link);
                    link.cost = link.cost.with(card.0);
                    self.duel.write_link(self.witness, ctx.link, link);
                }
            }
            How::Pick(at) => {
                let set = self.duel.all_members(ctx, SetRef::Local(at)).with(card.0);
                self.keep(ctx, at, set);
            }
        }
    }

    fn add_targets(&mut self, ctx: Ctx, at: u8, new: CardSet) {
        let all = new.iter().fold(self.duel.all_members(ctx, SetRef::Targets(at)), CardSet::with);
        self.write_targets(ctx, at, all);
        for card in in_order(self.duel, new) {
            self.witness.event(self.duel, Event::Targeted { card });
        }
    }

    /// A link targets these cards instead of those that it targeted.
    fn change_target(&mut self, at: u8, targets: CardSet) {
        if targets == CardSet::EMPTY {
            return;
        }
        let clause = usize::from(self.duel.clause_of_targets(at));
        let mut link = *self.duel.link(at);
        link.targets[clause] = targets;
        link.watermark = self.duel.last_stamp();
        self.duel.write_link(self.witness, at, link);
        for card in in_order(self.duel, targets) {
            self.witness.event(self.duel, Event::Targeted { card });
        }
        let number = at + 1;
        if self.duel.has_mod(ModKind::IsTargeted) {
            let of_link = |m: &Modifier| m.is(ModKind::IsTargeted) && m.value == i32::from(number);
            self.duel.remove_mods(self.witness, of_link);
        }
        self.note_targeted(number, targets);
    }

    fn write_targets(&mut self, ctx: Ctx, at: u8, cards: CardSet) {
        if ctx.link == NO_LINK {
            return;
        }
        let mut link = *self.duel.link(ctx.link);
        link.targets[usize::from(at & 1)] = cards;
        if link.watermark == 0 {
            link.watermark = self.duel.last_stamp();
        }
        self.duel.write_link(self.witness, ctx.link, link);
    }

    /// The targets have moved by the effect itself and are still meant; of the other clause those
    /// that have moved are not.
    fn follow_targets(&mut self, ctx: Ctx, at: u8, cards: CardSet) {
        let other = self.duel.all_members(ctx, SetRef::Targets(at ^ 1));
        let mut link = *self.duel.link(ctx.link);
        link.targets[usize::from(at & 1)] = cards;
        link.targets[usize::from(at & 1) ^ 1] = other;
        link.watermark = self.duel.last_stamp();
        self.duel.write_link(self.witness, ctx.link, link);
    }

    fn keep(&mut self, ctx: Ctx, at: u8, cards: CardSet) {
        let register = local_register(ctx.level, at & 3);
        self.duel.write_stamped_set(self.witness, register, cards);
    }

    /// Keeps those with the highest value, or with the lowest if the sign is turned.
    fn keep_most(&mut self, ctx: Ctx, at: u8, stat: Stat, sign: i32) {
        let members = self.duel.members(ctx, SetRef::Local(at));
        let value = |card: u8| sign * self.duel.values_of(self.game.cards, Handle(card)).stat(stat);
        if let Some(most) = members.iter().map(value).max() {
            let kept = members.iter().filter(|card| value(*card) == most).collect();
            self.keep(ctx, at, kept);
        }
    }

    fn set_number(&mut self, ctx: Ctx, at: u8, value: i32) {
        if ctx.link == NO_LINK {
            self.duel.write_register(self.witness, at & 3, value);
        } else {
            let mut link = *self.duel.link(ctx.link);
            link.numbers[usize::from(at & 3)] = value;
            self.duel.write_link(self.witness, ctx.link, link);
        }
    }

    fn equip(&mut self, ctx: Ctx, hosts: CardSet) {
        let source = self.duel.members(ctx, SetRef::Source).iter().next();
        if let (Some(card), Some(host)) = (source, hosts.iter().next()) {
            let (card, host) = (Handle(card), Handle(host));
            self.duel.set_host(self.witness, card, host);
            self.witness.event(self.duel, Event::Equipped { card, host });
            let both = CardSet::EMPTY.with(card.0).with(host.0);
            self.raise(event_bit::EQUIPPED, ctx.player.0, 0, both);
        }
    }

    fn modify(
        &mut self,
        ctx: Ctx,
        scope: Scope,
        target: u8,
        kind: ModKind,
        value: Value,
        until: Until,
    ) {
        self.end_what_it_replaces(target, kind, until);
        let draft = Draft {
            kind,
            scope,
            target,
            source: ctx.source,
            player: ctx.player,
            until,
            value,
            reads: 0,
        };
        self.duel.add_mod(self.witness, draft.pack());
        self.duel.refresh(self.witness, self.game.cards);
    }

    /// A value that lasts for a time ends what lasted for a time on that value of the monster (A3).
    fn end_what_it_replaces(&mut self, target: u8, kind: ModKind, until: Until) {
        let adds = match kind {
            ModKind::SetAtk => ModKind::Atk,
            ModKind::SetDef => ModKind::Def,
            _ => return,
        };
        if target != NO_CARD && until != Until::Source {
            self.duel.remove_mods(self.witness, |m| {
                m.target == target && !m.is_continuous() && (m.is(kind) || m.is(adds))
            });
        }
    }

    /// Counts one turn more on a card, until it leaves or is turned face-down.
    fn count_turn(&mut self, ctx: Ctx, card: Handle) {
        let is_counter = |m: &Modifier| m.is(ModKind::Turns) && m.target == card.0;
        if let Some(at) = self.duel.mods().iter().position(is_counter) {
            let old = self.duel.mods()[at];
            self.duel.set_mod_value(self.witness, at, old.value + 1, old.until);
        } else {
            let (kind, value) = (ModKind::Turns, Value::Fixed(1));
            self.modify(ctx, Scope::Card, card.0, kind, value, Until::Forever);
        }
    }

    /// Shows the top cards of a Deck.
    fn look_at_top(&mut self, player: Player, amount: i32, to: Player) {
        rule!("DF-54");
        for nth in 0..usize::try_from(amount).unwrap_or(0) {
            let Some(card) = self.nth_of_deck(player, nth) else { break };
            self.duel.show_card(self.witness, card, to);
        }
    }

    /// Shows both players a card of a Deck, counted from the top.
    fn excavate(&mut self, player: Player, nth: usize) -> Option<Handle> {
        let card = self.nth_of_deck(player, nth)?;
        for to in Player::BOTH {
            self.duel.learn(self.witness, card, to);
        }
        self.witness.event(self.duel, Event::Excavated { card });
        Some(card)
    }

    /// Sends the top cards of a Deck to the Graveyard together.
    fn mill(&mut self, player: Player, amount: i32) {
        let wanted = 0..usize::try_from(amount).unwrap_or(0);
        let top = wanted.map_while(|nth| self.nth_of_deck(player, nth));
        let top: ArrayVec<Handle, MAX_PILE> = top.take(MAX_PILE).collect();
        let cards = top.iter().map(|card| card.0).collect();
        self.send_in_order(&top, cards, Place::Grave, Cause::Effect);
    }

    /// A card of a Deck, counted from the top; chance fixes the order of those that nobody knew.
    fn nth_of_deck(&mut self, player: Player, nth: usize) -> Option<Handle> {
        if self.duel.deck_top(player).len() <= nth {
            if let Some(card) = self.next_of_rest(player) {
                self.duel.fix_next_of_deck(self.witness, player, card);
            } else {
                // Below the rest there may be cards whose order is known.
                let below = nth - self.duel.deck_top(player).len();
                return self.duel.deck_bottom(player).iter().rev().nth(below).map(|c| Handle(*c));
            }
        }
        let top = self.duel.deck_top(player);
        Some(Handle(top[top.len() - 1 - nth]))
    }
}

/// How many monsters can change places.
const MAX_ZONES: usize = Seat::ALL as usize;

/// A choice of cards that a program makes.
#[derive(Clone, Copy)]
struct Asked {
    from: SelectId,
    min: NumId,
    max: NumId,
    how: How,
    by: Player,
}

fn question(kind: DecisionKind, player: Player) -> Ask {
    Ask { kind: kind as u8, player: player.0, ..Ask::zeroed() }
}
