//! The habits of `heuristic`, each on a position that shows it.

use duelfish_cards::catalogue;
use duelfish_engine::{Actions, Position, Streams};
use duelfish_search::{Bot, Budget, FACE_DOWN_DEF, HeuristicBot, Why};

/// What `heuristic` does in a position, and the rule that it names.
#[track_caller]
fn check(position: &str, action: &str, rule: &str) {
    check_after(position, &[], action, rule);
}

/// The same after some actions.
#[track_caller]
fn check_after(position: &str, before: &[&str], action: &str, rule: &str) {
    let position = Position::parse(position, catalogue()).unwrap_or_else(|error| panic!("{error}"));
    let game = position.game(catalogue());
    let mut chance = Streams::new(1, [0, 1]);
    let mut duel = position.start(&game, &mut chance, &mut ());
    for text in before {
        let action = duel.parse(&game, text).unwrap_or_else(|error| panic!("{error}"));
        duel.apply(&game, action, &mut chance, &mut ());
    }
    let decision = duel.decision().unwrap();
    let mut legal = Actions::new();
    duel.legal_actions(&game, &mut legal);
    let view = duel.view(&game, decision.player);
    let choice = HeuristicBot::new().choose(&view, &legal, Budget::NONE);
    assert_eq!((&*view.describe(choice.action), choice.why), (action, Why::Rule(leak(rule))));
}

/// Rules are named by constants of the program.
fn leak(text: &str) -> &'static str {
    Box::leak(text.into())
}

#[test]
fn lethal_comes_before_everything_else() {
    let board = "P1 M1 attack: Gemini Elf\nP1 M2 attack: Vorse Raider\nP1 hand: Battle Ox\n";
    check(&format!("{board}P2 lp 3800\n"), "battle", "lethal");
    check(&format!("{board}P2 lp 3801\n"), "summon Battle Ox", "summon");
    let guarded = format!("{board}P2 lp 3800\nP2 M3 defense: Skull Servant\n");
    check(&guarded, "summon Battle Ox", "summon");
}

#[test]
fn an_attack_that_ends_the_duel_goes_first() {
    let board = "turn 3 P1 battle\nP1 M1 attack: Gemini Elf\nP1 M2 attack: Battle Ox\n";
    let targets =
        "P2 M1 attack: La Jinn the Mystical Genie of the Lamp\nP2 M2 attack: Skull Servant\n";
    check(&format!("{board}{targets}P2 lp 1400\n"), "attack M2 -> M2", "attack");
    check(&format!("{board}{targets}P2 lp 8000\n"), "attack M1 -> M1", "attack");
    check(&format!("{board}P2 lp 1900\n"), "attack M1 direct", "attack");
}

#[test]
fn the_weakest_sufficient_attacker_takes_the_best_target() {
    let board = "turn 3 P1 battle
        P1 M1 attack: Gemini Elf
        P1 M2 attack: Battle Ox
        P2 M1 attack: Skull Servant
        P2 M2 attack: Celtic Guardian";
    check(board, "attack M2 -> M2", "attack");
}

#[test]
fn losing_attacks_and_even_ones_are_avoided() {
    let only = |target: &str| format!("turn 3 P1 battle\nP1 M1 attack: Battle Ox\n{target}\n");
    check(&only("P2 M1 attack: Gemini Elf"), "main2", "no good attack left");
    check(&only("P2 M1 attack: Battle Ox"), "main2", "no good attack left");
    check(&only("P2 M1 defense: Mystical Elf"), "main2", "no good attack left");
    check(&only("P2 M1 defense: Gemini Elf"), "attack M1 -> M1", "attack");
}

#[test]
fn face_down_monsters_are_attacked_with_enough_atk() {
    let with = |monster: &str| {
        format!("turn 3 P1 battle\nP1 M1 attack: {monster}\nP2 M2 set: Mystical Elf\n")
    };
    check(&with("Battle Ox"), "attack M1 -> M2", "attack");
    check(&with("Celtic Guardian"), "main2", "no good attack left");
    // Not by looking: what lies there makes no difference.
    let servant = with("Celtic Guardian").replace("Mystical Elf", "Skull Servant");
    check(&servant, "main2", "no good attack left");
}

#[test]
fn a_battle_is_sought_if_an_attack_is_good() {
    let board = "P1 M1 attack: Battle Ox\n";
    check(&format!("{board}P2 M1 attack: Celtic Guardian\n"), "battle", "battle");
    check(&format!("{board}P2 M1 attack: Battle Ox\n"), "end", "end of turn");
    let first_turn = format!("turn 1 P1 main1\n{board}");
    check(&first_turn, "end", "end of turn");
}

#[test]
fn the_strongest_monster_that_is_worth_it_is_summoned() {
    check("P1 hand: Skull Servant; Gemini Elf; Battle Ox\n", "summon Gemini Elf", "summon");
    // One Tribute for 600 more ATK is worth it, for 100 more it is not.
    let hand = "P1 hand: Curse of Dragon; Summoned Skull\n";
    check(&format!("{hand}P1 M1 attack: Gemini Elf\n"), "summon Summoned Skull", "summon");
    let dragon = "P1 hand: Curse of Dragon\nP1 M1 attack: Gemini Elf\n";
    check(dragon, "battle", "battle");
    // The weakest go, so a strong monster beside a weak one is no obstacle.
    let beside =
        "P1 hand: Summoned Skull\nP1 M1 attack: Dark Magician\nP1 M2 attack: Skull Servant\n";
    check(beside, "summon Summoned Skull", "summon");
}

#[test]
fn walls_are_set_against_what_cannot_be_beaten() {
    let hand = "P1 hand: Celtic Guardian; Giant Soldier of Stone; Feral Imp\n";
    let board = format!("{hand}P2 M1 attack: Gemini Elf\n");
    check(&board, "set Giant Soldier of Stone", "wall");
    // In the first turn a monster with more DEF than ATK is Set as well.
    check("turn 1 P1 main1\nP1 hand: Mystical Elf\n", "set Mystical Elf", "wall");
}

#[test]
fn monsters_turn_to_attack_for_a_good_attack() {
    let wall = "P1 M2 defense: Battle Ox\nP1 summons 1\n";
    check(&format!("{wall}P2 M1 attack: Celtic Guardian\n"), "position M2", "turn to attack");
    check(wall, "position M2", "turn to attack");
    check(&format!("{wall}P2 M1 attack: Gemini Elf\n"), "end", "end of turn");
    let set = "P1 M2 set: Battle Ox\nP1 summons 1\nP2 M1 attack: Celtic Guardian\n";
    check(set, "flip M2", "turn to attack");
}

#[test]
fn monsters_that_would_lose_turn_to_defense() {
    let board = "P1 M1 attack: Celtic Guardian\nP1 summons 1\nP2 M1 attack: Gemini Elf\n";
    check(board, "position M1", "cover");
    check(&format!("turn 3 P1 main2\n{board}"), "position M1", "cover");
    check(
        &board.replace("Gemini Elf", "Battle Ox").replace("Celtic Guardian", "Vorse Raider"),
        "battle",
        "battle",
    );
}

#[test]
fn the_weakest_monsters_are_tributed() {
    let board = "P1 M1 attack: Gemini Elf
        P1 M2 attack: Skull Servant
        P1 M4 defense: Mystical Elf
        P1 M5 attack: Celtic Guardian
        P1 hand: Blue-Eyes White Dragon; Summoned Skull";
    check_after(board, &["summon Summoned Skull"], "tribute M2", "weakest Tribute");
    let first = &["summon Blue-Eyes White Dragon"];
    check_after(board, first, "tribute M2", "weakest Tribute");
    let both = &["summon Blue-Eyes White Dragon", "tribute M2"];
    check_after(board, both, "tribute M5", "weakest Tribute");
}

#[test]
fn the_weakest_cards_are_discarded() {
    let hand = "turn 3 P1 main2
        P1 hand: 3* Gemini Elf; Dark Magician; Battle Ox; Skull Servant; Blue-Eyes White Dragon";
    check_after(hand, &["end"], "discard Skull Servant", "weakest discard");
    // Two Tributes are a burden: this one is worth less than a monster with 1700 ATK.
    let heavy = hand.replace("Skull Servant", "Dark Magician");
    check_after(&heavy, &["end"], "discard Dark Magician", "weakest discard");
    let two = format!("{hand}; Celtic Guardian");
    check_after(
        &two,
        &["end", "discard Skull Servant"],
        "discard Celtic Guardian",
        "weakest discard",
    );
}

#[test]
fn a_turn_comes_to_an_end() {
    let board =
        "turn 3 P1 main2\nP1 M1 attack: Gemini Elf [attacked]\nP1 M2 attack: Vorse Raider\n";
    check(board, "end", "end of turn");
}

#[test]
fn the_guess_at_face_down_monsters_fits_the_card_table() {
    let small = catalogue().iter().filter(|(_, facts, _)| {
        facts.is_plain_monster() && facts.can_be_normal_summoned() && facts.level <= 4
    });
    let defs: Vec<i32> = small.map(|(_, facts, _)| facts.def).collect();
    let less = defs.iter().filter(|def| **def < FACE_DOWN_DEF).count();
    let share = less as f64 / defs.len() as f64;
    assert!((share - 5.0 / 6.0).abs() < 0.02, "{share}");
}

#[test]
fn a_battle_without_a_good_attack_ends_the_turn_where_there_is_no_main_phase_2() {
    let board = "rules mr5 main2=0\nturn 3 P1 battle\nP1 M1 attack: Battle Ox\n";
    check(&format!("{board}P2 M1 attack: Gemini Elf\n"), "end", "no good attack left");
}
