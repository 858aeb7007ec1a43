// What one does in a duel besides answering.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import {
  closePage,
  goHome,
  goTo,
  idle,
  isOver,
  openDuel,
  openPage,
  openTab,
  revision,
  sessionOf,
  settled,
} from '../lib/page.mjs';
import { dataFolder, startServer } from '../lib/server.mjs';
import { Mouse } from '../lib/hands.mjs';
import { Player } from '../lib/policy.mjs';
import { shared } from '../lib/shared.mjs';

const all = shared();

const question = (page) => page.locator('#decision .question');
const handOf = (page) => page.locator('.hand-card').evaluateAll((cards) => cards.map((card) => card.ariaLabel));
const logOf = (page) => page.locator('#log li').allTextContents();
const own = new Set(['It is your move.', 'Attack, or go on?']);

/** Plays until there is something to choose that is not a move. */
const playToChoice = (page) =>
  new Player(page, new Mouse(page)).play(async () => !own.has(await question(page).textContent()));

/** Sets or Summons the first card of the hand. */
async function playCard(page) {
  const before = await revision(page);
  await page.locator('.hand-card.can').first().click();
  await page.getByTestId('popup').locator('[data-action]').first().click();
  await settled(page, before);
}

test('undo takes the last answer back', async () => {
  const page = await all.open();
  await openDuel(page, all.server, { seed: 5 });
  await settled(page);
  const before = { hand: await handOf(page), log: await logOf(page), revision: await revision(page) };
  assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled(), 'there is nothing to undo yet');
  await playCard(page);
  assert.equal((await handOf(page)).length, before.hand.length - 1);
  const played = await revision(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await settled(page, played);
  assert.deepEqual(await handOf(page), before.hand);
  assert.deepEqual(await logOf(page), before.log);
  await playCard(page);
  await closePage(page);
});

test('a hint names a move, marks it, and can be taken', async () => {
  const page = await all.open();
  await openDuel(page, all.server, { seed: 5 });
  await settled(page);
  const before = await revision(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  const hint = page.getByTestId('hint-result');
  await hint.getByText('mcts would choose:').waitFor();
  assert.ok((await hint.getByRole('row').count()) > 1, 'it shows what was looked at');
  assert.ok((await page.locator('.hinted').count()) > 0, 'the move is marked');
  await idle(page);
  await hint.locator('tr.best').getByRole('button').click();
  await settled(page, before);
  assert.equal(await hint.count(), 0, 'a hint is for one question');
  await closePage(page);
});

test('the popup of a card says why something can’t be done', async () => {
  const page = await all.open();
  await openDuel(page, all.server, { seed: 5 });
  await settled(page);
  await playCard(page);
  // The Normal Summon of the turn is spent now.
  await page.locator('.hand-card[aria-label*="Level"]').first().click();
  await page.getByRole('button', { name: 'Why not…?' }).click();
  const reasons = page.getByTestId('reasons').getByRole('listitem');
  await reasons.first().waitFor();
  assert.match((await reasons.allTextContents()).join('\n'), /^summon .*Not legal: you have used the Normal Summon/m);
  await page.getByTestId('popup').getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Why not…?' }).waitFor();
  await closePage(page);
});

test('resigning asks first, ends the duel, and a new one can follow', async () => {
  const page = await all.open();
  const id = await openDuel(page, all.server, { seed: 5 });
  await settled(page);
  const resign = page.getByRole('button', { name: 'Resign' });
  await resign.click();
  const sure = page.getByRole('dialog', { name: 'Resign?' });
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await sure.waitFor({ state: 'detached' });
  assert.equal(await isOver(page), false);
  await resign.click();
  await sure.getByRole('button', { name: 'Resign' }).click();
  const result = page.getByRole('dialog', { name: 'Result' });
  await result.getByRole('heading', { name: 'You lose' }).waitFor();
  const { over } = await all.server.get(`/api/sessions/${id}`);
  assert.equal(over.winner, 'P2');
  assert.equal(await result.getByRole('paragraph').textContent(), over.text);
  await result.getByRole('button', { name: 'Look at the table' }).click();
  await result.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Again' }).click();
  await page.waitForURL((url) => url.hash.startsWith('#/duel/') && !url.hash.includes(id));
  await settled(page);
  assert.equal(await isOver(page), false);
  await closePage(page);
});

test('a reload in the middle of a choice goes on where it was', async () => {
  const page = await all.open();
  await openDuel(page, all.server, { seed: 8 });
  await playToChoice(page);
  const shows = async () => [
    await question(page).textContent(),
    await page.locator('#decision [data-action], .zone.chooses').allTextContents(),
    await logOf(page),
    await revision(page),
  ];
  const before = await shows();
  await page.reload();
  await settled(page);
  assert.deepEqual(await shows(), before);
  await new Player(page, new Mouse(page)).answer();
  await closePage(page);
});

test('a duel outlives a crash of the server', async () => {
  const folder = await dataFolder();
  const first = await startServer({ folder });
  const page = await openPage(all.browser, { expect: [/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY/] });
  const id = await openDuel(page, first, { seed: 5 });
  await settled(page);
  await playCard(page);
  const before = { hand: await handOf(page), log: await logOf(page) };
  await first.kill();
  await page.getByText('The server does not answer').first().waitFor();
  const second = await startServer({ folder, port: new URL(first.url).port });
  // The open page goes on by itself ...
  await page.locator('#banner').getByText('The server does not answer').waitFor({ state: 'detached' });
  await settled(page);
  assert.deepEqual(await logOf(page), before.log);
  // ... and so does one that was opened later.
  await goHome(page, second);
  await page.getByRole('region', { name: 'Saved duels' }).locator(`[data-session="${id}"]`).getByRole('link').click();
  await settled(page);
  assert.deepEqual({ hand: await handOf(page), log: await logOf(page) }, before);
  await playCard(page);
  await closePage(page);
  await second.stop();
});

test('an answer in one tab shows in the other', async () => {
  const one = await all.open();
  const id = await openDuel(one, all.server, { seed: 5 });
  await settled(one);
  const two = await openTab(one);
  await goTo(two, all.server, id);
  await settled(two);
  await playCard(one);
  await two.locator(`body[data-revision="${await revision(one)}"]`).waitFor({ state: 'attached' });
  assert.deepEqual(await handOf(two), await handOf(one));
  assert.deepEqual(await logOf(two), await logOf(one));
  assert.deepEqual(two.problems, []);
  await closePage(one);
});

test('an answer that comes too late is told quietly, and changes nothing', async () => {
  const one = await all.open();
  const id = await openDuel(one, all.server, { seed: 5 });
  await settled(one);
  const two = await openTab(one, [/status of 409/]);
  await goTo(two, all.server, id);
  await settled(two);
  // The answer of the second tab stays on its way until the first one has answered.
  let letGo;
  const held = new Promise((resolve) => (letGo = resolve));
  await two.route('**/apply?*', async (route) => {
    await held;
    await route.continue();
  });
  await two.locator('#phases').getByRole('button', { name: 'End' }).click();
  await playCard(one);
  letGo();
  await two.getByText('The duel has gone on meanwhile').waitFor();
  await settled(two);
  assert.equal(await two.getByRole('dialog').count(), 0, 'nothing has to be clicked away');
  assert.equal(await revision(two), await revision(one));
  assert.deepEqual(await logOf(two), await logOf(one));
  assert.deepEqual(two.problems, []);
  await closePage(one);
});

test('what happens is shown step by step, and a click skips it without answering', async () => {
  const page = await all.open({ settings: { speed: 'slow' } });
  await openDuel(page, all.server, { seed: 5, first: 2 });
  await settled(page);
  const before = await revision(page);
  await page.locator('#phases').getByRole('button', { name: 'End' }).click();
  await page.getByText('Click or press a key to skip.').waitFor();
  assert.equal(await page.locator('body').getAttribute('data-idle'), 'false');
  await page.locator('.hand-row.own').click({ position: { x: 300, y: 60 } });
  await settled(page, before);
  assert.equal(await page.getByTestId('popup').count(), 0, 'the click that skips opens nothing');
  const state = await all.server.get(`/api/sessions/${sessionOf(page)}`);
  assert.equal(await revision(page), state.revision);
  assert.deepEqual(
    await page.locator('#log li').evaluateAll((lines) => lines.map((line) => Number(line.dataset.number))),
    state.log.map((line) => line.number),
    'every line is in the log, once and in order',
  );
  await closePage(page);
});
