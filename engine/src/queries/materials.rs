//! Names and Fusion Materials: what a card is called, which materials a Fusion Monster lists by name,
//! and with which it was Summoned.

use arrayvec::ArrayVec;

use crate::ids::{CardId, Location, NO_CARD, Player};
use crate::limits::MAX_CARDS;
use crate::state::{CardSet, Ctx, Duel, Modifier};
use duelfish_script::{CardCode, Catalogue, ModKind, Num, SelectId, Test, term};

impl Duel {
    /// The name of a card, as the card code whose name it is: printed, or what an effect made of it.
    pub(crate) fn name_of(&self, cards: &Catalogue, card: CardId) -> CardCode {
        cards.name_as(self.renamed(cards, card).unwrap_or_else(|| self.code(card)))
    }

    /// The card code whose name an effect gave to a card on the field, or its own text in the Graveyard.
    #[inline]
    pub(crate) fn renamed(&self, cards: &Catalogue, card: CardId) -> Option<CardCode> {
        if self.location(card) == Location::Grave {
            return self.named_in_grave(cards, card);
        }
        if !self.has_mod(ModKind::Renamed) || !self.is_on_field(card) {
            return None;
        }
        self.given_name(cards, card)
    }

    /// The name that the text of a card gives it also in the Graveyard.
    #[inline]
    fn named_in_grave(&self, cards: &Catalogue, card: CardId) -> Option<CardCode> {
        if !self.has_term(cards, card, term::NAMED_IN_GRAVE) {
            return None;
        }
        let mut own = cards.scripts().statics_of(self.code(card));
        own.find_map(|(_, fixed)| match cards.scripts().num(fixed.value) {
            Num::Value(name) if fixed.kind == ModKind::Renamed => {
                Some(self.table().code(name as u16))
            }
            _ => None,
        })
    }

    #[inline(never)]
    fn given_name(&self, cards: &Catalogue, card: CardId) -> Option<CardCode> {
        let of = |m: &&Modifier| {
            m.is(ModKind::Renamed)
                && m.target == card.0
                && self.stands(m)
                && self.is_in_force(cards, m)
        };
        self.mods().iter().rev().find(of).map(|m| self.table().code(self.value_of(cards, m) as u16))
    }

    /// How many different names the cards of a selection have.
    pub(super) fn count_names(&self, cards: &Catalogue, ctx: Ctx, select: SelectId) -> i32 {
        let mut names = ArrayVec::<CardCode, MAX_CARDS>::new();
        for card in self.gather(cards, ctx, select).iter() {
            let name = self.name_of(cards, CardId(card));
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.len() as i32
    }

    /// How many different Types the cards of a selection have; a card without one is none of them.
    pub(super) fn count_types(&self, cards: &Catalogue, ctx: Ctx, select: SelectId) -> i32 {
        let mut types = ArrayVec::<u32, MAX_CARDS>::new();
        for card in self.gather(cards, ctx, select).iter() {
            let race = self.values_of(cards, CardId(card)).race;
            if race != 0 && !types.contains(&race) {
                types.push(race);
            }
        }
        types.len() as i32
    }

    /// The printed Type that all cards of a select share, as its bit; 0 if they share none.
    pub(super) fn only_type(&self, cards: &Catalogue, ctx: Ctx, select: SelectId) -> i32 {
        let all = self.gather(cards, ctx, select);
        let mut types = all.iter().map(|card| cards.facts(self.code(CardId(card))).race);
        let first = types.next().unwrap_or(0);
        if types.all(|other| other == first) { first as i32 } else { 0 }
    }

    /// Whether a card is among the Fusion Materials that another one lists by name.
    pub(crate) fn is_listed_by(&self, cards: &Catalogue, card: CardId, other: CardId) -> bool {
        let scripts = cards.scripts();
        let name = self.name_of(cards, card);
        scripts.card(self.code(other)).is_some_and(|script| {
            let mut written = script.materials.iter().flatten();
            written.any(|test| scripts.test(*test) == Test::Named(name))
        })
    }

    /// Whether a card lists any Fusion Material by name.
    pub(crate) fn lists_any(&self, cards: &Catalogue, card: CardId) -> bool {
        let scripts = cards.scripts();
        scripts.card(self.code(card)).is_some_and(|script| {
            let mut written = script.materials.iter().flatten();
            written.any(|test| matches!(scripts.test(*test), Test::Named(_)))
        })
    }

    /// With how many materials a monster was Fusion Summoned, if all of them lie where they went then
    /// and would be its materials as they are now; else 0.
    pub(crate) fn fusion_materials_of(
        &self,
        cards: &Catalogue,
        player: Player,
        monster: CardId,
    ) -> i32 {
        let notes = || self.material_notes().filter(move |m| m.source == monster.0);
        let given: CardSet = notes().map(|m| m.target).collect();
        let used = notes().next().map_or(0, |m| m.value);
        let in_grave = |card: u8| self.location(CardId(card)) == Location::Grave;
        let all = used > 0 && given.len() == used && given.iter().all(in_grave);
        if all && self.would_make_up(cards, player, monster, given) { used } else { 0 }
    }

    /// With how many materials a monster was Fusion Summoned, or how many a card has sent away for a Fusion
    /// Summon that is to come.
    pub(crate) fn materials_used(&self, card: CardId) -> i32 {
        let noted = |m: &&Modifier| m.is(ModKind::MadeWith) && m.target == card.0;
        self.mods().iter().find(noted).map_or(0, |m| m.value)
    }

    /// Whether the materials for a Fusion Summon by a card have gone already.
    pub(super) fn has_prepared(&self, source: u8) -> bool {
        let card = CardId(source);
        source != NO_CARD
            && self.location(card) != Location::Monster
            && self.materials_used(card) > 0
    }

    /// The notes of Fusion Materials whose monster has not moved since.
    pub(crate) fn material_notes(&self) -> impl Iterator<Item = &Modifier> {
        self.mods().iter().filter(|m| {
            m.is(ModKind::MaterialOf)
                && m.source != NO_CARD
                && self.unmoved_since(CardId(m.source), m.stamp)
        })
    }
}
