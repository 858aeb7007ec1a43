// The moves of a duel as a list, turn by turn; with the marks of an analysis.

import { h, put } from './dom.js';
import { nameOf } from './places.js';

export const MARKS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export class Moves {
  constructor(board, duel, go) {
    Object.assign(this, { board, duel, go, all: false, rows: new Map() });
    this.list = h('ol', { id: 'moves', class: 'moves', 'aria-label': 'Moves', tabindex: 0 });
    this.list.addEventListener('click', (event) => {
      const row = event.target.closest('[data-move]');
      if (row) go(Number(row.dataset.move));
    });
    const some = duel.moves.some((move) => move.choices < 2);
    this.element = h(
      'section',
      { class: 'moves-panel panel', 'aria-label': 'Moves' },
      h(
        'div',
        { class: 'panel-head' },
        h('h2', null, 'Moves'),
        some
          ? h(
              'label',
              { class: 'check' },
              h('input', {
                type: 'checkbox',
                onchange: (event) => {
                  this.all = event.target.checked;
                  this.draw();
                },
              }),
              'with those without a choice',
            )
          : null,
      ),
      this.list,
    );
    this.draw();
  }

  draw() {
    this.rows.clear();
    let turn = null;
    const items = [];
    for (const move of this.duel.moves) {
      if (!this.all && move.choices < 2) continue;
      if (move.turn !== turn) items.push(this.head(move));
      turn = move.turn;
      const row = this.row(move);
      this.rows.set(move.at, row);
      items.push(h('li', null, row));
    }
    const end = h(
      'button',
      { class: 'move end', tabindex: -1, 'data-move': this.duel.moves.length },
      this.duel.over?.text ?? 'The record ends here.',
    );
    this.rows.set(this.duel.moves.length, end);
    put(this.list, items, h('li', null, end));
    if (this.told) this.mark(this.told);
    if (this.at !== undefined) this.point(this.at);
  }

  head(move) {
    // Whose turn it is, is said by the log; the first to move in it is only mostly the same.
    const line = this.duel.log.find((one) => one.kind === 'turn' && one.text.startsWith(`Turn ${move.turn},`));
    return h('li', { class: 'moves-turn' }, line?.text ?? `Turn ${move.turn}`);
  }

  row(move) {
    const quiet = ['pass', 'end', 'done', 'no'].includes(move.words);
    return h(
      'button',
      {
        class: `move${quiet ? ' quiet-move' : ''}`,
        tabindex: -1,
        'data-move': move.at,
        title: `${nameOf(this.board, move.player)}, ${move.phase}`,
      },
      h('i', { class: `seat-dot ${move.player}`, 'aria-hidden': 'true' }),
      h('span', { class: 'hidden' }, `${nameOf(this.board, move.player)}: `),
      h('span', { class: 'move-words' }, move.words),
      h('span', { class: 'move-mark' }),
    );
  }

  /** Shows which move is made in a state; of one that is not listed the one before it. */
  point(at) {
    this.at = at;
    this.current?.classList.remove('current');
    this.current?.removeAttribute('aria-current');
    if (this.current) this.current.tabIndex = -1;
    let near = at;
    while (near > 0 && !this.rows.has(near)) near -= 1;
    this.current = this.rows.get(near) ?? this.rows.values().next().value;
    this.current.tabIndex = 0;
    this.current.classList.add('current');
    this.current.setAttribute('aria-current', 'step');
    // Only the list scrolls, never the page.
    const { list, current } = this;
    const top = current.offsetTop;
    if (top < list.scrollTop + 30 || top + 48 > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 2;
  }

  /** Writes the marks; `told(at)` is what the analysis says to a move. */
  mark(told) {
    this.told = told;
    for (const [at, row] of this.rows) {
      const mark = told(at)?.mark;
      const place = row.querySelector('.move-mark');
      if (!place) continue;
      row.classList.remove('inaccuracy', 'mistake', 'blunder');
      if (mark) row.classList.add(mark);
      put(
        place,
        mark ? [h('span', { 'aria-hidden': 'true' }, MARKS[mark]), h('span', { class: 'hidden' }, mark)] : null,
      );
    }
  }
}
