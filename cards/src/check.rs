//! The rules that a deck must follow before it is played.

use std::collections::BTreeMap;
use std::fmt;

use duelfish_engine::{CardCode, Catalogue, Rules, kind};

use crate::deck::Deck;
use crate::facts::catalogue;
use crate::limits::LimitList;
use crate::place::{DeckPart, Place, Places, Spots};
use crate::pool::is_supported;

/// Copies of a card that Main, Extra and Side Deck may hold together.
pub(crate) const MAX_COPIES: usize = 3;

/// The demands of a format on decks.
#[derive(Clone, Copy, Debug)]
pub struct DeckRules<'a> {
    /// Cards that an Extra Deck may hold.
    pub extra_deck: usize,
    /// Whether they may be Fusion Monsters only.
    pub only_fusions: bool,
    /// Whether there may be Pendulum Cards: the rules have zones for them.
    pub pendulum: bool,
    /// The list of forbidden and limited cards; without one 3 copies of each card are allowed.
    pub list: Option<&'a LimitList>,
}

/// Today's sizes, and no list.
impl Default for DeckRules<'_> {
    fn default() -> Self {
        Self { extra_deck: 15, only_fusions: false, pendulum: true, list: None }
    }
}

impl DeckRules<'_> {
    /// The demands of these rules on the decks with which they are played, and no list.
    #[must_use]
    pub fn of_rules(rules: &Rules) -> Self {
        let extra_deck = rules.extra_deck_limit.into();
        let (only_fusions, pendulum) = (rules.only_fusions, rules.pendulum_zones);
        Self { extra_deck, only_fusions, pendulum, list: None }
    }

    /// How many cards a part of a deck may have.
    const fn sizes(&self, part: DeckPart) -> (usize, usize) {
        match part {
            DeckPart::Main => (40, 60),
            DeckPart::Extra => (0, self.extra_deck),
            DeckPart::Side => (0, 15),
        }
    }
}

/// A rule for decks that a deck breaks. The Display is one line that names the file, the line
/// where there is one, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A part has too few or too many cards.
    Size {
        /// The surplus cards; only the file if there are too few.
        at: Spots,
        /// Which part.
        part: DeckPart,
        /// Its number of cards.
        cards: usize,
        /// The least it may have.
        min: usize,
        /// The most it may have.
        max: usize,
    },
    /// A card stands in the deck more often than it may, counted over all parts. Cards that are
    /// treated as another card count as that card.
    Copies {
        /// The surplus copies.
        at: Spots,
        /// The card's name.
        name: String,
        /// Its passcode.
        passcode: u32,
        /// How often it stands in the deck.
        copies: usize,
        /// How often it may.
        most: usize,
        /// The list that says so; none if the rule for all cards does.
        list: Option<String>,
    },
    /// A card may not be in the deck at all.
    Forbidden {
        /// Where its copies stand.
        at: Spots,
        /// The card's name.
        name: String,
        /// Its passcode.
        passcode: u32,
        /// The list that says so.
        list: String,
        /// Whether the list names it; else the card is not in the format, because it is newer or
        /// was never released there.
        named: bool,
    },
    /// A card of the Extra Deck is of a kind that there is not in the format.
    NoFusion {
        /// Where its copies stand.
        at: Spots,
        /// The card's name.
        name: String,
        /// Its passcode.
        passcode: u32,
    },
    /// A Pendulum Card in a format without Pendulum Zones.
    NoPendulum {
        /// Where its copies stand.
        at: Spots,
        /// The card's name.
        name: String,
        /// Its passcode.
        passcode: u32,
    },
    /// A card is in a part where it cannot be. No parsed deck has this problem.
    Misplaced {
        /// Where it stands.
        at: Spots,
        /// The card's name.
        name: String,
        /// Its passcode.
        passcode: u32,
        /// The part in which it is.
        part: DeckPart,
    },
    /// A card cannot be played yet.
    Unsupported {
        /// Where its copies stand.
        at: Spots,
        /// The card's name.
        name: String,
        /// Its passcode.
        passcode: u32,
        /// How often it stands in the deck.
        copies: usize,
        /// Whether all copies are in the Side Deck, which a single duel does not use.
        side_only: bool,
    },
}

impl Problem {
    /// Whether the deck should not be played: everything but a card of the Side Deck that cannot
    /// be played yet.
    #[must_use]
    pub const fn blocks_play(&self) -> bool {
        !matches!(self, Self::Unsupported { side_only: true, .. })
    }

    /// Whether no duel at all can be played with the deck, as opposed to one that merely is not
    /// legal. Such a deck has nothing to draw, or a card of the Main or Extra Deck that the rules
    /// can't handle.
    #[must_use]
    pub const fn prevents_duel(&self) -> bool {
        match self {
            Self::Size { part, cards, .. } => matches!(part, DeckPart::Main) && *cards == 0,
            Self::Copies { .. } | Self::Forbidden { .. } => false,
            Self::NoFusion { .. } | Self::NoPendulum { .. } => true,
            Self::Misplaced { part, .. } => !matches!(part, DeckPart::Side),
            Self::Unsupported { side_only, .. } => !*side_only,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { at, part, cards, min, max } => {
                write!(f, "{at}: the {part} has {cards} card{}; ", plural(*cards))?;
                if cards < min {
                    write!(f, "add {} to have at least {min}", min - cards)
                } else {
                    write!(f, "remove {} to have at most {max}", cards - max)
                }
            }
            Self::Copies { at, name, passcode, copies, most, list } => {
                write!(f, "{at}: {name} ({passcode}) is in the deck {copies} times; ")?;
                if let Some(list) = list {
                    write!(f, "{list} allows {most}; ")?;
                }
                write!(f, "remove {}{}", copies - most, at.others())
            }
            Self::Forbidden { at, name, passcode, list, named } => {
                let why = if *named { "is forbidden by" } else { "is not among the cards of" };
                write!(f, "{at}: {name} ({passcode}) {why} {list}; remove it{}", at.others())
            }
            Self::NoFusion { at, name, passcode } => write!(
                f,
                "{at}: {name} ({passcode}) is no Fusion Monster, and these rules know no others of the Extra Deck; remove it{}",
                at.others()
            ),
            Self::NoPendulum { at, name, passcode } => write!(
                f,
                "{at}: {name} ({passcode}) is a Pendulum Card, and these rules have no Pendulum Zones; remove it{}",
                at.others()
            ),
            Self::Misplaced { at, name, passcode, part } => {
                write!(f, "{at}: {name} ({passcode}) cannot be in the {part}; remove it")
            }
            Self::Unsupported { at, name, passcode, copies, .. } => write!(
                f,
                "{at}: {name} ({passcode}), {copies} cop{}{}, cannot be played yet; replace it",
                if *copies == 1 { "y" } else { "ies" },
                at.others()
            ),
        }
    }
}

const fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The problems that keep a deck from being played. They are about sizes (40 to 60 cards in the
/// Main Deck, at most 15 in the Extra and in the Side Deck), copies (at most 3 of a card over all
/// parts), cards in a wrong part, and cards that cannot be played yet. An empty list means that the
/// deck can be played.
///
/// `places` are those of the parse that made the deck, if there was one; else messages name the
/// deck only.
///
/// # Panics
/// Panics when the deck has a card code that is no row of the [`catalogue`]; no parsed deck has.
///
/// ```
/// let parsed = duelfish_cards::parse(b"81332143", "one.ydk").unwrap();
/// let problems = duelfish_cards::check(&parsed.deck, Some(&parsed.places));
/// let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
/// assert_eq!(lines, [
///     "one.ydk: the Main Deck has 1 card; add 39 to have at least 40",
///     "one.ydk:1: Yu-Jo Friendship (81332143), 1 copy, cannot be played yet; replace it",
/// ]);
/// ```
#[must_use]
pub fn check(deck: &Deck, places: Option<&Places>) -> Vec<Problem> {
    check_with(catalogue(), deck, places)
}

/// As [`check`], for a deck whose cards are rows of another catalogue than the pool's.
///
/// # Panics
/// Panics when the deck has a card code that is no row of this catalogue.
#[must_use]
pub fn check_with(cards: &Catalogue, deck: &Deck, places: Option<&Places>) -> Vec<Problem> {
    check_for(cards, &DeckRules::default(), deck, places)
}

/// As [`check_with`], in a format of its own.
///
/// # Panics
/// Panics when the deck has a card code that is no row of this catalogue.
///
/// ```
/// use duelfish_cards::{DeckRules, LimitList, catalogue, check_for, parse};
///
/// let list = LimitList::of_rules(&duelfish_engine::Rules::GOAT);
/// let format = DeckRules { list, ..DeckRules::of_rules(&duelfish_engine::Rules::GOAT) };
/// let deck = parse(b"4031928\n", "heart.ydk").unwrap();
/// let problems = check_for(catalogue(), &format, &deck.deck, Some(&deck.places));
/// let forbidden = "heart.ydk:1: Change of Heart (4031928) is forbidden by 2005.4 Goat; remove it";
/// assert_eq!(problems[1].to_string(), forbidden);
/// ```
#[must_use]
pub fn check_for(
    cards: &Catalogue,
    format: &DeckRules<'_>,
    deck: &Deck,
    places: Option<&Places>,
) -> Vec<Problem> {
    let source = Source { cards, format, deck, places };
    let mut problems: Vec<Problem> =
        DeckPart::ALL.into_iter().filter_map(|part| source.size_problem(part)).collect();
    problems.extend(source.misplaced());
    problems.extend(source.no_fusions());
    problems.extend(source.no_pendulums());
    problems.extend(source.too_many_copies());
    problems.extend(source.unsupported());
    problems
}

/// One card of a deck: the part it is in, its row, and its place if that is known.
type CheckedCard = (DeckPart, CardCode, Option<Place>);

struct Source<'a> {
    cards: &'a Catalogue,
    format: &'a DeckRules<'a>,
    deck: &'a Deck,
    places: Option<&'a Places>,
}

impl Source<'_> {
    fn copies(&self) -> impl Iterator<Item = CheckedCard> {
        DeckPart::ALL.into_iter().flat_map(move |part| {
            let cards = self.deck.part(part).iter().enumerate();
            cards.map(move |(index, &code)| (part, code, self.place(part, index)))
        })
    }

    fn place(&self, part: DeckPart, index: usize) -> Option<Place> {
        self.places?.part(part).get(index).copied()
    }

    fn spots(&self, places: impl IntoIterator<Item = Option<Place>>) -> Spots {
        let file = self.places.map_or(&self.deck.name, |places| &places.file).clone();
        Spots { file, places: places.into_iter().flatten().collect() }
    }

    fn size_problem(&self, part: DeckPart) -> Option<Problem> {
        let (min, max) = self.format.sizes(part);
        let cards = self.deck.part(part).len();
        if (min..=max).contains(&cards) {
            return None;
        }
        let at = self.spots((max..cards).map(|index| self.place(part, index)));
        Some(Problem::Size { at, part, cards, min, max })
    }

    /// Monsters of the Extra Deck belong there and nothing else does (MO-10, MO-23, CT-01.5b);
    /// the Side Deck takes both.
    fn misplaced(&self) -> impl Iterator<Item = Problem> {
        let cards = self.cards;
        let wrong = self.copies().filter(|&(part, code, _)| {
            let facts = cards.facts(code);
            let is_extra = facts.is_any(kind::EXTRA_DECK);
            facts.is(kind::TOKEN)
                || matches!((part, is_extra), (DeckPart::Main, true) | (DeckPart::Extra, false))
        });
        wrong.map(|(part, code, place)| {
            let at = self.spots([place]);
            let (name, passcode) = (cards.name(code).to_owned(), cards.facts(code).passcode);
            Problem::Misplaced { at, name, passcode, part }
        })
    }

    /// Cards of the Extra Deck, also in the Side Deck, that are no Fusion Monsters where there are no
    /// others (MO-10, MO-11).
    fn no_fusions(&self) -> impl Iterator<Item = Problem> {
        let cards = self.cards;
        let others = kind::EXTRA_DECK & !kind::FUSION;
        let foreign = self.copies().filter(move |&(_, code, _)| {
            self.format.only_fusions && cards.facts(code).is_any(others) && self.is_listed(code)
        });
        grouped(foreign, |code| code).into_iter().map(|(card, copies)| {
            let at = self.spots(copies.iter().map(|&(_, _, place)| place));
            let (name, passcode) = (cards.name(card).to_owned(), cards.facts(card).passcode);
            Problem::NoFusion { at, name, passcode }
        })
    }

    /// Pendulum Cards where there are no zones for them, which were told of by nothing else yet (DF-30.i).
    fn no_pendulums(&self) -> impl Iterator<Item = Problem> {
        let DeckRules { pendulum, only_fusions, .. } = *self.format;
        let foreign = self.copies().filter(move |&(_, code, _)| {
            let facts = self.cards.facts(code);
            let told = only_fusions && facts.is_any(kind::EXTRA_DECK & !kind::FUSION);
            !pendulum && facts.is(kind::PENDULUM) && !told && self.is_listed(code)
        });
        grouped(foreign, |code| code).into_iter().map(|(card, copies)| {
            let at = self.spots(copies.iter().map(|&(_, _, place)| place));
            let (name, passcode) =
                (self.cards.name(card).to_owned(), self.cards.facts(card).passcode);
            Problem::NoPendulum { at, name, passcode }
        })
    }

    /// Whether a list knows a card, if there is one: a card that it does not know is told once.
    fn is_listed(&self, code: CardCode) -> bool {
        let list = self.format.list;
        list.is_none_or(|list| list.copies(self.cards, counted_as(self.cards, code)).is_some())
    }

    fn too_many_copies(&self) -> impl Iterator<Item = Problem> {
        let groups = grouped(self.copies(), |code| counted_as(self.cards, code));
        groups.into_iter().filter_map(|(card, copies)| {
            let list = self.format.list;
            let allowed = list.map_or(Some(MAX_COPIES), |list| list.copies(self.cards, card));
            let most = allowed.unwrap_or(0);
            let surplus = copies.get(most..).filter(|surplus| !surplus.is_empty())?;
            let at = self.spots(surplus.iter().map(|&(_, _, place)| place));
            let name = self.cards.name(card).to_owned();
            let passcode = self.cards.facts(card).passcode;
            let list = list.map(|list| list.name.clone());
            Some(match list {
                Some(list) if most == 0 => {
                    Problem::Forbidden { at, name, passcode, list, named: allowed.is_some() }
                }
                list => {
                    let list = list.filter(|_| most < MAX_COPIES);
                    Problem::Copies { at, name, passcode, copies: copies.len(), most, list }
                }
            })
        })
    }

    fn unsupported(&self) -> impl Iterator<Item = Problem> {
        let cards = self.cards;
        let unplayable = self.copies().filter(|&(_, code, _)| !is_supported(cards, code));
        grouped(unplayable, |code| code).into_iter().map(|(card, copies)| {
            let at = self.spots(copies.iter().map(|&(_, _, place)| place));
            let (name, passcode) = (cards.name(card).to_owned(), cards.facts(card).passcode);
            let side_only = copies.iter().all(|&(part, _, _)| part == DeckPart::Side);
            Problem::Unsupported { at, name, passcode, copies: copies.len(), side_only }
        })
    }
}

/// The copies by card, cards in the order of their first copies.
fn grouped(
    copies: impl Iterator<Item = CheckedCard>,
    card: impl Fn(CardCode) -> CardCode,
) -> Vec<(CardCode, Vec<CheckedCard>)> {
    let mut groups: Vec<(CardCode, Vec<CheckedCard>)> = Vec::new();
    let mut rows: BTreeMap<CardCode, usize> = BTreeMap::new();
    for copy in copies {
        let card = card(copy.1);
        let row = *rows.entry(card).or_insert(groups.len());
        match groups.get_mut(row) {
            Some((_, group)) => group.push(copy),
            None => groups.push((card, vec![copy])),
        }
    }
    groups
}

/// The card as which this one counts against the limit of copies: the one it is treated as. Of
/// several cards with the same name (releases with numbers of their own) it is the named one.
pub(crate) fn counted_as(cards: &Catalogue, mut code: CardCode) -> CardCode {
    /// Fusion Substitute is treated as a Polymerization that is another artwork: no chain of
    /// aliases is longer than that.
    const LONGEST_CHAIN: usize = 2;
    for _ in 0..LONGEST_CHAIN {
        code = cards.by_passcode(cards.facts(code).alias).unwrap_or(code);
    }
    let named = cards.by_name(cards.name(code)).unwrap_or(code);
    // Names are looked up without punctuation, which is all that tells a few cards apart.
    if cards.name(named) == cards.name(code) { named } else { code }
}
