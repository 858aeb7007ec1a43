//! The measures and cards that the network reads of a position.

use duelfish_engine::{BattlePosition, CardCode, Phase, Player, View};

use super::NUMBER_UNIT;
use crate::duels::{Features, SideValue, battle_may_come, lead};

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
        let now = SideValue::both(view);
        let mut then = now.clone();
        let next = SideValue::battle(&mut then, view, until);
        let numbers = Player::BOTH.map(|player| {
            let (me, other) = (player.index(), player.other().index());
            let battled = then[me].features(&then[other]);
            let tempo = if next == player { 1.0 } else { 0.0 };
            let ahead = f32::from(until.saturating_sub(view.turn()).min(1));
            let mut numbers = [0_i16; NUMBERS];
            let (after, before) = numbers.split_at_mut(battled.len());
            for (number, value) in after.iter_mut().zip(battled) {
                *number = in_units(value);
            }
            let now = present(view, player, &now, &mut card);
            for (number, value) in before.iter_mut().zip(now.into_iter().chain([tempo, ahead])) {
                *number = in_units(value);
            }
            numbers
        });
        Self { numbers, lead: lead(then.each_ref(), next) }
    }
}

/// A number in [`NUMBER_UNIT`]s.
fn in_units(value: f32) -> i16 {
    (value * NUMBER_UNIT).round() as i16
}

/// The measures of a side as it is now; names its cards.
#[inline]
fn present(
    view: &View<'_>,
    player: Player,
    sides: &[SideValue; 2],
    card: &mut impl FnMut(usize, CardCode, NetZone),
) -> [f32; 15] {
    let side = player.index();
    let my_turn = view.turn_player() == player;
    let in_turn = |is: bool| if my_turn && is { 1.0 } else { 0.0 };
    for code in view.hand(player) {
        card(side, code, NetZone::Hand);
    }
    let [mut ready, mut negated, mut counters, mut materials] = [0.0_f32; 4];
    let (mut fresh, mut equipped) = (0.0, 0.0);
    for (zone, monster) in view.monsters(player) {
        let place = match monster.position {
            BattlePosition::Attack => NetZone::Attack,
            BattlePosition::Defense => NetZone::Defense,
            _ => NetZone::SetMonster,
        };
        if let Some(code) = monster.code {
            card(side, code, place);
        }
        ready += in_turn(place == NetZone::Attack && !monster.attacked);
        negated += if monster.negated { 1.0 } else { 0.0 };
        counters += monster.counters.total() as f32;
        for code in view.materials(player, zone) {
            card(side, code, NetZone::Spell);
            materials += 1.0;
        }
    }
    for spell in view.spells(player).map(|(_, spell)| spell).chain(view.field(player)) {
        if let Some(code) = spell.code {
            card(side, code, if spell.face_up { NetZone::Spell } else { NetZone::SetSpell });
        }
        fresh += if spell.set_this_turn { 1.0 } else { 0.0 };
        equipped += if spell.host.is_some_and(|(whose, _)| whose == player) { 1.0 } else { 0.0 };
        negated += if spell.negated && spell.face_up { 1.0 } else { 0.0 };
        counters += spell.counters.total() as f32;
    }
    for code in view.grave(player) {
        card(side, code, NetZone::Grave);
    }
    for code in view.banished(player).flatten() {
        card(side, code, NetZone::Banished);
    }
    let first_turn = view.turn() == 1 && !view.game().rules.first_turn_battle;
    [
        in_turn(true),
        in_turn(may_summon(view, player)),
        in_turn(battle_may_come(view.phase()) && !first_turn),
        fresh,
        sides[side].monsters.len() as f32,
        sides[side].monsters.iter().map(|monster| monster.atk).fold(0.0, f32::max).min(5.0),
        ready,
        negated.min(5.0),
        equipped,
        counters.min(10.0),
        materials,
        view.lp(player).clamp(0, 20_000) as f32 / 2000.0,
        (view.hand_count(player).min(10)) as f32,
        f32::from(view.deck_count(player)) / 10.0,
        f32::from(view.turn().min(10)) / 5.0,
    ]
}

/// Whether a player's Normal Summon of this turn may still come.
fn may_summon(view: &View<'_>, player: Player) -> bool {
    let comes = matches!(
        view.phase(),
        Phase::Draw
            | Phase::Standby
            | Phase::Main1
            | Phase::BattleStart
            | Phase::Battle
            | Phase::Main2
    );
    comes && view.normal_summons_used(player) == 0
}
