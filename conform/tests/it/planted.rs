//! The planted errors of timing (`conform/planted.txt`): each must still be possible to plant. What notices
//! them is shown by `cargo run -p duelfish-conform --example planted`.

#[path = "common/plants.rs"]
mod plants;

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_planted_error_has_its_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let all = plants::all(root);
    assert!(all.len() >= 30, "{} planted errors", all.len());
    let names: BTreeSet<&str> = all.iter().map(|plant| plant.name.as_str()).collect();
    assert_eq!(names.len(), all.len(), "a name stands twice");
    let lost: Vec<String> =
        all.iter().filter_map(|plant| Some(plant.changed(root).err()?.to_string())).collect();
    assert!(lost.is_empty(), "write these anew for the engine as it is now:\n{}", lost.join("\n"));
}

#[test]
fn the_page_about_timing_has_examples() {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/timing.md"));
    assert!(plants::examples(&page.unwrap()).matches("test ").count() >= 15);
}
