// Who plays each seat of a duel that goes on from somewhere.

import { dialog, h, put } from './dom.js';

/** Asks for the players, by seat, and passes them to `start`, whose failure is said in the dialog. */
export function chooseSeats({ title, words, names, players, setup, start }) {
  const wish = [...players];
  const problem = h('p', { class: 'problem', role: 'alert' });
  const go = h('button', { type: 'submit', class: 'button primary', 'data-testid': 'seats-start' }, 'Start');
  const form = h(
    'form',
    {
      class: 'seats-form',
      method: 'dialog',
      onsubmit: async (event) => {
        event.preventDefault();
        go.disabled = true;
        put(problem);
        try {
          await start(wish);
          box.close();
        } catch (error) {
          put(problem, error.message);
          go.disabled = false;
        }
      },
    },
    words ? h('p', { class: 'dim' }, words) : null,
    [0, 1].map((seat) => seatField(seat, names[seat], wish, setup)),
    problem,
    h('div', { class: 'dialog-foot bare' }, h('button', { class: 'button', onclick: () => box.close() }, 'Cancel'), go),
  );
  const box = dialog({ title, className: 'small', body: form });
  go.focus();
}

function seatField(seat, name, wish, setup) {
  const known = ['person', ...setup.bots.map((bot) => bot.spec)];
  if (!known.includes(wish[seat])) known.push(wish[seat]);
  return h(
    'label',
    { class: 'field-label' },
    h('span', null, `${name} is played by`),
    h(
      'select',
      {
        name: `seat-${seat + 1}`,
        onchange: (event) => {
          wish[seat] = event.target.value;
        },
      },
      known.map((spec) =>
        h('option', { value: spec, selected: spec === wish[seat] }, spec === 'person' ? 'a person' : spec),
      ),
    ),
  );
}
