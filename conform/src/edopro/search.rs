//! Finds answers of the players after which our duel tells what the replay tells.
//!
//! A replay has no questions. At each of our decisions every legal answer is tried. Those after
//! which something else happens than is told next are out; of the others the one that explains most
//! goes first. When none is left, the search goes back to the decision before. Answers after which
//! nothing happens at once (a zone for a card that comes later, a pass) show only later whether
//! they were right.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use duelfish_engine::{Action, DecisionKind, Duel, Game, Outcome, Reason};

use super::follow::{Followed, Follower, Listener, Mismatch, answers};
use super::foresight::Foresight;
use super::told::{Told, Won};
use crate::trace_recorder::HeardEvents;

/// A duel of ours that went as is told up to here.
#[derive(Clone)]
pub(super) struct SearchState {
    pub(super) duel: Duel,
    heard: HeardEvents,
    place: Followed,
    /// The answer that led here, and what chance answered after it.
    action: Option<Action>,
    answers: Vec<u32>,
}

/// A decision on the way, with what is left to be tried there.
struct SearchNode {
    state: SearchState,
    /// The best one last.
    open: Vec<SearchState>,
}

/// The result of a search.
pub(super) struct FoundPath {
    pub(super) actions: Vec<Action>,
    pub(super) answers: Vec<u32>,
    /// Where the search stuck, if it found no way to the end.
    pub(super) stuck: Option<Mismatch>,
}

/// Looks for the duel that is told.
pub(super) struct ReplaySearch<'a> {
    pub(super) game: &'a Game<'static>,
    pub(super) told: &'a [Told],
    pub(super) won: Option<Won>,
    /// The replay shows when players were asked to act freely.
    pub(super) asks: bool,
    /// How many answers may be tried.
    pub(super) budget: u64,
}

impl ReplaySearch<'_> {
    /// Whether the duel was left before its end.
    fn open_end(&self) -> bool {
        !self.won.is_some_and(Won::by_the_rules)
    }

    fn follower(&self, place: Followed) -> RefCell<Follower<'_>> {
        let (told, open_end, asks) = (self.told, self.open_end(), self.asks);
        RefCell::new(Follower { told, place, open_end, asks, mismatch: None })
    }

    /// Goes on with a duel from one moment to its next decision; `go` does that.
    fn follow(
        &self,
        heard: &HeardEvents,
        place: &Followed,
        action: Option<Action>,
        go: impl FnOnce(&mut Foresight<'_, '_>, &mut Listener<'_, '_>) -> Duel,
    ) -> Result<SearchState, Mismatch> {
        let follower = self.follower(place.clone());
        let mut heard = heard.clone();
        let mut chance = Foresight { follower: &follower, answers: Vec::new() };
        let mut listener = Listener { game: self.game, heard: &mut heard, follower: &follower };
        let duel = go(&mut chance, &mut listener);
        let answers = chance.answers;
        let kind = duel.decision().map(|decision| decision.kind);
        if matches!(kind, Some(DecisionKind::Idle | DecisionKind::Battle)) {
            follower.borrow_mut().asked_freely();
        }
        let Follower { place, mismatch, .. } = follower.into_inner();
        match mismatch {
            Some(mismatch) => Err(mismatch),
            None => {
                let state = SearchState { duel, heard, place, action, answers };
                self.ends_as_told(&state).map_or(Ok(state), Err)
            }
        }
    }

    /// The duel before its first decision; `go` begins it.
    pub(super) fn begin(
        &self,
        go: impl FnOnce(&mut Foresight<'_, '_>, &mut Listener<'_, '_>) -> Duel,
    ) -> Result<SearchState, Mismatch> {
        self.follow(&HeardEvents::default(), &Followed::default(), None, go)
    }

    /// The mismatch of a duel that is over, if it did not end as was told.
    fn ends_as_told(&self, state: &SearchState) -> Option<Mismatch> {
        let outcome = state.duel.outcome()?;
        let mut follower = self.follower(state.place.clone()).into_inner();
        let done = follower.is_done();
        let same = self.won.is_some_and(|won| !won.by_the_rules() || means(won, outcome));
        let instead = || format!("the duel ends: {outcome}");
        (!done || !same).then(|| Mismatch { at: follower.place.at, instead: instead() })
    }

    fn is_found(&self, state: &SearchState) -> bool {
        let mut follower = self.follower(state.place.clone()).into_inner();
        follower.is_done() && (state.duel.outcome().is_some() || self.open_end())
    }

    /// Searches from the first decision on; `tick` hears how much was tried and may break off.
    pub(super) fn run(
        &self,
        start: SearchState,
        tick: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> FoundPath {
        let mut seen = BTreeSet::new();
        let mut tried = 0;
        let mut best = Best::default();
        let mut path: Vec<SearchNode> = Vec::new();
        let first = start.clone();
        let mut next = Some(start);
        loop {
            if let Some(state) = next.take() {
                if self.is_found(&state) {
                    let way = path.iter().map(|node| &node.state).chain([&state]);
                    return found(way, None);
                }
                let open = self.answers_of(&state, &mut tried, &mut seen, |mismatch| {
                    if best.is_beaten_by(mismatch.at) {
                        let way = path.iter().map(|node| &node.state).chain([&state]);
                        best = Best { found: Some(found(way, Some(mismatch))) };
                    }
                });
                path.push(SearchNode { state, open });
            }
            if tried > self.budget || tick(tried).is_break() {
                break;
            }
            let Some(node) = path.last_mut() else { break };
            match node.open.pop() {
                Some(state) => next = Some(state),
                None => _ = path.pop(),
            }
        }
        let nowhere = || {
            let instead = "the search was broken off".to_owned();
            found([&first].into_iter(), Some(Mismatch { at: 0, instead }))
        };
        best.found.unwrap_or_else(nowhere)
    }

    /// Where the answers to an open decision lead that fit what is told; the best one last.
    fn answers_of(
        &self,
        state: &SearchState,
        tried: &mut u64,
        seen: &mut BTreeSet<u64>,
        mut fails: impl FnMut(Mismatch),
    ) -> Vec<SearchState> {
        let follower = self.follower(state.place.clone()).into_inner();
        let mut open = Vec::new();
        for action in answers(&state.duel, self.game, &follower) {
            *tried += 1;
            let next = self.follow(&state.heard, &state.place, Some(action), |chance, listener| {
                let mut duel = state.duel;
                duel.apply(self.game, action, chance, listener);
                duel
            });
            match next {
                Ok(next) => {
                    if seen.insert(key(&next)) {
                        open.push(next);
                    }
                }
                Err(mismatch) => fails(mismatch),
            }
        }
        // The state that explains most goes first; of equal ones an action goes before a pass.
        let order = |next: &SearchState| {
            let passes = [Some(Action::PASS), Some(Action::NO)].contains(&next.action);
            (next.place.at + next.place.early.len(), !passes)
        };
        open.reverse();
        open.sort_by_key(order);
        open
    }
}

/// The furthest way that was found.
#[derive(Default)]
struct Best {
    found: Option<FoundPath>,
}

impl Best {
    fn is_beaten_by(&self, at: usize) -> bool {
        let stuck = self.found.as_ref().and_then(|found| found.stuck.as_ref());
        stuck.is_none_or(|stuck| at > stuck.at)
    }
}

fn found<'s>(way: impl Iterator<Item = &'s SearchState>, stuck: Option<Mismatch>) -> FoundPath {
    let (mut actions, mut answers) = (Vec::new(), Vec::new());
    for state in way {
        actions.extend(state.action);
        answers.extend(&state.answers);
    }
    FoundPath { actions, answers, stuck }
}

/// A hash that is equal for moments that are the same for the rest of a search.
fn key(state: &SearchState) -> u64 {
    let mut hasher = DefaultHasher::new();
    match state.duel.position_key() {
        Some(key) => key.hash(&mut hasher),
        None => state.duel.bytes().hash(&mut hasher),
    }
    (state.place.at, &state.place.early).hash(&mut hasher);
    hasher.finish()
}

/// Whether a duel of ours ended as the replay says.
fn means(won: Won, outcome: Outcome) -> bool {
    let told = |reason: Reason| match reason {
        Reason::LifePoints => won.reason == 1,
        Reason::DeckOut => won.reason == 2,
        _ => won.reason >= 16,
    };
    match outcome {
        Outcome::Win(player, reason) => player.number() == won.player && told(reason),
        Outcome::Draw(reason) => won.player > 1 && told(reason),
        Outcome::Limit(_) => false,
    }
}
