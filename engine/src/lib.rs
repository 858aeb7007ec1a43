//! Duelfish's rules engine: a Yu-Gi-Oh! duel as one small value.
//!
//! A [`Duel`] is plain data. It is copied by assignment, undone byte for byte with a [`Journal`],
//! and is always either over or waiting at exactly one [`Decision`] of one player. The [`Rules`]
//! and the [`Catalogue`] of printed cards don't change while it is played, so they stand beside it
//! in a [`Game`].
//!
//! ```
//! use duelfish_engine::{Actions, DeckList, Duel, Game, Outcome, Player, Rules, Streams};
//!
//! let cards = duelfish_cards::catalogue();
//! let game = Game { rules: Rules::MR5, cards };
//! let deck = vec![cards.by_name("Celtic Guardian").unwrap(); 40];
//! let list = DeckList { main: &deck, extra: &[] };
//!
//! let mut chance = Streams::new(1, [0, 1]);
//! let mut duel = Duel::start(&game, [list, list], &mut chance, &mut ()).unwrap();
//! let mut actions = Actions::new();
//! while duel.decision().is_some() {
//!     duel.legal_actions(&game, &mut actions);
//!     // Always the last action, which ends the turn: the second player draws first and so is
//!     // the first who can't draw.
//!     duel.apply(&game, actions[actions.len() - 1], &mut chance, &mut ());
//! }
//! assert_eq!(duel.outcome().and_then(Outcome::winner), Some(Player::FIRST));
//! ```
//!
//! A player's knowledge of a duel is a [`View`]. Duels are set up from text with [`Position`], and
//! tested as text with [`duel_test`].
#![forbid(unsafe_code)]

/// This engine, as records and results name it: its version and, behind a plus sign, a signature over duels of
/// random players and of all bots with all shipped decks by several rules. It changes when play changes: the
/// arena's test `engine_name` plays these duels and says what has to stand here.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+ca2713bcc4d5f244");

mod chance;
mod decision;
mod duel;
pub mod duel_test;
mod event;
mod game;
mod heard;
mod ids;
mod legal;
pub mod limits;
mod lists;
#[cfg_attr(not(feature = "marks"), allow(unused))]
pub mod marks;
mod notation;
mod outcome;
pub mod position;
mod procedures;
mod queries;
mod rules;
mod run;
mod state;
mod view;
mod witness;

pub use chance::{AnyChance, Candidate, Chance, DynChance, Purpose, Question, Stacked, Streams};
pub use decision::{Action, Actions, ChoiceKey, Decision, DecisionKind, Pointer, Verb};
pub use duel::{DeckList, Illegal, Opening, SetupError};
pub use duelfish_script::{
    BattlePosition, CardCode, Catalogue, CatalogueError, Facts, Phase, Player, Texts,
    attribute_name, kind, type_name,
};
pub use event::{Cause, Event, Heard, PublicEvent, PublicSpot, Spot};
pub use game::Game;
pub use heard::dice_of;
pub use ids::{CardId, Location, MonsterZone};
pub use notation::{Explanation, NotationError};
pub use outcome::{Limit, Outcome, Reason};
pub use position::{Position, PositionError, Script};
pub use rules::{Placement, Rules, Switch};
pub use state::{Broken, Counters, Dealer, Duel, Inconsistent};
pub use view::{Asking, LinkView, MonsterView, SpellView, Values, View};
pub use witness::{AnyWitness, DynWitness, Journal, JournalMark, Witness};
