//! Writes a recorded duel of the reference engine as EDOPro would have saved it, for tests of `import`.
//!
//! ```sh
//! cargo run -p duelfish-conform --example write_replay -- RECORDING NUMBER OUT.yrpX
//! ```
//!
//! The number counts the duels of the recording from 1. The replays in `cli/tests/replays` were made with it.

use std::io::Read;
use std::process::ExitCode;

use flate2::read::MultiGzDecoder;
use serde_json::Value;

#[path = "../tests/it/common/yrpx.rs"]
mod yrpx;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [recording, number, out] = args.as_slice() else {
        eprintln!("error: write RECORDING NUMBER OUT.yrpX");
        return ExitCode::from(2);
    };
    match replay(recording, number).and_then(|file| Ok(std::fs::write(out, file)?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {recording}: {error}");
            ExitCode::from(2)
        }
    }
}

fn replay(recording: &str, number: &str) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut text = String::new();
    MultiGzDecoder::new(std::fs::File::open(recording)?).read_to_string(&mut text)?;
    let (number, mut encoder, mut at) = (number.parse::<usize>()?, None, 0);
    for line in text.lines() {
        let line: Value = serde_json::from_str(line)?;
        let kind = line["t"].as_str().unwrap_or_default();
        if kind == "header" {
            at += 1;
            if at == number {
                encoder = Some(yrpx::Encoder::new(["Ann", "Bob"], &line));
            }
        }
        let Some(encoder) = encoder.as_mut().filter(|_| at == number) else { continue };
        match kind {
            "event" => encoder.event(&line),
            "state" if line["final"] != true => encoder.asked(&line),
            "end" => encoder.end(&line),
            _ => {}
        }
    }
    Ok(encoder.ok_or("it has not so many duels")?.file())
}
