//! A running program: lines to it and from it, its last words, and its end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Whether the memory of a program can be limited here. Apple's systems take the limit and ignore it.
pub(super) const LIMITS_MEMORY: bool = cfg!(all(unix, not(target_vendor = "apple")));

/// An answer is not longer than this many bytes.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that a program may have written before anybody reads them; it waits then.
const LINES_AHEAD: usize = 16;
/// How often a wait looks whether it is stopped.
const LOOK: Duration = Duration::from_millis(20);
/// How long a program may take to end when its standard input has ended.
const GRACE: Duration = Duration::from_millis(500);
/// How long a wait for a program's last words is.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How many characters of its last words are told.
const MOST_WORDS: usize = 200;

/// The programs that run, by process.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// A running program. When it is dropped its standard input ends; if the program does not, it is killed, with
/// all that it has started.
pub(super) struct Process {
    child: Child,
    /// To the thread that writes; none when nothing more is said.
    to: Option<Sender<String>>,
    from: Receiver<Spoken>,
    errors: Errors,
}

/// Something that came from standard output.
enum Spoken {
    Line(String),
    TooLong,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The program ended, or closed its standard output.
    Ended,
    /// The time is over.
    TooSlow,
    /// The line is too long to be an answer.
    TooLong,
    /// Nobody waits for it any more.
    Stopped,
}

/// The last line of standard error, and news of its end.
struct Errors {
    last: Arc<Mutex<Option<String>>>,
    ended: Receiver<()>,
}

impl Process {
    /// Starts a program, in a process group of its own so that Ctrl-C in a terminal doesn't reach it.
    pub(super) fn start(command: &[String], memory: Option<u64>) -> io::Result<Self> {
        let mut command = command_of(command, memory);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        running().push(child.id());
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (to, lines) = mpsc::channel();
        let (spoken, from) = mpsc::sync_channel(LINES_AHEAD);
        let (last, (at_end, ended)) = (Arc::default(), mpsc::channel());
        let errors = Errors { last: Arc::clone(&last), ended };
        // The threads end with the pipes that they serve.
        if let Some(stdin) = stdin {
            thread::spawn(move || write_lines(stdin, &lines));
        }
        if let Some(stdout) = stdout {
            thread::spawn(move || read_lines(stdout, &spoken));
        }
        if let Some(stderr) = child.stderr.take() {
            thread::spawn(move || keep_last(stderr, &last, &at_end));
        }
        Ok(Self { child, to: Some(to), from, errors })
    }

    /// Says a line. That the program does not listen any more shows when it is to answer.
    pub(super) fn say(&self, line: String) {
        if let Some(to) = &self.to {
            let _ = to.send(line);
        }
    }

    /// Waits for a line. It is of no use any more as soon as one of the flags is set.
    pub(super) fn hear(&self, time: Duration, stop: &[&AtomicBool]) -> Result<String, Silence> {
        let begun = Instant::now();
        loop {
            let left = time.saturating_sub(begun.elapsed());
            match self.from.recv_timeout(left.min(LOOK)) {
                Ok(Spoken::Line(line)) => return Ok(line),
                Ok(Spoken::TooLong) => return Err(Silence::TooLong),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.iter().any(|flag| flag.load(Ordering::Relaxed)) {
                return Err(Silence::Stopped);
            }
            if begun.elapsed() >= time {
                return Err(Silence::TooSlow);
            }
        }
    }

    /// How it ended, and what it said last on standard error, in words.
    pub(super) fn last_words(&mut self) -> String {
        let _ = self.errors.ended.recv_timeout(LAST_WORDS);
        let ended = match wait(&mut self.child, LAST_WORDS) {
            Some(status) => format!("ended ({status})"),
            None => "closed its standard output".to_owned(),
        };
        let last = self.errors.last.lock().unwrap_or_else(PoisonError::into_inner).take();
        match last {
            Some(line) => format!("{ended}; it said last: {line}"),
            None => ended,
        }
    }

    /// Ends it without waiting for it to end by itself.
    pub(super) fn kill(&mut self) {
        self.to = None;
        kill_all_of(&mut self.child);
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.to = None;
        let _ = wait(&mut self.child, GRACE);
        // The programs that it has started may still be there.
        self.kill();
        let id = self.child.id();
        running().retain(|other| *other != id);
    }
}

/// Kills all programs that run as bots. For a program that is about to end without dropping what it holds.
pub fn end_all() {
    for id in running().drain(..) {
        kill_group(id);
    }
}

fn running() -> std::sync::MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills a program and what it has started: the group that has the number of the program.
fn kill_all_of(child: &mut Child) {
    kill_group(child.id());
    let _ = child.kill();
}

#[cfg(unix)]
fn kill_group(id: u32) {
    let group = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// The command that starts a program. A shell sets the limit of memory and becomes the program.
fn command_of(words: &[String], memory: Option<u64>) -> Command {
    match memory {
        None => {
            let mut command = Command::new(&words[0]);
            command.args(&words[1..]);
            command
        }
        Some(size) => {
            let mut command = Command::new("/bin/sh");
            let script = "ulimit -v \"$1\" && shift && exec \"$@\"";
            command.args(["-c", script, "sh", &size.to_string()]).args(words);
            command
        }
    }
}

/// Waits for the end of a program, but not for long.
fn wait(child: &mut Child, time: Duration) -> Option<ExitStatus> {
    let begun = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if begun.elapsed() < time => thread::sleep(Duration::from_millis(2)),
            _ => return None,
        }
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for mut line in lines {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

fn read_lines(stdout: ChildStdout, spoken: &SyncSender<Spoken>) {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match stdout.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let is_whole = bytes.last() == Some(&b'\n') || (bytes.len() as u64) < LONGEST_LINE;
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        let heard = if is_whole { Spoken::Line(line) } else { Spoken::TooLong };
        if spoken.send(heard).is_err() {
            break;
        }
    }
}

/// Keeps the last line that is not empty, as one line of printable characters.
fn keep_last(stderr: ChildStderr, last: &Mutex<Option<String>>, ended: &Sender<()>) {
    let mut stderr = BufReader::new(stderr);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match stderr.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&bytes);
        let printable = text.trim().chars().filter(|at| !at.is_control());
        let line: String = printable.take(MOST_WORDS).collect();
        if !line.is_empty() {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(line);
        }
    }
    let _ = ended.send(());
}
