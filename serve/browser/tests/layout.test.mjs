// The page keeps still while a duel goes on, and is small.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { closePage, DESKTOP, goHome, isOver, openDuel, PHONE, settled } from '../lib/page.mjs';
import { Finger, Mouse } from '../lib/hands.mjs';
import { Player } from '../lib/policy.mjs';
import { shared } from '../lib/shared.mjs';

const all = shared();

/** Where the zones, the question and the hands are, by name. */
const boxes = (page) =>
  page.evaluate(() => {
    const fixed = '.field .zone, .plate, #decision, .hand-row, #phases, .tools, .log';
    const names = (element) => {
      const key = element.dataset.own ?? element.dataset.at;
      return key ?? (element.id || element.className.split(' ').slice(0, 2).join('.'));
    };
    return Object.fromEntries(
      [...document.querySelectorAll(fixed)].map((element) => {
        const box = element.getBoundingClientRect();
        return [names(element), [box.x + scrollX, box.y + scrollY, box.width, box.height]];
      }),
    );
  });

/** What is not where it was, up to a pixel. */
const moved = (before, now) =>
  Object.keys(before)
    .filter((name) => before[name].some((value, index) => Math.abs(value - (now[name]?.[index] ?? NaN)) > 1 || !now[name]))
    .map((name) => `${name}: ${before[name].map(Math.round)} was, ${now[name]?.map(Math.round)} is`);

for (const [kind, screen, Hand] of [
  ['a desktop', DESKTOP, Mouse],
  ['a phone', PHONE, Finger],
]) {
  test(`nothing jumps through 20 answers on ${kind}`, async () => {
    const page = await all.open({ screen });
    await openDuel(page, all.server, { seed: 8 });
    await settled(page);
    const before = await boxes(page);
    const player = new Player(page, new Hand(page));
    while (player.answers < 20) {
      assert.equal(await isOver(page), false, 'the duel is long enough');
      const question = await page.locator('#decision .question').textContent();
      await player.answer();
      assert.deepEqual(moved(before, await boxes(page)), [], `after answer ${player.answers + 1}, to “${question}”`);
    }
    await closePage(page);
  });
}

test('the page has fewer than 300 kB', async () => {
  const page = await all.open();
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  let bytes = 0;
  wire.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  await goHome(page, all.server);
  await openDuel(page, all.server, { seed: 5 });
  await settled(page);
  assert.ok(bytes > 50_000 && bytes < 300_000, `${bytes} bytes`);
  await closePage(page);
});
