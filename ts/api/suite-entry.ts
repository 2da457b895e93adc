/** The exports that all suite entries share. Each entry adds its modes. */
export type { DecryptRequest, DetachedDecryptRequest, EncryptRequest, WithOutput } from '../messages/request.js';
export type { Aead, AeadParameters, AeadSync } from './aead.js';
export type { Bytes, Detached } from './bytes.js';
export { AuthenticationError, ByteLengthError, ByteTypeError, LoadError, UsageError } from './errors.js';
export type { AbortSignalLike, ModuleSource, ResponseLike, WebAssemblyModule, WorkOptions } from './platform.js';
