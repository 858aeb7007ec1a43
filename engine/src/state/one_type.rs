//! Players who can control face-up monsters of one Type or of one Attribute only, and which one each of
//! them keeps.

use super::modifiers::{ModValue, ModifierDraft};
use super::rooms::Modifier;
use super::{Derived, Duel};
use crate::ids::{CardId, Player, byte_enum};
use crate::witness::Witness;
use duelfish_script::{Catalogue, Facts, ModKind, Scope, Until, Who};

byte_enum! {
    /// The property that all face-up monsters of a player may have to share.
    pub(crate) enum Common {
        Type,
        Attribute,
    }
}

impl Common {
    pub(crate) const ALL: [Self; 2] = [Self::Type, Self::Attribute];

    /// The modifier that demands it.
    pub(crate) const fn rule(self) -> ModKind {
        match self {
            Self::Type => ModKind::OneType,
            Self::Attribute => ModKind::OneAttribute,
        }
    }

    /// The note of what a player keeps.
    const fn note(self) -> ModKind {
        match self {
            Self::Type => ModKind::TypeKept,
            Self::Attribute => ModKind::AttributeKept,
        }
    }

    /// A monster's, as the bit in the card table.
    pub(crate) const fn of(self, values: &Derived) -> u32 {
        match self {
            Self::Type => values.race,
            Self::Attribute => values.attribute as u32,
        }
    }

    /// The printed one.
    const fn printed(self, facts: &Facts) -> u32 {
        match self {
            Self::Type => facts.race,
            Self::Attribute => facts.attribute as u32,
        }
    }
}

impl Duel {
    /// Whether anything may hold players to one Type or Attribute.
    #[inline(always)]
    pub(crate) fn has_common(&self) -> bool {
        Common::ALL.iter().any(|common| self.has_mod(common.rule()))
    }

    /// The oldest modifier by which both or one of the players keep one Type or Attribute.
    fn one_of(&self, common: Common) -> Option<&Modifier> {
        if !self.has_mod(common.rule()) {
            return None;
        }
        self.mods().iter().find(|m| m.is(common.rule()) && self.stands(m))
    }

    /// The player whose card makes players keep one Type or Attribute, if that is enforced now. In a
    /// Damage Step that waits until damage is calculated, or until its end if damage never is.
    #[inline]
    pub(crate) fn one_kept_by(&self, cards: &Catalogue, common: Common) -> Option<Player> {
        let m = self.one_of(common)?;
        let has = |player| self.player_has(cards, common.rule(), player);
        let any = Player::BOTH.into_iter().any(has);
        (any && !self.is_uncalculated()).then(|| self.player_of(m))
    }

    /// The Type or Attribute that a player keeps, as its bit; 0 if that is open.
    pub(crate) fn kept_in_common(&self, common: Common, player: Player) -> u32 {
        let note = |m: &&Modifier| m.is(common.note()) && m.player == player.number();
        self.mods().iter().find(note).map_or(0, |m| m.value.cast_unsigned())
    }

    /// The player who has to declare next which Type or Attribute is kept, and which of the two it is.
    pub(crate) fn common_to_declare(&self, cards: &Catalogue) -> Option<(Common, Player)> {
        let open = |common: &Common, player: &Player| {
            let shown = self.shown(*common, *player);
            self.player_has(cards, common.rule(), *player)
                && shown.count_ones() > 1
                && self.kept_in_common(*common, *player) & shown == 0
        };
        Common::ALL.into_iter().find_map(|common| {
            let first = self.one_kept_by(cards, common)?;
            let who = [first, first.other()].into_iter().find(|player| open(&common, player));
            who.map(|player| (common, player))
        })
    }

    /// Notes the Type or Attribute that a player keeps from now on.
    pub(crate) fn keep_in_common<W: Witness>(
        &mut self,
        w: &mut W,
        common: Common,
        player: Player,
        bit: u32,
    ) {
        if self.kept_in_common(common, player) == bit {
            return;
        }
        let Some(source) = self.one_of(common).map(|m| m.source) else { return };
        self.remove_mods(w, |m| m.is(common.note()) && m.player == player.number());
        if bit != 0 {
            let draft = ModifierDraft {
                kind: common.note(),
                scope: Scope::Player(Who::Me),
                target: crate::ids::NO_CARD,
                source,
                player,
                until: Until::Source,
                value: ModValue::Fixed(bit.cast_signed()),
                reads: 0,
            };
            self.add_mod(w, draft.pack());
        }
    }

    /// The property that keeps a card from coming face-up to a player's field: the Type or the Attribute
    /// of the monsters there.
    #[inline(always)]
    pub(crate) fn breaks_common(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> Option<Common> {
        if !self.has_common() {
            return None;
        }
        let values = self.values_of(cards, card);
        let breaks = |common: &Common| self.keeps_off(cards, player, *common, common.of(&values));
        Common::ALL.into_iter().find(breaks)
    }

    /// Whether no monster of a row of the card table could come face-up to a player's field.
    pub(crate) fn keeps_off_facts(&self, cards: &Catalogue, player: Player, facts: &Facts) -> bool {
        Common::ALL
            .into_iter()
            .any(|common| self.keeps_off(cards, player, common, common.printed(facts)))
    }

    /// Whether no monster of this Type or Attribute could come face-up to a player's field.
    fn keeps_off(&self, cards: &Catalogue, player: Player, common: Common, bit: u32) -> bool {
        self.player_has(cards, common.rule(), player) && {
            let shown = self.shown(common, player);
            shown != 0 && bit != shown
        }
    }

    /// Whether a card could not come face-up to a player's field because of what is there.
    #[inline(always)]
    pub(crate) fn may_not_come_face_up(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> bool {
        self.would_be_second(cards, player, card)
            || self.breaks_common(cards, player, card).is_some()
    }
}
