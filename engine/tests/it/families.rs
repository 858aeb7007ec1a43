//! Rows of a table (steps, tests, numbers, conditions) are done by families: a list of all rows sends each of them to
//! a function that does some. The list must name every row, or it does not compile. A row that its family forgot
//! would be swallowed by the last arm there; this is found here.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::Visit;
use syn::{Arm, Expr, ExprMatch, ImplItemFn, ItemFn, Pat};

use crate::common::files::from_root;
use crate::house::sources_of;

/// The tables whose rows are done by families.
const TABLES: [&str; 5] = ["Op", "Test", "Num", "Cond", "Goal"];

/// The crates that do or explain rows, by folder.
const CRATES: [&str; 2] = ["engine", "script"];

/// The rows that a pattern names, as `Op::Draw`.
#[derive(Default)]
struct Rows(BTreeSet<String>);

impl<'t> Visit<'t> for Rows {
    fn visit_path(&mut self, path: &'t syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if let [.., table, row] = &names[..]
            && TABLES.contains(&table.as_str())
        {
            self.0.insert(format!("{table}::{row}"));
        }
    }
}

fn rows_of(pattern: &Pat) -> BTreeSet<String> {
    let mut rows = Rows::default();
    rows.visit_pat(pattern);
    rows.0
}

/// Whether an arm takes all that is left; one with a condition has another kind of pattern.
fn takes_the_rest(arm: &Arm) -> bool {
    match &arm.pat {
        Pat::Wild(_) => true,
        Pat::Ident(name) => name.subpat.is_none(),
        _ => false,
    }
}

/// The functions to which an expression hands on what `name` holds.
struct Calls<'n> {
    name: &'n syn::Ident,
    found: Vec<String>,
}

impl Calls<'_> {
    fn hands_on<'e>(&self, mut given: impl Iterator<Item = &'e Expr>) -> bool {
        given.any(|expr| matches!(expr, Expr::Path(path) if path.path.is_ident(self.name)))
    }
}

impl<'t> Visit<'t> for Calls<'_> {
    fn visit_expr_call(&mut self, call: &'t syn::ExprCall) {
        if let Expr::Path(path) = &*call.func
            && self.hands_on(call.args.iter())
        {
            self.found.push(path.path.segments.last().unwrap().ident.to_string());
        }
        syn::visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'t syn::ExprMethodCall) {
        if self.hands_on(call.args.iter()) {
            self.found.push(call.method.to_string());
        }
        syn::visit::visit_expr_method_call(self, call);
    }
}

/// A list of rows that are handed on, and to which function.
struct HandedOn {
    from: String,
    to: String,
    rows: BTreeSet<String>,
}

/// All matches over rows in a crate.
#[derive(Default)]
struct Matches {
    /// The file and function that are read.
    place: String,
    function: String,
    handed_on: Vec<HandedOn>,
    /// The rows that each function names, for functions that swallow what they do not name.
    families: BTreeMap<String, BTreeSet<String>>,
}

impl<'t> Visit<'t> for Matches {
    fn visit_item_fn(&mut self, item: &'t ItemFn) {
        let outer = std::mem::replace(&mut self.function, item.sig.ident.to_string());
        syn::visit::visit_item_fn(self, item);
        self.function = outer;
    }

    fn visit_impl_item_fn(&mut self, item: &'t ImplItemFn) {
        self.function = item.sig.ident.to_string();
        syn::visit::visit_impl_item_fn(self, item);
    }

    fn visit_expr_match(&mut self, all: &'t ExprMatch) {
        let named: BTreeSet<String> = all.arms.iter().flat_map(|arm| rows_of(&arm.pat)).collect();
        if !named.is_empty() && all.arms.iter().any(takes_the_rest) {
            self.families.entry(self.function.clone()).or_default().extend(named);
        }
        if let Expr::Path(subject) = &*all.expr
            && let Some(name) = subject.path.get_ident()
        {
            for arm in &all.arms {
                let mut calls = Calls { name, found: Vec::new() };
                calls.visit_expr(&arm.body);
                for to in calls.found {
                    let from = format!("{} {}", self.place, self.function);
                    self.handed_on.push(HandedOn { from, to, rows: rows_of(&arm.pat) });
                }
            }
        }
        syn::visit::visit_expr_match(self, all);
    }
}

#[test]
fn no_family_forgets_a_row() {
    let mut sent = 0;
    for folder in CRATES {
        let mut matches = Matches::default();
        for (path, text) in sources_of(folder) {
            matches.place = from_root(&path);
            matches.visit_file(&syn::parse_file(&text).unwrap());
        }
        for HandedOn { from, to, rows } in &matches.handed_on {
            let Some(named) = matches.families.get(to) else { continue };
            for row in rows {
                assert!(named.contains(row), "{from} sends {row} to {to}, which does not name it");
            }
            sent += rows.len();
        }
    }
    // Fewer would mean that the families are not found any more.
    assert!(sent > 250, "only {sent} rows are sent to families");
}
