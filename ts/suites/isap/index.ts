/**
 * romulus-wasm/isap: ISAP v2, leakage-resilient authenticated encryption, in WebAssembly.
 *
 * @packageDocumentation
 */
export type { Aead, AeadParameters, AeadSync } from '../../aead.js';
export type { Bytes } from '../../bytes.js';
export { AuthenticationError, ByteLengthError, ByteTypeError, LoadError } from '../../errors.js';
export type { Detached } from '../../output-format.js';
export type { AbortSignalLike, ModuleSource, ResponseLike, WebAssemblyModule, WorkOptions } from '../../platform.js';
export type { DecryptRequest, DetachedDecryptRequest, EncryptRequest } from '../../request.js';
export { type IsapSync, load } from './load.js';
export { isapA128, isapA128a, isapK128, isapK128a } from './modes.js';
