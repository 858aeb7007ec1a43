//! The duel tests of every card of the pool, each under its own name: `cargo test -p duelfish-cards --test duels farfa`.

use std::fs;
use std::path::{Path, PathBuf};

use duelfish_engine::duel_test::{check_one, names};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pool");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "duel"));
    files.sort();
    let trials = files.iter().flat_map(|file| trials(file)).collect();
    let mut arguments = Arguments::from_args();
    // A run of all of them shows a dot for each.
    arguments.quiet |= arguments.filter.is_none() && !arguments.list;
    libtest_mimic::run(&arguments, trials).exit();
}

/// The tests of a file; one that holds none is a test that fails.
fn trials(file: &Path) -> Vec<Trial> {
    let text: &'static str = fs::read_to_string(file).unwrap().leak();
    let stem: &'static str = file.file_stem().unwrap().to_string_lossy().into_owned().leak();
    let names = names(text);
    if names.is_empty() {
        let fail = || Err(Failed::from("the file holds no test"));
        return vec![Trial::test(stem, fail)];
    }
    let trial = |(nth, name)| Trial::test(format!("{stem}: {name}"), move || run(text, stem, nth));
    names.into_iter().enumerate().map(trial).collect()
}

fn run(text: &str, file: &str, nth: usize) -> Result<(), Failed> {
    match check_one(text, file, nth, duelfish_cards::catalogue()).failures.as_slice() {
        [] => Ok(()),
        [failure, ..] => Err(Failed::from(failure.to_string())),
    }
}
