//! The switches of the rules one by one: the meaning of each, its source, and its value.

use super::Rules;

/// A switch of [`Rules`] and its meaning. Values are those of [`Rules::options`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name in position files and in [`Rules::with_option`].
    pub name: &'static str,
    /// The thing that its number counts, or the rule that holds when it is on.
    pub meaning: &'static str,
    /// The rows of the rulebook, or what else says so.
    pub source: &'static str,
    /// Whether it is on or off; else it is a number.
    pub is_flag: bool,
}

const fn number(name: &'static str, meaning: &'static str, source: &'static str) -> Switch {
    Switch { name, meaning, source, is_flag: false }
}

const fn flag(name: &'static str, meaning: &'static str, source: &'static str) -> Switch {
    Switch { name, meaning, source, is_flag: true }
}

/// How the reference engine plays with its flags for the Goat format, as recorded duels show it.
const GOAT: &str = "the reference engine's Goat mode";
/// Limits that no rule states but every program needs.
const PROGRAM: &str = "a limit of the program";

impl Rules {
    /// The meanings of [`Rules::options`], in the same order.
    pub const SWITCHES: [Switch; 35] = [
        number("lp", "Life Points of both players at the start", "the official rulebook"),
        number(
            "hand",
            "cards that both players draw before the first turn",
            "the official rulebook",
        ),
        number("draw", "cards drawn in a Draw Phase", "TU-01"),
        flag("first-draw", "the player who goes first draws in the first turn", "TU-01.2"),
        flag("first-battle", "there is a Battle Phase in the first turn", "BA-3"),
        number(
            "hand-limit",
            "cards that a hand may hold at the end of its player's turn",
            "DF-70.i",
        ),
        number("summons", "Normal Summons and Sets of a turn", "SU-01.8"),
        flag("zero-ties", "two monsters in Attack Position with 0 ATK destroy each other", "BA-35"),
        flag(
            "priority",
            "the turn player may use an Ignition Effect before the opponent can respond to what happened last",
            GOAT,
        ),
        flag(
            "one-field",
            "one Field Spell is face-up in all: a new one destroys the other player's",
            "DF-41, DF-42",
        ),
        flag(
            "old-damage-step",
            "nobody may respond at the start of the Damage Step, and there is a window more after damage calculation",
            GOAT,
        ),
        flag(
            "damage-chain",
            "after the first Chain of a moment of the Damage Step only what it brought may be answered",
            GOAT,
        ),
        flag(
            "strict-damage-step",
            "only Spells and Traps that change ATK or DEF may be activated freely in the Damage Step, before damage calculation",
            "BA-29, BA-30",
        ),
        flag(
            "attack-back",
            "an attack that can't go on as declared counts as not made; else its player decides in a replay",
            "BA-22",
        ),
        flag(
            "replay-counts",
            "only another number of the opponent's monsters keeps an attack from going on as declared",
            "BA-22 by its letter; TU-05.5d says other monsters do too",
        ),
        flag(
            "replay-by-trap",
            "only what a Trap or Quick-Play Spell does to the opponent's monsters does so",
            "BA-24 by its letter; TU-05.5c says whatever does it",
        ),
        flag(
            "trap-waits",
            "the effect of a Continuous Trap needs a later Chain than its activation",
            GOAT,
        ),
        flag(
            "triggers-follow",
            "what its own card's event triggered can be used wherever that card went meanwhile",
            GOAT,
        ),
        flag(
            "others-turn",
            "a player may change the position of a monster that the other player Summoned this turn",
            GOAT,
        ),
        flag(
            "earliest-first",
            "triggers of the earliest event are asked first, not all together",
            GOAT,
        ),
        flag(
            "attempts-count",
            "Summons that were negated count for cards that ask what was Summoned this turn",
            GOAT,
        ),
        flag(
            "grave-order",
            "a player whose cards go to the Graveyard together says in which order they lie there",
            "DF-50",
        ),
        flag(
            "late-deckout",
            "a player who can't draw loses only after both players could respond",
            "BA-69 says at once",
        ),
        flag(
            "lone-equips",
            "a monster that can't be equipped to its target stays where it is",
            GOAT,
        ),
        flag(
            "trap-zones",
            "a Trap that is a monster holds a Spell & Trap Zone as well",
            "the reference engine's rules before 2020",
        ),
        flag("extra-zones", "there are Extra Monster Zones", "DF-2"),
        flag("pendulum-zones", "there are Pendulum Zones", "DF-30.i"),
        flag(
            "three-columns",
            "each player has three Monster Zones and three Spell & Trap Zones",
            "Speed Duels",
        ),
        flag("main2", "a Main Phase 2 follows the Battle Phase", "BA-61"),
        number("extra-limit", "cards that an Extra Deck may hold", "the official rulebook"),
        flag("only-fusions", "an Extra Deck may hold Fusion Monsters only", "MO-10, MO-11"),
        flag("goat-texts", "cards have their texts of April 2005 where these differ", "the cards"),
        number("turn-cap", "turns after which a duel ends without a winner", PROGRAM),
        number("decision-cap", "answers after which a duel ends without a winner", PROGRAM),
        number("step-cap", "steps that one answer may lead to", PROGRAM),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_a_switch_that_says_what_it_means() {
        for rules in Rules::PRESETS {
            for ((name, value), switch) in rules.options().into_iter().zip(Rules::SWITCHES) {
                assert_eq!(name, switch.name);
                assert!(!switch.is_flag || (0..=1).contains(&value), "{name}");
                assert!(rules.clone().with_option(name, value).is_some_and(|same| same == rules));
                // A flag takes no other number.
                assert_eq!(rules.clone().with_option(name, 2).is_none(), switch.is_flag, "{name}");
            }
        }
    }
}
