//! Witnesses that watch a duel change: none, a journal for undo, a log of events, or two of these.
//!
//! A witness is a type parameter of `apply`, so that a rollout without one pays nothing.

use crate::event::Event;
use crate::state::Duel;

/// Receives what a duel does while an action is applied.
pub trait Witness {
    /// Whether [`Witness::save`] must be called before writes.
    const JOURNALS: bool;

    /// Word number `word` of the duel is about to change and holds `old`.
    fn save(&mut self, word: u16, old: u64);

    /// Something happened that rules or players can notice; `duel` is the duel just after it.
    fn event(&mut self, duel: &Duel, event: Event);
}

/// A witness behind a pointer. Every [`Witness`] is one, so a caller who learns only at run time who watches,
/// a binding for another language for example, can hold a `Box<dyn DynWitness>` and pass an [`AnyWitness`].
pub trait DynWitness {
    /// As [`Witness::save`].
    fn save_dyn(&mut self, word: u16, old: u64);

    /// As [`Witness::event`].
    fn event_dyn(&mut self, duel: &Duel, event: Event);
}

impl<W: Witness> DynWitness for W {
    fn save_dyn(&mut self, word: u16, old: u64) {
        self.save(word, old);
    }

    fn event_dyn(&mut self, duel: &Duel, event: Event) {
        self.event(duel, event);
    }
}

/// Any witness at all as one type; `JOURNALS` says whether [`Witness::save`] must reach it.
pub struct AnyWitness<'a, const JOURNALS: bool>(pub &'a mut dyn DynWitness);

impl<const SAVES: bool> Witness for AnyWitness<'_, SAVES> {
    const JOURNALS: bool = SAVES;
    #[inline]
    fn save(&mut self, word: u16, old: u64) {
        self.0.save_dyn(word, old);
    }
    #[inline]
    fn event(&mut self, duel: &Duel, event: Event) {
        self.0.event_dyn(duel, event);
    }
}

/// Nobody watches.
impl Witness for () {
    const JOURNALS: bool = false;
    #[inline(always)]
    fn save(&mut self, _: u16, _: u64) {}
    #[inline(always)]
    fn event(&mut self, _: &Duel, _: Event) {}
}

/// Two witnesses at once.
impl<A: Witness, B: Witness> Witness for (&mut A, &mut B) {
    const JOURNALS: bool = A::JOURNALS || B::JOURNALS;
    #[inline]
    fn save(&mut self, word: u16, old: u64) {
        self.0.save(word, old);
        self.1.save(word, old);
    }
    #[inline]
    fn event(&mut self, duel: &Duel, event: Event) {
        self.0.event(duel, event);
        self.1.event(duel, event);
    }
}

/// The events of a duel in the order in which they happened.
impl Witness for Vec<Event> {
    const JOURNALS: bool = false;
    #[inline]
    fn save(&mut self, _: u16, _: u64) {}
    #[inline]
    fn event(&mut self, _: &Duel, event: Event) {
        self.push(event);
    }
}

/// How far a [`Journal`] had been written at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JournalMark(usize);

/// The old contents of everything that was written, so that it can be put back byte for byte.
///
/// A journal that is created with room for a duel never allocates afterwards, unless a line of
/// play grows longer than that room.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    entries: Vec<(u16, u64)>,
}

impl Journal {
    /// A journal with room for `writes` written words; a decision writes about twenty.
    #[must_use]
    pub fn with_capacity(writes: usize) -> Self {
        Self { entries: Vec::with_capacity(writes) }
    }

    /// The present moment, to come back to.
    #[must_use]
    pub fn mark(&self) -> JournalMark {
        JournalMark(self.entries.len())
    }

    /// Forgets everything: the present moment can't be left backwards any more.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Takes the newest entry that was written after `mark`.
    pub(crate) fn pop_after(&mut self, mark: JournalMark) -> Option<(u16, u64)> {
        if self.entries.len() > mark.0 { self.entries.pop() } else { None }
    }
}

impl Witness for Journal {
    const JOURNALS: bool = true;
    #[inline]
    fn save(&mut self, word: u16, old: u64) {
        self.entries.push((word, old));
    }
    #[inline(always)]
    fn event(&mut self, _: &Duel, _: Event) {}
}
