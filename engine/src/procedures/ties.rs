//! Cards that effects tie to others: when those leave the field, they go too.

use super::raise::{Leaving, Tie, Tied};
use crate::chance::Chance;
use crate::event::Cause;
use crate::ids::{CardId, NO_CARD};
use crate::run::Run;
use crate::state::{CardSet, Ctx, status_bits};
use crate::witness::Witness;
use duelfish_script::{KindSet, ModKind, TestId};

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Notes the cards that effects tie to cards that are about to leave.
    pub(super) fn note_ties(&self, all: &mut Leaving, leaving: CardSet, cause: Cause) {
        const TIES: KindSet = KindSet::all(&[
            ModKind::FallsWithSource,
            ModKind::FallsWithSourceIf,
            ModKind::FallsWithSourceAlways,
            ModKind::GoesToDeckWithSource,
            ModKind::BanishedWithSource,
            ModKind::FallsIfSourceDestroyed,
            ModKind::TakesSourceAlong,
            ModKind::TakesSourceAlongAlways,
        ]);
        if !self.duel.has_any_mod(TIES) {
            return;
        }
        let destroyed = matches!(cause, Cause::Destroyed | Cause::RuleDestroyed | Cause::Battle);
        for m in self.duel.mods() {
            let itself = leaving.has(m.source);
            // While the source is negated neither takes the other along (FACT-N15). Whether it goes
            // itself is asked when they have left, because a card that they negated works again then.
            let negated =
                m.source != NO_CARD && self.duel.has_status(CardId(m.source), status_bits::NEGATED);
            let still_negated = || {
                let source = CardId(m.source);
                negated && self.duel.is_negated_without(self.game.cards, source, leaving)
            };
            let fits = || {
                let (player, test) = (self.duel.player_of(m), TestId(m.value as u16));
                let ctx = Ctx::of_card(player, CardId(m.source));
                self.duel.fits(self.game.cards, ctx, test, CardId(m.target))
            };
            let with_source = m.is(ModKind::FallsWithSource)
                || (m.is(ModKind::FallsWithSourceIf) && itself && fits());
            let works = itself && !negated;
            let goes = if m.is(ModKind::GoesToDeckWithSource) {
                Tied::ToDeck
            } else if m.is(ModKind::BanishedWithSource) {
                Tied::Banished
            } else {
                Tied::Destroyed
            };
            let falls = ((goes != Tied::Destroyed || with_source) && works)
                || (m.is(ModKind::FallsWithSourceAlways) && itself)
                || (m.is(ModKind::FallsIfSourceDestroyed) && itself && destroyed);
            let falls = falls
                && !self.duel.is_unaffected_by(self.game.cards, CardId(m.target), m.source)
                && (goes != Tied::Destroyed
                    || !self.survives_effects_of(CardId(m.target), m.source));
            let ties_source = m.is(ModKind::TakesSourceAlongAlways)
                || (m.is(ModKind::TakesSourceAlong) && destroyed);
            let takes = ties_source && leaving.has(m.target) && !still_negated();
            if falls || takes {
                let tie = Tie {
                    falls: if falls { m.target } else { m.source },
                    source: m.source,
                    itself,
                    goes,
                };
                let known = |other: &Tie| other.falls == tie.falls;
                if !leaving.has(tie.falls) && !all.ties.iter().any(known) {
                    all.add_tie(tie);
                }
            }
        }
    }
}
