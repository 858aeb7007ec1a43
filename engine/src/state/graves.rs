//! Graveyards that nothing may disturb: who may banish from them, and which effects would move their
//! cards.

use super::modifiers::Reach;
use super::rooms::Modifier;
use super::{CardSet, Duel, status_bits};
use crate::ids::{CardId, Location, NO_CARD, Player};
use crate::state::Ctx;
use duelfish_script::{Catalogue, How, ModKind, Op, SetRef, kind, location_bit};

impl Duel {
    /// Whether a player may banish a card from where it lies.
    #[inline(always)]
    pub(crate) fn can_banish(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        !self.player_has(cards, ModKind::NoBanishing, player)
            && (self.location(card) != Location::Grave
                || !(self.player_has(cards, ModKind::NoGraveBanishing, player)
                    || self.stay(cards, self.controller(card))))
    }

    /// Whether what a modifier says can banish a card in place of where it would go.
    pub(crate) fn may_redirect(&self, cards: &Catalogue, m: &Modifier) -> bool {
        !self.player_has(cards, ModKind::NoBanishing, self.player_of(m))
    }

    /// The same face-down, as no Token can lie.
    pub(crate) fn can_banish_down(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        self.can_banish(cards, player, card) && !cards.facts(self.code(card)).is(kind::TOKEN)
    }

    /// Whether a card that would go to its owner's Graveyard is banished instead, because something says
    /// so of that Graveyard. A card that leaves together with it says nothing any more, and negates
    /// nothing that says so (FACT-M9, FACT-M10).
    pub(crate) fn is_sent_away(&self, cards: &Catalogue, card: CardId, leaving: CardSet) -> bool {
        let redirect = ModKind::BanishedInstead;
        self.has_mod(redirect)
            && !cards.facts(self.code(card)).is(kind::TOKEN)
            && self.mods().iter().any(|m| {
                m.is(redirect)
                    && m.reach() == Reach::Player
                    && !leaving.has(m.source)
                    && (self.stands(m) || self.stands_without(cards, m, leaving))
                    && self.is_on_player(m, self.owner(card))
                    && self.is_in_force(cards, m)
                    && self.is_about(cards, m, card)
                    && self.may_redirect(cards, m)
            })
    }

    /// Whether a modifier that does not stand only waits for some cards to leave that negate its source.
    fn stands_without(&self, cards: &Catalogue, m: &Modifier, leaving: CardSet) -> bool {
        let source = CardId(m.source);
        !leaving.is_empty()
            && !self.has_status(source, status_bits::DESTROYED_BY_BATTLE)
            && !self.is_negated_without(cards, source, leaving)
    }

    /// Whether a card that would go to a hand is banished instead, because something says so of the Graveyard in which
    /// it lies (FACT-M28).
    pub(crate) fn is_kept_from_hand(
        &self,
        cards: &Catalogue,
        card: CardId,
        leaving: CardSet,
    ) -> bool {
        self.has_mod(ModKind::ReturnsBanished)
            && self.location(card) == Location::Grave
            && self
                .mods_on_player(cards, ModKind::ReturnsBanished, self.controller(card))
                .any(|m| !leaving.has(m.source) && self.can_banish(cards, self.player_of(m), card))
    }

    /// Whether nothing keeps a card of a Deck from being sent to the Graveyard, if it is one (FACT-M29).
    pub(crate) fn may_be_sent(&self, cards: &Catalogue, card: CardId) -> bool {
        !self.has_mod(ModKind::NoMilling)
            || !self.location(card).is_deck()
            || !self.player_has(cards, ModKind::NoMilling, self.controller(card))
    }

    /// Whether a card would really come to its owner's Graveyard if it were sent there, because a
    /// player who pays so must bring it there (FACT-K4).
    pub(crate) fn would_reach_grave(&self, cards: &Catalogue, card: CardId) -> bool {
        !cards.facts(self.code(card)).is(kind::TOKEN)
            && !self.is_banished_when_leaving(cards, card)
            && !self.has_status(card, status_bits::UNDONE)
            && !self.goes_to_extra_instead(cards, card)
            && self.may_be_sent(cards, card)
            && !self.is_sent_away(cards, card, CardSet::EMPTY)
    }

    /// The same of its owner's hand, for a cost that returns cards.
    pub(crate) fn would_reach_hand(&self, cards: &Catalogue, card: CardId) -> bool {
        !cards.facts(self.code(card)).is_any(kind::TOKEN | kind::EXTRA_DECK)
            && !self.is_banished_when_leaving(cards, card)
            && !self.has_status(card, status_bits::LEAVES)
            && !self.is_kept_from_hand(cards, card, CardSet::EMPTY)
    }

    /// Whether a card of the field is banished when it leaves.
    pub(crate) fn is_banished_when_leaving(&self, cards: &Catalogue, card: CardId) -> bool {
        let says = |kind| {
            let is = |m: &Modifier| m.is(kind) && m.target == card.0 && self.stands(m);
            self.has_mod(kind) && self.mods().iter().any(|m| is(m) && self.may_redirect(cards, m))
        };
        self.is_on_field(card)
            && self.position(card).is_face_up()
            && (says(ModKind::BanishedWhenLeaving) || says(ModKind::BanishedUnlessNegated))
    }

    /// Whether the cards of a player's Graveyard have to stay there.
    #[inline(always)]
    fn stay(&self, cards: &Catalogue, of: Player) -> bool {
        self.player_has(cards, ModKind::GraveStays, of)
            && !self.player_has(cards, ModKind::GraveIsFree, of)
    }

    /// The same, asked by what is no effect on the Chain.
    pub(crate) fn stays_in_grave_of(&self, cards: &Catalogue, of: Player) -> bool {
        self.has_mod(ModKind::GraveStays) && self.stay(cards, of)
    }

    /// Whether an effect that takes cards from several places has to leave this one out.
    pub(crate) fn is_undisturbed(&self, cards: &Catalogue, card: CardId) -> bool {
        self.has_mod(ModKind::GraveStays)
            && self.location(card) == Location::Grave
            && self.stay(cards, self.controller(card))
    }

    /// The same of an effect that asks its player, which may be one that nothing keeps from Graveyards.
    #[inline(always)]
    pub(crate) fn is_left_alone(&self, cards: &Catalogue, ctx: Ctx, card: CardId) -> bool {
        self.is_undisturbed(cards, card) && !self.ignores_that(cards, ctx.source)
    }

    fn ignores_that(&self, cards: &Catalogue, source: u8) -> bool {
        source != NO_CARD && {
            let script = cards.scripts().card(self.code(CardId(source)));
            script.is_some_and(|script| script.ignores_grave_stays)
        }
    }

    /// Whether the effect of a link would move a card that has to stay in its Graveyard: one that
    /// it is about already, or one of a choice that has no other cards.
    #[inline(always)]
    pub(crate) fn would_disturb_graves(&self, cards: &Catalogue, at: u8) -> bool {
        if !self.has_mod(ModKind::GraveStays) {
            return false;
        }
        let scripts = cards.scripts();
        let link = self.link(at);
        if self.ignores_that(cards, link.source) {
            return false;
        }
        let player = Player::of_bit(link.player);
        let ctx = Ctx { link: at, batch: link.batch, ..Ctx::of_card(player, CardId(link.source)) };
        let body = self.resolving_effect(cards, at).body;
        // For each local set whether it will hold only cards of Graveyards that have to stay. Of a
        // choice among both players' cards one that may go is enough.
        let mut from_grave = [false; 4];
        for op in scripts.steps(body) {
            let moved = match op {
                Op::Choose { from, how: How::Pick(into), .. } | Op::Gather { from, into } => {
                    let select = scripts.select(from);
                    let owners = Player::BOTH.into_iter();
                    let mut owners = owners.filter(|owner| ctx.is_among(select.sides, *owner));
                    let stay = if matches!(op, Op::Gather { .. }) {
                        owners.any(|owner| self.stay(cards, owner))
                    } else {
                        owners.all(|owner| self.stay(cards, owner))
                    };
                    from_grave[usize::from(into & 3)] =
                        stay && select.locations == location_bit::GRAVE;
                    continue;
                }
                Op::ToHand(set)
                | Op::ToHandUnshown(set)
                | Op::ToExtra(set)
                | Op::Banish(set)
                | Op::BanishDown(set)
                | Op::ToDeck(set, _)
                | Op::SetCards(set)
                | Op::LayWithOwner(set)
                | Op::EquipWith(set, _)
                | Op::Attach { cards: set, .. }
                | Op::SpecialSummon { cards: set, .. } => set,
                Op::EquipTo(_) => SetRef::Source,
                _ => continue,
            };
            let disturbs = match moved {
                SetRef::Local(set) => from_grave[usize::from(set & 3)],
                set => {
                    let mut members = self.members(ctx, set).iter().map(CardId);
                    members.any(|card| {
                        let itself = set == SetRef::Source
                            && self.player_has(
                                cards,
                                ModKind::LeavesGraveItself,
                                self.controller(card),
                            );
                        !itself && self.is_undisturbed(cards, card)
                    })
                }
            };
            if disturbs {
                return true;
            }
        }
        false
    }
}
