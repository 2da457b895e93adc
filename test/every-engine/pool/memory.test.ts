/** A finished job leaves no secret in the module's memory or the worker's arrays, and no copy in the calling thread. */
import { afterAll, describe, expect, it } from 'vitest';
import type { EncryptRequest } from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import { buffersOf, made } from '../../fixtures/arrays.js';
import {
  ad,
  bytesIn,
  expectSame,
  flipBit,
  hex,
  key,
  nonce,
  nonEmpty,
  outcomeOf,
  rejection,
  text,
} from '../../fixtures/bytes.js';
import { type ByteCall, byteCalls, modeCalls } from '../../fixtures/calls.js';
import { sync } from '../../fixtures/modes.js';
import { nextTurn, onNextTurn, watchedSignal, withoutNativeScrypt } from '../../fixtures/runtime.js';
import { loadModes, type TestedMode } from '../../fixtures/suites.js';
import { collected, listen, memoryOf, nextMemoryOf, nextReport } from './workers.js';

async function watchedPool() {
  const { workers, worker } = collected({ watched: true });
  const pool = await createPool({ threads: 1, worker });
  afterAll(() => pool.close());
  return { pool, workers };
}

const { pool, workers } = await watchedPool();
/** A worker that derives keys is replaced if it has long work afterwards, so it gets none. */
const deriving = await watchedPool();

const request = { key, nonce, plaintext: text(1_100_001), associatedData: ad(100_003) };
const file = await pool.encryptBlob(new Blob([request.plaintext]), { key });
const [contents] = (await bytesIn(file)) as [Uint8Array];
const forgedFile = new Blob([flipBit(contents, 8 * 1_000_000) as Uint8Array<ArrayBuffer>]);

const passphrase = text(40);
const stretching = (options = {}) =>
  withoutNativeScrypt(() => deriving.pool.encryptBlob(new Blob(['text']), { passphrase, cost: 1024, ...options }));

/** The input belongs to the test. It is longer than six parts of a pool's hash. */
const long = text(3_300_000);

interface Row {
  what: string;
  call(): Promise<unknown>;
  fails?: boolean;
  /** The worker alone keeps nothing: what the calling thread makes for files, other tests look at. */
  inFile?: boolean;
  of?: typeof workers;
}

const other = (await loadModes()).at(-1)!;
const ofOther = { ...request, nonce: nonce.slice(0, other.twin.nonceLength) };
const lengths = [request.plaintext.length, request.associatedData.length] as const;
const calls: ByteCall[] = [
  // A result of `seal` has its nonce, also if it is given up.
  ...(await byteCalls(pool, sync, ...lengths)).filter(
    ({ of, mode = 'M', open }) => (of === 'hash' || of === 'mode') && mode === 'M' && !open,
  ),
  ...modeCalls(pool.aead(other.aead), other.twin, ofOther),
];

const ofForgeries = ({ aead, twin }: Pick<TestedMode, 'aead' | 'twin'>, { nonce }: typeof request): Row[] => {
  const forged = (bytes: Uint8Array) => flipBit(bytes, 8 * bytes.length - 1);
  const list = Array.from({ length: 100 }, (_, i) => {
    const each = { key, nonce, plaintext: text(i * 333), associatedData: ad(i) };
    const ciphertext = twin.encrypt(each);
    return { ...each, ciphertext: i % 3 === 1 ? forged(ciphertext) : ciphertext };
  });
  const toForge = { ...request, nonce, ciphertext: forged(twin.encrypt({ ...request, nonce })) };
  return [
    { what: `a forged ${twin.name} decrypt`, call: () => aead.decrypt(toForge), fails: true },
    { what: `a ${twin.name} decryptMany of which some are forged`, call: () => aead.decryptMany(list) },
  ];
};

const rows: Row[] = [
  ...calls.flatMap(({ name, given, run }): Row[] => [
    { what: name, call: async () => run(given) },
    { what: `an aborted ${name}`, call: async () => run(given, watchedSignal(1).options), fails: true },
  ]),
  ...ofForgeries({ aead: pool.romulusM, twin: sync.romulusM }, request),
  ...ofForgeries({ aead: pool.aead(other.aead), twin: other.twin }, ofOther),
  {
    what: 'a hash of chunks whose source fails, nor of its last state',
    async call() {
      async function* failing() {
        yield long;
        throw new Error('of the source');
      }
      let left = 6;
      const last = nextReport(workers[0]!, (type) => type === 'done' && --left === 0);
      const outcome = await outcomeOf(() => pool.hashStream(failing()));
      await last;
      await nextTurn();
      throw outcome;
    },
    fails: true,
  },
  {
    what: 'a hash of chunks that is aborted in a long one',
    call() {
      const { signal, abort } = watchedSignal();
      async function* chunks() {
        onNextTurn(abort);
        yield long;
      }
      return pool.hashStream(chunks(), { signal });
    },
    fails: true,
  },
  { what: 'encryptBlob', call: () => pool.encryptBlob(new Blob([request.plaintext]), { key }), inFile: true },
  { what: 'a forged decryptBlob', call: () => pool.decryptBlob(forgedFile, { key }), fails: true, inFile: true },
  { what: 'encryptBlob with a passphrase', call: () => stretching(), inFile: true, of: deriving.workers },
  {
    what: 'an aborted encryptBlob with a passphrase',
    call() {
      const { signal, abort } = watchedSignal();
      return stretching({ cost: 2 ** 15, signal, onKeyProgress: abort });
    },
    ...{ fails: true, inFile: true, of: deriving.workers },
  },
];

/** The contents of the arrays that are neither nonces nor tags. */
const held = (arrays: Uint8Array[]) =>
  nonEmpty(arrays).map((array) => `${array.length} bytes ${hex(array.subarray(0, 32))}`);

/** The arrays that come into being while `call` runs, and those that come from a worker. */
async function madeOrReceived(call: () => Promise<unknown>): Promise<Awaited<ReturnType<typeof made>>> {
  const received: Uint8Array[] = [];
  const unlisten = listen(workers[0]!, (message) => {
    // The worker owns every buffer that was handed on by then.
    for (const buffer of buffersOf(message) as ArrayBuffer[])
      if (buffer.byteLength > 0) received.push(new Uint8Array(buffer));
  });
  const { arrays, outcome } = await made(call).finally(unlisten);
  return { arrays: [...arrays, ...received], outcome };
}

it.each(rows)('nothing stays of $what', async ({ call, fails = false, inFile = false, of: [one] = workers }) => {
  const { arrays, outcome } = await madeOrReceived(call);
  expect(outcome instanceof Error, String(outcome)).toBe(fails);
  const results = new Set(fails ? [] : buffersOf(outcome));
  if (!inFile) expect(held(arrays.filter(({ buffer }) => !results.has(buffer)))).toEqual([]);
  let memory = await memoryOf(one!);
  // A worker overwrites work that is given up after the slice that it is in.
  for (let tries = 0; tries < 2000 && (memory.dirty || held(memory.left).length > 0); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    memory = await memoryOf(one!);
  }
  expect([memory.dirty, held(memory.left)]).toEqual([false, []]);
});

describe('the worker', () => {
  it('is seen to keep something while it works', async () => {
    const digest = pool.romulusH(text(5_000_000));
    const { left } = await memoryOf(workers[0]!);
    expect(left.some((array) => array.length > 16)).toBe(true);
    await digest;
  });

  it('reports its end only after overwriting its memory', async () => {
    const before = `
      const post = target.postMessage.bind(target);
      target.postMessage = (message, ...given) => {
        if (message.type === 'ended') wants.memory();
        post(message, ...given);
      };`;
    const { workers, worker } = collected({ watched: true, before });
    const { signal, abort, reason } = watchedSignal();
    const ofTest = await createPool({ threads: 1, worker, signal });
    const memory = nextMemoryOf(workers[0]!);
    const rejected = rejection(() => ofTest.romulusT.encrypt({ ...request, plaintext: text(10_000_000) }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    abort();
    expect(await rejected).toBe(reason);
    const { dirty, left } = await memory;
    expect([dirty, held(left)]).toEqual([false, []]);
  });
});

describe('the calling thread', () => {
  it.each<[what: string, threads: number, end: typeof onNextTurn, lengths: number[]]>([
    ['result of a list of which another part is given up', 2, onNextTurn, [12_000_000, 70_000]],
    ['result that comes too late', 1, (abort) => abort(), [70_000]],
  ])('keeps no %s', async (_, threads, end, lengths) => {
    const received: Uint8Array[] = [];
    const { signal, abort, reason } = watchedSignal();
    const { worker: make } = collected();
    const worker = () => {
      const one = make();
      // It hears of a message before the pool does.
      listen(one, (message) => {
        const { type, outcome } = message as { type?: string; outcome?: unknown };
        if (type !== 'done') return;
        for (const buffer of buffersOf(outcome) as ArrayBuffer[]) received.push(new Uint8Array(buffer));
        end(abort);
      });
      return one;
    };
    const ofTest = await createPool({ threads, worker });
    const [first, ...rest] = lengths.map((length) => ({ key, nonce, plaintext: text(length) })) as [EncryptRequest];
    const call = () =>
      rest.length > 0
        ? ofTest.romulusM.encryptMany([first, ...rest], { signal })
        : ofTest.romulusM.encrypt(first, { signal });
    expect(await rejection(call)).toBe(reason);
    await ofTest.close();
    expect(received.map(({ length }) => length)).toContain(70_016);
    expect(received.filter((array) => array.some(Boolean))).toEqual([]);
  });
});

it("a buffer that the caller of openEncrypted keeps stays the caller's", async () => {
  const kept: ArrayBuffer[] = [];
  const slice = (start: number, end: number) => {
    const { buffer } = contents.slice(start, end);
    kept.push(buffer);
    return { arrayBuffer: async () => buffer };
  };
  const opened = await pool.openEncrypted({ size: contents.length, slice }, { key });
  expectSame(await opened.read(0), request.plaintext);
  expect(kept.map(({ byteLength }) => byteLength)).not.toContain(0);
  expect(kept.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeGreaterThanOrEqual(contents.length);
  opened.dispose();
});
