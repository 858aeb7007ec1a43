// What a click on the table of the editor does to the text of the position.

import { notice } from './dom.js';
import { factsOf } from './api.js';
import { openMenu } from './popup.js';
import { summary } from './face.js';
import { fieldCard, pileName, placeOf, PILES } from './places.js';
import { zoneWord } from './position-text.js';

const MONSTER_WAYS = { attack: 'Attack Position', defense: 'Defense Position', set: 'Set: face-down' };
const SPELL_WAYS = { up: 'Face-up', down: 'Set: face-down' };
/** Statuses that matter in puzzles; the others can be written. */
const MONSTER_MARKS = { proper: 'Summoned in its own way', attacked: 'has attacked', repositioned: 'changed position' };
const SPELL_MARKS = { set: 'Set in this turn' };

/** True if the click was the editor's. */
export function clickedInEditor(editor, key, element) {
  const at = placeOf(key);
  if (key.endsWith(':lp')) {
    editor.fields.lp[at.player === 'P1' ? 0 : 1].focus();
    return true;
  }
  const held = editor.search.chosen;
  if (PILES.has(at.place) || at.place === 'hand') {
    if (held) putInPile(editor, at.player, at.place, held);
    else openPileMenu(editor, element, at);
    return true;
  }
  const zone = at.place === 'field' ? { ...at, index: 0 } : at;
  if (fieldCard(editor.board.table.view, zone)) openZoneMenu(editor, element, zone, held);
  else if (held) putInZone(editor, zone, held);
  else notice('Search a card first, then click where it is to lie.');
  return true;
}

function putInPile(editor, player, pile, name) {
  editor.edit((text) => text.addToPile(player, pile, name));
}

function putInZone(editor, at, name) {
  const monster = factsOf(name, editor.board.state.rules)?.kind?.includes('Monster');
  const zone = zoneWord(at);
  if (at.place === 'monster' && !monster) return notice(`${name} is no monster: it goes to a Spell & Trap Zone.`);
  if (at.place !== 'monster' && monster && !pendulum(editor, name, zone))
    return notice(`${name} is a monster: it goes to a Monster Zone.`);
  editor.edit((text) => {
    const way =
      at.place === 'monster' ? editor.search.wayFor('monster') : monster ? 'pendulum' : editor.search.wayFor('spell');
    const host = way === 'up' ? hostFor(editor, text, at.player, name) : '';
    text.putZone(at.player, zone, way, name, [], host);
  });
}

const pendulum = (editor, name, zone) =>
  factsOf(name, editor.board.state.rules)?.pendulum && (zone === 'S1' || zone === 'S5');

/** A face-up Equip Card needs a monster: one of its player's, else one of the other's. */
function hostFor(editor, text, player, name) {
  if (factsOf(name, editor.board.state.rules)?.property !== 'equip') return '';
  for (const owner of [player, player === 'P1' ? 'P2' : 'P1'])
    for (const zone of ['M1', 'M2', 'M3', 'M4', 'M5', 'E1', 'E2'])
      if (['attack', 'defense'].includes(text.zone(owner, zone)?.how)) return `-> ${owner} ${zone}`;
  return '';
}

/** One copy of each entry can be taken out. */
function openPileMenu(editor, element, { player, place }) {
  const list = linesOf(editor, player, place);
  const owner = `Player ${player[1]}’s`;
  openMenu(
    element,
    `${owner} ${pileName(place)}`,
    list.length ? '' : 'Search a card, then click here to add it.',
    list.map(({ pile, item, number }) => ({
      words: `Remove ${item.name}`,
      note: [item.count > 1 ? `${item.count} copies` : '', pile === place ? '' : pile].filter(Boolean).join(', '),
      does: () => editor.edit((text) => text.takeFromPile(player, pile, number)),
    })),
  );
}

/** The entries of a place: some places have several lines. */
function linesOf(editor, player, place) {
  const piles = { deck: ['top', 'deck', 'bottom'], extra: ['extra', 'extra up'] }[place] ?? [place];
  const found = [];
  const { lines } = editor;
  for (const pile of piles) lines.pile(player, pile).forEach((item, number) => found.push({ pile, item, number }));
  return found;
}

function openZoneMenu(editor, element, at, held) {
  const zone = zoneWord(at);
  const { player } = at;
  const live = fieldCard(editor.board.table.view, at);
  const now = editor.lines.zone(player, zone);
  if (!now) return notice(`No line of the text names ${player} ${zone}.`);
  const ways = at.place === 'monster' ? MONSTER_WAYS : SPELL_WAYS;
  const marks = at.place === 'monster' ? MONSTER_MARKS : SPELL_MARKS;
  const facts = factsOf(now.name, editor.board.state.rules);
  const change = (more) =>
    editor.edit((text) => {
      const next = { ...now, ...more };
      text.putZone(player, zone, next.how, next.name, next.marks, next.host);
    });
  const items = [];
  if (held) {
    items.push({
      words: `Replace by ${held}`,
      does: () => {
        editor.edit((text) => text.clearZone(player, zone));
        putInZone(editor, at, held);
      },
    });
    if (facts?.rank && now.how !== 'set')
      items.push({
        words: `Attach ${held}`,
        note: 'as a material',
        does: () => editor.edit((text) => text.addToPile(player, `${zone} materials`, held)),
      });
  }
  for (const [way, words] of Object.entries(ways))
    if (way !== now.how && now.how !== 'pendulum') items.push({ words, does: () => change({ how: way }) });
  for (const [mark, words] of Object.entries(marks)) {
    const has = now.marks.includes(mark);
    items.push({
      words: has ? `Not “${words}”` : `Mark “${words}”`,
      does: () => change({ marks: has ? now.marks.filter((one) => one !== mark) : [...now.marks, mark] }),
    });
  }
  items.push({ words: 'Remove', does: () => editor.edit((text) => text.clearZone(player, zone)) });
  openMenu(element, now.name, `${player} ${zone}${facts ? ` · ${summary(facts, live)}` : ''}`, items);
}
