//! Facts about the link that an effect answers: the other targets that it could have, and the cards that it
//! would destroy.

use crate::ids::{CardId, Location, NO_CARD, Player};
use crate::marks::rule;
use crate::state::{CardSet, Ctx, Duel, link_bits, location_bit_of, status_bits};
use duelfish_script::{
    Catalogue, EffectId, How, ModKind, Num, NumId, Op, SelectId, SetRef, location_bit,
};

impl Duel {
    /// From where the effect of a link looks at the duel.
    fn context_of_link(&self, at: u8) -> Ctx {
        let link = self.link(at);
        let (player, source) = (Player::of_bit(link.player), link.source);
        Ctx { link: at, batch: link.batch, ..Ctx::of_card(player, CardId(source)) }
    }

    /// The clause of a link whose targets were chosen.
    pub(crate) fn clause_of_targets(&self, at: u8) -> u8 {
        u8::from(self.link(at).targets[0].is_empty())
    }

    /// Whether the effect of a link could have targeted this card, as far as its own words go.
    pub(super) fn could_be_target_of(&self, cards: &Catalogue, at: u8, card: CardId) -> bool {
        let scripts = cards.scripts();
        // An effect that changes what another one targets fits where that one does.
        let body = scripts.effect(EffectId(self.link(at).effect)).body;
        if scripts.steps(body).any(|op| matches!(op, Op::ChangeTarget(_)))
            && let Some(before) = self.answered_link(self.context_of_link(at))
        {
            return self.could_be_target_of(cards, before, card);
        }
        let (ctx, clause) = (self.context_of_link(at), self.clause_of_targets(at));
        let program = self.resolving_effect(cards, at).target;
        let from = scripts.steps(program).find_map(|op| match op {
            Op::Choose { from, how: How::Target(of), .. } if of == clause => Some(from),
            _ => None,
        });
        from.is_some_and(|from| {
            let select = scripts.select(from);
            ctx.is_among(select.sides, self.controller(card))
                && select.locations & location_bit_of(self.location(card)) != 0
                && (select.with_source || card.0 != ctx.source)
                && self.fits(cards, ctx, select.test, card)
        })
    }

    /// Whether the effect of a link would destroy a card, if it is certain which cards that are and no coins decide
    /// about it first.
    pub(super) fn would_be_destroyed_by(&self, cards: &Catalogue, at: u8, card: CardId) -> bool {
        let scripts = cards.scripts();
        let ctx = self.context_of_link(at);
        let program = scripts.effect(EffectId(self.link(at).effect)).body;
        let mut gathered: [Option<SelectId>; 4] = [None; 4];
        // It is not known yet whether the effect destroys the cards that it shows first.
        let mut shown = None;
        for op in scripts.steps(program) {
            match op {
                Op::Reveal(set) => shown = Some(set),
                // A decision by coins is not known before.
                Op::Toss(..) => return false,
                Op::Gather { from, into } => gathered[usize::from(into & 3)] = Some(from),
                Op::Choose { how: How::Pick(into), .. } | Op::Random { into, .. } => {
                    gathered[usize::from(into & 3)] = None;
                }
                Op::Destroy(set) | Op::DestroyAndBanish(set) => {
                    if shown == Some(set) && !self.position(card).is_face_up() {
                        return false;
                    }
                    return match set {
                        SetRef::Local(of) => gathered[usize::from(of & 3)]
                            .is_some_and(|from| self.gather(cards, ctx, from).has(card.0)),
                        set => self.all_members(ctx, set).has(card.0),
                    };
                }
                _ => {}
            }
        }
        false
    }

    /// Whether the effect of a link would destroy cards on the field: certain ones, or some of cards that
    /// are all there, unless coins decide about it first. An effect that negates the activation of a card and
    /// destroys that card does not. A monster whose Summon could still be negated is not on the field yet.
    pub(super) fn would_destroy_on_field(&self, cards: &Catalogue, at: u8) -> bool {
        rule!("SU-00.4c");
        let there = |card| self.is_on_field(card) && !self.has_status(card, status_bits::SUMMONING);
        self.would_destroy(cards, at, there) > 0
    }

    /// How many of the cards of a selection are sure to be destroyed by the link that an effect answers.
    pub(super) fn would_destroy_of(&self, cards: &Catalogue, ctx: Ctx, from: SelectId) -> i32 {
        self.answered_link(ctx).map_or(0, |at| {
            let those = self.gather(cards, ctx, from);
            self.would_destroy(cards, at, |card| those.has(card.0))
        })
    }

    /// How many cards that fit the effect of a link is sure to destroy in one of its steps. Of cards among
    /// which some are chosen as many as are left when all others are chosen first.
    fn would_destroy(&self, cards: &Catalogue, at: u8, fits: impl Fn(CardId) -> bool) -> i32 {
        let scripts = cards.scripts();
        let ctx = self.context_of_link(at);
        let program = scripts.effect(EffectId(self.link(at).effect)).body;
        let fitting = |set: CardSet| set.iter().filter(|card| fits(CardId(*card))).count() as i32;
        // Where the cards of each set come from, and how many of them it has; none for all.
        let mut found: [Option<(SelectId, Option<i32>)>; 4] = [None; 4];
        let (mut negates_a_card, mut called) = (false, false);
        // It is not known yet whether the effect destroys the cards that it shows first.
        let mut shown = None;
        let (mut most, mut sure_from) = (0, 0);
        for (step, op) in scripts.steps(program).enumerate() {
            match op {
                // Its player may leave the next steps out.
                Op::Offer(_, by) => sure_from = step + usize::from(by) + 1,
                Op::Negate => {
                    let of_card = |at: u8| self.link(at).flags & link_bits::CARD != 0;
                    negates_a_card |= self.answered_link(ctx).is_some_and(of_card);
                }
                Op::Gather { from, into } => found[usize::from(into & 3)] = Some((from, None)),
                Op::Choose { from, how: How::Pick(into), min: number, .. }
                | Op::Random { from, into, count: number } => {
                    let number = self.number(cards, ctx, number);
                    found[usize::from(into & 3)] = Some((from, Some(number)));
                }
                Op::KeepOne(at) => {
                    if let Some((_, number)) = &mut found[usize::from(at & 3)] {
                        *number = Some(1);
                    }
                }
                // A decision by coins or dice is not known before; a coin that is called only decides whose
                // cards.
                Op::Declare(..) => called = true,
                Op::Reveal(set) => shown = Some(set),
                Op::Toss(..) | Op::Roll(..) | Op::RollEach(..) if !called => break,
                Op::Destroy(set) | Op::DestroyAndBanish(set)
                    if !negates_a_card && step >= sure_from =>
                {
                    let known = |set: CardSet| {
                        let is_known = |card: &u8| {
                            shown.is_none() || self.position(CardId(*card)).is_face_up()
                        };
                        set.iter().filter(is_known).collect::<CardSet>()
                    };
                    let sure = match set {
                        SetRef::Local(of) => {
                            found[usize::from(of & 3)].map_or(0, |(from, number)| {
                                let there =
                                    scripts.select(from).locations & !location_bit::ON_FIELD == 0;
                                let all = self.gather(cards, ctx, from);
                                match number {
                                    None => fitting(known(all)),
                                    Some(number) if there => {
                                        number.min(all.len()) + fitting(all) - all.len()
                                    }
                                    Some(_) => 0,
                                }
                            })
                        }
                        set if shown == Some(set) => fitting(known(self.all_members(ctx, set))),
                        set => fitting(self.all_members(ctx, set)),
                    };
                    most = most.max(sure);
                }
                _ => {}
            }
        }
        most
    }

    /// Whether the effect of a link would inflict damage to a player, as far as its words go: damage for each of
    /// some cards is none while there are no such cards.
    pub(super) fn would_be_hurt_by(&self, cards: &Catalogue, at: u8, player: Player) -> bool {
        let (scripts, ctx) = (cards.scripts(), self.context_of_link(at));
        let body = scripts.effect(EffectId(self.link(at).effect)).body;
        let hurts = |op| match op {
            Op::Damage(who, amount) => {
                ctx.players(who, ctx.player).into_iter().any(|hurt| hurt == player)
                    && !self.counts_nothing(cards, ctx, amount)
            }
            _ => false,
        };
        !self.player_has(cards, ModKind::NoDamage, player)
            && !self.player_has(cards, ModKind::EffectDamageCounts, player)
            // The player who is hurt is not known before both have rolled.
            && scripts.steps(body).take_while(|op| !matches!(op, Op::RollEach(..))).any(hurts)
    }

    /// Whether a number is 0 because there are no cards that it counts.
    fn counts_nothing(&self, cards: &Catalogue, ctx: Ctx, number: NumId) -> bool {
        match cards.scripts().num(number) {
            Num::Count(_) => self.number(cards, ctx, number) == 0,
            Num::Times(a, b) => {
                self.counts_nothing(cards, ctx, a) || self.counts_nothing(cards, ctx, b)
            }
            _ => false,
        }
    }

    /// Whether the link that resolves is of this card, and its effect is one that targets.
    pub(super) fn is_targeting(&self, cards: &Catalogue, card: CardId) -> bool {
        let resolving = self.resolving();
        resolving > 0 && {
            let link = self.link(resolving - 1);
            let target = self.resolving_effect(cards, resolving - 1).target;
            link.source == card.0 && target.0 != 0
        }
    }

    /// Whether the attacking monster could attack a card.
    pub(super) fn is_in_reach_of_attack(&self, cards: &Catalogue, card: CardId) -> bool {
        let attacker = self.attack().attacker;
        attacker != NO_CARD
            && self.location(card) == Location::Monster
            && self.controller(card) != self.controller(CardId(attacker))
            && self.targets_of(cards, CardId(attacker)).zones >> self.zone(card) & 1 == 1
    }
}
