// A puzzle that is played as a duel: what the task is, and whether it was done.

import { h, put } from './dom.js';

const KEY = 'duelfish.puzzle.';
const SOLVED = 'duelfish.solved';

/** The puzzles that were solved in this browser. */
export function solvedPuzzles() {
  try {
    return new Set(JSON.parse(localStorage.getItem(SOLVED) ?? '[]'));
  } catch {
    return new Set();
  }
}

export function markSolved(id) {
  try {
    localStorage.setItem(SOLVED, JSON.stringify([...solvedPuzzles().add(id)]));
  } catch {
    /* Then the course does not remember it. */
  }
}

/** Keeps which puzzle a session plays: `{ puzzle, name, next, seat, turn }`. */
export function rememberTask(session, task) {
  try {
    localStorage.setItem(KEY + session, JSON.stringify(task));
  } catch {
    /* Then it is a duel like any other. */
  }
}

export function taskOfSession(session) {
  try {
    return JSON.parse(localStorage.getItem(KEY + session) ?? 'null');
  } catch {
    return null;
  }
}

export class PuzzleTask {
  constructor(duel) {
    this.duel = duel;
    this.element = h('div', { class: 'task panel', role: 'status', hidden: true });
    this.task = taskOfSession(duel.id);
  }

  /** Looks whether the newest state ends the puzzle. */
  look() {
    const { task } = this;
    if (!task) return;
    const { view, over, undo } = this.duel.state;
    const inTime = view.turn === task.turn;
    const won = inTime && over?.winner === task.seat;
    if (won) markSolved(task.puzzle);
    const words = won
      ? 'Solved: you won in this turn.'
      : over || !inTime
        ? `Not solved: the turn went by without a win. ${undo ? 'Undo, or look' : 'Look'} at the puzzle again.`
        : 'Puzzle: win in this turn.';
    this.element.hidden = false;
    this.element.className = `task panel${won ? ' good' : over || !inTime ? ' bad' : ''}`;
    put(
      this.element,
      h('p', null, h('b', null, task.name), h('br'), words),
      h(
        'a',
        { class: 'quiet', href: `#/puzzle/${encodeURIComponent((won && task.next) || task.puzzle)}` },
        won && task.next ? 'Next puzzle' : 'Puzzle',
      ),
    );
  }
}
