//! What a view tells through its methods, whose text the duel tests of `rules/information.duel` look at.

use duelfish_cards::catalogue;
use duelfish_engine::{
    Action, Actions, CardCode, Duel, Game, Location, MonsterZone, Player, Pointer, Position,
    Streams,
};

const POSITION: &str = "
    turn 3 P1 main1
    P1 lp 8000
    P1 hand: Mystical Elf; Kuriboh
    P1 M1 set: Summoned Skull
    P1 S1 down: Trap Hole
    P1 field down: Yami
    P1 extra: Link Spider; Gem-Knight Pearl; Gaia Knight, the Force of Earth; Flame Swordsman
    P1 extra up: Flash Knight
    P1 grave: Battle Ox
    P1 banished: Celtic Guardian
    P1 top: Dark Magician
    P1 deck: 3* Gemini Elf
    P2 deck: 3* Battle Ox
";

fn with_views(look: impl Fn(&Duel, &Game<'_>)) {
    let position = Position::parse(POSITION, catalogue()).unwrap();
    let game = position.game(catalogue());
    let mut streams = Streams::new(1, [0, 1]);
    let duel = position.start(&game, &mut streams, &mut ());
    look(&duel, &game);
}

fn names(game: &Game<'_>, codes: impl Iterator<Item = Option<CardCode>>) -> Vec<String> {
    codes.map(|code| code.map_or("?".to_owned(), |p| game.cards.name(p).to_owned())).collect()
}

// rule: DF-59, DF-60, DF-62, DF-63, DF-65, MO-11
#[test]
fn of_an_extra_deck_the_opponent_is_shown_what_lies_face_up_and_how_many_cards_there_are() {
    with_views(|duel, game| {
        let [own, other] = Player::BOTH.map(|player| duel.view(game, player));
        let hidden = ["Link Spider", "Gem-Knight Pearl", "Gaia Knight, the Force of Earth"];
        let all = [&hidden[..], &["Flame Swordsman", "Flash Knight"]].concat();
        assert_eq!(names(game, own.extra(Player::FIRST)), all);
        assert_eq!(names(game, other.extra(Player::FIRST)), ["?", "?", "?", "?", "Flash Knight"]);
        assert_eq!(names(game, other.open_extra(Player::FIRST).map(Some)), ["Flash Knight"]);
        assert_eq!([own, other].map(|view| view.extra_count(Player::FIRST)), [5; 2]);
        for index in 0..4 {
            let at = Pointer { player: Player::FIRST, location: Location::Extra, index };
            assert!(own.pointed_at(at).is_some() && other.pointed_at(at).is_none());
        }
    });
}

// rule: DF-67, DF-69, DF-52, DF-55, DF-56
#[test]
fn of_a_hand_and_a_deck_the_opponent_is_shown_the_number_and_of_a_deck_nobody_more() {
    with_views(|duel, game| {
        let [own, other] = Player::BOTH.map(|player| duel.view(game, player));
        assert_eq!(names(game, own.hand(Player::FIRST).map(Some)), ["Mystical Elf", "Kuriboh"]);
        assert_eq!(other.hand(Player::FIRST).len(), 0);
        assert_eq!([own, other].map(|view| view.hand_count(Player::FIRST)), [2; 2]);
        assert_eq!([own, other].map(|view| view.deck_count(Player::FIRST)), [4; 2]);
        for view in [own, other] {
            assert!(view.known_in_hand(Player::FIRST).is_empty());
            assert!(view.known_top(Player::FIRST).is_empty());
            assert!(view.deck(Player::FIRST).concat().is_empty());
        }
        for index in 0..2 {
            let at = Pointer { player: Player::FIRST, location: Location::Hand, index };
            assert!(own.pointed_at(at).is_some() && other.pointed_at(at).is_none());
        }
        for index in 0..4 {
            let at = Pointer { player: Player::FIRST, location: Location::DeckRest, index };
            assert!(own.pointed_at(at).is_none() && other.pointed_at(at).is_none());
        }
    });
}

// rule: DF-67
#[test]
fn what_can_be_done_with_a_hand_is_told_to_its_player_alone() {
    with_views(|duel, game| {
        let [own, other] = Player::BOTH.map(|player| duel.view(game, player));
        assert!(own.decision().is_some() && other.decision().is_none());
        let (mut actions, mut none) = (Actions::new(), Actions::new());
        own.legal_actions(&mut actions);
        other.legal_actions(&mut none);
        assert!(none.is_empty());
        let of_hand: Vec<Action> =
            actions.iter().copied().filter(|a| a.ordinal().is_some()).collect();
        assert_eq!(of_hand.len(), 4);
        for action in of_hand {
            let (told, untold) = (own.describe(action), other.describe(action));
            assert!(told.ends_with("Mystical Elf") || told.ends_with("Kuriboh"), "{told}");
            assert_eq!(untold, "?");
            assert_ne!(own.choice_key(action), other.choice_key(action));
        }
    });
}

// rule: BP-11, BP-12, CT-01.8f.ii
#[test]
fn of_face_down_cards_of_the_field_the_opponent_is_shown_how_they_lie() {
    with_views(|duel, game| {
        let [own, other] = Player::BOTH.map(|player| duel.view(game, player));
        let monster = |view: duelfish_engine::View<'_>| {
            view.monster(Player::FIRST, MonsterZone::ZONES[0]).unwrap()
        };
        assert_eq!(names(game, [monster(own).code].into_iter()), ["Summoned Skull"]);
        assert_eq!(monster(own).values.map(|values| values.atk), Some(2500));
        assert_eq!((monster(other).code, monster(other).values), (None, None));
        assert_eq!(monster(other).position, monster(own).position);
        let spells = |view: duelfish_engine::View<'_>| {
            [view.spell(Player::FIRST, 0), view.field(Player::FIRST)].map(|card| card.unwrap().code)
        };
        assert_eq!(names(game, spells(own).into_iter()), ["Trap Hole", "Yami"]);
        assert_eq!(spells(other), [None; 2]);
        for location in [Location::Monster, Location::Spell, Location::Field] {
            let at = Pointer { player: Player::FIRST, location, index: 0 };
            assert!(own.pointed_at(at).is_some() && other.pointed_at(at).is_none());
            assert!(other.effect_at(at, 0).is_none());
        }
    });
}

// rule: DF-47, DF-77.i
#[test]
fn graveyards_and_face_up_banished_cards_are_shown_to_both() {
    with_views(|duel, game| {
        for view in Player::BOTH.map(|player| duel.view(game, player)) {
            assert_eq!(names(game, view.grave(Player::FIRST).map(Some)), ["Battle Ox"]);
            assert_eq!(names(game, view.banished(Player::FIRST)), ["Celtic Guardian"]);
        }
    });
}
