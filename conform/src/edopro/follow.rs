//! Follows what a replay tells while our duel goes on: whether the same happens, in the same order.

use duelfish_engine::{Action, Duel, Event, Game, Location, Player, Witness};

use super::message::without_order;
use super::told::{Aside, Told};
use crate::trace_event::{At, TraceEvent};
use crate::trace_recorder::{HeardEvents, TraceRecorder};

/// How far a replay was followed.
#[derive(Clone, Debug, Default)]
pub(super) struct Followed {
    /// Everything that was told before this has happened.
    pub(super) at: usize,
    /// The later ones that have happened already: some things have no order among themselves.
    pub(super) early: Vec<usize>,
    /// Cards that chance has put on top of each Deck and that lie there still.
    pub(super) on_top: [Vec<OnTop>; 2],
    /// Cards that the replay has shown on top of each Deck and that our duel has not asked for yet.
    pub(super) promised: [Vec<u32>; 2],
    /// The choice by chance that was used last, and how many of its cards were taken.
    pub(super) chosen: (usize, usize),
    /// How many results of the coins and of the dice that are told next were used.
    pub(super) thrown: [usize; 2],
}

/// A card on top of a Deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OnTop {
    pub(super) card: u32,
    /// The replay has told already that it lies there.
    pub(super) shown: bool,
}

/// Why our duel does not go on as the replay does.
#[derive(Clone, Debug)]
pub(super) struct Mismatch {
    /// The number of what is told next.
    pub(super) at: usize,
    /// The course of our duel instead.
    pub(super) instead: String,
}

/// Compares what happens with what is told.
#[derive(Debug)]
pub(super) struct Follower<'t> {
    pub(super) told: &'t [Told],
    pub(super) place: Followed,
    /// The duel was left before its end, so more may happen than is told.
    pub(super) open_end: bool,
    /// The replay shows when players were asked to act freely.
    pub(super) asks: bool,
    pub(super) mismatch: Option<Mismatch>,
}

impl<'t> Follower<'t> {
    /// The things that are told from here on and have not happened yet.
    pub(super) fn to_come(&self) -> impl Iterator<Item = (usize, &'t Told)> + '_ {
        let from = self.place.at;
        let rest = self.told.iter().enumerate().skip(from);
        rest.filter(|(at, _)| !self.place.early.contains(at))
    }

    fn skip_asides(&mut self) {
        while let Some(told) = self.told.get(self.place.at) {
            let before = self.place.early.len();
            let at = self.place.at;
            self.place.early.retain(|early| *early != at);
            if told.event().is_some() && before == self.place.early.len() {
                return;
            }
            if self.asks && matches!(told.aside(), Some(Aside::Free)) {
                return;
            }
            self.place.at += 1;
            for (player, card) in told.cards_shown() {
                if !self.show(player, card)
                    && let Some(promised) = self.place.promised.get_mut(usize::from(player))
                {
                    promised.push(card);
                }
            }
        }
    }

    /// Whether nothing more must happen.
    pub(super) fn is_done(&mut self) -> bool {
        self.skip_asides();
        while self.told.get(self.place.at).and_then(Told::event).is_some_and(need_not_happen) {
            self.place.at += 1;
            self.skip_asides();
        }
        self.place.at == self.told.len()
    }

    /// Something happened in our duel.
    fn hear(&mut self, event: TraceEvent) {
        for ours in without_order(event).one_by_one() {
            if self.mismatch.is_none() {
                self.hear_one(&ours);
            }
        }
    }

    fn hear_one(&mut self, ours: &TraceEvent) {
        loop {
            self.skip_asides();
            let at = self.place.at;
            let Some(told) = self.told.get(at).and_then(Told::event) else {
                if !self.open_end || at < self.told.len() {
                    self.mismatch = Some(Mismatch { at, instead: ours.to_string() });
                }
                return;
            };
            if ours.is_told_as(told) {
                self.place.at += 1;
                self.happened(told);
                return;
            }
            if let Some((early, told)) = self.among_the_next(ours) {
                self.place.early.push(early);
                self.happened(told);
                return;
            }
            if !need_not_happen(told) {
                self.mismatch = Some(Mismatch { at, instead: ours.to_string() });
                return;
            }
            self.place.at += 1;
        }
    }

    /// The same among what is told next, if that is in no order.
    fn among_the_next(&self, ours: &TraceEvent) -> Option<(usize, &'t TraceEvent)> {
        let group = MoveGroup::of(ours)?;
        let next = self.to_come().filter_map(|(at, told)| Some((at, told.event()?)));
        next.take_while(|(_, told)| MoveGroup::of(told) == Some(group))
            .find(|(_, told)| ours.is_told_as(told))
    }

    /// A told event has happened: earlier knowledge of chance is used up.
    fn happened(&mut self, told: &TraceEvent) {
        match told {
            TraceEvent::Coin { .. } => self.place.thrown[0] = 0,
            TraceEvent::Dice { .. } => self.place.thrown[1] = 0,
            TraceEvent::Confirm { cards, .. } => {
                let of_deck = cards.iter().filter(|card| card.at.loc == "deck");
                of_deck.for_each(|card| _ = self.show(card.at.con, card.id));
            }
            _ => {}
        }
        if let Some((player, card)) = leaves_deck(told)
            && let Some(on_top) = self.place.on_top.get_mut(usize::from(player))
            && let Some(at) = on_top.iter().position(|other| other.card == card)
        {
            on_top.remove(at);
        }
    }

    /// A card on top of a Deck was shown; `false` if it is not known to lie there.
    fn show(&mut self, player: u8, card: u32) -> bool {
        let on_top = self.place.on_top.get_mut(usize::from(player)).into_iter().flatten();
        let mut same = on_top.filter(|other| other.card == card && !other.shown);
        same.next().is_some_and(|found| {
            found.shown = true;
            true
        })
    }

    /// A player of ours may act freely, so the replay must ask the same here.
    pub(super) fn asked_freely(&mut self) {
        if !self.asks || self.mismatch.is_some() {
            return;
        }
        // A player who takes a choice back is asked again.
        let mut asked = false;
        loop {
            self.skip_asides();
            let at = self.place.at;
            let told = self.told.get(at);
            match told.and_then(Told::event) {
                None if told.is_some() => (self.place.at, asked) = (at + 1, true),
                Some(event) if !asked && need_not_happen(event) => self.place.at += 1,
                None if self.open_end => return,
                _ if !asked => {
                    let instead = "a player may act freely".to_owned();
                    self.mismatch = Some(Mismatch { at, instead });
                    return;
                }
                _ => return,
            }
        }
    }

    /// A player of ours declared something: the replay must tell the same, if it tells it.
    fn declared(&mut self, said: impl Fn(&Aside) -> Option<bool>) {
        let next = self.to_come().take_while(|(_, told)| told.aside().is_some());
        let answers: Vec<bool> = next.filter_map(|(_, told)| said(told.aside()?)).collect();
        if !answers.is_empty() && !answers.contains(&true) {
            let instead = "something else is declared".to_owned();
            self.mismatch = self.mismatch.take().or(Some(Mismatch { at: self.place.at, instead }));
        }
    }

    /// The card whose name is declared next.
    pub(super) fn next_name(&self) -> Option<u32> {
        self.to_come().find_map(|(_, told)| match told.aside()? {
            Aside::Name(_, passcode) => u32::try_from(*passcode).ok(),
            _ => None,
        })
    }
}

/// The card that leaves a Deck here.
pub(super) fn leaves_deck(told: &TraceEvent) -> Option<(u8, u32)> {
    match told {
        TraceEvent::Draw { p, ids } => Some((*p, *ids.first()?)),
        TraceEvent::Move { id, from, .. } if from.loc == "deck" => Some((from.con, *id)),
        _ => None,
    }
}

/// Whether a replay tells this though nothing happens: cards are shown that everybody knows, or are put
/// in another order in a Deck.
fn need_not_happen(told: &TraceEvent) -> bool {
    match told {
        TraceEvent::Confirm { .. } => true,
        TraceEvent::Move { from, to, .. } => from.loc == "deck" && to.loc == "deck",
        _ => false,
    }
}

/// Things that have no order among themselves when they follow each other. Cards that move together go in the
/// order of the pile that they leave; hands lie otherwise here than there, and so do the piles that cards
/// come to from hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveGroup<'b> {
    Targets,
    Shown,
    /// Cards go from one kind of pile to another one.
    Moves(&'b str, &'b str),
    /// Monsters become Xyz Materials.
    Materials,
    /// Monsters are Special Summoned together.
    Summons,
}

impl<'b> MoveGroup<'b> {
    fn of(event: &'b TraceEvent) -> Option<Self> {
        let is_zone = |at: &At| matches!(at.loc.as_str(), "mzone" | "szone");
        match event {
            TraceEvent::Target { .. } => Some(Self::Targets),
            TraceEvent::Confirm { .. } => Some(Self::Shown),
            TraceEvent::Spsummon { .. } => Some(Self::Summons),
            TraceEvent::Move { to, .. } if to.loc == "overlay" => Some(Self::Materials),
            TraceEvent::Move { from, .. } if is_zone(from) || from.loc == "none" => None,
            TraceEvent::Move { to, .. } if to.loc == "mzone" => Some(Self::Summons),
            TraceEvent::Move { to, .. } if is_zone(to) => None,
            TraceEvent::Move { from, to, .. } => Some(Self::Moves(&from.loc, &to.loc)),
            _ => None,
        }
    }
}

/// Hears what happens in our duel.
pub(super) struct Listener<'a, 't> {
    pub(super) game: &'a Game<'static>,
    pub(super) heard: &'a mut HeardEvents,
    pub(super) follower: &'a std::cell::RefCell<Follower<'t>>,
}

impl Witness for Listener<'_, '_> {
    const JOURNALS: bool = false;

    fn save(&mut self, _: u16, _: u64) {}

    fn event(&mut self, duel: &Duel, event: Event) {
        TraceRecorder { game: self.game, heard: self.heard }.event(duel, event);
        let mut follower = self.follower.borrow_mut();
        for ours in self.heard.events.drain(..) {
            follower.hear(ours);
        }
        let to_deck = std::mem::take(&mut self.heard.to_deck);
        match event {
            // A card that is only put in another order there was known before.
            Event::Moved { from, to, .. }
                if to.location == Location::DeckTop && !from.location.is_deck() =>
            {
                let on_top = &mut follower.place.on_top[to.player.index()];
                on_top
                    .extend(to_deck.iter().map(|(_, card, _)| OnTop { card: *card, shown: false }));
            }
            Event::Shuffled { player } => {
                follower.place.on_top[player.index()].clear();
                follower.place.promised[player.index()].clear();
            }
            Event::Declared { player, number } => follower.declared(|aside| match aside {
                Aside::Number(by, value) => Some((*by, *value) == (player.number(), number.into())),
                _ => None,
            }),
            Event::DeclaredType { player, race } => follower.declared(|aside| match aside {
                Aside::Types(by, bits) => Some((*by, *bits) == (player.number(), race.into())),
                _ => None,
            }),
            Event::DeclaredAttribute { player, attribute } => {
                follower.declared(|aside| match aside {
                    Aside::Attributes(by, bits) => {
                        Some((*by, *bits) == (player.number(), attribute.into()))
                    }
                    _ => None,
                });
            }
            Event::DeclaredName { player, name } => {
                let cards = self.game.cards;
                follower.declared(|aside| match aside {
                    Aside::Name(by, passcode) => {
                        let told = u32::try_from(*passcode).ok();
                        let told = told.and_then(|passcode| cards.by_passcode(passcode));
                        let same = told.is_some_and(|told| cards.base(told) == cards.base(name));
                        Some(*by == player.number() && same)
                    }
                    _ => None,
                });
            }
            _ => {}
        }
    }
}

/// The answers to an open decision that may lead on.
pub(super) fn answers(duel: &Duel, game: &Game<'_>, follower: &Follower<'_>) -> Vec<Action> {
    let mut actions = duelfish_engine::Actions::new();
    duel.legal_actions(game, &mut actions);
    let named =
        duel.decision().map(|decision| decision.kind) == Some(duelfish_engine::DecisionKind::Name);
    if named && let Some(code) = follower.next_name().and_then(|id| game.cards.by_passcode(id)) {
        let action = Action::declare_name(game.cards.base(code));
        if duel.is_legal(game, action) {
            return vec![action];
        }
    }
    // Of several copies that mean the same one is enough.
    let mut keys = Vec::new();
    let new = actions.iter().filter(|action| {
        let key = duel.choice_key(**action);
        !keys.contains(&key) && {
            keys.push(key);
            true
        }
    });
    new.copied().collect()
}

/// The player with this number.
pub(super) fn player(number: u8) -> Option<Player> {
    Player::BOTH.get(usize::from(number)).copied()
}
