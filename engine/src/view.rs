//! What one player may know of a duel.
//!
//! A [`View`] borrows the duel and shows only what its player may see; it has no handles, and no
//! method that tells what a hidden card is. A bot gets views and never the duel, so it can't cheat.
//! A judge's view hides nothing: it is for records, position files and comparison with other
//! engines.

use crate::catalogue::Print;
use crate::decision::{Action, Actions, ChoiceKey, Decision};
use crate::duel::Game;
use crate::ids::{Handle, Phase, Player, Pose, Seat};
use crate::marks::rule;
use crate::outcome::Outcome;
use crate::state::{Duel, turn_bits};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Eye {
    Player(Player),
    Judge,
}

/// A duel as one player sees it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    duel: &'a Duel,
    game: &'a Game<'a>,
    eye: Eye,
}

/// A monster on the field as a player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonsterView {
    /// What it is; none for a face-down monster that the player may not look at.
    pub print: Option<Print>,
    /// How it lies.
    pub pose: Pose,
    /// Current values; none when it is not known what it is.
    pub values: Option<Values>,
    /// Whose card it is.
    pub owner: Player,
    /// It was Summoned this turn.
    pub summoned_this_turn: bool,
    /// It was Set this turn.
    pub set_this_turn: bool,
    /// Its player changed its position or Flip Summoned it by hand this turn.
    pub repositioned: bool,
    /// It declared an attack this turn.
    pub attacked: bool,
}

/// Current values of a monster on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    /// ATK in points.
    pub atk: i32,
    /// DEF in points.
    pub def: i32,
    /// Level.
    pub level: u8,
}

impl Duel {
    /// The duel as a player sees it.
    #[must_use]
    pub const fn view<'a>(&'a self, game: &'a Game<'a>, player: Player) -> View<'a> {
        View { duel: self, game, eye: Eye::Player(player) }
    }

    /// The duel with nothing hidden. Not for players.
    #[must_use]
    pub const fn judge_view<'a>(&'a self, game: &'a Game<'a>) -> View<'a> {
        View { duel: self, game, eye: Eye::Judge }
    }
}

impl<'a> View<'a> {
    /// The player whose view this is; none for a judge.
    #[must_use]
    pub const fn player(&self) -> Option<Player> {
        match self.eye {
            Eye::Player(player) => Some(player),
            Eye::Judge => None,
        }
    }

    /// Rules and card table of the duel.
    #[must_use]
    pub const fn game(&self) -> &'a Game<'a> {
        self.game
    }

    /// Number of the turn, from 1.
    #[must_use]
    pub const fn turn(&self) -> u16 {
        self.duel.turn()
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn_player(&self) -> Player {
        self.duel.turn_player()
    }

    /// The phase, or the step of the Battle Phase.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.duel.phase()
    }

    /// How the duel ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.duel.outcome()
    }

    /// A player's Life Points.
    #[must_use]
    pub const fn lp(&self, player: Player) -> i32 {
        self.duel.lp(player)
    }

    /// Cards in a player's Deck: public (DF-56), unlike which they are (DF-52, DF-55).
    #[must_use]
    pub fn deck_count(&self, player: Player) -> u8 {
        rule!("DF-56", "DF-52", "DF-55");
        self.duel.deck_count(player)
    }

    /// Cards in a player's hand: public (DF-69), unlike which they are (DF-67).
    #[must_use]
    pub fn hand_count(&self, player: Player) -> usize {
        rule!("DF-69");
        self.duel.hand(player).len()
    }

    /// Cards in a player's Extra Deck (DF-63).
    #[must_use]
    pub fn extra_count(&self, player: Player) -> usize {
        self.duel.extra(player).len()
    }

    /// Normal Summons and Sets that a player has used this turn.
    #[must_use]
    pub const fn normal_summons_used(&self, player: Player) -> u8 {
        self.duel.normal_summons_used(player)
    }

    /// The cards of a hand, if this player may look at it: ordinals are those of the actions. An
    /// opponent's hand is empty here; see [`View::hand_count`] and [`View::known_in_hand`].
    pub fn hand(&self, player: Player) -> impl ExactSizeIterator<Item = Print> + 'a {
        let duel = self.duel;
        let hand = if self.sees_all_of(player) { duel.hand(player) } else { &[] };
        hand.iter().map(|card| duel.print(Handle(*card)))
    }

    /// The cards that this player knows to be among the opponent's hand and the cards that the
    /// opponent has Set from it since, sorted by print.
    #[must_use]
    pub fn known_in_hand(&self, player: Player) -> Vec<Print> {
        let mut known: Vec<Print> =
            self.duel.known_in_hand(player).map(|card| self.duel.print(card)).collect();
        known.sort_unstable();
        known
    }

    /// The monster in a zone.
    #[must_use]
    pub fn monster(&self, player: Player, seat: Seat) -> Option<MonsterView> {
        let card = self.duel.monster(player, seat)?;
        let known = self.knows(card);
        if !known {
            rule!("BP-11", "CT-01.8f.ii");
        }
        if known && self.duel.pose(card) == Pose::Set {
            rule!("BP-12");
        }
        let derived = self.duel.derived(player, seat);
        let bits = self.duel.turn_bits(card);
        Some(MonsterView {
            print: known.then(|| self.duel.print(card)),
            pose: self.duel.pose(card),
            values: known.then_some(Values {
                atk: derived.atk,
                def: derived.def,
                level: derived.level,
            }),
            owner: self.duel.owner(card),
            summoned_this_turn: bits & turn_bits::SUMMONED != 0,
            set_this_turn: bits & turn_bits::SET != 0,
            repositioned: bits & turn_bits::REPOSITIONED != 0,
            attacked: bits & turn_bits::ATTACKED != 0,
        })
    }

    /// A player's monsters with their zones, ascending.
    pub fn monsters(&self, player: Player) -> impl Iterator<Item = (Seat, MonsterView)> + 'a {
        let view = *self;
        let seats = (0..Seat::ALL).map(Seat);
        seats.filter_map(move |seat| view.monster(player, seat).map(|monster| (seat, monster)))
    }

    /// A player's Graveyard, oldest first: public (DF-47).
    pub fn grave(&self, player: Player) -> impl ExactSizeIterator<Item = Print> + 'a {
        let duel = self.duel;
        if !duel.grave(player).is_empty() {
            rule!("DF-47", "DF-48");
        }
        duel.grave(player).iter().map(|card| duel.print(Handle(*card)))
    }

    /// A player's banished cards, oldest first; none for a face-down one that is not this
    /// player's (DF-77, DF-82).
    pub fn banished(&self, player: Player) -> impl ExactSizeIterator<Item = Option<Print>> + 'a {
        let view = *self;
        if !view.duel.banished(player).is_empty() {
            rule!("DF-75", "DF-77.i");
        }
        view.duel.banished(player).iter().map(move |card| view.identity(Handle(*card)))
    }

    /// A player's Extra Deck; none for a face-down card that is not this player's (DF-60, DF-62).
    pub fn extra(&self, player: Player) -> impl ExactSizeIterator<Item = Option<Print>> + 'a {
        let view = *self;
        view.duel.extra(player).iter().map(move |card| view.identity(Handle(*card)))
    }

    /// The parts of a Deck as a judge knows them: the fixed top (next card first), the unordered
    /// rest sorted by print, the fixed bottom (next card first). Empty for players (DF-55).
    #[must_use]
    pub fn deck(&self, player: Player) -> [Vec<Print>; 3] {
        if self.eye != Eye::Judge {
            return [const { Vec::new() }; 3];
        }
        let prints = |cards: &[u8]| -> Vec<Print> {
            cards.iter().rev().map(|card| self.duel.print(Handle(*card))).collect()
        };
        let mut rest = prints(self.duel.deck_rest(player));
        rest.sort_unstable();
        [prints(self.duel.deck_top(player)), rest, prints(self.duel.deck_bottom(player))]
    }

    /// Who is asked; none when the duel is over.
    #[must_use]
    pub fn asked(&self) -> Option<Player> {
        self.duel.decision().map(|decision| decision.player)
    }

    /// The open decision, if it is this player who is asked. What the other player is choosing at
    /// the moment (a Tribute, say, and not yet a zone) tells of that player's hand.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.duel.decision().filter(|decision| self.sees_all_of(decision.player))
    }

    /// Fills `actions` with the legal answers, if it is this player who is asked.
    pub fn legal_actions(&self, actions: &mut Actions) {
        actions.clear();
        if self.decision().is_some() {
            self.duel.legal_actions(self.game, actions);
        }
    }

    /// The readable form of an action of this player; "?" for a card of the other one's hand.
    #[must_use]
    pub fn describe(&self, action: Action) -> String {
        if self.may_read(action) { self.duel.describe(self.game, action) } else { "?".to_owned() }
    }

    /// The meaning of an action of this player without the copy that does it. Actions with a card
    /// of the other player's hand all mean the same.
    #[must_use]
    pub fn choice_key(&self, action: Action) -> ChoiceKey {
        if self.may_read(action) { self.duel.choice_key(action) } else { ChoiceKey(u32::MAX) }
    }

    /// Whether this eye may know what an action means: an ordinal names a card in the hand of the
    /// player who is asked.
    fn may_read(&self, action: Action) -> bool {
        self.decision().is_some() || action.ordinal().is_none()
    }

    /// Whether this eye sees everything that `player` sees.
    fn sees_all_of(&self, player: Player) -> bool {
        match self.eye {
            Eye::Judge => true,
            Eye::Player(me) => me == player,
        }
    }

    fn knows(&self, card: Handle) -> bool {
        match self.eye {
            Eye::Judge => true,
            Eye::Player(me) => self.duel.knows(me, card),
        }
    }

    fn identity(&self, card: Handle) -> Option<Print> {
        self.knows(card).then(|| self.duel.print(card))
    }

    /// The name of a card, or what stands for one that isn't known.
    fn name(&self, print: Option<Print>) -> &'a str {
        print.map_or("(face-down)", |print| self.game.cards.name(print))
    }
}

/// The whole view as text: equal views have equal texts.
impl std::fmt::Display for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "turn {} {} {}", self.turn(), self.turn_player(), self.phase().word())?;
        if let Some(player) = self.asked() {
            write!(f, "{player} is asked")?;
        }
        if let Some(Decision { kind, remaining, .. }) = self.decision() {
            write!(f, ": {kind:?} ({remaining})")?;
        }
        writeln!(f)?;
        for player in Player::BOTH {
            writeln!(
                f,
                "{player} LP {} hand {} deck {} extra {} summons used {}",
                self.lp(player),
                self.hand_count(player),
                self.deck_count(player),
                self.extra_count(player),
                self.normal_summons_used(player),
            )?;
            let names = |prints: &mut dyn Iterator<Item = Option<Print>>| {
                prints.map(|print| self.name(print)).collect::<Vec<_>>().join("; ")
            };
            if self.sees_all_of(player) {
                writeln!(f, "  hand: {}", names(&mut self.hand(player).map(Some)))?;
            } else {
                rule!("DF-67");
            }
            let known = self.known_in_hand(player);
            if !known.is_empty() {
                writeln!(f, "  known in hand: {}", names(&mut known.into_iter().map(Some)))?;
            }
            for (seat, monster) in self.monsters(player) {
                write!(f, "  {seat} {} {}", monster.pose.word(), self.name(monster.print))?;
                if let Some(values) = monster.values {
                    write!(f, " {}/{} level {}", values.atk, values.def, values.level)?;
                }
                for (flag, name) in monster.flags() {
                    if flag {
                        write!(f, " {name}")?;
                    }
                }
                writeln!(f)?;
            }
            writeln!(f, "  grave: {}", names(&mut self.grave(player).map(Some)))?;
            writeln!(f, "  banished: {}", names(&mut self.banished(player)))?;
        }
        Ok(())
    }
}

impl MonsterView {
    /// What happened to it this turn, with the words that position files use.
    #[must_use]
    pub const fn flags(&self) -> [(bool, &'static str); 4] {
        [
            (self.summoned_this_turn, "summoned"),
            (self.set_this_turn, "set"),
            (self.repositioned, "repositioned"),
            (self.attacked, "attacked"),
        ]
    }
}
