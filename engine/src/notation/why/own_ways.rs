//! Why a monster can't be Special Summoned in a way of its own, or by the Pendulum Scales.

use super::{WhyLook, WhyReason};
use crate::ids::{CardId, Location, NO_CARD};
use duelfish_script::{CardCode, Form, ModKind, kind, term};

/// The zones that can be Pendulum Zones, as positions write them.
const OUTER: [(u8, &str); 2] = [(0, "S1"), (4, "S5")];

impl WhyLook<'_> {
    pub(super) fn no_special_summon(self, code: CardCode) -> Option<WhyReason> {
        let Self { duel, game, player, .. } = self;
        let name = game.cards.name(code);
        let what = "monsters are Special Summoned in ways of their own";
        if let Some(reason) = self.no_main_phase(what, "TU-02.3.ii") {
            return Some(reason);
        }
        let of_code = |card: &u8| duel.code(CardId(*card)) == code;
        let deck = duel.deck_by_code(player);
        let found = [duel.hand(player), duel.extra(player), deck.as_slice()];
        let found = found.into_iter().flatten().find(|card| of_code(card));
        let Some(card) = found.map(|card| CardId(*card)) else {
            let text = format!("{player} has no {name} in the hand, the Extra Deck or the Deck");
            return Some(WhyReason::new(text));
        };
        let script = game.cards.scripts().card(code);
        if !script.is_some_and(|script| script.has_form(Form::Procedure)) {
            return Some(WhyReason::new(format!(
                "{name} has no way of its own to be Special Summoned"
            )));
        }
        if duel.is_out_of_its_way(game.cards, card) {
            let text =
                format!("{name} is face-up in the Extra Deck, and comes from there face-down");
            return Some(WhyReason::new(text));
        }
        let facts = game.cards.facts(code);
        let mut ways = game.cards.scripts().effects_of(code).map(|(_, effect)| effect);
        let way = ways.find(|effect| effect.form == Form::Procedure);
        let side = way.map_or(player, |way| way.side_of_own_way(player));
        if let Some(common) = duel.breaks_common(game.cards, side, card) {
            let rule = match () {
                () if facts.is(kind::LINK) => Some("SU-05.10"),
                () if facts.is(kind::SYNCHRO) => Some("SU-07.9"),
                () if facts.is(kind::XYZ) => Some("SU-08.8"),
                () => None,
            };
            let text = self.other_kind(common, name, "a material");
            return Some(WhyReason { text, rule });
        }
        if duel.may_not_special_summon(game.cards, player, card.0) {
            let m = duel.mod_on_player(game.cards, ModKind::NoSpecialSummon, player)?;
            let text = format!("{} keeps {player} from Special Summoning", self.source(m));
            return Some(WhyReason::new(text));
        }
        if let Some(m) = duel.special_summon_bar(game.cards, player, card, NO_CARD) {
            let text = format!("{} keeps {player} from Special Summoning {name}", self.source(m));
            return Some(WhyReason::new(text));
        }
        if facts.is(kind::LINK) {
            let text = format!(
                "{player} has no materials for {name} that leave it a zone: an Extra Monster Zone, or \
                 a Main Monster Zone that a Link Monster points to"
            );
            return Some(WhyReason::by("SU-05.2", text));
        }
        Some(WhyReason::new(format!("what {name} needs to be Special Summoned is not there")))
    }

    pub(super) fn no_pendulum_summon(self, more: bool) -> Option<WhyReason> {
        let Self { duel, game, player, .. } = self;
        if let Some(reason) = self.no_main_phase("Pendulum Summons are made", "SU-06.4") {
            return Some(reason);
        }
        if !game.rules.pendulum_zones {
            let text = "these rules have no Pendulum Zones".to_owned();
            return Some(WhyReason::by("DF-30.i", text));
        }
        let scales = duel.scales(player);
        if scales.contains(&NO_CARD) {
            return Some(self.no_scales());
        }
        if more && duel.mod_on_player(game.cards, ModKind::OneMorePendulum, player).is_none() {
            let text = format!("no effect lets {player} Pendulum Summon once more");
            return Some(WhyReason::by("SU-06.2a", text));
        }
        let used = if more {
            duel.used_more_pendulum_summon(player)
        } else {
            duel.used_pendulum_summon(player)
        };
        if used {
            let text = format!("{player} has made that Pendulum Summon of this turn already");
            return Some(WhyReason::by(if more { "SU-06.2d" } else { "SU-06.2" }, text));
        }
        let [left, right] = scales.map(|card| duel.scale_of(game.cards, CardId(card)));
        let (low, high) = (left.min(right), left.max(right));
        let level = |card: CardId| {
            let facts = game.cards.facts(duel.code(card));
            let level = facts.is(kind::MONSTER).then(|| facts.level_or_none());
            level.is_some_and(|level| low < level && level < high)
        };
        let open = |card: &CardId| {
            duel.location(*card) != Location::Extra || duel.lies_open_in_extra(*card)
        };
        let cards = duel.hand(player).iter().chain(duel.extra(player)).map(|card| CardId(*card));
        let mut between = cards.filter(open).filter(|card| level(*card)).peekable();
        let Some(first) = between.peek().copied() else {
            let text = format!(
                "{player} has no monster of a Level between {low} and {high} in the hand or face-up \
                 in the Extra Deck"
            );
            return Some(WhyReason::by("SU-06.7", text));
        };
        if between.all(|card| duel.has_term(game.cards, card, term::ONLY_BY_EFFECTS)) {
            let name = game.cards.name(duel.code(first));
            let text = format!(
                "{name} must be Special Summoned by an effect, and a Pendulum Summon is none"
            );
            return Some(WhyReason::by("CT-02.16d", text));
        }
        let text = format!(
            "no monster of a Level between {low} and {high} can be Special Summoned to a zone that is \
             free for it"
        );
        Some(WhyReason::new(text))
    }

    /// Not both Pendulum Zones hold a card.
    fn no_scales(self) -> WhyReason {
        let Self { duel, game, player, .. } = self;
        for (column, zone) in OUTER {
            let Some(card) = duel.spell(player, column) else { continue };
            let code = duel.code(card);
            let other =
                duel.location(card) != Location::Pendulum && duel.position(card).is_face_up();
            if other && game.cards.facts(code).is(kind::PENDULUM) {
                let name = game.cards.name(code);
                let text = format!(
                    "{name} in {zone} was not put there as a Pendulum Card, so it is in no Pendulum \
                     Zone"
                );
                return WhyReason::by("DF-37", text);
            }
        }
        WhyReason::by("SU-06.3", format!("{player} does not have a card in both Pendulum Zones"))
    }
}
