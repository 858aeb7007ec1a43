// Takes pictures of the page for looking at, into ./shots; with a path as argument the one of the README instead.

import { mkdir } from 'node:fs/promises';
import { closePage, DESKTOP, goHome, goTo, launch, openPage, PHONE, settled } from './lib/page.mjs';
import { startServer } from './lib/server.mjs';

const FOLDER = new URL('./shots/', import.meta.url).pathname;
/** A duel that looks good: who plays it, from which seed, and after how many answers. */
const SCENE = {
  decks: ['goat/usnats2005_suffridge_goat_control', 'goat/ygobench_chaos_turbo_v1'],
  rules: 'goat',
  seed: 5,
  turn: 5,
};

const [server, browser] = [await startServer(), await launch()];

/** Plays a duel on the server, by what a bot would do, until a person's turn. */
async function playedDuel({ decks, rules, seed, turn, first = 1, players = ['person', 'greedy'], asked = 'main' }) {
  const sides = decks.map((id, index) => ({ deck: { id }, player: players[index] }));
  const { id } = await server.post('/api/sessions', { sides, rules, first, seed });
  const path = `/api/sessions/${id}`;
  for (;;) {
    const state = await server.get(`${path}?seat=P1&brief=true`);
    if (state.over) return id;
    if (!state.decision || state.thinking) continue;
    if (state.view.turn >= turn && state.decision.asked === asked) return id;
    const { revision } = state;
    const { action } = await server.post(`${path}/hint?seat=P1`, { revision, bot: 'greedy' });
    await server.post(`${path}/apply?seat=P1`, { revision, action });
  }
}

const SCREENS = {
  desktop: DESKTOP,
  phone: PHONE,
  wide: { viewport: { width: 1920, height: 1080 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  laptop: { viewport: { width: 1024, height: 700 } },
  sideways: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
};

const take = (page, path) => page.screenshot({ path, animations: 'disabled', caret: 'hide' });

async function forReadme(path) {
  const page = await openPage(browser, { screen: DESKTOP, settings: { speed: 'off', theme: 'dark' } });
  await goTo(page, server, await playedDuel(SCENE));
  await settled(page);
  await page.locator('.monster-zone.mine.filled').first().hover();
  await take(page, path);
  await closePage(page);
}

/** Goes through the main states of the page on a screen. */
async function tour(screen, theme) {
  const page = await openPage(browser, { screen: SCREENS[screen], settings: { speed: 'off', theme } });
  const shot = (name) => take(page, `${FOLDER}${screen}-${theme}-${name}.png`);
  await goHome(page, server);
  await shot('home');
  await page.getByTestId('deck-1').click();
  await page.getByLabel('A deck as text').fill(`#main\n${'91152256\n'.repeat(5)}`);
  await page.locator('.problems').waitFor();
  await shot('chooser');
  await page.keyboard.press('Escape');
  await page.getByTestId('settings').click();
  await shot('settings');
  await page.keyboard.press('Escape');
  const id = await playedDuel(SCENE);
  await goTo(page, server, id);
  await settled(page);
  await shot('duel');
  await page.locator('.hand-card.can').first().click();
  await shot('popup');
  await page.getByRole('button', { name: 'Why not…?' }).click();
  await page.getByTestId('reasons').waitFor();
  await shot('why');
  await page.keyboard.press('Escape');
  await page.getByTestId('open-list').click();
  await shot('list');
  await page.keyboard.press('Escape');
  await page.locator('[data-at="P2:grave"]').click();
  await shot('graveyard');
  await page.keyboard.press('Escape');
  await page.getByTestId('hint').click();
  await page.getByTestId('hint-result').waitFor();
  await shot('hint');
  const respond = await playedDuel({ ...SCENE, turn: 2, asked: 'respond' });
  await goTo(page, server, respond);
  await settled(page);
  await shot('respond');
  await page.getByTestId('resign').click();
  await shot('resign');
  await page.getByTestId('confirm').click();
  await page.locator('#result').waitFor();
  await shot('result');
  await goHome(page, server);
  await shot('saved');
  await page.context().close();
}

/** Tables of two persons and of none. */
async function tables() {
  const page = await openPage(browser, { settings: { speed: 'off', theme: 'dark' } });
  const sides = SCENE.decks.map((id) => ({ deck: { id }, player: 'person' }));
  const { id } = await server.post('/api/sessions', { sides, first: 1, seed: 3 });
  await goTo(page, server, id);
  await page.locator('.curtain').waitFor();
  await take(page, `${FOLDER}curtain.png`);
  const watched = await server.post('/api/sessions', { sides: sides.map((s) => ({ ...s, player: 'greedy' })), first: 1, seed: 3 });
  await goTo(page, server, watched.id);
  await page.getByTestId('step').click();
  await page.getByTestId('step').click();
  await take(page, `${FOLDER}watch.png`);
  await page.getByRole('button', { name: 'Keys' }).click();
  await take(page, `${FOLDER}keys.png`);
  await page.context().close();
}

async function all() {
  await mkdir(FOLDER, { recursive: true });
  for (const screen of Object.keys(SCREENS)) await tour(screen, 'dark');
  await tour('desktop', 'light');
  await tables();
}

try {
  await (process.argv[2] ? forReadme(process.argv[2]) : all());
} finally {
  await browser.close();
  await server.stop();
}
