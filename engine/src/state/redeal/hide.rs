//! Forgets what a player does not know of an owner's cards, before worlds are dealt.

use arrayvec::ArrayVec;

use super::{Hidden, Inconsistent, KnownCard, Slot, class, class_of};
use crate::decision::DecisionKind;
use crate::duel::DeckList;
use crate::ids::{CardId, Location, NO_CARD, Player};
use crate::limits::MAX_PILE;
use crate::lists::collect_all;
use crate::state::knowledge::{DECK, HAND, SHUFFLED};
use crate::state::modifiers::outlives_flip;
use crate::state::rooms::{CardSet, SetRegister};
use crate::state::{Duel, Frame, Pile, Procedure};
use duelfish_script::{CardCode, Catalogue, able, kind, used_in};

impl Duel {
    /// Forgets which of an owner's cards that `eye` does not know is where: their card codes lie in the
    /// order of the card table, or are those of another list.
    pub(super) fn hide(
        &mut self,
        cards: &Catalogue,
        eye: Option<Player>,
        owner: Player,
        guess: Option<DeckList<'_>>,
    ) -> Result<Hidden, Inconsistent> {
        let own = eye.is_none_or(|eye| owner == eye);
        let looks = own && self.looks_at_own_deck(owner);
        if !looks {
            // The rest of a Deck has no order.
            let rest = &mut self.sides[owner.index()].deck_rest;
            rest.cards[..usize::from(rest.len)].sort_unstable();
        }
        let sight = Sight {
            duel: self,
            cards,
            eye,
            owner,
            own,
            looks,
            is_open: self.is_open_hand(owner),
            on_chain: self.hand_on_chain(owner),
        };
        let mut hidden = Hidden { owner: owner.number(), ..Hidden::default() };
        sight.collect_extra(&mut hidden);
        sight.collect_slots(&mut hidden);
        if !own && !sight.is_open {
            sight.collect_known(&mut hidden);
        }
        let mut codes = match guess {
            None => self.codes_of(&hidden),
            Some(list) => sight.codes_of_list(list, &hidden)?,
        };
        codes.slots.sort_unstable();
        codes.extra.sort_unstable();
        self.code_anew(cards, &mut hidden, &codes, own);
        Ok(hidden)
    }

    /// A player who has chosen a card of the own Deck and may choose one behind it looks at that Deck.
    fn looks_at_own_deck(&self, owner: Player) -> bool {
        let ask = self.ask();
        ask.kind() == DecisionKind::Card && ask.player() == owner && ask.from() > 0
    }

    /// The cards of a player's own hand whose effects are on the Chain.
    fn hand_on_chain(&self, owner: Player) -> CardSet {
        let in_hand = |card: &u8| {
            *card != NO_CARD
                && self.location(CardId(*card)) == Location::Hand
                && self.owner(CardId(*card)) == owner
        };
        self.links().iter().map(|link| link.source).filter(in_hand).collect()
    }

    /// The true card codes of hidden cards.
    fn codes_of(&self, hidden: &Hidden) -> CardCodes {
        let code = |card: u8| self.code(CardId(card)).row();
        CardCodes {
            slots: hidden.slots.iter().map(|slot| code(slot.card)).collect(),
            extra: hidden.extra.iter().map(|card| code(*card)).collect(),
        }
    }

    /// Gives these card codes to the hidden cards, in their order. Of the cards of the other player is
    /// forgotten, too, which groups they were known to be in.
    fn code_anew(&mut self, cards: &Catalogue, hidden: &mut Hidden, codes: &CardCodes, own: bool) {
        if !own {
            // That a card was among those of a Deck once says nothing that is used, and the groups
            // name true cards.
            for group in [DECK, SHUFFLED] {
                let owner = usize::from(hidden.owner);
                self.write_group(&mut (), owner, group, CardSet::EMPTY, CardSet::EMPTY);
            }
        }
        // A change that a card made to itself when it was Set tells which card it is.
        let is_hidden = |card: u8| hidden.slots.iter().any(|slot| slot.card == card);
        self.remove_mods(&mut (), |m| {
            m.source == m.target && is_hidden(m.source) && !outlives_flip(m)
        });
        for (at, (slot, code)) in (0..).zip(hidden.slots.iter_mut().zip(&codes.slots)) {
            self.recode(cards, CardId(slot.card), cards.table().code(*code));
            slot.class = class_of(cards, cards.table().code(*code));
            slot.origin = at;
            if !own {
                self.set_grouped(&mut (), CardId(slot.card), u8::from(slot.from_hand));
            }
        }
        for (card, code) in hidden.extra.iter().zip(&codes.extra) {
            self.recode(cards, CardId(*card), cards.table().code(*code));
        }
    }

    /// The cards that a face-down card at this place may be, as bits of [`class`]; 0 for all.
    const fn demand_of(&self, card: CardId) -> u8 {
        match self.location(card) {
            Location::Monster => class::MONSTER,
            Location::Spell => class::SPELL_OR_TRAP,
            Location::Field => class::FIELD,
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material
            | Location::Pendulum => 0,
        }
    }

    /// Gives another code to a hidden card.
    fn recode(&mut self, cards: &Catalogue, card: CardId, code: CardCode) {
        let old = self.card_key(card);
        self.cards[card.index()].code = code.row();
        self.cards[card.index()].known &= !able::ALL;
        self.cards[card.index()].owner &= !used_in::ALL;
        self.rekey(&mut (), old, self.card_key(card));
        self.note_traits(cards, card);
        self.recoded(card);
    }
}

/// The card codes of the hidden cards of one owner, without their places.
struct CardCodes {
    /// For [`Hidden::slots`].
    slots: ArrayVec<u16, MAX_PILE>,
    /// For [`Hidden::extra`].
    extra: ArrayVec<u16, MAX_PILE>,
}

/// A player's sight of the cards of one owner.
struct Sight<'d> {
    duel: &'d Duel,
    cards: &'d Catalogue,
    eye: Option<Player>,
    owner: Player,
    /// They are the player's own cards.
    own: bool,
    /// The player looks at the own Deck now.
    looks: bool,
    /// The hand lies open.
    is_open: bool,
    /// Cards of the hand whose effects are on the Chain.
    on_chain: CardSet,
}

impl Sight<'_> {
    /// Whether the player does not know what this card is, where it lies.
    fn hides(&self, card: CardId) -> bool {
        match self.duel.location(card) {
            Location::Nowhere => false,
            Location::DeckRest => {
                !(self.looks || self.own && self.is_chosen(card) || self.is_coming(card))
            }
            // Each card of a hand that lies open is seen, and so is one whose effect is on the Chain.
            Location::Hand if self.is_open || self.on_chain.has(card.0) => false,
            Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Monster
            | Location::Spell
            | Location::Field
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material
            | Location::Pendulum => self.eye.is_some_and(|eye| !self.duel.knows(eye, card)),
        }
    }

    /// Cards that a player has chosen from the own Deck so far are settled, although they still lie there.
    fn is_chosen(&self, card: CardId) -> bool {
        let is_meant = |set: &SetRegister| set.cards.has(card.0);
        let mut sets = self.duel.sets.iter();
        sets.any(|set| is_meant(set) && self.duel.unmoved_since(card, set.watermark))
    }

    /// So is a card that is being Summoned from there in its own way: everybody is told.
    fn is_coming(&self, card: CardId) -> bool {
        let summons = |frame: &Frame| frame.is(Procedure::OwnSummon) && frame.card().0 == card.0;
        self.duel.frames().iter().any(summons)
    }

    /// A card of the Extra Deck that was banished face-down is still one of those.
    fn is_away(&self, card: CardId) -> bool {
        let facts = || self.cards.facts(self.duel.code(card));
        self.duel.location(card) == Location::Banished && facts().is_any(kind::EXTRA_DECK)
    }

    /// Collects the hidden cards of the Extra Deck.
    fn collect_extra(&self, hidden: &mut Hidden) {
        let unknown = |card: &u8| self.hides(CardId(*card));
        let banished = self.duel.banished(self.owner).iter().copied();
        let banished = banished.filter(|card| self.is_away(CardId(*card)));
        let in_extra = self.duel.extra(self.owner).iter().copied();
        hidden.extra_away = banished.clone().filter(unknown).count();
        hidden.extra = collect_all(banished.chain(in_extra).filter(unknown));
    }

    /// Collects the other hidden cards. Cards on the field come first, because not every card may lie
    /// there. All stand in the order of their places: nobody knows which piece of cardboard lies where.
    fn collect_slots(&self, hidden: &mut Hidden) {
        let side = &self.duel.sides[self.owner.index()];
        let field = Player::BOTH.into_iter().flat_map(|player| {
            let side = &self.duel.sides[player.index()];
            side.monsters.iter().chain(&side.spells).chain([&side.field])
        });
        let of_owner =
            |card: &&u8| **card != NO_CARD && self.duel.owner(CardId(**card)) == self.owner;
        let fixed = [&side.hand, &side.banished, &side.grave, &side.deck_top, &side.deck_bottom];
        let fixed = fixed.into_iter().flat_map(Pile::cards);
        let dealt = field.filter(of_owner).chain(fixed).map(|card| CardId(*card));
        let dealt = dealt.filter(|card| self.hides(*card) && !self.is_away(*card));
        hidden.slots = collect_all(dealt.map(|card| self.slot(card)));
        hidden.dealt = hidden.slots.len();
        // No player owns more cards than a pile holds.
        let rest = side.deck_rest.cards().iter().map(|card| CardId(*card));
        for card in rest.filter(|card| self.hides(*card)) {
            let kept = hidden.slots.try_push(self.slot(card));
            debug_assert!(kept.is_ok(), "a hidden card has no slot");
        }
    }

    fn slot(&self, card: CardId) -> Slot {
        let members = &self.duel.groups[self.owner.index()][HAND].members;
        let from_hand = self.duel.location(card) == Location::Hand || members.has(card.0);
        Slot {
            card: card.0,
            demand: self.duel.demand_of(card),
            class: 0,
            from_hand,
            origin: 0,
            weights: u8::MAX,
        }
    }

    /// Collects what is known to be in the hand or among the cards Set from it.
    fn collect_known(&self, hidden: &mut Hidden) {
        let on_chain = |card: &CardId| self.on_chain.has(card.0);
        let known = || self.duel.known_in_hand(self.owner);
        hidden.on_chain = known().filter(on_chain).map(|card| card.0).collect();
        let known = known().filter(|card| !on_chain(card)).map(|card| self.duel.code(card));
        let known =
            known.map(|code| KnownCard { code: code.row(), class: class_of(self.cards, code) });
        hidden.known = collect_all(known);
        hidden.known.sort_unstable_by_key(|known| known.code);
    }

    /// The card codes that are left for hidden cards if the owner plays this list.
    fn codes_of_list(
        &self,
        list: DeckList<'_>,
        hidden: &Hidden,
    ) -> Result<CardCodes, Inconsistent> {
        let ids = (0..self.duel.cards_used).map(CardId);
        let of_owner = ids.filter(|card| self.duel.owner(*card) == self.owner);
        let seen = of_owner.filter(|card| !self.hides(*card)).map(|card| self.duel.code(card));
        let seen = seen.filter(|code| !self.cards.facts(*code).is(kind::TOKEN));
        let mut seen: ArrayVec<u16, { 2 * MAX_PILE }> = seen.map(CardCode::row).collect();
        let slots = unseen(list.main, &mut seen, hidden.slots.len())?;
        let extra = unseen(list.extra, &mut seen, hidden.extra.len())?;
        let missing = |known: &KnownCard| !slots.contains(&known.code);
        if !seen.is_empty() || hidden.known.iter().any(missing) {
            return Err(Inconsistent);
        }
        Ok(CardCodes { slots, extra })
    }
}

/// The cards of a list without those that were seen, which are taken out of `seen`; there must be
/// `count` of them.
fn unseen(
    list: &[CardCode],
    seen: &mut ArrayVec<u16, { 2 * MAX_PILE }>,
    count: usize,
) -> Result<ArrayVec<u16, MAX_PILE>, Inconsistent> {
    let mut left = ArrayVec::new();
    for code in list {
        match seen.iter().position(|seen| *seen == code.row()) {
            Some(at) => _ = seen.swap_remove(at),
            None => left.try_push(code.row()).map_err(|_| Inconsistent)?,
        }
    }
    if left.len() == count { Ok(left) } else { Err(Inconsistent) }
}
