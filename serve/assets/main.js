// The page: which part of it an address shows.

import { byId, h, put } from './dom.js';
import { api, onBusy, requestsInFlight } from './api.js';
import { applyTheme, openSettings } from './settings.js';
import { showProblem } from './page.js';
import { showHome } from './home.js';
import { Duel } from './duel.js';
import { openKeys } from './keys.js';

/**
 * Each address: its pattern, the name of its page, the part of the navigation, what else must be loaded, and what
 * shows it. Who only plays loads no more than that.
 */
const ROUTES = [
  [/^#\/duel\/([^/]+)$/, 'duel', 'play', null, (page, setup, id) => new Duel(page, id, setup, idle)],
  [/^#\/watch$/, 'home', 'study', null, (page, setup) => showHome(page, setup, true)],
  [/^#\/studies$/, 'studies', 'study', './studies.js', (page, setup, { showStudies }) => showStudies(page)],
  [/^#\/study\/([^/]+)$/, 'study', 'study', './study.js', (page, setup, id, { showStudy }) => showStudy(page, id)],
  [
    /^#\/study\/([^/]+)\/(\d+)(?:\/(\d+))?$/,
    'viewer',
    'study',
    './viewer.js',
    (page, setup, id, duel, at, { Viewer }) => new Viewer(page, setup, id, Number(duel), Number(at ?? 0)),
  ],
  [/^#\/puzzles$/, 'puzzles', 'puzzles', './puzzles.js', (page, setup, { showPuzzles }) => showPuzzles(page)],
  [
    /^#\/puzzle\/([^/]+)$/,
    'puzzle',
    'puzzles',
    './puzzle.js',
    (page, setup, id, { Puzzle }) => new Puzzle(page, setup, id),
  ],
  [/^#\/editor$/, 'editor', 'puzzles', './editor.js', (page, setup, { Editor }) => new Editor(page, setup)],
  [/^#\/results$/, 'results', 'results', './runs.js', (page, setup, { showRuns }) => showRuns(page, setup)],
  [/^#\/results\/([^/]+)$/, 'results', 'results', './run.js', (page, setup, id, { showRun }) => showRun(page, id)],
  [/^/, 'home', 'play', null, (page, setup) => showHome(page, setup)],
];

const NAVIGATION = [
  ['play', '#/', 'Play'],
  [
    'study',
    '#/studies',
    h('span', { class: 'wide-only' }, 'Watch & study'),
    h('span', { class: 'narrow-only' }, 'Study'),
  ],
  ['puzzles', '#/puzzles', 'Puzzles'],
  ['results', '#/results', 'Results'],
];

let shown = null;
/** Pages that are being loaded. */
let coming = 0;
/** The newest wish; an older one that is loaded later is not shown any more. */
let wanted = null;

async function route() {
  // The viewer shows another state of the same duel by itself.
  if (shown?.follows?.(location.hash)) return;
  shown?.close();
  shown = null;
  for (const open of document.querySelectorAll('dialog, .popup, .curtain')) open.remove();
  put(byId('banner'));
  const page = byId('page');
  put(page);
  delete document.body.dataset.over;
  Object.assign(document.body.dataset, { revision: '', waits: 'none', waiting: '' });
  const [pattern, name, part, file, show] = ROUTES.find(([one]) => one.test(location.hash));
  const words = location.hash.match(pattern).slice(1);
  document.body.dataset.page = name;
  document.title = 'Duelfish';
  scrollTo(0, 0);
  bar(name, part);
  const mine = (wanted = {});
  coming += 1;
  idle();
  try {
    const [setup, more] = await Promise.all([api.setup(), file ? import(file) : {}]);
    if (wanted !== mine) return;
    shown = show(page, setup, ...words.map((word) => word && decodeURIComponent(word)), more);
  } catch (error) {
    if (wanted === mine) showProblem(page, error, { retry: route });
  } finally {
    coming -= 1;
    idle();
  }
}

function bar(name, part) {
  const withKeys = ['duel', 'viewer', 'puzzle', 'editor'].includes(name);
  put(
    byId('bar'),
    h(
      'a',
      { class: 'brand', href: '#/', 'aria-label': 'Duelfish, home' },
      h('img', { src: '/assets/icon.svg', alt: '', width: 22, height: 22 }),
      h('span', { class: 'wide-only' }, 'duelfish'),
    ),
    h(
      'nav',
      { id: 'bar-middle', 'aria-label': 'Parts' },
      NAVIGATION.map(([own, href, ...text]) =>
        h(
          'a',
          { href, class: own === part ? 'here' : '', 'aria-current': own === part ? 'true' : null, 'data-nav': own },
          text,
        ),
      ),
    ),
    h(
      'div',
      { id: 'bar-tools' },
      withKeys
        ? h(
            'button',
            { class: 'icon-button wide-only', title: 'Keys (?)', 'aria-label': 'Keys', onclick: () => openKeys(name) },
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
  document.body.dataset.idle = String(requestsInFlight() === 0 && coming === 0 && !(shown?.playing ?? false));
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
