//! Conditions and numbers.

use super::super::ast::{CondText, Name, NumText, SetText};
use super::super::error::LanguageFault;
use super::super::lex::Lexeme;
use super::super::table::{Means, WordGroup, words};
use super::filters::shifted;
use super::{ParseResult, Parser};
use crate::rows::{Events, Stat, Who};

impl Parser {
    pub(super) fn condition(&mut self) -> ParseResult<CondText> {
        let mut any = Vec::new();
        loop {
            let mut all = vec![self.one_condition()?];
            while self.eat_word("and") {
                self.room(all.len())?;
                all.push(self.one_condition()?);
            }
            self.room(any.len())?;
            any.push(if all.len() == 1 { all.remove(0) } else { CondText::All(all) });
            if !self.eat_word("or") {
                return Ok(if any.len() == 1 { any.remove(0) } else { CondText::Any(any) });
            }
        }
    }

    fn one_condition(&mut self) -> ParseResult<CondText> {
        let span = self.span();
        if self.eat_mark("(") {
            let condition = self.deeper(Self::condition)?;
            self.expect_mark(")")?;
            return Ok(condition);
        }
        let Lexeme::Word(word) = self.token() else { return self.number_or_set() };
        let word = word.clone();
        // Words for numbers and cards begin other conditions.
        if self.peek(WordGroup::Condition).is_none() {
            return self.number_or_set();
        }
        self.bump();
        Ok(match &*word {
            "not" => CondText::Not(Box::new(self.deeper(Self::one_condition)?)),
            "any" => CondText::Exists(self.filter()?),
            "no" => CondText::Not(Box::new(CondText::Exists(self.filter()?))),
            "negated" => CondText::Negated,
            "intends" => self.intended()?,
            "it_answers" => CondText::Answers(self.events_in_parentheses()?),
            "my_turn" => CondText::MyTurn(true),
            "opponent_turn" => CondText::MyTurn(false),
            "phase" => self.phases()?,
            "untouched_phase" => CondText::Untouched,
            "free_spell_zone" => CondText::FreeSpellZone,
            "free_extra_zone" => CondText::FreeExtraZone,
            "free_zone" => CondText::FreeZone(self.player_in_parentheses(true)?),
            "free_zone_without" => CondText::FreeZoneWithout(self.filter()?),
            "may_special_summon" => CondText::MaySpecialSummon(self.player_in_parentheses(true)?),
            "can_pay" => CondText::CanPay(self.sum()?),
            "still" => CondText::Still(self.one_set()?),
            "it_would_destroy" => CondText::WouldDestroy,
            "can_gain_summon" => CondText::CanGainSummon,
            "can_gain_pendulum" => CondText::CanGainPendulum,
            "can_enter_battle" => CondText::CanBattle,
            "attack_goes_on" => CondText::AttackGoesOn,
            "takes_no_battle_damage" => {
                CondText::NoBattleDamage(self.player_in_parentheses(false)?)
            }
            "it_would_damage" => CondText::WouldHurt(self.player_in_parentheses(false)?),
            "had_battle_phase" => CondText::HadBattle,
            "direct_attack" => CondText::DirectAttack,
            "calculating" => CondText::Calculating,
            "no_chain" => CondText::NoChain,
            "answers_the_link_before" => CondText::AnswersLinkBefore,
            "answers_a_card" => CondText::AnswersCard,
            "answered_unmoved" => CondText::AnswersUnmoved,
            "chain_names_differ" => CondText::ChainNamesDiffer,
            "doomed" => CondText::IsDestroyedByBattle(self.one_set()?),
            "this_turn" => CondText::ThisTurn(Box::new(self.event(span, false)?)),
            "some" => {
                let set = self.one_set()?;
                self.expect_word("is")?;
                CondText::Some(set, self.one_test()?)
            }
            _ => return Err(LanguageFault::new(span, "cards are missing before `is`")),
        })
    }

    /// `(special_summoned or destroyed)`.
    fn events_in_parentheses(&mut self) -> ParseResult<Events> {
        self.expect_mark("(")?;
        let mut bits = 0;
        loop {
            let Means::Event(event) = self.expect(WordGroup::Event, "event")? else {
                return Err(self.wanted("an event"));
            };
            bits |= event;
            if !self.eat_word("or") {
                self.expect_mark(")")?;
                return Ok(bits);
            }
        }
    }

    /// Events that the link which is answered would bring, to any cards or to those of a Deck.
    fn intended(&mut self) -> ParseResult<CondText> {
        let events = self.events_in_parentheses()?;
        if !self.eat_word("from") {
            return Ok(CondText::Intends(events));
        }
        if !self.eat_word("deck") {
            return Err(self.wanted("`deck`"));
        }
        Ok(CondText::IntendsFromDeck(events))
    }

    fn phases(&mut self) -> ParseResult<CondText> {
        self.expect_mark("(")?;
        let mut bits = 0;
        loop {
            let Means::Phase(phase) = self.expect(WordGroup::Phase, "phase")? else {
                return Err(self.wanted("a phase"));
            };
            bits |= phase;
            if !self.eat_word("or") && !self.eat_mark(",") {
                self.expect_mark(")")?;
                return Ok(CondText::Phase(bits));
            }
        }
    }

    /// `atk(m) >= 1000`, `t is face_down`, or a name that was remembered.
    fn number_or_set(&mut self) -> ParseResult<CondText> {
        let begins_set = self.peek(WordGroup::Set).is_some()
            || matches!(self.next_token(), Lexeme::Word(word) if word == "is");
        if begins_set {
            let set = self.one_set()?;
            self.expect_word("is")?;
            return Ok(CondText::Every(set, self.one_test()?));
        }
        let span = self.span();
        if let (Lexeme::Word(word), None) = (self.token(), self.peek(WordGroup::Number)) {
            let word = word.clone();
            if super::is_reserved(&word) {
                return Err(LanguageFault::unknown(
                    span,
                    "condition",
                    &word,
                    words(WordGroup::Condition),
                ));
            }
            let compared = matches!(
                self.next_token(),
                Lexeme::Mark("<" | "<=" | ">" | ">=" | "=" | "!=" | "+" | "-" | "*")
            );
            if !compared {
                return Ok(CondText::Flag(self.name()?));
            }
        }
        let left = self.sum()?;
        let (compare, by) = self.comparison()?;
        let right = self.sum()?;
        Ok(CondText::Compare(left, compare, shifted(right, by)))
    }

    fn player_in_parentheses(&mut self, optional: bool) -> ParseResult<Who> {
        if optional && !self.is_mark("(") {
            return Ok(Who::Me);
        }
        self.expect_mark("(")?;
        let who = self.player()?;
        self.expect_mark(")")?;
        Ok(who)
    }

    pub(super) fn player(&mut self) -> ParseResult<Who> {
        match self.expect(WordGroup::Player, "player")? {
            Means::Player(who) => Ok(who),
            _ => Err(self.wanted("a player")),
        }
    }

    /// Numbers that are added or subtracted.
    pub(super) fn sum(&mut self) -> ParseResult<NumText> {
        let mut sum = self.product()?;
        for parts in 0.. {
            let minus = self.is_mark("-");
            if !minus && !self.is_mark("+") {
                break;
            }
            self.room(parts)?;
            self.bump();
            let next = self.product()?;
            let next = if minus { negative(next) } else { next };
            sum = NumText::Plus(Box::new((sum, next)));
        }
        Ok(sum)
    }

    pub(super) fn product(&mut self) -> ParseResult<NumText> {
        let mut product = self.factor()?;
        for parts in 0.. {
            if !self.is_mark("*") {
                break;
            }
            self.room(parts)?;
            self.bump();
            let next = self.factor()?;
            product = NumText::Times(Box::new((product, next)));
        }
        Ok(product)
    }

    pub(super) fn factor(&mut self) -> ParseResult<NumText> {
        if let Lexeme::Number(number) = *self.token() {
            self.bump();
            return Ok(NumText::Value(number));
        }
        if self.eat_mark("-") {
            return Ok(negative(self.deeper(Self::factor)?));
        }
        if self.eat_mark("(") {
            let sum = self.deeper(Self::sum)?;
            self.expect_mark(")")?;
            return Ok(sum);
        }
        if let Lexeme::Quoted(text) = self.token() {
            let name = Name { text: text.clone(), span: self.span() };
            self.bump();
            return Ok(NumText::Called(name));
        }
        let Lexeme::Word(word) = self.token() else { return Err(self.wanted("a number")) };
        let word = word.clone();
        if self.peek(WordGroup::Number).is_none() {
            return self.name().map(NumText::Named).map_err(|_| self.wanted("a number"));
        }
        self.bump();
        if word == "amount" {
            return Ok(NumText::OfEvent);
        }
        if word == "links" {
            return Ok(NumText::Links);
        }
        self.expect_mark("(")?;
        let number = self.deeper(|parser| parser.number_function(&word))?;
        self.expect_mark(")")?;
        Ok(number)
    }

    /// The sum of a value of cards or of all that fit.
    fn total(&mut self, stat: Stat) -> ParseResult<NumText> {
        Ok(if self.peek(WordGroup::Noun).is_some() {
            NumText::TotalOf(stat, self.filter()?)
        } else {
            NumText::Total(stat, Box::new(self.one_set()?))
        })
    }

    fn number_function(&mut self, word: &str) -> ParseResult<NumText> {
        let stat = |parser: &mut Self, stat| -> ParseResult<NumText> {
            let set: SetText = parser.one_set()?;
            Ok(NumText::Stat(stat, Box::new(set)))
        };
        match word {
            "count" => Ok(NumText::Count(self.filter()?)),
            "would_destroy" => Ok(NumText::WouldDestroy(self.filter()?)),
            "names" => Ok(NumText::Names(self.filter()?)),
            "types" => Ok(NumText::Types(self.filter()?)),
            "only_type" => Ok(NumText::OnlyType(self.filter()?)),
            "size" => Ok(NumText::Size(Box::new(self.one_set()?))),
            "atk" => stat(self, Stat::Atk),
            "def" => stat(self, Stat::Def),
            "level" => stat(self, Stat::Level),
            "scale" => stat(self, Stat::Scale),
            "original_atk" | "original_def" => {
                let stat = if word == "original_atk" { Stat::Atk } else { Stat::Def };
                Ok(NumText::Printed(stat, Box::new(self.one_set()?)))
            }
            "base_atk" => Ok(NumText::Base(Stat::Atk, Box::new(self.one_set()?))),
            "base_def" => Ok(NumText::Base(Stat::Def, Box::new(self.one_set()?))),
            "total_atk" => self.total(Stat::Atk),
            "total_def" => self.total(Stat::Def),
            "materials_lost" => Ok(NumText::MaterialsLost(Box::new(self.one_set()?))),
            "attacks" => Ok(NumText::AttacksMade(Box::new(self.one_set()?))),
            "atk_lost" => Ok(NumText::AtkLost(Box::new(self.one_set()?))),
            "reached" => {
                let cards = self.one_set()?;
                self.expect_mark(",")?;
                Ok(NumText::Reached(Box::new((cards, self.filter()?))))
            }
            "original_atk_lost" => Ok(NumText::OriginalAtkLost(Box::new(self.one_set()?))),
            "either" => {
                let cond = self.condition()?;
                self.expect_mark(",")?;
                let first = self.sum()?;
                self.expect_mark(",")?;
                Ok(NumText::Either(Box::new((cond, first, self.sum()?))))
            }
            "kept" => Ok(NumText::Kept(Box::new(self.one_set()?))),
            "turns" => Ok(NumText::Turns(Box::new(self.one_set()?))),
            "equips" => Ok(NumText::Equips(Box::new(self.one_set()?))),
            "normal_summons" => Ok(NumText::NormalSummons(self.player()?)),
            "materials" => Ok(NumText::Materials(Box::new(self.one_set()?))),
            "fusion_materials" => Ok(NumText::FusionMaterials(Box::new(self.one_set()?))),
            "materials_used" => Ok(NumText::MaterialsUsed(Box::new(self.one_set()?))),
            "name_of" => Ok(NumText::NameOf(Box::new(self.one_set()?))),
            "noted" => Ok(NumText::Noted(Box::new(self.one_set()?))),
            "battle_damage" => Ok(NumText::BattleDamage(self.player()?)),
            "life" => Ok(NumText::Life(self.player()?)),
            "free_zones" => Ok(NumText::FreeZones(self.player()?)),
            "counters" => {
                let kind = self.counter()?;
                self.expect_mark(",")?;
                if self.peek(WordGroup::Noun).is_some() {
                    return Ok(NumText::CountersAmong(kind, self.filter()?));
                }
                Ok(NumText::Counters(kind, Box::new(self.one_set()?)))
            }
            "half" => Ok(NumText::Half(Box::new(self.sum()?))),
            _ => {
                let first = self.sum()?;
                self.expect_mark(",")?;
                Ok(NumText::Least(Box::new((first, self.sum()?))))
            }
        }
    }
}

pub(super) fn negative(number: NumText) -> NumText {
    match number {
        NumText::Value(value) => NumText::Value(value.saturating_neg()),
        other => NumText::Times(Box::new((NumText::Value(-1), other))),
    }
}
