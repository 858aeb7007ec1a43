//! Battle damage: how much each player takes, and who may do without it.

use super::battle::{AttackStep, BattleVerdict, target_of};
use crate::chance::Chance;
use crate::decision::Verb;
use crate::ids::{CardId, NO_CARD, Player};
use crate::legal::ready::{limit_key, limit_player};
use crate::run::{Flow, Run};
use crate::state::{Ask, AttackFrame, Duel, Frame};
use crate::witness::Witness;
use duelfish_script::{Catalogue, KindSet, ModKind};

/// Modifiers that change the damage of a battle.
const OTHER_LOSSES: KindSet =
    KindSet::all(&[ModKind::Inflicts, ModKind::DoublesBattleDamage, ModKind::HalvesBattleDamage]);

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// A player may be able to do without battle damage.
    #[inline(never)]
    pub(super) fn offer_to_spare(&mut self) -> Flow {
        let AttackFrame { spared, sparers_offered, .. } = self.duel.frame_data();
        let verdict = self.duel.verdict(self.game.rules.zero_atk_tie_destroys);
        let mut losses = self.duel.losses(self.game.cards, verdict);
        for player in Player::BOTH {
            if spared >> player.number() & 1 == 1 {
                losses[player.index()] = 0;
            }
        }
        let next = self.duel.next_to_spare(self.game, losses, sparers_offered);
        let Some((nth, card, _)) = next else { return self.deal_battle_damage(verdict, losses) };
        self.duel.update_frame(self.witness, |attack: &mut AttackFrame| {
            attack.sparers_offered = nth + 1;
        });
        Flow::Ask(Ask::confirm(self.duel.controller(card)), AttackStep::SpareAnswer as u8)
    }

    pub(super) fn spare_answer(&mut self, frame: Frame) -> Flow {
        let offered = self.duel.next_to_spare(
            self.game,
            [1; 2],
            frame.data::<AttackFrame>().sparers_offered - 1,
        );
        let yes = self.answer().is_some_and(|action| action.verb() == Verb::Yes);
        if let (true, Some((_, card, id))) = (yes, offered) {
            let player = self.duel.controller(card);
            let effect = self.game.cards.scripts().effect(id);
            if let Some((group, _)) = limit_key(card, effect) {
                self.duel.count_use(self.witness, group, limit_player(group, player));
            }
            self.duel.update_frame(self.witness, |attack: &mut AttackFrame| {
                attack.spared |= 1 << player.number();
            });
        }
        self.offer_to_spare()
    }
}

impl Duel {
    /// The monster that inflicts the damage of a battle, whichever player takes it: damage beyond the
    /// DEF of a monster is the attacker's doing.
    pub(super) fn doer_of_damage(&self, verdict: BattleVerdict) -> CardId {
        let attack = self.attack();
        let target = target_of(attack.target).filter(|_| verdict.attacker_loses > 0);
        target.unwrap_or(CardId(attack.attacker))
    }

    /// The damage that each player takes in the battle (TIME-5.6).
    #[inline]
    pub(super) fn losses(&self, cards: &Catalogue, verdict: BattleVerdict) -> [i32; 2] {
        let attacker = CardId(self.attack().attacker);
        let mut losses = [verdict.attacker_loses, verdict.defender_loses];
        if self.controller(attacker) != Player::FIRST {
            losses.swap(0, 1);
        }
        if self.fights_among_own() {
            // The player of both monsters takes what either of them inflicts.
            let loss = verdict.attacker_loses.max(verdict.defender_loses);
            losses = [0; 2];
            losses[self.controller(attacker).index()] = loss;
        }
        if verdict.beyond > 0 {
            // Each piercing effect hits the opponent of its own player.
            for (m, _) in self.values_on_monster(cards, ModKind::Piercing, attacker) {
                losses[self.player_of(m).other().index()] = verdict.beyond;
            }
        }
        if self.has_mod(ModKind::HurtsBoth) {
            self.share_losses(cards, &mut losses);
        }
        if self.has_mod(ModKind::ReflectsBattleDamage) {
            self.reflect_losses(cards, verdict, &mut losses);
        }
        if self.has_mod(ModKind::SparesBattleDamage) {
            // Reflected damage is spared too.
            self.spare_losses(cards, &mut losses);
        }
        if self.has_any_mod(OTHER_LOSSES) {
            self.change_losses(cards, &mut losses);
        }
        for player in Player::BOTH {
            if self.player_has(cards, ModKind::NoBattleDamage, player)
                || self.player_has(cards, ModKind::NoDamage, player)
                || self.takes_none_from_fighters(cards, player)
            {
                losses[player.index()] = 0;
            }
        }
        losses
    }

    /// Whether both monsters of the battle are of one player.
    fn fights_among_own(&self) -> bool {
        let attack = self.attack();
        target_of(attack.target).is_some_and(|target| {
            self.controller(target) == self.controller(CardId(attack.attacker))
        })
    }

    /// Whether a player takes no damage from battles of a monster that fights in this one.
    #[inline]
    fn takes_none_from_fighters(&self, cards: &Catalogue, player: Player) -> bool {
        let kind = ModKind::NoBattleDamageWith;
        self.has_mod(kind) && {
            let mut on = self.mods_on_player(cards, kind, player);
            on.any(|m| {
                let meant = self.value_of(cards, m);
                self.fighters().any(|card| self.instance(card) == meant)
            })
        }
    }

    /// Both players lose as much as one of them would, if a monster of the battle says so.
    #[inline(never)]
    fn share_losses(&self, cards: &Catalogue, losses: &mut [i32; 2]) {
        let shares = |card| self.mod_on_monster(cards, ModKind::HurtsBoth, card).is_some();
        if self.fighters().any(shares) {
            *losses = [losses[0].max(losses[1]); 2];
        }
    }

    /// The controller of a monster may be spared what its battle would cost.
    #[inline(never)]
    fn spare_losses(&self, cards: &Catalogue, losses: &mut [i32; 2]) {
        for card in self.fighters() {
            if self.mod_on_monster(cards, ModKind::SparesBattleDamage, card).is_some() {
                losses[self.controller(card).index()] = 0;
            }
        }
    }

    /// The opponent takes what the controller of a monster would; the turn player's comes first, and
    /// what was thrown back is not thrown back again.
    #[inline(never)]
    fn reflect_losses(&self, cards: &Catalogue, verdict: BattleVerdict, losses: &mut [i32; 2]) {
        let direct = self.attack().target == NO_CARD;
        let (doer, among_own) = (self.doer_of_damage(verdict), self.fights_among_own());
        let reflects = |card: &CardId| {
            // Where one player controls both, the monster that inflicts the damage does not throw it back.
            (!among_own || *card != doer)
                && losses[self.controller(*card).index()] > 0
                && !direct
                && self.mod_on_monster(cards, ModKind::ReflectsBattleDamage, *card).is_some()
        };
        if let Some(card) = self.fighters().find(reflects) {
            let player = self.controller(card);
            losses[player.other().index()] += losses[player.index()];
            losses[player.index()] = 0;
        }
    }

    /// A monster may inflict twice the damage or another number than the battle comes to, and a player may take half
    /// of it. Damage that is both doubled and halved stays as it is.
    #[inline(never)]
    fn change_losses(&self, cards: &Catalogue, losses: &mut [i32; 2]) {
        for player in Player::BOTH {
            let loss = &mut losses[player.index()];
            let opposing = || self.fighters().filter(|card| self.controller(*card) != player);
            let twice = |card| self.mod_on_monster(cards, ModKind::DoublesBattleDamage, card);
            let doubled = opposing().any(|card| twice(card).is_some());
            let halved = self.player_has(cards, ModKind::HalvesBattleDamage, player);
            match (doubled, halved) {
                (true, false) => *loss *= 2,
                (false, true) => *loss /= 2,
                _ => {}
            }
            for card in opposing() {
                for (_, value) in self.values_on_monster(cards, ModKind::Inflicts, card) {
                    if *loss > 0 {
                        *loss = value;
                    }
                }
            }
        }
    }

    /// The damage that each player would take if the present battle were fought as things are now.
    pub(crate) fn battle_losses(&self, cards: &Catalogue) -> [i32; 2] {
        if self.attack().attacker == NO_CARD {
            return [0; 2];
        }
        self.losses(cards, self.verdict(false))
    }

    /// The monsters of the present battle, the attacker first.
    fn fighters(&self) -> impl Iterator<Item = CardId> {
        let attack = self.attack();
        [attack.attacker, attack.target].into_iter().filter(|card| *card != NO_CARD).map(CardId)
    }
}
