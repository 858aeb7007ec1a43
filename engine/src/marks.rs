//! Marks on rule branches: `rule!("BA-33")` beside a branch says which row of the rulebook it
//! carries out, and a test that cites the row can demand that the branch ran.
//!
//! Without the feature `marks` a mark is nothing at all.

#[cfg(feature = "marks")]
use std::cell::RefCell;

#[cfg(feature = "marks")]
thread_local! {
    static RECORDED: RefCell<Option<Vec<&'static str>>> = const { RefCell::new(None) };
}

/// Notes that a branch ran, if this thread is recording.
#[cfg(feature = "marks")]
pub(crate) fn hit(ids: &[&'static str]) {
    RECORDED.with_borrow_mut(|recorded| {
        if let Some(recorded) = recorded {
            for id in ids {
                if !recorded.contains(id) {
                    recorded.push(id);
                }
            }
        }
    });
}

/// Runs `work` and returns what it returns, with the marks that it hit on this thread.
#[cfg(feature = "marks")]
pub fn record<T>(work: impl FnOnce() -> T) -> (T, Vec<&'static str>) {
    let before = RECORDED.replace(Some(Vec::new()));
    let result = work();
    let hit = RECORDED.replace(before).unwrap_or_default();
    (result, hit)
}

/// Marks a branch with the rulebook rows that it carries out.
macro_rules! rule {
    ($($id:literal),+ $(,)?) => {{
        #[cfg(feature = "marks")]
        $crate::marks::hit(&[$($id),+]);
        #[cfg(not(feature = "marks"))]
        let _: &[&str] = &[$($id),+];
    }};
}
pub(crate) use rule;

/// Marks rulebook rows that are carried out where a condition holds. Without marks the condition is not asked.
macro_rules! rule_if {
    ($holds:expr, $($id:literal),+ $(,)?) => {
        if cfg!(feature = "marks") && $holds {
            $crate::marks::rule!($($id),+);
        }
    };
}
pub(crate) use rule_if;
