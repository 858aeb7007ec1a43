// One server and one browser for all tests of a file.

import { after, before } from 'node:test';
import { launch, openPage } from './page.mjs';
import { endAll, startServer } from './server.mjs';

export function shared() {
  const all = { server: null, browser: null, open: (wish) => openPage(all.browser, wish) };
  before(async () => {
    all.server = await startServer();
    all.browser = await launch();
  });
  after(async () => {
    await all.browser?.close();
    await all.server?.stop().finally(endAll);
  });
  return all;
}
