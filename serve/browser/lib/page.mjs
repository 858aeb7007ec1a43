// Opens pages in the browser, watches them for anything that must not happen, and reads their state.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

/** Generous: a busy machine is slow, and only a broken page waits this long. */
export const PATIENCE = 60_000;

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ARGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launch() {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error('no browser: install chromium, or name one in CHROMIUM');
  return chromium.launch({ executablePath, args: ARGS });
}

/**
 * A page of a browser of its own: nothing is kept from other tests. `settings` are those of the page; without
 * any it shows everything at once. `expect` are patterns of problems that the test brings about.
 */
export async function openPage(browser, { screen = DESKTOP, settings = { speed: 'off' }, expect = [], ...more } = {}) {
  const context = await browser.newContext({ ...screen, ...more });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(keepSettings, JSON.stringify(settings));
  if (process.env.ASSETS) await fromFolder(context, resolve(process.env.ASSETS));
  return watched(await context.newPage(), expect);
}

/** Takes the page from a folder in place of the program, so that it can be tried without a build. */
async function fromFolder(context, folder) {
  const send = (route, file) => route.fulfill({ path: join(folder, file) });
  await context.route(/^[^?#]*:\d+\/(#.*)?$/, (route) => send(route, 'index.html'));
  await context.route('**/assets/*', (route) => send(route, basename(new URL(route.request().url()).pathname)));
}

/** A second tab beside a page: it shares what the browser keeps. */
export const openTab = async (page, expect = []) => watched(await page.context().newPage(), expect);

function keepSettings(settings) {
  // What a test chooses on the page later must outlive a reload.
  if (!localStorage.getItem('duelfish.settings')) localStorage.setItem('duelfish.settings', settings);
}

/** Notes what no page may do, in `page.problems`. */
function watched(page, expect) {
  page.problems = [];
  const note = (text) => {
    if (!expect.some((pattern) => pattern.test(text))) page.problems.push(text);
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`error: ${error.stack ?? error}`));
  page.on('request', (request) => {
    if (!['127.0.0.1', 'localhost'].includes(new URL(request.url()).hostname)) note(`asks ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    if (!endedOnPurpose(request)) note(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  return page;
}

/** The stream of a session never ends by itself; leaving the page ends it, and whatever else is on its way. */
const endedOnPurpose = (request) => request.failure()?.errorText === 'net::ERR_ABORTED';

/** Fails if anything happened on the page that must not; then closes it. */
export async function closePage(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

export const revision = async (page) => Number(await page.locator('body').getAttribute('data-revision'));

const SETTLED = ['[data-waiting="you"]', ':has(#result)', ':has(.outcome)', ':has(.curtain)'];

/** Waits until the page shows all there is and somebody is asked, or the duel is over; after a revision if given. */
export async function settled(page, after = null) {
  const newer = after === null ? '' : `:not([data-revision="${after}"])`;
  const wanted = SETTLED.map((rest) => `body[data-page="duel"][data-idle="true"]${newer}${rest}`);
  await page.locator(wanted.join(', ')).waitFor({ state: 'attached' });
}

/** Waits until nothing is on its way, whoever is asked. */
export const idle = (page) => page.locator('body[data-idle="true"]').waitFor({ state: 'attached' });

export const isOver = async (page) => (await page.locator('#decision .outcome').count()) > 0;

/** The identifier of the duel that the page shows. */
export const sessionOf = (page) => decodeURIComponent(new URL(page.url()).hash.replace('#/duel/', ''));

export const turnOf = async (page) => Number((await page.locator('.turn-words b').textContent()).replace('Turn ', ''));

/** Opens the first page. */
export async function goHome(page, server) {
  await page.goto(server.url);
  await page.getByRole('heading', { name: 'New duel' }).waitFor();
  await idle(page);
}

/** Begins a duel through the API, for tests that are not about the form, and shows it. */
export async function openDuel(page, server, { seed, first = 1, players = ['person', 'greedy'], decks } = {}) {
  const [one, two] = decks ?? ['starter/yugi', 'starter/kaiba'];
  const sides = [
    { deck: { id: one }, player: players[0] },
    { deck: { id: two }, player: players[1] },
  ];
  const { id } = await server.post('/api/sessions', { sides, first, seed });
  await goTo(page, server, id);
  return id;
}

export async function goTo(page, server, id) {
  await page.goto(`${server.url}#/duel/${encodeURIComponent(id)}`);
  await page.locator('body[data-page="duel"]').waitFor({ state: 'attached' });
}
