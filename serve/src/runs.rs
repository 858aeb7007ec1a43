//! Runs: commands of the program with their results in a folder, each a process of its own, so that a run can be
//! stopped, and breaks nothing when it fails.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::common::lock;
use crate::error::ApiError;
use crate::ids;

/// Runs at a time.
const MOST_RUNNING: usize = 2;

/// Between two looks whether a run has ended.
const LOOK: Duration = Duration::from_millis(100);

/// The files of a run.
const RESULTS: &str = "results.json";
const TEXT: &str = "table.txt";
const REPORT: &str = "report.html";
const LOG: &str = "log.txt";
const ABOUT: &str = "about.json";

/// The runs of a folder.
pub(crate) struct Runs {
    folder: PathBuf,
    program: Option<PathBuf>,
    /// The processes that run.
    running: Mutex<BTreeMap<String, Child>>,
}

/// A run that is to be begun.
pub(crate) struct NewRun {
    /// `match`, `tournament` or `compare`.
    pub(crate) command: &'static str,
    /// A title for people.
    pub(crate) title: String,
    /// The decks: names and the texts of their files.
    pub(crate) decks: Vec<(String, String)>,
    /// How many of them are the deck that is compared, before and after: 2 of `compare`.
    pub(crate) compared: usize,
    /// Further arguments.
    pub(crate) args: Vec<String>,
}

impl Runs {
    /// The runs in this folder, which is made if need be.
    pub(crate) fn of(folder: PathBuf, program: Option<PathBuf>) -> std::io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self { folder, program, running: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Child>> {
        lock(&self.running)
    }

    fn folder_of(&self, id: &str) -> Result<PathBuf, ApiError> {
        let folder = self.folder.join(id);
        if ids::is_id(id) && folder.is_dir() {
            return Ok(folder);
        }
        let id = ids::shown(id);
        Err(ApiError::missing(format!("there is no run `{id}`; GET /api/runs lists them")))
    }

    /// Begins a run, and says its id.
    pub(crate) fn begin(self: &Arc<Self>, new: &NewRun) -> Result<String, ApiError> {
        let program = self.program.clone();
        let program = program.ok_or_else(|| ApiError::refused("this server can start no runs"))?;
        let failed =
            |error: std::io::Error| ApiError::failed(format!("the run can't start: {error}"));
        let mut running = self.lock();
        if running.len() >= MOST_RUNNING {
            return Err(ApiError::refused(format!(
                "{MOST_RUNNING} runs are at work; wait for one, or stop it"
            )));
        }
        let id = ids::free(&[new.command], |id| self.folder.join(id).exists());
        let folder = self.folder.join(&id);
        fs::create_dir_all(folder.join("decks")).map_err(failed)?;
        let args = new.arguments(&folder).map_err(failed)?;
        let begun = OffsetDateTime::from(SystemTime::now()).format(&Rfc3339).ok();
        let about = json!({ "command": new.command, "title": new.title, "begun": begun });
        fs::write(folder.join(ABOUT), about.to_string()).map_err(failed)?;
        let child = Command::new(&program)
            .args(&args)
            .args(["--format", "json", "--progress", "plain"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(File::create(folder.join(RESULTS)).map_err(failed)?)
            .stderr(File::create(folder.join(LOG)).map_err(failed)?)
            .spawn()
            .map_err(failed)?;
        running.insert(id.clone(), child);
        drop(running);
        let (runs, watched) = (Arc::clone(self), id.clone());
        std::thread::spawn(move || runs.watch(&watched, &program, &args));
        Ok(id)
    }

    /// Waits for a run, and makes its table and its page.
    fn watch(&self, id: &str, program: &Path, args: &[String]) {
        let folder = self.folder.join(id);
        loop {
            std::thread::sleep(LOOK);
            let mut running = self.lock();
            let Some(child) = running.get_mut(id) else { return };
            match child.try_wait() {
                Ok(None) => {}
                Ok(Some(_)) | Err(_) => break,
            }
        }
        let results = fs::read_to_string(folder.join(RESULTS)).unwrap_or_default();
        let results: Value = serde_json::from_str(&results).unwrap_or_default();
        if !results.is_null() {
            // The record has all duels, so the table is made without playing; but one that was stopped would go on.
            if results["interrupted"] != true
                && let Ok(table) = File::create(folder.join(TEXT))
            {
                let again = ["--resume".to_owned()];
                run(program, &folder, args.iter().chain(&again), Stdio::from(table));
            }
            let report = ["report", RESULTS, "--out", REPORT].map(str::to_owned);
            run(program, &folder, report.iter(), Stdio::null());
        }
        self.lock().remove(id);
    }

    /// Ends a run as Ctrl-C does: the duels that are finished count.
    pub(crate) fn stop(&self, id: &str) -> Result<(), ApiError> {
        self.folder_of(id)?;
        if let Some(child) = self.lock().get_mut(id) {
            interrupt(child);
        }
        Ok(())
    }

    /// Ends all runs.
    pub(crate) fn stop_all(&self) {
        self.lock().values_mut().for_each(interrupt);
    }

    /// Forgets a run with all its files.
    pub(crate) fn remove(&self, id: &str) -> Result<(), ApiError> {
        let folder = self.folder_of(id)?;
        if let Some(mut child) = self.lock().remove(id) {
            // Nobody waits for its results any more.
            let _ = child.kill();
            let _ = child.wait();
        }
        fs::remove_dir_all(folder)
            .map_err(|error| ApiError::failed(format!("its folder can't be removed: {error}")))
    }

    /// The runs, the newest first.
    pub(crate) fn list(&self) -> Value {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok);
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut found: Vec<Value> = names.filter_map(|id| self.about(&id)).collect();
        found.sort_by_key(|run| std::cmp::Reverse(run["begun"].as_str().map(str::to_owned)));
        found.into()
    }

    /// A run with its results.
    pub(crate) fn describe(&self, id: &str) -> Result<Value, ApiError> {
        let folder = self.folder_of(id)?;
        let none = || ApiError::missing("this run has no description");
        let mut shown = self.about(id).ok_or_else(none)?;
        let text = |file: &str| fs::read_to_string(folder.join(file)).ok();
        let results = text(RESULTS).and_then(|text| serde_json::from_str::<Value>(&text).ok());
        shown["results"] = results.unwrap_or_default();
        shown["text"] = text(TEXT).filter(|text| !text.is_empty()).into();
        Ok(shown)
    }

    /// The page about the results of a run.
    pub(crate) fn report(&self, id: &str) -> Result<String, ApiError> {
        let page = fs::read_to_string(self.folder_of(id)?.join(REPORT));
        page.map_err(|_| ApiError::missing("this run has no results yet"))
    }

    fn about(&self, id: &str) -> Option<Value> {
        let folder = self.folder_of(id).ok()?;
        let about = fs::read_to_string(folder.join(ABOUT)).ok()?;
        let about: Value = serde_json::from_str(&about).ok()?;
        let log = fs::read_to_string(folder.join(LOG)).unwrap_or_default();
        let is_running = self.lock().contains_key(id);
        let has_results = fs::metadata(folder.join(RESULTS)).is_ok_and(|data| data.len() > 0);
        let (done, of) = progress(&log).unwrap_or((0, 0));
        let failed = (!is_running && !has_results).then(|| fault(&log));
        Some(json!({
            "id": id,
            "command": about["command"],
            "title": about["title"],
            "begun": about["begun"],
            "done": if !is_running && has_results { of.max(done) } else { done },
            "of": of,
            "running": is_running,
            "failed": failed,
            "report": folder.join(REPORT).exists(),
        }))
    }
}

impl NewRun {
    /// The arguments of the command; the decks are written into the folder.
    fn arguments(&self, folder: &Path) -> std::io::Result<Vec<String>> {
        let mut files = Vec::new();
        for (name, text) in &self.decks {
            let mut file = format!("decks/{}.ydk", ids::slug(name));
            if files.contains(&file) {
                file = format!("decks/{}-{}.ydk", ids::slug(name), files.len() + 1);
            }
            fs::write(folder.join(&file), text)?;
            files.push(file);
        }
        let mut args = vec![self.command.to_owned()];
        let (compared, others) = files.split_at(self.compared.min(files.len()));
        args.extend_from_slice(compared);
        if self.compared > 0 {
            args.push("--vs".to_owned());
        }
        args.extend_from_slice(others);
        args.extend_from_slice(&self.args);
        args.extend(["--record", "run.duels"].map(str::to_owned));
        Ok(args)
    }
}

/// Runs a command to its end.
fn run<'a>(
    program: &Path,
    folder: &Path,
    args: impl Iterator<Item = &'a String>,
    out: Stdio,
) -> Option<ExitStatus> {
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command.stdout(out).stderr(Stdio::null()).status().ok()
}

/// The first Ctrl-C of a process.
fn interrupt(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process};
        if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
            // It may have ended just now.
            let _ = kill_process(pid, Signal::INT);
        }
    }
    #[cfg(not(unix))]
    {
        let _ = child.kill();
    }
}

/// How many duels of how many are done, by the newest line of progress: `progress: duels 250/1000 (25%), 30 s`.
fn progress(log: &str) -> Option<(u64, u64)> {
    let line = log.lines().rev().find(|line| line.starts_with("progress: "))?;
    let parts = line.split(' ').find(|word| word.contains('/'))?;
    let (done, of) = parts.split_once('/')?;
    Some((done.parse().ok()?, of.parse().ok()?))
}

/// The error of a run that has no results.
fn fault(log: &str) -> String {
    let error = log.lines().find_map(|line| line.strip_prefix("error: "));
    error.map_or_else(|| "it was stopped before its first results".to_owned(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_tell_how_far_a_run_is() {
        let log =
            "progress: duels 10/400 (2%), 1 s\nprogress: duels 250/400 (62%), 3 s, 2 s left\n";
        assert_eq!(progress(log), Some((250, 400)));
        assert_eq!(progress("error: no"), None);
        assert_eq!(fault("note: x\nerror: deck a is none\n"), "deck a is none");
    }
}
