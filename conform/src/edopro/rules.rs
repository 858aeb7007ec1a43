//! The rules of a replay, as near to a preset as its flags allow.

use duelfish_cards::duel_flags;
use duelfish_engine::limits::MAX_EXTRA_DECK;
use duelfish_engine::{Placement, Rules};

use super::error::ReplayFileError;
use super::file::ReplayStart;

/// The rules of a replay. They have the name of the preset that differs least from them.
pub(super) fn rules(start: &ReplayStart) -> Result<Rules, ReplayFileError> {
    let foreign = duel_flags::foreign(start.flags);
    if foreign != 0 {
        return Err(ReplayFileError::Rules(foreign));
    }
    let rules = Rules {
        starting_lp: start.lp,
        opening_hand: start.hand,
        draw: start.draw,
        placement: Placement::Ask,
        // EDOPro declares a lost Draw Phase only when it next looks.
        late_deck_out: true,
        ..duel_flags::rules(start.flags)
    };
    let differences = |preset: &Rules| {
        let pairs = preset.options().into_iter().zip(rules.options());
        pairs.filter(|(theirs, ours)| theirs != ours).count()
    };
    let nearest = Rules::PRESETS.into_iter().min_by_key(differences).unwrap_or(Rules::MR5);
    let longest = start.decks.iter().map(|deck| deck.extra.len()).max().unwrap_or(0);
    let fits = longest <= usize::from(nearest.extra_deck_limit);
    let extra_deck_limit = if fits { nearest.extra_deck_limit } else { MAX_EXTRA_DECK as u8 };
    Ok(Rules { name: nearest.name, extra_deck_limit, ..rules })
}
