/** Authenticated encryption: the interface that all modes share. */
import type { Engine } from '../engine/engine.js';
import type { Loader } from '../engine/loader.js';
import {
  decryptJob,
  encryptJob,
  localRunner,
  manyJob,
  type Runner,
  runJob,
  runManySync,
  runMessageSync,
} from '../messages/job.js';
import { type AeadMode, modeOf } from '../messages/mode.js';
import {
  type DecryptRequest,
  type DetachedDecryptRequest,
  decryptOutputNames,
  type EncryptRequest,
  encryptOutputNames,
  readDecrypt,
  readDecryptDetached,
  readEncrypt,
  readMany,
  type WithOutput,
} from '../messages/request.js';
import { aeadOperation } from '../messages/single.js';
import type { ModeRow } from '../suites/table.js';
import { type Bytes, type Detached, randomBytes } from './bytes.js';
import type { ModuleSource, WorkOptions } from './platform.js';

/** A mode's name and lengths, and random bytes of these lengths. */
export interface AeadParameters {
  /** `Romulus-N`, for one. */
  readonly name: string;
  /** 16 bytes. */
  readonly keyLength: number;
  /** 16 bytes; 12 in some suites. */
  readonly nonceLength: number;
  /** 16 bytes; 8 in some modes. */
  readonly tagLength: number;
  /**
   * A random key of this mode, `keyLength` bytes.
   * @example
   * import { romulusN } from 'romulus-wasm';
   * const key = romulusN.generateKey();
   */
  generateKey(): Bytes;
  /**
   * A random nonce of this mode, `nonceLength` bytes. Two of 2^48 random nonces of 16 bytes, or of 2^32 of 12 bytes, are the same with a
   * probability of about 2^-33.
   * @example
   * import { romulusN } from 'romulus-wasm';
   * const nonce = romulusN.generateNonce();
   */
  generateNonce(): Bytes;
}

/**
 * A mode of authenticated encryption, by promises. A method never throws but rejects. The error is a {@link ByteTypeError} for an
 * argument that is missing or not a `Uint8Array`, and a {@link ByteLengthError} for one of the wrong length. It is a {@link LoadError}
 * if the module cannot be loaded, and the signal's reason if it is aborted. Arguments are read before the method returns, and may change
 * afterwards. In calls with more than 8 MiB, only keys and nonces are: leave texts and associated data as they are until the promise
 * settles.
 */
export interface Aead extends AeadParameters {
  /**
   * Encrypts a message. Never use a nonce twice under the same key: see {@link EncryptRequest.nonce}.
   * @returns ciphertext || tag, longer than the plaintext by the tag: `output`, if there is one.
   * @example
   * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
   * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
   * const ciphertext = await romulusN.encrypt(request, { signal: AbortSignal.timeout(1000) });
   */
  encrypt(request: EncryptRequest & WithOutput, options?: WorkOptions): Promise<Bytes>;
  /**
   * Decrypts a message.
   * @returns the plaintext, shorter than ciphertext || tag by the tag: `output`, if there is one.
   * @throws {@link AuthenticationError} if anything is not as it was encrypted; then no plaintext exists anywhere.
   * @example
   * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
   * const request = { key: generateKey(), nonce: generateNonce(), ciphertext: new Uint8Array(100) };
   * await romulusN.decrypt(request).catch((error) => error.code); // ERR_ROMULUS_AUTH
   */
  decrypt(request: DecryptRequest & WithOutput, options?: WorkOptions): Promise<Bytes>;
  /**
   * Encrypts a message; the tag comes by itself. The nonce is as for `encrypt`.
   * @returns the ciphertext, as long as the plaintext, and the tag.
   * @example
   * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
   * const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(100) };
   * const { ciphertext, tag } = await romulusN.encryptDetached(request);
   */
  encryptDetached(request: EncryptRequest, options?: WorkOptions): Promise<Detached>;
  /**
   * Decrypts a message whose tag stands by itself.
   * @returns the plaintext, as long as the ciphertext.
   * @throws {@link AuthenticationError} as for `decrypt`.
   * @example
   * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
   * const request = { key: generateKey(), nonce: generateNonce() };
   * const { ciphertext, tag } = await romulusN.encryptDetached({ ...request, plaintext: new Uint8Array(100) });
   * const plaintext = await romulusN.decryptDetached({ ...request, ciphertext, tag });
   */
  decryptDetached(request: DetachedDecryptRequest, options?: WorkOptions): Promise<Bytes>;
  /**
   * Encrypts many messages, of any lengths and under any keys: with SIMD side by side, several times as fast as one by one.
   * Each has a nonce of its own, as for `encrypt`. An error in one request rejects the whole call before any work, and names its index.
   * @returns ciphertext || tag of each, in the order of the requests.
   * @example
   * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
   * const key = generateKey();
   * const plaintexts = [new Uint8Array(10), new Uint8Array(20)];
   * const requests = plaintexts.map((plaintext) => ({ key, nonce: generateNonce(), plaintext }));
   * const ciphertexts = await romulusN.encryptMany(requests);
   */
  encryptMany(requests: readonly EncryptRequest[], options?: WorkOptions): Promise<Bytes[]>;
  /**
   * Decrypts many messages, as fast as `encryptMany`. An error in one request rejects the whole call before any work, and names its index.
   * @returns the plaintext of each, in the order of the requests; null for each that is not authentic.
   * @example
   * import { generateKey, generateNonce, romulusN } from 'romulus-wasm';
   * const request = { key: generateKey(), nonce: generateNonce() };
   * const ciphertext = await romulusN.encrypt({ ...request, plaintext: new Uint8Array(10) });
   * const forgery = { ...request, ciphertext: new Uint8Array(26) };
   * const [opened, forged] = await romulusN.decryptMany([{ ...request, ciphertext }, forgery]);
   */
  decryptMany(requests: readonly DecryptRequest[], options?: WorkOptions): Promise<(Bytes | null)[]>;
}

/** A mode whose module is loaded. Its methods return plain values and throw errors. Long messages hold the event loop. */
export interface AeadSync extends AeadParameters {
  /** Encrypts a message: {@link Aead.encrypt} with a plain result. */
  encrypt(request: EncryptRequest & WithOutput): Bytes;
  /** Decrypts a message: {@link Aead.decrypt} with a plain result. */
  decrypt(request: DecryptRequest & WithOutput): Bytes;
  /** Encrypts a message; the tag comes by itself: {@link Aead.encryptDetached} with a plain result. */
  encryptDetached(request: EncryptRequest): Detached;
  /** Decrypts a message whose tag stands by itself: {@link Aead.decryptDetached} with a plain result. */
  decryptDetached(request: DetachedDecryptRequest): Bytes;
  /** Encrypts many messages: {@link Aead.encryptMany} with a plain result. */
  encryptMany(requests: readonly EncryptRequest[]): Bytes[];
  /** Decrypts many messages: {@link Aead.decryptMany} with a plain result. */
  decryptMany(requests: readonly DecryptRequest[]): (Bytes | null)[];
}

const parametersOf = ({ name, keyLength, nonceLength, tagLength }: AeadMode): AeadParameters => ({
  name,
  keyLength,
  nonceLength,
  tagLength,
  generateKey: () => randomBytes(keyLength),
  generateNonce: () => randomBytes(nonceLength),
});

const modes = /* @__PURE__ */ new WeakMap<object, AeadMode>();

/** @internal The mode that an object of `aeadOf` or `aeadSync` stands for. */
export const modeOfAead = (aead: unknown): AeadMode | undefined => modes.get(aead as object);

/** Freezes the object, which stands for the mode from now on. */
function registerAead<Registered extends AeadParameters>(mode: AeadMode, aead: Registered): Registered {
  modes.set(aead, mode);
  return Object.freeze(aead);
}

const jobsOf = (mode: AeadMode) => ({
  encrypt: (request: EncryptRequest & WithOutput) =>
    encryptJob(mode, readEncrypt(mode, request, '', encryptOutputNames, request?.output), 'combined'),
  decrypt: (request: DecryptRequest & WithOutput) =>
    decryptJob(mode, readDecrypt(mode, request, '', decryptOutputNames, request?.output)),
  encryptDetached: (request: EncryptRequest) => encryptJob(mode, readEncrypt(mode, request), 'detached'),
  decryptDetached: (request: DetachedDecryptRequest) => decryptJob(mode, readDecryptDetached(mode, request)),
  encryptMany(requests: readonly EncryptRequest[]) {
    const messages = readMany('requests', requests, (request, at) => readEncrypt(mode, request, at));
    return manyJob(aeadOperation(mode, 'encrypt'), messages);
  },
  decryptMany(requests: readonly DecryptRequest[]) {
    const messages = readMany('requests', requests, (request, at) => readDecrypt(mode, request, at));
    return manyJob(aeadOperation(mode, 'decrypt'), messages);
  },
});

/** @internal */
export function aeadOf(mode: AeadMode, runner: Runner): Aead {
  const { encrypt, decrypt, encryptDetached, decryptDetached, encryptMany, decryptMany } = jobsOf(mode);
  return registerAead(mode, {
    ...parametersOf(mode),
    encrypt: (request, options) => runJob(runner, encrypt, request, options),
    decrypt: (request, options) => runJob(runner, decrypt, request, options),
    encryptDetached: (request, options) => runJob(runner, encryptDetached, request, options),
    decryptDetached: (request, options) => runJob(runner, decryptDetached, request, options),
    encryptMany: (requests, options) => runJob(runner, encryptMany, requests, options) as Promise<Bytes[]>,
    decryptMany: (requests, options) => runJob(runner, decryptMany, requests, options),
  } satisfies Aead);
}

/** @internal A mode of a suite, with its work in this thread. */
export const localAead = (row: ModeRow, loader: Loader, limits: Pick<AeadMode, 'limit'> = {}): Aead =>
  aeadOf({ ...modeOf(row, loader), ...limits }, localRunner);

/** @internal */
export function aeadSync(mode: AeadMode, engine: Engine): AeadSync {
  const { encrypt, decrypt, encryptDetached, decryptDetached, encryptMany, decryptMany } = jobsOf(mode);
  return registerAead(mode, {
    ...parametersOf(mode),
    encrypt: (request) => runMessageSync(engine, encrypt(request)),
    decrypt: (request) => runMessageSync(engine, decrypt(request)),
    encryptDetached: (request) => runMessageSync(engine, encryptDetached(request)),
    decryptDetached: (request) => runMessageSync(engine, decryptDetached(request)),
    encryptMany: (requests) => runManySync(engine, encryptMany(requests)) as Bytes[],
    decryptMany: (requests) => runManySync(engine, decryptMany(requests)),
  } satisfies AeadSync);
}

/** @internal Loads the module of a suite and gives all its modes with plain return values, by the names of their promise functions. */
export async function loadModes<Name extends string>(
  loader: Loader,
  aeads: Readonly<Record<Name, Aead>>,
  source?: ModuleSource,
): Promise<Readonly<Record<Name, AeadSync>>> {
  const engine = await loader.load(source);
  const syncModes = Object.entries(aeads).map(([name, aead]) => [name, aeadSync(modeOfAead(aead) as AeadMode, engine)]);
  return Object.freeze(Object.fromEntries(syncModes));
}
