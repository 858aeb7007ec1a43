//! The bot thinks on while the person thinks.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use duelfish_arena::Repeats;
use duelfish_arena::record::RecordHeader;
use duelfish_search::Spec;
use duelfish_session::{PonderingBot, Thought};

/// The bot of a duel in which it thinks on, if it is asked for. The record says so from now on.
pub(super) fn begin(
    asked: bool,
    header: &mut RecordHeader,
    bot: &Spec,
) -> Result<Option<PonderingBot>> {
    if !asked {
        return Ok(None);
    }
    let Some(pondering) = PonderingBot::new(bot) else {
        bail!("--ponder: {bot} does not think on; take --bot mcts or mcts-1");
    };
    // In records of such duels the bot has the second deck.
    header.repeats[1] = Repeats::Pondering;
    Ok(Some(pondering))
}

/// Asks the person, and lets the bot think on meanwhile. The bot ends as soon as the person has answered.
pub(super) fn meanwhile<T>(
    bot: Option<&mut PonderingBot>,
    thought: Option<Thought<'_>>,
    ask: impl FnOnce() -> T,
) -> T {
    let Some((bot, thought)) = bot.zip(thought) else { return ask() };
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| bot.ponder(&thought, u64::MAX, &stop));
        let _stopping = Stopping(&stop);
        ask()
    })
}

/// Sets a flag when it is dropped, also by a panic, so that nobody waits for a thread that never ends.
struct Stopping<'s>(&'s AtomicBool);

impl Drop for Stopping<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
