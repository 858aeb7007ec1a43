//! Turns that the reference counts where ours counts none. An effect that lasts for several turns has an action of
//! its own in each End Phase there, which only counts. A player with another mandatory action in that phase is asked
//! which comes first, and the answer changes nothing.

use duelfish_engine::Catalogue;
use duelfish_script::{Form, event_bit};
use serde_json::Value;

use crate::error::Fault;
use crate::line::TraceAsk;

/// A question without the actions that only count a turn; none if it was about nothing else, or if such an action
/// was chosen.
pub(crate) fn without_counts(
    mut ask: TraceAsk,
    cards: &Catalogue,
) -> Result<Option<TraceAsk>, Fault> {
    if ask.kind != "chain" || !ask.forced {
        return Ok(Some(ask));
    }
    let only_counts = |option: &Value| {
        let lies = matches!(option.get("loc").and_then(Value::as_str), Some("gy" | "banished"));
        let id = option.get("id").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok());
        lies && id.is_some_and(|id| lasts(cards, id))
    };
    let counts: Vec<bool> = ask.options.iter().map(only_counts).collect();
    if !counts.contains(&true) {
        return Ok(Some(ask));
    }
    let chosen = ask.pick()?;
    let left = counts.iter().filter(|counts| !**counts).count();
    if counts.get(chosen).copied().unwrap_or(true) || left < 2 {
        return Ok(None);
    }
    let place = counts[..chosen].iter().filter(|counts| !**counts).count();
    let mut kept = counts.iter();
    ask.options.retain(|_| kept.next() == Some(&false));
    ask.answer = Value::from(vec![place]);
    Ok(Some(ask))
}

/// Whether a card has an effect that answers an event for some turns.
fn lasts(cards: &Catalogue, id: u32) -> bool {
    cards.by_passcode(id).is_some_and(|code| {
        let mut effects = cards.scripts().effects_of(code);
        effects.any(|(_, effect)| {
            effect.form == Form::Later && effect.on.events & event_bit::PHASE == 0
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// How many options of a question about these cards are left, and its answer among them.
    fn left(options: &[(u32, &str)], answer: usize) -> Option<(usize, usize)> {
        let options =
            options.iter().map(|(id, loc)| json!({"id": id, "loc": loc})).collect::<Vec<_>>();
        let line = json!({"player": 0, "kind": "chain", "forced": true, "options": options, "answer": [answer]});
        let ask: TraceAsk = serde_json::from_value(line).unwrap();
        let left = without_counts(ask, duelfish_cards::catalogue()).unwrap();
        left.map(|ask| (ask.options.len(), ask.pick().unwrap()))
    }

    const VIRUS: (u32, &str) = (35_027_493, "gy");
    const SPHERE: (u32, &str) = (60_202_749, "szone");

    #[test]
    fn an_action_that_only_counts_is_left_out() {
        assert_eq!(left(&[VIRUS, SPHERE], 0), None);
        assert_eq!(left(&[SPHERE, VIRUS], 0), None);
        assert_eq!(left(&[VIRUS, SPHERE, SPHERE], 0), None);
        assert_eq!(left(&[VIRUS, SPHERE, SPHERE], 2), Some((2, 1)));
        assert_eq!(left(&[SPHERE, SPHERE], 1), Some((2, 1)));
    }
}
