//! The reasons of `Duel::why`: never another opinion about what is legal, and always a reason.

use duelfish_cards::{Deck, catalogue};
use duelfish_engine::{
    Actions, CardCode, DeckList, Duel, Game, MonsterZone, NotationError, Placement, Position,
    Rules, Streams,
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
    let mut codes: Vec<CardCode> =
        decks.into_iter().flat_map(|deck| deck.main.iter().copied()).collect();
    codes.sort_unstable();
    codes.dedup();
    let mut texts: Vec<String> = Vec::new();
    for code in codes {
        let name = game.cards.label(code);
        for head in ["summon", "set", "activate", "activate grave:", "activate deck:"] {
            texts.push(format!("{head} {name}"));
        }
    }
    for zone in (0..MonsterZone::MAIN).filter_map(MonsterZone::new) {
        texts.extend(["flip", "position", "activate"].map(|verb| format!("{verb} {zone}")));
        texts.push(format!("attack {zone} direct"));
        texts.extend(
            (0..MonsterZone::MAIN)
                .map(|at| format!("attack {zone} -> {}", MonsterZone::new(at).unwrap())),
        );
        texts.push(format!("activate S{}", zone.number() + 1));
        texts.push(format!("activate P2 S{}", zone.number() + 1));
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
    says_after(position, &[], action, sentence);
}

/// The same once these actions were taken.
#[track_caller]
fn says_after(position: &str, before: &[&str], action: &str, sentence: &str) {
    let position = Position::parse(position, catalogue()).unwrap();
    let game = position.game(catalogue());
    let mut chance = Streams::new(1, [0, 1]);
    let mut duel = position.start(&game, &mut chance, &mut ());
    for text in before {
        let action = duel.parse(&game, text).unwrap();
        duel.apply(&game, action, &mut chance, &mut ());
    }
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
fn what_forbids_a_summon_is_asked_before_anything_leaves() {
    let warrior = "P1 hand: Summoned Skull; Feral Imp\nP1 M1 attack: Celtic Guardian\n\
                   P1 M2 attack: Queen's Knight\nP1 S1 up: Rivalry of Warlords\n\
                   P1 extra: Proxy Dragon\n";
    says(
        warrior,
        "summon Summoned Skull",
        "Not legal: Rivalry of Warlords keeps Summoned Skull away from monsters of another Type, and \
         one that would leave as a Tribute is still there when that is asked (SU-01.16).",
    );
    says(
        warrior,
        "special summon Proxy Dragon",
        "Not legal: Rivalry of Warlords keeps Proxy Dragon away from monsters of another Type, and \
         one that would leave as a material is still there when that is asked (SU-05.10).",
    );
    says(
        warrior,
        "set Summoned Skull",
        "Legal: P1 has a Normal Summon or Set left this turn (SU-01.7a).",
    );
    let full: String = (1..=5).map(|at| format!("P1 M{at} attack: Celtic Guardian\n")).collect();
    says(
        &format!("{full}P1 hand: Summoned Skull\n"),
        "summon Summoned Skull",
        "Legal: P1 has a Normal Summon left this turn, and a Tribute leaves Summoned Skull a zone \
         (SU-01.15).",
    );
    says(
        "P1 hand: Amaterasu\nP1 M1 attack: Battle Ox\nP1 M2 attack: Battle Ox\n",
        "summon Amaterasu",
        "Not legal: Amaterasu can't be Normal Summoned, only Set (CT-02.12e).",
    );
}

#[test]
fn gemini_summons() {
    for (status, also) in [
        ("", " (CT-02.8c)."),
        (
            " [repositioned]",
            "; that it changed its position this turn does not matter (CT-02.8h.ii).",
        ),
        (" [summoned]", "; that it came this turn does not matter (CT-02.8f)."),
    ] {
        let sentence = format!(
            "Legal: P1 has a Normal Summon left this turn and the monster was not Summoned again \
             yet{also}"
        );
        says(&format!("P1 M1 defense: Gigaplant{status}\n"), "gemini summon M1", &sentence);
    }
}

#[test]
fn ways_of_ones_own() {
    let battle = "turn 3 P1 battle\nP1 extra: Link Spider\nP1 M1 attack: Celtic Guardian\n";
    says(
        battle,
        "special summon Link Spider",
        "Not legal: monsters are Special Summoned in ways of their own in a Main Phase, and this is \
         the Battle Phase (TU-02.3.ii).",
    );
    let main = battle.replace("battle", "main1");
    says(
        &main,
        "special summon Link Spider",
        "Legal: what Link Spider needs to be Special Summoned is there, and a zone too (SU-05.1).",
    );
    says(
        &main,
        "special summon Celtic Guardian",
        "Not legal: P1 has no Celtic Guardian in the hand, the Extra Deck or the Deck.",
    );
    says(
        "P1 extra: Linkuriboh; Gem-Knight Pearl; Flame Swordsman\nP1 M1 attack: Battle Ox\n",
        "special summon Linkuriboh",
        "Not legal: P1 has no materials for Linkuriboh that leave it a zone: an Extra Monster Zone, \
         or a Main Monster Zone that a Link Monster points to (SU-05.2).",
    );
    says(
        "P1 extra: Gem-Knight Pearl\nP1 M1 attack: Battle Ox\n",
        "special summon Gem-Knight Pearl",
        "Not legal: what Gem-Knight Pearl needs to be Special Summoned is not there.",
    );
    says_after(
        "turn 3 P1 main1\nP1 hand: Edea the Heavenly Squire\nP1 extra: Link Spider\n\
         P1 M1 attack: Celtic Guardian\nP1 deck: Eidos the Underworld Squire; 3* Battle Ox\n",
        &["summon Edea the Heavenly Squire", "activate M2"],
        "special summon Link Spider",
        "Not legal: Edea the Heavenly Squire, which P1 activated this turn, keeps P1 from Special \
         Summoning Link Spider.",
    );
    says(
        "P1 hand: Celtic Guardian\n",
        "special summon Celtic Guardian",
        "Not legal: Celtic Guardian has no way of its own to be Special Summoned.",
    );
}

#[test]
fn pendulum_summons() {
    let scales = "P1 S1 pendulum: Stargazer Magician\nP1 S5 pendulum: Timegazer Magician\n";
    for (rest, sentence) in [
        (
            "P1 hand: Battle Ox\n",
            "Legal: P1 has the scales 1 and 8, and something that they let come (SU-06.1).",
        ),
        (
            "P1 hand: Battle Ox\nP1 pendulum-summoned\n",
            "Not legal: P1 has made that Pendulum Summon of this turn already (SU-06.2).",
        ),
        (
            "P1 hand: Blue-Eyes White Dragon; Dark Hole\nP1 extra: Gem-Knight Pearl\n",
            "Not legal: P1 has no monster of a Level between 1 and 8 in the hand or face-up in the \
             Extra Deck (SU-06.7).",
        ),
        (
            "P1 hand: Wulf, Lightsworn Beast\n",
            "Not legal: Wulf, Lightsworn Beast must be Special Summoned by an effect, and a Pendulum \
             Summon is none (CT-02.16d).",
        ),
        (
            "P1 extra up: Dragong\nP1 E1 attack: Gem-Knight Pearl\n",
            "Not legal: no monster of a Level between 1 and 8 can be Special Summoned to a zone that \
             is free for it.",
        ),
    ] {
        says(&format!("{scales}{rest}"), "pendulum summon", sentence);
    }
    says(
        &format!("{scales}P1 hand: Battle Ox\n"),
        "pendulum summon more",
        "Not legal: no effect lets P1 Pendulum Summon once more (SU-06.2a).",
    );
    let one =
        "P1 hand: Battle Ox\nP1 M1 attack: Relinquished\nP1 S1 pendulum: Stargazer Magician\n";
    says(
        one,
        "pendulum summon",
        "Not legal: P1 does not have a card in both Pendulum Zones (SU-06.3).",
    );
    says(
        &format!("{one}P1 S5 up: Timegazer Magician -> P1 M1\n"),
        "pendulum summon",
        "Not legal: Timegazer Magician in S5 was not put there as a Pendulum Card, so it is in no \
         Pendulum Zone (DF-37).",
    );
    says(
        &format!("turn 3 P1 battle\n{scales}P1 hand: Battle Ox\nP1 M1 attack: Battle Ox\n"),
        "pendulum summon",
        "Not legal: Pendulum Summons are made in a Main Phase, and this is the Battle Phase \
         (SU-06.4).",
    );
}

#[test]
fn zones() {
    let link = "rules mr5 placement=ask forced=ask\nP1 extra: Linkuriboh\n\
                P1 E2 attack: Flame Swordsman\nP1 M5 attack: Bat\nP2 E2 attack: Decode Talker\n";
    let before = ["special summon Linkuriboh", "choose M5"];
    for (zone, sentence) in [
        ("zone M2", "Legal: P2's Decode Talker in E2 points to M2 (SU-05.3)."),
        (
            "zone M3",
            "Not legal: this monster needs an Extra Monster Zone or one that a Link Monster points \
             to, and none points to M3 (DF-15.i).",
        ),
        ("zone E1", "Not legal: P1 uses the other Extra Monster Zone already (DF-13.i)."),
        ("zone E2", "Not legal: E2 holds a monster already (DF-6)."),
    ] {
        says_after(link, &before, zone, sentence);
    }
    let own = "rules mr5 placement=ask\nP1 extra: Linkuriboh\nP1 E1 attack: Decode Talker\n\
               P1 M5 attack: Bat\n";
    let sentence = "Legal: Decode Talker in E1 points to M3 (SU-05.2).";
    says_after(own, &before[..1], "zone M3", sentence);
    let free = "rules mr5 placement=ask\nP1 extra: Linkuriboh\nP1 M5 attack: Bat\n\
                P2 E2 attack: Flame Swordsman\nP1 M1 attack: Link Spider\nP1 hand: Celtic Guardian\n";
    says_after(
        free,
        &["summon Celtic Guardian"],
        "zone E2",
        "Not legal: E2 is an Extra Monster Zone (DF-18).",
    );
    says_after(
        free,
        &["summon Celtic Guardian"],
        "zone M2",
        "Legal: it answers what P1 is asked: which Monster Zone to use.",
    );
}

#[test]
fn a_monster_that_was_taken_and_banished_for_a_time() {
    says_after(
        "rules mr5 placement=ask\nP1 hand: Snatch Steal\n\
         P1 S1 down: Interdimensional Matter Transporter\nP2 M1 attack: Summoned Skull\n",
        &["activate Snatch Steal", "spell zone S2", "zone M1", "activate S1", "end"],
        "zone M3",
        "Legal: Summoned Skull comes back to P1, who controlled it before (DF-79.i).",
    );
}

#[test]
fn choices() {
    says_after(
        "turn 4 P2 main1\nP1 M1 set: Lonefire Blossom\nP1 M2 attack: Gigaplant\n\
         P1 S1 down: Pollinosis\nP2 hand: Dark Hole\n",
        &["activate Dark Hole", "activate S1"],
        "choose M1",
        "Legal: Lonefire Blossom may be Tributed face-down, also where the text asks what monster it \
         is (BP-17).",
    );
    says_after(
        "turn 3 P1 battle\nP1 M1 attack: Battle Ox\nP2 M1 set: Penguin Soldier\n\
         P2 M2 set: Mystical Elf\n",
        &["attack M1 -> M1", "activate M1"],
        "choose M1",
        "Not legal: the battle has destroyed Penguin Soldier, which is in its zone until the Damage \
         Step ends but can't be chosen any more (BA-9).",
    );
}

#[test]
fn moments_that_have_passed() {
    let replay = "turn 3 P1 battle\nP1 M1 attack: Battle Ox\nP2 hand: Celtic Guardian\n\
                  P2 M1 attack: Mystical Elf\nP2 S1 up: Ultimate Offering\n\
                  P2 S2 down: Mirror Force\nP2 S3 down: Waboku\n";
    says_after(
        replay,
        &[
            "attack M1 -> M1",
            "activate S1",
            "pass",
            "pose attack",
            "pass",
            "pass",
            "attack M1 -> M2",
        ],
        "activate S2",
        "Not legal: Mirror Force is activated when a card of your opponent declared an attack, in the \
         first Chain after that, and this is a later moment of the attack (TU-05.4).",
    );
    let offering = "P1 hand: Celtic Guardian\nP1 S1 up: Ultimate Offering\n\
                    P1 S2 down: Jar of Greed\nP1 deck: 3* Dark Hole\nP2 S1 down: Trap Hole\n\
                    P2 S2 down: Waboku\n";
    says_after(
        offering,
        &["activate S2", "pass", "activate S1", "pass", "pose attack"],
        "activate S1",
        "Not legal: Trap Hole is activated when a card of your opponent (face-up, ATK at least 1000) \
         was Normal Summoned or was Flip Summoned, and that is not the last thing that happened.",
    );
    says_after(
        "P1 M1 attack: Leviair the Sea Dragon\nP1 M1 materials: Sangan\nP1 banished: Battle Ox\n\
         P1 deck: 3* Kuriboh\n",
        &["activate M1", "pose attack"],
        "activate grave: Sangan",
        "Not legal: the effect of Sangan is used when this card was sent to the Graveyard from the \
         field, and an Xyz Material is not on the field (SU-08.6).",
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

/// Rules without Pendulum Zones say so, of activations, of the Summon and of positions.
#[test]
fn rules_without_pendulum_zones_say_so() {
    let text = "rules goat\nturn 3 P1 main1\nP1 hand: Dragong; Battle Ox\nP1 deck: 5* Battle Ox\n";
    let position = Position::parse(text, catalogue()).unwrap();
    let game = position.game(catalogue());
    let duel = position.start(&game, &mut Streams::new(1, [0, 1]), &mut ());
    for action in ["activate Dragong", "pendulum summon"] {
        let why = duel.why(&game, action).unwrap().sentence;
        assert!(why.contains("these rules have no Pendulum Zones (DF-30.i)"), "{action}: {why}");
    }
    let laid = format!("{text}P1 S1 pendulum: Dragong\n");
    let error = Position::parse(&laid, catalogue()).unwrap_err().to_string();
    assert!(error.contains("these rules have no Pendulum Zones"), "{error}");
    let with = laid.replace("rules goat", "rules goat pendulum-zones=1");
    assert!(Position::parse(&with, catalogue()).is_ok());
}
