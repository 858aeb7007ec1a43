//! Cards that let players Special Summon only so many times in a turn, and cards that keep the effects of Spells
//! and Traps from Special Summoning others.

use crate::chance::Chance;
use crate::ids::{CardId, NO_CARD, Player};
use crate::run::Run;
use crate::state::{CardSet, Ctx, Duel, ModValue, Modifier, ModifierDraft, NO_LINK};
use crate::witness::Witness;
use duelfish_script::{Catalogue, ModKind, Scope, Until, kind};

/// Bits of a note for each player.
const BITS: u32 = 8;

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// A player has Special Summoned: each card that limits that player and is at work counts it (FACT-S31).
    pub(super) fn note_special_summon(&mut self, player: Player) {
        if !self.duel.has_mod(ModKind::SpecialSummons) {
            return;
        }
        let limits = self.duel.mods_on_player(self.game.cards, ModKind::SpecialSummons, player);
        let sources: CardSet = limits.map(|limit| limit.source).collect();
        for source in sources.iter() {
            self.count_special_summon(source, player);
        }
    }

    fn count_special_summon(&mut self, source: u8, player: Player) {
        let one = 1 << (BITS * u32::from(player.number()));
        let noted = self.duel.mods().iter().position(|m| notes(m, source));
        if let Some(at) = noted {
            let value = self.duel.mods()[at].value + one;
            self.duel.set_mod_value(self.witness, at, value, Until::EndOfTurn as u8);
            return;
        }
        let draft = ModifierDraft {
            kind: ModKind::SummonsNoted,
            scope: Scope::Card,
            target: source,
            source,
            player: self.duel.controller(CardId(source)),
            until: Until::EndOfTurn,
            value: ModValue::Fixed(one),
            reads: 0,
        };
        self.duel.add_mod(self.witness, draft.pack());
    }
}

impl Duel {
    /// Whether some card lets a player Special Summon no more in this turn.
    #[inline(always)]
    pub(crate) fn has_no_special_summon_left(&self, cards: &Catalogue, player: Player) -> bool {
        self.has_mod(ModKind::SpecialSummons) && self.has_used_special_summons(cards, player)
    }

    #[inline(never)]
    fn has_used_special_summons(&self, cards: &Catalogue, player: Player) -> bool {
        self.mods_on_player(cards, ModKind::SpecialSummons, player).any(|limit| {
            let noted = self.mods().iter().find(|m| notes(m, limit.source));
            let counted =
                noted.map_or(0, |m| m.value >> (BITS * u32::from(player.number())) & 0xff);
            counted >= self.value_of(cards, limit)
        })
    }

    /// Whether a card can't be Special Summoned because what would do it is the effect of a Spell or Trap.
    pub(crate) fn is_kept_from_spells(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        player: Player,
        card: CardId,
    ) -> bool {
        let kind = ModKind::NoSummonBySpells;
        if !self.has_mod(kind) || ctx.source == NO_CARD {
            return false;
        }
        let kinds = if ctx.link == NO_LINK {
            self.kinds_now(cards, CardId(ctx.source))
        } else {
            self.link(ctx.link).kind_of_source()
        };
        kinds & (kind::SPELL | kind::TRAP) != 0 && self.bar_on(cards, kind, player, card).is_some()
    }
}

/// Whether a modifier is the count of a card.
fn notes(m: &Modifier, source: u8) -> bool {
    m.is(ModKind::SummonsNoted) && m.target == source
}
