//! `duelfish test`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use anyhow::Result;
use duelfish_engine::Catalogue;
use duelfish_engine::duel_test::check;
use serde::Serialize;

use crate::args::{Format, OwnCards, TestArgs};
use crate::{ExitVerdict, input, output};

#[derive(Debug, Default, Serialize)]
struct Tested {
    tests: usize,
    failures: Vec<Failed>,
}

#[derive(Debug, Serialize)]
struct Failed {
    file: String,
    line: usize,
    name: String,
    what: String,
}

pub(crate) fn run(args: &TestArgs) -> Result<ExitVerdict> {
    let mut tested = Tested::default();
    let mut known: BTreeMap<Option<PathBuf>, Cow<'static, Catalogue>> = BTreeMap::new();
    for file in &args.files {
        let directory = args.own.directory().map(PathBuf::from).or_else(|| cards_beside(file));
        let cards = match known.entry(directory) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let cards = OwnCards::of(new.key().clone()).catalogue()?;
                new.insert(cards)
            }
        };
        let text = input::text(file)?;
        let checked = check(&text, &input::shown(file), cards);
        if checked.tests == 0 {
            anyhow::bail!("{}: there is no `test` in it", input::shown(file));
        }
        tested.tests += checked.tests;
        tested.failures.extend(checked.failures.into_iter().map(|failure| Failed {
            file: failure.file,
            line: failure.line,
            name: failure.name,
            what: failure.what,
        }));
    }
    if args.format == Format::Json {
        output::json(&tested)?;
    } else {
        let mut text = String::new();
        for Failed { file, line, name, what } in &tested.failures {
            text += &format!("{file}:{line}: {name}: {what}\n");
        }
        text += &format!("{} tests, {} failed\n", tested.tests, tested.failures.len());
        output::text(&text)?;
    }
    Ok(if tested.failures.is_empty() { ExitVerdict::Good } else { ExitVerdict::Bad })
}

/// The folder `cards` beside a file of tests, or beside the folder that the file is in, if there are card
/// files in it: tests often need cards that nothing else does.
fn cards_beside(file: &Path) -> Option<PathBuf> {
    let folder = file.parent()?;
    let above = if folder.as_os_str().is_empty() { Path::new("..") } else { folder.parent()? };
    let has_cards = |folder: &PathBuf| {
        let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
        names.into_iter().any(|entry| entry.path().extension().is_some_and(|end| end == "card"))
    };
    [folder, above].map(|place| place.join("cards")).into_iter().find(has_cards)
}
