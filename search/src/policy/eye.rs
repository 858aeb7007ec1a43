//! The reading of a decision: its player's measures and cards.
//!
//! Everything is read through the view of the player who is asked, so that the policy of an opponent knows nothing
//! of what that opponent can't see.

use duelfish_engine::{Action, BattlePosition, Decision, MonsterView, Phase, Player, View};
use duelfish_script::How;

use super::inputs::FROM_HOW;
use super::{POLICY_NUMBERS, PolicyState, Role};
use crate::heuristic;
use crate::net::one_if;

/// Reads the moves of one decision.
pub struct PolicyEye<'v> {
    pub(super) view: View<'v>,
    pub(super) decision: Decision,
    /// The numbers of the monster of each side that is best, in thousands.
    pub(super) best: [f32; 2],
    moves: usize,
    /// The move that the rules of thumb would make.
    pub(super) advice: Action,
}

impl<'v> PolicyEye<'v> {
    /// An eye for the decision with these answers that the view's player is asked; none if somebody else is.
    #[must_use]
    pub fn new(view: View<'v>, legal: &[Action]) -> Option<Self> {
        let decision = view.decision()?;
        let me = decision.player;
        let best = [me, me.other()].map(|player| best_atk(&view, player));
        let advice = heuristic::choice(&view, legal).action;
        Some(Self { view, decision, best, moves: legal.len(), advice })
    }

    /// The decision without its moves.
    #[must_use]
    pub fn state(&self) -> PolicyState {
        let Self { view, decision, .. } = self;
        let mut state = PolicyState::default();
        state.fact(decision.kind as usize);
        if let Some(asking) = view.asking() {
            state.card(Role::Asks, asking.code);
            if let Some(how) = asking.how {
                let how = match how {
                    How::Target(_) => 0,
                    How::Cost => 1,
                    How::Tribute => 2,
                    How::Pick(_) => 3,
                };
                state.fact(FROM_HOW + how);
            }
        }
        let mut last_link = 0.0;
        if let Some(link) = view.chain().last() {
            let mine = link.player == decision.player;
            last_link = if mine { 1.0 } else { -1.0 };
            state.card(if mine { Role::OwnLink } else { Role::TheirLink }, link.code);
        }
        self.state_cards(&mut state);
        self.state_numbers(&mut state, last_link);
        state
    }

    fn state_cards(&self, state: &mut PolicyState) {
        let (view, me) = (&self.view, self.decision.player);
        for code in view.hand(me) {
            state.card(Role::InHand, code);
        }
        for player in [me, me.other()] {
            let mine = player == me;
            let spells = view.spells(player).map(|(_, spell)| spell).chain(view.field(player));
            let spells = spells.map(|spell| (spell.code, spell.face_up));
            let monsters = view.monsters(player);
            let monsters = monsters.map(|(_, m)| (m.code, m.position.is_face_up()));
            for (code, face_up) in monsters.chain(spells) {
                let Some(code) = code else { continue };
                match (mine, face_up) {
                    (true, true) => state.card(Role::Own, code),
                    (true, false) => state.card(Role::OwnSet, code),
                    (false, true) => state.card(Role::Theirs, code),
                    (false, false) => {}
                }
            }
        }
    }

    fn state_numbers(&self, state: &mut PolicyState, last_link: f32) {
        let (view, me) = (&self.view, self.decision.player);
        let phase = view.phase();
        let mut values = [0.0; POLICY_NUMBERS];
        values[..16].copy_from_slice(&[
            one_if(view.turn_player() == me),
            one_if(view.turn() == 1),
            one_if(view.turn() == 2),
            one_if(phase == Phase::Main1),
            one_if(matches!(phase, Phase::BattleStart | Phase::Battle)),
            one_if(phase == Phase::Main2),
            one_if(phase == Phase::End),
            one_if(view.normal_summons_used(me) == 0),
            (view.chain().len() as f32).min(4.0),
            last_link,
            (self.moves as f32).min(16.0) / 4.0,
            f32::from(self.decision.remaining.min(5)),
            self.best[0],
            self.best[1],
            (self.best[0] - self.best[1]).clamp(-3.0, 3.0),
            one_if(view.deck_count(me) < 6),
        ]);
        for (player, values) in [me, me.other()].into_iter().zip(values[16..].chunks_exact_mut(8)) {
            let set = view.spells(player).filter(|(_, spell)| !spell.face_up).count() as f32;
            let open = view.spells(player).count() as f32 - set;
            let monsters = view.monsters(player).count() as f32;
            let down = view.monsters(player).filter(|(_, m)| !m.position.is_face_up()).count();
            let ready = view.monsters(player).filter(|(_, m)| is_ready(m)).count();
            values.copy_from_slice(&[
                (view.lp(player) as f32 / 1000.0).min(10.0),
                (view.hand_count(player) as f32).min(8.0),
                monsters,
                down as f32,
                ready as f32,
                set,
                open,
                (view.grave(player).len() as f32).min(20.0) / 4.0,
            ]);
        }
        state.measure(&values);
    }
}

fn best_atk(view: &View<'_>, player: Player) -> f32 {
    let atk = view.monsters(player).filter_map(|(_, monster)| {
        (monster.position.is_face_up()).then_some(monster.values?.atk as f32 / 1000.0)
    });
    atk.fold(0.0, f32::max).min(5.0)
}

fn is_ready(monster: &MonsterView) -> bool {
    monster.position == BattlePosition::Attack && !monster.attacked
}
