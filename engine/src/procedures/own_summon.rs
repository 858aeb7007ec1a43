//! A monster's own way of being Special Summoned from the hand or the Extra Deck: no Chain, but a
//! Summon that could be negated (TIME-3.3).

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::event::{Cause, Event};
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, Player, byte_enum};
use crate::marks::{rule, rule_if};
use crate::run::{Flow, Run, Zones};
use crate::state::{
    Arrival, Ask, CardSet, Ctx, Duel, Frame, ModValue, NO_LINK, OwnSummonFrame, ProgramFrame,
    SetSlot, skip, status_bits,
};
use crate::witness::Witness;
use duelfish_script::{Cond, EffectId, ModKind, Program, Scope, Until, event_bit, kind, term};

byte_enum! {
    /// Where it is.
    enum OwnSummonStep {
        Cost,
        AskZone,
        ZoneAnswer,
        PositionAnswer,
        Succeed,
        Done,
    }
}

/// A frame that Summons a card in its own way, which this effect says; in a Chain nobody can respond.
pub(crate) fn frame(
    duel: &Duel,
    player: Player,
    card: CardId,
    effect: EffectId,
    in_chain: bool,
) -> Frame {
    let summon = OwnSummonFrame {
        stamp: duel.stamp(card),
        effect: effect.0,
        in_chain: in_chain.into(),
        ..Zeroable::zeroed()
    };
    Frame::new(summon).of(player).about(card)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, player) = (frame.card(), frame.player());
    match OwnSummonStep::from_byte(frame.step()) {
        OwnSummonStep::Cost => {
            let cost = run
                .game
                .cards
                .scripts()
                .effect(EffectId(frame.data::<OwnSummonFrame>().effect))
                .cost;
            if cost.0 == 0 {
                run.pay_hand_fee(player, card);
                return run.ask_own_zone(frame);
            }
            let paying = ProgramFrame::begin(run.duel, cost, player, card, NO_LINK);
            Flow::Call(paying, OwnSummonStep::AskZone as u8)
        }
        OwnSummonStep::AskZone => {
            if run.check_life_points() {
                return Flow::Over;
            }
            run.ask_own_zone(frame)
        }
        OwnSummonStep::ZoneAnswer => {
            let side = run.own_side(frame);
            let zone = run.answered_zone(side);
            run.ask_own_position(zone)
        }
        OwnSummonStep::PositionAnswer => {
            let position =
                run.answer().map_or(BattlePosition::Attack, crate::Action::chosen_position);
            run.put_down_own(frame, position)
        }
        OwnSummonStep::Succeed => run.own_summon_succeeds(player, card),
        OwnSummonStep::Done => Flow::Return,
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// The player to whose field the monster comes.
    fn own_side(&self, frame: Frame) -> Player {
        let player = frame.player();
        let effect =
            self.game.cards.scripts().effect(EffectId(frame.data::<OwnSummonFrame>().effect));
        effect.side_of_own_way(player)
    }

    /// The program of what the monster has from the moment when it comes.
    fn gives_of_own_way(&self, frame: Frame) -> Program {
        let effect = EffectId(frame.data::<OwnSummonFrame>().effect);
        self.game.cards.scripts().effect(effect).body
    }

    /// The cards of the cost have left; effects that they set off wait until the Summon is over, and
    /// "when" misses.
    fn ask_own_zone(&mut self, frame: Frame) -> Flow {
        self.count_own_way(frame);
        let frame = self.follow_paid_itself(frame);
        if self.gives_of_own_way(frame).0 == 0 {
            self.duel.write_stamped_set(self.witness, SetSlot::OWN_COST, CardSet::EMPTY);
        }
        self.duel.clear_reserved_material(self.witness);
        self.pass_moment();
        rule!("SU-05.5");
        let (asked, side) = (frame.player(), self.own_side(frame));
        let card = frame.card();
        let zones = self.duel.zones_placed_by(self.game.cards, asked, side, card);
        if zones == 0 || self.duel.stamp(card) != frame.data::<OwnSummonFrame>().stamp {
            return Flow::Return;
        }
        let zones = Zones { asked, side, zones };
        self.with_zone_of(zones, OwnSummonStep::ZoneAnswer as u8, Self::ask_own_position)
    }

    /// The use of a way that is limited counts, whether the Summon succeeds or not.
    fn count_own_way(&mut self, frame: Frame) {
        let way = EffectId(frame.data::<OwnSummonFrame>().effect);
        let effect = self.game.cards.scripts().effect(way);
        self.count_use_of(frame.card(), effect, frame.player());
    }

    /// A monster that was among the cards that were paid for it comes from the Graveyard.
    fn follow_paid_itself(&mut self, frame: Frame) -> Frame {
        let card = frame.card();
        if self.duel.set(SetSlot::OWN_COST).has(card.0)
            && self.duel.location(card) == Location::Grave
        {
            let stamp = self.duel.stamp(card);
            self.duel
                .update_frame(self.witness, |summon: &mut OwnSummonFrame| summon.stamp = stamp);
        }
        self.duel.frame()
    }

    fn ask_own_position(&mut self, zone: MonsterZone) -> Flow {
        let frame = self.duel.frame();
        self.duel.update_frame(self.witness, |summon: &mut OwnSummonFrame| summon.zone = zone.0);
        let effect =
            self.game.cards.scripts().effect(EffectId(frame.data::<OwnSummonFrame>().effect));
        let chosen = self.positions_of(frame.card(), effect.positions);
        Flow::Ask(Ask::position(frame.player(), chosen), OwnSummonStep::PositionAnswer as u8)
    }

    fn put_down_own(&mut self, frame: Frame, position: BattlePosition) -> Flow {
        let (card, player) = (frame.card(), frame.player());
        let OwnSummonFrame { zone, in_chain, .. } = frame.data();
        let to =
            Arrival { player: self.own_side(frame), location: Location::Monster, zone, position };
        rule!("MO-31", "MO-34", "SU-03.1");
        rule_if!(self.duel.location(card) == Location::Extra, "SU-05.1", "SU-07.1", "SU-08.1");
        self.pay_summon_cost(player, card);
        if self.duel.location(card).is_deck() {
            // The player looked through the Deck for it and shuffles it, at the latest when others may act.
            rule!("DF-54");
            self.duel.plan_shuffle(self.witness, player);
        }
        self.bring(card, to, Cause::SpecialSummon);
        let gives = self.gives_of_own_way(frame);
        if gives.0 != 0 {
            self.run_at_once(Ctx::of_card(player, card), gives);
            self.duel.write_stamped_set(self.witness, SetSlot::OWN_COST, CardSet::EMPTY);
        }
        self.shuffle_planned();
        if self.game.rules.others_may_turn_summoned && to.player != player {
            self.duel.swap_summoner(self.witness, card);
        }
        self.duel.set_status(self.witness, card, status_bits::SUMMONING, true);
        self.witness.event(self.duel, Event::SpecialSummoning { card });
        self.note_attempt(event_bit::SPECIAL_SUMMONED, player, card);
        if !self.duel.hears(event_bit::SPECIAL_SUMMONING) || in_chain.is_on() {
            return self.own_summon_succeeds(player, card);
        }
        rule!("SU-00.4");
        let one = CardSet::EMPTY.with(card.0);
        self.raise(event_bit::SPECIAL_SUMMONING, player.number(), 0, one);
        let skip = skip::TRIGGERS | skip::FREE | skip::NEW;
        self.window_or(skip, OwnSummonStep::Succeed as u8, |run| {
            run.own_summon_succeeds(player, card)
        })
    }

    /// Nobody negated the Summon: the monster is properly Summoned from now on.
    #[inline(never)]
    fn own_summon_succeeds(&mut self, player: Player, card: CardId) -> Flow {
        if self.was_undone(card) {
            // The Summon was negated, so its player is allowed again what it forbade (FACT-C6).
            self.duel.remove_mods(self.witness, |m| {
                m.source == card.0 && !m.is_continuous() && m.until == Until::EndOfTurn as u8
            });
            return self.last_own_window();
        }
        rule!("SU-00.2");
        self.duel.set_status(self.witness, card, status_bits::PROPER, true);
        if self.is_of_its_kind(card) {
            self.duel.note_came_duly(self.witness, card);
        }
        self.end_summoning(card);
        self.note_special_summon(player);
        let script = self.game.cards.scripts().card(self.duel.code(card));
        if script.is_some_and(|script| script.terms & term::NOT_LINKED_AT_ONCE != 0) {
            // Its own text says so, negated or not.
            let (ctx, kind) = (Ctx::of_card(player, card), ModKind::NoLinkMaterial);
            self.modify(ctx, Scope::Card, card.0, kind, ModValue::Fixed(0), Until::EndOfTurn);
        }
        self.duel.refresh(self.witness, self.game.cards);
        self.witness.event(self.duel, Event::SpecialSummoned);
        let one = CardSet::EMPTY.with(card.0);
        self.raise(event_bit::SPECIAL_SUMMONED, player.number(), 1, one);
        self.last_own_window()
    }

    /// Whether the Summon is that of the monster's kind: with materials, or an Xyz or Link Summon in another way. A Fusion
    /// Monster that comes without an effect, or any other monster in its own way, is none.
    fn is_of_its_kind(&self, card: CardId) -> bool {
        let facts = self.game.cards.facts(self.duel.code(card));
        let scripts = self.game.cards.scripts();
        let way = scripts.effect(EffectId(self.duel.frame_data::<OwnSummonFrame>().effect));
        let gathers = matches!(scripts.cond(way.possible), Cond::Gathers(..));
        facts.is_any(kind::XYZ | kind::LINK) || (gathers && facts.is(kind::SYNCHRO))
    }

    /// The window behind the Summon, if no Chain is resolving.
    fn last_own_window(&mut self) -> Flow {
        if self.duel.frame_data::<OwnSummonFrame>().in_chain.is_on() {
            return Flow::Return;
        }
        self.window_or(0, OwnSummonStep::Done as u8, |_| Flow::Return)
    }
}
