//! `duelfish suite`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::{Result, bail};
use duelfish_arena::suite::{
    BoardsReport, BotScore, GivenAnswer, RightShare, SuiteQuestion, SuiteReport, SuiteSpec,
    SuiteWatch, ask, find_boards,
};
use duelfish_engine::Catalogue;

use crate::args::{Format, SuiteArgs};
use crate::output::Align::{Left, Right};
use crate::{ExitVerdict, input, interrupt, output};

/// How names of files of questions end.
const ENDING: &str = "suite";

pub(crate) fn run(args: &SuiteArgs) -> Result<ExitVerdict> {
    let cards = args.own.catalogue()?;
    let spec = SuiteSpec {
        questions: questions(&cards, &args.files)?,
        bots: args.bots.clone(),
        seed: args.seed,
        seeds: args.seeds,
        threads: args.threads.map_or(0, usize::from),
    };
    if let Some(nodes) = args.find {
        return find(args, &cards, &spec, nodes);
    }
    let stop = interrupt::flag()?;
    let bar = output::progress(spec.count(), "answers");
    let watch = SuiteWatch { stop: &stop, progress: &|given| bar.set_position(given) };
    let report = ask(&cards, &spec, watch);
    bar.finish_and_clear();
    let report = report?;
    match args.format {
        Format::Json => output::json(&report)?,
        Format::Table => output::text(&table(&report, &spec.questions, args.list))?,
    }
    if report.interrupted {
        output::warning("interrupted: the numbers are about the answers that were given before");
        return Ok(ExitVerdict::Interrupted);
    }
    Ok(ExitVerdict::Good)
}

/// Searches for the boards that the questions ask for.
fn find(args: &SuiteArgs, cards: &Catalogue, spec: &SuiteSpec, nodes: u64) -> Result<ExitVerdict> {
    let count = spec.questions.iter().filter(|question| question.board.is_some()).count();
    if count == 0 {
        bail!(
            "no question of these files asks for a board; name search/suite/boards-plants.suite, say"
        );
    }
    let stop = interrupt::flag()?;
    let bar = output::progress(count as u64, "boards");
    let watch = SuiteWatch { stop: &stop, progress: &|more| bar.inc(more) };
    let report = find_boards(cards, spec, nodes, watch);
    bar.finish_and_clear();
    let report = report?;
    match args.format {
        Format::Json => output::json(&report)?,
        Format::Table => output::text(&boards_table(&report, args.list))?,
    }
    if report.interrupted {
        output::warning("interrupted: the boards that were not searched for are left out");
        return Ok(ExitVerdict::Interrupted);
    }
    Ok(ExitVerdict::Good)
}

/// The boards that were searched for, for people.
fn boards_table(report: &BoardsReport, with_lines: bool) -> String {
    let asked = output::count(report.boards.len(), "board");
    let (engine, found, limit) = (report.engine, report.found, report.limit);
    let mut text =
        format!("engine {engine}, {asked}, {found} found, at most {limit} decisions each\n\n");
    let rows = report.boards.iter().map(|board| {
        let verdict = if board.found { "found" } else { "not found" };
        [board.question.clone(), verdict.to_owned(), board.nodes.to_string()]
    });
    text += &output::table(Some(["board", "", "decisions"]), [Left, Left, Right], rows);
    for board in report.boards.iter().filter(|board| with_lines && board.found) {
        text += &format!("\n{}\n", board.question);
        text.extend(board.actions.iter().map(|action| format!("  {action}\n")));
    }
    text
}

/// The questions of files and of directories of them. No two have the same name.
fn questions(cards: &Catalogue, paths: &[PathBuf]) -> Result<Vec<SuiteQuestion>> {
    let mut files = BTreeSet::new();
    for path in paths {
        let mut here = BTreeSet::new();
        input::gather(path, ENDING, true, &mut here)?;
        if here.is_empty() {
            let shown = input::shown(path);
            bail!("{shown}: there is no file of questions (.{ENDING}) in this directory");
        }
        files.extend(here);
    }
    let mut all = Vec::new();
    let mut places = BTreeMap::new();
    for file in &files {
        let name = input::shown(file);
        for question in SuiteQuestion::parse_all(&input::text(file)?, &name, cards)? {
            let place = format!("{name}:{}", question.line);
            if let Some(before) = places.insert(question.name.clone(), place.clone()) {
                let name = &question.name;
                bail!(
                    "{place}: {before} has a question `{name}` too; give one of them another name"
                );
            }
            all.push(question);
        }
    }
    Ok(all)
}

/// The report for people.
fn table(report: &SuiteReport, questions: &[SuiteQuestion], with_list: bool) -> String {
    let (count, seeds) = (output::count(report.questions, "question"), report.seeds);
    let asked = if seeds > 1 { format!(", each asked {seeds} times") } else { String::new() };
    let mut text = format!("engine {}, {count}{asked}, seed {}\n", report.engine, report.seed);
    for bot in &report.bots {
        text += &format!("\n{}", bot_table(bot));
        if bot.timed {
            text +=
                "another run with this seed may go otherwise: the bot thinks for a given time\n";
        }
        if with_list {
            text += &format!("\n{}", list(bot, questions, report.seeds));
        }
    }
    text
}

fn bot_table(bot: &BotScore) -> String {
    let row = |name: &str, score: &RightShare| {
        let [low, high] = score.interval.map(percent);
        let right = format!("{}/{}", score.right, score.asked);
        [name.to_owned(), right, percent(score.share), format!("{low} - {high}")]
    };
    let whole = std::iter::once(row("all", &bot.all));
    let rows = whole.chain(bot.classes.iter().map(|one| row(one.class, &one.score)));
    let columns = [bot.bot.as_str(), "right", "share", "95% interval"];
    output::table(Some(columns), [Left, Right, Right, Right], rows)
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// Every answer of a bot, those to one question on one line.
fn list(bot: &BotScore, questions: &[SuiteQuestion], seeds: u64) -> String {
    let line = |question: &SuiteQuestion| {
        let is_its =
            |answer: &&GivenAnswer| (&answer.file, answer.line) == (&question.file, question.line);
        let answers: Vec<&GivenAnswer> = bot.answers.iter().filter(is_its).collect();
        let right = answers.iter().filter(|answer| answer.right).count();
        let verdict = match (seeds, right) {
            (1, 0) => "wrong".to_owned(),
            (1, _) => "right".to_owned(),
            _ => format!("{right}/{} right", answers.len()),
        };
        let mut played: Vec<&str> = answers.iter().map(|answer| answer.played.as_str()).collect();
        played.sort_unstable();
        played.dedup();
        (!answers.is_empty()).then(|| [verdict, question.name.clone(), played.join("; ")])
    };
    let rows = questions.iter().filter_map(line);
    output::table::<3>(None, [Left, Left, Left], rows)
}
