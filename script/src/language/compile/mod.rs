//! Turns the trees of card files into rows of [`crate::rows::Scripts`].

mod body;
mod declare;
mod effect;
mod exprs;
mod filters;
mod name_text;
mod rows;
mod union;
mod wanted;

use filters::asks_hidden;
pub(super) use filters::{homes, locations};
use rows::Compiled;
pub(super) use rows::Compiler;

use super::ast::{
    ActionText, AlwaysLine, CardSource, CardVerb, ContactLine, EffectText, EquipLine, FormWord,
    ModifierText, Receiver, RecipeKind, RecipeLine, RecipePart, SetText,
};
use super::error::LanguageFault;
use super::{check, reach};
use crate::catalogue::{CardCode, Facts, kind};
use crate::rows::{
    Across, Compare, Cond, CondId, Effect, Form, Goal, How, Ingredient, LimitSpan, MAX_LINES,
    MAX_PARTS, MAX_STATICS, MaterialLine, ModKind, Num, NumId, On, Op, PendulumSummonKind, Program,
    Recipe, Scope, Select, SetRef, Sides, Stat, Static, Sum, Test, TestId, Until, UseLimit, Way,
    location_bit, position_bit, term,
};

impl Compiler<'_> {
    /// Adds the rows of one card.
    pub(super) fn card(&mut self, card: &CardSource, code: CardCode) {
        let facts = *self.cards.facts(code);
        self.maker = facts.passcode;
        let before = self.faults.len();
        check::card(card, &facts, &mut self.faults);
        reach::card(card, &facts, &mut self.faults);
        let mut effects = Vec::new();
        let equips = self.equip_or_activation(card, code, &mut effects);
        let labels = (self.scripts.next_effect().0 + effects.len() as u16, &*card.effects);
        for text in &card.effects {
            match self.effect(card, text, code, &facts, labels) {
                Ok(effect) => effects.push(effect),
                Err(faults) => {
                    self.faults.extend(faults);
                    effects.push(blank(code, Form::Activate, &facts));
                }
            }
        }
        let mut statics = self.statics(card);
        if let Some(line) = &card.union {
            match self.union(line, code, &facts) {
                Ok((both, falls)) => {
                    effects.extend(both);
                    statics.push(falls);
                }
                Err(fault) => self.faults.push(fault),
            }
        }
        self.own_ways(card, code, &mut effects);
        if let Err(fault) = number(card, &mut effects) {
            self.faults.push(fault);
        }
        if facts.is(kind::GEMINI) {
            self.only_summoned_again(&mut effects, &mut statics);
        }
        if let Some(line) = card.always.last().filter(|_| statics.len() > MAX_STATICS) {
            let fault = LanguageFault::new(line.span, "the text has too many lasting changes");
            self.faults.push(fault.help(format!("write at most {MAX_STATICS}")));
        }
        let materials = self.materials(card);
        if self.faults.len() > before || card.broken {
            return;
        }
        let remains = card.remains || equips.is_some();
        if let Err(full) = self.scripts.add_card(code, &effects, &statics, equips, remains) {
            self.full = Some(full);
        } else if let Some((kind, most)) = card.holds {
            self.scripts.hold_counters(kind, most);
        }
        if card.ignores_grave_stays {
            self.scripts.ignore_grave_stays();
        }
        self.scripts.lies_as(card.as_monster, card.only_placed);
        let never = card.never_special_summoned;
        let (terms, tributes) = (terms_of(card), card.terms.1);
        if terms & term::LENDS_HAND != 0 {
            self.asks |= crate::rows::asks::COMING;
        }
        self.scripts.add_summoning(code, materials, never, terms, tributes, self.asks);
        self.asks = 0;
        self.shared_group = None;
        if std::mem::take(&mut self.looks_back) {
            self.scripts.look_back();
        }
    }

    /// The activation of an Equip Card, with the monsters that it is equipped to, or that of a card which
    /// just stays on the field.
    fn equip_or_activation(
        &mut self,
        card: &CardSource,
        code: CardCode,
        effects: &mut Vec<Effect>,
    ) -> Option<(Sides, TestId)> {
        let facts = *self.cards.facts(code);
        if let Some(line) = card.equip.first() {
            let values = |line: &AlwaysLine| {
                line.modifiers.iter().any(|m| matches!(m.kind, ModKind::Atk | ModKind::Def))
            };
            match self.equip(code, line, card.always.iter().any(values)) {
                Ok((effect, test)) => {
                    effects.push(effect);
                    return Some((line.filter.sides, test));
                }
                Err(fault) => self.faults.push(fault),
            }
        } else if activates_by_itself(card, &facts) {
            effects.push(blank(code, Form::Activate, &facts));
        }
        None
    }

    /// The ways to Summon a card that are not the usual ones: with materials, or between Pendulum Zones.
    fn own_ways(&mut self, card: &CardSource, code: CardCode, effects: &mut Vec<Effect>) {
        let facts = *self.cards.facts(code);
        if let Some(line) = &card.contact {
            match self.contact(line, code, &facts) {
                Ok(effect) => effects.push(effect),
                Err(fault) => self.faults.push(fault),
            }
        }
        for line in &card.recipes {
            match self.own_way(line, code, &facts) {
                Ok(effect) => effects.push(effect),
                Err(fault) => self.faults.push(fault),
            }
        }
        if facts.is(kind::PENDULUM) {
            for kind in [
                PendulumSummonKind::Usual,
                PendulumSummonKind::More,
                PendulumSummonKind::AfterEffect,
            ] {
                effects.push(self.pendulum_summon(code, &facts, kind));
            }
        }
    }

    /// A Gemini monster has its effects only once it was Summoned again (CT-02.8b, CT-02.8d).
    fn only_summoned_again(&mut self, effects: &mut [Effect], statics: &mut [Static]) {
        let test = self.test(Test::SummonedAgain);
        let again = self.cond(Cond::Some(SetRef::Source, test));
        // As the reference engine has it they can't even be activated while they are negated.
        let negated = self.test(Test::IsNegated);
        let in_force = self.test(Test::Not(negated));
        let both = self.both(test, in_force);
        let works = self.cond(Cond::Some(SetRef::Source, both));
        for effect in effects {
            effect.condition = self.every(&[works, effect.condition]);
        }
        for row in statics {
            row.when = self.every(&[again, row.when]);
        }
    }

    /// How a monster is Summoned from the Extra Deck with materials of the own field (FACT-S9, FACT-S10,
    /// FACT-S13).
    fn own_way(&mut self, line: &RecipeLine, code: CardCode, facts: &Facts) -> Compiled<Effect> {
        let mut parts = self.ingredients(&line.parts)?;
        if line.kind == RecipeKind::Xyz {
            // Xyz Materials have the same Level, which is the Rank, or the same Rank; Tokens can't be any.
            let rank = self.num(Num::Value(i32::from(facts.level)));
            let level = if line.same_rank {
                self.test(Test::Kind(kind::XYZ))
            } else {
                self.test(Test::Stat(Stat::Level, Compare::Equal, rank))
            };
            let token = self.test(Test::Kind(kind::TOKEN));
            let card = self.test(Test::Not(token));
            let both = self.both(level, card);
            for part in &mut parts[..line.parts.len()] {
                part.test = self.both(both, part.test);
            }
        }
        let sum = match line.kind {
            RecipeKind::Synchro => Sum::Levels,
            RecipeKind::Link => Sum::Ratings,
            RecipeKind::Xyz | RecipeKind::XyzOver => Sum::Nothing,
        };
        let recipe = Recipe {
            parts,
            sum,
            different_names: line.different_names,
            same_rank: line.same_rank,
            needs_zone: true,
        };
        let recipe = self.recipe(recipe);
        let face_up = self.test(Test::FaceUp);
        let (sides, locations) = (Sides::Mine, location_bit::MONSTER);
        let from = self.select(Select { sides, locations, test: face_up, with_source: true });
        let (of, goal) = (SetRef::Source, Goal::Recipe(recipe));
        // Which materials it had can be asked later, where they go to the Graveyard.
        let noted = matches!(line.kind, RecipeKind::Synchro | RecipeKind::Link);
        let how = if noted || !line.giving.is_empty() { How::Cost } else { How::Pick(0) };
        let cards = how.set();
        let mut notes = Vec::new();
        if noted {
            notes.push(Op::NoteMaterials(SetRef::Source, SetRef::Cost));
        }
        notes.extend(self.gives_of_recipe(line)?);
        let goes = match line.kind {
            RecipeKind::Synchro | RecipeKind::Link => Op::UseMaterials(cards),
            RecipeKind::Xyz => Op::Attach { cards, host: of, with_materials: false },
            RecipeKind::XyzOver => Op::Attach { cards, host: of, with_materials: true },
        };
        Ok(Effect {
            from: location_bit::EXTRA,
            possible: self.cond(Cond::Gathers(from, recipe)),
            cost: self.program(&[Op::ChooseTogether { of, from, goal, how }, goes]),
            body: self.program(&notes),
            limit: self.once_by_name(line.once),
            condition: self.condition_of_recipe(line)?,
            ..blank(code, Form::Procedure, facts)
        })
    }

    /// The condition of a Summon with materials.
    fn condition_of_recipe(&mut self, line: &RecipeLine) -> Compiled<CondId> {
        line.when.as_ref().map_or(Ok(CondId(0)), |when| exprs::Names::new(self).cond(when))
    }

    /// Once a turn for all copies of the card together, or as often as can be.
    fn once_by_name(&mut self, once: bool) -> UseLimit {
        UseLimit { group: if once { self.group() } else { 0 }, times: once.into(), ..NO_LIMIT }
    }

    /// The kinds of materials as they are written.
    fn ingredients(&mut self, written: &[RecipePart]) -> Compiled<[Ingredient; MAX_PARTS]> {
        let mut parts = [Ingredient::default(); MAX_PARTS];
        for (location, part) in parts.iter_mut().zip(written) {
            let test = exprs::Names::new(self).one_test(&part.test)?;
            *location = Ingredient { test, least: part.least, most: part.most };
        }
        Ok(parts)
    }

    /// The Pendulum Summon, which every Pendulum Card allows in the left Pendulum Zone (FACT-S14).
    fn pendulum_summon(
        &mut self,
        code: CardCode,
        facts: &Facts,
        kind: PendulumSummonKind,
    ) -> Effect {
        let (sides, locations) = (Sides::Mine, location_bit::HAND | location_bit::EXTRA);
        let test = TestId(0);
        let from = self.select(Select { sides, locations, test, with_source: false });
        let form =
            if kind == PendulumSummonKind::AfterEffect { Form::Offer } else { Form::Procedure };
        let (of, goal) = (SetRef::Source, Goal::Pendulum(kind));
        let choose = Op::ChooseTogether { of, from, goal, how: How::Pick(0) };
        Effect {
            from: location_bit::PENDULUM,
            condition: self.cond(Cond::MayPendulumSummon(kind)),
            possible: self.cond(Cond::CanPendulumSummon(kind, TestId(0))),
            cost: self.program(&[choose, Op::PendulumSummon(SetRef::Local(0), kind)]),
            ..blank(code, form, facts)
        }
    }

    /// How a Fusion Monster is Summoned from the Extra Deck with its materials and no other card: without
    /// substitutes (FACT-S11).
    fn contact(&mut self, line: &ContactLine, code: CardCode, facts: &Facts) -> Compiled<Effect> {
        // They are the cost, so they must come to the Graveyard (FACT-K4).
        let wanted = wanted::Wanted::by(line.verb).arriving(line.verb == CardVerb::SendToGrave);
        let from = exprs::Names::new(self).select(&line.filter, wanted.tests())?;
        let (of, cards) = (SetRef::Source, SetRef::Cost);
        let (goal, possible) = if line.parts.is_empty() {
            let goal = Goal::WrittenMaterials;
            let made = self.test(Test::Makeable(from, goal));
            (goal, self.cond(Cond::Every(of, made)))
        } else {
            let mut parts = self.ingredients(&line.parts)?;
            let usable = self.test(Test::FusionMaterial);
            for part in &mut parts[..line.parts.len()] {
                part.test = self.both(usable, part.test);
            }
            let (sum, different_names) = (Sum::Nothing, false);
            let recipe = self.recipe(Recipe {
                parts,
                sum,
                different_names,
                same_rank: false,
                needs_zone: true,
            });
            (Goal::Recipe(recipe), self.cond(Cond::Gathers(from, recipe)))
        };
        let goes = match line.verb {
            CardVerb::Banish => Op::Banish(cards),
            CardVerb::ToDeck(end) => Op::ToDeck(cards, end),
            _ => Op::ToGrave(cards),
        };
        let gives = self.gives(&line.giving, Until::Forever)?;
        let choose = Op::ChooseTogether { of, from, goal, how: How::Cost };
        // Cards can't be looked at any more in the Deck, so they are shown before (FACT-S11).
        let show = Op::Show { cards, as_paid: false, even_open: true };
        let cost = match line.verb {
            CardVerb::ToDeck(_) => self.program(&[choose, show, goes]),
            _ => self.program(&[choose, goes]),
        };
        Ok(Effect {
            from: location_bit::EXTRA,
            possible,
            cost,
            body: self.program(&gives),
            ..blank(code, Form::Procedure, facts)
        })
    }

    /// The steps that give a monster something as it comes.
    fn gives(&mut self, giving: &[ModifierText], until: Until) -> Compiled<Vec<Op>> {
        let mut gives = Vec::new();
        for modifier in giving {
            let value = modifier.value.as_ref();
            let value = value.map_or(Ok(NumId(0)), |value| exprs::Names::new(self).num(value))?;
            gives.push(Op::Change { cards: SetRef::Source, kind: modifier.kind, value, until });
        }
        Ok(gives)
    }

    /// The same for a monster of the Extra Deck with its own materials: it keeps what its own text gives it then,
    /// negated or not.
    fn gives_of_recipe(&mut self, line: &RecipeLine) -> Compiled<Vec<Op>> {
        let mut ops = Vec::new();
        let gives = self.gives(&line.giving, Until::ForeverAnyway)?;
        if let Some(cond) = &line.giving_if {
            let cond = exprs::Names::new(self).cond(cond)?;
            ops.push(Op::Unless(cond, gives.len() as u16));
        }
        ops.extend(gives);
        for (who, modifier) in
            line.binding.iter().flat_map(|(who, all)| all.iter().map(|m| (*who, m)))
        {
            let value = modifier.value.as_ref();
            let value = value.map_or(Ok(NumId(0)), |value| exprs::Names::new(self).num(value))?;
            let (scope, kind, until) = (Scope::Player(who), modifier.kind, Until::EndOfTurn);
            ops.push(Op::Impose { scope, kind, value, until });
        }
        Ok(ops)
    }

    /// The test for each material of a Fusion Monster, line by line.
    fn materials(&mut self, card: &CardSource) -> [MaterialLine; MAX_LINES] {
        let mut lines = [MaterialLine::default(); MAX_LINES];
        for (line, materials) in lines.iter_mut().zip(&card.fusion) {
            for (location, material) in line.iter_mut().zip(materials) {
                match exprs::Names::new(self).one_test(material) {
                    // No test means that there is no further material.
                    Ok(TestId(0)) => *location = self.test(Test::Kind(kind::MONSTER)),
                    Ok(test) => *location = test,
                    Err(fault) => self.faults.push(fault),
                }
            }
        }
        lines
    }

    fn statics(&mut self, card: &CardSource) -> Vec<Static> {
        let mut statics = Vec::new();
        for line in &card.always {
            match self.always(line) {
                Ok(rows) => statics.extend(rows),
                Err(fault) => self.faults.push(fault),
            }
        }
        statics
    }

    /// The rows of one `always` line: one for each modifier.
    fn always(&mut self, line: &AlwaysLine) -> Compiled<Vec<Static>> {
        let mut at = exprs::Names::new(self);
        if line.modifiers.iter().any(|modifier| modifier.kind == ModKind::SynchroLevel) {
            // The monster that is Summoned.
            at.it = Some(SetRef::Each);
        }
        let (scope, reads) = match &line.to {
            Receiver::Every(filter) => {
                let mut scope = at.field_scope(filter)?;
                let turns = line.modifiers.iter().all(|m| m.kind == ModKind::CannotReposition);
                if let (true, true, Scope::Field(sides, test)) =
                    (turns, filter.tests.iter().all(|test| !asks_hidden(test)), scope)
                {
                    // A monster that lies face-down is not Flip Summoned either (FACT-T11).
                    scope = Scope::EvenFaceDown(sides, test);
                }
                (scope, at.reads_of_filter(filter))
            }
            Receiver::Player(who) => (Scope::Player(*who), 0),
            Receiver::Cards(SetText::Fixed(SetRef::Host, _)) => (Scope::Host, 0),
            Receiver::Cards(SetText::Fixed(SetRef::Source, _)) => (Scope::Card, 0),
            Receiver::Cards(set) => {
                let fault =
                    LanguageFault::new(set.span(), "a lasting rule can't be about these cards");
                return Err(fault.help("write a filter, `host`, `self` or a player"));
            }
        };
        let (when, reads) = match &line.when {
            Some(cond) => (at.cond(cond)?, reads | at.reads_of_cond(cond)),
            None => (CondId(0), reads),
        };
        let mut rows = Vec::new();
        for modifier in &line.modifiers {
            if matches!(scope, Scope::InHand(..)) && modifier.kind != ModKind::Level {
                let fault =
                    LanguageFault::new(line.span, "this modifier is not for cards of a hand");
                return Err(fault.help("only `level` changes there"));
            }
            if modifier.kind == ModKind::HasEffectsOf {
                let fault =
                    LanguageFault::new(line.span, "effects of another card are given by an effect");
                return Err(fault.help("write `do give self has_effects_of ...`"));
            }
            let once = matches!(
                modifier.kind,
                ModKind::ZonesUnusable | ModKind::OpenHand | ModKind::NoMoreMonsters
            );
            if once && line.when.is_some() {
                let fault =
                    LanguageFault::new(line.span, "what is chosen or seen once can't come and go");
                return Err(fault.help("leave out `while`"));
            }
            let value = modifier.value.as_ref().map_or(Ok(NumId(0)), |value| at.num(value))?;
            let reads = reads | modifier.value.as_ref().map_or(0, |value| at.reads_of_num(value));
            let in_pendulum_zone = line.in_pendulum_zone;
            rows.push(Static { kind: modifier.kind, scope, value, reads, when, in_pendulum_zone });
        }
        Ok(rows)
    }

    /// The activation of an Equip Spell and what it may be equipped to.
    fn equip(
        &mut self,
        code: CardCode,
        line: &EquipLine,
        changes_values: bool,
    ) -> Compiled<(Effect, TestId)> {
        let filter = &line.filter;
        let facts = *self.cards.facts(code);
        let mut at = exprs::Names::new(self);
        let test = at.tests(&filter.tests)?;
        let sides = filter.sides;
        let face_up = self.test(Test::FaceUp);
        let fits = self.both(face_up, test);
        let row = Select { sides, locations: location_bit::MONSTER, test: fits, with_source: true };
        let from = self.select(row);
        let one = self.num(Num::Value(1));
        let target = [Op::Choose {
            from,
            min: one,
            max: one,
            how: How::Target(0),
            by: crate::rows::Who::Me,
        }];
        let body = [Op::KeepTargets(0, face_up), Op::EquipTo(SetRef::Targets(0))];
        let effect = Effect {
            possible: self.cond(Cond::Targets(from, one)),
            target: self.program(&target),
            body: self.program(&body),
            // A Trap that changes ATK or DEF so can be used in the Damage Step.
            in_damage_step: facts.is(kind::TRAP) && changes_values && !line.not_in_damage_step,
            in_calculation: line.in_calculation,
            changes_values,
            ..blank(code, Form::Activate, &facts)
        };
        Ok((effect, test))
    }

    fn effect(
        &mut self,
        card: &CardSource,
        text: &EffectText,
        code: CardCode,
        facts: &Facts,
        labels: (u16, &[EffectText]),
    ) -> Result<Effect, Vec<LanguageFault>> {
        let mut effect = blank(code, form(text.form), facts);
        let faults = effect::compile(self, text, facts, labels, &mut effect);
        // A name that is unknown only because its clause could not be read is not reported a second
        // time.
        let broken = text.broken || card.broken;
        let left: Vec<LanguageFault> =
            faults.into_iter().filter(|fault| !(broken && fault.follows)).collect();
        if left.is_empty() { Ok(effect) } else { Err(left) }
    }
}

const fn form(word: FormWord) -> Form {
    match word {
        FormWord::Activate => Form::Activate,
        FormWord::Ignition => Form::Ignition,
        FormWord::Trigger | FormWord::Flip => Form::Trigger,
        FormWord::Quick => Form::Quick,
        FormWord::Procedure => Form::Procedure,
        FormWord::Tributeless => Form::Tributeless,
        FormWord::Tributed => Form::Tributed,
        FormWord::OtherTributes => Form::OtherTributes,
        FormWord::SummonCost => Form::SummonCost,
        FormWord::NormalSummonCost => Form::NormalSummonCost,
        FormWord::Offer => Form::Offer,
        FormWord::AtOnce => Form::AtOnce,
        FormWord::Later => Form::Later,
        FormWord::Win => Form::Win,
        FormWord::Instead => Form::Instead,
    }
}

/// All that a card says of its Summons, as bits of [`term`].
fn terms_of(card: &CardSource) -> u32 {
    let costs = card.effects.iter().any(|text| text.form == FormWord::NormalSummonCost);
    card.terms.0
        | if card.unproved { term::UNPROVED } else { 0 }
        | if costs { term::SUMMONED_IF } else { 0 }
}

/// Whether the activation of a card that stays on the field is left to the compiler.
fn activates_by_itself(card: &CardSource, facts: &Facts) -> bool {
    let written = card.effects.iter().any(|effect| effect.form == FormWord::Activate);
    let stays = !facts.is(kind::MONSTER) && facts.is_any(kind::CONTINUOUS | kind::FIELD);
    (stays || facts.is(kind::PENDULUM)) && !written && !card.only_placed
}

/// Answers nothing.
const NOTHING: On = On {
    events: 0,
    cards: TestId(0),
    sides: Sides::Both,
    itself: None,
    from: 0,
    of_card: None,
    way: Way::Any,
    by: 0,
    doer: None,
    but_by: None,
};

/// An effect that does nothing yet.
fn blank(code: CardCode, form: Form, facts: &Facts) -> Effect {
    let persistent = if facts.is(kind::FIELD) { location_bit::FIELD } else { location_bit::SPELL };
    let from = match form {
        Form::Activate if facts.is(kind::TRAP) => location_bit::SPELL,
        Form::Activate if facts.is(kind::PENDULUM) => location_bit::HAND,
        Form::Activate => location_bit::HAND | persistent,
        Form::Procedure
        | Form::Tributeless
        | Form::Tributed
        | Form::OtherTributes
        | Form::SummonCost
        | Form::NormalSummonCost => location_bit::HAND,
        _ if facts.is(kind::MONSTER) => location_bit::MONSTER,
        _ => persistent,
    };
    let speed = match form {
        Form::Activate if facts.is(kind::COUNTER) => 3,
        Form::Activate if facts.is_any(kind::TRAP | kind::QUICK_PLAY) => 2,
        Form::Quick => 2,
        _ => 1,
    };
    // Counter Traps may be activated in the whole Damage Step.
    let counter = matches!(form, Form::Activate) && facts.is(kind::COUNTER);
    Effect {
        code,
        ordinal: 0,
        form,
        speed,
        must: false,
        misses: false,
        from,
        fixed_location: false,
        face_down: false,
        by_either: false,
        gathers: false,
        unanswered: None,
        to_opponent: false,
        positions: position_bit::FACE_UP,
        never_set: false,
        asks: false,
        tributes: 0,
        tributes_of: TestId(0),
        also_set: false,
        in_damage_step: counter,
        in_calculation: counter,
        changes_values: false,
        on: NOTHING,
        phase: 0,
        condition: CondId(0),
        possible: CondId(0),
        possible_unpaid: CondId(0),
        cost: Program(0),
        target: Program(0),
        body: Program(0),
        limit: NO_LIMIT,
        intends: 0,
    }
}

/// It can be used as often as its player likes.
const NO_LIMIT: UseLimit = UseLimit {
    group: 0,
    times: 0,
    per_card: false,
    activation: false,
    outlasts_turning: false,
    across: Across::Nothing,
    span: LimitSpan::Turn,
};

/// Numbers the effects of a card. The numbers of a card that takes over effects of others don't meet theirs.
fn number(card: &CardSource, effects: &mut [Effect]) -> Compiled {
    let takes = takes_effects(card);
    let numbers = if takes { Effect::OF_TAKER } else { Effect::OF_OTHERS };
    if effects.len() > numbers.len() {
        let most = numbers.len();
        let fault =
            LanguageFault::new(card.span, format!("the card has {} effects", effects.len()));
        let whose = if takes { "a card that takes effects over" } else { "a card" };
        return Err(
            fault.help(format!("{whose} has at most {most}, those of its Summons included"))
        );
    }
    for (effect, ordinal) in effects.iter_mut().zip(numbers) {
        effect.ordinal = ordinal;
    }
    Ok(())
}

/// Whether an effect of a card gives effects of another one.
fn takes_effects(card: &CardSource) -> bool {
    let steps = card.effects.iter().flat_map(|effect| &effect.steps);
    steps
        .filter_map(|step| match &step.action {
            ActionText::Give { modifiers, .. } => Some(modifiers),
            _ => None,
        })
        .any(|given| given.iter().any(|m| m.kind == ModKind::HasEffectsOf))
}
