//! Cards, sets of cards and numbers, as parts of the lines about effects.

use super::names::PLACES;
use super::words::{controller, player, possessive, register, stat};
use crate::catalogue::{CardCode, Catalogue, kind};
use crate::rows::bits::{Events, Locations, event_bit, location_bit};
use crate::rows::expressions::{Num, Stat, Test};
use crate::rows::ids::{NumId, RecipeId, SelectId, SetRef};
use crate::rows::model::{Goal, Sides};
use crate::rows::recipe::{Ingredient, Sum};

/// The card that a line is about, with the table that has its rows.
pub(super) struct Phrases<'c> {
    pub(super) cards: &'c Catalogue,
    pub(super) code: CardCode,
}

/// Events that happen to players.
pub(super) const OF_PLAYERS: Events = event_bit::DREW
    | event_bit::DAMAGED
    | event_bit::BATTLE_DAMAGED
    | event_bit::EFFECT_DAMAGED
    | event_bit::WOULD_BE_HURT
    | event_bit::GAINED;

impl Phrases<'_> {
    /// So many cards of a selection.
    pub(super) fn counted(&self, count: &str, id: SelectId) -> String {
        let cards = self.select(id);
        if count != "1" {
            return format!("{count} {cards}");
        }
        let (noun, rest) = cards.split_once("s ").unwrap_or((cards.trim_end_matches('s'), ""));
        format!("1 {noun} {rest}").trim_end().to_owned()
    }

    /// The cards of a selection: the noun, whose, where, and in brackets which.
    pub(super) fn select(&self, id: SelectId) -> String {
        let select = self.cards.scripts().select(id);
        let mut tests = Vec::new();
        self.flatten(select.test, &mut tests);
        let mut noun = if select.locations == location_bit::MONSTER { "monsters" } else { "cards" };
        tests.retain(|test| match self.cards.scripts().test(*test) {
            Test::Kind(kind::MONSTER) => {
                noun = "monsters";
                false
            }
            Test::Summonable { .. }
            | Test::ProperlySummonable
            | Test::NormalSummonable
            | Test::TributeSummonable
            | Test::SummonableUp
            | Test::SummonableFreely
            | Test::MadeWithSource => {
                noun = "monsters";
                true
            }
            _ => true,
        });
        let location = if select.locations & !location_bit::ON_FIELD == 0 {
            let zones = match select.locations {
                location_bit::SPELL => " in Spell & Trap Zones",
                location_bit::FIELD => " in Field Zones",
                p if p == location_bit::SPELL | location_bit::FIELD => {
                    " in Spell & Trap or Field Zones"
                }
                p if p == location_bit::MONSTER | location_bit::SPELL => {
                    " in Monster or Spell & Trap Zones"
                }
                _ if select.sides == Sides::Both => " on the field",
                _ => "",
            };
            format!(
                "{}{zones}",
                if select.sides == Sides::Both { "" } else { controller(select.sides) }
            )
        } else {
            let whose = match select.sides {
                Sides::Mine => "your",
                Sides::Theirs => "your opponent's",
                Sides::Both => "either player's",
            };
            format!(" in {}", self.locations(select.locations, whose))
        };
        let mut qualities: Vec<String> = tests.iter().map(|test| self.test(*test)).collect();
        let hand_only = select.locations == location_bit::HAND;
        if !select.with_source && !hand_only {
            qualities.push("not this card".to_owned());
        }
        let qualities = if qualities.is_empty() {
            String::new()
        } else {
            format!(" ({})", qualities.join(", "))
        };
        format!("{noun}{location}{qualities}")
    }

    /// Cards that are chosen together.
    pub(super) fn together(&self, from: SelectId, goal: Goal) -> String {
        let cards = self.select(from);
        match goal {
            Goal::Materials | Goal::MaterialsBefore => format!("its materials from: {cards}"),
            Goal::MaterialsWith(test) => {
                let vital = self.test(test);
                format!("its materials, one of them {vital} and written on it, from: {cards}")
            }
            Goal::WrittenMaterials => {
                format!("its materials, without substitutes, from: {cards}")
            }
            Goal::LevelsFrom(least) | Goal::PaidLevelsFrom(least) => {
                format!("{cards} whose Levels come to {} or more", self.num(least))
            }
            Goal::Levels(sum) => format!("{cards} whose Levels come to {}", self.num(sum)),
            Goal::Pendulum(_) => {
                "any number of monsters of your hand and face-up ones of your Extra Deck whose \
                 Levels are between your Pendulum Scales, each to a zone of its own"
                    .to_owned()
            }
            Goal::Recipe(recipe) => format!("{} from: {cards}", self.recipe(recipe)),
        }
    }

    /// The materials with which a monster is Summoned from the Extra Deck.
    fn recipe(&self, id: RecipeId) -> String {
        let recipe = self.cards.scripts().recipe(id);
        let part = |part: &Ingredient| {
            let count = match (part.least, part.most) {
                (least, u8::MAX) => format!("{least} or more"),
                (least, most) if least == most => least.to_string(),
                (least, most) => format!("{least} to {most}"),
            };
            let test = self.test(part.test);
            let what = if test.is_empty() { "monsters".to_owned() } else { format!("({test})") };
            format!("{count} {what}")
        };
        let parts = recipe.parts.iter().filter(|part| part.most > 0).map(part);
        let parts = parts.collect::<Vec<_>>().join(" + ");
        let sum = match recipe.sum {
            Sum::Nothing => "",
            Sum::Levels => ", whose Levels are together its Level",
            Sum::Ratings => ", which come to its Link Rating",
        };
        let names = if recipe.different_names { ", with different names" } else { "" };
        let ranks = if recipe.same_rank { " of the same Rank" } else { "" };
        format!("{parts}{sum}{ranks}{names}")
    }

    pub(super) fn set(&self, set: SetRef) -> String {
        let text = match set {
            SetRef::Source => return format!("\"{}\"", self.cards.name(self.code)),
            SetRef::Event => "the card of the event",
            SetRef::Targets(0) => "the target",
            SetRef::Targets(_) => "the second target",
            SetRef::Cost => "the cards of the cost",
            SetRef::CostInPlace => "the cards of the cost that are still in place",
            SetRef::Local(_) => "these cards",
            SetRef::Attacker => "the attacking monster",
            SetRef::AttackTarget => "the attacked monster",
            SetRef::Battled => "the monster that it battles",
            SetRef::Equipped => "the monster equipped to this card",
            SetRef::Host => "the equipped monster",
            SetRef::Victim => "the monster that it destroyed",
            SetRef::Each => "each of them",
            SetRef::FallenHost => "the monster with which it left because battle destroyed that",
            SetRef::EventTargets => "the targets of that link",
        };
        text.to_owned()
    }

    pub(super) fn num(&self, id: NumId) -> String {
        let num = self.cards.scripts().num(id);
        match num {
            Num::Value(value) => value.to_string(),
            Num::Names(select) => {
                format!("the number of different names among {}", self.select(select))
            }
            Num::Types(select) => format!("the number of Types among {}", self.select(select)),
            Num::OnlyType(select) => {
                format!("the only original Type among {}", self.select(select))
            }
            Num::Count(select) => format!("the number of {}", self.select(select)),
            Num::Size(set) => format!("the number of cards in {}", self.set(set)),
            Num::Stat(set, what) => format!("the {} of {}", stat(what), self.set(set)),
            Num::Printed(set, what) => {
                format!("the original {} of {}", stat(what), self.set(set))
            }
            Num::Base(set, what) => {
                format!("the original {} of {}", stat(what), self.set(set))
            }
            Num::Either(cond, a, b) => {
                format!("{} if {}, else {}", self.num(a), self.cond(cond), self.num(b))
            }
            Num::Kept(set) => format!("what {} keeps in mind", self.set(set)),
            Num::Turns(set) => format!("the turns counted on {}", self.set(set)),
            Num::Total(set, what) => together(what, &self.set(set)),
            Num::TotalOf(from, what) => together(what, &format!("all {}", self.select(from))),
            Num::AttacksMade(set) => format!("the number of attacks of {}", self.set(set)),
            Num::MaterialsLost(set)
            | Num::AtkLost(set)
            | Num::Reached(set, _)
            | Num::OriginalAtkLost(set) => self.lost(num, &self.set(set)),
            Num::Equips(set) => format!("the number of Equip Cards on {}", self.set(set)),
            Num::OfEvent => "the amount of the event".to_owned(),
            Num::MaterialsUsed(set) => format!("the number of materials for {}", self.set(set)),
            Num::FusionMaterials(set) => {
                format!("the number of Fusion Materials of {}", self.set(set))
            }
            Num::NameOf(set) => format!("the name of {}", self.set(set)),
            Num::Noted(set) => format!("what was noted on {}", self.set(set)),
            Num::BattleDamage(who) => {
                format!("the battle damage that {} would take", player(who))
            }
            Num::WouldDestroy(from) => {
                format!("how many {} that would surely destroy", self.select(from))
            }
            Num::Instance(set) => self.set(set),
            Num::Life(who) => format!("{} Life Points", possessive(who)),
            Num::Local(at) => register(at).to_owned(),
            Num::Plus(a, b) => format!("{} plus {}", self.num(a), self.num(b)),
            Num::Times(a, b) => format!("{} times {}", self.num(a), self.num(b)),
            Num::Least(a, b) => format!("the smaller of {} and {}", self.num(a), self.num(b)),
            Num::Counters(set, kind) => {
                format!("the number of {}s on {}", kind.name(), self.set(set))
            }
            Num::CountersAmong(from, kind) => {
                format!("the number of {}s on all {}", kind.name(), self.select(from))
            }
            Num::Half(a) => format!("half of {}", self.num(a)),
            Num::Links => "the number of links on the Chain before it".to_owned(),
            Num::NormalSummons(who) => {
                format!("{} number of Normal Summons in a turn", possessive(who))
            }
            Num::Materials(set) => format!("the number of materials of {}", self.set(set)),
            Num::FreeZones(who) => format!("the number of {} free Monster Zones", possessive(who)),
        }
    }

    /// A number of what these cards have left behind, or of where they have come to.
    fn lost(&self, num: Num, cards: &str) -> String {
        match num {
            Num::MaterialsLost(_) => format!("the number of materials {cards} had"),
            Num::AtkLost(_) => {
                format!("the ATK together that the face-up ones of {cards} had on the field")
            }
            Num::Reached(_, from) => {
                format!("the number of {cards} that are {} now", self.select(from))
            }
            Num::OriginalAtkLost(_) => {
                format!("the printed ATK together of those of {cards} that are gone")
            }
            other => {
                debug_assert!(false, "{other:?} is told elsewhere");
                String::new()
            }
        }
    }

    pub(super) fn locations(&self, locations: Locations, whose: &str) -> String {
        if locations == location_bit::ON_FIELD {
            return format!("{whose} field");
        }
        let names: Vec<&str> =
            PLACES.iter().filter(|(bit, _)| locations & bit != 0).map(|(_, name)| *name).collect();
        format!("{whose} {}", names.join(" or "))
    }
}

/// The sum of a value of some cards.
fn together(what: Stat, cards: &str) -> String {
    format!("the {} of {cards} together", stat(what))
}
