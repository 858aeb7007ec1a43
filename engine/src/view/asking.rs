//! On whose behalf a player is asked.

use super::View;
use crate::ids::{CardId, NO_CARD};
use crate::state::{Frame, NO_LINK, Procedure, ProgramFrame};
use duelfish_script::{CardCode, EffectId, How, Op};

/// The card that an open question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asking {
    /// The card whose effect or whose Summon asks.
    pub code: CardCode,
    /// The purpose of the choice, where an effect has cards chosen.
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
            let procedure = frame.procedure();
            matches!(procedure, Link | NormalSummon | OwnSummon | Program | Replace | SpecialSummon)
        };
        // A monster that this player may not know is Summoned by something that is known.
        let frames = self.duel.frames().iter().rev().take_while(|frame| asks(frame));
        let code = frames.copied().find_map(|frame| self.asking_card(frame))?;
        Some(Asking { code, how: self.chosen_for() })
    }

    fn asking_card(&self, frame: Frame) -> Option<CardCode> {
        if frame.is(Procedure::Program) {
            let link = frame.data::<ProgramFrame>().link;
            if link != NO_LINK {
                // A card that has left is still known by its link.
                let effect = EffectId(self.duel.link(link).effect);
                return Some(self.game.cards.scripts().effect(effect).code);
            }
        }
        (!frame.is_about(CardId(NO_CARD))).then(|| self.identity(frame.card())).flatten()
    }

    fn chosen_for(&self) -> Option<How> {
        let frame = self.duel.frame();
        if !frame.is(Procedure::Program) {
            return None;
        }
        match self.game.cards.scripts().op(frame.data::<ProgramFrame>().op) {
            Op::Choose { how, .. } => Some(how),
            _ => None,
        }
    }
}
