//! The cards that the opponent may hold, as dealt worlds have them.

use std::collections::BTreeMap;

use duelfish_engine::{CardCode, Player, PublicSpot, View};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::DuelWorlds;

/// The cards of a player that another one does not see, as they lay in dealt worlds.
#[derive(Clone, Debug, PartialEq)]
pub struct HiddenCards {
    /// How many worlds were dealt.
    pub worlds: u32,
    /// The hand and each Set card that is not known, in this order. The hand is left out if it is empty.
    pub spots: Vec<HiddenSpot>,
}

/// A place of hidden cards.
#[derive(Clone, Debug, PartialEq)]
pub struct HiddenSpot {
    /// The place.
    pub spot: PublicSpot,
    /// How many cards lie there.
    pub count: usize,
    /// The cards that lay there in some world, the most frequent ones first.
    pub cards: Vec<LikelyCard>,
}

/// A card that may lie somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LikelyCard {
    /// The card.
    pub code: CardCode,
    /// In which share of the worlds at least one copy lay there, above 0 and at most 1.
    pub share: f32,
}

/// Counts what the opponent of the player who looks has in the hand and Set, over so many worlds, from 1. Chance comes
/// from the seed. A judge sees everything and gets nothing.
#[must_use]
pub fn hidden_cards(view: &View<'_>, worlds: &DuelWorlds, count: u32, seed: u64) -> HiddenCards {
    let mut spots: Vec<(PublicSpot, BTreeMap<CardCode, u32>)> =
        unseen(view).into_iter().map(|spot| (spot, BTreeMap::new())).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut world = worlds.any();
    for _ in 0..count {
        worlds.deal_duel(view.game(), &mut rng, &mut world);
        let open = world.judge_view(view.game());
        for (spot, seen) in &mut spots {
            let mut codes = codes_at(&open, *spot);
            codes.sort_unstable();
            codes.dedup();
            for code in codes {
                *seen.entry(code).or_default() += 1;
            }
        }
    }
    let counted = |(spot, seen): (PublicSpot, BTreeMap<CardCode, u32>)| {
        let share = |times: u32| times as f32 / count.max(1) as f32;
        let mut cards: Vec<LikelyCard> = seen
            .into_iter()
            .map(|(code, times)| LikelyCard { code, share: share(times) })
            .collect();
        // Equally likely ones stay in the order of the card table.
        cards.sort_by(|a, b| b.share.total_cmp(&a.share));
        HiddenSpot { spot, count: codes_at(&world.judge_view(view.game()), spot).len(), cards }
    };
    HiddenCards { worlds: count, spots: spots.into_iter().map(counted).collect() }
}

/// The places of the opponent where cards lie that the player who looks does not know.
fn unseen(view: &View<'_>) -> Vec<PublicSpot> {
    let Some(other) = view.player().map(Player::other) else { return Vec::new() };
    let hand = (view.hand_count(other) > 0).then_some(PublicSpot::Hand(other));
    let monsters = view.monsters(other).filter(|(_, monster)| monster.code.is_none());
    let spells = view.spells(other).filter(|(_, spell)| spell.code.is_none());
    let field = view.field(other).filter(|field| field.code.is_none());
    hand.into_iter()
        .chain(monsters.map(|(zone, _)| PublicSpot::Monster(other, zone)))
        .chain(spells.map(|(zone, _)| PublicSpot::Spell(other, zone)))
        .chain(field.map(|_| PublicSpot::Field(other)))
        .collect()
}

/// The cards at a place, as far as the view shows them. Only places that may be hidden are known: the hand and the zones of a
/// field.
#[must_use]
pub fn codes_at(open: &View<'_>, spot: PublicSpot) -> Vec<CardCode> {
    match spot {
        PublicSpot::Hand(player) => open.hand(player).collect(),
        PublicSpot::Monster(player, zone) => {
            open.monster(player, zone).and_then(|monster| monster.code).into_iter().collect()
        }
        PublicSpot::Spell(player, zone) => {
            open.spell(player, zone).and_then(|spell| spell.code).into_iter().collect()
        }
        PublicSpot::Field(player) => {
            open.field(player).and_then(|field| field.code).into_iter().collect()
        }
        _ => Vec::new(),
    }
}
