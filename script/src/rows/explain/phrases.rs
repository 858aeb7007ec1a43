//! The small parts of which the lines about effects are made.

use super::names::{EVENTS, KINDS, PLACES, PROPER_SUMMONS};
use crate::catalogue::{ATTRIBUTES, CardCode, Catalogue, TYPES, kind};
use crate::ids::Phase;
use crate::rows::bits::{Events, Locations, event_bit, location_bit, position_bit};
use crate::rows::expressions::{Compare, Cond, Num, RankUp, Stat, Test};
use crate::rows::ids::{CondId, NumId, RecipeId, SelectId, SetRef, TestId};
use crate::rows::model::{Goal, PendulumSummonKind, Sides, Way, Who, WhoseTurn};
use crate::rows::modifier::{ModKind, Until};
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
    /// How an Xyz Monster compares with the one on top of which it is Summoned.
    fn ranks(&self, how: RankUp) -> String {
        let mut said = format!("{} Ranks higher", how.ranks());
        for (bit, what) in [(RankUp::SAME_TYPE, "Type"), (RankUp::SAME_ATTRIBUTE, "Attribute")] {
            if how.by & bit != 0 {
                said += &format!(" with the same {what}");
            }
        }
        format!("{said} ({})", self.test(how.test))
    }

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

    /// The sets of which a card must be in one, if a test asks just that.
    pub(super) fn sets_joined(&self, id: TestId) -> Option<String> {
        match self.cards.scripts().test(id) {
            Test::In(set) => Some(self.set(set)),
            Test::Any(a, b) => {
                Some(format!("{} and {}", self.sets_joined(a)?, self.sets_joined(b)?))
            }
            _ => None,
        }
    }

    /// The parts of a test all of which must fit.
    fn flatten(&self, id: TestId, into: &mut Vec<TestId>) {
        match self.cards.scripts().test(id) {
            Test::Always => {}
            Test::All(a, b) => {
                self.flatten(a, into);
                self.flatten(b, into);
            }
            _ => into.push(id),
        }
    }

    /// The test for a card, as words between commas.
    pub(super) fn test(&self, id: TestId) -> String {
        match self.cards.scripts().test(id) {
            Test::Always => String::new(),
            Test::Not(inner) => match self.cards.scripts().test(inner) {
                Test::Any(..) | Test::All(..) => format!("not ({})", self.test(inner)),
                Test::Type(bits) if bits.count_ones() > 1 => format!("not ({})", self.test(inner)),
                _ => format!("not {}", self.test(inner)),
            },
            Test::All(a, b) => format!("{}, {}", self.test(a), self.test(b)),
            Test::Any(a, b) => {
                let side = |id| match self.cards.scripts().test(id) {
                    Test::All(..) => format!("({})", self.test(id)),
                    _ => self.test(id),
                };
                format!("{} or {}", side(a), side(b))
            }
            Test::Kind(bits) => named(&KINDS, bits),
            Test::Type(bits) => named(&TYPES, bits),
            Test::Attribute(bits) => named(&ATTRIBUTES, u32::from(bits)),
            Test::Stat(what, compare, num) => {
                format!("{} {} {}", stat(what), compared(compare), self.num(num))
            }
            Test::NameIs(num) => format!("of the name in {}", self.num(num)),
            Test::TypeOf(num) => format!("of the Type in {}", self.num(num)),
            Test::Named(code) => format!("\"{}\"", self.cards.name(code)),
            Test::MaterialOf(set) => format!("material of {}", self.set(set)),
            Test::ListedBy(set) => format!("a material by name of {}", self.set(set)),
            Test::Lists(_) => "one that lists such a material by name".to_owned(),
            Test::NamedLike(set) => format!("named like {}", self.set(set)),
            Test::Archetype(number) => format!("of archetype {number:#x}"),
            Test::WasFaceUp => "face-up before it moved".to_owned(),
            Test::WasEquipped => "equipped when it left the field".to_owned(),
            Test::IsDestroyedByBattle => "destroyed by this battle".to_owned(),
            Test::AllowsNormalSummon => "one that can be Normal Summoned or Set".to_owned(),
            Test::IsMine => "yours".to_owned(),
            Test::WasMine => "yours before it moved".to_owned(),
            Test::SummonedThisTurn => "Normal or Special Summoned this turn".to_owned(),
            Test::Equipped => "equipped with a card".to_owned(),
            Test::Modified(ModKind::HasEffectsOf) => "with effects of another card".to_owned(),
            Test::Modified(kind) => format!("one that {}", kind.phrase()),
            Test::FaceUp => "face-up".to_owned(),
            Test::FaceDown => "face-down".to_owned(),
            Test::InAttack => "in Attack Position".to_owned(),
            Test::InDefense => "in Defense Position".to_owned(),
            Test::In(set) => self.set(set),
            Test::Summonable { by: Some(Who::Opponent), .. } => {
                "can be Special Summoned by your opponent".to_owned()
            }
            Test::Summonable { .. } => "can be Special Summoned".to_owned(),
            Test::ProperlySummonable => "can be Special Summoned in a proper way".to_owned(),
            Test::Makeable(from, goal) => {
                format!("can be Summoned with {}", self.together(from, goal))
            }
            Test::LiesIn(locations) => format!("in{}", self.locations(locations, " the")),
            Test::Settable => "can be Set".to_owned(),
            Test::Staying => "does not leave anyway".to_owned(),
            Test::Addable => "can be added to the hand".to_owned(),
            Test::Banishable => "can be banished".to_owned(),
            Test::BanishableDown => "can be banished face-down".to_owned(),
            Test::ReachesGrave => "would come to the Graveyard".to_owned(),
            Test::Takeable => "can become an Equip Card".to_owned(),
            Test::HasOwnersSpellZone => "for which its owner has a Spell & Trap Zone".to_owned(),
            Test::Switchable => "its control can change".to_owned(),
            Test::Exchangeable => "it can be exchanged".to_owned(),
            Test::Turnable(turn) => format!("can be turned {}", turned(turn)),
            Test::NormalSummonedOrFlipped => {
                "was Normal Summoned or turned face-up this turn".to_owned()
            }
            Test::Attacked => "declared an attack this turn".to_owned(),
            Test::Tributable => "can be Tributed".to_owned(),
            Test::Paying(cond) => format!("without which {}", self.cond(cond)),
            Test::NormalSummonable => "can be Normal Summoned or Set".to_owned(),
            Test::TributeSummonable => "can be Tribute Summoned".to_owned(),
            Test::MadeWithSource => "can be Summoned with this card".to_owned(),
            Test::Attackable => "could be attacked by the attacking monster".to_owned(),
            Test::FitsAnswered => "could be the target of what it answers".to_owned(),
            Test::InDanger => "would be destroyed by what it answers".to_owned(),
            Test::Destructible => "that effects can destroy".to_owned(),
            Test::AttachedToSource => "attached to this card".to_owned(),
            Test::PointedToBySource => "one that this card points to".to_owned(),
            Test::CoLinked => "co-linked".to_owned(),
            Test::IsNegated => "negated".to_owned(),
            Test::InExtraZone => "in an Extra Monster Zone".to_owned(),
            Test::CameSpecially => "Special Summoned".to_owned(),
            Test::TakesUnion { alone: true } => "equipped with no Union".to_owned(),
            Test::TakesUnion { alone: false } => {
                "equipped with no Union that must be the only one".to_owned()
            }
            Test::EquippedTo(set) => format!("equipped to {}", self.set(set)),
            Test::Printed(kind::MONSTER) => "that is a Monster Card".to_owned(),
            Test::Printed(_) => "with an effect by what is printed".to_owned(),
            Test::InColumnOf(from) => format!("in the column of {}", self.select(from)),
            Test::EquippedWith(from) => format!("equipped with {}", self.select(from)),
            Test::SummonedAgain => "Normal Summoned again".to_owned(),
            Test::RanksOver(set, how) => format!("{} over {}", self.ranks(how), self.set(set)),
            Test::CanRankUp(how) => format!("over which one {} can come", self.ranks(how)),
            Test::HighestRank => "of the highest Rank".to_owned(),
        }
    }

    /// Cards that are chosen together.
    pub(super) fn together(&self, from: SelectId, goal: Goal) -> String {
        let cards = self.select(from);
        match goal {
            Goal::Materials => format!("its materials from: {cards}"),
            Goal::MaterialsWith(test) => {
                let vital = self.test(test);
                format!("its materials, one of them {vital} and written on it, from: {cards}")
            }
            Goal::WrittenMaterials => {
                format!("its materials, without substitutes, from: {cards}")
            }
            Goal::LevelsFrom(least) => {
                format!("{cards} whose Levels come to {} or more", self.num(least))
            }
            Goal::Levels(sum) => format!("{cards} whose Levels come to {}", self.num(sum)),
            Goal::Pendulum(_) => "any number of monsters of your hand and face-up ones of your Extra Deck whose Levels are between your Pendulum Scales, each to a zone of its own".to_owned(),
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
        format!("{parts}{sum}{names}")
    }

    pub(super) fn set(&self, set: SetRef) -> String {
        let text = match set {
            SetRef::Source => return format!("\"{}\"", self.cards.name(self.code)),
            SetRef::Event => "the card of the event",
            SetRef::Targets(0) => "the target",
            SetRef::Targets(_) => "the second target",
            SetRef::Cost => "the cards of the cost",
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
        match self.cards.scripts().num(id) {
            Num::Value(value) => value.to_string(),
            Num::Names(select) => {
                format!("the number of different names among {}", self.select(select))
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
            Num::TotalAtk(set) => format!("the ATK of {} together", self.set(set)),
            Num::AtkLost(set) => {
                format!(
                    "the ATK together that the face-up ones of {} had on the field",
                    self.set(set)
                )
            }
            Num::Equips(set) => format!("the number of Equip Cards on {}", self.set(set)),
            Num::OfEvent => "the amount of the event".to_owned(),
            Num::FusionMaterials(set) => {
                format!("the number of Fusion Materials of {}", self.set(set))
            }
            Num::NameOf(set) => format!("the name of {}", self.set(set)),
            Num::Noted(set) => format!("what was noted on {}", self.set(set)),
            Num::BattleDamage(who) => {
                format!("the battle damage that {} would take", player(who))
            }
            Num::Life(who) => format!("{} Life Points", possessive(who)),
            Num::Local(at) => register(at).to_owned(),
            Num::Plus(a, b) => format!("{} plus {}", self.num(a), self.num(b)),
            Num::Times(a, b) => format!("{} times {}", self.num(a), self.num(b)),
            Num::Least(a, b) => format!("the smaller of {} and {}", self.num(a), self.num(b)),
            Num::Counters(set, kind) => {
                format!("the number of {}s on {}", kind.name(), self.set(set))
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

    pub(super) fn cond(&self, id: CondId) -> String {
        let scripts = self.cards.scripts();
        match scripts.cond(id) {
            Cond::Always => "nothing forbids it".to_owned(),
            Cond::Not(inner) => format!("not ({})", self.cond(inner)),
            Cond::All(a, b) => format!("{} and {}", self.joined(a), self.joined(b)),
            Cond::Any(a, b) => format!("{} or {}", self.cond(a), self.cond(b)),
            Cond::Compare(a, compare, b) => match (scripts.num(a), compare, scripts.num(b)) {
                (Num::Count(select), Compare::AtLeast, Num::Value(least)) => {
                    let be = if least == 1 { "is" } else { "are" };
                    format!("there {be} at least {}", self.counted(&least.to_string(), select))
                }
                _ => format!("{} is {} {}", self.num(a), compared(compare), self.num(b)),
            },
            Cond::Phase(bits) => format!("it is {}", phases(bits)),
            Cond::MyTurn(true) => "it is your turn".to_owned(),
            Cond::MyTurn(false) => "it is your opponent's turn".to_owned(),
            Cond::Every(set, test) => format!("{} is {}", self.set(set), self.test(test)),
            Cond::Some(set, TestId(0)) => format!("there is still any of {}", self.set(set)),
            Cond::Some(set, test) => format!("one of {} is {}", self.set(set), self.test(test)),
            Cond::ThisTurn(watch) => self.watched(watch),
            Cond::HasZone(who) => format!("{} is free", a_of(who)),
            Cond::Drew(who) => format!("{} drew them all", player(who)),
            Cond::CanDraw(who, amount) => format!("{} can draw {}", player(who), self.num(amount)),
            Cond::MayPendulumSummon(kind) => match kind {
                PendulumSummonKind::Usual => "this card and another one are in your Pendulum Zones, and you have not Pendulum Summoned this turn",
                PendulumSummonKind::More => "this card and another one are in your Pendulum Zones, and an effect allows one more Pendulum Summon this turn",
                PendulumSummonKind::AfterEffect => "you have cards in both Pendulum Zones",
            }
            .to_owned(),
            Cond::CanGainPendulum => "you can gain one more Pendulum Summon this turn".to_owned(),
            Cond::CanPendulumSummon(_, test) if test != TestId(0) => format!(
                "there is such a monster that can be Pendulum Summoned ({})",
                self.test(test)
            ),
            Cond::CanPendulumSummon(..) => "there is a monster that can be Pendulum Summoned".to_owned(),
            Cond::Untouched => "nothing has been done in this phase".to_owned(),
            Cond::HandIsHidden => "your hand does not lie open".to_owned(),
            Cond::HasSpellZone => "one of your Spell & Trap Zones is free".to_owned(),
            Cond::HasPendulumZone => "one of your Pendulum Zones is free".to_owned(),
            Cond::MaySpecialSummon(who) => {
                format!("nothing forbids {} to Special Summon", player(who))
            }
            Cond::HasExtraZone => "a zone for a monster of your Extra Deck is free".to_owned(),
            Cond::CanPay(who, num) => format!("{} can pay {}", player(who), self.num(num)),
            Cond::WouldDestroy => "that would destroy cards on the field".to_owned(),
            Cond::CanGainSummon => {
                "its player could gain one more Normal Summon this turn".to_owned()
            }
            Cond::HasPointedZone => "a zone that this card points to is free".to_owned(),
            Cond::HasZoneOnceEmpty => {
                "a zone for this card is free once you control no monsters".to_owned()
            }
            Cond::CanBattle => "the turn player can enter the Battle Phase".to_owned(),
            Cond::CanMakeTokens(num, who, _) => {
                let field = if who == Who::Opponent { " to your opponent's field" } else { "" };
                format!("you can Special Summon {} Tokens{field}", self.num(num))
            }
            Cond::Still(set) => format!("{} has not left", self.set(set)),
            Cond::Moved(set) => format!("{} has moved", self.set(set)),
            Cond::IsDestroyedByBattle(set) => format!("{} is destroyed by this battle", self.set(set)),
            Cond::Negated => "that was negated".to_owned(),
            Cond::Gathers(from, recipe) => {
                let goal = Goal::Recipe(recipe);
                format!("it could be Summoned with {}", self.together(from, goal))
            }
            Cond::Intends(bits) => format!("resolving it would mean: {}", events(bits)),
            Cond::AttackGoesOn => "the attack goes on".to_owned(),
            Cond::NoChain => "nothing is on the Chain".to_owned(),
            Cond::ChainNamesDiffer => {
                "no two links on the Chain are of cards with the same name".to_owned()
            }
            Cond::NormalDraw => "your normal draw comes next".to_owned(),
            Cond::DirectAttack => "the attack is a direct one".to_owned(),
            Cond::CanAttackAgain => "it attacked and could attack once more".to_owned(),
            Cond::Calculating => "damage is being calculated".to_owned(),
            Cond::Paying(set, cond) => format!("without {} {}", self.set(set), self.cond(cond)),
            Cond::Targets(select, num) => {
                format!("{} can be targeted", self.counted(&self.num(num), select))
            }
        }
    }

    /// A condition that is joined with "and": others get brackets.
    fn joined(&self, id: CondId) -> String {
        match self.cards.scripts().cond(id) {
            Cond::Any(..) => format!("({})", self.cond(id)),
            _ => self.cond(id),
        }
    }

    fn watched(&self, id: crate::rows::WatchId) -> String {
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

    pub(super) fn locations(&self, locations: Locations, whose: &str) -> String {
        if locations == location_bit::ON_FIELD {
            return format!("{whose} field");
        }
        let names: Vec<&str> =
            PLACES.iter().filter(|(bit, _)| locations & bit != 0).map(|(_, name)| *name).collect();
        format!("{whose} {}", names.join(" or "))
    }
}

/// The words for bits, with "or" between them.
fn named<B: Copy + Into<u64>>(table: &[(B, &str)], bits: B) -> String {
    let words =
        table.iter().filter(|(bit, _)| bits.into() & (*bit).into() != 0).map(|(_, word)| *word);
    words.collect::<Vec<_>>().join(" or ")
}

pub(super) fn types(bits: u32) -> String {
    named(&TYPES, bits)
}

pub(super) fn events(bits: Events) -> String {
    named(EVENTS, bits)
}

/// Events where Summons count only if they were made in this way, by a card of these kinds.
pub(super) fn events_by(bits: Events, way: Way, kinds: u32) -> String {
    let proper = PROPER_SUMMONS.iter().find(|(kind, _)| kinds & kind != 0);
    let special = match way {
        Way::Any => return events(bits),
        Way::Properly => proper.map_or("was Special Summoned in its own way", |(_, words)| words),
        Way::ByPendulum => "was Pendulum Summoned",
    };
    let summons =
        [(event_bit::SUMMONED, "was Tribute Summoned"), (event_bit::SPECIAL_SUMMONED, special)];
    let mut words: Vec<&str> =
        summons.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, words)| *words).collect();
    let rest = events(bits & !(event_bit::SUMMONED | event_bit::SPECIAL_SUMMONED));
    if !rest.is_empty() {
        words.push(&rest);
    }
    words.join(" or ")
}

pub(super) fn phase(number: u8) -> &'static str {
    let found = Phase::TABLE.get(usize::from(number)).copied().unwrap_or(Phase::Setup);
    phase_word(found)
}

fn phases(bits: u16) -> String {
    let all = Phase::TABLE.iter().enumerate().filter(|(number, _)| bits >> number & 1 == 1);
    let mut words: Vec<&str> = all.map(|(_, phase)| phase_word(*phase)).collect();
    words.dedup();
    words.join(" or ")
}

const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "the set-up",
        Phase::Draw => "Draw Phase",
        Phase::Standby => "Standby Phase",
        Phase::Main1 => "Main Phase 1",
        Phase::BattleStart | Phase::Battle | Phase::Damage | Phase::BattleEnd => "Battle Phase",
        Phase::Main2 => "Main Phase 2",
        Phase::End => "End Phase",
    }
}

/// The name of a number register.
pub(super) fn register(at: u8) -> &'static str {
    ["X", "Y", "Z", "W"][usize::from(at & 3)]
}

pub(super) const fn stat(stat: Stat) -> &'static str {
    match stat {
        Stat::Atk => "ATK",
        Stat::Def => "DEF",
        Stat::Level => "Level",
        Stat::Scale => "Pendulum Scale",
    }
}

/// How an effect turns a monster.
pub(super) const fn turned(turn: WhoseTurn) -> &'static str {
    match turn {
        WhoseTurn::FaceDown => "face-down",
        WhoseTurn::Attack => "to face-up Attack Position",
        WhoseTurn::Defense => "to face-up Defense Position",
        WhoseTurn::UpQuietly => "to face-up Defense Position without Flip effects",
        WhoseTurn::Over => "to its other face-up position",
    }
}

const fn compared(compare: Compare) -> &'static str {
    match compare {
        Compare::AtMost => "at most",
        Compare::AtLeast => "at least",
        Compare::Equal => "exactly",
        Compare::Differs => "other than",
    }
}

/// In which positions a monster is Special Summoned, if not in either face-up one.
pub(super) fn positions(bits: u8) -> String {
    if bits == position_bit::FACE_UP {
        return String::new();
    }
    let names = [
        (position_bit::ATTACK, "face-up Attack Position"),
        (position_bit::DEFENSE, "face-up Defense Position"),
        (position_bit::SET, "face-down Defense Position"),
    ];
    let said: Vec<&str> =
        names.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, name)| *name).collect();
    format!(" in {}", said.join(" or "))
}

pub(super) const fn player(who: Who) -> &'static str {
    match who {
        Who::Me => "you",
        Who::Opponent => "your opponent",
        Who::Both => "both players",
    }
}

pub(super) const fn possessive(who: Who) -> &'static str {
    match who {
        Who::Me => "your",
        Who::Opponent => "your opponent's",
        Who::Both => "both players'",
    }
}

const fn a_of(who: Who) -> &'static str {
    match who {
        Who::Me => "one of your Monster Zones",
        Who::Opponent => "one of your opponent's Monster Zones",
        Who::Both => "a Monster Zone of each player",
    }
}

pub(super) const fn controller(sides: Sides) -> &'static str {
    match sides {
        Sides::Mine => " you control",
        Sides::Theirs => " your opponent controls",
        Sides::Both => "",
    }
}

pub(super) const fn owner(sides: Sides) -> &'static str {
    match sides {
        Sides::Mine => " of yours",
        Sides::Theirs => " of your opponent",
        Sides::Both => "",
    }
}

pub(super) const fn until(until: Until) -> &'static str {
    match until {
        Until::TakenOver => " while it has the effects",
        Until::Source => " while this card is face-up on the field",
        Until::EndOfTurn => " until the end of the turn",
        Until::EndOfTurnAnyway => " until the end of the turn, also face-down",
        Until::EndOfDamage => " until the end of the Damage Step",
        Until::Forever => " while the monster stays face-up",
        Until::EndPhase => " until the End Phase",
        Until::EndOfCalculation => " until damage was calculated",
        Until::EndOfBattle => " until the Battle Phase ends",
        Until::OwnStandby => " until your next Standby Phase is over",
        Until::NextBattle => " in the next Battle Phase",
        Until::LeavesGrave => " while the monster stays face-up, and then in the Graveyard",
        Until::EndOfChain => " until the Chain ends",
        Until::PendulumSummonChosen => " in the Pendulum Summon that follows",
        Until::TwoTurns => " until the second End Phase",
        Until::ThreeTurns => " until the third End Phase",
        Until::FourTurns => " until the fourth End Phase",
        Until::FiveTurns => " until the fifth End Phase",
    }
}
