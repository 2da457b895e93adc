/**
 * romulus-wasm: the Romulus suite of lightweight cryptography in WebAssembly.
 *
 * @packageDocumentation
 */
export type { Aead, AeadParameters, AeadSync } from './aead.js';
export type { Bytes } from './bytes.js';
export { AuthenticationError, ByteLengthError, ByteTypeError, LoadError, UsageError } from './errors.js';
export type { Detached } from './form.js';
export { type HashParameters, hashMany, romulusH } from './hash.js';
export { type HashStreamOptions, hashStream } from './hash-stream.js';
export { createHasher, type Hasher } from './hasher.js';
export { load, type RomulusSync } from './load.js';
export type {
  AbortSignalLike,
  BlobLike,
  ModuleSource,
  ReadableStreamLike,
  ResponseLike,
  WebAssemblyModule,
  WorkOptions,
} from './platform.js';
export { generateKey, generateNonce } from './random.js';
export type { DecryptRequest, DetachedDecryptRequest, EncryptRequest } from './request.js';
export { type Mode, romulusM, romulusN, romulusT } from './romulus.js';
export { type SealOptions, seal, unseal } from './seal.js';
export { timingSafeEqual } from './timing-safe-equal.js';
export { wipe } from './wipe.js';
