// One run: how far it is, its table, and the page of its report.

import { h, notice, put } from './dom.js';
import { api } from './api.js';
import { stateOf } from './runs.js';
import { ago, deleteButton, pageHead, poll, showProblem } from './page.js';

export function showRun(page, id) {
  let stop = () => {};
  const shown = {
    closed: false,
    playing: false,
    close: () => {
      shown.closed = true;
      stop();
    },
  };
  let sign = '';
  const state = h('div', { class: 'run-now', role: 'status' });
  const look = async () => {
    let run;
    try {
      run = await api.run(id);
    } catch (error) {
      if (!shown.closed && !sign)
        showProblem(page, error, { gone: 'This run is not there', href: '#/results', retry: () => look() });
      throw error;
    }
    if (shown.closed) return false;
    // The table and the report are drawn anew only when there is news of them.
    const now = JSON.stringify([run.running, run.text, run.report, run.failed]);
    if (now !== sign) put(page, content(run, state, look));
    sign = now;
    put(state, stateOf(run));
    stop();
    if (run.running) stop = poll(look);
    return false;
  };
  look().catch((error) => sign && notice(error.message));
  return shown;
}

function content(run, state, look) {
  document.title = `${run.title} · Duelfish`;
  const report = api.reportUrl(run.id);
  return h(
    'div',
    { class: 'home wide' },
    pageHead(
      run.title,
      `${run.command}, begun ${ago(run.begun)}`,
      run.running ? stopButton(run, look) : null,
      h('a', { class: 'button', href: '#/results' }, 'All results'),
      deleteButton(run.title, 'Delete this run?', `${run.title}. Its results and duels are removed.`, async () => {
        await api.forgetRun(run.id);
        location.hash = '#/results';
      }),
    ),
    state,
    run.failed ? h('p', { class: 'problem' }, run.failed) : null,
    run.text ? h('pre', { class: 'run-text panel', tabindex: 0, 'data-testid': 'run-text' }, run.text) : null,
    run.report
      ? h(
          'section',
          { class: 'run-report', 'aria-label': 'Report' },
          h(
            'div',
            { class: 'panel-head' },
            h('h2', null, 'Report'),
            h('a', { class: 'quiet', href: report, target: '_blank', rel: 'noopener' }, 'Open it alone'),
          ),
          h('iframe', { src: report, title: `Report of ${run.title}`, sandbox: '', loading: 'lazy' }),
        )
      : null,
    run.running && !run.text
      ? h('p', { class: 'dim' }, 'The table is made when all duels are played, or when the run is stopped.')
      : null,
  );
}

function stopButton(run, look) {
  const onclick = async (event) => {
    event.target.disabled = true;
    await api.stopRun(run.id).catch((error) => notice(error.message));
    look().catch(() => {});
  };
  return h('button', { class: 'button', 'data-testid': 'stop-run', onclick }, 'Stop');
}
