/** The places of objects: a folder, or a bucket of an S3-compatible store. */
import { openFolder } from './folder.js';
import { checkName } from './names.js';

/** The folder of all runs in a target. It does not count as an object. */
export const ownFolder = '.bulk/';

/**
 * An object with its length, or something that is no object: `reason` says why. A `failure` is an error of the run, and what is `left`
 * out is not.
 *
 * @typedef {{ name: string, length: number, result?: undefined } | { name: string, result: 'left' | 'failed', reason: string }} Entry
 */

/**
 * Names have `/` between their parts, on every system. An output is there as a whole or not at all.
 *
 * @typedef {object} Storage
 * @property {(after?: string) => AsyncIterable<Entry>} list all objects whose names come after this one, sorted by the bytes of names
 * @property {(folder: string) => Promise<string[]>} entries the names in a folder, those of folders with `/` at their ends
 * @property {(name: string) => Promise<boolean>} has
 * @property {(name: string, signal?: AbortSignal) => Promise<AsyncIterable<Uint8Array>>} read
 * @property {(name: string, source: AsyncIterable<Uint8Array>, options: WriteOptions) => Promise<void>} write replaces an object of that
 *   name; an attempt that dies leaves nothing under the name
 * @property {(name: string) => Promise<void>} remove
 * @property {(attempts: string) => Promise<void>} clean removes what attempts whose names begin so have left behind
 *
 * @typedef {{ attempt: string, length?: number | undefined, isSecret?: boolean }} WriteOptions `length` is about that of the source; only the owner may
 *   read a secret output
 */

/**
 * @param {string} place a folder, or `s3://bucket/prefix`
 * @returns {Promise<Storage>} rejects if there is no such place
 */
export async function openStorage(place) {
  const storage = place.startsWith('s3://')
    ? await (await import('./s3.js')).openBucket(place)
    : await openFolder(place);
  return {
    async *list(after) {
      for await (const entry of storage.list(after)) yield entry.result ? entry : checked(entry);
    },
    entries: storage.entries,
    has: async (name) => storage.has(checkName(name)),
    read: async (name, signal) => storage.read(checkName(name), signal),
    write: async (name, source, options) => storage.write(checkName(name), source, options),
    remove: async (name) => storage.remove(checkName(name)),
    clean: storage.clean,
  };
}

/** @type {(entry: Entry) => Entry} */
function checked(entry) {
  try {
    checkName(entry.name);
    return entry;
  } catch (error) {
    return { name: entry.name, result: 'failed', reason: /** @type {Error} */ (error).message };
  }
}
