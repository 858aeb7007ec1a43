//! What the house may not grow: long files and functions, public items, sentences that are read twice. Each count
//! stands here as it is; a change that raises it fails, and one that lowers it lowers the number here.

use std::fs;
use std::path::PathBuf;

use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{ImplItemFn, Item, ItemFn, TraitItemFn, Visibility};

use crate::common::files::{files, from_root};

/// The crates of the workspace, by folder.
const CRATES: [&str; 10] = [
    "script", "reader", "engine", "cards", "search", "arena", "conform", "session", "serve", "cli",
];

/// Lines that a file may have before it counts as long.
const FILE_LINES: usize = 400;
/// Lines that a function may have before it counts as long.
const FUNCTION_LINES: usize = 70;

/// The sources of all crates, without their tests, by path.
pub(crate) fn sources() -> Vec<(PathBuf, String)> {
    let found: Vec<_> = CRATES.iter().flat_map(|folder| sources_of(folder)).collect();
    assert!(found.len() > 200, "the sources were not found");
    found
}

/// The sources of the crate in this folder, without its tests, by path.
pub(crate) fn sources_of(folder: &str) -> Vec<(PathBuf, String)> {
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    files(&format!("{folder}/src"), ".rs").into_iter().map(read).collect()
}

/// Compares a sum with the one that is allowed; the parts of the sum are listed, the largest first.
fn assert_sum(what: &str, allowed: usize, mut parts: Vec<(usize, String)>) {
    parts.sort_by(|a, b| b.cmp(a));
    let sum: usize = parts.iter().map(|(count, _)| count).sum();
    let list = parts.iter().filter(|(count, _)| *count > 0);
    let list: String = list.map(|(count, name)| format!("{count:5} {name}\n")).collect();
    assert!(sum <= allowed, "{what}: {sum}, and {allowed} are allowed:\n{list}");
    assert!(sum == allowed, "{what}: only {sum} are left of {allowed}; lower the number here");
}

/// Counts long things; each is listed with its length.
fn assert_number(what: &str, allowed: usize, mut long: Vec<(usize, String)>) {
    long.sort_by(|a, b| b.cmp(a));
    let list: String = long.iter().map(|(lines, name)| format!("{lines:5} {name}\n")).collect();
    assert_sum(&format!("{what}\n{list}"), allowed, vec![(long.len(), "in all".to_owned())]);
}

#[test]
fn long_files() {
    let long = sources().into_iter().filter_map(|(path, text)| {
        let lines = text.split("#[cfg(test)]\nmod tests").next().unwrap_or("").lines().count();
        (lines > FILE_LINES).then(|| (lines, from_root(&path)))
    });
    assert_number("files over 400 lines", 51, long.collect());
}

/// The functions of a file with their lines, from the signature to the last brace.
struct Functions(Vec<(usize, String)>);

impl Functions {
    fn note(&mut self, signature: &syn::Signature, end: proc_macro2::Span) {
        let lines = end.end().line - signature.span().start().line + 1;
        self.0.push((lines, signature.ident.to_string()));
    }
}

impl<'t> Visit<'t> for Functions {
    fn visit_item_fn(&mut self, item: &'t ItemFn) {
        self.note(&item.sig, item.block.span());
        syn::visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'t ImplItemFn) {
        self.note(&item.sig, item.block.span());
        syn::visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'t TraitItemFn) {
        if let Some(block) = &item.default {
            self.note(&item.sig, block.span());
        }
        syn::visit::visit_trait_item_fn(self, item);
    }
}

#[test]
fn long_functions() {
    let mut long = Vec::new();
    for (path, text) in sources() {
        let mut functions = Functions(Vec::new());
        functions.visit_file(&syn::parse_file(&text).unwrap());
        let found = functions.0.into_iter().filter(|(lines, _)| *lines > FUNCTION_LINES);
        long.extend(found.map(|(lines, name)| (lines, format!("{} {name}", from_root(&path)))));
    }
    assert_number("functions over 70 lines", 0, long);
}

/// Parameters that are taken apart from a tuple, in the functions of a file.
struct TupleParameters(usize);

impl<'t> Visit<'t> for TupleParameters {
    fn visit_signature(&mut self, signature: &'t syn::Signature) {
        let is_tuple = |input: &&syn::FnArg| matches!(input, syn::FnArg::Typed(typed) if matches!(*typed.pat, syn::Pat::Tuple(_)));
        self.0 += signature.inputs.iter().filter(is_tuple).count();
    }
}

/// A tuple among parameters hides how many there are. Where they belong together they are a struct.
#[test]
fn tuples_among_parameters() {
    let count = |(path, text): (PathBuf, String)| {
        let mut tuples = TupleParameters(0);
        tuples.visit_file(&syn::parse_file(&text).unwrap());
        (tuples.0, from_root(&path))
    };
    let found = sources().into_iter().map(count).collect();
    assert_sum("parameters that are tuples", 0, found);
}

/// The name that a line declares as a type, a trait or an alias; a `type` that is indented belongs to a trait.
fn declared_type(line: &str) -> Option<&str> {
    let text = line.trim_start();
    let text = text.strip_prefix("pub").map_or(text, |rest| {
        let rest = rest
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'))
            .map_or(rest, |(_, rest)| rest);
        rest.trim_start()
    });
    let (keyword, rest) = text.split_once(' ')?;
    let declares = match keyword {
        "struct" | "enum" | "trait" | "union" => true,
        "type" => !line.starts_with(' '),
        _ => false,
    };
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    (declares && rest.starts_with(|c: char| c.is_ascii_uppercase())).then(|| &rest[..end])
}

/// A reader who looks a name up finds one thing: no two types of the workspace have the same name.
#[test]
fn every_type_name_stands_once() {
    let mut places = std::collections::BTreeMap::<String, Vec<String>>::new();
    for (path, text) in sources() {
        for name in text.lines().filter_map(declared_type) {
            places.entry(name.to_owned()).or_default().push(from_root(&path));
        }
    }
    assert!(places.len() > 500, "the types were not found");
    places.retain(|_, files| files.len() > 1);
    assert!(places.is_empty(), "each of these names two things: {places:#?}");
}

/// Items that are `pub` in files of the engine: types, functions, methods, constants and traits, those that macros
/// declare excepted.
#[test]
fn public_items_of_the_engine() {
    let count = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (public_items(&syn::parse_file(&text).unwrap().items), from_root(&path))
    };
    let found = files("engine/src", ".rs").into_iter().map(count).collect();
    assert_sum("public items of the engine", 264, found);
}

fn public_items(items: &[Item]) -> usize {
    let public = |vis: &Visibility| usize::from(matches!(vis, Visibility::Public(_)));
    items
        .iter()
        .map(|item| match item {
            Item::Const(item) => public(&item.vis),
            Item::Enum(item) => public(&item.vis),
            Item::Fn(item) => public(&item.vis),
            Item::Struct(item) => public(&item.vis),
            Item::Trait(item) => public(&item.vis),
            Item::Type(item) => public(&item.vis),
            Item::Mod(item) => item.content.as_ref().map_or(0, |(_, items)| public_items(items)),
            Item::Impl(item) => item
                .items
                .iter()
                .map(|item| match item {
                    syn::ImplItem::Fn(item) => public(&item.vis),
                    syn::ImplItem::Const(item) => public(&item.vis),
                    _ => 0,
                })
                .sum(),
            _ => 0,
        })
        .sum()
}

/// Sentences of comments that begin with What, Who or Whoever have no plain subject.
#[test]
fn comments_that_begin_with_a_question_word() {
    let found =
        sources().into_iter().map(|(path, text)| (question_openings(&text), from_root(&path)));
    assert_sum("sentences that begin with What, Who or Whoever", 0, found.collect());
}

fn question_openings(text: &str) -> usize {
    let comment = |line: &str| {
        let line = line.trim_start();
        let text = line.strip_prefix("///").or(line.strip_prefix("//!"));
        text.or(line.strip_prefix("//")).map(|text| text.trim().to_owned())
    };
    // Lines of one comment are one text.
    let mut count = 0;
    let mut before = String::from(".");
    for line in text.lines() {
        let Some(line) = comment(line) else {
            before = String::from(".");
            continue;
        };
        let begins = |sentence: &str| {
            let word = sentence.split([' ', '\'']).next().unwrap_or("");
            matches!(word, "What" | "Who" | "Whoever" | "Whatever")
        };
        let ended = before.ends_with(['.', ':', '?']) || before.is_empty();
        count += usize::from(ended && begins(&line));
        count += line.match_indices(". ").filter(|(at, _)| begins(&line[at + 2..])).count();
        before = line;
    }
    count
}
