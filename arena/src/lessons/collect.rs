//! The collection of lessons: quick duels, and now and then a deep look.

use duelfish_engine::{CardCode, Catalogue, DeckList, Game, Player, SetupError};
use duelfish_search::{Budget, Choice, Finding, Setup, Spec, Why};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{Lesson, LessonDuel, Lessons, TriedMove};
use crate::record::rules_in_words;
use crate::seeds::{SeedPurpose, derive};
use crate::self_play::{Collecting, SelfPlay, SelfPlaySpec, played};
use crate::variants::Variants;

/// Told apart from the seeds of the duels themselves.
const CHANCE: u64 = 0x6c65_7373_6f6e_735f;

/// The duels in which lessons are given.
#[derive(Clone, Debug)]
pub struct LessonPlay {
    /// The duels. Their bot need not be good: it leads to the positions that are looked at.
    pub play: SelfPlaySpec,
    /// The bot that looks at decisions.
    pub teacher: Spec,
    /// It looks at so many decisions in a hundred that are a choice.
    pub share: u32,
    /// Of so many decisions in a hundred any answer is played, and not the bot's.
    pub stray: u32,
    /// So many cards of each Main Deck in a hundred are others of these decks.
    pub vary: u32,
}

/// Plays the duels and keeps those that have lessons.
///
/// # Errors
/// Fails when a deck can't be played.
pub fn collect_lessons(
    cards: &Catalogue,
    spec: &LessonPlay,
    watch: Collecting<'_>,
) -> Result<Lessons, SetupError> {
    let SelfPlaySpec { decks, rules, seed, .. } = &spec.play;
    let game = Game::new(rules.clone(), cards);
    let variants = Variants::new(decks, spec.vary);
    let self_play = spec.play.ready(&game, watch);
    let passcodes = |codes: &[CardCode]| -> Vec<u32> {
        codes.iter().map(|code| cards.facts(*code).passcode).collect()
    };
    let duels = spec.play.each(watch, |number, seats: [usize; 2]| {
        let mut rng = ChaCha8Rng::seed_from_u64(derive(seed ^ CHANCE, number, SeedPurpose::Duel));
        let decks = seats.map(|deck| variants.of(deck, &mut rng));
        let lists = decks.each_ref().map(|deck| deck.list());
        let taught = taught(&self_play, spec, lists, number, &mut rng)?;
        Ok(taught.map(|taught| LessonDuel {
            decks: lists.map(|list| [passcodes(list.main), passcodes(list.extra)]),
            seed: self_play.seed_of(number),
            ..taught
        }))
    })?;
    Ok(Lessons { rules: rules_in_words(rules), duels })
}

/// A duel with its lessons; nothing if it was stopped.
fn taught(
    play: &SelfPlay<'_>,
    spec: &LessonPlay,
    decks: [DeckList<'_>; 2],
    number: u64,
    rng: &mut ChaCha8Rng,
) -> Result<Option<LessonDuel>, SetupError> {
    let (mut actions, mut lessons) = (Vec::new(), Vec::new());
    let mut teacher = spec.teacher.build();
    let outcome = play.duel(decks, number, |duel, legal, choice| {
        let (look, seed) = (rng.next_u32() % 100 < spec.share, rng.next_u64());
        let asked = duel.decision().map_or(Player::FIRST, |decision| decision.player);
        if look && choices(choice).len() > 1 {
            teacher.begin(&Setup { me: asked, decks: decks.map(Some) }, seed);
            let budget = Budget { stop: &[play.stop], ..spec.teacher.budget() };
            let found = teacher.choose(&duel.view(play.game, asked), legal, budget);
            lessons.push(lesson(actions.len() as u32, &found));
        }
        let action = played(legal, choice, spec.stray, rng);
        actions.push(action.to_bits());
        action
    })?;
    let kept = LessonDuel { decks: Default::default(), seed: 0, actions, lessons };
    Ok(outcome.map(|_| kept))
}

/// The moves that a search looked at, the best one first; none where there was no search.
fn choices(choice: &Choice) -> &[Finding] {
    match &choice.why {
        Why::Search(found) => &found.choices,
        _ => &[],
    }
}

/// The findings of a search.
fn lesson(decision: u32, choice: &Choice) -> Lesson {
    let moves = choices(choice).iter().map(|found| TriedMove {
        action: found.action.to_bits(),
        visits: found.visits,
        value: found.value,
    });
    Lesson { decision, moves: moves.collect() }
}
