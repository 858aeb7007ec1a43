//! The causes of events: `by effect`, `by effect of FILTER`, `by opponent`, `by battle`, `except_by "NAME"`.

use super::super::ast::FilterText;
use super::super::error::LanguageFault;
use super::{Name, ParseResult, Parser};
use crate::rows::{Events, by_bit, event_bit};

/// Damage of which it is known whose effect it was.
const OF_DOERS: Events = event_bit::EFFECT_DAMAGED;

/// Summons that are complete, of which it is known who did them.
const SUMMONS: Events =
    event_bit::SUMMONED | event_bit::FLIP_SUMMONED | event_bit::SPECIAL_SUMMONED;

impl Parser {
    /// `by me` or `by opponent` of Summons, `by opponent`, or `by battle`: what did it.
    pub(super) fn cause(&mut self, events: Events) -> ParseResult<u8> {
        const DAMAGE: Events =
            event_bit::DAMAGED | event_bit::BATTLE_DAMAGED | event_bit::EFFECT_DAMAGED;
        if !self.eat_word("by") {
            return Ok(0);
        }
        let here = self.span();
        if events & !SUMMONS == 0 {
            if self.eat_word("me") {
                return Ok(by_bit::ME);
            }
            self.expect_word("opponent")?;
            return Ok(by_bit::OTHER);
        }
        if self.eat_word("battle") {
            if events != event_bit::WOULD_BE_DESTROYED {
                let fault = LanguageFault::new(here, "this is not said of what happens by battle");
                return Err(fault.help("write `destroyed_by_battle`"));
            }
            return Ok(by_bit::BATTLE);
        }
        let effect = self.eat_word("effect");
        if !effect {
            self.expect_word("opponent")?;
        }
        if effect && events & DAMAGE != 0 && !(events == OF_DOERS && self.is_word("of")) {
            let fault = LanguageFault::new(here, "this is not said of damage");
            return Err(
                fault.help("write `effect_damaged`, or `effect_damaged by effect of FILTER`")
            );
        }
        if events & !(event_bit::OF_EFFECTS | DAMAGE) != 0 {
            let fault =
                LanguageFault::new(here, "only of cards that moved it is known what did it");
            return Err(fault.help("leave out what did it"));
        }
        Ok(if effect { by_bit::EFFECT } else { by_bit::EFFECT | by_bit::OPPONENT })
    }

    /// `except_by "NAME"`: the card whose effects are no such event.
    pub(super) fn but_by(&mut self, events: Events) -> ParseResult<Option<Name>> {
        let here = self.span();
        if !self.eat_word("except_by") {
            return Ok(None);
        }
        if events & event_bit::SPECIAL_SUMMONED == 0 {
            let fault =
                LanguageFault::new(here, "only of a Special Summon it is known which card made it");
            return Err(fault.help("leave out which card did not do it"));
        }
        self.quoted().map(Some)
    }

    /// `by effect of FILTER`, and `used_as_tribute for FILTER`: the card that did it.
    pub(super) fn doer(&mut self, events: Events, by: u8) -> ParseResult<Option<FilterText>> {
        let here = self.span();
        let said = if events == event_bit::USED_AS_TRIBUTE {
            self.eat_word("for")
        } else {
            by == by_bit::EFFECT && self.eat_word("of")
        };
        if said && events & !(event_bit::LEAVING | event_bit::OF_EFFECTS | OF_DOERS) != 0 {
            let fault =
                LanguageFault::new(here, "only of cards that moved it is known what did it");
            return Err(fault.help("leave out whose effect it was"));
        }
        said.then(|| self.filter()).transpose()
    }
}
