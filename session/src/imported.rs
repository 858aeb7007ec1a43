//! Duels of EDOPro's replays as records.

use duelfish_arena::record::{
    DeckCards, DuelRecord, Ending, RecordHeader, RecordedPairing, pool_hash, rules_in_words,
};
use duelfish_cards::{Deck, catalogue};
use duelfish_conform::edopro::Import;

/// The duel as records hold it.
#[must_use]
pub fn duel_record(found: &Import) -> DuelRecord {
    let ending = match (found.outcome, found.given_up_by) {
        (Some(outcome), _) => Ending::new(outcome),
        (None, Some(player)) => Ending::conceded(player),
        (None, None) => Ending::OPEN,
    };
    DuelRecord {
        number: 0,
        seed: 0,
        answers: found.answers.clone(),
        actions: found.actions.iter().map(|action| action.to_bits()).collect(),
        b_first: false,
        decks: [0, 1],
        ending,
        turns: found.turns,
    }
}

/// The header of a record of it.
#[must_use]
pub fn header(found: &Import) -> RecordHeader {
    let decks = [0, 1].map(|player| Deck {
        name: format!("deck of {}", name(found, player)),
        main: found.main[player].clone(),
        extra: found.extra[player].clone(),
        side: Vec::new(),
    });
    let cards = catalogue().with_texts(found.rules.texts);
    let listed = decks.iter();
    let listed =
        listed.map(|deck| DeckCards::new(catalogue(), &deck.name, &deck.main, &deck.extra));
    let beginning = found.stuck.as_ref().map(|stuck| {
        format!(
            "this is only the beginning of the duel: from turn {} on it could not be imported",
            stuck.turn
        )
    });
    RecordHeader {
        engine: duelfish_engine::VERSION.to_owned(),
        pool: pool_hash(cards, &decks),
        rules: rules_in_words(&found.rules),
        switches: format!("{:?}", found.rules),
        decks: listed.collect(),
        blanks: Vec::new(),
        bots: [0, 1].map(|player| name(found, player)),
        seed: 0,
        games: 1,
        best_of: 1,
        pairing: RecordedPairing::None,
        shard: (0, 1),
        sprt: None,
        reach: None,
        note: beginning.unwrap_or_default(),
        weights: [None; 2],
        replaced: Vec::new(),
        time_control: None,
        repeats: Default::default(),
    }
}

/// The name of a player: the seat if the replay has no name.
fn name(found: &Import, player: usize) -> String {
    let name = &found.start.names[player];
    if name.is_empty() { format!("player {}", player + 1) } else { name.clone() }
}
