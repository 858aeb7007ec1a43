//! `duelfish report`.

use std::path::Path;

use anyhow::{Result, bail};

use crate::args::ReportArgs;
use crate::page::{self, Results, SCHEMA};
use crate::{ExitVerdict, input, output};

pub(crate) fn run(args: &ReportArgs) -> Result<ExitVerdict> {
    output::refuse_to_overwrite(args.out.as_deref(), &args.results)?;
    let mut results = Vec::new();
    for path in &args.results {
        let name = path.file_name().unwrap_or(path.as_os_str());
        results.push((input::shown(Path::new(name)), read(path)?));
    }
    of_one_engine(&results)?;
    let page = page::page(&results);
    match &args.out {
        None => output::text(&page)?,
        Some(out) => output::write(out, page.as_bytes())?,
    }
    Ok(ExitVerdict::Good)
}

/// Numbers of engines that play differently don't belong on one page.
fn of_one_engine(results: &[(String, Results)]) -> Result<()> {
    let Some(((first, of_first), others)) = results.split_first() else { return Ok(()) };
    for (other, of_other) in others {
        if of_other.engine() != of_first.engine() {
            bail!(
                "{other}: played by engine {}, but {first} by {}; make a page of each, or play one again",
                named(of_other),
                named(of_first)
            );
        }
    }
    Ok(())
}

fn named(results: &Results) -> &str {
    if results.engine().is_empty() { "unknown" } else { results.engine() }
}

fn read(path: &Path) -> Result<Results> {
    let shown = input::shown(path);
    let text = input::results(path)?;
    let json: serde_json::Value = match serde_json::from_str(&text) {
        Ok(json) => json,
        Err(error) => bail!(
            "{shown}:{}: this is no JSON; write results with --format json of match, sprt, tournament or compare",
            error.line()
        ),
    };
    let Ok(results) = serde_json::from_value::<Results>(json) else {
        bail!(
            "{shown}: these are no results of match, sprt, tournament or compare (--format json)"
        );
    };
    if results.schema() != SCHEMA {
        bail!(
            "{shown}: results of schema {} and not {SCHEMA}; use the version of Duelfish that wrote them",
            results.schema()
        );
    }
    Ok(results)
}
