//! The list of planted errors, `conform/planted.txt`.

use std::fs;
use std::io;
use std::path::Path;

/// One change of a file: lines that stand in it once, and what comes in their place.
pub(crate) struct Hunk {
    file: String,
    was: Vec<String>,
    now: Vec<String>,
}

/// An error with its name.
pub(crate) struct Plant {
    pub(crate) name: String,
    hunks: Vec<Hunk>,
}

impl Plant {
    /// The files that it changes, with their changed texts.
    ///
    /// # Errors
    /// Fails when a file can't be read, or its lines do not stand in it exactly once.
    pub(crate) fn changed(&self, root: &Path) -> io::Result<Vec<(&str, String)>> {
        self.files().into_iter().map(|file| Ok((file, self.changed_file(root, file)?))).collect()
    }

    /// The files that it changes.
    pub(crate) fn files(&self) -> Vec<&str> {
        let mut files: Vec<&str> = self.hunks.iter().map(|hunk| hunk.file.as_str()).collect();
        files.dedup();
        files
    }

    fn changed_file(&self, root: &Path, file: &str) -> io::Result<String> {
        let text = fs::read_to_string(root.join(file))?;
        let lines: Vec<&str> = text.lines().collect();
        let mut edits: Vec<(usize, &Hunk)> = Vec::new();
        for hunk in self.hunks.iter().filter(|hunk| hunk.file == file) {
            let stands = |window: &[&str]| window.iter().zip(&hunk.was).all(|(a, b)| a.trim() == b);
            let mut at = (0..lines.len())
                .filter(|at| lines.get(*at..at + hunk.was.len()).is_some_and(stands));
            let (first, second) = (at.next(), at.next());
            let (Some(first), None) = (first, second) else {
                let times = if first.is_some() { "more than once" } else { "nowhere" };
                let line = hunk.was.join(" / ");
                let (name, file) = (&self.name, &hunk.file);
                return Err(io::Error::other(format!("{name}: `{line}` stands {times} in {file}")));
            };
            edits.push((first, hunk));
        }
        edits.sort_by_key(|(at, _)| *at);
        let (mut changed, mut from) = (Vec::new(), 0);
        for (at, hunk) in edits {
            changed.extend(lines[from..at].iter().map(|line| (*line).to_owned()));
            changed.extend(hunk.now.iter().cloned());
            from = at + hunk.was.len();
        }
        changed.extend(lines[from..].iter().map(|line| (*line).to_owned()));
        Ok(changed.join("\n") + "\n")
    }
}

/// All planted errors.
pub(crate) fn all(root: &Path) -> Vec<Plant> {
    let text = fs::read_to_string(root.join("conform/planted.txt")).unwrap_or_default();
    let mut plants: Vec<Plant> = Vec::new();
    let mut file = String::new();
    let mut adding = false;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("plant ") {
            plants.push(Plant { name: name.trim().to_owned(), hunks: Vec::new() });
        } else if let Some(name) = line.strip_prefix("in ") {
            name.trim().clone_into(&mut file);
            adding = true;
        }
        let Some(plant) = plants.last_mut() else { continue };
        if let Some(was) = line.strip_prefix("- ") {
            if adding || plant.hunks.is_empty() {
                plant.hunks.push(Hunk { file: file.clone(), was: Vec::new(), now: Vec::new() });
                adding = false;
            }
            plant.hunks.last_mut().expect("just added").was.push(was.trim().to_owned());
        } else if let (Some(now), Some(hunk)) = (line.strip_prefix("+ "), plant.hunks.last_mut()) {
            hunk.now.push(now.trim().to_owned());
            adding = true;
        }
    }
    plants
}

/// The duel tests that a Markdown page shows in blocks of `duel`.
#[must_use]
pub(crate) fn examples(page: &str) -> String {
    let blocks = page.split("```duel\n").skip(1);
    blocks.filter_map(|block| block.split("```").next()).collect::<Vec<_>>().join("\n")
}
