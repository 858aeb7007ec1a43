//! Games of which a copy is quickly made.

/// Taking back is to remember the position.
macro_rules! undo_by_copy {
    ($game:ident) => {
        impl duelfish_search::Undo for $game {
            type Mark = Self;

            fn mark(&mut self) -> Self {
                *self
            }

            fn undo(&mut self, mark: Self) {
                *self = mark;
            }

            fn played(&self) -> u64 {
                0
            }

            fn position(&self) -> Option<u64> {
                None
            }
        }
    };
}

pub(crate) use undo_by_copy;
