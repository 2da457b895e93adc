/** Uses every export of the records with nothing but the language's own types. */
import {
  type AbortSignalLike,
  type Aead,
  type AeadParameters,
  type AeadSync,
  type AuthenticationError,
  ByteLengthError,
  type Bytes,
  ByteTypeError,
  type DecryptRecordsRequest,
  type DecryptRequest,
  type Detached,
  type DetachedDecryptRequest,
  decryptRecords,
  type EncryptRecordsRequest,
  type EncryptRequest,
  encryptRecords,
  hashRecords,
  LoadError,
  loadRecords,
  type Mode,
  type ModuleSource,
  RecordAuthenticationError,
  type RecordsRequest,
  type RecordsSync,
  type ResponseLike,
  type SealMode,
  UsageError,
  type WebAssemblyModule,
  type WorkOptions,
} from '../../../ts/records/index.js';

export async function useAll(): Promise<Bytes[]> {
  const common: RecordsRequest = { key: new Uint8Array(16), nonces: new Uint8Array(32), recordLength: 5, mode: 'N' };
  const toEncrypt: EncryptRecordsRequest = { ...common, plaintexts: new Uint8Array(10), associatedData: undefined };
  const ciphertexts: Bytes = await encryptRecords(toEncrypt, { onProgress: () => {} });
  const toDecrypt: DecryptRecordsRequest = { ...common, ciphertexts };
  const plaintexts: Bytes = await decryptRecords(toDecrypt);
  const digests: Bytes = await hashRecords(plaintexts, 5);
  const sync: RecordsSync = await loadRecords();
  const same: Bytes = sync.decryptRecords({ ...common, ciphertexts: sync.encryptRecords(toEncrypt) });
  const error: unknown = await decryptRecords(toDecrypt).catch((error: unknown) => error);
  if (error instanceof RecordAuthenticationError) {
    const known: AuthenticationError = error;
    const indexes: readonly number[] = error.indexes;
    if (indexes.length > 0) throw known;
  }

  // @ts-expect-error: the length is missing
  await encryptRecords({ key: new Uint8Array(16), nonces: new Uint8Array(16), plaintexts: new Uint8Array(10) });
  // @ts-expect-error: the plaintexts are one array
  await encryptRecords({ ...common, plaintexts: [new Uint8Array(5)] });
  // @ts-expect-error: there is no such mode
  await decryptRecords({ ...toDecrypt, mode: 'Q' });
  // @ts-expect-error: the length is missing
  await hashRecords(plaintexts);
  return [digests, same];
}

export type Types = [
  AbortSignalLike,
  Aead,
  AeadParameters,
  AeadSync,
  DecryptRequest,
  Detached,
  DetachedDecryptRequest,
  EncryptRequest,
  Mode,
  ModuleSource,
  ResponseLike,
  SealMode,
  WebAssemblyModule,
  WorkOptions,
];
export { ByteLengthError, ByteTypeError, LoadError, UsageError };
