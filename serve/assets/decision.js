// The open question with its answers, always in the same place, and the tools below it.

import { confirmed, h, notice, put } from './dom.js';
import { api } from './api.js';
import { keysOf, nameOf, PILES } from './places.js';
import { openActions } from './list-dialog.js';
import { hasRecord, outcome } from './result.js';

const FAULT_ADVICE = 'Nothing can be taken back here; resign, or begin a new duel.';

/** With more answers than this a list is opened in place of buttons. */
const MANY = 8;

export class Decision {
  constructor(duel) {
    this.duel = duel;
    this.hint = null;
    this.element = h('section', { id: 'decision', class: 'decision panel', 'aria-label': 'Decision' });
  }

  render() {
    if (this.duel.watching && this.duel.watch.element?.isConnected && !this.duel.state.over)
      return void this.duel.watch.content();
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.action : undefined;
    put(this.element, this.content());
    if (focused !== undefined) this.element.querySelector(`[data-action="${focused}"]`)?.focus({ preventScroll: true });
  }

  content() {
    const { duel } = this;
    const { state } = duel;
    if (state.over && !duel.playing) return outcome(duel);
    if (duel.watching) return duel.watch.content();
    if (duel.playing)
      return [
        h('p', { class: 'question dim' }, '…'),
        h('p', { class: 'dim small-text' }, 'Click or press a key to skip.'),
      ];
    if (!state.decision) return this.waiting();
    return [
      this.question(),
      this.duel.attacker && state.decision.asked !== 'replay' ? this.attacks() : this.answers(),
      this.hintTable(),
      this.footnote(),
    ];
  }

  waiting() {
    const { state } = this.duel;
    const who = state.waits_for ? nameOf(this.duel, state.waits_for) : 'The duel';
    if (state.fault)
      return [
        h('p', { class: 'question' }, `${who} gives no answer any more`),
        h('p', { class: 'problem' }, state.fault),
        h('p', { class: 'dim' }, state.undo ? 'Take your last answer back and try another way.' : FAULT_ADVICE),
        state.undo ? h('button', { class: 'button primary', onclick: () => this.duel.undo() }, 'Undo') : null,
      ];
    return h(
      'p',
      { class: 'question dim thinking' },
      `${who} ${state.thinking ? 'is thinking' : 'is to answer'}`,
      h('span', { class: 'dots', 'aria-hidden': 'true' }),
    );
  }

  question() {
    const { decision } = this.duel.state;
    return h(
      'div',
      { class: 'question-row' },
      h('p', { class: 'question', 'aria-live': 'polite' }, decision.question),
      decision.about
        ? h(
            'button',
            { class: 'quiet', title: `Read ${decision.about}`, onclick: () => this.duel.cards.read(decision.about) },
            'Read',
          )
        : null,
    );
  }

  /** The targets of the chosen attacker. */
  attacks() {
    const { duel } = this;
    const mine = duel.state.decision.actions
      .map((action, index) => ({ action, index }))
      .filter(({ action }) => action.verb === 'attack' && keysOf(action).includes(duel.attacker));
    const aims = mine.every(({ action }) => action.target) ? 'a target' : 'the opponent’s Life Points';
    return [
      h('p', { class: 'dim small-text' }, `${mine[0]?.action.card ?? 'The monster'} attacks: click ${aims}.`),
      this.buttons(mine, ({ action }) => (action.target ? action.text : 'Attack directly')),
      h('button', { class: 'button low', onclick: () => duel.choose(null) }, 'Another attacker'),
    ];
  }

  answers() {
    const { duel } = this;
    const all = duel.state.decision.actions.map((action, index) => ({ action, index }));
    const free = all.filter(({ action }) => !action.at || !this.onCards());
    const placed = all.filter((entry) => !free.includes(entry));
    if (!this.onCards()) {
      if (all.length <= MANY || all.every(({ action }) => !action.card && !action.at && action.text.length < 14))
        return this.withSkip(all);
      const ways = all.filter(({ action }) => !action.at && ['pass', 'done'].includes(action.verb));
      return [
        h(
          'button',
          { class: 'button primary', 'data-testid': 'open-list', onclick: () => this.openList() },
          `Choose from ${all.length - ways.length}…`,
        ),
        this.withSkip(ways),
      ];
    }
    return [
      this.withSkip(free),
      placed.length
        ? h(
            'button',
            { class: 'button low', 'data-testid': 'open-list', onclick: () => this.openList() },
            `All ${all.length} moves as a list…`,
          )
        : null,
    ];
  }

  /** Whether the answers are meant to be found on the cards. */
  onCards() {
    return ['main', 'battle'].includes(this.duel.state.decision.asked);
  }

  withSkip(entries) {
    const { decision } = this.duel.state;
    const buttons = this.buttons(entries, ({ action }) => label(action));
    if (decision.pass !== null && decision.pass !== undefined && decision.asked === 'respond') {
      buttons.append(
        h(
          'button',
          {
            class: 'button answer low',
            'data-testid': 'skip',
            title: 'Pass from now on in this turn wherever nothing happens (s)',
            onclick: () => this.duel.act(decision.pass, { skip: true }),
          },
          'Pass until something happens',
          h('kbd', null, 's'),
        ),
      );
    }
    return buttons;
  }

  buttons(entries, words) {
    const { duel } = this;
    const { decision } = duel.state;
    const short = entries.length > 3 && entries.every((entry) => words(entry).length < 14);
    return h(
      'div',
      { class: `answers${short ? ' short' : ''}` },
      entries.map((entry, order) => {
        const { index, action } = entry;
        const main =
          index === decision.pass ? '' : ['end', 'no', 'done', 'stop'].includes(action.verb) ? '' : ' strong';
        return h(
          'button',
          {
            class: `button answer${main}${duel.hinted === index ? ' hinted' : ''}`,
            'data-action': index,
            disabled: !duel.ready,
            onclick: () => duel.act(index),
            onpointerenter: () => {
              if (action.card) duel.cards.show(action.card);
            },
          },
          h('span', null, words(entry)),
          order < 9 ? h('kbd', null, order + 1) : null,
        );
      }),
    );
  }

  /** Asks a bot what it would do; its answer is shown below the others and on the table. */
  async askHint() {
    const { duel } = this;
    if (!duel.ready) return;
    const { revision } = duel.state;
    this.hint = 'asked';
    this.render();
    try {
      const hint = await api.hint(duel.id, duel.seat, { revision });
      if (duel.state.revision !== revision) return;
      this.hint = hint;
      duel.hinted = hint.action;
    } catch (error) {
      this.hint = null;
      notice(error.message);
    }
    duel.refresh();
  }

  hintTable() {
    if (!this.hint) return null;
    if (this.hint === 'asked')
      return h('p', { class: 'dim thinking' }, 'The bot looks at it', h('span', { class: 'dots' }));
    const { hint, duel } = this;
    const rows = (hint.choices ?? []).slice(0, 6);
    const most = Math.max(1, ...rows.map((row) => row.visits ?? 0));
    return h(
      'div',
      { class: 'hint', 'data-testid': 'hint-result' },
      h(
        'p',
        null,
        h('b', null, `${hint.bot} would choose: `),
        rows.find((row) => row.action === hint.action)?.text ?? hint.text,
        hint.rule ? h('span', { class: 'dim' }, ` (${hint.rule})`) : null,
      ),
      rows.length
        ? h(
            'table',
            null,
            h('thead', null, h('tr', null, h('th', null, 'Choice'), h('th', null, 'Wins'), h('th', null, 'Tried'))),
            h(
              'tbody',
              null,
              rows.map((row) =>
                h(
                  'tr',
                  { class: row.action === hint.action ? 'best' : '' },
                  h(
                    'td',
                    null,
                    h(
                      'button',
                      {
                        class: 'link',
                        'data-action': row.action,
                        disabled: !duel.ready,
                        onclick: () => duel.act(row.action),
                      },
                      row.text,
                    ),
                  ),
                  h(
                    'td',
                    null,
                    row.value === null || row.value === undefined ? '–' : `${Math.round(row.value * 100)}%`,
                  ),
                  h(
                    'td',
                    null,
                    h('meter', { min: 0, max: most, value: row.visits ?? 0, title: `${row.visits ?? 0} visits` }),
                  ),
                ),
              ),
            ),
          )
        : null,
    );
  }

  footnote() {
    const { note, fault } = this.duel.state;
    return [
      fault ? h('p', { class: 'problem' }, fault, ' Undo takes your last answer back.') : null,
      note ? h('p', { class: 'dim small-text' }, note) : null,
    ];
  }

  openList() {
    if (this.duel.ready) openActions(this.duel);
  }

  /** Choices that lie in piles can only be made in a list, so it opens by itself. */
  openOwnList() {
    const { duel } = this;
    if (!duel.ready || this.onCards()) return;
    const { actions, asked } = duel.state.decision;
    const placed = actions.filter((action) => action.at);
    if (asked !== 'respond' && placed.length && placed.every((action) => PILES.has(action.at.place))) openActions(duel);
    else if (['name', 'type'].includes(asked) && actions.length > MANY) openActions(duel);
  }
}

/** An action in words: its group, unless that says nothing. */
export function label(action) {
  if (action.verb === 'attack') return `${action.card ?? 'Attack'} → ${action.text}`;
  return ['', 'Go on', 'Or', 'Choose', 'Tribute', 'Discard'].includes(action.group)
    ? action.text
    : `${action.group}: ${action.text}`;
}

/** What can be done at any time: the row below the question. */
export function toolButtons(duel) {
  const { state, watching } = duel;
  const tool = (id, text, onclick, disabled, key) => {
    const title = key ? `${text} (${key})` : text;
    return h('button', { class: 'tool', 'data-testid': id, disabled, title, onclick }, text);
  };
  const log = h(
    'button',
    { class: 'tool narrow-only', 'data-testid': 'log-toggle', onclick: () => duel.log.toggle() },
    'Log',
  );
  const busy = duel.sending || duel.playing || duel.away;
  const own = watching
    ? []
    : [
        tool('undo', 'Undo', () => duel.undo(), !state.undo || busy, 'u'),
        tool('hint', 'Hint', () => duel.decision.askHint(), !duel.ready, 'h'),
        tool('resign', 'Resign', () => resign(duel), Boolean(state.over) || duel.sending || duel.away),
      ];
  return [log, own, saveTool(duel), h('a', { class: 'tool', 'data-testid': 'new', href: '#/' }, 'New duel')];
}

/** A record tells all cards, so the server only gives it when nothing is secret any more. */
function saveTool(duel) {
  if (!hasRecord(duel)) return null;
  if (duel.state.over || duel.watching) {
    const href = api.recordUrl(duel.id);
    const title = 'Download the record of this duel';
    return h('a', { class: 'tool', 'data-testid': 'save', href, download: `${duel.id}.duel`, title }, 'Save');
  }
  const words = 'The duel is kept by itself: go on with it from the first page at any time.';
  const onclick = () => notice(`${words} Its record can be downloaded when it is over.`);
  return h('button', { class: 'tool', 'data-testid': 'save', title: words, onclick }, 'Save');
}

async function resign(duel) {
  if (await confirmed('Resign?', 'The other side wins this duel.', 'Resign')) duel.send('concede');
}
