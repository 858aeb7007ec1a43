// Tables with two persons, and tables without any.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { closePage, goHome, goTo, isOver, openDuel, revision, settled } from '../lib/page.mjs';
import { shared } from '../lib/shared.mjs';

const all = shared();

/** All that the page hears of duels, in words: answers and, over the browser's own protocol, what streams bring. */
async function received(page) {
  const texts = [];
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  wire.on('Network.eventSourceMessageReceived', (event) => texts.push(event.data));
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/') && !pathname.endsWith('/events')) texts.push(await response.text().catch(() => ''));
  });
  return texts;
}

const handIn = async (id, seat) => (await all.server.get(`/api/sessions/${id}?seat=${seat}`)).view.players[seat].hand;
const without = (names, known) => [...new Set(names)].filter((name) => !known.includes(name));

/** Fails if a name is anywhere in a text. */
function tellsNone(text, names, where) {
  assert.deepEqual(names.filter((name) => text.includes(name)), [], `told in ${where}`);
}

const curtainOf = (page, player) => page.getByRole('dialog', { name: `Pass the device to Player ${player}` });

test('two persons at one screen: nothing of the other hand is there before the curtain is lifted', async () => {
  // Asked without a seat the server answers 400, from which the page learns that it must draw the curtain.
  const page = await all.open({ expect: [/status of 400/] });
  const texts = await received(page);
  const sides = ['starter/yugi', 'starter/kaiba'].map((id) => ({ deck: { id }, player: 'person' }));
  const { id } = await all.server.post('/api/sessions', { sides, first: 1, seed: 5 });
  const [one, two] = [await handIn(id, 'P1'), await handIn(id, 'P2')];
  await goTo(page, all.server, id);

  await curtainOf(page, 1).waitFor();
  tellsNone(await page.content(), [...one, ...two], 'the page behind the first curtain');
  tellsNone(texts.join('\n'), [...one, ...two], 'answers before the first curtain is lifted');

  await curtainOf(page, 1).getByRole('button').click();
  await settled(page);
  assert.equal(await page.locator('.hand-card').count(), one.length);
  const secret = without(two, one);
  assert.ok(secret.length > 0);
  tellsNone(await page.content(), secret, 'the page of the first player');

  await page.locator('.hand-card').first().hover();
  await page.locator('#phases').getByRole('button', { name: 'End' }).click();
  await curtainOf(page, 2).waitFor();
  const behind = await page.content();
  tellsNone(behind, [...one, ...secret], 'the page behind the second curtain');
  tellsNone(texts.join('\n'), secret, 'answers before the second curtain is lifted');

  await curtainOf(page, 2).getByRole('button').click();
  await settled(page);
  assert.equal(await page.locator('.hand-card').count(), (await handIn(id, 'P2')).length);
  tellsNone(await page.content(), without(one, await handIn(id, 'P2')), 'the page of the second player');
  await closePage(page);
});

test('a table of two bots: step by step, by itself, and paused', async () => {
  const page = await all.open();
  await openDuel(page, all.server, { seed: 3, players: ['greedy', 'random'] });
  const step = page.getByRole('button', { name: 'One step' });
  await step.waitFor();
  for (let count = 0; count < 3; count += 1) {
    const before = await revision(page);
    await step.click();
    await page.locator(`body[data-idle="true"]:not([data-revision="${before}"])`).waitFor({ state: 'attached' });
  }
  // Both hands lie open for those who watch.
  assert.ok((await page.locator('.their-hand .card:not(.back)').count()) > 0);
  await page.getByLabel('Speed').focus();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByText(/^Turn [3-9]$/).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await step.and(page.locator(':enabled')).waitFor();
  const paused = await revision(page);
  await step.click();
  await page.locator(`body[data-idle="true"]:not([data-revision="${paused}"])`).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('dialog', { name: 'Result' }).getByRole('heading', { name: /(wins|Draw)$/ }).waitFor();
  assert.ok(await isOver(page));
  await closePage(page);
});

test('the form begins a duel to watch', async () => {
  const page = await all.open();
  await goHome(page, all.server);
  await page.getByRole('region', { name: 'First side' }).getByLabel('Played by').selectOption('greedy');
  await page.getByRole('region', { name: 'Second side' }).getByLabel('Played by').selectOption('random');
  await page.getByRole('button', { name: 'Watch' }).click();
  await page.getByRole('button', { name: 'One step' }).waitFor();
  await closePage(page);
});
