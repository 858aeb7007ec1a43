//! How much bots give away, judged by a search that has far more time.
//!
//! Positions are taken from duels between Goat decks; in each, a judge with a large budget says what
//! every choice is worth, and each bot is charged what its choice is worth less than the best one.
//! It tells settings of a search apart with a hundredth of the duels that a match needs; the judge
//! has its own taste, though, so strength is only claimed by a match. Run it with `cargo run --release
//! -p duelfish-search --example regret -- 200 mcts:iters=20000 planner mcts`: the number of positions,
//! the judge and the bots.

mod common;

use duelfish_cards::catalogue;
use duelfish_engine::{Action, Actions, DeckList, Duel, Game, Player, Rules, Streams};
use duelfish_search::{Bot, Choice, Setup, Spec, Why};

/// The decks that are played, each by both.
const DECKS: [&str; 4] = [
    include_str!("../../decks/goat/ygobench_goat_control_v1.ydk"),
    include_str!("../../decks/goat/ygobench_warrior_v1.ydk"),
    include_str!("../../decks/goat/ygobench_chaos_control_v1.ydk"),
    include_str!("../../decks/goat/ygobench_panda_burn_v1.ydk"),
];
/// Of so many decisions with a choice one is asked.
const EVERY: u32 = 9;
/// Fewer choices than this are not worth asking.
const CHOICES: usize = 3;

/// A bot with its setting.
struct Asked {
    spec: Spec,
    bot: Box<dyn Bot>,
}

impl Asked {
    fn new(spec: &str) -> Self {
        let spec = Spec::parse(spec).unwrap_or_else(|error| {
            eprintln!("error: {error}");
            std::process::exit(2)
        });
        Self { bot: spec.build(), spec }
    }

    /// What it chooses in a duel that it has not seen before.
    fn choice(
        &mut self,
        game: &Game<'_>,
        duel: &Duel,
        lists: [DeckList<'_>; 2],
        seed: u64,
    ) -> Choice {
        let player = duel.decision().expect("it waits").player;
        let view = duel.view(game, player);
        let mut legal = Actions::new();
        view.legal_actions(&mut legal);
        self.bot.begin(&Setup { me: player, decks: lists.map(Some) }, seed);
        self.bot.choose(&view, &legal, self.spec.budget())
    }
}

/// What a judge found about each choice: worth nothing where it did not look.
fn worths(choice: &Choice) -> Vec<(Action, f32)> {
    match &choice.why {
        Why::Search(found) => {
            found.choices.iter().map(|found| (found.action, found.value)).collect()
        }
        _ => Vec::new(),
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let positions: usize = words.next().and_then(|text| text.parse().ok()).unwrap_or(100);
    let mut judge = Asked::new(&words.next().unwrap_or_else(|| "mcts:iters=20000".to_owned()));
    let mut bots: Vec<Asked> = words.map(|text| Asked::new(&text)).collect();
    let game = Game::new(Rules::GOAT, catalogue());
    let decks = common::decks(DECKS);
    let lists = decks.each_ref().map(|deck| DeckList { main: &deck.main, extra: &deck.extra });
    let mut players = Player::BOTH.map(|_| Asked::new("planner:nodes=150,worlds=2"));
    let mut charged: Vec<Vec<f64>> = vec![Vec::new(); bots.len()];
    let mut legal = Actions::new();
    'duels: for seed in 0.. {
        let lists = [seed % 4, seed / 4 % 4].map(|deck| lists[deck as usize]);
        for (me, player) in Player::BOTH.into_iter().zip(&mut players) {
            player.bot.begin(&Setup { me, decks: lists.map(Some) }, seed);
        }
        let mut chance = Streams::new(seed, [0, 1]);
        let started = Duel::start(&game, lists, &mut chance, &mut ());
        let mut duel = started.expect("the decks are playable");
        let mut asked = 0_u32;
        while let Some(decision) = duel.decision() {
            duel.legal_actions(&game, &mut legal);
            let view = duel.view(&game, decision.player);
            let mut keys: Vec<_> = legal.iter().map(|action| view.choice_key(*action)).collect();
            keys.sort_unstable();
            keys.dedup();
            if keys.len() >= CHOICES {
                asked += 1;
                if asked.is_multiple_of(EVERY) {
                    let number = seed << 16 | u64::from(asked);
                    let worths = worths(&judge.choice(&game, &duel, lists, number));
                    let best = worths.iter().map(|(_, worth)| *worth).fold(0.0, f32::max);
                    for (bot, charged) in bots.iter_mut().zip(&mut charged) {
                        let chosen = bot.choice(&game, &duel, lists, number + 1).action;
                        let key = view.choice_key(chosen);
                        let same = |action: Action| view.choice_key(action) == key;
                        let found = worths.iter().find(|(action, _)| same(*action));
                        charged.push(f64::from(best - found.map_or(0.0, |(_, worth)| *worth)));
                    }
                    if charged.first().is_none_or(|charged| charged.len() >= positions) {
                        break 'duels;
                    }
                }
            }
            let player = &mut players[decision.player.index()];
            let action = player.bot.choose(&view, &legal, player.spec.budget()).action;
            duel.apply(&game, action, &mut chance, &mut ());
        }
    }
    for (bot, charged) in bots.iter().zip(&charged) {
        let count = charged.len() as f64;
        let mean = charged.iter().sum::<f64>() / count;
        let spread = charged.iter().map(|charge| (charge - mean).powi(2)).sum::<f64>() / count;
        let error = 1.96 * (spread / count).sqrt();
        println!("{:6.2}% +- {:4.2}%  {}", 100.0 * mean, 100.0 * error, bot.spec);
    }
}
