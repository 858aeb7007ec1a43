// Looks for a win in the turn of a position, and steps through the proof.

import { h, put } from './dom.js';
import { api } from './api.js';
import { poll } from './page.js';
import { Stepper } from './stepper.js';

const OUTCOMES = {
  win: ['There is a win in this turn.', 'good'],
  'no-win': ['There is no win in this turn.', ''],
  'not-known': ['Not found out in this time. Give it more seconds.', ''],
  error: ['The search broke off.', 'bad'],
};

export class Solver {
  /** `text()` is the position, `show(view, step)` draws a step; `step` is null at the start. */
  constructor({ text, show, start, words = 'Solve' }) {
    Object.assign(this, { text, show, start, seconds: 20, id: null });
    this.button = h(
      'button',
      { class: 'button', 'data-testid': 'solve', onclick: () => (this.id ? this.stop() : this.solve()) },
      words,
    );
    this.words = words;
    this.time = h(
      'select',
      {
        'aria-label': 'Seconds to search',
        class: 'narrow-select',
        onchange: (event) => (this.seconds = Number(event.target.value)),
      },
      [5, 20, 60, 300].map((seconds) =>
        h(
          'option',
          { value: seconds, selected: seconds === 20 },
          seconds < 60 ? `${seconds} s` : `${seconds / 60} min`,
        ),
      ),
    );
    this.result = h('div', { class: 'solution', 'aria-live': 'polite', 'data-testid': 'solution' });
    this.element = h(
      'section',
      { class: 'solver', 'aria-label': 'Solution' },
      h('div', { class: 'solver-row' }, this.button, this.time),
      this.result,
    );
  }

  async solve() {
    this.clear();
    this.button.disabled = true;
    const text = this.text();
    try {
      const { id } = await api.solve(text, this.seconds);
      this.id = id;
      this.begun = Date.now();
      if (this.closed) return void this.stop();
      this.draw({ running: true, nodes: 0 });
      this.stopLooking = poll(() => this.look(), 500);
    } catch (error) {
      put(this.result, h('p', { class: 'problem' }, error.message));
    }
    this.button.disabled = false;
  }

  async look() {
    const id = this.id;
    let answer;
    try {
      answer = await api.solving(id);
    } catch (error) {
      if (error.status) this.draw({ running: false, outcome: 'error', error: error.message });
      throw error;
    }
    if (id !== this.id || this.closed) return false;
    this.draw(answer);
    return answer.running;
  }

  async stop() {
    const { id } = this;
    this.stopLooking?.();
    try {
      await api.stopSolving(id);
    } catch {
      /* It had ended by itself. */
    }
    if (id === this.id) this.draw({ running: false, outcome: 'stopped' });
  }

  draw(answer) {
    if (answer.running) {
      const spent = Math.min(this.seconds, Math.round((Date.now() - this.begun) / 1000));
      this.button.textContent = 'Stop';
      put(
        this.result,
        h('progress', { max: this.seconds, value: spent, 'aria-label': 'Time of the search' }),
        h('p', { class: 'dim small-text' }, `${answer.nodes} positions looked at in ${spent} s`),
      );
      return;
    }
    this.id = null;
    this.button.textContent = this.words;
    const [words, kind] =
      answer.outcome === 'stopped' ? ['Stopped.', ''] : (OUTCOMES[answer.outcome] ?? [answer.outcome, '']);
    put(
      this.result,
      h('p', { class: `verdict ${kind}` }, words),
      answer.error ? h('p', { class: 'problem' }, answer.error) : null,
      answer.line?.length ? this.proof(answer) : null,
    );
    if (answer.line?.length) this.step(0);
    this.onend?.(answer);
  }

  proof(answer) {
    const { line, ends } = answer;
    this.line = line;
    this.stepper = new Stepper({ last: line.length, go: (at) => this.step(at) });
    this.steps = h(
      'ol',
      { class: 'proof', 'aria-label': 'The proof, step by step' },
      line.map((step, index) =>
        h(
          'li',
          null,
          h(
            'button',
            { class: 'move', onclick: () => this.stepper.to(index + 1) },
            h('i', { class: `seat-dot ${step.player}`, 'aria-hidden': 'true' }),
            h('span', { class: 'hidden' }, `${step.player}: `),
            h('span', { class: 'move-words' }, step.words),
          ),
        ),
      ),
    );
    return [
      ends > 1
        ? h('p', { class: 'dim small-text' }, `Checked against every reply: ${ends} ends. One line of it:`)
        : null,
      this.steps,
      this.stepper.element,
    ];
  }

  step(at) {
    this.stepper.mark(at);
    [...this.steps.children].forEach((item, index) => {
      item.firstElementChild.classList.toggle('current', index === at - 1);
      if (index === at - 1) item.firstElementChild.setAttribute('aria-current', 'step');
      else item.firstElementChild.removeAttribute('aria-current');
    });
    const current = this.steps.children[Math.max(0, at - 1)];
    if (current) this.steps.scrollTop = current.offsetTop - this.steps.clientHeight / 2;
    const step = this.line[at - 1];
    return this.show(step ? step.view : this.start(), step ?? null);
  }

  /** Forgets the result: the position is another one now. */
  clear() {
    this.stopLooking?.();
    if (this.id) api.stopSolving(this.id).catch(() => {});
    this.id = null;
    this.button.textContent = this.words;
    this.stepper?.close();
    this.stepper = null;
    put(this.result);
  }

  close() {
    this.closed = true;
    this.clear();
  }
}
