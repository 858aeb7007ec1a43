//! The clauses of an effect, one a line.

use super::super::ast::{EventText, LimitText, SubjectText, TargetText};
use super::super::error::{LanguageFault, Span};
use super::super::lex::Lexeme;
use super::super::table::{Means, WordGroup};
use super::{ParseResult, Parser};
use crate::catalogue::kind;
use crate::rows::{Across, Events, LimitSpan, Way, Who, by_bit, event_bit};

/// Events that are a Special Summon of this kind of monster as its own text demands.
const PROPER_SUMMONS: [(&str, u32); 5] = [
    ("fusion_summoned", kind::FUSION),
    ("ritual_summoned", kind::RITUAL),
    ("synchro_summoned", kind::SYNCHRO),
    ("xyz_summoned", kind::XYZ),
    ("link_summoned", kind::LINK),
];

/// The events that a clause names, and how they must have happened.
struct EventWords {
    events: Events,
    of_card: bool,
    way: Way,
    kinds: u32,
}

impl Parser {
    /// `not_answered [by opponent]`.
    fn unanswered_clause(&mut self, span: Span) -> ParseResult {
        let by_opponent = self.eat_word("by");
        if by_opponent {
            self.expect_word("opponent")?;
        }
        let who = if by_opponent { Who::Opponent } else { Who::Both };
        self.effect(span)?.unanswered = Some(who);
        Ok(())
    }

    pub(super) fn clause_line(&mut self, span: Span, word: &str) -> ParseResult {
        if let Some(Means::Link(link)) = self.peek(WordGroup::Link) {
            self.effect(span)?;
            self.bump();
            let step = self.step(link)?;
            self.effect(span)?.steps.push(step);
            return Ok(());
        }
        let of_header = self.peek(WordGroup::Header).is_some();
        if !of_header && self.peek(WordGroup::Clause).is_none() {
            return Err(self.unknown_line(span, word));
        }
        if !self.effect(span)?.steps.is_empty() {
            let fault =
                LanguageFault::new(span, format!("`{word}` comes after what the effect does"));
            return Err(fault.help("write it before the line with `do`, as on the printed card"));
        }
        if of_header {
            return self.effect_words();
        }
        self.bump();
        match word {
            "on" | "when" | "if" => self.event_clause(span, word),
            "need" => {
                let condition = self.condition()?;
                self.effect(span)?.needs.push(condition);
                Ok(())
            }
            "limit" => self.limit_clause(span),
            "cost" => {
                let step = self.step(super::super::ast::LinkText::Do)?;
                self.effect(span)?.costs_so_far().push(step);
                Ok(())
            }
            "remember" => {
                let name = self.name()?;
                self.expect_mark("=")?;
                let condition = self.condition()?;
                self.effect(span)?.remembers.push((name, condition));
                Ok(())
            }
            "option" => self.option_clause(span),
            "declare" => {
                let declared = self.declaration()?;
                self.effect(span)?.declares.push(declared);
                Ok(())
            }
            "keep" => {
                let number = self.sum()?;
                self.effect(span)?.keeps.push(number);
                Ok(())
            }
            "not_answered" => self.unanswered_clause(span),
            "number" => {
                let name = self.name()?;
                self.expect_mark("=")?;
                let number = self.sum()?;
                self.effect(span)?.numbers.push((name, number));
                Ok(())
            }
            _ => self.target_clause(span),
        }
    }

    /// `option NAME [when CONDITION]`.
    fn option_clause(&mut self, span: Span) -> ParseResult {
        let name = self.name()?;
        let condition = if self.eat_word("when") { Some(self.condition()?) } else { None };
        let effect = self.effect(span)?;
        let late = !effect.targets.is_empty();
        if effect.options.is_empty() {
            effect.options_late = late;
        } else if effect.options_late != late {
            let fault = LanguageFault::new(span, "options are chosen at one moment");
            return Err(fault.help("write all of them before the targets, or all behind them"));
        }
        effect.options.push((name, condition));
        Ok(())
    }

    pub(super) fn event_clause(&mut self, span: Span, word: &str) -> ParseResult {
        let event = self.event(span, word == "when")?;
        if self.effect(span)?.event.replace(event).is_some() {
            let fault = LanguageFault::new(span, "the effect answers an event already");
            return Err(fault.help("join events with `or`, or write a second effect"));
        }
        Ok(())
    }

    /// `SUBJECT EVENT or EVENT from PLACES`.
    pub(super) fn event(&mut self, span: Span, when: bool) -> ParseResult<EventText> {
        let subject = if self.eat_word("self") {
            SubjectText::Itself
        } else if let Some(Means::Player(who)) = self.eat(WordGroup::Player) {
            SubjectText::Player(who)
        } else if self.peek(WordGroup::Noun).is_some() {
            SubjectText::Cards(self.filter()?)
        } else {
            return Err(self.wanted("`self`, a player or cards"));
        };
        if let (SubjectText::Player(who), Some(Means::Phase(bits))) =
            (&subject, self.peek(WordGroup::Phase))
        {
            let who = *who;
            return self.phase_event(span, who, bits);
        }
        let told = self.events_of(&subject)?;
        let here = self.span();
        let from = if self.eat_word("from") { self.locations()? } else { 0 };
        if from != 0 && told.events & event_bit::WOULD_BE_HURT != 0 {
            let fault = LanguageFault::new(here, "a player has no place");
            return Err(fault.help("leave out `from`"));
        }
        let mut by = self.cause(told.events)?;
        let mut doer = self.doer(told.events, by)?;
        if by == 0 && self.eat_word("as") {
            self.expect_word("cost")?;
            self.expect_word("of")?;
            if told.events & !event_bit::LEAVING != 0 {
                let fault = LanguageFault::new(span, "only cards that moved can have been a cost");
                return Err(fault.help("leave out `as cost of`"));
            }
            by = by_bit::COST;
            doer = Some(self.filter()?);
        }
        let but_by = self.but_by(told.events)?;
        let span = span.to(self.last_span());
        let EventWords { events, of_card, way, kinds } = told;
        #[rustfmt::skip]
        let event = EventText { span, when, subject, events, from, of_card, way, kinds, by, doer, but_by, phase: 0 };
        Ok(event)
    }

    /// `EVENT or EVENT`: all that can happen to the subject.
    fn events_of(&mut self, subject: &SubjectText) -> ParseResult<EventWords> {
        let mut told = EventWords { events: 0, of_card: false, way: Way::Any, kinds: 0 };
        let mut before = [None; 2];
        loop {
            let here = self.span();
            self.joined_alike(&mut before)?;
            let of_card = self.is_word("card_activated") || self.is_word("card_resolved");
            self.note_way(&mut told);
            told.of_card |= of_card;
            let drawn = self.is_word("was_drawn");
            let Means::Event(bits) = self.expect(WordGroup::Event, "event")? else {
                return Err(self.wanted("an event"));
            };
            if !drawn {
                check_subject(subject, bits, here)?;
            } else if !matches!(subject, SubjectText::Itself) {
                let fault =
                    LanguageFault::new(here, "only this card itself can be said to be drawn");
                return Err(fault.help("write `self was_drawn`, or `drew` behind a player"));
            }
            told.events |= bits;
            if !self.eat_word("or") {
                return Ok(told);
            }
        }
    }

    /// How it must have happened is asked of all Summons, or all links, that are joined.
    fn joined_alike(&self, before: &mut [Option<[bool; 3]>; 2]) -> ParseResult {
        let proper = PROPER_SUMMONS.iter().any(|(word, _)| self.is_word(word));
        let of_card = self.is_word("card_activated") || self.is_word("card_resolved");
        let asks = [
            (
                event_bit::SUMMONED | event_bit::SPECIAL_SUMMONED,
                [proper, self.is_word("tribute_summoned"), self.is_word("pendulum_summoned")],
            ),
            (event_bit::OF_LINKS, [of_card, of_card, self.is_word("newcomer_activated")]),
        ];
        let bits = match self.peek(WordGroup::Event) {
            Some(Means::Event(bits)) => bits,
            _ => 0,
        };
        for ((family, asked), before) in asks.into_iter().zip(before) {
            if bits & family != 0 && *before.get_or_insert(asked) != asked {
                let fault =
                    LanguageFault::new(self.span(), "these events can't be joined with `or`");
                return Err(fault.help("write an effect for each of them"));
            }
        }
        Ok(())
    }

    /// Notes the way of a Summon that the next word asks for.
    fn note_way(&self, told: &mut EventWords) {
        if self.is_word("tribute_summoned") {
            told.way = Way::Properly;
        } else if self.is_word("pendulum_summoned") {
            told.way = Way::ByPendulum;
        } else if self.is_word("newcomer_activated") {
            told.way = Way::Newcomer;
        }
        for (word, bit) in PROPER_SUMMONS {
            if self.is_word(word) {
                (told.way, told.kinds) = (Way::Properly, told.kinds | bit);
            }
        }
    }

    fn phase_event(&mut self, span: Span, who: Who, bits: u16) -> ParseResult<EventText> {
        // Of the Battle Phase, the first step is when it begins.
        let phase = bits.trailing_zeros() as u8;
        self.bump();
        let begins = self.eat_word("begins");
        Ok(EventText {
            doer: None,
            but_by: None,
            span: span.to(self.last_span()),
            when: false,
            subject: SubjectText::Player(who),
            events: if begins { event_bit::PHASE_BEGAN } else { event_bit::PHASE },
            from: 0,
            of_card: false,
            way: Way::Any,
            kinds: 0,
            by: 0,
            phase,
        })
    }

    fn limit_clause(&mut self, span: Span) -> ParseResult {
        let activation = self.eat_word("activate");
        if !activation {
            self.expect_word("use").map_err(|fault| fault.help("write `limit use 1 per_turn`"))?;
        }
        let here = self.span();
        let times = self.number()?;
        let fault = || LanguageFault::new(here, "a limit is a number from 1 to 99");
        let times = u8::try_from(times).ok().filter(|n| (1..=99).contains(n)).ok_or_else(fault)?;
        let span_of_limit = if self.eat_word("per_battle") {
            LimitSpan::Battle
        } else if self.eat_word("per_chain") {
            LimitSpan::Chain
        } else if self.eat_word("per_duel") {
            self.expect_word("by_name")?;
            LimitSpan::Duel
        } else {
            self.expect_word("per_turn")?;
            LimitSpan::Turn
        };
        let duel = span_of_limit == LimitSpan::Duel;
        let by_name = duel || span_of_limit == LimitSpan::Turn && self.eat_word("by_name");
        let together = by_name && self.eat_word("together");
        let by_card = span_of_limit == LimitSpan::Turn && !by_name && self.eat_word("by_card");
        let across = match by_card {
            true if self.eat_word("together") => Across::Zones,
            true => Across::Banishment,
            false => Across::Nothing,
        };
        if self
            .effect(span)?
            .limit
            .replace(LimitText {
                times,
                by_name,
                together,
                activation,
                across,
                span: span_of_limit,
            })
            .is_some()
        {
            return Err(LanguageFault::new(span, "a second limit of one effect"));
        }
        Ok(())
    }

    fn target_clause(&mut self, span: Span) -> ParseResult {
        let named = matches!(self.token(), Lexeme::Word(_))
            && matches!(self.next_token(), Lexeme::Mark("="));
        let name = if named {
            let name = self.name()?;
            self.bump();
            Some(name)
        } else {
            None
        };
        let (mut cards, mut more, mut unchecked) = (None, Vec::new(), false);
        if !self.eat_word("that") {
            let (min, max) = self.how_many()?;
            let mut filter = self.filter()?;
            filter.different_names = self.eat_word("different_names");
            cards = Some((min, max, filter));
            while self.eat_word("and") {
                more.push((self.number()?, self.filter()?));
            }
        }
        let by = if self.eat_word("by") { self.player()? } else { Who::Me };
        if self.eat_word("unchecked") {
            unchecked = true;
        }
        let offered = if self.eat_word("offered") {
            self.expect_word("if")?;
            Some(self.condition()?)
        } else {
            None
        };
        let only = if self.eat_word("if") { Some(self.name()?) } else { None };
        let span = span.to(self.last_span());
        if !more.is_empty() && !unchecked {
            let fault = LanguageFault::new(span, "of what is joined here nothing is asked again");
            return Err(fault.help("write `unchecked` behind it"));
        }
        let target = TargetText { span, name, cards, more, by, unchecked, only, offered };
        self.effect(span)?.targets.push(target);
        Ok(())
    }
}

/// Refuses events that don't happen to such a subject.
fn check_subject(subject: &SubjectText, event: Events, span: Span) -> ParseResult {
    const OF_PLAYERS: Events = event_bit::DREW
        | event_bit::DAMAGED
        | event_bit::BATTLE_DAMAGED
        | event_bit::WOULD_BE_HURT
        | event_bit::EFFECT_DAMAGED
        | event_bit::GAINED;
    let player = matches!(subject, SubjectText::Player(_));
    match (player, event & OF_PLAYERS != 0) {
        (true, false) => Err(LanguageFault::new(span, "this happens to cards, not to players")
            .help("name cards before it, like `monster(theirs)`")),
        (false, true) => Err(LanguageFault::new(span, "this happens to players, not to cards")
            .help("write `me`, `opponent` or `both` before it")),
        _ => Ok(()),
    }
}
