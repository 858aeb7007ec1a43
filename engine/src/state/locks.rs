//! Cards and effects that may not be activated.

use super::modifiers::Reach;
use super::rooms::Modifier;
use super::{Ctx, Duel};
use crate::ids::{CardId, Location, Player};
use duelfish_script::{Catalogue, KindSet, ModKind, TestId, kind};

impl Duel {
    /// Whether an effect of a card, or the card itself, may not be activated.
    #[inline(always)]
    pub(crate) fn is_locked(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        as_card: bool,
    ) -> bool {
        const LOCKS: KindSet = KindSet::all(&[
            ModKind::CannotActivateNamed,
            ModKind::NameForbidden,
            ModKind::CannotBeActivated,
            ModKind::CardCannotBeActivated,
            ModKind::NoSpells,
            ModKind::GraveIsSilent,
            ModKind::NoActivation,
            ModKind::NoActivationOf,
        ]);
        self.has_any_mod(LOCKS) && self.is_locked_somehow(cards, player, card, as_card)
    }

    #[inline(never)]
    fn is_locked_somehow(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        as_card: bool,
    ) -> bool {
        let any = self.has_mod(ModKind::CannotBeActivated)
            || (as_card && self.has_mod(ModKind::CardCannotBeActivated));
        self.is_forbidden_by_name(cards, card)
            || self.is_forbidden(cards, card)
            || self.is_barred_as_spell(cards, card, as_card)
            || self.is_in_silent_grave(cards, card)
            || self.player_has(cards, ModKind::NoActivation, player)
            || self.is_of_barred(cards, player, card, as_card)
            || any && {
                let locks = |m: &Modifier| {
                    m.is(ModKind::CannotBeActivated)
                        || (as_card && m.is(ModKind::CardCannotBeActivated))
                };
                self.mods().iter().any(|m| {
                    locks(m)
                        && self.stands(m)
                        && (self.reaches(cards, m, card)
                            || (as_card && self.reaches_as_spell(cards, m, card)))
                })
            }
    }

    /// Whether a card is one of those that its player can't use. A monster in a Pendulum Zone is a Spell.
    fn is_of_barred(&self, cards: &Catalogue, player: Player, card: CardId, as_card: bool) -> bool {
        let bar = ModKind::NoActivationOf;
        self.has_mod(bar) && {
            let as_spell = as_card || self.location(card).is_spell_zone();
            self.mods_on_player(cards, bar, player).any(|m| {
                let test = TestId(self.value_of(cards, m) as u16);
                let of_monsters = cards.scripts().filter(test).kinds & kind::MONSTER != 0;
                !(of_monsters && as_spell) && self.is_about(cards, m, card)
            })
        }
    }

    /// Whether a card lies in a Graveyard whose player can activate no effects there.
    fn is_in_silent_grave(&self, cards: &Catalogue, card: CardId) -> bool {
        self.location(card) == Location::Grave
            && self.player_has(cards, ModKind::GraveIsSilent, self.controller(card))
    }

    /// Whether a card is a Spell or Trap, or would be activated as one, and its player may use none.
    fn is_barred_as_spell(&self, cards: &Catalogue, card: CardId, as_card: bool) -> bool {
        self.has_mod(ModKind::NoSpells) && {
            let kinds = cards.facts(self.code(card));
            let lies_as_spell = self.location(card).is_spell_zone();
            (kinds.is_any(kind::SPELL | kind::TRAP)
                || lies_as_spell
                || (as_card && kinds.is(kind::PENDULUM)))
                && self.player_has(cards, ModKind::NoSpells, self.controller(card))
        }
    }

    /// Whether a modifier for Spells reaches a Pendulum Card of a hand, which would be activated as one
    /// (CT-02.10a).
    fn reaches_as_spell(&self, cards: &Catalogue, m: &Modifier, card: CardId) -> bool {
        let ctx = Ctx::of_card(self.player_of(m), CardId(m.source));
        let kinds = cards.scripts().filter(TestId(m.filter)).kinds;
        m.reach() == Reach::Spells
            && self.location(card) == Location::Hand
            && cards.facts(self.code(card)).is(kind::PENDULUM)
            && (kinds == 0 || kinds & kind::SPELL != 0)
            && self.is_in_force(cards, m)
            && ctx.is_among(m.sides(), self.controller(card))
    }

    /// Whether its player may not activate cards of its name this turn.
    #[inline(always)]
    fn is_forbidden_by_name(&self, cards: &Catalogue, card: CardId) -> bool {
        self.has_mod(ModKind::CannotActivateNamed) && {
            let name = i32::from(self.name_of(cards, card).row());
            let player = self.controller(card);
            let forbids = |m: &Modifier| m.is(ModKind::CannotActivateNamed) && m.value == name;
            self.mods().iter().any(|m| forbids(m) && self.player_of(m) == player)
        }
    }
}
