//! Setting up a duel: what is refused.

use duelfish_engine::{Catalogue, DeckList, Duel, Game, Rules, SetupError, Streams};

/// A code names a row of its own catalogue. In another one the row is another card, so that a deck is refused.
#[test]
fn a_deck_of_another_catalogue_is_refused() {
    let cards = duelfish_cards::catalogue();
    let of = |cards: &Catalogue| cards.by_name("Battle Ox").unwrap();
    let rows = cards.iter().filter(|(code, ..)| code.row() % 2 == 0 || *code == of(cards));
    let fewer =
        Catalogue::new(rows.map(|(_, facts, name)| (*facts, name.into())).collect()).unwrap();
    let game = Game::new(Rules::MR5, cards);
    let start = |from: &Catalogue| {
        let main = [of(from); 40];
        let list = DeckList { main: &main, extra: &[] };
        Duel::start(&game, [list, list], &mut Streams::new(1, [0, 1]), &mut ())
    };
    assert!(start(cards).is_ok());
    assert!(matches!(start(&fewer), Err(SetupError::OtherTable(_))));
    assert!(!cards.has(of(&fewer)) && fewer.has(of(&fewer)));
}
