// What happens at this moment: a line in the middle of the table, the Chain with its links, and the arrow of an attack.

import { h, put, svg } from './dom.js';
import { learn } from './api.js';
import { pace } from './settings.js';
import { keyOf, namesIn, otherSeat, zoneIndex } from './places.js';
import { phaseStrip } from './phases.js';

/** How long a line is shown, in milliseconds; the others for less. */
const DELAY = { activate: 450, resolve: 450, attack: 550, damage: 350 };

export class Stage {
  constructor(duel) {
    this.duel = duel;
    this.caption = h('span', { class: 'stage-words' });
    this.links = h('ol', { class: 'stage-links', 'aria-label': 'Chain' });
    this.element = h('div', { class: 'stage' }, this.caption, this.links);
    this.told = [];
  }

  /** Shows what a seat saw just after a line of the log, for a moment. */
  async happen(line) {
    const { duel } = this;
    duel.log.add(line);
    this.tell(line);
    const looks = line.view ? JSON.stringify(line.view) : '';
    const still = looks === this.lastLooks && !DELAY[line.kind];
    this.lastLooks = looks || this.lastLooks;
    if (!line.view || still || duel.skipping || pace() === 0) return;
    await learn(namesIn(line.view), duel.state.rules).catch(() => {});
    duel.table.render(line.view, true);
    put(duel.strip, phaseStrip(duel, line.view));
    this.show(line.view, line);
    drawArrow(duel, line);
    await new Promise((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, (DELAY[line.kind] ?? 200) * pace());
    });
  }

  /** Says a line of the log; it stays readable until the next one. */
  tell(line) {
    this.caption.textContent = line?.text ?? '';
  }

  /** Shows a view's Chain, and a line of the log while it happens. */
  show(view, line = null) {
    const chain = view.chain ?? [];
    // While a Chain resolves the links that are done stay visible.
    if (chain.length > this.told.length) this.told = chain;
    if (!chain.length && line?.kind !== 'resolve') this.told = [];
    const resolving = line?.kind === 'resolve' ? line.link : null;
    this.element.classList.toggle('live', Boolean(line) || chain.length > 0);
    this.element.classList.toggle('chained', this.told.length > 0);
    put(
      this.links,
      this.told.map((link, index) => {
        const number = index + 1;
        const done = resolving ? number > resolving : number > chain.length;
        const kinds = [
          'chain-link',
          link.player === this.duel.me ? 'mine' : 'theirs',
          number === resolving && 'resolving',
          done && 'done',
        ];
        const name = link.card ?? 'a card';
        return h(
          'li',
          { class: kinds.filter(Boolean).join(' '), title: `Chain Link ${number}: ${name} (${link.from})` },
          h('b', null, number),
          h('span', null, name),
        );
      }),
    );
    this.links.lastElementChild?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }
}

/** Draws the arrow of an attack, or of an activation that has a target, over the table. */
export function drawArrow(duel, line) {
  clearAttack();
  const [from, to] = arrowOf(duel, line);
  const ends = [duel.table.find(from ?? ''), to ? duel.table.find(to) : null];
  if (!ends[0] || !ends[1]) return;
  const frame = duel.table.element.getBoundingClientRect();
  const [a, b] = ends.map((element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2 - frame.x, y: box.y + box.height / 2 - frame.y };
  });
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const point = (along, across) => `${a.x + ux * along - uy * across} ${a.y + uy * along + ux * across}`;
  const tip = length - 12;
  const shape = [
    point(14, 3),
    point(tip - 22, 6),
    point(tip - 26, 15),
    point(tip, 0),
    point(tip - 26, -15),
    point(tip - 22, -6),
    point(14, -3),
  ];
  duel.table.element.append(
    svg(
      'svg',
      { class: 'attack-arrow', 'aria-hidden': 'true', width: frame.width, height: frame.height },
      svg('path', { d: `M${shape.join('L')}Z` }),
    ),
  );
}

export function clearAttack() {
  document.querySelector('.attack-arrow')?.remove();
}

/** From where to where, as keys; a direct attack goes to the Life Points. */
function arrowOf(duel, line) {
  if (line.at && line.target) return [keyOf(line.at), keyOf(line.target)];
  if (line.kind !== 'attack') return [];
  if (line.at) return [keyOf(line.at), `${otherSeat(line.at.player)}:lp`];
  // A line of an older server says the zones only in its words, each in brackets.
  const zones = [...line.text.matchAll(/\(([^()]*?) ([ME]\d)\)/g)].map(([, owner, zone]) => {
    const numbered = owner.match(/^Player (\d)/)?.[1];
    const player = numbered ? `P${numbered}` : /^your$/i.test(owner) ? duel.me : otherSeat(duel.me);
    return { player, place: 'monster', index: zoneIndex(zone) };
  });
  if (!zones.length) return [];
  return [keyOf(zones[0]), zones[1] ? keyOf(zones[1]) : `${otherSeat(zones[0].player)}:lp`];
}
