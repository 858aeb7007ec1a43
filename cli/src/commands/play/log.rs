//! The log on the screen.

use duelfish_session::{LineKind, LogLine, SeatLog};

use super::paint::{self, FAINT, HEAD, paint};

/// The lines from this one on.
pub(super) fn since(log: &SeatLog, from: usize) -> String {
    let lines = log.lines().get(from..).unwrap_or_default();
    lines.iter().map(|line| format!("{}\n", shown(line))).collect()
}

fn shown(line: &LogLine) -> String {
    match line.kind {
        LineKind::Turn => paint(HEAD, &format!("-- {} --", line.text)),
        LineKind::Phase => paint(FAINT, &format!("  {}:", line.text)),
        // Long lines go on below their own beginning.
        _ => paint::wrapped(&line.text, 4).trim_end().to_owned(),
    }
}
