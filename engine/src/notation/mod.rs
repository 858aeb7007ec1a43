//! The readable notation of actions: a record of a duel reads like a chess score.
//!
//! `summon Vorse Raider`, `set Mystical Elf`, `set Trap Hole`, `flip M2`, `position M3`,
//! `attack M3 -> M1`, `attack M3 direct`, `tribute M1`, `tribute P2 M3`, `zone M4`,
//! `spell zone S2`, `discard Kuriboh`, `activate S2`, `activate field`, `activate M3`,
//! `activate Dark Hole` (from the hand), `pass`, `choose M2`, `choose P2 S1`, `choose P2 field`,
//! `choose hand: Kuriboh`, `choose P2 hand` (unseen), `choose P2 grave: Kuriboh`,
//! `choose deck: Kuriboh`, `done`, `yes`, `no`, `number 3`, `type Sea Serpent`, `pose defense`, `stop`,
//! `give back M2`, `use Last Will`, `special summon Stardust Dragon`, `pendulum summon`,
//! `pendulum summon more` (in addition, by an effect), `battle`, `main2`, `end`.
//!
//! Places without a player are those of the player who is asked. After `activate S2` stands `#2`
//! for the second effect of the card, where several of its effects could be meant. After
//! `special summon` it stands for the second way in which the monster can be Summoned. `*2` stands
//! for the second of several triggers that wait and mean the same. `use Gold Sarcophagus *2` is the
//! second action that two of them left to do.

mod error;
mod read;
mod why;
mod words;

use crate::decision::{Action, Actions, Pointer, Verb};
use crate::game::Game;
use crate::ids::{CardId, Location, Player};
use crate::state::Duel;
use duelfish_script::{CardCode, Cond, PendulumSummonKind, attribute_name, type_name};
use read::{Intent, Meant, NamedCard};
use words::word_of;

pub use error::NotationError;
pub use why::Explanation;
pub(crate) use words::{read_player, read_spell_zone, read_zone};

impl Duel {
    /// The readable form of an action of the player who is asked.
    #[must_use]
    pub fn describe(&self, game: &Game<'_>, action: Action) -> String {
        let player = self.asked_player();
        let word = word_of(action.verb());
        let label = |code: Option<CardCode>| match code {
            Some(code) => game.cards.label(code).into_owned(),
            None => "?".to_owned(),
        };
        if let Some(ordinal) = action.ordinal() {
            let how = if action.is_set_as_spell() { read::AS_SPELL } else { "" };
            return format!("{word} {}{how}", label(self.code_in_hand(player, ordinal)));
        }
        if self.is_pendulum_summon(action) {
            let more = if self.is_one_more_pendulum(game, action) { " more" } else { "" };
            return format!("{}{more}", read::PENDULUM_SUMMON);
        }
        if let Some(at) = action.pointer() {
            let card = self.describe_card(game, player, at, action.verb());
            return format!("{word} {card}{}", self.suffix(game, at, action));
        }
        match (action.verb(), action.monster_zone(), action.target()) {
            (Verb::Attack, Some(from), Some(at)) => format!("{word} {from} -> {at}"),
            (Verb::Attack, Some(from), None) => format!("{word} {from} direct"),
            (_, Some(zone), _) if action.is_theirs() => format!("{word} {} {zone}", player.other()),
            (_, Some(zone), _) => format!("{word} {zone}"),
            (Verb::Number, ..) => format!("{word} {}", action.small_number()),
            (Verb::Type, ..) => {
                format!("{word} {}", type_name(action.declared_type()).unwrap_or("?"))
            }
            (Verb::Attribute, ..) => {
                format!("{word} {}", attribute_name(action.declared_type()).unwrap_or("?"))
            }
            (Verb::Name, ..) => format!("{word} {}", label(action.declared_name(game.cards))),
            (Verb::SpellZone, ..) => {
                let side =
                    if action.is_theirs() { format!(" {}", player.other()) } else { String::new() };
                format!("{word}{side} S{}", u16::from(action.small_number()) + 1)
            }
            (Verb::BattlePosition, ..) => format!("{word} {}", action.chosen_position().word()),
            (Verb::Use, ..) => {
                let code = self.judge_view(game).allowance(action.small_number());
                let rank = self.rank_of_use(game, action);
                let suffix = if rank > 0 { format!(" *{}", rank + 1) } else { String::new() };
                format!("{word} {}{suffix}", label(code))
            }
            _ => word.to_owned(),
        }
    }

    /// The legal action that a text means. Of several copies of a card it takes the first, and of
    /// several effects of a card, if the text doesn't say which, the first as well.
    ///
    /// # Errors
    /// Says what is wrong with the text, or what is legal instead.
    pub fn parse(&self, game: &Game<'_>, text: &str) -> Result<Action, NotationError> {
        let intent = read::intent(game, self.asked_player(), text)?;
        let mut actions = Actions::new();
        self.legal_actions(game, &mut actions);
        if let Meant::Name(code) = intent.meant {
            // Any name that fits may be declared, and only some are listed.
            let named = Action::declare_name(game.cards.base(code));
            if self.is_legal(game, named) {
                return Ok(named);
            }
        }
        let meant = actions.iter().filter(|action| self.is_meant(game, **action, &intent));
        meant.min_by_key(|action| (action.effect(), action.copy())).copied().ok_or_else(|| {
            let mut legal: Vec<String> = actions.iter().map(|a| self.describe(game, *a)).collect();
            legal.dedup();
            NotationError::NotOffered { text: text.trim().to_owned(), legal: legal.join(", ") }
        })
    }

    fn asked_player(&self) -> Player {
        self.decision().map_or(Player::FIRST, |decision| decision.player)
    }

    fn code_in_hand(&self, player: Player, ordinal: u8) -> Option<CardCode> {
        let card = self.hand(player).get(usize::from(ordinal));
        card.map(|card| self.code(CardId(*card)))
    }

    /// A card by its zone, or by its name where there is no zone; a card of the other player's
    /// hand by neither.
    fn describe_card(&self, game: &Game<'_>, player: Player, at: Pointer, verb: Verb) -> String {
        let own = at.player == player;
        let whose = if own { String::new() } else { format!("{} ", at.player) };
        let name = || {
            let card = self.card_at(at);
            let label = card.map(|card| game.cards.label(self.code(card)));
            label.as_deref().unwrap_or("?").to_owned()
        };
        match at.location {
            Location::Monster => format!("{whose}{}", crate::ids::MonsterZone(at.index)),
            Location::Spell => format!("{whose}S{}", u16::from(at.index) + 1),
            Location::Field => format!("{whose}field"),
            Location::Hand if !own && !self.is_open_hand(at.player) => format!("{whose}hand"),
            // A card that is activated without a place is in the hand.
            Location::Hand if verb == Verb::Activate => name(),
            // So is a card that is Special Summoned without a place, or it is in the Extra Deck or
            // the Deck.
            Location::Extra | Location::DeckRest if verb == Verb::SpecialSummon => name(),
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Hand
            | Location::Grave
            | Location::Banished
            | Location::Extra
            | Location::Material
            | Location::Pendulum => {
                format!("{whose}{}: {}", read::word_of_pile(at.location), name())
            }
        }
    }

    /// The number of the effect and of the copy, where they tell the activation from others of the
    /// same card.
    fn suffix(&self, game: &Game<'_>, at: Pointer, action: Action) -> String {
        if !matches!(action.verb(), Verb::Activate | Verb::SpecialSummon) {
            return String::new();
        }
        let card = self.card_at(at);
        let effects = card.map_or(0, |card| self.effects_on(game.cards, card).count());
        let mut text = String::new();
        if effects > 1 {
            let mut actions = Actions::new();
            self.legal_actions(game, &mut actions);
            let same_card = |other: &Action| {
                other.verb() == action.verb() && other.pointer() == action.pointer()
            };
            if actions.iter().any(|other| same_card(other) && other.effect() != action.effect()) {
                text += &format!(" #{}", action.effect() + 1);
            }
        }
        if action.copy() > 0 {
            text += &format!(" *{}", action.copy() + 1);
        }
        text
    }

    fn is_meant(&self, game: &Game<'_>, action: Action, intent: &Intent) -> bool {
        if action.verb() != intent.verb {
            return false;
        }
        match intent.meant {
            Meant::Nothing => true,
            Meant::PendulumSummon { more } => {
                self.is_pendulum_summon(action) && self.is_one_more_pendulum(game, action) == more
            }
            Meant::InHand { code, effect } if action.ordinal().is_none() => {
                let elsewhere =
                    self.pointed(action).filter(|(at, _)| at.location != Location::Grave);
                let card = elsewhere.map(|(_, card)| self.code(card));
                card == Some(code) && effect.is_none_or(|effect| action.effect() == effect)
            }
            Meant::InHand { code, effect } => {
                let ordinal = action.ordinal();
                let as_spell = action.is_set_as_spell();
                (action.verb() != Verb::Set || effect.is_some() == as_spell)
                    && ordinal.and_then(|at| self.code_in_hand(self.asked_player(), at))
                        == Some(code)
            }
            Meant::Zone { zone, theirs } => {
                action.monster_zone() == Some(zone) && action.is_theirs() == theirs
            }
            Meant::Attack(from, target) => {
                action.monster_zone() == Some(from) && action.target() == target
            }
            Meant::Card { player, card, effect, copy } => {
                action.pointer().is_some_and(|at| at.player == player && self.is_card(at, card))
                    && effect.is_none_or(|effect| action.effect() == effect)
                    && copy.is_none_or(|copy| action.copy() == copy)
            }
            Meant::Number(number) => action.small_number() == number,
            Meant::SpellZone { zone, theirs } => {
                action.small_number() == zone && action.is_theirs() == theirs
            }
            Meant::Type(race) => action.declared_type() == race,
            Meant::Name(code) => action.declared_name(game.cards) == Some(game.cards.base(code)),
            Meant::BattlePosition(position) => action.chosen_position() == position,
            Meant::Allowed { code, copy } => {
                self.judge_view(game).allowance(action.small_number()) == Some(code)
                    && self.rank_of_use(game, action) == usize::from(copy.unwrap_or(0))
            }
        }
    }

    /// How many legal actions before this one use what another card of that name left to do or allowed.
    fn rank_of_use(&self, game: &Game<'_>, action: Action) -> usize {
        let mut actions = Actions::new();
        self.legal_actions(game, &mut actions);
        let view = self.judge_view(game);
        let of = |action: &Action| view.allowance(action.small_number());
        let before = actions.iter().take_while(|other| **other != action);
        before.filter(|other| other.verb() == Verb::Use && of(other) == of(&action)).count()
    }

    /// Whether an action is a Pendulum Summon: it points at the card in the left Pendulum Zone.
    fn is_pendulum_summon(&self, action: Action) -> bool {
        action.verb() == Verb::SpecialSummon
            && action.pointer().is_some_and(|at| at.location == Location::Spell)
    }

    /// Whether such an action is the one more that an effect allows.
    fn is_one_more_pendulum(&self, game: &Game<'_>, action: Action) -> bool {
        let card = self.pointed(action).map(|(_, card)| card);
        let effect = card.and_then(|card| self.effect_of(game.cards, card, action.effect()));
        let scripts = game.cards.scripts();
        let condition = effect.map(|effect| scripts.cond(scripts.effect(effect).condition));
        condition == Some(Cond::MayPendulumSummon(PendulumSummonKind::More))
    }

    fn is_card(&self, at: Pointer, card: NamedCard) -> bool {
        match card {
            NamedCard::InZone(location, index) => at.location == location && at.index == index,
            NamedCard::Unseen => at.location == Location::Hand,
            NamedCard::Named(location, code) => {
                at.location == location
                    && self.card_at(at).is_some_and(|card| self.code(card) == code)
            }
        }
    }
}
