//! Progress: a bar on a terminal, lines in a log, or nothing.

use std::io::{IsTerminal, Write};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, WeakProgressBar};

/// Between two pictures of a spinner.
const TICK: Duration = Duration::from_millis(120);
/// Between two looks at a bar whose progress is written as lines.
const LOOK: Duration = Duration::from_millis(200);
/// A line is written at least this often, if anything changed or not.
const LINE: Duration = Duration::from_secs(5);
/// A line is also written at each such part of the whole.
const PARTS: u64 = 10;

/// How progress is shown, on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Progress {
    /// A bar on a terminal, nothing elsewhere
    Auto,
    /// A line every few seconds and at every tenth of the work, for logs
    Plain,
    /// Nothing
    None,
}

static CHOSEN: OnceLock<Progress> = OnceLock::new();

impl Progress {
    /// Sets it for everything that is shown from now on; the first choice stays.
    pub(crate) fn choose(self) {
        let _ = CHOSEN.set(self);
    }

    fn chosen() -> Self {
        CHOSEN.get().copied().unwrap_or(Self::Auto)
    }
}

/// Progress of work whose length is known.
pub(crate) fn progress(total: u64, what: &str) -> ProgressBar {
    let template = "{msg} {wide_bar} {human_pos}/{human_len}, {rate}, {eta} left";
    shown(Some(total), template, what)
}

/// Progress of work whose length is not known.
pub(crate) fn spinner(what: &str) -> ProgressBar {
    let spinner = shown(None, "{spinner} {msg} ({elapsed})", what);
    spinner.enable_steady_tick(TICK);
    spinner
}

/// Shows a spinner while something is done.
pub(crate) fn while_spinning<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let spinner = spinner(what);
    let result = work();
    spinner.finish_and_clear();
    result
}

fn shown(total: Option<u64>, template: &str, what: &str) -> ProgressBar {
    let hidden = || ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
    match Progress::chosen() {
        Progress::Auto if std::io::stderr().is_terminal() => {
            let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
            styled(bar, template).with_message(what.to_owned())
        }
        Progress::Plain => {
            let bar = hidden();
            let (weak, what) = (bar.downgrade(), what.to_owned());
            // It ends by itself soon after the bar, and with the program at the latest.
            std::thread::spawn(move || write_lines(&weak, total, &what));
            bar
        }
        Progress::Auto | Progress::None => hidden(),
    }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{:.0}/s", state.per_sec());
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.with_key("rate", rate)),
        Err(_) => bar,
    }
}

/// Writes lines until the bar is finished or gone.
fn write_lines(bar: &WeakProgressBar, total: Option<u64>, what: &str) {
    let start = Instant::now();
    let (mut part, mut last) = (0, start);
    loop {
        let Some(done) = bar.upgrade().filter(|bar| !bar.is_finished()).map(|bar| bar.position())
        else {
            return;
        };
        let part_now = total.map_or(0, |total| done.saturating_mul(PARTS) / total.max(1));
        if part_now > part || last.elapsed() >= LINE {
            (part, last) = (part_now, Instant::now());
            let line = line(what, done, total, start.elapsed());
            let _ = writeln!(std::io::stderr().lock(), "progress: {line}");
        }
        std::thread::sleep(LOOK);
    }
}

/// The line that is written after some time.
fn line(what: &str, done: u64, total: Option<u64>, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let Some(total) = total else { return format!("{what}, {seconds:.0} s") };
    let left = total.saturating_sub(done) as f64 * seconds / done as f64;
    // Before the first piece of work is done nobody knows.
    let left = if done == 0 { String::new() } else { format!(", {left:.0} s left") };
    let percent = done.saturating_mul(100) / total.max(1);
    format!("{what} {done}/{total} ({percent}%), {seconds:.0} s{left}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_how_far_it_is() {
        let after = Duration::from_secs(30);
        assert_eq!(line("duels", 250, Some(1000), after), "duels 250/1000 (25%), 30 s, 90 s left");
        assert_eq!(line("duels", 0, Some(1000), after), "duels 0/1000 (0%), 30 s");
        assert_eq!(line("files", 0, Some(0), after), "files 0/0 (0%), 30 s");
        assert_eq!(line("searching", 7, None, after), "searching, 30 s");
    }
}
