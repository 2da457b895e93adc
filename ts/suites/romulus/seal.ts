/** Sealing: encryption with a random nonce, which is part of the result. */
import type { Aead, AeadSync } from '../../api/aead.js';
import { type Bytes, checkBytes, checkLength, randomBytes, viewOf } from '../../base/bytes.js';
import { UsageError } from '../../base/errors.js';
import { checkNamed } from '../../base/options.js';
import type { WorkOptions } from '../../base/platform.js';
import type { Engine } from '../../engine/engine.js';
import { authentic } from '../../messages/authenticity.js';
import { localRunner, type MessageJob, messageJob, runJob, runMessageSync } from '../../messages/job.js';
import { type AeadMode, modeOfAead } from '../../messages/mode.js';
import { readRequest } from '../../messages/request.js';
import { type Mode, modes, romulus } from './modes.js';

/** A mode of Romulus by its letter, or any mode of this package. */
export type SealMode = Mode | Aead | AeadSync;

/** A message to seal, and its key. `seal` refuses other names: of an object with more fields, pick these. */
export interface SealRequest {
  /** 16 bytes. */
  key: Uint8Array;
  /** The plaintext, of any length. */
  plaintext: Uint8Array;
  /** Data that is authenticated but neither encrypted nor part of the result, of any length. Empty if left out. */
  associatedData?: Uint8Array | undefined;
  /** The mode: `'N'`, `'M'` (if left out) or `'T'` of Romulus, or any mode that this package exports. */
  mode?: SealMode | undefined;
}

/** A sealed message, and its key. */
export interface UnsealRequest {
  /** 16 bytes. */
  key: Uint8Array;
  /** The result of `seal`: nonce || ciphertext || tag. A shorter array than nonce and tag is not authentic. */
  sealed: Uint8Array;
  /** The associated data that the message was sealed with. */
  associatedData?: Uint8Array | undefined;
  /** The mode that the message was sealed in. */
  mode?: SealMode | undefined;
}

const sealNames = ['key', 'plaintext', 'associatedData', 'mode'];
const unsealNames = ['key', 'sealed', 'associatedData', 'mode'];

/** @internal */
export function readMode(choice: SealMode): AeadMode {
  const isLetter = typeof choice === 'string' && Object.hasOwn(modes, choice);
  const mode = isLetter ? modes[choice] : modeOfAead(choice);
  if (!mode) throw new UsageError("mode must be 'N', 'M', 'T' or a mode such as romulusM");
  return mode;
}

/** @internal */
export function sealJob(request: SealRequest): MessageJob<Bytes> {
  const { key, plaintext, associatedData, mode: choice = 'M' } = checkNamed('request', request, sealNames, unsealNames);
  const mode = readMode(choice);
  const nonce = randomBytes(mode.nonceLength);
  const message = readRequest(mode, { key, nonce, plaintext, associatedData }, 'plaintext');
  return messageJob('encrypt', mode, message, 'sealed');
}

/** @internal */
export function unsealJob(request: UnsealRequest): MessageJob<Bytes> {
  const { key, sealed, associatedData, mode: choice = 'M' } = checkNamed('request', request, unsealNames, sealNames);
  const mode = readMode(choice);
  checkLength('key', key, mode.keyLength);
  const { nonceLength, tagLength } = mode;
  const length = checkBytes('sealed', sealed);
  authentic(length >= nonceLength + tagLength);
  const nonce = viewOf(sealed, 0, nonceLength);
  const ciphertext = viewOf(sealed, nonceLength, length);
  return messageJob('decrypt', mode, readRequest(mode, { key, nonce, ciphertext, associatedData }, 'ciphertext'));
}

/**
 * Encrypts a message under a random nonce. `unseal` needs only the result, the key, and the associated data if there is any. Sealing does
 * not commit to the key, unlike encrypted files: a person with two keys can make a sealed message that opens under both
 * (docs/commitment.md). Rejects with a {@link ArgumentError}, {@link LengthError} or {@link UsageError} for a wrong argument, a {@link
 * LoadError}, or the signal's reason.
 * @returns nonce || ciphertext || tag, 32 bytes longer than the plaintext with Romulus.
 * @example
 * import { generateKey, seal, unseal } from 'romulus-wasm';
 * const key = generateKey();
 * const sealed = await seal({ key, plaintext: new TextEncoder().encode('hello') });
 * const plaintext = await unseal({ key, sealed });
 */
export const seal = (request: SealRequest, options?: WorkOptions): Promise<Bytes> =>
  runJob(localRunner, sealJob, request, options);

/**
 * Decrypts the result of `seal` with the same key, associated data and mode, and returns the plaintext. Rejects with an {@link
 * AuthenticationError} if one of them differs or the message was changed. Also rejects with a {@link ArgumentError}, {@link
 * LengthError} or {@link UsageError} for a wrong argument, a {@link LoadError}, or the signal's reason.
 * @example
 * import { generateKey, seal, unseal } from 'romulus-wasm';
 * const key = generateKey();
 * const sealed = await seal({ key, plaintext: new Uint8Array([1, 2, 3]), mode: 'T' });
 * const plaintext = await unseal({ key, sealed, mode: 'T' });
 */
export const unseal = (request: UnsealRequest, options?: WorkOptions): Promise<Bytes> =>
  runJob(localRunner, unsealJob, request, options);

/** @internal Does the job on Romulus' own engine, or on the engine of another suite, which must be loaded. */
export function runSealSync(engine: Engine, job: MessageJob<Bytes>): Bytes {
  const { loader, name } = job.mode;
  const own = loader === romulus ? engine : loader.engine;
  if (!own) throw new UsageError(`${name} is not loaded: await load() of its suite`);
  return runMessageSync(own, job);
}
