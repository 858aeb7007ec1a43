// Finds a card by a part of its name, to be put on the table: the card in the hand of the editor.

import { h, notice, put } from './dom.js';
import { api, factsOf, learn } from './api.js';
import { summary } from './face.js';
import { segments } from './page.js';

const MONSTER_WAYS = [
  ['attack', 'Attack'],
  ['defense', 'Defense'],
  ['set', 'Set'],
];
const SPELL_WAYS = [
  ['up', 'Face-up'],
  ['down', 'Set'],
];

export class CardSearch {
  /** `rules()` names the rules; `look(name)` shows a card. */
  constructor({ rules, look }) {
    Object.assign(this, { rules, look, chosen: null, ways: { monster: 'attack', spell: 'down' } });
    this.input = h('input', {
      type: 'search',
      placeholder: 'Search a card to put down',
      'aria-label': 'Search a card',
      autocomplete: 'off',
      'data-testid': 'card-search',
      oninput: () => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.search(), 150);
      },
      onkeydown: (event) => this.key(event),
    });
    this.list = h('ul', { class: 'list found-cards', 'aria-label': 'Found cards' });
    this.hand = h('div', { class: 'held', 'aria-live': 'polite' });
    this.element = h(
      'section',
      { class: 'card-search panel', 'aria-label': 'Cards' },
      this.input,
      this.hand,
      this.list,
    );
    this.draw();
  }

  get isMonster() {
    return Boolean(factsOf(this.chosen, this.rules())?.kind?.includes('Monster'));
  }

  /** How the chosen card is to lie in a zone. */
  wayFor(place) {
    return this.ways[place === 'monster' ? 'monster' : 'spell'];
  }

  async search() {
    const part = this.input.value.trim();
    const asked = (this.asked = {});
    if (part.length < 2) return void put(this.list);
    try {
      const { names, more } = await api.findCards(part);
      await learn(names, this.rules());
      if (asked !== this.asked) return;
      // First what can be played and begins with the words.
      const rank = (name) =>
        (factsOf(name, this.rules())?.supported === false ? 2 : 0) +
        (name.toLowerCase().startsWith(part.toLowerCase()) ? 0 : 1);
      names.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
      put(
        this.list,
        names.map((name) => this.row(name)),
        names.length ? null : h('li', { class: 'dim list-none' }, 'No card has this in its name.'),
        more ? h('li', { class: 'dim list-none' }, `And ${more} more.`) : null,
      );
    } catch (error) {
      notice(error.message);
    }
  }

  row(name) {
    const facts = factsOf(name, this.rules());
    return h(
      'li',
      null,
      h(
        'button',
        {
          class: `list-row frame-${facts?.frame ?? 'none'}`,
          onclick: () => this.choose(name),
          onpointerenter: () => this.look(name),
          onfocus: () => this.look(name),
        },
        h('i', { class: 'swatch', 'aria-hidden': 'true' }),
        h(
          'span',
          { class: 'list-words' },
          h('b', null, name),
          h('small', null, facts?.supported === false ? 'can’t be played yet' : summary(facts)),
        ),
      ),
    );
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' || step === 1) {
      const first = this.list.querySelector('button');
      if (!first) return;
      event.preventDefault();
      if (event.key === 'Enter') first.click();
      else first.focus();
    }
  }

  choose(name) {
    this.chosen = name;
    this.draw();
    this.onchoose?.();
  }

  draw() {
    const { chosen } = this;
    if (!chosen) {
      put(
        this.hand,
        h(
          'p',
          { class: 'dim small-text' },
          'Then click a zone, a pile or a hand. Without a card, a click changes what lies there.',
        ),
      );
      return;
    }
    const group = this.isMonster ? 'monster' : 'spell';
    put(
      this.hand,
      h(
        'div',
        { class: 'held-card' },
        h('b', null, chosen),
        h(
          'button',
          { class: 'quiet', title: 'Escape', 'data-testid': 'put-down', onclick: () => this.choose(null) },
          'Put away',
        ),
      ),
      segments(
        'How it lies in a zone',
        'way',
        group === 'monster' ? MONSTER_WAYS : SPELL_WAYS,
        this.ways[group],
        (way) => {
          this.ways[group] = way;
        },
      ),
    );
  }
}
