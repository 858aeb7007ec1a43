// The field and the hands: builds every zone once and fills it from views.

import { h, put } from './dom.js';
import { factsOf, presetOf } from './api.js';
import { back, face, summary } from './face.js';
import { nearest } from './nearest.js';
import {
  fieldCard,
  keyOf,
  keyOfWords,
  nameOf,
  otherSeat,
  pileName,
  placeWords,
  topOf,
  whose,
  zoneIndex,
  zoneName,
} from './places.js';

const POSITION = { attack: 'Attack Position', defense: 'Defense Position', set: 'face-down Defense Position' };

export class Table {
  constructor(duel) {
    this.duel = duel;
    this.zones = new Map();
    this.signs = new WeakMap();
    this.element = h('section', { class: 'table', 'aria-label': 'The table' });
    this.element.addEventListener('click', (event) => {
      const zone = event.target.closest('[data-at]');
      if (zone) duel.clicked(zone.dataset.at, zone);
    });
    for (const kind of ['pointerover', 'focusin']) {
      this.element.addEventListener(kind, (event) => {
        const zone = event.target.closest('[data-at]');
        if (zone && event.pointerType !== 'touch') duel.looked(zone.dataset.at);
      });
    }
  }

  /** Builds the zones for the player who sits below. */
  build(me) {
    this.me = me;
    this.them = otherSeat(me);
    this.zones.clear();
    const { them } = this;
    const zone = (at, kind = 'monster-zone') => this.zone(keyOf(at), kind);
    const line = (player, place) =>
      [0, 1, 2, 3, 4].map((index) =>
        zone({ player, place, index }, place === 'monster' ? 'monster-zone' : 'spell-zone'),
      );
    const pile = (player, place) => this.zone(`${player}:${place}`, `pile pile-${place}`);
    const field = (player) => zone({ player, place: 'field', index: 0 }, 'field-zone');
    const extra = (left) => {
      const element = zone({ player: me, place: 'monster', index: left ? 5 : 6 }, 'extra-zone');
      element.dataset.theirs = `${them}:monster:${left ? 6 : 5}`;
      element.dataset.own = element.dataset.at;
      this.zones.set(element.dataset.theirs, element);
      return element;
    };
    const gap = () => h('span', { class: 'gap' });
    this.hands = {
      [me]: h('div', { class: 'hand', role: 'group', 'aria-label': `${whose(this.duel, me)} hand` }),
      [them]: h('div', { class: 'hand backs' }),
    };
    this.plates = { [me]: this.plate(me), [them]: this.plate(them) };
    put(
      this.element,
      h('div', { class: 'hand-row theirs' }, this.plates[them].element, this.hands[them]),
      h(
        'div',
        { class: 'field' },
        pile(them, 'deck'),
        line(them, 'spell').reverse(),
        pile(them, 'extra'),
        pile(them, 'grave'),
        line(them, 'monster').reverse(),
        field(them),
        pile(them, 'banished'),
        gap(),
        extra(true),
        gap(),
        extra(false),
        gap(),
        pile(me, 'banished'),
        this.duel.stage.element,
        field(me),
        line(me, 'monster'),
        pile(me, 'grave'),
        pile(me, 'extra'),
        line(me, 'spell'),
        pile(me, 'deck'),
      ),
      h('div', { class: 'hand-row own' }, this.plates[me].element, this.hands[me]),
    );
  }

  zone(key, kind) {
    const [, place, index] = key.split(':');
    const name =
      place === 'monster' || place === 'spell'
        ? zoneName(place, Number(index))
        : { field: 'Field', grave: 'Graveyard', banished: 'Banished', extra: 'Extra', deck: 'Deck' }[place];
    const side = key.startsWith(this.me) ? 'mine' : 'theirs';
    const element = h(
      'button',
      { class: `zone ${kind} ${side}`, 'data-at': key, tabindex: -1 },
      h('span', { class: 'zone-name', 'aria-hidden': 'true' }, name),
      h('span', { class: 'zone-card' }),
    );
    this.zones.set(key, element);
    return element;
  }

  plate(player) {
    const lp = h('b', { class: 'lp', id: `lp-${player}` });
    const name = h('span', { class: 'plate-name' });
    const element = h(
      'button',
      { class: 'plate', 'data-at': `${player}:lp`, tabindex: -1 },
      h('span', { class: 'plate-head' }, h('i', { class: 'turn-dot', 'aria-hidden': 'true' }), name),
      h(
        'span',
        { class: 'plate-lp' },
        lp,
        h('small', null, 'LP'),
        h('span', { class: 'lp-change', 'aria-hidden': 'true' }),
      ),
    );
    return { element, lp, name, change: element.querySelector('.lp-change') };
  }

  /** Shows a view. With `lively` the zones that changed light up for a moment. */
  render(view, lively = false) {
    this.view = view;
    const { me, them, duel } = this;
    const inExtra = Object.values(view.players).some((side) => side.monsters.some((card) => zoneIndex(card.zone) > 4));
    const today = presetOf(duel.state.rules) === 'mr5';
    this.element.classList.toggle('no-extra-zones', !today && !inExtra);
    this.element.classList.toggle('pendulum-zones', today);
    const links = new Map(view.chain.map((link, index) => [keyOfWords(link.from), index + 1]));
    for (const element of new Set(this.zones.values())) {
      if (element.dataset.theirs)
        element.dataset.at = fieldCard(view, atOf(element.dataset.theirs))
          ? element.dataset.theirs
          : element.dataset.own;
      this.fill(element, lively);
      const link = links.get(element.dataset.at);
      if (link) element.dataset.link = link;
      else delete element.dataset.link;
    }
    this.ownHand(view);
    this.theirHand(view);
    for (const player of [me, them]) this.fillPlate(player, view, lively);
    this.rove();
  }

  fill(element, lively) {
    const at = atOf(element.dataset.at);
    const side = this.view.players[at.player];
    const isPile = Number.isNaN(at.index);
    const sign =
      JSON.stringify(
        isPile ? [topOf(side, at.place), this.countOf(side, at.place)] : [at.player, fieldCard(this.view, at)],
      ) + this.known(at, side);
    if (this.signs.get(element) === sign) return;
    const before = this.signs.get(element);
    this.signs.set(element, sign);
    const place = element.querySelector('.zone-card');
    if (isPile) this.fillPile(element, place, at, side);
    else this.fillZone(element, place, at);
    if (lively && before !== undefined) flash(element);
  }

  /** Part of the sign of a zone: facts may come later than the view. */
  known(at, side) {
    const name = Number.isNaN(at.index) ? topOf(side, at.place) : fieldCard(this.view, at)?.card;
    return name && factsOf(name, this.duel.state.rules) ? '+' : '';
  }

  fillZone(element, place, at) {
    const card = fieldCard(this.view, at);
    const where = placeWords(this.duel, at);
    element.classList.toggle('filled', Boolean(card));
    put(place, card ? this.drawn(card, at) : null);
    element.setAttribute('aria-label', `${where}: ${card ? this.words(card, at.place) : 'empty'}`);
  }

  drawn(card, at) {
    const mine = at.player === this.me;
    const faceDown = card.position === 'set' || card.face_up === false;
    if (faceDown || !card.card)
      return back({
        name: mine || this.duel.state.seat === null ? card.card : null,
        sideways: at.place === 'monster' && card.position !== 'attack',
      });
    return face(card.card, factsOf(card.card, this.duel.state.rules), {
      live: card,
      turned: !mine,
      pics: this.duel.pics,
    });
  }

  words(card, place) {
    const name = card.card ?? 'face-down card';
    const more = [];
    if (place === 'monster') {
      more.push(POSITION[card.position]);
      if (card.atk !== undefined && card.atk !== null) more.push(`ATK ${card.atk} DEF ${card.def}`);
      if (card.materials?.length) more.push(`${card.materials.length} materials`);
    } else {
      more.push(card.face_up ? 'face-up' : 'Set');
      if (card.scale !== null && card.scale !== undefined) more.push(`Pendulum Scale ${card.scale}`);
      if (card.equipped_to) more.push(`equipped to ${card.equipped_to}`);
    }
    if (card.counters) more.push(`${card.counters} counters`);
    if (card.negated) more.push('effects negated');
    return [name, ...more].join(', ');
  }

  countOf(side, place) {
    return place === 'deck' || place === 'extra' ? side[`${place}_count`] : side[place].length;
  }

  fillPile(element, place, at, side) {
    const count = this.countOf(side, at.place);
    const top = topOf(side, at.place);
    const faceUp = top && at.place !== 'deck';
    put(
      place,
      count === 0 ? null : faceUp ? face(top, factsOf(top, this.duel.state.rules), { pics: this.duel.pics }) : back(),
      count === 0 ? null : h('span', { class: 'pile-count' }, count),
    );
    element.classList.toggle('filled', count > 0);
    element.setAttribute(
      'aria-label',
      `${whose(this.duel, at.player)} ${pileName(at.place)}: ${count} cards${faceUp ? `, ${top} on top` : ''}`,
    );
  }

  ownHand(view) {
    const side = view.players[this.me];
    const hand = side.hand ?? Array(side.hand_count ?? 0).fill(null);
    const rules = this.duel.state.rules;
    const sign = JSON.stringify(hand.map((name) => [name, Boolean(factsOf(name, rules))]));
    const place = this.hands[this.me];
    if (place.dataset.sign === sign) return;
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.at : null;
    place.dataset.sign = sign;
    put(
      place,
      hand.map((name, index) => this.handCard(name, index, hand.length)),
      // Where cards are put by clicking, an empty hand is a place too.
      hand.length === 0 && this.duel.edits ? this.emptyHand() : null,
    );
    if (focused) (place.querySelector(`[data-at="${focused}"]`) ?? place.lastElementChild)?.focus();
  }

  handCard(name, index, count) {
    const facts = factsOf(name, this.duel.state.rules);
    const words = name ? `${name}, ${summary(facts)}` : 'a card that can’t be seen';
    return h(
      'button',
      {
        class: 'zone hand-card',
        tabindex: -1,
        'data-at': `${this.me}:hand:${index}`,
        'aria-label': `${whose(this.duel, this.me)} hand, card ${index + 1} of ${count}: ${words}`,
      },
      name ? face(name, facts, { pics: this.duel.pics }) : back(),
    );
  }

  emptyHand() {
    return h('button', { class: 'zone hand-empty', tabindex: -1, 'data-at': `${this.me}:hand` }, 'Hand: no cards');
  }

  theirHand(view) {
    const side = view.players[this.them];
    const place = this.hands[this.them];
    const cards = side.hand ?? Array(side.hand_count).fill(null);
    const known = side.known_in_hand ?? [];
    const sign = JSON.stringify([cards, known]);
    if (place.dataset.sign === sign) return;
    place.dataset.sign = sign;
    const rules = this.duel.state.rules;
    const told = known.length ? `, known: ${known.join(', ')}` : '';
    const words = `${whose(this.duel, this.them)} hand: ${cards.length} cards${told}`;
    put(
      place,
      h(
        'button',
        { class: 'zone their-hand', tabindex: -1, 'data-at': `${this.them}:hand`, 'aria-label': words },
        h(
          'span',
          { class: 'backs-row' },
          cards.slice(0, 12).map((name) => (name ? face(name, factsOf(name, rules)) : back())),
        ),
        h(
          'span',
          { class: 'hand-count' },
          `${cards.length} ${cards.length === 1 ? 'card' : 'cards'}${known.length ? ` · ${known.length} known` : ''}`,
        ),
      ),
    );
  }

  fillPlate(player, view, lively) {
    const { element, lp, name, change } = this.plates[player];
    const now = Math.max(0, view.players[player].lp);
    const before = Number(lp.textContent || now);
    lp.textContent = now;
    const who = nameOf(this.duel, player);
    name.textContent = who;
    const { deck } = this.duel.state.players[player];
    element.title = deck ? `${who}, deck ${deck}` : who;
    element.classList.toggle('their-turn', view.turn_player === player);
    element.classList.toggle('low', now <= 2000);
    element.setAttribute(
      'aria-label',
      `${who}: ${now} Life Points${view.turn_player === player ? ', turn player' : ''}`,
    );
    if (now !== before && lively) {
      change.textContent = `${now > before ? '+' : '−'}${Math.abs(now - before)}`;
      change.className = `lp-change ${now > before ? 'gain' : 'loss'}`;
      flash(element);
    } else {
      change.textContent = '';
    }
  }

  /** Lights up what can be acted on: `can` by key, `targets` of the chosen attacker, and the hint. */
  lightUp({ can, targets, attacker, hinted, chooses }) {
    for (const element of this.element.querySelectorAll('[data-at]')) {
      const key = element.dataset.at;
      element.classList.toggle('can', can.has(key) && !targets.size);
      element.classList.toggle('chooses', chooses && can.has(key));
      element.classList.toggle('target', targets.has(key));
      element.classList.toggle('attacker', key === attacker);
      element.classList.toggle('hinted', key === hinted);
    }
  }

  /** One zone at a time is in the order of Tab; arrow keys go to the others. */
  rove(to = null) {
    const all = [...this.element.querySelectorAll('[data-at]')];
    const current =
      to ?? all.find((element) => element.tabIndex === 0) ?? this.hands[this.me].firstElementChild ?? all[0];
    for (const element of all) element.tabIndex = element === current ? 0 : -1;
    return current;
  }

  /** Moves the focus to the nearest zone in a direction. */
  move(key) {
    const all = [...this.element.querySelectorAll('[data-at]')].filter((element) => element.offsetParent);
    if (!all.includes(document.activeElement)) return this.rove()?.focus();
    const best = nearest(all, document.activeElement, key);
    if (!best) return;
    this.rove(best);
    best.focus();
    best.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  find(key) {
    return (
      this.zones.get(key) ??
      this.element.querySelector(`[data-at="${key}"]`) ??
      this.zones.get(key.split(':').slice(0, 2).join(':')) ??
      null
    );
  }
}

const atOf = (key) => {
  const [player, place, index] = key.split(':');
  return { player, place, index: place === 'field' ? 0 : Number(index) };
};

function flash(element) {
  element.classList.remove('flash');
  void element.offsetWidth; // Starts the animation anew.
  element.classList.add('flash');
}
