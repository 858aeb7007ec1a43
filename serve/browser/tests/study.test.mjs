// A replay is opened, gone through, analysed, and played on from.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { closePage, idle, sessionOf, settled } from '../lib/page.mjs';
import { shared } from '../lib/shared.mjs';

const all = shared();
const REPLAY = fileURLToPath(new URL('../../../cli/tests/replays/starter.yrpX', import.meta.url));

/** Opens a study of the replay. */
async function openReplay(page) {
  await page.goto(`${all.server.url}#/studies`);
  await page.locator('input[type="file"]').setInputFiles(REPLAY);
  await page.getByTestId('viewer').waitFor();
  await idle(page);
}

const countOf = (page) => page.locator('.step-count').textContent();

test('a replay is stepped through by buttons and keys, with either player’s eyes', async () => {
  const page = await all.open();
  await openReplay(page);
  assert.match(await countOf(page), /^0 \//);
  await page.getByTestId('step-on').click();
  await page.getByText(/^1 \/ /).waitFor();
  await page.keyboard.press('End');
  const [at, last] = (await countOf(page)).split(' / ');
  assert.equal(at, last);
  assert.ok(Number(last) > 20);
  await page.keyboard.press('Home');
  await page.getByText(/^0 \/ /).waitFor();
  // With nothing hidden both hands lie open; Player 1 sees one of them.
  await page.locator('.their-hand .card:not(.back)').first().waitFor();
  await page.getByText('As Player 1').click();
  await page.locator('.their-hand .card.back').first().waitFor();
  assert.equal(await page.locator('.their-hand .card:not(.back)').count(), 0);
  await closePage(page);
});

test('an analysis draws its curve, and a duel goes on from the middle', async () => {
  const page = await all.open();
  await openReplay(page);
  await page.getByTestId('analysis').locator('input').fill('mcts:iters=20');
  await page.getByTestId('analyse').click();
  await page.getByTestId('next-mistake').waitFor();
  assert.ok((await page.getByTestId('analysis').locator('svg path').count()) > 0);
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
  await page.getByText(/^12 \/ /).waitFor();
  await page.getByText('Play on from here').click();
  await page.getByTestId('seats-start').click();
  await page.locator('body[data-page="duel"]').waitFor({ state: 'attached' });
  await settled(page);
  const session = await all.server.get(`/api/sessions/${sessionOf(page)}`);
  assert.ok(session.answers >= 12);
  await closePage(page);
});

test('a file that is no record is refused in a sentence', async () => {
  const page = await all.open({ expect: [/status of 422/] });
  await page.goto(`${all.server.url}#/studies`);
  const file = { name: 'poem.duels', mimeType: 'text/plain', buffer: Buffer.from('a poem') };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('alert').getByText(/poem\.duels/).waitFor();
  await closePage(page);
});
