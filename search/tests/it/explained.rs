//! The things that a search says beside its choice: how sure it is, which line it expects, what one move alone gives,
//! and what the opponent may hold.

use duelfish_cards::catalogue;
use duelfish_engine::{Action, Actions, DeckList, Duel, Game, Player, Position, PublicSpot};
use duelfish_search::duels::{DuelWorlds, hidden_cards};
use duelfish_search::mcts::{Mcts, RootMove, Settings, Worlds};
use duelfish_search::{
    Bot, Choice, Finding, Findings, Judge, Keyed, Playable, Setup, Spec, Turn, Why,
};

use crate::undo_by_copy::undo_by_copy;

/// P1 wins by a direct attack, unless the Set card stops it. It is Trap Hole or Waboku.
const LETHAL: &str = "turn 5 P1 main1\nP2 lp 1400\nP1 M1 attack: Celtic Guardian\nP2 S1 down: Trap Hole\n\
                      P2 hand: Battle Ox; Mystical Elf\nP1 deck: 9* Celtic Guardian\n\
                      P2 deck: Waboku; Summoned Skull; 5* Silver Fang\n";

/// A bag of two moves: the one is worth three quarters, the other one everything or nothing.
#[derive(Clone, Copy)]
struct Bag {
    /// What the other one is worth in this world.
    lucky: bool,
    taken: Option<u64>,
}

impl Playable for Bag {
    type Move = u64;

    fn turn(&self) -> Turn {
        self.taken.map_or(Turn::Player(1), |taken| {
            let worth = if taken == 0 { 0.75 } else { f32::from(u8::from(self.lucky)) };
            Turn::Over(1.0 - worth)
        })
    }

    fn moves(&self, moves: &mut Vec<Keyed<u64>>) {
        moves.clear();
        moves.extend([0, 1].map(|at| Keyed { action: at, key: at }));
    }

    fn play(&mut self, at: u64) {
        self.taken = Some(at);
    }
}

undo_by_copy!(Bag);

/// Nothing is to be judged: every move ends the game.
struct Even;

impl Judge<Bag> for Even {
    fn priors(&mut self, _: &Bag, moves: &[Keyed<u64>], priors: &mut Vec<f32>) {
        priors.resize(moves.len(), 1.0);
    }

    fn value(&mut self, _: &mut Bag) -> f32 {
        unreachable!("it is over")
    }
}

/// Every fourth world is a lucky one.
struct Fourth(u32);

impl Worlds<Bag> for Fourth {
    fn deal(&mut self, world: &mut Bag) {
        self.0 += 1;
        *world = Bag { lucky: self.0.is_multiple_of(4), taken: None };
    }
}

/// The root of a search for one move of the bag, or for both.
fn bag(only: Option<u64>, iterations: u32) -> Vec<RootMove> {
    let mut search = Mcts::new(Settings::default());
    search.restrict(only);
    search.search(&mut Fourth(0), &mut Even, &mut Bag { lucky: false, taken: None }, iterations);
    search.root_moves().collect()
}

/// Of n values 0 and 1 with the mean m the standard error is the square root of m(1 - m) / (n - 1).
#[test]
fn the_error_of_a_move_is_that_of_the_mean_of_its_values() {
    let both = bag(None, 400);
    assert_eq!(both.len(), 2);
    assert_eq!(both[0].error, Some(0.0), "its values are all the same");
    let lucky = both[1];
    let wanted = (lucky.value * (1.0 - lucky.value) / (lucky.visits - 1) as f32).sqrt();
    assert!((lucky.error.unwrap() - wanted).abs() < 1e-4, "{lucky:?}");

    // One move alone: a quarter of 400 worlds is lucky.
    let alone = bag(Some(1), 400);
    assert_eq!((alone.len(), alone[0].visits, alone[0].value), (1, 400, 0.25));
    let wanted = (0.25_f32 * 0.75 / 399.0).sqrt();
    assert!((alone[0].error.unwrap() - wanted).abs() < 1e-4);
    assert_eq!(bag(Some(1), 1)[0].error, None, "one value has no spread");
}

/// A bot that has begun, and the position that it is asked about.
struct Asked {
    duel: Duel,
    bot: Box<dyn Bot>,
    spec: Spec,
    legal: Actions,
}

impl Asked {
    fn new(game: &Game<'_>, duel: Duel, spec: &str) -> Self {
        let spec = Spec::parse(spec).unwrap();
        let mut bot = spec.build();
        let list = DeckList { main: &[], extra: &[] };
        bot.begin(&Setup { me: Player::FIRST, decks: [Some(list); 2] }, 1);
        let mut legal = Actions::new();
        duel.view(game, Player::FIRST).legal_actions(&mut legal);
        Self { duel, bot, spec, legal }
    }

    fn choose(&mut self, game: &Game<'_>) -> (Action, Findings) {
        let view = self.duel.view(game, Player::FIRST);
        let Choice { action, why } = self.bot.choose(&view, &self.legal, self.spec.budget());
        let Why::Search(found) = why else { panic!("{why:?}") };
        (action, found)
    }

    fn judge(&mut self, game: &Game<'_>, action: Action) -> Option<Finding> {
        self.bot.judge(&self.duel.view(game, Player::FIRST), action, self.spec.budget())
    }

    /// The expected line as text, with the world before each move.
    fn line(&mut self, game: &Game<'_>, first: Action) -> Vec<(Duel, String, u32)> {
        let line = self.bot.expects(&self.duel.view(game, Player::FIRST), first);
        let said = |step: &duelfish_search::ExpectedMove| {
            let text = step.world.view(game, step.player).describe(step.action);
            (step.world, text, step.visits)
        };
        line.iter().map(said).collect()
    }
}

fn lethal() -> Position {
    Position::parse(LETHAL, catalogue()).unwrap()
}

#[test]
fn a_search_tells_the_line_that_it_expects_and_how_sure_it_is() {
    let position = lethal();
    let game = position.game(catalogue());
    let duel = position.start(&game, &mut position.script(), &mut ());
    let mut asked = Asked::new(&game, duel, "mcts:iters=300");
    let (action, found) = asked.choose(&game);
    let line = asked.line(&game, action);
    let words: Vec<&str> = line.iter().map(|(_, text, _)| text.as_str()).collect();
    assert_eq!(words[..2], ["battle", "attack M1 direct"], "{words:?}");
    assert!(line.len() <= 12 && line.iter().skip(1).all(|(_, _, visits)| *visits >= 8));
    assert_eq!(line[0].2, found.choices[0].visits);
    // The player can't tell the world of the line from the true one.
    let seen = |duel: &Duel| duel.view(&game, Player::FIRST).to_string();
    assert_eq!(seen(&line[0].0), seen(&duel));
    for Finding { visits, value, interval, .. } in &found.choices {
        assert_eq!(interval.is_some(), *visits >= 10);
        let [low, high] = interval.unwrap_or([*value; 2]);
        assert!(0.0 <= low && low <= *value && *value <= high && high <= 1.0, "{low} {high}");
    }
    let other = asked.legal.iter().find(|other| duel.describe(&game, **other) == "end");
    assert_eq!(asked.line(&game, *other.unwrap())[0].1, "end", "any move can begin it");
    assert!(Asked::new(&game, duel, "greedy").line(&game, action).is_empty());
}

/// Whatever the hidden cards are, the same is said.
#[test]
fn lines_and_judgements_do_not_know_hidden_cards() {
    let position = lethal();
    let game = position.game(catalogue());
    let truth = position.start(&game, &mut position.script(), &mut ());
    let hidden = |duel: &Duel| duel.judge_view(&game).spell(Player::SECOND, 0).unwrap().code;
    let dealer = truth.view(&game, Player::FIRST).dealer(None).unwrap();
    let mut lie = truth;
    let mut rng =
        <rand_chacha::ChaCha8Rng as rand_chacha::rand_core::SeedableRng>::seed_from_u64(1);
    while hidden(&lie) == hidden(&truth) {
        dealer.deal(&game, &mut rng, &mut lie);
    }
    let told = |duel: Duel| {
        let mut asked = Asked::new(&game, duel, "mcts:iters=200");
        let (action, found) = asked.choose(&game);
        let line = asked.line(&game, action).into_iter();
        let line: Vec<(String, String, u32)> = line
            .map(|(world, text, visits)| (world.judge_view(&game).to_string(), text, visits))
            .collect();
        let end = asked.legal[asked.legal.len() - 1];
        let view = duel.view(&game, Player::FIRST);
        let worlds = DuelWorlds::new(vec![view.dealer(None).unwrap()]).unwrap();
        (line, found, asked.judge(&game, end), hidden_cards(&view, &worlds, 50, 1))
    };
    assert_eq!(told(truth), told(lie));
}

#[test]
fn a_move_is_judged_alone_and_choices_do_not_notice() {
    let position = lethal();
    let game = position.game(catalogue());
    let duel = position.start(&game, &mut position.script(), &mut ());
    for spec in ["mcts:iters=200", "mcts:iters=200,keep=yes"] {
        let mut asked = Asked::new(&game, duel, spec);
        let end = asked.legal.iter().find(|action| duel.describe(&game, **action) == "end");
        let end = *end.unwrap();
        let (_, before) = asked.choose(&game);
        let alone = asked.judge(&game, end).unwrap();
        let after = asked.choose(&game).1;
        let mut fresh = Asked::new(&game, duel, spec);
        let twice = [fresh.choose(&game).1, fresh.choose(&game).1];
        if spec.ends_with("yes") {
            // It begins with an empty tree again, and not with the one of the other question.
            assert_eq!(after.choices.iter().map(|found| found.visits).sum::<u32>(), 200);
        } else {
            assert_eq!([before, after], twice, "the chance of later choices is the same");
        }
        assert_eq!((alone.action, alone.visits), (end, 200));
        let best = twice[0].choices[0].value;
        assert!(alone.value + 0.1 < best, "{} {best}", alone.value);
    }
    assert_eq!(Asked::new(&game, duel, "planner:nodes=50").judge(&game, Action::PASS), None);
}

/// Waboku and Trap Hole are the only cards that can lie in the Spell & Trap Zone, so each does in half of the worlds. Of
/// the nine cards that are left two are the hand.
#[test]
fn hidden_cards_are_as_likely_as_they_can_be() {
    let position = lethal();
    let game = position.game(catalogue());
    let duel = position.start(&game, &mut position.script(), &mut ());
    let view = duel.view(&game, Player::FIRST);
    let worlds = DuelWorlds::new(vec![view.dealer(None).unwrap()]).unwrap();
    let found = hidden_cards(&view, &worlds, 4000, 1);
    let spots: Vec<_> = found.spots.iter().map(|place| (place.spot, place.count)).collect();
    let other = Player::SECOND;
    assert_eq!(spots, [(PublicSpot::Hand(other), 2), (PublicSpot::Spell(other, 0), 1)]);
    let share = |place: usize, name: &str| {
        let code = catalogue().by_name(name).unwrap();
        let card = found.spots[place].cards.iter().find(|card| card.code == code);
        card.map_or(0.0, |card| card.share)
    };
    // Five of nine cards are Silver Fangs: 4 · 3 of 9 · 8 hands have none.
    let wanted = [
        (0, "Battle Ox", 2.0 / 9.0),
        (0, "Silver Fang", 1.0 - 12.0 / 72.0),
        (0, "Waboku", 1.0 / 9.0),
        (1, "Waboku", 0.5),
        (1, "Battle Ox", 0.0),
    ];
    for (place, name, wanted) in wanted {
        // Four standard errors of 4000 worlds are at most 0.032.
        assert!((share(place, name) - wanted).abs() < 0.032, "{name}: {}", share(place, name));
    }
    for place in &found.spots {
        assert!(place.cards.is_sorted_by(|a, b| a.share >= b.share));
    }
    assert!(hidden_cards(&duel.judge_view(&game), &worlds, 10, 1).spots.is_empty());
}
