//! Filters: which cards are looked for, and where.

use super::super::ast::{CondText, FilterText, Name, Noun, NumText, SetText, TestText};
use super::super::error::{LanguageFault, nearest, short};
use super::exprs::Names;
use super::rows::Compiled;
use super::wanted::Wanted;
use crate::catalogue::{ATTRIBUTES, CardCode, Facts, kind};
use crate::rows::{
    Cond, CondId, Doer, Events, Locations, ModKind, Scope, Select, SelectId, SetRef, Sides, Test,
    TestId, Who, asks, by_bit, event_bit, location_bit, position_bit, reads_bit,
};

/// Events that happen to monsters on the field only.
const OF_MONSTERS: Events = event_bit::SUMMONED
    | event_bit::FLIP_SUMMONED
    | event_bit::SPECIAL_SUMMONED
    | event_bit::FLIPPED
    | event_bit::SUMMONING
    | event_bit::FLIP_SUMMONING
    | event_bit::SPECIAL_SUMMONING
    | event_bit::ATTACK
    | event_bit::ATTACKED
    | event_bit::BATTLED
    | event_bit::REPOSITIONED
    | event_bit::TO_DEFENSE
    | event_bit::TO_ATTACK
    | event_bit::BATTLE_BEGAN
    | event_bit::CONFIRMED
    | event_bit::CALCULATING
    | event_bit::INFLICTED
    | event_bit::BATTLE_ENDED;

/// Where cards are that a filter without a place means.
pub(in super::super) fn locations(filter: &FilterText) -> Locations {
    let locations = filter.locations.unwrap_or(location_bit::ON_FIELD);
    match filter.noun {
        // Of the field, a monster can only be in Monster Zones.
        Noun::Monster if locations & location_bit::ON_FIELD == location_bit::ON_FIELD => {
            locations & !(location_bit::SPELL | location_bit::FIELD | location_bit::PENDULUM)
        }
        _ => locations,
    }
}

/// Where cards of a noun can be, as what they count there.
pub(in super::super) const fn homes(noun: Noun) -> Locations {
    match noun {
        Noun::Card => !0,
        Noun::Monster => !(location_bit::SPELL | location_bit::FIELD | location_bit::PENDULUM),
        Noun::Spell => !(location_bit::MONSTER | location_bit::EXTRA),
        Noun::Trap => !(location_bit::FIELD | location_bit::PENDULUM | location_bit::EXTRA),
    }
}

/// Whether something is true of all that a test is made of.
fn all_parts(test: &TestText, holds: fn(&TestText) -> bool) -> bool {
    match test {
        TestText::Not(inner) => all_parts(inner, holds),
        TestText::All(all) | TestText::Any(all) => all.iter().all(|test| all_parts(test, holds)),
        part => holds(part),
    }
}

/// The same of several tests.
fn all_parts_of(tests: &[TestText], holds: fn(&TestText) -> bool) -> bool {
    tests.iter().all(|test| all_parts(test, holds))
}

/// The test for a card that something was given to.
const fn modified(test: &TestText) -> Test {
    Test::Modified(match test {
        TestText::Marked => ModKind::Marked,
        TestText::AttacksDirectly => ModKind::DirectAttack,
        TestText::BarredFromDirectAttack => ModKind::NoDirectAttack,
        TestText::HasExtraAttack => ModKind::ExtraAttacks,
        _ => ModKind::HasEffectsOf,
    })
}

/// The test of what an attack or an effect could be about.
const fn aimed_at(test: &TestText) -> Test {
    match test {
        TestText::Attackable => Test::Attackable,
        TestText::Targetable => Test::Targetable,
        _ => Test::FitsAnswered,
    }
}

/// The test of what the source or a Link Monster has to do with a card.
const fn joined(test: &TestText) -> Test {
    match test {
        TestText::Attached => Test::AttachedToSource,
        TestText::PointedTo => Test::PointedToBySource,
        _ => Test::CoLinked,
    }
}

/// The test of what can be moved, and what stays.
const fn movable(test: &TestText) -> Test {
    match test {
        TestText::Staying => Test::Staying,
        TestText::Addable => Test::Addable,
        _ => Test::Banishable,
    }
}

/// The test of where a card would come.
const fn reaching(test: &TestText) -> Test {
    match test {
        TestText::ReachesGrave => Test::ReachesGrave,
        _ => Test::ReachesHand,
    }
}

/// The test of how a card lies.
const fn lying(test: &TestText) -> Test {
    match test {
        TestText::FaceUp => Test::FaceUp,
        TestText::FaceDown => Test::FaceDown,
        _ => Test::InAttack,
    }
}

/// Whether a test asks something that a face-down card hides.
pub(super) fn asks_hidden(test: &TestText) -> bool {
    !all_parts(test, |part| {
        !matches!(
            part,
            TestText::Type(_)
                | TestText::Attribute(_)
                | TestText::TypeOf(_)
                | TestText::NameIs(_)
                | TestText::Stat(..)
                | TestText::Named(_)
                | TestText::NamedLike(_)
                | TestText::AttributeLike(_)
                | TestText::Archetype(..)
        )
    })
}

/// Whether a test asks only for what is printed on a card.
pub(super) fn is_printed(test: &TestText) -> bool {
    all_parts(test, |part| {
        matches!(
            part,
            TestText::Stat(_, _, NumText::Value(_))
                | TestText::Kind(_)
                | TestText::Type(_)
                | TestText::Attribute(_)
                | TestText::Archetype(..)
        )
    })
}

fn says_position(test: &TestText) -> bool {
    !all_parts(test, |part| !matches!(part, TestText::FaceUp | TestText::FaceDown))
}

/// Whether the tests mean face-up cards although they don't say so: a Dragon on the field is a
/// face-up one.
fn means_face_up(tests: &[TestText]) -> bool {
    tests.iter().any(asks_hidden) && !tests.iter().any(says_position)
}

/// Whether a filter asks what only the other player sees: the activation of an effect can't
/// depend on that.
pub(super) fn hides_cards(filter: &FilterText) -> bool {
    let own = |test: &TestText| matches!(test, TestText::MineOutside(locations) if locations & location_bit::HAND == 0);
    filter.sides != Sides::Mine
        && locations(filter) & location_bit::HAND != 0
        && !filter.tests.iter().any(own)
}

/// Whether a filter says nothing of whose cards are and where they lie.
fn is_placeless(filter: &FilterText) -> bool {
    filter.locations.is_none() && filter.sides == Sides::Both && !filter.other
}

/// Whether cards of the field must lie face-up to have what a filter asks.
#[derive(Clone, Copy)]
enum Lying {
    /// Where the filter asks for what only face-up cards show.
    Asked,
    /// The chooser sees them anyway.
    Seen,
}

impl Names<'_, '_> {
    /// The test for a card that fits a filter: its side and its place are asked too, and whether it is another
    /// card than this one.
    pub(super) fn fitting(&mut self, filter: &FilterText) -> Compiled<TestId> {
        let mut test = self.fitting_anywhere(filter)?;
        if filter.sides != Sides::Both {
            let mine = self.to.test(Test::IsMine);
            let theirs = filter.sides == Sides::Theirs;
            let side = if theirs { self.to.test(Test::Not(mine)) } else { mine };
            test = self.to.both(side, test);
        }
        if let Some(locations) = filter.locations {
            let there = self.to.test(Test::LiesIn(locations));
            test = self.to.both(there, test);
        }
        Ok(test)
    }

    /// The same for cards of which it is said elsewhere whose they are and where they lie.
    fn fitting_anywhere(&mut self, filter: &FilterText) -> Compiled<TestId> {
        let noun = self.noun(filter, location_bit::DECK, &[]);
        let mut written = self.tests(&filter.tests)?;
        if filter.other {
            let source = self.to.test(Test::In(SetRef::Source));
            let other = self.to.test(Test::Not(source));
            written = self.to.both(other, written);
        }
        Ok(self.to.both(noun, written))
    }

    /// The test for a card of which the step says whose it is and where it lies.
    pub(super) fn fitting_placeless(&mut self, filter: &FilterText) -> Compiled<TestId> {
        if !is_placeless(filter) {
            let fault = LanguageFault::new(filter.span, "these cards have neither side nor place");
            return Err(fault.help("leave out `mine`, `theirs`, `other` and places"));
        }
        self.fitting_anywhere(filter)
    }

    /// The same test from printed facts alone.
    pub(super) fn printed(&mut self, filter: &FilterText) -> Compiled<TestId> {
        if !is_placeless(filter) || !filter.tests.iter().all(is_printed) {
            let fault = LanguageFault::new(
                filter.span,
                "a name has neither side nor place, nor anything that is not printed",
            );
            return Err(fault.help("ask for kinds, Types, Attributes, fixed numbers or archetypes"));
        }
        self.fitting_anywhere(filter)
    }

    /// The row for the cards of a filter's places, whatever they are.
    pub(super) fn unseen(&mut self, filter: &FilterText) -> SelectId {
        let (sides, locations) = (filter.sides, locations(filter));
        self.to.select(Select { sides, locations, test: TestId(0), with_source: false })
    }

    /// The row for a filter; `more` is what the verb needs besides.
    pub(super) fn select(&mut self, filter: &FilterText, more: &[Test]) -> Compiled<SelectId> {
        let row = self.row(filter, Lying::Asked, more)?;
        Ok(self.to.select(row))
    }

    fn row(&mut self, filter: &FilterText, lying: Lying, more: &[Test]) -> Compiled<Select> {
        let locations = locations(filter);
        if locations & homes(filter.noun) == 0 {
            let fault = LanguageFault::new(filter.span, "no such card is ever there");
            return Err(fault.help(
                "a monster in a Spell & Trap Zone or Pendulum Zone is a Spell there; write `card(...)` with `monster_card`",
            ));
        }
        let mut test = self.noun(filter, locations, more);
        let written = match lying {
            Lying::Asked => self.checked(filter, locations)?,
            Lying::Seen => self.written(filter, locations)?,
        };
        test = self.to.both(test, written);
        for more in more {
            // Only a Spell or Trap on the field can be about to leave, and only in the Deck can
            // something be kept from the hand.
            let anywhere = locations & (location_bit::SPELL | location_bit::FIELD) != 0;
            let in_deck = locations & location_bit::DECK != 0;
            let needless = match more {
                Test::Staying => !anywhere,
                Test::Addable => !anywhere && !in_deck,
                _ => false,
            };
            if needless {
                continue;
            }
            let more = self.to.test(*more);
            test = self.to.both(test, more);
        }
        // While a card is activated from the hand, it does not count as a card of the hand.
        let with_source = !filter.other && locations != location_bit::HAND;
        Ok(Select { sides: filter.sides, locations, test, with_source })
    }

    /// The row for the cards that a verb is about. A player who chooses own monsters for a Tribute
    /// may also choose the opponent's that must be Tributed as if they were own ones.
    pub(super) fn select_for(&mut self, filter: &FilterText, wanted: Wanted) -> Compiled<SelectId> {
        if !wanted.tribute || filter.sides != Sides::Mine {
            let mut more = wanted.tests().to_vec();
            more.extend(wanted.tribute.then_some(Test::NotKeptFromTribute));
            return self.select(filter, &more);
        }
        let row = self.row(filter, Lying::Seen, wanted.tests())?;
        let mut tributable = self.to.test(Test::Tributable);
        if means_face_up(&filter.tests) && row.locations & location_bit::ON_FIELD != 0 {
            // An own monster may lie face-down where a Tribute asks for something, for its player knows what
            // it is (BP-17); one of the opponent's may not.
            let (face_up, mine) = (self.to.test(Test::FaceUp), self.to.test(Test::IsMine));
            let seen = self.to.test(Test::Any(face_up, mine));
            tributable = self.to.both(seen, tributable);
        }
        let test = self.to.both(row.test, tributable);
        Ok(self.to.select(Select { sides: Sides::Both, test, ..row }))
    }

    /// The kind of card that the noun names, unless places or other tests imply it.
    fn noun(&mut self, filter: &FilterText, locations: Locations, more: &[Test]) -> TestId {
        let said = more.iter().any(|test| {
            matches!(
                test,
                Test::Summonable { .. }
                    | Test::ProperlySummonable
                    | Test::NormalSummonable
                    | Test::TributeSummonable
                    | Test::SummonableUp
                    | Test::SummonableFreely
                    | Test::MadeWithSource
                    | Test::Settable
            )
        });
        let bits = match filter.noun {
            Noun::Card => return TestId(0),
            Noun::Monster if locations == location_bit::MONSTER || said => return TestId(0),
            Noun::Monster => kind::MONSTER,
            Noun::Spell => kind::SPELL,
            Noun::Trap => kind::TRAP,
        };
        self.to.test(Test::Kind(bits))
    }

    /// The words in a filter's parentheses without side and place: they are asked again at
    /// resolution.
    pub(super) fn checked(
        &mut self,
        filter: &FilterText,
        locations: Locations,
    ) -> Compiled<TestId> {
        let written = self.written(filter, locations)?;
        if locations & location_bit::ON_FIELD == 0 || !means_face_up(&filter.tests) {
            return Ok(written);
        }
        let mut face_up = self.to.test(Test::FaceUp);
        if locations & !location_bit::ON_FIELD != 0 {
            // A card of the hand need not be face-up, one on the field must be (BP-16).
            let on_field = self.to.test(Test::LiesIn(location_bit::ON_FIELD));
            let elsewhere = self.to.test(Test::Not(on_field));
            face_up = self.to.test(Test::Any(elsewhere, face_up));
        }
        Ok(self.to.both(face_up, written))
    }

    /// The words in the parentheses; `face_up` is said of the cards of the field, where there are such of a hand or a
    /// Deck too.
    fn written(&mut self, filter: &FilterText, locations: Locations) -> Compiled<TestId> {
        let unlaid = locations & (location_bit::HAND | location_bit::DECK);
        let on_field = locations & location_bit::ON_FIELD != 0;
        let says = |test: &&TestText| matches!(test, TestText::FaceUp);
        if unlaid == 0 || !on_field || !filter.tests.iter().any(|test| says(&test)) {
            return self.tests(&filter.tests);
        }
        let others = self.all_of(filter.tests.iter().filter(|test| !says(test)))?;
        let (unlaid, face_up) = (self.to.test(Test::LiesIn(unlaid)), self.to.test(Test::FaceUp));
        let seen = self.to.test(Test::Any(unlaid, face_up));
        Ok(self.to.both(seen, others))
    }

    /// The cards that an event is about: noun and words together, and the words alone.
    pub(super) fn event_cards(
        &mut self,
        filter: &FilterText,
        events: Events,
        from: Locations,
    ) -> Compiled<(TestId, TestId)> {
        if filter.locations.is_some() {
            let fault = LanguageFault::new(
                filter.span,
                "an event's cards can't have a place in the parentheses",
            );
            return Err(
                fault.help("write `from PLACES` after the event for where they were before")
            );
        }
        if events & event_bit::LEAVING & !event_bit::BATTLE_DESTROYED != 0
            && !all_parts_of(&filter.tests, |part| {
                !matches!(part, TestText::SummonedFrom(_) | TestText::CameDuly(_))
            })
        {
            let fault = LanguageFault::new(
                filter.span,
                "how a monster was Summoned is not known any more when it has left",
            );
            return Err(fault.help("leave it out"));
        }
        let of_monsters = events & !OF_MONSTERS == 0;
        let locations =
            if of_monsters || from == location_bit::MONSTER { location_bit::MONSTER } else { 0 };
        let noun = self.noun(filter, locations, &[]);
        let words = self.checked(filter, if of_monsters { location_bit::MONSTER } else { 0 })?;
        Ok((self.to.both(noun, words), words))
    }

    /// The card that must have done what an effect answers, or for whose effect it must have been the cost.
    pub(super) fn doer(&mut self, filter: &FilterText, by: u8) -> Compiled<Doer> {
        let noun = self.noun(filter, 0, &[]);
        let words = self.tests(&filter.tests)?;
        let test = self.to.both(noun, words);
        // A cost is paid for effects that are used anywhere, unless a place is written.
        let anywhere = by & by_bit::COST != 0 && filter.locations.is_none();
        let from = if anywhere { 0 } else { locations(filter) };
        Ok(Doer { test, sides: filter.sides, from })
    }

    /// Which monsters get a modifier as long as it stands; face-down ones never do.
    pub(super) fn field_scope(&mut self, filter: &FilterText) -> Compiled<Scope> {
        let of_spells =
            matches!(filter.noun, Noun::Spell | Noun::Trap) && filter.locations.is_none();
        if locations(filter) == location_bit::HAND {
            return Ok(Scope::InHand(filter.sides, self.fitting_anywhere(filter)?));
        }
        if locations(filter) == location_bit::PENDULUM {
            let test = self.tests(&filter.tests)?;
            let there = self.to.test(Test::LiesIn(location_bit::PENDULUM));
            return Ok(Scope::Spells(filter.sides, self.to.both(there, test)));
        }
        if !of_spells
            && (filter.noun != Noun::Monster || locations(filter) != location_bit::MONSTER)
        {
            let fault = LanguageFault::new(filter.span, "modifiers are for monsters on the field");
            return Err(fault.help("write `monster(...)` without another place"));
        }
        let mut test = self.tests(&filter.tests)?;
        if filter.other {
            let source = self.to.test(Test::In(SetRef::Source));
            let other = self.to.test(Test::Not(source));
            test = self.to.both(other, test);
        }
        if of_spells {
            let noun = self.noun(filter, location_bit::SPELL, &[]);
            test = self.to.both(noun, test);
            return Ok(Scope::Spells(filter.sides, test));
        }
        // A filter that says "face-up" or "face-down" includes face-down monsters too, if they fit.
        let lying = filter.tests.iter().any(says_position);
        Ok(if lying {
            Scope::EvenFaceDown(filter.sides, test)
        } else {
            Scope::Field(filter.sides, test)
        })
    }

    /// All of these tests.
    pub(super) fn tests(&mut self, tests: &[TestText]) -> Compiled<TestId> {
        self.all_of(tests.iter())
    }

    fn all_of<'t>(
        &mut self,
        tests: impl DoubleEndedIterator<Item = &'t TestText>,
    ) -> Compiled<TestId> {
        let mut joined = TestId(0);
        for test in tests.rev() {
            let test = self.one_test(test)?;
            joined = self.to.both(test, joined);
        }
        Ok(joined)
    }

    /// The card of this name.
    pub(super) fn called(&self, name: &Name) -> Compiled<CardCode> {
        let cards = self.to.cards;
        cards.by_name(&name.text).ok_or_else(|| {
            let message = format!("no card is named \"{}\"", short(&name.text));
            let fault = LanguageFault::new(name.span, message);
            let names = cards.iter().map(|(_, _, name)| name);
            match nearest(&name.text, names) {
                Some(near) => fault.help(format!("did you mean \"{near}\"?")),
                None => fault.help("write the name as it is printed"),
            }
        })
    }

    /// A condition in which `it` means the card that is tested.
    fn cond_of_each(&mut self, cond: &CondText) -> Compiled<CondId> {
        let meant = self.it.replace(SetRef::Each);
        let cond = self.cond(cond);
        self.it = meant;
        cond
    }

    /// A monster of two Attributes is also one of another Attribute than either.
    fn other_than(&mut self, test: &TestText) -> Compiled<Test> {
        Ok(match test {
            TestText::Attribute(bits) => Test::Attribute(EVERY_ATTRIBUTE & !bits),
            test => Test::Not(self.one_test(test)?),
        })
    }

    /// The row of a test.
    pub(super) fn one_test(&mut self, test: &TestText) -> Compiled<TestId> {
        let row = match test {
            TestText::All(all) => return self.tests(all),
            TestText::Any(any) => return self.any_test(any),
            TestText::Not(inner) => self.other_than(inner)?,
            TestText::Kind(bits) => Test::Kind(*bits),
            TestText::Type(bits) => Test::Type(*bits),
            TestText::Attribute(bits) => Test::Attribute(*bits),
            TestText::TypeOf(num) => Test::TypeOf(self.num(num)?),
            TestText::NameIs(num) => Test::NameIs(self.num(num)?),
            TestText::Stat(stat, compare, num) => Test::Stat(*stat, *compare, self.num(num)?),
            TestText::Named(name) => self.named(name)?,
            TestText::MaterialOf(set) => Test::MaterialOf(self.asking(asks::HOW).known_set(set)?),
            TestText::ListedBy(set) => Test::ListedBy(self.known_set(set)?),
            TestText::Lists(filter) => Test::Lists(self.select(filter, &[])?),
            TestText::EquippedTo(set) => Test::EquippedTo(self.known_set(set)?),
            TestText::FitsHost(set) => Test::FitsHost(self.known_set(set)?),
            TestText::AttributeLike(set) => Test::AttributeLike(self.known_set(set)?),
            TestText::NamedLike(set) => Test::NamedLike(self.known_set(set)?),
            TestText::Archetype(name, of) => Test::Archetype(self.archetype(name, of.as_ref())?),
            #[rustfmt::skip]
            TestText::Marked | TestText::AttacksDirectly | TestText::BarredFromDirectAttack
            | TestText::HasExtraAttack | TestText::TookEffects => modified(test),
            TestText::WasFaceUp => Test::WasFaceUp,
            TestText::WasEquipped => Test::WasEquipped,
            TestText::IsDestroyedByBattle => Test::IsDestroyedByBattle,
            TestText::AllowsNormalSummon | TestText::SummonableFreely => of_normal_summon(test),
            TestText::WasMine => Test::WasMine,
            TestText::MineOutside(locations) => self.mine_outside(*locations),
            TestText::SummonedThisTurn => Test::SummonedThisTurn,
            TestText::Equipped => Test::Equipped,
            TestText::FaceUp | TestText::FaceDown | TestText::InAttack => lying(test),
            TestText::InDefense => Test::InDefense,
            #[rustfmt::skip]
            TestText::Battled | TestText::AttackedDirectly | TestText::Attacked | TestText::NormalSummonedOrFlipped => self.of_turn(test),
            TestText::ProperlySummonable => Test::ProperlySummonable,
            TestText::Summonable => Test::Summonable { by: None, positions: position_bit::ALL },
            TestText::Settable => Test::Settable,
            TestText::Staying | TestText::Addable | TestText::Banishable => movable(test),
            TestText::ReachesGrave | TestText::ReachesHand => reaching(test),
            TestText::LeavesFreely => Test::LeavesFreely,
            TestText::Attackable | TestText::Targetable | TestText::FitsAnswered => aimed_at(test),
            TestText::Attached | TestText::PointedTo | TestText::CoLinked => joined(test),
            TestText::Held => Test::HeldBySource,
            TestText::IsNegated => Test::IsNegated,
            TestText::InExtraZone => Test::InExtraZone,
            TestText::CameSpecially => Test::CameSpecially,
            TestText::SummonedFrom(from) => self.summoned_from(*from),
            TestText::CameDuly(_) | TestText::HadCome(_) => return Ok(self.came_so(test)),
            TestText::Printed(kinds) => Test::Printed(*kinds),
            TestText::InColumnOf(filter) => Test::InColumnOf(self.select(filter, &[])?),
            TestText::AttachedTo(filter) => Test::AttachedTo(self.select(filter, &[])?),
            TestText::PointedBy(filter) => Test::PointedBy(self.select(filter, &[])?),
            TestText::EquippedWith(filter) => Test::EquippedWith(self.select(filter, &[])?),
            TestText::Such(cond) => Test::Such(self.cond_of_each(cond)?),
            TestText::SummonedAgain => Test::SummonedAgain,
            TestText::HighestRank => Test::HighestRank,
            TestText::Destructible => Test::Destructible,
            TestText::CanHold(kind) => Test::CanHold(*kind),
            TestText::OnChain(test) => *test,
            TestText::Among(set) => Test::In(self.known_set(set)?),
        };
        Ok(self.to.test(row))
    }

    /// A test of attacks or Summons of this turn, which may have to be noted for it.
    fn of_turn(&mut self, test: &TestText) -> Test {
        match test {
            TestText::Battled => {
                self.to.asks |= asks::BATTLED;
                Test::Battled
            }
            TestText::AttackedDirectly => {
                self.to.asks |= asks::ATTACKS;
                Test::AttackedDirectly
            }
            TestText::NormalSummonedOrFlipped => Test::NormalSummonedOrFlipped,
            _ => Test::Attacked,
        }
    }

    fn summoned_from(&mut self, from: Locations) -> Test {
        self.to.asks |= asks::COMING;
        Test::SummonedFrom(from)
    }

    /// A monster that came by the Summon of this kind; of no kind, one that was Tribute Summoned.
    fn came_duly(&mut self, kinds: u32) -> TestId {
        let duly = self.asking(asks::COMING).to.test(Test::CameDuly);
        let other = match kinds {
            0 => {
                let specially = self.to.test(Test::CameSpecially);
                Test::Not(specially)
            }
            kinds => Test::Printed(kinds),
        };
        let other = self.to.test(other);
        self.to.both(other, duly)
    }

    /// A monster that has come so, or had before it left the field.
    fn came_so(&mut self, test: &TestText) -> TestId {
        match test {
            TestText::CameDuly(kinds) => self.came_duly(*kinds),
            TestText::HadCome(kinds) => self.had_come(*kinds),
            _ => TestId(0),
        }
    }

    /// A monster that had come by the Summon of this kind before it left the field; of no kind, by any Special
    /// Summon.
    fn had_come(&mut self, kinds: u32) -> TestId {
        self.to.asks |= asks::COMING;
        if kinds == 0 {
            return self.to.test(Test::LeftSpecially);
        }
        let printed = self.to.test(Test::Printed(kinds));
        let duly = self.to.test(Test::LeftDuly);
        self.to.both(printed, duly)
    }

    /// A card with this name.
    fn named(&self, name: &Name) -> Compiled<Test> {
        let code = self.called(name)?;
        Ok(Test::Named(self.to.cards.base(code)))
    }

    /// Notes that the card asks such a thing.
    fn asking(&mut self, what: u8) -> &mut Self {
        self.to.asks |= what;
        self
    }

    /// A card that lies in these places, or is mine.
    fn mine_outside(&mut self, locations: Locations) -> Test {
        let there = self.to.test(Test::LiesIn(locations));
        let mine = self.to.test(Test::IsMine);
        Test::Any(there, mine)
    }

    /// The archetype to which most cards with this text in their names belong; of one and a part of
    /// it that hold the same cards the part. A card that is of it may be named, where names alone don't say it.
    fn archetype(&mut self, text: &Name, member: Option<&Name>) -> Compiled<u16> {
        let wanted = text.text.to_lowercase();
        let with_text = self.to.names_with(&wanted);
        let cards: Vec<&Facts> =
            with_text.into_iter().map(|code| self.to.cards.facts(code)).collect();
        let of_member = match member {
            None => None,
            Some(name) => {
                let code = self.to.cards.by_name(&name.text);
                let code = code.ok_or_else(|| {
                    LanguageFault::new(
                        name.span,
                        format!("no card is named \"{}\"", short(&name.text)),
                    )
                })?;
                Some(self.to.cards.facts(code).archetypes)
            }
        };
        let mut numbers: Vec<u16> = match of_member {
            Some(numbers) => numbers.to_vec(),
            None => cards.iter().flat_map(|facts| facts.archetypes).collect(),
        };
        numbers.retain(|number| *number != 0);
        numbers.sort_unstable();
        numbers.dedup();
        let of = |number: u16| cards.iter().filter(|facts| facts.is_of_archetype(number)).count();
        let counts = numbers.into_iter().map(|number| (of(number), number));
        match counts.max() {
            Some((count, number)) if of_member.is_some() || count * 2 > cards.len() => Ok(number),
            _ => {
                let quoted = short(&text.text);
                let what = format!("most cards with `{quoted}` in their names share no archetype");
                Err(LanguageFault::new(text.span, what).help(
                    "write the archetype as it is printed, or name a card of it: `archetype \"Kuri\" of \"Kuriboh\"`",
                ))
            }
        }
    }

    /// One of these tests; Types, Attributes and kinds are asked in one go.
    fn any_test(&mut self, any: &[TestText]) -> Compiled<TestId> {
        let (mut kinds, mut types, mut attributes) = (0, 0, 0);
        let mut rows = Vec::new();
        for test in any {
            match test {
                TestText::Kind(bits) => kinds |= bits,
                TestText::Type(bits) => types |= bits,
                TestText::Attribute(bits) => attributes |= bits,
                other => rows.push(self.one_test(other)?),
            }
        }
        let joined = [
            (kinds != 0).then_some(Test::Kind(kinds)),
            (types != 0).then_some(Test::Type(types)),
            (attributes != 0).then_some(Test::Attribute(attributes)),
        ];
        for row in joined.into_iter().flatten() {
            let row = self.to.test(row);
            rows.push(row);
        }
        let mut joined = rows.pop().unwrap_or_default();
        for row in rows.into_iter().rev() {
            joined = self.to.test(Test::Any(row, joined));
        }
        Ok(joined)
    }
}

/// The bits of all Attributes.
const EVERY_ATTRIBUTE: u8 = (1 << ATTRIBUTES.len()) - 1;

/// The bits for the facts that values depend on, so that a change of these derives the values anew.
#[allow(clippy::unused_self, reason = "they read like the other questions about names")]
impl Names<'_, '_> {
    pub(super) fn reads_of_filter(&self, filter: &FilterText) -> u16 {
        filter.tests.iter().map(reads_of_test).fold(0, |a, b| a | b)
    }

    pub(super) fn reads_of_num(&self, num: &NumText) -> u16 {
        reads_of_num(num)
    }

    pub(super) fn reads_of_cond(&self, cond: &CondText) -> u16 {
        reads_of_cond(cond)
    }
}

fn reads_of_cond(cond: &CondText) -> u16 {
    match cond {
        CondText::Not(inner) => reads_of_cond(inner),
        CondText::All(all) | CondText::Any(all) => {
            all.iter().map(reads_of_cond).fold(0, |a, b| a | b)
        }
        CondText::Compare(a, _, b) => reads_of_num(a) | reads_of_num(b),
        CondText::Phase(_) | CondText::MyTurn(_) | CondText::HadBattle => reads_bit::CLOCK,
        CondText::Exists(filter) => reads_of_count(filter),
        CondText::Every(set, test) | CondText::Some(set, test) => {
            reads_of_set(set) | reads_of_test(test)
        }
        CondText::CanPay(num) => reads_bit::LIFE | reads_of_num(num),
        CondText::AttackGoesOn | CondText::DirectAttack | CondText::Calculating => {
            reads_bit::ATTACK
        }
        _ => reads_bit::MONSTERS | reads_bit::SPELLS,
    }
}

fn reads_of_set(set: &SetText) -> u16 {
    match set {
        SetText::Fixed(SetRef::Attacker | SetRef::AttackTarget | SetRef::Battled, _) => {
            reads_bit::MONSTERS | reads_bit::ATTACK
        }
        SetText::Fixed(SetRef::Equipped, _) => reads_bit::MONSTERS | reads_bit::SPELLS,
        SetText::Joined(..) => reads_bit::MONSTERS | reads_bit::SPELLS | reads_bit::ATTACK,
        _ => reads_bit::MONSTERS,
    }
}

fn reads_of_count(filter: &FilterText) -> u16 {
    let locations = locations(filter);
    let reads = [
        (location_bit::MONSTER | location_bit::MATERIAL, reads_bit::MONSTERS),
        (location_bit::SPELL | location_bit::FIELD | location_bit::PENDULUM, reads_bit::SPELLS),
        (location_bit::HAND, reads_bit::HANDS),
        (location_bit::GRAVE, reads_bit::GRAVES),
        (location_bit::BANISHED, reads_bit::BANISHED),
    ];
    let of_locations = reads.iter().filter(|(location, _)| locations & location != 0);
    of_locations.fold(0, |bits, (_, read)| bits | read)
        | filter.tests.iter().map(reads_of_test).fold(0, |a, b| a | b)
}

fn reads_of_test(test: &TestText) -> u16 {
    match test {
        TestText::Not(inner) => reads_of_test(inner),
        TestText::All(all) | TestText::Any(all) => {
            all.iter().map(reads_of_test).fold(0, |a, b| a | b)
        }
        TestText::Stat(_, _, num) | TestText::TypeOf(num) | TestText::NameIs(num) => {
            reads_of_num(num)
        }
        TestText::Equipped | TestText::EquippedWith(_) => reads_bit::SPELLS,
        TestText::SummonedThisTurn => reads_bit::CLOCK,
        TestText::PointedTo | TestText::CoLinked | TestText::InExtraZone => reads_bit::MONSTERS,
        TestText::Among(set) => reads_of_set(set),
        TestText::PointedBy(filter) | TestText::InColumnOf(filter) => {
            reads_bit::MONSTERS | reads_of_count(filter)
        }
        TestText::Such(cond) => reads_of_cond(cond),
        _ => 0,
    }
}

fn reads_of_num(num: &NumText) -> u16 {
    match num {
        NumText::Value(_) | NumText::Named(_) | NumText::Fitting(_) => 0,
        NumText::Half(one) => reads_of_num(one),
        NumText::Counters(..) | NumText::CountersAmong(..) => {
            reads_bit::MONSTERS | reads_bit::SPELLS
        }
        NumText::Count(filter)
        | NumText::Names(filter)
        | NumText::Types(filter)
        | NumText::OnlyType(filter) => reads_of_count(filter),
        NumText::TotalOf(_, filter) => reads_bit::MONSTERS | reads_of_count(filter),
        NumText::Size(set) | NumText::Stat(_, set) | NumText::Instance(set) => reads_of_set(set),
        NumText::Printed(_, set) => match **set {
            SetText::Fixed(SetRef::Equipped, _) => reads_bit::SPELLS,
            _ => 0,
        },
        NumText::Base(..)
        | NumText::Total(..)
        | NumText::AtkLost(_)
        | NumText::OriginalAtkLost(_)
        | NumText::Reached(..)
        | NumText::MaterialsLost(_)
        | NumText::AttacksMade(_) => reads_bit::MONSTERS,
        NumText::Either(parts) => {
            reads_of_cond(&parts.0) | reads_of_num(&parts.1) | reads_of_num(&parts.2)
        }
        NumText::Turns(_) | NumText::Kept(_) => reads_bit::MONSTERS,
        NumText::Equips(_) => reads_bit::MONSTERS | reads_bit::SPELLS,
        NumText::Materials(_) => reads_bit::MONSTERS,
        NumText::NormalSummons(_) | NumText::Links => 0,
        NumText::OfEvent | NumText::WouldDestroy(_) => 0,
        NumText::Called(_) => 0,
        NumText::Noted(_) | NumText::FusionMaterials(_) | NumText::NameOf(_) => reads_bit::MONSTERS,
        NumText::MaterialsUsed(_) => reads_bit::MONSTERS,
        NumText::BattleDamage(_) => reads_bit::MONSTERS | reads_bit::ATTACK,
        NumText::Life(_) => reads_bit::LIFE,
        NumText::FreeZones(_) => reads_bit::MONSTERS,
        NumText::Plus(two) | NumText::Times(two) | NumText::Least(two) => {
            reads_of_num(&two.0) | reads_of_num(&two.1)
        }
    }
}

/// The condition that there is a zone for the monsters that a filter finds.
pub(super) fn zone_for(filter: &FilterText, who: Who, pointed: bool) -> Cond {
    match locations(filter) {
        _ if pointed => Cond::HasPointedZone,
        locations if locations & location_bit::EXTRA != 0 => Cond::HasExtraZone,
        _ => Cond::HasZone(who),
    }
}

/// The test about a Normal Summon that a word means.
fn of_normal_summon(text: &TestText) -> Test {
    match text {
        TestText::SummonableFreely => Test::SummonableFreely,
        _ => Test::AllowsNormalSummon,
    }
}
