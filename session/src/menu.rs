//! A decision as a question with numbered choices.

use duelfish_engine::{
    Action, Actions, BattlePosition, CardCode, Decision, DecisionKind, Location, MonsterZone,
    Player, Pointer, PublicSpot, Verb, View, attribute_name, type_name,
};
use duelfish_script::How;
use duelfish_search::duels::key_of;

use crate::facts::short_facts;
use crate::phases::of_phase;
use crate::voice::{Voice, capital};

/// How the groups of attacks begin.
pub const ATTACK: &str = "Attack with ";
/// The group of ways on, for when nothing else is wanted.
pub const GO_ON: &str = "Go on";
/// The group of answers that do nothing.
pub const OR: &str = "Or";

/// The choices of a decision, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Menu {
    /// The kind of the question.
    pub kind: DecisionKind,
    /// The question in words.
    pub question: String,
    /// The answers that mean something different.
    pub choices: Vec<MenuChoice>,
    /// All legal answers, each with the key of the choice that means the same.
    pub all: Vec<(u64, Action)>,
    /// The answer when nothing is chosen: passing, or the only one.
    pub enter: Option<Action>,
}

/// One choice.
#[derive(Clone, Debug)]
pub struct MenuChoice {
    /// The answer.
    pub action: Action,
    /// The same for all actions that mean the same.
    pub key: u64,
    /// The card that it is about, as far as the person knows it.
    pub code: Option<CardCode>,
    /// The heading that it shares with others: "Normal Summon".
    pub group: String,
    /// The words that tell it from the others of its group.
    pub text: String,
}

impl MenuChoice {
    /// The choice without its group around it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let Self { group, text, .. } = self;
        match group.strip_prefix(ATTACK) {
            Some(attacker) => {
                let name = attacker.split_once(" (").map_or(attacker, |(name, _)| name);
                format!("{name} -> {text}")
            }
            None if ["", GO_ON, OR].contains(&group.as_str()) => text.clone(),
            None => format!("{group}: {text}"),
        }
    }
}

impl Menu {
    /// The person's open decision.
    #[must_use]
    pub fn new(view: &View<'_>, voice: Voice, decision: Decision, legal: &Actions) -> Self {
        let words = MenuWords { view, voice, me: decision.player, legal };
        let mut choices: Vec<MenuChoice> = Vec::new();
        let all: Vec<(u64, Action)> =
            legal.iter().map(|action| (key_of(view, *action), *action)).collect();
        for (key, action) in &all {
            let key = *key;
            if choices.iter().all(|choice| choice.key != key) {
                let (group, text, code) = words.choice(*action);
                choices.push(MenuChoice { action: *action, key, code, group, text });
            }
        }
        choices.sort_by_key(|choice| order(choice.action.verb()));
        let enter = match choices.as_slice() {
            [only] => Some(only.action),
            _ => legal.contains(&Action::PASS).then_some(Action::PASS),
        };
        Self { kind: decision.kind, question: words.question(decision), choices, all, enter }
    }
}

/// In which order verbs are listed.
const fn order(verb: Verb) -> u8 {
    match verb {
        Verb::Summon | Verb::GeminiSummon => 0,
        Verb::SpecialSummon => 1,
        Verb::Set => 2,
        Verb::Activate => 3,
        Verb::Use => 4,
        Verb::Flip => 5,
        Verb::Reposition => 6,
        Verb::Attack => 7,
        Verb::ToBattle | Verb::ToMain2 => 9,
        Verb::EndTurn | Verb::Pass | Verb::Done | Verb::Stop => 10,
        _ => 8,
    }
}

/// Says decisions and actions as the person sees them.
struct MenuWords<'v> {
    view: &'v View<'v>,
    voice: Voice,
    me: Player,
    legal: &'v Actions,
}

impl MenuWords<'_> {
    fn question(&self, decision: Decision) -> String {
        let cards = self.view.game().cards;
        let asking = self.view.asking();
        let by = asking.map_or("", |asking| cards.name(asking.code));
        let by_with =
            |lead: &str| if by.is_empty() { String::new() } else { format!("{lead}{by}") };
        let more = match decision.remaining {
            0 | 1 => String::new(),
            count => format!(" ({count} are needed)"),
        };
        match decision.kind {
            DecisionKind::Idle => "It is your move.".to_owned(),
            DecisionKind::Battle => "Attack, or go on?".to_owned(),
            DecisionKind::Tribute => format!("Tribute which monster{}?{more}", by_with(" for ")),
            DecisionKind::Zone | DecisionKind::SpellZone => "Which zone?".to_owned(),
            DecisionKind::Discard => {
                format!("Your hand is too large: discard which card?{more}")
            }
            DecisionKind::Respond if !self.legal.contains(&Action::PASS) => {
                "Which of these comes first? One of them must be used.".to_owned()
            }
            DecisionKind::Respond => match self.view.chain().last() {
                Some(link) => {
                    let own = link.player == self.me;
                    let whose = if own { "your own".to_owned() } else { self.others() };
                    format!("Do you respond to {whose} {}?", cards.name(link.code))
                }
                None => {
                    let whose = capital(&self.voice.whose(self.view.turn_player()));
                    format!("{whose} {}: do you use something now?", of_phase(self.view.phase()))
                }
            },
            DecisionKind::Card => {
                let what = match asking.and_then(|asking| asking.how) {
                    Some(How::Target(_)) => "Choose a target",
                    Some(How::Cost) => "Choose a card to pay the cost",
                    Some(How::Tribute) => "Choose a monster to Tribute as the cost",
                    _ => "Choose a card",
                };
                format!("{what}{}:{more}", by_with(" for "))
            }
            DecisionKind::BattlePosition => format!("In which position{}?", by_with(" for ")),
            DecisionKind::Confirm if by.is_empty() => "Do you do it?".to_owned(),
            DecisionKind::Confirm => format!("Do you do what {by} offers?"),
            DecisionKind::Number => format!("Declare a number{}:", by_with(" for ")),
            DecisionKind::Type => format!("Declare a Type{}:", by_with(" for ")),
            DecisionKind::Attribute => format!("Declare an Attribute{}:", by_with(" for ")),
            DecisionKind::Name => {
                format!("Declare a card name{}:", by_with(" for "))
            }
            DecisionKind::Replay => {
                let whose = capital(&self.others());
                format!("{whose} monsters have changed: does the attack go on?")
            }
            DecisionKind::None => String::new(),
        }
    }

    /// A choice: its group, its text, and the card that it is about.
    fn choice(&self, action: Action) -> (String, String, Option<CardCode>) {
        let verb = action.verb();
        let group = match (verb, action.monster_zone()) {
            (Verb::Attack, Some(seat)) => format!("{ATTACK}{}", self.monster(self.me, seat)),
            _ => group_of(verb).to_owned(),
        };
        if let Some(ordinal) = action.ordinal() {
            let code = self.view.hand(self.me).nth(usize::from(ordinal));
            return (group, self.with_facts(code, verb == Verb::Summon), code);
        }
        if let Some(at) = action.pointer() {
            let code = self.view.pointed_at(at);
            return (group, self.pointed(at, code) + &self.which_effect(action), code);
        }
        if let Some(seat) = action.monster_zone() {
            let whose = if action.is_theirs() { self.me.other() } else { self.me };
            let code = self.view.monster(whose, seat).and_then(|monster| monster.code);
            return (group, self.with_seat(action, whose, seat), code);
        }
        let code = match verb {
            Verb::Use => self.view.allowance(action.small_number()),
            // A player who answers may want to read the card that asks.
            _ => self.view.asking().map(|asking| asking.code),
        };
        let text = match verb {
            Verb::ToBattle => "Go to the Battle Phase".to_owned(),
            Verb::ToMain2 => "End the Battle Phase, go to Main Phase 2".to_owned(),
            Verb::EndTurn => "End your turn".to_owned(),
            Verb::Pass => "Pass".to_owned(),
            Verb::Done => "No further card".to_owned(),
            Verb::Yes => "Yes".to_owned(),
            Verb::No => "No".to_owned(),
            Verb::Stop => "Stop the attack".to_owned(),
            Verb::Number => action.small_number().to_string(),
            Verb::Type => type_name(action.declared_type()).unwrap_or("?").to_owned(),
            Verb::Attribute => attribute_name(action.declared_type()).unwrap_or("?").to_owned(),
            Verb::Name => self.name(action.declared_name(self.view.game().cards), "a card"),
            Verb::SpellZone => {
                let whose = if action.is_theirs() { self.others() + " " } else { String::new() };
                format!("{whose}S{}", action.small_number() + 1)
            }
            Verb::BattlePosition => match action.chosen_position() {
                BattlePosition::Attack => "Attack Position".to_owned(),
                BattlePosition::Set => "face-down Defense Position".to_owned(),
                _ => "Defense Position".to_owned(),
            },
            _ => self.name(code, "a card"),
        };
        (group, text, code)
    }

    fn with_seat(&self, action: Action, whose: Player, seat: MonsterZone) -> String {
        if action.verb() == Verb::Zone {
            return self.zone(whose, seat);
        }
        if action.verb() != Verb::Attack {
            return self.monster(whose, seat);
        }
        match action.target() {
            Some(target) => self.monster(self.me.other(), target),
            None => format!("{} directly", self.voice.who(self.me.other())),
        }
    }

    /// A monster with its zone and what counts in battle.
    fn monster(&self, whose: Player, seat: MonsterZone) -> String {
        let zone = self.zone(whose, seat);
        let Some(monster) = self.view.monster(whose, seat) else { return zone };
        let name = self.name(monster.code, "face-down monster");
        let value = monster.values.map_or(String::new(), |values| match monster.position {
            BattlePosition::Attack => format!(" (ATK {})", values.atk),
            _ => format!(" (DEF {})", values.def),
        });
        format!("{zone} {name}{value}")
    }

    /// "the bot's".
    fn others(&self) -> String {
        self.voice.whose(self.me.other())
    }

    /// The words in front of a place: "bot's ", or nothing before an own one.
    fn theirs(&self, whose: Player) -> String {
        if whose == self.me { String::new() } else { self.voice.whose_place(whose) + " " }
    }

    fn zone(&self, whose: Player, seat: MonsterZone) -> String {
        format!("{}{seat}", self.theirs(whose))
    }

    /// A card in any place.
    fn pointed(&self, at: Pointer, code: Option<CardCode>) -> String {
        let theirs = self.theirs(at.player);
        let name = |unknown| self.name(code, unknown);
        let pile = |spot: PublicSpot| {
            let facts =
                code.map_or_else(String::new, |p| short_facts(self.view.game().cards, p) + ", ");
            format!("{} ({facts}{})", name("a card"), self.voice.place(spot))
        };
        if let Some(zone) = at.monster_zone() {
            return self.monster(at.player, zone);
        }
        match at.location {
            Location::Spell => format!("{theirs}S{} {}", at.index + 1, name("face-down card")),
            Location::Field => format!("{} ({theirs}Field Zone)", name("face-down card")),
            Location::Hand if at.player == self.me => self.with_facts(code, false),
            Location::Hand => pile(PublicSpot::Hand(at.player)),
            Location::Grave => pile(PublicSpot::Grave(at.player)),
            Location::Banished => pile(PublicSpot::Banished(at.player)),
            Location::Extra => pile(PublicSpot::Extra(at.player)),
            Location::Material => {
                let host = self.view.host_of_material(at).map(|(seat, _)| seat);
                let of = host.map_or_else(String::new, |seat| self.zone(at.player, seat));
                format!("{} (material of {of})", name("a card"))
            }
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Monster
            | Location::Pendulum => pile(PublicSpot::Deck(at.player)),
        }
    }

    /// The words that tell effects of one card apart.
    fn which_effect(&self, action: Action) -> String {
        if !matches!(action.verb(), Verb::Activate | Verb::SpecialSummon) {
            return String::new();
        }
        let mut text = String::new();
        let other = |other: &&Action| {
            other.pointer() == action.pointer() && other.effect() != action.effect()
        };
        if self.legal.iter().any(|action| other(&action)) {
            text += &format!(", effect {}", action.effect() + 1);
        }
        if action.copy() > 0 {
            text += &format!(", time {}", action.copy() + 1);
        }
        text
    }

    fn with_facts(&self, code: Option<CardCode>, facts: bool) -> String {
        let name = self.name(code, "a card");
        match code {
            Some(code) if facts => {
                format!("{name} ({})", short_facts(self.view.game().cards, code))
            }
            _ => name,
        }
    }

    fn name(&self, code: Option<CardCode>, unknown: &str) -> String {
        code.map_or(unknown, |code| self.view.game().cards.name(code)).to_owned()
    }
}

const fn group_of(verb: Verb) -> &'static str {
    match verb {
        Verb::Summon | Verb::GeminiSummon => "Normal Summon",
        Verb::SpecialSummon => "Special Summon",
        Verb::Set => "Set",
        Verb::Activate => "Activate",
        Verb::Use => "Use",
        Verb::Flip => "Flip Summon",
        Verb::Reposition => "Change position",
        Verb::Tribute => "Tribute",
        Verb::Discard => "Discard",
        Verb::GiveBack => "Give back",
        Verb::Choose => "Choose",
        Verb::ToBattle | Verb::ToMain2 | Verb::EndTurn => GO_ON,
        Verb::Pass | Verb::Done | Verb::Stop => OR,
        _ => "",
    }
}
