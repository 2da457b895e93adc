/** The work on one object: its output, the output's name, and the check of an earlier output. */
import { createHasher, romulusHmac } from 'romulus-wasm';
import { converted } from './run.js';

/**
 * @typedef {{ task: import('./run.js').Task, source: import('./storage/storage.js').Storage,
 *   target: import('./storage/storage.js').Storage, key: import('./settings.js').Key, pool: import('romulus-wasm/pool').Pool,
 *   attempt: string, signal: AbortSignal }} Work
 */

/**
 * Makes the output of an object, unless the output is complete. A complete output opens, and has the digest of the source, or in
 * decryption of the manifest.
 *
 * @param {Work} work
 * @param {import('./run.js').Line} line of a list
 * @returns {Promise<import('./run.js').Line>} line of a manifest
 */
export async function doObject(work, line) {
  const { task, source, target, key, pool, attempt, signal } = work;
  const { name, digest } = line;
  const output = task === 'encrypt' ? `${name}.${key.id}.romulus` : line.output;
  const options = { key: key.bytes, signal };
  const opened = (/** @type {AsyncIterable<Uint8Array>} */ pieces) => converted(pool.decryptStream(options), pieces);
  const plaintext = async () => {
    const input = await source.read(name, signal).catch((error) => {
      throw /^(ENOENT|NoSuchKey)$/.test(error.code ?? error.name) ? new Error('it is missing') : error;
    });
    return task === 'decrypt' ? opened(input) : input;
  };
  const ofPlaintext = async () => digestOf(key, task, await plaintext());
  if (output === undefined) return { name, ...(await ofPlaintext()), result: 'made' };

  if (await target.has(output)) {
    const expected = task === 'decrypt' ? line : await ofPlaintext();
    const written = await target.read(output, signal);
    const found = await digestOf(key, task, task === 'encrypt' ? opened(written) : written).catch(() => undefined);
    if (found?.digest === expected.digest) return { name, ...found, output, result: 'kept' };
  }
  const digesting = await digestingOf(key, task, await plaintext(), digest);
  const pieces = task === 'encrypt' ? converted(pool.encryptStream(options), digesting.pieces) : digesting.pieces;
  await target.write(output, pieces, { attempt, length: line.length, isSecret: task === 'decrypt' });
  return { name, ...digesting.end(), output, result: 'made' };
}

/**
 * Passes bytes on, and digests them. Fails at their end if the digest is not the expected one.
 *
 * @param {import('./settings.js').Key} key
 * @param {import('./run.js').Task} task
 * @param {AsyncIterable<Uint8Array>} source
 * @param {string} [expected]
 */
async function digestingOf(key, task, source, expected) {
  const hasher = await createHasher();
  let [length, digest] = [0, ''];
  return {
    pieces: (async function* () {
      for await (const piece of source) {
        hasher.update(piece);
        length += piece.length;
        yield piece;
      }
      const hash = hasher.digest();
      const bytes = task === 'hash' ? hash : await romulusHmac({ key: key.forDigests, message: hash });
      digest = Buffer.from(bytes).toString('hex');
      if (expected !== undefined && digest !== expected)
        throw new Error('it was exchanged: its contents are not those of the manifest');
    })(),
    end: () => ({ length, digest }),
  };
}

/** @type {(key: import('./settings.js').Key, task: import('./run.js').Task, source: AsyncIterable<Uint8Array>) => Promise<{ length: number, digest: string }>} */
async function digestOf(key, task, source) {
  const { pieces, end } = await digestingOf(key, task, source);
  for await (const _ of pieces);
  return end();
}
