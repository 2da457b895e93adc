/** The work of programs with the installed package in any runtime: the official vectors, and a short use of everything. */
import { type Build, hideBeyond } from '../fixtures/emulate-build.js';
import { checkOfficial } from './official.js';

type Romulus = typeof import('../../ts/index.js');
type Stream = typeof import('../../ts/stream/index.js');
type Pool = Awaited<ReturnType<typeof import('../../ts/pool/index.js').createPool>>;

const message = (length: number) => new Uint8Array(length).map((_, i) => (i * i) >> 3);
const equal = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i]);
const bytesOf = async (blob: { arrayBuffer(): Promise<ArrayBuffer> }) => new Uint8Array(await blob.arrayBuffer());
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error) => error.code ?? String(error),
  );

/** The result of useMessages() when all is well. */
export const messagesOutcome = {
  hash: true,
  hashes: true,
  ...{ 'Romulus-N': 'fine', 'Romulus-M': 'fine', 'Romulus-T': 'fine' },
  errors: ['ERR_ROMULUS_TYPE', 'ERR_ROMULUS_LENGTH', 'ERR_ROMULUS_AUTH'],
};

async function useMessages(romulus: Romulus) {
  const { createHasher, generateKey, hashMany, load, romulusH, seal, unseal } = romulus;
  const long = message(10_000);
  const digest = await romulusH(long);
  const hasher = await createHasher();
  const parts = Array.from({ length: 40 }, (_, i) => long.subarray(i, 9 * i));
  const digests = await hashMany(parts);
  const sync = await load();
  const modes: Record<string, string> = {};
  for (const mode of ['N', 'M', 'T'] as const) modes[`Romulus-${mode}`] = await useMode(romulus, mode);
  const sealed = await seal({ key: generateKey(), plaintext: long });
  return {
    hash: equal(hasher.update(long.subarray(0, 77)).update(long.subarray(77)).digest(), digest),
    hashes: parts.every((part, i) => equal(sync.romulusH(part), digests[i]!)),
    ...modes,
    errors: await Promise.all([
      codeOf(unseal({ key: 'a key' as never, sealed })),
      codeOf(unseal({ key: new Uint8Array(15), sealed })),
      codeOf(unseal({ key: generateKey(), sealed })),
    ]),
  };
}

/** 'fine', or the name of the failed step. */
async function useMode(romulus: Romulus, mode: 'N' | 'M' | 'T'): Promise<string> {
  const { generateKey, generateNonce, seal, unseal } = romulus;
  const { encryptMany, decryptMany } = romulus[`romulus${mode}`];
  const [key, plaintext, associatedData] = [generateKey(), message(1000), message(33)];
  const sealed = await seal({ key, plaintext, mode, associatedData });
  if (!equal(await unseal({ key, sealed, mode, associatedData }), plaintext)) return 'a message does not come back';
  if ((await codeOf(unseal({ key, sealed, mode }))) !== 'ERR_ROMULUS_AUTH') return 'accepts other associated data';
  const texts = Array.from({ length: 50 }, (_, i) => plaintext.subarray(0, 20 * i));
  const requests = texts.map((plaintext) => ({ key, nonce: generateNonce(), plaintext }));
  const ciphertexts = await encryptMany(requests);
  ciphertexts[7]![0]! ^= 1;
  const opened = await decryptMany(requests.map((request, i) => ({ ...request, ciphertext: ciphertexts[i]! })));
  const wrong = opened.findIndex((text, i) => (i === 7 ? text !== null : !text || !equal(text, texts[i]!)));
  return wrong < 0 ? 'fine' : `message ${wrong} of a list`;
}

export const fileOutcome = {
  decrypted: true,
  piped: true,
  part: true,
  hash: true,
  errors: ['ERR_ROMULUS_AUTH', 'ERR_ROMULUS_AUTH', 'ERR_ROMULUS_FORMAT'],
};

/** Uses the functions of /stream or of a pool, with files of more than a few chunks. */
async function useFile(romulus: Romulus, stream: Pick<Stream, Extract<keyof Stream, keyof Pool>>) {
  const { decryptBlob, decryptStream, encryptBlob, encryptStream, openEncrypted } = stream;
  const contents = message(3_000_001);
  const blob = new Blob([contents]);
  const key = romulus.generateKey();
  const passphrase = message(9);
  const sealed = await encryptBlob(blob, { passphrase, cost: 1024 });
  const piped = blob.stream().pipeThrough(encryptStream({ key })).pipeThrough(decryptStream({ key }));
  const part = await (await openEncrypted(sealed, { passphrase })).read(1_999_990, 2_000_010);
  const opened = await decryptBlob(sealed, { passphrase });
  return {
    decrypted: equal(await bytesOf(opened), contents),
    piped: equal(await bytesOf(new Response(piped as ReadableStream<Uint8Array<ArrayBuffer>>)), contents),
    part: equal(part, contents.subarray(1_999_990, 2_000_010)),
    hash: equal(await romulus.hashStream(blob), await romulus.romulusH(contents)),
    errors: await Promise.all([
      codeOf(decryptBlob(sealed, { passphrase: passphrase.subarray(1) })),
      codeOf(decryptBlob(sealed.slice(0, -1), { passphrase })),
      codeOf(decryptBlob(blob, { passphrase })),
    ]),
  };
}

export const poolOutcome = { same: true, file: fileOutcome, error: 'ERR_ROMULUS_AUTH', closed: 'ERR_ROMULUS_USAGE' };

export async function usePool(romulus: Romulus, pool: Pool) {
  const key = romulus.generateKey();
  const long = message(1_000_003);
  const sealed = await pool.seal({ key, plaintext: long });
  const parts = Array.from({ length: 1000 }, (_, i) => long.subarray(i, 2 * i));
  const [digests, expected] = [await pool.hashMany(parts), await romulus.hashMany(parts)];
  const outcome = {
    same:
      equal(await pool.romulusH(long), await romulus.romulusH(long)) &&
      equal(await romulus.unseal({ key, sealed }), long) &&
      equal(await pool.unseal({ key, sealed }), long) &&
      digests.every((digest, i) => equal(digest, expected[i]!)),
    file: await useFile(romulus, pool),
    error: await codeOf(pool.unseal({ key: romulus.generateKey(), sealed })),
  };
  await pool.close();
  return { ...outcome, closed: await codeOf(pool.romulusH(long)) };
}

/** Everything that can be imported. It is a parameter, as it may come from require() or elsewhere. */
interface Package {
  romulus: Romulus;
  stream?: Stream;
  /** Absent where there are no workers. */
  pool?: typeof import('../../ts/pool/index.js');
}

/** Works on the engine's fastest build, or up to a limit; then without files and pools, which do not choose builds. */
export async function work(
  { romulus, stream, pool }: Package,
  read: (file: string) => string | Promise<string>,
  limit?: Build,
) {
  if (limit) hideBeyond(limit);
  let taken: unknown;
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = ((source: BufferSource) => {
    taken = source;
    return instantiate(source);
  }) as typeof instantiate;
  await romulus.load();
  // Other code instantiates modules too: Node does when it first needs a Response.
  WebAssembly.instantiate = instantiate;
  const build = taken instanceof Uint8Array ? await sha256(taken as Uint8Array<ArrayBuffer>) : 'compiled';
  const vectors = await checkOfficial(romulus, read);
  const messages = await useMessages(romulus);
  if (limit) return { build, vectors, messages };
  return {
    build,
    vectors,
    messages,
    file: stream && (await useFile(romulus, stream)),
    pool: pool && (await usePool(romulus, await pool.createPool({ threads: 2 }))),
  };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
