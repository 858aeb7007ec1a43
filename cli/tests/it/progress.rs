//! `--progress`: how far it is, for logs.

use crate::common::{duelfish, starter};

#[test]
fn plain_progress_is_lines_in_a_pipe() {
    let decks = format!("{} {}", starter("normal4"), starter("normal46"));
    let run = |progress: &str| {
        duelfish(&format!(
            "match {decks} --bot-a mcts:iters=60 --bot-b mcts:iters=60 --games 40 {progress}"
        ))
    };
    let said = run("--progress plain");
    assert_eq!(said.code, 0);
    assert!(said.err.lines().count() >= 1, "{}", said.err);
    for line in said.err.lines() {
        let rest = line.strip_prefix("progress: duels ").unwrap_or_else(|| panic!("{line}"));
        assert!(rest.contains("/40 (") && rest.contains("%), "), "{line}");
    }
    for progress in ["", "--progress none", "--progress auto"] {
        assert_eq!(run(progress).err, "", "{progress}");
    }
    let said = duelfish("match --progress loud");
    assert!(said.code == 2 && said.error().contains("auto, plain, none"), "{}", said.err);
}
