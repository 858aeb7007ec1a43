// What a bot says to the moves of a duel: begins it, shows how far it is, and draws the curve of the chances.

import { h, put } from './dom.js';
import { api } from './api.js';
import { nameOf } from './places.js';
import { botField, poll, progress } from './page.js';
import { drawCurve, pointCurve } from './curve.js';

const GRAVE = ['mistake', 'blunder'];
const BOT = 'mcts:iters=600';

export class Analysis {
  constructor(viewer) {
    this.viewer = viewer;
    this.bot = BOT;
    this.curve = h('div', { class: 'curve' });
    this.head = h('div', { class: 'analysis-head' });
    this.problem = h('p', { class: 'problem', role: 'alert' });
    this.element = h(
      'section',
      { class: 'analysis panel', 'aria-label': 'Analysis', 'data-testid': 'analysis' },
      this.head,
      this.curve,
      this.problem,
    );
    this.known = new Map();
    this.key = `duelfish.analysis.${viewer.id}.${viewer.number}`;
  }

  /** The analysis of a move, if there is one yet. */
  of(at) {
    return this.known.get(at) ?? null;
  }

  begin() {
    const done = this.viewer.duel.analysis;
    if (done) this.take(done);
    else this.draw();
    // One that was begun here may still run.
    if (sessionStorage.getItem(this.key)) this.look().catch(() => sessionStorage.removeItem(this.key));
  }

  take(answer) {
    this.answer = answer;
    this.known = new Map(answer.moves.map((move) => [move.at, move]));
    put(this.problem, answer.error);
    this.draw();
    this.viewer.refresh();
  }

  async look() {
    const { id, number } = this.viewer;
    const answer = await api.analysis(id, number);
    if (this.closed) return false;
    this.take(answer);
    if (answer.running && !this.stopLooking) this.stopLooking = poll(() => this.look());
    if (!answer.running) {
      this.stopLooking?.();
      this.stopLooking = null;
      sessionStorage.removeItem(this.key);
    }
    return answer.running;
  }

  async ask(what) {
    put(this.problem);
    try {
      await what();
      if (!this.closed) await this.look();
    } catch (error) {
      put(this.problem, error.message);
    }
  }

  start() {
    const { id, number } = this.viewer;
    return this.ask(async () => {
      await api.analyse(id, number, this.bot.trim() || BOT);
      sessionStorage.setItem(this.key, '1');
      this.again = false;
    });
  }

  stop() {
    const { id, number } = this.viewer;
    return this.ask(() => api.stopAnalysis(id, number));
  }

  draw() {
    const { answer } = this;
    const running = answer?.running;
    const looks = running ? 'running' : answer && !this.again ? 'done' : 'form';
    if (looks !== this.looks || looks !== 'form') put(this.head, this[looks]());
    this.looks = looks;
    this.element.classList.toggle('with-curve', this.known.size > 0);
    const names = ['P1', 'P2'].map((seat) => nameOf(this.viewer.board, seat));
    drawCurve(this.curve, [...this.known.values()], this.viewer.duel.moves, names, (at) => this.viewer.stepper.to(at));
    pointCurve(this.curve, this.viewer.at, this.viewer.duel.moves.length);
  }

  form() {
    const field = botField(this.viewer.setup, 'Bot', {
      name: 'analysis-bot',
      value: this.bot,
      oninput: (event) => {
        this.bot = event.target.value;
      },
    });
    return h(
      'form',
      {
        class: 'analysis-form',
        onsubmit: (event) => {
          event.preventDefault();
          this.start();
        },
      },
      field,
      h('button', { type: 'submit', class: 'button primary', 'data-testid': 'analyse' }, 'Analyse'),
    );
  }

  running() {
    const { done, of } = this.answer;
    return [
      progress(done, of, 'Moves looked at'),
      h('button', { class: 'button low', 'data-testid': 'stop', onclick: () => this.stop() }, 'Stop'),
    ];
  }

  done() {
    const counts = (seat) => {
      const marks = [...this.known.values()].filter((move) => this.viewer.duel.moves[move.at]?.player === seat);
      const count = (mark) => marks.filter((move) => move.mark === mark).length;
      return `${count('inaccuracy')} · ${count('mistake')} · ${count('blunder')}`;
    };
    const some = [...this.known.values()].some((move) => GRAVE.includes(move.mark));
    const title = 'Inaccuracies, mistakes and blunders';
    return [
      h(
        'span',
        { class: 'analysis-counts small-text', title },
        h('span', { class: 'hidden' }, `${title}: `),
        ['P1', 'P2'].map((seat) =>
          h(
            'span',
            null,
            h('i', { class: `seat-dot ${seat}` }),
            h('span', { class: 'hidden' }, `${seat} `),
            counts(seat),
          ),
        ),
      ),
      h(
        'button',
        { class: 'button low', 'data-testid': 'next-mistake', disabled: !some, title: 'n', onclick: () => this.next() },
        'Next mistake',
      ),
      h(
        'button',
        {
          class: 'icon-button',
          'aria-label': 'Analyse again',
          title: `${this.answer.bot}; analyse again`,
          onclick: () => {
            this.again = true;
            this.draw();
          },
        },
        '↻',
      ),
    ];
  }

  /** Goes to the next mistake or blunder, from the last one round to the first. */
  next() {
    const all = [...this.known.values()].filter((move) => GRAVE.includes(move.mark)).map((move) => move.at);
    const at = all.find((one) => one > this.viewer.at) ?? all[0];
    if (at !== undefined) this.viewer.stepper.to(at);
  }

  point(at) {
    pointCurve(this.curve, at, this.viewer.duel.moves.length);
  }

  close() {
    this.closed = true;
    this.stopLooking?.();
  }
}
