//! Things that battles leave behind, cards that effects do not destroy, and attacks that effects turn elsewhere.

use crate::chance::Chance;
use crate::event::Event;
use crate::ids::{BattlePosition, CardId, Location, NO_CARD};
use crate::run::Run;
use crate::state::{CardSet, Ctx, ModValue, ModifierDraft, status_bits};
use crate::witness::Witness;
use duelfish_script::{ModKind, Scope, TestId, Until};

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// The attack that is being made goes on as a direct attack, if its monster can attack so.
    pub(super) fn attack_player(&mut self) {
        let attack = self.duel.attack();
        let attacker = CardId(attack.attacker);
        let able = !attack.is_off()
            && self.duel.stamp(attacker) == attack.attacker_stamp
            && self.duel.is_posed_to_attack(attacker)
            && !self.duel.monster_has(ModKind::CannotAttack, attacker)
            && !self.duel.monster_has(ModKind::NoDirectAttack, attacker);
        if !able {
            return;
        }
        self.duel.set_attack(self.witness, attack.made_direct());
        let opponent = self.duel.controller(attacker).other();
        self.remember_attacked_field(opponent);
        self.witness.event(self.duel, Event::AttackDeclared { attacker, target: None });
    }

    /// In the Damage Step the attacker fights another monster at once, whoever controls that, while an effect
    /// resolves; what else there is of a Damage Step follows when the Chain is over.
    pub(super) fn fight_within(&mut self, target: CardId) {
        let attack = self.duel.attack();
        let attacker = CardId(attack.attacker);
        let able = !attack.is_off()
            && target != attacker
            && self.duel.location(target) == Location::Monster
            && self.duel.stamp(attacker) == attack.attacker_stamp
            && self.duel.is_posed_to_attack(attacker)
            && !self.duel.monster_has(ModKind::CannotAttack, attacker);
        if !able {
            return;
        }
        let declared = Event::AttackDeclared { attacker, target: Some(target) };
        self.witness.event(self.duel, declared);
        self.begin_fight();
        if self.duel.position(target) == BattlePosition::Set {
            // It was not attacked face-down: it is attacked only now.
            self.turn_monster(target, BattlePosition::Defense);
        }
        let stamp = self.duel.stamp(target);
        let aimed = self.duel.attack().aimed_at(target.0, stamp).fought_within();
        self.duel.set_attack(self.witness, aimed);
        self.adjust();
        self.finish_fight();
    }

    /// Whether an effect keeps a monster from being destroyed by battle with such a monster as the other one.
    pub(super) fn survives_battle_with(&self, card: CardId, other: CardId) -> bool {
        let kind = ModKind::SurvivesBattleWith;
        self.duel.has_mod(kind)
            && self.duel.mods().iter().any(|m| {
                m.is(kind)
                    && m.target == card.0
                    && self.duel.stands(m)
                    && self.duel.is_about(self.game.cards, m, other)
            })
    }

    /// A monster that battle destroys can't use its effects any more, if the victor sees to that.
    pub(super) fn silence(&mut self, card: CardId, victor: CardId) {
        if !self.duel.has_been_given(ModKind::SilencesByBattle, victor) {
            return;
        }
        let draft = ModifierDraft {
            kind: ModKind::CannotBeActivated,
            scope: Scope::Card,
            target: card.0,
            source: NO_CARD,
            player: self.duel.controller(victor),
            until: Until::LeavesGrave,
            value: ModValue::Fixed(0),
            reads: 0,
        };
        self.duel.add_mod(self.witness, draft.pack());
    }

    /// The cards without those that effects of a card do not destroy because of what that card is.
    pub(super) fn without_safe_from(&self, cards: CardSet, source: u8) -> CardSet {
        if !self.duel.has_mod(ModKind::SurvivesEffectsOf) {
            return cards;
        }
        // A card whose activation was negated was never properly there: nothing on it protects it.
        let undone = |card: CardId| self.duel.has_status(card, status_bits::UNDONE);
        let falls =
            |card: &u8| undone(CardId(*card)) || !self.survives_effects_of(CardId(*card), source);
        cards.iter().filter(falls).collect()
    }

    /// Whether effects of a card do not destroy another one because of what that card is.
    pub(super) fn survives_effects_of(&self, card: CardId, source: u8) -> bool {
        let (kind, table) = (ModKind::SurvivesEffectsOf, self.game.cards);
        self.duel.has_mod(kind)
            && source != NO_CARD
            && self.duel.is_on_field(card)
            && self.duel.mods_on_card(table, kind, card).any(|m| {
                let ctx = Ctx::of_card(self.duel.player_of(m), CardId(m.source));
                let test = TestId(self.duel.value_of(table, m) as u16);
                self.duel.fits(table, ctx, test, CardId(source))
            })
    }
}
