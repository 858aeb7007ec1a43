//! `duelfish play`: duels of a person, who types into standard input here.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{Files, Said, duelfish, program, run, said};

const DECKS: [&str; 3] = ["decks/starter/yugi.ydk", "--vs", "decks/starter/kaiba.ydk"];
const JAR_OF_GREED: u32 = 83_968_380;
/// More choices than a duel has.
const MANY: usize = 3000;

/// A new duel with these options, in which somebody types these lines.
fn play(options: &str, typed: &[&str]) -> Said {
    typing(["play"].into_iter().chain(DECKS).chain(options.split_whitespace()), typed)
}

fn typing<'a>(args: impl IntoIterator<Item = &'a str>, typed: &[&str]) -> Said {
    let lines: String = typed.iter().map(|line| format!("{line}\n")).collect();
    said(program(args).write_stdin(lines).output().expect("the program starts"))
}

/// What was shown after each line that was typed; first what was shown before all of them.
fn screens(said: &Said) -> Vec<&str> {
    let mut parts = said.out.split("\n> ");
    let first = parts.next().and_then(|begin| begin.split_once("\n\n")).expect("a heading");
    std::iter::once(first.1)
        .chain(parts.map(|part| part.split_once('\n').expect("what was typed is shown").1))
        .map(|screen| screen.trim_start_matches('\n'))
        .collect()
}

fn path(files: &Files, name: &str) -> String {
    files.path().join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_duel_is_played_to_its_end() {
    for bot in ["greedy", "mcts:iters=10", "random"] {
        let options = format!("--bot {bot} --seed 3");
        let first = play(&options, &vec!["1"; MANY]);
        assert_eq!((first.code, first.err.as_str()), (0, ""), "{bot}");
        let end = first.out.trim_end().lines().last().unwrap();
        let ends = ["You win", "The bot wins", "The duel is a draw"];
        assert!(ends.iter().any(|words| end.starts_with(words)), "{bot}: {end}");
        // The same seed and the same choices are the same duel.
        assert_eq!(first.out, play(&options, &vec!["1"; MANY]).out, "{bot}");
        let long = first.out.lines().find(|line| line.chars().count() > 79);
        assert!(long.is_none_or(|line| line.starts_with("You with")), "{long:?}");
    }
}

#[test]
fn seed_and_options_say_who_goes_first() {
    for (options, first) in [("--first me", "You go first"), ("--first bot", "The bot goes first")]
    {
        assert!(play(&format!("--bot heuristic {options}"), &["quit"]).out.contains(first));
    }
    let heads = (0..20).filter(|seed| {
        let said = play(&format!("--bot heuristic --seed {seed}"), &["quit"]);
        said.out.contains("You go first")
    });
    assert!((1..20).contains(&heads.count()));
    // Without a seed it takes one that it tells.
    let said = play("--bot heuristic", &["quit"]);
    let seed = said.out.split("seed ").nth(1).unwrap().split('.').next().unwrap();
    assert_eq!(play(&format!("--bot heuristic --seed {seed}"), &["quit"]).out, said.out);
}

#[test]
fn undo_leads_to_the_same_screen() {
    let typed = ["1", "undo", "1", "1", "undo", "undo", "undo"];
    let said = play("--bot mcts:iters=10 --seed 5", &typed);
    let shown = screens(&said);
    assert_ne!(shown[0], shown[1]);
    assert_eq!(shown[0], shown[2]);
    assert_eq!(shown[1], shown[3]);
    assert_ne!(shown[3], shown[4]);
    assert_eq!(shown[3], shown[5]);
    assert_eq!(shown[0], shown[6]);
    assert!(shown[7].starts_with("This is your first choice"), "{}", shown[7]);
    // Turns of the bot are taken back too, and come again as they were.
    let end = ["end", "undo", "end"];
    let said = play("--bot mcts:iters=10 --seed 5", &end);
    let shown = screens(&said);
    assert!(shown[1].contains("Turn 4, your turn") || shown[1].contains("the bot's turn"));
    assert_eq!((shown[0], shown[1]), (shown[2], shown[3]));
}

#[test]
fn skip_passes_where_nothing_happens() {
    let files = Files::new();
    let mut cards = crate::common::passcodes("normal4");
    cards.truncate(37);
    cards.extend([JAR_OF_GREED; 3]);
    let deck = files.deck("jar.ydk", &cards);
    let deck = deck.to_str().unwrap();
    let mut saved = 0;
    for seed in 0..8 {
        // The Trap that is Set could be used at every moment of the bot's turn.
        let reach_own_turn = |word: &str| {
            let args = ["play", deck, "--vs", deck, "--bot", "greedy", "--first", "me", "--seed"];
            let mut typed = vec!["set Jar of Greed", "end"];
            typed.extend([word; 30]);
            let seed = seed.to_string();
            let said = typing(args.into_iter().chain([seed.as_str()]), &typed);
            let shown = screens(&said);
            shown[0].contains("Jar of Greed (Trap)").then(|| {
                let at = shown.iter().position(|screen| screen.contains("Turn 3, your turn, Main"));
                let at = at.expect("the bot's turn ends");
                (at, shown[at].split_once("Turn 3, your turn, Main").unwrap().1.to_owned())
            })
        };
        let (Some(passed), Some(skipped)) = (reach_own_turn("pass"), reach_own_turn("skip")) else {
            continue;
        };
        assert_eq!(passed.1, skipped.1);
        assert!(skipped.0 <= passed.0);
        saved += passed.0 - skipped.0;
    }
    assert!(saved > 2, "{saved}");
    let said = play("--bot heuristic --seed 1", &["skip"]);
    assert_eq!(screens(&said)[1].lines().next(), Some("There is nothing to pass here."));
}

#[test]
fn a_saved_duel_goes_on_as_if_it_had_not_been_left() {
    let files = Files::new();
    let file = path(&files, "my.duel");
    let options = "--bot mcts:iters=10 --seed 8";
    let all = play(options, &["1"; 40]);
    let whole = screens(&all);
    // It is left where the whole table was shown.
    let at = (6..20).find(|at| whole[*at].contains("Turn ")).expect("something changes");
    let typed: Vec<&str> = std::iter::repeat_n("1", at).chain(["quit"]).collect();
    let left = play(&format!("{options} --save {file}"), &typed);
    assert_eq!((left.code, left.err.as_str()), (0, ""));
    assert!(left.out.contains(&format!("duelfish play --resume {file}")), "{}", left.out);
    assert_eq!(screens(&left)[..at], whole[..at]);
    let resumed = typing(["play", "--resume", &file], &["1"; 10]);
    // It ended with the input, and not by itself.
    assert_eq!((resumed.code, resumed.err.as_str()), (1, ""));
    assert_eq!(screens(&resumed)[..10], whole[at..at + 10]);
    // Undo goes back behind the moment in which it was left.
    let back = typing(["play", "--resume", &file], &["undo", "log"]);
    assert_eq!(back.code, 1);
    assert!(screens(&back)[2].contains("Turn 1, "));
}

#[test]
fn files_that_are_no_saved_duels() {
    let files = Files::new();
    let file = path(&files, "my.duel");
    let begin =
        |more: &str| play(&format!("--bot heuristic --seed 1 --save {file}{more}"), &["quit"]);
    assert_eq!(begin("").code, 0);
    let twice = begin("");
    assert_eq!(twice.code, 2);
    assert!(twice.error().contains("exists already; --resume"), "{}", twice.err);
    let refused = |name: &str, says: &str| {
        let said = typing(["play", "--resume", &path(&files, name)], &[]);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.error().contains(name) && said.error().contains(says), "{}", said.err);
    };
    refused("nowhere", "there is no such file");
    files.write("foreign", "#main\n1\n");
    refused("foreign", "no saved duel");
    let bytes = std::fs::read(&file).unwrap();
    files.write("short", &bytes[..bytes.len() - 3]);
    refused("short", "cut off");
    files.write("shorter", &bytes[..40]);
    refused("shorter", "header");
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    files.write("damaged", damaged);
    refused("damaged", "damaged at byte");
    let of_bots = path(&files, "bots");
    let deck = DECKS[0];
    assert_eq!(run(["match", deck, deck, "--games", "1", "--record", &of_bots]).code, 0);
    refused("bots", "between bots");
    let over = path(&files, "over");
    play(&format!("--bot heuristic --seed 1 --save {over}"), &["concede"]);
    refused("over", "this duel is over (P");
    let both = typing(["play", deck, "--resume", &file], &[]);
    assert_eq!(both.code, 2);
    assert!(both.error().contains("cannot be used with"), "{}", both.err);
}

#[test]
fn other_commands_read_saved_duels() {
    let files = Files::new();
    let file = path(&files, "whole.duel");
    let whole = play(&format!("--bot heuristic --seed 3 --save {file}"), &vec!["1"; MANY]);
    assert_eq!(whole.code, 0);
    let check = duelfish(&format!("replay {file} --check"));
    assert_eq!((check.code, check.out.as_str()), (0, "1 duels play as they were recorded\n"));
    let listed = duelfish(&format!("replay {file} --format json")).json();
    let won = whole.out.contains("\nYou win");
    assert_eq!(listed[0]["winner"], if won { "A" } else { "B" });
    let said = duelfish(&format!("analyze {file} --duel 0 --decision 4 --bot mcts:iters=20"));
    assert_eq!((said.code, said.err.as_str()), (0, ""));

    // Duels that were left or given up are read as well, but belong to no run.
    for (line, ended) in [("quit", "not over"), ("concede", "P1 concedes")] {
        let file = path(&files, line);
        let typed = ["1", "1", line];
        play(&format!("--bot heuristic --seed 3 --first me --save {file}"), &typed);
        assert_eq!(duelfish(&format!("replay {file} --check")).code, 0);
        let listed = duelfish(&format!("replay {file} --format json")).json();
        assert_eq!(listed[0]["ended"], ended);
        assert_eq!(listed[0]["winner"].as_str(), (line == "concede").then_some("B"));
        let merged = duelfish(&format!("merge {file}"));
        assert_eq!(merged.code, 2);
        assert!(merged.error().contains("left before its end"), "{}", merged.err);
    }
}

#[test]
fn a_hint_has_reasons() {
    let said = play("--bot mcts:iters=60 --seed 5", &["hint", "hint"]);
    let shown = screens(&said);
    assert!(shown[1].starts_with("mcts:iters=60 would choose: "), "{}", shown[1]);
    let rows = shown[1].lines().skip(2).take_while(|line| line.contains('%'));
    let visits: Vec<u32> =
        rows.map(|row| row.split_whitespace().last().unwrap().parse().unwrap()).collect();
    assert!(visits[1..].is_sorted_by(|a, b| a >= b) && visits[0] > 0, "{visits:?}");
    // The number is that of the same choice in the list above.
    let best = shown[1].split(": ").nth(1).unwrap();
    let number = best.split(' ').next().unwrap();
    assert!(shown[0].contains(&format!(" {number} ")), "{best}");
    assert_eq!(shown[1], shown[2].trim_end_matches("\n> "));
    let said = play("--bot heuristic --seed 5", &["hint"]);
    assert!(screens(&said)[1].contains("By a rule of thumb: "), "{}", said.out);
}

#[test]
fn cards_and_commands_are_explained() {
    let typed = [
        "?",
        "? 1",
        "?sangan",
        "? dark magician",
        "? zzz",
        "? 99",
        "? m1",
        "piles",
        "log",
        "why battle",
    ];
    let said = play("--bot heuristic --seed 5", &typed);
    let shown = screens(&said);
    for command in ["undo", "hint", "log", "save", "quit", "concede", "why", "piles"] {
        assert!(shown[1].contains(command), "{command}");
    }
    assert!(shown[2].contains("Monster\n"), "{}", shown[2]);
    assert!(shown[3].contains("Sangan (26202165)") && shown[3].contains("Level 3"));
    assert!(shown[4].contains("Dark Magician (46986414)"), "{}", shown[4]);
    assert!(shown[5].starts_with("No card has `zzz`"), "{}", shown[5]);
    assert!(!shown[6].is_empty());
    assert!(shown[7].starts_with("There is no card"), "{}", shown[7]);
    assert!(shown[8].contains("Your Graveyard"), "{}", shown[8]);
    assert!(shown[9].contains("-- Turn 1, "), "{}", shown[9]);
    assert!(shown[10].starts_with("Legal: "), "{}", shown[10]);
    assert!(!shown[10].contains("P1") && !shown[10].contains("P2"), "{}", shown[10]);
}

#[test]
fn what_cannot_be_done_is_said_in_one_line_and_asked_again() {
    let typed =
        ["0", "99", "dance", "summon Summoned Skull", "attack M1 direct", "attack", "-1", "1 2"];
    let said = play("--bot heuristic --seed 5 --first me", &typed);
    for (screen, typed) in screens(&said)[1..].iter().zip(typed) {
        let screen = screen.split("\n\n").next().unwrap();
        assert!(screen.trim_end().lines().count() <= 2, "{typed}: {screen}");
        assert!(!screen.contains("Deck "), "{typed}: {screen}");
    }
    let shown = screens(&said);
    assert!(shown[1].starts_with("Type a number from 1 to "), "{}", shown[1]);
    assert!(shown[3].starts_with("`dance` is nothing to do here"), "{}", shown[3]);
    assert!(shown[4].starts_with("Not legal: "), "{}", shown[4]);
    assert_eq!(said.code, 1);
}

#[test]
fn what_cannot_be_begun_is_said_in_one_line() {
    let files = Files::new();
    let short = files.deck("short.ydk", &[1]);
    let [mine, _, other] = DECKS;
    let short = short.to_str().unwrap();
    for (args, says) in [
        (vec![mine, "--vs", other, "--bot", "gready"], "there is no bot `gready`"),
        (vec![mine, "--vs", other, "--bot", "mcts:iters=0"], "iters"),
        (vec![mine, "--vs", other, "--bot", "planner:nodes=0"], "nodes"),
        (vec![mine, "--vs", other, "--rules", "mr9"], "there is no such preset"),
        (vec![mine, "--vs", other, "--first", "you"], "me, bot, random"),
        (vec![mine, "--vs", other, "--seed", "-1"], "whole number"),
        (vec![mine, "--vs", short], "short.ydk"),
        (vec!["nowhere.ydk", "--vs", other], "nowhere.ydk: there is no such file"),
        (vec![mine], "--vs"),
        (vec![], "--vs"),
        (vec![mine, "--vs", other, "--save", "no/such/directory/x"], "no/such/directory/x"),
    ] {
        let said = typing(["play"].into_iter().chain(args.iter().copied()), &[]);
        assert_eq!(said.code, 2, "{args:?}: {}", said.out);
        assert!(said.err.lines().next().unwrap().contains(says), "{args:?}: {}", said.err);
        assert!(!said.err.contains("panicked"));
    }
}

#[test]
fn the_end_of_the_input_ends_the_duel_and_keeps_it() {
    let files = Files::new();
    let said = play("--bot heuristic --seed 4", &["1"]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert!(said.out.contains("The duel is not saved") && said.out.contains("--seed 4"));
    let file = path(&files, "kept");
    let said = play(&format!("--bot heuristic --seed 4 --save {file}"), &["1"]);
    assert_eq!(said.code, 1);
    assert!(said.out.ends_with(&format!("duelfish play --resume {file}\n")), "{}", said.out);
    assert!(Path::new(&file).exists());
    // A duel is kept from the moment in which a file is named.
    let file = path(&files, "later");
    let said = play("--bot heuristic --seed 4", &["save", &format!("save {file}"), "1", "quit"]);
    assert!(screens(&said)[1].starts_with("Where to?"), "{}", said.out);
    let listed = duelfish(&format!("replay {file} --format json")).json();
    assert!(listed[0]["decisions"].as_u64().unwrap() > 0);
    let said = play("--bot heuristic --seed 4", &[&format!("save {file}")]);
    assert!(said.out.contains("exists already"), "{}", said.out);
}

/// Names in the lines of a log that shows everything, with what shows them to the other player.
fn shown_names(events: &[String], drawn: &BTreeSet<String>, bot: &str) -> BTreeSet<String> {
    let secret = |event: &str, name: &str| {
        event == format!("{bot} draws {name}")
            || event == format!("set {name}")
            || event.starts_with(&format!("move {name} {bot} deck -> {bot} hand"))
            || (event.starts_with(&format!("move {name} {bot} hand")) && event.ends_with("to set"))
    };
    let is_shown = |name: &&String| {
        events.iter().any(|event| event.contains(name.as_str()) && !secret(event, name))
    };
    drawn.iter().filter(is_shown).cloned().collect()
}

#[test]
fn nothing_hidden_is_printed() {
    let files = Files::new();
    let mut hidden = 0;
    for seed in 0..8 {
        let file = path(&files, &format!("{seed}"));
        let mut typed = vec!["1"; 25];
        typed.extend(["log", "piles", "hint", "?", "quit"]);
        let said = play(&format!("--bot heuristic --seed {seed} --save {file}"), &typed);
        let exported = duelfish(&format!("replay {file} 0 --export json")).json();
        let lines = |value: &serde_json::Value| -> Vec<String> {
            let lines = value.as_array().unwrap().iter();
            lines.map(|line| line.as_str().unwrap().to_owned()).collect()
        };
        let mut events = lines(&exported["begin"]);
        for step in exported["steps"].as_array().unwrap() {
            events.extend(lines(&step["events"]));
        }
        let bot_is_first = said.out.contains("The bot goes first");
        let (me, bot) = if bot_is_first { ("P2", "P1") } else { ("P1", "P2") };
        let drawn_by = |player: &str| -> BTreeSet<String> {
            let head = format!("{player} draws ");
            events.iter().filter_map(|event| event.strip_prefix(&head)).map(str::to_owned).collect()
        };
        let drawn = drawn_by(bot);
        let seen = shown_names(&events, &drawn, bot);
        for name in drawn.difference(&seen) {
            // A name may stand in another one.
            let mine = drawn_by(me);
            if mine.iter().chain(&seen).any(|other| other.contains(name.as_str())) {
                continue;
            }
            hidden += 1;
            assert!(!said.out.contains(name.as_str()), "seed {seed} shows {name}:\n{}", said.out);
        }
    }
    assert!(hidden > 20, "only {hidden} hidden cards were looked for");
}

#[test]
fn colours_are_for_terminals() {
    let colours = |options: &str| {
        play(&format!("--bot heuristic --seed 1 {options}"), &["quit"]).out.contains('\u{1b}')
    };
    assert!(!colours("") && !colours("--color never") && colours("--color always"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_says_how_to_go_on() {
    use std::io::Read;
    use std::process::Stdio;

    let files = Files::new();
    let file = path(&files, "kept");
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("duelfish"));
    command.current_dir(crate::common::root()).args(["play"]).args(DECKS);
    command.args(["--bot", "greedy", "--save", &file]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Held open, so that the program does not see the end of its input first.
    let input = child.stdin.take();
    // Wait for the question.
    let mut out = child.stdout.take().unwrap();
    let mut read = Vec::new();
    while !read.ends_with(b"> ") {
        let mut byte = [0];
        out.read_exact(&mut byte).unwrap();
        read.extend(byte);
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(ended.status.code(), Some(130));
    let err = String::from_utf8(ended.stderr).unwrap();
    assert!(err.contains(&format!("duelfish play --resume {file}")), "{err}");
    assert_eq!(duelfish(&format!("replay {file} --check")).code, 0);
}

/// The duel of the page is played again: its screens are those of today.
#[test]
fn the_page_about_playing_shows_what_is_printed() {
    let page = std::fs::read_to_string(crate::common::root().join("docs/play.md")).unwrap();
    let script = page.split("printf '%s\\n' ").nth(1).expect("the page has a duel");
    let (typed, command) = script.split_once(" |\n  duelfish ").unwrap();
    // Quotes are only around what has blanks.
    let mut lines = Vec::new();
    for (at, part) in typed.split('\'').enumerate() {
        if at % 2 == 1 { lines.push(part) } else { lines.extend(part.split_whitespace()) }
    }
    let said = typing(command.lines().next().unwrap().split_whitespace(), &lines);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let blocks: Vec<&str> = page.split("```text\n").skip(1).collect();
    assert_eq!(blocks.len(), 6);
    for block in blocks {
        let screen = block.split("\n```").next().unwrap();
        assert!(said.out.contains(screen), "this is not what is printed:\n{screen}\n{}", said.out);
    }
}

/// A bot with other weights in the file of the same name is another bot.
#[test]
fn a_duel_is_not_gone_on_with_against_other_weights() {
    let files = Files::new();
    let text =
        std::fs::read_to_string(crate::common::root().join("search/data/weights.txt")).unwrap();
    let weights = files.write("w.txt", &text);
    let bot = format!("planner:nodes=5,weights={}", weights.display());
    let file = path(&files, "kept");
    let said = play(&format!("--bot {bot} --seed 4 --save {file}"), &["1"]);
    assert_eq!(said.code, 1, "{}", said.err);
    let resume = || typing(["play", "--resume", &file], &["quit"]);
    assert_eq!(resume().err, "");
    // A remark changes no weight.
    files.write("w.txt", format!("# a remark\n{text}"));
    assert_eq!(resume().err, "");
    let line = text.lines().find(|line| line.starts_with(char::is_alphabetic)).unwrap();
    let name = line.split_whitespace().next().unwrap();
    files.write("w.txt", text.replace(line, &format!("{name} 9.5")));
    let refused = resume();
    assert_eq!(refused.code, 2);
    assert!(refused.error().contains("its bot had other weights than planner:"), "{}", refused.err);
}

/// How far the bot comes meanwhile does not matter here: a duel goes to its end, its record says what it is, and it can be
/// taken back, given up and gone on with.
#[test]
fn a_bot_thinks_on_while_the_person_does() {
    let files = Files::new();
    let file = path(&files, "ponder.duel");
    let options = format!("--bot mcts:iters=10 --seed 5 --ponder --save {file}");
    let typed = ["1", "hint", "undo", "1", "1", "undo", "undo", "1", "quit"];
    let left = play(&options, &typed);
    assert_eq!((left.code, left.err.as_str()), (0, ""));
    assert!(left.out.contains("It thinks on while you do"), "{}", left.out);
    let resumed = typing(["play", "--resume", &file, "--ponder"], &vec!["1"; MANY]);
    assert_eq!((resumed.code, resumed.err.as_str()), (0, ""));
    let because =
        "another run with this seed may go otherwise: bot B thinks while its opponent does";
    let merged = run(["merge", &file, "--format=json"]);
    assert_eq!(merged.json()["unrepeatable_because"], because);
    assert!(run(["replay", &file, "--check"]).code == 0);
    let given_up = play("--bot mcts:iters=10 --seed 5 --ponder", &["1", "concede"]);
    assert_eq!((given_up.code, given_up.err.as_str()), (0, ""));
    // The input may end while the bot thinks.
    assert_eq!(play("--bot mcts:iters=10 --seed 5 --ponder", &["1"]).code, 1);
}

#[test]
fn a_bot_that_can_not_think_on_is_refused() {
    for bot in ["random", "heuristic", "greedy", "planner"] {
        let said = play(&format!("--bot {bot} --ponder"), &[]);
        let expected = format!("--ponder: {bot} does not think on; take --bot mcts or mcts-1");
        assert!(said.error().contains(&expected) && said.code == 2, "{}", said.err);
    }
}
