// Duels to look into: records, replays and duels of this server that are over; and bots to watch.

import { h, notice, put } from './dom.js';
import { api } from './api.js';
import { ago, deleteButton, dropsInto, fileDrop, pageHead } from './page.js';

export function showStudies(page) {
  const list = h('section', { class: 'saved', 'aria-label': 'Studies', 'aria-live': 'polite' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const take = async (file) => {
    put(problem);
    try {
      const { id } = await api.addStudy(file);
      location.hash = `#/study/${encodeURIComponent(id)}`;
    } catch (error) {
      put(problem, error.message.includes(file.name) ? error.message : `${file.name}: ${error.message}`);
    }
  };
  const body = h(
    'div',
    { class: 'home' },
    pageHead(
      'Watch & study',
      'Step through a duel, have a bot look for the mistakes, and play on from any point.',
      h('a', { class: 'button', href: '#/watch', 'data-testid': 'watch' }, 'Watch two bots'),
    ),
    h(
      'section',
      { class: 'new-duel drop-panel', 'aria-label': 'Open a record' },
      fileDrop('Open a record or a replay, or drop it here', '.duels,.duel,.yrpX,.yrpx,.jsonl,.gz', take),
      h(
        'p',
        { class: 'dim small-text' },
        'Records of this program (.duel, .duels) and replays of EDOPro (.yrpX). A duel that you played here is opened by Review this duel, when it is over.',
      ),
      problem,
    ),
    list,
  );
  dropsInto(body, take);
  put(page, body);
  const draw = async () => {
    try {
      const { studies } = await api.studies();
      put(
        list,
        studies.length
          ? [
              h('h2', null, 'Studies'),
              h(
                'ul',
                null,
                studies.map((study) => row(study, draw)),
              ),
            ]
          : null,
      );
    } catch (error) {
      notice(error.message);
    }
  };
  draw();
  return { close() {}, playing: false };
}

function row(study, draw) {
  const href = `#/study/${encodeURIComponent(study.id)}`;
  const words = study.duels === 1 ? '1 duel' : `${study.duels} duels`;
  return h(
    'li',
    { 'data-study': study.id },
    h(
      'a',
      { href, class: 'saved-link study-link' },
      h('span', { class: 'saved-decks' }, study.name),
      h('span', { class: 'dim' }, words),
      h('time', { class: 'dim', datetime: study.saved }, ago(study.saved)),
    ),
    deleteButton(study.name, 'Delete this study?', `${study.name}, ${words}. Its file is removed.`, async () => {
      await api.forgetStudy(study.id);
      draw();
    }),
  );
}
