import { test } from 'node:test';
import { closePage } from '../lib/page.mjs';
import { shared } from '../lib/shared.mjs';
import { Keyboard } from '../lib/hands.mjs';
import { playWholeDuel } from '../lib/duel.mjs';

const all = shared();

test('a whole duel by the keyboard alone', async () => {
  const page = await all.open();
  await playWholeDuel(page, all.server, new Keyboard(page), { seed: 4 });
  await closePage(page);
});
