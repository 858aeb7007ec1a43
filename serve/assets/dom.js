// Builds elements. Text always goes in as text: names of decks are what users typed.

/** An element with properties and children: h('button', { class: 'quiet', onclick }, 'Undo'). */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  // Without this each button in a form would submit it.
  if (tag === 'button') element.type = 'button';
  return fill(element, props, children);
}

/** The same for SVG. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'vars') setVars(element, value);
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Custom properties of CSS; these are the only styles that scripts set. */
export function setVars(element, vars) {
  for (const [name, value] of Object.entries(vars)) element.style.setProperty(`--${name}`, value);
}

/** Puts children in place of those that are there. */
export function put(element, ...children) {
  element.replaceChildren(
    ...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false),
  );
}

export const byId = (id) => document.getElementById(id);

let noticeTimer = 0;

/** Says something quietly at the edge of the page, for some seconds. */
export function notice(text) {
  const place = byId('notice');
  put(place, h('span', null, text));
  place.classList.add('shown');
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => place.classList.remove('shown'), 5000);
}

/** A modal dialog with a title and a close button. Escape and a click beside it close it. */
export function dialog({ title, className = '', body, foot, onclose }) {
  const element = h(
    'dialog',
    { class: `dialog ${className}`, 'aria-label': title },
    h(
      'div',
      { class: 'dialog-head' },
      h('h2', null, title),
      h('button', { class: 'icon-button', 'aria-label': 'Close', onclick: () => element.close() }, '×'),
    ),
    h('div', { class: 'dialog-body' }, body),
    foot ? h('div', { class: 'dialog-foot' }, foot) : null,
  );
  const before = document.activeElement;
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close();
  });
  element.addEventListener('close', () => {
    element.remove();
    if (before?.isConnected) before.focus({ preventScroll: true });
    onclose?.();
  });
  document.body.append(element);
  element.showModal();
  return element;
}

/** Asks before something that can't be taken back. */
export function confirmed(title, text, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const box = dialog({
      title,
      className: 'small',
      body: h('p', null, text),
      onclose: () => resolve(answer),
      foot: [
        h('button', { class: 'button', onclick: () => box.close() }, 'Cancel'),
        h(
          'button',
          {
            class: 'button danger',
            'data-testid': 'confirm',
            onclick: () => {
              answer = true;
              box.close();
            },
          },
          yes,
        ),
      ],
    });
  });
}
