/** The exports that all entries of suites have, besides their modes. */
export type { DecryptRequest, DetachedDecryptRequest, EncryptRequest, WithOutput } from '../messages/request.js';
export type { Aead, AeadParameters, AeadSync } from './aead.js';
export type { Bytes, Detached } from './bytes.js';
export { AuthenticationError, ByteLengthError, ByteTypeError, LoadError, UsageError } from './errors.js';
export type { AbortSignalLike, ModuleSource, ResponseLike, WebAssemblyModule, WorkOptions } from './platform.js';
