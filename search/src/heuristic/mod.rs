//! `heuristic`: rules of thumb and no search.
//!
//! Effects first: in a Main Phase the first one that is worth its card is used and Traps are Set;
//! in a window the first one that is worth it answers. An effect is worth it if it harms the
//! opponent more than its player, deals damage, gains Life Points, draws or Special Summons. Harm
//! is aimed at the opponent's best card, the rest at the own best one.
//!
//! Then, in a Main Phase, the first of these that applies is done:
//! 1. *lethal*: the opponent has no monster, and the monsters in Attack Position end the duel.
//! 2. *turn to attack*: a monster in Defense Position is turned if it then has a good attack.
//! 3. *summon*: the monster of the hand with the most ATK, of those that have a good attack or
//!    stand (no visible monster of the opponent has more ATK, and its DEF is not the better part
//!    of it). A Tribute Summon must gain [`TRIBUTE_GAIN`] for each Tribute.
//! 4. *wall*: else the monster with the most DEF that needs no Tribute is Set.
//! 5. *battle*: to the Battle Phase if there is a good attack.
//! 6. *cover*: a monster in Attack Position that a visible monster of the opponent would destroy
//!    is turned to Defense Position.
//! 7. *end of turn*.
//!
//! A good attack is a direct one, or one at a monster that it surely destroys at no cost, or at a
//! face-down monster with more than [`FACE_DOWN_DEF`] ATK. An attack that ends the duel goes first,
//! then one that destroys the best monster, each with the weakest attacker that is enough. Tributes
//! and discards are the weakest cards; zones are taken from the left.
//!
//! Every choice uses something up that a turn has only so much of (the Normal Summon, a change of
//! position, an attack, a card, a phase), so that no turn goes on for ever.

mod attack;
mod effects;
mod main_phase;
mod weakest;

use duelfish_engine::{Action, Actions, DecisionKind, Verb, View};

use crate::bot::{Bot, Budget, Choice, Setup, Why};
use crate::repetition::Repetition;

pub use attack::FACE_DOWN_DEF;
pub use main_phase::TRIBUTE_GAIN;

/// An action and the name of the rule that found it.
type Advice = (Action, &'static str);

/// Plays by simple rules, the same way every time: of equally good actions it takes the first.
#[derive(Clone, Debug)]
pub struct HeuristicBot {
    repetition: Repetition,
}

impl HeuristicBot {
    /// A player that has not begun a duel yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { repetition: Repetition::new() }
    }
}

impl Default for HeuristicBot {
    fn default() -> Self {
        Self::new()
    }
}

impl Bot for HeuristicBot {
    fn begin(&mut self, _: &Setup<'_>, _: u64) {
        self.repetition.clear();
    }

    fn choose(&mut self, view: &View<'_>, legal: &Actions, _: Budget<'_>) -> Choice {
        choice_anew(view, legal, &mut self.repetition)
    }
}

/// The choice of the rules of thumb, unless it was made again and again.
pub(crate) fn choice_anew(view: &View<'_>, legal: &Actions, repetition: &mut Repetition) -> Choice {
    let Choice { action, why } = choice(view, legal);
    Choice { action: repetition.choose(view, legal, std::iter::once(action)), why }
}

/// The choice of the rules of thumb.
pub(crate) fn choice(view: &View<'_>, legal: &[Action]) -> Choice {
    let (action, rule) = advice(view, legal).unwrap_or((legal[0], "the first answer"));
    Choice { action, why: Why::Rule(rule) }
}

/// The advice of the rules of thumb; none where no rule applies.
fn advice(view: &View<'_>, legal: &[Action]) -> Option<Advice> {
    let decision = view.decision()?;
    match decision.kind {
        DecisionKind::Idle => effects::in_main_phase(view, decision.player, legal)
            .or_else(|| main_phase::choose(view, decision.player, legal)),
        DecisionKind::Battle => {
            let attack = attack::best(view, decision.player, legal);
            let attack = attack.map(|action| (action, "attack"));
            // Some rules have no Main Phase 2.
            let mut ways_out = [Verb::ToMain2, Verb::EndTurn].into_iter();
            attack.or_else(|| ways_out.find_map(|way| first(legal, way, "no good attack left")))
        }
        DecisionKind::Tribute => {
            weakest::tribute(view, decision, legal).map(|action| (action, "weakest Tribute"))
        }
        DecisionKind::Discard => {
            weakest::discard(view, decision, legal).map(|action| (action, "weakest discard"))
        }
        DecisionKind::Replay => {
            let attack = attack::best(view, decision.player, legal);
            let attack = attack.map(|action| (action, "attack again"));
            attack.or_else(|| first(legal, Verb::Stop, "no good attack left"))
        }
        DecisionKind::Respond => effects::in_response(view, decision.player, legal),
        DecisionKind::Card => effects::card(view, decision.player, legal),
        DecisionKind::BattlePosition => effects::position(legal),
        DecisionKind::Number => legal.last().map(|a| (*a, "the highest number")),
        DecisionKind::Zone | DecisionKind::SpellZone | DecisionKind::None => {
            legal.first().map(|a| (*a, "the first zone"))
        }
        DecisionKind::Confirm => legal.first().map(|a| (*a, "yes")),
        DecisionKind::Type => {
            effects::declared_type(view, decision.player, legal, |facts| facts.race)
        }
        DecisionKind::Attribute => {
            effects::declared_type(view, decision.player, legal, |facts| facts.attribute.into())
        }
        DecisionKind::Name => effects::declared_name(view, decision.player, legal),
    }
}

/// The first action with this verb.
fn first(legal: &[Action], verb: Verb, rule: &'static str) -> Option<Advice> {
    legal.iter().find(|action| action.verb() == verb).map(|action| (*action, rule))
}
