//! Any bytes, read as a file of lessons: nothing panics, an error is one line, and what can be read is written the same
//! way, played and trained on.
//!
//! Every part of a file has checksums, so an input also stands for the contents of parts that have right ones.
#![no_main]

use std::sync::atomic::AtomicBool;

use duelfish_arena::belief::{HiddenExamples, train_inference};
use duelfish_arena::lessons::{LessonDuel, LessonExamples, LessonTraining, Lessons};
use duelfish_arena::net::TrainingWatch;
use duelfish_arena::policy::{Examples, train_policy};
use duelfish_cards::catalogue;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Err(error) = Lessons::from_bytes(&[Lessons::FIRST_LINE, data].concat()) {
        assert_eq!(error.to_string().lines().count(), 1);
    }
    let config = bincode::config::standard().with_limit::<{ 1 << 20 }>();
    let Ok((duel, _)) = bincode::decode_from_slice::<LessonDuel, _>(data, config) else { return };
    let lessons = Lessons { rules: "goat".to_owned(), duels: vec![duel] };
    let file = lessons.to_bytes().expect("a short duel");
    let Ok(read) = Lessons::from_bytes(&file) else { return };
    let Ok(examples) = Examples::read(catalogue(), &read) else { return };
    let stop = AtomicBool::new(false);
    let watch = TrainingWatch { stop: &stop, done: &|_| () };
    let training = LessonTraining { epochs: 1, ..LessonTraining::default() };
    let _ = train_policy(catalogue(), &examples, &training, "A test.", watch);
    let hidden = HiddenExamples::read(catalogue(), &read).expect("they were read before");
    let _ = train_inference(catalogue(), &hidden, &training, "A test.", watch);
});
