/** The work of programs with the installed package in any runtime: the official vectors, and a short use of everything. */
import { type Build, hideBeyond } from '../fixtures/emulate-build.js';
import { checkOfficial } from './official.js';

type Romulus = typeof import('../../ts/index.js');
type Stream = typeof import('../../ts/stream/index.js');
type Pool = Awaited<ReturnType<typeof import('../../ts/pool/index.js').createPool>>;

const message = (length: number) => new Uint8Array(length).map((_, i) => (i * i) >> 3);

function expectSame(what: string, actual: ArrayLike<number> | null, expected: Uint8Array): void {
  if (actual?.length !== expected.length || expected.some((byte, i) => byte !== actual[i]))
    throw new Error(`${what}: not the bytes that were expected`);
}

async function expectRefusals(refusals: Record<string, () => Promise<unknown>>): Promise<void> {
  for (const [code, call] of Object.entries(refusals)) {
    const outcome = await call().then(
      () => 'accepted',
      (error) => error.code ?? String(error),
    );
    if (outcome !== code) throw new Error(`${outcome} instead of ${code}`);
  }
}

/** Uses each kind of function for messages, of the package or of a pool. */
async function useMessages(
  { createHasher, generateKey, generateNonce, load, romulusH }: Romulus,
  { hashMany, romulusN, romulusM, romulusT, seal, unseal }: Pick<Romulus, Extract<keyof Romulus, keyof Pool>>,
): Promise<void> {
  const long = message(300_000);
  const parts = Array.from({ length: 40 }, (_, i) => long.subarray(i, 900 * i));
  const key = generateKey();
  const hasher = await createHasher();
  expectSame('hasher', hasher.update(long.subarray(0, 77)).update(long.subarray(77)).digest(), await romulusH(long));
  const sync = await load();
  const digests = await hashMany(parts);
  for (const [i, part] of parts.entries()) expectSame('hashMany', digests[i]!, sync.romulusH(part));
  const sealed = await seal({ key, plaintext: long, associatedData: parts[1]! });
  expectSame('unseal', await unseal({ key, sealed, associatedData: parts[1]! }), long);
  for (const { name, encryptMany, decryptMany } of [romulusN, romulusM, romulusT]) {
    const requests = parts.map((plaintext) => ({ key, nonce: generateNonce(), plaintext }));
    const ciphertexts = await encryptMany(requests);
    ciphertexts[7]![0]! ^= 1;
    const opened = await decryptMany(requests.map((request, i) => ({ ...request, ciphertext: ciphertexts[i]! })));
    if (opened[7] !== null) throw new Error(`${name}: opens a forgery in a list`);
    for (const [i, part] of parts.entries()) if (i !== 7) expectSame(name, opened[i]!, part);
  }
  await expectRefusals({
    ERR_ROMULUS_TYPE: () => unseal({ key: 'a key' as never, sealed }),
    ERR_ROMULUS_LENGTH: () => unseal({ key: new Uint8Array(15), sealed }),
    ERR_ROMULUS_AUTH: () => unseal({ key, sealed }),
  });
}

/** Uses the functions of /stream or of a pool, with files of more than a few chunks. */
async function useFile(
  { generateKey, hashStream, romulusH }: Romulus,
  {
    decryptBlob,
    decryptStream,
    encryptBlob,
    encryptStream,
    openEncrypted,
  }: Pick<Stream, Extract<keyof Stream, keyof Pool>>,
): Promise<void> {
  const contents = message(3_000_001);
  const blob = new Blob([contents]);
  const key = generateKey();
  const passphrase = message(9);
  expectSame('hashStream', await hashStream(blob), await romulusH(contents));
  const piped = blob.stream().pipeThrough(encryptStream({ key })).pipeThrough(decryptStream({ key }));
  const body = await new Response(piped as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer();
  expectSame('streams', new Uint8Array(body), contents);
  const sealed = await encryptBlob(blob, { passphrase, cost: 1024 });
  const part = await (await openEncrypted(sealed, { passphrase })).read(1_999_990, 2_000_010);
  expectSame('openEncrypted', part, contents.subarray(1_999_990, 2_000_010));
  expectSame('decryptBlob', new Uint8Array(await (await decryptBlob(sealed, { passphrase })).arrayBuffer()), contents);
  await expectRefusals({
    ERR_ROMULUS_AUTH: () => decryptBlob(sealed.slice(0, -1), { passphrase }),
    ERR_ROMULUS_FORMAT: () => decryptBlob(blob, { passphrase }),
  });
}

/** Everything that can be imported. It is a parameter, as it may come from require() or elsewhere. */
interface Package {
  romulus: Romulus;
  stream?: Stream | undefined;
  /** Absent where there are no workers. */
  pool?: Pick<typeof import('../../ts/pool/index.js'), 'createPool'> | undefined;
}

/**
 * Works on the engine's fastest build, or up to a limit; then without files and pools, which do not choose builds. Tells
 * the build, the number of vectors, and what else was used.
 */
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
  await useMessages(romulus, romulus);
  const used = ['main'];
  if (stream && !limit) {
    await useFile(romulus, stream);
    used.push('stream');
  }
  if (pool && !limit) {
    const started = await pool.createPool({ threads: 2 });
    await useMessages(romulus, started);
    await useFile(romulus, started);
    await started.close();
    await expectRefusals({ ERR_ROMULUS_USAGE: () => started.romulusH(message(9)) });
    used.push('pool');
  }
  return { build, vectors, used };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
