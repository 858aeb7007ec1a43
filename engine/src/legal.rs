//! Which actions answer the open decision.

use crate::catalogue::{Facts, kind};
use crate::decision::{Action, Actions, ChoiceKey, DecisionKind};
use crate::duel::Game;
use crate::ids::{Handle, Phase, Player, Pose, Seat};
use crate::marks::rule;
use crate::state::{Duel, turn_bits};

/// What a player could Tribute, counted once for all cards of the hand.
struct Tributes {
    monsters: u8,
    /// Whether a Main Monster Zone is free now, or would be if a monster in one is Tributed.
    zone_now: bool,
    zone_by_tribute: bool,
}

impl Tributes {
    fn of(duel: &Duel, player: Player) -> Self {
        let main_zones = (1 << Seat::MAIN) - 1;
        let free = duel.free_main_zones(player);
        if !duel.banished(player).is_empty() {
            rule!("DF-74");
        }
        Self {
            monsters: duel.occupied(player).count_ones() as u8,
            zone_now: free != 0,
            zone_by_tribute: free != main_zones,
        }
    }

    /// Whether a Normal Summon or Set with so many Tributes can be finished (SU-01.9).
    fn allow(&self, needed: u8) -> bool {
        if needed == 0 {
            if !self.zone_now {
                rule!("DF-7", "SU-01.14", "SU-01.12");
            }
            return self.zone_now;
        }
        if self.monsters < needed {
            rule!("SU-01.9");
        }
        if self.monsters >= needed && !self.zone_now && self.zone_by_tribute {
            rule!("SU-01.15");
        }
        self.monsters >= needed && (self.zone_now || self.zone_by_tribute)
    }
}

impl Duel {
    /// Fills `actions` with all legal answers to the open decision; none when the duel is over.
    pub fn legal_actions(&self, game: &Game<'_>, actions: &mut Actions) {
        actions.clear();
        let ask = self.ask();
        let player = Player(ask.player);
        match DecisionKind::from_byte(ask.kind) {
            DecisionKind::None => {}
            DecisionKind::Idle => self.idle_actions(game, player, actions),
            DecisionKind::Battle => self.battle_actions(player, actions),
            DecisionKind::Tribute => {
                for (seat, _) in self.monsters(player) {
                    if self.tribute_is_feasible(player, seat) {
                        actions.push(Action::tribute(seat));
                    }
                }
            }
            DecisionKind::Zone => {
                // Extra Monster Zones are for monsters from the Extra Deck (DF-18).
                rule!("DF-6", "SU-01.2", "DF-18");
                let free = self.free_main_zones(player);
                let seats = (0..Seat::MAIN).filter(|seat| free >> seat & 1 == 1);
                actions.extend(seats.map(|seat| Action::zone(Seat(seat))));
            }
            DecisionKind::Discard => {
                // Canonical order: each further card comes later in the hand, and enough must be
                // left for those still to be chosen.
                let last = self.hand(player).len() as u8 - (ask.remaining - 1);
                actions.extend((ask.from..last).map(Action::discard));
            }
        }
    }

    /// Whether an action answers the open decision.
    #[must_use]
    pub fn is_legal(&self, game: &Game<'_>, action: Action) -> bool {
        let mut actions = Actions::new();
        self.legal_actions(game, &mut actions);
        actions.contains(&action)
    }

    /// Whether a question has at least two answers, as far as that is quickly told: `false` means
    /// that the answers must be listed.
    pub(crate) fn surely_has_choice(
        &self,
        game: &Game<'_>,
        player: u8,
        kind: DecisionKind,
    ) -> bool {
        let player = Player(player);
        match kind {
            // Both ways out of the Battle Step are always open.
            DecisionKind::Battle => true,
            DecisionKind::Zone => self.free_main_zones(player).count_ones() > 1,
            DecisionKind::Idle => {
                self.may_battle(game)
                    || self.monsters(player).any(|(_, card)| self.turn_bits(card) == 0)
            }
            _ => false,
        }
    }

    fn idle_actions(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        if self.may_normal_summon(game, player) {
            let tributes = Tributes::of(self, player);
            let summonable = |(ordinal, card): (usize, &u8)| {
                let facts = self.facts(game, Handle(*card));
                let fits = can_be_summoned(facts) && tributes.allow(facts.tributes());
                fits.then_some(ordinal as u8)
            };
            let hand = self.hand(player);
            actions.extend(hand.iter().enumerate().filter_map(summonable).map(Action::summon));
            let sets = actions.len();
            for at in 0..sets {
                if let Some(ordinal) = actions[at].ordinal() {
                    actions.push(Action::set(ordinal));
                }
            }
        } else {
            rule!("SU-01.7b", "SU-01.8", "SU-01.10");
            if self.phase() == Phase::Main2 {
                rule!("BA-64");
            }
        }
        if self.phase() == Phase::Main2 && self.free_main_zones(player) == 0 {
            rule!("BA-65");
        }
        for (seat, card) in self.monsters(player) {
            // To lie differently is all that a monster without an effect can do here: it can't
            // go to another zone (DF-11).
            rule!("DF-11", "CT-02.9a");
            if self.may_reposition(card) {
                let verb = match self.pose(card) {
                    Pose::Set => {
                        rule!("MO-5");
                        Action::flip(seat)
                    }
                    _ => Action::reposition(seat),
                };
                actions.push(verb);
            }
        }
        if self.may_battle(game) {
            actions.push(Action::TO_BATTLE);
        }
        actions.push(Action::END_TURN);
    }

    fn battle_actions(&self, player: Player, actions: &mut Actions) {
        // Summons, Sets and position changes are not among the answers.
        rule!("TU-02.3.ii", "SU-01.3", "SU-01.11", "SU-02.6", "BP-22", "CT-01.8a.i");
        let opponent = player.other();
        for (from, card) in self.monsters(player) {
            if !self.may_attack(card) {
                continue;
            }
            rule!("BA-13");
            let before = actions.len();
            let targets = self.monsters(opponent).map(|(at, _)| Action::attack(from, Some(at)));
            actions.extend(targets);
            if actions.len() == before {
                rule!("BA-17", "TU-05.3.ii");
                if !self.banished(opponent).is_empty() {
                    rule!("DF-74");
                }
                actions.push(Action::attack(from, None));
            } else {
                rule!("BA-15", "BA-47", "TU-05.3.ii");
            }
        }
        if !actions.is_empty() {
            rule!("BA-18");
        }
        actions.push(Action::TO_MAIN2);
        actions.push(Action::END_TURN);
    }

    /// Whether the turn player has a Normal Summon or Set left (SU-01.7a, SU-01.8).
    pub(crate) fn may_normal_summon(&self, game: &Game<'_>, player: Player) -> bool {
        self.normal_summons_used(player) < game.rules.normal_summons
    }

    /// Whether the player may change this monster's position by hand: it must have been on the
    /// field since the turn began, not have attacked, not have been changed by hand.
    pub(crate) fn may_reposition(&self, card: Handle) -> bool {
        let bits = self.turn_bits(card);
        if bits & (turn_bits::SUMMONED | turn_bits::SET) != 0 {
            rule!("CT-01.8c.i", "SU-02.5", "MO-46");
        }
        if bits & turn_bits::ATTACKED != 0 {
            rule!("BP-24", "MO-2", "CT-01.8c.ii", "BA-19", "SU-02.5");
        }
        if bits & turn_bits::REPOSITIONED != 0 {
            rule!("BP-23.ii", "MO-1", "CT-01.8c.iii", "SU-02.3", "SU-02.4", "SU-02.5");
            if self.phase() == Phase::Main2 {
                rule!("BA-63");
            }
        }
        bits == 0
    }

    /// Whether the turn player may go to the Battle Phase.
    pub(crate) fn may_battle(&self, game: &Game<'_>) -> bool {
        if self.turn() == 1 && !game.rules.first_turn_battle {
            rule!("BA-3");
            return false;
        }
        if self.phase() == Phase::Main1 {
            rule!("BA-1");
        }
        self.phase() == Phase::Main1
    }

    /// Whether a monster of the turn player may declare an attack.
    pub(crate) fn may_attack(&self, card: Handle) -> bool {
        match self.pose(card) {
            Pose::Attack => {
                let attacked = self.turn_bits(card) & turn_bits::ATTACKED != 0;
                if attacked {
                    rule!("BA-14", "TU-05.3.i");
                }
                if !attacked {
                    rule!("BP-5");
                }
                !attacked
            }
            Pose::Set => {
                rule!("BP-14", "CT-01.8d.ii");
                false
            }
            _ => {
                rule!("BP-8", "CT-01.8d.ii");
                false
            }
        }
    }

    /// Whether Tributing the monster in this zone next leaves a way to finish: the others still
    /// needed are chosen from later zones, and a Main Monster Zone must be free in the end.
    fn tribute_is_feasible(&self, player: Player, seat: Seat) -> bool {
        let ask = self.ask();
        if seat.0 < ask.from {
            return false;
        }
        let later = self.monsters(player).filter(|(other, _)| *other > seat);
        let mut later_main = false;
        let mut later_all = 0;
        for (other, _) in later {
            later_all += 1;
            later_main |= other.is_main();
        }
        let still = ask.remaining - 1;
        let main_chosen = ask.chosen & ((1 << Seat::MAIN) - 1) != 0;
        let zone = self.free_main_zones(player) != 0
            || main_chosen
            || seat.is_main()
            || (still > 0 && later_main);
        later_all >= still && zone
    }

    pub(crate) fn facts<'g>(&self, game: &Game<'g>, card: Handle) -> &'g Facts {
        game.cards.facts(self.print(card))
    }

    /// The meaning of an action without the copy that does it (see [`ChoiceKey`]).
    #[must_use]
    pub fn choice_key(&self, action: Action) -> ChoiceKey {
        let player = Player(self.ask().player);
        let Some(ordinal) = action.ordinal() else { return ChoiceKey(action.to_bits()) };
        let card = self.hand(player).get(usize::from(ordinal));
        let print = card.map_or(u16::MAX, |card| self.print(Handle(*card)).0);
        // A verb, then the print in the sixteen bits that zone numbers have otherwise.
        ChoiceKey(u32::from(print) | (action.verb() as u32) << 16)
    }
}

fn can_be_summoned(facts: &Facts) -> bool {
    let can = facts.can_be_normal_summoned();
    if !can {
        rule!("CT-02.4");
        if facts.is_any(kind::RITUAL) {
            rule!("CT-02.16b", "MO-21");
        }
    }
    can
}
