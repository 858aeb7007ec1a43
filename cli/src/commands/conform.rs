//! `duelfish conform`.

use anyhow::Result;
use duelfish_conform::Progress;

use crate::args::{ConformArgs, Format};
use crate::{Verdict, output};

pub(crate) fn run(args: &ConformArgs) -> Result<Verdict> {
    let bar = output::progress(args.files.len() as u64, "files");
    let report = duelfish_conform::run(&args.files, &mut |progress: &Progress<'_>| {
        bar.set_position(progress.files_done as u64);
        bar.set_message(format!("{} duels", progress.report.traces));
    });
    bar.finish_and_clear();
    match args.format {
        Format::Json => output::json(&report)?,
        Format::Table => output::text(&report.to_string())?,
    }
    Ok(if report.succeeded() { Verdict::Good } else { Verdict::Bad })
}
