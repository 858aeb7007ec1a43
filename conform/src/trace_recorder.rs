//! Hears our engine's events and tells them in the words of the recordings.

use std::collections::VecDeque;

use duelfish_engine::{
    BattlePosition, CardId, Cause, Duel, Event, Game, Location, Phase, Player, PublicEvent,
    PublicSpot, Spot, Witness, dice_of,
};
use duelfish_script::{Counter, EffectId};

use crate::effect;
use crate::locations::{self, position_word};
use crate::trace_event::{At, Shown, TraceEvent};

/// Events of ours that the record has not confirmed yet, and what is needed to join several of them to one of
/// the record.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeardEvents {
    pub(crate) events: VecDeque<TraceEvent>,
    /// A card that went from the Deck to the hand: a draw if `Drew` follows, else a move.
    taken: Option<TraceEvent>,
    /// Cards that went to a Deck: whose, which, and the card of our duel.
    pub(crate) to_deck: Vec<(u8, u32, CardId)>,
    /// A Flip Summon is under way: its change of position is part of it in the recordings.
    flipping: bool,
}

/// The witness of one `apply`.
pub(crate) struct TraceRecorder<'a> {
    pub(crate) game: &'a Game<'static>,
    pub(crate) heard: &'a mut HeardEvents,
}

impl Witness for TraceRecorder<'_> {
    const JOURNALS: bool = false;

    fn save(&mut self, _: u16, _: u64) {}

    fn event(&mut self, duel: &Duel, event: Event) {
        if matches!(event, Event::Noticed { .. }) {
            // The reference says nothing of it.
            return;
        }
        let taken = self.heard.taken.take();
        if let (Event::Drew { player, .. }, Some(TraceEvent::Move { id, .. })) = (event, &taken) {
            self.drew(player, *id);
            return;
        }
        self.heard.events.extend(taken);
        // The events that each player hears name no card ids; together the players hear of every
        // card that anybody may know.
        let public = Player::BOTH.map(|player| event.heard_by(duel, player));
        match (event, public) {
            (Event::Moved { card, from, to, cause, .. }, public) => {
                let id = self.heard_card(public, |heard| match heard {
                    PublicEvent::Moved { card, .. } => card.0,
                    _ => None,
                });
                if to.location.is_deck() {
                    self.heard.to_deck.push((to.player.number(), id, card));
                }
                self.moved(duel, id, [from, to], cause);
            }
            (Event::Revealed { .. }, public) => {
                let id = self.heard_card(public, |heard| match heard {
                    PublicEvent::Revealed(_, card, _) => card.0,
                    _ => None,
                });
                if let [Some(PublicEvent::Revealed(spot, _, to)), _] = public {
                    let (_, at) = locations::card_at(duel, self.game, spot);
                    self.push(TraceEvent::Confirm {
                        p: to.number(),
                        cards: vec![Shown { id, at }],
                    });
                }
            }
            (Event::PositionChanged { from, .. }, [Some(heard), _]) => {
                self.position_changed(duel, from, heard);
            }
            (_, [Some(heard), _]) => self.told(duel, heard),
            _ => {}
        }
    }
}

impl TraceRecorder<'_> {
    fn push(&mut self, event: TraceEvent) {
        self.heard.events.push_back(event.normalised());
    }

    /// The passcode of the card that either player hears of.
    fn heard_card(
        &self,
        public: [Option<PublicEvent>; 2],
        card: impl Fn(PublicEvent) -> Option<duelfish_engine::CardCode>,
    ) -> u32 {
        let code = public.into_iter().flatten().find_map(card);
        code.map_or(0, |code| self.game.cards.facts(code).passcode)
    }

    /// Draws of one player in a row are one event in the recordings.
    fn drew(&mut self, player: Player, id: u32) {
        match self.heard.events.back_mut() {
            Some(TraceEvent::Draw { p, ids }) if *p == player.number() => ids.push(id),
            _ => self.push(TraceEvent::Draw { p: player.number(), ids: vec![id] }),
        }
    }

    fn moved(&mut self, duel: &Duel, id: u32, [from, to]: [Spot; 2], cause: Cause) {
        let from_deck = from.location.is_deck();
        if from_deck && to.location.is_deck() {
            // Cards whose order is looked at, or forgotten: for the recordings nothing moves.
            return;
        }
        let mut target = locations::moved(to);
        if to.location == Location::Grave {
            let cards = duel.judge_view(self.game).grave(to.player).len();
            target.seq = Some(cards.saturating_sub(1) as u32);
        }
        // A Token that leaves goes to nobody's place, and its move is never called destruction.
        let gone = to.location == Location::Nowhere;
        if gone {
            target.con = 0;
        }
        // Nor is one that ends in the Extra Deck.
        let away = gone || to.location == Location::Extra;
        let destroy =
            !away && matches!(cause, Cause::Battle | Cause::Destroyed | Cause::RuleDestroyed);
        let event =
            TraceEvent::Move { id, from: locations::moved(from), to: target, destroy }.normalised();
        if from_deck && to.location == Location::Hand {
            self.heard.taken = Some(event);
        } else {
            self.push(event);
        }
    }

    /// Counters that go from one card one after the other are told together. Says whether these were added to the
    /// last ones.
    fn adds_to_the_last(&mut self, event: &TraceEvent) -> bool {
        let TraceEvent::RemoveCounter { counter, con, loc, seq, n } = event else { return false };
        let last = self.heard.events.back_mut();
        let Some(TraceEvent::RemoveCounter { counter: c, con: p, loc: l, seq: s, n: before }) =
            last
        else {
            return false;
        };
        let same = (&*c, &*p, &*l, &*s) == (counter, con, loc, seq);
        *before += if same { *n } else { 0 };
        same
    }

    fn position_changed(&mut self, duel: &Duel, from: BattlePosition, heard: PublicEvent) {
        let PublicEvent::PositionChanged(spot, _, to) = heard else { return };
        let (id, at) = locations::card_at(duel, self.game, spot);
        if self.heard.flipping && at.loc == "mzone" {
            // A Flip Summon that is negated has no end of its own.
            self.heard.flipping = false;
            self.push(TraceEvent::Flip { id, at });
            return;
        }
        let [from, to] = [from, to].map(|position| position_word(position).to_owned());
        let seq = at.seq.unwrap_or(0);
        self.push(TraceEvent::Poschange { id, con: at.con, loc: at.loc, seq, from, to });
    }

    fn told(&mut self, duel: &Duel, heard: PublicEvent) {
        if let PublicEvent::FlipSummoning(_) | PublicEvent::FlipSummoned(_) = heard {
            self.heard.flipping = matches!(heard, PublicEvent::FlipSummoning(_));
        }
        if let Some(event) = self.event_of(duel, heard)
            && !self.adds_to_the_last(&event)
        {
            self.push(event);
        }
    }

    /// An event in the words of the recordings; none if the recordings say nothing of it, or if it is told elsewhere.
    fn event_of(&self, duel: &Duel, heard: PublicEvent) -> Option<TraceEvent> {
        let card = |spot| locations::card_at(duel, self.game, spot);
        let at = |spot| card(spot).1;
        Some(match heard {
            PublicEvent::Turn { number, player } => {
                TraceEvent::Turn { n: number.into(), p: player.number() }
            }
            PublicEvent::Phase(phase) => TraceEvent::Phase { phase: announced(phase)?.to_owned() },
            PublicEvent::Summoning(spot, _) => {
                told(card(spot), |id, at| TraceEvent::Summon { id, at })
            }
            PublicEvent::Summoned(_) => TraceEvent::Summoned,
            PublicEvent::SetMonster(spot) | PublicEvent::SetSpell(spot) => {
                told(card(spot), |id, at| TraceEvent::Set { id, at })
            }
            PublicEvent::SpecialSummoning(spot) => told(card(spot), special_summon),
            PublicEvent::SpecialSummoned => TraceEvent::Spsummoned,
            PublicEvent::FlipSummoned(_) => TraceEvent::Flipped,
            PublicEvent::Activating(spot, card, _, effect, link) => {
                self.activation(at(spot), card, effect, link)
            }
            PublicEvent::Targeted(spot, _) => TraceEvent::Target { cards: vec![at(spot)] },
            PublicEvent::Activated(link) => TraceEvent::Chained { link: link.into() },
            PublicEvent::Resolving(link) => TraceEvent::Resolving { link: link.into() },
            PublicEvent::Resolved(link) => TraceEvent::Resolved { link: link.into() },
            PublicEvent::ActivationNegated(link) => {
                TraceEvent::ActivationNegated { link: link.into() }
            }
            PublicEvent::EffectNegated(link) => TraceEvent::EffectNegated { link: link.into() },
            PublicEvent::ChainEnded => TraceEvent::ChainEnd,
            PublicEvent::Counters(spot, kind, change) => counters(at(spot), kind, change),
            PublicEvent::Tossed(player, coins, heads) => tossed(player, coins, heads),
            PublicEvent::Rolled(player, dice, results) => {
                TraceEvent::Dice { p: player.number(), res: dice_of(dice, results).collect() }
            }
            PublicEvent::Gained(player, amount) => {
                TraceEvent::Recover { p: player.number(), n: amount.into() }
            }
            PublicEvent::Paid(player, amount) => paid(player, amount),
            PublicEvent::LifeLost(player, left) => life_set(player, left),
            PublicEvent::BattleDamage(player, amount) | PublicEvent::Damaged(player, amount) => {
                TraceEvent::Damage { p: player.number(), n: amount.into() }
            }
            PublicEvent::Equipped(spot, host) => TraceEvent::Equip { from: at(spot), to: at(host) },
            PublicEvent::AttackDeclared(from, to) => {
                TraceEvent::Attack { from: at(from), to: to.map(at) }
            }
            PublicEvent::DamageStepBegan => TraceEvent::DamageStart,
            PublicEvent::Battled(from, to, destroyed) => self.battle(duel, from, to, destroyed),
            PublicEvent::DamageStepEnded => TraceEvent::DamageEnd,
            // A Flip Summon is told with the change of position that it is.
            PublicEvent::FlipSummoning(_) => return None,
            // The end of the duel has a line of its own, and the next three come as events above.
            // Numbers, allowances and shuffled Decks are told by hints and the like, which have
            // no rules meaning: what follows from them is compared.
            PublicEvent::Over(_)
            | PublicEvent::Moved { .. }
            | PublicEvent::PositionChanged(..)
            | PublicEvent::Revealed(..)
            | PublicEvent::Noticed(..)
            | PublicEvent::Excavated(..)
            | PublicEvent::Declared(..)
            | PublicEvent::DeclaredType(..)
            | PublicEvent::DeclaredAttribute(..)
            | PublicEvent::DeclaredName(..)
            | PublicEvent::UsedAllowed(..)
            | PublicEvent::Shuffled(_) => return None,
        })
    }

    /// An activation; the recordings tell the controller of the card, not who used it.
    fn activation(
        &self,
        at: At,
        card: duelfish_engine::Heard,
        effect: EffectId,
        link: u8,
    ) -> TraceEvent {
        let desc = effect::of_ours(self.game, effect);
        let id = card.0.map_or(0, |code| self.game.cards.facts(code).passcode);
        TraceEvent::Chain { id, p: at.con, at, desc, link: link.into() }
    }

    fn battle(
        &self,
        duel: &Duel,
        from: PublicSpot,
        to: Option<PublicSpot>,
        [destroyed, to_destroyed]: [bool; 2],
    ) -> TraceEvent {
        let view = duel.judge_view(self.game);
        let at = |spot: PublicSpot| -> At { locations::card_at(duel, self.game, spot).1 };
        let (atk, def) = locations::values(view, from);
        let target = to.map(|spot| locations::values(view, spot));
        TraceEvent::Battle {
            from: at(from),
            atk,
            def,
            destroyed,
            to: to.map(at),
            to_atk: target.map(|values| values.0),
            to_def: target.map(|values| values.1),
            to_destroyed: to.map(|_| to_destroyed),
        }
    }
}

/// An event of one card.
fn told(card: (u32, At), tell: fn(u32, At) -> TraceEvent) -> TraceEvent {
    tell(card.0, card.1)
}

/// A monster that is Special Summoned; one that is Set shows no id.
fn special_summon(id: u32, at: At) -> TraceEvent {
    let hidden = at.pos.as_deref() == Some(position_word(BattlePosition::Set));
    TraceEvent::Spsummon { id: if hidden { 0 } else { id }, at }
}

fn counters(at: At, kind: Counter, change: i8) -> TraceEvent {
    let At { con, loc, seq, .. } = at;
    let (counter, n) = (kind.reference_number(), u32::from(change.unsigned_abs()));
    let seq = seq.unwrap_or(0);
    if change < 0 {
        TraceEvent::RemoveCounter { counter, con, loc, seq, n }
    } else {
        TraceEvent::AddCounter { counter, con, loc, seq, n }
    }
}

fn tossed(player: Player, coins: u8, heads: u8) -> TraceEvent {
    let res = (0..coins).map(|coin| heads >> coin & 1).collect();
    TraceEvent::Coin { p: player.number(), res }
}

/// The word with which the recordings announce a phase; none for steps that they tell otherwise.
const fn announced(phase: Phase) -> Option<&'static str> {
    match phase {
        Phase::Draw => Some("draw"),
        Phase::Standby => Some("standby"),
        Phase::Main1 => Some("main1"),
        Phase::BattleStart => Some("battle_start"),
        Phase::Main2 => Some("main2"),
        Phase::End => Some("end"),
        Phase::Setup | Phase::Battle | Phase::Damage | Phase::BattleEnd => None,
    }
}

fn paid(player: Player, amount: i32) -> TraceEvent {
    TraceEvent::Paylp { p: player.number(), n: amount.into() }
}

fn life_set(player: Player, left: i32) -> TraceEvent {
    TraceEvent::Lpset { p: player.number(), n: left.into() }
}
