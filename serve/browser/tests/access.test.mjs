// Colours, motion, narrow windows, and the basics of accessibility.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { closePage, goHome, openDuel, PHONE, revision, settled } from '../lib/page.mjs';
import { everythingIsNamed, fitsAcross, focusIsVisible, identifiersFit } from '../lib/access.mjs';
import { landmarksAreThere, lettersStandOut } from '../lib/access.mjs';
import { shared } from '../lib/shared.mjs';

const all = shared();

const escape = (page) => page.keyboard.press('Escape');

/** Shows one part of the page after the other, and calls back with each. */
async function tour(page, look) {
  await goHome(page, all.server);
  await look('the first page');
  await page.getByTestId('deck-1').click();
  await page.getByRole('dialog', { name: 'Choose a deck' }).waitFor();
  await look('the chooser of decks');
  await escape(page);
  await page.getByTestId('settings').click();
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  await look('the settings');
  await escape(page);
  await openDuel(page, all.server, { seed: 5 });
  await settled(page);
  await look('a duel');
  await page.locator('.hand-card.can').first().click();
  await page.getByTestId('popup').waitFor();
  await look('the popup of a card');
  await page.getByRole('button', { name: 'Why not…?' }).click();
  await page.getByTestId('reasons').waitFor();
  await look('the reasons');
  await escape(page);
  await page.locator('[data-testid="open-list"]').click();
  await page.getByTestId('list').waitFor();
  await look('the list of moves');
  await escape(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await look('the question before resigning');
  await page.getByTestId('confirm').click();
  await page.getByRole('dialog', { name: 'Result' }).waitFor();
  await look('the result');
}

test('whatever can be used has a name, and identifiers fit', async () => {
  const page = await all.open();
  await tour(page, async (where) => {
    await everythingIsNamed(page, where);
    await identifiersFit(page, where);
  });
  await closePage(page);
});

test('both parts of the page have their landmarks', async () => {
  const page = await all.open();
  await goHome(page, all.server);
  await landmarksAreThere(page);
  await openDuel(page, all.server, { seed: 5 });
  await settled(page);
  await landmarksAreThere(page);
  for (const name of ['The table', 'Decision', 'Log']) await page.getByRole('region', { name }).waitFor();
  await closePage(page);
});

test('the focus is seen, and begins with a link past the head of the page', async () => {
  const page = await all.open();
  await goHome(page, all.server);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the content');
  await focusIsVisible(page, 20);
  await openDuel(page, all.server, { seed: 5 });
  await settled(page);
  await focusIsVisible(page, 20);
  await closePage(page);
});

test('on a phone nothing scrolls sideways', async () => {
  const page = await all.open({ screen: PHONE });
  await tour(page, (where) => fitsAcross(page, where));
  await closePage(page);
});

for (const colours of ['dark', 'light']) {
  test(`the page is ${colours} if the system is, and its letters stand out`, async () => {
    const page = await all.open({ colorScheme: colours });
    await tour(page, (where) => lettersStandOut(page, where));
    assert.equal(await page.locator('html').getAttribute('data-theme'), colours);
    await closePage(page);
  });
}

test('colours can be chosen, and the choice is kept', async () => {
  const page = await all.open({ colorScheme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await goHome(page, all.server);
  const light = await ground();
  await page.getByTestId('settings').click();
  await page.getByRole('radio', { name: 'Dark' }).click();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  assert.notEqual(await ground(), light);
  await page.reload();
  await page.getByRole('heading', { name: 'New duel' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await page.getByTestId('settings').click();
  assert.ok(await page.getByRole('radio', { name: 'Dark' }).isChecked());
  await closePage(page);
});

test('who wants less motion gets none', async () => {
  const page = await all.open({ reducedMotion: 'reduce', settings: { speed: 'slow' } });
  await openDuel(page, all.server, { seed: 5 });
  await settled(page);
  const before = await revision(page);
  await page.locator('#phases').getByRole('button', { name: 'End' }).click();
  await settled(page, before);
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.effect.getComputedTiming().duration > 1)
      .map((animation) => animation.animationName ?? animation.transitionProperty),
  );
  assert.deepEqual(moving, []);
  await closePage(page);
});
