// A table to look at: shows views of a duel that is not played here. The parts of the table take it for a duel.

import { h, put } from './dom.js';
import { learn } from './api.js';
import { pace } from './settings.js';
import { cardNameAt, fieldCard, nameLookedAt, namesIn, PILES, placeOf } from './places.js';
import { Table } from './table.js';
import { Stage, clearAttack, drawArrow } from './chain.js';
import { CardPanel } from './card-panel.js';
import { phaseStrip } from './phases.js';
import { openPile } from './list-dialog.js';

const narrow = matchMedia('(max-width: 900px)');
const NOBODY = {
  P1: { who: '', name: 'Player 1', deck: '' },
  P2: { who: '', name: 'Player 2', deck: '' },
};

export class Board {
  /** `onclick(key, element)` may take a click for itself by answering true. */
  constructor({ pics = false, rules = 'mr5', players = NOBODY, edits = false, onclick = null } = {}) {
    Object.assign(this, { pics, edits, onclick, me: 'P1', ready: false, hinted: null });
    this.state = { rules, seat: null, players, over: null, decision: null };
    this.stage = new Stage(this);
    this.table = new Table(this);
    this.cards = new CardPanel(this, 'A click on a pile or a hand lists its cards.');
    this.strip = h('div', { class: 'phase-strip', id: 'phases' });
    this.table.build(this.me);
  }

  /** Shows a view, with a line of the log and with arrows of what is about to happen. */
  async show(view, { line = null, lively = false, move = null } = {}) {
    const mine = (this.asked = {});
    this.view = view;
    this.move = move;
    await learn(namesIn(view), this.state.rules).catch(() => {});
    if (mine !== this.asked) return;
    this.line = line;
    this.table.render(view, lively && pace() > 0);
    this.stage.tell(line);
    this.stage.show(view);
    put(this.strip, phaseStrip(this, view));
    this.point();
  }

  /** Marks the card of a move, its target and the card that a bot would have taken. */
  point() {
    clearAttack();
    const { move } = this;
    this.table.lightUp({
      can: new Set(),
      targets: new Set(move?.target ? [move.target] : []),
      attacker: move?.at ?? null,
      hinted: move?.best ?? null,
      chooses: false,
    });
    if (move?.arrow) drawArrow(this, move.arrow);
  }

  /** Puts the other player below. */
  flip(me = this.me === 'P1' ? 'P2' : 'P1') {
    this.me = me;
    this.table.build(me);
    this.show(this.view, { line: this.line, move: this.move });
  }

  actionsAt() {
    return [];
  }

  nameAt(at) {
    return cardNameAt(this.table.view, at);
  }

  looked(key) {
    if (!this.table.view) return;
    const name = nameLookedAt(this.table.view, key);
    if (name) this.cards.show(name, fieldCard(this.table.view, placeOf(key)));
  }

  clicked(key, element) {
    if (!this.table.view) return;
    this.table.rove(element);
    if (this.onclick?.(key, element)) return;
    this.open(key);
  }

  /** Opens a pile or hand as a list, or reads a card. */
  open(key) {
    const at = placeOf(key);
    if (key.split(':').length === 2) {
      if (PILES.has(at.place) || at.place === 'hand') openPile(this, at.player, at.place);
      return;
    }
    const name = this.nameAt(at);
    if (!name) return;
    if (narrow.matches) this.cards.read(name, fieldCard(this.table.view, at));
    else this.cards.show(name, fieldCard(this.table.view, at));
  }
}
