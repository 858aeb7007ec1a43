//! Duel tests as tests of their own names.

use std::fs;
use std::path::{Path, PathBuf};

use duelfish_engine::Catalogue;
use duelfish_engine::duel_test::{check_one, names};
use libtest_mimic::{Arguments, Failed, Trial};

/// Where the cards of the tests come from.
type Cards = fn() -> &'static Catalogue;

/// Runs the duel tests of a folder that the command line asks for, and ends the program.
pub(crate) fn run(folder: &Path, cards: Cards) -> ! {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "duel"));
    files.sort();
    let trials = files.iter().flat_map(|file| trials(file, cards)).collect();
    let mut arguments = Arguments::from_args();
    // A run of all of them shows a dot for each.
    arguments.quiet |= arguments.filter.is_none() && !arguments.list;
    libtest_mimic::run(&arguments, trials).exit()
}

/// The tests of a file; one that holds none is a test that fails.
fn trials(file: &Path, cards: Cards) -> Vec<Trial> {
    let text: &'static str = fs::read_to_string(file).unwrap().leak();
    let stem: &'static str = file.file_stem().unwrap().to_string_lossy().into_owned().leak();
    let names = names(text);
    if names.is_empty() {
        let fail = || Err(Failed::from("the file holds no test"));
        return vec![Trial::test(stem, fail)];
    }
    let trial = |(nth, name)| {
        let judge = move || match check_one(text, stem, nth, cards()).failures.first() {
            None => Ok(()),
            Some(failure) => Err(Failed::from(failure.to_string())),
        };
        Trial::test(format!("{stem}: {name}"), judge)
    };
    names.into_iter().enumerate().map(trial).collect()
}
