//! The comparison itself under test: one recorded value is changed, and the replay must notice it
//! at that line. A comparison that leaves a field out fails here.

use crate::common::mutate::{
    self, Mutation, ask, bump, card, event, list, mutation, state, toggle,
};
use crate::common::{duels, parse, replay};
use serde_json::{Value, json};

/// The first monster of a player in a state line.
fn monster(state: &Value, player: usize) -> Option<usize> {
    let zones = state["players"][player]["mzone"].as_array()?;
    zones.iter().position(|zone| !zone.is_null())
}

fn has_monster(line: &Value) -> bool {
    line["t"] == "state" && monster(line, 1).is_some()
}

fn change_monster(state: &mut Value, change: impl Fn(&mut Value)) {
    let zone = monster(state, 1).expect("chosen for its monster");
    change(&mut state["players"][1]["mzone"][zone]);
}

/// An option that commands have.
fn has_command(line: &Value, command: &str) -> bool {
    line["t"] == "ask" && line["options"].as_array().unwrap().iter().any(|o| o["a"] == command)
}

fn change_command(line: &mut Value, command: &str, change: impl Fn(&mut Value)) {
    let options = list(&mut line["options"]);
    change(options.iter_mut().find(|option| option["a"] == command).expect("chosen for it"));
}

const STATES: &[Mutation] = &[
    mutation("turn", state, |l| bump(&mut l["turn"]), "turn"),
    mutation("turn player", state, |l| l["turn_player"] = json!(2), "turn_player"),
    mutation("phase", state, |l| l["phase"] = json!("standby"), "phase"),
    mutation("LP of one", state, |l| bump(&mut l["lp"][0]), "lp[0]"),
    mutation("LP of the other", state, |l| bump(&mut l["lp"][1]), "lp[1]"),
    mutation(
        "hand",
        |l| state(l) && !l["players"][0]["hand"].as_array().unwrap().is_empty(),
        |l| bump(&mut l["players"][0]["hand"][0]),
        "players[0].hand",
    ),
    mutation("deck", state, |l| bump(&mut l["players"][1]["deck_count"]), "players[1].deck_count"),
    mutation("extra", state, |l| bump(&mut l["players"][0]["extra_count"]), "extra_count"),
    mutation(
        "face-up extra",
        state,
        |l| list(&mut l["players"][1]["extra_faceup"]).push(json!(5)),
        "players[1].extra_faceup",
    ),
    mutation(
        "order of a Graveyard",
        |l| state(l) && l["players"][0]["gy"].as_array().unwrap().windows(2).any(|w| w[0] != w[1]),
        |l| {
            let cards = list(&mut l["players"][0]["gy"]);
            let at = cards.windows(2).position(|w| w[0] != w[1]).unwrap();
            cards.swap(at, at + 1);
        },
        "players[0].gy",
    ),
    mutation(
        "banished",
        state,
        |l| list(&mut l["players"][0]["banished"]).push(json!([5, true])),
        "players[0].banished",
    ),
    mutation(
        "spell zone",
        state,
        |l| l["players"][1]["szone"][5] = json!({"id": 5, "faceup": true}),
        "players[1].szone[5]",
    ),
];

const MONSTERS: &[Mutation] = &[
    mutation("empty zone", has_monster, |l| change_monster(l, |m| *m = Value::Null), "mzone"),
    mutation("id", has_monster, |l| change_monster(l, |m| bump(&mut m["id"])), "].id"),
    mutation("pos", has_monster, |l| change_monster(l, |m| m["pos"] = json!("up")), "].pos"),
    mutation("atk", has_monster, |l| change_monster(l, |m| bump(&mut m["atk"])), "].atk"),
    mutation("def", has_monster, |l| change_monster(l, |m| bump(&mut m["def"])), "].def"),
    mutation("level", has_monster, |l| change_monster(l, |m| bump(&mut m["level"])), "].level"),
    mutation(
        "overlays",
        has_monster,
        |l| change_monster(l, |m| m["overlays"] = json!([5])),
        "].overlays",
    ),
    mutation(
        "counters",
        has_monster,
        |l| change_monster(l, |m| m["counters"] = json!({"1": 2})),
        "].counters",
    ),
    mutation(
        "equips",
        has_monster,
        |l| change_monster(l, |m| m["equips"] = json!([5])),
        "].equips",
    ),
    mutation("name", has_monster, |l| change_monster(l, |m| m["name"] = json!(5)), "].name"),
    mutation("owner", has_monster, |l| change_monster(l, |m| m["owner"] = json!(0)), "].owner"),
    mutation(
        "negated",
        has_monster,
        |l| change_monster(l, |m| m["negated"] = json!(true)),
        "].negated",
    ),
    mutation(
        "pos_changed",
        has_monster,
        |l| {
            change_monster(l, |m| {
                let before = m["pos_changed"] == true;
                m["pos_changed"] = json!(!before);
            });
        },
        "].pos_changed",
    ),
];

const QUESTIONS: &[Mutation] = &[
    mutation("player", |l| ask(l, "idle"), |l| l["player"] = json!(2), "player who is asked"),
    mutation("missing option", |l| ask(l, "idle"), |l| _ = list(&mut l["options"]).pop(), "idle"),
    mutation(
        "option too many",
        |l| ask(l, "idle"),
        |l| list(&mut l["options"]).push(json!({"a": "to_end"})),
        "idle",
    ),
    mutation(
        "summoned card",
        |l| has_command(l, "summon"),
        |l| change_command(l, "summon", |o| bump(&mut o["id"])),
        "idle",
    ),
    mutation(
        "place in the hand",
        |l| has_command(l, "mset"),
        |l| change_command(l, "mset", |o| bump(&mut o["seq"])),
        "idle",
    ),
    mutation(
        "zone of a change of position",
        |l| has_command(l, "reposition"),
        |l| change_command(l, "reposition", |o| bump(&mut o["seq"])),
        "idle",
    ),
    mutation(
        "no Battle Phase",
        |l| has_command(l, "to_battle"),
        |l| change_command(l, "to_battle", |o| o["a"] = json!("to_main2")),
        "idle",
    ),
    mutation("min", |l| ask(l, "battle"), |l| bump(&mut l["min"]), "min"),
    mutation("max", |l| ask(l, "place"), |l| bump(&mut l["max"]), "max"),
    mutation(
        "direct",
        |l| has_command(l, "attack"),
        |l| change_command(l, "attack", |o| toggle(&mut o["direct"])),
        "battle",
    ),
    mutation(
        "attack target",
        |l| card(l, 549),
        |l| l["options"][0]["pos"] = json!("up"),
        "attack target",
    ),
    mutation("discard", |l| card(l, 501), |l| _ = list(&mut l["options"]).pop(), "discard"),
    mutation("discards", |l| card(l, 501), |l| bump(&mut l["min"]), "min"),
    mutation("tribute", |l| ask(l, "tribute"), |l| bump(&mut l["options"][0]["seq"]), "tribute"),
    mutation("worth", |l| ask(l, "tribute"), |l| bump(&mut l["options"][0]["worth"]), "tribute"),
    mutation("tributes", |l| ask(l, "tribute"), |l| bump(&mut l["max"]), "max"),
    mutation(
        "selected",
        |l| ask(l, "unselect"),
        |l| toggle(&mut l["options"][0]["selected"]),
        "unselect",
    ),
    mutation("picks", |l| ask(l, "unselect"), |l| bump(&mut l["min"]), "min"),
    mutation("zone", |l| ask(l, "place"), |l| bump(&mut l["options"][0]["con"]), "place"),
];

/// Whether a battle has a target.
fn duel_of_monsters(line: &Value) -> bool {
    event(line, "battle") && !line["to"].is_null()
}

fn to(line: &Value, location: &str) -> bool {
    event(line, "move") && line["to"]["loc"] == location
}

const EVENTS: &[Mutation] = &[
    mutation("number of a turn", |l| event(l, "turn"), |l| bump(&mut l["n"]), "event"),
    mutation("player of a turn", |l| event(l, "turn"), |l| bump(&mut l["p"]), "event"),
    mutation("phase", |l| event(l, "phase"), |l| l["phase"] = json!("main3"), "event"),
    mutation("drawn card", |l| event(l, "draw"), |l| bump(&mut l["ids"][0]), "event"),
    mutation("drawing player", |l| event(l, "draw"), |l| bump(&mut l["p"]), "event"),
    mutation("two draws", |l| event(l, "draw"), |l| list(&mut l["ids"]).push(json!(5)), "event"),
    mutation("moved card", |l| event(l, "move"), |l| bump(&mut l["id"]), "event"),
    mutation("zone of arrival", |l| to(l, "mzone"), |l| bump(&mut l["to"]["seq"]), "event"),
    mutation("pose of arrival", |l| to(l, "mzone"), |l| l["to"]["pos"] = json!("def"), "event"),
    mutation("origin", |l| to(l, "mzone"), |l| l["from"]["loc"] = json!("deck"), "event"),
    mutation("owner of a Graveyard", |l| to(l, "gy"), |l| bump(&mut l["to"]["con"]), "event"),
    mutation("place in a Graveyard", |l| to(l, "gy"), |l| bump(&mut l["to"]["seq"]), "event"),
    mutation("left pose", |l| l["destroy"] == true, |l| l["from"]["pos"] = json!("x"), "event"),
    mutation("left zone", |l| l["destroy"] == true, |l| bump(&mut l["from"]["seq"]), "event"),
    mutation("destroyed", |l| l["destroy"] == true, |l| l["destroy"] = json!(false), "event"),
    mutation("summoned", |l| event(l, "summon"), |l| bump(&mut l["id"]), "event"),
    mutation("summon zone", |l| event(l, "summon"), |l| bump(&mut l["at"]["seq"]), "event"),
    mutation("set", |l| event(l, "set"), |l| bump(&mut l["id"]), "event"),
    mutation("set pose", |l| event(l, "set"), |l| l["at"]["pos"] = json!("atk"), "event"),
    mutation("flip", |l| event(l, "flip"), |l| bump(&mut l["at"]["con"]), "event"),
    mutation("no flip", |l| event(l, "flipped"), |l| l["kind"] = json!("summoned"), "event"),
    mutation("position", |l| event(l, "poschange"), |l| l["to"] = json!("set"), "event"),
    mutation("position before", |l| event(l, "poschange"), |l| l["from"] = json!("up"), "event"),
    mutation("turned card", |l| event(l, "poschange"), |l| bump(&mut l["seq"]), "event"),
    mutation("attacker", |l| event(l, "attack"), |l| bump(&mut l["from"]["seq"]), "event"),
    mutation("direct", |l| event(l, "attack"), |l| l["to"] = json!({"con":0,"loc":"x"}), "event"),
    mutation("start", |l| event(l, "damage_start"), |l| l["kind"] = json!("damage_end"), "event"),
    mutation("end", |l| event(l, "damage_end"), |l| l["kind"] = json!("damage_start"), "event"),
    mutation("ATK", |l| event(l, "battle"), |l| bump(&mut l["atk"]), "event"),
    mutation("DEF", |l| event(l, "battle"), |l| bump(&mut l["def"]), "event"),
    mutation("loses", |l| event(l, "battle"), |l| toggle(&mut l["destroyed"]), "event"),
    mutation("target's ATK", duel_of_monsters, |l| bump(&mut l["to_atk"]), "event"),
    mutation("target's DEF", duel_of_monsters, |l| bump(&mut l["to_def"]), "event"),
    mutation("target lost", duel_of_monsters, |l| toggle(&mut l["to_destroyed"]), "event"),
    mutation("damage", |l| event(l, "damage"), |l| bump(&mut l["n"]), "event"),
    mutation("damaged player", |l| event(l, "damage"), |l| bump(&mut l["p"]), "event"),
];

const ENDS: &[Mutation] = &[
    mutation("loser", |l| l["t"] == "end", |l| l["winner"] = json!(2), "winner"),
    mutation("draw", |l| l["t"] == "end", |l| l["winner"] = Value::Null, "winner"),
    mutation("reason", |l| l["t"] == "end", |l| l["reason"] = json!("card"), "reason"),
    mutation("turns", |l| l["t"] == "end", |l| bump(&mut l["turns"]), "turns"),
];

fn check(mutations: &[Mutation]) {
    mutate::check(&duels(), mutations);
}

#[test]
fn every_changed_value_of_a_table_is_noticed() {
    check(STATES);
    check(MONSTERS);
}

#[test]
fn every_changed_value_of_a_question_is_noticed() {
    check(QUESTIONS);
}

#[test]
fn every_changed_value_of_an_event_is_noticed() {
    check(EVENTS);
}

#[test]
fn every_changed_value_of_an_end_is_noticed() {
    check(ENDS);
}

#[test]
fn an_event_that_is_missing_or_told_twice_is_noticed() {
    let lines = duels().swap_remove(0);
    let events: Vec<usize> =
        (0..lines.len()).filter(|at| lines[*at].starts_with(r#"{"t":"event""#)).collect();
    for at in events.iter().step_by(29) {
        let mut without = lines.clone();
        without.remove(*at);
        assert_eq!(replay(&without).failed, 1, "line {at} left out");
        let mut twice = lines.clone();
        twice.insert(*at, lines[*at].clone());
        assert_eq!(replay(&twice).failed, 1, "line {at} twice");
    }
}

#[test]
fn another_answer_leads_to_another_duel() {
    let lines = duels().swap_remove(0);
    let mut tried = 0;
    for at in (0..lines.len()).filter(|at| lines[*at].starts_with(r#"{"t":"ask""#)).step_by(7) {
        let mut ask = parse(&lines[at]);
        let options = ask["options"].as_array().unwrap().len();
        let Some(picked) = ask["answer"][0].as_u64() else { continue };
        if options < 2 || ask["answer"].as_array().is_some_and(|picks| picks.len() > 1) {
            continue;
        }
        ask["answer"] = json!([(picked as usize + 1) % options]);
        let mut lines = lines.clone();
        lines[at] = ask.to_string();
        assert_eq!(replay(&lines).failed, 1, "answer of line {at}");
        tried += 1;
    }
    assert!(tried > 5);
}
