// Chooses a deck: one that the program has, a file, or a pasted list.

import { dialog, h, notice, put } from './dom.js';
import { api } from './api.js';
import { dropsInto } from './page.js';

const words = (name) => name.replaceAll('_', ' ');
const counts = (deck) =>
  deck.main === undefined ? '' : `${deck.main} cards${deck.extra ? ` + ${deck.extra} extra` : ''}`;

/** A button that shows the chosen deck and opens the list of all. */
export function deckButton(deck, setup, rules, take, index) {
  return h(
    'button',
    { class: 'deck-button', 'data-testid': `deck-${index + 1}`, onclick: () => openChooser(setup, rules, deck, take) },
    h('span', { class: 'deck-icon', 'aria-hidden': 'true' }),
    h(
      'span',
      { class: 'deck-words' },
      h('b', null, words(deck.name)),
      h('small', null, [deck.format, counts(deck)].filter(Boolean).join(' · ')),
    ),
    h('span', { class: 'deck-change' }, 'Change'),
  );
}

/** Lets a file be dropped on a place. */
export function takesDrop(place, rules, take) {
  place.addEventListener('dragover', (event) => {
    event.preventDefault();
    place.classList.add('dropping');
  });
  place.addEventListener('dragleave', () => place.classList.remove('dropping'));
  place.addEventListener('drop', async (event) => {
    event.preventDefault();
    place.classList.remove('dropping');
    const file = event.dataTransfer.files[0];
    const text = file ? await file.text() : event.dataTransfer.getData('text');
    if (!text) return;
    try {
      const answer = await api.checkDeck(text, file?.name ?? 'dropped', rules());
      if (answer.playable) take(own(text, answer));
      else notice(`${answer.name}: ${answer.problems[0] ?? 'this deck can’t be played.'}`);
    } catch (error) {
      notice(error.message);
    }
  });
}

const total = (cards) => (cards ?? []).reduce((sum, card) => sum + card.copies, 0);
const own = (text, answer) => ({
  text,
  name: answer.name,
  format: 'own deck',
  main: total(answer.main),
  extra: total(answer.extra),
});

function openChooser(setup, rules, current, take) {
  const done = (deck) => {
    box.close();
    take(deck);
  };
  const list = h('div', { class: 'deck-list' });
  const filter = h('input', {
    type: 'search',
    placeholder: `Search ${setup.decks.length} decks`,
    'aria-label': 'Search decks',
    oninput: () => draw(),
  });
  const draw = () => {
    const part = filter.value.trim().toLowerCase();
    const groups = new Map();
    for (const deck of setup.decks) {
      if (part && !words(`${deck.id} ${deck.name}`).toLowerCase().includes(part) && !deck.id.includes(part)) continue;
      groups.set(deck.format, [...(groups.get(deck.format) ?? []), deck]);
    }
    put(
      list,
      [...groups].map(([format, decks]) =>
        h(
          'section',
          null,
          h('h3', null, format, h('small', null, decks.length)),
          h(
            'ul',
            null,
            decks.map((deck) =>
              h(
                'li',
                null,
                h(
                  'button',
                  {
                    class: `deck-row${deck.id === current.id ? ' current' : ''}`,
                    'data-deck': deck.id,
                    onclick: () => done(deck),
                  },
                  h('span', null, words(deck.name)),
                  h('small', null, counts(deck)),
                ),
              ),
            ),
          ),
        ),
      ),
      groups.size ? null : h('p', { class: 'dim' }, 'No deck has this in its name.'),
    );
  };
  filter.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    list.querySelector('.deck-row')?.click();
  });
  const pasted = pastePart(rules, current, done);
  const box = dialog({
    title: 'Choose a deck',
    className: 'chooser',
    body: [h('div', { class: 'chooser-left' }, filter, list), pasted],
  });
  box.dataset.testid = 'chooser';
  draw();
  if (matchMedia('(pointer: coarse)').matches) box.focus();
  else filter.focus();
  list.querySelector('.current')?.scrollIntoView({ block: 'center' });
}

/** A deck of the user's own: its text is checked while it is typed. */
function pastePart(rules, current, done) {
  const result = h('div', { class: 'deck-result', 'aria-live': 'polite' });
  let name = 'my deck';
  let timer = 0;
  let asked = 0;
  const check = async () => {
    const text = area.value.trim();
    const mine = ++asked;
    if (!text) {
      put(result);
      return;
    }
    try {
      const answer = await api.checkDeck(text, name, rules);
      if (mine === asked) put(result, verdict(text, answer, done));
    } catch (error) {
      if (mine === asked) put(result, h('p', { class: 'problem' }, error.message));
    }
  };
  const read = async (file) => {
    if (!file) return;
    name = file.name;
    area.value = await file.text();
    check();
  };
  const area = h('textarea', {
    rows: 7,
    spellcheck: 'false',
    'aria-label': 'A deck as text',
    placeholder: 'Paste ydke://…, the text of a .ydk file,\nor a list of names:\n3 Sangan\n1 Monster Reborn',
    oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(check, 350);
    },
    value: current.text ?? '',
  });
  const file = h('input', {
    type: 'file',
    accept: '.ydk,.txt',
    class: 'hidden',
    tabindex: -1,
    onchange: () => read(file.files[0]),
  });
  const part = h(
    'div',
    { class: 'chooser-right' },
    h('h3', null, 'A deck of your own'),
    h('button', { class: 'button drop', onclick: () => file.click() }, 'Open a .ydk file, or drop it here'),
    file,
    area,
    result,
  );
  dropsInto(part, read);
  if (current.text) check();
  return part;
}

function verdict(text, answer, done) {
  const problems = answer.problems ?? [];
  return [
    h(
      'p',
      null,
      h('b', null, answer.name),
      ` – ${total(answer.main)} cards${total(answer.extra) ? ` + ${total(answer.extra)} extra` : ''}`,
    ),
    problems.length
      ? h(
          'ul',
          { class: 'problems' },
          problems.map((problem) => h('li', null, problem)),
        )
      : null,
    (answer.notes ?? []).map((note) => h('p', { class: 'dim small-text' }, note)),
    h(
      'button',
      {
        class: 'button primary',
        'data-testid': 'use-deck',
        disabled: !answer.playable,
        onclick: () => done(own(text, answer)),
      },
      answer.playable ? 'Use this deck' : 'It can’t be played',
    ),
  ];
}
