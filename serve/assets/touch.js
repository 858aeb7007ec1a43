// What a click on the table means: which actions a card has, what lights up, and what is done.

import { PILES, fieldCard, keyOf, keysOf, placeOf } from './places.js';
import { closePopup, openPopup } from './popup.js';
import { openPile } from './list-dialog.js';

/** Decisions in which a click on a card or zone is the whole answer. */
const CHOICES = new Set(['card', 'tribute', 'discard', 'zone', 'spell-zone', 'replay']);

/** Lights up what can be acted on now. */
export function lightUp(duel) {
  const can = new Set();
  const targets = new Set();
  const decision = duel.ready ? duel.state.decision : null;
  for (const action of decision?.actions ?? []) {
    if (!action.at) continue;
    for (const at of [action.at, ...(action.also ?? [])]) {
      can.add(keyOf(at));
      // A pile stands for the cards in it, and so does the other hand.
      if (PILES.has(at.place) || (at.place === 'hand' && at.player !== duel.me)) can.add(`${at.player}:${at.place}`);
    }
    if (action.verb === 'attack' && keysOf(action).includes(duel.attacker)) {
      if (action.target) targets.add(keyOf(action.target));
      else for (const part of ['lp', 'hand']) targets.add(`${duel.table.them}:${part}`);
    }
  }
  const hinted = duel.hinted === null ? null : decision?.actions[duel.hinted];
  duel.table.lightUp({
    can,
    targets,
    attacker: duel.attacker,
    chooses: CHOICES.has(decision?.asked),
    hinted: hinted?.at ? zoneKey(hinted.at) : null,
  });
}

/** The key of what is drawn for a place: of a pile the pile. */
export const zoneKey = (at) => (PILES.has(at.place) ? `${at.player}:${at.place}` : keyOf(at));

/** The open actions with a card or zone, each with its number. */
export function actionsAt(duel, key) {
  if (!duel.ready) return [];
  const whole = key.split(':').length === 2;
  return duel.state.decision.actions
    .map((action, index) => ({ action, index }))
    .filter(({ action }) => keysOf(action).some((own) => (whole ? own.startsWith(`${key}:`) : own === key)));
}

export function clicked(duel, key, element) {
  duel.table.rove(element);
  if (duel.attacker && duel.ready) {
    const attack = attackOn(duel, key);
    if (attack >= 0) return duel.act(attack);
    if (key === duel.attacker) return duel.choose(null);
  }
  const actions = actionsAt(duel, key);
  const { asked } = duel.state.decision ?? {};
  const place = placeOf(key);
  if (actions.length === 1 && CHOICES.has(asked) && !PILES.has(place.place)) return duel.act(actions[0].index);
  if (actions.length && actions.every(({ action }) => action.verb === 'attack')) return duel.choose(key);
  if (PILES.has(place.place) && key.split(':').length === 2) return openPile(duel, place.player, place.place);
  if (actions.length || duel.nameAt(place) || place.place === 'hand' || fieldCard(duel.table.view, place))
    return openPopup(duel, element, place, actions);
  closePopup();
}

/** The number of the chosen attacker's attack on a place, or -1. */
function attackOn(duel, key) {
  const direct = [`${duel.table.them}:lp`, `${duel.table.them}:hand`].includes(key);
  return duel.state.decision.actions.findIndex(
    (action) =>
      action.verb === 'attack' &&
      keysOf(action).includes(duel.attacker) &&
      (action.target ? keyOf(action.target) === key : direct),
  );
}
