//! `duelfish cards` and `duelfish card`.

use anyhow::Result;
use duelfish_cards::mutate::card_texts;
use duelfish_cards::{catalogue, nearest_name, part_of_name, pool_files};
use duelfish_conform::RecordedCards;
use duelfish_engine::{CardCode, Catalogue, Facts, Texts, kind};
use duelfish_script::explain;
use duelfish_session::{attribute_of, head, kind_words, points, type_of};
use serde::Serialize;

use crate::args::{CardArgs, CardsArgs, Format};
use crate::lookup;
use crate::output::Align;
use crate::{ExitVerdict, output};

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
    let has_it = part_of_name(&filter);
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
    let code = lookup::card(cards, &args.card)?;
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
    let mut lines = head(cards, code);
    lines.extend(support(&card));
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

/// How far a card can be trusted.
fn support(card: &ShownCards<'_>) -> Vec<String> {
    let mut lines = vec![if card.supported { "supported" } else { "not supported yet" }.to_owned()];
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
        attribute: attribute_of(facts),
        r#type: type_of(facts),
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
