/**
 * romulus-wasm/isap: ISAP v2, leakage-resilient authenticated encryption, in WebAssembly.
 *
 * @module romulus-wasm/isap
 */
export type { Aead, AeadParameters, AeadSync } from '../../aead.js';
export type { Bytes } from '../../bytes.js';
export { AuthenticationError, ByteLengthError, ByteTypeError, LoadError } from '../../errors.js';
export type { Detached } from '../../output-format.js';
export type { AbortSignalLike, ModuleSource, ResponseLike, WebAssemblyModule, WorkOptions } from '../../platform.js';
export type { DecryptRequest, DetachedDecryptRequest, EncryptRequest } from '../../request.js';
export { type IsapSync, isapA128, isapA128a, isapK128, isapK128a, load } from './modes.js';
