//! Cards to give up: the weakest ones, where several are chosen one at a time.

use arrayvec::ArrayVec;
use duelfish_engine::limits::MAX_PILE;
use duelfish_engine::{Action, Decision, Facts, MonsterZone, Player, View, kind};

/// A card of the hand that needs Tributes is worth so many points less for each.
const TRIBUTE_BURDEN: i32 = 500;

/// The Tribute to choose next: the monsters with the lowest better number go.
pub(super) fn tribute(view: &View<'_>, decision: Decision, legal: &[Action]) -> Option<Action> {
    let from = legal.first()?.monster_zone()?;
    let monsters = monsters(view, decision.player).filter(|(_, zone)| *zone >= from.number());
    let zone = MonsterZone::new(earliest_of_weakest(monsters, decision.remaining)?)?;
    legal.iter().find(|action| action.monster_zone() == Some(zone)).or(legal.first()).copied()
}

/// The addition to a card's worth, in points, if its discard may bring a copy back.
const RETURNS: i32 = 100_000;

/// The card to discard next.
pub(super) fn discard(view: &View<'_>, decision: Decision, legal: &[Action]) -> Option<Action> {
    let from = legal.first()?.ordinal()?;
    let cards = view.game().cards;
    let hand = (0..).zip(view.hand(decision.player)).skip(usize::from(from));
    let worths = hand.map(|(ordinal, code)| {
        let facts: &Facts = cards.facts(code);
        // A discarded Flip monster may call a copy back, and the hand would be too large again
        // without end.
        let may_return = facts.is(kind::FLIP)
            && view.grave(decision.player).any(|other| cards.base(other) == cards.base(code));
        let kept = if may_return { RETURNS } else { 0 };
        let worth = facts.atk.max(facts.def) - TRIBUTE_BURDEN * i32::from(facts.tributes());
        (worth + kept, ordinal)
    });
    let ordinal = earliest_of_weakest(worths, decision.remaining)?;
    legal.iter().find(|action| action.ordinal() == Some(ordinal)).or(legal.first()).copied()
}

/// The most that a monster is worth among the `count` monsters that [`tribute`] would choose; none
/// if there are not so many.
pub(super) fn most_tributed(view: &View<'_>, player: Player, count: u8) -> Option<i32> {
    let count = usize::from(count);
    let worths = sorted(monsters(view, player));
    (count > 0 && worths.len() >= count).then(|| worths[count - 1].0)
}

/// The worths of a player's monsters, in points, with their zones.
fn monsters(view: &View<'_>, player: Player) -> impl Iterator<Item = (i32, u8)> {
    let monsters = view.monsters(player);
    monsters
        .map(|(zone, m)| (m.values.map_or(0, |values| values.atk.max(values.def)), zone.number()))
}

/// Cards are chosen in ascending order, so the first one to choose is the earliest of the `count`
/// weakest.
fn earliest_of_weakest(cards: impl Iterator<Item = (i32, u8)>, count: u8) -> Option<u8> {
    let worths = sorted(cards);
    worths.iter().take(usize::from(count)).map(|(_, number)| *number).min()
}

/// Weakest first; of equal ones the earlier first.
fn sorted(cards: impl Iterator<Item = (i32, u8)>) -> ArrayVec<(i32, u8), MAX_PILE> {
    let mut worths: ArrayVec<_, MAX_PILE> = cards.take(MAX_PILE).collect();
    worths.sort_unstable();
    worths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_weakest_cards_are_chosen_in_ascending_order() {
        let cards = [(900, 0), (300, 1), (500, 2), (300, 3)];
        assert_eq!(earliest_of_weakest(cards.into_iter(), 1), Some(1));
        assert_eq!(earliest_of_weakest(cards.into_iter(), 3), Some(1));
        assert_eq!(earliest_of_weakest(cards.into_iter().skip(2), 2), Some(2));
        assert_eq!(earliest_of_weakest(cards.into_iter(), 4), Some(0));
        assert_eq!(earliest_of_weakest([].into_iter(), 1), None);
    }
}
