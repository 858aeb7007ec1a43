//! The pages of the project lead where they say: links, headings, files and commands are there. The two entry
//! pages stay short.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::root;

/// The most lines of the pages that everybody reads first.
const MOST_LINES: [(&str, usize); 3] =
    [("README.md", 140), ("ARCHITECTURE.md", 150), ("docs/glossary.md", 100)];

/// A page of the project. Its path counts from the root.
struct Page {
    path: String,
    text: String,
}

/// The entry pages and all pages of the folder `docs`.
fn pages() -> Vec<Page> {
    let mut paths: Vec<String> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
        .into_iter()
        .map(ToOwned::to_owned)
        .collect();
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".md") {
            paths.push(format!("docs/{name}"));
        }
    }
    paths.sort();
    let read = |path: String| Page { text: fs::read_to_string(root().join(&path)).unwrap(), path };
    paths.into_iter().map(read).collect()
}

/// The lines of a page outside of fenced blocks, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        (!fence && !fenced).then_some((at + 1, line))
    })
}

/// The targets of the links of a line.
fn links(line: &str) -> Vec<&str> {
    let parts = line.split("](").skip(1);
    parts.filter_map(|part| part.split_once(')').map(|(target, _)| target)).collect()
}

/// The pieces of a line that stand in backticks.
fn in_backticks(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

/// The names by which links reach parts of a page: its headings as GitHub names them, and its own anchors.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, line) in prose(text) {
        if let Some(heading) = line.strip_prefix('#') {
            let heading = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            let name: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
            let again = (1..).map(|n| format!("{name}-{n}")).find(|name| !found.contains(name));
            let name = if found.contains(&name) { again.unwrap() } else { name };
            found.insert(name);
        }
        for part in line.split("<a id=\"").skip(1) {
            found.extend(part.split('"').next().map(ToOwned::to_owned));
        }
    }
    found
}

/// All files and folders of the project, as paths from the root.
fn project() -> BTreeSet<String> {
    fn walk(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if ["target", ".git"].contains(&name.as_str()) {
                continue;
            }
            found.insert(path.strip_prefix(root()).unwrap().to_string_lossy().into_owned());
            if path.is_dir() {
                walk(&path, found);
            }
        }
    }
    let mut found = BTreeSet::new();
    walk(root(), &mut found);
    found
}

/// Whether a piece of text names a file or folder of the project: a Rust file, or a path that begins with a
/// folder of the project.
fn names_a_file(piece: &str) -> bool {
    let is_path = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    if piece.is_empty() || !piece.chars().all(is_path) {
        return false;
    }
    let Some((first, _)) = piece.split_once('/') else { return piece.ends_with(".rs") };
    piece.ends_with(".rs") || (first != "target" && root().join(first).is_dir())
}

/// Whether the project has a path that is this one or ends with it.
fn is_there(project: &BTreeSet<String>, piece: &str) -> bool {
    let path = piece.trim_end_matches('/').trim_start_matches("./");
    let tail = format!("/{path}");
    project.contains(path) || project.iter().any(|one| one.ends_with(&tail))
}

#[test]
fn every_link_leads_somewhere() {
    let (mut faults, mut followed) = (Vec::new(), 0);
    for page in pages() {
        let folder = Path::new(&page.path).parent().unwrap();
        for (at, line) in prose(&page.text) {
            for link in links(line) {
                if link.contains("://") {
                    continue;
                }
                followed += 1;
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                let to: PathBuf = match file {
                    "" => root().join(&page.path),
                    file => root().join(folder).join(file),
                };
                if !to.exists() {
                    faults.push(format!("{}:{at}: there is no {link}", page.path));
                } else if !anchor.is_empty() && to.extension().is_some_and(|end| end == "md") {
                    let text = fs::read_to_string(to).unwrap();
                    if !anchors(&text).contains(anchor) {
                        faults.push(format!("{}:{at}: no heading is called {link}", page.path));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(followed > 50, "only {followed} links were found");
}

#[test]
fn every_file_that_a_page_names_is_there() {
    let project = project();
    let (mut faults, mut named) = (Vec::new(), 0);
    for page in pages() {
        for (at, line) in prose(&page.text) {
            for piece in in_backticks(line).into_iter().filter(|piece| names_a_file(piece)) {
                named += 1;
                if !is_there(&project, piece) {
                    faults.push(format!("{}:{at}: there is no `{piece}`", page.path));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(named > 100, "only {named} files were found");
}

#[test]
fn entry_pages_are_short() {
    for (page, most) in MOST_LINES {
        let lines = fs::read_to_string(root().join(page)).unwrap().lines().count();
        assert!(lines <= most, "{page} has {lines} lines; {most} are the most");
    }
}

/// A release takes its notes from there.
#[test]
fn the_changelog_has_a_section_for_this_version() {
    let changelog = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let head = format!("\n## [{}] - ", env!("CARGO_PKG_VERSION"));
    let section = changelog.split(&head).nth(1).expect("there is no section for this version");
    let section = section.split("\n## [").next().unwrap_or("");
    assert!(section.lines().skip(1).any(|line| line.starts_with("- ")), "the section is empty");
}

/// Each row of the glossary names a word of the code and a file that has it.
#[test]
fn words_of_the_glossary_are_in_their_files() {
    let page = fs::read_to_string(root().join("docs/glossary.md")).unwrap();
    let mut rows = 0;
    for line in page.lines().filter(|line| line.contains("](")) {
        let (word, file) = (in_backticks(line).pop(), links(line).pop());
        let (Some(word), Some(file)) = (word, file) else {
            panic!("{line}: write `WORD` | [file](path)")
        };
        let text = fs::read_to_string(root().join("docs").join(file)).unwrap();
        let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let found = text.match_indices(word).any(|(at, _)| {
            !text[..at].ends_with(is_inside) && !text[at + word.len()..].starts_with(is_inside)
        });
        assert!(found, "{file} has no `{word}`");
        rows += 1;
    }
    assert!(rows > 50, "only {rows} rows were found");
}

/// The page of the commands has a heading for each; a test of the program's own keeps that page new.
#[test]
fn the_readme_lists_every_command() {
    let page = fs::read_to_string(root().join("docs/commands.md")).unwrap();
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let commands: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("## duelfish ")).collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let anchor = format!("(docs/commands.md#duelfish-{})", command.replace(' ', "-"));
        assert!(
            readme.contains(&anchor),
            "README.md has no line for `duelfish {command}`: {anchor}"
        );
    }
}

#[test]
fn links_files_and_headings_are_read_as_they_stand() {
    assert_eq!(links("a [b](c.md#d) and [e](f/)"), ["c.md#d", "f/"]);
    assert_eq!(in_backticks("`a/b.rs` and `c`"), ["a/b.rs", "c"]);
    assert!(names_a_file("engine/src") && names_a_file("eval.rs") && !names_a_file("a.ydk"));
    assert!(!names_a_file("target/man") && !names_a_file("decks/<format>/"));
    let text = "# A `duelfish` day\n```\n# no heading\n```\n## B, c!\n## B, c!\n<a id=\"X-1\"></a>";
    let found: Vec<String> = anchors(text).into_iter().collect();
    assert_eq!(found, ["X-1", "a-duelfish-day", "b-c", "b-c-1"]);
}
