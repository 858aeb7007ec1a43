//! `duelfish serve`.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, bail};
use duelfish_serve::{NamedDeck, ServeError, ServeOptions, Server, Stopper};
use etcetera::BaseStrategy;
use serde::Serialize;

use crate::args::{Format, ServeArgs};
use crate::{ExitVerdict, input, output};

/// The port that is tried first when none is asked for.
const PORT: u16 = 8437;

/// Where the page is, as programs read it.
#[derive(Debug, Serialize)]
struct PrintedPage<'a> {
    url: &'a str,
    /// The folder with the files of duels.
    sessions: String,
}

pub(crate) fn run(args: &ServeArgs) -> Result<ExitVerdict> {
    // It lives as long as the server, which is as long as the program.
    let cards = Box::leak(Box::new(args.own.catalogue()?.into_owned()));
    if let Some(folder) = args.pics.as_deref().filter(|folder| !folder.is_dir()) {
        bail!("{}: there is no such directory with pictures", input::shown(folder));
    }
    let data = match &args.data {
        Some(folder) => folder.clone(),
        None => folder_of_user()?,
    };
    let decks = decks(&args.decks)?;
    let options = ServeOptions {
        port: args.port.unwrap_or(PORT),
        cards,
        data,
        pics: args.pics.clone(),
        program: std::env::current_exe().ok(),
        decks,
    };
    let server = match Server::bind(options.clone()) {
        // Another server may run already.
        Err(ServeError::Port(..)) if args.port.is_none() => {
            Server::bind(ServeOptions { port: 0, ..options })?
        }
        bound => bound?,
    };
    let url = server.url();
    match args.format {
        Format::Json => {
            let sessions = input::shown(server.sessions());
            output::json(&PrintedPage { url: &url, sessions })?;
        }
        Format::Table => {
            output::text(&format!("The page is at {url} (Ctrl-C, or q and Enter, stop it)\n"))?;
        }
    }
    stop_when_told(&server.stopper())?;
    if args.open {
        open::that_detached(&url).unwrap_or_else(|error| {
            output::warning(&format!("no browser can be started ({error}); open {url} in one"));
        });
    }
    server.run()?;
    Ok(ExitVerdict::Good)
}

/// Stops the server on Ctrl-C, and when somebody types q. Standard input that ends stops nothing: a server in the
/// background has none.
fn stop_when_told(stopper: &Stopper) -> Result<()> {
    let on_signal = stopper.clone();
    ctrlc::set_handler(move || on_signal.stop()).context("can't listen for Ctrl-C")?;
    let on_line = stopper.clone();
    thread::spawn(move || {
        let lines = std::io::stdin().lock().lines().map_while(Result::ok);
        if lines.map(|line| line.trim().to_lowercase()).any(|line| line == "q" || line == "quit") {
            on_line.stop();
        }
    });
    Ok(())
}

/// Where the user's programs keep data.
fn folder_of_user() -> Result<PathBuf> {
    let strategy = etcetera::choose_base_strategy();
    let strategy =
        strategy.context("there is no home directory; say where duels are kept, with --data")?;
    Ok(strategy.data_dir().join("duelfish"))
}

/// The user's decks, with those of directories and below. Whether they can be played depends on rules that are chosen
/// on the page, which says it then.
fn decks(paths: &[PathBuf]) -> Result<Vec<NamedDeck>> {
    let named = |path: &PathBuf| -> Result<NamedDeck> {
        let (text, name) = input::text_of_deck(path)?;
        let stem =
            Path::new(&name).file_stem().map_or(name.as_str(), |s| s.to_str().unwrap_or(&name));
        Ok(NamedDeck { id: format!("own/{stem}"), text })
    };
    let mut decks: Vec<NamedDeck> =
        input::decks_at(paths)?.iter().map(named).collect::<Result<_>>()?;
    // Files of one name in several directories are told apart.
    for at in 1..decks.len() {
        let same = decks[..at].iter().filter(|deck| deck.id == decks[at].id).count();
        if same > 0 {
            decks[at].id += &format!(" ({})", same + 1);
        }
    }
    Ok(decks)
}
