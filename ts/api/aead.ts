/**
 * Authenticated encryption: the interface that all modes share. ts/messages/request.ts checks the arguments, and
 * ts/messages/authenticity.ts refuses what is not authentic.
 */

import { type Bytes, type Detached, randomBytes } from '../base/bytes.js';
import type { ModuleSource, WorkOptions } from '../base/platform.js';
import type { Engine } from '../engine/engine.js';
import type { Loader } from '../engine/loader.js';
import {
  isMany,
  localRunner,
  type ManyJob,
  type MessageJob,
  manyJob,
  messageJob,
  type Runner,
  runJob,
  runManySync,
  runMessageSync,
} from '../messages/job.js';
import { type AeadMode, modeOf, modeOfAead, noteMode } from '../messages/mode.js';
import {
  type DecryptRequest,
  type DetachedDecryptRequest,
  type EncryptRequest,
  readMany,
  readRequest,
  type WithOutput,
} from '../messages/request.js';
import { aeadOperation } from '../messages/single.js';
import type { ModeRow } from '../suites/table.js';

/** A mode's name and lengths, and random bytes of these lengths. */
export interface AeadParameters {
  /** The name, such as `Romulus-N`. */
  readonly name: string;
  /** 16 bytes. */
  readonly keyLength: number;
  /** 16 bytes, or 12 in some suites. */
  readonly nonceLength: number;
  /** 16 bytes, or 8 in some modes. */
  readonly tagLength: number;
  /**
   * A random key of this mode, `keyLength` bytes.
   * @throws {@link UsageError} if this runtime has no `crypto.getRandomValues`.
   * @example
   * import { romulusN } from 'romulus-wasm';
   * const key = romulusN.generateKey();
   */
  generateKey(): Bytes;
  /**
   * A random nonce of this mode, `nonceLength` bytes. Among 2^48 random nonces of 16 bytes, or 2^32 of 12 bytes, two are equal with a
   * probability of about 2^-33.
   * @throws {@link UsageError} if this runtime has no `crypto.getRandomValues`.
   * @example
   * import { romulusN } from 'romulus-wasm';
   * const nonce = romulusN.generateNonce();
   */
  generateNonce(): Bytes;
}

/**
 * A mode of authenticated encryption whose methods return promises. A method never throws: its promise rejects. It rejects with a {@link
 * ArgumentError} for an argument that is missing or not a `Uint8Array`, and with a {@link LengthError} for a wrong length. It rejects
 * with a {@link LoadError} if the module cannot be loaded, and with the signal's reason if the signal aborts. A method reads its arguments
 * before it returns, and you may change them afterwards. Calls with more than 8 MiB of input read only keys and nonces before they return:
 * leave texts and associated data unchanged until the promise settles. One that you shrink or transfer is a {@link UsageError}.
 */
export interface Aead extends AeadParameters {
  /**
   * Encrypts a message. Never use a nonce twice under the same key: see {@link EncryptRequest.nonce}.
   * @returns ciphertext || tag, longer than the plaintext by the tag. The array is `output` if you pass one.
   * @example
   * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
   * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
   * const ciphertext = await romulusN.encrypt(request, { signal: AbortSignal.timeout(1000) });
   */
  encrypt(request: EncryptRequest & WithOutput, options?: WorkOptions): Promise<Bytes>;
  /**
   * Decrypts a message.
   * @returns the plaintext, shorter than ciphertext || tag by the tag. The array is `output` if you pass one.
   * @throws {@link AuthenticationError} if the key, nonce, associated data, ciphertext or tag differs from the encryption. No plaintext
   *   exists then.
   * @example
   * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
   * const request = { key: generateKey(), nonce: generateNonce(), ciphertext: new Uint8Array(100) };
   * await romulusN.decrypt(request).catch((error) => error.code); // ERR_ROMULUS_AUTH
   */
  decrypt(request: DecryptRequest & WithOutput, options?: WorkOptions): Promise<Bytes>;
  /**
   * Encrypts a message and returns the tag separately. Never use a nonce twice under the same key, as with `encrypt`.
   * @returns the ciphertext, as long as the plaintext, and the tag.
   * @example
   * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
   * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
   * const { ciphertext, tag } = await romulusN.encryptDetached(request);
   */
  encryptDetached(request: EncryptRequest, options?: WorkOptions): Promise<Detached>;
  /**
   * Decrypts a message with a separate tag.
   * @returns the plaintext, as long as the ciphertext.
   * @throws {@link AuthenticationError}, as `decrypt` does.
   * @example
   * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
   * const request = { key: generateKey(), nonce: generateNonce() };
   * const { ciphertext, tag } = await romulusN.encryptDetached({ ...request, plaintext: new Uint8Array(100) });
   * const plaintext = await romulusN.decryptDetached({ ...request, ciphertext, tag });
   */
  decryptDetached(request: DetachedDecryptRequest, options?: WorkOptions): Promise<Bytes>;
  /**
   * Encrypts many messages, of any lengths and under any keys: those of Romulus several times as fast as separate calls. Each message
   * needs its own nonce, as with `encrypt`. An error in one request rejects the whole call before any work begins. The error names the
   * index of the request.
   * @returns ciphertext || tag of each message, in the order of the requests.
   * @example
   * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
   * const key = generateKey();
   * const plaintexts = [new Uint8Array(10), new Uint8Array(20)];
   * const requests = plaintexts.map((plaintext) => ({ key, nonce: generateNonce(), plaintext }));
   * const ciphertexts = await romulusN.encryptMany(requests);
   */
  encryptMany(requests: readonly EncryptRequest[], options?: WorkOptions): Promise<Bytes[]>;
  /**
   * Decrypts many messages, as fast as `encryptMany`. An error in one request rejects the whole call before any work begins. The error
   * names the index of the request.
   * @returns the plaintext of each message, in the order of the requests. A message that is not authentic, or too short for its tag,
   *   gives null.
   * @example
   * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
   * const request = { key: generateKey(), nonce: generateNonce() };
   * const ciphertext = await romulusN.encrypt({ ...request, plaintext: new Uint8Array(10) });
   * const forgery = { ...request, ciphertext: new Uint8Array(26) };
   * const [opened, forged] = await romulusN.decryptMany([{ ...request, ciphertext }, forgery]);
   */
  decryptMany(requests: readonly DecryptRequest[], options?: WorkOptions): Promise<(Bytes | null)[]>;
}

/** A function without options whose result is that of the promise function, and which throws the errors with which the promise rejects. */
export type Plain<Call> = Call extends (input: infer Input, options?: WorkOptions) => Promise<infer Result>
  ? (input: Input) => Result
  : Call;

/**
 * A mode whose module is loaded. Its methods are those of {@link Aead}, with plain results instead of promises. Long messages block the
 * event loop.
 */
export type AeadSync = { readonly [Name in keyof Aead]: Plain<Aead[Name]> };

/** The modes of a suite whose module is loaded, by their names. */
export type SuiteSync<Name extends string> = Readonly<Record<Name, AeadSync>>;

/**
 * Loads the module of a suite, and gives its modes with methods that return plain values.
 * @param source The module to use instead of this package's own. From then on the promise functions use this module too.
 * @throws {@link LoadError} if the module cannot be loaded. The next call tries again.
 * @example
 * import { load } from 'romulus-wasm/isap';
 * const { isapA128a: aead } = await load();
 * const request = { key: aead.generateKey(), nonce: aead.generateNonce(), plaintext: new Uint8Array(100) };
 * const ciphertext = aead.encrypt(request);
 */
export type LoadSuite<Modes> = (source?: ModuleSource) => Promise<Modes>;

function jobsOf(mode: AeadMode) {
  const toEncrypt = (request: EncryptRequest, at: string) => readRequest(mode, request, 'plaintext', undefined, at);
  const toDecrypt = (request: DecryptRequest, at: string) => readRequest(mode, request, 'ciphertext', undefined, at);
  const encryption = aeadOperation(mode, 'encrypt');
  const decryption = aeadOperation(mode, 'decrypt');
  return {
    encrypt: (request: EncryptRequest & WithOutput) =>
      messageJob('encrypt', mode, readRequest(mode, request, 'plaintext', 'output')),
    decrypt: (request: DecryptRequest & WithOutput) =>
      messageJob('decrypt', mode, readRequest(mode, request, 'ciphertext', 'output')),
    encryptDetached: (request: EncryptRequest) =>
      messageJob<Detached>('encrypt', mode, readRequest(mode, request, 'plaintext'), 'detached'),
    decryptDetached: (request: DetachedDecryptRequest) =>
      messageJob('decrypt', mode, readRequest(mode, request, 'ciphertext', 'tag')),
    encryptMany: (requests: readonly EncryptRequest[]) =>
      manyJob(encryption, readMany('requests', requests, toEncrypt)),
    decryptMany: (requests: readonly DecryptRequest[]) =>
      manyJob(decryption, readMany('requests', requests, toDecrypt)),
  };
}

type Run = (jobOf: (given: never) => MessageJob<unknown> | ManyJob, given: never, options?: WorkOptions) => unknown;

/** The functions of a mode, each of which runs its jobs. */
function functionsOf(mode: AeadMode, run: Run) {
  const functions = Object.entries(jobsOf(mode)).map(([name, jobOf]) => [
    name,
    (given: never, options?: WorkOptions) => run(jobOf, given, options),
  ]);
  const { name, keyLength, nonceLength, tagLength } = mode;
  const generateKey = () => randomBytes(keyLength);
  const generateNonce = () => randomBytes(nonceLength);
  const parameters = { name, keyLength, nonceLength, tagLength, generateKey, generateNonce };
  return noteMode(mode, { ...parameters, ...Object.fromEntries(functions) });
}

/** @internal */
export const aeadOf = (mode: AeadMode, runner: Runner): Aead =>
  functionsOf(mode, (jobOf, given, options) => runJob<never, object, unknown>(runner, jobOf, given, options));

/** @internal Makes a mode of a suite that does its work in this thread. */
export const localAead = (row: ModeRow, loader: Loader, limits?: Pick<AeadMode, 'limit'>): Aead =>
  aeadOf({ ...modeOf(row, loader), ...limits }, localRunner);

/** @internal */
export const aeadSync = (mode: AeadMode, engine: Engine): AeadSync =>
  functionsOf(mode, (jobOf, given) => {
    const job = jobOf(given);
    return isMany(job) ? runManySync(engine, job) : runMessageSync(engine, job);
  });

/** @internal Makes the `load` of a suite, whose modes have the names in `aeads`. */
export const loadOf =
  <Name extends string>(loader: Loader, aeads: Readonly<Record<Name, Aead>>): LoadSuite<SuiteSync<Name>> =>
  async (source) => {
    const engine = await loader.load(source);
    const sync = Object.entries(aeads).map(([name, aead]) => [name, aeadSync(modeOfAead(aead) as AeadMode, engine)]);
    return Object.freeze(Object.fromEntries(sync));
  };
