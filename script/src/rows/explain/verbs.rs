//! The steps of programs that do something: one sentence for each.

use super::phrases::Phrases;
use super::program::Held;
use super::words;
use crate::rows::bits::position_bit;
use crate::rows::ids::SetRef;
use crate::rows::model::{Away, DeckEnd, Who};
use crate::rows::modifier::Scope;
use crate::rows::op::Op;
use crate::rows::plan::{PlanAbout, PlanTime};

impl Phrases<'_> {
    /// A step in which cards leave the place where they are.
    pub(super) fn moved(&self, op: Op, held: &mut Held) -> Option<String> {
        Some(match op {
            Op::Destroy(set) => format!("destroy {}", self.said(set, held)),
            Op::DestroyByRule(set) => format!("destroy {} by no effect", self.said(set, held)),
            Op::ToHand(set) => format!("put {} in the owner's hand", self.said(set, held)),
            Op::ToHandUnshown(set) => {
                format!("put {} in the owner's hand, unshown", self.said(set, held))
            }
            Op::ToGrave(set) => format!("send {} to the Graveyard", self.said(set, held)),
            Op::Discard(set) => format!("discard {}", self.said(set, held)),
            Op::UseMaterials(set) => {
                format!("send {} to the Graveyard as materials", self.said(set, held))
            }
            Op::Attach { cards, with_materials: false, host } if host != SetRef::Source => {
                let cards = self.said(cards, held);
                format!("attach {cards} to {} as materials", self.said(host, held))
            }
            Op::Attach { cards, with_materials, .. } => {
                let along = if with_materials { " with its materials" } else { "" };
                format!("attach {}{along} to it as materials", self.said(cards, held))
            }
            Op::Tribute(set) => format!("Tribute {}", self.said(set, held)),
            Op::Banish(set) => format!("banish {}", self.said(set, held)),
            Op::BanishDown(set) => format!("banish {} face-down", self.said(set, held)),
            Op::BanishForNow(set) => format!("banish {} for now", self.said(set, held)),
            Op::DestroyAndBanish(set) => format!("destroy and banish {}", self.said(set, held)),
            Op::ToDeck(set, end) => {
                let cards = self.said(set, held);
                match end {
                    DeckEnd::Shuffled => format!("shuffle {cards} into the Deck"),
                    DeckEnd::Top => format!("put {cards} on top of the Deck"),
                    DeckEnd::Bottom => format!("put {cards} at the bottom of the Deck"),
                }
            }
            Op::TopCards { who, amount, into } => {
                let top = format!("the top {} cards", self.num(amount));
                held.sets[usize::from(into & 3)] = Some(("these cards".to_owned(), false));
                format!("take {top} of {} Deck unseen", words::possessive(who))
            }
            Op::Mill(who, amount, away) => {
                let top = format!(
                    "the top {} cards of {} Deck",
                    self.num(amount),
                    words::possessive(who)
                );
                match away {
                    Away::ToGrave => format!("send {top} to the Graveyard"),
                    Away::Banished => format!("banish {top}"),
                    Away::BanishedDown => format!("banish {top} face-down"),
                }
            }
            Op::ToExtra(set) => {
                format!("put {} face-up in the owner's Extra Deck", self.said(set, held))
            }
            // Every other step is put into words elsewhere.
            _ => return None,
        })
    }

    /// A step in which cards come to a zone of the field, or to another player or monster there.
    pub(super) fn placed(&self, op: Op, held: &mut Held) -> Option<String> {
        Some(match op {
            Op::ToField(set) => format!("return {} to the field", self.said(set, held)),
            Op::SwapControl(mine, theirs) => {
                let (mine, theirs) = (self.said(mine, held), self.said(theirs, held));
                format!("exchange control of {mine} and {theirs}")
            }
            Op::SetCards(set) => format!("Set {}", self.said(set, held)),
            Op::PlaceInPendulumZone(set) => {
                format!("place {} in your Pendulum Zone", self.said(set, held))
            }
            Op::LayWithOwner(set) => {
                format!("place {} face-up in the owner's Spell & Trap Zone", self.said(set, held))
            }
            Op::PlaceFaceUp(set) => {
                format!("put {} face-up into a Spell & Trap Zone", self.said(set, held))
            }
            Op::YieldControl(true) => {
                "control that this card gives goes to the other player".to_owned()
            }
            Op::YieldControl(false) => "this card gives control to its player again".to_owned(),
            Op::TakeControl(set, until) => {
                format!("take control of {}{}", self.said(set, held), words::until(until))
            }
            Op::GiveControl(set) => {
                format!("give control of {} to your opponent", self.said(set, held))
            }
            Op::EquipWith(set, SetRef::Source) => {
                format!("equip {} to this card", self.said(set, held))
            }
            Op::EquipWith(set, host) => {
                let cards = self.said(set, held);
                format!("equip {cards} to {}", self.said(host, held))
            }
            Op::EquipTo(set) => format!("equip this card to {}", self.said(set, held)),
            // Every other step is put into words elsewhere.
            _ => return None,
        })
    }

    /// A step in which monsters are Summoned, now or right after the effect.
    pub(super) fn summoned(&self, op: Op, held: &mut Held) -> Option<String> {
        Some(match op {
            Op::PendulumSummon(set, _) => format!("Pendulum Summon {}", self.said(set, held)),
            Op::PendulumSummonsAfter => {
                "immediately after this effect resolves, Pendulum Summon".to_owned()
            }
            Op::MakeTokens { code, count, by, .. } => {
                let whose = if by == Who::Opponent { " of your opponent" } else { "" };
                format!("bring {} {}s{whose}", self.num(count), self.cards.name(code))
            }
            Op::SpecialSummon { cards, positions, by, .. } => {
                let across = positions & position_bit::ACROSS != 0;
                let field = match by {
                    Who::Opponent if across => " to your field, by your opponent",
                    Who::Opponent => " to your opponent's field",
                    _ if across => " to your opponent's field",
                    _ => "",
                };
                format!(
                    "Special Summon {}{field}{}",
                    self.said(cards, held),
                    words::positions(positions)
                )
            }
            Op::SummonAfter(set) => {
                format!("right after this effect, Normal Summon or Set {}", self.said(set, held))
            }
            Op::TributeSummonAfter(set) => {
                format!("right after this effect, Tribute Summon {}", self.said(set, held))
            }
            Op::SummonUpAfter(set) => {
                format!("right after this effect, Normal Summon {}", self.said(set, held))
            }
            Op::SummonFreelyAfter(set) => {
                let monster = self.said(set, held);
                format!("right after this effect, Normal Summon {monster} without Tributes")
            }
            Op::SummonUsingSource(set) => {
                let monster = self.said(set, held);
                format!("right after this effect, Special Summon {monster} using this card")
            }
            // Every other step is put into words elsewhere.
            _ => return None,
        })
    }

    /// A step in which cards are shown, looked at or put in another order.
    pub(super) fn looked_at(&self, op: Op, held: &mut Held) -> Option<String> {
        Some(match op {
            Op::ShowDecks => "both players look through each other's Decks".to_owned(),
            Op::Excavate { who, until, all, found } => {
                let deck = words::possessive(who);
                for (at, what) in [(all, "the shown cards"), (found, "the card that ended it")] {
                    held.sets[usize::from(at & 3)] = Some((what.to_owned(), true));
                }
                format!("show cards of {deck} Deck from the top until one is {}", self.test(until))
            }
            Op::ExcavateTop { who, amount, into } => {
                let deck = words::possessive(who);
                held.sets[usize::from(into & 3)] = Some(("the shown cards".to_owned(), true));
                format!("show the top {} cards of {deck} Deck", self.num(amount))
            }
            Op::ExcavateMany { who, amount, until, into } => {
                let deck = words::possessive(who);
                held.sets[usize::from(into & 3)] = Some(("the shown cards".to_owned(), true));
                let (amount, test) = (self.num(amount), self.test(until));
                format!("show cards of {deck} Deck from the top until {amount} are {test}")
            }
            Op::ShuffleSet(set) => {
                format!("{} change places, as chance says", self.said(set, held))
            }
            Op::ShuffleDeck(who) => format!("shuffle {} Deck", words::possessive(who)),
            Op::SeeTop(amount, into) => {
                held.sets[usize::from(into & 3)] = Some(("them".to_owned(), true));
                format!("look at the top {} cards of your Deck", self.num(amount))
            }
            Op::Arrange(_) => "put them back in any order".to_owned(),
            Op::Show { cards, .. } => format!("show {} to your opponent", self.said(cards, held)),
            Op::Reveal(set) => format!("look at {}", self.said(set, held)),
            Op::RevealTop(who, amount) => {
                format!(
                    "look at the top {} cards of {} Deck",
                    self.num(amount),
                    words::possessive(who)
                )
            }
            // Every other step is put into words elsewhere.
            _ => return None,
        })
    }

    /// A step in which players gain or lose Life Points, or draw cards.
    pub(super) fn life_and_draws(&self, op: Op, held: &mut Held) -> Option<String> {
        Some(match op {
            Op::Damage(who, amount) => {
                format!("{} {} as damage", to(who, "take"), self.num(amount))
            }
            Op::Gain(who, amount) => {
                format!("{} {} Life Points", to(who, "gain"), self.num(amount))
            }
            Op::Lose(who, amount) => {
                format!("{} {} Life Points", to(who, "lose"), self.num(amount))
            }
            Op::Pay(amount) => format!("pay {} Life Points", self.num(amount)),
            Op::Draw(who, amount) => format!("{} {}", to(who, "draw"), self.num(amount)),
            Op::DrawCards(who, amount, into) => {
                let what = "the drawn cards".to_owned();
                held.sets[usize::from(into & 3)] = Some((what, false));
                format!("{} {}", to(who, "draw"), self.num(amount))
            }
            // Every other step is put into words elsewhere.
            _ => return None,
        })
    }

    /// A step in which a number, a Type or a name is declared, thrown or kept.
    pub(super) fn numbers(&self, op: Op) -> Option<String> {
        Some(match op {
            Op::Set(at, value) => format!("{} is {}", words::register(at), self.num(value)),
            Op::Declare(at, low, high, by) => {
                format!(
                    "{} {} from {} to {}",
                    to(by, "declare"),
                    words::register(at),
                    self.num(low),
                    self.num(high)
                )
            }
            Op::DeclareType(at, from) => {
                let cards = self.select(from);
                format!("declare a Type among {cards}: {}", words::register(at))
            }
            Op::DeclareAnyType(at) => format!("declare a Type: {}", words::register(at)),
            Op::DeclareName(at, test) => {
                let (name, of) = (words::register(at), self.test(test));
                let of = if of.is_empty() { String::new() } else { format!(" that is {of}") };
                format!("declare the name of a card{of}: {name}")
            }
            Op::Keep(num) => format!("this card keeps {} in mind", self.num(num)),
            Op::Roll(at, amount) => {
                format!(
                    "roll {} dice: {} is what they come to",
                    self.num(amount),
                    words::register(at)
                )
            }
            Op::RollEach(mine, theirs) => format!(
                "each player rolls a die, again until they differ: {} is yours, {} is your opponent's",
                words::register(mine),
                words::register(theirs)
            ),
            Op::Toss(at, amount) => {
                format!("toss {} coins: {} are heads", self.num(amount), words::register(at))
            }
            // Every other step is put into words elsewhere.
            _ => return None,
        })
    }

    /// A step that changes cards or players and moves nothing.
    pub(super) fn changed(&self, op: Op, held: &mut Held) -> Option<String> {
        Some(match op {
            Op::LoseTaken(set) => {
                format!("{} loses effects and names of other cards", self.said(set, held))
            }
            Op::MakeUsable(set) => {
                format!("{} can be activated this turn", self.said(set, held))
            }
            Op::CountTurn(set) => format!("count one turn more on {}", self.said(set, held)),
            Op::Turn(set, turn) => {
                format!("turn {} {}", self.said(set, held), words::turned(turn))
            }
            Op::ForbidNamed(set) => {
                let names = self.said(set, held);
                format!("you can't activate cards named like {names} this turn")
            }
            Op::Change { cards, kind, value, until } => {
                let change = self.change(kind, value);
                format!("{} {change}{}", self.said(cards, held), words::until(until))
            }
            Op::Impose { scope, kind, value, until } => {
                let change = self.change(kind, value);
                // A Level that was changed in the hand stays so on the field.
                let in_hand = matches!(scope, Scope::InHand(..));
                let stays = if in_hand { ", also on the field" } else { "" };
                format!("{} {change}{}{stays}", self.scope(scope), words::until(until))
            }
            Op::PlaceCounters(set, kind, amount) => {
                format!("place {} {}s on {}", self.num(amount), kind.name(), self.said(set, held))
            }
            Op::RemoveCounters(set, kind, amount) => {
                // No card holds so many: all of them are meant.
                let all = self.cards.scripts().num(amount) == crate::rows::Num::Value(255);
                let amount = if all { "all".to_owned() } else { self.num(amount) };
                format!("remove {amount} {}s from {}", kind.name(), self.said(set, held))
            }
            // Every other step is put into words elsewhere.
            _ => return None,
        })
    }

    /// A step that changes the attack that is being made, or the link that is answered.
    pub(super) fn answered(&self, op: Op, held: &mut Held) -> Option<String> {
        Some(match op {
            Op::NegateAttack => "negate the attack".to_owned(),
            Op::Spare(set) => {
                format!("of those that would be destroyed only {} is not", self.said(set, held))
            }
            Op::Become(_) => {
                "this effect becomes the one that it has when it is activated".to_owned()
            }
            Op::SetAgain => {
                "Set this card again face-down instead of sending it to the Graveyard".to_owned()
            }
            Op::NegateItself => "this effect is negated".to_owned(),
            Op::AttackAgain => "it can make a second attack in a row".to_owned(),
            Op::AttackAgainOn(set) => {
                format!("it can make a second attack in a row, on {}", self.said(set, held))
            }
            Op::Fight(set) => {
                format!(
                    "the attack goes on at {}, and damage is calculated now",
                    self.said(set, held)
                )
            }
            Op::RedirectAttack(set) => format!("the attack goes on at {}", self.said(set, held)),
            Op::ChangeTarget(set) => format!("its target becomes {}", self.said(set, held)),
            Op::Protect(set) => {
                format!("if it would destroy {}, destroy this card instead", self.said(set, held))
            }
            Op::Negate => "negate that activation or Summon".to_owned(),
            Op::NegateEffect => "negate that effect".to_owned(),
            Op::AttackPlayer => "the attack goes on as a direct attack".to_owned(),
            Op::Harmless => "that effect inflicts no damage".to_owned(),
            // Every other step is put into words elsewhere.
            _ => return None,
        })
    }

    /// An effect that happens later, and the cards that it has to do with.
    pub(super) fn planned(
        &self,
        with: Option<(PlanAbout, SetRef)>,
        begins: PlanTime,
        held: &mut Held,
    ) -> String {
        let from = match begins {
            PlanTime::Now => "",
            PlanTime::NextPhase => ", not in the present phase,",
            PlanTime::NextTurn => ", not in this turn,",
            PlanTime::ThisTurn => {
                return "until the end of this turn the later effect happens".into();
            }
            PlanTime::OpponentTurns(turns) => {
                return format!(
                    "until {turns} of your opponent's turns are over the later effect happens"
                );
            }
        };
        let Some((about, set)) = with else {
            return format!("the later effect will{from} happen");
        };
        let word = match about {
            PlanAbout::With => "with",
            PlanAbout::WithNew => "(unless it will already happen with them) with",
            PlanAbout::On => "as something of",
            PlanAbout::For => "for",
        };
        format!("the later effect will{from} happen {word} {}", self.said(set, held))
    }
}

/// A player and the verb for the deed of that player.
fn to(who: Who, verb: &str) -> String {
    let ending = if matches!(who, Who::Opponent) { "s" } else { "" };
    format!("{} {verb}{ending}", words::player(who))
}
