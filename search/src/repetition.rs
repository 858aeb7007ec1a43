//! A player who sees that nothing comes of a repeated choice makes another one.
//!
//! Cards can be played round and round: a Night Assailant that is discarded for the hand limit brings
//! another one back, and there is the hand limit again. A search finds nothing wrong with that, because
//! each round looks as good as the one before. Nor does it in a card that gives a little without an end, like one
//! that gains 1 Life Point as often as its player wants.

use arrayvec::ArrayVec;
use duelfish_engine::{Action, Actions, Player, Verb, View};

/// So often a bot does the same in a turn where everything looks the same to it.
const OFTEN: usize = 2;
/// So often where only numbers have grown: its own Life Points, counters, ATK. A gain step by step
/// is worth some steps; damage to the opponent is no such number, since it ends.
const OFTEN_WITH_GROWTH: usize = 8;
/// So many choices are remembered: ways round are short.
const REMEMBERED: usize = 64;

/// The choices of a player in the present turn.
#[derive(Clone, Debug)]
pub(crate) struct Repetition {
    turn: u16,
    /// The last choices of the turn.
    done: ArrayVec<Done, REMEMBERED>,
}

/// A choice, and how the decision looked.
#[derive(Clone, Copy, Debug)]
struct Done {
    look: Look,
    /// The key of the choice.
    key: u32,
}

/// How a decision looks to its player.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// As far as cards that go round and round could change it.
    all: u64,
    /// The same without numbers that can grow for ever.
    cards: u64,
    /// Life Points of the opponent.
    opponent: i32,
}

impl Done {
    /// Whether this was done where all looked the same.
    fn is_same(&self, other: &Self) -> bool {
        self.look.all == other.look.all && self.key == other.key
    }

    /// Whether the same was done later, and numbers of the own side are all that has come of it.
    fn is_growth(&self, other: &Self) -> bool {
        let hurt = other.look.opponent < self.look.opponent;
        self.look.cards == other.look.cards && self.key == other.key && !hurt
    }
}

impl Repetition {
    /// Nothing was chosen yet.
    pub(crate) const fn new() -> Self {
        Self { turn: 0, done: ArrayVec::new_const() }
    }

    /// A duel begins.
    pub(crate) fn clear(&mut self) {
        self.done.clear();
    }

    /// The first of these choices, the best one first, that was not made again and again with nothing
    /// coming of it; if all were, any other one, if there is one. A choice that leads on to the
    /// next moment may be made as often as one likes.
    pub(crate) fn choose(
        &mut self,
        view: &View<'_>,
        legal: &Actions,
        mut ranked: impl Iterator<Item = Action>,
    ) -> Action {
        if self.turn != view.turn() {
            self.turn = view.turn();
            self.done.clear();
        }
        let look = look(view, legal);
        let meant = |action: Action| Done { look, key: view.choice_key(action).0 };
        let is_new = |action: &Action| {
            let now = meant(*action);
            let same = self.done.iter().filter(|done| done.is_same(&now)).count();
            let grown = self.done.iter().filter(|done| done.is_growth(&now)).count();
            goes_on(*action) || (same < OFTEN && grown < OFTEN_WITH_GROWTH)
        };
        let best = ranked.next().unwrap_or(legal[0]);
        let mut ways = std::iter::once(best).chain(ranked).chain(legal.iter().copied());
        let action = ways.find(is_new).unwrap_or(best);
        if !goes_on(action) {
            let done = meant(action);
            if self.done.is_full() {
                self.done.remove(0);
            }
            self.done.push(done);
        }
        action
    }
}

/// Whether an action leads on to another moment, whatever happened before.
fn goes_on(action: Action) -> bool {
    matches!(action.verb(), Verb::Pass | Verb::ToBattle | Verb::ToMain2 | Verb::EndTurn)
}

/// How a decision looks: the phase, the question and its answers, and both players' cards and
/// numbers.
fn look(view: &View<'_>, legal: &Actions) -> Look {
    let asked = view.decision().map_or(0, |decision| decision.kind as u64);
    let clock = (view.phase() as u64) << 8 | asked;
    let answers = legal.iter().map(|action| u64::from(view.choice_key(*action).0));
    let cards = Player::BOTH.into_iter().flat_map(|player| {
        let piles = [
            view.hand_count(player),
            view.grave(player).len(),
            view.banished(player).len(),
            view.extra_count(player),
            usize::from(view.deck_count(player)),
        ];
        let piles = piles.into_iter().fold(0, |piles, cards| piles << 8 | cards as u64);
        let monsters = view.monsters(player);
        let monsters =
            monsters.map(|(zone, monster)| u64::from(zone.number()) << 8 | monster.position as u64);
        let spells = view.spells(player);
        let spells = spells.map(|(zone, card)| u64::from(card.face_up) << 8 | u64::from(zone));
        std::iter::once(piles).chain(monsters).chain(spells)
    });
    let cards = answers.chain(cards).fold(clock, mix);
    let numbers = Player::BOTH.into_iter().flat_map(|player| {
        let lp = u64::from(view.lp(player).cast_unsigned());
        let monsters = view.monsters(player).map(|(_, monster)| {
            monster.values.map_or(0, |values| u64::from(values.atk.cast_unsigned()))
        });
        let spells = view.spells(player);
        let spells = spells.map(|(_, card)| u64::from(card.counters.total()));
        std::iter::once(lp).chain(monsters).chain(spells)
    });
    let opponent = view.asked().map_or(0, |player| view.lp(player.other()));
    Look { all: numbers.fold(cards, mix), cards, opponent }
}

/// A number that this part was added to.
const fn mix(look: u64, part: u64) -> u64 {
    (look ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use duelfish_cards::catalogue;
    use duelfish_engine::{Duel, Game, Position, Streams};

    const ROUND: &str = "rules goat\nturn 4 P1 main1\nP1 hand: Night Assailant; 6* Battle Ox\n\
        P1 grave: Night Assailant\nP1 deck: 20* Battle Ox\nP2 deck: 20* Battle Ox\n";

    /// The choice, as it is called, of a player who always wants `wish`.
    fn choose(repetition: &mut Repetition, duel: &Duel, game: &Game<'_>, wish: &str) -> Action {
        let (mut legal, asked) = (Actions::new(), duel.decision().unwrap().player);
        duel.legal_actions(game, &mut legal);
        let view = duel.view(game, asked);
        let wanted = legal.iter().copied().find(|action| view.describe(*action) == wish);
        repetition.choose(&view, &legal, wanted.into_iter())
    }

    /// Discarded for the hand limit a Night Assailant brings back another one, and the hand is as large
    /// as before.
    #[test]
    fn nobody_discards_the_same_card_for_ever() {
        let position = Position::parse(ROUND, catalogue()).unwrap();
        let game = position.game(catalogue());
        let mut chance = Streams::new(1, [0, 1]);
        let mut duel = position.start(&game, &mut chance, &mut ());
        duel.apply(&game, Action::END_TURN, &mut chance, &mut ());
        let mut repetition = Repetition::new();
        let mut discards = Vec::new();
        while duel.turn() == 4 {
            let action = choose(&mut repetition, &duel, &game, "discard Night Assailant");
            discards.push(duel.describe(&game, action));
            duel.apply(&game, action, &mut chance, &mut ());
        }
        // The first time it lay elsewhere in the hand.
        let same = "discard Night Assailant";
        assert_eq!(discards, [same, same, same, "discard Battle Ox"]);
    }

    /// A card that gains 1 Life Point as often as one likes is used some times in a turn; one that hurts the
    /// opponent until the duel ends.
    #[test]
    fn nobody_gains_a_little_for_ever() {
        let own = |name: &str, does: &str| {
            let text = format!(
                "card 900000001 \"{name}\"\nfacts monster effect level 4 earth warrior atk 1000 def 1000\n\
                 effect ignition\n  do {does}\n"
            );
            duelfish_cards::catalogue_with(&[("own.card".to_owned(), text)]).unwrap()
        };
        for (name, does, most) in [
            ("Little Spring", "gain 1", OFTEN_WITH_GROWTH),
            ("Little Muscle", "give self atk +1 until end_of_turn", OFTEN_WITH_GROWTH),
            ("Little Ember", "damage 50 to opponent", 40),
        ] {
            let cards = own(name, does);
            let text = format!(
                "turn 3 P1 main1\nP1 M1 attack: {name}\nP1 deck: 20* Battle Ox\nP2 lp 2000\nP2 deck: 20* Battle Ox\n"
            );
            let position = Position::parse(&text, &cards).unwrap();
            let game = position.game(&cards);
            let mut chance = Streams::new(1, [0, 1]);
            let mut duel = position.start(&game, &mut chance, &mut ());
            let mut repetition = Repetition::new();
            let mut used = 0;
            while duel.decision().is_some() && used < 100 {
                let action = choose(&mut repetition, &duel, &game, "activate M1");
                if duel.describe(&game, action) != "activate M1" {
                    break;
                }
                used += 1;
                duel.apply(&game, action, &mut chance, &mut ());
            }
            assert_eq!(used, most, "{does}");
        }
    }

    /// A repeated choice is made again as soon as anything is different, and in another turn.
    #[test]
    fn what_goes_on_is_no_repetition() {
        let position = Position::parse(ROUND, catalogue()).unwrap();
        let game = position.game(catalogue());
        let duel = position.start(&game, &mut Streams::new(1, [0, 1]), &mut ());
        let mut repetition = Repetition::new();
        let mut wish =
            |wish: &str| duel.describe(&game, choose(&mut repetition, &duel, &game, wish));
        for _ in 0..5 {
            assert_eq!(wish("end"), "end");
        }
        for _ in 0..2 {
            assert_eq!(wish("summon Battle Ox"), "summon Battle Ox");
        }
        assert_ne!(wish("summon Battle Ox"), "summon Battle Ox");
        let richer = ROUND.replace("6* Battle Ox", "5* Battle Ox; Celtic Guardian");
        let later = ROUND.replace("turn 4", "turn 6");
        for other in [richer, later] {
            let position = Position::parse(&other, catalogue()).unwrap();
            let duel = position.start(&game, &mut Streams::new(1, [0, 1]), &mut ());
            let action = choose(&mut repetition, &duel, &game, "summon Battle Ox");
            assert_eq!(duel.describe(&game, action), "summon Battle Ox");
        }
    }
}
