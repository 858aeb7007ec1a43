//! Why a text is no condition.

use std::fmt;
use std::ops::Range;

/// Characters that are shown before the mark at most.
const SHOWN: usize = 60;

/// Why a text is no condition.
///
/// The Display is one line with what is wrong and what to do, the text, and a mark under the place.
///
/// ```
/// let cards = duelfish_cards::catalogue();
/// let error = duelfish_arena::hands::parse(cards, &[], "no Raigecki").unwrap_err();
/// let shown = "no card and no class is called `Raigecki`; did you mean `Raigeki`?\n  \
///              no Raigecki\n     ^^^^^^^^";
/// assert_eq!(error.to_string(), shown);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionError {
    /// The fault.
    pub fault: ConditionFault,
    /// The whole text.
    pub text: String,
    /// The bytes of the text that the fault is about; may be empty and at its end.
    pub span: Range<usize>,
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printable = |text: &str| -> String {
            text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
        };
        let before = printable(self.text.get(..self.span.start).unwrap_or_default());
        let rest = printable(self.text.get(self.span.start..).unwrap_or_default());
        let marked = self.text.get(self.span.clone()).map_or(0, |part| part.chars().count());
        let skipped = before.chars().count().saturating_sub(SHOWN);
        let before: String = before.chars().skip(skipped).collect();
        let rest: String = rest.chars().take(2 * SHOWN).collect();
        let blank = " ".repeat(before.chars().count());
        let marks = "^".repeat(marked.clamp(1, 2 * SHOWN));
        writeln!(f, "{}", self.fault)?;
        writeln!(f, "  {}", format!("{before}{rest}").trim_end())?;
        write!(f, "  {blank}{marks}")
    }
}

impl std::error::Error for ConditionError {}

/// A fault in a condition. The Display is one line that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionFault {
    /// There is nothing in it.
    #[error("nothing is asked; write for example `at least 1 of Raigeki or Dark Hole`")]
    Empty,
    /// It is longer than anybody writes.
    #[error("{0} bytes are too many for a condition; ask several shorter ones")]
    TooLong(
        /// Its length in bytes.
        usize,
    ),
    /// Parentheses or `not` within each other beyond any sense.
    #[error("these are too many parentheses or `not` within each other; take some away")]
    TooDeep,
    /// A quote has no second one.
    #[error("this quote is not closed; write the same quote after the name")]
    Quote,
    /// A parenthesis has no second one.
    #[error("this parenthesis is not closed; write `)` after what belongs together")]
    Unclosed,
    /// A parenthesis closes nothing.
    #[error("no parenthesis is open here; remove this one")]
    Unopened,
    /// A card or class should stand here.
    #[error("{0} should stand here")]
    Missing(
        /// The part that is missing, with an example.
        &'static str,
    ),
    /// No card and no class has the name.
    #[error("no card and no class is called `{name}`; {}", nearest_in_words(.nearest.as_deref()))]
    Unknown {
        /// The text in place of the name, on one line.
        name: String,
        /// The name that looks most like it.
        nearest: Option<String>,
    },
    /// After a card or class the text goes on with neither `and` nor `or`.
    #[error(
        "after `{0}` either `and`, `or` or nothing should follow; \
         put names with such words in quotes"
    )]
    NoJoin(
        /// The card or class, as it was understood.
        String,
    ),
    /// A number of cards that no hand has.
    #[error("write a whole number of cards from 0 to {most}", most = super::parse::MOST_CARDS)]
    Number,
    /// A number stands alone, which can be meant in two ways.
    #[error("write `exactly {0}` or `at least {0}`, so that it has one meaning")]
    BareNumber(
        /// The number.
        u32,
    ),
    /// The second number of a range is lower than the first.
    #[error("no number is from {0} to {1}; write the lower one first")]
    Backwards(
        /// The first number.
        u32,
        /// The second number.
        u32,
    ),
    /// An `or` that can belong to what is before it in two ways.
    #[error(
        "this `or` can be meant in two ways; write `of` before cards that are counted together, \
         as in `exactly 2 of A or B`, or parentheses, as in `A and (B or C)`"
    )]
    Ambiguous,
    /// A comma outside of a list.
    #[error("a comma is neither `and` nor `or`; write which of them is meant")]
    Comma,
}

fn nearest_in_words(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`duelfish cards PART_OF_NAME` lists names".to_owned(),
    }
}
