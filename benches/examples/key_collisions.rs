//! Counts collisions of position keys over many distinct positions of random duels:
//! `cargo run --release -p duelfish-benches --example key_collisions -- 10000000`.

use std::hash::{DefaultHasher, Hash, Hasher};

use duelfish_benches::Players;
use duelfish_engine::{Actions, CardCode, Duel, Player};

fn main() {
    let wanted: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let mut players = Players::vanilla();
    let mut actions = Actions::new();
    // Key and two hashes of the position that don't come from the engine.
    let mut seen: Vec<(u64, [u64; 2])> = Vec::new();
    let mut seed = 0;
    let mut distinct = 0;
    while distinct < wanted {
        while seen.len() < distinct + (wanted - distinct).max(wanted / 8) {
            let (mut duel, mut chance) = players.start(seed);
            seed += 1;
            while duel.decision().is_some() {
                if let Some(key) = duel.position_key() {
                    seen.push((key, [0, 1].map(|salt| content(&duel, &players, salt))));
                }
                duel.legal_actions(&players.game, &mut actions);
                let action = players.pick(&actions);
                duel.apply(&players.game, action, &mut chance, &mut ());
            }
        }
        seen.sort_unstable();
        seen.dedup();
        distinct = seen.len();
        eprintln!("{distinct} distinct positions of {seed} duels");
    }
    let collisions = seen.windows(2).filter(|pair| pair[0].0 == pair[1].0).count();
    seen.sort_unstable_by_key(|(_, content)| *content);
    let split = seen.windows(2).filter(|pair| pair[0].1 == pair[1].1).count();
    println!("{distinct} distinct positions: {collisions} key collisions, {split} with two keys");
}

/// Everything that the key speaks of, hashed without the key: hand and Graveyard as multisets.
fn content(duel: &Duel, players: &Players<'_>, salt: u64) -> u64 {
    let view = duel.judge_view(&players.game);
    let mut hasher = DefaultHasher::new();
    (salt, view.turn(), view.turn_player(), view.phase()).hash(&mut hasher);
    let sorted = |codes: &mut dyn Iterator<Item = CardCode>| {
        let mut codes: Vec<CardCode> = codes.collect();
        codes.sort_unstable();
        codes
    };
    for player in Player::BOTH {
        (view.lp(player), view.normal_summons_used(player)).hash(&mut hasher);
        sorted(&mut view.hand(player)).hash(&mut hasher);
        sorted(&mut view.grave(player)).hash(&mut hasher);
        view.deck(player).hash(&mut hasher);
        for (seat, monster) in view.monsters(player) {
            let flags = monster.flags().map(|(flag, _)| flag);
            (seat, monster.code, monster.position, monster.owner, flags).hash(&mut hasher);
        }
    }
    hasher.finish()
}
