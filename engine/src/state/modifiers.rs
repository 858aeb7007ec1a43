//! How modifiers are packed, which ones outlive what, and what they apply to.

use bytemuck::Zeroable;

use super::rooms::Modifier;
use super::{Duel, status_bits};
use crate::ids::{CardId, Location, NO_CARD, Player};
use crate::marks::rule;
use crate::state::Ctx;
use duelfish_script::{
    Catalogue, CondId, KindSet, ModKind, NumId, Scope, Sides, TestId, Until, Who,
};

/// The cards or players that a packed modifier applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    Card,
    Host,
    Field,
    Player,
    Spells,
    Hand,
}

/// The reach of a modifier, as it is packed in `Modifier::kind`; [`SPELLS`] goes with [`FIELD`].
const CARD: u16 = 0;
const HOST: u16 = 1 << 8;
const FIELD: u16 = 2 << 8;
const PLAYER: u16 = 3 << 8;
const SIDES: [Sides; 3] = [Sides::Mine, Sides::Theirs, Sides::Both];
/// Bit of `Modifier::kind`: the value is the number of a row and is computed when it is needed.
const LIVE: u16 = 1 << 12;
/// Bit of `Modifier::kind`: it holds only while a condition does. Value and condition are numbers of
/// rows, the condition's in the upper half.
const CONDITIONAL: u16 = 1 << 13;
/// Bit of `Modifier::kind`: it is about Spells and Traps instead of monsters.
const SPELLS: u16 = 1 << 14;
/// The mark of a modifier for cards of hands in `Modifier::kind`: two bits that mean nothing else together.
const HAND: u16 = HOST | SPELLS;
/// Bit of `Modifier::reads`: its condition held when it was last looked at.
pub(super) const AWAKE: u16 = 1 << 15;

/// Bit of `Modifier::kind`: of many monsters it applies to face-down ones too.
const EVEN_FACE_DOWN: u16 = 1 << 15;

/// A modifier as it is written; the gateway gives it its stamp.
pub(crate) struct ModifierDraft {
    pub(crate) kind: ModKind,
    pub(crate) scope: Scope,
    /// For [`Scope::Card`]: which card.
    pub(crate) target: u8,
    pub(crate) source: u8,
    pub(crate) player: Player,
    pub(crate) until: Until,
    pub(crate) value: ModValue,
    pub(crate) reads: u16,
}

/// A modifier's value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ModValue {
    /// This number.
    Fixed(i32),
    /// The number that the row says whenever it is asked for.
    Live(NumId),
    /// The same, only while the condition holds.
    While(CondId, NumId),
}

impl ModifierDraft {
    pub(crate) fn pack(&self) -> Modifier {
        let (scope, sides, filter) = match self.scope {
            Scope::Card => (CARD, Sides::Both, TestId(0)),
            Scope::Host => (HOST, Sides::Both, TestId(0)),
            Scope::Field(sides, test)
            | Scope::EvenFaceDown(sides, test)
            | Scope::Spells(sides, test) => (FIELD, sides, test),
            Scope::InHand(sides, test) => (HAND, sides, test),
            Scope::Player(who) => {
                let sides = match who {
                    Who::Me => Sides::Mine,
                    Who::Opponent => Sides::Theirs,
                    Who::Both => Sides::Both,
                };
                (PLAYER, sides, TestId(0))
            }
        };
        let (value, live) = match self.value {
            ModValue::Fixed(value) => (value, 0),
            ModValue::Live(num) => (i32::from(num.0), LIVE),
            ModValue::While(cond, num) => {
                (i32::from(num.0) | i32::from(cond.0) << 16, LIVE | CONDITIONAL)
            }
        };
        let spells = if matches!(self.scope, Scope::Spells(..)) { SPELLS } else { 0 };
        let all = if matches!(self.scope, Scope::EvenFaceDown(..)) { EVEN_FACE_DOWN } else { 0 };
        Modifier {
            value,
            reads: self.reads,
            kind: self.kind as u16 | scope | (sides as u16) << 10 | live | spells | all,
            filter: filter.0,
            source: self.source,
            target: self.target,
            until: self.until as u8,
            player: self.player.number(),
            ..Modifier::zeroed()
        }
    }
}

/// Modifiers that change a value of a monster.
const VALUES: KindSet = KindSet::all(&[
    ModKind::Atk,
    ModKind::Def,
    ModKind::SetAtk,
    ModKind::CoversAtk,
    ModKind::SetDef,
    ModKind::BaseAtk,
    ModKind::BaseDef,
    ModKind::SwapBase,
    ModKind::ReverseChanges,
    ModKind::BecomesType,
    ModKind::BecomesAttribute,
    ModKind::AddsAttribute,
    ModKind::Level,
    ModKind::SetLevel,
]);

/// Kinds of which a monster tells by a flag in its derived values whether one applies to it. The flag of each is the
/// bit with its number in this list.
const FLAGGED: [ModKind; 31] = [
    ModKind::Atk,
    ModKind::Def,
    ModKind::EquipFallsInstead,
    ModKind::CannotBeTargeted,
    ModKind::ForceDefense,
    ModKind::CannotReposition,
    ModKind::SurvivesBattle,
    ModKind::CannotAttack,
    ModKind::MustBeTributed,
    ModKind::Control,
    ModKind::Piercing,
    ModKind::DirectAttack,
    ModKind::NoDirectAttack,
    ModKind::ExtraAttacks,
    ModKind::AttacksAll,
    ModKind::MustAttack,
    ModKind::CannotBeAttacked,
    ModKind::MustBeAttacked,
    ModKind::CannotDeclareAttack,
    ModKind::DestroysItself,
    ModKind::KeepsControl,
    ModKind::SurvivesBattleTimes,
    ModKind::Negated,
    ModKind::CannotBeActivated,
    ModKind::ControlDue,
    ModKind::FallsWithSource,
    ModKind::FallsIfSourceDestroyed,
    ModKind::TakesSourceAlong,
    ModKind::CardCannotBeActivated,
    ModKind::Marked,
    ModKind::DiesWhenTargeted,
];

/// The flag of each kind; 0 for kinds that have none.
const FLAGS: [u32; 256] = {
    let (mut flags, mut at) = ([0; 256], 0);
    while at < FLAGGED.len() {
        flags[FLAGGED[at] as usize] = 1 << at;
        at += 1;
    }
    flags
};

/// Modifiers that show in the derived values of a monster: those that change one, and those that have
/// a flag there.
const SHOWN: KindSet = VALUES.with(KindSet::all(&FLAGGED));

impl Modifier {
    /// Whether it applies to whatever another one applies to, as far as that is quickly told.
    pub(super) const fn applies_as(&self, other: &Self) -> bool {
        self.kind >> 8 == other.kind >> 8
            && self.kind & CONDITIONAL == 0
            && self.filter == other.filter
            && self.source == other.source
            && self.target == other.target
            && self.until == other.until
            && self.player == other.player
    }

    /// Its kind, as the number of a [`ModKind`].
    #[inline]
    pub(crate) const fn what(&self) -> u8 {
        self.kind as u8
    }

    pub(crate) const fn is(&self, kind: ModKind) -> bool {
        self.what() == kind as u8
    }

    pub(crate) const fn is_one_of(&self, kinds: KindSet) -> bool {
        kinds.has(self.what())
    }

    /// The flag by which a monster tells that it applies to it; 0 if its kind has none.
    pub(super) const fn flag(&self) -> u32 {
        FLAGS[self.what() as usize]
    }

    /// Whether it adds to ATK or DEF, sets one of them or changes an original one.
    pub(super) const fn is_of_points(&self) -> bool {
        self.is(ModKind::Atk)
            || self.is(ModKind::Def)
            || self.is(ModKind::SetAtk)
            || self.is(ModKind::CoversAtk)
            || self.is(ModKind::SetDef)
            || self.is(ModKind::BaseAtk)
            || self.is(ModKind::BaseDef)
    }

    /// Whether its condition held when it was last looked at.
    pub(super) const fn is_awake(&self) -> bool {
        self.reads & AWAKE != 0
    }

    /// Whether another card changes the original ATK or DEF as long as it stays.
    pub(super) const fn is_standing_original(&self) -> bool {
        (self.is(ModKind::BaseAtk) || self.is(ModKind::BaseDef))
            && self.is_continuous()
            && self.target == NO_CARD
    }

    /// The cards or players that it applies to.
    pub(super) const fn reach(&self) -> Reach {
        match self.kind & (SPELLS | PLAYER) {
            CARD => Reach::Card,
            HOST => Reach::Host,
            FIELD => Reach::Field,
            PLAYER => Reach::Player,
            HAND => Reach::Hand,
            _ => Reach::Spells,
        }
    }

    /// Whether it could be about a monster on the field, as far as that is quickly told.
    #[inline]
    pub(super) const fn may_be_about(&self, card: CardId) -> bool {
        match self.reach() {
            Reach::Card => self.target == card.0,
            Reach::Host | Reach::Field => true,
            Reach::Player | Reach::Spells | Reach::Hand => false,
        }
    }

    pub(super) const fn sides(&self) -> Sides {
        SIDES[(self.kind >> 10 & 3) as usize % 3]
    }

    /// Whether it is about the monsters that fit a filter, and changes no value of them.
    pub(super) const fn looks_at_values(&self) -> bool {
        self.filter != 0 && !VALUES.has(self.what())
    }

    /// Whether the derived values of a monster show it.
    #[inline]
    pub(super) const fn is_shown(&self) -> bool {
        SHOWN.has(self.what())
    }

    /// Whether derived values depend on it: it shows there, or keeps off what would.
    #[inline]
    pub(super) const fn shapes_values(&self) -> bool {
        self.is_shown() || self.is(ModKind::Unaffected) || self.is(ModKind::UnaffectedByThose)
    }

    /// Whether it stands only while its source is face-up.
    pub(crate) const fn is_continuous(&self) -> bool {
        self.until == Until::Source as u8 || self.until == Until::TakenOver as u8
    }
}

/// Whether a modifier stays when its source leaves, because it was put on others for a time (FACT-N2).
pub(super) const fn outlives_source(m: &Modifier) -> bool {
    !m.is_continuous()
}

/// Whether a modifier stays when the monster is turned face-down. Control does (FACT-M16, FACT-E11), the
/// zone of a Trap does because the Trap then goes there, and so do what the card keeps in mind and a modifier that
/// says it stays.
pub(super) const fn outlives_flip(m: &Modifier) -> bool {
    m.is(ModKind::Control)
        || m.is(ModKind::ControlDue)
        || m.is(ModKind::HoldsZone)
        || m.is(ModKind::Kept)
        || m.is(ModKind::MadeWith)
        || m.until == Until::EndOfTurnAnyway as u8
        || m.until == Until::LeavesGraveAnyway as u8
}

/// Whether a modifier stays when the monster goes to the Graveyard.
pub(super) const fn follows_to_grave(m: &Modifier) -> bool {
    m.until == Until::LeavesGrave as u8 || m.until == Until::LeavesGraveAnyway as u8
}

impl Duel {
    /// The player whose modifier it is: for a continuous one the present controller of its source.
    pub(crate) fn player_of(&self, m: &Modifier) -> Player {
        if m.is_continuous() { self.controller(CardId(m.source)) } else { Player::of_bit(m.player) }
    }

    /// Whether a modifier is in effect: a continuous one is not while its source is negated, and one
    /// for others not while its source is destroyed by battle (FACT-N2, FACT-N21).
    #[inline]
    pub(crate) fn stands(&self, m: &Modifier) -> bool {
        if !m.is_continuous() {
            return true;
        }
        let own = matches!(m.reach(), Reach::Card | Reach::Host);
        let off = if own {
            status_bits::NEGATED
        } else {
            status_bits::NEGATED | status_bits::DESTROYED_BY_BATTLE
        };
        !self.has_status(CardId(m.source), off)
    }

    /// Whether a modifier applies to a monster on the field, whose Type and the like are `values`
    /// as far as they are known. Modifiers for many monsters pass face-down ones by (FACT-A9).
    #[inline(always)]
    pub(super) fn applies(
        &self,
        cards: &Catalogue,
        m: &Modifier,
        card: CardId,
        values: &super::Derived,
    ) -> bool {
        m.may_be_about(card) && self.surely_applies(cards, m, card, values)
    }

    /// The same for a modifier that may be about the monster at all.
    #[inline(always)]
    pub(super) fn surely_applies(
        &self,
        cards: &Catalogue,
        m: &Modifier,
        card: CardId,
        values: &super::Derived,
    ) -> bool {
        let fits = match m.reach() {
            Reach::Card => m.source != m.target || !self.waits_for_own_effects(m),
            Reach::Host => {
                self.position(card).is_face_up() && self.host(CardId(m.source)) == Some(card)
            }
            Reach::Field => {
                if m.kind & EVEN_FACE_DOWN == 0 && !self.position(card).is_face_up() {
                    rule!("BP-13");
                    return false;
                }
                let side = match m.sides() {
                    Sides::Mine => self.controller(card) == self.player_of(m),
                    Sides::Theirs => self.controller(card) != self.player_of(m),
                    Sides::Both => true,
                };
                side && (m.filter == 0 || {
                    let ctx = Ctx::of_card(self.player_of(m), CardId(m.source));
                    self.fits_with(cards, ctx, TestId(m.filter), card, values)
                })
            }
            Reach::Player | Reach::Spells | Reach::Hand => false,
        };
        fits && self.stands(m)
            && (m.kind & CONDITIONAL == 0 || self.is_in_force(cards, m))
            && !(self.has_any_mod(ModKind::SHIELDS) && self.is_kept_off(cards, m, card))
    }

    /// Whether a monster is unaffected by what a modifier comes from.
    #[inline(never)]
    pub(super) fn is_kept_off(&self, cards: &Catalogue, m: &Modifier, card: CardId) -> bool {
        // A monster keeps all that it was given before it became unaffected (FACT-A13). Changes that are
        // reversed are another matter than the monster that has them.
        let could = m.reach() != Reach::Card && !m.is(ModKind::ReverseChanges);
        could && m.source != NO_CARD && m.source != card.0 && {
            // A monster that is an Equip Card is a Spell now (FACT-A12).
            let source = CardId(m.source);
            let kinds = self.kinds_now(cards, source);
            self.is_unaffected(card, source.0, kinds, self.player_of(m))
                || self.is_shielded_from(cards, card, source)
        }
    }

    /// Whether effects of a card do nothing to a monster on the field because of what that card is.
    pub(crate) fn is_shielded_from(&self, cards: &Catalogue, card: CardId, source: CardId) -> bool {
        let kind = ModKind::UnaffectedByThose;
        self.has_mod(kind)
            && self.location(card) == Location::Monster
            && self.mods().iter().any(|m| {
                m.is(kind)
                    && self.shields(cards, m, card)
                    && self.stands(m)
                    && self.is_about(cards, m, source)
            })
    }

    /// Whether it is this monster to which a modifier makes effects do nothing, or one of those.
    fn shields(&self, cards: &Catalogue, m: &Modifier, card: CardId) -> bool {
        match m.reach() {
            Reach::Field => {
                // Questions about such monsters never depend on values, which depend on this.
                let ctx = Ctx::of_card(self.player_of(m), CardId(m.source));
                self.position(card).is_face_up()
                    && ctx.is_among(m.sides(), self.controller(card))
                    && self.fits(cards, ctx, TestId(m.filter), card)
                    && self.is_in_force(cards, m)
            }
            _ => m.target == card.0 && self.is_in_force(cards, m),
        }
    }

    /// Whether effects of a card of these kinds, which that player uses, do nothing to a monster on the field.
    pub(crate) fn is_unaffected(&self, card: CardId, of: u8, kinds: u32, by: Player) -> bool {
        self.has_mod(ModKind::Unaffected)
            && self.location(card) == Location::Monster
            && self.mods().iter().any(|m| self.makes_unaffected(m, card, of, kinds, by))
    }

    /// Whether the effects of a card, as it is now, do nothing to a monster on the field.
    pub(crate) fn is_unaffected_by(&self, cards: &Catalogue, card: CardId, source: u8) -> bool {
        source != NO_CARD && {
            let source = CardId(source);
            let (kinds, by) = (self.kinds_now(cards, source), self.controller(source));
            self.is_unaffected(card, source.0, kinds, by)
                || self.is_shielded_from(cards, card, source)
        }
    }

    /// Whether they do nothing to it because of its own text, so that they never did since it came.
    pub(crate) fn is_unaffected_by_itself(&self, card: CardId, kinds: u32, by: Player) -> bool {
        self.has_mod(ModKind::Unaffected)
            && self.location(card) == Location::Monster
            && self
                .mods()
                .iter()
                .any(|m| m.source == card.0 && self.makes_unaffected(m, card, NO_CARD, kinds, by))
    }

    /// Whether it is because of this modifier that effects do nothing to a monster.
    fn makes_unaffected(&self, m: &Modifier, card: CardId, of: u8, kinds: u32, by: Player) -> bool {
        let bits = m.value.cast_unsigned();
        let about = match m.reach() {
            Reach::Host => self.host(CardId(m.source)) == Some(card),
            _ => m.target == card.0,
        };
        m.is(ModKind::Unaffected)
            && about
            && self.stands(m)
            && bits & kinds & !ModKind::UNAFFECTED_BITS != 0
            && (bits & ModKind::OTHERS_ONLY == 0 || m.source != of)
            && (bits & ModKind::NOT_ITSELF == 0 || card.0 != of)
            && (bits & ModKind::OPPONENTS_ONLY == 0 || self.player_of(m) != by)
    }

    /// Whether the condition of a modifier holds, if it has one.
    #[inline]
    pub(crate) fn is_in_force(&self, cards: &Catalogue, m: &Modifier) -> bool {
        m.kind & CONDITIONAL == 0 || {
            let ctx = Ctx::of_card(self.player_of(m), CardId(m.source));
            self.holds(cards, ctx, CondId((m.value.cast_unsigned() >> 16) as u16))
        }
    }

    /// Whether the condition of a modifier has come true or is true no more since it was last looked
    /// at.
    pub(super) fn woke_or_slept(&self, cards: &Catalogue, m: &Modifier) -> bool {
        m.kind & CONDITIONAL != 0 && self.is_in_force(cards, m) != (m.reads & AWAKE != 0)
    }

    /// The amount that modifiers for cards of hands add to the Level of one (FACT-A10); its printed
    /// values are these.
    #[inline(never)]
    pub(super) fn level_change_in_hand(
        &self,
        cards: &Catalogue,
        card: CardId,
        values: &super::Derived,
    ) -> i32 {
        let on = self.level_changes_in_hand(cards, card, *values);
        on.map(|m| self.value_of(cards, m)).sum()
    }

    /// The modifiers that change the Level of a card of a hand.
    fn level_changes_in_hand<'a>(
        &'a self,
        cards: &'a Catalogue,
        card: CardId,
        values: super::Derived,
    ) -> impl Iterator<Item = &'a Modifier> {
        self.mods().iter().filter(move |m| {
            let ctx = Ctx::of_card(self.player_of(m), CardId(m.source));
            m.is(ModKind::Level)
                && m.reach() == Reach::Hand
                && self.stands(m)
                && self.is_in_force(cards, m)
                && ctx.is_among(m.sides(), self.controller(card))
                && self.fits_with(cards, ctx, TestId(m.filter), card, &values)
        })
    }

    /// The changes of its Level that a monster of a hand keeps when it comes to the field: those that last for
    /// a time.
    pub(crate) fn level_changes_to_keep<'a>(
        &'a self,
        cards: &'a Catalogue,
        card: CardId,
    ) -> impl Iterator<Item = Modifier> + 'a {
        let values = super::derive::printed(cards.facts(self.code(card)));
        let lasting = self.level_changes_in_hand(cards, card, values);
        lasting.filter(|m| !m.is_continuous()).map(move |m| Modifier {
            value: self.value_of(cards, m),
            kind: ModKind::Level as u16 | CARD | (Sides::Both as u16) << 10,
            filter: 0,
            target: card.0,
            ..*m
        })
    }

    /// A modifier's value now.
    #[inline(always)]
    pub(crate) fn value_of(&self, cards: &Catalogue, m: &Modifier) -> i32 {
        if m.kind & LIVE == 0 {
            return m.value;
        }
        self.value_in(cards, m, Ctx::of_card(self.player_of(m), CardId(m.source)))
    }

    /// The same where it is asked for.
    pub(crate) fn value_in(&self, cards: &Catalogue, m: &Modifier, ctx: Ctx) -> i32 {
        if m.kind & LIVE == 0 { m.value } else { self.number(cards, ctx, NumId(m.value as u16)) }
    }

    /// Whether a card fits the test that is a modifier's value, as the card asks it that the modifier comes from.
    pub(crate) fn is_about(&self, cards: &Catalogue, m: &Modifier, card: CardId) -> bool {
        let ctx = Ctx::of_card(self.player_of(m), CardId(m.source));
        self.fits(cards, ctx, TestId(self.value_of(cards, m) as u16), card)
    }

    /// Whether a modifier of this kind stands on a player.
    #[inline(always)]
    pub(crate) fn player_has(&self, cards: &Catalogue, kind: ModKind, player: Player) -> bool {
        self.has_mod(kind) && self.mod_on_player(cards, kind, player).is_some()
    }

    /// The oldest modifier of this kind on a player.
    #[inline(never)]
    pub(crate) fn mod_on_player<'a>(
        &'a self,
        cards: &'a Catalogue,
        kind: ModKind,
        player: Player,
    ) -> Option<&'a Modifier> {
        self.mods_on_player(cards, kind, player).next()
    }

    /// All modifiers of this kind on a player, the oldest first.
    pub(crate) fn mods_on_player<'a>(
        &'a self,
        cards: &'a Catalogue,
        kind: ModKind,
        player: Player,
    ) -> impl Iterator<Item = &'a Modifier> {
        self.mods_standing_on(kind, player).filter(move |m| self.is_in_force(cards, m))
    }

    /// The same whether their conditions hold or not: for kinds that have none.
    pub(super) fn mods_standing_on(
        &self,
        kind: ModKind,
        player: Player,
    ) -> impl Iterator<Item = &Modifier> {
        self.mods().iter().filter(move |m| {
            m.is(kind)
                && m.reach() == Reach::Player
                && self.stands(m)
                && self.is_on_player(m, player)
        })
    }

    /// How many Normal Summons and Sets a player has this turn. Of several effects that say so the
    /// largest number counts (FACT-S15).
    #[inline(always)]
    pub(crate) fn most_normal_summons(&self, cards: &Catalogue, player: Player, usual: u8) -> u8 {
        if !self.has_mod(ModKind::NormalSummons) {
            return usual;
        }
        rule!("SU-01.7c", "SU-01.7d", "SU-01.7e", "SU-01.7f.i", "SU-01.7f.ii");
        rule!("SU-01.7g", "SU-01.7g-ex");
        let set = self.mods_on_player(cards, ModKind::NormalSummons, player);
        set.map(|m| self.value_of(cards, m) as u8).fold(usual, u8::max)
    }

    /// Whether a modifier for players is about this one.
    pub(crate) fn is_on_player(&self, m: &Modifier, player: Player) -> bool {
        let mine = self.player_of(m) == player;
        match m.sides() {
            Sides::Mine => mine,
            Sides::Theirs => !mine,
            Sides::Both => true,
        }
    }

    /// The fees that a player must pay for using a card of the hand, one for each modifier that asks it.
    pub(crate) fn hand_fees<'a>(
        &'a self,
        cards: &'a Catalogue,
        player: Player,
    ) -> impl Iterator<Item = i32> {
        self.mods_on_player(cards, ModKind::HandFee, player).map(|m| self.value_of(cards, m))
    }

    /// Whether a player can pay for using a card of the hand; cards elsewhere cost nothing.
    #[inline(always)]
    pub(crate) fn can_pay_hand_fee(&self, cards: &Catalogue, player: Player, card: CardId) -> bool {
        !self.has_mod(ModKind::HandFee)
            || self.location(card) != Location::Hand
            || self.can_pay_fees(cards, player)
    }

    #[inline(never)]
    fn can_pay_fees(&self, cards: &Catalogue, player: Player) -> bool {
        self.hand_fees(cards, player).sum::<i32>() <= self.lp(player)
    }

    /// The values of all modifiers of this kind on a monster on the field.
    pub(crate) fn values_on_monster<'a>(
        &'a self,
        cards: &'a Catalogue,
        kind: ModKind,
        card: CardId,
    ) -> impl Iterator<Item = (&'a Modifier, i32)> {
        let values = self.values_of(cards, card);
        let has_flag = FLAGS[kind as usize] != 0;
        let there = if has_flag { self.monster_has(kind, card) } else { self.has_mod(kind) };
        let mods = if there { self.mods() } else { &[] };
        let on = mods.iter().filter(move |m| m.is(kind) && self.applies(cards, m, card, &values));
        on.map(|m| (m, self.value_of(cards, m)))
    }

    /// The oldest modifier of this kind on a monster on the field.
    #[inline(always)]
    pub(crate) fn mod_on_monster(
        &self,
        cards: &Catalogue,
        kind: ModKind,
        card: CardId,
    ) -> Option<&Modifier> {
        if !self.has_mod(kind) {
            return None;
        }
        let values = self.values_of(cards, card);
        self.mods().iter().find(|m| m.is(kind) && self.applies(cards, m, card, &values))
    }

    /// The card that a modifier comes from, if it comes from one.
    pub(crate) const fn source_of(&self, m: &Modifier) -> Option<CardId> {
        if m.source == NO_CARD { None } else { Some(CardId(m.source)) }
    }

    /// Whether a modifier of this kind stands on a monster on the field.
    #[inline(always)]
    pub(crate) fn monster_has(&self, kind: ModKind, card: CardId) -> bool {
        self.has_mod(kind) && {
            debug_assert!(
                self.location(card) == Location::Monster,
                "only monsters of the field have this"
            );
            debug_assert!(FLAGS[kind as usize] != 0, "{kind:?} has no flag");
            let zone = crate::ids::MonsterZone(self.zone(card));
            self.derived(self.controller(card), zone).flags & FLAGS[kind as usize] != 0
        }
    }

    /// Whether a face-up card stays on the field for this monster: what it does to it lasts as long
    /// as both are there.
    pub(crate) fn is_held(&self, card: CardId) -> bool {
        let held = |m: &Modifier| m.target == card.0 && m.is_continuous() && m.source != card.0;
        self.mods().iter().any(held) || self.equips_on(card) != 0
    }

    /// Whether a modifier of a kind that has no bit in the derived values stands on this one monster.
    pub(crate) fn has_been_given(&self, kind: ModKind, card: CardId) -> bool {
        self.has_mod(kind)
            && self.mods().iter().any(|m| m.is(kind) && m.target == card.0 && self.stands(m))
    }

    /// Whether a monster dies because a card that stays on the field for it targets it for as long (FACT-T8).
    pub(crate) fn dies_held(&self, card: CardId) -> bool {
        self.monster_has(ModKind::DiesWhenTargeted, card) && self.is_held(card)
    }

    /// Whether a card was negated by what lasts for a time, not by what stands as long as its source does.
    pub(crate) fn is_negated_for_a_time(&self, card: CardId) -> bool {
        let negates = |m: &Modifier| m.is(ModKind::Negated) && !m.is_continuous();
        self.mods().iter().any(|m| negates(m) && m.target == card.0 && self.stands(m))
    }

    /// The modifiers of a card's statics, which stand while it is face-up.
    pub(crate) fn static_drafts<'a>(
        &'a self,
        cards: &'a Catalogue,
        card: CardId,
    ) -> impl Iterator<Item = ModifierDraft> + 'a {
        self.drafts_of(cards, card, self.code(card), Until::Source)
    }

    /// The same for what another text says that the card has.
    pub(super) fn drafts_of<'a>(
        &'a self,
        cards: &'a Catalogue,
        card: CardId,
        code: duelfish_script::CardCode,
        until: Until,
    ) -> impl Iterator<Item = ModifierDraft> + 'a {
        let player = self.controller(card);
        // The effects of a Pendulum Card as a Spell stand in a Pendulum Zone alone.
        rule!("DF-37");
        let as_spell = self.location(card) == Location::Pendulum;
        let all = cards.scripts().statics_of(code);
        let there = all.filter(move |(_, fixed)| fixed.in_pendulum_zone == as_spell);
        there.map(move |(_, fixed)| ModifierDraft {
            kind: fixed.kind,
            scope: fixed.scope,
            // A static for one card is about the card that has it.
            target: if fixed.scope == Scope::Card { card.0 } else { NO_CARD },
            source: card.0,
            player,
            until,
            value: match cards.scripts().num(fixed.value) {
                _ if fixed.when != CondId(0) => ModValue::While(fixed.when, fixed.value),
                duelfish_script::Num::Value(value) => ModValue::Fixed(value),
                _ => ModValue::Live(fixed.value),
            },
            reads: fixed.reads,
        })
    }
}
