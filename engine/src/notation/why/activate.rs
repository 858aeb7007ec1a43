//! Why a card or effect can't be activated now.

use super::super::read::NamedCard;
use super::{WhyLook, WhyReason};
use crate::decision::{Action, DecisionKind, Pointer};
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, NO_CARD, Phase, Player};
use crate::legal::Moment;
use crate::legal::ready::{UsableEffect, limit_key};
use crate::state::{Ctx, batch_state, location_bit_of, turn_bits};
use duelfish_script::{
    Cond, CondId, EffectId, Form, Num, Who, condition_in_words, event_bit, kind, location_bit,
    occasion_in_words,
};

/// How far an activation comes before something forbids it: of several effects the reason of the
/// one that comes farthest is told.
type Ranked = (u8, WhyReason);

impl WhyLook<'_> {
    pub(super) fn no_activation(
        self,
        player: Player,
        card: NamedCard,
        effect: Option<u8>,
    ) -> Option<WhyReason> {
        if player != self.player {
            let text =
                format!("{} can only use own cards, and that is one of {player}", self.player);
            return Some(WhyReason::new(text));
        }
        let cards = self.found(card);
        if cards.is_empty() {
            return Some(self.nothing_there(card));
        }
        let Some(moment) = self.moment() else {
            return Some(self.other_question("cards and effects are activated"));
        };
        let reasons =
            cards.into_iter().filter_map(|card| self.no_activation_of(card, effect, moment));
        reasons.max_by_key(|(rank, _)| *rank).map(|(_, reason)| reason)
    }

    /// The moment that the rules see in what is asked.
    fn moment(self) -> Option<Moment> {
        match self.asked {
            DecisionKind::Idle => Some(Moment::Main),
            DecisionKind::Battle => Some(Moment::Battle),
            DecisionKind::Respond => Some(Moment::from_byte(self.duel.ask().moment())),
            _ => None,
        }
    }

    /// The cards that a text can mean.
    fn found(self, card: NamedCard) -> Vec<CardId> {
        let Self { duel, player, .. } = self;
        match card {
            NamedCard::InZone(location, index) => {
                duel.card_at(Pointer { player, location, index }).into_iter().collect()
            }
            NamedCard::Named(location, code) => {
                let deck;
                let pile = match location {
                    Location::Hand => duel.hand(player),
                    Location::Grave => duel.grave(player),
                    Location::Banished => duel.banished(player),
                    Location::Extra => duel.extra(player),
                    Location::Nowhere
                    | Location::DeckRest
                    | Location::DeckTop
                    | Location::DeckBottom
                    | Location::Monster
                    | Location::Spell
                    | Location::Field
                    | Location::Material
                    | Location::Pendulum => {
                        deck = duel.deck_by_code(player);
                        deck.as_slice()
                    }
                };
                let all = pile.iter().map(|card| CardId(*card));
                all.filter(|card| duel.code(*card) == code).collect()
            }
            NamedCard::Unseen => Vec::new(),
        }
    }

    fn nothing_there(self, card: NamedCard) -> WhyReason {
        let Self { player, .. } = self;
        WhyReason::new(match card {
            NamedCard::InZone(Location::Monster, at) => {
                self.no_monster(player, MonsterZone(at)).text
            }
            NamedCard::InZone(location, at) => {
                format!("{player} has no card in {}", zone_word(location, at))
            }
            NamedCard::Named(location, code) => {
                let name = self.game.cards.name(code);
                format!("{player} has no {name} in the {}", location_word(location))
            }
            NamedCard::Unseen => "a card of the own hand is named: `activate Dark Hole`".to_owned(),
        })
    }

    fn no_activation_of(self, card: CardId, number: Option<u8>, moment: Moment) -> Option<Ranked> {
        let Self { duel, game, player, .. } = self;
        let code = duel.code(card);
        let name = game.cards.name(code);
        let effects: Vec<_> = duel.effects_on(game.cards, card).collect();
        if effects.is_empty() {
            let facts = game.cards.facts(code);
            let text = if facts.is(kind::MONSTER) {
                format!("{name} has no effect that is activated")
            } else {
                format!("{name} is played without its text, so it can't be activated")
            };
            return Some((0, WhyReason::new(text)));
        }
        if let Some(number) = number
            && !effects.iter().any(|(_, effect)| effect.ordinal == number)
        {
            let number = u16::from(number) + 1;
            return Some((
                0,
                WhyReason::new(format!("{name} has no effect with the number {number}")),
            ));
        }
        let mut best: Option<Ranked> = None;
        let wanted = |ordinal: u8| number.is_none_or(|number| number == ordinal);
        for (id, effect) in effects.into_iter().filter(|(_, effect)| wanted(effect.ordinal)) {
            let candidate = UsableEffect { player, card, id, effect };
            if let Some(found) = self.forbidden(candidate, moment)
                && best.as_ref().is_none_or(|(rank, _)| *rank < found.0)
            {
                best = Some(found);
            }
        }
        best
    }

    /// The reason that forbids one effect.
    fn forbidden(self, candidate: UsableEffect<'_>, moment: Moment) -> Option<Ranked> {
        let effect = candidate.effect;
        if effect.form == Form::Offer {
            let text = format!("what {} has left is used with `use`", self.name_of(candidate.card));
            return Some((1, WhyReason::new(text)));
        }
        let at_phase = effect.on.events & event_bit::PHASE != 0;
        if effect.form == Form::Trigger && !at_phase {
            return Some((2, self.not_triggered(candidate, moment)));
        }
        self.wrong_time(candidate, moment)
            .map(|reason| (3, reason))
            .or_else(|| self.wrong_location(candidate).map(|reason| (4, reason)))
            .or_else(|| self.no_occasion(candidate, moment).map(|reason| (5, reason)))
            .or_else(|| self.not_ready(candidate).map(|reason| (6, reason)))
    }

    fn not_triggered(self, candidate: UsableEffect<'_>, moment: Moment) -> WhyReason {
        let name = self.name_of(candidate.card);
        let UsableEffect { card, id, effect, .. } = candidate;
        let waiting = self.duel.pending().iter().find(|w| w.card == card.0 && w.effect == id.0);
        if let (Some(_), Moment::Must | Moment::May) = (waiting, moment) {
            return self.not_ready(candidate).unwrap_or_else(|| {
                WhyReason::new(format!("another effect is asked about before that of {name}"))
            });
        }
        let occasion = occasion_in_words(self.game.cards, effect);
        let from_field = effect.on.from & location_bit_of(Location::Monster) != 0;
        let was_material = self.duel.came_from(card) == Location::Material;
        if from_field && was_material && effect.on.from & location_bit_of(Location::Material) == 0 {
            let text = format!(
                "the effect of {name} is used {occasion}, and an Xyz Material is not on the field"
            );
            return WhyReason::by("SU-08.6", text);
        }
        WhyReason::new(format!(
            "the effect of {name} is used {occasion}, and that has not just happened"
        ))
    }

    /// The kind of the effect does not fit the moment.
    fn wrong_time(self, candidate: UsableEffect<'_>, moment: Moment) -> Option<WhyReason> {
        let Self { duel, game, .. } = self;
        let (effect, name) = (candidate.effect, self.name_of(candidate.card));
        if matches!(moment, Moment::Must | Moment::May) {
            let text = format!(
                "{} is asked about effects that triggered, and {name} did not",
                self.player
            );
            return Some(WhyReason::new(text));
        }
        if (moment == Moment::MustAnswer) != (effect.form == Form::Quick && effect.must) {
            let text = if effect.must {
                format!("the Quick Effect of {name} is mandatory: it answers without being asked")
            } else {
                format!("{} is asked about mandatory Quick Effects", self.player)
            };
            return Some(WhyReason::new(text));
        }
        if moment == Moment::Allowed {
            let text =
                format!("{} is only asked about what an effect allowed for this turn", self.player);
            return Some(WhyReason::new(text));
        }
        let slow = match effect.form {
            Form::Activate => effect.speed < 2 && moment != Moment::Main,
            Form::Ignition => !matches!(moment, Moment::Main | Moment::Priority),
            _ => false,
        };
        if slow {
            let text = format!("{name} is activated only in an open state of the own Main Phase");
            return Some(WhyReason::by("TU-02.3.i", text));
        }
        if duel.fits_the_chain(game, effect) {
            return None;
        }
        let last =
            duel.links().last().map(|link| game.cards.scripts().effect(EffectId(link.effect)));
        let (speed, last) = (effect.speed, last.map_or(0, |last| last.speed));
        let text =
            format!("{name} has Spell Speed {speed}, and the last link of the Chain has {last}");
        Some(WhyReason::by("SU-00.4g", text))
    }

    /// The card does not lie where or how the effect is used from.
    fn wrong_location(self, candidate: UsableEffect<'_>) -> Option<WhyReason> {
        let Self { duel, game, player, .. } = self;
        let UsableEffect { card, effect, .. } = candidate;
        if duel.lies_right(game, candidate) {
            return None;
        }
        let (name, location) = (self.name_of(card), duel.location(card));
        let facts = game.cards.facts(duel.code(card));
        let own_turn = duel.turn_player() == player;
        if effect.form != Form::Activate {
            let text = if effect.from & location_bit_of(location) == 0 {
                format!("the effect of {name} is not used from the {}", location_word(location))
            } else if duel.position(card).is_face_up() {
                format!("the effects of {name} are not on yet")
            } else {
                format!("{name} is face-down")
            };
            return Some(WhyReason::new(text));
        }
        Some(match location {
            Location::Hand if facts.is(kind::TRAP) && effect.from & location_bit::HAND == 0 => {
                WhyReason::new(format!(
                    "{name} is a Trap, which is Set first and activated in a later turn"
                ))
            }
            Location::Hand if !own_turn && !facts.is(kind::TRAP) => WhyReason::new(format!(
                "{player} activates Spells from the hand only on the own turn"
            )),
            Location::Hand if facts.is(kind::PENDULUM) && !game.rules.pendulum_zones => {
                WhyReason::by("DF-30.i", "these rules have no Pendulum Zones".to_owned())
            }
            Location::Hand if facts.is(kind::PENDULUM) => WhyReason::by(
                "CT-02.10i",
                format!("neither Pendulum Zone of {player} is free for {name}"),
            ),
            Location::Hand => {
                WhyReason::by("DF-25", format!("{player} has no free Spell & Trap Zone for {name}"))
            }
            Location::Spell | Location::Field | Location::Pendulum
                if duel.position(card) != BattlePosition::Down =>
            {
                WhyReason::new(format!("{name} is face-up: it is activated already"))
            }
            Location::Spell | Location::Field | Location::Pendulum
                if duel.turn_bits(card) & turn_bits::SET != 0 =>
            {
                let sort = if facts.is(kind::TRAP) { "a Trap" } else { "a Quick-Play Spell" };
                WhyReason::new(format!(
                    "{name} was Set this turn, and {sort} waits until the next one"
                ))
            }
            Location::Spell | Location::Field => {
                let text = format!("{name} is a Spell that is activated only on the own turn");
                WhyReason::by("TU-02.3.i", text)
            }
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Monster
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material
            | Location::Pendulum => WhyReason::new(format!(
                "{name} is not activated from the {}",
                location_word(location)
            )),
        })
    }

    /// The reason if the event that the effect answers has not happened.
    fn no_occasion(self, candidate: UsableEffect<'_>, moment: Moment) -> Option<WhyReason> {
        let Self { duel, game, .. } = self;
        let (effect, name) = (candidate.effect, self.name_of(candidate.card));
        if effect.on.events == 0 {
            let only_answers = moment == Moment::RespondToEvent && !duel.has_responses(game.cards);
            let text = format!(
                "only what answers the event may be activated now, and {name} answers none"
            );
            return only_answers.then(|| WhyReason::new(text));
        }
        if effect.on.events & event_bit::PHASE != 0 {
            let now = moment == Moment::Phase && effect.phase == duel.phase() as u8;
            let occasion = occasion_in_words(game.cards, effect);
            let text = format!("the effect of {name} is used {occasion}");
            return (!now).then(|| WhyReason::new(text));
        }
        let open = matches!(moment, Moment::Main | Moment::Battle | Moment::Phase);
        let mut batches = (1..).zip(duel.batches());
        let happened = !open
            && batches.any(|(number, batch)| {
                batch.state != batch_state::PAST
                    && duel.answers(game.cards, candidate, batch, number)
            });
        if happened {
            return None;
        }
        let occasion = occasion_in_words(game.cards, effect);
        if effect.on.events & event_bit::ATTACK != 0 && duel.attack().attacker != NO_CARD {
            let text = format!(
                "{name} is activated {occasion}, in the first Chain after that, and this is a later \
                 moment of the attack"
            );
            return Some(WhyReason::by("TU-05.4", text));
        }
        let before = (1..).zip(duel.batches()).any(|(number, batch)| {
            batch.state == batch_state::PAST && duel.answers(game.cards, candidate, batch, number)
        });
        if before {
            let text = format!(
                "{name} is activated {occasion}, and that is not the last thing that happened"
            );
            return Some(WhyReason::new(text));
        }
        let text = format!("{name} is activated {occasion}, and that has not just happened");
        Some(WhyReason::new(text))
    }

    /// Condition, limit, cost, targets or body forbid it.
    fn not_ready(self, candidate: UsableEffect<'_>) -> Option<WhyReason> {
        let Self { duel, game, player, .. } = self;
        let UsableEffect { card, effect, .. } = candidate;
        let name = self.name_of(card);
        if !duel.damage_step_allows(&game.rules, effect) {
            return Some(WhyReason::by(
                "BA-29",
                format!("{name} can't be used in the Damage Step"),
            ));
        }
        let batch = self.batch_of(candidate);
        let ctx = Ctx::of_card(player, card).answering(batch);
        if !duel.holds(game.cards, ctx, effect.condition) {
            return Some(self.unmet(candidate, ctx, effect.condition));
        }
        if !duel.is_within_limit(card, effect, candidate.player) {
            let times = limit_key(card, effect).map_or(1, |(_, times)| times);
            let plural = if times == 1 { "once" } else { "often enough" };
            return Some(WhyReason::new(format!("{name} was used {plural} this turn already")));
        }
        match duel.repeats_summon(candidate) {
            Some(again) if again && duel.can_pay_again(game, ctx, effect) => None,
            Some(true) => Some(WhyReason::new(format!("{player} can't pay for {name} once more"))),
            Some(false) => {
                let text = format!("{player} has no further monster that {name} could Summon");
                Some(WhyReason::new(text))
            }
            None if duel.holds(game.cards, ctx, effect.possible) => None,
            None => Some(self.unmet(candidate, ctx, effect.possible)),
        }
    }

    /// The first batch of events that an effect answers; 0 for none.
    fn batch_of(self, candidate: UsableEffect<'_>) -> u8 {
        let Self { duel, game, .. } = self;
        if candidate.effect.on.events == 0 {
            return 0;
        }
        let mut batches = (1_u8..).zip(duel.batches());
        let answered = batches.find(|(number, batch)| {
            batch.state != batch_state::PAST && duel.answers(game.cards, candidate, batch, *number)
        });
        answered.map_or(0, |(number, _)| number)
    }

    /// The part of a condition that is not true, in words.
    fn unmet(self, candidate: UsableEffect<'_>, ctx: Ctx, whole: CondId) -> WhyReason {
        let Self { duel, game, player, .. } = self;
        let (cards, name) = (game.cards, self.name_of(candidate.card));
        let mut part = whole;
        while let Cond::All(a, b) = cards.scripts().cond(part) {
            part = if duel.holds(cards, ctx, a) { b } else { a };
        }
        let words = condition_in_words(cards, duel.code(candidate.card), part);
        let text = match cards.scripts().cond(part) {
            Cond::CanPay(Who::Me, amount) => {
                format!(
                    "{player} can't pay {} Life Points for {name}",
                    duel.number(cards, ctx, amount)
                )
            }
            Cond::Targets(_, least) => {
                let few = match cards.scripts().num(least) {
                    Num::Value(1) => "no card",
                    _ => "too few cards",
                };
                format!("{few} can be targeted: {name} needs that {words}")
            }
            _ => format!("{name} needs that {words}"),
        };
        WhyReason::new(text)
    }

    fn name_of(self, card: CardId) -> String {
        self.game.cards.name(self.duel.code(card)).to_owned()
    }

    /// The reason why an activation is legal.
    pub(super) fn may_activate(self, action: Action) -> WhyReason {
        let card = action.pointer().and_then(|at| self.duel.card_at(at));
        let name = card.map_or_else(|| "the card".to_owned(), |card| self.name_of(card));
        let effect = card.and_then(|card| {
            let mut effects = self.duel.effects_on(self.game.cards, card);
            effects.find(|(_, effect)| effect.ordinal == action.effect())
        });
        let Some((_, effect)) = effect else {
            return WhyReason::new(format!("{name} may be activated"));
        };
        match (effect.on.events, self.duel.phase()) {
            (0, Phase::Main1 | Phase::Main2) if effect.form == Form::Activate => WhyReason::by(
                "TU-02.3.i",
                format!("it is a Main Phase, and all that {name} needs is there"),
            ),
            (0, _) => WhyReason::new(format!(
                "this is a moment for it, and all that {name} needs is there"
            )),
            _ => {
                let occasion = occasion_in_words(self.game.cards, effect);
                WhyReason::new(format!("{name} is used {occasion}, and all that it needs is there"))
            }
        }
    }
}

/// How a text names the zone with this number.
pub(super) fn zone_word(location: Location, zone: u8) -> String {
    match location {
        Location::Monster => MonsterZone(zone).to_string(),
        Location::Spell => format!("S{}", u16::from(zone) + 1),
        // Cards elsewhere are named by name.
        Location::Field
        | Location::Nowhere
        | Location::DeckRest
        | Location::DeckTop
        | Location::DeckBottom
        | Location::Hand
        | Location::Grave
        | Location::Banished
        | Location::Extra
        | Location::Material
        | Location::Pendulum => "the Field Zone".to_owned(),
    }
}

const fn location_word(location: Location) -> &'static str {
    match location {
        Location::Hand => "hand",
        Location::Monster => "Monster Zone",
        Location::Spell => "Spell & Trap Zone",
        Location::Pendulum => "Pendulum Zone",
        Location::Field => "Field Zone",
        Location::Grave => "Graveyard",
        Location::Banished => "banished cards",
        Location::Extra => "Extra Deck",
        Location::Nowhere
        | Location::DeckRest
        | Location::DeckTop
        | Location::DeckBottom
        | Location::Material => "Deck",
    }
}
