//! Steps that do something to cards: destroy them, Summon them, put them elsewhere.

use super::super::filters::zone_for;
use super::super::rows::Compiled;
use super::super::wanted::{Wanted, can_be_paid, is_chosen, is_same, side_of, summonable};
use super::later_steps::{asks_what_is_printed, gives_to};
use super::{Body, Paid};
use crate::catalogue::kind;
use crate::language::ast::{ActionText, CardVerb, FilterText, NumText, SetText, StepText};
use crate::language::error::LanguageFault;
use crate::rows::{
    Cond, Events, Locations, Op, SetRef, Test, Who, WhoseTurn, event_bit, location_bit,
    position_bit,
};

impl Body<'_, '_, '_> {
    /// A step that does this to cards, with what it needs.
    pub(super) fn act_on(
        &mut self,
        step: &StepText,
        verb: CardVerb,
        cards: &SetText,
        rest: &[StepText],
    ) -> Compiled {
        self.check_verb(step, verb, cards)?;
        let to_grave = matches!(verb, CardVerb::SendToGrave | CardVerb::DiscardToGrave);
        // A material may go elsewhere, because to detach it is the cost (FACT-K7).
        let detached = matches!(cards, SetText::Pick(_, from, _)
            if from.locations == Some(location_bit::MATERIAL));
        let must_arrive = self.is_cost && to_grave && !detached;
        let returns = self.is_cost && verb == CardVerb::ReturnToHand;
        let wanted = Wanted::by(verb).arriving(must_arrive).returning(returns);
        if matches!(verb, CardVerb::Attach | CardVerb::EquipWith) && is_chosen(cards) {
            self.only_if_there(verb, SetRef::Source);
        }
        // It is sent beside what is paid: other cards may be chosen for the cost as well.
        let paying = self.is_cost;
        self.is_cost &= verb != CardVerb::Become;
        let set = match cards {
            // Where there is only one of them its player is not asked (FACT-M27).
            SetText::Pick(_, filter, _) if verb == CardVerb::Spare => self.keep_one_of(filter),
            _ => self.cards(cards, wanted),
        };
        self.is_cost = paying;
        let set = set?;
        if (must_arrive || returns) && set == SetRef::Source {
            // A card that is paid so must come there (FACT-K4).
            let arrival = if returns { Test::ReachesHand } else { Test::ReachesGrave };
            self.need(|names| {
                let arrives = names.to.test(arrival);
                Ok(names.to.cond(Cond::Every(set, arrives)))
            })?;
        }
        if self.is_cost && set == SetRef::Source && verb != CardVerb::Reveal {
            self.parts.paid = Some(Paid::Itself);
        }
        self.need_for(verb, cards, set)?;
        self.names.it = Some(set);
        let guarded =
            self.guard(set, rest, |other| matches!(other, SetText::It(_)) || is_same(other, cards));
        let kept = self.keep_destroyed(verb, set, rest)?;
        let (op, intends) = self.op_for(verb, set, cards, rest);
        self.do_it(op, intends);
        if verb == CardVerb::Become {
            self.parts.ops.push(Op::Become(set));
        }
        if let (Op::EquipTo(hosts), false) = (op, rest.is_empty()) {
            self.follow_equipped(hosts);
        }
        // A card that acted in a Graveyard is found there though nothing has destroyed it.
        let found = verb == CardVerb::Destroy && set == SetRef::Event && !rest.is_empty();
        if found || (guarded && matches!(verb, CardVerb::Destroy | CardVerb::Banish)) {
            self.guard_destruction(set);
        }
        if let Some(at) = kept {
            self.parts.ops.push(Op::FollowEvent(at, goes_to(verb)));
            (self.names.it, self.destroyed) = (Some(SetRef::Local(at)), kept);
        }
        self.follow_moved(op, set, verb, cards, rest);
        Ok(())
    }

    /// One card of those that a filter finds.
    fn keep_one_of(&mut self, filter: &FilterText) -> Compiled<SetRef> {
        let set = self.gather(filter, Wanted::nothing())?;
        if let SetRef::Local(at) = set {
            self.parts.ops.push(Op::KeepOne(at));
        }
        Ok(set)
    }

    /// Where the cards of an event that are to be destroyed are kept, if later steps do something with them where they
    /// lie then.
    fn keep_destroyed(
        &mut self,
        verb: CardVerb,
        set: SetRef,
        rest: &[StepText],
    ) -> Compiled<Option<u8>> {
        let used = |step: &StepText| matches!(&step.action, ActionText::Cards(_, other) if matches!(other, SetText::It(_)));
        if verb != CardVerb::Destroy || set != SetRef::Event || !rest.iter().any(used) {
            return Ok(None);
        }
        self.names.new_set(rest[0].span).map(Some)
    }

    fn need_to_set(&mut self, set: SetRef) -> Compiled {
        self.demand_of_targets(set, Test::Settable);
        self.need_of_destroyed(set, Test::Settable)
    }

    /// Whether a verb can stand in a cost, or only there, and with so many cards.
    fn check_verb(&self, step: &StepText, verb: CardVerb, cards: &SetText) -> Compiled {
        let (message, help) = match verb {
            CardVerb::Spare if !is_one(cards) => {
                ("only one card is saved so", "write `spare 1 monster(mine, among that)`")
            }
            CardVerb::Become if !self.is_cost || !is_one(cards) => (
                "an effect becomes that of one card, as a cost",
                "write `cost become 1 trap(deck, mine)`",
            ),
            _ if self.is_cost && !can_be_paid(verb) => (
                "this can't be a cost",
                "costs are pay, tribute, discard, send_to_grave, banish, return_to_hand, reveal and give",
            ),
            _ => return Ok(()),
        };
        Err(LanguageFault::new(step.span, message).help(help))
    }

    /// A player is asked only if something can be done with all cards that were destroyed.
    fn need_of_destroyed(&mut self, set: SetRef, test: Test) -> Compiled {
        let kept = self.destroyed.is_some_and(|at| set == SetRef::Local(at));
        if kept && self.offered.is_some() { self.need_of_all(set, test) } else { Ok(()) }
    }

    /// Later steps mean the cards of a step where that has put them.
    fn follow_moved(
        &mut self,
        op: Op,
        set: SetRef,
        verb: CardVerb,
        cards: &SetText,
        rest: &[StepText],
    ) {
        let comes = matches!(op, Op::SpecialSummon { .. } | Op::ToField(..));
        if comes && (self.more || !rest.is_empty()) {
            self.parts.ops.push(Op::Follow(set, location_bit::ON_FIELD));
        }
        let planned = |step: &StepText| matches!(step.action, ActionText::Plan(_, Some(_), ..));
        let given = |step: &StepText| gives_to(Some(step), cards);
        if verb == CardVerb::Banish && rest.iter().any(|step| planned(step) || given(step)) {
            self.parts.ops.push(Op::Follow(set, location_bit::BANISHED));
        }
        let used =
            |step: &StepText| matches!(step.action, ActionText::Cards(CardVerb::MakeUsable, _));
        if matches!(verb, CardVerb::Set | CardVerb::PlaceFaceUp)
            && rest.iter().any(|step| planned(step) || used(step) || given(step))
        {
            self.parts.ops.push(Op::Follow(set, location_bit::ON_FIELD));
        }
        let moved = goes_to(verb);
        if moved != 0 && rest.iter().any(|step| asks_what_is_printed(step, cards)) {
            // A later question about its printed facts is asked of the card that has moved, in the
            // place where it lies then.
            self.parts.ops.push(Op::Follow(set, moved));
        }
        let shown = |step: &StepText| {
            let ActionText::Cards(CardVerb::Show, other) = &step.action else { return false };
            matches!(other, SetText::It(_)) || is_same(other, cards)
        };
        if matches!(op, Op::ToDeck(..)) && rest.iter().any(shown) {
            self.parts.ops.push(Op::Follow(set, location_bit::DECK));
        }
        if matches!((op, set), (Op::ToDeck(..), SetRef::Local(_))) && self.more {
            self.parts.ops.push(Op::FollowToDeck(set));
        }
    }

    /// The conditions under which a verb can do something to its cards.
    pub(super) fn need_for(&mut self, verb: CardVerb, cards: &SetText, set: SetRef) -> Compiled {
        match verb {
            CardVerb::SpecialSummon(positions, by, _) => {
                self.demand_of_targets(set, summonable(positions, by));
                let zone = zone_of(cards, side_of(positions, by), positions);
                self.need(|names| Ok(names.has_zone_of(zone)))?;
                if matches!(set, SetRef::Source | SetRef::Victim) {
                    self.need_of_all(set, summonable(positions, by))?;
                }
                self.need_of_destroyed(set, summonable(positions, by))?;
                // Of cards that are looked for or targeted it is asked one by one.
                if matches!((cards, set), (SetText::Named(_), SetRef::Local(_))) {
                    self.need(|names| Ok(names.to.cond(Cond::MaySpecialSummon(by))))?;
                }
            }
            CardVerb::EquipWith => {
                self.demand_of_targets(set, Test::Takeable);
                self.need(|names| Ok(names.to.cond(Cond::HasSpellZone)))?;
            }
            CardVerb::Attach => self.demand_of_targets(set, Test::Takeable),
            // A card of a hand that lies open already is not shown any more.
            CardVerb::Show if self.is_cost && set == SetRef::Source => {
                self.need(|names| Ok(names.to.cond(Cond::HandIsHidden)))?;
            }
            CardVerb::Tribute if self.is_cost && set == SetRef::Source => {
                self.need_of_all(set, Test::Tributable)?;
            }
            CardVerb::Tribute => self.demand_of_targets(set, Test::Tributable),
            CardVerb::LayWithOwner => self.demand_of_targets(set, Test::HasOwnersSpellZone),
            CardVerb::ToExtra => self.demand_of_targets(set, Test::Kind(kind::PENDULUM)),
            CardVerb::PlaceInPendulumZone => {
                self.demand_of_targets(set, Test::Kind(kind::PENDULUM));
                self.need(|names| Ok(names.to.cond(Cond::HasPendulumZone)))?;
            }
            CardVerb::Set => self.need_to_set(set)?,
            CardVerb::Summon => self.demand_of_targets(set, Test::NormalSummonable),
            CardVerb::TributeSummon => self.demand_of_targets(set, Test::TributeSummonable),
            CardVerb::NormalSummon => self.demand_of_targets(set, Test::SummonableUp),
            CardVerb::SummonFreely => self.demand_of_targets(set, Test::SummonableFreely),
            CardVerb::SummonUsingSelf => self.demand_of_targets(set, Test::MadeWithSource),
            CardVerb::Banish
            | CardVerb::BanishDown
            | CardVerb::BanishForNow
            | CardVerb::DestroyAndBanish => {
                let down = verb == CardVerb::BanishDown;
                let test = if down { Test::BanishableDown } else { Test::Banishable };
                self.demand_of_targets(set, test);
                if self.is_cost && set == SetRef::Source {
                    self.need_of_all(set, test)?;
                }
            }
            CardVerb::ReturnToHand
            | CardVerb::AddToHand
            | CardVerb::AddUnshown
            | CardVerb::ToDeck(_) => {
                self.demand_of_targets(set, Test::Staying);
            }
            CardVerb::Turn(turn) => {
                self.demand_of_targets(set, Test::Turnable(turn));
                // A card that turns itself face-down must be able to: an effect that can do nothing is not
                // activated (CT-03.6r).
                if set == SetRef::Source && (self.is_cost || turn == WhoseTurn::FaceDown) {
                    self.need_of_all(set, Test::Turnable(turn))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The operation that does this to the cards of a set, and the events that it intends.
    fn op_for(
        &mut self,
        verb: CardVerb,
        set: SetRef,
        cards: &SetText,
        rest: &[StepText],
    ) -> (Op, Events) {
        match verb {
            CardVerb::Destroy => (Op::Destroy(set), event_bit::DESTROYED),
            CardVerb::ReturnToHand | CardVerb::AddToHand => (Op::ToHand(set), event_bit::TO_HAND),
            CardVerb::AddUnshown => (Op::ToHandUnshown(set), event_bit::TO_HAND),
            CardVerb::SendToGrave | CardVerb::Become => {
                (Op::ToGrave(set), event_bit::SENT_TO_GRAVE)
            }
            CardVerb::Discard | CardVerb::DiscardToGrave => {
                (Op::Discard(set), event_bit::DISCARDED | event_bit::SENT_TO_GRAVE)
            }
            CardVerb::Tribute => (Op::Tribute(set), event_bit::TRIBUTED | event_bit::SENT_TO_GRAVE),
            CardVerb::Banish => (Op::Banish(set), event_bit::BANISHED),
            CardVerb::BanishDown => (Op::BanishDown(set), event_bit::BANISHED),
            CardVerb::BanishForNow => (Op::BanishForNow(set), event_bit::BANISHED),
            CardVerb::ToField => (Op::ToField(set), 0),
            CardVerb::PlaceFaceUp => (Op::PlaceFaceUp(set), 0),
            CardVerb::LayWithOwner => (Op::LayWithOwner(set), 0),
            CardVerb::PlaceInPendulumZone => (Op::PlaceInPendulumZone(set), 0),
            CardVerb::ToExtra => (Op::ToExtra(set), 0),
            CardVerb::SpecialSummon(positions, by, _) => {
                let hold = self.holds_for(rest.first(), cards, by);
                (Op::SpecialSummon { cards: set, positions, by, hold }, event_bit::SPECIAL_SUMMONED)
            }
            CardVerb::DestroyAndBanish => {
                (Op::DestroyAndBanish(set), event_bit::DESTROYED | event_bit::BANISHED)
            }
            CardVerb::ToDeck(end) => (Op::ToDeck(set, end), event_bit::TO_DECK),
            CardVerb::Set => (Op::SetCards(set), event_bit::SPELL_SET),
            CardVerb::ShuffleSet => (Op::ShuffleSet(set), 0),
            CardVerb::MakeUsable => (Op::MakeUsable(set), 0),
            CardVerb::CountTurn => (Op::CountTurn(set), 0),
            CardVerb::LoseTaken => (Op::LoseTaken(set), 0),
            CardVerb::Summon => {
                (Op::SummonAfter(set), event_bit::SUMMONED | event_bit::MONSTER_SET)
            }
            CardVerb::TributeSummon => (Op::TributeSummonAfter(set), event_bit::SUMMONED),
            CardVerb::NormalSummon => (Op::SummonUpAfter(set), event_bit::SUMMONED),
            CardVerb::SummonFreely => (Op::SummonFreelyAfter(set), event_bit::SUMMONED),
            CardVerb::SummonUsingSelf => (Op::SummonUsingSource(set), event_bit::SPECIAL_SUMMONED),
            CardVerb::EquipTo => (Op::EquipTo(set), 0),
            CardVerb::EquipWith => (Op::EquipWith(set, SetRef::Source), 0),
            CardVerb::Attach => {
                (Op::Attach { cards: set, host: SetRef::Source, with_materials: false }, 0)
            }
            CardVerb::Turn(turn) => (Op::Turn(set, turn), event_bit::REPOSITIONED),
            CardVerb::Reveal => (Op::Reveal(set), 0),
            CardVerb::Show => {
                let as_paid = self.is_cost && matches!(cards, SetText::All(_));
                (Op::Show { cards: set, as_paid, even_open: false }, 0)
            }
            CardVerb::RedirectAttack => (Op::RedirectAttack(set), 0),
            CardVerb::Fight => (Op::Fight(set), event_bit::DAMAGED),
            CardVerb::GiveControl => (Op::GiveControl(set), event_bit::CONTROL_CHANGED),
            CardVerb::ChangeTarget => (Op::ChangeTarget(set), 0),
            CardVerb::Protect => (Op::Protect(set), 0),
            CardVerb::Spare => (Op::Spare(set), 0),
        }
    }

    /// A card that found no zone is not equipped. Later steps mean the card where it lies now.
    fn follow_equipped(&mut self, hosts: SetRef) {
        self.parts.ops.push(Op::Follow(SetRef::Source, location_bit::SPELL));
        let lies_there = self.names.to.test(Test::EquippedTo(hosts));
        let equipped = self.names.to.cond(Cond::Some(SetRef::Source, lies_there));
        let jump = self.jump(Op::Unless(equipped, 0));
        self.nothing.push(jump);
    }

    /// The card may have been saved, or another one was destroyed instead: then nothing was done.
    fn guard_destruction(&mut self, set: SetRef) {
        let gone = match set {
            SetRef::Targets(_) | SetRef::Local(_) | SetRef::Source => {
                let still = self.names.to.cond(Cond::Still(set));
                Cond::Not(still)
            }
            // A card that acted in the Graveyard still lies there.
            SetRef::Event => Cond::Moved(set),
            _ => return,
        };
        let gone = self.names.to.cond(gone);
        let jump = self.jump(Op::Unless(gone, 0));
        self.nothing.push(jump);
    }

    /// Cards that nobody chooses must all be so.
    fn need_of_all(&mut self, set: SetRef, test: Test) -> Compiled {
        self.need(|names| {
            let test = names.to.test(test);
            Ok(names.to.cond(Cond::Every(set, test)))
        })
    }
}

/// Whether these are one card that is chosen.
fn is_one(cards: &SetText) -> bool {
    let one = |number: &NumText| matches!(number, NumText::Value(1));
    matches!(cards, SetText::Pick(amount, ..) if one(&amount.0) && one(&amount.1))
}

/// The places in which a card can be after it was moved in this way.
const fn goes_to(verb: CardVerb) -> Locations {
    match verb {
        CardVerb::Destroy
        | CardVerb::DestroyAndBanish
        | CardVerb::SendToGrave
        | CardVerb::Become
        | CardVerb::Discard
        | CardVerb::Tribute => location_bit::GRAVE | location_bit::BANISHED | location_bit::EXTRA,
        CardVerb::Banish | CardVerb::BanishDown => location_bit::BANISHED,
        CardVerb::ReturnToHand | CardVerb::AddToHand | CardVerb::AddUnshown => {
            location_bit::HAND | location_bit::EXTRA
        }
        _ => 0,
    }
}

/// The zone that a Special Summon of these cards needs.
fn zone_of(cards: &SetText, who: Who, positions: u8) -> Cond {
    match cards {
        _ if positions & position_bit::POINTED != 0 => Cond::HasPointedZone,
        SetText::All(filter) | SetText::Pick(_, filter, _) | SetText::Lowest(_, filter) => {
            zone_for(filter, who, false)
        }
        _ => Cond::HasZone(who),
    }
}
