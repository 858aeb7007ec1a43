// Talks to the server: requests, the stream of a session, and the facts of cards.

let inFlight = 0;
const busyListeners = new Set();

/** Calls back whenever a request begins or ends. */
export function onBusy(listener) {
  busyListeners.add(listener);
}
export const requestsInFlight = () => inFlight;

function count(by) {
  inFlight += by;
  for (const listener of busyListeners) listener();
}

/** What the server refused, with its sentence and status; status 0 means no answer at all. */
export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Sends JSON, or a file as it is. */
async function request(method, path, body) {
  const file = body instanceof Blob;
  count(1);
  try {
    let response;
    try {
      response = await fetch(path, {
        method,
        headers: body === undefined ? {} : { 'content-type': file ? 'application/octet-stream' : 'application/json' },
        body: body === undefined || file ? body : JSON.stringify(body),
      });
    } catch {
      throw new ApiError('The server does not answer.', 0);
    }
    const text = await response.text();
    let answer = {};
    try {
      answer = text ? JSON.parse(text) : {};
    } catch {
      /* The status says enough. */
    }
    if (!response.ok)
      throw new ApiError(answer.error ?? `The server answers with status ${response.status}.`, response.status);
    return answer;
  } finally {
    count(-1);
  }
}

const query = (params) => {
  const given = Object.entries(params).filter(([, value]) => value !== null && value !== undefined);
  return given.length ? `?${new URLSearchParams(given)}` : '';
};
const at = (id) => `/api/sessions/${encodeURIComponent(id)}`;
const studyAt = (id) => `/api/studies/${encodeURIComponent(id)}`;
const duelAt = (id, number) => `${studyAt(id)}/duels/${number}`;
const solveAt = (id) => `/api/solve/${encodeURIComponent(id)}`;
const runAt = (id) => `/api/runs/${encodeURIComponent(id)}`;

let setupOnce = null;

export const api = {
  /** What there is to choose from; asked once. */
  setup() {
    setupOnce ??= request('GET', '/api/setup').catch((error) => {
      setupOnce = null;
      throw error;
    });
    return setupOnce;
  },
  checkDeck: (text, name, rules) => request('POST', '/api/decks', { text, name, rules }),
  sessions: () => request('GET', '/api/sessions'),
  create: (wish) => request('POST', '/api/sessions', wish),
  forget: (id) => request('DELETE', at(id)),
  /** The whole state, with a log of words alone: nothing of it is shown as if it happened now. */
  state: (id, seat) => request('GET', at(id) + query({ seat, since: 0, brief: true })),
  send: (id, what, seat, since, body) =>
    request('POST', `${at(id)}/${what}${query({ seat, since, brief: since === 0 || null })}`, body),
  hint: (id, seat, body) => request('POST', `${at(id)}/hint${query({ seat })}`, body),
  why: (id, seat, body) => request('POST', `${at(id)}/why${query({ seat })}`, body),
  recordUrl: (id) => `${at(id)}/record`,
  findCards: (part) => request('GET', `/api/cards${query({ part })}`),

  studies: () => request('GET', '/api/studies'),
  addStudy: (file) => request('POST', `/api/studies${query({ name: file.name })}`, file),
  studySession: (session) => request('POST', '/api/studies', { session }),
  forgetStudy: (id) => request('DELETE', studyAt(id)),
  study: (id, from) => request('GET', studyAt(id) + query({ from })),
  studyDuel: (id, number) => request('GET', duelAt(id, number)),
  studyState: (id, number, state, eye) => request('GET', `${duelAt(id, number)}/states/${state}${query({ eye })}`),
  analyse: (id, number, bot) => request('POST', `${duelAt(id, number)}/analysis`, { bot }),
  analysis: (id, number) => request('GET', `${duelAt(id, number)}/analysis`),
  stopAnalysis: (id, number) => request('DELETE', `${duelAt(id, number)}/analysis`),
  branch: (id, number, wish) => request('POST', `${duelAt(id, number)}/branch`, wish),

  puzzles: () => request('GET', '/api/puzzles'),
  puzzle: (id) => request('GET', `/api/puzzles/${encodeURIComponent(id)}`),
  readPosition: (text, name) => request('POST', '/api/positions', { text, name }),
  solve: (text, seconds) => request('POST', '/api/solve', { text, seconds }),
  solving: (id) => request('GET', solveAt(id)),
  stopSolving: (id) => request('DELETE', solveAt(id)),

  runs: () => request('GET', '/api/runs'),
  run: (id) => request('GET', runAt(id)),
  startRun: (wish) => request('POST', '/api/runs', wish),
  stopRun: (id) => request('POST', `${runAt(id)}/stop`, {}),
  forgetRun: (id) => request('DELETE', runAt(id)),
  reportUrl: (id) => `/runs/${encodeURIComponent(id)}/report`,
};

/** The states of a session as they come. Reconnects by itself and then asks for what it missed. */
export class Stream {
  constructor(id, seat, since, { state, lost, back }) {
    Object.assign(this, { id, seat, since, tell: { state, lost, back }, tries: 0, closed: false, source: null });
    this.open();
  }

  open() {
    this.source = new EventSource(`${at(this.id)}/events${query({ seat: this.seat, since: this.since() })}`);
    this.source.addEventListener('open', () => this.well());
    this.source.addEventListener('state', (event) => {
      this.well();
      this.tell.state(JSON.parse(event.data));
    });
    this.source.addEventListener('error', () => {
      // A browser's own reconnection would repeat the old `since`.
      this.source.close();
      if (this.closed) return;
      this.tell.lost();
      this.tries += 1;
      this.timer = setTimeout(() => this.open(), Math.min(500 * this.tries, 5000));
    });
  }

  well() {
    if (this.closed) return;
    if (this.tries > 0) this.tell.back();
    this.tries = 0;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.source.close();
  }
}

const facts = new Map();
/** The preset of rules that may say more, such as `mr5 zones-asked=1`. */
export const presetOf = (rules) => rules.split(' ')[0];

/** The facts of a card if they are known already, else null. */
export const factsOf = (name, rules) => facts.get(`${presetOf(rules)}|${name}`) ?? null;

/** Fetches the facts of those names that are not known yet. */
export async function learn(names, wholeRules) {
  const rules = presetOf(wholeRules);
  const missing = [...new Set(names)].filter((name) => name && !facts.has(`${rules}|${name}`));
  if (!missing.length) return false;
  for (let from = 0; from < missing.length; from += 60) {
    const part = missing.slice(from, from + 60);
    const { cards } = await request('POST', '/api/cards', { names: part, rules });
    for (const name of part) facts.set(`${rules}|${name}`, cards[name] ?? null);
  }
  return true;
}
