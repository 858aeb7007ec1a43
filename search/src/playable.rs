//! A game that can be searched: the one small trait that the algorithms are generic over.

/// A position of a game of two players, in a world where everything is settled but chance.
///
/// The sides need not alternate: a turn may be many decisions of one player. Searchers that know
/// less than the position tells deal many positions that they can't tell apart (see
/// [`Worlds`](crate::mcts::Worlds)) and compare what they find there by the keys of moves.
pub trait Playable {
    /// A move in this very position.
    type Move: Copy + Eq;

    /// Whose turn it is to choose.
    fn turn(&self) -> Turn;

    /// Fills `moves` with the moves of the player whose turn it is, in a fixed order; at least one.
    fn moves(&self, moves: &mut Vec<Keyed<Self::Move>>);

    /// Plays a move. A position whose chance is not a turn of its own settles it here.
    fn play(&mut self, action: Self::Move);

    /// A number that is equal for positions that look the same to the player whose turn it is, as
    /// far as that is quickly told; a search also compares the moves. It finds the part of a tree
    /// that is still of use after some moves.
    fn look(&self) -> u64 {
        0
    }

    /// Settles chance where it is [`Turn::Chance`]; other positions never get this call.
    fn roll(&mut self) {}
}

/// A game whose moves can be taken back.
pub trait Undo: Playable {
    /// A moment to come back to.
    type Mark: Copy;

    /// The present moment.
    fn mark(&mut self) -> Self::Mark;

    /// Goes back to a moment, as often as one likes; moments after it are no more.
    fn undo(&mut self, mark: Self::Mark);

    /// How many moves were played in all, those that were taken back included.
    fn played(&self) -> u64;

    /// A number that is equal for equal positions and, for all practical purposes, only for those;
    /// none where positions are not compared.
    fn position(&self) -> Option<u64>;
}

/// The side that chooses next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// The player with this number, 0 or 1.
    Player(u8),
    /// Chance.
    Chance,
    /// Nobody: the game is over, and player 0 has got this much of it, from 0 (lost) to 1 (won).
    Over(f32),
}

/// A move with its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keyed<M> {
    /// The move.
    pub action: M,
    /// Equal for moves that mean the same, in every position that its player can't tell from this
    /// one.
    pub key: u64,
}

/// The worth to a player of something that is worth `value` to player 0, from 0 to 1.
pub(crate) const fn worth_to(player: u8, value: f32) -> f32 {
    if player == 0 { value } else { 1.0 - value }
}
