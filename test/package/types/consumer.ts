/** Uses every export with only the language's own types, and states what each must and must not accept. */
import * as estimates from '../../../ts/estimates/index.js';
import * as romulus from '../../../ts/index.js';
import * as pools from '../../../ts/pool/index.js';
import * as files from '../../../ts/stream/index.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only if the value's type is `Expected`, no wider and no narrower. */
declare function exactly<Expected>(): <const Actual>(
  value: Actual,
  ...same: Same<Actual, Expected> extends true ? [] : [expected: Expected]
) => void;

declare const bytes: Uint8Array;
declare const signal: romulus.AbortSignalLike;
declare const stream: romulus.ReadableStreamLike;
declare const blob: romulus.BlobLike;
declare const sliceable: files.SliceableBlobLike;
declare const chunks: AsyncIterable<Uint8Array>;
declare const response: romulus.ResponseLike;
declare const module: romulus.WebAssemblyModule;
declare const url: pools.UrlLike;
declare const worker: pools.WorkerLike;

const key = romulus.generateKey();
const nonce = romulus.generateNonce();
exactly<romulus.Bytes>()(key);
exactly<romulus.Bytes>()(nonce);
export const plain: Uint8Array = key;

// Optional options may be undefined, also under exactOptionalPropertyTypes.
const options: romulus.WorkOptions = { signal, onProgress: (processed, total) => exactly<number>()(processed + total) };
export const none: romulus.WorkOptions = { signal: undefined, onProgress: undefined };

exactly<Promise<romulus.Bytes>>()(romulus.romulusH(bytes, options));
exactly<Promise<romulus.Bytes[]>>()(romulus.hashMany([bytes, key] as const, options));
export const hashParameters: romulus.HashParameters = romulus.romulusH;
exactly<number>()(romulus.romulusH.digestLength + romulus.romulusH.blockLength);

const streamOptions: romulus.HashStreamOptions = {
  signal,
  onProgress(processed, total) {
    exactly<number>()(processed);
    exactly<number | undefined>()(total);
  },
};
exactly<Promise<romulus.Bytes>>()(romulus.hashStream(stream));
exactly<Promise<romulus.Bytes>>()(romulus.hashStream(blob, streamOptions));
exactly<Promise<romulus.Bytes>>()(romulus.hashStream(chunks, { signal: undefined, onProgress: undefined }));

async function hash(): Promise<romulus.Bytes> {
  const hasher = await romulus.createHasher();
  exactly<romulus.Hasher>()(hasher);
  exactly<romulus.Hasher>()(hasher.update(bytes).update(key).clone());
  exactly<void>()(hasher.dispose());
  return hasher.digest();
}
exactly<Promise<romulus.Bytes>>()(hash());

const request: romulus.EncryptRequest = { key, nonce, plaintext: bytes };
const decryptRequest: romulus.DecryptRequest = { key, nonce, ciphertext: bytes, associatedData: undefined };
const detachedRequest: romulus.DetachedDecryptRequest = { ...decryptRequest, tag: bytes };
for (const aead of [romulus.romulusN, romulus.romulusM, romulus.romulusT]) {
  exactly<romulus.Aead>()(aead);
  exactly<Promise<romulus.Bytes>>()(aead.encrypt({ ...request, associatedData: bytes }, options));
  exactly<Promise<romulus.Bytes>>()(aead.decrypt(decryptRequest, options));
  exactly<Promise<romulus.Detached>>()(aead.encryptDetached(request, options));
  exactly<Promise<romulus.Bytes>>()(aead.decryptDetached(detachedRequest, options));
  exactly<Promise<romulus.Bytes[]>>()(aead.encryptMany([request], options));
  exactly<Promise<(romulus.Bytes | null)[]>>()(aead.decryptMany([decryptRequest] as const, options));
  const parameters: romulus.AeadParameters = aead;
  exactly<string>()(parameters.name);
  exactly<number>()(parameters.keyLength + parameters.nonceLength + parameters.tagLength);
}

export const detached = async () =>
  romulus.romulusM.decryptDetached({ key, nonce, ...(await romulus.romulusM.encryptDetached(request)) });
exactly<() => Promise<romulus.Bytes>>()(detached);

const mode: romulus.Mode = 'T';
const sealRequest: romulus.SealRequest = { key, plaintext: bytes, associatedData: bytes, mode };
const unsealRequest: romulus.UnsealRequest = { key, sealed: bytes, associatedData: undefined, mode: undefined };
exactly<Promise<romulus.Bytes>>()(romulus.seal(sealRequest, { signal, onProgress: undefined }));
exactly<Promise<romulus.Bytes>>()(romulus.unseal(unsealRequest, { signal }));

export async function sync(): Promise<void> {
  const twin = await romulus.load();
  exactly<romulus.RomulusSync>()(twin);
  exactly<romulus.Bytes>()(twin.romulusH(bytes));
  exactly<romulus.Bytes[]>()(twin.hashMany([bytes]));
  exactly<romulus.Hasher>()(twin.createHasher());
  exactly<romulus.Bytes>()(twin.seal({ key, plaintext: bytes, mode, associatedData: bytes }));
  exactly<romulus.Bytes>()(twin.unseal({ key, sealed: bytes }));
  for (const aead of [twin.romulusN, twin.romulusM, twin.romulusT]) {
    exactly<romulus.AeadSync>()(aead);
    exactly<romulus.Bytes>()(aead.encrypt(request));
    exactly<romulus.Bytes>()(aead.decrypt(decryptRequest));
    exactly<romulus.Detached>()(aead.encryptDetached(request));
    exactly<romulus.Bytes>()(aead.decryptDetached(detachedRequest));
    exactly<romulus.Bytes[]>()(aead.encryptMany([request]));
    exactly<(romulus.Bytes | null)[]>()(aead.decryptMany([decryptRequest]));
  }
  // @ts-expect-error: the sync twin does not yield, so that nothing could abort it
  twin.seal({ key, plaintext: bytes }, { signal });
}

const sources: romulus.ModuleSource[] = [bytes, bytes.buffer, module, response, Promise.resolve(response)];
for (const source of sources) exactly<Promise<romulus.RomulusSync>>()(romulus.load(source));

const byKey: files.StreamKey = { key };
const byPassphrase: files.StreamKey = { passphrase: bytes };
const encryptOptions: files.EncryptStreamOptions = { ...byKey, mode, chunkLength: 1024, cost: undefined, signal };
const decryptOptions: files.DecryptStreamOptions = {
  ...byPassphrase,
  maxMemory: 2 ** 27,
  onKeyProgress: (done) => exactly<number>()(done),
  chunkLength: 1024,
  signal,
};
const openOptions: files.OpenEncryptedOptions = { ...byKey, associatedData: bytes, maxMemory: undefined };
exactly<files.ByteTransform>()(files.encryptStream(encryptOptions));
exactly<files.ByteTransform>()(files.decryptStream(decryptOptions));
exactly<number>()(files.encryptStream({ passphrase: bytes, cost: 2048 }).outputLength(1000));
exactly<Promise<files.ResultBlob>>()(files.encryptBlob(blob, encryptOptions));
exactly<Promise<files.ResultBlob>>()(files.decryptBlob(blob, { key }));
exactly<Promise<romulus.Bytes>>()(files.encryptBytes(bytes, encryptOptions));
exactly<Promise<romulus.Bytes>>()(files.decryptBytes(bytes, decryptOptions));
exactly<Promise<files.EncryptedFile>>()(files.openEncrypted(sliceable, openOptions));
exactly<files.FileHeader>()(files.readHeader(bytes));
exactly<romulus.Bytes>()(files.parseKeyFile(files.formatKeyFile(bytes)));
exactly<romulus.Bytes>()(files.dearmor(files.armor(bytes)));
exactly<boolean>()(files.isArmored('text'));

export async function encryptedFile(): Promise<romulus.Bytes> {
  const result = await files.encryptBlob(blob, { key });
  const file = await files.openEncrypted(await files.decryptBlob(result, { key }), { key });
  exactly<number>()(file.size + file.chunkLength);
  exactly<romulus.Mode>()(file.mode);
  exactly<number | undefined>()(files.readHeader(bytes).cost);
  exactly<Promise<romulus.Bytes>>()(file.read(0));
  exactly<void>()(file.dispose());
  return file.read(0, 5, options);
}

const workerSources: pools.WorkerSource[] = ['pool-worker.js', url, () => worker];
export const poolOptions: pools.PoolOptions = { threads: 2, signal, worker: workerSources[0] };
export const anyPool: pools.PoolOptions = { threads: undefined, signal: undefined, worker: undefined };
exactly<Promise<pools.Pool>>()(pools.createPool());

/** A pool's functions fit wherever the package's functions do. */
export async function pool(): Promise<Functions> {
  const pool = await pools.createPool(poolOptions);
  exactly<pools.Pool>()(pool);
  exactly<number>()(pool.threads);
  exactly<Promise<void>>()(pool.close());
  return pool;
}
type Functions = Pick<typeof romulus, 'romulusH' | 'hashMany' | 'hashStream' | 'romulusN' | 'seal' | 'unseal'> &
  Pick<typeof files, 'encryptStream' | 'decryptStream' | 'encryptBlob' | 'decryptBlob' | 'encryptBytes'> &
  Pick<typeof files, 'decryptBytes' | 'openEncrypted'>;

const hmac: romulus.HmacRequest = { key, message: bytes };
const hkdf: romulus.HkdfRequest = { key, salt: undefined, info: undefined, length: 16 };
exactly<Promise<romulus.Bytes>>()(romulus.romulusHmac(hmac, options));
exactly<Promise<romulus.Bytes>>()(romulus.romulusHkdf(hkdf));
exactly<romulus.RomulusSync>()(romulus.loadSync());
exactly<string>()(romulus.toHex(romulus.fromHex('00')));
exactly<romulus.Bytes>()(romulus.fromBase64(romulus.toBase64(bytes)));
exactly<boolean>()(romulus.timingSafeEqual(key, bytes));
exactly<void>()(romulus.wipe());
exactly<void>()(romulus.wipe(key, bytes));

export function describe(error: unknown): string {
  if (error instanceof romulus.ArgumentError) {
    exactly<'ERR_ROMULUS_TYPE'>()(error.code);
    return (error satisfies TypeError).message + error.argument;
  }
  if (error instanceof romulus.LengthError) {
    exactly<'ERR_ROMULUS_LENGTH'>()(error.code);
    return (error satisfies RangeError).message + error.argument + (error.expected - error.received);
  }
  if (error instanceof romulus.LoadError) {
    exactly<'ERR_ROMULUS_LOAD'>()(error.code);
    exactly<unknown>()(error.cause);
    return error.hint;
  }
  if (error instanceof romulus.AuthenticationError) exactly<'ERR_ROMULUS_AUTH'>()(error.code);
  if (error instanceof pools.WorkerError) exactly<'ERR_ROMULUS_WORKER'>()(error.code);
  if (error instanceof files.FormatError) exactly<'ERR_ROMULUS_FORMAT'>()(error.code);
  if (error instanceof files.MemoryError || error instanceof files.VersionError) return error.message;
  if (error instanceof files.SecretKindError || error instanceof romulus.EncodingError) return error.code;
  if (error instanceof estimates.ArgumentError || error instanceof estimates.UsageError) return error.code;
  if (error instanceof romulus.UsageError) exactly<'ERR_ROMULUS_USAGE'>()(error.code);
  return '';
}

const accelerated: estimates.AcceleratedMode = 'Romulus-M-Deoxys';
const bounded: estimates.BoundedMode = accelerated;
const family: estimates.FamilyMode[] = [bounded, 'Romulus-H', 'TGIF-N2'];
const lengths: estimates.MessageLengths = { associatedData: undefined, plaintext: 64 };
exactly<number>()(estimates.calls(family[0] as estimates.FamilyMode, lengths));
const blocks = estimates.effectiveBlocks(bounded, lengths);
const latency: estimates.LatencyRequest = { mode: accelerated, ...lengths, callCycles: 40, busWidth: undefined };
const limits = { mode: bounded, forgeries: 1, nonceUses: undefined, offlineCalls: undefined, tagBits: undefined };
const use: estimates.UseOfKey = { ...limits, encryptions: 1, blocks, forgedBlocks: undefined };
exactly<estimates.Advantage>()(estimates.advantage(use));
const limit: estimates.MessageLimitRequest = { ...limits, ...lengths, target: -32 };
exactly<number>()(estimates.messageLimit(limit));
const { ciphers, accelerators, asics, fpgas, stateSizes }: estimates.Circuits = estimates.circuits;
const [cipher]: readonly estimates.CipherCircuit[] = ciphers;
const clocked: readonly estimates.AcceleratorCircuit[] = accelerators;
export const circuits: readonly estimates.AcceleratedCircuit[] = [...ciphers, ...clocked];
const modes: readonly (estimates.ModeAsic | estimates.ModeFpga)[] = [...asics, ...fpgas];
export const circuitsOfModes: readonly estimates.ModeCircuit[] = modes;
exactly<number[]>()(stateSizes.map((row: estimates.ModeState) => row.bits));
const work = { cycles: estimates.latency(latency), period: cipher?.path ?? 1, area: 1107, bits: undefined };
export const cost: estimates.CircuitCost = estimates.circuitCost(work satisfies estimates.CircuitWork);
const shares: estimates.Shares = { state: 2, key: undefined };
exactly<number>()(estimates.stateBits(shares));

// @ts-expect-error: no bounds of a hash
estimates.advantage({ ...use, mode: 'Romulus-H' });
// @ts-expect-error: the accelerator has another family
estimates.latency({ ...latency, mode: 'Remus-N1' });
// @ts-expect-error: no such mode
estimates.calls('Romulus-N4', lengths);
// @ts-expect-error: a length is a number
estimates.calls('Romulus-N', { plaintext: new Uint8Array(5) });

// @ts-expect-error: a string is not bytes
romulus.romulusH('message');
// @ts-expect-error: nor is an array of numbers
romulus.romulusH([1, 2, 3]);
// @ts-expect-error: nor a buffer without a view
romulus.romulusH(bytes.buffer);
// @ts-expect-error: nor a view of wider elements
romulus.romulusH(new Uint16Array(1));
// @ts-expect-error: messages come in an array
romulus.hashMany(bytes);
// @ts-expect-error: bytes in memory are no stream
romulus.hashStream(bytes);
// @ts-expect-error: chunks must be bytes
romulus.hashStream({} as AsyncIterable<string>);
// @ts-expect-error: without a nonce
romulus.romulusN.encrypt({ key, plaintext: bytes });
// @ts-expect-error: without a key
romulus.romulusN.decrypt({ nonce, ciphertext: bytes });
// @ts-expect-error: without a tag
romulus.romulusN.decryptDetached({ key, nonce, ciphertext: bytes });
// @ts-expect-error: to be decrypted is a ciphertext
romulus.romulusN.decrypt({ key, nonce, plaintext: bytes });
// @ts-expect-error: a name misspelt
romulus.romulusN.encrypt({ key, nonce, plaintext: bytes, additionalData: bytes });
// @ts-expect-error: arguments by position
romulus.romulusN.encrypt(key, nonce, bytes);
// @ts-expect-error: no such mode
romulus.seal({ key, plaintext: bytes, mode: 'H' });
// @ts-expect-error: what could not be decrypted must be told apart
romulus.romulusN.decryptMany([decryptRequest]).then(([first]) => first.length);
// @ts-expect-error: a digest is yet to come
exactly<romulus.Bytes>()(romulus.romulusH(bytes));
// @ts-expect-error: parameters are constants
romulus.romulusH.digestLength = 64;
// @ts-expect-error: a key is not compared with text
romulus.timingSafeEqual(key, 'key');
// @ts-expect-error: neither key nor passphrase
files.encryptStream({ mode });
// @ts-expect-error: both
files.encryptStream({ key, passphrase: bytes });
files.encryptStream({ passphrase: 'secret' });
// @ts-expect-error: a key is no text
files.encryptStream({ key: 'secret' });
// @ts-expect-error: a text is not bytes
files.encryptBytes('text', { key });
// @ts-expect-error: the file says its mode
files.decryptStream({ key, mode });
// @ts-expect-error: a stream is no Blob
files.encryptBlob(stream, { key });
// @ts-expect-error: what is opened is read in parts
files.openEncrypted(stream, { key });
// @ts-expect-error: nobody makes a file but files.openEncrypted
export const made: files.EncryptedFile = { size: 5, mode, chunkLength: 1024, read: files.openEncrypted, dispose() {} };
// @ts-expect-error: a worker is made by a function, so that it can be made again
pools.createPool({ worker });
// @ts-expect-error: no number
pools.createPool({ threads: '2' });
