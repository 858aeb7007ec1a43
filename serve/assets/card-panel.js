// What a card is and does: beside the table, or as a sheet on a narrow page.

import { dialog, h, put } from './dom.js';
import { factsOf, learn } from './api.js';
import { face } from './face.js';

const narrow = matchMedia('(max-width: 900px)');

export class CardPanel {
  constructor(duel, advice = 'Lit cards can act: click one, or move with the arrow keys and press Enter.') {
    Object.assign(this, { duel, advice });
    this.body = h('div', { class: 'card-panel-body', tabindex: 0 });
    this.element = h('aside', { class: 'card-panel panel', 'aria-label': 'Card' }, this.body);
    this.clear();
  }

  clear() {
    put(
      this.body,
      h(
        'div',
        { class: 'card-panel-empty' },
        h('p', null, 'Point at a card to read it here.'),
        h('p', { class: 'dim' }, this.advice),
      ),
    );
  }

  /** Shows a card in the panel. */
  async show(name, live = null) {
    this.wanted = name;
    if (!factsOf(name, this.duel.state.rules)) await learn([name], this.duel.state.rules).catch(() => {});
    if (this.wanted !== name) return;
    put(this.body, this.content(name, live));
    this.body.scrollTop = 0;
  }

  /** Shows it where the user surely sees it. */
  async read(name, live = null) {
    await this.show(name, live);
    if (narrow.matches)
      dialog({
        title: name,
        className: 'sheet',
        body: h('div', { class: 'card-panel-body' }, this.content(name, live, false)),
      });
    else this.body.focus({ preventScroll: true });
  }

  content(name, live, titled = true) {
    const facts = factsOf(name, this.duel.state.rules);
    if (!facts)
      return [titled ? h('h2', null, name) : null, h('p', { class: 'dim' }, 'Nothing more is known of this card.')];
    const rows = [];
    const row = (label, value) => {
      if (value !== undefined && value !== null && value !== '')
        rows.push(h('div', null, h('dt', null, label), h('dd', null, value)));
    };
    row('Attribute', facts.attribute);
    row('Type', facts.type);
    row('Level', facts.level);
    row('Rank', facts.rank);
    row('Link', facts.link);
    row('Scale', facts.scale);
    if (facts.kind.includes('Monster')) row('ATK', stat(facts.atk ?? '?', live?.atk));
    if (facts.kind.includes('Monster') && !facts.link) row('DEF', stat(facts.def ?? '?', live?.def));
    const now = [];
    if (live?.materials?.length) now.push(`Materials: ${live.materials.join(', ')}`);
    if (live?.counters) now.push(`${live.counters} counters`);
    if (live?.negated) now.push('Its effects are negated.');
    if (live?.equipped_to) now.push(`Equipped to ${live.equipped_to}`);
    return [
      h(
        'div',
        { class: 'card-panel-head' },
        face(name, facts, { pics: this.duel.pics }),
        h('div', null, titled ? h('h2', null, name) : null, h('p', { class: 'dim' }, facts.kind)),
      ),
      h('dl', { class: 'card-facts' }, rows),
      now.map((text) => h('p', { class: 'card-now' }, text)),
      facts.lines?.length
        ? h('div', { class: 'card-lines' }, facts.lines.map(textLine))
        : h('p', { class: 'dim' }, 'It has no effect.'),
      facts.supported === false ? h('p', { class: 'problem' }, 'This card can’t be played yet.') : null,
    ];
  }
}

/** `1800`, or `2300 (printed 1800)`. */
function stat(printed, now) {
  if (now === undefined || now === null || now === printed) return String(printed);
  return [h('b', { class: now > printed ? 'up' : 'down' }, now), h('small', null, ` printed ${printed}`)];
}

/** A line of an effect; what stands before a colon at the start of its sentences is set off. */
function textLine(line) {
  const parts = line.split(/(?<=^|[.;] |: )((?:Cost|Effect|Needs|At activation|Activation)(?=[:, ]))/);
  return h(
    'p',
    null,
    parts.map((part) => (/^(Cost|Effect|Needs|At activation|Activation)$/.test(part) ? h('b', null, part) : part)),
  );
}
