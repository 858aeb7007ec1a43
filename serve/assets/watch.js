// A table at which only bots sit: step by step, or by itself.

import { h } from './dom.js';
import { nameOf } from './places.js';

export class Watch {
  constructor(duel) {
    this.duel = duel;
    this.running = false;
    this.pause = 600;
  }

  /** The buttons stay the same elements, so that a click is not lost when the table is drawn anew below it. */
  content() {
    const { duel } = this;
    const { state } = duel;
    if (!this.element) this.build();
    this.title.textContent = state.waits_for ? `${nameOf(duel, state.waits_for)} is to move` : 'The duel goes on';
    this.playButton.textContent = this.running ? 'Pause' : 'Play';
    this.stepButton.disabled = this.running || duel.sending || duel.playing || duel.away;
    this.fault.textContent = state.fault ? `${state.fault} This duel can’t go on.` : '';
    return this.element;
  }

  build() {
    this.title = h('p', { class: 'question' });
    this.playButton = h('button', { class: 'button primary', 'data-testid': 'play', onclick: () => this.toggle() });
    this.stepButton = h('button', { class: 'button', 'data-testid': 'step', onclick: () => this.step() }, 'One step');
    this.fault = h('p', { class: 'problem' });
    this.element = h(
      'div',
      { class: 'watch-panel' },
      this.title,
      h('div', { class: 'watch' }, this.playButton, this.stepButton),
      h(
        'label',
        { class: 'speed' },
        h('span', null, 'Speed'),
        h('input', {
          type: 'range',
          min: 0,
          max: 1500,
          step: 50,
          value: 1500 - this.pause,
          oninput: (event) => {
            this.pause = 1500 - Number(event.target.value);
          },
        }),
      ),
      this.fault,
    );
  }

  step() {
    return this.duel.send('step');
  }

  toggle() {
    this.running = !this.running;
    this.duel.refresh();
    if (this.running) this.step();
    else clearTimeout(this.timer);
  }

  stop() {
    this.running = false;
    clearTimeout(this.timer);
  }

  /** The newest state is shown: the next step may come. */
  settled() {
    clearTimeout(this.timer);
    if (!this.running) return;
    if (this.duel.state.over || !this.duel.watching) return this.stop();
    this.timer = setTimeout(() => this.next(), this.pause);
  }

  next() {
    if (!this.running) return;
    // An answer on its way or a server that is away: look again a little later.
    if (this.duel.sending || this.duel.playing || this.duel.away) this.timer = setTimeout(() => this.next(), this.duel.away ? 250 : 20);
    else this.step();
  }
}
