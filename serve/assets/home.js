// The first page: begin a duel, or go on with one.

import { confirmed, h, notice, put } from './dom.js';
import { api } from './api.js';
import { deckButton, takesDrop } from './deck-chooser.js';
import { begin } from './result.js';
import { ago } from './page.js';

const KEY = 'duelfish.form';

export function showHome(page, setup, watch = false) {
  const form = new Form(setup, watch);
  const saved = h('section', { class: 'saved', 'aria-label': 'Saved duels' });
  put(
    page,
    h(
      'div',
      { class: 'home' },
      h(
        'div',
        { class: 'home-head' },
        h('h1', null, watch ? 'Watch a duel' : 'New duel'),
        h('p', { class: 'dim' }, 'Two decks, and for each of them a person or a bot. The bots never see hidden cards.'),
      ),
      form.element,
      saved,
      h('footer', { class: 'dim' }, `Duelfish ${setup.version}`),
    ),
  );
  showSaved(saved);
  return { close() {}, playing: false };
}

/** What was chosen the last time, if the server still has it. */
function remembered(setup) {
  try {
    const wish = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const known = (deck) => deck.text || setup.decks.some((one) => one.id === deck.id);
    return wish && wish.sides.length === 2 && wish.sides.every((side) => known(side.deck)) ? wish : null;
  } catch {
    return null;
  }
}

class Form {
  constructor(setup, watch) {
    this.setup = setup;
    const find = (id, other) => setup.decks.find((deck) => deck.id === id) ?? setup.decks[other] ?? setup.decks[0];
    const old = remembered(setup);
    this.sides = old?.sides.map((side) => ({ ...side })) ?? [
      { deck: find('starter/yugi', 0), player: 'person', options: '' },
      { deck: find('starter/kaiba', 1), player: setup.bots[0]?.spec ?? 'mcts', options: '' },
    ];
    // Two bots play each other; whoever was a person the last time becomes the first of the bots.
    if (watch) for (const side of this.sides) if (side.player === 'person') side.player = setup.bots[0]?.spec ?? 'mcts';
    this.rules = null;
    this.first = old?.first ?? 'random';
    this.seed = '';
    this.places = [0, 1].map((index) =>
      h('section', { class: 'side-form', 'aria-label': index ? 'Second side' : 'First side' }),
    );
    this.more = h('div', { class: 'form-more' });
    this.play = h('button', { class: 'button primary big', type: 'submit', 'data-testid': 'play' }, 'Play');
    this.problem = h('p', { class: 'problem', role: 'alert' });
    this.element = h(
      'form',
      {
        class: 'new-duel',
        onsubmit: (event) => {
          event.preventDefault();
          this.submit();
        },
      },
      h(
        'div',
        { class: 'sides' },
        this.places[0],
        h('span', { class: 'versus', 'aria-hidden': 'true' }, 'vs'),
        this.places[1],
      ),
      this.more,
      h('div', { class: 'form-foot' }, this.play, this.problem),
    );
    this.render();
    for (const index of [0, 1])
      takesDrop(
        this.places[index],
        () => this.rulesNow(),
        (deck) => this.take(index, deck),
      );
  }

  /** The rules that are chosen, else those of the first deck. */
  rulesNow() {
    return this.rules ?? this.sides[0].deck.rules ?? this.sides[1].deck.rules ?? this.setup.rules[0]?.name ?? 'mr5';
  }

  take(index, deck) {
    this.sides[index].deck = deck;
    this.render();
  }

  render() {
    for (const index of [0, 1]) put(this.places[index], this.side(index));
    const { setup } = this;
    const now = this.rulesNow();
    const differ = this.rules === null && new Set(this.sides.map((side) => side.deck.rules).filter(Boolean)).size > 1;
    const people = this.sides.filter((side) => side.player === 'person').length;
    const name = (index) =>
      people === 1
        ? this.sides[index].player === 'person'
          ? 'Me'
          : 'The bot'
        : this.sides[index].deck.name + (this.sides[0].deck.name === this.sides[1].deck.name ? ` (${index + 1})` : '');
    put(
      this.more,
      h(
        'label',
        { class: 'field-label' },
        h('span', null, 'Rules'),
        h(
          'select',
          {
            name: 'rules',
            onchange: (event) => {
              this.rules = event.target.value;
              this.render();
            },
          },
          setup.rules.map((rule) =>
            h(
              'option',
              { value: rule.name, selected: rule.name === now },
              rule.words ? `${rule.name} – ${rule.words}` : rule.name,
            ),
          ),
        ),
        h(
          'small',
          { class: 'dim' },
          this.rules
            ? h(
                'button',
                {
                  class: 'link',
                  onclick: () => {
                    this.rules = null;
                    this.render();
                  },
                },
                'As the decks have them',
              )
            : differ
              ? 'The decks are of different formats; these are the rules of the first.'
              : 'As the decks have them',
        ),
      ),
      h(
        'fieldset',
        { class: 'field-label' },
        h('legend', null, 'Goes first'),
        h(
          'div',
          { class: 'segments' },
          [
            [1, name(0)],
            [2, name(1)],
            ['random', 'Random'],
          ].map(([value, text]) =>
            h(
              'label',
              { class: 'segment' },
              h('input', {
                type: 'radio',
                name: 'first',
                value,
                checked: this.first === value,
                onchange: () => {
                  this.first = value;
                },
              }),
              h('span', null, text),
            ),
          ),
        ),
      ),
      h(
        'details',
        { class: 'advanced', open: Boolean(this.seed) },
        h('summary', null, 'Advanced'),
        h(
          'label',
          { class: 'field-label' },
          h('span', null, 'Seed'),
          h('input', {
            name: 'seed',
            inputmode: 'numeric',
            pattern: '[0-9]*',
            placeholder: 'random',
            value: this.seed,
            oninput: (event) => {
              this.seed = event.target.value.trim();
            },
          }),
          h('small', { class: 'dim' }, 'The same seed with the same answers gives the same duel.'),
        ),
      ),
    );
    this.play.textContent = people ? 'Play' : 'Watch';
  }

  side(index) {
    const side = this.sides[index];
    const known = this.setup.bots.find((bot) => bot.spec === side.player);
    return [
      h('h2', null, index ? 'Second side' : 'First side'),
      deckButton(side.deck, this.setup, this.rulesNow(), (deck) => this.take(index, deck), index),
      h(
        'label',
        { class: 'field-label' },
        h('span', null, 'Played by'),
        h(
          'select',
          {
            name: `player-${index + 1}`,
            onchange: (event) => {
              side.player = event.target.value;
              this.render();
            },
          },
          h('option', { value: 'person', selected: side.player === 'person' }, 'a person'),
          h(
            'optgroup',
            { label: 'Bots' },
            this.setup.bots.map((bot) =>
              h('option', { value: bot.spec, selected: bot.spec === side.player }, bot.spec),
            ),
          ),
        ),
      ),
      side.player === 'person'
        ? h(
            'p',
            { class: 'dim player-words' },
            this.sides[1 - index].player === 'person' ? 'Two persons share this screen.' : 'You.',
          )
        : [
            h('p', { class: 'dim player-words' }, known?.words ?? ''),
            h('input', {
              class: 'options',
              name: `options-${index + 1}`,
              'aria-label': 'Options of the bot',
              placeholder: 'Options, such as iters=300',
              value: side.options ?? '',
              oninput: (event) => {
                side.options = event.target.value.trim();
              },
            }),
          ],
    ];
  }

  async submit() {
    const sides = this.sides.map(({ deck, player, options }) => ({
      deck: deck.text ? { text: deck.text, name: deck.name } : { id: deck.id },
      player: player !== 'person' && options ? `${player}${player.includes(':') ? ',' : ':'}${options}` : player,
    }));
    const wish = { sides, rules: this.rulesNow(), first: this.first };
    if (this.seed) {
      wish.seed = Number(this.seed);
      if (!Number.isSafeInteger(wish.seed) || wish.seed < 0) {
        put(this.problem, 'The seed must be a whole number.');
        return;
      }
    }
    this.play.disabled = true;
    put(this.problem);
    try {
      localStorage.setItem(KEY, JSON.stringify({ sides: this.sides, first: this.first }));
    } catch {
      /* Then not. */
    }
    try {
      await begin(wish);
    } catch (error) {
      put(this.problem, error.message);
      this.play.disabled = false;
    }
  }
}

/** The duels that can be gone on with. */
async function showSaved(place) {
  let sessions;
  try {
    ({ sessions } = await api.sessions());
  } catch (error) {
    notice(error.message);
    return;
  }
  if (!sessions.length) {
    put(place);
    return;
  }
  put(
    place,
    h('h2', null, 'Go on with'),
    h(
      'ul',
      null,
      sessions.map((one) => {
        const href = `#/duel/${encodeURIComponent(one.id)}`;
        return h(
          'li',
          { 'data-session': one.id },
          h(
            'a',
            { href, class: 'saved-link' },
            h('span', { class: 'saved-decks' }, ...(one.rules ? [one.decks[0], h('i', null, ' vs '), one.decks[1]] : ['A position'])),
            h('span', { class: 'saved-players dim' }, `${one.players[0]} against ${one.players[1]}`),
            h('span', { class: 'tag' }, one.rules),
            h('span', { class: `saved-state${one.over ? ' dim' : ''}` }, one.over ? 'over' : `turn ${one.turn}`),
            h('time', { class: 'dim', datetime: one.saved }, ago(one.saved)),
          ),
          h(
            'button',
            {
              class: 'icon-button',
              'aria-label': `Delete ${one.id}`,
              title: 'Delete',
              onclick: async () => {
                if (
                  !(await confirmed(
                    'Delete this duel?',
                    `${one.decks[0]} against ${one.decks[1]}, turn ${one.turn}. Its file is removed.`,
                    'Delete',
                  ))
                )
                  return;
                try {
                  await api.forget(one.id);
                } catch (error) {
                  notice(error.message);
                }
                showSaved(place);
              },
            },
            '×',
          ),
        );
      }),
    ),
  );
}
