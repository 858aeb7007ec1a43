//! `duelfish cards --coverage`.

use std::path::PathBuf;

use anyhow::Result;
use duelfish_cards::is_supported;
use duelfish_engine::{CardCode, Catalogue, Facts, kind};
use duelfish_script::{Part, PartGroup, parts_used};
use serde::Serialize;

use crate::args::{CardsArgs, Format};
use crate::commands::deck_coverage::DeckCoverage;
use crate::commands::tiers::{self, PoolCard, TierCount};
use crate::output::Align;
use crate::{ExitVerdict, output};

/// The counts of cards and of parts of the language.
#[derive(Debug, Serialize)]
struct Coverage {
    /// The card table by kind, artworks and tokens left out.
    kinds: Vec<KindCount>,
    /// Cards with a card file.
    scripted: usize,
    /// The same cards by what was shown of them, and those of the user's database that can't be read.
    tiers: Vec<TierCount>,
    /// Steps that the engine has for one card alone.
    natives: usize,
    /// The parts of the language.
    parts: Vec<PartCount>,
    /// Verbs, conditions, tests and modifiers that only one card uses, with that card.
    single_use: Vec<SingleUse>,
    /// Cards that use one of these.
    single_use_cards: usize,
    /// The share of these cards among those with a card file, from 0 to 1.
    single_use_share: f64,
    /// The evidence for the cards of the pool.
    evidence: Vec<CardEvidence>,
    /// The decks that were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    decks: Option<DeckCoverage>,
}

/// The cards of one kind.
#[derive(Debug, Serialize)]
struct KindCount {
    kind: &'static str,
    cards: usize,
    supported: usize,
}

/// A part of the language and how many cards use it.
#[derive(Debug, Serialize)]
struct PartCount {
    group: &'static str,
    part: &'static str,
    cards: usize,
}

/// The evidence that a card does what it says.
#[derive(Debug, Serialize)]
struct CardEvidence {
    card: String,
    /// The recorded duels in which it acted; with 0 there are only its tests.
    recorded_duels: u64,
}

/// The parts that should not be there for one card alone.
const JUDGED: [PartGroup; 5] = [
    PartGroup::Native,
    PartGroup::Verb,
    PartGroup::Condition,
    PartGroup::Test,
    PartGroup::Modifier,
];

/// A part that one card uses.
#[derive(Debug, Serialize)]
struct SingleUse {
    group: &'static str,
    part: &'static str,
    card: String,
}

pub(crate) fn run(args: &CardsArgs) -> Result<ExitVerdict> {
    let known = args.own.with_declined()?;
    let cards = &*known.catalogue;
    let mut coverage = count(cards, known.declined.len());
    let paths: Vec<PathBuf> = args.filter.iter().map(PathBuf::from).collect();
    if !paths.is_empty() {
        coverage.decks = Some(DeckCoverage::of(cards, &paths)?);
    }
    match args.format {
        Format::Json => output::json(&coverage)?,
        Format::Table => output::text(&in_words(&coverage))?,
    }
    let whole = coverage.decks.as_ref().is_none_or(DeckCoverage::is_whole);
    Ok(if whole { ExitVerdict::Good } else { ExitVerdict::Bad })
}

fn count(cards: &Catalogue, declined: usize) -> Coverage {
    let scripts = cards.scripts();
    let used: Vec<(CardCode, Vec<Part>)> = scripts
        .cards()
        .map(|(code, _)| (code, parts_used(scripts, code).into_iter().collect()))
        .collect();
    let (mut parts, mut single_use) = (Vec::new(), Vec::new());
    for group in PartGroup::ALL {
        for part in group.parts() {
            let wanted = Part { group, name: part };
            let users = used.iter().filter(|(_, parts)| parts.contains(&wanted));
            let users: Vec<CardCode> = users.map(|(code, _)| *code).collect();
            if let ([only], true) = (&*users, JUDGED.contains(&group)) {
                let card = cards.name(*only).to_owned();
                single_use.push(SingleUse { group: group.name(), part, card });
            }
            parts.push(PartCount { group: group.name(), part, cards: users.len() });
        }
    }
    let scripted = used.len();
    let mut names: Vec<&str> = single_use.iter().map(|single| single.card.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let single_use_cards = names.len();
    let pool = tiers::pool_cards();
    Coverage {
        kinds: kinds(cards),
        scripted,
        tiers: tiers::count(cards, &pool, declined),
        natives: PartGroup::Native.parts().len(),
        parts,
        single_use_cards,
        single_use_share: single_use_cards as f64 / scripted.max(1) as f64,
        single_use,
        evidence: pool.into_iter().map(CardEvidence::from).collect(),
        decks: None,
    }
}

impl From<PoolCard> for CardEvidence {
    fn from(card: PoolCard) -> Self {
        Self { card: card.name, recorded_duels: card.recorded_duels }
    }
}

/// The kinds of cards in the order in which they are told; a card is of the first that it fits.
const KINDS: [(&str, u32, u32); 18] = [
    ("Pendulum Monsters", kind::PENDULUM, 0),
    ("Link Monsters", kind::LINK, 0),
    ("Xyz Monsters", kind::XYZ, 0),
    ("Synchro Monsters", kind::SYNCHRO, 0),
    ("Fusion Monsters", kind::FUSION, 0),
    ("Ritual Monsters", kind::RITUAL | kind::MONSTER, 0),
    ("Normal Monsters", kind::MONSTER, kind::EFFECT),
    ("Flip monsters", kind::FLIP | kind::MONSTER, 0),
    ("other Effect Monsters", kind::MONSTER, 0),
    ("Ritual Spells", kind::RITUAL | kind::SPELL, 0),
    ("Quick-Play Spells", kind::QUICK_PLAY, 0),
    ("Equip Spells", kind::EQUIP, 0),
    ("Field Spells", kind::FIELD, 0),
    ("Continuous Spells", kind::CONTINUOUS | kind::SPELL, 0),
    ("Normal Spells", kind::SPELL, 0),
    ("Counter Traps", kind::COUNTER, 0),
    ("Continuous Traps", kind::CONTINUOUS | kind::TRAP, 0),
    ("Normal Traps", kind::TRAP, 0),
];

fn kinds(cards: &Catalogue) -> Vec<KindCount> {
    let mut counts: Vec<KindCount> =
        KINDS.iter().map(|(kind, ..)| KindCount { kind, cards: 0, supported: 0 }).collect();
    let fits =
        |facts: &Facts, (_, all, none): &(&str, u32, u32)| facts.is(*all) && !facts.is_any(*none);
    for (code, facts, _) in cards.iter() {
        if facts.is(kind::TOKEN) || facts.is_artwork() {
            continue;
        }
        if let Some(at) = KINDS.iter().position(|kind| fits(facts, kind)) {
            counts[at].cards += 1;
            counts[at].supported += usize::from(is_supported(cards, code));
        }
    }
    counts
}

fn in_words(coverage: &Coverage) -> String {
    use Align::{Left, Right};
    let percent =
        |part: usize, whole: usize| format!("{:.1}%", 100.0 * part as f64 / whole.max(1) as f64);
    let all = coverage
        .kinds
        .iter()
        .fold([0, 0], |[cards, supported], kind| [cards + kind.cards, supported + kind.supported]);
    let rows = coverage.kinds.iter().map(|k| (k.kind, k.cards, k.supported));
    let rows = rows.chain([("all", all[0], all[1])]).map(|(kind, cards, supported)| {
        [kind.to_owned(), cards.to_string(), supported.to_string(), percent(supported, cards)]
    });
    let columns = ["kind", "cards", "supported", "share"];
    let mut text = output::table(Some(columns), [Left, Right, Right, Right], rows);
    text += &format!("\n{}", tiers::in_words(&coverage.tiers));
    let scripted = output::count(coverage.scripted, "card");
    text += &format!("\n{scripted} with a card file use these parts of the language:\n\n");
    let rows = coverage.parts.iter();
    let rows = rows.map(|p| [p.group.to_owned(), p.part.to_owned(), p.cards.to_string()]);
    text += &output::table(Some(["", "part", "cards"]), [Left, Left, Right], rows);
    text += &format!(
        "\nnatives: {} for {scripted}: {}\n\
         verbs, conditions, tests and modifiers that one card alone uses:\n",
        coverage.natives,
        percent(coverage.natives, coverage.scripted)
    );
    for SingleUse { group, part, card } in &coverage.single_use {
        text += &format!("  {group}: {part} ({card})\n");
    }
    let share = percent(coverage.single_use.len(), coverage.scripted);
    let parts = output::count(coverage.single_use.len(), "part");
    text += &format!("{parts} for {scripted}: {share}\n");
    text += &evidence_in_words(&coverage.evidence);
    if let Some(decks) = &coverage.decks {
        text += &format!("\n{}", decks.in_words());
    }
    text
}

/// Which cards recorded duels have shown, and which their tests alone.
fn evidence_in_words(evidence: &[CardEvidence]) -> String {
    let (shown, tested): (Vec<&CardEvidence>, Vec<&CardEvidence>) =
        evidence.iter().partition(|card| card.recorded_duels > 0);
    let times = |card: &&CardEvidence| format!("{} {}", card.card, card.recorded_duels);
    let names = |cards: &[&CardEvidence], word: &dyn Fn(&&CardEvidence) -> String| {
        let words: Vec<String> = cards.iter().map(word).collect();
        if words.is_empty() { "none".to_owned() } else { words.join("; ") }
    };
    format!(
        "\n{} of {} have acted in recorded duels, in so many: {}\nshown by their tests alone: {}: {}\n",
        shown.len(),
        output::count(evidence.len(), "card"),
        names(&shown, &times),
        tested.len(),
        names(&tested, &|card| card.card.clone()),
    )
}
