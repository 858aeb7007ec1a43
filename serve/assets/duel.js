// A duel on the page: keeps its newest state, shows what happened since, and sends answers.

import { h, notice, put, byId } from './dom.js';
import { api, ApiError, Stream, learn } from './api.js';
import { pace } from './settings.js';
import { cardNameAt, fieldCard, keyOf, nameLookedAt, namesIn, placeOf } from './places.js';
import { Table } from './table.js';
import { Stage, clearAttack } from './chain.js';
import { Log } from './log.js';
import { CardPanel } from './card-panel.js';
import { Decision, toolButtons } from './decision.js';
import { phaseStrip } from './phases.js';
import { closePopup } from './popup.js';
import { closeList } from './list-dialog.js';
import { openCurtain } from './curtain.js';
import { listenToKeys } from './keys.js';
import { showResult } from './result.js';
import { PuzzleTask } from './puzzle-task.js';
import { actionsAt, clicked, lightUp } from './touch.js';
import { Watch } from './watch.js';

export class Duel {
  constructor(page, id, setup, idle) {
    Object.assign(this, { page, id, setup, idle, pics: Boolean(setup.pics) });
    this.state = null;
    this.seat = null;
    this.twoPersons = false;
    this.playing = false;
    this.skipping = false;
    this.sending = false;
    this.away = false;
    this.attacker = null;
    this.hinted = null;
    this.queue = [];
    this.stage = new Stage(this);
    this.table = new Table(this);
    this.log = new Log();
    this.cards = new CardPanel(this);
    this.decision = new Decision(this);
    this.watch = new Watch(this);
    this.strip = h('div', { class: 'phase-strip', id: 'phases' });
    this.tools = h('div', { class: 'tools', role: 'group', 'aria-label': 'Duel' });
    this.task = new PuzzleTask(this);
    this.stopKeys = listenToKeys(this);
    this.element = h(
      'div',
      { class: 'duel', 'data-testid': 'duel' },
      h('h1', { class: 'hidden' }, 'Duel'),
      this.cards.element,
      this.table.element,
      h('div', { class: 'side' }, this.strip, this.task.element, this.log.element, this.decision.element, this.tools),
    );
    this.onSkip = (event) => {
      this.byKeys = false;
      this.skip(event);
    };
    this.onClick = (event) => {
      if (!this.swallow) return;
      this.swallow = false;
      if (this.element.contains(event.target)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    document.addEventListener('pointerdown', this.onSkip, true);
    document.addEventListener('click', this.onClick, true);
    this.start();
  }

  get me() {
    return this.state?.seat ?? 'P1';
  }
  get watching() {
    return this.state !== null && this.state.seat === null;
  }
  /** Whether something may be answered now. */
  get ready() {
    return Boolean(this.state?.decision) && !this.playing && !this.sending && !this.away && !this.closed;
  }

  async start() {
    try {
      this.begin(await api.state(this.id, this.seat));
    } catch (error) {
      // A table of two persons wants to know whose eyes are on it.
      if (error.status === 400 || error.status === 422) return this.pass(await this.firstSeat());
      this.fail(error);
    }
  }

  fail(error) {
    if (this.closed) return;
    const gone = error.status === 404;
    put(
      this.page,
      h(
        'div',
        { class: 'page-problem' },
        h('h1', null, gone ? 'This duel is not there' : 'This did not work'),
        h('p', null, error.message),
        gone
          ? h('a', { class: 'button primary', href: '#/' }, 'All duels')
          : h(
              'button',
              {
                class: 'button primary',
                onclick: () => {
                  put(this.page);
                  this.start();
                },
              },
              'Try again',
            ),
      ),
    );
  }

  /** The first state of a seat: everything is shown at once. */
  async begin(state) {
    if (this.closed) return;
    this.state = state;
    this.seat = state.seat;
    this.twoPersons = state.players.P1.who === 'person' && state.players.P2.who === 'person';
    this.log.cut(0);
    const lines = this.log.merge(state.log);
    await learn([...namesIn(state.view), ...actionNames(state)], state.rules).catch(() => {});
    if (this.closed) return;
    this.table.build(this.me);
    put(this.page, this.element);
    for (const line of lines) this.log.add(line);
    this.stage.tell(lines.at(-1));
    this.settle();
    this.log.list.scrollTop = this.log.list.scrollHeight;
    this.stream?.close();
    this.stream = new Stream(this.id, this.seat, () => this.log.next, {
      state: (next) => {
        if (!this.undoing) this.receive(next);
      },
      lost: () => {
        this.away = true;
        put(byId('banner'), h('span', null, 'The server does not answer; trying again…'));
        this.refresh();
      },
      back: () => {
        this.away = false;
        put(byId('banner'));
        this.refresh();
      },
    });
  }

  /** A newer state: its new lines are shown one after the other, then the state itself. */
  receive(state, whole = false) {
    if (this.closed || !this.state) return;
    const same = state.revision === this.state.revision;
    if (state.revision < this.state.revision) return;
    if (whole) {
      // Something was taken back: the whole log counts, and nothing of it happens again.
      this.log.cut(0);
      for (const line of this.log.merge(state.log)) this.log.add(line);
      this.stage.tell(state.log.at(-1));
      this.queue = [];
    } else {
      // Another page may have taken something back.
      const lines = state.lines ?? Infinity;
      this.log.cut(lines);
      this.queue = this.queue.filter((line) => line.number < lines);
      const fresh = this.log.merge(state.log);
      if (
        same &&
        !fresh.length &&
        state.thinking === this.state.thinking &&
        state.waits_for === this.state.waits_for &&
        state.fault === this.state.fault
      )
        return;
      this.queue.push(...fresh);
    }
    this.state = state;
    this.attacker = null;
    this.hinted = null;
    this.decision.hint = null;
    closePopup();
    closeList();
    this.play();
  }

  async play() {
    if (this.playing) return;
    this.playing = true;
    this.idle();
    this.refresh();
    do {
      while (this.queue.length && !this.closed) await this.stage.happen(this.queue.shift());
      // More may have happened while the last of it was shown.
      await learn([...namesIn(this.state.view), ...actionNames(this.state)], this.state.rules).catch(() => {});
    } while (this.queue.length && !this.closed);
    clearAttack();
    this.playing = false;
    if (!this.closed) this.settle();
  }

  skip(event) {
    if (!this.playing || event?.target.closest?.('.watch-panel, .tools, #bar')) return false;
    this.skipping = true;
    this.stage.wake?.();
    if (event?.type === 'pointerdown') {
      // The click that skips must not fall on what appears below it.
      this.swallow = true;
      setTimeout(() => {
        this.swallow = false;
      }, 500);
    }
    return true;
  }

  /** Shows the newest state, and asks what there is to ask. */
  settle() {
    const { state } = this;
    // Who skips, skips all until it is their move again.
    if (state.decision || state.over || this.watching) this.skipping = false;
    this.table.render(state.view, pace() > 0);
    this.stage.show(state.view);
    Object.assign(document.body.dataset, {
      revision: state.revision,
      waits: state.waits_for ?? 'none',
      waiting: state.decision ? 'you' : '',
    });
    if (state.decision?.asked === 'replay')
      this.attacker = keyOf(state.decision.actions.find((action) => action.verb === 'attack')?.at) || null;
    const { P1, P2 } = state.players;
    const how = state.over ? 'Over' : state.decision ? 'Your move' : 'Waiting';
    document.title = `${how} – ${P1.deck} against ${P2.deck} · Duelfish`;
    this.refresh();
    // Who plays with the keys goes on where they were.
    if (this.byKeys && document.activeElement === document.body) this.table.rove()?.focus({ preventScroll: true });
    this.task.look();
    this.decision.openOwnList();
    this.idle();
    if (state.over) showResult(this);
    else byId('result')?.remove();
    if (this.twoPersons && !state.over && state.waits_for && state.waits_for !== this.seat) this.pass(state.waits_for);
    this.watch.settled();
  }

  /** Draws again what depends on whether an answer is possible. */
  refresh() {
    if (!this.state || this.closed) return;
    this.element.classList.toggle('waiting', !this.ready);
    put(this.strip, phaseStrip(this, this.playing ? (this.table.view ?? this.state.view) : this.state.view));
    this.decision.render();
    put(this.tools, toolButtons(this));
    lightUp(this);
  }

  actionsAt(key) {
    return actionsAt(this, key);
  }

  clicked(key, element) {
    if (this.state && !this.playing) clicked(this, key, element);
  }

  /** Chooses who attacks; its targets light up. */
  choose(attacker) {
    closePopup();
    this.attacker = attacker;
    this.refresh();
    const first = attacker && this.table.element.querySelector('.target');
    if (first && document.activeElement?.dataset.at === attacker) this.table.rove(first)?.focus();
  }

  nameAt(place) {
    return cardNameAt(this.table.view, place);
  }

  looked(key) {
    if (!this.state || !this.table.view) return;
    const name = nameLookedAt(this.table.view, key);
    if (name) this.cards.show(name, fieldCard(this.table.view, placeOf(key)));
  }

  /** Answers the decision with the number of an action. */
  act(index, more = {}) {
    if (!this.ready) return;
    return this.send('apply', { action: index, ...more });
  }

  async send(what, body = {}, since = this.log.next) {
    if (this.sending || this.closed) return;
    this.sending = true;
    closePopup();
    closeList();
    this.refresh();
    try {
      const state = await api.send(this.id, what, this.seat, since, { revision: this.state.revision, ...body });
      this.sending = false;
      this.receive(state, what === 'undo');
    } catch (error) {
      this.sending = false;
      if (error instanceof ApiError && error.status === 409) await this.catchUp();
      else notice(error.message);
    } finally {
      this.sending = false;
      this.refresh();
    }
  }

  async catchUp() {
    notice('The duel has gone on meanwhile; this is how it stands now.');
    try {
      this.receive(await api.state(this.id, this.seat), true);
    } catch (error) {
      notice(error.message);
    }
  }

  async undo() {
    if (!this.state?.undo || this.sending || this.closed) return;
    // The stream tells of it too, but only the whole log says what no longer happened.
    this.undoing = true;
    await this.send('undo', {}, 0);
    this.undoing = false;
  }

  /** Draws the curtain for the other person; only behind it is the other seat asked for. */
  pass(seat) {
    this.stream?.close();
    openCurtain(this, seat, async () => {
      this.seat = seat;
      sessionStorage.setItem(`duelfish.seat.${this.id}`, seat);
      this.cards.clear();
      try {
        await this.begin(await api.state(this.id, seat));
      } catch (error) {
        this.fail(error);
      }
    });
  }

  /** At a table of two persons: who is asked sits down first. */
  async firstSeat() {
    const { sessions } = await api.sessions().catch(() => ({ sessions: [] }));
    const waits = sessions.find((one) => one.id === this.id)?.waits_for;
    return waits ?? sessionStorage.getItem(`duelfish.seat.${this.id}`) ?? 'P1';
  }

  close() {
    this.closed = true;
    this.stream?.close();
    this.watch.stop();
    this.stopKeys();
    this.stage.wake?.();
    document.title = 'Duelfish';
    document.removeEventListener('pointerdown', this.onSkip, true);
    document.removeEventListener('click', this.onClick, true);
    closePopup();
  }
}

const actionNames = (state) =>
  (state.decision?.actions ?? [])
    .map((action) => action.card)
    .concat(state.decision?.about ?? [])
    .filter(Boolean);
