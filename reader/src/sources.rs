//! Where printed cards come from: the database of EDOPro and its kin, or a table.

use std::path::Path;

use duelfish_script::{Facts, kind};
use rusqlite::{Connection, OpenFlags, Row};

use crate::read::PrintedCard;

/// A card of a database, with all that is printed on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseCard {
    /// The printed numbers.
    pub facts: Facts,
    /// The name.
    pub name: String,
    /// The texts.
    pub printed: PrintedCard,
}

/// Why no cards could be had.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file is no card database, or a broken one.
    #[error("{path}: this is no card database ({error}); name a file like EDOPro's cards.cdb")]
    Database {
        /// The file.
        path: String,
        /// The error of the database.
        error: rusqlite::Error,
    },
    /// A row has a value that no card has.
    #[error("{path}: card {passcode} has {value} as its {column}, which no card has")]
    Value {
        /// The file.
        path: String,
        /// The passcode of the row.
        passcode: i64,
        /// The name of the column.
        column: &'static str,
        /// The value.
        value: i64,
    },
    /// A table has no such column.
    #[error(
        "{path}:1: there is no column `{column}`; the first line names the columns, with tabs between them, and `id` and `text` are needed"
    )]
    Column {
        /// The file.
        path: String,
        /// The column.
        column: &'static str,
    },
    /// A line of a table is no card.
    #[error("{path}:{line}: {what}")]
    Line {
        /// The file.
        path: String,
        /// Counted from 1.
        line: usize,
        /// The fault, in words.
        what: String,
    },
}

/// The columns of a database, in the order in which they are read.
const QUERY: &str = "SELECT datas.id, datas.alias, datas.setcode, datas.type, datas.atk, datas.def, datas.level, \
                     datas.race, datas.attribute, texts.name, texts.desc FROM datas JOIN texts ON texts.id = datas.id \
                     ORDER BY datas.id";

/// The head of the first of the two texts of a Pendulum Monster.
const PENDULUM_HEAD: &str = "[ Pendulum Effect ]";
const MONSTER_HEADS: [&str; 2] = ["[ Monster Effect ]", "[ Flavor Text ]"];

/// All cards of a database with the tables `datas` and `texts`, in the order of their passcodes.
///
/// # Errors
/// The file can't be read, is no such database, or holds a value that no card has.
pub fn database(path: &Path) -> Result<Vec<DatabaseCard>, SourceError> {
    let name = path.display().to_string();
    let broken = |error| SourceError::Database { path: name.clone(), error };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(broken)?;
    let mut query = connection.prepare(QUERY).map_err(broken)?;
    let mut rows = query.query([]).map_err(broken)?;
    let mut cards = Vec::new();
    while let Some(row) = rows.next().map_err(broken)? {
        let numbers = RowNumbers::of(row).map_err(broken)?;
        let facts = numbers.facts().map_err(|(column, value)| SourceError::Value {
            path: name.clone(),
            passcode: numbers.passcode,
            column,
            value,
        })?;
        let text: String = row.get(10).map_err(broken)?;
        let (text, pendulum_text) = both_texts(&text.replace("\r\n", "\n"));
        let printed = PrintedCard { passcode: facts.passcode, text, pendulum_text };
        cards.push(DatabaseCard { facts, name: row.get(9).map_err(broken)?, printed });
    }
    Ok(cards)
}

/// The numbers of a row.
struct RowNumbers {
    passcode: i64,
    alias: i64,
    archetypes: i64,
    kind: i64,
    atk: i64,
    def: i64,
    level: i64,
    race: i64,
    attribute: i64,
}

/// A column with a value that no card has.
type BadValue = (&'static str, i64);

impl RowNumbers {
    fn of(row: &Row<'_>) -> Result<Self, rusqlite::Error> {
        Ok(Self {
            passcode: row.get(0)?,
            alias: row.get(1)?,
            archetypes: row.get(2)?,
            kind: row.get(3)?,
            atk: row.get(4)?,
            def: row.get(5)?,
            level: row.get(6)?,
            race: row.get(7)?,
            attribute: row.get(8)?,
        })
    }

    fn facts(&self) -> Result<Facts, BadValue> {
        let points = |column, value: i64| match i32::try_from(value) {
            Ok(points) if (-2..=99_999).contains(&points) => Ok(points),
            _ => Err((column, value)),
        };
        let kind = u32::try_from(self.kind).map_err(|_| ("type", self.kind))?;
        let is_link = kind & kind::LINK != 0 && kind & kind::MONSTER != 0;
        let arrows = u16::try_from(self.def).ok().filter(|_| is_link);
        if is_link && arrows.is_none() {
            return Err(("def", self.def));
        }
        let byte = |shift: u32| (self.level >> shift & 0xff) as u8;
        let part = |at: u32| (self.archetypes >> (16 * at) & 0xffff) as u16;
        Ok(Facts {
            passcode: u32::try_from(self.passcode).map_err(|_| ("id", self.passcode))?,
            alias: u32::try_from(self.alias).map_err(|_| ("alias", self.alias))?,
            kind,
            race: u32::try_from(self.race).map_err(|_| ("race", self.race))?,
            atk: points("atk", self.atk)?,
            def: if is_link { 0 } else { points("def", self.def)? },
            attribute: u8::try_from(self.attribute).map_err(|_| ("attribute", self.attribute))?,
            level: byte(0),
            scales: [byte(24), byte(16)],
            arrows: arrows.unwrap_or(0),
            archetypes: [part(0), part(1), part(2), part(3), 0],
        })
    }
}

/// The text of a card and, of a Pendulum Monster, that of its Pendulum Effects, which stand in one column.
fn both_texts(text: &str) -> (String, String) {
    let Some(rest) = text.strip_prefix(PENDULUM_HEAD) else {
        return (text.to_owned(), String::new());
    };
    let of_monster = MONSTER_HEADS.iter().find_map(|head| rest.split_once(head));
    let (pendulum, monster) = of_monster.unwrap_or((rest, ""));
    let pendulum = pendulum.trim().trim_end_matches('-');
    (monster.trim().to_owned(), pendulum.trim().to_owned())
}

/// The cards of a table: lines with tabs between the columns `id`, `text` and, if it is there, `pendulum_text`; in a
/// text `\n` stands for the end of a line.
///
/// # Errors
/// Names the line that is no card.
pub fn table(path: &Path, text: &str) -> Result<Vec<PrintedCard>, SourceError> {
    let name = path.display().to_string();
    let mut lines = text.lines();
    let heads: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |column: &'static str| {
        let found = heads.iter().position(|head| *head == column);
        found.ok_or_else(|| SourceError::Column { path: name.clone(), column })
    };
    let (id, text) = (column("id")?, column("text")?);
    let pendulum = column("pendulum_text").ok();
    let mut cards = Vec::new();
    for (at, line) in lines.enumerate() {
        let cells: Vec<&str> = line.split('\t').collect();
        // Empty columns at the end of a line may be left out.
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default();
        let passcode = cell(id).trim().parse().map_err(|_| SourceError::Line {
            path: name.clone(),
            line: at + 2,
            what: format!(
                "`{}` is no passcode",
                cell(id).chars().take(40).collect::<String>().escape_debug()
            ),
        })?;
        let lines_of = |text: &str| text.replace("\\n", "\n");
        cards.push(PrintedCard {
            passcode,
            text: lines_of(cell(text)),
            pendulum_text: lines_of(pendulum.map_or("", cell)),
        });
    }
    Ok(cards)
}
