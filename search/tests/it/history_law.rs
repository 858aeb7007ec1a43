//! The history law: what a player has not seen changes nothing that the player is shown.
//!
//! Two prints of the starting decks change places, and the duel is played again with the same
//! answers. As long as the observer hears the same events, the observer's view, the meanings of
//! the legal actions and every bot's choice must be the same. Every choice is asked for
//! (`ask_forced`), so that both duels put the same questions.
//!
//! The same is asked of monsters that an effect Sets and whose places are shuffled then: nothing tells the
//! opponent how chance laid them, though both saw before which monsters they are.

use duelfish_cards::catalogue;
use duelfish_engine::{
    Action, Actions, Candidate, CardCode, Cause, Chance, ChoiceKey, DeckList, Duel, Event, Facts,
    Game, Heard, Location, Placement, Player, PublicEvent, PublicSpot, Purpose, Question, Rules,
    Streams, Witness, kind,
};
use duelfish_search::{Bot, Budget, Setup, Spec};

/// All bots are asked; those that search come last, and search little here.
const BOTS: usize = Spec::WORDS.len();

fn little(word: &str) -> &str {
    match word {
        "planner" => "planner:nodes=80,worlds=2,plan=80",
        "mcts" => "mcts:iters=24,keep=yes,plan=80",
        "mcts-1" => "mcts-1:iters=12",
        other => other,
    }
}

/// Of so many decisions one is searched.
const SEARCHES_EVERY: u32 = 12;

/// What an observer hears.
struct Ears {
    observer: Player,
    heard: Vec<PublicEvent>,
}

impl Witness for Ears {
    const JOURNALS: bool = false;
    fn save(&mut self, _: u16, _: u64) {}
    fn event(&mut self, duel: &Duel, event: Event) {
        self.heard.extend(event.heard_by(duel, self.observer));
    }
}

/// One decision as the observer notices it.
#[derive(Debug, PartialEq)]
struct Moment {
    /// Events heard since the last decision.
    heard: Vec<PublicEvent>,
    view: String,
    /// Meanings and texts of the legal actions, if it is the observer who is asked; otherwise those
    /// that the view has for actions with cards of a hand.
    keys: Vec<(ChoiceKey, String)>,
    /// What each bot would do there: the answer, unless it is one of several copies in a Deck, and
    /// what it means.
    choices: Vec<(Option<Action>, ChoiceKey)>,
}

/// One answer of the first duel.
struct Step {
    moment: Moment,
    asked: Player,
    action: Action,
    key: ChoiceKey,
    /// How often chance was asked until then.
    given: usize,
}

impl Step {
    /// The same answer in the second duel. A card of a Deck is chosen for what is printed on it,
    /// anything else by its place.
    fn again(&self, table: &Table<'_>) -> Option<Action> {
        let from_deck = self.action.pointer().is_some_and(|at| at.location == Location::DeckRest);
        let mut legal = Actions::new();
        table.duel.legal_actions(table.game, &mut legal);
        legal.into_iter().find(|action| {
            if from_deck {
                table.duel.choice_key(*action) == self.key
            } else {
                *action == self.action
            }
        })
    }
}

/// Chance that gives out the same pieces of cardboard as in another duel, where it can. The rest of a
/// Deck has the order of what is printed on its cards after a shuffle, so that with two prints swapped
/// the same number may mean another card.
struct Dealt<'d> {
    streams: Streams,
    before: &'d [(Question, Candidate)],
    given: Vec<(Question, Candidate)>,
    /// A question that is answered with another card than before.
    otherwise: Option<Question>,
    /// What is printed on the cards of that question, if it was asked and two of them differ.
    varied: Vec<CardCode>,
}

impl Chance for Dealt<'_> {
    fn answer(&mut self, question: Question, candidate: impl Fn(u32) -> Candidate) -> u32 {
        let same = |(other, _): &&(Question, Candidate)| {
            (other.purpose, other.index) == (question.purpose, question.index)
        };
        let before = self.before.iter().find(same).filter(|(_, before)| *before != Candidate::NONE);
        let varies = self.otherwise == Some(question);
        let again = before.and_then(|(_, before)| {
            (0..question.choices).find(|answer| {
                let candidate = candidate(*answer);
                if varies { candidate.code != before.code } else { candidate.card == before.card }
            })
        });
        if varies && again.is_some() {
            self.varied = (0..question.choices).map(|answer| candidate(answer).code).collect();
        }
        let answer = again.unwrap_or_else(|| self.streams.answer(question, &candidate));
        self.given.push((question, candidate(answer)));
        answer
    }
}

/// A table at which one player is observed.
struct Table<'a> {
    game: &'a Game<'a>,
    duel: Duel,
    chance: Dealt<'a>,
    ears: Ears,
    bots: [(Box<dyn Bot>, Budget<'static>); BOTS],
}

impl<'a> Table<'a> {
    /// Begins a duel in which chance gives what it gave `before`.
    fn new(
        game: &'a Game<'a>,
        decks: [&[CardCode]; 2],
        observer: Player,
        seed: u64,
        before: &'a [(Question, Candidate)],
    ) -> Self {
        let lists = decks.map(|main| DeckList { main, extra: &[] });
        let streams = Streams::new(seed, [0, 1]);
        let mut chance =
            Dealt { streams, before, given: Vec::new(), otherwise: None, varied: Vec::new() };
        let mut ears = Ears { observer, heard: Vec::new() };
        let duel = Duel::start(game, lists, &mut chance, &mut ears).unwrap();
        // A bot knows the lists, not their order.
        let sorted = decks.map(|main| {
            let mut main = main.to_vec();
            main.sort_unstable();
            main
        });
        let known = sorted.each_ref().map(|main| Some(DeckList { main, extra: &[] }));
        let bots = Spec::WORDS.map(|word| {
            let spec = Spec::parse(little(word)).unwrap();
            let mut bot = spec.build();
            bot.begin(&Setup { me: observer, decks: known }, seed);
            (bot, spec.budget())
        });
        Self { game, duel, chance, ears, bots }
    }

    fn moment(&mut self) -> Moment {
        let observer = self.ears.observer;
        let view = self.duel.view(self.game, observer);
        let mut legal = Actions::new();
        view.legal_actions(&mut legal);
        // Not only the legal actions: a view must not tell of the other player's hand through
        // texts and keys of actions that it is asked about.
        let any = (0..8).map(Action::summon).filter(|_| legal.is_empty());
        let asked = legal.iter().copied().chain(any);
        let mut keys: Vec<(ChoiceKey, String)> =
            asked.map(|action| (view.choice_key(action), view.describe(action))).collect();
        // Cards of a hand that was shown are offered in the order in which they lie there, which is
        // anybody's to see then.
        let of_their_hand = |action: &Action| {
            let at = action.pointer();
            at.is_some_and(|at| at.location == Location::Hand && at.player != observer)
        };
        if legal.iter().any(of_their_hand) {
            keys.sort_unstable();
        }
        let mut choices = Vec::new();
        if !legal.is_empty() {
            // Searches cost a thousand times as much as the rest, so they choose now and then.
            let all = self.duel.decisions().is_multiple_of(SEARCHES_EVERY);
            for (bot, budget) in self.bots.iter_mut().take(if all { BOTS } else { 2 }) {
                let action = bot.choose(&view, &legal, *budget).action;
                // A card of a Deck, or of a hand that was shown, is chosen for what is printed on it,
                // whichever copy it is and wherever it lies there.
                let by_code = action.pointer().is_some_and(|at| {
                    at.location == Location::DeckRest
                        || (at.location == Location::Hand && at.player != observer)
                });
                let key = view.choice_key(action);
                choices.push((Some(action).filter(|_| !by_code), key));
            }
        }
        Moment {
            heard: std::mem::take(&mut self.ears.heard),
            view: view.to_string(),
            keys,
            choices,
        }
    }

    fn apply(&mut self, action: Action) {
        self.duel.apply(self.game, action, &mut self.chance, &mut self.ears);
    }
}

fn step(dice: &mut u64, sides: usize) -> usize {
    *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*dice >> 33) as usize) % sides
}

/// Plays the first duel: rules of thumb and random choices mixed, so that there are battles and odd moves.
fn record(table: &mut Table<'_>, dice: &mut u64) -> Vec<Step> {
    let mut moments = Vec::new();
    let mut legal = Actions::new();
    while let Some(decision) = table.duel.decision() {
        let moment = table.moment();
        table.duel.legal_actions(table.game, &mut legal);
        let own = moment.choices.get(step(dice, 3)).and_then(|(action, _)| *action);
        let action = own.unwrap_or_else(|| legal[step(dice, legal.len())]);
        let step = Step {
            moment,
            asked: decision.player,
            action,
            key: table.duel.choice_key(action),
            given: table.chance.given.len(),
        };
        moments.push(step);
        table.apply(action);
    }
    moments
}

/// Whether an event rightly shows a card to the observer: an own card that is drawn or Set, or a
/// card that lies open now.
fn shows_rightly(event: &PublicEvent, observer: Player) -> Option<CardCode> {
    match *event {
        PublicEvent::Revealed(_, Heard(code), _) => code,
        PublicEvent::Noticed(_, Heard(code), _) => code,
        PublicEvent::Excavated(_, code) => Some(code),
        PublicEvent::Moved { card: Heard(Some(code)), to, position, .. } => {
            let own = match to {
                PublicSpot::Hand(player) | PublicSpot::Monster(player, _) => player == observer,
                // Whose card is banished face-down may look at it (DF-82).
                PublicSpot::Banished(player) => player == observer,
                PublicSpot::Grave(_) => true,
                _ => false,
            };
            (own || position.is_face_up()).then_some(code)
        }
        PublicEvent::PositionChanged(_, Heard(Some(code)), position) => {
            position.is_face_up().then_some(code)
        }
        _ => None,
    }
}

/// The first event that is heard otherwise must be one that rightly shows one of the swapped cards.
/// That is so if they are used alike: with another number of Tributes the other player is asked
/// something else, and events come at another decision; a Spell is Set into another zone.
fn assert_difference_is_right(
    was: &[PublicEvent],
    is: &[PublicEvent],
    observer: Player,
    swapped: &[CardCode],
    what: &str,
) {
    let used = |code: &CardCode| {
        let facts = catalogue().facts(*code);
        let place = facts.kind & (kind::MONSTER | kind::FIELD);
        (facts.tributes(), facts.can_be_normal_summoned(), place)
    };
    if swapped.windows(2).any(|two| used(&two[0]) != used(&two[1])) {
        return;
    }
    let at = was.iter().zip(is).take_while(|(was, is)| was == is).count();
    let right = |events: &&[PublicEvent]| {
        let shown = events.get(at).and_then(|event| shows_rightly(event, observer));
        shown.is_some_and(|code| swapped.contains(&code))
    };
    let plain = swapped.iter().all(|code| catalogue().scripts().card(*code).is_none());
    // Monsters that are Special Summoned together come in the order of the deck list.
    let summoned = |events: &[PublicEvent]| {
        let together = |cause: &Cause| matches!(cause, Cause::SpecialSummon);
        let event = events.get(at);
        event.is_some_and(|e| matches!(e, PublicEvent::Moved { cause, .. } if together(cause)))
    };
    // Cards of a hand that lies open from now on are told in the order of the card table.
    let noticed = |events: &[PublicEvent]| matches!(events.get(at), Some(PublicEvent::Noticed(..)));
    // So are cards that are shown together; all but the swapped ones must be the same.
    let revealed = |events: &[PublicEvent]| -> (usize, Vec<CardCode>) {
        let rest = events.get(at..).unwrap_or_default().iter();
        let shown = rest.map_while(|event| match *event {
            PublicEvent::Revealed(_, Heard(code), _) => code,
            _ => None,
        });
        let shown: Vec<CardCode> = shown.collect();
        (shown.len(), shown.into_iter().filter(|code| !swapped.contains(code)).collect())
    };
    let shown = revealed(was);
    let shown_together = !shown.1.is_empty() && shown == revealed(is);
    let in_line =
        (summoned(was) && summoned(is)) || (noticed(was) && noticed(is)) || shown_together;
    // An effect may do something to the one card and nothing to the other, which tells as much.
    let right =
        if plain && !in_line { [was, is].iter().all(right) } else { [was, is].iter().any(right) };
    let names: Vec<&str> = swapped.iter().map(|code| catalogue().name(*code)).collect();
    assert!(right, "{what}, {names:?}: heard {:?} and not {:?}", is.get(at), was.get(at));
}

/// Replays with other decks, or other luck, until the observer hears something else; returns the decisions
/// that were compared.
fn replay(table: &mut Table<'_>, moments: &[Step], swapped: &[CardCode], what: &str) -> usize {
    for (at, recorded) in moments.iter().enumerate() {
        let was = &recorded.moment;
        if table.duel.decision().is_none() {
            return at;
        }
        if table.duel.decision().map(|decision| decision.player) != Some(recorded.asked) {
            // The other player holds another card now and may respond, or not.
            return at;
        }
        let is = table.moment();
        if is.heard != was.heard {
            let observer = table.ears.observer;
            let pairs = was.heard.iter().zip(&is.heard);
            if recorded.asked != observer && pairs.into_iter().all(|(was, is)| was == is) {
                // Only the moment differs at which the other player is asked: with another card
                // there is something to respond with, or nothing.
                return at;
            }
            let varied = &table.chance.varied;
            let unlike = if varied.is_empty() { swapped } else { varied };
            assert_difference_is_right(&was.heard, &is.heard, observer, unlike, what);
            return at;
        }
        let names: Vec<&str> = swapped.iter().map(|code| catalogue().name(*code)).collect();
        assert_eq!(is, *was, "{what}, {names:?}, decision {at}");
        let Some(action) = recorded.again(table) else {
            // The other player holds another card now and can't do what was done.
            return at;
        };
        table.apply(action);
    }
    moments.len()
}

#[test]
fn unseen_cards_change_nothing_that_is_shown() {
    let cards = catalogue();
    // A monster of the Extra Deck that is banished face-down is known to come from there, which one of a Main
    // Deck, where it can't be, would not.
    let is_main = |code: &CardCode| !cards.facts(*code).is_any(kind::EXTRA_DECK);
    let plain = cards.iter().filter(|(_, facts, _)| facts.is_plain_monster()).map(|(p, ..)| p);
    let pool: Vec<CardCode> = plain.filter(is_main).collect();
    let scripted = cards.scripts().cards().map(|(code, _)| code);
    let scripted: Vec<CardCode> = scripted.filter(is_main).collect();
    let rules = Rules { ask_forced: true, ..Rules::MR5.with_placement(Placement::Ask) };
    let game = Game::new(rules, cards);
    let (mut compared, mut swaps, mut longest) = (0, 0, 0);
    for seed in 0..250_u64 {
        let mut dice = seed;
        // Every other duel is one of effects.
        let mut card = |at: usize| {
            let effects = seed % 4 > 1 && !at.is_multiple_of(3);
            let pool = if effects { &scripted } else { &pool };
            pool[step(&mut dice, pool.len())]
        };
        let decks: [Vec<CardCode>; 2] = std::array::from_fn(|_| (0..40).map(&mut card).collect());
        let observer = Player::of_bit((seed & 1) as u8);
        let mut first = Table::new(&game, [&decks[0], &decks[1]], observer, seed, &[]);
        let moments = record(&mut first, &mut dice);
        for _ in 0..12 {
            let mut other = decks.clone();
            let (side, i, j) = (step(&mut dice, 2), step(&mut dice, 40), step(&mut dice, 40));
            other[side].swap(i, j);
            let mut second =
                Table::new(&game, [&other[0], &other[1]], observer, seed, &first.chance.given);
            let what = format!("seed {seed}: {observer} watches, deck {side}, {i} for {j}");
            let swapped = [decks[side][i], decks[side][j]];
            let same = replay(&mut second, &moments, &swapped, &what);
            compared += same;
            swaps += 1;
            longest = longest.max(same);
        }
    }
    assert!(compared > 50 * swaps, "{compared} decisions of {swaps} swaps were compared");
    assert!(longest > 200, "no swap stayed unseen for long: {longest}");
}

/// The jars bring monsters that both players see, Set them and shuffle their places; nothing else in these
/// decks asks chance for a pick. Each of these picks is made otherwise once.
#[test]
fn how_shuffled_set_monsters_lie_is_shown_to_their_player_alone() {
    let cards = catalogue();
    let low = |facts: &Facts| facts.is_plain_monster() && facts.level <= 4;
    let pool: Vec<CardCode> =
        cards.iter().filter(|(_, facts, _)| low(facts)).map(|(p, ..)| p).collect();
    let jars = ["Morphing Jar #2", "Cyber Jar"].map(|name| cards.by_name(name).unwrap());
    let rules = Rules { ask_forced: true, ..Rules::MR5.with_placement(Placement::Ask) };
    let game = Game::new(rules, cards);
    let (mut varied, mut compared) = (0, 0);
    for seed in 0..120_u64 {
        let mut dice = seed;
        let mut card = |at: usize| {
            if at.is_multiple_of(3) { jars[at % 2] } else { pool[step(&mut dice, pool.len())] }
        };
        let decks: [Vec<CardCode>; 2] = std::array::from_fn(|_| (0..60).map(&mut card).collect());
        let observer = Player::of_bit((seed & 1) as u8);
        let mut first = Table::new(&game, [&decks[0], &decks[1]], observer, seed, &[]);
        let moments = record(&mut first, &mut dice);
        let given = &first.chance.given;
        let hidden = Purpose::Pick(observer.other());
        let picks = given.iter().enumerate().filter(|(_, (asked, _))| asked.purpose == hidden);
        for (at, (question, _)) in picks.take(4) {
            let mut second = Table::new(&game, [&decks[0], &decks[1]], observer, seed, given);
            second.chance.otherwise = Some(*question);
            let what = format!("seed {seed}: {observer} watches, {question:?} falls otherwise");
            let same = replay(&mut second, &moments, &[], &what);
            if !second.chance.varied.is_empty() {
                let before = moments.iter().take_while(|step| step.given <= at).count();
                varied += 1;
                compared += same.saturating_sub(before);
            }
        }
    }
    assert!(varied > 300, "{varied} picks fell otherwise");
    assert!(compared > 20 * varied, "{compared} decisions after {varied} picks were compared");
}
