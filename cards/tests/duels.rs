//! The duel tests of every card of the pool, each under its own name:
//! `cargo test -p duelfish-cards --test duels farfa`.

use std::path::Path;

#[path = "../../engine/tests/it/common/by_name.rs"]
mod by_name;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pool");
    by_name::run(&folder, duelfish_cards::catalogue)
}
