// Draws cards: a face from the facts and from how the card is now, or a back.

import { h, svg } from './dom.js';

/**
 * The front of a card. `live` is its entry of the view, if it lies on the field; `turned` says that it belongs
 * to the player on the other side, whose Link Arrows point the other way.
 */
export function face(name, facts, { live = null, turned = false, pics = false } = {}) {
  const monster = facts && facts.kind?.includes('Monster');
  const sideways = live?.position === 'defense';
  const inPendulumZone = live?.scale !== null && live?.scale !== undefined;
  const kinds = [
    'card',
    `frame-${facts?.frame ?? 'unknown'}`,
    facts?.pendulum && 'pendulum',
    sideways && 'sideways',
    live?.negated && 'negated',
  ];
  const card = h(
    'div',
    { class: kinds.filter(Boolean).join(' ') },
    h('div', { class: `card-name${fit(name, sideways, facts?.link)}` }, name),
    h('div', { class: 'card-mark', 'aria-hidden': 'true' }, mark(facts)),
    h(
      'div',
      { class: 'card-line' },
      monster
        ? [rating(facts, live), h('span', { class: 'card-type' }, facts.type)]
        : h('span', { class: 'card-type' }, kindOfSpell(facts)),
    ),
  );
  if (monster && !inPendulumZone) card.append(stats(facts, live));
  if (inPendulumZone) card.append(h('div', { class: 'card-stats scale' }, h('b', null, `Scale ${live.scale}`)));
  if (facts?.arrows) card.append(...arrows(facts.arrows, turned));
  if (pics && facts?.passcode) card.append(picture(card, facts.passcode));
  if (live) card.append(badges(live));
  return card;
}

/** Long words get smaller letters, so that they are not broken. */
function fit(name, sideways, link) {
  const longest = Math.max(...name.split(/[ -]/).map((word) => word.length)) - (sideways ? 4 : 0) + (link ? 3 : 0);
  return (longest > 11 ? ' longer' : longest > 7 ? ' long' : '') + (sideways && name.length > 15 ? ' two-lines' : '');
}

/** The back of a card; of the own ones that lie face-down the name is told. */
export function back({ name = null, sideways = false } = {}) {
  return h(
    'div',
    { class: `card back${sideways ? ' sideways' : ''}` },
    name ? h('div', { class: `back-name${fit(name, sideways)}` }, name) : null,
  );
}

/** What the symbols of a card say, in one line of words. */
export function summary(facts, live = null) {
  if (!facts) return '';
  if (!facts.kind?.includes('Monster')) return facts.kind;
  const rated = facts.link
    ? `Link ${facts.link}`
    : facts.rank
      ? `Rank ${facts.rank}`
      : facts.level !== undefined
        ? `Level ${facts.level}`
        : '';
  const atk = live?.atk ?? facts.atk ?? '?';
  const def = live?.def ?? facts.def ?? '?';
  return [
    rated,
    facts.attribute,
    facts.type,
    facts.link ? `ATK ${atk}` : `${atk}/${def}`,
    facts.pendulum && `Scale ${facts.scale}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function rating(facts, live) {
  const printed = facts.link ?? facts.rank ?? facts.level;
  if (!printed) return null;
  const now = live && !facts.link && live.level ? live.level : printed;
  const sign = facts.link ? 'L' : facts.rank ? 'R' : '★';
  return h('span', { class: `card-level${now === printed ? '' : ' changed'}` }, `${sign}${now}`);
}

function stats(facts, live) {
  const one = (name, printed, main) => {
    const now = live?.[name] ?? printed;
    const change = live && typeof printed === 'number' && typeof now === 'number' ? Math.sign(now - printed) : 0;
    return h('b', { class: ['', 'up', 'down'].at(change) + (main ? ' main' : '') }, now ?? '?');
  };
  const defends = live?.position === 'defense';
  return h(
    'div',
    { class: `card-stats${facts.link ? ' scale' : ''}` },
    one('atk', facts.atk, !defends),
    facts.link ? null : one('def', facts.def, defends),
  );
}

function badges(live) {
  const badge = (kind, text, title) => h('span', { class: `badge ${kind}`, title }, text);
  return h(
    'div',
    { class: 'card-badges' },
    live.counters ? badge('counters', live.counters, `${live.counters} counters`) : null,
    live.materials?.length ? badge('materials', live.materials.length, `${live.materials.length} materials`) : null,
    live.negated ? badge('no', '∅', 'Its effects are negated') : null,
  );
}

const ARROWS = ['top-left', 'top', 'top-right', 'left', 'right', 'bottom-left', 'bottom', 'bottom-right'];

function arrows(lit, turned) {
  return ARROWS.map((arrow, index) => {
    const place = turned ? ARROWS[7 - index] : arrow;
    return h('i', { class: `arrow ${place}${lit.includes(arrow) ? ' lit' : ''}` });
  });
}

function picture(card, passcode) {
  // The numbers stay on top of the picture, and without a picture the drawn face stays.
  const image = h('img', { class: 'card-picture', src: `/pics/${passcode}`, alt: '', draggable: 'false' });
  image.addEventListener('load', () => card.classList.add('has-picture'));
  image.addEventListener('error', () => image.remove());
  return image;
}

const kindOfSpell = (facts) => {
  if (!facts) return '';
  const words = {
    'quick-play': 'Quick-Play',
    continuous: 'Continuous',
    equip: 'Equip',
    field: 'Field',
    ritual: 'Ritual',
    counter: 'Counter',
  };
  return words[facts.property] ?? (facts.frame === 'trap' ? 'Trap' : 'Spell');
};

// Symbols in a square of 16 by 16.
const MARKS = {
  DARK: 'M10.5 1.8A6.6 6.6 0 1 0 14.4 10 5.6 5.6 0 0 1 10.5 1.8z',
  LIGHT: 'M8 0l1.5 4.3L13.7 2.3l-2 4.2L16 8l-4.3 1.5 2 4.2-4.2-2L8 16l-1.5-4.3-4.2 2 2-4.2L0 8l4.3-1.5-2-4.2 4.2 2z',
  EARTH: 'M0 14L6 3l3.2 5.6L11 6l5 8z',
  WATER: 'M8 .8c3 4 5 6.3 5 9.2A5 5 0 0 1 3 10C3 7.1 5 4.8 8 .8z',
  FIRE: 'M8.5.5c.5 3.5 4.5 5 4.5 9.3a5 5 0 0 1-10 .2C3 7.5 4.5 6.5 5 4.5c1 .8 1.5 1.7 1.6 2.8C8 5.8 8.8 3.5 8.5.5z',
  WIND: 'M1 5.2h8.2a1.9 1.9 0 1 0-1.8-2.5L5.8 2.2A3.6 3.6 0 1 1 9.2 6.9H1zM1 8.3h11a2.9 2.9 0 1 1-2.8 3.8l1.6-.5A1.2 1.2 0 1 0 12 10H1zM1 11.3h5.5V13H1z',
  DIVINE: 'M8 0l2.3 5.4 5.7.5-4.3 3.8L13 15.5 8 12.4 3 15.5l1.3-5.8L0 5.9l5.7-.5z',
  normal: 'M8 1.5l1.6 4.9L14.5 8l-4.9 1.6L8 14.5l-1.6-4.9L1.5 8l4.9-1.6z',
  'quick-play': 'M9.5 0L3 9h4l-1.5 7L13 6.5H8.6z',
  continuous:
    'M4.3 4.5C7 4.5 9 9.5 11.7 9.5a1.6 1.6 0 0 0 0-3.1C9 6.4 7 11.5 4.3 11.5a3.5 3.5 0 0 1 0-7zm0 2a1.5 1.5 0 0 0 0 3c.9 0 1.7-.7 2.5-1.5-.8-.8-1.6-1.5-2.5-1.5zm7.4-2a3.5 3.5 0 0 1 0 7c-1.3 0-2.3-.8-3.2-1.8l1.2-1.4c.7.7 1.3 1.2 2 1.2a1.5 1.5 0 0 0 0-3c-.7 0-1.3.5-2 1.2L8.5 6.3c.9-1 1.9-1.8 3.2-1.8z',
  equip: 'M6 1h4v5h5v4h-5v5H6v-5H1V6h5z',
  field:
    'M8 0l1.8 6.2L16 8l-6.2 1.8L8 16l-1.8-6.2L0 8l6.2-1.8zM3 3l3 1.5L4.5 6zM13 3l-1.5 3L10 4.5zM3 13l1.5-3L6 11.5zM13 13l-3-1.5 1.5-1.5z',
  ritual:
    'M8 1c1.8 2.2 2.8 3.2 2.8 4.8a2.8 2.8 0 0 1-5.6 0C5.2 4.2 6.2 3.2 8 1zM2 8.5h12c0 3-2 4.5-4.3 5L11 15.5H5l1.3-2C4 13 2 11.5 2 8.5z',
  counter: 'M6.5 2v3.2H10a4.5 4.5 0 0 1 0 9H4v-2.4h6a2.1 2.1 0 0 0 0-4.2H6.5V11L1 6.5z',
};

/** The symbol of an Attribute or of a kind of Spell or Trap. */
function mark(facts) {
  const key = facts?.attribute ?? facts?.property;
  if (!MARKS[key]) return null;
  return svg(
    'svg',
    { viewBox: '0 0 16 16', class: `mark mark-${key}`, focusable: 'false' },
    svg('path', { d: MARKS[key] }),
  );
}
