//! `duelfish play`: a person against a bot in a terminal.

mod help;
mod hint;
mod log;
mod menu;
mod paint;
mod save;
mod screen;
mod session;
mod table;

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use duelfish_arena::record::RecordHeader;
use duelfish_arena::seeds::{SeedPurpose, derive};
use duelfish_arena::{MatchSpec, Replay};
use duelfish_engine::{Catalogue, Player, Rules};

use self::save::{PERSON, Saved};
use self::session::{Keeper, Session};
use self::table::{PlayTable, Setting};
use super::replay;
use crate::args::{First, PlayArgs};
use crate::missing::Ready;
use crate::{ExitVerdict, input, missing, output};

/// Seeds that the program thinks up are below this, so that they are easily typed.
const SEEDS: u64 = 1_000_000;

pub(crate) fn run(args: &PlayArgs) -> Result<ExitVerdict> {
    args.color.write_global();
    match &args.resume {
        Some(file) => {
            let Saved { header, duel, bot } = save::read(file)?;
            if let Some(new) = args.save.as_ref().filter(|new| *new != file) {
                save::must_be_new(new)?;
            }
            if !header.note.is_empty() {
                output::warning(&header.note);
            }
            let me = if duel.b_first { Player::SECOND } else { Player::FIRST };
            let cards = replay::record_cards(&args.own, &header)?;
            let replay = replay::ready(file, &header, &cards)?;
            let mut table = PlayTable::begin(&replay, Setting { seed: header.seed, bot, me })?;
            if duel.decks != table.record().decks || !table.restore(&duel) {
                let file = input::shown(file);
                bail!("{file}: its duel does not play as it was saved; it can't be gone on with");
            }
            let keeper = Keeper::new(args.save.clone().or_else(|| Some(file.clone())))?;
            Session::new(table, &header, keeper).play()
        }
        None => {
            if let Some(file) = &args.save {
                save::must_be_new(file)?;
            }
            let (cards, header, setting) = begin(args)?;
            let replay = Replay::new(&header, &cards)?;
            let table = PlayTable::begin(&replay, setting)?;
            Session::new(table, &header, Keeper::new(args.save.clone())?).play()
        }
    }
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
        First::Random => Player::of_bit((derive(seed, 0, SeedPurpose::First) & 1) as u8),
    };
    Ok((cards, header, Setting { seed, bot: args.bot.clone(), me }))
}

/// A seed that nobody has chosen. It is shown, so that the duel can be played again.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    derive(now as u64, 0, SeedPurpose::Duel) % SEEDS
}
