//! Printing: tables and JSON, progress on a terminal, silence in a pipe.

use std::io::{IsTerminal, Write};

use anyhow::Result;
use comfy_table::{Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

/// Prints one JSON document.
pub(crate) fn json(value: &impl Serialize) -> Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Prints text as it is.
pub(crate) fn text(text: &str) -> Result<()> {
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

/// A table without frames, as wide as its content.
pub(crate) fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table
}

/// A progress bar on a terminal; hidden elsewhere.
pub(crate) fn progress(total: u64, what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {per_sec} eta {eta}");
    let bar = ProgressBar::new(total).with_message(what.to_owned());
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

/// Whether an error only says that the reader of our output has gone, as `head` does.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain();
    causes.any(|cause| {
        let direct = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let json =
            cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        [direct, json].contains(&Some(std::io::ErrorKind::BrokenPipe))
    })
}
