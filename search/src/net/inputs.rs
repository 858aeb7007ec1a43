//! The measures and cards that the network reads of a position.

use duelfish_engine::{BattlePosition, CardCode, Phase, Player, View};
use wide::f32x4;

use super::NUMBER_UNIT;
use crate::duels::{FEATURES, Features, SideValue, battle_may_come, lead};

/// Where a card lies, as far as the network tells places apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum NetZone {
    /// The hand.
    Hand,
    /// Face-up in Attack Position.
    Attack,
    /// Face-up in Defense Position.
    Defense,
    /// A monster, Set.
    SetMonster,
    /// A Spell or Trap, Set.
    SetSpell,
    /// Face-up among Spells and Traps, in the Field Zone, or attached as Xyz Material.
    Spell,
    /// The Graveyard.
    Grave,
    /// Banished.
    Banished,
}

impl NetZone {
    /// Number of zones.
    pub const COUNT: usize = Self::ALL.len();
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self::Hand,
        Self::Attack,
        Self::Defense,
        Self::SetMonster,
        Self::SetSpell,
        Self::Spell,
        Self::Grave,
        Self::Banished,
    ];
}

/// Measures of a side besides its cards.
pub const NUMBERS: usize = 32;
/// So many of them are those of the linear evaluation, after the battles that are sure to come.
const BATTLED: usize = FEATURES.len();

/// The measures of a side, in [`NUMBER_UNIT`]s: the fifteen numbers of the linear evaluation after the
/// battles that are sure to come, and what is true now.
pub type SideNumbers = [i16; NUMBERS];

/// All that the network reads of a position besides its cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetInputs {
    /// The measures of both sides.
    pub numbers: [SideNumbers; 2],
    /// The lead of the first side, as the linear evaluation reads it.
    pub lead: Features,
}

impl NetInputs {
    /// Reads a position, to be judged by the end of turn number `until` (see
    /// [`features`](crate::duels::features)), and names each card with its side and place.
    #[inline]
    pub fn read(
        view: &View<'_>,
        until: u16,
        mut card: impl FnMut(usize, CardCode, NetZone),
    ) -> Self {
        let mut sides: [SideValue; 2] = Default::default();
        let mut measures = [[0.0; NUMBERS]; 2];
        for player in Player::BOTH {
            let (side, measures) = (&mut sides[player.index()], &mut measures[player.index()]);
            present(view, player, side, &mut measures[BATTLED..], &mut card);
        }
        let next = SideValue::battle(&mut sides, view, until);
        let [first, second] = &sides;
        let battled = [first.features(second), second.features(first)];
        let mut numbers = [[0; NUMBERS]; 2];
        for player in Player::BOTH {
            let measures = &mut measures[player.index()];
            measures[..BATTLED].copy_from_slice(&battled[player.index()]);
            measures[NUMBERS - 2] = one_if(next == player);
            measures[NUMBERS - 1] = one_if(until > view.turn());
            in_units(measures, &mut numbers[player.index()]);
        }
        Self { numbers, lead: lead(&battled, next) }
    }
}

/// Numbers in [`NUMBER_UNIT`]s.
#[inline]
fn in_units(values: &[f32; NUMBERS], units: &mut SideNumbers) {
    for (units, values) in units.as_chunks_mut::<4>().0.iter_mut().zip(values.as_chunks().0) {
        let rounded = (f32x4::new(*values) * NUMBER_UNIT).round_int().to_array();
        for (unit, rounded) in units.iter_mut().zip(rounded) {
            *unit = rounded as i16;
        }
    }
}

/// Reads a side as it is now, and names its cards.
#[inline]
fn present(
    view: &View<'_>,
    player: Player,
    value: &mut SideValue,
    measures: &mut [f32],
    card: &mut impl FnMut(usize, CardCode, NetZone),
) {
    let side = player.index();
    value.read_player(view, player);
    for code in view.hand(player) {
        card(side, code, NetZone::Hand);
    }
    let [mut ready, mut negated, mut materials, mut fresh, mut equipped] = [0.0_f32; 5];
    let mut most = 0.0_f32;
    for (zone, monster) in view.monsters(player) {
        let place = match monster.position {
            BattlePosition::Attack => NetZone::Attack,
            BattlePosition::Defense => NetZone::Defense,
            _ => NetZone::SetMonster,
        };
        if let Some(code) = monster.code {
            card(side, code, place);
        }
        most = most.max(value.add_monster(&monster));
        ready += one_if(place == NetZone::Attack && !monster.attacked);
        negated += one_if(monster.negated);
        for code in view.materials(player, zone) {
            card(side, code, NetZone::Spell);
            materials += 1.0;
        }
    }
    for spell in view.spells(player).map(|(_, spell)| spell).chain(view.field(player)) {
        if let Some(code) = spell.code {
            card(side, code, if spell.face_up { NetZone::Spell } else { NetZone::SetSpell });
        }
        value.add_spell(spell.face_up);
        fresh += one_if(spell.set_this_turn);
        equipped += one_if(spell.host.is_some_and(|(whose, _)| whose == player));
        negated += one_if(spell.negated && spell.face_up);
    }
    for code in view.grave(player) {
        card(side, code, NetZone::Grave);
    }
    for code in view.banished(player).flatten() {
        card(side, code, NetZone::Banished);
    }
    let my_turn = view.turn_player() == player;
    let first_turn = view.turn() == 1 && !view.game().rules.first_turn_battle;
    let summon = view.phase() != Phase::End && view.normal_summons_used(player) == 0;
    measures[..15].copy_from_slice(&[
        one_if(my_turn),
        one_if(my_turn && summon),
        one_if(my_turn && battle_may_come(view.phase()) && !first_turn),
        fresh,
        value.monsters.len() as f32,
        most.min(5.0),
        if my_turn { ready } else { 0.0 },
        negated.min(5.0),
        equipped,
        one_if(view.hand_count(player) == 0),
        materials,
        view.lp(player).clamp(0, 20_000) as f32 / 2000.0,
        view.hand_count(player).min(10) as f32,
        f32::from(view.deck_count(player)) / 10.0,
        f32::from(view.turn().min(10)) / 5.0,
    ]);
}

pub(crate) const fn one_if(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}
