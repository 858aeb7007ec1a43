//! The parts that a page needs of results which other commands print as JSON.

use serde::Deserialize;

use crate::missing::Replaced;

/// One result.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Results {
    /// Of `tournament`.
    Tournament(Box<Tournament>),
    /// Of `compare`.
    Comparison(Box<Comparison>),
    /// Of `match` or `sprt`.
    Match(Box<Match>),
}

/// The schema versions that are understood.
pub(crate) const SCHEMA: u64 = 1;

/// How results are marked that are not those of the real decks.
#[derive(Debug, Deserialize)]
pub(crate) struct PageMark {
    pub(crate) missing: Option<Replaced>,
    #[serde(default)]
    note: String,
    #[serde(default)]
    forfeits: Vec<Forfeited>,
    /// Why another run may have another result.
    unrepeatable_because: Option<String>,
}

/// Duels that a bot lost because it gave no legal answer, or its time was over.
#[derive(Debug, Deserialize)]
struct Forfeited {
    said: String,
}

impl PageMark {
    /// The mark behind the name of deck A or deck B.
    pub(crate) fn of_deck(&self, deck: usize) -> &'static str {
        let cards = self.missing.iter().flat_map(|missing| &missing.cards);
        if cards.into_iter().any(|card| card.is_in(deck)) { "*" } else { "" }
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Tournament {
    pub(crate) schema: u64,
    #[serde(flatten)]
    pub(crate) mark: PageMark,
    #[serde(default)]
    pub(crate) engine: String,
    pub(crate) decks: Vec<String>,
    pub(crate) bot: String,
    pub(crate) rules: String,
    pub(crate) texts: String,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) cells: Vec<PageCell>,
    pub(crate) standings: Vec<PageStanding>,
    pub(crate) rated_with_prior: bool,
    #[serde(default)]
    pub(crate) interrupted: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageCell {
    pub(crate) decks: [usize; 2],
    pub(crate) games: u64,
    pub(crate) paired: PagePaired,
}

/// Results by pairs; a number that is none was unbounded, or there was no pair.
#[derive(Debug, Deserialize)]
pub(crate) struct PagePaired {
    pub(crate) pairs: u64,
    pub(crate) counts: [u64; 5],
    pub(crate) score: Option<f64>,
    pub(crate) ci95: [f64; 2],
    pub(crate) elo: Option<f64>,
    pub(crate) elo_ci95: [Option<f64>; 2],
    pub(crate) normalised_elo: Option<f64>,
    pub(crate) los: Option<f64>,
}

/// Where a sequential test stands.
#[derive(Debug, Deserialize)]
pub(crate) struct PageTest {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
    pub(crate) model: String,
    pub(crate) llr: f64,
    pub(crate) bounds: [f64; 2],
    pub(crate) verdict: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageStanding {
    pub(crate) elo: f64,
    pub(crate) elo_ci95: [f64; 2],
    pub(crate) score: f64,
    pub(crate) score_ci95: [f64; 2],
    pub(crate) nash: f64,
    pub(crate) nash_ci95: [f64; 2],
}

#[derive(Debug, Deserialize)]
pub(crate) struct Comparison {
    pub(crate) schema: u64,
    #[serde(flatten)]
    pub(crate) mark: PageMark,
    #[serde(default)]
    pub(crate) engine: String,
    pub(crate) decks: [String; 2],
    pub(crate) changes: [Vec<(u64, String)>; 2],
    pub(crate) bots: [String; 2],
    pub(crate) rules: String,
    pub(crate) texts: String,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) opponents: Vec<PageAgainst>,
    pub(crate) difference: Option<f64>,
    pub(crate) ci95: Option<[f64; 2]>,
    pub(crate) finding: String,
    pub(crate) needed_for_detect: Option<u64>,
    pub(crate) detect: f64,
    #[serde(default)]
    pub(crate) interrupted: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageAgainst {
    pub(crate) deck: String,
    pub(crate) weight: f64,
    pub(crate) games: u64,
    pub(crate) scores: Option<[f64; 2]>,
    pub(crate) difference: Option<f64>,
    pub(crate) ci95: Option<[f64; 2]>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Match {
    pub(crate) schema: u64,
    #[serde(flatten)]
    pub(crate) mark: PageMark,
    #[serde(default)]
    pub(crate) engine: String,
    pub(crate) decks: Vec<String>,
    pub(crate) bots: [String; 2],
    pub(crate) rules: String,
    pub(crate) texts: String,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) wins_a: u64,
    pub(crate) wins_b: u64,
    pub(crate) draws: u64,
    pub(crate) by_first: PageByFirst,
    pub(crate) turns: Turns,
    pub(crate) ended_by: PageEndedBy,
    pub(crate) details: Option<PageDetails>,
    pub(crate) bouts: Option<PageBouts>,
    pub(crate) paired: Option<PagePaired>,
    pub(crate) sprt: Option<PageTest>,
    #[serde(default)]
    pub(crate) two_by_two: bool,
    /// `match` or `sprt`; none in results of programs that did not say it.
    pub(crate) kind: Option<String>,
    #[serde(default)]
    pub(crate) interrupted: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageByFirst {
    pub(crate) a_first: PageFirstCount,
    pub(crate) b_first: PageFirstCount,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageFirstCount {
    pub(crate) games: u64,
    pub(crate) wins_a: u64,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Turns {
    pub(crate) mean: f64,
    pub(crate) median: f64,
    pub(crate) p95: f64,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageEndedBy {
    pub(crate) lp: u64,
    pub(crate) deckout: u64,
    pub(crate) card: u64,
    pub(crate) limit: u64,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageBouts {
    pub(crate) best_of: u64,
    pub(crate) sided: [String; 2],
    pub(crate) duels: u64,
    pub(crate) by_duel: Vec<PageDuelCount>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageDuelCount {
    pub(crate) games: u64,
    pub(crate) wins_a: u64,
    pub(crate) wins_b: u64,
    pub(crate) ci95_a: [f64; 2],
    pub(crate) ci95_b: [f64; 2],
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageDetails {
    pub(crate) cards: [Vec<PageCard>; 2],
    pub(crate) lp_by_turn: Vec<Lp>,
    pub(crate) bots: [PageBot; 2],
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageBot {
    pub(crate) decisions: u64,
    pub(crate) microseconds_per_decision: Option<f64>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PageCard {
    pub(crate) name: String,
    pub(crate) copies: u64,
    pub(crate) opened: Share,
    pub(crate) seen: Share,
    pub(crate) not_seen: Share,
    pub(crate) played: Share,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Share {
    pub(crate) games: u64,
    pub(crate) win_rate: f64,
    pub(crate) ci95: [f64; 2],
}

#[derive(Debug, Deserialize)]
pub(crate) struct Lp {
    pub(crate) turn: u64,
    pub(crate) games: u64,
    pub(crate) lp: [f64; 2],
}

impl Match {
    /// Whether two bots were compared, both of which played all decks.
    pub(crate) fn is_of_bots(&self) -> bool {
        self.kind.as_deref() == Some("sprt") || self.sprt.is_some() || self.decks.len() != 2
    }
}

impl Results {
    /// The version of the fields.
    pub(crate) const fn schema(&self) -> u64 {
        match self {
            Self::Tournament(of) => of.schema,
            Self::Comparison(of) => of.schema,
            Self::Match(of) => of.schema,
        }
    }

    /// The engine that played.
    pub(crate) fn engine(&self) -> &str {
        match self {
            Self::Tournament(of) => &of.engine,
            Self::Comparison(of) => &of.engine,
            Self::Match(of) => &of.engine,
        }
    }

    /// The note that must be shown with it everywhere; empty if there is none.
    pub(crate) fn note(&self) -> String {
        let mark = match self {
            Self::Tournament(of) => &of.mark,
            Self::Comparison(of) => &of.mark,
            Self::Match(of) => &of.mark,
        };
        let missing = match &mark.missing {
            Some(missing) if !missing.is_nothing() => missing.in_words(),
            _ => mark.note.clone(),
        };
        let said = mark.forfeits.iter().map(|forfeit| forfeit.said.clone());
        let because = mark.unrepeatable_because.clone();
        let all =
            std::iter::once(missing).chain(because).chain(said).filter(|part| !part.is_empty());
        all.collect::<Vec<_>>().join("; ")
    }

    /// Whether it is about a run that was stopped.
    pub(crate) const fn is_interrupted(&self) -> bool {
        match self {
            Self::Tournament(of) => of.interrupted,
            Self::Comparison(of) => of.interrupted,
            Self::Match(of) => of.interrupted,
        }
    }
}
