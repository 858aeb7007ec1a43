//! Something happened: who hears of it, what triggers, and what acts at once.

use arrayvec::ArrayVec;

use super::later::SUMMONS;
use crate::chance::Chance;
use crate::event::Cause;
use crate::ids::{CardId, Location, Player};
use crate::limits::MAX_PENDING;
use crate::marks::rule;
use crate::outcome::{Limit, Outcome};
use crate::run::Run;
use crate::state::{Batch, CardSet, Ctx, Pending, batch_state, held, status_bits};
use crate::witness::Witness;
use duelfish_script::{DeckEnd, Effect, EffectId, Events, Form, event_bit};

/// Events that only effects that happen at once answer.
const ONLY_AT_ONCE: Events = event_bit::RESOLVING | event_bit::RESOLVED;

/// The player of an event that concerns no single player.
pub(crate) const NOBODY: u8 = u8::MAX;

/// How many cards one move can take along.
const MAX_TIES: usize = 16;
/// How many effects can act at once on the same event.
const MAX_REACTIONS: usize = 16;

/// The facts of cards that must be known before they move, because they are gone afterwards.
pub(super) struct Leaving {
    /// Those that leave the field.
    pub(super) left_field: CardSet,
    /// Those that are banished instead of going where they would go.
    pub(super) redirected: CardSet,
    /// The ties of cards that go with them.
    pub(super) ties: ArrayVec<Tie, MAX_TIES>,
    /// Damage that players take because of it.
    pub(super) hurts: ArrayVec<Hurt, MAX_TIES>,
    /// There is more than the lists hold: the duel ends.
    pub(super) overflows: bool,
}

impl Leaving {
    /// The lists of what follows are still empty.
    pub(super) fn alone(left_field: CardSet, redirected: CardSet) -> Self {
        let (ties, hurts) = (ArrayVec::new(), ArrayVec::new());
        Self { left_field, redirected, ties, hurts, overflows: false }
    }

    pub(super) fn add_tie(&mut self, tie: Tie) {
        self.overflows |= self.ties.try_push(tie).is_err();
    }

    pub(super) fn add_hurt(&mut self, hurt: Hurt) {
        self.overflows |= self.hurts.try_push(hurt).is_err();
    }
}

/// Damage that a player takes because a card is destroyed.
#[derive(Clone, Copy)]
pub(super) struct Hurt {
    pub(super) player: Player,
    pub(super) amount: i32,
    /// The player whose effect it is.
    pub(super) by: Player,
    /// The card that has the effect, which is the one that is destroyed.
    pub(super) doer: u8,
}

/// The fate of a card that is tied to one that leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tied {
    /// It is destroyed (REC-S2).
    Destroyed,
    /// It is shuffled into the Deck.
    ToDeck,
    /// It is banished.
    Banished,
}

/// A card that an effect ties to another, which leaves.
#[derive(Clone, Copy)]
pub(super) struct Tie {
    /// The card that is tied.
    pub(super) falls: u8,
    /// The card whose effect it is.
    pub(super) source: u8,
    /// Whether this card itself is what leaves.
    pub(super) itself: bool,
    /// The fate of the card that is tied.
    pub(super) goes: Tied,
}

/// Something that happens at once.
#[derive(Clone, Copy)]
struct Reaction {
    /// The card whose doing it is.
    card: CardId,
    /// Whether the event happened to the card itself.
    itself: bool,
    what: Raised,
}

#[derive(Clone, Copy)]
enum Raised {
    /// An effect, and the number of what happened.
    Runs(EffectId, u8),
    /// A card that is tied to what left is destroyed.
    Falls(CardId),
    /// Or it is shuffled into the Deck.
    GoesToDeck(CardId),
    /// Or it is banished.
    GoesAway(CardId),
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Something happened: effects that answer it may trigger, and it can be responded to.
    #[inline(always)]
    pub(crate) fn raise(&mut self, event: Events, player: u8, number: i32, cards: CardSet) {
        if self.is_told(event) {
            self.raise_heard(event, player, number, cards);
        }
    }

    /// The same for cards that moved, saying what did it: see [`Batch::by`].
    #[inline(always)]
    pub(super) fn raise_move(&mut self, event: Events, cards: CardSet, by: u8) {
        if self.is_told(event) {
            self.raise_heard(event, Batch::MOVED | by, self.doer_now(by), cards);
        }
    }

    /// Whether anything of this duel hears of an event or remembers it.
    #[inline(always)]
    fn is_told(&self, event: Events) -> bool {
        self.duel.hears(event) || self.duel.remembers(event)
    }

    #[inline(never)]
    fn raise_heard(&mut self, event: Events, player: u8, number: i32, cards: CardSet) {
        let batch = self.note(event, player, number, cards);
        self.react(batch, &[]);
    }

    /// Lets effects act at once on a noted batch, and tied cards fall, if there is anything of both.
    #[inline]
    fn react(&mut self, batch: Option<u8>, ties: &[Tie]) {
        if batch.is_some() || !ties.is_empty() {
            self.act_at_once(batch, ties);
        }
    }

    /// Cards leave the field: effects that act on it at once do so together with the cards that are
    /// tied to them (TIME-7.2).
    pub(super) fn left_field(&mut self, leaving: &Leaving, by: u8) {
        if leaving.overflows {
            self.end_too_large();
        }
        let event = event_bit::LEFT_FIELD;
        let told = !leaving.left_field.is_empty() && self.is_told(event);
        let doer = self.doer_now(by);
        let batch =
            if told { self.note(event, Batch::MOVED | by, doer, leaving.left_field) } else { None };
        self.react(batch, &leaving.ties);
    }

    /// A link has resolved. Effects that act on that do so together with the deaths of monsters that
    /// were its targets (FACT-T8), in the order in which the cards came to the field.
    pub(super) fn raise_resolved(&mut self, player: u8, link: u8, card: CardSet, dying: CardSet) {
        let batch = self.note(event_bit::RESOLVED, player, i32::from(link), card);
        let mut ties = ArrayVec::<Tie, MAX_TIES>::new();
        for card in dying.iter() {
            if ties
                .try_push(Tie { falls: card, source: card, itself: false, goes: Tied::Destroyed })
                .is_err()
            {
                self.end_too_large();
            }
        }
        self.react(batch, &ties);
    }

    /// Keeps what happened for those who hear of it; its number if something acts on it at once.
    #[inline(always)]
    fn note(&mut self, event: Events, player: u8, number: i32, cards: CardSet) -> Option<u8> {
        if self.duel.remembers(event) {
            self.note_for_later(event, player, cards);
        }
        if !self.duel.hears(event) {
            return None;
        }
        let rules = &self.game.rules;
        let number = number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        let batch = Batch {
            kind: event.trailing_zeros() as u8 + 1,
            // An event about the fate of a link is heard at once or never.
            state: if event & ONLY_AT_ONCE != 0 { batch_state::PAST } else { batch_state::INSTANT },
            player,
            group: if rules.earliest_triggers_first { self.duel.group_of_now() } else { 0 },
            stamp: self.duel.last_stamp(),
            number,
            cards,
        };
        // Long Chains raise more than fits; an event that nobody can answer any more makes room. The others
        // get new numbers then, so that is not done while a reaction knows one by its number.
        let acted_on = self.duel.acts_at_once_on(event);
        if self.reacting == 0 && self.duel.is_short_of_batches(acted_on) {
            self.duel.drop_past_batches(self.witness);
        }
        let at = self.duel.push_batch(self.witness, batch);
        if self.duel.triggers_on(event) {
            self.note_triggers(event, at);
        }
        acted_on.then_some(at)
    }

    /// Effects that a new batch triggers wait from now on.
    #[inline(always)]
    fn note_triggers(&mut self, event: Events, at: u8) {
        let mut triggered: ArrayVec<(CardId, EffectId), MAX_PENDING> = ArrayVec::new();
        let mut overflows = false;
        self.duel.each_new_trigger(self.game, at, Form::Trigger, |card, effect| {
            overflows |= triggered.try_push((card, effect)).is_err();
        });
        if overflows {
            self.end_too_large();
        }
        if event == event_bit::FLIPPED {
            // Also of a monster that was face-up before.
            rule!("CT-02.7a", "CT-02.7b", "MO-43", "MO-44", "MO-48");
        }
        let waits = event == event_bit::FLIPPED && self.duel.awaits_calculation();
        for (card, effect) in triggered {
            if self.gather(card, effect, at) {
                continue;
            }
            let pending = Pending {
                effect: effect.0,
                stamp: self.duel.stamp(card),
                card: card.0,
                player: self.duel.controller(card).number(),
                batch: at,
                held: if waits { held::STILL } else { held::NEVER },
            };
            self.duel.push_pending(self.witness, pending);
        }
    }

    /// Joins a new batch to the one for which the same effect of a card waits already, where it answers both together
    /// (TIME-2.6.1); whether it was so. The joined batch is one that nothing else hears of.
    fn gather(&mut self, card: CardId, effect: EffectId, at: u8) -> bool {
        if !self.game.cards.scripts().effect(effect).gathers {
            return false;
        }
        let stamp = self.duel.stamp(card);
        let same = |w: &Pending| w.card == card.0 && w.effect == effect.0 && w.stamp == stamp;
        let Some(slot) = self.duel.pending().iter().position(same) else { return false };
        let before = self.duel.batch(self.duel.pending()[slot].batch).copied();
        let (Some(before), Some(batch)) = (before, self.duel.batch(at).copied()) else {
            return false;
        };
        let cards = before.cards.iter().fold(batch.cards, CardSet::with);
        let joined = Batch { state: batch_state::PAST, cards, ..batch };
        let number = self.duel.push_batch(self.witness, joined);
        self.duel.wait_for(self.witness, slot, number);
        true
    }

    /// Runs the effects that act at once on an event. Those of the cards that it happened to come first,
    /// then those of others in the order in which they came to the field; the turn player's cards come
    /// before the opponent's (TIME-1.1).
    #[inline(never)]
    fn act_at_once(&mut self, batch: Option<u8>, ties: &[Tie]) {
        let mut found: ArrayVec<Reaction, { MAX_REACTIONS + MAX_TIES }> = ArrayVec::new();
        let mut overflows = false;
        for tie in ties {
            let tied = CardId(tie.falls);
            let what = match tie.goes {
                Tied::Destroyed => Raised::Falls(tied),
                Tied::ToDeck => Raised::GoesToDeck(tied),
                Tied::Banished => Raised::GoesAway(tied),
            };
            let reaction = Reaction { card: CardId(tie.source), itself: tie.itself, what };
            overflows |= found.try_push(reaction).is_err();
        }
        if let Some(batch) = batch {
            let scripts = self.game.cards.scripts();
            self.duel.each_new_trigger(self.game, batch, Form::AtOnce, |card, effect| {
                let row = scripts.effect(effect);
                if !row.asks {
                    let (itself, what) = (row.on.itself == Some(true), Raised::Runs(effect, batch));
                    overflows |= found.try_push(Reaction { card, itself, what }).is_err();
                }
            });
        }
        if overflows {
            self.end_too_large();
        }
        if found.len() > 1 {
            let turn_player = self.duel.turn_player();
            found.sort_by_key(|Reaction { card, itself, .. }| {
                let age = self.duel.last_stamp().wrapping_sub(self.duel.stamp(*card));
                let later = if *itself { 0 } else { u16::MAX - age };
                let made = self.duel.place_in_line(self.game.cards, *card);
                (!itself, self.duel.controller(*card) != turn_player, later, made)
            });
        }
        self.reacting += 1;
        let mut done = CardSet::EMPTY;
        for at in 0..found.len() {
            if self.duel.is_over() {
                break;
            }
            let Reaction { card, itself, what } = found[at];
            match what {
                Raised::Runs(effect, batch) => self.run_reaction(card, itself, effect, batch),
                Raised::Falls(other) if self.duel.is_on_field(other) && !done.has(other.0) => {
                    // Cards that are tied to the same card fall together.
                    let falls = |reaction: &Reaction| match reaction.what {
                        Raised::Falls(other) if reaction.card == card => Some(other),
                        _ => None,
                    };
                    let tied = found[at..].iter().filter_map(falls);
                    let here = tied.filter(|other| self.duel.is_on_field(*other));
                    let together: CardSet = here.map(|other| other.0).collect();
                    let player = self.duel.controller(card);
                    let falling = self.destructible_with(together, card);
                    self.fell(falling, player);
                    done = together.iter().fold(done, CardSet::with);
                }
                Raised::Falls(_) => {}
                Raised::GoesToDeck(other) => self.take_along(card, other, Tied::ToDeck),
                Raised::GoesAway(other) => self.take_along(card, other, Tied::Banished),
            }
        }
        if let Some(batch) = batch {
            self.act_on_plans(batch);
        }
        self.reacting -= 1;
    }

    /// A card that is tied to one that has left goes too, if it is still there.
    fn take_along(&mut self, source: CardId, tied: CardId, goes: Tied) {
        if !self.duel.is_on_field(tied) {
            return;
        }
        let one = CardSet::EMPTY.with(tied.0);
        if goes == Tied::ToDeck {
            self.put_in_deck(one, DeckEnd::Shuffled, Cause::Effect);
        } else {
            let ctx = Ctx::of_card(self.duel.controller(source), source);
            let there = self.banishable(ctx, one);
            self.send(there, Location::Banished, Cause::Effect);
        }
    }

    fn run_reaction(&mut self, card: CardId, itself: bool, effect: EffectId, batch: u8) {
        let row = self.game.cards.scripts().effect(effect);
        let Effect { body, on, .. } = *row;
        // A monster that battle has destroyed still acts for itself (FACT-N21).
        let to_destroy = if itself { 0 } else { status_bits::DESTROYED_BY_BATTLE };
        // An effect that counts turns goes on while its card is negated. So does one that only notes
        // what a card has done, but not one that marks how it was Summoned.
        let notes = on.events & event_bit::PHASE_BEGAN != 0
            || self.game.cards.scripts().only_notes(body, on.events & SUMMONS != 0);
        let negated = if notes { 0 } else { status_bits::NEGATED };
        if !self.duel.has_status(card, negated | to_destroy) {
            let player = self.duel.controller(card);
            if !self.duel.is_within_limit(card, row, player) {
                return;
            }
            self.count_use_of(card, row, player);
            self.run_at_once(Ctx::of_card(player, card).answering(batch), body);
        }
    }

    /// More happens together than the lists of a duel hold.
    #[cold]
    fn end_too_large(&mut self) {
        self.duel.end(self.witness, Outcome::Limit(Limit::Size));
    }
}
