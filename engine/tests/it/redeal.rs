//! Worlds dealt for a player: the player can't tell them from the duel they were dealt for.

use crate::common::random_duels;
use duelfish_engine::{
    Action, Actions, CardCode, DeckList, Duel, Game, Location, Player, Pointer, Position,
    PublicSpot, Rules, Streams,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// All prints of a player's cards, wherever they are, sorted.
fn cards_of(duel: &Duel, game: &Game<'_>, player: Player) -> Vec<CardCode> {
    let judge = duel.judge_view(game);
    let mut all: Vec<CardCode> = judge.deck(player).concat();
    all.extend(judge.hand(player).chain(judge.grave(player)));
    all.extend(judge.banished(player).chain(judge.extra(player)).flatten());
    for side in Player::BOTH {
        let monsters = judge.monsters(side).filter(|(_, m)| m.owner == player);
        all.extend(monsters.filter_map(|(_, monster)| monster.code));
        let spells = judge.spells(side).map(|(_, card)| card).chain(judge.field(side));
        all.extend(spells.filter(|card| card.owner == player).filter_map(|card| card.code));
    }
    all.sort_unstable();
    all
}

/// Whether a mandatory effect on the field asks for cards of a hand that it doesn't open while it is negated:
/// that it is used tells the truth about them.
fn spies(duel: &Duel, game: &Game<'_>) -> bool {
    let eye = game.cards.by_name("The Eye of Truth");
    Player::BOTH.into_iter().any(|player| {
        let judge = duel.judge_view(game);
        judge.spells(player).any(|(_, card)| card.code == eye)
    })
}

#[test]
fn worlds_look_the_same_and_can_be_played() {
    let mut worlds = 0;
    random_duels(300, &crate::common::mixed_rules(), |table| {
        let mut rng = ChaCha8Rng::seed_from_u64(table.seed);
        let mut world = table.duel;
        let mut at = 0;
        table.play(|table, action| {
            let (duel, game) = (&table.duel, &table.game);
            let me = duel.decision().unwrap().player;
            let view = duel.view(game, me);
            let dealer = view.dealer(None).unwrap();
            dealer.deal(game, &mut rng, &mut world);
            let what = format!("seed {}, decision {at}", table.seed);
            world.check(game.cards).unwrap_or_else(|broken| panic!("{what}: {broken}"));
            let seen = world.view(game, me);
            assert_eq!(seen.to_string(), view.to_string(), "{what}");
            assert_eq!(seen.known_in_hand(me.other()), view.known_in_hand(me.other()), "{what}");
            for player in Player::BOTH {
                let [is, was] = [&world, duel].map(|duel| cards_of(duel, game, player));
                assert_eq!(is, was, "{what}");
            }
            let [is, was] = [seen, view].map(|view| {
                let mut legal = Actions::new();
                view.legal_actions(&mut legal);
                // Copies in a Deck are the same card, and any of them may be the one that is offered.
                let of_deck = |at: Pointer| at.location == Location::DeckRest;
                let named = |action: &Action| !action.pointer().is_some_and(of_deck);
                let keys = legal.iter().map(|action| {
                    (Some(*action).filter(|action| named(action)), view.choice_key(*action))
                });
                keys.collect::<Vec<_>>()
            });
            assert!(is == was || spies(duel, game), "{what}: {is:?} and {was:?}");
            // Knowledge alone decides: from the world the same worlds are dealt, to the last byte.
            let dealers = [&dealer, &seen.dealer(None).unwrap()];
            let [one, other] = dealers.map(|dealer| {
                let (mut again, mut rng) = (world, ChaCha8Rng::seed_from_u64(at as u64));
                dealer.deal(game, &mut rng, &mut again);
                again
            });
            assert!(one == other, "{what}: the truth shows through");
            // Every few decisions a world is played to its end.
            at += 1;
            if at % 16 == 0 {
                let mut chance = Streams::new(table.seed, [0, 1]);
                let mut legal = Actions::new();
                let mut dice = at;
                for _ in 0..200 {
                    if world.decision().is_none() {
                        break;
                    }
                    world.legal_actions(game, &mut legal);
                    dice = (dice * 7 + 3) % 1009;
                    world.apply(game, legal[dice % legal.len()], &mut chance, &mut ());
                }
                world.check(game.cards).unwrap_or_else(|broken| panic!("{what}: {broken}"));
            }
            worlds += 1;
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
        });
    });
    assert!(worlds > 10_000, "{worlds}");
}

/// A duel that has just begun, between decks of two cards each.
fn beginning(game: &Game<'_>, decks: [&[(&str, usize)]; 2]) -> (Duel, [Vec<CardCode>; 2]) {
    let decks = decks.map(|deck| list(game, deck));
    let lists = [&decks[0], &decks[1]].map(|main| DeckList { main, extra: &[] });
    let duel = Duel::start(game, lists, &mut Streams::new(3, [0, 1]), &mut ()).unwrap();
    (duel, decks)
}

fn list(game: &Game<'_>, deck: &[(&str, usize)]) -> Vec<CardCode> {
    let cards = deck.iter().map(|(name, count)| vec![game.cards.by_name(name).unwrap(); *count]);
    cards.flatten().collect()
}

#[test]
fn hidden_cards_are_as_likely_as_they_are_many() {
    let game = Game::new(Rules::MR5, duelfish_cards::catalogue());
    let deck: &[(&str, usize)] = &[("Mystical Elf", 10), ("Dark Hole", 30)];
    let (duel, _) = beginning(&game, [deck, deck]);
    let me = duel.decision().unwrap().player;
    let dealer = duel.view(&game, me).dealer(None).unwrap();
    let elf = game.cards.by_name("Mystical Elf").unwrap();
    let (mut rng, mut world) = (ChaCha8Rng::seed_from_u64(5), duel);
    let mut elves = [0_u32; 2];
    for _ in 0..8000 {
        dealer.deal(&game, &mut rng, &mut world);
        for player in Player::BOTH {
            let hand = world.judge_view(&game).hand(player).filter(|code| *code == elf).count();
            elves[player.index()] += hand as u32;
        }
    }
    // Five of forty cards, ten of them elves: 1.25 each time, with a variance of 0.84; five standard
    // deviations of the sum are 410. The own hand is what it is.
    let own = duel.judge_view(&game).hand(me).filter(|code| *code == elf).count() as u32;
    assert_eq!(elves[me.index()], 8000 * own);
    assert!(elves[me.other().index()].abs_diff(10_000) < 410, "{elves:?}");
}

#[test]
fn a_set_card_is_one_that_can_be_set_there() {
    let game = Game::new(Rules::MR5, duelfish_cards::catalogue());
    let deck: &[(&str, usize)] =
        &[("Mystical Elf", 2), ("Summoned Skull", 2), ("Dark Hole", 2), ("Mountain", 34)];
    let (mut duel, _) = beginning(&game, [&[("Celtic Guardian", 40)], deck]);
    let mut chance = Streams::new(3, [0, 1]);
    let mut legal = Actions::new();
    // The second player Sets a monster and a Spell as soon as there is one.
    let hidden = |duel: &Duel| {
        let view = duel.view(&game, Player::FIRST);
        let set = view.monsters(Player::SECOND).any(|(_, monster)| monster.code.is_none());
        set && view.spells(Player::SECOND).any(|(_, card)| card.code.is_none())
    };
    while !hidden(&duel) {
        duel.legal_actions(&game, &mut legal);
        let second = duel.decision().unwrap().player == Player::SECOND;
        let sets = |action: &&Action| {
            let text = duel.describe(&game, **action);
            second && text.starts_with("set ") && !text.contains("Mountain")
        };
        let action = legal.iter().find(sets).or(legal.last()).copied().unwrap();
        duel.apply(&game, action, &mut chance, &mut ());
    }
    let dealer = duel.view(&game, Player::FIRST).dealer(None).unwrap();
    let (mut rng, mut world) = (ChaCha8Rng::seed_from_u64(5), duel);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..400 {
        dealer.deal(&game, &mut rng, &mut world);
        let judge = world.judge_view(&game);
        let monsters = judge.monsters(Player::SECOND).filter_map(|(_, monster)| monster.code);
        let spells = judge.spells(Player::SECOND).filter_map(|(_, card)| card.code);
        for code in monsters.chain(spells) {
            *seen.entry(game.cards.name(code)).or_insert(0) += 1;
        }
    }
    // A Set monster has most likely needed no Tribute; that is a belief and not a rule.
    assert_eq!(seen["Dark Hole"] + seen["Mystical Elf"] + seen["Summoned Skull"], 800, "{seen:?}");
    assert_eq!(seen["Dark Hole"], 400, "{seen:?}");
    assert!((4..60).contains(&seen["Summoned Skull"]), "{seen:?}");
}

#[test]
fn weights_say_which_cards_lie_where() {
    let game = Game::new(Rules::MR5, duelfish_cards::catalogue());
    let deck: &[(&str, usize)] = &[("Mystical Elf", 10), ("Dark Hole", 10), ("Trap Hole", 20)];
    let (duel, _) = beginning(&game, [deck, deck]);
    let me = duel.decision().unwrap().player;
    let named = |name: &str| game.cards.by_name(name).unwrap();
    let mut dealer = duel.view(&game, me).dealer(None).unwrap();
    // An elf is four times, a Trap never: elves are four fifths of the other hand, as long as both are many.
    let [elf, trap] = ["Mystical Elf", "Trap Hole"].map(named);
    dealer.weigh(|spot, code| {
        assert_eq!(spot, PublicSpot::Hand(me.other()), "nothing else is hidden but the Decks");
        if code == trap {
            0.0
        } else if code == elf {
            4.0
        } else {
            1.0
        }
    });
    let (mut rng, mut world) = (ChaCha8Rng::seed_from_u64(5), duel);
    let mut elves = 0;
    for _ in 0..4000 {
        dealer.deal(&game, &mut rng, &mut world);
        world.check(game.cards).unwrap();
        let hand: Vec<CardCode> = world.judge_view(&game).hand(me.other()).collect();
        assert!(!hand.contains(&trap), "its weight is 0");
        elves += hand.iter().filter(|code| **code == elf).count() as u32;
    }
    // Drawn one after the other, each time 4e : h of the elves and holes that are left, starting at 10 and 10.
    // That makes 3.879 of five, with a variance of 0.739: five standard deviations of the sum are 272.
    assert!(elves.abs_diff(15_515) < 272, "{elves}");
    // Where all weights are 0 they don't count.
    dealer.weigh(|_, _| 0.0);
    dealer.deal(&game, &mut rng, &mut world);
    assert_eq!(world.judge_view(&game).hand(me.other()).count(), 5);
}

#[test]
fn a_card_on_the_field_is_known_to_lie_there_for_so_many_turns() {
    let game = Game::new(Rules::MR5, duelfish_cards::catalogue());
    let deck: &[(&str, usize)] = &[("Mystical Elf", 20), ("Dark Hole", 20)];
    let (mut duel, _) = beginning(&game, [deck, deck]);
    let mut chance = Streams::new(3, [0, 1]);
    let mut legal = Actions::new();
    let mut set_in = [None; 2];
    while duel.decision().is_some() && duel.turn() < 12 {
        duel.legal_actions(&game, &mut legal);
        let sets = |name: &str| {
            let is_it = |action: &&Action| {
                let text = duel.describe(&game, **action);
                text.starts_with("set ") && text.contains(name)
            };
            legal.iter().find(is_it).copied()
        };
        let first = duel.decision().unwrap().player == Player::FIRST;
        let monster = sets("Mystical Elf").filter(|_| first && set_in[0].is_none());
        let spell = sets("Dark Hole").filter(|_| first && set_in[1].is_none());
        set_in[0] = set_in[0].or(monster.map(|_| duel.turn()));
        set_in[1] = set_in[1].or(spell.filter(|_| monster.is_none()).map(|_| duel.turn()));
        let action = monster.or(spell).or(legal.last().copied()).unwrap();
        duel.apply(&game, action, &mut chance, &mut ());
        let view = duel.view(&game, Player::SECOND);
        let monster = view.monsters(Player::FIRST).next().map(|(_, card)| card.turns_in_place);
        let spell = view.spells(Player::FIRST).next().map(|(_, card)| card.turns_in_place);
        for (turns, since) in [monster, spell].into_iter().zip(set_in) {
            if let (Some(turns), Some(since)) = (turns, since) {
                assert_eq!(u16::from(turns), (duel.turn() - since).min(4), "turn {}", duel.turn());
            }
        }
    }
    assert!(set_in.iter().all(Option::is_some) && duel.turn() == 12, "{set_in:?}");
}

#[test]
fn a_guessed_deck_replaces_the_hidden_cards() {
    let game = Game::new(Rules::MR5, duelfish_cards::catalogue());
    let (duel, _) = beginning(&game, [&[("Celtic Guardian", 40)], &[("Mystical Elf", 40)]]);
    let view = duel.view(&game, Player::FIRST);
    let [guess, short] = [40, 39].map(|count| list(&game, &[("Dark Hole", count)]));
    let [guess, short] = [&guess, &short].map(|main| DeckList { main, extra: &[] });
    assert!(view.dealer(Some(short)).is_err());
    let dealer = view.dealer(Some(guess)).unwrap();
    let (mut rng, mut world) = (ChaCha8Rng::seed_from_u64(5), duel);
    dealer.deal(&game, &mut rng, &mut world);
    world.check(game.cards).unwrap();
    let all = cards_of(&world, &game, Player::SECOND);
    assert_eq!(all, guess.main);
    assert_eq!(cards_of(&world, &game, Player::FIRST), cards_of(&duel, &game, Player::FIRST));
}

/// A duel from a position on, after these actions.
fn played(text: &str, actions: &[&str]) -> (Game<'static>, Duel) {
    let position = Position::parse(text, duelfish_cards::catalogue()).unwrap();
    let game = position.game(duelfish_cards::catalogue());
    let mut chance = Streams::new(1, [0, 1]);
    let mut duel = position.start(&game, &mut chance, &mut ());
    for text in actions {
        let action = duel.parse(&game, text).unwrap();
        duel.apply(&game, action, &mut chance, &mut ());
    }
    (game, duel)
}

/// While the cost is chosen the monster still lies in the Deck, where all else is dealt anew.
#[test]
fn a_monster_that_is_summoned_from_the_deck_stays_what_it_is() {
    let text = "turn 3 P1 main1\nP1 M1 attack: Zoa\nP1 M2 attack: Zoa\nP1 S1 up: Metalmorph -> P1 M1\n\
                P1 S2 up: Metalmorph -> P1 M2\nP1 deck: Metalzoa; 9* Ookazi; 9* Battle Ox";
    let (game, duel) = played(text, &["special summon Metalzoa"]);
    let mut chance = Streams::new(1, [0, 1]);
    let dealer = duel.view(&game, Player::FIRST).dealer(None).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..50 {
        let mut world = duel;
        dealer.deal(&game, &mut rng, &mut world);
        for text in ["choose M2", "pose attack"] {
            let action = world.parse(&game, text).unwrap();
            world.apply(&game, action, &mut chance, &mut ());
        }
        let judge = world.judge_view(&game);
        let came = judge.monsters(Player::FIRST).filter_map(|(_, monster)| monster.code);
        let names: Vec<&str> = came.map(|code| game.cards.name(code)).collect();
        assert!(names.contains(&"Metalzoa"), "{names:?}");
    }
}

#[test]
fn who_chooses_from_the_own_deck_sees_what_is_left_there() {
    let text = "turn 3 P1 main1\nP1 hand: Thunder Dragon\nP1 deck: 9* Dark Magician; 2* Thunder Dragon; 9* Summoned Skull";
    let actions = ["activate Thunder Dragon", "choose deck: Thunder Dragon"];
    let (game, duel) = played(text, &actions);
    let dealer = duel.view(&game, Player::FIRST).dealer(None).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..50 {
        let mut world = duel;
        dealer.deal(&game, &mut rng, &mut world);
        assert!(world.parse(&game, "choose deck: Thunder Dragon").is_ok());
    }
}

#[test]
fn what_lies_banished_face_down_is_hidden_from_the_opponent_alone() {
    let text = "turn 3 P1 main1\nP1 banished: Battle Ox [down]; Flame Swordsman [down]; Kuriboh\n\
                P1 extra: 2* Charubin the Fire Knight\nP1 deck: 9* Mystical Elf\nP2 deck: 3* Ookazi";
    let (game, duel) = played(text, &[]);
    let banished = |duel: &Duel| -> Vec<&str> {
        let judge = duel.judge_view(&game);
        judge.banished(Player::FIRST).flatten().map(|code| game.cards.name(code)).collect()
    };
    let truth = banished(&duel);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut elves, mut charubins) = (0, 0);
    for _ in 0..200 {
        let mut world = duel;
        duel.view(&game, Player::FIRST).dealer(None).unwrap().deal(&game, &mut rng, &mut world);
        assert_eq!(banished(&world), truth, "its owner may look at it");
        duel.view(&game, Player::SECOND).dealer(None).unwrap().deal(&game, &mut rng, &mut world);
        world.check(game.cards).unwrap();
        let dealt = banished(&world);
        // What went there from the Extra Deck can only be one of its cards, and the other one none.
        assert!(["Battle Ox", "Mystical Elf"].contains(&dealt[0]), "{dealt:?}");
        assert!(["Flame Swordsman", "Charubin the Fire Knight"].contains(&dealt[1]), "{dealt:?}");
        assert_eq!(dealt[2], "Kuriboh");
        elves += u32::from(dealt[0] == "Mystical Elf");
        charubins += u32::from(dealt[1] == "Charubin the Fire Knight");
    }
    // Nine of ten, with a deviation of 4.2 in 200 trials; two of three, with 6.7.
    assert!((155..=198).contains(&elves), "{elves}");
    assert!((100..=167).contains(&charubins), "{charubins}");
}

#[test]
fn a_card_of_a_hand_stays_what_it_is_while_its_effect_is_on_the_chain() {
    let text = "turn 3 P1 battle\nP1 M1 attack: Battle Ox\nP1 S1 down: Divine Wrath\nP1 hand: Kuriboh\n\
                P2 hand: Mystical Elf; Battle Fader; Ookazi\nP2 deck: 9* Feral Imp";
    let (game, duel) = played(text, &["attack M1 direct", "activate hand: Battle Fader"]);
    assert_eq!(duel.decision().unwrap().player, Player::FIRST);
    let dealer = duel.view(&game, Player::FIRST).dealer(None).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..50 {
        let mut world = duel;
        dealer.deal(&game, &mut rng, &mut world);
        let answer = world.parse(&game, "activate S1").unwrap();
        assert!(world.is_legal(&game, answer), "only what a monster does is answered so");
    }
}
