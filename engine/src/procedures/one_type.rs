//! Players who can control monsters of one Type or Attribute only: each declares which, and the rules
//! send the others away.

use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::decision::DecisionKind;
use crate::event::{Cause, Event};
use crate::ids::{CardId, Location, Player, byte_enum};
use crate::run::{Flow, Run};
use crate::state::{Ask, CardSet, Common, Frame, OneTypeFrame, flags};
use crate::witness::Witness;

byte_enum! {
    /// Where it is.
    enum OneTypeStep {
        Declare,
        Answer,
    }
}

/// A frame in which a player declares a Type or an Attribute.
pub(crate) fn frame(common: Common, player: Player) -> Frame {
    Frame::new(OneTypeFrame { common: common as u8, ..Zeroable::zeroed() }).of(player)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let player = frame.player();
    let common = Common::from_byte(frame.data::<OneTypeFrame>().common);
    match OneTypeStep::from_byte(frame.step()) {
        OneTypeStep::Declare => {
            let several = run.duel.shown(common, player).count_ones() > 1;
            let kind = match common {
                Common::Type => DecisionKind::Type,
                Common::Attribute => DecisionKind::Attribute,
            };
            Flow::Ask(Ask::of(kind, player).with_several(several), OneTypeStep::Answer as u8)
        }
        OneTypeStep::Answer => {
            let bit = run.answer().map_or(0, crate::Action::declared_type);
            let declared = match common {
                Common::Type => Event::DeclaredType { player, race: bit },
                Common::Attribute => Event::DeclaredAttribute { player, attribute: bit },
            };
            run.witness.event(run.duel, declared);
            run.duel.keep_in_common(run.witness, common, player, bit);
            run.duel.set_flags(run.witness, flags::UNADJUSTED);
            let next = run.duel.common_to_declare(run.game.cards);
            if next.is_none_or(|(next, _)| next != common) {
                // Monsters that go now are not there any more for the next declaration.
                run.keep_one(common);
            }
            if run.adjust() { Flow::Over } else { Flow::Return }
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Monsters of other Types or Attributes than the one that their player keeps go to the Graveyard; says
    /// whether any went. None go while somebody has to declare first. Of two cards that ask for it the one
    /// that was made first comes first (FACT-O1).
    pub(super) fn keep_in_common(&mut self) -> bool {
        if self.duel.common_to_declare(self.game.cards).is_some() {
            return false;
        }
        let cards = self.game.cards;
        let line = |common: Common| {
            let rules = self.duel.mods().iter().filter(|m| m.is(common.rule()));
            rules.map(|m| self.duel.place_in_line(cards, CardId(m.source))).min()
        };
        let mut all = Common::ALL;
        all.sort_by_key(|common| line(*common));
        all.into_iter().any(|common| self.keep_one(common))
    }

    fn keep_one(&mut self, common: Common) -> bool {
        let Some(first) = self.duel.one_kept_by(self.game.cards, common) else { return false };
        let mut gone = [CardSet::EMPTY; 2];
        for player in [first, first.other()] {
            let shown = self.duel.shown(common, player);
            if shown.count_ones() < 2 {
                // The Type or Attribute that is there now is kept from now on, even if there is none.
                self.duel.keep_in_common(self.witness, common, player, shown);
                continue;
            }
            let kept = self.duel.kept_in_common(common, player);
            let duel = &*self.duel;
            let others = duel.monsters(player).filter(|(zone, card)| {
                duel.shows_itself(*card) && common.of(duel.derived(player, *zone)) & kept == 0
            });
            gone[player.index()] = others.map(|(_, card)| card.0).collect();
        }
        for player in [first, first.other()] {
            self.send(gone[player.index()], Location::Grave, Cause::Rule);
        }
        gone.iter().any(|cards| !cards.is_empty())
    }
}

impl crate::Duel {
    /// Whether the Type and the Attribute of a monster count: it lies face-up and its Summon is over.
    fn shows_itself(&self, card: CardId) -> bool {
        self.position(card).is_face_up()
            && !self.has_status(card, crate::state::status_bits::SUMMONING)
    }

    /// The Types or Attributes of a player's face-up monsters, one bit each.
    pub(crate) fn shown(&self, common: Common, player: Player) -> u32 {
        let shown = self.monsters(player).filter(|(_, card)| self.shows_itself(*card));
        shown.fold(0, |bits, (zone, _)| bits | common.of(self.derived(player, zone)))
    }
}
