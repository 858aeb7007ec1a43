//! Folders of files, and locks: small things that several places share.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// The files of a folder as `shown` shows them, the newest first, each with its `id` and when it was `saved`. Files that it
/// shows nothing of are left out.
pub(crate) fn newest_first(folder: &Path, shown: impl Fn(&str, &Path) -> Option<Value>) -> Value {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut found: Vec<(SystemTime, Value)> = entries
        .filter_map(|entry| {
            let path = entry.path();
            let id = path.file_stem()?.to_str()?;
            let changed = entry.metadata().ok()?.modified().ok()?;
            let mut shown = shown(id, &path)?;
            shown["id"] = id.into();
            shown["saved"] = OffsetDateTime::from(changed).format(&Rfc3339).ok().into();
            Some((changed, shown))
        })
        .collect();
    found.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
    found.into_iter().map(|(_, shown)| shown).collect()
}

/// Takes a lock. A thread that broke down while it held one has left nothing half done: each change is made whole, or
/// refused before it begins.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
