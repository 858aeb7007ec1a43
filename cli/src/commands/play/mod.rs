//! `duelfish play`: a person against a bot in a terminal.

mod help;
mod hint;
mod log;
mod menu;
mod paint;
mod ponder;
mod screen;
mod session;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use duelfish_arena::record::{Ending, RecordHeader};
use duelfish_arena::{MatchSpec, Replay};
use duelfish_engine::{Catalogue, Player, Rules};
use duelfish_session::saved::{self, PERSON, Saved, SavedError};
use duelfish_session::{Beginning, DuelTable, Seat, fresh_seed, second_goes_first};

use self::session::{Keeper, Session, Setting};
use super::replay;
use crate::args::{First, PlayArgs};
use crate::missing::Ready;
use crate::{ExitVerdict, input, missing, output};

pub(crate) fn run(args: &PlayArgs) -> Result<ExitVerdict> {
    args.color.write_global();
    match &args.resume {
        Some(file) => resume(args, file),
        None => {
            if let Some(file) = &args.save {
                must_be_new(file)?;
            }
            let (cards, mut header, setting) = begin(args)?;
            let pondering = ponder::begin(args.ponder, &mut header, &setting.bot)?;
            let replay = Beginning::decks(
                Arc::new(Replay::new(&header, &cards)?),
                setting.me == Player::SECOND,
            );
            let b_first = setting.me == Player::SECOND;
            let table = DuelTable::begin(replay, setting.seats(), header.seed, b_first)?;
            let keeper = Keeper::new(args.save.clone())?;
            Session::new(table, &header, setting, keeper, pondering).play()
        }
    }
}

/// Goes on with a duel that was saved.
fn resume(args: &PlayArgs, file: &Path) -> Result<ExitVerdict> {
    let shown = input::shown(file);
    let saved = saved::read(file)?;
    let (me, bot) = match saved.seats() {
        [Seat::Person, Seat::Bot(bot)] => (Player::FIRST, bot),
        [Seat::Bot(bot), Seat::Person] => (Player::SECOND, bot),
        [Seat::Bot(_), Seat::Bot(_)] => return Err(SavedError::OfBots(shown).into()),
        [Seat::Person, Seat::Person] => {
            bail!("{shown}: two persons play this duel; `duelfish serve` goes on with it")
        }
    };
    let Saved { mut header, duel, .. } = saved;
    if duel.ending != Ending::OPEN {
        let ending = duel.ending;
        bail!("{shown}: this duel is over ({ending}); `duelfish replay {shown} 0` shows it");
    }
    if let Some(new) = args.save.as_ref().filter(|new| *new != file) {
        must_be_new(new)?;
    }
    if !header.note.is_empty() {
        output::warning(&header.note);
    }
    let cards = replay::record_cards(&args.own, &header)?;
    let replay = Beginning::of_record(Arc::new(replay::ready(file, &header, &cards)?), &duel);
    let setting = Setting { bot, me };
    let pondering = ponder::begin(args.ponder, &mut header, &setting.bot)?;
    let table = DuelTable::restore(replay, setting.seats(), header.seed, &duel);
    let table = table.map_err(|error| anyhow!("{shown}: {error}"))?;
    let keeper = Keeper::new(args.save.clone().or_else(|| Some(file.to_owned())))?;
    Session::new(table, &header, setting, keeper, pondering).play()
}

/// Refuses a file that holds something already.
fn must_be_new(path: &Path) -> Result<()> {
    if path.exists() {
        let path = input::shown(path);
        bail!("{path}: it exists already; --resume {path} goes on with it, or give another file");
    }
    Ok(())
}

/// Makes a new duel ready.
fn begin(args: &PlayArgs) -> Result<(Catalogue, RecordHeader, Setting)> {
    let (Some(mine), Some(other)) = (&args.deck, &args.vs) else {
        bail!("give your deck, and the bot's with --vs");
    };
    let cards = args.own.catalogue()?.into_owned();
    let mut parsed = [input::deck(&cards, mine)?, input::deck(&cards, other)?];
    let rules: &Rules = &args.rules;
    let Ready { cards, replaced, recorded } =
        missing::ready(cards, rules, &mut parsed, &args.missing.missing)?;
    let (decks, note) = (parsed.map(|parsed| parsed.deck), replaced.warned());
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let bots = [args.bot.clone(), args.bot.clone()];
    let spec = MatchSpec::new(decks, bots, rules.clone(), 1, seed);
    let mut header = MatchSpec { replaced: recorded, ..spec }.header(&cards, &note);
    PERSON.clone_into(&mut header.bots[0]);
    header.weights[0] = None;
    let me = match args.first {
        First::Me => Player::FIRST,
        First::Bot => Player::SECOND,
        First::Random if second_goes_first(seed) => Player::SECOND,
        First::Random => Player::FIRST,
    };
    Ok((cards, header, Setting { bot: args.bot.clone(), me }))
}
