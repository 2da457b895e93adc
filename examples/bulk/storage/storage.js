/** The places of objects: a folder, or a bucket of an S3-compatible store. */
import { openFolder } from './folder.js';

/** The folder for manifests and unfinished outputs in a target. It does not count as an object. */
export const ownFolder = '.bulk/';

/**
 * Names have `/` between their parts, on every system. An output is there as a whole or not at all.
 *
 * @typedef {object} Storage
 * @property {() => AsyncIterable<{ name: string, length: number }>} list all objects, in no order
 * @property {(name: string) => Promise<boolean>} has
 * @property {(name: string, signal?: AbortSignal) => Promise<AsyncIterable<Uint8Array>>} read
 * @property {(name: string, source: AsyncIterable<Uint8Array>, attempt: string) => Promise<void>} write replaces an object of that
 *   name; an attempt that dies leaves nothing under the name
 * @property {(attempts: string) => Promise<void>} clean removes what attempts whose names begin with
 *   `attempts` have left behind
 */

/**
 * @param {string} place a folder, or `s3://bucket/prefix`
 * @returns {Promise<Storage>} rejects if there is no such place
 */
export const openStorage = async (place) =>
  place.startsWith('s3://') ? (await import('./s3.js')).openBucket(place) : openFolder(place);
