//! `exec:COMMAND`: which program plays, and what it may use.

use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use super::contestant::Program;
use super::process::LIMITS_MEMORY;
use crate::bots::{BotFactory, Contestant, NotReady};

/// The time for an answer unless the specification says otherwise.
const USUAL_TIME: Duration = Duration::from_secs(10);
/// No longer time can be asked for: an hour.
const LONGEST: Duration = Duration::from_secs(3600);

/// A program that plays, as `[time=T,][memory=M,]COMMAND` describes it.
///
/// ```
/// use duelfish_arena::program::ProgramSpec;
///
/// let spec = ProgramSpec::parse("time=500ms,python3 'my bot.py' --depth 2").unwrap();
/// assert_eq!(spec.command(), ["python3", "my bot.py", "--depth", "2"]);
/// assert_eq!(spec.to_string(), "exec:time=500ms,python3 'my bot.py' --depth 2");
/// ```
#[derive(Clone, Debug)]
pub struct ProgramSpec {
    /// As it was written.
    text: String,
    command: Vec<String>,
    time: Duration,
    /// Most memory, in KiB.
    memory: Option<u64>,
    /// The program was started once, and this is what it said.
    checked: OnceLock<Result<(), String>>,
}

/// Why a text describes no program. The Display is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// There is no command.
    #[error("bot `exec` needs a command: exec:./mybot, or exec:time=2s,./mybot --its-options")]
    NoCommand,
    /// A quotation mark has no partner.
    #[error("bot `exec`: a quotation mark in `{}` has no partner", .0.escape_debug())]
    Quotes(String),
    /// The time is none.
    #[error("bot `exec`, option `time`: a time from 1ms to 3600s like 2s or 500ms, not `{}`", .0.escape_debug())]
    Time(String),
    /// The memory is none.
    #[error("bot `exec`, option `memory`: a size like 512M or 2G, not `{}`", .0.escape_debug())]
    Memory(String),
    /// The system can't limit memory.
    #[error(
        "bot `exec`, option `memory`: this system can't limit the memory of a program; leave it out"
    )]
    NoMemoryLimits,
}

impl ProgramSpec {
    /// The word with which specifications of programs begin.
    pub const WORD: &str = "exec";

    /// The form of a specification, for help texts.
    pub const HELP: &str = "exec:[time=10s,][memory=SIZE,]COMMAND (a program that speaks the protocol of docs/bots.md)";

    /// Reads what stands behind `exec:`. The command is words between blanks, of which quotation marks of
    /// either kind keep some together. No shell reads it.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, ProgramError> {
        let (mut time, mut memory, mut rest) = (USUAL_TIME, None, text.trim());
        while let Some((key, behind)) = rest.split_once('=') {
            if !matches!(key.trim(), "time" | "memory") {
                break;
            }
            let (value, behind) = behind.split_once(',').unwrap_or((behind, ""));
            if key.trim() == "time" {
                time = time_of(value.trim()).ok_or_else(|| ProgramError::Time(value.into()))?;
            } else if LIMITS_MEMORY {
                let size = size_of(value.trim());
                memory = Some(size.ok_or_else(|| ProgramError::Memory(value.into()))?);
            } else {
                return Err(ProgramError::NoMemoryLimits);
            }
            rest = behind.trim();
        }
        let command = words_of(rest).ok_or_else(|| ProgramError::Quotes(rest.to_owned()))?;
        if command.is_empty() {
            return Err(ProgramError::NoCommand);
        }
        Ok(Self { text: rest.to_owned(), command, time, memory, checked: OnceLock::new() })
    }

    /// The program and its arguments.
    #[must_use]
    pub fn command(&self) -> &[String] {
        &self.command
    }

    /// The time that each answer may take.
    #[must_use]
    pub const fn time(&self) -> Duration {
        self.time
    }

    /// The memory that the program may use, in KiB.
    #[must_use]
    pub const fn memory(&self) -> Option<u64> {
        self.memory
    }
}

impl fmt::Display for ProgramSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", Self::WORD)?;
        if self.time != USUAL_TIME {
            match self.time.as_millis() {
                whole if whole % 1000 == 0 => write!(f, "time={}s,", whole / 1000)?,
                millis => write!(f, "time={millis}ms,")?,
            }
        }
        match self.memory {
            None => {}
            Some(size) if size % 1024 == 0 => write!(f, "memory={}M,", size / 1024)?,
            Some(size) => write!(f, "memory={size}K,")?,
        }
        f.write_str(&self.text)
    }
}

impl BotFactory for ProgramSpec {
    fn name(&self) -> String {
        self.to_string()
    }

    fn build(&self) -> Box<dyn Contestant> {
        Box::new(Program::new(self.clone()))
    }

    /// Nobody knows what a program does with its seed.
    fn is_repeatable(&self) -> bool {
        false
    }

    fn ready(&self) -> Result<(), NotReady> {
        let checked = self.checked.get_or_init(|| Program::new(self.clone()).try_out());
        checked.clone().map_err(|why| NotReady { bot: self.name(), why })
    }
}

/// A time like `2s` or `500ms`.
fn time_of(text: &str) -> Option<Duration> {
    let time = match text.strip_suffix("ms") {
        Some(millis) => Duration::from_millis(number_of(millis)?),
        None => Duration::from_secs(number_of(text.strip_suffix('s')?)?),
    };
    (!time.is_zero() && time <= LONGEST).then_some(time)
}

/// A size like `512M`, in KiB.
fn size_of(text: &str) -> Option<u64> {
    let units = [('K', 1), ('M', 1 << 10), ('G', 1 << 20)];
    let (number, unit) =
        units.iter().find_map(|(letter, unit)| Some((text.strip_suffix(*letter)?, *unit)))?;
    number_of(number)?.checked_mul(unit).filter(|size| *size > 0)
}

fn number_of(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The words of a command; none if a quotation mark has no partner.
fn words_of(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for at in text.chars() {
        match quote {
            Some(mark) if at == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(at),
            None if at == '"' || at == '\'' => {
                // Two marks with nothing between them are an empty word.
                word.get_or_insert_default();
                quote = Some(at);
            }
            None if at.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(at),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_survives_its_text() {
        for text in [
            "./mybot",
            "time=500ms,./mybot -x a,b=c",
            "time=2s,memory=512M,python3 'a b.py' \"\"",
            "memory=3K,./mybot",
        ] {
            let spec = ProgramSpec::parse(text).unwrap();
            assert_eq!(spec.to_string(), format!("exec:{text}"));
        }
        let usual = ProgramSpec::parse(" time = 10s , memory=2G, ./mybot ").unwrap();
        assert_eq!(usual.to_string(), "exec:memory=2048M,./mybot");
        assert_eq!(ProgramSpec::parse("a 'b c'd \"\"").unwrap().command(), ["a", "b cd", ""]);
    }

    #[test]
    fn errors_are_one_line_that_says_what_would_do() {
        for (text, error) in [
            ("", "bot `exec` needs a command: exec:./mybot"),
            ("time=2s", "bot `exec` needs a command: exec:./mybot"),
            ("time=2,./a", "bot `exec`, option `time`: a time from 1ms"),
            ("time=0s,./a", "bot `exec`, option `time`: a time from 1ms"),
            ("time=+2s,./a", "bot `exec`, option `time`: a time from 1ms"),
            ("time=9999s,./a", "bot `exec`, option `time`: a time from 1ms"),
            ("memory=1T,./a", "bot `exec`, option `memory`: a size like"),
            ("./a 'b", "bot `exec`: a quotation mark in `./a \\'b` has no partner"),
        ] {
            let message = ProgramSpec::parse(text).unwrap_err().to_string();
            assert!(message.starts_with(error) && !message.contains('\n'), "{message}");
        }
    }
}
