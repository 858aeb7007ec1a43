//! A turn with two Battle Phases (TU-00.5). That a second one is to come, and that it is going on, are notes
//! among the modifiers, so that they are undone, copied and compared as all others are.

use crate::chance::Chance;
use crate::ids::{MonsterZone, NO_CARD, Player};
use crate::marks::rule;
use crate::run::Run;
use crate::state::{ModValue, Modifier, ModifierDraft, turn_bits};
use crate::witness::Witness;
use duelfish_script::{ModKind, Scope, Until, Who};

/// The value of the note while the second Battle Phase is to come.
const TO_COME: i32 = 1;
/// The same while it is going on.
const GOES_ON: i32 = 2;

impl<C: Chance, W: Witness> Run<'_, '_, C, W> {
    /// Says as a Battle Phase begins whether another one will follow. Effects that say so are used up by
    /// that, however many they are.
    pub(super) fn plan_second_battle(&mut self) {
        let player = self.duel.turn_player();
        let twice = self.duel.player_has(self.game.cards, ModKind::SecondBattle, player);
        if !twice || self.second_battle().is_some() {
            return;
        }
        rule!("TU-00.5", "TU-00.5a");
        self.duel.expire_on(self.witness, Until::NextBattle, player);
        self.note_second_battle(player, TO_COME);
    }

    /// Whether the Battle Phase that is over is followed by another one, in which all monsters can attack
    /// as in the first one.
    #[inline(always)]
    pub(super) fn begins_second_battle(&mut self) -> bool {
        let player = self.duel.turn_player();
        let Some(note) = self.second_battle() else { return false };
        self.forget_second_battle();
        if note == GOES_ON {
            let (now, before) = (turn_bits::ATTACKED, turn_bits::ATTACKED_BEFORE);
            self.rewrite_attacks(before, |bits| bits & !before | now);
            return false;
        }
        if self.duel.player_has(self.game.cards, ModKind::NoSecondBattle, player) {
            rule!("TU-00.5c");
            return false;
        }
        rule!("TU-00.5b");
        let (now, before) = (turn_bits::ATTACKED, turn_bits::ATTACKED_BEFORE);
        self.rewrite_attacks(now, |bits| bits & !now | before);
        self.duel.remove_mods(self.witness, |m| m.is(ModKind::HasAttacked));
        self.note_second_battle(player, GOES_ON);
        true
    }

    /// No second one is to come or going on.
    pub(super) fn forget_second_battle(&mut self) {
        self.duel.remove_mods(self.witness, |m| m.is(ModKind::BattleNote));
    }

    /// The value of the note, if there is one.
    fn second_battle(&self) -> Option<i32> {
        let is_note = |m: &&Modifier| m.is(ModKind::BattleNote);
        self.duel.mods().iter().find(is_note).map(|m| m.value)
    }

    fn note_second_battle(&mut self, player: Player, value: i32) {
        let draft = ModifierDraft {
            kind: ModKind::BattleNote,
            scope: Scope::Player(Who::Me),
            target: NO_CARD,
            source: NO_CARD,
            player,
            until: Until::EndOfTurn,
            value: ModValue::Fixed(value),
            reads: 0,
        };
        self.duel.add_mod(self.witness, draft.pack());
    }

    /// Changes what is noted of the attacks of all monsters that have these bits.
    fn rewrite_attacks(&mut self, bits: u8, change: impl Fn(u8) -> u8) {
        for player in Player::BOTH {
            for zone in 0..MonsterZone::ALL {
                let Some(card) = self.duel.monster(player, MonsterZone(zone)) else { continue };
                let old = self.duel.turn_bits(card);
                if old & bits != 0 {
                    self.duel.write_turn_bits(self.witness, card, change(old));
                }
            }
        }
    }
}
