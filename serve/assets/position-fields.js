// Turn, phase, rules and Life Points of a position as fields beside its text.

import { h } from './dom.js';

const PHASES = [
  ['draw', 'Draw Phase'],
  ['main1', 'Main Phase 1'],
  ['battle', 'Battle Phase'],
  ['main2', 'Main Phase 2'],
  ['end', 'End Phase'],
];

export class PositionFields {
  /** `edit(change)` changes the lines of the text. */
  constructor(setup, edit) {
    const select = (label, name, values, take) =>
      h(
        'select',
        { name, 'aria-label': label, title: label, onchange: (event) => take(event.target.value) },
        values.map(([value, words]) => h('option', { value }, words)),
      );
    const number = (label, name, take) =>
      h('input', {
        type: 'number',
        name,
        min: 1,
        step: name === 'turn' ? 1 : 100,
        'aria-label': label,
        title: label,
        onchange: (event) => {
          const value = Math.round(Number(event.target.value));
          if (value >= 1) take(value);
        },
      });
    const clock = (change) =>
      edit((text) => {
        text.clock = { ...text.clock, ...change };
      });
    this.rules = select(
      'Rules',
      'rules',
      setup.rules.map((rule) => [rule.name, rule.name]),
      (name) =>
        edit((text) => {
          text.rules = name;
        }),
    );
    this.turn = number('Turn', 'turn', (value) => clock({ number: value }));
    this.player = select(
      'Whose turn',
      'turn-player',
      [
        ['P1', 'Player 1'],
        ['P2', 'Player 2'],
      ],
      (player) => clock({ player }),
    );
    this.phase = select('Phase', 'phase', PHASES, (phase) => clock({ phase }));
    this.lp = ['P1', 'P2'].map((player, index) =>
      number(`Life Points of Player ${index + 1}`, `lp-${index + 1}`, (points) =>
        edit((text) => text.setLp(player, points)),
      ),
    );
    const field = (words, ...parts) => h('label', { class: 'field-label' }, h('span', null, words), parts);
    this.element = h(
      'section',
      { class: 'position-fields', 'aria-label': 'Turn and Life Points' },
      field('Turn', this.turn),
      field('of', this.player),
      field('Phase', this.phase),
      field('LP Player 1', this.lp[0]),
      field('LP Player 2', this.lp[1]),
      field('Rules', this.rules),
    );
  }

  /** Shows what the text says. */
  show(text) {
    const { number, player, phase } = text.clock;
    const set = (field, value) => {
      if (field !== document.activeElement || field.tagName === 'SELECT') field.value = value;
    };
    set(this.turn, number);
    set(this.player, player);
    set(this.phase, phase);
    set(this.rules, text.toString().match(/^[ \t]*rules +([\w-]+)/m)?.[1] ?? 'mr5');
    ['P1', 'P2'].forEach((seat, index) => set(this.lp[index], text.lp(seat) ?? ''));
  }
}
