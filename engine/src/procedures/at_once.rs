//! The steps of programs that ask nobody, and programs that have no others.

use arrayvec::ArrayVec;
use bytemuck::Zeroable;

use super::moves::{as_shown, in_order};
use crate::chance::Chance;
use crate::event::{Cause, Event};
use crate::ids::{BattlePosition, CardId, Location, NO_CARD, Phase, Player};
use crate::limits::{MAX_AT_ONCE, MAX_CARDS, MAX_PILE};
use crate::lists::collect_all;
use crate::marks::rule;
use crate::outcome::{Limit, Outcome};
use crate::run::Run;
use crate::state::{
    CardSet, Ctx, Delayed, Level, Link, ModValue, Modifier, NO_LINK, SetSlot, when,
};
use crate::witness::Witness;
use duelfish_script::{
    Away, CardCode, EffectId, How, ModKind, NumId, Op, PlanAbout, PlanTime, Program, Scope, SetRef,
    Until, Who,
};

/// A modifier that a step gives to cards.
#[derive(Clone, Copy)]
struct NewModifier {
    kind: ModKind,
    value: NumId,
    until: Until,
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Runs a whole program that asks nobody, as the compiler has seen to. Its steps may make other
    /// programs happen at once in its midst; where there are too many of them the duel ends.
    pub(crate) fn run_at_once(&mut self, ctx: Ctx, program: Program) {
        if self.at_once == MAX_AT_ONCE {
            self.duel.end(self.witness, Outcome::Limit(Limit::Size));
            return;
        }
        let level = Level::inside(self.duel.programs_running() + self.at_once);
        let before = self.acting.replace(ctx.player);
        self.at_once += 1;
        self.run_steps_at_once(Ctx { level, ..ctx }, program);
        self.at_once -= 1;
        self.acting = before;
        self.duel.clear_local_sets(self.witness, level);
    }

    fn run_steps_at_once(&mut self, ctx: Ctx, program: Program) {
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
            if self.duel.is_over() {
                break;
            }
        }
    }

    /// The steps that ask nobody.
    pub(super) fn do_at_once(&mut self, ctx: Ctx, op: Op) {
        match op {
            #[rustfmt::skip]
            Op::Gather { .. } | Op::GatherPaid(..) | Op::MakeTokens { .. } | Op::Random { .. }
            | Op::KeepLowest(..) | Op::KeepHighest(..) | Op::TargetEvent(..) | Op::Follow(..) | Op::FollowEvent(..) | Op::NoteMaterials(..) | Op::PassMaterials(..)
            | Op::KeepTargets(..) | Op::FollowToDeck(..) | Op::TopCards { .. } => self.find_at_once(ctx, op),
            #[rustfmt::skip]
            Op::Destroy(..) | Op::DestroyByRule(..) | Op::DestroyAndBanish(..) | Op::ToHand(..) | Op::ToHandUnshown(..)
            | Op::ToExtra(..) | Op::ToGrave(..) | Op::UseMaterials(..) | Op::Attach { .. }
            | Op::Discard(..) | Op::Tribute(..) | Op::ToDeck(..) | Op::Mill(..)
            => self.move_at_once(ctx, op),
            Op::Banish(..) | Op::BanishDown(..) | Op::BanishForNow(..) => {
                self.banish_at_once(ctx, op);
            }
            Op::Excavate { .. } | Op::ExcavateTop { .. } | Op::ExcavateMany { .. } => {
                self.excavate_at_once(ctx, op);
            }
            Op::Show { .. } | Op::SeeTop(..) | Op::Reveal(..) | Op::RevealTop(..) => {
                self.show_at_once(ctx, op);
            }
            Op::ShuffleSet(..) | Op::ShuffleDeck(..) | Op::ShowDecks => {
                self.shuffle_at_once(ctx, op);
            }
            #[rustfmt::skip]
            Op::Turn(..) | Op::ForbidNamed(..) | Op::CountTurn(..) | Op::MakeUsable(..) | Op::LoseTaken(..)
            | Op::Protect(..) | Op::EquipTo(..) | Op::Change { .. } | Op::Impose { .. }
            | Op::PlaceCounters(..) | Op::RemoveCounters(..) | Op::Keep(..) | Op::YieldControl(..)
            => self.change_at_once(ctx, op),
            #[rustfmt::skip]
            Op::NegateAttack | Op::RedirectAttack(..) | Op::Fight(..) | Op::ChangeTarget(..)
            | Op::Become(..) | Op::Spare(..) | Op::SetAgain | Op::NegateItself | Op::AttackAgain | Op::AttackAgainOn(..) | Op::Negate | Op::NegateEffect | Op::AttackPlayer | Op::Harmless => self.fight_at_once(ctx, op),
            #[rustfmt::skip]
            Op::Damage(..) | Op::Gain(..) | Op::Lose(..) | Op::Pay(..) | Op::Draw(..) | Op::DrawCards(..)
            | Op::Set(..) | Op::Then | Op::Plan { .. } | Op::Allow(..) | Op::Roll(..) | Op::RollEach(..)
            | Op::Toss(..) => self.count_at_once(ctx, op),
            // These go on elsewhere, ask a player or take steps: `program` runs them. A step that is new
            // stands here or above, or this does not compile.
            #[rustfmt::skip]
            Op::End | Op::Choose { .. } | Op::ChooseTogether { .. } | Op::KeepOne(..)
            | Op::ToField(..) | Op::SpecialSummon { .. } | Op::PendulumSummon(..)
            | Op::PendulumSummonsAfter | Op::FinishSummons(_) | Op::SwapControl(..)
            | Op::PlaceFaceUp(..) | Op::LayWithOwner(..) | Op::PlaceInPendulumZone(..)
            | Op::SetCards(..) | Op::TakeControl(..) | Op::GiveControl(..) | Op::EquipWith(..) | Op::Arrange(..)
            | Op::Declare(..) | Op::DeclareType(..) | Op::DeclareAnyType(..) | Op::DeclareName(..)
            | Op::OfferReroll(..) | Op::OfferRerollEach(..) | Op::Offer(..) | Op::Unless(..) | Op::Skip(..) | Op::Repeat(..)
            | Op::SummonAfter(..) | Op::TributeSummonAfter(..) | Op::SummonUpAfter(..)
            | Op::SummonFreelyAfter(..) | Op::SummonUsingSource(..) => {}
        }
    }

    /// Steps that find cards, or keep some of those that were found.
    #[inline]
    fn find_at_once(&mut self, ctx: Ctx, op: Op) {
        let cards = self.game.cards;
        let num = |run: &Self, id: NumId| run.duel.number(run.game.cards, ctx, id);
        let set = |run: &Self, set: SetRef| run.duel.members(ctx, set);
        match op {
            Op::Gather { from, into } => {
                let found = self.duel.gather(cards, ctx, from);
                self.keep(ctx, into, found);
                self.finish_choice(ctx, from, How::Pick(into));
            }
            Op::GatherPaid(from) => {
                for card in self.duel.gather(cards, ctx, from).iter() {
                    self.take_card(ctx, How::Cost, CardId(card));
                }
            }
            Op::MakeTokens { code, count, by, into } => {
                let (count, owner) = (num(self, count), ctx.chooser(by));
                self.make_tokens(ctx, owner, code, count, into);
            }
            Op::Random { from, count, into } => {
                let count = num(self, count);
                self.take_at_random(ctx, from, count, into);
            }
            Op::TopCards { who, amount, into } => {
                let top = self.top_cards(ctx, who, num(self, amount));
                self.keep(ctx, into, top);
            }
            Op::KeepLowest(at, stat) => self.keep_most(ctx, at, stat, -1),
            Op::KeepHighest(at, stat) => self.keep_most(ctx, at, stat, 1),
            Op::TargetEvent(at) => {
                let members = set(self, SetRef::Event);
                self.add_targets(ctx, at, members);
            }
            Op::Follow(which, locations) => {
                let came = self.come_there(ctx, which, locations);
                self.follow(ctx, which, came);
            }
            Op::FollowEvent(at, locations) => {
                let came = self.come_there(ctx, SetRef::Event, locations);
                self.keep(ctx, at, came);
            }
            Op::NoteMaterials(of, given) => self.note_materials(ctx, of, given),
            Op::PassMaterials(of) => self.pass_materials(ctx, of),
            Op::KeepTargets(at, test) => {
                let members = self.duel.all_members(ctx, SetRef::Targets(at)).iter();
                let fit = members.filter(|card| self.duel.fits(cards, ctx, test, CardId(*card)));
                let fit = fit.collect();
                self.write_targets(ctx, at, fit);
            }
            Op::FollowToDeck(which) => {
                if let SetRef::Local(at) = which {
                    let (duel, all) = (&*self.duel, self.duel.meant(ctx, which).iter());
                    let back = all.filter(|card| duel.location(CardId(*card)).is_deck()).collect();
                    self.keep(ctx, at, back);
                }
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
    }

    /// Steps that move cards elsewhere.
    #[inline]
    fn move_at_once(&mut self, ctx: Ctx, op: Op) {
        let turn_player = self.duel.turn_player();
        let num = |run: &Self, id: NumId| run.duel.number(run.game.cards, ctx, id);
        let set = |run: &Self, set: SetRef| run.duel.members(ctx, set);
        match op {
            Op::Destroy(which) => self.destroy_or_owe(ctx, self.to_destroy(ctx, which)),
            Op::DestroyByRule(which) => {
                self.send(set(self, which), Location::Grave, Cause::RuleDestroyed);
            }
            Op::DestroyAndBanish(which) => {
                let cards = self.destructible(self.banishable(ctx, self.to_destroy(ctx, which)));
                self.send(cards, Location::Banished, Cause::Destroyed);
            }
            Op::ToHand(which) => {
                self.keep_from_leaving(ctx, which);
                self.put_in_hand(set(self, which), self.cause_of_move(ctx));
            }
            Op::ToHandUnshown(which) => {
                _ = self.put_in_hand_unshown(set(self, which), self.cause_of_move(ctx));
            }
            Op::ToExtra(which) => self.put_in_extra(set(self, which)),
            Op::ToGrave(which) => {
                self.note_paid_itself(ctx, which);
                let cause = self.cause_of_move(ctx);
                self.send(self.sendable(set(self, which)), Location::Grave, cause);
            }
            Op::UseMaterials(which) => {
                rule!("SU-05.7", "SU-07.7");
                self.send(self.sendable(set(self, which)), Location::Grave, Cause::Material);
            }
            Op::Attach { cards: which, host, with_materials } => {
                self.attach_members(ctx, which, host, with_materials);
            }
            Op::Discard(which) => {
                self.send(set(self, which), Location::Grave, Cause::Discarded);
            }
            Op::Tribute(which) => {
                self.pay_own_fee(ctx);
                self.note_paid_itself(ctx, which);
                let given = set(self, which);
                if given.iter().any(|card| self.duel.position(CardId(card)) == BattlePosition::Set)
                {
                    // A Set monster need not be shown before: it is seen when it has gone.
                    rule!("BP-19");
                }
                self.send(given, Location::Grave, Cause::Tribute);
            }
            Op::ToDeck(which, end) => {
                self.keep_from_leaving(ctx, which);
                self.put_in_deck(set(self, which), end, self.cause_of_move(ctx));
            }
            Op::Mill(who, amount, away) => {
                let amount = num(self, amount);
                let cause = self.cause_of_move(ctx);
                let barred = away != Away::ToGrave
                    && self.duel.player_has(self.game.cards, ModKind::NoBanishing, ctx.player);
                for player in ctx.players(who, turn_player).into_iter().filter(|_| !barred) {
                    let stays = away == Away::ToGrave
                        && self.duel.player_has(self.game.cards, ModKind::NoMilling, player);
                    if !stays {
                        self.mill(player, amount, away, cause);
                    }
                }
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
    }

    /// Steps that banish cards.
    #[inline]
    fn banish_at_once(&mut self, ctx: Ctx, op: Op) {
        let cards = self.game.cards;
        let set = |run: &Self, set: SetRef| run.duel.members(ctx, set);
        match op {
            Op::Banish(which) => {
                self.pay_own_fee(ctx);
                self.note_paid_itself(ctx, which);
                let cause = self.cause_of_move(ctx);
                let banished = self.banishable(ctx, set(self, which));
                self.send(banished, Location::Banished, cause);
            }
            Op::BanishDown(which) => {
                self.note_paid_itself(ctx, which);
                let cause = self.cause_of_move(ctx);
                let may = |card: &u8| self.duel.can_banish_down(cards, ctx.player, CardId(*card));
                let banished = set(self, which).iter().filter(may).collect();
                self.banish_face_down(&in_order(self.duel, banished), cause);
            }
            Op::BanishForNow(which) => {
                let banished = self.banishable(ctx, set(self, which));
                let gone = self.banish_for_now(banished);
                self.follow(ctx, which, gone);
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
    }

    /// Steps that excavate cards of a Deck.
    #[inline]
    fn excavate_at_once(&mut self, ctx: Ctx, op: Op) {
        let cards = self.game.cards;
        let turn_player = self.duel.turn_player();
        let num = |run: &Self, id: NumId| run.duel.number(run.game.cards, ctx, id);
        match op {
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
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
    }

    /// Steps that show cards.
    #[inline]
    fn show_at_once(&mut self, ctx: Ctx, op: Op) {
        let turn_player = self.duel.turn_player();
        let num = |run: &Self, id: NumId| run.duel.number(run.game.cards, ctx, id);
        // To show a card does nothing to it: also one that is unaffected is shown.
        let set = |run: &Self, set: SetRef| run.duel.all_members(ctx, set);
        match op {
            Op::Show { cards: which, as_paid, even_open } => {
                let all = set(self, which);
                if as_paid {
                    self.note_paid(ctx, all);
                }
                // A card that lies face-up on the field has been seen.
                let duel = &*self.duel;
                let hidden = |card: &u8| {
                    let card = CardId(*card);
                    even_open || !(duel.is_on_field(card) && duel.position(card).is_face_up())
                };
                for card in as_shown(self.duel, all.iter().filter(hidden).collect()) {
                    self.duel.show_card(self.witness, card, ctx.player.other());
                }
            }
            Op::SeeTop(amount, into) => {
                let amount = usize::try_from(num(self, amount)).unwrap_or(0);
                let top = (0..amount).map_while(|nth| self.nth_of_deck(ctx.player, nth));
                let top: ArrayVec<CardId, MAX_PILE> = collect_all(top);
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
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
    }

    /// Steps that shuffle cards.
    #[inline]
    fn shuffle_at_once(&mut self, ctx: Ctx, op: Op) {
        let turn_player = self.duel.turn_player();
        let set = |run: &Self, set: SetRef| run.duel.members(ctx, set);
        match op {
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
                    // The order that a player saw is not kept, because the Deck is shuffled then.
                    for card in self.duel.deck_by_code(player) {
                        let (card, to) = (CardId(card), player.other());
                        self.witness.event(self.duel, Event::Revealed { card, to });
                    }
                }
                for player in [ctx.player, ctx.player.other()] {
                    self.duel.shuffle_deck(self.witness, player);
                }
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
    }

    /// Set cards can be activated in the turn in which they were Set.
    fn make_usable(&mut self, cards: CardSet) {
        for card in cards.iter().map(CardId) {
            self.duel.forget_setting(self.witness, card);
        }
    }

    /// Steps that change cards where they lie, or give them something.
    #[inline]
    fn change_at_once(&mut self, ctx: Ctx, op: Op) {
        let cards = self.game.cards;
        let num = |run: &Self, id: NumId| run.duel.number(run.game.cards, ctx, id);
        let set = |run: &Self, set: SetRef| run.duel.members(ctx, set);
        match op {
            Op::Turn(which, turn) => self.turn_by_effect(set(self, which), turn),
            Op::ForbidNamed(which) => {
                for card in self.duel.meant(ctx, which).iter().map(CardId) {
                    let name = self.duel.name_of(cards, card).row();
                    let (scope, kind) = (Scope::Player(Who::Me), ModKind::CannotActivateNamed);
                    let value = ModValue::Fixed(i32::from(name));
                    self.modify(ctx, scope, NO_CARD, kind, value, Until::EndOfTurn);
                }
            }
            Op::MakeUsable(which) => self.make_usable(set(self, which)),
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
            Op::Protect(which) => {
                let Some(at) = self.duel.answered_link(ctx) else { return };
                for card in in_order(self.duel, set(self, which)) {
                    let (kind, value) =
                        (ModKind::SavedBySource, ModValue::Fixed(i32::from(at) + 1));
                    self.modify(ctx, Scope::Card, card.0, kind, value, Until::EndOfChain);
                }
            }
            // A card is equipped to what it can do nothing to all the same.
            Op::EquipTo(which) => self.equip(ctx, self.duel.all_members(ctx, which)),
            Op::Change { cards, kind, value, until } => {
                self.change(ctx, cards, NewModifier { kind, value, until });
            }
            Op::Impose { scope, kind, value, until } => {
                let value = num(self, value);
                self.impose(ctx, scope, kind, value, until);
            }
            Op::PlaceCounters(which, kind, amount) => {
                let amount = num(self, amount);
                for card in in_order(self.duel, set(self, which)) {
                    self.place_counters(ctx, card, kind, amount);
                }
            }
            Op::RemoveCounters(which, kind, amount) => {
                let amount = num(self, amount);
                for card in in_order(self.duel, set(self, which)) {
                    self.change_counters(card, kind, -amount);
                }
            }
            Op::YieldControl(yields) => {
                if !set(self, SetRef::Source).is_empty() {
                    self.yield_control(ctx, yields);
                }
            }
            Op::Keep(value) => {
                let value = num(self, value);
                for card in set(self, SetRef::Source).iter().map(CardId) {
                    self.keep_in_mind(ctx, card, value);
                }
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
    }

    /// Steps about the attack and about the link that the effect answers.
    #[inline]
    fn fight_at_once(&mut self, ctx: Ctx, op: Op) {
        let set = |run: &Self, set: SetRef| run.duel.members(ctx, set);
        match op {
            // An attacker to which the effect does nothing attacks on.
            Op::NegateAttack if !set(self, SetRef::Attacker).is_empty() => {
                self.duel.cancel_attack(self.witness);
            }
            // Nothing is left to do where the effect does nothing to the attacker.
            Op::NegateAttack => {}
            Op::Fight(which) if self.duel.phase() == Phase::Damage => {
                let target = set(self, which).iter().next().map(CardId);
                if let Some(card) = target.filter(|_| !set(self, SetRef::Attacker).is_empty()) {
                    self.fight_within(card);
                }
            }
            Op::RedirectAttack(which) | Op::Fight(which) => {
                if let Some(card) = set(self, which).iter().next().map(CardId)
                    && !set(self, SetRef::Attacker).is_empty()
                    && self.redirect_attack(card)
                    && matches!(op, Op::Fight(_))
                {
                    self.fight_now();
                }
            }
            Op::AttackPlayer if !set(self, SetRef::Attacker).is_empty() => self.attack_player(),
            Op::AttackPlayer => {}
            Op::Harmless => {
                if let Some(at) = self.duel.answered_link(ctx) {
                    let link = self.duel.link(at).made_harmless();
                    self.duel.write_link(self.witness, at, link);
                }
            }
            Op::ChangeTarget(which) => {
                if let Some(at) = self.duel.answered_link(ctx) {
                    self.change_target(at, set(self, which));
                }
            }
            Op::AttackAgainOn(which) => {
                if let Some(on) = set(self, which).iter().next() {
                    self.let_attack_again(ctx, self.duel.instance(CardId(on)));
                }
            }
            Op::AttackAgain => {
                // On no Chain nothing has asked before whether it can.
                if ctx.link != NO_LINK || self.duel.could_attack_again(self.game.cards, ctx.source)
                {
                    self.let_attack_again(ctx, 0);
                }
            }
            Op::SetAgain => self.set_again(ctx),
            Op::Spare(which) => {
                let saved = self.duel.all_members(ctx, which);
                self.spare(saved);
            }
            Op::Become(which) => self.become_effect_of(ctx, which),
            Op::NegateItself if ctx.link != NO_LINK => self.negate_effect(ctx.link),
            Op::NegateItself => {}
            Op::Negate => self.negate(ctx),
            Op::NegateEffect => {
                if let Some(at) =
                    self.duel.answered_link(ctx).filter(|at| self.duel.reaches_link(ctx, *at))
                {
                    self.negate_effect(at);
                }
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
    }

    /// Steps about players, numbers and chance, and those that are done later.
    #[inline]
    fn count_at_once(&mut self, ctx: Ctx, op: Op) {
        let turn_player = self.duel.turn_player();
        let num = |run: &Self, id: NumId| run.duel.number(run.game.cards, ctx, id);
        match op {
            Op::Damage(who, amount) => {
                let amount = num(self, amount);
                // Both take it together. No rule orders that; the effect's own player is told first.
                for player in ctx.players(who, ctx.player) {
                    self.deal(player, amount, ctx.player, ctx.source);
                }
            }
            Op::Gain(who, amount) | Op::Lose(who, amount) => {
                let change = if matches!(op, Op::Gain(..)) { Self::heal } else { Self::lose };
                let amount = num(self, amount);
                for player in ctx.players(who, ctx.player) {
                    change(self, player, amount);
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
            Op::Set(at, value) => {
                let value = num(self, value);
                self.set_number(ctx, at, value);
            }
            Op::Then => {
                self.pass_moment();
                // A player without Life Points has lost already.
                self.check_lost();
            }
            Op::Plan { effect, with, begins } => self.plan(ctx, effect, with, begins),
            Op::Allow(effect) => {
                let delayed =
                    Delayed { program: effect.0, player: ctx.player.number(), ..Delayed::zeroed() };
                self.duel.push_delayed(self.witness, delayed);
            }
            Op::Roll(..) | Op::RollEach(..) => self.roll_for(ctx, op),
            Op::Toss(at, amount) => {
                let coins = num(self, amount).clamp(0, 8) as u8;
                let heads = self.toss(ctx.player, coins);
                self.set_number(ctx, at, heads);
            }
            other => debug_assert!(false, "{other:?} is done elsewhere"),
        }
    }

    /// Something is planned for later, maybe about cards.
    #[inline]
    fn plan(
        &mut self,
        ctx: Ctx,
        effect: EffectId,
        about: Option<(PlanAbout, SetRef)>,
        begins: PlanTime,
    ) {
        if let Some(last) = self.last_turn_of(ctx, begins) {
            let captured = CardSet::EMPTY.with(ctx.source);
            let (program, player, number) = (effect.0, ctx.player.number(), i32::from(last));
            let when = when::LASTING;
            let lasting = Delayed { program, when, player, number, captured };
            self.duel.push_delayed(self.witness, lasting);
            return;
        }
        let captured = about.map(|(_, which)| self.duel.all_members(ctx, which));
        let mut captured = captured.unwrap_or(CardSet::EMPTY);
        let is_gone = |card| self.duel.location(CardId(card)) == Location::Nowhere;
        let with = matches!(about, Some((PlanAbout::With | PlanAbout::WithNew, _)));
        if with && !captured.is_empty() && captured.iter().all(is_gone) {
            // A Token that has left the field is no more.
            rule!("CT-02.16f");
            return;
        }
        if let Some((PlanAbout::WithNew, _)) = about {
            captured = self.duel.without_planned(captured, effect);
            if captured.is_empty() {
                return;
            }
        }
        // A plan whose phase is over in this turn waits for the next turn that has it.
        let (its, now) = (self.game.cards.scripts().effect(effect).phase, self.duel.phase() as u8);
        let later = match begins {
            PlanTime::Now => its < now,
            PlanTime::NextPhase => its <= now,
            PlanTime::NextTurn | PlanTime::ThisTurn | PlanTime::OpponentTurns(_) => true,
        };
        let not_in = if later { i32::from(self.duel.turn()) << u16::BITS } else { 0 };
        let planned = Delayed {
            program: effect.0,
            player: ctx.player.number(),
            when: match about {
                None => when::PLANNED,
                Some((PlanAbout::With | PlanAbout::WithNew, _)) => when::PLANNED_WITH_CARDS,
                Some((PlanAbout::On, _)) => when::PLANNED_ON_CARDS,
                Some((PlanAbout::For, _)) => when::PLANNED_FOR_CARDS,
            },
            number: i32::from(self.duel.last_stamp()) | not_in,
            captured,
        };
        self.duel.push_delayed(self.witness, planned);
    }

    /// The attacker may attack once more: this monster, or with 0 whichever it likes.
    fn let_attack_again(&mut self, ctx: Ctx, on: i32) {
        if let Some(card) = self.duel.members(ctx, SetRef::Attacker).iter().next() {
            let (kind, value) = (ModKind::AttacksAgain, ModValue::Fixed(on));
            self.modify(ctx, Scope::Card, card, kind, value, Until::EndOfBattle);
        }
    }

    /// Each card of a set gets a modifier.
    #[inline]
    fn change(&mut self, ctx: Ctx, which: SetRef, modifier: NewModifier) {
        let NewModifier { kind, value, until } = modifier;
        let cards = self.game.cards;
        // A tie to a monster is given to the source, so it also reaches a monster that effects do nothing to.
        let lasts = matches!(kind, ModKind::TakesSourceAlong | ModKind::Held);
        let all = if lasts {
            self.staying_targets(ctx, self.duel.all_members(ctx, which))
        } else if kind == ModKind::TakesSourceAlongAlways {
            self.duel.all_members(ctx, which)
        } else {
            self.duel.members(ctx, which)
        };
        let given = in_order(self.duel, all);
        // The value is asked of each card for itself, and before any of them has changed.
        let of_each = |card: &CardId| self.duel.number(cards, Ctx { each: card.0, ..ctx }, value);
        let values: ArrayVec<i32, MAX_CARDS> = given.iter().map(of_each).collect();
        // From a link it is held only when that has resolved.
        let from_link = kind == ModKind::Held && ctx.link != NO_LINK;
        for (card, value) in given.into_iter().zip(values) {
            let value = if from_link { i32::from(ctx.link) + 1 } else { value };
            self.modify(ctx, Scope::Card, card.0, kind, ModValue::Fixed(value), until);
            if kind == ModKind::Negated {
                self.negate_links_of(card);
            }
        }
    }

    /// The cards among these without those that will be destroyed because this link targets them (FACT-T8).
    fn staying_targets(&self, ctx: Ctx, cards: CardSet) -> CardSet {
        let kind = ModKind::DiesWhenTargeted;
        if ctx.link == NO_LINK || !self.duel.has_mod(kind) || self.duel.awaits_calculation() {
            return cards;
        }
        let noted = |card: u8| {
            let notes = |m: &Modifier| m.is(ModKind::IsTargeted) && m.target == card;
            self.duel.mods().iter().any(|m| notes(m) && m.value == i32::from(ctx.link) + 1)
        };
        // Of the two effects that wait for the end of the link that of a card of the turn player is done first, and
        // of the same player's that of the card which was made first.
        let turn_player = self.duel.turn_player();
        let order = |card: u8| {
            let later = self.duel.controller(CardId(card)) != turn_player;
            (later, self.duel.place_in_line(self.game.cards, CardId(card)))
        };
        let first = |card: u8| ctx.source != NO_CARD && order(card) < order(ctx.source);
        let dies =
            |card: &u8| noted(*card) && self.duel.monster_has(kind, CardId(*card)) && first(*card);
        cards.iter().filter(|card| !dies(card)).collect()
    }

    /// Makes Tokens, each with the next row of their name as long as there is one.
    fn make_tokens(&mut self, ctx: Ctx, owner: Player, code: CardCode, count: i32, into: u8) {
        let cards = self.game.cards;
        let (mut made, mut row) = (CardSet::EMPTY, code);
        for nth in 0..u8::try_from(count).unwrap_or(0) {
            let token = self.duel.make_token(self.witness, owner, row, nth);
            let Some(token) = token else { return };
            made = made.with(token.0);
            row = cards.next_picture(row).unwrap_or(code);
        }
        self.keep(ctx, into, made);
    }

    /// Whether a step moves cards as a cost: while a link is made, nothing resolves.
    pub(super) fn cause_of_move(&self, ctx: Ctx) -> Cause {
        let own_way = ctx.link == NO_LINK && !self.duel.set(SetSlot::OWN_COST).is_empty();
        let activation = ctx.link != NO_LINK && self.duel.resolving() == 0;
        if own_way || activation { Cause::Cost } else { Cause::Effect }
    }

    /// A player who Special Summons a monster of the hand in its own way pays the fee for using it once
    /// the cards for the Summon are chosen, before they move.
    fn pay_own_fee(&mut self, ctx: Ctx) {
        let own_way = ctx.link == NO_LINK
            && ctx.source != NO_CARD
            && !self.duel.set(SetSlot::OWN_COST).is_empty();
        if own_way {
            self.pay_hand_fee(ctx.player, CardId(ctx.source));
        }
    }

    /// A card that pays with itself is what was paid: later steps find it where that has put it.
    fn note_paid_itself(&mut self, ctx: Ctx, which: SetRef) {
        if which == SetRef::Source && ctx.source != NO_CARD {
            self.note_paid(ctx, CardSet::EMPTY.with(ctx.source));
        }
    }

    /// Cards are among what was paid for a link, if it is only being activated.
    fn note_paid(&mut self, ctx: Ctx, cards: CardSet) {
        if ctx.link != NO_LINK && self.duel.resolving() == 0 {
            let link = *self.duel.link(ctx.link);
            let cost = cards.iter().fold(link.cost, CardSet::with);
            self.duel.write_link(self.witness, ctx.link, Link { cost, ..link });
        }
    }
}
