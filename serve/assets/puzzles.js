// The course: puzzles in order, and which of them were solved here.

import { h, put } from './dom.js';
import { api } from './api.js';
import { pageHead, showProblem } from './page.js';
import { solvedPuzzles } from './puzzle-task.js';

export function showPuzzles(page) {
  const shown = { closed: false, playing: false, close: () => (shown.closed = true) };
  const show = async () => {
    try {
      const { puzzles } = await api.puzzles();
      if (shown.closed) return;
      document.title = 'Puzzles · Duelfish';
      put(page, content(puzzles));
    } catch (error) {
      if (!shown.closed) showProblem(page, error, { retry: show });
    }
  };
  show();
  return shown;
}

/** What a puzzle asks. Its `about` tells the solution, so it is only shown with that. */
export const taskOf = (puzzle) => (puzzle.kind === 'position' ? 'A position to play.' : 'Can you win in this turn?');

/** The names of puzzles without a win end in why there is none: that would tell it. */
export const titleOf = (puzzle) => puzzle.name.replace(/ (short|stopped)$/, '');

function content(puzzles) {
  const solved = solvedPuzzles();
  const done = puzzles.filter((puzzle) => solved.has(puzzle.id)).length;
  const next = puzzles.find((puzzle) => !solved.has(puzzle.id)) ?? puzzles[0];
  return h(
    'div',
    { class: 'home' },
    pageHead(
      'Puzzles',
      'Is there a win in this turn? In most there is; in some you must see that there is none.',
      h('a', { class: 'button', href: '#/editor', 'data-testid': 'editor' }, 'Position editor'),
      next
        ? h(
            'a',
            { class: 'button primary', href: hrefOf(next), 'data-testid': 'next-puzzle' },
            done ? 'Go on' : 'Begin',
          )
        : null,
    ),
    h(
      'p',
      { class: 'course' },
      h('progress', { max: Math.max(1, puzzles.length), value: done, 'aria-label': 'Solved' }),
      h('span', { class: 'dim' }, `${done} of ${puzzles.length} solved`),
    ),
    h(
      'ol',
      { class: 'puzzle-list', 'aria-label': 'Puzzles' },
      puzzles.map((puzzle, index) => {
        const is = solved.has(puzzle.id);
        return h(
          'li',
          { 'data-puzzle': puzzle.id },
          h(
            'a',
            { href: hrefOf(puzzle), class: is ? 'solved' : '' },
            h('span', { class: 'puzzle-number' }, is ? '✓' : index + 1),
            h('span', null, titleOf(puzzle), is ? h('span', { class: 'hidden' }, ' (solved)') : null),
          ),
        );
      }),
    ),
  );
}

const hrefOf = (puzzle) => `#/puzzle/${encodeURIComponent(puzzle.id)}`;
