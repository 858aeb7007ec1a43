//! The page `docs/commands.md`, made from the command line's own description of itself.

use std::fmt::Write as _;

use clap::{Arg, Command, CommandFactory};
use duelfish_search::Spec;

use super::Cli;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/commands.md");

const HEAD: &str = "# Commands

<!-- Made by `UPDATE_DOCS=1 cargo test -p duelfish-cli reference`. -->

This page is made from the program's own help: `duelfish COMMAND --help` says the same, and `-h` says it in short.
`duelfish man DIR` writes it as manual pages, and `duelfish completions SHELL` completes commands and options.

A deck is a `.ydk` file as EDOPro writes them, or a `ydke://` URL. `--cards DIR` adds card files of your own
([first-card.md](first-card.md)). The same seed gives the same result on any number of threads.

";

const BOTS: &str = "## Bots

The options that name a bot take one of these words; options of the bot go behind a colon, separated by commas.
`random` chooses any legal action. `heuristic` follows rules of thumb, `greedy` follows these and tries each move once,
`planner` searches its turn by alpha-beta, and `mcts` searches a tree and judges positions by a network that knows cards. `mcts-1` is
the tree search of November 2026 without that network, kept as a yardstick. None of them sees a hidden card.
With `ms=N` a search lasts N milliseconds a choice by the clock, and can't be repeated by its seed; [bots.md](bots.md#time) says more.
[strength.md](strength.md) says how strong they are.

";

/// The whole page.
fn page() -> String {
    let mut root = Cli::command();
    root.build();
    let mut commands = Vec::new();
    leaves(&root, root.get_name(), &mut commands);
    let mut page = HEAD.to_owned();
    page += "| command | does |\n| --- | --- |\n";
    for (name, command) in &commands {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let anchor = name.replace(' ', "-");
        _ = writeln!(page, "| [`{name}`](#{anchor}) | {} |", cell(&about));
    }
    page += "\nEvery command takes this option too:\n\n";
    page += &table(root.get_arguments().filter(|arg| arg.is_global_set()));
    let after = root.get_after_help().map(ToString::to_string).unwrap_or_default();
    page += &format!("\n{}", with_fences(&after));
    page += BOTS;
    for bot in Spec::HELP.split(", ") {
        _ = writeln!(page, "- `{bot}`");
    }
    for (name, command) in &commands {
        page += &section(name, command);
    }
    page
}

/// The commands that do something, with the words that call them.
fn leaves<'a>(command: &'a Command, name: &str, found: &mut Vec<(String, &'a Command)>) {
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        let name = format!("{name} {}", inner.get_name());
        let does_something =
            !inner.has_subcommands() || inner.is_args_conflicts_with_subcommands_set();
        if does_something {
            found.push((name.clone(), inner));
        }
        leaves(inner, &name, found);
    }
}

/// The description, the examples and the options of one command.
fn section(name: &str, command: &Command) -> String {
    let mut text = format!("\n## {name}\n\n");
    let about = command.get_long_about().or_else(|| command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    for paragraph in about.split("\n\n") {
        text += &format!("{}\n\n", prose(&ended(paragraph)));
    }
    let usage = command.clone().render_usage().to_string();
    text += &format!("```text\n{}\n```\n\n", usage.trim_start_matches("Usage: "));
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    text += &with_fences(&after);
    text + &table(command.get_arguments().filter(|arg| !arg.is_global_set()))
}

/// A paragraph ends with a point.
fn ended(paragraph: &str) -> String {
    let text = paragraph.trim();
    if text.ends_with(['.', ':', '?']) { text.to_owned() } else { format!("{text}.") }
}

/// A help text, whose lines that stand in from the left are to be typed.
fn with_fences(help: &str) -> String {
    let mut text = String::new();
    let mut lines = help.lines().peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with("  ") {
            text += &format!("{}\n", prose(line));
            continue;
        }
        let is_shell = line.trim_start().starts_with("duelfish ");
        let blanks = line.len() - line.trim_start().len();
        text += if text.ends_with("\n\n") || text.is_empty() { "" } else { "\n" };
        text += if is_shell { "```sh\n" } else { "```text\n" };
        text += &format!("{}\n", line.trim_start());
        while let Some(next) = lines.next_if(|next| next.starts_with(&" ".repeat(blanks))) {
            text += &format!("{}\n", &next[blanks..]);
        }
        text += "```\n";
        text += if lines.peek().is_some_and(|next| next.is_empty()) { "" } else { "\n" };
    }
    format!("{}\n\n", text.trim())
}

/// A table of arguments and options.
fn table<'a>(arguments: impl Iterator<Item = &'a Arg>) -> String {
    let mut text = "| argument | meaning | default |\n| --- | --- | --- |\n".to_owned();
    let general = ["help", "version"];
    for arg in arguments.filter(|arg| !general.contains(&arg.get_id().as_str())) {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let mut help = cell(&help.replace(Spec::HELP, "[a bot](#bots)"));
        let values = arg.get_possible_values();
        if arg.get_action().takes_values() && !values.is_empty() {
            let value = |value: &clap::builder::PossibleValue| match value.get_help() {
                Some(help) => format!("`{}` ({})", value.get_name(), lower(&help.to_string())),
                None => format!("`{}`", value.get_name()),
            };
            let values: Vec<String> = values.iter().map(value).collect();
            help += &format!(": {}", cell(&values.join(", ")));
        }
        let defaults = arg.get_default_values().iter().map(|value| value.to_string_lossy());
        let default = match defaults.collect::<Vec<_>>().join(" ") {
            default if default.is_empty() || !arg.get_action().takes_values() => String::new(),
            default => format!("`{default}`"),
        };
        text += &format!("| `{}` | {help} | {default} |\n", called(arg).replace('|', "\\|"));
    }
    text
}

/// The words of an argument as they are typed.
fn called(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let names: Vec<&str> = names.iter().map(clap::builder::Str::as_str).collect();
    let short = arg.get_short().map(|short| format!("-{short}"));
    let long = arg.get_long().map(|long| format!("--{long}"));
    let mut words: Vec<String> = short.into_iter().chain(long).collect();
    let flag = words.join(", ");
    words.clear();
    words.extend((!flag.is_empty()).then_some(flag));
    if arg.get_action().takes_values() {
        words.push(names.join(" "));
        if arg.get_num_args().is_some_and(|range| range.max_values() > names.len()) {
            words.push("...".into());
        }
    }
    words.join(" ")
}

/// A text with a small letter first, unless a word of capitals begins it.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.as_str()) {
        (Some(first), rest) if rest.starts_with(|c: char| !c.is_uppercase()) => {
            format!("{}{rest}", first.to_lowercase())
        }
        _ => text.to_owned(),
    }
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    prose(text).replace('|', "\\|").replace('\n', " ")
}

/// A text outside of code: pages that it names are linked, options stand in backticks, and signs of Markdown are
/// meant as they are.
fn prose(text: &str) -> String {
    let mut made = String::new();
    for (at, part) in text.split('`').enumerate() {
        // Every second part stands in backticks already.
        if at % 2 == 1 {
            made += &format!("`{part}`");
        } else {
            part.split_inclusive([' ', '\n']).for_each(|word| made += &as_markdown(word));
        }
    }
    made
}

/// One word of such a text, with the blank behind it.
fn as_markdown(word: &str) -> String {
    let part = |c: char| c.is_ascii_alphanumeric() || "-_/.".contains(c);
    let bare = word.trim_matches(|c| !part(c)).trim_end_matches('.');
    let made = match bare {
        option if option.starts_with("--") => format!("`{option}`"),
        page if page.starts_with("docs/") && page.ends_with(".md") => {
            format!("[{page}]({})", page.trim_start_matches("docs/"))
        }
        _ => return word.replace('*', "\\*").replace('<', "&lt;"),
    };
    word.replacen(bare, &made, 1)
}

#[test]
fn the_page_of_commands_is_what_the_program_says() {
    let made = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(PAGE, &made).unwrap();
    }
    let page = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(page == made, "docs/commands.md is old: run this test with UPDATE_DOCS=1");
}
