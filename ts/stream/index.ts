/**
 * romulus-wasm/stream: files of any length, encrypted and decrypted in chunks. The format is in docs/stream-format.md.
 *
 * @module romulus-wasm/stream
 */
export { ArgumentError, AuthenticationError, LengthError, LoadError, UsageError } from '../base/errors.js';
export type {
  BlobLike,
  DisposableLike,
  PlatformBlob,
  PlatformReadable,
  PlatformWritable,
  SliceableBlobLike,
} from '../base/platform.js';
export { armor, dearmor, isArmored } from './armor.js';
export { FormatError, MemoryError, SecretKindError, VersionError } from './file-errors.js';
export { type FileHeader, readHeader } from './format.js';
export { formatKeyFile, parseKeyFile } from './key-file.js';
export type {
  DecryptStreamOptions,
  DecryptStreamSettings,
  EncryptStreamOptions,
  EncryptStreamSettings,
  StreamKey,
  StreamSettings,
} from './options.js';
export { type EncryptedFile, type OpenEncryptedOptions, openEncrypted } from './random-access.js';
export { type ByteTransform, decryptStream, encryptStream } from './transform.js';
export { decryptBlob, decryptBytes, encryptBlob, encryptBytes, type ResultBlob } from './whole.js';
