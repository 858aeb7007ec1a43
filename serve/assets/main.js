// The page: which part of it an address shows.

import { byId, h, put } from './dom.js';
import { api, onBusy, requestsInFlight } from './api.js';
import { applyTheme, openSettings } from './settings.js';
import { showHome } from './home.js';
import { Duel } from './duel.js';
import { openKeys } from './keys.js';

let shown = null;

async function route() {
  shown?.close();
  shown = null;
  for (const open of document.querySelectorAll('dialog, .popup, .curtain')) open.remove();
  put(byId('banner'));
  const page = byId('page');
  put(page);
  delete document.body.dataset.over;
  Object.assign(document.body.dataset, { revision: '', waits: 'none', waiting: '' });
  const id = location.hash.match(/^#\/duel\/(.+)$/)?.[1];
  document.body.dataset.page = id ? 'duel' : 'home';
  bar(Boolean(id));
  try {
    const setup = await api.setup();
    shown = id ? new Duel(page, decodeURIComponent(id), setup, idle) : showHome(page, setup);
  } catch (error) {
    put(
      page,
      h(
        'div',
        { class: 'page-problem' },
        h('h1', null, 'This did not work'),
        h('p', null, error.message),
        h('button', { class: 'button primary', onclick: route }, 'Try again'),
      ),
    );
  }
  idle();
}

function bar(inDuel) {
  put(
    byId('bar'),
    h(
      'a',
      { class: 'brand', href: '#/', 'aria-label': 'Duelfish, home' },
      h('img', { src: '/assets/icon.svg', alt: '', width: 22, height: 22 }),
      h('span', null, 'duelfish'),
    ),
    h('div', { id: 'bar-middle' }),
    h(
      'nav',
      { 'aria-label': 'Page' },
      h('div', { id: 'bar-tools' }),
      inDuel
        ? h(
            'button',
            { class: 'icon-button wide-only', title: 'Keys (?)', 'aria-label': 'Keys', onclick: openKeys },
            '?',
          )
        : null,
      h(
        'button',
        {
          class: 'icon-button',
          title: 'Settings',
          'aria-label': 'Settings',
          'data-testid': 'settings',
          onclick: openSettings,
        },
        '⚙',
      ),
    ),
  );
}

/** Tells tests and styles whether anything is still going on. */
function idle() {
  document.body.dataset.idle = String(requestsInFlight() === 0 && !(shown?.playing ?? false));
}

byId('skip-link').addEventListener('click', (event) => {
  // The address is the route, so the link must not change it.
  event.preventDefault();
  byId('page').focus();
});
applyTheme();
onBusy(idle);
addEventListener('hashchange', route);
route();
