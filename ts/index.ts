/**
 * romulus-wasm: the Romulus suite of lightweight cryptography in WebAssembly.
 *
 * @module romulus-wasm
 */

export { timingSafeEqual, wipe } from './api/secrets.js';
export * from './api/suite-entry.js';
export { type Base64Options, fromBase64, fromHex, toBase64, toHex } from './api/text-encodings.js';
export { EncodingError } from './base/errors.js';
export type { BlobLike, ReadableStreamLike } from './base/platform.js';
export { type HashParameters, hashMany, romulusH } from './suites/romulus/hash.js';
export { type HashStreamOptions, hashStream } from './suites/romulus/hash-stream.js';
export { createHasher, type Hasher } from './suites/romulus/hasher.js';
export { type HkdfRequest, type HmacRequest, romulusHkdf, romulusHmac } from './suites/romulus/hmac.js';
export { load, loadSync, type RomulusSync } from './suites/romulus/load.js';
export { generateKey, generateNonce, type Mode, romulusM, romulusN, romulusT } from './suites/romulus/modes.js';
export { type SealMode, type SealRequest, seal, type UnsealRequest, unseal } from './suites/romulus/seal.js';
