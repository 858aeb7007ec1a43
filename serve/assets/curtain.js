// Between two persons at one screen: covers the table until the other one sits in front of it.

import { h } from './dom.js';

export function openCurtain(duel, seat, show) {
  document.querySelector('.curtain')?.remove();
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  const name = `Player ${seat === 'P1' ? 1 : 2}`;
  const deck = duel.state?.players[seat].deck;
  const button = h(
    'button',
    {
      class: 'button primary',
      'data-testid': 'show-table',
      onclick: () => {
        curtain.remove();
        show();
      },
    },
    'Show the table',
  );
  const curtain = h(
    'div',
    { class: 'curtain', role: 'dialog', 'aria-modal': 'true', 'aria-label': `Pass the device to ${name}` },
    h(
      'div',
      null,
      h('h1', null, `Pass the device to ${name}`),
      h('p', { class: 'dim' }, `The cards of ${deck ? `the deck ${deck}` : name} are shown next.`),
      button,
    ),
  );
  // What lies below must be neither seen nor reached.
  duel.element.remove();
  document.body.append(curtain);
  button.focus();
}
