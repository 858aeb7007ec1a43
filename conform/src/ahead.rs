//! Looks ahead over our decisions that are asked one card at a time, for the recorded questions
//! that show all of them at once.

use duelfish_engine::{
    Action, Actions, DecisionKind, Duel, Event, Game, MonsterZone, Player, Stacked, Witness,
};

use crate::options::{Offer, Offered, OptionChoice};

/// A monster that may be Tributed: of which player, in which zone.
pub(crate) type OwnedZone = (Player, MonsterZone);

/// The zone of a Tribute.
pub(crate) fn tributed(player: Player, action: Action) -> Option<OwnedZone> {
    let of = if action.is_theirs() { player.other() } else { player };
    Some((of, action.monster_zone()?))
}

/// All sets of monsters that our Tribute decisions can end with from here. They are asked in a
/// fixed order, so the first decision alone doesn't show every monster that may be used.
pub(crate) fn tribute_sets(duel: &Duel, game: &Game<'static>) -> Vec<Vec<OwnedZone>> {
    let mut sets = Vec::new();
    gather(duel, game, &[], &mut sets);
    sets
}

fn gather(duel: &Duel, game: &Game<'static>, chosen: &[OwnedZone], sets: &mut Vec<Vec<OwnedZone>>) {
    let Some(decision) = duel.decision() else { return };
    let mut actions = Actions::new();
    duel.legal_actions(game, &mut actions);
    for action in &actions {
        if *action == Action::DONE && !chosen.is_empty() {
            sets.push(chosen.to_vec());
        }
        let Some(zone) = tributed(decision.player, *action) else { continue };
        let chosen = [chosen, &[zone]].concat();
        if decision.remaining <= 1 {
            sets.push(chosen);
        } else {
            let mut next = *duel;
            next.apply(game, *action, &mut Stacked::default(), &mut ());
            gather(&next, game, &chosen, sets);
        }
    }
}

/// All sets of cards that our choices of one cost can end with from here. They are asked in a fixed
/// order, one card at a time.
pub(crate) fn card_sets(duel: &Duel, game: &Game<'static>) -> Vec<Vec<OptionChoice>> {
    let mut sets = Vec::new();
    gather_cards(duel, game, &[], &mut sets);
    sets
}

fn gather_cards(
    duel: &Duel,
    game: &Game<'static>,
    chosen: &[OptionChoice],
    sets: &mut Vec<Vec<OptionChoice>>,
) {
    let offer = Offer::of(duel, game);
    if offer.actions.contains(&Action::DONE) && !chosen.is_empty() {
        sets.push(chosen.to_vec());
    }
    for (choice, action) in offer.cards() {
        let chosen = [chosen, &[choice]].concat();
        let (mut next, mut paid) = (*duel, PaidAhead(false));
        next.apply(game, action, &mut Stacked::default(), &mut paid);
        // A question that comes once the cards have moved is no part of the cost: it is about
        // targets, or the effect asks it while it resolves.
        let more = next.decision().is_some_and(|decision| decision.kind == DecisionKind::Card);
        if more && !paid.0 {
            gather_cards(&next, game, &chosen, sets);
        } else {
            sets.push(chosen);
        }
    }
}

/// Whether a card has moved, or a Chain Link began to resolve.
struct PaidAhead(bool);

impl Witness for PaidAhead {
    const JOURNALS: bool = false;

    fn save(&mut self, _: u16, _: u64) {}

    fn event(&mut self, _: &Duel, event: Event) {
        self.0 |= matches!(event, Event::Moved { .. } | Event::Resolving { .. });
    }
}

/// A choice of several cards, as far as it can be seen from its first decision.
pub(crate) struct Several {
    /// Every card that some decision offers.
    pub(crate) choices: Vec<OptionChoice>,
    /// How many cards are chosen at least and at most.
    pub(crate) counts: [u32; 2],
}

/// The offers of the decisions of one choice of cards from here. Each is asked after the one
/// before, so taking the first card every time shows all that may follow.
pub(crate) fn several(
    duel: &Duel,
    game: &Game<'static>,
    offered: impl Fn(&Offer<'_>) -> Offered,
) -> Several {
    let mut duel = *duel;
    let (mut choices, mut least, mut taken) = (Vec::<OptionChoice>::new(), None, 0);
    let mut from_deck = Vec::<OptionChoice>::new();
    loop {
        let offer = Offer::of(&duel, game);
        let new = offered(&offer);
        if offer.actions.contains(&Action::DONE) {
            least = least.or(Some(taken));
        }
        for (choice, _) in &new {
            // Copies in a Deck look the same, so each choice stands as often as it was ever
            // offered at once.
            let count = |all: &mut dyn Iterator<Item = &OptionChoice>| {
                all.filter(|other| *other == choice).count()
            };
            // They stay there until all are chosen: where a copy was taken already, it is another one.
            let taken = count(&mut from_deck.iter());
            let offered = taken + count(&mut new.iter().map(|(choice, _)| choice));
            let known = count(&mut choices.iter());
            choices.extend(std::iter::repeat_n(choice.clone(), offered.saturating_sub(known)));
        }
        let before = duel.decision();
        let Some((choice, first)) = new.first() else {
            return Several { choices, counts: [least.unwrap_or(taken), taken] };
        };
        duel.apply(game, *first, &mut Stacked::default(), &mut ());
        taken += 1;
        if choice.loc.as_deref() == Some("deck") {
            from_deck.push(choice.clone());
        }
        // The next decision belongs to the same choice if more were still to be chosen, or if it
        // may be left at what was chosen.
        let more = before.is_some_and(|decision| decision.remaining > 1);
        let open = duel.decision().is_some_and(|next| {
            let mut actions = Actions::new();
            duel.legal_actions(game, &mut actions);
            before.is_some_and(|before| before.kind == next.kind && before.player == next.player)
                && actions.contains(&Action::DONE)
        });
        if !more && !open {
            return Several { choices, counts: [least.unwrap_or(taken), taken] };
        }
    }
}
