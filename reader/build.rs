//! Lists the files of rules in `grammar` for `src/read.rs`, so that a new one need not be named anywhere.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

const GRAMMAR: &str = "grammar";

fn main() {
    println!("cargo::rerun-if-changed={GRAMMAR}");
    println!("cargo::rerun-if-changed=build.rs");
    if let Err(message) = build() {
        println!("cargo::error={message}");
    }
}

fn build() -> Result<(), String> {
    let shown = |error: std::io::Error| format!("reader/{GRAMMAR}: {error}");
    let entries = fs::read_dir(GRAMMAR).map_err(shown)?;
    let names: Result<Vec<_>, _> =
        entries.map(|entry| entry.map(|entry| entry.file_name())).collect();
    let names = names.map_err(shown)?;
    let mut names: Vec<&str> = names.iter().filter_map(|name| name.to_str()).collect();
    names.retain(|name| name.ends_with(".rules"));
    names.sort_unstable();
    let folder = std::env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?;
    let mut list = String::from("&[\n");
    for name in names {
        let path = Path::new(&folder).join(GRAMMAR).join(name);
        writeln!(list, "    ({name:?}, include_str!({:?})),", path.display().to_string())
            .map_err(|error| error.to_string())?;
    }
    list.push_str("]\n");
    let out = std::env::var("OUT_DIR").map_err(|error| error.to_string())?;
    fs::write(Path::new(&out).join("rules.rs"), list).map_err(shown)
}
