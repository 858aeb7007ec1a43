//! Lessons as a policy reads them.

use duelfish_engine::{Action, Actions, CardCode, Catalogue, Duel, Game};
use duelfish_search::policy::{POLICY_NUMBERS, PolicyEye, PolicyPart, Role};

use crate::lessons::{Lesson, LessonExamples, TriedMove};

/// The share of a move's target that comes from being the best one; the rest comes from its visits.
const BEST: f32 = 0.5;

/// Decisions as a policy reads them, with how often each move ought to be chosen.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    pub(super) decisions: Vec<Example>,
    pub(super) parts: Vec<StoredPart>,
    pub(super) cards: Vec<u32>,
    pub(super) facts: Vec<u8>,
    /// The shares that the moves of all decisions ought to have.
    pub(super) targets: Vec<f32>,
    /// Where the decisions of each duel begin.
    duels: Vec<u32>,
}

/// A decision: its own part comes first, then one part for each of its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example {
    pub(super) part: u32,
    pub(super) moves: u32,
    /// Where the targets of its moves begin.
    pub(super) target: u32,
}

/// A part of a decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredPart {
    pub(super) numbers: [i16; POLICY_NUMBERS],
    /// Where its cards begin and end, each a row of the catalogue times the count of parts and its part.
    pub(super) cards: [u32; 2],
    /// Where its facts begin and end.
    pub(super) facts: [u32; 2],
}

impl LessonExamples for Examples {
    fn of_one_duel() -> Self {
        Self { duels: vec![0], ..Self::default() }
    }

    /// Adds a decision, if it was a choice.
    fn add(&mut self, game: &Game<'_>, duel: &Duel, legal: &Actions, lesson: &Lesson) {
        let Some(decision) = duel.decision() else { return };
        let Some(eye) = PolicyEye::new(duel.view(game, decision.player), legal) else { return };
        let action = |tried: &TriedMove| Action::from_bits(tried.action);
        let moves: Option<Vec<Action>> = lesson.moves.iter().map(action).collect();
        let Some(moves) = moves.filter(|moves| moves.len() > 1) else { return };
        let (part, target) = (self.parts.len() as u32, self.targets.len() as u32);
        self.decisions.push(Example { part, moves: moves.len() as u32, target });
        self.part(game.cards, &eye.state());
        for action in moves {
            self.part(game.cards, &eye.read(action));
        }
        let visits: u64 = lesson.moves.iter().map(|tried| u64::from(tried.visits)).sum();
        let share = (1.0 - BEST) / visits.max(1) as f32;
        self.targets.extend(lesson.moves.iter().map(|tried| share * tried.visits as f32));
        // The best one comes first.
        self.targets[target as usize] += BEST;
    }

    fn append(&mut self, other: &Self) {
        let ends = |list: [u32; 2], by: usize| list.map(|at| at + by as u32);
        let (parts, cards, facts) = (self.parts.len(), self.cards.len(), self.facts.len());
        let targets = self.targets.len() as u32;
        let decisions = self.decisions.len() as u32;
        self.decisions.extend(other.decisions.iter().map(|decision| Example {
            part: decision.part + parts as u32,
            target: decision.target + targets,
            ..*decision
        }));
        self.parts.extend(other.parts.iter().map(|part| StoredPart {
            cards: ends(part.cards, cards),
            facts: ends(part.facts, facts),
            ..*part
        }));
        self.cards.extend_from_slice(&other.cards);
        self.facts.extend_from_slice(&other.facts);
        self.targets.extend_from_slice(&other.targets);
        self.duels.extend(other.duels.iter().map(|at| at + decisions));
    }

    fn len(&self) -> usize {
        self.decisions.len()
    }

    fn duels(&self) -> &[u32] {
        &self.duels
    }
}

impl Examples {
    fn part<const CARDS: usize>(&mut self, cards: &Catalogue, part: &PolicyPart<CARDS>) {
        let from = [self.cards.len(), self.facts.len()];
        let row = |(role, code): &(u8, CardCode)| {
            u32::from(cards.base(*code).row()) * Role::COUNT as u32 + u32::from(*role)
        };
        self.cards.extend(part.cards.iter().map(row));
        self.facts.extend_from_slice(&part.facts);
        let to = [self.cards.len(), self.facts.len()];
        let range = |at: usize| [from[at] as u32, to[at] as u32];
        self.parts.push(StoredPart { numbers: part.numbers, cards: range(0), facts: range(1) });
    }

    /// A part as a policy reads it.
    pub(super) fn unpacked<const CARDS: usize>(
        &self,
        cards: &Catalogue,
        part: &StoredPart,
    ) -> PolicyPart<CARDS> {
        let named = self.cards_of(part).iter().filter_map(|at| {
            let (row, role) = (at / Role::COUNT as u32, at % Role::COUNT as u32);
            Some((role as u8, cards.at(row as u16)?))
        });
        PolicyPart {
            numbers: part.numbers,
            cards: named.collect(),
            facts: self.facts_of(part).iter().copied().collect(),
        }
    }

    pub(super) fn cards_of(&self, part: &StoredPart) -> &[u32] {
        &self.cards[part.cards[0] as usize..part.cards[1] as usize]
    }

    pub(super) fn facts_of(&self, part: &StoredPart) -> &[u8] {
        &self.facts[part.facts[0] as usize..part.facts[1] as usize]
    }

    /// The part of a decision, those of its moves, and the shares that these ought to have.
    pub(super) fn decision(&self, number: u32) -> (&StoredPart, &[StoredPart], &[f32]) {
        let Example { part, moves, target } = self.decisions[number as usize];
        let (part, moves, target) = (part as usize, moves as usize, target as usize);
        let of_moves = &self.parts[part + 1..part + 1 + moves];
        (&self.parts[part], of_moves, &self.targets[target..target + moves])
    }
}
