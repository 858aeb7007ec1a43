//! Lines that begin cards, effects and lasting rules.

use super::super::ast::{
    AlwaysLine, CardSource, CardVerb, ContactLine, EffectText, EquipLine, FactsLine, FormWord,
    ModifierText, Name, Receiver, RecipeKind, RecipeLine, RecipePart, SetText, TestText, UnionLine,
};
use super::super::error::{LanguageFault, Span, short};
use super::super::lex::Lexeme;
use super::super::table::{Means, WordGroup, words};
use super::steps::for_a_time;
use super::{ParseResult, Parser};
use crate::catalogue::kind;
use crate::rows::{
    Counter, DeckEnd, MAX_LINES, MAX_MATERIALS, MAX_PARTS, ModKind, SetRef, position_bit, term,
};
use crate::texts::Texts;

/// The words for Link Arrows, with their bits in card tables.
const ARROWS: [(&str, u16); 8] = [
    ("bottom_left", 0x1),
    ("bottom", 0x2),
    ("bottom_right", 0x4),
    ("left", 0x8),
    ("right", 0x20),
    ("top_left", 0x40),
    ("top", 0x80),
    ("top_right", 0x100),
];

impl Parser {
    pub(super) fn file(&mut self) {
        loop {
            match self.token() {
                Lexeme::End => return,
                Lexeme::Line => self.bump(),
                _ => {
                    let begin = self.at;
                    if let Err(fault) = self.line().and_then(|()| self.line_end()) {
                        self.faults.push(fault);
                        self.blame(begin);
                        while !matches!(self.token(), Lexeme::Line | Lexeme::End) {
                            self.bump();
                        }
                    }
                }
            }
        }
    }

    /// Notes where a line could not be read, so that what follows from it is not reported too.
    fn blame(&mut self, begin: usize) {
        let is =
            |word: &str| matches!(&self.pieces[begin].token, Lexeme::Word(found) if found == word);
        let (card_line, facts_line, effect_line) = (is("card"), is("facts"), is("effect"));
        let of_card = card_line
            || facts_line
            || [
                "always",
                "equip",
                "union",
                "fusion",
                "contact",
                "synchro",
                "xyz",
                "link",
                "condition",
                "trap_monster",
            ]
            .into_iter()
            .any(is);
        let span = self.pieces[begin].span;
        if card_line && self.cards.last().is_none_or(|card| card.span != span) {
            // The lines that follow would else be taken for a part of the card before.
            let name = Name { text: String::new(), span };
            self.cards.push(CardSource { refused: true, ..card_at(span, 0, name) });
        }
        let Some(card) = self.cards.last_mut() else { return };
        card.broken = true;
        // Without its facts nothing can be said about an own card.
        card.refused |= facts_line;
        let card = card.text_in_hand();
        card.broken = true;
        if effect_line && card.effects.last().is_none_or(|effect| effect.span != span) {
            card.effects.push(effect_at(span, FormWord::Activate));
        }
        if let (false, Some(effect)) = (of_card, card.effects.last_mut()) {
            effect.broken = true;
        }
    }

    fn line_end(&mut self) -> ParseResult {
        match self.token() {
            Lexeme::Line | Lexeme::End => Ok(()),
            Lexeme::Bad(_) => Err(self.wanted("nothing")),
            _ => Err(self.wanted("nothing more")),
        }
    }

    /// One line; its first word says what it is.
    fn line(&mut self) -> ParseResult {
        let span = self.span();
        let Lexeme::Word(word) = self.token() else {
            return Err(self.wanted("the first word of a line"));
        };
        let word = word.clone();
        match &*word {
            "card" => return self.card_line(),
            _ if self.cards.is_empty() => {
                let fault = LanguageFault::new(span, "this line belongs to no card");
                return Err(fault.help("begin with a line like `card 7 \"Little Feast\"`"));
            }
            "effect" => return self.effect_line(),
            _ => {}
        }
        let before = self.at;
        self.bump();
        match &*word {
            "facts" => self.own_facts_line(span),
            "text" => self.period_line(span),
            "always" => self.always_line(span),
            "equip" => self.equip_line(),
            "trap_monster" => self.trap_monster_line(),
            "holds" => self.holds_line(span),
            "fusion" => self.fusion_line(span),
            "contact" => self.contact_line(span),
            "union" => self.union_line(span),
            "synchro" | "xyz" | "link" => self.recipe_line(span, &word),
            "condition" if !self.eat_word("only_placed") => self.condition_line(),
            "condition" => {
                self.card().only_placed = true;
                Ok(())
            }
            "ignores_grave_stays" => {
                self.card().ignores_grave_stays = true;
                Ok(())
            }
            "remains_on_field" => {
                self.card().remains = true;
                Ok(())
            }
            "unproved" => {
                self.card().unproved = true;
                Ok(())
            }
            _ => {
                self.at = before;
                self.clause_line(span, &word)
            }
        }
    }

    /// `facts ...`, once for a card.
    fn own_facts_line(&mut self, span: Span) -> ParseResult {
        let facts = self.facts_line(span)?;
        if self.cards.last().is_some_and(|card| !card.periods.is_empty()) {
            let fault = LanguageFault::new(span, "a period's text has no `facts` of its own");
            return Err(fault.help("what is printed besides the text is the same always"));
        }
        let card = self.card();
        if card.facts.replace(facts).is_some() {
            return Err(LanguageFault::new(span, "a second `facts` line"));
        }
        Ok(())
    }

    /// `always [from pendulum_zone | from field or grave] [while CONDITION:] RECEIVER MODIFIERS`.
    fn always_line(&mut self, span: Span) -> ParseResult {
        let place = self.eat_word("from");
        let also_in_grave = place && self.eat_word("field");
        let in_pendulum_zone = place && !also_in_grave;
        if also_in_grave {
            self.expect_word("or")?;
            self.expect_word("grave")?;
        } else if in_pendulum_zone {
            self.expect_word("pendulum_zone")?;
        }
        let mut when = None;
        if self.eat_word("while") {
            when = Some(self.condition()?);
            self.expect_mark(":")?;
            self.skip_lines();
        }
        let (to, mut modifiers) = self.gift(true)?;
        if when.is_some() {
            modifiers = modifiers.into_iter().map(|one| for_a_time(one, span)).collect();
        }
        if also_in_grave {
            let itself = matches!(to, Receiver::Cards(SetText::Fixed(SetRef::Source, _)));
            let name = matches!(&*modifiers, [one] if one.kind == ModKind::Renamed);
            if !itself || !name || when.is_some() {
                let fault =
                    LanguageFault::new(span, "only a card's own name holds in the Graveyard");
                return Err(fault.help("write `always from field or grave self renamed \"NAME\"`"));
            }
            self.card().terms.0 |= term::NAMED_IN_GRAVE;
        }
        self.card().always.push(AlwaysLine { span, in_pendulum_zone, when, to, modifiers });
        Ok(())
    }

    /// `equip FILTER [not in damage_step] [in damage_calculation]`.
    fn equip_line(&mut self) -> ParseResult {
        let filter = self.filter()?;
        let not_in_damage_step = self.eat_word("not");
        if not_in_damage_step {
            self.expect_word("in")?;
            self.expect_word("damage_step")?;
        }
        let in_calculation = self.eat_word("in");
        if in_calculation {
            self.expect_word("damage_calculation")?;
        }
        let line = EquipLine { filter, not_in_damage_step, in_calculation };
        self.card().equip.push(line);
        Ok(())
    }

    /// `trap_monster normal` or `trap_monster effect`.
    fn trap_monster_line(&mut self) -> ParseResult {
        let normal = self.eat_word("normal");
        if !normal {
            self.expect_word("effect")?;
        }
        self.card().as_monster = if normal { kind::NORMAL } else { kind::EFFECT };
        Ok(())
    }

    /// `holds COUNTERS [up_to N]`.
    fn holds_line(&mut self, span: Span) -> ParseResult {
        let kind = self.counter()?;
        let mut most = u8::MAX;
        if self.eat_word("up_to") {
            let here = self.span();
            let number = self.number()?;
            let fault = || LanguageFault::new(here, "a card holds 1 to 99 counters");
            most = u8::try_from(number).ok().filter(|n| (1..=99).contains(n)).ok_or_else(fault)?;
        }
        if self.card().holds.replace((kind, most)).is_some() {
            return Err(LanguageFault::new(span, "a second `holds` line"));
        }
        Ok(())
    }

    /// `contact banish FILTER`, or with `send_to_grave` or `shuffle_into_deck`, with other materials than the
    /// written ones and changes that follow.
    fn contact_line(&mut self, span: Span) -> ParseResult {
        let here = self.span();
        let Means::Cards(verb) = self.expect(WordGroup::Verb, "verb")? else {
            return Err(LanguageFault::new(here, "materials are not used like this"));
        };
        let shuffled = CardVerb::ToDeck(DeckEnd::Shuffled);
        if !matches!(verb, CardVerb::Banish | CardVerb::SendToGrave) && verb != shuffled {
            let fault = LanguageFault::new(here, "materials are not used like this");
            return Err(fault.help("write `banish`, `send_to_grave` or `shuffle_into_deck`"));
        }
        let filter = self.filter()?;
        let parts = if self.eat_word("with") { self.recipe_parts(span)? } else { Vec::new() };
        let giving = self.giving(span)?;
        let line = ContactLine { span, verb, filter, parts, giving };
        if self.card().contact.replace(line).is_some() {
            return Err(LanguageFault::new(span, "a second `contact` line"));
        }
        Ok(())
    }

    /// `[giving MODIFIER, ...]`: what a monster has from the moment when it comes.
    fn giving(&mut self, span: Span) -> ParseResult<Vec<ModifierText>> {
        if !self.eat_word("giving") {
            return Ok(Vec::new());
        }
        self.modifiers(&Receiver::Cards(SetText::Fixed(SetRef::Source, span)))
    }

    /// `union FILTER [alone] [in battle]`.
    fn union_line(&mut self, span: Span) -> ParseResult {
        let filter = self.filter()?;
        let alone = self.eat_word("alone");
        let in_battle = self.eat_word("in");
        if in_battle {
            self.expect_word("battle")?;
        }
        let line = UnionLine { span, filter, alone, in_battle };
        if self.card().union.replace(line).is_some() {
            return Err(LanguageFault::new(span, "a second `union` line"));
        }
        Ok(())
    }

    /// `condition never_special_summoned`: the terms of Summons in the text.
    fn condition_line(&mut self) -> ParseResult {
        let span = self.span();
        let Lexeme::Word(word) = self.token() else { return Err(self.wanted("a term")) };
        let word = word.clone();
        let bit = match &*word {
            _ if duly(&word).is_some() => {
                self.card().duly = duly(&word).map(|(_, kind)| (span, kind));
                duly(&word).map_or(0, |(bit, _)| bit)
            }
            "never_special_summoned" => {
                self.card().never_special_summoned = true;
                0
            }
            "only_by_written_effect" => {
                self.card().duly = Some((span, kind::FUSION));
                term::ONLY_DULY | term::BY_WRITTEN_EFFECT
            }
            "never_set" => term::NEVER_SET,
            "never_activated" => term::NEVER_ACTIVATED,
            "can_be_set_as_spell" => term::SET_AS_SPELL,
            "normal_summon_not_negated" => term::NOT_NEGATED,
            "normal_summon_not_answered" => term::NOT_ANSWERED,
            "fusion_substitute" => term::SUBSTITUTE,
            "first_contact_summoned" => term::FIRST_CONTACT,
            "only_contact_summoned" => term::ONLY_CONTACT,
            "never_summoned" => term::NEVER_SUMMONED,
            "only_by_effects" => term::ONLY_BY_EFFECTS,
            "no_synchro_material" => term::NO_SYNCHRO_MATERIAL,
            "no_link_material" => term::NO_LINK_MATERIAL,
            "no_xyz_material" => term::NO_XYZ_MATERIAL,
            "no_fusion_material" => term::NO_FUSION_MATERIAL,
            "xyz_material_of_three" => term::XYZ_OF_THREE,
            "synchro_with_hand" => term::LENDS_HAND,
            "not_linked_at_once" => term::NOT_LINKED_AT_ONCE,
            "only_own_way" => term::ONLY_OWN_WAY,
            "only_written_materials" => term::ONLY_WRITTEN_MATERIALS,
            "tributes" => {
                self.bump();
                self.card().terms.1 = self.number_of_tributes()?;
                return Ok(());
            }
            _ => return Err(LanguageFault::unknown(span, "term", &word, words(WordGroup::Term))),
        };
        self.bump();
        self.card().terms.0 |= bit;
        Ok(())
    }

    /// `fusion "A" + "B"`: materials by name or by what they must be, and what two of them must have in
    /// common.
    fn fusion_line(&mut self, span: Span) -> ParseResult {
        let mut materials = Vec::new();
        let mut open_ended = false;
        loop {
            if materials.len() == MAX_MATERIALS || open_ended {
                let fault = LanguageFault::new(span, "a Fusion Monster of more than 5 materials");
                return Err(fault.help("only the last kind of material can be `1+` of them"));
            }
            if *self.token() == Lexeme::Number(1) {
                self.bump();
                self.expect_mark("+")?;
                open_ended = true;
            }
            materials.push(match self.token() {
                Lexeme::Quoted(_) => self.one_test()?,
                _ => TestText::All(self.filter()?.tests),
            });
            if !self.eat_mark("+") {
                break;
            }
        }
        let mut alike = 0;
        while self.eat_mark(",") {
            if materials.len() != 2 {
                return Err(LanguageFault::new(span, "only two materials can be compared"));
            }
            alike |= if self.eat_word("same_type") {
                term::SAME_TYPE
            } else if self.eat_word("same_attribute") {
                term::SAME_ATTRIBUTE
            } else if self.eat_word("different_attributes") {
                term::DIFFERENT_ATTRIBUTES
            } else {
                self.expect_word("different_names")?;
                term::DIFFERENT_NAMES
            };
        }
        let card = self.card();
        open_ended |= !card.fusion.is_empty() && card.terms.0 & term::OPEN_ENDED != 0;
        if open_ended && !(card.fusion.is_empty() && alike == 0) {
            let fault = LanguageFault::new(span, "`1+` of a material and something more");
            return Err(fault.help("write one `fusion` line that compares nothing"));
        }
        card.terms.0 |= alike | if open_ended { term::OPEN_ENDED } else { 0 };
        if card.fusion.len() == MAX_LINES {
            return Err(LanguageFault::new(span, "a third `fusion` line"));
        }
        card.fusion.push(materials);
        Ok(())
    }

    /// `synchro 1 monster(tuner) + 1+ monster(not tuner)`, `xyz 2 monster`, `xyz over "NAME"`,
    /// `link 2 monster, different_names`.
    fn recipe_line(&mut self, span: Span, word: &str) -> ParseResult {
        let kind = match word {
            "synchro" => RecipeKind::Synchro,
            "link" => RecipeKind::Link,
            _ if self.eat_word("over") => RecipeKind::XyzOver,
            _ => RecipeKind::Xyz,
        };
        let parts = self.recipe_parts(span)?;
        let (mut different_names, mut same_rank) = (false, false);
        while self.eat_mark(",") {
            if kind == RecipeKind::Xyz && self.eat_word("same_rank") {
                same_rank = true;
            } else {
                self.expect_word("different_names")?;
                different_names = true;
            }
        }
        let once = kind == RecipeKind::XyzOver && self.eat_word("once_per_turn");
        let when = if self.eat_word("when") { Some(self.condition()?) } else { None };
        let giving = self.giving(span)?;
        let giving_if =
            if !giving.is_empty() && self.eat_word("if") { Some(self.condition()?) } else { None };
        let binding = self.binding()?;
        if kind == RecipeKind::XyzOver && (parts.len() > 1 || parts[0].most > 1) {
            return Err(LanguageFault::new(span, "an Xyz Monster is put over one monster"));
        }
        let line = RecipeLine {
            span,
            kind,
            parts,
            different_names,
            same_rank,
            giving,
            giving_if,
            binding,
            when,
            once,
        };
        self.card().recipes.push(line);
        Ok(())
    }

    /// `[binding PLAYER MODIFIER, ...]`: what a player may not do any more in the turn of a Summon.
    fn binding(&mut self) -> ParseResult<Option<(crate::rows::Who, Vec<ModifierText>)>> {
        if !self.eat_word("binding") {
            return Ok(None);
        }
        let who = self.player()?;
        Ok(Some((who, self.modifiers(&Receiver::Player(who))?)))
    }

    /// `[N[+]] FILTER + ...`.
    fn recipe_parts(&mut self, span: Span) -> ParseResult<Vec<RecipePart>> {
        let mut parts = Vec::new();
        loop {
            if parts.len() == MAX_PARTS {
                return Err(LanguageFault::new(span, "materials of more than 3 kinds"));
            }
            let here = self.span();
            let (mut least, mut most) = (1, 1);
            if matches!(self.token(), Lexeme::Number(_)) {
                let number = self.number()?;
                let fault =
                    || LanguageFault::new(here, "a Summon takes 1 to 9 materials of a kind");
                least =
                    u8::try_from(number).ok().filter(|n| (1..=9).contains(n)).ok_or_else(fault)?;
                most = if self.eat_mark("+") {
                    u8::MAX
                } else if self.eat_word("to") {
                    let number = u8::try_from(self.number()?).ok();
                    number.filter(|n| (least..=9).contains(n)).ok_or_else(fault)?
                } else {
                    least
                };
            }
            let test = match self.token() {
                Lexeme::Quoted(_) => self.one_test()?,
                _ => TestText::All(self.filter()?.tests),
            };
            parts.push(RecipePart { least, most, test });
            if !self.eat_mark("+") {
                return Ok(parts);
            }
        }
    }

    /// The card that is being read; `line` sees to it that there is one.
    pub(super) fn card(&mut self) -> &mut CardSource {
        if self.cards.is_empty() {
            let span = Span { line: 1, column: 1, length: 1 };
            self.cards.push(card_at(span, 0, Name { text: String::new(), span }));
        }
        let last = self.cards.len() - 1;
        self.cards[last].text_in_hand()
    }

    /// `text goat`, `text edison`, `text goat edison`: what follows is the card's text of that period, or of
    /// both.
    fn period_line(&mut self, span: Span) -> ParseResult {
        let last = self.cards.len() - 1;
        let mut periods = Vec::new();
        while periods.is_empty() || matches!(self.token(), Lexeme::Word(_)) {
            let here = self.span();
            let Lexeme::Word(word) = self.token() else { return Err(self.wanted("a period")) };
            let Some(texts) = Texts::PERIODS.into_iter().find(|texts| texts.name() == word) else {
                let known = Texts::PERIODS.iter().map(|texts| texts.name());
                return Err(LanguageFault::unknown(here, "period", &word.clone(), known));
            };
            if periods.contains(&texts) || self.cards[last].text_of(texts).is_some() {
                return Err(LanguageFault::new(here, format!("a second text of `{word}`")));
            }
            periods.push(texts);
            self.bump();
        }
        let card = &mut self.cards[last];
        let text = card_at(span, card.passcode, card.name.clone());
        card.periods.push((periods, text));
        Ok(())
    }

    fn card_line(&mut self) -> ParseResult {
        let span = self.span();
        self.bump();
        let passcode = self.number()?;
        let name_span = self.span();
        let Lexeme::Quoted(text) = self.token() else {
            return Err(self.wanted("the card's name in quotes"));
        };
        let name = Name { text: text.clone(), span: name_span };
        self.bump();
        self.cards.push(card_at(span, passcode.unsigned_abs(), name));
        Ok(())
    }

    fn facts_line(&mut self, span: Span) -> ParseResult<FactsLine> {
        let mut facts = FactsLine { span: Some(span), ..FactsLine::default() };
        loop {
            let here = self.span();
            let word = match self.token() {
                Lexeme::Line | Lexeme::End => return Ok(facts),
                Lexeme::Word(word) => word.clone(),
                _ => return Err(self.wanted("a word of a `facts` line")),
            };
            match &*word {
                "level" => {
                    self.bump();
                    let level = self.number()?;
                    let fault = || LanguageFault::new(here, "a Level is a number from 1 to 12");
                    facts.level = u8::try_from(level)
                        .ok()
                        .filter(|n| (1..=12).contains(n))
                        .ok_or_else(fault)?;
                    continue;
                }
                "atk" | "def" => {
                    self.bump();
                    let points = if self.eat_mark("?") { -2 } else { self.number()? };
                    if points > 100_000 {
                        return Err(LanguageFault::new(here, "no card has so many points"));
                    }
                    let location = if word == "atk" { &mut facts.atk } else { &mut facts.def };
                    *location = Some(points);
                    continue;
                }
                "scale" => {
                    self.bump();
                    let scale = self.number()?;
                    let fault =
                        || LanguageFault::new(here, "a Pendulum Scale is a number from 0 to 13");
                    facts.scale =
                        u8::try_from(scale).ok().filter(|n| *n <= 13).ok_or_else(fault)?;
                    continue;
                }
                "arrows" => {
                    self.bump();
                    facts.arrows |= self.arrows()?;
                    continue;
                }
                "archetype" => {
                    self.bump();
                    facts.join(self.number()?, here)?;
                    continue;
                }
                _ => {}
            }
            match (self.peek(WordGroup::Fact), self.peek(WordGroup::Test)) {
                (Some(Means::Fact(bits)), _) => facts.kind |= bits,
                (_, Some(Means::Type(bits))) => facts.race |= bits,
                (_, Some(Means::Attribute(bits))) => facts.attribute |= bits,
                _ => {
                    let known = words(WordGroup::Fact).chain(words(WordGroup::Test)).chain([
                        "level",
                        "atk",
                        "def",
                        "arrows",
                        "scale",
                        "archetype",
                    ]);
                    return Err(LanguageFault::unknown(here, "printed fact", &word, known));
                }
            }
            self.bump();
        }
    }

    /// One Link Arrow or more.
    fn arrows(&mut self) -> ParseResult<u16> {
        let here = self.span();
        let mut arrows = 0;
        while let Some((_, bit)) = ARROWS.iter().find(|(word, _)| self.eat_word(word)) {
            arrows |= bit;
        }
        let help =
            "write some of: top_left top top_right left right bottom_left bottom bottom_right";
        let fault = || LanguageFault::new(here, "these are no Link Arrows").help(help);
        (arrows != 0).then_some(arrows).ok_or_else(fault)
    }

    fn number_of_tributes(&mut self) -> ParseResult<u8> {
        let here = self.span();
        let number = u8::try_from(self.number()?).ok().filter(|n| (1..=3).contains(n));
        let fault = || LanguageFault::new(here, "a Normal Summon takes 1 to 3 Tributes");
        number.ok_or_else(fault)
    }

    fn effect_line(&mut self) -> ParseResult {
        let span = self.span();
        self.bump();
        let Means::Form(form) = self.expect(WordGroup::Form, "kind of effect")? else {
            return Err(self.wanted("a kind of effect"));
        };
        self.card().effects.push(effect_at(span, form));
        if form == FormWord::OtherTributes {
            let number = self.number_of_tributes()?;
            let of = if self.eat_word("of") { Some(self.filter()?) } else { None };
            let also_set = self.eat_word("or_set");
            let effect = self.effect(span)?;
            (effect.tributes, effect.tributes_of, effect.also_set) = (number, of, also_set);
        }
        self.effect_words()
    }

    /// The words behind the kind of an effect, or some of them on a line of their own.
    pub(super) fn effect_words(&mut self) -> ParseResult {
        loop {
            let here = self.span();
            let Lexeme::Word(word) = self.token() else { return Ok(()) };
            let word = word.clone();
            self.bump();
            match &*word {
                "must" | "may" => {
                    let effect = self.effect(here)?;
                    if effect.must.replace((word == "must", here)).is_some() {
                        return Err(LanguageFault::new(here, "`must` or `may` is said already"));
                    }
                }
                "as" => {
                    let name = self.name()?;
                    self.effect(here)?.label = Some(name);
                }
                "from" => {
                    let locations = self.locations()?;
                    if self.effect(here)?.from.replace(locations).is_some() {
                        return Err(LanguageFault::new(here, "`from` is said already"));
                    }
                }
                "for" => {
                    let filter = self.filter()?;
                    self.effect(here)?.others = Some(filter);
                }
                "face_up" => self.effect(here)?.never_set = true,
                "not" => {
                    self.expect_word("in")?;
                    self.expect_word("damage_step")?;
                    self.effect(here)?.not_in_damage_step = true;
                }
                "to" => {
                    self.expect_word("opponent")?;
                    self.effect(here)?.to_opponent = true;
                }
                "face_down" => self.effect(here)?.face_down = true,
                "by_either" => self.effect(here)?.by_either = true,
                "gathered" => self.effect(here)?.gathers = true,
                "in" if self.eat_word("defense_position") => {
                    self.effect(here)?.positions = position_bit::DEFENSE;
                }
                "in" if self.eat_word("attack_position") => {
                    self.effect(here)?.positions = position_bit::ATTACK;
                }
                "in" => {
                    let step = self.eat_word("damage_step");
                    if !step && !self.eat_word("damage_calculation") {
                        return Err(self.wanted("`damage_step` or `damage_calculation`"));
                    }
                    let effect = self.effect(here)?;
                    effect.in_damage_step |= step;
                    effect.in_calculation |= !step;
                }
                "on" | "when" | "if" => return self.event_clause(here, &word),
                _ => {
                    let known = words(WordGroup::Header).chain(["on", "when", "if"]);
                    return Err(LanguageFault::unknown(here, "word of an effect", &word, known));
                }
            }
        }
    }

    /// The effect to which a clause belongs.
    pub(super) fn effect(&mut self, clause: Span) -> ParseResult<&mut EffectText> {
        self.card().effects.last_mut().ok_or_else(|| {
            let fault = LanguageFault::new(clause, "this clause belongs to no effect");
            fault.help("put a line like `effect activate` before it")
        })
    }

    /// A kind of counters.
    pub(super) fn counter(&mut self) -> ParseResult<Counter> {
        match self.expect(WordGroup::Counter, "counter")? {
            Means::Counter(kind) => Ok(kind),
            _ => Err(self.wanted("a kind of counters")),
        }
    }

    /// One place, or several with `or` between them.
    pub(super) fn locations(&mut self) -> ParseResult<u16> {
        let mut bits = 0;
        loop {
            match self.expect(WordGroup::Location, "place")? {
                Means::Location(location) => bits |= location,
                _ => return Err(self.wanted("a place")),
            }
            let more = matches!(self.next_token(), Lexeme::Word(_));
            if !(more && self.eat_word("or")) {
                return Ok(bits);
            }
        }
    }

    pub(super) fn unknown_line(&self, span: Span, word: &str) -> LanguageFault {
        let known =
            words(WordGroup::Line).chain(words(WordGroup::Clause)).chain(words(WordGroup::Link));
        let fault = LanguageFault::unknown(span, "clause", word, known);
        let is_verb = super::look_up(WordGroup::Verb, word).is_some();
        if is_verb { fault.help(format!("did you mean `do {}`?", short(word))) } else { fault }
    }
}

impl FactsLine {
    /// Adds one archetype by its number in card databases.
    fn join(&mut self, number: i32, here: Span) -> ParseResult {
        let number = u16::try_from(number).ok().filter(|number| *number != 0);
        let fault =
            || LanguageFault::new(here, "the number of an archetype is one from 1 to 65535");
        let number = number.ok_or_else(fault)?;
        let free = self.archetypes.iter_mut().find(|place| **place == 0);
        let many = || LanguageFault::new(here, "a card belongs to at most five archetypes");
        *free.ok_or_else(many)? = number;
        Ok(())
    }
}

fn card_at(span: Span, passcode: u32, name: Name) -> CardSource {
    CardSource {
        span,
        passcode,
        name,
        facts: None,
        periods: Vec::new(),
        effects: Vec::new(),
        always: Vec::new(),
        equip: Vec::new(),
        holds: None,
        remains: false,
        unproved: false,
        fusion: Vec::new(),
        recipes: Vec::new(),
        contact: None,
        union: None,
        never_special_summoned: false,
        terms: (0, 0),
        duly: None,
        as_monster: 0,
        only_placed: false,
        ignores_grave_stays: false,
        broken: false,
        refused: false,
    }
}

fn effect_at(span: Span, form: FormWord) -> EffectText {
    EffectText {
        span,
        form,
        must: None,
        label: None,
        from: None,
        face_down: false,
        by_either: false,
        gathers: false,
        to_opponent: false,
        positions: position_bit::FACE_UP,
        never_set: false,
        tributes: 0,
        tributes_of: None,
        also_set: false,
        others: None,
        in_damage_step: false,
        not_in_damage_step: false,
        in_calculation: false,
        event: None,
        needs: Vec::new(),
        limit: None,
        costs: Vec::new(),
        late_costs: Vec::new(),
        remembers: Vec::new(),
        numbers: Vec::new(),
        declares: Vec::new(),
        keeps: Vec::new(),
        unanswered: None,
        options: Vec::new(),
        options_late: false,
        targets: Vec::new(),
        steps: Vec::new(),
        broken: false,
    }
}

/// The kind of an own card, with the bits that follow from its facts and clauses.
pub(in super::super) fn derived_kind(card: &CardSource, written: u32) -> u32 {
    let mut bits = written;
    if bits & kind::MONSTER == 0 {
        return bits;
    }
    if card.effects.iter().any(|effect| effect.form == FormWord::Flip) {
        bits |= kind::FLIP;
    }
    let has_text = !card.effects.is_empty() || !card.always.is_empty() || card.union.is_some();
    if has_text {
        bits |= kind::EFFECT;
    } else if bits & (kind::EFFECT | kind::NORMAL) == 0 {
        bits |= kind::NORMAL;
    }
    bits
}

/// The term of a monster that must be Summoned in the way of its kind, and that kind.
fn duly(word: &str) -> Option<(u32, u32)> {
    let (bit, way) = match word.strip_prefix("only_") {
        Some(way) => (term::ONLY_DULY, way),
        None => (term::FIRST_DULY, word.strip_prefix("first_")?),
    };
    let kind = match way {
        "fusion_summoned" => kind::FUSION,
        "synchro_summoned" => kind::SYNCHRO,
        "xyz_summoned" => kind::XYZ,
        "link_summoned" => kind::LINK,
        _ => return None,
    };
    Some((bit, kind))
}
