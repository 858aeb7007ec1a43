//! One sentence for each event that is worth one.

use duelfish_engine::{
    BattlePosition, CardCode, Cause, Heard, Player, PublicEvent, PublicSpot, View, attribute_name,
    type_name,
};
use duelfish_script::{Counter, EffectId, Form};

use crate::phases::outcome;
use crate::voice::{Voice, capital};

/// A sentence about an event; none if another one says it already. The view is that of the moment
/// just after it.
pub(crate) fn of(event: &PublicEvent, view: &View<'_>, voice: Voice, links: u8) -> Option<String> {
    let say = Say { view, voice };
    Some(match *event {
        PublicEvent::Moved { card, from, to, position, cause } => {
            return say.moved(card, from, to, position, cause);
        }
        PublicEvent::Summoning(at, 0) => say.comes("Normal Summon", at)?,
        PublicEvent::Summoning(at, _) => say.comes("Tribute Summon", at)?,
        PublicEvent::SetMonster(at) | PublicEvent::SetSpell(at) => {
            // The card's name is for its player alone.
            say.comes("Set", at)?.replacen("a face-down", "a", 1)
        }
        PublicEvent::FlipSummoning(at) => say.comes("Flip Summon", at)?,
        PublicEvent::Activating(at, card, player, effect, link) => {
            say.activating(at, card, player, effect, link)
        }
        PublicEvent::Targeted(at, card) => {
            format!("Target: {} ({}).", say.name(card.0, "a face-down card"), voice.place(at))
        }
        PublicEvent::Resolving(link) if links > 1 => {
            format!("Chain Link {link} resolves: {}.", say.link(link))
        }
        PublicEvent::ActivationNegated(link) => {
            format!("The activation of {} is negated.", say.link(link))
        }
        PublicEvent::EffectNegated(link) => format!("The effect of {} is negated.", say.link(link)),
        PublicEvent::Counters(at, kind, change) => say.counters(at, kind, change),
        PublicEvent::Tossed(player, coins, heads) => say.tossed(player, coins, heads),
        PublicEvent::Rolled(player, dice, results) => say.rolled(player, dice, results),
        PublicEvent::Damaged(player, amount) => say.points(player, "take", amount, " damage"),
        PublicEvent::Gained(player, amount) => say.points(player, "gain", amount, " LP"),
        PublicEvent::Paid(player, amount) => say.points(player, "pay", amount, " LP"),
        PublicEvent::LifeLost(player, _) => say.loses(player),
        PublicEvent::BattleDamage(player, amount) => {
            say.points(player, "take", amount, " battle damage")
        }
        PublicEvent::Equipped(card, host) => {
            format!("{} is equipped to {}.", say.at(card), say.at(host))
        }
        PublicEvent::Excavated(player, code) => {
            let name = say.name(Some(code), "");
            format!("{name} is turned over ({}).", voice.place(PublicSpot::Deck(player)))
        }
        PublicEvent::Declared(player, number) => say.declares(player, &number.to_string()),
        PublicEvent::DeclaredAttribute(player, attribute) => {
            say.declares(player, attribute_name(attribute).unwrap_or("an Attribute"))
        }
        PublicEvent::DeclaredType(player, race) => {
            say.declares(player, type_name(race).unwrap_or("a Type"))
        }
        PublicEvent::DeclaredName(player, code) => {
            say.declares(player, say.name(Some(code), "a card"))
        }
        PublicEvent::UsedAllowed(player, effect) => {
            let code = view.game().cards.scripts().effect(effect).code;
            format!("{} what {} allows.", say.does(player, "use"), say.name(Some(code), ""))
        }
        PublicEvent::Shuffled(player) => {
            format!("{} Deck is shuffled.", capital(&voice.whose(player)))
        }
        PublicEvent::PositionChanged(at, card, position) => {
            return say.position_changed(at, card, position);
        }
        PublicEvent::AttackDeclared(from, target) => say.attacks(from, target),
        PublicEvent::Battled(_, Some(_), [false, false]) => "Battle destroys nothing.".to_owned(),
        PublicEvent::Over(end) => outcome(end, voice),
        _ => return None,
    })
}

/// Cards with which the same happens one after the other: they stand on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WordSeries {
    player: Player,
    verb: &'static str,
    /// Where, if that is worth saying.
    place: Option<PublicSpot>,
    cards: usize,
    /// Their names as far as the person knows them.
    names: Vec<String>,
}

impl WordSeries {
    /// One card that somebody draws or sees.
    pub(crate) fn begun_by(event: &PublicEvent, view: &View<'_>) -> Option<Self> {
        let (player, verb, place, Heard(code)) = match *event {
            PublicEvent::Moved {
                card,
                from: PublicSpot::Deck(player),
                to: PublicSpot::Hand(_),
                cause: Cause::Rule,
                ..
            } => (player, "draw", None, card),
            PublicEvent::Revealed(at, card, to) | PublicEvent::Noticed(at, card, to) => {
                (to, "see", Some(at), card)
            }
            _ => return None,
        };
        let names = code.iter().map(|code| view.game().cards.name(*code).to_owned()).collect();
        Some(Self { player, verb, place, cards: 1, names })
    }

    /// Takes the cards of a series that goes on with this one; `false` if that is another one.
    pub(crate) fn go_on_with(&mut self, more: &Self) -> bool {
        let same = (self.player, self.verb, self.place) == (more.player, more.verb, more.place);
        if same {
            self.cards += more.cards;
            self.names.extend_from_slice(&more.names);
        }
        same
    }

    pub(crate) fn in_words(&self, voice: Voice) -> String {
        let Self { player, verb, cards, .. } = self;
        let place = self.place.map_or_else(String::new, |at| format!(" ({})", voice.place(at)));
        let does = voice.does(*player, verb);
        if voice.you().is_none_or(|you| you == *player) && self.names.len() == *cards {
            return format!("{does} {}{place}.", self.names.join(", "));
        }
        let what = if *cards == 1 { "a card".to_owned() } else { format!("{cards} cards") };
        format!("{does} {what}{place}.")
    }
}

/// Whose place it is, if it is a player's.
const fn owner(spot: PublicSpot) -> Option<Player> {
    match spot {
        PublicSpot::Deck(player)
        | PublicSpot::Hand(player)
        | PublicSpot::Monster(player, _)
        | PublicSpot::Spell(player, _)
        | PublicSpot::Field(player)
        | PublicSpot::Grave(player)
        | PublicSpot::Banished(player)
        | PublicSpot::Extra(player) => Some(player),
        PublicSpot::Elsewhere => None,
    }
}

/// Says things as one player sees them.
struct Say<'v> {
    view: &'v View<'v>,
    voice: Voice,
}

impl Say<'_> {
    fn name(&self, code: Option<CardCode>, unknown: &'static str) -> &str {
        code.map_or(unknown, |code| self.view.game().cards.name(code))
    }

    fn does(&self, player: Player, verb: &str) -> String {
        self.voice.does(player, verb)
    }

    /// The sentence about a card that its player brings to a zone.
    fn comes(&self, verb: &str, at: PublicSpot) -> Option<String> {
        Some(format!("{} {}.", self.does(owner(at)?, verb), self.at(at)))
    }

    fn activating(
        &self,
        at: PublicSpot,
        Heard(code): Heard,
        player: Player,
        effect: EffectId,
        link: u8,
    ) -> String {
        let number = if link > 1 { format!(" as Chain Link {link}") } else { String::new() };
        let (card, from) = (self.name(code, "a card"), self.voice.place(at));
        // A card that is face-up already has an effect activated.
        let form = self.view.game().cards.scripts().effect(effect).form;
        let of = if form == Form::Activate { "" } else { "the effect of " };
        format!("{} {of}{card} ({from}){number}.", self.does(player, "activate"))
    }

    fn counters(&self, at: PublicSpot, kind: Counter, change: i8) -> String {
        let (count, kind) = (change.unsigned_abs(), kind.name());
        let what = if change < 0 { "loses" } else { "gets" };
        format!("{} {what} {count} {kind}{}.", self.at(at), if count == 1 { "" } else { "s" })
    }

    fn tossed(&self, player: Player, coins: u8, heads: u8) -> String {
        let side = |coin| if heads >> coin & 1 == 1 { "heads" } else { "tails" };
        let sides: Vec<&str> = (0..coins).map(side).collect();
        format!("{} a coin: {}.", self.does(player, "toss"), sides.join(", "))
    }

    fn rolled(&self, player: Player, dice: u8, results: u16) -> String {
        let faces = duelfish_engine::dice_of(dice, results).map(|face| face.to_string());
        let faces: Vec<String> = faces.collect();
        format!("{} {}.", self.does(player, "roll"), faces.join(", "))
    }

    fn declares(&self, player: Player, what: &str) -> String {
        format!("{} {what}.", self.does(player, "declare"))
    }

    /// The declaration of an attack.
    fn attacks(&self, from: PublicSpot, target: Option<PublicSpot>) -> String {
        match target {
            Some(target) => format!("{} attacks {}.", self.at(from), self.at(target)),
            None => format!("{} attacks directly.", self.at(from)),
        }
    }

    fn position_changed(
        &self,
        at: PublicSpot,
        card: Heard,
        position: BattlePosition,
    ) -> Option<String> {
        let name = self.name(card.0, "a monster");
        let how = match position {
            BattlePosition::Attack => "is in Attack Position now",
            BattlePosition::Defense => "is in face-up Defense Position now",
            BattlePosition::Set => "is turned face-down",
            BattlePosition::Up | BattlePosition::Down => return None,
        };
        Some(format!("{} ({}) {how}.", capital(name), self.voice.place(at)))
    }

    /// The sentence about a player's loss or gain of Life Points, with what they come to.
    fn points(&self, player: Player, verb: &str, amount: i32, of: &str) -> String {
        let left = self.view.lp(player).max(0);
        format!("{} {amount}{of} (LP {left}).", self.does(player, verb))
    }

    /// The sentence about a player's loss of Life Points that is no damage.
    fn loses(&self, player: Player) -> String {
        let left = self.view.lp(player).max(0);
        format!("{} Life Points (LP {left}).", self.does(player, "lose"))
    }

    /// The card in a place, with the place.
    fn at(&self, spot: PublicSpot) -> String {
        let (code, unknown) = match spot {
            PublicSpot::Monster(player, seat) => {
                (self.view.monster(player, seat).and_then(|card| card.code), "a face-down monster")
            }
            PublicSpot::Spell(player, seat) => {
                (self.view.spell(player, seat).and_then(|card| card.code), "a face-down card")
            }
            PublicSpot::Field(player) => {
                (self.view.field(player).and_then(|card| card.code), "a face-down card")
            }
            _ => (None, "a card"),
        };
        format!("{} ({})", self.name(code, unknown), self.voice.place(spot))
    }

    /// The card of a Chain Link.
    fn link(&self, number: u8) -> &str {
        let link = self.view.chain().nth(usize::from(number).saturating_sub(1));
        self.name(link.map(|link| link.code), "a card")
    }

    fn moved(
        &self,
        Heard(code): Heard,
        from: PublicSpot,
        to: PublicSpot,
        position: BattlePosition,
        cause: Cause,
    ) -> Option<String> {
        let name = capital(self.name(code, "a card"));
        let (was, is) = (self.voice.place(from), self.voice.place(to));
        Some(match cause {
            Cause::Summon | Cause::Set | Cause::Activate | Cause::Equip | Cause::ChainEnd => {
                return None;
            }
            Cause::SpecialSummon => {
                let name = capital(self.name(code, "a monster"));
                let lies = match position {
                    BattlePosition::Attack => "Attack Position",
                    BattlePosition::Set => "face-down Defense Position",
                    _ => "Defense Position",
                };
                let from = if from == PublicSpot::Elsewhere {
                    String::new()
                } else {
                    format!(" from {was}")
                };
                format!("{name} is Special Summoned{from} to {is} in {lies}.")
            }
            Cause::Tribute => format!("{name} ({was}) is Tributed."),
            Cause::Battle => format!("{name} ({was}) is destroyed by battle."),
            Cause::Destroyed => format!("{name} ({was}) is destroyed."),
            Cause::RuleDestroyed => format!("{name} ({was}) is destroyed by the rules."),
            Cause::HandLimit => {
                let by = self.does(owner(from)?, "discard");
                format!("{by} {} for the hand limit.", self.name(code, "a card"))
            }
            Cause::Discarded => {
                format!("{} {}.", self.does(owner(from)?, "discard"), self.name(code, "a card"))
            }
            Cause::Control => format!("{name} goes over from {was} to {is}."),
            Cause::Return => format!("{name} returns to {is}."),
            Cause::Replaced => format!("{name} makes room for a new Field Spell."),
            Cause::Material => format!("{name} ({was}) is used as material."),
            Cause::Cost => format!("{name} goes from {was} to {is} as a cost."),
            Cause::Rule | Cause::Effect => format!("{name} goes from {was} to {is}."),
        })
    }
}
