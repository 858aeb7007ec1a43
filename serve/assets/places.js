// Where cards lie: places of the API, zones of views, and their names in words.

export const PILES = new Set(['grave', 'banished', 'extra', 'deck', 'material']);
export const otherSeat = (seat) => (seat === 'P1' ? 'P2' : 'P1');

/** A place as one string, as in `data-at`. */
export const keyOf = (at) => (at ? `${at.player}:${at.place}:${at.index}` : '');

/** All places of an action: of equal cards each one stands for it. */
export const keysOf = (action) => [action.at, ...(action.also ?? [])].filter(Boolean).map(keyOf);

export function placeOf(key) {
  const [player, place, index] = key.split(':');
  return { player, place, index: Number(index ?? 0) };
}

/** The number of a zone of a view: M1 is 0, E1 is 5, S1 is 0. */
export function zoneIndex(zone) {
  const number = Number(zone.slice(1)) - 1;
  return zone[0] === 'E' ? number + 5 : number;
}

/** The letter and number of a zone. */
export function zoneName(place, index) {
  if (place === 'spell') return `S${index + 1}`;
  return index > 4 ? `E${index - 4}` : `M${index + 1}`;
}

/** `P2 M1` or `P1 grave`, as links of a Chain say it, as a key. */
export function keyOfWords(words) {
  const [player, where = ''] = String(words ?? '').split(' ');
  if (/^[ME]\d$/.test(where)) return `${player}:monster:${zoneIndex(where)}`;
  if (/^S\d$/.test(where)) return `${player}:spell:${zoneIndex(where)}`;
  return `${player}:${where}`;
}

const PILE_NAMES = {
  grave: 'Graveyard',
  banished: 'banished cards',
  extra: 'Extra Deck',
  deck: 'Deck',
  hand: 'hand',
  material: 'materials',
  field: 'Field Zone',
};

export const pileName = (place) => PILE_NAMES[place] ?? place;

/** Whose something is: `Your`, `Opponent's`, or the name at a table that one only watches. */
export function whose(duel, player) {
  const seat = duel.state?.seat ?? duel.state?.own;
  if (seat) return player === seat ? 'Your' : 'Opponent’s';
  return `${nameOf(duel, player)}’s`;
}

/** The name of a player; two bots of one kind are told apart. */
export function nameOf(duel, player) {
  const all = duel.state.players;
  const name = all[player].name || all[player].who;
  return all.P1.name === all.P2.name ? `${name} (${player === 'P1' ? 'first' : 'second'})` : name;
}

/** `Your M2`, `Opponent's Graveyard`. */
export function placeWords(duel, at) {
  const owner = whose(duel, at.player);
  if (at.place === 'monster' || at.place === 'spell') return `${owner} ${zoneName(at.place, at.index)}`;
  return `${owner} ${pileName(at.place)}`;
}

/** The entry of a view at a place on the field, or null. */
export function fieldCard(view, at) {
  const side = view?.players[at.player];
  if (!side) return null;
  if (at.place === 'field') return side.field ?? null;
  const list = at.place === 'monster' ? side.monsters : at.place === 'spell' ? side.spells : [];
  return list.find((card) => zoneIndex(card.zone) === at.index) ?? null;
}

/** The name of the card at a place, as far as the view tells it. */
export function cardNameAt(view, at) {
  const side = view?.players[at.player];
  if (!side) return null;
  if (PILES.has(at.place) || at.place === 'hand') return (side[at.place] ?? [])[at.index] ?? null;
  return fieldCard(view, at)?.card ?? null;
}

/** The name of the card that one looks at in a zone, or on top of a pile. */
export function nameLookedAt(view, key) {
  const at = placeOf(key);
  if (key.split(':').length !== 2) return cardNameAt(view, at);
  return PILES.has(at.place) ? topOf(view.players[at.player], at.place) : null;
}

/** The card on top of a pile, as far as it can be seen. */
export function topOf(side, place) {
  if (place === 'extra') return side.extra_face_up?.at(-1) ?? null;
  if (place === 'deck') return side.known_top?.[0] ?? null;
  return side[place]?.at(-1) ?? null;
}

/** All names of cards in a view. */
export function namesIn(view) {
  const names = [];
  for (const side of Object.values(view?.players ?? {})) {
    for (const pile of ['hand', 'extra', 'extra_face_up', 'grave', 'banished', 'known_in_hand', 'known_top'])
      names.push(...(side[pile] ?? []));
    for (const card of [...(side.monsters ?? []), ...(side.spells ?? []), side.field]) {
      if (card) names.push(card.card, ...(card.materials ?? []));
    }
  }
  for (const link of view?.chain ?? []) names.push(link.card);
  return names.filter(Boolean);
}
