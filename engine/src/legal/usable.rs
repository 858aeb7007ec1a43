//! Which effects of cards a player may use by choice at a moment: responses, and in open states whatever
//! else can be activated there.

use super::activate::{Each, Moment, OpenChoice};
use super::ready::UsableEffect;
use crate::decision::Action;
use crate::game::Game;
use crate::ids::{CardId, Location, Player};
use crate::marks::rule;
use crate::state::{Duel, batch_state, location_bit_of, traits, turn_bits};
use duelfish_script::{
    CardScript, EffectId, Events, Form, ModKind, UsedFrom, able, location_bit, used_in,
};

/// The facts that are the same for all cards of a player that are looked at in one search.
#[derive(Clone, Copy)]
struct EffectSearch<'a, 'g> {
    game: &'a Game<'g>,
    player: Player,
    moment: Moment,
    /// The events that can be answered.
    happened: Events,
    /// Whether effects that answer no event may be used.
    free: bool,
    /// The Spell Speed that the Chain asks for; 0 while there is none.
    speed: u8,
}

/// Where and how one card lies.
#[derive(Clone, Copy)]
struct Lie {
    there: u16,
    used_from: UsedFrom,
    on_field: bool,
    face_up: bool,
    /// Another player controls it.
    borrowed: bool,
}

impl Lie {
    /// In the hand all cards lie alike.
    const HAND: Self = Self {
        there: location_bit::HAND,
        used_from: UsedFrom::Hand,
        on_field: false,
        face_up: false,
        borrowed: false,
    };
}

impl Duel {
    /// Shows what the cards of a player can do at a moment, until `each` says no more.
    pub(super) fn each_response(
        &self,
        game: &Game<'_>,
        player: Player,
        moment: Moment,
        each: Each<'_>,
    ) -> bool {
        let search = self.search(game, player, moment);
        if matches!(moment, Moment::Main | Moment::Priority) {
            self.each_slow(&search, each)
        } else {
            self.each_fast(&search, each)
        }
    }

    /// The effects of one card that may be activated at a moment.
    pub(super) fn each_effect(
        &self,
        game: &Game<'_>,
        player: Player,
        card: CardId,
        moment: Moment,
        each: Each<'_>,
    ) -> bool {
        let borrowed = self.controller(card) != player;
        let lie = Lie { borrowed, ..self.lie_of(card) };
        self.each_effect_of(&self.search(game, player, moment), card, lie, each)
    }

    /// Whether a player might have a response on the field, in the hand or elsewhere: quickly told, and
    /// never wrongly no.
    #[inline(never)]
    pub(super) fn may_be_quick(&self, game: &Game<'_>, player: Player) -> bool {
        let happened = self.can_be_answered();
        (self.has_trait(traits::QUICK)
            && UsedFrom::RARE
                .into_iter()
                .any(|location| self.might_respond(location, player, happened)))
            || self
                .quick_spells(player)
                .any(|card| !self.waits_a_turn(card) && self.is_fast(game, player, card, happened))
            || self.borrowed_spells(player).any(|card| self.is_fast(game, player, card, happened))
    }

    #[inline(always)]
    fn search<'a, 'g>(
        &self,
        game: &'a Game<'g>,
        player: Player,
        moment: Moment,
    ) -> EffectSearch<'a, 'g> {
        let last = self.links().last();
        let last = last.map(|link| game.cards.scripts().effect(EffectId(link.effect)));
        EffectSearch {
            game,
            player,
            moment,
            happened: self.can_be_answered(),
            free: moment != Moment::RespondToEvent
                || last.is_some_and(|last| last.form != Form::Trigger),
            speed: last.map_or(0, |last| last.speed),
        }
    }

    /// The events that can be answered now, as bits of `event_bit`.
    fn can_be_answered(&self) -> Events {
        // Old and new ones lie in no order that could be predicted, so none is skipped.
        self.batches().iter().fold(0, |events, batch| {
            events | Events::from(batch.state != batch_state::PAST) << (batch.kind - 1)
        })
    }

    /// Shows quick effects only: most cards need not be looked at.
    fn each_fast(&self, search: &EffectSearch<'_, '_>, each: Each<'_>) -> bool {
        let player = search.player;
        if !self.quick_spells(player).all(|card| {
            self.waits_a_turn(card) || self.each_effect_of(search, card, self.lie_of(card), each)
        }) || !self.each_borrowed(search, each)
        {
            return false;
        }
        if !self.has_trait(traits::QUICK) {
            return true;
        }
        let might = |location| self.might_respond(location, player, search.happened);
        if might(UsedFrom::Hand)
            && !self.hand(player).iter().map(|card| CardId(*card)).all(|card| {
                !self.is_able(card, able::QUICK_SET)
                    || self.each_effect_of(search, card, Lie::HAND, each)
            })
        {
            return false;
        }
        rule!("MO-41", "MO-42");
        if might(UsedFrom::Monster)
            && !self.monsters(player).all(|(_, card)| {
                !self.is_able(card, able::QUICK_UP)
                    || self.each_effect_of(search, card, self.lie_of_monster(card), each)
            })
        {
            return false;
        }
        !might(UsedFrom::Elsewhere) || self.each_elsewhere(search, each)
    }

    /// Shows the effects of the opponent's cards that the player can use.
    #[inline]
    fn each_borrowed(&self, search: &EffectSearch<'_, '_>, each: Each<'_>) -> bool {
        self.borrowed_spells(search.player).all(|card| {
            self.each_effect_of(search, card, Lie { borrowed: true, ..self.lie_of(card) }, each)
        })
    }

    /// Also what can be used in an open state alone.
    fn each_slow(&self, search: &EffectSearch<'_, '_>, each: Each<'_>) -> bool {
        let player = search.player;
        if !self.each_borrowed(search, each) {
            return false;
        }
        if self.has_trait(traits::SPELLS)
            && !self.spell_cards(player).all(|card| {
                !self.is_used_in(card, used_in::SPELLS)
                    || self.each_effect_of(search, card, self.lie_of(card), each)
            })
        {
            return false;
        }
        // Whether cards that lie there might be used at all.
        let might = |location, trait_bits| {
            self.has_trait(trait_bits)
                || (self.has_trait(traits::QUICK)
                    && self.might_respond(location, player, search.happened))
        };
        let spells = if search.moment == Moment::Main { traits::SPELLS } else { 0 };
        if might(UsedFrom::Hand, traits::IGNITION | spells)
            && !self.hand(player).iter().map(|card| CardId(*card)).all(|card| {
                !self.is_used_in(card, used_in::HAND)
                    || self.each_effect_of(search, card, Lie::HAND, each)
            })
        {
            return false;
        }
        rule!("MO-41", "MO-42", "TU-02.3.i");
        if might(UsedFrom::Monster, traits::IGNITION)
            && !self.monsters(player).all(|(_, card)| {
                !self.is_used_in(card, used_in::MONSTERS)
                    || self.each_effect_of(search, card, self.lie_of_monster(card), each)
            })
        {
            return false;
        }
        !might(UsedFrom::Elsewhere, traits::USED_ELSEWHERE) || self.each_elsewhere(search, each)
    }

    fn each_elsewhere(&self, search: &EffectSearch<'_, '_>, each: Each<'_>) -> bool {
        let piles = self.grave(search.player).iter().chain(self.banished(search.player));
        piles.map(|card| CardId(*card)).all(|card| {
            !self.is_used_in(card, used_in::ELSEWHERE)
                || self.each_effect_of(search, card, self.lie_of(card), each)
        })
    }

    #[inline]
    fn lie_of_monster(&self, card: CardId) -> Lie {
        Lie {
            there: location_bit::MONSTER,
            used_from: UsedFrom::Monster,
            on_field: true,
            face_up: self.position(card).is_face_up(),
            borrowed: false,
        }
    }

    /// Where and how any card lies.
    #[inline]
    fn lie_of(&self, card: CardId) -> Lie {
        let location = self.location(card);
        let face_up = self.position(card).is_face_up();
        let used_from = match location {
            Location::Monster => UsedFrom::Monster,
            Location::Hand => UsedFrom::Hand,
            Location::Spell | Location::Field | Location::Pendulum if face_up => UsedFrom::Up,
            Location::Spell | Location::Field | Location::Pendulum => UsedFrom::Set,
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material => UsedFrom::Elsewhere,
        };
        Lie {
            there: location_bit_of(location),
            used_from,
            on_field: location.is_on_field(),
            face_up,
            borrowed: false,
        }
    }

    /// Whether a quick Spell or Trap was Set this turn, so that it can't be activated yet.
    #[inline]
    fn waits_a_turn(&self, card: CardId) -> bool {
        !self.position(card).is_face_up() && self.turn_bits(card) & turn_bits::SET != 0
    }

    /// Whether a quick Spell or Trap on the field might be used in response now.
    #[inline]
    fn is_fast(&self, game: &Game<'_>, player: Player, card: CardId, happened: Events) -> bool {
        let from = if self.position(card).is_face_up() { UsedFrom::Up } else { UsedFrom::Set };
        let own_turn = player == self.turn_player();
        let script = game.cards.scripts().card(self.code(card));
        script.is_some_and(|script| {
            script.response(from).is_possible(own_turn, self.phase(), happened)
        })
    }

    /// The effects of one card that may be used.
    #[inline]
    fn each_effect_of(
        &self,
        search: &EffectSearch<'_, '_>,
        card: CardId,
        lie: Lie,
        each: Each<'_>,
    ) -> bool {
        if let Some(own) = search.game.cards.scripts().card(self.code(card))
            && !self.each_effect_in(search, own, card, lie, each)
        {
            return false;
        }
        !self.has_mod(ModKind::HasEffectsOf) || self.each_taken_effect(search, card, lie, each)
    }

    /// The same for those that a monster has taken over, which few have.
    #[inline(never)]
    fn each_taken_effect(
        &self,
        search: &EffectSearch<'_, '_>,
        card: CardId,
        lie: Lie,
        each: Each<'_>,
    ) -> bool {
        self.all_taken(search.game.cards, card, |script| {
            self.each_effect_in(search, script, card, lie, each)
        })
    }

    #[inline(always)]
    fn each_effect_in(
        &self,
        search: &EffectSearch<'_, '_>,
        script: &CardScript,
        card: CardId,
        lie: Lie,
        each: Each<'_>,
    ) -> bool {
        let slow = match search.moment {
            Moment::Main => script.used_from,
            Moment::Priority => script.slow_from,
            _ => 0,
        };
        if slow & lie.there == 0 {
            let own_turn = search.player == self.turn_player();
            let response = script.response(lie.used_from);
            if script.used_from & lie.there == 0
                || !response.is_possible(own_turn, self.phase(), search.happened)
            {
                return true;
            }
        }
        for (id, effect) in search.game.cards.scripts().effects_in(script) {
            let mandatory = search.moment == Moment::MustAnswer;
            let fits = match effect.form {
                Form::Activate => {
                    // A Spell that is no Quick-Play Spell begins a Chain or is not used.
                    (effect.speed > 1 && !mandatory)
                        || (search.moment == Moment::Main && search.speed == 0)
                }
                Form::Quick => effect.must == mandatory,
                Form::Ignition => matches!(search.moment, Moment::Main | Moment::Priority),
                _ => false,
            };
            // On the field a face-up card was activated already, and a face-down one is not used without
            // that, unless its effect says so.
            let activates = effect.form == Form::Activate || effect.face_down;
            let lies = !lie.on_field || lie.face_up != activates;
            if fits
                && lies
                && (!lie.borrowed || effect.by_either)
                && effect.speed >= search.speed
                && !self.each_occasion(
                    search,
                    UsableEffect { player: search.player, card, id, effect },
                    each,
                )
            {
                return false;
            }
        }
        true
    }

    /// The occasions on which an effect may be activated: once, or once for each event.
    #[inline(always)]
    fn each_occasion(
        &self,
        search: &EffectSearch<'_, '_>,
        candidate: UsableEffect<'_>,
        each: Each<'_>,
    ) -> bool {
        let UsableEffect { card, id, effect, .. } = candidate;
        let mut offer = |batch: u8, copy: u8| {
            let action = Action::activate(self.pointer_to(card), effect.ordinal, copy);
            each(action, OpenChoice::Effect { card, effect: id, batch, pending: 0 })
        };
        if effect.on.events == 0 {
            return !search.free || !self.is_ready(search.game, candidate, 0) || offer(0, 0);
        }
        let root = if search.moment == Moment::MustAnswer {
            self.batch_of_mandatory_link(search.game.cards)
        } else {
            0
        };
        if (effect.on.events & search.happened == 0 && root == 0)
            || matches!(search.moment, Moment::Main | Moment::Battle | Moment::Phase)
        {
            return true;
        }
        let mandatory = search.moment == Moment::MustAnswer;
        let mut copy = 0;
        for (at, batch) in self.batches().iter().enumerate() {
            let number = at as u8 + 1;
            if !(mandatory && self.has_answered(card, id, number))
                && (batch.state != batch_state::PAST || number == root)
                && self.answers(search.game.cards, candidate, batch, number)
                && self.is_ready(search.game, candidate, number)
            {
                if !offer(number, copy) {
                    return false;
                }
                copy += 1;
            }
        }
        true
    }
}
