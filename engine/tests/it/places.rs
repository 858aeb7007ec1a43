//! A new place of cards concerns every rule that tells places apart. A wildcard would decide for it in silence;
//! with all places listed it does not compile until somebody has thought about it.

use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{ExprMatch, ItemImpl, Pat, Path, Type};

use crate::common::files::from_root;
use crate::house::sources;

/// Looks for the `match`es of a file that name places.
#[derive(Default)]
struct Matches {
    /// It is inside of `impl Location`, where `Self` is a place.
    in_location: bool,
    /// How many `match`es name places.
    found: usize,
    /// The lines of their wildcards.
    wildcards: Vec<usize>,
}

impl Matches {
    /// Whether a pattern names a place itself, not only inside of a tuple or of another enum.
    fn names_a_place(&self, pattern: &Pat) -> bool {
        match pattern {
            Pat::Path(pattern) => self.is_place(&pattern.path),
            Pat::Or(pattern) => pattern.cases.iter().any(|case| self.names_a_place(case)),
            Pat::Paren(pattern) => self.names_a_place(&pattern.pat),
            Pat::Reference(pattern) => self.names_a_place(&pattern.pat),
            Pat::Guard(pattern) => self.names_a_place(&pattern.pat),
            Pat::Ident(pattern) => {
                pattern.subpat.as_ref().is_some_and(|(_, inner)| self.names_a_place(inner))
            }
            _ => false,
        }
    }

    fn is_place(&self, path: &Path) -> bool {
        let mut names = path.segments.iter().rev().skip(1);
        names.next().is_some_and(|name| {
            name.ident == "Location" || self.in_location && name.ident == "Self"
        })
    }
}

/// Whether a pattern stands for everything that is left. One with a guard does not: the places stand below it
/// all the same.
fn is_wildcard(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        Pat::Ident(pattern) => pattern.subpat.as_ref().is_none_or(|(_, inner)| is_wildcard(inner)),
        Pat::Or(pattern) => pattern.cases.iter().any(is_wildcard),
        Pat::Paren(pattern) => is_wildcard(&pattern.pat),
        Pat::Reference(pattern) => is_wildcard(&pattern.pat),
        _ => false,
    }
}

impl<'t> Visit<'t> for Matches {
    fn visit_item_impl(&mut self, item: &'t ItemImpl) {
        let before = self.in_location;
        self.in_location = matches!(&*item.self_ty, Type::Path(of) if of.path.is_ident("Location"));
        syn::visit::visit_item_impl(self, item);
        self.in_location = before;
    }

    fn visit_expr_match(&mut self, expr: &'t ExprMatch) {
        if expr.arms.iter().any(|arm| self.names_a_place(&arm.pat)) {
            self.found += 1;
            let wildcards = expr.arms.iter().filter(|arm| is_wildcard(&arm.pat));
            self.wildcards.extend(wildcards.map(|arm| arm.pat.span().start().line));
        }
        syn::visit::visit_expr_match(self, expr);
    }
}

#[test]
fn every_match_lists_the_places() {
    let (mut found, mut wildcards) = (0, Vec::new());
    for (path, text) in sources() {
        let mut matches = Matches::default();
        matches.visit_file(&syn::parse_file(&text).unwrap());
        found += matches.found;
        let file = from_root(&path);
        wildcards.extend(matches.wildcards.iter().map(|line| format!("{file}:{line}\n")));
    }
    assert!(found > 40, "the matches were not found: {found}");
    assert!(
        wildcards.is_empty(),
        "these wildcards decide for places that nobody has thought of yet; list the places that they stand \
         for, so that a new one fails to compile:\n{}",
        wildcards.concat()
    );
}
