//! The choice of Monster Zones that can't be used as long as an effect says so. Up to so many free
//! ones are chosen as soon as the effect applies, also between a link and the next one (REC-S25).

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::decision::{Action, Verb};
use crate::ids::{MonsterZone, Player, byte_enum};
use crate::marks::rule;
use crate::run::{Flow, Run, Zones};
use crate::state::{Ask, Frame, UnusableZonesFrame, flags};
use crate::witness::Witness;

byte_enum! {
    /// Where it is.
    enum UnusableZonesStep {
        Choose,
        ZoneAnswer,
        MoreAnswer,
    }
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let chosen = frame.data::<UnusableZonesFrame>().chosen;
    match UnusableZonesStep::from_byte(frame.step()) {
        UnusableZonesStep::Choose => run.choose_a_zone(chosen),
        UnusableZonesStep::ZoneAnswer => {
            let zone = run.answer().and_then(Action::monster_zone).unwrap_or(MonsterZone(0));
            run.zone_chosen(zone)
        }
        UnusableZonesStep::MoreAnswer => {
            if run.answer().is_some_and(|action| action.verb() == Verb::Yes) {
                run.choose_a_zone(chosen)
            } else {
                run.zones_are_chosen(chosen)
            }
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// The next rule that is enforced between two steps of the game and may ask a player. These are about
    /// zones that Traps hold as monsters, Traps that are monsters no more, control that goes back, zones that
    /// can't be used from now on, and the one Type or Attribute of monsters that is kept.
    #[inline(always)]
    pub(crate) fn adjust_asking(&mut self) -> Option<Frame> {
        if let Some(choosing) = self.zone_to_hold() {
            return Some(choosing);
        }
        if let Some(laying_back) = self.trap_to_lay_back() {
            return Some(laying_back);
        }
        if let Some(going_back) = self.adjust_control() {
            return Some(going_back);
        }
        if self.duel.zones_to_choose().is_some() {
            return Some(Frame::new(UnusableZonesFrame::zeroed()));
        }
        if !self.duel.has_common() {
            return None;
        }
        let due = self.duel.common_to_declare(self.game.cards);
        due.map(|(common, player)| super::one_type::frame(common, player))
    }

    /// The zones that could still be chosen.
    fn open_zones(&self, of: Player, chosen: u8) -> u8 {
        rule!("DF-16");
        self.duel.free_main_zones(of) & !chosen
    }

    fn choose_a_zone(&mut self, chosen: u8) -> Flow {
        let Some(what) = self.duel.zones_to_choose() else { return Flow::Return };
        let zones = self.open_zones(what.of, chosen);
        if zones == 0 {
            return self.zones_are_chosen(chosen);
        }
        let zones = Zones { asked: what.by, side: what.of, zones };
        self.with_zone_of(zones, UnusableZonesStep::ZoneAnswer as u8, Self::zone_chosen)
    }

    /// One more is chosen; whether another one follows is asked if there is one.
    fn zone_chosen(&mut self, zone: MonsterZone) -> Flow {
        let Some(what) = self.duel.zones_to_choose() else { return Flow::Return };
        let chosen = self.duel.frame_data::<UnusableZonesFrame>().chosen | 1 << zone.0;
        self.duel.update_frame(self.witness, |choice: &mut UnusableZonesFrame| {
            choice.chosen = chosen;
        });
        if chosen.count_ones() >= u32::from(what.most) || self.open_zones(what.of, chosen) == 0 {
            return self.zones_are_chosen(chosen);
        }
        Flow::Ask(Ask::confirm(what.by), UnusableZonesStep::MoreAnswer as u8)
    }

    fn zones_are_chosen(&mut self, chosen: u8) -> Flow {
        if let Some(what) = self.duel.zones_to_choose() {
            self.duel.make_unusable(self.witness, what, chosen);
            self.duel.set_flags(self.witness, flags::UNADJUSTED);
            if self.adjust() {
                return Flow::Over;
            }
        }
        Flow::Return
    }
}
