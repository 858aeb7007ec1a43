// Starts and stops `duelfish serve`, and asks its API what the page can't be asked.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILDS = ['checked', 'release', 'debug'].map((profile) =>
  fileURLToPath(new URL(`../../../target/${profile}/duelfish`, import.meta.url)),
);

function program() {
  const found = process.env.DUELFISH ?? BUILDS.find((path) => existsSync(path));
  if (!found) throw new Error('no program: build one with `cargo build`, or name one in DUELFISH');
  return found;
}

/** Programs that run. A test that fails may leave some behind, and with them Node would never end. */
const running = new Set();

export function endAll() {
  for (const child of running) child.kill('SIGKILL');
}

/** A new folder for all that the program keeps. */
export const dataFolder = () => mkdtemp(join(tmpdir(), 'duelfish-page-'));

/** Starts the program on a port that is free; with a `folder` it goes on with the duels there. */
export async function startServer({ folder, port = 0, decks = [] } = {}) {
  const own = folder ?? (await dataFolder());
  const args = ['serve', '--port', String(port), '--data', own, '--format', 'json', ...decks];
  const child = spawn(program(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const ended = once(child, 'exit').finally(() => running.delete(child));
  const errors = [];
  child.stderr.on('data', (part) => errors.push(part));
  const url = await saidUrl(child, ended, errors);
  return new Server({ child, ended, url, folder: own, keep: folder !== undefined });
}

/** Reads the document that says where the page is. */
async function saidUrl(child, ended, errors) {
  let said = '';
  child.stdout.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    ended.then(([code]) => reject(new Error(`the program ended with ${code}: ${Buffer.concat(errors)}`)));
    child.stdout.on('data', (part) => {
      said += part;
      if (/\}\s*$/.test(said)) resolve(JSON.parse(said).url);
    });
  });
}

class Server {
  constructor(parts) {
    Object.assign(this, parts);
  }

  /** Asks the API, and fails on a refusal. */
  async get(path) {
    const answer = await fetch(new URL(path, this.url));
    assert.ok(answer.ok, `GET ${path}: status ${answer.status}`);
    return answer.json();
  }

  async post(path, body) {
    const answer = await fetch(new URL(path, this.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `POST ${path}: status ${answer.status}, ${await answer.clone().text()}`);
    return answer.json();
  }

  /** Stops it as Ctrl-C does, which must be clean. */
  async stop() {
    this.child.kill('SIGINT');
    const [code] = await this.ended;
    if (!this.keep) await rm(this.folder, { recursive: true, force: true });
    assert.equal(code, 0, 'the program ends well after Ctrl-C');
  }

  /** Ends it as a crash would. */
  async kill() {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
