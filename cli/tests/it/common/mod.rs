//! Running the program and looking at what it says.

use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// The three shipped decks.
pub(crate) const STARTERS: [&str; 3] = ["vanilla-40", "normal4", "normal46"];

/// What the program said.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    /// Standard output as one JSON document, of a run with nothing on standard error.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.err, "");
        serde_json::from_str(&self.out).expect("JSON on standard output")
    }

    /// The one line of an error; notes that say what to do may follow it.
    pub(crate) fn error(&self) -> &str {
        assert!(self.err.ends_with('\n'), "no line in {:?}", self.err);
        let mut lines = self.err.lines();
        let line = lines.next().unwrap_or_default();
        assert!(lines.all(|line| line.starts_with("note: ")), "{}", self.err);
        assert!(!line.contains("panicked"), "{line}");
        line.strip_prefix("error: ").unwrap_or_else(|| panic!("{line} does not say that it is one"))
    }
}

/// The program with arguments, at the root of the workspace.
pub(crate) fn program<A: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("duelfish"));
    command.current_dir(root()).args(args);
    command
}

/// Runs the program to its end.
pub(crate) fn run<A: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = A>) -> Said {
    said(program(args).output().expect("the program starts"))
}

/// What a run of the program said.
pub(crate) fn said(output: Output) -> Said {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    let code = output.status.code().expect("no signal ends the program");
    Said { code, out: text(output.stdout), err: text(output.stderr) }
}

/// The program with its output in pipes, running.
pub(crate) fn start<A: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = A>) -> Child {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("duelfish"));
    command.current_dir(root()).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Runs the program, presses Ctrl-C after a while, and waits for its end.
#[cfg(unix)]
pub(crate) fn interrupted<A: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = A>) -> Said {
    let mut child = start(args);
    let id = child.id().to_string();
    wait_until_at_work(&id);
    let sent = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("there is a program `kill`").success());
    // A program that does not listen must not keep the tests waiting.
    let ended = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        child.try_wait().expect("the program can be waited for").is_some()
    });
    if !ended {
        child.kill().expect("the program can be ended");
    }
    assert!(ended, "the program went on");
    said(child.wait_with_output().expect("the program can be waited for"))
}

/// Waits until a process has computed for 0.6 seconds: by then it plays, on a busy machine too. A system that does
/// not tell gets 1.5 seconds.
#[cfg(unix)]
fn wait_until_at_work(id: &str) {
    let status = format!("/proc/{id}/stat");
    for _ in 0..1500 {
        let Ok(text) = std::fs::read_to_string(&status) else { break };
        // User and system time in hundredths of a second, after the name in brackets and eleven more fields.
        let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11);
        if fields.take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() >= 60 {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(1500));
}

/// Runs the program with arguments that blanks separate.
pub(crate) fn duelfish(args: &str) -> Said {
    run(args.split_whitespace())
}

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace")
}

/// The path of a shipped deck.
pub(crate) fn starter(name: &str) -> String {
    format!("decks/starter/{name}.ydk")
}

/// A directory for files that a test writes.
pub(crate) struct Files(TempDir);

impl Files {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a directory for a test"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).expect("a file for a test");
        path
    }

    /// Writes a deck with these passcodes in its Main Deck; the first stands on line 2.
    pub(crate) fn deck(&self, name: &str, cards: &[u32]) -> PathBuf {
        let lines: Vec<String> = cards.iter().map(u32::to_string).collect();
        self.write(name, format!("#main\n{}\n#extra\n!side\n", lines.join("\n")))
    }
}

/// The passcodes of a shipped deck.
pub(crate) fn passcodes(name: &str) -> Vec<u32> {
    let text = std::fs::read_to_string(root().join(starter(name))).expect("a shipped deck");
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

/// A `ydke://` URL with these cards in its Main Deck.
pub(crate) fn ydke(cards: &[u32]) -> String {
    use base64::Engine as _;
    let bytes: Vec<u8> = cards.iter().flat_map(|card| card.to_le_bytes()).collect();
    format!("ydke://{}!!!", base64::engine::general_purpose::STANDARD.encode(bytes))
}
