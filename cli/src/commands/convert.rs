//! `duelfish convert`.

use anyhow::Result;
use duelfish_cards::{to_names, to_ydk_with, to_ydke_with};

use crate::args::{ConvertArgs, DeckForm};
use crate::{ExitVerdict, input, output};

pub(crate) fn run(args: &ConvertArgs) -> Result<ExitVerdict> {
    let cards = &*args.own.catalogue()?;
    let deck = input::deck_in_any_form(cards, &args.deck)?.deck;
    output::text(&match args.to {
        DeckForm::Ydk => to_ydk_with(cards, &deck),
        DeckForm::Ydke => to_ydke_with(cards, &deck) + "\n",
        DeckForm::Names => to_names(cards, &deck),
    })?;
    Ok(ExitVerdict::Good)
}
