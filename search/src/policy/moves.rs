//! The reading of moves: what each does with which card.

use duelfish_engine::{
    Action, BattlePosition, CardCode, Location, MonsterView, Player, Pointer, Verb, kind,
};

use super::inputs::{FROM_EFFECTS, FROM_EVENTS, FROM_FORMS, FROM_VERBS};
use super::{POLICY_NUMBERS, PolicyEye, PolicyMove, Role};
use crate::net::{form_number, one_if};

/// The measures of a move.
type Measures = [f32; POLICY_NUMBERS];

impl PolicyEye<'_> {
    /// One of the moves.
    #[must_use]
    pub fn read(&self, action: Action) -> PolicyMove {
        let mut read = PolicyMove::default();
        let mut values = [0.0; POLICY_NUMBERS];
        let verb = action.verb();
        read.fact(FROM_VERBS + verb as usize);
        values[0] = one_if(action == self.advice);
        match verb {
            Verb::Attack => self.attack(action, &mut read, &mut values),
            Verb::Activate | Verb::Choose | Verb::SpecialSummon => {
                self.pointed(action, &mut read, &mut values);
            }
            Verb::Summon | Verb::Set | Verb::Discard => {
                self.hand_command(action, &mut read, &mut values);
            }
            Verb::Flip | Verb::Reposition | Verb::GeminiSummon => {
                self.own_monster(action, Role::Turned, &mut read, &mut values);
            }
            Verb::Tribute | Verb::GiveBack => {
                self.own_monster(action, Role::Tributed, &mut read, &mut values);
            }
            Verb::Name => {
                if let Some(code) = action.declared_name(self.view.game().cards) {
                    read.card(Role::Named, code);
                }
            }
            Verb::Number => values[1] = f32::from(action.small_number().min(12)) / 4.0,
            Verb::BattlePosition => {
                values[2] = one_if(action.chosen_position() == BattlePosition::Attack);
                values[3] = one_if(action.chosen_position() == BattlePosition::Defense);
            }
            _ => {}
        }
        read.measure(&values);
        read
    }

    fn attack(&self, action: Action, read: &mut PolicyMove, values: &mut Measures) {
        let (view, me) = (&self.view, self.decision.player);
        let Some(attacker) = action.monster_zone().and_then(|zone| view.monster(me, zone)) else {
            return;
        };
        self.monster(&attacker, true, Role::Attacker, read, values);
        let atk = attacker.values.map_or(0.0, |values| values.atk as f32 / 1000.0);
        let Some(target) = action.target().and_then(|zone| view.monster(me.other(), zone)) else {
            let lp = view.lp(me.other()) as f32 / 1000.0;
            values[4] = 1.0;
            values[5] = one_if(atk >= lp);
            return;
        };
        if let Some(code) = target.code {
            read.card(Role::Attacked, code);
        }
        let Some(known) = target.values else {
            values[6] = 1.0;
            values[7] = atk;
            return;
        };
        let in_attack = target.position == BattlePosition::Attack;
        let against = if in_attack { known.atk } else { known.def } as f32 / 1000.0;
        let gain = atk - against;
        values[8] = gain.clamp(-3.0, 3.0);
        values[9] = one_if(gain > 0.0);
        values[10] = one_if(gain == 0.0 && in_attack);
        values[11] = one_if(gain < 0.0);
        values[12] = against;
        values[13] = one_if(in_attack);
        values[5] = one_if(in_attack && gain * 1000.0 >= view.lp(me.other()) as f32);
    }

    fn hand_command(&self, action: Action, read: &mut PolicyMove, values: &mut Measures) {
        let view = &self.view;
        let me = self.decision.player;
        let Some(code) = action.ordinal().and_then(|at| view.hand(me).nth(usize::from(at))) else {
            return;
        };
        let monster = view.game().cards.facts(code).is(kind::MONSTER);
        let role = match action.verb() {
            Verb::Summon => Role::Summoned,
            Verb::Discard => Role::ChosenInHand,
            Verb::Set if monster && action.effect() == 0 => Role::SetMonster,
            _ => Role::SetSpell,
        };
        self.printed(code, role, read, values);
        self.hand_card(code, values);
    }

    /// The measures of a card of the own hand.
    fn hand_card(&self, code: CardCode, values: &mut Measures) {
        let view = &self.view;
        let copies = view.hand(self.decision.player).filter(|other| *other == code).count();
        values[14] = one_if(copies > 1);
    }

    fn pointed(&self, action: Action, read: &mut PolicyMove, values: &mut Measures) {
        let (view, me) = (&self.view, self.decision.player);
        let Some(at) = action.pointer() else {
            // A Special Summon from the hand.
            let code = action.ordinal().and_then(|at| view.hand(me).nth(usize::from(at)));
            if let Some(code) = code {
                self.printed(code, Role::SpecialSummoned, read, values);
            }
            return;
        };
        let mine = at.player == me;
        let on_field = matches!(at.location, Location::Monster | Location::Spell | Location::Field);
        let role = match (action.verb(), mine) {
            (Verb::SpecialSummon, _) => Role::SpecialSummoned,
            (Verb::Activate, _) if at.location == Location::Hand => Role::FromHand,
            (Verb::Activate, _) if on_field => Role::OnField,
            (Verb::Activate, _) => Role::Elsewhere,
            (_, false) => Role::ChosenTheirs,
            (_, true) if at.location == Location::Hand => Role::ChosenInHand,
            (_, true) if on_field => Role::ChosenOnField,
            (_, true) => Role::ChosenElsewhere,
        };
        values[15] = one_if(mine);
        values[16] = one_if(on_field);
        values[17] = one_if(at.location == Location::Grave);
        if action.verb() == Verb::Activate {
            self.effect(action, at, read);
        }
        let monster = at.monster_zone().and_then(|zone| view.monster(at.player, zone));
        if let Some(monster) = monster {
            self.monster(&monster, mine, role, read, values);
            return;
        }
        if at.location == Location::Spell
            && let Some(spell) = view.spell(at.player, at.index)
        {
            values[18] = one_if(!spell.face_up);
            values[19] = one_if(spell.set_this_turn);
            let theirs = |(player, _): (Player, _)| if player == me { 1.0 } else { -1.0 };
            values[20] = spell.host.map_or(0.0, theirs);
        }
        if let Some(code) = view.pointed_at(at) {
            self.printed(code, role, read, values);
            if at.location == Location::Hand && mine {
                self.hand_card(code, values);
            }
        }
    }

    /// The facts of an effect that is activated.
    fn effect(&self, action: Action, at: Pointer, read: &mut PolicyMove) {
        read.fact(FROM_EFFECTS + usize::from(action.effect().min(3)));
        let Some((_, effect)) = self.view.effect_at(at, action.effect()) else { return };
        read.fact(FROM_FORMS + form_number(effect.form));
        let mut events = effect.intends;
        while events != 0 {
            read.fact(FROM_EVENTS + events.trailing_zeros() as usize);
            events &= events - 1;
        }
    }

    fn own_monster(
        &self,
        action: Action,
        role: Role,
        read: &mut PolicyMove,
        values: &mut Measures,
    ) {
        let me = self.decision.player;
        let player = if action.is_theirs() { me.other() } else { me };
        let monster = action.monster_zone().and_then(|zone| self.view.monster(player, zone));
        if let Some(monster) = monster {
            self.monster(&monster, player == me, role, read, values);
        }
    }

    /// A monster on the field as it is now.
    fn monster(
        &self,
        monster: &MonsterView,
        mine: bool,
        role: Role,
        read: &mut PolicyMove,
        values: &mut Measures,
    ) {
        if let Some(code) = monster.code {
            read.card(role, code);
        }
        values[15] = one_if(mine);
        values[16] = 1.0;
        values[18] = one_if(!monster.position.is_face_up());
        values[19] = one_if(monster.set_this_turn);
        values[21] = one_if(monster.position == BattlePosition::Attack);
        values[22] = one_if(monster.attacked);
        values[23] = one_if(monster.summoned_this_turn);
        if let Some(now) = monster.values {
            self.strength([now.atk, now.def], values);
        }
    }

    /// A card that is not a monster on the field.
    fn printed(&self, code: CardCode, role: Role, read: &mut PolicyMove, values: &mut Measures) {
        read.card(role, code);
        let facts = self.view.game().cards.facts(code);
        if facts.is(kind::MONSTER) {
            self.strength([facts.atk, facts.def], values);
            values[24] = one_if(facts.level >= 5);
            values[25] = one_if(facts.level >= 7);
        }
    }

    /// ATK and DEF, beside the best monsters that are seen.
    fn strength(&self, points: [i32; 2], values: &mut Measures) {
        let [atk, def] = points.map(|points| (points as f32 / 1000.0).clamp(0.0, 5.0));
        values[26] = atk;
        values[27] = def;
        values[28] = (atk - self.best[1]).clamp(-3.0, 3.0);
        values[29] = one_if(atk > self.best[1]);
        values[30] = one_if(def >= self.best[1]);
        values[31] = one_if(atk >= self.best[0]);
    }
}
