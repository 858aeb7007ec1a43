//! The name of the engine changes when play changes: it has a signature over what random players and bots
//! do with all shipped decks.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use duelfish_arena::bench::{Onlooker, RandomDuels, Signature};
use duelfish_arena::record::RecordReader;
use duelfish_arena::{MatchSpec, Pairing, Recording, RunWatch, run_recorded};
use duelfish_cards::{Deck, catalogue, parse};
use duelfish_engine::{Action, Game, Placement, Rules, VERSION};
use duelfish_search::Spec;
use tempfile::TempDir;

/// Folders of decks, the rules that each is played by, and how many duels random players play between each two
/// neighbours by each of these. Bots play by the first.
const FOLDERS: [(&str, &[&str], u64); 3] = [
    ("starter", &["mr5", "classic", "goat"], 64),
    ("goat", &["goat", "mr5"], 64),
    ("mechanics", &["mr5", "goat"], 64),
];

/// Bots, and how many duels of each two neighbours they play; of those that search only every so-many-th
/// two.
const BOTS: [(&str, u64, usize); 4] =
    [("heuristic", 12, 1), ("greedy", 12, 1), ("planner:nodes=60", 4, 2), ("mcts:iters=30", 4, 2)];

/// The decks of a folder in the order of their names.
fn decks(folder: &str) -> Vec<Deck> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks").join(folder);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|kind| kind == "ydk")).collect();
    files.sort();
    let deck = |path: &PathBuf| {
        parse(&std::fs::read(path).unwrap(), &path.to_string_lossy()).unwrap().deck
    };
    files.iter().map(deck).collect()
}

/// Adds duels that random players play, unless these rules refuse the decks: large Fusion Decks under modern ones.
fn random(signature: &mut Signature, rules: &Rules, two: &[Deck; 2], duels: u64) {
    let rules = Rules { placement: Placement::Ask, ask_forced: false, ..rules.clone() };
    let game = Game::new(rules, catalogue());
    if let Ok(all) = RandomDuels::new(&game, two, 0) {
        all.play(0..duels, signature);
    }
}

/// Adds duels that bots play, as runs play and record them.
fn of_bots(signature: &mut Signature, rules: &Rules, two: &[Deck; 2], bot: &str, games: u64) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("run");
    let bot = Spec::parse(bot).unwrap();
    let spec = MatchSpec::new(two.clone(), [bot.clone(), bot], rules.clone(), games, 1);
    let spec = MatchSpec { pairing: Pairing::Seats, ..spec };
    let watch = RunWatch { stop: &AtomicBool::new(false), progress: &|_| () };
    let recording = Recording { path: &path, resume: false, drop_damaged: false, note: "" };
    run_recorded(catalogue(), &spec, watch, Some(recording)).unwrap();
    for duel in RecordReader::open(&path).unwrap() {
        let duel = duel.unwrap();
        for bits in duel.actions {
            signature.action(Action::from_bits(bits).unwrap());
        }
        signature.outcome(duel.ending.outcome());
    }
}

/// Results of engines that play differently must not be taken for each other, and engines are told apart by
/// this name. The test plays a little of everything that is shipped; where it fails, play has changed.
#[test]
fn the_engine_has_another_name_when_it_plays_otherwise() {
    let mut signature = Signature::default();
    for (folder, presets, duels) in FOLDERS {
        let decks = decks(folder);
        for (number, deck) in decks.iter().enumerate() {
            let two = [deck.clone(), decks[(number + 1) % decks.len()].clone()];
            for (place, preset) in presets.iter().enumerate() {
                let rules = Rules::preset(preset).unwrap();
                random(&mut signature, &rules, &two, duels);
                for (bot, games, every) in BOTS {
                    if place == 0 && number % every == 0 {
                        of_bots(&mut signature, &rules, &two, bot, games);
                    }
                }
            }
        }
    }
    let (_, known) = VERSION.split_once('+').unwrap();
    assert!(
        known == signature.to_string(),
        "play has changed: write +{signature} in place of +{known} in VERSION of engine/src/lib.rs"
    );
}
