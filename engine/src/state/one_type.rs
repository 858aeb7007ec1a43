//! Players who can control face-up monsters of one Type only, and which Type each of them keeps.

use super::Duel;
use super::modifiers::{Draft, Value};
use super::rooms::Modifier;
use crate::catalogue::Catalogue;
use crate::effects::{ModKind, Scope, Until, Who};
use crate::ids::{Handle, Player};
use crate::witness::Witness;

impl Duel {
    /// The oldest modifier by which both or one of the players keep one Type.
    fn one_type(&self) -> Option<&Modifier> {
        if !self.has_mod(ModKind::OneType) {
            return None;
        }
        self.mods().iter().find(|m| m.is(ModKind::OneType) && self.stands(m))
    }

    /// Whose card it is by which players keep one Type, if that is enforced now: not before damage is
    /// calculated.
    #[inline]
    pub(crate) fn one_type_by(&self, cards: &Catalogue) -> Option<Player> {
        let m = self.one_type()?;
        let has = |player| self.player_has(cards, ModKind::OneType, player);
        let any = Player::BOTH.into_iter().any(has);
        (any && !self.awaits_calculation()).then(|| self.player_of(m))
    }

    /// The Type that a player keeps, as its bit; 0 if that is open.
    pub(crate) fn type_kept(&self, player: Player) -> u32 {
        let note = |m: &&Modifier| m.is(ModKind::TypeKept) && m.player == player.0;
        self.mods().iter().find(note).map_or(0, |m| m.value.cast_unsigned())
    }

    /// Who has to declare next which Type is kept.
    pub(crate) fn type_to_declare(&self, cards: &Catalogue) -> Option<Player> {
        let first = self.one_type_by(cards)?;
        [first, first.other()].into_iter().find(|player| {
            let shown = self.types_shown(*player);
            self.player_has(cards, ModKind::OneType, *player)
                && shown.count_ones() > 1
                && self.type_kept(*player) & shown == 0
        })
    }

    /// Notes the Type that a player keeps from now on.
    pub(crate) fn keep_type<W: Witness>(&mut self, w: &mut W, player: Player, race: u32) {
        if self.type_kept(player) == race {
            return;
        }
        let Some(source) = self.one_type().map(|m| m.source) else { return };
        self.remove_mods(w, |m| m.is(ModKind::TypeKept) && m.player == player.0);
        if race != 0 {
            let draft = Draft {
                kind: ModKind::TypeKept,
                scope: Scope::Player(Who::Me),
                target: crate::ids::NO_CARD,
                source,
                player,
                until: Until::Source,
                value: Value::Fixed(race.cast_signed()),
                reads: 0,
            };
            self.add_mod(w, draft.pack());
        }
    }

    /// Whether a card could not come face-up to a player's field because of the Type of the monsters
    /// there.
    pub(crate) fn breaks_type(&self, cards: &Catalogue, player: Player, card: Handle) -> bool {
        self.has_mod(ModKind::OneType)
            && self.keeps_off(cards, player, self.values_of(cards, card).race)
    }

    /// Whether no monster of this Type could come face-up to a player's field.
    pub(crate) fn keeps_off(&self, cards: &Catalogue, player: Player, race: u32) -> bool {
        self.player_has(cards, ModKind::OneType, player) && {
            let shown = self.types_shown(player);
            shown != 0 && race != shown
        }
    }

    /// Whether a card could not come face-up to a player's field because of what is there.
    #[inline]
    pub(crate) fn may_not_come_face_up(
        &self,
        cards: &Catalogue,
        player: Player,
        card: Handle,
    ) -> bool {
        self.would_be_second(cards, player, card) || self.breaks_type(cards, player, card)
    }
}
