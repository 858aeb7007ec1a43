//! Which cards may be chosen next, one at a time in canonical order.

use arrayvec::ArrayVec;

use crate::decision::{Action, Actions, Pointer};
use crate::game::Game;
use crate::ids::{CardId, Location, NO_CARD, Player};
use crate::limits::MAX_ACTIONS;
use crate::procedures::program;
use crate::state::{Ask, CardSet, Common, Ctx, Duel, Procedure, ProgramFrame};
use duelfish_script::{Catalogue, Goal, How, Op, PendulumSummonKind, SelectId, SetRef, TYPES};

/// All Types, one bit each.
const ALL_TYPES: u32 = (1 << TYPES.len()) - 1;

/// Among which cards somebody chooses.
#[derive(Clone, Copy)]
pub(crate) struct Choosing {
    pub(crate) ctx: Ctx,
    chooser: Player,
    from: Among,
    /// Whether only cards that may be targeted count.
    targets: bool,
    /// Whether it is chosen while the effect resolves.
    picks: bool,
    /// Cards that were chosen already.
    pub(crate) taken: CardSet,
}

#[derive(Clone, Copy)]
enum Among {
    Select(SelectId),
    Set(CardSet),
    /// The cards with which a monster is Summoned, of the selection, from this number on.
    Together(CardId, SelectId, Goal, u16),
}

impl Duel {
    /// Whether a player is choosing monsters for the Pendulum Summon of the turn and has chosen one.
    pub(crate) fn has_begun_pendulum_summon(&self, game: &Game<'_>, player: Player) -> bool {
        let frame = self.frame();
        if !frame.is(Procedure::Program) || frame.player() != player {
            return false;
        }
        let (at, scripts) = (frame.data::<ProgramFrame>().op, game.cards.scripts());
        if !matches!(scripts.op(at), Op::Choose { .. } | Op::ChooseTogether { .. }) {
            return false;
        }
        let Op::PendulumSummon(chosen, PendulumSummonKind::Usual) = scripts.op(at + 1) else {
            return false;
        };
        let ctx = ProgramFrame::context(self, frame);
        !self.all_members(ctx, chosen).is_empty()
    }

    /// The choice that the program on top of the stack is making.
    #[inline(always)]
    pub(crate) fn choosing(&self, game: &Game<'_>) -> Option<Choosing> {
        let frame = self.frame();
        if frame.is(Procedure::GraveOrder) {
            let player = frame.player();
            return Some(Choosing {
                ctx: Ctx::of_card(player, CardId(NO_CARD)),
                chooser: player,
                from: Among::Set(self.unordered_in_grave(player)),
                targets: false,
                picks: false,
                taken: CardSet::EMPTY,
            });
        }
        if frame.is(Procedure::HomelessTraps) {
            let player = frame.player();
            return Some(Choosing {
                ctx: Ctx::of_card(player, CardId(NO_CARD)),
                chooser: player,
                from: Among::Set(self.open_homeless_traps(game.cards)),
                targets: false,
                picks: false,
                taken: CardSet::EMPTY,
            });
        }
        let ctx = ProgramFrame::context(self, frame);
        let (from, how, chooser) = match game.cards.scripts().op(frame.data::<ProgramFrame>().op) {
            Op::Choose { from, how, by, .. } => (Among::Select(from), Some(how), ctx.chooser(by)),
            Op::ChooseTogether { of, from, goal, how } => {
                let monster = self.chooses_for(ctx, of)?;
                let among = Among::Together(monster, from, goal, frame.data::<ProgramFrame>().next);
                (among, Some(how), ctx.player)
            }
            Op::KeepOne(at) | Op::Arrange(at) => {
                (Among::Set(self.all_members(ctx, SetRef::Local(at))), None, ctx.player)
            }
            _ => return None,
        };
        let targets = matches!(how, Some(How::Target(_)));
        let picks = matches!(how, Some(How::Pick(_)));
        let taken = how.map_or(CardSet::EMPTY, |how| self.chosen_so_far(ctx, how));
        Some(Choosing { ctx, chooser, from, targets, picks, taken })
    }

    /// The monster for which cards are chosen together. The source itself is meant also when it has left
    /// since.
    pub(crate) fn chooses_for(&self, ctx: Ctx, of: SetRef) -> Option<CardId> {
        let itself = of == SetRef::Source && ctx.source != NO_CARD;
        if itself {
            return Some(CardId(ctx.source));
        }
        self.members(ctx, of).iter().next().map(CardId)
    }

    /// The Types that can be declared for the program on top of the stack.
    pub(super) fn declarable_types(&self, game: &Game<'_>) -> u32 {
        let frame = self.frame();
        if frame.is(Procedure::OneType) {
            return self.shown(Common::Type, frame.player());
        }
        match game.cards.scripts().op(frame.data::<ProgramFrame>().op) {
            Op::DeclareAnyType(_) => ALL_TYPES,
            Op::DeclareType(_, from) => {
                self.types_among(game.cards, ProgramFrame::context(self, frame), from)
            }
            _ => 0,
        }
    }

    /// The Types of cards at this moment, one bit for each.
    pub(crate) fn types_among(&self, cards: &Catalogue, ctx: Ctx, from: SelectId) -> u32 {
        let found = self.gather(cards, ctx, from).iter();
        found.fold(0, |types, card| types | self.values_of(cards, CardId(card)).race)
    }

    /// Shows the cards among which is chosen with their number in canonical order, until `each`
    /// says no more. Cards of a hand that the chooser can't see are all one.
    #[inline(always)]
    pub(crate) fn each_candidate(
        &self,
        game: &Game<'_>,
        choosing: Choosing,
        each: &mut dyn FnMut(u8, Pointer, CardId) -> bool,
    ) {
        let mut number = 0;
        let mut show = |at: Pointer, card: CardId| {
            if choosing.targets && !self.can_be_targeted(game.cards, choosing.ctx, card) {
                return true;
            }
            if choosing.picks && self.is_left_alone(game.cards, choosing.ctx, card) {
                return true;
            }
            let on = each(number, at, card);
            number += 1;
            on
        };
        match choosing.from {
            Among::Select(select) => {
                let select = game.cards.scripts().select(select);
                self.look(game.cards, choosing.ctx, select, &mut show);
            }
            Among::Set(cards) => {
                let in_order = program::in_order(self, cards);
                _ = in_order.into_iter().all(|card| show(self.pointer_to(card), card));
            }
            Among::Together(monster, from, Goal::Recipe(recipe), first) => {
                let all = self.gathering(game.cards, choosing.ctx, monster, from, recipe);
                all.each_next(choosing.taken, usize::from(first), each);
            }
            Among::Together(_, _, Goal::Pendulum(kind), first) => {
                self.each_to_pendulum_summon(
                    game.cards,
                    choosing.ctx,
                    kind,
                    choosing.taken,
                    first,
                    each,
                );
            }
            Among::Together(monster, from, goal, first) => {
                let all = self.together(game.cards, choosing.ctx, monster, from, goal);
                let numbered = all.candidates.iter().enumerate().skip(usize::from(first));
                for (number, candidate) in numbered {
                    let taken = choosing.taken.with(candidate.card.0);
                    // Each choice can be completed with later ones.
                    if !choosing.taken.has(candidate.card.0)
                        && all.is_completable(taken, number + 1)
                        && !each(number as u8, candidate.at, candidate.card)
                    {
                        break;
                    }
                }
            }
        }
    }

    /// Whether the chooser doesn't see which card is which there.
    pub(crate) fn is_hidden_from(&self, choosing: Choosing, at: Pointer) -> bool {
        at.location == Location::Hand
            && at.player != choosing.chooser
            && !self.is_open_hand(at.player)
    }

    /// The cards that may be chosen next: with each of them enough later ones are left.
    #[inline(never)]
    pub(super) fn card_actions(&self, game: &Game<'_>, ask: Ask, actions: &mut Actions) {
        let Some(choosing) = self.choosing(game) else { return };
        let mut candidates = 0;
        let mut hidden = false;
        // The number of each action; 0 for a hidden card, because any of them will do.
        let mut numbers: ArrayVec<u8, MAX_ACTIONS> = ArrayVec::new();
        self.each_candidate(game, choosing, &mut |number, at, card| {
            candidates += 1;
            if choosing.taken.has(card.0) {
                return true;
            }
            if self.is_hidden_from(choosing, at) {
                if !hidden {
                    hidden = true;
                    actions.push(Action::choose(Pointer { index: 0, ..at }));
                    numbers.push(0);
                }
            } else if number >= ask.from() {
                actions.push(Action::choose(at));
                numbers.push(number);
            }
            true
        });
        if ask.needed() > 1 {
            let mut numbers = numbers.into_iter();
            let enough = |number| candidates - number >= ask.needed();
            actions.retain(|_| numbers.next().is_none_or(enough));
        }
        if ask.needed() == 0 {
            actions.push(Action::DONE);
        }
    }
}
