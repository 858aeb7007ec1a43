//! Rules that hold all the time are enforced here: lost duels end, Equip Cards without a fitting
//! monster go, monsters turn as lasting effects say, attacks that can't go on are stopped.
//!
//! It runs at the moments that the reference engine calls Adjust (TIME-1.6), and repeats while it
//! changes anything.

use super::moves::{as_shown, in_order};
use crate::chance::Chance;
use crate::event::Cause;
use crate::ids::{BattlePosition, CardId, Location, NO_CARD, Phase, Player};
use crate::marks::{rule, rule_if};
use crate::outcome::Reason;
use crate::run::Run;
use crate::state::{
    CardSet, Ctx, Duel, Modifier, SetSlot, flags, location_bit_of, status_bits, traits,
};
use crate::witness::Witness;
use duelfish_script::{Catalogue, Effect, Form, ModKind, Op, SetRef, by_bit, kind};

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Enforces the rules that hold all the time; says whether the duel is over.
    #[inline(always)]
    pub(crate) fn adjust(&mut self) -> bool {
        if !self.duel.has_trait(traits::EFFECTS) {
            return self.check_life_points();
        }
        self.close_group();
        if !self.duel.is_adjusted() {
            return self.adjust_effects();
        }
        debug_assert!(self.attack_goes_on(), "an attack that was looked at goes on");
        false
    }

    /// Whether to look at the attack again would change nothing.
    fn attack_goes_on(&mut self) -> bool {
        let before = *self.duel;
        self.check_attack();
        *self.duel == before
    }

    #[inline(never)]
    fn adjust_effects(&mut self) -> bool {
        loop {
            if self.check_lost() {
                return true;
            }
            if !self.duel.has_flag(flags::UNADJUSTED) {
                break;
            }
            if self.duel.has_trait(traits::WINS) && self.check_victories() {
                return true;
            }
            self.duel.clear_flags(self.witness, flags::UNADJUSTED);
            self.duel.refresh(self.witness, self.game.cards);
            // In a Damage Step those that their player cannot keep go before any destroys itself.
            let early = self.duel.phase() == Phase::Damage;
            let changed = self.enforce_uniqueness()
                | (early && self.duel.has_common() && self.keep_in_common())
                | self.destroy_themselves()
                | self.drop_unfit_equips()
                // Zones that can't be used are chosen before, and monsters go back first.
                | (self.duel.zones_to_choose().is_none()
                    && !self.duel.is_control_due()
                    && self.force_positions())
                | (!early && self.duel.has_common() && self.keep_in_common());
            self.shuffle_planned();
            self.show_open_hands();
            if !changed && !self.duel.has_flag(flags::UNADJUSTED) {
                break;
            }
        }
        self.duel.refresh(self.witness, self.game.cards);
        self.check_attack();
        self.duel.is_over()
    }

    /// Ends the duel for a player who has no Life Points left or could not draw. The order in which
    /// this is looked at decides when both happened (FACT-W2).
    #[inline]
    pub(crate) fn check_lost(&mut self) -> bool {
        if self.duel.has_flag(flags::SHORT | flags::SHORT << 1) {
            let short =
                Player::BOTH.map(|player| self.duel.has_flag(flags::SHORT << player.number()));
            self.duel.clear_flags(self.witness, flags::SHORT | flags::SHORT << 1);
            let gone = Player::BOTH.map(|player| self.duel.lp(player) <= 0);
            if gone == [true; 2] && short != [true; 2] {
                return self.lost(gone, Reason::LifePoints);
            }
            // A player at 0 Life Points wins all the same if only the other one can't draw.
            return self.lost(short, Reason::DeckOut);
        }
        self.check_life_points()
    }

    fn may_destroy_themselves(&self) -> bool {
        let duel = &*self.duel;
        duel.has_mod(ModKind::DestroysItself)
            || duel.has_mod(ModKind::DiesWhenTargeted)
            || duel.has_mod(ModKind::SendsItself)
    }

    /// Cards that destroy themselves do so while an effect still resolves, as soon as their reason
    /// is there (FACT-M23).
    pub(super) fn destroy_at_once(&mut self) {
        if self.duel.has_any_mod(ModKind::ONLY_ONES) {
            self.enforce_uniqueness();
        }
        if self.may_destroy_themselves() {
            self.duel.refresh(self.witness, self.game.cards);
            self.destroy_themselves();
        }
    }

    /// Monsters that destroy themselves, except in a Damage Step before damage is calculated
    /// (FACT-M23).
    #[inline]
    fn destroy_themselves(&mut self) -> bool {
        if !self.may_destroy_themselves() || self.duel.awaits_calculation() {
            return false;
        }
        // Cards that destroy themselves go before those that send themselves away (FACT-M23).
        self.destroy_what_destroys_itself() | self.send_what_sends_itself()
    }

    #[inline(never)]
    fn destroy_what_destroys_itself(&mut self) -> bool {
        let duel = &*self.duel;
        let to_destroy =
            |card| duel.monster_has(ModKind::DestroysItself, card) || duel.dies_held(card);
        let others = self.others_with(ModKind::DestroysItself);
        let to_destroy = others.iter().fold(self.standing(to_destroy), CardSet::with);
        if !to_destroy.is_empty() {
            self.destroy_by_themselves(to_destroy);
        }
        !to_destroy.is_empty()
    }

    /// Cards that send themselves to the Graveyard, each player's for that player.
    fn send_what_sends_itself(&mut self) -> bool {
        let kind = ModKind::SendsItself;
        if !self.duel.has_mod(kind) {
            return false;
        }
        let sends = |card| self.duel.mod_on_monster(self.game.cards, kind, card).is_some();
        let monsters = self.standing(sends);
        let to_send = self.others_with(kind).iter().fold(monsters, CardSet::with);
        for player in [self.duel.turn_player(), self.duel.turn_player().other()] {
            let duel = &*self.duel;
            let own = to_send.iter().filter(|card| duel.controller(CardId(*card)) == player);
            let own: CardSet = own.collect();
            if !own.is_empty() {
                let (order, by) = (in_order(duel, own), by_bit::EFFECT | 0x10 << player.number());
                self.send_by(&order, own, Location::Grave, Cause::Effect, by);
            }
        }
        !to_send.is_empty()
    }

    /// Cards in other zones than those of monsters on which a modifier of this kind stands.
    fn others_with(&self, kind: ModKind) -> CardSet {
        let duel = &*self.duel;
        let others = duel.mods().iter().filter(|m| m.is(kind) && m.target != NO_CARD);
        let others = others.map(|m| CardId(m.target));
        let others = others.filter(|card| {
            duel.location(*card) != Location::Monster
                && duel.mod_on_card(self.game.cards, kind, *card).is_some()
        });
        others.map(|card| card.0).collect()
    }

    /// The monsters for which something holds and that are not destroyed by battle already.
    fn standing(&self, holds: impl Fn(CardId) -> bool) -> CardSet {
        let duel = &*self.duel;
        let monsters = Player::BOTH.into_iter().flat_map(|player| duel.monsters(player));
        let all = monsters.map(|(_, card)| card);
        let all = all.filter(|card| {
            !duel.has_status(*card, status_bits::DESTROYED_BY_BATTLE) && holds(*card)
        });
        all.map(|card| card.0).collect()
    }

    /// Destroys monsters by their own effects, which are their controllers'.
    pub(super) fn destroy_by_themselves(&mut self, to_destroy: CardSet) {
        for player in [self.duel.turn_player(), self.duel.turn_player().other()] {
            let duel = &*self.duel;
            let own = to_destroy.iter().filter(|card| duel.controller(CardId(*card)) == player);
            let own = own.collect();
            self.destroy_for(own, player);
        }
    }

    /// Where a player can control only one of some face-up monsters, the rules destroy all but the one
    /// that came first, with the same exception.
    fn enforce_uniqueness(&mut self) -> bool {
        if !self.duel.has_any_mod(ModKind::ONLY_ONES) || self.duel.awaits_calculation() {
            return false;
        }
        let (duel, cards) = (&*self.duel, self.game.cards);
        let mut others_of_a_name = CardSet::EMPTY;
        // The one that was turned up first stands first among what lasts.
        let only = || duel.mods().iter().filter(|m| m.is_one_of(ModKind::ONLY_ONES));
        for (nth, m) in only().enumerate() {
            let first = CardId(m.source);
            if duel.has_status(first, status_bits::NEGATED) {
                continue;
            }
            let earlier = |card: CardId| only().take(nth).any(|m| m.source == card.0);
            let monsters = Player::BOTH.into_iter().flat_map(|player| duel.monsters(player));
            let others = monsters.filter(|(_, card)| {
                *card != first
                    && duel.position(*card).is_face_up()
                    && !duel.has_status(
                        *card,
                        status_bits::SUMMONING | status_bits::DESTROYED_BY_BATTLE,
                    )
                    && duel.is_one_too_many(cards, m, duel.controller(*card), *card)
                    && !earlier(*card)
            });
            others_of_a_name = others.fold(others_of_a_name, |others_of_a_name, (_, card)| {
                others_of_a_name.with(card.0)
            });
        }
        self.send(others_of_a_name, Location::Grave, Cause::RuleDestroyed);
        !others_of_a_name.is_empty()
    }

    /// Ends the duel if a card says that a player wins; if cards say so of both it is a draw (FACT-W3).
    #[inline(never)]
    fn check_victories(&mut self) -> bool {
        let scripts = self.game.cards.scripts();
        // A card that lies on the field wins once the last link of the Chain has left it too (FACT-W4).
        let in_link = self.duel.resolving() != 0 && self.duel.links().len() == 1;
        // A player who wins by cards in the hand shows them.
        let (mut wins, mut shows) = ([false; 2], [false; 2]);
        for card in (0..self.duel.cards_used()).map(CardId) {
            let player = self.duel.controller(card);
            let here = location_bit_of(self.duel.location(card));
            let ctx = Ctx::of_card(player, card);
            let at_work = !self.duel.is_on_field(card)
                || (!in_link
                    && self.duel.position(card).is_face_up()
                    && self.duel.has_status(card, status_bits::ENABLED));
            let won = scripts.effects_of(self.duel.code(card)).any(|(_, effect)| {
                effect.form == Form::Win
                    && effect.from & here != 0
                    && at_work
                    && !self.duel.is_forbidden(self.game.cards, card)
                    && self.duel.holds(self.game.cards, ctx, effect.condition)
            });
            wins[player.index()] |= won;
            shows[player.index()] |= won && self.duel.location(card) == Location::Hand;
        }
        for player in Player::BOTH.into_iter().filter(|player| shows[player.index()]) {
            let hand: CardSet = self.duel.hand(player).iter().copied().collect();
            for card in as_shown(self.duel, hand) {
                self.duel.show_card(self.witness, card, player.other());
            }
        }
        self.lost([wins[1], wins[0]], Reason::Card)
    }

    /// A turn has passed for a player who wins after some turns; says whether the duel is over. If
    /// both would win, the one does for whom more cards say so (FACT-W4).
    pub(super) fn count_down(&mut self) -> bool {
        if !self.duel.has_mod(ModKind::VictoryIn) {
            return false;
        }
        let mut wins = [0; 2];
        for at in 0..self.duel.mods().len() {
            let m = self.duel.mods()[at];
            if m.is(ModKind::VictoryIn) {
                self.duel.set_mod_value(self.witness, at, m.value - 1, m.until);
                for player in Player::BOTH {
                    let on_player = self.duel.is_on_player(&m, player);
                    wins[player.index()] += i32::from(on_player && m.value == 1);
                }
            }
        }
        let both = wins[0] == wins[1] && wins[0] > 0;
        self.lost([both || wins[1] > wins[0], both || wins[0] > wins[1]], Reason::Card)
    }

    /// Equip Cards on monsters that they may not be on are destroyed together (FACT-E1). So are monsters
    /// that an effect equipped which is negated now, or which its monster does not have any more.
    fn drop_unfit_equips(&mut self) -> bool {
        if !self.duel.has_equips() {
            return false;
        }
        let (cards, duel) = (self.game.cards, &*self.duel);
        let mut unfit = CardSet::EMPTY;
        for player in Player::BOTH {
            for card in duel.spell_cards(player) {
                let Some(host) = duel.host(card) else { continue };
                let script = cards.scripts().card(duel.code(card));
                let fits = match script.and_then(|script| script.equips) {
                    Some(_) => duel.fits_host(cards, player, card, host),
                    None => duel.may_hold(cards, host, card),
                };
                if !fits {
                    unfit = unfit.with(card.0);
                }
            }
        }
        self.send(unfit, Location::Grave, Cause::RuleDestroyed);
        !unfit.is_empty()
    }

    /// Monsters are turned as lasting effects say.
    fn force_positions(&mut self) -> bool {
        if !self.duel.has_mod(ModKind::ForceDefense) {
            return false;
        }
        // A Link Monster stays as it is.
        rule!("CT-03.6q");
        let turn_player = self.duel.turn_player();
        let mut turned = CardSet::EMPTY;
        for player in [turn_player, turn_player.other()] {
            let duel = &*self.duel;
            let wrong = duel.monsters(player).filter(|(_, card)| {
                duel.position(*card) == BattlePosition::Attack
                    && !duel.has_status(*card, status_bits::SUMMONING)
                    && duel.monster_has(ModKind::ForceDefense, *card)
                    && !duel.is_link_monster(self.game.cards, *card)
            });
            let wrong: CardSet = wrong.map(|(_, card)| card.0).collect();
            if wrong.is_empty() {
                continue;
            }
            for card in in_order(self.duel, wrong) {
                self.turn_monster(card, BattlePosition::Defense);
                turned = turned.with(card.0);
            }
        }
        if !turned.is_empty() {
            rule!("BP-23.iii");
            self.raise_turned(turned, turned, CardSet::EMPTY);
        }
        !turned.is_empty()
    }

    pub(super) fn shuffle_planned(&mut self) {
        let planned = self.duel.planned_shuffles();
        if planned != 0 {
            self.duel.clear_planned_shuffles(self.witness);
            for player in Player::BOTH {
                if planned >> player.number() & 1 == 1 {
                    self.duel.shuffle_deck(self.witness, player);
                }
            }
        }
    }

    /// Hands that lie open are known to the other player.
    fn show_open_hands(&mut self) {
        if !self.duel.has_mod(ModKind::OpenHand) {
            return;
        }
        for player in Player::BOTH {
            if self.duel.hand_lies_open(player) {
                self.duel.open_hand(self.witness, player);
            }
        }
    }

    /// Notes when the attack that is being made can't go on as it was declared (TIME-5.4).
    fn check_attack(&mut self) {
        let attack = self.duel.attack();
        if attack.attacker == NO_CARD {
            return;
        }
        self.duel.note_attack_holds(self.witness);
        let attacker = CardId(attack.attacker);
        let there = self.duel.stamp(attacker) == attack.attacker_stamp
            && self.duel.location(attacker) == Location::Monster
            && self.duel.controller(attacker) == self.duel.turn_player();
        let in_damage_step = self.duel.phase() == Phase::Damage;
        let able = there
            && self.duel.is_posed_to_attack(attacker)
            && (in_damage_step || !self.duel.monster_has(ModKind::CannotAttack, attacker));
        let ended = !in_damage_step
            && self.duel.player_has(
                self.game.cards,
                ModKind::NoBattlePhase,
                self.duel.turn_player(),
            );
        if !able || ended || (in_damage_step && !self.target_is_there()) {
            rule!("BA-21");
            self.duel.cancel_attack(self.witness);
            return;
        }
        if in_damage_step || self.duel.has_flag(flags::ROLLBACK) {
            return;
        }
        let opponent = self.duel.turn_player().other();
        let now: CardSet = self.duel.monsters(opponent).map(|(_, card)| card.0).collect();
        let (then, stamp) = self.duel.set_with_stamp(SetSlot::ATTACK_FIELD);
        let same =
            now == then && now.iter().all(|card| self.duel.unmoved_since(CardId(card), stamp));
        let targets = self.duel.targets_of(self.game.cards, attacker);
        let allowed = match attack.target {
            NO_CARD if attack.was_made_direct() => {
                !self.duel.monster_has(ModKind::NoDirectAttack, attacker)
            }
            NO_CARD => targets.direct,
            card => targets.zones >> self.duel.zone(CardId(card)) & 1 == 1,
        };
        if same && !allowed {
            // The target can't be attacked any more (FACT-B4).
            if attack.target == NO_CARD {
                rule!("TU-05.5f.ii");
            } else {
                rule!("TU-05.5e.i");
            }
            self.duel.set_flags(self.witness, flags::ROLLBACK);
        }
        if same && allowed {
            // More targets than the chosen one may be open now: that changes nothing.
            rule!("TU-05.5e.ii", "TU-05.5f.i");
        }
        if !same && !self.is_cause_for_replay(now.len() != then.len()) {
            // From now on a replay compares with these monsters; an attack whose target is gone is over all the same.
            self.duel.write_stamped_set(self.witness, SetSlot::ATTACK_FIELD, now);
            if !allowed || !self.target_is_there() {
                self.duel.cancel_attack(self.witness);
            }
            return;
        }
        if !same {
            // Any cause of the change counts, also an effect of a monster.
            rule!("TU-05.5c", "BA-24");
            rule_if!(now.len() == then.len(), "TU-05.5d");
            self.duel.set_flags(self.witness, flags::ROLLBACK);
        }
    }

    /// Whether a change of the opponent's monsters, with another number of them or not, keeps an attack
    /// from going on as declared.
    fn is_cause_for_replay(&self, other_number: bool) -> bool {
        let rules = &self.game.rules;
        if rules.replays_count_monsters && !other_number {
            rule!("BA-22");
            return false;
        }
        if !rules.replays_need_a_trap {
            return true;
        }
        let links = self.duel.links();
        let last = match self.duel.resolving() {
            0 => links.last(),
            number => links.get(usize::from(number) - 1),
        };
        rule!("BA-24");
        last.is_some_and(|link| {
            let facts = self.duel.facts(self.game, CardId(link.source));
            match link.kind_of_source() {
                kind::TRAP => true,
                kind::SPELL => facts.is(kind::QUICK_PLAY),
                _ => false,
            }
        })
    }

    /// Whether the attacked monster is still the one that was attacked; a direct attack needs
    /// none.
    fn target_is_there(&self) -> bool {
        let attack = self.duel.attack();
        if attack.target == NO_CARD {
            return true;
        }
        let target = CardId(attack.target);
        self.duel.stamp(target) == attack.target_stamp
            && self.duel.location(target) == Location::Monster
            && self.duel.controller(target) != self.duel.turn_player()
    }

    /// Whether the attack that is being made was stopped.
    pub(crate) fn attack_is_off(&self) -> bool {
        self.duel.attack().is_off()
    }
}

impl Duel {
    /// Whether an Equip Card of a player can be equipped to a monster, as its `equip` line says (FACT-E1).
    pub(crate) fn fits_host(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        host: CardId,
    ) -> bool {
        let script = cards.scripts().card(self.code(card));
        script.and_then(|script| script.equips).is_some_and(|(sides, test)| {
            let ctx = Ctx::of_card(player, card);
            self.location(host) == Location::Monster
                && ctx.is_among(sides, self.controller(host))
                && self.fits(cards, ctx, test, host)
        })
    }

    /// Whether a monster that lies there as an Equip Card may go on being one. If its host equipped itself
    /// with it, it stays as long as the host has such an effect and is not negated. A monster that became an
    /// Equip Card by its own effect, as Union monsters do, does not depend on the host's effects.
    fn may_hold(&self, cards: &Catalogue, host: CardId, card: CardId) -> bool {
        let scripts = cards.scripts();
        let does = |effect: &Effect, wanted: fn(&Op) -> bool| {
            scripts.steps(effect.body).any(|op| wanted(&op))
        };
        let facts = cards.facts(self.code(card));
        let by_itself = || {
            let mut effects = scripts.effects_of(self.code(card));
            effects.any(|(_, effect)| does(effect, |op| matches!(op, Op::EquipTo(_))))
        };
        // A Trap that was a monster is held as one.
        let was_monster = facts.is(kind::MONSTER) || self.came_from(card) == Location::Monster;
        if !was_monster || facts.is(kind::UNION) || by_itself() {
            return true;
        }
        let by_another = |m: &Modifier| {
            m.is(ModKind::EquippedByOther) && m.target == card.0 && m.value == i32::from(host.0)
        };
        if self.has_mod(ModKind::EquippedByOther) && self.mods().iter().any(by_another) {
            return true;
        }
        !self.has_status(host, status_bits::NEGATED)
            && self.effects_on(cards, host).any(|(_, effect)| {
                does(effect, |op| matches!(op, Op::EquipWith(_, SetRef::Source)))
            })
    }
}
