//! Choices in a Main Phase.

use std::cmp::Reverse;

use duelfish_engine::{Action, BattlePosition, Facts, Player, Verb, View, kind};

use super::attack::{attackers, has_good_attack};
use super::{Advice, first, weakest};

/// ATK that a Tribute Summon must gain over the best monster Tributed, in points for each Tribute.
pub const TRIBUTE_GAIN: i32 = 400;

/// The first rule that applies.
pub(super) fn choose(view: &View<'_>, me: Player, legal: &[Action]) -> Option<Advice> {
    let plan = TurnPlan {
        view,
        me,
        legal,
        may_fight: legal.contains(&Action::TO_BATTLE),
        threat: strongest_visible(view, me.other()),
    };
    let lethal = plan.is_lethal().then_some((Action::TO_BATTLE, "lethal"));
    lethal
        .or_else(|| plan.turn_to_attack())
        .or_else(|| plan.summon())
        .or_else(|| plan.wall())
        .or_else(|| plan.battle())
        .or_else(|| plan.cover())
        .or_else(|| first(legal, Verb::EndTurn, "end of turn"))
}

/// The most ATK that a player's monsters show, in points; 0 if they show none.
fn strongest_visible(view: &View<'_>, player: Player) -> i32 {
    let shown = view.monsters(player).filter_map(|(_, monster)| monster.values);
    shown.map(|values| values.atk).max().unwrap_or(0)
}

/// The situation as the rules see it.
struct TurnPlan<'a, 'v> {
    view: &'a View<'v>,
    me: Player,
    legal: &'a [Action],
    /// Whether the Battle Phase is still to come.
    may_fight: bool,
    /// The most ATK that the opponent's monsters show, in points.
    threat: i32,
}

impl<'v> TurnPlan<'_, 'v> {
    fn is_lethal(&self) -> bool {
        let opponent = self.me.other();
        let damage: i32 = attackers(self.view, self.me).map(|(_, atk)| atk).sum();
        self.may_fight
            && self.view.monsters(opponent).next().is_none()
            && damage >= self.view.lp(opponent)
    }

    /// Whether a monster in Attack Position with `atk` could attack well this turn.
    fn fights(&self, atk: i32) -> bool {
        self.may_fight && has_good_attack(self.view, self.me, atk)
    }

    fn turn_to_attack(&self) -> Option<Advice> {
        let turns = self.legal.iter().filter(|action| {
            let zone = match action.verb() {
                Verb::Flip | Verb::Reposition => action.monster_zone(),
                _ => None,
            };
            let monster = zone.and_then(|zone| self.view.monster(self.me, zone));
            monster.is_some_and(|monster| {
                let atk = monster.values.map_or(0, |values| values.atk);
                monster.position != BattlePosition::Attack && self.fights(atk)
            })
        });
        turns.map(|action| (*action, "turn to attack")).next()
    }

    fn summon(&self) -> Option<Advice> {
        let summons = self.of_hand(Verb::Summon).filter(|(_, facts)| {
            let stands = facts.atk >= self.threat && facts.atk >= facts.def;
            (stands || self.fights(facts.atk)) && self.is_worth_its_tributes(facts)
        });
        let best = summons.min_by_key(|(_, facts)| Reverse(facts.atk));
        best.map(|(action, _)| (action, "summon"))
    }

    fn is_worth_its_tributes(&self, facts: &Facts) -> bool {
        let count = facts.tributes();
        let tributed = weakest::most_tributed(self.view, self.me, count);
        count == 0
            || tributed.is_some_and(|worth| facts.atk >= worth + TRIBUTE_GAIN * i32::from(count))
    }

    fn wall(&self) -> Option<Advice> {
        let free = self.of_hand(Verb::Set).filter(|(_, facts)| facts.tributes() == 0);
        let best = free.min_by_key(|(_, facts)| Reverse(facts.def));
        best.map(|(action, _)| (action, "wall"))
    }

    fn battle(&self) -> Option<Advice> {
        let mut attackers = attackers(self.view, self.me);
        attackers.any(|(_, atk)| self.fights(atk)).then_some((Action::TO_BATTLE, "battle"))
    }

    fn cover(&self) -> Option<Advice> {
        let turns = self.legal.iter().filter(|action| {
            let zone = action.monster_zone().filter(|_| action.verb() == Verb::Reposition);
            let monster = zone.and_then(|zone| self.view.monster(self.me, zone));
            monster.is_some_and(|monster| {
                let atk = monster.values.map_or(0, |values| values.atk);
                monster.position == BattlePosition::Attack && atk < self.threat
            })
        });
        turns.map(|action| (*action, "cover")).next()
    }

    /// The legal actions with this verb that use a monster of the hand, with its facts.
    fn of_hand(&self, verb: Verb) -> impl Iterator<Item = (Action, &'v Facts)> {
        let cards = self.view.game().cards;
        let actions = self.legal.iter().filter(move |action| action.verb() == verb);
        actions
            .filter_map(move |action| {
                let code = self.view.hand(self.me).nth(usize::from(action.ordinal()?))?;
                Some((*action, cards.facts(code)))
            })
            .filter(|(_, facts)| facts.is(kind::MONSTER))
    }
}
