// One puzzle: its position, playing it, saying that there is no win, and the solution.

import { confirmed, h, notice, put } from './dom.js';
import { api } from './api.js';
import { openKeys } from './keys.js';
import { Board } from './board.js';
import { listenForZones } from './stepper.js';
import { Solver } from './solver.js';
import { showProblem } from './page.js';
import { begin } from './result.js';
import { taskOf, titleOf } from './puzzles.js';
import { markSolved, rememberTask, solvedPuzzles } from './puzzle-task.js';
import { keepText, rulesOf } from './position-text.js';

const RIVAL = 'mcts';

export class Puzzle {
  constructor(page, setup, id) {
    Object.assign(this, { page, setup, id, playing: false });
    this.start();
  }

  async start() {
    try {
      const [puzzle, { puzzles }] = await Promise.all([api.puzzle(this.id), api.puzzles()]);
      const at = puzzles.findIndex((one) => one.id === this.id);
      Object.assign(this, { puzzle, number: at + 1, before: puzzles[at - 1], after: puzzles[at + 1] });
      this.position = await api.readPosition(puzzle.text);
      if (this.position.error) throw new Error(this.position.error.what);
    } catch (error) {
      if (!this.closed)
        showProblem(this.page, error, {
          gone: 'This puzzle is not there',
          href: '#/puzzles',
          retry: () => this.start(),
        });
      return;
    }
    if (this.closed) return;
    this.build();
  }

  build() {
    const { puzzle, position, setup } = this;
    this.seat = position.turn_player ?? 'P1';
    this.board = new Board({
      pics: setup.pics,
      rules: position.rules ?? rulesOf(position.text),
      players: this.players(),
    });
    // All cards are shown, and yet one of the sides is the reader's.
    this.board.state.own = this.seat;
    this.board.me = this.seat;
    this.board.table.build(this.seat);
    this.solver = new Solver({
      text: () => puzzle.text,
      start: () => position.view,
      show: (view, step) => this.board.show(view, { line: step && { text: step.words, kind: 'event' }, lively: true }),
      words: puzzle.kind === 'position' ? 'Is there a win?' : 'Show the solution',
    });
    const solve = this.solver.solve.bind(this.solver);
    this.solver.solve = async () => {
      const spoils = puzzle.kind !== 'position' && !solvedPuzzles().has(this.id);
      if (!spoils || (await confirmed('Show the solution?', 'You can still play the puzzle afterwards.', 'Show it'))) {
        this.reveal();
        await solve();
      }
    };
    this.verdict = h('div', { 'aria-live': 'polite', class: 'puzzle-verdict' });
    this.stopZones = listenForZones(this.board, () => openKeys('puzzle'));
    document.title = `${titleOf(puzzle)} · Duelfish`;
    put(
      this.page,
      h(
        'div',
        { class: 'duel viewer puzzle-page', 'data-testid': 'puzzle' },
        this.board.cards.element,
        this.board.table.element,
        h('div', { class: 'side' }, this.board.strip, this.panel()),
      ),
    );
    this.board.show(position.view);
    if (solvedPuzzles().has(this.id)) this.say('Solved.', 'good');
  }

  /** The one who is to win is the reader. */
  players() {
    const name = (seat) => (seat === this.position.turn_player ? 'You' : 'The opponent');
    return { P1: { who: '', name: name('P1'), deck: '' }, P2: { who: '', name: name('P2'), deck: '' } };
  }

  panel() {
    const { puzzle, before, after } = this;
    const link = (one, words) =>
      one
        ? h('a', { class: 'tool', href: `#/puzzle/${encodeURIComponent(one.id)}`, title: titleOf(one) }, words)
        : h('span', { class: 'tool off' }, words);
    return h(
      'section',
      { class: 'panel puzzle-panel', 'aria-label': 'Puzzle' },
      h('p', { class: 'dim small-text' }, this.number ? `Puzzle ${this.number}` : 'Puzzle'),
      h('h1', null, titleOf(puzzle)),
      h('p', { class: 'question' }, taskOf(puzzle)),
      h(
        'div',
        { class: 'answers' },
        h(
          'button',
          { class: 'button primary', 'data-testid': 'play-puzzle', onclick: (event) => this.play(event.target) },
          'Play it',
        ),
        puzzle.kind === 'position'
          ? null
          : h('button', { class: 'button', 'data-testid': 'no-win', onclick: () => this.deny() }, 'There is no win'),
      ),
      this.verdict,
      this.solver.element,
      h(
        'div',
        { class: 'tools' },
        link(before, 'Previous'),
        h(
          'button',
          {
            class: 'tool',
            'data-testid': 'to-editor',
            onclick: () => {
              // The comment above a puzzle tells its answer.
              keepText(puzzle.text.replace(/^# *(win|no win):.*\n/, ''));
              location.hash = '#/editor';
            },
          },
          'Open in the editor',
        ),
        link(after, 'Next'),
      ),
    );
  }

  say(words, kind) {
    put(this.verdict, h('p', { class: `verdict ${kind}` }, words));
  }

  /** What the puzzle is about gives the answer away. */
  reveal() {
    const about = this.puzzle.about?.replace(/^(win|none|no win|position): */i, '');
    put(this.verdict, about && about !== this.puzzle.name ? h('p', { class: 'dim' }, about) : null);
  }

  deny() {
    if (this.puzzle.kind !== 'none') return this.say('There is one. Look again.', 'bad');
    markSolved(this.id);
    this.say('Right: there is none.', 'good');
  }

  async play(button) {
    button.disabled = true;
    const { puzzle, position, seat } = this;
    try {
      const players = seat === 'P1' ? ['person', RIVAL] : [RIVAL, 'person'];
      const id = await begin({ position: puzzle.text, players });
      // The page changes only after this, so the duel finds its task.
      if (puzzle.kind !== 'position')
        rememberTask(id, {
          puzzle: this.id,
          name: titleOf(puzzle),
          next: this.after?.id,
          seat,
          turn: position.view.turn,
        });
    } catch (error) {
      notice(error.message);
      button.disabled = false;
    }
  }

  close() {
    this.closed = true;
    this.solver?.close();
    this.stopZones?.();
    document.title = 'Duelfish';
  }
}
