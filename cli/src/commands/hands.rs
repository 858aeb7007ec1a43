//! `duelfish hands`.

use anyhow::{Result, anyhow};
use duelfish_arena::hands::{
    Condition, ExactError, HandCards, HandsError, HandsSpec, KindRow, Overview, SCHEMA, Seen, Want,
    ask, overview, parse,
};
use duelfish_engine::{CardCode, Catalogue};
use serde::Serialize;

use crate::args::{Format, HandsArgs};
use crate::output::Align::{Left, Right};
use crate::{ExitVerdict, input, output};

/// The results, as programs read them.
#[derive(Debug, Serialize)]
struct PrintedHands<'a> {
    schema: u32,
    deck: &'a str,
    /// Cards of the Main Deck.
    main: usize,
    rules: &'static str,
    seed: u64,
    notes: &'a [String],
    #[serde(flatten)]
    overview: Option<&'a Overview>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wants: Option<&'a [Want]>,
}

pub(crate) fn run(args: &HandsArgs) -> Result<ExitVerdict> {
    let cards = &*args.own.catalogue()?;
    let deck = input::deck(cards, &args.deck)?.deck;
    if deck.main.is_empty() {
        let file = input::shown(&args.deck);
        return Err(anyhow!("{file}: the Main Deck has no cards; choose a deck with some"));
    }
    let read = |text: &String| parse(cards, &deck.main, text);
    let conditions: Vec<Condition> = args.want.iter().map(read).collect::<Result<_, _>>()?;
    let spec = HandsSpec {
        cards,
        deck: &deck.main,
        rules: &args.rules,
        turns: args.by_turn,
        hands: args.hands,
        seed: args.seed,
        threads: args.threads.map_or(0, usize::from),
    };
    let about = |error: ExactError| anyhow!("{}: {error}", input::shown(&args.deck));
    let notes = absent(cards, &deck.main, &conditions);
    let overview = conditions.is_empty().then(|| overview(&spec)).transpose().map_err(about)?;
    let wants =
        match &overview {
            Some(_) => None,
            None => Some(output::while_spinning("hands", || ask(&spec, &conditions)).map_err(
                |error| match error {
                    HandsError::Exact(error) => about(error),
                    error => error.into(),
                },
            )?),
        };
    if args.format == Format::Json {
        output::json(&PrintedHands {
            schema: SCHEMA,
            deck: &deck.name,
            main: deck.main.len(),
            rules: args.rules.name,
            seed: args.seed,
            notes: &notes,
            overview: overview.as_ref(),
            wants: wants.as_deref(),
        })?;
        return Ok(ExitVerdict::Good);
    }
    let text = match &wants {
        None => overview.as_ref().map_or_else(String::new, cards_table),
        Some(wants) => {
            let tables: Vec<String> = wants.iter().map(want_table).collect();
            let hands = output::count(usize::try_from(args.hands)?, "hand");
            format!("{}\nsimulated: {hands}, seed {}\n", tables.join("\n"), args.seed)
        }
    };
    notes.iter().for_each(|note| output::note(note));
    let size = output::count(deck.main.len(), "card");
    output::text(&format!("{} ({size}), rules {}\n\n{text}", deck.name, args.rules.name))?;
    Ok(ExitVerdict::Good)
}

/// A note for each card and class that is named and not in the deck.
fn absent(cards: &Catalogue, deck: &[CardCode], conditions: &[Condition]) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for set in conditions.iter().flat_map(Condition::sets) {
        if deck.iter().any(|card| set.holds(cards, *card)) {
            continue;
        }
        let note = match set {
            HandCards::Card { name, .. } => format!("{name} is not in the Main Deck and counts 0"),
            HandCards::Class(class) => format!("the Main Deck has no {class}"),
        };
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

fn want_table(want: &Want) -> String {
    let rows = want.chances.iter().map(|chance| {
        let Seen { going, turn, cards } = chance.seen;
        let [low, high] = chance.simulated.ci95.map(percent);
        [
            going.word().to_owned(),
            turn.to_string(),
            cards.to_string(),
            percent(chance.exact),
            percent(chance.simulated.share),
            format!("{low} to {high}"),
        ]
    });
    let columns = ["going", "turn", "cards", "exact", "simulated", "95% interval"];
    let table = output::table(Some(columns), [Left, Right, Right, Right, Right, Left], rows);
    format!("{}\n{table}", want.condition)
}

fn cards_table(overview: &Overview) -> String {
    let rows = overview.cards.iter().map(|card| {
        let [first, second] = &card.chances;
        [
            card.name.clone(),
            card.copies.to_string(),
            percent(first.at_least_one),
            format!("{:.3}", first.expected),
            percent(second.at_least_one),
            format!("{:.3}", second.expected),
        ]
    });
    let heads = overview.kinds.first().map(|kind| {
        kind.chances.each_ref().map(|chance| {
            let Seen { going, turn, cards } = chance.seen;
            format!("going {}: {cards} cards by turn {turn}", going.word())
        })
    });
    let heads = heads.map_or(String::new(), |heads| heads.join(", "));
    let columns = ["card", "copies", "first: 1 or more", "mean", "second: 1 or more", "mean"];
    let table = output::table(Some(columns), [Left, Right, Right, Right, Right, Right], rows);
    format!("{heads}; all numbers are exact\n\n{table}\n{}", kinds_table(&overview.kinds))
}

/// How many monsters, Spells and Traps there are among the cards seen; the last column holds the rest.
fn kinds_table(kinds: &[KindRow]) -> String {
    let rows = kinds.iter().flat_map(|kind| {
        kind.chances.iter().map(|chance| {
            let p = |count: usize| percent(chance.counts.get(count).copied().unwrap_or(0.0));
            let rest: f64 = chance.counts.iter().skip(6).sum();
            let mut row = vec![
                kind.kind.to_owned(),
                kind.copies.to_string(),
                chance.seen.going.word().to_owned(),
                format!("{:.3}", chance.expected),
            ];
            row.extend((0..6).map(p));
            row.push(percent(rest));
            <[String; 11]>::try_from(row).unwrap_or_default()
        })
    });
    let columns = ["kind", "cards", "going", "mean", "0", "1", "2", "3", "4", "5", "6 or more"];
    let mut alignment = [Right; 11];
    alignment[0] = Left;
    alignment[2] = Left;
    output::table(Some(columns), alignment, rows)
}

/// A chance in percent, so that only what never or always happens is 0 or 100%.
fn percent(chance: f64) -> String {
    match chance {
        0.0 => "0%".to_owned(),
        1.0 => "100%".to_owned(),
        _ if chance < 0.000_05 => "<0.01%".to_owned(),
        _ if chance > 0.999_95 => ">99.99%".to_owned(),
        _ => format!("{:.2}%", chance * 100.0),
    }
}
