//! Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// The exit code that shells report of a program that Ctrl-C ended.
pub(crate) const ENDED: u8 = 130;

/// The first Ctrl-C sets the flag, so that what is finished is reported; the second one ends the
/// program at once.
pub(crate) fn flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    let handler = move || {
        if set.swap(true, Ordering::Relaxed) {
            // Programs that play as bots must not outlive it.
            duelfish_arena::program::end_all();
            std::process::exit(ENDED.into());
        }
    };
    ctrlc::set_handler(handler).context("can't listen for Ctrl-C")?;
    Ok(stop)
}

/// The words on standard error for results that were printed after Ctrl-C, whatever their format;
/// their notes have them too.
pub(crate) const NOTE: &str =
    "interrupted: the numbers are about the duels that were finished before";

/// The first Ctrl-C does this and ends the program.
pub(crate) fn before_end(last: impl Fn() + Send + 'static) -> Result<()> {
    let handler = move || {
        last();
        std::process::exit(ENDED.into());
    };
    ctrlc::set_handler(handler).context("can't listen for Ctrl-C")
}
