// Three ways to use the page: by mouse, by finger, by keyboard. Each can press what is on the page and fill in a field.

import assert from 'node:assert/strict';

export class Mouse {
  constructor(page) {
    this.page = page;
  }
  press(place) {
    return place.click();
  }
  async write(field, text) {
    await field.click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }
}

export class Finger {
  constructor(page) {
    this.page = page;
  }
  press(place) {
    return place.tap();
  }
  async write(field, text) {
    await field.tap();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }
}

const has = (place, selector) => place.evaluate((element, inside) => Boolean(element.closest(inside)), selector);
const focused = (place) => place.evaluate((element) => element === document.activeElement);

/** Longer walks mean that something can't be reached. */
const STEPS = 80;

export class Keyboard {
  constructor(page) {
    this.page = page;
    this.keys = page.keyboard;
  }

  /** Presses by a letter if the page has one for it, else goes there and presses Enter. */
  async press(place, { letter } = {}) {
    if (letter) return this.keys.press(letter);
    await this.goTo(place);
    await this.keys.press((await has(place, 'input[type="radio"]')) ? 'Space' : 'Enter');
  }

  async write(field, text) {
    await this.tabTo(field);
    await this.keys.press('ControlOrMeta+a');
    await this.keys.type(text);
  }

  async goTo(place) {
    if (await has(place, '[role="listbox"]')) return this.listTo(place);
    if (await has(place, '.popup')) return this.step(place, () => 'ArrowDown', focused);
    if (await has(place, '.table [data-at]')) return this.zoneTo(place);
    if (await has(place, 'input[type="radio"]')) return this.radioTo(place);
    return this.tabTo(place);
  }

  /** The focus stays on the list or its search; the row that Enter takes is marked. */
  listTo(row) {
    return this.step(row, () => 'ArrowDown', (element) => element.evaluate((one) => one.classList.contains('current')));
  }

  tabTo(place) {
    return this.step(place, () => 'Tab', focused);
  }

  /** Tab reaches the group, arrows the one in it. */
  async radioTo(place) {
    const group = await place.getAttribute('name');
    const inGroup = () => this.page.evaluate((name) => document.activeElement.name === name, group);
    await this.step(place, () => 'Tab', inGroup);
    await this.step(place, () => 'ArrowRight', focused);
  }

  /** Tab reaches the table, arrows the zone: first the row, then along it. */
  async zoneTo(place) {
    const onTable = () => this.page.evaluate(() => Boolean(document.activeElement.closest('.table [data-at]')));
    await this.step(place, () => 'Tab', onTable);
    await this.step(place, towards, focused);
  }

  async step(place, key, arrived) {
    for (let steps = 0; steps < STEPS; steps += 1) {
      if (await arrived(place)) return;
      await this.keys.press(await key(place));
    }
    const where = await this.page.evaluate(() => document.activeElement.outerHTML.slice(0, 120));
    assert.fail(`the keyboard does not reach ${place}; it is at ${where}`);
  }
}

/** The arrow key that leads from the focus to a zone. */
const towards = (place) =>
  place.evaluate((element) => {
    const from = document.activeElement.getBoundingClientRect();
    const to = element.getBoundingClientRect();
    if (to.top >= from.bottom - 2) return 'ArrowDown';
    if (to.bottom <= from.top + 2) return 'ArrowUp';
    return to.x > from.x ? 'ArrowRight' : 'ArrowLeft';
  });
