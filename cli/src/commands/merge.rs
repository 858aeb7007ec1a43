//! `duelfish merge`.

use anyhow::Result;
use duelfish_arena::merge;

use super::sprt;
use crate::args::{Format, MergeArgs};
use crate::{Verdict, output, report};

pub(crate) fn run(args: &MergeArgs) -> Result<Verdict> {
    let joined = output::while_spinning("joining", || merge(&args.records, args.out.as_deref()))?;
    let report = joined.report;
    if !joined.note.is_empty() {
        output::warning(&joined.note);
    }
    match args.format {
        Format::Json => output::json(&report)?,
        Format::Table if report.sprt.is_some() => output::text(&report::sprt_table(&report))?,
        Format::Table => output::text(&report::match_table(&report, [""; 2]))?,
    }
    Ok(sprt::verdict(&report))
}
