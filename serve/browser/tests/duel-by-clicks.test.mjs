import { test } from 'node:test';
import { closePage } from '../lib/page.mjs';
import { shared } from '../lib/shared.mjs';
import { Mouse } from '../lib/hands.mjs';
import { playWholeDuel } from '../lib/duel.mjs';

const all = shared();

test('a whole duel by mouse clicks alone', async () => {
  const page = await all.open();
  await playWholeDuel(page, all.server, new Mouse(page), { seed: 33 });
  await closePage(page);
});
