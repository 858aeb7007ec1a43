//! A run under way, which can be played in parts.

use std::sync::atomic::{AtomicBool, AtomicU64};

use duelfish_engine::{Catalogue, Game};

use crate::bots::Entrant;
use crate::details::Details;
use crate::duel_stats::Retold;
use crate::list::{Openings, SortedDeck};
use crate::plan::{Pairing, Plan, Shard};
use crate::record::{DuelRecord, RecordHeader, RecordWriter};
use crate::run::{Crew, MatchError, Recording, RunWatch};
use crate::scores::{Scores, StopRule};
use crate::spec::MatchSpec;

/// A run, as far as it has come.
pub(crate) struct Course<'a> {
    spec: &'a MatchSpec,
    game: Game<'a>,
    plan: Plan,
    decks: Vec<SortedDeck>,
    openings: Openings,
    arrangements: Vec<[usize; 2]>,
    writer: Option<RecordWriter>,
    pub(crate) scores: Scores,
    pub(crate) header: RecordHeader,
    /// Single duels that were in the record already.
    before: u64,
}

impl<'a> Course<'a> {
    /// Makes a run ready, or reads how far it has come.
    pub(crate) fn begin(
        cards: &'a Catalogue,
        spec: &'a MatchSpec,
        recording: Option<Recording<'_>>,
    ) -> Result<Self, MatchError> {
        spec.check()?;
        let header = spec.header(cards, recording.map_or("", |recording| recording.note));
        let plan = header.plan();
        let game = Game::new(spec.rules.clone(), cards);
        let decks = spec.lists();
        let arrangements = plan.arrangements();
        // Decks and bots that can't be played are refused before a file is made.
        let openings = Openings::arrange(&game, &decks, &arrangements)?;
        spec.bots.iter().try_for_each(Entrant::ready)?;
        let until = if spec.shard == Shard::WHOLE { spec.until } else { StopRule::Played };
        let mut scores = Scores::new(spec.pairing != Pairing::None, plan.best_of, until);
        scores.details = spec.details.then(Details::default);
        let writer = match recording {
            None => None,
            Some(Recording { path, resume: false, .. }) => {
                Some(RecordWriter::create(path, &header)?)
            }
            Some(Recording { path, drop_damaged, .. }) => {
                let retold = Retold { game: &game, decks: &decks, openings: &openings };
                let seen = |duel: &DuelRecord| {
                    retold.add(duel, &mut scores);
                    _ = scores.add_recorded(duel);
                };
                Some(RecordWriter::resume(path, &header, drop_damaged, seen)?)
            }
        };
        scores.forget_open_bout();
        let before = scores.duels().games();
        Ok(Self { spec, game, plan, decks, openings, arrangements, writer, scores, header, before })
    }

    /// Plays on, up to this place in the order of the shard.
    pub(crate) fn play_to(&mut self, place: u64, watch: RunWatch<'_>) -> Result<(), MatchError> {
        let (begun, place) = (self.scores.games(), place.min(self.plan.count()));
        if self.is_over() || begun >= place {
            return Ok(());
        }
        let crew = Crew {
            game: &self.game,
            spec: self.spec,
            plan: &self.plan,
            decks: &self.decks,
            openings: &self.openings,
            arrangements: &self.arrangements,
            records: self.writer.is_some(),
            end: place,
            next: &AtomicU64::new(begun),
            folded: &AtomicU64::new(begun),
            outside: watch.stop,
            done: &AtomicBool::new(false),
        };
        crew.play(self.writer.as_mut(), &mut self.scores, watch.progress)
    }

    /// Whether nothing is left to be played.
    pub(crate) fn is_over(&self) -> bool {
        self.scores.has_ended() || self.scores.games() >= self.plan.count()
    }

    /// Single duels that were not in the record already.
    pub(crate) fn played_now(&self) -> u64 {
        self.scores.duels().games() - self.before
    }
}
