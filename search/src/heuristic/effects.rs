//! When to use Spells, Traps and effects, and at what to aim them.
//!
//! The rules look only at what an effect intends (`Effect::intends`) and at what the player sees,
//! never at which card it is.

use duelfish_engine::{Action, BattlePosition, CardCode, Facts, Player, Pointer, Verb, View, kind};
use duelfish_script::{Effect, Events, Form, event_bit};

use super::Advice;

/// Events that harm the cards that they happen to.
const HARM: Events = event_bit::DESTROYED | event_bit::CONTROL_CHANGED | event_bit::BANISHED;
/// Events that are worth a card by themselves.
const GAIN: Events = event_bit::DAMAGED
    | event_bit::GAINED
    | event_bit::DREW
    | event_bit::SPECIAL_SUMMONED
    | event_bit::CONTROL_CHANGED;

/// In the own Main Phase: the first effect that is worth its card, else a Trap to Set.
pub(super) fn in_main_phase(view: &View<'_>, me: Player, legal: &[Action]) -> Option<Advice> {
    let worth = legal.iter().find(|action| {
        effect_of(view, **action).is_some_and(|effect| is_worth_it(view, me, effect))
    });
    let allowed = legal.iter().find(|action| action.verb() == Verb::Use);
    let set = legal.iter().find(|action| sets_a_trap(view, me, **action));
    worth
        .map(|action| (*action, "use an effect"))
        .or_else(|| allowed.map(|action| (*action, "use what is allowed")))
        .or_else(|| set.map(|action| (*action, "set a Trap")))
}

/// In a window: what harms the opponent, or what may not be let pass.
pub(super) fn in_response(view: &View<'_>, me: Player, legal: &[Action]) -> Option<Advice> {
    let worth = legal.iter().find(|action| {
        effect_of(view, **action)
            .is_some_and(|effect| effect.form == Form::Trigger || is_worth_it(view, me, effect))
    });
    let pass = legal.iter().find(|action| action.verb() == Verb::Pass);
    worth.map(|action| (*action, "answer")).or_else(|| {
        let action = pass.or_else(|| legal.first())?;
        Some((*action, "nothing to answer with"))
    })
}

/// Which card to choose: the opponent's best one for what harms it, the own best one otherwise.
pub(super) fn card(view: &View<'_>, me: Player, legal: &[Action]) -> Option<Advice> {
    let link = view.chain().last();
    let effect = link.and_then(|link| {
        let mut effects = view.game().cards.scripts().effects_of(link.code);
        effects.find(|(_, effect)| effect.ordinal == link.effect).map(|(_, effect)| effect)
    });
    let harms = effect.is_some_and(|effect| {
        effect.intends & (HARM | event_bit::TO_HAND | event_bit::DISCARDED) != 0
    });
    let mut code_at = view.reader();
    let mut score = |action: &Action| {
        let at = action.pointer()?;
        let side = if (at.player == me) == harms { -10_000 } else { 0 };
        Some(side + value(view, at, &mut code_at))
    };
    let best = legal.iter().filter(|action| action.verb() == Verb::Choose).rev();
    let best = best.max_by_key(|action| score(action));
    best.or_else(|| legal.first()).map(|action| (*action, "the best card"))
}

/// How good a card is, as far as it is seen.
fn value(
    view: &View<'_>,
    at: Pointer,
    code_at: &mut impl FnMut(Pointer) -> Option<CardCode>,
) -> i32 {
    let monster = at.monster_zone().and_then(|zone| view.monster(at.player, zone));
    if let Some(monster) = monster {
        return monster.values.map_or(super::FACE_DOWN_DEF, |values| values.atk.max(values.def));
    }
    code_at(at).map_or(500, |code| view.game().cards.facts(code).atk)
}

/// The effect that an action activates, if it activates one that the player knows.
fn effect_of<'v>(view: &View<'v>, action: Action) -> Option<&'v Effect> {
    let at = action.pointer().filter(|_| action.verb() == Verb::Activate)?;
    view.effect_at(at, action.effect()).map(|(_, effect)| effect)
}

/// Whether using an effect is better than keeping it.
fn is_worth_it(view: &View<'_>, me: Player, effect: &Effect) -> bool {
    if effect.intends & event_bit::DESTROYED != 0 {
        // An effect without targets may take own monsters too.
        let targets = effect.target.0 != 0;
        let (mine, theirs) = (view.monsters(me).count(), view.monsters(me.other()).count());
        return theirs > 0 && (targets || theirs > mine);
    }
    let continuous = view.game().cards.facts(effect.code).is_any(kind::EQUIP | kind::FIELD);
    effect.intends & GAIN != 0 || (continuous && effect.form == Form::Activate)
}

fn sets_a_trap(view: &View<'_>, me: Player, action: Action) -> bool {
    let code = action.ordinal().and_then(|ordinal| view.hand(me).nth(usize::from(ordinal)));
    let trap = code.is_some_and(|code| view.game().cards.facts(code).is(kind::TRAP));
    action.verb() == Verb::Set && trap
}

/// The Type or Attribute, which `of` takes from a row of the card table, of which the opponent has most to
/// lose, and the player least.
pub(super) fn declared_type(
    view: &View<'_>,
    me: Player,
    legal: &[Action],
    of: fn(&Facts) -> u32,
) -> Option<Advice> {
    let worth = |player: Player, action: &Action| -> i32 {
        let seen = view.monsters(player).filter(|(_, monster)| monster.position.is_face_up());
        let values = seen.filter_map(|(_, monster)| {
            let bits = of(view.game().cards.facts(monster.code?));
            monster.values.filter(|_| bits & action.declared_type() != 0)
        });
        values.map(|values| values.atk.max(values.def)).sum()
    };
    let best =
        legal.iter().rev().max_by_key(|action| worth(me.other(), action) - worth(me, action));
    best.map(|action| (*action, "what hurts the opponent most"))
}

/// A name that the opponent holds as far as the player knows, else the first one that the player
/// does not hold.
pub(super) fn declared_name(view: &View<'_>, me: Player, legal: &[Action]) -> Option<Advice> {
    let cards = view.game().cards;
    let known = view.known_in_hand(me.other());
    let is = |action: &Action, code| action.declared_name(cards) == Some(cards.base(code));
    let holds = |action: &&Action| known.iter().any(|code| is(action, *code));
    let own = |action: &&Action| view.hand(me).any(|code| is(action, code));
    let best = legal.iter().find(holds).or_else(|| legal.iter().find(|action| !own(action)));
    best.or_else(|| legal.first()).map(|action| (*action, "what the opponent may hold"))
}

/// In which position a monster comes: in Attack Position, unless it is Set anyway or its DEF is
/// the better part of it and a stronger monster faces it.
pub(super) fn position(legal: &[Action]) -> Option<Advice> {
    let attack = legal.iter().find(|action| action.chosen_position() == BattlePosition::Attack);
    attack.or_else(|| legal.first()).map(|action| (*action, "in Attack Position"))
}
