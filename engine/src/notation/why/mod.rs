//! Why an action is legal now, or why not: one sentence.
//!
//! Whether it is legal is for [`Duel::parse`] to say. This module only looks for the reason, in the
//! order in which `legal` looks, and with its functions.

mod activate;
mod answers;
mod own_ways;

use super::read::{Intent, Meant};
use super::{NotationError, read, word_of};
use crate::decision::{Action, DecisionKind, Verb};
use crate::game::Game;
use crate::ids::{BattlePosition, CardId, MonsterZone, Phase, Player};
use crate::state::{Common, Duel, Modifier, turn_bits};
use duelfish_script::{CardCode, Facts, ModKind, Until, kind, term};

/// Whether an action is legal now, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Whether [`Duel::parse`] takes it.
    pub allowed: bool,
    /// One sentence that says so, with the reason.
    pub sentence: String,
    /// The row of the rulebook that allows or forbids it, if it is one.
    pub rule: Option<&'static str>,
}

/// A reason: words, and a row of the rulebook if there is one.
#[derive(Clone, Debug)]
struct WhyReason {
    text: String,
    rule: Option<&'static str>,
}

impl WhyReason {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), rule: None }
    }

    fn by(rule: &'static str, text: impl Into<String>) -> Self {
        Self { text: text.into(), rule: Some(rule) }
    }
}

/// The duel at which is looked, for the player who is asked.
#[derive(Clone, Copy)]
struct WhyLook<'a> {
    duel: &'a Duel,
    game: &'a Game<'a>,
    player: Player,
    asked: DecisionKind,
}

impl Duel {
    /// Says in one sentence whether an action of the player who is asked is legal now, and by
    /// what: the rule, the card whose effect forbids it, or what the card itself demands.
    ///
    /// # Errors
    /// Fails when the text is no action at all, as [`Duel::parse`] does.
    pub fn why(&self, game: &Game<'_>, text: &str) -> Result<Explanation, NotationError> {
        let asked = self.decision().map_or(DecisionKind::None, |decision| decision.kind);
        let look = WhyLook { duel: self, game, player: self.asked_player(), asked };
        let intent = read::intent(game, look.player, text)?;
        let (allowed, WhyReason { text, rule }) = match self.parse(game, text) {
            Ok(action) => (true, look.permission(action)),
            Err(NotationError::NotOffered { .. }) => (false, look.refusal(intent)),
            Err(error) => return Err(error),
        };
        let head = if allowed { "Legal" } else { "Not legal" };
        let by = rule.map_or(String::new(), |rule| format!(" ({rule})"));
        Ok(Explanation { allowed, sentence: format!("{head}: {text}{by}."), rule })
    }
}

/// Why not.
impl WhyLook<'_> {
    fn refusal(self, Intent { verb, meant }: Intent) -> WhyReason {
        let found = match (verb, meant) {
            _ if self.asked == DecisionKind::None => Some(WhyReason::new("the duel is over")),
            (Verb::Summon | Verb::Set, Meant::InHand { code, .. }) => self.no_summon(verb, code),
            (Verb::Flip | Verb::Reposition, Meant::Zone { zone, .. }) => {
                self.no_reposition(verb, zone)
            }
            (Verb::GeminiSummon, Meant::Zone { zone, .. }) => self.no_gemini_summon(zone),
            (Verb::SpecialSummon, Meant::InHand { code, .. }) => self.no_special_summon(code),
            (Verb::SpecialSummon, Meant::PendulumSummon { more }) => self.no_pendulum_summon(more),
            (Verb::ToBattle, _) => self.no_battle(),
            (Verb::Attack, Meant::Attack(from, target)) => self.no_attack(from, target),
            (Verb::Activate, Meant::Card { player, card, effect, .. }) => {
                self.no_activation(player, card, effect)
            }
            (verb, meant) => self.no_answer(verb, meant),
        };
        found.unwrap_or_else(|| {
            let verb = word_of(verb);
            WhyReason::new(format!("`{verb}` like this is not one of the answers here"))
        })
    }

    /// The question that is asked instead, if an action needs an open Main Phase and there is none.
    fn no_main_phase(self, what: &str, rule: &'static str) -> Option<WhyReason> {
        match self.asked {
            DecisionKind::Idle => None,
            DecisionKind::Battle => Some(WhyReason::by(
                rule,
                format!("{what} in a Main Phase, and this is the Battle Phase"),
            )),
            _ => Some(self.other_question(what)),
        }
    }

    /// Something is asked to which this is no answer.
    fn other_question(self, what: &str) -> WhyReason {
        let Self { player, .. } = self;
        let turn = self.duel.turn_player();
        let own = if player == turn { String::new() } else { format!(" in {player}'s own turn") };
        let asked = self.question();
        WhyReason::new(format!(
            "{what} only when nothing else goes on{own}, and {player} is asked {asked} now"
        ))
    }

    /// The question that the player is asked.
    fn question(self) -> &'static str {
        match self.asked {
            DecisionKind::None => "nothing",
            DecisionKind::Idle => "what to do in the Main Phase",
            DecisionKind::Battle => "which attack to declare",
            DecisionKind::Tribute => "which monster to Tribute",
            DecisionKind::Zone => "which Monster Zone to use",
            DecisionKind::SpellZone => "which Spell & Trap Zone to use",
            DecisionKind::Discard => "which card to discard",
            DecisionKind::Respond => "whether to activate something in response",
            DecisionKind::Card => "which card to choose",
            DecisionKind::BattlePosition => "in which position the monster comes to the field",
            DecisionKind::Confirm => "whether to do what an effect offers",
            DecisionKind::Number => "which number to declare",
            DecisionKind::Type => "which Type to declare",
            DecisionKind::Attribute => "which Attribute to declare",
            DecisionKind::Name => "which card name to declare",
            DecisionKind::Replay => "whether to go on with the attack",
        }
    }

    fn no_summon(self, verb: Verb, code: CardCode) -> Option<WhyReason> {
        let Self { duel, game, player, .. } = self;
        let (name, facts) = (game.cards.name(code), game.cards.facts(code));
        let is_spell = facts.is_any(kind::SPELL | kind::TRAP);
        let in_hand = duel.hand(player).iter().any(|card| duel.code(CardId(*card)) == code);
        if !in_hand {
            return Some(WhyReason::new(format!("{player} has no {name} in the hand")));
        }
        if verb == Verb::Summon && is_spell {
            return Some(WhyReason::by("CT-02.4", format!("{name} is no monster")));
        }
        let (what, rule) = match (verb, is_spell) {
            (Verb::Summon, _) => ("monsters are Normal Summoned", "SU-01.3"),
            (_, true) => ("Spells and Traps are Set", "TU-02.3.i"),
            (_, false) => ("monsters are Set", "SU-01.3"),
        };
        if let Some(reason) = self.no_main_phase(what, rule) {
            return Some(reason);
        }
        if is_spell {
            let full = format!("{player} has no free Spell & Trap Zone for {name}");
            return (duel.free_spell_zones(player) == 0).then(|| WhyReason::by("DF-25", full));
        }
        self.no_normal_summon(code).or_else(|| match verb {
            Verb::Summon => self.kept_from_summon(code),
            _ => None,
        })
    }

    /// The reason why a monster is not Normal Summoned although there are Tributes and a zone for
    /// it.
    fn kept_from_summon(self, code: CardCode) -> Option<WhyReason> {
        let Self { duel, game, player, .. } = self;
        let name = game.cards.name(code);
        let mut hand = duel.hand(player).iter().map(|card| CardId(*card));
        let card = hand.find(|card| duel.code(*card) == code)?;
        // Neither is lifted by a Tribute that would leave the field for it.
        let rule = (duel.tributes_of(game.cards, card) > 0).then_some("SU-01.16");
        if let Some(m) = duel.mod_on_player(game.cards, ModKind::NoSummon, player) {
            let text = format!("{} keeps {player} from Normal Summoning", self.source(m));
            return Some(WhyReason { text, rule });
        }
        if duel.has_term(game.cards, card, term::NEVER_SUMMONED) {
            let text = format!("{name} can't be Normal Summoned, only Set");
            return Some(WhyReason::by("CT-02.12e", text));
        }
        if let Some(m) = duel.bar_on(game.cards, ModKind::NoSummonOf, player, card) {
            let text = format!("{} keeps {player} from Normal Summoning {name}", self.source(m));
            return Some(WhyReason { text, rule });
        }
        let other = duel.breaks_common(game.cards, player, card)?;
        Some(WhyReason { text: self.other_kind(other, name, "a Tribute"), rule })
    }

    /// A monster of another Type or Attribute than those there, which count until they have left.
    fn other_kind(self, common: Common, name: &str, leaving: &str) -> String {
        let m = self.duel.mod_on_player(self.game.cards, common.rule(), self.player);
        let what = match common {
            Common::Type => "Type",
            Common::Attribute => "Attribute",
        };
        let by = m.map_or_else(|| "an effect".to_owned(), |m| self.source(m));
        format!(
            "{by} keeps {name} away from monsters of another {what}, and one that would leave as \
             {leaving} is still there when that is asked"
        )
    }

    fn no_normal_summon(self, code: CardCode) -> Option<WhyReason> {
        let Self { duel, game, player, .. } = self;
        let (name, facts) = (game.cards.name(code), game.cards.facts(code));
        let usual = duel.may_normal_summon(game, player);
        let room = duel.one_more_summon(game.cards, player).filter(|_| !usual);
        if !usual && room.is_none() {
            let text = format!("{player} has used the Normal Summon or Set of this turn already");
            return Some(WhyReason::by("SU-01.8", text));
        }
        let mut hand = duel.hand(player).iter().map(|card| CardId(*card));
        let held = hand.find(|card| duel.code(*card) == code);
        let needed = held.map_or(facts.tributes(), |card| duel.tributes_of(game.cards, card));
        if !facts.can_be_normal_summoned() {
            return Some(if facts.is_any(kind::RITUAL) {
                WhyReason::by(
                    "MO-21",
                    format!("{name} is a Ritual Monster, which needs its Ritual Spell"),
                )
            } else {
                WhyReason::by("CT-02.4", format!("{name} can't be Normal Summoned or Set"))
            });
        }
        let tributes = duel.tributes_for(game.cards, player).within(room).for_number(needed);
        if tributes.allow(needed) {
            return None;
        }
        if duel.room_left(player) <= 0 && tributes.count() >= needed {
            let text = format!("{player} can place no more monsters than the other player has");
            return Some(WhyReason::by("CT-02.4", text));
        }
        if needed == 0 {
            return Some(WhyReason::by("DF-7", format!("{player} has no free Main Monster Zone")));
        }
        if tributes.count() >= needed {
            let text = format!(
                "{player} would have no free Main Monster Zone for {name} after the Tributes"
            );
            return Some(WhyReason::by("SU-01.12", text));
        }
        let plural = if needed == 1 { "Tribute" } else { "Tributes" };
        let has = match tributes.count() {
            0 => format!("{player} controls no monster"),
            count => format!("{player} can Tribute only {count}"),
        };
        let text = format!("a Level {} monster needs {needed} {plural} and {has}", facts.level);
        Some(WhyReason::by("SU-01.9", text))
    }

    fn no_reposition(self, verb: Verb, zone: MonsterZone) -> Option<WhyReason> {
        let Self { duel, game, player, .. } = self;
        let Some(card) = duel.monster(player, zone) else {
            return Some(self.no_monster(player, zone));
        };
        let what = if verb == Verb::Flip {
            ("monsters are Flip Summoned", "SU-02.6")
        } else {
            ("a monster's position is changed", "BP-22")
        };
        if let Some(reason) = self.no_main_phase(what.0, what.1) {
            return Some(reason);
        }
        let name = game.cards.name(duel.code(card));
        match (verb, duel.position(card) == BattlePosition::Set) {
            (Verb::Flip, false) => {
                let text =
                    format!("{name} is face-up, and only a face-down monster is Flip Summoned");
                return Some(WhyReason::by("SU-02.1", text));
            }
            (Verb::Reposition, true) => {
                let text = format!(
                    "{name} is face-down: by hand it can only be Flip Summoned (`flip {zone}`)"
                );
                return Some(WhyReason::by("MO-5", text));
            }
            _ => {}
        }
        if duel.may_reposition(game, card) {
            return None;
        }
        let bits = duel.turn_bits(card);
        let done = [
            (turn_bits::SUMMONED, "was Summoned this turn", "CT-01.8c.i"),
            (turn_bits::SET, "was Set this turn", "CT-01.8c.i"),
            (turn_bits::ATTACKED, "has attacked this turn", "CT-01.8c.ii"),
            (turn_bits::REPOSITIONED, "has changed its position this turn already", "CT-01.8c.iii"),
        ];
        if let Some((_, text, rule)) = done.iter().find(|(bit, ..)| bits & bit != 0) {
            return Some(WhyReason::by(rule, format!("{name} {text}")));
        }
        let m = duel.mod_on_monster(game.cards, ModKind::CannotReposition, card)?;
        Some(WhyReason::new(format!("{} keeps {name} from changing its position", self.source(m))))
    }

    fn no_gemini_summon(self, zone: MonsterZone) -> Option<WhyReason> {
        let Self { duel, game, player, .. } = self;
        let Some(card) = duel.monster(player, zone) else {
            return Some(self.no_monster(player, zone));
        };
        if let Some(reason) = self.no_main_phase("monsters are Normal Summoned", "SU-01.3") {
            return Some(reason);
        }
        let name = game.cards.name(duel.code(card));
        if !duel.facts(game, card).is(kind::GEMINI) {
            return Some(WhyReason::by("CT-02.8c", format!("{name} is no Gemini monster")));
        }
        if duel.position(card) == BattlePosition::Set {
            return Some(WhyReason::by("CT-02.8j", format!("{name} is face-down")));
        }
        if !duel.can_be_summoned_again(game.cards, card) {
            return Some(WhyReason::by(
                "CT-02.8i",
                format!("{name} was Summoned again already, or is negated"),
            ));
        }
        let used = !duel.may_normal_summon(game, player);
        let text = format!("{player} has used the Normal Summon or Set of this turn already");
        used.then(|| WhyReason::by("SU-01.8", text))
    }

    fn no_monster(self, player: Player, zone: MonsterZone) -> WhyReason {
        WhyReason::new(format!("{player} controls no monster in {zone}"))
    }

    fn no_battle(self) -> Option<WhyReason> {
        let Self { duel, game, player, .. } = self;
        if duel.turn_player() != player {
            return Some(WhyReason::by("BA-1", format!("it is {}'s turn", duel.turn_player())));
        }
        match self.asked {
            DecisionKind::Idle => {}
            DecisionKind::Battle => {
                return Some(WhyReason::new("this is the Battle Phase already"));
            }
            _ => return Some(self.other_question("the Battle Phase is entered")),
        }
        if duel.turn() == 1 && !game.rules.first_turn_battle {
            let text = "there is no Battle Phase in the first turn of the duel";
            return Some(WhyReason::by("BA-3", text));
        }
        if duel.phase() != Phase::Main1 {
            let text = "the Battle Phase follows Main Phase 1, and this is Main Phase 2";
            return Some(WhyReason::by("BA-1", text));
        }
        let m = duel.mod_on_player(game.cards, ModKind::NoBattlePhase, player)?;
        let by = self.source(m);
        Some(WhyReason::new(format!("{by} forbids the Battle Phase")))
    }

    fn no_attack(self, from: MonsterZone, target: Option<MonsterZone>) -> Option<WhyReason> {
        let Self { duel, game, player, .. } = self;
        let opponent = player.other();
        let Some(card) = duel.monster(player, from) else {
            return Some(self.no_monster(player, from));
        };
        match self.asked {
            DecisionKind::Battle => {}
            DecisionKind::Idle => {
                let text = "attacks are declared in the Battle Phase; `battle` goes there";
                return Some(WhyReason::by("BP-5", text));
            }
            DecisionKind::Replay => {
                if card != CardId(duel.attack().attacker) {
                    return Some(WhyReason::by(
                        "BA-21",
                        "it is another monster whose attack goes on",
                    ));
                }
            }
            _ => return Some(self.other_question("attacks are declared in the Battle Step")),
        }
        let name = game.cards.name(duel.code(card));
        if self.asked == DecisionKind::Battle && !duel.may_attack(self.game, card) {
            return self.cannot_attack(card, name);
        }
        let guarded = duel.monsters(opponent).next().is_some();
        let targets = duel.targets_of(self.game.cards, card);
        match target {
            None if !guarded && !targets.direct => {
                Some(WhyReason::new(format!("{name} can't attack directly")))
            }
            Some(zone)
                if duel.monster(opponent, zone).is_some() && targets.zones >> zone.0 & 1 == 0 =>
            {
                Some(WhyReason::new(format!("the monster in {zone} can't be attacked now")))
            }
            None if guarded => Some(WhyReason::by(
                "BA-17",
                format!("{opponent} controls monsters, so no attack is direct"),
            )),
            Some(zone) if duel.monster(opponent, zone).is_none() => {
                Some(WhyReason::by("BA-15", self.no_monster(opponent, zone).text))
            }
            _ => None,
        }
    }

    fn cannot_attack(self, card: CardId, name: &str) -> Option<WhyReason> {
        let Self { duel, game, .. } = self;
        match duel.position(card) {
            BattlePosition::Set => {
                return Some(WhyReason::by("BP-14", format!("{name} is face-down")));
            }
            _ if duel.is_posed_to_attack(card) => {}
            _ => return Some(WhyReason::by("BP-8", format!("{name} is in Defense Position"))),
        }
        if duel.turn_bits(card) & turn_bits::ATTACKED != 0 {
            return Some(WhyReason::by("BA-14", format!("{name} has attacked this turn already")));
        }
        let m = duel.mod_on_monster(game.cards, ModKind::CannotAttack, card)?;
        Some(WhyReason::new(format!("{} keeps {name} from attacking", self.source(m))))
    }

    /// The card that a modifier comes from, with its player if it was activated this turn.
    fn source(self, m: &Modifier) -> String {
        let Some(name) = self.duel.source_of(m).map(|card| self.duel.code(card)) else {
            return "an effect".to_owned();
        };
        let name = self.game.cards.name(name);
        let this_turn =
            [Until::EndOfTurn, Until::EndOfTurnAnyway, Until::EndOfTurnHere, Until::EndOfDamage];
        let this_turn = this_turn.map(|until| until as u8);
        let by = self.duel.player_of(m);
        if m.is_continuous() {
            name.to_owned()
        } else if this_turn.contains(&m.until) {
            format!("{name}, which {by} activated this turn,")
        } else {
            format!("{name}, which {by} activated,")
        }
    }
}

/// Why.
impl WhyLook<'_> {
    fn permission(self, action: Action) -> WhyReason {
        let Self { duel, game, player, .. } = self;
        let card = action.ordinal().and_then(|at| duel.code_in_hand(player, at));
        let name = card.map_or("", |code| game.cards.name(code));
        let facts = card.map(|code| game.cards.facts(code));
        match action.verb() {
            Verb::Summon => match facts.map_or(0, Facts::tributes) {
                1.. if duel.free_main_zones(player) == 0 => WhyReason::by(
                    "SU-01.15",
                    format!(
                        "{player} has a Normal Summon left this turn, and a Tribute leaves {name} a zone"
                    ),
                ),
                0 => WhyReason::by(
                    "SU-01.4.i",
                    format!(
                        "{player} has a Normal Summon left this turn and {name} needs no Tribute"
                    ),
                ),
                1 => WhyReason::by(
                    "SU-01.5",
                    format!(
                        "{player} has a Normal Summon left this turn and can Tribute a monster for {name}"
                    ),
                ),
                _ => WhyReason::by(
                    "SU-01.6",
                    format!(
                        "{player} has a Normal Summon left this turn and can Tribute two monsters for {name}"
                    ),
                ),
            },
            Verb::Set if facts.is_some_and(|facts| facts.is(kind::MONSTER)) => WhyReason::by(
                "SU-01.7a",
                format!("{player} has a Normal Summon or Set left this turn"),
            ),
            Verb::Set => WhyReason::by(
                "TU-02.3.i",
                format!("{name} may be Set in the Main Phase, and there is a zone for it"),
            ),
            Verb::Flip => WhyReason::by(
                "MO-46",
                "the monster lies face-down since an earlier turn and has not been used",
            ),
            Verb::Reposition => WhyReason::by(
                "CT-01.8c.i",
                "the monster is on the field since the turn began, has not attacked and has not \
                 changed its position",
            ),
            Verb::GeminiSummon => self.may_gemini_summon(action),
            Verb::SpecialSummon => self.may_special_summon(action),
            Verb::Zone => self.may_take_zone(action),
            Verb::Choose => self.may_choose(action),
            Verb::ToBattle => WhyReason::by("BA-1", "the Battle Phase follows Main Phase 1"),
            Verb::Attack if action.target().is_none() => {
                WhyReason::by("BA-17", format!("{} controls no monster", player.other()))
            }
            Verb::Attack => WhyReason::by(
                "BA-13",
                "the monster is in Attack Position and has not attacked this turn",
            ),
            Verb::Activate => self.may_activate(action),
            _ => WhyReason::new(format!("it answers what {player} is asked: {}", self.question())),
        }
    }

    fn may_gemini_summon(self, action: Action) -> WhyReason {
        let Self { duel, player, .. } = self;
        let text = format!(
            "{player} has a Normal Summon left this turn and the monster was not Summoned again yet"
        );
        let card = action.monster_zone().and_then(|zone| duel.monster(player, zone));
        let done = card.map_or(0, |card| duel.turn_bits(card));
        let (also, rule) = if done & turn_bits::REPOSITIONED != 0 {
            ("; that it changed its position this turn does not matter", "CT-02.8h.ii")
        } else if done & turn_bits::SUMMONED != 0 {
            ("; that it came this turn does not matter", "CT-02.8f")
        } else {
            ("", "CT-02.8c")
        };
        WhyReason::by(rule, text + also)
    }

    fn may_special_summon(self, action: Action) -> WhyReason {
        let Self { duel, game, player, .. } = self;
        if duel.is_pendulum_summon(action) {
            let scales = duel.scales(player).map(|card| duel.scale_of(game.cards, CardId(card)));
            let text = format!(
                "{player} has the scales {} and {}, and something that they let come",
                scales[0], scales[1]
            );
            return WhyReason::by("SU-06.1", text);
        }
        let at_hand = action.ordinal().and_then(|at| duel.code_in_hand(player, at));
        let code = at_hand.or_else(|| duel.pointed(action).map(|(_, card)| duel.code(card)));
        let Some(code) = code else {
            return WhyReason::new("all that the Special Summon needs is there");
        };
        let (name, facts) = (game.cards.name(code), game.cards.facts(code));
        let rule = match () {
            () if facts.is(kind::LINK) => "SU-05.1",
            () if facts.is(kind::SYNCHRO) => "SU-07.1",
            () if facts.is(kind::XYZ) => "SU-08.1",
            () => "MO-32",
        };
        WhyReason::by(
            rule,
            format!("what {name} needs to be Special Summoned is there, and a zone too"),
        )
    }
}
