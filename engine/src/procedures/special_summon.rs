//! Special Summon by an effect: all monsters of a group come to the field one after the other, then
//! they are all Summoned at the same moment (FACT-S5, FACT-S6).

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::event::{Cause, Event};
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, NO_CARD, Player, byte_enum};
use crate::marks::{rule, rule_if};
use crate::run::{Flow, Run, Zones};
use crate::state::{
    Arrival, Ask, Batch, CardSet, Ctx, Duel, Flag, Frame, SetSlot, SpecialSummonFrame, skip,
    status_bits,
};
use crate::witness::Witness;
use duelfish_script::{Form, Way, event_bit, kind, position_bit};

byte_enum! {
    /// Where it is.
    enum SpecialSummonStep {
        Take,
        AskZone,
        ZoneAnswer,
        AskPosition,
        PositionAnswer,
        Finish,
        Succeed,
        Done,
    }
}

/// A frame that Pendulum Summons the monsters in the register of Tributes.
pub(super) fn pendulum(player: Player) -> Frame {
    let (positions, pendulum) = (position_bit::FACE_UP, Flag::ON);
    Frame::new(SpecialSummonFrame { positions, pendulum, ..Zeroable::zeroed() }).of(player)
}

/// A frame that Special Summons the monsters in the register of Tributes by an effect.
pub(super) fn by_effect(player: Player, positions: u8, pointer: u8, holds: bool) -> Frame {
    let holds = holds.into();
    Frame::new(SpecialSummonFrame { positions, pointer, holds, ..Zeroable::zeroed() }).of(player)
}

/// A frame that completes the Special Summon of the monsters that a player has put down.
pub(super) fn finish(player: Player) -> Frame {
    Frame::new(SpecialSummonFrame::zeroed()).of(player).at_step(SpecialSummonStep::Finish as u8)
}

const fn next(step: SpecialSummonStep) -> Flow {
    Flow::Next(step as u8)
}

/// To whose field the monsters come.
fn side_of(frame: Frame) -> Player {
    let player = frame.player();
    if frame.data::<SpecialSummonFrame>().positions & position_bit::ACROSS == 0 {
        player
    } else {
        player.other()
    }
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let player = frame.player();
    let summon = frame.data::<SpecialSummonFrame>();
    match SpecialSummonStep::from_byte(frame.step()) {
        SpecialSummonStep::Take => run.next_monster(frame),
        SpecialSummonStep::AskZone => {
            let zones = run.zones_to_come(frame, frame.card());
            let zones = Zones { asked: player, side: side_of(frame), zones };
            run.with_zone_of(zones, SpecialSummonStep::ZoneAnswer as u8, Run::keep_zone)
        }
        SpecialSummonStep::ZoneAnswer => {
            let zone = run.answered_zone(side_of(frame));
            run.keep_zone(zone)
        }
        SpecialSummonStep::AskPosition => {
            let positions = summon.positions & position_bit::ALL;
            let chosen = run.positions_of(frame.card(), positions);
            let only = match chosen {
                position_bit::ATTACK => BattlePosition::Attack,
                position_bit::DEFENSE => BattlePosition::Defense,
                position_bit::SET => BattlePosition::Set,
                _ => {
                    return Flow::Ask(
                        Ask::position(player, chosen),
                        SpecialSummonStep::PositionAnswer as u8,
                    );
                }
            };
            run.put_down(frame, only)
        }
        SpecialSummonStep::PositionAnswer => {
            let position =
                run.answer().map_or(BattlePosition::Attack, crate::Action::chosen_position);
            run.put_down(frame, position)
        }
        // Others come at the same moment: a later step of the effect says when all are there.
        SpecialSummonStep::Finish if summon.holds.is_on() => {
            run.duel.write_stamped_set(run.witness, SetSlot::TRIBUTES, CardSet::EMPTY);
            Flow::Return
        }
        SpecialSummonStep::Finish if summon.pendulum.is_on() => {
            run.pendulum_summon_can_be_negated(player)
        }
        SpecialSummonStep::Succeed => run.pendulum_summon_succeeds(player),
        SpecialSummonStep::Done => Flow::Return,
        SpecialSummonStep::Finish => {
            let properly = summon.positions & position_bit::PROPERLY != 0;
            run.finish_special_summons(player, i32::from(properly));
            Flow::Return
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// The zones to which a monster may come.
    fn zones_to_come(&self, frame: Frame, card: CardId) -> u8 {
        let side = side_of(frame);
        let summon = frame.data::<SpecialSummonFrame>();
        if summon.pendulum.is_on() {
            let waiting = self.duel.set(SetSlot::TRIBUTES);
            return self.duel.zones_to_pendulum_summon(self.game.cards, side, card, waiting);
        }
        let zones = self.duel.zones_placed_by(self.game.cards, frame.player(), side, card);
        if summon.positions & position_bit::POINTED == 0 {
            return zones;
        }
        zones & self.duel.zones_pointed_by(self.game.cards, CardId(summon.pointer), side)
    }

    fn next_monster(&mut self, frame: Frame) -> Flow {
        let player = frame.player();
        let waiting = self.duel.set(SetSlot::TRIBUTES);
        let (duel, all) = (&*self.duel, waiting.iter());
        let coming: CardSet =
            all.filter(|card| duel.location(CardId(*card)) != Location::Monster).collect();
        let summon = frame.data::<SpecialSummonFrame>();
        let one_by_one = summon.holds.is_on() || summon.pendulum.is_on();
        let next_one = if one_by_one {
            // They are put down one by one, and Summoned together at the end.
            coming
                .iter()
                .map(CardId)
                .min_by_key(|card| self.duel.place_in_line(self.game.cards, *card))
        } else {
            // A group comes as cards that move together do (FACT-O4).
            super::moves::in_order(duel, coming).first().copied()
        };
        let Some(card) = next_one else { return next(SpecialSummonStep::Finish) };
        if self.zones_to_come(frame, card) == 0 {
            // Without a zone it goes to the Graveyard, unless it lies there already (FACT-S4).
            let rest = waiting.without(card.0);
            self.duel.write_set(self.witness, SetSlot::TRIBUTES, rest);
            if self.duel.location(card) != Location::Grave {
                self.send(CardSet::EMPTY.with(card.0), Location::Grave, Cause::Rule);
            }
            return next(SpecialSummonStep::Take);
        }
        if !summon.pendulum.is_on() {
            self.pay_hand_fee(player, card);
        }
        rule_if!(
            self.duel.location(card) == Location::Spell,
            "CT-02.15a",
            "CT-02.15e",
            "CT-02.15f"
        );
        self.duel.set_frame_card(self.witness, card);
        next(SpecialSummonStep::AskZone)
    }

    /// The positions of these in which a monster can be Summoned: a Link Monster only in Attack Position
    /// (BP-2, CT-03.6c).
    pub(super) fn positions_of(&self, card: CardId, positions: u8) -> u8 {
        let link = self.duel.is_link_monster(self.game.cards, card);
        rule_if!(link, "BP-2", "CT-03.6c", "CT-03.6p");
        if link { position_bit::ATTACK } else { positions }
    }

    /// Notes the zone until the position is known too.
    fn keep_zone(&mut self, zone: MonsterZone) -> Flow {
        self.duel.update_frame(self.witness, |summon: &mut SpecialSummonFrame| {
            summon.zone = zone.0;
        });
        next(SpecialSummonStep::AskPosition)
    }

    /// The demands of a monster on the player who Special Summons it are met as it comes.
    pub(super) fn pay_summon_cost(&mut self, player: Player, card: CardId) {
        for (_, effect) in self.game.cards.scripts().effects_of(self.duel.code(card)) {
            if effect.form == Form::SummonCost {
                self.count_use_of(card, effect, player);
                self.run_at_once(Ctx::of_card(player, card), effect.body);
            }
        }
    }

    fn put_down(&mut self, frame: Frame, position: BattlePosition) -> Flow {
        let (player, card) = (frame.player(), frame.card());
        self.pay_summon_cost(player, card);
        let SpecialSummonFrame { zone, positions, .. } = frame.data();
        let to = Arrival { player: side_of(frame), location: Location::Monster, zone, position };
        let (was, left) = (self.duel.location(card), self.duel.zone(card));
        self.bring(card, to, Cause::SpecialSummon);
        if was == Location::Spell
            && self.game.rules.trap_monsters_hold_zones
            && self.duel.facts(self.game, card).is(kind::TRAP)
        {
            self.duel.hold_zone(self.witness, card, left);
        }
        if self.game.rules.others_may_turn_summoned && to.player != player {
            self.duel.swap_summoner(self.witness, card);
        }
        // Until all are there it has no effects and nothing touches it (FACT-S6).
        self.duel.set_status(self.witness, card, status_bits::SUMMONING, true);
        if positions & position_bit::PROPERLY != 0 {
            // From now on effects may Special Summon it again (FACT-S2).
            rule!("MO-13", "MO-15", "MO-16", "MO-17", "MO-18", "MO-25", "MO-27", "MO-28", "MO-29");
            rule!("SU-04.1", "SU-04.4.ii", "SU-04.4.iii");
            // Where its materials went is not asked.
            rule!("SU-04.6");
            self.duel.set_status(self.witness, card, status_bits::PROPER, true);
            self.duel.note_came_duly(self.witness, card);
        }
        self.witness.event(self.duel, Event::SpecialSummoning { card });
        next(SpecialSummonStep::Take)
    }

    /// All monsters of a Pendulum Summon lie there: it can be negated, all of it at once (SU-06.12).
    fn pendulum_summon_can_be_negated(&mut self, player: Player) -> Flow {
        self.duel.write_stamped_set(self.witness, SetSlot::TRIBUTES, CardSet::EMPTY);
        let came = self.duel.being_summoned();
        for card in came.iter().map(CardId) {
            self.note_attempt(event_bit::SPECIAL_SUMMONED, player, card);
        }
        if !self.duel.hears(event_bit::SPECIAL_SUMMONING) || !self.duel.links().is_empty() {
            return self.pendulum_summon_succeeds(player);
        }
        rule!("SU-00.4", "SU-06.12");
        self.raise(event_bit::SPECIAL_SUMMONING, player.number(), 0, came);
        let skip = skip::TRIGGERS | skip::FREE | skip::NEW;
        self.window_or(skip, SpecialSummonStep::Succeed as u8, |run| {
            run.pendulum_summon_succeeds(player)
        })
    }

    /// The negated monsters go to the Graveyard, the others are Summoned at one moment (SU-06.13).
    fn pendulum_summon_succeeds(&mut self, player: Player) -> Flow {
        let duel = &*self.duel;
        let all = duel.monsters(player).map(|(_, card)| card);
        let undone = all.filter(|card| duel.has_status(*card, status_bits::UNDONE));
        let undone: CardSet = undone.map(|card| card.0).collect();
        if !undone.is_empty() {
            rule!("SU-00.4k");
            self.send(undone, Location::Grave, Cause::Rule);
        }
        rule!("SU-06.13");
        self.finish_special_summons(player, Way::PENDULUM);
        // Behind a later link there is no window after it.
        rule!("SU-06.2i");
        if !self.duel.links().is_empty() {
            rule!("SU-06.2j");
            return Flow::Return;
        }
        self.window_or(0, SpecialSummonStep::Done as u8, |_| Flow::Return)
    }

    /// All monsters that were put down are Summoned now, at one moment; `way` is 1 if it was as their
    /// own texts demand, [`Way::PENDULUM`] for a Pendulum Summon, else 0.
    pub(crate) fn finish_special_summons(&mut self, player: Player, way: i32) {
        self.duel.write_stamped_set(self.witness, SetSlot::TRIBUTES, CardSet::EMPTY);
        let came = self.duel.being_summoned();
        let came = came.iter().filter(|card| !self.duel.waits_for_answers(CardId(*card)));
        let came: CardSet = came.collect();
        if came.is_empty() {
            return;
        }
        // A monster that comes so does not count its own Summon.
        self.note_special_summon(player);
        for card in super::moves::in_order(self.duel, came) {
            self.end_summoning(card);
        }
        // A card that destroys itself does so before the monsters count as Summoned by an effect (FACT-M23).
        if way != Way::PENDULUM {
            self.destroy_at_once();
        }
        rule!("SU-00.4a", "SU-03.1", "SU-03.2");
        self.witness.event(self.duel, Event::SpecialSummoned);
        self.duel.refresh(self.witness, self.game.cards);
        let by = match self.duel.resolving() {
            0 => None,
            number => Some(self.duel.link(number - 1).source).filter(|card| *card != NO_CARD),
        };
        let number = Batch::number_of_summon(way, by);
        self.raise(event_bit::SPECIAL_SUMMONED, player.number(), number, came);
    }
}

impl Duel {
    /// Whether a Chain resolves that answers the Summon of this monster, so that its Summon still waits,
    /// whatever the Chain Summons.
    fn waits_for_answers(&self, card: CardId) -> bool {
        let summoning = |kind: u8| kind != 0 && event_bit::OF_SUMMONING >> (kind - 1) & 1 == 1;
        self.resolving() != 0
            && self.batches().iter().any(|batch| {
                summoning(batch.kind)
                    && batch.cards.has(card.0)
                    && self.unmoved_since(card, batch.stamp)
            })
    }
}
