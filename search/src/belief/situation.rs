//! Where a hidden card lies, and what has happened since it came there.

use duelfish_engine::{Phase, Player, PublicSpot, View};

/// The places and times between which an [`Inference`](super::Inference) makes a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Situation {
    /// In the hand of a player who has had no turn.
    FirstHand,
    /// In the hand of the turn player, up to Main Phase 1.
    HandBefore,
    /// In the hand of the turn player, later in the turn.
    HandAfter,
    /// In the hand of the other player.
    HandWaiting,
    /// A monster that was Set this turn.
    MonsterNew,
    /// A Set monster that has seen one turn begin.
    MonsterOneTurn,
    /// A Set monster that has seen two turns begin.
    MonsterTwoTurns,
    /// A Set monster that has seen more turns begin.
    MonsterLonger,
    /// A Spell or Trap that was Set this turn.
    SpellNew,
    /// A Set Spell or Trap that has seen one turn begin, and no attack in it.
    SpellOneTurn,
    /// The same after the turn player has attacked, or could have.
    SpellOneTurnAttacked,
    /// A Set Spell or Trap that has seen two turns begin.
    SpellTwoTurns,
    /// A Set Spell or Trap that has seen three turns begin, and no attack in this one.
    SpellThreeTurns,
    /// The same after the turn player has attacked, or could have.
    SpellThreeTurnsAttacked,
    /// A Set Spell or Trap that has seen more turns begin.
    SpellLonger,
}

impl Situation {
    /// Number of situations.
    pub const COUNT: usize = Self::SpellLonger as usize + 1;

    /// The situation of hidden cards at a place, as the player who looks sees it. None where nothing is inferred: cards in the
    /// Field Zone, away from the game or of the player who looks.
    #[must_use]
    pub fn of(view: &View<'_>, spot: PublicSpot) -> Option<Self> {
        let me = view.player()?;
        match spot {
            PublicSpot::Hand(player) if player != me => Some(Self::in_hand(view, player)),
            PublicSpot::Monster(player, zone) if player != me => {
                let monster = view.monster(player, zone)?;
                Some(match seen(monster.set_this_turn, monster.turns_in_place) {
                    0 => Self::MonsterNew,
                    1 => Self::MonsterOneTurn,
                    2 => Self::MonsterTwoTurns,
                    _ => Self::MonsterLonger,
                })
            }
            PublicSpot::Spell(player, zone) if player != me => {
                let spell = view.spell(player, zone)?;
                Some(match (seen(spell.set_this_turn, spell.turns_in_place), attacked(view)) {
                    (0, _) => Self::SpellNew,
                    (1, false) => Self::SpellOneTurn,
                    (1, true) => Self::SpellOneTurnAttacked,
                    (2, _) => Self::SpellTwoTurns,
                    (3, false) => Self::SpellThreeTurns,
                    (3, true) => Self::SpellThreeTurnsAttacked,
                    _ => Self::SpellLonger,
                })
            }
            _ => None,
        }
    }

    fn in_hand(view: &View<'_>, player: Player) -> Self {
        if view.turn_player() != player {
            return if view.turn() < 2 { Self::FirstHand } else { Self::HandWaiting };
        }
        if is_later(view.phase()) { Self::HandAfter } else { Self::HandBefore }
    }
}

/// How many turns a Set card has seen begin. A position that was set up does not tell; there a card that was not Set this turn
/// counts as one of the last turn.
fn seen(set_this_turn: bool, turns: u8) -> u8 {
    if set_this_turn { 0 } else { turns.max(1) }
}

/// Whether the turn player has attacked, or could have.
fn attacked(view: &View<'_>) -> bool {
    let attacked = |player| view.monsters(player).any(|(_, monster)| monster.attacked);
    is_later(view.phase()) || attacked(view.turn_player())
}

/// Whether Main Phase 1 is over.
fn is_later(phase: Phase) -> bool {
    !matches!(phase, Phase::Setup | Phase::Draw | Phase::Standby | Phase::Main1)
}
