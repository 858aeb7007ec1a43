//! The accepted differences between the windows of two engines: the only place where a difference
//! may be forgiven, and only a whole class of them, with its reason.
//!
//! A window is a moment at which a player is asked whether to respond. The recordings leave out
//! windows in which the player has no option, and so do we; every other window must be met on both
//! sides. An engine may still rightly ask at a moment at which the other doesn't: one that
//! declares a lost duel at once never opens the windows that another one still opens before it
//! notices. Such a class belongs here if the rules allow both and nothing that a player could do
//! in the window changes the duel; a wrong rule or a missing option never does.
//!
//! The list is empty: no class has been needed yet. A window of an accepted class is still counted
//! in `windows_differing`.

/// A window that only the recorded duel had.
#[derive(Debug)]
pub(crate) struct Window<'a> {
    /// Who was asked to respond.
    #[allow(dead_code, reason = "for the classes to come")]
    pub(crate) player: u8,
    /// The phase, in the words of state lines.
    #[allow(dead_code, reason = "for the classes to come")]
    pub(crate) phase: &'a str,
    /// Whether the player passed.
    #[allow(dead_code, reason = "for the classes to come")]
    pub(crate) passed: bool,
}

/// A class of accepted windows.
pub(crate) struct Class {
    /// Why both engines are right.
    #[allow(dead_code, reason = "a class can't be written without its reason")]
    pub(crate) reason: &'static str,
    /// Whether a window belongs to the class.
    pub(crate) holds: fn(&Window<'_>) -> bool,
}

const CLASSES: &[Class] = &[];

/// Whether a window that only the recorded duel had belongs to an accepted class.
pub(crate) fn is_accepted(window: &Window<'_>) -> bool {
    CLASSES.iter().any(|class| (class.holds)(window))
}
