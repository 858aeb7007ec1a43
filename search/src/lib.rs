//! Bots: programs that play duels with what their player may know.
//!
//! A [`Bot`] gets a [`View`](duelfish_engine::View) of its player and never the duel, so it can't
//! cheat. A text like `planner:nodes=500` names a bot for every tool: see [`Spec`].
//!
//! | bot | how it plays |
//! | --- | --- |
//! | [`RandomBot`] | at random |
//! | [`HeuristicBot`] | by rules of thumb |
//! | [`GreedyBot`] | by rules of thumb, and tries each move once |
//! | [`PlannerBot`] | searches its turn with alpha-beta, in a few worlds that fit what it knows ([`planner`]) |
//! | [`MctsBot`] | grows one tree over many such worlds ([`mcts`]) |
//!
//! [`beam`] follows lines of many choices, as combos are; with `plan=N` the last two plan their turns by it.
//! Positions are judged by a network ([`net`]), moves before they are tried by a [`policy`], and hidden cards by a [`belief`].
//! [`solver`] proves whether a position in which nothing is hidden is won before the turn ends; [`beam`] looks for a long
//! line of one turn.
//! The searches know nothing of duels: they are generic over [`Playable`], and [`duels`] makes a
//! duel such a game and says what its positions are worth.
//!
//! # My bot against yours
//!
//! ```
//! use duelfish_engine::{Action, Actions, DeckList, Duel, Game, Player, Rules, Streams, View};
//! use duelfish_search::{Bot, Budget, Choice, Setup, Spec, Why};
//!
//! /// Always does the last thing that it may do.
//! struct Last;
//!
//! impl Bot for Last {
//!     fn begin(&mut self, _: &Setup<'_>, _: u64) {}
//!     fn choose(&mut self, _: &View<'_>, legal: &Actions, _: Budget<'_>) -> Choice {
//!         Choice { action: legal[legal.len() - 1], why: Why::Rule("the last one") }
//!     }
//! }
//!
//! let cards = duelfish_cards::catalogue();
//! let game = Game::new(Rules::MR5, cards);
//! let deck = vec![cards.by_name("Celtic Guardian").unwrap(); 40];
//! let list = DeckList { main: &deck, extra: &[] };
//!
//! let spec = Spec::parse("mcts:iters=20").unwrap();
//! let mut bots: [Box<dyn Bot>; 2] = [Box::new(Last), spec.build()];
//! for me in Player::BOTH {
//!     bots[me.index()].begin(&Setup { me, decks: [Some(list); 2] }, 1);
//! }
//! let mut chance = Streams::new(1, [0, 1]);
//! let mut duel = Duel::start(&game, [list; 2], &mut chance, &mut ()).unwrap();
//! let mut legal = Actions::new();
//! while let Some(decision) = duel.decision() {
//!     duel.legal_actions(&game, &mut legal);
//!     let view = duel.view(&game, decision.player);
//!     let choice = bots[decision.player.index()].choose(&view, &legal, spec.budget());
//!     duel.try_apply(&game, choice.action, &mut chance, &mut ()).unwrap();
//! }
//! // A player who always ends the turn loses.
//! assert_eq!(duel.outcome().and_then(|outcome| outcome.winner()), Some(Player::SECOND));
//! ```
//!
//! # Analyse this position, with my own evaluation
//!
//! ```
//! use duelfish_engine::{Actions, DeckList, Player, Position};
//! use duelfish_search::duels::Evaluation;
//! use duelfish_search::{Bot, Budget, MctsBot, MctsOptions, Setup, Why};
//!
//! let cards = duelfish_cards::catalogue();
//! let text = "turn 5 P1 battle\nP1 lp 8000\nP2 lp 1200\nP1 M1 attack: Celtic Guardian\n\
//!             P2 M2 attack: Battle Ox\nP2 M3 attack: Mystical Elf\n";
//! let position = Position::parse(text, cards).unwrap();
//! let game = position.game(cards);
//! let duel = position.start(&game, &mut position.script(), &mut ());
//!
//! // Only Life Points count.
//! let mut weights = Evaluation::default().weights().map(|_| 0.0);
//! weights[0] = 0.2;
//! let options = MctsOptions { iterations: Some(200), ..MctsOptions::default() };
//! let mut bot = MctsBot::new(options).with_evaluation(Evaluation::new(weights));
//! let list = DeckList { main: &[], extra: &[] };
//! bot.begin(&Setup { me: Player::FIRST, decks: [Some(list); 2] }, 1);
//!
//! let view = duel.view(&game, Player::FIRST);
//! let mut legal = Actions::new();
//! view.legal_actions(&mut legal);
//! let choice = bot.choose(&view, &legal, Budget::of(100_000));
//! assert_eq!(view.describe(choice.action), "attack M1 -> M3");
//! let Why::Search(found) = choice.why else { unreachable!() };
//! assert!(found.choices[0].visits > found.choices[1].visits);
//! ```
#![forbid(unsafe_code)]

pub mod beam;
pub mod belief;
mod bot;
mod card_memo;
mod clock;
pub mod duels;
mod expected;
mod greedy_bot;
mod heuristic;
mod judge;
pub mod mcts;
mod mcts_bot;
mod mcts_options;
pub mod net;
pub mod planner;
mod planner_bot;
mod playable;
pub mod policy;
mod random;
mod repetition;
mod search_bot;
mod search_limits;
pub mod solver;
mod spec;
mod turn_plan;
mod weight_file;
mod weights;

pub use belief::Belief;
pub use bot::{Bot, Budget, Choice, Finding, Findings, Setup, Why};
pub use clock::{Clock, TimeLeft, WallClock};
pub use duels::Leaf;
pub use expected::ExpectedMove;
pub use greedy_bot::{GreedyBot, OnePly};
pub use heuristic::{FACE_DOWN_DEF, HeuristicBot, TRIBUTE_GAIN};
pub use judge::Judge;
pub use mcts_bot::{Mcts1Options, MctsBot, TreeSearch};
pub use mcts_options::MctsOptions;
pub use planner_bot::{PlannerBot, PlannerOptions, TurnSearch};
pub use playable::{Keyed, Playable, Turn, Undo};
pub use random::{RandomBot, pick};
pub use search_bot::{Found, FoundMove, SearchBot, Strategy};
pub use spec::{Spec, SpecError};
pub use turn_plan::TurnPlanner;
pub use weight_file::{MOST_CARDS, WeightFileError, WeightKind};
pub use weights::{WeightValues, Weights};
