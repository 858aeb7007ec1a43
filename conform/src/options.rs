//! Sets of options: the recorded ones, ours, and whether they are the same.

use duelfish_engine::{Action, Actions, Duel, Game, Player, Seat, Stacked, Verb, View};
use serde::{Deserialize, Serialize};

use crate::compare::Difference;
use crate::ears::pose_word;
use crate::error::Fault;
use crate::line::Ask;
use crate::table::passcode;

/// One option with everything that tells it from others. `desc` and the like would tell effects
/// apart; the pool has none yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Choice {
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
    pub(crate) direct: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) selected: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) worth: Option<u32>,
}

/// The options of a recorded question.
pub(crate) fn recorded(ask: &Ask) -> Result<Vec<Choice>, Fault> {
    ask.options.iter().map(|option| Ok(Choice::deserialize(option)?)).collect()
}

/// Compares two sets of options as multisets; only what is in one alone is told.
pub(crate) fn compare(kind: &str, recorded: &[Choice], ours: &[Choice]) -> Result<(), Difference> {
    let mut missing = recorded.to_vec();
    let mut surplus = Vec::new();
    for choice in ours {
        match missing.iter().position(|other| other == choice) {
            Some(at) => _ = missing.swap_remove(at),
            None => surplus.push(choice),
        }
    }
    if missing.is_empty() && surplus.is_empty() {
        return Ok(());
    }
    missing.sort_unstable();
    surplus.sort_unstable();
    let what = format!("options of {kind} found in one engine only");
    Err(Difference::new(what, list(&missing), list(&surplus)))
}

fn list<T: Serialize>(choices: &[T]) -> String {
    if choices.is_empty() {
        return "none".to_owned();
    }
    serde_json::to_string(choices).unwrap_or_default()
}

/// Our options at the open decision, in the words of the recordings.
pub(crate) struct Offer<'a> {
    view: View<'a>,
    pub(crate) player: Player,
    pub(crate) actions: Actions,
}

impl<'a> Offer<'a> {
    pub(crate) fn of(duel: &'a Duel, game: &'a Game<'static>) -> Self {
        let mut actions = Actions::new();
        duel.legal_actions(game, &mut actions);
        let player = duel.decision().map_or(Player::FIRST, |decision| decision.player);
        Self { view: duel.judge_view(game), player, actions }
    }

    /// Commands of a Main Phase.
    pub(crate) fn idle(&self) -> Vec<Choice> {
        let command = |action: &Action| match (action.verb(), action.ordinal(), action.seat()) {
            (Verb::Summon, Some(ordinal), _) => self.of_hand(Some("summon"), ordinal),
            (Verb::Set, Some(ordinal), _) => self.of_hand(Some("mset"), ordinal),
            (Verb::Flip | Verb::Reposition, _, Some(seat)) => {
                let choice = self.of_zone(self.player, seat);
                Choice { a: Some("reposition".to_owned()), pos: None, ..choice }
            }
            _ => plain(*action),
        };
        self.actions.iter().map(command).collect()
    }

    /// Commands of a Battle Phase. Our attacks name their target; the record asks for it later, so
    /// that one recorded option stands for all attacks of a monster.
    pub(crate) fn battle(&self) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for action in &self.actions {
            let choice = match (action.verb(), action.seat()) {
                (Verb::Attack, Some(seat)) => Choice {
                    a: Some("attack".to_owned()),
                    pos: None,
                    direct: Some(self.can_attack_directly(seat)),
                    ..self.of_zone(self.player, seat)
                },
                _ => plain(*action),
            };
            if !choices.contains(&choice) {
                choices.push(choice);
            }
        }
        choices
    }

    pub(crate) fn can_attack_directly(&self, seat: Seat) -> bool {
        self.actions.contains(&Action::attack(seat, None))
    }

    /// What the monster in a zone may attack.
    pub(crate) fn targets(&self, from: Seat) -> Vec<Choice> {
        let attacks = self.actions.iter().filter(|action| action.seat() == Some(from));
        let targets = attacks.filter_map(|action| action.target());
        targets.map(|seat| self.of_zone(self.player.other(), seat)).collect()
    }

    /// Free zones.
    pub(crate) fn zones(&self) -> Vec<Choice> {
        let seats = self.actions.iter().filter_map(|action| action.seat());
        let zone = |seat: Seat| Choice {
            con: Some(self.player.0),
            loc: Some("mzone".to_owned()),
            seq: Some(seat.0),
            ..Choice::default()
        };
        seats.map(zone).collect()
    }

    /// A card of the hand of the player who is asked.
    pub(crate) fn of_hand(&self, command: Option<&str>, ordinal: u8) -> Choice {
        let print = self.view.hand(self.player).nth(usize::from(ordinal));
        Choice {
            a: command.map(str::to_owned),
            id: print.map(|print| passcode(self.view, print)),
            con: Some(self.player.0),
            loc: Some("hand".to_owned()),
            seq: Some(ordinal),
            ..Choice::default()
        }
    }

    /// A monster on the field, with how it lies.
    pub(crate) fn of_zone(&self, player: Player, seat: Seat) -> Choice {
        let monster = self.view.monster(player, seat);
        let print = monster.and_then(|monster| monster.print);
        Choice {
            id: print.map(|print| passcode(self.view, print)),
            con: Some(player.0),
            loc: Some("mzone".to_owned()),
            seq: Some(seat.0),
            pos: monster.map(|monster| pose_word(monster.pose).to_owned()),
            ..Choice::default()
        }
    }
}

fn plain(action: Action) -> Choice {
    let word = match action.verb() {
        Verb::ToBattle => "to_battle",
        Verb::ToMain2 => "to_main2",
        Verb::EndTurn => "to_end",
        // A verb that no recorded command has shows as an option of ours alone.
        _ => "unknown to the record",
    };
    Choice { a: Some(word.to_owned()), ..Choice::default() }
}

/// All sets of zones, one bit each, that our Tribute decisions can end with from here. They are
/// asked in ascending order, so the first decision alone doesn't show every zone that may be used.
pub(crate) fn tribute_sets(duel: &Duel, game: &Game<'static>) -> Vec<u8> {
    let mut sets = Vec::new();
    gather(duel, game, 0, &mut sets);
    sets
}

fn gather(duel: &Duel, game: &Game<'static>, chosen: u8, sets: &mut Vec<u8>) {
    let last = duel.decision().is_none_or(|decision| decision.remaining <= 1);
    let mut actions = Actions::new();
    duel.legal_actions(game, &mut actions);
    for action in &actions {
        let Some(seat) = action.seat() else { continue };
        let chosen = chosen | 1 << seat.0;
        if last {
            sets.push(chosen);
        } else {
            let mut next = *duel;
            next.apply(game, *action, &mut Stacked::default(), &mut ());
            gather(&next, game, chosen, sets);
        }
    }
}

/// The ordinals that our Discard decisions can reach from here. Each is asked after the one
/// before, so taking the first every time shows all that may follow.
pub(crate) fn discardable(duel: &Duel, game: &Game<'static>) -> Vec<u8> {
    let mut duel = *duel;
    let mut ordinals = Vec::new();
    let mut actions = Actions::new();
    loop {
        duel.legal_actions(game, &mut actions);
        for ordinal in actions.iter().filter_map(|action| action.ordinal()) {
            if !ordinals.contains(&ordinal) {
                ordinals.push(ordinal);
            }
        }
        let last = duel.decision().is_none_or(|decision| decision.remaining <= 1);
        match actions.first() {
            Some(first) if !last => {
                duel.apply(game, *first, &mut Stacked::default(), &mut ());
            }
            _ => return ordinals,
        }
    }
}
