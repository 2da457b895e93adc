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
 * @typedef {{ name: string, length?: number, digest?: string, output?: string, result?: 'made' | 'kept' | 'failed' | 'left',
 *   reason?: string }} Line of a list or a manifest, for an input: the length of its plaintext, if it is an object; its digest, which is
 *   Romulus-H in a run that hashes, and else HMAC of that; the name of its output; what became of it, `kept` if it was complete before
 */

const idPattern = /^\d{17}-[\da-f]{8}-[\da-f]{8}$/;

/** Ids of runs sort by their time. */
export const newId = (/** @type {import('./settings.js').Key} */ key) =>
  `${new Date().toISOString().replace(/\D/g, '')}-${key.id}-${randomBytes(4).toString('hex')}`;

/** @typedef {ReturnType<typeof runOf>} Run */

/** @param {import('./storage/storage.js').Storage} storage @param {import('./settings.js').Key} key @param {string} id */
export function runOf(storage, key, id) {
  if (!idPattern.test(id)) throw new Error(`${id} is not the id of a run`);
  const folder = `${ownFolder}${id}/`;
  const options = (file) => ({ key: key.bytes, associatedData: Buffer.from(`romulus-bulk ${id} ${file}`) });

  /** The lines of a file. @returns {AsyncGenerator<any>} */
  async function* read(/** @type {string} */ file) {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const piece of converted(decryptStream(options(file)), await storage.read(folder + file))) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.map((line) => JSON.parse(line));
    }
  }

  async function first(/** @type {string} */ file) {
    for await (const line of read(file)) return line;
  }

  /** @type {(file: string, lines: Iterable<object> | AsyncIterable<object>) => Promise<void>} */
  const write = (file, lines) =>
    storage.write(folder + file, converted(encryptStream(options(file)), textOf(lines)), { attempt: `${id}-${file}` });

  /** The names of the run's files, the number of its lists, and which of them are not done. */
  async function files() {
    const names = new Set(await storage.entries(folder));
    let lists = 0;
    const left = [];
    while (names.has(`${lists + 1}.list`))
      if (!names.has(`${++lists}.done`) && !names.has(`${lists}.failed`)) left.push(lists);
    return { names, lists, left };
  }

  const order = /** @returns {Promise<Order>} */ () => first('run');
  return { storage, key, id, folder, read, first, write, files, order };
}

/** The run of this id in a place, or the newest run under the key, of a task. */
export async function openRun(place, /** @type {import('./settings.js').Key} */ key, id = '', task = '') {
  const storage = await openStorage(place);
  if (id) return runOf(storage, key, id);
  const ids = (await storage.entries(ownFolder)).map((name) => name.slice(0, -1)).sort();
  for (const id of ids.reverse().filter((id) => idPattern.test(id) && id.split('-')[1] === key.id)) {
    const run = runOf(storage, key, id);
    if (!task || (await run.order()).task === task) return run;
  }
  throw new Error(`${storage.place} has no run of this key`);
}

/** @returns {AsyncIterable<Uint8Array>} */
export const converted = (/** @type {import('romulus-wasm/stream').ByteTransform} */ transform, source) =>
  Readable.toWeb(Readable.from(source)).pipeThrough(/** @type {any} */ (transform));

async function* textOf(lines) {
  for await (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`);
}
