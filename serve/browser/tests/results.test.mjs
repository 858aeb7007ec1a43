// A match is begun from the form, followed, and its table and report are shown.

import { test } from 'node:test';
import { closePage, idle } from '../lib/page.mjs';
import { shared } from '../lib/shared.mjs';

const all = shared();

test('a match from the form to its report', async () => {
  // The report may run nothing and read nothing: not even what the tests put into every page.
  const page = await all.open({ expect: [/Blocked script execution/, /SecurityError/] });
  await page.goto(`${all.server.url}#/results`);
  await idle(page);
  const form = page.getByTestId('new-run');
  await form.getByLabel('Duels').fill('40');
  await page.getByTestId('start-run').click();
  await page.getByTestId('run-text').getByText(/win rate/).waitFor();
  await page.frameLocator('iframe').getByText('yugi').first().waitFor();
  await page.goto(`${all.server.url}#/results`);
  await page.getByTestId('runs').getByText('yugi against kaiba').waitFor();
  await closePage(page);
});
