use std::sync::atomic::AtomicBool;
use duelfish_arena::*;
fn deck(p: &str) -> duelfish_cards::Deck { duelfish_cards::parse(&std::fs::read(p).unwrap(), p).unwrap().deck }
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let decks = [deck(&a[1]), deck(&a[2])];
    let cards = duelfish_cards::catalogue();
    for _ in 0..3 {
        println!("{:?}", bench(cards, &decks, &duelfish_engine::Rules::MR5, a[3].parse().unwrap(), 1).unwrap());
    }
    for (x, y) in [("random","random"),("greedy","random"),("greedy","greedy")] {
        for threads in [1, 2] {
        let spec = MatchSpec { decks: decks.clone(), bots: [x.parse().unwrap(), y.parse().unwrap()], rules: duelfish_engine::Rules::MR5, games: 10000, seed: 1, threads };
        let r = run_match(cards, &spec, Watch { stop: &AtomicBool::new(false), progress: &|_| () }).unwrap();
        println!("{}", serde_json::to_string(&r).unwrap());
        }
    }
}
