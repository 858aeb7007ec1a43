//! Lists of fixed length that a step makes and uses up.

use arrayvec::ArrayVec;

/// Collects items into a list that is long enough for all of them, because no place of a duel holds more.
/// Debug builds check that, and no build panics.
#[inline]
pub(crate) fn collect_all<T, const MOST: usize>(
    items: impl IntoIterator<Item = T>,
) -> ArrayVec<T, MOST> {
    let mut items = items.into_iter();
    let list = items.by_ref().take(MOST).collect();
    debug_assert!(items.next().is_none(), "a list of {MOST} entries is too short");
    list
}

#[cfg(test)]
mod tests {
    use super::collect_all;

    #[test]
    fn a_full_list_holds_all() {
        assert_eq!(*collect_all::<u8, 3>([1, 2, 3]), [1, 2, 3]);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "too short")]
    fn nothing_is_left_out() {
        let _ = collect_all::<u8, 2>([1, 2, 3]);
    }
}
