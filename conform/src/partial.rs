//! Duels with cards that can't be played yet, replayed for as long as these cards don't matter.
//!
//! Such a card is played as a blank: it is drawn, Set, discarded, Tributed and destroyed like any
//! other. Things that only its text could bring are left out of the comparison. The replay ends
//! where the text begins to matter: the card is activated or its effect is, or it lies face-up on
//! the field. The comparison until then is worth something; but such a duel has not passed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use duelfish_cards::catalogue;
use duelfish_engine::{CardCode, Catalogue};
use serde::Serialize;
use serde_json::Value;

use crate::error::Fault;
use crate::line::{Field, Happening, TraceAsk, TraceEnd, TraceHeader, TraceLine, is_face_up};
use crate::options::OptionChoice;
use crate::replay::Stop;
use crate::trace_event::{At, TraceEvent};

/// How much of the recordings is replayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Whole duels; those with cards that can't be played yet are unsupported.
    #[default]
    Whole,
    /// Those too, for as long as these cards don't matter.
    AsFarAsPossible,
}

/// The counts of duels that could not be replayed as what they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Partial {
    /// Duels that came out the same to the end although some of their cards were played as blanks,
    /// because these never mattered. They have not passed: options that only the cards' texts could
    /// offer were left out of the comparison.
    pub to_the_end: u64,
    /// Duels that came out the same until a card mattered that can't be played yet.
    pub ended_early: u64,
    /// How many duels each of these cards ended, by passcode.
    pub ended_by: BTreeMap<u32, u64>,
    /// Lines that came out the same, of all duels.
    pub lines_compared: u64,
}

/// The table of cards in which every card can be played, without its text if need be.
static BLANK: LazyLock<Catalogue> = LazyLock::new(|| {
    let cards = catalogue();
    let missing = cards.iter().map(|(code, ..)| code).filter(|code| !cards.is_playable(*code));
    let missing: Vec<CardCode> = missing.collect();
    // There are far fewer cards than rows for them; without blanks no duel would start.
    cards.clone().with_blanks(&missing).unwrap_or_else(|_| cards.clone())
});

/// The cards of a duel that are played as blanks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blanks(BTreeSet<u32>);

impl Blanks {
    pub(crate) const fn new(cards: BTreeSet<u32>) -> Self {
        Self(cards)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The cards with which the duel is played.
    pub(crate) fn catalogue(&self) -> &'static Catalogue {
        if self.is_empty() { catalogue() } else { &BLANK }
    }

    /// This card, if it is a blank.
    fn blank(&self, card: u32) -> Option<u32> {
        self.0.get(&card).copied()
    }

    /// The card that matters from the start, because it lies face-up on a table that is laid.
    pub(crate) fn on_table(&self, header: &TraceHeader) -> Option<u32> {
        let fields = header.decks.iter().filter_map(|deck| deck.field.as_ref());
        let monsters = fields.flat_map(|Field { mzone, .. }| mzone);
        let mut up = monsters.filter(|(_, _, pos)| is_face_up(pos)).map(|(card, ..)| *card);
        up.find_map(|card| self.blank(card))
    }

    /// The card that begins to matter with this line.
    pub(crate) fn end_by(&self, line: &TraceLine) -> Result<Option<u32>, Fault> {
        if self.is_empty() {
            return Ok(None);
        }
        Ok(match line {
            TraceLine::Event(Happening::TraceEvent(event)) => self.end_by_event(event),
            TraceLine::Ask(ask) => self.end_by_answer(ask)?,
            TraceLine::State(state) => state.face_up().find_map(|card| self.blank(card)),
            TraceLine::End(end) => self.end_by_win(end),
            TraceLine::Event(_) | TraceLine::Header(_) => None,
        })
    }

    fn end_by_event(&self, event: &TraceEvent) -> Option<u32> {
        let face_up = |at: &At| {
            matches!(at.loc.as_str(), "mzone" | "szone")
                && at.pos.as_deref().is_some_and(is_face_up)
        };
        let card = match event {
            TraceEvent::Move { id, to, .. } if face_up(to) => id,
            TraceEvent::Poschange { id, to, .. } if is_face_up(to) => id,
            TraceEvent::Chain { id, .. }
            | TraceEvent::Summon { id, .. }
            | TraceEvent::Flip { id, .. }
            | TraceEvent::Spsummon { id, .. } => id,
            _ => return None,
        };
        self.blank(*card)
    }

    /// An answer that chooses what only the card's text offers, or turns it face-up.
    fn end_by_answer(&self, ask: &TraceAsk) -> Result<Option<u32>, Fault> {
        Ok(match ask.kind.as_str() {
            "idle" | "battle" | "chain" => {
                let picks = ask.picks()?.unwrap_or_default();
                let chosen = picks.into_iter().map(|pick| OptionChoice::of(&ask.options[pick]));
                let chosen = chosen.collect::<Result<Vec<OptionChoice>, Fault>>()?;
                chosen.iter().find(|choice| !is_set(choice)).and_then(|choice| self.named(choice))
            }
            "effectyn" if ask.answer == Value::Bool(true) => ask.id.and_then(|id| self.blank(id)),
            "effectyn" => None,
            // A question with a text of the card: it does something.
            _ => ask.desc.and_then(|desc| self.blank(u32::try_from(desc >> 20).ok()?)),
        })
    }

    /// A duel that cards have won may have been won by cards in a hand.
    fn end_by_win(&self, end: &TraceEnd) -> Option<u32> {
        if end.reason == "card" { self.0.first().copied() } else { None }
    }

    /// Whether a question is about nothing but texts of blanks, which our duel doesn't ask.
    pub(crate) fn only(&self, ask: &TraceAsk) -> Result<bool, Fault> {
        if self.is_empty() {
            return Ok(false);
        }
        match ask.kind.as_str() {
            "effectyn" => Ok(ask.id.is_some_and(|id| self.blank(id).is_some())),
            "chain" => {
                for option in &ask.options {
                    if self.named(&OptionChoice::of(option)?).is_none() {
                        return Ok(false);
                    }
                }
                Ok(!ask.options.is_empty())
            }
            _ => Ok(false),
        }
    }

    /// The blank that an option names.
    pub(crate) fn named(&self, choice: &OptionChoice) -> Option<u32> {
        choice.id.and_then(|id| self.blank(id))
    }

    /// Whether an option may be there for one engine alone. A Spell or Trap can be Set, whatever
    /// it says.
    pub(crate) fn leave_out(&self, choice: &OptionChoice) -> bool {
        self.named(choice).is_some() && choice.a.as_deref() != Some("sset")
    }

    /// Why an answer of the record is none to our question: it may choose a blank for something
    /// that this can't do.
    pub(crate) fn explain(&self, choice: &OptionChoice, fault: Fault) -> Stop {
        self.named(choice).map_or(Stop::Fault(fault), Stop::Early)
    }
}

fn is_set(choice: &OptionChoice) -> bool {
    matches!(choice.a.as_deref(), Some("mset" | "sset"))
}
