//! A player's view of a duel.
//!
//! A [`View`] borrows the duel and shows only what its player may see; it has no card ids, and no
//! method that tells what a hidden card is. A bot gets views and never the duel, so it can't cheat.
//! A judge's view hides nothing: it is for records, position files and comparison with other
//! engines.

mod asking;
mod seen;
mod text;

use crate::decision::{Action, Actions, ChoiceKey, Decision, DecisionKind, Pointer};
use crate::duel::DeckList;
use crate::event::{PublicSpot, Spot};
use crate::game::Game;
use crate::ids::{BattlePosition, CardId, Location, MonsterZone, NO_CARD, Phase, Player};
use crate::marks::{rule, rule_if};
use crate::outcome::Outcome;
use crate::queries::Finder;
use crate::state::{Dealer, Duel, Inconsistent, status_bits, turn_bits, when};
use duelfish_script::{CardCode, Effect, EffectId};

pub use asking::Asking;
pub use seen::{LinkView, MonsterView, SpellView, Values};
pub(crate) use text::zones;

/// The one who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Eye {
    Player(Player),
    Judge,
}

/// A duel as one player sees it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    duel: &'a Duel,
    game: &'a Game<'a>,
    eye: Eye,
}

impl Duel {
    /// The duel as a player sees it.
    #[must_use]
    pub const fn view<'a>(&'a self, game: &'a Game<'a>, player: Player) -> View<'a> {
        View { duel: self, game, eye: Eye::Player(player) }
    }

    /// The duel with nothing hidden. Not for players.
    #[must_use]
    pub const fn judge_view<'a>(&'a self, game: &'a Game<'a>) -> View<'a> {
        View { duel: self, game, eye: Eye::Judge }
    }
}

impl<'a> View<'a> {
    /// The player whose view this is; none for a judge.
    #[must_use]
    pub const fn player(&self) -> Option<Player> {
        match self.eye {
            Eye::Player(player) => Some(player),
            Eye::Judge => None,
        }
    }

    /// Rules and card table of the duel.
    #[must_use]
    pub const fn game(&self) -> &'a Game<'a> {
        self.game
    }

    /// Number of the turn, from 1.
    #[must_use]
    pub const fn turn(&self) -> u16 {
        self.duel.turn()
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn_player(&self) -> Player {
        self.duel.turn_player()
    }

    /// The phase, or the step of the Battle Phase.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.duel.phase()
    }

    /// How the duel ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.duel.outcome()
    }

    /// A player's Life Points.
    #[must_use]
    pub const fn lp(&self, player: Player) -> i32 {
        self.duel.lp(player)
    }

    /// Cards in a player's Deck: public (DF-56), unlike which they are (DF-52, DF-55).
    #[must_use]
    pub fn deck_count(&self, player: Player) -> u8 {
        rule!("DF-56", "DF-52", "DF-55");
        self.duel.deck_count(player)
    }

    /// Cards in a player's hand: public (DF-69), unlike which they are (DF-67).
    #[must_use]
    pub fn hand_count(&self, player: Player) -> usize {
        rule!("DF-69");
        self.duel.hand(player).len()
    }

    /// Cards in a player's Extra Deck (DF-63).
    #[must_use]
    pub fn extra_count(&self, player: Player) -> usize {
        self.duel.extra(player).len()
    }

    /// Normal Summons and Sets that a player has used this turn.
    #[must_use]
    pub const fn normal_summons_used(&self, player: Player) -> u8 {
        self.duel.normal_summons_used(player)
    }

    /// Whether a player has Normal Summoned one monster more this turn, which an effect allowed.
    #[must_use]
    pub const fn used_one_more_summon(&self, player: Player) -> bool {
        self.duel.used_one_more_summon(player)
    }

    /// Whether a player has Pendulum Summoned this turn, or has chosen a monster for that. Whether more could be
    /// chosen is for that player alone to know.
    #[must_use]
    pub fn used_pendulum_summon(&self, player: Player) -> bool {
        self.duel.used_pendulum_summon(player)
            || self.duel.has_begun_pendulum_summon(self.game, player)
    }

    /// The face-up cards of a player's Extra Deck, in their order there: public (DF-65).
    pub fn open_extra(&self, player: Player) -> impl Iterator<Item = CardCode> + 'a {
        rule!("DF-65");
        let duel = self.duel;
        let all = duel.extra(player).iter().map(|card| CardId(*card));
        let open = all.filter(move |card| duel.position(*card).is_face_up());
        open.map(move |card| duel.code(card))
    }

    /// The cards of a hand, if this player may look at it: ordinals are those of the actions. An
    /// opponent's hand is empty here; see [`View::hand_count`] and [`View::known_in_hand`].
    pub fn hand(&self, player: Player) -> impl ExactSizeIterator<Item = CardCode> + 'a {
        let duel = self.duel;
        let hand = if self.sees_all_of(player) { duel.hand(player) } else { &[] };
        hand.iter().map(|card| duel.code(CardId(*card)))
    }

    /// The cards that this player knows to be among the opponent's hand and the cards that the
    /// opponent has Set from it since, sorted by card code.
    #[must_use]
    pub fn known_in_hand(&self, player: Player) -> Vec<CardCode> {
        let mut known: Vec<CardCode> =
            self.duel.known_in_hand(player).map(|card| self.duel.code(card)).collect();
        known.sort_unstable();
        known
    }

    /// The monster in a zone.
    #[must_use]
    pub fn monster(&self, player: Player, zone: MonsterZone) -> Option<MonsterView> {
        self.duel.monster(player, zone).map(|card| self.monster_view(player, zone, card))
    }

    #[inline]
    fn monster_view(&self, player: Player, zone: MonsterZone, card: CardId) -> MonsterView {
        let known = self.knows(card);
        rule_if!(!known, "BP-11", "CT-01.8f.ii");
        rule_if!(known && self.duel.position(card) == BattlePosition::Set, "BP-12");
        let derived = self.duel.derived(player, zone);
        let bits = self.duel.turn_bits(card);
        MonsterView {
            code: known.then(|| self.duel.code(card)),
            position: self.duel.position(card),
            values: known.then_some(Values {
                atk: derived.atk,
                def: derived.def,
                level: derived.level,
            }),
            owner: self.duel.owner(card),
            summoned_this_turn: bits & turn_bits::SUMMONED != 0,
            summoned_by_other: bits & turn_bits::SUMMONED_BY_OTHER != 0,
            set_this_turn: bits & turn_bits::SET != 0,
            repositioned: bits & turn_bits::REPOSITIONED != 0,
            flipped_this_turn: bits & turn_bits::FLIPPED != 0,
            proper: known && self.duel.has_status(card, status_bits::PROPER),
            attacked: bits & turn_bits::ATTACKED != 0,
            battled: bits & turn_bits::BATTLED != 0,
            negated: self.duel.has_status(card, status_bits::NEGATED),
            made_tuner: self.duel.is_made_tuner(self.game.cards, card),
            counters: self.duel.counters_on(card),
            turns_in_place: self.duel.turns_in_place(card),
        }
    }

    /// The Xyz Materials of the monster in a zone, in the order in which they were attached; they are public.
    pub fn materials(
        &self,
        player: Player,
        zone: MonsterZone,
    ) -> impl Iterator<Item = CardCode> + 'a {
        let duel = self.duel;
        let host = duel.monster(player, zone);
        let all = duel.materials(player).iter().map(|card| CardId(*card));
        let attached = all.filter(move |card| host.is_some() && duel.host(*card) == host);
        attached.map(move |card| duel.code(card))
    }

    /// The zone of the monster to which the card at a place is attached, and its number among the cards
    /// attached there, from 0.
    #[must_use]
    pub fn host_of_material(&self, at: Pointer) -> Option<(MonsterZone, u8)> {
        let card = self.duel.card_at(at).filter(|_| at.location == Location::Material)?;
        let host = self.duel.host(card)?;
        let nth = self.duel.materials_of(host).iter().position(|other| *other == card)?;
        Some((MonsterZone(self.duel.zone(host)), nth as u8))
    }

    /// A player's monsters with their zones, ascending.
    #[inline]
    pub fn monsters(
        &self,
        player: Player,
    ) -> impl Iterator<Item = (MonsterZone, MonsterView)> + 'a {
        let view = *self;
        let occupied = self.duel.monsters(player);
        occupied.map(move |(zone, card)| (zone, view.monster_view(player, zone, card)))
    }

    /// The card whose name an effect gave to the monster in a zone, if one did.
    #[must_use]
    pub fn renamed(&self, player: Player, zone: MonsterZone) -> Option<CardCode> {
        let card = self.duel.monster(player, zone)?;
        self.duel.renamed(self.game.cards, card).filter(|_| self.duel.position(card).is_face_up())
    }

    /// The Monster Zones that an effect keeps a player from using, ascending: both players see
    /// which were chosen.
    pub fn unusable_zones(&self, player: Player) -> impl Iterator<Item = MonsterZone> + use<> {
        let zones = self.duel.unusable_zones(player);
        (0..MonsterZone::ALL).filter(move |zone| zones >> zone & 1 == 1).map(MonsterZone)
    }

    /// The card in a Spell & Trap Zone, numbered from 0.
    #[must_use]
    pub fn spell(&self, player: Player, zone: u8) -> Option<SpellView> {
        if zone >= 5 {
            return None;
        }
        self.duel.spell(player, zone).map(|card| self.spell_view(card))
    }

    /// The card in the Field Zone.
    #[must_use]
    pub fn field(&self, player: Player) -> Option<SpellView> {
        self.duel.field(player).map(|card| self.spell_view(card))
    }

    /// A player's cards in Spell & Trap Zones with their zones, ascending.
    #[inline]
    pub fn spells(&self, player: Player) -> impl Iterator<Item = (u8, SpellView)> + use<'a> {
        let view = *self;
        let zones = (0..).zip(self.duel.spell_row(player));
        let occupied = zones.filter(|(_, card)| **card != NO_CARD);
        occupied.map(move |(zone, card)| (zone, view.spell_view(CardId(*card))))
    }

    /// The Spell & Trap Zones of the cards that are equipped to the monster in a zone: the
    /// players' in seat order, the zones ascending.
    pub fn equips(
        &self,
        player: Player,
        zone: MonsterZone,
    ) -> impl Iterator<Item = (Player, u8)> + 'a {
        let view = *self;
        Player::BOTH.into_iter().flat_map(move |owner| {
            let equipped =
                view.spells(owner).filter(move |(_, card)| card.host == Some((player, zone)));
            equipped.map(move |(at, _)| (owner, at))
        })
    }

    /// The links of the Chain, the first one first; empty while there is none.
    pub fn chain(&self) -> impl ExactSizeIterator<Item = LinkView> + 'a {
        let game = self.game;
        self.duel.links().iter().map(move |link| {
            let effect = game.cards.scripts().effect(EffectId(link.effect));
            let spot = Spot {
                player: Player::of_bit(link.player),
                location: Location::from_byte(link.location),
                zone: link.zone,
                position: BattlePosition::Up,
            };
            LinkView {
                player: Player::of_bit(link.player),
                code: effect.code,
                effect: effect.ordinal,
                spot: PublicSpot::from(spot),
            }
        })
    }

    /// The cards whose effects allow a player something for the rest of the turn, in the order of
    /// the numbers of [`Action::use_allowed`]; none for numbers that are the other player's.
    pub fn allowances(&self, player: Player) -> impl Iterator<Item = Option<CardCode>> + 'a {
        let view = *self;
        let all = (0..).zip(view.duel.delayed());
        all.map(move |(at, delayed)| {
            view.allowance(at).filter(|_| delayed.player == player.number())
        })
    }

    /// The card whose effect allows what [`Action::use_allowed`] uses with this number.
    #[must_use]
    pub fn allowance(&self, number: u8) -> Option<CardCode> {
        let delayed = self.duel.delayed().get(usize::from(number))?;
        (delayed.program != 0)
            .then(|| self.game.cards.scripts().effect(EffectId(delayed.program)).code)
    }

    /// The card of which what [`Action::use_allowed`] uses with this number has become something of its
    /// own, where it lies.
    #[must_use]
    pub fn allowance_of_card(&self, number: u8) -> Option<Pointer> {
        let delayed = self.duel.delayed().get(usize::from(number))?;
        let card = self.duel.planned_cards(delayed).iter().next()?;
        (delayed.when == when::PLANNED_ON_CARDS).then(|| self.duel.pointer_to(CardId(card)))
    }

    /// The card code of the card at a place, if this eye may know it.
    #[must_use]
    pub fn pointed_at(&self, at: Pointer) -> Option<CardCode> {
        self.code_at(at, self.duel.card_at(at)?)
    }

    /// As [`View::pointed_at`], to be asked of many places.
    pub fn reader(&self) -> impl FnMut(Pointer) -> Option<CardCode> + use<'a> {
        let (view, mut finder) = (*self, Finder::default());
        move |at| view.code_at(at, finder.card_at(view.duel, at)?)
    }

    fn code_at(&self, at: Pointer, card: CardId) -> Option<CardCode> {
        let searches = at.location == Location::DeckRest
            && self.player() == Some(at.player)
            && self.decision().is_some_and(|decision| decision.kind == DecisionKind::Card);
        // A player who searches the own Deck sees all of its cards.
        if searches { Some(self.duel.code(card)) } else { self.identity(card) }
    }

    /// The effect with this number of the card at a place, if this eye may know what the card is: an effect
    /// of its own, or one that it has taken over from another card.
    #[must_use]
    pub fn effect_at(&self, at: Pointer, number: u8) -> Option<(EffectId, &'a Effect)> {
        self.pointed_at(at)?;
        let card = self.duel.card_at(at)?;
        let mut effects = self.duel.effects_on(self.game.cards, card);
        effects.find(|(_, effect)| effect.ordinal == number)
    }

    /// The cards on top of a Deck as far as this eye knows them, the next one first: none for a
    /// card that only somebody else has looked at. Empty when nothing is known.
    #[must_use]
    pub fn known_top(&self, player: Player) -> Vec<Option<CardCode>> {
        let cards = self.duel.deck_top(player).iter().rev();
        let mut top: Vec<Option<CardCode>> =
            cards.map(|card| self.identity(CardId(*card))).collect();
        let known = top.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        top.truncate(known);
        top
    }

    /// A player's Graveyard, oldest first: public (DF-47).
    pub fn grave(&self, player: Player) -> impl ExactSizeIterator<Item = CardCode> + 'a {
        let duel = self.duel;
        rule_if!(!duel.grave(player).is_empty(), "DF-47", "DF-48");
        duel.grave(player).iter().map(|card| duel.code(CardId(*card)))
    }

    /// A player's banished cards, oldest first; none for a face-down one that is not this
    /// player's (DF-77, DF-82).
    pub fn banished(&self, player: Player) -> impl ExactSizeIterator<Item = Option<CardCode>> + 'a {
        let view = *self;
        rule_if!(!view.duel.banished(player).is_empty(), "DF-75", "DF-77.i", "DF-77.ii", "DF-82");
        view.duel.banished(player).iter().map(move |card| view.identity(CardId(*card)))
    }

    /// How a player's banished cards lie, oldest first: [`BattlePosition::Down`] is face-down (DF-82). A monster that is
    /// banished for a time only still has the battle position that it had.
    pub fn banished_positions(
        &self,
        player: Player,
    ) -> impl ExactSizeIterator<Item = BattlePosition> + 'a {
        let duel = self.duel;
        duel.banished(player).iter().map(|card| duel.position(CardId(*card)))
    }

    /// A player's Extra Deck; none for a face-down card that is not this player's (DF-60, DF-62).
    pub fn extra(&self, player: Player) -> impl ExactSizeIterator<Item = Option<CardCode>> + 'a {
        let view = *self;
        view.duel.extra(player).iter().map(move |card| view.identity(CardId(*card)))
    }

    /// The parts of a Deck as a judge knows them: the fixed top (next card first), the unordered
    /// rest sorted by card code, the fixed bottom (next card first). Empty for players (DF-55).
    #[must_use]
    pub fn deck(&self, player: Player) -> [Vec<CardCode>; 3] {
        if self.eye != Eye::Judge {
            return [const { Vec::new() }; 3];
        }
        let codes = |cards: &[u8]| -> Vec<CardCode> {
            cards.iter().rev().map(|card| self.duel.code(CardId(*card))).collect()
        };
        let mut rest = codes(self.duel.deck_rest(player));
        rest.sort_unstable();
        [codes(self.duel.deck_top(player)), rest, codes(self.duel.deck_bottom(player))]
    }

    /// The player who is asked; none when the duel is over.
    #[must_use]
    pub fn asked(&self) -> Option<Player> {
        self.duel.decision().map(|decision| decision.player)
    }

    /// The open decision, if it is this player who is asked. It is hidden from the other player, because
    /// its kind (a Tribute, say, and not yet a zone) tells of the hand.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.duel.decision().filter(|decision| self.sees_all_of(decision.player))
    }

    /// Fills `actions` with the legal answers, if it is this player who is asked.
    pub fn legal_actions(&self, actions: &mut Actions) {
        actions.clear();
        if self.decision().is_some() {
            self.duel.legal_actions(self.game, actions);
        }
    }

    /// The readable form of an action of this player; "?" for a card of the other one's hand.
    #[must_use]
    pub fn describe(&self, action: Action) -> String {
        if self.may_read(action) { self.duel.describe(self.game, action) } else { "?".to_owned() }
    }

    /// The meaning of an action of this player without the copy that does it. Actions with a card
    /// of the other player's hand all mean the same.
    #[must_use]
    pub fn choice_key(&self, action: Action) -> ChoiceKey {
        if self.may_read(action) { self.duel.choice_key(action) } else { ChoiceKey(u32::MAX) }
    }

    /// Deals worlds: duels that this player can't tell from the true one. The opponent's Deck is known,
    /// as in a match, or guessed: then the worlds have the cards of that list where the true ones are.
    /// A judge knows all but what the unordered rest of a Deck will bring.
    ///
    /// ```
    /// use duelfish_engine::{DeckList, Duel, Game, Player, Rules, Streams};
    /// # use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let cards = duelfish_cards::catalogue();
    /// let game = Game::new(Rules::MR5, cards);
    /// let [elf, ox] = ["Mystical Elf", "Battle Ox"].map(|name| cards.by_name(name).unwrap());
    /// let deck = [vec![elf; 20], vec![ox; 20]].concat();
    /// let list = DeckList { main: &deck, extra: &[] };
    /// let duel = Duel::start(&game, [list, list], &mut Streams::new(1, [0, 1]), &mut ()).unwrap();
    ///
    /// let view = duel.view(&game, Player::FIRST);
    /// let dealer = view.dealer(None).unwrap();
    /// let (mut world, mut rng) = (duel, ChaCha8Rng::seed_from_u64(1));
    /// dealer.deal(&game, &mut rng, &mut world);
    /// assert_eq!(world.view(&game, Player::FIRST).to_string(), view.to_string());
    /// ```
    ///
    /// # Errors
    /// Fails if the guessed Deck can't be the opponent's.
    pub fn dealer(&self, guess: Option<DeckList<'_>>) -> Result<Dealer, Inconsistent> {
        Dealer::new(self.duel, self.game, self.player(), guess)
    }

    /// Whether this eye may know what an action means. An ordinal names a card in the hand of the
    /// player who is asked, and a pointer may name a card in a hand or a Deck.
    fn may_read(&self, action: Action) -> bool {
        let named = action.pointer().is_some_and(|at| {
            !matches!(
                at.location,
                Location::Monster
                    | Location::Spell
                    | Location::Field
                    | Location::Pendulum
                    | Location::Grave
                    | Location::Material
            )
        });
        self.decision().is_some() || (action.ordinal().is_none() && !named)
    }

    /// Whether this eye sees everything that `player` sees.
    fn sees_all_of(&self, player: Player) -> bool {
        match self.eye {
            Eye::Judge => true,
            Eye::Player(me) => me == player,
        }
    }

    #[inline]
    fn spell_view(&self, card: CardId) -> SpellView {
        let host = self.duel.host(card);
        SpellView {
            code: self.identity(card),
            face_up: self.duel.position(card).is_face_up(),
            scale: (self.duel.location(card) == Location::Pendulum)
                .then(|| self.duel.scale_of(self.game.cards, card)),
            host: host.map(|host| (self.duel.controller(host), MonsterZone(self.duel.zone(host)))),
            owner: self.duel.owner(card),
            set_this_turn: self.duel.turn_bits(card) & turn_bits::SET != 0,
            negated: self.duel.has_status(card, status_bits::NEGATED),
            counters: self.duel.counters_on(card),
            turns_in_place: self.duel.turns_in_place(card),
        }
    }

    fn knows(&self, card: CardId) -> bool {
        match self.eye {
            Eye::Judge => true,
            Eye::Player(me) => self.duel.knows(me, card),
        }
    }

    fn identity(&self, card: CardId) -> Option<CardCode> {
        self.knows(card).then(|| self.duel.code(card))
    }

    /// The name of a card, or what stands for one that isn't known.
    fn name(&self, code: Option<CardCode>) -> &'a str {
        code.map_or("(face-down)", |code| self.game.cards.name(code))
    }
}
