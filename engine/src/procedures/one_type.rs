//! Players who can control monsters of one Type only: each declares which, and the rules send the
//! others away.

use bytemuck::Zeroable;

use super::Procedure;
use crate::chance::Chance;
use crate::decision::DecisionKind;
use crate::duel::{Flow, Run};
use crate::event::{Cause, Event};
use crate::ids::{Handle, Place, Player, Seat, byte_enum};
use crate::state::{Ask, CardSet, Frame, flags};
use crate::witness::Witness;

byte_enum! {
    /// Where it is. `frame.by` is who declares.
    enum Step {
        Declare,
        Answer,
    }
}

/// A frame in which a player declares a Type.
pub(crate) fn frame(player: Player) -> Frame {
    Frame { procedure: Procedure::OneType as u8, by: player.0, ..Frame::zeroed() }
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let player = Player(frame.by);
    match Step::from_byte(frame.step) {
        Step::Declare => {
            let several = run.duel.types_shown(player).count_ones() > 1;
            let kind = DecisionKind::Type as u8;
            let ask = Ask { kind, player: frame.by, chosen: u8::from(several), ..Ask::zeroed() };
            Flow::Ask(ask, Step::Answer as u8)
        }
        Step::Answer => {
            let race = run.answer().map_or(0, crate::Action::declared_type);
            run.witness.event(run.duel, Event::DeclaredType { player, race });
            run.duel.keep_type(run.witness, player, race);
            run.duel.set_flags(run.witness, flags::UNSETTLED);
            if run.settle() { Flow::Over } else { Flow::Return }
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Monsters of other Types than the one that their player keeps go to the Graveyard, as long as
    /// nobody has to declare it first; says whether any went.
    pub(super) fn keep_one_type(&mut self) -> bool {
        let Some(first) = self.duel.one_type_by(self.game.cards) else { return false };
        if self.duel.type_to_declare(self.game.cards).is_some() {
            return false;
        }
        let mut gone = [CardSet::EMPTY; 2];
        for player in [first, first.other()] {
            let shown = self.duel.types_shown(player);
            if shown.count_ones() < 2 {
                // What is there now is kept from now on, be it nothing.
                self.duel.keep_type(self.witness, player, shown);
                continue;
            }
            let kept = self.duel.type_kept(player);
            let duel = &*self.duel;
            let others = duel.monsters(player).filter(|(seat, card)| {
                duel.shows_its_type(*card) && duel.derived(player, *seat).race & kept == 0
            });
            gone[player.index()] = others.map(|(_, card)| card.0).collect();
        }
        for player in [first, first.other()] {
            self.send(gone[player.index()], Place::Grave, Cause::Rule);
        }
        gone.iter().any(|cards| !cards.is_empty())
    }
}

impl crate::Duel {
    /// Whether the Type of a monster counts: it lies face-up and its Summon is over.
    pub(crate) fn shows_its_type(&self, card: Handle) -> bool {
        self.pose(card).is_face_up() && !self.has_status(card, crate::state::status_bits::SUMMONING)
    }

    /// The Types of a player's face-up monsters, one bit each.
    pub(crate) fn types_shown(&self, player: Player) -> u32 {
        let shown = self.monsters(player).filter(|(_, card)| self.shows_its_type(*card));
        shown.fold(0, |types, (seat, _): (Seat, Handle)| types | self.derived(player, seat).race)
    }
}
