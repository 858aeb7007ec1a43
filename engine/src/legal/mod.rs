//! Which actions answer the open decision.

pub(crate) mod activate;
mod choose;
mod gemini;
mod hidden_triggers;
mod names;
mod one_more;
mod own_ways;
pub(crate) mod ready;
mod targets;
mod tribute_ways;
mod tributes;
mod usable;

pub(crate) use activate::{Moment, OpenChoice};
pub(crate) use tributes::{ChosenTributes, TributeRoom};

use crate::decision::{Action, Actions, ChoiceKey, DecisionKind, Pointer, Verb};
use crate::game::Game;
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, Phase, Player};
use crate::marks::{rule, rule_if};
use crate::queries::Finder;
use crate::state::{Ask, Common, Duel, NormalSummonFrame, SetSlot, summon_bits, traits, turn_bits};
use duelfish_script::{Catalogue, Facts, ModKind, kind, term};

impl Duel {
    /// Fills `actions` with all legal answers to the open decision; none when the duel is over.
    pub fn legal_actions(&self, game: &Game<'_>, actions: &mut Actions) {
        actions.clear();
        let ask = self.ask();
        let player = ask.player();
        match ask.kind() {
            DecisionKind::None => {}
            DecisionKind::Idle => self.idle_actions(game, player, actions),
            DecisionKind::Battle => self.battle_actions(game, player, actions),
            DecisionKind::Tribute => self.chosen_tribute_actions(game, ask, actions),
            DecisionKind::Respond => self.respond_actions(game, player, ask, actions),
            DecisionKind::Card => self.card_actions(game, ask, actions),
            DecisionKind::BattlePosition => {
                let positions =
                    [BattlePosition::Attack, BattlePosition::Defense, BattlePosition::Set];
                let offered = positions.into_iter().enumerate();
                let offered = offered.filter(|(bit, _)| ask.offered() >> bit & 1 == 1);
                actions.extend(offered.map(|(_, position)| Action::position(position)));
            }
            DecisionKind::Confirm => actions.extend([Action::YES, Action::NO]),
            DecisionKind::Number => {
                actions.extend((ask.numbers().0..=ask.numbers().1).map(Action::number));
            }
            DecisionKind::Type => {
                let types = self.declarable_types(game);
                let bits = (0..u32::BITS).map(|at| 1 << at).filter(|bit| types & bit != 0);
                actions.extend(bits.map(Action::declare_type));
            }
            DecisionKind::Attribute => {
                let shown = self.shown(Common::Attribute, player);
                let bits = (0..u8::BITS).map(|at| 1 << at).filter(|bit| shown & bit != 0);
                actions.extend(bits.map(Action::declare_attribute));
            }
            DecisionKind::Name => self.name_actions(game, actions),
            DecisionKind::Replay => self.replay_actions(game, player, actions),
            DecisionKind::SpellZone => {
                let theirs = ask.is_of_theirs();
                push_each(actions, ask.offered().into(), |zone| {
                    if theirs { Action::spell_zone_theirs(zone) } else { Action::spell_zone(zone) }
                });
            }
            DecisionKind::Zone => {
                // Extra Monster Zones are for monsters from the Extra Deck (DF-18).
                rule!("DF-6", "SU-01.2", "DF-18");
                let theirs = ask.is_of_theirs();
                push_each(actions, ask.offered().into(), |zone| {
                    if theirs {
                        Action::zone_theirs(MonsterZone(zone))
                    } else {
                        Action::zone(MonsterZone(zone))
                    }
                });
            }
            DecisionKind::Discard => {
                // Canonical order: each further card comes later in the hand, and enough must be
                // left for those still to be chosen.
                let last = self.hand(player).len() as u8 - (ask.needed() - 1);
                actions.extend((ask.from()..last).map(Action::discard));
            }
        }
    }

    /// The next Tribute for a Normal Summon, or an end of the choice.
    #[inline]
    fn chosen_tribute_actions(&self, game: &Game<'_>, ask: Ask, actions: &mut Actions) {
        let player = ask.player();
        let chosen = self.chosen_tributes(player);
        let (summon, card) = (self.frame_data::<NormalSummonFrame>(), self.frame().card());
        let more = summon.has(summon_bits::ONE_MORE);
        let room = more.then(|| self.one_more_summon(game.cards, player)).flatten();
        // The number that a text says is not lowered, nor that of a Set.
        let as_usual = summon.sets() || summon.has(summon_bits::WITH_OTHER_TRIBUTES);
        let spared = if as_usual { 0 } else { self.spared_tributes(game.cards, player, card) };
        let way = summon.has(summon_bits::WITH_OTHER_TRIBUTES);
        let way = way.then(|| self.other_tributes(game.cards, card)).flatten();
        let tributes = match way {
            Some(way) => self.tributes_by(game.cards, player, card, way),
            None => self.tributes_with(game.cards, player, card),
        };
        let tributes = tributes.within(room).sparing(spared);
        self.tribute_actions(&tributes, ask, chosen, |action| actions.push(action));
    }

    /// The targets to which an attacker can turn whose own has gone, or that it stops.
    #[inline]
    fn replay_actions(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        let attacker = CardId(self.attack().attacker);
        self.attacks_of(game, player, MonsterZone(self.zone(attacker)), attacker, actions);
        // A monster that must attack goes on if it can.
        if actions.is_empty() || !self.monster_has(ModKind::MustAttack, attacker) {
            actions.push(Action::STOP);
        }
    }

    /// Whether an action answers the open decision.
    #[must_use]
    pub fn is_legal(&self, game: &Game<'_>, action: Action) -> bool {
        if self.ask().kind() == DecisionKind::Name {
            // Only some of the names are listed.
            let name = action.declared_name(game.cards);
            return name.is_some_and(|name| {
                action == Action::declare_name(name) && self.may_be_named(game, name)
            });
        }
        let mut actions = Actions::new();
        self.legal_actions(game, &mut actions);
        actions.contains(&action)
    }

    /// Whether a question has at least two answers, as far as that is quickly told: `false` means
    /// that the answers must be listed.
    #[inline]
    pub(crate) fn surely_has_choice(&self, game: &Game<'_>, ask: Ask) -> bool {
        let player = ask.player();
        match ask.kind() {
            // It is put only if there is something to activate, which may be let pass.
            // Effects that a phase brings may have to be done; the procedure that asked has counted them.
            DecisionKind::Respond => {
                Moment::from_byte(ask.moment()) != Moment::Phase || ask.has_several()
            }
            // Both ways out of the Battle Step are always open, if there are two.
            DecisionKind::Battle => game.rules.main_phase_2 && !self.has_mod(ModKind::MustAttack),
            DecisionKind::Confirm | DecisionKind::Name => true,
            DecisionKind::Replay => !self.has_any_mod(targets::ON_TARGETS),
            // The procedure that asked has counted already.
            DecisionKind::Card | DecisionKind::Type | DecisionKind::Attribute => ask.has_several(),
            DecisionKind::BattlePosition | DecisionKind::Zone | DecisionKind::SpellZone => {
                ask.offered().count_ones() > 1
            }
            DecisionKind::Number => ask.numbers().1 > ask.numbers().0,
            DecisionKind::Idle => {
                (self.may_battle(game) && !self.has_mod(ModKind::MustAttack))
                    || (![
                        ModKind::CannotReposition,
                        ModKind::NoFlipSummon,
                        ModKind::OnlyOne,
                        ModKind::OnlyOneOf,
                        ModKind::OnlyOneOfAll,
                        ModKind::OneType,
                        ModKind::OneAttribute,
                        ModKind::NameForbidden,
                    ]
                    .iter()
                    .any(|kind| self.has_mod(*kind))
                        && !self.has_trait(traits::LINKS)
                        && self.monsters(player).any(|(_, card)| self.position_bits(card) == 0))
                    || self.surely_plays_a_card(game, player)
            }
            _ => false,
        }
    }

    /// Whether a card of the hand can be Set, as far as that is quickly told.
    fn surely_plays_a_card(&self, game: &Game<'_>, player: Player) -> bool {
        let bars = [ModKind::HandFee, ModKind::Level, ModKind::NameForbidden];
        if bars.iter().any(|kind| self.has_mod(*kind)) {
            return false;
        }
        let banned = self.has_trait(traits::TERMS)
            || [ModKind::NoSummon, ModKind::NoMonsterSet].iter().any(|kind| self.has_mod(*kind));
        let summons =
            !banned && self.may_normal_summon(game, player) && self.open_main_zones(player) != 0;
        let sets = self.has_trait(traits::SPELLS)
            && !self.has_mod(ModKind::NoSpellSet)
            && self.free_spell_zones(player) != 0;
        self.hand(player).iter().any(|card| {
            let facts = self.facts(game, CardId(*card));
            (sets
                && facts.is_any(kind::SPELL | kind::TRAP)
                && !self.is_only_placed(game.cards, CardId(*card)))
                || (summons && facts.can_be_normal_summoned() && facts.tributes() == 0)
        })
    }

    /// All that the turn player can do in a Main Phase.
    fn idle_actions(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        let pays = self
            .hand(player)
            .first()
            .is_none_or(|card| self.can_pay_hand_fee(game.cards, player, CardId(*card)));
        // Without the fee nothing of the hand can be Summoned or Set.
        if pays {
            self.normal_summons(game, player, actions);
        }
        if self.has_trait(traits::TERMS) {
            self.gemini_summons(game, player, actions);
        }
        if pays && self.has_trait(traits::OWN_SUMMON) {
            self.own_summons(game, player, actions);
        }
        if self.has_trait(traits::DECK_SUMMON) {
            self.deck_summons(game, player, actions);
        }
        if self.has_trait(traits::GRAVE_SUMMON) {
            self.grave_summons(game, player, actions);
        }
        if self.has_trait(traits::EXTRA_SUMMON) {
            rule!("SU-05.4", "SU-07.3", "SU-08.3");
            self.extra_summons(game, player, actions);
        }
        if self.has_trait(traits::PENDULUMS) {
            self.pendulum_summon(game, player, actions);
        }
        if pays
            && self.has_trait(traits::SPELLS)
            && !self.player_has(game.cards, ModKind::NoSpellSet, player)
        {
            rule!("DF-27", "TU-02.3.i");
            self.spell_sets(game, player, actions);
        }
        self.repositions(game, player, actions);
        if self.has_trait(traits::EFFECTS) {
            self.push_choices(game, player, Moment::Main, actions);
        }
        let battle = self.may_battle(game);
        if battle {
            actions.push(Action::TO_BATTLE);
        }
        if !battle || !self.must_enter_battle(game) {
            actions.push(Action::END_TURN);
        }
    }

    /// Normal Summons and Sets of monsters of the hand.
    #[inline]
    fn normal_summons(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        if self.may_normal_summon(game, player) {
            let forbidden = self.forbidden_in_hand(game, player);
            let summonable = self.summonable(game, player) & !forbidden;
            if self.player_has(game.cards, ModKind::NoSummon, player) {
                // Nor by a Tribute that would lift it.
                rule!("SU-01.16");
            } else {
                let second = self.not_face_up(game, player);
                let helped = self.helped_to_be_summoned(game, player) & !forbidden;
                push_each(actions, (summonable | helped) & !second, Action::summon);
            }
            if !self.player_has(game.cards, ModKind::NoMonsterSet, player) {
                let never = self.never_set(game, player);
                push_each(actions, summonable & !never, Action::set);
            }
        } else if let Some(room) = self.one_more_summon(game.cards, player) {
            if !self.player_has(game.cards, ModKind::NoSummon, player) {
                let second = self.not_face_up(game, player);
                let summonable = self.bits_of_hand(player, |card| {
                    can_be_summoned(self.facts(game, card))
                        && self.fits_one_more(game.cards, player, card, room)
                });
                push_each(actions, summonable & !second, Action::summon);
            }
        } else {
            rule!("SU-01.7b", "SU-01.8", "SU-01.10");
            rule_if!(self.phase() == Phase::Main2, "BA-64");
        }
    }

    /// Flip Summons and changes of battle positions.
    #[inline]
    fn repositions(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        rule_if!(self.phase() == Phase::Main2 && self.free_main_zones(player) == 0, "BA-65");
        for (zone, card) in self.monsters(player) {
            // To lie differently is all that a monster without an effect can do here: it can't
            // go to another zone (DF-11).
            rule!("DF-11", "CT-02.9a", "DF-20");
            if self.may_reposition(game, card) {
                let verb = match self.position(card) {
                    BattlePosition::Set => {
                        rule!("MO-5");
                        Action::flip(zone)
                    }
                    _ => Action::reposition(zone),
                };
                actions.push(verb);
            }
        }
    }

    /// The monsters of the hand that can be Normal Summoned or Set, one bit for each card.
    #[inline]
    fn summonable(&self, game: &Game<'_>, player: Player) -> u128 {
        let tributes = self.tributes_for(game.cards, player);
        let allowed = [0, 1, 2, 3].map(|needed| tributes.for_number(needed).allow(needed));
        self.bits_of_hand(player, |card| {
            let facts = self.facts(game, card);
            can_be_summoned(facts) & allowed[usize::from(self.tributes_of(game.cards, card) & 3)]
        }) | self.summonable_without_tributes(game, player)
            | self.summonable_with_double(game, player)
    }

    /// The cards of a hand that can't be Set.
    fn never_set(&self, game: &Game<'_>, player: Player) -> u128 {
        if !self.has_trait(traits::TERMS) {
            return 0;
        }
        self.bits_of_hand(player, |card| self.has_term(game.cards, card, term::NEVER_SET))
    }

    /// Those for which one Tribute may count as two.
    fn summonable_with_double(&self, game: &Game<'_>, player: Player) -> u128 {
        if !self.has_mod(ModKind::DoubleTribute) && !self.has_trait(traits::TERMS) {
            return 0;
        }
        self.bits_of_hand(player, |card| {
            can_be_summoned(self.facts(game, card))
                && self.can_tribute_for(game.cards, player, card)
        })
    }

    /// Those that can be Normal Summoned without Tributes because another card says so, or face-up with
    /// another number of them.
    fn helped_to_be_summoned(&self, game: &Game<'_>, player: Player) -> u128 {
        if !self.has_trait(traits::TRIBUTELESS) && !self.has_mod(ModKind::OneLessTribute) {
            return 0;
        }
        self.bits_of_hand(player, |card| {
            let facts = self.facts(game, card);
            can_be_summoned(facts)
                && ((self.tributes_of(game.cards, card) > 0
                    && self.help_without_tributes(game.cards, player, card).is_some())
                    || self.comes_with_other_tributes(game.cards, player, card, None, 0))
        })
    }

    /// The cards of a hand that fit, one bit for each. They are put together without a branch: which
    /// cards a hand holds nobody can predict.
    #[inline(always)]
    fn bits_of_hand(&self, player: Player, fits: impl Fn(CardId) -> bool) -> u128 {
        let bits = self.hand(player).iter().rev();
        bits.fold(0, |bits, card| bits << 1 | u128::from(fits(CardId(*card))))
    }

    /// Those that can be Normal Summoned or Set without the Tributes that their Level needs, or with others.
    fn summonable_without_tributes(&self, game: &Game<'_>, player: Player) -> u128 {
        if !self.has_trait(traits::TRIBUTELESS) {
            return 0;
        }
        self.bits_of_hand(player, |card| {
            self.way_without_tributes(game.cards, player, card).is_some()
                || (can_be_summoned(self.facts(game, card))
                    && self.way_with_other_tributes(game.cards, player, card, None, true).is_some())
        })
    }

    /// The cards of a hand of which something forbids all use; one bit for each.
    #[inline]
    fn forbidden_in_hand(&self, game: &Game<'_>, player: Player) -> u128 {
        if self.has_mod(ModKind::NameForbidden) { self.named_in_hand(game, player) } else { 0 }
    }

    #[inline(never)]
    fn named_in_hand(&self, game: &Game<'_>, player: Player) -> u128 {
        self.bits_of_hand(player, |card| self.is_forbidden(game.cards, card))
    }

    /// The cards of the hand that can't come face-up by a Normal Summon, one bit for each: those that never
    /// do, those of which the player already controls the only one allowed, and those of a Type or Attribute
    /// that does not fit.
    #[inline(always)]
    fn not_face_up(&self, game: &Game<'_>, player: Player) -> u128 {
        let terms = self.has_trait(traits::TERMS);
        let bars = self.has_any_mod(ModKind::ONLY_ONES) || self.has_mod(ModKind::NoSummonOf);
        if !terms && !bars && !self.has_common() {
            return 0;
        }
        self.bits_of_hand(player, |card| {
            if terms && self.has_term(game.cards, card, term::NEVER_SUMMONED) {
                rule!("CT-02.12e");
                return true;
            }
            self.may_not_come_face_up(game.cards, player, card)
                || self.may_not_summon_it(game.cards, player, card)
        })
    }

    /// The Spells and Traps of the hand that can be Set.
    #[inline(never)]
    fn spell_sets(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        let room = self.free_spell_zones(player) != 0;
        rule_if!(!room, "DF-25", "DF-43.i");
        let kinds = if room { kind::SPELL | kind::TRAP } else { kind::FIELD };
        let settable = self.hand(player).iter().rev().fold(0, |bits, card| {
            bits << 1 | u128::from(self.facts(game, CardId(*card)).is_any(kinds))
        });
        let placed = if self.has_trait(traits::ONLY_PLACED) {
            self.bits_of_hand(player, |card| self.is_only_placed(game.cards, card))
        } else {
            0
        };
        // A Pendulum Card is Set as a monster only.
        rule!("CT-02.10d");
        let settable = settable & !(placed | self.forbidden_in_hand(game, player));
        push_each(actions, settable, Action::set);
        if room && self.has_trait(traits::TERMS) {
            let sheathed = self
                .bits_of_hand(player, |card| self.has_term(game.cards, card, term::SET_AS_SPELL));
            push_each(
                actions,
                sheathed & !self.forbidden_in_hand(game, player),
                Action::set_as_spell,
            );
        }
    }

    /// All that may be activated at a moment. Apart, so that duels without effects don't carry it.
    #[inline(never)]
    fn push_choices(&self, game: &Game<'_>, player: Player, moment: Moment, actions: &mut Actions) {
        self.each_choice(game, player, moment, &mut |action, _| {
            actions.push(action);
            true
        });
    }

    /// The activations that are possible at a moment, and the pass where it is allowed.
    #[inline(never)]
    fn respond_actions(&self, game: &Game<'_>, player: Player, ask: Ask, actions: &mut Actions) {
        let moment = Moment::from_byte(ask.moment());
        self.push_choices(game, player, moment, actions);
        let insists = matches!(moment, Moment::Must | Moment::MustAnswer)
            || (moment == Moment::Phase && self.phase_insists(game, player));
        if !insists {
            actions.push(Action::PASS);
        }
    }

    /// The Tributes chosen so far, as zones of both players.
    pub(crate) fn chosen_tributes(&self, player: Player) -> ChosenTributes {
        self.set(SetSlot::TRIBUTES).iter().fold(ChosenTributes::default(), |mut chosen, card| {
            let card = CardId(card);
            let side =
                if self.controller(card) == player { &mut chosen.own } else { &mut chosen.theirs };
            *side |= 1 << self.zone(card);
            chosen
        })
    }

    fn battle_actions(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        // Summons, Sets and position changes are not among the answers.
        rule!("TU-02.3.ii", "SU-01.3", "SU-01.11", "SU-02.6", "BP-22", "CT-01.8a.i");
        for (from, card) in self.monsters(player) {
            if self.may_attack(game, card) {
                rule!("BA-13");
                self.attacks_of(game, player, from, card, actions);
            }
        }
        rule_if!(!actions.is_empty(), "BA-18");
        if self.has_trait(traits::EFFECTS) {
            rule!("BA-20", "TU-02.3.i");
            self.push_choices(game, player, Moment::Battle, actions);
        }
        if !self.must_attack_now(game) {
            if game.rules.main_phase_2 {
                actions.push(Action::TO_MAIN2);
            }
            actions.push(Action::END_TURN);
        }
    }

    /// The attacks of one monster: at each opposing monster, or directly if there is none.
    #[inline(always)]
    fn attacks_of(
        &self,
        game: &Game<'_>,
        player: Player,
        from: MonsterZone,
        attacker: CardId,
        actions: &mut Actions,
    ) {
        if self.has_any_mod(targets::ON_TARGETS) {
            self.restricted_attacks_of(game, from, attacker, actions);
            return;
        }
        let opponent = player.other();
        let before = actions.len();
        // Where monsters stand does not matter: they attack from any zone at any zone.
        rule!("DF-19");
        let targets = self.monsters(opponent).map(|(at, _)| Action::attack(from, Some(at)));
        actions.extend(targets);
        if actions.len() == before {
            rule!("BA-17", "TU-05.3.ii");
            rule_if!(!self.banished(opponent).is_empty(), "DF-74");
            actions.push(Action::attack(from, None));
        } else {
            rule!("BA-15", "BA-47", "TU-05.3.ii");
        }
    }

    /// Whether the turn player has a Normal Summon or Set left (SU-01.7a, SU-01.8).
    #[inline(always)]
    pub(crate) fn may_normal_summon(&self, game: &Game<'_>, player: Player) -> bool {
        let most = self.most_normal_summons(game.cards, player, game.rules.normal_summons);
        self.normal_summons_used(player) < most
    }

    /// The events of this turn that keep a monster's position from being changed by hand.
    fn position_bits(&self, card: CardId) -> u8 {
        const OTHERS: u8 = turn_bits::FLIPPED | turn_bits::SUMMONED_BY_OTHER | turn_bits::BATTLED;
        self.turn_bits(card) & !OTHERS
    }

    /// Whether the player may change this monster's position by hand: it must have been on the
    /// field since the turn began, not have attacked, not have been changed by hand.
    pub(crate) fn may_reposition(&self, game: &Game<'_>, card: CardId) -> bool {
        let bits = self.position_bits(card);
        rule_if!(
            bits & (turn_bits::SUMMONED | turn_bits::SET) != 0,
            "CT-01.8c.i",
            "SU-02.5",
            "MO-46"
        );
        rule_if!(
            bits & (turn_bits::ATTACKED | turn_bits::ATTACKED_BEFORE) != 0,
            "BP-24",
            "MO-2",
            "CT-01.8c.ii",
            "BA-19",
            "SU-02.5"
        );
        if bits & turn_bits::REPOSITIONED != 0 {
            rule!("BP-23.ii", "MO-1", "CT-01.8c.iii", "SU-02.3", "SU-02.4", "SU-02.5");
            rule_if!(self.phase() == Phase::Main2, "BA-63");
        }
        let flip = self.position(card) == BattlePosition::Set;
        if self.is_link_monster(game.cards, card) {
            rule!("BP-2", "CT-03.6c", "CT-03.6p");
            return false;
        }
        if bits != 0 || (flip && self.may_not_flip(game, card)) {
            return false;
        }
        !self.is_forbidden(game.cards, card) && !self.monster_has(ModKind::CannotReposition, card)
    }

    /// Whether something forbids to Flip Summon a monster.
    fn may_not_flip(&self, game: &Game<'_>, card: CardId) -> bool {
        let player = self.controller(card);
        self.player_has(game.cards, ModKind::NoFlipSummon, player)
            || self.may_not_come_face_up(game.cards, player, card)
    }

    /// Whether this turn has a Battle Phase that is still to come.
    pub(crate) fn can_enter_battle(&self, cards: &Catalogue) -> bool {
        (self.phase() as u8) < Phase::BattleStart as u8
            && self.may_battle_this_turn()
            && !self.player_has(cards, ModKind::NoBattlePhase, self.turn_player())
    }

    /// Whether the turn player may go to the Battle Phase.
    #[inline(always)]
    pub(crate) fn may_battle(&self, game: &Game<'_>) -> bool {
        if !self.may_battle_this_turn() {
            rule!("BA-3");
            return false;
        }
        rule_if!(self.phase() == Phase::Main1, "BA-1");
        self.phase() == Phase::Main1
            && !self.player_has(game.cards, ModKind::NoBattlePhase, self.turn_player())
    }

    /// Whether a monster of the turn player may declare an attack.
    #[inline(always)]
    pub(crate) fn may_attack(&self, game: &Game<'_>, card: CardId) -> bool {
        if self.is_forbidden(game.cards, card) {
            return false;
        }
        match self.position(card) {
            BattlePosition::Set => {
                rule!("BP-14", "CT-01.8d.ii");
                false
            }
            BattlePosition::Defense if !self.is_posed_to_attack(card) => {
                rule!("BP-8", "CT-01.8d.ii");
                false
            }
            _ if self.has_any_mod(targets::ON_ATTACKS) => {
                self.may_attack_in_spite_of_all(game, card)
            }
            _ => {
                let attacked = self.turn_bits(card) & turn_bits::ATTACKED != 0;
                rule_if!(attacked, "BA-14", "TU-05.3.i");
                if !attacked {
                    // No kind of monster has more to ask, a Toon neither: if one has, its text says so.
                    rule!("BP-5", "CT-02.13a");
                }
                !attacked && !self.monster_has(ModKind::CannotAttack, card)
            }
        }
    }

    pub(crate) fn facts<'g>(&self, game: &Game<'g>, card: CardId) -> &'g Facts {
        game.cards.facts(self.code(card))
    }

    /// The meaning of an action without the copy that does it (see [`ChoiceKey`]).
    #[must_use]
    pub fn choice_key(&self, action: Action) -> ChoiceKey {
        self.key_of_choice(action, |at| self.card_at(at))
    }

    /// The meanings of several actions, in their order.
    pub fn choice_keys(&self, actions: &[Action]) -> impl Iterator<Item = ChoiceKey> {
        let mut finder = Finder::default();
        actions.iter().map(move |action| self.key_of_choice(*action, |at| finder.card_at(self, at)))
    }

    #[inline]
    fn key_of_choice(
        &self,
        action: Action,
        card_at: impl FnOnce(Pointer) -> Option<CardId>,
    ) -> ChoiceKey {
        let player = self.ask().player();
        let code_of = |card: CardId| u32::from(self.code(card).row());
        // A verb, then the card code in the sixteen bits that zone numbers have otherwise.
        if let Some(ordinal) = action.ordinal() {
            let card = self.hand(player).get(usize::from(ordinal));
            let code = card.map_or(u32::from(u16::MAX), |card| code_of(CardId(*card)));
            let as_spell = u32::from(action.is_set_as_spell()) << 24;
            return ChoiceKey(code | (action.verb() as u32) << 16 | as_spell);
        }
        if let Some(at) = action.pointer()
            && let Some(card) = card_at(at)
        {
            let own = at.player == player;
            // Cards of a hand, a Deck and the like count by what is printed on them; a hidden one is
            // any.
            let by_code = match at.location {
                Location::Hand => own || self.is_open_hand(at.player),
                // A player who may not look at a face-down one means the one that lies there (DF-82).
                Location::Banished => own || !self.is_banished_down(card),
                Location::DeckRest | Location::Grave | Location::Extra | Location::Material => true,
                Location::Nowhere
                | Location::DeckTop
                | Location::DeckBottom
                | Location::Monster
                | Location::Spell
                | Location::Field
                | Location::Pendulum => false,
            };
            if by_code {
                let location = u32::from(at.player.number()) << 4 | at.location as u32;
                let verb = if action.verb() == Verb::Activate { 1 << 5 } else { 0 };
                let effect = u32::from(action.effect()) << 6;
                return ChoiceKey(1 << 31 | code_of(card) | (verb | effect | location) << 16);
            }
        }
        if action.verb() == Verb::Use {
            let allowed = self.delayed().get(usize::from(action.small_number()));
            let effect = allowed.map_or(0, |allowed| u32::from(allowed.program));
            // A card that has moved since is not meant any more, and its new place may be hidden.
            let planned = allowed.and_then(|allowed| self.planned_cards(allowed).iter().next());
            return ChoiceKey(match planned.map(CardId) {
                None => effect | (Verb::Use as u32) << 16,
                // A plan with one card differs from a plan with another one, or with one that lies
                // differently.
                Some(card) => {
                    let how = self.position(card) as u32 | effect << 3;
                    code_of(card) | (Verb::Use as u32 | how << 5) << 16
                }
            });
        }
        // Copies of one waiting trigger mean the same.
        let same = if action.verb() == Verb::Activate {
            action.to_bits() & 0x0fff_ffff
        } else {
            action.to_bits()
        };
        ChoiceKey(same)
    }
}

/// Adds an action for each of these cards of a hand, or zones, one bit each.
#[inline]
fn push_each(actions: &mut Actions, cards: u128, action: impl Fn(u8) -> Action) {
    let mut left = cards;
    while left != 0 {
        actions.push(action(left.trailing_zeros() as u8));
        left &= left - 1;
    }
}

#[inline]
fn can_be_summoned(facts: &Facts) -> bool {
    let can = facts.can_be_normal_summoned();
    if !can {
        rule!("CT-02.4");
        rule_if!(facts.is_any(kind::RITUAL), "CT-02.16b", "CT-02.11a", "MO-21");
    }
    can
}
