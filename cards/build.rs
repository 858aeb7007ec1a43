//! Packs `data/facts.tsv` into the compressed table that `src/facts.rs` embeds and unpacks, packs the card files of
//! `pool` and `read` for `src/pool.rs`, and compiles them, so that a program need not do that when it starts.
//!
//! The packed form is a little-endian `u32` number of rows, then for each row the fields in the
//! order of [`pack_row`] (36 bytes), then all names, each ended by a newline.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use duelfish_script::Catalogue;
use duelfish_script::language::{self, CardFile};
use flate2::Compression;
use flate2::write::ZlibEncoder;

#[path = "src/unpack.rs"]
mod unpack;

const TABLE: &str = "data/facts.tsv";
/// Cards that people wrote, and cards that were read from their printed texts and that recorded duels have shown.
const POOL: [&str; 2] = ["pool", "read"];
pub(crate) const HEADER: &str = "id\tname\ttype\tatk\tdef\tlevel\tlscale\trscale\trace\tattribute\tlink_marker\tsetcodes\talias";
const COLUMNS: usize = 13;
const MAX_ARCHETYPES: usize = 5;

fn main() {
    println!("cargo::rerun-if-changed={TABLE}");
    POOL.iter().for_each(|folder| println!("cargo::rerun-if-changed={folder}"));
    println!("cargo::rerun-if-changed=build.rs");
    if let Err(messages) = build() {
        // Cargo shows each line that begins so, and nothing else.
        messages.lines().for_each(|line| println!("cargo::error={line}"));
    }
}

fn build() -> Result<(), String> {
    let text = fs::read_to_string(TABLE).map_err(|error| format!("cards/{TABLE}: {error}"))?;
    let packed = pack(&text).map_err(|(line, what)| format!("cards/{TABLE}:{line}: {what}"))?;
    write("facts.bin", &compressed(&packed)?)?;
    let files = read_pool()?;
    write("pool.bin", &compressed(&serialised(&files)?)?)?;
    write("scripts.bin", &compile(&files, &packed)?)
}

/// The card files, folder by folder, sorted by name.
fn read_pool() -> Result<Vec<CardFile>, String> {
    let folders: Result<Vec<_>, _> = POOL.iter().map(|folder| read_folder(folder)).collect();
    Ok(folders?.concat())
}

fn read_folder(name: &str) -> Result<Vec<CardFile>, String> {
    let folder = fs::read_dir(name).map_err(|error| format!("cards/{name}: {error}"))?;
    let names = folder.map(|entry| entry.map(|entry| entry.file_name()));
    let names: Result<Vec<_>, _> = names.collect();
    let names = names.map_err(|error| format!("cards/{name}: {error}"))?;
    let mut names: Vec<_> = names.iter().filter_map(|name| name.to_str()).collect();
    names.retain(|name| name.ends_with(".card"));
    names.sort_unstable();
    let read = |file: &str| {
        let path = format!("cards/{name}/{file}");
        let text = fs::read_to_string(Path::new(name).join(file));
        Ok((path.clone(), text.map_err(|error| format!("{path}: {error}"))?))
    };
    names.into_iter().map(read).collect()
}

/// The rows that the card files are compiled to.
fn compile(files: &[CardFile], packed: &[u8]) -> Result<Vec<u8>, String> {
    let table = Catalogue::new(unpack::unpack(packed)).map_err(|error| error.to_string())?;
    let compiled = language::extend(files, table).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        errors.join("\n")
    })?;
    serialised(compiled.scripts())
}

fn serialised<T: serde::Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, String> {
    postcard::to_allocvec(value).map_err(|error| error.to_string())
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let done = encoder.write_all(bytes).and_then(|()| encoder.finish());
    done.map_err(|error| error.to_string())
}

fn write(name: &str, bytes: &[u8]) -> Result<(), String> {
    let out = std::env::var("OUT_DIR").map_err(|error| error.to_string())?;
    fs::write(Path::new(&out).join(name), bytes).map_err(|error| format!("{name}: {error}"))
}

/// Packs the whole table; an error names the line (from 1) and what is wrong with it.
pub(crate) fn pack(text: &str) -> Result<Vec<u8>, (usize, String)> {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, line)| line != HEADER) {
        return Err((1, format!("the header must be {HEADER:?}")));
    }
    let mut rows = Vec::new();
    let mut names = Vec::new();
    let mut count: u32 = 0;
    for (index, line) in lines {
        let name = pack_row(line, &mut rows).map_err(|what| (index + 1, what))?;
        names.extend_from_slice(name.as_bytes());
        names.push(b'\n');
        count += 1;
    }
    Ok([&count.to_le_bytes()[..], &rows, &names].concat())
}

/// Appends one row's numbers to `out` and returns its name.
fn pack_row<'a>(line: &'a str, out: &mut Vec<u8>) -> Result<&'a str, String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let Ok(columns) = <[&str; COLUMNS]>::try_from(columns) else {
        return Err(format!("{} columns instead of {COLUMNS}", line.split('\t').count()));
    };
    let [id, name, kind, atk, def, level, left, right, race, attribute, arrows, archetypes, alias] =
        columns;
    if name.trim() != name || name.is_empty() {
        return Err(format!("name {name:?} is empty or has blanks around it"));
    }
    out.extend(number::<u32>("id", id)?.to_le_bytes());
    out.extend(number::<u32>("alias", alias)?.to_le_bytes());
    out.extend(number::<u32>("type", kind)?.to_le_bytes());
    out.extend(number::<u32>("race", race)?.to_le_bytes());
    out.extend(points("atk", atk)?.to_le_bytes());
    out.extend(points("def", def)?.to_le_bytes());
    out.push(number("attribute", attribute)?);
    out.push(number("level", level)?);
    out.push(number("lscale", left)?);
    out.push(number("rscale", right)?);
    out.extend(number::<u16>("link_marker", arrows)?.to_le_bytes());
    for number in archetype_numbers(archetypes)? {
        out.extend(number.to_le_bytes());
    }
    Ok(name)
}

fn number<T: std::str::FromStr>(column: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{column} {text:?} is no number of its range"))
}

/// ATK or DEF: at least 0, or -2 for "?".
fn points(column: &str, text: &str) -> Result<i16, String> {
    match number::<i16>(column, text)? {
        points @ (-2 | 0..) => Ok(points),
        points => Err(format!("{column} {points} is below 0 and not -2")),
    }
}

/// Numbers like `0x45,0x1093`; an empty column has none.
fn archetype_numbers(text: &str) -> Result<[u16; MAX_ARCHETYPES], String> {
    let mut numbers = [0; MAX_ARCHETYPES];
    for (index, item) in text.split(',').filter(|item| !item.is_empty()).enumerate() {
        let digits = item.strip_prefix("0x").unwrap_or("");
        let number = u16::from_str_radix(digits, 16)
            .map_err(|_| format!("setcodes: {item:?} is no number like 0x45"))?;
        let place = numbers.get_mut(index);
        *place.ok_or_else(|| format!("setcodes: more than {MAX_ARCHETYPES}"))? = number;
    }
    Ok(numbers)
}
