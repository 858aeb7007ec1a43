//! Two players exchange control of two monsters: both zones are asked before anything moves, and a
//! zone that becomes free counts as free (REC-S11).

use bytemuck::Zeroable;

use super::raise::NOBODY;
use crate::chance::Chance;
use crate::ids::{CardId, Location, MonsterZone, Player, byte_enum};
use crate::rules::Placement;
use crate::run::{Flow, Run};
use crate::state::{Ask, CardSet, Frame, SwapFrame};
use crate::witness::Witness;
use duelfish_script::event_bit;

byte_enum! {
    /// Where it is.
    enum SwapStep {
        Begin,
        FirstZone,
        SecondZone,
    }
}

/// A frame that exchanges a monster of a player for one of the other player.
pub(crate) fn frame(player: Player, mine: CardId, theirs: CardId) -> Frame {
    let swap = SwapFrame { theirs: theirs.0, ..Zeroable::zeroed() };
    Frame::new(swap).of(player).about(mine)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let player = frame.player();
    let swap = frame.data::<SwapFrame>();
    let (mine, theirs) = (frame.card(), CardId(swap.theirs));
    match SwapStep::from_byte(frame.step()) {
        SwapStep::Begin => {
            let there = |card, side| {
                run.duel.location(card) == Location::Monster && run.duel.controller(card) == side
            };
            if !there(mine, player) || !there(theirs, player.other()) {
                return Flow::Return;
            }
            run.ask_swapped_zone(player, mine, SwapStep::FirstZone)
        }
        SwapStep::FirstZone => {
            let zone = run.answered_zone(player);
            run.duel.update_frame(run.witness, |swap: &mut SwapFrame| swap.zone = zone.0);
            run.ask_swapped_zone(player.other(), theirs, SwapStep::SecondZone)
        }
        SwapStep::SecondZone => {
            let zone = run.answered_zone(player.other());
            run.duel.swap_control(run.witness, (theirs, MonsterZone(swap.zone)), (mine, zone));
            if run.game.rules.others_may_turn_summoned {
                run.duel.swap_summoner(run.witness, theirs);
                run.duel.swap_summoner(run.witness, mine);
            }
            run.give_for_good(mine, player.other());
            run.give_for_good(theirs, player);
            run.duel.refresh(run.witness, run.game.cards);
            let both = CardSet::EMPTY.with(mine.0).with(theirs.0);
            run.raise(event_bit::CONTROL_CHANGED, NOBODY, 0, both);
            Flow::Return
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Asks a player for the zone of the monster that comes; the one that goes leaves its own.
    fn ask_swapped_zone(&mut self, player: Player, going: CardId, answer: SwapStep) -> Flow {
        let zone = self.duel.zone(going);
        // The Main Monster Zone of the monster that goes is free too.
        let vacated = if zone < MonsterZone::MAIN { 1 << zone } else { 0 };
        let chosen = self.duel.free_main_zones(player) | vacated;
        match self.game.rules.placement {
            Placement::Ask => Flow::Ask(Ask::zone(player, player, chosen), answer as u8),
            Placement::Auto => {
                let zone = if vacated != 0 { zone } else { chosen.trailing_zeros().min(7) as u8 };
                self.duel
                    .force_answer(self.witness, crate::Action::zone(MonsterZone(zone)).to_bits());
                Flow::Next(answer as u8)
            }
        }
    }
}
