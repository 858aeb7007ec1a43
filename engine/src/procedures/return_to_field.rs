//! Cards that are banished for now return to the field as they were there (FACT-M20). That is no
//! Summon; only a zone is chosen.

use arrayvec::ArrayVec;
use bytemuck::Zeroable;

use crate::chance::Chance;
use crate::event::Cause;
use crate::ids::{CardId, Location, MonsterZone, Player, byte_enum};
use crate::marks::rule;
use crate::run::{Flow, Run};
use crate::state::{Arrival, CardSet, Duel, Frame, Modifier, ReturnToFieldFrame, flags};
use crate::witness::Witness;
use duelfish_script::{ModKind, kind};

byte_enum! {
    /// Where it is.
    enum ReturnStep {
        Begin,
        ZoneAnswer,
    }
}

/// A frame that returns a monster to the side on which it was before.
pub(crate) fn frame(duel: &Duel, card: CardId) -> Frame {
    rule!("DF-79.i", "DF-79.ii");
    Frame::new(ReturnToFieldFrame::zeroed()).of(duel.came_from_player(card)).about(card)
}

/// The effects that may have given control of one monster.
const CONTROLS: usize = 4;

/// The facts that stay with a monster that is banished for now: how it was Summoned, and who controls
/// it for a time.
struct Stays {
    specially: bool,
    duly: bool,
    control: ArrayVec<Modifier, CONTROLS>,
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, player) = (frame.card(), frame.player());
    match ReturnStep::from_byte(frame.step()) {
        ReturnStep::Begin if run.duel.free_main_zones(player) == 0 => {
            // Without a zone the rules send it away.
            rule!("DF-80.ii");
            run.send(CardSet::EMPTY.with(card.0), Location::Grave, Cause::Rule);
            Flow::Return
        }
        ReturnStep::Begin => run.with_zone(player, ReturnStep::ZoneAnswer as u8, |run, zone| {
            run.lay_back(player, card, zone)
        }),
        ReturnStep::ZoneAnswer => {
            let zone = run.answered_zone(player);
            run.lay_back(player, card, zone)
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    fn lay_back(&mut self, player: Player, card: CardId, zone: MonsterZone) -> Flow {
        // Also from an Extra Monster Zone it comes back to a Main Monster Zone, and that is no Summon.
        rule!("DF-80.i", "SU-00.1");
        let position = self.duel.position(card);
        let to = Arrival { player, location: Location::Monster, zone: zone.0, position };
        let kept = self.duel.what_stays(card);
        self.duel.move_card(self.witness, card, to, Cause::Return);
        self.keep_what_stays(card, kept);
        if self.duel.asks_of_coming() {
            // It was not Summoned from where it was banished; from where it was is not kept so long.
            self.duel.note_came_from(self.witness, card, Location::Nowhere);
        }
        if !self.duel.facts(self.game, card).is(kind::MONSTER) {
            // A Trap is no monster any more when it comes back, and can't stay there.
            self.send(CardSet::EMPTY.with(card.0), Location::Grave, Cause::Rule);
            return Flow::Return;
        }
        if position.is_face_up() {
            self.enable(card);
        }
        self.duel.set_flags(self.witness, flags::UNADJUSTED);
        Flow::Return
    }

    /// Banishes monsters that keep how they lie, because they will return; says which are banished
    /// now. A monster that would be banished for leaving the field is banished for good (FACT-M20).
    pub(super) fn banish_for_now(&mut self, cards: CardSet) -> CardSet {
        let for_good = self.banished_as_they_leave(cards, Location::Hand, Cause::Effect);
        let before = super::moves::in_order(self.duel, cards).into_iter();
        let before: ArrayVec<_, { MonsterZone::ALL as usize * 2 }> = before
            .map(|card| (card, self.duel.position(card), self.duel.what_stays(card)))
            .take(MonsterZone::ALL as usize * 2)
            .collect();
        self.send(cards, Location::Banished, Cause::Effect);
        let mut gone = CardSet::EMPTY;
        for (card, position, kept) in before {
            if self.duel.location(card) == Location::Banished && !for_good.has(card.0) {
                self.duel.keep_position(self.witness, card, position);
                self.keep_what_stays(card, kept);
                gone = gone.with(card.0);
            } else if self.duel.location(card) == Location::Nowhere {
                // That a Token was to come back is planned, though it never will.
                gone = gone.with(card.0);
            }
        }
        gone
    }

    /// The facts that stayed with a monster hold for it where it has come to.
    fn keep_what_stays(&mut self, card: CardId, kept: Stays) {
        if kept.specially {
            self.duel.note_came_specially(self.witness, card);
        }
        if kept.duly {
            self.duel.note_came_duly(self.witness, card);
        }
        for control in kept.control {
            self.duel.add_mod(self.witness, control);
        }
    }
}

impl Duel {
    fn what_stays(&self, card: CardId) -> Stays {
        let control = self.mods().iter();
        let control =
            control.filter(|m| m.is(ModKind::Control) && m.target == card.0 && !m.is_continuous());
        Stays {
            specially: self.came_specially(card),
            duly: self.came_duly(card),
            control: control.take(CONTROLS).copied().collect(),
        }
    }
}
