// A new run: a match of two decks, a tournament of many, or whether a change of a deck is one for the better.

import { h, put } from './dom.js';
import { api } from './api.js';
import { deckButton } from './deck-chooser.js';
import { botField, segments } from './page.js';

const COMMANDS = [
  ['match', 'Match'],
  ['tournament', 'Tournament'],
  ['compare', 'Compare'],
];
const WORDS = {
  match: 'Two decks play each other.',
  tournament: 'Each deck plays each other deck.',
  compare: 'The old and the new form of a deck play the same field: is the new one better?',
};
const GAMES = { match: 400, tournament: 60, compare: 200 };
const GAMES_WORDS = { match: 'Duels', tournament: 'Duels of each pair', compare: 'Duels against each deck' };

export class RunForm {
  constructor(setup) {
    this.setup = setup;
    const deck = (id, other) => setup.decks.find((one) => one.id === id) ?? setup.decks[other] ?? setup.decks[0];
    const [first, second] = [deck('starter/yugi', 0), deck('starter/kaiba', 1)];
    const rest = setup.decks.filter((one) => one.rules === first?.rules && one !== first && one !== second);
    this.command = 'match';
    this.decks = {
      match: [first, second],
      tournament: [first, second, rest[0] ?? first].filter(Boolean),
      compare: [second],
    };
    this.pair = { old: first, new: rest[0] ?? first };
    this.games = { ...GAMES };
    this.bots = ['greedy', 'greedy'];
    this.paired = false;
    this.seed = '';
    this.rules = null;
    this.fields = h('div', { class: 'run-fields' });
    this.problem = h('p', { class: 'problem', role: 'alert' });
    this.start = h('button', { type: 'submit', class: 'button primary', 'data-testid': 'start-run' }, 'Start');
    this.words = h('p', { class: 'dim small-text' });
    const form = h(
      'form',
      {
        class: 'run-form',
        onsubmit: (event) => {
          event.preventDefault();
          this.submit();
        },
      },
      segments('What to run', 'command', COMMANDS, this.command, (command) => {
        this.command = command;
        this.render();
      }),
      this.words,
      this.fields,
      h('div', { class: 'form-foot' }, this.start, this.problem),
    );
    this.element = h(
      'details',
      { class: 'new-duel new-run', open: true, 'data-testid': 'new-run' },
      h('summary', null, h('h2', null, 'New run')),
      form,
    );
    this.render();
  }

  rulesNow() {
    const all = this.command === 'compare' ? [this.pair.old, ...this.decks.compare] : this.decks[this.command];
    return this.rules ?? all.find((deck) => deck?.rules)?.rules ?? this.setup.rules[0]?.name ?? 'mr5';
  }

  render() {
    const { command } = this;
    this.words.textContent = WORDS[command];
    put(
      this.fields,
      command === 'compare' ? this.compared() : null,
      this.deckList(),
      h(
        'div',
        { class: 'run-numbers' },
        this.bot(0),
        command === 'match' ? this.bot(1) : null,
        this.number('games', GAMES_WORDS[command]),
        this.rulesField(),
        this.seedField(),
      ),
      command === 'match'
        ? h(
            'label',
            { class: 'check' },
            h('input', {
              type: 'checkbox',
              name: 'paired',
              checked: this.paired,
              onchange: (event) => {
                this.paired = event.target.checked;
              },
            }),
            'Paired: each shuffle is played twice, with the other one going first',
          )
        : null,
    );
  }

  button(deck, take, index) {
    return deckButton(deck, this.setup, this.rulesNow(), take, index);
  }

  compared() {
    return h(
      'div',
      { class: 'run-decks' },
      [
        ['old', 'The old deck'],
        ['new', 'The new deck'],
      ].map(([name, words], index) =>
        h(
          'div',
          { class: 'field-label' },
          h('span', null, words),
          this.button(
            this.pair[name],
            (deck) => {
              this.pair[name] = deck;
              this.render();
            },
            index + 20,
          ),
        ),
      ),
    );
  }

  /** The decks: two of a match, any number of the others. */
  deckList() {
    const { command } = this;
    const decks = this.decks[command];
    const fixed = command === 'match';
    const least = command === 'tournament' ? 2 : 1;
    return [
      command === 'compare' ? h('h3', null, 'The field: decks that both play against') : null,
      h(
        'div',
        { class: 'run-decks' },
        decks.map((deck, index) =>
          h(
            'div',
            { class: 'run-deck' },
            this.button(
              deck,
              (next) => {
                decks[index] = next;
                this.render();
              },
              index,
            ),
            fixed || decks.length <= least
              ? null
              : h(
                  'button',
                  {
                    class: 'icon-button',
                    'aria-label': `Leave ${deck.name} out`,
                    title: 'Leave out',
                    onclick: () => {
                      decks.splice(index, 1);
                      this.render();
                    },
                  },
                  '×',
                ),
          ),
        ),
        fixed
          ? null
          : h(
              'button',
              {
                class: 'button drop add-deck',
                onclick: () => {
                  const rules = this.rulesNow();
                  const fresh = this.setup.decks.find((deck) => deck.rules === rules && !decks.includes(deck));
                  decks.push(fresh ?? this.setup.decks[0]);
                  this.render();
                  [...this.fields.querySelectorAll('.run-deck .deck-button')].at(-1)?.focus();
                },
              },
              'Add a deck',
            ),
      ),
    ];
  }

  bot(index) {
    const label = this.command === 'match' ? (index ? 'Bot of the second deck' : 'Bot of the first deck') : 'Bot';
    return botField(this.setup, label, {
      name: `bot-${index + 1}`,
      value: this.bots[index],
      required: true,
      oninput: (event) => {
        this.bots[index] = event.target.value.trim();
      },
    });
  }

  number(name, label) {
    return h(
      'label',
      { class: 'field-label' },
      h('span', null, label),
      h('input', {
        type: 'number',
        name,
        min: 1,
        max: 1000000,
        required: true,
        value: this.games[this.command],
        oninput: (event) => {
          this.games[this.command] = Number(event.target.value);
        },
      }),
    );
  }

  seedField() {
    return h(
      'label',
      { class: 'field-label' },
      h('span', null, 'Seed'),
      h('input', {
        name: 'run-seed',
        inputmode: 'numeric',
        pattern: '[0-9]*',
        placeholder: '1',
        value: this.seed,
        oninput: (event) => {
          this.seed = event.target.value.trim();
        },
      }),
    );
  }

  rulesField() {
    const now = this.rulesNow();
    return h(
      'label',
      { class: 'field-label' },
      h('span', null, 'Rules'),
      h(
        'select',
        {
          name: 'run-rules',
          onchange: (event) => {
            this.rules = event.target.value;
            this.render();
          },
        },
        this.setup.rules.map((rule) =>
          h('option', { value: rule.name, selected: rule.name === now, title: rule.words }, rule.name),
        ),
      ),
    );
  }

  wish() {
    const { command } = this;
    const given = (deck) => (deck.text ? { text: deck.text, name: deck.name } : { id: deck.id });
    const wish = {
      command,
      decks: this.decks[command].map(given),
      rules: this.rulesNow(),
      games: this.games[command],
      bots: command === 'match' ? this.bots : this.bots.slice(0, 1),
      seed: Number(this.seed || 1),
    };
    if (command === 'match') wish.paired = this.paired;
    if (command === 'compare') Object.assign(wish, { old: given(this.pair.old), new: given(this.pair.new) });
    return wish;
  }

  async submit() {
    this.start.disabled = true;
    put(this.problem);
    try {
      const { id } = await api.startRun(this.wish());
      location.hash = `#/results/${encodeURIComponent(id)}`;
    } catch (error) {
      put(this.problem, error.message);
      this.start.disabled = false;
    }
  }
}
