//! Recorded questions as decisions of ours: which options they show, and what their answers mean.
//!
//! The two engines cut some choices differently. An attack is one action of ours and two or three
//! questions of the record. Several cards are one question of the record, answered in any order,
//! and several decisions of ours in a fixed order. Answers are kept until ours can be given.

use duelfish_engine::{Action, DecisionKind, MonsterZone, Verb};

use crate::compare::{TraceDifference, same};
use crate::error::Fault;
use crate::line::TraceAsk;
use crate::options::{self, Offer, Offered, OptionChoice};
use crate::replay::{PendingQuestion, Stop, TraceReplay};
use crate::report::ConformReport;

/// Messages that tell apart questions of the kind `card`.
pub(crate) mod hint {
    /// Tributes.
    pub(super) const TRIBUTE: u64 = 500;
    /// Cards to banish.
    pub(super) const BANISH: u64 = 503;
    /// Cards to put in the hand.
    pub(super) const TO_HAND: u64 = 506;
    /// Cards to send to the Graveyard.
    pub(super) const TO_GRAVE: u64 = 504;
    /// Monsters to Special Summon; picked one at a time they are those of a Pendulum Summon.
    pub(super) const SUMMON: u64 = 509;
    /// Fusion Materials.
    pub(crate) const MATERIAL: u64 = 511;
    /// Synchro Materials.
    pub(crate) const SYNCHRO: u64 = 512;
    /// Xyz Materials.
    pub(crate) const XYZ: u64 = 513;
    /// Link Materials.
    pub(crate) const LINK: u64 = 533;
    pub(super) const ATTACK_TARGET: u64 = 549;
    /// The first that is a text of a card, not of the system.
    pub(super) const OF_CARD: u64 = 1 << 20;
}

/// The subjects of a yes or no that is not about a text of a card.
mod about {
    pub(super) const GO_ON: u64 = 30;
    pub(super) const DIRECT: u64 = 31;
    /// Whether to use the effect of a Continuous Trap at once (TIME-2.2).
    pub(super) const USE_NOW: u64 = 94;
    /// Whether to do something instead of a destruction.
    pub(super) const INSTEAD: u64 = 96;
    /// Place this monster in the Spell & Trap Zone?
    pub(super) const STAY: u64 = 97;
}

impl TraceAsk {
    /// Whether there is nothing to answer: one card is in no order, and ways that look the same are the same.
    pub(crate) fn is_none(&self) -> bool {
        match self.kind.as_str() {
            "sort" => self.options.len() < 2,
            "chain" => self.options.is_empty(),
            "option" => {
                self.options.len() > 1 && self.options.windows(2).all(|two| two[0] == two[1])
            }
            _ => false,
        }
    }

    /// The answer as indices into the options; none for "cancel".
    pub(crate) fn picks(&self) -> Result<Option<Vec<usize>>, Fault> {
        let bad = || Fault::Answer(self.answer.to_string());
        let picks = match &self.answer {
            serde_json::Value::Null => return Ok(None),
            serde_json::Value::Array(picks) => picks,
            _ => return Err(bad()),
        };
        let mut indices = Vec::new();
        for pick in picks {
            let index = pick.as_u64().map(|index| index as usize).ok_or_else(bad)?;
            if index >= self.options.len() || indices.contains(&index) {
                return Err(bad());
            }
            indices.push(index);
        }
        Ok(Some(indices))
    }

    /// The one index of an answer that must have exactly one.
    pub(crate) fn pick(&self) -> Result<usize, Fault> {
        match self.picks()?.as_deref() {
            Some([only]) => Ok(*only),
            _ => Err(Fault::Answer(self.answer.to_string())),
        }
    }

    /// A yes or no.
    pub(crate) fn is_yes(&self) -> Result<bool, Fault> {
        self.answer.as_bool().ok_or_else(|| Fault::Answer(self.answer.to_string()))
    }

    /// The record must ask for as many as we do, or for none where that takes back what asks.
    pub(crate) fn counts(&self, least: u32, most: u32) -> Result<(), TraceDifference> {
        let taken_back = self.cancelable && self.min == Some(0);
        same(|| "min".to_owned(), &self.min.max(taken_back.then_some(least)), &Some(least))?;
        same(|| "max".to_owned(), &self.max, &Some(most))
    }
}

pub(crate) fn monster_zone_of(choice: &OptionChoice) -> Result<MonsterZone, Fault> {
    let none = || Fault::Answer("to an option without a zone".to_owned());
    choice.seq.and_then(MonsterZone::new).ok_or_else(none)
}

/// The function that takes a question of one kind.
type AnswerFn = fn(&mut TraceReplay, &TraceAsk) -> Result<(), Stop>;

impl TraceReplay {
    /// The kind of our decision that a recorded question is met by, and what takes it.
    fn meaning_of(&self, ask: &TraceAsk) -> Option<(DecisionKind, AnswerFn)> {
        let open = self.duel.decision().map(|decision| decision.kind);
        let of_attack = self.meaning_in_battle(ask, open);
        if of_attack.is_some() {
            return of_attack;
        }
        Some(match (ask.kind.as_str(), ask.hint, ask.desc) {
            ("idle", ..) => (DecisionKind::Idle, Self::idle),
            ("card", ..) if open == Some(DecisionKind::Discard) => {
                (DecisionKind::Discard, Self::discard)
            }
            ("card", ..) => (DecisionKind::Card, Self::cards),
            ("tribute", ..) => (DecisionKind::Tribute, Self::tribute),
            ("unselect", ..) => Self::meaning_of_unselect(ask, open == Some(DecisionKind::Card)),
            ("sum", ..) => (DecisionKind::Card, Self::sum),
            ("sort", ..) => (DecisionKind::Card, Self::sort),
            ("counter", ..) => (DecisionKind::Card, Self::counters),
            ("option", ..) if matches!(self.pending, PendingQuestion::Ways(_)) => {
                (DecisionKind::Idle, Self::way)
            }
            ("option", ..) if open == Some(DecisionKind::Confirm) => {
                (DecisionKind::Confirm, Self::one_of_two)
            }
            ("place", ..) if open == Some(DecisionKind::SpellZone) => {
                (DecisionKind::SpellZone, Self::location)
            }
            ("place" | "disfield", ..) => (DecisionKind::Zone, Self::location),
            ("position", ..) => (DecisionKind::BattlePosition, Self::position),
            // In the words of the card that it is about.
            ("effectyn", _, Some(text)) if ask.id == u32::try_from(text >> 20).ok() => {
                (DecisionKind::Confirm, Self::confirmation)
            }
            ("effectyn", _, Some(about::USE_NOW | about::INSTEAD | about::STAY))
            | ("yesno", ..) => (DecisionKind::Confirm, Self::confirmation),
            ("option", ..) if open == Some(DecisionKind::Number) => {
                (DecisionKind::Number, Self::option)
            }
            ("announce_number", ..) => (DecisionKind::Number, Self::number),
            ("announce_race", ..) => (DecisionKind::Type, Self::declared_type),
            ("announce_attrib" | "announce_attribute", ..) => {
                (DecisionKind::Attribute, Self::declared_type)
            }
            ("announce_card", ..) => (DecisionKind::Name, Self::declared_name),
            ("chain" | "effectyn", ..) => (DecisionKind::Respond, Self::window),
            _ => return None,
        })
    }

    /// The same of the questions of a Battle Phase.
    fn meaning_in_battle(
        &self,
        ask: &TraceAsk,
        open: Option<DecisionKind>,
    ) -> Option<(DecisionKind, AnswerFn)> {
        let replays = open == Some(DecisionKind::Replay);
        let attacking = if replays { DecisionKind::Replay } else { DecisionKind::Battle };
        let aiming = matches!(self.pending, PendingQuestion::Attack(_));
        Some(match (ask.kind.as_str(), ask.hint, ask.desc) {
            ("battle", ..) if !aiming => (DecisionKind::Battle, Self::battle),
            ("card", Some(hint::ATTACK_TARGET), _) if aiming => (attacking, Self::attack_target),
            ("card", Some(hint::ATTACK_TARGET), _) if replays => {
                (DecisionKind::Replay, Self::attack_anew)
            }
            ("yesno", _, Some(about::DIRECT)) if aiming => (attacking, Self::attack_directly),
            ("yesno", _, Some(about::GO_ON)) => (DecisionKind::Replay, Self::go_on),
            _ => return None,
        })
    }

    /// The same of a question for cards one at a time; `of_cards` says whether our decision is about cards.
    fn meaning_of_unselect(ask: &TraceAsk, of_cards: bool) -> (DecisionKind, AnswerFn) {
        match ask.hint {
            Some(hint::SYNCHRO | hint::XYZ | hint::LINK | hint::SUMMON) => {
                (DecisionKind::Card, Self::unselect_materials)
            }
            // Tributes for a Ritual Summon: as many as it takes.
            Some(hint::TRIBUTE) if of_cards && ask.min != ask.max => {
                (DecisionKind::Card, Self::unselect_materials)
            }
            Some(hint::MATERIAL) if of_cards && ask.is_of_deck() => {
                (DecisionKind::Card, Self::unselect_from_deck_to_fuse)
            }
            Some(hint::TRIBUTE | hint::BANISH | hint::MATERIAL) if of_cards => {
                (DecisionKind::Card, Self::unselect_cost)
            }
            Some(hint::TO_GRAVE) if of_cards && ask.min == ask.max => {
                (DecisionKind::Card, Self::unselect_cost)
            }
            // A question in the words of its card: for any number of cards, like a cost.
            Some(words) if of_cards && words >= hint::OF_CARD && ask.min != ask.max => {
                (DecisionKind::Card, Self::unselect_materials)
            }
            Some(hint::TO_HAND) => (DecisionKind::Card, Self::unselect_from_deck),
            _ if of_cards => (DecisionKind::Card, Self::unselect_cards),
            _ => (DecisionKind::Tribute, Self::unselect),
        }
    }

    /// The kind of our decision that a recorded question should be met by.
    pub(crate) fn kind_of(&self, ask: &TraceAsk) -> Option<DecisionKind> {
        self.meaning_of(ask).map(|(kind, _)| kind)
    }

    /// Compares a question with our decision and gives its answer.
    pub(crate) fn ask(&mut self, ask: &TraceAsk, report: &mut ConformReport) -> Result<(), Stop> {
        let Some((expected, answer)) = self.meaning_of(ask) else {
            let expected = match ask.hint {
                Some(hint) => format!("a question of kind {} with hint {hint}", ask.kind),
                None => format!("a question of kind {}", ask.kind),
            };
            let got = format!("unsupported while we wait for {}", self.waiting_for());
            return Err(TraceDifference::new("question kind", expected, got).into());
        };
        let ours = self.duel.decision().map(|decision| decision.kind);
        if (ours == Some(DecisionKind::Respond)) != (expected == DecisionKind::Respond) {
            return self.window_of_one_engine(ask, report);
        }
        if ours != Some(expected) {
            let expected = format!("{} ({expected:?})", ask.kind);
            return Err(TraceDifference::new("question kind", expected, self.waiting_for()).into());
        }
        self.same_player(ask.player)?;
        report.option_sets_compared += 1;
        answer(self, ask)
    }

    /// The answer of ours that an option was seen to have. Effects of one card that are written alike
    /// are told apart by what follows.
    pub(crate) fn answer_of(
        &mut self,
        ours: &Offered,
        choice: &OptionChoice,
    ) -> Result<Action, Stop> {
        let effects: Vec<Action> = ours
            .iter()
            .filter(|(other, _)| other == choice)
            .map(|(_, action)| *action)
            .filter(|action| matches!(action.verb(), Verb::Activate | Verb::Use))
            .collect();
        match effects.get(self.order.guesses.guess(effects.len())) {
            Some(action) => Ok(*action),
            None => {
                options::answer_of(ours, choice).map_err(|fault| self.blanks.explain(choice, fault))
            }
        }
    }

    /// The options of a question, with the effects that they are of as ours name them.
    pub(crate) fn recorded_activations(
        &mut self,
        ask: &TraceAsk,
        ours: &Offered,
    ) -> Result<Vec<OptionChoice>, Fault> {
        let view = self.duel.judge_view(&self.game);
        options::recorded_activations(ask, view, ours, &mut self.numbers)
    }

    fn idle(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let ours = Offer::of(&self.duel, &self.game).idle();
        let recorded = self.recorded_activations(ask, &ours)?;
        // A monster that has several ways to be Special Summoned stands in the record once for each,
        // whether that way is open now or not.
        let shown: Vec<OptionChoice> = ours.iter().map(|(choice, _)| choice.clone()).collect();
        let (once, ours_once) = (each_summon_once(&recorded), each_summon_once(&shown));
        options::compare("idle", &once, &ours_once, &self.blanks)?;
        ask.counts(1, 1)?;
        let pick = ask.pick()?;
        let picked = &recorded[pick];
        self.forget_the_past();
        let ways = ways_to_summon(&ours, picked);
        if ways.len() > 1 {
            self.pending = PendingQuestion::Ways(ways);
            return Ok(());
        }
        let action = self.answer_of(&ours, picked)?;
        self.answer(action)
    }

    /// In which of several ways the monster that was picked is Special Summoned.
    fn way(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let PendingQuestion::Ways(ways) = std::mem::take(&mut self.pending) else { return Ok(()) };
        if ways.len() != ask.options.len() {
            let expected = format!("{} ways to Special Summon a monster", ask.options.len());
            return Err(TraceDifference::new("option", expected, ways.len().to_string()).into());
        }
        self.answer(ways[ask.pick()?])
    }

    fn battle(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let offer = Offer::of(&self.duel, &self.game);
        let ours = offer.battle();
        let recorded = self.recorded_activations(ask, &ours)?;
        options::compare_offered("battle", &recorded, &ours, &self.blanks)?;
        ask.counts(1, 1)?;
        let action = self.answer_of(&ours, &recorded[ask.pick()?])?;
        match action.monster_zone().filter(|_| action.verb() == Verb::Attack) {
            None => self.answer(action),
            Some(zone) => self.aim(zone),
        }
    }

    /// A monster attacks: without another choice directly, else its target is asked next.
    fn aim(&mut self, from: MonsterZone) -> Result<(), Stop> {
        let offer = Offer::of(&self.duel, &self.game);
        if offer.targets(from).is_empty() {
            return self.answer(Action::attack(from, None));
        }
        self.pending = PendingQuestion::Attack(from);
        Ok(())
    }

    /// Where a monster may attack directly or another monster.
    fn attack_directly(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let PendingQuestion::Attack(from) = self.pending else { return Ok(()) };
        if ask.is_yes()? {
            self.pending = PendingQuestion::Nothing;
            return self.attack(Action::attack(from, None));
        }
        Ok(())
    }

    /// The second half of an attack. Without a target the attack is not declared at all, and our
    /// duel, which has heard nothing of it, still waits for a command. A monster that doesn't go on
    /// with its attack has used it (TIME-5.4).
    fn attack_target(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let PendingQuestion::Attack(from) = std::mem::take(&mut self.pending) else {
            return Ok(());
        };
        let recorded = options::recorded(ask)?;
        let offer = Offer::of(&self.duel, &self.game);
        let ours = offer.targets(from);
        options::compare_offered("attack target", &recorded, &ours, &self.blanks)?;
        ask.counts(1, 1)?;
        if ask.picks()?.is_some() {
            let action = self.answer_of(&ours, &recorded[ask.pick()?])?;
            return self.attack(action);
        }
        let stop = offer.actions.contains(&Action::STOP);
        if stop { self.answer(Action::STOP) } else { Ok(()) }
    }

    /// Whether to go on with an attack after the monsters changed: our decision names the new
    /// target at once.
    fn go_on(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        if !ask.is_yes()? {
            return self.answer(Action::STOP);
        }
        let zone = self.zone_that_goes_on()?;
        self.aim(zone)
    }

    /// A monster that must attack is not asked whether it goes on (TIME-5.4).
    fn attack_anew(&mut self, ask: &TraceAsk) -> Result<(), Stop> {
        let zone = self.zone_that_goes_on()?;
        self.pending = PendingQuestion::Attack(zone);
        self.attack_target(ask)
    }

    /// Where the monster stands whose attack may go on.
    fn zone_that_goes_on(&self) -> Result<MonsterZone, Stop> {
        let offer = Offer::of(&self.duel, &self.game);
        let attack = offer.actions.iter().find(|action| action.verb() == Verb::Attack);
        attack.and_then(|attack| attack.monster_zone()).ok_or_else(|| {
            let expected = "an attack that may go on";
            TraceDifference::new("replay", expected, self.waiting_for()).into()
        })
    }
}

/// The ways in which a monster can be Special Summoned that look the same as an option of a Main Phase.
fn ways_to_summon(ours: &Offered, picked: &OptionChoice) -> Vec<Action> {
    let same = ours.iter().filter(|(choice, _)| choice == picked);
    same.map(|(_, action)| *action).filter(|action| action.verb() == Verb::SpecialSummon).collect()
}

/// The options of a Main Phase with each Special Summon of the same monster once.
fn each_summon_once(choices: &[OptionChoice]) -> Vec<OptionChoice> {
    let mut once: Vec<OptionChoice> = Vec::new();
    for choice in choices {
        if choice.a.as_deref() != Some("spsummon") || !once.contains(choice) {
            once.push(choice.clone());
        }
    }
    once
}
