/** The work on one object: its output, the output's name, and the check of an earlier output. */
import { Readable } from 'node:stream';
import { createHasher } from 'romulus-wasm';

/**
 * @typedef {'encrypt' | 'decrypt' | 'hash'} Task
 * @typedef {{ name: string, length: number, digest: string, output?: string }} Line of a manifest: the input's name, and the
 *   plaintext's length and Romulus-H
 * @typedef {{ task: Task, source: import('./storage/storage.js').Storage, target: import('./storage/storage.js').Storage,
 *   key: import('./settings.js').Key, pool: import('romulus-wasm/pool').Pool, attempt: string, signal: AbortSignal }} Work
 */

/** @type {(task: Task, name: string, keyId: string) => string | undefined} the name of the output that a task makes of an object */
function outputOf(task, name, keyId) {
  const ending = `.${keyId}.romulus`;
  if (task === 'hash') return undefined;
  if (task === 'encrypt') return name + ending;
  if (!name.endsWith(ending)) throw new Error('its name does not say that it was encrypted under this key');
  return name.slice(0, -ending.length);
}

/**
 * Makes the output of an object, unless the output is complete. A complete output opens, and has the digest of the manifest or of the
 * source.
 *
 * @param {Work} work
 * @param {string} name
 * @param {Line | undefined} known the line of an earlier manifest
 * @returns {Promise<Line & { isNew: boolean }>}
 */
export async function doObject(work, name, known) {
  const { task, source, target, key, attempt, signal } = work;
  const output = outputOf(task, name, key.id);
  const plaintext = async () => {
    const input = await source.read(name, signal);
    return task === 'decrypt' ? converted('decryptStream', work, input) : input;
  };
  if (output === undefined) return { name, ...(await digestOf(await plaintext())), isNew: true };

  if (await target.has(output)) {
    const expected = known ?? (await digestOf(await plaintext()));
    const written = await target.read(output, signal);
    const opened = task === 'encrypt' ? converted('decryptStream', work, written) : written;
    const found = await digestOf(opened).catch(() => undefined);
    if (found?.digest === expected.digest) return { name, ...found, output, isNew: false };
  }
  const digesting = await digestingOf(await plaintext());
  const { pieces } = digesting;
  await target.write(output, task === 'encrypt' ? converted('encryptStream', work, pieces) : pieces, attempt);
  return { name, ...digesting.end(), output, isNew: true };
}

/** @type {(how: 'encryptStream' | 'decryptStream', work: Work, source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>} */
function converted(how, { pool, key, signal }, source) {
  const transform = pool[how]({ key: key.bytes, signal });
  return Readable.toWeb(Readable.from(source)).pipeThrough(/** @type {any} */ (transform));
}

/** Passes bytes on, and hashes them. */
async function digestingOf(/** @type {AsyncIterable<Uint8Array>} */ source) {
  const hasher = await createHasher();
  let length = 0;
  return {
    pieces: (async function* () {
      for await (const piece of source) {
        hasher.update(piece);
        length += piece.length;
        yield piece;
      }
    })(),
    end: () => ({ length, digest: Buffer.from(hasher.digest()).toString('hex') }),
  };
}

/** @type {(source: AsyncIterable<Uint8Array>) => Promise<{ length: number, digest: string }>} */
async function digestOf(source) {
  const { pieces, end } = await digestingOf(source);
  for await (const _ of pieces);
  return end();
}
