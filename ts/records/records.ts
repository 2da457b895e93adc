/** Encrypting, decrypting and hashing records: many messages of one length, in one array and out of one. */
import type { Bytes } from '../bytes.js';
import { AuthenticationError } from '../errors.js';
import type { ModuleSource, WorkOptions } from '../platform.js';
import { runSliced, runToEnd } from '../slicing.js';
import { romulus } from '../suites/romulus/modes.js';
import { engineOf } from '../suites/romulus/seal.js';
import { readOptions } from '../work-options.js';
import {
  type DecryptRecordsRequest,
  type EncryptRecordsRequest,
  readDecryptRecords,
  readEncryptRecords,
  readHashRecords,
} from './request.js';
import { type RecordResults, RecordsWork } from './work.js';

/**
 * Some records are not what was encrypted, or the key, the associated data or their nonces are not.
 *
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { decryptRecords, RecordAuthenticationError } from 'romulus-wasm/records';
 *
 * const request = { key: generateKey(), nonces: new Uint8Array(32), ciphertexts: new Uint8Array(34), recordLength: 1 };
 * const error = await decryptRecords(request).catch((error) => error);
 * console.log(error instanceof RecordAuthenticationError, error.code, error.indexes.join()); // => true ERR_ROMULUS_AUTH 0,1
 */
export class RecordAuthenticationError extends AuthenticationError {
  /** Which records are not authentic, upwards; the first is 0. */
  declare readonly indexes: readonly number[];

  /** @internal */
  constructor(indexes: readonly number[]) {
    const others = indexes.length - 1;
    super(`record ${indexes[0]}${others > 0 ? ` and ${others} more are` : ' is'} not authentic`);
    this.indexes = indexes;
  }
}

/** All or nothing: a caller who looks at no index must not take zeros for a plaintext. */
function opened({ results, refused }: RecordResults): Bytes {
  if (refused.length === 0) return results;
  results.fill(0);
  throw new RecordAuthenticationError(refused);
}

/**
 * Encrypts records: messages of one length under one key, in one array. Each gives what `encrypt` of the mode gives for it;
 * short ones take half to three quarters of the time of `encryptMany`. Rejects as {@link Aead.encrypt}, and with a
 * {@link UsageError} for an unknown mode or a `recordLength` that is no length.
 *
 * @returns ciphertext || tag of each record, one behind the other.
 * @example
 * import { generateKey, romulusN } from 'romulus-wasm';
 * import { decryptRecords, encryptRecords } from 'romulus-wasm/records';
 *
 * const plaintexts = new Uint8Array(1000 * 8);
 * const nonces = new Uint8Array(1000 * romulusN.nonceLength);
 * for (let i = 0; i < 1000; i++) new DataView(nonces.buffer).setUint32(16 * i, i);
 * const request = { key: generateKey(), nonces, recordLength: 8, mode: romulusN };
 * const ciphertexts = await encryptRecords({ ...request, plaintexts });
 * console.log(ciphertexts.length); // => 24000
 * console.log((await decryptRecords({ ...request, ciphertexts })).length); // => 8000
 */
export async function encryptRecords(request: EncryptRecordsRequest, options?: WorkOptions): Promise<Bytes> {
  const read = readOptions(options);
  const { results } = await runSliced(new RecordsWork(readEncryptRecords(request).records), read);
  return results;
}

/**
 * Decrypts records that `encryptRecords` gave, or `encrypt`. Rejects as it does, and with a
 * {@link RecordAuthenticationError} that names the records if some are not authentic; then there is no plaintext of any.
 *
 * @returns the plaintexts, one behind the other.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { decryptRecords, encryptRecords } from 'romulus-wasm/records';
 *
 * const request = { key: generateKey(), nonces: new Uint8Array([...Array(32).keys()]), recordLength: 3 };
 * const ciphertexts = await encryptRecords({ ...request, plaintexts: new Uint8Array([1, 2, 3, 4, 5, 6]) });
 * const plaintexts = await decryptRecords({ ...request, ciphertexts });
 * console.log(plaintexts.join()); // => 1,2,3,4,5,6
 */
export async function decryptRecords(request: DecryptRecordsRequest, options?: WorkOptions): Promise<Bytes> {
  const read = readOptions(options);
  return opened(await runSliced(new RecordsWork(readDecryptRecords(request).records), read));
}

/**
 * Hashes records, each by itself, such as the leaves of a tree. Rejects as {@link romulusH}, and with a {@link UsageError}
 * for a `recordLength` that is not at least 1.
 *
 * @param bytes The records, one behind the other.
 * @param recordLength How many bytes each has.
 * @returns the digests, 32 bytes each, one behind the other.
 * @example
 * import { hashRecords } from 'romulus-wasm/records';
 *
 * const digests = await hashRecords(new Uint8Array(1000 * 64), 64);
 * console.log(digests.length); // => 32000
 */
export async function hashRecords(bytes: Uint8Array, recordLength: number, options?: WorkOptions): Promise<Bytes> {
  const read = readOptions(options);
  const { results } = await runSliced(new RecordsWork(readHashRecords(bytes, recordLength)), read);
  return results;
}

/** The functions with plain return values, which throw where the promises reject. Long work holds the event loop. */
export interface RecordsSync {
  /**
   * As the promise function of this name.
   *
   * @example
   * import { generateKey } from 'romulus-wasm';
   * import { load } from 'romulus-wasm/records';
   *
   * const { encryptRecords } = await load();
   * const request = { key: generateKey(), nonces: new Uint8Array(16), plaintexts: new Uint8Array(8), recordLength: 8 };
   * console.log(encryptRecords(request).length); // => 24
   */
  encryptRecords(request: EncryptRecordsRequest): Bytes;
  /**
   * As the promise function of this name.
   *
   * @example
   * import { generateKey } from 'romulus-wasm';
   * import { load } from 'romulus-wasm/records';
   *
   * const { decryptRecords, encryptRecords } = await load();
   * const request = { key: generateKey(), nonces: new Uint8Array(16), recordLength: 8 };
   * const ciphertexts = encryptRecords({ ...request, plaintexts: new Uint8Array(8) });
   * console.log(decryptRecords({ ...request, ciphertexts }).length); // => 8
   */
  decryptRecords(request: DecryptRecordsRequest): Bytes;
  /**
   * As the promise function of this name.
   *
   * @example
   * import { load } from 'romulus-wasm/records';
   *
   * const { hashRecords } = await load();
   * console.log(hashRecords(new Uint8Array(100), 10).length); // => 320
   */
  hashRecords(bytes: Uint8Array, recordLength: number): Bytes;
}

/**
 * Loads the module of Romulus and gives the functions that return plain values. For a mode of another suite, `load()` of
 * that suite must have been awaited, too.
 *
 * @param source where to take the module from instead of from this package, as for `load` of `romulus-wasm`.
 * @throws {@link LoadError} if the module cannot be loaded. The next call tries again.
 * @example
 * import { load } from 'romulus-wasm/records';
 *
 * const records = await load();
 * const digests = records.hashRecords(new Uint8Array([1, 2, 3]), 1);
 */
export async function load(source?: ModuleSource): Promise<RecordsSync> {
  const engine = await romulus.load(source);
  return Object.freeze({
    encryptRecords(request) {
      const { mode, records } = readEncryptRecords(request);
      return runToEnd(engineOf(mode, engine), new RecordsWork(records)).results;
    },
    decryptRecords(request) {
      const { mode, records } = readDecryptRecords(request);
      return opened(runToEnd(engineOf(mode, engine), new RecordsWork(records)));
    },
    hashRecords: (bytes, recordLength) =>
      runToEnd(engine, new RecordsWork(readHashRecords(bytes, recordLength))).results,
  } satisfies RecordsSync);
}
