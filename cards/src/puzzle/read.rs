//! From words to what a puzzle puts on the table.

use std::collections::BTreeMap;

use duelfish_engine::Player;

use super::lex::{PuzzleToken, Word};
use super::place::{self, PuzzleCard, PuzzlePlace};
use super::{Need, PuzzleFault};
use crate::duel_flags;

/// The table that a puzzle sets up.
#[derive(Clone, Debug, Default)]
pub(super) struct PuzzleTable {
    /// The duel flags, with those of the Master Rule, and their line.
    pub(super) flags: u64,
    pub(super) flags_line: u32,
    pub(super) cards: Vec<PuzzleCard>,
    /// Life Points, with their line.
    pub(super) lp: [Option<(u32, u64)>; 2],
}

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PuzzleValue {
    Nil,
    Yes(bool),
    Number(u64),
    Text,
    /// A card by its number in [`PuzzleTable::cards`].
    Card(usize),
}

/// Calls within calls that are read.
const DEEPEST: u32 = 16;

/// The functions that are known, with the fewest and the most values that they take.
const CALLS: [(&str, usize, usize); 9] = [
    ("Debug.ReloadFieldBegin", 1, 2),
    ("Debug.ReloadFieldEnd", 0, 0),
    ("Debug.SetPlayerInfo", 4, 4),
    ("Debug.AddCard", 6, 7),
    ("Debug.PreEquip", 2, 2),
    ("Debug.SetAIName", 1, 1),
    ("Debug.ShowHint", 1, 1),
    ("aux.BeginPuzzle", 0, 0),
    ("Auxiliary.BeginPuzzle", 0, 0),
];

/// Reads what the words say.
pub(super) fn table(words: &[PuzzleToken<'_>]) -> Result<PuzzleTable, PuzzleFault> {
    let mut reader = PuzzleReader {
        words,
        at: 0,
        depth: 0,
        table: PuzzleTable::default(),
        variables: BTreeMap::new(),
        begun: false,
        ended: false,
        is_puzzle: false,
    };
    while reader.at < words.len() {
        reader.statement()?;
    }
    let last = words.last().map_or(1, |token| token.line);
    let missing = |call: &str, why: &str| PuzzleFault::wrong(last, format!("no {call}(): {why}"));
    if !reader.begun {
        return Err(missing("Debug.ReloadFieldBegin", "this is no puzzle; choose another file"));
    }
    if !reader.ended {
        return Err(missing("Debug.ReloadFieldEnd", "write it after the last card"));
    }
    for player in Player::BOTH {
        if reader.table.lp[player.index()].is_none() {
            let what = format!("player {} has no Life Points", player.index());
            return Err(missing("Debug.SetPlayerInfo", &what));
        }
    }
    if !reader.is_puzzle {
        return Err(missing("aux.BeginPuzzle", "only puzzles that are won in their first turn"));
    }
    Ok(reader.table)
}

struct PuzzleReader<'w, 't> {
    words: &'w [PuzzleToken<'t>],
    at: usize,
    depth: u32,
    table: PuzzleTable,
    variables: BTreeMap<&'t str, PuzzleValue>,
    begun: bool,
    ended: bool,
    is_puzzle: bool,
}

impl<'t> PuzzleReader<'_, 't> {
    fn peek(&self) -> Option<Word<'t>> {
        self.words.get(self.at).map(|token| token.word)
    }

    /// The line of the next word, or of the last one.
    fn line(&self) -> u32 {
        self.words.get(self.at).or(self.words.last()).map_or(1, |token| token.line)
    }

    fn take(&mut self, symbol: char) -> bool {
        let taken = self.peek() == Some(Word::Symbol(symbol));
        self.at += usize::from(taken);
        taken
    }

    fn expect(&mut self, symbol: char) -> Result<(), PuzzleFault> {
        if self.take(symbol) { Ok(()) } else { Err(self.unexpected(&format!("write `{symbol}`"))) }
    }

    /// The fault of a word that can't stand here.
    fn unexpected(&self, what_to_do: &str) -> PuzzleFault {
        let line = self.line();
        let found = match self.peek() {
            None => "the file ends here".to_owned(),
            Some(Word::Name(word)) if is_of_lua(word) => return PuzzleFault::call(line, word),
            Some(Word::Name(name)) => format!("{} stands here", super::quoted(name)),
            Some(Word::Number(number)) => format!("{number} stands here"),
            Some(Word::Text) => "a text stands here".to_owned(),
            Some(Word::Symbol(symbol)) => format!("{symbol:?} stands here"),
        };
        PuzzleFault::wrong(line, format!("{found}; {what_to_do}"))
    }

    /// `local NAME = VALUE`, `NAME = VALUE` or a call.
    fn statement(&mut self) -> Result<(), PuzzleFault> {
        if self.take(';') {
            return Ok(());
        }
        let local = self.peek() == Some(Word::Name("local"));
        self.at += usize::from(local);
        let Some(Word::Name(name)) = self.peek() else {
            return Err(self.unexpected("write a call like Debug.AddCard(...)"));
        };
        if is_of_lua(name) {
            return Err(PuzzleFault::call(self.line(), name));
        }
        if self.words.get(self.at + 1).map(|token| token.word) == Some(Word::Symbol('=')) {
            self.at += 2;
            let value = self.value()?;
            self.variables.insert(name, value);
            return Ok(());
        }
        if local {
            self.at += 1;
            return Err(self.unexpected("write `=` and a value"));
        }
        self.call().map(|_| ())
    }

    /// Values joined with `+` and `|`.
    fn value(&mut self) -> Result<PuzzleValue, PuzzleFault> {
        let mut value = self.term()?;
        loop {
            let line = self.line();
            let plus = self.take('+');
            if !plus && !self.take('|') {
                return Ok(value);
            }
            value = match (value, self.term()?) {
                (PuzzleValue::Number(a), PuzzleValue::Number(b)) if plus => {
                    PuzzleValue::Number(a.wrapping_add(b))
                }
                (PuzzleValue::Number(a), PuzzleValue::Number(b)) => PuzzleValue::Number(a | b),
                _ => {
                    return Err(PuzzleFault::wrong(line, "only numbers can be joined; correct it"));
                }
            };
        }
    }

    fn term(&mut self) -> Result<PuzzleValue, PuzzleFault> {
        let line = self.line();
        if self.take('(') {
            self.deeper()?;
            let value = self.value()?;
            self.depth -= 1;
            self.expect(')')?;
            return Ok(value);
        }
        let value = match self.peek() {
            Some(Word::Number(number)) => PuzzleValue::Number(number),
            Some(Word::Text) => PuzzleValue::Text,
            Some(Word::Name("true")) => PuzzleValue::Yes(true),
            Some(Word::Name("false")) => PuzzleValue::Yes(false),
            Some(Word::Name("nil")) => PuzzleValue::Nil,
            Some(Word::Name(name)) if !is_of_lua(name) => {
                let next = self.words.get(self.at + 1).map(|token| token.word);
                if matches!(next, Some(Word::Symbol('.' | ':' | '(' | '['))) {
                    return self.call();
                }
                self.named(line, name)?
            }
            _ => return Err(self.unexpected("write a number, a name or a call")),
        };
        self.at += 1;
        Ok(value)
    }

    fn named(&self, line: u32, name: &str) -> Result<PuzzleValue, PuzzleFault> {
        let constant = || place::named(name).or_else(|| duel_flags::named(name));
        let value = self.variables.get(name).copied();
        value.or_else(|| constant().map(PuzzleValue::Number)).ok_or_else(|| {
            let name = super::quoted(name);
            PuzzleFault::wrong(
                line,
                format!("nothing is called {name}; write a number in its place"),
            )
        })
    }

    fn deeper(&mut self) -> Result<(), PuzzleFault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let what = format!("more than {DEEPEST} brackets within brackets; write it simpler");
            return Err(PuzzleFault::wrong(self.line(), what));
        }
        Ok(())
    }

    /// A call of a function that is known.
    fn call(&mut self) -> Result<PuzzleValue, PuzzleFault> {
        let line = self.line();
        let mut name = String::new();
        while let Some(Word::Name(part)) = self.peek() {
            name += part;
            self.at += 1;
            let Some(Word::Symbol(symbol @ ('.' | ':'))) = self.peek() else { break };
            name.push(symbol);
            self.at += 1;
        }
        let name = if name.chars().count() > 60 { super::quoted(&name) } else { name };
        let Some((_, fewest, most)) = CALLS.into_iter().find(|(known, ..)| *known == name) else {
            return Err(PuzzleFault::call(line, name));
        };
        self.deeper()?;
        self.expect('(')?;
        let mut values = Vec::new();
        while !self.take(')') {
            if !values.is_empty() {
                self.expect(',')?;
            }
            values.push(self.value()?);
        }
        self.depth -= 1;
        if !(fewest..=most).contains(&values.len()) {
            let counts =
                if fewest == most { format!("{most}") } else { format!("{fewest} to {most}") };
            let what = format!("{name} takes {counts} values, not {}; correct it", values.len());
            return Err(PuzzleFault::wrong(line, what));
        }
        self.carry_out(line, &name, &values)
    }

    fn carry_out(
        &mut self,
        line: u32,
        name: &str,
        values: &[PuzzleValue],
    ) -> Result<PuzzleValue, PuzzleFault> {
        let number = |at: usize| match values.get(at) {
            Some(PuzzleValue::Number(number)) => Ok(*number),
            _ => {
                let what = format!("value {} of {name} is no number; correct it", at + 1);
                Err(PuzzleFault::wrong(line, what))
            }
        };
        if !self.begun
            && !matches!(name, "Debug.ReloadFieldBegin" | "Debug.SetAIName" | "Debug.ShowHint")
        {
            let what =
                format!("{name} stands before Debug.ReloadFieldBegin, which clears the table");
            return Err(PuzzleFault::wrong(line, what));
        }
        match name {
            "Debug.ReloadFieldBegin" => {
                let rule = if values.len() > 1 { number(1)? } else { USUAL_MASTER_RULE };
                self.begin(line, number(0)?, rule)?;
            }
            "Debug.ReloadFieldEnd" => self.ended = true,
            "aux.BeginPuzzle" | "Auxiliary.BeginPuzzle" => self.is_puzzle = true,
            "Debug.SetPlayerInfo" => {
                // How many cards are drawn in the Draw Phase never matters: there is none.
                let (player, lp, hand) = (player(line, number(0)?)?, number(1)?, number(2)?);
                number(3)?;
                if hand != 0 {
                    return Err(PuzzleFault::state(line, "a hand that is drawn from the Deck"));
                }
                self.table.lp[player.index()] = Some((line, lp));
            }
            "Debug.AddCard" => {
                let numbers =
                    [number(0)?, number(1)?, number(2)?, number(3)?, number(4)?, number(5)?];
                let proper = match values.get(6) {
                    None | Some(PuzzleValue::Nil) => false,
                    Some(PuzzleValue::Yes(proper)) => *proper,
                    Some(_) => {
                        return Err(PuzzleFault::wrong(
                            line,
                            "value 7 of Debug.AddCard is true or false",
                        ));
                    }
                };
                return self.add(line, numbers, proper);
            }
            "Debug.PreEquip" => self.equip(line, values)?,
            _ => {}
        }
        Ok(PuzzleValue::Nil)
    }

    /// Equips a card to a monster; one that can't be equipped is not, as the ecosystem's engine has it.
    fn equip(&mut self, line: u32, values: &[PuzzleValue]) -> Result<(), PuzzleFault> {
        let (PuzzleValue::Card(card), PuzzleValue::Card(host)) = (values[0], values[1]) else {
            return Err(PuzzleFault::wrong(line, "Debug.PreEquip takes two cards; correct it"));
        };
        let [equip, monster] = [card, host].map(|at| self.table.cards[at]);
        let fits = matches!(equip.place, PuzzlePlace::Spell(_))
            && monster.place.is_monster_zone()
            && !place::is_face_down(&monster);
        if fits {
            self.table.cards[card].host = Some(host);
        }
        Ok(())
    }

    /// Clears the table and takes up the rules.
    fn begin(&mut self, line: u32, flags: u64, rule: u64) -> Result<(), PuzzleFault> {
        self.begun = true;
        self.table = PuzzleTable::default();
        self.variables.clear();
        // Other numbers add no flags; 0 is what puzzles write that have them all in the first value.
        self.table.flags = flags | duel_flags::master_rule(rule).unwrap_or(0);
        self.table.flags_line = line;
        if duel_flags::is_rush(self.table.flags) {
            return Err(PuzzleFault::Unsupported(line, Need::RushDuel));
        }
        let foreign = duel_flags::foreign(self.table.flags);
        if foreign != 0 {
            return Err(PuzzleFault::Unsupported(line, Need::Rules(duel_flags::names(foreign))));
        }
        Ok(())
    }

    fn add(
        &mut self,
        line: u32,
        numbers: [u64; 6],
        proper: bool,
    ) -> Result<PuzzleValue, PuzzleFault> {
        let [passcode, owner, controller, location, sequence, position] = numbers;
        let Ok(passcode) = passcode.try_into() else {
            return Err(PuzzleFault::wrong(line, format!("{passcode} is no passcode; correct it")));
        };
        let (owner, player) = (player(line, owner)?, player(line, controller)?);
        let columns = duel_flags::rules(self.table.flags).three_columns;
        let place = place::place(line, location, sequence, columns)?;
        if place.is_zone() {
            if self.table.cards.iter().any(|card| card.player == player && card.place == place) {
                return Err(PuzzleFault::state(line, "two cards in one zone (Xyz Materials)"));
            }
        } else if owner != player {
            return Err(PuzzleFault::state(line, "a card of the other player's outside the field"));
        }
        let card =
            PuzzleCard { line, passcode, owner, player, place, position, proper, host: None };
        self.table.cards.push(card);
        Ok(PuzzleValue::Card(self.table.cards.len() - 1))
    }
}

/// The Master Rule of puzzles that name none.
const USUAL_MASTER_RULE: u64 = 3;

fn player(line: u32, number: u64) -> Result<Player, PuzzleFault> {
    let player = Player::BOTH.into_iter().find(|player| player.index() as u64 == number);
    player.ok_or_else(|| {
        PuzzleFault::wrong(line, format!("there is no player {number}; write 0 or 1"))
    })
}

/// Whether this is a word of the language that begins or ends something which describes no table.
fn is_of_lua(word: &str) -> bool {
    const WORDS: [&str; 19] = [
        "and", "break", "do", "else", "elseif", "end", "for", "function", "goto", "if", "in",
        "local", "not", "or", "repeat", "return", "then", "until", "while",
    ];
    WORDS.contains(&word)
}
