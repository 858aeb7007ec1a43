//! The rows that are being built from card files, and how a row comes into its table.

use super::super::error::LanguageFault;
use super::name_text::NameText;
use crate::catalogue::{CardCode, Catalogue};
use crate::rows::{
    Cond, CondId, Num, NumId, Op, Program, Recipe, RecipeId, Scripts, ScriptsError, Select,
    SelectId, Test, TestId, Watch, WatchId,
};

pub(super) type Compiled<T = ()> = Result<T, LanguageFault>;

/// The rows that are being built, and the faults of the clauses that gave none.
pub(in crate::language) struct Compiler<'c> {
    pub(super) cards: &'c Catalogue,
    pub(in crate::language) scripts: Scripts,
    pub(in crate::language) faults: Vec<LanguageFault>,
    next_group: u16,
    /// The group of the limit that effects of the present card share, once there is one.
    pub(super) shared_group: Option<u16>,
    /// The passcode of the card whose rows are being made.
    pub(super) maker: u32,
    /// The facts that the present card asks for, as bits of [`asks`].
    pub(super) asks: u8,
    /// Whether it asks how cards were on the field that have left it.
    pub(super) looks_back: bool,
    /// The names of all cards, once they were looked through.
    names: Option<NameText>,
    /// A table that has no room left.
    pub(in crate::language) full: Option<ScriptsError>,
}

impl<'c> Compiler<'c> {
    /// The cards in whose names these letters are, in lower case.
    pub(super) fn names_with(&mut self, letters: &str) -> Vec<CardCode> {
        self.names.get_or_insert_with(|| NameText::new(self.cards)).having(letters)
    }

    pub(in crate::language) fn new(cards: &'c Catalogue, scripts: Scripts) -> Self {
        let groups = scripts
            .cards()
            .flat_map(|(code, _)| scripts.effects_of(code))
            .map(|(_, effect)| effect.limit.group);
        let next_group = groups.max().unwrap_or(0).saturating_add(1);
        let faults = Vec::new();
        Self {
            cards,
            scripts,
            faults,
            next_group,
            names: None,
            shared_group: None,
            maker: 0,
            asks: 0,
            looks_back: false,
            full: None,
        }
    }

    /// The group of the limit that effects of the present card share.
    pub(super) fn shared_group(&mut self) -> u16 {
        let group = self.shared_group.unwrap_or_else(|| self.group());
        self.shared_group = Some(group);
        group
    }

    pub(super) fn group(&mut self) -> u16 {
        let group = self.next_group;
        self.next_group = self.next_group.saturating_add(1);
        group
    }
}

/// Rows of the tables. A table that is full is noted, and reported once at the end.
impl Compiler<'_> {
    fn noted<T: Default>(&mut self, row: Result<T, ScriptsError>) -> T {
        row.unwrap_or_else(|full| {
            self.full = Some(full);
            T::default()
        })
    }

    pub(super) fn test(&mut self, test: Test) -> TestId {
        let row = self.scripts.add_test(test);
        self.noted(row)
    }

    pub(super) fn both(&mut self, a: TestId, b: TestId) -> TestId {
        match (a, b) {
            (TestId(0), only) | (only, TestId(0)) => only,
            (a, b) if a == b => a,
            (a, b) => self.test(Test::All(a, b)),
        }
    }

    pub(super) fn num(&mut self, num: Num) -> NumId {
        let row = self.scripts.add_num(num);
        self.noted(row)
    }

    pub(super) fn cond(&mut self, cond: Cond) -> CondId {
        let row = self.scripts.add_cond(cond);
        self.noted(row)
    }

    /// All of these conditions, each once.
    pub(super) fn every(&mut self, conds: &[CondId]) -> CondId {
        let mut joined = CondId(0);
        for (at, cond) in conds.iter().enumerate().rev() {
            if *cond == CondId(0) || conds[..at].contains(cond) {
                continue;
            }
            joined = if joined == CondId(0) { *cond } else { self.cond(Cond::All(*cond, joined)) };
        }
        joined
    }

    pub(super) fn select(&mut self, select: Select) -> SelectId {
        let row = self.scripts.add_select(select);
        self.noted(row)
    }

    pub(super) fn recipe(&mut self, recipe: Recipe) -> RecipeId {
        let row = self.scripts.add_recipe(recipe);
        self.noted(row)
    }

    pub(super) fn watch(&mut self, watch: Watch) -> WatchId {
        let row = self.scripts.add_watch(watch);
        self.noted(row)
    }

    pub(super) fn program(&mut self, ops: &[Op]) -> Program {
        let row = self.scripts.add_program(ops);
        self.noted(row)
    }
}
