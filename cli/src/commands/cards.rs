//! `duelfish cards` and `duelfish card`.

use anyhow::{Result, bail};
use duelfish_cards::mutate::card_texts;
use duelfish_cards::{catalogue, nearest_name, pool_files};
use duelfish_conform::RecordedCards;
use duelfish_engine::{CardCode, Catalogue, Facts, Texts, kind};
use duelfish_script::explain;
use serde::Serialize;

use crate::args::{CardArgs, CardsArgs, Format};
use crate::lookup::{self, LookedUp};
use crate::output::Align;
use crate::{ExitVerdict, output};

/// The word for a card that can be played.
const SUPPORTED: &str = "supported";

/// A card as it is printed for people and programs.
#[derive(Debug, Serialize)]
struct ShownCards<'c> {
    passcode: u32,
    name: &'c str,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    attribute: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    atk: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    def: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    artwork_of: Option<u32>,
    supported: bool,
    /// The recorded duels in which a card of the pool has acted; with 0 there are only its tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded_duels: Option<u64>,
    /// The effects of its compiled text, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    effects: Vec<String>,
    /// The same of its text in the Goat format, if that was another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    goat_effects: Option<Vec<String>>,
    /// The same of its text in the Edison format, if that was another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    edison_effects: Option<Vec<String>>,
}

pub(crate) fn list(args: &CardsArgs) -> Result<ExitVerdict> {
    let cards = &*args.own.catalogue()?;
    let filter = args.filter.join(" ");
    let has_it = lookup::part_of_name(&filter);
    let fits = |(code, _, name): &(CardCode, &Facts, &str)| {
        has_it(name) && (!args.supported || duelfish_cards::is_supported(cards, *code))
    };
    let mut shown: Vec<ShownCards<'_>> =
        cards.iter().filter(fits).map(|(code, ..)| shown(cards, code)).collect();
    shown.sort_by_key(|card| (card.name, card.passcode));
    match args.format {
        Format::Json => output::json(&shown)?,
        Format::Table if shown.is_empty() => {}
        Format::Table => output::text(&table(cards, &shown))?,
    }
    if !shown.is_empty() {
        return Ok(ExitVerdict::Good);
    }
    // As with grep, finding nothing is worth an exit code.
    let which = if args.supported { "supported card has" } else { "card has" };
    let nearest = nearest_name(cards, &[], &filter).filter(|_| !args.supported);
    let advice = match nearest {
        Some((name, _)) => format!("did you mean `{name}`?"),
        None => "try a shorter part of the name".to_owned(),
    };
    let filter = filter.escape_debug();
    output::error(&format!("no {which} `{filter}` in its name; {advice}"));
    Ok(ExitVerdict::Bad)
}

pub(crate) fn show(args: &CardArgs) -> Result<ExitVerdict> {
    let cards = &*args.own.catalogue()?;
    let text = args.card.escape_debug();
    let code = match lookup::meant(cards, &args.card) {
        LookedUp::One(code) => code,
        LookedUp::Several(names) => bail!(
            "there is no card `{text}`, and `{text}` is in the names of {} cards; \
             `duelfish cards \"{text}\"` lists them: {}{}",
            names.len(),
            names[..names.len().min(lookup::NAMES)].join(", "),
            if names.len() > lookup::NAMES { ", ..." } else { "" }
        ),
        LookedUp::None(Some(name)) => bail!("there is no card `{text}`; did you mean `{name}`?"),
        LookedUp::None(None) => {
            bail!("there is no card `{text}`; `duelfish cards PART_OF_NAME` lists names")
        }
    };
    let effects = explain(cards, code);
    let [goat_effects, edison_effects] = Texts::PERIODS
        .map(|texts| Some(explain(cards.with_texts(texts), code)).filter(|then| *then != effects));
    let recorded_duels = recorded_duels(cards.facts(code).passcode);
    let card =
        ShownCards { recorded_duels, effects, goat_effects, edison_effects, ..shown(cards, code) };
    if args.format == Format::Json {
        output::json(&card)?;
        return Ok(ExitVerdict::Good);
    }
    let mut lines = head(level_word(cards.facts(code)), &card);
    lines.extend(card.effects);
    let both = card.goat_effects == card.edison_effects;
    let goat = if both { "the Goat and the Edison format" } else { "the Goat format" };
    let edison = card.edison_effects.filter(|_| !both);
    for (format, then) in [(goat, card.goat_effects), ("the Edison format", edison)] {
        if let Some(then) = then {
            lines.push(format!("under the rules of {format}:"));
            lines.extend(then);
        }
    }
    output::text(&(lines.join("\n") + "\n"))?;
    Ok(ExitVerdict::Good)
}

/// A card as it is played by the rules whose texts these are: its facts and its effects.
pub(crate) fn in_words(cards: &Catalogue, code: CardCode) -> Vec<String> {
    let mut lines = head(level_word(cards.facts(code)), &shown(cards, code));
    lines.retain(|line| line != SUPPORTED);
    lines.extend(explain(cards, code));
    lines
}

/// The facts of a card, without its text.
fn head(level_word: &str, card: &ShownCards<'_>) -> Vec<String> {
    let mut lines = vec![format!("{} ({})", card.name, card.passcode), card.kind.clone()];
    if let (Some(attribute), Some(race)) = (card.attribute, card.r#type) {
        lines.push(format!("{attribute} {race}"));
    }
    if let (Some(level), Some(atk)) = (card.level, card.atk) {
        let def = card.def.map_or(String::new(), |def| format!(" / DEF {}", points(def)));
        lines.push(format!("{level_word} {level}, ATK {}{def}", points(atk)));
    }
    if let Some(base) = card.artwork_of {
        lines.push(format!("another artwork of {base}"));
    }
    lines.push(if card.supported { SUPPORTED } else { "not supported yet" }.to_owned());
    match card.recorded_duels {
        None => {}
        Some(0) => lines.push("shown by its tests alone".to_owned()),
        Some(duels) => lines.push(format!("shown in {duels} recorded duels")),
    }
    lines
}

fn table(catalogue: &Catalogue, cards: &[ShownCards<'_>]) -> String {
    use Align::{Left, Right};
    // They are counted as `--coverage` does.
    let again = cards.iter().filter(|card| {
        let code = catalogue.by_passcode(card.passcode);
        let facts = code.map(|code| catalogue.facts(code));
        facts.is_some_and(|facts| facts.is(kind::TOKEN) || facts.is_artwork())
    });
    let again = again.count();
    let rows = cards.iter().map(|card| {
        [
            card.passcode.to_string(),
            card.name.to_owned(),
            card.kind.clone(),
            card.level.map_or(String::new(), |level| level.to_string()),
            card.atk.map_or(String::new(), points),
            card.def.map_or(String::new(), points),
            if card.supported { "yes" } else { "no" }.to_owned(),
        ]
    });
    let columns = ["passcode", "name", "kind", "level", "ATK", "DEF", "supported"];
    let table = output::table(Some(columns), [Right, Left, Left, Right, Right, Right, Left], rows);
    let count = output::count(cards.len() - again, "card");
    if again == 0 {
        return format!("{table}{count}\n");
    }
    format!("{table}{count}, and {again} other artworks or Tokens\n")
}

fn shown(cards: &Catalogue, code: CardCode) -> ShownCards<'_> {
    let facts = cards.facts(code);
    let monster = facts.is(kind::MONSTER);
    ShownCards {
        passcode: facts.passcode,
        name: cards.name(code),
        kind: kind_words(facts),
        attribute: monster.then(|| named(&ATTRIBUTES, u32::from(facts.attribute))).flatten(),
        r#type: monster.then(|| named(&TYPES, facts.race)).flatten(),
        level: monster.then_some(facts.level),
        atk: monster.then_some(facts.atk),
        def: (monster && !facts.is(kind::LINK)).then_some(facts.def),
        artwork_of: facts.is_artwork().then_some(facts.alias),
        supported: duelfish_cards::is_supported(cards, code),
        recorded_duels: None,
        effects: Vec::new(),
        goat_effects: None,
        edison_effects: None,
    }
}

/// The recorded duels in which a card of the pool has acted.
fn recorded_duels(passcode: u32) -> Option<u64> {
    let pool = card_texts(&pool_files(), catalogue());
    let card = pool.iter().find(|card| catalogue().facts(card.code).passcode == passcode)?;
    Some(RecordedCards::of_project().duels(card))
}

fn points(value: i32) -> String {
    if value < 0 { "?".to_owned() } else { value.to_string() }
}

const fn level_word(facts: &Facts) -> &'static str {
    if facts.is(kind::LINK) {
        "Link"
    } else if facts.is(kind::XYZ) {
        "Rank"
    } else {
        "Level"
    }
}

/// The printed kind, most telling word first.
fn kind_words(facts: &Facts) -> String {
    const WORDS: [(u32, &str); 22] = [
        (kind::TOKEN, "Token"),
        (kind::FUSION, "Fusion"),
        (kind::RITUAL, "Ritual"),
        (kind::SYNCHRO, "Synchro"),
        (kind::XYZ, "Xyz"),
        (kind::LINK, "Link"),
        (kind::PENDULUM, "Pendulum"),
        (kind::TUNER, "Tuner"),
        (kind::FLIP, "Flip"),
        (kind::SPIRIT, "Spirit"),
        (kind::UNION, "Union"),
        (kind::GEMINI, "Gemini"),
        (kind::TOON, "Toon"),
        (kind::NORMAL, "Normal"),
        (kind::EFFECT, "Effect"),
        (kind::QUICK_PLAY, "Quick-Play"),
        (kind::CONTINUOUS, "Continuous"),
        (kind::EQUIP, "Equip"),
        (kind::FIELD, "Field"),
        (kind::COUNTER, "Counter"),
        (kind::SPELL, "Spell"),
        (kind::TRAP, "Trap"),
    ];
    let mut words: Vec<&str> =
        WORDS.iter().filter(|(bit, _)| facts.is(*bit)).map(|(_, word)| *word).collect();
    if facts.is(kind::MONSTER) {
        words.push("Monster");
    }
    words.join(" ")
}

fn named(table: &[&'static str], bits: u32) -> Option<&'static str> {
    table.get(usize::try_from(bits.checked_ilog2()?).ok()?).copied()
}

const ATTRIBUTES: [&str; 7] = ["EARTH", "WATER", "FIRE", "WIND", "LIGHT", "DARK", "DIVINE"];

/// Types in the order of their bits in card databases.
const TYPES: [&str; 26] = [
    "Warrior",
    "Spellcaster",
    "Fairy",
    "Fiend",
    "Zombie",
    "Machine",
    "Aqua",
    "Pyro",
    "Rock",
    "Winged Beast",
    "Plant",
    "Insect",
    "Thunder",
    "Dragon",
    "Beast",
    "Beast-Warrior",
    "Dinosaur",
    "Fish",
    "Sea Serpent",
    "Reptile",
    "Psychic",
    "Divine-Beast",
    "Creator God",
    "Wyrm",
    "Cyberse",
    "Illusion",
];
