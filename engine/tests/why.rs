//! The reasons of `Duel::why`: never another opinion about what is legal, and always a reason.

use duelfish_cards::{Deck, catalogue};
use duelfish_engine::{
    Actions, DeckList, Duel, Game, NotationError, Placement, Position, Print, Rules, Seat, Streams,
};

/// One in so many actions is tried at each decision.
const SHARE: usize = 8;

/// How the sentence ends for which no reason was found.
const NO_REASON: &str = "is not one of the answers here.";

fn deck(name: &str) -> Deck {
    let path = format!("{}/../decks/starter/{name}.ydk", env!("CARGO_MANIFEST_DIR"));
    duelfish_cards::parse(&std::fs::read(&path).unwrap(), &path).unwrap().deck
}

/// Everything that somebody might try, whatever the position.
fn tries(game: &Game<'_>, decks: [&Deck; 2]) -> Vec<String> {
    let mut prints: Vec<Print> =
        decks.into_iter().flat_map(|deck| deck.main.iter().copied()).collect();
    prints.sort_unstable();
    prints.dedup();
    let mut texts: Vec<String> = Vec::new();
    for print in prints {
        let name = game.cards.label(print);
        for head in ["summon", "set", "activate", "activate grave:", "activate deck:"] {
            texts.push(format!("{head} {name}"));
        }
    }
    for seat in (0..Seat::MAIN).map(Seat) {
        texts.extend(["flip", "position", "activate"].map(|verb| format!("{verb} {seat}")));
        texts.push(format!("attack {seat} direct"));
        texts.extend((0..Seat::MAIN).map(|at| format!("attack {seat} -> {}", Seat(at))));
        texts.push(format!("activate S{}", seat.0 + 1));
        texts.push(format!("activate P2 S{}", seat.0 + 1));
    }
    texts.extend(["activate field", "battle", "main2", "end"].map(str::to_owned));
    texts
}

/// A number from 0 to below `most`, different for each call.
fn roll(state: &mut u64, most: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % most as u64) as usize
}

#[test]
fn reasons_agree_with_legality_and_none_is_missing() {
    let (yugi, kaiba) = (deck("yugi"), deck("kaiba"));
    let rules = Rules { placement: Placement::Ask, ..Rules::MR5 };
    let game = Game { rules, cards: catalogue() };
    let texts = tries(&game, [&yugi, &kaiba]);
    let lists = [&yugi, &kaiba].map(|deck| DeckList { main: &deck.main, extra: &deck.extra });
    let (mut legal, mut forbidden) = (0, 0);
    let mut missing: Vec<String> = Vec::new();
    for seed in 1..=12 {
        let mut chance = Streams::new(seed, [0, 1]);
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut duel = Duel::start(&game, lists, &mut chance, &mut ()).unwrap();
        let mut actions = Actions::new();
        loop {
            // A part of them at each decision; all come up often enough.
            for text in texts.iter().skip(roll(&mut state, SHARE)).step_by(SHARE) {
                let why = duel.why(&game, text).unwrap();
                let parsed = duel.parse(&game, text);
                assert_eq!(why.allowed, parsed.is_ok(), "{text}: {}", why.sentence);
                let head = if why.allowed { "Legal: " } else { "Not legal: " };
                assert!(why.sentence.starts_with(head), "{}", why.sentence);
                if why.sentence.ends_with(NO_REASON) {
                    missing.push(format!("{text} when asked {:?}", duel.decision()));
                }
                if why.allowed { legal += 1 } else { forbidden += 1 }
            }
            duel.legal_actions(&game, &mut actions);
            if actions.is_empty() {
                break;
            }
            for action in &actions {
                let text = duel.describe(&game, *action);
                let why = duel.why(&game, &text).unwrap();
                assert!(why.allowed, "{text}: {}", why.sentence);
            }
            let action = actions[roll(&mut state, actions.len())];
            duel.apply(&game, action, &mut chance, &mut ());
        }
    }
    assert_eq!(missing, Vec::<String>::new());
    assert!(legal > 2_000 && forbidden > 100_000, "{legal} legal, {forbidden} forbidden");
}

/// The sentence for an action in a position.
#[track_caller]
fn says(position: &str, action: &str, sentence: &str) {
    let position = Position::parse(position, catalogue()).unwrap();
    let game = position.game(catalogue());
    let duel = position.start(&game, &mut Streams::new(1, [0, 1]), &mut ());
    let why = duel.why(&game, action).unwrap();
    assert_eq!(why.sentence, sentence);
    assert_eq!(why.allowed, sentence.starts_with("Legal"));
    let named = why.rule.is_none_or(|rule| sentence.ends_with(&format!(" ({rule}).")));
    assert!(named, "{:?}", why.rule);
}

#[test]
fn summons() {
    let skull = "P1 hand: Summoned Skull; Dark Hole; Celtic Guardian\n";
    says(
        skull,
        "summon Summoned Skull",
        "Not legal: a Level 6 monster needs 1 Tribute and P1 controls no monster (SU-01.9).",
    );
    says(skull, "summon Dark Hole", "Not legal: Dark Hole is no monster (CT-02.4).");
    says(skull, "summon Kuriboh", "Not legal: P1 has no Kuriboh in the hand.");
    says(
        &format!("{skull}P1 summons 1\n"),
        "set Celtic Guardian",
        "Not legal: P1 has used the Normal Summon or Set of this turn already (SU-01.8).",
    );
    says(
        &format!("{skull}turn 3 P1 battle\n"),
        "summon Celtic Guardian",
        "Not legal: monsters are Normal Summoned in a Main Phase, and this is the Battle Phase \
         (SU-01.3).",
    );
    says(
        skull,
        "summon Celtic Guardian",
        "Legal: P1 has a Normal Summon left this turn and Celtic Guardian needs no Tribute \
         (SU-01.4.i).",
    );
}

#[test]
fn positions_of_monsters() {
    says(
        "P1 M1 attack: Baby Dragon\nP1 M2 set: Mystical Elf [set]\nP2 S1 up: Dragon Capture Jar\n",
        "position M1",
        "Not legal: Dragon Capture Jar keeps Baby Dragon from changing its position.",
    );
    let two = "P1 M1 attack: Battle Ox [attacked]\nP1 M2 set: Mystical Elf [set]\n";
    says(two, "flip M2", "Not legal: Mystical Elf was Set this turn (CT-01.8c.i).");
    says(two, "position M1", "Not legal: Battle Ox has attacked this turn (CT-01.8c.ii).");
    says(two, "flip M3", "Not legal: P1 controls no monster in M3.");
}

#[test]
fn battles() {
    let attack = "turn 3 P1 battle\nP1 M1 attack: Battle Ox\nP1 M2 defense: Mystical Elf\n\
                  P2 M2 set: Mystical Elf\n";
    says(
        attack,
        "attack M1 direct",
        "Not legal: P2 controls monsters, so no attack is direct (BA-17).",
    );
    says(attack, "attack M1 -> M1", "Not legal: P2 controls no monster in M1 (BA-15).");
    says(attack, "attack M2 -> M2", "Not legal: Mystical Elf is in Defense Position (BP-8).");
    says(
        "turn 1 P1 main1\nP1 M1 attack: Battle Ox\n",
        "battle",
        "Not legal: there is no Battle Phase in the first turn of the duel (BA-3).",
    );
    says("P1 hand: Dark Hole", "battle", "Legal: the Battle Phase follows Main Phase 1 (BA-1).");
}

#[test]
fn an_effect_forbids_the_battle_phase() {
    let text = "P1 hand: Soul Exchange; Battle Ox\nP2 M1 attack: Battle Ox\nP1 deck: Battle Ox\n\
                P2 deck: Battle Ox\n";
    let position = Position::parse(text, catalogue()).unwrap();
    let game = position.game(catalogue());
    let mut chance = Streams::new(1, [0, 1]);
    let mut duel = position.start(&game, &mut chance, &mut ());
    for _ in 0..4 {
        let next = ["activate Soul Exchange", "choose P2 M1", "pass"];
        let next = next.iter().find_map(|text| duel.parse(&game, text).ok());
        let Some(action) = next else { break };
        duel.apply(&game, action, &mut chance, &mut ());
    }
    let why = duel.why(&game, "battle").unwrap();
    let sentence =
        "Not legal: Soul Exchange, which P1 activated this turn, forbids the Battle Phase.";
    assert_eq!(why.sentence, sentence);
}

#[test]
fn activations() {
    let sets = "P1 S1 down: Two-Pronged Attack\nP1 S2 down: Trap Hole [set]\nP1 S3 down: Ookazi\n\
                P1 M1 attack: Battle Ox\nP1 hand: Just Desserts; Change of Heart; Fissure\n";
    says(
        sets,
        "activate S2",
        "Not legal: Trap Hole was Set this turn, and a Trap waits until the next one.",
    );
    says(
        sets,
        "activate S1",
        "Not legal: too few cards can be targeted: Two-Pronged Attack needs that 2 monsters you \
         control can be targeted.",
    );
    says(
        sets,
        "activate Change of Heart",
        "Not legal: no card can be targeted: Change of Heart needs that 1 monster your opponent \
         controls (its control can change) can be targeted.",
    );
    says(
        sets,
        "activate Just Desserts",
        "Not legal: Just Desserts is a Trap, which is Set first and activated in a later turn.",
    );
    says(sets, "activate M1", "Not legal: Battle Ox has no effect that is activated.");
    says(sets, "activate S4", "Not legal: P1 has no card in S4.");
    says(
        sets,
        "activate S3",
        "Legal: it is a Main Phase, and all that Ookazi needs is there (TU-02.3.i).",
    );
}

#[test]
fn what_is_no_action_is_an_error() {
    let position = Position::parse("P1 hand: Dark Hole", catalogue()).unwrap();
    let game = position.game(catalogue());
    let duel = position.start(&game, &mut Streams::new(1, [0, 1]), &mut ());
    assert!(matches!(duel.why(&game, "dance"), Err(NotationError::Verb { .. })));
    assert!(matches!(duel.why(&game, "summon Nobody at all"), Err(NotationError::Card(_))));
}
