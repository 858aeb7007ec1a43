// Parts that the pages have in common: a problem, a list, files that are dropped, and looking again.

import { confirmed, h, notice, put } from './dom.js';

/** In place of a page that can't be shown. */
export function showProblem(page, error, { gone = 'This is not there', href = '#/', retry = null } = {}) {
  const missing = error.status === 404;
  put(
    page,
    h(
      'div',
      { class: 'page-problem' },
      h('h1', null, missing ? gone : 'This did not work'),
      h('p', null, error.message),
      missing || !retry
        ? h('a', { class: 'button primary', href }, 'Back')
        : h('button', { class: 'button primary', onclick: retry }, 'Try again'),
    ),
  );
}

/** The head of a page: its title, a sentence, and buttons at the end. */
export function pageHead(title, words, ...tools) {
  return h(
    'div',
    { class: 'home-head page-head' },
    h('div', null, h('h1', null, title), words ? h('p', { class: 'dim' }, words) : null),
    tools.length ? h('div', { class: 'page-tools' }, tools) : null,
  );
}

/** Looks again and again until `look` answers false; returns how to stop. A failed look is repeated. */
export function poll(look, every = 1000) {
  let stopped = false;
  let timer = 0;
  const next = async () => {
    let more = true;
    try {
      more = await look();
    } catch (error) {
      if (error.status) more = false;
    }
    if (more !== false && !stopped) timer = setTimeout(next, every);
  };
  timer = setTimeout(next, every);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** How far something is; the words beside it say the same. */
export function progress(done, of, label) {
  return h(
    'span',
    { class: 'progress' },
    h('progress', { max: Math.max(1, of), value: Math.min(done, of), 'aria-label': label }),
    h('span', { class: 'progress-words' }, of ? `${done} of ${of}` : 'begins…'),
  );
}

/** A small button that removes an entry of a list after a question. */
export function deleteButton(name, question, words, remove) {
  const onclick = async () => {
    if (!(await confirmed(question, words, 'Delete'))) return;
    try {
      await remove();
    } catch (error) {
      notice(error.message);
    }
  };
  return h('button', { class: 'icon-button', 'aria-label': `Delete ${name}`, title: 'Delete', onclick }, '×');
}

/** A place that takes a file: dropped, or chosen after a click. */
export function fileDrop(words, accept, take) {
  const input = h('input', {
    type: 'file',
    accept,
    class: 'hidden',
    tabindex: -1,
    'aria-hidden': 'true',
    onchange: () => {
      if (input.files[0]) take(input.files[0]);
      input.value = '';
    },
  });
  const button = h('button', { class: 'button drop', onclick: () => input.click() }, words);
  const place = h('div', { class: 'file-drop' }, button, input);
  dropsInto(place, take);
  return place;
}

/** Lets a file be dropped on an element. */
export function dropsInto(place, take) {
  place.addEventListener('dragover', (event) => {
    event.preventDefault();
    place.classList.add('dropping');
  });
  place.addEventListener('dragleave', () => place.classList.remove('dropping'));
  place.addEventListener('drop', (event) => {
    event.preventDefault();
    place.classList.remove('dropping');
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  });
}

/** A field for the words that name a bot, with those that the server knows to choose from. */
export function botField(setup, label, props) {
  const id = `bots-${props.name}`;
  return h(
    'label',
    { class: 'field-label' },
    h('span', null, label),
    h('input', { ...props, list: id, spellcheck: 'false', autocomplete: 'off' }),
    h(
      'datalist',
      { id },
      setup.bots.map((bot) => h('option', { value: bot.spec }, bot.words)),
    ),
  );
}

/** Choices of which one is taken, side by side. */
export function segments(label, name, values, current, take) {
  return h(
    'div',
    { class: 'segments', role: 'radiogroup', 'aria-label': label },
    values.map(([value, text]) =>
      h(
        'label',
        { class: 'segment' },
        h('input', { type: 'radio', name, value, checked: value === current, onchange: () => take(value) }),
        h('span', null, text),
      ),
    ),
  );
}

/** `5 min ago`. */
export function ago(time) {
  const minutes = Math.round((Date.now() - Date.parse(time)) / 60000);
  if (!Number.isFinite(minutes)) return '';
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h ago`;
  return `${Math.round(minutes / 1440)} days ago`;
}
