import { test } from 'node:test';
import { closePage, PHONE } from '../lib/page.mjs';
import { shared } from '../lib/shared.mjs';
import { Finger } from '../lib/hands.mjs';
import { playWholeDuel } from '../lib/duel.mjs';

const all = shared();

test('a whole duel by taps alone, on a phone', async () => {
  const page = await all.open({ screen: PHONE });
  await playWholeDuel(page, all.server, new Finger(page), { seed: 8 });
  await closePage(page);
});
