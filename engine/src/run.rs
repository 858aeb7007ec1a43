//! A duel while it runs: the things that a step of a procedure may use, and the results that it may
//! give.
//!
//! This lies below the procedures, which are steps of it, and above the duel. `duel.rs` dispatches the steps.

use crate::chance::{Chance, Purpose, Question};
use crate::decision::Action;
use crate::event::{Cause, Event};
use crate::game::Game;
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, Player};
use crate::marks::rule;
use crate::outcome::{Outcome, Reason};
use crate::rules::Placement;
use crate::state::{Arrival, Ask, Duel, Frame};
use crate::witness::Witness;

/// The result of a procedure's step: exactly one of these.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Flow {
    /// Go on with this step of the same procedure.
    Next(u8),
    /// Suspend here, run another procedure, then go on with this step.
    Call(Frame, u8),
    /// Put a question; its answer is read by this step.
    Ask(Ask, u8),
    /// This procedure is finished.
    Return,
    /// The duel is over.
    Over,
}

/// Monster Zones from which one is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zones {
    /// The player who chooses.
    pub(crate) asked: Player,
    /// Whose zones they are.
    pub(crate) side: Player,
    /// The zones, one bit each.
    pub(crate) zones: u8,
}

/// A duel while it runs, with everything that a step may use.
pub(crate) struct Run<'a, 'c, C, W> {
    pub(crate) game: &'a Game<'c>,
    pub(crate) duel: &'a mut Duel,
    pub(crate) chance: &'a mut C,
    pub(crate) witness: &'a mut W,
    /// How many programs happen at once in the midst of one another.
    pub(crate) at_once: u8,
    /// How many events are being reacted to at once, in the midst of one another.
    pub(crate) reacting: u8,
    /// The player whose effect acts at once, while no link resolves.
    pub(crate) acting: Option<Player>,
    /// A step of a program is done, after which a player can be asked.
    pub(crate) can_ask: bool,
    /// A player is to be asked after that step what happens instead of the destruction that is noted; what
    /// destroys, as in `ReplaceFrame`.
    pub(crate) owes_question: Option<u8>,
}

impl<'a, 'c, C: Chance, W: Witness> Run<'a, 'c, C, W> {
    /// A duel that begins to run.
    #[inline(always)]
    pub(crate) const fn new(
        game: &'a Game<'c>,
        duel: &'a mut Duel,
        chance: &'a mut C,
        witness: &'a mut W,
    ) -> Self {
        Self {
            game,
            duel,
            chance,
            witness,
            at_once: 0,
            reacting: 0,
            acting: None,
            can_ask: false,
            owes_question: None,
        }
    }

    /// Draws cards; a player who must draw from an empty Deck loses (BA-69).
    ///
    /// Returns whether all were drawn.
    pub(crate) fn draw(&mut self, player: Player, count: u8) -> bool {
        for _ in 0..count {
            let Some(card) = self.next_of_deck(player) else { return false };
            let to = Arrival {
                player,
                location: Location::Hand,
                zone: 0,
                position: BattlePosition::Down,
            };
            rule!("DF-53", "DF-66");
            self.duel.move_card(self.witness, card, to, Cause::Rule);
            self.witness.event(self.duel, Event::Drew { player, card });
        }
        true
    }

    /// The card on top of a Deck: of the ordered top, else of the unordered rest as chance says,
    /// else of the ordered bottom.
    fn next_of_deck(&mut self, player: Player) -> Option<CardId> {
        if let Some(card) = self.duel.deck_top(player).last() {
            return Some(CardId(*card));
        }
        self.next_of_rest(player)
            .or_else(|| self.duel.deck_bottom(player).last().map(|card| CardId(*card)))
    }

    /// A card of the unordered rest of a Deck, as chance says.
    #[inline(always)]
    pub(crate) fn next_of_rest(&mut self, player: Player) -> Option<CardId> {
        let choices = self.duel.deck_rest(player).len() as u32;
        if choices == 0 {
            return None;
        }
        let purpose = Purpose::Deck(player);
        let index = self.duel.count_chance(self.witness, purpose);
        let duel = &*self.duel;
        let rest = duel.deck_rest(player);
        let candidate = |i: u32| duel.candidate(CardId(rest[i as usize]));
        let answer = self.chance.answer(Question { purpose, index, choices }, candidate);
        Some(CardId(rest[answer.min(choices - 1) as usize]))
    }

    /// Ends the duel if somebody's Life Points are gone. Both at once is a draw.
    #[inline]
    pub(crate) fn check_life_points(&mut self) -> bool {
        let gone = [self.duel.lp(Player::FIRST) <= 0, self.duel.lp(Player::SECOND) <= 0];
        self.lost(gone, Reason::LifePoints)
    }

    /// Ends the duel if a player had to draw from an empty Deck.
    pub(crate) fn deck_out(&mut self, short: [bool; 2]) -> bool {
        self.lost(short, Reason::DeckOut)
    }

    /// Ends the duel if a player has lost it, or both at the same time (BA-69).
    pub(crate) fn lost(&mut self, lost: [bool; 2], reason: Reason) -> bool {
        let outcome = match lost {
            [false, false] => return false,
            [true, true] => Outcome::Draw(reason),
            [true, false] => Outcome::Win(Player::SECOND, reason),
            [false, true] => Outcome::Win(Player::FIRST, reason),
        };
        rule!("BA-69");
        self.duel.end(self.witness, outcome);
        true
    }

    /// Asks which Main Monster Zone to use; when zones are not asked it goes on with the first free
    /// one.
    #[inline]
    pub(crate) fn with_zone(
        &mut self,
        player: Player,
        answer: u8,
        go_on: impl FnOnce(&mut Self, MonsterZone) -> Flow,
    ) -> Flow {
        let zones = self.duel.free_main_zones(player);
        self.with_zone_of(Zones { asked: player, side: player, zones }, answer, go_on)
    }

    /// The same for a choice of zones.
    #[inline(always)]
    pub(crate) fn with_zone_of(
        &mut self,
        Zones { asked, side, zones }: Zones,
        answer: u8,
        go_on: impl FnOnce(&mut Self, MonsterZone) -> Flow,
    ) -> Flow {
        match self.game.rules.placement {
            Placement::Auto => go_on(self, MonsterZone(zones.trailing_zeros() as u8)),
            Placement::Ask => Flow::Ask(Ask::zone(asked, side, zones), answer),
        }
    }

    /// The Monster Zone that was answered.
    pub(crate) fn answered_zone(&self, player: Player) -> MonsterZone {
        let zone = self.answer().and_then(Action::monster_zone);
        let first = || MonsterZone(self.duel.free_main_zones(player).trailing_zeros() as u8);
        zone.unwrap_or_else(first)
    }

    /// The answer that was just given.
    pub(crate) fn answer(&self) -> Option<Action> {
        Action::from_bits(self.duel.answer())
    }
}
