/**
 * Passphrases and salts, of which the keys of files are made. These tests show which passphrases are equal, how many
 * derivations run at a time, and how one ends that is stopped or fails, and of what a salt is made.
 */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPool } from '../../../ts/pool/index.js';
import { decryptBlob, encryptBlob, encryptStream, openEncrypted } from '../../../ts/stream/index.js';
import { worker } from '../../every-engine/pool/workers.js';
import {
  concatenate,
  expectSame,
  fromHex,
  hex,
  key,
  outcomeOf,
  rejection,
  sha256,
  text,
} from '../../fixtures/bytes.js';
import { freshPackage } from '../../fixtures/instance.js';
import { clocks, countingGenerator, turns, watchedSignal, withoutNativeScrypt } from '../../fixtures/runtime.js';
import { referenceHash } from '../../reference/romulus.js';
import { allThrough, bytesOf, heldScrypt } from './files.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const cost = 1024;
const utf8 = (characters: string) => new TextEncoder().encode(characters);
const blob = new Blob(['text']);
const passphrase = text(30);
const seal = (passphrase: Uint8Array | string) => encryptBlob(blob, { passphrase, cost });
const long = text(65);

it.each<[equal: boolean, what: string, one: string | Uint8Array, other: string | Uint8Array]>([
  [true, 'a composed and a decomposed accent', utf8('Gl\u00fcck'), utf8('Glu\u0308ck')],
  [true, 'an en quad and an en space', utf8('a\u2000b'), utf8('a\u2002b')],
  [true, 'a Greek question mark and a semicolon', utf8('a\u037e'), utf8('a;')],
  [true, 'a text and its bytes', 'a', utf8('a')],
  [true, 'a composed text and decomposed bytes', 'Gl\u00fcck', utf8('Glu\u0308ck')],
  [true, 'a text with a surrogate pair and its bytes', '\u{1f511} key', utf8('\u{1f511} key')],
  [false, 'a passphrase with a zero behind it', text(20), concatenate(text(20), new Uint8Array(1))],
  [false, 'one filled up with zeros', utf8('a'), concatenate(utf8('a'), new Uint8Array(63))],
  [false, 'one without its byte order mark', utf8('\ufeffa'), utf8('a')],
  [false, 'one with another space above U+2001', utf8('a\u2003b'), utf8('a\u2002b')],
  [false, 'one that is only compatible', utf8('\ufb01ve'), utf8('five')],
  [false, 'bytes that are read as U+FFFD', Uint8Array.of(0xff), utf8('\ufffd')],
  // PBKDF2 and scrypt start with HMAC, which replaces a key longer than its block with its digest.
  [false, 'the digest of a long one', long, fromHex(await sha256(long))],
])('the same file is opened by two passphrases: %s, %s', async (areEqual, _, one, other) => {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const outcome = await outcomeOf(async () => decryptBlob(await seal(first), { passphrase: second }));
    expect(outcome).toMatchObject(areEqual ? { size: 4 } : { code: 'ERR_ROMULUS_AUTH' });
  }
});

it('a text that is empty, or has half a surrogate pair, is refused', async () => {
  expect(await rejection(() => seal(''))).toMatchObject({ code: 'ERR_ROMULUS_LENGTH', argument: 'passphrase' });
  const message = 'passphrase must be well-formed text: it has half a surrogate pair';
  for (const passphrase of ['\ud83d', 'a\udd11', '\udd11\ud83d', 'a\ud83db', '\udd11b'])
    expect(await rejection(() => seal(passphrase))).toMatchObject({ code: 'ERR_ROMULUS_USAGE', message });
});

describe('in JavaScript, where the runtime has no scrypt', () => {
  it('too little memory is an error that names the needed amount', async () => {
    const Original = Uint8Array;
    globalThis.Uint8Array = new Proxy(Original, {
      construct(target, values) {
        if (values[0] >= 2 ** 20) throw new RangeError('Array buffer allocation failed');
        return Reflect.construct(target, values);
      },
    });
    onTestFinished(() => {
      globalThis.Uint8Array = Original;
    });
    const error = await withoutNativeScrypt(() => rejection(() => encryptBlob(blob, { passphrase })));
    const message = 'the passphrase needs 128 MiB of memory, which this runtime does not give';
    expect(error).toMatchObject({ name: 'MemoryError', code: 'ERR_ROMULUS_MEMORY', needed: 2 ** 27, message });
  });

  it('missing code is an error with a remedy', async () => {
    vi.resetModules();
    vi.doMock('../../../ts/stream/javascript-scrypt.js', () => {
      throw new Error('not found');
    });
    onTestFinished(() => void vi.doUnmock('../../../ts/stream/javascript-scrypt.js'));
    const { encryptBlob } = await import('../../../ts/stream/index.js');
    const error = await withoutNativeScrypt(() => rejection(() => encryptBlob(blob, { passphrase, cost })));
    expect(error).toMatchObject({ code: 'ERR_ROMULUS_LOAD', hint: expect.stringContaining('scrypt.js') });
  });
});

describe('derivations by the runtime', () => {
  const sealed = () => seal(passphrase);

  it('report their end, and run two at a time; those that are aborted while they wait never begin, and their place is not lost', async () => {
    const held = heldScrypt();
    const told: number[] = [];
    const onKeyProgress = (done: number) => void told.push(done);
    const first = [sealed(), encryptBlob(blob, { passphrase, cost, onKeyProgress })];
    const { signal, abort, listeners, reason } = watchedSignal();
    const waiting = Array.from({ length: 50 }, () => rejection(() => encryptBlob(blob, { passphrase, cost, signal })));
    const last = sealed();
    await turns(20);
    expect(held.length).toBe(2);
    abort();
    for (const refused of waiting) expect(await refused).toBe(reason);
    expect(listeners.size).toBe(0);
    for (const each of held.slice()) each.end();
    await Promise.all(first);
    expect(told).toEqual([1]);
    await turns(20);
    expect(held.length).toBe(3);
    held[2]?.end();
    await last;
  });

  it('that are aborted while they run hold nobody, nor the end of a pool; their keys are overwritten when they come', async () => {
    const file = await sealed();
    const { signal, abort, listeners, reason } = watchedSignal();
    const pool = await createPool({ threads: 1, worker, signal });
    const held = heldScrypt();
    const { readable, writable } = encryptStream({ passphrase, cost, signal });
    const ends = [
      () => pool.encryptBlob(blob, { passphrase, cost }),
      () => writable.getWriter().write(text(5)),
      () => readable.getReader().read(),
      () => openEncrypted(file, { passphrase, signal }),
    ].map(rejection);
    await turns(20);
    expect(held.length).toBe(2);
    abort();
    for (const end of ends) expect(await end).toBe(reason);
    expect(listeners.size).toBe(0);
    const keys = held.map((each) => each.end());
    await turns(5);
    for (const derived of keys) expectSame(derived, new Uint8Array(32));
    // Both places are free again.
    const next = [sealed(), sealed()];
    await turns(20);
    expect(held.length).toBe(4);
    for (const each of held.slice(2)) each.end();
    await Promise.all(next);
  });

  it('with too little memory give an error that names the needed amount, and free their place', async () => {
    const held = heldScrypt();
    for (let i = 0; i < 5; i++) {
      const refused = rejection(() => encryptBlob(blob, { passphrase }));
      await turns(20);
      const cause = new Error('Scrypt failed');
      held[i]?.fail(cause);
      expect(await refused).toMatchObject({ code: 'ERR_ROMULUS_MEMORY', needed: 2 ** 27, cause });
    }
  });
});

/** Both clocks stand still at these times, in milliseconds. */
const times = { now: 1_795_000_000_123, sinceStart: 4321.0625 };

it('salts are half a digest of 32 random bytes, both clocks and the count, so that each of these changes them', async () => {
  // The program has made no salt yet, as one that a snapshot restores.
  const romulus = await freshPackage();
  vi.spyOn(Date, 'now').mockReturnValue(times.now);
  vi.spyOn(clocks.at(-1)!, 'now').mockReturnValue(times.sinceStart);
  const given = countingGenerator();
  const ways = [
    () => allThrough(romulus.encryptStream({ key }), text(5)),
    async () => bytesOf(await romulus.encryptBlob(blob, { key })),
    () => romulus.encryptBytes(text(5), { key }),
  ];
  // Each file has its own count, also if several are made at a time.
  const files = [...(await Promise.all(ways.map((make) => make()))), await ways[0]!()];
  expect(given.map(({ length }) => length)).toEqual([32, 32, 32, 32]);
  const expected = given.map((random, count) => {
    const others = new Uint8Array(Float64Array.of(times.now, times.sinceStart, count).buffer);
    return hex(referenceHash(concatenate(utf8('ROMULUS 2 salt'), random, others)).subarray(0, 16));
  });
  expect(files.map((file) => hex(file.subarray(16, 32))).sort()).toEqual(expected.sort());
});
