//! From a header line to a duel of ours, or the reason why there can't be one yet.

use std::collections::BTreeSet;

use duelfish_cards::{catalogue, duel_flags};
use duelfish_engine::{CardCode, Catalogue, Placement, Position, Rules, Texts};

use crate::error::Fault;
use crate::line::TraceHeader;
use crate::locations::FIELD;
use crate::partial::{Blanks, Extent};

/// The duel that a header asks for.
pub(crate) enum DuelSetup {
    /// A duel that we can play.
    Playable(Box<Start>),
    /// A duel that we can't play yet.
    Unsupported {
        /// Why.
        reason: String,
        /// Cards outside the pool.
        cards: BTreeSet<u32>,
    },
    /// A duel in which this card, which is played as a blank, matters from the start.
    Early(u32),
}

/// How a duel of ours starts.
pub(crate) struct Start {
    pub(crate) rules: Rules,
    /// The Main Decks.
    pub(crate) main: [Vec<CardCode>; 2],
    /// The passcodes of the Main Decks in the order in which they are drawn.
    pub(crate) order: [Vec<u32>; 2],
    pub(crate) extra: [Vec<CardCode>; 2],
    /// The table before the opening hands are drawn, if cards lie on it already.
    pub(crate) table: Option<Position>,
    /// Cards that are played without their text.
    pub(crate) blanks: Blanks,
}

/// Reads a header.
pub(crate) fn set_up(header: &TraceHeader, extent: Extent) -> Result<DuelSetup, Fault> {
    let flags = header.flags.unwrap_or(0);
    let cards = unsupported_cards(header);
    if !cards.is_empty() && extent == Extent::Whole {
        return Ok(DuelSetup::Unsupported { reason: "cards outside the pool".to_owned(), cards });
    }
    let foreign = duel_flags::foreign(flags);
    if foreign != 0 {
        let names = duel_flags::names(foreign);
        let reason = format!("duel flags that our rules don't know: {names}");
        return Ok(DuelSetup::Unsupported { reason, cards });
    }
    let blanks = Blanks::new(cards);
    if let Some(card) = blanks.on_table(header) {
        return Ok(DuelSetup::Early(card));
    }
    let laid = header.decks.iter().any(|deck| deck.field.is_some());
    let table = if laid { Some(laid_table(header, blanks.catalogue())?) } else { None };
    let [first, second] = &header.decks;
    Ok(DuelSetup::Playable(Box::new(Start {
        rules: rules(header),
        main: [codes(&first.main), codes(&second.main)],
        order: [first.main.clone(), second.main.clone()],
        extra: [codes(&first.extra), codes(&second.extra)],
        table,
        blanks,
    })))
}

/// The rules of a header: its flags, or the preset that it names when it gives no flags.
fn rules(header: &TraceHeader) -> Rules {
    let named = || Rules::preset(&header.rules.to_ascii_lowercase()).unwrap_or(Rules::MR5);
    let base = header.flags.map_or_else(named, duel_flags::rules);
    Rules {
        name: "conform",
        starting_lp: header.lp,
        opening_hand: header.hand,
        draw: header.draw,
        // The reference recorded these duels with the modern texts, whatever the format.
        texts: Texts::Modern,
        // The record counts, whatever the format allowed.
        extra_deck_limit: u8::MAX,
        only_fusions: false,
        placement: Placement::Ask,
        ask_forced: true,
        // The reference declares a lost Draw Phase only when it next looks (REC-S20).
        late_deck_out: true,
        turn_cap: u16::MAX,
        decision_cap: u32::MAX,
        ..base
    }
}

/// The table of a duel that starts in the middle, as a position before turn 1.
fn laid_table(header: &TraceHeader, cards: &Catalogue) -> Result<Position, Fault> {
    let mut text = String::from("turn 0 P1 setup\n");
    for (deck, player) in header.decks.iter().zip(["P1", "P2"]) {
        let list =
            |cards: &[u32]| cards.iter().map(u32::to_string).collect::<Vec<String>>().join("; ");
        text += &format!("{player} lp {}\n", header.lp);
        text += &format!(
            "{player} deck: {}\n{player} extra: {}\n",
            list(&deck.main),
            list(&deck.extra)
        );
        let Some(field) = &deck.field else { continue };
        for (card, zone, pos) in &field.mzone {
            let position = match pos.as_str() {
                "atk" => "attack",
                "def" => "defense",
                other => other,
            };
            let zone = u32::from(*zone) + 1;
            // A monster that lies there from the start counts as properly Summoned.
            let code = catalogue().by_passcode(*card);
            let own_way =
                code.is_some_and(|code| !catalogue().facts(code).can_be_normal_summoned());
            let proper = if own_way { " [proper]" } else { "" };
            text += &format!("{player} M{zone} {position}: {card}{proper}\n");
        }
        // All are Set, and not this turn, so that they may be activated at once.
        for (card, zone) in &field.szone {
            let zone = if *zone == FIELD {
                "field".to_owned()
            } else {
                format!("S{}", u32::from(*zone) + 1)
            };
            text += &format!("{player} {zone} down: {card}\n");
        }
        text += &format!("{player} grave: {}\n", list(&field.gy));
    }
    Position::parse(&text, cards).map_err(|error| Fault::Setup(error.what))
}

fn codes(cards: &[u32]) -> Vec<CardCode> {
    cards.iter().filter_map(|card| catalogue().by_passcode(*card)).collect()
}

fn unsupported_cards(header: &TraceHeader) -> BTreeSet<u32> {
    let mut cards = BTreeSet::new();
    for deck in &header.decks {
        cards.extend(deck.main.iter().chain(&deck.extra));
        if let Some(field) = &deck.field {
            cards.extend(field.mzone.iter().map(|(card, ..)| card));
            cards.extend(field.szone.iter().map(|(card, _)| card));
            cards.extend(&field.gy);
        }
    }
    cards.retain(|card| {
        let code = catalogue().by_passcode(*card);
        !code.is_some_and(|code| catalogue().is_playable(code))
    });
    cards
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(rules: &str, flags: Option<u64>) -> TraceHeader {
        let deck = || crate::line::DeckLine { main: vec![], extra: vec![], field: None };
        TraceHeader {
            rules: rules.to_owned(),
            flags,
            lp: 4000,
            hand: 4,
            draw: 2,
            seed: None,
            decks: [deck(), deck()],
        }
    }

    fn rules_of(header: &TraceHeader) -> Rules {
        match set_up(header, Extent::Whole) {
            Ok(DuelSetup::Playable(start)) => start.rules,
            _ => panic!("the header is playable"),
        }
    }

    #[test]
    fn flags_decide_the_rules() {
        // The flags with which the duels of both formats were recorded.
        let modern = rules_of(&header("MR5", Some(190_480)));
        assert!(!modern.first_turn_draw && !modern.zero_atk_tie_destroys);
        assert!(modern.extra_monster_zones && !modern.first_turn_battle);
        let goat = rules_of(&header("GOAT", Some(34_226_374_460)));
        assert!(goat.first_turn_draw && goat.zero_atk_tie_destroys);
        assert!(!goat.extra_monster_zones && !goat.first_turn_battle);
        assert_eq!((goat.starting_lp, goat.opening_hand, goat.draw), (4000, 4, 2));
    }

    #[test]
    fn without_flags_the_name_of_the_rules_decides() {
        assert_eq!(rules_of(&header("MR5", None)), rules_of(&header("MR5", Some(190_480))));
        let goat = rules_of(&header("goat", None));
        assert_eq!(goat, rules_of(&header("GOAT", Some(34_226_374_460))));
    }

    #[test]
    fn other_games_are_unsupported() {
        let rush_duel = header("Rush", duel_flags::named("DUEL_MODE_RUSH"));
        match set_up(&rush_duel, Extent::Whole) {
            Ok(DuelSetup::Unsupported { reason, cards }) => {
                assert!(reason.contains("DUEL_NO_STANDBY_PHASE, DUEL_DRAW_UNTIL_5"), "{reason}");
                assert!(cards.is_empty());
            }
            _ => panic!("these flags are another game"),
        }
    }
}
