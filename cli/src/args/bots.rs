//! Bots on the command line.

use duelfish_arena::program::ProgramSpec;
use duelfish_arena::{Entrant, Registry};
use duelfish_search::Spec;

/// Any bot, programs included.
pub(super) fn entrant(text: &str) -> Result<Entrant, String> {
    Registry::standard().entrant(text).map_err(|error| error.to_string())
}

/// All bots that [`entrant`] knows.
pub(super) fn bots() -> String {
    Registry::standard().usage()
}

/// A bot of this project whose choices follow from its seed, where the result is promised to.
pub(super) fn counted_spec(text: &str) -> Result<Spec, String> {
    let spec = spec(text)?;
    if spec.is_timed() {
        return Err(format!(
            "`{spec}` thinks for a given time, and this command promises the same result for the same seed; \
             limit the work with iters=N in place of ms=N"
        ));
    }
    Ok(spec)
}

/// A bot of this project, where no program can stand in for one: a search is to be shown, or a file may
/// name the bot.
pub(super) fn spec(text: &str) -> Result<Spec, String> {
    if text.split(':').next().map(str::trim) == Some(ProgramSpec::WORD) {
        let bots = Spec::HELP;
        return Err(format!(
            "programs play in match, sprt, tournament and compare alone; bots here: {bots}"
        ));
    }
    Spec::parse(text).map_err(|error| error.to_string())
}
