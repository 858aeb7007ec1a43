//! A duel in which everything is settled but chance.

use duelfish_engine::{
    Action, Actions, Candidate, CardCode, Chance, Dealer, Decision, Duel, Event, Game, Journal,
    JournalMark, Outcome, Player, Question, Streams, Verb, View, Witness,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::mcts::{NumberedWorlds, Worlds};
use crate::playable::{Keyed, Playable, Turn, Undo};

/// A duel that a search may play on, with chance of its own.
#[derive(Clone, Debug)]
pub struct World<'g, C = Luck, W = Copies> {
    /// Rules and cards.
    pub game: &'g Game<'g>,
    /// The duel.
    pub duel: Duel,
    /// How many decisions were applied in all.
    pub nodes: u64,
    /// Whether [`Playable::look`] looks closely: a tree that begins at the opponent's decision has many positions that
    /// differ in nothing but the cards that were played.
    pub(crate) looks_closely: bool,
    pub(crate) chance: C,
    witness: W,
}

/// Chance in a search: nothing of the true duel's, and every time another answer.
#[derive(Clone, Debug)]
pub struct Luck(pub(crate) ChaCha8Rng);

impl Chance for Luck {
    #[inline]
    fn answer(&mut self, question: Question, _: impl Fn(u32) -> Candidate) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(question.choices)) >> 32) as u32
    }
}

/// The duel as it was at moments to come back to. A search that tries out few moves of many
/// positions, as in a tree, pays less for copies than for a journal of all that was written on the
/// way.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    duels: Vec<Duel>,
    /// How many of these are of moments that can still be come back to; the others are room.
    used: usize,
}

/// Hears of nothing.
impl Witness for Copies {
    const JOURNALS: bool = false;
    #[inline(always)]
    fn save(&mut self, _: u16, _: u64) {}
    #[inline(always)]
    fn event(&mut self, _: &Duel, _: Event) {}
}

/// Words that are written between a position and the deepest one that a search looks at.
const JOURNAL: usize = 1 << 12;

impl<'g> World<'g> {
    /// A world that begins as this duel.
    #[must_use]
    pub fn new(game: &'g Game<'g>, duel: Duel, luck: ChaCha8Rng) -> Self {
        Self::with(game, duel, Luck(luck), Copies::default())
    }
}

impl<C> World<'_, C> {
    /// Goes on from this duel, which can't be taken back.
    pub fn go_on_from(&mut self, write: impl FnOnce(&mut Duel, &mut C)) {
        self.witness.used = 0;
        write(&mut self.duel, &mut self.chance);
    }
}

impl World<'_> {
    /// Chance begins anew.
    pub fn reseed(&mut self, luck: ChaCha8Rng) {
        self.chance = Luck(luck);
    }
}

impl<'g> World<'g, Streams, Journal> {
    /// A world that can be undone. Chance answers with the streams of this seed, so that it is the
    /// same on every way to a position.
    #[must_use]
    pub fn settled(game: &'g Game<'g>, duel: Duel, seed: u64) -> Self {
        Self::undoable(game, duel, Streams::new(seed, [0, 1]))
    }
}

impl<'g, C> World<'g, C, Journal> {
    /// A world with this chance that can be undone.
    pub(super) fn undoable(game: &'g Game<'g>, duel: Duel, chance: C) -> Self {
        Self::with(game, duel, chance, Journal::with_capacity(JOURNAL))
    }
}

impl<'g, C> World<'g, C> {
    /// A world with this chance that can be copied and taken back.
    #[must_use]
    pub fn copied(game: &'g Game<'g>, duel: Duel, chance: C) -> Self {
        Self::with(game, duel, chance, Copies::default())
    }
}

impl<'g, C, W> World<'g, C, W> {
    /// A world with this chance, watched by this witness.
    const fn with(game: &'g Game<'g>, duel: Duel, chance: C, witness: W) -> Self {
        Self { game, duel, nodes: 0, looks_closely: false, chance, witness }
    }
}

/// The meaning of a move of the player who looks, as a number: the same in all worlds which that
/// player can't tell apart. 0 if somebody else is asked.
#[must_use]
pub fn key_of(view: &View<'_>, action: Action) -> u64 {
    view.decision().map_or(0, |decision| {
        asked(decision) | u64::from(view.choice_key(action).0) | shown(view, action)
    })
}

/// Worlds may ask different players, or different things, after the same moves.
const fn asked(decision: Decision) -> u64 {
    (decision.player.number() as u64) << 32 | (decision.kind as u64) << 33
}

/// A player who activates a card shows it, wherever it lay.
#[inline]
fn shown(view: &View<'_>, action: Action) -> u64 {
    if action.verb() != Verb::Activate {
        return 0;
    }
    let code = action.pointer().and_then(|at| view.pointed_at(at));
    code.map_or(0, |code| (u64::from(code.row()) + 1) << 40)
}

const fn stirred(look: u64, more: u64) -> u64 {
    look.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(more)
}

/// A look that tells apart the cards on the field and the Chain, as far as a player sees them.
fn closer_look(look: u64, view: &View<'_>) -> u64 {
    let name = |code: Option<CardCode>| code.map_or(0, |code| u64::from(code.row()) + 1);
    let mut look = stirred(look, view.asked().map_or(2, |player| u64::from(player.number())));
    for player in Player::BOTH {
        for (zone, monster) in view.monsters(player) {
            let at = (zone.index() as u64) << 8 | monster.position as u64;
            look = stirred(stirred(look, at), name(monster.code));
        }
        for (seat, card) in view.spells(player) {
            look = stirred(stirred(look, u64::from(seat)), name(card.code));
        }
        let field = view.field(player).map_or(0, |card| 1 + name(card.code));
        let last = view.grave(player).last().map_or(0, |code| name(Some(code)));
        look = stirred(stirred(look, field), last);
    }
    view.chain().fold(look, |look, link| stirred(look, name(Some(link.code))))
}

impl<C: Chance, W: Witness> Playable for World<'_, C, W> {
    type Move = Action;

    fn turn(&self) -> Turn {
        match (self.duel.decision(), self.duel.outcome()) {
            (Some(decision), _) => Turn::Player(decision.player.number()),
            (None, outcome) => Turn::Over(share_of_first(outcome)),
        }
    }

    fn moves(&self, moves: &mut Vec<Keyed<Action>>) {
        moves.clear();
        let Some(decision) = self.duel.decision() else { return };
        let mut legal = Actions::new();
        self.duel.legal_actions(self.game, &mut legal);
        let (view, asked) = (self.duel.view(self.game, decision.player), asked(decision));
        moves.extend(legal.iter().zip(self.duel.choice_keys(&legal)).map(|(action, means)| {
            Keyed { action: *action, key: asked | u64::from(means.0) | shown(&view, *action) }
        }));
    }

    fn look(&self) -> u64 {
        let view = self.duel.judge_view(self.game);
        let clock = u64::from(view.turn()) << 8 | view.phase() as u64;
        let look = Player::BOTH.iter().fold(clock, |look, player| {
            let side = u64::from(view.lp(*player).cast_unsigned()) << 24
                | (view.hand_count(*player) as u64) << 16
                | (view.grave(*player).len() as u64) << 8
                | u64::from(view.deck_count(*player));
            stirred(look, side)
        });
        match self.duel.decision() {
            Some(decision) if self.looks_closely => {
                closer_look(look, &self.duel.view(self.game, decision.player))
            }
            _ => look,
        }
    }

    fn play(&mut self, action: Action) {
        self.nodes += 1;
        self.duel.apply(self.game, action, &mut self.chance, &mut self.witness);
    }
}

impl<C: Chance> Undo for World<'_, C> {
    type Mark = usize;

    fn mark(&mut self) -> usize {
        let Copies { duels, used } = &mut self.witness;
        match duels.get_mut(*used) {
            Some(copy) => copy.copy_from(&self.duel),
            None => duels.push(self.duel),
        }
        *used += 1;
        *used
    }

    fn undo(&mut self, mark: usize) {
        self.witness.used = mark;
        self.duel.copy_from(&self.witness.duels[mark - 1]);
    }

    fn played(&self) -> u64 {
        self.nodes
    }

    fn position(&self) -> Option<u64> {
        self.duel.position_key()
    }
}

impl<C: Chance> Undo for World<'_, C, Journal> {
    type Mark = JournalMark;

    fn mark(&mut self) -> JournalMark {
        self.witness.mark()
    }

    fn undo(&mut self, mark: JournalMark) {
        self.duel.undo(&mut self.witness, mark);
    }

    fn played(&self) -> u64 {
        self.nodes
    }

    fn position(&self) -> Option<u64> {
        self.duel.position_key()
    }
}

/// How much of a duel the first player has got.
fn share_of_first(outcome: Option<Outcome>) -> f32 {
    match outcome.and_then(Outcome::winner) {
        Some(Player::FIRST) => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

/// Deals the worlds of one decision.
#[derive(Clone, Debug)]
pub struct DuelWorlds {
    dealers: Vec<Dealer>,
}

impl DuelWorlds {
    /// The worlds that these dealers deal, each of them as often as the others; none if there is no
    /// dealer.
    #[must_use]
    pub fn new(dealers: Vec<Dealer>) -> Option<Self> {
        if dealers.is_empty() { None } else { Some(Self { dealers }) }
    }

    /// One of the worlds, as a place to deal worlds to.
    #[must_use]
    pub fn any(&self) -> Duel {
        self.dealers[0].any()
    }

    /// Deals a world to a duel.
    pub fn deal_duel<R: Rng>(&self, game: &Game<'_>, rng: &mut R, duel: &mut Duel) {
        let dealer = match &self.dealers[..] {
            [only] => only,
            many => &many[rng.next_u32() as usize % many.len()],
        };
        dealer.deal(game, rng, duel);
    }
}

impl Worlds<World<'_>> for DuelWorlds {
    fn deal(&mut self, world: &mut World<'_>) {
        let game = world.game;
        world.go_on_from(|duel, luck| self.deal_duel(game, &mut luck.0, duel));
    }
}

/// The worlds of one decision by their numbers. All chance in such a world follows from its number, so that it is the
/// same on any thread.
#[derive(Clone, Debug)]
pub struct LuckyWorlds {
    worlds: DuelWorlds,
    luck: ChaCha8Rng,
}

impl LuckyWorlds {
    /// These worlds, with luck that begins so.
    #[must_use]
    pub const fn new(worlds: DuelWorlds, luck: ChaCha8Rng) -> Self {
        Self { worlds, luck }
    }
}

impl NumberedWorlds<World<'_>> for LuckyWorlds {
    fn deal_number(&self, number: u64, world: &mut World<'_>) {
        let mut luck = self.luck.clone();
        luck.set_stream(number);
        world.reseed(luck);
        let game = world.game;
        world.go_on_from(|duel, luck| self.worlds.deal_duel(game, &mut luck.0, duel));
    }

    fn copy(&self, from: &World<'_>, to: &mut World<'_>) {
        to.reseed(from.chance.0.clone());
        to.go_on_from(|duel, _| duel.copy_from(&from.duel));
    }
}
