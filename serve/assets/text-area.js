// A field for lines of text with their numbers; a line that is wrong is marked.

import { h, put, setVars } from './dom.js';

export class LineArea {
  constructor(label, oninput) {
    this.numbers = h('div', { class: 'line-numbers', 'aria-hidden': 'true' });
    this.band = h('div', { class: 'line-band', hidden: true });
    this.area = h('textarea', {
      id: 'position-text',
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      wrap: 'off',
      'aria-label': label,
      'aria-describedby': 'position-status',
      oninput: () => {
        this.number();
        oninput(this.area.value);
      },
    });
    this.area.addEventListener('scroll', () => this.scroll());
    this.element = h(
      'div',
      { class: 'line-area' },
      this.band,
      h('div', { class: 'line-gutter' }, this.numbers),
      this.area,
    );
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    if (text !== this.area.value) this.area.value = text;
    this.number();
  }

  number() {
    const count = this.area.value.split('\n').length;
    while (this.numbers.children.length > count) this.numbers.lastChild.remove();
    while (this.numbers.children.length < count) this.numbers.append(h('span', null, this.numbers.children.length + 1));
  }

  /** Marks a line, counted from 1; null for none. */
  markLine(line) {
    this.area.setAttribute('aria-invalid', line !== null);
    [...this.numbers.children].forEach((one, index) => one.classList.toggle('wrong', index + 1 === line));
    this.band.hidden = line === null;
    setVars(this.band, { line: (line ?? 1) - 1 });
    this.scroll();
  }

  scroll() {
    setVars(this.element, { scrolled: `${this.area.scrollTop}px` });
  }
}

/** A short status below: what is wrong, or that all is well. */
export function sayStatus(place, words, kind) {
  place.className = `text-status ${kind}`;
  put(place, words);
}
