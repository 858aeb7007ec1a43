//! Players who were found to have nothing to respond with, and an attack that was found to go on. As long as
//! nothing changes, neither need be found out again.
//!
//! Windows follow each other closely. Between the draw and the Main Phase alone both players are asked
//! three times what they have to respond with, and mostly nothing has happened since. So the duel notes who
//! had nothing, and every write to the table forgets it (`put!` in `gateway`). The note saves work and
//! decides nothing: debug builds look again each time.

use super::Duel;
use super::gateway::put_aside;
use crate::ids::{Phase, Player};
use crate::witness::Witness;
use duelfish_script::reads_bit;

/// The bit of `Duel::no_response` that says that the attack goes on; those below are of the players.
const ATTACK: u8 = 1 << 2;

impl Duel {
    /// Whether the attack that is being made is known to go on as it does.
    #[inline]
    pub(super) const fn attack_holds(&self) -> bool {
        self.no_response & ATTACK != 0
    }

    /// Notes that the attack which is being made was looked at.
    pub(crate) fn note_attack_holds<W: Witness>(&mut self, w: &mut W) {
        put_aside!(self, w, self.no_response = self.no_response | ATTACK);
    }

    /// Whether a player is known to have nothing to respond with.
    #[inline(always)]
    pub(crate) fn has_no_response(&self, player: Player) -> bool {
        self.no_response >> player.number() & 1 == 1 && self.pending().is_empty()
    }

    /// Notes that a player has nothing to respond with.
    pub(crate) fn note_no_response<W: Witness>(&mut self, w: &mut W, player: Player) {
        put_aside!(self, w, self.no_response = self.no_response | 1 << player.number());
    }

    /// Something changes: anybody may have a response.
    #[inline(always)]
    pub(super) fn invalidate<W: Witness>(&mut self, w: &mut W) {
        if !W::JOURNALS {
            // Cheaper than to ask.
            self.no_response = 0;
        } else if self.no_response != 0 {
            put_aside!(self, w, self.no_response = 0);
        }
    }

    /// A phase follows: a player who had nothing to respond with still has nothing, if no card of this duel
    /// tells the two phases apart.
    #[inline]
    pub(super) fn note_passing<W: Witness>(&mut self, w: &mut W, to: Phase) {
        let alike = |phase: Phase| self.alike & phase.alike_bit() != 0;
        if !alike(self.phase())
            || !alike(to)
            || self.reads & reads_bit::CLOCK != 0
            || self.acted != 0
        {
            self.invalidate(w);
        } else if self.attack_holds() {
            put_aside!(self, w, self.no_response = self.no_response & !ATTACK);
        }
    }
}
