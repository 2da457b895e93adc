/**
 * romulus-wasm/elephant: Elephant v2, parallel authenticated encryption, in WebAssembly.
 *
 * @module romulus-wasm/elephant
 */
export type { Aead, AeadParameters, AeadSync } from '../../aead.js';
export type { Bytes } from '../../bytes.js';
export { AuthenticationError, ByteLengthError, ByteTypeError, LoadError } from '../../errors.js';
export type { Detached } from '../../output-format.js';
export type { AbortSignalLike, ModuleSource, ResponseLike, WebAssemblyModule, WorkOptions } from '../../platform.js';
export type { DecryptRequest, DetachedDecryptRequest, EncryptRequest } from '../../request.js';
export { delirium, dumbo, type ElephantSync, jumbo, load } from './modes.js';
