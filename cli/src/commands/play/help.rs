//! The texts that the person can read: commands, and cards.

use duelfish_engine::{CardCode, Catalogue, MonsterZone, Player, View};
use duelfish_session::{Menu, in_words};

use super::paint::{PLAIN, flow, wrapped};
use crate::lookup::{self, LookedUp, NAMES};

/// All that can be typed.
pub(super) const COMMANDS: &str =
    "\x20 12              choose what has this number (`summon NAME`, `attack M1 -> M2` work too)
  Enter           pass, where that is offered; else show the table again
  skip            pass, and pass again in this turn wherever nothing has happened since
  ? 12, ? NAME    read the card of a choice, or any card (a part of its name will do);
  ? M2, ? bot S1  or the card in a zone
  piles           all cards in both Graveyards, banished and in your Extra Deck
  log             all that has happened
  undo            go back to your last choice; shuffles, coins and dice stay the same
  hint            what the bot would do in your place, knowing what you know
  why ACTION      why something can or can't be done now: why summon NAME, why battle
  save [FILE]     save the duel; `duelfish play --resume FILE` goes on with it
  concede, quit   give up; leave
M1 to M5 are your Monster Zones, S1 to S5 your Spell & Trap Zones, from your left.
1400/1200 is ATK/DEF. Set cards are face-down; Set monsters are in Defense Position.
";

/// A card in words; else what is wrong with the text.
pub(super) fn card(view: &View<'_>, me: Player, menu: Option<&Menu>, text: &str) -> String {
    match print(view, me, menu, text) {
        Ok(code) => {
            let lines = in_words(view.game().cards, code);
            lines.iter().map(|line| wrapped(line, 2)).collect()
        }
        Err(message) => message,
    }
}

/// The card that a text means.
fn print(view: &View<'_>, me: Player, menu: Option<&Menu>, text: &str) -> Result<CardCode, String> {
    let choices = menu.map_or(&[][..], |menu| &menu.choices);
    if let Ok(number) = text.parse::<usize>()
        && number <= choices.len()
    {
        let choice = number.checked_sub(1).and_then(|at| choices.get(at));
        let code = choice.and_then(|choice| choice.code);
        return code.ok_or_else(|| format!("Choice {number} shows no card.\n"));
    }
    if let Some(known) = in_zone(view, me, text) {
        return known.ok_or_else(|| "There is no card that you can see.\n".to_owned());
    }
    named(view.game().cards, text)
}

/// The card in a zone, if the text is one: `M2`, `bot S1`.
fn in_zone(view: &View<'_>, me: Player, text: &str) -> Option<Option<CardCode>> {
    let text = text.to_uppercase();
    let (player, zone) = match text.strip_prefix("BOT ") {
        Some(zone) => (me.other(), zone.trim()),
        None => (me, text.as_str()),
    };
    let number = |letter: char| -> Option<u8> {
        let number: u8 = zone.strip_prefix(letter)?.parse().ok()?;
        (1..=MonsterZone::MAIN).contains(&number).then(|| number - 1)
    };
    if let Some(zone) = number('M').and_then(MonsterZone::new) {
        return Some(view.monster(player, zone).and_then(|monster| monster.code));
    }
    number('S').map(|seat| view.spell(player, seat).and_then(|card| card.code))
}

fn named(cards: &Catalogue, text: &str) -> Result<CardCode, String> {
    match lookup::meant(cards, text) {
        LookedUp::One(code) => Ok(code),
        LookedUp::Several(several) => {
            let mut names: Vec<_> =
                several.iter().take(NAMES).map(|name| (PLAIN, name.clone())).collect();
            if several.len() > NAMES {
                names.push((PLAIN, format!("{} more", several.len() - NAMES)));
            }
            Err(flow("Which one? ", &names, ", "))
        }
        LookedUp::None(nearest) => {
            let nearest = nearest.map_or(String::new(), |name| format!(" Did you mean {name}?"));
            Err(format!("No card has `{}` in its name.{nearest}\n", text.escape_debug()))
        }
    }
}
