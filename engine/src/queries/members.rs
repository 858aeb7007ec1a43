//! Which cards a set of an effect means, and whether they are still the ones that were meant.

use crate::ids::{CardId, Location, NO_CARD};
use crate::state::{CardSet, Ctx, Duel, NO_LINK, SetSlot, link_bits, status_bits};
use duelfish_script::{How, ModKind, SetRef, event_bit};

impl Duel {
    /// The cards of a set that are still the ones that were meant, without those to which the
    /// effect that resolves can do nothing.
    #[inline(never)]
    pub(crate) fn members(&self, ctx: Ctx, set: SetRef) -> CardSet {
        let mut all = self.all_members(ctx, set);
        if self.has_any_mod(ModKind::SHIELDS) {
            all = self.affected(ctx, all);
        }
        all
    }

    /// Whether a card is among the members of a set: mostly that is told without all the others.
    pub(crate) fn has_member(&self, ctx: Ctx, set: SetRef, card: CardId) -> bool {
        let within = |cards: CardSet, stamp| cards.has(card.0) && self.unmoved_since(card, stamp);
        let is = match set {
            SetRef::Targets(at) if ctx.link != NO_LINK => {
                let link = self.link(ctx.link);
                link.targets[usize::from(at & 1)].has(card.0) && self.is_still(card, link.watermark)
            }
            SetRef::Event if ctx.batch != 0 => {
                self.batch(ctx.batch).is_some_and(|batch| within(batch.cards, batch.stamp))
            }
            SetRef::Local(at) => {
                let (cards, stamp) = self.local_set(ctx.level, at);
                within(cards, stamp)
            }
            _ => return self.members(ctx, set).has(card.0),
        };
        is && (!self.has_any_mod(ModKind::SHIELDS)
            || self.affected(ctx, CardSet::EMPTY.with(card.0)).has(card.0))
    }

    /// The cards among these to which the effect that resolves does something.
    #[inline(never)]
    pub(super) fn affected(&self, ctx: Ctx, cards: CardSet) -> CardSet {
        let resolves = ctx.link != NO_LINK && self.resolving() == ctx.link + 1;
        if !resolves {
            return cards;
        }
        let link = self.link(ctx.link);
        let (source, kinds) = (link.source, link.kind_of_source());
        let shielded = self.set(SetSlot::SHIELDED);
        let reached = |card: &u8| {
            !shielded.has(*card) && !self.is_unaffected(CardId(*card), source, kinds, ctx.player)
        };
        cards.iter().filter(reached).collect()
    }

    /// Whether the effect that resolves does something to the card of a link: to one that has left, always.
    pub(crate) fn reaches_link(&self, ctx: Ctx, at: u8) -> bool {
        let link = self.link(at);
        let there = self.stamp(CardId(link.source)) == link.source_stamp;
        !there || !self.affected(ctx, CardSet::EMPTY.with(link.source)).is_empty()
    }

    /// The cards of a set that are still the ones that were meant.
    #[inline(always)]
    pub(crate) fn all_members(&self, ctx: Ctx, set: SetRef) -> CardSet {
        let unmoved = |cards: CardSet, stamp| {
            cards.iter().filter(|card| self.unmoved_since(CardId(*card), stamp)).collect()
        };
        match set {
            SetRef::Source => self.source_if_there(ctx),
            // An effect in place of a destruction is about all cards that would be destroyed.
            SetRef::Event if ctx.batch == 0 => self.set(SetSlot::TO_DESTROY),
            SetRef::Event => self
                .batch(ctx.batch)
                .map_or(CardSet::EMPTY, |batch| unmoved(batch.cards, batch.stamp)),
            SetRef::Targets(at) if ctx.link != NO_LINK => {
                let link = self.link(ctx.link);
                let targets = link.targets[usize::from(at & 1)].iter();
                targets.filter(|card| self.is_still(CardId(*card), link.watermark)).collect()
            }
            SetRef::Cost if ctx.paying != NO_CARD => CardSet::EMPTY.with(ctx.paying),
            SetRef::Cost if ctx.link != NO_LINK => self.link(ctx.link).cost,
            SetRef::Cost => self.set(SetSlot::OWN_COST),
            SetRef::CostInPlace if ctx.link != NO_LINK => {
                let link = self.link(ctx.link);
                unmoved(link.cost, link.made)
            }
            SetRef::CostInPlace => CardSet::EMPTY,
            SetRef::Targets(_) => CardSet::EMPTY,
            SetRef::Local(at) => {
                let (cards, stamp) = self.local_set(ctx.level, at);
                unmoved(cards, stamp)
            }
            SetRef::Attacker => {
                let attack = self.attack();
                self.fighter(attack.attacker, attack.attacker_stamp)
            }
            SetRef::AttackTarget => {
                let attack = self.attack();
                self.fighter(attack.target, attack.target_stamp)
            }
            SetRef::Battled => {
                let (card, stamp) = self.battled_by(ctx.source);
                self.fighter(card, stamp)
            }
            SetRef::EventTargets => self.answered_link(ctx).map_or(CardSet::EMPTY, |at| {
                let link = self.link(at);
                let [a, b] = link.targets;
                unmoved(b.iter().fold(a, CardSet::with), link.watermark)
            }),
            SetRef::Equipped => match ctx.source {
                NO_CARD => CardSet::EMPTY,
                card => self.equipped_to(CardId(card)),
            },
            SetRef::Each => match ctx.each {
                NO_CARD => CardSet::EMPTY,
                card => CardSet::EMPTY.with(card),
            },
            SetRef::Victim => self.victim_of(ctx.source),
            SetRef::FallenHost => self.fallen_host_of(ctx),
            SetRef::Host => match ctx.source {
                NO_CARD => CardSet::EMPTY,
                card => {
                    let card = CardId(card);
                    let host = self.host(card).or_else(|| self.last_host(card));
                    host.map_or(CardSet::EMPTY, |host| CardSet::EMPTY.with(host.0))
                }
            },
        }
    }

    /// The cards that were chosen in this way and to which nothing has happened yet: of several costs each is chosen
    /// for itself.
    pub(crate) fn chosen_so_far(&self, ctx: Ctx, how: How) -> CardSet {
        let paid = how.set() == SetRef::Cost && ctx.link != NO_LINK;
        self.all_members(ctx, if paid { SetRef::CostInPlace } else { how.set() })
    }

    /// The card that has the effect, if it has not moved since its link was made.
    #[inline(always)]
    fn source_if_there(&self, ctx: Ctx) -> CardSet {
        match ctx.source {
            NO_CARD => CardSet::EMPTY,
            card if ctx.link == NO_LINK => CardSet::EMPTY.with(card),
            card => {
                let stamp = self.link(ctx.link).source_stamp;
                let there = self.unmoved_since(CardId(card), stamp);
                if there { CardSet::EMPTY.with(card) } else { CardSet::EMPTY }
            }
        }
    }

    /// The monster to which the source was equipped when that was destroyed.
    #[inline]
    fn fallen_host_of(&self, ctx: Ctx) -> CardSet {
        match ctx.source {
            NO_CARD => CardSet::EMPTY,
            card => {
                let host = self.fallen_host(CardId(card));
                host.map_or(CardSet::EMPTY, |host| CardSet::EMPTY.with(host.0))
            }
        }
    }

    /// Whether a target is still the card that was targeted: also if it has only become a monster where it lay
    /// as a Spell or Trap.
    fn is_still(&self, card: CardId, since: u16) -> bool {
        self.unmoved_since(card, since)
            || (self.location(card) == Location::Monster && self.came_from(card) == Location::Spell)
    }

    /// The link of the Chain that an effect answers, if it answers one.
    pub(crate) fn answered_link(&self, ctx: Ctx) -> Option<u8> {
        let batch = self.batch(ctx.batch)?;
        let of_link = event_bit::OF_LINKS >> (batch.kind - 1) & 1 == 1;
        let at = u8::try_from(batch.number - 1).ok()?;
        (of_link && usize::from(at) < self.links().len()).then_some(at)
    }

    /// Whether what an effect answers was negated: the activation or effect of a link, or a Summon.
    pub(super) fn is_answered_negated(&self, ctx: Ctx) -> bool {
        match self.answered_link(ctx) {
            Some(at) => self.link(at).flags & (link_bits::NEGATED | link_bits::NO_EFFECT) != 0,
            None => {
                let mut cards = self.members(ctx, SetRef::Event).iter();
                cards.any(|card| self.has_status(CardId(card), status_bits::UNDONE))
            }
        }
    }

    /// The monster that another one fought in the present battle, if it went to the Graveyard by that and
    /// has not left since.
    fn victim_of(&self, card: u8) -> CardSet {
        let attack = self.attack();
        let (victim, stamp) = match card {
            NO_CARD => return CardSet::EMPTY,
            card if card == attack.attacker => (attack.target, attack.target_stamp),
            card if card == attack.target => (attack.attacker, attack.attacker_stamp),
            _ => return CardSet::EMPTY,
        };
        // To leave the field was its only move.
        let fell = victim != NO_CARD
            && self.location(CardId(victim)) == Location::Grave
            && self.came_from(CardId(victim)) == Location::Monster
            && self.stamp(CardId(victim)) != stamp;
        if fell { CardSet::EMPTY.with(victim) } else { CardSet::EMPTY }
    }

    /// A monster of the present battle, if it is still there.
    fn fighter(&self, card: u8, stamp: u16) -> CardSet {
        if card == NO_CARD || self.stamp(CardId(card)) != stamp {
            return CardSet::EMPTY;
        }
        CardSet::EMPTY.with(card)
    }

    /// Whether no card of a set has moved since it was meant: a monster to which the effect does nothing is
    /// there all the same.
    pub(super) fn all_still(&self, ctx: Ctx, set: SetRef) -> bool {
        if set == SetRef::Source && ctx.link == NO_LINK {
            // On no Chain nothing notes how it lay before.
            return ctx.source != NO_CARD && self.is_on_field(CardId(ctx.source));
        }
        let all = self.meant(ctx, set);
        !all.is_empty() && self.all_members(ctx, set) == all
    }

    /// Whether a card of a set has moved since it was meant.
    pub(super) fn any_moved(&self, ctx: Ctx, set: SetRef) -> bool {
        self.meant(ctx, set) != self.all_members(ctx, set)
    }

    /// The cards that a set means, wherever they are by now.
    pub(crate) fn meant(&self, ctx: Ctx, set: SetRef) -> CardSet {
        match set {
            SetRef::Targets(at) if ctx.link != NO_LINK => {
                self.link(ctx.link).targets[usize::from(at & 1)]
            }
            SetRef::Event => self.batch(ctx.batch).map_or(CardSet::EMPTY, |batch| batch.cards),
            SetRef::Local(at) => self.local_set(ctx.level, at).0,
            SetRef::Source if ctx.source != NO_CARD => CardSet::EMPTY.with(ctx.source),
            SetRef::Battled => match self.battled_by(ctx.source) {
                (NO_CARD, _) => CardSet::EMPTY,
                (card, _) => CardSet::EMPTY.with(card),
            },
            _ => self.members(ctx, set),
        }
    }

    /// The monster that a card battles in the present battle, and when it came; `NO_CARD` if it battles none.
    const fn battled_by(&self, card: u8) -> (u8, u16) {
        let attack = self.attack();
        match card {
            NO_CARD => (NO_CARD, 0),
            card if card == attack.attacker => (attack.target, attack.target_stamp),
            card if card == attack.target => (attack.attacker, attack.attacker_stamp),
            _ => (NO_CARD, 0),
        }
    }
}
