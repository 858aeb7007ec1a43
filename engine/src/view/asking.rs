//! On whose behalf a player is asked.

use super::View;
use crate::catalogue::Print;
use crate::ids::{Handle, NO_CARD};
use crate::procedures::Procedure;
use crate::script::{EffectId, How, Op};
use crate::state::{Frame, NO_LINK};

/// The card that an open question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asking {
    /// The card whose effect or whose Summon asks.
    pub print: Print,
    /// What cards are chosen for, where an effect has cards chosen.
    pub how: Option<How>,
}

impl View<'_> {
    /// The card that the open question is about, if it is this player who is asked and a card asks:
    /// the monster that is being Summoned, or the card whose effect wants something chosen.
    #[must_use]
    pub fn asking(&self) -> Option<Asking> {
        self.decision()?;
        let asks = |frame: &Frame| {
            use Procedure::{Link, NormalSummon, OwnSummon, Program, Replace, SpecialSummon};
            let procedure = Procedure::from_byte(frame.procedure);
            matches!(procedure, Link | NormalSummon | OwnSummon | Program | Replace | SpecialSummon)
        };
        // A monster that this player may not know is Summoned by something that is known.
        let frames = self.duel.frames().iter().rev().take_while(|frame| asks(frame));
        let print = frames.copied().find_map(|frame| self.asking_card(frame))?;
        Some(Asking { print, how: self.chosen_for() })
    }

    fn asking_card(&self, frame: Frame) -> Option<Print> {
        if Procedure::from_byte(frame.procedure) == Procedure::Program && frame.a != NO_LINK {
            // A card that has left is still known by its link.
            let effect = EffectId(self.duel.link(frame.a).effect);
            return Some(self.game.cards.scripts().effect(effect).print);
        }
        (frame.card != NO_CARD).then(|| self.identity(Handle(frame.card))).flatten()
    }

    fn chosen_for(&self) -> Option<How> {
        let frame = self.duel.frame();
        if Procedure::from_byte(frame.procedure) != Procedure::Program {
            return None;
        }
        match self.game.cards.scripts().op(frame.counter) {
            Op::Choose { how, .. } => Some(how),
            _ => None,
        }
    }
}
