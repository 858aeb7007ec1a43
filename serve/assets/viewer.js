// A duel of a study, state by state: the table, the moves, what a bot says to them, and playing on from any of them.

import { h, notice, put } from './dom.js';
import { api } from './api.js';
import { keyOf, nameOf } from './places.js';
import { openKeys } from './keys.js';
import { label } from './decision.js';
import { Board } from './board.js';
import { Stepper, listenForZones } from './stepper.js';
import { Moves, MARKS } from './moves.js';
import { Analysis } from './analysis.js';
import { showProblem } from './page.js';
import { chooseSeats } from './seats-dialog.js';
import { zoneKey } from './touch.js';

export class Viewer {
  constructor(page, setup, id, number, at) {
    Object.assign(this, { page, setup, id, number, at, eye: null, playing: false });
    this.states = new Map();
    this.start();
  }

  async start() {
    try {
      [this.duel, this.study] = await Promise.all([
        api.studyDuel(this.id, this.number),
        api.study(this.id, this.number),
      ]);
    } catch (error) {
      if (!this.closed)
        showProblem(this.page, error, {
          gone: 'This duel is not there',
          href: '#/studies',
          retry: () => this.start(),
        });
      return;
    }
    if (this.closed) return;
    this.build();
    this.stepper.to(this.at);
  }

  build() {
    const { duel, setup } = this;
    this.board = new Board({ pics: setup.pics, rules: duel.rules, players: duel.players });
    this.stepper = new Stepper({
      last: duel.moves.length,
      go: (at) => this.go(at),
      keys: { f: () => this.board.flip(), n: () => this.analysis.next() },
    });
    this.moves = new Moves(this.board, duel, (at) => this.stepper.to(at));
    this.analysis = new Analysis(this);
    this.now = h('section', {
      class: 'moment panel',
      'aria-label': 'This moment',
      'aria-live': 'polite',
      'data-testid': 'now',
    });
    // The arrow of an attack is drawn for one size of the table.
    this.onresize = () => this.board.point();
    addEventListener('resize', this.onresize);
    this.stopZones = listenForZones(this.board, () => openKeys('viewer'));
    const { P1, P2 } = duel.players;
    document.title = `${P1.deck} against ${P2.deck} · Duelfish`;
    this.element = h(
      'div',
      { class: 'duel viewer', 'data-testid': 'viewer' },
      h('h1', { class: 'hidden' }, `Duel: ${P1.deck} against ${P2.deck}`),
      this.board.cards.element,
      this.board.table.element,
      h(
        'div',
        { class: 'side' },
        this.board.strip,
        this.moves.element,
        this.now,
        this.analysis.element,
        this.stepper.element,
        this.tools(),
      ),
    );
    put(this.page, this.element);
    this.analysis.begin();
  }

  tools() {
    const tool = (id, words, onclick) => h('button', { class: 'tool', 'data-testid': id, onclick }, words);
    // Buttons and not radio buttons, so that the arrow keys go on stepping.
    this.eyes = h(
      'div',
      { class: 'segments', role: 'group', 'aria-label': 'Which cards are shown' },
      [null, 'P1', 'P2'].map((eye) =>
        h(
          'button',
          {
            'data-eye': eye ?? 'all',
            'aria-pressed': String(eye === this.eye),
            onclick: (event) => {
              this.eye = eye;
              for (const one of this.eyes.children)
                one.setAttribute('aria-pressed', String(one === event.currentTarget));
              this.go(this.at);
            },
          },
          eye ? `As ${nameOf(this.board, eye)}` : 'All cards',
        ),
      ),
    );
    return [
      this.eyes,
      h(
        'div',
        { class: 'tools', role: 'group', 'aria-label': 'Duel' },
        this.study.count > 1
          ? h('a', { class: 'tool', href: `#/study/${encodeURIComponent(this.id)}` }, 'All duels')
          : h('a', { class: 'tool', href: '#/studies' }, 'All studies'),
        tool('flip', 'Flip', () => this.board.flip()),
        tool('branch', 'Play on from here…', () => this.branch()),
      ),
    ];
  }

  /** Whether an address is of this duel; then its state is shown. */
  follows(hash) {
    const found = hash.match(/^#\/study\/([^/]+)\/(\d+)(?:\/(\d+))?$/);
    if (!this.stepper || found?.[1] !== encodeURIComponent(this.id) || Number(found[2]) !== this.number) return false;
    const at = Number(found[3] ?? 0);
    if (at !== this.at) this.stepper.to(at);
    return true;
  }

  state(at) {
    const key = `${this.eye}|${at}`;
    if (!this.states.has(key)) {
      const asked = api.studyState(this.id, this.number, at, this.eye);
      asked.catch(() => this.states.delete(key));
      this.states.set(key, asked);
    }
    return this.states.get(key);
  }

  async go(at) {
    const step = at - this.at;
    this.at = at;
    history.replaceState(null, '', `#/study/${encodeURIComponent(this.id)}/${this.number}/${at}`);
    this.moves.point(at);
    this.analysis.point(at);
    let state;
    try {
      state = await this.state(at);
    } catch (error) {
      notice(error.message);
      return;
    }
    if (this.closed || at !== this.at) return;
    this.shown = state;
    const line = this.duel.log.findLast((one) => one.state <= at) ?? null;
    await this.board.show(state.view, { line, lively: step === 1, move: this.marks(state) });
    if (this.closed || at !== this.at) return;
    this.describe();
    // The next one is asked for early, so that stepping is quick.
    if (at < this.duel.moves.length) this.state(at + 1).catch(() => {});
  }

  /** What is lit on the table: the card that moves, its target, and the card of the bot's choice. */
  marks(state) {
    const move = this.duel.moves[state.at ?? this.at];
    const find = (words) => state.asked?.actions.find((action) => action.words === words);
    const played = move && find(move.words);
    const best = move && find(this.analysis.of(move.at)?.best?.words);
    return {
      at: played?.at ? zoneKey(played.at) : null,
      target: played?.target ? keyOf(played.target) : null,
      best: best?.at && best !== played ? zoneKey(best.at) : null,
      arrow: played?.verb === 'attack' ? { kind: 'attack', text: '', at: played.at, target: played.target } : null,
    };
  }

  /** After news of the analysis. */
  refresh() {
    this.moves.mark((at) => this.analysis.of(at));
    if (!this.shown) return;
    this.board.move = this.marks(this.shown);
    this.board.point();
    this.describe();
  }

  describe() {
    const { duel, at } = this;
    const move = duel.moves[at];
    if (!move) {
      put(
        this.now,
        h('p', { class: 'moment-title' }, 'The end'),
        h('p', null, duel.over?.text ?? 'The record ends here.'),
        duel.note ? h('p', { class: 'dim small-text' }, duel.note) : null,
      );
      return;
    }
    const { asked } = this.shown;
    const words = (wanted) => {
      const action = asked?.actions.find((one) => one.words === wanted);
      return action ? label(action) : wanted;
    };
    const told = this.analysis.of(at);
    const mark = told?.mark ? MARKS[told.mark] : null;
    const part = (value) => `${Math.round(value * 100)}%`;
    const same = told?.best?.words === move.words;
    put(
      this.now,
      h(
        'p',
        { class: 'moment-title' },
        h('i', { class: `seat-dot ${move.player}`, 'aria-hidden': 'true' }),
        nameOf(this.board, move.player),
        h('span', { class: 'dim' }, asked?.question ? ` · ${asked.question}` : ''),
      ),
      h(
        'p',
        { class: 'moment-move' },
        h('b', null, words(move.words)),
        mark ? h('span', { class: `mark-tag ${told.mark}` }, `${mark} ${told.mark}`) : null,
        told ? h('span', { class: 'moment-value' }, part(told.value)) : null,
      ),
      told?.best && !same
        ? h(
            'p',
            { class: 'moment-best' },
            h('span', { class: 'dim' }, 'The bot: '),
            told.best.text || told.best.words,
            h('span', { class: 'moment-value' }, part(told.best.value)),
          )
        : null,
      told
        ? h(
            'p',
            { class: 'dim small-text' },
            `${nameOf(this.board, 'P1')} wins with ${part(told.chance)}. `,
            same ? 'The bot would have done the same.' : `Loss: ${Math.round(told.loss * 100)} points.`,
          )
        : h(
            'p',
            { class: 'dim small-text' },
            move.choices > 1 ? `One of ${move.choices} choices.` : 'There was no other choice.',
          ),
    );
  }

  branch() {
    const bot = this.setup.bots[0]?.spec ?? 'mcts';
    const mover = this.duel.moves[this.at]?.player ?? 'P1';
    chooseSeats({
      title: 'Play on from here',
      words: 'Hands, Decks and hidden cards are those of the duel; what is drawn later is chance.',
      names: ['P1', 'P2'].map((seat) => nameOf(this.board, seat)),
      players: mover === 'P1' ? ['person', bot] : [bot, 'person'],
      setup: this.setup,
      start: async (players) => {
        const { id } = await api.branch(this.id, this.number, { at: this.at, players });
        location.hash = `#/duel/${encodeURIComponent(id)}`;
      },
    });
  }

  close() {
    this.closed = true;
    this.stepper?.close();
    this.analysis?.close();
    this.stopZones?.();
    removeEventListener('resize', this.onresize);
    document.title = 'Duelfish';
  }
}
