//! Steps of programs that give cards something: modifiers, Equip Cards, and notes on a card.

use super::moves::in_order;
use crate::chance::Chance;
use crate::event::Event;
use crate::ids::{CardId, Location, NO_CARD, Player};
use crate::run::Run;
use crate::state::{CardSet, Ctx, Duel, ModValue, Modifier, ModifierDraft, NO_LINK, traits};
use crate::witness::Witness;
use duelfish_script::{ModKind, Scope, SetRef, Until, event_bit};

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    pub(super) fn equip(&mut self, ctx: Ctx, hosts: CardSet) {
        let source = self.duel.members(ctx, SetRef::Source).iter().next();
        if let (Some(card), Some(host)) = (source, hosts.iter().next()) {
            self.become_equip(ctx.player, CardId(card), CardId(host));
        }
    }

    /// Attaches cards to a monster. By an effect only a monster on the field gets materials (FACT-S17), but for one
    /// that is Summoned with them.
    pub(super) fn attach_members(&mut self, ctx: Ctx, cards: SetRef, host: SetRef, along: bool) {
        // A monster of the Extra Deck that is Summoned in its own way is the source; the source of a
        // link may have gone meanwhile.
        let host = match host {
            SetRef::Source if ctx.link == NO_LINK => Some(ctx.source),
            host => self.duel.members(ctx, host).iter().next(),
        };
        let holds = |host: &CardId| {
            ctx.link == NO_LINK || along || self.duel.location(*host) == Location::Monster
        };
        if let Some(host) = host.map(CardId).filter(holds) {
            let cards = self.duel.members(ctx, cards);
            self.attach_by(ctx, cards, host, along);
        }
    }

    /// A modifier for many cards or for players. A column that is negated is the one in which the source lies now
    /// (FACT-N25).
    pub(super) fn impose(
        &mut self,
        ctx: Ctx,
        scope: Scope,
        kind: ModKind,
        value: i32,
        until: Until,
    ) {
        let value = if kind == ModKind::ColumnNegated {
            let source = self.duel.members(ctx, SetRef::Source).iter().next();
            let column = source.and_then(|card| self.duel.column_of(CardId(card)));
            let Some(column) = column else { return };
            column.into()
        } else {
            value
        };
        self.modify(ctx, scope, NO_CARD, kind, ModValue::Fixed(value), until);
    }

    /// A card is an Equip Card of this monster from now on.
    pub(super) fn become_equip(&mut self, player: Player, card: CardId, host: CardId) {
        self.duel.set_host(self.witness, card, host);
        self.witness.event(self.duel, Event::Equipped { card, host });
        let both = CardSet::EMPTY.with(card.0).with(host.0);
        self.raise(event_bit::EQUIPPED, player.number(), 0, both);
    }

    /// Equip Cards that lie in their zones already are those of another monster from now on.
    pub(super) fn equip_anew(&mut self, ctx: Ctx, cards: SetRef, host: CardId) {
        let there = |duel: &Duel, card: CardId| {
            duel.location(card) == Location::Spell && duel.position(card).is_face_up()
        };
        let duel = &*self.duel;
        if duel.location(host) != Location::Monster || !duel.position(host).is_face_up() {
            return;
        }
        for card in in_order(duel, self.duel.members(ctx, cards)) {
            if there(self.duel, card) {
                self.become_equip(ctx.player, card, host);
            }
        }
    }

    /// A monster that the effect of another card has made an Equip Card may be one of its monster alone, whatever
    /// becomes of that effect (FACT-E18).
    pub(super) fn note_what_equips(&mut self, player: Player, card: CardId, host: CardId) {
        let draft = ModifierDraft {
            kind: ModKind::EquippedByOther,
            scope: Scope::Card,
            target: card.0,
            source: NO_CARD,
            player,
            until: Until::Forever,
            value: ModValue::Fixed(i32::from(host.0)),
            reads: 0,
        };
        self.duel.add_mod(self.witness, draft.pack());
    }

    pub(super) fn modify(
        &mut self,
        ctx: Ctx,
        scope: Scope,
        target: u8,
        kind: ModKind,
        value: ModValue,
        until: Until,
    ) {
        if matches!(kind, ModKind::SetAtk | ModKind::SetDef) {
            self.duel.note_what_stands(self.witness, self.game.cards);
        }
        self.end_what_it_replaces(target, kind, until);
        let resolves = self.duel.resolving() > 0;
        // Given while a link resolves it is for what follows the Chain (FACT-C13).
        let until =
            if until == Until::Responses && resolves { Until::NextResponses } else { until };
        let draft = ModifierDraft {
            kind,
            scope,
            target,
            source: ctx.source,
            player: ctx.player,
            until,
            value,
            reads: 0,
        };
        self.duel.add_mod(self.witness, draft.pack());
        if let (ModKind::HasEffectsOf, ModValue::Fixed(code)) = (kind, value) {
            let code = self.game.cards.table().code(code as u16);
            self.duel.take_over(self.witness, self.game.cards, CardId(target), code);
        }
        self.duel.refresh(self.witness, self.game.cards);
    }

    /// A value that lasts for a time ends other such values of the monster before it, and they do
    /// not come back (FACT-A3). A value that the monster has for as long as it stays itself ends no
    /// gains and losses, and an original value that it has so is not ended.
    fn end_what_it_replaces(&mut self, target: u8, kind: ModKind, until: Until) {
        let (adds, sets, base) = match kind {
            ModKind::SetAtk | ModKind::BaseAtk => (ModKind::Atk, ModKind::SetAtk, ModKind::BaseAtk),
            ModKind::SetDef | ModKind::BaseDef => (ModKind::Def, ModKind::SetDef, ModKind::BaseDef),
            _ => return,
        };
        let stays = until == Until::Forever || until == Until::ForeverOpen;
        if target == NO_CARD || until == Until::Source || (kind == base && stays) {
            return;
        }
        let besides = if kind == sets && !stays { adds } else { base };
        self.duel.remove_mods(self.witness, |m| {
            let own_base = m.is(base) && m.until == Until::Forever as u8;
            m.target == target && !m.is_continuous() && !own_base && (m.is(sets) || m.is(besides))
        });
    }

    /// Notes on each material where it has gone for which monster it was used, and how many there were, if a card
    /// of the duel asks for that.
    #[inline(never)]
    pub(super) fn note_materials(&mut self, ctx: Ctx, of: SetRef, given: SetRef) {
        if !self.duel.has_trait(traits::ASKS_HOW) {
            return;
        }
        let given = self.duel.meant(ctx, given);
        self.note_made(ctx, of, given, given.len());
    }

    /// The materials that are noted for this card are those of the monster.
    pub(super) fn pass_materials(&mut self, ctx: Ctx, of: SetRef) {
        let notes = self.duel.material_notes().filter(|m| m.source == ctx.source);
        let given = notes.map(|m| m.target).collect();
        let used = self.duel.materials_used(CardId(ctx.source));
        self.note_made(ctx, of, given, used);
    }

    /// How many there were is noted already before the monster comes, so that it can ask that when it does. If
    /// it is still there afterwards it has not come.
    fn note_made(&mut self, ctx: Ctx, of: SetRef, given: CardSet, used: i32) {
        let made = self.duel.meant(ctx, of).iter().next().map(CardId);
        let Some(made) = made.filter(|card| card.0 != NO_CARD) else { return };
        let ctx = Ctx { source: made.0, ..ctx };
        let waits = self.duel.location(made) == Location::Extra;
        let before = self.duel.materials_used(made);
        self.duel.remove_mods(self.witness, |m| m.is(ModKind::MadeWith) && m.target == made.0);
        if !waits && !self.duel.is_on_field(made) || waits && before > 0 {
            return;
        }
        let (kind, value) = (ModKind::MadeWith, ModValue::Fixed(used));
        self.modify(ctx, Scope::Card, made.0, kind, value, Until::Forever);
        for card in given.iter().filter(|_| !waits) {
            let place = self.duel.location(CardId(card));
            if matches!(place, Location::Grave | Location::Banished | Location::Extra) {
                let (kind, value) = (ModKind::MaterialOf, ModValue::Fixed(used));
                self.modify(ctx, Scope::Card, card, kind, value, Until::Forever);
            }
        }
    }

    /// Counts one turn more on a card, until it leaves or is turned face-down.
    pub(super) fn count_turn(&mut self, ctx: Ctx, card: CardId) {
        let is_counter = |m: &Modifier| m.is(ModKind::Turns) && m.target == card.0;
        if let Some(at) = self.duel.mods().iter().position(is_counter) {
            let old = self.duel.mods()[at];
            self.duel.set_mod_value(self.witness, at, old.value + 1, old.until);
        } else {
            let (kind, value) = (ModKind::Turns, ModValue::Fixed(1));
            self.modify(ctx, Scope::Card, card.0, kind, value, Until::Forever);
        }
    }
}
