//! A Trap that is a monster becomes a plain Trap again while something negates Traps: it goes back to a
//! Spell & Trap Zone of its controller, face-up, or to the Graveyard if there is none (N14 of the facts).

use super::Procedure;
use crate::catalogue::{Catalogue, kind};
use crate::chance::Chance;
use crate::duel::{Flow, Run};
use crate::effects::ModKind;
use crate::event::Cause;
use crate::ids::{Handle, Place, Player, Pose, byte_enum};
use crate::state::{Arrival, CardSet, Duel, Frame, flags};
use crate::witness::Witness;

byte_enum! {
    /// Where it is. `frame.by` is the controller of the card.
    enum Step {
        Begin,
        ZoneAnswer,
    }
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, player) = (Handle(frame.card), Player(frame.by));
    match Step::from_byte(frame.step) {
        Step::Begin if run.duel.free_spell_zones(player) == 0 => {
            run.send(CardSet::EMPTY.with(card.0), Place::Grave, Cause::Rule);
            run.laid_back()
        }
        Step::Begin => run.with_spell_zone(player, Step::ZoneAnswer as u8, |run, seat| {
            run.lay_trap_back(player, card, seat)
        }),
        Step::ZoneAnswer => {
            let seat = run.answer().map_or(0, crate::Action::small_number);
            run.lay_trap_back(player, card, seat)
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// A frame that lays the next Trap back that can't be a monster any more: the turn player's first,
    /// and of one player's in the order in which the reference engine made the cards.
    #[inline]
    pub(super) fn trap_to_lay_back(&self) -> Option<Frame> {
        if self.duel.has_mod(ModKind::Negated) { self.next_trap_to_lay_back() } else { None }
    }

    #[inline(never)]
    fn next_trap_to_lay_back(&self) -> Option<Frame> {
        let (duel, cards) = (&*self.duel, self.game.cards);
        if !duel.negates_trap_monsters(cards) {
            return None;
        }
        let first = duel.turn_player();
        let mut players = [first, first.other()].into_iter();
        players.find_map(|player| {
            let traps = duel.monsters(player).map(|(_, card)| card);
            let traps = traps.filter(|card| {
                !cards.facts(duel.print(*card)).is(kind::MONSTER)
                    && duel.pose(*card).is_face_up()
                    && duel.is_negated_as_spell(cards, *card)
            });
            let next = traps.min_by_key(|card| self.place_in_line(*card))?;
            Some(Procedure::LayBack.with_card(duel, player, next))
        })
    }

    fn lay_trap_back(&mut self, player: Player, card: Handle, seat: u8) -> Flow {
        let to = Arrival { player, place: Place::Spell, seat, pose: Pose::Up };
        self.duel.move_card(self.witness, card, to, Cause::Return);
        let one = CardSet::EMPTY.with(card.0);
        self.drop_lost_equips(one);
        self.drop_materials(one);
        self.enable(card);
        self.laid_back()
    }

    fn laid_back(&mut self) -> Flow {
        self.duel.set_flags(self.witness, flags::UNSETTLED);
        if self.settle() { Flow::Over } else { Flow::Return }
    }
}

impl Duel {
    /// Whether there could be a Trap that is a monster and is negated as a Trap.
    #[inline]
    pub(crate) fn negates_trap_monsters(&self, cards: &Catalogue) -> bool {
        self.has_mod(ModKind::Negated) && {
            let is_trap = |card: Handle| !cards.facts(self.print(card)).is(kind::MONSTER);
            let mut players = Player::BOTH.into_iter();
            players.any(|player| self.monsters(player).any(|(_, card)| is_trap(card)))
        }
    }
}
