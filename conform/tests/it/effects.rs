//! Recorded duels with Spells, Traps and effects: every duel comes out the same, every changed
//! value is noticed, and no damage makes the replay panic.

use crate::common::mutate::{
    self, Mutation, ask, bump, card, event, list, mutation, state, toggle,
};
use crate::common::{duels_with_effects, parse, replay};
use duelfish_conform::{Extent, run_bytes};
use serde_json::{Value, json};

/// Ultimate Offering, whose activation and whose effect are two things.
const OFFERING: u64 = 80_604_091;

#[test]
fn every_duel_comes_out_the_same() {
    let duels = duels_with_effects();
    let report = replay(&duels.concat());
    assert_eq!(
        (report.passed, report.traces),
        (duels.len() as u64, duels.len() as u64),
        "{report}"
    );
    assert_eq!(report.windows_differing, 0);
    let never = report.activations.iter().filter(|(_, count)| **count == 0);
    assert_eq!(never.count(), 0, "{report}");
    assert!(report.activations.len() >= 36, "{report}");
    assert!(report.to_string().contains("never activated: none"), "{report}");
}

/// The first card of a player's Spell & Trap Zones that fits.
fn spell(line: &Value, fits: fn(&Value) -> bool) -> Option<(usize, usize)> {
    let zones = |player: usize| {
        let zones = line["players"][player]["szone"].as_array()?;
        let zone = zones.iter().position(|zone| !zone.is_null() && fits(zone))?;
        Some((player, zone))
    };
    if state(line) { zones(0).or_else(|| zones(1)) } else { None }
}

fn change_spell(line: &mut Value, fits: fn(&Value) -> bool, change: impl Fn(&mut Value)) {
    let (player, zone) = spell(line, fits).expect("chosen for it");
    change(&mut line["players"][player]["szone"][zone]);
}

fn any(_: &Value) -> bool {
    true
}

fn equip(zone: &Value) -> bool {
    !zone["equip_to"].is_null()
}

/// The first monster with this field.
fn monster<'l>(line: &'l mut Value, field: &str) -> Option<&'l mut Value> {
    let players = line["players"].as_array_mut()?;
    let zones = players.iter_mut().filter_map(|player| player["mzone"].as_array_mut()).flatten();
    let mut monsters = zones.filter(|zone| !zone.is_null());
    monsters.find(|zone| !zone[field].is_null())
}

fn has_monster(line: &Value, field: &str) -> bool {
    state(line) && monster(&mut line.clone(), field).is_some()
}

const TABLES: &[Mutation] = &[
    mutation(
        "Spell",
        |l| spell(l, any).is_some(),
        |l| change_spell(l, any, |z| bump(&mut z["id"])),
        "].id",
    ),
    mutation(
        "face-up",
        |l| spell(l, any).is_some(),
        |l| change_spell(l, any, |z| toggle(&mut z["faceup"])),
        "].faceup",
    ),
    mutation(
        "no Spell",
        |l| spell(l, any).is_some(),
        |l| change_spell(l, any, |z| *z = Value::Null),
        "szone",
    ),
    mutation(
        "owner of a Spell",
        |l| spell(l, any).is_some(),
        |l| change_spell(l, any, |z| z["owner"] = json!(1)),
        "].owner",
    ),
    mutation(
        "negated Spell",
        |l| spell(l, any).is_some(),
        |l| change_spell(l, any, |z| z["negated"] = json!(true)),
        "].negated",
    ),
    mutation(
        "counters of a Spell",
        |l| spell(l, any).is_some(),
        |l| change_spell(l, any, |z| z["counters"] = json!({"1": 1})),
        "].counters",
    ),
    mutation(
        "equipped monster",
        |l| spell(l, equip).is_some(),
        |l| change_spell(l, equip, |z| bump(&mut z["equip_to"][1])),
        "].equip_to",
    ),
    mutation(
        "Equip Card",
        |l| has_monster(l, "equips"),
        |l| bump(&mut monster(l, "equips").unwrap()["equips"][0]),
        "].equips",
    ),
    mutation(
        "owner",
        |l| has_monster(l, "owner"),
        |l| _ = monster(l, "owner").unwrap().as_object_mut().unwrap().remove("owner"),
        "].owner",
    ),
];

fn window(line: &Value) -> bool {
    ask(line, "chain") && !line["options"].as_array().unwrap().is_empty()
}

fn has_option(line: &Value, fits: impl Fn(&Value) -> bool) -> bool {
    line["options"].as_array().is_some_and(|options| options.iter().any(fits))
}

fn change_option(line: &mut Value, fits: impl Fn(&Value) -> bool, change: impl Fn(&mut Value)) {
    let options = list(&mut line["options"]);
    change(options.iter_mut().find(|option| fits(option)).expect("chosen for it"));
}

fn is_command(option: &Value, command: &str) -> bool {
    option["a"] == command
}

fn in_deck(option: &Value) -> bool {
    option["loc"] == "deck"
}

/// Face-down or in the hand: face-up it can't be activated again, so a number of its effect says nothing there.
fn of_offering(option: &Value) -> bool {
    option["id"] == OFFERING && (option["pos"] == "facedown" || option["loc"] == "hand")
}

fn other_effect(option: &mut Value) {
    let desc = if option["desc"] == 0 { OFFERING << 20 } else { 0 };
    option["desc"] = json!(desc);
}

const QUESTIONS: &[Mutation] = &[
    mutation("forced", window, |l| toggle(&mut l["forced"]), "forced"),
    mutation(
        "player",
        window,
        |l| l["player"] = json!(1 - l["player"].as_u64().unwrap()),
        "player",
    ),
    mutation("responder", window, |l| bump(&mut l["options"][0]["id"]), "chain"),
    mutation("zone of a responder", window, |l| bump(&mut l["options"][0]["seq"]), "chain"),
    mutation("pose of a responder", window, |l| l["options"][0]["pos"] = json!("def"), "chain"),
    mutation(
        "one response less",
        |l| window(l) && l["options"].as_array().unwrap().len() > 1,
        |l| _ = list(&mut l["options"]).pop(),
        "chain",
    ),
    mutation(
        "one response more",
        window,
        |l| {
            let first = l["options"][0].clone();
            list(&mut l["options"]).push(first);
        },
        "chain",
    ),
    mutation(
        "which effect responds",
        |l| window(l) && has_option(l, of_offering),
        |l| change_option(l, of_offering, other_effect),
        "chain",
    ),
    mutation(
        "which effect is used",
        |l| ask(l, "idle") && has_option(l, of_offering),
        |l| change_option(l, of_offering, other_effect),
        "idle",
    ),
    mutation(
        "Set card",
        |l| ask(l, "idle") && has_option(l, |o| is_command(o, "sset")),
        |l| change_option(l, |o| is_command(o, "sset"), |o| o["a"] = json!("mset")),
        "idle",
    ),
    mutation(
        "activated card",
        |l| ask(l, "idle") && has_option(l, |o| is_command(o, "activate")),
        |l| change_option(l, |o| is_command(o, "activate"), |o| bump(&mut o["id"])),
        "idle",
    ),
    mutation(
        "card in the hand",
        |l| ask(l, "idle") && has_option(l, |o| is_command(o, "sset")),
        |l| change_option(l, |o| is_command(o, "sset"), |o| bump(&mut o["seq"])),
        "idle",
    ),
    mutation("target", |l| card(l, 514), |l| bump(&mut l["options"][0]["seq"]), "card"),
    mutation("targets", |l| card(l, 502), |l| bump(&mut l["min"]), "min"),
    mutation("no target", |l| card(l, 518), |l| _ = list(&mut l["options"]).pop(), "card"),
    mutation("Graveyard", |l| card(l, 509), |l| bump(&mut l["options"][0]["seq"]), "card"),
    mutation(
        "card in the Deck",
        |l| ask(l, "card") && has_option(l, in_deck),
        |l| change_option(l, in_deck, |o| bump(&mut o["id"])),
        "card",
    ),
    mutation(
        "place in the Deck",
        |l| ask(l, "card") && has_option(l, in_deck),
        |l| change_option(l, in_deck, |o| bump(&mut o["seq"])),
        "card",
    ),
    mutation("unseen card", |l| card(l, 526), |l| bump(&mut l["options"][0]["id"]), "card"),
    mutation("summoned", |l| card(l, 508), |l| bump(&mut l["options"][0]["seq"]), "card"),
    mutation("pose", |l| ask(l, "position"), |l| l["options"][1] = json!("x"), "position"),
    mutation(
        "number",
        |l| ask(l, "announce_number"),
        |l| list(&mut l["options"]).push(json!(6)),
        "announce_number",
    ),
    mutation(
        "zone",
        |l| ask(l, "place") && l["options"][0]["loc"] == "szone",
        |l| l["options"][0]["loc"] = json!("mzone"),
        "place",
    ),
    mutation(
        "yes or no",
        |l| ask(l, "yesno") && l["desc"] != 30,
        |l| l["desc"] = json!(30),
        "question kind",
    ),
    mutation("use now", |l| ask(l, "effectyn"), |l| l["desc"] = json!(221), "window"),
];

/// Moves that destroy, by the place that is left.
fn destroys(line: &Value, location: &str) -> bool {
    event(line, "move") && line["destroy"] == true && line["from"]["loc"] == location
}

const EVENTS: &[Mutation] = &[
    mutation("link's card", |l| event(l, "chain"), |l| bump(&mut l["id"]), "event"),
    mutation("link's place", |l| event(l, "chain"), |l| bump(&mut l["at"]["seq"]), "event"),
    mutation("link's player", |l| event(l, "chain"), |l| bump(&mut l["p"]), "event"),
    mutation("link", |l| event(l, "chain"), |l| bump(&mut l["link"]), "event"),
    mutation("effect", |l| event(l, "chain") && l["id"] == OFFERING, other_effect, "event"),
    mutation("chained", |l| event(l, "chained"), |l| bump(&mut l["link"]), "event"),
    mutation("resolving", |l| event(l, "resolving"), |l| bump(&mut l["link"]), "event"),
    mutation("resolved", |l| event(l, "resolved"), |l| bump(&mut l["link"]), "event"),
    mutation("end", |l| event(l, "chain_end"), |l| l["kind"] = json!("damage_end"), "event"),
    mutation("target", |l| event(l, "target"), |l| bump(&mut l["cards"][0]["seq"]), "event"),
    mutation("pose of a target", zone_target, |l| l["cards"][0]["pos"] = json!("x"), "event"),
    mutation("another target", |l| event(l, "target"), another_card, "event"),
    mutation("seen card", |l| event(l, "confirm"), |l| bump(&mut l["cards"][0]["id"]), "event"),
    mutation("who sees it", |l| event(l, "confirm"), |l| bump(&mut l["p"]), "event"),
    mutation("another seen card", |l| event(l, "confirm"), another_card, "event"),
    mutation("Equip Card", |l| event(l, "equip"), |l| bump(&mut l["from"]["seq"]), "event"),
    mutation("equipped", |l| event(l, "equip"), |l| bump(&mut l["to"]["seq"]), "event"),
    mutation("gain", |l| event(l, "recover"), |l| bump(&mut l["n"]), "event"),
    mutation("who gains", |l| event(l, "recover"), |l| bump(&mut l["p"]), "event"),
    mutation("payment", |l| event(l, "paylp"), |l| bump(&mut l["n"]), "event"),
    mutation("who pays", |l| event(l, "paylp"), |l| bump(&mut l["p"]), "event"),
    mutation("Summoned card", |l| event(l, "spsummon"), |l| bump(&mut l["id"]), "event"),
    mutation("Summoned how", |l| event(l, "spsummon"), |l| l["at"]["pos"] = json!("x"), "event"),
    mutation("no Summon", |l| event(l, "spsummoned"), |l| l["kind"] = json!("summoned"), "event"),
    mutation(
        "destroyed monster",
        |l| destroys(l, "mzone"),
        |l| l["destroy"] = json!(false),
        "event",
    ),
    mutation("destroyed Spell", |l| destroys(l, "szone"), |l| l["destroy"] = json!(false), "event"),
    mutation(
        "turned Spell",
        |l| event(l, "poschange") && l["loc"] == "szone",
        |l| l["to"] = json!("facedown"),
        "event",
    ),
    mutation(
        "Set Spell",
        |l| event(l, "set") && l["at"]["loc"] == "szone",
        |l| bump(&mut l["at"]["seq"]),
        "event",
    ),
    mutation(
        "zone of a change of control",
        |l| event(l, "move") && l["from"]["loc"] == "mzone" && l["to"]["loc"] == "mzone",
        |l| bump(&mut l["to"]["seq"]),
        "event",
    ),
];

fn zone_target(line: &Value) -> bool {
    event(line, "target") && line["cards"][0]["loc"] == "mzone"
}

/// Tells a card twice.
fn another_card(line: &mut Value) {
    let first = line["cards"][0].clone();
    list(&mut line["cards"]).push(first);
}

#[test]
fn every_changed_value_of_a_table_is_noticed() {
    mutate::check(&duels_with_effects(), TABLES);
}

#[test]
fn every_changed_value_of_a_question_is_noticed() {
    mutate::check(&duels_with_effects(), QUESTIONS);
}

#[test]
fn every_changed_value_of_an_event_is_noticed() {
    mutate::check(&duels_with_effects(), EVENTS);
}

/// The lines of windows that were passed and that have no other window beside them: two in a row
/// look like one.
fn passed_windows(lines: &[String]) -> Vec<usize> {
    let is_window = |at: usize| {
        lines[at].starts_with(r#"{"t":"ask""#) && lines[at].contains(r#""kind":"chain""#)
    };
    let alone = |at: &usize| is_window(*at) && !is_window(at - 1) && !is_window(at + 1);
    let passed = |at: &usize| parse(&lines[*at])["answer"].is_null();
    (1..lines.len() - 1).filter(alone).filter(passed).collect()
}

#[test]
fn a_window_that_is_missing_or_asked_twice_or_not_passed_is_noticed() {
    let mut tried = 0;
    for lines in &duels_with_effects() {
        for at in passed_windows(lines).into_iter().step_by(5) {
            let mut without = lines.clone();
            without.remove(at);
            assert_eq!(replay(&without).failed, 1, "line {at} left out");
            let mut twice = lines.clone();
            twice.insert(at, lines[at].clone());
            assert_eq!(replay(&twice).failed, 1, "line {at} twice");
            let mut ask = parse(&lines[at]);
            ask["answer"] = json!([0]);
            let mut used = lines.clone();
            used[at] = ask.to_string();
            assert_eq!(replay(&used).failed, 1, "line {at} with another answer");
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
}

#[test]
fn an_event_that_is_missing_or_told_twice_is_noticed() {
    let lines = duels_with_effects().swap_remove(0);
    let kinds = ["chain", "chained", "resolv", "target", "equip", "recover", "paylp", "spsummon"];
    let told = |line: &String| {
        kinds.iter().any(|kind| line.contains(&format!(r#""event","kind":"{kind}"#)))
    };
    let events: Vec<usize> = (0..lines.len()).filter(|at| told(&lines[*at])).collect();
    assert!(events.len() > 20);
    for at in events {
        let mut without = lines.clone();
        without.remove(at);
        assert_eq!(replay(&without).failed, 1, "line {at} left out");
        let mut twice = lines.clone();
        twice.insert(at, lines[at].clone());
        assert_eq!(replay(&twice).failed, 1, "line {at} twice");
    }
}

/// A small generator, so that the same bytes are damaged in every run.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

#[test]
fn damaged_numbers_anywhere_never_panic() {
    let mut seed = 2026;
    for lines in duels_with_effects().iter().take(5) {
        let text = lines.join("\n").into_bytes();
        for _ in 0..60 {
            let mut bytes = text.clone();
            for _ in 0..=next(&mut seed) % 3 {
                let at = next(&mut seed) % bytes.len();
                bytes[at] = b"0123456789-[]{},\"n"[next(&mut seed) % 18];
            }
            let report = run_bytes("damaged", &bytes, Extent::Whole);
            assert!(report.passed + report.failed + report.unsupported <= report.traces);
        }
    }
}

#[test]
fn answers_that_fit_no_option_are_errors() {
    let lines = duels_with_effects().concat();
    for kind in ["chain", "card", "position", "announce_number", "yesno", "place", "unselect"] {
        let word = format!(r#""kind":"{kind}""#);
        let at = lines.iter().position(|line| line.contains(&word)).expect("there is such a line");
        let header = lines[..at].iter().rposition(|line| line.contains(r#""t":"header""#)).unwrap();
        for answer in [json!([99]), json!([0, 0]), json!(7), json!("x")] {
            let mut duel = lines[header..=at].to_vec();
            let mut ask = parse(&lines[at]);
            ask["answer"] = answer;
            duel[at - header] = ask.to_string();
            let report = replay(&duel);
            let [error] = report.errors.as_slice() else { panic!("{kind}: {report}") };
            assert!(error.what.contains("does not fit"), "{kind}: {report}");
        }
    }
}
