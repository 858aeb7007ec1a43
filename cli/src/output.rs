//! Printing: tables and JSON, notes and errors; progress as it was chosen.

use duelfish_arena::ForfeitReport;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use crate::input::shown;
pub(crate) use crate::progress::{progress, spinner, while_spinning};

/// Between two columns of a table.
const GAP: u16 = 2;

/// Prints one JSON document on many lines.
pub(crate) fn json(value: &impl Serialize) -> Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, value)?;
    end_line(out)
}

/// Prints one JSON document on one line.
pub(crate) fn json_line(value: &impl Serialize) -> Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    serde_json::to_writer(&mut out, value)?;
    end_line(out)
}

fn end_line(mut out: impl Write) -> Result<()> {
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Prints text as it is.
pub(crate) fn text(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a file of results.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("{}: can't be written", shown(path)))
}

/// Refuses to write to a file that is read, before anything is done.
pub(crate) fn refuse_to_overwrite<'p>(
    out: Option<&Path>,
    read: impl IntoIterator<Item = &'p PathBuf>,
) -> Result<()> {
    let Some((out, file)) = out.and_then(|out| Some((out, out.canonicalize().ok()?))) else {
        return Ok(());
    };
    if read.into_iter().any(|read| read.canonicalize().is_ok_and(|read| is_same(&read, &file))) {
        bail!("{}: this file is read and would be overwritten; name another one", shown(out));
    }
    Ok(())
}

/// Whether two names are of one file, be it by a hard link.
fn is_same(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let file = |path: &Path| std::fs::metadata(path).map(|file| (file.dev(), file.ino())).ok();
        if file(one).is_some_and(|one| Some(one) == file(other)) {
            return true;
        }
    }
    one == other
}

/// Says on standard error what is wrong; every line of the text is an error of its own.
pub(crate) fn error(text: &str) {
    let mut out = std::io::stderr().lock();
    for line in text.lines() {
        // Nobody is left to hear that nobody hears.
        let _ = writeln!(out, "error: {line}");
    }
}

/// Says on standard error what must not be overlooked.
pub(crate) fn warning(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "warning: {text}");
}

/// Says on standard error which results are lost duels of a bot that gave no legal answer.
pub(crate) fn warn_of_forfeits(forfeits: &[ForfeitReport]) {
    for forfeit in forfeits {
        warning(&forfeit.said);
    }
}

/// Shows on standard error an error that has its own form.
pub(crate) fn as_it_is(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Says on standard error what deserves attention without being wrong.
pub(crate) fn note(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "note: {text}");
}

/// A count with its noun.
pub(crate) fn count(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// How the cells of a column are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Lines of a table without frames, as wide as its content, with nothing behind the last column.
pub(crate) fn table<const N: usize>(
    columns: Option<[&str; N]>,
    alignment: [Align; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if let Some(columns) = columns {
        table.set_header(columns);
    }
    table.add_rows(rows);
    for (column, align) in table.column_iter_mut().zip(alignment) {
        column.set_padding((0, GAP));
        column.set_cell_alignment(match align {
            Align::Left => CellAlignment::Left,
            Align::Right => CellAlignment::Right,
        });
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Whether an error only says that the reader of our output has gone, as `head` does.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain();
    causes.any(|cause| {
        let direct = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>();
        let json = json.and_then(serde_json::Error::io_error_kind);
        [direct, json].contains(&Some(std::io::ErrorKind::BrokenPipe))
    })
}
