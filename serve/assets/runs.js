// The results: runs of the program with how far they are, and a form for a new one.

import { h, notice, put } from './dom.js';
import { api } from './api.js';
import { RunForm } from './run-form.js';
import { ago, deleteButton, pageHead, poll, progress } from './page.js';

export function showRuns(page, setup) {
  const list = h('section', { class: 'saved', 'aria-label': 'Runs', 'data-testid': 'runs' });
  const form = new RunForm(setup);
  const shown = { playing: false, close: () => stop() };
  let stop = () => {};
  let rows = new Map();
  put(
    page,
    h(
      'div',
      { class: 'home' },
      pageHead('Results', 'Have bots play many duels, and read what came out of it.'),
      form.element,
      list,
    ),
  );
  const draw = (runs) => {
    // Rows stay the same elements while only their progress changes, so that focus and clicks are not lost.
    const known = new Map();
    const items = runs.map((run) => {
      const sign = JSON.stringify([run.running, run.failed, run.report]);
      const old = rows.get(run.id);
      const item = old?.sign === sign ? old.item : row(run, look);
      const place = item.querySelector('.run-state');
      if (run.running || !old || old.sign !== sign) put(place, stateOf(run));
      known.set(run.id, { sign, item });
      return item;
    });
    if (items.length !== rows.size || items.some((item) => !item.isConnected))
      put(list, items.length ? [h('h2', null, 'Runs'), h('ul', null, items)] : null);
    rows = known;
  };
  const look = async () => {
    const { runs } = await api.runs();
    if (!page.contains(list)) return false;
    draw(runs);
    stop();
    if (runs.some((run) => run.running)) stop = poll(look);
    return false;
  };
  look().catch((error) => notice(error.message));
  return shown;
}

/** How a run stands: a bar while it goes on, else words. */
export function stateOf(run) {
  if (run.running) return progress(run.done, run.of, 'Duels played');
  if (run.failed) return h('span', { class: 'problem' }, 'failed');
  return h('span', { class: 'dim' }, run.done < run.of ? `stopped after ${run.done} of ${run.of}` : `${run.done} done`);
}

function row(run, look) {
  const href = `#/results/${encodeURIComponent(run.id)}`;
  const stop = async (event) => {
    event.target.disabled = true;
    await api.stopRun(run.id).catch((error) => notice(error.message));
    look().catch(() => {});
  };
  return h(
    'li',
    { 'data-run': run.id },
    h(
      'a',
      { href, class: 'saved-link run-link' },
      h('span', { class: 'tag' }, run.command),
      h('span', { class: 'saved-decks' }, run.title),
      h('span', { class: 'run-state' }),
      h('time', { class: 'dim', datetime: run.begun }, ago(run.begun)),
    ),
    run.running
      ? h('button', { class: 'icon-button stop', 'aria-label': `Stop ${run.title}`, title: 'Stop', onclick: stop }, '■')
      : h('span', { class: 'no-button' }),
    deleteButton(run.title, 'Delete this run?', `${run.title}. Its results and duels are removed.`, async () => {
      await api.forgetRun(run.id);
      await look();
    }),
  );
}
