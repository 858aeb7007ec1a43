// The end of a duel.

import { h, notice, put } from './dom.js';
import { api } from './api.js';
import { nameOf } from './places.js';
import { rememberTask, taskOfSession } from './puzzle-task.js';

const KEY = 'duelfish.wish.';

/** Keeps with which settings a duel was begun, for `Again`. */
function rememberWish(id, wish) {
  try {
    localStorage.setItem(KEY + id, JSON.stringify(wish));
  } catch {
    /* Then `Again` leads to the form. */
  }
}

/** Creates a duel and goes to it. */
export async function begin(wish) {
  const { id } = await api.create(wish);
  rememberWish(id, wish);
  location.hash = `#/duel/${encodeURIComponent(id)}`;
  return id;
}

async function again(duel) {
  const wish = JSON.parse(localStorage.getItem(KEY + duel.id) ?? 'null') ?? guessed(duel);
  if (!wish) {
    location.hash = '#/';
    return;
  }
  try {
    const id = await begin(wish);
    // A puzzle stays one.
    const task = taskOfSession(duel.id);
    if (task) rememberTask(id, task);
  } catch (error) {
    notice(error.message);
  }
}

/** The settings of a duel that another browser began, if its decks came with the program. */
function guessed(duel) {
  const { state, setup } = duel;
  const side = (seat) => {
    const { who, deck } = state.players[seat];
    const found = setup.decks.find((one) => one.name === deck);
    return found && { deck: { id: found.id }, player: who };
  };
  const sides = [side('P1'), side('P2')];
  return sides.every(Boolean) ? { sides, rules: state.rules, first: 'random' } : null;
}

function words(duel) {
  const { over, seat } = duel.state;
  if (!over.winner) return ['Draw', 'drawn'];
  if (!seat || duel.twoPersons) return [`${nameOf(duel, over.winner)} wins`, 'won'];
  return over.winner === seat ? ['You win', 'won'] : ['You lose', 'lost'];
}

/** A duel from a position has none: records begin with two decks. */
export const hasRecord = (duel) => duel.state.players.P1.deck !== 'a position';

const buttons = (duel) => [
  h('button', { class: 'button primary', 'data-testid': 'again', onclick: () => again(duel) }, 'Again'),
  hasRecord(duel)
    ? h(
        'button',
        { class: 'button', 'data-testid': 'review', onclick: (event) => review(duel, event.target) },
        'Review this duel',
      )
    : null,
  h('a', { class: 'button', href: '#/' }, 'New duel'),
];

/** Makes a study of the duel that is over, and goes there. */
async function review(duel, button) {
  button.disabled = true;
  try {
    const { id } = await api.studySession(duel.id);
    location.hash = `#/study/${encodeURIComponent(id)}/0`;
  } catch (error) {
    notice(error.message);
    button.disabled = false;
  }
}

/** The result in the decision panel. */
export function outcome(duel) {
  const [title, kind] = words(duel);
  return [
    h('p', { class: `question outcome ${kind}` }, title),
    h('p', { class: 'dim' }, duel.state.over.text),
    h('div', { class: 'answers' }, buttons(duel)),
    duel.state.seed === null || duel.state.seed === undefined
      ? null
      : h('p', { class: 'dim small-text' }, `Seed ${duel.state.seed}`),
  ];
}

/** The result over the table, which can be put away to look at the field. */
export function showResult(duel) {
  if (document.getElementById('result') || duel.resultSeen === duel.state.revision) return;
  duel.resultSeen = duel.state.revision;
  const [title, kind] = words(duel);
  const close = h(
    'button',
    { class: 'button low', 'data-testid': 'look', onclick: () => box.remove() },
    'Look at the table',
  );
  const box = h(
    'div',
    { id: 'result', class: `result ${kind}`, role: 'dialog', 'aria-label': 'Result' },
    h('h2', null, title),
    h('p', null, duel.state.over.text),
    h('div', { class: 'result-buttons' }, buttons(duel), close),
  );
  duel.table.element.append(box);
  put(duel.stage.links);
  box.querySelector('button').focus({ preventScroll: true });
}
