//! Cards that move together, what such a move tells everybody, and what follows from it.
//!
//! Life Points change here too: `pay`, `deal` and `heal` call `change_lp`, as battles do, and nothing else writes
//! them while a duel runs.

use arrayvec::ArrayVec;

use super::raise::{Hurt, Leaving, NOBODY};
use crate::chance::Chance;
use crate::event::{Cause, Event};
use crate::ids::{BattlePosition, CardId, Location, NO_CARD, Player};
use crate::limits::MAX_CARDS;
use crate::marks::{rule, rule_if};
use crate::run::Run;
use crate::state::{
    Arrival, Batch, CardSet, Ctx, Duel, Modifier, NO_LINK, Procedure, flags,
    limit_of_survived_effects, location_bit_of, status_bits, traits, turn_bits,
};
use crate::witness::Witness;
use duelfish_script::{
    DeckEnd, KindSet, ModKind, SetRef, WhoseTurn, by_bit, event_bit, kind, location_bit,
};

/// The number of the place of Xyz Materials in that order: the last.
const OF_MATERIALS: u8 = 8;

/// Cards in the order in which they move when they move together: the turn player's first, then by
/// place, in zones and hands ascending, in piles from the top (FACT-O4).
#[inline(always)]
pub(crate) fn in_order(duel: &Duel, cards: CardSet) -> ArrayVec<CardId, MAX_CARDS> {
    let mut order = ArrayVec::new();
    for card in cards.iter() {
        order.push(CardId(card));
    }
    if order.len() == 1 {
        return order;
    }
    order.sort_unstable_by_key(|card| {
        let at = duel.pointer_to(*card);
        let from_top = matches!(
            at.location,
            Location::Grave | Location::Banished | Location::Extra | Location::DeckRest
        );
        // Among the fixed cards on top of a Deck the topmost has the highest zone.
        let at_index =
            if duel.location(*card) == Location::DeckTop { duel.zone(*card) } else { at.index };
        // Tokens that are not there yet come one after the other.
        let at_index = if at.location == Location::Nowhere { duel.zone(*card) } else { at_index };
        let index = if from_top { u8::MAX - at_index } else { at_index };
        if let Some(host) = duel.host(*card).filter(|_| at.location == Location::Material) {
            // By the zone of their monster, or where that lies now in its pile.
            let nth = at_index;
            let of_other = duel.controller(host) != duel.turn_player();
            return (u8::from(of_other), OF_MATERIALS, duel.pointer_to(host).index, nth);
        }
        let location = match at.location {
            Location::DeckRest => 0,
            Location::Hand => 1,
            Location::Monster => 2,
            Location::Spell => 3,
            Location::Field => 4,
            Location::Grave => 5,
            Location::Banished => 6,
            Location::Nowhere
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Extra
            | Location::Material
            | Location::Pendulum => OF_MATERIALS - 1,
        };
        (u8::from(at.player != duel.turn_player()), location, index, 0)
    });
    order
}

/// Cards in the order in which a player is shown them. Those of a hand go by their card code, because the
/// order of the hand must not tell when each of them came there (DF-68).
pub(super) fn as_shown(duel: &Duel, cards: CardSet) -> ArrayVec<CardId, MAX_CARDS> {
    let mut order = in_order(duel, cards);
    let of_one_hand = |a: &CardId, b: &CardId| {
        let in_hand = |card: &CardId| duel.location(*card) == Location::Hand;
        in_hand(a) && in_hand(b) && duel.controller(*a) == duel.controller(*b)
    };
    for hand in order.chunk_by_mut(of_one_hand) {
        rule!("DF-68");
        hand.sort_unstable_by_key(|card| duel.code(*card).row());
    }
    order
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Moves cards to their owners' hands, Graveyards or banished cards as one group, and raises
    /// the events of that move (TIME-7.3).
    #[inline(never)]
    pub(crate) fn send(&mut self, cards: CardSet, location: Location, cause: Cause) {
        if cards.is_empty() {
            return;
        }
        self.send_in_order(&in_order(self.duel, cards), cards, location, cause);
    }

    /// The same, one card after the other as they are listed.
    pub(crate) fn send_in_order(
        &mut self,
        order: &[CardId],
        cards: CardSet,
        location: Location,
        cause: Cause,
    ) {
        let by = self.what_moves(cause);
        self.send_by(order, cards, location, cause, by);
    }

    /// The same; `by` says what moves them, see [`Self::what_moves`].
    #[inline(always)]
    pub(super) fn send_by(
        &mut self,
        order: &[CardId],
        cards: CardSet,
        location: Location,
        cause: Cause,
        by: u8,
    ) {
        let leaving = self.leaving(cards, location, cause);
        let hosts = self.hosts_of_materials(order);
        for card in order.iter().copied() {
            self.send_one(card, leaving.redirected.has(card.0), location, cause);
        }
        if self.game.rules.graves_are_ordered && location == Location::Grave && order.len() > 1 {
            self.note_grave_order(cards);
        }
        self.tell_of_detaching(hosts, by);
        self.tell_of_leaving(&leaving, cards, location, cause, by);
    }

    /// The monsters to which those of some cards are attached that are materials, if anything answers that they are
    /// detached.
    #[inline(always)]
    fn hosts_of_materials(&self, cards: &[CardId]) -> CardSet {
        if !self.duel.hears(event_bit::DETACHED) {
            return CardSet::EMPTY;
        }
        let attached = |card: &&CardId| self.duel.location(**card) == Location::Material;
        let hosts = cards.iter().filter(attached).filter_map(|card| self.duel.host(*card));
        hosts.map(|host| host.0).collect()
    }

    /// Says that materials were detached from monsters, as far as these are still there (FACT-K9).
    #[inline(always)]
    fn tell_of_detaching(&mut self, hosts: CardSet, by: u8) {
        if hosts.is_empty() {
            return;
        }
        let there = |card: &u8| self.duel.location(CardId(*card)) == Location::Monster;
        let hosts: CardSet = hosts.iter().filter(there).collect();
        if !hosts.is_empty() {
            self.raise_move(event_bit::DETACHED, hosts, by);
        }
    }

    /// Banishes cards face-down, one after the other as they are listed.
    pub(super) fn banish_face_down(&mut self, order: &[CardId], cause: Cause) {
        if order.is_empty() {
            return;
        }
        rule!("DF-81", "DF-82");
        let cards = order.iter().map(|card| card.0).collect();
        let by = self.what_moves(cause);
        let leaving = self.leaving(cards, Location::Banished, cause);
        for card in order.iter().copied() {
            let player = self.duel.owner(card);
            let to = Arrival {
                player,
                location: Location::Banished,
                zone: 0,
                position: BattlePosition::Down,
            };
            self.duel.move_card(self.witness, card, to, cause);
        }
        self.tell_of_leaving(&leaving, cards, Location::Banished, cause, by);
    }

    /// Moves one card of a group to where its owner's cards go, or banishes it instead.
    #[inline(always)]
    pub(super) fn send_one(
        &mut self,
        card: CardId,
        banished: bool,
        location: Location,
        cause: Cause,
    ) {
        let player = self.duel.owner(card);
        rule_if!(player != self.duel.controller(card), "DF-51");
        let to_deck = location == Location::Hand || location.is_deck();
        let location = if banished {
            rule!("CT-02.10m", "CT-02.10m-ex");
            Location::Banished
        } else if location == Location::Grave
            && self.duel.goes_to_extra_instead(self.game.cards, card)
        {
            Location::Extra
        } else if to_deck && self.duel.facts(self.game, card).is_any(kind::EXTRA_DECK) {
            // A monster of the Extra Deck goes back there instead.
            rule!("MO-19", "CT-02.1");
            Location::Extra
        } else {
            location
        };
        rule_if!(location == Location::Banished, "DF-76");
        rule_if!(location == Location::Banished && player != self.duel.controller(card), "DF-78");
        let hidden = location.is_deck()
            || location == Location::Hand
            || (location == Location::Extra && to_deck);
        let position = if hidden { BattlePosition::Down } else { BattlePosition::Up };
        let mut to = Arrival { player, location, zone: 0, position };
        if self.is_token(card) {
            // A Token that leaves the field is nowhere any more.
            (to.player, to.location) = (self.duel.controller(card), Location::Nowhere);
        }
        self.duel.move_card(self.witness, card, to, cause);
    }

    /// Says what happened to a group that has moved, and does what follows from it.
    #[inline(always)]
    pub(super) fn tell_of_leaving(
        &mut self,
        leaving: &Leaving,
        cards: CardSet,
        location: Location,
        cause: Cause,
        by: u8,
    ) {
        if self.duel.has_trait(traits::EFFECTS) {
            // A card that was negated by one which has left works again, before anything happens because of that.
            self.duel.find_negated(self.witness, self.game.cards);
            for Hurt { player, amount, by, doer } in leaving.hurts.iter().copied() {
                self.deal(player, amount, by, doer);
            }
            self.left_field(leaving, by);
            self.raise_moves(leaving.redirected, cards, location, cause, by);
            // Also of a monster of the field whose new Summon was negated.
            self.drop_lost_equips(cards);
            self.drop_materials(cards);
        }
    }

    /// The facts of cards that must be known before they move.
    #[inline(always)]
    pub(super) fn leaving(&self, cards: CardSet, location: Location, cause: Cause) -> Leaving {
        let duel = &*self.duel;
        let leaves = |card: &u8| {
            duel.is_on_field(CardId(*card)) && !duel.has_status(CardId(*card), status_bits::UNDONE)
        };
        let left_field = cards.iter().filter(leaves).collect();
        let mut leaving = Leaving::alone(left_field, self.banished_instead(cards, location, cause));
        self.note_ties(&mut leaving, cards, cause);
        self.note_hurts(&mut leaving, cards, cause);
        leaving
    }

    /// Notes the damage that players take because these cards are destroyed, and whose effects do that.
    fn note_hurts(&self, leaving: &mut Leaving, cards: CardSet, cause: Cause) {
        let kind = ModKind::HurtsWhenDestroyed;
        let destroyed = matches!(cause, Cause::Destroyed | Cause::RuleDestroyed | Cause::Battle);
        let duel = &*self.duel;
        if !destroyed || !duel.has_mod(kind) {
            return;
        }
        let on = duel.mods().iter().filter(|m| m.is(kind) && cards.has(m.target));
        for m in on {
            leaving.add_hurt(Hurt {
                player: duel.controller(CardId(m.target)),
                amount: m.value,
                by: duel.player_of(m),
                doer: m.target,
            });
        }
    }

    /// Whether a card is a Token.
    #[inline]
    fn is_token(&self, card: CardId) -> bool {
        self.duel.has_trait(traits::TOKENS) && self.duel.facts(self.game, card).is(kind::TOKEN)
    }

    /// Puts cards into their owners' hands by an effect. A card that comes from a Deck is shown to the
    /// other player, who could not check otherwise that it fits.
    pub(crate) fn put_in_hand(&mut self, cards: CardSet, cause: Cause) {
        let cards = self.put_in_hand_unshown(cards, cause);
        for card in cards.iter().map(CardId) {
            let from_deck = location_bit_of(self.duel.came_from(card)) == location_bit::DECK;
            let shown = self.duel.known_in_hand(self.duel.controller(card)).any(|c| c == card);
            if from_deck && self.duel.location(card) == Location::Hand && !shown {
                let other = self.duel.controller(card).other();
                self.duel.show_card(self.witness, card, other);
            }
        }
    }

    /// The same, and none of them is shown; the cards that nothing kept where they were.
    pub(crate) fn put_in_hand_unshown(&mut self, cards: CardSet, cause: Cause) -> CardSet {
        let table = self.game.cards;
        let may = |card: &u8| self.duel.may_leave_deck(table, CardId(*card));
        let cards = self.staying(cards.iter().filter(may).collect());
        self.send(cards, Location::Hand, cause);
        cards
    }

    /// Puts cards into their owners' Decks.
    pub(crate) fn put_in_deck(&mut self, cards: CardSet, end: DeckEnd, cause: Cause) {
        let cards = self.send_to_hand_instead(self.staying(cards));
        let duel = &*self.duel;
        let cardboard = cards.iter().filter(|card| !self.is_token(CardId(*card)));
        let owners = cardboard.fold(0, |bits, card| bits | 1 << duel.owner(CardId(card)).number());
        let location =
            if end == DeckEnd::Bottom { Location::DeckBottom } else { Location::DeckTop };
        self.send(cards, location, cause);
        for player in Player::BOTH {
            if end == DeckEnd::Shuffled && owners >> player.number() & 1 == 1 {
                self.duel.shuffle_deck(self.witness, player);
            }
        }
    }

    /// Puts Pendulum Cards face-up into their owners' Extra Decks.
    pub(crate) fn put_in_extra(&mut self, cards: CardSet) {
        let (duel, table) = (&*self.duel, self.game.cards);
        let goes = |card: &u8| table.facts(duel.code(CardId(*card))).is(kind::PENDULUM);
        let cards = self.staying(cards.iter().filter(goes).collect());
        rule_if!(!cards.is_empty(), "DF-64");
        self.send(cards, Location::Extra, Cause::Effect);
    }

    /// Cards without those that were activated and go to the Graveyard when the Chain is over: they
    /// can't go to a hand or Deck any more. One whose activation was negated goes where that effect says.
    fn staying(&self, cards: CardSet) -> CardSet {
        let leaves = |card: &u8| {
            self.duel.has_status(CardId(*card), status_bits::LEAVES)
                && !self.duel.has_status(CardId(*card), status_bits::UNDONE)
        };
        cards.iter().filter(|card| !leaves(card)).collect()
    }

    /// The cards that are banished instead of going where they would go, because something on them
    /// says so as they leave the field (FACT-M10), or because of a monster that destroyed them in
    /// battle. A card that never properly came to the field does not leave it.
    #[inline(always)]
    pub(super) fn banished_instead(
        &self,
        cards: CardSet,
        location: Location,
        cause: Cause,
    ) -> CardSet {
        let redirected = self.banished_as_they_leave(cards, location, cause);
        if location == Location::Hand && self.duel.has_mod(ModKind::ReturnsBanished) {
            let table = self.game.cards;
            let away = |card: &u8| self.duel.is_kept_from_hand(table, CardId(*card), cards);
            return cards.iter().filter(away).fold(redirected, CardSet::with);
        }
        if location != Location::Grave || !self.duel.has_mod(ModKind::BanishedInstead) {
            return redirected;
        }
        // Where they go is asked only of those that go on.
        let duel = &*self.duel;
        // A card that is banished already would go nowhere, so it returns to the Graveyard (FACT-M10).
        let away = |card: &u8| {
            duel.location(CardId(*card)) != Location::Banished
                && duel.is_sent_away(self.game.cards, CardId(*card), cards)
        };
        cards.iter().filter(away).fold(redirected, CardSet::with)
    }

    #[inline(always)]
    pub(super) fn banished_as_they_leave(
        &self,
        cards: CardSet,
        location: Location,
        cause: Cause,
    ) -> CardSet {
        let (always, unless) = (ModKind::BanishedWhenLeaving, ModKind::BanishedUnlessNegated);
        let duel = &*self.duel;
        let by_battle =
            if cause == Cause::Battle { duel.attack().banished() } else { CardSet::EMPTY };
        if location == Location::Banished || !(duel.has_mod(always) || duel.has_mod(unless)) {
            return by_battle;
        }
        let leaves = |card: CardId| {
            duel.is_on_field(card)
                && duel.position(card).is_face_up()
                && !duel.has_status(card, status_bits::UNDONE)
        };
        let says = |m: &&Modifier| {
            (m.is(always) || (m.is(unless) && duel.stands(m)))
                && duel.may_redirect(self.game.cards, m)
        };
        let targets = duel.mods().iter().filter(says).map(|m| m.target);
        let leaving = targets.filter(|card| cards.has(*card) && leaves(CardId(*card)));
        leaving.fold(by_battle, CardSet::with)
    }

    fn raise_moves(
        &mut self,
        redirected: CardSet,
        cards: CardSet,
        location: Location,
        cause: Cause,
        by: u8,
    ) {
        let arrival = match location {
            Location::Hand => event_bit::TO_HAND,
            Location::Banished => event_bit::BANISHED,
            Location::DeckTop | Location::DeckBottom => event_bit::TO_DECK,
            Location::Nowhere
            | Location::DeckRest
            | Location::Monster
            | Location::Spell
            | Location::Field
            | Location::Grave
            | Location::Extra
            | Location::Material
            | Location::Pendulum => event_bit::SENT_TO_GRAVE,
        };
        let is_at = |card: u8, location| self.duel.location(CardId(card)) == location;
        let (mut extra, mut there) = (CardSet::EMPTY, CardSet::EMPTY);
        for card in cards.iter().filter(|card| !redirected.has(*card)) {
            if is_at(card, Location::Extra) {
                extra = extra.with(card);
            } else if is_at(card, Location::Spell) {
                // It was placed there instead.
            } else if location == Location::Grave
                && self.duel.came_from(CardId(card)) == Location::Banished
            {
                // It returns to the Graveyard and is not sent there (TIME-7.3).
            } else if location == Location::Banished || !is_at(card, Location::Nowhere) {
                // A Token never arrives: only its banishment is told.
                there = there.with(card);
            }
        }
        for (event, cards) in
            [(event_bit::TO_DECK, extra), (arrival, there), (event_bit::BANISHED, redirected)]
        {
            if !cards.is_empty() {
                self.raise_move(event, cards, by);
            }
        }
        let besides = match cause {
            Cause::Discarded | Cause::HandLimit => event_bit::DISCARDED,
            Cause::Tribute => event_bit::TRIBUTED,
            Cause::Destroyed | Cause::RuleDestroyed => event_bit::DESTROYED,
            _ => return,
        };
        self.raise_move(besides, cards, by);
    }

    /// The cause that moves cards now: whether it is an effect, and whose card it is, or the cost of one.
    pub(super) fn what_moves(&self, cause: Cause) -> u8 {
        let effect = matches!(cause, Cause::Destroyed | Cause::Effect);
        match self.duel.resolving() {
            0 if effect => self
                .acting
                .map_or(by_bit::EFFECT, |player| by_bit::EFFECT | 0x10 << player.number()),
            0 if self.is_paying(cause) => by_bit::COST,
            0 => 0,
            number if effect || cause == Cause::Discarded => {
                by_bit::EFFECT | 0x10 << self.duel.link(number - 1).player
            }
            _ => 0,
        }
    }

    /// Whether cards that move for this cause are the cost of the newest link, which is being made.
    fn is_paying(&self, cause: Cause) -> bool {
        const COSTS: [Cause; 4] = [Cause::Cost, Cause::Tribute, Cause::Discarded, Cause::Material];
        COSTS.contains(&cause)
            && !self.duel.links().is_empty()
            && self.duel.frame().is(Procedure::Program)
    }

    /// Destroys cards by an effect; a card that is in no place where it could be destroyed is left out
    /// (FACT-M1).
    pub(crate) fn destroy(&mut self, cards: CardSet) {
        let cards = self.destructible(cards);
        self.send(cards, Location::Grave, Cause::Destroyed);
    }

    /// The cards of a set for an effect that destroys them. A card that went away to pay for its own activation is
    /// not there any more, though it is the card that was activated: also if it lies in the hand now (FACT-M1).
    pub(super) fn to_destroy(&self, ctx: Ctx, set: SetRef) -> CardSet {
        let members = self.duel.members(ctx, set);
        let activated = self.duel.answered_link(ctx).map(|at| self.duel.link(at));
        let gone = |card: &u8| {
            let location = self.duel.location(CardId(*card));
            let moved = activated.is_some_and(|link| {
                link.source == *card && link.source_stamp != self.duel.stamp(CardId(*card))
            });
            set == SetRef::Event && (moved || location.is_deck() || location == Location::Extra)
        };
        let members = members.iter().filter(|card| !gone(card)).collect();
        self.without_safe_from(members, ctx.source)
    }

    /// Those of some cards that can be sent to the Graveyard.
    pub(super) fn sendable(&self, cards: CardSet) -> CardSet {
        if !self.duel.has_mod(ModKind::NoMilling) {
            return cards;
        }
        let may = |card: &u8| self.duel.may_be_sent(self.game.cards, CardId(*card));
        cards.iter().filter(may).collect()
    }

    /// Those of some cards that the effect's player may banish.
    pub(super) fn banishable(&self, ctx: Ctx, cards: CardSet) -> CardSet {
        let may = |card: &u8| self.duel.can_banish(self.game.cards, ctx.player, CardId(*card));
        cards.iter().filter(may).collect()
    }

    /// Those of some cards that an effect destroys.
    pub(super) fn destructible(&mut self, cards: CardSet) -> CardSet {
        // A card whose activation was negated was never properly there: nothing on it protects it.
        let undone = |card: &u8| self.duel.has_status(CardId(*card), status_bits::UNDONE);
        let undone: CardSet = cards.iter().filter(undone).collect();
        let cards = cards.iter().filter(|card| !undone.has(*card)).collect();
        let doer = self.doer_of_destruction();
        let cards = self.without_safe(cards, doer);
        let cards = self.without_safe_for_now(cards, doer);
        let cards = self.without_safe_once(cards);
        let cards = undone.iter().fold(cards, CardSet::with);
        let cards = self.without_saved(cards);
        let undone: CardSet = undone.iter().filter(|card| cards.has(*card)).collect();
        let cards = cards.iter().filter(|card| !undone.has(*card)).collect();
        let cards = self.with_substitutes(cards);
        let cards = undone.iter().fold(cards, CardSet::with);
        let duel = &*self.duel;
        let gone = |card: &u8| {
            let location = duel.location(CardId(*card));
            matches!(
                location,
                Location::Grave | Location::Banished | Location::Material | Location::Nowhere
            )
        };
        cards.iter().filter(|card| !gone(card)).collect()
    }

    /// The player whose link resolves, and whether its source is a Spell, a Trap or a monster.
    fn doer_of_destruction(&self) -> Option<(Player, u32)> {
        let resolving = self.duel.resolving();
        (resolving > 0).then(|| {
            let link = self.duel.link(resolving - 1);
            (Player::of_bit(link.player), link.kind_of_source())
        })
    }

    /// Those of some cards, tied to one that has left, that its effect destroys: it is an effect of that card like
    /// another.
    pub(super) fn destructible_with(&mut self, cards: CardSet, source: CardId) -> CardSet {
        const SAVE: KindSet = KindSet::all(&[
            ModKind::SurvivesEffects,
            ModKind::SurvivesOwnEffects,
            ModKind::SurvivesEffectsTimes,
            ModKind::SurvivesSpellsTimes,
        ]);
        if !self.duel.has_any_mod(SAVE) {
            return cards;
        }
        let kinds = self.duel.facts(self.game, source).kind;
        let doer = Some((self.duel.controller(source), kinds));
        let cards = self.without_safe(cards, doer);
        self.without_safe_for_now(cards, doer)
    }

    /// The cards that an effect would destroy without those that no effect destroys.
    fn without_safe(&self, cards: CardSet, doer: Option<(Player, u32)>) -> CardSet {
        let (kind, of_own) = (ModKind::SurvivesEffects, ModKind::SurvivesOwnEffects);
        if !self.duel.has_any_mod(KindSet::all(&[kind, of_own])) {
            return cards;
        }
        let by = doer.map(|(player, _)| player);
        let safe = |card: &u8| {
            let (table, card) = (self.game.cards, CardId(*card));
            let mut from_own = self.duel.mods_on_card(table, of_own, card);
            self.duel.mod_on_card(table, kind, card).is_some()
                || from_own.any(|m| Some(self.duel.player_of(m)) == by)
        };
        cards.iter().filter(|card| !safe(card)).collect()
    }

    /// The cards that an effect of a player would destroy, without those that survive some destructions each turn by
    /// effects of the other player, or by Spells and Traps. This one counts among these (FACT-M2).
    fn without_safe_for_now(&mut self, cards: CardSet, doer: Option<(Player, u32)>) -> CardSet {
        let (of_effects, of_spells) = (ModKind::SurvivesEffectsTimes, ModKind::SurvivesSpellsTimes);
        if !self.duel.has_any_mod(KindSet::all(&[of_effects, of_spells])) {
            return cards;
        }
        let Some((by, what)) = doer else { return cards };
        let mut left = cards;
        for card in cards.iter().map(CardId) {
            let mods = self.duel.mods_on_card(self.game.cards, of_effects, card);
            let against = mods.filter(|m| self.duel.player_of(m) != by);
            let mods = self.duel.mods_on_card(self.game.cards, of_spells, card);
            let against = against.chain(mods.filter(|_| what & kind::MONSTER == 0));
            let times: i32 = against.map(|m| self.duel.value_of(self.game.cards, m)).sum();
            let group = limit_of_survived_effects(card);
            if i32::from(self.duel.uses(group, Player::FIRST)) < times {
                self.duel.count_use(self.witness, group, Player::FIRST);
                left = left.without(card.0);
            }
        }
        left
    }

    /// The cards that an effect would destroy without those that are safe once, which are so no more.
    fn without_safe_once(&mut self, cards: CardSet) -> CardSet {
        if !self.duel.has_mod(ModKind::SurvivesOnce) {
            return cards;
        }
        let dies = |run: &mut Self, card: &u8| !run.survives_once(CardId(*card));
        cards.iter().filter(|card| dies(self, card)).collect()
    }

    /// Whether something saves a monster that does so only once; it is used up.
    pub(super) fn survives_once(&mut self, card: CardId) -> bool {
        let kind = ModKind::SurvivesOnce;
        let saved = self.duel.mod_on_monster(self.game.cards, kind, card).is_some();
        if saved {
            self.duel.remove_mods(self.witness, |m| m.is(kind) && m.target == card.0);
        }
        saved
    }

    /// The cards that an effect would destroy without those in whose place another card is
    /// destroyed; that happens now.
    pub(super) fn without_saved(&mut self, cards: CardSet) -> CardSet {
        if self.duel.has_mod(ModKind::SavedBySource) { self.save_some(cards) } else { cards }
    }

    #[inline(never)]
    fn save_some(&mut self, cards: CardSet) -> CardSet {
        let number = i32::from(self.duel.resolving());
        let (mut left, mut instead) = (cards, CardSet::EMPTY);
        for m in self.duel.mods() {
            let source = CardId(m.source);
            let saves = m.is(ModKind::SavedBySource)
                && m.target != m.source
                && m.value == number
                && cards.has(m.target)
                && self.duel.unmoved_since(source, m.stamp)
                && self.duel.is_on_field(source)
                && !self.duel.has_status(source, status_bits::NEGATED);
            if saves {
                left = left.without(m.target);
                // A card that is to be destroyed itself goes with the others.
                if !cards.has(m.source) {
                    instead = instead.with(m.source);
                }
            }
        }
        self.send(instead, Location::Grave, Cause::Destroyed);
        instead.iter().fold(left, CardSet::without)
    }

    /// Destroys cards of the field by an effect of this player that is on no Chain, whatever resolves
    /// meanwhile.
    pub(super) fn destroy_for(&mut self, cards: CardSet, player: Player) {
        let there = |card: &u8| self.duel.is_on_field(CardId(*card));
        let cards: CardSet = cards.iter().filter(there).collect();
        if !cards.is_empty() {
            let order = in_order(self.duel, cards);
            let by = by_bit::EFFECT | 0x10 << player.number();
            self.send_by(&order, cards, Location::Grave, Cause::Destroyed, by);
        }
    }

    /// Equip Cards whose monster is one of these and has left or was turned face-down are destroyed by
    /// the rules, as a group of their own (FACT-M14, FACT-M16).
    #[inline(always)]
    pub(crate) fn drop_lost_equips(&mut self, of: CardSet) {
        if of.is_empty() || !self.duel.has_equips() {
            return;
        }
        let duel = &*self.duel;
        let mut lost = CardSet::EMPTY;
        for player in Player::BOTH {
            for card in duel.spell_cards(player) {
                if duel.host(card).filter(|host| of.has(host.0)).is_some_and(|host| {
                    duel.location(host) != Location::Monster || !duel.position(host).is_face_up()
                }) {
                    lost = lost.with(card.0);
                }
            }
        }
        self.send(lost, Location::Grave, Cause::RuleDestroyed);
    }

    /// Materials of monsters that have left the field go to the Graveyard, as a group of their own.
    #[inline(always)]
    pub(crate) fn drop_materials(&mut self, of: CardSet) {
        self.drop_materials_of(of, |duel, host| duel.location(host) != Location::Monster);
    }

    /// The materials of those among these monsters go to the Graveyard.
    fn drop_materials_of(&mut self, of: CardSet, loses: impl Fn(&Duel, CardId) -> bool) {
        if !self.duel.has_materials() {
            return;
        }
        let duel = &*self.duel;
        let mut lost = CardSet::EMPTY;
        for card in Player::BOTH.into_iter().flat_map(|player| duel.materials(player)) {
            let host = duel.host(CardId(*card)).filter(|host| of.has(host.0));
            if host.is_some_and(|host| loses(duel, host)) {
                lost = lost.with(*card);
            }
        }
        self.send(lost, Location::Grave, Cause::Rule);
    }

    /// Attaches monsters to an Xyz Monster, by its Summon or by an effect, which takes their own materials off
    /// first.
    pub(super) fn attach_by(&mut self, ctx: Ctx, cards: CardSet, host: CardId, along: bool) {
        if ctx.link != NO_LINK && !along {
            self.drop_materials_of(cards, |_, _| true);
        }
        self.attach(cards, host, along);
    }

    /// Attaches monsters to an Xyz Monster in the order in which the reference engine made them (FACT-O3).
    /// Their own materials go to the Graveyard, or along with them, below them (FACT-S10).
    pub(crate) fn attach(&mut self, cards: CardSet, host: CardId, with_materials: bool) {
        let mut order = in_order(self.duel, cards);
        order.sort_by_key(|card| self.duel.place_in_line(self.game.cards, *card));
        for card in order.iter().copied() {
            if with_materials {
                rule!("SU-08.5");
                for material in self.duel.materials_of(card) {
                    self.duel.attach(self.witness, material, host);
                }
            }
        }
        for card in order {
            // It becomes a material where it lies: it does not leave the field (SU-08.6).
            rule!("SU-08.4", "SU-08.6");
            self.duel.attach(self.witness, card, host);
        }
        if !with_materials {
            self.drop_materials(cards);
        }
        self.drop_lost_equips(cards);
    }

    /// Turns on what a card does while it lies face-up.
    pub(crate) fn enable(&mut self, card: CardId) {
        self.duel.enable_card(self.witness, self.game.cards, card);
    }

    /// A Summon succeeded: the monster counts as Summoned from now on and does what it does.
    pub(crate) fn end_summoning(&mut self, card: CardId) {
        self.duel.set_status(self.witness, card, status_bits::SUMMONING, false);
        self.duel.mark_stale(self.witness, card);
        if !self.duel.mods().is_empty() {
            // Lasting effects reach it only now.
            self.duel.set_flags(self.witness, flags::UNADJUSTED);
        }
        if self.duel.position(card).is_face_up() {
            self.enable(card);
        }
    }

    /// A player pays for using a card of the hand, once for each effect that asks it (FACT-K1).
    #[inline]
    pub(crate) fn pay_hand_fee(&mut self, player: Player, card: CardId) {
        if self.duel.has_mod(ModKind::HandFee) && self.duel.location(card) == Location::Hand {
            self.pay_each_fee(player);
        }
    }

    /// The same for a Normal Summon or Set, where the duel ends at once if these were the last Life
    /// Points; says whether it has.
    #[inline]
    pub(crate) fn ends_by_hand_fee(&mut self, player: Player, card: CardId) -> bool {
        let charged = self.duel.has_mod(ModKind::HandFee);
        self.pay_hand_fee(player, card);
        charged && self.check_life_points()
    }

    #[inline(never)]
    fn pay_each_fee(&mut self, player: Player) {
        let fees: ArrayVec<i32, 16> =
            self.duel.hand_fees(self.game.cards, player).take(16).collect();
        for amount in fees {
            self.pay(player, amount);
        }
    }

    /// A player pays Life Points; what a fee has made too much meanwhile is not paid at all.
    pub(crate) fn pay(&mut self, player: Player, amount: i32) {
        if amount > self.duel.lp(player) {
            return;
        }
        self.change_lp(player, -amount);
        self.witness.event(self.duel, Event::Paid { player, amount });
    }

    /// A player takes damage from an effect of a card.
    pub(crate) fn deal(&mut self, player: Player, amount: i32, by: Player, doer: u8) {
        let resolving = self.duel.resolving();
        let harmless = resolving > 0 && self.duel.link(resolving - 1).is_harmless();
        if amount <= 0 || harmless {
            return;
        }
        let player = self.duel.hurt_by_effect(self.game.cards, player, by);
        if self.counts_damage(player)
            || self.duel.player_has(self.game.cards, ModKind::NoDamage, player)
        {
            return;
        }
        self.change_lp(player, -amount);
        self.witness.event(self.duel, Event::Damaged { player, amount });
        let whose = player.number() | if by == player { Batch::OWN_DOING } else { 0 };
        self.raise(event_bit::DAMAGED, whose, amount, CardSet::EMPTY);
        let place = self.place_of_doer(doer);
        let doer = if doer == NO_CARD { CardSet::EMPTY } else { CardSet::EMPTY.with(doer) };
        self.raise(event_bit::EFFECT_DAMAGED, whose | place, amount, doer);
    }

    /// Where an effect was activated that does something now, or its card is, as bits of [`Batch::player`].
    fn place_of_doer(&self, doer: u8) -> u8 {
        if doer == NO_CARD {
            return 0;
        }
        let resolving = self.duel.resolving();
        let link = resolving.checked_sub(1).map(|at| self.duel.link(at));
        let place = match link.filter(|link| link.source == doer) {
            Some(link) => link.location,
            // A Token that has left did it where it was.
            None if self.duel.location(CardId(doer)) == Location::Nowhere => {
                self.duel.came_from(CardId(doer)) as u8
            }
            None => self.duel.location(CardId(doer)) as u8,
        };
        place << Batch::PLACE_SHIFT
    }

    /// A player loses Life Points, as far as there are any: that is no damage.
    pub(crate) fn lose(&mut self, player: Player, amount: i32) {
        let amount = amount.clamp(0, self.duel.lp(player).max(0));
        self.change_lp(player, -amount);
        let left = self.duel.lp(player);
        self.witness.event(self.duel, Event::LifeLost { player, left });
    }

    /// A player gains Life Points.
    pub(crate) fn heal(&mut self, player: Player, amount: i32) {
        if amount <= 0 {
            return;
        }
        self.change_lp(player, amount);
        self.witness.event(self.duel, Event::Gained { player, amount });
        self.raise(event_bit::GAINED, player.number(), amount, CardSet::EMPTY);
    }

    /// Writes Life Points; nothing is said of it.
    pub(crate) fn change_lp(&mut self, player: Player, by: i32) {
        let lp = self.duel.lp(player).saturating_add(by);
        self.duel.set_lp(self.witness, player, lp);
        self.duel.facts_changed(self.witness, duelfish_script::reads_bit::LIFE);
    }

    /// Draws by an effect; a player who can't draw all loses when that is next looked at (FACT-W5).
    pub(crate) fn draw_by_effect(&mut self, player: Player, count: i32) {
        if self.duel.player_has(self.game.cards, ModKind::NoDraw, player) {
            return;
        }
        let before = self.duel.hand(player).len();
        if !self.draw(player, count.clamp(0, 255) as u8) {
            self.duel.set_flags(self.witness, flags::SHORT << player.number());
        }
        self.raise_draw(player, before);
    }

    /// Says that the cards of a hand from this number on were drawn together.
    #[inline(always)]
    pub(crate) fn raise_draw(&mut self, player: Player, before: usize) {
        let drawn: CardSet = self.duel.hand(player)[before..].iter().copied().collect();
        if !drawn.is_empty() {
            self.raise(event_bit::DREW, player.number(), drawn.len(), drawn);
            self.raise(event_bit::TO_HAND, NOBODY, 0, drawn);
        }
    }

    /// Turns monsters by an effect, all together. A monster that is turned face-down loses the
    /// changes that were made to it; if it was Summoned this turn, its position counts as changed
    /// (REC-V3). The lasting effects of one that is turned face-up begin when the link has resolved
    /// (TIME-2.3.8).
    pub(crate) fn turn_by_effect(&mut self, cards: CardSet, turn: WhoseTurn) {
        let (mut turned, mut flipped) = (CardSet::EMPTY, CardSet::EMPTY);
        let (mut to_defense, mut to_attack) = (CardSet::EMPTY, CardSet::EMPTY);
        for card in in_order(self.duel, cards) {
            if !self.duel.can_be_turned(self.game.cards, card, turn) {
                continue;
            }
            let was = self.duel.position(card);
            let position = match turn {
                WhoseTurn::FaceDown => BattlePosition::Set,
                WhoseTurn::Attack => BattlePosition::Attack,
                WhoseTurn::Over if was == BattlePosition::Defense => BattlePosition::Attack,
                WhoseTurn::Defense | WhoseTurn::Over | WhoseTurn::UpQuietly => {
                    BattlePosition::Defense
                }
            };
            match (was, turn) {
                (BattlePosition::Attack, WhoseTurn::Over) => rule!("BP-3.i", "BP-23.iii"),
                (BattlePosition::Defense, WhoseTurn::Over) => rule!("BP-3.ii", "BP-23.iii"),
                (BattlePosition::Set, WhoseTurn::Attack) => rule!("BP-3.iii", "SU-02.1"),
                (BattlePosition::Set, WhoseTurn::Defense) => rule!("MO-52", "MO-53"),
                (BattlePosition::Set, WhoseTurn::UpQuietly) => rule!("MO-54"),
                _ => {}
            }
            self.duel.set_position(self.witness, card, position);
            let summoned = turn_bits::SUMMONED | turn_bits::SUMMONED_BY_OTHER;
            turned = turned.with(card.0);
            if was == BattlePosition::Attack && position == BattlePosition::Defense {
                to_defense = to_defense.with(card.0);
            }
            if was == BattlePosition::Defense && position == BattlePosition::Attack {
                to_attack = to_attack.with(card.0);
            }
            if !was.is_face_up() {
                flipped = flipped.with(card.0);
            }
            if position == BattlePosition::Set && self.duel.turn_bits(card) & summoned != 0 {
                self.duel.add_turn_bits(self.witness, card, turn_bits::REPOSITIONED);
            }
        }
        if !flipped.is_empty() {
            let number = if turn == WhoseTurn::UpQuietly { Batch::NO_RESPONSE } else { 0 };
            if self.duel.resolving() == 0 {
                // Monsters that are turned face-up as a cost are at work at once.
                self.enable_the_flipped();
            }
            self.raise(event_bit::FLIPPED, NOBODY, number, flipped);
        }
        if !turned.is_empty() {
            self.raise_turned(turned, to_defense, to_attack);
            self.destroy_at_once();
            self.drop_lost_equips(turned);
        }
    }

    /// Monsters changed their positions, some of them from Attack to face-up Defense Position, and some the
    /// other way.
    #[inline(always)]
    pub(crate) fn raise_turned(
        &mut self,
        turned: CardSet,
        to_defense: CardSet,
        to_attack: CardSet,
    ) {
        if !to_attack.is_empty() {
            self.raise(event_bit::TO_ATTACK, NOBODY, 0, to_attack);
        }
        if !to_defense.is_empty() {
            self.raise(event_bit::TO_DEFENSE, NOBODY, 0, to_defense);
        }
        self.raise(event_bit::REPOSITIONED, NOBODY, 0, turned);
    }

    /// The effects that monsters have while they lie face-up begin for those that an effect turned face-up.
    pub(crate) fn enable_the_flipped(&mut self) {
        for player in Player::BOTH {
            let duel = &*self.duel;
            let off = duel.monsters(player).map(|(_, card)| card).filter(|card| {
                duel.position(*card).is_face_up()
                    && !duel.has_status(*card, status_bits::ENABLED | status_bits::SUMMONING)
            });
            let off: CardSet = off.map(|card| card.0).collect();
            for card in in_order(self.duel, off) {
                self.enable(card);
            }
        }
    }

    /// Turns a monster and says what that means; a face-up one that is turned face-down loses
    /// what was said of it.
    pub(crate) fn turn_monster(&mut self, card: CardId, position: BattlePosition) {
        let was_up = self.duel.position(card).is_face_up();
        self.duel.set_position(self.witness, card, position);
        if !self.duel.has_trait(traits::EFFECTS) {
            return;
        }
        let one = CardSet::EMPTY.with(card.0);
        if position.is_face_up() && !was_up {
            self.enable(card);
        }
        if position.is_face_up() != was_up && !position.is_face_up() {
            self.drop_lost_equips(one);
        }
        if position.is_face_up() && !was_up {
            self.raise(event_bit::FLIPPED, NOBODY, 0, one);
        }
    }
}
