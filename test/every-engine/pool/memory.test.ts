/** A finished job leaves no secret in the module's memory or the worker's arrays, and no copy in the calling thread. */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { EncryptRequest } from '../../../ts/index.js';
import { modeOfAead } from '../../../ts/messages/mode.js';
import { createPool, type Pool } from '../../../ts/pool/index.js';
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
  rejection,
  text,
  throwing,
} from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { nextTurn, onNextTurn, watchedSignal, withoutNativeScrypt } from '../../fixtures/runtime.js';
import { casesOf, loadModes } from '../../fixtures/suites.js';
import { collected, listen, memoryOf, nextMemoryOf, nextReport, pooled } from './workers.js';

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
const messages = Array.from({ length: 100 }, (_, i) => ({
  ...request,
  plaintext: text(i * 333),
  associatedData: ad(i),
}));

const file = await pool.encryptBlob(new Blob([request.plaintext]), { key });
const [contents] = (await bytesIn(file)) as [Uint8Array];
const forgedFile = new Blob([flipBit(contents, 8 * 1_000_000) as Uint8Array<ArrayBuffer>]);

const passphrase = text(40);
const stretching = (options = {}) =>
  withoutNativeScrypt(() => deriving.pool.encryptBlob(new Blob(['text']), { passphrase, cost: 1024, ...options }));

/** The inputs belong to the test. `beforeLong` runs when half of a pool's part is there. */
const given = [text(300_000), text(3_000_000)] as const;
async function* chunks(beforeLong = () => {}) {
  yield given[0];
  beforeLong();
  yield given[1];
}
const fail = throwing(new Error('of the source'));

/** Romulus-M or all modes of Romulus, and the last mode of one other suite or of each. */
const names = ['romulusN', 'romulusM', 'romulusT'] as const;
const modes = [
  ...casesOf<readonly (typeof names)[number][]>({ usual: ['romulusM'], all: names }).map((name) => ({
    name,
    aead: pool[name],
    twin: sync[name],
  })),
  ...(await loadModes())
    .filter(({ suite, mode }) => suite.key !== 'romulus' && mode === suite.modes.at(-1))
    .slice(0, casesOf({ usual: 1, all: undefined }))
    .map(({ aead, twin }) => ({ name: aead.name, aead: pool.aead(aead), twin })),
];

type Row = [what: string, call: () => Promise<unknown>, fails?: boolean];

const aborting = () => watchedSignal(1).options;

const rowsOfMode = ({ name, aead, twin }: (typeof modes)[number]): Row[] => {
  const ofMode = { ...request, nonce: nonce.slice(0, twin.nonceLength) };
  const ciphertext = twin.encrypt(ofMode);
  const forged = (bytes: Uint8Array) => flipBit(bytes, 8 * bytes.length - 1);
  const toDecrypt = { ...ofMode, ciphertext };
  const list = messages.map((each) => ({ ...each, nonce: ofMode.nonce }));
  const mixed = list.map((each, i) => {
    const right = twin.encrypt(each);
    return { ...each, ciphertext: i % 3 === 1 ? forged(right) : right };
  });
  return [
    [`${name}.encrypt`, () => aead.encrypt(ofMode)],
    [`${name}.decrypt`, () => aead.decrypt(toDecrypt)],
    [`a forged ${name}.decrypt`, () => aead.decrypt({ ...toDecrypt, ciphertext: forged(ciphertext) }), true],
    [`${name}.encryptMany`, () => aead.encryptMany(list)],
    [`${name}.decryptMany`, () => aead.decryptMany(mixed)],
    [`an aborted ${name}.encrypt`, () => aead.encrypt(ofMode, aborting()), true],
    [`an aborted ${name}.decrypt`, () => aead.decrypt(toDecrypt, aborting()), true],
    [`an aborted ${name}.decryptMany`, () => aead.decryptMany(new Array(20).fill(toDecrypt), aborting()), true],
  ];
};

const inMemory: Row[] = [
  ...modes.flatMap(rowsOfMode),
  ['romulusH', () => pool.romulusH(request.plaintext)],
  ['an aborted romulusH', () => pool.romulusH(request.plaintext, aborting()), true],
  ['hashMany', () => pool.hashMany(messages.map(({ plaintext }) => plaintext))],
  ['a hash of chunks', () => pool.hashStream(chunks())],
  ['a hash of chunks whose source fails', () => pool.hashStream(chunks(fail)), true],
  [
    'a hash of chunks that is aborted in a long one',
    () => {
      const { signal, abort } = watchedSignal();
      const source = chunks(() => onNextTurn(abort));
      return pool.hashStream(source, { signal });
    },
    true,
  ],
];
const ofBlobs: Row[] = [
  ['hashStream', () => pool.hashStream(new Blob([request.plaintext]))],
  ['encryptBlob', () => pool.encryptBlob(new Blob([request.plaintext]), { key })],
  ['decryptBlob', () => pool.decryptBlob(file, { key })],
  ['a forged decryptBlob', () => pool.decryptBlob(forgedFile, { key }), true],
];
const ofPassphrases: Row[] = [
  ['encryptBlob with a passphrase', () => stretching()],
  [
    'an aborted encryptBlob with a passphrase',
    () => {
      const { signal, abort } = watchedSignal();
      return stretching({ cost: 2 ** 15, signal, onKeyProgress: abort });
    },
    true,
  ],
];

/** Has a worker report its memory just before it says that it has ended. */
const lookingAtTheEnd = `
  const post = target.postMessage.bind(target);
  target.postMessage = (message, ...given) => {
    if (message.type === 'ended') wants.memory();
    post(message, ...given);
  };
`;

/** The contents of the arrays that are neither nonces nor tags. */
const held = (arrays: Uint8Array[]) =>
  nonEmpty(arrays).map((array) => `${array.length} bytes ${hex(array.subarray(0, 32))}`);

describe('the worker', () => {
  const rows = [
    ...[...inMemory, ...ofBlobs].map((row) => ({ row, of: workers })),
    ...ofPassphrases.map((row) => ({ row, of: deriving.workers })),
  ];

  it.each(rows)('keeps nothing of $row.0', async ({ row: [, call, fails = false], of: [one] }) => {
    const outcome = await call().catch((error: unknown) => error);
    expect(outcome instanceof Error, String(outcome)).toBe(fails);
    let memory = await memoryOf(one!);
    // A worker overwrites work that is given up after the slice that it is in.
    for (let tries = 0; tries < 2000 && (memory.dirty || held(memory.left).length > 0); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      memory = await memoryOf(one!);
    }
    expect([memory.dirty, held(memory.left)]).toEqual([false, []]);
  });

  it('is seen to keep something while it works', async () => {
    const one = workers[0]!;
    const digest = pool.romulusH(text(5_000_000));
    const { left } = await memoryOf(one);
    expect(left.some((array) => array.length > 16)).toBe(true);
    await digest;
  });

  it('reports its end only after overwriting its memory', async () => {
    const { workers, worker } = collected({ watched: true, before: lookingAtTheEnd });
    const { signal, abort, reason } = watchedSignal();
    const other = await createPool({ threads: 1, worker, signal });
    const memory = nextMemoryOf(workers[0]!);
    const rejected = rejection(() => other.romulusT.encrypt({ ...request, plaintext: text(10_000_000) }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    abort();
    expect(await rejected).toBe(reason);
    const { dirty, left } = await memory;
    expect([dirty, held(left)]).toEqual([false, []]);
  });
});

/** The arrays that come into being while `call` runs, and those that come from a worker. */
async function madeOrReceived(call: () => Promise<unknown>): Promise<Awaited<ReturnType<typeof made>>> {
  const received: Uint8Array[] = [];
  const unlisten = listen(workers[0]!, (message) => {
    // The report that the test asked for.
    if ((message as { type?: string }).type === 'memory') return;
    // The worker owns every buffer that was handed on by then.
    for (const buffer of buffersOf(message) as ArrayBuffer[])
      if (buffer.byteLength > 0) received.push(new Uint8Array(buffer));
  });
  try {
    const { arrays, outcome } = await made(call);
    return { arrays: [...arrays, ...received], outcome };
  } finally {
    unlisten();
  }
}

describe('the calling thread', () => {
  it.each(inMemory)('keeps no copy of %s', async (_, call, fails = false) => {
    const { arrays, outcome } = await madeOrReceived(call);
    expect(outcome instanceof Error, String(outcome)).toBe(fails);
    const results = new Set(fails ? [] : buffersOf(outcome));
    expect(held(arrays.filter(({ buffer }) => !results.has(buffer)))).toEqual([]);
  });

  it('keeps nothing of the state of a hash whose source fails meanwhile', async () => {
    async function* failing() {
      yield given[1];
      fail();
    }
    const { arrays } = await madeOrReceived(async () => {
      let left = Math.floor(given[1].length / 524_288);
      const last = nextReport(workers[0]!, (type) => type === 'done' && --left === 0);
      expect((await rejection(() => pool.hashStream(failing()))).message).toBe('of the source');
      await last;
      await nextTurn();
    });
    const states = arrays.filter(({ length }) => length > 16 && length < 1000);
    expect(states.length).toBeGreaterThan(0);
    expect(held(states)).toEqual([]);
  });

  it('keeps nothing of the parts of a hash whose pool has ended meanwhile', async () => {
    const { signal, abort, reason } = watchedSignal();
    const { pool: other } = await pooled({ threads: 1, signal });
    const { arrays, outcome } = await madeOrReceived(() => other.hashStream(chunks(abort)));
    expect(outcome).toBe(reason);
    const parts = arrays.filter(({ length }) => length === 524_288);
    expect(parts.length).toBeGreaterThan(0);
    expect(arrays.filter((array) => array.some(Boolean))).toEqual([]);
  });

  it('keeps nothing of a message whose suite cannot be loaded', async () => {
    const { aead, twin } = (await loadModes()).at(-1)!;
    const { loader } = modeOfAead(aead)!;
    const { engine, load } = loader;
    const cause = new Error('of the load');
    Object.assign(loader, { engine: undefined, load: () => Promise.reject(cause) });
    onTestFinished(() => void Object.assign(loader, { engine, load }));
    const encrypt = () => pool.aead(aead).encrypt({ ...request, nonce: nonce.slice(0, twin.nonceLength) });
    const { arrays, outcome } = await madeOrReceived(encrypt);
    expect(outcome).toBe(cause);
    expect(arrays.length).toBeGreaterThan(0);
    expect(held(arrays)).toEqual([]);
  });

  /** Gives up a call when a worker's first result arrives, and returns what arrived. */
  async function givenUpAtResult(
    threads: number,
    end: (abort: () => void) => void,
    call: (pool: Pool, options: object) => Promise<unknown>,
  ) {
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
    const other = await createPool({ threads, worker });
    expect(await rejection(() => call(other, { signal }))).toBe(reason);
    await other.close();
    expect(received.map(({ length }) => length)).toContain(70_016);
    expect(received.filter((array) => array.some(Boolean))).toEqual([]);
  }
  const [short, long] = [70_000, 12_000_000].map((length) => ({ key, nonce, plaintext: text(length) })) as [
    EncryptRequest,
    EncryptRequest,
  ];

  it('keeps no result of a list of which another part is given up', () =>
    givenUpAtResult(2, onNextTurn, (other, options) => other.romulusM.encryptMany([long, short], options)));

  it('keeps nothing of a result that comes too late', () =>
    givenUpAtResult(
      1,
      (abort) => abort(),
      (other, options) => other.romulusM.encrypt(short, options),
    ));
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
