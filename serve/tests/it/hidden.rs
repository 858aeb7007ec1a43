//! Nothing hidden leaves the server: the law of `search/tests/it/history_law.rs` over HTTP, byte by byte.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use duelfish_arena::Replay;
use duelfish_arena::record::{DuelRecord, RecordHeader, RecordReader};
use duelfish_engine::{
    Action, Actions, Candidate, CardCode, Chance, Duel, Event, Game, Heard as HeardCode, Player,
    PublicEvent, Question, Witness, kind,
};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{House, OpenHouse, pick, rng};

/// Pairs of decks with few cards in common.
const PAIRS: [([&str; 2], &str); 5] = [
    (["starter/yugi", "starter/kaiba"], "mr5"),
    (["mechanics/battle_tricks", "mechanics/fusion"], "mr5"),
    (["mechanics/xyz", "mechanics/chance_declare"], "mr5"),
    (["goat/ygobench_goat_control_v1", "goat/recon_gravekeeper"], "goat"),
    (["edison/stp_09_blackwings", "edison/stp_11_six_samurai"], "edison"),
];

/// One answer of the server, and how many questions of the duel were answered when it was given.
struct Heard {
    answers: u64,
    bytes: String,
}

#[test]
fn no_byte_tells_of_a_card_that_its_player_may_not_know() {
    let folder = TempDir::new().unwrap();
    let house = OpenHouse::new(&folder);
    let (mut looked_at, mut secrets) = (0, 0);
    for number in 0..50_u64 {
        let (decks, rules) = PAIRS[usize::try_from(number).unwrap() % PAIRS.len()];
        let bot = ["random", "heuristic"][pick(&mut rng(number), 2)];
        let mut client = Client::new(&house, number);
        let id = client.play(decks, rules, bot, number);
        let file = folder.path().join(format!("sessions/{id}.duel"));
        let mut reader = RecordReader::open(&file).unwrap();
        let header = reader.header().clone();
        let duel = reader.next().unwrap().unwrap();
        secrets += check(&header, &duel, &client.heard);
        looked_at += client.heard.len();
    }
    assert!(looked_at > 10_000, "{looked_at} answers were looked at");
    assert!(secrets > 100_000, "{secrets} hidden names were looked for");
    house.stop();
}

/// Plays at random over HTTP and keeps every byte of what it is answered.
struct Client {
    url: String,
    /// One connection for all requests: so many would use up the ports of the machine.
    agent: ureq::Agent,
    heard: Vec<Heard>,
    rng: ChaCha8Rng,
}

impl Client {
    fn new(house: &OpenHouse, seed: u64) -> Self {
        let config = ureq::Agent::config_builder().http_status_as_error(false).build();
        let agent = ureq::Agent::from(config);
        Self { url: house.url.clone(), agent, heard: Vec::new(), rng: rng(seed) }
    }

    fn play(&mut self, decks: [&str; 2], rules: &str, bot: &str, seed: u64) -> String {
        let sides = [(decks[0], "person"), (decks[1], bot)];
        let sides = sides.map(|(deck, player)| json!({ "deck": { "id": deck }, "player": player }));
        let body = json!({ "sides": sides, "rules": rules, "first": "random", "seed": seed });
        let (begun, _) = self.post("api/sessions", &body);
        let id = begun["id"].as_str().unwrap().to_owned();
        let path = format!("api/sessions/{id}");
        let mut since = 0;
        loop {
            let state = self.agent.get(format!("{}{path}?since={since}", self.url)).call().unwrap();
            let (state, bytes) = read(state);
            since = state["lines"].as_u64().unwrap();
            let answers = state["answers"].as_u64().unwrap();
            self.heard.push(Heard { answers, bytes });
            if !state["over"].is_null() {
                return id;
            }
            let Some(actions) = state["decision"]["actions"].as_array() else {
                std::thread::sleep(Duration::from_micros(200));
                continue;
            };
            // Questions about places must not tell either; they are as old as the state.
            let places = ["hand", "spell", "monster", "grave", "banished", "extra", "deck"];
            let place = places[pick(&mut self.rng, places.len())];
            let (player, index) = (["P1", "P2"][pick(&mut self.rng, 2)], pick(&mut self.rng, 6));
            let at = json!({ "player": player, "place": place, "index": index });
            let (_, bytes) = self.post(&format!("{path}/why"), &json!({ "at": at }));
            self.heard.push(Heard { answers, bytes });
            let action = pick(&mut self.rng, actions.len());
            let body = json!({ "revision": state["revision"], "action": action });
            let (state, bytes) = self.post(&format!("{path}/apply?since={since}"), &body);
            since = state["lines"].as_u64().unwrap();
            self.heard.push(Heard { answers: state["answers"].as_u64().unwrap(), bytes });
        }
    }

    fn post(&self, path: &str, body: &Value) -> (Value, String) {
        read(self.agent.post(format!("{}{path}", self.url)).send_json(body).unwrap())
    }
}

/// An answer: its body, and all bytes of it.
fn read(mut answer: ureq::http::Response<ureq::Body>) -> (Value, String) {
    let head = format!("{:?}", answer.headers());
    let body = answer.body_mut().read_to_string().unwrap();
    (serde_json::from_str(&body).unwrap(), head + &body)
}

/// Looks in every answer for each name and number of the other player's deck that the person could not know then, and says
/// how often it looked.
fn check(header: &RecordHeader, record: &DuelRecord, heard: &[Heard]) -> usize {
    let replay = Replay::new(header, duelfish_cards::catalogue()).unwrap();
    let (game, cards) = (replay.game(), replay.game().cards);
    let me = if record.b_first { Player::SECOND } else { Player::FIRST };
    let [mine, theirs] = [0, 1].map(|side| &replay.decks()[side]);
    let own: BTreeSet<&str> =
        mine.main().iter().chain(mine.extra()).map(|code| cards.name(*code)).collect();
    let mut hidden: BTreeMap<&str, u32> = BTreeMap::new();
    for code in theirs.main().iter().chain(theirs.extra()) {
        // A name that is a part of an own card's, or of this one's family, says nothing.
        let name = cards.name(*code);
        if !own.iter().any(|own| own.contains(name)) {
            hidden.insert(name, cards.facts(*code).passcode);
        }
    }
    let lists = record.decks.map(|deck| replay.decks()[deck as usize].list());
    let mut chance = Recorded { answers: &record.answers, used: 0 };
    let mut known = Known { game, me, names: BTreeSet::new() };
    let mut duel = Duel::start(game, lists, &mut chance, &mut known).unwrap();
    known.look(&duel);
    let mut looked = 0;
    let mut by_answers: Vec<&Heard> = heard.iter().collect();
    by_answers.sort_by_key(|heard| heard.answers);
    let mut rest = by_answers.as_slice();
    for answers in 0..=record.actions.len() as u64 {
        let count = rest.iter().take_while(|heard| heard.answers == answers).count();
        for answer in &rest[..count] {
            for (name, passcode) in &hidden {
                if known.names.iter().any(|known| known.contains(name)) {
                    continue;
                }
                let found = answer.bytes.contains(name) || has_number(&answer.bytes, *passcode);
                assert!(!found, "{name} is told at answer {answers}: {}", answer.bytes);
                looked += 1;
            }
        }
        rest = &rest[count..];
        if let Some(bits) = record.actions.get(answers as usize) {
            let action = Action::from_bits(*bits).unwrap();
            duel.apply(game, action, &mut chance, &mut known);
            known.look(&duel);
        }
    }
    assert!(rest.is_empty(), "answers after the end");
    looked
}

/// Whether a text has this number, with zeros in front or without. The digits of a longer number, such as a time, are
/// none.
fn has_number(text: &str, number: u32) -> bool {
    let number = number.to_string();
    let mut numbers = text.split(|letter: char| !letter.is_ascii_digit());
    numbers.any(|digits| digits.trim_start_matches('0') == number)
}

#[test]
fn numbers_are_found_whole() {
    assert!(has_number("{\"passcode\":81820689}", 81_820_689));
    assert!(has_number("/pics/05405694.jpg", 5_405_694));
    assert!(!has_number("{\"revision\":1795818206899}", 81_820_689));
}

/// The recorded answers of chance.
struct Recorded<'r> {
    answers: &'r [u32],
    used: usize,
}

impl Chance for Recorded<'_> {
    fn answer(&mut self, _: Question, _: impl Fn(u32) -> Candidate) -> u32 {
        self.used += 1;
        self.answers[self.used - 1]
    }
}

/// The names that a player has come to know, from the engine's views and events.
struct Known<'g> {
    game: &'g Game<'g>,
    me: Player,
    names: BTreeSet<String>,
}

impl Known<'_> {
    fn add(&mut self, code: CardCode) {
        self.names.insert(self.game.cards.name(code).to_owned());
    }

    /// What the player sees now, and is offered.
    fn look(&mut self, duel: &Duel) {
        let view = duel.view(self.game, self.me);
        let mut codes: Vec<Option<CardCode>> = view.chain().map(|link| Some(link.code)).collect();
        for player in Player::BOTH {
            codes.extend(view.grave(player).map(Some));
            codes.extend(view.banished(player));
            codes.extend(view.extra(player));
            codes.extend(view.known_top(player));
            codes.extend(view.known_in_hand(player).into_iter().map(Some));
            codes.extend(view.monsters(player).map(|(_, monster)| monster.code));
            codes.extend(view.spells(player).map(|(_, card)| card.code));
            codes.push(view.field(player).and_then(|card| card.code));
            for (zone, _) in view.monsters(player) {
                codes.extend(view.materials(player, zone).map(Some));
            }
        }
        codes.push(view.asking().map(|asking| asking.code));
        let mut legal = Actions::new();
        view.legal_actions(&mut legal);
        for action in &legal {
            codes.push(action.pointer().and_then(|at| view.pointed_at(at)));
            codes.push(action.declared_name(self.game.cards));
        }
        codes.into_iter().flatten().for_each(|code| self.add(code));
    }
}

impl Witness for Known<'_> {
    const JOURNALS: bool = false;

    fn save(&mut self, _: u16, _: u64) {}

    fn event(&mut self, duel: &Duel, event: Event) {
        if let Some(
            PublicEvent::Moved { card: HeardCode(Some(code)), .. }
            | PublicEvent::Activating(_, HeardCode(Some(code)), ..)
            | PublicEvent::Targeted(_, HeardCode(Some(code)))
            | PublicEvent::Noticed(_, HeardCode(Some(code)), _)
            | PublicEvent::Revealed(_, HeardCode(Some(code)), _)
            | PublicEvent::PositionChanged(_, HeardCode(Some(code)), _)
            | PublicEvent::Excavated(_, code)
            | PublicEvent::DeclaredName(_, code),
        ) = event.heard_by(duel, self.me)
        {
            self.add(code);
        }
        self.look(duel);
    }
}

/// Two decks of monsters that have no card in common, in the hands of a person who Sets one each turn: the person at
/// the other side is told the same, letter by letter, whichever of the decks it is. So no number of a card leaves the
/// server either, under whatever name.
#[test]
fn what_is_told_does_not_depend_on_what_is_hidden() {
    let cards = duelfish_cards::catalogue();
    // Monsters of Level 4 and below without effects, as many as two decks need.
    let plain = cards.iter().filter(|(code, facts, _)| {
        facts.is(kind::NORMAL)
            && !facts.is_any(kind::PENDULUM | kind::TUNER | kind::TOKEN)
            && !facts.is_artwork()
            && facts.level <= 4
            && duelfish_cards::is_supported(cards, *code)
    });
    let plain: Vec<u32> = plain.map(|(_, facts, _)| facts.passcode).collect();
    let decks: Vec<String> = plain
        .chunks(40)
        .take(6)
        .map(|deck| deck.iter().map(|passcode| format!("{passcode}\n")).collect())
        .collect();
    let told: Vec<Vec<String>> = decks.iter().map(|deck| told_of(deck)).collect();
    assert_eq!(told.len(), 6);
    assert!(told[0].len() > 6 && told[0].iter().all(|bytes| bytes.len() > 1000));
    for other in &told[1..] {
        assert_eq!(told[0], *other);
    }
}

/// All that the first player is told while the second one Sets monsters of a deck.
fn told_of(deck: &str) -> Vec<String> {
    let house = House::new();
    let mine = json!({ "deck": { "id": "starter/yugi" }, "player": "person" });
    let other = json!({ "deck": { "text": deck, "name": "deck" }, "player": "person" });
    let body = json!({ "sides": [mine, other], "first": 1, "seed": 11 });
    let id = house.good("POST", "/api/sessions", &body)["id"].as_str().unwrap().to_owned();
    let path = format!("/api/sessions/{id}");
    let mut told = Vec::new();
    // Two turns each: then a hand may become too large, and what is discarded is seen.
    loop {
        let mut state = house.good("GET", &format!("{path}?seat=P1"), &Value::Null);
        let turn = state["view"]["turn"].as_u64().unwrap();
        if turn > 4 {
            return told;
        }
        let asked = state["waits_for"].as_str().unwrap().to_owned();
        let seat = house.good("GET", &format!("{path}?seat={asked}"), &Value::Null);
        let actions = seat["decision"]["actions"].as_array().unwrap();
        let of = |verb: &str| actions.iter().position(|action| action["verb"] == verb);
        let action = of("set").or_else(|| of("pass")).or_else(|| of("end")).unwrap();
        let body = json!({ "revision": seat["revision"], "action": action });
        house.good("POST", &format!("{path}/apply?seat={asked}"), &body);
        // These are of the session, and not of its cards.
        state["id"] = Value::Null;
        state["revision"] = Value::Null;
        told.push(state.to_string());
    }
}
