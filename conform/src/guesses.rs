//! Which of several copies of a card lies where, when the record doesn't tell: a hand or Set monsters
//! were shuffled, or a card was taken unseen. Copies act in the order in which they were made, so
//! it can show much later; a duel that differs is tried again the other ways.

/// The guesses that were made so far in a duel, and those to make first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guesses {
    /// The first guesses to make; later ones are 0.
    given: Vec<u8>,
    /// The guesses that were made, each with how many ways there were.
    made: Vec<(u8, u8)>,
}

impl Guesses {
    /// Will make these guesses first.
    pub(crate) const fn beginning(given: Vec<u8>) -> Self {
        Self { given, made: Vec::new() }
    }

    /// One of so many ways, from 0; nothing is guessed where there is only one.
    pub(crate) fn guess(&mut self, ways: usize) -> usize {
        let Ok(ways @ 2..) = u8::try_from(ways) else { return 0 };
        let given = self.given.get(self.made.len());
        let guess = given.map_or(0, |guess| *guess).min(ways - 1);
        self.made.push((guess, ways));
        usize::from(guess)
    }

    /// The beginnings that differ from what was guessed in one guess, their last one: the latest
    /// first.
    pub(crate) fn others(&self) -> impl Iterator<Item = Vec<u8>> {
        let made = self.made.clone();
        (0..made.len()).rev().flat_map(move |at| {
            let before: Vec<u8> = made[..at].iter().map(|(guess, _)| *guess).collect();
            let (guessed, ways) = made[at];
            (0..ways)
                .filter(move |guess| *guess != guessed)
                .map(move |guess| [before.as_slice(), &[guess]].concat())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Guesses;

    #[test]
    fn others_change_one_guess_and_forget_what_came_after_it() {
        let mut guesses = Guesses::beginning(vec![1]);
        assert_eq!([guesses.guess(2), guesses.guess(1), guesses.guess(3)], [1, 0, 0]);
        let others: Vec<Vec<u8>> = guesses.others().collect();
        assert_eq!(others, [vec![1, 1], vec![1, 2], vec![0]]);
    }
}
