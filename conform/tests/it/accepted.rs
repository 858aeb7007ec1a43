//! Duels that meet an accepted difference are reported apart, by its name, and never as passed.

use crate::common::{accepted, parse, replay};
use duelfish_conform::{Accepted, ConformReport};

const ZERO_GRAVITY: &str = "83133491";
const NAME: &str = "zero-gravity-on-links";

/// The numbers of lines that offer Zero Gravity in a window, from 1.
fn offers(duel: &[String]) -> Vec<usize> {
    let offers = |line: &String| {
        line.contains(ZERO_GRAVITY) && parse(line)["t"] == "ask" && parse(line)["kind"] == "chain"
    };
    duel.iter().enumerate().filter(|(_, line)| offers(line)).map(|(at, _)| at + 1).collect()
}

fn counts(report: &ConformReport) -> (u64, u64, u64) {
    (report.passed, report.accepted, report.failed)
}

#[test]
fn the_duel_goes_on_without_the_option_until_the_record_chooses_it() {
    let duel = accepted("zero-gravity");
    let report = replay(&duel);
    assert_eq!(counts(&report), (0, 1, 0), "{report}");
    assert_eq!(report.accepted_differences.get(NAME), Some(&1));
    let [first, .., last] = *offers(&duel) else { panic!("it is offered more than once") };
    assert!(first < last && report.accepted_duels[0].line == last as u64, "{report}");
    // People are told why.
    let text = report.to_string();
    assert!(text.contains("1 with accepted differences") && text.contains(NAME), "{text}");
    assert!(text.contains(Accepted::named(NAME).unwrap().reason), "{text}");
}

/// A card that our engine does not offer either, but which no row names, is a difference as any other.
#[test]
fn another_option_of_the_same_window_is_no_accepted_difference() {
    let mut duel = accepted("zero-gravity");
    let at = offers(&duel)[0] - 1;
    duel[at] = duel[at].replace(ZERO_GRAVITY, "5053103");
    assert_eq!(counts(&replay(&duel)), (0, 0, 1));
}

/// What comes before an accepted difference is compared as ever.
#[test]
fn a_wrong_value_before_it_is_a_difference() {
    let mut duel = accepted("zero-gravity");
    let at = duel.iter().position(|line| line.starts_with(r#"{"t":"state""#)).unwrap();
    duel[at] = duel[at].replacen("\"lp\":[8000", "\"lp\":[7999", 1);
    assert_eq!(counts(&replay(&duel)), (0, 0, 1));
}
