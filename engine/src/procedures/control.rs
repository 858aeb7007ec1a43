//! A monster changes sides: the new controller chooses its zone (REC-S10).

use bytemuck::Zeroable;

use super::raise::NOBODY;
use crate::chance::Chance;
use crate::event::Cause;
use crate::ids::{CardId, Location, MonsterZone, NO_CARD, Player, byte_enum};
use crate::marks::rule;
use crate::run::{Flow, Run, Zones};
use crate::state::{CardSet, ControlFrame, Ctx, Duel, Frame, ModValue, Modifier, ModifierDraft};
use crate::witness::Witness;
use duelfish_script::{ModKind, Scope, Until, event_bit};

byte_enum! {
    /// Where it is.
    enum ControlStep {
        Begin,
        ZoneAnswer,
    }
}

/// A frame that gives control of a monster to the player of an effect.
pub(crate) fn frame(duel: &Duel, card: CardId, ctx: Ctx, until: Until) -> Frame {
    give(duel, card, [ctx.player; 2], until as u8, ctx.source)
}

/// A frame that gives control of a monster to the opponent of the player of an effect, who chooses its zone.
pub(crate) fn away(duel: &Duel, card: CardId, ctx: Ctx) -> Frame {
    let players = [ctx.player.other(), ctx.player];
    give(duel, card, players, Until::Forever as u8, ctx.source)
}

/// A frame that gives a monster to a player for good.
pub(crate) fn give_to(duel: &Duel, card: CardId, player: Player) -> Frame {
    give(duel, card, [player; 2], ControlFrame::FOR_GOOD, NO_CARD)
}

/// The players are the one who gets it and the one who chooses its zone.
fn give(duel: &Duel, card: CardId, players: [Player; 2], until: u8, source: u8) -> Frame {
    let [player, chooser] = players;
    let (stamp, chooser) = (duel.stamp(card), chooser.number());
    let data = ControlFrame { stamp, until, source, chooser, ..Zeroable::zeroed() };
    Frame::new(data).of(player).about(card)
}

#[inline(never)]
pub(crate) fn step<C: Chance, W: Witness>(run: &mut Run<'_, '_, C, W>, frame: Frame) -> Flow {
    let (card, player) = (frame.card(), frame.player());
    let control = frame.data::<ControlFrame>();
    match ControlStep::from_byte(frame.step()) {
        ControlStep::Begin => {
            if run.duel.stamp(card) != control.stamp || run.duel.controller(card) == player {
                return Flow::Return;
            }
            if control.until != ControlFrame::FOR_GOOD && run.duel.has_no_zone_to_hold(player, card)
            {
                return Flow::Return;
            }
            if run.duel.free_main_zones(player) == 0 {
                rule!("DF-23.iii");
                // There is no room on the new side, so the rules destroy it (FACT-E12).
                run.send(CardSet::EMPTY.with(card.0), Location::Grave, Cause::RuleDestroyed);
                return Flow::Return;
            }
            rule!("DF-23.ii");
            let zones = Zones {
                asked: Player::of_bit(control.chooser),
                side: player,
                zones: run.duel.free_main_zones(player),
            };
            run.with_zone_of(zones, ControlStep::ZoneAnswer as u8, |run, zone| {
                run.switch(frame, zone)
            })
        }
        ControlStep::ZoneAnswer => {
            let zone = run.answered_zone(player);
            run.switch(frame, zone)
        }
    }
}

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Moves the next monster to the side of the player who is to control it (FACT-E10).
    #[inline(always)]
    pub(crate) fn adjust_control(&mut self) -> Option<Frame> {
        while let Some(due) = self.next_due() {
            let card = CardId(due.target);
            self.duel
                .remove_mods(self.witness, |m| m.is(ModKind::ControlDue) && m.target == due.target);
            let before = Player::of_bit(due.value as u8);
            let player = self.duel.controller_by_effects(card).unwrap_or(before);
            if self.duel.controller(card) != player {
                return Some(give_to(self.duel, card, player));
            }
        }
        None
    }

    /// The next monster whose control is to be found out anew: those of the opponent come before
    /// those of the turn player, and of one player's the one made first.
    #[inline(always)]
    fn next_due(&self) -> Option<Modifier> {
        let duel = &*self.duel;
        if !duel.has_mod(ModKind::ControlDue) {
            return None;
        }
        let due = duel.mods().iter().filter(|m| m.is(ModKind::ControlDue));
        due.min_by_key(|m| {
            let card = CardId(m.target);
            let of_turn_player = duel.controller(card) == duel.turn_player();
            (of_turn_player, duel.place_in_line(self.game.cards, card))
        })
        .copied()
    }

    /// Control of a monster as long as the source stays: the monster comes as soon as the link has
    /// resolved.
    pub(crate) fn hold_control(&mut self, ctx: Ctx, card: CardId) {
        let before = i32::from(self.duel.controller(card).number());
        for (kind, until) in
            [(ModKind::Control, Until::Source), (ModKind::ControlDue, Until::Forever)]
        {
            let draft = ModifierDraft {
                kind,
                scope: Scope::Card,
                target: card.0,
                source: ctx.source,
                player: ctx.player,
                until,
                value: ModValue::Fixed(before),
                reads: 0,
            };
            self.duel.add_mod(self.witness, draft.pack());
        }
    }

    /// Control that the source gives goes to the other player from now on, or to its own one again: the
    /// monster goes over as soon as the link has resolved.
    pub(crate) fn yield_control(&mut self, ctx: Ctx, yields: bool) {
        let source = ctx.source;
        self.duel.remove_mods(self.witness, |m| m.is(ModKind::YieldsControl) && m.target == source);
        if yields {
            let (kind, value) = (ModKind::YieldsControl, ModValue::Fixed(0));
            self.modify(ctx, Scope::Card, source, kind, value, Until::Forever);
        }
        self.duel.review_control_by(self.witness, CardId(source));
    }

    fn switch(&mut self, frame: Frame, zone: MonsterZone) -> Flow {
        let (card, player) = (frame.card(), frame.player());
        self.duel.switch_control(self.witness, card, player, zone);
        if self.game.rules.others_may_turn_summoned {
            self.duel.swap_summoner(self.witness, card);
        }
        let ControlFrame { until, source, .. } = frame.data();
        if until != ControlFrame::FOR_GOOD {
            let ends = until == Until::EndPhase as u8;
            let until = if ends { Until::EndPhase } else { Until::Forever };
            self.note_control(card, player, source, until);
        }
        self.duel.refresh(self.witness, self.game.cards);
        self.raise(event_bit::CONTROL_CHANGED, NOBODY, 0, CardSet::EMPTY.with(card.0));
        if self.duel.resolving() != 0 {
            // A monster that destroys itself on the other side does so while the effect still resolves
            // (FACT-M23).
            self.destroy_at_once();
        }
        Flow::Return
    }

    /// A player has got a monster for good, whatever becomes of an effect that had given control of
    /// it before (FACT-E10). If none had, there is nothing to note.
    pub(super) fn give_for_good(&mut self, card: CardId, player: Player) {
        if self.duel.controller_by_effects(card).is_some() {
            self.note_control(card, player, NO_CARD, Until::Forever);
        }
    }

    /// Notes that an effect has given a player control of a monster of the other player.
    fn note_control(&mut self, card: CardId, player: Player, source: u8, until: Until) {
        let draft = ModifierDraft {
            kind: ModKind::Control,
            scope: Scope::Card,
            target: card.0,
            source,
            player,
            until,
            // The value is the player whose it was and who gets it back.
            value: ModValue::Fixed(i32::from(player.other().number())),
            reads: 0,
        };
        self.duel.add_mod(self.witness, draft.pack());
    }
}

impl Duel {
    /// Whether a monster is about to change sides.
    pub(crate) fn is_control_due(&self) -> bool {
        self.has_mod(ModKind::ControlDue)
            && self.mods().iter().filter(|m| m.is(ModKind::ControlDue)).any(|m| {
                let card = CardId(m.target);
                let player =
                    self.controller_by_effects(card).unwrap_or(Player::of_bit(m.value as u8));
                self.controller(card) != player
            })
    }

    /// The player who is to control a monster by the effects that give control of it. The newest one
    /// that is not negated decides. Without any the monster goes back to the player who had it before
    /// the oldest of them; that is not its owner if an effect had Summoned it to the other side
    /// (FACT-E10, FACT-E14).
    pub(crate) fn controller_by_effects(&self, card: CardId) -> Option<Player> {
        let controls = |m: &&Modifier| m.is(ModKind::Control) && m.target == card.0;
        let all = || self.mods().iter().filter(controls);
        let newest = all().filter(|m| self.stands(m)).max_by_key(|m| m.stamp);
        let by_effect = newest.map(|m| {
            let player = self.player_of(m);
            let yields = m.source != NO_CARD
                && m.is_continuous()
                && self.has_mod(ModKind::YieldsControl)
                && self.has_been_given(ModKind::YieldsControl, CardId(m.source));
            if yields { player.other() } else { player }
        });
        by_effect.or_else(|| all().next().map(|m| Player::of_bit(m.value as u8)))
    }
}
