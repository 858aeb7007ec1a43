//! Where the two engines cut a choice differently: short records written by hand for answers that
//! no recorded vanilla duel has.

use crate::common::replay;
use serde_json::{Value, json};

const ELF: u32 = 15_025_844;
const OX: u32 = 5_053_103;
const DRAGON: u32 = 89_631_139;

/// A record of one turn: the first player's hand and Main Monster Zones, then the given lines.
struct Record {
    hand: Vec<u32>,
    field: Vec<(u32, u8)>,
    tail: Vec<Value>,
}

impl Record {
    fn lines(&self) -> Vec<String> {
        let field: Vec<Value> =
            self.field.iter().map(|(card, zone)| json!([card, zone, "atk"])).collect();
        let other = vec![ELF; self.hand.len()];
        let decks = json!([
            {"main": self.hand, "field": {"mzone": field, "szone": [], "gy": []}},
            {"main": other},
        ]);
        let hand = self.hand.len();
        let mut lines = vec![
            json!({"t": "header", "flags": 190_480, "lp": 8000, "hand": hand, "draw": 1,
                "decks": decks}),
            json!({"t": "event", "kind": "draw", "p": 0, "ids": self.hand}),
            json!({"t": "event", "kind": "draw", "p": 1, "ids": other}),
            json!({"t": "event", "kind": "turn", "n": 1, "p": 0}),
        ];
        let phase = |word: &str| json!({"t": "event", "kind": "phase", "phase": word});
        lines.extend(["draw", "standby", "main1"].map(phase));
        lines.extend(self.tail.iter().cloned());
        lines.iter().map(Value::to_string).collect()
    }
}

fn passes(record: &Record) {
    let report = replay(&record.lines());
    assert_eq!((report.passed, report.traces), (1, 1), "{report}");
}

fn fails(record: &Record, what: &str) {
    let report = replay(&record.lines());
    assert_eq!(report.failed, 1, "{report}");
    assert!(report.divergences[0].what.contains(what), "{report}");
}

fn hand(cards: &[u32], command: Option<&str>) -> Vec<Value> {
    let option = |(seq, id): (usize, &u32)| {
        let mut option = json!({"id": id, "con": 0, "loc": "hand", "seq": seq});
        if let Some(command) = command {
            option["a"] = json!(command);
        }
        option
    };
    cards.iter().enumerate().map(option).collect()
}

fn to_grave(id: u32, from: &Value, seq: usize) -> Value {
    json!({"t": "event", "kind": "move", "id": id, "from": from,
        "to": {"con": 0, "loc": "gy", "seq": seq}})
}

/// Seven of nine cards stay; the picks come in some order and out of the hand from its front.
fn discards(answer: &Value, in_order: [usize; 3]) -> Record {
    let cards = vec![ELF, OX, ELF, OX, ELF, OX, ELF, OX, OX];
    let mut commands = hand(&cards, Some("summon"));
    commands.extend(hand(&cards, Some("mset")));
    commands.push(json!({"a": "to_end"}));
    let last = commands.len() - 1;
    let from = json!({"con": 0, "loc": "hand", "seq": 0});
    let mut tail = vec![
        json!({"t": "ask", "player": 0, "kind": "idle", "options": commands, "min": 1, "max": 1,
            "answer": [last]}),
        json!({"t": "event", "kind": "phase", "phase": "end"}),
        json!({"t": "ask", "player": 0, "kind": "card", "hint": 501, "options": hand(&cards, None),
            "min": 3, "max": 3, "answer": answer}),
    ];
    for (seq, at) in in_order.into_iter().enumerate() {
        tail.push(to_grave(cards[at], &from, seq));
    }
    tail.push(json!({"t": "event", "kind": "turn", "n": 2, "p": 1}));
    tail.push(json!({"t": "event", "kind": "phase", "phase": "draw"}));
    // The second player's Deck is empty.
    tail.push(json!({"t": "end", "winner": 0, "reason": "deckout", "turns": 2}));
    Record { hand: cards, field: Vec::new(), tail }
}

#[test]
fn several_discards_are_given_in_hand_order() {
    passes(&discards(&json!([7, 0, 3]), [0, 3, 7]));
    passes(&discards(&json!([6, 7, 8]), [6, 7, 8]));
    fails(&discards(&json!([8, 0, 2]), [0, 1, 2]), "event");
    let report = replay(&discards(&json!([8, 0]), [0, 2, 8]).lines());
    assert!(report.errors[0].what.contains("does not fit its question"), "{report}");
}

/// A Dragon is Summoned for two of the monsters in these zones.
fn tributes(zones: &[u8], questions: &[Value]) -> Record {
    let commands = |name: &str| hand(&[DRAGON], Some(name)).remove(0);
    let change =
        |zone: &u8| json!({"a": "reposition", "id": OX, "con": 0, "loc": "mzone", "seq": zone});
    let mut options = vec![commands("summon"), commands("mset"), json!({"a": "to_end"})];
    options.extend(zones.iter().map(change));
    let idle = json!({"t": "ask", "player": 0, "kind": "idle", "options": options,
        "min": 1, "max": 1, "answer": [0]});
    let mut tail = vec![idle];
    tail.extend(questions.iter().cloned());
    tail.push(json!({"t": "end", "winner": null, "reason": "cap", "turns": 1}));
    Record { hand: vec![DRAGON], field: zones.iter().map(|zone| (OX, *zone)).collect(), tail }
}

fn tribute(zones: &[u8], answer: &Value) -> Value {
    let option = |zone: &u8| json!({"id": OX, "con": 0, "loc": "mzone", "seq": zone, "worth": 1});
    let options: Vec<Value> = zones.iter().map(option).collect();
    json!({"t": "ask", "player": 0, "kind": "tribute", "options": options, "min": 2, "max": 2,
        "answer": answer})
}

fn paid(zone: u8, seq: usize) -> Value {
    to_grave(OX, &json!({"con": 0, "loc": "mzone", "seq": zone, "pos": "atk"}), seq)
}

#[test]
fn tributes_are_paid_in_zone_order_whatever_the_answer() {
    let zones = [0, 2, 4];
    for answer in [json!([0, 2]), json!([2, 0])] {
        passes(&tributes(&zones, &[tribute(&zones, &answer), paid(0, 0), paid(4, 1)]));
    }
    fails(&tributes(&zones, &[tribute(&zones, &json!([2, 0])), paid(4, 0), paid(0, 1)]), "event");
    // The last zone can only be the second Tribute of ours, but it is an option all the same.
    fails(&tributes(&zones, &[tribute(&zones[..2], &json!([0, 1]))]), "tribute");
}

#[test]
fn a_cancelled_summon_is_taken_back() {
    let zones = [1, 3];
    let mut record = tributes(&zones, &[tribute(&zones, &Value::Null)]);
    // The same command is there again, and is taken to its end this time.
    let end = record.tail.pop().unwrap();
    let again = record.tail[0].clone();
    record.tail.extend([again, tribute(&zones, &json!([1, 0])), paid(1, 0), paid(3, 1), end]);
    passes(&record);
}

/// One pick among five monsters, with those that are picked already.
fn unselect(picked: &[u8], pick: u8) -> Value {
    let option = |zone: u8, selected: bool| json!({"id": OX, "con": 0, "loc": "mzone", "seq": zone, "pos": "atk", "selected": selected});
    let open = (0..5).filter(|zone| !picked.contains(zone));
    let mut options: Vec<Value> = open.map(|zone| option(zone, false)).collect();
    options.extend(picked.iter().map(|zone| option(*zone, true)));
    let answer = options.iter().position(|option| option["seq"] == pick).unwrap();
    json!({"t": "ask", "player": 0, "kind": "unselect", "options": options, "min": 2, "max": 2,
        "answer": [answer]})
}

#[test]
fn picks_can_be_taken_back() {
    let zones = [0, 1, 2, 3, 4];
    let picks = [unselect(&[], 4), unselect(&[4], 4), unselect(&[], 3), unselect(&[3], 1)];
    let mut questions = picks.to_vec();
    questions.extend([paid(1, 0), paid(3, 1)]);
    passes(&tributes(&zones, &questions));
    // A pick that was taken back is not picked any more.
    fails(&tributes(&zones, &[unselect(&[], 4), unselect(&[4], 4), unselect(&[4], 1)]), "unselect");
}
