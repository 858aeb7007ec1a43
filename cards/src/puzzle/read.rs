//! From words to what a puzzle puts on the table.

use std::collections::BTreeMap;

use duelfish_engine::Player;

use super::lex::{Token, Word};
use super::place::{self, Laid, Place};
use super::{Fault, Need};
use crate::duel_flags;

/// The table that a puzzle sets up.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The duel flags, with those of the Master Rule, and their line.
    pub(super) flags: u64,
    pub(super) flags_line: u32,
    pub(super) cards: Vec<Laid>,
    /// Life Points, with their line.
    pub(super) lp: [Option<(u32, u64)>; 2],
}

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Nil,
    Yes(bool),
    Number(u64),
    Text,
    /// A card by its number in [`Table::cards`].
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
pub(super) fn table(words: &[Token<'_>]) -> Result<Table, Fault> {
    let mut reader = Reader {
        words,
        at: 0,
        depth: 0,
        table: Table::default(),
        variables: BTreeMap::new(),
        begun: false,
        ended: false,
        is_puzzle: false,
    };
    while reader.at < words.len() {
        reader.statement()?;
    }
    let last = words.last().map_or(1, |token| token.line);
    let missing = |call: &str, why: &str| Fault::wrong(last, format!("no {call}(): {why}"));
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

struct Reader<'w, 't> {
    words: &'w [Token<'t>],
    at: usize,
    depth: u32,
    table: Table,
    variables: BTreeMap<&'t str, Value>,
    begun: bool,
    ended: bool,
    is_puzzle: bool,
}

impl<'t> Reader<'_, 't> {
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

    fn expect(&mut self, symbol: char) -> Result<(), Fault> {
        if self.take(symbol) { Ok(()) } else { Err(self.unexpected(&format!("write `{symbol}`"))) }
    }

    /// The fault of a word that can't stand here.
    fn unexpected(&self, what_to_do: &str) -> Fault {
        let line = self.line();
        let found = match self.peek() {
            None => "the file ends here".to_owned(),
            Some(Word::Name(word)) if is_of_lua(word) => return Fault::call(line, word),
            Some(Word::Name(name)) => format!("{} stands here", super::quoted(name)),
            Some(Word::Number(number)) => format!("{number} stands here"),
            Some(Word::Text) => "a text stands here".to_owned(),
            Some(Word::Symbol(symbol)) => format!("{symbol:?} stands here"),
        };
        Fault::wrong(line, format!("{found}; {what_to_do}"))
    }

    /// `local NAME = VALUE`, `NAME = VALUE` or a call.
    fn statement(&mut self) -> Result<(), Fault> {
        if self.take(';') {
            return Ok(());
        }
        let local = self.peek() == Some(Word::Name("local"));
        self.at += usize::from(local);
        let Some(Word::Name(name)) = self.peek() else {
            return Err(self.unexpected("write a call like Debug.AddCard(...)"));
        };
        if is_of_lua(name) {
            return Err(Fault::call(self.line(), name));
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
    fn value(&mut self) -> Result<Value, Fault> {
        let mut value = self.term()?;
        loop {
            let line = self.line();
            let plus = self.take('+');
            if !plus && !self.take('|') {
                return Ok(value);
            }
            value = match (value, self.term()?) {
                (Value::Number(a), Value::Number(b)) if plus => Value::Number(a.wrapping_add(b)),
                (Value::Number(a), Value::Number(b)) => Value::Number(a | b),
                _ => return Err(Fault::wrong(line, "only numbers can be joined; correct it")),
            };
        }
    }

    fn term(&mut self) -> Result<Value, Fault> {
        let line = self.line();
        if self.take('(') {
            self.deeper()?;
            let value = self.value()?;
            self.depth -= 1;
            self.expect(')')?;
            return Ok(value);
        }
        let value = match self.peek() {
            Some(Word::Number(number)) => Value::Number(number),
            Some(Word::Text) => Value::Text,
            Some(Word::Name("true")) => Value::Yes(true),
            Some(Word::Name("false")) => Value::Yes(false),
            Some(Word::Name("nil")) => Value::Nil,
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

    fn named(&self, line: u32, name: &str) -> Result<Value, Fault> {
        let constant = || place::named(name).or_else(|| duel_flags::named(name));
        let value = self.variables.get(name).copied();
        value.or_else(|| constant().map(Value::Number)).ok_or_else(|| {
            let name = super::quoted(name);
            Fault::wrong(line, format!("nothing is called {name}; write a number in its place"))
        })
    }

    fn deeper(&mut self) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let what = format!("more than {DEEPEST} brackets within brackets; write it simpler");
            return Err(Fault::wrong(self.line(), what));
        }
        Ok(())
    }

    /// A call of a function that is known.
    fn call(&mut self) -> Result<Value, Fault> {
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
            return Err(Fault::call(line, name));
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
            return Err(Fault::wrong(line, what));
        }
        self.carry_out(line, &name, &values)
    }

    fn carry_out(&mut self, line: u32, name: &str, values: &[Value]) -> Result<Value, Fault> {
        let number = |at: usize| match values.get(at) {
            Some(Value::Number(number)) => Ok(*number),
            _ => {
                let what = format!("value {} of {name} is no number; correct it", at + 1);
                Err(Fault::wrong(line, what))
            }
        };
        if !self.begun
            && !matches!(name, "Debug.ReloadFieldBegin" | "Debug.SetAIName" | "Debug.ShowHint")
        {
            let what =
                format!("{name} stands before Debug.ReloadFieldBegin, which clears the table");
            return Err(Fault::wrong(line, what));
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
                    return Err(Fault::state(line, "a hand that is drawn from the Deck"));
                }
                self.table.lp[player.index()] = Some((line, lp));
            }
            "Debug.AddCard" => {
                let numbers =
                    [number(0)?, number(1)?, number(2)?, number(3)?, number(4)?, number(5)?];
                let proper = match values.get(6) {
                    None | Some(Value::Nil) => false,
                    Some(Value::Yes(proper)) => *proper,
                    Some(_) => {
                        return Err(Fault::wrong(
                            line,
                            "value 7 of Debug.AddCard is true or false",
                        ));
                    }
                };
                return self.add(line, numbers, proper);
            }
            "Debug.PreEquip" => {
                let (Value::Card(card), Value::Card(host)) = (values[0], values[1]) else {
                    return Err(Fault::wrong(line, "Debug.PreEquip takes two cards; correct it"));
                };
                let [equip, monster] = [card, host].map(|at| self.table.cards[at]);
                // A card that can't be equipped is not, as the ecosystem's engine has it.
                let fits = matches!(equip.place, Place::Spell(_))
                    && monster.place.is_monster_zone()
                    && !place::is_face_down(&monster);
                if fits {
                    self.table.cards[card].host = Some(host);
                }
            }
            _ => {}
        }
        Ok(Value::Nil)
    }

    /// Clears the table and takes up the rules.
    fn begin(&mut self, line: u32, flags: u64, rule: u64) -> Result<(), Fault> {
        self.begun = true;
        self.table = Table::default();
        self.variables.clear();
        // Other numbers add no flags; 0 is what puzzles write that have them all in the first value.
        self.table.flags = flags | duel_flags::master_rule(rule).unwrap_or(0);
        self.table.flags_line = line;
        if duel_flags::is_rush(self.table.flags) {
            return Err(Fault::Unsupported(line, Need::RushDuel));
        }
        let foreign = duel_flags::foreign(self.table.flags);
        if foreign != 0 {
            return Err(Fault::Unsupported(line, Need::Rules(duel_flags::names(foreign))));
        }
        Ok(())
    }

    fn add(&mut self, line: u32, numbers: [u64; 6], proper: bool) -> Result<Value, Fault> {
        let [passcode, owner, controller, location, sequence, position] = numbers;
        let Ok(passcode) = passcode.try_into() else {
            return Err(Fault::wrong(line, format!("{passcode} is no passcode; correct it")));
        };
        let (owner, player) = (player(line, owner)?, player(line, controller)?);
        let columns = duel_flags::rules(self.table.flags).three_columns;
        let place = place::place(line, location, sequence, columns)?;
        if place.is_zone() {
            if self.table.cards.iter().any(|card| card.player == player && card.place == place) {
                return Err(Fault::state(line, "two cards in one zone (Xyz Materials)"));
            }
        } else if owner != player {
            return Err(Fault::state(line, "a card of the other player's outside the field"));
        }
        let card = Laid { line, passcode, owner, player, place, position, proper, host: None };
        self.table.cards.push(card);
        Ok(Value::Card(self.table.cards.len() - 1))
    }
}

/// The Master Rule of puzzles that name none.
const USUAL_MASTER_RULE: u64 = 3;

fn player(line: u32, number: u64) -> Result<Player, Fault> {
    let player = Player::BOTH.into_iter().find(|player| player.index() as u64 == number);
    player.ok_or_else(|| Fault::wrong(line, format!("there is no player {number}; write 0 or 1")))
}

/// Whether this is a word of the language that begins or ends something which describes no table.
fn is_of_lua(word: &str) -> bool {
    const WORDS: [&str; 19] = [
        "and", "break", "do", "else", "elseif", "end", "for", "function", "goto", "if", "in",
        "local", "not", "or", "repeat", "return", "then", "until", "while",
    ];
    WORDS.contains(&word)
}
