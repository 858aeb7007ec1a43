//! Laws that hold at every decision of random duels, whatever the cards.

use std::collections::BTreeMap;

use crate::common::{Table, can, random_duels};
use duelfish_engine::{
    Action, Actions, DecisionKind, Duel, Facts, Journal, Limit, Location, Outcome, Placement,
    Player, Position, Rules, Streams, Verb, kind,
};

const DUELS: u64 = 1000;

/// Undo restores every byte, one decision at a time and many at once.
#[test]
fn undo_restores_every_byte() {
    let mut journal = Journal::with_capacity(1 << 16);
    random_duels(DUELS, &crate::common::mixed_rules(), |table| {
        journal.clear();
        let start = table.duel;
        let root = journal.mark();
        let mut far = 0;
        table.play(|table, action| {
            let (before, mark) = (table.duel, journal.mark());
            let mut probe = table.duel;
            probe.apply(&table.game, action, &mut table.chance, &mut journal);
            let after = probe;
            probe.undo(&mut journal, mark);
            assert!(probe == before, "seed {} decision {far}", table.seed);
            probe.apply(&table.game, action, &mut table.chance, &mut journal);
            assert!(probe == after, "the same action leads elsewhere, seed {}", table.seed);
            table.duel = probe;
            far += 1;
        });
        table.duel.undo(&mut journal, root);
        assert!(table.duel == start, "seed {}", table.seed);
    });
}

/// The journal changes nothing: with and without it, and from any copy, the bytes are the same.
#[test]
fn copies_and_journals_play_on_alike() {
    random_duels(DUELS, &crate::common::mixed_rules(), |table| {
        let mut journal = Journal::with_capacity(1 << 12);
        table.play(|table, action| {
            let mut copy = table.duel;
            copy.apply(&table.game, action, &mut table.chance, &mut journal);
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
            assert!(copy == table.duel, "seed {}", table.seed);
            journal.clear();
        });
    });
}

/// Any duel can become any other one, of whatever decks: what `copy_from` need not write is the same in
/// both.
#[test]
fn a_duel_becomes_any_other_one() {
    // What lies here is left over from other duels, from early and late moments of them.
    let mut others: [Option<Duel>; 16] = [None; 16];
    random_duels(200, &crate::common::mixed_rules(), |table| {
        let mut number = table.seed as usize;
        table.play(|table, action| {
            number += 1;
            match &mut others[number % 16] {
                Some(other) => {
                    other.copy_from(&table.duel);
                    assert!(*other == table.duel, "seed {}", table.seed);
                }
                location => *location = Some(table.duel),
            }
            // Some places keep for long what they were given.
            number += number % 5;
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
        });
    });
}

/// A duel in which somebody goes round and round ends at a limit before its stamps come round too: what
/// never moved would seem to be newer than what happened since.
#[test]
fn going_round_and_round_ends_at_a_limit() {
    let cards = duelfish_cards::catalogue();
    let position = "rules goat\nturn 4 P1 main1\nP1 hand: Night Assailant; 6* Battle Ox\n\
        P1 grave: Night Assailant\nP1 deck: 20* Battle Ox\nP2 deck: 20* Battle Ox\n";
    let position = Position::parse(position, cards).unwrap();
    let game = position.game(cards);
    let mut chance = Streams::new(1, [0, 1]);
    let mut duel = position.start(&game, &mut chance, &mut ());
    duel.apply(&game, Action::END_TURN, &mut chance, &mut ());
    while duel.decision().is_some() {
        // It brings the other one back, and the hand is too large again.
        let again = duel.parse(&game, "discard Night Assailant").unwrap();
        duel.apply(&game, again, &mut chance, &mut ());
    }
    assert_eq!(duel.outcome(), Some(Outcome::Limit(Limit::Size)));
    assert_eq!(duel.turn(), 4);
    duel.check(cards).unwrap();
}

/// No card is lost or doubled, the key is what it would be if computed anew, derived values are
/// current (see `Duel::check`).
#[test]
fn nothing_redundant_is_stale() {
    random_duels(DUELS, &crate::common::mixed_rules(), |table| {
        let cards = table.game.cards;
        table.play(|table, action| {
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
            table
                .duel
                .check(cards)
                .unwrap_or_else(|broken| panic!("seed {}: {broken}", table.seed));
        });
    });
}

/// The legal actions are exactly those that an independent reading of the rulebook allows, out of
/// all encodings.
#[test]
fn legal_actions_are_what_the_rulebook_allows() {
    // Hands of these duels have fewer than sixteen cards.
    let firsts = (0..16_u32).chain([31, 63, 64, 128, 254, 255]);
    let encodings: Vec<Action> = (0..12_u32)
        .flat_map(|verb| firsts.clone().map(move |first| verb << 16 | first))
        .flat_map(|bits| [0, 1, 2, 3, 4, 5, 6, 7, 255].map(|second: u32| bits | second << 8))
        .filter_map(Action::from_bits)
        .collect();
    random_duels(600, &crate::common::mixed_rules(), |table| {
        if crate::common::plays_effects(table.seed) {
            return;
        }
        table.play(|table, action| {
            let mut legal = Actions::new();
            table.duel.legal_actions(&table.game, &mut legal);
            let allowed: Vec<Action> =
                encodings.iter().copied().filter(|a| can(&table.duel, &table.game, *a)).collect();
            let (mut left, mut right) = (legal.to_vec(), allowed);
            left.sort_unstable();
            right.sort_unstable();
            assert_eq!(left, right, "seed {}\n{}", table.seed, table.duel.judge_view(&table.game));
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
        });
    });
}

/// A question with one answer is not put, unless the rules say that all are.
#[test]
fn forced_choices_are_taken() {
    random_duels(DUELS, &crate::common::mixed_rules(), |table| {
        table.play(|table, action| {
            let mut legal = Actions::new();
            table.duel.legal_actions(&table.game, &mut legal);
            let least = if table.game.rules.ask_forced { 1 } else { 2 };
            let only = || legal.iter().map(|action| table.duel.describe(&table.game, *action));
            assert!(legal.len() >= least, "seed {}: {:?}", table.seed, only().collect::<Vec<_>>());
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
        });
    });
}

/// Every action's text is read back as an action that means the same.
#[test]
fn notation_is_read_back() {
    random_duels(200, &crate::common::mixed_rules(), |table| {
        table.play(|table, action| {
            let (duel, game) = (&table.duel, &table.game);
            let mut legal = Actions::new();
            duel.legal_actions(game, &mut legal);
            for action in &legal {
                let text = duel.describe(game, *action);
                let read =
                    duel.parse(game, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(duel.choice_key(read), duel.choice_key(*action), "{text}");
                assert_eq!(Action::from_bits(action.to_bits()), Some(*action));
            }
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
        });
    });
}

/// An open state written as a position and read again has the same key, view and legal actions.
#[test]
fn positions_round_trip() {
    random_duels(200, &crate::common::mixed_rules(), |table| {
        table.play(|table, action| {
            round_trip(table);
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
        });
    });
}

/// The position of an open state, after it was read again and found equal.
fn round_trip(table: &mut Table<'_>) -> Option<String> {
    let (duel, game) = (&table.duel, &table.game);
    let text = duel.to_position(game)?;
    let position = Position::parse(&text, game.cards)
        .unwrap_or_else(|error| panic!("seed {}: {error}\n{text}", table.seed));
    assert_eq!(position.rules, game.rules);
    let read = position.start(game, &mut table.chance, &mut ());
    assert_eq!(read.position_key(), duel.position_key(), "seed {}\n{text}", table.seed);
    let views = [duel, &read].map(|d| d.judge_view(game).to_string());
    assert_eq!(views[0], views[1]);
    let actions = [duel, &read].map(|d| {
        let mut actions = Actions::new();
        d.legal_actions(game, &mut actions);
        actions
    });
    assert_eq!(actions[0], actions[1], "seed {}\n{text}", table.seed);
    Some(text)
}

/// The same of duels between decks of Pendulum Cards, in which Pendulum Zones, face-up Extra Decks and
/// used Pendulum Summons are to be written.
#[test]
fn pendulum_positions_round_trip() {
    let is_pendulum = |facts: &Facts| facts.is(kind::PENDULUM);
    let mut seen = BTreeMap::new();
    crate::common::duels_of(40, &crate::common::mixed_rules(), is_pendulum, |table| {
        table.play(|table, action| {
            let text = round_trip(table).unwrap_or_default();
            for line in text.lines() {
                for what in
                    [" S1 pendulum: ", " S5 pendulum: ", " extra up: ", " pendulum-summoned"]
                {
                    *seen.entry(what).or_insert(0) += usize::from(line.contains(what));
                }
            }
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
        });
    });
    assert_eq!(seen.len(), 4);
    assert!(seen.values().all(|count| *count > 100), "{seen:?}");
}

/// What the opponent knows of a hand survives play and text: positions with known cards in both
/// hands are played on, and at every open state the position is written and read again with equal
/// views. And equal choices are equal: whichever copy of a card does it, keys and views agree.
#[test]
fn knowledge_is_about_prints_and_survives_text() {
    let (mut read_again, mut copies) = (0, 0);
    random_duels(150, &[Rules::MR5], |table| {
        let mut waiting = 5 + table.seed % 10;
        table.play(|table, action| {
            waiting = waiting.saturating_sub(1);
            if let (0, Some(text)) = (waiting, table.duel.to_position(&table.game)) {
                let known = Player::BOTH.map(|player| {
                    let view = table.duel.judge_view(&table.game);
                    let first = view.hand(player).next();
                    first.map_or(String::new(), |code| {
                        format!("{player} known: {}\n", table.game.cards.label(code))
                    })
                });
                if !text.contains("known") {
                    let position = Position::parse(&(text + &known.concat()), table.game.cards);
                    let position = position.unwrap_or_else(|error| panic!("{error}"));
                    table.duel = position.start(&table.game, &mut table.chance, &mut ());
                    // The number of answers given so far is no part of a position.
                    table.restart();
                }
            }
            let views =
                |duel: &Duel| Player::BOTH.map(|player| duel.view(&table.game, player).to_string());
            if let Some(text) = table.duel.to_position(&table.game) {
                let position = Position::parse(&text, table.game.cards)
                    .unwrap_or_else(|error| panic!("seed {}: {error}\n{text}", table.seed));
                let read = position.start(&table.game, &mut table.chance.clone(), &mut ());
                assert_eq!(views(&read), views(&table.duel), "seed {}\n{text}", table.seed);
                read_again += u32::from(text.contains("known"));
            }
            let mut legal = Actions::new();
            table.duel.legal_actions(&table.game, &mut legal);
            for twin in &legal {
                let same = table.duel.choice_key(*twin) == table.duel.choice_key(action);
                // In a choice of several cards of an ordered pile, what can be chosen after the one
                // differs from what can be chosen after the other.
                let ordered = twin.pointer().is_some_and(|at| {
                    twin.verb() == Verb::Choose
                        && matches!(at.location, Location::Grave | Location::Banished)
                });
                // So it is for several cards of a hand that are chosen one after the other.
                let several = table.duel.decision().is_some_and(|decision| decision.remaining > 1);
                let chosen = matches!(twin.verb(), Verb::Discard | Verb::Choose);
                let ordered = ordered || (chosen && several);
                if *twin != action && same && !ordered {
                    let after = [action, *twin].map(|action| {
                        let mut duel = table.duel;
                        duel.apply(&table.game, action, &mut table.chance.clone(), &mut ());
                        duel
                    });
                    // And for any number of cards, of which the last one ends the choice.
                    let asks_on = |duel: &Duel| {
                        duel.decision().is_some_and(|decision| decision.kind == DecisionKind::Card)
                    };
                    if chosen && after.iter().any(asks_on) {
                        continue;
                    }
                    let ends = after.map(|duel| {
                        let other = table.duel.decision().unwrap().player.other();
                        // Which of two equal cards leaves a pile shows in its order alone.
                        (duel.position_key(), unordered(&duel.view(&table.game, other).to_string()))
                    });
                    let what = [action, *twin].map(|a| table.duel.describe(&table.game, a));
                    assert_eq!(ends[0], ends[1], "seed {}: {what:?}", table.seed);
                    copies += 1;
                }
            }
            if table.duel.is_legal(&table.game, action) {
                table.duel.apply(&table.game, action, &mut table.chance, &mut ());
            }
        });
    });
    assert!(read_again > 500 && copies > 500, "{read_again} read again, {copies} copies");
}

/// Two orders of actions that don't touch each other lead to equal keys.
#[test]
fn commuting_actions_meet_in_one_key() {
    let mut met = 0;
    // Every question is put, so that a Summon after which nothing else is left ends no turn.
    let rules = [Rules::MR5, Rules::CLASSIC].map(|rules| Rules {
        ask_forced: true,
        only_fusions: false,
        ..rules
    });
    random_duels(300, &rules, |table| {
        table.play(|table, action| {
            met += meetings(table);
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
        });
    });
    assert!(met > 50_000, "only {met} pairs of orders were tried");
}

/// Tries all pairs of actions that don't touch each other, in both orders, from one state: changes
/// of position, Summons and Sets beside them, attacks between different monsters.
fn meetings(table: &mut Table<'_>) -> usize {
    let mut legal = Actions::new();
    table.duel.legal_actions(&table.game, &mut legal);
    let mut tried = 0;
    for (at, first) in legal.iter().enumerate() {
        for second in &legal[at + 1..] {
            // What an effect does or answers may well depend on what came first.
            let plain = [*first, *second].into_iter().all(|action| !concerns_effect(table, action));
            if !are_apart(*first, *second) || !plain {
                continue;
            }
            let keys = [[*first, *second], [*second, *first]].map(|order| {
                let mut duel = table.duel;
                for action in order {
                    // A duel that the first action ends leaves nothing for the second.
                    if !duel.is_legal(&table.game, action) {
                        return None;
                    }
                    duel.apply(&table.game, action, &mut table.chance, &mut ());
                }
                // A duel that ends keeps the monsters of the battle that ended it.
                duel.position_key().filter(|_| duel.outcome().is_none())
            });
            if let [Some(one), Some(other)] = keys {
                assert_eq!(one, other, "seed {}: {first:?} {second:?}", table.seed);
                tried += 1;
            }
        }
    }
    tried
}

/// Whether an action is about a card that has an effect.
fn concerns_effect(table: &Table<'_>, action: Action) -> bool {
    let view = table.duel.judge_view(&table.game);
    let Some(player) = view.asked() else { return false };
    let of_hand = action.ordinal().and_then(|n| view.hand(player).nth(usize::from(n)));
    let monster = |player, zone| view.monster(player, zone).and_then(|monster| monster.code);
    let own = action.monster_zone().and_then(|zone| monster(player, zone));
    let other = action.target().and_then(|zone| monster(player.other(), zone));
    let scripts = table.game.cards.scripts();
    let scripted = |code| scripts.card(code).is_some();
    // What lies face-up may change values and positions with every monster that comes or leaves.
    let watched = || {
        Player::BOTH.into_iter().any(|player| {
            let monsters =
                view.monsters(player).filter(|(_, monster)| monster.position.is_face_up());
            let monsters = monsters.filter_map(|(_, monster)| monster.code);
            let spells =
                (0..5).filter_map(|zone| view.spell(player, zone)).chain(view.field(player));
            let spells = spells.filter(|card| card.face_up).filter_map(|card| card.code);
            monsters.chain(spells).any(scripted)
        })
    };
    [of_hand, own, other].into_iter().flatten().any(scripted) || watched()
}

/// Whether two actions concern different cards, and neither uses up what the other needs.
fn are_apart(first: Action, second: Action) -> bool {
    let in_location = |verb| matches!(verb, Verb::Flip | Verb::Reposition);
    let from_hand = |verb| matches!(verb, Verb::Summon | Verb::Set);
    match (first.verb(), second.verb()) {
        (one, other) if in_location(one) && in_location(other) => true,
        (one, other) => {
            let mixed =
                (in_location(one) && from_hand(other)) || (from_hand(one) && in_location(other));
            let attacks = one == Verb::Attack && other == Verb::Attack;
            let targets = (first.target(), second.target());
            let apart = first.monster_zone() != second.monster_zone() && targets.0.is_some();
            mixed || (attacks && apart && targets.0 != targets.1)
        }
    }
}

/// Distinct positions have distinct keys, and equal positions equal ones.
#[test]
fn keys_do_not_collide() {
    let mut texts: BTreeMap<u64, String> = BTreeMap::new();
    random_duels(250, &[Rules::MR5], |table| {
        table.play(|table, action| {
            if let (Some(key), Some(text)) =
                (table.duel.position_key(), table.duel.to_position(&table.game))
            {
                let text = unordered(&text);
                let old = texts.entry(key).or_insert_with(|| text.clone());
                assert_eq!(*old, text, "seed {}", table.seed);
            }
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
        });
    });
    assert!(texts.len() > 20_000, "only {} positions", texts.len());
}

/// The text of a position or a view without what the key leaves out: the order of hands, Graveyards
/// and banished cards.
fn unordered(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once(": ") {
        Some((head, list))
            if ["hand", "grave", "banished"].iter().any(|pile| head.ends_with(pile)) =>
        {
            let mut items: Vec<&str> = list.split("; ").collect();
            items.sort_unstable();
            format!("{head}: {}", items.join("; "))
        }
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Replaying the actions from the start gives the same bytes.
#[test]
fn re_execution_gives_the_same_bytes() {
    random_duels(100, &crate::common::mixed_rules(), |table| {
        let start = table.duel;
        let mut done = Vec::new();
        table.play(|table, action| {
            done.push(action);
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
        });
        let mut again = start;
        let mut chance = Streams::new(table.seed, [0, 1]);
        for action in done {
            again.apply(&table.game, action, &mut chance, &mut ());
        }
        assert!(again == table.duel, "seed {}", table.seed);
        assert!(again.outcome().is_some());
    });
}

/// A whole duel written down as a score is the same duel when it is read: each line is the text of
/// an action, and only which of two equal cards did it is left open.
#[test]
fn a_score_is_read_back_as_the_same_duel() {
    random_duels(200, &crate::common::mixed_rules(), |table| {
        let mut read = table.duel;
        let mut chance = Streams::new(table.seed, [0, 1]);
        table.play(|table, action| {
            let line = table.duel.describe(&table.game, action);
            let same = read.parse(&table.game, &line).unwrap_or_else(|e| panic!("{line}: {e}"));
            assert_eq!(read.choice_key(same), table.duel.choice_key(action), "{line}");
            read.apply(&table.game, same, &mut chance, &mut ());
            // Of equal cards of a hand chance could take another one later, so both duels go on with
            // the one that the text means.
            table.duel.apply(&table.game, same, &mut table.chance, &mut ());
            assert_eq!(
                read.position_key(),
                table.duel.position_key(),
                "seed {}: {line}\n{}\n{}",
                table.seed,
                read.judge_view(&table.game),
                table.duel.judge_view(&table.game)
            );
        });
        assert_eq!(read.outcome(), table.duel.outcome(), "seed {}", table.seed);
    });
}

/// Odd rules end a duel before it begins rather than leave it without a meaning.
#[test]
fn a_duel_that_is_lost_at_once_is_over() {
    use duelfish_engine::{DeckList, Game, Outcome, Reason};
    let cards = duelfish_cards::catalogue();
    let elf = cards.by_name("Mystical Elf").unwrap();
    let start = |rules: Rules, sizes: [usize; 2]| {
        let decks = sizes.map(|size| vec![elf; size]);
        let lists = [&decks[0], &decks[1]].map(|main| DeckList { main, extra: &[] });
        let game = Game::new(rules, cards);
        let duel = Duel::start(&game, lists, &mut Streams::new(1, [0, 1]), &mut ()).unwrap();
        duel.check(cards).unwrap();
        duel.outcome()
    };
    let decked = |player| Some(Outcome::Win(player, Reason::DeckOut));
    assert_eq!(start(Rules::MR5, [40, 4]), decked(Player::FIRST));
    assert_eq!(start(Rules::MR5, [0, 40]), decked(Player::SECOND));
    assert_eq!(start(Rules::MR5, [4, 4]), Some(Outcome::Draw(Reason::DeckOut)));
    let lifeless = Rules { starting_lp: 0, ..Rules::MR5 };
    assert_eq!(start(lifeless, [40, 40]), Some(Outcome::Draw(Reason::LifePoints)));
    assert_eq!(start(Rules::MR5, [40, 40]), None);
}

/// Zones are asked exactly when the rules say so, and never when there is one.
#[test]
fn placement_is_a_value_of_the_rules() {
    for placement in [Placement::Ask, Placement::Auto] {
        let mut asked = 0;
        random_duels(40, &[Rules::MR5.with_placement(placement)], |table| {
            table.play(|table, action| {
                let kind = table.duel.decision().map(|decision| decision.kind);
                asked += u32::from(kind == Some(DecisionKind::Zone));
                table.duel.apply(&table.game, action, &mut table.chance, &mut ());
            });
        });
        assert_eq!(asked > 0, placement == Placement::Ask);
    }
}

/// What a bot may do to a record: an illegal action is refused and changes nothing.
#[test]
fn an_illegal_action_changes_nothing() {
    random_duels(20, &[Rules::MR5], |table| {
        table.play(|table, action| {
            let before: Duel = table.duel;
            let wrong = Action::attack(duelfish_engine::MonsterZone::new(6).unwrap(), None);
            let refused = table.duel.try_apply(&table.game, wrong, &mut table.chance, &mut ());
            assert!(refused.is_err() && table.duel == before);
            table.duel.apply(&table.game, action, &mut table.chance, &mut ());
        });
    });
}
