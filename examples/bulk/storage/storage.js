/** The places of objects, a folder or a bucket of an S3-compatible store, and the check of names, which may come from strangers. */
import { resolve } from 'node:path';
import { openFolder } from './folder.js';

/** The folder of all runs in a target. It does not count as an object. */
export const ownFolder = '.bulk/';

/**
 * @typedef {{ name: string, length?: number, result?: 'left' | 'failed', reason?: string }} Entry an object, or what is no object and why;
 *   a name has `/` between its parts, on every system
 * @typedef {{ attempt: string, length?: number | undefined, isSecret?: boolean }} WriteOptions `length` is about that of the source; only
 *   the owner may read a secret output
 * @typedef {object} Storage
 * @property {(after?: string) => AsyncIterable<Entry>} list all objects whose names come after this one, sorted by the bytes of names
 * @property {(folder: string) => Promise<string[]>} entries the names in a folder, those of folders with `/` at their ends
 * @property {(name: string, signal?: AbortSignal) => Promise<AsyncIterable<Uint8Array>>} read
 * @property {(name: string, source: AsyncIterable<Uint8Array>, options: WriteOptions) => Promise<void>} write replaces as a whole, or not
 * @property {(name: string) => Promise<unknown>} remove
 * @property {(attempts: string) => Promise<void>} clean removes what attempts whose names begin so have left behind
 */

/** Opens a place, which its absolute name tells. Rejects if there is no such place. @type {(name: string) => Promise<Storage & { place: string }>} */
export async function openStorage(name) {
  if (!name) throw new Error('a place has no name');
  const isBucket = name.startsWith('s3://');
  const place = isBucket ? name.replace(/\/*$/, '/') : resolve(name, '_').slice(0, -1);
  const storage = await (isBucket ? (await import('./s3.js')).openBucket(place) : openFolder(place));
  return {
    ...storage,
    place,
    read: async (name, signal) => storage.read(checkName(name), signal),
    write: async (name, source, options) => storage.write(checkName(name), source, options),
    remove: async (name) => storage.remove(checkName(name)),
  };
}

/** @type {Record<string, RegExp>} */
const problems = {
  'is empty': /^$/,
  'is absolute': /^\//,
  'has an empty part': /\/(\/|$)/,
  'has the part . or ..': /(^|\/)\.\.?(\/|$)/,
  'has a control character or half a character': /[\p{Cc}\p{Cs}]/u,
};
if (process.platform === 'win32') problems['has a character that leads elsewhere on this system'] = /[\\:]/;

/** Returns a name that leads to one place below a folder or a prefix, on every storage alike. Throws for every other name. */
function checkName(/** @type {string} */ name) {
  for (const [problem, pattern] of Object.entries(problems))
    if (pattern.test(name)) throw new Error(`its name ${problem}`);
  if (Buffer.byteLength(name) > 1024 || name.split('/').some((part) => Buffer.byteLength(part) > 255))
    throw new Error('its name is too long (1024 bytes, each part 255)');
  return name;
}
