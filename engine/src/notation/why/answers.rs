//! Why an answer to a smaller question is not legal.

use super::super::read::{Card, Meant};
use super::super::word_of;
use super::{Look, Reason};
use crate::decision::{DecisionKind, Verb};
use crate::ids::{Phase, Place, Seat};

impl Look<'_> {
    /// The reason for a verb that answers one kind of question.
    pub(super) fn no_answer(self, verb: Verb, meant: Meant) -> Option<Reason> {
        let Self { player, asked, .. } = self;
        if !answers(verb, asked) {
            return Some(self.unasked(verb));
        }
        match (verb, meant) {
            (Verb::Tribute, Meant::Zone { seat, theirs }) => self.no_tribute(seat, theirs),
            (Verb::Zone, Meant::Zone { seat, .. }) => {
                let full = self.duel.monster(player, seat).is_some();
                Some(if full {
                    Reason::by("DF-6", format!("{seat} holds a monster already"))
                } else {
                    Reason::by("DF-18", format!("{seat} is an Extra Monster Zone"))
                })
            }
            (Verb::SpellZone, _) => {
                Some(Reason::by("DF-25", "that Spell & Trap Zone holds a card already"))
            }
            (Verb::Discard, Meant::InHand { print, .. }) => {
                let name = self.game.cards.name(print);
                Some(Reason::new(format!(
                    "{player} has no {name} in the hand behind the cards that were chosen, or too \
                     few cards would be left to choose"
                )))
            }
            (Verb::Choose, Meant::Card { card, .. }) => Some(self.no_choice(card)),
            (Verb::SpecialSummon, Meant::InHand { print, .. }) => {
                let name = self.game.cards.name(print);
                Some(Reason::new(format!(
                    "{name} has no way of its own to be Special Summoned, or what it needs is not there"
                )))
            }
            (Verb::Done, _) => Some(Reason::new(format!("{player} must choose more cards"))),
            (Verb::Pass, _) => {
                Some(Reason::new(format!("{player} must take one of the mandatory effects")))
            }
            (Verb::Number, Meant::Number(number)) => {
                let ask = self.duel.ask();
                let (low, high) = (ask.from, ask.remaining);
                Some(Reason::new(format!("{number} is not from {low} to {high}")))
            }
            (Verb::Type, _) => Some(Reason::new("no card that counts here is of that Type")),
            (Verb::Name, _) => Some(Reason::new("no card that may be named has this name")),
            (Verb::Pose, Meant::Pose(pose)) => {
                Some(Reason::new(format!("the monster can't come in the position {}", pose.word())))
            }
            (Verb::GiveBack, Meant::Zone { seat, .. }) => {
                Some(Reason::new(format!("no monster in {seat} changes its controller now")))
            }
            (Verb::Use, Meant::Allowed { print, .. }) => {
                let name = self.game.cards.name(print);
                Some(Reason::new(format!("{name} has left nothing that {player} could use now")))
            }
            _ => None,
        }
    }

    /// The verb answers another question than the one that is asked.
    fn unasked(self, verb: Verb) -> Reason {
        let Self { player, .. } = self;
        if verb == Verb::ToMain2 && self.duel.phase() == Phase::Main1 {
            return Reason::by(
                "BA-1",
                "Main Phase 2 follows the Battle Phase, and this is Main Phase 1",
            );
        }
        Reason::new(format!(
            "{player} is asked {}, and `{}` does not answer that",
            self.question(),
            word_of(verb)
        ))
    }

    fn no_tribute(self, seat: Seat, theirs: bool) -> Option<Reason> {
        let Self { duel, player, .. } = self;
        let side = if theirs { player.other() } else { player };
        if duel.monster(side, seat).is_none() {
            return Some(self.no_monster(side, seat));
        }
        let text = if theirs {
            format!("no effect lets {player} Tribute that monster of {side} as one more Tribute")
        } else {
            "the Tributes could not be finished with that monster next: they are chosen in the order \
             of the zones, what must be Tributed is among them, and a zone must be free in the end"
                .to_owned()
        };
        Some(Reason::by("SU-01.9", text))
    }

    fn no_choice(self, card: Card) -> Reason {
        let what = match card {
            Card::Named(_, print) => self.game.cards.name(print).to_owned(),
            Card::InZone(Place::Monster, at) => format!("the card in {}", Seat(at)),
            Card::InZone(Place::Spell, at) => format!("the card in S{}", u16::from(at) + 1),
            Card::InZone(..) => "the card in the Field Zone".to_owned(),
            Card::Unseen => "a card of that hand".to_owned(),
        };
        Reason::new(format!(
            "{what} is not there, does not fit what is chosen, or comes before a card that was \
             chosen (cards are chosen in the order of their places)"
        ))
    }
}

/// Whether a verb can answer a kind of question at all.
const fn answers(verb: Verb, asked: DecisionKind) -> bool {
    use DecisionKind as Kind;
    match verb {
        Verb::ToMain2 => matches!(asked, Kind::Battle),
        Verb::EndTurn => matches!(asked, Kind::Idle | Kind::Battle),
        Verb::Tribute => matches!(asked, Kind::Tribute),
        Verb::Zone => matches!(asked, Kind::Zone),
        Verb::SpellZone => matches!(asked, Kind::SpellZone),
        Verb::Discard => matches!(asked, Kind::Discard),
        Verb::Pass => matches!(asked, Kind::Respond),
        Verb::Choose | Verb::Done => matches!(asked, Kind::Card),
        Verb::Yes | Verb::No => matches!(asked, Kind::Confirm),
        Verb::Number => matches!(asked, Kind::Number),
        Verb::Type => matches!(asked, Kind::Type),
        Verb::Name => matches!(asked, Kind::Name),
        Verb::Pose => matches!(asked, Kind::Pose),
        Verb::Stop => matches!(asked, Kind::Replay),
        Verb::GiveBack => matches!(asked, Kind::Respond),
        Verb::Use => matches!(asked, Kind::Idle | Kind::Battle | Kind::Respond),
        Verb::Summon
        | Verb::Set
        | Verb::Flip
        | Verb::Reposition
        | Verb::GeminiSummon
        | Verb::ToBattle
        | Verb::Attack
        | Verb::SpecialSummon
        | Verb::Activate => true,
    }
}
