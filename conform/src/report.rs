//! The results of a run, for machines and for people.

use std::collections::{BTreeMap, BTreeSet};

use duelfish_cards::catalogue;
use duelfish_engine::Game;
use serde::Serialize;

use crate::accepted::Accepted;
use crate::compare::TraceDifference;
use crate::effect;
use crate::error::TraceError;
use crate::partial::{Blanks, Extent, Partial};
use crate::recorded_cards::Acted;
use crate::setup::Start;

/// Divergences and errors that are stored; the others are only counted.
const STORED: usize = 200;

/// The results of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ConformReport {
    /// Duels that began in the files. One that a fault of its file ends is in no other count.
    pub traces: u64,
    /// Whole duels that came out the same to the end.
    pub passed: u64,
    /// Duels that met a difference which is accepted: see [`Accepted`](crate::Accepted). They have not passed.
    pub accepted: u64,
    /// How many duels met each of them, by name.
    pub accepted_differences: BTreeMap<&'static str, u64>,
    /// Which duels these are.
    pub accepted_duels: Vec<AcceptedDuel>,
    /// Duels with a difference that is not accepted.
    pub failed: u64,
    /// Duels that we can't play yet.
    pub unsupported: u64,
    /// State lines that were compared.
    pub states_compared: u64,
    /// Sets of options that were compared.
    pub option_sets_compared: u64,
    /// Windows to respond that only one engine opened, accepted ones included.
    pub windows_differing: u64,
    /// How often each card with an effect in the decks of these duels was activated, by passcode;
    /// 0 for a card that never was.
    pub activations: BTreeMap<u32, u64>,
    /// In how many of the duels that passed each card has acted, by passcode; see
    /// [`RecordedCards`](crate::RecordedCards).
    pub shown: BTreeMap<u32, u64>,
    /// The first difference of each failed duel.
    pub divergences: Vec<Divergence>,
    /// Divergences beyond those that are stored.
    pub divergences_left_out: u64,
    /// Faults of the files themselves.
    pub errors: Vec<FileError>,
    /// Errors beyond those that are stored.
    pub errors_left_out: u64,
    /// In how many duels each card outside the pool stands, by passcode.
    pub unsupported_cards: BTreeMap<u32, u64>,
    /// Why duels can't be played yet, and how many.
    pub unsupported_reasons: BTreeMap<String, u64>,
    /// Duels that were replayed in part; none where only whole duels are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<Partial>,
}

/// A difference between a recorded duel and ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Divergence {
    /// File, number of the duel in it from 1, and seed.
    pub trace: String,
    /// Line of the file.
    pub line: u64,
    /// The field or kind of thing that differs.
    pub what: String,
    /// The value in the record.
    pub expected: String,
    /// The value in our engine.
    pub got: String,
}

/// A duel that met accepted differences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AcceptedDuel {
    /// File, number of the duel in it from 1, and seed.
    pub trace: String,
    /// Line of the file up to which it was compared: its end, if it could go on.
    pub line: u64,
    /// The differences that it met, by name.
    pub names: Vec<&'static str>,
}

/// Something wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileError {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 when none could be read.
    pub line: u64,
    /// The fault and its remedy, in words.
    pub what: String,
}

/// How far a run is, told after every duel.
#[derive(Debug)]
pub struct ConformProgress<'a> {
    /// The file that is being read.
    pub file: &'a str,
    /// Files that are finished.
    pub files_done: usize,
    /// Files in all.
    pub files: usize,
    /// The results so far.
    pub report: &'a ConformReport,
}

impl ConformReport {
    pub(crate) fn new(extent: Extent) -> Self {
        let partial = (extent == Extent::AsFarAsPossible).then(Partial::default);
        Self { partial, ..Self::default() }
    }

    /// Whether there is neither a difference nor a fault. Duels that can't be played yet, and those with
    /// accepted differences only, don't count against it.
    #[must_use]
    pub const fn succeeded(&self) -> bool {
        self.failed == 0 && self.errors.is_empty()
    }

    pub(crate) fn add_error(&mut self, error: TraceError) {
        if self.errors.len() >= STORED {
            self.errors_left_out += 1;
            return;
        }
        let what = one_line(&error.fault.to_string());
        self.errors.push(FileError { file: error.file, line: error.line, what });
    }

    pub(crate) fn add_divergence(&mut self, trace: &str, line: u64, difference: TraceDifference) {
        self.failed += 1;
        if self.divergences.len() >= STORED {
            self.divergences_left_out += 1;
            return;
        }
        let TraceDifference { what, expected, got } = difference;
        let [what, expected, got] = [what, expected, got].map(|text| one_line(&text));
        self.divergences.push(Divergence { trace: trace.to_owned(), line, what, expected, got });
    }

    /// Notes a duel that met accepted differences, and was compared up to this line.
    pub(crate) fn add_accepted(&mut self, trace: &str, line: u64, met: &BTreeSet<&'static str>) {
        self.accepted += 1;
        for name in met {
            *self.accepted_differences.entry(name).or_default() += 1;
        }
        let names = met.iter().copied().collect();
        self.accepted_duels.push(AcceptedDuel { trace: trace.to_owned(), line, names });
    }

    /// Notes the cards of a duel that can be activated, which makes them known as never activated
    /// if they never are.
    pub(crate) fn add_effect_cards(&mut self, start: &Start) {
        let game = Game { rules: start.rules.clone(), cards: catalogue() };
        let cards = start.main.iter().chain(&start.extra).flatten();
        for code in cards.filter(|code| effect::has_effect(&game, **code)) {
            self.activations.entry(game.cards.facts(*code).passcode).or_default();
        }
    }

    /// Notes a duel that came out the same to the end, and the cards that acted in it.
    pub(crate) fn add_end(&mut self, blanks: &Blanks, acted: &Acted) {
        match &mut self.partial {
            Some(partial) if !blanks.is_empty() => partial.to_the_end += 1,
            _ => {
                self.passed += 1;
                for card in acted.cards() {
                    *self.shown.entry(card).or_default() += 1;
                }
            }
        }
    }

    /// Notes a duel that came out the same until this card mattered.
    pub(crate) fn add_early_end(&mut self, blank: u32) {
        let partial = self.partial.get_or_insert_default();
        partial.ended_early += 1;
        *partial.ended_by.entry(blank).or_default() += 1;
    }

    pub(crate) fn add_unsupported(&mut self, reason: String, cards: &BTreeSet<u32>) {
        self.unsupported += 1;
        *self.unsupported_reasons.entry(reason).or_default() += 1;
        for card in cards {
            *self.unsupported_cards.entry(*card).or_default() += 1;
        }
    }
}

/// A text on one line: a record's quotation may hold line breaks and other control characters.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

/// A summary for people.
impl std::fmt::Display for ConformReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { traces, passed, accepted, failed, unsupported, .. } = self;
        let accepted = match accepted {
            0 => String::new(),
            _ => format!("{accepted} with accepted differences, "),
        };
        writeln!(
            f,
            "{traces} duels: {passed} passed, {accepted}{failed} failed, {unsupported} unsupported"
        )?;
        writeln!(
            f,
            "compared {} states and {} option sets; {} windows differ",
            self.states_compared, self.option_sets_compared, self.windows_differing
        )?;
        self.write_accepted(f)?;
        self.write_activations(f)?;
        self.write_partial(f)?;
        for (reason, count) in &self.unsupported_reasons {
            writeln!(f, "unsupported, {count} duels: {reason}")?;
        }
        if !self.unsupported_cards.is_empty() {
            writeln!(f, "cards outside the pool: {}", self.unsupported_cards.len())?;
        }
        for Divergence { trace, line, what, expected, got } in &self.divergences {
            writeln!(f, "{trace}, line {line}: {what}")?;
            writeln!(f, "  expected {expected}\n  got      {got}")?;
        }
        if self.divergences_left_out > 0 {
            writeln!(f, "and {} failed duels more", self.divergences_left_out)?;
        }
        for FileError { file, line, what } in &self.errors {
            let at = if *line == 0 { String::new() } else { format!(", line {line}") };
            writeln!(f, "{file}{at}: {what}")?;
        }
        if self.errors_left_out > 0 {
            writeln!(f, "and {} errors more", self.errors_left_out)?;
        }
        Ok(())
    }
}

/// The name of a card.
fn name(passcode: &u32) -> String {
    let code = catalogue().by_passcode(*passcode);
    code.map_or_else(|| passcode.to_string(), |code| catalogue().name(code).to_owned())
}

impl ConformReport {
    /// Each accepted difference with its reason, and the duels that met one.
    fn write_accepted(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (name, count) in &self.accepted_differences {
            let reason = Accepted::named(name).map_or("", |row| row.reason);
            writeln!(f, "accepted, {count} duels: {name}: {reason}")?;
        }
        for AcceptedDuel { trace, line, names } in &self.accepted_duels {
            writeln!(f, "  {trace}, up to line {line}: {}", names.join(", "))?;
        }
        Ok(())
    }

    /// How often each card was activated, and which never were.
    fn write_activations(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.activations.is_empty() {
            return Ok(());
        }
        let activated = self.activations.iter().filter(|(_, count)| **count > 0);
        let activated: Vec<String> =
            activated.map(|(card, count)| format!("{} {count}", name(card))).collect();
        let never = self.activations.iter().filter(|(_, count)| **count == 0);
        let never: Vec<String> = never.map(|(card, _)| name(card)).collect();
        writeln!(f, "activated: {} cards: {}", activated.len(), activated.join(", "))?;
        let list = if never.is_empty() { "none".to_owned() } else { never.join(", ") };
        writeln!(f, "never activated: {list}")
    }

    /// Duels that were replayed in part, and which cards ended them, most often first.
    fn write_partial(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Some(Partial { to_the_end, ended_early, ended_by, lines_compared }) = &self.partial
        else {
            return Ok(());
        };
        writeln!(
            f,
            "with cards played as blanks: {to_the_end} the same to the end, {ended_early} the same \
             until such a card mattered; {lines_compared} lines compared in all"
        )?;
        if ended_by.is_empty() {
            return Ok(());
        }
        let mut cards: Vec<(&u32, &u64)> = ended_by.iter().collect();
        cards.sort_by_key(|(card, count)| (std::cmp::Reverse(**count), **card));
        let cards: Vec<String> =
            cards.into_iter().map(|(card, count)| format!("{} {count}", name(card))).collect();
        writeln!(f, "ended early by {} cards: {}", cards.len(), cards.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Fault;

    #[test]
    fn divergences_and_errors_beyond_the_cap_are_counted() {
        let mut report = ConformReport::default();
        for line in 1..=STORED as u64 + 3 {
            let difference = TraceDifference::new("lp[0]", "1", "2");
            report.add_divergence("a#1 (seed 1)", line, difference);
            let fault = Fault::NoEnd;
            report.add_error(TraceError { file: "a".to_owned(), line, fault });
        }
        assert_eq!((report.divergences.len(), report.divergences_left_out), (STORED, 3));
        assert_eq!((report.errors.len(), report.errors_left_out), (STORED, 3));
        assert_eq!(report.failed, STORED as u64 + 3);
        let text = report.to_string();
        assert!(text.contains("and 3 failed duels more") && text.contains("and 3 errors more"));
    }

    #[test]
    fn a_report_is_an_object_with_these_names() {
        let json = serde_json::to_value(ConformReport::default()).unwrap();
        let names: Vec<&String> = json.as_object().unwrap().keys().collect();
        for name in [
            "traces",
            "passed",
            "failed",
            "accepted",
            "accepted_differences",
            "accepted_duels",
            "unsupported",
            "states_compared",
            "option_sets_compared",
            "windows_differing",
            "activations",
            "divergences",
            "errors",
            "unsupported_cards",
        ] {
            assert!(names.iter().any(|other| *other == name), "{name}");
        }
    }
}
