//! How the tables of scripts are built when card files are loaded: rows that are equal are shared, and each
//! test and condition gets its short form.

use super::{CardScript, MAX_LINES, MaterialLine, Scripts, ScriptsError};
use crate::catalogue::CardCode;
use crate::ids::Phase;
use crate::rows::bits::{Events, event_bit, location_bit};
use crate::rows::expressions::{Compare, Cond, Num, Select, Test};
use crate::rows::filter::{Filter, Gate, GatePart, Rest};
use crate::rows::ids::{
    CondId, Counter, EffectId, NumId, Program, RecipeId, SelectId, TestId, WatchId,
};
use crate::rows::model::{Effect, Form, Sides, Watch};
use crate::rows::modifier::{ModKind, Static, Until};
use crate::rows::op::Op;
use crate::rows::parts;
use crate::rows::recipe::Recipe;
use crate::texts::Texts;

impl Scripts {
    /// The row of a test.
    ///
    /// # Errors
    /// Fails when the table is full.
    pub fn add_test(&mut self, test: Test) -> Result<TestId, ScriptsError> {
        let id = intern(&mut self.tests, test, "tests").map(TestId);
        self.shorten();
        id
    }

    /// Makes the short forms of tests and conditions that have none yet.
    pub(crate) fn shorten(&mut self) {
        while self.filters.len() < self.tests.len() {
            let id = TestId(self.filters.len() as u16);
            let from = self.rests.len();
            let filter = self.shortened(Filter::ALL, id);
            let mut rests = self.rests.split_off(from);
            // The tests that are told most quickly come first.
            rests.sort_by_key(|rest| self.work_of_test(rest.test));
            self.rests.append(&mut rests);
            let rest = (from as u32, (self.rests.len() - from) as u16);
            let is_about_card = self.is_about_card(id);
            let first = self.rests.get(from);
            let compares = first.is_some_and(|first| {
                first.wanted && matches!(self.test(first.test), Test::Stat(..))
            });
            let names_cards = self.names_cards(id);
            let summons = self.rests[from..]
                .iter()
                .any(|rest| rest.wanted && matches!(self.test(rest.test), Test::NormalSummonable));
            let asks = Filter { is_about_card, compares, summons, names_cards, rest, ..filter };
            self.filters.push(asks);
        }
        while let Some(cond) = self.conds.get(self.gates.len()).copied() {
            let (gate, asks) = Gate::new(cond, &self.gates);
            let from = self.parts.len();
            if asks {
                self.add_parts(cond, CondId(self.gates.len() as u16));
                let mut parts = self.parts.split_off(from);
                parts.sort_by_key(|part| self.work_of(*part));
                self.parts.append(&mut parts);
            }
            let parts = (from as u32, (self.parts.len() - from) as u16);
            self.gates.push(Gate { parts, ..gate });
        }
    }

    /// Adds what a condition asks besides turn and phase.
    fn add_parts(&mut self, cond: Cond, id: CondId) {
        let part = match cond {
            Cond::All(a, b) => {
                for one in [a, b] {
                    let (from, count) = self.gate(one).parts;
                    let from = from as usize;
                    self.parts.extend_from_within(from..from + usize::from(count));
                }
                return;
            }
            Cond::Compare(a, Compare::AtLeast, b)
                if let (Num::Count(select), Num::Value(least)) = (self.num(a), self.num(b)) =>
            {
                GatePart::Finds { select, least, targeted: false }
            }
            Cond::Targets(select, num) if let Num::Value(least) = self.num(num) => {
                GatePart::Finds { select, least, targeted: true }
            }
            _ => GatePart::Is(id),
        };
        self.parts.push(part);
    }

    /// About how much work a part of a condition is: the parts that are told most quickly are asked
    /// first.
    fn work_of(&self, part: GatePart) -> u8 {
        let GatePart::Finds { select, .. } = part else { return 0 };
        let select = self.select(select);
        let rest = self.rest(self.filter(select.test)).iter();
        let hard = rest.map(|rest| self.work_of_test(rest.test)).max().unwrap_or(0);
        let many = u8::from(select.locations & !(location_bit::ON_FIELD | location_bit::HAND) != 0);
        1 + many + 2 * hard
    }

    /// The same for a test of a card.
    fn work_of_test(&self, test: TestId) -> u8 {
        match self.test(test) {
            // The number can be put in the filter.
            Test::Stat(..) => 0,
            Test::Paying(_)
            | Test::Such(_)
            | Test::Makeable(..)
            | Test::MadeWithSource
            | Test::CanRankUp(_)
            | Test::RanksOver(..) => 4,
            Test::Summonable { .. }
            | Test::ProperlySummonable
            | Test::NormalSummonable
            | Test::TributeSummonable
            | Test::SummonableUp
            | Test::SummonableFreely => 3,
            Test::All(..) | Test::Any(..) | Test::Not(_) => 2,
            _ => 1,
        }
    }

    /// Whether only members of sets that a test names can fit.
    fn names_cards(&self, id: TestId) -> bool {
        match self.test(id) {
            Test::In(_) => true,
            Test::All(a, b) => self.names_cards(a) || self.names_cards(b),
            Test::Any(a, b) => self.names_cards(a) && self.names_cards(b),
            _ => false,
        }
    }

    /// Whether a test asks nothing about the effect and its source, but for whose it is. Of those that are
    /// not listed nothing is known.
    fn is_about_card(&self, id: TestId) -> bool {
        match self.test(id) {
            Test::Not(a) => self.is_about_card(a),
            Test::All(a, b) | Test::Any(a, b) => self.is_about_card(a) && self.is_about_card(b),
            Test::Stat(_, _, num) => matches!(self.num(num), Num::Value(_)),
            Test::Always
            | Test::Kind(_)
            | Test::Type(_)
            | Test::Attribute(_)
            | Test::FaceUp
            | Test::FaceDown
            | Test::InAttack
            | Test::InDefense
            | Test::IsMine
            | Test::Equipped
            | Test::SummonedThisTurn
            | Test::Modified(_)
            | Test::Named(_)
            | Test::Archetype(_)
            | Test::LiesIn(_)
            | Test::CoLinked
            | Test::InExtraZone
            | Test::IsNegated
            | Test::CameSpecially
            | Test::SummonedFrom(_)
            | Test::CameDuly
            | Test::Printed(_)
            | Test::SummonedAgain => true,
            _ => false,
        }
    }

    /// A filter with one more test in it; a part that it can't decide is added to the rests.
    fn shortened(&mut self, filter: Filter, id: TestId) -> Filter {
        let test = self.test(id);
        if let Test::All(a, b) = test {
            let filter = self.shortened(filter, a);
            return self.shortened(filter, b);
        }
        let value = match test {
            Test::Stat(_, _, num) if let Num::Value(value) = self.num(num) => Some(value),
            _ => None,
        };
        let deciding = Filter::deciding(test, value, &self.filters);
        if let Some(both) = deciding.and_then(|other| filter.and(other)) {
            return both;
        }
        let rest = match test {
            Test::Not(a) if self.filter(a).is_one_test() => {
                let rest = self.rest(self.filter(a))[0];
                Rest { wanted: !rest.wanted, ..rest }
            }
            _ => Rest { test: id, wanted: true },
        };
        self.rests.push(rest);
        filter
    }

    /// The row of a number.
    ///
    /// # Errors
    /// Fails when the table is full.
    pub fn add_num(&mut self, num: Num) -> Result<NumId, ScriptsError> {
        intern(&mut self.nums, num, "numbers").map(NumId)
    }

    /// The row of a condition.
    ///
    /// # Errors
    /// Fails when the table is full.
    pub fn add_cond(&mut self, cond: Cond) -> Result<CondId, ScriptsError> {
        let id = intern(&mut self.conds, cond, "conditions").map(CondId);
        self.shorten();
        id
    }

    /// The row of a selection.
    ///
    /// # Errors
    /// Fails when the table is full.
    pub fn add_select(&mut self, select: Select) -> Result<SelectId, ScriptsError> {
        intern(&mut self.selects, select, "selections").map(SelectId)
    }

    /// The row of a watch.
    ///
    /// # Errors
    /// Fails when the table is full.
    pub fn add_watch(&mut self, watch: Watch) -> Result<WatchId, ScriptsError> {
        intern(&mut self.watches, watch, "watches").map(WatchId)
    }

    /// The row of what a monster is Summoned with.
    ///
    /// # Errors
    /// Fails when the table is full.
    pub fn add_recipe(&mut self, recipe: Recipe) -> Result<RecipeId, ScriptsError> {
        intern(&mut self.recipes, recipe, "recipes").map(RecipeId)
    }

    /// A program; the end is added. No steps are no program.
    ///
    /// # Errors
    /// Fails when the table is full.
    pub fn add_program(&mut self, ops: &[Op]) -> Result<Program, ScriptsError> {
        if ops.is_empty() {
            return Ok(Program(0));
        }
        let at = self.ops.len();
        self.ops.extend_from_slice(ops);
        self.ops.push(Op::End);
        let all = u16::try_from(self.ops.len());
        all.map_err(|_| ScriptsError::TooMany { what: "steps" })?;
        Ok(Program(at as u16))
    }

    /// A card with its effects and statics; `effects` must not name effects of the same card.
    ///
    /// # Errors
    /// Fails when a table is full.
    pub fn add_card(
        &mut self,
        code: CardCode,
        effects: &[Effect],
        statics: &[Static],
        equips: Option<(Sides, TestId)>,
        remains: bool,
    ) -> Result<(), ScriptsError> {
        let row =
            |len: usize, what| u16::try_from(len + 1).map_err(|_| ScriptsError::TooMany { what });
        let first = row(self.effects.len(), "effects")? - 1;
        self.effects.extend_from_slice(effects);
        row(self.effects.len(), "effects")?;
        let first_static = row(self.statics.len(), "statics")? - 1;
        self.statics.extend_from_slice(statics);
        row(self.statics.len(), "statics")?;
        let mut script = CardScript {
            effects: (first, effects.len() as u16),
            statics: (first_static, statics.len() as u16),
            equips,
            remains,
            alike: Phase::ALL_ALIKE,
            ..CardScript::default()
        };
        for effect in effects {
            script.note(effect, self.gate(effect.condition));
            script.alike &= self.phases_alike_to(effect);
            script.remembers |= self.asked_later(effect.condition);
            script.asks_of_phase |= self.asks_of_phase(effect.condition);
            for program in [effect.cost, effect.target, effect.body] {
                self.note_program(&mut script, program);
            }
        }
        script.only_recipe = self.only_recipe_among(effects);
        let at = usize::from(code.row());
        if self.by_code.len() <= at {
            self.by_code.resize(at + 1, 0);
        }
        self.cards.push((code, script));
        self.by_code[at] = row(self.cards.len(), "cards")? - 1;
        Ok(())
    }

    /// Adds a card that has no text, whatever the period.
    ///
    /// # Errors
    /// Fails when a table is full.
    pub fn add_blank(&mut self, code: CardCode) -> Result<(), ScriptsError> {
        for period in self.periods.iter_mut().flatten() {
            period.add_blank(code)?;
        }
        self.add_card(code, &[], &[], None, false)
    }

    /// Says what cards do by the texts of a period; those of today are these scripts themselves.
    pub fn set_period(&mut self, texts: Texts, period: Self) {
        if let Some(at) = texts.period() {
            self.periods[at] = Some(Box::new(period));
        }
    }

    /// Takes the scripts with the texts of a period out of these.
    pub fn take_period(&mut self, texts: Texts) -> Option<Self> {
        self.periods[texts.period()?].take().map(|period| *period)
    }

    /// With what a card is Summoned from the Extra Deck, if among its effects there is one such way, with
    /// materials.
    fn only_recipe_among(&self, effects: &[Effect]) -> Option<(SelectId, RecipeId)> {
        let is_way = |effect: &&Effect| {
            effect.form == Form::Procedure && effect.from & location_bit::EXTRA != 0
        };
        let mut ways = effects.iter().filter(is_way);
        let (Some(way), None) = (ways.next(), ways.next()) else { return None };
        match self.cond(way.possible) {
            Cond::Gathers(from, recipe) => Some((from, recipe)),
            _ => None,
        }
    }

    /// The phases that an effect does not tell from the End Phase when it is used in response, as bits of
    /// [`Phase::alike_bit`].
    fn phases_alike_to(&self, effect: &Effect) -> u8 {
        const PHASES: [Phase; 5] =
            [Phase::End, Phase::Draw, Phase::Standby, Phase::Main1, Phase::Main2];
        if !matches!(effect.form, Form::Activate | Form::Quick) {
            return Phase::ALL_ALIKE;
        }
        let conds = [effect.condition, effect.possible];
        let asks = |part: &GatePart| match *part {
            GatePart::Is(cond) => parts::condition_asks_for_phase(self, cond),
            GatePart::Finds { select, .. } => parts::selection_asks_for_phase(self, select),
        };
        if conds.iter().any(|cond| self.parts(self.gate(*cond)).iter().any(asks)) {
            return 0;
        }
        let alike = PHASES.into_iter().filter(|phase| {
            conds.iter().all(|cond| {
                let gate = self.gate(*cond);
                [true, false].into_iter().all(|own_turn| {
                    gate.is_open(own_turn, *phase) == gate.is_open(own_turn, Phase::End)
                })
            })
        });
        alike.fold(0, |bits, phase| bits | phase.alike_bit())
    }

    /// Events of which a condition asks whether they happened.
    fn asked_later(&self, cond: CondId) -> Events {
        match self.cond(cond) {
            Cond::Not(a) | Cond::Paying(_, a) => self.asked_later(a),
            Cond::All(a, b) | Cond::Any(a, b) => self.asked_later(a) | self.asked_later(b),
            Cond::ThisTurn(watch) => self.watches[usize::from(watch.0)].events,
            _ => 0,
        }
    }

    /// Whether a condition asks if something was done in the phase.
    fn asks_of_phase(&self, cond: CondId) -> bool {
        match self.cond(cond) {
            Cond::Not(a) | Cond::Paying(_, a) => self.asks_of_phase(a),
            Cond::All(a, b) | Cond::Any(a, b) => self.asks_of_phase(a) || self.asks_of_phase(b),
            cond => cond == Cond::Untouched,
        }
    }

    /// The steps of a program, in their order.
    pub fn steps(&self, program: Program) -> impl Iterator<Item = Op> + '_ {
        (program.0..).map(|at| self.op(at)).take_while(|op| *op != Op::End)
    }

    /// Whether a program does nothing but say of some cards what holds while its own card stays.
    /// Then these are held also if the card was negated when the effect resolved, and that begins
    /// once it no longer is.
    pub fn only_holds(&self, program: Program) -> bool {
        let mut holds = false;
        self.steps(program).all(|op| match op {
            Op::KeepTargets(..) => true,
            Op::Change { until: Until::Source, .. } => {
                holds = true;
                true
            }
            _ => false,
        }) && holds
    }

    /// Whether a program does nothing but note something of cards that other effects ask about; where it answers
    /// how a card was Summoned, only what the card keeps in mind counts.
    pub fn only_notes(&self, program: Program, of_summon: bool) -> bool {
        let notes = |op| match op {
            Op::Keep(..) => true,
            Op::Change { kind: ModKind::Marked, .. } => !of_summon,
            _ => false,
        };
        self.steps(program).next().is_some() && self.steps(program).all(notes)
    }

    /// Notes what the steps of a program mean for its card.
    fn note_program(&self, script: &mut CardScript, program: Program) {
        for op in self.steps(program) {
            match op {
                Op::Unless(cond, _) => script.remembers |= self.asked_later(cond),
                Op::MakeTokens { .. } => script.makes_tokens = true,
                _ => {}
            }
        }
    }

    /// Says which counters may be placed on the card that was added last, and how many.
    pub fn hold_counters(&mut self, kind: Counter, most: u8) {
        if let Some((_, script)) = self.cards.last_mut() {
            script.holds = Some((kind, most));
        }
    }

    /// Says that the card that was added last asks how cards were on the field that have left it: that is
    /// remembered only where something is told when they leave.
    pub fn look_back(&mut self) {
        if let Some((_, script)) = self.cards.last_mut() {
            script.hears |= event_bit::LEFT_FIELD;
        }
    }

    /// Says of the card that was added last what kind of monster it is if its effect Summons it, and
    /// whether only effects put it on the field.
    pub fn lies_as(&mut self, as_monster: u32, only_placed: bool) {
        if let Some((_, script)) = self.cards.last_mut() {
            (script.as_monster, script.only_placed) = (as_monster, only_placed);
        }
    }

    /// Says of the card that was added last that its effects move cards of Graveyards that have to
    /// stay there.
    pub fn ignore_grave_stays(&mut self) {
        if let Some((_, script)) = self.cards.last_mut() {
            script.ignores_grave_stays = true;
        }
    }

    /// Adds to a card how it may be Summoned.
    pub fn add_summoning(
        &mut self,
        code: CardCode,
        materials: [MaterialLine; MAX_LINES],
        never_special_summoned: bool,
        terms: u32,
        tributes: u8,
        asks: u8,
    ) {
        let card = self.cards.iter_mut().find(|(other, _)| *other == code);
        let Some((_, script)) = card else { return };
        script.materials = materials;
        script.never_special_summoned = never_special_summoned;
        (script.terms, script.tributes) = (terms, tributes);
        script.asks = asks;
    }

    /// The id that the next card's first effect will have: what an [`Op::Allow`] of that card
    /// names.
    #[must_use]
    pub fn next_effect(&self) -> EffectId {
        EffectId(self.effects.len() as u16 + 1)
    }

    /// The same scripts without that of a card and its artworks. Rows that it alone used stay in
    /// the tables and are not reached any more.
    #[must_use]
    pub fn without(mut self, code: CardCode) -> Self {
        self.periods = self.periods.map(|period| Some(Box::new(period?.without(code))));
        let row = self.by_code.get(usize::from(code.row())).copied().unwrap_or(0);
        if row == 0 {
            return self;
        }
        self.cards.remove(usize::from(row) - 1);
        for other in &mut self.by_code {
            match (*other).cmp(&row) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => *other = 0,
                std::cmp::Ordering::Greater => *other -= 1,
            }
        }
        self
    }

    /// Lets a card code do what another one does, if that has a script: another artwork of it.
    pub fn share(&mut self, code: CardCode, with: CardCode) {
        let Some(row) = self.by_code.get(usize::from(with.row())).copied().filter(|row| *row > 0)
        else {
            return;
        };
        let at = usize::from(code.row());
        if self.by_code.len() <= at {
            self.by_code.resize(at + 1, 0);
        }
        self.by_code[at] = row;
    }
}

/// The number of `row` in a table, which gets it if it isn't there yet.
fn intern<T: PartialEq>(
    table: &mut Vec<T>,
    row: T,
    what: &'static str,
) -> Result<u16, ScriptsError> {
    let at = table.iter().position(|old| *old == row).unwrap_or_else(|| {
        table.push(row);
        table.len() - 1
    });
    u16::try_from(at).map_err(|_| ScriptsError::TooMany { what })
}
