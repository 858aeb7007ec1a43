//! Gemini monsters: Normal Monsters on the field and in the Graveyard, until they are Normal Summoned
//! again on the field.

use crate::decision::{Action, Actions};
use crate::game::Game;
use crate::ids::{BattlePosition, CardId, Location, Player};
use crate::marks::rule;
use crate::state::{Duel, status_bits};
use duelfish_script::{Catalogue, ModKind, kind};

impl Duel {
    /// Whether a Gemini monster was Normal Summoned again on the field, or counts as if it was.
    pub(crate) fn is_summoned_again(&self, cards: &Catalogue, card: CardId) -> bool {
        // The modifier is a part of the monster itself, also while it is being Summoned (CT-02.8d).
        self.has_mod(ModKind::SummonedAgain)
            && self.location(card) == Location::Monster
            && self.position(card).is_face_up()
            && self.mod_on_monster(cards, ModKind::SummonedAgain, card).is_some()
    }

    /// Whether a Gemini monster is a Normal Monster where it lies: face-up on the field or in the
    /// Graveyard, and not Summoned again. In the reference engine an effect makes it a Normal Monster: while
    /// it is negated it counts as what is printed on it.
    pub(crate) fn is_gemini_at_rest(&self, cards: &Catalogue, card: CardId) -> bool {
        match self.location(card) {
            Location::Monster => {
                self.position(card).is_face_up()
                    && !self.has_status(card, status_bits::NEGATED)
                    && !self.is_summoned_again(cards, card)
            }
            Location::Grave => true,
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Spell
            | Location::Field
            | Location::Banished
            | Location::Extra
            | Location::Material
            | Location::Pendulum => false,
        }
    }

    /// Whether a Gemini monster could be Normal Summoned again, as far as it is concerned.
    pub(crate) fn can_be_summoned_again(&self, cards: &Catalogue, card: CardId) -> bool {
        if !cards.facts(self.code(card)).is(kind::GEMINI)
            || self.location(card) != Location::Monster
            || self.position(card) == BattlePosition::Set
        {
            return false;
        }
        if !self.is_gemini_at_rest(cards, card) {
            // Nor while its effects are negated, whether it has any or not.
            rule!("CT-02.8i");
            return false;
        }
        // Neither its Level nor what was done with it this turn matters.
        rule!("CT-02.8f", "CT-02.8g", "CT-02.8h.ii");
        !self.has_status(card, status_bits::SUMMONING | status_bits::DESTROYED_BY_BATTLE)
            && !self.is_forbidden(cards, card)
    }

    /// The Gemini monsters on the field that can be Normal Summoned again.
    #[inline(never)]
    pub(super) fn gemini_summons(&self, game: &Game<'_>, player: Player, actions: &mut Actions) {
        if !self.may_normal_summon(game, player)
            || self.player_has(game.cards, ModKind::NoSummon, player)
        {
            return;
        }
        for (zone, card) in self.monsters(player) {
            if self.can_be_summoned_again(game.cards, card)
                && !self.may_not_summon_it(game.cards, player, card)
            {
                rule!("CT-02.8c", "SU-01.1");
                actions.push(Action::gemini_summon(zone));
            }
        }
    }
}
