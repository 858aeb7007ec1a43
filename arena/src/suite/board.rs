//! Boards: what must lie on the table when a turn has ended.
//!
//! | part | it holds if |
//! | --- | --- |
//! | `P1 field: A \| B` | the player controls a face-up card of one of these names |
//! | `P1 field: 2* A \| B` | at least two such cards |
//! | `P1 hand: A`, `P1 grave: A`, `P1 banished: A` | the same of the hand, the Graveyard and the face-up banished cards |
//! | `P1 monsters >= 2` | the player controls at least two monsters; `<=` is at most |
//! | `P1 atk >= 4000` | so many points of ATK, of all face-up monsters together |
//! | `P1 spells`, `P1 hand`, `P1 grave`, `P1 lp` | so many cards in the Spell & Trap Zones, in the hand or in the Graveyard, or Life Points |

use std::fmt;

use duelfish_engine::{CardCode, Catalogue, Player, View};

/// A board: all of its parts hold. The Display is the text that [`WantedBoard::parse`] reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedBoard {
    parts: Vec<BoardPart>,
}

/// A part of a board, and how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BoardPart {
    text: String,
    player: Player,
    wants: BoardWish,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum BoardWish {
    /// So many cards of these names in a place.
    Cards(BoardPlace, usize, Vec<CardCode>),
    /// A number that must not be less, or not be more.
    Number(BoardNumber, bool, i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardPlace {
    Field,
    Hand,
    Grave,
    Banished,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardNumber {
    Monsters,
    Atk,
    Spells,
    Hand,
    Grave,
    Lp,
}

/// The words for places of cards.
const PLACES: [(&str, BoardPlace); 4] = [
    ("field", BoardPlace::Field),
    ("hand", BoardPlace::Hand),
    ("grave", BoardPlace::Grave),
    ("banished", BoardPlace::Banished),
];

/// The words for numbers.
const NUMBERS: [(&str, BoardNumber); 6] = [
    ("monsters", BoardNumber::Monsters),
    ("atk", BoardNumber::Atk),
    ("spells", BoardNumber::Spells),
    ("hand", BoardNumber::Hand),
    ("grave", BoardNumber::Grave),
    ("lp", BoardNumber::Lp),
];

/// The form of a part, as errors tell it.
const FORM: &str = "write parts like `P1 field: Goyo Guardian | Brionac, Dragon of the Ice Barrier`, `P1 grave: 2* Dandylion` \
     or `P1 monsters >= 3`, with `;` between them";

impl WantedBoard {
    /// Reads a board.
    ///
    /// # Errors
    /// Says in one line what is wrong and what to write.
    pub fn parse(text: &str, cards: &Catalogue) -> Result<Self, String> {
        let texts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
        let parts =
            texts.map(|part| BoardPart::parse(part, cards)).collect::<Result<Vec<_>, _>>()?;
        if parts.is_empty() {
            return Err(format!("there is no part in this board; {FORM}"));
        }
        Ok(Self { parts })
    }

    /// Whether all parts hold. The view must show both sides.
    #[must_use]
    pub fn holds(&self, view: &View<'_>) -> bool {
        self.parts.iter().all(|part| part.share(view) >= 1.0)
    }

    /// The share of the parts that hold, from 0 to 1; one that holds in part counts so much of it. It is 1 only where
    /// all hold.
    #[must_use]
    pub fn nearness(&self, view: &View<'_>) -> f32 {
        let sum: f32 = self.parts.iter().map(|part| part.share(view)).sum();
        if self.holds(view) { 1.0 } else { (sum / self.parts.len() as f32).min(0.99) }
    }
}

impl BoardPart {
    fn parse(text: &str, cards: &Catalogue) -> Result<Self, String> {
        let wrong = || format!("`{}` is no part of a board; {FORM}", text.escape_debug());
        let (player, rest) = text.split_once(char::is_whitespace).ok_or_else(wrong)?;
        let player = Player::BOTH.into_iter().find(|one| one.to_string() == player);
        let player = player.ok_or_else(wrong)?;
        let number = [("<=", false), (">=", true)]
            .into_iter()
            .find_map(|(sign, least)| Some((rest.split_once(sign)?, least)));
        let wants = if let Some(((word, number), least)) = number {
            let what = NUMBERS.into_iter().find(|(known, _)| *known == word.trim());
            let (_, what) = what.ok_or_else(wrong)?;
            BoardWish::Number(what, least, number.trim().parse().map_err(|_| wrong())?)
        } else {
            let (word, names) = rest.split_once(':').ok_or_else(wrong)?;
            let place = PLACES.into_iter().find(|(known, _)| *known == word.trim());
            let (_, place) = place.ok_or_else(wrong)?;
            let (count, names) = match names.split_once('*') {
                Some((count, names)) => (count.trim().parse().map_err(|_| wrong())?, names),
                None => (1, names),
            };
            if count == 0 {
                return Err(wrong());
            }
            BoardWish::Cards(place, count, names_of(names, cards)?)
        };
        Ok(Self { text: text.to_owned(), player, wants })
    }

    /// How much of this part holds, from 0 to 1.
    fn share(&self, view: &View<'_>) -> f32 {
        match &self.wants {
            BoardWish::Cards(place, count, names) => {
                let there = cards_at(view, self.player, *place);
                let cards = view.game().cards;
                let fits = |code: &CardCode| names.contains(&cards.base(*code));
                let found = there.iter().filter(|code| fits(code)).count();
                (found as f32 / *count as f32).min(1.0)
            }
            BoardWish::Number(what, is_least, wanted) => {
                let (there, wanted) = (number_of(view, self.player, *what), *wanted);
                match is_least {
                    true if there >= wanted => 1.0,
                    true => there as f32 / wanted as f32,
                    false if there <= wanted => 1.0,
                    false => wanted as f32 / there as f32,
                }
            }
        }
    }
}

/// The cards of a list of names.
fn names_of(names: &str, cards: &Catalogue) -> Result<Vec<CardCode>, String> {
    let code = |name: &str| {
        cards.find(name).map(|code| cards.base(code)).ok_or_else(|| {
            let name = name.escape_debug();
            format!("there is no card `{name}`; `duelfish cards` lists the names")
        })
    };
    names.split('|').map(str::trim).map(code).collect()
}

/// The cards of a player that lie open in a place, or that are in the hand.
fn cards_at(view: &View<'_>, player: Player, place: BoardPlace) -> Vec<CardCode> {
    match place {
        BoardPlace::Hand => view.hand(player).collect(),
        BoardPlace::Grave => view.grave(player).collect(),
        BoardPlace::Banished => view.banished(player).flatten().collect(),
        BoardPlace::Field => {
            let monsters = view.monsters(player).map(|(_, monster)| monster);
            let monsters = monsters.filter(|monster| monster.position.is_face_up());
            let spells = view.spells(player).map(|(_, spell)| spell).chain(view.field(player));
            let spells = spells.filter(|spell| spell.face_up).filter_map(|spell| spell.code);
            monsters.filter_map(|monster| monster.code).chain(spells).collect()
        }
    }
}

fn number_of(view: &View<'_>, player: Player, what: BoardNumber) -> i32 {
    let count = match what {
        BoardNumber::Monsters => view.monsters(player).count(),
        BoardNumber::Spells => view.spells(player).count() + view.field(player).iter().count(),
        BoardNumber::Hand => view.hand_count(player),
        BoardNumber::Grave => view.grave(player).len(),
        BoardNumber::Lp => return view.lp(player),
        BoardNumber::Atk => {
            let monsters = view.monsters(player).map(|(_, monster)| monster);
            let shown = monsters.filter(|monster| monster.position.is_face_up());
            return shown.filter_map(|monster| monster.values).map(|values| values.atk).sum();
        }
    };
    i32::try_from(count).unwrap_or(i32::MAX)
}

impl fmt::Display for WantedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<&str> = self.parts.iter().map(|part| part.text.as_str()).collect();
        f.write_str(&texts.join("; "))
    }
}
