// The turn and its phases; those that one may go to are buttons.

import { h } from './dom.js';
import { nameOf } from './places.js';

const PHASES = [
  ['Draw', ['draw']],
  ['Standby', ['standby']],
  ['Main 1', ['main1']],
  ['Battle', ['start', 'battle', 'damage', 'battle-end'], 'battle'],
  ['Main 2', ['main2'], 'main2'],
  ['End', ['end'], 'end'],
];
const LETTER = { battle: 'b', main2: 'm', end: 'e' };

export function phaseStrip(duel, view) {
  const mine = view.turn_player === (duel.state.seat ?? duel.state.own);
  const turn = duel.state.over ? 'The duel is over' : mine ? 'your turn' : `${nameOf(duel, view.turn_player)}’s turn`;
  return [
    h('p', { class: `turn-words${mine ? ' mine' : ''}` }, h('b', null, `Turn ${view.turn}`), h('span', null, turn)),
    h(
      'ol',
      { class: 'phases', 'aria-label': 'Phases' },
      PHASES.map(([name, phases, verb]) => {
        const index =
          verb && duel.ready
            ? duel.state.decision.actions.findIndex((action) => action.verb === verb && !action.at)
            : -1;
        const now = phases.includes(view.phase);
        return h(
          'li',
          { class: now ? 'now' : '', 'aria-current': now ? 'step' : null },
          index >= 0
            ? h(
                'button',
                {
                  'data-action': index,
                  title: `${duel.state.decision.actions[index].text} (${LETTER[verb]})`,
                  class: duel.hinted === index ? 'hinted' : '',
                  onclick: () => duel.act(index),
                },
                name,
              )
            : h('span', null, name),
        );
      }),
    ),
  ];
}
