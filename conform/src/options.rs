//! Sets of options: the recorded ones, ours, and whether they are the same.

use duelfish_engine::{
    Action, Actions, BattlePosition, Duel, Game, Location, MonsterZone, Player, Pointer, SpellView,
    Verb, View,
};
use serde::{Deserialize, Serialize};

use crate::compare::TraceDifference;
use crate::effect::{self, EffectNumbers};
use crate::error::Fault;
use crate::line::TraceAsk;
use crate::locations::{FIELD, position_word, spell_position};
use crate::partial::Blanks;
use crate::table::passcode;

/// The recordings' word for the banished cards.
const BANISHED: &str = "banished";

/// One option with everything that tells it from others; `desc` is a class of [`effect`].
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct OptionChoice {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) con: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) loc: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seq: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pos: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) desc: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) direct: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) selected: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) worth: Option<u32>,
    /// Of an Xyz Material, its number among what is attached to the same monster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mat: Option<u8>,
}

impl OptionChoice {
    /// A recorded option. A card that is banished only for a time keeps the position that it had as
    /// a monster, and so does a Trap that was one; the position means nothing there but face-up.
    pub(crate) fn of(option: &serde_json::Value) -> Result<Self, Fault> {
        let mut choice = Self::deserialize(option)?;
        let on_field = [BattlePosition::Attack, BattlePosition::Defense, BattlePosition::Set]
            .map(position_word);
        let kept = choice.pos.as_deref().is_some_and(|pos| on_field.contains(&pos));
        if kept && [Some(BANISHED), Some("szone")].contains(&choice.loc.as_deref()) {
            choice.pos = Some(position_word(BattlePosition::Up).to_owned());
        }
        Ok(choice)
    }
}

/// An option of ours with the answer that chooses it.
pub(crate) type Offered = Vec<(OptionChoice, Action)>;

/// The options of a recorded question.
pub(crate) fn recorded(ask: &TraceAsk) -> Result<Vec<OptionChoice>, Fault> {
    ask.options.iter().map(OptionChoice::of).collect()
}

/// Compares two sets of options as multisets; only what is in one alone is told. Options of blanks
/// may be; the answer is one of them that was left out.
pub(crate) fn compare<'c>(
    kind: &str,
    recorded: &[OptionChoice],
    ours: impl IntoIterator<Item = &'c OptionChoice>,
    blanks: &Blanks,
) -> Result<Option<u32>, TraceDifference> {
    let mut missing = recorded.to_vec();
    let mut surplus = Vec::new();
    for choice in ours {
        match missing.iter().position(|other| other == choice) {
            Some(at) => _ = missing.swap_remove(at),
            None => surplus.push(choice),
        }
    }
    let left_out = missing.iter().chain(surplus.iter().copied());
    let left_out = left_out.filter(|choice| blanks.leave_out(choice));
    let left_out = left_out.filter_map(|choice| blanks.named(choice)).next();
    missing.retain(|choice| !blanks.leave_out(choice));
    surplus.retain(|choice| !blanks.leave_out(choice));
    if missing.is_empty() && surplus.is_empty() {
        return Ok(left_out);
    }
    missing.sort_unstable();
    surplus.sort_unstable();
    let what = format!("options of {kind} found in one engine only");
    Err(TraceDifference::new(what, list(&missing), list(&surplus)))
}

/// Compares a recorded set of options with ours.
pub(crate) fn compare_offered(
    kind: &str,
    recorded: &[OptionChoice],
    ours: &Offered,
    blanks: &Blanks,
) -> Result<Option<u32>, TraceDifference> {
    compare(kind, recorded, ours.iter().map(|(choice, _)| choice), blanks)
}

/// The answer that an option was seen to have.
pub(crate) fn answer_of(ours: &Offered, choice: &OptionChoice) -> Result<Action, Fault> {
    let found = ours.iter().find(|(other, _)| other == choice);
    found.map(|(_, action)| *action).ok_or_else(|| Fault::Answer(list(&[choice])))
}

pub(crate) fn list<T: Serialize>(choices: &[T]) -> String {
    if choices.is_empty() {
        return "none".to_owned();
    }
    serde_json::to_string(choices).unwrap_or_default()
}

/// Our options at the open decision, in the words of the recordings.
pub(crate) struct Offer<'a> {
    game: &'a Game<'static>,
    view: View<'a>,
    pub(crate) player: Player,
    pub(crate) actions: Actions,
}

impl<'a> Offer<'a> {
    pub(crate) fn of(duel: &'a Duel, game: &'a Game<'static>) -> Self {
        let mut actions = Actions::new();
        duel.legal_actions(game, &mut actions);
        let player = duel.decision().map_or(Player::FIRST, |decision| decision.player);
        Self { game, view: duel.judge_view(game), player, actions }
    }

    fn each(&self, choice: impl Fn(Action) -> OptionChoice) -> Offered {
        self.actions.iter().map(|action| (choice(*action), *action)).collect()
    }

    /// Commands of a Main Phase.
    pub(crate) fn idle(&self) -> Offered {
        number_plans(self.each(|action| {
            match (action.verb(), action.ordinal(), action.monster_zone()) {
                (Verb::Summon, Some(ordinal), _) => self.of_hand("summon", ordinal),
                (Verb::SpecialSummon, Some(ordinal), _) => self.of_hand("spsummon", ordinal),
                (Verb::SpecialSummon, None, _) => {
                    let choice = action.pointer().map(|at| self.of_pointer(at)).unwrap_or_default();
                    OptionChoice { a: Some("spsummon".to_owned()), pos: None, ..choice }
                }
                (Verb::Set, Some(ordinal), _)
                    if self.is_monster(ordinal) && action.effect() == 0 =>
                {
                    self.of_hand("mset", ordinal)
                }
                (Verb::Set, Some(ordinal), _) => self.of_hand("sset", ordinal),
                (Verb::Flip | Verb::Reposition, _, Some(zone)) => {
                    let choice = self.of_zone(self.player, zone);
                    OptionChoice { a: Some("reposition".to_owned()), pos: None, ..choice }
                }
                (Verb::GeminiSummon, _, Some(zone)) => {
                    let choice = self.of_zone(self.player, zone);
                    OptionChoice { a: Some("summon".to_owned()), pos: None, ..choice }
                }
                _ => self.command(action),
            }
        }))
    }

    /// Commands of a Battle Phase. Our attacks name their target; the record asks for it later, so
    /// that one recorded option stands for all attacks of a monster.
    pub(crate) fn battle(&self) -> Offered {
        let mut offered = Offered::new();
        for action in &self.actions {
            let choice = match (action.verb(), action.monster_zone()) {
                (Verb::Attack, Some(zone)) => OptionChoice {
                    a: Some("attack".to_owned()),
                    pos: None,
                    direct: Some(self.can_attack_directly(zone)),
                    ..self.of_zone(self.player, zone)
                },
                _ => self.command(*action),
            };
            if action.verb() != Verb::Attack || offered.iter().all(|(other, _)| *other != choice) {
                offered.push((choice, *action));
            }
        }
        number_plans(offered)
    }

    /// The activations and actions that a window allows, without passing.
    pub(crate) fn window(&self) -> Offered {
        let all = self.actions.iter().filter(|action| **action != Action::PASS);
        number_plans(all.map(|action| (self.activation(*action), *action)).collect())
    }

    /// Cards to choose from.
    pub(crate) fn cards(&self) -> Offered {
        let all = self.actions.iter().filter_map(|action| Some((action.pointer()?, action)));
        all.map(|(at, action)| (self.of_pointer(at), *action)).collect()
    }

    pub(crate) fn can_attack_directly(&self, zone: MonsterZone) -> bool {
        self.actions.contains(&Action::attack(zone, None))
    }

    /// The monsters that the monster in a zone may attack.
    pub(crate) fn targets(&self, from: MonsterZone) -> Offered {
        let attacks = self.actions.iter().filter(|action| action.monster_zone() == Some(from));
        let targets = attacks.filter_map(|action| Some((action.target()?, *action)));
        targets.map(|(zone, action)| (self.of_zone(self.player.other(), zone), action)).collect()
    }

    /// Free zones of one kind.
    pub(crate) fn zones(&self) -> Offered {
        self.each(|action| {
            let (loc, seq) = match action.monster_zone() {
                Some(zone) => ("mzone", zone.number()),
                None => ("szone", action.small_number()),
            };
            let side = if action.is_theirs() { self.player.other() } else { self.player };
            OptionChoice {
                con: Some(side.number()),
                loc: Some(loc.to_owned()),
                seq: Some(seq),
                ..OptionChoice::default()
            }
        })
    }

    fn is_monster(&self, ordinal: u8) -> bool {
        let code = self.view.hand(self.player).nth(usize::from(ordinal));
        code.is_none_or(|code| self.game.cards.facts(code).is(duelfish_engine::kind::MONSTER))
    }

    /// A command without a card, or an activation.
    fn command(&self, action: Action) -> OptionChoice {
        let word = match action.verb() {
            Verb::ToBattle => "to_battle",
            Verb::ToMain2 => "to_main2",
            Verb::EndTurn => "to_end",
            Verb::Activate | Verb::Use => {
                let choice = self.activation(action);
                return OptionChoice { a: Some("activate".to_owned()), pos: None, ..choice };
            }
            // A verb that no recorded command has shows as an option of ours alone.
            _ => "unknown to the record",
        };
        OptionChoice { a: Some(word.to_owned()), ..OptionChoice::default() }
    }

    /// Something that is activated, used, or happens in a phase.
    fn activation(&self, action: Action) -> OptionChoice {
        match (action.verb(), action.pointer(), action.monster_zone()) {
            (Verb::Activate, Some(at), _) => {
                let effect = self.view.effect_at(at, action.effect());
                let desc = effect.map(|(id, _)| effect::of_ours(self.game, id));
                OptionChoice { desc, ..self.of_pointer(at) }
            }
            (Verb::GiveBack, _, Some(zone)) => {
                OptionChoice { desc: Some(effect::CARD), ..self.of_zone(self.player, zone) }
            }
            (Verb::Use, ..)
                if let Some(at) = self.view.allowance_of_card(action.small_number()) =>
            {
                OptionChoice { desc: Some(effect::CARD), ..self.of_pointer(at) }
            }
            (Verb::Use, ..) => {
                let code = self.view.allowance(action.small_number());
                OptionChoice {
                    id: code.map(|code| passcode(self.view, code)),
                    con: Some(self.player.number()),
                    loc: Some("gy".to_owned()),
                    desc: Some(effect::CARD),
                    ..OptionChoice::default()
                }
            }
            _ => self.command(action),
        }
    }

    /// A card of the hand of the player who is asked.
    pub(crate) fn of_hand(&self, command: &str, ordinal: u8) -> OptionChoice {
        let at = Pointer { player: self.player, location: Location::Hand, index: ordinal };
        OptionChoice { a: Some(command.to_owned()), ..self.of_pointer(at) }
    }

    /// A card, with how it lies if it lies in a zone.
    pub(crate) fn of_pointer(&self, at: Pointer) -> OptionChoice {
        let Pointer { player, location, index } = at;
        if let Some(zone) = at.monster_zone() {
            return self.of_zone(player, zone);
        }
        let lies = |card: Option<SpellView>| {
            card.map(|card| position_word(spell_position(card.face_up)).to_owned())
        };
        let (loc, seq, pos) = match location {
            Location::Spell => ("szone", index, lies(self.view.spell(player, index))),
            Location::Field => ("szone", FIELD, lies(self.view.field(player))),
            Location::Hand => ("hand", index, None),
            Location::Grave => ("gy", index, None),
            Location::Banished => (BANISHED, index, self.lies_banished(player, index)),
            Location::Extra => ("extra", index, None),
            Location::Material => return self.of_material(at),
            Location::Nowhere
            | Location::DeckRest
            | Location::DeckTop
            | Location::DeckBottom
            | Location::Monster
            | Location::Pendulum => ("deck", index, None),
        };
        OptionChoice {
            id: self.view.pointed_at(at).map(|code| passcode(self.view, code)),
            con: Some(player.number()),
            loc: Some(loc.to_owned()),
            seq: Some(seq),
            pos,
            ..OptionChoice::default()
        }
    }

    /// How a banished card lies: one that is banished for a time only lies open.
    fn lies_banished(&self, player: Player, index: u8) -> Option<String> {
        let position = self.view.banished_positions(player).nth(usize::from(index));
        Some(position_word(spell_position(position != Some(BattlePosition::Down))).to_owned())
    }

    /// A card that is attached to a monster, which the record names by that monster's zone and by its
    /// number among what is attached there.
    fn of_material(&self, at: Pointer) -> OptionChoice {
        let host = self.view.host_of_material(at);
        OptionChoice {
            id: self.view.pointed_at(at).map(|code| passcode(self.view, code)),
            con: Some(at.player.number()),
            loc: Some("overlay:mzone".to_owned()),
            seq: host.map(|(zone, _)| zone.number()),
            mat: host.map(|(_, nth)| nth),
            ..OptionChoice::default()
        }
    }

    /// A monster on the field, with how it lies.
    pub(crate) fn of_zone(&self, player: Player, zone: MonsterZone) -> OptionChoice {
        let monster = self.view.monster(player, zone);
        let code = monster.as_ref().and_then(|monster| monster.code);
        OptionChoice {
            id: code.map(|code| passcode(self.view, code)),
            con: Some(player.number()),
            loc: Some("mzone".to_owned()),
            seq: Some(zone.number()),
            pos: monster.map(|monster| position_word(monster.position).to_owned()),
            ..OptionChoice::default()
        }
    }
}

/// Of what several copies of a card have planned the first plan is the first copy's.
fn number_plans(mut all: Offered) -> Offered {
    let mut planned: Vec<u32> = Vec::new();
    for (choice, action) in &mut all {
        if let (Verb::Use, Some("gy"), Some(id)) = (action.verb(), choice.loc.as_deref(), choice.id)
        {
            choice.seq = Some(planned.iter().filter(|other| **other == id).count() as u8);
            planned.push(id);
        }
    }
    all
}

/// Whether a Spell or Trap lies face-down; options of commands don't tell how their cards lie.
fn is_face_down(view: View<'_>, choice: &OptionChoice) -> bool {
    let (Some("szone"), Some(con), Some(seq)) = (choice.loc.as_deref(), choice.con, choice.seq)
    else {
        return false;
    };
    let card = match seq {
        FIELD => view.field(Player::of_bit(con)),
        _ => view.spell(Player::of_bit(con), seq),
    };
    card.is_some_and(|card| !card.face_up)
}

/// The recorded options of a command or a window, with the classes of their effects in place of
/// descriptions.
pub(crate) fn recorded_activations(
    ask: &TraceAsk,
    view: View<'_>,
    ours: &Offered,
    numbers: &mut EffectNumbers,
) -> Result<Vec<OptionChoice>, Fault> {
    let game = view.game();
    let mut choices = recorded(ask)?;
    let mut planned = Vec::new();
    let alike: Vec<OptionChoice> = choices.clone();
    for (nth, choice) in choices.iter_mut().enumerate() {
        let (Some(id), Some(desc)) = (choice.id, choice.desc) else { continue };
        let loc = choice.loc.as_deref();
        let laid = loc == Some("hand") || is_face_down(view, choice);
        let zone = choice.seq.filter(|_| loc == Some("mzone")).and_then(MonsterZone::new);
        let given_back = zone
            .is_some_and(|zone| ours.iter().any(|(_, action)| *action == Action::give_back(zone)));
        let used_at = |loc: Option<&str>| {
            ours.iter().any(|(choice, action)| {
                action.verb() == Verb::Use && choice.id == Some(id) && choice.loc.as_deref() == loc
            })
        };
        // An effect that was allowed or planned is written as its card, in the Graveyard or among
        // the banished cards, or where it still lies, or as the card that it has become something of.
        let offers_itself = ours.iter().any(|(other, _)| {
            other.id == Some(id) && other.loc.as_deref() == loc && other.seq == choice.seq
        });
        let away = [Some("gy"), Some(BANISHED)].contains(&loc);
        if (away || !offers_itself) && used_at(Some("gy")) {
            // Those that have left were used first.
            planned.push((id, !away, choice.seq, nth));
        }
        let used = used_at(loc);
        // The end of control over a monster is written as an effect of that monster without a
        // number, beside its own effects (TIME-4.2).
        // Where it has another action without a number that one is written after it.
        let other = alike[..nth].contains(&alike[nth]);
        let returns = desc == effect::CARD && given_back && !other;
        let as_card = returns || used;
        choice.desc = Some(if as_card {
            effect::CARD
        } else {
            numbers.class(game, id, desc, effect::EffectPlace::of(loc, laid))
        });
    }
    // Several copies of a card in their order, see [`number_plans`].
    planned.sort_unstable();
    for (at, (id, _, _, nth)) in planned.iter().enumerate() {
        let first = planned.iter().position(|(other, ..)| other == id).unwrap_or(at);
        let choice = &mut choices[*nth];
        (choice.seq, choice.pos) = (Some((at - first) as u8), None);
        (choice.loc, choice.desc) = (Some("gy".to_owned()), Some(effect::CARD));
    }
    Ok(choices)
}
