// The curve of the chance to win over the moves of a duel, as an area; in words too.

import { put, svg } from './dom.js';
import { MARKS } from './moves.js';

const HIGH = 100;

/** Draws it for the moves that were looked at; `go(at)` is called where it is clicked. */
export function drawCurve(place, told, moves, names, go) {
  const last = Math.max(1, moves.length);
  if (!told.length) return void put(place);
  const points = [...told].sort((a, b) => a.at - b.at).map((move) => [move.at, HIGH * (1 - move.chance), move]);
  const path = points.map(([x, y]) => `${x} ${y.toFixed(1)}`).join('L');
  const [from, to] = [points[0][0], points.at(-1)[0]];
  // A line of no length with round ends is a dot that stays round however wide the curve is.
  const dot = ([x, y, move]) => svg('path', { class: `curve-dot ${move.mark}`, d: `M${x} ${y.toFixed(1)}h0` });
  const drawing = svg(
    'svg',
    {
      viewBox: `0 0 ${last} ${HIGH}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': words(points, moves, names),
    },
    svg('rect', { class: 'curve-ground', width: last, height: HIGH }),
    svg('path', { class: 'curve-area', d: `M${from} ${HIGH}L${path}L${to} ${HIGH}Z` }),
    turnsOf(moves).map((x) => svg('path', { class: 'curve-turn', d: `M${x} 0V${HIGH}` })),
    svg('path', { class: 'curve-half', d: `M0 ${HIGH / 2}H${last}` }),
    svg('path', { class: 'curve-line', d: `M${path}` }),
    points.filter(([, , move]) => move.mark === 'mistake' || move.mark === 'blunder').map(dot),
    svg('path', { class: 'curve-now' }),
  );
  drawing.addEventListener('click', (event) => {
    const box = drawing.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * last));
  });
  put(place, drawing);
}

/** Moves the line of the current state. */
export function pointCurve(place, at, last) {
  const x = Math.max(0.001, Math.min(Math.max(1, last), at));
  place.querySelector('.curve-now')?.setAttribute('d', `M${x} 0V${HIGH}`);
}

/** Where turns begin. */
const turnsOf = (moves) =>
  moves.filter((move, index) => index && move.turn !== moves[index - 1].turn).map((move) => move.at);

function words(points, moves, [first]) {
  const part = (value) => `${Math.round(value * 100)}%`;
  const chances = points.map(([, , move]) => move.chance);
  const grave = points
    .filter(([, , move]) => move.mark && MARKS[move.mark] !== '?!')
    .map(([at, , move]) => `${move.mark} in turn ${moves[at]?.turn}: ${moves[at]?.words}`);
  return [
    `The chance of ${first} to win, move by move.`,
    `It begins at ${part(chances[0])} and ends at ${part(chances.at(-1))};`,
    `least ${part(Math.min(...chances))}, most ${part(Math.max(...chances))}.`,
    grave.length ? `${grave.slice(0, 12).join('; ')}.` : 'There is no mistake in it.',
  ].join(' ');
}
