/** The work on one object: its output, the output's name, and the check of an earlier output. */
import { createHasher, romulusHmac } from 'romulus-wasm';
import { converted } from './run.js';

/**
 * @import { Line, Task } from './run.js'
 * @import { Storage } from './storage/storage.js'
 * @typedef {{ task: Task, source: Storage, target: Storage, key: import('./settings.js').Key, pool: import('romulus-wasm/pool').Pool,
 *   attempt: string, signal: AbortSignal }} Work
 */

/**
 * Makes the output of an object in a list, unless the output is complete, and returns the line of the manifest. A complete output
 * opens, and has the digest of the source, or in decryption of the manifest. @type {(work: Work, line: Line) => Promise<Line>}
 */
export async function doObject(work, { name, length, digest, ...line }) {
  const { task, source, target, key, pool, attempt, signal } = work;
  const output = task === 'encrypt' ? `${name}.${key.id}.romulus` : line.output;
  const options = { key: key.bytes, signal };
  const opened = (pieces) => converted(pool.decryptStream(options), pieces);
  const ofPlaintext = async (use = drain) => {
    const input = await source.read(name, signal).catch((error) => {
      throw isMissing(error) ? new Error('it is missing') : error;
    });
    return digested(work, task === 'decrypt' ? opened(input) : input, use, digest);
  };
  if (output === undefined) return { name, ...(await ofPlaintext()), result: 'made' };

  const written = await target.read(output, signal).catch((error) => {
    if (!isMissing(error)) throw error;
  });
  if (written) {
    const found = await digested(work, task === 'encrypt' ? opened(written) : written, drain).catch(() => undefined);
    if (found && found.digest === (digest ?? (await ofPlaintext()).digest))
      return { name, ...found, output, result: 'kept' };
  }
  const made = await ofPlaintext((pieces) => {
    const contents = task === 'encrypt' ? converted(pool.encryptStream(options), pieces) : pieces;
    return target.write(output, contents, { attempt, length, isSecret: task === 'decrypt' });
  });
  return { name, ...made, output, result: 'made' };
}

const isMissing = (error) => /^(ENOENT|NoSuchKey)$/.test(error.code ?? error.name);

async function drain(/** @type {AsyncIterable<Uint8Array>} */ pieces) {
  for await (const _ of pieces);
}

/** Digests bytes while they are used. Their end is an error if the digest is not the expected one. */
async function digested(/** @type {Work} */ { task, key }, source, use, expected = '') {
  const hasher = await createHasher();
  let [length, digest] = [0, ''];
  const pieces = async function* () {
    for await (const piece of source) {
      hasher.update(piece);
      length += piece.length;
      yield piece;
    }
    const hash = hasher.digest();
    const bytes = task === 'hash' ? hash : await romulusHmac({ key: key.forDigests, message: hash });
    digest = Buffer.from(bytes).toString('hex');
    if (expected && digest !== expected)
      throw new Error('it was exchanged: its contents are not those of the manifest');
  };
  await use(pieces());
  return { length, digest };
}
