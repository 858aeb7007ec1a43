//! Which monsters may attack and be attacked, once effects say something of it (TIME-5.1, TIME-5.2,
//! FACT-B1, FACT-B2, FACT-B3).

use crate::decision::{Action, Actions};
use crate::game::Game;
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, NO_CARD, Player};
use crate::marks::rule;
use crate::state::{Ctx, Duel, Modifier, status_bits, turn_bits};
use duelfish_script::{Catalogue, KindSet, ModKind, TestId};

/// Modifiers that say what can be attacked.
pub(super) const ON_TARGETS: KindSet = KindSet::all(&[
    ModKind::DirectAttack,
    ModKind::NoDirectAttack,
    ModKind::AttacksAll,
    ModKind::MustAttack,
    ModKind::CannotBeAttacked,
    ModKind::MustBeAttacked,
    ModKind::HasAttacked,
    ModKind::AttacksOnly,
    ModKind::AttacksAgain,
]);

/// Modifiers that say whether a monster can attack, those on targets included.
pub(super) const ON_ATTACKS: KindSet = ON_TARGETS.with(KindSet::all(&[
    ModKind::CannotAttack,
    ModKind::CannotDeclareAttack,
    ModKind::NoAttacks,
    ModKind::AttacksWith,
    ModKind::ExtraAttacks,
    ModKind::ExtraMonsterAttacks,
    ModKind::AttackFee,
]));

/// The targets that a monster can attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Targets {
    /// Zones of the opponent, one bit each.
    pub(crate) zones: u8,
    /// Also without a target.
    pub(crate) direct: bool,
}

impl Duel {
    /// The targets that a monster could attack if it had not attacked before.
    #[inline(always)]
    pub(crate) fn targets_of(&self, cards: &Catalogue, attacker: CardId) -> Targets {
        let opponent = self.controller(attacker).other();
        let all = self.occupied(opponent);
        if !self.has_any_mod(ON_TARGETS) {
            return Targets { zones: all, direct: all == 0 };
        }
        let with = |kind| self.zones_with(opponent, kind);
        let hidden = with(ModKind::CannotBeAttacked) | self.zones_beyond(cards, attacker);
        let only = with(ModKind::MustBeAttacked);
        if only != 0 {
            // Two monsters that alone may be attacked rule each other out (FACT-B2).
            let one = only.count_ones() == 1;
            return Targets { zones: if one { only & !hidden } else { 0 }, direct: false };
        }
        rule!("BA-47", "TU-05.3.ii");
        let allowed = all == 0 || self.monster_has(ModKind::DirectAttack, attacker);
        let direct = allowed && !self.monster_has(ModKind::NoDirectAttack, attacker);
        Targets { zones: all & !hidden, direct }
    }

    /// The monsters of a player on which a modifier of a kind stands, one bit for each zone.
    #[inline(always)]
    fn zones_with(&self, player: Player, kind: ModKind) -> u8 {
        if !self.has_mod(kind) {
            return 0;
        }
        let marked = self.monsters(player).filter(|(_, card)| self.monster_has(kind, *card));
        marked.fold(0, |zones, (zone, _)| zones | 1 << zone.0)
    }

    /// The targets that a monster may attack now, after the attacks that it has made this turn.
    #[inline(always)]
    fn targets_left(&self, cards: &Catalogue, attacker: CardId) -> Targets {
        let targets = self.targets_of(cards, attacker);
        // In a replay the attack that is being made is no attack of before.
        let attack = self.attack();
        let going_on =
            attack.attacker == attacker.0 && attack.attacker_stamp == self.stamp(attacker);
        let made = self.attacks_made(attacker).saturating_sub(usize::from(going_on));
        let counts = made != 0 && self.monster_has(ModKind::AttacksAll, attacker);
        if self.attacks_in_a_row(attacker) {
            return self.targets_in_a_row(attacker, targets);
        }
        if !counts {
            return self.without_direct_extra(cards, attacker, made, targets);
        }
        let opponent = self.controller(attacker).other();
        let attacked = |card: CardId| {
            let mark = self.instance(card);
            let now = going_on && attack.target == card.0;
            !now && self.marks_of(attacker).any(|value| value == mark)
        };
        let old = self.monsters(opponent).filter(|(_, card)| attacked(*card));
        let old = old.fold(0, |zones, (zone, _)| zones | 1 << zone.0);
        Targets { zones: targets.zones & !old, direct: false }
    }

    /// An attack that a monster has only because it can attack monsters more often is not a direct one.
    fn without_direct_extra(
        &self,
        cards: &Catalogue,
        attacker: CardId,
        made: usize,
        targets: Targets,
    ) -> Targets {
        let more = |kind| self.extra_attacks(cards, kind, attacker);
        let only_monsters = made != 0
            && more(ModKind::ExtraMonsterAttacks) > 0
            && made as i32 > more(ModKind::ExtraAttacks);
        Targets { direct: targets.direct && !only_monsters, ..targets }
    }

    /// The largest number of further attacks that modifiers of a kind give to a monster.
    fn extra_attacks(&self, cards: &Catalogue, kind: ModKind, attacker: CardId) -> i32 {
        if !self.has_mod(kind) {
            return 0;
        }
        let more = self.values_on_monster(cards, kind, attacker);
        more.map(|(_, value)| value).max().unwrap_or(0)
    }

    /// Of the targets of a second attack in a row those that the effect allows.
    fn targets_in_a_row(&self, attacker: CardId, targets: Targets) -> Targets {
        let given = |m: &&Modifier| m.is(ModKind::AttacksAgain) && m.target == attacker.0;
        let Some(only) =
            self.mods().iter().rev().find(given).map(|m| m.value).filter(|on| *on != 0)
        else {
            return targets;
        };
        let monsters = self.monsters(self.controller(attacker).other());
        let one = monsters.filter(|(_, card)| self.instance(*card) == only);
        let one = one.fold(0, |zones, (zone, _)| zones | 1 << zone.0);
        Targets { zones: targets.zones & one, direct: false }
    }

    /// The opponent's monsters that a monster can't attack though others may, one bit for each zone.
    #[inline(always)]
    fn zones_beyond(&self, cards: &Catalogue, attacker: CardId) -> u8 {
        let kind = ModKind::AttacksOnly;
        if !self.has_mod(kind) {
            return 0;
        }
        self.values_on_monster(cards, kind, attacker).fold(0, |zones, (m, test)| {
            let ctx = Ctx::of_card(self.player_of(m), CardId(m.source));
            let beyond = self
                .monsters(self.controller(attacker).other())
                .filter(|(_, card)| !self.fits(cards, ctx, TestId(test as u16), *card));
            beyond.fold(zones, |zones, (zone, _)| zones | 1 << zone.0)
        })
    }

    /// The Life Points that must be paid to declare an attack with a monster.
    #[inline(always)]
    pub(crate) fn attack_fee(&self, cards: &Catalogue, attacker: CardId) -> i32 {
        if !self.has_mod(ModKind::AttackFee) {
            return 0;
        }
        self.values_on_monster(cards, ModKind::AttackFee, attacker).map(|(_, fee)| fee).sum()
    }

    fn marks_of(&self, attacker: CardId) -> impl Iterator<Item = i32> {
        let marks = self
            .mods()
            .iter()
            .filter(move |m| m.is(ModKind::HasAttacked) && m.target == attacker.0);
        marks.map(|m| m.value)
    }

    /// Whether a monster has declared a direct attack this turn.
    pub(crate) fn attacked_directly(&self, attacker: CardId) -> bool {
        self.marks_of(attacker).any(|mark| mark == i32::from(NO_CARD))
    }

    /// How many attacks a monster has declared this turn. They are marked one by one only while
    /// something allows more than one.
    pub(crate) fn attacks_made(&self, attacker: CardId) -> usize {
        let any = self.turn_bits(attacker) & turn_bits::ATTACKED != 0;
        self.marks_of(attacker).count().max(usize::from(any))
    }

    pub(super) fn may_attack_in_spite_of_all(&self, game: &Game<'_>, card: CardId) -> bool {
        // Permissions and bans of a text count, whatever kind of monster it is.
        rule!("CT-02.13a");
        let forbidden = self.monster_has(ModKind::CannotAttack, card)
            || self.monster_has(ModKind::CannotDeclareAttack, card)
            || self.player_has(game.cards, ModKind::NoAttacks, self.controller(card))
            || self.is_another_attacker(game.cards, card);
        if forbidden
            || !self.has_attack_left(game, card)
            || self.attack_fee(game.cards, card) > self.lp(self.controller(card))
        {
            return false;
        }
        let targets = self.targets_left(game.cards, card);
        targets.zones != 0 || targets.direct
    }

    /// Whether its player can attack with one monster only, which is another one.
    fn is_another_attacker(&self, cards: &Catalogue, card: CardId) -> bool {
        let kind = ModKind::AttacksWith;
        self.has_mod(kind) && {
            let mut on = self.mods_on_player(cards, kind, self.controller(card));
            // One to which the effect does nothing attacks all the same.
            on.any(|m| {
                self.value_of(cards, m) != self.instance(card)
                    && !self.is_unaffected_by(cards, card, m.source)
            })
        }
    }

    /// Whether a monster lies so that it can attack: in Attack Position, or in face-up Defense Position if an effect
    /// lets it attack from there.
    pub(crate) fn is_posed_to_attack(&self, card: CardId) -> bool {
        match self.position(card) {
            BattlePosition::Attack => true,
            BattlePosition::Defense => self.has_been_given(ModKind::AttacksInDefense, card),
            _ => false,
        }
    }

    /// Whether an effect lets this monster attack again, in a row with its last attack.
    pub(crate) fn attacks_in_a_row(&self, card: CardId) -> bool {
        self.has_been_given(ModKind::AttacksAgain, card)
    }

    /// Whether a card makes the present attack and could make a second one in a row: not if it can
    /// make several attacks anyway.
    pub(crate) fn could_attack_again(&self, cards: &Catalogue, card: u8) -> bool {
        let attack = self.attack();
        if card == NO_CARD
            || attack.attacker != card
            || self.location(CardId(card)) != Location::Monster
        {
            return false;
        }
        let card = CardId(card);
        let forbidden =
            [ModKind::CannotAttack, ModKind::CannotDeclareAttack, ModKind::ExtraAttacks];
        let targets = self.targets_of(cards, card);
        self.stamp(card) == attack.attacker_stamp
            && self.is_posed_to_attack(card)
            && self.controller(card) == self.turn_player()
            && !self.has_status(card, status_bits::DESTROYED_BY_BATTLE)
            && !forbidden.iter().any(|kind| self.monster_has(*kind, card))
            && !self.player_has(cards, ModKind::NoBattlePhase, self.turn_player())
            && self.attacks_made(card) < 2
            && (targets.zones != 0 || targets.direct)
    }

    fn has_attack_left(&self, game: &Game<'_>, card: CardId) -> bool {
        let made = self.attacks_made(card);
        if made == 0 || self.attacks_in_a_row(card) {
            return true;
        }
        let more = |kind| self.extra_attacks(game.cards, kind, card);
        if made as i32 <= more(ModKind::ExtraAttacks) {
            return true;
        }
        let direct = i32::from(NO_CARD);
        (self.monster_has(ModKind::AttacksAll, card)
            || made as i32 <= more(ModKind::ExtraMonsterAttacks))
            && self.marks_of(card).all(|value| value != direct)
    }

    /// The attacks of one monster where effects restrict or widen them.
    #[inline(never)]
    pub(super) fn restricted_attacks_of(
        &self,
        game: &Game<'_>,
        from: MonsterZone,
        attacker: CardId,
        actions: &mut Actions,
    ) {
        let targets = self.targets_left(game.cards, attacker);
        let zones = (0..MonsterZone::ALL).filter(|zone| targets.zones >> zone & 1 == 1);
        actions.extend(zones.map(|zone| Action::attack(from, Some(MonsterZone(zone)))));
        if targets.direct {
            actions.push(Action::attack(from, None));
        }
    }

    /// Whether the turn player has a monster that must attack and can: then the turn player does
    /// not leave the Battle Step before.
    pub(super) fn must_attack_now(&self, game: &Game<'_>) -> bool {
        self.has_to_attack(|card| self.may_attack(game, card))
    }

    /// Whether the turn player has a monster that must attack, so that the turn can't end without a
    /// Battle Phase. Only an effect that takes away its attacks counts, not whether it could
    /// declare one there (TIME-4.3).
    pub(super) fn must_enter_battle(&self, game: &Game<'_>) -> bool {
        self.has_to_attack(|card| {
            !self.monster_has(ModKind::CannotAttack, card)
                && !self.is_another_attacker(game.cards, card)
        })
    }

    fn has_to_attack(&self, can: impl Fn(CardId) -> bool) -> bool {
        self.has_mod(ModKind::MustAttack) && {
            let mut own = self.monsters(self.turn_player());
            own.any(|(_, card)| {
                self.monster_has(ModKind::MustAttack, card)
                    && self.is_posed_to_attack(card)
                    && can(card)
            })
        }
    }
}
