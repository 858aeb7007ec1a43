// Lists to search: the cards of a pile, and answers of which there are many.

import { dialog, h, put } from './dom.js';
import { factsOf, learn } from './api.js';
import { summary } from './face.js';
import { pileName, whose, placeWords } from './places.js';
import { label } from './decision.js';

let open = null;

export function closeList() {
  open?.close();
}

/** The cards of a pile; those that can do something first. */
export function openPile(duel, player, place) {
  const side = duel.table.view.players[player];
  const count = side[`${place}_count`] ?? side[place]?.length ?? 0;
  const acting = duel.actionsAt(`${player}:${place}`);
  const names = pileCards(side, place);
  const items = acting.map(({ action, index }) => ({
    name: action.card ?? action.text,
    index,
    action,
    note: action.group,
  }));
  const rest = [...names];
  for (const name of new Set(items.map((item) => item.name))) {
    const at = rest.lastIndexOf(name);
    if (at >= 0) rest.splice(at, 1);
  }
  items.push(...rest.reverse().map((name) => ({ name: name ?? 'A face-down card', dull: name === null })));
  const hidden = count - names.length;
  openList(duel, {
    title: `${whose(duel, player)} ${pileName(place)} (${count})`,
    items,
    note:
      hidden > 0
        ? `${hidden} of them can’t be seen.`
        : count === 0
          ? 'There is no card here.'
          : place === 'deck'
            ? 'Known from the top:'
            : '',
  });
}

function pileCards(side, place) {
  if (place === 'deck') return [...(side.known_top ?? [])].reverse();
  if (place !== 'extra') return side[place] ?? [];
  const own = side.extra;
  const shown = side.extra_face_up ?? [];
  // The own list may or may not hold the face-up ones.
  if (!own) return shown;
  return own.length >= side.extra_count ? own : [...own, ...shown];
}

/** All answers of the open decision. */
export function openActions(duel) {
  const { decision } = duel.state;
  const grouped = ['main', 'battle', 'respond'].includes(decision.asked);
  const items = decision.actions.map((action, index) => ({
    // The facts of the card stand below its name anyway.
    name: grouped ? label(action).replace(/ \((Level|Rank|Link) [^)]*\)$/, '') : (action.card ?? action.text),
    card: action.card,
    index,
    action,
    note: action.at && !grouped ? placeWords(duel, action.at) : '',
  }));
  // What is the same for all is said once.
  const note = items.length > 1 && items.every((item) => item.note === items[0].note) ? items[0].note : '';
  if (note) for (const item of items) item.note = '';
  openList(duel, { title: decision.question, items, note, answers: true });
}

function openList(duel, { title, items, note = '', answers = false }) {
  closeList();
  const list = h('ul', { class: 'list', role: 'listbox', id: 'list-rows', 'aria-label': title, tabindex: 0 });
  const filter = h('input', {
    type: 'search',
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': 'list-rows',
    placeholder: `Search ${items.length}`,
    'aria-label': 'Search',
    autocomplete: 'off',
    oninput: () => draw(),
  });
  let current = 0;
  let shown = [];

  const pick = (item) => {
    if (!item) return;
    if (item.index !== undefined && duel.ready) {
      box.close();
      duel.act(item.index);
    } else if (!item.dull) {
      duel.cards.read(item.card ?? item.name);
    }
  };
  const draw = () => {
    const part = filter.value.trim().toLowerCase();
    shown = items.filter(
      (item) =>
        !part ||
        `${item.name} ${item.note ?? ''} ${summary(factsOf(item.card ?? item.name, duel.state.rules))}`
          .toLowerCase()
          .includes(part),
    );
    current = Math.max(0, Math.min(current, shown.length - 1));
    put(
      list,
      shown.map((item, order) => row(duel, item, order, pick)),
      shown.length ? null : h('li', { class: 'dim list-none' }, 'Nothing has this in it.'),
    );
    point();
  };
  const point = () => {
    [...list.children].forEach((row, order) => {
      row.classList.toggle('current', order === current);
      row.setAttribute('aria-selected', order === current);
    });
    for (const place of [filter, list])
      place.setAttribute('aria-activedescendant', shown.length ? `row-${current}` : '');
    list.children[current]?.scrollIntoView?.({ block: 'nearest' });
    const item = shown[current];
    if (item && !item.dull) duel.cards.show(item.card ?? item.name);
  };
  const onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step) {
      current = Math.max(0, Math.min(shown.length - 1, current + step));
      point();
    } else if (event.key === 'Enter' && event.target.tagName !== 'BUTTON') {
      pick(shown[current]);
    } else if (/^[1-9]$/.test(event.key) && !filter.value && answers) {
      pick(shown[Number(event.key) - 1]);
    } else {
      return;
    }
    event.preventDefault();
  };
  const box = dialog({
    title,
    className: 'list-dialog',
    body: [items.length > 5 ? filter : null, note ? h('p', { class: 'dim list-note' }, note) : null, list],
    onclose: () => {
      if (open === box) open = null;
    },
  });
  box.dataset.testid = 'list';
  box.addEventListener('keydown', onkeydown);
  open = box;
  draw();
  if (items.length > 5 && !matchMedia('(pointer: coarse)').matches) filter.focus();
  else list.focus();
  learn(
    items.map((item) => item.card ?? (item.dull ? null : item.name)),
    duel.state.rules,
  )
    .then((news) => {
      if (news && open === box) draw();
    })
    .catch(() => {});
}

function row(duel, item, order, pick) {
  const facts = factsOf(item.card ?? item.name, duel.state.rules);
  const can = item.index !== undefined && duel.ready;
  return h(
    'li',
    {
      role: 'option',
      id: `row-${order}`,
      class: `list-row frame-${facts?.frame ?? 'none'}${can ? ' acts' : ''}`,
      'data-action': can ? item.index : null,
      onclick: () => pick(item),
    },
    h('i', { class: 'swatch', 'aria-hidden': 'true' }),
    h('span', { class: 'list-words' }, h('b', null, item.name), h('small', null, summary(facts))),
    item.note ? h('span', { class: 'list-tag' }, item.note) : null,
    order < 9 && can ? h('kbd', null, order + 1) : null,
  );
}
