//! Any bytes, read as a file of positions of self-play: nothing panics and no length makes room for what is not there,
//! an error is one line, and what can be read is written, appended and trained on.
#![no_main]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use duelfish_arena::net::{NetSamples, Training, TrainingWatch, foretell_by_net, train};
use duelfish_cards::catalogue;
use libfuzzer_sys::fuzz_target;

/// Samples of more cards, positions or pairs of decks are not trained on, so that inputs don't take long.
const TRAINED: usize = 64;

fuzz_target!(|data: &[u8]| {
    let data = data.strip_prefix(NetSamples::FIRST_LINE).unwrap_or(data);
    let samples = match NetSamples::from_bytes(&[NetSamples::FIRST_LINE, data].concat()) {
        Ok(samples) => samples,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1),
    };
    assert!(NetSamples::from_bytes(&samples.to_bytes()).as_ref() == Ok(&samples));
    let mut twice = samples.clone();
    if twice.append(&samples).is_err() {
        return assert!(twice == samples);
    }
    assert!(NetSamples::from_bytes(&twice.to_bytes()).as_ref() == Ok(&twice));
    let sizes = [twice.passcodes.len(), twice.positions.len(), twice.pairs as usize];
    if sizes.iter().any(|size| *size > TRAINED) {
        return;
    }
    let stop = AtomicBool::new(false);
    let watch = TrainingWatch { stop: &stop, done: &|_| () };
    let training = Training { epochs: 1, ..Training::default() };
    let trained = train(catalogue(), &twice, &training, "A test.", watch);
    let (net, tested) = trained.expect("nobody stops it");
    let _ = foretell_by_net(catalogue(), &twice, &tested, &Arc::new(net));
});
