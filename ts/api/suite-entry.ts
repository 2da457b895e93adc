/** The exports that all suite entries share. Each entry adds its modes. */

export type { Bytes, Detached } from '../base/bytes.js';
export type { CodedError } from '../base/errors.js';
export { ArgumentError, AuthenticationError, LengthError, LoadError, UsageError } from '../base/errors.js';
export type { AbortSignalLike, ModuleSource, ResponseLike, WebAssemblyModule, WorkOptions } from '../base/platform.js';
export type { DecryptRequest, DetachedDecryptRequest, EncryptRequest, WithOutput } from '../messages/request.js';
export type { Aead, AeadParameters, AeadSync, Plain } from './aead.js';
