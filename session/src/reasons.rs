//! The actions that one might try with a card, and why they can or can't be done.

use duelfish_engine::{
    BattlePosition, CardCode, DecisionKind, Explanation, Location, MonsterZone, Player, Pointer,
    kind,
};

use crate::menu::Menu;
use crate::table::DuelTable;

/// Something that one might do, and why it can or can't be done.
#[derive(Clone, Debug)]
pub struct TryReason {
    /// The action, as records write it.
    pub words: String,
    /// Whether it is legal, and why.
    pub why: Explanation,
}

impl DuelTable<'_> {
    /// Why a player may do something now, or not, said to that player.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    pub fn why(&self, me: Player, words: &str) -> Result<TryReason, String> {
        let voice = self.voice_of(me);
        let asked = self.question().map(|(decision, _)| decision.player);
        let why = if asked == Some(me) {
            // Nobody may ask about cards that lie hidden.
            if words.split_whitespace().next() == Some("choose") {
                let sentence = "What can be chosen is among the choices.".to_owned();
                Explanation { allowed: false, sentence, rule: None }
            } else {
                let why = self.duel().why(self.game(), words).map_err(|e| format!("{e}."))?;
                Explanation { sentence: voice.addressed(&why.sentence), ..why }
            }
        } else {
            let sentence = match asked {
                _ if self.is_over() => "Not legal: the duel is over.".to_owned(),
                _ => format!("Not legal: it is {} who is asked now.", voice.who(me.other())),
            };
            Explanation { allowed: false, sentence, rule: None }
        };
        Ok(TryReason { words: words.to_owned(), why })
    }

    /// The actions that a player might try with an own card, each with the reason why it can or can't be done.
    ///
    /// # Errors
    /// Says why nothing can be said of the place.
    pub fn reasons(&self, me: Player, at: Pointer) -> Result<Vec<TryReason>, String> {
        if at.player != me {
            return Err("Only your own cards can be asked about.".to_owned());
        }
        let Some(code) = self.view(me).pointed_at(at) else {
            return Err("There is no card that you can see.".to_owned());
        };
        // In the midst of an action only its own answers count.
        let others = [DecisionKind::Idle, DecisionKind::Battle, DecisionKind::Respond];
        if let Some((decision, legal)) = self.question()
            && decision.player == me
            && !others.contains(&decision.kind)
        {
            let menu = Menu::new(&self.view(me), self.voice_of(me), decision, &legal);
            return Err(format!("Something else is asked now: {}", menu.question));
        }
        let tries = self.tries(me, at, code);
        Ok(tries.iter().filter_map(|words| self.why(me, words).ok()).collect())
    }

    /// The actions that a card of this kind in this place brings to mind.
    fn tries(&self, me: Player, at: Pointer, code: CardCode) -> Vec<String> {
        let cards = self.game().cards;
        let (facts, name) = (cards.facts(code), cards.label(code));
        let has_effects = cards.scripts().effects_of(code).next().is_some();
        let with = |verb: &str| format!("{verb} {name}");
        let mut tries = Vec::new();
        match at.location {
            Location::Hand if facts.is(kind::MONSTER) => {
                tries.extend(["summon", "set", "special summon"].map(with));
                if has_effects {
                    tries.push(with("activate"));
                }
            }
            Location::Hand => tries.extend(["activate", "set"].map(with)),
            Location::Monster => {
                if let Some(zone) = at.monster_zone() {
                    tries.extend(self.tries_of_monster(me, zone, has_effects));
                }
            }
            Location::Spell => tries.push(format!("activate S{}", at.index + 1)),
            Location::Field => tries.push("activate field".to_owned()),
            Location::Grave if has_effects => tries.push(format!("activate grave: {name}")),
            Location::Banished if has_effects => tries.push(format!("activate banished: {name}")),
            Location::Extra => tries.push(with("special summon")),
            Location::Grave
            | Location::Banished
            | Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Material
            | Location::Pendulum => {}
        }
        tries
    }

    fn tries_of_monster(&self, me: Player, zone: MonsterZone, effects: bool) -> Vec<String> {
        let view = self.view(me);
        let set = view.monster(me, zone).is_some_and(|m| m.position == BattlePosition::Set);
        let mut tries = if set {
            vec![format!("flip {zone}")]
        } else {
            let targets = view.monsters(me.other());
            let mut attacks: Vec<String> =
                targets.map(|(target, _)| format!("attack {zone} -> {target}")).collect();
            attacks.push(format!("attack {zone} direct"));
            attacks.push(format!("position {zone}"));
            attacks
        };
        if effects {
            tries.push(format!("activate {zone}"));
        }
        tries
    }
}
