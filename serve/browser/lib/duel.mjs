// A whole duel, from the first page to the result, by one way of using the page.

import assert from 'node:assert/strict';
import { goHome, sessionOf, settled, turnOf } from './page.mjs';
import { Player } from './policy.mjs';

/** Begins a duel with the form: against a bot that thinks little, from a seed, so that it is the same every time. */
export async function beginByForm(page, server, hand, { seed, options = 'iters=60', first = 'Me' }) {
  await goHome(page, server);
  await hand.write(page.getByLabel('Options of the bot'), options);
  await hand.press(page.getByRole('radio', { name: first }));
  await hand.press(page.getByText('Advanced'));
  await hand.write(page.getByLabel('Seed'), String(seed));
  await hand.press(page.getByTestId('play'));
  await settled(page);
}

/** Plays to the end, and checks that the page tells the same end as the server. */
export async function playWholeDuel(page, server, hand, wish) {
  await beginByForm(page, server, hand, wish);
  const player = new Player(page, hand);
  await player.play();
  const result = page.getByRole('dialog', { name: 'Result' });
  const state = await server.get(`/api/sessions/${sessionOf(page)}?seat=P1`);
  assert.equal(await result.getByRole('paragraph').textContent(), state.over.text);
  const heading = state.over.winner === null ? 'Draw' : state.over.winner === 'P1' ? 'You win' : 'You lose';
  assert.equal(await result.getByRole('heading').textContent(), heading);
  assert.equal(state.seed, wish.seed, 'at the end the seed is told');
  assert.equal(await turnOf(page), state.view.turn);
  assert.ok(state.view.turn >= 10, `the duel lasts ${state.view.turn} turns`);
  return { player, state };
}
