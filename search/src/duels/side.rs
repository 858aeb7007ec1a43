//! The cards and Life Points of one player as numbers, and the battles that are sure to come.

use arrayvec::ArrayVec;
use duelfish_engine::{BattlePosition, MonsterView, Phase, Player, View};

use super::FEATURES;

/// A monster, as an evaluation sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MonsterValue {
    atk: f32,
    def: f32,
    position: BattlePosition,
    /// It has attacked this turn.
    spent: bool,
}

/// The cards and Life Points of one player.
#[derive(Clone, Debug, Default)]
pub(crate) struct SideValue {
    lp: f32,
    hand: f32,
    deck: f32,
    set_spells: f32,
    open_spells: f32,
    pub(crate) monsters: ArrayVec<MonsterValue, 7>,
}

impl SideValue {
    /// Both sides as they are, the first player's first.
    pub(crate) fn both(view: &View<'_>) -> [Self; 2] {
        Player::BOTH.map(|player| Self::of(view, player))
    }

    /// Makes the attacks that surely destroy something at no cost, and direct ones, in each turn up to turn
    /// number `until`. Returns whose turn comes next.
    pub(crate) fn battle(sides: &mut [Self; 2], view: &View<'_>, until: u16) -> Player {
        let to_come = battle_may_come(view.phase());
        let mut player = view.turn_player();
        for turn in view.turn()..=until {
            let allowed = turn > 1 || view.game().rules.first_turn_battle;
            if allowed && (to_come || turn > view.turn()) {
                let [first, second] = &mut *sides;
                if player == Player::FIRST { first.attack(second) } else { second.attack(first) }
            }
            player = player.other();
            for monster in &mut sides[player.index()].monsters {
                monster.spent = false;
            }
        }
        player
    }

    fn of(view: &View<'_>, player: Player) -> Self {
        let mut side = Self::default();
        side.read_player(view, player);
        for (_, monster) in view.monsters(player) {
            side.add_monster(&monster);
        }
        for (_, card) in view.spells(player) {
            side.add_spell(card.face_up);
        }
        side.open_spells += if view.field(player).is_some() { 1.0 } else { 0.0 };
        side
    }

    /// Reads what is not a card on the field.
    #[inline]
    pub(crate) fn read_player(&mut self, view: &View<'_>, player: Player) {
        self.lp = view.lp(player) as f32 / 1000.0;
        self.hand = view.hand_count(player) as f32;
        self.deck = f32::from(view.deck_count(player));
    }

    /// Counts a monster. Returns its ATK, in thousands.
    #[inline]
    pub(crate) fn add_monster(&mut self, monster: &MonsterView) -> f32 {
        let [atk, def] = monster
            .values
            .map_or([0.0; 2], |values| [values.atk, values.def].map(|value| value as f32 / 1000.0));
        let MonsterView { position, attacked, .. } = *monster;
        self.monsters.push(MonsterValue { atk, def, position, spent: attacked });
        atk
    }

    /// Counts a Spell or Trap. A card in the Field Zone counts as face-up.
    #[inline]
    pub(crate) const fn add_spell(&mut self, face_up: bool) {
        if face_up {
            self.open_spells += 1.0;
        } else {
            self.set_spells += 1.0;
        }
    }

    /// Attacks with what has not attacked: the best monsters first, each with the weakest attacker
    /// that is enough; then directly, if nothing is left.
    fn attack(&mut self, other: &mut Self) {
        loop {
            let mut best: Option<(f32, usize, usize)> = None;
            for (at, target) in other.monsters.iter().enumerate() {
                let stands =
                    if target.position == BattlePosition::Attack { target.atk } else { target.def };
                let enough = |monster: &MonsterValue| monster.ready() && monster.atk > stands;
                let attackers = (0..).zip(&self.monsters).filter(|(_, monster)| enough(monster));
                let weakest = attackers.min_by(|a, b| a.1.atk.total_cmp(&b.1.atk));
                let worth = target.atk.max(target.def);
                if let Some((by, _)) = weakest
                    && best.is_none_or(|(most, ..)| worth > most)
                {
                    best = Some((worth, at, by));
                }
            }
            let Some((_, at, by)) = best else { break };
            let target = other.monsters.remove(at);
            self.monsters[by].spent = true;
            if target.position == BattlePosition::Attack {
                other.lp -= self.monsters[by].atk - target.atk;
            }
        }
        if other.monsters.is_empty() {
            for monster in &mut self.monsters {
                if monster.ready() {
                    monster.spent = true;
                    other.lp -= monster.atk;
                }
            }
        }
    }

    /// The numbers of [`super::FEATURES`].
    pub(crate) fn features(&self, other: &Self) -> [f32; FEATURES.len()] {
        let in_position =
            |position: BattlePosition| self.monsters.iter().filter(move |m| m.position == position);
        let atk: f32 = in_position(BattlePosition::Attack).map(|monster| monster.atk).sum();
        let best = |side: &Self| {
            let open = side.monsters.iter().filter(|monster| monster.position.is_face_up());
            open.map(|monster| monster.atk).fold(0.0, f32::max)
        };
        let through =
            if other.monsters.is_empty() { (atk / other.lp.max(0.1)).min(1.0) } else { 0.0 };
        [
            self.lp.min(10.0),
            (3.0 - self.lp).max(0.0),
            self.hand.min(6.0),
            in_position(BattlePosition::Attack).count() as f32,
            in_position(BattlePosition::Defense).count() as f32,
            in_position(BattlePosition::Set).count() as f32,
            atk,
            in_position(BattlePosition::Defense).map(|monster| monster.def).sum(),
            self.set_spells,
            self.open_spells,
            best(self).min(3.0),
            (best(self) - best(other)).clamp(0.0, 1.0),
            through,
            (6.0 - self.deck).max(0.0),
            if self.lp <= 0.0 { 1.0 } else { 0.0 },
        ]
    }
}

impl MonsterValue {
    fn ready(&self) -> bool {
        self.position == BattlePosition::Attack && !self.spent
    }
}

/// Whether there may be attacks in this turn after this phase has come.
pub(crate) const fn battle_may_come(phase: Phase) -> bool {
    matches!(
        phase,
        Phase::Draw | Phase::Standby | Phase::Main1 | Phase::BattleStart | Phase::Battle
    )
}
