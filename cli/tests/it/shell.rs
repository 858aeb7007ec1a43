//! `duelfish completions` and `duelfish man` know every command.

use crate::common::{Files, duelfish, run};

/// Every command as it is called, from the help of the program.
fn commands() -> Vec<String> {
    let of = |command: &str| -> Vec<String> {
        let help = duelfish(&format!("{command} --help")).out;
        let list = help.split("Commands:\n").nth(1).unwrap_or_default();
        let lines = list.lines().take_while(|line| !line.is_empty());
        // What a command does may go on below it, deeper than a name stands.
        let names =
            lines.filter_map(|line| line.strip_prefix("  ")).filter(|l| !l.starts_with(' '));
        let names = names.filter_map(|line| line.split_whitespace().next());
        names.filter(|name| *name != "help").map(|name| format!("{command} {name}")).collect()
    };
    let commands = of("");
    let inner: Vec<String> = commands.iter().flat_map(|command| of(command)).collect();
    let all: Vec<String> = commands.into_iter().chain(inner).collect();
    assert!(all.len() > 20 && all.contains(&" deck check".to_owned()), "{all:?}");
    all
}

#[test]
fn every_shell_completes_every_command() {
    let commands = commands();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let said = run(["completions", shell]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{shell}");
        for command in &commands {
            let name = command.split(' ').next_back().unwrap();
            assert!(said.out.contains(name), "{shell} does not know {name}");
        }
        for option in ["by-turn", "threads", "format"] {
            assert!(said.out.contains(option), "{shell} does not know {option}");
        }
    }
    let said = run(["completions", "tcsh"]);
    assert!(said.code == 2 && said.error().contains("bash, elvish, fish"), "{}", said.err);
}

#[test]
fn every_command_has_a_page_with_its_examples() {
    let files = Files::new();
    let pages = files.path().join("new").join("man1");
    let said = run(["man".as_ref(), pages.as_os_str()]);
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "", ""));
    let commands = commands();
    for command in commands.iter().map(String::as_str).chain([""]) {
        let name = format!("duelfish{}.1", command.replace(' ', "-"));
        let page = std::fs::read_to_string(pages.join(&name))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{page}");
        // Pages write a hyphen as `\-`, so that it can be copied.
        let page = page.replace("\\-", "-");
        assert!(
            page.contains("Example:") && page.contains(&format!("duelfish{command}")),
            "{page}"
        );
    }
    let written = std::fs::read_dir(&pages).unwrap().count();
    assert_eq!(written, commands.len() + 1);
    // A second time they are written anew.
    assert_eq!(run(["man".as_ref(), pages.as_os_str()]).code, 0);

    let file = files.write("file", "");
    let said = run(["man".as_ref(), file.as_os_str()]);
    assert!(said.code == 2 && said.error().contains("choose another directory"), "{}", said.err);
}
