//! Plants errors of timing in a copy of the engine, one after the other, and says what notices each: the duel
//! tests of the rules, those of the cards and of `docs/timing.md`, or recorded duels.
//!
//! ```sh
//! cargo run -p duelfish-conform --example planted -- [--only PART_OF_NAME] [RECORDING...]
//! ```
//!
//! Recordings are played as far as possible; without any it is those that come with the project. The errors stand
//! in `conform/planted.txt`. The exit code says whether all were noticed.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use duelfish_conform::{Extent, run};
use duelfish_engine::Catalogue;
use duelfish_engine::duel_test::check;

#[path = "../tests/it/common/plants.rs"]
mod plants;

/// What the copy consists of.
const PARTS: [&str; 12] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "script",
    "engine",
    "cards",
    "conform",
    "search",
    "arena",
    "cli",
    "benches",
    "docs",
];
/// How long the checks of one plant may take: an error can make a duel endless.
const PATIENCE: Duration = Duration::from_secs(240);

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is above");
    if words.first().is_some_and(|word| word == "--check") {
        let recordings: Vec<PathBuf> = words.split_off(1).into_iter().map(PathBuf::from).collect();
        println!("{}", checked(here, &recordings));
        return ExitCode::SUCCESS;
    }
    let mut only = String::new();
    if words.first().is_some_and(|word| word == "--only") && words.len() > 1 {
        only = words.remove(1);
        words.remove(0);
    }
    match plant_all(here, &only, &words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Plants all errors whose names have `only` in them; says whether all were noticed.
fn plant_all(here: &Path, only: &str, recordings: &[String]) -> io::Result<bool> {
    let target = here.join("target/planted");
    let copy = target.join("copy");
    fs::create_dir_all(&copy)?;
    for part in PARTS {
        copy_changed(&here.join(part), &copy.join(part))?;
    }
    let recordings: Vec<PathBuf> =
        recordings.iter().map(fs::canonicalize).collect::<io::Result<_>>()?;
    let checks = |what: &str| -> io::Result<String> {
        let mut build = Command::new("cargo");
        build.args(["build", "-q", "-p", "duelfish-conform", "--example", "planted"]);
        build.current_dir(&copy).env("CARGO_TARGET_DIR", target.join("build"));
        let built = build.stderr(Stdio::piped()).output()?;
        if !built.status.success() {
            let said = String::from_utf8_lossy(&built.stderr).into_owned();
            return Err(io::Error::other(format!("{what}: it does not compile\n{said}")));
        }
        let mut run = Command::new(target.join("build/debug/examples/planted"));
        run.arg("--check").args(&recordings).current_dir(&copy).env("RUST_BACKTRACE", "0");
        let mut child = run.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let begun = Instant::now();
        while child.try_wait()?.is_none() {
            if begun.elapsed() > PATIENCE {
                child.kill()?;
                child.wait()?;
                return Ok("a duel without an end".to_owned());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let said = child.wait_with_output()?;
        let said = String::from_utf8_lossy(&said.stdout).trim().to_owned();
        Ok(if said.is_empty() { "the engine stopped".to_owned() } else { said })
    };
    let before = checks("the engine as it is")?;
    println!("without a plant: {before}");
    let (mut planted, mut noticed) = (0, 0);
    for plant in plants::all(here).into_iter().filter(|plant| plant.name.contains(only)) {
        for (file, text) in plant.changed(here)? {
            fs::write(copy.join(file), text)?;
        }
        let after = checks(&plant.name);
        for file in plant.files() {
            copy_changed(&here.join(file), &copy.join(file))?;
        }
        let after = after?;
        let caught = after != before;
        planted += 1;
        noticed += usize::from(caught);
        println!("{} {}: {after}", if caught { "noticed" } else { "NOT NOTICED" }, plant.name);
    }
    println!("{noticed} of {planted} noticed");
    Ok(noticed == planted)
}

/// Copies a file or a directory, files that are the same already excepted.
fn copy_changed(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let name = entry?.file_name();
            if name != "target" {
                copy_changed(&from.join(&name), &to.join(&name))?;
            }
        }
        return Ok(());
    }
    let text = fs::read(from)?;
    if fs::read(to).ok().as_deref() != Some(&text) {
        fs::write(to, text)?;
    }
    Ok(())
}

/// What the checks of this workspace say, in words.
fn checked(here: &Path, recordings: &[PathBuf]) -> String {
    let own: Vec<(String, String)> = files(&here.join("engine/tests/cards"), "card")
        .iter()
        .map(|file| (file.display().to_string(), read(file)))
        .collect();
    let Ok(with_own) = duelfish_cards::catalogue_with(&own) else { return "no cards".to_owned() };
    let rules = failing(&files(&here.join("engine/tests/rules"), "duel"), &with_own);
    let pool = failing(&files(&here.join("cards/tests/pool"), "duel"), duelfish_cards::catalogue());
    let page = catch_unwind(|| {
        let examples = plants::examples(&read(&here.join("docs/timing.md")));
        check(&examples, "timing.md", duelfish_cards::catalogue()).failures.len()
    });
    let page = page.map_or_else(|_| "a panic".to_owned(), |failures| failures.to_string());
    let recordings = if recordings.is_empty() {
        files(&here.join("conform/traces"), "gz")
    } else {
        recordings.to_vec()
    };
    let replayed = catch_unwind(|| {
        let report = run(&recordings, Extent::AsFarAsPossible, &mut |_| ControlFlow::Continue(()));
        format!("{} of {}", report.failed, report.traces)
    });
    let replayed = replayed.unwrap_or_else(|_| "a panic".to_owned());
    format!("rules {rules}, cards {pool}, timing page {page}, recorded duels {replayed}")
}

/// How many duel tests of these files fail.
fn failing(files: &[PathBuf], cards: &Catalogue) -> String {
    let (mut failing, mut panics) = (0, 0);
    for file in files {
        let text = read(file);
        match catch_unwind(|| check(&text, "", cards).failures.len()) {
            Ok(failures) => failing += failures,
            Err(_) => panics += 1,
        }
    }
    if panics > 0 { format!("{failing} and {panics} panics") } else { failing.to_string() }
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_default()
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}
