//! Duels with cards that can't be played yet, replayed as far as possible. The cards are chosen
//! among those that really can't be, whichever these are by now, and take the place of others in
//! the committed recordings.

use crate::common::mutate::{ask, event, list, state};
use crate::common::{duels, duels_with_effects, parse, replay_to};
use duelfish_cards::catalogue;
use duelfish_conform::{ConformReport, Extent};
use duelfish_engine::{Facts, kind};
use serde_json::{Value, json};

/// A card of this kind that can't be played yet.
fn missing(fits: impl Fn(&Facts) -> bool) -> u32 {
    let cards = catalogue();
    let mut missing = cards
        .iter()
        .filter(|(code, facts, _)| !cards.is_playable(*code) && facts.alias == 0 && fits(facts));
    missing.next().map(|(_, facts, _)| facts.passcode).expect("some card can't be played yet")
}

fn missing_trap() -> u32 {
    missing(|facts| facts.kind == kind::TRAP)
}

fn missing_monster() -> u32 {
    missing(|facts| facts.kind == kind::MONSTER | kind::EFFECT && facts.level == 4)
}

/// The duel with another card in place of one, wherever it is named.
fn with_other(lines: &[String], card: u32, other: u32) -> Vec<String> {
    let (desc, other_desc) = (u64::from(card) << 20, u64::from(other) << 20);
    let mut lines: Vec<Value> = lines.iter().map(|line| parse(line)).collect();
    let other = |number: u64| match number {
        number if number == u64::from(card) => u64::from(other),
        number if number >> 20 == u64::from(card) => number - desc + other_desc,
        number => number,
    };
    lines.iter_mut().for_each(|line| swap(line, &other));
    lines.iter().map(Value::to_string).collect()
}

fn swap(value: &mut Value, other: &impl Fn(u64) -> u64) {
    match value {
        Value::Number(number) => {
            if let Some(number) = number.as_u64() {
                *value = json!(other(number));
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| swap(value, other)),
        Value::Object(fields) => fields.values_mut().for_each(|value| swap(value, other)),
        _ => {}
    }
}

/// The number of the first line, from 1, that fits.
fn first_line(lines: &[String], fits: impl Fn(&Value) -> bool) -> Option<u64> {
    lines.iter().position(|line| fits(&parse(line))).map(|at| at as u64 + 1)
}

fn partial(report: &ConformReport) -> (u64, u64, u64) {
    let partial = report.partial.as_ref().expect("as far as possible");
    (partial.to_the_end, partial.ended_early, partial.lines_compared)
}

/// Where the first duel with this card activates it.
fn activated(card: u32) -> (Vec<String>, u64) {
    let activates =
        |lines: &Vec<String>| first_line(lines, |l| event(l, "chain") && l["id"] == card);
    let found = duels_with_effects().into_iter().find_map(|d| activates(&d).map(|at| (d, at)));
    found.expect("a recorded duel activates the card")
}

#[test]
fn a_duel_ends_where_a_missing_trap_is_activated() {
    // Trap Hole is offered in many windows before somebody uses it.
    let (lines, at) = activated(4_206_964);
    let trap = missing_trap();
    let lines = with_other(&lines, 4_206_964, trap);
    let report = replay_to(&lines, Extent::AsFarAsPossible);
    assert_eq!((report.traces, report.passed, report.failed), (1, 0, 0), "{report}");
    let (to_the_end, ended_early, compared) = partial(&report);
    assert_eq!((to_the_end, ended_early), (0, 1), "{report}");
    // The answer that chooses it stands a few lines before the link.
    assert!(compared + 6 > at && compared < at, "{compared} of {at} lines");
    assert_eq!(report.partial.as_ref().unwrap().ended_by, [(trap, 1)].into());
    assert!(report.succeeded());
    let name = catalogue().name(catalogue().by_passcode(trap).unwrap());
    assert!(report.to_string().contains(&format!("ended early by 1 cards: {name} 1")), "{report}");

    let report = replay_to(&lines, Extent::Whole);
    assert_eq!((report.unsupported, report.passed, report.failed), (1, 0, 0));
    assert!(report.partial.is_none());
}

#[test]
fn a_duel_ends_where_a_missing_monster_comes_face_up() {
    let monster = missing_monster();
    let mut ended = 0;
    for lines in duels() {
        let header = parse(&lines[0]);
        for card in header["decks"][0]["main"].as_array().unwrap() {
            let card = card.as_u64().unwrap() as u32;
            let code = catalogue().by_passcode(card).unwrap();
            if catalogue().facts(code).level != 4 {
                continue;
            }
            // Until a Summon only the printed numbers differ, which tables show of Set monsters.
            let up = first_line(&lines, |l| event(l, "summon") && l["id"] == card);
            let set = first_line(&lines, |l| {
                (event(l, "set") || event(l, "attack")) && l.to_string().contains(&card.to_string())
            });
            let Some(up) = up.filter(|up| set.is_none_or(|set| set > *up)) else { continue };
            let report = replay_to(&with_other(&lines, card, monster), Extent::AsFarAsPossible);
            if report.failed > 0 {
                // Another copy was Tributed or compared by its numbers.
                continue;
            }
            let (to_the_end, ended_early, compared) = partial(&report);
            assert_eq!((report.passed, to_the_end, ended_early), (0, 0, 1), "{report}");
            assert!(compared < up && compared + 6 > up, "{compared} of {up} lines");
            ended += 1;
        }
    }
    assert!(ended > 0, "no duel shows it");
}

#[test]
fn a_duel_in_which_a_missing_card_never_mattered_has_not_passed() {
    let trap = missing_trap();
    let mut lines = duels().swap_remove(0);
    let mut header = parse(&lines[0]);
    let bottom = list(&mut header["decks"][1]["main"]).last_mut().expect("a deck has cards");
    *bottom = json!(trap);
    lines[0] = header.to_string();
    let report = replay_to(&lines, Extent::AsFarAsPossible);
    assert_eq!((report.passed, report.failed, report.unsupported), (0, 0, 0), "{report}");
    assert_eq!(partial(&report), (1, 0, lines.len() as u64 - 1));
    assert_eq!(replay_to(&lines, Extent::Whole).unsupported, 1);
}

#[test]
fn a_difference_before_that_is_a_failure() {
    let (lines, at) = activated(4_206_964);
    let mut lines = with_other(&lines, 4_206_964, missing_trap());
    let tables = |line: &Value| state(line) && line["turn"].as_u64() > Some(1);
    let table = first_line(&lines, tables).filter(|table| *table < at).expect("a later table");
    let mut line = parse(&lines[table as usize - 1]);
    line["lp"][0] = json!(line["lp"][0].as_i64().unwrap() + 1);
    lines[table as usize - 1] = line.to_string();
    let report = replay_to(&lines, Extent::AsFarAsPossible);
    assert_eq!((report.failed, report.passed), (1, 0), "{report}");
    assert_eq!((report.divergences[0].line, partial(&report).1), (table, 0));
}

#[test]
fn options_of_cards_that_can_be_played_still_count() {
    let (lines, at) = activated(4_206_964);
    let mut lines = with_other(&lines, 4_206_964, missing_trap());
    let idle = first_line(&lines, |line| ask(line, "idle")).filter(|idle| *idle < at).unwrap();
    let mut line = parse(&lines[idle as usize - 1]);
    let options = list(&mut line["options"]);
    options.retain(|option| option["a"] != "to_end");
    lines[idle as usize - 1] = line.to_string();
    let report = replay_to(&lines, Extent::AsFarAsPossible);
    assert_eq!((report.failed, report.divergences[0].line), (1, idle), "{report}");
}

#[test]
fn whole_duels_pass_as_ever() {
    let lines = duels().concat();
    let mut report = replay_to(&lines, Extent::AsFarAsPossible);
    let duels = duels().len() as u64;
    assert_eq!(partial(&report), (0, 0, lines.len() as u64 - duels));
    report.partial = None;
    let whole = replay_to(&lines, Extent::Whole);
    assert_eq!(serde_json::to_string(&report).unwrap(), serde_json::to_string(&whole).unwrap());
    assert_eq!(whole.passed, duels);
}
