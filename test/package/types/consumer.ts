/** Uses each entry with only the language's own types, and states what it gives back and what it must not accept. */
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
export const plain: Uint8Array = key;

// Optional options may be undefined, also under exactOptionalPropertyTypes.
const options: romulus.WorkOptions = { signal, onProgress: undefined };
exactly<Promise<romulus.Bytes>>()(
  romulus.romulusH(bytes, { onProgress: (done, total) => exactly<number>()(done + total) }),
);
exactly<Promise<romulus.Bytes[]>>()(romulus.hashMany([bytes, key] as const, options));
for (const source of [stream, blob, chunks])
  romulus.hashStream(source, { signal: undefined, onProgress: (_, total) => exactly<number | undefined>()(total) });
romulus.createHasher().then((hasher) => exactly<romulus.Bytes>()(hasher.update(bytes).clone().digest()));

const request: romulus.EncryptRequest = { key, nonce, plaintext: bytes };
const decryptRequest: romulus.DecryptRequest = { key, nonce, ciphertext: bytes, associatedData: undefined };
for (const aead of [romulus.romulusN, romulus.romulusM, romulus.romulusT]) {
  exactly<romulus.Aead>()(aead);
  exactly<Promise<romulus.Bytes>>()(aead.encrypt({ ...request, associatedData: bytes }, options));
  exactly<Promise<romulus.Bytes>>()(aead.decrypt(decryptRequest, options));
  exactly<Promise<romulus.Bytes[]>>()(aead.encryptMany([request], options));
  exactly<Promise<(romulus.Bytes | null)[]>>()(aead.decryptMany([decryptRequest] as const, options));
}
romulus.romulusM
  .encryptDetached(request)
  .then((parts) => exactly<Promise<romulus.Bytes>>()(romulus.romulusM.decryptDetached({ key, nonce, ...parts })));

const mode: romulus.Mode = 'T';
exactly<Promise<romulus.Bytes>>()(romulus.seal({ key, plaintext: bytes, associatedData: bytes, mode }, { signal }));
exactly<Promise<romulus.Bytes>>()(romulus.unseal({ key, sealed: bytes, associatedData: undefined, mode: undefined }));

export async function sync(): Promise<void> {
  const sources: romulus.ModuleSource[] = [bytes, bytes.buffer, module, response, Promise.resolve(response)];
  const twin = await romulus.load(sources[0]);
  exactly<romulus.RomulusSync>()(twin);
  exactly<romulus.Bytes>()(twin.romulusH(bytes));
  exactly<romulus.Bytes>()(twin.unseal({ key, sealed: twin.seal({ key, plaintext: bytes, mode }) }));
  exactly<(romulus.Bytes | null)[]>()(twin.romulusT.decryptMany([decryptRequest]));
  // @ts-expect-error: the sync twin does not yield, so that nothing could abort it
  twin.seal({ key, plaintext: bytes }, { signal });
}

const byKey: files.StreamKey = { key };
const byPassphrase: files.StreamKey = { passphrase: bytes };
const encryptOptions: files.EncryptStreamOptions = { ...byKey, mode, chunkLength: 1024, cost: undefined, signal };
const decryptOptions: files.DecryptStreamOptions = { ...byPassphrase, maxMemory: undefined, chunkLength: 1024, signal };
exactly<files.ByteTransform>()(files.encryptStream(encryptOptions));
exactly<files.ByteTransform>()(files.decryptStream(decryptOptions));
exactly<Promise<romulus.Bytes>>()(files.decryptBytes(bytes, decryptOptions));

export async function encryptedFile(): Promise<romulus.Bytes> {
  const result = await files.encryptBlob(blob, encryptOptions);
  const file = await files.openEncrypted(await files.decryptBlob(result, { key }), { key });
  exactly<romulus.Mode>()(file.mode);
  exactly<number | undefined>()(files.readHeader(bytes).cost);
  return (await files.openEncrypted(sliceable, byKey)).read(0, 5, options);
}

/** A pool's functions fit wherever the package's functions do. */
export async function pool(): Promise<Functions> {
  const workerSources: pools.WorkerSource[] = ['pool-worker.js', url, () => worker];
  await pools.createPool({ threads: undefined, signal: undefined, worker: undefined });
  return pools.createPool({ threads: 2, signal, worker: workerSources[0] });
}
type Functions = Pick<typeof romulus, 'romulusH' | 'hashMany' | 'hashStream' | 'romulusN' | 'seal' | 'unseal'> &
  Pick<typeof files, 'encryptStream' | 'decryptStream' | 'encryptBlob' | 'decryptBlob' | 'encryptBytes'> &
  Pick<typeof files, 'decryptBytes' | 'openEncrypted'>;

export function describe(error: unknown): string {
  if (error instanceof romulus.ArgumentError) {
    exactly<'ERR_ROMULUS_TYPE'>()(error.code);
    return (error satisfies TypeError).message + error.argument;
  }
  if (error instanceof romulus.LengthError) return (error satisfies RangeError).message + (error.expected - 1);
  if (error instanceof romulus.AuthenticationError) exactly<'ERR_ROMULUS_AUTH'>()(error.code);
  if (error instanceof pools.WorkerError) exactly<'ERR_ROMULUS_WORKER'>()(error.code);
  if (error instanceof files.FormatError) exactly<'ERR_ROMULUS_FORMAT'>()(error.code);
  if (error instanceof estimates.ArgumentError || error instanceof estimates.UsageError) return error.code;
  return error instanceof romulus.LoadError ? error.hint : '';
}

export declare const circuits: (
  | estimates.CipherCircuit
  | estimates.AcceleratorCircuit
  | estimates.AcceleratedCircuit
)[];
export declare const ofModes: (estimates.ModeAsic | estimates.ModeFpga | estimates.ModeState | estimates.ModeCircuit)[];
export declare const modes: (estimates.BoundedMode | estimates.FamilyMode)[];
exactly<estimates.Circuits>()(estimates.circuits);
const [mode1, mode2]: [estimates.AcceleratedMode, estimates.BoundedMode] = ['Romulus-M-Deoxys', 'Romulus-N'];
const lengths: estimates.MessageLengths = { associatedData: undefined, plaintext: 64 };
exactly<number>()(estimates.calls('Romulus-H', lengths));
const latency: estimates.LatencyRequest = { mode: mode1, ...lengths, callCycles: 40, busWidth: undefined };
const limits = { mode: mode2, forgeries: 1, nonceUses: undefined, offlineCalls: undefined, tagBits: undefined };
const blocks = estimates.effectiveBlocks(mode2, lengths);
const use: estimates.UseOfKey = { ...limits, encryptions: 1, blocks, forgedBlocks: undefined };
exactly<estimates.Advantage>()(estimates.advantage(use));
const limit: estimates.MessageLimitRequest = { ...limits, ...lengths, target: -32 };
exactly<number>()(estimates.messageLimit(limit));
const work: estimates.CircuitWork = { cycles: estimates.latency(latency), period: 1, area: 1107, bits: undefined };
exactly<estimates.CircuitCost>()(estimates.circuitCost(work));
const shares: estimates.Shares = { state: 2, key: undefined };
exactly<number>()(estimates.stateBits(shares));

// @ts-expect-error: no bounds of a hash
estimates.advantage({ ...use, mode: 'Romulus-H' });
// @ts-expect-error: the accelerator has another family
estimates.latency({ ...latency, mode: 'Remus-N1' });

// @ts-expect-error: a string is not bytes
romulus.romulusH('message');
// @ts-expect-error: chunks must be bytes
romulus.hashStream({} as AsyncIterable<string>);
// @ts-expect-error: without a nonce
romulus.romulusN.encrypt({ key, plaintext: bytes });
// @ts-expect-error: a name misspelt
romulus.romulusN.encrypt({ key, nonce, plaintext: bytes, additionalData: bytes });
// @ts-expect-error: no such mode
romulus.seal({ key, plaintext: bytes, mode: 'H' });
// @ts-expect-error: what could not be decrypted must be told apart
romulus.romulusN.decryptMany([decryptRequest]).then(([first]) => first.length);
// @ts-expect-error: a key is not compared with text
romulus.timingSafeEqual(key, 'key');
// @ts-expect-error: neither key nor passphrase
files.encryptStream({ mode });
// @ts-expect-error: both
files.encryptStream({ key, passphrase: bytes });
files.encryptStream({ passphrase: 'secret' });
// @ts-expect-error: the file says its mode
files.decryptStream({ key, mode });
// @ts-expect-error: what is opened is read in parts
files.openEncrypted(stream, { key });
// @ts-expect-error: nobody makes a file but files.openEncrypted
export const made: files.EncryptedFile = { size: 5, mode, chunkLength: 1024, read: files.openEncrypted, dispose() {} };
// @ts-expect-error: a worker is made by a function, so that it can be made again
pools.createPool({ worker });
