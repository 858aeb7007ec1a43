//! One recorded duel against ours, line by line.

use duelfish_engine::{
    Action, Actions, DecisionKind, DeckList, Duel, Game, Journal, JournalMark, MonsterZone,
    Outcome, Player, Reason, SetupError,
};
use serde_json::Value;

use std::collections::BTreeSet;

use crate::accepted::{self, Left};
use crate::ahead::OwnedZone;
use crate::compare::{self, TraceDifference, same};
use crate::effect::{EffectNumbers, Laid};
use crate::error::Fault;
use crate::guesses::Guesses;
use crate::line::{Happening, TraceAsk, TraceEnd, TraceLine, TraceState};
use crate::options::{Offer, OptionChoice};
use crate::partial::Blanks;
use crate::recorded_cards::Acted;
use crate::report::ConformReport;
use crate::setup::Start;
use crate::table;
use crate::trace_event::{At, TraceEvent};
use crate::trace_recorder::{HeardEvents, TraceRecorder};
use crate::turn_counts;
use crate::unordered::Unordered;
use crate::zone_order::ZoneOrder;

/// Why a replay stops before its end.
pub(crate) enum Stop {
    /// The engines differ.
    Difference(TraceDifference),
    /// The record can't be right in itself.
    Fault(Fault),
    /// This card, which is played as a blank, begins to matter.
    Early(u32),
    /// An accepted difference of this name leads the engines apart.
    Accepted(&'static str),
}

impl From<TraceDifference> for Stop {
    fn from(difference: TraceDifference) -> Self {
        Self::Difference(difference)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The part of an answer that the record has given and our duel has not been told yet.
#[derive(Debug, Default)]
pub(crate) enum PendingQuestion {
    #[default]
    Nothing,
    /// This monster attacks; its target is asked next.
    Attack(MonsterZone),
    /// A monster is Special Summoned in one of these ways; which one is asked next.
    Ways(Vec<Action>),
    /// Tributes that were picked one at a time, in the order of the picks.
    Tributes(Vec<OwnedZone>),
    /// The cards picked so far.
    Cards(Vec<OptionChoice>),
}

/// A duel of ours on its way through a record.
pub(crate) struct TraceReplay {
    pub(crate) game: Game<'static>,
    pub(crate) duel: Duel,
    /// Hands and Decks of the record, and what is known of chance from it.
    pub(crate) order: ZoneOrder,
    heard: HeardEvents,
    pub(crate) unordered: Unordered,
    /// Watches since the last command, so that a Summon can be taken back while its Tributes are
    /// being chosen.
    journal: Journal,
    pub(crate) pending: PendingQuestion,
    /// The events of an attack that the record tells before the target is chosen: ours are one
    /// action.
    pub(crate) early: Vec<TraceEvent>,
    /// The moment before the last choice of cards.
    before_choice: JournalMark,
    /// The cards that the record has put into hands, or back into Extra Decks from where all see
    /// it, since its last question.
    arrived: Vec<u32>,
    /// The card that the record has told last as chosen without a question.
    selected: Vec<At>,
    /// The card that the record has just placed or turned face-up.
    laid: Laid,
    /// The links of the open Chain whose activation was negated.
    negated: Vec<u32>,
    pub(crate) numbers: EffectNumbers,
    /// The cards that are played without their text.
    pub(crate) blanks: Blanks,
    /// The accepted differences that the duel has met so far, by name.
    pub(crate) met: BTreeSet<&'static str>,
    /// The cards that have acted so far.
    pub(crate) acted: Acted,
}

/// The decisions that the record asks only where there is a choice.
const UNASKED: [DecisionKind; 4] = [
    DecisionKind::Respond,
    DecisionKind::BattlePosition,
    DecisionKind::Replay,
    DecisionKind::Number,
];

impl TraceReplay {
    /// Starts our duel. Events up to its first question are kept for the record to confirm.
    pub(crate) fn start(start: &Start, guesses: Guesses) -> Result<Self, SetupError> {
        let Start { rules, main, extra, table, order, blanks } = start;
        let (blanks, cards) = (blanks.clone(), blanks.catalogue());
        let game = Game { rules: rules.clone(), cards };
        let mut order = ZoneOrder::new([&order[0], &order[1]]);
        order.guesses = guesses;
        let mut heard = HeardEvents::default();
        let decks = [0, 1].map(|p| DeckList { main: &main[p], extra: &extra[p] });
        let mut recorder = TraceRecorder { game: &game, heard: &mut heard };
        let duel = match table {
            Some(position) => position.start(&game, &mut order, &mut recorder),
            None => Duel::start(&game, decks, &mut order, &mut recorder)?,
        };
        let (journal, pending) = (Journal::default(), PendingQuestion::Nothing);
        let (arrived, early) = (Vec::new(), Vec::new());
        let before_choice = journal.mark();
        let mut replay = Self {
            game,
            duel,
            order,
            heard,
            unordered: Unordered::default(),
            journal,
            pending,
            early,
            before_choice,
            arrived,
            laid: Laid::default(),
            negated: Vec::new(),
            numbers: EffectNumbers::default(),
            selected: Vec::new(),
            blanks,
            met: BTreeSet::new(),
            acted: Acted::default(),
        };
        replay.pass_empty_windows();
        Ok(replay)
    }

    /// Takes the next line. The duel is over, and all of it was the same, after an end line.
    pub(crate) fn take(&mut self, line: TraceLine, report: &mut ConformReport) -> Result<(), Stop> {
        if let Some(blank) = self.blanks.end_by(&line)? {
            return Err(Stop::Early(blank));
        }
        match line {
            // The caller begins another duel with it.
            TraceLine::Header(_) => Err(Fault::OutsideDuel.into()),
            TraceLine::Event(happening) => Ok(self.event(happening, report)?),
            TraceLine::State(state) => {
                self.take_unasked(None);
                self.ready()?;
                self.no_window("a table", report)?;
                report.states_compared += 1;
                Ok(self.state(&state)?)
            }
            TraceLine::Ask(ask) if ask.is_none() || self.blanks.only(&ask)? => Ok(()),
            TraceLine::Ask(ask) => {
                let ask = match self.without_accepted(&ask)? {
                    Left::All => ask,
                    Left::Some(left) => left,
                    Left::Nothing => return Ok(()),
                    Left::Chosen(name) => return Err(Stop::Accepted(name)),
                };
                let Some(ask) = turn_counts::without_counts(ask, self.game.cards)? else {
                    return Ok(());
                };
                self.arrived.clear();
                if self.is_one_way(&ask) {
                    self.take_the_selected(None);
                    return Ok(());
                }
                let kind = self.kind_of(&ask);
                self.take_unasked(kind);
                self.take_the_selected(kind);
                self.selected.clear();
                if self.has_taken_the_only(&ask) {
                    return Ok(());
                }
                self.ready()?;
                self.ask(&ask, report)
            }
            TraceLine::End(end) => {
                self.ready()?;
                Ok(self.end(&end)?)
            }
        }
    }

    /// The rest of a question without the part that only the recorded engine asks, by an accepted
    /// difference.
    fn without_accepted(&mut self, ask: &TraceAsk) -> Result<Left, Fault> {
        let table = || table::state(&self.duel, &self.game);
        if self.kind_of(ask) != self.duel.decision().map(|decision| decision.kind)
            && let left @ (Left::Nothing | Left::Chosen(_)) =
                accepted::without_question(ask, table, &mut self.met)?
        {
            return Ok(left);
        }
        let ours = match ask.kind.as_str() {
            "idle" => Offer::of(&self.duel, &self.game).idle(),
            _ => Vec::new(),
        };
        let offered = |choice: &OptionChoice| ours.iter().any(|(other, _)| other == choice);
        accepted::without_options(ask, offered, table, &mut self.met)
    }

    /// Gives our duel an answer that it was seen to offer.
    pub(crate) fn answer(&mut self, action: Action) -> Result<(), Stop> {
        let mut recorder = TraceRecorder { game: &self.game, heard: &mut self.heard };
        let witness = &mut (&mut self.journal, &mut recorder);
        let answered = self.duel.try_apply(&self.game, action, &mut self.order, witness);
        answered.map_err(|illegal| {
            TraceDifference::new("answer", "an answer that is legal", illegal.to_string())
        })?;
        self.pass_empty_windows();
        Ok(())
    }

    /// The answers to our open decision, if it is of this kind.
    fn answers_to(&self, kinds: &[DecisionKind]) -> Option<Actions> {
        let kind = self.duel.decision()?.kind;
        let mut actions = Actions::new();
        kinds.contains(&kind).then(|| self.duel.legal_actions(&self.game, &mut actions))?;
        Some(actions)
    }

    /// Where a player may respond but has nothing to respond with, the recordings hold no
    /// question: an empty window is no window, whether our duel asks there or not.
    fn pass_empty_windows(&mut self) {
        while let Some(actions) = self.answers_to(&[DecisionKind::Respond])
            && actions.as_slice() == [Action::PASS]
        {
            self.give(Action::PASS);
        }
    }

    /// Takes choices that our duel asks although there is only one answer, where the reference doesn't ask. One
    /// mandatory trigger becomes a link without a question (TIME-1.2), one action of a phase happens without
    /// one (TIME-4.2), and a position is asked where there is a choice (REC-F2). An attack that can't go on
    /// just ends. `asked` is the kind of question that the record has here.
    fn take_unasked(&mut self, asked: Option<DecisionKind>) {
        while self.heard.events.is_empty()
            && let Some(only) = self.the_only_answer().or_else(|| self.the_only_copy())
            && self.duel.decision().map(|decision| decision.kind) != asked
        {
            self.give(only);
            self.pass_empty_windows();
        }
    }

    /// The one answer to a decision that the record asks only where there is a choice.
    fn the_only_answer(&self) -> Option<Action> {
        let actions = self.answers_to(&UNASKED)?;
        let [only] = actions.as_slice() else { return None };
        Some(*only)
    }

    /// A card of a Deck, if only copies of it can be chosen: some scripts take the first card that fits, where
    /// a name leaves no choice.
    fn the_only_copy(&self) -> Option<Action> {
        let actions = self.answers_to(&[DecisionKind::Card])?;
        let code = |action: &Action| {
            let at = action.pointer().filter(|at| at.location.is_deck())?;
            self.duel.judge_view(&self.game).pointed_at(at)
        };
        let first = actions.first()?;
        let name = code(first)?;
        actions.iter().all(|action| code(action) == Some(name)).then_some(*first)
    }

    /// Where an effect does something with one card after the other, the reference takes an order
    /// of its own: it has just told the card. Ours asks for the first one.
    fn take_the_selected(&mut self, asked: Option<DecisionKind>) {
        let open = self.duel.decision().map(|decision| decision.kind);
        let [selected] = self.selected.as_slice() else { return };
        if open != Some(DecisionKind::Card) || asked == open || !self.heard.events.is_empty() {
            return;
        }
        let is_selected = |choice: &OptionChoice| {
            (choice.con, choice.loc.as_deref(), choice.seq.map(u32::from))
                == (Some(selected.con), Some(&*selected.loc), selected.seq)
        };
        let offered = Offer::of(&self.duel, &self.game).cards();
        if let Some((_, action)) = offered.iter().find(|(choice, _)| is_selected(choice)) {
            let action = *action;
            self.give(action);
        }
    }

    /// Whether the record asks which of ways a thing is done where there is one, and ours asks nothing.
    fn is_one_way(&self, ask: &TraceAsk) -> bool {
        let open = self.duel.decision().map(|decision| decision.kind);
        ask.kind == "option"
            && ask.options.len() == 1
            && (!matches!(open, Some(DecisionKind::Number | DecisionKind::Confirm))
                // Ours is open after events that the record has not told yet.
                || !self.heard.events.is_empty())
    }

    /// Some effects target all cards that they can without asking which.
    fn take_the_only_target(&mut self, recorded: &TraceEvent) {
        let TraceEvent::Target { cards } = recorded else { return };
        while self.heard.events.len() < cards.len()
            && self.heard.events.iter().all(|event| matches!(event, TraceEvent::Target { .. }))
            && let Some(actions) = self.answers_to(&[DecisionKind::Card])
            && let [only] = actions.as_slice()
        {
            self.give(*only);
        }
    }

    /// Whether a question has one option that must be taken, and our duel has taken it without a question:
    /// the record asks so where another choice was open just before.
    fn has_taken_the_only(&self, ask: &TraceAsk) -> bool {
        let [only] = ask.options.as_slice() else { return false };
        let taken = match self.heard.events.front() {
            Some(TraceEvent::Chain { id, .. }) => Some(u64::from(*id)),
            _ => None,
        };
        ask.kind == "chain"
            && ask.forced
            && taken.is_some()
            && only.get("id").and_then(Value::as_u64) == taken
    }

    fn give(&mut self, action: Action) {
        let mut recorder = TraceRecorder { game: &self.game, heard: &mut self.heard };
        let witness = &mut (&mut self.journal, &mut recorder);
        self.duel.apply(&self.game, action, &mut self.order, witness);
    }

    /// A command begins here: there is no way back behind it.
    pub(crate) fn forget_the_past(&mut self) {
        self.journal.clear();
    }

    /// Takes back everything since the last command, which was a Summon that now isn't made.
    pub(crate) fn take_back(&mut self) {
        // An empty journal's mark is the moment of the last command.
        let start = Journal::default().mark();
        self.duel.undo(&mut self.journal, start);
    }

    /// Notes that cards are about to be chosen.
    pub(crate) fn mark_choice(&mut self) {
        self.before_choice = self.journal.mark();
    }

    /// Takes back everything since cards were chosen last.
    pub(crate) fn take_back_choice(&mut self) {
        self.duel.undo(&mut self.journal, self.before_choice);
    }

    /// Our duel takes the same copy from a Deck as the record will.
    pub(crate) fn bring_forward(&mut self, con: u8, seq: u8) {
        let card = self.order.in_deck(con, seq).and_then(|copy| copy.card);
        if let (Some(player), Some(card)) = (Player::BOTH.get(usize::from(con)), card) {
            self.duel.bring_forward(&mut self.journal, *player, card);
        }
    }

    /// Before a question or a table: nothing of ours is left to be confirmed, and our hands lie as
    /// the recorded ones do.
    fn ready(&mut self) -> Result<(), TraceDifference> {
        if let Some(event) = self.heard.events.front() {
            return Err(TraceDifference::new("event", "no event before this", event.to_string()));
        }
        self.unordered.settle(&mut self.duel, self.game.cards, &mut self.journal);
        for player in Player::BOTH {
            let hand = self.order.hand(player).iter();
            let hand: Vec<_> = hand
                .filter_map(|copy| Some((self.game.cards.by_passcode(copy.code)?, copy.card)))
                .collect();
            // Hands with other cards than the record's stay as they are and differ below.
            if self.duel.arrange_hand(&mut self.journal, player, &hand) {
                self.order.learn_hand(player, self.duel.cards_in_hand(player));
            }
        }
        Ok(())
    }

    fn event(
        &mut self,
        happening: Happening,
        report: &mut ConformReport,
    ) -> Result<(), TraceDifference> {
        let recorded = match happening {
            Happening::Noise => return Ok(()),
            Happening::Selected(cards) => {
                self.selected = cards;
                return Ok(());
            }
            Happening::Shuffled { player, hand } => {
                self.order.shuffled(player, &hand);
                self.unordered.shuffled(player);
                return Ok(());
            }
            Happening::TraceEvent(event) => event,
            Happening::Foreign(kind) => {
                let got = "our engine has no event of this kind";
                return Err(TraceDifference::new("event", kind, got));
            }
        };
        if let TraceEvent::Move { from, to, .. } = &recorded
            && (from.loc.as_str(), to.loc.as_str()) == ("deck", "deck")
        {
            // Cards that are put in another order on top of a Deck; ours only lie otherwise.
            self.order.follow(&recorded);
            return Ok(());
        }
        if let (PendingQuestion::Attack(_), TraceEvent::Paylp { .. }) = (&self.pending, &recorded) {
            self.early.push(recorded);
            return Ok(());
        }
        self.take_unasked(None);
        self.take_the_only_target(&recorded);
        if self.heard.events.is_empty() && !self.tells_nothing_new(&recorded) {
            self.no_window(&recorded.to_string(), report)?;
        }
        self.order.moved_to_deck(&mut self.heard.to_deck);
        self.order.follow(&recorded);
        if let TraceEvent::Move { id, from, to, .. } = &recorded {
            self.unordered.tells(to);
            let back = to.loc == "extra" && matches!(from.loc.as_str(), "gy" | "banished");
            if back || to.loc == "hand" {
                self.arrived.push(*id);
            }
        }
        let mut recorded = recorded.normalised();
        if let TraceEvent::Chain { id, desc, at, .. } = &mut recorded {
            *report.activations.entry(*id).or_default() += 1;
            self.acted.activated(*id);
            *desc = self.numbers.class(&self.game, *id, *desc, self.laid.lying(at));
        }
        self.laid.follow(&recorded);
        match &recorded {
            TraceEvent::ActivationNegated { link } => self.negated.push(*link),
            TraceEvent::ChainEnd => self.negated.clear(),
            _ => {}
        }
        recorded.one_by_one().into_iter().try_for_each(|event| {
            if self.tells_nothing_new(&event) { Ok(()) } else { self.confirm(&event) }
        })
    }

    /// Whether the record negates the effect of a link whose activation was negated before, or shows a
    /// card that has just come to a hand or an Extra Deck from a public place, so that the player knows
    /// of it anyway. Some scripts do that and others don't.
    fn tells_nothing_new(&self, event: &TraceEvent) -> bool {
        if let TraceEvent::EffectNegated { link } = event {
            return self.negated.contains(link);
        }
        let TraceEvent::Confirm { p, cards } = event else { return false };
        if matches!(self.heard.events.front(), Some(TraceEvent::Confirm { .. })) {
            return false;
        }
        let view = self.duel.judge_view(&self.game);
        cards.iter().all(|card| {
            let holder = if card.at.con == 0 { Player::FIRST } else { Player::SECOND };
            let code = self.game.cards.by_passcode(card.id);
            let known = code.is_some_and(|code| view.known_in_hand(holder).contains(&code));
            let arrived = self.arrived.contains(&card.id);
            // One that was banished on its way to the hand lies open.
            let open = matches!(&*card.at.loc, "extra" | "banished");
            let there = (card.at.loc == "hand" && known) || open;
            // Its own Set card a player knows too.
            (there && card.at.con != *p && arrived) || (card.at.con == *p && card.at.loc == "szone")
        })
    }

    /// The record goes on, so our duel must not wait for a response.
    fn no_window(&self, expected: &str, report: &mut ConformReport) -> Result<(), TraceDifference> {
        if self.answers_to(&[DecisionKind::Respond]).is_none() {
            return Ok(());
        }
        report.windows_differing += 1;
        Err(TraceDifference::new("window", expected, self.waiting_for()))
    }

    /// An attack is declared; the record's events of it before its target was chosen come first.
    pub(crate) fn attack(&mut self, action: Action) -> Result<(), Stop> {
        self.answer(action)?;
        let early = std::mem::take(&mut self.early);
        Ok(early.iter().try_for_each(|event| self.confirm(event))?)
    }

    /// The next event of ours must be this one, or among the next if they have no order.
    fn confirm(&mut self, recorded: &TraceEvent) -> Result<(), TraceDifference> {
        let ours = &mut self.heard.events;
        if self.unordered.take(recorded, ours) {
            return Ok(());
        }
        let shuffled = recorded.goes_back().is_some_and(|of| self.order.is_unsettled(of));
        let group = if recorded.is_unordered() || shuffled {
            let same_kind = |event: &&TraceEvent| {
                std::mem::discriminant(*event) == std::mem::discriminant(recorded)
            };
            ours.iter().take_while(same_kind).count()
        } else {
            1
        };
        let found = ours.iter().take(group).position(|event| event.is_told_as(recorded));
        if found.is_some_and(|at| ours.remove(at).is_some()) {
            return Ok(());
        }
        let got = ours.front().map(TraceEvent::to_string);
        let got = got.unwrap_or_else(|| self.waiting_for());
        Err(TraceDifference::new("event", recorded.to_string(), got))
    }

    fn state(&mut self, recorded: &TraceState) -> Result<(), TraceDifference> {
        let mut ours = table::state(&self.duel, &self.game);
        if recorded.last {
            // A duel may end before the reference has looked at what is negated now.
            ours.take_negation_from(recorded);
        }
        compare::states(recorded, &ours)?;
        self.acted.compared(&self.game, recorded);
        Ok(())
    }

    fn end(&mut self, end: &TraceEnd) -> Result<(), TraceDifference> {
        if let Some(Outcome::Win(player, Reason::Card)) = self.duel.outcome() {
            let table = table::state(&self.duel, &self.game);
            self.acted.won(&self.game, &table.players[player.index()].hand);
        }
        let (winner, reason) = match self.duel.outcome() {
            Some(Outcome::Win(player, reason)) => (Value::from(player.number()), reason.word()),
            Some(Outcome::Draw(reason)) => (Value::Null, reason.word()),
            // The recorder stopped there; our duel has to be as unfinished.
            None => (Value::Null, "cap"),
            Some(Outcome::Limit(limit)) => {
                let got = format!("the limit of {}", limit.word());
                return Err(TraceDifference::new("reason", end.reason.as_str(), got));
            }
        };
        same(|| "reason".to_owned(), &end.reason.as_str(), &reason)?;
        same(|| "winner".to_owned(), &end.winner, &winner)?;
        same(|| "turns".to_owned(), &end.turns, &u32::from(self.duel.turn()))
    }

    /// The question or the end that our duel is at, for reports.
    pub(crate) fn waiting_for(&self) -> String {
        match (self.duel.decision(), self.duel.outcome()) {
            (Some(decision), _) => {
                let (kind, player) = (decision.kind, decision.player.number());
                let mut actions = Actions::new();
                self.duel.legal_actions(&self.game, &mut actions);
                let shown = actions.iter().take(8);
                let answers: Vec<String> =
                    shown.map(|action| self.duel.describe(&self.game, *action)).collect();
                let more = if actions.len() > answers.len() { ", ..." } else { "" };
                let answers = answers.join(", ");
                format!("a question ({kind:?}: {answers}{more}) to player {player}")
            }
            (None, Some(outcome)) => format!("the end of the duel ({outcome})"),
            (None, None) => "nothing".to_owned(),
        }
    }

    /// The accepted difference that explains why a duel differs here, if there is one.
    pub(crate) fn accepts(&self, difference: &TraceDifference) -> Option<&'static str> {
        accepted::explains(difference, &table::state(&self.duel, &self.game)).map(|row| row.name)
    }

    /// Compares who is asked.
    pub(crate) fn same_player(&self, player: u8) -> Result<(), TraceDifference> {
        let ours = self.duel.decision().map_or(Player::FIRST, |decision| decision.player);
        same(|| "player who is asked".to_owned(), &player, &ours.number())
    }
}
