/**
 * Runs. A run has its files in its target, in `.bulk/RUN/`: `run` says what to do, `1.list` has the objects of its first job, `1.done` or
 * `1.failed` has what became of them, `end` has the number of jobs, and `manifest` has all objects. Each file is encrypted, and its place is
 * associated data, so that nobody without the key can make, change or exchange one.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { decryptStream, encryptStream } from 'romulus-wasm/stream';
import { openStorage, ownFolder } from './storage/storage.js';

/**
 * @typedef {'encrypt' | 'decrypt' | 'hash'} Task
 * @typedef {{ task: Task, source: string, target: string, manifest?: string }} Order `manifest` is the run that is decrypted
 *
 * @typedef {object} Line of a list or a manifest
 * @property {string} name of the input
 * @property {number} [length] of the plaintext, if this is an object
 * @property {string} [digest] of the plaintext: Romulus-H of a run that hashes, else its HMAC by the key for digests
 * @property {string} [output] its name
 * @property {'made' | 'kept' | 'failed' | 'left' | undefined} [result] `kept` if the output was complete before
 * @property {string} [reason] of what failed or was left out
 */

const idPattern = /^\d{14}-[\da-f]{8}-[\da-f]{8}$/;

/** Ids of runs sort by their time. */
export const newId = (/** @type {import('./settings.js').Key} */ key) =>
  `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}-${key.id}-${randomBytes(4).toString('hex')}`;

export class Run {
  /** @param {import('./storage/storage.js').Storage} storage @param {import('./settings.js').Key} key @param {string} id */
  constructor(storage, key, id) {
    if (!idPattern.test(id)) throw new Error(`${id} is not the id of a run`);
    this.storage = storage;
    this.key = key;
    this.id = id;
    this.folder = `${ownFolder}${id}/`;
  }

  #options(file) {
    return { key: this.key.bytes, associatedData: Buffer.from(`romulus-bulk ${this.id} ${file}`) };
  }

  /** The lines of a file. @returns {AsyncGenerator<any>} */
  async *read(/** @type {string} */ file) {
    const decoder = new TextDecoder();
    let rest = '';
    const source = await this.storage.read(this.folder + file);
    for await (const piece of converted(decryptStream(this.#options(file)), source)) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  }

  /** The first line of a file. */
  async first(/** @type {string} */ file) {
    for await (const line of this.read(file)) return line;
  }

  /** @returns {Promise<Order>} */
  order = () => this.first('run');

  /** @type {(file: string, lines: Iterable<object> | AsyncIterable<object>) => Promise<void>} */
  async write(file, lines) {
    const output = converted(encryptStream(this.#options(file)), textOf(lines));
    await this.storage.write(this.folder + file, output, { attempt: `${this.id}-${file}` });
  }

  /** The names of the run's files, the number of its lists, and which of them are not done. */
  async files() {
    const names = new Set(await this.storage.entries(this.folder));
    let lists = 0;
    const left = [];
    while (names.has(`${lists + 1}.list`))
      if (!names.has(`${++lists}.done`) && !names.has(`${lists}.failed`)) left.push(lists);
    return { names, lists, left };
  }
}

/** The run of this id in a place, or the newest run under the key, of a task. */
export async function openRun(place, /** @type {import('./settings.js').Key} */ key, id = '', task = '') {
  const storage = await openStorage(place);
  if (id) return new Run(storage, key, id);
  const ids = (await storage.entries(ownFolder)).map((name) => name.slice(0, -1)).sort();
  for (const id of ids.reverse().filter((id) => idPattern.test(id) && id.split('-')[1] === key.id)) {
    const run = new Run(storage, key, id);
    if (!task || (await run.order()).task === task) return run;
  }
  throw new Error(`${place} has no run of this key`);
}

/** @returns {AsyncIterable<Uint8Array>} */
export const converted = (/** @type {import('romulus-wasm/stream').ByteTransform} */ transform, source) =>
  Readable.toWeb(Readable.from(source)).pipeThrough(/** @type {any} */ (transform));

async function* textOf(lines) {
  let text = '';
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
