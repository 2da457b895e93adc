/**
 * Records: many messages of one length, in one array and out of one, with no object for any of them.
 *
 * @module romulus-wasm/records
 */
export type { Aead, AeadParameters, AeadSync } from '../aead.js';
export type { Bytes } from '../bytes.js';
export { AuthenticationError, ByteLengthError, ByteTypeError, LoadError, UsageError } from '../errors.js';
export type { Detached } from '../output-format.js';
export type { AbortSignalLike, ModuleSource, ResponseLike, WebAssemblyModule, WorkOptions } from '../platform.js';
export type { DecryptRequest, DetachedDecryptRequest, EncryptRequest } from '../request.js';
export type { Mode } from '../suites/romulus/modes.js';
export type { SealMode } from '../suites/romulus/seal.js';
export {
  decryptRecords,
  encryptRecords,
  hashRecords,
  load,
  RecordAuthenticationError,
  type RecordsSync,
} from './records.js';
export type { DecryptRecordsRequest, EncryptRecordsRequest, RecordsRequest } from './request.js';
