//! Writes recorded duels as EDOPro saves them, for tests: the traces of the reference engine hold the
//! same events under other names.

use serde_json::Value;

/// Bits of a place, by its word in the traces.
fn location(word: &str) -> u8 {
    match word.strip_prefix("overlay:") {
        Some(host) => 0x80 | location(host),
        None => match word {
            "deck" => 0x1,
            "hand" => 0x2,
            "mzone" => 0x4,
            "szone" => 0x8,
            "gy" => 0x10,
            "banished" => 0x20,
            "extra" => 0x40,
            "overlay" => 0x80,
            _ => 0,
        },
    }
}

fn position(word: Option<&str>) -> u32 {
    match word {
        Some("atk") => 0x1,
        Some("def") => 0x4,
        Some("set") => 0x8,
        Some("faceup") => 0x5,
        _ => 0xa,
    }
}

const fn phase(word: &[u8]) -> u16 {
    match word {
        b"draw" => 0x1,
        b"standby" => 0x2,
        b"main1" => 0x4,
        b"battle_start" => 0x8,
        b"main2" => 0x100,
        _ => 0x200,
    }
}

/// Bytes of one message.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn u8(mut self, value: u64) -> Self {
        self.0.push(value as u8);
        self
    }
    fn u16(mut self, value: u64) -> Self {
        self.0.extend((value as u16).to_le_bytes());
        self
    }
    fn u32(mut self, value: u64) -> Self {
        self.0.extend((value as u32).to_le_bytes());
        self
    }
    fn u64(mut self, value: u64) -> Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    /// A place with all that is known of it.
    fn location(self, at: &Value) -> Self {
        let loc = at["loc"].as_str().unwrap_or("none");
        let pos = match loc.starts_with("overlay") {
            true => number(&at["mat"]),
            false => u64::from(position(at["pos"].as_str())),
        };
        let pos = if loc == "none" { 0 } else { pos };
        self.u8(number(&at["con"])).u8(location(loc).into()).u32(number(&at["seq"])).u32(pos)
    }

    fn locations(self, list: &Value) -> Self {
        let list = list.as_array().cloned().unwrap_or_default();
        list.iter().fold(self.u32(list.len() as u64), Self::location)
    }

    /// Cards with passcodes and short places.
    fn shown(self, list: &Value) -> Self {
        let list = list.as_array().cloned().unwrap_or_default();
        list.iter().fold(self.u32(list.len() as u64), |message, card| {
            let loc = location(card["loc"].as_str().unwrap_or("none"));
            let message = message.u32(number(&card["id"])).u8(number(&card["con"]));
            message.u8(loc.into()).u32(number(&card["seq"]))
        })
    }
}

fn number(value: &Value) -> u64 {
    value.as_i64().map_or(0, |number| number as u64)
}

/// The message of an event of a trace; none for what EDOPro does not save.
fn message(event: &Value) -> Option<(u8, Vec<u8>)> {
    let of = |field: &str| number(&event[field]);
    let new = Message::default;
    let card = |at: &str| new().u32(of("id")).location(&event[at]);
    let bit = |field: &str| u64::from(event[field].as_bool() == Some(true));
    let results = || {
        let list = event["res"].as_array().cloned().unwrap_or_default();
        let message = new().u8(of("p")).u8(list.len() as u64);
        list.iter().fold(message, |message, result| message.u8(number(result)))
    };
    let spot = || {
        let loc = location(event["loc"].as_str().unwrap_or("none"));
        (u64::from(loc), of("con"), of("seq"))
    };
    let (kind, message) = match event["kind"].as_str()? {
        "draw" => {
            let ids = event["ids"].as_array()?;
            let message = new().u8(of("p")).u32(ids.len() as u64);
            (90, ids.iter().fold(message, |message, id| message.u32(number(id)).u32(0xa)))
        }
        "turn" => (40, new().u8(of("p"))),
        "phase" => (41, new().u16(phase(event["phase"].as_str()?.as_bytes()).into())),
        "move" => (50, card("from").location(&event["to"]).u32(of("reason"))),
        "poschange" => {
            let (loc, con, seq) = spot();
            let message = new().u32(of("id")).u8(con).u8(loc).u8(seq);
            let pos = |field: &str| u64::from(position(event[field].as_str()));
            (53, message.u8(pos("from")).u8(pos("to")))
        }
        "set" => (54, card("at")),
        "swap" => {
            let first = new().u32(of("id1")).location(&event["at1"]);
            (55, first.u32(of("id2")).location(&event["at2"]))
        }
        "summon" => (60, card("at")),
        "summoned" => (61, new()),
        "spsummon" => (62, card("at")),
        "spsummoned" => (63, new()),
        "flip" => (64, card("at")),
        "flipped" => (65, new()),
        "chain" => {
            let loc = location(event["tloc"].as_str().unwrap_or("none"));
            let message = card("at").u8(of("p")).u8(loc.into()).u32(of("tseq"));
            (70, message.u64(of("desc")).u32(of("link")))
        }
        "chained" => (71, new().u8(of("link"))),
        "resolving" => (72, new().u8(of("link"))),
        "resolved" => (73, new().u8(of("link"))),
        "chain_end" => (74, new()),
        "activation_negated" => (75, new().u8(of("link"))),
        "effect_negated" => (76, new().u8(of("link"))),
        "selected" => (80, new().locations(&event["cards"])),
        "random" => (81, new().u8(of("p")).locations(&event["cards"])),
        "target" => (83, new().locations(&event["cards"])),
        "damage" => (91, new().u8(of("p")).u32(of("n"))),
        "recover" => (92, new().u8(of("p")).u32(of("n"))),
        "paylp" => (100, new().u8(of("p")).u32(of("n"))),
        "equip" => (93, new().location(&event["from"]).location(&event["to"])),
        "add_counter" | "remove_counter" => {
            let (loc, con, seq) = spot();
            let kind = if event["kind"] == "add_counter" { 101 } else { 102 };
            (kind, new().u16(of("counter")).u8(con).u8(loc).u8(seq).u16(of("n")))
        }
        "attack" => (110, new().location(&event["from"]).location(&event["to"])),
        "battle" => {
            let from = new().location(&event["from"]).u32(of("atk")).u32(of("def"));
            let to = from.u8(bit("destroyed")).location(&event["to"]);
            (111, to.u32(of("to_atk")).u32(of("to_def")).u8(bit("to_destroyed")))
        }
        "damage_start" => (113, new()),
        "damage_end" => (114, new()),
        "coin" => (130, results()),
        "dice" => (131, results()),
        "confirm" => (31, new().u8(of("p")).shown(&event["cards"])),
        "confirm_decktop" => (30, new().u8(of("p")).shown(&event["cards"])),
        "shuffle_deck" => (32, new().u8(of("p"))),
        "shuffle_set" => {
            let from = event["from"].as_array()?;
            let loc = location(event["loc"].as_str().unwrap_or("none"));
            let message = new().u8(loc.into()).u8(from.len() as u64);
            (36, from.iter().fold(message, Message::location))
        }
        // Hints to one player alone are not saved.
        "hint" if of("type") > 3 && of("type") != 5 => {
            (2, new().u8(of("type")).u8(of("p")).u64(of("v")))
        }
        // What a player needs no more than a word for.
        "missed" => (120, new().location(&event["at"]).u32(of("id"))),
        "attack_disabled" => (112, new()),
        _ => return None,
    };
    Some((kind, message.0))
}

/// How a recorded duel is written.
#[derive(Clone)]
pub(crate) struct Encoder {
    pub(crate) names: [&'static str; 2],
    header: Value,
    packets: Vec<u8>,
    /// Where tables are missing that are known only later.
    tables_at: Vec<usize>,
}

impl Encoder {
    pub(crate) fn new(names: [&'static str; 2], header: &Value) -> Self {
        let mut encoder =
            Self { names, header: header.clone(), packets: Vec::new(), tables_at: Vec::new() };
        // The start, of which nothing is needed, and what lies in a zone.
        encoder.packet(4, &[0; 17]);
        encoder.table(2);
        encoder
    }

    pub(crate) fn packet(&mut self, kind: u8, content: &[u8]) {
        self.packets.push(kind);
        self.packets.extend((content.len() as u32).to_le_bytes());
        self.packets.extend(content);
    }

    pub(crate) fn event(&mut self, event: &Value) {
        if let Some((kind, content)) = message(event) {
            self.packet(kind, &content);
            match kind {
                41 | 71 | 74 => self.table(6),
                61 | 63 | 65 | 73 => self.table(4),
                90 => {
                    self.packet(6, &[content[0], location("hand"), 0, 0]);
                }
                113 | 114 => self.table(2),
                36 => self.tables_at.push(self.packets.len()),
                _ => {}
            }
        }
    }

    /// A player is asked in a Main Phase or Battle Step, and this is the table.
    pub(crate) fn asked(&mut self, state: &Value) {
        self.table(6);
        while let Some(at) = self.tables_at.pop() {
            let rest = self.packets.split_off(at);
            for player in 0..2 {
                self.packet(6, &zones(player, &state["players"][usize::from(player)]["mzone"]));
            }
            self.packets.extend(rest);
        }
    }

    /// What lies in so many kinds of places: first in the zones of both players, then in their hands.
    fn table(&mut self, locations: usize) {
        let all = ["mzone", "szone", "hand"].into_iter().flat_map(|word| [(0, word), (1, word)]);
        for (player, word) in all.take(locations) {
            self.packet(6, &[player, location(word), 0, 0, 0, 0]);
        }
    }

    /// The winner and the reason in EDOPro's numbers; nothing if the duel was left.
    pub(crate) fn end(&mut self, end: &Value) {
        let reason = match end["reason"].as_str() {
            Some("lp") => 1,
            Some("deckout") => 2,
            Some("card") => 0x10,
            _ => return,
        };
        let winner = end["winner"].as_u64().map_or(2, |winner| winner as u8);
        self.packet(5, &[winner, reason]);
    }

    /// The whole file.
    pub(crate) fn file(self) -> Vec<u8> {
        packed(0x5870_7279, &self.content())
    }

    /// What is packed in the file.
    pub(crate) fn content(mut self) -> Vec<u8> {
        let flags = number(&self.header["flags"]);
        let mut old = names(self.names);
        for field in ["lp", "hand", "draw"] {
            old.extend((number(&self.header[field]) as u32).to_le_bytes());
        }
        old.extend(flags.to_le_bytes());
        for deck in 0..2 {
            for part in ["main", "extra"] {
                let list = self.header["decks"][deck][part].as_array().cloned();
                let list = list.unwrap_or_default();
                old.extend((list.len() as u32).to_le_bytes());
                list.iter().for_each(|id| old.extend((number(id) as u32).to_le_bytes()));
            }
        }
        // No cards of rules, and one answer.
        old.extend([0, 0, 0, 0, 1, 7]);
        let old = packed(0x3170_7279, &old);
        self.packet(231, &old);
        let mut content = names(self.names);
        content.extend(flags.to_le_bytes());
        content.extend(&self.packets);
        content
    }
}

/// The message about what lies in a player's Monster Zones: only the passcodes.
fn zones(player: u8, zones: &Value) -> Vec<u8> {
    let mut fields = Vec::new();
    for zone in zones.as_array().into_iter().flatten() {
        match zone["id"].as_u64() {
            None => fields.extend([0, 0]),
            Some(id) => {
                fields.extend([8, 0, 1, 0, 0, 0]);
                fields.extend((id as u32).to_le_bytes());
                fields.extend([4, 0, 0, 0, 0, 0x80]);
            }
        }
    }
    let mut content = vec![player, location("mzone")];
    content.extend((fields.len() as u32).to_le_bytes());
    content.extend(fields);
    content
}

fn names(names: [&str; 2]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for name in names {
        bytes.extend(1_u32.to_le_bytes());
        let mut units: Vec<u16> = name.encode_utf16().collect();
        units.resize(20, 0);
        units.iter().for_each(|unit| bytes.extend(unit.to_le_bytes()));
    }
    bytes
}

/// A long header and the packed content.
pub(crate) fn packed(kind: u32, content: &[u8]) -> Vec<u8> {
    let mut lzma = Vec::new();
    let options = lzma_rs::compress::Options {
        unpacked_size: lzma_rs::compress::UnpackedSize::SkipWritingToHeader,
    };
    let mut input = content;
    lzma_rs::lzma_compress_with_options(&mut input, &mut lzma, &options).unwrap();
    let flags: u32 = 0x1 | 0x10 | 0x20 | 0x100 | 0x200;
    let mut file = Vec::new();
    for word in [kind, 0x2901, flags, 0, content.len() as u32, 0] {
        file.extend(word.to_le_bytes());
    }
    file.extend(&lzma[..5]);
    file.extend([0; 3]);
    file.extend(1_u64.to_le_bytes());
    file.extend([0; 32]);
    file.extend(&lzma[5..]);
    file
}
