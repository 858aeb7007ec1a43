//! Positions as text: fixtures, puzzles, analysis and duel tests all use this one format.
//!
//! A position is a list of lines. `#` begins a comment if no digit follows; empty lines and
//! indentation don't matter.
//!
//! ```text
//! rules mr5 placement=ask hand-limit=7   # a preset and what differs from it: Rules::options
//! turn 3 P1 main1                        # number, whose, and setup draw main1 battle main2 end
//! P1 lp 8000
//! P1 summons 1                           # Normal Summons and Sets used this turn; `1 + 1` with the
//!                                        # one more that an effect allowed
//! P1 hand: 2* Celtic Guardian; Battle Ox # names or passcodes
//! P1 hand: Mystical Elf [known]          # the opponent knows that it is in this hand; the same as
//! P1 known: Mystical Elf                 # known to be in the hand or among the cards from-hand
//! P1 M3 attack: Battle Ox [attacked]     # attack, defense or set; see below for statuses
//! P1 M4 materials: Kuriboh; Battle Ox    # what is attached to the Xyz Monster there, first first
//! P1 S2 down: Trap Hole [set]            # Spell & Trap Zones: up or down
//! P1 S3 up: Dark Energy -> P1 M3         # a face-up Equip Card and its monster
//! P1 field up: Yami                      # the Field Zone
//! P1 grave: Kuriboh; Summoned Skull      # oldest first; also banished
//! P1 S1 pendulum: Dragong                # a Pendulum Zone: S1 or S5
//! P1 extra: Flame Swordsman              # the Extra Deck
//! P1 extra up: Mandragon                 # and the face-up cards in it
//! P1 pendulum-summoned                   # this turn
//! P1 top: Kuriboh [known]                # fixed cards on top of the Deck, first drawn first
//! P1 deck: 10* Celtic Guardian           # the Deck's rest, whose order is open
//! P1 bottom: Kuriboh                     # fixed cards below it, first drawn first
//! P1 draws: Celtic Guardian; Kuriboh     # the chance script: what is drawn from the rest, in order
//! P1 picked: Mystical Elf                # and what is picked unseen from this hand, in order
//! coins heads tails heads                # and how the next coins fall
//! dice 3 6                               # and the next dice
//! ```
//!
//! Statuses of a card in a zone: `proper` (it was Summoned in its own way once; also in the
//! Graveyard and banished, and of a material), `flipped` (turned face-up), `summoned`, `set`,
//! `repositioned`, `attacked` and `battled` (this turn), `known` (the opponent knows what the face-down card
//! is), `from-hand` (see below), `owner=P2`, and `summoned-by-other` where the rules ask who
//! Summoned it. A Spell or Trap has all but `summoned`, `summoned-by-other`, `repositioned`,
//! `attacked` and `battled`. Both have `counters=N`, of the kind that the card can hold, and `wedge-counters=N`. A face-down card is `from-hand` if it was Set from the hand since the opponent knew
//! of a card there, and may be that card. A card on top of the Deck is `known` to the opponent or
//! was `seen` by its owner; one that is banished face-down lies `down`, and may be `known`. The
//! lasting effects of face-up cards are on, the first line's first.
//!
//! Effects that last for a time, permissions that effects gave for the turn, and counts of this
//! turn can't be written: a duel with any of these is no position. A line that is left out stands
//! for the rules' Life Points, an empty place, `rules mr5`, `turn 3 P1 main1`, or no chance script
//! (then the caller who starts the position brings chance along).

mod coming;
mod error;
mod items;
mod parse;
mod piles;
mod script;
mod statuses;
mod write;
mod zones;

pub use error::PositionError;
pub(crate) use items::without_comment;
pub use script::Script;

use crate::chance::Chance;
use crate::game::Game;
use crate::ids::Player;
use crate::rules::Rules;
use crate::state::Duel;
use crate::witness::Witness;
use duelfish_script::{CardCode, Catalogue};

/// A position that was read and found possible, ready to be played from.
#[derive(Clone, Debug)]
pub struct Position {
    /// The rules that it names.
    pub rules: Rules,
    /// Cards that each player draws from the rest of the Deck, in order; empty without a script.
    pub draws: [Vec<CardCode>; 2],
    /// Cards that are picked unseen from each player's hand, in order; empty without a script.
    pub picked: [Vec<CardCode>; 2],
    /// How the next coins fall: heads or not.
    pub coins: Vec<bool>,
    /// How the next dice fall, each from 1 to 6.
    pub dice: Vec<u8>,
    duel: Duel,
}

impl Position {
    /// Reads a position.
    ///
    /// # Errors
    /// Names the line and what is wrong with it.
    pub fn parse(text: &str, cards: &Catalogue) -> Result<Self, PositionError> {
        parse::position(text, cards)
    }

    /// The turn in which it begins. A player who can only end it is not asked.
    #[must_use]
    pub const fn turn(&self) -> u16 {
        self.duel.turn()
    }

    /// Whose turn that is.
    #[must_use]
    pub const fn turn_player(&self) -> Player {
        self.duel.turn_player()
    }

    /// The game that the position is played in.
    #[must_use]
    pub fn game<'c>(&self, cards: &'c Catalogue) -> Game<'c> {
        Game::new(self.rules.clone(), cards)
    }

    /// The chance script of the position.
    #[must_use]
    pub fn script(&self) -> Script {
        Script::new(self.draws.clone(), self.picked.clone(), self.coins.clone())
            .with_dice(self.dice.clone())
    }

    /// Goes on from the position to the first decision.
    #[must_use]
    pub fn start<C: Chance, W: Witness>(
        &self,
        game: &Game<'_>,
        chance: &mut C,
        witness: &mut W,
    ) -> Duel {
        let mut duel = self.duel;
        duel.prepare(game);
        duel.begin(game, chance, witness);
        duel
    }
}
