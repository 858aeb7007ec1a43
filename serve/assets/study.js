// One study: the duels in it.

import { h, notice, put } from './dom.js';
import { api } from './api.js';
import { pageHead, showProblem } from './page.js';

export function showStudy(page, id) {
  const shown = { closed: false, playing: false, close: () => (shown.closed = true) };
  const show = async (from) => {
    let study;
    try {
      study = await api.study(id, from);
    } catch (error) {
      if (!shown.closed)
        showProblem(page, error, { gone: 'This study is not there', href: '#/studies', retry: () => show(from) });
      return;
    }
    if (shown.closed) return;
    // A study of one duel is that duel; the list would only be in the way of going back.
    if (study.count === 1) {
      location.replace(`#/study/${encodeURIComponent(id)}/0`);
      return;
    }
    document.title = `${study.name} · Duelfish`;
    put(page, content(study, show));
  };
  show(0);
  return shown;
}

function content(study, show) {
  const { duels, count } = study;
  const from = duels[0]?.number ?? 0;
  const to = duels.at(-1)?.number ?? 0;
  const bots = study.bots?.length ? ` · ${study.bots.join(' against ')}` : '';
  return h(
    'div',
    { class: 'home' },
    pageHead(
      study.name,
      `${count} duels · ${study.rules}${bots}`,
      h('a', { class: 'button', href: '#/studies' }, 'All studies'),
    ),
    study.note ? h('p', { class: 'dim' }, study.note) : null,
    h(
      'section',
      { class: 'saved', 'aria-label': 'Duels' },
      h(
        'ul',
        null,
        duels.map((duel) => row(study, duel)),
      ),
      count > duels.length
        ? h(
            'nav',
            { class: 'paging', 'aria-label': 'Pages' },
            h(
              'button',
              { class: 'button', disabled: from === 0, onclick: () => turn(Math.max(0, from - 200)) },
              'Earlier',
            ),
            h('span', { class: 'dim' }, `Duels ${from + 1} to ${to + 1} of ${count}`),
            h('button', { class: 'button', disabled: to + 1 >= count, onclick: () => turn(to + 1) }, 'Later'),
          )
        : null,
    ),
  );
  function turn(at) {
    show(at).catch((error) => notice(error.message));
    scrollTo(0, 0);
  }
}

function row(study, duel) {
  const name = (seat) => [duel.decks[seat], h('i', null, ` ${duel.players[seat]}`)];
  return h(
    'li',
    null,
    h(
      'a',
      { href: `#/study/${encodeURIComponent(study.id)}/${duel.number}`, class: 'saved-link duel-link' },
      h('span', { class: 'duel-number dim' }, duel.number + 1),
      h('span', { class: 'saved-decks' }, name(0), h('i', null, ' vs '), name(1)),
      h('span', { class: 'dim' }, `${duel.turns} ${duel.turns === 1 ? 'turn' : 'turns'} · ${duel.answers} answers`),
      h('span', { class: 'duel-over' }, duel.over ?? 'unfinished'),
    ),
  );
}
