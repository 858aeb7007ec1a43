//! Which cards a selection means, and where a card is for those who point at it.

use super::eval::CardValues;
use crate::decision::Pointer;
use crate::ids::{CardId, Location, MonsterZone, NO_CARD, Player};
use crate::limits::{MAX_CARDS, MAX_PILE};
use crate::marks::{rule, rule_if};
use crate::state::{CardSet, Ctx, Duel, status_bits, traits};
use duelfish_script::{Catalogue, Filter, Select, SelectId, Test, TestId, location_bit};

/// The questions about each card that is looked at.
struct Sieve<'a> {
    select: &'a Select,
    filter: &'a Filter,
    /// Whether only cards that may be targeted count.
    targeted: bool,
}

/// Finds the cards at which several pointers point: a Deck is sorted once for all of them.
#[derive(Default)]
pub(crate) struct Finder {
    decks: [Option<arrayvec::ArrayVec<u8, MAX_PILE>>; 2],
}

impl Finder {
    /// As [`Duel::card_at`]; always of the same duel.
    #[inline]
    pub(crate) fn card_at(&mut self, duel: &Duel, at: Pointer) -> Option<CardId> {
        if at.location != Location::DeckRest {
            return duel.card_at(at);
        }
        let deck = &mut self.decks[at.player.index()];
        let deck = deck.get_or_insert_with(|| duel.deck_by_code(at.player));
        deck.get(usize::from(at.index)).map(|card| CardId(*card))
    }
}

/// Where cards are often looked for together.
const HAND_OR_FIELD: u16 = location_bit::HAND | location_bit::MONSTER;

impl Duel {
    /// Whether a selection finds so many cards; of those that may be targeted, if it is for that.
    pub(super) fn has_at_least(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        select: SelectId,
        least: i32,
        targeted: bool,
    ) -> bool {
        least <= 0 || self.find_up_to(cards, ctx, select, least, targeted) == least
    }

    /// How many cards a selection finds.
    pub(crate) fn count(&self, cards: &Catalogue, ctx: Ctx, select: SelectId) -> i32 {
        self.find_up_to(cards, ctx, select, i32::MAX, false)
    }

    /// How many cards a selection finds, up to so many; of those that may be targeted, if it is for
    /// that. In no particular order, because only their number counts.
    fn find_up_to(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        select: SelectId,
        enough: i32,
        targeted: bool,
    ) -> i32 {
        let select = cards.scripts().select(select);
        let filter = cards.scripts().filter(select.test);
        if filter.names_cards {
            return self.find_named(cards, ctx, &select, enough, targeted);
        }
        let numbered = self.with_numbers(cards, ctx, filter);
        let filter = numbered.as_ref().unwrap_or(filter);
        let how = Sieve { select: &select, filter, targeted };
        let mut missing = enough;
        let found = self.each_list(ctx, &select, |location, list| match location {
            Location::Hand | Location::DeckRest => {
                self.look_through_pile(cards, ctx, &how, list, &mut missing)
            }
            // Gemini monsters have terms of their own.
            Location::Monster if how.filter.summons && !self.has_trait(traits::TERMS) => false,
            Location::Nowhere
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Monster
            | Location::Spell
            | Location::Field
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material
            | Location::Pendulum => self.look_through(cards, ctx, &how, list, &mut missing),
        });
        if found { enough } else { enough - missing }
    }

    /// Shows the lists of cards in which a selection looks, in no particular order and with gaps, until
    /// `found` says that it is enough; says whether it did. The parts of a Deck are all said to be its
    /// rest.
    #[inline(always)]
    fn each_list(
        &self,
        ctx: Ctx,
        select: &Select,
        mut found: impl FnMut(Location, &[u8]) -> bool,
    ) -> bool {
        Player::BOTH.into_iter().any(|player| {
            if !ctx.is_among(select.sides, player) {
                return false;
            }
            let locations = select.locations;
            rule_if!(locations & location_bit::MONSTER != 0, "DF-5");
            if locations & location_bit::SPELL != 0 {
                // A Pendulum Zone is still a Spell & Trap Zone.
                rule!("DF-3", "DF-4", "DF-43.ii", "DF-44", "CT-02.10f");
            }
            rule_if!(
                locations & (location_bit::SPELL | location_bit::FIELD) == location_bit::SPELL,
                "DF-45"
            );
            // Most look in one place.
            match locations {
                location_bit::MONSTER => return found(Location::Monster, self.monster_row(player)),
                location_bit::HAND => return found(Location::Hand, self.hand(player)),
                location_bit::GRAVE => return found(Location::Grave, self.grave(player)),
                HAND_OR_FIELD => {
                    // A card that is asked for in both is mostly in the hand.
                    return found(Location::Hand, self.hand(player))
                        || found(Location::Monster, self.monster_row(player));
                }
                _ => {}
            }
            let wants = |location: u16| locations & location != 0;
            (wants(location_bit::MONSTER) && found(Location::Monster, self.monster_row(player)))
                || (wants(location_bit::SPELL) && found(Location::Spell, self.spell_row(player)))
                || (locations & (location_bit::SPELL | location_bit::PENDULUM)
                    == location_bit::PENDULUM
                    && found(Location::Pendulum, &self.scales(player)))
                || (wants(location_bit::FIELD) && found(Location::Field, self.field_zone(player)))
                || (wants(location_bit::GRAVE) && found(Location::Grave, self.grave(player)))
                || (wants(location_bit::BANISHED)
                    && found(Location::Banished, self.banished(player)))
                || (wants(location_bit::EXTRA) && found(Location::Extra, self.extra(player)))
                || (wants(location_bit::MATERIAL)
                    && found(Location::Material, self.materials(player)))
                || (wants(location_bit::HAND) && found(Location::Hand, self.hand(player)))
                || (wants(location_bit::DECK)
                    && [self.deck_rest(player), self.deck_top(player), self.deck_bottom(player)]
                        .into_iter()
                        .any(|part| found(Location::DeckRest, part)))
        })
    }

    /// The same where the cards are at hand and need not be looked for.
    #[inline(never)]
    fn find_named(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        select: &Select,
        enough: i32,
        targeted: bool,
    ) -> i32 {
        let how = Sieve { select, filter: cards.scripts().filter(select.test), targeted };
        let named: arrayvec::ArrayVec<u8, MAX_CARDS> =
            self.named_there(cards, ctx, select).iter().collect();
        let mut missing = enough;
        self.look_through(cards, ctx, &how, &named, &mut missing);
        enough - missing
    }

    /// The cards where a selection looks that are in the sets which its test names.
    fn named_there(&self, cards: &Catalogue, ctx: Ctx, select: &Select) -> CardSet {
        let there = |card: &u8| {
            let card = CardId(*card);
            ctx.is_among(select.sides, self.controller(card))
                && select.locations & crate::state::location_bit_of(self.location(card)) != 0
        };
        let named = self.named_by(cards, ctx, select.test);
        named.map_or(CardSet::EMPTY, |named| named.iter().filter(there).collect())
    }

    /// The members of the sets that a test names, one of which a card must be to fit; none if it names
    /// no sets.
    fn named_by(&self, cards: &Catalogue, ctx: Ctx, test: TestId) -> Option<CardSet> {
        let of = |test| self.named_by(cards, ctx, test);
        match cards.scripts().test(test) {
            Test::In(set) => Some(self.members(ctx, set)),
            Test::All(a, b) => of(a).or_else(|| of(b)),
            Test::Any(a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                Some(b.iter().fold(a, CardSet::with))
            }
            _ => None,
        }
    }

    /// Counts the cards of a list that a selection finds off from those that are missing; says
    /// whether none is any more. The list may have gaps.
    #[inline(always)]
    fn look_through(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        how: &Sieve<'_>,
        list: &[u8],
        missing: &mut i32,
    ) -> bool {
        for card in list.iter().filter(|card| **card != NO_CARD).map(|card| CardId(*card)) {
            if !self.is_passed_by(ctx, how.select, card)
                && self.passes(cards, ctx, how.filter, card, CardValues::Now)
                && (!how.targeted || self.can_be_targeted(cards, ctx, card))
            {
                *missing -= 1;
                if *missing <= 0 {
                    return true;
                }
            }
        }
        false
    }

    /// The same for a hand or a part of a Deck, whose cards need only be counted if nothing is asked of
    /// them.
    #[inline(always)]
    fn look_through_pile(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        how: &Sieve<'_>,
        pile: &[u8],
        missing: &mut i32,
    ) -> bool {
        if how.targeted || !how.filter.passes_all() {
            return self.look_through(cards, ctx, how, pile, missing);
        }
        let passed_by = !how.select.with_source && pile.contains(&ctx.source);
        let paid = ctx.paying != NO_CARD
            && (ctx.paying != ctx.source || !passed_by)
            && pile.contains(&ctx.paying);
        *missing -= pile.len() as i32 - i32::from(passed_by) - i32::from(paid);
        *missing <= 0
    }

    /// Whether a selection passes a card by, whatever the card is. A monster that is being Summoned is in no
    /// place yet (SU-00.4c), the source does not always count, and a card that is looked at as if it had been paid
    /// is not there any more.
    #[inline(always)]
    fn is_passed_by(&self, ctx: Ctx, select: &Select, card: CardId) -> bool {
        self.has_status(card, status_bits::SUMMONING | status_bits::UNDONE)
            || (card.0 == ctx.source && !select.with_source)
            || card.0 == ctx.paying
    }

    /// All cards that a selection finds.
    pub(crate) fn gather(&self, cards: &Catalogue, ctx: Ctx, select: SelectId) -> CardSet {
        let select = cards.scripts().select(select);
        let filter = cards.scripts().filter(select.test);
        let numbered = self.with_numbers(cards, ctx, filter);
        let filter = numbered.as_ref().unwrap_or(filter);
        let finds = |card: &u8| {
            !self.is_passed_by(ctx, &select, CardId(*card))
                && self.passes(cards, ctx, filter, CardId(*card), CardValues::Now)
        };
        if filter.names_cards {
            return self.named_there(cards, ctx, &select).iter().filter(finds).collect();
        }
        let mut found = CardSet::EMPTY;
        self.each_list(ctx, &select, |_, list| {
            let there = list.iter().copied().filter(|card| *card != NO_CARD);
            found = there.filter(finds).fold(found, CardSet::with);
            false
        });
        found
    }

    /// Shows the cards of a selection one after the other, until `each` says no more. The turn
    /// player's come first, then they go by place, in zones and hands ascending, in piles from the
    /// top (FACT-O4).
    pub(crate) fn look(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        select: Select,
        each: &mut dyn FnMut(Pointer, CardId) -> bool,
    ) {
        let filter = cards.scripts().filter(select.test);
        let numbered = self.with_numbers(cards, ctx, filter);
        let filter = numbered.as_ref().unwrap_or(filter);
        let how = Sieve { select: &select, filter, targeted: false };
        for player in [self.turn_player(), self.turn_player().other()] {
            let wanted = ctx.is_among(select.sides, player);
            if wanted && !self.look_at_side(cards, ctx, &how, player, each) {
                return;
            }
        }
    }

    fn look_at_side(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        how: &Sieve<'_>,
        player: Player,
        each: &mut dyn FnMut(Pointer, CardId) -> bool,
    ) -> bool {
        let select = how.select;
        let mut show = |location: Location, index: usize, card: CardId| {
            if self.is_passed_by(ctx, select, card)
                || !self.passes(cards, ctx, how.filter, card, CardValues::Now)
            {
                return true;
            }
            each(Pointer { player, location, index: index as u8 }, card)
        };
        let wants = |bit: u16| select.locations & bit != 0;
        if wants(location_bit::DECK) {
            rule!("DF-58");
            let deck = self.deck_by_code(player);
            for (index, card) in deck.iter().enumerate() {
                if !show(Location::DeckRest, index, CardId(*card)) {
                    return false;
                }
            }
        }
        if wants(location_bit::HAND) {
            rule!("DF-71");
            for index in self.hand_in_order(ctx, player).into_iter().map(usize::from) {
                if !show(Location::Hand, index, CardId(self.hand(player)[index])) {
                    return false;
                }
            }
        }
        if wants(location_bit::MONSTER) {
            for (zone, card) in self.monsters(player) {
                if !show(Location::Monster, zone.index(), card) {
                    return false;
                }
            }
        }
        if wants(location_bit::SPELL | location_bit::PENDULUM) {
            // A Pendulum Zone is still a Spell & Trap Zone.
            rule!("DF-3", "DF-4", "DF-43.ii", "CT-02.10f");
            for zone in 0..5 {
                if let Some(card) = self.spell(player, zone)
                    && (wants(location_bit::SPELL) || self.location(card) == Location::Pendulum)
                    && !show(Location::Spell, usize::from(zone), card)
                {
                    return false;
                }
            }
        }
        if wants(location_bit::FIELD)
            && let Some(card) = self.field(player)
            && !show(Location::Field, 0, card)
        {
            return false;
        }
        if wants(location_bit::MATERIAL) {
            for (index, card) in self.materials(player).iter().enumerate() {
                if !show(Location::Material, index, CardId(*card)) {
                    return false;
                }
            }
        }
        self.look_at_piles(select.locations, player, &mut show)
    }

    /// The places of a player's hand, in an order that tells the effect's player nothing.
    #[inline]
    fn hand_in_order(&self, ctx: Ctx, player: Player) -> arrayvec::ArrayVec<u8, MAX_PILE> {
        // The order of the other player's hand tells nothing.
        let mut hand: arrayvec::ArrayVec<u8, MAX_PILE> =
            (0..self.hand(player).len() as u8).collect();
        if player != ctx.player {
            hand.sort_by_key(|at| self.code(CardId(self.hand(player)[usize::from(*at)])).row());
        }
        hand
    }

    /// Looks at the piles that lie open, and at the Extra Deck, from the top. The answer is no if `show`
    /// wants no more.
    #[inline]
    fn look_at_piles(
        &self,
        locations: u16,
        player: Player,
        show: &mut impl FnMut(Location, usize, CardId) -> bool,
    ) -> bool {
        if locations & (location_bit::GRAVE | location_bit::BANISHED | location_bit::EXTRA) == 0 {
            return true;
        }
        for (bit, location, pile) in [
            (location_bit::GRAVE, Location::Grave, self.grave(player)),
            (location_bit::BANISHED, Location::Banished, self.banished(player)),
            (location_bit::EXTRA, Location::Extra, self.extra(player)),
        ] {
            if locations & bit != 0 {
                for (index, card) in pile.iter().enumerate().rev() {
                    if !show(location, index, CardId(*card)) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// All cards of a Deck sorted by card code, so that their order tells nothing.
    pub(crate) fn deck_by_code(&self, player: Player) -> arrayvec::ArrayVec<u8, MAX_PILE> {
        let mut deck = self.deck_in_no_order(player);
        deck.sort_unstable();
        deck.into_iter().map(|card| card as u8).collect()
    }

    /// All cards of a Deck, each with its card code before it, so that they are quickly sorted.
    fn deck_in_no_order(&self, player: Player) -> arrayvec::ArrayVec<u32, MAX_PILE> {
        let parts = [self.deck_rest(player), self.deck_top(player), self.deck_bottom(player)];
        parts.into_iter().flatten().map(|card| self.by_code(CardId(*card))).collect()
    }

    /// The card at which a pointer points.
    pub(crate) fn card_at(&self, at: Pointer) -> Option<CardId> {
        let nth = |pile: &[u8]| pile.get(usize::from(at.index)).map(|card| CardId(*card));
        match at.location {
            Location::Monster => (at.index < MonsterZone::ALL)
                .then(|| self.monster(at.player, MonsterZone(at.index)))
                .flatten(),
            Location::Spell => (at.index < 5).then(|| self.spell(at.player, at.index)).flatten(),
            Location::Field => self.field(at.player),
            Location::Hand => nth(self.hand(at.player)),
            Location::Grave => nth(self.grave(at.player)),
            Location::Banished => nth(self.banished(at.player)),
            Location::Extra => nth(self.extra(at.player)),
            Location::Material => nth(self.materials(at.player)),
            Location::DeckRest => {
                let mut deck = self.deck_in_no_order(at.player);
                let at = usize::from(at.index);
                (at < deck.len()).then(|| CardId(*deck.select_nth_unstable(at).1 as u8))
            }
            Location::Nowhere | Location::DeckTop | Location::DeckBottom | Location::Pendulum => {
                None
            }
        }
    }

    /// Where a player would point to mean a card.
    #[inline(always)]
    pub(crate) fn pointer_to(&self, card: CardId) -> Pointer {
        let player = self.controller(card);
        let among = |pile: &[u8]| pile.iter().position(|other| *other == card.0).unwrap_or(0) as u8;
        let (location, index) = match self.location(card) {
            location @ (Location::Monster | Location::Spell) => (location, self.zone(card)),
            Location::Pendulum => (Location::Spell, self.zone(card)),
            Location::Hand => (Location::Hand, among(self.hand(player))),
            Location::Grave => (Location::Grave, among(self.grave(player))),
            Location::Banished => (Location::Banished, among(self.banished(player))),
            Location::Extra => (Location::Extra, among(self.extra(player))),
            Location::Material => (Location::Material, among(self.materials(player))),
            Location::DeckRest | Location::DeckTop | Location::DeckBottom => {
                let (deck, this) = (self.deck_in_no_order(player), self.by_code(card));
                (Location::DeckRest, deck.iter().filter(|other| **other < this).count() as u8)
            }
            location @ (Location::Nowhere | Location::Field) => (location, 0),
        };
        Pointer { player, location, index }
    }
}
