//! Suites: their form, and the questions that this project ships.

use std::collections::BTreeMap;
use std::path::PathBuf;

use duelfish_arena::suite::{CLASSES, SuiteQuestion};
use duelfish_cards::catalogue;
use duelfish_engine::{Actions, Game, Player, Script};
use duelfish_search::Leaf;
use duelfish_search::duels::{DuelJudge, Evaluator, World};
use duelfish_search::solver::{Verdict, solve};

/// A question about an attack, as it is written.
const ATTACK: &str = "question an-attack\nclass attack\nwhy A token is no loss.\nturn 3 P1 main1\n\
                      P1 M1 attack: Battle Ox\nP2 M1 defense: Mystical Elf\nP2 M2 attack: Kuriboh\n\
                      P1> battle\nbest attack M1 -> M2\n";

/// The files of questions that this project ships, with their texts.
fn shipped() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../search/suite");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(name.ends_with(".suite"), "{name} is no file of questions");
        (name, std::fs::read_to_string(&path).unwrap())
    };
    files.into_iter().map(read).collect()
}

pub(crate) fn questions() -> Vec<SuiteQuestion> {
    let read = |(name, text): (String, String)| {
        SuiteQuestion::parse_all(&text, &name, catalogue())
            .unwrap_or_else(|error| panic!("{error}"))
    };
    shipped().into_iter().flat_map(read).collect()
}

/// The first error of a text.
fn error(text: &str) -> String {
    SuiteQuestion::parse_all(text, "a.suite", catalogue()).unwrap_err().to_string()
}

#[test]
fn every_shipped_question_is_sound() {
    let questions = questions();
    assert!(questions.len() >= 150, "{}", questions.len());
    let mut bodies = BTreeMap::new();
    let mut names = BTreeMap::new();
    for question in &questions {
        let SuiteQuestion { name, file, class, .. } = question;
        // Boards have a file for each family of decks.
        let is_of_class = file.strip_prefix(class).is_some_and(|rest| rest.starts_with(['.', '-']));
        assert!(is_of_class, "{name} stands in the file of its class");
        assert!(question.why.split_whitespace().count() >= 6, "{name}: {}", question.why);
        assert!(names.insert(name, file).is_none(), "{name} stands twice");
        let asked = (question.body().to_vec(), question.is_best);
        let before = bodies.insert(asked, name);
        assert_eq!(before, None, "{name} asks the same");
        let legal = legal(question);
        if question.board.is_some() {
            assert_eq!((*class, question.answers().len()), ("boards", 0), "{name}");
            continue;
        }
        for answer in question.answers() {
            assert!(legal.contains(&answer), "{name}");
        }
        let right = legal.iter().filter(|action| question.is_right(**action)).count();
        assert!(0 < right && right < legal.len(), "{name}: {right} of {} are right", legal.len());
    }
    for (class, meaning) in CLASSES {
        let count = questions.iter().filter(|question| question.class == class).count();
        assert!(count >= 8 && !meaning.is_empty(), "{class}: {count}");
    }
}

fn legal(question: &SuiteQuestion) -> Actions {
    let mut legal = Actions::new();
    question.duel.legal_actions(&Game::new(question.rules.clone(), catalogue()), &mut legal);
    legal
}

/// Every legal move of a question about a win is proven: the right ones win in this turn, and the others don't.
#[test]
fn wins_are_proven() {
    let mut wrong = String::new();
    for question in questions().into_iter().filter(|question| question.class == "lethal") {
        let game = Game::new(question.rules.clone(), catalogue());
        for action in legal(&question) {
            let mut duel = question.duel;
            let mut chance = Script::default();
            duel.apply(&game, action, &mut chance, &mut ());
            let wins = match duel.outcome() {
                Some(outcome) => outcome.winner() == Some(Player::FIRST),
                None if duel.turn() > question.duel.turn() => false,
                None => {
                    let mut world = World::open(&game, duel, Script::default());
                    let mut evaluator = Evaluator::default();
                    let mut judge = DuelJudge::new(&mut evaluator, Leaf::Quiet, &world);
                    matches!(solve(&mut world, &mut judge, 2_000_000).0, Verdict::Win(_))
                }
            };
            if wins != question.is_right(action) {
                let said = question.duel.describe(&game, action);
                wrong += &format!(
                    "{}: {said} {}\n",
                    question.name,
                    ["does not win", "wins"][usize::from(wins)]
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_question_is_written_as_it_is_read() {
    for question in questions() {
        let text = question.to_string();
        let again = SuiteQuestion::parse_all(&text, "", catalogue()).unwrap();
        assert_eq!(again.len(), 1, "{}", question.name);
        assert!(again[0].duel == question.duel, "{}", question.name);
        assert_eq!(again[0].to_string(), text);
    }
}

#[test]
fn errors_name_the_line() {
    assert!(SuiteQuestion::parse_all(ATTACK, "a.suite", catalogue()).is_ok());
    assert!(error("").starts_with("a.suite:1: there is no question in it"));
    assert!(error("class attack").starts_with("a.suite:1: this line stands before"));
    assert!(
        error(&ATTACK.replace("class attack", "class x"))
            .starts_with("a.suite:2: there is no class `x`")
    );
    assert!(error(&ATTACK.replace("P1> battle", "P2> battle")).starts_with("a.suite:8: it is P1"));
    let twice = format!("{ATTACK}{ATTACK}");
    assert!(error(&twice).contains("has a question of this name"));
}
