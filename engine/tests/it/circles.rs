//! The imports of the engine and of the scripts below it. Files that import each other in a circle can only be understood together,
//! so that no circle may be larger than three files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Item, UseTree, Visibility};

use crate::common::files::{files, root};

/// The largest circle that is allowed, in files.
const LARGEST: usize = 3;

type Path = Vec<String>;

/// A module that is a file: what it imports, what it exports under which name, and what paths it writes.
#[derive(Default)]
struct Module {
    imports: Vec<Path>,
    /// Names that the module knows without having declared them: alias and path.
    names: BTreeMap<String, Path>,
    written: BTreeSet<Path>,
}

type Modules = BTreeMap<Path, Module>;

/// The paths of one `use` tree, each with the name under which it is known.
fn leaves(tree: &UseTree, before: &Path, found: &mut Vec<(Path, String)>) {
    let with = |name: &syn::Ident| {
        let mut path = before.clone();
        if name != "self" {
            path.push(name.to_string());
        }
        path
    };
    match tree {
        UseTree::Path(tree) => leaves(&tree.tree, &with(&tree.ident), found),
        UseTree::Name(name) => {
            let path = with(&name.ident);
            found.push((path.clone(), path.last().cloned().unwrap_or_default()));
        }
        UseTree::Rename(name) => found.push((with(&name.ident), name.rename.to_string())),
        UseTree::Glob(_) => found.push((before.clone(), "*".to_owned())),
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, before, found)),
    }
}

/// All paths `a::b::c` in code, those inside macros too, and single names.
fn paths_in(tokens: TokenStream, found: &mut BTreeSet<Path>) {
    let (mut path, mut joined) = (Path::new(), 0);
    let mut visible = false;
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                if joined < 2 {
                    found.insert(std::mem::take(&mut path));
                }
                joined = 0;
                visible = name == "pub";
                path.push(name.to_string());
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => joined += 1,
            TokenTree::Group(group) => {
                // `pub(in a::b)` imports nothing.
                if !visible {
                    paths_in(group.stream(), found);
                }
                found.insert(std::mem::take(&mut path));
                (joined, visible) = (0, false);
            }
            _ => {
                found.insert(std::mem::take(&mut path));
                (joined, visible) = (0, false);
            }
        }
    }
    found.insert(path);
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.to_token_stream().to_string().contains("test")
    })
}

fn read(items: Vec<Item>, module: &mut Module) {
    for item in items {
        match item {
            Item::Use(item) => {
                let mut found = Vec::new();
                leaves(&item.tree, &Path::new(), &mut found);
                for (path, name) in found {
                    // What is only passed on to others is not imported.
                    if matches!(item.vis, Visibility::Inherited) {
                        module.imports.push(path.clone());
                    }
                    module.names.insert(name, path);
                }
            }
            Item::Mod(inner) if is_test(&inner.attrs) => {}
            Item::Mod(inner) => {
                // A module inside a file: its `super` is that file.
                let items = inner.content.map_or(Vec::new(), |(_, items)| items);
                let rest = items.into_iter().filter(|item| !matches!(item, Item::Use(_)));
                read(rest.collect(), module);
            }
            item => paths_in(item.to_token_stream(), &mut module.written),
        }
    }
}

fn modules(crate_folder: &str) -> Modules {
    let folder = root().join(crate_folder);
    let module = |file: std::path::PathBuf| {
        let inside = file.strip_prefix(&folder).unwrap().with_extension("");
        let mut path: Path =
            inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if path.last().is_some_and(|last| last == "mod" || last == "lib") {
            path.pop();
        }
        let mut module = Module::default();
        read(syn::parse_file(&fs::read_to_string(&file).unwrap()).unwrap().items, &mut module);
        (path, module)
    };
    files(crate_folder, ".rs").into_iter().map(module).collect()
}

/// A path that a module writes, from the root of the crate, if it leads into the crate.
fn absolute(modules: &Modules, at: &Path, path: &[String]) -> Option<Path> {
    let (first, rest) = path.split_first()?;
    let mut base = match first.as_str() {
        "crate" => Path::new(),
        "self" => at.clone(),
        "super" => {
            let ups = path.iter().take_while(|part| *part == "super").count();
            let base = at[..at.len().checked_sub(ups)?].to_vec();
            return Some([&base[..], &path[ups..]].concat());
        }
        child => {
            let path = [&at[..], &[child.to_owned()]].concat();
            // A single word that is no imported name is a variable, a field or the like.
            if modules.contains_key(&path) && !rest.is_empty() {
                path
            } else {
                let known = modules.get(at)?.names.get(child)?;
                (known.first()? != child).then(|| absolute(modules, at, known))??
            }
        }
    };
    base.extend_from_slice(rest);
    Some(base)
}

/// The file that declares what this path from the root means.
fn home(modules: &Modules, path: &[String], depth: usize) -> Option<Path> {
    let inside = (0..=path.len()).rev().find(|n| modules.contains_key(&path[..*n]))?;
    let (module, rest) = path.split_at(inside);
    let Some(name) = rest.first().filter(|_| depth < 9) else { return Some(module.to_vec()) };
    match modules[module].names.get(name) {
        Some(known) => {
            let known = absolute(modules, &module.to_vec(), known)?;
            home(modules, &[&known[..], &rest[1..]].concat(), depth + 1)
        }
        None => Some(module.to_vec()),
    }
}

fn imports(modules: &Modules) -> BTreeMap<&Path, BTreeSet<Path>> {
    let edges = modules.iter().map(|(at, module)| {
        let paths = module.imports.iter().chain(&module.written);
        let homes = paths
            .filter_map(|path| absolute(modules, at, path))
            .filter_map(|path| home(modules, &path, 0))
            .filter(|home| home != at);
        (at, homes.collect())
    });
    edges.collect()
}

/// All that can be reached from each module by its imports.
fn reached(edges: &BTreeMap<&Path, BTreeSet<Path>>, from: &Path) -> BTreeSet<Path> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(at) = open.pop() {
        for next in &edges[&at] {
            if seen.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    seen
}

#[test]
fn no_circle_of_imports_is_larger_than_three_files() {
    for (folder, imports) in [("script/src", 150), ("engine/src", 400)] {
        let large = large_circles(folder, imports);
        let list = large.join("\n");
        assert!(large.is_empty(), "files of {folder} that import each other in a circle:\n{list}");
    }
}

/// The circles of a crate that are too large; it must have so many imports at least.
fn large_circles(folder: &str, least: usize) -> Vec<String> {
    let modules = modules(folder);
    let edges = imports(&modules);
    let found = edges.values().map(BTreeSet::len).sum::<usize>();
    assert!(found > least, "only {found} imports were found in {folder}");
    let reach: BTreeMap<&Path, BTreeSet<Path>> =
        edges.keys().map(|at| (*at, reached(&edges, at))).collect();
    let circles: BTreeSet<Vec<String>> = reach
        .iter()
        .filter(|(at, reached)| reached.contains(**at))
        .map(|(at, reached)| {
            let members = reached.iter().filter(|other| reach[other].contains(*at));
            members.map(|path| path.join("/")).collect()
        })
        .collect();
    let large = circles.iter().filter(|circle| circle.len() > LARGEST);
    large.map(|circle| format!("{} files: {}", circle.len(), circle.join(" "))).collect()
}
