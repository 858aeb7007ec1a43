//! Pendulum Summons: what the scales are, which monsters they let come, and to which zones.

use crate::decision::Pointer;
use crate::ids::{CardId, Location, MonsterZone, NO_CARD, Phase, Player};
use crate::marks::{rule, rule_if};
use crate::state::{CardSet, Ctx, Duel};
use duelfish_script::{
    Catalogue, Effect, Form, ModKind, PendulumSummonKind, Program, TestId, kind, location_bit, term,
};

/// The Main Monster Zones, one bit each.
const MAIN: u8 = (1 << MonsterZone::MAIN) - 1;

/// The zones that are left for the monsters of one Pendulum Summon.
#[derive(Clone, Copy)]
struct PendulumRoom {
    /// For those of the hand: free Main Monster Zones (SU-06.8).
    hand: u8,
    /// For those of the Extra Deck: an Extra Monster Zone, and zones that a Link Monster points to
    /// (DF-15.ii, SU-06.9).
    extra: u8,
    /// How many may come together.
    most: i32,
}

impl PendulumRoom {
    /// Whether so many monsters of the hand and of the Extra Deck fit.
    const fn holds(self, hand: u32, extra: u32) -> bool {
        // A player uses one Extra Monster Zone at most (SU-06.10), and every other zone for the Extra
        // Deck would do for the hand too.
        let outside = (self.extra & !MAIN != 0) as u32;
        let (free, pointed) = (self.hand.count_ones(), (self.extra & MAIN).count_ones());
        hand <= free
            && extra <= pointed + outside
            && hand + extra <= free + outside
            && (hand + extra) as i32 <= self.most
    }

    /// The room that is left once a monster has come to a zone.
    const fn without(self, zone: u8) -> Self {
        let extra = if zone & MAIN == 0 { self.extra & MAIN } else { self.extra & !zone };
        Self { hand: self.hand & !zone, extra, most: self.most.saturating_sub(1) }
    }
}

/// The two Pendulum Scales of a player.
#[derive(Clone, Copy)]
struct Scales {
    low: u8,
    high: u8,
}

impl Duel {
    /// The Pendulum Scale of a card in a Pendulum Zone, or the one that is printed on another card.
    #[inline(always)]
    pub(crate) fn scale_of(&self, cards: &Catalogue, card: CardId) -> u8 {
        let side = usize::from(self.zone(card) != 0);
        let printed = cards.facts(self.code(card)).scales[side];
        if !self.has_mod(ModKind::Scale) && !self.has_mod(ModKind::ScaleChange) {
            return printed;
        }
        let on = |kind| {
            self.mods().iter().rev().filter(move |m| {
                m.is(kind) && m.target == card.0 && self.stands(m) && self.is_in_force(cards, m)
            })
        };
        // The newest change that sets the scale overrides those before it (FACT-A14).
        let last = on(ModKind::Scale).next();
        let since = last.map_or(0, |m| m.stamp);
        let made = last.map_or(i32::from(printed), |m| self.value_of(cards, m));
        let changes = on(ModKind::ScaleChange).filter(|m| last.is_none() || m.stamp > since);
        let change: i32 = changes.map(|m| self.value_of(cards, m)).sum();
        (made + change).clamp(0, i32::from(u8::MAX)) as u8
    }

    /// Whether a player has cards in both Pendulum Zones, this one in the left, and has not Pendulum
    /// Summoned yet this turn.
    pub(super) fn may_pendulum_summon(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        kind: PendulumSummonKind,
    ) -> bool {
        rule!("CT-02.10n", "SU-06.2", "SU-06.3", "SU-06.4", "DF-37");
        let [left, right] = self.scales(ctx.player);
        if left == NO_CARD || right == NO_CARD {
            return false;
        }
        match kind {
            PendulumSummonKind::Usual => {
                left == ctx.source && !self.used_pendulum_summon(ctx.player)
            }
            PendulumSummonKind::More => {
                rule!("SU-06.2a", "SU-06.2b", "SU-06.2c", "SU-06.2d");
                left == ctx.source
                    && !self.used_more_pendulum_summon(ctx.player)
                    && self.player_has(cards, ModKind::OneMorePendulum, ctx.player)
            }
            PendulumSummonKind::AfterEffect => {
                rule!("SU-06.2e", "SU-06.2f", "SU-06.2g", "SU-06.2h");
                true
            }
        }
    }

    /// Whether a player can gain one more Pendulum Summon by the card of an effect. It must be the own turn,
    /// but not its End Phase; each name gives one; and none may have been used already.
    pub(super) fn can_gain_pendulum(&self, cards: &Catalogue, ctx: Ctx) -> bool {
        let kind = ModKind::OneMorePendulum;
        let name = |card: u8| cards.name_as(self.code(CardId(card)));
        let mut gained = self.mods_on_player(cards, kind, ctx.player);
        self.turn_player() == ctx.player
            && self.phase() != Phase::End
            && !self.used_more_pendulum_summon(ctx.player)
            && !gained.any(|m| m.source != NO_CARD && name(m.source) == name(ctx.source))
    }

    /// Whether one effect lets the player Pendulum Summon this monster in addition, together with those
    /// that are taken: of several effects one is used.
    fn fits_one_more_pendulum(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        taken: CardSet,
    ) -> bool {
        rule!("SU-06.2c");
        let mut gained = self.mods_on_player(cards, ModKind::OneMorePendulum, player);
        gained.any(|m| {
            let ctx = Ctx::of_card(player, CardId(m.source));
            let test = TestId(self.value_of(cards, m) as u16);
            let mut all = taken.with(card.0).iter();
            all.all(|one| self.fits(cards, ctx, test, CardId(one)))
        })
    }

    /// The scales of a player, the lower one first; none unless there are two.
    fn both_scales(&self, cards: &Catalogue, player: Player) -> Option<Scales> {
        let [left, right] = self.scales(player);
        if left == NO_CARD || right == NO_CARD {
            return None;
        }
        let [left, right] = [left, right].map(|card| self.scale_of(cards, CardId(card)));
        Some(Scales { low: left.min(right), high: left.max(right) })
    }

    /// Whether these scales of a player let a card of the hand or the Extra Deck come, wherever there is
    /// room for it.
    fn is_between(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        Scales { low, high }: Scales,
        kind: PendulumSummonKind,
        taken: CardSet,
    ) -> bool {
        let facts = cards.facts(self.code(card));
        let from_extra = self.location(card) == Location::Extra;
        let kinds = if from_extra { kind::MONSTER | kind::PENDULUM } else { kind::MONSTER };
        if !facts.is(kinds) || (from_extra && !self.position(card).is_face_up()) {
            return false;
        }
        // A monster without a Level, like Link and Xyz Monsters, is never between them (SU-06.6).
        rule!("SU-06.1", "SU-06.6", "SU-06.7");
        let level = if self.has_mod(ModKind::Level) {
            self.values_of(cards, card).level
        } else {
            facts.level_or_none()
        };
        if level <= low || level >= high || level == 0 {
            return false;
        }
        rule_if!(from_extra, "SU-06.11");
        if self.has_term(cards, card, term::ONLY_BY_EFFECTS) {
            // The scales are no effect that Summons.
            rule!("CT-02.16d");
            return false;
        }
        (kind != PendulumSummonKind::More
            || self.fits_one_more_pendulum(cards, player, card, taken))
            && self.can_be_special_summoned(cards, card)
            && !self.is_barred_from_pendulum(cards, player, card)
            && self.meets_summon_costs(cards, player, card)
            && !self.may_not_come_face_up(cards, player, card)
            && self.can_pay_hand_fee(cards, player, card)
            && !self.may_not_special_summon(cards, player, card.0)
            && !self.may_not_special_summon_it(cards, player, card, NO_CARD)
    }

    /// Whether something lets the player Pendulum Summon only monsters of which this is none. To negate
    /// the card that says so changes nothing.
    fn is_barred_from_pendulum(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        let kind = ModKind::PendulumsOnly;
        self.has_mod(kind)
            && self.mods().iter().any(|m| {
                m.is(kind) && self.is_on_player(m, player) && {
                    let ctx = Ctx::of_card(player, CardId(m.source));
                    !self.fits(cards, ctx, TestId(self.value_of(cards, m) as u16), card)
                }
            })
    }

    /// The program of a Pendulum Summon immediately after an effect, if there is one to be made.
    pub(crate) fn pendulum_summon_after_effect(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> Option<Program> {
        let ctx = Ctx::of_card(player, card);
        let mut effects = cards.scripts().effects_of(self.code(card));
        let is = |effect: &Effect| {
            effect.form == Form::Offer && effect.from & location_bit::PENDULUM != 0
        };
        let (_, effect) = effects.find(|(_, effect)| is(effect))?;
        let can =
            self.holds(cards, ctx, effect.condition) && self.holds(cards, ctx, effect.possible);
        can.then_some(effect.cost)
    }

    /// The zones that are left for a Pendulum Summon.
    fn room_to_pendulum_summon(&self, cards: &Catalogue, player: Player) -> PendulumRoom {
        rule!("DF-15.ii", "SU-06.8", "SU-06.9", "SU-06.10");
        PendulumRoom {
            hand: self.free_main_zones(player),
            extra: self.zones_for_open_extra(cards, player, 0),
            most: self.room_left(player),
        }
    }

    /// How many of some cards are of the Extra Deck, and how many are not.
    fn by_origin(&self, cards: CardSet) -> (u32, u32) {
        let waits = |card: &u8| self.location(CardId(*card)) != Location::Monster;
        cards.iter().filter(waits).fold((0, 0), |(hand, extra), card| {
            if self.location(CardId(card)) == Location::Extra {
                (hand, extra + 1)
            } else {
                (hand + 1, extra)
            }
        })
    }

    /// Whether a player could Pendulum Summon anything so that fits.
    pub(super) fn can_pendulum_summon(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        kind: PendulumSummonKind,
        test: TestId,
    ) -> bool {
        let mut any = false;
        self.each_to_pendulum_summon(cards, ctx, kind, CardSet::EMPTY, 0, &mut |_, _, card| {
            any = self.fits(cards, ctx, test, card);
            !any
        });
        any
    }

    /// Shows the cards that can be Pendulum Summoned together with those that are taken, from this number
    /// in canonical order on, until `each` says no more. Those of the hand come first, then the Extra Deck
    /// from its top.
    pub(crate) fn each_to_pendulum_summon(
        &self,
        cards: &Catalogue,
        ctx: Ctx,
        kind: PendulumSummonKind,
        taken: CardSet,
        first: u16,
        each: &mut dyn FnMut(u8, Pointer, CardId) -> bool,
    ) {
        rule!("SU-06.5");
        let player = ctx.player;
        let Some(scales) = self.both_scales(cards, player) else { return };
        let comes = |card: CardId| self.is_between(cards, player, card, scales, kind, taken);
        let (hand, extra) = (self.hand(player), self.extra(player));
        let open = extra.iter().rev().take_while(|card| self.position(CardId(**card)).is_face_up());
        let tops = (0..extra.len() as u8).rev().zip(open);
        let hand_end = hand.len() as u8;
        let all = (0..hand_end).zip(hand).map(|(index, card)| (index, Location::Hand, index, card));
        let all = all.chain(
            (hand_end..)
                .zip(tops)
                .map(|(number, (index, card))| (number, Location::Extra, index, card)),
        );
        // Where there is room is asked once, and only if a monster could come.
        let mut room = None;
        for (number, location, index, card) in all {
            let card = CardId(*card);
            let wanted = u16::from(number) >= first && !taken.has(card.0) && card.0 != ctx.paying;
            if !wanted || !comes(card) {
                continue;
            }
            let [of_hand, of_extra] = *room.get_or_insert_with(|| {
                let room = self.room_to_pendulum_summon(cards, player);
                let (hand, extra) = self.by_origin(taken);
                [room.holds(hand + 1, extra), room.holds(hand, extra + 1)]
            });
            let fits = if location == Location::Extra { of_extra } else { of_hand };
            if fits && !each(number, Pointer { player, location, index }, card) {
                return;
            }
        }
    }

    /// The zones to which the next monster of a Pendulum Summon can come, so that there is one for each
    /// of those that wait, this one included.
    pub(crate) fn zones_to_pendulum_summon(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        waiting: CardSet,
    ) -> u8 {
        let room = self.room_to_pendulum_summon(cards, player);
        let (hand, extra) = self.by_origin(waiting.without(card.0));
        let all = if self.location(card) == Location::Extra { room.extra } else { room.hand };
        let keeps = |zone: &u8| room.without(*zone).holds(hand, extra);
        let zones = (0..MonsterZone::ALL).map(|zone| all & 1 << zone);
        zones.filter(|zone| *zone != 0).filter(keeps).fold(0, |zones, zone| zones | zone)
    }
}
