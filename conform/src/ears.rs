//! Hears our engine's events and tells them as beats, in the words of the recordings.

use std::collections::VecDeque;

use duelfish_engine::{
    Cause, Duel, Event, Game, MonsterView, Phase, Place, Player, Pose, PublicEvent, PublicSpot,
    Seat, Spot, Witness,
};

use crate::beat::{At, Beat};

/// Beats of ours that the record has not confirmed yet, and what is needed to join our events to
/// beats.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub(crate) beats: VecDeque<Beat>,
    /// The card that a draw moved last: our move to the hand names it and `Drew` follows.
    drawn: u32,
    /// A Flip Summon is under way: its change of position is part of it in the recordings.
    flipping: bool,
}

/// The witness of one `apply`.
pub(crate) struct Ears<'a> {
    pub(crate) game: &'a Game<'static>,
    pub(crate) heard: &'a mut Heard,
}

impl Witness for Ears<'_> {
    const JOURNALS: bool = false;

    fn save(&mut self, _: u16, _: u64) {}

    fn event(&mut self, duel: &Duel, event: Event) {
        // What each player hears names no handles; together they hear of every card that anybody
        // may know.
        let public = Player::BOTH.map(|player| event.heard_by(duel, player));
        match (event, public) {
            (Event::Drew { player, .. }, _) => self.drew(player),
            (Event::Moved { from, to, cause, .. }, public) => {
                let id = public.into_iter().flatten().find_map(|heard| match heard {
                    PublicEvent::Moved { card, .. } => card.0,
                    _ => None,
                });
                let id = id.map_or(0, |print| self.game.cards.facts(print).passcode);
                self.moved(duel, id, [from, to], cause);
            }
            (Event::PoseChanged { from, .. }, [Some(heard), _]) => {
                self.pose_changed(duel, from, heard);
            }
            (_, [Some(heard), _]) => self.told(duel, heard),
            _ => {}
        }
    }
}

impl Ears<'_> {
    fn push(&mut self, beat: Beat) {
        self.heard.beats.push_back(beat);
    }

    /// Draws of one player in a row are one event in the recordings.
    fn drew(&mut self, player: Player) {
        let id = self.heard.drawn;
        match self.heard.beats.back_mut() {
            Some(Beat::Draw { p, ids }) if *p == player.0 => ids.push(id),
            _ => self.push(Beat::Draw { p: player.0, ids: vec![id] }),
        }
    }

    fn moved(&mut self, duel: &Duel, id: u32, [from, to]: [Spot; 2], cause: Cause) {
        let from_deck = matches!(from.place, Place::DeckRest | Place::DeckTop | Place::DeckBottom);
        if from_deck && to.place == Place::Hand && cause == Cause::Rule {
            self.heard.drawn = id;
            return;
        }
        let mut target = place(to);
        if to.place == Place::Grave {
            let cards = duel.judge_view(self.game).grave(to.player).len();
            target.seq = Some(cards.saturating_sub(1) as u32);
        }
        let destroy = cause == Cause::Battle;
        self.push(Beat::Move { id, from: place(from), to: target, destroy });
    }

    fn pose_changed(&mut self, duel: &Duel, from: Pose, heard: PublicEvent) {
        let PublicEvent::PoseChanged(spot, _, to) = heard else { return };
        let (id, at) = self.monster(duel, spot);
        if self.heard.flipping {
            self.push(Beat::Flip { id, at });
            return;
        }
        let [from, to] = [from, to].map(|pose| pose_word(pose).to_owned());
        let seq = at.seq.unwrap_or(0);
        self.push(Beat::Poschange { id, con: at.con, loc: at.loc, seq, from, to });
    }

    fn told(&mut self, duel: &Duel, heard: PublicEvent) {
        let beat = match heard {
            PublicEvent::Turn { number, player } => {
                Beat::Turn { n: u32::from(number), p: player.0 }
            }
            PublicEvent::Phase(phase) => match announced(phase) {
                Some(word) => Beat::Phase { phase: word.to_owned() },
                None => return,
            },
            PublicEvent::Summoning(spot, _) => {
                let (id, at) = self.monster(duel, spot);
                Beat::Summon { id, at }
            }
            PublicEvent::Summoned(_) => Beat::Summoned,
            PublicEvent::SetMonster(spot) => {
                let (id, at) = self.monster(duel, spot);
                Beat::Set { id, at }
            }
            PublicEvent::FlipSummoning(_) => {
                self.heard.flipping = true;
                return;
            }
            PublicEvent::FlipSummoned(_) => {
                self.heard.flipping = false;
                Beat::Flipped
            }
            PublicEvent::AttackDeclared(from, to) => Beat::Attack {
                from: self.monster(duel, from).1,
                to: to.map(|spot| self.monster(duel, spot).1),
            },
            PublicEvent::DamageStepBegan => Beat::DamageStart,
            PublicEvent::Battled(from, to, destroyed) => self.battle(duel, from, to, destroyed),
            PublicEvent::BattleDamage(player, amount) => {
                Beat::Damage { p: player.0, n: i64::from(amount) }
            }
            PublicEvent::DamageStepEnded => Beat::DamageEnd,
            // The end of the duel has a line of its own; the other two come as events above.
            PublicEvent::Over(_) | PublicEvent::Moved { .. } | PublicEvent::PoseChanged(..) => {
                return;
            }
        };
        self.push(beat);
    }

    fn battle(
        &self,
        duel: &Duel,
        from: PublicSpot,
        to: Option<PublicSpot>,
        [destroyed, to_destroyed]: [bool; 2],
    ) -> Beat {
        let (atk, def) = self.values(duel, from);
        let target = to.map(|spot| self.values(duel, spot));
        Beat::Battle {
            from: self.monster(duel, from).1,
            atk,
            def,
            destroyed,
            to: to.map(|spot| self.monster(duel, spot).1),
            to_atk: target.map(|values| values.0),
            to_def: target.map(|values| values.1),
            to_destroyed: to.map(|_| to_destroyed),
        }
    }

    /// The card in a Monster Zone and how the recordings write that place.
    fn monster(&self, duel: &Duel, spot: PublicSpot) -> (u32, At) {
        let monster = self.view(duel, spot);
        let print = monster.and_then(|monster| monster.print);
        let id = print.map_or(0, |print| self.game.cards.facts(print).passcode);
        let place = zone(spot);
        let at = At {
            con: place.map_or(u8::MAX, |(player, _)| player.0),
            loc: "mzone".to_owned(),
            seq: place.map(|(_, seat)| u32::from(seat.0)),
            pos: monster.map(|monster| pose_word(monster.pose).to_owned()),
        };
        (id, at)
    }

    fn view(&self, duel: &Duel, spot: PublicSpot) -> Option<MonsterView> {
        let (player, seat) = zone(spot)?;
        duel.judge_view(self.game).monster(player, seat)
    }

    fn values(&self, duel: &Duel, spot: PublicSpot) -> (i64, i64) {
        let monster = self.view(duel, spot);
        let values = monster.and_then(|monster| monster.values);
        values.map_or((0, 0), |values| (i64::from(values.atk), i64::from(values.def)))
    }
}

const fn zone(spot: PublicSpot) -> Option<(Player, Seat)> {
    match spot {
        PublicSpot::Monster(player, seat) => Some((player, seat)),
        _ => None,
    }
}

fn place(spot: Spot) -> At {
    let word = match spot.place {
        Place::DeckRest | Place::DeckTop | Place::DeckBottom => "deck",
        Place::Hand => "hand",
        Place::Monster => "mzone",
        Place::Spell | Place::Field => "szone",
        Place::Grave => "gy",
        Place::Banished => "banished",
        Place::Extra => "extra",
        Place::Material => "overlay",
        Place::Nowhere => "none",
    };
    let seq = match spot.place {
        Place::Monster | Place::Spell => Some(u32::from(spot.seat)),
        Place::Field => Some(5),
        _ => None,
    };
    let pos = seq.is_some().then(|| pose_word(spot.pose).to_owned());
    At { con: spot.player.0, loc: word.to_owned(), seq, pos }
}

/// The recordings' word for how a card lies.
pub(crate) const fn pose_word(pose: Pose) -> &'static str {
    match pose {
        Pose::Attack => "atk",
        Pose::Defense => "def",
        Pose::Set => "set",
        Pose::Up => "faceup",
        Pose::Down => "facedown",
    }
}

/// The word with which the recordings announce a phase; none for steps that they tell otherwise.
const fn announced(phase: Phase) -> Option<&'static str> {
    match phase {
        Phase::Draw => Some("draw"),
        Phase::Standby => Some("standby"),
        Phase::Main1 => Some("main1"),
        Phase::BattleStart => Some("battle_start"),
        Phase::Main2 => Some("main2"),
        Phase::End => Some("end"),
        Phase::Setup | Phase::Battle | Phase::Damage | Phase::BattleEnd => None,
    }
}
