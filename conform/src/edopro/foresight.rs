//! Chance of a replay: the later messages tell its answers.

use std::cell::RefCell;

use duelfish_cards::catalogue;
use duelfish_engine::{Candidate, Chance, Player, Purpose, Question};

use super::follow::{Follower, OnTop, leaves_deck};
use super::told::{Aside, Told};
use crate::trace_event::{At, TraceEvent};

/// Answers chance as the replay will have it, and keeps what was answered.
pub(super) struct Foresight<'a, 't> {
    pub(super) follower: &'a RefCell<Follower<'t>>,
    pub(super) answers: Vec<u32>,
}

impl Chance for Foresight<'_, '_> {
    fn answer(&mut self, question: Question, candidate: impl Fn(u32) -> Candidate) -> u32 {
        let mut follower = self.follower.borrow_mut();
        let passcode = |choice| catalogue().facts(candidate(choice).code).passcode;
        let find = |card: u32| (0..question.choices).find(|choice| passcode(*choice) == card);
        let answer = match question.purpose {
            Purpose::Deck(player) => {
                let next = follower.next_of_deck(player);
                let answer = next.and_then(|next| find(next.card)).unwrap_or(0);
                let shown = next.is_some_and(|next| next.shown);
                let on_top = OnTop { card: passcode(answer), shown };
                follower.place.on_top[player.index()].push(on_top);
                answer
            }
            Purpose::Pick(player) => match follower.next_pick(player) {
                Some(Pick::Card(card)) => find(card).unwrap_or(0),
                Some(Pick::NoneOf(cards)) => {
                    let mut others = 0..question.choices;
                    others.find(|choice| !cards.contains(&passcode(*choice))).unwrap_or(0)
                }
                None => 0,
            },
            Purpose::Coin => follower.next_result(0).map_or(0, u32::from),
            Purpose::Die => {
                follower.next_result(1).map_or(0, |face| u32::from(face.saturating_sub(1)))
            }
        };
        let answer = answer.min(question.choices.saturating_sub(1));
        self.answers.push(answer);
        answer
    }
}

/// A card that chance takes.
enum Pick {
    Card(u32),
    /// A card that the replay never names, and none of these, which lie elsewhere.
    NoneOf(Vec<u32>),
}

impl Follower<'_> {
    /// The next card of a Deck: the first that is told to leave it, or to lie on top of it, and is not
    /// known to lie there already.
    fn next_of_deck(&mut self, player: Player) -> Option<OnTop> {
        let promised = &mut self.place.promised[player.index()];
        if !promised.is_empty() {
            return Some(OnTop { card: promised.remove(0), shown: true });
        }
        let mut known = self.place.on_top[player.index()].clone();
        let told = self.to_come().flat_map(|(_, told)| cards_of_deck(told, player));
        for (card, leaves) in told {
            let at = known.iter().position(|other| other.card == card && (leaves || !other.shown));
            match at {
                Some(at) if leaves => _ = known.swap_remove(at),
                Some(at) => known[at].shown = true,
                None => return Some(OnTop { card, shown: false }),
            }
        }
        None
    }

    /// The card that chance takes next of a player's cards.
    fn next_pick(&mut self, player: Player) -> Option<Pick> {
        let (last, used) = self.place.chosen;
        let found = self.to_come().find_map(|(at, told)| {
            let cards = match told.aside()? {
                Aside::Random(cards) => {
                    cards.iter().filter(|card| card.con == player.number()).cloned().collect()
                }
                Aside::Mixed(zones) => in_order(zones),
                _ => return None,
            };
            let cards: Vec<At> = cards;
            // The last of the Set cards is what is left.
            let mixed = matches!(told.aside(), Some(Aside::Mixed(_)));
            let count = cards.len() - usize::from(mixed && !cards.is_empty());
            let used = if at + 1 == last { used } else { 0 };
            (at + 1 >= last && used < count).then_some((at, cards, used, mixed))
        });
        let Some((at, cards, used, mixed)) = found else {
            // A card that a player picks unseen is shown, or it leaves.
            let picked = self.to_come().find_map(|(_, told)| of_hand(told.event()?, player));
            return picked.map(Pick::Card);
        };
        self.place.chosen = (at + 1, used + 1);
        let later = &self.told[at..];
        if mixed {
            let named: Vec<Option<u32>> = cards.iter().map(|zone| named_in(later, zone)).collect();
            let others = || named.iter().flatten().copied().collect();
            return Some(named[used].map_or_else(|| Pick::NoneOf(others()), Pick::Card));
        }
        let wanted = &cards[used];
        let moves = later.iter().filter_map(|told| match told.event()? {
            TraceEvent::Move { id, from, .. }
                if (&from.loc, from.con) == (&wanted.loc, wanted.con) =>
            {
                Some(*id)
            }
            _ => None,
        });
        moves.take(used + 1).last().map(Pick::Card)
    }

    /// The next result of coins (0) or dice (1).
    fn next_result(&mut self, kind: usize) -> Option<u8> {
        let used = self.place.thrown[kind];
        self.place.thrown[kind] += 1;
        let mut results = self.to_come().filter_map(|(_, told)| match (told.event()?, kind) {
            (TraceEvent::Coin { res, .. }, 0) | (TraceEvent::Dice { res, .. }, 1) => Some(res),
            _ => None,
        });
        results.next()?.get(used).copied()
    }
}

/// The card of a player's hand that is shown or leaves here.
fn of_hand(told: &TraceEvent, player: Player) -> Option<u32> {
    let is = |at: &At| (at.loc.as_str(), at.con) == ("hand", player.number());
    match told {
        TraceEvent::Confirm { cards, .. } => {
            cards.iter().find(|card| is(&card.at)).map(|card| card.id)
        }
        TraceEvent::Move { id, from, .. } => is(from).then_some(*id),
        _ => None,
    }
}

fn in_order(zones: &[At]) -> Vec<At> {
    let mut zones = zones.to_vec();
    zones.sort_by_key(|zone| zone.seq);
    zones
}

/// The cards that are told here to lie on top of a player's Deck or, `true`, to leave it.
fn cards_of_deck(told: &Told, player: Player) -> Vec<(u32, bool)> {
    let shown = |cards: Vec<u32>| cards.into_iter().map(|card| (card, false)).collect();
    match (told.event(), told.aside()) {
        (Some(TraceEvent::Confirm { cards, .. }), _) => {
            let of_deck = |at: &At| (at.loc.as_str(), at.con) == ("deck", player.number());
            let cards = cards.iter().filter(|card| of_deck(&card.at));
            shown(cards.map(|card| card.id).collect())
        }
        (_, Some(Aside::Top(of, cards))) if *of == player.number() => shown(cards.clone()),
        (Some(event), _) => {
            let left = leaves_deck(event).filter(|(of, _)| *of == player.number());
            left.map(|(_, card)| (card, true)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The card that lies in a zone after Set cards were shuffled: what names it first tells, or, if they are shuffled
/// again before that, the table that was saved.
fn named_in(later: &[Told], zone: &At) -> Option<u32> {
    let is = |at: &At| (at.con, &at.loc, at.seq) == (zone.con, &zone.loc, zone.seq);
    let again = |told: &&Told| !matches!(told.aside(), Some(Aside::Mixed(_)));
    let until_then = || later.iter().skip(1).take_while(again);
    let named = until_then().find_map(|told| match told.event()? {
        TraceEvent::Move { id, from: at, .. }
        | TraceEvent::Flip { id, at }
        | TraceEvent::Chain { id, at, .. } => is(at).then_some(*id),
        TraceEvent::Poschange { id, con, loc, seq, .. } => {
            let here = (*con, loc, Some(*seq)) == (zone.con, &zone.loc, zone.seq);
            here.then_some(*id)
        }
        _ => None,
    });
    named.or_else(|| {
        let mut tables = until_then().map_while(Told::aside);
        tables.find_map(|aside| match aside {
            Aside::Lies(player, zones) if *player == zone.con => {
                zones.iter().find(|(seq, _)| Some(*seq) == zone.seq).map(|(_, card)| *card)
            }
            _ => None,
        })
    })
}
