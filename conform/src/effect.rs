//! Which effect of a card a recorded description means.
//!
//! The recordings name an effect by the number of its text: 0 for the activation of the card
//! (1068 for an Equip Spell, 1160 for a Pendulum Card), a number with the card's own for another effect, 0 again for an
//! effect whose text has no number, as The Stern Mystic's, and a number for an activation that
//! has a text, as Mystical Space Typhoon's. So a number alone doesn't say it; the
//! card's effects do. Both sides are compared in two classes, which tell apart what one card of
//! the pool can do in one place.

use duelfish_engine::effects::{EffectId, Form};
use duelfish_engine::{Game, Print};

/// The activation of the card, and everything that is no effect of it, like giving it back.
pub(crate) const CARD: u64 = 0;
/// Another effect of the card.
pub(crate) const EFFECT: u64 = 1;

/// The description of an Equip Spell's activation.
const EQUIP: u64 = 1068;
/// The description of the activation of a Pendulum Card.
const PENDULUM: u64 = 1160;

/// The class of an effect of ours.
pub(crate) fn of_ours(game: &Game<'_>, effect: EffectId) -> u64 {
    let effect = game.cards.scripts().effect(effect);
    // What happens without a Chain is of the class of all effects of its card, if there is only one.
    let only_effects = || {
        let mut forms = forms(game, effect.print).peekable();
        forms.peek().is_some() && forms.all(|form| form != Form::Activate)
    };
    match effect.form {
        Form::Activate => CARD,
        Form::AtOnce if !only_effects() => CARD,
        _ => EFFECT,
    }
}

/// The class of a recorded description.
pub(crate) fn of_record(game: &Game<'_>, passcode: u32, desc: u64) -> u64 {
    let print = game.cards.by_passcode(passcode);
    let forms = print.into_iter().flat_map(|print| forms(game, print));
    let (cards, effects): (Vec<Form>, Vec<Form>) = forms.partition(|form| *form == Form::Activate);
    // Some activations of cards have a text, and some other effects have none; the number only
    // counts where a card has both.
    match (cards.is_empty(), effects.is_empty()) {
        (false, true) => CARD,
        (true, false) => EFFECT,
        _ if ![CARD, EQUIP, PENDULUM].contains(&desc) => EFFECT,
        _ => CARD,
    }
}

/// Whether a card can be activated at all, or an effect of it.
pub(crate) fn has_effect(game: &Game<'_>, print: Print) -> bool {
    forms(game, print).next().is_some()
}

/// The kinds of a card's effects; what they allow for later is none of its own, and what happens
/// without a Chain is written like the card.
fn forms<'g>(game: &'g Game<'_>, print: Print) -> impl Iterator<Item = Form> + 'g {
    let effects = game.cards.scripts().effects_of(print);
    effects
        .map(|(_, effect)| effect.form)
        .filter(|form| !matches!(form, Form::Offer | Form::Later | Form::AtOnce))
}
