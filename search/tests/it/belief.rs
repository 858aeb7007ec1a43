//! What is inferred of hidden cards: its file, the situations, and worlds that are dealt by it.

use std::sync::Arc;

use duelfish_cards::catalogue;
use duelfish_engine::{Duel, Game, Player, Position, PublicSpot};
use duelfish_search::WeightFileError;
use duelfish_search::belief::{
    INFERENCE_UNIT, Inference, InferenceReader, InferenceRow, Situation,
};
use duelfish_search::net::FACTORS;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// An inference that says nothing but that of these cards.
fn inference(rows: &[(&str, InferenceRow)]) -> Inference {
    let cards = catalogue();
    let passcode = |name: &str| cards.facts(cards.by_name(name).expect("a card")).passcode;
    let mut own: Vec<(u32, InferenceRow)> =
        rows.iter().map(|(name, row)| (passcode(name), *row)).collect();
    own.sort_unstable();
    Inference {
        about: "By hand.".to_owned(),
        cards: own.iter().map(|(passcode, _)| *passcode).collect(),
        card_rows: own.iter().map(|(_, row)| *row).collect(),
        factor_rows: vec![[0; Situation::COUNT]; FACTORS],
    }
}

const POSITION: &str = "turn 5 P1 main1\nP1 lp 6200\nP1 M2 attack: Celtic Guardian\n\
                        P2 lp 3100\nP2 hand: Dark Hole; Mystical Elf\nP2 M3 set: Mystical Elf\n\
                        P2 S2 down: Trap Hole\nP2 S3 down: Dark Hole [set]\n\
                        P2 deck: 10* Trap Hole; 10* Dark Hole; 10* Mystical Elf\n";

/// A position and a look at it.
fn with_duel<T>(text: &str, look: impl FnOnce(&Game<'_>, Duel) -> T) -> T {
    let position = Position::parse(text, catalogue()).expect("a position");
    let game = position.game(catalogue());
    let duel = position.start(&game, &mut position.script(), &mut ());
    look(&game, duel)
}

#[test]
fn a_file_gives_the_inference_back_and_anything_else_is_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut row =
        || -> InferenceRow { std::array::from_fn(|_| (rng.next_u32() % 999) as i16 - 500) };
    let mut random = inference(&[("Trap Hole", row()), ("Dark Hole", row())]);
    random.factor_rows = (0..FACTORS).map(|_| row()).collect();
    let file = random.to_bytes();
    assert_eq!(Inference::from_bytes(&file).as_ref(), Ok(&random));
    let found = Inference::from_bytes(b"duelfish-net 1\n\n");
    assert!(matches!(found, Err(WeightFileError::FirstLine(_))));
    for end in [20, 40, file.len() / 2, file.len() - 1] {
        assert!(Inference::from_bytes(&file[..end]).is_err(), "{end} bytes");
    }
    let longer = [&file[..], &[0]].concat();
    assert!(matches!(Inference::from_bytes(&longer), Err(WeightFileError::Length { .. })));
    random.cards[1] = random.cards[0];
    let twice = Inference::from_bytes(&random.to_bytes());
    assert!(matches!(twice, Err(WeightFileError::Damaged(..))));
}

#[test]
fn situations_tell_places_and_times_apart() {
    let spots = |text: &str| {
        with_duel(text, |game, duel| {
            let view = duel.view(game, Player::FIRST);
            let other = Player::SECOND;
            let monster = view.monsters(other).next().expect("a Set monster").0;
            let spells = [PublicSpot::Spell(other, 1), PublicSpot::Spell(other, 2)];
            let spots = [PublicSpot::Hand(other), PublicSpot::Monster(other, monster)];
            let found = spots.into_iter().chain(spells).map(|spot| Situation::of(&view, spot));
            assert_eq!(Situation::of(&view, PublicSpot::Hand(Player::FIRST)), None);
            assert_eq!(Situation::of(&view, PublicSpot::Banished(other)), None);
            found.collect::<Option<Vec<Situation>>>().expect("hidden cards of the opponent")
        })
    };
    use Situation as S;
    assert_eq!(spots(POSITION), [S::HandWaiting, S::MonsterOneTurn, S::SpellOneTurn, S::SpellNew]);
    let battle = POSITION.replace("main1", "battle");
    let later = S::SpellOneTurnAttacked;
    assert_eq!(spots(&battle), [S::HandWaiting, S::MonsterOneTurn, later, S::SpellNew]);
    let first = POSITION.replace("turn 5", "turn 1");
    assert_eq!(spots(&first)[0], S::FirstHand);
}

#[test]
fn worlds_are_dealt_by_what_is_inferred() {
    let mut never = [0; Situation::COUNT];
    never[Situation::SpellOneTurn as usize] = (-9.0 * INFERENCE_UNIT) as i16;
    let traps = |row: InferenceRow, share: f32| {
        with_duel(POSITION, |game, duel| {
            let view = duel.view(game, Player::FIRST);
            let mut dealer = view.dealer(None).expect("a world");
            let says = Arc::new(inference(&[("Trap Hole", row)]));
            InferenceReader::new(says, share).weigh(&view, &mut dealer);
            let (mut rng, mut world) = (ChaCha8Rng::seed_from_u64(3), duel);
            let trap = catalogue().by_name("Trap Hole");
            let mut traps = [0; 2];
            for _ in 0..600 {
                dealer.deal(game, &mut rng, &mut world);
                for (traps, zone) in traps.iter_mut().zip([1, 2]) {
                    let card = world.judge_view(game).spell(Player::SECOND, zone);
                    *traps += u32::from(card.and_then(|card| card.code) == trap);
                }
            }
            traps
        })
    };
    // 11 of 23 Spells and Traps are Trap Holes: 287 of 600, with a standard deviation of 12.2.
    let [even, new] = traps([0; _], 1.0);
    assert!(even.abs_diff(287) < 61 && new.abs_diff(287) < 61, "{even} {new}");
    let [inferred, new] = traps(never, 1.0);
    assert!(inferred < 10, "it is e to the 9th times less likely: {inferred}");
    assert!(new.abs_diff(300) < 61, "of another situation nothing is said: {new}");
    assert!(traps(never, 0.0)[0].abs_diff(287) < 61, "a share of nothing says nothing");
}
