// The small menu of one card: what can be done with it, reading it, and why something can't be done.

import { h, put, setVars, notice } from './dom.js';
import { api, factsOf } from './api.js';
import { summary } from './face.js';
import { fieldCard, placeWords } from './places.js';

let open = null;

export function closePopup(refocus = false) {
  if (!open) return false;
  const { element, anchor } = open;
  open = null;
  element.remove();
  if (refocus && anchor.isConnected) anchor.focus({ preventScroll: true });
  return true;
}

export const popupIsOpen = () => open !== null;

export function openPopup(duel, anchor, at, actions) {
  closePopup();
  const view = duel.table.view;
  const live = fieldCard(view, at);
  const name = duel.nameAt(at);
  const known = at.place === 'hand' && !name ? (view.players[at.player].known_in_hand ?? []) : [];
  if (!name && !actions.length && !live && !known.length && at.place !== 'hand') return;
  if (name) duel.cards.show(name, live);
  const title = name ?? (at.place === 'hand' ? placeWords(duel, at) : live ? 'A face-down card' : placeWords(duel, at));
  const body = h('div', { class: 'popup-body' });
  const main = () =>
    put(
      body,
      actions.map(({ action, index }, order) =>
        h(
          'button',
          {
            class: `popup-action${duel.hinted === index ? ' hinted' : ''}`,
            'data-action': index,
            onclick: () => duel.act(index),
          },
          h(
            'span',
            null,
            h('b', null, action.group || action.text),
            action.group ? h('small', null, shortened(action, name)) : null,
          ),
          order < 9 ? h('kbd', null, order + 1) : null,
        ),
      ),
      at.place === 'hand' && !name ? knownCards(duel, known) : null,
      live?.materials?.length ? h('p', { class: 'popup-note' }, `Materials: ${live.materials.join(', ')}`) : null,
      h(
        'div',
        { class: 'popup-foot' },
        name
          ? h(
              'button',
              {
                class: 'quiet',
                'data-testid': 'read',
                onclick: () => {
                  closePopup();
                  duel.cards.read(name, live);
                },
              },
              'Read',
            )
          : null,
        duel.ready && (name || live) && Number.isInteger(at.index)
          ? h('button', { class: 'quiet', 'data-testid': 'why', onclick: () => why(duel, at, body, main) }, 'Why not…?')
          : null,
      ),
    );
  main();
  show(anchor, title, name ? summary(factsOf(name, duel.state.rules), live) : '', body);
}

function show(anchor, title, more, body) {
  const element = h(
    'div',
    { class: 'popup', role: 'dialog', 'aria-label': title, 'data-testid': 'popup' },
    h('div', { class: 'popup-head' }, h('b', null, title), h('small', null, more)),
    body,
  );
  document.body.append(element);
  open = { element, anchor, number: (number) => body.querySelectorAll('.popup-action')[number - 1]?.click() };
  place(element, anchor);
  element.querySelector('.popup-action, .popup-foot button')?.focus({ preventScroll: true });
}

/** A menu of other things than answers: `items` are `{ words, note, does }`. */
export function openMenu(anchor, title, more, items) {
  closePopup();
  const button = ({ words, note, does }) =>
    h(
      'button',
      {
        class: 'popup-action',
        onclick: () => {
          closePopup(true);
          does();
        },
      },
      h('span', null, h('b', null, words), note ? h('small', null, note) : null),
    );
  const empty = items.length ? null : h('p', { class: 'popup-note' }, 'There is no card here.');
  show(anchor, title, more, h('div', { class: 'popup-body' }, items.map(button), empty));
}

/** Presses the action with a number; false if no popup is open. */
export function numberInPopup(number) {
  if (!open) return false;
  open.number(number);
  return true;
}

/** The text of an action without the name that stands above it already. */
function shortened(action, name) {
  const text =
    name && action.text.startsWith(name) ? action.text.slice(name.length).replace(/^[ ,]+/, '') : action.text;
  return /^\(.*\)$/.test(text) || text === name ? '' : text;
}

function knownCards(duel, names) {
  if (!names.length) return h('p', { class: 'popup-note' }, 'Nothing is known of these cards.');
  return [
    h('p', { class: 'popup-note' }, 'Known to be there, or Set since:'),
    names.map((name) => h('button', { class: 'quiet', onclick: () => duel.cards.read(name) }, name)),
  ];
}

async function why(duel, at, body, backTo) {
  put(body, h('p', { class: 'popup-note thinking' }, 'Looking at the rules', h('span', { class: 'dots' })));
  let reasons;
  try {
    ({ reasons } = await api.why(duel.id, duel.seat, { at }));
  } catch (error) {
    notice(error.message);
    return backTo();
  }
  put(
    body,
    h(
      'ul',
      { class: 'reasons', 'data-testid': 'reasons' },
      reasons.length
        ? reasons.map((reason) =>
            h(
              'li',
              { class: reason.allowed ? 'yes' : 'no' },
              h('b', null, reason.words),
              h('span', null, reason.sentence),
            ),
          )
        : h('li', null, 'There is nothing that one might try with this card now.'),
    ),
    h('div', { class: 'popup-foot' }, h('button', { class: 'quiet', onclick: backTo }, 'Back')),
  );
  if (open) place(open.element, open.anchor);
  body.querySelector('button')?.focus({ preventScroll: true });
}

/** Beside the card, inside the window. On a narrow page the style makes a sheet of it. */
function place(element, anchor) {
  // The button of a hand is as wide as the table; its cards are what was meant.
  const card = (anchor.querySelector('.backs-row, .card:last-child') ?? anchor).getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const gap = 8;
  let left = card.right + gap;
  if (left + box.width > innerWidth - gap) left = card.left - box.width - gap;
  if (left < gap)
    left = Math.max(gap, Math.min(innerWidth - box.width - gap, card.left + card.width / 2 - box.width / 2));
  const top = Math.max(gap, Math.min(innerHeight - box.height - gap, card.top + card.height / 2 - box.height / 2));
  setVars(element, { left: `${left}px`, top: `${top}px` });
}

document.addEventListener('pointerdown', (event) => {
  if (open && !open.element.contains(event.target) && !open.anchor.contains(event.target)) closePopup();
});
