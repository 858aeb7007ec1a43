//! Starting a duel, answering its decisions, and the loop that runs its suspended procedures.

use crate::chance::Chance;
#[cfg(debug_assertions)]
use crate::chance::{AnyChance, DynChance};
use crate::decision::{Action, Actions, Decision, DecisionKind};
use crate::game::Game;
use crate::ids::{BattlePosition, CardId, Location, Phase, Player};
use crate::limits::{MAX_EXTRA_DECK, MAX_MAIN_DECK};
use crate::marks::rule;
use crate::outcome::{Limit, Outcome};
use crate::procedures::{
    battle, chain, control, equip_monster, flip_summon, gemini_summon, grave_order, hand_limit,
    homeless_traps, lay_back, one_type, own_summon, phase_check, program, replace, return_to_field,
    special_summon, spell_set, stay, summon, swap, turn, unusable_zones, window,
};
use crate::run::{Flow, Run};
use crate::state::{Arrival, Ask, Duel, Frame, Procedure};
use crate::witness::Witness;
#[cfg(debug_assertions)]
use crate::witness::{AnyWitness, DynWitness};
use duelfish_script::CardCode;

/// The cards that a player brings: card codes in any order, which the duel forgets.
#[derive(Clone, Copy, Debug)]
pub struct DeckList<'a> {
    /// The Main Deck.
    pub main: &'a [CardCode],
    /// The Extra Deck.
    pub extra: &'a [CardCode],
}

/// Why a duel can't be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// More cards than a duel holds.
    #[error("{player}'s {what} has {count} cards; a duel holds {most}")]
    TooManyCards {
        /// Whose.
        player: Player,
        /// Which Deck.
        what: &'static str,
        /// How many cards it has.
        count: usize,
        /// How many fit.
        most: usize,
    },
    /// A card that rules and pool can't play yet.
    #[error("{player}'s deck has {name}, which the card pool does not support")]
    Unsupported {
        /// Whose.
        player: Player,
        /// The card's name.
        name: String,
    },
    /// A card of an Extra Deck where the rules know Fusion Monsters only.
    #[error(
        "{player}'s Extra Deck has {name}, which is no Fusion Monster: these rules know no others"
    )]
    NoFusion {
        /// Whose.
        player: Player,
        /// The card's name.
        name: String,
    },
    /// A code that another catalogue made. Its row would be another card here, or none.
    #[error(
        "{0}'s deck was made with another catalogue of cards; make it with the one of the game"
    )]
    OtherTable(Player),
    /// The table has other card texts than the rules play.
    #[error("these rules play other card texts than the cards were loaded with; use `Game::new`")]
    Texts,
}

/// Both decks on the table, shuffled, before any card is drawn: what all duels between two decks
/// begin with, made once.
#[derive(Clone, Copy, Debug)]
pub struct Opening(Duel);

impl Opening {
    /// Puts both players' decks on the table.
    ///
    /// # Errors
    /// Fails when a deck is too large or holds a card that can't be played from its facts.
    pub fn new(game: &Game<'_>, decks: [DeckList<'_>; 2]) -> Result<Self, SetupError> {
        Duel::with_decks(game, decks).map(Self)
    }

    /// Begins a duel: draws the opening hands and goes on to the first decision. The game must be
    /// the one that the opening was made for.
    #[inline]
    pub fn start<C: Chance, W: Witness>(
        &self,
        game: &Game<'_>,
        chance: &mut C,
        witness: &mut W,
    ) -> Duel {
        let mut duel = self.0;
        duel.begin(game, chance, witness);
        duel
    }
}

/// The ways in which a duel goes on.
#[derive(Clone, Copy, Debug)]
enum Entrance {
    /// From the phase that the table is set up for.
    Begin,
    /// From the answer that was just given.
    Advance,
}

/// Runs a duel to its next decision, or to its end.
///
/// A release build compiles the rules anew for every pair of a chance and a witness, so that a rollout without
/// a witness pays nothing.
#[cfg(not(debug_assertions))]
#[inline]
fn run<C: Chance, W: Witness>(
    entrance: Entrance,
    game: &Game<'_>,
    duel: &mut Duel,
    chance: &mut C,
    witness: &mut W,
) {
    Run::new(game, duel, chance, witness).run_from(entrance);
}

/// Runs a duel to its next decision, or to its end.
///
/// There are a score of pairs of a chance and a witness in the tests and tools of this workspace, and each would
/// cost a debug build half a minute. So it compiles the rules twice, with and without a journal, for any chance
/// and any witness.
#[cfg(debug_assertions)]
fn run<C: Chance, W: Witness>(
    entrance: Entrance,
    game: &Game<'_>,
    duel: &mut Duel,
    chance: &mut C,
    witness: &mut W,
) {
    run_any(entrance, W::JOURNALS, game, duel, chance, witness);
}

/// The rules for any chance and any witness. It has no type parameter, so it is compiled with this crate and not
/// with those that call it.
#[cfg(debug_assertions)]
fn run_any(
    entrance: Entrance,
    journals: bool,
    game: &Game<'_>,
    duel: &mut Duel,
    chance: &mut dyn DynChance,
    witness: &mut dyn DynWitness,
) {
    let chance = &mut AnyChance(chance);
    if journals {
        Run::new(game, duel, chance, &mut AnyWitness::<true>(witness)).run_from(entrance);
    } else {
        Run::new(game, duel, chance, &mut AnyWitness::<false>(witness)).run_from(entrance);
    }
}

impl Duel {
    /// Sets up a duel, draws the opening hands and goes on to the first decision. For many duels
    /// between the same decks an [`Opening`] is faster.
    ///
    /// # Errors
    /// Fails when a deck is too large or holds a card that can't be played from its facts.
    pub fn start<C: Chance, W: Witness>(
        game: &Game<'_>,
        decks: [DeckList<'_>; 2],
        chance: &mut C,
        witness: &mut W,
    ) -> Result<Self, SetupError> {
        let mut duel = Self::with_decks(game, decks)?;
        duel.begin(game, chance, witness);
        Ok(duel)
    }

    /// Makes a table that was set up card by card ready: what its cards can do is noted, and what
    /// those that lie face-up do is on.
    pub(crate) fn prepare(&mut self, game: &Game<'_>) {
        for card in (0..self.cards_used()).map(CardId) {
            self.note_traits(game.cards, card);
        }
        self.note_rules(&game.rules);
        for card in (0..self.cards_used()).map(CardId) {
            if self.is_on_field(card) && self.position(card).is_face_up() {
                self.enable_card(&mut (), game.cards, card);
            }
        }
        self.refresh(&mut (), game.cards);
    }

    /// Goes on from the phase that the table is set up for to the first decision. The set-up
    /// itself draws the opening hands.
    pub(crate) fn begin<C: Chance, W: Witness>(
        &mut self,
        game: &Game<'_>,
        chance: &mut C,
        witness: &mut W,
    ) {
        run(Entrance::Begin, game, self, chance, witness);
    }

    /// A table with both decks, shuffled, before any card is drawn.
    fn with_decks(game: &Game<'_>, decks: [DeckList<'_>; 2]) -> Result<Self, SetupError> {
        if !game.cards.has_texts(game.rules.texts) {
            return Err(SetupError::Texts);
        }
        let mut duel = Self::empty(game.cards);
        for (player, deck) in Player::BOTH.into_iter().zip(decks) {
            let extra_most = MAX_EXTRA_DECK.min(usize::from(game.rules.extra_deck_limit));
            let parts = [
                ("Main Deck", deck.main, MAX_MAIN_DECK, Location::DeckRest),
                ("Extra Deck", deck.extra, extra_most, Location::Extra),
            ];
            duel.set_lp(&mut (), player, game.rules.starting_lp);
            for (what, cards, most, location) in parts {
                if cards.len() > most {
                    let count = cards.len();
                    return Err(SetupError::TooManyCards { player, what, count, most });
                }
                for code in cards {
                    if !game.cards.has(*code) {
                        return Err(SetupError::OtherTable(player));
                    }
                    let token = game.cards.facts(*code).is(duelfish_script::kind::TOKEN);
                    if token || !game.cards.is_playable(*code) {
                        let name = game.cards.name(*code).to_owned();
                        return Err(SetupError::Unsupported { player, name });
                    }
                    if location == Location::Extra
                        && game.rules.only_fusions
                        && !game.cards.facts(*code).is(duelfish_script::kind::FUSION)
                    {
                        rule!("MO-10", "MO-11");
                        let name = game.cards.name(*code).to_owned();
                        return Err(SetupError::NoFusion { player, name });
                    }
                    let to = Arrival { player, location, zone: 0, position: BattlePosition::Down };
                    if let Some(card) = duel.add_card(player, *code, to) {
                        duel.note_traits(game.cards, card);
                    }
                }
            }
        }
        duel.note_rules(&game.rules);
        Ok(duel)
    }

    /// The player who is asked, and the question; none when the duel is over.
    #[must_use]
    pub const fn decision(&self) -> Option<Decision> {
        let ask = self.ask();
        let kind = ask.kind();
        if matches!(kind, DecisionKind::None) {
            return None;
        }
        let counts =
            matches!(kind, DecisionKind::Tribute | DecisionKind::Card | DecisionKind::Discard);
        let remaining = if counts && ask.needed() > 0 { ask.needed() } else { 1 };
        let from = if counts { ask.from() } else { 0 };
        Some(Decision { player: ask.player(), kind, remaining, from })
    }

    /// Answers the open decision and goes on to the next one, or to the end of the duel.
    ///
    /// The action must be one of [`Duel::legal_actions`]; debug builds check it, release builds
    /// trust the caller. Use [`Duel::try_apply`] for actions that come from outside.
    #[inline]
    pub fn apply<C: Chance, W: Witness>(
        &mut self,
        game: &Game<'_>,
        action: Action,
        chance: &mut C,
        witness: &mut W,
    ) {
        debug_assert!(self.is_legal(game, action), "{action:?} is not legal in {self:?}");
        self.give_answer(witness, action.to_bits());
        if self.decisions() >= game.rules.decision_cap {
            self.end(witness, Outcome::Limit(Limit::Decisions));
            return;
        }
        run(Entrance::Advance, game, self, chance, witness);
    }

    /// As [`Duel::apply`], but refuses an illegal action and leaves the duel as it is.
    ///
    /// # Errors
    /// Returns the action if it is not legal.
    pub fn try_apply<C: Chance, W: Witness>(
        &mut self,
        game: &Game<'_>,
        action: Action,
        chance: &mut C,
        witness: &mut W,
    ) -> Result<(), Illegal> {
        if !self.is_legal(game, action) {
            return Err(Illegal(action));
        }
        self.apply(game, action, chance, witness);
        Ok(())
    }
}

/// An action that does not answer the open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not legal here")]
pub struct Illegal(pub Action);

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    #[inline(always)]
    fn run_from(mut self, entrance: Entrance) {
        match entrance {
            Entrance::Begin => self.begin(),
            Entrance::Advance => self.advance(),
        }
    }

    /// Goes on from the phase that the table is set up for to the first decision.
    fn begin(&mut self) {
        debug_assert_eq!(
            self.duel.table(),
            self.game.cards.table(),
            "the game has another catalogue"
        );
        let phase = self.duel.phase();
        if phase == Phase::Setup {
            // Lasting effects of cards that lie on the table already count before anybody draws.
            self.duel.refresh(self.witness, self.game.cards);
            self.adjust();
            let hand = self.game.rules.opening_hand;
            let short = Player::BOTH.map(|player| !self.draw(player, hand));
            self.deck_out(short);
        }
        // Rules without Life Points and hands larger than a Deck end a duel before it begins.
        self.check_life_points();
        let step = turn::step_of_phase(phase);
        let frame = turn::frame(step);
        self.duel.push_frame(self.witness, frame);
        self.advance();
    }

    /// Runs steps until somebody is asked or the duel is over.
    #[inline]
    pub(crate) fn advance(&mut self) {
        if self.duel.is_over() {
            return;
        }
        for _ in 0..self.game.rules.step_cap {
            if self.game.rules.graves_are_ordered
                && let Some(frame) = grave_order::due(self.duel)
            {
                self.duel.push_frame(self.witness, frame);
            }
            let flow = self.step(self.duel.frame());
            self.duel.refresh(self.witness, self.game.cards);
            if self.duel.is_over() {
                return;
            }
            match flow {
                Flow::Next(step) => self.duel.set_step(self.witness, step),
                Flow::Call(frame, next) => {
                    self.duel.set_step(self.witness, next);
                    self.duel.push_frame(self.witness, frame);
                }
                Flow::Return => self.duel.pop_frame(self.witness),
                Flow::Over => return,
                Flow::Ask(ask, next) => {
                    self.duel.set_step(self.witness, next);
                    let Some(only) = self.forced(ask) else {
                        self.duel.open_ask(self.witness, ask);
                        return;
                    };
                    self.duel.force_answer(self.witness, only.to_bits());
                }
            }
        }
        self.duel.end(self.witness, Outcome::Limit(Limit::Steps));
    }

    #[inline(always)]
    fn step(&mut self, frame: Frame) -> Flow {
        match frame.procedure() {
            Procedure::Turn => turn::step(self, frame),
            Procedure::NormalSummon => summon::step(self, frame),
            Procedure::Attack => battle::step(self, frame),
            Procedure::HandLimit => hand_limit::step(self, frame),
            Procedure::Window => window::step(self, frame),
            Procedure::Swap => swap::step(self, frame),
            Procedure::Link => chain::make(self, frame),
            Procedure::Solve => chain::solve(self, frame),
            Procedure::Program => program::step(self, frame),
            Procedure::PhaseCheck => phase_check::step(self, frame),
            Procedure::SpecialSummon => special_summon::step(self, frame),
            Procedure::Control => control::step(self, frame),
            Procedure::UnusableZones => unusable_zones::step(self, frame),
            Procedure::ReturnToField => return_to_field::step(self, frame),
            Procedure::OneType => one_type::step(self, frame),
            Procedure::GraveOrder => grave_order::step(self, frame),
            Procedure::HomelessTraps => homeless_traps::step(self, frame),
            Procedure::Stay => stay::step(self, frame),
            Procedure::GeminiSummon => gemini_summon::step(self, frame),
            Procedure::LayBack => lay_back::step(self, frame),
            Procedure::SpellSet => spell_set::step(self, frame),
            Procedure::FlipSummon => flip_summon::step(self, frame),
            Procedure::EquipMonster => equip_monster::step(self, frame),
            Procedure::OwnSummon => own_summon::step(self, frame),
            Procedure::Replace => replace::step(self, frame),
        }
    }

    /// The only answer to a question that has just one.
    fn forced(&mut self, ask: Ask) -> Option<Action> {
        if self.game.rules.ask_forced || self.duel.surely_has_choice(self.game, ask) {
            return None;
        }
        let mut actions = Actions::new();
        self.duel.open_ask(self.witness, ask);
        self.duel.legal_actions(self.game, &mut actions);
        self.duel.open_ask(self.witness, Ask::NONE);
        match actions.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }
}
