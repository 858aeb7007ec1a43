//! No silent holes in the card language: what compiles does something.
//!
//! Texts are built from the words of the language: each verb with each place, each modifier for each
//! receiver, each kind of effect with each clause. Each text is refused with an error that has its place,
//! or it does something in a duel in which there is something to do; what rightly does nothing there has
//! its reason in a list.

use duelfish_engine::{
    Action, Actions, Catalogue, DecisionKind, Duel, Event, Facts, Game, Player, Position, Streams,
    Witness, kind,
};
use duelfish_script::language::{self, CardFileError};

/// Cards of every kind that lie everywhere.
const OTHERS: &str = r#"
card 101 "Wall"
facts monster level 4 earth warrior atk 1000 def 2000
card 102 "Beast"
facts monster level 4 fire beast atk 1800 def 500
card 103 "Fry"
facts monster effect level 2 water fish atk 500 def 500
effect trigger must on self destroyed
  do gain 30
card 104 "Magic"
facts spell quick_play
effect activate
  target t = card(field, other)
  do destroy t
card 105 "Lasting Magic"
facts spell continuous
effect ignition
  limit use 1 per_turn
  do draw 1
effect ignition
  limit use 1 per_turn
  do banish 1 card(grave, mine)
effect ignition
  limit use 1 per_turn
  do add_to_hand 1 monster(deck, mine)
card 106 "Ambush"
facts trap
effect activate
  target m = monster(theirs)
  do take_control m until end_phase
card 107 "Lasting Trap"
facts trap continuous
always monster(mine, fish) atk +10
card 108 "Land"
facts spell field
always monster(mine) atk +10
always monster(mine, fish) atk +20
card 119 "High"
facts monster pendulum normal level 4 fire warrior atk 1300 def 1200 scale 8
card 109 "Gear"
facts spell equip
equip monster
always host atk +100
card 110 "Fused"
facts monster fusion level 6 earth warrior atk 2200 def 1000
  fusion "Wall" + "Beast"
card 111 "Stack"
facts monster xyz level 4 earth warrior atk 1900 def 1000
  xyz 2 monster
card 112 "Swing"
facts monster pendulum normal level 4 earth warrior atk 1500 def 1200 scale 2
card 113 "Big"
facts monster level 7 dark dragon atk 2500 def 2100
card 114 "Tuned"
facts monster synchro level 6 earth warrior atk 2100 def 1000
  synchro 1 monster(tuner) + 1+ monster(not tuner)
card 115 "Tuner"
facts monster tuner level 2 earth warrior atk 300 def 200
card 116 "Link"
facts monster link level 2 earth warrior atk 1400 arrows bottom_left bottom_right
  link 2 monster
card 117 "Shell"
facts monster effect level 3 earth insect atk 400 def 1900
effect flip
  do gain 50
card 118 "Clone Token"
facts monster token level 1 earth beast atk 0 def 0
"#;

/// A duel in which both players have cards of all kinds everywhere. Of what is on the field none does
/// anything by itself.
fn table(extra: &str) -> String {
    let mut text = String::from("turn 3 P1 main1\n");
    for player in ["P1", "P2"] {
        let lines = "\
            M1 attack: Swing\n\
            M2 set: Shell\n\
            M3 attack: Stack [proper]\n\
            M3 materials: Fry; Magic; Ambush; Swing\n\
            M4 set: Wall\n\
            S1 pendulum: Swing\n\
            S3 up: Lasting Magic\n\
            S4 down: Ambush\n\
            field up: Land\n\
            hand: Fry; Big; Magic; Ambush; High\n\
            grave: Fry; Magic; Ambush; Wall; Swing\n\
            banished: Fry; Magic; Ambush; Wall; Swing\n\
            extra: Fused; Tuned; Link\n\
            extra up: Swing\n\
            deck: 8* Fry; Beast; 3* Magic; 3* Ambush; 2* Wall; 2* Swing; 2* Tuner; Lasting Magic\n";
        for line in lines.lines() {
            text += &format!("{player} {line}\n");
        }
    }
    text + extra
}

fn blank() -> Catalogue {
    let facts = Facts {
        passcode: 99,
        alias: 0,
        kind: kind::MONSTER | kind::NORMAL,
        race: 1,
        atk: 100,
        def: 100,
        attribute: 1,
        level: 1,
        scales: [0; 2],
        arrows: 0,
        archetypes: [0; 5],
    };
    Catalogue::new(vec![(facts, "Nobody".into())]).unwrap()
}

pub(crate) fn compile(card: &str) -> Result<Catalogue, Vec<CardFileError>> {
    let files = [("others".to_owned(), OTHERS.to_owned()), ("test".to_owned(), card.to_owned())];
    language::extend(&files, blank())
}

/// All events, as they are.
#[derive(Default)]
struct Log(Vec<String>);

impl Witness for Log {
    const JOURNALS: bool = false;
    fn save(&mut self, _: u16, _: u64) {}
    fn event(&mut self, _: &Duel, event: Event) {
        self.0.push(format!("{event:?}"));
    }
}

struct Played {
    log: Vec<String>,
    duel: Duel,
    /// Whether what was to be done first could be done.
    begun: bool,
}

fn mixed(seed: u64, text: &str) -> u64 {
    let all = text.bytes().fold(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let all = (all ^ all >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let all = (all ^ all >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    all ^ all >> 31
}

/// Plays from a position: first one action, then others; `random` or those that do most until nobody is
/// asked within a Chain.
fn play(cards: &Catalogue, text: &str, first: Option<&str>, random: Option<u64>) -> Played {
    let position = Position::parse(text, cards).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let game: Game<'_> = position.game(cards);
    let mut chance = Streams::new(random.unwrap_or(7), [0, 1]);
    let mut log = Log::default();
    let mut duel = position.start(&game, &mut chance, &mut log);
    let mut begun = true;
    if let Some(first) = first {
        match duel.parse(&game, first) {
            Ok(action) => {
                log.0.clear();
                duel.apply(&game, action, &mut chance, &mut log);
            }
            Err(_) => begun = false,
        }
    }
    let mut actions = Actions::new();
    let most = if random.is_some() { 200 } else { 30 };
    for step in 0..most {
        let Some(decision) = duel.decision() else { break };
        let no_response = matches!(decision.kind, DecisionKind::Idle | DecisionKind::Battle);
        if !begun || (no_response && random.is_none()) {
            break;
        }
        if random.is_some() && step == 8 {
            log.0.push(duel.view(&game, Player::FIRST).to_string());
        }
        duel.legal_actions(&game, &mut actions);
        let said = |action: &Action| duel.describe(&game, *action);
        let chosen = match random {
            Some(seed) => {
                let key = |action: &&Action| mixed(seed << 16 | step, &said(action));
                *actions.iter().min_by_key(key).unwrap()
            }
            None => {
                let refuses = |action: &&Action| matches!(&*said(action), "pass" | "done" | "no");
                let wanted = decision.kind == DecisionKind::Respond;
                let found = actions.iter().find(|action| refuses(action) == wanted);
                *found.unwrap_or(&actions[0])
            }
        };
        duel.apply(&game, chosen, &mut chance, &mut log);
    }
    Played { log: log.0, duel, begun }
}

/// The words of a part of the language, as the reference page has them.
fn words(section: &str) -> Vec<String> {
    let page = language::reference();
    let part = page.split(&format!("\n## {section}\n")).nth(1).unwrap();
    let part = part.split("\n## ").next().unwrap();
    let mut found: Vec<String> = Vec::new();
    for line in part.lines() {
        if let Some(syntax) = line.strip_prefix("### `") {
            let word = syntax.split([' ', '`', ',']).next().unwrap();
            found.push(word.to_owned());
        } else if let Some(plain) = line.strip_prefix("Words that stand for themselves: ") {
            let words = plain.trim_end_matches('.').split(", ");
            found.extend(words.map(|word| word.trim_matches('`').to_owned()));
        }
    }
    found
}

/// How many texts were built, refused and run, and what was found.
#[derive(Default)]
struct Count {
    built: usize,
    refused: usize,
    run: usize,
    excused: usize,
    holes: Vec<String>,
}

impl Count {
    fn refuse(&mut self, text: &str, errors: &[CardFileError]) {
        self.refused += 1;
        let placed =
            errors.iter().all(|e| e.file == "test" && e.line > 0 && e.column > 0 && e.length > 0);
        if !placed || errors.is_empty() {
            self.holes.push(format!("an error without its place: {errors:?}\n{text}"));
        }
    }

    fn hole(&mut self, what: &str, text: &str, reason: Option<&str>) {
        if reason.is_some() {
            self.excused += 1;
        } else {
            self.holes.push(format!("{what}: {text}"));
        }
    }

    fn finish(self, name: &str) {
        let Self { built, refused, run, excused, holes } = self;
        println!(
            "{name}: {built} texts: {refused} refused, {run} do something, {excused} with a reason"
        );
        assert_eq!(built, refused + run + excused + holes.len());
        assert!(holes.is_empty(), "{} holes:\n{}", holes.len(), holes.join("\n"));
    }
}

/// Verbs that are about cards and need no more words.
const CARD_VERBS: &[&str] = &[
    "destroy_and_banish",
    "destroy",
    "return_to_hand",
    "add_to_hand",
    "send_to_grave",
    "discard",
    "banish",
    "banish_for_now",
    "tribute",
    "lose_taken_effects",
    "count_turn",
    "make_usable",
    "special_summon",
    "shuffle_into_deck",
    "put_on_deck",
    "put_under_deck",
    "set",
    "summon",
    "tribute_summon",
    "normal_summon",
    "summon_using_self",
    "equip_with",
    "equip_to",
    "reveal",
    "turn_face_down",
    "change_position",
    "take_control",
    "give_control",
    "show",
    "place_on_field",
    "place_as_spell",
    "place_in_pendulum_zone",
    "put_in_extra_deck",
    "return_to_field",
    "discard_to_grave",
    "redirect_attack",
    "fight",
    "change_target",
    "protect",
    "become",
    "spare",
    "shuffle_set",
    "forbid_activating",
];
/// Why a text does nothing on this table though it may elsewhere; none if it should.
fn excuse(verb: &str, location: &str, noun: &str, form: &str) -> Option<&'static str> {
    let on_field = matches!(location, "monster_zone" | "field");
    match verb {
        _ if noun == "trap" && on_field => Some("no Trap is a monster here"),
        "make_usable" => Some("no card here was Set this turn"),
        "lose_taken_effects" => Some("no monster here has effects of another card"),
        "shuffle_set" if form != "all" => Some("one card alone has nothing to change places with"),
        "summon" | "normal_summon" if on_field => Some("no Gemini monster lies here"),
        "show" if on_field || location.ends_with("_zone") => Some("what lies face-up was seen"),
        "put_in_extra_deck" if location == "hand" && form == "1 theirs" => {
            Some("what is taken unseen from that hand is no Pendulum Card")
        }
        _ => None,
    }
}

#[test]
fn verbs_at_places() {
    let mut count = Count::default();
    let verbs = words("Verbs");
    for verb in CARD_VERBS {
        assert!(verbs.iter().any(|word| word == verb), "{verb} is no verb");
    }
    let locations = words("Places");
    assert!(locations.len() >= 11, "{locations:?}");
    let hand = table("").replacen("P1 hand: ", "P1 hand: Test; ", 1);
    let card = |steps: &str| {
        format!("card 1 \"Test\"\nfacts spell\neffect activate\n{steps}\n  also gain 7\n")
    };
    let control = compile("card 1 \"Test\"\nfacts spell\neffect activate\n  do gain 7\n").unwrap();
    let control = play(&control, &hand, Some("activate Test"), None);
    assert!(control.begun);
    for verb in CARD_VERBS {
        for location in &locations {
            for noun in ["card", "monster", "spell", "trap"] {
                for form in ["1 mine", "1 theirs", "all", "target"] {
                    let (before, set) = match form {
                        "1 mine" => (String::new(), format!("1 {noun}({location}, mine)")),
                        "1 theirs" => (String::new(), format!("1 {noun}({location}, theirs)")),
                        "all" => (String::new(), format!("all {noun}({location}, other)")),
                        _ => (format!("  target t = {noun}({location}, other)\n"), "t".to_owned()),
                    };
                    let tail = if *verb == "take_control" { " until end_phase" } else { "" };
                    let line = format!("{before}  do {verb} {set}{tail}");
                    count.built += 1;
                    let text = card(&line);
                    let cards = match compile(&text) {
                        Ok(cards) => cards,
                        Err(errors) => {
                            count.refuse(&text, &errors);
                            continue;
                        }
                    };
                    let played = play(&cards, &hand, Some("activate Test"), None);
                    let news = |event: &&String| {
                        !["Shuffled", "Targeted"].iter().any(|word| event.starts_with(word))
                    };
                    let same = played.log.iter().filter(news).eq(control.log.iter().filter(news));
                    let looks = location == "deck";
                    if !played.begun {
                        count.hole("never offered", &line, excuse(verb, location, noun, form));
                    } else if same
                        && (looks || played.duel.position_key() == control.duel.position_key())
                    {
                        count.hole("nothing happens", &line, excuse(verb, location, noun, form));
                    } else {
                        count.run += 1;
                    }
                }
            }
        }
    }
    count.finish("verbs at places");
}

/// How a modifier is written, by its syntax on the reference page.
fn example(syntax: &str) -> String {
    let first = syntax.split(", ").next().unwrap();
    let plain = first.split(" [").next().unwrap();
    let plain = plain.replace("FILTER", "monster(warrior)").replace("TYPE", "fish");
    let plain = plain.replace("ATTRIBUTE", "fire").replace("with CARDS", "with self");
    let plain = plain.replace("spell|trap|monster", "spell");
    if plain.starts_with("falls_with_self_if") {
        // Also for cards that are no monsters.
        return "falls_with_self_if card".to_owned();
    }
    if plain.starts_with("cannot_be_targeted_by") {
        // Spells are what targets here.
        return "cannot_be_targeted_by card".to_owned();
    }
    if plain.starts_with("survives_effects_of") {
        return "survives_effects_of card".to_owned();
    }
    if plain.starts_with("double_tribute") {
        return "double_tribute for monster(dragon)".to_owned();
    }
    if plain.starts_with("one_less_tribute") {
        return "one_less_tribute monster(dragon)".to_owned();
    }
    if plain.starts_with("synchro") {
        // A Warrior is Summoned here, with Warriors.
        return plain.replace("warrior", "plant");
    }
    match plain.strip_suffix(" N") {
        Some("scale") => "scale 5".to_owned(),
        Some("victory_in") => "victory_in 2".to_owned(),
        Some(word) if word.starts_with("original") || word == "inflicts" => format!("{word} 700"),
        Some(word) => format!("{word} 2"),
        None => plain.replace("+N", "+2"),
    }
}

fn modifiers() -> Vec<String> {
    let page = language::reference();
    let part = page.split("\n## Modifiers\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let found = part.lines().filter_map(|line| line.strip_prefix("### `"));
    found.map(|syntax| example(syntax.trim_end_matches('`'))).collect()
}

const SEEDS: u64 = 40;

/// Whether two cards play differently in one of some random duels from this position.
fn differs(a: &[Vec<String>], cards: &Catalogue, text: &str, first: Option<&str>) -> bool {
    (0..SEEDS).any(|seed| play(cards, text, first, Some(seed)).log != a[seed as usize])
}

fn duels(cards: &Catalogue, text: &str, first: Option<&str>) -> Vec<Vec<String>> {
    (0..SEEDS).map(|seed| play(cards, text, first, Some(seed)).log).collect()
}

/// Why a modifier changes nothing in the duels that are played here; none if it should.
fn excuse_modifier(modifier: &str, receiver: &str) -> Option<&'static str> {
    Some(match modifier.split(' ').next().unwrap() {
        "marked" | "noted" | "renamed" | "held" => "only words of the same card read it",
        "equipped_monster_falls_instead" | "spared_by_gone_equips" => "no monster is equipped here",
        "closes_extra_zones" => "no monster here points to an Extra Monster Zone",
        "names_negated" => "no monster here has that name",
        "summoned_again" => "there is no Gemini monster here",
        "has_effects_of" => "that card has no effects",
        "falls_if_self_destroyed" | "self_falls_when_it_leaves" | "takes_self_along" => {
            "the Spell that gives it is gone"
        }
        "dies_when_targeted" if receiver.starts_with("every") => {
            "what targets a monster here destroys it or takes it away"
        }
        "also" | "attribute" => "no card here asks for an Attribute",
        "card_cannot_be_activated" => "what lies face-up there was activated before",
        "cannot_attack_directly" => "nobody here can attack directly",
        "survives_opposing_effects" if receiver.contains("trap") => {
            "the opponent destroys no Set Trap here; `a_set_trap_survives_effects_of_the_opponent`"
        }
        "survives_effects_of" if receiver.contains("trap") => "nobody destroys a Set Trap here",
        "silences_by_battle" => "no monster here has an effect in the Graveyard",
        "xyz_material_only_for" => "nobody has an Xyz Monster in the Extra Deck here",
        "unaffected_by_effects_of" | "cannot_activate_those" => "no Warrior has an effect here",
        "no_tribute_for_effects" => "no effect Tributes anything here",
        "to_hand_instead" => "nothing puts cards into a Deck here",
        "cannot_mill" => "no effect here sends cards of a Deck to the Graveyard",
        "banished_not_returned" => "nothing returns from a Graveyard to the hand here",
        "no_battle_damage_with" => "this Spell fights no battle",
        "only_one" => "nobody has two monsters of one name here",
        "may_reroll" => "nobody rolls dice here",
        "reflects_effect_damage" => "no effect here inflicts damage to its player's opponent",
        "no_second_battle_phase" => "nobody has a second Battle Phase here",
        "special_summons" if receiver == "me" => {
            "this player Special Summons no third time in a turn here"
        }
        "spells_cannot_summon" => "no Spell or Trap here Special Summons a Warrior",
        "not_special_summoned" if !receiver.contains("grave") => {
            "nothing here Special Summons a card of the field"
        }
        "leaves_grave_itself" | "grave_is_free" => "nothing keeps the Graveyards as they are",
        "negated" | "cannot_be_activated" => "no monster here has an effect on the field",
        _ => return None,
    })
}

#[test]
fn modifiers_for_receivers() {
    let mut count = Count::default();
    let hand = table("").replacen("P1 hand: ", "P1 hand: Test; ", 1);
    let first = Some("activate Test");
    let card = |steps: &str| {
        format!("card 1 \"Test\"\nfacts spell\neffect activate\n  do gain 7\n{steps}")
    };
    let control = duels(&compile(&card("")).unwrap(), &hand, first);
    let receivers = [
        "all monster(mine, face_up)",
        "all monster(theirs, face_up)",
        "all card(field)",
        "all spell(spell_zone)",
        "all trap(spell_zone)",
        "all card(pendulum_zone)",
        "all monster(grave)",
        "all monster(hand, mine)",
        "every monster(mine)",
        "every spell",
        "every card(pendulum_zone)",
        "every monster(hand, mine)",
        "me",
        "opponent",
    ];
    for modifier in modifiers() {
        for receiver in receivers {
            let line = format!("  also give {receiver} {modifier}\n");
            count.built += 1;
            let text = card(&line);
            match compile(&text) {
                Err(errors) => count.refuse(&text, &errors),
                Ok(cards) if differs(&control, &cards, &hand, first) => count.run += 1,
                Ok(_) => {
                    count.hole(
                        "nothing changes",
                        line.trim(),
                        excuse_modifier(&modifier, receiver),
                    );
                }
            }
        }
    }
    count.finish("modifiers for receivers");
}

/// Each kind of effect, with the place for a clause and for a step.
const FORMS: &[(&str, &str, &str)] = &[
    ("activate", "spell", "effect activate\n{}  do gain 500\n{+}"),
    ("ignition", MONSTER, "effect ignition\n{}  do gain 500\n{+}"),
    ("trigger", MONSTER, "effect trigger may if self summoned\n{}  do gain 500\n{+}"),
    ("quick", MONSTER, "effect quick\n{}  do gain 500\n{+}"),
    ("flip", MONSTER, "effect flip may\n{}  do gain 500\n{+}"),
    ("at_once", MONSTER, "effect at_once on self summoned\n{}  do gain 500\n{+}"),
    ("at_once", MONSTER, "effect at_once on each standby_phase\n{}  do gain 500\n{+}"),
    ("procedure", MONSTER, "effect procedure\n{}{+}"),
    ("tributeless", HIGH, "effect tributeless\n{}{+}"),
    ("tribute_summon", HIGH, "effect tribute_summon 3\n{}{+}"),
    ("tributes", HIGH, "effect tributes\n{}  do give self atk +900\n{+}"),
    (
        "summon_cost",
        MONSTER,
        "effect procedure\neffect summon_cost\n{}  do give me cannot_summon until end_of_turn\n{+}",
    ),
    (
        "offer",
        "spell",
        "effect activate\n  do allow later\neffect offer as later\n{}  do gain 500\n{+}",
    ),
    ("win", MONSTER, "effect win from monster_zone\n  need life(me) > 100\n{}{+}"),
    (
        "instead",
        MONSTER,
        "effect instead on self would_be_destroyed\n{}  do discard 1 card(hand, mine)\n{+}",
    ),
    (
        "planned",
        "spell",
        "effect activate\n  do plan later\neffect planned as later on my standby_phase\n{}  do gain 500\n{+}",
    ),
];
const MONSTER: &str = "monster effect level 4 earth warrior atk 1500 def 1200";
const HIGH: &str = "monster effect level 5 earth warrior atk 1500 def 1200";
/// Each clause, with a step that uses what it names.
const CLAUSES: &[(&str, &str)] = &[
    ("  need life(me) < 0\n", ""),
    ("  limit use 1 per_turn\n", ""),
    ("  limit use 1 per_turn by_name\n", ""),
    ("  limit activate 1 per_turn\n", ""),
    ("  cost pay 100\n", ""),
    ("  cost banish 1 monster(grave, mine)\n", ""),
    ("  cost give me no_battle_phase until end_of_turn\n", ""),
    ("  target t = monster(theirs)\n", "  also destroy t\n"),
    ("  remember r = life(me) > 0\n", "  also if r: gain 31\n"),
    ("  number n = life(me)\n", "  also gain n\n"),
    ("  option a\n  option b\n", "  also if a: gain 31\n  also if b: gain 32\n"),
    ("  declare d = 3 to 5\n", "  also gain d\n"),
    ("  keep 3\n", "  also gain 10 + kept(self)\n"),
    ("", "  also gain 31\n"),
    ("", "  also may gain 31\n"),
    ("", "  also give self atk +100\n"),
    ("", "  also give me no_battle_phase until end_of_turn\n"),
];

fn excuse_clause(form: &str, clause: &str) -> Option<&'static str> {
    let limit = clause.contains("limit");
    match form {
        "activate" if limit && !clause.contains("by_name") => {
            Some("one copy of a Normal Spell is used once anyway")
        }
        "at_once" if limit => Some("one such monster is Summoned in a turn here"),
        "instead" if limit => Some("it would be destroyed once in a turn here"),
        "trigger" | "flip" if limit => {
            Some("one such monster is Summoned or flipped in a turn here")
        }
        _ => None,
    }
}

#[test]
fn clauses_of_forms() {
    let forms = words("Kinds of effects");
    for form in forms.iter().filter(|form| *form != "effect") {
        assert!(FORMS.iter().any(|(known, ..)| form == known), "no text for `effect {form}`");
    }
    let mut count = Count::default();
    for (form, facts, base) in FORMS {
        let card = |clause: &str, step: &str| {
            let body = base.replace("{}", clause).replace("{+}", step);
            format!("card 1 \"Test\"\nfacts {facts}\n{body}")
        };
        let mut text = table("").replace("P1 hand: ", "P1 hand: 3* Test; ");
        if *facts != "spell" && *form != "win" {
            text = text.replacen("P1 M1 attack: Swing", "P1 M1 attack: Test", 1);
        }
        if *form == "instead" {
            text = text.replacen("turn 3 P1 main1", "turn 4 P2 battle", 1);
            text = text.replacen("P2 M1 attack: Swing", "P2 M1 attack: Big", 1);
        }
        let cards = compile(&card("", "")).unwrap_or_else(|errors| panic!("{form}: {}", errors[0]));
        // The stronger monster attacks it.
        let first = (*form == "instead").then_some("attack M1 -> M1");
        let control = duels(&cards, &text, first);
        for (clause, step) in CLAUSES {
            count.built += 1;
            let with = card(clause, step);
            match compile(&with) {
                Err(errors) => count.refuse(&with, &errors),
                Ok(cards) if differs(&control, &cards, &text, first) => count.run += 1,
                Ok(_) => count.hole("nothing changes", &with, excuse_clause(form, clause)),
            }
        }
    }
    count.finish("clauses of kinds of effects");
}

/// The cards of the tests below.
const OWN: &str = r#"
card 1 "Test"
facts spell
"#;

/// Runs duel tests with a card whose clauses these are.
pub(crate) fn check(card: &str, tests: &str) {
    let cards = compile(card).unwrap_or_else(|errors| panic!("{card}\n{}", errors[0]));
    let checked = duelfish_engine::duel_test::check(tests, "test", &cards);
    assert!(checked.failures.is_empty(), "{:#?}", checked.failures);
    assert!(checked.tests > 0);
}

/// The message of the one error of a card.
pub(crate) fn refused(card: &str) -> String {
    let errors = compile(card).err().unwrap_or_else(|| panic!("it compiles:\n{card}"));
    assert_eq!(errors.len(), 1, "{errors:#?}");
    format!("{}:{} {}", errors[0].line, errors[0].column, errors[0].message)
}

#[test]
fn a_card_of_the_deck_is_set_and_shown() {
    let card = format!("{OWN}effect activate\n  do set 1 trap(deck, mine)\n");
    check(
        &card,
        "test it is Set, shown, and can't be activated in this turn\n\
         turn 3 P1 main1\n\
         P1 hand: Test\n\
         P1 deck: 3* Ambush; 3* Fry\n\
         P2 M1 attack: Wall\n\
         P1> activate Test\n\
         P1> choose deck: Ambush\n\
         expect P1 S2 down: Ambush [set]\n\
         P2 sees S2 down Ambush set\n\
         expect P1 deck 5\n\
         not offered activate S2\n\
         test not without a zone besides that of the card itself\n\
         turn 3 P1 main1\n\
         P1 hand: Test\n\
         P1 S1 up: Lasting Magic\n\
         P1 S2 up: Lasting Magic\n\
         P1 S3 up: Lasting Magic\n\
         P1 S4 up: Lasting Magic\n\
         P1 deck: 3* Ambush\n\
         not offered activate Test\n",
    );
    let again = format!("{OWN}effect activate\n  target t = trap(grave, mine)\n  do set t\n");
    check(
        &again,
        "test one of the Graveyard\n\
         turn 3 P1 main1\n\
         P1 hand: Test\n\
         P1 grave: Ambush\n\
         P1> activate Test\n\
         expect P1 S2 down: Ambush [set]\n\
         P2 sees S2 down Ambush set\n",
    );
    let two = format!("{OWN}effect activate\n  do set 2 trap(deck, mine)\n");
    assert_eq!(refused(&two), "5:12 only one card is Set from elsewhere than the hand");
    let there = format!("{OWN}effect activate\n  do set 1 trap(spell_zone, mine)\n");
    assert_eq!(refused(&there), "5:12 this does nothing to cards where these are looked for");
}

#[test]
fn what_tributes_give_has_conditions() {
    let card = |need: &str| {
        format!(
            "card 1 \"Test\"\nfacts monster effect level 5 earth warrior atk 1500 def 1200\n\
             effect tributes\n  need {need}\n  do give self atk +900\n\
             effect tributes\n  do give self def +100\n"
        )
    };
    let duel = |atk: &str| {
        format!(
            "test what it gets\nturn 3 P1 main1\nP1 hand: Test\nP1 M1 attack: Beast\n\
             P1> summon Test\nexpect P1 M1 {atk}/1300\n"
        )
    };
    check(&card("my_turn"), &duel("2400"));
    check(&card("my_turn and opponent_turn"), &duel("1500"));
    check(&card("paid is fire"), &duel("2400"));
    check(&card("paid is water"), &duel("1500"));
}

#[test]
fn what_each_of_several_cards_gets_is_asked_of_itself() {
    let card = format!(
        "{OWN}effect activate\n  do give all monster(mine, face_up) atk = 2 * atk(it) until end_of_turn\n"
    );
    check(
        &card,
        "test each has twice its own\n\
         turn 3 P1 main1\n\
         P1 hand: Test\n\
         P1 M1 attack: Wall\n\
         P1 M2 attack: Beast\n\
         P1> activate Test\n\
         expect P1 M1 2000/2000\n\
         expect P1 M2 3600/500\n",
    );
}

#[test]
fn what_has_moved_is_asked_where_it_lies() {
    for (verb, pile) in [("destroy", "grave"), ("banish", "banished"), ("send_to_grave", "grave")] {
        let card = format!(
            "{OWN}effect activate\n  target c = monster(theirs)\n  do {verb} c\n  \
             if_done if c is dark: damage 1000 to opponent\n"
        );
        check(
            &card,
            &format!(
                "test it was DARK\n\
                 turn 3 P1 main1\n\
                 P1 hand: Test\n\
                 P2 M1 attack: Big\n\
                 P1> activate Test\n\
                 expect P2 {pile}: Big\n\
                 expect P2 lp 7000\n\
                 test it was not\n\
                 turn 3 P1 main1\n\
                 P1 hand: Test\n\
                 P2 M1 attack: Wall\n\
                 P1> activate Test\n\
                 expect P2 {pile}: Wall\n\
                 expect P2 lp 8000\n\
                 test it left before\n\
                 turn 3 P1 main1\n\
                 P1 hand: Test\n\
                 P2 M1 attack: Big\n\
                 P2 S1 down: Magic\n\
                 P2 S2 up: Lasting Magic\n\
                 P1> activate Test\n\
                 P2> activate S1\n\
                 P2> choose M1\n\
                 expect P2 grave: Big; Magic\n\
                 expect P2 lp 8000\n"
            ),
        );
    }
}

#[test]
fn a_set_trap_survives_effects_of_the_opponent() {
    let card = format!(
        "{OWN}effect activate\n  do give all trap(spell_zone) survives_opposing_effects 1\n"
    );
    check(
        &card,
        "test once a turn\n\
         turn 3 P1 main1\n\
         P1 hand: Test\n\
         P1 S4 down: Ambush\n\
         P2 S1 down: Magic\n\
         P2 S3 up: Lasting Magic\n\
         P1> activate Test\n\
         P2> pass\n\
         P2> activate S1\n\
         P2> choose P1 S4\n\
         expect P1 S4 down: Ambush\n\
         expect P2 grave: Magic\n",
    );
}

#[test]
fn a_spell_has_the_name_that_its_text_gives_it() {
    let card = "card 1 \"Test\"\nfacts spell field\nalways self renamed \"Land\"\n\
                card 2 \"Native\"\nfacts monster effect level 4 earth warrior atk 1000 def 1000\n\
                always while any card(field, mine, face_up, named \"Land\"): self atk +500\n\
                effect at_once on card(named \"Land\", was_face_up) left_field\n  do gain 300\n\
                effect at_once on card(named \"Test\", was_face_up) left_field\n  do gain 70\n";
    check(
        card,
        "test on the field, and as it leaves that\n\
         turn 3 P1 main1\n\
         P1 field up: Test\n\
         P1 M1 attack: Native\n\
         P1 hand: Land\n\
         expect P1 M1 1500/1000\n\
         P1> activate Land\n\
         expect P1 grave: Test\n\
         expect P1 lp 8300\n\
         test not in the hand or the Graveyard\n\
         turn 3 P1 main1\n\
         P1 grave: Test\n\
         P1 M1 attack: Native\n\
         expect P1 M1 1000/1000\n",
    );
}

#[test]
fn a_level_that_was_changed_in_the_hand_stays_changed() {
    let card = format!(
        "{OWN}effect activate\n  do give every monster(hand, mine) level -2 until end_of_turn\n\
                        card 2 \"Judge\"\nfacts monster effect level 4 earth warrior atk 1000 def 1000\n\
                        always monster(level = 5) atk +300\n"
    );
    check(
        &card,
        "test on the field, but not after it was turned face-down, nor in the next turn\n\
         turn 3 P1 main1\n\
         P1 hand: Test; Big\n\
         P1 deck: 3* Wall\n\
         P2 deck: 3* Wall\n\
         P1 M1 attack: Judge\n\
         P1 M2 attack: Wall\n\
         P1> activate Test\n\
         P1> summon Big\n\
         P1> tribute M2\n\
         expect P1 M2 2800/2100\n\
         P1> end\n\
         expect P1 M2 2500/2100\n",
    );
}

#[test]
fn what_is_planned_for_a_phase_that_is_over_waits_for_the_next_one() {
    let card = format!(
        "{OWN}effect activate\n  do plan later\neffect planned as later on my standby_phase\n  do gain 500\n"
    );
    check(
        &card,
        "test in the next own turn\n\
         turn 3 P1 main1\n\
         P1 hand: Test\n\
         P1 deck: 3* Wall\n\
         P2 deck: 3* Wall\n\
         P1> activate Test\n\
         P1> end\n\
         expect P1 lp 8000\n\
         P2> end\n\
         expect P1 lp 8500\n",
    );
}

#[test]
fn an_event_that_would_narrow_another_one_is_refused() {
    let card = |event: &str| {
        format!(
            "card 1 \"Test\"\nfacts monster effect level 4 earth warrior atk 1500 def 1200\n\
             effect trigger may if self {event}\n  do draw 1\n"
        )
    };
    let message = "these events can't be joined with `or`";
    assert_eq!(refused(&card("summoned or tribute_summoned")), format!("3:40 {message}"));
    assert_eq!(refused(&card("synchro_summoned")), "3:20 this card is never Summoned in this way");
    assert!(compile(&card("tribute_summoned or flip_summoned")).is_ok());
}

/// Values depend on what is kept off a monster.
#[test]
fn many_monsters_are_unaffected_by_what_is_printed_alone() {
    let card = |filter: &str| {
        format!("card 1 \"Test\"\nfacts spell continuous\nalways {filter} unaffected_by monster\n")
    };
    let message = "which monsters are unaffected can't depend on what effects may change";
    assert_eq!(refused(&card("monster(mine, water)")), format!("3:8 {message}"));
    assert!(compile(&card("monster(mine, normal or token)")).is_ok());
}

#[test]
fn a_monster_that_is_set_in_a_way_of_its_own_gets_nothing() {
    let card = |way: &str| {
        format!(
            "card 1 \"Test\"\nfacts monster effect level 8 earth warrior atk 2500 def 1200\n\
             effect tribute_summon 1 of monster(warrior){way}\n  do give self atk +100\n"
        )
    };
    assert_eq!(refused(&card(" or_set")), "3:1 a monster that is Set gets nothing");
    assert!(compile(&card("")).is_ok());
}

#[test]
fn damage_is_told_by_the_effect_that_did_it() {
    let card = |event: &str| {
        format!(
            "card 1 \"Test\"\nfacts spell continuous\n\
             effect trigger must on opponent {event} by effect{{}}\n  do draw 1\n"
        )
    };
    let (of, alone) = (" of monster(mine)", "");
    let told = |event: &str, by: &str| card(event).replace("{}", by);
    assert_eq!(refused(&told("effect_damaged", alone)), "3:51 this is not said of damage");
    assert_eq!(refused(&told("battle_damaged", of)), "3:51 this is not said of damage");
    assert!(compile(&told("effect_damaged", of)).is_ok());
}

/// A duel keeps eight of each card.
#[test]
fn a_ninth_lasting_change_is_refused() {
    let card = |count: usize| {
        let head =
            "card 1 \"Test\"\nfacts monster effect level 4 earth warrior atk 1500 def 1200\n";
        let lines = (1..=count).map(|level| format!("always monster(level = {level}) atk +100\n"));
        head.to_owned() + &lines.collect::<String>()
    };
    assert!(compile(&card(8)).is_ok());
    assert_eq!(refused(&card(9)), "11:1 the text has too many lasting changes");
}

#[test]
fn explanations_tell_how_a_monster_was_summoned_and_what_it_is_called() {
    let said = |card: &str| {
        let cards = compile(card).unwrap_or_else(|errors| panic!("{card}\n{}", errors[0]));
        let code = cards.by_name("Test").unwrap();
        duelfish_script::explain(&cards, code).join("\n")
    };
    let on = |kind: &str, event: &str, more: &str| {
        said(&format!(
            "card 1 \"Test\"\nfacts monster {kind} effect level 6 earth warrior atk 1500 def 1200\n\
             {more}effect trigger may if self {event}\n  do draw 1\n"
        ))
    };
    assert!(on("", "summoned", "").contains("this card was Normal Summoned"));
    assert!(on("", "tribute_summoned", "").contains("this card was Tribute Summoned"));
    assert!(on("", "special_summoned", "").contains("this card was Special Summoned"));
    let synchro = "synchro 1 monster(tuner) + 1+ monster(not tuner)\n";
    assert!(on("synchro", "synchro_summoned", synchro).contains("this card was Synchro Summoned"));
    let named = |name: &str| {
        said(&format!(
            "{OWN}effect activate\n  do give all monster(mine) renamed \"{name}\" until end_of_turn\n"
        ))
    };
    assert!(named("Wall").contains("has the name of \"Wall\""), "{}", named("Wall"));
    assert_ne!(named("Wall"), named("Beast"));
}

/// The verbs that say more than cards, each as a step of a Spell that is activated in the Main Phase; those
/// that can do nothing there are refused.
const OTHER_VERBS: &[(&str, &str)] = &[
    ("fusion_summon", "do fusion_summon monster(extra_deck, mine) with monster(deck, mine)"),
    ("rank_up", "target m = monster(mine, xyz)\n  do rank_up m by 1"),
    (
        "ritual_summon",
        "do ritual_summon monster(hand, mine) with monster(mine) total_level 4 or_more",
    ),
    ("summon_tokens", "do summon_tokens 1 \"Clone Token\""),
    ("equip", "do pick a = 1 monster(mine)\n  also equip 1 monster(deck, mine) to a"),
    (
        "swap_control",
        "do pick a = 1 monster(mine)\n  also pick b = 1 monster(theirs)\n  also swap_control a with b",
    ),
    ("damage", "do damage 100 to opponent"),
    ("gain", "do gain 100"),
    ("pay", "do pay 100"),
    ("lose", "do lose 100"),
    ("place", "do place 1 spell_counter on all card(field)"),
    ("remove", "do remove 1 spell_counter from all card(field)"),
    ("detach", "do detach 1"),
    ("attach", "do attach all monster(theirs)"),
    ("toss", "do toss n = 3\n  also gain 1 + n"),
    ("call_coin", "do call_coin right\n  also if right: gain 3"),
    ("negate", "do negate"),
    ("negate_effect", "do negate_effect"),
    ("draw", "do draw 1"),
    ("arrange_top", "do arrange_top 3"),
    ("look_at_top", "do look_at_top 2 of opponent"),
    ("mill", "do mill 2"),
    ("banish_top", "do banish_top 2"),
    ("pendulum_summon", "do pendulum_summon"),
    ("negate_attack", "do negate_attack"),
    ("attack_becomes_direct", "do attack_becomes_direct"),
    ("inflict_nothing", "do inflict_nothing"),
    ("attack_again", "do attack_again"),
    ("set_again", "do set_again"),
    ("negate_itself", "do negate_itself"),
    ("top_or_bottom", "do top_or_bottom"),
    ("end_battle_phase", "do end_battle_phase"),
    ("excavate", "do excavate shown = 2"),
    ("shuffle_deck", "do shuffle_deck"),
    ("show_decks", "do show_decks"),
    ("give", "do give all monster(mine) atk +100"),
    ("pick", "do pick c = 1 monster(mine)\n  if_done destroy c"),
    ("note", "do note n = life(me)\n  also gain n"),
    ("declare", "do declare n = 1 to 3\n  also gain n"),
    ("allow", "do allow later\neffect offer as later\n  do gain 100"),
    ("roll", "do roll n = 1\n  also gain n"),
    ("roll_off", "do roll_off a, b\n  also gain a"),
    ("keep", "do keep 3"),
    ("prepare_fusion", "do prepare_fusion monster(extra_deck, mine) with monster(deck, mine)"),
    ("summon_prepared", "do summon_prepared monster(extra_deck, mine)"),
    ("yield_control", "do yield_control"),
    ("regain_control", "do regain_control"),
    ("plan", "do plan later\neffect planned as later on each end_phase\n  do gain 100"),
];

fn excuse_other(verb: &str) -> Option<&'static str> {
    Some(match verb {
        "rank_up" => "no Xyz Monster of a higher Rank is in the Extra Deck here",
        "ritual_summon" => "no Ritual Monster is in the hand here",
        "pendulum_summon" => "one Pendulum Zone is empty here",
        "place" | "remove" => "no card here holds counters",
        "keep" => "the Spell that keeps it is gone",
        "prepare_fusion" => "no Fusion Monster has its materials in the Deck here",
        "summon_prepared" => "nothing is prepared",
        "yield_control" | "regain_control" => "this card gives control of nothing",
        "end_battle_phase" => "there is no Battle Phase to end, and it is over at once",
        "allow" | "plan" => "it happens later; `clauses_of_forms` waits for it",
        _ => return None,
    })
}

#[test]
fn verbs_that_say_more_than_cards() {
    let mut count = Count::default();
    let verbs = words("Verbs");
    for verb in &verbs {
        let known = CARD_VERBS.contains(&&**verb) || OTHER_VERBS.iter().any(|(v, _)| v == verb);
        assert!(known, "no text is built for the verb `{verb}`");
    }
    let hand = table("").replacen("P1 hand: ", "P1 hand: Test; ", 1);
    let first = Some("activate Test");
    let card = |steps: &str| format!("card 1 \"Test\"\nfacts spell\neffect activate\n  {steps}\n");
    // A Spell of which nothing else can be seen.
    let control = card("do if no monster(mine, divine) and no monster(mine): gain 1");
    let control = play(&compile(&control).unwrap(), &hand, first, None);
    assert!(control.begun);
    for (verb, steps) in OTHER_VERBS {
        assert!(verbs.iter().any(|word| word == verb), "{verb} is no verb");
        count.built += 1;
        let text = card(steps);
        match compile(&text) {
            Err(errors) => count.refuse(&text, &errors),
            Ok(cards) => {
                let played = play(&cards, &hand, first, None);
                let same = played.log == control.log
                    && played.duel.position_key() == control.duel.position_key();
                if !played.begun || same {
                    count.hole("nothing happens", steps, excuse_other(verb));
                } else {
                    count.run += 1;
                }
            }
        }
    }
    count.finish("verbs that say more than cards");
}

const KEEPER: &str = "card 1 \"Test\"\nfacts monster level 4 earth warrior atk 1000 def 1000\n";

#[test]
fn values_follow_numbers_that_are_kept_and_noted() {
    for (step, number) in [("keep 1", "kept"), ("give self noted 1", "noted")] {
        let card = format!(
            "{KEEPER}effect ignition\n  do {step}\nalways while {number}(self) = 1: self atk +500\n"
        );
        check(
            &card,
            "test it gains at once\n\
             turn 3 P1 main1\n\
             P1 M1 attack: Test\n\
             P1> activate M1\n\
             expect P1 M1 1500/1000\n",
        );
    }
}

#[test]
fn attributes_are_replaced_or_come_to_those_before() {
    let counts = "always self atk +100 * count(monster(mine, earth)), def +100 * count(monster(mine, dark))\n";
    for (change, values) in [("also dark", "1100/1100"), ("attribute = dark", "1000/1100")] {
        let card =
            format!("{KEEPER}{counts}effect ignition\n  do give self {change} until end_of_turn\n");
        check(
            &card,
            &format!(
                "test until the end of the turn\n\
                 turn 3 P1 main1\n\
                 P1 M1 attack: Test\n\
                 P1 deck: 3* Wall\n\
                 P2 deck: 3* Wall\n\
                 expect P1 M1 1100/1000\n\
                 P1> activate M1\n\
                 expect P1 M1 {values}\n\
                 P1> end\n\
                 expect P1 M1 1100/1000\n"
            ),
        );
    }
}
