//! Which attacks are good.

use std::cmp::Reverse;

use duelfish_engine::{Action, BattlePosition, MonsterView, MonsterZone, Player, Verb, View};

/// DEF that a face-down monster is taken to have, in points. About five in six of all plain
/// monsters of Level 4 or lower have less.
pub const FACE_DOWN_DEF: i32 = 1500;

/// The gain of a good attack; the greater the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Gain {
    /// It ends the duel.
    is_lethal: bool,
    /// The better number of the monster that it destroys, in points; 0 for a direct attack.
    destroys: i32,
    /// A weaker attacker leaves stronger ones to the monsters that need them.
    attacker: Reverse<i32>,
}

/// The best good attack of a list of actions; none if no attack is good.
pub(super) fn best(view: &View<'_>, me: Player, legal: &[Action]) -> Option<Action> {
    let attacks = legal.iter().filter(|action| action.verb() == Verb::Attack);
    let gains = attacks.filter_map(|action| {
        let atk = view.monster(me, action.monster_zone()?)?.values?.atk;
        let target = action.target().and_then(|at| view.monster(me.other(), at));
        Some((*action, gain(atk, target.as_ref(), view.lp(me.other()))?))
    });
    // The least of reversed gains is the first of the best ones.
    gains.min_by_key(|(_, gain)| Reverse(*gain)).map(|(action, _)| action)
}

/// Whether a monster with `atk` in Attack Position would have a good attack.
pub(super) fn has_good_attack(view: &View<'_>, me: Player, atk: i32) -> bool {
    let lp = view.lp(me.other());
    let mut targets = view.monsters(me.other()).peekable();
    match targets.peek() {
        None => gain(atk, None, lp).is_some(),
        Some(_) => targets.any(|(_, target)| gain(atk, Some(&target), lp).is_some()),
    }
}

/// The monsters of `me` that could attack if the Battle Phase began now.
pub(super) fn attackers(view: &View<'_>, me: Player) -> impl Iterator<Item = (MonsterZone, i32)> {
    let able =
        view.monsters(me).filter(|(_, m)| m.position == BattlePosition::Attack && !m.attacked);
    able.filter_map(|(zone, monster)| Some((zone, monster.values?.atk)))
}

/// The gain of an attack with `atk` against an opponent with `lp`; none if it is not good.
fn gain(atk: i32, target: Option<&MonsterView>, lp: i32) -> Option<Gain> {
    let (against, damage, destroys) = match target {
        None => (0, atk, 0),
        Some(MonsterView { values: None, .. }) => (FACE_DOWN_DEF, 0, FACE_DOWN_DEF),
        Some(MonsterView { values: Some(values), position, .. }) => {
            let worth = values.atk.max(values.def);
            match position {
                BattlePosition::Attack => (values.atk, atk - values.atk, worth),
                _ => (values.def, 0, worth),
            }
        }
    };
    (atk > against).then_some(Gain { is_lethal: damage >= lp, destroys, attacker: Reverse(atk) })
}
