// Small checks of what people need who see or point otherwise than most.

import assert from 'node:assert/strict';

const NAMED = ['button', 'link', 'textbox', 'searchbox', 'combobox', 'radio', 'checkbox', 'slider', 'option', 'dialog'];

/** Whatever can be used has a name, as the browser itself tells it to a screen reader. */
export async function everythingIsNamed(page, where) {
  const wire = await page.context().newCDPSession(page);
  const { nodes } = await wire.send('Accessibility.getFullAXTree');
  await wire.detach();
  const nameless = nodes
    .filter((node) => !node.ignored && NAMED.includes(node.role?.value) && !node.name?.value?.trim())
    .map((node) => node.role.value);
  assert.deepEqual(nameless, [], `without a name in ${where}`);
}

/** Identifiers are there once, and what refers to them finds them. */
export async function identifiersFit(page, where) {
  const faults = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    const names = ['aria-controls', 'aria-labelledby', 'aria-describedby', 'aria-activedescendant', 'for'];
    const lost = names
      .flatMap((name) => [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)))
      .filter((id) => id && !document.getElementById(id));
    return [...twice.map((id) => `${id} is there twice`), ...lost.map((id) => `${id} is not there`)];
  });
  assert.deepEqual(faults, [], where);
}

export async function landmarksAreThere(page) {
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  for (const role of ['banner', 'main', 'navigation']) assert.equal(await page.getByRole(role).count(), 1, role);
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, 'one heading of the first level');
  assert.notEqual(await page.title(), '');
}

/** Nothing is wider than the window. A phone's browser would zoom out, so its own word on the width says nothing. */
export async function fitsAcross(page, where) {
  const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
  const { width } = page.viewportSize();
  assert.ok(wide <= width, `${where} is ${wide} wide in a window of ${width}`);
}

/** Tab shows where it is, at each of so many stops: the element or what is next to it looks otherwise without the focus. */
export async function focusIsVisible(page, stops) {
  const unseen = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const lost = await page.evaluate(unseenFocus);
    if (lost) unseen.push(lost);
  }
  assert.deepEqual(unseen, [], 'focus that is not seen');
}

function unseenFocus() {
  const element = document.activeElement;
  if (element === document.body) return null;
  // A segment or a card may show it on a part of itself, or on what stands beside it.
  const near = [element, ...element.children, element.nextElementSibling, element.parentElement].filter(Boolean);
  const looks = () =>
    near
      .map((one) => getComputedStyle(one))
      .map((style) => [style.outlineStyle, style.outlineWidth, style.boxShadow, style.borderColor, style.backgroundColor])
      .join();
  const focused = looks();
  element.blur();
  const blurred = looks();
  element.focus();
  return focused === blurred ? element.outerHTML.slice(0, 100) : null;
}

/** Letters stand out from what is behind them, as far as plain colours tell: 4.5 to 1, and 3 to 1 if they are large. */
export async function lettersStandOut(page, where) {
  const weak = await page.evaluate(() => {
    const channel = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = (colour) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = ([r, g, b]) => 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
    const behind = (element) => {
      for (let one = element; one; one = one.parentElement) {
        const style = getComputedStyle(one);
        if (style.backgroundImage !== 'none' || style.opacity !== '1') return null;
        const colour = rgba(style.backgroundColor);
        if (colour[3] === 255) return colour;
        if (colour[3] > 0) return null;
      }
      return [255, 255, 255];
    };
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest(':disabled, [aria-hidden="true"]')) continue;
      const [style, ground] = [getComputedStyle(element), behind(element)];
      const ink = rgba(style.color);
      if (!ground || ink[3] < 255) continue;
      const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const ratio = (a + 0.05) / (b + 0.05);
      if (ratio < (large ? 3 : 4.5))
        found.add(`${ratio.toFixed(2)}: .${element.className} ${walker.currentNode.data.trim().slice(0, 30)}`);
    }
    return [...found];
  });
  assert.deepEqual(weak, [], `too faint in ${where}`);
}
