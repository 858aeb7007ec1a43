//! Events as JSON: all that a player notices, and nothing else.

use duelfish_engine::{
    Catalogue, Heard, Outcome, Player, PublicEvent, PublicSpot, attribute_name, dice_of, type_name,
};
use serde_json::{Map, Value};

/// An event that a player noticed, as programs are told it: docs/bots.md lists the words and their fields.
#[must_use]
pub fn event_as_json(event: &PublicEvent, cards: &Catalogue) -> Value {
    use PublicEvent as E;
    let scripts = cards.scripts();
    let name = |Heard(code): Heard| code.map(|code| cards.name(code));
    let told = match *event {
        E::Turn { number, player } => told("turn").of(player).with("turn", number),
        E::Phase(phase) => told("phase").with("phase", phase.word()),
        E::Moved { card, from, to, position, cause } => {
            let told = told("moved").with("card", name(card)).with("position", position.word());
            told.with("from", from.to_string())
                .with("to", to.to_string())
                .with("cause", cause.word())
        }
        E::Summoning(at, tributes) => told("summoning").at(at).with("tributes", tributes),
        E::Summoned(at) => told("summoned").at(at),
        E::SetMonster(at) | E::SetSpell(at) => told("set").at(at),
        E::SpecialSummoning(at) => told("special-summoning").at(at),
        E::SpecialSummoned => told("special-summoned"),
        E::Activating(at, card, player, effect, link) => {
            let told = told("activating").at(at).of(player).link(link).with("card", name(card));
            told.with("effect", scripts.effect(effect).ordinal)
        }
        E::Targeted(at, card) => told("targeted").at(at).with("card", name(card)),
        E::Activated(link) => told("activated").link(link),
        E::Resolving(link) => told("resolving").link(link),
        E::Resolved(link) => told("resolved").link(link),
        E::ActivationNegated(link) => told("activation-negated").link(link),
        E::EffectNegated(link) => told("effect-negated").link(link),
        E::ChainEnded => told("chain-ended"),
        E::Counters(at, kind, change) => {
            told("counters").at(at).with("kind", kind.name()).with("change", change)
        }
        E::Tossed(player, coins, heads) => tossed(player, coins, heads),
        E::Rolled(player, dice, results) => rolled(player, dice, results),
        E::Damaged(player, amount) => told("damaged").of(player).with("value", amount),
        E::Gained(player, amount) => told("gained").of(player).with("value", amount),
        E::Paid(player, amount) => told("paid").of(player).with("value", amount),
        E::LifeLost(player, left) => told("left").of(player).with("value", left),
        E::BattleDamage(player, amount) => told("battle-damage").of(player).with("value", amount),
        E::Equipped(at, host) => told("equipped").at(at).target(Some(host)),
        E::Revealed(at, card, to) => told("revealed").at(at).of(to).with("card", name(card)),
        E::Noticed(at, card, by) => told("noticed").at(at).of(by).with("card", name(card)),
        E::Excavated(player, code) => told("excavated").of(player).with("card", cards.name(code)),
        E::Declared(player, number) => declared(player, number),
        E::DeclaredName(player, code) => declared(player, cards.name(code)),
        E::DeclaredAttribute(player, bit) => declared(player, attribute_name(bit)),
        E::DeclaredType(player, bit) => declared(player, type_name(bit)),
        E::UsedAllowed(player, effect) => {
            told("used").of(player).with("card", cards.name(scripts.effect(effect).code))
        }
        E::Shuffled(player) => told("shuffled").of(player),
        E::FlipSummoning(at) => told("flip-summoning").at(at),
        E::FlipSummoned(at) => told("flip-summoned").at(at),
        E::PositionChanged(at, card, position) => {
            let told = told("position-changed").at(at).with("card", name(card));
            told.with("position", position.word())
        }
        E::AttackDeclared(at, target) => told("attack").at(at).target(target),
        E::DamageStepBegan => told("damage-step"),
        E::Battled(at, target, [attacker, other]) => {
            told("battled").at(at).target(target).with("destroyed", vec![attacker, other])
        }
        E::DamageStepEnded => told("damage-step-ended"),
        E::Over(outcome) => over(outcome),
    };
    told.0.into()
}

/// An event that is being told.
struct ToldEvent(Map<String, Value>);

fn told(word: &str) -> ToldEvent {
    ToldEvent(Map::new()).with("event", word)
}

fn declared(player: Player, value: impl Into<Value>) -> ToldEvent {
    told("declared").of(player).with("value", value)
}

fn tossed(player: Player, coins: u8, heads: u8) -> ToldEvent {
    let side = |coin: u8| if heads >> coin & 1 == 1 { "heads" } else { "tails" };
    told("tossed").of(player).with("coins", (0..coins).map(side).collect::<Vec<_>>())
}

fn rolled(player: Player, dice: u8, results: u16) -> ToldEvent {
    let dice = dice_of(dice, results).map(u16::from);
    told("rolled").of(player).with("dice", dice.collect::<Vec<_>>())
}

fn over(outcome: Outcome) -> ToldEvent {
    let winner = outcome.winner().map(|winner| winner.to_string());
    told("over").with("player", winner).with("ended", outcome.to_string())
}

impl ToldEvent {
    fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.0.insert(key.to_owned(), value.into());
        self
    }

    fn of(self, player: Player) -> Self {
        self.with("player", player.to_string())
    }

    fn at(self, at: PublicSpot) -> Self {
        self.with("at", at.to_string())
    }

    fn target(self, target: Option<PublicSpot>) -> Self {
        self.with("target", target.map(|target| target.to_string()))
    }

    fn link(self, link: u8) -> Self {
        self.with("link", link)
    }
}
