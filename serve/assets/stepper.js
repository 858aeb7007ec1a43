// Steps through the states of something: buttons, a slider, keys, and playing by itself.

import { h, put, svg } from './dom.js';
import { pace } from './settings.js';

const ICONS = {
  first: 'M2 2h2v12H2zM14 2v12L5 8z',
  back: 'M11.5 2v12L3 8z',
  on: 'M4.5 2v12L13 8z',
  last: 'M12 2h2v12h-2zM2 2v12l9-6z',
  play: 'M2 2v12l6-6zM8 2v12l6-6z',
  pause: 'M3.5 2h3v12h-3zM9.5 2h3v12h-3z',
};
const icon = (name) =>
  svg('svg', { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));

export class Stepper {
  /** `go(at)` shows a state; `keys` are more keys that the page knows. */
  constructor({ last, go, keys = {}, words = (at) => `${at} / ${last}` }) {
    Object.assign(this, { last, go, keys, words, at: 0, timer: 0 });
    const button = (id, label, onclick) =>
      h(
        'button',
        { class: 'button step', 'data-testid': `step-${id}`, 'aria-label': label, title: label, onclick },
        icon(id),
      );
    this.playButton = button('play', 'Play (Space)', () => this.toggle());
    this.buttons = {
      first: button('first', 'First (Home)', () => this.to(0)),
      back: button('back', 'Back (←)', () => this.to(this.at - 1)),
      on: button('on', 'On (→)', () => this.to(this.at + 1)),
      last: button('last', 'Last (End)', () => this.to(this.last)),
    };
    this.slider = h('input', {
      type: 'range',
      min: 0,
      max: last,
      value: 0,
      'aria-label': 'Step',
      oninput: () => this.to(Number(this.slider.value)),
    });
    this.count = h('output', { class: 'step-count' });
    const { first, back, on, last: end } = this.buttons;
    this.element = h(
      'div',
      { class: 'stepper', role: 'group', 'aria-label': 'Steps' },
      h('div', { class: 'step-buttons' }, first, back, this.playButton, on, end),
      h('div', { class: 'step-slide' }, this.slider, this.count),
    );
    this.onkeydown = (event) => this.key(event);
    document.addEventListener('keydown', this.onkeydown);
    this.mark(0);
  }

  to(at) {
    const wanted = Math.max(0, Math.min(this.last, at));
    this.pause();
    this.mark(wanted);
    return this.go(wanted);
  }

  /** Says at which state the page is. */
  mark(at) {
    this.at = at;
    this.slider.value = at;
    const words = this.words(at);
    this.count.textContent = words;
    this.slider.setAttribute('aria-valuetext', words);
    for (const name of ['first', 'back']) this.buttons[name].disabled = at === 0;
    for (const name of ['on', 'last']) this.buttons[name].disabled = at === this.last;
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at === this.last) this.mark(0);
    this.sign('pause', 'Pause (Space)');
    const next = async () => {
      const timer = this.timer;
      this.mark(Math.min(this.last, this.at + 1));
      await this.go(this.at);
      if (timer !== this.timer) return;
      if (this.at === this.last) return this.pause();
      this.timer = setTimeout(next, 900 * (pace() || 1));
    };
    this.timer = setTimeout(next, 0);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.sign('play', 'Play (Space)');
  }

  sign(name, label) {
    put(this.playButton, icon(name));
    this.playButton.title = label;
    this.playButton.setAttribute('aria-label', label);
    this.playButton.classList.toggle('primary', name === 'pause');
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (document.querySelector('dialog[open], .popup')) return;
    const { target, key } = event;
    if (typedIn(target)) return;
    const does = {
      ArrowLeft: () => this.to(this.at - 1),
      ArrowRight: () => this.to(this.at + 1),
      Home: () => this.to(0),
      End: () => this.to(this.last),
      ' ': target.tagName === 'BUTTON' ? null : () => this.toggle(),
      ...this.keys,
    }[key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  close() {
    this.pause();
    document.removeEventListener('keydown', this.onkeydown);
    this.element.remove();
  }
}

/** Whether keys mean something to the element itself. */
function typedIn(element) {
  if (element.tagName === 'INPUT') return !['range', 'checkbox'].includes(element.type);
  return ['TEXTAREA', 'SELECT'].includes(element.tagName);
}

/** Shift and the arrow keys move between the zones of a table, as the arrows alone step. */
export function listenForZones(board, page) {
  const onkeydown = (event) => {
    if (typedIn(event.target)) return;
    if (event.key === '?') return page();
    if (!event.shiftKey || !event.key.startsWith('Arrow') || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    board.table.move(event.key);
  };
  document.addEventListener('keydown', onkeydown);
  return () => document.removeEventListener('keydown', onkeydown);
}
