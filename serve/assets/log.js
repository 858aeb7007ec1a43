// What has happened, in words.

import { h } from './dom.js';

export class Log {
  constructor() {
    this.lines = [];
    this.list = h('ol', { id: 'log', 'aria-live': 'polite', 'aria-label': 'What has happened', tabindex: 0 });
    this.element = h(
      'section',
      { class: 'log panel', 'aria-label': 'Log' },
      h(
        'div',
        { class: 'panel-head' },
        h('h2', null, 'Log'),
        h(
          'button',
          { class: 'icon-button narrow-only', 'aria-label': 'Close the log', onclick: () => this.toggle(false) },
          '×',
        ),
      ),
      this.list,
    );
  }

  get next() {
    return this.lines.length ? this.lines.at(-1).number + 1 : 0;
  }

  /** Takes lines in and returns those that are new. A line that says something else shows that the past was changed. */
  merge(lines) {
    const known = new Map(this.lines.map((line) => [line.number, line.text]));
    const fresh = [];
    for (const line of lines) {
      if (known.get(line.number) === line.text && !fresh.length) continue;
      if (known.has(line.number) && known.get(line.number) !== line.text) {
        this.cut(line.number);
        known.clear();
      }
      if (!known.has(line.number)) {
        fresh.push(line);
        this.lines.push({ number: line.number, text: line.text });
      }
    }
    return fresh;
  }

  /** Forgets the lines from a number on. */
  cut(number) {
    this.lines = this.lines.filter((line) => line.number < number);
    for (const item of [...this.list.children]) {
      if (Number(item.dataset.number) >= number) item.remove();
    }
  }

  add(line) {
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    this.list.append(
      h(
        'li',
        { class: `line line-${line.kind}`, 'data-number': line.number },
        line.link ? h('span', { class: 'line-link', title: `Chain Link ${line.link}` }, line.link) : null,
        line.text,
      ),
    );
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  /** On a narrow page the log is a drawer; on a wide one it gets the focus. */
  toggle(open = !this.element.classList.contains('open')) {
    this.element.classList.toggle('open', open);
    if (open) {
      this.list.scrollTop = this.list.scrollHeight;
      this.list.focus({ preventScroll: true });
    } else if (this.element.contains(document.activeElement)) {
      document.activeElement.blur();
    }
  }
}
