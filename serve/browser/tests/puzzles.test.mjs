// The course, the solver and the editor.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { closePage, settled } from '../lib/page.mjs';
import { shared } from '../lib/shared.mjs';

const all = shared();
const PUZZLE = 'fissure-clears-the-way';

/** Takes the action with these words, as a client of the API would: this test is not about clicking. */
async function act(page, words) {
  await settled(page);
  const id = decodeURIComponent(new URL(page.url()).hash.replace('#/duel/', ''));
  const { revision } = await all.server.get(`/api/sessions/${id}`);
  await all.server.post(`/api/sessions/${id}/apply`, { revision, words });
}

test('a puzzle that is won by play is solved', async () => {
  const page = await all.open();
  await page.goto(`${all.server.url}#/puzzles`);
  await page.getByText('0 of 79 solved').waitFor();
  await page.goto(`${all.server.url}#/puzzle/${PUZZLE}`);
  await page.getByTestId('no-win').click();
  await page.getByText('There is one. Look again.').waitFor();
  await page.getByTestId('play-puzzle').click();
  await page.locator('body[data-page="duel"]').waitFor({ state: 'attached' });
  for (const words of ['activate Fissure', 'battle', 'attack M1 direct']) await act(page, words);
  await page.locator('#decision .outcome').waitFor();
  await page.goto(`${all.server.url}#/puzzles`);
  await page.getByText('1 of 79 solved').waitFor();
  await closePage(page);
});

test('the solver shows its proof step by step', async () => {
  const page = await all.open();
  await page.goto(`${all.server.url}#/puzzle/${PUZZLE}`);
  await page.getByTestId('solve').click();
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByTestId('step-last').click();
  await page.getByText('attack M1 direct').first().waitFor();
  assert.equal(await page.locator('#lp-P2').textContent(), '0');
  await closePage(page);
});

test('the editor names the line of a fault, and plays what is right', async () => {
  const page = await all.open();
  await page.goto(`${all.server.url}#/editor`);
  const text = page.getByTestId('editor').locator('textarea');
  await text.fill('turn 5 P1 main1\nP1 M1 attack: Battle Oxx\n');
  await page.getByTestId('position-status').getByText(/Battle Oxx/).waitFor();
  await page.getByTestId('position-status').getByText(/2/).first().waitFor();
  await text.fill('turn 5 P1 main1\nP1 M1 attack: Battle Ox\nP2 lp 100\nP1 deck: 5* Kuriboh\nP2 deck: 5* Kuriboh\n');
  await page.locator('[data-at="P1:monster:0"]').getByText('Battle Ox').waitFor();
  await page.getByTestId('play-position').click();
  await page.getByTestId('seats-start').click();
  await page.locator('body[data-page="duel"]').waitFor({ state: 'attached' });
  await settled(page);
  assert.equal(await page.locator('#lp-P2').textContent(), '100');
  await closePage(page);
});
