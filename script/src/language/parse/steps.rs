//! The steps of a body or a cost: verbs and what they are about.

use super::super::ast::{
    ActionText, CardVerb, CondText, FilterText, FusionText, Guard, LinkText, ModifierText, Noun,
    NumText, Receiver, SetText, StepText, TestText,
};
use super::super::error::{LanguageFault, Span};
use super::super::lex::Lexeme;
use super::super::table::{Means, WordGroup, look_up};
use super::conditions::negative;
use super::{ParseResult, Parser};
use crate::rows::{
    Away, Compare, ModKind, Operand, PlanAbout, PlanTime, RankUp, Sides, Subject, Until, Who,
    WhoseTurn, location_bit, position_bit,
};

impl Parser {
    pub(super) fn step(&mut self, link: LinkText) -> ParseResult<StepText> {
        let span = self.span();
        let mut guards = Vec::new();
        loop {
            self.room(guards.len())?;
            if self.eat_word("if_possible") {
                guards.push(Guard::IfPossible);
            } else if self.eat_word("may") {
                self.eat_mark(":");
                guards.push(Guard::May(Who::Me));
            } else if self.eat_word("opponent_may") {
                self.eat_mark(":");
                guards.push(Guard::May(Who::Opponent));
            } else if self.eat_word("if") {
                guards.push(Guard::If(self.condition()?));
                self.colon()?;
            } else if self.eat_word("unless") {
                guards.push(Guard::Unless(self.condition()?));
                self.colon()?;
            } else {
                break;
            }
        }
        let action = self.action()?;
        Ok(StepText { span: span.to(self.last_span()), link, guards, action })
    }

    /// The end of a step's condition; the step may go on in the next line.
    fn colon(&mut self) -> ParseResult {
        self.expect_mark(":")?;
        self.skip_lines();
        Ok(())
    }

    /// A verb, with all that stands behind it in the step.
    fn action(&mut self) -> ParseResult<ActionText> {
        let verb = match self.token() {
            Lexeme::Word(word) => word.clone(),
            _ => String::new(),
        };
        let means = self.expect(WordGroup::Verb, "verb")?;
        if let Means::Cards(verb) = means {
            return self.card_action(verb);
        }
        if let Some(action) = self.player_action(&verb)? {
            return Ok(action);
        }
        if let Some(action) = self.deck_action(&verb)? {
            return Ok(action);
        }
        if let Some(action) = self.monster_action(&verb)? {
            return Ok(action);
        }
        if let Some(action) = self.naming_action(&verb)? {
            return Ok(action);
        }
        Ok(match &*verb {
            "forbid_activating" => ActionText::ForbidNamed(self.set()?),
            "give" => {
                let (to, modifiers) = self.gift(false)?;
                ActionText::Give { to, modifiers, until: self.until()? }
            }
            "place" => {
                let amount = self.sum()?;
                let kind = self.counter()?;
                if self.eat_word("among") {
                    return Ok(ActionText::PlaceAmong { amount, kind, from: self.filter()? });
                }
                self.expect_word("on")?;
                let (amount, cards) = (Some(amount), self.set()?);
                ActionText::Counters { location: true, amount, kind, cards }
            }
            "remove" => self.remove_counters()?,
            "negate" => ActionText::Negate { effect: false },
            "negate_effect" => ActionText::Negate { effect: true },
            _ => ActionText::Allow(self.name()?),
        })
    }

    /// `remove N COUNTER from CARDS`, `remove all COUNTER from CARDS` or `remove N COUNTER among FILTER`.
    fn remove_counters(&mut self) -> ParseResult<ActionText> {
        let begin = self.span();
        let amount = if self.eat_word("all") { None } else { Some(self.sum()?) };
        let kind = self.counter()?;
        if !self.eat_word("among") {
            self.expect_word("from")?;
            let cards = self.set()?;
            return Ok(ActionText::Counters { location: false, amount, kind, cards });
        }
        let number = match amount {
            Some(NumText::Value(number)) => u8::try_from(number).ok(),
            _ => None,
        };
        let fault = || LanguageFault::new(begin, "1 to 9 counters can be removed among cards");
        let amount = number.filter(|number| (1..=9).contains(number)).ok_or_else(fault)?;
        let mut from = self.filter()?;
        let there = NumText::Counters(kind, Box::new(SetText::It(begin)));
        let one = NumText::Value(1);
        let holds = CondText::Compare(there, Compare::AtLeast, one);
        from.tests.push(TestText::Such(Box::new(holds)));
        Ok(ActionText::RemoveAmong { amount, kind, from })
    }

    /// The cards that a verb is about, and what it says about them besides.
    fn card_action(&mut self, verb: CardVerb) -> ParseResult<ActionText> {
        let cards = self.set()?;
        let verb = match verb {
            CardVerb::SpecialSummon(usual, ..) => {
                let by = self.for_player()?;
                let first = self.place_to_come(by == Who::Me)?;
                let positions = self.positions(usual)?;
                let then = if first == 0 { self.place_to_come(false)? } else { 0 };
                let positions = positions | first | then;
                let properly = self.eat_word("properly");
                let positions =
                    if properly { positions | position_bit::PROPERLY } else { positions };
                CardVerb::SpecialSummon(positions, by, self.eat_word("completed_last"))
            }
            CardVerb::Banish if self.eat_word("face_down") => CardVerb::BanishDown,
            CardVerb::Attach if self.eat_word("to") => {
                return Ok(ActionText::Join(verb, cards, self.set()?));
            }
            CardVerb::NormalSummon if self.eat_word("without_tributes") => CardVerb::SummonFreely,
            CardVerb::AddToHand if self.eat_word("unshown") => CardVerb::AddUnshown,
            verb => verb,
        };
        Ok(ActionText::Cards(verb, cards))
    }

    /// Verbs about players: their Life Points and their Battle Phase.
    fn player_action(&mut self, verb: &str) -> ParseResult<Option<ActionText>> {
        Ok(Some(match verb {
            "damage" => {
                let amount = self.sum()?;
                self.expect_word("to")?;
                ActionText::Damage(amount, self.player()?)
            }
            "gain" => {
                let amount = self.sum()?;
                ActionText::Gain(amount, self.for_player()?)
            }
            "lose" => {
                let amount = self.sum()?;
                ActionText::Lose(amount, self.for_player()?)
            }
            "pay" => ActionText::Pay(self.sum()?),
            "negate_attack" => ActionText::NegateAttack,
            "attack_again" => {
                let on = if self.eat_word("on") { Some(self.set()?) } else { None };
                ActionText::AttackAgain(on)
            }
            "set_again" => ActionText::SetAgain,
            "attack_becomes_direct" => ActionText::AttackPlayer,
            "inflict_nothing" => ActionText::Harmless,
            "negate_itself" => ActionText::NegateItself,
            "end_battle_phase" => ActionText::EndBattlePhase,
            _ => return Ok(None),
        }))
    }

    /// Verbs about the cards of a Deck that nobody has chosen.
    fn deck_action(&mut self, verb: &str) -> ParseResult<Option<ActionText>> {
        Ok(Some(match verb {
            "draw" => self.draw()?,
            "look_at_top" => {
                let amount = self.sum()?;
                self.expect_word("of")?;
                ActionText::LookAtTop(amount, self.player()?)
            }
            "mill" if matches!(self.next_token(), Lexeme::Mark("=")) => {
                let (name, amount) = (self.named()?, self.sum()?);
                ActionText::MillNamed(name, amount, self.for_player()?)
            }
            "mill" => {
                let amount = self.sum()?;
                ActionText::Mill(amount, self.for_player()?, Away::ToGrave)
            }
            "banish_top" => {
                let amount = self.sum()?;
                let away =
                    if self.eat_word("face_down") { Away::BanishedDown } else { Away::Banished };
                ActionText::Mill(amount, self.for_player()?, away)
            }
            "show_decks" => ActionText::ShowDecks,
            "shuffle_deck" => ActionText::ShuffleDeck(self.for_player()?),
            "top_or_bottom" => ActionText::TopOrBottom,
            "arrange_top" => ActionText::ArrangeTop(self.sum()?),
            "excavate" => self.excavation()?,
            _ => return Ok(None),
        }))
    }

    /// `[NAME =] N [for PLAYER]`.
    fn draw(&mut self) -> ParseResult<ActionText> {
        if matches!(self.next_token(), Lexeme::Mark("=")) {
            let name = self.named()?;
            let amount = self.sum()?;
            return Ok(ActionText::DrawNamed(name, amount, self.for_player()?));
        }
        let amount = self.sum()?;
        Ok(ActionText::Draw(amount, self.for_player()?))
    }

    /// `NAME = N`, `NAME = until N FILTER` or `NAME, NAME = until FILTER`.
    fn excavation(&mut self) -> ParseResult<ActionText> {
        let all = self.name()?;
        if self.eat_mark("=") {
            if self.eat_word("until") {
                let (amount, filter) = (self.factor()?, self.filter()?);
                return Ok(ActionText::ExcavateMany(all, amount, filter, self.for_player()?));
            }
            let amount = self.sum()?;
            return Ok(ActionText::ExcavateTop(all, amount, self.for_player()?));
        }
        self.expect_mark(",")?;
        let found = self.named()?;
        self.expect_word("until")?;
        let until = self.filter()?;
        Ok(ActionText::Excavate { all, found, until, who: self.for_player()? })
    }

    /// Verbs about monsters: their positions, their control, their materials and special Summons.
    fn monster_action(&mut self, verb: &str) -> ParseResult<Option<ActionText>> {
        Ok(Some(match verb {
            "change_position" => self.change_of_position()?,
            "take_control" => {
                let cards = self.set()?;
                ActionText::TakeControl(cards, self.until()?)
            }
            "pendulum_summon" => {
                let which = match self.peek(WordGroup::Noun) {
                    Some(_) => Some(NumText::Fitting(Box::new(self.filter()?))),
                    None => None,
                };
                ActionText::PendulumSummon(which)
            }
            "summon_tokens" => {
                let amount = self.sum()?;
                let name = self.quoted()?;
                let who = if self.eat_word("to") { self.player()? } else { Who::Me };
                let by = if self.eat_word("by") { self.player()? } else { Who::Me };
                ActionText::Tokens(amount, name, self.positions(position_bit::FACE_UP)?, who, by)
            }
            "yield_control" => ActionText::YieldControl(true),
            "regain_control" => ActionText::YieldControl(false),
            "swap_control" => {
                let mine = self.set()?;
                self.expect_word("with")?;
                ActionText::SwapControl(mine, self.set()?)
            }
            "equip" => {
                let cards = self.set()?;
                self.expect_word("to")?;
                ActionText::Join(CardVerb::EquipWith, cards, self.set()?)
            }
            "rank_up" => self.rank_up()?,
            "fusion_summon" => {
                let monsters = self.filter()?;
                self.skip_lines();
                self.expect_word("with")?;
                ActionText::FusionSummon(monsters, Box::new(self.fusion_text()?))
            }
            "prepare_fusion" => {
                let monsters = self.filter()?;
                self.skip_lines();
                self.expect_word("with")?;
                ActionText::PrepareFusion(monsters, self.filter()?)
            }
            "summon_prepared" => ActionText::SummonPrepared(self.filter()?),
            "ritual_summon" => {
                let monsters = self.filter()?;
                self.skip_lines();
                self.expect_word("with")?;
                let tributes = self.filter()?;
                self.expect_word("total_level")?;
                let level = self.sum()?;
                ActionText::RitualSummon(monsters, tributes, level, self.eat_word("or_more"))
            }
            "detach" => self.detachment()?,
            _ => return Ok(None),
        }))
    }

    /// `CARDS [to POSITION]`.
    fn change_of_position(&mut self) -> ParseResult<ActionText> {
        let cards = self.set()?;
        let turn = match self.eat_word("to") {
            true if self.eat_word("attack_position") => WhoseTurn::Attack,
            true if self.eat_word("defense_position") => {
                let quietly = self.eat_word("without_flip_effects");
                if quietly { WhoseTurn::UpQuietly } else { WhoseTurn::Defense }
            }
            true => return Err(self.wanted("`attack_position` or `defense_position`")),
            false => WhoseTurn::Over,
        };
        Ok(ActionText::Cards(CardVerb::Turn(turn), cards))
    }

    /// `N`: so many of the materials of this card are sent to the Graveyard.
    fn detachment(&mut self) -> ParseResult<ActionText> {
        let number = Box::new(self.how_many()?);
        let filter = FilterText {
            span: self.last_span(),
            different_names: false,
            noun: Noun::Card,
            sides: Sides::Mine,
            locations: Some(location_bit::MATERIAL),
            other: false,
            tests: vec![TestText::Attached],
        };
        let cards = SetText::Pick(number, filter, Who::Me);
        Ok(ActionText::Cards(CardVerb::SendToGrave, cards))
    }

    /// Verbs that give cards, numbers or a plan a name, or keep a number.
    fn naming_action(&mut self, verb: &str) -> ParseResult<Option<ActionText>> {
        Ok(Some(match verb {
            "pick" => {
                let name = self.named()?;
                ActionText::Pick(name, self.set()?)
            }
            "note" => {
                let name = self.named()?;
                ActionText::Note(name, self.sum()?)
            }
            "declare" => self.declaration()?,
            "toss" => {
                let name = self.named()?;
                ActionText::Toss(name, self.sum()?)
            }
            "roll" => {
                let name = self.named()?;
                ActionText::Roll(name, self.sum()?)
            }
            "roll_off" => {
                let mine = self.name()?;
                self.expect_mark(",")?;
                ActionText::RollOff(mine, self.name()?)
            }
            "keep" => ActionText::Keep(self.sum()?),
            "call_coin" => ActionText::CallCoin(self.name()?),
            "plan" => {
                let name = self.name()?;
                let words = [
                    ("with", PlanAbout::With),
                    ("with_new", PlanAbout::WithNew),
                    ("on", PlanAbout::On),
                    ("for", PlanAbout::For),
                ];
                let with = match words.into_iter().find(|(word, _)| self.eat_word(word)) {
                    Some((_, about)) => Some((about, self.set()?)),
                    None => None,
                };
                ActionText::Plan(name, with, self.plan_time()?)
            }
            _ => return Ok(None),
        }))
    }

    /// When something that is planned happens, or until when it answers its event.
    fn plan_time(&mut self) -> ParseResult<PlanTime> {
        if self.eat_word("from_next_turn") {
            return Ok(PlanTime::NextTurn);
        }
        if self.eat_word("from_next_phase") {
            return Ok(PlanTime::NextPhase);
        }
        if self.eat_word("until") {
            self.expect_word("end_of_turn")?;
            return Ok(PlanTime::ThisTurn);
        }
        if !self.eat_word("through") {
            return Ok(PlanTime::Now);
        }
        let here = self.span();
        let turns = u8::try_from(self.number()?).ok().filter(|turns| (1..=9).contains(turns));
        let Some(turns) = turns else {
            return Err(LanguageFault::new(here, "it lasts for 1 to 9 turns"));
        };
        self.expect_word("turns")?;
        self.expect_word("of")?;
        self.expect_word("opponent")?;
        Ok(PlanTime::OpponentTurns(turns))
    }

    /// `CARDS by N [same_type] [same_attribute] [to FILTER]`.
    fn rank_up(&mut self) -> ParseResult<ActionText> {
        let below = self.set()?;
        self.expect_word("by")?;
        let here = self.span();
        let ranks = u8::try_from(self.number()?).ok().filter(|ranks| (1..=12).contains(ranks));
        let Some(mut by) = ranks else {
            return Err(LanguageFault::new(here, "a Rank is from 1 to 12 higher"));
        };
        if self.eat_word("same_type") {
            by |= RankUp::SAME_TYPE;
        }
        if self.eat_word("same_attribute") {
            by |= RankUp::SAME_ATTRIBUTE;
        }
        let to = if self.eat_word("to") { Some(self.filter()?) } else { None };
        Ok(ActionText::RankUp(below, by, to))
    }

    /// Whether a word follows, in this line or the next one.
    fn goes_on_with(&mut self, word: &str) -> bool {
        let before = self.at;
        self.skip_lines();
        let follows = self.eat_word(word);
        if !follows {
            self.at = before;
        }
        follows
    }

    /// `[VERB] FILTER [using FILTER] [counting NAME = FILTER]`: the materials of a Fusion Summon.
    fn fusion_text(&mut self) -> ParseResult<FusionText> {
        let verb = self.verb_of_materials();
        let materials = self.filter()?;
        let wider = if self.goes_on_with("widened_for") {
            let monsters = self.filter()?;
            self.skip_lines();
            self.expect_word("with")?;
            let verb = self.verb_of_materials();
            Some((monsters, verb, self.filter()?))
        } else {
            None
        };
        let vital = if self.goes_on_with("using") { Some(self.filter()?) } else { None };
        let counted = if self.goes_on_with("counting") {
            let name = self.named()?;
            Some((name, self.filter()?))
        } else {
            None
        };
        Ok(FusionText { materials, verb, wider, vital, counted })
    }

    /// The verb for materials: to send them to the Graveyard needs no word.
    fn verb_of_materials(&mut self) -> CardVerb {
        if let Lexeme::Word(word) = self.token()
            && let Some(Means::Cards(other)) = look_up(WordGroup::Verb, word)
        {
            self.bump();
            return other;
        }
        CardVerb::SendToGrave
    }

    /// `NAME = N to M by PLAYER`, `NAME = type of FILTER` and the like.
    pub(super) fn declaration(&mut self) -> ParseResult<ActionText> {
        let name = self.named()?;
        if self.eat_word("type") {
            if !self.eat_word("of") {
                return Ok(ActionText::DeclareAnyType(name));
            }
            return Ok(ActionText::DeclareType(name, self.filter()?));
        }
        if self.eat_word("name") {
            self.expect_word("of")?;
            return Ok(ActionText::DeclareName(name, self.filter()?));
        }
        let low = self.sum()?;
        self.expect_word("to")?;
        let high = self.sum()?;
        let by = if self.eat_word("by") { self.player()? } else { Who::Me };
        Ok(ActionText::Declare(name, low, high, by))
    }

    /// `in attack_position or face_down_position`, or nothing for the usual ones.
    fn positions(&mut self, usual: u8) -> ParseResult<u8> {
        if !self.eat_word("in") {
            return Ok(usual);
        }
        let mut bits = 0;
        loop {
            bits |= if self.eat_word("attack_position") {
                position_bit::ATTACK
            } else if self.eat_word("defense_position") {
                position_bit::DEFENSE
            } else if self.eat_word("face_down_position") {
                position_bit::SET
            } else {
                return Err(self.wanted("a position").help(
                    "positions are attack_position, defense_position and face_down_position",
                ));
            };
            if !self.eat_word("or") {
                return Ok(bits);
            }
        }
    }

    /// `to pointed_zone`, or, where the effect's player does it, `to opponent`.
    fn place_to_come(&mut self, across: bool) -> ParseResult<u8> {
        if !self.eat_word("to") {
            return Ok(0);
        }
        if across && self.eat_word("opponent") {
            return Ok(position_bit::ACROSS);
        }
        self.expect_word("pointed_zone")?;
        Ok(position_bit::POINTED)
    }

    fn named(&mut self) -> ParseResult<super::Name> {
        let name = self.name()?;
        self.expect_mark("=")?;
        Ok(name)
    }

    fn for_player(&mut self) -> ParseResult<Who> {
        if self.eat_word("for") { self.player() } else { Ok(Who::Me) }
    }

    fn until(&mut self) -> ParseResult<Until> {
        if self.eat_word("for") {
            let here = self.span();
            let until = match self.number()? {
                2 => Until::TwoTurns,
                3 => Until::ThreeTurns,
                4 => Until::FourTurns,
                5 => Until::FiveTurns,
                _ => return Err(LanguageFault::new(here, "a modifier can last for 2 to 5 turns")),
            };
            self.expect_word("turns")?;
            return Ok(until);
        }
        if !self.eat_word("until") {
            return Ok(Until::Forever);
        }
        match self.expect(WordGroup::Until, "duration")? {
            Means::Until(until) => Ok(until),
            _ => Err(self.wanted("a duration")),
        }
    }

    /// The receiver of modifiers, and the modifiers.
    pub(super) fn gift(&mut self, always: bool) -> ParseResult<(Receiver, Vec<ModifierText>)> {
        let filter =
            if always { self.peek(WordGroup::Noun).is_some() } else { self.eat_word("every") };
        let to = if filter {
            Receiver::Every(self.filter()?)
        } else if let Some(Means::Player(who)) = self.eat(WordGroup::Player) {
            Receiver::Player(who)
        } else {
            Receiver::Cards(self.set()?)
        };
        let modifiers = self.modifiers(&to)?;
        Ok((to, modifiers))
    }

    /// Modifiers for such a receiver, with commas between them.
    pub(super) fn modifiers(&mut self, to: &Receiver) -> ParseResult<Vec<ModifierText>> {
        let mut modifiers = Vec::new();
        loop {
            self.room(modifiers.len())?;
            modifiers.push(self.modifier(to)?);
            if !self.eat_mark(",") {
                return Ok(modifiers);
            }
        }
    }

    /// A modifier and its value, if it has one.
    fn modifier(&mut self, to: &Receiver) -> ParseResult<ModifierText> {
        let span = self.span();
        let Means::Modifier(kind) = self.expect(WordGroup::Modifier, "modifier")? else {
            return Err(self.wanted("a modifier"));
        };
        suits_receiver(kind, to, span)?;
        suits_cards(kind, to, span)?;
        if kind == ModKind::CannotBeTargeted && self.eat_word("by") {
            self.expect_word("opponent")?;
            return Ok(ModifierText { kind, value: Some(NumText::Value(ModKind::FOR_OPPONENT)) });
        }
        if kind == ModKind::NoSpecialSummon && self.eat_word("but_by_name") {
            return Ok(ModifierText { kind, value: Some(NumText::Value(ModKind::BUT_BY_NAME)) });
        }
        if ModKind::SHIELDS.has(kind as u8)
            && let Receiver::Every(filter) = to
        {
            asks_what_is_printed(filter)?;
        }
        if kind == ModKind::Unaffected {
            return self.shield(to, span);
        }
        if kind == ModKind::OnlyOne && self.eat_word("of") {
            return self.only_one_of();
        }
        if kind.operand() == Operand::Test {
            let free = matches!(kind, ModKind::OneMoreSummon | ModKind::OneMoreTributeSummon);
            if free && self.peek(WordGroup::Noun).is_none() {
                return Ok(ModifierText { kind, value: None });
            }
            if kind == ModKind::DoubleTribute {
                self.expect_word("for")?;
            }
            let filter = self.filter()?;
            bears_side(kind, &filter)?;
            return Ok(ModifierText { kind, value: Some(NumText::Fitting(Box::new(filter))) });
        }
        if kind.operand() != Operand::Number {
            return Ok(ModifierText { kind, value: None });
        }
        self.modifier_of_number(kind)
    }

    fn kind_of_card(&mut self) -> ParseResult<u32> {
        match self.expect(WordGroup::Test, "kind of card")? {
            Means::Kind(bits) => Ok(bits),
            _ => Err(LanguageFault::new(self.last_span(), "this is no kind of card")),
        }
    }

    /// The monsters of which there can be only one, on one field or on both.
    fn only_one_of(&mut self) -> ParseResult<ModifierText> {
        let mut filter = self.filter()?;
        let fault = |message| Err(LanguageFault::new(filter.span, message));
        if filter.noun != Noun::Monster || filter.locations.is_some() || filter.other {
            let fault = fault("only face-up monsters are counted so");
            return fault.map_err(|fault| fault.help("write `monster(...)` without a place"));
        }
        let kind = match filter.sides {
            Sides::Mine => ModKind::OnlyOneOf,
            Sides::Both => ModKind::OnlyOneOfAll,
            Sides::Theirs => {
                return fault("the other player's monsters alone are never counted so");
            }
        };
        filter.sides = Sides::Both;
        Ok(ModifierText { kind, value: Some(NumText::Fitting(Box::new(filter))) })
    }

    /// The kinds of cards by which a monster is unaffected, or all monsters that fit.
    fn shield(&mut self, to: &Receiver, span: Span) -> ParseResult<ModifierText> {
        let here = self.span();
        let others = if self.eat_word("other") {
            ModKind::OTHERS_ONLY
        } else if self.eat_word("foreign") {
            ModKind::NOT_ITSELF
        } else {
            0
        };
        let bits = self.kind_of_card()?;
        let theirs = self.eat_word("of");
        if theirs {
            self.expect_word("opponent")?;
        }
        if matches!(to, Receiver::Every(_)) {
            if others == ModKind::NOT_ITSELF {
                let fault = LanguageFault::new(here, "this is said of cards that are there now");
                return Err(fault.help("give it to single cards, or to `all` cards of a filter"));
            }
            let sides = if theirs { Sides::Theirs } else { Sides::Both };
            return Ok(shield_of_filter(span.to(self.last_span()), sides, others != 0, bits));
        }
        let bits = bits | others | if theirs { ModKind::OPPONENTS_ONLY } else { 0 };
        let value = Some(NumText::Value(bits.cast_signed()));
        Ok(ModifierText { kind: ModKind::Unaffected, value })
    }

    /// A modifier with a number behind it.
    fn modifier_of_number(&mut self, kind: ModKind) -> ParseResult<ModifierText> {
        if kind == ModKind::ZonesUnusable {
            let here = self.span();
            let most = self.number()?;
            if !(1..=5).contains(&most) {
                return Err(LanguageFault::new(here, "a player has 5 Main Monster Zones"));
            }
            return Ok(ModifierText { kind, value: Some(NumText::Value(most)) });
        }
        if matches!(kind, ModKind::AttacksWith | ModKind::NoBattleDamageWith) {
            let cards = Box::new(self.set()?);
            return Ok(ModifierText { kind, value: Some(NumText::Instance(cards)) });
        }
        if matches!(kind, ModKind::BecomesAttribute | ModKind::AddsAttribute) {
            if kind == ModKind::BecomesAttribute {
                self.expect_mark("=")?;
                if self.peek(WordGroup::Test).is_none() {
                    return Ok(ModifierText { kind, value: Some(self.product()?) });
                }
            }
            let Means::Attribute(bits) = self.expect(WordGroup::Test, "Attribute")? else {
                return Err(LanguageFault::new(self.last_span(), "this is no Attribute"));
            };
            return Ok(ModifierText { kind, value: Some(NumText::Value(i32::from(bits))) });
        }
        if kind == ModKind::BecomesType {
            self.expect_mark("=")?;
            if self.peek(WordGroup::Test).is_none() {
                return Ok(ModifierText { kind, value: Some(self.product()?) });
            }
            let Means::Type(bits) = self.expect(WordGroup::Test, "Type")? else {
                return Err(LanguageFault::new(self.last_span(), "this is no Type"));
            };
            return Ok(ModifierText { kind, value: Some(NumText::Value(bits.cast_signed())) });
        }
        if matches!(kind, ModKind::Atk | ModKind::Def) && self.eat_mark("=") {
            let kind = if kind == ModKind::Atk { ModKind::SetAtk } else { ModKind::SetDef };
            return Ok(ModifierText { kind, value: Some(self.sum()?) });
        }
        if kind == ModKind::Level && self.eat_mark("=") {
            return Ok(ModifierText { kind: ModKind::SetLevel, value: Some(self.sum()?) });
        }
        let scale_changes =
            kind == ModKind::Scale && matches!(self.token(), Lexeme::Mark("+" | "-"));
        let kind = if scale_changes { ModKind::ScaleChange } else { kind };
        if !matches!(kind, ModKind::Atk | ModKind::Def | ModKind::Level | ModKind::ScaleChange) {
            return Ok(ModifierText { kind, value: Some(self.product()?) });
        }
        let minus = self.eat_mark("-");
        if !minus && !self.eat_mark("+") {
            return Err(self
                .wanted("`+` or `-`")
                .help("write `+` or `-` before the number, as in `atk +500`"));
        }
        let value = self.product()?;
        let value = if minus { negative(value) } else { value };
        Ok(ModifierText { kind, value: Some(value) })
    }
}

/// Refuses a modifier that such a receiver can't have.
fn suits_receiver(kind: ModKind, to: &Receiver, span: Span) -> ParseResult {
    let of_player = kind.subject() == Subject::Player;
    if of_player != matches!(to, Receiver::Player(_)) {
        let (is, help) = if of_player {
            ("is for players, not for monsters", "write `me`, `opponent` or `both` before it")
        } else {
            ("is for monsters, not for players", "name monsters before it")
        };
        return Err(LanguageFault::new(span, format!("this modifier {is}")).help(help));
    }
    if matches!(to, Receiver::Every(_))
        && matches!(
            kind,
            ModKind::NoTributeSummon
                | ModKind::NoTribute
                | ModKind::BarsSpecialSummons
                | ModKind::HasEffectsOf
                | ModKind::CountsAsTuner
                | ModKind::SendsItself
                | ModKind::Held
                | ModKind::AttacksInDefense
                | ModKind::NotSpecialSummoned
                | ModKind::SurvivesBattleWith
                | ModKind::SurvivesOnce
                | ModKind::ToHandInstead
                | ModKind::FallsWithSource
                | ModKind::FallsWithSourceIf
                | ModKind::FallsWithSourceAlways
                | ModKind::GoesToDeckWithSource
                | ModKind::BanishedWithSource
                | ModKind::NoTributeForEffects
                | ModKind::FallsIfSourceDestroyed
                | ModKind::TakesSourceAlong
                | ModKind::TakesSourceAlongAlways
                | ModKind::BanishedWhenLeaving
                | ModKind::BanishedUnlessNegated
                | ModKind::BanishesByBattle
                | ModKind::IntoDeckByBattle
                | ModKind::StaysAsSpell
                | ModKind::HurtsWhenDestroyed
                | ModKind::ReflectsBattleDamage
                | ModKind::Scale
                | ModKind::ScaleChange
        )
    {
        let fault = LanguageFault::new(span, "this modifier is given to single monsters");
        return Err(fault.help("name cards before it, like `it` or `self`"));
    }
    Ok(())
}

/// Refuses tests of values for monsters to which effects do nothing: their values depend on that.
fn asks_what_is_printed(filter: &FilterText) -> ParseResult {
    fn is_printed(test: &TestText) -> bool {
        match test {
            TestText::Not(inner) => is_printed(inner),
            TestText::All(all) | TestText::Any(all) => all.iter().all(is_printed),
            TestText::Kind(_) | TestText::Named(_) | TestText::Archetype(..) => true,
            _ => false,
        }
    }
    if filter.tests.iter().all(is_printed) {
        return Ok(());
    }
    let what = "which monsters are unaffected can't depend on what effects may change";
    Err(LanguageFault::new(filter.span, what).help("ask for kinds, names or archetypes"))
}

/// Refuses sides and places where a card is compared that is nowhere yet, or whose player is known.
fn bears_side(kind: ModKind, filter: &FilterText) -> ParseResult {
    let (side, place) = (filter.sides != Sides::Both, filter.locations.is_some());
    let wrong = match kind {
        ModKind::PendulumsOnly | ModKind::OneMorePendulum => side,
        ModKind::SynchroStandIn => side || place || filter.other,
        _ => false,
    };
    if wrong {
        let fault = LanguageFault::new(filter.span, "this is not asked of such a card");
        return Err(fault.help("leave out `mine`, `theirs`, `other` and places"));
    }
    Ok(())
}

/// Refuses a modifier that means nothing to the cards that are named.
fn suits_cards(kind: ModKind, to: &Receiver, span: Span) -> ParseResult {
    let of_all = matches!(
        kind,
        ModKind::Negated | ModKind::CannotBeActivated | ModKind::CardCannotBeActivated
    );
    let survives = matches!(
        kind,
        ModKind::SurvivesEffects
            | ModKind::SurvivesEffectsOf
            | ModKind::SurvivesEffectsTimes
            | ModKind::SurvivesSpellsTimes
            | ModKind::SurvivesOwnEffects
    );
    let spells = match to {
        Receiver::Every(filter) => {
            matches!(filter.noun, Noun::Spell | Noun::Trap)
                || filter.locations == Some(location_bit::PENDULUM)
        }
        _ => false,
    };
    let monsters = match to {
        Receiver::Every(filter)
        | Receiver::Cards(SetText::All(filter) | SetText::Pick(_, filter, _)) => {
            filter.noun == Noun::Monster
        }
        _ => false,
    };
    if kind == ModKind::CardCannotBeActivated && monsters {
        let fault = LanguageFault::new(span, "a monster is not activated as a card");
        return Err(fault.help("write `cannot_be_activated` for its effects"));
    }
    if spells && !of_all && !survives {
        let fault = LanguageFault::new(span, "this modifier is not for Spells and Traps");
        return Err(fault.help("name monsters before it"));
    }
    Ok(())
}

/// That effects of cards of these kinds do nothing, said of a filter.
fn shield_of_filter(span: Span, sides: Sides, other: bool, kinds: u32) -> ModifierText {
    let by = FilterText {
        span,
        different_names: false,
        noun: Noun::Card,
        sides,
        locations: None,
        other,
        tests: vec![TestText::Kind(kinds)],
    };
    let value = Some(NumText::Fitting(Box::new(by)));
    ModifierText { kind: ModKind::UnaffectedByThose, value }
}

/// A modifier that holds only for a time, so that what it says is asked each time.
pub(super) fn for_a_time(modifier: ModifierText, span: Span) -> ModifierText {
    let (ModKind::Unaffected, Some(NumText::Value(bits))) = (modifier.kind, &modifier.value) else {
        return modifier;
    };
    let bits = bits.cast_unsigned();
    let sides = if bits & ModKind::OPPONENTS_ONLY != 0 { Sides::Theirs } else { Sides::Both };
    let kinds = bits & !(ModKind::OPPONENTS_ONLY | ModKind::OTHERS_ONLY);
    shield_of_filter(span, sides, bits & ModKind::OTHERS_ONLY != 0, kinds)
}
