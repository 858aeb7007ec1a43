//! `duelfish conform`.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::{Error, Result, anyhow};
use duelfish_conform::{ConformProgress, ConformReport, Extent, FileError, RecordedCards};
use serde::Serialize;

use crate::args::{ConformArgs, Format};
use crate::{ExitVerdict, input, interrupt, output};

/// The report as it is printed.
#[derive(Debug, Serialize)]
struct PrintedConform<'r> {
    #[serde(flatten)]
    report: &'r ConformReport,
    /// The report is about the duels before Ctrl-C.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

pub(crate) fn run(args: &ConformArgs) -> Result<ExitVerdict> {
    // A table that can't be read must not cost a long run.
    let noted = args.shown.as_deref().map(|path| Ok::<_, Error>((path, table(path)?)));
    let noted = noted.transpose()?;
    let stop = interrupt::flag()?;
    let spinner = output::spinner("reading");
    let mut interrupted = false;
    let extent = if args.as_far_as_possible { Extent::AsFarAsPossible } else { Extent::Whole };
    let report =
        duelfish_conform::run(&args.files, extent, &mut |progress: &ConformProgress<'_>| {
            let ConformProgress { file, files_done, files, report } = progress;
            let duels = output::count(report.traces as usize, "duel");
            spinner.set_message(format!("{duels}, file {} of {files}: {file}", files_done + 1));
            interrupted = stop.load(Ordering::Relaxed);
            if interrupted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    spinner.finish_and_clear();
    print(&report, interrupted, args.format)?;
    if let Some((path, mut table)) = noted {
        table.note(&report);
        output::write(path, table.to_string().as_bytes())?;
    }
    Ok(match report.succeeded() {
        _ if interrupted => ExitVerdict::Interrupted,
        true => ExitVerdict::Good,
        false => ExitVerdict::Bad,
    })
}

/// The table of shown cards in a file; an empty one if there is no file yet.
fn table(path: &Path) -> Result<RecordedCards> {
    if !path.exists() {
        return Ok(RecordedCards::default());
    }
    RecordedCards::read(&input::text(path)?)
        .map_err(|error| anyhow!("{}: {error}", input::shown(path)))
}

/// The report goes to standard output; faults of files go to standard error too.
fn print(report: &ConformReport, interrupted: bool, format: Format) -> Result<()> {
    for FileError { file, line, what } in &report.errors {
        let line = if *line == 0 { String::new() } else { format!(":{line}") };
        output::error(&format!("{file}{line}: {what}"));
    }
    if report.errors_left_out > 0 {
        output::error(&format!("and {} errors more", report.errors_left_out));
    }
    if format == Format::Json {
        return output::json(&PrintedConform { report, interrupted });
    }
    if report.traces > 0 {
        let without_errors =
            ConformReport { errors: Vec::new(), errors_left_out: 0, ..report.clone() };
        output::text(&without_errors.to_string())?;
    }
    if interrupted {
        output::text("interrupted: the numbers are about the duels before that\n")?;
    }
    Ok(())
}
