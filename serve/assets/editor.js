// The position editor: its text, the table drawn from it, and clicks that change the text.

import { confirmed, h, notice, put } from './dom.js';
import { api } from './api.js';
import { openKeys } from './keys.js';
import { closePopup } from './popup.js';
import { Board } from './board.js';
import { listenForZones } from './stepper.js';
import { Solver } from './solver.js';
import { CardSearch } from './card-search.js';
import { LineArea, sayStatus } from './text-area.js';
import { clickedInEditor } from './editor-clicks.js';
import { dropsInto } from './page.js';
import { begin } from './result.js';
import { chooseSeats } from './seats-dialog.js';
import { PositionText, keepText, keptText, newText, rulesOf } from './position-text.js';
import { PositionFields } from './position-fields.js';

export class Editor {
  constructor(page, setup) {
    Object.assign(this, { page, setup, playing: false, before: [], asked: 0, view: null });
    this.board = new Board({
      pics: setup.pics,
      edits: true,
      onclick: (key, element) => clickedInEditor(this, key, element),
    });
    this.area = new LineArea('The position as text', () => this.typed());
    this.status = h('p', {
      id: 'position-status',
      class: 'text-status',
      role: 'status',
      'data-testid': 'position-status',
    });
    this.search = new CardSearch({ rules: () => this.board.state.rules, look: (name) => this.board.cards.show(name) });
    this.search.onchoose = () => {
      const { chosen } = this.search;
      this.element.classList.toggle('holding', Boolean(chosen));
      // On a narrow page the table may be out of sight.
      if (chosen) this.board.table.element.scrollIntoView({ block: 'nearest' });
    };
    this.fields = new PositionFields(setup, (change) => this.edit(change));
    this.solver = new Solver({
      text: () => this.area.text,
      start: () => this.view,
      show: (view, step) => this.board.show(view, { line: step && { text: step.words, kind: 'event' }, lively: true }),
    });
    this.build();
    this.stopZones = listenForZones(this.board, () => openKeys('editor'));
    this.onkeydown = (event) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return;
      if (!closePopup(true)) this.search.choose(null);
    };
    document.addEventListener('keydown', this.onkeydown);
    document.title = 'Position editor · Duelfish';
    this.area.text = keptText();
    this.check();
  }

  build() {
    const side = h(
      'div',
      { class: 'side' },
      this.fields.element,
      h(
        'section',
        { class: 'panel text-panel', 'aria-label': 'Text' },
        this.area.element,
        this.status,
        this.textTools(),
      ),
      h(
        'section',
        { class: 'panel editor-actions', 'aria-label': 'What to do with it' },
        h(
          'button',
          { class: 'button primary', 'data-testid': 'play-position', onclick: () => this.play() },
          'Play from here…',
        ),
        this.solver.element,
      ),
    );
    dropsInto(side, (file) => this.load(file));
    this.element = h(
      'div',
      { class: 'duel viewer editor', 'data-testid': 'editor' },
      h('h1', { class: 'hidden' }, 'Position editor'),
      h('div', { class: 'editor-left' }, this.search.element, this.board.cards.element),
      this.board.table.element,
      side,
    );
    put(this.page, this.element);
  }

  textTools() {
    const file = h('input', {
      type: 'file',
      accept: '.txt,.lua',
      class: 'hidden',
      tabindex: -1,
      'aria-hidden': 'true',
      onchange: () => {
        if (file.files[0]) this.load(file.files[0]);
        file.value = '';
      },
    });
    const tool = (id, words, onclick, title = null) =>
      h('button', { class: 'tool', 'data-testid': id, title, onclick }, words);
    this.undoButton = tool('undo-edit', 'Undo', () => this.undo(), 'Take the last change by a click back');
    this.undoButton.disabled = true;
    return h(
      'div',
      { class: 'tools', role: 'group', 'aria-label': 'Text' },
      this.undoButton,
      tool('tidy', 'Tidy', () => this.tidy(), 'Write it in its normal form'),
      tool('copy', 'Copy', () => this.copy()),
      tool('download', 'Download', () => this.download()),
      tool('open', 'Open…', () => file.click(), 'A position (.txt) or a puzzle of EDOPro (.lua)'),
      tool('clear', 'New', () => this.clear()),
      file,
    );
  }

  typed() {
    keepText(this.area.text);
    this.solver.clear();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), 300);
  }

  /** Has the server read the text, and draws what it says. */
  async check(name = null) {
    const mine = ++this.asked;
    const { text } = this.area;
    this.fields.show(new PositionText(text));
    let answer;
    try {
      answer = await api.readPosition(text, name ?? undefined);
    } catch (error) {
      if (mine === this.asked) sayStatus(this.status, error.message, 'bad');
      return;
    }
    if (mine !== this.asked || this.closed) return;
    this.answer = answer;
    const { error } = answer;
    this.element.classList.toggle('wrong', Boolean(error));
    this.area.markLine(error?.line ?? null);
    if (error) return sayStatus(this.status, `${error.line ? `Line ${error.line}: ` : ''}${error.what}`, 'bad');
    if (name) {
      this.area.text = answer.text;
      keepText(answer.text);
      this.fields.show(new PositionText(answer.text));
    }
    const who = answer.asked ? `Player ${answer.asked[1]} is to move.` : 'Nobody is asked anything.';
    sayStatus(this.status, who, 'good');
    this.view = answer.view;
    this.board.state.rules = answer.rules ?? rulesOf(answer.text);
    this.board.show(answer.view);
  }

  get lines() {
    return new PositionText(this.area.text);
  }

  /** Changes the text by a function of its lines; what it was can come back. */
  edit(change) {
    const { lines } = this;
    change(lines);
    this.replace(lines.toString());
  }

  replace(text) {
    if (text === this.area.text) return;
    this.before.push(this.area.text);
    this.undoButton.disabled = false;
    this.area.text = text;
    this.solver.clear();
    keepText(text);
    this.check();
  }

  undo() {
    const text = this.before.pop();
    this.undoButton.disabled = !this.before.length;
    if (text === undefined) return;
    this.area.text = text;
    this.solver.clear();
    keepText(text);
    this.check();
  }

  tidy() {
    if (this.answer && !this.answer.error) this.replace(this.answer.text);
    else notice('The text has a mistake; it can be written in its normal form when that is mended.');
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.area.text);
      notice('Copied.');
    } catch {
      this.area.area.select();
      notice('The text is selected; copy it with the keys of your system.');
    }
  }

  download() {
    const url = URL.createObjectURL(new Blob([this.area.text], { type: 'text/plain' }));
    h('a', { href: url, download: 'position.txt' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  async load(file) {
    this.replace(await file.text());
    // A puzzle in Lua becomes a position in the answer.
    if (/\.lua$/i.test(file.name)) this.check(file.name);
  }

  async clear() {
    if (
      await confirmed('A new position?', 'The text is replaced by an empty field. Undo brings it back.', 'New position')
    )
      this.replace(newText());
  }

  play() {
    if (!this.answer || this.answer.error) return notice('The text has a mistake; mend it first.');
    const bot = this.setup.bots[0]?.spec ?? 'mcts';
    chooseSeats({
      title: 'Play from here',
      words: '',
      names: ['Player 1', 'Player 2'],
      players: this.answer.turn_player === 'P2' ? [bot, 'person'] : ['person', bot],
      setup: this.setup,
      start: (players) => begin({ position: this.area.text, players }),
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.solver.close();
    this.stopZones();
    closePopup();
    document.removeEventListener('keydown', this.onkeydown);
    document.title = 'Duelfish';
  }
}
