// What the user likes: colours and speed. Kept in the browser.

import { h, dialog } from './dom.js';

const KEY = 'duelfish.settings';
const defaults = { theme: 'system', speed: 'normal' };
let settings = { ...defaults };
try {
  settings = { ...defaults, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
} catch {
  /* The defaults do. */
}

function keep(change) {
  settings = { ...settings, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    /* Then only for now. */
  }
  applyTheme();
}

/** Sets the colours; without a choice of the user the system's. */
export function applyTheme() {
  const dark =
    settings.theme === 'dark' || (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);

/** By how much the usual delays are multiplied; 0 means that nothing moves. */
export function pace() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return { off: 0, fast: 0.4, normal: 1, slow: 2.2 }[settings.speed] ?? 1;
}

function choice(label, name, values) {
  const current = settings[name];
  return h(
    'fieldset',
    { class: 'setting' },
    h('legend', null, label),
    h(
      'div',
      { class: 'segments' },
      values.map(([value, text]) =>
        h(
          'label',
          { class: 'segment' },
          h('input', {
            type: 'radio',
            name,
            value,
            checked: value === current,
            onchange: () => keep({ [name]: value }),
          }),
          h('span', null, text),
        ),
      ),
    ),
  );
}

export function openSettings() {
  dialog({
    title: 'Settings',
    className: 'small',
    body: [
      choice('Colours', 'theme', [
        ['system', 'As the system'],
        ['light', 'Light'],
        ['dark', 'Dark'],
      ]),
      choice('Show what happens', 'speed', [
        ['off', 'At once'],
        ['fast', 'Fast'],
        ['normal', 'Normal'],
        ['slow', 'Slow'],
      ]),
      h('p', { class: 'dim' }, 'Any key or click skips what is being shown.'),
    ],
  });
}
