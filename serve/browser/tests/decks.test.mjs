// Decks of the user's own.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { closePage, goHome, settled } from '../lib/page.mjs';
import { shared } from '../lib/shared.mjs';

const all = shared();

/** Too many copies of Celtic Guardian, and too few cards. */
const BROKEN = `#main\n${'91152256\n'.repeat(5)}`;
const GOOD = new URL('../../../decks/starter/joey.ydk', import.meta.url);

/** Drops a file on a place, as a drag from a folder does. */
async function drop(page, place, name, text) {
  const dataTransfer = await page.evaluateHandle(
    ([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file, { type: 'text/plain' }));
      return data;
    },
    [name, text],
  );
  await place.dispatchEvent('dragover', { dataTransfer });
  await place.dispatchEvent('drop', { dataTransfer });
}

const firstSide = (page) => page.getByRole('region', { name: 'First side' });

test('a broken deck that is dropped on a side is refused with its problem', async () => {
  const page = await all.open();
  await goHome(page, all.server);
  await drop(page, firstSide(page), 'broken.ydk', BROKEN);
  await page.getByText(/^broken: ./).waitFor();
  assert.match(await page.getByTestId('deck-1').textContent(), /yugi/, 'the deck before stays');
  await closePage(page);
});

test('the chooser lists the problems of a broken deck and does not take it', async () => {
  const page = await all.open();
  await goHome(page, all.server);
  await page.getByTestId('deck-1').click();
  const chooser = page.getByRole('dialog', { name: 'Choose a deck' });
  await drop(page, chooser.locator('.chooser-right'), 'broken.ydk', BROKEN);
  const problems = chooser.locator('.problems').getByRole('listitem');
  await problems.first().waitFor();
  const words = (await problems.allTextContents()).join('\n');
  assert.match(words, /Celtic Guardian/, 'the card with too many copies');
  assert.match(words, /40/, 'how many cards there must be');
  assert.ok(await chooser.getByTestId('use-deck').isDisabled());
  await page.keyboard.press('Escape');
  await chooser.waitFor({ state: 'detached' });
  await closePage(page);
});

test('a good deck that is dropped is played', async () => {
  const page = await all.open();
  await goHome(page, all.server);
  await drop(page, firstSide(page), 'mine.ydk', await readFile(GOOD, 'utf8'));
  await page.getByTestId('deck-1').getByText('mine', { exact: true }).waitFor();
  assert.match(await page.getByTestId('deck-1').textContent(), /\d+ cards/);
  // Who goes first is named first.
  await page.getByRole('radio', { name: 'Me' }).click();
  await page.getByTestId('play').click();
  await settled(page);
  assert.match(await page.title(), /mine against kaiba/);
  await closePage(page);
});

test('a deck is found by its name', async () => {
  const page = await all.open();
  await goHome(page, all.server);
  await page.getByTestId('deck-2').click();
  await page.getByRole('searchbox', { name: 'Search decks' }).fill('joey');
  await page.locator('[data-deck="starter/joey"]').click();
  await page.getByTestId('deck-2').getByText('joey').waitFor();
  await closePage(page);
});

test('what can’t be begun is said beside the button', async () => {
  const page = await all.open({ expect: [/status of 4\d\d/] });
  await goHome(page, all.server);
  await page.getByLabel('Options of the bot').fill('depth=of the sea');
  await page.getByTestId('play').click();
  await page.getByRole('alert').getByText(/./).waitFor();
  assert.ok(await page.getByTestId('play').isEnabled(), 'it can be tried again');
  await closePage(page);
});
