//! Cards that could be Summoned, Tributed or turned, and the zones for them.

use crate::ids::{BattlePosition, CardId, Location, MonsterZone, NO_CARD, Player};
use crate::marks::{rule, rule_if};
use crate::state::{CardSet, Ctx, Duel, Modifier, status_bits, traits};
use duelfish_script::{
    CardCode, Catalogue, Effect, EffectId, Facts, Form, KindSet, ModKind, SelectId, TestId,
    WhoseTurn, event_bit, kind, location_bit, term,
};

/// Modifiers that forbid to Special Summon some cards.
pub(crate) const SPECIAL_SUMMON_BARS: KindSet = KindSet::all(&[
    ModKind::NoSpecialSummonOf,
    ModKind::NoOtherSpecialSummonOf,
    ModKind::BarsSpecialSummons,
]);

impl Duel {
    /// The free Main Monster Zones of a player, with that of a card that is looked at as if it had
    /// been paid.
    #[inline(always)]
    pub(super) fn zones_after_cost(&self, ctx: Ctx, player: Player) -> u8 {
        let zones = self.zones_to_hold(ctx, player);
        // Another player may place any number there.
        let limited = player == ctx.player;
        if limited && self.room_after_cost(ctx) <= 0 { 0 } else { zones }
    }

    /// How many monsters a player could place in zones that will do.
    pub(super) fn places_after_cost(&self, ctx: Ctx, player: Player) -> i32 {
        let zones = self.zones_to_hold(ctx, player).count_ones().cast_signed();
        if player == ctx.player { zones.min(self.room_after_cost(ctx)).max(0) } else { zones }
    }

    /// How many monsters more the effect's player may place.
    #[inline(always)]
    fn room_after_cost(&self, ctx: Ctx) -> i32 {
        let card = CardId(ctx.paying);
        let leaves = ctx.paying != NO_CARD
            && self.location(card) == Location::Monster
            && self.controller(card) == ctx.player;
        self.room_left(ctx.player).saturating_add(i32::from(leaves))
    }

    /// The same zones for a monster that changes sides, of which there may be any number.
    #[inline(always)]
    pub(super) fn zones_to_hold(&self, ctx: Ctx, player: Player) -> u8 {
        let free = self.free_main_zones(player);
        let card = CardId(ctx.paying);
        let leaves = ctx.paying != NO_CARD
            && self.location(card) == Location::Monster
            && self.controller(card) == player
            && MonsterZone(self.zone(card)).is_main();
        if leaves { free | 1 << self.zone(card) } else { free }
    }

    /// The zones that a monster from the Extra Deck could use, with that of a card that is looked at
    /// as if it had been paid.
    pub(super) fn extra_zones_after_cost(&self, cards: &Catalogue, ctx: Ctx) -> u8 {
        let player = ctx.player;
        let gone = CardId(ctx.paying);
        let leaves = ctx.paying != NO_CARD
            && self.location(gone) == Location::Monster
            && self.controller(gone) == player;
        let left = if leaves { 1 << self.zone(gone) } else { 0 };
        let closed = self.closed_extra_zones(cards, player);
        self.zones_with_room(player, self.zones_from_extra(player, left) & !closed, left)
    }

    /// The zones that a monster could use once its player controls no monsters any more.
    pub(super) fn zones_once_empty(&self, cards: &Catalogue, ctx: Ctx) -> u8 {
        let monsters = self.occupied(ctx.player);
        self.zones_after(cards, ctx.player, CardId(ctx.source), monsters)
    }

    /// Whether a player has a free Main Monster Zone once these cards have left.
    pub(super) fn has_zone_without(&self, cards: &Catalogue, ctx: Ctx, from: SelectId) -> bool {
        let leaves = |card: &u8| self.controller(CardId(*card)) == ctx.player;
        let gone = self.gather(cards, ctx, from);
        let there = |card: &u8| self.location(CardId(*card)) == Location::Monster;
        let left = gone.iter().filter(there).filter(leaves);
        let left = left.fold(0, |zones, card| zones | 1 << self.zone(CardId(card)));
        self.zones_after(cards, ctx.player, CardId(ctx.source), left) != 0
    }

    /// Whether something forbids a player to Special Summon, unless a card does it.
    #[inline(always)]
    pub(crate) fn may_not_special_summon(&self, cards: &Catalogue, player: Player, by: u8) -> bool {
        self.has_no_special_summon_left(cards, player)
            || self.has_mod(ModKind::NoSpecialSummon)
                && self.mods_on_player(cards, ModKind::NoSpecialSummon, player).any(|m| {
                    let named = m.value == ModKind::BUT_BY_NAME && by != NO_CARD;
                    self.source_of(m).is_none_or(|source| {
                        let same = |by| self.name_of(cards, by) == self.name_of(cards, source);
                        source.0 != by && !(named && same(CardId(by)))
                    })
                })
    }

    /// Whether something forbids a player to Special Summon such a card as this one, by an effect of a card or by none
    /// (`NO_CARD`).
    #[inline(always)]
    pub(crate) fn may_not_special_summon_it(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        by: u8,
    ) -> bool {
        self.has_any_mod(SPECIAL_SUMMON_BARS)
            && self.special_summon_bar(cards, player, card, by).is_some()
    }

    /// The modifier that forbids a player to Special Summon such a card as this one: one that stands on the player, or
    /// on a card that is there.
    pub(crate) fn special_summon_bar<'a>(
        &'a self,
        cards: &'a Catalogue,
        player: Player,
        card: CardId,
        by: u8,
    ) -> Option<&'a Modifier> {
        let other = |m: &&Modifier| {
            self.source_of(m).is_none_or(|source| source.0 != by) && self.bars(cards, m, card)
        };
        let there = |m: &&Modifier| {
            m.is(ModKind::BarsSpecialSummons)
                && self.player_of(m) == player
                && self.stands(m)
                && self.bars(cards, m, card)
        };
        self.bar_on(cards, ModKind::NoSpecialSummonOf, player, card)
            .or_else(|| {
                self.mods_on_player(cards, ModKind::NoOtherSpecialSummonOf, player).find(other)
            })
            .or_else(|| self.mods().iter().find(there))
    }

    /// Whether something forbids a player to Normal Summon such a card as this one.
    #[inline(always)]
    pub(crate) fn may_not_summon_it(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> bool {
        let barred = self.has_mod(ModKind::NoSummonOf)
            && self.bar_on(cards, ModKind::NoSummonOf, player, card).is_some();
        barred || !self.meets_terms_of_normal_summon(cards, player, card)
    }

    /// Whether all is true that a monster demands for its own Normal Summon.
    #[inline(always)]
    fn meets_terms_of_normal_summon(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> bool {
        !self.has_term(cards, card, term::SUMMONED_IF) || {
            let mut effects = cards.scripts().effects_of(self.code(card));
            effects.all(|(_, effect)| {
                effect.form != Form::NormalSummonCost
                    || self.holds(cards, Ctx::of_card(player, card), effect.condition)
            })
        }
    }

    /// The same for a Token that isn't there yet, by its card code.
    pub(super) fn may_not_special_summon_token(
        &self,
        cards: &Catalogue,
        player: Player,
        token: CardCode,
    ) -> bool {
        let facts = cards.facts(token);
        self.mods_on_player(cards, ModKind::NoSpecialSummonOf, player).any(|m| {
            let test = TestId(self.value_of(cards, m) as u16);
            cards.scripts().fits_code(test, facts) == Some(true)
        })
    }

    /// The modifier of this kind that forbids a player to Summon such a card as this one: the oldest of all.
    pub(crate) fn bar_on<'a>(
        &'a self,
        cards: &'a Catalogue,
        kind: ModKind,
        player: Player,
        card: CardId,
    ) -> Option<&'a Modifier> {
        self.mods_on_player(cards, kind, player).find(|m| self.bars(cards, m, card))
    }

    /// Whether a modifier is about a card that is to be Summoned: of a Trap it asks what that is as a monster.
    fn bars(&self, cards: &Catalogue, m: &Modifier, card: CardId) -> bool {
        let as_monster =
            cards.scripts().card(self.code(card)).map_or(0, |script| script.as_monster);
        if as_monster == 0 || self.location(card) == Location::Monster {
            return self.is_about(cards, m, card);
        }
        rule!("DF-10.ii");
        let facts = cards.facts(self.code(card));
        let monster = Facts { kind: facts.kind | kind::MONSTER | as_monster, ..*facts };
        let test = TestId(self.value_of(cards, m) as u16);
        cards.scripts().fits_code(test, &monster) == Some(true)
    }

    /// Whether a player could Special Summon anything. A card that forbids it for a time leaves its own Special Summons,
    /// if it has any.
    pub(super) fn may_special_summon(&self, cards: &Catalogue, player: Player) -> bool {
        let summons = |source: CardId| {
            let mut effects = cards.scripts().effects_of(self.code(source));
            effects.any(|(_, effect)| effect.intends & event_bit::SPECIAL_SUMMONED != 0)
        };
        let leaves = |m: &Modifier| {
            !m.is_continuous()
                && (m.value == ModKind::BUT_BY_NAME || self.source_of(m).is_some_and(summons))
        };
        !self.has_no_special_summon_left(cards, player)
            && (!self.has_mod(ModKind::NoSpecialSummon)
                || self.mods_on_player(cards, ModKind::NoSpecialSummon, player).all(leaves))
    }

    /// Whether effects can Special Summon a card, as far as the card itself is concerned. A monster
    /// with a way of its own (of the Extra Deck, Rituals and others that can't be Normal Summoned)
    /// comes only from the Extra Deck, or after it was properly Summoned once (FACT-S1).
    #[inline(always)]
    pub(super) fn can_be_special_summoned(&self, cards: &Catalogue, card: CardId) -> bool {
        let code = self.code(card);
        let facts = cards.facts(code);
        let script = cards.scripts().card(code);
        let never = script.is_some_and(|script| script.never_special_summoned)
            || self.has_term(cards, card, term::ONLY_DULY | term::ONLY_OWN_WAY);
        rule_if!(never, "CT-02.12b");
        let never = never
            || self.is_contact_only(cards, card)
            || self.has_been_given(ModKind::NotSpecialSummoned, card);
        let forbidden = self.is_forbidden(cards, card);
        if script.is_some_and(|script| script.as_monster != 0) {
            // A Trap comes as a monster from where it was activated, by its own effect.
            rule!("DF-10.i", "DF-10.ii");
            return self.location(card) == Location::Spell && !forbidden;
        }
        if never {
            // It makes no difference which words its text has for this.
            rule!("CT-02.16e.i", "CT-02.16e.ii");
        }
        rule_if!(facts.is(kind::TOKEN), "CT-02.16f", "CT-02.16f-ex");
        let away = self.is_banished_down(card);
        rule_if!(away, "DF-82");
        if never || forbidden || away || !facts.is(kind::MONSTER) || facts.is(kind::TOKEN) {
            return false;
        }
        // Face-up in the Extra Deck it is as it is in the Graveyard.
        let face_down_extra =
            self.location(card) == Location::Extra && !self.lies_open_in_extra(card);
        if face_down_extra && self.has_term(cards, card, term::FIRST_DULY) {
            rule!("CT-03.3");
            return false;
        }
        if facts.can_be_normal_summoned()
            || face_down_extra
            || self.has_term(cards, card, term::ONLY_BY_EFFECTS)
        {
            return true;
        }
        rule!("MO-30", "MO-36", "CT-02.16c.ii", "CT-02.16a", "CT-02.16c.i", "CT-03.3");
        rule!("CT-03.5a", "CT-03.6a", "CT-03.7a", "CT-03.8a", "CT-02.11a");
        // So it is for monsters whose text says no more of their Summons than that they can't be Normal
        // Summoned: the reference engine reads it so.
        rule!("CT-02.16g");
        let proper = self.has_status(card, status_bits::PROPER);
        rule_if!(proper, "MO-29", "MO-35");
        proper
            && matches!(
                self.location(card),
                Location::Grave
                    | Location::Banished
                    | Location::Spell
                    | Location::Pendulum
                    | Location::Extra
            )
    }

    /// Whether a card lies face-up in the Extra Deck, where only Pendulum Cards can (DF-64).
    pub(crate) fn lies_open_in_extra(&self, card: CardId) -> bool {
        self.location(card) == Location::Extra && self.position(card).is_face_up()
    }

    /// Whether a card that began face-down in the Extra Deck lies there face-up, so that it can't be Summoned
    /// as from face-down. A card that begins in the Deck is only ever there face-up: if its text speaks of the
    /// Extra Deck it means that.
    pub(crate) fn is_out_of_its_way(&self, cards: &Catalogue, card: CardId) -> bool {
        self.lies_open_in_extra(card) && cards.facts(self.code(card)).is_any(kind::EXTRA_DECK)
    }

    /// Whether a card would go face-up to the Extra Deck instead of the Graveyard. A Pendulum Card does if
    /// it is on the field, because neither its Summon nor its activation was negated (FACT-M11).
    pub(crate) fn goes_to_extra_instead(&self, cards: &Catalogue, card: CardId) -> bool {
        rule!("DF-64", "CT-02.10j", "CT-02.10k");
        self.has_trait(traits::PENDULUMS)
            && cards.facts(self.code(card)).is(kind::PENDULUM)
            && self.is_on_field(card)
            && !self.has_status(card, status_bits::UNDONE)
    }

    /// Whether a monster comes from where it is only in its own way, with its materials.
    #[inline(always)]
    pub(super) fn is_contact_only(&self, cards: &Catalogue, card: CardId) -> bool {
        let terms = match self.location(card) {
            Location::Extra => term::ONLY_CONTACT | term::FIRST_CONTACT,
            Location::Grave => term::ONLY_CONTACT,
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Monster
            | Location::Spell
            | Location::Field
            | Location::Banished
            | Location::Material
            | Location::Pendulum => 0,
        };
        self.has_term(cards, card, terms)
    }

    /// Whether a player meets the demands of a monster on the player who Special Summons it.
    #[inline(always)]
    pub(crate) fn meets_summon_costs(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> bool {
        let scripts = cards.scripts();
        let Some(script) = scripts.card(self.code(card)) else { return true };
        !script.has_form(Form::SummonCost) || {
            let ctx = Ctx::of_card(player, card);
            scripts.effects_in(script).all(|(_, effect)| {
                effect.form != Form::SummonCost
                    || (self.is_within_limit(card, effect, player)
                        && self.holds(cards, ctx, effect.condition))
            })
        }
    }

    /// Whether nothing keeps an effect from putting a card of a Deck in the hand, if it is one.
    pub(crate) fn may_leave_deck(&self, cards: &Catalogue, card: CardId) -> bool {
        !self.has_mod(ModKind::NoSearch)
            || !self.location(card).is_deck()
            || !self.player_has(cards, ModKind::NoSearch, self.controller(card))
    }

    /// Whether nothing keeps a player from Tributing a monster for an effect, whoever controls it.
    pub(super) fn may_be_tributed(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        !self.player_has(cards, ModKind::NoTributing, player)
            && !self.has_been_given(ModKind::NoTribute, card)
            && !self.has_been_given(ModKind::NoTributeForEffects, card)
    }

    /// Whether a player may Tribute a monster for an effect.
    pub(super) fn can_be_tributed(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        self.may_be_tributed(cards, player, card)
            && (self.controller(card) == player
                || (self.location(card) == Location::Monster
                    && self.monster_has(ModKind::MustBeTributed, card)))
    }

    /// The cards that an effect of a monster made its Equip Cards: monsters, as they lie in Spell &
    /// Trap Zones.
    pub(crate) fn equipped_to(&self, host: CardId) -> CardSet {
        if !self.has_equips() {
            return CardSet::EMPTY;
        }
        let mut found = CardSet::EMPTY;
        for player in Player::BOTH {
            for card in self.spell_row(player) {
                let at = CardId(*card);
                if *card != NO_CARD
                    && self.host(at) == Some(host)
                    && self.came_from(at) == Location::Monster
                {
                    found = found.with(*card);
                }
            }
        }
        found
    }

    /// Whether an effect can turn a monster so: not one that lies so already, and a Token is never
    /// turned face-down.
    pub(crate) fn can_be_turned(&self, cards: &Catalogue, card: CardId, turn: WhoseTurn) -> bool {
        let position = self.position(card);
        if self.is_link_monster(cards, card) {
            rule!("CT-03.6q", "CT-03.6r", "CT-03.6s");
            return false;
        }
        self.location(card) == Location::Monster
            && !self.has_status(card, status_bits::SUMMONING)
            && match turn {
                WhoseTurn::FaceDown => {
                    position.is_face_up()
                        && !cards.facts(self.code(card)).is(kind::TOKEN)
                        && !self.is_kept_face_up(cards, card)
                }
                WhoseTurn::Attack => position != BattlePosition::Attack,
                WhoseTurn::Defense => position != BattlePosition::Defense,
                WhoseTurn::Over => position.is_face_up(),
                WhoseTurn::UpQuietly => position == BattlePosition::Set,
            }
    }

    /// Whether something keeps a monster from being turned face-down, and not one of those that do nothing to
    /// it.
    fn is_kept_face_up(&self, cards: &Catalogue, card: CardId) -> bool {
        let keepers = self.mods_on_player(cards, ModKind::FaceUpOnly, self.controller(card));
        keepers.filter_map(|m| self.source_of(m).map(|source| (m, source))).any(|(m, source)| {
            let kinds = cards.facts(self.code(source)).kind;
            !self.is_unaffected(card, source.0, kinds, self.player_of(m))
        })
    }

    /// How many cards of a player could be Normal Summoned or Set now, those that lie on the field as
    /// Gemini monsters among them.
    pub(crate) fn summonable_now(&self, cards: &Catalogue, player: Player) -> i32 {
        let hand = self.hand(player).iter().map(|card| CardId(*card));
        let field = self.monsters(player).map(|(_, card)| card);
        let all = hand.chain(field);
        all.filter(|card| self.could_be_summoned_now(cards, player, *card)).count() as i32
    }

    /// Whether a card of a hand could be Normal Summoned or Set now, or a Gemini monster of the field
    /// again, whatever was Summoned before.
    #[inline(always)]
    pub(crate) fn could_be_summoned_now(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> bool {
        let facts = cards.facts(self.code(card));
        match self.location(card) {
            Location::Hand => {
                !self.is_forbidden(cards, card)
                    && self.can_pay_hand_fee(cards, player, card)
                    && facts.is(kind::MONSTER)
                    && facts.can_be_normal_summoned()
                    && self.has_position_to_summon(cards, player, card)
            }
            Location::Monster => {
                rule!("CT-02.8j");
                facts.is(kind::GEMINI)
                    && self.controller(card) == player
                    && self.can_be_summoned_again(cards, card)
                    && self.positions_to_summon(cards, player, card) != 0
            }
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Spell
            | Location::Field
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material
            | Location::Pendulum => false,
        }
    }

    /// The same by Tributes and face-up (SU-01.7z).
    pub(super) fn could_be_tribute_summoned(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> bool {
        rule!("SU-01.7z");
        self.location(card) == Location::Hand
            && self.could_be_summoned_now(cards, player, card)
            && self.tributes_of(cards, card) > 0
            && (self.can_tribute_for(cards, player, card)
                || self.comes_with_other_tributes(cards, player, card, None, 1))
            && self.positions_to_summon(cards, player, card) & 1 == 1
    }

    /// Whether there is any of [`Self::positions_to_summon`] for a card of a hand.
    fn has_position_to_summon(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        let both = self.can_tribute_for(cards, player, card)
            || self.way_without_tributes(cards, player, card).is_some()
            || self.way_with_other_tributes(cards, player, card, None, true).is_some();
        if both && !self.has_mod(ModKind::NoMonsterSet) && !self.has_trait(traits::TERMS) {
            // Nothing keeps the card from being Set.
            return true;
        }
        (both
            || self.help_without_tributes(cards, player, card).is_some()
            || self.comes_with_other_tributes(cards, player, card, None, 0))
            && self.positions_to_summon(cards, player, card) != 0
    }

    /// The positions in which a card of a hand can be Normal Summoned or Set, as far as Tributes and bans
    /// on its player go: bit 0 for Attack Position, bit 2 for face-down. A Gemini monster of the field
    /// stays as it lies.
    pub(crate) fn positions_to_summon(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> u8 {
        let summons = !self.player_has(cards, ModKind::NoSummon, player)
            && !self.may_not_summon_it(cards, player, card);
        if self.location(card) == Location::Monster {
            return u8::from(summons);
        }
        let both = self.can_tribute_for(cards, player, card)
            || self.way_without_tributes(cards, player, card).is_some()
            || self.way_with_other_tributes(cards, player, card, None, true).is_some();
        let helped = both
            || self.help_without_tributes(cards, player, card).is_some()
            || self.comes_with_other_tributes(cards, player, card, None, 0);
        let set = both
            && !self.player_has(cards, ModKind::NoMonsterSet, player)
            && !self.has_term(cards, card, term::NEVER_SET);
        let up = helped
            && summons
            && !self.may_not_come_face_up(cards, player, card)
            && !self.has_term(cards, card, term::NEVER_SUMMONED);
        u8::from(up) | u8::from(set) << 2
    }

    /// Whether an effect could let a monster of a hand be Normal Summoned face-up without Tributes, whatever its
    /// Level is.
    pub(crate) fn could_come_without_tributes(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> bool {
        rule!("SU-01.7z");
        let facts = cards.facts(self.code(card));
        self.location(card) == Location::Hand
            && facts.is(kind::MONSTER)
            && facts.can_be_normal_summoned()
            && !self.is_forbidden(cards, card)
            && self.can_pay_hand_fee(cards, player, card)
            && self.open_main_zones(player) != 0
            && !self.player_has(cards, ModKind::NoSummon, player)
            && !self.may_not_summon_it(cards, player, card)
            && !self.may_not_come_face_up(cards, player, card)
            && !self.has_term(cards, card, term::NEVER_SUMMONED)
    }

    /// The card of a player's Graveyard, and its effect, by which another monster can be Normal
    /// Summoned without Tributes now; or the card itself, if it lets itself be Summoned only.
    pub(crate) fn help_without_tributes(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> Option<(CardId, EffectId)> {
        if !self.has_trait(traits::TRIBUTELESS) || self.open_main_zones(player) == 0 {
            return None;
        }
        let own = self.own_way_without_tributes(cards, player, card, true);
        if let Some(way) = own {
            return Some((card, way));
        }
        let helpers = self.grave(player).iter().map(|helper| CardId(*helper));
        let mut ways = helpers.flat_map(|helper| {
            let ways = cards.scripts().effects_of(self.code(helper));
            ways.map(move |(id, effect)| (helper, id, effect))
        });
        let found = ways.find(|(helper, _, effect)| {
            let ctx = Ctx::of_card(player, *helper);
            is_for_others(effect)
                && effect.from & location_bit::GRAVE != 0
                && self.holds(cards, ctx, effect.condition)
                && self.fits(cards, ctx, effect.on.cards, card)
        });
        found.map(|(helper, id, _)| (helper, id))
    }

    /// The effect by which a monster can be Normal Summoned or Set without Tributes now.
    pub(crate) fn way_without_tributes(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
    ) -> Option<EffectId> {
        if !self.has_trait(traits::TRIBUTELESS) || self.open_main_zones(player) == 0 {
            return None;
        }
        self.own_way_without_tributes(cards, player, card, false)
    }

    /// The effect of a monster that lets itself come without Tributes now: one that counts for Summons
    /// only, or one that counts for Sets as well.
    fn own_way_without_tributes(
        &self,
        cards: &Catalogue,
        player: Player,
        card: CardId,
        never_set: bool,
    ) -> Option<EffectId> {
        let ctx = Ctx::of_card(player, card);
        let mut ways = cards.scripts().effects_of(self.code(card));
        let found = ways.find(|(_, effect)| {
            effect.form == Form::Tributeless
                && effect.never_set == never_set
                && !is_for_others(effect)
                && self.holds(cards, ctx, effect.condition)
        });
        found.map(|(id, _)| id)
    }
}

/// Whether an effect lets other monsters be Summoned without Tributes.
const fn is_for_others(effect: &Effect) -> bool {
    matches!((effect.form, effect.on.itself), (Form::Tributeless, Some(false)))
}
