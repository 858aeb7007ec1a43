// Everything can be done with the keyboard.

import { dialog, h } from './dom.js';
import { closePopup, numberInPopup, popupIsOpen } from './popup.js';

const KEYS = [
  ['Arrow keys', 'move between zones, cards and piles'],
  ['Enter', 'open what is in focus, or choose it'],
  ['Escape', 'close, or choose another attacker'],
  ['1 – 9', 'the numbered answer of what is open'],
  ['p', 'pass'],
  ['s', 'pass until something happens'],
  ['b', 'go to the Battle Phase'],
  ['m', 'go to Main Phase 2'],
  ['e', 'end the turn'],
  ['a', 'all moves as a list'],
  ['r', 'read the card in focus'],
  ['u', 'undo'],
  ['h', 'hint'],
  ['l', 'log'],
  ['Space', 'a watched duel: play or pause'],
  ['?', 'this list'],
];

const STEP_KEYS = [
  ['← →', 'one step back, one on'],
  ['Home, End', 'first, last'],
  ['Space', 'play or pause'],
  ['n', 'next mistake, of an analysed duel'],
  ['f', 'turn the table round'],
  ['Shift + arrows', 'move between zones, cards and piles'],
  ['Enter', 'open what is in focus'],
  ['Escape', 'the editor: put the card down'],
  ['?', 'this list'],
];

/** The keys of a page. */
export function openKeys(page = 'duel') {
  if (document.querySelector('dialog')) return;
  dialog({
    title: 'Keys',
    className: 'small',
    body: h(
      'dl',
      { class: 'keys' },
      (page === 'duel' ? KEYS : STEP_KEYS).map(([key, words]) =>
        h('div', null, h('dt', null, h('kbd', null, key)), h('dd', null, words)),
      ),
    ),
  });
}

/** Listens for a duel; returns how to stop. */
export function listenToKeys(duel) {
  const onkeydown = (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      !duel.state ||
      ['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(event.key)
    )
      return;
    duel.byKeys = true;
    if (document.querySelector('dialog[open], .curtain')) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== 'range') return;
    if ((!duel.watching && duel.skip()) || handle(duel, event)) event.preventDefault();
  };
  document.addEventListener('keydown', onkeydown);
  return () => document.removeEventListener('keydown', onkeydown);
}

/** Does what a key means; true if it meant something. */
function handle(duel, event) {
  const { key } = event;
  if (key === 'Escape') {
    if (closePopup(true)) return true;
    if (duel.attacker) return (duel.choose(null), true);
    document.getElementById('result')?.remove();
    return true;
  }
  if (/^[1-9]$/.test(key)) return numberInPopup(Number(key)) || numberInPanel(duel, Number(key));
  if (key.startsWith('Arrow')) return arrow(duel, key);
  const does = {
    p: () => duel.state.decision?.pass ?? null,
    b: () => withVerb(duel, 'battle'),
    m: () => withVerb(duel, 'main2'),
    e: () => withVerb(duel, 'end'),
  }[key];
  if (does) {
    const index = does();
    if (index !== null && index >= 0) duel.act(index);
    return true;
  }
  if (key === 's' && duel.state.decision?.asked === 'respond' && duel.state.decision.pass !== null)
    duel.act(duel.state.decision.pass, { skip: true });
  else if (key === 'u') duel.undo();
  else if (key === 'h') duel.decision.askHint();
  else if (key === 'l') duel.log.toggle();
  else if (key === 'a') duel.decision.openList();
  else if (key === '?') openKeys();
  else if (key === 'r') readFocused(duel);
  else if (key === ' ' && duel.watching && document.activeElement.tagName !== 'BUTTON') duel.watch.toggle();
  else return false;
  return true;
}

const withVerb = (duel, verb) =>
  duel.state.decision?.actions.findIndex((action) => action.verb === verb && !action.at) ?? -1;

function numberInPanel(duel, number) {
  const button = duel.decision.element.querySelectorAll('.answer[data-action]')[number - 1];
  button?.click();
  return Boolean(button);
}

function arrow(duel, key) {
  if (popupIsOpen()) {
    const all = [...document.querySelectorAll('.popup button')];
    const step = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1;
    all[(all.indexOf(document.activeElement) + step + all.length) % all.length]?.focus();
    return true;
  }
  if (duel.log.element.contains(document.activeElement) || document.activeElement.type === 'range') return false;
  duel.table.move(key);
  return true;
}

function readFocused(duel) {
  const at = document.activeElement?.dataset?.at;
  if (!at) return;
  duel.looked(at);
  if (duel.cards.wanted) duel.cards.read(duel.cards.wanted);
}
