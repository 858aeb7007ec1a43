//! Conditions of effects.

use super::phrases::Phrases;
use super::words::{a_of, compared, events, phases, player};
use crate::rows::expressions::{Compare, Cond, Num};
use crate::rows::ids::{CondId, NumId, TestId, WatchId};
use crate::rows::model::{Goal, PendulumSummonKind, Who};

impl Phrases<'_> {
    /// A condition. The families list all conditions, so that one which is new is put into words,
    /// or this does not compile.
    pub(super) fn cond(&self, id: CondId) -> String {
        let cond = self.cards.scripts().cond(id);
        match cond {
            Cond::Always => "nothing forbids it".to_owned(),
            Cond::Not(inner) => format!("not ({})", self.cond(inner)),
            Cond::All(a, b) => format!("{} and {}", self.joined(a), self.joined(b)),
            Cond::Any(a, b) => format!("{} or {}", self.cond(a), self.cond(b)),
            Cond::Compare(a, compare, b) => self.numbers_compared(a, compare, b),
            Cond::Phase(bits) => format!("it is {}", phases(bits)),
            Cond::ThisTurn(watch) => self.watched(watch),
            Cond::Intends(bits) => format!("resolving it would mean: {}", events(bits)),
            Cond::IntendsFromDeck(bits) => {
                format!("resolving it would mean, of a card of a Deck: {}", events(bits))
            }
            Cond::Answers(bits) => format!("it was activated because of this: {}", events(bits)),
            #[rustfmt::skip]
            Cond::Every(..) | Cond::Some(..) | Cond::Still(..) | Cond::Moved(..)
            | Cond::IsDestroyedByBattle(..) | Cond::Paying(..) | Cond::Gathers(..)
            | Cond::Targets(..) => self.about_cards(cond),
            #[rustfmt::skip]
            Cond::HasZone(..) | Cond::NoBattleDamage(..) | Cond::WouldHurt(..) | Cond::Drew(..) | Cond::CanDraw(..) | Cond::MaySpecialSummon(..)
            | Cond::MillsToGrave(..) | Cond::MayMill(_)
            | Cond::CanPay(..) | Cond::CanMakeTokens(..) | Cond::HasZoneWithout(_) => self.about_players(cond),
            #[rustfmt::skip]
            Cond::HasSpellZone | Cond::HasPendulumZone | Cond::HasExtraZone | Cond::HasPointedZone
            | Cond::HasZoneOnceEmpty => free_zone(cond).to_owned(),
            #[rustfmt::skip]
            Cond::MayPendulumSummon(..) | Cond::CanGainPendulum | Cond::CanPendulumSummon(..)
            => self.pendulum(cond),
            #[rustfmt::skip]
            Cond::MyTurn(..) | Cond::Untouched | Cond::HandIsHidden | Cond::CanGainSummon | Cond::MayTribute
            | Cond::CanBattle | Cond::NormalDraw | Cond::DrawNotReplaced => moment(cond).to_owned(),
            #[rustfmt::skip]
            Cond::AttackGoesOn | Cond::HadBattle | Cond::DirectAttack | Cond::CanAttackAgain | Cond::Calculating
            | Cond::NoChain | Cond::AnswersCard | Cond::AnswersUnmoved | Cond::AnswersLinkBefore | Cond::ChainNamesDiffer | Cond::Negated | Cond::WouldDestroy
            => battle_or_chain(cond).to_owned(),
        }
    }

    /// Two numbers that are compared; of cards that are counted it says that they are there.
    fn numbers_compared(&self, a: NumId, compare: Compare, b: NumId) -> String {
        let scripts = self.cards.scripts();
        match (scripts.num(a), compare, scripts.num(b)) {
            (Num::Count(select), Compare::AtLeast, Num::Value(least)) => {
                let be = if least == 1 { "is" } else { "are" };
                format!("there {be} at least {}", self.counted(&least.to_string(), select))
            }
            _ => format!("{} is {} {}", self.num(a), compared(compare), self.num(b)),
        }
    }

    /// A condition that cards fulfil, some that are known or some that have to be there.
    fn about_cards(&self, cond: Cond) -> String {
        match cond {
            Cond::Every(set, test) => format!("{} is {}", self.set(set), self.test(test)),
            Cond::Some(set, TestId(0)) => format!("there is still any of {}", self.set(set)),
            Cond::Some(set, test) => format!("one of {} is {}", self.set(set), self.test(test)),
            Cond::Still(set) => format!("{} has not left", self.set(set)),
            Cond::Moved(set) => format!("{} has moved", self.set(set)),
            Cond::IsDestroyedByBattle(set) => {
                format!("{} is destroyed by this battle", self.set(set))
            }
            Cond::Gathers(from, recipe) => {
                let goal = Goal::Recipe(recipe);
                format!("it could be Summoned with {}", self.together(from, goal))
            }
            Cond::Paying(set, cond) => format!("without {} {}", self.set(set), self.cond(cond)),
            Cond::Targets(select, num) => {
                format!("{} can be targeted", self.counted(&self.num(num), select))
            }
            // Every other condition is put into words elsewhere.
            _ => String::new(),
        }
    }

    /// A condition that a player fulfils, whose zones, draws and Life Points count.
    fn about_players(&self, cond: Cond) -> String {
        match cond {
            Cond::HasZone(who) => format!("{} is free", a_of(who)),
            Cond::NoBattleDamage(who) => {
                format!("{} would take no battle damage anyway", player(who))
            }
            Cond::WouldHurt(who) => format!("it would inflict damage to {}", player(who)),
            Cond::Drew(who) => format!("{} drew them all", player(who)),
            Cond::MillsToGrave(who) => {
                format!("nothing banishes what {} would send from the Deck", player(who))
            }
            Cond::MayMill(who) => {
                format!("nothing keeps {} from sending cards from the Deck", player(who))
            }
            Cond::CanDraw(who, amount) => format!("{} can draw {}", player(who), self.num(amount)),
            Cond::MaySpecialSummon(who) => {
                format!("nothing forbids {} to Special Summon", player(who))
            }
            Cond::CanPay(who, num) => format!("{} can pay {}", player(who), self.num(num)),
            Cond::HasZoneWithout(from) => {
                format!(
                    "one of your Monster Zones is free once all {} have left",
                    self.select(from)
                )
            }
            Cond::CanMakeTokens(num, who, by, _) => {
                let field = if who == Who::Opponent { " to your opponent's field" } else { "" };
                format!("{} can Special Summon {} Tokens{field}", player(by), self.num(num))
            }
            // Every other condition is put into words elsewhere.
            _ => String::new(),
        }
    }

    /// A condition of Pendulum Summons.
    fn pendulum(&self, cond: Cond) -> String {
        match cond {
            Cond::MayPendulumSummon(kind) => match kind {
                PendulumSummonKind::Usual => {
                    "this card and another one are in your Pendulum Zones, and you have not \
                     Pendulum Summoned this turn"
                }
                PendulumSummonKind::More => {
                    "this card and another one are in your Pendulum Zones, and an effect allows \
                     one more Pendulum Summon this turn"
                }
                PendulumSummonKind::AfterEffect => "you have cards in both Pendulum Zones",
            }
            .to_owned(),
            Cond::CanGainPendulum => "you can gain one more Pendulum Summon this turn".to_owned(),
            Cond::CanPendulumSummon(_, test) if test != TestId(0) => format!(
                "there is such a monster that can be Pendulum Summoned ({})",
                self.test(test)
            ),
            Cond::CanPendulumSummon(..) => {
                "there is a monster that can be Pendulum Summoned".to_owned()
            }
            // Every other condition is put into words elsewhere.
            _ => String::new(),
        }
    }

    /// A condition that is joined with "and": others get brackets.
    fn joined(&self, id: CondId) -> String {
        match self.cards.scripts().cond(id) {
            Cond::Any(..) => format!("({})", self.cond(id)),
            _ => self.cond(id),
        }
    }

    /// An event that a card watches for in the turn.
    fn watched(&self, id: WatchId) -> String {
        let found = self.cards.scripts().watches().find(|(other, _)| *other == id);
        let Some((_, watch)) = found else { return "it happened this turn".to_owned() };
        let qualities = self.test(watch.test);
        let qualities =
            if qualities.is_empty() { String::new() } else { format!(" ({qualities})") };
        let from = if watch.from == 0 {
            String::new()
        } else {
            format!(" from {}", self.locations(watch.from, "the"))
        };
        format!("one of your cards{qualities} {}{from} this turn", events(watch.events))
    }
}

/// A condition that asks for a free zone of the effect's player.
const fn free_zone(cond: Cond) -> &'static str {
    match cond {
        Cond::HasSpellZone => "one of your Spell & Trap Zones is free",
        Cond::HasPendulumZone => "one of your Pendulum Zones is free",
        Cond::HasExtraZone => "a zone for a monster of your Extra Deck is free",
        Cond::HasPointedZone => "a zone that this card points to is free",
        Cond::HasZoneOnceEmpty => "a zone for this card is free once you control no monsters",
        // Every other condition is put into words elsewhere.
        _ => "",
    }
}

/// A condition that asks for a moment of the turn, or for a thing that a player may still do in it.
const fn moment(cond: Cond) -> &'static str {
    match cond {
        Cond::MyTurn(true) => "it is your turn",
        Cond::MyTurn(false) => "it is your opponent's turn",
        Cond::Untouched => "nothing has been done in this phase",
        Cond::HandIsHidden => "your hand does not lie open",
        Cond::MayTribute => "nothing keeps you from Tributing",
        Cond::CanGainSummon => "its player could gain one more Normal Summon this turn",
        Cond::CanBattle => "the turn player can enter the Battle Phase",
        Cond::NormalDraw => "your normal draw comes next",
        Cond::DrawNotReplaced => "no other effect has happened in place of your draw",
        // Every other condition is put into words elsewhere.
        _ => "",
    }
}

/// A condition of the attack that is being made or of the Chain.
const fn battle_or_chain(cond: Cond) -> &'static str {
    match cond {
        Cond::WouldDestroy => "that would destroy cards on the field",
        Cond::Negated => "that was negated",
        Cond::AttackGoesOn => "the attack goes on",
        Cond::NoChain => "nothing is on the Chain",
        Cond::AnswersLinkBefore => "it answers the link directly before its own",
        Cond::AnswersCard => "it answers the activation of a card",
        Cond::AnswersUnmoved => "the card that it answers has not moved since its activation began",
        Cond::ChainNamesDiffer => "no two links on the Chain are of cards with the same name",
        Cond::HadBattle => "this turn has had a Battle Phase",
        Cond::DirectAttack => "the attack is a direct one",
        Cond::CanAttackAgain => "it attacked and could attack once more",
        Cond::Calculating => "damage is being calculated",
        // Every other condition is put into words elsewhere.
        _ => "",
    }
}
