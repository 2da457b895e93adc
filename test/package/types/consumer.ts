/** Uses every export with nothing but the language's own types, and says what each must and must not accept. */
import {
  type AbortSignalLike,
  type Aead,
  type AeadParameters,
  type AeadSync,
  AuthenticationError,
  type BlobLike,
  ByteLengthError,
  type Bytes,
  ByteTypeError,
  createHasher,
  type DecryptRequest,
  type Detached,
  type DetachedDecryptRequest,
  type EncryptRequest,
  generateKey,
  generateNonce,
  type Hasher,
  type HashParameters,
  type HashStreamOptions,
  hashMany,
  hashStream,
  LoadError,
  load,
  type Mode,
  type ModuleSource,
  type ReadableStreamLike,
  type ResponseLike,
  type RomulusSync,
  romulusH,
  romulusM,
  romulusN,
  romulusT,
  type SealRequest,
  seal,
  timingSafeEqual,
  type UnsealRequest,
  UsageError,
  unseal,
  type WebAssemblyModule,
  type WorkOptions,
  wipe,
} from '../../../ts/index.js';
import {
  createPool,
  type Pool,
  type PoolOptions,
  type UrlLike,
  WorkerError,
  type WorkerLike,
  type WorkerSource,
} from '../../../ts/pool/index.js';
import {
  type ByteTransform,
  type DecryptStreamOptions,
  decryptBlob,
  decryptStream,
  type EncryptedFile,
  type EncryptStreamOptions,
  encryptBlob,
  encryptStream,
  type FileHeader,
  FormatError,
  type OpenEncryptedOptions,
  openEncrypted,
  type ResultBlob,
  readHeader,
  type SliceableBlobLike,
  type StreamKey,
} from '../../../ts/stream/index.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only if the value's type is `Expected`, no wider and no narrower. */
declare function exactly<Expected>(): <const Actual>(
  value: Actual,
  ...same: Same<Actual, Expected> extends true ? [] : [expected: Expected]
) => void;

declare const bytes: Uint8Array;
declare const signal: AbortSignalLike;
declare const stream: ReadableStreamLike;
declare const blob: BlobLike;
declare const sliceable: SliceableBlobLike;
declare const chunks: AsyncIterable<Uint8Array>;
declare const response: ResponseLike;
declare const module: WebAssemblyModule;
declare const url: UrlLike;
declare const worker: WorkerLike;

const key = generateKey();
const nonce = generateNonce();
exactly<Bytes>()(key);
exactly<Bytes>()(nonce);
export const plain: Uint8Array = key;

// Options that may be left out may be undefined too, under exactOptionalPropertyTypes as well.
const options: WorkOptions = { signal, onProgress: (processed, total) => exactly<number>()(processed + total) };
export const none: WorkOptions = { signal: undefined, onProgress: undefined };

exactly<Promise<Bytes>>()(romulusH(bytes));
exactly<Promise<Bytes>>()(romulusH(bytes, options));
exactly<Promise<Bytes[]>>()(hashMany([bytes, key]));
exactly<Promise<Bytes[]>>()(hashMany([bytes, key] as const, options));
export const hashParameters: HashParameters = romulusH;
exactly<number>()(romulusH.digestLength);
exactly<number>()(romulusH.blockLength);

const streamOptions: HashStreamOptions = {
  signal,
  onProgress(processed, total) {
    exactly<number>()(processed);
    exactly<number | undefined>()(total);
  },
};
exactly<Promise<Bytes>>()(hashStream(stream));
exactly<Promise<Bytes>>()(hashStream(blob, streamOptions));
exactly<Promise<Bytes>>()(hashStream(chunks, { signal: undefined, onProgress: undefined }));

async function hash(): Promise<Bytes> {
  const hasher = await createHasher();
  exactly<Hasher>()(hasher);
  exactly<Hasher>()(hasher.update(bytes).update(key).clone());
  exactly<void>()(hasher.dispose());
  return hasher.digest();
}
exactly<Promise<Bytes>>()(hash());

const request: EncryptRequest = { key, nonce, plaintext: bytes };
const decryptRequest: DecryptRequest = { key, nonce, ciphertext: bytes, associatedData: undefined };
const detachedRequest: DetachedDecryptRequest = { key, nonce, ciphertext: bytes, tag: bytes, associatedData: bytes };
for (const aead of [romulusN, romulusM, romulusT]) {
  exactly<Aead>()(aead);
  exactly<Promise<Bytes>>()(aead.encrypt(request));
  exactly<Promise<Bytes>>()(aead.encrypt({ ...request, associatedData: bytes }, options));
  exactly<Promise<Bytes>>()(aead.decrypt(decryptRequest, options));
  exactly<Promise<Detached>>()(aead.encryptDetached(request, options));
  exactly<Promise<Bytes>>()(aead.decryptDetached(detachedRequest, options));
  exactly<Promise<Bytes[]>>()(aead.encryptMany([request], options));
  exactly<Promise<(Bytes | null)[]>>()(aead.decryptMany([decryptRequest] as const, options));
  const parameters: AeadParameters = aead;
  exactly<string>()(parameters.name);
  exactly<number>()(parameters.keyLength + parameters.nonceLength + parameters.tagLength);
}

export async function detached(): Promise<Bytes> {
  const { ciphertext, tag } = await romulusM.encryptDetached(request);
  exactly<Bytes>()(ciphertext);
  exactly<Bytes>()(tag);
  return romulusM.decryptDetached({ key, nonce, ciphertext, tag });
}

const mode: Mode = 'T';
const sealRequest: SealRequest = { key, plaintext: bytes, associatedData: bytes, mode };
const unsealRequest: UnsealRequest = { key, sealed: bytes, associatedData: undefined, mode: undefined };
exactly<Promise<Bytes>>()(seal({ key, plaintext: bytes }));
exactly<Promise<Bytes>>()(seal(sealRequest, { signal, onProgress: undefined }));
exactly<Promise<Bytes>>()(unseal({ key, sealed: bytes, mode: 'N' }));
exactly<Promise<Bytes>>()(unseal(unsealRequest, { signal }));

export async function sync(): Promise<void> {
  const romulus = await load();
  exactly<RomulusSync>()(romulus);
  exactly<Bytes>()(romulus.romulusH(bytes));
  exactly<number>()(romulus.romulusH.digestLength);
  exactly<Bytes[]>()(romulus.hashMany([bytes]));
  exactly<Hasher>()(romulus.createHasher());
  exactly<Bytes>()(romulus.seal({ key, plaintext: bytes, mode, associatedData: bytes }));
  exactly<Bytes>()(romulus.unseal({ key, sealed: bytes }));
  for (const aead of [romulus.romulusN, romulus.romulusM, romulus.romulusT]) {
    exactly<AeadSync>()(aead);
    exactly<Bytes>()(aead.encrypt(request));
    exactly<Bytes>()(aead.decrypt(decryptRequest));
    exactly<Detached>()(aead.encryptDetached(request));
    exactly<Bytes>()(aead.decryptDetached(detachedRequest));
    exactly<Bytes[]>()(aead.encryptMany([request]));
    exactly<(Bytes | null)[]>()(aead.decryptMany([decryptRequest]));
  }
  // @ts-expect-error: the sync twin does not yield, so that nothing could abort it
  romulus.seal({ key, plaintext: bytes }, { signal });
}

const sources: ModuleSource[] = [bytes, bytes.buffer, module, response, Promise.resolve(response)];
for (const source of sources) exactly<Promise<RomulusSync>>()(load(source));

const byKey: StreamKey = { key };
const byPassphrase: StreamKey = { passphrase: bytes };
const encryptOptions: EncryptStreamOptions = {
  ...byKey,
  mode,
  chunkLength: 1024,
  cost: undefined,
  ...streamOptions,
};
const decryptOptions: DecryptStreamOptions = {
  ...byPassphrase,
  maxMemory: 2 ** 27,
  onKeyProgress: (done) => exactly<number>()(done),
  chunkLength: 1024,
  signal,
};
const openOptions: OpenEncryptedOptions = { ...byKey, associatedData: bytes, maxMemory: undefined };
exactly<ByteTransform>()(encryptStream(encryptOptions));
exactly<ByteTransform>()(encryptStream({ passphrase: bytes, cost: 2048 }));
exactly<ByteTransform>()(decryptStream(decryptOptions));
exactly<number>()(decryptStream({ key, onProgress: undefined }).size(1000));
exactly<Promise<ResultBlob>>()(encryptBlob(blob, encryptOptions));
exactly<Promise<ResultBlob>>()(decryptBlob(blob, { key }));
exactly<Promise<EncryptedFile>>()(openEncrypted(sliceable, openOptions));
exactly<FileHeader>()(readHeader(bytes));

export async function encryptedFile(): Promise<Bytes> {
  const result = await encryptBlob(blob, { key });
  const file = await openEncrypted(await decryptBlob(result, { key }), { key });
  exactly<number>()(file.size + file.chunkLength);
  exactly<Mode>()(file.mode);
  exactly<number | undefined>()(readHeader(bytes).cost);
  exactly<Promise<Bytes>>()(file.read(0));
  exactly<void>()(file.dispose());
  return file.read(0, 5, options);
}

const workerSources: WorkerSource[] = ['pool-worker.js', url, () => worker];
export const poolOptions: PoolOptions = { size: 2, signal, worker: workerSources[0] };
export const anyPool: PoolOptions = { size: undefined, signal: undefined, worker: undefined };
exactly<Promise<Pool>>()(createPool());

/** What takes the functions of the package takes those of a pool. */
export async function pool(): Promise<Functions> {
  const pool = await createPool(poolOptions);
  exactly<number>()(pool.size + pool.romulusH.digestLength);
  exactly<Promise<Bytes>>()(pool.romulusH(bytes, options));
  exactly<Promise<Bytes[]>>()(pool.hashMany([bytes, key] as const));
  exactly<Promise<Bytes>>()(pool.hashStream(chunks, streamOptions));
  exactly<Aead>()(pool.romulusT);
  exactly<Promise<Bytes>>()(pool.seal(sealRequest, { signal, onProgress: undefined }));
  exactly<Promise<Bytes>>()(pool.unseal({ key, sealed: bytes }));
  exactly<ByteTransform>()(pool.encryptStream(encryptOptions));
  exactly<Promise<ResultBlob>>()(pool.decryptBlob(blob, decryptOptions));
  exactly<Promise<EncryptedFile>>()(pool.openEncrypted(sliceable, openOptions));
  exactly<Promise<void>>()(pool.close());
  return pool;
}
interface Functions {
  romulusH: typeof romulusH;
  hashMany: typeof hashMany;
  hashStream: typeof hashStream;
  romulusN: typeof romulusN;
  seal: typeof seal;
  unseal: typeof unseal;
  encryptStream: typeof encryptStream;
  decryptStream: typeof decryptStream;
  encryptBlob: typeof encryptBlob;
  decryptBlob: typeof decryptBlob;
  openEncrypted: typeof openEncrypted;
}

exactly<boolean>()(timingSafeEqual(key, bytes));
exactly<void>()(wipe());
exactly<void>()(wipe(key, bytes));

export function describe(error: unknown): string {
  if (error instanceof ByteTypeError) {
    exactly<'ERR_ROMULUS_TYPE'>()(error.code);
    const typeError: TypeError = error;
    return typeError.message + error.argument;
  }
  if (error instanceof ByteLengthError) {
    exactly<'ERR_ROMULUS_LENGTH'>()(error.code);
    const rangeError: RangeError = error;
    return rangeError.message + error.argument + (error.expected - error.received);
  }
  if (error instanceof AuthenticationError) {
    exactly<'ERR_ROMULUS_AUTH'>()(error.code);
    return error.name;
  }
  if (error instanceof LoadError) {
    exactly<'ERR_ROMULUS_LOAD'>()(error.code);
    exactly<unknown>()(error.cause);
    return error.hint;
  }
  if (error instanceof WorkerError) exactly<'ERR_ROMULUS_WORKER'>()(error.code);
  if (error instanceof FormatError) exactly<'ERR_ROMULUS_FORMAT'>()(error.code);
  if (error instanceof UsageError) exactly<'ERR_ROMULUS_USAGE'>()(error.code);
  return '';
}

// @ts-expect-error: a string is not bytes
romulusH('message');
// @ts-expect-error: nor is an array of numbers
romulusH([1, 2, 3]);
// @ts-expect-error: nor a buffer without a view
romulusH(bytes.buffer);
// @ts-expect-error: nor a view of wider elements
romulusH(new Uint16Array(1));
// @ts-expect-error: messages come in an array
hashMany(bytes);
// @ts-expect-error: bytes in memory are no stream
hashStream(bytes);
// @ts-expect-error: chunks must be bytes
hashStream({} as AsyncIterable<string>);
// @ts-expect-error: without a nonce
romulusN.encrypt({ key, plaintext: bytes });
// @ts-expect-error: without a key
romulusN.decrypt({ nonce, ciphertext: bytes });
// @ts-expect-error: without a tag
romulusN.decryptDetached({ key, nonce, ciphertext: bytes });
// @ts-expect-error: to be decrypted is a ciphertext
romulusN.decrypt({ key, nonce, plaintext: bytes });
// @ts-expect-error: a name misspelt
romulusN.encrypt({ key, nonce, plaintext: bytes, additionalData: bytes });
// @ts-expect-error: arguments by position
romulusN.encrypt(key, nonce, bytes);
// @ts-expect-error: no such mode
seal({ key, plaintext: bytes, mode: 'H' });
// @ts-expect-error: what could not be decrypted must be told apart
romulusN.decryptMany([decryptRequest]).then(([first]) => first.length);
// @ts-expect-error: a digest is yet to come
exactly<Bytes>()(romulusH(bytes));
// @ts-expect-error: parameters are constants
romulusH.digestLength = 64;
// @ts-expect-error: a key is not compared with text
timingSafeEqual(key, 'key');
// @ts-expect-error: neither key nor passphrase
encryptStream({ mode });
// @ts-expect-error: both
encryptStream({ key, passphrase: bytes });
encryptStream({ passphrase: 'secret' });
// @ts-expect-error: a key is no text
encryptStream({ key: 'secret' });
// @ts-expect-error: the file says its mode
decryptStream({ key, mode });
// @ts-expect-error: a stream is no Blob
encryptBlob(stream, { key });
// @ts-expect-error: what is opened is read in parts
openEncrypted(stream, { key });
// @ts-expect-error: nobody makes a file but openEncrypted
export const made: EncryptedFile = { size: 5, mode, chunkLength: 1024, read: openEncrypted, dispose() {} };
// @ts-expect-error: a worker is made by a function, so that it can be made again
createPool({ worker });
// @ts-expect-error: no number
createPool({ size: '2' });
