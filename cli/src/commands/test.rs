//! `duelfish test`.

use anyhow::Result;
use duelfish_engine::duel_test::check;
use serde::Serialize;

use crate::args::{Format, TestArgs};
use crate::{Verdict, input, output};

#[derive(Debug, Default, Serialize)]
struct Tested {
    tests: usize,
    failures: Vec<Failed>,
}

#[derive(Debug, Serialize)]
struct Failed {
    file: String,
    line: usize,
    name: String,
    what: String,
}

pub(crate) fn run(args: &TestArgs) -> Result<Verdict> {
    let cards = &*args.own.catalogue()?;
    let mut tested = Tested::default();
    for file in &args.files {
        let text = input::text(file)?;
        let checked = check(&text, &input::shown(file), cards);
        if checked.tests == 0 {
            anyhow::bail!("{}: there is no `test` in it", input::shown(file));
        }
        tested.tests += checked.tests;
        tested.failures.extend(checked.failures.into_iter().map(|failure| Failed {
            file: failure.file,
            line: failure.line,
            name: failure.name,
            what: failure.what,
        }));
    }
    if args.format == Format::Json {
        output::json(&tested)?;
    } else {
        let mut text = String::new();
        for Failed { file, line, name, what } in &tested.failures {
            text += &format!("{file}:{line}: {name}: {what}\n");
        }
        text += &format!("{} tests, {} failed\n", tested.tests, tested.failures.len());
        output::text(&text)?;
    }
    Ok(if tested.failures.is_empty() { Verdict::Good } else { Verdict::Bad })
}
