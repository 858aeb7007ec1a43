//! How often effects were used, by limit group.

use bytemuck::Zeroable;

use super::Duel;
use super::gateway::put;
use super::rooms::Use;
use crate::ids::{CardId, Location, Player};
use crate::limits::MAX_USES;
use crate::outcome::{Limit, Outcome};
use crate::witness::Witness;
use duelfish_script::Effect;

impl Duel {
    /// How often a limit group was used this turn.
    pub(crate) fn uses(&self, group: u16, player: Player) -> u8 {
        let of = |used: &&Use| used.group == group && used.player == player.number();
        self.uses_in_use().iter().find(of).map_or(0, |used| used.count)
    }

    /// The counters that count something.
    fn uses_in_use(&self) -> &[Use] {
        &self.uses[..usize::from(self.uses_used)]
    }

    /// Counts a use of a limit group.
    pub(crate) fn count_use<W: Witness>(&mut self, w: &mut W, group: u16, player: Player) {
        let same = |used: &Use| used.group == group && used.player == player.number();
        let at = self.uses_in_use().iter().position(same);
        let at = at.unwrap_or(usize::from(self.uses_used));
        if at == MAX_USES {
            self.end(w, Outcome::Limit(Limit::Size));
            return;
        }
        let count = self.uses[at].count.saturating_add(1);
        put!(self, w, self.uses[at] = Use { group, player: player.number(), count });
        if at == usize::from(self.uses_used) {
            put!(self, w, self.uses_used = at as u8 + 1);
        }
    }

    /// A use of a limit group did not count after all.
    pub(crate) fn take_back_use<W: Witness>(&mut self, w: &mut W, group: u16, player: Player) {
        let same = |used: &Use| used.group == group && used.player == player.number();
        let Some(at) = self.uses_in_use().iter().position(same) else { return };
        if self.uses[at].count > 1 {
            put!(self, w, self.uses[at].count = self.uses[at].count - 1);
        } else {
            self.drop_uses(w, at);
        }
    }

    /// Forgets a counter. The last one fills the gap: their order means nothing.
    fn drop_uses<W: Witness>(&mut self, w: &mut W, at: usize) {
        let last = usize::from(self.uses_used) - 1;
        let moved = self.uses[last];
        put!(self, w, self.uses[at] = moved);
        put!(self, w, self.uses[last] = Use::zeroed());
        put!(self, w, self.uses_used = last as u8);
    }

    /// A new turn: all that is counted by turn begins anew.
    pub(super) fn forget_uses<W: Witness>(&mut self, w: &mut W) {
        self.forget_uses_of(w, |group| group & (OF_CARD | OF_WATCH | PER_DUEL) != PER_DUEL);
    }

    /// Uses that were counted for one piece of cardboard are forgotten when it moves or is turned
    /// face-down (FACT-C1).
    pub(super) fn forget_card_uses<W: Witness>(
        &mut self,
        w: &mut W,
        card: CardId,
        from: Location,
        to: Location,
    ) {
        let only_turned = from == Location::Monster && to == Location::Monster;
        let on_field = |location| matches!(location, Location::Monster | Location::Spell);
        let across = !only_turned && on_field(from) && on_field(to);
        let there = |location| matches!(location, Location::Monster | Location::Banished);
        let banished = !only_turned && there(from) && there(to);
        self.forget_uses_of(w, |group| {
            let stays = (only_turned && group & OUTLASTS_TURNING != 0)
                || (across && group == limit_across_zones(card))
                || (banished && group == limit_across_banishment(card));
            card_of_limit(group) == Some(card.0) && !stays
        });
    }

    /// Uses that were counted for one battle or one Chain are forgotten with it.
    pub(crate) fn forget_uses_in<W: Witness>(&mut self, w: &mut W, span: u16) {
        self.forget_uses_of(w, |group| group & (OF_CARD | span) == OF_CARD | span);
    }

    fn forget_uses_of<W: Witness>(&mut self, w: &mut W, gone: impl Fn(u16) -> bool) {
        let mut at = 0;
        while at < usize::from(self.uses_used) {
            if gone(self.uses[at].group) {
                self.drop_uses(w, at);
            } else {
                at += 1;
            }
        }
    }
}

/// The limit group of one effect of one piece of cardboard; one that counts on when the card is
/// turned face-down is marked.
pub(crate) const fn limit_of_card(card: CardId, ordinal: u8, outlasts_turning: bool) -> u16 {
    let mark = if outlasts_turning { OUTLASTS_TURNING } else { 0 };
    OF_CARD | mark | (card.0 as u16) << 4 | ordinal as u16
}

/// Numbers above those of a card's effects (`Effect::OF_TAKER` are the highest). Each counts something else.
#[derive(Clone, Copy)]
enum Counted {
    /// The times that something saved the card from effects (`ModKind::SurvivesEffectsTimes`).
    SurvivedEffects = 12,
    /// The times that something saved it from battle (`ModKind::SurvivesBattleTimes`).
    SurvivedBattles = 13,
    AcrossZones = 14,
    AcrossBanishment = 15,
}

const _: () = assert!(Effect::OF_TAKER.end <= Counted::SurvivedEffects as u8);

const fn counted(card: CardId, what: Counted) -> u16 {
    limit_of_card(card, what as u8, false)
}

/// The limit group that counts how often a card was saved from effects.
pub(crate) const fn limit_of_survived_effects(card: CardId) -> u16 {
    counted(card, Counted::SurvivedEffects)
}

/// The limit group that counts how often a card was saved from battle.
pub(crate) const fn limit_of_survived_battles(card: CardId) -> u16 {
    counted(card, Counted::SurvivedBattles)
}

/// The limit group that counts how many monsters a card saved from battle (`ModKind::FirstSurviveBattle`).
pub(crate) const fn limit_of_saved_monsters(card: CardId) -> u16 {
    limit_of_card(card, Counted::SurvivedBattles as u8, true)
}

/// The limit group of the effects that one piece of cardboard uses once in all, also while it goes from a
/// Monster Zone to a Spell & Trap Zone and back.
pub(crate) const fn limit_across_zones(card: CardId) -> u16 {
    counted(card, Counted::AcrossZones)
}

/// The limit group of the one effect of a piece of cardboard that counts on while it goes from a Monster Zone
/// to where it is banished and back.
pub(crate) const fn limit_across_banishment(card: CardId) -> u16 {
    counted(card, Counted::AcrossBanishment)
}

/// The bit of limit groups that belong to one card.
const OF_CARD: u16 = 0x8000;
/// The bit of a card's limit group that counts in one battle only.
pub(crate) const PER_BATTLE: u16 = 0x1000;
/// The bit of a card's limit group that counts on one Chain only.
pub(crate) const PER_CHAIN: u16 = 0x4000;
/// The bit of limit groups of a name that count for the whole duel.
pub(crate) const PER_DUEL: u16 = 0x2000;
/// The bit of a card's limit group that says that it counts on when the card is turned face-down.
const OUTLASTS_TURNING: u16 = 0x2000;

/// The card that a limit group belongs to, if it belongs to one.
pub(super) const fn card_of_limit(group: u16) -> Option<u8> {
    if group & OF_CARD == 0 { None } else { Some((group >> 4) as u8) }
}

/// The bit of limit groups in which watches count.
const OF_WATCH: u16 = 0x4000;

/// The limit group in which a watch counts.
pub(crate) const fn limit_of_watch(watch: u16) -> u16 {
    OF_WATCH | watch
}
